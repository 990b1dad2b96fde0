//! Makes positions whose right move is known: `positions TITLE VARIANT PLAYERS GAMES SEED`, a line of JSON for each.
//!
//! Easy bots play, with a random move now and then. From the end of each game backwards every decision is taken whose whole
//! rest can be played out in thought (`bots::ending`): what is right there is proved, not judged. Runs are taken from
//! anywhere: their best routes are proved too. A position is kept if something is wrong there, and
//! wrong enough.

#[allow(dead_code)]
mod common;

use bots::{Ended, Level, Limits, choose, ending};
use engine::arrange::told;
use engine::{Event, Game, Move, Position, Rng, Setup, move_to_json};
use serde_json::json;
use std::collections::BTreeMap;

/// Moves in all lines together through which an end is followed.
const SEEN: u32 = 3_000;
/// Decisions from the end backwards that are tried.
const BACK: usize = 60;
/// Decisions in a row that cannot be followed to the end, before it is given up.
const TOO_FAR: usize = 10;
/// What a wrong move must cost at least.
const COST: i32 = 2;
/// Positions of one step that one game gives.
const OF_A_STEP: usize = 3;

struct Known {
    step: &'static str,
    right: Vec<Move>,
    cost: i32,
    proof: &'static str,
}

// What is right at the end of a game.
fn at_the_end(position: &dyn Position, all: Vec<Ended>) -> Option<Known> {
    let step = position.decision()?.step;
    let best = all.first()?.margin;
    let right: Vec<Move> =
        all.iter().take_while(|e| e.margin == best).map(|e| e.mv.clone()).collect();
    let next = all.get(right.len())?.margin;
    (best - next >= COST).then_some(Known {
        step,
        right,
        cost: best - next,
        proof: "every line to the end",
    })
}

// The best run, where a company has several trains or a long one.
fn best_run(position: &dyn Position) -> Option<Known> {
    let decision = position.decision().filter(|d| d.step == "run")?;
    let company = decision.company?;
    let problem = position.problem(company)?;
    let best = problem.best(routing::Budget::nodes(200_000));
    if !best.proved || best.totals.revenue < 100 || best.totals.stops < 5 {
        return None;
    }
    let run = position.choices().into_iter().find(|c| matches!(c.mv, Move::Run { .. }))?;
    let right = vec![position.routed(run.mv)];
    Some(Known { step: "run", right, cost: 10, proof: "the route finder's certificate" })
}

fn told_to(setup: &Setup, game: &Game, position: &dyn Position, known: &Known) -> Option<String> {
    let title = titles::by_id(&setup.title)?;
    let arrangement = told(title, setup, position).ok()?;
    let setup = Setup { arrangement: Some(arrangement), ..setup.clone() };
    let right: Vec<_> = known.right.iter().map(|mv| move_to_json(position, mv)).collect();
    let line = json!({
        "step": known.step, "cost": known.cost, "proof": known.proof, "right": right,
        "from": format!("seed {}, {} moves", setup.seed, game.moves().len()), "setup": setup,
    });
    Some(line.to_string())
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize| args[i].parse::<u64>().expect("a number");
    let (players, games, seed) = (number(2) as usize, number(3), number(4));
    for seed in seed..seed + games {
        let mut game = common::start(&args[0], &args[1], "rulebook", players, seed);
        let setup = game.setup().clone();
        let mut rng = Rng::new(seed);
        let mut met: Vec<Box<dyn Position>> = Vec::new();
        let mut events: Vec<Event> = Vec::new();
        while game.moves().len() < 3_000 {
            let level = if rng.below(15) == 0 { Level::Random } else { Level::Easy };
            let position = game.position();
            let Some(decision) = choose(position, level, seed, Limits::default()) else { break };
            met.push(position.boxed());
            events.clear();
            game.play(&decision.mv, &mut events).expect("a bot's move is legal");
        }
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        let mut keep = |position: &dyn Position, known: Option<Known>| {
            let Some(known) = known else { return };
            let count = counts.entry(known.step).or_default();
            if *count < OF_A_STEP
                && let Some(line) = told_to(&setup, &game, position, &known)
            {
                *count += 1;
                println!("{line}");
            }
        };
        let mut far = 0;
        for position in met.iter().rev().take(BACK) {
            match ending(position.as_ref(), SEEN) {
                Some(all) => keep(position.as_ref(), at_the_end(position.as_ref(), all)),
                None => far += 1,
            }
            if far == TOO_FAR {
                break;
            }
        }
        // Runs from anywhere, each game at another point.
        let from = met.len() / 2 + (seed as usize * 37) % (met.len() / 2).max(1);
        if let Some(run) = met[from..].iter().find_map(|p| best_run(p.as_ref()).map(|k| (p, k))) {
            keep(run.0.as_ref(), Some(run.1));
        }
    }
}
