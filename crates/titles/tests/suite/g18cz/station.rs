//! Stations.

use super::table::{Table, public_table, table, table_with};
use engine::{Flag, Move, Place};
use titles::g18cz::Step;

/// EKJ at home on D4 with a way to BTE's home D2 and eastwards to E9, in its station step.
fn west(tile: &str) -> Table {
    let t = table(3).phase("d").float("EKJ", 0, 50).treasury("EKJ", 200);
    let t = t
        .tile("D4", "57", 1)
        .station("EKJ", "D4", 0)
        .tile("D6", "9", 1)
        .tile("D8", "8", 5)
        .tile("E9", tile, 2);
    t.operating("EKJ", Step::Station)
}

#[test]
fn a_station_takes_a_slot_and_costs_40_then_100() {
    // CZ-TOKEN-1, CZ-TOKEN-4, CZ-COMPANY-11, HARD-CZ-3
    let mut t = west("14");
    assert_eq!(t.station_spots(), [("E9".to_owned(), 0)]);
    let mv = t.place("EKJ", "E9", 0);
    assert_eq!(t.cost(&mv), Some(40));
    t.play(mv);
    assert_eq!(t.treasury_of("EKJ"), 160);
    assert_eq!(t.markers("EKJ"), [0, 0, 1]);
    let spot = board::Spot { cell: t.hex("E9"), stop: 0 };
    assert_eq!(t.at.state.core.board().free_slots(&t.sheet().tiles, spot), 1);
    let t = t.tile("D2", "619", 1).operating("EKJ", Step::Station);
    let mut t = Table {
        at: {
            let mut at = t.at;
            at.state.turn.stationed = false;
            at
        },
        events: Vec::new(),
    };
    let mv = t.place("EKJ", "D2", 0);
    assert_eq!(t.cost(&mv), Some(100));
    t.play(mv);
    assert_eq!((t.treasury_of("EKJ"), t.markers("EKJ")), (60, [0, 0, 0]));
}

#[test]
fn the_treasury_must_pay_for_a_station() {
    // CZ-TOKEN-4, CZ-EMERGENCY-12
    let t = west("14").treasury("EKJ", 39).cash(0, 900);
    assert_eq!(t.refused(t.place("EKJ", "E9", 0)), "CZ-TOKEN-4");
}

#[test]
fn without_a_marker_there_is_no_station() {
    // CZ-COMPANY-11
    let t = west("14").float("KFN", 1, 60).station("EKJ", "G11", 0).station("EKJ", "G15", 0);
    assert_eq!(t.refused(t.place("EKJ", "E9", 0)), "CZ-COMPANY-11");
}

#[test]
fn a_company_places_one_further_station_a_turn_also_in_its_first() {
    // CZ-TOKEN-2, CZ-TOKEN-3, CZ-FLOAT-8
    let t = table(3)
        .phase("d")
        .tile("D4", "57", 1)
        .tile("D6", "9", 1)
        .tile("D8", "8", 5)
        .tile("E9", "14", 2);
    let t = t
        .tile("D2", "619", 1)
        .float("EKJ", 0, 50)
        .treasury("EKJ", 200)
        .fresh("EKJ")
        .float("OFE", 1, 50);
    let mut t =
        t.train("OFE", "2").local_of("S1", "OFE").operating("OFE", Step::Papers).then(&["EKJ"]);
    t.pass();
    assert_eq!(t.stations_on("D4"), [("EKJ".to_owned(), 0)]);
    assert_eq!((t.treasury_of("EKJ"), t.markers("EKJ")), (200, [0, 1, 1]), "the home is free");
    t.pass();
    assert_eq!(t.step(), "station");
    // A local railway would keep the step open; one station is the limit all the same.
    let mut t = t.local_of("S2", "EKJ");
    t.play(t.place("EKJ", "E9", 0));
    assert!(t.station_spots().is_empty());
    let t = t.operating("EKJ", Step::Station);
    assert_eq!(t.refused(t.place("EKJ", "D2", 0)), "CZ-TOKEN-3");
}

#[test]
fn a_station_needs_a_way_of_any_length_from_another() {
    // CZ-TOKEN-5, CZ-TOKEN-7, CZ-TOKEN-8
    let t = west("14").tile("E21", "14", 0).tile("F10", "4", 2).tile("G11", "57", 2);
    assert_eq!(t.refused(t.place("EKJ", "E21", 0)), "CZ-TOKEN-5");
    assert!(t.offers(&t.place("EKJ", "G11", 0)), "through a city with free slots");
    let t = t.float("BN", 1, 60).station("BN", "E9", 0);
    assert!(t.offers(&t.place("EKJ", "G11", 0)), "one slot is still free");
    let t = t.float("NWB", 1, 60).station("NWB", "E9", 0);
    assert_eq!(t.refused(t.place("EKJ", "G11", 0)), "CZ-TOKEN-5", "blocked");
    assert_eq!(t.refused(t.place("EKJ", "E9", 0)), "CZ-TOKEN-1", "and full");
}

#[test]
fn a_company_with_a_station_in_a_full_city_passes_it() {
    // CZ-TOKEN-7
    let t = west("14")
        .tile("F10", "4", 2)
        .tile("G11", "57", 2)
        .float("BN", 1, 60)
        .station("BN", "E9", 0);
    let t = t.station("EKJ", "E9", 0);
    assert!(t.offers(&t.place("EKJ", "G11", 0)));
}

#[test]
fn no_way_reverses_at_a_junction() {
    // CZ-TOKEN-5
    // Tile 24 turned by one: west-east and west-north-east. From the west both are open.
    let base = table(3)
        .phase("d")
        .float("EKJ", 0, 50)
        .treasury("EKJ", 200)
        .tile("D4", "57", 1)
        .station("EKJ", "D4", 0);
    let forward =
        base.clone().tile("D6", "24", 1).tile("C7", "8859", 0).operating("EKJ", Step::Station);
    assert_eq!(forward.sheet().tiles.exits(forward.tile_id("24"), 1), 0b1_1010);
    let reach = forward.at.state.core.reach(forward.sheet(), forward.company("EKJ"));
    assert!(reach.touches(forward.at.state.core.board(), forward.hex("C7")));
    // Turned by four: east-west and east-south-west. Coming from the west only the straight is there.
    let backward =
        base.tile("D6", "24", 4).tile("E5", "9", 0).tile("F4", "8", 3).tile("F6", "621", 1);
    let backward = backward.operating("EKJ", Step::Station);
    let board = backward.at.state.core.board();
    assert_eq!(board.exits(&backward.sheet().tiles, backward.hex("D6")), 0b1_0011);
    let reach = backward.at.state.core.reach(backward.sheet(), backward.company("EKJ"));
    assert!(!reach.touches(board, backward.hex("E5")), "the curve leads back east only");
    assert_eq!(backward.refused(backward.place("EKJ", "F6", 0)), "CZ-TOKEN-5");
}

#[test]
fn a_company_has_one_station_in_a_hex() {
    // CZ-TOKEN-6
    let t = table(3).phase("d").float("BN", 0, 60).treasury("BN", 500).tile("E11", "8890", 1);
    // Two cities of Praha joined by a loop outside.
    let t = t.station("BN", "E11", 1).tile("D12", "8", 4).operating("BN", Step::Station);
    for stop in [0, 1, 2] {
        assert_eq!(t.refused(t.place("BN", "E11", stop)), "CZ-TOKEN-6");
    }
    let t = table(3)
        .phase("d")
        .float("ATE", 0, 60)
        .treasury("ATE", 500)
        .tile("B8", "8859", 0)
        .station("ATE", "B8", 0);
    let t = t.operating("ATE", Step::Station);
    assert_eq!(t.refused(t.place("ATE", "B8", 1)), "CZ-TOKEN-6");
}

#[test]
fn a_slot_is_kept_for_the_home_company_until_it_has_operated() {
    // CZ-TOKEN-9, CZ-ACQUIRE-16
    let t = west("14").tile("D2", "57", 1);
    assert_eq!(t.refused(t.place("EKJ", "D2", 0)), "CZ-TOKEN-9", "the only slot is BTE's");
    let two = t.clone().tile("D2", "619", 1);
    assert!(two.offers(&two.place("EKJ", "D2", 0)), "one slot remains for BTE");
    let mut gone = t;
    let bte = gone.company("BTE");
    gone.at.state.core.company_mut(bte).set(Flag::Closed, true);
    assert!(gone.offers(&gone.place("EKJ", "D2", 0)), "a company that left the game keeps nothing");
}

#[test]
fn praha_keeps_the_home_slots_of_its_companies() {
    // CZ-TOKEN-10
    let spots = |t: &Table| {
        t.station_spots().into_iter().filter(|s| s.0 == "E11").map(|s| s.1).collect::<Vec<_>>()
    };
    // BCB reaches NWB's city, the one with the south-east exit.
    let t = table(3)
        .phase("i")
        .float("BCB", 0, 50)
        .treasury("BCB", 500)
        .tile("E13", "1", 3)
        .tile("E15", "57", 1);
    let t = t.station("BCB", "E15", 0);
    let green =
        t.clone().tile("E11", "8891", 1).tile("F12", "3", 2).operating("BCB", Step::Station);
    let reach = green.at.state.core.reach(green.sheet(), green.company("BCB"));
    let [stop] = (0..4)
        .filter(|&stop| {
            reach.has(green.at.state.core.board(), board::Spot { cell: green.hex("E11"), stop })
        })
        .collect::<Vec<u8>>()
        .try_into()
        .expect("one city");
    assert_eq!(green.refused(green.place("BCB", "E11", stop)), "CZ-TOKEN-9");
    let placed = green.clone().float("NWB", 1, 60);
    let mut placed = placed;
    let nwb = placed.company("NWB");
    placed.at.state.core.company_mut(nwb).set(Flag::Home, true);
    assert!(
        placed.offers(&placed.place("BCB", "E11", stop)),
        "its home lies elsewhere: nothing is kept"
    );
    // One city of four slots: two of them are kept.
    let brown = t.tile("E11", "8892", 0).operating("BCB", Step::Station);
    let brown = brown.tile("E13", "55", 0);
    assert_eq!(spots(&brown), [0]);
    let three_left = brown.float("EKJ", 1, 50).station("EKJ", "E11", 0);
    assert_eq!(spots(&three_left), [0]);
    let two_left = three_left.float("VBW", 1, 50).station("VBW", "E11", 0);
    assert_eq!(two_left.refused(two_left.place("BCB", "E11", 0)), "CZ-TOKEN-9");
    let bn_is_there = two_left.float("BN", 2, 60).station("BN", "E11", 0);
    assert_eq!(
        bn_is_there.refused(bn_is_there.place("BCB", "E11", 0)),
        "CZ-TOKEN-9",
        "NWB's is still kept"
    );
}

#[test]
fn the_home_slots_of_praha_are_kept_on_the_printed_hex_and_the_yellow_tile() {
    // CZ-TOKEN-10
    // NWB is at home; its track runs round to BN's city.
    for tile in ["", "8889"] {
        let t = table(3).phase("d").float("NWB", 0, 60).treasury("NWB", 500);
        let t = if tile.is_empty() { t } else { t.tile("E11", tile, 1) };
        let t = t.tile("D12", "8", 4).tile("D14", "8", 5).tile("E15", "619", 2);
        let stops = |t: &Table| {
            let laid = *t.at.state.core.board().at(t.hex("E11")).unwrap();
            let def = t.sheet().tiles.get(laid.tile);
            (0..def.stops.len() as u8)
                .find(|&s| t.sheet().tiles.shape.turn(def.exits_of(s), laid.rotation) == 1 << 3)
                .expect("BN's city")
        };
        let city = stops(&t);
        // A company from outside that reaches BN's city.
        let t = t
            .float("BCB", 1, 50)
            .treasury("BCB", 500)
            .station("BCB", "E15", 0)
            .operating("BCB", Step::Station);
        let reach = t.at.state.core.reach(t.sheet(), t.company("BCB"));
        let spot = board::Spot { cell: t.hex("E11"), stop: city };
        assert!(reach.has(t.at.state.core.board(), spot), "BCB reaches BN's city ({tile})");
        assert_eq!(t.refused(t.place("BCB", "E11", city)), "CZ-TOKEN-9");
    }
}

#[test]
fn placed_stations_stay_where_they_are() {
    // CZ-TOKEN-11
    let t = west("14").station("EKJ", "E9", 0);
    let lift = Move::LiftStation { company: t.company("EKJ"), cell: t.hex("E9"), stop: 0 };
    for step in [Step::Track, Step::Station, Step::Acquire, Step::Trains, Step::Papers] {
        let t = t.clone().operating("EKJ", step).train("EKJ", "3");
        assert_eq!(t.refused(&lift), "CZ-OR-5");
    }
    let mut t = t.operating("EKJ", Step::Track).phase("g");
    let lay = t.lays().into_iter().find(|l| l.0 == "E9").expect("an upgrade");
    t.play(t.lay("EKJ", "E9", &lay.1, lay.2));
    assert_eq!(t.stations_on("E9"), [("EKJ".to_owned(), 0)]);
}

/// ATE is the next company; B8 as told.
fn ate_starts(tile: Option<(&str, u8)>) -> Table {
    let t = table(3)
        .phase("g")
        .float("ATE", 1, 60)
        .treasury("ATE", 300)
        .fresh("ATE")
        .float("EKJ", 0, 50);
    let t = match tile {
        Some((tile, r)) => t.tile("B8", tile, r),
        None => t,
    };
    let mut t =
        t.train("EKJ", "3").local_of("S1", "EKJ").operating("EKJ", Step::Papers).then(&["ATE"]);
    t.pass();
    t
}

#[test]
fn ates_director_chooses_a_city_of_the_green_tile() {
    // CZ-TOKEN-12
    for stop in [0, 1] {
        let mut t = ate_starts(Some(("8859", 0)));
        assert_eq!(t.waits_for(), (1, "ATE".to_owned(), "city"));
        assert_eq!(t.station_spots(), [("B8".to_owned(), 0), ("B8".to_owned(), 1)]);
        assert_eq!(t.refused(&Move::Pass), "CZ-TOKEN-12");
        t.play(t.place("ATE", "B8", stop));
        assert_eq!(t.stations_on("B8"), [("ATE".to_owned(), stop)]);
        assert_eq!((t.markers("ATE"), t.treasury_of("ATE")), ([0, 1, 1], 300));
        assert_eq!(t.step(), "track");
    }
    let t = ate_starts(Some(("8896p", 0)));
    assert_eq!(t.stations_on("B8"), [("ATE".to_owned(), 0)], "a brown tile has one city");
    assert_eq!(t.step(), "track");
}

#[test]
fn ates_marker_waits_on_the_bare_hex_for_the_green_tile() {
    // CZ-TOKEN-12, CZ-FLOAT-8, HARD-CZ-26
    let mut t = ate_starts(None);
    assert_eq!(t.waits_for(), (1, "ATE".to_owned(), "track"));
    assert!(t.stations_on("B8").is_empty());
    assert_eq!(t.at.state.core.board().at(t.hex("B8")).unwrap().waiting, t.company("ATE").0);
    t.play(t.lay("ATE", "B8", "8859", 0));
    assert_eq!(t.waits_for(), (1, "ATE".to_owned(), "city"));
    t.play(t.place("ATE", "B8", 1));
    assert_eq!(t.stations_on("B8"), [("ATE".to_owned(), 1)]);
    assert_eq!(t.markers("ATE"), [0, 1, 1]);
}

#[test]
fn the_owner_of_a_waiting_marker_chooses_its_city() {
    // CZ-TOKEN-14
    for (base, chooser) in [(table(3), 1), (public_table(3), 0)] {
        let t = base
            .phase("g")
            .float("EKJ", 0, 50)
            .treasury("EKJ", 300)
            .float("ATE", 1, 60)
            .waiting("ATE", "B8");
        let mut t = t.tile("B10", "57", 1).station("EKJ", "B10", 0).operating("EKJ", Step::Track);
        t.play(t.lay("EKJ", "B8", "8859", 1));
        assert_eq!(t.waits_for(), (chooser, "ATE".to_owned(), "city"));
        t.play(t.place("ATE", "B8", 1));
        assert_eq!(t.stations_on("B8"), [("ATE".to_owned(), 1)]);
    }
}

#[test]
fn a_waiting_marker_that_changed_hands_is_placed_by_its_new_owner() {
    // CZ-TOKEN-14, CZ-ACQUIRE-7
    let t = table(3)
        .phase("g")
        .float("ATE", 1, 60)
        .waiting("ATE", "B8")
        .float("Sx", 2, 90)
        .treasury("Sx", 900);
    let red = t.red_tile("Sx");
    let mut t = t.tile("B4", &red, 4).station("Sx", "B4", 0).operating("Sx", Step::Acquire);
    t.play(t.acquire("ATE", 60));
    t.play(Move::Answer { accept: true });
    let t =
        t.float("EKJ", 0, 50).treasury("EKJ", 300).tile("B10", "57", 1).station("EKJ", "B10", 0);
    let mut t = t.operating("EKJ", Step::Track);
    t.play(t.lay("EKJ", "B8", "8859", 1));
    assert_eq!(t.waits_for(), (2, "Sx".to_owned(), "city"));
}

#[test]
fn nobody_places_a_station_in_teplice_before_ate() {
    // CZ-TOKEN-13, HARD-CZ-26
    let t = table(3)
        .phase("g")
        .float("EKJ", 0, 50)
        .treasury("EKJ", 300)
        .tile("B10", "57", 1)
        .station("EKJ", "B10", 0);
    let green = t.clone().tile("B8", "8859", 1).operating("EKJ", Step::Station);
    assert_eq!(green.refused(green.place("EKJ", "B8", 0)), "CZ-TOKEN-13");
    let brown = t.clone().tile("B8", "8896p", 1).operating("EKJ", Step::Station);
    assert_eq!(brown.refused(brown.place("EKJ", "B8", 0)), "CZ-TOKEN-13", "on every tile");
    let other = table_with(3, "ate_hex_locked_on_every_tile", false).phase("g").float("EKJ", 0, 50);
    let other = other
        .treasury("EKJ", 300)
        .tile("B10", "57", 1)
        .station("EKJ", "B10", 0)
        .tile("B8", "8896p", 1);
    let other = other.operating("EKJ", Step::Station);
    assert!(
        other.offers(&other.place("EKJ", "B8", 0)),
        "the other reading: one of two slots stays free"
    );
    // Once ATE's station is down the other city is free for all.
    let stop = if green
        .at
        .state
        .core
        .reach(green.sheet(), green.company("EKJ"))
        .has(green.at.state.core.board(), board::Spot { cell: green.hex("B8"), stop: 0 })
    {
        0
    } else {
        1
    };
    let open = green.float("ATE", 1, 60).station("ATE", "B8", 1 - stop);
    assert!(open.offers(&open.place("EKJ", "B8", stop)));
}

#[test]
fn the_lock_on_teplice_ends_when_ate_is_taken_over() {
    // CZ-TOKEN-15, CZ-ACQUIRE-16
    let t = table(3)
        .phase("g")
        .float("ATE", 1, 60)
        .float("Sx", 1, 90)
        .treasury("Sx", 900)
        .tile("B8", "8859", 1);
    let red = t.red_tile("Sx");
    let mut t = t.tile("A7", &red, 4).station("Sx", "A7", 0).operating("Sx", Step::Acquire);
    t.play(t.acquire("ATE", 60));
    let t =
        t.float("EKJ", 0, 50).treasury("EKJ", 300).tile("B10", "57", 1).station("EKJ", "B10", 0);
    let t = t.operating("EKJ", Step::Station);
    assert_eq!(t.station_spots().iter().filter(|s| s.0 == "B8").count(), 1);
}

#[test]
fn a_red_tile_holds_only_its_owners_home() {
    // CZ-TOKEN-16
    let t = table(3).phase("d");
    let red = t.red_tile("Sx");
    let t = t
        .float("Sx", 1, 90)
        .tile("B4", &red, 5)
        .float("EKJ", 0, 50)
        .treasury("EKJ", 300)
        .tile("D4", "57", 0);
    let t = t.tile("C5", "4", 5).station("EKJ", "D4", 0).operating("EKJ", Step::Station);
    assert!(!t.station_spots().iter().any(|s| s.0 == "B4"));
    assert_eq!(t.refused(t.place("EKJ", "B4", 0)), "CZ-TOKEN-16");
}

#[test]
fn a_local_railway_is_sold_to_pay_for_a_station_even_from_an_empty_treasury() {
    // HARD-CZ-20, CZ-LOCAL-17, CZ-OR-6
    for base in [table(3), public_table(3)] {
        let t = base
            .phase("d")
            .float("EKJ", 0, 50)
            .treasury("EKJ", 0)
            .tile("D4", "57", 1)
            .station("EKJ", "D4", 0);
        let t = t
            .tile("D6", "9", 1)
            .tile("D8", "8", 5)
            .tile("E9", "14", 2)
            .local_of("S1", "EKJ")
            .in_box(45);
        let mut t = t.operating("EKJ", Step::Track);
        t.pass();
        assert_eq!(t.step(), "station", "the step waits although nothing can be paid yet");
        assert!(t.station_spots().is_empty());
        t.play(t.sell_local("S1"));
        assert_eq!((t.treasury_of("EKJ"), t.paper_place("S1")), (45, Place::Gone));
        t.play(t.place("EKJ", "E9", 0));
        assert_eq!(t.treasury_of("EKJ"), 5);
    }
}
