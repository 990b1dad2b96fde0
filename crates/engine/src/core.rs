//! The part of a position that every title has.

use crate::{
    Company, MAX_COMPANIES, MAX_HOLDERS, MAX_PAPERS, Market, Money, NONE, Paper, PaperState, Place,
    Player, Purse, Rng, Roster, Sheet, Stock,
};
use board::{Board, Cell, Reach, Spot, TileId};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, OnceLock};

/// A standing of a company.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Standing))]
#[serde(rename_all = "snake_case")]
pub enum Flag {
    /// Its director's certificate has been bought and its price set.
    Started,
    /// It has its capital and operates.
    Floated,
    /// It has taken a turn.
    Operated,
    /// Its home station has been placed.
    Home,
    /// It has taken over another company.
    Acquirer,
    /// It is out of the game.
    Closed,
    /// It cannot buy a train.
    Insolvent,
    /// It has no director.
    Receivership,
    /// Its price fell to nothing.
    Bankrupt,
    /// It runs no more.
    Ceased,
    /// It may be started.
    Available,
}

/// State of a company beside its shares, money and trains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CompanyState {
    flags: u16,
    /// Cell of its starting price.
    pub par: u8,
    /// Markers on the charter, by place in the sheet's list of costs.
    pub markers: [u8; 4],
    /// Revenue of its last run.
    pub last_revenue: i32,
}

impl CompanyState {
    /// Whether a flag is set.
    #[inline]
    pub fn is(&self, flag: Flag) -> bool {
        self.flags & (1 << flag as u16) != 0
    }

    /// Sets or clears a flag.
    pub fn set(&mut self, flag: Flag, on: bool) {
        if on {
            self.flags |= 1 << flag as u16;
        } else {
            self.flags &= !(1 << flag as u16);
        }
    }

    /// Markers left on the charter.
    pub fn markers_left(&self) -> u8 {
        self.markers.iter().sum()
    }
}

/// Kind of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum RoundKind {
    /// Draft or opening auction.
    Opening,
    /// Shares.
    Stock,
    /// Companies act.
    Operating,
    /// Players take action cards.
    Actions,
    /// The game is over.
    Over,
}

/// Which round it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Round))]
pub struct RoundName {
    /// Kind.
    pub kind: RoundKind,
    /// Set of rounds, from 1.
    pub set: u8,
    /// Number within the set, from 1.
    pub number: u8,
}

impl RoundName {
    /// A round by kind, set and number.
    pub const fn new(kind: RoundKind, set: u8, number: u8) -> RoundName {
        RoundName { kind, set, number }
    }
}

type ReachTable = Arc<[OnceLock<Arc<Reach>>; MAX_COMPANIES]>;

fn fresh_reach() -> ReachTable {
    Arc::new(std::array::from_fn(|_| OnceLock::new()))
}

/// Ledgers, papers and board of a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Core {
    /// Seats at the table.
    pub seats: u8,
    /// Seats and the automatic shareholder, if there is one.
    pub holders: u8,
    /// Players in current order, first to act first.
    pub order: [u8; MAX_HOLDERS],
    /// Money.
    pub money: Money,
    /// Loans.
    pub debt: [i32; MAX_HOLDERS],
    /// Penalties counted at the end.
    pub penalty: [i32; MAX_HOLDERS],
    /// Shares.
    pub stock: [Stock; MAX_COMPANIES],
    /// Price markers.
    pub market: Market,
    /// Companies.
    pub companies: [CompanyState; MAX_COMPANIES],
    /// Train cards.
    pub trains: Roster,
    /// Papers.
    pub papers: [PaperState; MAX_PAPERS],
    /// The board. Copies of a position share it until one of them builds.
    #[serde(with = "crate::common")]
    board: Arc<Board>,
    /// Phase.
    pub phase: u8,
    /// Round.
    pub round: RoundName,
    /// Chance.
    pub rng: Rng,
    #[serde(skip, default = "fresh_reach")]
    reach: ReachTable,
}

impl PartialEq for Core {
    fn eq(&self, other: &Core) -> bool {
        self.seats == other.seats
            && self.holders == other.holders
            && self.order == other.order
            && self.money == other.money
            && self.debt == other.debt
            && self.penalty == other.penalty
            && self.stock == other.stock
            && self.market == other.market
            && self.companies == other.companies
            && self.trains == other.trains
            && self.papers == other.papers
            && self.board == other.board
            && self.phase == other.phase
            && self.round == other.round
            && self.rng == other.rng
    }
}

impl Core {
    /// A game before anything has been handed out.
    pub fn new(sheet: &Sheet, seats: u8, automatic: bool, two_currencies: bool, rng: Rng) -> Core {
        let mut order = [NONE; MAX_HOLDERS];
        for seat in 0..seats {
            order[seat as usize] = seat;
        }
        let mut stock = [Stock::new(0, 0); MAX_COMPANIES];
        let mut companies =
            [CompanyState { flags: 0, par: NONE, markers: [0; 4], last_revenue: 0 }; MAX_COMPANIES];
        for (i, def) in sheet.companies.iter().enumerate() {
            stock[i] = Stock::new(def.units, def.director_units);
            for m in 0..def.station_costs.len() {
                companies[i].markers[m] = 1;
            }
        }
        Core {
            seats,
            holders: seats + u8::from(automatic),
            order,
            money: Money::new(two_currencies),
            debt: [0; MAX_HOLDERS],
            penalty: [0; MAX_HOLDERS],
            stock,
            market: Market::default(),
            companies,
            trains: Roster::new(sheet.trains.iter().enumerate().map(|(i, k)| (i as u8, k.count))),
            papers: [PaperState { place: Place::Aside, used: false }; MAX_PAPERS],
            board: Arc::new(Board::new(&sheet.map, &sheet.tiles)),
            phase: 0,
            round: RoundName { kind: RoundKind::Opening, set: 1, number: 1 },
            rng,
            reach: fresh_reach(),
        }
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The board, to change it: what companies can reach is worked out anew afterwards.
    pub fn board_mut(&mut self) -> &mut Board {
        self.reach = fresh_reach();
        Arc::make_mut(&mut self.board)
    }

    /// What a company can reach, worked out once and kept until the board changes.
    #[inline]
    pub fn reach(&self, sheet: &Sheet, company: Company) -> &Reach {
        self.reach[company.at()]
            .get_or_init(|| Arc::new(Reach::of(&sheet.map, &sheet.tiles, &self.board, company.0)))
    }

    // What stays known after a change on `cell` that concerns the stations of `company`.
    fn unaffected(&self, sheet: &Sheet, cell: Cell, company: u8) -> ReachTable {
        Arc::new(std::array::from_fn(|i| {
            let kept = OnceLock::new();
            if let Some(reach) = self.reach[i].get()
                && i != usize::from(company)
                && !reach.touches(&self.board, cell)
                && reach.arrivals(&sheet.map, &self.board, cell) == 0
                && !self.board.has_station_on(cell, i as u8)
            {
                let _ = kept.set(reach.clone());
            }
            kept
        }))
    }

    /// Lays a tile; what companies elsewhere can reach stays known.
    pub fn lay_tile(
        &mut self,
        sheet: &Sheet,
        cell: Cell,
        tile: TileId,
        rotation: u8,
        stops: &[u8],
    ) {
        let reach = self.unaffected(sheet, cell, NONE);
        Arc::make_mut(&mut self.board).lay(&sheet.tiles, cell, tile, rotation, stops);
        self.reach = reach;
    }

    /// Takes all copies of a tile that are left out of the game. What companies can reach stays known.
    pub fn withdraw_tile(&mut self, tile: TileId) {
        Arc::make_mut(&mut self.board).withdraw(tile);
    }

    /// Puts a station of a company into a free slot.
    pub fn place_station(&mut self, sheet: &Sheet, spot: Spot, company: Company) -> bool {
        self.reach = self.unaffected(sheet, spot.cell, company.0);
        Arc::make_mut(&mut self.board).place(&sheet.tiles, spot, company.0)
    }

    /// Takes a station of a company off the board.
    pub fn remove_station(&mut self, sheet: &Sheet, spot: Spot, company: Company) -> bool {
        self.reach = self.unaffected(sheet, spot.cell, company.0);
        Arc::make_mut(&mut self.board).remove(&sheet.tiles, spot, company.0)
    }

    /// A company's state.
    #[inline]
    pub fn company(&self, company: Company) -> &CompanyState {
        &self.companies[company.at()]
    }

    /// A company's state, to change it.
    pub fn company_mut(&mut self, company: Company) -> &mut CompanyState {
        &mut self.companies[company.at()]
    }

    /// Whether a company has a flag.
    pub fn is(&self, company: Company, flag: Flag) -> bool {
        self.companies[company.at()].is(flag)
    }

    /// Players in current order.
    pub fn players(&self) -> impl Iterator<Item = Player> + '_ {
        self.order[..self.seats as usize].iter().map(|&p| Player(p))
    }

    /// The player after another in current order.
    pub fn next(&self, player: Player) -> Player {
        let n = self.seats as usize;
        let i = self.order[..n].iter().position(|&p| p == player.0).unwrap_or(0);
        Player(self.order[(i + 1) % n])
    }

    /// Players after `player` in current order, once round, without that player.
    pub fn after(&self, player: Player) -> impl Iterator<Item = Player> + '_ {
        let n = self.seats as usize;
        let i = self.order[..n].iter().position(|&p| p == player.0).unwrap_or(0);
        (1..n).map(move |k| Player(self.order[(i + k) % n]))
    }

    /// Papers of a player.
    pub fn papers_of(&self, player: Player) -> impl Iterator<Item = Paper> + '_ {
        self.papers_at(Place::Player(player))
    }

    /// Papers in a place.
    pub fn papers_at(&self, place: Place) -> impl Iterator<Item = Paper> + '_ {
        self.papers
            .iter()
            .enumerate()
            .filter(move |(_, p)| p.place == place)
            .map(|(i, _)| Paper(i as u8))
    }

    /// The marker that a company would place next: its place in the list of costs, and its cost.
    pub fn next_marker(&self, sheet: &Sheet, company: Company) -> Option<(usize, i32)> {
        let markers = &self.companies[company.at()].markers;
        let costs = &sheet.company(company).station_costs;
        markers
            .iter()
            .position(|&n| n > 0)
            .map(|i| (i, costs.get(i).or(costs.last()).map_or(0, |&c| i32::from(c))))
    }

    /// Price of a company's share on the chart.
    pub fn price(&self, sheet: &Sheet, company: Company) -> Option<i32> {
        self.market.price(&sheet.market, company)
    }

    /// Moves money and reports it.
    pub fn pay(&mut self, from: Purse, to: Purse, amount: i32) {
        if amount != 0 {
            self.money.transfer(from, to, amount);
        }
    }
}
