//! Founding a company in place of the purchase of a share trade.

use super::position::LilliputPosition;
use super::refusals::{Allowed, Matter, refused};
use super::state::{Act, Due};
use board::Spot;
use engine::{Choice, Company, Event, Flag, Forbidden, Move, Player, Position, Refusal, Value};

impl LilliputPosition {
    /// Every stop with a free slot, by cell.
    pub(super) fn free_spots(&self) -> impl Iterator<Item = Spot> + '_ {
        let (board, tiles) = (self.core().board(), &self.sheet().tiles);
        board.cells().into_iter().flat_map(move |(cell, laid)| {
            (0..tiles.get(laid.tile).stops.len() as u8)
                .map(move |stop| Spot { cell, stop })
                .filter(|&spot| board.free_slot(tiles, spot).is_some())
        })
    }

    /// Companies that can still be founded (LIL-FOUND-1); after the draft no starting company is among them
    /// (LIL-RULING-38).
    pub fn unfounded(&self, company: Company) -> bool {
        company.at() < self.sheet().companies.len() && self.core().is(company, Flag::Available)
    }

    /// What the director's certificate of a new company costs, if a company can start on a cell of the index.
    pub(super) fn founding_cost(&self, cell: u8) -> Option<i32> {
        let cell = self.sheet().market.cells.get(usize::from(cell))?;
        (cell.start != 0).then(|| i32::from(cell.price) * self.printed.founding_cost)
    }

    fn can_found(&self, player: Player, company: Company, cell: u8) -> Allowed<i32> {
        let no = refused(Matter::Found);
        let instead = Refusal::new("LIL-FOUND-1", "founding-replaces-the-purchase");
        match self.state.act {
            Act::Shares(_, 1..) => {}
            Act::Open => return Err(self.not_by_card("no-share-trade")),
            _ => return Err(instead),
        }
        if !self.unfounded(company) {
            return Err(no(Forbidden::NotAvailable { company }));
        }
        let cost = self.founding_cost(cell);
        let cost = cost.ok_or_else(|| no(Forbidden::NoStartingPrice { company }))?;
        let limit = Some(self.printed.certificates);
        self.checks().has_room(player, limit).map_err(&no)?;
        if self.companies_of(player).count() >= usize::from(self.printed.directors) {
            return Err(Refusal::new("LIL-SHARE-9", "director-limit")
                .with("limit", Value::Number(self.printed.directors.into())));
        }
        if self.free_spots().next().is_none() {
            return Err(Refusal::new("LIL-FOUND-5", "no-free-slot"));
        }
        self.checks().player_pays(player, cost).map_err(&no)?;
        Ok(cost)
    }

    /// Companies that a player can found, at each price.
    pub(super) fn founding_choices(&self, player: Player) -> impl Iterator<Item = Choice> {
        let unfounded = self.sheet().company_ids().filter(|&c| self.unfounded(c));
        unfounded.flat_map(move |company| {
            let cells = 0..self.sheet().market.cells.len() as u8;
            cells.filter_map(move |price| {
                let cost = self.can_found(player, company, price).ok()?;
                Some(Choice::costing(Move::Start { company, price }, cost))
            })
        })
    }

    /// A player founds a company (LIL-FOUND-2, LIL-FOUND-3).
    pub(super) fn found(
        &mut self,
        player: Player,
        company: Company,
        cell: u8,
        events: &mut Vec<Event>,
    ) -> Allowed {
        let cost = self.can_found(player, company, cell)?;
        let capital = self.sheet().market.price(cell) * self.printed.founding_treasury;
        self.open_company(player, company, cell, (cost, capital), events);
        self.state.act = Act::Spent;
        self.state.due = Some(Due::Home(company));
        Ok(())
    }

    /// Homes of a company just founded.
    pub(super) fn founded_choices(&self, company: Company) -> impl Iterator<Item = Choice> {
        let spots = self.free_spots();
        spots.map(move |spot| Choice::one(Move::place(company, spot)))
    }

    /// The home station of a new company, then its chance at the depot (LIL-FOUND-4, LIL-FOUND-6).
    pub(super) fn set_home(&mut self, by: Company, mv: &Move, events: &mut Vec<Event>) -> Allowed {
        let (company, spot) = match *mv {
            Move::PlaceStation { company, cell, stop } => (company, Spot { cell, stop }),
            _ => return Err(Refusal::new("LIL-FOUND-4", "place-the-home")),
        };
        if company != by {
            return Err(Refusal::new("LIL-FOUND-4", "not-the-new-company"));
        }
        let free = self.checks().free_place(company, spot, 0);
        free.map_err(|why| why.under("LIL-FOUND-4"))?;
        self.place_home(company, spot, events);
        self.go_to_depot(company);
        Ok(())
    }
}
