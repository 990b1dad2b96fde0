//! Private companies: exchange for a share, income, closing.

use super::position::{Events, IowPosition};
use engine::{
    Choice, Company, Event, Flag, Move, Paper, Place, Player, Purse, Refusal, Value, Why,
};

impl IowPosition {
    /// Whether a private company may be exchanged now, by whom and for what (IOW-EXCHANGE-1..13).
    pub(super) fn check_exchange(&self, paper: Paper) -> Result<(Player, Company), Refusal> {
        let refuse = |rule, key| Err(Refusal::new(rule, key).with("paper", Value::Paper(paper)));
        let Some(company) = self.printed.sheet.papers[paper.at()].company else {
            return refuse("IOW-EXCHANGE-1", "no-linked-company");
        };
        let owner = match self.core().papers[paper.at()].place {
            Place::Player(p) => p,
            Place::Bank => return refuse("IOW-EXCHANGE-11", "with-the-bank"),
            _ => return refuse("IOW-EXCHANGE-7", "closed"),
        };
        // J-33: the public platform does not ask whose turn it is.
        if owner != self.buyer() && !self.printed.options.public {
            return refuse("IOW-EXCHANGE-3", "not-your-turn");
        }
        if !self.core().is(company, Flag::Started) {
            let rule = if self.core().is(company, Flag::Bankrupt) {
                "IOW-EXCHANGE-6"
            } else {
                "IOW-EXCHANGE-5"
            };
            return refuse(rule, "not-started");
        }
        // J-53: bankrupt until its card goes at the launch.
        if self.printed.options.swap_at_launch && self.core().is(company, Flag::Bankrupt) {
            return refuse("IOW-EXCHANGE-6", "not-launched-again");
        }
        if self.core().stock[company.at()].ipo == 0 {
            return refuse("IOW-EXCHANGE-2", "none-left");
        }
        Ok((owner, company))
    }

    pub(super) fn exchange_choices(&self) -> impl Iterator<Item = Choice> + '_ {
        self.printed
            .sheet
            .paper_ids()
            .filter(|&p| self.check_exchange(p).is_ok())
            .map(|paper| Choice::one(Move::Exchange { paper }))
    }

    pub(super) fn exchange(&mut self, paper: Paper, events: &mut Events) -> Result<(), Refusal> {
        if self.state.stage == super::state::Stage::Home && !self.printed.options.public {
            return Err(Refusal::new("IOW-LAUNCH-6", "home-tile-first"));
        }
        let (player, company) = self.check_exchange(paper)?;
        let home_waits = self.state.stage == super::state::Stage::Home;
        self.close_paper(paper, events);
        self.state.core.stock[company.at()].from_ipo(player, 1);
        events.push(Event::PaperExchanged {
            paper,
            player,
            company,
        });
        self.settle_director(company, events);
        self.open_groups();
        if !home_waits {
            self.launch_if_sold(company, events);
        }
        // The swap is no action (IOW-EXCHANGE-4): the turn goes on as it was.
        if !self.printed.options.public {
            self.continue_turn(events);
        }
        Ok(())
    }

    /// Closes a private company for good (IOW-PRIVATE-12, IOW-PRIVATE-13).
    pub(super) fn close_paper(&mut self, paper: Paper, events: &mut Events) {
        self.state.core.papers[paper.at()].place = Place::Gone;
        if let Some(company) = self.printed.sheet.papers[paper.at()].company {
            self.state.core.stock[company.at()].reserved = 0;
        }
        events.push(Event::PaperClosed { paper });
    }

    // IOW-PRIVATE-11.
    pub(super) fn close_other_papers(&mut self, events: &mut Events) {
        for paper in self.printed.sheet.paper_ids() {
            let open = self.core().papers[paper.at()].place != Place::Gone;
            if paper != self.printed.fishbourne && open {
                self.close_paper(paper, events);
            }
        }
    }

    /// Income at the start of an operating round (IOW-PRIVATE-2, IOW-PRIVATE-3).
    pub(super) fn pay_papers(&mut self, events: &mut Events) {
        for paper in self.printed.sheet.paper_ids() {
            if let Place::Player(p) = self.core().papers[paper.at()].place {
                let amount = self.printed.sheet.papers[paper.at()].income;
                self.state.core.pay(Purse::Bank, Purse::Player(p), amount);
                events.push(Event::Paid {
                    from: Purse::Bank,
                    to: Purse::Player(p),
                    amount,
                    why: Why::PaperIncome,
                });
            }
        }
        // J-8: the public platform does not look at the bank here.
        if !self.printed.options.public {
            self.test_bank();
        }
    }
}
