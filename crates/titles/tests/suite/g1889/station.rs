//! Station markers. S89-TOKEN

use super::Table;

// KO in K4, joined to Kotohira in I4 and over J5 to nothing.
fn ko(t: Table) -> Table {
    t.floated("KO", 65, [5, 0], 0).tile("J3", "8", 5).tile("I4", "438", 4)
}

#[test]
fn a_marker_costs_forty_and_needs_a_way() {
    // S89-TOKEN-3..5
    let mut t = ko(Table::new(2)).treasury("KO", 100).operating().until("station");
    assert_eq!(t.station_spots(), [("I4".to_owned(), 0)]);
    assert_eq!(t.cost(&t.place("KO", "I4", 0)), Some(40));
    assert_eq!(t.refused(t.place("KO", "B7", 0)), "S89-TOKEN-5");
    let poor = t.clone().treasury("KO", 39);
    assert_eq!(poor.refused(poor.place("KO", "I4", 0)), "S89-TOKEN-3");
    t.play(t.place("KO", "I4", 0));
    assert_eq!((t.treasury_of("KO"), t.stations_on("I4").len()), (60, 1));
    assert_ne!(t.step(), "station", "one a turn");
}

#[test]
fn one_marker_in_a_city_and_none_beyond_the_charter() {
    // S89-TOKEN-1, S89-TOKEN-6, S89-TOKEN-8
    let t = ko(Table::new(2)).phase("5").tile("I4", "439", 4).treasury("KO", 100);
    let mut t = t.operating().until("station");
    t.play(t.place("KO", "I4", 0));
    assert_eq!(t.at.state.core.company(t.company("KO")).markers_left(), 0);
    // A company with a marker left may not put two into one city.
    let t = Table::new(2).floated("TR", 65, [5, 0], 0).treasury("TR", 100).operating();
    let spot = board::Spot { cell: t.hex("F9"), stop: 0 };
    let may = t.checks().may_place(t.company("TR"), spot);
    assert_eq!(may, Err(engine::Forbidden::StationThere { cell: spot.cell }));
    let ku = Table::new(2).floated("KU", 65, [5, 0], 0).treasury("KU", 100).tile("C10", "6", 1);
    let ku = ku.operating();
    let may = ku.checks().may_place(ku.company("KU"), spot);
    assert_eq!(may, Err(engine::Forbidden::NoMarkerLeft { company: ku.company("KU") }));
}

#[test]
fn a_slot_is_kept_for_a_home() {
    // S89-TOKEN-7
    // SR reaches Takamatsu, where KO has not placed its home.
    let t = Table::new(2).floated("SR", 65, [5, 0], 0).treasury("SR", 200);
    let t = t.tile("I2", "5", 5).tile("J3", "9", 2).operating();
    let (sr, spot) = (t.company("SR"), board::Spot { cell: t.hex("K4"), stop: 0 });
    let kept = Err(engine::Forbidden::SlotKept { cell: spot.cell });
    assert_eq!(t.checks().may_place(sr, spot), kept);
    // A second slot is free.
    let more = t.phase("3").tile("K4", "440", 0).until("station");
    assert_eq!(more.station_spots(), [("K4".to_owned(), 0)]);
}

#[test]
fn slots_of_tiles() {
    // S89-TOKEN-9
    let t = Table::new(2);
    let slots = |tile: &str| t.sheet().tiles.get(t.tile_id(tile)).stops[0].slots;
    for tile in ["5", "6", "57", "12", "13", "205", "206", "438"] {
        assert_eq!(slots(tile), 1, "{tile}");
    }
    for tile in ["14", "15", "439", "440", "448", "466", "611"] {
        assert_eq!(slots(tile), 2, "{tile}");
    }
    for tile in ["465", "492"] {
        assert_eq!(slots(tile), 3, "{tile}");
    }
    let printed = |hex: &str| {
        let laid = t.at.state.core.board().at(t.hex(hex)).expect("a hex");
        t.sheet().tiles.get(laid.tile).stops[0].slots
    };
    assert_eq!(["C4", "K4", "B7", "F9"].map(printed), [1, 1, 2, 2]);
}
