//! Upgrades.

use super::{Table, switch};
use engine::{Flag, Move};

/// IOW on I3 - J4 - J6 in phase 3, with a train.
fn east(t: Table, train: &str) -> Table {
    t.operated("IOW", 90, [5], 0)
        .train("IOW", train)
        .phase(3)
        .tile("J4", "6", 0)
        .tile("J6", "746", 0)
}

#[test]
fn colours_come_one_step_at_a_time() {
    // IOW-UPGRADE-1
    let yellow = Table::new(2).operated("IOW", 90, [5], 0).train("IOW", "3+2").turns(["IOW"]);
    assert_eq!(
        yellow.refused(yellow.lay("IOW", "I3", "758", 0)),
        "IOW-UPGRADE-1",
        "green from phase 3"
    );
    let green = east(Table::new(2), "3+2").turns(["IOW"]);
    assert!(green.offers(&green.lay("IOW", "I3", "758", 0)));
    assert_eq!(green.refused(green.lay("IOW", "I3", "786", 0)), "IOW-UPGRADE-1", "never two steps");
    let brown = east(Table::new(2), "3+2").tile("I3", "758", 0);
    let early = brown.clone().turns(["IOW"]);
    assert_eq!(
        early.refused(early.lay("IOW", "I3", "786", 0)),
        "IOW-UPGRADE-1",
        "brown from phase 5"
    );
    let late = brown.phase(5).turns(["IOW"]);
    assert!(late.offers(&late.lay("IOW", "I3", "786", 0)));
}

#[test]
fn one_upgrade_a_turn_and_no_yellow_tile_with_it() {
    // IOW-UPGRADE-2, IOW-UPGRADE-13
    let mut t = east(Table::new(2), "3+2").treasury("IOW", 5).turns(["IOW"]);
    t.play(t.lay("IOW", "I3", "758", 0));
    assert_ne!(t.step(), "track");
    assert_eq!(t.treasury_of("IOW"), 5, "upgrades cost nothing");
    let hill = Table::new(2).operated("IOW", 90, [5], 0).train("IOW", "4+2").phase(3);
    let hill = hill.tile("J4", "57", 2).tile("K5", "743", 2).turns(["IOW"]);
    let green = hill
        .choices()
        .into_iter()
        .find(|c| matches!(c.mv, Move::LayTile { cell, .. } if cell == hill.hex("K5")));
    assert_eq!(green.map(|c| c.cost), Some(0), "also on a river");
}

#[test]
fn track_letters_and_stops_are_kept() {
    // IOW-UPGRADE-3, IOW-UPGRADE-4, IOW-UPGRADE-5, IOW-UPGRADE-6, IOW-UPGRADE-21
    let t = east(Table::new(2), "3+2").turns(["IOW"]);
    assert_eq!(
        t.refused(t.lay("IOW", "J4", "12", 5)),
        "IOW-UPGRADE-3",
        "its exits would turn away"
    );
    assert_eq!(t.refused(t.lay("IOW", "J4", "757", 0)), "IOW-TRACK-10");
    let sheet = &t.at.printed.sheet;
    let count =
        |d: &board::TileDef, kind: board::Kind| d.stops.iter().filter(|s| s.kind == kind).count();
    for tile in sheet.tiles.tiles.iter().filter(|d| d.count > 0) {
        for next in &tile.upgrades {
            let new = sheet.tiles.get(next.tile);
            let villages = |d| count(d, board::Kind::Halt) + count(d, board::Kind::Town);
            assert_eq!(new.label, tile.label, "{} to {}", tile.name, new.name);
            assert_eq!(villages(new), villages(tile), "{} to {}", tile.name, new.name);
            assert!(count(new, board::Kind::Town) >= count(tile, board::Kind::Town));
            if tile.label.is_none() {
                assert_eq!(count(new, board::Kind::City), count(tile, board::Kind::City));
            }
            assert_eq!(new.colour as u8, tile.colour as u8 + 1);
        }
    }
    let twenty = sheet.tiles.get(t.tile_id("20"));
    assert!(twenty.upgrades.is_empty(), "tile 20 has no successor");
    let printed = |hex: &str| sheet.tiles.get(sheet.map.def(t.hex(hex)).printed);
    for (hex, green) in [("G5", "763"), ("I11", "760")] {
        let new = sheet.tiles.get(printed(hex).upgrades[0].tile);
        assert_eq!(
            (new.name.as_str(), count(new, board::Kind::City)),
            (green, 2),
            "a second large station"
        );
    }
}

#[test]
fn the_company_needs_a_train() {
    // IOW-UPGRADE-7, IOW-UPGRADE-22
    let t = Table::new(2).operated("IOW", 90, [5], 0).phase(3).tile("J4", "6", 0);
    let none = t.clone().turns(["IOW"]);
    assert_eq!(none.refused(none.lay("IOW", "I3", "758", 0)), "IOW-UPGRADE-7");
    let insolvent = t.flag("IOW", Flag::Insolvent).turns(["IOW"]);
    assert_eq!(insolvent.refused(insolvent.lay("IOW", "I3", "758", 0)), "IOW-UPGRADE-22");
}

#[test]
fn the_hex_lies_within_reach_of_a_train() {
    // IOW-UPGRADE-8, IOW-UPGRADE-9: worked example 6.
    let two = east(Table::new(2), "2+1").turns(["IOW"]);
    assert!(two.lays("J6").is_empty(), "three large stations with a 2+1");
    let refused = two.refused(two.lay("IOW", "J6", "757", 0));
    assert!(["IOW-UPGRADE-8", "IOW-UPGRADE-12"].contains(&refused), "{refused}");
    assert!(!two.lays("J4").is_empty(), "Ryde is the second");
    let three = east(Table::new(2), "3+2").turns(["IOW"]);
    assert!(three.offers(&three.lay("IOW", "J6", "757", 0)));
    let far = east(Table::new(2), "3+2").tile("F4", "743", 0).turns(["IOW"]);
    assert_eq!(far.refused(far.lay("IOW", "F4", "749", 0)), "IOW-UPGRADE-8", "not joined at all");
    let both = east(Table::new(2), "2+1").train("IOW", "3+2").turns(["IOW"]);
    assert!(both.offers(&both.lay("IOW", "J6", "757", 0)), "one train is enough");
}

#[test]
fn the_line_to_the_hex_is_one_that_a_train_may_run() {
    // IOW-UPGRADE-8
    let t = east(Table::new(2), "3+2").operated("C&N", 82, [0, 5], 0);
    let open = t.clone().turns(["IOW"]);
    assert!(open.offers(&open.lay("IOW", "J6", "757", 0)), "over Ryde");
    let full = t.station("C&N", "J4", 0).turns(["IOW"]);
    assert!(full.lays("J6").is_empty(), "Ryde is full of another company: Brading lies behind it");
    assert_eq!(full.refused(full.lay("IOW", "J6", "757", 0)), "IOW-UPGRADE-8");
    assert!(!full.lays("J4").is_empty(), "the full city itself is reached");
}

#[test]
fn small_stations_do_not_shorten_the_reach_unless_they_must_be_served() {
    // IOW-UPGRADE-9, IOW-UPGRADE-10
    let west = |t: Table| {
        let t = t
            .operated("C&N", 90, [5], 0)
            .train("C&N", "2+1")
            .phase(3)
            .tile("F4", "749", 0)
            .tile("F6", "749", 0);
        t.tile("F8", "9", 0).tile("F10", "743", 0).turns(["C&N"])
    };
    assert!(!west(Table::new(2)).lays("F10").is_empty(), "Cowes and three small stations to pass");
    let strict = west(Table::with(2, [switch("every_small_station")]));
    assert!(strict.lays("F10").is_empty(), "four stations with a 2+1");
}

#[test]
fn an_upgrade_may_create_its_own_connection() {
    // IOW-UPGRADE-11
    let t = Table::new(2)
        .operated("IOW", 90, [5], 0)
        .train("IOW", "3+2")
        .phase(3)
        .tile("J4", "57", 2)
        .tile("K5", "741", 1);
    let t = t.tile("J6", "746", 2).turns(["IOW"]);
    assert!(
        t.lays("J6").iter().any(|(name, _)| name == "757" || name == "762"),
        "K5 leads to edge 4 of Brading: {:?}",
        t.lays("J6")
    );
}

#[test]
fn an_upgrade_must_be_of_use() {
    // IOW-UPGRADE-12
    let t = east(Table::new(2), "3+2").turns(["IOW"]);
    assert!(t.offers(&t.lay("IOW", "I3", "758", 0)), "a dearer station in reach");
    let halts =
        Table::new(2).operated("C&N", 90, [5], 0).train("C&N", "2+1").phase(3).tile("F4", "743", 0);
    let halts = halts.turns(["C&N"]);
    assert!(halts.lays("F4").iter().any(|(n, _)| n == "749"), "a halt becomes a station");
    assert!(halts.lays("F4").iter().any(|(n, _)| n == "751" || n == "752"), "or new track");
    // Cowes to Chale Green over the straight on F8: a second line across it leads nowhere that a train gets to.
    let line = Table::new(2)
        .operated("C&N", 90, [5], 0)
        .train("C&N", "2+1")
        .phase(3)
        .tile("F4", "749", 0)
        .tile("F6", "749", 0)
        .tile("F8", "9", 0)
        .tile("F10", "743", 0)
        .turns(["C&N"]);
    assert_eq!(line.refused(line.lay("C&N", "F8", "20", 0)), "IOW-UPGRADE-12");
    assert!(line.lays("F8").is_empty(), "{:?}", line.lays("F8"));
    let plain = Table::new(2)
        .operated("IWNJ", 62, [5], 0)
        .train("IWNJ", "2+1")
        .phase(3)
        .tile("H8", "743", 2);
    let plain =
        plain.tile("I9", "57", 2).station("C&N", "I9", 0).tile("J8", "5", 1).turns(["IWNJ"]);
    assert!(plain.lays("J8").is_empty(), "behind a full city nothing is in reach");
}

#[test]
fn bases_move_to_the_same_station() {
    // IOW-UPGRADE-14
    let t =
        Table::new(2).operated("C&N", 90, [5], 0).station("C&N", "I11", 0).tile("I11", "760", 0);
    assert!(t.at.state.core.board().has_station(
        &t.at.printed.sheet.tiles,
        board::Spot { cell: t.hex("I11"), stop: 0 },
        t.company("C&N").0
    ));
    let mut home = t.train("C&N", "3+2").phase(3).turns(["C&N"]);
    home.play(home.lay("C&N", "F2", "788", 0));
    assert!(home.at.state.core.board().has_station_on(home.hex("F2"), home.company("C&N").0));
}

#[test]
fn lettered_tiles_lie_one_way_only() {
    // IOW-UPGRADE-15, IOW-UPGRADE-16, IOW-UPGRADE-17, IOW-UPGRADE-18, IOW-UPGRADE-19, IOW-UPGRADE-20
    let t = Table::new(2);
    let sheet = &t.at.printed.sheet;
    let stop_at = |tile: &str, edge: u8| {
        let def = sheet.tiles.get(t.tile_id(tile));
        def.segments.iter().find_map(|s| match *s {
            (board::End::Edge(e), board::End::Stop(n))
            | (board::End::Stop(n), board::End::Edge(e))
                if e == edge =>
            {
                def.stops[n as usize].name.clone()
            }
            _ => None,
        })
    };
    for tile in ["763", "773"] {
        assert_eq!(stop_at(tile, 0).as_deref(), Some("Shide"));
    }
    for tile in ["761", "775"] {
        assert_eq!(stop_at(tile, 3).as_deref(), Some("Blackwater"));
    }
    for tile in ["758", "786"] {
        assert_eq!(sheet.tiles.get(t.tile_id(tile)).exits, 0b11_0000, "edges 4 and 5");
    }
    for (hex, tiles) in [
        ("G5", ["763", "773"]),
        ("G7", ["761", "775"]),
        ("I3", ["758", "786"]),
        ("I11", ["760", "774"]),
        ("F2", ["788", "789"]),
    ] {
        let mut map = if hex == "F2" { t.clone().tile("F2", "787", 1) } else { t.clone() };
        for tile in tiles {
            let fit: Vec<u8> = (0..6)
                .filter(|&r| {
                    engine::fits(sheet, &map.at.state.core, map.hex(hex), map.tile_id(tile), r)
                        .is_some()
                })
                .collect();
            assert_eq!(fit, [0], "{tile} on {hex}");
            map = map.tile(hex, tile, 0);
        }
    }
    let joined = |tile: &str| {
        let def = sheet.tiles.get(t.tile_id(tile));
        def.segments.iter().any(|s| matches!(s, (board::End::Stop(_), board::End::Stop(_))))
    };
    assert!(joined("773") && !joined("763"), "Newport and Shide");
    assert!(!joined("760") && !joined("774"), "two separate stations of Ventnor");
}
