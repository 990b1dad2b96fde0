//! The battery of the engine over players, variants and scenarios of 18Lilliput.

use crate::size::by_size;
use crate::table::{self, option};
use board::{Cell, TileId};
use engine::conformance::{Effort, random_game};
use engine::{
    Card, Choice, Company, LayBy, Lot, Move, Position, Rng, Setup, Slot, Title, TrainFrom,
};
use serde_json::{Value as Json, json};
use titles::g18lilliput::{TITLE, check_landscape, sheet};

fn setup(players: usize, seed: u64, options: &[(&str, &str)]) -> Setup {
    let mut setup = table::setup(&TITLE, players);
    setup.seed = seed;
    for &(name, value) in options {
        setup.options.insert(name.to_owned(), option(value));
    }
    setup
}

fn battery(
    players: std::ops::RangeInclusive<usize>,
    seeds: std::ops::Range<u64>,
    options: &[(&str, &str)],
) {
    let count = seeds.end - seeds.start;
    let count = by_size(count.div_ceil(4), count, 4 * count);
    for n in players {
        for seed in seeds.start..seeds.start + count {
            let played = random_game(
                &TITLE,
                &setup(n, seed, options),
                Effort {
                    try_all_every: 29,
                    ..Effort::default()
                },
            );
            assert!(
                played.finished,
                "{n} players, seed {seed}, {options:?}: not finished after {}",
                played.moves
            );
        }
    }
}

#[test]
fn the_base_game_passes_the_battery() {
    // LIL-ROUND-1, LIL-END-1
    battery(1..=4, 0..8, &[]);
}

#[test]
fn two_characters_pass_the_battery() {
    // LIL-P2-7
    battery(2..=2, 10..15, &[("two_characters", "on")]);
}

#[test]
fn every_variant_passes_the_battery() {
    // LIL-ADV-4
    for option in ["advanced", "allenbeck", "laputa", "brobdingnag"] {
        battery(1..=4, 20..22, &[(option, "on")]);
    }
    for option in ["allenbeck", "laputa", "brobdingnag"] {
        battery(
            2..=2,
            30..32,
            &[
                (option, "on"),
                ("advanced", "on"),
                ("two_characters", "on"),
                ("scenario", "1"),
            ],
        );
    }
}

#[test]
fn allenbeck_laputa_and_brobdingnag_together_pass_the_battery() {
    // LIL-ADV-4, LIL-ADV-5
    let (a, l, b) = (("allenbeck", "on"), ("laputa", "on"), ("brobdingnag", "on"));
    for options in [&[a, l][..], &[a, b], &[l, b], &[a, l, b]] {
        battery(1..=4, 60..61, options);
    }
    battery(
        1..=2,
        61..63,
        &[a, l, b, ("advanced", "on"), ("scenario", "3")],
    );
}

#[test]
fn each_option_flipped_passes_the_battery() {
    // LIL-CHESS-4, LIL-TRAINBUY-11, LIL-SOLO-35, LIL-DEPOT-2, LIL-SCENARIO-14, LIL-ADV-4
    for (option, value) in [
        ("chessboard", "parity"),
        ("land_beside_mildendo", "off"),
        ("variants_combine", "off"),
        ("offers_limited", "off"),
        ("trainless_may_buy_from_depot", "off"),
        ("gulliver_waits_for_certificates", "on"),
        ("fixed_seats", "on"),
    ] {
        battery(1..=4, 70..71, &[(option, value), ("scenario", "3")]);
    }
}

#[test]
fn games_of_rules_version_1_pass_the_battery() {
    // LIL-CHESS-4
    for n in 1..=4 {
        let mut setup = setup(n, 80, &[("scenario", "3")]);
        setup.rules = 1;
        assert!(random_game(&TITLE, &setup, Effort::default()).finished);
    }
}

#[test]
fn every_scenario_passes_the_battery() {
    // LIL-SCENARIO-13
    for scenario in ["1", "2", "3", "4"] {
        battery(1..=4, 40..42, &[("scenario", scenario)]);
    }
}

// A landscape of scenario tiles wherever chance puts them and the rules allow it.
fn landscape(rng: &mut Rng, players: u8) -> Json {
    let mut land: Vec<Json> = Vec::new();
    let kinds = [
        "S-MINE10",
        "S-MINE20",
        "S-HILLS",
        "S-HILLS",
        "S-RIVER",
        "S-RIVER",
        "S-SEA",
        "S-SEA",
        "S-SEA",
        "S-MOUNT",
        "S-MOUNT",
        "S-BLEFUSCU",
        "S-GREYCITY-A",
        "S-GREYCITY-B",
        "S-GREYTRACK-A",
        "S-GREYTRACK-B",
    ];
    for tile in kinds {
        let (x, y, rotation) = (
            rng.below(9) as i32 - 4,
            rng.below(9) as i32 - 4,
            rng.below(4),
        );
        land.push(json!({ "tile": tile, "x": x, "y": y, "rotation": rotation }));
        if check_landscape(&Json::Array(land.clone()), players).is_err() {
            land.pop();
        }
    }
    Json::Array(land)
}

#[test]
fn own_landscapes_and_corrected_sheets_pass_the_battery() {
    // LIL-SCENARIO-1, LIL-SCENARIO-12
    let mut data = sheet::built_in().clone();
    data["trains"][1]["price"] = json!(160);
    data["own"]["copy_card_value"] = json!(25);
    for seed in 0..by_size(2, 6, 24) {
        let mut rng = Rng::new(seed);
        let mut setup = setup(1 + seed as usize % 4, 50 + seed, &[]);
        setup.extra = Some(landscape(&mut rng, setup.players.len() as u8));
        setup.data = (seed % 2 == 1).then(|| data.clone());
        let played = random_game(
            &TITLE,
            &setup,
            Effort {
                try_all_every: 29,
                ..Effort::default()
            },
        );
        assert!(played.finished, "seed {seed}");
    }
}

// Moves of this title drawn without regard to what is legal, near to what is.
fn stranger(position: &dyn Position, rng: &mut Rng) -> Move {
    let mut small = |n: u32| rng.below(n) as u8;
    let company = Company(small(8));
    let slot = Slot(small(17));
    let card = Card(small(position.core().trains.cards.len() as u32));
    let cell = Cell::at(i16::from(small(9)) - 4, i16::from(small(9)) - 4);
    let tile = TileId(u16::from(small(position.sheet().tiles.tiles.len() as u32)));
    let rotation = small(5);
    match small(9) {
        0 => Move::PlayCard {
            slot,
            side: small(3),
            copy: small(2) == 0,
        },
        1 => Move::Take {
            lot: if small(2) == 0 {
                Lot::Slot(slot)
            } else {
                Lot::Company(company)
            },
        },
        2 => Move::Use { slot },
        3 => Move::Allot {
            company,
            amount: i32::from(small(110)) - 5,
        },
        4 => Move::LayTile {
            company,
            cell,
            tile,
            rotation,
            by: LayBy::Right { slot },
        },
        5 => Move::LayTile {
            company,
            cell,
            tile,
            rotation,
            by: LayBy::Home,
        },
        6 => Move::LayTile {
            company,
            cell,
            tile,
            rotation,
            by: LayBy::Build,
        },
        7 => {
            let kind = position.core().trains.get(card).kind;
            let amount = position.sheet().face(kind, 0).price;
            Move::BuyTrain {
                company,
                card,
                face: 0,
                amount,
                from: TrainFrom::Pool,
            }
        }
        _ => {
            let from = TrainFrom::Company {
                company: Company(small(8)),
            };
            Move::BuyTrain {
                company,
                card,
                face: 0,
                amount: i32::from(small(200)),
                from,
            }
        }
    }
}

#[test]
fn a_move_is_accepted_exactly_when_it_is_listed() {
    // LIL-ACTION-1, LIL-CHARACTER-2, LIL-DRAFT-1, LIL-DEPOT-2
    let mut accepted = 0;
    for (seed, options) in [
        (1, &[][..]),
        (2, &[("scenario", "3")]),
        (3, &[("laputa", "on")]),
        (4, &[("brobdingnag", "on")]),
    ] {
        for players in by_size(2..=2, 1..=4, 1..=4) {
            let mut rng = Rng::new(seed);
            let mut position = TITLE
                .start(&setup(players, seed, options))
                .expect("a legal setup");
            while position.decision().is_some() {
                let choices = position.choices();
                for _ in 0..25 {
                    let mv = stranger(position.as_ref(), &mut rng);
                    let listed = choices.iter().any(|c| c.contains(&mv));
                    let mut copy = position.boxed();
                    let mut events = Vec::new();
                    match copy.play(&mv, &mut events) {
                        Ok(()) => {
                            assert!(listed, "unlisted {mv:?} is accepted");
                            accepted += 1;
                        }
                        Err(refusal) => {
                            assert!(!listed, "listed {mv:?} is refused: {refusal}");
                            assert!(refusal.rule.starts_with("LIL-"), "{refusal}");
                            assert_eq!(
                                copy.save(),
                                position.save(),
                                "refused {mv:?} changed the position"
                            );
                        }
                    }
                }
                let choice: &Choice = &choices[rng.below(choices.len() as u32) as usize];
                let mut events = Vec::new();
                position
                    .play(&choice.mv, &mut events)
                    .expect("a listed move");
            }
        }
    }
    assert!(
        accepted > by_size(30, 300, 300),
        "only {accepted} of the drawn moves were legal"
    );
}

// Number of ways to go `depth` moves from a position.
fn ways(position: &dyn Position, depth: usize) -> usize {
    let choices = position.choices();
    if depth == 1 {
        return choices.len();
    }
    let mut events = Vec::new();
    choices
        .iter()
        .map(|c| {
            let mut copy = position.boxed();
            copy.play(&c.mv, &mut events).expect("a listed move");
            ways(copy.as_ref(), depth - 1)
        })
        .sum()
}

#[test]
fn the_draft_branches_as_counted_by_hand() {
    // LIL-DRAFT-1, LIL-DRAFT-2, LIL-DRAFT-11
    let position = TITLE.start(&setup(2, 1, &[])).expect("a legal setup");
    assert_eq!(
        ways(position.as_ref(), 1),
        4 + 5,
        "companies and characters"
    );
    // After a company its home: 4 straights and 8 curves. After a character 4 companies and 4 characters.
    assert_eq!(ways(position.as_ref(), 2), 4 * 12 + 5 * (4 + 4));
    // Home, then 3 + 5 items; character and company, then 12 homes; two characters, then one of 4 companies.
    assert_eq!(
        ways(position.as_ref(), 3),
        4 * 12 * 8 + 5 * 4 * 12 + 5 * 4 * 4
    );
}
