//! Moravia-Silesia: the auction of private papers. CZ-MORAVIA-18

use super::position::CzPosition;
use super::refusals::{Matter, refused};
use super::state::Auction;
use engine::{Amount, Choice, Event, Forbidden, Hammer, Lot, Move, Paper, Place, Player, Refusal};

fn lot_of(paper: Paper) -> Option<Lot> {
    Some(Lot::Paper(paper))
}

impl CzPosition {
    fn for_auction(&self, paper: Paper) -> bool {
        self.state.core.papers[paper.at()].place == Place::Bank
    }

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
        let mut bid = |lot: Option<Lot>, paper: Paper| {
            let amount = self.least_bid(auction, paper);
            if amount <= cash {
                let range = Amount::whole(amount, cash);
                all.push(Choice::range(Move::Bid { lot, amount }, range));
            }
        };
        if let Some(paper) = auction.paper {
            bid(None, paper);
        } else {
            let papers = || self.state.core.papers_at(Place::Bank);
            papers().for_each(|paper| bid(lot_of(paper), paper));
            let up = |paper| {
                Choice::one(Move::Take {
                    lot: Lot::Paper(paper),
                })
            };
            all.extend(papers().map(up));
        }
        all.push(Choice::one(Move::Pass));
    }

    /// A player bids, puts a paper up or passes.
    pub fn play_auction(
        &mut self,
        player: Player,
        mv: &Move,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        let Some(mut auction) = self.state.auction else {
            return Err(Refusal::new("CZ-MORAVIA-18", "no-auction"));
        };
        let opens = auction.paper.is_none();
        match *mv {
            Move::Bid { lot, amount } => {
                let paper = match (lot, auction.paper) {
                    (Some(Lot::Paper(paper)), None) if self.for_auction(paper) => paper,
                    (None, Some(paper)) => paper,
                    _ => return Err(Refusal::new("CZ-MORAVIA-18", "paper-not-for-sale")),
                };
                let least = self.least_bid(&auction, paper);
                if amount < least {
                    return Err(refused(Matter::Bid)(Forbidden::BidTooLow { least }));
                }
                let paid = self.checks().player_pays(player, amount);
                paid.map_err(refused(Matter::Bid))?;
                auction.paper = Some(paper);
                auction.bidding.bid(amount);
                let lot = lot_of(paper);
                events.push(Event::BidMade {
                    player,
                    lot,
                    amount,
                });
            }
            // The opener puts a paper up without a bid. CZ-MORAVIA-34
            Move::Take {
                lot: Lot::Paper(paper),
            } if opens && self.for_auction(paper) => {
                auction.paper = Some(paper);
                auction.bidding.pass();
                let (lot, amount) = (lot_of(paper), 0);
                events.push(Event::BidMade {
                    player,
                    lot,
                    amount,
                });
            }
            Move::Pass => {
                events.push(Event::Passed { player });
                auction.bidding.pass();
                if opens {
                    self.end_auction(auction, None, events);
                    return Ok(());
                }
            }
            _ => return Err(Refusal::new("CZ-MORAVIA-18", "bid-or-pass")),
        }
        match auction.bidding.advance(&self.state.core) {
            Hammer::Waits(_) => self.state.auction = Some(auction),
            Hammer::Sold(player, price) => {
                self.end_auction(auction, Some((player, price)), events);
            }
            Hammer::Unsold(_) => self.end_auction(auction, None, events),
        }
        Ok(())
    }

    // Goes on to the next auction, or to the first stock round.
    fn end_auction(
        &mut self,
        auction: Auction,
        sold: Option<(Player, i32)>,
        events: &mut Vec<Event>,
    ) {
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
