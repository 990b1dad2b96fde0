//! Buying, selling and starting in a stock round.

use super::{Checks, Forbidden};
use crate::{
    Choice, Company, Directors, Flag, FloatsBy, IpoPrice, Move, Place, Player, ShareSource,
    StockRound, TurnOrder, directors,
};

impl<'a> Checks<'a> {
    fn in_zone(&self, company: Company, zones: u8) -> bool {
        let cell = self.core.market.cell(company);
        cell.is_some_and(|c| zones & (1 << self.sheet.market.cells[usize::from(c)].zone) != 0)
    }

    /// Certificates of a player that count against the limit.
    pub fn certificates(&self, player: Player) -> u8 {
        let counts = |c: &Company| !self.in_zone(*c, self.terms.uncounted_zones);
        let shares = self.sheet.company_ids().filter(counts);
        let shares: u8 = shares
            .map(|c| self.core.stock[c.at()].certificates(player))
            .sum();
        let papers = self.core.papers_of(player).count() as u8;
        shares + if self.terms.papers_count { papers } else { 0 }
    }

    /// Whether a player may get one more certificate.
    pub fn has_room(&self, player: Player, limit: Option<u8>) -> Result<(), Forbidden> {
        match limit {
            Some(limit) if self.certificates(player) >= limit => {
                Err(Forbidden::CertificateLimit { limit })
            }
            _ => Ok(()),
        }
    }

    /// Whether a player holds more certificates than allowed.
    pub fn above_limit(&self, player: Player, limit: Option<u8>) -> bool {
        limit.is_some_and(|limit| self.certificates(player) > limit)
    }

    /// What a share costs.
    pub fn share_price(&self, company: Company, from: ShareSource) -> i32 {
        match (from, self.terms.ipo_price) {
            (ShareSource::Ipo, IpoPrice::Par) => {
                self.sheet.market.price(self.core.company(company).par)
            }
            _ => self.core.price(self.sheet, company).unwrap_or(0),
        }
    }

    /// Whether there is such a share to buy, and its price. Who buys is not asked.
    pub fn on_sale(&self, company: Company, from: ShareSource) -> Result<i32, Forbidden> {
        let stock = &self.core.stock[company.at()];
        if self.core.is(company, Flag::Closed) {
            return Err(Forbidden::Closed { company });
        }
        if !self.core.is(company, Flag::Started) {
            return Err(Forbidden::NotStarted { company });
        }
        let (left, kept) = match from {
            ShareSource::Ipo => (stock.ipo, stock.reserved),
            ShareSource::Pool => (stock.pool, 0),
        };
        match left {
            0 => Err(Forbidden::NoShareLeft { company }),
            _ if left <= kept => Err(Forbidden::Reserved { company }),
            _ => Ok(self.share_price(company, from)),
        }
    }

    /// Whether the player on turn may buy a share, and its price.
    pub fn may_buy(
        &self,
        round: &StockRound,
        company: Company,
        from: ShareSource,
        limit: Option<u8>,
    ) -> Result<i32, Forbidden> {
        let player = round.player();
        if round.bought {
            return Err(Forbidden::BoughtAlready);
        }
        let price = self.on_sale(company, from)?;
        if round.has_sold(player, company) {
            return Err(Forbidden::SoldThisRound { company });
        }
        let free = self.in_zone(company, self.terms.unlimited_zones);
        let most = self.sheet.company(company).max_units;
        if !free && self.core.stock[company.at()].of(player) >= most {
            return Err(Forbidden::HoldingLimit { company });
        }
        if !self.in_zone(company, self.terms.uncounted_zones) {
            self.has_room(player, limit)?;
        }
        self.player_pays(player, price)?;
        Ok(price)
    }

    /// Whether the player on turn may sell shares.
    pub fn may_sell(
        &self,
        round: &StockRound,
        company: Company,
        shares: u8,
    ) -> Result<(), Forbidden> {
        let player = round.player();
        if self.core.round.set < self.terms.sales_from {
            return Err(Forbidden::NoSalesYet);
        }
        let too_late = match self.terms.turn_order {
            TurnOrder::SellThenBuy => round.bought,
            TurnOrder::Either => round.bought && round.sold_first(),
            TurnOrder::SellBuySell => false,
        };
        if too_late {
            return Err(Forbidden::SellBeforeBuying);
        }
        if self.terms.one_block && round.has_sold_now(company) {
            return Err(Forbidden::SoldThisTurn { company });
        }
        self.may_part_with(player, company, shares)
    }

    /// Whether a player may give shares to the bank at all: they are there, somebody directs, the pool has room.
    pub fn may_part_with(
        &self,
        player: Player,
        company: Company,
        shares: u8,
    ) -> Result<(), Forbidden> {
        let stock = &self.core.stock[company.at()];
        let held = match self.terms.directors {
            Directors::Founder if stock.director() == Some(player) => {
                stock.of(player) - stock.director_units()
            }
            _ => stock.of(player),
        };
        if shares == 0 || shares > held {
            return Err(Forbidden::NotEnoughShares { company, held });
        }
        if self.terms.directors == Directors::Most
            && !directors::sale_keeps_a_director(self.core, company, player, shares)
        {
            return Err(Forbidden::NobodyTakesOver { company });
        }
        match self.terms.pool_limit {
            Some(limit) if stock.pool + shares > limit => {
                Err(Forbidden::PoolFull { company, limit })
            }
            _ => Ok(()),
        }
    }

    /// Whether a player may start a company on a cell of the chart, and what the director's certificate costs.
    pub fn may_start(
        &self,
        player: Player,
        company: Company,
        cell: u8,
        limit: Option<u8>,
    ) -> Result<i32, Forbidden> {
        if self.core.is(company, Flag::Closed) {
            return Err(Forbidden::Closed { company });
        }
        if self.core.is(company, Flag::Started) {
            return Err(Forbidden::Started { company });
        }
        if !self.core.is(company, Flag::Available) {
            return Err(Forbidden::NotAvailable { company });
        }
        let def = self.sheet.company(company);
        let at = self.sheet.market.cells.get(usize::from(cell));
        let Some(at) = at.filter(|c| c.start & (1 << def.size) != 0) else {
            return Err(Forbidden::NoStartingPrice { company });
        };
        self.has_room(player, limit)?;
        let cost = i32::from(at.price) * i32::from(def.director_units);
        self.player_pays(player, cost)?;
        Ok(cost)
    }

    /// Whether a company floats now that shares have been sold, and its capital.
    pub fn floats(&self, company: Company) -> Option<i32> {
        let def = self.sheet.company(company);
        let core = self.core;
        let stock = &core.stock[company.at()];
        let gone = match self.terms.floats_by {
            FloatsBy::Held => stock.with_players(),
            FloatsBy::Sold => stock.with_players() + stock.pool,
        };
        let due = core.is(company, Flag::Started)
            && !core.is(company, Flag::Floated)
            && gone >= def.float_units;
        due.then(|| self.sheet.market.price(core.company(company).par) * i32::from(def.capital))
    }

    /// Whether a player holds more of a company than allowed.
    pub fn above_holding(&self, player: Player, company: Company) -> bool {
        let most = self.sheet.company(company).max_units;
        self.core.stock[company.at()].of(player) > most
            && !self.in_zone(company, self.terms.unlimited_zones)
    }

    /// Whether the player on turn can do nothing but sell: above a limit, with something to sell.
    pub fn must_sell(&self, round: &StockRound, limit: Option<u8>) -> bool {
        let player = round.player();
        let too_many = |c: Company| self.above_holding(player, c);
        (self.above_limit(player, limit) || self.sheet.company_ids().any(too_many))
            && self.sales(round).next().is_some()
    }

    /// All purchases of the player on turn: shares, then companies to start.
    pub fn purchases(
        &self,
        round: &StockRound,
        limit: Option<u8>,
    ) -> impl Iterator<Item = Choice> + use<'a> {
        let (checks, round) = (*self, *round);
        let sources = [ShareSource::Ipo, ShareSource::Pool];
        let shares = checks.sheet.company_ids().flat_map(move |company| {
            sources.into_iter().filter_map(move |from| {
                let price = checks.may_buy(&round, company, from, limit).ok()?;
                Some(Choice::costing(Move::BuyShare { company, from }, price))
            })
        });
        let cells = checks.sheet.market.cells.len() as u8;
        let open = checks.sheet.company_ids().filter(move |_| !round.bought);
        let starts = open.flat_map(move |company| {
            (0..cells).filter_map(move |price| {
                let cost = checks
                    .may_start(round.player(), company, price, limit)
                    .ok()?;
                Some(Choice::costing(Move::Start { company, price }, cost))
            })
        });
        shares.chain(starts)
    }

    /// What the player on turn may do in a plain stock round.
    pub fn stock_choices(&self, round: &StockRound, limit: Option<u8>) -> Vec<Choice> {
        let mut all: Vec<Choice> = self.sales(round).collect();
        if !self.must_sell(round, limit) {
            all.extend(self.purchases(round, limit));
            all.push(Choice::one(Move::Pass));
        }
        all
    }

    /// Whether the player on turn can do anything but pass.
    pub fn can_deal(&self, round: &StockRound, limit: Option<u8>) -> bool {
        self.sales(round).next().is_some() || self.purchases(round, limit).next().is_some()
    }

    /// Whether the player on turn may make a move of a plain stock round, and its price.
    pub fn may_deal(
        &self,
        round: &StockRound,
        mv: &Move,
        limit: Option<u8>,
    ) -> Result<i32, Forbidden> {
        if !matches!(mv, Move::SellShares { .. }) && self.must_sell(round, limit) {
            return Err(Forbidden::MustSell);
        }
        match *mv {
            Move::SellShares { company, shares } => {
                self.may_sell(round, company, shares)?;
                Ok(self.core.price(self.sheet, company).unwrap_or(0))
            }
            Move::BuyShare { company, from } => self.may_buy(round, company, from, limit),
            Move::Start { .. } if round.bought => Err(Forbidden::BoughtAlready),
            Move::Start { company, price } => self.may_start(round.player(), company, price, limit),
            Move::Pass => Ok(0),
            _ => Err(Forbidden::NotNow),
        }
    }

    /// All sales of the player on turn.
    pub fn sales(&self, round: &StockRound) -> impl Iterator<Item = Choice> + use<'a> {
        let (checks, round) = (*self, *round);
        checks.sheet.company_ids().flat_map(move |company| {
            (1..=checks.core.stock[company.at()].of(round.player()))
                .filter(move |&shares| checks.may_sell(&round, company, shares).is_ok())
                .map(move |shares| Choice::one(Move::SellShares { company, shares }))
        })
    }

    /// Whether a player owns a paper.
    pub fn owns_paper(&self, player: Player, paper: crate::Paper) -> Result<(), Forbidden> {
        if self.core.papers[paper.at()].place == Place::Player(player) {
            Ok(())
        } else {
            Err(Forbidden::NotYourPaper { paper })
        }
    }
}
