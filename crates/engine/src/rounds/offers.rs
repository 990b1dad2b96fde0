//! Offers that another player has to answer.

use crate::{Amount, Card, Company, Core, Forbidden, Offering, Paper, Place, Player};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// What somebody wants to buy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Deal {
    /// A train of another company.
    Train {
        /// The card.
        card: Card,
        /// Its owner.
        seller: Company,
    },
    /// A paper of a player.
    Paper(Paper),
    /// A whole company.
    Company(Company),
}

impl Deal {
    /// The company that sells, or is sold.
    pub const fn seller(self) -> Option<Company> {
        match self {
            Deal::Train { seller, .. } => Some(seller),
            Deal::Company(company) => Some(company),
            Deal::Paper(_) => None,
        }
    }

    /// Who has to answer: the director of the seller, or the owner of the paper.
    pub fn asked(self, core: &Core) -> Option<Player> {
        match self {
            Deal::Train { seller, .. } => core.stock[seller.at()].director(),
            Deal::Company(company) => core.stock[company.at()].director(),
            Deal::Paper(paper) => match core.papers[paper.at()].place {
                Place::Player(owner) => Some(owner),
                _ => None,
            },
        }
    }
}

/// An offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Offer {
    /// What is wanted.
    pub deal: Deal,
    /// Who wants it.
    pub buyer: Company,
    /// For how much.
    pub price: i32,
}

/// The offer that waits for an answer, and those made before in this turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offers {
    /// What waits for an answer.
    pub waiting: Option<Offer>,
    made: SmallVec<[(Deal, i32); 4]>,
}

impl Offers {
    /// Makes an offer.
    pub fn make(&mut self, offer: Offer) {
        self.made.push((offer.deal, offer.price));
        self.waiting = Some(offer);
    }

    /// The offer that waits was accepted: it is none of those refused.
    pub fn accept(&mut self) {
        self.waiting = None;
        self.made.pop();
    }

    /// Whether one that was made before got its answer: it was refused, or where accepted ones count too, made at all.
    pub fn was_answered(&self) -> bool {
        self.made.len() > usize::from(self.waiting.is_some())
    }

    /// A new turn: what was refused is forgotten.
    pub fn forget(&mut self) {
        self.made.clear();
    }

    /// Whether something may be offered after what was refused.
    pub fn may_offer(&self, terms: Offering, deal: Deal, price: i32) -> Result<(), Forbidden> {
        let first = match terms {
            Offering::MoreThanLast(last) => self.made.len().saturating_sub(last.into()),
            _ => 0,
        };
        let mut same = self.made[first..].iter().filter(|m| m.0 == deal);
        match terms {
            Offering::Anything => Ok(()),
            Offering::More | Offering::MoreThanLast(_) => match same.map(|m| m.1).max() {
                Some(refused) if price <= refused => Err(Forbidden::OfferedAlready { price }),
                _ => Ok(()),
            },
            Offering::Limited(limit) if self.made.len() >= usize::from(limit) => {
                Err(Forbidden::NoMoreOffers { limit })
            }
            Offering::Limited(_) if same.any(|m| m.1 == price) => {
                Err(Forbidden::OfferedAlready { price })
            }
            Offering::Limited(_) => Ok(()),
        }
    }

    /// Prices within a range that may be offered: one range, or those between what was refused.
    pub fn open(&self, terms: Offering, deal: Deal, range: Amount) -> SmallVec<[Amount; 4]> {
        let mut ranges = SmallVec::new();
        let mut least = range.min;
        let allowed = |price| self.may_offer(terms, deal, price).is_ok();
        let mut refused: SmallVec<[i32; 4]> = SmallVec::new();
        refused.extend(self.made.iter().filter(|m| m.0 == deal).map(|m| m.1));
        refused.sort_unstable();
        for price in refused.into_iter().filter(|p| range.contains(*p) && !allowed(*p)) {
            if least < price && allowed(least) {
                ranges.push(Amount { min: least, max: price - range.step, ..range });
            }
            least = price + range.step;
        }
        if least <= range.max && allowed(least) {
            ranges.push(Amount { min: least, ..range });
        }
        ranges
    }
}
