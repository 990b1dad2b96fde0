//! Games of the bots against themselves, with some moves that they would not make.

use crate::samples::{Seen, Side};
use bots::{Branch, Level, Limits, Manner, Scene, choose, fork, judge};
use engine::{Game, Move, Outcome, Position, Rng, Setup};

/// Most moves of a game before it counts as endless.
pub const MOST_MOVES: usize = 6000;
/// One decision in so many takes another good move than the best.
const OTHER: u32 = 8;
/// One position in so many is kept, beside the beginnings of rounds.
const BETWEEN: u32 = 24;
/// Scenes of a branch.
const SCENES: usize = 4;
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
    /// Of four games, so many are played by standard, the others by easy. All seats of a game are alike: otherwise what
    /// stronger players have would look like what makes strong.
    pub standard: u32,
    /// Standard plays on from its moves, as it does at the table; that takes much longer.
    pub playouts: bool,
}

pub fn start(order: &Order, seed: u64) -> Result<Game, String> {
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
pub fn look(position: &dyn Position, seen: &mut Vec<Scene>) {
    let judge = judge(position, Level::Standard, None).in_haste();
    let expected = judge.seats(position);
    seen.extend(judge.scene(position, &expected));
}

// The best move, or now and then another one that is nearly as good.
fn decide(position: &dyn Position, level: Level, plain: bool, rng: &mut Rng) -> Option<Move> {
    let limits = Limits { plain, ..Limits::default() };
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

/// Plays one game; `look` sees every position before its move is made. Nothing if it found no end.
pub fn played(
    order: &Order,
    seed: u64,
    mut look: impl FnMut(&dyn Position, &mut Rng),
) -> Result<Option<Outcome>, String> {
    let mut game = start(order, seed)?;
    let mut rng = Rng::new(seed);
    let level = if rng.below(4) < order.standard { Level::Standard } else { Level::Easy };
    let mut events = Vec::new();
    while game.position().decision().is_some() {
        if game.moves().len() >= MOST_MOVES {
            return Ok(None);
        }
        let position = game.position();
        look(position, &mut rng);
        let Some(mv) = decide(position, level, !order.playouts, &mut rng) else {
            return Ok(None);
        };
        events.clear();
        game.play(&mv, &mut events).map_err(|r| format!("a bot is refused {mv:?}: {r}"))?;
    }
    Ok(game.position().outcome())
}

pub fn seen(
    order: &Order,
    seed: u64,
    side: Option<Side>,
    scenes: Vec<Scene>,
    outcome: Outcome,
) -> Seen {
    let part = 100 / outcome.winners.len().max(1) as i32;
    let won = |seat: usize| outcome.winners.iter().any(|w| w.at() == seat);
    Seen {
        side,
        variant: order.variant.clone(),
        seed,
        scenes,
        wins: (0..outcome.values.len()).map(|s| if won(s) { part } else { 0 }).collect(),
        values: outcome.values,
    }
}

/// Plays one game and tells what was seen; nothing if it found no end.
pub fn play(order: &Order, seed: u64) -> Result<Option<Seen>, String> {
    let mut scenes = Vec::new();
    let mut round = None;
    let outcome = played(order, seed, |position, rng| {
        let now = position.core().round;
        if round.is_some_and(|r| r != now) || rng.below(BETWEEN) == 0 {
            look(position, &mut scenes);
        }
        round = Some(now);
    })?;
    Ok(outcome.map(|outcome| seen(order, seed, None, scenes, outcome)))
}

/// Plays one game, and from one decision in so many both of two moves to the end, in some manner. The
/// branches of a fork stand beside each other.
pub fn forks(order: &Order, seed: u64, one_in: u32, manner: Manner) -> Result<Vec<Seen>, String> {
    let mut all = Vec::new();
    played(order, seed, |position, rng| {
        if rng.below(one_in.max(1)) > 0 {
            return;
        }
        let Some(decision) = position.decision() else { return };
        let Some(both) = fork(position, rng.word(), manner, SCENES) else { return };
        let player = decision.player.at();
        let branch = |b: Branch| {
            let judged = (b.judged * 1000.0).round() as i32;
            let scenes = b.scenes.into_iter().map_while(|s| s).collect();
            seen(order, seed, Some(Side { player, judged }), scenes, b.outcome)
        };
        all.extend(both.map(branch));
    })?;
    Ok(all)
}
