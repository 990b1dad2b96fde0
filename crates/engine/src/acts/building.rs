//! Tiles and stations.

use super::Acts;
use crate::{Choice, Company, Event, Flag, LayBy, Paper, Player, Purse};
use board::{Cell, Spot, TileId};

/// A tile about to be laid.
#[derive(Clone, Copy, Debug)]
pub struct Lay<'a> {
    /// Who lays.
    pub company: Company,
    /// Where.
    pub cell: Cell,
    /// What.
    pub tile: TileId,
    /// Steps clockwise.
    pub rotation: u8,
    /// Where the old stops go.
    pub stops: &'a [u8],
    /// What it costs.
    pub cost: i32,
}

impl Lay<'_> {
    /// A tile that costs nothing, on a cell without stops.
    pub const fn free(company: Company, cell: Cell, tile: TileId, rotation: u8) -> Lay<'static> {
        Lay { company, cell, tile, rotation, stops: &[], cost: 0 }
    }

    /// The choice of laying it by a right.
    pub const fn choice(&self, by: LayBy) -> Choice {
        Choice::costing(self.by(by), self.cost)
    }
}

impl Acts<'_> {
    /// A company pays for a tile and lays it. What companies elsewhere can reach stays known.
    pub fn lay_tile(&mut self, lay: Lay<'_>) {
        let Lay { company, cell, tile, rotation, stops, cost } = lay;
        self.core.pay(Purse::Company(company), Purse::Bank, cost);
        self.core.lay_tile(self.sheet, cell, tile, rotation, stops);
        self.tell(Event::TileLaid { company, cell, tile, rotation, cost });
    }

    /// A player lays a tile by right of a paper, for nothing. The power of the paper is used.
    pub fn lay_paper_tile(
        &mut self,
        player: Player,
        paper: Paper,
        (cell, tile, rotation): (Cell, TileId, u8),
        stops: &[u8],
    ) {
        self.core.lay_tile(self.sheet, cell, tile, rotation, stops);
        self.core.papers[paper.at()].used = true;
        self.tell(Event::PaperTileLaid { player, paper, cell, tile, rotation });
    }

    /// A company pays for a station and places its next marker.
    pub fn place_station(&mut self, company: Company, spot: Spot, cost: i32) {
        self.core.pay(Purse::Company(company), Purse::Bank, cost);
        self.put_station(company, spot, cost);
    }

    /// The home station of a company, free.
    pub fn place_home(&mut self, company: Company, spot: Spot) {
        self.core.company_mut(company).set(Flag::Home, true);
        self.put_station(company, spot, 0);
    }

    fn put_station(&mut self, company: Company, spot: Spot, cost: i32) {
        if self.core.place_station(self.sheet, spot, company) {
            if let Some((marker, _)) = self.core.next_marker(self.sheet, company) {
                self.core.company_mut(company).markers[marker] -= 1;
            }
            let Spot { cell, stop } = spot;
            self.tell(Event::StationPlaced { company, cell, stop, cost });
        }
    }

    /// A station goes back to the charter, to a place in the list of costs.
    pub fn lift_station(&mut self, company: Company, spot: Spot, marker: usize) {
        self.core.remove_station(self.sheet, spot, company);
        self.core.company_mut(company).markers[marker] += 1;
        self.tell(Event::StationReturned { company, cell: spot.cell });
    }
}
