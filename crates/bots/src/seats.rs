//! What every seat can expect to be worth at the end.

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
}

thread_local! {
    static JUDGED: Cell<u64> = const { Cell::new(0) };
}

/// Positions that this thread has judged so far; for measurements.
pub fn positions_judged() -> u64 {
    JUDGED.get()
}

impl Judge {
    /// Expected wealth of all seats.
    pub fn seats(&self, position: &dyn Position) -> Vec<f64> {
        JUDGED.set(JUDGED.get() + 1);
        if let Some(outcome) = position.outcome() {
            return outcome.values.iter().map(|&v| f64::from(v)).collect();
        }
        let (sheet, core, w) = (position.sheet(), position.core(), self.weights);
        let clock = Clock::of(position, w);
        let left = clock.left();
        let worth = cash_worth(w, left);
        let mut all: Vec<f64> = position.values().iter().map(|&v| f64::from(v)).collect();
        let n = all.len();
        for company in sheet.company_ids() {
            if core.is(company, Flag::Closed)
                || core.market.cell(company).is_none() && !w.treasury_is_wealth
            {
                continue;
            }
            let stock = &core.stock[company.at()];
            let o = outlook(position, w, &self.care, &clock, company);
            let price = f64::from(position.share_value(company));
            if w.treasury_is_wealth {
                if let Some(director) = stock.director()
                    && director.at() < n
                {
                    all[director.at()] += o.treasury - f64::from(core.money.company(company));
                }
                continue;
            }
            for (seat, value) in all.iter_mut().enumerate() {
                let held = f64::from(stock.of(Player(seat as u8)));
                *value += held * (o.share() - price);
            }
            if let Some(director) = stock.director()
                && director.at() < n
            {
                let cash = f64::from(core.money.player(director));
                let loan = (o.help - cash).max(0.0);
                all[director.at()] -= o.help + loan * (w.loan - 1.0);
                all[director.at()] += w.director * o.income + w.treasury * o.treasury;
            }
        }
        for (seat, value) in all.iter_mut().enumerate() {
            let player = Player(seat as u8);
            *value += f64::from(core.money.player(player) - core.debt[seat]) * (worth - 1.0);
            for paper in core.papers_of(player) {
                let def = &sheet.papers[paper.at()];
                let now = f64::from(def.income) * left * (worth + 1.0) / 2.0;
                *value += now;
                if w.paper_end > 0.0 {
                    *value += w.paper_end - paper_worth(position, w, def.price);
                }
            }
        }
        all
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
    use crate::{Level, Limits, choose};
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
}
