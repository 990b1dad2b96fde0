//! Station markers. S89-TOKEN

use super::position::ShikokuPosition;
use super::refusals::{Matter, refused};
use board::Spot;
use engine::{Choice, Company, Event, Forbidden, Move, Refusal};

impl ShikokuPosition {
    fn check_station(&self, company: Company, spot: Spot) -> Result<i32, Forbidden> {
        let checks = self.checks();
        let cost = checks.station_cost(company)?;
        checks.free_place(company, spot, checks.kept_for_homes(company, spot))?;
        if self.tests_reach() {
            checks.reaches(company, spot)?;
        }
        checks.company_pays(company, cost)?;
        Ok(cost)
    }

    /// Places for a station that the company can pay for. S89-TOKEN-3..7
    pub(super) fn stations(&self, company: Company) -> impl Iterator<Item = Choice> + '_ {
        let reach = self.state.core.reach(&self.printed.sheet, company);
        reach.stops().iter().filter_map(move |&spot| {
            let cost = self.check_station(company, spot).ok()?;
            let Spot { cell, stop } = spot;
            Some(Choice::costing(
                Move::PlaceStation {
                    company,
                    cell,
                    stop,
                },
                cost,
            ))
        })
    }

    pub(super) fn place(
        &mut self,
        company: Company,
        spot: Spot,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        if self.on_turn() != Some(company) {
            return Err(Refusal::new("S89-OR-5", "not-this-company"));
        }
        let cost = self
            .check_station(company, spot)
            .map_err(refused(Matter::Station))?;
        self.acts(events).place_station(company, spot, cost);
        self.leave(events);
        Ok(())
    }
}
