//! What each seat of a game opened with.

use engine::{Company, Event, Lot, Player, Position, Sheet};
use serde::{Deserialize, Serialize};

/// What a seat opened with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// The company that it was dealt, or started first.
    pub company: Option<String>,
    /// The starting price of that company, if somebody set one.
    pub price: Option<i32>,
    /// Papers and characters that it was dealt, or got in the draft or auction.
    pub papers: Vec<String>,
}

/// Openings before the first move: some games deal papers or companies.
pub fn dealt(position: &dyn Position) -> Vec<Opening> {
    let (sheet, core) = (position.sheet(), position.core());
    let of = |seat: u8| {
        let player = Player(seat);
        let papers = core.papers_of(player).map(|p| sheet.papers[p.at()].id.clone());
        let directs = |c: &Company| core.stock[c.at()].director() == Some(player);
        let company = sheet.company_ids().find(directs).map(|c| sheet.company(c).id.clone());
        Opening { company, price: None, papers: papers.collect() }
    };
    (0..core.seats).map(of).collect()
}

/// Notes what happened with a move. An automatic shareholder has no seat and is left out.
pub fn note(openings: &mut [Opening], sheet: &Sheet, events: &[Event]) {
    for event in events {
        match *event {
            Event::Started { company, player, price } => {
                if let Some(own) = openings.get_mut(player.at())
                    && own.company.is_none()
                {
                    own.company = Some(sheet.company(company).id.clone());
                    own.price = Some(price);
                }
            }
            Event::LotTaken { player, lot, .. } => {
                let name = match lot {
                    Lot::Paper(paper) => Some(sheet.papers[paper.at()].id.clone()),
                    Lot::Slot(slot) => sheet.slots.get(slot.at()).cloned(),
                    // It is started as well.
                    Lot::Company(_) => None,
                };
                if let (Some(own), Some(name)) = (openings.get_mut(player.at()), name) {
                    own.papers.push(name);
                }
            }
            _ => {}
        }
    }
}
