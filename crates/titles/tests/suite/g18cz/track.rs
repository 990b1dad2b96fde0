//! Laying tiles.

use super::table::{Table, table, table_with};
use engine::{Flag, LayBy, Move, Position};
use titles::g18cz::Step;

/// EKJ at home on D4 in its track step; straight track runs from its city to the west and the east.
fn karlovy_vary() -> Table {
    let t = table(3).float("EKJ", 0, 50).treasury("EKJ", 200);
    t.tile("D4", "57", 1).station("EKJ", "D4", 0).operating("EKJ", Step::Track)
}

#[test]
fn the_regular_build_is_one_yellow_tile() {
    // CZ-TRACK-1, CZ-OR-5
    let mut t = karlovy_vary();
    t.play(t.lay("EKJ", "D6", "9", 1));
    assert_ne!(t.step(), "track");
    assert!(t.lays().is_empty());
}

#[test]
fn the_regular_build_is_one_upgrade() {
    // CZ-TRACK-1
    let mut t = karlovy_vary().phase("d");
    assert!(t.offers(&t.lay("EKJ", "D6", "9", 1)));
    t.play(t.lay("EKJ", "D4", "619", 1));
    assert!(t.lays().is_empty(), "neither a second upgrade nor a yellow tile");
    let t = karlovy_vary().phase("d").tile("D6", "9", 1).local_of("L1", "EKJ");
    let mut t = t;
    t.play(t.lay("EKJ", "D4", "619", 1));
    assert_eq!(t.step(), "track", "the local railway may still be used");
    assert_eq!(t.refused(t.lay("EKJ", "D8", "9", 1)), "CZ-TRACK-1");
    assert_eq!(t.refused(t.lay("EKJ", "D6", "24", 1)), "CZ-TRACK-1");
    let mut t = karlovy_vary();
    t.pass();
    assert_ne!(t.step(), "track", "or nothing");
}

#[test]
fn in_its_first_turn_a_company_lays_two_yellow_tiles_or_makes_one_upgrade() {
    // CZ-TRACK-2, CZ-UPGRADE-9
    let base = karlovy_vary().phase("d").fresh("EKJ").local_of("S1", "EKJ");
    let mut t = base.clone();
    t.play(t.lay("EKJ", "D6", "9", 1));
    assert_eq!(t.refused(t.lay("EKJ", "D4", "619", 1)), "CZ-TRACK-2", "not both kinds");
    t.play(t.lay("EKJ", "D8", "9", 1));
    assert_eq!(t.refused(t.lay("EKJ", "D10", "9", 1)), "CZ-TRACK-2", "not three");
    let mut t = base;
    let before = t.treasury_of("EKJ");
    t.play(t.lay("EKJ", "D4", "619", 1));
    assert_eq!(t.treasury_of("EKJ"), before, "upgrades are free");
    assert_eq!(t.refused(t.lay("EKJ", "D6", "9", 1)), "CZ-TRACK-2");
}

#[test]
fn the_first_turns_allowance_is_not_saved() {
    // CZ-TRACK-3
    let mut t = karlovy_vary().fresh("EKJ").treasury("EKJ", 200);
    t.play(t.lay("EKJ", "D6", "9", 1));
    t.pass();
    let mut t = t.operating("EKJ", Step::Track);
    t.at.state.turn.lays = 0;
    t.play(t.lay("EKJ", "D8", "9", 1));
    assert!(t.lays().is_empty());
}

#[test]
fn the_first_tile_of_a_company_goes_on_its_bare_home() {
    // CZ-TRACK-4, CZ-TRACK-23, CZ-FLOAT-9
    let t = table(3).float("EKJ", 0, 50).treasury("EKJ", 200).fresh("EKJ").station("EKJ", "D4", 0);
    let mut t = t.operating("EKJ", Step::Track);
    assert_eq!(t.hexes(), ["D4"]);
    assert_eq!(t.refused(t.lay("EKJ", "D6", "9", 1)), "CZ-TRACK-5");
    t.play(t.lay("EKJ", "D4", "57", 1));
    assert_eq!(t.hexes(), ["D2", "D6"], "the second tile may extend the first");
    t.play(t.lay("EKJ", "D6", "9", 1));
    assert!(t.lays().is_empty());
}

#[test]
fn praha_has_track_so_its_companies_may_lay_anywhere_first() {
    // CZ-TRACK-4
    let t = table(3)
        .phase("b")
        .float("BN", 0, 60)
        .treasury("BN", 300)
        .fresh("BN")
        .station("BN", "E11", 1);
    let t = t.operating("BN", Step::Track);
    assert_eq!(t.hexes(), ["D12", "E11"]);
}

#[test]
fn a_marker_on_a_bare_home_reaches_nothing_else_in_later_turns_either() {
    // CZ-TRACK-23
    let t = table(3)
        .float("EKJ", 0, 50)
        .treasury("EKJ", 200)
        .station("EKJ", "D4", 0)
        .tile("D6", "9", 1);
    let mut t = t.operating("EKJ", Step::Track);
    assert_eq!(t.hexes(), ["D4"]);
    t.play(t.lay("EKJ", "D4", "57", 1));
    assert!(t.lays().is_empty(), "it was the regular build");
}

#[test]
fn track_must_join_a_station_of_the_company() {
    // CZ-TRACK-5, CZ-TOKEN-7
    let t = karlovy_vary();
    assert_eq!(t.hexes(), ["D2", "D6"]);
    assert_eq!(t.refused(t.lay("EKJ", "D6", "9", 0)), "CZ-TRACK-5");
    assert_eq!(t.refused(t.lay("EKJ", "D8", "9", 1)), "CZ-TRACK-5");
    // A full city of another company ends the way, one with a free slot does not.
    let t = t.tile("D6", "9", 1).tile("D8", "9", 1).tile("D10", "9", 1);
    let t = t.tile("D2", "57", 1).float("BTE", 1, 60).station("BTE", "D2", 0);
    assert!(!t.hexes().contains(&"D0".to_owned()) && !t.hexes().contains(&"E1".to_owned()));
    let open = karlovy_vary().tile("D2", "6", 4);
    assert!(open.hexes().contains(&"E1".to_owned()));
    let full = open.float("BTE", 1, 60).station("BTE", "D2", 0);
    assert!(!full.hexes().contains(&"E1".to_owned()));
}

#[test]
fn every_kind_of_hex_takes_its_own_kind_of_tile() {
    // CZ-TRACK-6
    let t = karlovy_vary().tile("D2", "6", 4).treasury("EKJ", 900);
    // Plain, one town, city, and a two-town hex.
    let plain = karlovy_vary();
    assert_eq!(plain.tiles_for("D6"), ["7", "8", "9"]);
    assert_eq!(plain.tiles_for("D2"), ["5", "57", "6"]);
    for wrong in ["57", "4", "1", "201"] {
        let rule = if wrong == "201" { "CZ-TRACK-8" } else { "CZ-TRACK-6" };
        for r in 0..6 {
            assert_eq!(plain.refused(plain.lay("EKJ", "D6", wrong, r)), rule, "{wrong}");
        }
    }
    assert_eq!(t.tiles_for("E1"), ["3", "58"], "a straight would leave the map");
    for wrong in ["9", "57", "55"] {
        assert_eq!(t.refused(t.lay("EKJ", "E1", wrong, 1)), "CZ-TRACK-6");
    }
    let two = table(3)
        .float("BCB", 0, 50)
        .treasury("BCB", 200)
        .tile("E15", "57", 1)
        .station("BCB", "E15", 0);
    let two = two.operating("BCB", Step::Track);
    assert_eq!(two.tiles_for("E13"), ["1", "2", "55", "56", "69"]);
    for wrong in ["4", "9", "57"] {
        assert_eq!(two.refused(two.lay("BCB", "E13", wrong, 1)), "CZ-TRACK-6");
    }
}

#[test]
fn on_a_two_town_tile_one_of_the_tracks_is_enough() {
    // CZ-TRACK-7
    let t = table(3)
        .float("BCB", 0, 50)
        .treasury("BCB", 200)
        .tile("E15", "57", 1)
        .station("BCB", "E15", 0);
    let t = t.operating("BCB", Step::Track);
    // Tile 55: two straights; turned so that one of them meets the track from the east.
    assert!(t.offers(&t.lay("BCB", "E13", "55", 0)));
    assert!(t.offers(&t.lay("BCB", "E13", "55", 1)));
    assert_eq!(t.refused(t.lay("BCB", "E13", "55", 2)), "CZ-TRACK-5");
}

#[test]
fn y_tiles_go_on_y_cities_and_nowhere_else() {
    // CZ-TRACK-8
    let t = table(3);
    let y: Vec<String> = t
        .sheet()
        .map
        .all()
        .filter(|&c| {
            t.sheet().tiles.get(t.sheet().map.def(c).printed).label.as_deref() == Some("Y")
        })
        .map(|c| t.sheet().map.name(c))
        .collect();
    assert_eq!(y, ["B12", "C25", "F6", "G19", "I11"]);
    let t = table(3).phase("b").float("KFN", 0, 60).treasury("KFN", 99).station("KFN", "G19", 0);
    let t = t.operating("KFN", Step::Track);
    assert_eq!(t.tiles_for("G19"), ["201", "202", "621"]);
    assert_eq!(t.refused(t.lay("KFN", "G19", "57", 0)), "CZ-TRACK-8");
    let t = karlovy_vary();
    assert_eq!(t.refused(t.lay("EKJ", "D2", "621", 1)), "CZ-TRACK-8");
}

#[test]
fn praha_takes_p_tiles_as_yellow_lays_and_they_go_nowhere_else() {
    // CZ-TRACK-9, CZ-TRACK-14
    let base = table(3)
        .phase("b")
        .float("BN", 0, 60)
        .treasury("BN", 300)
        .fresh("BN")
        .station("BN", "E11", 1);
    let base = base.operating("BN", Step::Track);
    assert_eq!(base.tiles_for("E11"), ["8889", "8890"]);
    for r in 0..6 {
        assert_eq!(base.refused(base.lay("BN", "E11", "621", r)), "CZ-TRACK-9");
        // The two printed segments (to the north-east and south-east) have to stay.
        let exits = base.sheet().tiles.exits(base.tile_id("8889"), r);
        assert_eq!(
            base.offers(&base.lay("BN", "E11", "8889", r)),
            exits & 0b10_1000 == 0b10_1000,
            "rotation {r}"
        );
    }
    let mut t = base.clone();
    let lay = t.lays().into_iter().find(|l| l.0 == "E11").unwrap();
    let mv = t.lay("BN", "E11", &lay.1, lay.2);
    assert_eq!(t.cost(&mv), Some(10), "the river");
    t.play(mv);
    assert_eq!(t.treasury_of("BN"), 290);
    assert!(
        t.hexes().contains(&"D12".to_owned()),
        "another yellow tile may follow in the first turn"
    );
    let t = karlovy_vary();
    assert_eq!(t.refused(t.lay("EKJ", "D2", "8889", 1)), "CZ-TRACK-9");
    let t = table_with(3, "praha_yellow_is_a_yellow_lay", false)
        .phase("b")
        .float("BN", 0, 60)
        .treasury("BN", 300);
    let mut t = t.fresh("BN").station("BN", "E11", 1).operating("BN", Step::Track);
    t.play(t.lay("BN", "E11", &lay.1, lay.2));
    assert!(t.hexes().is_empty(), "as an upgrade it would be the whole build");
}

#[test]
fn the_first_tile_on_rough_ground_is_paid_from_the_treasury() {
    // CZ-TRACK-10, CZ-TRACK-25, CZ-EMERGENCY-12
    // Hex, where the company comes from, tile and rotation, cost.
    let cases = [("D10", "D8", 10), ("E5", "E7", 20), ("C5", "C7", 40), ("D8", "D6", 0)];
    for (hex, from, cost) in cases {
        let t = table(3).phase("d").float("EKJ", 0, 50).cash(0, 900);
        let t = match hex {
            "D10" => t.tile("D4", "57", 1).tile("D6", "9", 1).tile("D8", "9", 1),
            "D8" => t.tile("D4", "57", 1).tile("D6", "9", 1),
            "E5" => t.tile("D4", "57", 2),
            _ => t.tile("D4", "57", 0),
        };
        let t = t.station("EKJ", "D4", 0).treasury("EKJ", cost).operating("EKJ", Step::Track);
        let lays: Vec<_> = t.lays().into_iter().filter(|l| l.0 == hex).collect();
        assert!(!lays.is_empty(), "{hex} from {from}");
        for (_, tile, r) in &lays {
            assert_eq!(t.cost(&t.lay("EKJ", hex, tile, *r)), Some(cost));
        }
        let mut paid = t.clone();
        paid.play(paid.lay("EKJ", hex, &lays[0].1, lays[0].2));
        assert_eq!((paid.treasury_of("EKJ"), paid.cash_of(0)), (0, 900), "{hex}");
        if cost > 0 {
            let poor = t.treasury("EKJ", cost - 1);
            assert_eq!(poor.refused(poor.lay("EKJ", hex, &lays[0].1, lays[0].2)), "CZ-TRACK-25");
        }
    }
}

#[test]
fn no_track_leads_off_the_map() {
    // CZ-TRACK-11
    let t = table(3)
        .float("BTE", 0, 60)
        .station("BTE", "D2", 0)
        .operating("BTE", Step::Track)
        .phase("b");
    // The north-west side of D2 is no hex.
    for (_, tile, r) in t.lays() {
        assert_eq!(t.sheet().tiles.exits(t.tile_id(&tile), r) & 0b100, 0);
    }
    assert_eq!(t.refused(t.lay("BTE", "D2", "57", 2)), "CZ-TRACK-11");
    assert_eq!(t.refused(t.lay("BTE", "D2", "57", 5)), "CZ-TRACK-11");
    assert_eq!(t.lays().iter().filter(|l| l.1 == "57").count(), 4);
}

#[test]
fn track_may_lead_into_a_red_edged_hex() {
    // CZ-TRACK-12, CZ-TRACK-17
    // The south-west side of E3 leads into F2, where München may lie one day.
    let t = table(3)
        .float("BTE", 0, 60)
        .treasury("BTE", 99)
        .tile("D2", "6", 5)
        .phase("b")
        .station("BTE", "D2", 0);
    let t = t.operating("BTE", Step::Track);
    let into_f2: Vec<_> = t
        .lays()
        .into_iter()
        .filter(|l| l.0 == "E3" && t.sheet().tiles.exits(t.tile_id(&l.1), l.2) & 1 != 0)
        .collect();
    assert!(!into_f2.is_empty());
    assert_eq!(t.refused(t.lay("BTE", "F2", "9", 0)), "CZ-TRACK-17");
}

#[test]
fn a_tile_need_not_match_its_neighbours() {
    // CZ-TRACK-13
    let t = karlovy_vary().tile("E7", "9", 1).tile("C7", "8885", 0);
    // D6 from the west to the south-east: E7's straight has no track towards it.
    assert_eq!(t.at.state.core.board().exits(&t.sheet().tiles, t.hex("E7")) & 0b100, 0);
    assert!(t.offers(&t.lay("EKJ", "D6", "8", 5)));
}

#[test]
fn the_stubs_beside_praha_must_be_kept() {
    // CZ-TRACK-15
    let t = table(3).phase("b").float("BN", 0, 60).treasury("BN", 300).station("BN", "E11", 1);
    let t = t.operating("BN", Step::Track);
    let lays: Vec<_> = t.lays().into_iter().filter(|l| l.0 == "D12").collect();
    assert!(!lays.is_empty());
    for (_, tile, r) in lays {
        assert_ne!(t.sheet().tiles.exits(t.tile_id(&tile), r) & 1, 0);
    }
    // A company that comes from the east cannot pass D12 by.
    let t =
        table(3).float("BCB", 0, 50).treasury("BCB", 200).tile("E15", "57", 0).tile("D16", "5", 0);
    let t = t.tile("D14", "9", 1).station("BCB", "E15", 0).operating("BCB", Step::Track);
    assert!(t.offers(&t.lay("BCB", "D12", "8", 4)), "from the east to the stub");
    assert_eq!(t.refused(t.lay("BCB", "D12", "9", 1)), "CZ-TRACK-15");
    let t = table(3).phase("b").float("NWB", 0, 60).treasury("NWB", 300).station("NWB", "E11", 0);
    let t = t.operating("NWB", Step::Track);
    let lays: Vec<_> = t.lays().into_iter().filter(|l| l.0 == "F12").collect();
    assert!(
        !lays.is_empty()
            && lays.iter().all(|l| t.sheet().tiles.exits(t.tile_id(&l.1), l.2) & 4 != 0)
    );
}

#[test]
fn double_city_hexes_take_no_yellow_tile() {
    // CZ-TRACK-16, CZ-UPGRADE-15
    let t = table(3).float("EKJ", 0, 50).treasury("EKJ", 99).tile("D4", "57", 1).tile("D6", "8", 1);
    let t = t.station("EKJ", "D4", 0).operating("EKJ", Step::Track);
    assert!(t.tiles_for("C7").is_empty());
    assert_eq!(t.refused(t.lay("EKJ", "C7", "57", 0)), "CZ-TRACK-16");
    assert_eq!(t.refused(t.lay("EKJ", "C7", "8885", 0)), "CZ-UPGRADE-2");
    let t = t.phase("d");
    assert_eq!(t.tiles_for("C7"), ["8859", "8860", "8863", "8864", "8865", "8885"]);
}

#[test]
fn a_red_tile_lies_on_one_of_two_hexes_of_its_company_at_the_listed_rotations() {
    // CZ-TRACK-17, CZ-TRACK-19
    let homes = [
        ("Sx", "A7", vec![4, 5], "B4", vec![4, 5]),
        ("Pr", "B18", vec![0, 4, 5], "A21", vec![5]),
        ("By", "F2", vec![2, 3, 4], "H4", vec![2, 3]),
        ("kk", "J14", vec![1], "I17", vec![2, 3]),
        ("Ug", "I23", vec![1, 2], "G27", vec![1]),
    ];
    for (company, first, rotations, second, others) in homes {
        let t = table(3).phase("d").float(company, 0, 90).operating(company, Step::Home);
        let red = t.red_tile(company);
        let mut expected: Vec<_> =
            rotations.iter().map(|&r| (first.to_owned(), red.clone(), r)).collect();
        expected.extend(others.iter().map(|&r| (second.to_owned(), red.clone(), r)));
        expected.sort();
        assert_eq!(t.lays(), expected, "{company}");
        for r in 0..6 {
            let exits = t.sheet().tiles.exits(t.tile_id(&red), r);
            let inside = (0..6).all(|e| {
                exits & (1 << e) == 0 || t.sheet().map.neighbour(t.hex(first), e).is_some()
            });
            assert_eq!(
                rotations.contains(&r),
                inside,
                "{company} {first} {r}: both exits lead to hexes"
            );
        }
        let wrong = if company == "Sx" { "F2" } else { "A7" };
        assert_eq!(t.refused(t.lay_by(company, wrong, &red, 4, LayBy::Home)), "CZ-TRACK-17");
        let other = if company == "Sx" { t.red_tile("By") } else { t.red_tile("Sx") };
        assert_eq!(
            t.refused(t.lay_by(company, first, &other, rotations[0], LayBy::Home)),
            "CZ-TRACK-17"
        );
        let bad = (0..6).find(|r| !rotations.contains(r)).unwrap();
        assert_eq!(t.refused(t.lay_by(company, first, &red, bad, LayBy::Home)), "CZ-TRACK-19");
    }
}

#[test]
fn the_red_tile_comes_first_free_and_beside_the_regular_build() {
    // CZ-TRACK-18, CZ-TOKEN-2, CZ-TOKEN-16
    let mut t = table(3)
        .phase("d")
        .float("Sx", 0, 90)
        .treasury("Sx", 900)
        .fresh("Sx")
        .operating("Sx", Step::Home);
    assert_eq!(t.refused(&Move::Pass), "CZ-TRACK-18");
    assert_eq!(t.refused(t.lay("Sx", "A9", "4", 1)), "CZ-TRACK-18");
    let red = t.red_tile("Sx");
    t.play(t.lay_by("Sx", "A7", &red, 4, LayBy::Home));
    assert_eq!(t.treasury_of("Sx"), 900);
    assert_eq!(t.stations_on("A7"), [("Sx".to_owned(), 0)]);
    assert!(t.is("Sx", Flag::Home));
    assert_eq!(t.markers("Sx"), [0, 1, 0]);
    assert_eq!(t.step(), "track");
    t.play(t.lay("Sx", "A9", "4", 1));
    t.play(t.lay("Sx", "A11", "9", 1));
    assert!(t.lays().is_empty(), "three tiles in all");
}

#[test]
fn nothing_else_is_laid_on_red_edged_hexes_and_red_tiles_stay() {
    // CZ-TRACK-17, CZ-TRACK-19
    let t = table(3).phase("j").float("Sx", 0, 90).treasury("Sx", 900);
    let red = t.red_tile("Sx");
    let t = t.tile("A7", &red, 4).station("Sx", "A7", 0).operating("Sx", Step::Track);
    assert!(t.tiles_for("A7").is_empty() && t.tiles_for("B4").is_empty());
    assert!(t.sheet().tiles.get(t.tile_id(&red)).upgrades.is_empty());
    assert_eq!(t.refused(t.lay("Sx", "B4", &red, 4)), "CZ-TRACK-17");
    assert_eq!(t.refused(t.lay("Sx", "B4", "9", 4)), "CZ-TRACK-17");
    let own =
        t.at.choices().into_iter().any(|c| matches!(c.mv, Move::LayTile { by: LayBy::Home, .. }));
    assert!(!own, "its other hex stays empty");
}

#[test]
fn the_grey_town_at_the_west_edge_is_never_changed() {
    // CZ-TRACK-20, CZ-INCOME-2
    let t = table(3)
        .phase("j")
        .float("BTE", 0, 60)
        .treasury("BTE", 99)
        .tile("D2", "57", 1)
        .station("BTE", "D2", 0);
    let t = t.operating("BTE", Step::Track);
    assert!(
        t.at.state
            .core
            .reach(t.sheet(), t.company("BTE"))
            .touches(t.at.state.core.board(), t.hex("D0"))
    );
    assert!(t.tiles_for("D0").is_empty());
    assert_eq!(t.refused(t.lay("BTE", "D0", "4", 1)), "CZ-TRACK-20");
    let printed = t.sheet().tiles.get(t.sheet().map.def(t.hex("D0")).printed);
    assert_eq!((printed.exits, printed.stops[0].paid.in_column(0)), (0b11_0000, 10));
}

#[test]
fn a_tile_needs_a_copy_in_the_supply() {
    // CZ-TRACK-21, CZ-UPGRADE-8
    let t = karlovy_vary().supply("9", 0);
    assert_eq!(t.refused(t.lay("EKJ", "D6", "9", 1)), "CZ-TRACK-21");
    assert!(t.offers(&t.lay("EKJ", "D6", "8", 1)));
    let t = karlovy_vary().supply("9", 1);
    let mut t = t.local_of("S1", "EKJ");
    t.play(t.lay("EKJ", "D6", "9", 1));
    assert_eq!(t.at.state.core.board().left(t.tile_id("9")), 0);
}

#[test]
fn yellow_tiles_are_laid_in_every_phase() {
    // CZ-TRACK-22, CZ-PHASE-2
    for letter in ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"] {
        let t = karlovy_vary().phase(letter);
        assert!(t.offers(&t.lay("EKJ", "D6", "9", 1)), "phase {letter}");
    }
}

#[test]
fn a_home_hex_is_not_reserved_for_building() {
    // CZ-TRACK-24
    let mut t = karlovy_vary();
    assert!(!t.is("BTE", Flag::Started));
    t.play(t.lay("EKJ", "D2", "57", 1));
    // BTE comes later: its marker goes straight into the city.
    let mut t = t.phase("d").float("BTE", 1, 60).treasury("BTE", 300).train("EKJ", "2");
    t = t.local_of("S1", "EKJ").operating("EKJ", Step::Papers).then(&["BTE"]);
    t.pass();
    assert_eq!(t.waits_for(), (1, "BTE".to_owned(), "track"));
    assert_eq!(t.stations_on("D2"), [("BTE".to_owned(), 0)]);
    assert!(t.hexes().len() > 1, "its home has a tile, so it lays where it likes");
}

#[test]
fn a_marker_on_a_bare_home_goes_into_the_city_whoever_lays_the_tile() {
    // CZ-FLOAT-8, CZ-TRACK-24
    let t = karlovy_vary().float("BTE", 1, 60).station("BTE", "D2", 0);
    let mut t = t;
    t.play(t.lay("EKJ", "D2", "57", 1));
    assert_eq!(t.stations_on("D2"), [("BTE".to_owned(), 0)]);
    let spot = board::Spot { cell: t.hex("D2"), stop: 0 };
    assert_eq!(t.at.state.core.board().free_slots(&t.sheet().tiles, spot), 0);
}
