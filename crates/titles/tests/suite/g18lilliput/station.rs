//! Stations.

use super::table::{Table, at};
use board::Spot;
use engine::{Choice, Position};

fn line(t: Table) -> Table {
    t.tile((0, -2), "P-Y-S", 0).tile((0, -3), "C-Y-S", 0).tile((0, -4), "P-Y-S", 0).tile(
        (0, -5),
        "C-Y-S",
        0,
    )
}

#[test]
fn one_station_by_card_forty_then_a_hundred_then_no_more() {
    // LIL-STATION-1, LIL-STATION-2, LIL-ACTION-10, LIL-SETUP-13
    let mut t = line(Table::drafted(4));
    t.play_card("A9", 0);
    assert_eq!(t.refused(t.place("SR", (0, -3), 0)), "LIL-ACTION-13");
    assert_eq!(t.refused(t.place("MR", (0, -2), 0)), "LIL-STATION-1", "no city");
    assert_eq!(t.refused(t.place("MR", (7, 7), 0)), "LIL-STATION-1", "nothing there");
    let cost = |t: &Table, y: i16| -> Option<i32> {
        let mv = t.place("MR", (0, y), 0);
        t.at.choices().iter().find(|c: &&Choice| c.mv == mv).map(|c| c.cost)
    };
    assert_eq!(cost(&t, -3), Some(40));
    t.play(t.place("MR", (0, -3), 0));
    assert_eq!((t.treasury_of("MR"), t.decider()), (510, 1), "one station a card");
    t = t.turn_of(0);
    t.at.state.used = 0;
    t = t.treasury("MR", 99);
    t.play_card("A9", 0);
    assert_eq!(t.decider(), 1, "100 cannot be paid");
    t = t.turn_of(0);
    t.at.state.used = 0;
    t = t.treasury("MR", 100);
    t.play_card("A9", 0);
    assert_eq!(cost(&t, -5), Some(100));
    t.play(t.place("MR", (0, -5), 0));
    assert_eq!(t.treasury_of("MR"), 0);
    assert_eq!(
        t.at.state.core.next_marker(&t.at.printed.sheet, t.company("MR")),
        None,
        "there is no fourth station"
    );
}

#[test]
fn a_poor_company_is_told_so() {
    // LIL-STATION-2
    let mut t = line(Table::drafted(4))
        .founded(0, "BCR", 60)
        .extra_station("BCR", (0, -5), 0)
        .treasury("BCR", 500)
        .treasury("MR", 39);
    t.play_card("A9", 0);
    assert_eq!(t.refused(t.place("MR", (0, -3), 0)), "LIL-STATION-2");
    assert!(t.offers(&t.place("BCR", (0, -3), 0)));
}

#[test]
fn the_path_to_a_new_station_is_unblocked() {
    // LIL-STATION-3, LIL-STATION-5
    let mut t = line(Table::drafted(4));
    t.play_card("A9", 0);
    assert!(t.offers(&t.place("MR", (0, -5), 0)), "of any length");
    t = t.extra_station("SR", (0, -3), 0);
    assert_eq!(t.refused(t.place("MR", (0, -5), 0)), "LIL-STATION-3", "0,-3 is full of others");
    t = t.tile((4, 1), "C-Y-S", 0);
    assert_eq!(t.refused(t.place("MR", (4, 1), 0)), "LIL-STATION-3", "no track leads there");
}

#[test]
fn one_station_of_a_company_on_a_tile() {
    // LIL-STATION-4
    let mut t = line(Table::drafted(4).phase(3)).tile((0, -1), "C-G-T", 0);
    t.play_card("A9", 0);
    assert_eq!(
        t.refused(t.place("MR", (0, -1), 0)),
        "LIL-STATION-4",
        "its home has a free slot now"
    );
    assert!(t.offers(&t.place("MR", (0, -3), 0)));
}

#[test]
fn a_city_full_of_others_blocks_and_a_free_slot_opens_it() {
    // LIL-STATION-5, LIL-STATION-6
    let mut t = Table::drafted(4).tile((0, -3), "C-G-T", 0);
    let spot = Spot { cell: at(0, -3), stop: 0 };
    let blocked = |t: &Table, id: &str| {
        t.at.state.core.board().blocked(&t.at.printed.sheet.tiles, spot, t.company(id).0)
    };
    assert!(!blocked(&t, "MR"));
    t = t.extra_station("SR", (0, -3), 0);
    assert!(!blocked(&t, "MR"), "one of two slots is free");
    t = t.extra_station("GVR", (0, -3), 0);
    assert!(blocked(&t, "MR") && !blocked(&t, "SR"));
    t = t.tile((0, -2), "P-Y-S", 0);
    assert!(
        t.at.state
            .core
            .reach(&t.at.printed.sheet, t.company("MR"))
            .has(t.at.state.core.board(), spot),
        "it may end there"
    );
}

#[test]
fn mildendo_towns_and_harbours_have_no_slots() {
    // LIL-STATION-8
    let mut t = Table::drafted(4).tile((0, -2), "K-TOWN-S", 0).tile((0, -3), "C-Y-S", 0).tile(
        (0, -4),
        "K-PORT-A",
        2,
    );
    t.play_card("A9", 0);
    for y in [0, -2, -4] {
        assert_eq!(t.refused(t.place("MR", (0, y), 0)), "LIL-STATION-8", "0,{y}");
    }
    assert!(t.offers(&t.place("MR", (0, -3), 0)));
}

#[test]
fn special_cities_take_stations_and_homes_and_block() {
    // LIL-STATION-9, LIL-FOUND-4
    for (tile, rotation) in [
        ("K-CASTLE", 0),
        ("K-FORT", 0),
        ("K-TREASURY", 2),
        ("S-BLEFUSCU", 0),
        ("S-GREYCITY-A", 0),
        ("S-GREYCITY-B", 0),
    ] {
        let mut t = Table::drafted(4).tile((0, -2), "P-Y-S", 0).tile((0, -3), tile, rotation);
        t.play_card("A9", 0);
        t.play(t.place("MR", (0, -3), 0));
        let spot = Spot { cell: at(0, -3), stop: 0 };
        let tiles = t.at.printed.sheet.tiles.clone();
        let full = tiles.get(t.tile_id(tile)).slots() == 1;
        assert_eq!(
            t.at.state.core.board().blocked(&tiles, spot, t.company("SR").0),
            full,
            "{tile}"
        );
        let mut t = Table::drafted(4).tile((7, 8), tile, 0).cash(0, 250);
        t.play_card("A5", 0);
        t.play(t.start_at("BCR", 50));
        assert_eq!(t.at.choices().len(), 1);
        t.play(t.place("BCR", (7, 8), 0));
    }
}
