//! The conformance battery over both maps, all numbers of players and every pair of options.

use crate::size::by_size;
use crate::table;
use engine::conformance::{Effort, Played, guided_game};
use engine::{Choice, Move, OptionValue, Pay, Position, Rng, Setup, Title, TrainFrom};
use std::collections::BTreeMap;

/// Every option with the values it can take; the usual one first.
fn values() -> Vec<(String, Vec<OptionValue>)> {
    let title = titles::by_id("1860").expect("1860 is known");
    let variant = title.variants().remove(0);
    variant
        .options
        .into_iter()
        // A chosen set of locomotives needs a list; it has a game of its own below.
        .map(|def| {
            let all = if def.words.is_empty() {
                vec![OptionValue::Switch(false), OptionValue::Switch(true)]
            } else {
                def.words
                    .iter()
                    .filter(|w| *w != "chosen")
                    .map(|w| OptionValue::Word(w.clone()))
                    .collect()
            };
            (def.id, all)
        })
        .collect()
}

fn allowed(row: &BTreeMap<String, OptionValue>) -> bool {
    let on = |id: &str| row.get(id) == Some(&OptionValue::Switch(true));
    !(on("opt2_original_lease") && on("opt3_flat_lease"))
}

/// Rows of options such that every pair of values of two options stands together in one of them.
fn pairwise() -> Vec<BTreeMap<String, OptionValue>> {
    let values = values();
    let mut open: Vec<((usize, usize), (usize, usize))> = Vec::new();
    for a in 0..values.len() {
        for b in a + 1..values.len() {
            for i in 0..values[a].1.len() {
                for j in 0..values[b].1.len() {
                    open.push(((a, i), (b, j)));
                }
            }
        }
    }
    let mut rows = Vec::new();
    while let Some(&first) = open.first() {
        let mut row: Vec<Option<usize>> = vec![None; values.len()];
        row[first.0.0] = Some(first.0.1);
        row[first.1.0] = Some(first.1.1);
        for option in 0..values.len() {
            if row[option].is_some() {
                continue;
            }
            let gain = |value: usize| {
                open.iter()
                    .filter(|((a, i), (b, j))| {
                        let has =
                            |o: usize, v: usize| row[o] == Some(v) || o == option && v == value;
                        has(*a, *i) && has(*b, *j)
                    })
                    .count()
            };
            row[option] = (0..values[option].1.len()).max_by_key(|&v| (gain(v), v == 0));
        }
        let names = |row: &[Option<usize>]| -> BTreeMap<String, OptionValue> {
            row.iter()
                .enumerate()
                .map(|(o, v)| (values[o].0.clone(), values[o].1[v.unwrap_or(0)].clone()))
                .collect()
        };
        if !allowed(&names(&row)) {
            let off = values.iter().position(|(id, _)| id == "opt3_flat_lease").expect("an option");
            row[off] = Some(0);
        }
        rows.push(names(&row));
        open.retain(|((a, i), (b, j))| !(row[*a] == Some(*i) && row[*b] == Some(*j)));
        open.retain(|&pair| pair != first);
    }
    rows
}

/// How eagerly a move is made: players who bid everything away or only pass see little of the game.
fn eagerness(choice: &Choice) -> u32 {
    match &choice.mv {
        Move::SellShares { .. } | Move::SellPaper { .. } => 1,
        Move::Dividend { pay: Pay::Withhold } => 20,
        Move::Dividend { pay: Pay::Out } => 400,
        Move::Pass => 60,
        Move::BuyTrain { from: TrainFrom::Company { .. }, .. } => 10,
        Move::BuyShare { .. } | Move::PlaceStation { .. } => 400,
        Move::BuyTrain { .. } | Move::RefitTrain { .. } => 600,
        Move::Start { .. } | Move::BuyPaper { .. } => 120,
        _ => 100,
    }
}

fn purposeful(_: &dyn Position, choices: &[Choice], rng: &mut Rng) -> Move {
    let total: u32 = choices.iter().map(eagerness).sum();
    let mut at = rng.below(total);
    for choice in choices {
        let weight = eagerness(choice);
        if at < weight {
            // Low bids and prices leave money for the rest of the game.
            let low = matches!(choice.mv, Move::Bid { .. }) || rng.below(3) > 0;
            return if low { choice.mv.clone() } else { choice.pick(rng) };
        }
        at -= weight;
    }
    choices[0].mv.clone()
}

fn play(title: &dyn Title, setup: &Setup, effort: Effort) -> Played {
    guided_game(title, setup, effort, &mut purposeful)
}

fn setup(players: usize, seed: u64, options: BTreeMap<String, OptionValue>) -> Setup {
    Setup { options, seed, ..table::setup(&titles::g1860::TITLE, players) }
}

#[test]
fn every_pair_of_options_plays_by_the_rules() {
    // IOW-OPTION-17: options are agreed before the start and can be combined.
    let title = titles::by_id("1860").expect("1860 is known");
    let rows = pairwise();
    assert!(rows.len() >= 8, "{} rows cover all pairs", rows.len());
    for (i, options) in rows.into_iter().enumerate().step_by(by_size(4, 1, 1)) {
        let effort = Effort { moves: by_size(1500, 1500, 5000), try_all_every: 307, strangers: 1 };
        let played = play(title, &setup(2 + i % 3, i as u64, options.clone()), effort);
        println!("{played:?} with {options:?}");
    }
}

#[test]
fn games_on_both_maps_run_to_their_end() {
    // IOW-SETUP-1, IOW-SETUP-5, IOW-END-5: 2 to 4 players on either side of the map.
    let title = titles::by_id("1860").expect("1860 is known");
    let (mut games, mut finished) = (0, 0);
    for (i, map) in ["second_edition", "first_edition"].into_iter().enumerate() {
        for players in by_size(2 + i..=2 + i, 2..=4, 2..=4) {
            games += 1;
            let options = BTreeMap::from([("map".to_owned(), OptionValue::Word(map.to_owned()))]);
            let effort = Effort { moves: 2500, try_all_every: 499, strangers: 1 };
            let mut last = String::new();
            let mut watch = |position: &dyn Position, choices: &[Choice], rng: &mut Rng| {
                let core = position.core();
                last = format!("round {:?} phase {}", core.round, core.phase + 2);
                purposeful(position, choices, rng)
            };
            let setup = setup(players, 100 + i as u64, options);
            let played = guided_game(title, &setup, effort, &mut watch);
            finished += usize::from(played.finished);
            println!("{map} {players}: {played:?} {last}");
        }
    }
    assert_eq!(finished, games, "games that ended");
}

#[test]
fn a_chosen_set_of_locomotives_is_played() {
    // IOW-LOCO-7: a freely chosen set.
    let title = titles::by_id("1860").expect("1860 is known");
    let options = BTreeMap::from([
        ("locomotives".to_owned(), OptionValue::Switch(true)),
        ("locomotive_order".to_owned(), OptionValue::Word("chosen".to_owned())),
    ]);
    let mut setup = setup(3, 7, options);
    assert!(title.start(&setup).is_err(), "the list is missing");
    setup.extra = Some(serde_json::json!({"locomotives": [
        "A06", "A07", "B01", "B02", "B03", "B04", "C01", "D01", "E01", "F01", "G01", "H01"
    ]}));
    play(title, &setup, Effort { moves: 400, try_all_every: 97, strangers: 2 });
}
