//! What a company's trains earn on the board as it lies, worked out once for each board.

use crate::kept::{Table, kept};
use board::{Cell, Mark};
use engine::{Company, Flag, Position, Range, Sheet};
use routing::{Budget, Constraints, Ground, Network, Reach, Train};
use std::cell::{OnceCell, RefCell};
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// Most stops that a train makes on a grown network, however far it may go.
const MOST_STOPS: u8 = 10;

/// Stops a face counts, and how often each pays.
pub fn stops_of(range: Range) -> (f64, f64) {
    match range {
        Range::Plain(n) | Range::Express(n) => (f64::from(n.min(MOST_STOPS)), 1.0),
        // Towns pay less than cities: half of the places beyond the cities count.
        Range::Plus { cities, total } => (f64::from(cities) + f64::from(total - cities) * 0.4, 1.0),
        Range::Stations { large, small } => {
            (f64::from(large) + f64::from(small.unwrap_or(4)) * 0.5, 1.0)
        }
        Range::Cities { count, times } => (f64::from(count), f64::from(times)),
    }
}

// A number for each range, for keys.
fn code_of(range: Range) -> u32 {
    let (kind, first, second) = match range {
        Range::Plain(n) => (1, n, 0),
        Range::Express(n) => (2, n, 0),
        Range::Plus { cities, total } => (3, cities, total),
        Range::Stations { large, small } => (4, large, small.unwrap_or(u8::MAX)),
        Range::Cities { count, times } => (5, count, times),
    };
    u32::from_be_bytes([kind, 0, first, second])
}

fn train_of(range: Range) -> Train {
    match range {
        Range::Plain(n) => Train::plain(n),
        Range::Express(n) => Train::express(n),
        Range::Plus { cities, total } => Train::new(Reach::Plus { major: cities, total }),
        Range::Stations { large, small } => Train::new(Reach::Mixed { large, small }),
        Range::Cities { count, times } => Train { multiplier: times, ..Train::plain(count) },
    }
}

thread_local! {
    static KNOWN: Table<i32> = Table::default();
    // The same by the track alone: much that is built on a company's ground does not concern its trains.
    static FOUND: Table<i32> = Table::default();
    // What was asked about last is mostly asked about again: with the trains that are there, and with those to come.
    static LAST: RefCell<Option<(u64, Rc<Land>)>> = const { RefCell::new(None) };
}

// The track as a company's trains see it. Its graph is made when it is needed.
struct Land {
    mark: u64,
    network: Network,
    rules: Constraints,
    ground: OnceCell<Ground>,
}

impl Land {
    fn new(network: Network, rules: Constraints) -> Land {
        let mut h = Mark::default();
        (&network, &rules).hash(&mut h);
        Land { mark: h.finish(), network, rules, ground: OnceCell::new() }
    }

    fn ground(&self) -> &Ground {
        self.ground.get_or_init(|| Ground::new(self.network.clone(), self.rules))
    }

    // What trains would bring, worked out once for each track.
    fn kept(&self, trains: impl Hash, find: impl FnOnce(&Ground) -> i64) -> i32 {
        let mut h = Mark::default();
        h.write_u64(self.mark);
        trains.hash(&mut h);
        kept(&FOUND, KEPT, h.finish(), || find(self.ground()) as i32)
    }
}

/// Most results kept.
const KEPT: usize = 400_000;

/// Finds incomes within a number of nodes for each search.
#[derive(Clone, Copy, Debug)]
pub struct Incomes {
    /// Nodes of one search.
    pub nodes: u64,
    /// The game they belong to: what was found on another sheet, or under other options, is of no use.
    pub game: u64,
}

/// A hash of what stays the same in a game and matters to incomes and forecasts.
pub fn game_mark(position: &dyn Position) -> u64 {
    let (sheet, core) = (position.sheet(), position.core());
    let mut h = Mark::default();
    sheet.title.hash(&mut h);
    sheet.variant.hash(&mut h);
    h.write_usize(sheet.tiles.tiles.len());
    for cell in &sheet.market.cells {
        cell.price.hash(&mut h);
    }
    for face in sheet.trains.iter().flat_map(|k| &k.faces) {
        face.name.hash(&mut h);
        face.price.hash(&mut h);
    }
    let mut rules = None;
    for company in sheet.company_ids() {
        h.write_u8(u8::from(core.is(company, Flag::Bankrupt)));
        if rules.is_none() && core.is(company, Flag::Floated) {
            rules = position.problem(company).map(|p| p.rules);
        }
    }
    if let Some(rules) = rules {
        rules.hash(&mut h);
    }
    h.finish()
}

impl Incomes {
    /// A key for what is known of a company on the track as it lies.
    pub fn key(&self, position: &dyn Position, company: Company) -> Mark {
        let (sheet, core) = (position.sheet(), position.core());
        let mut h = Mark::default();
        h.write_u64(self.game);
        h.write_u64(core.reach(sheet, company).mark());
        h.write_u64(self.nodes);
        h.write_u32(u32::from(company.0) << 8 | u32::from(core.phase));
        h
    }

    /// Income with the trains the company has.
    pub fn now(&self, position: &dyn Position, company: Company) -> i32 {
        let core = position.core();
        let mut h = self.key(position, company);
        let mut any = false;
        for card in core.trains.of(company) {
            core.trains.get(card).hash(&mut h);
            any = true;
        }
        if !any {
            return 0;
        }
        kept(&KNOWN, KEPT, h.finish(), || self.solve(position, company))
    }

    /// At most what one train of a range alone would bring. Such trains are still to come, and the track will grow: a
    /// bound that is found without walking the lines tells as much about them.
    pub fn with(&self, position: &dyn Position, company: Company, range: Range) -> i32 {
        let mut h = Incomes { nodes: u64::MAX, ..*self }.key(position, company);
        h.write_u8(u8::MAX);
        h.write_u32(code_of(range));
        kept(&KNOWN, KEPT, h.finish(), || {
            let train = train_of(range);
            let found = self.land(position, company, false);
            found.map_or(0, |(land, _)| land.kept(train, |ground| ground.at_most(&train)))
        })
    }

    // The track as the company's trains see it; with `trains` those of the company too.
    fn land(
        &self,
        position: &dyn Position,
        company: Company,
        trains: bool,
    ) -> Option<(Rc<Land>, Vec<Train>)> {
        let core = position.core();
        let reach = core.reach(position.sheet(), company);
        if !reach.is_linked() {
            return None;
        }
        let key = Incomes { nodes: u64::MAX, ..*self }.key(position, company).finish();
        let last =
            LAST.with_borrow(|last| last.as_ref().filter(|l| l.0 == key).map(|l| l.1.clone()));
        if let (Some(land), false) = (&last, trains) {
            return Some((land.clone(), Vec::new()));
        }
        let mut problem = position.problem(company)?;
        if let Some(land) = last {
            return Some((land, problem.trains));
        }
        if !problem.rules.one_bypass {
            // Track behind full cities is out of reach.
            let reached = |cell| reach.touches(core.board(), Cell(cell));
            problem.network.pieces.retain(|p| reached(p.cell));
        }
        let land = Rc::new(Land::new(problem.network, problem.rules));
        LAST.set(Some((key, land.clone())));
        Some((land, problem.trains))
    }

    fn solve(&self, position: &dyn Position, company: Company) -> i32 {
        let Some((land, trains)) = self.land(position, company, true) else {
            return 0;
        };
        if trains.is_empty() {
            return 0;
        }
        land.kept((&trains, self.nodes), |ground| {
            let best = ground.solve(&trains, Budget::nodes(self.nodes));
            best.totals.revenue + best.totals.subsidy + best.totals.mines
        })
    }
}

/// The face of a kind that a company runs, if it runs any.
pub fn own_face(sheet: &Sheet, company: Company, kind: u8) -> Option<u8> {
    let faces = &sheet.trains[kind as usize].faces;
    let sized = sheet.trains.iter().any(|k| k.faces.iter().any(|f| f.size != 0));
    if !sized {
        return (!faces.is_empty()).then_some(0);
    }
    let size = sheet.company(company).size;
    faces.iter().position(|f| f.size == size).map(|f| f as u8)
}

/// Whether a face counts for a company.
pub fn runs(sheet: &Sheet, company: Company, kind: u8, face: u8) -> bool {
    let sized = sheet.trains.iter().any(|k| k.faces.iter().any(|f| f.size != 0));
    !sized || sheet.face(kind, face).size == sheet.company(company).size
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_train_without_a_limit_makes_as_many_stops_as_a_network_has() {
        let game = crate::trial::game("1889", 2, 1);
        let sheet = game.position().sheet();
        let stops = |name: &str| {
            let kinds = sheet.trains.iter().map(|k| &k.faces[0]);
            stops_of(kinds.into_iter().find(|f| f.name == name).expect("a train").range).0
        };
        assert_eq!((stops("6"), stops("D")), (6.0, f64::from(MOST_STOPS)));
    }
}
