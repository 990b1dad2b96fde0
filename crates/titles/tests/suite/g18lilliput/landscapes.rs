//! Scenario tiles and landscapes.

use super::table::{Table, at, setup, start};
use board::Cell;
use engine::{Event, Move, Pay, Position, Value};
use serde_json::{Value as Json, json};
use titles::g18lilliput::check_landscape;

// Tiles of a scenario and where they lie.
type Layout = &'static [(&'static str, &'static [(i16, i16)])];

fn faults(land: Json) -> Vec<String> {
    check_landscape(&land, 4).err().unwrap_or_default()
}

fn with_land(seats: usize, land: Json) -> Table {
    let mut s = setup(seats, &[]);
    s.extra = Some(land);
    let mut t = start(&s).unwrap_or_else(|e| panic!("{e}"));
    while t.step() == "draft" || t.step() == "home" {
        // The first choices: MR north, straight where that comes first.
        let mv = t.at.choices()[0].mv.clone();
        t.play(mv);
    }
    t.at.state.holders = [engine::NONE; 8];
    t
}

fn place(tile: &str, x: i16, y: i16, rotation: u8) -> Json {
    json!({ "tile": tile, "x": x, "y": y, "rotation": rotation })
}

#[test]
fn a_landscape_lies_before_the_draft() {
    // LIL-SCENARIO-1, LIL-SCENARIO-13
    // As in the catalogue (LIL-RECON-9).
    let layouts: [Layout; 4] = [
        &[
            ("S-RIVER", &[(1, 1), (-1, -1)]),
            ("S-HILLS", &[(1, -2), (-1, 2)]),
            ("S-MINE10", &[(2, -2)]),
            ("S-MINE20", &[(-2, 2)]),
        ],
        &[
            ("S-MOUNT", &[(2, 0), (-2, 0), (0, 2), (0, -2)]),
            ("S-HILLS", &[(2, 2), (-2, -2), (2, -2)]),
            ("S-RIVER", &[(-2, 2)]),
        ],
        &[
            ("S-BLEFUSCU", &[(0, 4)]),
            ("S-GREYCITY-A", &[(2, 1)]),
            ("S-GREYCITY-B", &[(-2, -1)]),
            ("S-GREYTRACK-A", &[(2, -2)]),
            ("S-GREYTRACK-B", &[(-2, 2)]),
            ("S-RIVER", &[(0, -2)]),
        ],
        &[
            ("S-SEA", &[(1, 1), (-1, -1), (3, 3), (-3, -3)]),
            ("S-MOUNT", &[(2, 2), (-2, -2)]),
            ("S-MINE20", &[(3, -3)]),
            ("S-MINE10", &[(-3, 3)]),
        ],
    ];
    for (word, layout) in ["1", "2", "3", "4"].iter().zip(layouts) {
        let t = Table::with(4, &[("scenario", word)]);
        assert_eq!(t.step(), "draft");
        let mut wanted: Vec<(Cell, &str)> = vec![(at(0, 0), "START")];
        for (tile, cells) in layout {
            wanted.extend(cells.iter().map(|&(x, y)| (at(x, y), *tile)));
        }
        wanted.sort_unstable();
        let lying = t.at.state.core.board().cells();
        let mut found: Vec<(Cell, &str)> =
            lying.iter().map(|(cell, laid)| (*cell, t.tile_name(laid.tile))).collect();
        found.sort_unstable();
        assert_eq!(found, wanted, "scenario {word}");
    }
    let own = with_land(4, json!([place("S-RIVER", 1, 1, 0)]));
    assert_eq!(own.tile_at((1, 1)), "S-RIVER");
    let mut both = setup(4, &[("scenario", "1")]);
    both.extra = Some(json!([place("S-RIVER", 1, 1, 0)]));
    assert!(start(&both).is_err(), "a scenario or an own landscape");
    assert_eq!(faults(json!([place("C-Y-S", 2, 1, 0)])).len(), 1, "no scenario tile");
}

#[test]
fn marks_say_where_a_tile_may_stand() {
    // LIL-SCENARIO-2, LIL-SCENARIO-12
    for (tile, city, plain) in [
        ("S-MINE10", false, true),
        ("S-GREYTRACK-A", false, true),
        ("S-GREYCITY-A", true, false),
        ("S-HILLS", true, true),
        ("S-SEA", true, true),
        ("S-BLEFUSCU", true, true),
    ] {
        assert_eq!(faults(json!([place(tile, 2, 1, 0)])).is_empty(), city, "{tile} on a city cell");
        assert_eq!(
            faults(json!([place(tile, 2, 2, 0)])).is_empty(),
            plain,
            "{tile} on a plain cell"
        );
    }
    let fault = &faults(json!([place("S-MINE10", 2, 1, 0)]))[0];
    assert!(fault.contains("LIL-SCENARIO-2"), "{fault}");
}

#[test]
fn scenario_tiles_beside_mildendo_leave_a_side_to_every_starting_company() {
    // LIL-SCENARIO-14, LIL-SOLO-3
    let beside =
        [place("S-HILLS", 0, -1, 0), place("S-MOUNT", 1, 0, 0), place("S-BLEFUSCU", 0, 1, 0)];
    for (players, most) in [(1, 2), (2, 2), (3, 1), (4, 0)] {
        for tiles in 0..=3 {
            let land = json!(beside[..tiles].to_vec());
            let legal = check_landscape(&land, players).is_ok();
            assert_eq!(legal, tiles <= most, "{players} players, {tiles} tiles");
            let mut s = setup(players.into(), &[]);
            s.extra = Some(land);
            assert_eq!(start(&s).is_ok(), legal);
            s.rules = 1;
            assert_eq!(start(&s).is_ok(), tiles == 0, "version 1: all four stay free");
            s.rules = 2;
            s.options.insert("land_beside_mildendo".to_owned(), engine::OptionValue::Switch(false));
            assert_eq!(start(&s).is_ok(), tiles == 0);
        }
    }
    // A free side is none if a home there could only point at water.
    let wet =
        json!([place("S-SEA", 1, -1, 0), place("S-SEA", -1, -1, 0), place("S-SEA", 0, -2, 0)]);
    assert_eq!(faults(wet.clone()).len(), 1);
    assert!(faults(wet.clone())[0].contains("4 homes need 4 free sides of Mildendo, 3 are left"));
    assert!(check_landscape(&wet, 3).is_ok());
    let dry = json!([place("S-SEA", 1, -1, 0), place("S-SEA", -1, -1, 0)]);
    assert!(faults(dry).is_empty(), "a straight home still fits");
    // The track of Mildendo must not point at the sea either.
    let sea = check_landscape(&json!([place("S-SEA", 1, 0, 0)]), 2).unwrap_err();
    assert!(sea[0].contains("track of 0,0 points at water on 1,0"), "{sea:?}");
    // Gulliver's home is drawn from the sides that are left.
    let mut sides = Vec::new();
    for seed in 0..40 {
        let mut s = setup(1, &[]);
        s.seed = seed;
        s.extra = Some(json!(beside[..2].to_vec()));
        let t = start(&s).expect("a legal setup");
        let gulliver = engine::Company(t.at.state.gulliver[0]);
        sides.push(t.at.home(gulliver).expect("a home").xy());
    }
    sides.sort_unstable();
    sides.dedup();
    assert_eq!(sides, [(-1, 0), (0, 1)]);
}

#[test]
fn a_landscape_is_checked_with_all_faults_at_once() {
    // LIL-SCENARIO-14, LIL-SCENARIO-15, LIL-SCENARIO-16
    let found = faults(json!([
        place("S-RIVER", 0, 1, 0),
        place("S-MINE10", 2, 2, 0),
        place("S-MINE10", 4, 4, 0),
        place("S-TUNNEL-S", 2, 0, 0),
        place("S-SEA", 3, 3, 0),
        place("S-GREYCITY-B", 3, 2, 1),
        place("S-HILLS", 2, 2, 7),
        place("NOTHING", 5, 5, 0),
        place("S-SEA", 0, 0, 0),
    ]));
    for wanted in [
        "LIL-SCENARIO-14",
        "there are only 1 of S-MINE10 (LIL-SCENARIO-15)",
        "LIL-SCENARIO-16",
        "track of 3,2 points at water on 3,3",
        "two tiles lie on 2,2",
        "rotation",
        "no tile is called NOTHING",
        "Mildendo lies there",
    ] {
        assert!(found.iter().any(|f| f.contains(wanted)), "{wanted} not in {found:#?}");
    }
    // Tiles may lie apart from everything.
    assert!(
        faults(json!([place("S-BLEFUSCU", 20, -17, 0), place("S-SEA", -30, 11, 0)])).is_empty()
    );
    assert!(!faults(json!({ "tile": "S-SEA" })).is_empty(), "not a list");
}

#[test]
fn mines_pay_each_train_into_the_treasury() {
    // LIL-SCENARIO-3, LIL-INCOME-7
    let mut t = Table::drafted(4).tile((0, -2), "S-MINE10", 0).tile((0, -3), "C-Y-S", 0);
    let mr = t.company("MR");
    t = t.train("MR", "2");
    assert_eq!(t.at.income_of(mr), (50 + 40, 10));
    let before = t.treasury_of("MR");
    let events = t.end_turns().events.clone();
    assert!(events.contains(&Event::Ran { company: mr, revenue: 90, subsidy: 10 }));
    t.play(Move::Dividend { pay: Pay::Out });
    assert_eq!(t.treasury_of("MR"), before + 10, "whatever is done with the income");
    // Not doubled by a D-train, not in the last round; ignored when incomes are compared.
    let mut t = Table::drafted(4)
        .tile((0, -2), "S-MINE20", 1)
        .tile((1, -2), "C-Y-S", 1)
        .no_trains("MR")
        .train("MR", "2");
    assert_eq!(t.at.income_of(mr), (50, 0), "Mildendo and home, not the mine and 40");
    t = t.no_trains("MR").train("MR", "3D").round(8);
    let before = t.treasury_of("MR");
    t.end_turns();
    assert_eq!(t.treasury_of("MR"), before + 20);
}

#[test]
fn among_equal_incomes_the_mine_decides() {
    // LIL-SCENARIO-3
    let t = Table::drafted(4).tile((0, -1), "C-G-T", 0).tile((0, -2), "S-MINE10", 0).tile(
        (0, -3),
        "C-G-T",
        0,
    );
    let mr = t.company("MR");
    assert_eq!(
        t.at.income_of(mr),
        (60, 10),
        "Mildendo and home would bring 60 as well, but no mine"
    );
}

#[test]
fn hills_and_river_take_a_yellow_tile_for_a_surcharge() {
    // LIL-SCENARIO-4, LIL-SCENARIO-5, LIL-SCENARIO-6
    for (terrain, surcharge) in [("S-HILLS", 30), ("S-RIVER", 10)] {
        let mut t = Table::drafted(4).tile((0, -2), terrain, 0);
        t.play_card("A3", 0);
        let choices = t.at.choices();
        let mv = t.lay("MR", (0, -2), "P-Y-S", 0);
        assert_eq!(choices.iter().find(|c| c.mv == mv).unwrap().cost, surcharge);
        t.play(mv);
        assert_eq!(t.treasury_of("MR"), 550 - surcharge, "{terrain}");
        t = t.tile((0, -3), terrain, 0).treasury("MR", 50 + surcharge - 1);
        let metropolis = t.lay("MR", (0, -3), "M-Y-C", 1);
        assert_eq!(t.refused(metropolis.clone()), "LIL-SCENARIO-6", "besides 50 for a Y tile");
        t = t.treasury("MR", 50 + surcharge);
        t.play(metropolis);
        assert_eq!(t.treasury_of("MR"), 0);
    }
    // Not a green tile, and character tiles too pay.
    let mut t = Table::drafted(4).phase(3).character(0, "BALMUFF").tile((0, -2), "S-HILLS", 0);
    t.play(t.lay_right("MR", (0, -2), "K-TOWN-S", 0, "BALMUFF"));
    assert_eq!(t.treasury_of("MR"), 520);
    t = t.tile((0, -3), "S-HILLS", 0);
    t.play_card("A1", 0);
    assert_eq!(t.refused(t.lay("MR", (0, -3), "C-G-T", 0)), "LIL-TRACK-11");
}

#[test]
fn the_sea_is_never_built_on_nor_pointed_at() {
    // LIL-SCENARIO-7
    let mut t = Table::drafted(4).tile((1, -2), "S-SEA", 0);
    t.play_card("A3", 0);
    assert_eq!(t.refused(t.lay("MR", (0, -2), "P-Y-C", 1)), "LIL-SCENARIO-7", "track to the east");
    assert_eq!(t.refused(t.lay("MR", (1, -2), "C-Y-S", 1)), "LIL-SCENARIO-7");
    assert!(t.offers(&t.lay("MR", (0, -2), "P-Y-C", 2)));
}

#[test]
fn only_tunnels_go_through_mountains() {
    // LIL-SCENARIO-8, LIL-SCENARIO-9, LIL-SCENARIO-16
    let mut t = Table::drafted_with(4, &[("scenario", "2")]);
    assert_eq!(
        (t.tile_at((0, -2)), t.left("S-TUNNEL-S")),
        ("S-MOUNT".to_owned(), 1),
        "tunnels lie in the supply"
    );
    t = t.tile((0, -1), "C-G-T", 0);
    t.play_card("A2", 1);
    assert_eq!(t.refused(t.lay("MR", (0, -2), "P-Y-S", 0)), "LIL-SCENARIO-8");
    let tunnel = t.lay("MR", (0, -2), "S-TUNNEL-S", 0);
    assert_eq!(t.refused(tunnel.clone()), "LIL-SCENARIO-9", "from the green phase");
    t = t.phase(3).treasury("MR", 49);
    assert_eq!(t.refused(tunnel.clone()), "LIL-SCENARIO-9", "costs 50");
    t = t.treasury("MR", 60);
    t.play(tunnel.clone());
    assert_eq!((t.treasury_of("MR"), t.tile_at((0, -2))), (10, "S-TUNNEL-S".to_owned()));
    // It needs an option for a green tile.
    let mut t = Table::drafted_with(4, &[("scenario", "2")]).phase(3);
    t.at.state.stage = titles::g18lilliput::Stage::Turn;
    t = t.tile((0, -1), "C-G-T", 0);
    t.play_card("A3", 0);
    assert_eq!(t.refused(tunnel.clone()), "LIL-ACTION-4");
    // On plain cells only.
    let mut t = Table::drafted_with(4, &[("scenario", "2")])
        .phase(3)
        .tile((0, -2), "P-Y-S", 0)
        .tile((0, -3), "S-MOUNT", 0);
    t.play_card("A1", 0);
    assert_eq!(t.refused(t.lay("MR", (0, -3), "S-TUNNEL-S", 0)), "LIL-SCENARIO-9");
    assert_eq!(
        t.refused(t.lay("MR", (0, -4), "S-TUNNEL-C", 0)),
        "LIL-TRACK-11",
        "not on an empty cell"
    );
    // Without mountains there are none.
    assert_eq!(Table::drafted(4).left("S-TUNNEL-S"), 0);
}

#[test]
fn blefuscu_is_an_end_worth_more_with_a_station() {
    // LIL-SCENARIO-10
    let mut t = Table::drafted(4)
        .tile((0, -2), "P-Y-S", 0)
        .tile((0, -3), "S-BLEFUSCU", 0)
        .tile((0, -4), "P-Y-S", 0)
        .tile((0, -5), "C-Y-S", 0);
    let mr = t.company("MR");
    assert_eq!(t.at.income_of(mr).0, 20 + 40, "a 2-train: it uses range");
    t = t.no_trains("MR").train("MR", "5");
    assert_eq!(t.at.income_of(mr).0, 30 + 20 + 40, "never passed");
    t = t.extra_station("MR", (0, -3), 0);
    assert_eq!(t.at.income_of(mr).0, 30 + 20 + 60);
    t = t.no_trains("MR").train("MR", "5");
    // From its station there the company may run either way; two trains meet in it.
    t = t.train("MR", "2");
    assert_eq!(t.at.income_of(mr).0, 110 + 80);
}

#[test]
fn fixed_tracks_are_never_upgraded() {
    // LIL-SCENARIO-11, LIL-UPGRADE-8
    let mut t = Table::drafted(4).phase(5).tile((0, -2), "S-GREYTRACK-A", 0).tile(
        (0, -3),
        "S-GREYCITY-A",
        0,
    );
    t.play_card("A1", 0);
    assert_eq!(t.refused(t.lay("MR", (0, -2), "P-B-A", 0)), "LIL-SCENARIO-11");
    assert_eq!(t.refused(t.lay("MR", (0, -3), "C-G-T", 0)), "LIL-SCENARIO-11");
    for tile in [
        "S-MINE10",
        "S-MINE20",
        "S-BLEFUSCU",
        "S-GREYCITY-A",
        "S-GREYCITY-B",
        "S-GREYTRACK-A",
        "S-GREYTRACK-B",
    ] {
        assert!(t.at.printed.sheet.tiles.get(t.tile_id(tile)).upgrades.is_empty(), "{tile}");
    }
}

#[test]
fn a_refusal_names_the_cell() {
    // LIL-SCENARIO-7
    let mut t = Table::drafted(4).tile((1, -2), "S-SEA", 0);
    t.play_card("A3", 0);
    let mut copy = t.at.clone();
    let refusal = copy.play(&t.lay("MR", (0, -2), "P-Y-C", 1), &mut Vec::new()).unwrap_err();
    assert_eq!(refusal.args[0], ("cell", Value::Cell(at(1, -2))));
}
