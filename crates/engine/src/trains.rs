//! Train cards, each in exactly one place.

use crate::{Card, Company, Sheet};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Where a card is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Whereabouts {
    /// In the stack, not yet sold.
    Deck,
    /// Returned to the bank (train pool, depot).
    Pool,
    /// Owned by a company.
    Company(Company),
    /// With a private paper or set aside by the title.
    Aside,
    /// Out of the game.
    Gone,
}

/// One card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CardState {
    /// Index of its [`crate::TrainKind`].
    pub kind: u8,
    /// Number among the cards of its kind.
    pub copy: u8,
    /// The face in use.
    pub face: u8,
    /// Where it is.
    pub place: Whereabouts,
    /// Runs at reduced income, soon to be scrapped.
    pub obsolete: bool,
    /// How often it ran, where that matters.
    pub runs: u8,
    /// Marks of the title (refitted, waiting for its last run, …).
    pub marks: u8,
}

/// All cards of a game. The stack is sold in the order of the list.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Roster {
    /// The cards; a [`Card`] is an index. Copies of a position share them until one of them is changed.
    #[serde(with = "crate::common")]
    pub cards: Arc<[CardState]>,
}

impl Roster {
    /// A stack of cards of the given kinds in order.
    pub fn new(kinds: impl Iterator<Item = (u8, u8)>) -> Roster {
        let mut cards = Vec::new();
        for (kind, count) in kinds {
            for copy in 0..count {
                cards.push(Roster::fresh(kind, copy));
            }
        }
        Roster { cards: cards.into() }
    }

    /// A new card in the stack.
    pub const fn fresh(kind: u8, copy: u8) -> CardState {
        CardState {
            kind,
            copy,
            face: 0,
            place: Whereabouts::Deck,
            obsolete: false,
            runs: 0,
            marks: 0,
        }
    }

    /// A card.
    pub fn get(&self, card: Card) -> &CardState {
        &self.cards[card.at()]
    }

    /// A card, to change it.
    pub fn get_mut(&mut self, card: Card) -> &mut CardState {
        &mut self.cards_mut()[card.at()]
    }

    /// All cards, to change them.
    pub fn cards_mut(&mut self) -> &mut [CardState] {
        Arc::make_mut(&mut self.cards)
    }

    /// Adds a card at the end.
    pub fn push(&mut self, card: CardState) {
        self.cards = self.cards.iter().copied().chain([card]).collect();
    }

    /// Cards in a place, in the order of the list.
    pub fn at(&self, place: Whereabouts) -> impl Iterator<Item = Card> + '_ {
        self.cards
            .iter()
            .enumerate()
            .filter(move |(_, c)| c.place == place)
            .map(|(i, _)| Card(i as u8))
    }

    /// Cards of a company.
    pub fn of(&self, company: Company) -> impl Iterator<Item = Card> + '_ {
        self.at(Whereabouts::Company(company))
    }

    /// The company that owns a card.
    pub fn owner(&self, card: Card) -> Option<Company> {
        match self.get(card).place {
            Whereabouts::Company(company) => Some(company),
            _ => None,
        }
    }

    /// The top of the stack.
    pub fn top(&self) -> Option<Card> {
        self.at(Whereabouts::Deck).next()
    }

    /// Makes sure the stack is not empty: the last kind of an unlimited stack gets another card.
    pub fn replenish(&mut self, sheet: &Sheet) {
        if self.top().is_none()
            && let Some(last) = self.cards.last().copied()
            && sheet.trains[last.kind as usize].unlimited
            && self.cards.len() < usize::from(u8::MAX) - 1
        {
            self.push(Roster::fresh(last.kind, last.copy + 1));
        }
    }
}
