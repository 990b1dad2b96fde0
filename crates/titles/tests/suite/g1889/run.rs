//! Running trains, what stops pay, and dividends. S89-RUN, S89-REVENUE, S89-DIVIDEND

use super::Table;
use engine::{Move, RouteClaim, RouteStep};

// KO between Takamatsu (30), Kotohira (40), and the off-board area J1 over Marugame's neighbour.
fn ko(phase: &str, train: &str) -> Table {
    let t = Table::new(2).phase(phase).floated("KO", 65, [5, 0], 0).treasury("KO", 50);
    t.train("KO", train).tile("J3", "8", 5).tile("I4", "438", 4)
}

// A route by hexes and the numbers of segments on their tiles.
fn route(t: &Table, train: &str, path: &[(&str, u8)]) -> RouteClaim {
    let step = |&(hex, segment): &(&str, u8)| RouteStep { cell: t.hex(hex), segment };
    RouteClaim::best(t.card("KO", train), path.iter().map(step).collect())
}

fn run(t: &Table, routes: Vec<RouteClaim>) -> Move {
    Move::Run { company: t.company("KO"), routes, recorded: None }
}

// Segment 2 of K4 leads to J3; segment 0 of 438 turned by 4 comes from J3.
const HOME_TO_KOTOHIRA: [(&str, u8); 3] = [("K4", 2), ("J3", 0), ("I4", 0)];

#[test]
fn a_route_joins_stops_one_of_them_with_an_own_marker() {
    // S89-RUN-1, S89-RUN-2, S89-RUN-12, worked example 19
    let mut t = ko("2", "2").operating().until("run");
    assert_eq!(t.best("KO"), 70);
    let one = route(&t, "2", &HOME_TO_KOTOHIRA);
    assert_eq!(t.refused(run(&t, vec![one.clone(), one.clone()])), "S89-RUN-1");
    assert_eq!(t.refused(run(&t, vec![route(&t, "2", &HOME_TO_KOTOHIRA[..1])])), "S89-RUN-2");
    assert_eq!(t.refused(run(&t, vec![])), "S89-RUN-12");
    t.play(run(&t, vec![one]));
    assert_eq!(
        (t.step(), t.at.state.turn.as_ref().map(|turn| turn.revenue)),
        ("dividend", Some(70))
    );
    // Without an own marker there is no route.
    let t = ko("2", "2").tile("I6", "8", 1).tile("H7", "57", 1).operating().until("run");
    let far = route(&t, "2", &[("I4", 1), ("I6", 0), ("H7", 1)]);
    assert_eq!(t.refused(run(&t, vec![far])), "S89-RUN-2");
}

#[test]
fn a_train_stops_as_often_as_its_number_says() {
    // S89-RUN-3, S89-RUN-4
    // Takamatsu, Kotohira, Ikeda: three stops.
    let line = |train: &str| {
        let t = ko("3", train).tile("I6", "8", 1).tile("H7", "57", 1);
        t.operating().until("run")
    };
    let path = [("K4", 2), ("J3", 0), ("I4", 0), ("I4", 1), ("I6", 0), ("H7", 1)];
    let two = line("2");
    assert_eq!(two.best("KO"), 70);
    assert_eq!(two.refused(run(&two, vec![route(&two, "2", &path)])), "S89-RUN-3");
    let three = line("3");
    assert_eq!(three.best("KO"), 90);
    assert!(three.clone().try_play(run(&three, vec![route(&three, "3", &path)])).is_ok());
    // Every stop counts: none is left out.
    let mut skipping = route(&two, "2", &path);
    skipping.passes = vec![board::Spot { cell: two.hex("I4"), stop: 0 }];
    assert_ne!(two.refused(run(&two, vec![skipping])), "");
    // A D has no limit.
    assert_eq!(line_d().best("KO"), 90);
}

fn line_d() -> Table {
    let t = ko("D", "D").tile("I6", "8", 1).tile("H7", "57", 1);
    t.operating().until("run")
}

#[test]
fn a_route_stops_nowhere_twice() {
    // S89-RUN-5
    // A ring: Takamatsu, J3, Ritsurin Kouen, Takamatsu.
    let t = Table::new(2).phase("3").floated("KO", 65, [5, 0], 0).train("KO", "3");
    let t = t.tile("J3", "7", 5).tile("J5", "3", 3).operating().until("run");
    let ring = [("K4", 2), ("J3", 0), ("J5", 0), ("J5", 1), ("K4", 1)];
    assert_eq!(t.refused(run(&t, vec![route(&t, "3", &ring)])), "S89-RUN-5");
    assert_eq!(t.best("KO"), 40);
}

#[test]
fn routes_share_stops_but_no_side() {
    // S89-RUN-6..8, worked example 21
    let twice =
        || Table::new(2).phase("3").floated("KO", 65, [5, 0], 0).train("KO", "2").train("KO", "2");
    // Tile 24 on J3: both of its tracks leave by the side to Takamatsu.
    let t = twice().tile("J3", "24", 5).tile("I4", "438", 4).tile("I2", "5", 5);
    let t = t.operating().until("run");
    assert_eq!(t.best("KO"), 70);
    let first = route(&t, "2", &[("K4", 2), ("J3", 1), ("I4", 0)]);
    let second = route(&t, "2", &[("K4", 2), ("J3", 0), ("I2", 0)]);
    let cards: Vec<_> = t.at.state.core.trains.of(t.company("KO")).collect();
    let other = cards.into_iter().find(|&c| c != first.card);
    let card = other.expect("two trains");
    let both = vec![first, RouteClaim { card, ..second }];
    assert_eq!(t.refused(run(&t, both)), "S89-RUN-6");
    // By another side a second train runs, and Takamatsu pays both.
    let t = twice().tile("J3", "8", 5).tile("I4", "438", 4).tile("J5", "58", 2);
    assert_eq!(t.operating().best("KO"), 70 + 40);
}

#[test]
fn off_board_areas_end_a_route() {
    // S89-RUN-9, S89-REVENUE-5, S89-REVENUE-6, worked example 20
    // IR between Imabari in the north-east (F1) and its home.
    let ir = |phase: &str, train: &str| {
        let t = Table::new(2).phase(phase).floated("IR", 65, [5, 0], 0).train("IR", train);
        t.tile("E2", "6", 4).operating()
    };
    assert_eq!(ir("2", "2").best("IR"), 20 + 30);
    assert_eq!(ir("4", "4").best("IR"), 20 + 30);
    assert_eq!(ir("5", "5").best("IR"), 20 + 60);
    assert_eq!(ir("D", "5").best("IR"), 20 + 60, "another train in phase D");
    assert_eq!(ir("D", "D").best("IR"), 20 + 100);
    let j1 = |phase: &str, train: &str| {
        let t = Table::new(2).phase(phase).floated("SR", 65, [5, 0], 0).train("SR", train);
        t.tile("I2", "5", 4).operating().best("SR")
    };
    let got = [j1("4", "4"), j1("5", "5"), j1("D", "D")];
    assert_eq!(got, [20 + 20, 20 + 40, 20 + 80]);
    let l7 = |phase: &str, train: &str| {
        let t = Table::new(2).phase(phase).floated("AR", 65, [5, 0], 0).train("AR", train);
        t.tile("K8", "5", 3).operating().best("AR")
    };
    assert_eq!([l7("2", "2"), l7("6", "6"), l7("D", "D")], [40, 60, 100]);
    // Both ends may be off-board: J1 - Marugame - J3 - J1 would be the same area twice; F1 has two sides.
    let t = Table::new(2).phase("3").floated("IR", 65, [5, 0], 0).train("IR", "3");
    let t = t.tile("E2", "6", 4).tile("F3", "5", 2).operating();
    assert_eq!(t.best("IR"), 50, "no line goes on through F1");
}

#[test]
fn nobody_runs_through_a_closed_city() {
    // S89-RUN-10, S89-RUN-11
    let line = || ko("3", "3").tile("I6", "8", 1).tile("H7", "57", 1);
    assert_eq!(line().operating().best("KO"), 90);
    let closed = line().extra_station("AR", "I4", 0).operating();
    assert_eq!(closed.best("KO"), 70, "it may end there");
    // SR passes Takamatsu while KO has not placed its home.
    let t = Table::new(2).phase("3").floated("SR", 65, [5, 0], 0).train("SR", "3");
    let t = t.tile("I2", "5", 5).tile("J3", "9", 2).tile("J5", "58", 2).operating();
    assert_eq!(t.best("SR"), 20 + 30 + 10);
}

#[test]
fn a_train_runs_in_a_later_turn_than_it_was_bought() {
    // S89-RUN-13
    let mut t = ko("2", "2").treasury("KO", 200).operating().until("trains");
    t.play(t.deck("KO"));
    assert_ne!(t.step(), "run");
}

#[test]
fn what_stops_pay() {
    // S89-REVENUE-1..4
    let t = Table::new(2);
    let paid = |tile: &str| t.sheet().tiles.get(t.tile_id(tile)).stops[0].paid.in_column(0);
    for (tile, value) in [("3", 10), ("58", 10), ("437", 30), ("438", 40), ("439", 60)] {
        assert_eq!(paid(tile), value, "{tile}");
    }
    for (tile, value) in [("492", 80), ("440", 40), ("466", 60), ("465", 60)] {
        assert_eq!(paid(tile), value, "{tile}");
    }
    for tile in ["5", "6", "57"] {
        assert_eq!(paid(tile), 20, "{tile}");
    }
    for tile in ["12", "13", "14", "15", "205", "206"] {
        assert_eq!(paid(tile), 30, "{tile}");
    }
    for tile in ["448", "611"] {
        assert_eq!(paid(tile), 40, "{tile}");
    }
    let printed = |hex: &str| {
        let laid = t.at.state.core.board().at(t.hex(hex)).expect("a hex");
        t.sheet().tiles.get(laid.tile).stops[0].paid.in_column(0)
    };
    let values = ["B3", "G14", "C4", "B7", "K4", "F9"].map(printed);
    assert_eq!(values, [20, 20, 20, 40, 30, 30]);
}

#[test]
fn dividends_are_paid_out_or_withheld() {
    // S89-DIVIDEND-1..4, S89-MARKET-2, S89-MARKET-3
    // KO with five shares of one player, two in the pool, three in the IPO earns 70.
    let t = Table::new(2).floated("KO", 65, [5, 0], 2).treasury("KO", 0).train("KO", "2");
    let t = t.tile("J3", "8", 5).tile("I4", "438", 4).operating().until("dividend");
    let (mut out, mut kept) = (t.clone(), t);
    out.pay_out();
    assert_eq!((out.cash_of(0), out.treasury_of("KO")), (420 + 35, 14));
    assert_eq!(out.cell_of("KO"), (5, 4));
    kept.withhold();
    assert_eq!((kept.cash_of(0), kept.treasury_of("KO")), (420, 70));
    assert_eq!(kept.cell_of("KO"), (5, 2));
    // Without a train the price falls.
    let mut t = Table::new(2).floated("KO", 65, [5, 0], 0).operating();
    t.pass();
    assert_eq!(t.cell_of("KO"), (5, 2));
}

#[test]
fn a_tenth_for_each_share() {
    // S89-DIVIDEND-2, worked example 12
    let mut t = Table::new(2).floated("KO", 65, [5, 0], 2).treasury("KO", 0).train("KO", "2");
    t = t.tile("J3", "8", 5).tile("I4", "438", 4).operating().until("dividend");
    if let Some(turn) = &mut t.at.state.turn {
        turn.revenue = 180;
    }
    let bank = t.bank_holds();
    t.pay_out();
    assert_eq!((t.cash_of(0), t.treasury_of("KO")), (420 + 90, 36));
    assert_eq!(t.bank_holds(), bank - 126, "three shares in the IPO get nothing");
}
