//! Stock rounds.

use super::position::{CzPosition, Events};
use super::printed::BoxKind;
use super::refusals::{Matter, refused};
use engine::{
    Allowed, Amount, Choice, Company, Event, Flag, Forbidden, MarketMove, Move, Player, Refusal,
    ShareSource, StockRound, Value,
};

impl CzPosition {
    // CZ-SR-17
    fn first_stock_round(&self) -> bool {
        let before = &self.printed.process[..usize::from(self.state.at)];
        !before.iter().any(|b| b.kind == BoxKind::Stock)
    }

    fn may_sell(&self, company: Company, shares: u8) -> Allowed {
        let round = &self.state.stock;
        if self.first_stock_round() {
            return Err(Refusal::new("CZ-SR-17", "no-sale-in-first-round"));
        }
        let checked = self.checks().may_sell(round, company, shares);
        checked.map_err(refused(Matter::Sell))?;
        // CZ-DIRECTOR-4, CZ-DIRECTOR-7: the director's certificate itself is sold only if that is an option.
        let options = &self.printed.options;
        let stock = &self.state.core.stock[company.at()];
        if !options.director_certificate_may_be_sold_via_exchange
            && stock.director() == Some(round.player())
            && stock.of(round.player()) - shares < stock.director_units()
        {
            let why = Forbidden::NobodyTakesOver { company };
            return Err(refused(Matter::Sell)(why));
        }
        Ok(())
    }

    /// Who owes money buys nothing. CZ-EMERGENCY-10
    pub fn out_of_debt(&self, player: Player) -> Allowed {
        let debt = self.state.core.debt[player.at()];
        if debt > 0 {
            let refusal = Refusal::new("CZ-EMERGENCY-10", "in-debt");
            return Err(refusal.with("debt", Value::Money(debt)));
        }
        Ok(())
    }

    fn may_buy(&self, company: Company, from: ShareSource) -> Allowed<i32> {
        let (round, limit) = (&self.state.stock, self.printed.certificate_limit);
        self.out_of_debt(round.player())?;
        let price = self.checks().may_buy(round, company, from, limit);
        price.map_err(refused(Matter::Buy))
    }

    fn may_start(&self, company: Company, cell: u8) -> Allowed<i32> {
        let (player, limit) = (self.state.stock.player(), self.printed.certificate_limit);
        self.out_of_debt(player)?;
        let cost = self.checks().may_start(player, company, cell, limit);
        cost.map_err(refused(Matter::Buy))
    }

    fn repayments(&self, player: Player) -> Amount {
        let core = &self.state.core;
        let most = core.debt[player.at()].min(core.money.player(player));
        Amount::whole(self.least_repayment(most).max(1), most)
    }

    // Nothing but sales while above the limit, if there is anything to sell. CZ-SR-16
    fn must_sell(&self, player: Player) -> bool {
        let limit = self.printed.certificate_limit;
        self.checks().above_limit(player, limit) && self.sales().next().is_some()
    }

    fn sales(&self) -> impl Iterator<Item = Choice> {
        let player = self.state.stock.player();
        self.sheet().company_ids().flat_map(move |company| {
            (1..=self.state.core.stock[company.at()].of(player))
                .filter(move |&shares| self.may_sell(company, shares).is_ok())
                .map(move |shares| Choice::one(Move::SellShares { company, shares }))
        })
    }

    fn purchases(&self) -> impl Iterator<Item = Choice> {
        self.sheet().company_ids().flat_map(move |company| {
            let started = self.state.core.is(company, Flag::Started);
            let shares = [ShareSource::Ipo, ShareSource::Pool].into_iter();
            let shares = shares.filter_map(move |from| {
                let price = self.may_buy(company, from).ok()?;
                Some(Choice::costing(Move::BuyShare { company, from }, price))
            });
            let cells = self.sheet().market.cells.len() as u8;
            let starts = (0..if started { 0 } else { cells }).filter_map(move |price| {
                let cost = self.may_start(company, price).ok()?;
                Some(Choice::costing(Move::Start { company, price }, cost))
            });
            shares.chain(starts)
        })
    }

    /// What a player on turn can do.
    pub fn list_stock(&self, player: Player, all: &mut Vec<Choice>) {
        all.extend(self.sales());
        if self.must_sell(player) {
            if self.may_stay_above_limit() {
                all.push(Choice::one(Move::Pass));
            }
            return;
        }
        let range = self.repayments(player);
        all.extend(Choice::within(Move::Repay { amount: 0 }, range));
        all.extend(self.purchases());
        all.push(Choice::one(Move::Pass));
    }

    fn can_act(&self, player: Player) -> bool {
        let limit = self.printed.certificate_limit;
        if self.sales().next().is_some() || self.asks_debtor(player) {
            return true;
        }
        !self.checks().above_limit(player, limit)
            && (self.seems_to_start(player) || self.purchases().next().is_some())
    }

    /// A move of the player on turn.
    pub fn play_stock(&mut self, player: Player, mv: &Move, events: &mut Events) -> Allowed {
        let stays = matches!(mv, Move::Pass) && self.may_stay_above_limit();
        if !matches!(mv, Move::SellShares { .. }) && !stays && self.must_sell(player) {
            return Err(Forbidden::MustSell.under("CZ-SR-16"));
        }
        match *mv {
            Move::SellShares { company, shares } => {
                self.may_sell(company, shares)?;
                self.sell(player, company, shares, events);
            }
            Move::BuyShare { company, from } => {
                let price = self.may_buy(company, from)?;
                self.acts(events).buy_share(player, company, from, price);
                self.end_purchase(company, events);
            }
            Move::Start { company, price } => {
                let cost = self.may_start(company, price)?;
                self.acts(events).start(company, player, price, cost);
                self.end_purchase(company, events);
            }
            Move::Repay { amount } => {
                let range = self.repayments(player);
                if !range.contains(amount) {
                    return Err(Refusal::new("CZ-EMERGENCY-10", "repay-range")
                        .with("most", Value::Money(range.max)));
                }
                self.acts(events).repay(player, amount);
            }
            Move::Pass => {
                events.push(Event::Passed { player });
                self.end_stock_turn(events);
            }
            _ => return Err(Refusal::new("CZ-SR-2", "not-in-a-stock-round")),
        }
        Ok(())
    }

    fn sell(&mut self, player: Player, company: Company, shares: u8, events: &mut Events) {
        let price = self.state.core.price(self.sheet(), company).unwrap_or(0);
        let again = self.state.stock.has_sold_now(company);
        self.state.stock.sell(company);
        let one_step = self.printed.options.one_price_step_per_company_and_turn;
        let mut acts = self.acts(events);
        acts.sell_shares(player, company, shares, price);
        // CZ-SR-22
        if !again || !one_step {
            acts.move_marker(company, MarketMove::Sale, 1);
        }
    }

    fn end_purchase(&mut self, company: Company, events: &mut Events) {
        self.float_if_due(company, events);
        self.state.stock.buy();
        self.end_stock_turn(events);
    }

    /// Floats a company once players own half of it. CZ-FLOAT-1..3
    pub fn float_if_due(&mut self, company: Company, events: &mut Events) {
        let Some(capital) = self.checks().floats(company) else {
            return;
        };
        self.state.fresh |= 1 << company.0;
        // CZ-BOHEMIA-10
        let vaclavs = self.state.is_vaclavs(company);
        let capital = if vaclavs { 0 } else { capital };
        self.acts(events).float(company, capital);
    }

    /// Starts a stock round.
    pub fn begin_stock_round(&mut self) {
        self.state.stock = StockRound::new(Player(self.state.core.order[0]));
    }

    /// Passes over players who can do nothing. Returns whether somebody has to decide.
    pub fn advance_stock(&mut self, events: &mut Events) -> bool {
        let waits = self.can_act(self.state.stock.player());
        if !waits {
            self.end_stock_turn(events);
        }
        waits
    }

    // CZ-SR-3..5
    fn end_stock_turn(&mut self, events: &mut Events) {
        if !self.state.stock.end_turn(&self.state.core) {
            return;
        }
        // CZ-MARKET-8, CZ-SR-24
        let mut acts = self.acts(events);
        acts.reward_sold_out();
        acts.order_by_cash(true);
        self.next_box(events);
    }
}
