//! Stock rounds.

use super::position::{CzPosition, Events};
use super::refusals::{Matter, refused};
use engine::{Allowed, Amount, Choice, Company, Event, MarketMove, Move, Player, Refusal, Value};

impl CzPosition {
    /// Who owes money buys nothing. CZ-EMERGENCY-10
    pub fn out_of_debt(&self, player: Player) -> Allowed {
        let debt = self.state.core.debt[player.at()];
        if debt > 0 {
            let refusal = Refusal::new("CZ-EMERGENCY-10", "in-debt");
            return Err(refusal.with("debt", Value::Money(debt)));
        }
        Ok(())
    }

    fn repayments(&self, player: Player) -> Amount {
        let core = &self.state.core;
        let most = core.debt[player.at()].min(core.money.player(player));
        Amount::whole(self.least_repayment(most).max(1), most)
    }

    // CZ-SR-16: nothing but sales while above the limit, if there is anything to sell.
    fn must_sell(&self) -> bool {
        let limit = self.printed.certificate_limit;
        self.checks().must_sell(&self.state.stock, limit)
    }

    fn purchases(&self, player: Player) -> impl Iterator<Item = Choice> {
        let (round, limit) = (&self.state.stock, self.printed.certificate_limit);
        let free = self.out_of_debt(player).is_ok();
        let all = free.then(|| self.checks().purchases(round, limit));
        all.into_iter().flatten()
    }

    /// What a player on turn can do.
    pub fn list_stock(&self, player: Player, all: &mut Vec<Choice>) {
        all.extend(self.checks().sales(&self.state.stock));
        let must_sell = self.must_sell();
        if !must_sell {
            let range = self.repayments(player);
            all.extend(Choice::within(Move::Repay { amount: 0 }, range));
            all.extend(self.purchases(player));
        }
        if !must_sell || self.may_stay_above_limit() {
            all.push(Choice::one(Move::Pass));
        }
    }

    fn can_act(&self, player: Player) -> bool {
        let (checks, limit) = (self.checks(), self.printed.certificate_limit);
        if checks.sales(&self.state.stock).next().is_some() || self.asks_debtor(player) {
            return true;
        }
        !checks.above_limit(player, limit)
            && (self.seems_to_start(player) || self.purchases(player).next().is_some())
    }

    // Whether a move is legal, and its price.
    fn may_deal(&self, player: Player, mv: &Move) -> Allowed<i32> {
        let (round, limit) = (&self.state.stock, self.printed.certificate_limit);
        let free = !self.must_sell();
        match *mv {
            Move::Pass if self.may_stay_above_limit() => return Ok(0),
            Move::Repay { amount } if free => {
                let range = self.repayments(player);
                if range.contains(amount) {
                    return Ok(amount);
                }
                let refusal = Refusal::new("CZ-EMERGENCY-10", "repay-range");
                return Err(refusal.with("most", Value::Money(range.max)));
            }
            Move::BuyShare { .. } | Move::Start { .. } if free => self.out_of_debt(player)?,
            _ => {}
        }
        let price = self.checks().may_deal(round, mv, limit);
        price.map_err(refused(Matter::Shares))
    }

    /// A move of the player on turn.
    pub fn play_stock(&mut self, player: Player, mv: &Move, events: &mut Events) -> Allowed {
        let price = self.may_deal(player, mv)?;
        match *mv {
            Move::SellShares { company, shares } => self.sell(player, company, shares, events),
            Move::BuyShare { company, from } => {
                self.acts(events).buy_share(player, company, from, price);
                self.end_purchase(company, events);
            }
            Move::Start { company, price: at } => {
                self.acts(events).start(company, player, at, price);
                self.end_purchase(company, events);
            }
            Move::Repay { amount } => self.acts(events).repay(player, amount),
            _ => {
                events.push(Event::Passed { player });
                self.end_stock_turn(events);
            }
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
