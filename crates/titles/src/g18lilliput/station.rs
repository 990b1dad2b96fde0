//! Stations after the home.

use super::position::{Act, LilliputPosition};
use board::Spot;
use engine::{Choice, Company, Event, Move, Player, Purse, Refusal, Value};

impl LilliputPosition {
    fn can_place(
        &self,
        player: Player,
        company: Company,
        spot: Spot,
    ) -> Result<(usize, i32), Refusal> {
        self.own(player, company)?;
        if !matches!(self.state.act, Act::Station { left } if left > 0) {
            let rule = if self.state.act == Act::Open {
                "LIL-ACTION-1"
            } else {
                self.card_rule()
            };
            return Err(Refusal::new(rule, "no-station-by-this-action"));
        }
        let Some((marker, cost)) = self.state.core.next_marker(&self.printed.sheet, company) else {
            return Err(Refusal::new("LIL-SETUP-13", "no-token-left"));
        };
        self.slot_at(spot)?;
        if self.state.core.board().has_station_on(spot.cell, company.0) {
            return Err(Refusal::new("LIL-STATION-4", "station-on-the-tile")
                .with("cell", Value::Cell(spot.cell)));
        }
        if !self
            .state
            .core
            .reach(&self.printed.sheet, company)
            .has(self.state.core.board(), spot)
        {
            return Err(
                Refusal::new("LIL-STATION-3", "not-connected").with("cell", Value::Cell(spot.cell))
            );
        }
        let cost = self.station_price(player, cost);
        let treasury = self.state.core.money.company(company);
        if treasury < cost {
            return Err(Refusal::new("LIL-STATION-2", "treasury-too-small")
                .with("cost", Value::Money(cost))
                .with("treasury", Value::Money(treasury)));
        }
        Ok((marker, cost))
    }

    pub(super) fn station_choices(
        &self,
        player: Player,
        f: &mut dyn FnMut(Choice) -> bool,
    ) -> bool {
        for company in self.companies_of(player) {
            for &spot in self.state.core.reach(&self.printed.sheet, company).stops() {
                if let Ok((_, cost)) = self.can_place(player, company, spot) {
                    let mv = Move::PlaceStation {
                        company,
                        cell: spot.cell,
                        stop: spot.stop,
                    };
                    if f(Choice::costing(mv, cost)) {
                        return true;
                    }
                }
            }
        }
        false
    }

    pub(super) fn place_station(
        &mut self,
        player: Player,
        company: Company,
        spot: Spot,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        let (marker, cost) = self.can_place(player, company, spot)?;
        self.state
            .core
            .pay(Purse::Company(company), Purse::Bank, cost);
        self.put_station(company, marker, spot, cost, events);
        if let Act::Station { left } = &mut self.state.act {
            *left -= 1;
            if *left == 0 {
                self.state.act = Act::Spent;
            }
        }
        Ok(())
    }

    /// A token from the charter into a slot.
    pub(super) fn put_station(
        &mut self,
        company: Company,
        marker: usize,
        spot: Spot,
        cost: i32,
        events: &mut Vec<Event>,
    ) {
        let printed = self.printed.clone();
        self.state
            .core
            .board_mut()
            .place(&printed.sheet.tiles, spot, company.0);
        self.state.core.company_mut(company).markers[marker] = 0;
        events.push(Event::StationPlaced {
            company,
            cell: spot.cell,
            stop: spot.stop,
            cost,
        });
    }
}
