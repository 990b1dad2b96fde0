//! Routes of 18Lilliput.

use crate::map::Map;
use routing::*;

const LIL: fn() -> Constraints = Constraints::lilliput;

/// The board of the first income example, as one company sees it.
fn example_1(stations: &[&str], full: &[&str]) -> Map {
    let mut map = Map::new();
    map.red("Mildendo", 30).city("A", 20).town("B", 10).city("C", 30).city("D", 40).city("E", 20);
    map.stop("B").counts_against_range = false;
    map.track("A Mildendo").track("C Mildendo").track("D Mildendo").track("E Mildendo");
    map.track("A B C D E");
    stations.iter().for_each(|s| {
        map.own(s);
    });
    full.iter().for_each(|s| {
        map.full(s);
    });
    map
}

#[test]
fn income_in_the_green_phase() {
    // LIL-EXAMPLE-1, LIL-RUN-10, LIL-RUN-11, LIL-INCOME-1
    let best = |stations: &[&str], full: &[&str], ranges: [u8; 2]| {
        example_1(stations, full).best(&ranges.map(Train::plain), &LIL())
    };
    assert_eq!(best(&["A", "C"], &["E"], [3, 2]), 170, "red");
    assert_eq!(best(&["D"], &["A", "C", "E"], [3, 3]), 160, "blue");
    assert_eq!(best(&["C"], &["A", "E"], [2, 2]), 140, "green");
    assert_eq!(best(&["E"], &["A", "C"], [2, 2]), 110, "yellow");
}

/// The board of the second income example.
fn example_2(castle: i32, stations: &[&str], full: &[&str]) -> Map {
    let mut map = Map::new();
    map.city("A", 20).city("B", 30).city("C", 40).city("D", 30).city("E", 40).city("F", castle);
    map.town("G", 10).city("H", 50).town("I", 10);
    map.stop("G").counts_against_range = false;
    map.stop("I").counts_against_range = false;
    map.stop("I").terminus = true;
    map.track("A B C A").track("B F G H I").track("H D").track("C D E");
    stations.iter().for_each(|s| {
        map.own(s);
    });
    full.iter().for_each(|s| {
        map.full(s);
    });
    map
}

#[test]
fn income_in_the_brown_phase() {
    // LIL-EXAMPLE-2, LIL-INCOME-2, LIL-INCOME-3
    let red = example_2(30, &["C"], &["D", "F"]);
    assert_eq!(red.best(&[Train::doubled(3), Train::plain(3).into_obsolete()], &LIL()), 240);
    let yellow = example_2(50, &["C", "F"], &["D"]);
    assert_eq!(yellow.best(&[Train::plain(4)], &LIL()), 190);
    let green = example_2(30, &["D"], &["C", "F"]);
    assert_eq!(green.best(&[Train::plain(4), Train::plain(4)], &LIL()), 230);
    let blue = example_2(30, &["D"], &["C", "F"]);
    assert_eq!(blue.best(&[Train::plain(3).into_obsolete()], &LIL()), 60);
}

#[test]
fn a_route_needs_two_places_and_an_own_station() {
    // LIL-RUN-3, LIL-RUN-4, LIL-RUN-18
    let map = example_1(&[], &[]);
    assert_eq!(map.best(&[Train::plain(3)], &LIL()), 0);
    assert!(map.claim(Train::plain(3), &LIL(), "A B").is_err());
}

#[test]
fn a_route_stays_on_its_track_at_a_bridge_and_does_not_reverse_at_a_switch() {
    // LIL-RUN-6, LIL-RUN-7
    let mut map = Map::new();
    map.city("A", 20).city("B", 30).city("C", 40).city("D", 50).own("A");
    let sides: Vec<u16> = (0..4).map(|_| map.net.add_border()).collect();
    for (stop, &side) in sides.iter().enumerate() {
        map.net.add_piece(stop as u16, End::Stop(stop as u16), End::Border(side));
    }
    let mut bridge = map.net.clone();
    bridge.add_piece(9, End::Border(sides[0]), End::Border(sides[1]));
    bridge.add_piece(9, End::Border(sides[2]), End::Border(sides[3]));
    let best = solve(&bridge, &[Train::plain(4)], &LIL(), Budget::unlimited());
    assert_eq!(best.totals.revenue, 50);
    let mut switch = map.net.clone();
    switch.add_piece(9, End::Border(sides[2]), End::Border(sides[0]));
    switch.add_piece(9, End::Border(sides[2]), End::Border(sides[1]));
    let best = solve(&switch, &[Train::plain(4)], &LIL(), Budget::unlimited());
    assert_eq!(best.totals.revenue, 60, "A to C; A to B would reverse");
}

#[test]
fn small_towns_and_harbours_use_no_range_and_may_be_ends() {
    // LIL-RUN-11, LIL-RUN-14
    let mut map = Map::new();
    map.city("A", 20).town("t", 10).town("h", 10).city("B", 30).own("A").track("h A t B");
    for name in ["t", "h"] {
        map.stop(name).counts_against_range = false;
    }
    map.stop("h").terminus = true;
    assert_eq!(map.best(&[Train::plain(2)], &LIL()), 70);
    assert_eq!(map.best(&[Train::plain(1)], &LIL()), 40, "h A t");
}

#[test]
fn no_place_is_left_out() {
    // LIL-RUN-12
    let mut map = Map::new();
    map.city("A", 20).city("B", 10).city("C", 50).own("A").track("A B C");
    assert_eq!(map.best(&[Train::plain(2)], &LIL()), 30);
    assert!(matches!(
        map.claim(Train::plain(2), &LIL(), "A B C"),
        Err(Violation::BeyondRange { .. })
    ));
}

#[test]
fn mildendo_is_an_end_and_uses_range() {
    // LIL-RUN-13, LIL-RUN-17
    let map = example_1(&["A"], &[]);
    assert!(matches!(
        map.claim(Train::plain(3), &LIL(), "A Mildendo D"),
        Err(Violation::PassesTerminus { .. })
    ));
    let trains = [Train::plain(2), Train::plain(3)];
    let both = map.claims(&trains, &LIL(), &["Mildendo A", "A B C Mildendo"]);
    assert_eq!(both.map(|t| t.revenue), Ok(140), "two trains may end there from different sides");
}

#[test]
fn segments_of_a_plain_tile_with_a_common_edge_are_one_track() {
    // LIL-RUN-15, LIL-RUN-16
    let mut map = Map::new();
    map.city("A", 20).city("B", 30).city("C", 40).own("A").own("B").fork("C", &["A", "B"]);
    assert_eq!(map.best(&[Train::plain(2), Train::plain(2)], &LIL()), 70);
}

#[test]
fn an_obsolete_train_earns_half_rounded_down_to_tens() {
    // LIL-INCOME-3
    let mut map = Map::new();
    map.city("A", 20).city("B", 30).own("A").track("A B");
    assert_eq!(map.best(&[Train::plain(2).into_obsolete()], &LIL()), 20);
    assert_eq!(map.best(&[Train::doubled(2).into_obsolete()], &LIL()), 50);
}

#[test]
fn the_allenbeck_bonus_is_neither_doubled_nor_halved() {
    // LIL-EXAMPLE-12, LIL-ALLENBECK-2, LIL-ALLENBECK-3, LIL-ALLENBECK-4
    let mut map = Map::new();
    map.city("Tottenham", 40).city("G", 30).city("Allenbeck", 40).red("Mildendo", 30).own("G");
    map.track("Tottenham G Allenbeck Mildendo");
    for name in ["Tottenham", "Allenbeck", "Mildendo"] {
        map.stop(name).named = true;
    }
    assert_eq!(map.best(&[Train::doubled(4)], &LIL()), 300);
    assert_eq!(map.best(&[Train::plain(4).into_obsolete()], &LIL()), 90);
    assert_eq!(map.best(&[Train::plain(3)], &LIL()), 110, "two named cities earn nothing");
}

#[test]
fn mines_decide_only_between_equal_incomes() {
    // LIL-RULING-22, LIL-INCOME-7
    let mut map = Map::new();
    map.city("A", 20).city("B", 30).city("C", 30).city("D", 40).own("A").track("A B").track("A C");
    let by_c = map.line("A C");
    map.net.mines.push(Mine { pieces: by_c, bonus: 20 });
    let best = map.solve(&[Train::doubled(2)], &LIL());
    assert_eq!((best.totals.revenue, best.totals.mines), (100, 20), "once, not doubled");
    map.track("A D");
    let best = map.solve(&[Train::plain(2)], &LIL());
    assert_eq!((best.totals.revenue, best.totals.mines), (60, 0));
}
