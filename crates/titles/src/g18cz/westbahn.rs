//! Moravia-Silesia: the Mährische Westbahn, a paper with a station.

use super::position::CzPosition;
use super::printed::{PaperKind, Variant};
use super::refusals::{Matter, on_cell, refused};
use super::station::DEAR;
use board::{Cell, Colour, Kind, Spot, TileId};
use engine::{
    Choice, Company, Event, Flag, Lay, LayBy, Move, Paper, Place, Player, Refusal, Slot, fit_masks,
};

const RIGHT: LayBy = LayBy::Right { slot: Slot(0) };

impl CzPosition {
    /// MW as a company with a home, and that home.
    fn westbahn(&self) -> Option<(Company, Cell)> {
        if self.printed.variant != Variant::Moravia {
            return None;
        }
        let company = self.sheet().company_by_id("MW")?;
        let cell = *self.sheet().company(company).homes.first()?;
        Some((company, cell))
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
        let laid = self
            .westbahn()
            .and_then(|(_, cell)| self.state.core.board().at(cell));
        let stop = laid.and_then(|l| self.sheet().tiles.get(l.tile).stops.first());
        stop.map_or(0, |s| i32::from(s.paid.in_column(0)))
    }

    /// MW comes to a player with its station. CZ-MORAVIA-25
    pub fn westbahn_sold(&mut self, paper: Paper, events: &mut Vec<Event>) {
        if self.is_westbahn(paper)
            && let Some((company, cell)) = self.westbahn()
        {
            let spot = Spot { cell, stop: 0 };
            self.acts(events).place_home(company, spot);
        }
    }

    // Everything but the rotation.
    fn may_improve(&self, cell: Cell, tile: TileId) -> Result<(), Refusal> {
        let def = self.sheet().tiles.get(tile);
        if def.special || def.colour == Colour::Red || !def.has(Kind::City) {
            return Err(on_cell("CZ-MORAVIA-36", "tile-does-not-fit", cell));
        }
        let available = self.checks().tile_available(cell, tile);
        available.map_err(refused(Matter::Westbahn))
    }

    fn westbahn_lays(&self) -> impl Iterator<Item = Choice> {
        let home = self.westbahn().into_iter();
        home.flat_map(move |(company, cell)| {
            fit_masks(self.sheet(), &self.state.core, cell)
                .filter(move |&(tile, ..)| self.may_improve(cell, tile).is_ok())
                .flat_map(move |(tile, mask, _)| {
                    let rotations = (0..6).filter(move |r| mask & (1 << r) != 0);
                    rotations.map(move |rotation| Move::LayTile {
                        company,
                        cell,
                        tile,
                        rotation,
                        by: RIGHT,
                    })
                })
                .map(Choice::one)
        })
    }

    /// Whether MW's owner has something to build before MW pays. CZ-MORAVIA-26
    pub fn westbahn_may_build(&self) -> bool {
        self.westbahn_owner().is_some() && self.westbahn_lays().next().is_some()
    }

    /// What MW's owner can build.
    pub fn list_westbahn(&self, all: &mut Vec<Choice>) {
        all.extend(self.westbahn_lays());
        all.push(Choice::one(Move::Pass));
    }

    /// MW's owner builds or not. CZ-MORAVIA-36
    pub fn play_westbahn(&mut self, mv: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
        match *mv {
            Move::Pass => {}
            Move::LayTile {
                company,
                cell,
                tile,
                rotation,
                by: RIGHT,
            } => {
                if self.westbahn() != Some((company, cell)) {
                    return Err(on_cell("CZ-MORAVIA-36", "only-its-home", cell));
                }
                self.may_improve(cell, tile)?;
                let printed = self.printed.clone();
                let fit = engine::fits(&printed.sheet, &self.state.core, cell, tile, rotation);
                let Some(fit) = fit else {
                    return Err(on_cell("CZ-MORAVIA-36", "rotation-does-not-fit", cell));
                };
                self.acts(events).lay_tile(Lay {
                    company,
                    cell,
                    tile,
                    rotation,
                    stops: fit.stops,
                    cost: 0,
                });
            }
            _ => return Err(Refusal::new("CZ-MORAVIA-36", "build-or-pass")),
        }
        self.state.westbahn = false;
        self.begin_operating(events);
        Ok(())
    }

    /// A company bought MW: it closes, its station is the company's. CZ-MORAVIA-27, 28, 41
    pub fn westbahn_bought(&mut self, paper: Paper, buyer: Company, events: &mut Vec<Event>) {
        let Some((company, cell)) = self.westbahn().filter(|_| self.is_westbahn(paper)) else {
            return;
        };
        self.acts(events).close_paper(paper);
        let already = self.state.core.board().has_station_on(cell, buyer.0);
        self.state.core.board_mut().reassign(company.0, buyer.0);
        if already {
            let spot = Spot { cell, stop: 0 };
            self.acts(events).lift_station(buyer, spot, DEAR);
        }
    }

    /// MW closes with a player: its station goes. CZ-MORAVIA-29
    pub fn westbahn_closes(&mut self, events: &mut Vec<Event>) {
        if self.westbahn_owner().is_none() {
            return;
        }
        if let Some((company, cell)) = self.westbahn()
            && self.state.core.board().has_station_on(cell, company.0)
        {
            let spot = Spot { cell, stop: 0 };
            self.acts(events).lift_station(company, spot, 0);
            self.state.core.company_mut(company).set(Flag::Home, false);
        }
    }
}
