//! Routes of 1860.

use crate::map::Map;
use routing::*;

const IOW: fn() -> Constraints = Constraints::iow;

fn claim_halts(map: &Map, train: Train, line: &str, halts: u8) -> Result<Totals, Violation> {
    let claim = Claim { halts: Some(halts), ..Claim::best(0, map.line(line)) };
    evaluate(&map.net, &[train], &IOW(), &[claim]).map(|e| e.totals)
}

#[test]
fn a_route_never_ends_at_a_halt() {
    // IOW-RUN-2, HARD-IOW-10
    let mut map = Map::new();
    map.city("A", 20).halt("h").hq("A").track("A h");
    assert_eq!(map.best(&[Train::mixed(2, 1)], &IOW()), 0);
    assert!(matches!(
        map.claim(Train::mixed(2, 1), &IOW(), "A h"),
        Err(Violation::EndsAtHalt { .. })
    ));
    map.town("t", 10).track("h t");
    let best = map.solve(&[Train::mixed(2, 1)], &IOW());
    assert_eq!((best.totals.revenue, best.totals.subsidy), (30, 10));
}

#[test]
fn ryde_pier_is_a_large_station_and_an_end_only() {
    // IOW-RUN-3, IOW-RUN-26
    let mut map = Map::new();
    map.city("A", 20).red("Pier", 40).city("B", 30).hq("A").track("A Pier B");
    assert_eq!(map.best(&[Train::mixed(3, 2)], &IOW()), 60);
}

#[test]
fn every_route_holds_an_own_base() {
    // IOW-RUN-5
    let mut map = Map::new();
    map.city("A", 20).town("t", 10).city("B", 50).city("C", 50).hq("A").track("A t B C");
    let trains = [Train::mixed(2, 1), Train::mixed(2, 0)];
    assert_eq!(
        map.claims(&trains, &IOW(), &["A t", "B C"]),
        Err(Violation::NoOwnStation { route: 1 })
    );
}

/// Two separate pairs of stations, one with the headquarters, one with a base, joined by a skipped town or not.
fn two_pairs(joined: bool) -> Map {
    let mut map = Map::new();
    map.city("A", 20).city("B", 30).city("C", 40).city("D", 50).town("t", 10).hq("A").own("C");
    if joined {
        map.track("A t B").track("C t D")
    } else {
        map.track("A t B").track("C D")
    };
    map
}

#[test]
fn one_route_holds_the_headquarters() {
    // IOW-RUN-6, IOW-RUN-28
    let map = two_pairs(false);
    assert_eq!(map.best(&[Train::mixed(2, 0)], &IOW()), 50);
    assert_eq!(map.claim(Train::mixed(2, 0), &IOW(), "C D"), Err(Violation::NoHeadquarters));
}

#[test]
fn further_routes_meet_an_earlier_one() {
    // IOW-RUN-7
    let map = two_pairs(false);
    let trains = [Train::mixed(2, 0), Train::mixed(2, 0)];
    assert_eq!(map.best(&trains, &IOW()), 50);
    assert_eq!(
        map.claims(&trains, &IOW(), &["A t B", "C D"]),
        Err(Violation::NotConnected { route: 1 })
    );
}

#[test]
fn routes_meet_in_a_stop_that_both_skip() {
    // IOW-RUN-8, IOW-RUN-14
    let map = two_pairs(true);
    let trains = [Train::mixed(2, 0), Train::mixed(2, 0)];
    assert_eq!(map.best(&trains, &IOW()), 140);
}

#[test]
fn a_closed_halt_is_still_a_meeting_point() {
    // IOW-HALT-6, IOW-HALT-8
    let mut map = Map::new();
    map.city("A", 20).city("B", 30).city("C", 40).city("D", 50).halt("h").hq("A").own("C");
    map.track("A h B").track("C h D");
    let rules = Constraints { halts_closed: true, ..IOW() };
    let best = map.solve(&[Train::mixed(3, 2), Train::mixed(3, 2)], &rules);
    assert_eq!((best.totals.revenue, best.totals.subsidy), (140, 0));
}

#[test]
fn a_route_enters_a_hex_once() {
    // IOW-RUN-11, IOW-OPTION-9
    let mut map = Map::new();
    map.city("A", 20).city("B", 30).town("t", 10).city("C", 40).hq("A");
    map.same_cell(&["A", "C"]).track("A B t C");
    assert_eq!(
        map.best(&[Train::mixed(4, 2)], &IOW()),
        60,
        "A B t: back into the hex of A is not allowed"
    );
    let again = Constraints { cell_once: false, ..IOW() };
    assert_eq!(map.best(&[Train::mixed(4, 2)], &again), 100);
}

#[test]
fn several_stops_in_one_visit_and_a_route_inside_one_hex() {
    // IOW-RUN-11
    let mut map = Map::new();
    map.city("Cowes", 60).town("t", 20).halt("h").hq("Cowes");
    map.same_cell(&["Cowes", "t", "h"]).track("Cowes t h");
    assert_eq!(map.best(&[Train::mixed(2, 1)], &IOW()), 80);
    map.city("B", 10).track("h B");
    assert_eq!(map.best(&[Train::mixed(2, 1)], &IOW()), 90);
}

#[test]
fn large_stations_are_never_skipped() {
    // IOW-RUN-13
    let mut map = Map::new();
    map.city("A", 20).city("B", 10).city("C", 50).hq("A").track("A B C");
    assert_eq!(map.best(&[Train::mixed(2, 0)], &IOW()), 30);
    assert!(matches!(
        map.claim(Train::mixed(2, 1), &IOW(), "A B C"),
        Err(Violation::TooManyMajor { .. })
    ));
}

#[test]
fn small_stations_and_halts_may_be_passed() {
    // IOW-RUN-14, IOW-OPTION-1, IOW-OPTION-2
    let mut map = Map::new();
    map.city("A", 20)
        .town("t", 10)
        .halt("h")
        .town("u", 10)
        .city("B", 50)
        .hq("A")
        .track("A t h u B");
    assert_eq!(map.best(&[Train::mixed(2, 0)], &IOW()), 70);
    let first_edition = Constraints { stop_at_every_town: true, ..IOW() };
    assert_eq!(map.best(&[Train::mixed(2, 0)], &first_edition), 30);
    assert_eq!(
        map.best(&[Train::mixed(2, 2)], &first_edition),
        90,
        "the halt may still be skipped"
    );
}

#[test]
fn one_train_may_pass_one_full_city() {
    // IOW-RUN-15, IOW-RUN-16, HARD-IOW-11
    let mut map = Map::new();
    map.city("A", 20).city("B", 30).city("C", 40).city("D", 50).hq("A").full("B").full("C");
    map.track("A B C D");
    let best = map.solve(&[Train::mixed(4, 0)], &IOW());
    assert_eq!(best.totals.revenue, 90, "through B, end in C: B is a paying stop");
    let closed = Constraints { one_bypass: false, ..IOW() };
    assert_eq!(map.best(&[Train::mixed(4, 0)], &closed), 50);
    assert!(matches!(
        map.claim(Train::mixed(4, 0), &IOW(), "A B C D"),
        Err(Violation::SecondBypass { .. })
    ));
}

#[test]
fn the_bypass_is_one_for_all_trains() {
    // IOW-RUN-16, HARD-IOW-11
    let mut map = Map::new();
    map.city("A", 20).city("B", 30).city("C", 40).city("D", 30).city("E", 40).hq("A");
    map.full("B").full("D").track("A B C").track("A D E");
    let trains = [Train::mixed(3, 0), Train::mixed(3, 0)];
    assert_eq!(map.best(&trains, &IOW()), 140, "one goes through, the other ends in the full city");
    assert!(matches!(
        map.claims(&trains, &IOW(), &["A B C", "A D E"]),
        Err(Violation::SecondBypass { .. })
    ));
}

#[test]
fn range_of_a_two_plus_one() {
    // IOW-RUN-19: example 3 of the catalogue
    let mut map = Map::new();
    map.city("A", 20).town("t", 10).halt("h").town("u", 10).city("B", 20).city("C", 20).hq("A");
    map.track("A t h u B C");
    let train = Train::mixed(2, 1);
    assert_eq!(
        claim_halts(&map, train, "A t h u B", 0).map(|t| t.revenue),
        Ok(50),
        "2 large and 1 small"
    );
    let halt = claim_halts(&map, train, "A t h u B", 1).map(|t| (t.revenue, t.subsidy));
    assert_eq!(halt, Ok((40, 10)), "2 large and 1 halt");
    assert_eq!(
        claim_halts(&map, train, "A t h u", 0).map(|t| t.revenue),
        Ok(40),
        "1 large and 2 small"
    );
    let mixed = claim_halts(&map, train, "A t h u", 1).map(|t| (t.revenue, t.subsidy));
    assert_eq!(mixed, Ok((30, 10)), "1 large, 1 small, 1 halt");
    assert!(matches!(claim_halts(&map, train, "A t h u B", 2), Err(Violation::HaltCount { .. })));
}

#[test]
fn a_four_plus_two_never_makes_seven_stops() {
    // IOW-RUN-19: example 21 of the catalogue
    let mut map = Map::new();
    map.city("A", 20).city("B", 20).hq("A");
    for name in ["t", "u", "v", "w", "x"] {
        map.town(name, 10);
    }
    map.track("A t u v w x B");
    let best = map.solve(&[Train::mixed(4, 2)], &IOW());
    assert_eq!((best.totals.revenue, best.totals.stops), (80, 6));
}

#[test]
fn both_ends_are_stops_and_need_capacity() {
    // IOW-RUN-20, IOW-PUB-21
    let mut map = Map::new();
    map.city("A", 20).city("B", 30).halt("h").town("t", 10).hq("A").track("B A h t");
    let train = Train::mixed(2, 0);
    assert!(matches!(map.claim(train, &IOW(), "B A h t"), Err(Violation::EndNotCounted { .. })));
    let public = Constraints { ends_may_be_skipped: true, ..IOW() };
    assert_eq!(map.claim(train, &public, "B A h t").map(|t| t.revenue), Ok(50));
}

#[test]
fn routes_share_no_track_but_stations() {
    // IOW-RUN-21, IOW-RUN-22, IOW-RUN-23
    let mut map = Map::new();
    map.city("A", 20).city("B", 30).hq("A").track("A B");
    let trains = [Train::mixed(2, 0), Train::mixed(2, 0)];
    assert_eq!(map.best(&trains, &IOW()), 50);
    map.track("A B");
    assert_eq!(map.best(&trains, &IOW()), 100);
}

#[test]
fn the_piece_between_two_stops_of_a_tile_is_used_once() {
    // IOW-RUN-24
    let mut map = Map::new();
    map.city("A", 20).town("t", 10).hq("A").same_cell(&["A", "t"]).track("A t");
    let trains = [Train::mixed(2, 1), Train::mixed(2, 1)];
    assert_eq!(map.best(&trains, &IOW()), 30);
    assert!(matches!(
        map.claims(&trains, &IOW(), &["A t", "A t"]),
        Err(Violation::PieceTwice { .. })
    ));
}

#[test]
fn income_and_credits_of_a_three_plus_two() {
    // IOW-RUN-25, IOW-HALT-1, IOW-HALT-2: example 4 of the catalogue
    let mut map = Map::new();
    map.city("A", 20)
        .city("B", 30)
        .city("C", 20)
        .town("t", 10)
        .halt("h")
        .hq("A")
        .track("A t B h C");
    let best = map.solve(&[Train::mixed(3, 2)], &IOW());
    assert_eq!((best.totals.revenue, best.totals.subsidy), (80, 10));
}

#[test]
fn among_equal_revenue_more_halts_are_better() {
    // HARD-IOW-15
    let mut map = Map::new();
    map.city("A", 20).city("B", 30).halt("h").hq("A").track("A B").track("A h B");
    let best = map.solve(&[Train::mixed(2, 1)], &IOW());
    assert_eq!((best.totals.revenue, best.totals.subsidy), (50, 10));
}

#[test]
fn the_director_may_trade_revenue_for_subsidy_and_the_receiver_adds_both() {
    // IOW-HALT-3, IOW-HALT-5, IOW-RECEIVER-3
    let mut map = Map::new();
    map.city("A", 20).town("t", 5).halt("h").city("B", 30).hq("A").track("A t h B");
    let train = Train::mixed(2, 1);
    let best = map.solve(&[train], &IOW()).totals;
    assert_eq!((best.revenue, best.subsidy), (55, 0));
    assert_eq!(
        claim_halts(&map, train, "A t h B", 1).map(|t| (t.revenue, t.subsidy)),
        Ok((50, 10))
    );
    let receiver = Constraints { objective: Objective::RevenueAndSubsidy, ..IOW() };
    let best = map.solve(&[train], &receiver).totals;
    assert_eq!((best.primary, best.revenue, best.subsidy), (60, 50, 10));
}

#[test]
fn two_trains_are_each_paid_at_one_halt() {
    // IOW-HALT-4
    let mut map = Map::new();
    map.city("A", 20).city("B", 30).city("C", 30).halt("h").hq("A").track("A h B").track("A h C");
    let best = map.solve(&[Train::mixed(2, 1), Train::mixed(2, 1)], &IOW());
    assert_eq!((best.totals.revenue, best.totals.subsidy), (100, 20));
}

#[test]
fn a_closed_halt_pays_nothing_and_uses_no_capacity() {
    // IOW-HALT-6, IOW-INSOLVENT-17
    let mut map = Map::new();
    map.city("A", 20).halt("h").city("B", 30).hq("A").track("A h B");
    let closed = Constraints { halts_closed: true, ..IOW() };
    let best = map.solve(&[Train::mixed(2, 1)], &closed);
    assert_eq!((best.totals.revenue, best.totals.subsidy, best.totals.stops), (50, 0, 2));
    assert_eq!(map.best(&[Train::leased(3)], &closed), 80);
    assert_eq!(map.best(&[Train::leased(3)], &IOW()), 100);
}

#[test]
fn a_leased_train_earns_forty_and_twenty_a_stop() {
    // IOW-INSOLVENT-10, IOW-INSOLVENT-11, IOW-SUBSIDY-4: example 5 of the catalogue
    let mut map = Map::new();
    map.city("A", 20).hq("A");
    let mut line = "A".to_string();
    for n in 0..10 {
        let name = format!("s{n}");
        if n % 2 == 0 {
            map.halt(&name)
        } else {
            map.town(&name, 10)
        };
        line = format!("{line} {name}");
    }
    map.track(&line);
    for (range, pay) in [(2, 80), (5, 140), (9, 220)] {
        let best = map.solve(&[Train::leased(range)], &IOW());
        assert_eq!((best.totals.revenue, best.totals.subsidy), (pay, 0));
    }
}

#[test]
fn in_nationalisation_only_the_first_number_counts() {
    // IOW-NATIONAL-6, HARD-IOW-12: example 22 of the catalogue
    let mut map = Map::new();
    map.city("A", 20).hq("A");
    let mut line = "A".to_string();
    for n in 0..14 {
        let name = format!("t{n}");
        map.town(&name, 10);
        line = format!("{line} {name}");
    }
    map.track(&line);
    assert_eq!(map.solve(&[Train::mixed(9, 5)], &IOW()).totals.stops, 14);
    assert_eq!(map.solve(&[Train::mixed(9, 0)], &IOW()).totals.stops, 9);
}

#[test]
fn an_x_train_makes_small_stops_without_limit() {
    // IOW-LOCO-10
    let mut map = Map::new();
    map.city("A", 20).town("t", 10).town("u", 10).town("v", 10).city("B", 20).city("C", 90).hq("A");
    map.track("A t u v B C");
    assert_eq!(map.best(&[Train::unlimited(2)], &IOW()), 70);
}

#[test]
fn halts_of_all_trains_add_up() {
    // IOW-HALT-2: example 23 of the catalogue
    let mut map = Map::new();
    map.city("A", 20).city("B", 20).city("C", 20).halt("h").halt("i").halt("j").hq("A");
    map.track("A h i B").track("A j C");
    assert_eq!(map.solve(&[Train::mixed(2, 2), Train::mixed(2, 1)], &IOW()).totals.subsidy, 30);
}

#[test]
fn a_run_without_income_still_earns_credits() {
    // IOW-LOCO-21
    let mut map = Map::new();
    map.city("A", 20).halt("h").city("B", 30).hq("A").track("A h B");
    let first_run = Train { multiplier: 0, ..Train::mixed(2, 1) };
    let best = map.solve(&[first_run], &IOW());
    assert_eq!((best.totals.revenue, best.totals.subsidy), (0, 10));
}

#[test]
fn stops_may_be_passed_on_purpose_where_the_rules_let_them() {
    // IOW-HALT-5, IOW-RUN-14, IOW-RUN-20
    let mut map = Map::new();
    map.city("A", 20).city("B", 30).town("t", 10).town("u", 10).hq("A").track("A t B u");
    let free = Constraints { may_decline: true, ..IOW() };
    let passing = |rules: &Constraints, stop: u16| {
        let claim = Claim { passes: vec![stop], ..Claim::best(0, map.line("A t B u")) };
        evaluate(&map.net, &[Train::mixed(3, 2)], rules, &[claim]).map(|e| e.totals.revenue)
    };
    let [a, b, t, u] = [0, 1, 2, 3];
    assert_eq!(passing(&free, t), Ok(60), "all but t");
    assert_eq!(passing(&IOW(), t), Err(Violation::MayNotSkip { route: 0, stop: t }));
    for large in [a, b] {
        let fault = passing(&free, large);
        assert!(matches!(fault, Err(Violation::MayNotSkip { .. })), "{fault:?}");
    }
    assert_eq!(passing(&free, u), Err(Violation::EndNotCounted { route: 0, stop: u }));
    let every = Constraints { stop_at_every_town: true, ..free };
    assert!(passing(&every, t).is_err());
}

#[test]
fn a_train_that_is_paid_nothing_runs_if_something_must() {
    // IOW-OR-7, IOW-LOCO-21
    let mut map = Map::new();
    map.city("A", 20).city("B", 30).hq("A").track("A B");
    let free = Train { multiplier: 0, ..Train::mixed(2, 1) };
    assert!(map.solve(&[free], &IOW()).routes.is_empty());
    let must = Constraints { must_run: true, ..IOW() };
    let run = map.solve(&[free], &must);
    assert_eq!((run.routes.len(), run.totals.revenue, run.proved), (1, 0, true));
    assert_eq!(check(&map.net, &[free], &must, &run), Ok(run.totals));
    let both = map.solve(&[free, Train::mixed(2, 1)], &must);
    assert_eq!(both.totals.revenue, 50, "where another train earns, it need not");
}

#[test]
fn most_subsidy_is_the_other_end_of_the_trade() {
    // IOW-HALT-9
    let mut map = Map::new();
    map.city("A", 20).city("B", 30).town("t", 10).halt("h").halt("i").hq("A").track("A h t i B");
    let trains = [Train::mixed(2, 1)];
    let best = map.solve(&trains, &IOW()).totals;
    assert_eq!((best.revenue, best.subsidy), (60, 0));
    let (claims, other) =
        most_subsidy(&map.net, &trains, &IOW(), Budget::unlimited()).expect("halts");
    assert_eq!((other.totals.revenue, other.totals.subsidy), (50, 10));
    assert_eq!(claims[0].halts, Some(1));
    let closed = Constraints { halts_closed: true, ..IOW() };
    assert!(most_subsidy(&map.net, &trains, &closed, Budget::unlimited()).is_none());
}
