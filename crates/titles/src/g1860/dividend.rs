//! The dividend step: credits, pounds, price.

use super::position::{Events, IowPosition};
use super::state::Stage;
use engine::{Choice, Company, Event, Flag, Move, NONE, Pay, Purse, Refusal, Why};

impl IowPosition {
    /// The dividend step begins; without a choice it ends at once.
    pub(super) fn enter_dividend(&mut self, events: &mut Events) {
        let company = self.current();
        // IOW-DIVIDEND-6, IOW-INSOLVENT-12, IOW-RECEIVER-3, IOW-NATIONAL-8.
        if self.state.or.revenue == 0 || self.must_withhold(company) {
            self.settle_dividend(Pay::Withhold, events);
        } else if self.state.british {
            self.settle_dividend(Pay::Out, events);
        } else {
            self.state.stage = Stage::Dividend;
        }
    }

    fn must_withhold(&self, company: Company) -> bool {
        self.state.or.lease != NONE || self.in_receivership(company)
    }

    pub(super) fn dividend_choices(&self) -> Vec<Choice> {
        [Pay::Out, Pay::Withhold]
            .map(|pay| Choice::one(Move::Dividend { pay }))
            .to_vec()
    }

    pub(super) fn decide_dividend(&mut self, pay: Pay, events: &mut Events) -> Result<(), Refusal> {
        self.settle_dividend(pay, events);
        Ok(())
    }

    fn settle_dividend(&mut self, pay: Pay, events: &mut Events) {
        let company = self.current();
        let revenue = self.state.or.revenue;
        // IOW-SUBSIDY-2, IOW-OPTION-18: whatever is done with the income.
        self.credit(company, self.state.or.subsidy, Why::Subsidy, events);
        self.credit(company, self.state.or.bonus, Why::Bonus, events);
        let gone = match pay {
            Pay::Out => {
                self.pay_shares(company, revenue, events);
                self.raise_price(company, revenue, events);
                false
            }
            Pay::Withhold => {
                self.credit(company, revenue, Why::Withheld, events);
                events.push(Event::Kept { company, revenue });
                self.move_price(company, self.printed.falls, events)
            }
        };
        self.test_bank();
        // IOW-GROUP-6: the company has operated, whatever it did.
        self.state
            .core
            .company_mut(company)
            .set(Flag::Operated, true);
        self.open_groups();
        self.rust_after_run(company, events);
        if gone {
            // IOW-OR-8: the turn ends here.
            self.bankrupt(company, events);
            return self.end_turn(events);
        }
        self.enter_trains(events);
    }

    fn credit(&mut self, company: Company, amount: i32, why: Why, events: &mut Events) {
        if amount > 0 {
            self.state
                .core
                .pay(Purse::Bank, Purse::Company(company), amount);
            events.push(Event::Paid {
                from: Purse::Bank,
                to: Purse::Company(company),
                amount,
                why,
            });
        }
    }

    // IOW-DIVIDEND-3, IOW-DIVIDEND-4.
    fn pay_shares(&mut self, company: Company, revenue: i32, events: &mut Events) {
        let units = i32::from(self.printed.sheet.company(company).units);
        events.push(Event::PaidOut { company, revenue });
        self.state.or.paid[company.at()] = revenue;
        for seat in 0..self.core().seats {
            let player = engine::Player(seat);
            let amount = revenue * i32::from(self.core().stock[company.at()].of(player)) / units;
            if amount > 0 {
                let to = Purse::Player(player);
                self.state.core.pay(Purse::Bank, to, amount);
                events.push(Event::Paid {
                    from: Purse::Bank,
                    to,
                    amount,
                    why: Why::Dividend,
                });
            }
        }
    }

    // IOW-DIVIDEND-7..13.
    fn raise_price(&mut self, company: Company, revenue: i32, events: &mut Events) {
        let price = self
            .core()
            .price(self.sheet_ref(), company)
            .unwrap_or(0)
            .max(1);
        let times = (revenue / price).clamp(0, self.printed.rises.len() as i32 - 1) as usize;
        let before = self.core().market.cell(company);
        self.move_price(company, self.printed.rises[times], events);
        // IOW-MARKET-8: a marker that stays goes to the bottom of its stack; J-2: not on the public platform.
        if self.core().market.cell(company) == before && !self.printed.options.public {
            self.state.core.market.to_bottom(company);
        }
    }
}
