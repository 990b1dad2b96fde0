//! Promoting tiles, and what happens to stations on them.

use super::table::{Table, public_table, table, table_with};
use engine::{Event, LayBy, Move, Position};
use titles::g18cz::Step;

/// EKJ at home in a yellow city in its track step.
fn karlovy_vary(letter: &str) -> Table {
    let t = table(3).phase(letter).float("EKJ", 0, 50).treasury("EKJ", 200);
    t.tile("D4", "57", 1).station("EKJ", "D4", 0).operating("EKJ", Step::Track)
}

/// What may follow a tile on a hex of its company's home, by regular build and by powers.
fn successors(t: &Table, hex: &str) -> Vec<String> {
    let mut all: Vec<String> =
        t.at.choices()
            .into_iter()
            .filter_map(|c| match c.mv {
                Move::LayTile { cell, tile, .. } if cell == t.hex(hex) => {
                    Some(t.sheet().tiles.get(tile).name.clone())
                }
                _ => None,
            })
            .collect();
    all.sort();
    all.dedup();
    all
}

#[test]
fn colours_follow_each_other_one_at_a_time() {
    // CZ-UPGRADE-1
    let t = karlovy_vary("j");
    assert_eq!(t.refused(t.lay("EKJ", "D4", "611", 0)), "CZ-UPGRADE-1");
    assert_eq!(t.refused(t.lay("EKJ", "D4", "6", 1)), "CZ-UPGRADE-1");
    assert_eq!(
        t.refused(t.lay("EKJ", "D2", "14", 1)),
        "CZ-UPGRADE-1",
        "a bare city gets yellow first"
    );
    let t = t.tile("D4", "619", 1);
    assert_eq!(t.refused(t.lay("EKJ", "D4", "57", 1)), "CZ-UPGRADE-1", "never back");
    assert!(t.tiles_for("D4").contains(&"611".to_owned()));
}

#[test]
fn green_brown_and_grey_come_with_the_letters_d_g_and_i() {
    // CZ-UPGRADE-2, CZ-PHASE-5, CZ-PHASE-8, CZ-PHASE-10
    let letters = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
    for (i, letter) in letters.into_iter().enumerate() {
        let t = table(3).phase(letter).float("BN", 0, 60).treasury("BN", 99);
        let yellow =
            t.clone().tile("E11", "8890", 1).station("BN", "E11", 1).operating("BN", Step::Track);
        assert_eq!(!yellow.tiles_for("E11").is_empty(), i >= 3, "green in phase {letter}");
        let green =
            t.clone().tile("E11", "8891", 1).station("BN", "E11", 1).operating("BN", Step::Track);
        assert_eq!(!green.tiles_for("E11").is_empty(), i >= 6, "brown in phase {letter}");
        if i < 6 {
            assert_eq!(green.refused(green.lay("BN", "E11", "8892", 0)), "CZ-UPGRADE-2");
        }
        let brown = t.tile("E11", "8892", 0).station("BN", "E11", 0).operating("BN", Step::Track);
        assert_eq!(!brown.tiles_for("E11").is_empty(), i >= 8, "grey in phase {letter}");
    }
}

#[test]
fn existing_track_stays() {
    // CZ-UPGRADE-3
    let t = karlovy_vary("d");
    for tile in ["14", "15", "619"] {
        for r in 0..6 {
            let kept = t.sheet().tiles.exits(t.tile_id(tile), r) & 0b1_0010 == 0b1_0010;
            let mv = t.lay("EKJ", "D4", tile, r);
            assert_eq!(t.offers(&mv), kept, "{tile} at {r}");
            if !kept {
                assert_eq!(t.refused(&mv), "CZ-UPGRADE-3");
            }
        }
    }
    // Plain track: each old piece has to be a piece of the new tile.
    let t = karlovy_vary("d").tile("D6", "9", 1);
    assert!(t.offers(&t.lay("EKJ", "D6", "24", 1)) && t.offers(&t.lay("EKJ", "D6", "24", 4)));
    assert_eq!(t.refused(t.lay("EKJ", "D6", "24", 0)), "CZ-UPGRADE-3");
}

#[test]
fn plain_track_stays_plain_and_locations_keep_their_type() {
    // CZ-UPGRADE-4
    let t = karlovy_vary("d").tile("D6", "9", 1);
    for tile in ["14", "619"] {
        for r in 0..6 {
            assert_eq!(t.refused(t.lay("EKJ", "D6", tile, r)), "CZ-UPGRADE-4");
        }
    }
    for tile in ["23", "24", "20"] {
        assert_eq!(t.refused(t.lay("EKJ", "D4", tile, 1)), "CZ-UPGRADE-4");
    }
    let tiles = &t.sheet().tiles;
    for tile in tiles.tiles.iter().filter(|t| t.count > 0) {
        for next in &tile.upgrades {
            let new = tiles.get(next.tile);
            assert_eq!(
                tile.stops.is_empty(),
                new.stops.is_empty(),
                "{} to {}",
                tile.name,
                new.name
            );
            for (old, stop) in tile.stops.iter().zip(&new.stops) {
                assert_eq!(old.kind, stop.kind, "{} to {}", tile.name, new.name);
            }
        }
    }
}

#[test]
fn the_new_track_need_not_be_usable() {
    // CZ-UPGRADE-5, HARD-CZ-1
    // E3 curves from D2 to E5; the company comes by one side only and adds a branch behind the curve.
    let t = karlovy_vary("d").tile("D6", "9", 1).tile("D8", "8", 1);
    // D8 from the west to the north-east. Tile 24 turned so that the new piece leaves the reachable edge's far end.
    let reachable = t.lays().into_iter().filter(|l| l.0 == "D8").collect::<Vec<_>>();
    assert!(!reachable.is_empty());
    let (tiles, old) = (&t.sheet().tiles, 0b1010);
    let branch_behind = reachable.iter().find(|(_, tile, r)| {
        // Track that does not touch the western edge, by which the company comes.
        let def = tiles.get(t.tile_id(tile));
        let new = def.segments.iter().filter(|(a, b)| {
            let edge = |e: &board::End| match e {
                board::End::Edge(e) => 1u8 << ((e + r) % 6),
                board::End::Stop(_) => 0,
            };
            edge(a) | edge(b) != old
        });
        new.clone().count() == 1
            && new.clone().all(|(a, b)| {
                [a, b].iter().all(|e| !matches!(e, board::End::Edge(e) if (e + r) % 6 == 1))
            })
    });
    let (_, tile, r) =
        branch_behind.expect("an upgrade whose new piece cannot be entered from the west");
    let mut t2 = t.clone();
    t2.play(t2.lay("EKJ", "D8", tile, *r));
    // A tile that the company does not reach at all stays out of bounds.
    let t = t.tile("H8", "9", 1);
    assert_eq!(t.refused(t.lay("EKJ", "H8", "24", 1)), "CZ-TRACK-5");
}

#[test]
fn a_city_with_a_free_slot_does_not_stop_building_behind_it() {
    // CZ-UPGRADE-6, CZ-TOKEN-8
    let t = karlovy_vary("d").tile("D6", "9", 1).tile("D8", "8", 5).tile("E9", "14", 2);
    let behind = |t: &Table| t.hexes().contains(&"F10".to_owned());
    assert!(behind(&t), "two free slots");
    let t = t.float("BN", 1, 60).station("BN", "E9", 0);
    assert!(behind(&t), "one free slot");
    let t = t.float("NWB", 1, 60).station("NWB", "E9", 0);
    assert!(!behind(&t), "full");
}

#[test]
fn an_upgraded_city_keeps_its_stations_and_gains_slots() {
    // CZ-UPGRADE-7
    let mut t = karlovy_vary("d");
    t.play(t.lay("EKJ", "D4", "619", 1));
    assert_eq!(t.stations_on("D4"), [("EKJ".to_owned(), 0)]);
    let spot = board::Spot { cell: t.hex("D4"), stop: 0 };
    assert_eq!(t.at.state.core.board().free_slots(&t.sheet().tiles, spot), 1);
}

#[test]
fn home_rights_survive_an_upgrade() {
    // CZ-UPGRADE-7, CZ-TOKEN-9
    // EKJ upgrades BTE's home; the second slot is BTE's, the first is free.
    let t = karlovy_vary("d").tile("D2", "57", 1).operating("EKJ", Step::Station);
    assert_eq!(t.refused(t.place("EKJ", "D2", 0)), "CZ-TOKEN-9");
    let t = t.tile("D2", "619", 1);
    assert!(t.offers(&t.place("EKJ", "D2", 0)));
    let t = t.float("KFN", 1, 60).station("KFN", "D2", 0);
    assert_eq!(t.refused(t.place("EKJ", "D2", 0)), "CZ-TOKEN-9");
}

#[test]
fn replaced_tiles_return_to_the_supply() {
    // CZ-UPGRADE-8
    let mut t = karlovy_vary("d");
    let left = |t: &Table, tile: &str| t.at.state.core.board().left(t.tile_id(tile));
    let (yellow, green) = (left(&t, "57"), left(&t, "619"));
    t.play(t.lay("EKJ", "D4", "619", 1));
    assert_eq!((left(&t, "57"), left(&t, "619")), (yellow + 1, green - 1));
}

#[test]
fn upgrades_are_free_on_any_ground() {
    // CZ-UPGRADE-9, CZ-TRACK-10
    let t = table(3).phase("d").float("BCB", 0, 50).tile("E15", "57", 1).station("BCB", "E15", 0);
    let mut t = t.operating("BCB", Step::Track);
    assert_eq!(t.treasury_of("BCB"), 0);
    let mv = t.lay("BCB", "E15", "619", 1);
    assert_eq!(t.cost(&mv), Some(0));
    t.play(mv);
}

#[test]
fn purple_tiles_need_a_power_and_are_upgraded_by_anybody() {
    // CZ-UPGRADE-10, HARD-CZ-18
    let t = karlovy_vary("g");
    for r in 0..6 {
        assert_eq!(t.refused(t.lay("EKJ", "D4", "14p", r)), "CZ-UPGRADE-10");
    }
    let with_power = t.clone().local_of("S1", "EKJ");
    assert!(successors(&with_power, "D4").contains(&"14p".to_owned()));
    assert_eq!(
        with_power.refused(with_power.lay_power("S1", "EKJ", "D4", "619", 1)),
        "CZ-LOCAL-12"
    );
    let mut purple = t.tile("D4", "14p", 0);
    let brown = purple.lays().into_iter().find(|l| l.1 == "611").expect("an ordinary brown city");
    purple.play(purple.lay("EKJ", "D4", "611", brown.2));
}

#[test]
fn cities_follow_the_lists_of_their_labels() {
    // CZ-UPGRADE-11, CZ-UPGRADE-12, CZ-UPGRADE-14, CZ-UPGRADE-18
    let all = |base: &Table, hex: &str, tile: &str, rotation: u8| {
        let t = base.clone().tile(hex, tile, rotation).station("EKJ", hex, 0);
        successors(&t.local_of("L1", "EKJ").operating("EKJ", Step::Track), hex)
    };
    let base = table(3).phase("j").float("EKJ", 0, 50).treasury("EKJ", 500);
    for yellow in ["5", "6", "57"] {
        assert_eq!(all(&base, "E21", yellow, 0), ["14", "14p", "15", "15p", "619"], "{yellow}");
    }
    for green in ["14", "15", "619", "14p", "15p"] {
        assert_eq!(all(&base, "E21", green, 0), ["611", "611p"], "{green}");
    }
    assert_eq!(all(&base, "E21", "611", 0), ["595p"]);
    assert_eq!(all(&base, "E21", "611p", 0), ["595p"]);
    for yellow in ["201", "202", "621"] {
        assert_eq!(all(&base, "G19", yellow, 0), ["207", "208", "622"], "{yellow}");
    }
    for green in ["207", "208", "622"] {
        assert_eq!(all(&base, "G19", green, 0), ["216", "216p"], "{green}");
    }
    assert_eq!(all(&base, "G19", "216", 0), ["8857p"]);
    assert_eq!(all(&base, "E11", "8890", 1), ["8891"]);
    assert_eq!(all(&base, "E11", "8891", 1), ["8892"]);
    assert_eq!(all(&base, "E11", "8892", 0), ["8893"]);
    assert_eq!(all(&base, "E11", "8893", 0), Vec::<String>::new());
    let t = base.tile("E21", "57", 0).station("EKJ", "E21", 0).operating("EKJ", Step::Track);
    assert_eq!(t.refused(t.lay("EKJ", "E21", "208", 0)), "CZ-UPGRADE-11");
    let grey: Vec<&str> = t
        .sheet()
        .tiles
        .tiles
        .iter()
        .filter(|t| t.colour == board::Colour::Grey && t.count > 0 && !t.special)
        .map(|t| t.name.as_str())
        .collect();
    assert_eq!(grey, ["8893"], "only Praha's grey tile is not purple-edged");
}

#[test]
fn towns_are_upgraded_with_purple_tiles_only_and_two_towns_become_one() {
    // CZ-UPGRADE-13, CZ-UPGRADE-18
    let successors_of = |tile: &str| -> Vec<String> {
        let t = table(3);
        let tiles = &t.sheet().tiles;
        let next = &tiles.get(t.tile_id(tile)).upgrades;
        let mut names: Vec<String> = next.iter().map(|s| tiles.get(s.tile).name.clone()).collect();
        names.sort();
        names
    };
    for one in ["3", "4", "58"] {
        assert_eq!(successors_of(one), ["8866p", "887p", "888p"]);
    }
    for (two, green) in
        [("1", "888p"), ("2", "887p"), ("55", "888p"), ("56", "887p"), ("69", "8866p")]
    {
        assert_eq!(successors_of(two), [green]);
    }
    for green in ["887p", "888p", "8866p"] {
        assert_eq!(successors_of(green), ["889p"]);
    }
    let t = table(3).phase("d").float("BCB", 0, 50).tile("E15", "57", 1).station("BCB", "E15", 0);
    let mut t = t.tile("E13", "55", 0).local_of("S1", "BCB").operating("BCB", Step::Track);
    assert!(t.tiles_for("E13").is_empty());
    let before = t.at.state.core.board().exits(&t.sheet().tiles, t.hex("E13"));
    let (tile, r) =
        t.at.choices()
            .iter()
            .find_map(|c| match c.mv {
                Move::LayTile { cell, tile, rotation, by: LayBy::Power { .. }, .. }
                    if cell == t.hex("E13") =>
                {
                    Some((t.sheet().tiles.get(tile).name.clone(), rotation))
                }
                _ => None,
            })
            .expect("a purple town");
    t.play(t.lay_power("S1", "BCB", "E13", &tile, r));
    let now = t.at.state.core.board().exits(&t.sheet().tiles, t.hex("E13"));
    assert_eq!(now, before, "the same four exits");
    assert_eq!(t.sheet().tiles.get(t.tile_id(&tile)).stops.len(), 1);
    // The other reading: two towns stay two.
    let t = table_with(3, "double_town_to_single_purple_town", false);
    assert!(t.sheet().tiles.get(t.tile_id("55")).upgrades.is_empty());
}

#[test]
fn the_first_green_tile_on_a_double_city_is_an_upgrade_and_brown_ones_merge_it() {
    // CZ-UPGRADE-15, CZ-UPGRADE-16, CZ-UPGRADE-18
    // ATE's bare home: ten for the river although it is an upgrade.
    let t = table(3)
        .phase("d")
        .float("ATE", 0, 60)
        .treasury("ATE", 50)
        .fresh("ATE")
        .waiting("ATE", "B8");
    let mut t = t.operating("ATE", Step::Track);
    assert_eq!(t.tiles_for("B8"), ["8859", "8860", "8863", "8864", "8865", "8885"]);
    let mv = t.lay("ATE", "B8", "8859", 0);
    assert_eq!(t.cost(&mv), Some(10));
    t.play(mv);
    assert_eq!(t.treasury_of("ATE"), 40);
    t.play(t.place("ATE", "B8", 0));
    assert!(t.lays().is_empty(), "it was the upgrade of the first turn");
    // C7 lies in the plain.
    let t = table(3)
        .phase("d")
        .float("EKJ", 0, 50)
        .tile("D4", "57", 1)
        .tile("D6", "8", 1)
        .station("EKJ", "D4", 0);
    let t = t.operating("EKJ", Step::Track);
    let lay = t.lays().into_iter().find(|l| l.0 == "C7").unwrap();
    assert_eq!(t.cost(&t.lay("EKJ", "C7", &lay.1, lay.2)), Some(0));
    let free =
        table_with(3, "oo_river_cost_charged_on_first_green", false).phase("d").float("ATE", 0, 60);
    let free = free.waiting("ATE", "B8").operating("ATE", Step::Track);
    assert_eq!(free.cost(&free.lay("ATE", "B8", "8859", 0)), Some(0));
    // Brown: one city of two slots, for a local railway only.
    for (green, brown) in [
        ("8885", "8894p"),
        ("8859", "8896p"),
        ("8860", "8896p"),
        ("8863", "8894p"),
        ("8864", "8895p"),
        ("8865", "8895p"),
    ] {
        let t =
            table(3).phase("g").float("ATE", 0, 60).tile("B8", green, 0).station("ATE", "B8", 1);
        let mut t = t.local_of("M1", "ATE").operating("ATE", Step::Track);
        assert!(t.tiles_for("B8").is_empty());
        assert_eq!(successors(&t, "B8"), [brown]);
        let r = (0..6).find(|&r| t.offers(&t.lay_power("M1", "ATE", "B8", brown, r))).unwrap();
        t.play(t.lay_power("M1", "ATE", "B8", brown, r));
        assert_eq!(t.stations_on("B8"), [("ATE".to_owned(), 0)]);
        let spot = board::Spot { cell: t.hex("B8"), stop: 0 };
        assert_eq!(t.at.state.core.board().free_slots(&t.sheet().tiles, spot), 1);
    }
}

#[test]
fn ate_builds_nothing_before_green_unless_somebody_else_built_its_home() {
    // CZ-UPGRADE-17
    for (letter, possible) in [("b", false), ("c", false), ("d", true)] {
        let t = table(3)
            .phase(letter)
            .float("ATE", 0, 60)
            .treasury("ATE", 300)
            .fresh("ATE")
            .waiting("ATE", "B8");
        let t = t.operating("ATE", Step::Track);
        assert_eq!(t.hexes().is_empty(), !possible, "phase {letter}");
        assert!(t.hexes().iter().all(|h| h == "B8"));
    }
    let t = table(3)
        .phase("d")
        .float("ATE", 0, 60)
        .treasury("ATE", 300)
        .fresh("ATE")
        .tile("B8", "8859", 0);
    let mut t = t.station("ATE", "B8", 0).operating("ATE", Step::Track);
    t.play(t.lay("ATE", "A9", "58", 4));
    t.play(t.lay("ATE", "A11", "9", 1));
    assert!(t.lays().is_empty(), "the normal choice of a first turn: two yellow tiles");
}

#[test]
fn prahas_cities_go_where_their_exits_go_and_merge_in_brown() {
    // CZ-UPGRADE-19, CZ-TOKEN-10
    // Exits of the city in which a company's station is.
    let exits = |t: &Table, company: &str| {
        let (_, stop) =
            t.stations_on("E11").into_iter().find(|s| s.0 == company).expect("a station");
        let laid = *t.at.state.core.board().at(t.hex("E11")).unwrap();
        t.sheet().tiles.shape.turn(t.sheet().tiles.get(laid.tile).exits_of(stop), laid.rotation)
    };
    let base = table(3).phase("i").float("BN", 0, 60).float("NWB", 1, 60).treasury("BN", 99);
    let base = base.station("NWB", "E11", 0).station("BN", "E11", 1).operating("BN", Step::Track);
    assert_eq!((exits(&base, "BN"), exits(&base, "NWB")), (1 << 3, 1 << 5));
    let yellow: Vec<_> = base.lays().into_iter().filter(|l| l.0 == "E11").collect();
    assert!(yellow.len() >= 3);
    for (_, tile, r) in yellow {
        let mut t = base.clone();
        t.play(t.lay("BN", "E11", &tile, r));
        assert_eq!((exits(&t, "BN"), exits(&t, "NWB")), (1 << 3, 1 << 5), "{tile} at {r}");
        let again = |t: Table| {
            let mut t = t.operating("BN", Step::Track);
            t.at.state.turn.lays = 0;
            t.at.state.turn.upgraded = false;
            t
        };
        t = again(t);
        for (_, green, r) in t.lays().into_iter().filter(|l| l.1 == "8891") {
            let mut t = t.clone();
            t.play(t.lay("BN", "E11", &green, r));
            assert_eq!((exits(&t, "BN"), exits(&t, "NWB")), (1 << 3, 1 << 5), "green at {r}");
            assert_eq!(t.stations_on("E11").len(), 2, "a city with a new exit is empty");
            t = again(t);
            let brown = t.lays().into_iter().find(|l| l.1 == "8892").expect("brown Praha");
            t.play(t.lay("BN", "E11", "8892", brown.2));
            assert_eq!(t.stations_on("E11"), [("BN".to_owned(), 0), ("NWB".to_owned(), 0)]);
        }
    }
}

#[test]
fn a_home_placed_on_a_turned_praha_finds_its_own_city() {
    // CZ-COMPANY-10, CZ-UPGRADE-19
    for r in 0..6 {
        let t = table(3).phase("d");
        let exits = t.sheet().tiles.exits(t.tile_id("8889"), r);
        if exits & 0b10_1000 != 0b10_1000 {
            continue;
        }
        for (company, exit) in [("BN", 3), ("NWB", 5)] {
            let t = table(3)
                .phase("d")
                .tile("E11", "8889", r)
                .float(company, 0, 60)
                .float("EKJ", 1, 50);
            let mut t = t
                .train("EKJ", "2")
                .local_of("S1", "EKJ")
                .operating("EKJ", Step::Papers)
                .then(&[company]);
            t.pass();
            let [(_, stop)] = t.stations_on("E11").try_into().expect("one station");
            let tile = t.sheet().tiles.get(t.tile_id("8889"));
            assert_eq!(
                t.sheet().tiles.shape.turn(tile.exits_of(stop), r),
                1 << exit,
                "{company} at {r}"
            );
            assert!(t.events.iter().any(|e| matches!(e, Event::StationPlaced { cost: 0, .. })));
        }
    }
}

#[test]
fn a_waived_river_under_the_first_green_tile_is_still_the_upgrade_of_the_turn() {
    // CZ-LOCAL-15, CZ-LOCAL-16, CZ-TRACK-2, CZ-UPGRADE-16
    for (base, yellow_follows) in [(table(3), false), (public_table(3), true)] {
        let t = base
            .phase("d")
            .float("ATE", 0, 60)
            .fresh("ATE")
            .treasury("ATE", 30)
            .waiting("ATE", "B8")
            .local_of("S1", "ATE");
        let mut t = t.operating("ATE", Step::Track);
        t.play(t.lay_waived("S1", "ATE", "B8", "8859", 0));
        assert_eq!(t.treasury_of("ATE"), 30, "the river is waived");
        t.play(t.place("ATE", "B8", 0));
        let yellow = t.offers(&t.lay("ATE", "A9", "58", 4));
        assert_eq!(yellow, yellow_follows, "on the platform a yellow tile may follow");
    }
}
