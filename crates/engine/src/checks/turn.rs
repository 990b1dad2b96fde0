//! What a company may do in a plain turn.

use super::{Checks, Forbidden, Matter, Objection};
use crate::{
    Amount, Building, Card, Choice, Company, Ground, LayBy, Move, Offer, Paper, Pay, Place, Player,
    Purchase, Right, Step, TrackWaits, Turn,
};
use board::{Cell, Spot, TileId};

/// Something that a company on turn may do, with what it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The variants say what is meant; their fields say what they hold.
pub enum Deed {
    /// The step ends.
    Leave,
    /// A tile.
    Lay { cell: Cell, tile: TileId, rotation: u8, cost: i32 },
    /// A station.
    Place { spot: Spot, cost: i32 },
    /// A run.
    Run { revenue: i32 },
    /// What is done with the revenue.
    Pay(Pay),
    /// A train.
    Buy(Purchase),
    /// A train of the bank in exchange for another.
    TradeIn { card: Card, given: Card, price: i32 },
    /// Shares of the director, sold for a train.
    Sell { company: Company, shares: u8 },
    /// The director gives up.
    GiveUp,
    /// A paper.
    TakePaper { paper: Paper, price: i32 },
    /// Somebody else is asked first.
    Ask(Offer),
}

impl<'a> Checks<'a> {
    /// Who decides for a company: its director.
    pub fn director(&self, company: Company) -> Player {
        let director = self.core.stock[company.at()].director();
        director.unwrap_or(Player(self.core.order[0]))
    }

    /// The player who owns a paper.
    pub fn owner(&self, paper: Paper) -> Option<Player> {
        match self.core.papers.get(paper.at())?.place {
            Place::Player(player) => Some(player),
            _ => None,
        }
    }

    /// Whether a paper of a player keeps a cell free.
    pub fn is_blocked(&self, cell: Cell) -> bool {
        let blocks = |p: &Paper| self.sheet.papers[p.at()].blocks == Some(cell);
        let mut papers = self.sheet.paper_ids().filter(blocks);
        papers.any(|p| self.owner(p).is_some())
    }

    /// What a tile costs a company: the terrain of a bare cell unless a paper waives it, and what the tile says.
    pub fn lay_cost(&self, company: Company, cell: Cell, tile: TileId) -> i32 {
        let terrain = self.sheet.map.def(cell).terrain.as_ref();
        let mut papers = self.core.papers_at(Place::Company(company));
        let waived = papers.any(|p| match &self.sheet.papers[p.at()].right {
            Some(Right::Waives(kind)) => terrain.is_some_and(|t| t.kind == *kind),
            _ => false,
        });
        let terrain = if waived { 0 } else { self.terrain_cost(cell) };
        i32::from(self.sheet.tiles.get(tile).cost) + terrain
    }

    /// Whether a company may lay a tile on a cell, as far as its rotation does not matter; what it costs.
    pub fn may_build(&self, company: Company, cell: Cell, tile: TileId) -> Result<i32, Forbidden> {
        if self.terms.building == Building::Tested && self.is_blocked(cell) {
            return Err(Forbidden::CellBlocked { cell });
        }
        if self.sheet.tiles.get(tile).special && self.terms.building == Building::Tested {
            return Err(Forbidden::ByRightOnly { cell });
        }
        self.tile_available(cell, tile)?;
        let cost = self.lay_cost(company, cell, tile);
        self.company_pays(company, cost)?;
        Ok(cost)
    }

    // Whether a tile that fits joins the company's track.
    fn serves(
        &self,
        company: Company,
        lay: (Cell, TileId, u8),
        stops: &[u8],
    ) -> Result<(), Forbidden> {
        match self.terms.building {
            Building::Tested => self.of_use(company, lay, stops),
            Building::Trusted => Ok(()),
        }
    }

    fn lays_on(&self, company: Company, cell: Cell) -> impl Iterator<Item = Choice> + use<'a> {
        let checks = *self;
        let edges = checks.sheet.tiles.shape.edges();
        let ground = Ground::of(checks.sheet, checks.core, cell);
        let kinds = ground.successors.iter().filter_map(move |successor| {
            let cost = checks.may_build(company, cell, successor.tile).ok()?;
            Some((successor, ground.mask(successor), cost))
        });
        kinds.flat_map(move |(successor, mask, cost)| {
            let turned = (0..edges).filter(move |r| mask & (1 << r) != 0);
            turned.filter_map(move |rotation| {
                let (tile, stops) = (successor.tile, ground.stops(successor, rotation));
                checks.serves(company, (cell, tile, rotation), stops).ok()?;
                let by = LayBy::Build;
                let mv = Move::LayTile { company, cell, tile, rotation, by };
                Some(Choice::costing(mv, cost))
            })
        })
    }

    /// Tiles that the company on turn may lay: one a turn.
    pub fn tile_choices(&self, turn: &Turn) -> impl Iterator<Item = Choice> + use<'a> {
        let (checks, company, laid) = (*self, turn.company, turn.laid);
        let everywhere = checks.terms.building == Building::Trusted;
        let near = move |&cell: &Cell| !laid && (everywhere || checks.near(company, cell));
        let cells = checks.sheet.map.all().filter(near);
        cells.flat_map(move |cell| checks.lays_on(company, cell))
    }

    fn may_lay(
        &self,
        turn: &Turn,
        (cell, tile, rotation): (Cell, TileId, u8),
        by: LayBy,
    ) -> Result<Deed, Forbidden> {
        if turn.laid || by != LayBy::Build {
            return Err(Forbidden::BuildUsed);
        }
        let cost = self.may_build(turn.company, cell, tile)?;
        let fit = self.tile_fits(cell, tile, rotation)?;
        self.serves(turn.company, (cell, tile, rotation), fit.stops)?;
        Ok(Deed::Lay { cell, tile, rotation, cost })
    }

    fn may_station(&self, company: Company, spot: Spot) -> Result<i32, Forbidden> {
        let cost = self.station_cost(company)?;
        self.free_place(company, spot, self.kept_for_homes(company, spot))?;
        if self.terms.building == Building::Tested {
            self.reaches(company, spot)?;
        }
        self.company_pays(company, cost)?;
        Ok(cost)
    }

    /// Places for a station that a company reaches and can pay for.
    pub fn station_choices(&self, company: Company) -> impl Iterator<Item = Choice> + use<'a> {
        let (checks, reach) = (*self, self.core.reach(self.sheet, company));
        reach.stops().iter().filter_map(move |&spot| checks.station_choice(company, spot))
    }

    fn station_choice(&self, company: Company, spot: Spot) -> Option<Choice> {
        let cost = self.may_station(company, spot).ok()?;
        let Spot { cell, stop } = spot;
        Some(Choice::costing(Move::PlaceStation { company, cell, stop }, cost))
    }

    // Where connection is not tested, any free place will do.
    fn stations(&self, company: Company) -> Vec<Choice> {
        if self.terms.building == Building::Tested {
            return self.station_choices(company).collect();
        }
        let cells = self.sheet.map.all();
        let spots = cells.flat_map(|cell| {
            let laid = self.core.board().at(cell);
            let stops = laid.map_or(0, |l| self.sheet.tiles.get(l.tile).stops.len() as u8);
            (0..stops).map(move |stop| Spot { cell, stop })
        });
        spots.filter_map(|spot| self.station_choice(company, spot)).collect()
    }

    /// Whether the company on turn may end its step.
    pub fn may_leave(&self, turn: &Turn) -> Result<(), Objection> {
        match turn.step {
            Step::Run | Step::Dividend => Err(Matter::Turn.forbids()(Forbidden::NotNow)),
            Step::Trains if self.needs_train(turn.company) => {
                Err(Matter::Train.forbids()(Forbidden::MustBuyTrain))
            }
            _ => Ok(()),
        }
    }

    /// Whether the step of a turn waits for a decision.
    pub fn step_waits(&self, turn: &Turn) -> bool {
        let company = turn.company;
        match turn.step {
            Step::Track if self.terms.track_waits == TrackWaits::Always => !turn.laid,
            Step::Track => self.tile_choices(turn).next().is_some(),
            Step::Station => self.station_choices(company).next().is_some(),
            Step::Run => self.can_run(company),
            Step::Dividend => turn.revenue > 0,
            Step::Trains => self.needs_train(company) || self.train_choices(turn).next().is_some(),
            Step::Papers => self.paper_choices(turn).next().is_some(),
        }
    }

    /// All that the company on turn may do. Papers may be bought in every step, until shares have been sold for a train.
    pub fn turn_choices(&self, turn: &Turn) -> Vec<Choice> {
        let company = turn.company;
        let mut all = match turn.step {
            Step::Track => self.tile_choices(turn).collect(),
            Step::Station => self.stations(company),
            Step::Run => {
                let (routes, recorded) = (Vec::new(), None);
                vec![Choice::one(Move::Run { company, routes, recorded })]
            }
            Step::Dividend => {
                let pays = [Pay::Out, Pay::Withhold];
                pays.map(|pay| Choice::one(Move::Dividend { pay })).to_vec()
            }
            Step::Trains => self.train_choices(turn).collect(),
            Step::Papers => Vec::new(),
        };
        all.extend(self.emergency_choices(turn));
        if !turn.raising() {
            all.extend(self.paper_choices(turn));
        }
        if self.may_leave(turn).is_ok() {
            all.push(Choice::one(Move::Pass));
        }
        all
    }

    /// Whether the company on turn may make a move, and what that does.
    pub fn may_do(&self, turn: &Turn, mv: &Move) -> Result<Deed, Objection> {
        let no = Matter::Turn.forbids();
        if let Some(company) = mv.actor().filter(|&c| c != turn.company) {
            return Err(no(Forbidden::OtherCompany { company }));
        }
        match (turn.step, mv) {
            (_, &Move::BuyPaper { paper, amount }) if !turn.raising() => {
                self.may_buy_paper(turn, paper, amount).map_err(Matter::Paper.forbids())
            }
            (_, Move::Pass) => self.may_leave(turn).map(|()| Deed::Leave),
            (_, Move::Bankrupt) => {
                self.may_give_up(turn).map_err(Matter::Raise.forbids())?;
                Ok(Deed::GiveUp)
            }
            (Step::Track, &Move::LayTile { cell, tile, rotation, by, .. }) => {
                let lay = self.may_lay(turn, (cell, tile, rotation), by);
                lay.map_err(Matter::Lay.forbids())
            }
            (Step::Station, &Move::PlaceStation { cell, stop, .. }) => {
                let spot = Spot { cell, stop };
                let cost = self.may_station(turn.company, spot);
                let cost = cost.map_err(Matter::Station.forbids())?;
                Ok(Deed::Place { spot, cost })
            }
            (Step::Run, Move::Run { routes, recorded, .. }) => {
                let revenue = self.may_run(turn.company, routes, *recorded);
                let revenue = revenue.map_err(Matter::Run.forbids())?;
                Ok(Deed::Run { revenue })
            }
            (Step::Dividend, &Move::Dividend { pay }) => Ok(Deed::Pay(pay)),
            (Step::Trains, _) => self.may_deal_train(turn, mv),
            _ => Err(no(Forbidden::NotNow)),
        }
    }

    /// Whether an amount lies in the range.
    pub fn in_range(&self, range: Amount, amount: i32) -> Result<(), Forbidden> {
        let Amount { min: least, max: most, .. } = range;
        match range.contains(amount) {
            true => Ok(()),
            false => Err(Forbidden::PriceOutOfRange { least, most }),
        }
    }
}
