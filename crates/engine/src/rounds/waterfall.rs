//! A waterfall auction: the cheapest lot is bought at its price, the others are bid for. When the cheapest goes, those that
//! follow fall to their bidders.

use crate::{Amount, Choice, Core, Event, Forbidden, Lot, MAX_HOLDERS, Move, NONE, Paper, Player};
use serde::{Deserialize, Serialize};

/// Most lots.
const LOTS: usize = 8;

/// How the lots are sold.
#[derive(Clone, Copy, Debug)]
pub struct Lots<'a> {
    /// The papers, cheapest first.
    pub papers: &'a [Paper],
    /// Face value of each.
    pub faces: &'a [i32],
    /// Least raise of a bid.
    pub raise: i32,
    /// By how much the first lot becomes cheaper when all have passed.
    pub discount: i32,
}

/// A waterfall auction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Waterfall {
    acting: u8,
    /// Who took the last ordinary turn.
    turn: u8,
    passes: u8,
    sold: u8,
    off: i32,
    bids: [[i32; MAX_HOLDERS]; LOTS],
}

/// What an act in the auction led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fall {
    /// A lot goes to a player at a price.
    Sold {
        /// Which.
        lot: usize,
        /// To whom.
        player: Player,
        /// For how much.
        price: i32,
    },
    /// All have passed; the first lot is cheaper now.
    Cheaper {
        /// Its price.
        price: i32,
    },
    /// All have passed; lots that were sold pay.
    Income,
}

impl Waterfall {
    /// Before the first turn.
    pub const fn new(first: Player) -> Waterfall {
        Waterfall {
            acting: first.0,
            turn: first.0,
            passes: 0,
            sold: 0,
            off: 0,
            bids: [[0; MAX_HOLDERS]; LOTS],
        }
    }

    /// Whose turn it is.
    pub const fn player(&self) -> Player {
        Player(self.acting)
    }

    /// Who took the last ordinary turn: bids and passes between several bidders do not count.
    pub const fn last_turn(&self) -> Player {
        Player(self.turn)
    }

    /// The cheapest lot that is not sold.
    pub fn first(&self, lots: Lots<'_>) -> Option<usize> {
        (0..lots.faces.len()).find(|&lot| self.sold & (1 << lot) == 0)
    }

    /// Whether a lot is sold.
    pub const fn is_sold(&self, lot: usize) -> bool {
        self.sold & (1 << lot) != 0
    }

    /// Bids for a lot: who, and how much.
    pub fn bids(&self, lot: usize) -> impl Iterator<Item = (Player, i32)> + '_ {
        let bids = self.bids[lot].iter().enumerate();
        bids.filter(|(_, bid)| **bid > 0).map(|(p, &bid)| (Player(p as u8), bid))
    }

    /// The lot under the hammer: the first one, if several have bid for it.
    pub fn under_hammer(&self, lots: Lots<'_>) -> Option<usize> {
        self.first(lots).filter(|&lot| self.bids(lot).count() > 1)
    }

    /// Price of a lot: what the first one has lost never brings it below nothing.
    pub fn price(&self, lots: Lots<'_>, lot: usize) -> i32 {
        let off = if lot == 0 { self.off } else { 0 };
        (lots.faces[lot] - off).max(0)
    }

    /// Money of a player that is set aside by bids on lots other than this one.
    pub fn set_aside(&self, player: Player, but: usize) -> i32 {
        let others = self.bids.iter().enumerate().filter(|(lot, _)| *lot != but);
        others.map(|(_, bids)| bids[player.at()]).sum()
    }

    /// What the player on turn may bid for a lot; nothing if that is too little, or if the lot cannot be bid for.
    pub fn range(&self, lots: Lots<'_>, core: &Core, lot: usize) -> Option<Amount> {
        let hammer = self.under_hammer(lots);
        let open = match hammer {
            Some(at) => lot == at,
            None => self.sold & (1 << lot) == 0 && self.first(lots) != Some(lot),
        };
        let high = self.bids(lot).map(|(_, bid)| bid).max();
        let least = high.unwrap_or(lots.faces[lot]) + lots.raise;
        let most = core.money.player(self.player()) - self.set_aside(self.player(), lot);
        (open && least <= most).then(|| Amount::whole(least, most))
    }

    /// What the player on turn would pay for the first lot; nothing where it cannot be bought.
    pub fn may_take(&self, lots: Lots<'_>, core: &Core) -> Option<(usize, i32)> {
        let lot = self.first(lots)?;
        let price = self.price(lots, lot);
        let free = core.money.player(self.player()) - self.set_aside(self.player(), lot);
        (self.under_hammer(lots).is_none() && price <= free).then_some((lot, price))
    }

    /// What the player on turn may do.
    pub fn choices(&self, lots: Lots<'_>, core: &Core) -> Vec<Choice> {
        let lot = |lot: usize| Lot::Paper(lots.papers[lot]);
        let take = self.may_take(lots, core);
        let take = take.map(|(at, price)| Choice::costing(Move::Take { lot: lot(at) }, price));
        let mut all: Vec<Choice> = take.into_iter().collect();
        for at in 0..lots.faces.len() {
            if let Some(range) = self.range(lots, core, at) {
                let mv = Move::Bid { lot: Some(lot(at)), amount: range.min };
                all.push(Choice::range(mv, range));
            }
        }
        all.push(Choice::one(Move::Pass));
        all
    }

    fn named(lots: Lots<'_>, lot: Option<Lot>) -> Result<usize, Forbidden> {
        let found = match lot {
            Some(Lot::Paper(paper)) => lots.papers.iter().position(|&p| p == paper),
            _ => None,
        };
        found.ok_or(Forbidden::NoSuchLot)
    }

    /// Plays a move; tells bids and passes, and what falls.
    pub fn play(
        &mut self,
        lots: Lots<'_>,
        core: &Core,
        mv: &Move,
        events: &mut Vec<Event>,
    ) -> Result<Vec<Fall>, Forbidden> {
        let player = self.player();
        match *mv {
            Move::Take { lot } => {
                let lot = Waterfall::named(lots, Some(lot))?;
                match self.may_take(lots, core) {
                    Some((first, _)) if first == lot => Ok(self.take(lots, core)),
                    Some(_) => Err(Forbidden::NoSuchLot),
                    None if self.under_hammer(lots).is_some() => Err(Forbidden::NoSuchLot),
                    None => Err(Forbidden::TooDear {
                        price: self.price(lots, lot),
                        has: core.money.player(player),
                    }),
                }
            }
            Move::Bid { lot: on, amount } => {
                let lot = Waterfall::named(lots, on)?;
                let range = self.range(lots, core, lot);
                let range = range.ok_or(Forbidden::NoSuchLot)?;
                if amount < range.min {
                    return Err(Forbidden::BidTooLow { least: range.min });
                }
                if amount > range.max {
                    return Err(Forbidden::BidTooHigh { most: range.max });
                }
                self.bid(lots, core, lot, amount);
                events.push(Event::BidMade { player, lot: on, amount });
                Ok(Vec::new())
            }
            Move::Pass => {
                events.push(Event::Passed { player });
                Ok(self.pass(lots, core))
            }
            _ => Err(Forbidden::NotNow),
        }
    }

    /// The player on turn buys the first lot. What falls with it is told in order.
    pub fn take(&mut self, lots: Lots<'_>, core: &Core) -> Vec<Fall> {
        let Some((lot, price)) = self.may_take(lots, core) else {
            return Vec::new();
        };
        let player = self.player();
        self.passes = 0;
        self.turn = player.0;
        self.sell(lot);
        let mut told = vec![Fall::Sold { lot, player, price }];
        self.settle(lots, core, &mut told);
        told
    }

    /// The player on turn bids for a lot.
    pub fn bid(&mut self, lots: Lots<'_>, core: &Core, lot: usize, amount: i32) {
        let hammer = self.under_hammer(lots);
        self.bids[lot][self.player().at()] = amount;
        if hammer.is_some() {
            self.lowest_next(lot);
        } else {
            self.passes = 0;
            self.turn = self.acting;
            self.acting = core.next(self.player()).0;
        }
    }

    /// The player on turn passes, or drops out of the bidding for the lot under the hammer.
    pub fn pass(&mut self, lots: Lots<'_>, core: &Core) -> Vec<Fall> {
        let mut told = Vec::new();
        if let Some(lot) = self.under_hammer(lots) {
            self.bids[lot][self.player().at()] = 0;
            self.settle(lots, core, &mut told);
            return told;
        }
        self.turn = self.acting;
        self.acting = core.next(self.player()).0;
        self.passes += 1;
        if self.passes == core.seats {
            self.passes = 0;
            if self.first(lots) == Some(0) {
                self.off += lots.discount;
                let price = self.price(lots, 0);
                told.push(Fall::Cheaper { price });
                // Who is next has to take what costs nothing.
                if price == 0 {
                    told.extend(self.take(lots, core));
                }
            } else {
                told.push(Fall::Income);
            }
        }
        told
    }

    // The first lot falls to an only bidder, and the next one after it; several bidders go on, the lowest first.
    fn settle(&mut self, lots: Lots<'_>, core: &Core, told: &mut Vec<Fall>) {
        while let Some(lot) = self.first(lots) {
            let only = self.bids(lot).next();
            match (only, self.bids(lot).count()) {
                (Some((player, price)), 1) => {
                    self.sell(lot);
                    told.push(Fall::Sold { lot, player, price });
                }
                (Some(_), _) => return self.lowest_next(lot),
                (None, _) => break,
            }
        }
        self.acting = core.next(Player(self.turn)).0;
    }

    fn sell(&mut self, lot: usize) {
        self.sold |= 1 << lot;
        self.bids[lot] = [0; MAX_HOLDERS];
    }

    fn lowest_next(&mut self, lot: usize) {
        let lowest = self.bids(lot).min_by_key(|&(_, bid)| bid);
        self.acting = lowest.map_or(NONE, |(player, _)| player.0);
    }
}
