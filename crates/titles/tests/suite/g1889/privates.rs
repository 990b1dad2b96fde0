//! Private companies. S89-PRIVATE

use super::Table;
use engine::{Flag, Move, Place, Player, RoundKind};

#[test]
fn face_values_and_incomes() {
    // S89-PRIVATE-1
    let t = Table::auction(6);
    let row = |id: &str| {
        let def = &t.sheet().papers[t.paper(id).at()];
        (def.price, def.income)
    };
    let rows = ["TR", "MF", "ER", "SMR", "DR", "SIR", "UTF"].map(row);
    assert_eq!(rows, [(20, 5), (30, 5), (40, 10), (50, 15), (60, 15), (80, 20), (150, 30)]);
    assert!(t.sheet().papers[t.paper("SIR").at()].right.is_none());
}

#[test]
fn income_comes_before_any_company_acts() {
    // S89-PRIVATE-2
    let t = Table::new(2).private("SIR", 1).private("MF", 1).floated("UR", 65, [5, 0], 0);
    let t = t.private_of("SMR", "UR").treasury("UR", 100).operating();
    assert_eq!((t.cash_of(1), t.treasury_of("UR"), t.step()), (445, 115, "track"));
}

fn buying(phase: &str) -> Table {
    let t = Table::new(3).phase(phase).floated("UR", 65, [5, 0, 0], 0).treasury("UR", 1000);
    let t = t.private("SIR", 0).private("UTF", 1);
    t.operating()
}

#[test]
fn companies_buy_in_phases_3_and_4_only() {
    // S89-PRIVATE-4
    for phase in ["2", "5", "6", "D"] {
        let t = buying(phase);
        assert_eq!(t.refused(t.buy_private("SIR", 80)), "S89-PRIVATE-4", "phase {phase}");
    }
    for phase in ["3", "4"] {
        let t = buying(phase);
        assert!(t.offers(&t.buy_private("SIR", 80)), "phase {phase}");
    }
}

#[test]
fn the_price_lies_between_half_and_twice_the_face_value() {
    // S89-PRIVATE-5, S89-PRIVATE-6, worked example 13
    let t = Table::new(3).phase("3").floated("UR", 65, [5, 0, 0], 0).treasury("UR", 1000);
    let rows = [
        ("TR", (10, 40)),
        ("MF", (15, 60)),
        ("ER", (20, 80)),
        ("SMR", (25, 100)),
        ("DR", (30, 120)),
        ("SIR", (40, 160)),
        ("UTF", (75, 300)),
    ];
    let t = rows.iter().fold(t, |t, (id, _)| t.private(id, 0)).operating();
    for (id, range) in rows {
        assert_eq!(t.range(&t.buy_private(id, 0)), Some(range), "{id}");
        assert_eq!(t.refused(t.buy_private(id, range.1 + 1)), "S89-PRIVATE-5");
        assert_eq!(t.refused(t.buy_private(id, range.0 - 1)), "S89-PRIVATE-5");
    }
    let mut poor = t.treasury("UR", 39);
    assert_eq!(poor.refused(poor.buy_private("SIR", 40)), "S89-PRIVATE-6", "nobody adds money");
    let cash = poor.cash_of(0);
    poor.play(poor.buy_private("TR", 39));
    assert_eq!((poor.treasury_of("UR"), poor.cash_of(0)), (0, cash + 39));
}

#[test]
fn the_seller_must_agree() {
    // S89-PRIVATE-7
    let mut t = buying("3");
    t.play(t.buy_private("UTF", 200));
    assert_eq!(t.waits_for(), (1, "UR".to_owned(), "offer"));
    let mut no = t.clone();
    no.answer(false);
    assert_eq!((no.paper_place("UTF"), no.step()), (Place::Player(Player(1)), "track"));
    assert_eq!(
        no.refused(no.buy_private("UTF", 200)),
        "S89-PRIVATE-5",
        "once refused, more is asked"
    );
    t.answer(true);
    assert_eq!(t.paper_place("UTF"), Place::Company(t.company("UR")));
    assert_eq!((t.treasury_of("UR"), t.cash_of(1)), (800, 450 + 200));
    t.play(t.buy_private("SIR", 40));
    assert_eq!(t.paper_place("SIR"), Place::Company(t.company("UR")), "a director decides alone");
}

#[test]
fn they_are_bought_before_between_and_after_the_steps() {
    // S89-PRIVATE-8
    let mut t = buying("3").private("TR", 0).private("MF", 0).private("SMR", 0);
    t.play(t.buy_private("TR", 10));
    assert_eq!(t.step(), "track");
    t = t.until("trains");
    t.play(t.buy_private("SMR", 50));
    t.play(t.deck("UR"));
    t.pass();
    assert_eq!(t.step(), "papers", "a last chance");
    t.play(t.buy_private("MF", 15));
    t.play(t.buy_private("SIR", 40)).pass();
    let (round, owned) = (t.round(), |id: &str| t.paper_place(id));
    assert_eq!(round, (RoundKind::Operating, 2, 2));
    let company = Place::Company(t.company("UR"));
    assert_eq!(["TR", "MF", "SMR", "SIR"].map(owned), [company; 4]);
}

#[test]
fn they_are_never_sold_again() {
    // S89-PRIVATE-9
    let t = buying("3").private_of("TR", "UR");
    assert_eq!(t.refused(t.buy_private("TR", 20)), "S89-PRIVATE-4");
    let paper = t.paper("SIR");
    assert_eq!(t.refused(Move::SellPaper { paper }), "S89-OR-5");
    let t = Table::new(2).private("SIR", 0);
    assert_eq!(t.refused(Move::SellPaper { paper }), "S89-STOCK-10");
    assert_eq!(t.refused(Move::BuyPaper { paper, amount: 80 }), "S89-STOCK-10");
}

#[test]
fn a_player_who_owns_it_blocks_a_hex() {
    // S89-PRIVATE-10..13
    let t = Table::new(2).phase("3").floated("KO", 65, [5, 0], 0).treasury("KO", 500);
    let t = t.train("KO", "2").private("TR", 0).tile("J3", "8", 5).tile("I4", "438", 4);
    let mut t = t.operating();
    assert_eq!(t.stations_on("K4").len(), 1, "the home is placed");
    assert_eq!(t.refused(t.lay("KO", "K4", "440", 0)), "S89-PRIVATE-10");
    assert_eq!(t.best("KO"), 70, "runs are not blocked");
    t.play(t.buy_private("TR", 20));
    assert!(t.offers(&t.lay("KO", "K4", "440", 0)), "the block ends with the sale");
    // ER blocks C4; a block ends when it closes.
    let t = Table::new(2).phase("3").floated("UR", 65, [5, 0], 0).private("ER", 1);
    let t = t.tile("B5", "9", 0).operating();
    assert_eq!(t.refused(t.lay("UR", "C4", "15", 5)), "S89-PRIVATE-10");
    let t = t.paper_at("ER", Place::Gone);
    assert!(t.offers(&t.lay("UR", "C4", "15", 5)));
}

#[test]
fn the_port_may_be_laid_at_many_moments() {
    // S89-PRIVATE-14..16, S89-PUB-25
    let table = || {
        let t = Table::new(3).private("MF", 1).floated("UR", 65, [5, 0, 0], 0);
        t.floated("KU", 70, [0, 5, 0], 0)
    };
    let port = |t: &Table| t.paper_tile("MF", "B11", "437", 2);
    let mut t = table();
    assert_eq!(t.decider(), 0);
    assert!(t.asides_of(1).contains(&port(&t)), "in another player's turn of a stock round");
    assert!(t.asides_of(0).is_empty() && t.asides_of(2).is_empty());
    let cash = t.bank_holds();
    t.play(port(&t));
    assert_eq!((t.tile_at("B11").as_str(), t.decider(), t.bank_holds()), ("437", 0, cash));
    assert_eq!(t.refused(t.paper_tile("MF", "J9", "437", 4)), "S89-PRIVATE-15", "once only");
    let hexes = |t: &Table| {
        let cell = |mv: Move| match mv {
            Move::LayPaperTile { cell, .. } => t.sheet().map.name(cell),
            _ => String::new(),
        };
        let mut all: Vec<String> = t.asides_of(1).into_iter().map(cell).collect();
        all.sort();
        all.dedup();
        all
    };
    assert_eq!(hexes(&table()), ["B11", "G10", "I12", "J9"]);
    let laid = table().tile("G10", "58", 0);
    assert_eq!(hexes(&laid), ["B11", "I12", "J9"], "only where no tile lies");
    // Its own company in the track step, also after its tile; not later.
    let mut t = table().operating();
    assert_eq!((t.acting().as_str(), t.decider()), ("KU", 1));
    assert!(t.offers(&port(&t)));
    t.play(t.lay("KU", "C10", "6", 1));
    t.play(port(&t));
    assert_ne!(t.step(), "track", "the company's own tile has been laid");
    let mut t = table().operating();
    t.play(port(&t));
    assert_eq!(t.step(), "track", "it does not use up the company's tile");
    let t = table().train("KU", "2").treasury("KU", 100).operating().turn_of("KU", "trains");
    assert_eq!(t.refused(port(&t)), "S89-PRIVATE-15");
    // Before a foreign company's turn, not within it.
    let mut t = table().treasury("UR", 500).operating().turn_of("UR", "track");
    assert!(t.asides_of(1).contains(&port(&t)));
    t.pass();
    assert_eq!((t.acting().as_str(), t.refused(port(&t))), ("UR", "S89-PRIVATE-15"));
    // Its exits lead only where track may cross: J9 has a closed side in the north.
    let rotations: Vec<u8> = (0..6)
        .filter(|&r| {
            let t = table();
            t.offers(&t.paper_tile("MF", "J9", "437", r))
        })
        .collect();
    assert_eq!(rotations, [0, 2, 4]);
}

#[test]
fn only_its_player_brings_the_port() {
    // S89-PRIVATE-17, S89-PRIVATE-18
    let t = Table::new(2).phase("3").private("MF", 0).floated("KU", 65, [5, 0], 0);
    let mut t = t.treasury("KU", 300).tile("C10", "5", 1).operating();
    assert_eq!(t.refused(t.lay("KU", "B11", "437", 2)), "S89-PRIVATE-17");
    let mut laid = t.clone();
    laid.play(laid.paper_tile("MF", "B11", "437", 2));
    assert_eq!(laid.paper_place("MF"), Place::Player(Player(0)), "it goes on paying");
    t.play(t.buy_private("MF", 30));
    let lost = t.paper_tile("MF", "B11", "437", 2);
    assert!(!t.offers(&lost));
    assert_eq!(t.refused(lost), "S89-PRIVATE-15");
}

#[test]
fn the_seller_of_ehime_railway_may_lay_a_green_tile() {
    // S89-PRIVATE-19, S89-PRIVATE-20, S89-PUB-20
    let t = Table::new(2).phase("3").floated("UR", 65, [0, 5], 0).treasury("UR", 300);
    let mut t = t.private("ER", 0).operating();
    t.play(t.buy_private("ER", 40)).answer(true);
    assert_eq!((t.step(), t.decider()), ("paper_tile", 0));
    assert_eq!(t.tiles_for("C4"), ["12", "13", "14", "15", "205", "206"]);
    assert_eq!(t.refused(t.lay("UR", "B5", "9", 0)), "S89-PRIVATE-19", "nothing else happens");
    assert_eq!(t.refused(t.paper_tile("ER", "C4", "15", 0)), "S89-PRIVATE-19", "the track stays");
    let missing = t.clone().supply("12", 0);
    assert!(!missing.tiles_for("C4").contains(&"12".to_owned()));
    let mut declined = t.clone();
    declined.pass();
    assert_eq!((declined.tile_at("C4") == "15", declined.step()), (false, "track"));
    t.play(t.paper_tile("ER", "C4", "15", 5));
    assert_eq!((t.tile_at("C4").as_str(), t.treasury_of("UR")), ("15", 260), "it costs nothing");
    assert_eq!((t.step(), t.decider()), ("track", 1), "the company's own tile is left");
    assert_eq!(t.paper_place("ER"), Place::Company(t.company("UR")));
}

#[test]
fn sumitomo_mines_railway_crosses_mountains_for_nothing() {
    // S89-PRIVATE-21, S89-PRIVATE-22
    let t = Table::new(2).floated("UR", 65, [5, 0], 0).treasury("UR", 500);
    let owned = t.clone().private_of("SMR", "UR").operating();
    let players = t.private("SMR", 0).operating();
    let lay = |t: &Table| t.lay("UR", "A8", "8", 4);
    assert_eq!(owned.cost(&lay(&owned)), Some(0));
    assert_eq!(players.cost(&lay(&players)), Some(80), "not while a player owns it");
    let kinds = |kind: &str| {
        let map = &owned.sheet().map;
        let of = |c: &board::Cell| map.def(*c).terrain.as_ref().is_some_and(|t| t.kind == kind);
        let mut names: Vec<String> = map.all().filter(of).map(|c| map.name(c)).collect();
        names.sort();
        names
    };
    let mountains =
        ["A8", "B9", "C6", "D5", "D7", "E4", "E6", "F5", "F7", "G6", "G8", "H11", "H13", "H9"];
    assert_eq!(kinds("mountain"), mountains);
    assert_eq!(kinds("mountain_and_river"), ["H5", "I6"]);
    assert_eq!(kinds("river"), ["K6"]);
    // It gives nothing on K6 and I4.
    let t = Table::new(2).floated("KO", 65, [5, 0], 0).treasury("KO", 500).private_of("SMR", "KO");
    let t = t.tile("J3", "8", 5).operating();
    assert_eq!(t.cost(&t.lay("KO", "K6", "9", 0)), Some(80));
    assert_eq!(t.cost(&t.lay("KO", "I4", "438", 4)), Some(80));
}

#[test]
fn dougo_railway_is_swapped_for_a_share() {
    // S89-PRIVATE-23, S89-PRIVATE-25, S89-PRIVATE-26
    let mut t = Table::new(3).private("DR", 2);
    assert_eq!(t.asides_of(2), [t.swap("DR")]);
    t.play(t.swap("DR"));
    assert_eq!((t.paper_place("DR"), t.units("IR", 2), t.cash_of(2)), (Place::Gone, 1, 420));
    assert!(!t.is("IR", Flag::Started));
    t.play(t.par("IR", 65));
    assert_eq!(t.director("IR"), Some(0));
    // No ordinary share in the IPO: only those of the pool are left.
    let t = Table::new(3).private("DR", 2).started("IR", 65, [6, 0, 0], 4);
    assert_eq!(t.refused(t.swap("DR")), "S89-PRIVATE-25");
    let t = Table::new(3).started("IR", 65, [2, 0, 0], 0).floated("UR", 65, [5, 0, 0], 0);
    let t = t.private_of("DR", "UR");
    assert_eq!(t.refused(t.swap("DR")), "S89-PRIVATE-23", "a company cannot swap it");
}

#[test]
fn the_swap_is_possible_at_any_moment_after_the_auction() {
    // S89-PRIVATE-24, S89-PRIVATE-27
    let t = Table::auction(3).private("DR", 2);
    assert!(t.asides_of(2).is_empty());
    assert_eq!(t.refused(t.swap("DR")), "S89-AUCTION-2");
    let mut t = Table::new(3).private("DR", 0).started("IR", 65, [2, 0, 0], 0);
    t.play(t.swap("DR"));
    assert_eq!(t.decider(), 0);
    assert!(t.offers(&t.share("IR")), "it is not the purchase of the turn");
    t.pass().pass().pass();
    assert_ne!(t.round().1, 2, "nor an act for passing");
    let t = Table::new(3).private("DR", 2).floated("UR", 65, [5, 0, 0], 0).treasury("UR", 300);
    for step in ["track", "trains"] {
        let t = t.clone().operating().until(step);
        assert_eq!(t.asides_of(2), [t.swap("DR")], "in {step}");
    }
}

#[test]
fn the_swap_and_the_limits() {
    // S89-PRIVATE-28, S89-PRIVATE-29, S89-FLOAT-7
    let t = Table::new(6).private("DR", 0).started("IR", 65, [6, 0, 0, 0, 0, 0], 0);
    assert_eq!(t.refused(t.swap("DR")), "S89-PRIVATE-28");
    let t = Table::new(6).private("DR", 0).started("IR", 65, [2, 2, 0, 0, 0, 0], 0);
    let t = t.started("AR", 65, [6, 0, 0, 0, 0, 0], 0).started("SR", 65, [6, 0, 0, 0, 0, 0], 0);
    assert_eq!(t.certificates(0), 12);
    assert!(t.offers(&t.swap("DR")), "the limit of certificates does not count");
    // The share counts at once for floating and for the director.
    let t = Table::new(3).private("DR", 1).floated("UR", 65, [5, 0, 0], 0);
    let mut t = t.started("IR", 65, [2, 2, 0], 0).operating();
    t.play(t.swap("DR"));
    assert!(t.is("IR", Flag::Floated));
    assert_eq!((t.treasury_of("IR"), t.director("IR")), (650, Some(1)));
    let lineup = engine::Position::lineup(&t.at);
    assert_eq!(lineup, [t.company("UR")], "it does not operate in this round");
}

#[test]
fn the_first_5_closes_all_but_a_players_ferry() {
    // S89-PRIVATE-30, S89-PRIVATE-31, S89-PHASE-3
    let table = || {
        let t = Table::new(4).phase("4").floated("UR", 65, [5, 0, 0, 0], 0);
        let t = t.treasury("UR", 500).private("SIR", 1).private_of("SMR", "UR");
        t.private("TR", 2).tile("B5", "9", 0)
    };
    let five = |t: Table| {
        let mut t = t.operating().until("trains");
        t.cards_gone(|card| card.kind == 2);
        t.play(t.deck("UR"));
        t
    };
    let t = five(table().private("UTF", 3));
    assert_eq!(["SIR", "SMR", "TR"].map(|id| t.paper_place(id)), [Place::Gone; 3]);
    assert_eq!(t.paper_place("UTF"), Place::Player(Player(3)));
    assert_eq!((t.certificates(1), t.certificates(3)), (0, 1));
    let mut t = t;
    while t.round().2 == 1 {
        t.idle();
    }
    assert_eq!(t.cash_of(3), 420 + 30 + 50, "it pays more from the next round on");
    assert_eq!(t.cash_of(1), 420 + 20, "a closed one pays nothing");
    let t = five(table().private_of("UTF", "UR"));
    assert_eq!(t.paper_place("UTF"), Place::Gone);
}
