//! What happens with revenue.

use super::position::{CzPosition, Events};
use super::printed::Variant;
use engine::{Choice, Company, Move, Pay};

impl CzPosition {
    /// Whether somebody decides: nobody does about nothing. CZ-BOHEMIA-15, CZ-INTRO-12
    pub fn dividend_waits(&self, company: Company) -> bool {
        self.state.turn.revenue > 0
            && !self.state.is_vaclavs(company)
            && self.printed.variant != Variant::Introductory
    }

    /// Payout or not.
    pub fn dividend_choices(&self) -> [Choice; 2] {
        [Pay::Out, Pay::Withhold].map(|pay| Choice::one(Move::Dividend { pay }))
    }

    /// Revenue about which nobody decides.
    pub fn dividend_without_choice(&mut self, company: Company, events: &mut Events) {
        let paid = self.state.turn.revenue > 0 && self.state.is_vaclavs(company);
        self.dividend(company, if paid { Pay::Out } else { Pay::Withhold }, events);
    }

    /// Pays out or keeps the revenue.
    pub fn dividend(&mut self, company: Company, pay: Pay, events: &mut Events) {
        let revenue = self.state.turn.revenue;
        let mut acts = self.acts(events);
        match pay {
            // CZ-INCOME-6, CZ-INCOME-7, CZ-MARKET-6
            Pay::Out => {
                acts.pay_out(company, revenue);
                acts.raise_price(company, revenue);
            }
            // CZ-INCOME-8
            Pay::Withhold => {
                acts.withhold(company, revenue);
                acts.lower_price(company);
            }
        }
    }
}
