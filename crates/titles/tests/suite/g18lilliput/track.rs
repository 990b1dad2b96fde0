//! Laying track, the chessboard rule, upgrades.

use super::table::{Table, at, setup, start};
use board::{Colour, Spot};
use engine::{LayBy, Move, Position};
use serde_json::json;
use titles::g18lilliput::Sort;

#[test]
fn a_new_tile_touches_a_tile_and_joins_to_a_station() {
    // LIL-TRACK-1, LIL-TRACK-3
    let mut t = Table::drafted(4);
    t.play_card("A3", 0);
    assert_eq!(t.refused(t.lay("MR", (5, 5), "P-Y-S", 0)), "LIL-TRACK-1");
    assert_eq!(
        t.refused(t.lay("MR", (1, -1), "P-Y-S", 0)),
        "LIL-TRACK-3",
        "beside the home, but no track leads there"
    );
    assert_eq!(
        t.refused(t.lay("MR", (2, 0), "P-Y-S", 1)),
        "LIL-TRACK-3",
        "joined to another company"
    );
    assert_eq!(t.refused(t.lay("MR", (0, -2), "P-Y-S", 1)), "LIL-TRACK-3", "it lies across");
    assert!(t.offers(&t.lay("MR", (0, -2), "P-Y-S", 0)));
}

#[test]
fn a_tile_is_laid_in_any_rotation_that_fits() {
    // LIL-TRACK-2
    let mut t = Table::drafted(4);
    t.play_card("A3", 0);
    assert_eq!(t.lays("P-Y-C"), [(at(0, -2), 1), (at(0, -2), 2)]);
    assert_eq!(t.lays("P-Y-S"), [(at(0, -2), 0)], "half a turn more looks the same");
    assert_eq!(t.refused(t.lay("MR", (0, -2), "P-Y-S", 2)), "LIL-TRACK-2");
    assert_eq!(t.refused(t.lay("MR", (0, -2), "P-Y-C", 4)), "LIL-TRACK-2");
}

#[test]
fn the_path_passes_neither_full_cities_nor_terminus_places() {
    // LIL-TRACK-4, LIL-STATION-5, LIL-STATION-6
    let mut t = Table::drafted(4).tile((0, -2), "P-Y-S", 0).tile((0, -3), "C-Y-S", 0);
    t.play_card("A3", 0);
    let beyond = t.lay("MR", (0, -4), "P-Y-S", 0);
    assert!(t.offers(&beyond), "a free slot: open to all");
    t = t.extra_station("SR", (0, -3), 0);
    assert_eq!(t.refused(beyond.clone()), "LIL-TRACK-3", "full of others");
    assert_eq!(t.refused(t.lay("MR", (0, 2), "P-Y-S", 0)), "LIL-TRACK-3", "not through Mildendo");
    // A harbour on the line is an end too.
    let mut t = Table::drafted(4).tile((0, -1), "C-G-T", 0).tile((0, -2), "K-PORT-B", 1);
    assert_eq!(t.at.state.core.board().exits(&t.at.printed.sheet.tiles, at(0, -2)), 0b0110);
    t.play_card("A3", 0);
    assert_eq!(t.refused(t.lay("MR", (1, -2), "C-Y-S", 1)), "LIL-TRACK-3");
}

#[test]
fn track_never_points_at_water_but_at_trackless_sides() {
    // LIL-TRACK-5
    let mut t = Table::drafted(4).tile((1, -2), "C-Y-S", 0).tile((-1, -3), "K-PORT-A", 0);
    t.play_card("A3", 0);
    assert!(t.offers(&t.lay("MR", (0, -2), "P-Y-C", 1)), "at a trackless side");
    t = t.tile((0, -2), "P-Y-S", 0);
    assert_eq!(t.refused(t.lay("MR", (0, -3), "C-Y-C", 2)), "LIL-TRACK-5", "west is the quay");
    assert!(t.offers(&t.lay("MR", (0, -3), "C-Y-C", 1)));
    // The same for the new leg of an upgrade.
    let mut t = Table::drafted(4).phase(3).tile((-1, -1), "K-PORT-A", 0);
    t.play_card("A1", 0);
    assert_eq!(t.refused(t.lay("MR", (0, -1), "C-G-T", 2)), "LIL-TRACK-5", "new leg west");
    assert!(t.offers(&t.lay("MR", (0, -1), "C-G-T", 0)), "new leg east");
}

#[test]
fn yellow_tiles_come_in_four_kinds() {
    // LIL-TRACK-6
    let mut t = Table::drafted(4);
    t = t.character(0, "BALMUFF");
    t = t.character(1, "BOLGOLAM");
    t = t.tile((0, -2), "P-Y-S", 0);
    t = t.tile((0, -3), "C-G-T", 0);
    t = t.tile((0, -4), "P-Y-S", 0);
    t = t.extra_station("MR", (0, -3), 0);
    // What each seat lays with a card for yellow tiles, and what by right of its character.
    for (seat, company, towns) in [
        (0, "MR", &["K-TOWN-S", "K-TOWN-C"][..]),
        (1, "SR", &["K-PORT-A", "K-PORT-B"]),
        (2, "GVR", &[]),
    ] {
        t = t.turn_of(seat);
        t.at.state.used = 0;
        t.play_card("A3", 0);
        let (mut built, mut by_right) = (Vec::new(), Vec::new());
        for choice in t.at.choices() {
            if let Move::LayTile { tile, by, .. } = choice.mv {
                let def = t.at.printed.sheet.tiles.get(tile);
                let town = def.stops.iter().any(|s| s.kind == board::Kind::Town);
                if by == LayBy::Build {
                    assert!(!town && def.colour == Colour::Yellow, "{company}: {}", def.name);
                    built.push(t.at.printed.tile(tile).sort);
                } else {
                    assert!(town, "{company}: {}", def.name);
                    by_right.push(def.name.clone());
                }
            }
        }
        assert!(built.contains(&Sort::Plain), "{company}: {built:?}");
        let usual = [Sort::City, Sort::Metropolis, Sort::Plain];
        assert!(built.iter().all(|s| usual.contains(s)), "{company}: {built:?}");
        by_right.sort();
        by_right.dedup();
        let mut towns = towns.to_vec();
        towns.sort_unstable();
        assert_eq!(by_right, towns, "{company}");
    }
}

// The built-in sheet with a scenario tile on which a small town lies.
fn with_small_town(kind: &str) -> serde_json::Value {
    let mut data = titles::g18lilliput::sheet::SHEET.json().clone();
    let mut tile = data["tiles"]
        .as_array()
        .and_then(|all| all.iter().find(|t| t["id"] == "K-TOWN-S").cloned())
        .expect("the judge's town");
    tile["id"] = json!("S-TOWN");
    tile["own"] = json!({ "kind": kind });
    data["tiles"].as_array_mut().expect("tiles").push(tile);
    data["own"]["totals"]["scenario"] = json!(24);
    data
}

#[test]
fn a_corrected_sheet_may_hold_small_towns_among_scenario_tiles() {
    // LIL-TRACK-6, LIL-CHESS-5, LIL-SCENARIO-11
    for kind in ["small_town", "fixed_plain"] {
        let mut s = setup(4, &[]);
        s.data = Some(with_small_town(kind));
        s.extra = Some(json!([{ "tile": "S-TOWN", "x": 0, "y": -2, "rotation": 0 }]));
        let mut t = start(&s).unwrap_or_else(|e| panic!("{kind}: {e}"));
        t.draft();
        t = t.tile((0, -3), "C-Y-S", 0);
        t = t.no_trains("MR");
        t = t.train("MR", "2");
        let income = |t: &Table| t.at.income_of(t.company("MR")).0;
        assert_eq!(income(&t), 30 + 20 + 10, "Mildendo, home, and the town beyond the range");
        t = t.tile((0, -3), "M-B-X", 0);
        assert_eq!(income(&t), 20 + 10 + 50, "in the middle of a route too");
        t.play_card("A3", 0);
        assert_eq!(
            t.refused(t.lay("MR", (1, -2), "P-Y-S", 1)),
            "LIL-CHESS-2",
            "it counts as a plain tile"
        );
        assert_eq!(t.refused(t.lay("MR", (0, -2), "P-Y-S", 0)), "LIL-SCENARIO-11");
        s.extra = Some(json!([{ "tile": "S-TOWN", "x": 0, "y": -3, "rotation": 0 }]));
        let faults = start(&s).err().expect("a square stands on even cells").faults;
        assert!(faults[0].contains("LIL-SCENARIO-2"), "{faults:?}");
    }
}

#[test]
fn a_yellow_y_tile_costs_fifty_from_the_laying_company() {
    // LIL-TRACK-7, LIL-TRACK-8
    let mut t = Table::drafted(4)
        .founded(0, "BCR", 60)
        .treasury("BCR", 500)
        .treasury("MR", 49)
        .tile((0, -2), "P-Y-S", 0);
    t.play_card("A3", 0);
    assert_eq!(
        t.refused(t.lay("MR", (0, -3), "M-Y-C", 1)),
        "LIL-TRACK-8",
        "the treasury is too small"
    );
    assert_eq!(
        t.refused(t.lay("BCR", (0, -3), "M-Y-C", 1)),
        "LIL-TRACK-3",
        "the payer needs the connection itself"
    );
    t = t.treasury("MR", 70);
    t.play(t.lay("MR", (0, -3), "M-Y-C", 1));
    assert_eq!(t.treasury_of("MR"), 20);
    t.play(t.lay("MR", (1, -3), "P-Y-S", 1));
    assert_eq!(t.treasury_of("MR"), 20, "other tiles are free");
}

#[test]
fn a_tile_out_of_supply_cannot_be_laid() {
    // LIL-TRACK-9
    let mut t = Table::drafted(4);
    let tile = t.tile_id("P-Y-S");
    t.at.state.core.board_mut().set_supply(tile, 1);
    t.play_card("A3", 0);
    t.play(t.lay("MR", (0, -2), "P-Y-S", 0));
    t = t.tile((0, -3), "C-Y-S", 0);
    assert_eq!(t.refused(t.lay("MR", (0, -4), "P-Y-S", 0)), "LIL-TRACK-9");
}

#[test]
fn colours_open_with_their_phases() {
    // LIL-TRACK-10, LIL-PHASE-2, LIL-PHASE-4, LIL-PHASE-6
    for phase in 1..=7 {
        let mut t =
            Table::drafted(4).phase(phase).tile((0, -2), "P-Y-S", 0).tile((0, -3), "C-G-T", 0);
        t.play_card("A1", 0);
        assert!(!t.lays("C-Y-C").is_empty() || !t.lays("P-Y-S").is_empty(), "yellow always");
        let green = t.lay("MR", (0, -1), "C-G-T", 0);
        let brown = t.lay("MR", (0, -3), "C-B-X", 0);
        assert_eq!(t.offers(&green), phase >= 3, "green in phase {phase}");
        assert_eq!(t.offers(&brown), phase >= 5, "brown in phase {phase}");
        if phase < 5 {
            assert_eq!(t.refused(brown), "LIL-TRACK-10");
        }
    }
}

#[test]
fn yellow_on_empty_cells_other_colours_on_the_colour_before() {
    // LIL-TRACK-11, LIL-UPGRADE-1
    let mut t = Table::drafted(4).phase(5).tile((0, -2), "P-Y-S", 0);
    t.play_card("A1", 0);
    assert_eq!(t.refused(t.lay("MR", (0, -2), "P-Y-S", 0)), "LIL-TRACK-11", "yellow on yellow");
    assert_eq!(t.refused(t.lay("MR", (0, -1), "C-B-X", 0)), "LIL-TRACK-11", "brown on yellow");
    assert_eq!(t.refused(t.lay("MR", (0, -3), "C-G-T", 0)), "LIL-TRACK-11", "green on nothing");
    t = t.tile((0, -1), "C-G-T", 0);
    assert!(t.offers(&t.lay("MR", (0, -1), "C-B-X", 0)));
    t = t.tile((0, -1), "C-B-X", 0);
    assert!(
        t.at.choices()
            .iter()
            .all(|c| !matches!(c.mv, Move::LayTile { cell, .. } if cell == at(0, -1)))
    );
}

#[test]
fn the_green_tile_of_a2_may_replace_the_yellow_one_just_laid() {
    // LIL-TRACK-12
    let mut t = Table::drafted(4).phase(3).tile((0, -2), "P-Y-S", 0);
    t.play_card("A2", 0);
    t.play(t.lay("MR", (0, -3), "C-Y-S", 0));
    t.play(t.lay("MR", (0, -3), "C-G-T", 2));
    assert_eq!(t.tile_at((0, -3)), "C-G-T");
}

#[test]
fn cities_never_touch_cities_nor_plain_tiles_plain_tiles() {
    // LIL-CHESS-1, LIL-CHESS-2
    let mut t = Table::drafted(4);
    t.play_card("A3", 0);
    assert_eq!(
        t.refused(t.lay("MR", (0, -2), "C-Y-S", 0)),
        "LIL-CHESS-1",
        "beside the city at 0,-1"
    );
    t = t.tile((0, -2), "P-Y-S", 0);
    assert_eq!(
        t.refused(t.lay("MR", (0, -3), "P-Y-S", 0)),
        "LIL-CHESS-2",
        "beside the plain tile at 0,-2"
    );
    assert!(t.offers(&t.lay("MR", (0, -3), "C-Y-S", 0)));
}

// Blefuscu at 0,4 with a station of MR, which builds out of it; Mildendo and the homes are far away.
fn at_blefuscu(options: &[(&str, &str)]) -> Table {
    let mut t = Table::drafted_with(4, &[&[("scenario", "3")], options].concat());
    t = t.extra_station("MR", (0, 4), 0);
    t.play_card("A3", 0);
    t
}

#[test]
fn beside_blefuscu_a_tile_of_either_class_may_lie() {
    // LIL-CHESS-3, LIL-CHESS-4
    let mut t = at_blefuscu(&[]);
    // x + y is odd on all four sides.
    for tile in ["C-Y-S", "P-Y-S"] {
        assert!(t.offers(&t.lay("MR", (1, 4), tile, 1)), "{tile}");
        assert!(t.offers(&t.lay("MR", (0, 5), tile, 0)), "{tile}");
    }
    t.play(t.lay("MR", (1, 4), "P-Y-S", 1));
    // From here the pattern is the other one.
    assert!(t.offers(&t.lay("MR", (2, 4), "C-Y-S", 1)));
    assert_eq!(t.refused(t.lay("MR", (2, 4), "P-Y-S", 1)), "LIL-CHESS-2");
    // Where the two patterns meet, a cell may take neither.
    t = t.tile((3, 4), "P-Y-S", 1);
    t = t.tile((2, 5), "C-Y-S", 0);
    assert_eq!(t.refused(t.lay("MR", (2, 4), "C-Y-S", 1)), "LIL-CHESS-1");
    assert_eq!(t.refused(t.lay("MR", (2, 4), "P-Y-S", 1)), "LIL-CHESS-2");
}

#[test]
fn by_parity_the_cells_around_blefuscu_follow_the_pattern() {
    // LIL-CHESS-3, LIL-CHESS-4
    let t = at_blefuscu(&[("chessboard", "parity")]);
    assert!(t.offers(&t.lay("MR", (1, 4), "C-Y-S", 1)));
    assert_eq!(t.refused(t.lay("MR", (1, 4), "P-Y-S", 1)), "LIL-CHESS-4");
}

#[test]
fn a_version_is_a_row_of_defaults() {
    // LIL-CHESS-4, LIL-SCENARIO-14, LIL-ADV-4, LIL-TRAINBUY-11, LIL-DEPOT-2, LIL-SOLO-35
    let of = titles::g18lilliput::Options::of_version;
    let row = |version| {
        let o = of(version);
        [
            o.chessboard == "edges",
            o.land_beside_mildendo,
            o.variants_combine,
            o.offers_limited,
            o.trainless_may_buy_from_depot,
            o.gulliver_waits_for_certificates,
        ]
    };
    assert_eq!(row(1), [false, false, false, false, true, true]);
    assert_eq!(row(2), [true, true, true, true, true, false]);
    for (version, rule) in [(1, "LIL-CHESS-4"), (2, "LIL-CHESS-1")] {
        let mut s = setup(2, &[]);
        s.rules = version;
        let mut t = start(&s).expect("a legal setup");
        t.draft();
        t.play_card("A3", 0);
        assert_eq!(t.refused(t.lay("MR", (0, -2), "C-Y-S", 0)), rule);
    }
    for version in [0, 3] {
        let mut s = setup(2, &[]);
        s.rules = version;
        let faults = start(&s).err().expect("not a version").faults;
        assert!(faults[0].contains("knows 1 to 2"), "{faults:?}");
    }
}

#[test]
fn the_homes_touch_mildendo() {
    // LIL-CHESS-3
    let t = Table::drafted(4);
    for (x, y) in [(0, -1), (1, 0), (0, 1), (-1, 0)] {
        let laid = t.at.state.core.board().at(at(x, y)).unwrap();
        assert!(matches!(t.at.printed.tile(laid.tile).sort, Sort::City | Sort::Metropolis));
    }
    // A free side of Mildendo takes what its other neighbours allow.
    let mut t = Table::drafted(2);
    t = t.tile((0, -2), "P-Y-C", 2);
    t = t.tile((-1, -2), "C-Y-C", 1);
    t = t.tile((-1, -1), "P-Y-S", 0);
    t.play_card("A3", 0);
    assert!(t.offers(&t.lay("MR", (-1, 0), "C-Y-S", 0)));
    assert_eq!(t.refused(t.lay("MR", (-1, 0), "P-Y-S", 0)), "LIL-CHESS-2");
}

#[test]
fn character_tiles_have_their_class() {
    // LIL-CHESS-5
    let t = Table::new(4);
    let class = |name: &str| t.at.printed.sheet.tiles.get(t.tile_id(name)).class;
    for city in ["K-CASTLE", "K-FORT", "K-TREASURY"] {
        assert_eq!(class(city), titles::g18lilliput::class::CITY, "{city}");
    }
    for plain in ["K-TOWN-S", "K-TOWN-C", "K-PORT-A", "K-PORT-B"] {
        assert_eq!(class(plain), titles::g18lilliput::class::PLAIN, "{plain}");
    }
    let mut t = Table::drafted(4);
    t = t.character(0, "LIMNOC");
    assert_eq!(t.refused(t.lay_right("MR", (0, -2), "K-FORT", 1, "LIMNOC")), "LIL-CHESS-1");
}

#[test]
fn upgrades_keep_track_and_kind() {
    // LIL-UPGRADE-2, LIL-UPGRADE-3
    let mut t = Table::drafted(4).phase(3);
    t.play_card("A1", 0);
    assert_eq!(t.lays("C-G-T"), [(at(0, -1), 0), (at(0, -1), 2)], "track north and south is kept");
    assert_eq!(t.refused(t.lay("MR", (0, -1), "C-G-T", 1)), "LIL-UPGRADE-2");
    assert_eq!(t.refused(t.lay("MR", (0, -1), "M-G-T", 0)), "LIL-UPGRADE-3");
    let mut t = Table::drafted(4).phase(3).turn_of(1);
    t.play_card("A1", 0);
    assert_eq!(t.refused(t.lay("SR", (1, 0), "C-G-T", 1)), "LIL-UPGRADE-3", "a Y tile stays one");
    assert!(t.offers(&t.lay("SR", (1, 0), "M-G-T", 1)));
    // A straight becomes a bridge or a switch; a curve only a switch.
    let mut t = Table::drafted(4).phase(3).tile((0, -2), "P-Y-C", 1);
    t.play_card("A1", 0);
    assert!(t.lays("P-G-X").is_empty());
    assert_eq!(t.lays("P-G-R").len(), 1);
}

#[test]
fn upgrading_a_y_tile_is_free() {
    // LIL-UPGRADE-4
    let mut t = Table::drafted(4).phase(5).treasury("SR", 0).turn_of(1);
    t.play_card("A1", 0);
    t.play(t.lay("SR", (1, 0), "M-G-T", 1));
    t = t.turn_of(1);
    t.at.state.used = 0;
    t.play_card("A1", 0);
    t.play(t.lay("SR", (1, 0), "M-B-X", 0));
    assert_eq!(t.treasury_of("SR"), 0);
}

#[test]
fn stations_move_to_the_new_tile_and_a_new_slot_opens_the_city() {
    // LIL-UPGRADE-5, LIL-UPGRADE-6, LIL-UPGRADE-7, LIL-STATION-7
    let mut t = Table::drafted(4).phase(3);
    assert_eq!((t.left("C-Y-S"), t.left("C-G-T")), (3, 6));
    let spot = Spot { cell: at(0, -1), stop: 0 };
    let tiles = t.at.printed.sheet.tiles.clone();
    assert!(t.at.state.core.board().blocked(&tiles, spot, t.company("SR").0));
    t.play_card("A1", 0);
    t.play(t.lay("MR", (0, -1), "C-G-T", 0));
    assert_eq!(
        (t.left("C-Y-S"), t.left("C-G-T")),
        (4, 5),
        "the replaced tile returns to the supply"
    );
    assert!(t.at.state.core.board().has_station(&tiles, spot, t.company("MR").0));
    assert!(
        !t.at.state.core.board().blocked(&tiles, spot, t.company("SR").0),
        "the second slot is free"
    );
}

#[test]
fn towns_harbours_and_character_tiles_are_never_upgraded() {
    // LIL-UPGRADE-8, LIL-CHARACTER-3
    let mut t = Table::drafted(4).phase(5).tile((0, -2), "K-TOWN-S", 0).tile((0, -3), "K-FORT", 0);
    t.play_card("A1", 0);
    for green in ["P-G-X", "P-G-R", "P-G-L"] {
        assert_eq!(t.refused(t.lay("MR", (0, -2), green, 0)), "LIL-UPGRADE-8");
    }
    assert_eq!(t.refused(t.lay("MR", (0, -3), "C-G-T", 0)), "LIL-UPGRADE-8");
    assert_eq!(t.refused(t.lay("MR", (0, -3), "C-B-X", 0)), "LIL-UPGRADE-8");
    for tile in ["K-CASTLE", "K-FORT", "K-TREASURY", "K-TOWN-S", "K-TOWN-C", "K-PORT-A", "K-PORT-B"]
    {
        assert!(t.at.printed.sheet.tiles.get(t.tile_id(tile)).upgrades.is_empty(), "{tile}");
    }
}

#[test]
fn an_upgrade_needs_a_connection_to_the_tile_not_to_the_new_leg() {
    // LIL-UPGRADE-9, LIL-UPGRADE-10
    let mut t = Table::drafted(4)
        .phase(3)
        .tile((0, -2), "P-Y-S", 0)
        .tile((0, -3), "C-Y-S", 0)
        .extra_station("SR", (0, -3), 0);
    t.play_card("A1", 0);
    assert!(
        t.offers(&t.lay("MR", (0, -3), "C-G-T", 0)),
        "the city is full, but a path may end there"
    );
    assert!(
        t.offers(&t.lay("MR", (0, -2), "P-G-X", 0)),
        "the crossing track is not joined to the company"
    );
    assert_eq!(t.refused(t.lay("MR", (0, 1), "C-G-T", 0)), "LIL-TRACK-3", "no connection");
}

#[test]
fn a_new_leg_may_make_the_connection() {
    // LIL-TRACK-3
    let mut t = Table::drafted(4).phase(3).tile((0, -2), "P-Y-C", 1).tile((1, -2), "C-Y-S", 0);
    t.play_card("A1", 0);
    assert!(t.offers(&t.lay("MR", (1, -2), "C-G-T", 2)), "its new leg meets the open track end");
    assert_eq!(
        t.refused(t.lay("MR", (1, -2), "C-G-T", 0)),
        "LIL-TRACK-3",
        "the other way round it does not"
    );
}
