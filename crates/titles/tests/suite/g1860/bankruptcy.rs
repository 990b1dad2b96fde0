//! Bankruptcy and restart.

use super::Table;
use engine::{Flag, Move, Position, RoundKind, ShareSource};

/// C&N at £7: a sale of two shares ruins it.
fn doomed(players: usize) -> Table {
    let t = Table::new(players).operated("C&N", 90, [4, 3], 1).price("C&N", 7).treasury("C&N", 130);
    t.train("C&N", "2+1").flag("C&N", Flag::Insolvent).private("CMH", engine::Place::Gone)
}

#[test]
fn all_certificates_go_back_without_compensation() {
    // IOW-BANKRUPT-1, IOW-BANKRUPT-2, IOW-BANKRUPT-4, IOW-BANKRUPT-6, IOW-BANKRUPT-15
    let mut t = doomed(3).stock_round(3, 0);
    t.play(t.sell("C&N", 2));
    assert!(t.is("C&N", Flag::Bankrupt) && !t.is("C&N", Flag::Floated));
    assert_eq!(
        (t.ipo_of("C&N"), t.pool_of("C&N"), t.units("C&N", 1), t.cash_of(1)),
        (10, 0, 0, 670)
    );
    assert_eq!((t.treasury_of("C&N"), t.trains_of("C&N")), (130, vec!["2+1".to_owned()]));
    assert_eq!(
        t.at.state.core.company(t.company("C&N")).markers_left(),
        3,
        "unbuilt bases stay with it"
    );
    assert!(t.is("C&N", Flag::Insolvent), "the card stays");
    assert!(t.at.active().all(|c| c != t.company("C&N")), "no turns while bankrupt");
    assert!((0..3).all(|p| t.cash_of(p) >= 670), "players are never bankrupt (IOW-BANKRUPT-18)");
}

#[test]
fn players_are_never_bankrupt() {
    // IOW-BANKRUPT-18: no player ever pays for a company, and nobody leaves the game.
    for cash in [0, 900] {
        let mut t = Table::new(2)
            .cash_each([cash, cash])
            .operated("IOW", 90, [5], 0)
            .tile("J4", "57", 2)
            .turns(["IOW"]);
        t.pass();
        assert_eq!(t.step(), "stock", "without credits it buys no train");
        assert!(t.is("IOW", Flag::Insolvent));
        assert_eq!(t.cash_of(0), cash, "its director need not and cannot help");
    }
    let mut rich = Table::new(2)
        .cash_each([900, 900])
        .operated("IOW", 90, [5], 0)
        .operated("C&N", 82, [0, 5], 0)
        .treasury("IOW", 100)
        .train("C&N", "2+1")
        .train("C&N", "2+1")
        .turns(["IOW", "C&N"]);
    while rich.step() != "trains" {
        rich.pass();
    }
    assert_eq!(
        rich.refused(rich.deck("IOW")),
        "IOW-MONEY-4",
        "250 with 100 credits and a rich director"
    );
    rich.pass();
    assert_eq!(rich.cash_of(0), 900);
    let mut t = doomed(3).cash_each([0, 0, 0]).stock_round(3, 1);
    t.play(t.sell("C&N", 2));
    assert_eq!((t.units("C&N", 0), t.cash_of(0)), (0, 0), "nothing left");
    assert_eq!(t.at.state.core.players().count(), 3);
    let view = engine::view(&t.at);
    assert_eq!(view.order.len(), 3, "and still at the table");
    assert_eq!(t.at.values()[0], 0);
    assert!(t.at.decision().is_some());
}

#[test]
fn its_markers_block_lines_but_not_runs() {
    // IOW-BANKRUPT-3, IOW-TRACK-15, IOW-RUN-17
    let line = |bankrupt: bool| {
        let t = Table::new(2).operated("IOW", 90, [5], 0).train("IOW", "3+2").treasury("IOW", 300);
        let t = t.tile("J4", "6", 0).tile("J6", "746", 0).station("C&N", "J4", 0);
        let t = if bankrupt { t.flag("C&N", Flag::Bankrupt) } else { t };
        let problem = t.problem("IOW");
        let ryde = problem.network.stop_at(t.hex("J4").0, 0).expect("Ryde");
        let passable = problem.network.stops[ryde as usize].passable;
        let reach = t.at.state.core.reach(&t.at.printed.sheet, t.company("IOW"));
        (passable, reach.touches(t.at.state.core.board(), t.hex("J6")))
    };
    assert_eq!(line(false), (false, false), "a full city stops both");
    assert_eq!(line(true), (true, false), "a turned-over marker stops track and bases only");
}

#[test]
fn the_priority_card_goes_to_the_player_with_the_fewest_shares() {
    // IOW-BANKRUPT-7, IOW-BANKRUPT-20
    let t = doomed(3).operated("IWNJ", 62, [1, 2, 3], 0);
    let mut t = t.stock_round(3, 0);
    t.play(t.sell("C&N", 2));
    assert_eq!(t.at.state.core.order[0], 0, "1, 2 and 3 shares after the recall");
    let t = doomed(3)
        .operated("IWNJ", 62, [3, 2, 1], 0)
        .private("BHC", engine::Place::Player(engine::Player(2)));
    let mut t = t.stock_round(3, 0);
    t.play(t.sell("C&N", 2));
    assert_eq!((t.at.state.core.order[0], t.decider()), (2, 2), "private companies are ignored");
}

#[test]
fn a_tie_goes_clockwise_from_the_present_holder() {
    // IOW-BANKRUPT-8
    let t = doomed(3)
        .operated("IWNJ", 62, [2, 1, 1], 0)
        .go(|p, events| p.acts(events).give_priority(engine::Player(2)));
    let mut t = t.stock_round(3, 0);
    t.play(t.sell("C&N", 2));
    assert_eq!(t.at.state.core.order[0], 2, "the holder comes first");
}

#[test]
fn in_a_stock_round_the_round_starts_again_at_once() {
    // IOW-BANKRUPT-9, HARD-IOW-4, IOW-SR-13
    let t = doomed(2).operated("IWNJ", 62, [3, 4], 0).started("FYN", 62, [3], 0);
    let mut t = t.stock_round(3, 0);
    t.play(t.sell("IWNJ", 1));
    assert_eq!(t.refused(t.buy("IWNJ", ShareSource::Ipo)), "IOW-SR-12");
    t.play(t.sell("C&N", 2));
    assert_eq!((t.at.state.core.round.kind, t.at.state.core.round.set), (RoundKind::Stock, 3));
    assert_eq!(t.decider(), 1, "four shares against five");
    let (iwnj, stock) = (t.company("IWNJ"), &t.at.state.stock);
    let banned = |seat| stock.has_sold(engine::Player(seat), iwnj);
    assert!(!(0..4).any(banned), "bans are lifted");
    t.play(t.start_at("C&N", 40));
    assert_eq!(t.market_price("C&N"), Some(40), "and it may be started again in this round");
}

#[test]
fn in_an_operating_round_the_set_goes_on() {
    // IOW-BANKRUPT-10, IOW-BANKRUPT-7
    let t = Table::new(2).operated("C&N", 90, [4, 3], 0).price("C&N", 14).operated(
        "IOW",
        90,
        [5, 1],
        0,
    );
    let mut t =
        t.go(|p, events| p.acts(events).give_priority(engine::Player(0))).turns(["C&N", "IOW"]);
    t.pass();
    assert!(t.is("C&N", Flag::Bankrupt));
    assert_eq!(t.acting(), "IOW");
    assert_eq!(t.at.state.core.order[0], 1, "one share against five");
}

#[test]
fn it_may_be_started_again_from_forty_to_its_highest_price() {
    // IOW-BANKRUPT-11, IOW-BANKRUPT-12, HARD-IOW-5, IOW-MARKET-6: worked example 18.
    let t = Table::new(2).flag("S&C", Flag::Bankrupt).stock_round(3, 0);
    assert_eq!(
        t.first_prices("S&C"),
        [40, 44, 47, 50, 52, 54, 56, 58, 60, 62],
        "whatever its group"
    );
    assert_eq!(t.refused(t.start_at("S&C", 65)), "IOW-BANKRUPT-12");
    assert_eq!(t.refused(t.start_at("S&C", 36)), "IOW-BANKRUPT-12");
    assert_eq!(t.refused(t.start_at("VY&SC", 54)), "IOW-GROUP-1");
    let price = |kind: &str| {
        let kinds = &t.at.printed.sheet.trains;
        kinds.iter().find(|k| k.name == kind).map(|k| k.faces[0].price).unwrap_or(0)
    };
    assert!(price("5+3") <= 400 && price("6+3") > 400);
}

#[test]
fn at_half_it_is_launched_again_with_fresh_capital() {
    // IOW-BANKRUPT-13, IOW-BANKRUPT-14, IOW-BANKRUPT-16, IOW-BANKRUPT-21, HARD-IOW-5
    let t = doomed(2).started("FYN", 62, [0, 2], 0);
    let mut t = t.stock_round(3, 0);
    t.play(t.sell("C&N", 2));
    t = t.stock_round(3, 0);
    t.play(t.start_at("C&N", 44));
    assert!(t.is("C&N", Flag::Bankrupt), "the director's certificate alone changes nothing");
    let company = t.company("C&N");
    let mut t = t
        .go(|p, _| p.state.core.stock[company.at()].from_ipo(engine::Player(1), 2))
        .stock_round(3, 0);
    t.play(t.buy("C&N", ShareSource::Ipo));
    assert!(t.is("C&N", Flag::Floated) && !t.is("C&N", Flag::Bankrupt));
    assert_eq!(t.treasury_of("C&N"), 130 + 440);
    assert_eq!(t.step(), "stock", "no second home tile");
    assert_eq!(t.at.state.core.board().stations(&t.at.printed.sheet.tiles, company.0).len(), 1);
    t.play(t.sell("C&N", 1));
    assert_eq!(t.market_price("C&N"), Some(40), "it counts as having operated");
}

#[test]
fn the_first_bankruptcy_of_a_turn_ends_it() {
    // IOW-BANKRUPT-9, IOW-OR-8: J-45
    let t = doomed(2).operated("IWNJ", 62, [4, 1], 0).price("IWNJ", 7);
    let mut t = t.stock_round(3, 0);
    t.play(t.sell("C&N", 2));
    assert_eq!(t.decider(), 1, "fewer shares, and the turn of seat 0 is over");
    assert!(!t.is("IWNJ", Flag::Bankrupt));
    assert!(t.offers(&Move::Pass));
}
