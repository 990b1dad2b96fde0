//! The dividend step: credits, pounds, price.

use super::position::{Events, IowPosition};
use super::state::Wait;
use engine::{Choice, Company, Move, Pay, Purse, Why};

impl IowPosition {
    /// The dividend step begins; without a choice it ends at once (IOW-DIVIDEND-6, IOW-INSOLVENT-12, IOW-RECEIVER-3,
    /// IOW-NATIONAL-8).
    pub(super) fn enter_dividend(&mut self, events: &mut Events) {
        let turn = &self.state.turn;
        let keeps = turn.lease.is_some() || self.in_receivership(self.current());
        if turn.revenue == 0 || keeps {
            self.settle_dividend(Pay::Withhold, events);
        } else if self.state.british {
            self.settle_dividend(Pay::Out, events);
        } else {
            self.state.wait = Some(Wait::Dividend);
        }
    }

    pub(super) fn dividend_choices(&self) -> Vec<Choice> {
        [Pay::Out, Pay::Withhold].map(|pay| Choice::one(Move::Dividend { pay })).to_vec()
    }

    pub(super) fn settle_dividend(&mut self, pay: Pay, events: &mut Events) {
        let (company, turn) = (self.current(), self.state.turn);
        let treasury = Purse::Company(company);
        let mut acts = self.acts(events);
        // IOW-SUBSIDY-2, IOW-OPTION-18: whatever is done with the income.
        acts.pay(Purse::Bank, treasury, turn.subsidy, Why::Subsidy);
        acts.pay(Purse::Bank, treasury, turn.bonus, Why::Bonus);
        // IOW-GROUP-6: the company has operated, whatever it did.
        let gone = match pay {
            Pay::Out => {
                // IOW-DIVIDEND-3, IOW-DIVIDEND-4.
                acts.pay_out(company, turn.revenue);
                self.state.or.paid[company.at()] = turn.revenue;
                self.raise_price(company, turn.revenue, events);
                false
            }
            Pay::Withhold => {
                acts.withhold(company, turn.revenue);
                self.move_price(company, self.printed.falls, events)
            }
        };
        self.test_bank();
        self.open_groups();
        self.rust_after_run(company, events);
        if gone {
            // IOW-OR-8: the turn ends here.
            self.bankrupt(company, events);
            return self.end_turn(events);
        }
        self.enter_trains(events);
    }

    // IOW-DIVIDEND-7..13.
    fn raise_price(&mut self, company: Company, revenue: i32, events: &mut Events) {
        let price = self.core().price(self.sheet_ref(), company).unwrap_or(0);
        let rises = self.printed.rises;
        let times = (revenue / price.max(1)).clamp(0, rises.len() as i32 - 1);
        let before = self.core().market.cell(company);
        self.move_price(company, rises[times as usize], events);
        // IOW-MARKET-8.
        if self.core().market.cell(company) == before && self.staying_marker_sinks() {
            self.state.core.market.to_bottom(company);
        }
    }
}
