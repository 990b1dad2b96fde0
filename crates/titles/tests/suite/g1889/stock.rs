//! Stock rounds: sales, purchases, limits, starting and floating. S89-STOCK, S89-CERT, S89-PAR, S89-FLOAT

use super::Table;
use engine::{Flag, Move, RoundKind, ShareSource};

const POOL: ShareSource = ShareSource::Pool;

#[test]
fn the_holder_of_the_priority_card_begins_and_turns_go_round() {
    // S89-STOCK-1, S89-STOCK-13, S89-STOCK-14
    let mut t = Table::new(3).stock_round(2, 1);
    assert_eq!(t.decider(), 1);
    t.pass();
    assert_eq!(t.decider(), 2);
    t.pass().pass();
    assert_eq!(t.round().0, RoundKind::Stock, "without companies stock rounds follow each other");
    let mut t = Table::new(3).cash_each([500; 3]);
    t.pass();
    t.play(t.par("AR", 65)).pass();
    assert_eq!(t.decider(), 0, "who passed acts later");
    t.play(t.share("AR"));
    for _ in 0..3 {
        t.pass();
        assert_eq!(t.round().0, RoundKind::Stock);
    }
    t.pass();
    assert_eq!((t.round().0, t.round().1), (RoundKind::Stock, 3), "all passed in a row");
}

#[test]
fn a_first_player_who_can_do_nothing_is_asked_but_not_on_the_platform() {
    // S89-STOCK-1: S89-PUB-23
    for (t, first) in [(Table::new(3), 0), (Table::public(3), 1)] {
        let t = t.floated("KU", 65, [0, 5, 0], 0).cash_each([0, 200, 200]);
        let mut t = t.operating();
        while t.round().0 == RoundKind::Operating {
            t.idle();
        }
        assert_eq!((t.round(), t.decider()), ((RoundKind::Stock, 3, 1), first));
    }
}

#[test]
fn the_priority_card_goes_left_of_the_last_who_acted() {
    // S89-STOCK-15
    let mut t = Table::new(3).floated("UR", 65, [5, 0, 0], 0).cash_each([500; 3]);
    t.pass();
    t.play(t.par("AR", 65)).pass().pass().pass();
    assert_eq!(t.at.state.core.order[0], 2);
    let t = Table::new(3).floated("UR", 65, [5, 0, 0], 0).operating();
    assert_eq!(t.at.state.core.order[0], 0, "nobody acted: it stays");
}

#[test]
fn sales_come_before_the_purchase_or_after_it() {
    // S89-STOCK-2, S89-STOCK-17
    let table = || Table::new(2).started("AR", 65, [4, 2], 0).started("IR", 65, [4, 2], 0);
    let mut t = table();
    t.play(t.sell("AR", 1));
    t.play(t.sell("IR", 1));
    t.play(t.par("UR", 65));
    assert_eq!(t.decider(), 1, "nothing more can be done");
    let mut t = table();
    t.play(t.par("UR", 65));
    assert_eq!(t.decider(), 0);
    assert_eq!(t.refused(t.share("IR")), "S89-STOCK-2");
    t.play(t.sell("AR", 1));
    t.play(t.sell("IR", 1));
    let mut t = table().cash(0, 700);
    t.play(t.sell("AR", 1));
    t.play(t.share("IR"));
    assert_eq!(t.decider(), 1);
    let mut t = table();
    t.play(t.share("IR"));
    assert!(t.offers(&t.sell("IR", 5)), "what was bought may be sold at once");
    t.play(t.sell("IR", 1)).pass();
    assert_eq!(t.decider(), 1);
}

#[test]
fn a_third_thing_is_refused_after_sale_and_purchase() {
    // S89-STOCK-2
    let mut t = Table::new(2).started("AR", 65, [4, 2], 0).started("IR", 65, [4, 2], 0);
    let mut round = t.at.state.stock;
    round.sell(t.company("AR"));
    round.buy();
    t.at.state.stock = round;
    assert_eq!(t.refused(t.sell("IR", 1)), "S89-STOCK-2");
}

#[test]
fn nothing_is_sold_in_the_first_round() {
    // S89-STOCK-3
    let t = Table::auction(2).stock_round(1, 0).started("AR", 65, [4, 2], 0);
    assert_eq!(t.refused(t.sell("AR", 1)), "S89-STOCK-3");
    let t = t.stock_round(2, 0);
    assert!(t.offers(&t.sell("AR", 1)));
}

#[test]
fn shares_of_a_company_are_sold_as_one_block() {
    // S89-STOCK-4..6, worked example 5
    let mut t = Table::new(2).started("AR", 90, [6, 2], 0).cash(0, 0);
    t.play(t.sell("AR", 3));
    assert_eq!((t.cash_of(0), t.pool_of("AR")), (270, 3));
    assert_eq!((t.cell_of("AR"), t.price_of("AR")), ((4, 3), 70));
    assert_eq!(t.refused(t.sell("AR", 1)), "S89-STOCK-4");
}

#[test]
fn the_pool_takes_half_of_a_company() {
    // S89-STOCK-7, worked example 9
    let t = Table::new(2).started("AR", 65, [5, 2], 3);
    assert!(t.offers(&t.sell("AR", 2)));
    assert_eq!(t.refused(t.sell("AR", 3)), "S89-STOCK-7");
}

#[test]
fn shares_of_any_started_company_may_be_sold() {
    // S89-STOCK-8, S89-FLOAT-8
    let mut t = Table::new(2).started("AR", 65, [3, 0], 0);
    assert!(!t.is("AR", Flag::Floated));
    t.play(t.sell("AR", 1));
    assert_eq!(t.price_of("AR"), 60, "its price falls");
    assert_eq!(t.refused(t.sell("IR", 1)), "S89-STOCK-8");
}

#[test]
fn what_was_sold_is_not_bought_again_in_the_round() {
    // S89-STOCK-9
    let mut t = Table::new(2).started("AR", 65, [4, 2], 0).cash_each([500; 2]);
    t.play(t.sell("AR", 1));
    assert_eq!(t.refused(t.share("AR")), "S89-STOCK-9");
    t.pass().pass();
    assert_eq!(t.decider(), 0);
    assert_eq!(t.refused(t.buy("AR", POOL)), "S89-STOCK-9");
    let t = t.stock_round(3, 0);
    assert!(t.offers(&t.buy("AR", POOL)));
}

#[test]
fn the_ipo_sells_at_par_and_the_pool_at_the_market_price() {
    // S89-STOCK-10, S89-PAR-3
    let mut t = Table::new(2).started("AR", 65, [2, 0], 2).marker("AR", 0, 3);
    assert_eq!(t.cost(&t.share("AR")), Some(65));
    assert_eq!(t.cost(&t.buy("AR", POOL)), Some(100));
    let bank = t.bank_holds();
    t.play(t.buy("AR", POOL));
    assert_eq!((t.cash_of(0), t.bank_holds()), (320, bank + 100));
    let t = Table::new(2).started("AR", 65, [3, 0], 0).cash(0, 64);
    assert_eq!(t.refused(t.share("AR")), "S89-STOCK-10");
}

#[test]
fn one_certificate_a_turn_in_every_zone() {
    // S89-STOCK-11
    let mut t = Table::new(2).started("AR", 65, [3, 0], 3).marker("AR", 10, 0);
    t.play(t.buy("AR", POOL));
    assert_eq!(t.decider(), 0, "a sale is possible");
    assert_eq!(t.refused(t.buy("AR", POOL)), "S89-STOCK-2");
}

#[test]
fn the_directors_certificate_is_bought_first() {
    // S89-STOCK-12, S89-PAR-1, S89-PAR-2, S89-PAR-4
    let t = Table::new(2);
    assert_eq!(t.refused(t.share("AR")), "S89-STOCK-12");
    let rows = [(100, 0), (90, 1), (80, 2), (75, 3), (70, 4), (65, 5)];
    for id in ["AR", "IR", "SR", "KO", "TR", "KU", "UR"] {
        for (price, row) in rows {
            let mut t = t.clone();
            t.play(t.par(id, price));
            assert_eq!((t.cash_of(0), t.units(id, 0)), (420 - 2 * price, 2));
            assert_eq!((t.cell_of(id), t.director(id)), ((row, 3), Some(0)));
        }
    }
    let company = t.company("AR");
    assert_eq!(t.refused(Move::Start { company, price: 0 }), "S89-PAR-1");
    let t = t.cash(0, 129);
    assert_eq!(t.refused(t.par("AR", 65)), "S89-PAR-1");
    let t = Table::new(2).started("AR", 65, [2, 0], 0);
    assert_eq!(t.refused(t.par("AR", 65)), "S89-PAR-1");
}

#[test]
fn sold_out_companies_rise_at_the_end() {
    // S89-STOCK-16, S89-PUB-49
    let t = Table::new(2).floated("AR", 75, [6, 4], 0).floated("IR", 65, [6, 3], 1);
    let t = t.floated("SR", 70, [6, 3], 0).started("KO", 80, [4, 0], 0).operating();
    assert_eq!((t.cell_of("AR"), t.price_of("AR")), ((2, 3), 80));
    assert_eq!(["IR", "SR", "KO"].map(|id| t.price_of(id)), [65, 70, 80]);
    // The dearer one comes first and lies above.
    let t = Table::new(2).floated("AR", 75, [6, 4], 0).floated("IR", 70, [6, 4], 0);
    let t = t.marker("IR", 4, 4).marker("AR", 4, 4).operating();
    assert_eq!([t.cell_of("AR"), t.cell_of("IR")], [(3, 4); 2]);
    assert_eq!(t.acting(), "IR");
}

#[test]
fn what_counts_as_a_certificate() {
    // S89-CERT-2, S89-CERT-3, S89-PRIVATE-3
    let t = Table::new(3).started("AR", 65, [4, 3, 0], 0);
    assert_eq!((t.certificates(0), t.certificates(1)), (3, 3));
    let t = t.private("SIR", 0).private_of("SMR", "AR").private("DR", 2);
    assert_eq!(t.certificates(0), 4);
    let mut t = t;
    t.play(t.swap("DR"));
    assert_eq!(t.certificates(2), 1, "a share of a company that has not been started");
    assert_eq!(t.clone().marker("AR", 8, 1).certificates(0), 1, "yellow");
    assert_eq!(t.marker("AR", 10, 0).certificates(0), 1, "orange");
}

fn full() -> Table {
    // 6 players may hold 11.
    let t = Table::new(6).cash(0, 900).started("AR", 65, [6, 0, 0, 0, 0, 0], 0);
    let t = t.started("IR", 65, [6, 0, 0, 0, 0, 0], 1);
    t.started("SR", 65, [0, 2, 0, 0, 0, 0], 2)
}

#[test]
fn a_player_at_the_limit_buys_only_what_does_not_count() {
    // S89-CERT-4
    let t = full().private("SIR", 0);
    assert_eq!(t.certificates(0), 11);
    assert_eq!(t.refused(t.buy("SR", POOL)), "S89-CERT-4");
    assert_eq!(t.refused(t.par("UR", 65)), "S89-CERT-4");
    let t = t.marker("SR", 8, 1);
    assert!(t.offers(&t.buy("SR", POOL)));
}

#[test]
fn a_player_above_the_limit_sells_first() {
    // S89-CERT-5, S89-PUB-24
    let mut t = full().private("SIR", 0).private("UTF", 0);
    assert_eq!(t.certificates(0), 12);
    assert_eq!(t.refused(Move::Pass), "S89-CERT-5");
    assert_eq!(t.refused(t.buy("SR", POOL)), "S89-CERT-5");
    t.play(t.sell("AR", 1));
    assert_eq!(t.certificates(0), 11);
    t.pass();
    // Where nothing can be sold, the player acts normally.
    let t = Table::auction(6).stock_round(1, 0).started("AR", 65, [6, 0, 0, 0, 0, 0], 0);
    let t = t.started("IR", 65, [6, 0, 0, 0, 0, 0], 0).private("SIR", 0).private("UTF", 0);
    assert!(t.offers(&Move::Pass));
}

#[test]
fn nobody_holds_more_than_sixty_percent() {
    // S89-CERT-6, S89-CERT-7
    let t = Table::new(2).cash(0, 900).started("AR", 65, [6, 0], 2);
    assert_eq!(t.refused(t.share("AR")), "S89-CERT-6");
    let t = t.marker("AR", 7, 0);
    assert_eq!(t.refused(t.buy("AR", POOL)), "S89-CERT-6", "yellow is not orange");
    let mut t = t.marker("AR", 10, 1);
    t.play(t.buy("AR", POOL));
    assert_eq!(t.units("AR", 0), 7);
    let t = t.stock_round(3, 0).marker("AR", 5, 3);
    assert_eq!(t.refused(Move::Pass), "S89-CERT-5");
    let mut t = t;
    t.play(t.sell("AR", 1)).pass();
    assert_eq!(t.units("AR", 0), 6);
}

#[test]
fn between_turns_limits_may_be_exceeded() {
    // S89-CERT-8
    let t = Table::new(2).floated("AR", 65, [5, 0], 0).operating();
    let mut t = t.shares("AR", 0, 2);
    assert_eq!((t.units("AR", 0), t.step()), (7, "track"));
    t.pass();
    assert_eq!((t.round().0, t.decider()), (RoundKind::Stock, 0));
    assert_eq!(t.refused(Move::Pass), "S89-CERT-5", "only now");
}

#[test]
fn half_of_the_shares_float_a_company() {
    // S89-FLOAT-1..4, worked example 4
    let mut t = Table::new(2).cash_each([420; 2]).started("AR", 75, [2, 0], 0);
    for units in 3..5 {
        t.play(t.share("AR"));
        assert!(!t.is("AR", Flag::Floated), "with {units} shares");
        t.pass().pass();
    }
    t.play(t.share("AR"));
    assert!(t.is("AR", Flag::Floated));
    assert_eq!((t.treasury_of("AR"), t.cash_of(0)), (750, 420 - 225));
    t.pass();
    t.play(t.share("AR"));
    assert_eq!(t.treasury_of("AR"), 750, "later sales bring nothing");
    // Shares in the pool have left the IPO; a floated company stays floated.
    let mut t = Table::new(2).started("AR", 65, [2, 0], 2);
    t.play(t.share("AR"));
    assert!(t.is("AR", Flag::Floated));
    t.play(t.sell("AR", 1));
    assert!(t.is("AR", Flag::Floated));
}

#[test]
fn homes_are_placed_when_an_operating_round_begins() {
    // S89-FLOAT-5, S89-FLOAT-6, S89-FLOAT-8, S89-OR-1
    let t = Table::new(2).floated("AR", 65, [5, 0], 0).floated("UR", 75, [5, 0], 0);
    let t = t.started("KO", 100, [3, 0], 0).private("SIR", 1);
    assert_eq!(t.stations_on("B7"), []);
    let t = t.operating();
    assert_eq!(t.stations_on("B7"), [("UR".to_owned(), 0)]);
    let tokushima = t.stations_on("K8");
    assert_eq!(tokushima, [("AR".to_owned(), 0)], "a bare hex holds the marker");
    assert_eq!(t.stations_on("K4"), [], "KO has not floated");
    assert_eq!(t.at.state.core.company(t.company("AR")).markers_left(), 1);
    assert_eq!(t.cash_of(1), 440);
    let lineup: Vec<_> = engine::Position::lineup(&t.at);
    assert_eq!(lineup, ["UR", "AR"].map(|id| t.company(id)));
}
