//! Stations after the home.

use super::position::LilliputPosition;
use super::refusals::{Allowed, Matter, refused};
use super::state::Act;
use board::Spot;
use engine::{Choice, Company, Forbidden, Move, Player, Position};

impl LilliputPosition {
    /// Whether a company may place a station by the action, and what it costs.
    pub(super) fn can_place(&self, player: Player, company: Company, spot: Spot) -> Allowed<i32> {
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
                Some(Choice::costing(Move::place(company, spot), cost))
            })
        })
    }
}
