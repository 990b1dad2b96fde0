//! Insolvency, leases, and whether a company has a route at all.

use super::position::{Events, IowPosition};
use board::{Cell, End, Kind, Spot};
use engine::{Card, Company, Flag};

impl IowPosition {
    pub(super) fn set_insolvent(&mut self, company: Company, on: bool, events: &mut Events) {
        self.acts(events).set_standing(company, Flag::Insolvent, on);
    }

    /// At the end of a turn (IOW-INSOLVENT-1..4).
    pub(super) fn test_insolvency(&mut self, company: Company, events: &mut Events) {
        if self.train_count(company) > 0 {
            self.set_insolvent(company, false, events);
        } else if self.has_possible_route(company) {
            self.set_insolvent(company, true, events);
        }
    }

    /// The train that an insolvent company leases: the shortest of the bank (IOW-INSOLVENT-8, IOW-LOCO-29).
    pub fn lease_card(&self) -> Option<Card> {
        let cards = self.bank_trains().map(|(card, _)| card);
        cards.min_by_key(|&card| self.length(card))
    }

    fn bases(&self, company: Company) -> Vec<Spot> {
        let tiles = &self.printed.sheet.tiles;
        self.core().board().stations(tiles, company.0)
    }

    /// Whether some base of the company is joined to another large or small station (IOW-INSOLVENT-2).
    pub fn has_possible_route(&self, company: Company) -> bool {
        let search = |from| Search::new(self, from, false).finds_station();
        self.bases(company).into_iter().any(search)
    }

    /// Whether a legal route with the headquarters exists (IOW-RUN-5, IOW-RUN-6, IOW-RUN-28).
    pub(super) fn has_legal_route(&self, company: Company) -> bool {
        let home = self.charter(company).home.cell;
        let once = !self.printed.options.opt6_reenter_hexes;
        let search = |from| Search::new(self, from, once).finds_station();
        let bases = self.bases(company).into_iter();
        bases.filter(|b| b.cell == home).any(search)
    }
}

/// Follows track from a station to the next one; halts are passed. The first station found ends a route.
struct Search<'a> {
    position: &'a IowPosition,
    from: Spot,
    /// How often a hex may be met. Where it may be met again, three visits show all of its track.
    visits: usize,
    path: Vec<Cell>,
}

impl Search<'_> {
    fn new(position: &IowPosition, from: Spot, cell_once: bool) -> Search<'_> {
        Search { position, from, visits: if cell_once { 1 } else { 3 }, path: vec![from.cell] }
    }

    fn finds_station(mut self) -> bool {
        self.goes_on(self.from.cell, End::Stop(self.from.stop), None)
    }

    // `came` is the end of a segment that led to the halt we are at: the line does not turn back there.
    fn goes_on(&mut self, cell: Cell, at: End, came: Option<End>) -> bool {
        let position = self.position;
        let (tiles, board) = (&position.printed.sheet.tiles, position.core().board());
        let Some(laid) = board.at(cell) else {
            return false;
        };
        let stops = &tiles.get(laid.tile).stops;
        board.onward(tiles, cell, at).any(|(_, to)| match to {
            _ if Some(to) == came => false,
            End::Stop(stop) if stops[usize::from(stop)].kind == Kind::Halt => {
                self.goes_on(cell, to, Some(at))
            }
            End::Stop(stop) => Spot { cell, stop } != self.from,
            End::Edge(edge) => self.crosses(cell, edge),
        })
    }

    fn crosses(&mut self, cell: Cell, edge: u8) -> bool {
        let (sheet, board) = (self.position.sheet_ref(), self.position.core().board());
        let Some(next) = sheet.map.neighbour(cell, edge) else {
            return false;
        };
        let back = sheet.tiles.shape.opposite(edge);
        let joined = board.exits(&sheet.tiles, next) & (1 << back) != 0;
        let visits = self.path.iter().filter(|&&c| c == next).count();
        if !joined || visits >= self.visits {
            return false;
        }
        self.path.push(next);
        let found = self.goes_on(next, End::Edge(back), None);
        self.path.pop();
        found
    }
}
