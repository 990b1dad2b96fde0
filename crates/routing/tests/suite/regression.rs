//! Shrunk counter-examples that the comparison with brute force has found.

use crate::{brute, map::Map};
use routing::*;

fn agrees(map: &Map, trains: &[Train], rules: &Constraints) {
    let found = map.solve(trains, rules);
    let value = (found.totals.primary, found.totals.secondary, -i64::from(found.totals.stops));
    assert_eq!(value, brute::best(&map.net, trains, rules));
    assert!(found.ties_proved);
}

/// An own station was searched first and then barred its whole group from the routes of other stations.
#[test]
fn a_group_with_an_own_station_stays_open_for_routes_from_other_stations() {
    let mut map = Map::new();
    map.city("P1", 10).city("P2", 50).city("A", 40).own("P1").own("A").full("P2");
    map.group(&["P1", "P2"]).track("A P2");
    assert_eq!(map.best(&[Train::best_of(4)], &Constraints::cz()), 90);
    agrees(&map, &[Train::best_of(4)], &Constraints::cz());
}

/// Once the income was proved, the gap for the search among equals was measured from the proved bound instead of the priced one.
#[test]
fn among_equal_incomes_fewer_stops_are_found() {
    let mut map = Map::new();
    map.town("t", 10).town("u", 10).city("A", 30).city("B", 30).city("C", 10).red("M", 40);
    map.same_cell(&["t", "u"]).bonus("M", 50).hq("A").hq("B");
    map.track("t B").track("t u").track("A M").track("A C B");
    let trains = [Train::doubled(3), Train::doubled(4).into_obsolete()];
    agrees(&map, &trains, &Constraints::iow());
}
