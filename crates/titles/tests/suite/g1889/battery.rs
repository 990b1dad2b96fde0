//! The conformance battery over both variants, both presets and all numbers of players.

use crate::size::by_size;
use crate::table;
use engine::conformance::{Effort, Played, guided_game};
use engine::{Choice, Move, Pay, Position, Rng, Setup, TrainFrom};
use titles::g1889::TITLE;

/// How eagerly a move is made: players who bid everything away or only pass see little of the game.
fn eagerness(choice: &Choice) -> u32 {
    match &choice.mv {
        Move::SellShares { .. } | Move::Bankrupt => 2,
        Move::Dividend { pay: Pay::Withhold } => 30,
        Move::Dividend { pay: Pay::Out } => 300,
        Move::Pass => 60,
        Move::BuyTrain { from: TrainFrom::Company { .. }, .. } => 10,
        Move::BuyShare { .. } | Move::PlaceStation { .. } => 400,
        Move::BuyTrain { .. } | Move::TradeTrain { .. } | Move::BuyPaper { .. } => 300,
        Move::Bid { .. } => 40,
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
            return match low {
                true => choice.mv.clone(),
                false => choice.pick(rng),
            };
        }
        at -= weight;
    }
    choices[0].mv.clone()
}

fn play(variant: &str, preset: &str, players: usize, seed: u64, effort: Effort) -> Played {
    let setup = Setup {
        variant: variant.into(),
        preset: preset.into(),
        seed,
        ..table::setup(&TITLE, players)
    };
    guided_game(&TITLE, &setup, effort, &mut purposeful)
}

#[test]
fn games_of_both_variants_run_to_their_end() {
    // S89-SETUP-1, S89-OPTION-1, S89-END-5: 2 to 6 players, with the auction and as beginners.
    let effort = Effort { moves: 4000, try_all_every: 211, strangers: 1 };
    let mut asides = 0;
    for (i, variant) in ["standard", "beginner"].into_iter().enumerate() {
        for players in (2 + i..=6).step_by(by_size(2, 1, 1)) {
            let played = play(variant, "rulebook", players, players as u64, effort);
            assert!(played.finished, "{variant} {players}: {played:?}");
            asides += played.asides;
        }
    }
    assert!(asides > 0, "somebody moved out of turn");
}

#[test]
fn games_as_the_public_platform_plays_them_go_by_the_rules_too() {
    // S89-PUB-12, S89-PUB-25
    let effort = Effort { moves: by_size(500, 1500, 4000), try_all_every: 97, strangers: 1 };
    for players in (2..=6).step_by(by_size(2, 1, 1)) {
        play("standard", "public18xx", players, 7, effort);
    }
}
