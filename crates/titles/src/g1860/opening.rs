//! The opening auction: six times the right to choose a lot.

use super::position::{Allowed, Events, IowPosition};
use super::refusals::{Matter, of_company, refused};
use super::state::Wait;
use engine::{
    Amount, Bidding, Choice, Company, Event, Forbidden, Hammer, Lot, Move, Player, Position, Purse,
    Refusal, RoundKind, Value,
};

impl IowPosition {
    fn lots_left(&self) -> impl Iterator<Item = Lot> + '_ {
        let lots = self.printed.lots.iter().enumerate();
        lots.filter(|(i, _)| self.state.opening.lots & (1 << i) != 0).map(|(_, &lot)| lot)
    }

    /// The least that a lot can cost (IOW-AUCTION-8, IOW-AUCTION-12).
    fn lot_price(&self, lot: Lot) -> i32 {
        match lot {
            Lot::Paper(p) => self.printed.sheet.papers[p.at()].price,
            Lot::Company(c) => self.director_price(c, self.lowest_par(c)),
            Lot::Slot(_) => 0,
        }
    }

    fn cheapest_lot(&self) -> i32 {
        let prices = self.lots_left().map(|lot| self.lot_price(lot));
        prices.min().unwrap_or(0)
    }

    fn lowest_par(&self, company: Company) -> u8 {
        let cells = self.charter(company).par_cells.iter();
        let lowest = cells.min_by_key(|&&c| self.printed.sheet.market.price(c));
        lowest.copied().unwrap_or(0)
    }

    /// Price of a director's certificate at a first price.
    pub(super) fn director_price(&self, company: Company, cell: u8) -> i32 {
        let units = self.printed.sheet.company(company).director_units;
        self.printed.sheet.market.price(cell) * i32::from(units)
    }

    /// The opening auction as people see it: the bid that stands, and what its winner may choose from (IOW-AUCTION-1).
    pub(super) fn auction_json(&self) -> Option<serde_json::Value> {
        if self.core().round.kind != RoundKind::Opening {
            return None;
        }
        let sheet = &self.printed.sheet;
        let lots = self.lots_left().filter_map(|lot| {
            let (kind, id) = match lot {
                Lot::Paper(p) => ("paper", &sheet.papers[p.at()].id),
                Lot::Company(c) => ("company", &sheet.company(c).id),
                Lot::Slot(_) => return None,
            };
            Some(serde_json::json!({ kind: id, "price": self.lot_price(lot) }))
        });
        let high = self.state.opening.bidding.high();
        Some(serde_json::json!({
            "bid": high.map_or(0, |(_, amount)| amount),
            "bidder": high.map(|(player, _)| player.0),
            "lots": lots.collect::<Vec<_>>(),
        }))
    }

    // IOW-AUCTION-5, IOW-AUCTION-7: from the least raise to what leaves enough for the cheapest lot.
    fn bid_range(&self) -> Amount {
        let bidding = &self.state.opening.bidding;
        let high = bidding.high().map_or(0, |(_, amount)| amount);
        let cash = self.core().money.player(bidding.player());
        Amount::whole(high + self.printed.min_raise, cash - self.cheapest_lot())
    }

    fn can_bid(&self) -> bool {
        let range = self.bid_range();
        range.min <= range.max
    }

    pub(super) fn bid_choices(&self) -> Vec<Choice> {
        let range = self.bid_range();
        let mv = Move::Bid { lot: None, amount: range.min };
        let bid = self.can_bid().then(|| Choice::range(mv, range));
        [Choice::one(Move::Pass)].into_iter().chain(bid).collect()
    }

    pub(super) fn bid(&mut self, amount: i32, events: &mut Events) -> Allowed {
        let Amount { min, max, .. } = self.bid_range();
        let refuse = refused(Matter::Bid);
        if amount < min {
            return Err(refuse(Forbidden::BidTooLow { least: min }));
        }
        if amount > max {
            return Err(refuse(Forbidden::BidTooHigh { most: max }));
        }
        let bidding = &mut self.state.opening.bidding;
        bidding.bid(amount);
        events.push(Event::BidMade { player: bidding.player(), lot: None, amount });
        self.next_bidder(events);
        Ok(())
    }

    pub(super) fn leave_auction(&mut self, events: &mut Events) {
        self.drop_out(events);
        self.next_bidder(events);
    }

    fn drop_out(&mut self, events: &mut Events) {
        let bidding = &mut self.state.opening.bidding;
        bidding.pass();
        events.push(Event::Passed { player: bidding.player() });
    }

    // IOW-AUCTION-3, IOW-AUCTION-9, IOW-AUCTION-14: the next player still in, or the winner.
    fn next_bidder(&mut self, events: &mut Events) {
        loop {
            match self.state.opening.bidding.advance(&self.state.core) {
                Hammer::Sold(player, price) => return self.win(player, price, events),
                Hammer::Unsold(player) => return self.win(player, 0, events),
                Hammer::Waits(_) if self.can_bid() || self.asks_without_choice() => return,
                // IOW-AUCTION-7: who cannot meet the minimum may only pass.
                Hammer::Waits(_) => self.drop_out(events),
            }
        }
    }

    fn win(&mut self, player: Player, price: i32, events: &mut Events) {
        let core = &mut self.state.core;
        core.pay(Purse::Player(player), Purse::Bank, price);
        self.state.wait = Some(Wait::Pick(player));
        if self.asks_without_choice() {
            return;
        }
        if let [only] = self.lot_choices(player).as_slice() {
            let taken = self.play(&only.mv, events);
            debug_assert!(taken.is_ok(), "a listed lot can be taken");
        }
    }

    // What the winner pays for a lot. Who can pay none takes (one of) the cheapest for all cash (IOW-AUCTION-15..17).
    fn may_take(&self, player: Player, lot: Lot, par: Option<u8>) -> Result<i32, Refusal> {
        if matches!(lot, Lot::Company(_)) && par.is_none() {
            return Err(Refusal::new("IOW-AUCTION-13", "first-price-missing"));
        }
        if !self.lots_left().any(|l| l == lot) {
            return Err(Refusal::new("IOW-AUCTION-1", "no-such-lot"));
        }
        let (least, cheapest) = (self.lot_price(lot), self.cheapest_lot());
        let cash = self.core().money.player(player);
        let poor = cash < cheapest;
        let dear = |rule| Refusal::new(rule, "lot-too-dear").with("price", Value::Money(least));
        if poor && least > cheapest {
            return Err(dear("IOW-AUCTION-15"));
        }
        if !poor && least > cash {
            return Err(dear("IOW-AUCTION-11"));
        }
        let (Lot::Company(company), Some(cell)) = (lot, par) else {
            return Ok(least.min(cash));
        };
        let cells = &self.charter(company).par_cells;
        if !cells.contains(&cell) {
            return Err(of_company("IOW-AUCTION-13", "no-starting-price", company));
        }
        if poor && cell != self.lowest_par(company) {
            return Err(Refusal::new("IOW-AUCTION-16", "lowest-first-price"));
        }
        let price = self.director_price(company, cell);
        if price > cash && !poor {
            let why = Forbidden::TooDear { price, has: cash };
            return Err(why.under("IOW-AUCTION-13"));
        }
        Ok(price.min(cash))
    }

    pub(super) fn lot_choices(&self, player: Player) -> Vec<Choice> {
        let mut choices = Vec::new();
        for lot in self.lots_left() {
            let mut offer = |mv, par| {
                if let Ok(cost) = self.may_take(player, lot, par) {
                    choices.push(Choice::costing(mv, cost));
                }
            };
            match lot {
                Lot::Company(company) => {
                    for &price in &self.charter(company).par_cells {
                        offer(Move::Start { company, price }, Some(price));
                    }
                }
                lot => offer(Move::Take { lot }, None),
            }
        }
        choices
    }

    /// The winner takes a lot; a director's certificate at a first price.
    pub(super) fn take(
        &mut self,
        player: Player,
        lot: Lot,
        par: Option<u8>,
        events: &mut Events,
    ) -> Allowed {
        let price = self.may_take(player, lot, par)?;
        match (lot, par) {
            (Lot::Company(company), Some(cell)) => {
                events.push(Event::LotTaken { player, lot, price });
                self.acts(events).start(company, player, cell, price);
            }
            (Lot::Paper(paper), _) => self.acts(events).take_paper(player, paper, price),
            _ => {}
        }
        self.lot_gone(player, lot, events);
        Ok(())
    }

    fn lot_gone(&mut self, winner: Player, lot: Lot, events: &mut Events) {
        let at = self.printed.lots.iter().position(|&l| l == lot);
        let opening = &mut self.state.opening;
        opening.lots &= !at.map_or(0, |i| 1 << i);
        if opening.lots == 0 {
            let first = self.opening_priority();
            self.acts(events).give_priority(first);
            return self.begin_stock_round(events);
        }
        opening.bidding = Bidding::new(self.state.core.next(winner));
        self.state.wait = Some(Wait::Bid);
        // A first player without the means to bid passes at once.
        if !self.can_bid() && !self.asks_without_choice() {
            self.drop_out(events);
            self.next_bidder(events);
        }
    }

    // IOW-AUCTION-18..20.
    fn opening_priority(&self) -> Player {
        let core = self.core();
        let cash = |p: &Player| core.money.player(*p);
        let most = core.players().map(|p| cash(&p)).max();
        let mut richest = core.players().filter(|p| Some(cash(p)) == most);
        if let (Some(one), None) = (richest.next(), richest.next()) {
            return one;
        }
        let papers =
            |p: Player| core.papers_of(p).map(|paper| self.printed.sheet.papers[paper.at()].price);
        core.players()
            .filter(|&p| core.papers_of(p).next().is_some())
            .min_by_key(|&p| papers(p).sum::<i32>())
            .unwrap_or(Player(core.order[0]))
    }
}
