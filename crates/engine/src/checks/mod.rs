//! Checks: whether an act is allowed. The same predicate serves listing and playing.
//!
//! A check answers with what the act needs (a price, a cost) or with a neutral [`Forbidden`]. Each title says which of its
//! rules that is.

mod building;
mod emergency;
mod forbidden;
mod papers;
mod running;
mod shares;
mod trains;
mod turn;
mod upgrade;

use crate::{Company, Core, Player, Sheet, Terms};

pub use building::Misfit;
pub use forbidden::{Forbidden, Matter, Objection};
pub use papers::{COMPANIES_BUY_PAPERS, PAPERS_CLOSE};
pub use turn::Deed;
pub use upgrade::Parts;

/// The ledgers, open for reading.
#[derive(Clone, Copy)]
pub struct Checks<'a> {
    /// Everything printed.
    pub sheet: &'a Sheet,
    /// How the title varies.
    pub terms: &'a Terms,
    /// The ledgers.
    pub core: &'a Core,
}

impl Checks<'_> {
    /// Whether a player has the money.
    pub fn player_pays(&self, player: Player, price: i32) -> Result<(), Forbidden> {
        let has = self.core.money.player(player);
        if price > has { Err(Forbidden::TooDear { price, has }) } else { Ok(()) }
    }

    /// Whether a company has the money.
    pub fn company_pays(&self, company: Company, price: i32) -> Result<(), Forbidden> {
        let has = self.core.money.company(company);
        if price > has { Err(Forbidden::TooDear { price, has }) } else { Ok(()) }
    }
}
