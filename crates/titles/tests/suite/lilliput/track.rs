//! Laying track, the chessboard rule, upgrades.

use super::table::{Table, at};
use board::{Colour, Spot};
use engine::{Move, Position};
use titles::lilliput::Sort;
use titles::lilliput::chess;

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
    assert_eq!(
        t.refused(t.lay("MR", (0, -2), "P-Y-S", 1)),
        "LIL-TRACK-3",
        "it lies across"
    );
    assert!(t.offers(&t.lay("MR", (0, -2), "P-Y-S", 0)));
}

#[test]
fn a_tile_is_laid_in_any_rotation_that_fits() {
    // LIL-TRACK-2
    let mut t = Table::drafted(4);
    t.play_card("A3", 0);
    assert_eq!(t.lays("P-Y-C"), [(at(0, -2), 1), (at(0, -2), 2)]);
    assert_eq!(
        t.lays("P-Y-S"),
        [(at(0, -2), 0)],
        "half a turn more looks the same"
    );
    assert_eq!(t.refused(t.lay("MR", (0, -2), "P-Y-S", 2)), "LIL-TRACK-2");
    assert_eq!(t.refused(t.lay("MR", (0, -2), "P-Y-C", 4)), "LIL-TRACK-2");
}

#[test]
fn the_path_passes_neither_full_cities_nor_terminus_places() {
    // LIL-TRACK-4, LIL-STATION-5, LIL-STATION-6
    let mut t = Table::drafted(4)
        .tile((0, -2), "P-Y-S", 0)
        .tile((0, -3), "C-Y-S", 0);
    t.play_card("A3", 0);
    let beyond = t.lay("MR", (0, -4), "P-Y-S", 0);
    assert!(t.offers(&beyond), "a free slot: open to all");
    t = t.extra_station("SR", (0, -3), 0);
    assert_eq!(t.refused(beyond.clone()), "LIL-TRACK-3", "full of others");
    assert_eq!(
        t.refused(t.lay("MR", (0, 2), "P-Y-S", 0)),
        "LIL-TRACK-3",
        "not through Mildendo"
    );
    // A harbour on the line is an end too.
    let mut t = Table::drafted(4)
        .tile((0, -1), "C-G-T", 0)
        .tile((0, -2), "K-PORT-B", 1);
    assert_eq!(
        t.at.core.board().exits(&t.at.rules.sheet.tiles, at(0, -2)),
        0b0110
    );
    t.play_card("A3", 0);
    assert_eq!(t.refused(t.lay("MR", (1, -2), "C-Y-S", 1)), "LIL-TRACK-3");
}

#[test]
fn track_never_points_at_water_but_at_trackless_sides() {
    // LIL-TRACK-5
    let mut t = Table::drafted(4)
        .tile((1, -2), "C-Y-S", 0)
        .tile((-1, -3), "K-PORT-A", 0);
    t.play_card("A3", 0);
    assert!(
        t.offers(&t.lay("MR", (0, -2), "P-Y-C", 1)),
        "at a trackless side"
    );
    t = t.tile((0, -2), "P-Y-S", 0);
    assert_eq!(
        t.refused(t.lay("MR", (0, -3), "C-Y-C", 2)),
        "LIL-TRACK-5",
        "west is the quay"
    );
    assert!(t.offers(&t.lay("MR", (0, -3), "C-Y-C", 1)));
    // The same for the new leg of an upgrade.
    let mut t = Table::drafted(4).phase(3).tile((-1, -1), "K-PORT-A", 0);
    t.play_card("A1", 0);
    assert_eq!(
        t.refused(t.lay("MR", (0, -1), "C-G-T", 2)),
        "LIL-TRACK-5",
        "new leg west"
    );
    assert!(t.offers(&t.lay("MR", (0, -1), "C-G-T", 0)), "new leg east");
}

#[test]
fn yellow_tiles_come_in_four_kinds() {
    // LIL-TRACK-6
    let t = Table::new(4);
    let (sheet, facts) = (&t.at.rules.sheet, &t.at.rules.tiles);
    let mut kinds = Vec::new();
    for (i, def) in sheet.tiles.tiles.iter().enumerate() {
        if def.colour == Colour::Yellow {
            kinds.push(facts[i].sort);
        }
        let town = def.stops.iter().any(|s| s.kind == board::Kind::Town);
        assert!(
            !town || facts[i].character.is_some(),
            "{}: small towns belong to characters",
            def.name
        );
    }
    kinds.dedup();
    assert_eq!(kinds, [Sort::City, Sort::Metropolis, Sort::Plain]);
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
    t.at.core.board_mut().set_supply(tile, 1);
    t.play_card("A3", 0);
    t.play(t.lay("MR", (0, -2), "P-Y-S", 0));
    t = t.tile((0, -3), "C-Y-S", 0);
    assert_eq!(t.refused(t.lay("MR", (0, -4), "P-Y-S", 0)), "LIL-TRACK-9");
}

#[test]
fn colours_open_with_their_phases() {
    // LIL-TRACK-10, LIL-PHASE-2, LIL-PHASE-4, LIL-PHASE-6
    for phase in 1..=7 {
        let mut t = Table::drafted(4)
            .phase(phase)
            .tile((0, -2), "P-Y-S", 0)
            .tile((0, -3), "C-G-T", 0);
        t.play_card("A1", 0);
        assert!(
            !t.lays("C-Y-C").is_empty() || !t.lays("P-Y-S").is_empty(),
            "yellow always"
        );
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
    assert_eq!(
        t.refused(t.lay("MR", (0, -2), "P-Y-S", 0)),
        "LIL-TRACK-11",
        "yellow on yellow"
    );
    assert_eq!(
        t.refused(t.lay("MR", (0, -1), "C-B-X", 0)),
        "LIL-TRACK-11",
        "brown on yellow"
    );
    assert_eq!(
        t.refused(t.lay("MR", (0, -3), "C-G-T", 0)),
        "LIL-TRACK-11",
        "green on nothing"
    );
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
    // LIL-CHESS-1, LIL-CHESS-2, LIL-CHESS-4
    let mut t = Table::drafted(4);
    t.play_card("A3", 0);
    assert_eq!(
        t.refused(t.lay("MR", (0, -2), "C-Y-S", 0)),
        "LIL-CHESS-4",
        "beside the city at 0,-1"
    );
    t = t.tile((0, -2), "P-Y-S", 0);
    assert_eq!(
        t.refused(t.lay("MR", (0, -3), "P-Y-S", 0)),
        "LIL-CHESS-4",
        "beside the plain tile at 0,-2"
    );
    assert!(t.offers(&t.lay("MR", (0, -3), "C-Y-S", 0)));
    for (x, y) in [(0, -2), (1, -1), (3, 3), (-2, 4)] {
        assert!(!chess::is_city_cell(at(x, y)), "{x},{y}");
    }
    for (x, y) in [(0, -1), (2, 1), (-3, 0), (-1, -2)] {
        assert!(chess::is_city_cell(at(x, y)), "{x},{y}");
    }
}

#[test]
fn the_homes_touch_mildendo() {
    // LIL-CHESS-3
    let t = Table::drafted(4);
    for (x, y) in [(0, -1), (1, 0), (0, 1), (-1, 0)] {
        let laid = t.at.core.board().at(at(x, y)).unwrap();
        assert!(matches!(
            t.at.rules.tile(laid.tile).sort,
            Sort::City | Sort::Metropolis
        ));
    }
    // With fewer players, a free side takes a city only (LIL-RULING-4).
    let mut t = Table::drafted(2)
        .tile((0, -2), "P-Y-C", 2)
        .tile((-1, -2), "C-Y-C", 1)
        .tile((-1, -1), "P-Y-S", 0);
    t.play_card("A3", 0);
    assert!(t.offers(&t.lay("MR", (-1, 0), "C-Y-S", 0)));
    assert_eq!(t.refused(t.lay("MR", (-1, 0), "P-Y-S", 0)), "LIL-CHESS-4");
}

#[test]
fn character_tiles_have_their_class() {
    // LIL-CHESS-5
    let t = Table::new(4);
    let class = |name: &str| t.at.rules.sheet.tiles.get(t.tile_id(name)).class;
    for city in ["K-CASTLE", "K-FORT", "K-TREASURY"] {
        assert_eq!(class(city), titles::lilliput::class::CITY, "{city}");
    }
    for plain in ["K-TOWN-S", "K-TOWN-C", "K-PORT-A", "K-PORT-B"] {
        assert_eq!(class(plain), titles::lilliput::class::PLAIN, "{plain}");
    }
    let t = Table::drafted(4).character(0, "LIMNOC");
    assert_eq!(
        t.refused(t.lay_right("MR", (0, -2), "K-FORT", 1, "LIMNOC")),
        "LIL-CHESS-4"
    );
}

#[test]
fn upgrades_keep_track_and_kind() {
    // LIL-UPGRADE-2, LIL-UPGRADE-3
    let mut t = Table::drafted(4).phase(3);
    t.play_card("A1", 0);
    assert_eq!(
        t.lays("C-G-T"),
        [(at(0, -1), 0), (at(0, -1), 2)],
        "track north and south is kept"
    );
    assert_eq!(t.refused(t.lay("MR", (0, -1), "C-G-T", 1)), "LIL-UPGRADE-2");
    assert_eq!(t.refused(t.lay("MR", (0, -1), "M-G-T", 0)), "LIL-UPGRADE-3");
    let mut t = Table::drafted(4).phase(3).turn_of(1);
    t.play_card("A1", 0);
    assert_eq!(
        t.refused(t.lay("SR", (1, 0), "C-G-T", 1)),
        "LIL-UPGRADE-3",
        "a Y tile stays one"
    );
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
    let spot = Spot {
        cell: at(0, -1),
        stop: 0,
    };
    let tiles = t.at.rules.sheet.tiles.clone();
    assert!(t.at.core.board().blocked(&tiles, spot, t.company("SR").0));
    t.play_card("A1", 0);
    t.play(t.lay("MR", (0, -1), "C-G-T", 0));
    assert_eq!(
        (t.left("C-Y-S"), t.left("C-G-T")),
        (4, 5),
        "the replaced tile returns to the supply"
    );
    assert!(
        t.at.core
            .board()
            .has_station(&tiles, spot, t.company("MR").0)
    );
    assert!(
        !t.at.core.board().blocked(&tiles, spot, t.company("SR").0),
        "the second slot is free"
    );
}

#[test]
fn towns_harbours_and_character_tiles_are_never_upgraded() {
    // LIL-UPGRADE-8, LIL-CHARACTER-3
    let mut t = Table::drafted(4)
        .phase(5)
        .tile((0, -2), "K-TOWN-S", 0)
        .tile((0, -3), "K-FORT", 0);
    t.play_card("A1", 0);
    for green in ["P-G-X", "P-G-R", "P-G-L"] {
        assert_eq!(t.refused(t.lay("MR", (0, -2), green, 0)), "LIL-UPGRADE-8");
    }
    assert_eq!(t.refused(t.lay("MR", (0, -3), "C-G-T", 0)), "LIL-UPGRADE-8");
    assert_eq!(t.refused(t.lay("MR", (0, -3), "C-B-X", 0)), "LIL-UPGRADE-8");
    for tile in [
        "K-CASTLE",
        "K-FORT",
        "K-TREASURY",
        "K-TOWN-S",
        "K-TOWN-C",
        "K-PORT-A",
        "K-PORT-B",
    ] {
        assert!(
            t.at.rules
                .sheet
                .tiles
                .get(t.tile_id(tile))
                .upgrades
                .is_empty(),
            "{tile}"
        );
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
    assert_eq!(
        t.refused(t.lay("MR", (0, 1), "C-G-T", 0)),
        "LIL-TRACK-3",
        "no connection"
    );
}

#[test]
fn a_new_leg_may_make_the_connection() {
    // LIL-TRACK-3
    let mut t = Table::drafted(4)
        .phase(3)
        .tile((0, -2), "P-Y-C", 1)
        .tile((1, -2), "C-Y-S", 0);
    t.play_card("A1", 0);
    assert!(
        t.offers(&t.lay("MR", (1, -2), "C-G-T", 2)),
        "its new leg meets the open track end"
    );
    assert_eq!(
        t.refused(t.lay("MR", (1, -2), "C-G-T", 0)),
        "LIL-TRACK-3",
        "the other way round it does not"
    );
}
