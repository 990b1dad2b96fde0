//! Share trades.

use super::position::{Act, LilliputPosition};
use engine::{
    Choice, Company, Event, MarketMove, Move, Player, Purse, Refusal, ShareSource, Value,
};

impl LilliputPosition {
    /// Certificates of a player; a director certificate counts as one (LIL-SHARE-8).
    pub fn certificates_of(&self, player: Player) -> u8 {
        self.printed
            .sheet
            .company_ids()
            .map(|c| self.state.core.stock[c.at()].certificates(player))
            .sum()
    }

    // What is left of the share trade: blocks sold, certificates to buy.
    fn trade(&self) -> Result<(u16, u8), Refusal> {
        match self.state.act {
            Act::Shares { sold, buy } => Ok((sold, buy)),
            Act::Open => Err(Refusal::new("LIL-ACTION-1", "no-share-trade")),
            _ => Err(Refusal::new(self.card_rule(), "no-share-trade")),
        }
    }

    /// 10 % certificates of a player: the director certificate is never sold (LIL-SHARE-4).
    pub(super) fn singles_of(&self, player: Player, company: Company) -> u8 {
        let stock = &self.state.core.stock[company.at()];
        let director = if stock.director() == Some(player) {
            stock.director_units()
        } else {
            0
        };
        stock.of(player) - director
    }

    fn can_sell(&self, player: Player, company: Company, shares: u8) -> Result<(), Refusal> {
        let (sold, _) = self.trade()?;
        if company.at() >= self.printed.sheet.companies.len() || shares == 0 {
            return Err(Refusal::new("LIL-SHARE-1", "nothing-to-sell"));
        }
        if sold & (1 << company.0) != 0 {
            return Err(Refusal::new("LIL-SHARE-2", "one-block-of-each-company"));
        }
        if self.singles_of(player, company) < shares {
            return Err(Refusal::new("LIL-SHARE-4", "not-so-many-certificates"));
        }
        Ok(())
    }

    pub(super) fn share_choices(&self, player: Player, f: &mut dyn FnMut(Choice) -> bool) -> bool {
        for company in self.printed.sheet.company_ids() {
            for shares in 1..=self.singles_of(player, company) {
                if self.can_sell(player, company, shares).is_ok()
                    && f(Choice::one(Move::SellShares { company, shares }))
                {
                    return true;
                }
            }
        }
        for company in self.printed.sheet.company_ids() {
            let from = ShareSource::Ipo;
            if let Ok(price) = self.can_buy_share(player, company, from)
                && f(Choice::costing(Move::BuyShare { company, from }, price))
            {
                return true;
            }
        }
        self.founding_choices(player, f)
    }

    /// Sells a block: paid at the price before, then one sale move for each (LIL-SHARE-2, LIL-SHARE-3).
    pub(super) fn sell(
        &mut self,
        player: Player,
        company: Company,
        shares: u8,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        self.can_sell(player, company, shares)?;
        let sheet = self.printed.sheet.clone();
        let before = self.state.core.price(&sheet, company).unwrap_or(0);
        let stock = &mut self.state.core.stock[company.at()];
        // The bank has one stock of certificates: what is sold is on sale again.
        stock.to_pool(player, shares);
        stock.ipo += std::mem::take(&mut stock.pool);
        let total = before * i32::from(shares);
        self.state
            .core
            .pay(Purse::Bank, Purse::Player(player), total);
        events.push(Event::SharesSold {
            player,
            company,
            shares,
            price: before,
            total,
        });
        for _ in 0..shares {
            self.state
                .core
                .market
                .step(&sheet.market, company, MarketMove::Sale);
        }
        let after = self.state.core.price(&sheet, company).unwrap_or(0);
        if after != before {
            events.push(Event::PriceMoved {
                company,
                from: before,
                to: after,
            });
        }
        if let Act::Shares { sold, .. } = &mut self.state.act {
            *sold |= 1 << company.0;
        }
        Ok(())
    }

    /// Whether a player may hold one more certificate.
    pub(super) fn below_limit(&self, player: Player) -> Result<(), Refusal> {
        if self.certificates_of(player) >= self.printed.certificates {
            return Err(Refusal::new("LIL-SHARE-8", "certificate-limit")
                .with("limit", Value::Number(self.printed.certificates.into())));
        }
        Ok(())
    }

    fn can_buy_share(
        &self,
        player: Player,
        company: Company,
        from: ShareSource,
    ) -> Result<i32, Refusal> {
        let (_, buy) = self.trade()?;
        if buy == 0 {
            return Err(Refusal::new("LIL-SHARE-1", "already-bought"));
        }
        if company.at() >= self.printed.sheet.companies.len() || !self.plays(company) {
            return Err(Refusal::new("LIL-SHARE-5", "not-founded"));
        }
        if from != ShareSource::Ipo || self.state.core.stock[company.at()].ipo == 0 {
            return Err(Refusal::new("LIL-SHARE-5", "no-certificate-in-the-bank"));
        }
        self.below_limit(player)?;
        let price = self
            .state
            .core
            .price(&self.printed.sheet, company)
            .unwrap_or(0);
        let cash = self.state.core.money.player(player);
        if cash < price {
            return Err(Refusal::new("LIL-SHARE-5", "not-enough-cash")
                .with("price", Value::Money(price))
                .with("cash", Value::Money(cash)));
        }
        Ok(price)
    }

    pub(super) fn buy_share(
        &mut self,
        player: Player,
        company: Company,
        from: ShareSource,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        let price = self.can_buy_share(player, company, from)?;
        self.take_share(player, company, price, events);
        // LIL-SHARE-1: selling comes first; after the purchase the trade is over.
        self.state.act = Act::Spent;
        Ok(())
    }

    /// One 10 % certificate from the bank; the market token does not move (LIL-SHARE-7).
    pub(super) fn take_share(
        &mut self,
        player: Player,
        company: Company,
        price: i32,
        events: &mut Vec<Event>,
    ) {
        self.state
            .core
            .pay(Purse::Player(player), Purse::Bank, price);
        self.state.core.stock[company.at()].from_ipo(player, 1);
        events.push(Event::ShareBought {
            player,
            company,
            from: ShareSource::Ipo,
            price,
        });
    }
}
