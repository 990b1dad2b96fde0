//! The strong level: a tree of moves in which every player looks for the best of its own, after Monte Carlo.
//!
//! The moves at the root are visited equally often, in the same luck, and the worse half is dropped, again and again.
//! Below it a node chooses the kind of move first and then the move, so that many lays do not drown the rest; further
//! moves of a kind come in as it is visited more often. Standard's judgement is the prior, and plays on from a leaf until
//! companies have run as often as the title's weights say; what every seat can expect there, by forecast and network, is
//! the value of the leaf. A title can do without the tree (`tree` 1).

use crate::choose::{Limits, effort, is_judged};
use crate::income::Incomes;
use crate::level::Level;
use crate::outlook::Care;
use crate::policy::SCORED;
use crate::seats::{Believed, Judge};
use crate::thought::{LEAF, NEW, Thought};
use crate::tree::{Branch, Tree, WIDTH, Way, chances};
use crate::walk::Walk;
use crate::weigh::{Effort, NEVER, Weighed};
use crate::weights::{Advised, Weights};
use board::Mark;
use engine::{Move, Outcome, Position, Rng};
use std::cell::RefCell;
use std::collections::HashSet;
use std::hash::BuildHasherDefault;

/// A first move with this chance by judgement alone is played at once.
const CLEAR: f64 = 0.85;
/// Most moves played on from a leaf.
const PLAYOUT: usize = 2_500;
/// Nodes of a search for routes on the way.
const HASTE: u64 = 600;
/// Least waver where playouts shall differ.
const LEAST_WAVER: f64 = 0.25;

/// How far standard looks: from so many moves, through so many rounds of running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glance {
    /// Moves.
    pub looks: usize,
    /// Rounds.
    pub ahead: u8,
    /// Playouts of each.
    pub lucks: u32,
}

/// How it is played on to the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// In haste, with a glance at every decision.
    Glance(Glance),
    /// As standard plays without playouts.
    Careful,
}

/// A search from one position.
pub struct Search {
    // Looks at leaves.
    exact: Judge,
    // Looks at what is played on the way there.
    judge: Judge,
    light: Effort,
    tree: Tree,
    /// Wealth that counts as one unit.
    scale: f64,
    // Seeds of what is drawn on the way.
    luck: Rng,
    // Marks of the positions that its playouts went through.
    met: RefCell<HashSet<u64, BuildHasherDefault<Mark>>>,
}

impl Judge {
    /// The same judgement with a short look for routes, as playouts have it.
    pub fn in_haste(&self) -> Judge {
        let incomes = Incomes { nodes: HASTE, ..self.care.incomes };
        Judge { care: Care { incomes, ..self.care }, ..*self }
    }
}

impl Search {
    /// A search that looks at a few lays at each node.
    pub fn new(judge: &Judge, position: &dyn Position, seed: u64) -> Search {
        let [tried, lays, finalists] = judge.weights.glance;
        Search {
            exact: *judge,
            judge: judge.in_haste(),
            light: Effort {
                tried,
                lays,
                finalists,
                follows_sales: false,
                follow: 2,
                plain: false,
                offers: false,
                hasty: Some(HASTE),
            },
            tree: Tree::default(),
            scale: (judge.usual(position) * 0.04).max(10.0),
            luck: Rng::new(seed),
            met: RefCell::default(),
        }
    }

    /// Looks at a weighed list more closely; returns it with the values found, the best move first.
    pub fn run(
        &mut self,
        position: &dyn Position,
        list: Vec<Weighed>,
        limits: &Limits<'_>,
    ) -> Vec<Weighed> {
        let Some(decision) = position.decision() else {
            return list;
        };
        let best = list.first().map_or(0.0, |w| w.value);
        let (near, far): (Vec<Weighed>, Vec<Weighed>) = list
            .into_iter()
            .partition(|w| w.value > NEVER / 2.0 && w.value > best - 8.0 * self.scale);
        if near.len() < 2 {
            return near.into_iter().chain(far).collect();
        }
        // A move that leaves all others behind needs no second look.
        if chances(&near, self.scale)[0] > CLEAR {
            return near.into_iter().chain(far).collect();
        }
        let width = usize::from(self.judge.weights.width);
        let searched = &near[..near.len().min(width)];
        let root = self.tree.add(decision.player, searched, self.scale);
        let work = Thought::Work(self.judge.weights.thought.at(position.core().phase));
        let thought = limits.nodes.map_or(work, Thought::Playouts);
        let ranked = self.halve(position, root, thought, limits);
        let branches: Vec<&Branch> =
            ranked.iter().map(|&way| self.tree.branch(root, way)).collect();
        let mut found: Vec<(f64, Weighed)> = near.into_iter().map(|w| (0.0, w)).collect();
        found.sort_by_key(|(_, w)| branches.iter().position(|b| b.mv == w.mv).unwrap_or(WIDTH));
        for ((visits, w), branch) in found.iter_mut().zip(branches) {
            *visits = branch.visits;
            if let Some(mean) = branch.mean() {
                w.value = mean * self.scale;
            }
        }
        // Values are shown beside doing nothing, where that was looked at.
        let base = found
            .iter()
            .find(|(v, w)| *v > 0.0 && w.mv == Move::Pass)
            .or(found.iter().rfind(|(v, _)| *v > 0.0))
            .map_or(0.0, |(_, w)| w.value);
        for (visits, w) in &mut found {
            if *visits > 0.0 {
                w.value -= base;
            }
        }
        found.into_iter().map(|(_, w)| w).chain(far).collect()
    }

    // The moves of the root, best first. All are visited equally often and in the same luck, then the better half of
    // them, and so on until all that may be thought is used up: as much in each turn.
    fn halve(
        &mut self,
        position: &dyn Position,
        root: usize,
        thought: Thought,
        limits: &Limits<'_>,
    ) -> Vec<Way> {
        let mut ranked = self.tree.ways(root);
        let top = ranked[0];
        let mut alive = ranked.len();
        let turns = (usize::BITS - (alive - 1).leading_zeros()).max(1);
        let mut lucks: Vec<u64> = Vec::new();
        let mut spent = 0;
        for turn in 0..turns {
            let until = spent + thought.most().saturating_sub(spent) / (turns - turn);
            // The next visits will take as long as the last ones did.
            let mut last = 0;
            'turn: while last == 0 || spent + last <= until {
                let before = spent;
                for &way in &ranked[..alive] {
                    if thought.is_over(spent) || limits.cancel.is_some_and(|cancel| cancel()) {
                        break 'turn;
                    }
                    let seen = self.tree.branch(root, way).visits as usize;
                    while lucks.len() <= seen {
                        lucks.push(self.luck.word());
                    }
                    let work = self.iterate(position, root, way, lucks[seen], limits);
                    spent += thought.taken(work);
                }
                last = spent - before;
            }
            // What was found, mixed with the judgement as the title's weights say.
            let worth = |&way: &Way| {
                let (branch, best) = (self.tree.branch(root, way), self.tree.branch(root, top));
                let judged = (branch.prior / best.prior).max(1e-9).ln();
                let trust = self.judge.weights.trust;
                branch.mean().unwrap_or(-1e9) * (1.0 - trust) + judged * trust
            };
            ranked[..alive].sort_by(|a, b| worth(b).total_cmp(&worth(a)));
            alive = alive.div_ceil(2).max(1);
        }
        ranked
    }

    // Tells how much work it was.
    fn iterate(
        &mut self,
        root: &dyn Position,
        from: usize,
        first: Way,
        luck: u64,
        limits: &Limits<'_>,
    ) -> u32 {
        let mut walk = Walk::from(root, luck, self.judge.weights.deep);
        // The first playout of a move is the likeliest; the next ones tell how much depends on that.
        if self.tree.branch(from, first).visits > 0.0 {
            walk.waver = self.judge.weights.waver * self.scale;
        }
        let mut path = Vec::new();
        let mut at = from;
        let mut events = Vec::new();
        while path.len() < self.judge.weights.tree.into() {
            let next = if path.is_empty() { Some(first) } else { self.tree.select(at) };
            let Some(way) = next else { break };
            path.push((at, way));
            let branch = self.tree.branch(at, way);
            if !walk.step(&branch.mv, &mut events) || walk.is_leaf() {
                break;
            }
            if let Some(child) = branch.child {
                at = child;
                continue;
            }
            // A second visit opens the node behind a move.
            if branch.visits >= 1.0
                && let Some(decision) = walk.position.decision()
            {
                let list = self.weighed(&mut walk);
                if list.len() > 1 {
                    let child = self.tree.add(decision.player, &list, self.scale);
                    self.tree.grow(at, way, child);
                    at = child;
                    continue;
                }
            }
            break;
        }
        // Many quick looks where there is no tree.
        let leaf = if self.judge.weights.tree > 1 { &self.exact } else { &self.judge };
        let Weights { learned_deep: wealth, chance, .. } = *self.judge.weights;
        let believed = Believed { wealth, chance };
        let Some(seats) = self.playout(&mut walk, limits, leaf, believed) else {
            return walk.work + LEAF;
        };
        for (at, way) in path {
            let value = self.judge.utility(&seats, self.tree.player(at)) / self.scale;
            self.tree.note(at, way, value);
        }
        walk.work + LEAF
    }

    fn weighed(&self, walk: &mut Walk) -> Vec<Weighed> {
        self.remembered(walk, false)
    }

    // The moves of a playout, with the policy's advice where the title says so.
    fn on_the_way(&self, walk: &mut Walk) -> Vec<Weighed> {
        let asks = match self.judge.weights.advised {
            Advised::Nobody => false,
            Advised::Own => walk.position.decision().map(|d| d.player) == walk.thinks,
            Advised::All => true,
        };
        self.remembered(walk, asks)
    }

    // Other decisions may have met a position before. That saves time, but it does not count: a decision must not depend
    // on what a machine remembers.
    fn remembered(&self, walk: &mut Walk, advised: bool) -> Vec<Weighed> {
        let position = walk.position.as_ref();
        let mark = position.open_mark();
        if self.met.borrow_mut().insert(mark) {
            walk.work += NEW;
        }
        let mut list = self.judge.weigh_again(position, mark, &self.light, advised);
        list.retain(|w| w.value > NEVER / 2.0);
        list
    }

    // As standard does without playouts.
    fn advised(&self, position: &dyn Position) -> Vec<Weighed> {
        let mut list = self.exact.weigh(position, &position.choices(), &effort(Level::Standard));
        self.exact.advise(position, &mut list, SCORED);
        list.retain(|w| w.value > NEVER / 2.0);
        list
    }

    // Nothing when it was cut short.
    fn playout(
        &self,
        walk: &mut Walk,
        limits: &Limits<'_>,
        leaf: &Judge,
        believed: Believed,
    ) -> Option<Vec<f64>> {
        self.walk_on(walk, limits)?;
        Some(leaf.leaf(walk.position.as_ref(), believed))
    }

    // To the next leaf. Nothing when it was cut short.
    fn walk_on(&self, walk: &mut Walk, limits: &Limits<'_>) -> Option<()> {
        let mut events = Vec::new();
        for _ in 0..PLAYOUT {
            if walk.is_leaf() {
                break;
            }
            if limits.cancel.is_some_and(|cancel| cancel()) {
                return None;
            }
            let mut list = match walk.careful {
                true => self.advised(walk.position.as_ref()),
                false => self.on_the_way(walk),
            };
            if walk.waver > 0.0 {
                walk.mistake(&mut list);
            }
            if let Some(glance) = walk.glance
                && !is_judged(walk.position.as_ref(), &self.judge)
            {
                let luck = walk.round_luck();
                list = self.glanced(walk.position.as_ref(), list, glance, luck, limits);
            }
            if !list.iter().any(|w| walk.step(&w.mv, &mut events)) {
                break;
            }
        }
        Some(())
    }

    /// Plays on from a move in some luck through so many rounds of running; what every seat can expect then. `wavers`: what
    /// moves are worth is mistaken a little on the way. Nothing if the move is refused or the search was cut short.
    pub fn follow(
        &self,
        position: &dyn Position,
        mv: &Move,
        (luck, runs, wavers): (u64, u8, bool),
        limits: &Limits<'_>,
    ) -> Option<Vec<f64>> {
        let mut walk = Walk::from(position, luck, runs);
        if wavers {
            walk.waver = self.judge.weights.waver.max(LEAST_WAVER) * self.scale;
        }
        if !walk.step(mv, &mut Vec::new()) {
            return None;
        }
        let believed = Believed { wealth: self.judge.weights.learned, chance: 0.0 };
        self.playout(&mut walk, limits, &self.judge, believed)
    }

    /// Plays on from a move in some luck to the end of the game, wavering. `look` sees the end of the round, and then of each further round of running. Nothing if the move is refused or no end is reached.
    pub fn to_the_end(
        &self,
        position: &dyn Position,
        mv: &Move,
        (luck, manner): (u64, Manner),
        mut look: impl FnMut(&dyn Position),
    ) -> Option<Outcome> {
        let mut walk = Walk::from(position, luck, 0);
        walk.waver = self.judge.weights.waver.max(LEAST_WAVER) * self.scale;
        match manner {
            Manner::Glance(glance) => walk.glance = Some(glance).filter(|g| g.looks > 1),
            Manner::Careful => walk.careful = true,
        }
        if !walk.step(mv, &mut Vec::new()) {
            return None;
        }
        loop {
            self.walk_on(&mut walk, &Limits::default())?;
            if let Some(outcome) = walk.position.outcome() {
                return Some(outcome);
            }
            if !walk.is_leaf() {
                return None;
            }
            look(walk.position.as_ref());
            walk.runs = 1;
        }
    }

    /// What counts as one unit of wealth here.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// A number for a further playout.
    pub fn luck(&mut self) -> u64 {
        self.luck.word()
    }

    /// Plays on from the best few of a weighed list, once from each, and puts first what then stands best.
    pub fn scan(
        &mut self,
        position: &dyn Position,
        list: Vec<Weighed>,
        limits: &Limits<'_>,
    ) -> Vec<Weighed> {
        let weights = self.judge.weights;
        let lucks = weights.lucks.at(position.core().phase);
        let glance = Glance { looks: weights.looks.into(), ahead: weights.ahead, lucks };
        let luck = self.luck.word();
        self.glanced(position, list, glance, luck, limits)
    }

    /// How many of a weighed list come near its best, at most so many.
    pub fn near(&self, list: &[Weighed], looks: usize) -> usize {
        let best = list.first().map_or(0.0, |w| w.value);
        list.iter()
            .take(looks)
            .take_while(|w| w.value > NEVER / 2.0 && w.value > best - 4.0 * self.scale)
            .count()
    }

    // All in the same luck.
    fn glanced(
        &self,
        position: &dyn Position,
        mut list: Vec<Weighed>,
        Glance { looks, ahead, lucks }: Glance,
        luck: u64,
        limits: &Limits<'_>,
    ) -> Vec<Weighed> {
        let Some(decision) = position.decision() else {
            return list;
        };
        let best = list.first().map_or(0.0, |w| w.value);
        let near = self.near(&list, looks);
        if near < 2 {
            return list;
        }
        let mut found = Vec::new();
        for w in &list[..near] {
            let once = |turn: u32| {
                let way = (luck ^ u64::from(turn) << 32, ahead, turn > 0);
                let seats = self.follow(position, &w.mv, way, limits)?;
                Some(self.judge.utility(&seats, decision.player))
            };
            if let Some(sum) = (0..lucks).map(once).sum::<Option<f64>>() {
                found.push((w.mv.clone(), sum / f64::from(lucks)));
            }
        }
        let Some(first) = found.first().map(|f| f.1) else {
            return list;
        };
        for w in &mut list[..near] {
            if let Some((_, value)) = found.iter().find(|(mv, _)| *mv == w.mv) {
                let found = best + value - first;
                w.value = found + (w.value - found) * self.judge.weights.trust;
            } else {
                w.value -= 4.0 * self.scale;
            }
        }
        list[..near].sort_by(|a, b| b.value.total_cmp(&a.value));
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Who, choose};
    use engine::RoundKind;

    fn at_first_stock_round(title: &str, players: usize, seed: u64) -> engine::Game {
        let mut game = crate::trial::game(title, players, seed);
        let mut events = Vec::new();
        while game.position().core().round.kind != RoundKind::Stock {
            let limits = Limits::default();
            let decision = choose(game.position(), Level::Easy, 1, limits).expect("a move");
            game.play(&decision.mv, &mut events).expect("a legal move");
        }
        game
    }

    fn listed(search: &Search, position: &dyn Position) -> Vec<Weighed> {
        search.weighed(&mut Walk::from(position, 7, 1))
    }

    #[test]
    fn every_move_is_visited_and_the_best_ones_most_often() {
        let mut game = crate::trial::game("18lilliput", 1, 3);
        let mut events = Vec::new();
        let at = |p: &dyn Position| (p.core().round.set, p.decision().map_or("", |d| d.step));
        while at(game.position()) != (7, "card") {
            let limits = Limits::default();
            let decision = choose(game.position(), Level::Easy, 1, limits).expect("a move");
            game.play(&decision.mv, &mut events).expect("a legal move");
        }
        let position = game.position();
        let judge = crate::choose::judge(position, Level::Strong, None);
        let mut search = Search::new(&judge, position, 5);
        let list = listed(&search, position);
        let player = position.decision().expect("somebody decides").player;
        let root = search.tree.add(player, &list, search.scale);
        let ranked = search.halve(position, root, Thought::Playouts(40), &Limits::default());
        let visits: Vec<f64> =
            ranked.iter().map(|&way| search.tree.branch(root, way).visits).collect();
        assert!(visits.len() > 3, "{visits:?}");
        assert!(visits.is_sorted_by(|a, b| a >= b), "{visits:?}");
        assert!(visits.iter().all(|&v| v >= 1.0), "{visits:?}");
        assert!(visits[0] > visits[visits.len() - 1], "{visits:?}");
        assert!(visits.iter().sum::<f64>() <= 40.0, "{visits:?}");
    }

    #[test]
    fn playouts_go_on_until_as_much_work_was_done_as_the_title_says() {
        let game = at_first_stock_round("18cz", 3, 3);
        let position = game.position();
        let player = position.decision().expect("somebody decides").player;
        let playouts = |thought| {
            let judge = crate::choose::judge(position, Level::Strong, None);
            let mut search = Search::new(&judge, position, 5);
            let list = listed(&search, position);
            let root = search.tree.add(player, &list[..4], search.scale);
            let ranked = search.halve(position, root, thought, &Limits::default());
            let visits = ranked.iter().map(|&way| search.tree.branch(root, way).visits);
            assert!(visits.clone().all(|visits| visits > 0.0));
            visits.sum::<f64>()
        };
        let work = |work| playouts(Thought::Work(work));
        assert_eq!(work(1), 6.0, "each of four once, then of two");
        let (some, more) = (work(20_000), work(40_000));
        assert!(some > 8.0 && more > 1.7 * some && more < 2.5 * some, "{some} {more}");
        assert_eq!(playouts(Thought::Playouts(12)), 12.0);
    }

    #[test]
    fn a_position_that_was_met_before_is_little_work_and_memory_changes_nothing() {
        let game = at_first_stock_round("1889", 3, 3);
        let position = game.position();
        let judge = crate::choose::judge(position, Level::Strong, None);
        let work = || {
            let mut search = Search::new(&judge, position, 5);
            let list = listed(&search, position);
            let player = position.decision().expect("a player").player;
            let root = search.tree.add(player, &list[..1], search.scale);
            [7, 7, 8].map(|luck| search.iterate(position, root, (0, 0), luck, &Limits::default()))
        };
        let [first, again, other] = work();
        assert!(again < first && again < other, "{first} {again} {other}");
        // What the thread remembers by now is found at once, and counts as it did.
        assert_eq!(work(), [first, again, other]);
        let chosen = || choose(position, Level::Strong, 1, Limits::default());
        assert_eq!(chosen(), chosen());
    }

    #[test]
    fn what_falls_in_a_round_depends_on_luck_and_round_alone() {
        let game = crate::trial::game("18lilliput", 1, 3);
        let judge = crate::choose::judge(game.position(), Level::Easy, None);
        let search = Search::new(&judge, game.position(), 5);
        let mut events = Vec::new();
        let mut at_next_round = |luck, disturbed| {
            let mut walk = Walk::from(game.position(), luck, 8);
            if disturbed {
                walk.position.reroll(99);
            }
            while walk.position.core().round.set < 2 {
                let list = search.weighed(&mut walk);
                assert!(list.iter().any(|w| walk.step(&w.mv, &mut events)));
            }
            walk.position.core().rng.clone()
        };
        assert_eq!(at_next_round(7, false), at_next_round(7, true));
        assert_ne!(at_next_round(7, false), at_next_round(8, false));
    }

    #[test]
    fn tiles_are_played_on_from_where_the_title_says_so() {
        let mut game = crate::trial::game("18lilliput", 1, 3);
        let mut events = Vec::new();
        while game.position().decision().map_or("", |d| d.step) != "track" {
            let limits = Limits::default();
            let decision = choose(game.position(), Level::Easy, 1, limits).expect("a move");
            game.play(&decision.mv, &mut events).expect("a legal move");
        }
        let own = Weights::of("18lilliput", "standard", Who::plain(1, Level::Standard)).unwrap();
        let looked = |level, searches_builds| {
            let weights = Box::leak(Box::new(Weights { searches_builds, ..own.clone() }));
            let before = crate::positions_judged();
            let limits = Limits { weights: Some(weights), ..Limits::default() };
            choose(game.position(), level, 1, limits).expect("a move");
            crate::positions_judged() - before
        };
        for level in [Level::Standard, Level::Strong] {
            assert!(looked(level, true) > 10 * looked(level, false), "{level}");
        }
    }

    #[test]
    fn a_second_playout_of_a_move_is_another_one_where_nothing_is_drawn() {
        let game = at_first_stock_round("18cz", 3, 3);
        let own = Weights::of("18cz", "standard", Who::plain(3, Level::Strong)).unwrap();
        let sums = |waver| {
            let weights: &'static Weights = Box::leak(Box::new(Weights { waver, ..own.clone() }));
            let position = game.position();
            let judge = crate::choose::judge(position, Level::Strong, Some(weights));
            let mut search = Search::new(&judge, position, 5);
            let list = listed(&search, position);
            let player = position.decision().expect("a player").player;
            let root = search.tree.add(player, &list[..1], search.scale);
            [7, 8].map(|luck| {
                search.iterate(position, root, (0, 0), luck, &Limits::default());
                search.tree.branch(root, (0, 0)).sum
            })
        };
        assert!(own.waver > 0.0);
        let [first, both] = sums(own.waver);
        assert_ne!(both, 2.0 * first);
        let [first, both] = sums(0.0);
        assert_eq!(both, 2.0 * first);
    }

    #[test]
    fn in_playouts_the_policy_is_asked_about_whose_moves_the_title_says() {
        let game = at_first_stock_round("1889", 3, 3);
        let own = Weights::of("1889", "standard", Who::plain(3, Level::Strong)).unwrap();
        let asked = |advised| {
            let weights: &'static Weights = Box::leak(Box::new(Weights { advised, ..own.clone() }));
            let judge = crate::choose::judge(game.position(), Level::Strong, Some(weights));
            let search = Search::new(&judge, game.position(), 5);
            let mut walk = Walk::from(game.position(), 7, 1);
            // Whoever thinks, and the next one.
            [0, 1].map(|_| {
                let worth = |list: Vec<Weighed>| {
                    let mut all: Vec<(Move, f64)> =
                        list.into_iter().map(|w| (w.mv, w.value)).collect();
                    all.sort_by_key(|(mv, _)| format!("{mv:?}"));
                    all
                };
                let list = search.on_the_way(&mut walk);
                let mv = list[0].mv.clone();
                let is_advised = worth(list) != worth(search.weighed(&mut walk));
                assert!(walk.step(&mv, &mut Vec::new()));
                is_advised
            })
        };
        assert_eq!(asked(Advised::Nobody), [false, false]);
        assert_eq!(asked(Advised::Own), [true, false]);
        assert_eq!(asked(Advised::All), [true, true]);
    }

    #[test]
    fn the_chance_to_win_counts_for_strong_alone() {
        let game = crate::trial::game("18lilliput", 2, 4);
        let position = game.position();
        let own = Weights::of("18lilliput", "standard", Who::plain(2, Level::Strong)).unwrap();
        let found = |chance| {
            let weights: &'static Weights = Box::leak(Box::new(Weights { chance, ..own.clone() }));
            let judge = crate::choose::judge(position, Level::Strong, Some(weights));
            let mut search = Search::new(&judge, position, 5);
            let list = listed(&search, position);
            let player = position.decision().expect("a player").player;
            let root = search.tree.add(player, &list[..1], search.scale);
            search.iterate(position, root, (0, 0), 7, &Limits::default());
            let standard = search.follow(position, &list[0].mv, (7, 1, false), &Limits::default());
            (search.tree.branch(root, (0, 0)).sum, standard.expect("a playout"))
        };
        let (without, with) = (found(0.0), found(1.0));
        assert_ne!(without.0, with.0);
        assert_eq!(without.1, with.1);
    }

    #[test]
    fn standard_plays_on_as_often_as_the_title_says() {
        let game = at_first_stock_round("1860", 2, 3);
        let position = game.position();
        let own = Weights::of("1860", "standard", Who::plain(2, Level::Standard)).unwrap();
        let values = |lucks: u32, waver| {
            let lucks = serde_json::from_value(serde_json::json!([lucks])).unwrap();
            let weights: &'static Weights =
                Box::leak(Box::new(Weights { lucks, waver, ..own.clone() }));
            let judge = crate::choose::judge(position, Level::Standard, Some(weights));
            let list = judge.weigh(position, &position.choices(), &effort(Level::Standard));
            let found = Search::new(&judge, position, 5).scan(position, list, &Limits::default());
            found.into_iter().map(|w| w.value.round()).collect::<Vec<f64>>()
        };
        // The first playout has no mistakes on the way.
        assert_eq!(values(1, 0.0), values(1, 0.5));
        assert_ne!(values(1, 0.5), values(3, 0.5));
    }

    #[test]
    fn without_rounds_of_running_a_walk_ends_with_its_round() {
        let mut game = crate::trial::game("18cz", 3, 3);
        let mut events = Vec::new();
        let (mut stock, mut running) = (0, 0);
        for _ in 0..160 {
            let position = game.position();
            let begun = position.core().round;
            let judge = crate::choose::judge(position, Level::Standard, None);
            let search = Search::new(&judge, position, 5);
            let mut walk = Walk::from(position, 7, 0);
            while !walk.is_leaf() {
                assert_eq!(walk.position.core().round, begun);
                let list = search.weighed(&mut walk);
                assert!(list.iter().any(|w| walk.step(&w.mv, &mut events)));
            }
            assert_ne!(walk.position.core().round, begun);
            stock += u32::from(begun.kind == RoundKind::Stock);
            running += u32::from(begun.kind == RoundKind::Operating);
            for _ in 0..8 {
                let limits = Limits::default();
                let decision = choose(game.position(), Level::Easy, 1, limits).expect("a move");
                events.clear();
                game.play(&decision.mv, &mut events).expect("a legal move");
            }
            if stock > 2 && running > 2 {
                return;
            }
        }
        panic!("{stock} {running}");
    }
}
