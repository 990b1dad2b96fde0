//! A position in numbers: what the forecast expects of every seat, and what it leaves out, as a network reads it.
//!
//! All money is measured by what a seat can expect on average, so that early and late positions have the same scale.
//! Numbers are whole: 256 is one.

use crate::outlook::{Clock, outlook};
use crate::seats::Judge;
use engine::{Flag, Player, Position, RoundKind, Whereabouts};

/// What counts as one.
pub const ONE: i32 = 256;
/// Most that a number is, either way.
pub const MOST: i32 = 8 * ONE;

/// What is told of a seat, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Own {
    /// What the forecast expects.
    Expected,
    /// What it would be worth if the game ended now.
    Now,
    /// Money in hand.
    Cash,
    /// Loans.
    Debt,
    /// Price of its papers.
    Papers,
    /// What its papers will pay.
    PaperIncome,
    /// Shares at their value of today.
    Shares,
    /// Dividends expected of its shares.
    Dividends,
    /// Rise expected of its shares.
    Rise,
    /// Dividends of one round with the trains of today.
    RoundDividends,
    /// Certificates it may still take.
    Room,
    /// Certificates it holds.
    Certificates,
    /// Companies it directs.
    Directed,
    /// Of these, not yet floated.
    NotFloated,
    /// Of these, without a train.
    Trainless,
    /// Their income.
    Income,
    /// Their money.
    Treasury,
    /// Their money at the end.
    TreasuryEnd,
    /// What it must add for trains.
    Help,
    /// What it must borrow for that.
    Loan,
    /// Their trains.
    Trains,
    /// Of these, never scrapped.
    LastingTrains,
    /// Of these, scrapped in the next round.
    DyingTrains,
    /// Of these, scrapped in four rounds.
    AgeingTrains,
    /// Its part of them.
    Stake,
    /// What the others hold of them.
    OthersInOwn,
    /// What it holds of companies of others.
    OwnInOthers,
    /// Their shares in the pool.
    Pool,
    /// Their stations to place.
    Stations,
    /// Its part of their income with longer trains.
    Potential,
    /// What it holds of one company.
    Largest,
    /// Its place in the order of turns.
    Order,
    /// Whether it decides.
    Decides,
    /// Part of the others that expect more.
    RankExpected,
    /// Part of the others that are worth more now.
    RankNow,
    /// Shares of companies of the smallest size.
    SmallShares,
    /// Of the next size.
    MediumShares,
    /// Of the largest sizes.
    LargeShares,
    /// Companies of the smallest size it directs.
    SmallDirected,
    /// Of the next size.
    MediumDirected,
    /// Of the largest sizes.
    LargeDirected,
}

/// Numbers of a seat.
pub const OWN: usize = Own::LargeDirected as usize + 1;

/// Numbers of the whole table. The last four are variants, in the order of the network's file.
pub const COMMON: usize = 25;

/// Place of the rounds of running that are left among the numbers of the table: 256 is eight of them.
pub const ROUNDS: usize = 5;
/// Variants that one network can tell apart.
pub const VARIANTS: usize = 4;

/// Numbers that go into a network for one seat: its own, those of its best rival, those of the table.
pub const INPUTS: usize = 2 * OWN + COMMON;

/// A position in numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The table.
    pub common: [i16; COMMON],
    /// The seats.
    pub seats: Vec<[i16; OWN]>,
}

impl Scene {
    /// Says which of the variants of a network it is.
    pub fn set_variant(&mut self, slot: usize) {
        let from = COMMON - VARIANTS;
        for (i, x) in self.common[from..].iter_mut().enumerate() {
            *x = if i == slot { ONE as i16 } else { 0 };
        }
    }

    /// How much a network has to say, in parts of [`ONE`]: all with three rounds to go, nothing in the last one, which the
    /// forecast knows by itself.
    pub fn open(&self) -> i32 {
        let round = ONE / 8;
        ((i32::from(self.common[ROUNDS]) - round) * ONE / (2 * round)).clamp(0, ONE)
    }

    /// The rival of a seat that can expect most; of equal ones the first.
    pub fn rival(&self, seat: usize) -> usize {
        let mut best = None;
        for (i, own) in self.seats.iter().enumerate().filter(|(i, _)| *i != seat) {
            if best.is_none_or(|b: usize| own[0] > self.seats[b][0]) {
                best = Some(i);
            }
        }
        best.unwrap_or(seat)
    }

    /// What goes into a network for a seat.
    pub fn inputs(&self, seat: usize) -> [i16; INPUTS] {
        let mut all = [0; INPUTS];
        let rival = self.rival(seat);
        let parts = [&self.seats[seat][..], &self.seats[rival][..], &self.common[..]];
        for (to, from) in all.iter_mut().zip(parts.into_iter().flatten()) {
            *to = *from;
        }
        all
    }
}

pub fn fixed(x: f64) -> i16 {
    let most = f64::from(MOST);
    (x * f64::from(ONE)).round().clamp(-most, most) as i16
}

// Numbers of one seat while they are added up.
struct Sums([f64; OWN]);

impl Sums {
    fn add(&mut self, what: Own, x: f64) {
        self.0[what as usize] += x;
    }
}

// Part of the others that stand above each.
fn ranks(all: &[f64]) -> Vec<f64> {
    let others = (all.len().max(2) - 1) as f64;
    all.iter().map(|x| all.iter().filter(|y| *y > x).count() as f64 / others).collect()
}

impl Judge {
    /// A position in numbers, with what every seat can expect, an automatic player among them; nothing where nobody competes
    /// or nothing can be expected.
    pub fn scene(&self, position: &dyn Position, expected: &[f64]) -> Option<Scene> {
        let (sheet, core, w) = (position.sheet(), position.core(), self.weights);
        let n = expected.len();
        let unit = expected.iter().sum::<f64>() / n.max(1) as f64;
        if n < 2 || unit < 1.0 {
            return None;
        }
        let clock = Clock::of(position, w);
        let left = clock.left();
        let now: Vec<f64> = position.values().iter().map(|&v| f64::from(v)).collect();
        let mut seats: Vec<Sums> = (0..n).map(|_| Sums([0.0; OWN])).collect();
        let (mut floated, mut trainless, mut income) = (0.0, 0.0, 0.0);
        for company in sheet.company_ids() {
            if core.is(company, Flag::Closed)
                || core.market.cell(company).is_none() && !w.treasury_is_wealth
            {
                continue;
            }
            let def = sheet.company(company);
            let stock = &core.stock[company.at()];
            let o = outlook(position, w, &self.care, &clock, company);
            let price = f64::from(position.share_value(company));
            let part = f64::from(def.unit_percent) / 100.0;
            let units = f64::from(def.units.max(1));
            let size = usize::from(def.size).min(2);
            let is_floated = core.is(company, Flag::Floated);
            let cards = core.trains.of(company).count();
            floated += f64::from(u8::from(is_floated));
            trainless += f64::from(u8::from(is_floated && cards == 0));
            income += o.income;
            let director = stock.director().filter(|d| d.at() < n);
            for (seat, sums) in seats.iter_mut().enumerate() {
                let held = f64::from(stock.of(Player(seat as u8)));
                if held == 0.0 {
                    continue;
                }
                let worth = held * price / unit;
                sums.add(Own::Shares, worth);
                sums.add(Own::Dividends, held * o.dividends / unit);
                sums.add(Own::Rise, held * (o.price - price) / unit);
                sums.add(Own::RoundDividends, 4.0 * held * part * o.income / unit);
                sums.add([Own::SmallShares, Own::MediumShares, Own::LargeShares][size], worth);
                if director != Some(Player(seat as u8)) {
                    sums.add(Own::OwnInOthers, worth);
                }
                let largest = &mut sums.0[Own::Largest as usize];
                *largest = largest.max(worth);
            }
            let Some(director) = director else {
                continue;
            };
            let sums = &mut seats[director.at()];
            let held = f64::from(stock.of(director));
            let others = f64::from(stock.with_players()) - held;
            let cash = f64::from(core.money.player(director));
            sums.add(Own::Directed, 0.25);
            sums.add([Own::SmallDirected, Own::MediumDirected, Own::LargeDirected][size], 0.5);
            sums.add(Own::NotFloated, if is_floated { 0.0 } else { 0.5 });
            sums.add(Own::Trainless, if is_floated && cards == 0 { 0.5 } else { 0.0 });
            sums.add(Own::Income, 2.0 * o.income / unit);
            sums.add(Own::Treasury, f64::from(core.money.company(company)) / unit);
            sums.add(Own::TreasuryEnd, o.treasury / unit);
            sums.add(Own::Help, o.help / unit);
            sums.add(Own::Loan, (o.help - cash).max(0.0) / unit);
            sums.add(Own::Stake, held / units / 2.0);
            sums.add(Own::OthersInOwn, others * price / unit);
            sums.add(Own::Pool, f64::from(stock.pool) * price / unit);
            sums.add(Own::Stations, f64::from(core.company(company).markers_left()) / 4.0);
            let (_, later) = self.ranges(position, company);
            if let Some(later) = later.filter(|_| is_floated) {
                let potential = f64::from(self.care.incomes.with(position, company, later));
                sums.add(Own::Potential, 2.0 * potential * held / units / unit);
            }
            for card in core.trains.of(company) {
                let state = core.trains.get(card);
                let rounds = clock.rounds_of(sheet, state.kind, state.face);
                sums.add(Own::Trains, 0.25);
                sums.add(Own::LastingTrains, if rounds.is_finite() { 0.0 } else { 0.25 });
                sums.add(Own::DyingTrains, if rounds < 1.5 { 0.25 } else { 0.0 });
                sums.add(Own::AgeingTrains, if rounds < 4.0 { 0.25 } else { 0.0 });
            }
        }
        let decides = position.decision().map(|d| d.player);
        let (by_expected, by_now) = (ranks(expected), ranks(&now));
        for (seat, sums) in seats.iter_mut().enumerate() {
            let player = Player(seat as u8);
            sums.add(Own::Expected, expected[seat] / unit);
            sums.add(Own::Now, now.get(seat).map_or(0.0, |v| v / unit));
            sums.add(Own::Cash, f64::from(core.money.player(player)) / unit);
            sums.add(Own::Debt, f64::from(core.debt[seat]) / unit);
            for paper in core.papers_of(player) {
                let def = &sheet.papers[paper.at()];
                sums.add(Own::Papers, f64::from(def.price) / unit);
                sums.add(Own::PaperIncome, f64::from(def.income) * left / unit);
            }
            let (held, limit) = position.certificates(player);
            let room =
                limit.map_or(1.0, |l| (f64::from(l) - f64::from(held)) / f64::from(l.max(1)));
            sums.add(Own::Room, room);
            sums.add(Own::Certificates, f64::from(held) / 10.0);
            let order = core.order.iter().position(|&p| usize::from(p) == seat).unwrap_or(0);
            sums.add(Own::Order, order as f64 / n as f64);
            sums.add(Own::Decides, f64::from(u8::from(decides == Some(player))));
            sums.add(Own::RankExpected, by_expected[seat]);
            sums.add(Own::RankNow, by_now.get(seat).copied().unwrap_or(0.0));
        }
        let cash: f64 = core.players().map(|p| f64::from(core.money.player(p))).sum();
        let cards = core.trains.cards.len().max(1) as f64;
        let deck = core.trains.at(Whereabouts::Deck).count() as f64;
        let kind = |k: RoundKind| f64::from(u8::from(core.round.kind == k));
        let bank = sheet.bank.map_or(0.0, |b| 1.0 - cash / f64::from(b.max(1)));
        let all = unit * n as f64;
        // Whoever plays alone against an automatic player is none of these.
        let number = |k: u8| f64::from(u8::from(core.seats.min(6) == k));
        let common = [
            number(2),
            number(3),
            number(4),
            number(5),
            number(6),
            left / 8.0,
            1.0 - now.iter().sum::<f64>() / all,
            f64::from(core.phase) / (sheet.phases.len().max(2) - 1) as f64,
            deck / cards,
            clock.next_phase().min(4.0) / 4.0,
            bank,
            kind(RoundKind::Opening),
            kind(RoundKind::Stock),
            kind(RoundKind::Operating),
            kind(RoundKind::Actions),
            f64::from(core.round.number) / 3.0,
            f64::from(core.round.set) / 8.0,
            floated / sheet.companies.len().max(1) as f64,
            trainless / f64::max(floated, 1.0),
            cash / all,
            2.0 * income / all,
            0.0,
            0.0,
            0.0,
            0.0,
        ];
        Some(Scene {
            common: common.map(fixed),
            seats: seats.into_iter().map(|s| s.0.map(fixed)).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Level, Limits, choose};

    // Positions of a game between easy bots.
    fn along(title: &str, players: usize, mut look: impl FnMut(&dyn Position)) {
        let mut game = crate::trial::game(title, players, 11);
        let mut events = Vec::new();
        for step in 0.. {
            let position = game.position();
            if step % 9 == 0 && position.decision().is_some() {
                look(position);
            }
            let Some(decision) = choose(position, Level::Easy, 1, Limits::default()) else {
                break;
            };
            events.clear();
            game.play(&decision.mv, &mut events).expect("a legal move");
        }
    }

    fn scene(position: &dyn Position) -> Option<Scene> {
        let judge = crate::choose::judge(position, Level::Standard, None).in_haste();
        judge.scene(position, &judge.seats(position))
    }

    #[test]
    fn a_position_in_numbers_tells_nothing_of_what_will_be_drawn() {
        let mut seen = 0;
        along("18lilliput", 2, |position| {
            let mut other = position.boxed();
            other.reroll(99);
            assert_eq!(scene(position), scene(other.as_ref()));
            seen += 1;
        });
        assert!(seen > 8, "{seen}");
    }

    #[test]
    fn the_numbers_of_all_seats_add_up() {
        let mut directed = 0;
        along("18cz", 3, |position| {
            let Some(scene) = scene(position) else { return };
            let sum =
                |own: Own| -> i32 { scene.seats.iter().map(|s| i32::from(s[own as usize])).sum() };
            assert!((sum(Own::Expected) - 3 * ONE).abs() <= 3, "{scene:?}");
            // Of every company that has a director, one seat directs it.
            let (core, sheet) = (position.core(), position.sheet());
            let open = sheet.company_ids().filter(|&c| {
                !core.is(c, Flag::Closed)
                    && core.market.cell(c).is_some()
                    && core.stock[c.at()].director().is_some_and(|d| d.at() < 3)
            });
            let count = open.count() as i32;
            assert_eq!(sum(Own::Directed), count * ONE / 4);
            directed = directed.max(count);
            let by_size = [Own::SmallShares, Own::MediumShares, Own::LargeShares];
            let parts: i32 = by_size.into_iter().map(sum).sum();
            assert!((parts - sum(Own::Shares)).abs() <= 9);
            assert_eq!(scene.common[1], ONE as i16, "three players");
        });
        assert!(directed > 4, "{directed}");
    }

    #[test]
    fn an_automatic_player_is_a_seat_too() {
        let mut seen = 0;
        along("18lilliput", 1, |position| {
            let scene = scene(position).expect("two compete");
            assert_eq!(scene.seats.len(), 2);
            assert_eq!(scene.common[..5], [0; 5], "one player");
            seen += 1;
        });
        assert!(seen > 3, "{seen}");
    }

    #[test]
    fn a_seat_is_read_beside_its_best_rival() {
        let seat = |expected: i16| {
            let mut own = [0; OWN];
            own[Own::Expected as usize] = expected;
            own
        };
        let mut scene = Scene { common: [7; COMMON], seats: vec![seat(250), seat(300), seat(218)] };
        scene.set_variant(2);
        let inputs = scene.inputs(1);
        assert_eq!((inputs[0], inputs[OWN]), (300, 250));
        assert_eq!(scene.inputs(2)[OWN], 300);
        assert_eq!(inputs[INPUTS - 5..], [7, 0, 0, 256, 0]);
    }
}
