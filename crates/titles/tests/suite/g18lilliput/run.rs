//! Running trains, income, dividends.

use super::table::{Table, at};
use board::Spot;
use engine::{Event, Move, Pay, Position};

fn income(t: &Table, id: &str) -> i32 {
    t.at.income_of(t.company(id)).0
}

// MR north: home, plain, city, plain, city in a line.
fn line() -> Table {
    Table::drafted(4)
        .tile((0, -2), "P-Y-S", 0)
        .tile((0, -3), "C-Y-S", 0)
        .tile((0, -4), "P-Y-S", 0)
        .tile((0, -5), "C-Y-S", 0)
}

#[test]
fn companies_run_by_price_and_from_the_top_of_the_pile() {
    // LIL-RUN-1
    let mut t = Table::drafted(4).price("LNR", 70).price("MR", 50);
    let mut order = Vec::new();
    let mut events = t.end_turns().events.clone();
    loop {
        order.extend(events.iter().filter_map(|e| match e {
            Event::TurnBegan { company } => Some(t.at.printed.sheet.company(*company).id.clone()),
            _ => None,
        }));
        if t.step() != "dividend" {
            break;
        }
        // A price that falls into the pile of others does not change the order of this step.
        events = t.play(Move::Dividend { pay: Pay::Withhold }).events.clone();
        if t.step() == "depot" {
            events.extend(t.pass().events.clone());
        }
    }
    assert_eq!(order, ["LNR", "SR", "GVR", "MR"], "MR arrived last on 50 and lies below");
}

#[test]
fn each_train_runs_one_route_of_two_places_at_least() {
    // LIL-RUN-2, LIL-RUN-3, LIL-RUN-18
    let mut t = line().trains("MR", &["2"]);
    assert_eq!(income(&t, "MR"), 50);
    t = t.trains("MR", &["2", "2"]);
    assert_eq!(income(&t, "MR"), 50 + 40, "Mildendo-home and home-0,-3");
    t = t.trains("MR", &["2", "2", "2"]);
    assert_eq!(income(&t, "MR"), 90, "the third has no legal route and earns nothing");
    t = t.trains("MR", &["5"]);
    assert_eq!(income(&t, "MR"), 30 + 60, "a train need not use its full range");
    // A single place is no route.
    let t = Table::drafted(4)
        .tile((5, 6), "C-Y-S", 0)
        .founded(0, "BCR", 60)
        .extra_station("BCR", (5, 6), 0)
        .trains("BCR", &["2"]);
    assert_eq!(income(&t, "BCR"), 0);
}

#[test]
fn a_route_holds_a_station_of_the_company() {
    // LIL-RUN-4
    let mut t =
        line().trains("MR", &["2", "2"]).tile((0, -5), "C-G-T", 0).tile((0, -3), "C-G-T", 0);
    assert_eq!(
        income(&t, "MR"),
        50 + 50,
        "0,-3 to 0,-5 would be worth 60, but holds no own station"
    );
    t = t.extra_station("MR", (0, -5), 0);
    assert_eq!(income(&t, "MR"), 50 + 60);
}

#[test]
fn no_track_and_no_place_twice() {
    // LIL-RUN-5, LIL-RUN-15, LIL-RUN-16
    let mut t = line();
    for trains in [["3", "3"], ["5", "5"]] {
        t = t.trains("MR", &trains);
        assert_eq!(
            income(&t, "MR"),
            50 + 60,
            "the line is divided: Mildendo-home and home-0,-3-0,-5"
        );
    }
    // A ring: home (C-G-T, north-east-south), round and back; the home counts once.
    let t = Table::drafted(4)
        .tile((0, -1), "C-G-T", 0)
        .tile((0, -2), "P-Y-C", 1)
        .tile((1, -2), "C-Y-C", 2)
        .tile((1, -1), "P-Y-C", 3)
        .trains("MR", &["5"]);
    assert_eq!(income(&t, "MR"), 30 + 30 + 20);
}

#[test]
fn no_reversing_at_a_switch_and_no_turning_on_a_bridge() {
    // LIL-RUN-6, LIL-RUN-7
    let mut t = Table::drafted(4);
    // The switch's stem points north: south and east branches. The brown Y tile in the east would bring most.
    t = t.tile((0, -1), "C-Y-S", 0);
    t = t.tile((0, -2), "P-G-R", 0);
    t = t.tile((1, -2), "M-B-X", 0);
    t = t.tile((0, -3), "C-Y-S", 0);
    t = t.trains("MR", &["2", "2"]);
    assert_eq!(t.at.state.core.board().exits(&t.at.printed.sheet.tiles, at(0, -2)), 0b0111);
    assert_eq!(
        income(&t, "MR"),
        50 + 40,
        "home to 0,-3; from the south branch no train reaches 1,-2"
    );
    // Turned so that the stem points at the home, both branches are open, one to each route.
    let mut stem = Table::drafted(4);
    stem = stem.tile((0, -2), "P-G-L", 2);
    assert_eq!(stem.at.state.core.board().exits(&stem.at.printed.sheet.tiles, at(0, -2)), 0b0111);
    stem = stem.tile((1, -2), "M-B-X", 0);
    stem = stem.tile((0, -3), "C-Y-S", 0);
    stem = stem.trains("MR", &["2"]);
    assert_eq!(income(&stem, "MR"), 20 + 50, "home to 1,-2");
    let reach = t.at.state.core.reach(&t.at.printed.sheet, t.company("MR"));
    assert!(!reach.has(t.at.state.core.board(), Spot { cell: at(1, -2), stop: 0 }));
    // A bridge: straight on only.
    let mut t = Table::drafted(4);
    t = t.tile((0, -2), "P-G-X", 0);
    t = t.tile((1, -2), "C-G-T", 2);
    t = t.tile((0, -3), "C-Y-S", 0);
    t = t.trains("MR", &["2", "2"]);
    assert_eq!(income(&t, "MR"), 50 + 40);
}

#[test]
fn a_route_leaves_a_city_by_any_other_track() {
    // LIL-RUN-8
    let mut t = Table::drafted(4)
        .tile((0, -2), "P-Y-S", 0)
        .tile((0, -3), "C-G-T", 3)
        .tile((1, -3), "P-Y-S", 1)
        .tile((2, -3), "C-Y-S", 1)
        .tile((-1, -3), "P-Y-S", 1)
        .tile((-2, -3), "M-Y-S", 1);
    assert_eq!(
        t.at.state.core.board().exits(&t.at.printed.sheet.tiles, at(0, -3)),
        0b1011,
        "west, north, east"
    );
    t = t.tile((0, -3), "C-G-T", 1);
    assert_eq!(
        t.at.state.core.board().exits(&t.at.printed.sheet.tiles, at(0, -3)),
        0b1110,
        "east, south, west"
    );
    t = t.trains("MR", &["3"]);
    assert_eq!(
        income(&t, "MR"),
        80,
        "Mildendo, home, 0,-3 or home, 0,-3 and the Y tile in the west"
    );
    t = t.extra_station("MR", (0, -3), 0).trains("MR", &["4"]);
    assert_eq!(income(&t, "MR"), 30 + 20 + 30 + 30, "from the south it leaves to the west");
}

#[test]
fn a_blocked_city_is_an_end_only() {
    // LIL-RUN-9
    let t = line().extra_station("SR", (0, -3), 0).trains("MR", &["5"]);
    assert_eq!(income(&t, "MR"), 70, "Mildendo, home, and the full city as the end");
}

#[test]
fn range_counts_cities_and_mildendo() {
    // LIL-RUN-10, LIL-RUN-13
    let t = Table::new(4);
    let ranges: Vec<_> = t.at.printed.sheet.trains.iter().map(|k| k.faces[0].range).collect();
    let cities = |count, times| engine::Range::Cities { count, times };
    assert_eq!(
        ranges,
        [cities(2, 1), cities(3, 1), cities(4, 1), cities(5, 1), cities(3, 2), cities(4, 2)]
    );
    let mut t = line();
    for (kind, wanted) in [("2", 50), ("3", 70), ("4", 90), ("5", 90), ("3D", 140), ("4D", 180)] {
        t = t.trains("MR", &[kind]);
        assert_eq!(income(&t, "MR"), wanted, "{kind}");
    }
    // Mildendo is never passed: the blue line in the east stays out of reach.
    let network = t.problem("MR").network;
    let mildendo = network.stops.iter().find(|s| s.cell == at(0, 0).0).unwrap();
    assert!(mildendo.terminus && mildendo.counts_against_range);
}

#[test]
fn towns_on_the_way_are_never_left_out() {
    // LIL-RUN-11, LIL-RUN-12
    let t = Table::drafted(4)
        .tile((0, -2), "K-TOWN-S", 0)
        .tile((0, -3), "C-Y-S", 0)
        .trains("MR", &["3"]);
    let problem = t.problem("MR");
    let best = routing::solve(
        &problem.network,
        &problem.trains,
        &problem.rules,
        routing::Budget::unlimited(),
    );
    assert!(best.proved);
    assert_eq!(best.totals.revenue, 80);
    assert!(best.routes[0].calls.iter().all(|c| c.counted) && best.routes[0].calls.len() == 4);
    // The town may be an end.
    let t = Table::drafted(4).tile((0, -2), "K-TOWN-S", 0).trains("MR", &["2"]);
    assert_eq!(income(&t, "MR"), 60);
}

#[test]
fn trains_of_a_company_meet_in_places_and_cross_on_bridges() {
    // LIL-RUN-15, LIL-RUN-16
    let mut t = Table::drafted(4);
    // MR goes round: home C-B-X, north over the bridge, east and back over the bridge.
    t = t
        .tile((0, -1), "C-G-T", 0)
        .tile((0, -2), "P-G-X", 0)
        .tile((0, -3), "C-Y-C", 1)
        .tile((1, -3), "P-Y-C", 2)
        .tile((1, -2), "C-Y-C", 3)
        .tile((-1, -2), "C-Y-S", 1)
        .trains("MR", &["5"]);
    let whole = income(&t, "MR");
    assert_eq!(whole, 30 + 30 + 20 + 20 + 20, "over the bridge twice, on different track");
    t = t.trains("MR", &["3", "3"]).extra_station("MR", (1, -2), 0);
    assert_eq!(
        income(&t, "MR"),
        80 + 60,
        "Mildendo-home-0,-3 and 0,-3-1,-2-over the bridge to -1,-2"
    );
}

#[test]
fn two_trains_end_in_mildendo_from_different_sides() {
    // LIL-RUN-17
    let mut t = Table::drafted(4)
        .tile((0, -1), "C-G-T", 0)
        .tile((1, -1), "P-Y-C", 2)
        .tile((1, 0), "M-G-T", 3)
        .extra_station("MR", (1, 0), 0)
        .trains("MR", &["2", "2"]);
    assert_eq!(t.at.state.core.board().exits(&t.at.printed.sheet.tiles, at(1, 0)), 0b1011);
    assert_eq!(
        income(&t, "MR"),
        (30 + 40) + (40 + 30),
        "Mildendo from the east; the Y tile and the home"
    );
    t = t.trains("MR", &["2", "2", "2"]);
    assert_eq!(income(&t, "MR"), 70 + 70 + 60, "and Mildendo from the north");
}

#[test]
fn values_are_summed_doubled_and_halved_train_by_train() {
    // LIL-INCOME-1, LIL-INCOME-2, LIL-INCOME-3, LIL-PHASE-10
    let t = line().tile((0, -2), "K-TOWN-S", 0).trains("MR", &["3D"]);
    assert_eq!(income(&t, "MR"), 2 * (30 + 20 + 10 + 20), "small towns too");
    let mut t = line().trains("MR", &["4"]);
    assert_eq!(income(&t, "MR"), 90);
    let card = t.at.state.core.trains.of(t.company("MR")).next().unwrap();
    t = t.obsolete(card);
    assert_eq!(income(&t, "MR"), 40, "45 rounded down");
    t = t.trains("MR", &["2", "2"]);
    let cards: Vec<_> = t.at.state.core.trains.of(t.company("MR")).collect();
    for card in cards {
        t = t.obsolete(card);
    }
    assert_eq!(income(&t, "MR"), 20 + 20, "50 and 40 halved one by one");
}

#[test]
fn the_highest_total_is_found_and_proved() {
    // LIL-INCOME-4
    let mut t = line().tile((0, -3), "M-Y-S", 0).trains("MR", &["2", "2"]);
    assert_eq!(t.at.must_maximise(t.company("MR")), Some("LIL-INCOME-4"));
    assert_eq!(income(&t, "MR"), 50 + 50);
    let events = t.end_turns().events.clone();
    assert!(
        events.contains(&Event::Ran { company: t.company("MR"), revenue: 100, subsidy: 0 }),
        "nobody has to claim it"
    );
}

#[test]
fn values_by_colour() {
    // LIL-INCOME-6
    let t = Table::new(4);
    let value =
        |name: &str| t.at.printed.sheet.tiles.get(t.tile_id(name)).stops[0].paid.in_column(0);
    let wanted = [
        ("C-Y-S", 20),
        ("C-G-T", 30),
        ("C-B-X", 40),
        ("M-Y-C", 30),
        ("M-G-T", 40),
        ("M-B-X", 50),
        ("START", 30),
        ("K-TOWN-S", 10),
        ("K-PORT-A", 10),
        ("K-CASTLE", 30),
    ];
    for (tile, paid) in wanted {
        assert_eq!(value(tile), paid, "{tile}");
    }
    assert_eq!(
        t.at.printed.sheet.tiles.get(t.tile_id("K-CASTLE")).stops[0].paid_with_station,
        Some(50)
    );
}

#[test]
fn the_director_decides_for_the_whole_income() {
    // LIL-INCOME-5, LIL-DIVIDEND-1, LIL-DIVIDEND-2, LIL-DIVIDEND-3
    let mut t = Table::drafted(4).shares("MR", 1, 2);
    t.end_turns();
    assert_eq!(
        (t.step(), t.decider(), t.at.choices().len()),
        ("dividend", 0, 2),
        "pay or withhold, no split"
    );
    assert_eq!(t.refused(Move::Pass), "LIL-INCOME-5");
    let (a, b, treasury) = (t.cash_of(0), t.cash_of(1), t.treasury_of("MR"));
    t.play(Move::Dividend { pay: Pay::Out });
    assert_eq!((t.cash_of(0) - a, t.cash_of(1) - b), (25, 10), "50 % and twice 10 % of 50");
    assert_eq!(t.treasury_of("MR"), treasury, "the company gets nothing; the bank keeps the rest");
    assert_eq!(t.price_of("MR"), 65);
}

#[test]
fn withholding_fills_the_treasury_and_moves_left() {
    // LIL-DIVIDEND-4
    let mut t = Table::drafted(4);
    t.end_turns();
    t.play(Move::Dividend { pay: Pay::Withhold });
    assert_eq!((t.treasury_of("MR"), t.price_of("MR"), t.cash_of(0)), (600, 45, 30));
}

#[test]
fn no_income_counts_as_withholding() {
    // LIL-DIVIDEND-6
    let mut t = Table::drafted(4).no_trains("MR");
    let three = t.depot("3");
    t.end_turns();
    assert_eq!(t.price_of("MR"), 45);
    assert_eq!((t.step(), t.decider()), ("depot", 0), "it may buy from the depot");
    t.play(t.buy_depot("MR", three, 150));
    assert_eq!(t.step(), "dividend");
}
