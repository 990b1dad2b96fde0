//! Trains are bought, returned, scrapped; phases begin.

use super::Acts;
use crate::{Amount, Card, Choice, Company, Event, Player, Purse, TrainFrom, Whereabouts, Why};
use serde::{Deserialize, Serialize};

/// A purchase of a train.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Purchase {
    /// The buyer.
    pub company: Company,
    /// The card.
    pub card: Card,
    /// The face it is bought as.
    pub face: u8,
    /// The price.
    pub price: i32,
    /// From where.
    pub from: TrainFrom,
}

impl Purchase {
    /// A train as its first face.
    pub const fn new(company: Company, card: Card, price: i32, from: TrainFrom) -> Purchase {
        Purchase { company, card, face: 0, price, from }
    }

    /// The choice of buying it for any price in a range, or for its own price only.
    pub fn choice(&self, range: Option<Amount>) -> Choice {
        let amount = range.unwrap_or(Amount::whole(self.price, self.price));
        Choice {
            mv: Purchase { price: amount.min, ..*self }.as_move(),
            amount: Some(amount),
            cost: if range.is_some() { 0 } else { self.price },
        }
    }
}

impl Acts<'_> {
    /// A company buys a train with the money in its treasury. An unlimited stack is filled up again.
    pub fn buy_train(&mut self, purchase: Purchase) {
        let Purchase { company, card, face, price, from } = purchase;
        let to = match from {
            TrainFrom::Company { company } => Purse::Company(company),
            TrainFrom::Deck | TrainFrom::Pool => Purse::Bank,
        };
        self.core.pay(Purse::Company(company), to, price);
        let state = self.core.trains.get_mut(card);
        state.place = Whereabouts::Company(company);
        state.face = face;
        self.core.trains.replenish(self.sheet);
        self.tell(Event::TrainBought { company, card, face, price, from });
    }

    /// A company buys a train from the bank for less and gives one of its own to the pool.
    pub fn trade_train(&mut self, company: Company, card: Card, given: Card, price: i32) {
        self.core.pay(Purse::Company(company), Purse::Bank, price);
        self.core.trains.get_mut(given).place = Whereabouts::Pool;
        self.core.trains.get_mut(card).place = Whereabouts::Company(company);
        self.core.trains.replenish(self.sheet);
        self.tell(Event::TrainTraded { company, card, given, price });
    }

    /// The director adds what a treasury lacks for a price: cash first, and a loan for what cash does not cover.
    pub fn help(&mut self, company: Company, director: Player, price: i32) {
        let short = price - self.core.money.company(company);
        if short <= 0 {
            return;
        }
        let loan = short - self.core.money.player(director).min(short);
        if loan > 0 {
            self.core.pay(Purse::Bank, Purse::Player(director), loan);
            self.core.debt[director.at()] += loan;
            self.core.penalty[director.at()] += loan;
            self.tell(Event::LoanTaken { player: director, amount: loan });
        }
        self.pay(Purse::Player(director), Purse::Company(company), short, Why::DirectorHelp);
    }

    /// A company gets a train without paying.
    pub fn receive_train(&mut self, company: Company, card: Card, face: u8) {
        let state = self.core.trains.get_mut(card);
        state.place = Whereabouts::Company(company);
        state.face = face;
        self.core.trains.replenish(self.sheet);
        self.tell(Event::TrainReceived { company, card, face });
    }

    /// A company pays to turn a train to another face.
    pub fn turn_train(&mut self, company: Company, card: Card, face: u8, price: i32) {
        self.core.pay(Purse::Company(company), Purse::Bank, price);
        self.core.trains.get_mut(card).face = face;
        self.tell(Event::TrainTurned { company, card, face, price });
    }

    /// A company gives a train back to the bank.
    pub fn return_train(&mut self, company: Company, card: Card) {
        self.core.trains.get_mut(card).place = Whereabouts::Pool;
        self.tell(Event::TrainReturned { company, card });
    }

    /// A train leaves the game.
    pub fn scrap(&mut self, card: Card) {
        let owner = self.core.trains.owner(card);
        let state = self.core.trains.get_mut(card);
        state.place = Whereabouts::Gone;
        let face = state.face;
        self.tell(Event::TrainScrapped { card, face, owner });
    }

    /// A train will soon leave the game.
    pub fn make_obsolete(&mut self, card: Card) {
        let owner = self.core.trains.owner(card);
        self.core.trains.get_mut(card).obsolete = true;
        self.tell(Event::TrainObsolete { card, owner });
    }

    /// Trains that a phase ends leave the game, and those become obsolete that it makes so.
    pub fn rust(&mut self, phase: u8) {
        let sheet = self.sheet;
        let kinds = sheet.trains.iter().filter(|k| k.phase == phase);
        for ender in kinds.flat_map(|k| &k.faces) {
            for i in 0..self.core.trains.cards.len() {
                let (card, state) = (Card(i as u8), self.core.trains.cards[i]);
                let face = &sheet.face(state.kind, state.face).name;
                if !matches!(state.place, Whereabouts::Company(_) | Whereabouts::Pool) {
                    continue;
                }
                if ender.scraps.contains(face) {
                    self.scrap(card);
                } else if ender.obsoletes.contains(face) && !state.obsolete {
                    self.make_obsolete(card);
                }
            }
        }
    }

    /// The top card leaves the stack without a buyer, into the pool or out of the game.
    pub fn export(&mut self, to: Whereabouts) -> Option<Card> {
        let card = self.core.trains.top()?;
        self.core.trains.get_mut(card).place = to;
        self.core.trains.replenish(self.sheet);
        self.tell(Event::TrainExported { card });
        Some(card)
    }

    /// Begins the next phase that the sale of a card brings, if there is one. Phases are never left out: ask again.
    pub fn next_phase(&mut self, card: Card) -> Option<u8> {
        let kind = self.core.trains.get(card).kind;
        if self.core.phase >= self.sheet.trains[usize::from(kind)].phase {
            return None;
        }
        self.core.phase += 1;
        let phase = self.core.phase;
        self.tell(Event::PhaseBegan { phase });
        Some(phase)
    }
}
