//! Shares, directors, starting and floating companies, and the price chart.

use super::Acts;
use crate::{
    Company, Directors, Event, Flag, MarketMove, Move, Player, Purse, SaleFalls, ShareSource,
    SoldTo, StockRound, directors,
};

impl Acts<'_> {
    /// A player pays for the first shares of a company, sets its starting price and directs it.
    pub fn start(&mut self, company: Company, player: Player, cell: u8, cost: i32) {
        let units = self.core.stock[company.at()].director_units();
        self.start_with(company, player, cell, units, cost);
    }

    /// As [`Acts::start`], with another number of shares than the director's certificate.
    pub fn start_with(&mut self, company: Company, player: Player, cell: u8, units: u8, cost: i32) {
        self.core.pay(Purse::Player(player), Purse::Bank, cost);
        let stock = &mut self.core.stock[company.at()];
        stock.from_ipo(player, units);
        stock.set_director(Some(player));
        self.core.market.put(company, cell);
        let state = self.core.company_mut(company);
        state.par = cell;
        state.set(Flag::Started, true);
        let price = self.sheet.market.price(cell);
        self.tell(Event::Started {
            company,
            player,
            price,
        });
    }

    /// A company gets its capital and operates from now on.
    pub fn float(&mut self, company: Company, capital: i32) {
        self.core.company_mut(company).set(Flag::Floated, true);
        self.core.pay(Purse::Bank, Purse::Company(company), capital);
        self.tell(Event::Floated { company, capital });
    }

    /// A player buys a share; the directorship follows.
    pub fn buy_share(&mut self, player: Player, company: Company, from: ShareSource, price: i32) {
        self.core.pay(Purse::Player(player), Purse::Bank, price);
        let stock = &mut self.core.stock[company.at()];
        match from {
            ShareSource::Ipo => stock.from_ipo(player, 1),
            ShareSource::Pool => stock.from_pool(player, 1),
        }
        self.tell(Event::ShareBought {
            player,
            company,
            from,
            price,
        });
        self.settle_director(company);
    }

    /// A player sells a block of shares at a price each; the directorship follows. The price on the chart does not move.
    pub fn sell_shares(&mut self, player: Player, company: Company, shares: u8, price: i32) {
        let total = price * i32::from(shares);
        self.core.pay(Purse::Bank, Purse::Player(player), total);
        let stock = &mut self.core.stock[company.at()];
        stock.to_pool(player, shares);
        if self.terms.sold_to == SoldTo::Ipo {
            stock.ipo += std::mem::take(&mut stock.pool);
        }
        self.tell(Event::SharesSold {
            player,
            company,
            shares,
            price,
            total,
        });
        self.settle_director(company);
    }

    /// A player sells a block at the price on the chart, which falls then.
    pub fn sell_block(&mut self, player: Player, company: Company, shares: u8) {
        let price = self.core.price(self.sheet, company).unwrap_or(0);
        self.sell_shares(player, company, shares, price);
        let steps = match self.terms.sale_falls {
            SaleFalls::EachShare => shares,
            SaleFalls::EachBlock => 1,
        };
        self.move_marker(company, MarketMove::Sale, steps);
    }

    /// A company floats if enough of it has been sold by now.
    pub fn float_if_due(&mut self, company: Company) {
        if let Some(capital) = self.checks().floats(company) {
            self.float(company, capital);
        }
    }

    /// Carries out a move of a plain stock round that was found legal at a price. Passing ends nothing by itself.
    pub fn deal(&mut self, round: &mut StockRound, mv: &Move, price: i32) {
        let player = round.player();
        match *mv {
            Move::SellShares { company, shares } => {
                self.sell_block(player, company, shares);
                round.sell(company);
            }
            Move::BuyShare { company, from } => {
                self.buy_share(player, company, from, price);
                self.float_if_due(company);
                round.buy();
            }
            Move::Start {
                company,
                price: cell,
            } => {
                self.start(company, player, cell, price);
                self.float_if_due(company);
                round.buy();
            }
            Move::Pass if !round.acted => self.tell(Event::Passed { player }),
            _ => {}
        }
    }

    /// Gives the director's certificate to whom it belongs by now.
    pub fn settle_director(&mut self, company: Company) {
        if self.terms.directors == Directors::Founder {
            return;
        }
        let from = self.core.stock[company.at()].director();
        let to = directors::due(self.core, company);
        if to != from {
            self.core.stock[company.at()].set_director(to);
            self.tell(Event::DirectorChanged { company, from, to });
        }
    }

    /// Moves a price marker some steps, as far as it goes; returns whether the cell changed.
    pub fn move_marker(&mut self, company: Company, how: MarketMove, steps: u8) -> bool {
        let Some(before) = self.core.market.cell(company) else {
            return false;
        };
        for _ in 0..steps {
            self.core.market.step(&self.sheet.market, company, how);
        }
        self.tell_price(company, before)
    }

    /// Puts a price marker on a cell; returns whether that was another one.
    pub fn put_marker(&mut self, company: Company, cell: u8) -> bool {
        let before = self.core.market.cell(company);
        self.core.market.put(company, cell);
        before.is_some_and(|before| self.tell_price(company, before))
    }

    fn tell_price(&mut self, company: Company, before: u8) -> bool {
        let Some(after) = self.core.market.cell(company).filter(|&c| c != before) else {
            return false;
        };
        let (from, to) = (
            self.sheet.market.price(before),
            self.sheet.market.price(after),
        );
        self.tell(Event::PriceMoved { company, from, to });
        true
    }

    /// Markers of companies move whose shares are all with players, the dearest first.
    pub fn reward_sold_out(&mut self) {
        let core = &*self.core;
        let out = self.sheet.company_ids().filter(|&c| {
            let stock = &core.stock[c.at()];
            core.is(c, Flag::Floated) && !core.is(c, Flag::Closed) && stock.ipo + stock.pool == 0
        });
        for company in core.market.order(&self.sheet.market, out) {
            self.move_marker(company, MarketMove::SoldOut, 1);
        }
    }
}
