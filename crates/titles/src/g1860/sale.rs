//! Sales of shares and what they do to price and directorship.

use super::position::{Allowed, Events, IowPosition};
use super::printed::GREEN;
use super::refusals::{Matter, of_company, refused};
use super::state::Ending;
use engine::{Choice, Company, Flag, Move, Player};

impl IowPosition {
    /// What the bank pays for a share: half without a train (IOW-SELL-2..5, IOW-OPTION-8).
    pub fn sale_value(&self, company: Company) -> i32 {
        self.value(company, self.printed.options.opt5_unoperated_full_value)
    }

    /// What a share counts in the score: half without a train (IOW-END-8, IOW-OPTION-8).
    pub fn scored_value(&self, company: Company) -> i32 {
        self.value(company, self.printed.options.opt5_counts_in_score)
    }

    /// Whether the shares of a company score their full price.
    pub fn scores_full(&self, company: Company) -> bool {
        self.is_full(company, self.printed.options.opt5_counts_in_score)
    }

    fn is_full(&self, company: Company, unoperated: bool) -> bool {
        self.train_count(company) > 0 || unoperated && !self.core().is(company, Flag::Operated)
    }

    fn value(&self, company: Company, unoperated: bool) -> i32 {
        let price = self.core().price(self.sheet_ref(), company).unwrap_or(0);
        let full = self.is_full(company, unoperated);
        if full { price } else { price / 2 }
    }

    // Whether a player who keeps `rest` shares leaves the company without director.
    fn leaves_no_director(&self, player: Player, company: Company, rest: u8) -> bool {
        let stock = self.stock(company);
        let enough = stock.director_units();
        stock.director() == Some(player)
            && rest < enough
            && !self.core().after(player).any(|p| stock.of(p) >= enough)
    }

    fn may_sell(&self, company: Company, shares: u8) -> Allowed {
        self.checks()
            .may_sell(&self.state.stock, company, shares)
            .map_err(refused(Matter::Sell))?;
        let (player, stock) = (self.buyer(), self.stock(company));
        let held = stock.of(player);
        // IOW-DIRECTOR-9, IOW-DIRECTOR-13: half of the director's certificate needs an ordinary one in exchange.
        if held == stock.director_units()
            && held - shares == 1
            && self.leaves_no_director(player, company, 1)
            && self.pool_ordinary(company) == 0
        {
            return Err(of_company("IOW-DIRECTOR-9", "no-exchange-share", company));
        }
        Ok(())
    }

    /// Sales of the player on turn.
    pub(super) fn sale_choices(&self) -> impl Iterator<Item = Choice> + '_ {
        let held = |c: Company| self.stock(c).of(self.buyer());
        let companies = self.sheet_ref().company_ids();
        let blocks = companies.flat_map(move |c| (1..=held(c)).map(move |shares| (c, shares)));
        blocks
            .filter(|&(company, shares)| self.may_sell(company, shares).is_ok())
            .map(|(company, shares)| Choice::one(Move::SellShares { company, shares }))
    }

    /// Sells a block of shares (IOW-SELL-6).
    pub(super) fn sell_shares(
        &mut self,
        company: Company,
        shares: u8,
        events: &mut Events,
    ) -> Allowed {
        self.may_sell(company, shares)?;
        let (player, price) = (self.buyer(), self.sale_value(company));
        self.acts(events).sell_shares(player, company, shares, price);
        self.state.stock.sell(company);
        self.mark_receivership(company, events);
        self.test_bank();
        if self.lower_price(company, shares, events) {
            self.bankrupt(company, events);
            // IOW-BANKRUPT-9: the round starts again at once.
            self.open_stock_round(self.core().round.set, events);
            self.go_on_by_the_book(events);
        } else {
            self.continue_turn(events);
        }
        Ok(())
    }

    // IOW-SELL-10..13. Returns whether the price fell to nothing.
    fn lower_price(&mut self, company: Company, shares: u8, events: &mut Events) -> bool {
        let fixed = self.phase_brought(|s| s.sales_keep_prices);
        if fixed || !self.core().is(company, Flag::Operated) {
            return false;
        }
        let Some(cell) = self.core().market.cell(company) else {
            return false;
        };
        let green = self.printed.sheet.market.cells[usize::from(cell)].zone == GREEN;
        self.move_price(company, i32::from(green) - i32::from(shares), events)
    }

    /// Moves a marker along the zigzag (IOW-MARKET-2, IOW-MARKET-9); returns whether it reached the bottom.
    #[doc(hidden)]
    pub fn move_price(&mut self, company: Company, points: i32, events: &mut Events) -> bool {
        let Some(cell) = self.core().market.cell(company) else {
            return false;
        };
        let last = self.printed.sheet.market.cells.len() as i32 - 1;
        let to = (i32::from(cell) + points).clamp(0, last);
        self.acts(events).put_marker(company, to as u8);
        if to == last {
            self.trigger_end(Ending::StockMarket);
        }
        to == 0
    }
}
