//! The base step.

use super::position::{Allowed, Events, IowPosition};
use super::refusals::{Matter, refused};
use super::state::Wait;
use board::Spot;
use engine::{Choice, Company, Flag, Forbidden, Move, Refusal};

impl IowPosition {
    /// The base step begins; it ends at once where no base can be built.
    pub(super) fn enter_base(&mut self, events: &mut Events) {
        let company = self.current();
        let free = |&spot: &Spot| self.free_circle(company, spot).is_ok();
        if self.base_cost(company).is_ok() && self.reach(company).stops().iter().any(free) {
            self.state.wait = Some(Wait::Base);
        } else {
            self.enter_run(events);
        }
    }

    /// What a company reaches.
    pub(super) fn reach(&self, company: Company) -> &board::Reach {
        self.core().reach(self.sheet_ref(), company)
    }

    // What the next base costs, if the company may build at all (IOW-TOKEN-2, IOW-TOKEN-8, IOW-SOUTHERN-3).
    fn base_cost(&self, company: Company) -> Result<i32, Refusal> {
        if self.state.closed {
            return Err(Refusal::new("IOW-SOUTHERN-3", "building-closed"));
        }
        if self.core().is(company, Flag::Insolvent) || self.in_receivership(company) {
            return Err(Refusal::new("IOW-TOKEN-8", "may-not-build"));
        }
        let refuse = refused(Matter::Base);
        let cost = self.checks().station_cost(company).map_err(&refuse)?;
        self.checks().company_pays(company, cost).map_err(refuse)?;
        Ok(cost)
    }

    // IOW-TOKEN-3..5, IOW-TOKEN-7.
    fn free_circle(&self, company: Company, spot: Spot) -> Result<(), Forbidden> {
        let kept = self.checks().kept_for_homes(company, spot);
        self.checks().free_place(company, spot, kept)
    }

    fn may_place(&self, company: Company, spot: Spot) -> Result<i32, Refusal> {
        let refuse = refused(Matter::Base);
        let cost = self.base_cost(company)?;
        self.free_circle(company, spot).map_err(&refuse)?;
        if self.tests_connection() {
            self.checks().reaches(company, spot).map_err(refuse)?;
        }
        Ok(cost)
    }

    pub(super) fn base_choices(&self) -> Vec<Choice> {
        let company = self.current();
        let mut choices = vec![Choice::one(Move::Pass)];
        let mut offer = |spot: Spot| {
            if let Ok(cost) = self.may_place(company, spot) {
                let Spot { cell, stop } = spot;
                let mv = Move::PlaceStation { company, cell, stop };
                choices.push(Choice::costing(mv, cost));
            }
        };
        if self.tests_connection() {
            self.reach(company).stops().iter().copied().for_each(offer);
        } else {
            for cell in self.printed.sheet.map.all() {
                (0..3).for_each(|stop| offer(Spot { cell, stop }));
            }
        }
        choices
    }

    pub(super) fn place_base(
        &mut self,
        company: Company,
        spot: Spot,
        events: &mut Events,
    ) -> Allowed {
        self.must_be_current(company)?;
        let cost = self.may_place(company, spot)?;
        self.acts(events).place_station(company, spot, cost);
        self.enter_run(events);
        Ok(())
    }
}
