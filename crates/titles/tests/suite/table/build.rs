//! Arranging the ledgers, without rules.

use super::{Ledgers, Table, Where};
use board::Spot;
use engine::{Card, CardState, Flag, Place, Player, Purse, Roster, Whereabouts, fits};

impl<P: Ledgers> Table<P> {
    /// What a player has in cash.
    pub fn cash(mut self, player: u8, amount: i32) -> Self {
        self.fill(Purse::Player(Player(player)), amount);
        self
    }

    /// What the players have in cash, by seat.
    pub fn cash_each<const N: usize>(mut self, amounts: [i32; N]) -> Self {
        for (seat, amount) in amounts.into_iter().enumerate() {
            self.fill(Purse::Player(Player(seat as u8)), amount);
        }
        self
    }

    /// What a company has in its treasury.
    pub fn treasury(mut self, company: &str, amount: i32) -> Self {
        let purse = Purse::Company(self.company(company));
        self.fill(purse, amount);
        self
    }

    fn fill(&mut self, purse: Purse, amount: i32) {
        let core = self.at.core_mut();
        let now = core.money.of(purse);
        if amount >= now {
            core.pay(Purse::Bank, purse, amount - now);
        } else {
            core.pay(purse, Purse::Bank, now - amount);
        }
    }

    /// A player gets shares from the bank.
    pub fn shares(mut self, company: &str, player: u8, units: u8) -> Self {
        let id = self.company(company);
        self.at.core_mut().stock[id.at()].from_ipo(Player(player), units);
        self
    }

    /// A company's price marker is moved.
    pub fn price(mut self, company: &str, price: i32) -> Self {
        let (id, cell) = (self.company(company), self.cell_of_price(price));
        self.at.core_mut().market.put(id, cell);
        self
    }

    /// A company has a flag.
    pub fn flag(mut self, company: &str, flag: Flag) -> Self {
        let id = self.company(company);
        self.at.core_mut().company_mut(id).set(flag, true);
        self
    }

    /// A tile lies on a hex, whatever the rules say about who may lay it.
    pub fn tile(mut self, hex: impl Where, tile: &str, rotation: u8) -> Self {
        let (cell, tile) = (self.hex(hex), self.tile_id(tile));
        let sheet = self.at.sheet().clone();
        let stops = fits(&sheet, self.at.core(), cell, tile, rotation).map_or_else(
            || (0..sheet.tiles.get(tile).stops.len() as u8).collect(),
            |fit| fit.stops.to_vec(),
        );
        let core = self.at.core_mut();
        core.lay_tile(&sheet, cell, tile, rotation, &stops);
        self
    }

    /// A number of copies is left of a tile.
    pub fn supply(mut self, tile: &str, count: u8) -> Self {
        let id = self.tile_id(tile);
        self.at.core_mut().board_mut().set_supply(id, count);
        self
    }

    /// A company has a station, for its next marker; its home if it is the first.
    pub fn station(self, company: &str, hex: impl Where, stop: u8) -> Self {
        let mut table = self.extra_station(company, hex, stop);
        let id = table.company(company);
        let state = table.at.core_mut().company_mut(id);
        state.set(Flag::Home, true);
        let marker = state.markers.iter_mut().find(|n| **n > 0);
        *marker.expect("a marker") -= 1;
        table
    }

    /// A company has a station beyond those on its charter.
    pub fn extra_station(mut self, company: &str, hex: impl Where, stop: u8) -> Self {
        let (id, cell) = (self.company(company), self.hex(hex));
        let sheet = self.at.sheet().clone();
        let spot = Spot { cell, stop };
        assert!(
            self.at.core_mut().place_station(&sheet, spot, id),
            "no slot for {company} on {}",
            sheet.map.name(cell)
        );
        self
    }

    /// Cards of the stack have left the game.
    pub fn cards_gone(&mut self, gone: impl Fn(&CardState) -> bool) {
        for card in self.at.core_mut().trains.cards_mut() {
            if card.place == Whereabouts::Deck && gone(card) {
                card.place = Whereabouts::Gone;
            }
        }
    }

    /// The game is in a phase, by its place on the sheet; cards of earlier ones have left the stack.
    pub fn phase_begun(mut self, phase: u8) -> Self {
        let sheet = self.at.sheet().clone();
        self.at.core_mut().phase = phase;
        self.cards_gone(|card| sheet.trains[card.kind as usize].phase < phase);
        self
    }

    /// A company owns a train.
    pub fn train(mut self, company: &str, face: &str) -> Self {
        self.hand(company, face);
        self
    }

    /// A train lies in the pool.
    pub fn pooled(mut self, face: &str) -> Self {
        self.card_to(Whereabouts::Pool, face);
        self
    }

    /// Gives a train to a company; its card.
    pub fn hand(&mut self, company: &str, face: &str) -> Card {
        let place = Whereabouts::Company(self.company(company));
        self.card_to(place, face)
    }

    /// Brings a card to a place and turns it to a face.
    pub fn card_to(&mut self, place: Whereabouts, face: &str) -> Card {
        self.card_of(place, "", face)
    }

    /// The same for a card of a kind whose name ends so. A card that has left the stack, or one from deep in it: the top stays.
    pub fn card_of(&mut self, place: Whereabouts, kind: &str, face: &str) -> Card {
        let sheet = self.at.sheet().clone();
        let shows = |card: &CardState| {
            let printed = &sheet.trains[card.kind as usize];
            let faces = &mut printed.faces.iter();
            let of_kind = printed.name.ends_with(kind);
            faces.position(|f| f.name == face).filter(|_| of_kind)
        };
        let roster = &mut self.at.core_mut().trains;
        let from = |place| move |c: &&CardState| c.place == place && shows(c).is_some();
        let cards = &roster.cards;
        let at = cards
            .iter()
            .position(|c| from(Whereabouts::Gone)(&c))
            .or_else(|| {
                let kind = cards.iter().find(from(Whereabouts::Deck))?.kind;
                let last = |c: &CardState| c.kind == kind && c.place == Whereabouts::Deck;
                cards.iter().rposition(last)
            })
            .unwrap_or_else(|| panic!("no card shows {face}"));
        let card = &mut roster.cards_mut()[at];
        card.face = shows(card).expect("a face") as u8;
        card.place = place;
        let (kind, copy) = (card.kind, card.copy);
        let left = |c: &CardState| c.kind == kind && c.place == Whereabouts::Deck;
        if sheet.trains[kind as usize].unlimited && !roster.cards.iter().any(left) {
            roster.push(Roster::fresh(kind, copy + 1));
        }
        Card(at as u8)
    }

    /// A paper lies in a place.
    pub fn paper_at(mut self, paper: &str, place: Place) -> Self {
        let id = self.paper(paper);
        self.at.core_mut().papers[id.at()].place = place;
        self
    }

    /// A player has a loan with its penalty.
    pub fn debt(mut self, player: u8, amount: i32) -> Self {
        let core = self.at.core_mut();
        core.debt[player as usize] = amount;
        core.penalty[player as usize] = amount;
        self
    }
}
