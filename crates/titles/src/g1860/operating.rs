//! Operating rounds, Southern Railway, and nationalisation.

use super::position::{Events, IowPosition};
use super::state::{Ending, Turn, Wait};
use engine::{Company, Event, Flag, Lineup, MAX_COMPANIES, RoundKind, RoundName};

impl IowPosition {
    /// Begins an operating round (IOW-OR-1..4).
    #[doc(hidden)]
    pub fn begin_operating_round(&mut self, set: u8, number: u8, events: &mut Events) {
        let round = RoundName::new(RoundKind::Operating, set, number);
        self.acts(events).begin_round(round);
        self.pay_papers(events);
        let chart = &self.printed.sheet.market;
        let order = self.core().market.order(chart, self.active());
        self.state.or.lineup = Lineup::new(order);
        self.state.or.paid = [0; MAX_COMPANIES];
        self.begin_turn(events);
    }

    /// Begins the turn of the next company, or ends the round.
    #[doc(hidden)]
    pub fn begin_turn(&mut self, events: &mut Events) {
        let Some(company) = self.state.or.lineup.advance() else {
            return self.end_operating_round(events);
        };
        self.state.turn = Turn::default();
        events.push(Event::TurnBegan { company });
        if self.train_count(company) > usize::from(self.trains_allowed()) {
            if !self.in_receivership(company) || self.asks_without_choice() {
                self.state.wait = Some(Wait::Surplus);
                return;
            }
            self.receiver_returns(company, events);
        }
        self.enter_track(events);
    }

    /// Ends the turn of the company (IOW-OR-5, step 6).
    pub(super) fn end_turn(&mut self, events: &mut Events) {
        let company = self.current();
        if !self.core().is(company, Flag::Bankrupt) {
            self.test_insolvency(company, events);
        }
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
        self.test_nationalisation();
        if self.state.british || number < self.state.or.rounds {
            self.begin_operating_round(set, number.saturating_add(1), events);
        } else {
            self.begin_stock_round(events);
        }
    }

    /// Forms British Rail if every company with a director owns a train (IOW-NATIONAL-1..3).
    #[doc(hidden)]
    pub fn test_nationalisation(&mut self) {
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

    // The lowest payers cease, and the next lowest while too few have (IOW-NATIONAL-11..13, IOW-NATIONAL-15,
    // IOW-NATIONAL-16). Returns whether none is left.
    fn close_companies(&mut self, events: &mut Events) -> bool {
        let mut left: Vec<Company> = self.active().collect();
        let ceasing = usize::from(self.printed.ceasing);
        let all = left.len();
        let paid = self.state.or.paid;
        while !left.is_empty() && (all <= ceasing || all - left.len() < ceasing) {
            let least = left.iter().map(|c| paid[c.at()]).min();
            let ceases = |c: &Company| Some(paid[c.at()]) == least;
            let (out, kept): (Vec<Company>, Vec<Company>) = left.into_iter().partition(ceases);
            left = kept;
            for company in out {
                self.acts(events).set_standing(company, Flag::Ceased, true);
            }
        }
        left.is_empty()
    }
}
