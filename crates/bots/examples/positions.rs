//! Makes positions whose right move is known: `positions TITLE VARIANT PLAYERS GAMES SEED [played]`, a line of JSON for each.
//!
//! Easy bots play, with a random move now and then. From the end of each game backwards every decision is taken whose whole
//! rest can be played out in thought (`bots::ending`): what is right there is proved, not judged. Runs are taken from
//! anywhere: their best routes are proved too. A position is kept if something is wrong there, and
//! wrong enough.
//!
//! With `played` at the end it looks elsewhere: at shares that can float a company, and at the last train of its kind. There the best
//! moves of standard and easy are played on from, in the same luck, to the end of many games. What ends lower, and surely, is wrong;
//! the rest is right.

#[allow(dead_code)]
mod common;

use bots::{Ended, Level, Limits, choose, ending};
use engine::arrange::told;
use engine::{Event, Game, Move, Position, Rng, Setup, TrainFrom, Whereabouts, move_to_json};
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

/// After so many games that were played to the end of each move, some move must end lower than the best one, by so many times the
/// half of the interval of 95 %. After the last of them those that do, by such a part of what a seat ends with, are wrong.
const ENDS: [(usize, f64); 3] = [(5, 0.77), (9, 1.17), (16, 1.68)];
const MATTERS: f64 = 0.02;
/// Decisions of a game that are played on from.
const PLAYED: usize = 4;

struct Known {
    step: &'static str,
    right: Vec<Move>,
    cost: i32,
    proof: String,
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
        proof: "every line to the end".to_owned(),
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
    Some(Known { step: "run", right, cost: 10, proof: "the route finder's certificate".to_owned() })
}

// What a position is about, if it is worth many games: some choice floats a company, or takes the last train of its kind.
fn about(position: &dyn Position) -> Option<&'static str> {
    let core = position.core();
    let kind = |card| core.trains.get(card).kind;
    for choice in position.choices() {
        match choice.mv {
            Move::BuyShare { .. } | Move::Start { .. } => {
                let mut events = Vec::new();
                let tried = position.boxed().foresee(&choice.mv, &mut events);
                if tried.is_ok() && events.iter().any(|e| matches!(e, Event::Floated { .. })) {
                    return Some("float");
                }
            }
            Move::BuyTrain { from: TrainFrom::Deck, card, .. } => {
                let deck = core.trains.cards.iter().filter(|c| c.place == Whereabouts::Deck);
                let left = deck.filter(|c| c.kind == kind(card)).count();
                let is_last_kind = usize::from(kind(card)) + 1 == position.sheet().trains.len();
                if left == 1 && !is_last_kind {
                    return Some("last train");
                }
            }
            _ => {}
        }
    }
    None
}

// Moves worth a thought: the best two of standard, the best of easy, and doing nothing.
fn tempting(position: &dyn Position, seed: u64) -> Vec<Move> {
    let best = |(level, many)| {
        let decision = choose(position, level, seed, Limits::default());
        decision.into_iter().flat_map(move |d| d.candidates.into_iter().take(many))
    };
    let all = [(Level::Standard, 2), (Level::Easy, 1)].into_iter().flat_map(best).map(|c| c.mv);
    let pass = position.choices().into_iter().map(|c| c.mv).filter(|mv| *mv == Move::Pass);
    let mut moves: Vec<Move> = Vec::new();
    for mv in all.chain(pass) {
        if !moves.contains(&mv) {
            moves.push(mv);
        }
    }
    moves
}

// What is right where many games tell it.
fn by_playing(position: &dyn Position, seed: u64) -> Option<Known> {
    let step = about(position)?;
    let player = position.decision()?.player;
    let moves = tempting(position, seed);
    if moves.len() < 2 {
        return None;
    }
    let mut ends: Vec<Vec<f64>> = vec![Vec::new(); moves.len()];
    let mut usual = 0.0;
    for (turn, (games, sure)) in ENDS.into_iter().enumerate() {
        for game in ends[0].len()..games {
            let found = bots::ends(position, &moves, seed + game as u64)?;
            for (all, outcome) in ends.iter_mut().zip(found) {
                let values: Vec<f64> = outcome.values.iter().map(|&v| f64::from(v)).collect();
                all.push(bots::relative(&values, player));
                usual = values.iter().sum::<f64>() / values.len() as f64;
            }
        }
        let sum = |at: usize| ends[at].iter().sum::<f64>();
        let best = (0..moves.len()).max_by(|&a, &b| sum(a).total_cmp(&sum(b)))?;
        let lower = |at: usize| {
            let lost: Vec<f64> = ends[best].iter().zip(&ends[at]).map(|(a, b)| a - b).collect();
            bots::mean(&lost)
        };
        let is_wrong = |&at: &usize| {
            let lost = lower(at);
            lost.mean > sure * lost.margin && lost.mean > MATTERS * usual
        };
        let (wrong, right): (Vec<usize>, Vec<usize>) = (0..moves.len()).partition(is_wrong);
        if wrong.is_empty() {
            return None;
        }
        if turn + 1 == ENDS.len() {
            let cost = wrong.iter().map(|&at| lower(at).mean).fold(f64::INFINITY, f64::min);
            let right = right.into_iter().map(|at| moves[at].clone()).collect();
            let proof = format!("{games} games to the end of each of {} moves", moves.len());
            return Some(Known { step, right, cost: cost as i32, proof });
        }
    }
    None
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
        if args.get(5).is_some_and(|a| a == "played") {
            // Spread over the game, and not the same places in each.
            let worth: Vec<_> = met.iter().filter(|p| about(p.as_ref()).is_some()).collect();
            let each = (worth.len() / PLAYED).max(1);
            for position in worth.into_iter().skip(seed as usize % each).step_by(each) {
                keep(position.as_ref(), by_playing(position.as_ref(), seed));
            }
            continue;
        }
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
