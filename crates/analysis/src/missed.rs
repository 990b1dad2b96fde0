//! What a company missed in its turn besides better routes: a tile, a station, a train, a subsidy.
//!
//! Only what could really be done is told: a move that was listed at that decision. It is held against the best run that the
//! company had in the same turn, on the same board: nobody is blamed for what came later. The rest of the turn stays as it
//! was, where it still could be.

use engine::{Company, Event, Move, Player, Position, Problem, RoundKind, RoundName, TrainFrom};
use routing::{Budget, Ground};

/// Steps of a company's turn; other decisions may come between them.
const STEPS: [&str; 5] = ["track", "station", "run", "dividend", "trains"];

/// What was missed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A tile.
    Tile,
    /// A station.
    Station,
    /// A train.
    Train,
    /// Routes with the same income and more subsidy.
    Subsidy,
}

/// A move that was not made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missed {
    /// Moves before the decision, counted from where looking began.
    pub at: usize,
    /// The company.
    pub company: Company,
    /// Who decided.
    pub player: Player,
    /// The round.
    pub round: RoundName,
    /// What it is.
    pub kind: Kind,
    /// The move.
    pub mv: Move,
    /// The most that the company could run for as it was; nothing above this was possible.
    pub had: i64,
    /// What it could have run for.
    pub could: i64,
    /// What the move costs at once.
    pub cost: i32,
    /// Both are proved; else it is at least so much more.
    pub proved: bool,
    /// It is about the next run, not that of this turn.
    pub next: bool,
}

impl Missed {
    /// How much more it is.
    pub const fn more(&self) -> i64 {
        self.could - self.had
    }
}

/// How long to look.
pub struct Patience<'a> {
    /// Most nodes of one search for routes.
    pub nodes: u64,
    /// No further turn is begun.
    pub late: &'a dyn Fn() -> bool,
    /// The turn is left as far as it was looked at.
    pub over: &'a dyn Fn() -> bool,
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Looked {
    /// In order; of each turn the one of a kind that brings most.
    pub missed: Vec<Missed>,
    /// Turns that were looked at.
    pub turns: usize,
    /// Turns that were not looked through.
    pub cut: usize,
    /// Moves that were looked at: all, or up to where a turn begins.
    pub done: usize,
}

/// Looks through the turns of a game from a position on.
pub fn look(begun: &dyn Position, moves: &[Move], patience: &Patience<'_>) -> Looked {
    let (mut position, mut events) = (begun.boxed(), Vec::new());
    let (mut looked, mut turn) = (Looked::default(), None::<Turn>);
    for (at, mv) in moves.iter().enumerate() {
        let whose = turn_of(position.as_ref());
        if let Some((company, round)) = whose
            && turn.as_ref().is_none_or(|t| (t.company, t.round) != (company, round))
        {
            looked.add(turn.take(), patience);
            looked.done = at;
            if looked.turns > 0 && (patience.late)() {
                return looked;
            }
            turn = Some(Turn { company, round, moments: Vec::new(), end: None });
        }
        let own = whose.is_some().then_some(turn.as_mut()).flatten();
        let before = own.as_ref().map(|_| position.boxed());
        events.clear();
        if position.play(mv, &mut events).is_err() {
            break;
        }
        if let (Some(turn), Some(before)) = (own, before) {
            turn.moments.push(Moment { at, position: before, played: mv.clone() });
            turn.end = Some(position.boxed());
        }
    }
    looked.add(turn, patience);
    looked.done = moves.len();
    looked
}

impl Looked {
    fn add(&mut self, turn: Option<Turn>, patience: &Patience<'_>) {
        if let Some(turn) = turn {
            let (found, whole) = turn.missed(patience);
            self.missed.extend(found);
            self.turns += 1;
            self.cut += usize::from(!whole);
        }
    }
}

// Whose turn it is, where a company decides a step of it.
fn turn_of(position: &dyn Position) -> Option<(Company, RoundName)> {
    let (decision, round) = (position.decision()?, position.core().round);
    let own = round.kind == RoundKind::Operating && STEPS.contains(&decision.step);
    own.then_some((decision.company?, round))
}

// A decision of a turn.
struct Moment {
    at: usize,
    position: Box<dyn Position>,
    played: Move,
}

struct Turn {
    company: Company,
    round: RoundName,
    moments: Vec<Moment>,
    /// After its last move.
    end: Option<Box<dyn Position>>,
}

// The most that a company can run for: found, and not above.
#[derive(Clone, Copy)]
struct Worth {
    found: i64,
    bound: i64,
}

fn worth(problem: &Problem, nodes: u64) -> Worth {
    let best = problem.best(Budget { nodes: Some(nodes), cancel: None });
    Worth { found: best.totals.primary, bound: best.bound }
}

// What no routes can exceed, without a search.
fn at_most(problem: &Problem) -> i64 {
    let ground = Ground::new(problem.network.clone(), problem.rules);
    problem.trains.iter().map(|train| ground.at_most(train)).sum()
}

// The board of one position with the trains and the phase of another.
fn with_trains(board: &dyn Position, trains: &dyn Position) -> Box<dyn Position> {
    let mut core = board.core().clone();
    core.trains = trains.core().trains.clone();
    core.phase = trains.core().phase;
    board.on_table(core)
}

fn has_trains(position: &dyn Position, company: Company) -> bool {
    position.core().trains.of(company).next().is_some()
}

// The most missed of each kind.
struct Best<'a> {
    turn: &'a Turn,
    had: Worth,
    next: bool,
    found: Vec<Missed>,
}

impl Best<'_> {
    // What a move must exceed to be told.
    fn bar(&self, kind: Kind) -> i64 {
        self.found.iter().find(|m| m.kind == kind).map_or(self.had.bound, |m| m.could)
    }

    fn offer(
        &mut self,
        moment: &Moment,
        kind: Kind,
        (mv, cost): (&Move, i32),
        problem: &Problem,
        nodes: u64,
    ) {
        let bar = self.bar(kind);
        if at_most(problem) <= bar {
            return;
        }
        let could = worth(problem, nodes);
        let Some(decision) = moment.position.decision().filter(|_| could.found > bar) else {
            return;
        };
        self.found.retain(|m| m.kind != kind);
        self.found.push(Missed {
            at: moment.at,
            company: self.turn.company,
            player: decision.player,
            round: self.turn.round,
            kind,
            mv: mv.clone(),
            had: self.had.bound,
            could: could.found,
            cost,
            proved: self.had.found == self.had.bound && could.found == could.bound,
            next: self.next,
        });
    }
}

impl Turn {
    fn missed(&self, patience: &Patience<'_>) -> (Vec<Missed>, bool) {
        let run = self.moments.iter().position(|m| matches!(m.played, Move::Run { .. }));
        let (mut found, mut whole) = (Vec::new(), true);
        let (more, all) = self.building(run, patience);
        found.extend(more);
        whole &= all;
        if let Some(run) = run {
            found.extend(self.subsidy(&self.moments[run], patience.nodes));
        }
        let (more, all) = self.trains(patience);
        found.extend(more);
        whole &= all;
        found.sort_by_key(|m| m.at);
        (found, whole)
    }

    // Tiles and stations, held against the run of this turn; without a train, against the next.
    fn building(&self, run: Option<usize>, patience: &Patience<'_>) -> (Vec<Missed>, bool) {
        let (Some(last), Some(end)) = (self.moments.last(), &self.end) else {
            return (Vec::new(), true);
        };
        let board = run.map_or(last, |run| &self.moments[run]).position.as_ref();
        let next = run.is_none() && !has_trains(self.moments[0].position.as_ref(), self.company);
        let seen = |position: &dyn Position| match next {
            true => with_trains(position, end.as_ref()).problem(self.company),
            false => position.problem(self.company),
        };
        let Some(had) = seen(board).filter(|p| !p.trains.is_empty()) else {
            return (Vec::new(), true);
        };
        let had = worth(&had, patience.nodes);
        let mut best = Best { turn: self, had, next, found: Vec::new() };
        for (i, moment) in self.moments[..run.unwrap_or(self.moments.len())].iter().enumerate() {
            for choice in moment.position.choices() {
                let kind = match &choice.mv {
                    Move::LayTile { company, .. } if *company == self.company => Kind::Tile,
                    Move::PlaceStation { company, .. } if *company == self.company => Kind::Station,
                    _ => continue,
                };
                if choice.mv == moment.played {
                    continue;
                }
                if (patience.over)() {
                    return (best.found, false);
                }
                if let Some(after) = self.instead(i, &choice.mv)
                    && let Some(problem) = seen(after.as_ref())
                {
                    let what = (&choice.mv, choice.cost);
                    best.offer(moment, kind, what, &problem, patience.nodes);
                }
            }
        }
        (best.found, true)
    }

    // The position after another move, with what else was built in the turn, where it still can be.
    fn instead(&self, at: usize, mv: &Move) -> Option<Box<dyn Position>> {
        let mut position = self.moments[at].position.boxed();
        let mut events = Vec::new();
        position.foresee(mv, &mut events).ok()?;
        let builds =
            |m: &&Moment| matches!(m.played, Move::LayTile { .. } | Move::PlaceStation { .. });
        for later in self.moments[at + 1..].iter().filter(builds) {
            follow(&mut position, &later.played, &mut events);
        }
        Some(position)
    }

    // Trains of the bank that were left there, on the board of that moment.
    fn trains(&self, patience: &Patience<'_>) -> (Vec<Missed>, bool) {
        let Some(end) = &self.end else {
            return (Vec::new(), true);
        };
        let mut found: Vec<Missed> = Vec::new();
        for moment in &self.moments {
            let position = moment.position.as_ref();
            let mut had = None;
            for choice in position.choices() {
                let cost = match &choice.mv {
                    Move::BuyTrain {
                        company,
                        amount,
                        from: TrainFrom::Deck | TrainFrom::Pool,
                        ..
                    }
                    | Move::TradeTrain { company, amount, .. }
                        if *company == self.company =>
                    {
                        *amount
                    }
                    _ => continue,
                };
                if choice.mv == moment.played {
                    continue;
                }
                if (patience.over)() {
                    return (found, false);
                }
                let mut after = position.boxed();
                if after.foresee(&choice.mv, &mut Vec::new()).is_err()
                    || self.too_many(after.as_ref())
                {
                    continue;
                }
                let known = *had.get_or_insert_with(|| {
                    let problem = with_trains(position, end.as_ref()).problem(self.company);
                    problem.map_or(Worth { found: 0, bound: 0 }, |p| worth(&p, patience.nodes))
                });
                let Some(problem) = with_trains(position, after.as_ref()).problem(self.company)
                else {
                    continue;
                };
                let mut best =
                    Best { turn: self, had: known, next: true, found: std::mem::take(&mut found) };
                best.offer(moment, Kind::Train, (&choice.mv, cost), &problem, patience.nodes);
                found = best.found;
            }
        }
        (found, true)
    }

    // A train for which another would have to go is no train more.
    fn too_many(&self, position: &dyn Position) -> bool {
        let counts = |card: &engine::Card| position.core().trains.get(*card).marks == 0;
        let owned = position.core().trains.of(self.company).filter(counts).count();
        owned > usize::from(position.train_limit(self.company))
    }

    // Other routes with no less income and more subsidy.
    fn subsidy(&self, run: &Moment, nodes: u64) -> Option<Missed> {
        let position = run.position.as_ref();
        let mut events = Vec::new();
        position.boxed().foresee(&run.played, &mut events).ok()?;
        let (revenue, subsidy) = Event::paid(&events, self.company)?;
        let problem = position.problem(self.company)?;
        let budget = Budget { nodes: Some(nodes), cancel: None };
        let (routes, _) = problem.most_subsidy(budget)?;
        let mv = Move::Run { company: self.company, routes, recorded: None };
        events.clear();
        position.boxed().foresee(&mv, &mut events).ok()?;
        let (other, more) = Event::paid(&events, self.company)?;
        let decision = position.decision()?;
        (other >= revenue && more > subsidy).then(|| Missed {
            at: run.at,
            company: self.company,
            player: decision.player,
            round: self.round,
            kind: Kind::Subsidy,
            mv,
            had: subsidy.into(),
            could: more.into(),
            cost: 0,
            proved: false,
            next: false,
        })
    }
}

// Makes a move, after nothing more in the step before it if it must be; not at all where it can no longer be.
fn follow(position: &mut Box<dyn Position>, mv: &Move, events: &mut Vec<Event>) {
    if position.foresee(mv, events).is_ok() {
        return;
    }
    let mut passed = position.boxed();
    if passed.foresee(&Move::Pass, events).is_ok() && passed.foresee(mv, events).is_ok() {
        *position = passed;
    }
}
