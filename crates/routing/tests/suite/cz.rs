//! Routes of 18CZ.

use crate::map::Map;
use routing::*;

const CZ: fn() -> Constraints = Constraints::cz;

/// A chain A t B u C v D of cities (20, 30, 40, 50) with towns (10) between them; station in A.
fn chain() -> Map {
    let mut map = Map::new();
    map.city("A", 20).city("B", 30).city("C", 40).city("D", 50);
    map.town("t", 10).town("u", 10).town("v", 10).own("A").track("A t B u C v D");
    map
}

#[test]
fn a_route_needs_two_locations_and_an_own_station() {
    // CZ-RUN-2
    let mut map = Map::new();
    map.city("A", 20).city("B", 30).city("C", 40).track("B C").own("A");
    assert_eq!(map.best(&[Train::plain(3)], &CZ()), 0);
    assert!(matches!(
        map.claim(Train::plain(3), &CZ(), "B C"),
        Err(Violation::NoOwnStation { .. })
    ));
}

#[test]
fn a_location_is_visited_once() {
    // CZ-RUN-3
    let mut map = Map::new();
    map.city("A", 20).city("B", 30).city("C", 40).own("A").track("A B C A");
    assert_eq!(map.best(&[Train::plain(4)], &CZ()), 90);
    assert!(matches!(
        map.claim(Train::plain(4), &CZ(), "A B C A"),
        Err(Violation::LocationTwice { .. })
    ));
}

#[test]
fn praha_is_one_location_whichever_city_is_used() {
    // CZ-RUN-3, HARD-CZ-27
    let mut map = Map::new();
    map.city("P1", 40).city("P2", 40).city("B", 30).own("B");
    map.same_cell(&["P1", "P2"]).track("P1 B P2");
    assert_eq!(
        map.best(&[Train::plain(3)], &CZ()),
        110,
        "two cities of an OO tile are two locations"
    );
    map.group(&["P1", "P2"]);
    assert_eq!(map.best(&[Train::plain(3)], &CZ()), 70);
    assert!(matches!(
        map.claim(Train::plain(3), &CZ(), "P1 B P2"),
        Err(Violation::LocationTwice { .. })
    ));
}

#[test]
fn track_is_used_once_by_a_route() {
    // CZ-RUN-4
    let mut map = Map::new();
    map.city("A", 20).city("B", 30).own("A").track("A B");
    let there_and_back = [0, 1, 1, 0].to_vec();
    let claim = Claim::best(0, there_and_back);
    assert!(evaluate(&map.net, &[Train::plain(3)], &CZ(), &[claim]).is_err());
}

#[test]
fn no_reversing_at_a_junction() {
    // CZ-RUN-5
    let mut map = Map::new();
    map.city("A", 20).city("B", 30).city("C", 40).own("B").fork("A", &["B", "C"]);
    assert_eq!(map.best(&[Train::plain(3)], &CZ()), 50, "B to C would reverse at the fork");
}

#[test]
fn a_train_leaves_a_location_by_any_other_track() {
    // CZ-RUN-5
    let mut map = Map::new();
    map.city("A", 20).city("B", 30).city("C", 40).own("A").track("B A C");
    assert_eq!(map.best(&[Train::plain(3)], &CZ()), 90);
}

#[test]
fn trains_share_locations_but_no_track_nor_the_stem_of_a_junction() {
    // CZ-RUN-6
    let mut map = Map::new();
    map.city("A", 20).city("B", 30).city("C", 40).own("A").fork("A", &["B", "C"]);
    assert_eq!(map.best(&[Train::plain(2), Train::plain(2)], &CZ()), 60);
    let both = map.claims(&[Train::plain(2), Train::plain(2)], &CZ(), &["A B", "A C"]);
    assert!(matches!(both, Err(Violation::BorderTwice { .. } | Violation::PieceTwice { .. })));
    map.track("A B");
    assert_eq!(map.best(&[Train::plain(2), Train::plain(2)], &CZ()), 110);
}

#[test]
fn a_plain_train_leaves_nothing_out() {
    // CZ-RUN-7
    let map = chain();
    assert_eq!(map.best(&[Train::plain(3)], &CZ()), 60);
    assert!(matches!(
        map.claim(Train::plain(3), &CZ(), "A t B u"),
        Err(Violation::BeyondRange { counted: 4, allowed: 3, .. })
    ));
}

#[test]
fn a_plus_train_has_two_n_locations_of_which_n_cities() {
    // CZ-RUN-8, HARD-CZ-23
    let map = chain();
    assert_eq!(map.best(&[Train::plus(2)], &CZ()), 70, "A t B u");
    assert!(matches!(
        map.claim(Train::plus(2), &CZ(), "A t B u C"),
        Err(Violation::TooManyMajor { counted: 3, allowed: 2, .. })
    ));
    assert_eq!(map.best(&[Train::plus(3)], &CZ()), 120, "A t B u C v");
}

#[test]
fn towns_fill_the_city_allowance_of_a_plus_train() {
    // CZ-RUN-8
    let mut map = Map::new();
    map.city("A", 20).town("t", 10).town("u", 10).town("v", 10).town("w", 10).own("A");
    map.track("A t u v w");
    assert_eq!(map.best(&[Train::plus(2)], &CZ()), 50);
}

#[test]
fn an_express_train_leaves_out_towns_and_only_towns() {
    // CZ-RUN-9, HARD-CZ-24
    let map = chain();
    assert_eq!(map.best(&[Train::express(4)], &CZ()), 140);
    assert_eq!(map.best(&[Train::express(3)], &CZ()), 90);
    assert!(matches!(
        map.claim(Train::express(3), &CZ(), "A t B u C v D"),
        Err(Violation::BeyondRange { .. })
    ));
}

#[test]
fn an_express_train_counts_the_best_towns_with_what_is_left() {
    // CZ-RUN-9
    let mut map = Map::new();
    map.city("A", 20).town("t", 10).town("u", 30).city("B", 50).own("A").track("A t u B");
    assert_eq!(map.best(&[Train::express(3)], &CZ()), 100);
}

#[test]
fn the_public_express_train_drops_a_poor_city_for_a_better_town_and_counts_three_towns() {
    // PUB-29
    let mut map = Map::new();
    map.city("A", 20).city("B", 10).city("C", 50).town("t", 30).town("u", 30).own("A");
    map.track("A t B u C");
    assert_eq!(map.best(&[Train::best_of(3)], &CZ()), 110, "C t u");
    assert_eq!(map.best(&[Train::express(3)], &CZ()), 80, "A t B or A B C");
    let mut map = Map::new();
    map.city("A", 20).own("A").track("A");
    map.town("t", 30).town("u", 30).town("v", 30).town("w", 30).track("A t u v w");
    assert_eq!(map.best(&[Train::best_of(6)], &CZ()), 110, "three towns at most");
    assert_eq!(map.best(&[Train::express(6)], &CZ()), 140);
}

#[test]
fn a_red_tile_counts_as_a_city_and_only_ends_a_route() {
    // CZ-RUN-10
    let mut map = Map::new();
    map.city("A", 20).red("M", 40).city("B", 30).own("A").track("A M B");
    assert_eq!(map.best(&[Train::plain(3)], &CZ()), 60);
    assert_eq!(map.best(&[Train::plus(1)], &CZ()), 0);
    assert!(matches!(
        map.claim(Train::plain(3), &CZ(), "A M B"),
        Err(Violation::PassesTerminus { .. })
    ));
}

#[test]
fn a_blocked_city_is_an_end_and_no_way() {
    // CZ-RUN-11
    let mut map = Map::new();
    map.city("A", 20).city("B", 30).city("C", 40).own("A").full("B").track("A B C");
    assert_eq!(map.best(&[Train::plain(3)], &CZ()), 50);
    assert!(matches!(
        map.claim(Train::plain(3), &CZ(), "A B C"),
        Err(Violation::PassesFullCity { .. })
    ));
}

#[test]
fn length_of_track_does_not_matter() {
    // CZ-RUN-12
    let mut map = Map::new();
    map.city("A", 20).city("B", 30).own("A");
    let (mut from, mut cell) = (End::Stop(0), 0);
    for n in 0..30 {
        let border = map.net.add_border();
        map.net.add_piece(cell, from, End::Border(border));
        (from, cell) = (End::Border(border), 100 + n);
    }
    let border = map.net.add_border();
    map.net.add_piece(cell, from, End::Border(border));
    map.net.add_piece(1, End::Border(border), End::Stop(1));
    assert_eq!(map.best(&[Train::plain(2)], &CZ()), 50);
}

#[test]
fn the_home_company_gets_the_bonus_with_each_train() {
    // CZ-INCOME-4
    let mut map = Map::new();
    map.red("M", 40).city("A", 20).city("B", 30).own("M").track("A M").track("B M");
    let trains = [Train::express(3), Train::express(3)];
    assert_eq!(map.best(&trains, &CZ()), 130);
    map.bonus("M", 50);
    assert_eq!(map.best(&trains, &CZ()), 230);
    let plain = Train { takes_bonus: false, ..Train::plain(2) };
    assert_eq!(map.best(&[plain], &CZ()), 70, "CZ-MORAVIA-16: small trains never add it");
}

#[test]
fn the_extra_express_train_shares_track() {
    // CZ-MORAVIA-24
    let mut map = Map::new();
    map.city("A", 20).city("B", 30).own("A").track("A B");
    let extra = Train { shares_track: true, ..Train::express(3) };
    assert_eq!(map.best(&[Train::plain(2), Train::plain(2)], &CZ()), 50);
    assert_eq!(map.best(&[Train::plain(2), extra], &CZ()), 100);
    assert_eq!(map.best(&[Train::plain(2), extra, extra], &CZ()), 150);
}

/// The rulebook's income example. F H L J and M have the stated values; G, I, K (60 together) and A, B, C (50) are split
/// evenly where the text gives only sums.
fn rulebook() -> Map {
    let mut map = Map::new();
    map.city("F", 20).city("H", 30).city("L", 20).city("J", 50).red("M", 40);
    map.town("G", 20)
        .town("I", 20)
        .town("K", 20)
        .track("F H L M")
        .track("G I J K L")
        .track("M J H");
    map.city("A", 20).town("B", 10).city("C", 20).track("A B C").city("X", 60).track("C X");
    map
}

#[test]
fn the_rulebook_example_of_income() {
    // CZ-INCOME-1, CZ-INCOME-4
    let mut map = rulebook();
    map.own("H");
    let bcb = [Train::plain(2), Train::plain(3)];
    assert_eq!(map.claims(&bcb, &CZ(), &["F H", "H L M"]).map(|t| t.revenue), Ok(140));
    let mut map = rulebook();
    map.own("J");
    assert_eq!(map.claim(Train::plus(3), &CZ(), "G I J K L M").map(|t| t.revenue), Ok(170));
    let mut map = rulebook();
    map.own("A").full("C");
    assert_eq!(map.best(&[Train::plus(4)], &CZ()), 50, "blocked from going further");
    let mut map = rulebook();
    map.own("M").bonus("M", 50);
    assert_eq!(map.claim(Train::express(4), &CZ(), "M J H F").map(|t| t.revenue), Ok(190));
}
