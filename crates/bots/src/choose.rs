//! The one entrance: a position, a level, a seed; out comes a move with its reason.

use crate::character::Character;
use crate::decision::{Candidate, Decision, Reason};
use crate::ending::{Ended, ending};
use crate::income::{Incomes, game_mark};
use crate::level::Level;
use crate::net::Net;
use crate::outlook::{Care, Clock};
use crate::policy::SCORED;
use crate::reason::reason;
use crate::search::Search;
use crate::seats::{Judge, Part};
use crate::weigh::{Effort, NEVER, Weighed};
use crate::weights::{Weights, Who};
use engine::{Choice, Flag, Move, Position, Rng};

/// How much work a decision may take. There is no clock in here: a time limit is the caller's hook.
#[derive(Clone, Copy, Default)]
pub struct Limits<'a> {
    /// Playouts of the strong level's search, instead of as many as the title's `thought` allows.
    pub nodes: Option<u32>,
    /// Numbers to play with instead of the title's own, for trials.
    pub weights: Option<&'static Weights>,
    /// A network to look with instead of the title's own, for trials.
    pub net: Option<&'static Net>,
    /// A policy to score moves with instead of the title's own, for trials.
    pub policy: Option<&'static Net>,
    /// Standard judges moves and plays on from none: many games in little time.
    pub plain: bool,
    /// What it likes.
    pub character: Option<Character>,
    /// Asked now and then; `true` ends the search with the best found so far.
    pub cancel: Option<&'a dyn Fn() -> bool>,
}

/// The judgement of a level on a title.
pub fn judge(position: &dyn Position, level: Level, weights: Option<&'static Weights>) -> Judge {
    let sheet = position.sheet();
    let who = Who::plain(position.core().seats, level);
    let usual = || Weights::for_game(sheet, who);
    let weights = weights.unwrap_or_else(usual);
    let game = game_mark(position);
    let incomes = |nodes| Incomes { nodes, game };
    let care = match level {
        Level::Random | Level::Easy => Care {
            rounds: weights.far.min(6.0),
            sees_trains: true,
            incomes: incomes(600),
            rivals: 0.0,
        },
        Level::Standard | Level::Strong => {
            Care { rounds: weights.far, sees_trains: true, incomes: incomes(4_000), rivals: 1.0 }
        }
    };
    let net = Net::leaf(&sheet.title, who.players);
    Judge { weights, care, net, policy: asked(level, Net::policy(&sheet.title)) }
}

// Easy asks no policy.
fn asked(level: Level, policy: Option<&'static Net>) -> Option<&'static Net> {
    policy.filter(|_| level > Level::Easy)
}

/// The effort of a level.
pub fn effort(level: Level) -> Effort {
    match level {
        Level::Random | Level::Easy => Effort {
            tried: 48,
            lays: 6,
            finalists: 2,
            follows_sales: false,
            follow: 3,
            plain: true,
            offers: false,
            hasty: None,
        },
        Level::Strong => Effort {
            tried: usize::MAX,
            lays: 80,
            finalists: 12,
            follows_sales: true,
            follow: 4,
            plain: false,
            offers: true,
            hasty: None,
        },
        Level::Standard => Effort {
            tried: usize::MAX,
            lays: 40,
            finalists: 6,
            follows_sales: true,
            follow: 4,
            plain: false,
            offers: true,
            hasty: None,
        },
    }
}

fn random(position: &dyn Position, choices: &[Choice], seed: u64) -> Decision {
    let mut rng = Rng::new(seed ^ position.hash());
    let choice = &choices[rng.below(choices.len() as u32) as usize];
    Decision {
        mv: position.routed(choice.pick(&mut rng)),
        reason: Reason::new("bot-random", "plays at random", vec![]),
        candidates: Vec::new(),
    }
}

/// No company has run yet.
fn is_opening(position: &dyn Position) -> bool {
    let core = position.core();
    position.sheet().company_ids().all(|c| core.company(c).last_revenue == 0)
}

/// A stock round has gone by and no company runs: everybody waits for somebody else to put up the money. Who plays on from
/// a pass sees the others act, and so do they; only what a share is worth by itself breaks the circle.
fn all_wait(position: &dyn Position) -> bool {
    let core = position.core();
    let mut all = position.sheet().company_ids();
    core.round.set > 1 && !all.any(|c| core.is(c, Flag::Floated))
}

/// Whether moves are only judged here, not played on from. An offer is answered by its value to both sides; what to build
/// is judged with routes, move by move, unless the weights want more.
pub fn is_judged(position: &dyn Position, judge: &Judge) -> bool {
    position.decision().is_some_and(|d| match d.step {
        "run" | "offer" => true,
        "track" | "station" | "home" => !judge.weights.searches_builds,
        "stock" => all_wait(position),
        _ => false,
    })
}

/// What a level does here; nothing when the game is over. The same position, level, seed and limits give the same
/// decision, unless `cancel` cuts a search short.
pub fn choose(
    position: &dyn Position,
    level: Level,
    seed: u64,
    limits: Limits<'_>,
) -> Option<Decision> {
    position.decision()?;
    let choices = position.choices();
    if choices.is_empty() {
        return None;
    }
    if level == Level::Random {
        return Some(random(position, &choices, seed));
    }
    // Thought about with other luck than will come.
    let mut imagined = position.boxed();
    imagined.reroll(seed);
    let position = imagined.as_ref();
    if let [only] = choices.as_slice()
        && only.amount.is_none()
    {
        let mv = position.routed(only.mv.clone());
        let reason = reason(position, &mv, 0.0, &[]);
        let candidates = vec![Candidate { mv: mv.clone(), value: 0.0 }];
        return Some(Decision { mv, reason, candidates });
    }
    let who = Who { players: position.core().seats, level, character: limits.character };
    let weights = limits.weights.unwrap_or_else(|| Weights::for_game(position.sheet(), who));
    let mut judge = judge(position, level, Some(weights));
    judge.net = limits.net.or(judge.net);
    judge.policy = asked(level, limits.policy.or(judge.policy));
    if let Some(weighed) = played_out(position, level, &judge) {
        return Some(decided(position, &judge, weighed, &choices, seed));
    }
    let mut weighed = judge.weigh(position, &choices, &effort(level));
    let most = match level {
        Level::Easy => judge.usual(position) * weights.overlooks,
        _ if weights.variety > 0.0 && is_opening(position) => {
            (judge.usual(position) * weights.variety).max(1.0)
        }
        _ => 1.0,
    };
    judge.advise(position, &mut weighed, SCORED);
    shake(position, &mut weighed, most, seed);
    let judged = is_judged(position, &judge);
    let search = || Search::new(&judge, position, seed ^ position.hash());
    weighed = match level {
        Level::Strong if !judged => search().run(position, weighed, &limits),
        Level::Standard if !judged && !limits.plain => search().scan(position, weighed, &limits),
        _ => weighed,
    };
    Some(decided(position, &judge, weighed, &choices, seed))
}

/// Moves in all lines together through which standard and strong see the end of a game.
pub const SEEN: [u32; 2] = [300, 2_000];

// Where the end is near enough to be seen, nothing has to be judged.
fn played_out(position: &dyn Position, level: Level, judge: &Judge) -> Option<Vec<Weighed>> {
    let most = match level {
        Level::Random | Level::Easy => return None,
        Level::Standard => SEEN[0],
        Level::Strong => SEEN[1],
    };
    if Clock::of(position, judge.weights).left() > 1.0 {
        return None;
    }
    let all = ending(position, most)?;
    let base = all.iter().find(|e| e.mv == Move::Pass).or(all.last())?.margin;
    let weighed =
        |e: Ended| Weighed { value: f64::from(e.margin - base), mv: e.mv, events: Vec::new() };
    Some(all.into_iter().map(weighed).collect())
}

// Chance decides between moves that are worth about the same.
fn shake(position: &dyn Position, weighed: &mut [Weighed], most: f64, seed: u64) {
    let mut rng = Rng::new(seed ^ position.hash());
    for w in weighed.iter_mut() {
        if w.value > NEVER / 2.0 && w.mv != Move::Pass {
            w.value += most * f64::from(rng.below(1000)) / 1000.0 - most / 2.0;
        }
    }
    weighed.sort_by(|a, b| b.value.total_cmp(&a.value));
}

// What a move is held against to say what made the difference: doing nothing, or else the best of another kind.
fn beside(weighed: &[Weighed], choices: &[Choice]) -> Option<Move> {
    let (best, others) = weighed.split_first()?;
    if best.mv != Move::Pass && choices.iter().any(|c| c.mv == Move::Pass) {
        return Some(Move::Pass);
    }
    let looked = || others.iter().filter(|w| w.value > NEVER / 2.0);
    let kind = std::mem::discriminant(&best.mv);
    let other = looked().find(|w| std::mem::discriminant(&w.mv) != kind);
    other.or_else(|| looked().next()).map(|w| w.mv.clone())
}

/// A reason with what makes the difference between its move and another.
pub fn explained(
    reason: Reason,
    position: &dyn Position,
    judge: &Judge,
    moves: [&Move; 2],
) -> Reason {
    match compared(position, judge, moves) {
        Some([with, without]) => reason.because(with, without),
        None => reason,
    }
}

// What whoever decides can expect behind each of two moves, by where it comes from.
fn compared(
    position: &dyn Position,
    judge: &Judge,
    moves: [&Move; 2],
) -> Option<[[f64; Part::COUNT]; 2]> {
    let player = position.decision()?.player;
    let passes = moves.contains(&&Move::Pass);
    let behind = |mv: &Move| {
        let mut after = position.boxed();
        after.consider(mv, &mut Vec::new()).ok()?;
        judge.settle(position, after.as_mut(), player, passes && *mv != Move::Pass);
        Some(judge.parts(after.as_ref(), player))
    };
    let mut parts = [behind(moves[0])?, behind(moves[1])?];
    let practice = practice(position, judge, moves, parts.map(|p| p.iter().sum()));
    for (parts, practice) in parts.iter_mut().zip(practice) {
        parts[Part::Practice as usize] = practice;
    }
    Some(parts)
}

// What each of two moves is worth beyond what can be expected behind it: by its sort, by name, and as the policy says.
fn practice(
    position: &dyn Position,
    judge: &Judge,
    moves: [&Move; 2],
    expected: [f64; 2],
) -> [f64; 2] {
    let Some(decision) = position.decision() else { return [0.0; 2] };
    let left = Clock::of(position, judge.weights).left();
    let known = moves.map(|mv| judge.known(position, decision.player, mv, left));
    let value = |at: usize| expected[at] + known[at];
    let weighed = |at: usize| Weighed { mv: moves[at].clone(), value: value(at), events: vec![] };
    let mut list = [weighed(0), weighed(1)];
    list.sort_by(|a, b| b.value.total_cmp(&a.value));
    judge.advise(position, &mut list, SCORED);
    [0, 1].map(|at| {
        let advised = list.iter().find(|w| w.mv == *moves[at]).map_or(value(at), |w| w.value);
        advised - expected[at]
    })
}

// The best legal one of a weighed list.
fn decided(
    position: &dyn Position,
    judge: &Judge,
    weighed: Vec<Weighed>,
    choices: &[Choice],
    seed: u64,
) -> Decision {
    let mut events = Vec::new();
    let best = weighed.iter().position(|w| {
        events.clear();
        w.value > NEVER / 2.0 && position.boxed().play(&w.mv, &mut events).is_ok()
    });
    let Some(best) = best else {
        return random(position, choices, seed);
    };
    let mv = weighed[best].mv.clone();
    let gain = match mv {
        Move::Answer { accept } => {
            let other = weighed.iter().find(|w| w.mv == Move::Answer { accept: !accept });
            weighed[best].value - other.map_or(0.0, |w| w.value)
        }
        _ => weighed[best].value,
    };
    let mut reason = reason(position, &mv, gain, &weighed[best].events);
    if let Some(other) = beside(&weighed[best..], choices) {
        reason = explained(reason, position, judge, [&mv, &other]);
    }
    let candidates = weighed
        .into_iter()
        .skip(best)
        .filter(|w| w.value > NEVER / 2.0)
        .take(3)
        .map(|w| Candidate { mv: w.mv, value: w.value })
        .collect();
    Decision { mv, reason, candidates }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn openings(variety: f64) -> usize {
        let own = Weights::of("18cz", "standard", Who::plain(3, Level::Standard)).expect("weights");
        let weights: &'static Weights = Box::leak(Box::new(Weights { variety, ..own.clone() }));
        let limits = Limits { plain: true, weights: Some(weights), ..Limits::default() };
        let opening = |seed| {
            let mut game = crate::trial::game("18cz", 3, 1);
            for _ in 0..16 {
                let decision = choose(game.position(), Level::Standard, seed, limits);
                let mv = decision.expect("a move").mv;
                game.play(&mv, &mut Vec::new()).expect("a legal move");
            }
            assert!(is_opening(game.position()));
            format!("{:?}", game.moves())
        };
        (0..8).map(opening).collect::<BTreeSet<_>>().len()
    }

    #[test]
    fn games_begin_differently_where_moves_are_worth_about_the_same() {
        let (without, with) = (openings(0.0), openings(0.02));
        assert!(without < 5 && with > without + 2, "{without} {with}");
    }

    #[test]
    fn easy_overlooks_differences_as_small_as_its_title_says() {
        let own = Weights::of("1889", "standard", Who::plain(3, Level::Easy)).expect("weights");
        let others = |overlooks| {
            let weights: &'static Weights =
                Box::leak(Box::new(Weights { overlooks, ..own.clone() }));
            let limits = Limits { weights: Some(weights), ..Limits::default() };
            let mut game = crate::trial::game("1889", 3, 1);
            let mut others = 0;
            for _ in 0..60 {
                let found = |seed| choose(game.position(), Level::Easy, seed, limits);
                let [one, other] = [1, 2].map(|seed| found(seed).expect("a move").mv);
                others += u32::from(one != other);
                game.play(&one, &mut Vec::new()).expect("a legal move");
            }
            others
        };
        let (none, own, many) = (others(0.0), others(own.overlooks), others(0.3));
        assert!(none == 0 && 0 < own && own < many, "{none} {own} {many}");
    }

    #[test]
    fn a_reason_tells_what_such_moves_have_brought() {
        let mut game = crate::trial::game("1889", 3, 1);
        let one = |mv: &Move| matches!(mv, Move::Start { .. });
        let any = |c: &Choice| one(&c.mv);
        while !game.position().choices().iter().any(any) {
            let decision = choose(game.position(), Level::Easy, 1, Limits::default());
            game.play(&decision.expect("a move").mv, &mut Vec::new()).expect("a legal move");
        }
        let position = game.position();
        let names: serde_json::Map<String, serde_json::Value> =
            position.sheet().companies.iter().map(|c| (c.id.clone(), 300.0.into())).collect();
        let own = Weights::of("1889", "standard", Who::plain(3, Level::Strong)).expect("weights");
        let told = |level, by_name, policy| {
            let by_name = serde_json::from_value(serde_json::json!({ "start": by_name })).unwrap();
            let deeds = crate::Deeds::default();
            let weights = Weights { by_name, deeds, policy, ..own.clone() };
            let weights: &'static Weights = Box::leak(Box::new(weights));
            let judge = judge(position, level, Some(weights));
            let list = judge.weigh(position, &position.choices(), &effort(level));
            let start = list.iter().find(|w| one(&w.mv)).expect("a start");
            let [with, without] =
                compared(position, &judge, [&start.mv, &Move::Pass]).expect("both are legal");
            assert_eq!(
                without[Part::Practice as usize],
                0.0,
                "passing is what others are measured by"
            );
            with[Part::Practice as usize]
        };
        let nothing = serde_json::Map::new();
        assert_eq!(told(Level::Standard, nothing.clone(), 0.0), 0.0);
        assert_eq!(told(Level::Standard, names.clone(), 0.0), 300.0);
        assert_ne!(told(Level::Standard, nothing.clone(), 1.0), 0.0);
        assert_eq!(told(Level::Easy, nothing, 1.0), 0.0);
    }

    #[test]
    fn an_opening_ends_with_the_first_income() {
        let mut game = crate::trial::game("1889", 3, 5);
        let mut events = Vec::new();
        while is_opening(game.position()) {
            assert!(!events.iter().any(|e| matches!(e, engine::Event::Ran { revenue: 1.., .. })));
            let decision = choose(game.position(), Level::Easy, 1, Limits::default());
            game.play(&decision.expect("a move").mv, &mut events).expect("a legal move");
        }
        assert!(events.iter().any(|e| matches!(e, engine::Event::Ran { revenue: 1.., .. })));
    }
}
