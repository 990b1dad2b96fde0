//! Moravia-Silesia: the auction of private papers. CZ-MORAVIA-18

use super::position::{CzPosition, Events};
use super::refusals::{Matter, refused};
use super::state::Auction;
use engine::{
    Allowed, Amount, Choice, Event, Forbidden, Hammer, Lot, Move, Paper, Place, Player, Refusal,
};

impl CzPosition {
    // CZ-MORAVIA-19
    fn least_bid(&self, auction: &Auction, paper: Paper) -> i32 {
        match auction.bidding.high() {
            Some((_, high)) => high + self.printed.bid_step,
            None => self.sheet().papers[paper.at()].price,
        }
    }

    /// Bids of a player, and papers that the opener can put up.
    pub fn list_bids(&self, player: Player, all: &mut Vec<Choice>) {
        let Some(auction) = &self.state.auction else {
            return;
        };
        let cash = self.state.core.money.player(player);
        let bid = |lot: Option<Lot>, paper: Paper| {
            let range = Amount::whole(self.least_bid(auction, paper), cash);
            Choice::within(Move::Bid { lot, amount: 0 }, range)
        };
        if let Some(paper) = auction.paper {
            all.extend(bid(None, paper));
        } else {
            let papers = || self.state.core.papers_at(Place::Bank);
            all.extend(papers().filter_map(|paper| bid(Some(Lot::Paper(paper)), paper)));
            let lots = papers().map(Lot::Paper);
            all.extend(lots.map(|lot| Choice::one(Move::Take { lot })));
        }
        all.push(Choice::one(Move::Pass));
    }

    // The paper that a player bids for, and the bid: none of the opener who only puts a paper up. CZ-MORAVIA-34
    fn may_bid(&self, auction: &Auction, player: Player, mv: &Move) -> Allowed<(Paper, i32)> {
        let (lot, amount) = match *mv {
            Move::Bid { lot, amount } => (lot, Some(amount)),
            Move::Take { lot } if auction.paper.is_none() => (Some(lot), None),
            _ => return Err(Refusal::new("CZ-MORAVIA-18", "bid-or-pass")),
        };
        let unsold = |paper: Paper| self.state.core.papers[paper.at()].place == Place::Bank;
        let paper = match (lot, auction.paper) {
            (Some(Lot::Paper(paper)), None) if unsold(paper) => paper,
            (None, Some(paper)) => paper,
            _ => return Err(Refusal::new("CZ-MORAVIA-18", "paper-not-for-sale")),
        };
        let Some(amount) = amount else {
            return Ok((paper, 0));
        };
        let least = self.least_bid(auction, paper);
        if amount < least {
            return Err(refused(Matter::Bid)(Forbidden::BidTooLow { least }));
        }
        let paid = self.checks().player_pays(player, amount);
        paid.map_err(refused(Matter::Bid))?;
        Ok((paper, amount))
    }

    /// A player bids, puts a paper up or passes.
    pub fn play_auction(&mut self, player: Player, mv: &Move, events: &mut Events) -> Allowed {
        let Some(mut auction) = self.state.auction else {
            return Err(Refusal::new("CZ-MORAVIA-18", "no-auction"));
        };
        if *mv == Move::Pass {
            events.push(Event::Passed { player });
            auction.bidding.pass();
            if auction.paper.is_none() {
                self.end_auction(auction, None, events);
                return Ok(());
            }
        } else {
            let (paper, amount) = self.may_bid(&auction, player, mv)?;
            auction.paper = Some(paper);
            match amount {
                0 => auction.bidding.pass(),
                _ => auction.bidding.bid(amount),
            }
            let lot = Some(Lot::Paper(paper));
            events.push(Event::BidMade { player, lot, amount });
        }
        match auction.bidding.advance(&self.state.core) {
            Hammer::Waits(_) => self.state.auction = Some(auction),
            Hammer::Sold(player, price) => self.end_auction(auction, Some((player, price)), events),
            Hammer::Unsold(_) => self.end_auction(auction, None, events),
        }
        Ok(())
    }

    // Goes on to the next auction, or to the first stock round.
    fn end_auction(&mut self, auction: Auction, sold: Option<(Player, i32)>, events: &mut Events) {
        if let (Some((player, price)), Some(paper)) = (sold, auction.paper) {
            self.acts(events).take_paper(player, paper, price);
            self.westbahn_sold(paper, events);
        }
        let next = Auction {
            idle: if sold.is_some() { 0 } else { auction.idle + 1 },
            any_sold: auction.any_sold || sold.is_some(),
            ..Auction::new(self.state.core.next(auction.opener))
        };
        self.state.auction = Some(next);
        let left = self.state.core.papers_at(Place::Bank).next().is_some();
        // CZ-MORAVIA-20, CZ-MORAVIA-35
        if left && next.idle < self.state.core.seats {
            return;
        }
        // CZ-MORAVIA-21
        if !next.any_sold && self.printed.options.moravia_no_bids_player_one_wins {
            self.end_game("no_bids", events);
        } else {
            self.end_opening(events);
        }
    }
}
