//! Judgement of a decision that was made: was there a better move, how much did it cost, and how sure is that.
//!
//! Runs are judged by the best routes, the last moves of a game by all lines to its end. Everything else is weighed, then
//! played on from as standard does it. What looks bad after that is played on from once more, through more rounds and in
//! several lucks, always beside the better move, and what looks bad even then to the end of the game: only what holds there is
//! called a mistake.
//!
//! There is no clock in here: the same position and move get the same answer everywhere. Luck is that of an imagined copy,
//! so that nobody is blamed for what was drawn later.

use crate::choose::{Limits, SEEN, effort, explained, is_judged, judge};
use crate::decision::Reason;
use crate::ending::ending;
use crate::level::Level;
use crate::outlook::Clock;
use crate::playing_on::gain;
use crate::reason::reason;
use crate::search::Search;
use crate::seats::Judge;
use crate::weigh::{NEVER, Weighed};
use crate::weights::Marks;
use engine::{Choice, Event, Move, Player, Position};
use routing::Budget;
use serde::{Deserialize, Serialize};

/// What a decision is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// Nothing better was found.
    Best,
    /// Something is a little better.
    Good,
    /// Something is better, or looks much better and is not sure.
    Doubtful,
    /// Something is surely much better.
    Mistake,
}

/// How sure a judgement is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sure {
    /// Forecast and search, or the playouts among themselves, do not agree.
    Unsure,
    /// Most of it speaks for it.
    Likely,
    /// Proved, or nearly always found so.
    Sure,
}

/// The judgement of a decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// What it is called.
    pub mark: Mark,
    /// How sure that is.
    pub sure: Sure,
    /// What the move costs beside the best one, in parts of what a seat can expect.
    pub loss: f64,
    /// The same in money.
    pub amount: f64,
    /// The better move, if there is one.
    pub better: Option<Move>,
    /// What speaks for it; for the move that was played, if there is no better one.
    pub reason: Reason,
}

/// What a first look tells.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// How much better another move looks, in parts of what a seat can expect. The higher, the sooner it should be searched.
    pub suspicion: f64,
    /// The judgement, where it is clear without a search.
    pub judged: Option<Judged>,
}

// All judgements think in the same imagined luck.
const SEED: u64 = 0x006a_7564_6765;
// Nodes of a search for the best routes.
const NODES: u64 = 300_000;
// Fewest pairs of playouts after which a suspicion may be dropped.
const FEWEST: usize = 3;
// Pairs of games to the end after which a suspicion is dropped if their mean is less than so many times its own error.
const DROPPED: [(usize, f64); 3] = [(3, 0.2), (5, 0.8), (9, 1.4)];
// Fewest pairs that may prove one, and how many times its own error their mean must be then.
const ENOUGH: usize = 5;
const PROVED: f64 = 3.5;
// Loss, in parts of what a seat can expect, below which two moves are the same.
const SAME: f64 = 0.001;

/// Wealth of a seat beside the mean of the others.
pub fn relative(values: &[f64], player: Player) -> f64 {
    let own = values.get(player.at()).copied().unwrap_or(0.0);
    match values.len() {
        0 | 1 => own,
        n => own - (values.iter().sum::<f64>() - own) / (n as f64 - 1.0),
    }
}

// A decision with what is weighed of it.
struct Case<'a> {
    position: Box<dyn Position>,
    player: Player,
    played: &'a Move,
    choices: Vec<Choice>,
    judge: Judge,
    usual: f64,
    // Games to the end may prove a mistake.
    proves: bool,
}

// What the moves of a case are worth, best first, and the played one among them.
struct Weighing {
    list: Vec<Weighed>,
    own: Option<f64>,
}

impl Weighing {
    fn best(&self) -> f64 {
        self.list.first().map_or(0.0, |w| w.value)
    }

    fn loss(&self) -> f64 {
        self.own.map_or(0.0, |own| (self.best() - own).max(0.0))
    }
}

/// A first look at a decision; nothing where there was none: one choice, a move out of turn, a run that has to be the best.
pub fn look(position: &dyn Position, played: &Move, limits: &Limits<'_>) -> Option<Look> {
    let case = Case::of(position, played, limits)?;
    if let Some(judged) = case.proved()? {
        return Some(Look { suspicion: judged.loss, judged: Some(judged) });
    }
    let weighing = case.weigh()?;
    let suspicion = weighing.loss() / case.usual;
    Some(Look { suspicion, judged: case.clear(&weighing) })
}

/// The judgement of a decision. Nothing where there was none, or where `limits` cut the search short. A mistake that only
/// games to the end can prove is one only with `proves`.
pub fn judge_move(
    position: &dyn Position,
    played: &Move,
    proves: bool,
    limits: &Limits<'_>,
) -> Option<Judged> {
    let case = Case { proves, ..Case::of(position, played, limits)? };
    if let Some(judged) = case.proved()? {
        return Some(judged);
    }
    let weighing = case.weigh()?;
    if let Some(judged) = case.clear(&weighing) {
        return Some(judged);
    }
    case.search(&weighing, limits)
}

impl<'a> Case<'a> {
    fn of(position: &dyn Position, played: &'a Move, limits: &Limits<'_>) -> Option<Case<'a>> {
        let player = position.decision()?.player;
        let choices = position.choices();
        if !choices.iter().any(|c| c.contains(played)) {
            return None;
        }
        let only = matches!(choices.as_slice(), [only] if only.amount.is_none());
        if only && !matches!(played, Move::Run { .. }) {
            return None;
        }
        let mut imagined = position.boxed();
        imagined.reroll(SEED);
        let judge = judge(imagined.as_ref(), Level::Standard, limits.weights);
        let usual = judge.usual(imagined.as_ref()).max(1.0);
        Some(Case { position: imagined, player, played, choices, judge, usual, proves: false })
    }

    fn marks(&self) -> &Marks {
        &self.judge.weights.marks
    }

    fn judged(&self, mark: Mark, sure: Sure, amount: f64, better: Option<&Weighed>) -> Judged {
        let position = self.position.as_ref();
        let reason = match better {
            Some(w) => {
                let found = reason(position, &w.mv, w.value, &w.events);
                explained(found, position, &self.judge, [&w.mv, self.played])
            }
            None => reason(position, self.played, 0.0, &[]),
        };
        let better = better.map(|w| w.mv.clone());
        Judged { mark, sure, loss: amount / self.usual, amount, better, reason }
    }

    // What a loss is called.
    fn named(&self, loss: f64, sure: Sure) -> Mark {
        let marks = self.marks();
        match loss / self.usual {
            part if part <= SAME => Mark::Best,
            part if part <= marks.good => Mark::Good,
            part if part >= marks.mistake && sure == Sure::Sure => Mark::Mistake,
            _ => Mark::Doubtful,
        }
    }

    // Runs and the end of a game: nothing has to be estimated. Nothing at all if nothing was to be decided; nothing inside
    // if it cannot be proved.
    #[allow(clippy::option_option)]
    fn proved(&self) -> Option<Option<Judged>> {
        if matches!(self.played, Move::Run { .. }) {
            return self.run().map(Some);
        }
        let position = self.position.as_ref();
        if Clock::of(position, self.judge.weights).left() > 1.0 {
            return Some(None);
        }
        let Some(all) = ending(position, SEEN[0]) else { return Some(None) };
        let Some(own) = all.iter().find(|e| e.mv == *self.played) else { return Some(None) };
        let best = &all[0];
        let loss = f64::from(best.margin - own.margin);
        if loss <= 0.0 {
            return Some(Some(self.judged(Mark::Best, Sure::Sure, 0.0, None)));
        }
        let better = Weighed { mv: best.mv.clone(), value: loss, events: Vec::new() };
        let mark = self.named(loss, Sure::Sure);
        Some(Some(self.judged(mark, Sure::Sure, loss, Some(&better))))
    }

    // What a run leaves on the table, as far as it is the player's.
    fn run(&self) -> Option<Judged> {
        let Move::Run { company, .. } = *self.played else { return None };
        let position = self.position.as_ref();
        if position.must_maximise(company).is_some() {
            return None;
        }
        let problem = position.problem(company)?;
        let best = problem.best(Budget::nodes(NODES));
        let most = problem.primary(position.best_pays(company, &problem, &best));
        let mut events = Vec::new();
        position.boxed().foresee(self.played, &mut events).ok()?;
        let claimed = problem.primary(Event::paid(&events, company).unwrap_or_default());
        if most <= 0 {
            return None;
        }
        let sure = if best.proved { Sure::Sure } else { Sure::Likely };
        if claimed >= most {
            return Some(self.judged(Mark::Best, sure, 0.0, None));
        }
        let missed = (most - claimed) as f64;
        let loss = missed * self.judge.stake(position, company, self.player).max(0.0);
        let routes = problem.routes(&best.routes);
        let mv = Move::Run { company, routes, recorded: None };
        let better = Weighed { mv, value: missed, events: Vec::new() };
        // Money was left lying there: that is never good.
        let mark = self.named(loss, Sure::Sure).max(Mark::Doubtful);
        Some(self.judged(mark, sure, loss.max(1.0), Some(&better)))
    }

    fn weigh(&self) -> Option<Weighing> {
        let position = self.position.as_ref();
        let effort = effort(Level::Standard);
        let mut list = self.judge.weigh(position, &self.choices, &effort);
        list.retain(|w| w.value > NEVER / 2.0);
        // What was only glanced at has no value yet.
        let looked = |w: &&Weighed| w.mv == *self.played && w.value > -5.0e3;
        let mut own = list.iter().find(looked).map(|w| w.value);
        if own.is_none() {
            let family = self.choices.iter().find(|c| c.contains(self.played))?;
            let exact = Choice { mv: self.played.clone(), amount: None, cost: family.cost };
            let pass = self.choices.iter().find(|c| c.mv == Move::Pass).cloned();
            let few: Vec<Choice> = pass.into_iter().chain([exact]).collect();
            let found = self.judge.weigh(position, &few, &effort);
            let found = found.iter().find(|w| w.mv == *self.played);
            own = found.map(|w| w.value).filter(|v| *v > NEVER / 2.0);
        }
        Some(Weighing { list, own })
    }

    // Where weighing is enough: nothing else comes near the move that was played.
    fn clear(&self, weighing: &Weighing) -> Option<Judged> {
        let own = weighing.own?;
        let position = self.position.as_ref();
        let first = weighing.list.first()?;
        if own < first.value - SAME * self.usual {
            return None;
        }
        let near = self.marks().mistake * self.usual;
        let rivals = weighing.list.iter().filter(|w| w.mv != *self.played);
        let second = rivals.map(|w| w.value).fold(NEVER, f64::max);
        let far = second < own - near;
        (far || is_judged(position, &self.judge)).then(|| {
            let sure = if far { Sure::Sure } else { Sure::Likely };
            self.judged(Mark::Best, sure, 0.0, None)
        })
    }

    // Plays on from the best few and from what was played.
    fn search(&self, weighing: &Weighing, limits: &Limits<'_>) -> Option<Judged> {
        let position = self.position.as_ref();
        let weights = self.judge.weights;
        let mut search = Search::new(&self.judge, position, SEED ^ position.hash());
        let best = weighing.best();
        let near = weighing.list.iter().take(usize::from(weights.looks));
        let near = near.take_while(|w| w.value > best - 4.0 * search.scale());
        let mut tried: Vec<Weighed> = near.cloned().collect();
        if !tried.iter().any(|w| w.mv == *self.played) {
            let value = weighing.own.unwrap_or(NEVER);
            tried.push(Weighed { mv: self.played.clone(), value, events: Vec::new() });
        }
        if !is_judged(position, &self.judge) {
            // As standard does it: once from each, in the same luck.
            let luck = search.luck();
            let mut first = None;
            for w in &mut tried {
                let seats = search.follow(position, &w.mv, (luck, weights.ahead, false), limits)?;
                let value = self.judge.utility(&seats, self.player);
                let found = best + value - *first.get_or_insert(value);
                let known = if w.value > NEVER / 2.0 { w.value } else { found };
                w.value = found + (known - found) * weights.trust;
            }
        }
        let own = tried.iter().find(|w| w.mv == *self.played)?.value;
        let rivals = tried.iter().filter(|w| w.mv != *self.played);
        let Some(rival) = rivals.max_by(|a, b| a.value.total_cmp(&b.value)) else {
            return Some(self.judged(Mark::Best, Sure::Likely, 0.0, None));
        };
        let loss = rival.value - own;
        let agrees = (weighing.loss() > SAME * self.usual) == (loss > SAME * self.usual);
        let sure = if agrees { Sure::Likely } else { Sure::Unsure };
        if loss <= self.marks().good * self.usual {
            let better = (loss > SAME * self.usual).then_some(rival);
            return Some(self.judged(self.named(loss.max(0.0), sure), sure, loss.max(0.0), better));
        }
        self.compare(&mut search, rival, loss, limits)
    }

    // What another move brings beside the played one, in some luck, after so many rounds.
    fn gained(
        &self,
        search: &Search,
        rival: &Weighed,
        how: (u64, u8, bool),
        limits: &Limits<'_>,
    ) -> Option<f64> {
        let then = |mv: &Move| {
            let seats = search.follow(self.position.as_ref(), mv, how, limits)?;
            Some(relative(&seats, self.player))
        };
        Some(then(&rival.mv)? - then(self.played)?)
    }

    // Plays on from two moves through many rounds, in several lucks.
    fn compare(
        &self,
        search: &mut Search,
        rival: &Weighed,
        loss: f64,
        limits: &Limits<'_>,
    ) -> Option<Judged> {
        let marks = self.marks();
        let mut gains = Vec::new();
        for pair in 0..usize::from(marks.pairs) {
            let how = (search.luck(), marks.rounds, pair > 0);
            gains.push(self.gained(search, rival, how, limits)?);
            if gains.len() >= FEWEST && mean(&gains) <= 0.0 {
                break;
            }
        }
        let (gained, times) = (mean(&gains), certainty(&gains));
        if gained <= 0.0 {
            // What looked better is not.
            return Some(self.judged(Mark::Good, Sure::Unsure, 0.0, None));
        }
        let loss = loss.min(gained);
        if !self.proves || times < marks.sure[0] || loss < marks.mistake * self.usual {
            let sure = if times < marks.sure[0] { Sure::Unsure } else { Sure::Likely };
            let mark = self.named(loss, sure).max(Mark::Good);
            return Some(self.judged(mark, sure, loss, Some(rival)));
        }
        self.prove(search, rival, loss, limits)
    }

    // Plays on from two moves to the end of the game: a few rounds tell too little. First in haste, then, where the other
    // move still looks surely better, as standard plays.
    fn prove(
        &self,
        search: &mut Search,
        rival: &Weighed,
        loss: f64,
        limits: &Limits<'_>,
    ) -> Option<Judged> {
        let marks = self.marks();
        let hasty = pairs(marks.proofs, |pair| {
            let how = (search.luck(), u8::MAX, pair > 0);
            self.gained(search, rival, how, limits)
        })?;
        let mut times = certainty(&hasty);
        if times >= marks.sure[1] {
            let careful = Limits { plain: true, ..*limits };
            let moves = [&rival.mv, self.played];
            let position = self.position.as_ref();
            let slow = pairs(marks.proofs / 2, |pair| {
                gain(position, self.player, moves, SEED + pair as u64, careful)
            })?;
            times = times.min(certainty(&slow));
        }
        if times <= 0.0 {
            return Some(self.judged(Mark::Good, Sure::Unsure, 0.0, None));
        }
        let sure = match times {
            t if t >= marks.sure[1] => Sure::Sure,
            t if t >= marks.sure[0] => Sure::Likely,
            _ => Sure::Unsure,
        };
        let mark = self.named(loss, sure).max(Mark::Good);
        Some(self.judged(mark, sure, loss, Some(rival)))
    }
}

// Gains of so many pairs of games, fewer where they tell enough.
fn pairs(most: u8, mut next: impl FnMut(usize) -> Option<f64>) -> Option<Vec<f64>> {
    let mut gains = Vec::new();
    for pair in 0..usize::from(most) {
        gains.push(next(pair)?);
        let (n, times) = (gains.len(), certainty(&gains));
        let hopeless = DROPPED.iter().any(|&(pairs, least)| n >= pairs && times < least);
        if hopeless || n >= ENOUGH && times >= PROVED {
            break;
        }
    }
    Some(gains)
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

// How many times its own error a mean is.
fn certainty(values: &[f64]) -> f64 {
    let mean = mean(values);
    let n = values.len() as f64;
    let square = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    let error = (square / n).sqrt();
    if error > 0.0 { mean / error } else { mean * 1.0e6 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choose;
    use engine::Pay;

    // Decisions of a game of easy bots.
    fn decisions(title: &str, players: usize, seed: u64, mut look: impl FnMut(&dyn Position)) {
        let mut game = crate::trial::game(title, players, seed);
        let mut events = Vec::new();
        while let Some(decision) = choose(game.position(), Level::Easy, 1, Limits::default()) {
            look(game.position());
            events.clear();
            game.play(&decision.mv, &mut events).expect("a legal move");
        }
    }

    fn step(position: &dyn Position) -> &'static str {
        position.decision().map_or("", |d| d.step)
    }

    fn left(position: &dyn Position) -> f64 {
        let who = crate::Who::plain(position.core().seats, Level::Standard);
        let weights = crate::Weights::for_game(position.sheet(), who);
        Clock::of(position, weights).left()
    }

    #[test]
    fn the_same_decision_is_judged_alike_everywhere() {
        let mut all: Vec<(Box<dyn Position>, Move)> = Vec::new();
        let mut count = 0;
        decisions("18cz", 3, 5, |position| {
            count += 1;
            if count % 60 == 0 {
                let choices = position.choices();
                let last = choices.last().expect("a choice").mv.clone();
                all.push((position.boxed(), position.routed(last)));
            }
        });
        let judge = |all: &[(Box<dyn Position>, Move)]| -> Vec<Option<Judged>> {
            let judged =
                all.iter().map(|(p, mv)| judge_move(p.as_ref(), mv, true, &Limits::default()));
            judged.collect()
        };
        let here = judge(&all);
        assert!(here.iter().flatten().count() > 2, "{here:?}");
        // Another thread remembers nothing of what was worked out here, and the order is another.
        all.reverse();
        let mut there = std::thread::scope(|s| s.spawn(|| judge(&all)).join().expect("judged"));
        there.reverse();
        assert_eq!(here, there);
    }

    #[test]
    fn money_kept_from_the_owners_at_the_very_end_is_a_mistake() {
        // CZ-END: what a company has counts for nobody.
        let mut found = Vec::new();
        decisions("18cz", 3, 5, |position| {
            let keep = Move::Dividend { pay: Pay::Withhold };
            if step(position) == "dividend"
                && left(position) <= 1.0
                && position.choices().iter().any(|c| c.mv == keep)
            {
                found.extend(judge_move(position, &keep, true, &Limits::default()));
            }
        });
        assert!(!found.is_empty());
        assert!(found.iter().any(|j| j.mark == Mark::Mistake && j.sure == Sure::Sure), "{found:?}");
        let out = Move::Dividend { pay: Pay::Out };
        let worst = found.iter().max_by(|a, b| a.loss.total_cmp(&b.loss)).expect("one");
        assert_eq!(worst.better, Some(out));
        assert_eq!(worst.reason.key, "bot-pay");
    }

    #[test]
    fn a_run_below_the_best_is_never_good_and_costs_what_is_missing() {
        let mut seen = 0;
        decisions("1889", 3, 5, |position| {
            let Some(Move::Run { company, .. }) = position.choices().first().map(|c| c.mv.clone())
            else {
                return;
            };
            let best = position.routed(Move::Run { company, routes: Vec::new(), recorded: None });
            let Move::Run { mut routes, .. } = best.clone() else { return };
            // One train stays at home.
            if routes.pop().is_none() {
                return;
            }
            let less = Move::Run { company, routes, recorded: None };
            if position.boxed().play(&less, &mut Vec::new()).is_err() {
                return;
            }
            seen += 1;
            let judged = judge_move(position, &less, true, &Limits::default()).expect("a decision");
            assert!(judged.mark >= Mark::Doubtful, "{judged:?}");
            assert!(judged.better.is_some() && judged.loss > 0.0, "{judged:?}");
            let judged = judge_move(position, &best, true, &Limits::default()).expect("a decision");
            assert_eq!((judged.mark, judged.better), (Mark::Best, None));
        });
        assert!(seen > 10, "{seen}");
    }

    #[test]
    fn what_standard_would_do_is_never_worse_than_good() {
        for (title, every) in [("18cz", 37), ("1860", 61)] {
            let (mut count, mut seen) = (0, 0);
            decisions(title, 3, 7, |position| {
                count += 1;
                if count % every != 0 {
                    return;
                }
                let own = choose(position, Level::Standard, SEED, Limits::default());
                let mv = own.expect("a move").mv;
                if let Some(judged) = judge_move(position, &mv, true, &Limits::default()) {
                    seen += 1;
                    assert!(judged.mark <= Mark::Good, "{title} {mv:?}: {judged:?}");
                }
            });
            assert!(seen > 4, "{title}: {seen}");
        }
    }
}
