//! What every seat can expect to be worth at the end.

use crate::features::ONE;
use crate::net::{Net, WHOLE};
use crate::outlook::{Care, Clock, Outlook, cash_worth, outlook, paper_worth};
use crate::weights::Weights;
use engine::{Company, Flag, Player, Position};
use std::cell::Cell;

/// Looks at a position for all seats.
#[derive(Clone, Copy, Debug)]
pub struct Judge {
    /// The title's numbers.
    pub weights: &'static Weights,
    /// The level's care.
    pub care: Care,
    /// The title's network for the end of playouts, if it has one.
    pub net: Option<&'static Net>,
    /// The title's network that scores moves, if it has one.
    pub policy: Option<&'static Net>,
}

/// Where expected wealth comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// What one has now, at its value of now.
    Holdings,
    /// Dividends to come.
    Dividends,
    /// What shares will rise by, or fall.
    Price,
    /// What one's own companies are worth beside their shares: income and treasury.
    Company,
    /// What one must add for trains of one's companies.
    Help,
    /// What money in hand can still become.
    Cash,
    /// What papers will bring.
    Papers,
    /// What the others can expect.
    Rivals,
    /// What such moves have brought beyond that in games of bots.
    Practice,
}

impl Part {
    /// How many there are.
    pub const COUNT: usize = Part::ALL.len();
    /// All of them, in order.
    pub const ALL: [Part; 9] = [
        Part::Holdings,
        Part::Dividends,
        Part::Price,
        Part::Company,
        Part::Help,
        Part::Cash,
        Part::Papers,
        Part::Rivals,
        Part::Practice,
    ];

    /// The word for it in the texts (`part-`).
    pub const fn word(self) -> &'static str {
        match self {
            Part::Holdings => "holdings",
            Part::Dividends => "dividends",
            Part::Price => "price",
            Part::Company => "company",
            Part::Help => "help",
            Part::Cash => "cash",
            Part::Papers => "papers",
            Part::Rivals => "rivals",
            Part::Practice => "practice",
        }
    }
}

thread_local! {
    static JUDGED: Cell<u64> = const { Cell::new(0) };
}

/// Positions that this thread has judged so far; for measurements.
pub fn positions_judged() -> u64 {
    JUDGED.get()
}

/// How much of what a network tells of a seat counts where playouts end.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Believed {
    /// Of its wealth.
    pub wealth: f64,
    /// Of its chance to win, in parts of what a seat can expect.
    pub chance: f64,
}

impl Judge {
    /// Expected wealth of all seats.
    pub fn seats(&self, position: &dyn Position) -> Vec<f64> {
        self.seats_for(position, None)
    }

    /// Utility of a position for a player. Who looks at no rival need not look at companies that are not his.
    pub fn value(&self, position: &dyn Position, player: Player) -> f64 {
        let alone = self.weights.rivals * self.care.rivals == 0.0;
        self.utility(&self.seats_for(position, alone.then_some(player)), player)
    }

    // With a player, only his seat is right.
    fn seats_for(&self, position: &dyn Position, only: Option<Player>) -> Vec<f64> {
        let mut all: Vec<f64> = Vec::new();
        self.each_part(position, only, |seat, _, amount| {
            all.resize(all.len().max(seat + 1), 0.0);
            all[seat] += amount;
        });
        all
    }

    /// What a player can expect, by where it comes from. What the others can expect is one of them, as far as that counts. What
    /// moves have brought in practice is not seen in a position.
    pub fn parts(&self, position: &dyn Position, player: Player) -> [f64; Part::COUNT] {
        let n = position.values().len();
        let mut found = [0.0; Part::COUNT];
        let mut others = 0.0;
        self.each_part(position, None, |seat, part, amount| match seat == player.at() {
            true => found[part as usize] += amount,
            false => others += amount,
        });
        if n > 1 {
            let counts = self.weights.rivals * self.care.rivals / (n as f64 - 1.0);
            found[Part::Rivals as usize] = -others * counts;
        }
        found
    }

    // Everything of which expected wealth is made: whose it is, where it comes from, how much.
    fn each_part(
        &self,
        position: &dyn Position,
        only: Option<Player>,
        mut add: impl FnMut(usize, Part, f64),
    ) {
        JUDGED.set(JUDGED.get() + 1);
        if let Some(outcome) = position.outcome() {
            for (seat, &value) in outcome.values.iter().enumerate() {
                add(seat, Part::Holdings, f64::from(value));
            }
            return;
        }
        let (sheet, core, w) = (position.sheet(), position.core(), self.weights);
        let values = position.values();
        let clock = Clock::beside(position, w, Some(&values));
        let left = clock.left();
        let worth = cash_worth(w, left);
        let n = values.len();
        for (seat, &value) in values.iter().enumerate() {
            add(seat, Part::Holdings, f64::from(value));
        }
        for company in sheet.company_ids() {
            if core.is(company, Flag::Closed)
                || core.market.cell(company).is_none() && !w.treasury_is_wealth
            {
                continue;
            }
            let stock = &core.stock[company.at()];
            if only.is_some_and(|p| stock.of(p) == 0 && stock.director() != Some(p)) {
                continue;
            }
            let o = outlook(position, w, &self.care, &clock, company);
            let price = f64::from(position.share_value(company));
            let director = stock.director().map(Player::at).filter(|&d| d < n);
            if w.treasury_is_wealth {
                if let Some(director) = director {
                    let more = o.treasury - f64::from(core.money.company(company));
                    add(director, Part::Company, more);
                }
                continue;
            }
            for seat in 0..n {
                let held = f64::from(stock.of(Player(seat as u8)));
                if held > 0.0 {
                    add(seat, Part::Dividends, held * o.dividends);
                    add(seat, Part::Price, held * (o.price - price));
                }
            }
            if let Some(director) = director {
                let cash = f64::from(core.money.player(Player(director as u8)));
                let loan = (o.help - cash).max(0.0);
                add(director, Part::Help, -(o.help + loan * (w.loan - 1.0)));
                add(director, Part::Company, w.director * o.income + w.treasury * o.treasury);
            }
        }
        for seat in 0..n {
            let player = Player(seat as u8);
            let money = f64::from(core.money.player(player) - core.debt[seat]);
            add(seat, Part::Cash, money * (worth - 1.0));
            for paper in core.papers_of(player) {
                let def = &sheet.papers[paper.at()];
                add(seat, Part::Papers, f64::from(def.income) * left * (worth + 1.0) / 2.0);
                if w.paper_end > 0.0 {
                    add(seat, Part::Papers, w.paper_end - paper_worth(position, w, def.price));
                }
            }
        }
    }

    /// What all seats can expect where a playout ends: the forecast, corrected by the title's network as far as `believed`
    /// says.
    pub fn leaf(&self, position: &dyn Position, believed: Believed) -> Vec<f64> {
        let mut all = self.seats(position);
        if believed == Believed::default() || all.len() < 2 {
            return all;
        }
        let n = all.len() as f64;
        let mean = all.iter().sum::<f64>() / n;
        if let Some(outcome) = position.outcome() {
            let part = 1.0 / outcome.winners.len().max(1) as f64;
            for (seat, value) in all.iter_mut().enumerate() {
                let won = outcome.winners.contains(&Player(seat as u8));
                *value += believed.chance * mean * (if won { part } else { 0.0 } - 1.0 / n);
            }
            return all;
        }
        let Some((_, views)) = self.views(position, &all) else { return all };
        for (value, (above, chance)) in all.iter_mut().zip(views) {
            *value += mean * (believed.wealth * above + believed.chance * (chance - 1.0 / n));
        }
        all
    }

    /// What the title's network tells of all seats: how far each will end above the forecast, in parts of their mean, and its chance to
    /// win. Before it how much it has to say: all with three rounds to go, nothing in the last one. Nothing at all where there is no
    /// network that knows the variant.
    pub fn views(
        &self,
        position: &dyn Position,
        expected: &[f64],
    ) -> Option<(f64, Vec<(f64, f64)>)> {
        let net = self.net?;
        let slot = net.variant(&position.sheet().variant)?;
        let mut scene = self.scene(position, expected)?;
        scene.set_variant(slot);
        let open = f64::from(scene.open()) / f64::from(ONE);
        let parts = |x: i64| x as f64 / WHOLE as f64;
        let views = net.view(&scene).into_iter().map(|v| (parts(v.above), parts(v.chance)));
        Some((open, views.collect()))
    }

    /// What is expected of every company that has a price.
    pub fn outlooks(&self, position: &dyn Position) -> Vec<(Company, Outlook)> {
        let clock = Clock::of(position, self.weights);
        let core = position.core();
        position
            .sheet()
            .company_ids()
            .filter(|&c| core.market.cell(c).is_some() && !core.is(c, Flag::Closed))
            .map(|c| (c, outlook(position, self.weights, &self.care, &clock, c)))
            .collect()
    }

    /// What a seat can expect to be worth on average: the measure of what matters.
    pub fn usual(&self, position: &dyn Position) -> f64 {
        let seats = self.seats(position);
        seats.iter().sum::<f64>().abs() / seats.len().max(1) as f64
    }

    /// How good a position is for a player: own wealth, rivals' weighed against it.
    pub fn utility(&self, seats: &[f64], player: Player) -> f64 {
        let n = seats.len();
        if player.at() >= n {
            return 0.0;
        }
        let own = seats[player.at()];
        if n == 1 {
            return own;
        }
        let rest: f64 = seats.iter().sum::<f64>() - own;
        own - self.weights.rivals * self.care.rivals * rest / (n as f64 - 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Level, Limits, Who, choose};
    use engine::{Move, RoundKind};

    #[test]
    fn a_share_is_worth_what_is_expected_of_it_less_its_price() {
        // IOW-SELL-2: until it has a train its company's shares count half, which is no loss to who buys one.
        let mut game = crate::trial::game("1860", 2, 777);
        let mut events = Vec::new();
        while game.position().core().round.kind != RoundKind::Stock {
            let limits = Limits::default();
            let decision = choose(game.position(), Level::Easy, 1, limits).expect("a move");
            game.play(&decision.mv, &mut events).expect("a legal move");
        }
        let before = game.position();
        let player = before.decision().expect("somebody decides").player;
        let judge = crate::choose::judge(before, Level::Standard, None);
        let (company, mv) = before
            .choices()
            .into_iter()
            .find_map(|c| match c.mv {
                Move::BuyShare { company, .. } => Some((company, c.mv)),
                _ => None,
            })
            .expect("a share for sale");
        let price = f64::from(before.core().price(before.sheet(), company).unwrap_or(0));
        assert!(f64::from(before.share_value(company)) < price);
        let mut after = before.boxed();
        after.play(&mv, &mut events).expect("a legal purchase");
        let gain = judge.seats(after.as_ref())[player.at()] - judge.seats(before)[player.at()];
        let clock = Clock::of(after.as_ref(), judge.weights);
        let o = outlook(after.as_ref(), judge.weights, &judge.care, &clock, company);
        let cost = price * cash_worth(judge.weights, clock.left());
        // The rest is what the purchase does for shares already held.
        assert!((gain - (o.share() - cost)).abs() < price * 0.2, "{gain}");
    }

    #[test]
    fn what_is_expected_is_the_sum_of_its_parts() {
        for (title, players) in [("18cz", 3), ("1860", 2), ("18lilliput", 2), ("1889", 3)] {
            let mut game = crate::trial::game(title, players, 11);
            let mut events = Vec::new();
            let mut told = [0; Part::COUNT];
            while let Some(asked) = game.position().decision() {
                let position = game.position();
                let judge = crate::choose::judge(position, Level::Standard, None);
                let parts = judge.parts(position, asked.player);
                let whole = judge.value(position, asked.player);
                let sum: f64 = parts.iter().sum();
                assert!((sum - whole).abs() < 1.0, "{title}: {parts:?} {whole}");
                for (count, part) in told.iter_mut().zip(parts) {
                    *count += u32::from(part.abs() >= 1.0);
                }
                let decision = choose(position, Level::Easy, 1, Limits::default()).expect("a move");
                events.clear();
                game.play(&decision.mv, &mut events).expect("a legal move");
            }
            let [holdings, dividends, .., rivals, _] = told;
            assert!(holdings > 20 && rivals > 20, "{title}: {told:?}");
            assert!(title == "18lilliput" || dividends > 20, "{title}: {told:?}");
        }
    }

    #[test]
    fn a_reason_tells_at_most_three_parts_the_largest_first() {
        let reason = || crate::Reason::new("bot-share", "buys", vec![]);
        let with = [100.0, 40.0, -90.0, 1.0, 0.0, 0.2, 33.0, 12.0, 0.0];
        let found = reason().because(with, [100.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 12.0, 0.0]);
        assert_eq!(found.parts, [("price", -90), ("dividends", 40), ("papers", 33)]);
        assert_eq!(reason().because(with, with).parts, []);
    }

    #[test]
    fn a_network_moves_wealth_between_seats_and_adds_none() {
        let mut game = crate::trial::game("18lilliput", 2, 5);
        let mut events = Vec::new();
        let net: &'static Net = Box::leak(Box::new(crate::net::tests::plain()));
        let own = Weights::of("18lilliput", "standard", Who::plain(2, Level::Standard)).unwrap();
        let weights: &'static Weights = Box::leak(Box::new(own.clone()));
        let mut moved = 0;
        loop {
            let position = game.position();
            let judge = crate::choose::judge(position, Level::Standard, None);
            let look = |wealth, chance| {
                let believed = Believed { wealth, chance };
                Judge { weights, net: Some(net), ..judge }.leaf(position, believed)
            };
            let seats = judge.seats(position);
            assert_eq!(look(0.0, 0.0), seats);
            let (a, b) = (look(1.0, 0.0), look(0.0, 1.0));
            let sum = |v: &[f64]| v.iter().sum::<f64>();
            assert!((sum(&a) - sum(&seats)).abs() < 1.0, "{a:?} {seats:?}");
            assert!((sum(&b) - sum(&seats)).abs() < 1.0, "{b:?} {seats:?}");
            // This network sees who is ahead further ahead.
            if (seats[0] - seats[1]).abs() > 100.0 {
                assert_eq!(a[0] > a[1], seats[0] > seats[1]);
                let open = judge.scene(position, &seats).map_or(0, |s| s.open());
                if position.outcome().is_none() {
                    let more = (a[0] - a[1]).abs() - (seats[0] - seats[1]).abs();
                    assert!(if open > 8 { more > 0.0 } else { more > -1e-6 }, "{more} {open}");
                    moved += i32::from(more > 0.0);
                } else {
                    // Who has won is known.
                    let mean = (seats[0] + seats[1]) / 2.0;
                    assert!(((b[0] - seats[0]).abs() - mean / 2.0).abs() < 1e-6);
                }
            }
            let Some(decision) = choose(position, Level::Easy, 1, Limits::default()) else {
                break;
            };
            events.clear();
            game.play(&decision.mv, &mut events).expect("a legal move");
        }
        assert!(moved > 10, "{moved}");
    }
}
