//! Operating rounds, Southern Railway, and nationalisation.

use super::position::{Events, IowPosition};
use super::state::{Ending, Stage};
use engine::{Company, Event, Flag, MAX_COMPANIES, NONE, RoundKind, RoundName};

impl IowPosition {
    /// Begins an operating round (IOW-OR-1..4).
    #[doc(hidden)]
    pub fn begin_operating_round(&mut self, set: u8, number: u8, events: &mut Events) {
        self.state.core.round = RoundName {
            kind: RoundKind::Operating,
            set,
            number,
        };
        events.push(Event::RoundBegan {
            round: self.core().round,
        });
        self.pay_papers(events);
        let order = self
            .core()
            .market
            .order(&self.printed.sheet.market, self.active());
        let or = &mut self.state.or;
        or.order = [NONE; MAX_COMPANIES];
        for (slot, company) in or.order.iter_mut().zip(&order) {
            *slot = company.0;
        }
        or.count = order.len() as u8;
        or.at = 0;
        or.paid = [0; MAX_COMPANIES];
        self.begin_turn(events);
    }

    /// Begins the turn of the next company, or ends the round.
    #[doc(hidden)]
    pub fn begin_turn(&mut self, events: &mut Events) {
        if self.state.or.at >= self.state.or.count {
            return self.end_operating_round(events);
        }
        let or = &mut self.state.or;
        or.laid = 0;
        or.track_done = false;
        or.revenue = 0;
        or.subsidy = 0;
        or.bonus = 0;
        or.lease = NONE;
        let company = self.current();
        events.push(Event::TurnBegan { company });
        if self.train_count(company) > usize::from(self.trains_allowed()) {
            if self.in_receivership(company) && !self.printed.options.public {
                self.receiver_returns(company, events);
            } else {
                self.state.stage = Stage::Surplus;
                return;
            }
        }
        self.enter_track(events);
    }

    /// Ends the turn of the company (IOW-OR-5, step 6).
    pub(super) fn end_turn(&mut self, events: &mut Events) {
        let company = self.current();
        if !self.core().is(company, Flag::Bankrupt) {
            self.test_insolvency(company, events);
        }
        self.state.or.at += 1;
        self.begin_turn(events);
    }

    // IOW-OR-9, IOW-END-1..3, IOW-NATIONAL-11..16.
    fn end_operating_round(&mut self, events: &mut Events) {
        let RoundName { set, number, .. } = self.core().round;
        if self.state.british && self.close_companies(events) {
            return self.finish(Ending::Nationalisation, events);
        }
        if let Some(ending) = self.state.ending {
            return self.finish(ending, events);
        }
        self.test_nationalisation(events);
        if self.state.british || number < self.state.or.rounds {
            self.begin_operating_round(set, number.saturating_add(1), events);
        } else {
            self.begin_stock_round(events);
        }
    }

    /// Forms British Rail if every company with a director owns a train (IOW-NATIONAL-1..3).
    #[doc(hidden)]
    pub fn test_nationalisation(&mut self, _events: &mut Events) {
        if !self.state.southern || self.state.british {
            return;
        }
        let core = self.core();
        self.state.british = self.printed.sheet.company_ids().all(|c| {
            !core.is(c, Flag::Started)
                || core.stock[c.at()].director().is_none()
                || self.train_count(c) > 0
        });
    }

    // IOW-NATIONAL-11..13, IOW-NATIONAL-15, IOW-NATIONAL-16. Returns whether none is left.
    fn close_companies(&mut self, events: &mut Events) -> bool {
        let mut left: Vec<Company> = self.active().collect();
        let ceasing = usize::from(self.printed.ceasing);
        if left.len() <= ceasing {
            for &company in &left {
                self.cease(company, events);
            }
            return true;
        }
        let mut ceased = 0;
        while ceased < ceasing && !left.is_empty() {
            let least = left
                .iter()
                .map(|c| self.state.or.paid[c.at()])
                .min()
                .unwrap_or(0);
            let (out, kept): (Vec<Company>, Vec<Company>) = left
                .into_iter()
                .partition(|c| self.state.or.paid[c.at()] == least);
            ceased += out.len();
            left = kept;
            for company in out {
                self.cease(company, events);
            }
        }
        left.is_empty()
    }

    fn cease(&mut self, company: Company, events: &mut Events) {
        self.set_standing(company, Flag::Ceased, true, events);
    }
}
