//! Which tile and which station: income after it, and what the track promises.

use crate::income::own_face;
use crate::kept::{Table, kept};
use crate::seats::Judge;
use crate::weigh::Effort;
use crate::weights::Horizon;
use board::{Cell, Kind, Mark};
use engine::{Choice, Company, Move, Position, Range};
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// What each further open end is worth, measured by the one before.
const FURTHER_END: f64 = 0.6;
/// Tiles from an open end to the farthest place that counts.
const FARTHEST: u8 = 4;

/// A lay or station with its worth in income per round.
#[derive(Clone, Debug)]
pub struct Build {
    /// Place among the lays and stations of the list of choices.
    pub choice: usize,
    /// The move.
    pub mv: Move,
    /// Gain, in income of a round.
    pub gain: f64,
    /// Income after it.
    pub income: i32,
    /// Cost.
    pub cost: i32,
}

/// What the track of a company is worth in income: trains of today, the next ones, places not yet reached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// Income with the present trains, or with the first one it will have.
    pub now: i32,
    /// Income with longer trains.
    pub next: i32,
    /// Places reached and within reach.
    pub promise: f64,
}

// A build by its place in the list of choices: what the track is worth without it and with it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Prospect {
    choice: usize,
    before: Worth,
    after: Worth,
}

thread_local! {
    static KNOWN: Table<Rc<[Prospect]>> = Table::default();
}

/// Most lists kept.
const KEPT: usize = 20_000;

impl Judge {
    /// The next train that a company could buy, and a longer one.
    pub fn ranges(
        &self,
        position: &dyn Position,
        company: Company,
    ) -> (Option<Range>, Option<Range>) {
        let (sheet, core) = (position.sheet(), position.core());
        let top = core.trains.top().map_or(0, |c| core.trains.get(c).kind);
        let range_at = |kind: usize| {
            let kind = kind.min(sheet.trains.len() - 1) as u8;
            own_face(sheet, company, kind).map(|f| sheet.face(kind, f).range)
        };
        let first = (usize::from(top)..sheet.trains.len()).find_map(range_at);
        let later = range_at(usize::from(top) + 2).or(first);
        (first, later)
    }

    /// Worth of the track of a company.
    pub fn track(&self, position: &dyn Position, company: Company) -> Worth {
        let promise = self.promise(position, company);
        self.with_routes(position, company, promise)
    }

    // The same where the promise is known.
    fn with_routes(&self, position: &dyn Position, company: Company, promise: f64) -> Worth {
        let (first, later) = self.ranges(position, company);
        let mut now = self.care.incomes.now(position, company);
        if let (0, Some(first)) = (now, first) {
            now = self.care.incomes.with(position, company, first) * 3 / 4;
        }
        let next = later.map_or(now, |later| self.care.incomes.with(position, company, later));
        Worth { now, next, promise }
    }

    /// Places reached, and places that a few tiles would reach.
    fn promise(&self, position: &dyn Position, company: Company) -> f64 {
        let (sheet, core) = (position.sheet(), position.core());
        let (map, tiles, board) = (&sheet.map, &sheet.tiles, core.board());
        let reach = core.reach(sheet, company);
        let column = sheet.phases[core.phase as usize].column;
        let value = |cell: Cell, stop: u8| {
            board.at(cell).map_or(0.0, |l| {
                let def = &tiles.get(l.tile).stops[stop as usize];
                let plain = f64::from(def.paid.in_column(column));
                match def.kind {
                    Kind::City | Kind::Red => plain.max(20.0),
                    Kind::Town => plain.max(10.0),
                    Kind::Halt => 5.0,
                }
            })
        };
        let mut sum: f64 = reach.stops().iter().map(|s| value(s.cell, s.stop)).sum::<f64>() * 0.5;
        if map.is_unbounded() {
            // Open ends can go on.
            let n = map.shape().edges();
            let mut ends: Vec<f64> = board
                .cells()
                .iter()
                .flat_map(|(c, laid)| (0..n).map(move |e| (*c, laid.tile, e)))
                .filter(|&(c, _, e)| {
                    reach.leads_out(board, c, e)
                        && map.neighbour(c, e).is_some_and(|n| board.dense(n).is_none())
                })
                .map(|(_, tile, _)| {
                    // Places and plain track take turns: behind a place one tile more is missing.
                    let far = !tiles.get(tile).stops.is_empty();
                    self.weights.promise_decay.powi(i32::from(far))
                })
                .collect();
            ends.sort_by(|a, b| b.total_cmp(a));
            let shares = std::iter::successors(Some(1.0), |x| Some(x * FURTHER_END));
            let open: f64 = ends.iter().zip(shares).map(|(end, share)| end * share).sum();
            return sum + open * self.weights.open_end;
        }
        // From every open end outwards, one tile after the other.
        let n = map.shape().edges();
        let mut distance = vec![u8::MAX; board.len()];
        let mut found: Vec<Cell> = Vec::with_capacity(board.len());
        for cell in map.all() {
            let arrivals = reach.arrivals(map, board, cell);
            if arrivals != 0
                && arrivals & !board.exits(tiles, cell) != 0
                && map.def(cell).reserved_for.is_none()
            {
                distance[cell.0 as usize] = 1;
                found.push(cell);
            }
        }
        let mut at = 0;
        while let Some(&cell) = found.get(at) {
            at += 1;
            let d = distance[cell.0 as usize];
            if d == FARTHEST {
                break;
            }
            let closed = map.def(cell).closed;
            for e in 0..n {
                if closed & (1 << e) != 0 {
                    continue;
                }
                let Some(to) = map.neighbour(cell, e) else {
                    continue;
                };
                if distance[to.0 as usize] != u8::MAX
                    || map.def(to).closed & (1 << map.shape().opposite(e)) != 0
                {
                    continue;
                }
                // Track that lies there already is free to run on.
                distance[to.0 as usize] = d + 1;
                found.push(to);
            }
        }
        let decay: [f64; 1 + FARTHEST as usize] =
            std::array::from_fn(|d| self.weights.promise_decay.powi(d as i32));
        for cell in map.all() {
            let d = distance[cell.0 as usize];
            if d == u8::MAX {
                continue;
            }
            let Some(laid) = board.at(cell) else { continue };
            for stop in 0..tiles.get(laid.tile).stops.len() as u8 {
                let spot = board::Spot { cell, stop };
                if !reach.has(board, spot) {
                    sum += value(cell, stop) * 0.5 * decay[usize::from(d)];
                }
            }
        }
        sum
    }

    /// Income of a round that a track is worth when so many rounds are left: in the last one only what is earned in it.
    pub fn track_value(&self, worth: &Worth, before: &Worth, left: f64) -> f64 {
        let w = self.weights;
        let later = match w.horizon {
            Horizon::Process { .. } => ((left - 1.0) / 2.0).clamp(0.0, 1.0),
            // Nobody knows which round is the last.
            Horizon::Bank { .. } => 1.0,
        };
        let now = f64::from(worth.now - before.now);
        let next = f64::from(worth.next - before.next);
        (now + w.next_train * later * next) / (1.0 + w.next_train * later)
            + w.promise * later * (worth.promise - before.promise)
    }

    /// All lays and stations among the choices, best first; the first ones, as many as a level looks at, with routes.
    pub fn builds(
        &self,
        position: &dyn Position,
        choices: &[Choice],
        effort: &Effort,
        left: f64,
    ) -> Vec<Build> {
        let choices: Vec<&Choice> = choices.iter().filter(|c| builder(&c.mv).is_some()).collect();
        if choices.is_empty() {
            return Vec::new();
        }
        let mark = self.track_mark(position, &choices, effort);
        let found = kept(&KNOWN, KEPT, mark, || self.prospects(position, &choices, effort));
        let mut builds: Vec<Build> = found
            .iter()
            .map(|p| Build {
                choice: p.choice,
                mv: choices[p.choice].mv.clone(),
                gain: self.track_value(&p.after, &p.before, left),
                income: p.after.now,
                cost: choices[p.choice].cost,
            })
            .collect();
        builds.sort_by(|a, b| b.gain.total_cmp(&a.gain).then(a.choice.cmp(&b.choice)));
        builds
    }

    // A hash of all that prospects depend on: board, trains and phase, not money or shares.
    fn track_mark(&self, position: &dyn Position, choices: &[&Choice], effort: &Effort) -> u64 {
        let mut h = Mark::default();
        let core = position.core();
        h.write_u64(core.board().mark());
        h.write_u8(core.phase);
        h.write_u8(core.trains.top().map_or(u8::MAX, |c| core.trains.get(c).kind));
        h.write_usize(std::ptr::from_ref(self.weights) as usize);
        h.write_u64(self.care.incomes.game);
        h.write_u64(self.care.incomes.nodes);
        h.write_usize(effort.tried);
        h.write_usize(effort.lays);
        let mut last = None;
        for choice in choices {
            choice.mv.hash(&mut h);
            let company = builder(&choice.mv);
            if let (Some(company), true) = (company, company != last) {
                for card in core.trains.of(company) {
                    core.trains.get(card).hash(&mut h);
                }
            }
            last = company;
        }
        h.finish()
    }

    // What the track is worth behind every lay and station.
    fn prospects(
        &self,
        position: &dyn Position,
        choices: &[&Choice],
        effort: &Effort,
    ) -> Rc<[Prospect]> {
        let is_lay = |mv: &Move| matches!(mv, Move::LayTile { .. });
        let lays = choices.iter().filter(|c| is_lay(&c.mv)).count();
        let every = lays.div_ceil(effort.tried).max(1);
        let mut laid = 0;
        let mut tried: Vec<(usize, Company, f64, Box<dyn Position>)> = Vec::new();
        let mut before: Vec<(Company, Worth)> = Vec::new();
        let mut events = Vec::new();
        for (i, choice) in choices.iter().enumerate() {
            let Some(company) = builder(&choice.mv) else { continue };
            if is_lay(&choice.mv) {
                laid += 1;
                if laid % every != 0 {
                    continue;
                }
            }
            if !before.iter().any(|(c, _)| *c == company) {
                before.push((company, self.track(position, company)));
            }
            let mut after = position.boxed();
            events.clear();
            if after.sketch(&choice.mv, &mut events).is_ok() {
                let promise = self.promise(after.as_ref(), company);
                tried.push((i, company, promise, after));
            }
        }
        tried.sort_by(|a, b| b.2.total_cmp(&a.2).then(a.0.cmp(&b.0)));
        // A station shows its use only with routes: all of them are looked at.
        let mut lays = 0;
        tried.retain(|&(i, ..)| {
            lays += usize::from(is_lay(&choices[i].mv));
            !is_lay(&choices[i].mv) || lays <= effort.lays
        });
        let prospect = |(choice, company, promise, after): (_, _, _, Box<dyn Position>)| {
            let after = self.with_routes(after.as_ref(), company, promise);
            let before = before.iter().find(|(c, _)| *c == company).map_or(after, |x| x.1);
            Prospect { choice, before, after }
        };
        tried.into_iter().map(prospect).collect()
    }
}

// Who lays a tile or puts a station.
fn builder(mv: &Move) -> Option<Company> {
    match *mv {
        Move::LayTile { company, .. } | Move::PlaceStation { company, .. } => Some(company),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Level, Limits, choose};
    use std::collections::HashMap;

    // What was found first, by its mark and the position; how often it was found again, and how often behind other moves.
    #[derive(Default)]
    struct Found {
        first: HashMap<u64, (u64, Rc<[Prospect]>)>,
        again: u32,
        elsewhere: u32,
    }

    impl Found {
        fn look(&mut self, position: &dyn Position, about: &str) {
            let judge = crate::choose::judge(position, Level::Easy, None);
            let effort = crate::choose::effort(Level::Easy);
            let choices = position.choices();
            let builds: Vec<&Choice> =
                choices.iter().filter(|c| builder(&c.mv).is_some()).collect();
            if builds.is_empty() {
                return;
            }
            let mark = judge.track_mark(position, &builds, &effort);
            let (open, found) = (position.open_mark(), judge.prospects(position, &builds, &effort));
            let (other, first) = self.first.entry(mark).or_insert_with(|| (open, found.clone()));
            self.again += 1;
            self.elsewhere += u32::from(*other != open);
            assert_eq!(*first, found, "{about}");
        }
    }

    #[test]
    fn what_was_found_on_the_same_track_is_found_again_whatever_else_has_changed() {
        for (title, variant, players) in [
            ("18cz", "standard", 3),
            ("18cz", "bohemia", 2),
            ("1860", "standard", 2),
            ("18lilliput", "standard", 2),
            ("1889", "standard", 3),
        ] {
            let mut found = Found::default();
            let mut game = crate::trial::game_of(title, variant, players, 5);
            let mut events = Vec::new();
            let easy = |p: &dyn Position| choose(p, Level::Easy, 1, Limits::default());
            for step in 0.. {
                // Other moves, and what follows them until track is built.
                if step % 8 == 0 {
                    for choice in game.position().choices().iter().take(5) {
                        let mut other = game.position().boxed();
                        let _ = other.play(&other.routed(choice.mv.clone()), &mut events);
                        for _ in 0..6 {
                            found.look(other.as_ref(), title);
                            let Some(decision) = easy(other.as_ref()) else { break };
                            other.play(&decision.mv, &mut events).expect("a legal move");
                        }
                    }
                }
                let Some(decision) = easy(game.position()).filter(|_| step < 240) else { break };
                events.clear();
                game.play(&decision.mv, &mut events).expect("a legal move");
            }
            let Found { again, elsewhere, .. } = found;
            assert!(elsewhere > 10, "{title} {variant}: {again} {elsewhere}");
        }
    }
}
