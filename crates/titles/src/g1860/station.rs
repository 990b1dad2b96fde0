//! The base step.

use super::position::{Events, IowPosition};
use super::state::Stage;
use board::{Kind, Spot};
use engine::{Choice, Company, Event, Flag, Move, Purse, Refusal, Value};

impl IowPosition {
    /// The base step begins; it ends at once where no base can be built.
    pub(super) fn enter_base(&mut self, events: &mut Events) {
        let company = self.current();
        let core = self.core();
        let free = core.reach(self.sheet_ref(), company).stops().to_vec();
        if self.base_cost(company).is_ok()
            && free.iter().any(|&s| self.check_circle(company, s).is_ok())
        {
            self.state.stage = Stage::Base;
        } else {
            self.enter_run(events);
        }
    }

    // What the next base costs, if the company may build at all (IOW-TOKEN-2, IOW-TOKEN-8, IOW-SOUTHERN-3).
    fn base_cost(&self, company: Company) -> Result<i32, Refusal> {
        let core = self.core();
        if self.state.closed {
            return Err(Refusal::new("IOW-SOUTHERN-3", "building-closed"));
        }
        if core.is(company, Flag::Insolvent) || self.in_receivership(company) {
            return Err(Refusal::new("IOW-TOKEN-8", "may-not-build"));
        }
        let Some((_, cost)) = core.next_marker(self.sheet_ref(), company) else {
            return Err(Refusal::new("IOW-COMPANY-9", "no-base-left"));
        };
        if cost > core.money.company(company) {
            return Err(Refusal::new("IOW-TOKEN-2", "too-dear").with("cost", Value::Money(cost)));
        }
        Ok(cost)
    }

    // A free circle that the company may take (IOW-TOKEN-3..5, IOW-TOKEN-7).
    fn check_circle(&self, company: Company, spot: Spot) -> Result<(), Refusal> {
        let core = self.core();
        let tiles = &self.printed.sheet.tiles;
        let refuse = |rule, key| Err(Refusal::new(rule, key).with("cell", Value::Cell(spot.cell)));
        let Some(laid) = core.board().at(spot.cell) else {
            return refuse("IOW-TOKEN-3", "no-circle");
        };
        match tiles.get(laid.tile).stops.get(spot.stop as usize) {
            Some(stop) if stop.kind == Kind::City && stop.slots > 0 => {}
            _ => return refuse("IOW-TOKEN-7", "no-circle"),
        }
        if core.board().has_station_on(spot.cell, company.0) {
            return refuse("IOW-TOKEN-4", "base-there-already");
        }
        let kept = self
            .printed
            .sheet
            .map
            .def(spot.cell)
            .homes
            .iter()
            .filter(|h| h.company != company.0 && !core.is(Company(h.company), Flag::Home))
            .filter(|h| h.stop.is_none_or(|s| s == spot.stop))
            .count();
        match core.board().free_slots(tiles, spot) {
            0 => refuse("IOW-TOKEN-3", "no-free-circle"),
            free if free <= kept => refuse("IOW-TOKEN-5", "kept-for-headquarters"),
            _ => Ok(()),
        }
    }

    fn check_base(&self, company: Company, spot: Spot) -> Result<i32, Refusal> {
        let cost = self.base_cost(company)?;
        self.check_circle(company, spot)?;
        // IOW-PUB-40: recorded bases are not tested for a connection.
        if !self.printed.options.public
            && !self
                .core()
                .reach(self.sheet_ref(), company)
                .has(self.core().board(), spot)
        {
            return Err(
                Refusal::new("IOW-TOKEN-3", "not-connected").with("cell", Value::Cell(spot.cell))
            );
        }
        Ok(cost)
    }

    pub(super) fn base_choices(&self) -> Vec<Choice> {
        let company = self.current();
        let mut choices = vec![Choice::one(Move::Pass)];
        let mut offer = |spot: Spot| {
            if let Ok(cost) = self.check_base(company, spot) {
                choices.push(Choice::costing(
                    Move::PlaceStation {
                        company,
                        cell: spot.cell,
                        stop: spot.stop,
                    },
                    cost,
                ));
            }
        };
        if self.printed.options.public {
            for cell in self.printed.sheet.map.all() {
                for stop in 0..3 {
                    offer(Spot { cell, stop });
                }
            }
        } else {
            self.core()
                .reach(self.sheet_ref(), company)
                .stops()
                .iter()
                .copied()
                .for_each(offer);
        }
        choices
    }

    pub(super) fn place_base(
        &mut self,
        company: Company,
        spot: Spot,
        events: &mut Events,
    ) -> Result<(), Refusal> {
        self.must_be_current(company)?;
        let cost = self.check_base(company, spot)?;
        let sheet = self.printed.sheet.clone();
        if let Some((marker, _)) = self.core().next_marker(&sheet, company) {
            self.state.core.company_mut(company).markers[marker] -= 1;
        }
        self.state
            .core
            .pay(Purse::Company(company), Purse::Bank, cost);
        self.state
            .core
            .board_mut()
            .place(&sheet.tiles, spot, company.0);
        events.push(Event::StationPlaced {
            company,
            cell: spot.cell,
            stop: spot.stop,
            cost,
        });
        self.enter_run(events);
        Ok(())
    }
}
