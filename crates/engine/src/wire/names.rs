//! What the things of a game are called.

use crate::{Card, Company, Core, Paper, Position, Sheet, Slot};
use board::{Cell, TileId};

/// A move that means nothing in this position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    /// Not a move at all.
    #[error("not a move: {0}")]
    NotAMove(String),
    /// A name that the game does not know.
    #[error("no {what} is called {name}")]
    Unknown {
        /// Company, cell, tile, …
        what: &'static str,
        /// The name.
        name: String,
    },
}

/// Names of companies, cells, tiles, papers, trains and cards of a position.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    pub(super) sheet: &'a Sheet,
    pub(super) core: &'a Core,
}

fn known<T>(what: &'static str, name: &str, found: Option<T>) -> Result<T, WireError> {
    found.ok_or_else(|| WireError::Unknown { what, name: name.chars().take(60).collect() })
}

impl<'a> Names<'a> {
    /// The names of a position.
    pub fn of(position: &'a dyn Position) -> Names<'a> {
        Names { sheet: position.sheet(), core: position.core() }
    }

    /// Abbreviation of a company.
    pub fn company(&self, company: Company) -> String {
        self.sheet.company(company).id.clone()
    }

    /// Coordinate of a cell.
    pub fn cell(&self, cell: Cell) -> String {
        self.sheet.map.name(cell)
    }

    /// Number of a tile.
    pub fn tile(&self, tile: TileId) -> String {
        self.sheet.tiles.get(tile).name.clone()
    }

    /// Abbreviation of a paper.
    pub fn paper(&self, paper: Paper) -> String {
        self.sheet.papers[paper.at()].id.clone()
    }

    /// Kind and copy of a train.
    pub fn card(&self, card: Card) -> String {
        let state = self.core.trains.get(card);
        let kind = &self.sheet.trains[usize::from(state.kind)].name;
        format!("{kind}-{}", state.copy)
    }

    /// What a train shows: the given face, or the one in use.
    pub fn face(&self, card: Card, face: Option<u8>) -> String {
        let state = self.core.trains.get(card);
        let face = face.unwrap_or(state.face);
        self.sheet.face(state.kind, face).name.clone()
    }

    /// A card or character of the title; its number where it has no name.
    pub fn slot(&self, slot: Slot) -> super::SlotName {
        match self.sheet.slots.get(slot.at()) {
            Some(name) => super::SlotName::Name(name.clone()),
            None => super::SlotName::Number(slot.0),
        }
    }

    /// A company by its abbreviation.
    ///
    /// # Errors
    /// When there is none of that name.
    pub fn read_company(&self, name: &str) -> Result<Company, WireError> {
        known("company", name, self.sheet.company_by_id(name))
    }

    pub(super) fn read_cell(&self, name: &str) -> Result<Cell, WireError> {
        known("cell", name, self.sheet.map.by_name(name))
    }

    pub(super) fn read_tile(&self, name: &str) -> Result<TileId, WireError> {
        known("tile", name, self.sheet.tiles.by_name(name))
    }

    pub(super) fn read_paper(&self, name: &str) -> Result<Paper, WireError> {
        known("paper", name, self.sheet.paper_by_id(name))
    }

    pub(super) fn read_card(&self, name: &str) -> Result<Card, WireError> {
        let found = name.rsplit_once('-').and_then(|(kind, copy)| {
            let kind = self.sheet.trains.iter().position(|k| k.name == kind)?;
            let copy: u8 = copy.parse().ok()?;
            let is = |c: &crate::CardState| usize::from(c.kind) == kind && c.copy == copy;
            let at = self.core.trains.cards.iter().position(is)?;
            Some(Card(at as u8))
        });
        known("train", name, found)
    }

    pub(super) fn read_slot(&self, slot: &super::SlotName) -> Result<Slot, WireError> {
        match slot {
            super::SlotName::Number(number) => Ok(Slot(*number)),
            super::SlotName::Name(name) => {
                let found = self.sheet.slots.iter().position(|s| s == name);
                known("card or character", name, found.map(|i| Slot(i as u8)))
            }
        }
    }
}
