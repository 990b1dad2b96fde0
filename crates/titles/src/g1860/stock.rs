//! Stock rounds: turns, purchases, passing, priority, groups.

use super::position::{Allowed, Events, IowPosition};
use super::refusals::{Matter, of_company, refused};
use super::state::Wait;
use engine::{
    Choice, Company, Event, Flag, Forbidden, Move, Place, Player, Refusal, RoundKind, RoundName,
    ShareSource, StockRound,
};

impl IowPosition {
    /// The player whose turn it is in a stock round.
    pub(super) fn buyer(&self) -> Player {
        self.state.stock.player()
    }

    /// The certificate limit; none once it is lifted (IOW-CERT-1, IOW-CERT-8).
    pub(super) fn certificate_limit(&self) -> Option<u8> {
        let lifted = self.phase_brought(|s| s.no_limit);
        let seats = self.printed.sheet.seats(self.core().seats.into());
        seats.and_then(|s| s.certificates).filter(|_| !lifted)
    }

    /// Whether the player on turn has to sell before anything else (IOW-CERT-6).
    pub(super) fn above_limit(&self) -> bool {
        self.checks().above_limit(self.buyer(), self.certificate_limit())
    }

    /// Ordinary certificates of a company in the pool; its director's certificate may lie there too.
    pub(super) fn pool_ordinary(&self, company: Company) -> u8 {
        let stock = self.stock(company);
        let loose = self.core().is(company, Flag::Started) && stock.director().is_none();
        stock.pool - if loose { stock.director_units() } else { 0 }
    }

    /// Ordinary certificates of a company in the IPO that are for sale (IOW-EXCHANGE-10).
    pub fn ipo_for_sale(&self, company: Company) -> u8 {
        let stock = self.stock(company);
        stock.ipo.saturating_sub(stock.reserved)
    }

    /// Whether the player on turn may buy anything at all.
    pub(super) fn may_purchase(&self) -> Result<(), Forbidden> {
        if self.state.stock.bought {
            return Err(Forbidden::BoughtAlready);
        }
        let (checks, limit) = (self.checks(), self.certificate_limit());
        match checks.has_room(self.buyer(), limit) {
            Err(_) if self.above_limit() => Err(Forbidden::MustSell),
            room => room,
        }
    }

    // A share, once the player may buy something (IOW-SR-7..9).
    fn may_buy(&self, company: Company, from: ShareSource) -> Result<i32, Refusal> {
        let price = self
            .checks()
            .may_buy(&self.state.stock, company, from, None)
            .map_err(refused(Matter::Buy))?;
        if from == ShareSource::Pool
            && self.pool_ordinary(company) == 0
            && !self.sells_loose_director(self.buyer(), company)
        {
            let key = "director-not-for-sale";
            return Err(of_company("IOW-RECEIVER-7", key, company));
        }
        Ok(price)
    }

    // Cells where a company may start, once the player may buy something.
    fn start_cells(&self, company: Company) -> Result<&[u8], Refusal> {
        let refuse = refused(Matter::Buy);
        if self.core().is(company, Flag::Started) {
            return Err(refuse(Forbidden::Started { company }));
        }
        let charter = self.charter(company);
        if self.core().is(company, Flag::Bankrupt) {
            // IOW-BANKRUPT-11, IOW-BANKRUPT-12: whatever its group, from the restart cells.
            if self.state.stock.has_sold(self.buyer(), company) {
                return Err(refuse(Forbidden::SoldThisRound { company }));
            }
            return Ok(&charter.relaunch_cells);
        }
        if self.printed.options.opt4_free_launch_order {
            if !self.free_start() {
                return Err(Refusal::new("IOW-OPTION-7", "launch-first"));
            }
        } else if charter.group >= self.state.groups {
            return Err(of_company("IOW-GROUP-1", "group-closed", company));
        }
        Ok(&charter.par_cells)
    }

    // IOW-OPTION-7: all launched companies but one have operated, or nothing of them is left for sale.
    fn free_start(&self) -> bool {
        let fresh = self.active().filter(|&c| !self.core().is(c, Flag::Operated));
        fresh.count() <= 1 || self.active().all(|c| self.ipo_for_sale(c) == 0)
    }

    // Whether the player on turn has the director's price of a company at a cell.
    fn pays_start(&self, company: Company, cell: u8) -> Result<i32, Forbidden> {
        let price = self.director_price(company, cell);
        self.checks().player_pays(self.buyer(), price)?;
        Ok(price)
    }

    // Shares and director's certificates, once the player may buy something.
    fn share_choices(&self) -> impl Iterator<Item = Choice> + '_ {
        let shares = move |company| {
            let sources = [ShareSource::Ipo, ShareSource::Pool].into_iter();
            sources.filter_map(move |from| {
                let price = self.may_buy(company, from).ok()?;
                Some(Choice::costing(Move::BuyShare { company, from }, price))
            })
        };
        let starts = move |company| {
            let cells = self.start_cells(company).unwrap_or_default();
            cells.iter().filter_map(move |&price| {
                let cost = self.pays_start(company, price).ok()?;
                Some(Choice::costing(Move::Start { company, price }, cost))
            })
        };
        let companies = self.sheet_ref().company_ids();
        companies.flat_map(move |c| shares(c).chain(starts(c)))
    }

    pub(super) fn stock_choices(&self) -> Vec<Choice> {
        let may_purchase = self.may_purchase().is_ok();
        let mut choices: Vec<Choice> = self.sale_choices().collect();
        choices.extend(self.paper_choices(may_purchase));
        if may_purchase {
            choices.extend(self.share_choices());
        }
        if !self.above_limit() {
            choices.push(Choice::one(Move::Pass));
        }
        choices
    }

    /// Whether the player whose turn it is has anything to do but pass.
    pub(super) fn has_anything_to_do(&self) -> bool {
        let papers = || self.sheet_ref().paper_ids();
        let buys = || {
            self.share_choices().next().is_some() || papers().any(|p| self.paper_on_sale(p).is_ok())
        };
        self.may_purchase().is_ok() && buys()
            || self.sale_choices().next().is_some()
            || papers().any(|p| self.may_sell_paper(p).is_ok())
            || self.waits_for_idle_player()
            || self.above_limit()
    }

    pub(super) fn start(&mut self, company: Company, cell: u8, events: &mut Events) -> Allowed {
        let refuse = refused(Matter::Buy);
        self.may_purchase().map_err(&refuse)?;
        if !self.start_cells(company)?.contains(&cell) {
            let rule = match self.core().is(company, Flag::Bankrupt) {
                true => "IOW-BANKRUPT-12",
                false => "IOW-SR-11",
            };
            return Err(Forbidden::NoStartingPrice { company }.under(rule));
        }
        let price = self.pays_start(company, cell).map_err(refuse)?;
        let player = self.buyer();
        self.acts(events).start(company, player, cell, price);
        let linked = self.charter(company).reserved_for;
        let may_swap =
            linked.is_some_and(|p| self.core().papers[p.at()].place == Place::Player(player));
        self.bought(may_swap, events);
        Ok(())
    }

    pub(super) fn buy_share(
        &mut self,
        company: Company,
        from: ShareSource,
        events: &mut Events,
    ) -> Allowed {
        self.may_purchase().map_err(refused(Matter::Buy))?;
        let price = self.may_buy(company, from)?;
        let player = self.buyer();
        self.acts(events).buy_share(player, company, from, price);
        self.mark_receivership(company, events);
        self.open_groups();
        self.launch_if_sold(company, events);
        self.bought(false, events);
        Ok(())
    }

    /// The purchase of a turn has been made. `may_swap`: a private company can be exchanged after it.
    pub(super) fn bought(&mut self, may_swap: bool, events: &mut Events) {
        self.state.stock.buy();
        if self.state.wait == Some(Wait::Stock) {
            self.go_on_after_purchase(may_swap, events);
        }
    }

    /// Goes on with a turn, or ends it when nothing is left to do in it.
    pub(super) fn continue_turn(&mut self, events: &mut Events) {
        if self.state.wait == Some(Wait::Stock) && !self.has_anything_to_do() {
            self.end_stock_turn(events);
        }
    }

    pub(super) fn pass_stock(&mut self, events: &mut Events) -> Allowed {
        if self.above_limit() {
            return Err(refused(Matter::Buy)(Forbidden::MustSell));
        }
        if !self.state.stock.acted {
            events.push(Event::Passed { player: self.buyer() });
        }
        self.end_stock_turn(events);
        Ok(())
    }

    /// Ends the turn and goes to the next player who has something to do (IOW-SR-3..5).
    pub(super) fn end_stock_turn(&mut self, events: &mut Events) {
        loop {
            if self.state.stock.end_turn(&self.state.core) {
                return self.end_stock_round(events);
            }
            if self.has_anything_to_do() {
                return;
            }
        }
    }

    /// A new stock round: the next set begins.
    #[doc(hidden)]
    pub fn begin_stock_round(&mut self, events: &mut Events) {
        let before = self.core().round;
        let set = match before.kind {
            RoundKind::Opening => 1,
            _ => before.set.saturating_add(1),
        };
        // IOW-SOUTHERN-3: the first stock round after the founding closes track, bases and halts.
        let last_building = self.state.southern && !self.state.closed;
        self.state.closed = self.state.southern;
        self.open_stock_round(set, events);
        self.state.last_building = last_building;
        self.skip_idle_first_player(events);
    }

    /// Opens a stock round with the holder of the priority card.
    pub(super) fn open_stock_round(&mut self, set: u8, events: &mut Events) {
        self.state.stock = StockRound::new(Player(self.core().order[0]));
        self.state.wait = Some(Wait::Stock);
        // J-10: a bankruptcy cuts the last round with building short.
        self.state.last_building = false;
        self.open_groups();
        let round = RoundName::new(RoundKind::Stock, set, 1);
        self.acts(events).begin_round(round);
    }

    // IOW-SR-6, IOW-SR-18.
    fn end_stock_round(&mut self, events: &mut Events) {
        if let Some(last) = self.state.stock.last() {
            let next = self.core().next(last);
            self.acts(events).give_priority(next);
        }
        self.state.last_building = false;
        self.test_nationalisation();
        self.state.or.rounds = self.printed.steps[usize::from(self.core().phase)].rounds;
        self.begin_operating_round(self.core().round.set, 1, events);
    }

    /// Opens groups (IOW-GROUP-2..7): a company of the group before has operated or left the IPO altogether.
    #[doc(hidden)]
    pub fn open_groups(&mut self) {
        let charters = &self.printed.charters;
        let last = charters.iter().map(|c| c.group).max().unwrap_or(0) + 1;
        for c in self.printed.sheet.company_ids() {
            let core = &self.state.core;
            if core.is(c, Flag::Operated) || core.stock[c.at()].ipo == 0 {
                let next = (charters[c.at()].group + 2).min(last);
                self.state.groups = self.state.groups.max(next);
            }
        }
    }
}
