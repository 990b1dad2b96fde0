//! Yellow tiles.

use super::Table;
use engine::{Flag, Move};

fn iow() -> Table {
    Table::new(2).operated("IOW", 90, [5], 0).treasury("IOW", 200)
}

#[test]
fn a_large_station_is_no_second_tile() {
    // IOW-TRACK-2
    let base = iow().tile("J4", "57", 2);
    let mut second = base.clone().turns(["IOW"]);
    second.play(second.lay("IOW", "K5", "743", 2));
    assert_eq!(second.step(), "track", "a halt, so one more tile");
    assert_eq!(second.refused(second.lay("IOW", "L6", "5", 1)), "IOW-TRACK-2");
    assert!(second.lays("L6").is_empty());
    let only = base.tile("K5", "743", 2).turns(["IOW"]);
    assert!(only.offers(&only.lay("IOW", "L6", "5", 1)), "as the single tile of the turn");
}

#[test]
fn two_yellow_tiles_or_one_with_a_large_station() {
    // IOW-TRACK-1, IOW-TRACK-2, IOW-TRACK-3, IOW-TRACK-4: worked example 24.
    let t = Table::new(2).operated("C&N", 90, [5], 0).treasury("C&N", 200);
    let mut two = t.clone().turns(["C&N"]);
    two.play(two.lay("C&N", "F4", "742", 1));
    assert_eq!(two.step(), "track", "a second one, which may build on the first");
    assert_eq!(two.refused(two.lay("C&N", "G5", "763", 0)), "IOW-UPGRADE-2", "but no upgrade");
    two.play(two.lay("C&N", "E5", "743", 4));
    assert_ne!(two.step(), "track", "two are the most");
    let mut city = iow().turns(["IOW"]);
    city.play(city.lay("IOW", "J4", "57", 2));
    assert_ne!(city.step(), "track", "a large station is the only tile of its turn");
    let mut late = iow().tile("J4", "57", 2).operated("BHI&R", 62, [0, 5], 0).turns(["IOW"]);
    late.play(late.lay("IOW", "K5", "743", 2));
    assert_eq!(late.refused(late.lay("IOW", "J6", "5", 0)), "IOW-TRACK-10");
    assert!(late.lays("L6").is_empty(), "no second tile with a large station");
    let upgrade = iow().train("IOW", "3+2").phase(3).tile("J4", "57", 2);
    let mut upgrade = upgrade.turns(["IOW"]);
    upgrade.play(upgrade.lay("IOW", "I3", "758", 0));
    assert_ne!(upgrade.step(), "track", "an upgrade is the only tile of its turn");
}

#[test]
fn yellow_goes_on_bare_hexes_of_its_kind() {
    // IOW-TRACK-5, IOW-TRACK-6, IOW-TRACK-7, IOW-TRACK-8, IOW-TRACK-9, IOW-TRACK-10, IOW-TRACK-11
    let t = iow().operated("C&N", 90, [5], 0);
    let kinds = |hex: &str| {
        let sheet = &t.at.printed.sheet;
        let mut names: Vec<&str> = engine::fit_masks(sheet, &t.at.state.core, t.hex(hex))
            .filter(|(_, mask, _)| *mask != 0)
            .map(|(tile, ..)| sheet.tiles.get(tile).name.as_str())
            .collect();
        names.sort_unstable();
        names
    };
    assert_eq!(kinds("H6"), ["7", "8", "9"]);
    assert_eq!(kinds("F6"), ["741", "742", "743"]);
    assert_eq!(kinds("H4"), ["744", "745"]);
    assert_eq!(kinds("I7"), ["744", "745"]);
    assert_eq!(kinds("B6"), ["115", "5", "57", "6"]);
    for hex in ["J6", "G9", "E9"] {
        assert_eq!(kinds(hex), ["746"], "{hex}");
    }
    let t = t.turns(["IOW"]);
    assert_eq!(t.refused(t.lay("IOW", "J4", "746", 2)), "IOW-TRACK-10");
    assert_eq!(t.refused(t.lay("IOW", "J4", "743", 2)), "IOW-TRACK-9");
    assert_eq!(t.refused(t.lay("IOW", "H6", "57", 0)), "IOW-TRACK-6");
    assert_eq!(t.refused(t.lay("IOW", "F6", "9", 0)), "IOW-TRACK-7");
    assert_eq!(t.refused(t.lay("IOW", "H4", "743", 0)), "IOW-TRACK-8");
    assert_eq!(t.refused(t.lay("IOW", "J4", "12", 2)), "IOW-TRACK-5");
}

#[test]
fn no_track_ends_at_the_sea_or_a_red_line() {
    // IOW-TRACK-12, IOW-TRACK-20, IOW-TRACK-24, IOW-TRACK-21
    let t = iow().turns(["IOW"]);
    assert_eq!(t.refused(t.lay("IOW", "J4", "57", 0)), "IOW-TRACK-12", "towards the pier");
    let closed = |a: &str, b: &str| {
        let (map, shape) = (&t.at.printed.sheet.map, board::Shape::Hex);
        let (from, to) = (t.hex(a), t.hex(b));
        (0..6).any(|e| {
            map.neighbour(from, e) == Some(to)
                && map.def(from).closed & (1 << e) != 0
                && map.def(to).closed & (1 << shape.opposite(e)) != 0
        })
    };
    for (a, b) in [
        ("F2", "G1"),
        ("F2", "G3"),
        ("F4", "G3"),
        ("I5", "I7"),
        ("I9", "I11"),
        ("A5", "B4"),
        ("J4", "J2"),
    ] {
        assert!(closed(a, b), "{a} {b}");
    }
    assert!(!closed("I3", "J2"), "the pier is joined from Ryde Esplanade");
    assert!(!closed("F4", "G5"));
}

#[test]
fn a_new_tile_must_join_a_base() {
    // IOW-TRACK-13, IOW-TRACK-14
    let t = iow().turns(["IOW"]);
    assert_eq!(t.refused(t.lay("IOW", "F4", "743", 0)), "IOW-TRACK-13");
    assert_eq!(
        t.refused(t.lay("IOW", "J4", "5", 5)),
        "IOW-TRACK-13",
        "track on J4 that does not meet Ryde Esplanade"
    );
    assert!(t.offers(&t.lay("IOW", "J4", "57", 2)));
}

#[test]
fn a_full_city_ends_the_line() {
    // IOW-TRACK-14
    let open = iow().tile("J4", "6", 0).turns(["IOW"]);
    assert!(!open.lays("J6").is_empty());
    let full = iow().tile("J4", "6", 0).station("C&N", "J4", 0).turns(["IOW"]);
    assert!(full.lays("J6").is_empty(), "the line may end in full Ryde but not pass it");
}

#[test]
fn hills_and_rivers_cost_sixty() {
    // IOW-TRACK-16, IOW-TRACK-17, IOW-TRACK-18
    let t = iow().tile("J4", "57", 2);
    let mut paid = t.clone().turns(["IOW"]);
    paid.play(paid.lay("IOW", "K5", "743", 2));
    assert_eq!(paid.treasury_of("IOW"), 140);
    let poor = t.treasury("IOW", 59).turns(["IOW"]);
    assert_eq!(poor.refused(poor.lay("IOW", "K5", "743", 2)), "IOW-TRACK-18");
    let mut dear: Vec<String> = Vec::new();
    for cell in &poor.at.printed.sheet.map.cells {
        if let Some(terrain) = &cell.terrain {
            assert_eq!(terrain.cost, 60);
            dear.push(cell.name.clone());
        }
    }
    dear.sort();
    assert_eq!(dear, ["C7", "D4", "E7", "F8", "G13", "H10", "H12", "H2", "H6", "K5"]);
}

#[test]
fn tiles_are_limited_and_come_back_when_replaced() {
    // IOW-TRACK-19
    let t = iow().tile("B6", "57", 0).tile("J8", "57", 0);
    let none = t.clone().turns(["IOW"]);
    assert_eq!(none.refused(none.lay("IOW", "J4", "57", 2)), "IOW-TRACK-19");
    let back = t.tile("J8", "205", 0);
    assert_eq!(back.at.state.core.board().left(back.tile_id("57")), 1);
    let back = back.turns(["IOW"]);
    assert!(back.offers(&back.lay("IOW", "J4", "57", 2)));
}

#[test]
fn laying_yellow_needs_no_train() {
    // IOW-TRACK-23
    let t = iow().turns(["IOW"]);
    assert!(t.trains_of("IOW").is_empty() && !t.lays("J4").is_empty());
    assert!(t.offers(&Move::Pass) && t.is("IOW", Flag::Floated));
}
