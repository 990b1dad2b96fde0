//! What becomes of a company in the rounds that are left: income, trains, price.

use crate::income::{Incomes, own_face, runs, stops_of};
use crate::kept::{Table, kept};
use crate::weights::{Horizon, Weights};
use board::Mark;
use engine::{
    Company, Decision, Flag, MAX_COMPANIES, MarketMove, Place, Position, RoundKind, Sheet,
    Whereabouts,
};
use std::hash::{Hash, Hasher};

/// How far and how carefully a level looks.
#[derive(Clone, Copy, Debug)]
pub struct Care {
    /// Most rounds looked ahead.
    pub rounds: f64,
    /// Trains to come are seen.
    pub sees_trains: bool,
    /// Search for routes.
    pub incomes: Incomes,
    /// Weight of rivals, times that of the title.
    pub rivals: f64,
}

/// What a company brings its owners.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outlook {
    /// Dividends of one share to the end, money today worth more than later.
    pub dividends: f64,
    /// Price of a share at the end.
    pub price: f64,
    /// What the director has to add for trains.
    pub help: f64,
    /// Money of the company at the end.
    pub treasury: f64,
    /// Income now.
    pub income: f64,
}

impl Outlook {
    /// What one share brings.
    pub fn share(&self) -> f64 {
        self.dividends + self.price
    }
}

#[derive(Clone, Copy)]
struct Running {
    // Cards sold from now until it is scrapped.
    dies: f64,
    earns: f64,
    stops: f64,
    times: f64,
}

// Rounds of running that are left, with and without the present one.
fn rounds_left(position: &dyn Position, weights: &Weights, values: Option<&[i32]>) -> (f64, f64) {
    let (sheet, core) = (position.sheet(), position.core());
    match &weights.horizon {
        Horizon::Process { label } => {
            let is_run = |b: &engine::ProcessBox| b.label.starts_with(label);
            let at = position.process();
            let later = sheet.process.iter().skip(at + 1).filter(|b| is_run(b));
            let later = later.count() as f64;
            let now =
                sheet.process.get(at).is_some_and(is_run) && core.round.kind != RoundKind::Over;
            let now = later + f64::from(u8::from(now));
            // A round that is both for actions and for running has begun but not run.
            let done = if core.round.kind == RoundKind::Operating { later } else { now };
            (now, done)
        }
        Horizon::Bank { money, wealth, growth, most } => {
            let players: i32 = core.players().map(|p| core.money.player(p)).sum();
            let paid: i32 = sheet
                .company_ids()
                .filter(|&c| core.is(c, Flag::Floated) && !core.is(c, Flag::Closed))
                .map(|c| core.company(c).last_revenue)
                .sum();
            let left = (money - f64::from(players)).max(0.0);
            let by_money = 1.0 + left / (f64::from(paid) * 1.2 + 20.0 * f64::from(core.seats));
            // Wealth grows like interest: early on money in hand says little about the end.
            let now: i32 = match values {
                Some(values) => values.iter().sum(),
                None => position.values().iter().sum(),
            };
            let by_wealth = (wealth / f64::from(now.max(1))).ln() / growth.ln_1p();
            let left = by_money.min(by_wealth).clamp(1.0, *most);
            (left, left)
        }
    }
}

/// Whether a company has run in the present round: by the order that was fixed for it, or else by the order of prices.
fn has_run(position: &dyn Position, clock: &Clock, company: Company) -> bool {
    let Some(decision) = &clock.decision else {
        return true;
    };
    let Some(acting) = decision.company else {
        return false;
    };
    if acting == company {
        return !matches!(
            decision.step,
            "home" | "track" | "station" | "run" | "city" | "base" | "halt" | "westbahn"
        );
    }
    let place = |c: Company| clock.lineup.iter().position(|&x| x == c);
    if let (Some(own), Some(other)) = (place(company), place(acting)) {
        return own < other;
    }
    let (sheet, core) = (position.sheet(), position.core());
    let (own, other) = (core.price(sheet, company), core.price(sheet, acting));
    match (own, other) {
        (Some(a), Some(b)) => {
            a > b || a == b && core.market.depth(company) < core.market.depth(acting)
        }
        _ => false,
    }
}

/// Growth of money until the end, seen from `rounds` before it.
pub fn cash_worth(weights: &Weights, rounds: f64) -> f64 {
    1.0 + (weights.cash_growth * rounds).min(weights.cash_growth_most)
}

fn dies(sheet: &Sheet, kind: u8, face: u8) -> f64 {
    let own = sheet.face(kind, face);
    sheet
        .trains
        .iter()
        .filter(|k| k.faces.iter().any(|f| f.scraps.contains(&own.name)))
        .map(|k| f64::from(k.phase))
        .fold(f64::INFINITY, f64::min)
}

/// The stack of trains as a clock: phases come with the cards that are sold.
pub struct Clock {
    kinds: Vec<u8>,
    // Cards to sell until a phase begins; of phases that have begun, none.
    due: Vec<f64>,
    // Cards expected to be sold in a round.
    rate: f64,
    // Rounds of running that are left, with and without the present one.
    left: (f64, f64),
    decision: Option<Decision>,
    // Companies in the order of the present round, where it matters who has run in it.
    lineup: Vec<Company>,
    // A hash of the stack, the phase and the round.
    mark: u64,
    // A hash of the trains and papers of each company.
    owned: [u64; MAX_COMPANIES],
}

impl Clock {
    /// The clock of a position.
    pub fn of(position: &dyn Position, weights: &Weights) -> Clock {
        Clock::beside(position, weights, None)
    }

    /// The same where it is known what every seat is worth now.
    pub fn beside(position: &dyn Position, weights: &Weights, values: Option<&[i32]>) -> Clock {
        let (sheet, core) = (position.sheet(), position.core());
        let mut kinds = Vec::with_capacity(core.trains.cards.len());
        let mut owned = [Mark::default(); MAX_COMPANIES];
        for card in core.trains.cards.iter() {
            match card.place {
                Whereabouts::Deck => kinds.push(card.kind),
                Whereabouts::Company(company) => card.hash(&mut owned[company.at()]),
                _ => {}
            }
        }
        for (paper, state) in core.papers.iter().enumerate() {
            if let Place::Company(company) = state.place {
                owned[company.at()].write_usize(paper);
            }
        }
        let due = (0..sheet.phases.len())
            .map(|phase| {
                if usize::from(core.phase) >= phase {
                    return 0.0;
                }
                kinds
                    .iter()
                    .position(|&k| usize::from(sheet.trains[usize::from(k)].phase) >= phase)
                    .map_or(f64::INFINITY, |i| i as f64 + 1.0)
            })
            .collect();
        let running = sheet
            .company_ids()
            .filter(|&c| core.is(c, Flag::Floated) && !core.is(c, Flag::Closed))
            .count();
        let rate = (weights.pace * running as f64).max(0.5);
        let left = rounds_left(position, weights, values);
        let mut h = Mark::default();
        h.write(&kinds);
        h.write_u8(core.phase);
        h.write_u8(running as u8);
        h.write_u8(core.round.kind as u8);
        h.write_usize(position.process());
        let decision = position.decision();
        h.write_u8(u8::from(decision.is_some()));
        let lineup = if left.0 > left.1 { position.lineup() } else { Vec::new() };
        let owned = owned.map(|mark| mark.finish());
        Clock { kinds, due, rate, left, decision, lineup, mark: h.finish(), owned }
    }

    /// Rounds of running that are left, the present one included.
    pub fn left(&self) -> f64 {
        self.left.0
    }

    /// Rounds until a train is scrapped, at the pace at which trains are sold.
    pub fn rounds_of(&self, sheet: &Sheet, kind: u8, face: u8) -> f64 {
        self.until(dies(sheet, kind, face)) / self.rate
    }

    /// Rounds until the next phase, at that pace.
    pub fn next_phase(&self) -> f64 {
        let next = self.due.iter().copied().find(|&d| d > 0.0);
        next.unwrap_or(f64::INFINITY) / self.rate
    }

    // The same for one company: without the present one if it has run.
    fn left_of(&self, position: &dyn Position, company: Company) -> f64 {
        let (now, done) = self.left;
        if now > done && has_run(position, self, company) { done } else { now }
    }

    // The phase after so many cards.
    fn phase(&self, sold: f64) -> usize {
        self.due.iter().rposition(|&d| d <= sold).unwrap_or(0)
    }

    // Cards to sell until trains that die in a phase are gone.
    fn until(&self, phase: f64) -> f64 {
        if phase.is_finite() {
            self.due[(phase.max(0.0) as usize).min(self.due.len() - 1)]
        } else {
            f64::INFINITY
        }
    }

    // The train a company is offered after so many cards: kind, its own face, price.
    fn on_sale(&self, sheet: &Sheet, company: Company, sold: f64) -> Option<(u8, u8, f64)> {
        let last = sheet.trains.len() as u8 - 1;
        let at = (sold.max(0.0) as usize).min(self.kinds.len());
        let kind = self.kinds[at..]
            .iter()
            .copied()
            .find(|&k| own_face(sheet, company, k).is_some())
            .unwrap_or(last);
        let face = own_face(sheet, company, kind)?;
        Some((kind, face, f64::from(sheet.face(kind, face).price)))
    }
}

fn by_size<T: Copy>(list: &[T], size: u8) -> T {
    list[usize::from(size).min(list.len() - 1)]
}

// How likely a company floats: best if its director can pay for it alone.
fn float_hope(position: &dyn Position, weights: &Weights, company: Company) -> f64 {
    let (sheet, core) = (position.sheet(), position.core());
    let stock = &core.stock[company.at()];
    let missing = sheet.company(company).float_units.saturating_sub(stock.with_players());
    let cost = f64::from(missing) * f64::from(core.price(sheet, company).unwrap_or(0));
    let own = stock.director().map_or(0.0, |d| f64::from(core.money.player(d)));
    let all: f64 = core.players().map(|p| f64::from(core.money.player(p))).sum();
    if missing == 0 || own >= cost {
        1.0 - (1.0 - weights.float_doubt) * 0.2
    } else if all * 0.7 >= cost {
        weights.float_doubt
    } else {
        weights.float_doubt * 0.5
    }
}

/// What a player's paper counts for in the wealth of today: the number of the last box passed, or its price.
pub fn paper_worth(position: &dyn Position, weights: &Weights, price: i32) -> f64 {
    let Horizon::Process { label } = &weights.horizon else {
        return f64::from(price);
    };
    let process = &position.sheet().process;
    let passed = &process[..(position.process() + 1).min(process.len())];
    let last = passed.iter().rev().find(|b| b.label.starts_with(label.as_str()));
    f64::from(last.map_or(price, |b| b.value))
}

/// What a train alone would earn on the track as it lies, by the stops it makes: read off the train on sale and one two
/// kinds further on.
struct Potential {
    near: (f64, f64),
    far: (f64, f64),
}

impl Potential {
    fn of(
        position: &dyn Position,
        incomes: &Incomes,
        company: Company,
        top: Option<u8>,
    ) -> Potential {
        let sheet = position.sheet();
        let point = |kind: usize| {
            let kind = kind.min(sheet.trains.len() - 1) as u8;
            let range = sheet.face(kind, own_face(sheet, company, kind)?).range;
            let (stops, times) = stops_of(range);
            let earns = incomes.with(position, company, range);
            Some((stops * times, f64::from(earns)))
        };
        let first = usize::from(top.unwrap_or(0));
        let near = (first..sheet.trains.len()).find_map(point);
        let far = point(first + 2);
        let near = near.or(far).unwrap_or((1.0, 0.0));
        Potential { near, far: far.unwrap_or(near) }
    }

    fn at(&self, stops: f64) -> f64 {
        let ((a, x), (b, y)) = (self.near, self.far);
        if stops <= a || b <= a {
            x * (stops / a).min(1.0)
        } else {
            x + (y - x) * ((stops - a) / (b - a)).min(1.0)
        }
    }
}

thread_local! {
    static KNOWN: Table<Outlook> = Table::default();
}

/// Most forecasts kept.
const KEPT: usize = 100_000;

/// What becomes of a company. Between two whole numbers of rounds it is a mixture of both.
pub fn outlook(
    position: &dyn Position,
    weights: &'static Weights,
    care: &Care,
    clock: &Clock,
    company: Company,
) -> Outlook {
    let left = clock.left_of(position, company);
    let part = left.fract();
    let Some(key) = key(position, weights, care, clock, company) else {
        return Outlook::default();
    };
    let of = |left| known(key, left, || forecast(position, weights, care, clock, company, left));
    let fewer = of(left.floor());
    if part < 1e-6 {
        return fewer;
    }
    let more = of(left.ceil());
    let mix = |a: f64, b: f64| a + (b - a) * part;
    Outlook {
        dividends: mix(fewer.dividends, more.dividends),
        price: mix(fewer.price, more.price),
        help: mix(fewer.help, more.help),
        treasury: mix(fewer.treasury, more.treasury),
        income: fewer.income,
    }
}

// A company without a price brings nothing, unless its treasury is what counts.
fn counts(weights: &Weights, cell: Option<u8>) -> bool {
    cell.is_some() || weights.treasury_is_wealth
}

// What a forecast depends on besides the rounds that are left: it is worked out once as long as nothing that concerns the
// company changes. None where there is nothing to expect.
fn key(
    position: &dyn Position,
    weights: &'static Weights,
    care: &Care,
    clock: &Clock,
    company: Company,
) -> Option<Mark> {
    let core = position.core();
    let cell = core.market.cell(company);
    let state = core.company(company);
    if state.is(Flag::Closed) || !counts(weights, cell) {
        return None;
    }
    let mut h = care.incomes.key(position, company);
    h.write_u64(clock.mark);
    h.write_u64(care.rounds.to_bits());
    h.write_usize(std::ptr::from_ref(weights) as usize);
    h.write_u32(cell.map_or(u32::MAX, |c| u32::from(c) << 8 | u32::from(care.sees_trains)));
    h.write_u32(core.money.company(company) as u32);
    h.write_u64(clock.owned[company.at()]);
    if !state.is(Flag::Floated) {
        let hope = float_hope(position, weights, company);
        h.write_u64(hope.to_bits());
        h.write_u8(state.par);
    }
    Some(h)
}

// A forecast with so many rounds left.
fn known(key: Mark, left: f64, find: impl FnOnce() -> Outlook) -> Outlook {
    let mut h = key;
    h.write_u64(left.to_bits());
    kept(&KNOWN, KEPT, h.finish(), find)
}

// Plays the rounds that are left for one company in short form.
fn forecast(
    position: &dyn Position,
    weights: &Weights,
    care: &Care,
    clock: &Clock,
    company: Company,
    left: f64,
) -> Outlook {
    let (sheet, core) = (position.sheet(), position.core());
    let def = sheet.company(company);
    let mut cell = core.market.cell(company);
    if !counts(weights, cell) {
        return Outlook::default();
    }
    let price_at = |cell: Option<u8>| cell.map_or(0, |c| sheet.market.price(c));
    let moved =
        |cell: Option<u8>, way| cell.map(|c| sheet.market.cells[usize::from(c)].to[way as usize]);
    let today = f64::from(price_at(cell));
    let floated = core.is(company, Flag::Floated);
    let rounds = left.min(care.rounds).ceil().max(0.0) as usize;
    let mut hope = 1.0;
    let mut money = f64::from(core.money.company(company));
    for paper in core.papers_at(engine::Place::Company(company)) {
        // A paper can be turned into money when it is needed.
        money += paper_worth(position, weights, sheet.papers[paper.at()].price)
            + f64::from(sheet.papers[paper.at()].income) * left * 0.5;
    }
    if !floated {
        hope = float_hope(position, weights, company);
        let par = core.company(company).par;
        if par != engine::NONE {
            money = f64::from(sheet.market.price(par)) * f64::from(def.capital);
        }
    }
    let income = f64::from(care.incomes.now(position, company));
    let mut trains: Vec<Running> = Vec::new();
    // Cards that it cannot run take a place too.
    let mut idle: Vec<f64> = Vec::new();
    for card in core.trains.of(company) {
        let state = core.trains.get(card);
        let dies = clock.until(dies(sheet, state.kind, state.face));
        if runs(sheet, company, state.kind, state.face) {
            let (stops, times) = stops_of(sheet.face(state.kind, state.face).range);
            trains.push(Running { dies, earns: 0.0, stops, times });
        } else {
            idle.push(dies);
        }
    }
    let all_stops: f64 = trains.iter().map(|t| t.stops * t.times).sum();
    for t in &mut trains {
        t.earns = income * t.stops * t.times / all_stops.max(1.0);
    }
    if weights.longest_first {
        trains.sort_by(|a, b| (b.stops * b.times).total_cmp(&(a.stops * a.times)));
    }
    let top = core.trains.top().map(|c| core.trains.get(c).kind);
    let potential = Potential::of(position, &care.incomes, company, top);
    let bonus = by_size(&weights.train_bonus, def.size);
    let unit = f64::from(def.unit_percent) / 100.0;
    let mut sold = 0.0;
    let mut result = Outlook { income, ..Outlook::default() };
    let mut buy = |trains: &mut Vec<Running>, money: &mut f64, sold: f64, t: usize| {
        let phase = &sheet.phases[clock.phase(sold)];
        let limit = usize::from(by_size(&phase.train_limit, def.size));
        let alive = trains.iter().filter(|x| x.dies > sold + clock.rate).count();
        let Some((kind, face, price)) = clock.on_sale(sheet, company, sold) else {
            return;
        };
        let rounds_to_use = (left - t as f64 - 1.0).max(0.0);
        let (stops, times) = stops_of(sheet.face(kind, face).range);
        let life = clock.until(dies(sheet, kind, face));
        let lives = rounds_to_use.min((life - sold) / clock.rate);
        let column = phase.column;
        let mut price = price;
        let mut bought = 0;
        let taken = idle.iter().filter(|&&x| x > sold).count();
        while bought < 2 && (trains.is_empty() || trains.len() + taken < limit) {
            let none = trains.is_empty();
            let longer = trains.iter().take_while(|x| x.stops * x.times >= stops * times);
            let rank = if weights.longest_first { longer.count() } else { trains.len() };
            let further = weights.further_train.powi(rank as i32);
            // Shorter ones lose a part of what they earn.
            let shorter: f64 = trains[rank..].iter().map(|x| x.earns).sum();
            let lost = shorter * (1.0 - weights.further_train);
            let earns = potential.at(stops * times) * further;
            let grown = (stops * times * by_size(&weights.stop_value, column) + bonus) * further;
            let pays = (earns.max(grown * 0.8) - lost).max(0.0) * lives;
            // The first train is needed; a further one must earn its price.
            if !none
                && (alive > 0 || bought > 0)
                && (pays < price * weights.payback || !care.sees_trains)
            {
                break;
            }
            if price > *money {
                if !(sheet.must_own_train && none) {
                    break;
                }
                result.help += (price - *money) * weights.help_decay.powi(t as i32);
                *money = price;
            }
            *money -= price;
            for x in &mut trains[rank..] {
                x.earns *= weights.further_train;
            }
            trains.insert(rank, Running { dies: life, earns, stops, times });
            bought += 1;
            price *= 1.1;
        }
    };
    let may_buy = clock.decision.is_some() && core.round.kind != RoundKind::Operating;
    if weights.buys_before_run && may_buy && floated {
        buy(&mut trains, &mut money, sold, 0);
    }
    for t in 0..rounds {
        trains.retain(|x| x.dies > sold);
        let column = sheet.phases[clock.phase(sold)].column;
        let grown = 1.0 - (-(t as f64 + 0.3) / weights.growth_rounds).exp();
        let mut revenue = 0.0;
        for (k, x) in trains.iter().enumerate() {
            let prior = (x.stops * by_size(&weights.stop_value, column) * x.times + bonus)
                * weights.further_train.powi(k as i32);
            revenue += x.earns + (prior - x.earns).max(0.0) * grown;
        }
        if t == 0 && income > 0.0 {
            revenue = income;
        }
        let is_last = left - t as f64 <= 1.0;
        let worth = cash_worth(weights, left - t as f64 - 1.0);
        // Keep the money in time for the train that will be missing.
        let price = clock.on_sale(sheet, company, sold).map_or(0.0, |x| x.2);
        let death = trains.iter().map(|x| x.dies).fold(0.0, f64::max);
        let until = ((death - sold) / clock.rate).ceil().max(1.0);
        let need = price - money;
        let keeps = weights.treasury_is_wealth
            || care.sees_trains
                && !is_last
                && until < left - t as f64
                && need > 0.0
                && need > revenue * (until - 1.0);
        if revenue <= 0.0 || keeps {
            money += revenue;
            for _ in 0..sheet.market.fall {
                cell = moved(cell, MarketMove::Left);
            }
        } else {
            let times = if is_last { weights.last_round_times } else { 1.0 };
            result.dividends += revenue * unit * worth * times;
            let price = price_at(cell);
            let steps = sheet.market.rise.steps(def.size, revenue as i32, price);
            for _ in 0..(f64::from(steps) * times) as u8 {
                cell = moved(cell, MarketMove::Right);
            }
        }
        if !is_last {
            buy(&mut trains, &mut money, sold, t);
        }
        sold += clock.rate;
    }
    // Beyond what was looked at: as in the last round seen.
    result.treasury = money;
    let counted = |runs: bool| if runs { 1.0 } else { weights.trainless };
    let runs_on = trains.iter().any(|x| x.dies > sold);
    let rise = f64::from(price_at(cell)) - today;
    let part = if rise > 0.0 { weights.climb } else { 1.0 };
    result.price = (today + rise * part) * counted(runs_on);
    if hope < 1.0 {
        let price = f64::from(core.price(sheet, company).unwrap_or(0)) * counted(false);
        result.dividends *= hope;
        result.price = result.price * hope + price * (1.0 - hope);
        result.help *= hope;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Level, Who};

    #[test]
    fn phases_come_with_the_cards_that_are_sold() {
        let game = crate::trial::game("1860", 2, 1);
        let (position, weights) = (
            game.position(),
            Weights::of("1860", "standard", Who::plain(2, Level::Standard)).unwrap(),
        );
        let clock = Clock::of(position, weights);
        // Five 2+1, four 3+2, then the first 4+2, which ends the 2+1.
        assert_eq!((clock.phase(0.0), clock.phase(5.9), clock.phase(6.0)), (0, 0, 1));
        let sheet = position.sheet();
        assert_eq!(clock.until(dies(sheet, 0, 0)), 10.0);
        let c = sheet.company_ids().next().expect("a company");
        let offered = |sold| clock.on_sale(sheet, c, sold).map(|(kind, _, _)| kind);
        assert_eq!((offered(4.0), offered(5.0)), (Some(0), Some(1)));
    }

    #[test]
    fn of_a_rising_price_only_a_part_is_believed_and_a_fall_in_full() {
        let mut game = crate::trial::game("18cz", 3, 3);
        let mut events = Vec::new();
        let (mut rises, mut falls) = (0, 0);
        for step in 0.. {
            let position = game.position();
            if position.decision().is_none() {
                break;
            }
            let judge = crate::choose::judge(position, Level::Standard, None);
            let clock = Clock::of(position, judge.weights);
            let price = |climb, company| {
                let weights = Weights { climb, ..judge.weights.clone() };
                let left = clock.left_of(position, company).floor();
                forecast(position, &weights, &judge.care, &clock, company, left).price
            };
            for (company, _) in judge.outlooks(position) {
                if step % 10 == 0 && position.core().is(company, Flag::Floated) {
                    let today =
                        f64::from(position.core().price(position.sheet(), company).unwrap_or(0));
                    let (none, half, all) =
                        (price(0.0, company), price(0.5, company), price(1.0, company));
                    if all > today {
                        rises += 1;
                        assert_eq!((none, half), (today, (today + all) / 2.0), "{company:?}");
                    } else {
                        falls += u32::from(all < today);
                        assert_eq!((none, half), (all, all), "{company:?}");
                    }
                }
            }
            let decision = crate::choose(position, Level::Easy, 7, crate::Limits::default());
            events.clear();
            game.play(&decision.expect("a move").mv, &mut events).expect("legal");
        }
        assert!(rises > 10 && falls > 0, "{rises} {falls}");
    }

    // Games of 18CZ between easy bots.
    fn along(mut look: impl FnMut(&dyn Position)) {
        for seed in 3..9 {
            let mut game = crate::trial::game("18cz", 3, seed);
            let mut events = Vec::new();
            loop {
                let position = game.position();
                let decision = crate::choose(position, Level::Easy, 7, crate::Limits::default());
                let Some(decision) = decision else { break };
                look(position);
                events.clear();
                game.play(&decision.mv, &mut events).expect("a legal move");
            }
        }
    }

    // Companies with trains in such games, and a way to forecast them with some numbers.
    fn with_trains(mut look: impl FnMut(&dyn Position, Company, &dyn Fn(&Weights) -> Outlook)) {
        let mut step = 0;
        along(|position| {
            step += 1;
            let judge = crate::choose::judge(position, Level::Standard, None);
            let clock = Clock::of(position, judge.weights);
            let trains = |c: &Company| position.core().trains.of(*c).next().is_some();
            for company in position.sheet().company_ids().filter(trains).filter(|_| step % 5 == 0) {
                let left = clock.left_of(position, company).floor();
                look(position, company, &|weights| {
                    forecast(position, weights, &judge.care, &clock, company, left)
                });
            }
        });
    }

    #[test]
    fn a_train_that_a_company_cannot_run_takes_a_place_in_its_forecast() {
        // CZ-TRAIN-4: cards of any class count; CZ-TRAIN-5: at its limit a company buys nothing.
        // Whoever may buy, does.
        let own = Weights::of("18cz", "standard", Who::plain(3, Level::Standard)).unwrap();
        let eager = Weights { payback: 0.0, ..own.clone() };
        let left = 3.0;
        let treasury = |position: &dyn Position, company| {
            let judge = crate::choose::judge(position, Level::Standard, None);
            let clock = Clock::of(position, own);
            let money = f64::from(position.core().money.company(company));
            (forecast(position, &eager, &judge.care, &clock, company, left).treasury, money)
        };
        // A small train fills the last place of a company that would have bought another one.
        let mut filled = 0;
        along(|position| {
            for choice in position.choices() {
                let engine::Move::BuyTrain { company, card, face, .. } = choice.mv else {
                    continue;
                };
                let kind = position.core().trains.get(card).kind;
                let (sheet, mut after) = (position.sheet(), position.boxed());
                if runs(sheet, company, kind, face)
                    || after.consider(&choice.mv, &mut Vec::new()).is_err()
                {
                    continue;
                }
                let core = after.core();
                let limits = &sheet.phases[usize::from(core.phase)].train_limit;
                let limit = usize::from(by_size(limits, sheet.company(company).size));
                let clock = Clock::of(after.as_ref(), own);
                let mut cards = core.trains.of(company).map(|card| core.trains.get(card));
                let places = core.trains.of(company).count();
                let lasts = |kind, face| clock.rounds_of(sheet, kind, face) > left;
                if places < limit || !cards.all(|c| lasts(c.kind, c.face)) {
                    continue;
                }
                let (before, now) =
                    (treasury(position, company), treasury(after.as_ref(), company));
                assert!(now.0 >= now.1, "{now:?}");
                filled += u32::from(before.0 < before.1);
            }
        });
        assert!(filled > 0);
    }

    #[test]
    fn a_longer_train_to_come_earns_more_where_the_longest_goes_first() {
        let own = Weights::of("18cz", "standard", Who::plain(3, Level::Standard)).unwrap();
        let of = |longest_first| Weights { longest_first, ..own.clone() };
        let (first, longest) = (of(false), of(true));
        let (mut alike, mut other) = (0, 0);
        with_trains(|position, company, forecast| {
            let (sheet, core) = (position.sheet(), position.core());
            let length = |kind, face| {
                let (stops, times) = stops_of(sheet.face(kind, face).range);
                stops * times
            };
            let kinds = 0..sheet.trains.len() as u8;
            let most = kinds.filter_map(|k| Some(length(k, own_face(sheet, company, k)?)));
            let most = most.fold(0.0, f64::max);
            let cards: Vec<_> = core.trains.of(company).map(|card| core.trains.get(card)).collect();
            let is_same = forecast(&first) == forecast(&longest);
            if cards.iter().all(|c| runs(sheet, company, c.kind, c.face))
                && cards.iter().all(|c| length(c.kind, c.face) >= most)
            {
                alike += 1;
                assert!(is_same);
            }
            other += u32::from(!is_same);
        });
        assert!(alike > 5 && other > 20, "{alike} {other}");
    }

    fn check(position: &dyn Position, about: &str) {
        let judge = crate::choose::judge(position, Level::Easy, None);
        let (weights, care) = (judge.weights, &judge.care);
        let clock = Clock::of(position, weights);
        for company in position.sheet().company_ids() {
            let left = clock.left_of(position, company).floor();
            if let Some(key) = key(position, weights, care, &clock, company) {
                let fresh = forecast(position, weights, care, &clock, company, left);
                let known = known(key, left, || fresh);
                assert_eq!(known, fresh, "{about}, {company:?}");
            }
        }
    }

    #[test]
    fn a_forecast_that_is_kept_is_the_one_that_would_be_made() {
        for (name, players) in [("18cz", 3), ("1860", 2), ("18lilliput", 2)] {
            let mut game = crate::trial::game(name, players, 3);
            let mut events = Vec::new();
            for step in 0..240 {
                let position = game.position();
                check(position, &format!("{name}, move {step}"));
                // Neighbours differ in one thing only: what the key forgets shows there.
                for choice in position.choices().iter().take(6) {
                    let mut after = position.boxed();
                    if after.play(&choice.mv, &mut events).is_ok() {
                        check(after.as_ref(), &format!("{name}, {step}, {:?}", choice.mv));
                    }
                }
                let limits = crate::Limits::default();
                let decision = crate::choose(position, Level::Easy, 7, limits);
                let Some(decision) = decision else { break };
                events.clear();
                game.play(&decision.mv, &mut events).expect("a legal move");
            }
        }
    }
}
