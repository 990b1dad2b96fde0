//! What may be decided now.

use crate::{Forbidden, Move, Rng};
use serde::{Deserialize, Serialize};

/// Amounts from `min` to `max` in steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Amount {
    /// Least.
    pub min: i32,
    /// Most.
    pub max: i32,
    /// Step.
    pub step: i32,
}

impl Amount {
    /// Whole amounts from `min` to `max`.
    pub const fn whole(min: i32, max: i32) -> Amount {
        Amount { min, max, step: 1 }
    }

    /// Whether an amount lies in the range.
    pub const fn contains(&self, amount: i32) -> bool {
        amount >= self.min && amount <= self.max && (amount - self.min) % self.step == 0
    }

    /// Whether no amount lies in the range.
    pub const fn is_empty(&self) -> bool {
        self.min > self.max
    }

    /// Whether an amount is allowed as a price.
    pub const fn allows(&self, price: i32) -> Result<(), Forbidden> {
        if self.contains(price) {
            Ok(())
        } else {
            let (least, most) = (self.min, self.max);
            Err(Forbidden::PriceOutOfRange { least, most })
        }
    }

    /// One of the amounts, each as likely as the others.
    pub fn pick(&self, rng: &mut Rng) -> i32 {
        let steps = ((self.max - self.min) / self.step) as u32 + 1;
        self.min + rng.below(steps) as i32 * self.step
    }
}

/// A legal move, or a family of moves that differ in one amount, or any legal set of routes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move; with a range, at its least amount. For [`Move::Run`] without routes: any legal set of routes.
    pub mv: Move,
    /// Range of the amount.
    pub amount: Option<Amount>,
    /// Money it costs at once (track, stations).
    pub cost: i32,
}

impl Choice {
    /// Exactly this move.
    pub const fn one(mv: Move) -> Choice {
        Choice {
            mv,
            amount: None,
            cost: 0,
        }
    }

    /// Exactly this move, at a cost.
    pub const fn costing(mv: Move, cost: i32) -> Choice {
        Choice {
            mv,
            amount: None,
            cost,
        }
    }

    /// A family of moves with amounts in a range.
    pub const fn range(mv: Move, amount: Amount) -> Choice {
        Choice {
            mv,
            amount: Some(amount),
            cost: 0,
        }
    }

    /// A family of moves with amounts in a range, if there is any.
    pub fn within(mv: Move, amount: Amount) -> Option<Choice> {
        let least = || mv.with_amount(amount.min);
        (!amount.is_empty()).then(|| Choice::range(least(), amount))
    }

    /// A move of the choice, its amount at random.
    pub fn pick(&self, rng: &mut Rng) -> Move {
        match self.amount {
            Some(amount) => self.mv.with_amount(amount.pick(rng)),
            None => self.mv.clone(),
        }
    }

    /// Whether a move lies in this choice. A set of routes still has to be legal by the route rules.
    pub fn contains(&self, mv: &Move) -> bool {
        match (&self.mv, mv) {
            (Move::Run { company: a, .. }, Move::Run { company: b, .. }) => a == b,
            _ => match (self.amount, mv.amount()) {
                (Some(range), Some(amount)) => {
                    range.contains(amount) && self.mv.with_amount(amount) == *mv
                }
                _ => self.mv == *mv,
            },
        }
    }
}
