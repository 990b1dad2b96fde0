//! What happens with revenue.

use super::position::CzPosition;
use super::printed::Variant;
use super::state::Step;
use engine::{Choice, Company, Event, MarketMove, Move, Pay};

impl CzPosition {
    /// Whether somebody decides: nobody does about nothing. CZ-BOHEMIA-15, CZ-INTRO-12
    pub fn dividend_waits(&self, company: Company) -> bool {
        self.state.turn.revenue > 0
            && !self.state.is_vaclavs(company)
            && self.printed.variant != Variant::Introductory
    }

    /// Payout or not.
    pub fn list_dividends(&self, all: &mut Vec<Choice>) {
        all.extend([Pay::Out, Pay::Withhold].map(|pay| Choice::one(Move::Dividend { pay })));
    }

    /// The director decides.
    pub fn dividend(&mut self, company: Company, pay: Pay, events: &mut Vec<Event>) {
        self.share(company, pay, events);
        self.state.turn.step = Step::Acquire;
    }

    /// Revenue about which nobody decides.
    pub fn dividend_without_choice(&mut self, company: Company, events: &mut Vec<Event>) {
        let paid = self.state.turn.revenue > 0 && self.state.is_vaclavs(company);
        self.share(company, if paid { Pay::Out } else { Pay::Withhold }, events);
    }

    fn share(&mut self, company: Company, pay: Pay, events: &mut Vec<Event>) {
        let revenue = self.state.turn.revenue;
        let steps = self.printed.dividend_steps[usize::from(self.printed.size(company))];
        let mut acts = self.acts(events);
        match pay {
            // CZ-INCOME-6, CZ-INCOME-7, CZ-MARKET-6
            Pay::Out => {
                acts.pay_out(company, revenue);
                acts.move_marker(company, MarketMove::Right, steps);
            }
            // CZ-INCOME-8
            Pay::Withhold => {
                acts.withhold(company, revenue);
                acts.move_marker(company, MarketMove::Left, 1);
            }
        }
    }
}
