//! Share trades.

use super::position::LilliputPosition;
use super::refusals::{Allowed, Matter, refused};
use super::state::Act;
use engine::{
    Choice, Company, Event, MarketMove, Move, Player, Position, Refusal, ShareSource, StockRound,
};

impl LilliputPosition {
    // What is left of the share trade: what has been sold, and certificates to buy.
    fn trade(&self, company: Company) -> Allowed<(StockRound, u8)> {
        match self.state.act {
            Act::Shares(sold, buy) if company.at() < self.sheet().companies.len() => {
                Ok((sold, buy))
            }
            _ => Err(self.not_by_card("no-share-trade")),
        }
    }

    /// Whether a player may buy a certificate, and its price.
    pub(super) fn can_buy_share(
        &self,
        player: Player,
        company: Company,
        from: ShareSource,
    ) -> Allowed<i32> {
        if self.trade(company)?.1 == 0 {
            return Err(Refusal::new("LIL-SHARE-1", "bought-already"));
        }
        let checks = self.checks();
        let bought = checks.on_sale(company, from).and_then(|price| {
            checks.has_room(player, Some(self.printed.certificates))?;
            checks.player_pays(player, price)?;
            Ok(price)
        });
        bought.map_err(refused(Matter::Buy))
    }

    /// Sales, purchases and foundings of the player who trades.
    pub(super) fn share_choices(&self, sold: StockRound) -> impl Iterator<Item = Choice> {
        let (player, from) = (sold.player(), ShareSource::Ipo);
        let buys = self.sheet().company_ids().filter_map(move |company| {
            let price = self.can_buy_share(player, company, from).ok()?;
            Some(Choice::costing(Move::BuyShare { company, from }, price))
        });
        let sales = self.checks().sales(&sold);
        sales.chain(buys).chain(self.founding_choices(player))
    }

    /// Sells a block: paid at the price before, then one sale move for each (LIL-SHARE-2, LIL-SHARE-3).
    pub(super) fn sell(
        &mut self,
        company: Company,
        shares: u8,
        events: &mut Vec<Event>,
    ) -> Allowed {
        let (mut sold, buy) = self.trade(company)?;
        if shares == 0 {
            return Err(Refusal::new("LIL-SHARE-1", "nothing-to-sell"));
        }
        let checks = self.checks();
        let may = checks.may_sell(&sold, company, shares);
        may.map_err(refused(Matter::Sell))?;
        let price = checks.share_price(company, ShareSource::Ipo);
        let mut acts = self.acts(events);
        acts.sell_shares(sold.player(), company, shares, price);
        acts.move_marker(company, MarketMove::Sale, shares);
        sold.sell(company);
        self.state.act = Act::Shares(sold, buy);
        Ok(())
    }
}
