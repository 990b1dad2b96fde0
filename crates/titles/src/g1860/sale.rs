//! Sales of shares and what they do to price and directorship.

use super::position::{Events, IowPosition};
use super::printed::GREEN;
use engine::{Company, Event, Flag, Player, Purse, Refusal, Value};

impl IowPosition {
    /// What the bank pays for a share: half without a train (IOW-SELL-2..5, IOW-OPTION-8).
    pub fn sale_value(&self, company: Company) -> i32 {
        self.price_or_half(company, self.sells_full(company))
    }

    /// What a share counts in the score: half without a train (IOW-END-8, IOW-OPTION-8).
    pub fn scored_value(&self, company: Company) -> i32 {
        self.price_or_half(company, self.scores_full(company))
    }

    fn price_or_half(&self, company: Company, full: bool) -> i32 {
        let price = self.core().price(self.sheet_ref(), company).unwrap_or(0);
        if full { price } else { price / 2 }
    }

    fn has_not_operated(&self, company: Company) -> bool {
        !self.core().is(company, Flag::Operated)
    }

    /// Whether the shares of a company sell at their full price.
    pub fn sells_full(&self, company: Company) -> bool {
        self.train_count(company) > 0
            || self.printed.options.unoperated_full && self.has_not_operated(company)
    }

    /// Whether the shares of a company score their full price.
    pub fn scores_full(&self, company: Company) -> bool {
        self.train_count(company) > 0
            || self.printed.options.unoperated_scored && self.has_not_operated(company)
    }

    /// Whether a player who keeps `rest` shares leaves the company without director.
    fn leaves_no_director(&self, player: Player, company: Company, rest: u8) -> bool {
        let stock = &self.core().stock[company.at()];
        stock.director() == Some(player)
            && rest < stock.director_units()
            && !self
                .core()
                .after(player)
                .any(|p| stock.of(p) >= stock.director_units())
    }

    pub(super) fn check_sale(&self, company: Company, shares: u8) -> Result<(), Refusal> {
        let player = self.buyer();
        let stock = &self.core().stock[company.at()];
        let held = stock.of(player);
        if shares == 0 || shares > held {
            return Err(Refusal::new("IOW-SELL-1", "not-enough-shares")
                .with("held", Value::Number(held.into())));
        }
        if self.state.stock.bought {
            return Err(Refusal::new("IOW-SR-2", "sell-before-buying"));
        }
        if self.state.stock.sold_now & (1 << company.0) != 0 {
            return Err(Refusal::new("IOW-SELL-7", "sold-this-turn")
                .with("company", Value::Company(company)));
        }
        let rest = held - shares;
        // IOW-DIRECTOR-9, IOW-DIRECTOR-13: half of the director's certificate needs an ordinary one in exchange.
        if rest == 1
            && self.leaves_no_director(player, company, rest)
            && held == stock.director_units()
            && self.pool_ordinary(company) == 0
        {
            return Err(Refusal::new("IOW-DIRECTOR-9", "no-exchange-share")
                .with("company", Value::Company(company)));
        }
        Ok(())
    }

    /// Sells a block of shares (IOW-SELL-6).
    pub(super) fn sell_shares(
        &mut self,
        company: Company,
        shares: u8,
        events: &mut Events,
    ) -> Result<(), Refusal> {
        self.check_sale(company, shares)?;
        let player = self.buyer();
        let price = self.sale_value(company);
        let total = price * i32::from(shares);
        self.state
            .core
            .pay(Purse::Bank, Purse::Player(player), total);
        self.state.core.stock[company.at()].to_pool(player, shares);
        events.push(Event::SharesSold {
            player,
            company,
            shares,
            price,
            total,
        });
        self.state.stock.sold[player.at()] |= 1 << company.0;
        self.state.stock.sold_now |= 1 << company.0;
        self.acted(player);
        self.settle_director(company, events);
        self.test_bank();
        if self.lower_price(company, shares, events) {
            self.bankrupt(company, events);
            // IOW-BANKRUPT-9: the round starts again at once.
            let set = self.core().round.set;
            self.open_stock_round(set, events);
            if !self.printed.options.public {
                self.continue_turn(events);
            }
            return Ok(());
        }
        self.continue_turn(events);
        Ok(())
    }

    // IOW-SELL-10..13. Returns whether the price fell to nothing.
    fn lower_price(&mut self, company: Company, shares: u8, events: &mut Events) -> bool {
        let fixed = self.printed.steps[..=self.core().phase as usize]
            .iter()
            .any(|s| s.sales_keep_prices);
        if fixed || !self.core().is(company, Flag::Operated) {
            return false;
        }
        let Some(cell) = self.core().market.cell(company) else {
            return false;
        };
        let green = self.printed.sheet.market.cells[cell as usize].zone == GREEN;
        let points = i32::from(shares) - i32::from(green);
        self.move_price(company, -points, events)
    }

    /// Moves a marker along the zigzag (IOW-MARKET-2, IOW-MARKET-9); returns whether it reached the bottom.
    #[doc(hidden)]
    pub fn move_price(&mut self, company: Company, points: i32, events: &mut Events) -> bool {
        let market = &self.printed.sheet.market;
        let Some(cell) = self.core().market.cell(company) else {
            return false;
        };
        let last = market.cells.len() as i32 - 1;
        let to = (i32::from(cell) + points).clamp(0, last) as u8;
        if to != cell {
            let (from, new) = (market.price(cell), market.price(to));
            self.state.core.market.put(company, to);
            events.push(Event::PriceMoved {
                company,
                from,
                to: new,
            });
        }
        if i32::from(to) == last {
            self.trigger_end(super::state::Ending::StockMarket);
        }
        to == 0
    }

    /// Gives the director's certificate to whom it belongs (IOW-DIRECTOR-2..7, IOW-DIRECTOR-11, IOW-RECEIVER-8).
    pub(super) fn settle_director(&mut self, company: Company, events: &mut Events) {
        let core = self.core();
        let stock = &core.stock[company.at()];
        let needed = stock.director_units();
        let old = stock.director();
        let start = old.unwrap_or(Player(core.order[0]));
        let holding = old.map_or(0, |p| stock.of(p));
        // The old director comes first, so that a tie never unseats; then clockwise.
        let mut new = old.filter(|_| holding >= needed);
        let mut most = if new.is_some() { holding } else { needed - 1 };
        let others = core.after(start).chain(old.is_none().then_some(start));
        for p in others {
            if stock.of(p) > most {
                most = stock.of(p);
                new = Some(p);
            }
        }
        if new != old {
            self.state.core.stock[company.at()].set_director(new);
            events.push(Event::DirectorChanged {
                company,
                from: old,
                to: new,
            });
        }
        self.mark_receivership(company, events);
    }
}
