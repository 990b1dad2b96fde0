//! Gulliver's shares, companies and trains, whole games, variants.

use super::solo::{draws, laid, over_seeds, steps, track, whole_game};
use super::table::{Table, at};
use board::Cell;
use engine::{Company, Event, Move, NONE, Player, Position, Whereabouts};
use titles::g18lilliput::Stage;

#[test]
fn he_buys_one_certificate_a_round_and_three_at_most() {
    // LIL-SOLO-17, LIL-SOLO-18, LIL-SOLO-35
    let mut t = Table::solo(&[], "GVR").cash(1, 54);
    let share = |t: &mut Table| {
        let mut events = Vec::new();
        t.at.gulliver_share(&mut events);
        events
    };
    let bought = |events: &[Event]| {
        events.iter().find_map(|e| match e {
            Event::ShareBought { player: Player(1), company, price, .. } => {
                Some((*company, *price))
            }
            _ => None,
        })
    };
    let gvr = t.company("GVR");
    for events in over_seeds(&t, share) {
        assert_eq!(
            bought(&events),
            Some((gvr, 50)),
            "MR at 55 is too dear: a single candidate, no draw"
        );
        assert!(draws(&events).is_empty());
    }
    t = t.cash(1, 49);
    assert_eq!(bought(&share(&mut t)), None, "nothing he can pay");
    t = t.cash(1, 1000);
    let mut seen: Vec<Company> =
        over_seeds(&t, share).iter().map(|e| bought(e).unwrap().0).collect();
    seen.sort();
    seen.dedup();
    assert_eq!(seen, [t.company("MR"), gvr], "his own and the player's companies");
    // Each company counts once, whatever the number of certificates in the bank.
    t = t.shares("GVR", 0, 2);
    let own = over_seeds(&t, share).iter().filter(|e| bought(e).unwrap().0 == gvr).count();
    assert!((10..=30).contains(&own), "{own} of 40");
    for n in 1..=3 {
        let before = t.at.state.core.stock.iter().map(|s| s.of(Player(1))).sum::<u8>();
        share(&mut t);
        assert_eq!(
            t.at.state.core.stock.iter().map(|s| s.of(Player(1))).sum::<u8>(),
            before + 1,
            "one a round"
        );
        assert_eq!(t.at.state.bought, n);
    }
    assert_eq!(bought(&share(&mut t)), None, "three at most");
}

#[test]
fn his_fifth_certificate_founds_a_company_at_the_highest_price() {
    // LIL-SOLO-19, LIL-SOLO-36, LIL-SOLO-31, LIL-SOLO-35
    let mut t = Table::solo(&[], "GVR").tile((0, 3), "C-Y-S", 0);
    t.at.state.bought = 2;
    t = t.cash(1, 1000);
    let mut events = Vec::new();
    t.at.gulliver_share(&mut events);
    assert_eq!(t.at.state.gulliver[1], NONE, "he founds only after the third, in a later round");
    t = t.cash(1, 249);
    t.at.gulliver_share(&mut events);
    assert_eq!(t.at.state.gulliver[1], NONE, "250 are needed");
    t = t.cash(1, 337);
    let companies = over_seeds(&t, |t| {
        let mut events = Vec::new();
        t.at.gulliver_share(&mut events);
        assert_eq!(draws(&events), ["D company"]);
        t.at.state.gulliver[1]
    });
    let mut seen = companies.clone();
    seen.sort();
    seen.dedup();
    assert_eq!(
        seen,
        ["BCR", "TR", "BPR", "NNR"].map(|c| t.company(c).0),
        "one of the four late companies"
    );
    t.at.gulliver_share(&mut events);
    let second = Company(t.at.state.gulliver[1]);
    let id = t.at.printed.sheet.company(second).id.clone();
    assert_eq!((t.price_of(&id), t.cash_of(1)), (65, 337 - 325), "5 x 65 is the most");
    assert_eq!((t.treasury_of(&id), t.trains_of(&id).len()), (0, 0));
    assert_eq!(t.at.state.core.stock[second.at()].ipo, 3, "its certificates are on sale");
    assert_eq!(t.at.state.core.stock[second.at()].director(), Some(Player(1)));
    t = t.cash(1, 5000);
    let before = t.cash_of(1);
    t.at.gulliver_share(&mut events);
    assert_eq!(t.cash_of(1), before, "the fifth certificate is the last");
    // It takes part in E from the same round on.
    t.at.gulliver_train(&mut events);
    assert_eq!(t.trains_of(&id).len(), 1, "it has fewer trains");
}

#[test]
fn without_a_free_slot_he_waits() {
    // LIL-SOLO-19, LIL-SOLO-30
    let mut t = Table::solo(&[], "GVR");
    t.at.state.bought = 3;
    t = t.cash(1, 500);
    t.at.gulliver_share(&mut Vec::new());
    assert_eq!((t.at.state.gulliver[1], t.cash_of(1)), (NONE, 500));
}

#[test]
fn the_second_home_is_on_the_first_or_as_near_as_can_be() {
    // LIL-SOLO-20
    let home = |t: &mut Table| {
        *t = t.clone().cash(1, 260);
        t.at.state.bought = 3;
        t.at.gulliver_share(&mut Vec::new());
        t.at.home(Company(t.at.state.gulliver[1])).unwrap()
    };
    let mut t = Table::solo(&[], "GVR").tile((0, 1), "C-G-T", 0).tile((0, 3), "C-Y-S", 0);
    assert_eq!(home(&mut t), at(0, 1));
    let t = Table::solo(&[], "GVR").tile((2, 1), "C-Y-S", 0).tile((-1, 2), "C-Y-S", 0).tile(
        (0, 5),
        "C-Y-S",
        0,
    );
    let mut all: Vec<Cell> = over_seeds(&t, home);
    all.sort();
    all.dedup();
    assert_eq!(all, [at(2, 1), at(-1, 2)], "two steps from 0,1; ties are drawn; by y, then x");
}

#[test]
fn the_top_train_goes_to_the_company_with_fewer_or_lower_trains() {
    // LIL-SOLO-22, LIL-SOLO-23
    let mut t = Table::solo(&[], "GVR").founded(1, "BCR", 60);
    t.at.state.gulliver[1] = t.company("BCR").0;
    let receives = |t: &Table, first: &[&str], second: &[&str]| {
        let mut t = t.clone().phase(3).no_trains("GVR");
        for k in first {
            t = t.train("GVR", k);
        }
        for k in second {
            t = t.train("BCR", k);
        }
        let top = t.at.state.core.trains.top().unwrap();
        t.at.gulliver_train(&mut Vec::new());
        match t.at.state.core.trains.get(top).place {
            Whereabouts::Company(c) => t.at.printed.sheet.company(c).id.clone(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(receives(&t, &["4"], &[]), "BCR", "fewer trains");
    assert_eq!(receives(&t, &["4"], &["3D", "3D"]), "GVR");
    assert_eq!(receives(&t, &["4"], &["3"]), "BCR", "the lowest is lower");
    assert_eq!(receives(&t, &["5"], &["3D"]), "GVR", "5 is lower than 3D");
    assert_eq!(receives(&t, &["4"], &["4"]), "GVR", "still equal: the starting company");
    assert_eq!(receives(&t, &[], &[]), "GVR", "also if neither owns a train");
}

#[test]
fn the_last_round_brings_a_train_too_and_no_depot_is_filled() {
    // LIL-SOLO-22, LIL-SOLO-27, LIL-SOLO-28
    let mut t = Table::solo(&[], "GVR");
    for round in [1, 8] {
        t = t.round(round);
        let top = t.at.state.core.trains.top().unwrap();
        let phase = t.at.state.core.phase;
        t.at.state.stage = Stage::Turn;
        let mut events = t.end_turns().events.clone();
        while t.step() == "dividend" {
            events.extend(t.play(Move::Dividend { pay: engine::Pay::Out }).events.clone());
        }
        assert_eq!(
            t.at.state.core.trains.get(top).place,
            Whereabouts::Company(t.company("GVR")),
            "round {round}"
        );
        assert!(
            !events
                .iter()
                .any(|e| matches!(e, Event::TrainExported { .. } | Event::PriorityPassed { .. }))
        );
        assert!(round == 8 || t.at.state.core.phase > phase, "it triggers phases");
        assert!(t.trains_at(Whereabouts::Pool).is_empty());
    }
    let outcome = t.at.outcome().unwrap();
    assert_eq!(outcome.values.len(), 2, "Gulliver competes");
    let best = *outcome.values.iter().max().unwrap();
    let winners: Vec<Player> =
        (0..2).filter(|&i| outcome.values[i as usize] == best).map(Player).collect();
    assert_eq!(outcome.winners, winners);
}

#[test]
fn at_the_limit_his_lowest_train_leaves_the_game_first() {
    // LIL-SOLO-24, LIL-SOLO-25, LIL-SOLO-32
    let mut t = Table::solo(&[], "GVR").phase(4).no_trains("GVR");
    for k in ["3", "3", "4"] {
        t = t.train("GVR", k);
    }
    t = t.no_trains("MR");
    for k in ["4", "5", "3D"] {
        t = t.train("MR", k);
    }
    while t.at.state.core.trains.get(t.at.state.core.trains.top().unwrap()).kind < t.kind("5") {
        let top = t.at.state.core.trains.top().unwrap();
        t.at.state.core.trains.get_mut(top).place = Whereabouts::Gone;
    }
    let mut events = Vec::new();
    t.at.gulliver_train(&mut events);
    // Limit 3 before: one 3 leaves; 3, 4, 5 then meet the limit 2 of phase 5: the other 3 leaves as well.
    assert_eq!(t.trains_of("GVR"), ["4", "5"]);
    assert!(t.trains_at(Whereabouts::Pool).is_empty(), "not to the depot");
    let order: Vec<&str> = events
        .iter()
        .filter_map(|e| match e {
            Event::TrainScrapped { .. } => Some("scrapped"),
            Event::TrainReceived { .. } => Some("received"),
            Event::PhaseBegan { .. } => Some("phase"),
            _ => None,
        })
        .collect();
    assert_eq!(order, ["scrapped", "received", "phase", "scrapped"]);
    // The player chooses by the usual rule.
    assert_eq!((t.step(), t.decider()), ("limit", 0));
}

#[test]
fn his_companies_always_pay_and_collect() {
    // LIL-SOLO-26
    let mut t = Table::solo(&[], "GVR").shares("GVR", 0, 1).shares("MR", 1, 2);
    let before = (t.cash_of(0), t.cash_of(1));
    t.at.state.stage = Stage::RunStart;
    t.go_on();
    // MR first (55): the player decides; then GVR pays without being asked.
    let events = t.play(Move::Dividend { pay: engine::Pay::Out }).events.clone();
    assert!(events.contains(&Event::PaidOut { company: t.company("GVR"), revenue: 50 }));
    assert_eq!(t.cash_of(0) - before.0, 25 + 5);
    assert_eq!(t.cash_of(1) - before.1, 10 + 25);
    assert_eq!(t.price_of("GVR"), 60);
}

#[test]
fn without_income_his_token_falls() {
    // LIL-SOLO-38
    let mut t = Table::solo(&[], "GVR").no_trains("GVR");
    t.depot("3");
    t.at.state.stage = Stage::RunStart;
    t.go_on();
    t.play(Move::Dividend { pay: engine::Pay::Out });
    assert_eq!(t.price_of("GVR"), 45);
    assert_eq!(t.trains_of("GVR").len(), 0, "and he buys nothing from the depot (LIL-SOLO-37)");
}

#[test]
fn in_round_eight_dividends_are_doubled() {
    // LIL-SOLO-28
    let mut t = Table::solo(&[], "GVR").round(8);
    let before = t.cash_of(1);
    t.at.state.stage = Stage::RunStart;
    t.go_on();
    assert_eq!(t.cash_of(1) - before, 50);
    assert_eq!((t.price_of("GVR"), t.step()), (70, "over"));
}

#[test]
fn he_trades_with_nobody() {
    // LIL-SOLO-37
    let mut t = Table::solo(&[], "GVR");
    t.play_card("A8", 0);
    let his = t.at.state.core.trains.of(t.company("GVR")).next().unwrap();
    assert_eq!(t.refused(t.buy_card_from("MR", "GVR", his, 10)), "LIL-SOLO-37");
    // At the depot he buys nothing, though he had the money, room and no train.
    let mut t = Table::solo(&[], "GVR");
    t = t.no_trains("GVR");
    t = t.treasury("GVR", 1000);
    t.depot("3");
    t.at.state.stage = Stage::RunStart;
    t.go_on();
    let ran = Event::Kept { company: t.company("GVR"), revenue: 0 };
    while !t.events.contains(&ran) {
        t.play(Move::Dividend { pay: engine::Pay::Out });
    }
    assert_eq!((t.step(), t.decider()), ("card", 0));
    assert_eq!(t.treasury_of("GVR"), 1000);
    assert_eq!(t.trains_at(Whereabouts::Pool), ["3"]);
    // Nor does the depot get what a lower limit takes from him.
    let mut t = Table::solo(&[], "GVR");
    t = t.phase(5);
    for kind in ["4", "5", "3D"] {
        t = t.train("GVR", kind);
    }
    let top = t.at.state.core.trains.top().expect("a card");
    t.at.left_deck(top, &mut Vec::new());
    assert_eq!(t.trains_of("GVR").len(), usize::from(t.at.limit()));
    assert!(t.trains_at(Whereabouts::Pool).is_empty());
}

#[test]
fn an_empty_bank_does_not_hold_him_up() {
    // LIL-SOLO-35, LIL-SOLO-42, LIL-SOLO-18, LIL-SOLO-19
    let share = |t: &mut Table| {
        let mut events = Vec::new();
        t.at.gulliver_share(&mut events);
        events
    };
    let table = |options: &[(&str, &str)]| {
        let mut t = Table::solo(options, "GVR");
        t = t.tile((0, 3), "C-Y-S", 0);
        t = t.cash(1, 1000);
        t.at.state.bought = 1;
        t
    };
    // Certificates that are too dear are waited for.
    let mut t = table(&[]);
    t = t.price("MR", 150);
    t = t.shares("GVR", 0, 3);
    t = t.cash(1, 149);
    share(&mut t);
    assert_eq!((t.at.state.gulliver[1], t.at.state.bought), (NONE, 1));
    t = t.cash(1, 300);
    t = t.shares("MR", 0, 3);
    let founded = share(&mut t);
    assert!(
        founded.iter().any(|e| matches!(e, Event::Started { player: Player(1), price: 60, .. })),
        "no certificate lies in the bank: 5 x 60 is the most"
    );
    assert_eq!(t.at.state.bought, 1);
    // The missing certificates follow, one a round; the fifth of all is the last.
    t = t.cash(1, 1000);
    for bought in [2, 3] {
        share(&mut t);
        assert_eq!(t.at.state.bought, bought);
    }
    assert_eq!(t.at.certificates(Player(1)).0, 4, "one of three was set by hand");
    let cash = t.cash_of(1);
    share(&mut t);
    assert_eq!(t.cash_of(1), cash);
    // Without 250, or with a company founded already, he waits.
    let mut t = table(&[]);
    t = t.shares("GVR", 0, 3);
    t = t.shares("MR", 0, 3);
    t = t.cash(1, 249);
    share(&mut t);
    assert_eq!(t.at.state.gulliver[1], NONE);
    t = t.founded(1, "BCR", 60);
    t = t.shares("BCR", 0, 3);
    t.at.state.gulliver[1] = t.company("BCR").0;
    t = t.cash(1, 1000);
    share(&mut t);
    assert_eq!(t.cash_of(1), 1000, "one new company only");
}

#[test]
fn in_version_1_he_waits_for_certificates() {
    // LIL-SOLO-35
    let mut t = Table::solo(&[("gulliver_waits_for_certificates", "on")], "GVR");
    t = t.tile((0, 3), "C-Y-S", 0);
    t = t.cash(1, 1000);
    t = t.shares("GVR", 0, 3);
    t = t.shares("MR", 0, 3);
    t.at.gulliver_share(&mut Vec::new());
    assert_eq!((t.cash_of(1), t.at.state.gulliver[1]), (1000, NONE));
}

#[test]
fn he_pays_for_nothing_and_lays_no_new_y_tile() {
    // LIL-SOLO-31, LIL-SOLO-17, LIL-SOLO-21, LIL-SOLO-35, LIL-SOLO-37
    for seed in 0..25 {
        let mut bought_in_round = 0;
        let mut round = 1;
        whole_game(seed, &[], |t, events| {
            if t.at.round() != round {
                round = t.at.round();
                bought_in_round = 0;
            }
            for e in events {
                match e {
                    Event::SharesSold { player, .. } => assert_ne!(*player, Player(1)),
                    Event::ShareBought { player: Player(1), .. }
                    | Event::Started { player: Player(1), .. } => {
                        bought_in_round += 1;
                    }
                    _ => {}
                }
            }
            assert!(bought_in_round <= 1, "seed {seed}: more than one purchase in round {round}");
            for c in t.at.companies_of(Player(1)) {
                assert_eq!(t.at.state.core.money.company(c), 0, "seed {seed}: no treasury");
            }
            assert!(t.at.certificates(Player(1)).0 <= 5);
            if t.at.state.gulliver[1] != NONE {
                let second = Company(t.at.state.gulliver[1]);
                assert_eq!(
                    t.at.state.core.company(second).markers_left(),
                    2,
                    "its home is its only station"
                );
            }
            for e in events {
                if let Event::TileLaid { company, tile, .. } = e
                    && t.at.state.core.stock[company.at()].director() == Some(Player(1))
                {
                    assert!(!t.tile_name(*tile).starts_with("M-Y"), "seed {seed}");
                }
            }
        });
    }
    // Whatever he does, he pays only for certificates, however much his companies have.
    let mut t = Table::solo(&[], "GVR");
    t = t.phase(3);
    t = t.cash(1, 1000);
    t = t.treasury("GVR", 1000);
    t = t.tile((0, 2), "S-HILLS", 0);
    t = t.tile((1, 1), "S-RIVER", 0);
    t = t.tile((-1, 1), "S-HILLS", 0);
    for (events, cash, treasury) in over_seeds(&t, |t| {
        let mut events = Vec::new();
        t.at.gulliver_acts(&mut events);
        (events, t.cash_of(1), t.treasury_of("GVR"))
    }) {
        let certificate = events.iter().find_map(|e| match e {
            Event::ShareBought { price, .. } => Some(*price),
            _ => None,
        });
        assert_eq!(cash, 1000 - certificate.expect("a certificate"));
        assert_eq!(treasury, 1000);
        let mut tiles = 0;
        for e in &events {
            match e {
                Event::TileLaid { cost, .. } => {
                    assert_eq!(*cost, 0);
                    tiles += 1;
                }
                Event::StationPlaced { cost, .. } => assert_eq!(*cost, 0),
                Event::TrainBought { .. } => panic!("a train is bought"),
                _ => {}
            }
        }
        assert!(tiles > 0 && events.iter().any(|e| matches!(e, Event::TrainReceived { .. })));
    }
    // A3 never lays a Y tile, even when no ordinary city is left.
    let mut t = Table::solo(&[], "GVR");
    t = t.tile((0, 2), "P-Y-S", 0);
    for tile in ["C-Y-S", "C-Y-C"] {
        let tile = t.tile_id(tile);
        t.at.state.core.board_mut().set_supply(tile, 0);
    }
    let events = track(&mut t);
    assert_eq!(steps(&events), ["A"]);
    assert_eq!(t.left("M-Y-S"), 1);
}

#[test]
fn candidates_stand_in_canonical_order() {
    // LIL-SOLO-29
    let key = |what: &str, list: &str| -> Vec<(i32, i32, String)> {
        let part = list.split_once(" of ").unwrap().1;
        part.split(" | ")
            .map(|name| {
                if let Some((x, rest)) = name.split_once(',') {
                    let (y, side) = rest.split_once(' ').unwrap_or((rest, ""));
                    (y.parse().unwrap(), x.parse().unwrap(), side.to_owned())
                } else if what.ends_with("side")
                    || what.ends_with("turn")
                    || what.ends_with("rotation")
                {
                    (name.parse().unwrap(), 0, String::new())
                } else {
                    (0, 0, name.to_owned())
                }
            })
            .collect()
    };
    let mut seen = 0;
    for seed in 0..15 {
        whole_game(seed, &[], |_, events| {
            for e in events {
                if let Event::Drawn { what, of, index, result } = e
                    && result.contains(" of ")
                {
                    let list = key(what, result);
                    assert_eq!(list.len(), *of as usize);
                    assert!(list.windows(2).all(|w| w[0] < w[1]), "{what}: {result}");
                    let chosen = result.split_once(" of ").unwrap().0;
                    assert_eq!(
                        result.split_once(" of ").unwrap().1.split(" | ").nth(*index as usize),
                        Some(chosen)
                    );
                    seen += 1;
                }
            }
        });
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn draws_come_in_their_fixed_order() {
    // LIL-SOLO-39
    let order = [
        "A1 tile",
        "A1 card",
        "A2 tile",
        "A2 rotation",
        "A3 cell",
        "A3 entry side",
        "A3 shape",
        "A3 turn",
        "A4 cell",
        "A4 entry side",
        "A4 shape",
        "A4 turn",
        "C leg",
        "C shape",
        "C turn",
        "D certificate",
        "D company",
        "D home",
    ];
    for seed in 0..15 {
        whole_game(seed, &[("allenbeck", "on")], |_, events| {
            let places: Vec<usize> = draws(events)
                .iter()
                .filter(|d| d.len() > 2 && d.as_bytes()[0].is_ascii_uppercase())
                .map(|d| {
                    order
                        .iter()
                        .position(|o| o == d)
                        .unwrap_or_else(|| panic!("{d} is not in the list"))
                })
                .collect();
            assert!(places.windows(2).all(|w| w[0] < w[1]), "{:?}", draws(events));
        });
    }
}

#[test]
fn one_candidate_uses_no_draw() {
    // LIL-SOLO-40
    let mut t = Table::solo(&[], "GVR").phase(5).tile((0, 1), "C-G-T", 0);
    let before = t.at.state.core.rng.draws();
    let events = track(&mut t);
    assert_eq!(steps(&events), ["A1"]);
    assert_eq!(t.at.state.core.rng.draws(), before);
    assert!(draws(&events).is_empty());
    // And every told draw is one word of the generator.
    for seed in 0..10 {
        let mut told = 0;
        let t = whole_game(seed, &[], |_, events| told += draws(events).len() as u32);
        assert_eq!(t.at.state.core.rng.draws(), told, "seed {seed}");
    }
}

#[test]
fn steps_without_a_legal_result_are_skipped() {
    // LIL-SOLO-30
    let mut t = Table::solo(&[], "GVR");
    for tile in ["P-Y-S", "P-Y-C"] {
        let tile = t.tile_id(tile);
        t.at.state.core.board_mut().set_supply(tile, 0);
    }
    t = t.cash(1, 10);
    let mut events = Vec::new();
    t.at.gulliver_acts(&mut events);
    assert!(laid(&events).is_empty());
    assert_eq!(steps(&events), ["A", "C", "D", "E"]);
}

#[test]
fn y_tiles_with_his_station_are_upgraded_like_cities() {
    // LIL-SOLO-34
    let mut t = Table::solo(&[], "SR").phase(3);
    assert_eq!(steps(&track(&mut t)), ["A2"]);
    assert_eq!(t.tile_at((0, 1)), "M-G-T");
    t = t.phase(5);
    assert_eq!(steps(&track(&mut t)), ["A1"]);
    assert_eq!(t.tile_at((0, 1)), "M-B-X");
    // Castle, fort, treasury and fixed tiles never are.
    let mut t = Table::solo(&[], "GVR").phase(5).tile((0, 1), "C-B-X", 0);
    for (x, tile) in [(2, "K-CASTLE"), (4, "K-FORT"), (6, "S-GREYCITY-A")] {
        t = t.tile((x, 1), tile, 0).extra_station("GVR", (x, 1), 0);
    }
    assert!(!steps(&track(&mut t)).iter().any(|s| s == "A1" || s == "A2"));
}

#[test]
fn solo_with_laputa() {
    // LIL-SOLO-41
    let mut t = Table::solo(&[("laputa", "on")], "GVR").phase(5).founded(1, "BCR", 60);
    t.at.state.gulliver[1] = t.company("BCR").0;
    t = t.tile((0, 3), "C-G-T", 0).extra_station("BCR", (0, 3), 0).tile((0, 1), "C-G-T", 0);
    for events in over_seeds(&t, track) {
        assert_eq!(laid(&events)[0], ((0, 1), t.tile_id("L-GVR").0, 0));
        assert!(draws(&events).is_empty());
    }
    t = t.tile((0, 1), "L-GVR", 0);
    assert!(
        !steps(&track(&mut t)).contains(&"A1".to_owned()),
        "0,3 has only a station of his second company"
    );
    // With the tile still in supply too: only a station of his starting company qualifies a city.
    let mut t = Table::solo(&[("laputa", "on")], "GVR").phase(5).founded(1, "BCR", 60);
    t.at.state.gulliver[1] = t.company("BCR").0;
    t = t.tile((0, 3), "C-G-T", 0).extra_station("BCR", (0, 3), 0);
    assert_eq!(steps(&track(&mut t)), ["A2"]);
    assert_eq!(t.tile_at((0, 3)), "C-G-T");
}

#[test]
fn solo_with_allenbeck_draws_the_named_tile() {
    // LIL-SOLO-41
    let mut t = Table::solo(&[("allenbeck", "on")], "GVR").phase(5).tile((0, 1), "C-G-T", 0);
    let mut names: Vec<u16> = over_seeds(&t, |t| laid(&track(t))[0].1).to_vec();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 3);
    let plips = t.tile_id("A-PLIPS");
    t.at.state.core.board_mut().set_supply(plips, 0);
    let events = track(&mut t);
    assert_eq!(draws(&events), ["A1 card"]);
    assert_ne!(laid(&events)[0].1, plips.0, "only those left");
}

#[test]
fn solo_with_allenbeck_and_laputa_draws_from_both() {
    // LIL-SOLO-41
    let mut t = Table::solo(&[("allenbeck", "on"), ("laputa", "on")], "GVR");
    t = t.phase(5);
    t = t.tile((0, 1), "C-G-T", 0);
    let names = |t: &Table| {
        let mut names = over_seeds(t, |t| {
            let tile = laid(&track(t))[0].1;
            t.tile_name(board::TileId(tile)).to_owned()
        });
        names.sort();
        names.dedup();
        names
    };
    let named = ["A-ALLENBECK", "A-PLIPS", "A-TOTTENHAM"];
    assert_eq!(names(&t), [&named[..], &["L-GVR"]].concat());
    // Where only his second company has a station, the coloured tile is out.
    t = t.tile((0, 1), "L-GVR", 0);
    t = t.founded(1, "BCR", 60);
    t.at.state.gulliver[1] = t.company("BCR").0;
    t = t.tile((0, 3), "C-G-T", 0);
    t = t.extra_station("BCR", (0, 3), 0);
    let coloured = t.tile_id("L-GVR");
    t.at.state.core.board_mut().set_supply(coloured, 1);
    assert_eq!(names(&t), named);
}

#[test]
fn solo_with_brobdingnag_advanced_and_scenarios() {
    // LIL-SOLO-41
    let mut t = Table::solo(&[("brobdingnag", "on")], "GVR");
    t.at.state.stage = Stage::RunStart;
    t.go_on();
    let before = t.cash_of(1);
    t.play(Move::Dividend { pay: engine::Pay::Out });
    assert_eq!(t.cash_of(1) - before, 20, "50 % of the half of 80");
    assert_eq!(t.treasury_of("GVR"), 0, "the treasury's part is without use");
    // Advanced changes nothing.
    let plain = whole_game(5, &[], |_, _| {});
    let advanced = whole_game(5, &[("advanced", "on")], |_, _| {});
    assert_eq!(plain.at.save(), advanced.at.save());
    // Hills and river without paying, no tunnel, no mine bonus.
    let mut t = Table::solo(&[("scenario", "2")], "GVR");
    assert_eq!(t.tile_at((0, 2)), "S-MOUNT");
    t = t.phase(3).tile((0, 1), "C-G-T", 0);
    let brown = t.tile_id("C-G-T");
    t.at.state.core.board_mut().set_supply(brown, 0);
    t = t.tile((1, 1), "S-HILLS", 0);
    let events = over_seeds(&t, track);
    assert!(events.iter().all(|e| laid(e).iter().all(|l| l.0 == (1, 1))), "never the mountain");
    assert!(
        events
            .iter()
            .all(|e| { e.iter().all(|e| !matches!(e, Event::TileLaid { cost: 1.., .. })) })
    );
    let mut t = Table::solo(&[], "GVR").tile((0, 2), "S-MINE10", 0).tile((0, 3), "C-G-T", 0);
    t.at.state.stage = Stage::RunStart;
    t.go_on();
    t.play(Move::Dividend { pay: engine::Pay::Out });
    assert_eq!(t.treasury_of("GVR"), 0);
}
