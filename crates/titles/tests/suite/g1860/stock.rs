//! Stock rounds: groups, turns, purchases, certificates.

use super::Table;
use engine::{Flag, Move, Player, Position, RoundKind, ShareSource};

const IPO: ShareSource = ShareSource::Ipo;
const POOL: ShareSource = ShareSource::Pool;

#[test]
fn only_the_first_group_is_open_at_the_start() {
    // IOW-GROUP-1, IOW-GROUP-5
    let t = Table::new(2).stock_round(1, 0);
    assert!(t.offers(&t.start_at("C&N", 90)) && t.offers(&t.start_at("IOW", 90)));
    for id in ["IWNJ", "FYN", "NGStL", "BHI&R", "S&C", "VY&SC"] {
        let low = t.at.printed.charters[t.company(id).at()].par_cells[0];
        assert_eq!(
            t.refused(Move::Start { company: t.company(id), price: low }),
            "IOW-GROUP-1",
            "{id}"
        );
    }
}

#[test]
fn a_group_opens_when_a_company_of_the_one_before_has_operated() {
    // IOW-GROUP-2, IOW-GROUP-5, IOW-GROUP-6
    let t = Table::new(2).operated("C&N", 90, [5], 0).stock_round(2, 1);
    assert!(
        t.offers(&t.start_at("IWNJ", 82)) && t.offers(&t.start_at("FYN", 62)),
        "even without a train"
    );
    assert_eq!(t.refused(t.start_at("NGStL", 58)), "IOW-GROUP-1");
    let launched = Table::new(2).launched("C&N", 90, [5], 0).stock_round(1, 1);
    assert_eq!(
        launched.refused(launched.start_at("IWNJ", 82)),
        "IOW-GROUP-1",
        "a launch alone is not enough"
    );
}

#[test]
fn a_group_opens_at_once_when_a_company_has_left_the_ipo() {
    // IOW-GROUP-3, IOW-GROUP-4
    let t = Table::new(3).private("RPSC", engine::Place::Player(Player(1))).launched(
        "IOW",
        74,
        [6, 2],
        0,
    );
    let mut t = t.stock_round(1, 0);
    t.play(t.buy("IOW", IPO));
    assert_eq!(t.ipo_of("IOW"), 1, "the reserved share is not sold");
    assert_eq!(t.refused(t.start_at("IWNJ", 62)), "IOW-GROUP-1");
    t.play(Move::Exchange { paper: t.paper("RPSC") });
    assert!(t.offers(&t.start_at("IWNJ", 62)), "now all are out");
}

#[test]
fn an_opened_group_stays_open() {
    // IOW-GROUP-7
    let mut t = Table::new(2)
        .private("RPSC", engine::Place::Gone)
        .launched("IOW", 74, [5, 5], 0)
        .stock_round(1, 0);
    assert_eq!(t.at.state.groups, 2);
    t.play(t.sell("IOW", 2));
    t.at.state.core.stock[t.company("IOW").at()].recall();
    t.at.open_groups();
    assert_eq!(t.at.state.groups, 2);
}

#[test]
fn turns_go_clockwise_from_the_priority_card_until_all_pass() {
    // IOW-SR-1, IOW-SR-3, IOW-SR-4, IOW-SR-5
    let mut t =
        Table::new(3).operated("C&N", 90, [5], 0).started("IOW", 90, [2], 0).stock_round(2, 1);
    assert_eq!(t.decider(), 1);
    t.pass();
    assert_eq!(t.decider(), 2);
    t.play(t.buy("IOW", IPO));
    assert_eq!(t.decider(), 0);
    t.pass();
    assert_eq!(t.decider(), 1, "who passed may act again");
    t.play(t.buy("IOW", IPO));
    t.pass().pass();
    assert_eq!(t.at.state.core.round.kind, RoundKind::Stock, "seat 1 acted last and has a turn");
    t.pass();
    assert_eq!(t.at.state.core.round.kind, RoundKind::Operating);
}

#[test]
fn a_turn_is_sales_and_then_one_purchase() {
    // IOW-SR-2, IOW-SR-16
    let t = Table::new(2)
        .operated("C&N", 90, [5, 3], 0)
        .started("IOW", 90, [2, 2], 0)
        .train("C&N", "2+1");
    let mut t = t.private("CMH", engine::Place::Player(Player(0))).stock_round(2, 0);
    t.play(t.sell("C&N", 1));
    t.play(t.buy("IOW", IPO));
    assert_eq!(t.decider(), 0, "open for a swap only");
    assert_eq!(t.refused(t.sell("IOW", 1)), "IOW-SR-2");
    assert_eq!(t.refused(t.buy("IOW", IPO)), "IOW-SR-2");
}

#[test]
fn the_priority_card_goes_left_of_the_last_who_acted() {
    // IOW-SR-6
    let mut t = Table::new(3).started("IOW", 90, [2], 0).stock_round(2, 0);
    t.pass();
    t.play(t.buy("IOW", IPO));
    t.pass().pass().pass();
    assert_eq!(t.at.state.core.order[0], 2);
    let mut still = Table::new(3).started("IOW", 90, [2], 0).stock_round(2, 0);
    still.pass().pass().pass();
    assert_eq!(still.at.state.core.order[0], 0, "nobody acted: it stays");
}

#[test]
fn shares_cost_the_first_price_in_the_ipo_and_the_market_price_in_the_pool() {
    // IOW-SR-7, IOW-SR-8, IOW-SR-9
    let t =
        Table::new(2).operated("IWNJ", 62, [5], 3).price("IWNJ", 100).flag("IWNJ", Flag::Insolvent);
    let mut ipo = t.clone().stock_round(2, 1);
    ipo.play(ipo.buy("IWNJ", IPO));
    assert_eq!(ipo.cash_of(1), 1000 - 62);
    let mut pool = t.stock_round(2, 1);
    pool.play(pool.buy("IWNJ", POOL));
    assert_eq!(pool.cash_of(1), 1000 - 100, "full price, though it has no train and is insolvent");
}

#[test]
fn the_first_certificate_bought_is_the_directors() {
    // IOW-SR-10, IOW-SR-11, IOW-LAUNCH-4: worked example 9.
    let mut t = Table::new(2).stock_round(1, 0);
    assert_eq!(t.refused(t.buy("C&N", IPO)), "IOW-SR-10");
    assert_eq!(t.refused(t.start_at("C&N", 68)), "IOW-SR-11");
    assert_eq!(t.refused(t.start_at("C&N", 78)), "IOW-SR-11");
    t.play(t.start_at("C&N", 74));
    assert_eq!((t.cash_of(0), t.units("C&N", 0), t.director("C&N")), (852, 2, Some(0)));
    assert_eq!(t.refused(t.start_at("C&N", 74)), "IOW-SR-10");
}

#[test]
fn who_sold_a_company_may_not_buy_it_in_the_same_round() {
    // IOW-SR-12, IOW-SR-13
    let t = Table::new(2).operated("IWNJ", 62, [5, 2], 0).train("IWNJ", "2+1").operated(
        "C&N",
        90,
        [0, 5],
        0,
    );
    let mut t = t.stock_round(2, 0);
    t.play(t.sell("IWNJ", 1));
    assert_eq!(t.refused(t.buy("IWNJ", IPO)), "IOW-SR-12");
    assert_eq!(t.refused(t.buy("IWNJ", POOL)), "IOW-SR-12");
    t.pass();
    t.pass();
    assert_eq!((t.decider(), t.refused(t.buy("IWNJ", IPO))), (0, "IOW-SR-12"));
    let next = t.stock_round(3, 0);
    assert!(next.offers(&next.buy("IWNJ", IPO)), "the ban ends with the round");
}

#[test]
fn a_purchase_needs_the_full_price() {
    // IOW-SR-14, IOW-SR-15
    let t = Table::new(2).started("IOW", 90, [2], 0).cash_each([89, 147]).stock_round(1, 0);
    assert_eq!(t.refused(t.buy("IOW", IPO)), "IOW-SR-14");
    assert_eq!(t.refused(t.buy("IOW", POOL)), "IOW-SR-15", "nothing in the pool");
    let t = t.stock_round(1, 1);
    assert_eq!(t.refused(t.start_at("C&N", 74)), "IOW-SR-14");
}

#[test]
fn no_price_changes_at_the_end_of_a_round() {
    // IOW-SR-17
    let mut t = Table::new(2)
        .private("RPSC", engine::Place::Gone)
        .operated("IOW", 90, [5, 5], 0)
        .stock_round(2, 0);
    t.pass().pass();
    assert_eq!(t.at.state.core.round.kind, RoundKind::Operating);
    assert_eq!(t.market_price("IOW"), Some(90), "sold out, and no step up");
}

#[test]
fn the_number_of_operating_rounds_is_read_at_the_end_of_the_stock_round() {
    // IOW-SR-18, IOW-PHASE-2, IOW-PHASE-4, IOW-PHASE-11, IOW-OR-9
    for (phase, rounds) in [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (9, 3)] {
        let mut t = Table::new(2).operated("IOW", 90, [5], 0).phase(phase).stock_round(4, 0);
        t.pass().pass();
        assert_eq!(t.at.state.or.rounds, rounds, "phase {phase}");
    }
    let t = Table::new(2).operated("IOW", 90, [5], 0).treasury("IOW", 900).go(|p, _| {
        p.state
            .core
            .trains
            .cards_mut()
            .iter_mut()
            .take(5)
            .for_each(|c| c.place = engine::Whereabouts::Gone);
    });
    let mut t = t.turns(["IOW"]);
    while t.step() != "trains" {
        t.pass();
    }
    t.play(t.deck("IOW"));
    assert_eq!(t.at.state.core.phase, 1);
    assert_eq!(t.at.state.or.rounds, 1, "the running set keeps its number");
    t.pass();
    assert_eq!(t.at.state.core.round.kind, RoundKind::Stock, "the set is over");
}

#[test]
fn the_certificate_limit_depends_on_the_players() {
    // IOW-CERT-1, IOW-CERT-4
    for (players, limit) in [(2, 32), (3, 21), (4, 16)] {
        assert_eq!(Table::new(players).at.certificates(Player(0)).1, Some(limit));
    }
    let t = Table::new(4).started("IWNJ", 62, [10], 0).started("FYN", 62, [8], 0).started(
        "IOW",
        74,
        [0, 2],
        0,
    );
    let t = t.stock_round(2, 0);
    assert_eq!(t.certificates(0), 16);
    assert_eq!(t.refused(t.buy("IOW", IPO)), "IOW-CERT-4");
    assert_eq!(t.refused(t.start_at("C&N", 74)), "IOW-CERT-4");
}

#[test]
fn the_limit_holds_even_if_the_purchase_would_bring_a_directorship() {
    // IOW-CERT-5
    let t = Table::new(4).started("IWNJ", 62, [10], 0).started("FYN", 62, [4], 0);
    let t = t.started("IOW", 74, [4, 4], 0).go(|p, _| {
        let iow = p.printed.sheet.company_by_id("IOW").expect("IOW");
        p.state.core.stock[iow.at()].set_director(Some(Player(1)));
    });
    let t = t.stock_round(2, 0);
    assert_eq!(t.certificates(0), 16);
    assert_eq!(
        t.refused(t.buy("IOW", IPO)),
        "IOW-CERT-4",
        "a fifth share would make two certificates one"
    );
}

#[test]
fn a_player_above_the_limit_sells_first() {
    // IOW-CERT-6, IOW-CERT-7, IOW-CERT-8
    let t = Table::new(4).private("CMH", engine::Place::Player(Player(0)));
    let t = t.started("IWNJ", 62, [10], 0).started("FYN", 62, [8], 0).stock_round(2, 0);
    assert_eq!(t.certificates(0), 17, "allowed between turns");
    assert_eq!(t.refused(Move::Pass), "IOW-CERT-6");
    assert_eq!(t.refused(Move::SellPaper { paper: t.paper("CMH") }), "IOW-CERT-6", "shares only");
    assert_eq!(t.refused(t.start_at("C&N", 74)), "IOW-CERT-6");
    let mut sold = t.clone();
    sold.play(sold.sell("FYN", 1)).pass();
    let mut lifted = t.phase(8).stock_round(8, 0);
    assert_eq!(lifted.at.certificates(Player(0)).1, None);
    lifted.pass();
}

#[test]
fn a_company_has_a_set_of_states() {
    // IOW-COMPANY-13: each comes and goes by the rules, and some hold together.
    let mut t = Table::new(2).operated("IOW", 90, [3, 1], 0).tile("J4", "57", 2).stock_round(2, 0);
    assert!(!t.is("C&N", Flag::Started) && !t.is("IOW", Flag::Receivership));
    t.play(t.sell("IOW", 2));
    assert!(t.is("IOW", Flag::Receivership), "nobody holds two shares");
    let t = t.turns(["IOW"]);
    assert!(t.is("IOW", Flag::Insolvent) && t.is("IOW", Flag::Receivership), "both hold together");
    let mut t = t.price("IOW", 7).stock_round(3, 0);
    t.play(t.sell("IOW", 1));
    assert!(!t.is("IOW", Flag::Bankrupt));
    let mut t = t.price("IOW", 7).stock_round(3, 1);
    let sold = t.sell("IOW", 1);
    let t = {
        t.play(sold);
        t
    };
    let state = |flag| t.is("IOW", flag);
    assert_eq!(
        [Flag::Started, Flag::Floated, Flag::Receivership, Flag::Insolvent, Flag::Ceased]
            .map(state),
        [true, true, true, true, false]
    );
}
