//! Founding a company in place of the purchase of a share trade.

use super::position::{Act, LilliputPosition};
use board::{Cell, NOBODY, Spot};
use engine::{Choice, Company, Event, Flag, Move, NONE, Player, Purse, Refusal, Value};

impl LilliputPosition {
    /// Every stop with a free slot, by cell.
    pub(super) fn free_spots(&self) -> impl Iterator<Item = Spot> + '_ {
        let tiles = &self.printed.sheet.tiles;
        self.state
            .core
            .board()
            .cells()
            .into_iter()
            .flat_map(move |(cell, laid)| {
                let def = tiles.get(laid.tile);
                (0..def.stops.len() as u8)
                    .filter(move |&stop| def.slots_of(stop).any(|s| laid.slots[s] == NOBODY))
                    .map(move |stop| Spot { cell, stop })
            })
    }

    /// Companies that can still be founded (LIL-FOUND-1); after the draft no starting company is among them
    /// (LIL-RULING-38).
    pub fn unfounded(&self, company: Company) -> bool {
        company.at() < self.printed.sheet.companies.len()
            && self.state.core.is(company, Flag::Available)
    }

    fn can_found(&self, player: Player, company: Company, cell: u8) -> Result<i32, Refusal> {
        match self.state.act {
            Act::Shares { buy, .. } if buy > 0 => {}
            Act::Open => return Err(Refusal::new("LIL-ACTION-1", "no-share-trade")),
            _ => {
                return Err(Refusal::new(
                    "LIL-FOUND-1",
                    "founding-replaces-the-purchase",
                ));
            }
        }
        if !self.unfounded(company) {
            return Err(Refusal::new("LIL-FOUND-1", "cannot-be-founded"));
        }
        let market = &self.printed.sheet.market;
        if market.cells.get(cell as usize).is_none_or(|c| c.start == 0) {
            return Err(Refusal::new("LIL-FOUND-2", "not-a-founding-price"));
        }
        self.below_limit(player)?;
        if self.companies_of(player).count() >= self.printed.directors as usize {
            return Err(Refusal::new("LIL-SHARE-9", "director-limit")
                .with("limit", Value::Number(self.printed.directors.into())));
        }
        if self.free_spots().next().is_none() {
            return Err(Refusal::new("LIL-FOUND-5", "no-free-slot"));
        }
        let cost = market.price(cell) * self.printed.founding_cost;
        let cash = self.state.core.money.player(player);
        if cost > cash {
            return Err(Refusal::new("LIL-FOUND-2", "not-enough-cash")
                .with("cost", Value::Money(cost))
                .with("cash", Value::Money(cash)));
        }
        Ok(cost)
    }

    pub(super) fn founding_choices(
        &self,
        player: Player,
        f: &mut dyn FnMut(Choice) -> bool,
    ) -> bool {
        for company in self
            .printed
            .sheet
            .company_ids()
            .filter(|&c| self.unfounded(c))
        {
            for price in 0..self.printed.sheet.market.cells.len() as u8 {
                if let Ok(cost) = self.can_found(player, company, price)
                    && f(Choice::costing(Move::Start { company, price }, cost))
                {
                    return true;
                }
            }
        }
        false
    }

    pub(super) fn found(
        &mut self,
        player: Player,
        company: Company,
        cell: u8,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        self.can_found(player, company, cell)?;
        self.start_company(player, company, cell, true, events);
        self.state.act = Act::Spent;
        self.state.home_due = company.0;
        Ok(())
    }

    /// Certificate, payment, token and (but for Gulliver) treasury of a new company (LIL-FOUND-2, LIL-FOUND-3).
    pub(super) fn start_company(
        &mut self,
        player: Player,
        company: Company,
        cell: u8,
        capital: bool,
        events: &mut Vec<Event>,
    ) {
        let price = self.printed.sheet.market.price(cell);
        self.state.core.pay(
            Purse::Player(player),
            Purse::Bank,
            price * self.printed.founding_cost,
        );
        let stock = &mut self.state.core.stock[company.at()];
        let units = stock.director_units();
        stock.from_ipo(player, units);
        stock.set_director(Some(player));
        self.open_company(company, cell);
        let capital = if capital {
            price * self.printed.founding_treasury
        } else {
            0
        };
        self.state
            .core
            .pay(Purse::Bank, Purse::Company(company), capital);
        events.push(Event::Started {
            company,
            player,
            price,
        });
        events.push(Event::Floated { company, capital });
    }

    fn can_place_home(&self, company: Company, spot: Spot) -> Result<(), Refusal> {
        if company.0 != self.state.home_due {
            return Err(Refusal::new("LIL-FOUND-4", "not-the-new-company"));
        }
        self.slot_at(spot).map_err(|r| Refusal {
            rule: "LIL-FOUND-4",
            ..r
        })
    }

    /// Whether there is a free slot (LIL-STATION-1, LIL-STATION-8).
    pub(super) fn slot_at(&self, spot: Spot) -> Result<(), Refusal> {
        let Spot { cell, stop } = spot;
        let no = |key| Refusal::new("LIL-STATION-1", key).with("cell", Value::Cell(cell));
        let laid = self
            .state
            .core
            .board()
            .at(cell)
            .ok_or_else(|| no("no-city"))?;
        let def = self.printed.sheet.tiles.get(laid.tile);
        match def.stops.get(stop as usize) {
            None => Err(no("no-city")),
            Some(s) if s.slots == 0 => {
                Err(Refusal::new("LIL-STATION-8", "no-slots").with("cell", Value::Cell(cell)))
            }
            Some(_)
                if self
                    .state
                    .core
                    .board()
                    .free_slot(&self.printed.sheet.tiles, spot)
                    .is_none() =>
            {
                Err(no("no-free-slot"))
            }
            Some(_) => Ok(()),
        }
    }

    pub(super) fn founding_home_choices(
        &self,
        company: Company,
        f: &mut dyn FnMut(Choice) -> bool,
    ) -> bool {
        self.free_spots().any(|Spot { cell, stop }| {
            f(Choice::one(Move::PlaceStation {
                company,
                cell,
                stop,
            }))
        })
    }

    /// The home station of a new company, then its chance at the depot (LIL-FOUND-4, LIL-FOUND-6).
    pub(super) fn place_founding_home(
        &mut self,
        company: Company,
        spot: Spot,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        self.can_place_home(company, spot)?;
        self.place_home(company, spot, events);
        self.state.home_due = NONE;
        self.state.depot_due = company.0;
        Ok(())
    }

    /// Cells with a station of a company.
    pub(super) fn station_cells(&self, company: Company) -> Vec<Cell> {
        let spots = self
            .state
            .core
            .board()
            .stations(&self.printed.sheet.tiles, company.0);
        spots.into_iter().map(|s| s.cell).collect()
    }
}
