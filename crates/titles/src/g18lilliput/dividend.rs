//! Income is paid or kept.

use super::position::LilliputPosition;
use super::refusals::Allowed;
use super::state::Stage;
use engine::{Company, Event, MarketMove, Move, Pay, Purse, Refusal, Why};

impl LilliputPosition {
    /// The director decides on the income of a company.
    pub(super) fn decide(&mut self, by: Company, mv: &Move, events: &mut Vec<Event>) -> Allowed {
        let income = self.state.income;
        match mv {
            Move::Dividend { pay: Pay::Out } => self.pay_out(by, income, events),
            Move::Dividend { pay: Pay::Withhold } => self.withhold(by, income, events),
            _ => return Err(Refusal::new("LIL-INCOME-5", "decide-on-the-income")),
        }
        self.state.stage = Stage::Running;
        Ok(())
    }

    // Income and moves count twice in the last round (LIL-END-4).
    fn times(&self) -> u8 {
        1 + u8::from(self.last_round())
    }

    // The income of a paying company: what shareholders divide, and what the company keeps (LIL-BROB-2).
    fn parts(&self, income: i32) -> (i32, i32) {
        let total = income * i32::from(self.times());
        if self.printed.options.brobdingnag {
            let half = (total + 19) / 20 * 10;
            (half, total - half)
        } else {
            (total, 0)
        }
    }

    /// Pays an income to the shareholders.
    pub(super) fn pay_out(&mut self, company: Company, income: i32, events: &mut Vec<Event>) {
        let (shared, kept) = self.parts(income);
        let steps = self.times();
        let automatic = self.director(company) == Some(self.gulliver());
        events.push(Event::PaidOut { company, revenue: shared + kept });
        let mut acts = self.acts(events);
        acts.share_out(company, shared);
        if !automatic {
            acts.pay(Purse::Bank, Purse::Company(company), kept, Why::Withheld);
        }
        acts.move_marker(company, MarketMove::Right, steps);
    }

    /// The company keeps its income and may go to the depot.
    pub(super) fn withhold(&mut self, company: Company, income: i32, events: &mut Vec<Event>) {
        let mut acts = self.acts(events);
        acts.withhold(company, income);
        acts.move_marker(company, MarketMove::Left, 1);
        self.go_to_depot(company);
    }
}
