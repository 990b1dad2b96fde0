//! The advanced variant, Allenbeck, Laputa, Brobdingnag.

use super::table::{Table, at, setup, start};
use board::Spot;
use engine::{Event, LayBy, Move, Pay, Position, Whereabouts};

fn income(t: &Table, id: &str) -> i32 {
    t.at.income_of(t.company(id)).0
}

#[test]
fn the_depot_gets_its_train_before_trains_run() {
    // LIL-ADV-1, LIL-ADV-2
    let mut t = Table::drafted_with(4, &[("advanced", "on")]).phase(4);
    while t.at.state.core.trains.get(t.at.state.core.trains.top().unwrap()).kind < t.kind("5") {
        let top = t.at.state.core.trains.top().unwrap();
        t.at.state.core.trains.get_mut(top).place = Whereabouts::Gone;
    }
    let events = t.end_turns().events.clone();
    let exported = events.iter().position(|e| matches!(e, Event::TrainExported { .. })).unwrap();
    let ran = events.iter().position(|e| matches!(e, Event::Ran { .. })).unwrap();
    assert!(exported < ran);
    assert!(
        events.contains(&Event::Ran { company: t.company("MR"), revenue: 0, subsidy: 0 }),
        "the 2-trains have rusted"
    );
    // No second card in step 3, everything else as usual.
    while t.step() != "card" {
        t.pass();
    }
    assert_eq!(t.trains_at(Whereabouts::Pool), ["5"]);
    assert_eq!((t.at.round(), t.decider()), (2, 1));
}

#[test]
fn the_transfer_takes_place_in_every_round_and_serves_at_once() {
    // LIL-ADV-3
    let mut t = Table::drafted_with(4, &[("advanced", "on")]);
    t.end_turns();
    t.play(Move::Dividend { pay: Pay::Withhold });
    let two = t.at.state.core.trains.at(Whereabouts::Pool).next().unwrap();
    t.play(t.buy_depot("MR", two, 80));
    let mut t = Table::drafted_with(4, &[("advanced", "on")]).round(8);
    let events = t.end_turns().events.clone();
    assert!(
        events.iter().any(|e| matches!(e, Event::TrainExported { .. })),
        "the last round included"
    );
}

#[test]
fn all_variants_go_together() {
    // LIL-ADV-4
    let all = [
        ("allenbeck", "on"),
        ("laputa", "on"),
        ("brobdingnag", "on"),
        ("advanced", "on"),
        ("two_characters", "on"),
        ("scenario", "3"),
    ];
    assert!(start(&setup(2, &all)).is_ok());
}

#[test]
fn in_version_1_only_one_variant_replaces_brown_cities() {
    // LIL-ADV-4
    for pair in [["allenbeck", "laputa"], ["allenbeck", "brobdingnag"], ["laputa", "brobdingnag"]] {
        let both = [(pair[0], "on"), (pair[1], "on")];
        let mut old = setup(4, &both);
        old.rules = 1;
        let apart = setup(4, &[&both[..], &[("variants_combine", "off")]].concat());
        for setup in [old, apart] {
            let error = start(&setup).err().expect("they exclude each other");
            assert!(error.faults.iter().any(|f| f.contains("LIL-ADV-4")));
        }
    }
    for one in ["allenbeck", "laputa", "brobdingnag"] {
        let all = [(one, "on"), ("advanced", "on"), ("two_characters", "on"), ("scenario", "3")];
        let mut old = setup(2, &all);
        old.rules = 1;
        assert!(start(&old).is_ok(), "{one}");
    }
}

#[test]
fn tiles_of_allenbeck_and_laputa_lie_side_by_side_and_win_over_brob_tiles() {
    // LIL-ADV-5
    let (a, l, b) = (("allenbeck", "on"), ("laputa", "on"), ("brobdingnag", "on"));
    for options in [&[a, l][..], &[a, b], &[l, b], &[a, l, b]] {
        let t = Table::drafted_with(4, options);
        let known = |name: &str| t.at.printed.sheet.tiles.by_name(name).is_some();
        assert!(!known("C-B-X") && !known("BR-C-B-X"), "{options:?}");
        assert_eq!(known("A-PLIPS"), options.contains(&a), "{options:?}");
        assert_eq!(known("L-MR"), options.contains(&l), "{options:?}");
        assert_eq!(known("BR-M-B-X"), options.contains(&b), "{options:?}");
    }
    for options in [&[a, l][..], &[a, l, b]] {
        let mut t = Table::drafted_with(4, options);
        t = t.phase(5);
        t = t.founded(0, "BCR", 60);
        let green = if options.contains(&b) { "BR-C-G-T" } else { "C-G-T" };
        t = t.tile((0, -1), green, 0);
        t = t.extra_station("BCR", (0, -1), 0);
        t.play_card("A1", 0);
        assert!(t.offers(&t.lay("MR", (0, -1), "A-PLIPS", 0)));
        assert_eq!(t.lays("L-MR"), [(at(0, -1), 0)]);
        // R20: with Allenbeck a late company has brown cities to lay too.
        assert!(t.offers(&t.lay("BCR", (0, -1), "A-PLIPS", 0)));
        t.play(t.lay("MR", (0, -1), "L-MR", 0));
        assert_eq!(t.tile_at((0, -1)), "L-MR");
    }
}

#[test]
fn with_brobdingnag_a_named_or_coloured_city_has_the_brob_value() {
    // LIL-ADV-6
    let value = |options: &[(&str, &str)], name: &str| {
        let t = Table::with(4, options);
        let stop = &t.at.printed.sheet.tiles.get(t.tile_id(name)).stops[0];
        stop.paid.in_column(0)
    };
    let brob = ("brobdingnag", "on");
    let printed = value(&[brob], "BR-C-B-X");
    assert_eq!(printed, 70);
    for (variant, tiles) in [
        ("allenbeck", &["A-TOTTENHAM", "A-ALLENBECK", "A-PLIPS"][..]),
        ("laputa", &["L-MR", "L-SR", "L-GVR", "L-LNR"]),
    ] {
        for tile in tiles {
            assert_eq!(value(&[(variant, "on")], tile), 40, "{tile} alone");
            assert_eq!(value(&[(variant, "on"), brob], tile), printed, "{tile}");
        }
    }
    let mut t = Table::drafted_with(4, &[("laputa", "on"), brob]);
    t = t.tile((0, -1), "L-MR", 0);
    t = t.trains("MR", &["2"]);
    assert_eq!(income(&t, "MR"), 50 + 70, "Mildendo and Laputa");
}

#[test]
fn named_cities_replace_the_brown_ones_and_the_layer_chooses() {
    // LIL-ALLENBECK-1, LIL-ALLENBECK-5
    let mut t = Table::drafted_with(4, &[("allenbeck", "on")]);
    assert!(t.at.printed.sheet.tiles.by_name("C-B-X").is_none());
    t = t.phase(5).tile((0, -1), "C-G-T", 0);
    t.play_card("A1", 0);
    for name in ["A-TOTTENHAM", "A-ALLENBECK", "A-PLIPS"] {
        assert_eq!(t.left(name), 1);
        assert!(t.offers(&t.lay("MR", (0, -1), name, 0)), "{name}");
    }
    t.play(t.lay("MR", (0, -1), "A-PLIPS", 0));
    t = t.tile((1, 0), "M-G-T", 1).turn_of(2).tile((0, 1), "C-G-T", 0);
    t.play_card("A2", 1);
    assert_eq!(t.refused(t.lay("GVR", (0, 1), "A-PLIPS", 0)), "LIL-TRACK-9");
    assert!(t.offers(&t.lay("GVR", (0, 1), "A-ALLENBECK", 0)));
}

#[test]
fn the_express_earns_twenty_more_for_three_named_cities() {
    // LIL-ALLENBECK-2, LIL-ALLENBECK-3, LIL-ALLENBECK-4, LIL-INCOME-7
    let mut t = Table::drafted_with(4, &[("allenbeck", "on")]);
    t = t.tile((0, -1), "A-PLIPS", 0);
    t = t.tile((0, -2), "P-Y-S", 0);
    t = t.tile((0, -3), "A-ALLENBECK", 0);
    t = t.tile((0, -4), "P-Y-S", 0);
    t = t.tile((0, -5), "A-TOTTENHAM", 0);
    t = t.trains("MR", &["2"]);
    assert_eq!(income(&t, "MR"), 80, "two named cities");
    t = t.trains("MR", &["3"]);
    assert_eq!(
        income(&t, "MR"),
        120 + 20,
        "three brown cities; with Mildendo it would be 110 + 20"
    );
    t = t.trains("MR", &["4"]);
    assert_eq!(income(&t, "MR"), 150 + 20, "once, also for four");
    t = t.trains("MR", &["4D"]);
    assert_eq!(income(&t, "MR"), 300 + 20, "not doubled");
    t = t.trains("MR", &["4"]);
    let card = t.at.state.core.trains.of(t.company("MR")).next().unwrap();
    t = t.obsolete(card);
    assert_eq!(income(&t, "MR"), 70 + 20, "not halved");
    // The bonus counts when totals are compared: the brown Y tile in the east brings ten more than Tottenham, but then
    // only two cities of the route have names.
    let mut t = Table::drafted_with(4, &[("allenbeck", "on")]);
    t = t.tile((0, -1), "A-PLIPS", 0);
    t = t.tile((0, -2), "P-Y-S", 0);
    t = t.tile((0, -3), "A-ALLENBECK", 0);
    t = t.tile((0, -4), "P-Y-S", 0);
    t = t.tile((0, -5), "A-TOTTENHAM", 0);
    t = t.tile((1, -1), "P-Y-S", 1);
    t = t.tile((2, -1), "M-B-X", 0);
    t = t.trains("MR", &["3"]);
    assert_eq!(
        income(&t, "MR"),
        40 + 40 + 40 + 20,
        "Plips, Allenbeck, Tottenham; not 50 + 40 + 40"
    );
    // Without the variant there is no bonus.
    let t = Table::drafted(4);
    assert!(t.at.printed.express.is_none());
}

#[test]
fn laputa_tiles_belong_to_their_companies() {
    // LIL-LAPUTA-1, LIL-LAPUTA-2, LIL-LAPUTA-4, LIL-LAPUTA-6
    let mut t = Table::drafted_with(4, &[("laputa", "on")]);
    assert!(t.at.printed.sheet.tiles.by_name("C-B-X").is_none());
    t = t.phase(5).founded(0, "BCR", 60).tile((0, -1), "C-G-T", 0).extra_station("BCR", (0, -1), 0);
    t.play_card("A1", 0);
    assert_eq!(t.refused(t.lay("MR", (0, -1), "L-SR", 0)), "LIL-LAPUTA-2");
    assert_eq!(
        t.refused(t.lay("BCR", (0, -1), "L-MR", 0)),
        "LIL-LAPUTA-2",
        "a late company lays none"
    );
    assert_eq!(t.lays("L-MR"), [(at(0, -1), 0)], "the coloured leg is the new one");
    assert_eq!(t.refused(t.lay("MR", (0, -1), "L-MR", 1)), "LIL-UPGRADE-2");
    let def = t.at.printed.sheet.tiles.get(t.tile_id("L-MR"));
    assert_eq!(
        (def.slots(), def.stops[0].paid.in_column(0)),
        (2, 40),
        "otherwise an ordinary brown city"
    );
    t.play(t.lay("MR", (0, -1), "L-MR", 0));
    assert_eq!(t.tile_at((0, -1)), "L-MR");
}

#[test]
fn coloured_track_is_for_its_company_only() {
    // LIL-LAPUTA-3
    let mut t = Table::drafted_with(4, &[("laputa", "on")])
        .phase(5)
        .founded(0, "BCR", 60)
        .tile((0, -1), "C-G-T", 0)
        .extra_station("BCR", (0, -1), 0)
        .tile((0, -1), "L-MR", 0)
        .tile((-1, -1), "P-Y-S", 1)
        .tile((-2, -1), "C-Y-S", 1);
    let there = Spot { cell: at(-2, -1), stop: 0 };
    let reaches = |t: &Table, id: &str| {
        t.at.state
            .core
            .reach(&t.at.printed.sheet, t.company(id))
            .has(t.at.state.core.board(), there)
    };
    assert!(reaches(&t, "MR") && !reaches(&t, "BCR"), "tracing");
    t = t.trains("MR", &["3"]).train("BCR", "3");
    assert_eq!(income(&t, "MR"), 30 + 40 + 20, "running");
    assert_eq!(income(&t, "BCR"), 70);
    t.play_card("A3", 0);
    assert!(t.offers(&t.lay("MR", (-3, -1), "P-Y-S", 1)));
    assert_eq!(t.refused(t.lay("BCR", (-3, -1), "P-Y-S", 1)), "LIL-TRACK-3", "building");
}

#[test]
fn laputa_tiles_of_absent_companies_leave_the_supply() {
    // LIL-LAPUTA-5
    let t = Table::with(2, &[("laputa", "on")]);
    for tile in ["L-MR", "L-SR", "L-GVR", "L-LNR"] {
        assert!(t.left(tile) == 1 && t.shown(tile), "{tile} before the draft");
    }
    let mut t = Table::drafted_with(2, &[("laputa", "on")]);
    for (tile, there) in [("L-MR", true), ("L-SR", true), ("L-GVR", false), ("L-LNR", false)] {
        assert_eq!((t.left(tile), t.shown(tile)), (there.into(), there), "{tile}");
    }
    let solo = Table::solo(&[("laputa", "on")], "GVR");
    for (tile, there) in [("L-MR", true), ("L-SR", false), ("L-GVR", true), ("L-LNR", false)] {
        assert_eq!((solo.left(tile), solo.shown(tile)), (there.into(), there), "{tile} alone");
    }
    // A tile that lies on the board is still shown.
    let mut laid = Table::drafted_with(2, &[("laputa", "on")]);
    laid = laid.tile((0, -1), "L-MR", 0);
    assert!(laid.left("L-MR") == 0 && laid.shown("L-MR"));
    t = t.phase(5);
    t = t.tile((0, -1), "C-G-T", 0);
    t.play_card("A2", 1);
    let laid: Vec<String> =
        t.at.choices()
            .iter()
            .filter_map(|c| match c.mv {
                Move::LayTile { tile, by: LayBy::Build, .. } => Some(t.tile_name(tile).to_owned()),
                _ => None,
            })
            .filter(|n| n.starts_with("L-"))
            .collect();
    assert_eq!(laid, ["L-MR"]);
    assert_eq!(t.refused(t.lay("MR", (0, -1), "L-GVR", 0)), "LIL-LAPUTA-2");
    assert_eq!(
        t.refused(t.lay("GVR", (0, -1), "L-GVR", 0)),
        "LIL-ACTION-13",
        "GVR is not in the game"
    );
}

#[test]
fn brob_tiles_replace_their_counterparts() {
    // LIL-BROB-1, LIL-BROB-6
    let t = Table::drafted_with(4, &[("brobdingnag", "on")]);
    let tiles = &t.at.printed.sheet.tiles;
    let value = |name: &str| {
        let stop = &tiles.get(t.tile_id(name)).stops[0];
        (stop.paid.in_column(0), stop.paid_with_station)
    };
    let wanted = [
        ("BR-START", (50, None)),
        ("BR-C-Y-S", (30, None)),
        ("BR-C-G-T", (50, None)),
        ("BR-C-B-X", (70, None)),
        ("BR-M-Y-C", (50, None)),
        ("BR-M-G-T", (70, None)),
        ("BR-M-B-X", (90, None)),
        ("BR-K-CASTLE", (50, Some(90))),
        ("BR-K-FORT", (50, None)),
        ("BR-K-TREASURY", (110, None)),
        ("K-TOWN-S", (10, None)),
        ("K-PORT-A", (10, None)),
    ];
    for (name, paid) in wanted {
        assert_eq!(value(name), paid, "{name}");
    }
    for gone in [
        "START",
        "C-Y-S",
        "C-G-T",
        "C-B-X",
        "M-Y-S",
        "M-G-T",
        "M-B-X",
        "K-CASTLE",
        "K-FORT",
        "K-TREASURY",
    ] {
        assert!(tiles.by_name(gone).is_none(), "{gone}");
    }
    assert_eq!((t.left("P-Y-S"), t.left("BR-C-Y-S"), t.left("BR-M-Y-S")), (8, 3, 0));
    assert_eq!(tiles.get(t.tile_id("BR-M-Y-C")).cost, 50, "charges stay");
    assert_eq!(t.tile_at((0, 0)), "BR-START");
}

#[test]
fn brob_castles_belong_to_the_ruler() {
    // LIL-BROB-1, LIL-CHARACTER-5
    let mut t = Table::drafted_with(4, &[("brobdingnag", "on")])
        .phase(3)
        .character(0, "GOLBASTO")
        .tile((0, -2), "P-Y-S", 0)
        .tile((0, -3), "BR-C-Y-S", 0);
    t.play(t.lay_right("MR", (0, -3), "BR-K-CASTLE", 0, "GOLBASTO"));
    t = t.extra_station("MR", (0, -3), 0);
    assert_eq!(income(&t, "MR"), 30 + 90);
}

#[test]
fn half_of_the_income_is_paid_and_half_kept() {
    // LIL-BROB-2, LIL-BROB-3, LIL-BROB-4
    let mut t = Table::drafted_with(4, &[("brobdingnag", "on")])
        .shares("MR", 1, 1)
        .tile((0, -2), "P-Y-S", 0)
        .tile((0, -3), "BR-C-G-T", 0)
        .trains("MR", &["3"]);
    let before = (t.cash_of(0), t.cash_of(1), t.treasury_of("MR"));
    t.end_turns();
    assert_eq!(t.at.state.income, 130);
    t.play(Move::Dividend { pay: Pay::Out });
    assert_eq!(
        (t.cash_of(0) - before.0, t.cash_of(1) - before.1, t.treasury_of("MR") - before.2),
        (35, 7, 60)
    );
    assert_eq!(t.price_of("MR"), 65, "one dividend move");
    // The whole income may still be withheld.
    let mut t = Table::drafted_with(4, &[("brobdingnag", "on")]);
    let three = t.depot("3");
    t.end_turns();
    t.play(Move::Dividend { pay: Pay::Withhold });
    assert_eq!((t.treasury_of("MR"), t.price_of("MR")), (550 + 80, 45));
    assert!(t.offers(&t.buy_depot("MR", three, 150)));
}

#[test]
fn brob_income_is_doubled_before_it_is_halved_in_the_last_round() {
    // LIL-BROB-5, LIL-BROB-7
    let mut t = Table::drafted_with(4, &[("brobdingnag", "on")])
        .tile((0, -2), "P-Y-S", 0)
        .tile((0, -3), "BR-C-G-T", 0)
        .trains("MR", &["3"])
        .round(8);
    let before = (t.cash_of(0), t.treasury_of("MR"));
    t.end_turns();
    assert_eq!(
        (t.cash_of(0) - before.0, t.treasury_of("MR") - before.1),
        (65, 130),
        "half of 260 each, director 50 %"
    );
    assert_eq!(t.step(), "over", "nobody is asked whether to withhold");
}
