//! Setup, money, companies: what is printed and handed out.

use super::table::{Table, setup, switch, word};
use crate::kept_games::carried_sheet;
use engine::{
    Lot, Move, OptionValue, Place, Player, Position, Purse, Range, Setup, ShareSource, Title,
};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use titles::g1860::{TITLE, Wait};

#[test]
fn two_to_four_players_start_with_their_share_of_the_bank() {
    // IOW-SETUP-1, IOW-SETUP-2, IOW-SETUP-3
    for (players, cash) in [(2, 1000), (3, 670), (4, 500)] {
        let t = Table::new(players);
        for seat in 0..players {
            assert_eq!(t.cash_of(seat as u8), cash);
        }
        assert_eq!(t.at.state.core.money.of(Purse::Bank), 10_000 - cash * players as i32);
    }
    for players in [1, 5] {
        let fault = TITLE.begin(&setup(players, BTreeMap::new())).expect_err("too few or too many");
        assert!(fault.to_string().contains("IOW-SETUP-1"), "{fault}");
    }
}

#[test]
fn credits_are_a_currency_without_limit() {
    // IOW-SETUP-4, IOW-MONEY-1
    let t = Table::new(2).launched("C&N", 100, [5], 0).treasury("C&N", 9_000);
    assert_eq!(t.treasury_of("C&N"), 9_000);
    assert_eq!(t.at.state.core.money.of(Purse::Bank), 8_000, "pounds are not touched by credits");
}

#[test]
fn map_sides_differ_in_three_hexes_and_two_tiles() {
    // IOW-SETUP-5, IOW-SETUP-6, IOW-SETUP-7
    let second = Table::new(2);
    let first = Table::with(2, [("map".to_owned(), OptionValue::Word("first_edition".to_owned()))]);
    let names = |t: &Table| -> Vec<String> {
        t.at.printed.sheet.map.cells.iter().map(|c| c.name.clone()).collect()
    };
    let missing: Vec<String> =
        names(&second).into_iter().filter(|n| !names(&first).contains(n)).collect();
    assert_eq!(missing, ["A5", "A7", "E11"]);
    assert_eq!(names(&second).len(), names(&first).len() + 3);
    let left = |t: &Table, tile: &str| t.at.state.core.board().left(t.tile_id(tile));
    assert_eq!([left(&second, "776"), left(&second, "770")], [3, 2]);
    assert_eq!([left(&first, "776"), left(&first, "770")], [3, 2]);
    let all =
        |t: &Table| t.at.printed.sheet.tiles.tiles.iter().map(|d| u32::from(d.count)).sum::<u32>();
    assert_eq!((all(&second), all(&first)), (139, 139));
    assert_eq!(
        second.at.printed.sheet.map.def(second.hex("A5")).place.as_deref(),
        Some("Norton Green")
    );
}

#[test]
fn certificates_start_in_the_ipo() {
    // IOW-SETUP-8, IOW-SETUP-9, IOW-SETUP-10, IOW-SETUP-14
    let t = Table::new(3);
    for c in t.at.printed.sheet.company_ids() {
        let stock = &t.at.state.core.stock[c.at()];
        assert_eq!((stock.ipo, stock.pool, stock.director_units()), (10, 0, 2));
        let id = &t.at.printed.sheet.company(c).id;
        let reserved = ["IOW", "C&N", "FYN", "BHI&R"].contains(&id.as_str());
        assert_eq!(stock.reserved, u8::from(reserved), "{id}");
    }
    assert_eq!(t.at.printed.sheet.companies.len(), 8);
    assert!(t.in_pool().is_empty());
}

#[test]
fn six_lots_are_auctioned_and_fishbourne_is_not() {
    // IOW-SETUP-11, IOW-SETUP-12
    let t = Table::new(3);
    let lots = &t.at.printed.lots;
    assert_eq!(lots.len(), 6);
    for id in ["BHC", "YHC", "CMH", "RPSC"] {
        assert!(lots.contains(&Lot::Paper(t.paper(id))));
    }
    assert!(
        lots.contains(&Lot::Company(t.company("IOW")))
            && lots.contains(&Lot::Company(t.company("C&N")))
    );
    assert_eq!(t.paper_place("FFC"), Place::Aside);
    assert_eq!(t.at.printed.fishbourne, t.paper("FFC"));
}

#[test]
fn the_train_deck_is_sorted_by_length() {
    // IOW-SETUP-13, IOW-TRAIN-2
    let t = Table::new(2);
    let sheet = &t.at.printed.sheet;
    let deck: Vec<(&str, u8, i32)> =
        sheet.trains.iter().map(|k| (k.name.as_str(), k.count, k.faces[0].price)).collect();
    let expected = [
        ("2+1", 5, 250),
        ("3+2", 4, 300),
        ("4+2", 3, 350),
        ("5+3", 2, 400),
        ("6+3", 2, 500),
        ("7+4", 1, 600),
        ("8+4", 1, 700),
        ("9+5", 1, 800),
    ];
    assert_eq!(deck, expected);
    assert!(sheet.trains[7].unlimited && sheet.trains[..7].iter().all(|k| !k.unlimited));
    assert_eq!(sheet.trains[3].faces[0].range, Range::Stations { large: 5, small: Some(3) });
}

#[test]
fn the_game_starts_in_phase_two() {
    // IOW-SETUP-15, IOW-SETUP-17
    let t = Table::new(4);
    assert_eq!(t.at.printed.sheet.phases[t.at.state.core.phase as usize].name, "2");
    assert_eq!(t.at.printed.steps[0].rounds, 1);
    assert_eq!(t.at.train_limit(t.company("IOW")), 4);
    assert_eq!((t.decider(), t.at.waits_for()), (0, Some(Wait::Bid)));
    let t = t.operated("IOW", 100, [5], 0).train("IOW", "2+1").turns(["IOW"]);
    assert_eq!(t.refused(t.lay("IOW", "I3", "758", 0)), "IOW-UPGRADE-1", "green is for phase 3");
}

#[test]
fn printed_track_counts_as_yellow() {
    // IOW-SETUP-16, IOW-LAUNCH-9
    let t = Table::new(2);
    for hex in ["I3", "G5", "G7", "I11"] {
        let laid = t.at.state.core.board().at(t.hex(hex)).expect("a hex");
        assert_eq!(t.at.colour(laid.tile), board::Colour::Yellow, "{hex}");
    }
    let mut t = t.started("IOW", 100, [2, 2], 0).stock_round(1, 0);
    t.play(t.buy("IOW", ShareSource::Ipo));
    assert!(t.is("IOW", engine::Flag::Floated));
    assert_eq!(t.step(), "stock", "no home tile is asked for");
}

#[test]
fn money_and_certificates_never_pass_between_players() {
    // IOW-MONEY-5, IOW-SR-15, IOW-PRIVATE-4
    let t = Table::new(3)
        .private("CMH", Place::Player(Player(1)))
        .cash_each([600, 600, 600])
        .stock_round(2, 0);
    let paper = t.paper("CMH");
    assert_eq!(t.refused(Move::BuyPaper { paper, amount: 90 }), "IOW-PRIVATE-7");
    let t = t.operated("C&N", 90, [2, 4], 0).turns(["C&N"]);
    assert_eq!(
        t.refused(Move::BuyPaper { paper, amount: 90 }),
        "IOW-OR-5",
        "companies own no private companies"
    );
}

#[test]
fn launch_capital_is_new_credits_and_share_money_goes_to_the_bank() {
    // IOW-MONEY-6, IOW-LAUNCH-3, IOW-LAUNCH-13
    let mut t = Table::new(2)
        .started("IOW", 82, [2, 2], 0)
        .price("IOW", 100)
        .cash_each([500, 500])
        .stock_round(2, 0);
    let bank = t.at.state.core.money.of(Purse::Bank);
    t.play(t.buy("IOW", ShareSource::Ipo));
    assert_eq!(t.cash_of(0), 500 - 82);
    assert_eq!(t.at.state.core.money.of(Purse::Bank), bank + 82);
    assert_eq!(t.treasury_of("IOW"), 820);
    t.play(t.buy("IOW", ShareSource::Ipo));
    assert_eq!(t.treasury_of("IOW"), 820, "later shares bring the company nothing");
    assert_eq!(t.cash_of(1), 500 - 82);
}

#[test]
fn companies_are_as_printed() {
    // IOW-COMPANY-1..10
    let t = Table::new(2);
    let rows = [
        ("C&N", 1, 4, "F2", vec![74, 82, 90, 100]),
        ("IOW", 1, 4, "I3", vec![74, 82, 90, 100]),
        ("IWNJ", 2, 3, "G7", vec![62, 68, 74, 82]),
        ("FYN", 2, 3, "B4", vec![62, 68, 74, 82]),
        ("NGStL", 3, 2, "G9", vec![58, 62, 68]),
        ("BHI&R", 3, 2, "L6", vec![58, 62, 68]),
        ("S&C", 4, 2, "F12", vec![54, 58, 62]),
        ("VY&SC", 4, 2, "E9", vec![54, 58, 62]),
    ];
    for (id, group, bases, home, prices) in rows {
        let c = t.company(id);
        let charter = &t.at.printed.charters[c.at()];
        assert_eq!(charter.group + 1, group, "{id}");
        assert_eq!(t.at.state.core.company(c).markers_left(), bases, "{id}: headquarters included");
        assert_eq!(charter.home.cell, t.hex(home), "{id}");
        let market = &t.at.printed.sheet.market;
        assert_eq!(
            charter.par_cells.iter().map(|&p| market.price(p)).collect::<Vec<_>>(),
            prices,
            "{id}"
        );
        for &cell in &charter.par_cells {
            assert_ne!(
                market.cells[cell as usize].start & (1 << charter.group),
                0,
                "{id}: marked for launch"
            );
        }
    }
}

#[test]
fn a_player_may_own_all_of_a_company_and_the_pool_has_no_limit() {
    // IOW-COMPANY-11, IOW-COMPANY-12
    let mut t = Table::new(2)
        .operated("IWNJ", 82, [9], 0)
        .train("IWNJ", "2+1")
        .cash_each([500, 500])
        .stock_round(2, 0);
    t.play(t.buy("IWNJ", ShareSource::Ipo));
    assert_eq!(t.units("IWNJ", 0), 10);
    t.pass();
    t.play(t.sell("IWNJ", 10));
    assert_eq!(t.pool_of("IWNJ"), 10);
}

#[test]
fn faults_of_a_setup_are_told_all_at_once() {
    // IOW-OPTION-5, IOW-OPTION-17
    let mut bad = setup(7, BTreeMap::from([("moon".to_owned(), OptionValue::Switch(true))]));
    bad.options.insert("opt2_original_lease".into(), OptionValue::Switch(true));
    bad.options.insert("opt3_flat_lease".into(), OptionValue::Switch(true));
    let faults = TITLE.begin(&bad).expect_err("three faults").faults;
    assert_eq!(faults.len(), 3, "{faults:?}");
    let usual = TITLE.begin(&setup(2, BTreeMap::new())).expect("no options").printed.options;
    assert!(
        !usual.opt2_original_lease
            && !usual.opt3_flat_lease
            && !usual.opt7_destinations
            && !usual.locomotives
            && !usual.public_practice
    );
    assert!(usual.open_accounts, "the one option that is on");
    assert_eq!(TITLE.presets(), ["rulebook", "public18xx"]);
}

#[test]
fn the_data_sheet_lists_exactly_the_first_tiles_that_fit() {
    // IOW-TRACK-6..9, IOW-TRACK-11, IOW-TRACK-12, IOW-TRACK-20, IOW-TRACK-21, IOW-TRACK-24
    // A sheet of the earlier form wrote them down.
    let data = carried_sheet("1860");
    for side in ["second_edition", "first_edition"] {
        let t = Table::with(2, [("map".to_owned(), OptionValue::Word(side.to_owned()))]);
        let sheet = &t.at.printed.sheet;
        for hex in data["maps"][side]["hexes"].as_array().expect("hexes") {
            let id = hex["id"].as_str().expect("a hex");
            let found: BTreeMap<&str, Vec<u8>> =
                engine::fit_masks(sheet, &t.at.state.core, t.hex(id))
                    .filter(|(_, mask, _)| *mask != 0)
                    .map(|(tile, mask, _)| {
                        let rotations = (0..6).filter(|r| mask & (1 << r) != 0).collect();
                        (sheet.tiles.get(tile).name.as_str(), rotations)
                    })
                    .collect();
            let listed: BTreeMap<&str, Vec<u8>> = ["first_tiles", "upgrades_to"]
                .into_iter()
                .filter_map(|list| hex[list].as_array())
                .flatten()
                .map(|next| {
                    let rotations = ["rotations", "relative_rotations"]
                        .into_iter()
                        .find_map(|key| next[key].as_array())
                        .expect("rotations");
                    let rotations = rotations.iter().map(|r| r.as_u64().expect("a rotation") as u8);
                    (next["tile"].as_str().expect("a tile"), rotations.collect())
                })
                .collect();
            assert_eq!(found, listed, "{side} {id}");
        }
    }
}

#[test]
fn two_tiles_are_taken_out_with_the_first_edition_rules() {
    // IOW-SETUP-7, IOW-OPTION-1: J-54
    let left = |t: &Table| ["776", "770"].map(|tile| t.at.state.core.board().left(t.tile_id(tile)));
    let first = word("map", "first_edition");
    let original = Table::with(2, [switch("opt1_first_edition")]);
    assert_eq!(left(&original), [2, 1], "option 1");
    assert_eq!(left(&Table::with(2, [first.clone()])), [3, 2], "the side alone");
    assert_eq!(left(&Table::with(2, [switch("every_small_station")])), [3, 2]);
    let by_side = Table::with(2, [first.clone(), word("tiles_go_with", "map_side")]);
    assert_eq!(left(&by_side), [2, 1]);
    let old = Setup { rules: 1, ..setup(2, [first.clone()].into()) };
    let public = Setup { preset: "public18xx".into(), ..setup(2, [first].into()) };
    for game in [old, public] {
        let table = Table::start(&game).expect("a legal setup");
        assert_eq!(left(&table), [2, 1], "the side decides");
    }
}

#[test]
fn the_map_side_is_the_one_advised_for_the_number_of_players() {
    // IOW-SETUP-18: J-54
    let first = |rules, preset: &str, players| {
        let mut game = Setup {
            rules,
            preset: preset.into(),
            ..setup(players, std::collections::BTreeMap::new())
        };
        game.options.clear();
        TITLE.begin(&game).expect("a legal setup").printed.options.first_edition()
    };
    let sides = |rules, preset| [2, 3, 4].map(|players| first(rules, preset, players));
    assert_eq!(sides(2, "rulebook"), [true, true, false]);
    assert_eq!(sides(1, "rulebook"), [false; 3]);
    assert_eq!(sides(2, "public18xx"), [false; 3]);
    let chosen = Table::with(4, [word("map", "first_edition")]);
    assert!(chosen.at.printed.options.first_edition(), "the players choose");
}

#[test]
fn a_rules_version_is_a_row_of_defaults() {
    // IOW-OPTION-17: a game of version 1 keeps its readings; the public platform's files have one reading.
    let rules = |version, preset: &str| {
        let game = Setup {
            rules: version,
            preset: preset.into(),
            ..setup(4, std::collections::BTreeMap::new())
        };
        TITLE.begin(&game).map(|p| p.printed.options)
    };
    let (old, new) =
        (rules(1, "rulebook").expect("version 1"), rules(2, "rulebook").expect("version 2"));
    let changed = |r: &titles::g1860::Options| {
        [
            r.small_stations_may_be_declined,
            r.swap_after_restart == "launch",
            r.marker_at_launch == "first_price",
            r.receivership_leases == "always",
            r.homes_in_last_building_round,
            r.tiles_go_with != "map_side",
        ]
    };
    assert_eq!((changed(&old), changed(&new)), ([false; 6], [true; 6]));
    assert_eq!(rules(1, "public18xx"), rules(2, "public18xx"));
    assert_eq!(TITLE.rules_version(), 2);
    for unknown in [0, 3] {
        let fault = rules(unknown, "rulebook").expect_err("no such version");
        assert!(fault.to_string().contains("this program knows 1 to 2"), "{fault}");
    }
}

#[test]
fn a_sheet_with_options_counts_in_version_1_only() {
    // IOW-OPTION-17: sheets of games begun under version 1 carried defaults of options.
    let built_in: Json =
        serde_json::from_str(include_str!("../../../data/1860.json")).expect("JSON");
    assert!(built_in.get("options").is_none(), "the rows stand in the program");
    let mut data = carried_sheet("1860");
    data["options"] =
        serde_json::json!([{"id": "no_train_limit", "rule_id": "IOW-OPTION-15", "default": true}]);
    for (version, unlimited) in [(1, true), (2, false)] {
        let game = Setup {
            rules: version,
            data: Some(data.clone()),
            ..setup(2, std::collections::BTreeMap::new())
        };
        let position = TITLE.begin(&game).expect("a legal setup");
        assert_eq!(position.printed.options.no_train_limit, unlimited, "version {version}");
    }
}
