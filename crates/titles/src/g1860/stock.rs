//! Stock rounds: turns, purchases, passing, priority.

use super::position::{Events, IowPosition};
use super::state::{Stage, StockRound};
use engine::{
    Amount, Choice, Company, Event, Flag, Move, NONE, Paper, Place, Player, Purse, Refusal,
    RoundKind, RoundName, ShareSource, Value,
};

impl IowPosition {
    /// The player whose turn it is in a stock round.
    pub(super) fn buyer(&self) -> Player {
        Player(self.state.stock.acting)
    }

    /// Certificates of a player that count (IOW-CERT-2, IOW-CERT-3).
    pub(super) fn certificates_of(&self, player: Player) -> u8 {
        let core = self.core();
        let shares: u8 = self
            .printed
            .sheet
            .company_ids()
            .map(|c| core.stock[c.at()].certificates(player))
            .sum();
        shares + core.papers_of(player).count() as u8
    }

    /// The certificate limit; none once it is lifted (IOW-CERT-1, IOW-CERT-8).
    pub(super) fn certificate_limit(&self) -> Option<u8> {
        let lifted = self.printed.steps[..=self.core().phase as usize]
            .iter()
            .any(|s| s.no_limit);
        let seats = self.printed.sheet.seats(self.core().seats.into());
        seats.and_then(|s| s.certificates).filter(|_| !lifted)
    }

    fn has_room(&self, player: Player) -> bool {
        self.certificate_limit()
            .is_none_or(|limit| self.certificates_of(player) < limit)
    }

    /// Whether a player has to sell before anything else (IOW-CERT-6).
    pub(super) fn above_limit(&self, player: Player) -> bool {
        self.certificate_limit()
            .is_some_and(|limit| self.certificates_of(player) > limit)
    }

    /// Ordinary certificates of a company in the pool; its director's certificate may lie there too.
    pub(super) fn pool_ordinary(&self, company: Company) -> u8 {
        let stock = &self.core().stock[company.at()];
        let loose = self.core().is(company, Flag::Started) && stock.director().is_none();
        stock.pool - if loose { stock.director_units() } else { 0 }
    }

    /// Ordinary certificates of a company in the IPO that are for sale (IOW-EXCHANGE-10).
    pub fn ipo_for_sale(&self, company: Company) -> u8 {
        let stock = &self.core().stock[company.at()];
        stock.ipo.saturating_sub(stock.reserved)
    }

    /// What a share costs from a source (IOW-SR-7..9).
    pub(super) fn purchase_price(&self, company: Company, from: ShareSource) -> i32 {
        match from {
            ShareSource::Ipo => self
                .printed
                .sheet
                .market
                .price(self.core().company(company).par),
            ShareSource::Pool => self.core().price(self.sheet_ref(), company).unwrap_or(0),
        }
    }

    // What holds for every purchase.
    fn check_purchase(&self) -> Result<(), Refusal> {
        let player = self.buyer();
        if self.state.stock.bought {
            return Err(Refusal::new("IOW-SR-2", "bought-already"));
        }
        if self.above_limit(player) {
            return Err(Refusal::new("IOW-CERT-6", "must-sell"));
        }
        if !self.has_room(player) {
            return Err(Refusal::new("IOW-CERT-4", "certificate-limit"));
        }
        Ok(())
    }

    fn check_not_sold(&self, company: Company) -> Result<(), Refusal> {
        if self.state.stock.sold[self.buyer().at()] & (1 << company.0) != 0 {
            return Err(Refusal::new("IOW-SR-12", "sold-this-round")
                .with("company", Value::Company(company)));
        }
        Ok(())
    }

    fn check_cash(&self, price: i32) -> Result<(), Refusal> {
        let cash = self.core().money.player(self.buyer());
        if price > cash {
            return Err(Refusal::new("IOW-SR-14", "too-dear")
                .with("price", Value::Money(price))
                .with("cash", Value::Money(cash)));
        }
        Ok(())
    }

    fn check_share(&self, company: Company, from: ShareSource) -> Result<i32, Refusal> {
        self.check_purchase()?;
        self.share_on_sale(company, from)
    }

    // The share itself, once the player may buy something.
    fn share_on_sale(&self, company: Company, from: ShareSource) -> Result<i32, Refusal> {
        if !self.core().is(company, Flag::Started) {
            return Err(
                Refusal::new("IOW-SR-10", "not-started").with("company", Value::Company(company))
            );
        }
        let price = self.purchase_price(company, from);
        match from {
            ShareSource::Ipo if self.core().stock[company.at()].ipo == 0 => {
                return Err(Refusal::new("IOW-SR-15", "none-left"));
            }
            ShareSource::Ipo if self.ipo_for_sale(company) == 0 => {
                return Err(Refusal::new("IOW-EXCHANGE-10", "reserved"));
            }
            ShareSource::Pool if self.core().stock[company.at()].pool == 0 => {
                return Err(Refusal::new("IOW-SR-15", "none-left"));
            }
            ShareSource::Pool
                if self.pool_ordinary(company) == 0 && !self.may_buy_loose_director(company) =>
            {
                return Err(Refusal::new("IOW-RECEIVER-7", "director-not-for-sale"));
            }
            _ => {}
        }
        self.check_not_sold(company)?;
        self.check_cash(price)?;
        Ok(price)
    }

    // IOW-PUB-26: the public platform sells the director's certificate of the pool to a shareholder.
    fn may_buy_loose_director(&self, company: Company) -> bool {
        let player = self.buyer();
        self.printed.options.public
            && self.core().stock[company.at()].of(player) > 0
            && self.core().money.player(player)
                >= 2 * self.purchase_price(company, ShareSource::Pool)
    }

    /// Cells where a company may start, and whether it may start at all now.
    fn check_start(&self, company: Company) -> Result<&[u8], Refusal> {
        self.check_purchase()?;
        self.start_prices(company)
    }

    // The company itself, once the player may buy something.
    fn start_prices(&self, company: Company) -> Result<&[u8], Refusal> {
        let state = self.core().company(company);
        if state.is(Flag::Started) {
            return Err(Refusal::new("IOW-SR-10", "started-already")
                .with("company", Value::Company(company)));
        }
        let charter = &self.printed.charters[company.at()];
        if state.is(Flag::Bankrupt) {
            // IOW-BANKRUPT-11, IOW-BANKRUPT-12: whatever its group, from the restart cells.
            self.check_not_sold(company)?;
            return Ok(&charter.relaunch_cells);
        }
        if self.printed.options.free_order {
            if !self.free_start() {
                return Err(Refusal::new("IOW-OPTION-7", "launch-first"));
            }
        } else if charter.group >= self.state.groups {
            return Err(Refusal::new("IOW-GROUP-1", "group-closed")
                .with("company", Value::Company(company)));
        }
        Ok(&charter.par_cells)
    }

    // IOW-OPTION-7: all launched companies but one have operated, or nothing of them is left for sale.
    fn free_start(&self) -> bool {
        let launched = || self.active();
        let fresh = launched()
            .filter(|&c| !self.core().is(c, Flag::Operated))
            .count();
        fresh <= 1 || launched().all(|c| self.ipo_for_sale(c) == 0)
    }

    fn check_paper_purchase(&self, paper: Paper) -> Result<i32, Refusal> {
        self.check_purchase()?;
        self.paper_on_sale(paper)
    }

    // The private company itself, once the player may buy something.
    fn paper_on_sale(&self, paper: Paper) -> Result<i32, Refusal> {
        if self.core().papers[paper.at()].place != Place::Bank {
            return Err(Refusal::new("IOW-PRIVATE-7", "not-with-the-bank")
                .with("paper", Value::Paper(paper)));
        }
        if self.state.stock.sold_papers[self.buyer().at()] & (1 << paper.0) != 0 {
            return Err(
                Refusal::new("IOW-PRIVATE-8", "sold-this-round").with("paper", Value::Paper(paper))
            );
        }
        let price = self.printed.sheet.papers[paper.at()].price;
        self.check_cash(price)?;
        Ok(price)
    }

    fn check_paper_sale(&self, paper: Paper) -> Result<i32, Refusal> {
        let player = self.buyer();
        if self.core().papers[paper.at()].place != Place::Player(player) {
            return Err(
                Refusal::new("IOW-PRIVATE-5", "not-yours").with("paper", Value::Paper(paper))
            );
        }
        if self.core().round.set == 1 {
            return Err(
                Refusal::new("IOW-PRIVATE-6", "first-round").with("paper", Value::Paper(paper))
            );
        }
        if self.state.stock.bought {
            return Err(Refusal::new("IOW-PRIVATE-16", "sell-before-buying"));
        }
        // J-30: only shares bring a player back within the limit.
        if self.above_limit(player) {
            return Err(Refusal::new("IOW-CERT-6", "must-sell-shares"));
        }
        Ok(self.printed.sheet.papers[paper.at()].resale.unwrap_or(0))
    }

    pub(super) fn stock_choices(&self) -> Vec<Choice> {
        let mut choices = Vec::new();
        let sheet = self.sheet_ref();
        for c in sheet.company_ids() {
            for shares in 1..=self.core().stock[c.at()].of(self.buyer()) {
                if self.check_sale(c, shares).is_ok() {
                    choices.push(Choice::one(Move::SellShares { company: c, shares }));
                }
            }
        }
        for p in sheet.paper_ids() {
            if self.check_paper_sale(p).is_ok() {
                choices.push(Choice::one(Move::SellPaper { paper: p }));
            }
            if let Ok(price) = self.check_paper_purchase(p) {
                let mv = Move::BuyPaper {
                    paper: p,
                    amount: price,
                };
                choices.push(Choice {
                    mv,
                    amount: Some(Amount::whole(price, price)),
                    cost: price,
                });
            }
            if self.check_exchange(p).is_ok() {
                choices.push(Choice::one(Move::Exchange { paper: p }));
            }
        }
        for c in sheet.company_ids() {
            for from in [ShareSource::Ipo, ShareSource::Pool] {
                if let Ok(price) = self.check_share(c, from) {
                    choices.push(Choice::costing(Move::BuyShare { company: c, from }, price));
                }
            }
            if let Ok(cells) = self.check_start(c) {
                for &price in cells {
                    let cost = self.director_price(c, price);
                    if self.check_cash(cost).is_ok() {
                        choices.push(Choice::costing(Move::Start { company: c, price }, cost));
                    }
                }
            }
        }
        if !self.above_limit(self.buyer()) {
            choices.push(Choice::one(Move::Pass));
        }
        choices
    }

    /// Whether the player whose turn it is has anything to do but pass.
    fn has_anything_to_do(&self) -> bool {
        let player = self.buyer();
        self.above_limit(player)
            || self.check_purchase().is_ok() && self.finds_something_to_buy()
            || self.finds_something_to_sell(player)
            || if self.printed.options.public {
                self.platform_waits()
            } else {
                self.exchange_choices().next().is_some()
            }
    }

    fn finds_something_to_buy(&self) -> bool {
        let sheet = self.sheet_ref();
        let affordable = |c: Company| {
            let pays = |&cell: &u8| self.check_cash(self.director_price(c, cell)).is_ok();
            self.start_prices(c)
                .is_ok_and(|cells| cells.iter().any(pays))
        };
        sheet.company_ids().any(|c| {
            self.share_on_sale(c, ShareSource::Ipo).is_ok()
                || self.share_on_sale(c, ShareSource::Pool).is_ok()
                || affordable(c)
        }) || sheet.paper_ids().any(|p| self.paper_on_sale(p).is_ok())
    }

    fn finds_something_to_sell(&self, player: Player) -> bool {
        let sheet = self.sheet_ref();
        let held = |c: Company| self.core().stock[c.at()].of(player);
        sheet
            .company_ids()
            .any(|c| (1..=held(c)).any(|n| self.check_sale(c, n).is_ok()))
            || sheet.paper_ids().any(|p| self.check_paper_sale(p).is_ok())
    }

    // IOW-PUB-73: the public platform waits for some players who can do nothing.
    fn platform_waits(&self) -> bool {
        let player = self.buyer();
        let core = self.core();
        let cash = core.money.player(player);
        if self.state.stock.bought || !self.has_room(player) {
            return false;
        }
        let least = |cells: &[u8], c| {
            cells
                .iter()
                .map(|&cell| self.director_price(c, cell))
                .min()
                .unwrap_or(i32::MAX)
        };
        let cheapest = |pick: fn(&super::printed::Charter) -> &[u8]| {
            self.printed
                .sheet
                .company_ids()
                .map(|c| least(pick(&self.printed.charters[c.at()]), c))
                .min()
        };
        let first = cheapest(|c| &c.par_cells).unwrap_or(i32::MAX);
        let again = cheapest(|c| &c.relaunch_cells).unwrap_or(i32::MAX);
        let startable = self.printed.sheet.company_ids().any(|c| {
            let state = core.company(c);
            !state.is(Flag::Started)
                && self.check_not_sold(c).is_ok()
                && cash
                    >= if state.is(Flag::Bankrupt) {
                        again
                    } else {
                        first
                    }
        });
        let unsold = |p: Paper| self.state.stock.sold_papers[player.at()] & (1 << p.0) == 0;
        startable || cash > 0 && core.papers_at(Place::Bank).any(unsold)
    }

    /// The public platform comes to a halt where the first player after a bankruptcy has nothing to do.
    pub(super) fn is_stalled(&self) -> bool {
        self.printed.options.public
            && self.state.stage == Stage::Stock
            && !self.state.stock.bought
            && !self.has_anything_to_do()
    }

    /// Sets a company's first price and hands out the director's certificate.
    pub(super) fn open_company(
        &mut self,
        company: Company,
        player: Player,
        cell: u8,
        events: &mut Events,
    ) {
        let core = &mut self.state.core;
        let stock = &mut core.stock[company.at()];
        stock.from_ipo(player, stock.director_units());
        stock.set_director(Some(player));
        core.company_mut(company).set(Flag::Started, true);
        core.company_mut(company).par = cell;
        core.market.put(company, cell);
        let price = self.printed.sheet.market.price(cell);
        events.push(Event::Started {
            company,
            player,
            price,
        });
    }

    pub(super) fn start_in_round(
        &mut self,
        company: Company,
        cell: u8,
        events: &mut Events,
    ) -> Result<(), Refusal> {
        let cells = self.check_start(company)?;
        if !cells.contains(&cell) {
            let rule = if self.core().is(company, Flag::Bankrupt) {
                "IOW-BANKRUPT-12"
            } else {
                "IOW-SR-11"
            };
            return Err(
                Refusal::new(rule, "no-first-price").with("company", Value::Company(company))
            );
        }
        let price = self.director_price(company, cell);
        self.check_cash(price)?;
        let player = self.buyer();
        self.state
            .core
            .pay(Purse::Player(player), Purse::Bank, price);
        self.open_company(company, player, cell, events);
        let linked = self.linked_paper_of(player, company);
        self.bought(events, linked);
        Ok(())
    }

    fn linked_paper_of(&self, player: Player, company: Company) -> bool {
        self.printed.charters[company.at()]
            .reserved_for
            .is_some_and(|p| self.core().papers[p.at()].place == Place::Player(player))
    }

    pub(super) fn buy_share(
        &mut self,
        company: Company,
        from: ShareSource,
        events: &mut Events,
    ) -> Result<(), Refusal> {
        let price = self.check_share(company, from)?;
        let player = self.buyer();
        self.state
            .core
            .pay(Purse::Player(player), Purse::Bank, price);
        let stock = &mut self.state.core.stock[company.at()];
        match from {
            ShareSource::Ipo => stock.from_ipo(player, 1),
            ShareSource::Pool => stock.from_pool(player, 1),
        }
        events.push(Event::ShareBought {
            player,
            company,
            from,
            price,
        });
        self.settle_director(company, events);
        self.open_groups();
        self.launch_if_sold(company, events);
        self.bought(events, false);
        Ok(())
    }

    pub(super) fn buy_paper(
        &mut self,
        paper: Paper,
        amount: i32,
        events: &mut Events,
    ) -> Result<(), Refusal> {
        let price = self.check_paper_purchase(paper)?;
        if amount != price {
            return Err(
                Refusal::new("IOW-PRIVATE-7", "wrong-price").with("price", Value::Money(price))
            );
        }
        let player = self.buyer();
        self.state
            .core
            .pay(Purse::Player(player), Purse::Bank, price);
        self.state.core.papers[paper.at()].place = Place::Player(player);
        let (by, from) = (engine::Holder::Player(player), engine::Holder::Bank);
        events.push(Event::PaperBought {
            paper,
            by,
            from,
            price,
        });
        if paper == self.printed.fishbourne {
            self.close_other_papers(events);
        }
        self.bought(events, paper != self.printed.fishbourne);
        Ok(())
    }

    pub(super) fn sell_paper(&mut self, paper: Paper, events: &mut Events) -> Result<(), Refusal> {
        let price = self.check_paper_sale(paper)?;
        let player = self.buyer();
        self.state
            .core
            .pay(Purse::Bank, Purse::Player(player), price);
        self.state.core.papers[paper.at()].place = Place::Bank;
        self.state.stock.sold_papers[player.at()] |= 1 << paper.0;
        events.push(Event::PaperSold {
            paper,
            by: engine::Holder::Player(player),
            price,
        });
        self.test_bank();
        self.acted(player);
        self.continue_turn(events);
        Ok(())
    }

    /// Marks that a player bought or sold.
    pub(super) fn acted(&mut self, player: Player) {
        self.state.stock.acted = true;
        self.state.stock.last = player.0;
    }

    // The purchase of a turn has been made. `may_swap`: the public platform keeps the turn open for an exchange.
    fn bought(&mut self, events: &mut Events, may_swap: bool) {
        let player = self.buyer();
        self.state.stock.bought = true;
        self.acted(player);
        if self.state.stage == Stage::Home {
            return;
        }
        if self.printed.options.public {
            // IOW-PUB-24.
            let late = self.printed.steps[..=self.core().phase as usize]
                .iter()
                .any(|s| s.fishbourne);
            if !(may_swap && late) {
                self.end_stock_turn(events);
            }
        } else {
            self.continue_turn(events);
        }
    }

    /// Goes on with a turn, or ends it when nothing is left to do in it.
    pub(super) fn continue_turn(&mut self, events: &mut Events) {
        if self.state.stage == Stage::Stock && !self.has_anything_to_do() {
            self.end_stock_turn(events);
        }
    }

    pub(super) fn pass_stock(&mut self, events: &mut Events) -> Result<(), Refusal> {
        if self.above_limit(self.buyer()) {
            return Err(Refusal::new("IOW-CERT-6", "must-sell"));
        }
        if !self.state.stock.acted {
            events.push(Event::Passed {
                player: self.buyer(),
            });
        }
        self.end_stock_turn(events);
        Ok(())
    }

    /// Ends the turn and goes to the next player who has something to do (IOW-SR-3..5).
    pub(super) fn end_stock_turn(&mut self, events: &mut Events) {
        loop {
            let stock = &mut self.state.stock;
            stock.passes = if stock.acted { 0 } else { stock.passes + 1 };
            stock.acted = false;
            stock.bought = false;
            stock.sold_now = 0;
            if stock.passes == self.state.core.seats {
                return self.end_stock_round(events);
            }
            self.state.stock.acting = self.core().next(self.buyer()).0;
            if self.has_anything_to_do() {
                return;
            }
        }
    }

    /// A new stock round: the next set begins.
    #[doc(hidden)]
    pub fn begin_stock_round(&mut self, events: &mut Events) {
        let round = self.core().round;
        let set = if round.kind == RoundKind::Opening {
            1
        } else {
            round.set.saturating_add(1)
        };
        // IOW-SOUTHERN-3: the first stock round after the founding closes track, bases and halts.
        let last_building = self.state.southern && !self.state.closed;
        self.state.closed = self.state.southern;
        self.open_stock_round(set, events);
        self.state.last_building = last_building;
        // The first player is asked even if only a pass is left, so that rounds never follow each other without end. The
        // public platform skips that player too, which is safe while companies take turns.
        if self.printed.options.public
            && !self.has_anything_to_do()
            && self.active().next().is_some()
        {
            self.end_stock_turn(events);
        }
    }

    /// Opens a stock round with the holder of the priority card.
    pub(super) fn open_stock_round(&mut self, set: u8, events: &mut Events) {
        self.state.core.round = RoundName {
            kind: RoundKind::Stock,
            set,
            number: 1,
        };
        self.state.stock = StockRound::new(self.core().order[0]);
        self.state.stage = Stage::Stock;
        // J-10: a bankruptcy cuts the last round with building short.
        self.state.last_building = false;
        self.open_groups();
        events.push(Event::RoundBegan {
            round: self.core().round,
        });
    }

    // IOW-SR-6, IOW-SR-18.
    fn end_stock_round(&mut self, events: &mut Events) {
        if self.state.stock.last != NONE {
            let next = self.core().next(Player(self.state.stock.last));
            self.give_priority(next, events);
        }
        self.state.last_building = false;
        self.test_nationalisation(events);
        self.state.or.rounds = self.printed.steps[self.core().phase as usize].rounds;
        let set = self.core().round.set;
        self.begin_operating_round(set, 1, events);
    }

    /// Opens groups (IOW-GROUP-2..7): a company of the group before has operated or left the IPO altogether.
    #[doc(hidden)]
    pub fn open_groups(&mut self) {
        let last = self
            .printed
            .charters
            .iter()
            .map(|c| c.group)
            .max()
            .unwrap_or(0)
            + 1;
        for c in self.printed.sheet.company_ids() {
            let core = self.core();
            if core.is(c, Flag::Operated) || core.stock[c.at()].ipo == 0 {
                let next = (self.printed.charters[c.at()].group + 2).min(last);
                self.state.groups = self.state.groups.max(next);
            }
        }
    }
}
