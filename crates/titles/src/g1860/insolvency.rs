//! Insolvency, leases, and whether a company has a route at all.

use super::position::{Events, IowPosition};
use board::{Cell, End, Kind, Spot};
use engine::{Card, Company, Event, Flag};

impl IowPosition {
    pub(super) fn set_insolvent(&mut self, company: Company, on: bool, events: &mut Events) {
        self.set_standing(company, Flag::Insolvent, on, events);
    }

    /// Sets or clears a standing of a company, and says so if that changes it.
    pub(super) fn set_standing(
        &mut self,
        company: Company,
        flag: Flag,
        on: bool,
        events: &mut Events,
    ) {
        if self.core().is(company, flag) != on {
            self.state.core.company_mut(company).set(flag, on);
            events.push(Event::StatusChanged { company, flag, on });
        }
    }

    /// At the end of a turn (IOW-INSOLVENT-1..4).
    pub(super) fn test_insolvency(&mut self, company: Company, events: &mut Events) {
        if self.train_count(company) > 0 {
            self.set_insolvent(company, false, events);
        } else if self.has_possible_route(company) {
            self.set_insolvent(company, true, events);
        }
    }

    /// Whether some base of the company is joined to another large or small station (IOW-INSOLVENT-2).
    pub fn has_possible_route(&self, company: Company) -> bool {
        let bases = self
            .core()
            .board()
            .stations(&self.printed.sheet.tiles, company.0);
        bases
            .into_iter()
            .any(|base| self.finds_station(base, false))
    }

    /// Whether a legal route with the headquarters exists (IOW-RUN-5, IOW-RUN-6, IOW-RUN-28).
    pub(super) fn has_legal_route(&self, company: Company) -> bool {
        let home = self.printed.charters[company.at()].home.cell;
        let bases = self
            .core()
            .board()
            .stations(&self.printed.sheet.tiles, company.0);
        bases
            .into_iter()
            .filter(|b| b.cell == home)
            .any(|hq| self.finds_station(hq, !self.printed.options.reenter))
    }

    // Follows track from a station to the next one; halts are passed. The first station found ends a route.
    fn finds_station(&self, from: Spot, cell_once: bool) -> bool {
        self.search(
            from,
            from.cell,
            End::Stop(from.stop),
            None,
            cell_once,
            &mut vec![from.cell],
        )
    }

    // `came` is the end of a segment that led to the halt we are at: the line does not turn back there.
    fn search(
        &self,
        from: Spot,
        cell: Cell,
        at: End,
        came: Option<End>,
        cell_once: bool,
        path: &mut Vec<Cell>,
    ) -> bool {
        let (tiles, board) = (&self.printed.sheet.tiles, self.core().board());
        let Some(laid) = board.at(cell) else {
            return false;
        };
        board.onward(tiles, cell, at).any(|(_, to)| match to {
            _ if Some(to) == came => false,
            End::Stop(stop) if tiles.get(laid.tile).stops[stop as usize].kind == Kind::Halt => {
                self.search(from, cell, to, Some(at), cell_once, path)
            }
            End::Stop(stop) => Spot { cell, stop } != from,
            End::Edge(edge) => self.cross(from, cell, edge, cell_once, path),
        })
    }

    fn cross(
        &self,
        from: Spot,
        cell: Cell,
        edge: u8,
        cell_once: bool,
        path: &mut Vec<Cell>,
    ) -> bool {
        let (map, tiles, board) = (
            &self.printed.sheet.map,
            &self.printed.sheet.tiles,
            self.core().board(),
        );
        let Some(next) = map.neighbour(cell, edge) else {
            return false;
        };
        let back = tiles.shape.opposite(edge);
        if board.exits(tiles, next) & (1 << back) == 0 {
            return false;
        }
        // Where a hex may be met again, three visits show all of its track.
        let visits = path.iter().filter(|&&c| c == next).count();
        if visits >= if cell_once { 1 } else { 3 } {
            return false;
        }
        path.push(next);
        let found = self.search(from, next, End::Edge(back), None, cell_once, path);
        path.pop();
        found
    }

    /// The train that an insolvent company leases: the shortest of the bank (IOW-INSOLVENT-8, IOW-LOCO-29).
    pub fn lease_card(&self) -> Option<Card> {
        self.bank_trains()
            .map(|(card, _)| card)
            .min_by_key(|&card| self.length(card))
    }

    /// Credits that the cheapest train of the bank costs.
    pub(super) fn cheapest_train(&self) -> i32 {
        self.bank_trains()
            .map(|(card, _)| self.printed_price(card))
            .min()
            .unwrap_or(i32::MAX)
    }
}
