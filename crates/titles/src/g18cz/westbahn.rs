//! Moravia-Silesia: the Mährische Westbahn, a paper with a station.

use super::position::{CzPosition, Events};
use super::printed::{PaperKind, Variant};
use super::refusals::{on_cell, under};
use super::station::DEAR;
use board::{Colour, Kind, Spot};
use engine::{
    Allowed, Choice, Company, Flag, Lay, LayBy, Move, Paper, Place, Player, Refusal, Slot,
    fit_masks,
};
use smallvec::SmallVec;

const RIGHT: LayBy = LayBy::Right { slot: Slot(0) };

impl CzPosition {
    // MW as a company with a home, and that home.
    fn westbahn(&self) -> Option<(Company, Spot)> {
        if self.printed.variant != Variant::Moravia {
            return None;
        }
        let company = self.sheet().company_by_id("MW")?;
        let cell = *self.sheet().company(company).homes.first()?;
        Some((company, Spot { cell, stop: 0 }))
    }

    fn is_westbahn(&self, paper: Paper) -> bool {
        self.printed.paper_kinds[paper.at()] == PaperKind::Westbahn
    }

    /// The player who owns MW.
    pub fn westbahn_owner(&self) -> Option<Player> {
        let paper = self.sheet().paper_ids().find(|&p| self.is_westbahn(p))?;
        match self.state.core.papers[paper.at()].place {
            Place::Player(owner) => Some(owner),
            _ => None,
        }
    }

    /// What MW earns: the value of its home. CZ-MORAVIA-26
    pub fn westbahn_income(&self) -> i32 {
        let home = self.westbahn().map(|(_, home)| home.cell);
        let laid = home.and_then(|cell| self.state.core.board().at(cell));
        let stop = laid.and_then(|l| self.sheet().tiles.get(l.tile).stops.first());
        stop.map_or(0, |s| i32::from(s.paid.in_column(0)))
    }

    /// MW comes to a player with its station. CZ-MORAVIA-25
    pub fn westbahn_sold(&mut self, paper: Paper, events: &mut Events) {
        if self.is_westbahn(paper)
            && let Some((company, home)) = self.westbahn()
        {
            self.acts(events).place_home(company, home);
        }
    }

    // CZ-MORAVIA-36: a city on its home, in any colour of the phase.
    fn may_improve(&self, lay: &Lay<'_>) -> Allowed<SmallVec<[u8; 4]>> {
        let def = self.sheet().tiles.get(lay.tile);
        let is_home = |(company, home): (_, Spot)| company == lay.company && home.cell == lay.cell;
        if !self.westbahn().is_some_and(is_home)
            || def.special
            || def.colour == Colour::Red
            || !def.has(Kind::City)
        {
            return Err(on_cell("CZ-MORAVIA-36", "tile-does-not-fit", lay.cell));
        }
        let available = self.checks().tile_available(lay.cell, lay.tile);
        available.map_err(under("CZ-MORAVIA-36"))?;
        let fit = self.checks().tile_fits(lay.cell, lay.tile, lay.rotation);
        let fit = fit.map_err(under("CZ-MORAVIA-36"))?;
        Ok(fit.stops.into())
    }

    /// What MW's owner can build before MW pays. CZ-MORAVIA-26
    pub fn westbahn_lays(&self) -> impl Iterator<Item = Choice> {
        let home = self.westbahn().filter(|_| self.westbahn_owner().is_some());
        let lays = home.into_iter().flat_map(move |(company, Spot { cell, .. })| {
            let tiles = fit_masks(self.sheet(), &self.state.core, cell);
            tiles.flat_map(move |(tile, mask, _)| Lay::turned(company, cell, tile, mask))
        });
        let legal = lays.filter(|lay| self.may_improve(lay).is_ok());
        legal.map(|lay| Choice::one(lay.by(RIGHT)))
    }

    /// MW's owner builds or not.
    pub fn play_westbahn(&mut self, mv: &Move, events: &mut Events) -> Allowed {
        match mv.as_lay() {
            Some((lay, RIGHT)) => {
                let stops = &self.may_improve(&lay)?;
                self.acts(events).lay_tile(Lay { stops, ..lay });
            }
            None if *mv == Move::Pass => {}
            _ => return Err(Refusal::new("CZ-MORAVIA-36", "build-or-pass")),
        }
        self.state.westbahn = false;
        self.begin_operating(events);
        Ok(())
    }

    /// A company bought MW: it closes, its station is the company's. CZ-MORAVIA-27, 28, 41
    pub fn westbahn_bought(&mut self, paper: Paper, buyer: Company, events: &mut Events) {
        let Some((company, home)) = self.westbahn().filter(|_| self.is_westbahn(paper)) else {
            return;
        };
        self.acts(events).close_paper(paper);
        let already = self.state.core.board().has_station_on(home.cell, buyer.0);
        self.state.core.board_mut().reassign(company.0, buyer.0);
        if already {
            self.acts(events).lift_station(buyer, home, DEAR);
        }
    }

    /// MW closes with a player: its station goes. CZ-MORAVIA-29
    pub fn westbahn_closes(&mut self, events: &mut Events) {
        if let (Some(_), Some((company, home))) = (self.westbahn_owner(), self.westbahn())
            && self.state.core.board().has_station_on(home.cell, company.0)
        {
            self.acts(events).lift_station(company, home, 0);
            self.state.core.company_mut(company).set(Flag::Home, false);
        }
    }
}
