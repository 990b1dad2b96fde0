//! Stations.

use super::table::{Table, at};
use board::Spot;
use engine::{Choice, Position};

fn line(t: &mut Table) {
    t.lay(0, -2, "P-Y-S", 0);
    t.lay(0, -3, "C-Y-S", 0);
    t.lay(0, -4, "P-Y-S", 0);
    t.lay(0, -5, "C-Y-S", 0);
}

#[test]
fn one_station_by_card_forty_then_a_hundred_then_no_more() {
    // LIL-STATION-1, LIL-STATION-2, LIL-ACTION-10, LIL-SETUP-13
    let mut t = Table::drafted(4);
    line(&mut t);
    t.card("A9", 0);
    assert_eq!(t.refused(t.station_move("SR", 0, -3)), "LIL-ACTION-13");
    assert_eq!(
        t.refused(t.station_move("MR", 0, -2)),
        "LIL-STATION-1",
        "no city"
    );
    assert_eq!(
        t.refused(t.station_move("MR", 7, 7)),
        "LIL-STATION-1",
        "nothing there"
    );
    let cost = |t: &Table, y: i16| -> Option<i32> {
        let mv = t.station_move("MR", 0, y);
        t.pos
            .choices()
            .iter()
            .find(|c: &&Choice| c.mv == mv)
            .map(|c| c.cost)
    };
    assert_eq!(cost(&t, -3), Some(40));
    t.play(t.station_move("MR", 0, -3));
    assert_eq!(
        (t.treasury_of("MR"), t.decider()),
        (510, 1),
        "one station a card"
    );
    t.turn_of(0);
    t.pos.state.used = 0;
    t.treasury("MR", 99);
    t.card("A9", 0);
    assert_eq!(t.decider(), 1, "100 cannot be paid");
    t.turn_of(0);
    t.pos.state.used = 0;
    t.treasury("MR", 100);
    t.card("A9", 0);
    assert_eq!(cost(&t, -5), Some(100));
    t.play(t.station_move("MR", 0, -5));
    assert_eq!(t.treasury_of("MR"), 0);
    assert_eq!(
        t.pos.core.next_marker(&t.pos.rules.sheet, t.co("MR")),
        None,
        "there is no fourth station"
    );
}

#[test]
fn a_poor_company_is_told_so() {
    // LIL-STATION-2
    let mut t = Table::drafted(4);
    line(&mut t);
    t.founded(0, "BCR", 60);
    t.station(0, -5, "BCR");
    t.treasury("BCR", 500);
    t.treasury("MR", 39);
    t.card("A9", 0);
    assert_eq!(t.refused(t.station_move("MR", 0, -3)), "LIL-STATION-2");
    assert!(t.lists(&t.station_move("BCR", 0, -3)));
}

#[test]
fn the_path_to_a_new_station_is_unblocked() {
    // LIL-STATION-3, LIL-STATION-5
    let mut t = Table::drafted(4);
    line(&mut t);
    t.card("A9", 0);
    assert!(t.lists(&t.station_move("MR", 0, -5)), "of any length");
    t.station(0, -3, "SR");
    assert_eq!(
        t.refused(t.station_move("MR", 0, -5)),
        "LIL-STATION-3",
        "0,-3 is full of others"
    );
    t.lay(4, 1, "C-Y-S", 0);
    assert_eq!(
        t.refused(t.station_move("MR", 4, 1)),
        "LIL-STATION-3",
        "no track leads there"
    );
}

#[test]
fn one_station_of_a_company_on_a_tile() {
    // LIL-STATION-4
    let mut t = Table::drafted(4);
    t.phase(3);
    line(&mut t);
    t.lay(0, -1, "C-G-T", 0);
    t.card("A9", 0);
    assert_eq!(
        t.refused(t.station_move("MR", 0, -1)),
        "LIL-STATION-4",
        "its home has a free slot now"
    );
    assert!(t.lists(&t.station_move("MR", 0, -3)));
}

#[test]
fn a_city_full_of_others_blocks_and_a_free_slot_opens_it() {
    // LIL-STATION-5, LIL-STATION-6
    let mut t = Table::drafted(4);
    t.lay(0, -3, "C-G-T", 0);
    let spot = Spot {
        cell: at(0, -3),
        stop: 0,
    };
    let blocked = |t: &Table, id: &str| {
        t.pos
            .core
            .board()
            .blocked(&t.pos.rules.sheet.tiles, spot, t.co(id).0)
    };
    assert!(!blocked(&t, "MR"));
    t.station(0, -3, "SR");
    assert!(!blocked(&t, "MR"), "one of two slots is free");
    t.station(0, -3, "GVR");
    assert!(blocked(&t, "MR") && !blocked(&t, "SR"));
    t.lay(0, -2, "P-Y-S", 0);
    assert!(
        t.pos
            .core
            .reach(&t.pos.rules.sheet, t.co("MR"))
            .has(t.pos.core.board(), spot),
        "it may end there"
    );
}

#[test]
fn mildendo_towns_and_harbours_have_no_slots() {
    // LIL-STATION-8
    let mut t = Table::drafted(4);
    t.lay(0, -2, "K-TOWN-S", 0);
    t.lay(0, -3, "C-Y-S", 0);
    t.lay(0, -4, "K-PORT-A", 2);
    t.card("A9", 0);
    for y in [0, -2, -4] {
        assert_eq!(
            t.refused(t.station_move("MR", 0, y)),
            "LIL-STATION-8",
            "0,{y}"
        );
    }
    assert!(t.lists(&t.station_move("MR", 0, -3)));
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
        let mut t = Table::drafted(4);
        t.lay(0, -2, "P-Y-S", 0);
        t.lay(0, -3, tile, rotation);
        t.card("A9", 0);
        t.play(t.station_move("MR", 0, -3));
        let spot = Spot {
            cell: at(0, -3),
            stop: 0,
        };
        let tiles = t.pos.rules.sheet.tiles.clone();
        let full = tiles.get(t.tile(tile)).slots() == 1;
        assert_eq!(
            t.pos.core.board().blocked(&tiles, spot, t.co("SR").0),
            full,
            "{tile}"
        );
        let mut t = Table::drafted(4);
        t.lay(7, 8, tile, 0);
        t.cash(0, 250);
        t.card("A5", 0);
        t.play(t.start_move("BCR", 50));
        assert_eq!(t.pos.choices().len(), 1);
        t.play(t.station_move("BCR", 7, 8));
    }
}
