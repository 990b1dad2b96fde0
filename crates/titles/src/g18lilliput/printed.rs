//! What a game of 18Lilliput is played by: the printed sheet and all data that is only this title's.

use super::landscape::Placement;
use super::options::Options;
use board::{Colour, TileId};
use engine::{Company, Sheet, Terms};
use std::sync::Arc;

/// Class of a tile for the chessboard rule (`TileDef::class`).
pub mod class {
    /// May lie anywhere.
    pub const ANY: u8 = 0;
    /// City cells only.
    pub const CITY: u8 = 1;
    /// Plain cells only.
    pub const PLAIN: u8 = 2;
    /// The rule does not apply to it (Mildendo, Blefuscu).
    pub const EXEMPT: u8 = 3;
}

/// What a tile is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// An empty cell.
    Empty,
    /// Mildendo.
    Start,
    /// An ordinary city.
    City,
    /// A city with the mark Y.
    Metropolis,
    /// Track without an income place.
    Plain,
    /// A character's tile.
    Character,
    /// A mine.
    Mine,
    /// Hills or river.
    Terrain,
    /// Sea.
    Sea,
    /// Mountains.
    Mountain,
    /// A tunnel.
    Tunnel,
    /// Blefuscu.
    Terminus,
    /// A fixed city of a scenario.
    FixedCity,
    /// Fixed track of a scenario.
    FixedPlain,
    /// A small town of a scenario.
    SmallTown,
}

/// How a character's tile comes onto the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placing {
    /// Like a new yellow city.
    NewCity,
    /// Like a new yellow plain tile.
    NewPlain,
    /// In place of a yellow city that is no home.
    UpgradeCity,
}

/// What this title knows about a tile beyond its track.
#[derive(Clone, Debug)]
pub struct TileFacts {
    /// What it is.
    pub sort: Sort,
    /// The character it belongs to, and how it is laid.
    pub character: Option<(u8, Placing)>,
    /// Colour phase from which it may be laid.
    pub from: Colour,
    /// Paid on top by whoever lays on it (hills, river).
    pub surcharge: i32,
    /// The only company that may lay it (Laputa).
    pub company: Option<Company>,
    /// A named city of the express (Allenbeck).
    pub named: bool,
    /// Part of a landscape (tunnels left out).
    pub scenario: bool,
    /// Cards in the box.
    pub in_box: u8,
}

/// One option of an action card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Lay tiles: so many of each colour, and so many of any colour.
    Tiles {
        /// Yellow tiles.
        yellow: u8,
        /// Green tiles.
        green: u8,
        /// Tiles of any colour.
        any: u8,
    },
    /// Sell shares, then buy at most so many.
    Shares {
        /// Certificates bought.
        buy: u8,
    },
    /// Buy trains.
    Trains {
        /// At most.
        most: u8,
    },
    /// Place stations.
    Station {
        /// At most.
        most: u8,
    },
    /// Money into treasuries, by colour phase (yellow, green, brown).
    Treasury {
        /// The amounts.
        amounts: [i32; 3],
        /// Over so many companies at most.
        over: u8,
    },
    /// Private cash.
    Cash {
        /// The amount.
        amount: i32,
    },
}

/// An action card.
#[derive(Clone, Debug)]
pub struct ActionCard {
    /// Lies on the table in this game.
    pub in_use: bool,
    /// Its two options.
    pub sides: [Side; 2],
}

/// What a character can do for its holder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ability {
    /// Yellow Y tiles free.
    FreeMetropolis,
    /// Stations at a part of their price.
    Stations {
        /// Times this,
        times: i32,
        /// divided by this.
        over: i32,
    },
    /// Money at the start of each round.
    RoundIncome {
        /// Private cash,
        cash: i32,
        /// or this much for treasuries.
        treasury: i32,
    },
    /// Trains from the deck cheaper by so many percent.
    Discount {
        /// Percent.
        percent: i32,
    },
    /// Handed in for this much times the round.
    Exchange {
        /// The factor.
        factor: i32,
    },
}

/// A character.
#[derive(Clone, Debug)]
pub struct Character {
    /// Ability.
    pub ability: Ability,
    /// Tiles.
    pub tiles: Vec<TileId>,
}

/// A company's start.
#[derive(Clone, Debug, Default)]
pub struct Charter {
    /// Chosen in the draft; otherwise founded later.
    pub starting: bool,
    /// Cell of the index it starts on.
    pub cell: u8,
    /// Treasury.
    pub treasury: i32,
    /// Kinds of its starting trains.
    pub trains: Vec<u8>,
    /// Its home is a Y tile.
    pub metropolis: bool,
    /// Private cash of its director at the start.
    pub director_cash: i32,
}

impl Charter {
    /// What its home tile is.
    pub fn home(&self) -> Sort {
        if self.metropolis { Sort::Metropolis } else { Sort::City }
    }
}

/// What a phase does when it begins.
#[derive(Clone, Debug, Default)]
pub struct PhaseFacts {
    /// 0 yellow, 1 green, 2 brown.
    pub stage: usize,
    /// Kinds that become obsolete.
    pub obsoletes: Vec<u8>,
    /// Kinds that rust.
    pub rusts: Vec<u8>,
}

/// Everything a position looks up.
#[derive(Clone, Debug)]
pub struct Printed {
    /// The printed part.
    pub sheet: Arc<Sheet>,
    /// How the title varies what all titles have.
    pub terms: Terms,
    /// Players.
    pub seats: u8,
    /// Options.
    pub options: Options,
    /// Rounds.
    pub rounds: u8,
    /// Private cash at the start.
    pub cash: i32,
    /// Most director certificates of a player.
    pub directors: u8,
    /// Most certificates of a player.
    pub certificates: u8,
    /// Copy cards of each player.
    pub copies: u8,
    /// Worth of an unused copy card.
    pub copy_value: i32,
    /// Director's certificate at founding, in prices.
    pub founding_cost: i32,
    /// Treasury at founding, in prices.
    pub founding_treasury: i32,
    /// Action cards, by slot.
    pub cards: Vec<ActionCard>,
    /// Characters; their slots follow those of the cards.
    pub characters: Vec<Character>,
    /// By tile.
    pub tiles: Vec<TileFacts>,
    /// Mildendo.
    pub start: TileId,
    /// By company.
    pub charters: Vec<Charter>,
    /// By phase.
    pub phases: Vec<PhaseFacts>,
    /// Cards of each kind that stay in the deck after the draft; `None` without limit.
    pub deck: Vec<Option<u8>>,
    /// Named cities needed and bonus (Allenbeck).
    pub express: Option<(u8, i32)>,
    /// Tiles laid before the draft.
    pub landscape: Vec<Placement>,
}

impl Printed {
    /// Whether the player plays against Gulliver.
    pub fn solo(&self) -> bool {
        self.seats == 1
    }

    /// The slot of a character.
    pub fn slot(&self, character: u8) -> engine::Slot {
        engine::Slot(self.cards.len() as u8 + character)
    }

    /// The character of a slot.
    pub fn character(&self, slot: engine::Slot) -> Option<u8> {
        let i = slot.0.checked_sub(self.cards.len() as u8)?;
        ((i as usize) < self.characters.len()).then_some(i)
    }

    /// What is known about a tile.
    pub fn tile(&self, tile: TileId) -> &TileFacts {
        &self.tiles[tile.0 as usize]
    }
}
