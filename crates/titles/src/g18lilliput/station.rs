//! Stations after the home.

use super::position::LilliputPosition;
use super::refusals::{Allowed, Matter, refused};
use super::state::Act;
use board::Spot;
use engine::{Choice, Company, Event, Forbidden, Move, Player, Position};

impl LilliputPosition {
    // Whether a company may place a station, and what it costs.
    fn can_place(&self, player: Player, company: Company, spot: Spot) -> Allowed<i32> {
        let no = refused(Matter::Station);
        self.own(player, company)?;
        if !matches!(self.state.act, Act::Station(1..)) {
            return Err(self.not_by_card("no-station-by-this-action"));
        }
        let checks = self.checks();
        let cost = checks.may_place(company, spot).map_err(|why| {
            // LIL-STATION-8: towns and harbours have no slots.
            let laid = self.core().board().at(spot.cell);
            let stops = laid.map_or(0, |l| self.sheet().tiles.get(l.tile).stops.len());
            match why {
                Forbidden::NoCity { .. } if stops > 0 => why.under("LIL-STATION-8"),
                _ => no(why),
            }
        })?;
        let cost = self.station_price(player, cost);
        checks.company_pays(company, cost).map_err(&no)?;
        Ok(cost)
    }

    /// Stations that a player can place.
    pub(super) fn station_choices(&self, player: Player) -> impl Iterator<Item = Choice> {
        self.companies_of(player).flat_map(move |company| {
            let stops = self.core().reach(self.sheet(), company).stops().iter();
            stops.filter_map(move |&spot| {
                let cost = self.can_place(player, company, spot).ok()?;
                let Spot { cell, stop } = spot;
                let mv = Move::PlaceStation {
                    company,
                    cell,
                    stop,
                };
                Some(Choice::costing(mv, cost))
            })
        })
    }

    /// A company places a station.
    pub(super) fn place_station(
        &mut self,
        player: Player,
        company: Company,
        spot: Spot,
        events: &mut Vec<Event>,
    ) -> Allowed {
        let cost = self.can_place(player, company, spot)?;
        self.acts(events).place_station(company, spot, cost);
        self.state.act = self.state.act.one_less();
        Ok(())
    }
}
