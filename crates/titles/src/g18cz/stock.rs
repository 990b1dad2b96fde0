//! Stock rounds.

use super::position::CzPosition;
use super::printed::BoxKind;
use super::refusals::{Matter, refused};
use engine::{
    Amount, Choice, Company, Event, Flag, Forbidden, MarketMove, Move, Player, Purse, Refusal,
    ShareSource, StockRound, Value,
};

// What is allowed.
impl CzPosition {
    // CZ-SR-17
    fn first_stock_round(&self) -> bool {
        let before = &self.printed.process[..usize::from(self.state.at)];
        !before.iter().any(|b| b.kind == BoxKind::Stock)
    }

    fn may_sell(&self, company: Company, shares: u8) -> Result<(), Refusal> {
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
            return Err(refused(Matter::Sell)(Forbidden::NobodyTakesOver {
                company,
            }));
        }
        Ok(())
    }

    /// Who owes money buys nothing. CZ-EMERGENCY-10
    pub fn out_of_debt(&self, player: Player) -> Result<(), Refusal> {
        match self.state.core.debt[player.at()] {
            0 => Ok(()),
            debt => {
                Err(Refusal::new("CZ-EMERGENCY-10", "in-debt").with("debt", Value::Money(debt)))
            }
        }
    }

    fn may_buy(&self, company: Company, from: ShareSource) -> Result<i32, Refusal> {
        let (round, limit) = (&self.state.stock, self.printed.certificate_limit);
        let price = self.checks().may_buy(round, company, from, limit);
        let price = price.map_err(refused(Matter::Buy))?;
        self.out_of_debt(round.player())?;
        Ok(price)
    }

    fn may_start(&self, company: Company, cell: u8) -> Result<i32, Refusal> {
        let (player, limit) = (self.state.stock.player(), self.printed.certificate_limit);
        let cost = self.checks().may_start(player, company, cell, limit);
        let cost = cost.map_err(refused(Matter::Buy))?;
        self.out_of_debt(player)?;
        Ok(cost)
    }

    fn repayments(&self, player: Player) -> Option<Amount> {
        let core = &self.state.core;
        let most = core.debt[player.at()].min(core.money.player(player));
        (most > 0).then(|| Amount::whole(self.least_repayment(most), most))
    }

    // Nothing but sales while above the limit, if there is anything to sell. CZ-SR-16
    fn must_sell(&self, player: Player) -> bool {
        let limit = self.printed.certificate_limit;
        self.checks().above_limit(player, limit) && self.sales().next().is_some()
    }
}

// What can be done.
impl CzPosition {
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
        if let Some(range) = self.repayments(player) {
            all.push(Choice::range(Move::Repay { amount: range.min }, range));
        }
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
    pub fn play_stock(
        &mut self,
        player: Player,
        mv: &Move,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
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
                if range.is_none_or(|r| !r.contains(amount)) {
                    let most = range.map_or(0, |r| r.max);
                    return Err(Refusal::new("CZ-EMERGENCY-10", "repay-range")
                        .with("most", Value::Money(most)));
                }
                let core = &mut self.state.core;
                core.pay(Purse::Player(player), Purse::Bank, amount);
                core.debt[player.at()] -= amount;
                events.push(Event::Repaid { player, amount });
            }
            Move::Pass => {
                events.push(Event::Passed { player });
                self.end_stock_turn(events);
            }
            _ => return Err(Refusal::new("CZ-SR-2", "not-in-a-stock-round")),
        }
        Ok(())
    }

    fn sell(&mut self, player: Player, company: Company, shares: u8, events: &mut Vec<Event>) {
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

    fn end_purchase(&mut self, company: Company, events: &mut Vec<Event>) {
        self.float_if_due(company, events);
        self.state.stock.buy();
        self.end_stock_turn(events);
    }

    /// Floats a company once players own half of it. CZ-FLOAT-1..3
    pub fn float_if_due(&mut self, company: Company, events: &mut Vec<Event>) {
        let Some(capital) = self.checks().floats(company) else {
            return;
        };
        self.state.fresh |= 1 << company.0;
        // CZ-BOHEMIA-10
        let vaclavs = self.state.is_vaclavs(company);
        let capital = if vaclavs { 0 } else { capital };
        self.acts(events).float(company, capital);
    }
}

// The course of the round.
impl CzPosition {
    /// Starts a stock round.
    pub fn begin_stock_round(&mut self) {
        self.state.stock = StockRound::new(Player(self.state.core.order[0]));
    }

    /// Passes over players who can do nothing. Returns whether somebody has to decide.
    pub fn advance_stock(&mut self, events: &mut Vec<Event>) -> bool {
        let waits = self.can_act(self.state.stock.player());
        if !waits {
            self.end_stock_turn(events);
        }
        waits
    }

    // CZ-SR-3..5
    fn end_stock_turn(&mut self, events: &mut Vec<Event>) {
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
