//! Games of the bots against themselves, with some moves that they would not make.

use crate::samples::Seen;
use bots::{Level, Limits, choose, judge};
use engine::{Game, Move, Position, Rng, Setup};

/// Most moves of a game before it counts as endless.
const MOST_MOVES: usize = 6000;
/// One decision in so many takes another good move than the best.
const OTHER: u32 = 8;
/// One position in so many is kept, beside the beginnings of rounds.
const BETWEEN: u32 = 24;
/// How much less another move may be worth, in parts of what a seat can expect.
const LESS: f64 = 0.06;

/// What is played.
#[derive(Clone, Debug)]
pub struct Order {
    /// Title.
    pub title: String,
    /// Variant.
    pub variant: String,
    /// Players.
    pub players: usize,
    /// Of four games, so many are played by standard without playouts, the others by easy. All seats of a game are alike:
    /// otherwise what stronger players have would look like what makes strong.
    pub standard: u32,
}

fn start(order: &Order, seed: u64) -> Result<Game, String> {
    let title = titles::by_id(&order.title).ok_or_else(|| format!("no title {}", order.title))?;
    let setup = Setup {
        title: order.title.clone(),
        variant: order.variant.clone(),
        preset: title.presets()[0].to_owned(),
        options: Default::default(),
        players: (1..=order.players).map(|n| format!("P{n}")).collect(),
        seed,
        luck: None,
        rules: title.rules_version(),
        data: None,
        extra: None,
        arrangement: None,
    };
    Game::start(title, setup).map_err(|e| e.to_string())
}

// A judgement as playouts have it.
fn look(position: &dyn Position, seen: &mut Vec<bots::Scene>) {
    let judge = judge(position, Level::Standard, None).in_haste();
    let expected = judge.seats(position);
    seen.extend(judge.scene(position, &expected));
}

// The best move, or now and then another one that is nearly as good.
fn decide(position: &dyn Position, level: Level, rng: &mut Rng) -> Option<Move> {
    let limits = Limits { plain: true, ..Limits::default() };
    let decision = choose(position, level, rng.word(), limits)?;
    let best = decision.candidates.first().map_or(0.0, |c| c.value);
    let values = position.values();
    let unit = values.iter().map(|&v| f64::from(v)).sum::<f64>() / values.len().max(1) as f64;
    let near = |value: f64| value > best - LESS * unit.max(500.0);
    let others: Vec<&Move> =
        decision.candidates.iter().skip(1).filter(|c| near(c.value)).map(|c| &c.mv).collect();
    if rng.below(OTHER) == 0 && !others.is_empty() && !matches!(decision.mv, Move::Run { .. }) {
        let other = others[rng.below(others.len() as u32) as usize];
        if position.boxed().play(other, &mut Vec::new()).is_ok() {
            return Some(other.clone());
        }
    }
    Some(decision.mv)
}

/// Plays one game and tells what was seen; nothing if it found no end.
pub fn play(order: &Order, seed: u64) -> Result<Option<Seen>, String> {
    let mut game = start(order, seed)?;
    let mut rng = Rng::new(seed);
    let level = if rng.below(4) < order.standard { Level::Standard } else { Level::Easy };
    let mut scenes = Vec::new();
    let mut events = Vec::new();
    let mut round = game.position().core().round;
    while game.position().decision().is_some() {
        if game.moves().len() >= MOST_MOVES {
            return Ok(None);
        }
        let position = game.position();
        let now = position.core().round;
        if now != round || rng.below(BETWEEN) == 0 {
            look(position, &mut scenes);
            round = now;
        }
        let Some(mv) = decide(position, level, &mut rng) else {
            return Ok(None);
        };
        events.clear();
        game.play(&mv, &mut events).map_err(|r| format!("a bot is refused {mv:?}: {r}"))?;
    }
    let Some(outcome) = game.position().outcome() else {
        return Ok(None);
    };
    let part = 100 / outcome.winners.len().max(1) as i32;
    let won = |seat: usize| outcome.winners.iter().any(|w| w.at() == seat);
    Ok(Some(Seen {
        variant: order.variant.clone(),
        seed,
        scenes,
        wins: (0..outcome.values.len()).map(|s| if won(s) { part } else { 0 }).collect(),
        values: outcome.values,
    }))
}
