//! Tiles. S89-TRACK, S89-UPGRADE, S89-TERRAIN

use super::Table;

fn ko(phase: &str) -> Table {
    Table::new(2).phase(phase).floated("KO", 65, [5, 0], 0).treasury("KO", 500)
}

#[test]
fn one_tile_a_turn_or_none() {
    // S89-TRACK-1
    let mut t = ko("2").operating();
    assert!(t.offers(&engine::Move::Pass));
    t.play(t.lay("KO", "J3", "8", 5));
    assert_ne!(t.step(), "track");
    // With the port unused the step goes on, but not for a second tile.
    let mut t = ko("2").private("MF", 0).operating();
    t.play(t.lay("KO", "J3", "8", 5));
    assert_eq!(t.step(), "track");
    assert_eq!(t.refused(t.lay("KO", "K6", "9", 0)), "S89-TRACK-1");
    assert_eq!(t.refused(t.lay("AR", "K8", "5", 3)), "S89-OR-5", "nor for another company");
}

#[test]
fn what_a_bare_hex_takes() {
    // S89-TRACK-2..4
    let t = ko("2").tile("J3", "8", 5).operating();
    assert_eq!(t.tiles_for("K6"), ["7", "8", "9"]);
    assert_eq!(t.tiles_for("J5"), ["3", "58"]);
    assert_eq!(t.tiles_for("I4"), ["438"]);
    assert_eq!(t.refused(t.lay("KO", "I4", "5", 4)), "S89-UPGRADE-3");
    assert_eq!(t.refused(t.lay("KO", "K6", "58", 0)), "S89-TRACK-3");
    let t = Table::new(2).floated("AR", 65, [5, 0], 0).operating();
    assert_eq!(t.tiles_for("K8"), ["5", "6", "57"]);
    assert_eq!(t.refused(t.lay("AR", "K8", "8", 3)), "S89-TRACK-3");
    for phase in ["5", "D"] {
        let t = ko(phase).operating();
        assert_eq!(t.tiles_for("K6"), ["7", "8", "9"], "yellow in any phase");
    }
}

#[test]
fn new_track_joins_a_marker_of_the_company() {
    // S89-TRACK-5, S89-TRACK-6
    let t = ko("2").operating();
    assert_eq!(t.open_hexes(), ["J3", "J5", "K6"]);
    assert_eq!(t.refused(t.lay("KO", "I8", "9", 0)), "S89-TRACK-5");
    assert_eq!(t.refused(t.lay("KO", "J3", "8", 1)), "S89-TRACK-5", "its track does not arrive");
    for (id, home) in [("AR", "K8"), ("IR", "E2"), ("SR", "I2"), ("KU", "C10")] {
        let t = Table::new(2).floated(id, 65, [5, 0], 0).operating();
        assert_eq!(t.open_hexes(), [home], "{id} has only its bare home");
    }
    // A city closed to the company lets nothing through: AR's marker fills I4.
    let line = |t: Table| t.tile("J3", "8", 5).tile("I4", "438", 4);
    let open = line(ko("2")).operating();
    assert!(open.open_hexes().contains(&"I6".to_owned()));
    let closed = line(ko("2")).extra_station("AR", "I4", 0).operating();
    assert!(!closed.open_hexes().contains(&"I6".to_owned()));
}

#[test]
fn exits_lead_only_where_track_may_cross() {
    // S89-TRACK-7, S89-TRACK-8
    let t = ko("2").operating();
    // J7 in the south-west of K6 is grey and has no track to it; L5 in the north-east is sea.
    assert_eq!(t.refused(t.lay("KO", "K6", "8", 1)), "S89-TRACK-7");
    assert_eq!(t.refused(t.lay("KO", "K6", "7", 3)), "S89-TRACK-7");
    let rotations: Vec<u8> = t.lays("K6").into_iter().filter(|l| l.0 == "8").map(|l| l.1).collect();
    assert_eq!(rotations, [3], "from K4 to L7");
    // Neighbours need not fit: K6 may turn away from track that ends at its side.
    let t = ko("2").tile("J5", "3", 3).operating();
    assert!(t.offers(&t.lay("KO", "K6", "9", 0)));
}

#[test]
fn tiles_come_from_the_supply() {
    // S89-TRACK-9, S89-UPGRADE-10
    let t = ko("2").supply("9", 0).operating();
    assert_eq!(t.refused(t.lay("KO", "K6", "9", 0)), "S89-TRACK-9");
    let mut t = ko("3").tile("J3", "8", 5).tile("I4", "438", 4).operating();
    let left = t.left("8");
    t.play(t.lay("KO", "J3", "24", 5));
    assert_eq!((t.left("8"), t.left("24")), (left + 1, 1), "the old tile goes back");
    let mut t = ko("3").operating();
    t.play(t.lay("KO", "K4", "440", 0));
    assert_eq!((t.tile_at("K4").as_str(), t.left("440")), ("440", 0));
}

#[test]
fn a_home_may_be_built_on_before_its_company_operates() {
    // S89-TRACK-10, S89-UPGRADE-11
    // SR reaches Takamatsu; KO has not begun.
    let t = Table::new(2).phase("3").floated("SR", 65, [5, 0], 0).treasury("SR", 200);
    let t = t.tile("I2", "5", 5).tile("J3", "9", 2).operating();
    let mut t = t;
    t.play(t.lay("SR", "K4", "440", 0));
    assert_eq!(t.tile_at("K4"), "440");
    // Its slot is still kept: two slots, one free for others.
    let spot = board::Spot { cell: t.hex("K4"), stop: 0 };
    assert_eq!(t.checks().kept_for_homes(t.company("SR"), spot), 1);
    // Markers carry over.
    let mut t = ko("3").operating();
    t.play(t.lay("KO", "K4", "440", 0));
    assert_eq!(t.stations_on("K4"), [("KO".to_owned(), 0)]);
    // A marker on a bare hex goes into the first city laid there.
    let mut t = Table::new(2).floated("AR", 65, [5, 0], 0).operating();
    t.play(t.lay("AR", "K8", "5", 3));
    assert_eq!(t.stations_on("K8"), [("AR".to_owned(), 0)]);
}

#[test]
fn colours_come_with_phases_one_step_at_a_time() {
    // S89-UPGRADE-1, S89-PHASE-2, S89-PHASE-3
    let t = ko("2").operating();
    assert_eq!(t.refused(t.lay("KO", "K4", "440", 0)), "S89-UPGRADE-1");
    let t = ko("3").operating();
    assert!(t.offers(&t.lay("KO", "K4", "440", 0)));
    assert_eq!(t.refused(t.lay("KO", "K4", "466", 0)), "S89-UPGRADE-1");
    for phase in ["3", "4"] {
        let t = ko(phase).tile("K4", "440", 0).operating();
        assert_eq!(t.refused(t.lay("KO", "K4", "466", 0)), "S89-UPGRADE-1");
    }
    let t = ko("5").tile("K4", "440", 0).operating();
    assert!(t.offers(&t.lay("KO", "K4", "466", 0)));
    let grey = |c: &board::TileDef| c.count > 0 && c.colour == board::Colour::Grey;
    assert!(!t.sheet().tiles.tiles.iter().any(grey), "no tile is grey");
}

#[test]
fn old_track_and_labels_stay() {
    // S89-UPGRADE-2, S89-UPGRADE-3
    let t = ko("3").tile("J3", "8", 5).operating();
    assert_eq!(t.refused(t.lay("KO", "J3", "23", 2)), "S89-UPGRADE-2");
    assert_eq!(t.refused(t.lay("KO", "K4", "14", 0)), "S89-UPGRADE-3", "another label");
    assert_eq!(t.refused(t.lay("KO", "J3", "14", 0)), "S89-TRACK-3", "no city on plain track");
}

fn successors(t: &Table, tile: &str) -> Vec<String> {
    let def = t.sheet().tiles.get(t.tile_id(tile));
    let names = def.upgrades.iter().map(|s| t.tile_name(s.tile).to_owned());
    names.collect()
}

#[test]
fn which_tile_follows_which() {
    // S89-UPGRADE-4..8
    let t = Table::new(2);
    let rows: [(&str, &[&str]); 31] = [
        ("3", &[]),
        ("58", &[]),
        ("437", &[]),
        ("5", &["12", "14", "15", "205", "206"]),
        ("6", &["12", "13", "14", "15", "205", "206"]),
        ("57", &["14", "15", "205", "206"]),
        ("12", &["448", "611"]),
        ("15", &["448", "611"]),
        ("205", &["448", "611"]),
        ("206", &["448", "611"]),
        ("13", &["611"]),
        ("14", &["611"]),
        ("438", &["439"]),
        ("439", &["492"]),
        ("440", &["466"]),
        ("7", &["26", "27", "28", "29"]),
        ("8", &["16", "19", "23", "24", "25", "28", "29"]),
        ("9", &["19", "20", "23", "24", "26", "27"]),
        ("16", &[]),
        ("19", &["45", "46"]),
        ("20", &["47"]),
        ("23", &["41", "45", "47"]),
        ("24", &["42", "46", "47"]),
        ("25", &["40", "45", "46"]),
        ("26", &["42", "45"]),
        ("27", &["41", "46"]),
        ("28", &["39", "46"]),
        ("29", &["39", "45"]),
        ("448", &[]),
        ("465", &[]),
        ("492", &[]),
    ];
    for (tile, expected) in rows {
        assert_eq!(successors(&t, tile), expected, "{tile}");
    }
    let printed = |hex: &str| {
        let laid = t.at.state.core.board().at(t.hex(hex)).expect("a hex");
        successors(&t, t.tile_name(laid.tile))
    };
    assert_eq!(printed("C4"), ["12", "13", "14", "15", "205", "206"]);
    assert_eq!((printed("K4"), printed("F9")), (vec!["440".to_owned()], vec!["465".to_owned()]));
    for town in ["B3", "G14"] {
        assert!(printed(town).is_empty());
    }
}

#[test]
fn an_upgrade_must_be_of_use() {
    // S89-UPGRADE-9
    let t = ko("3").tile("J3", "8", 5).tile("I4", "438", 4).tile("I8", "9", 0).operating();
    assert_eq!(t.refused(t.lay("KO", "I8", "24", 0)), "S89-UPGRADE-9", "it is not connected");
    // A city worth more is of use although no track is new.
    assert!(t.offers(&t.lay("KO", "K4", "440", 0)));
    // The upgrade may make its own connection: only its new track meets the company's line.
    let t = ko("3").tile("J3", "8", 5).tile("I4", "438", 4).tile("I6", "7", 1).operating();
    assert!(t.offers(&t.lay("KO", "I6", "29", 1)));
    assert_eq!(t.refused(t.lay("KO", "I6", "28", 2)), "S89-UPGRADE-9");
}

#[test]
fn terrain_is_paid_once() {
    // S89-TERRAIN-1, S89-TERRAIN-4
    let t = ko("2").operating();
    assert_eq!(t.cost(&t.lay("KO", "K6", "9", 0)), Some(80), "river");
    assert_eq!(t.cost(&t.lay("KO", "J5", "58", 2)), Some(0));
    let cost = |hex: &str| t.sheet().map.def(t.hex(hex)).terrain.as_ref().map(|t| t.cost);
    for hex in ["H5", "I6", "K6", "A8", "H13"] {
        assert_eq!(cost(hex), Some(80), "{hex}");
    }
    let poor = t.clone().treasury("KO", 79);
    assert_eq!(poor.refused(poor.lay("KO", "K6", "9", 0)), "S89-TERRAIN-4");
    let mut t = t;
    let bank = t.bank_holds();
    t.play(t.lay("KO", "K6", "9", 0));
    assert_eq!((t.treasury_of("KO"), t.bank_holds()), (420, bank + 80));
    let t = ko("3").tile("K6", "9", 0).operating();
    let upgrade = t.lays("K6").into_iter().next().expect("an upgrade");
    assert_eq!(t.cost(&t.lay("KO", "K6", &upgrade.0, upgrade.1)), Some(0), "later tiles are free");
}

#[test]
fn some_tiles_cost_eighty_themselves() {
    // S89-TERRAIN-2, S89-TERRAIN-3
    let t = ko("2").tile("J3", "8", 5).operating();
    assert_eq!(t.cost(&t.lay("KO", "I4", "438", 4)), Some(80));
    let t = ko("3").tile("J3", "8", 5).tile("I4", "438", 4).operating();
    assert_eq!(t.cost(&t.lay("KO", "I4", "439", 4)), Some(80));
    let t = ko("5").tile("J3", "8", 5).tile("I4", "439", 4).operating();
    assert_eq!(t.cost(&t.lay("KO", "I4", "492", 4)), Some(80));
    let t = Table::new(2).phase("5").floated("TR", 65, [5, 0], 0).treasury("TR", 500).operating();
    assert_eq!(t.cost(&t.lay("TR", "F9", "465", 2)), Some(80));
}

#[test]
fn what_a_file_of_the_platform_lays_is_not_tested_for_reach() {
    // S89-TRACK-5: S89-PUB-44
    let open = |t: Table| {
        let t = t.floated("UR", 65, [5, 0], 0).treasury("UR", 500).operating();
        assert_eq!(t.step(), "track");
        t.open_hexes()
    };
    let (book, public) = (open(Table::new(2)), open(Table::public(2)));
    assert!(book.iter().all(|hex| public.contains(hex)));
    assert!(!book.contains(&"K8".to_owned()) && public.contains(&"K8".to_owned()));
}
