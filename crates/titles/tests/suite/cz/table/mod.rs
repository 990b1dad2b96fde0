//! A table of 18CZ in the middle of a game, built piece by piece, and moves by the names in the rules.
#![allow(dead_code)] // Every test file uses another part of it.

mod look;
mod moves;

use board::Spot;
use engine::{
    Company, Event, Flag, NONE, OptionValue, Place, Player, Purse, RoundKind, RoundName, Setup,
    Title, Whereabouts, fits,
};
use titles::cz::{CzPosition, Step, TITLE};

/// A game and what has happened in it.
#[derive(Clone)]
pub struct Table {
    /// The position.
    pub at: CzPosition,
    /// Events of the last move.
    pub events: Vec<Event>,
}

/// How a standard game is set up.
pub fn setup(players: usize, preset: &str, seed: u64) -> Setup {
    Setup {
        title: "18cz".to_owned(),
        variant: "standard".to_owned(),
        preset: preset.to_owned(),
        options: Default::default(),
        players: (1..=players).map(|n| format!("P{n}")).collect(),
        seed,
        rules: TITLE.rules_version(),
        data: None,
        extra: None,
    }
}

/// A game as it starts.
pub fn start(setup: &Setup) -> Table {
    let position = TITLE.start(setup).expect("the game starts");
    let at = position
        .as_any()
        .downcast_ref::<CzPosition>()
        .expect("18CZ")
        .clone();
    Table {
        at,
        events: Vec::new(),
    }
}

/// A table by the book whose draft is over without a purchase; seats hold order cards in their own order.
pub fn table(players: usize) -> Table {
    after_draft(start(&setup(players, "rulebook", 1)))
}

/// The same as on the public platform.
pub fn public_table(players: usize) -> Table {
    after_draft(start(&setup(players, "public18xx", 1)))
}

/// By the book with one option the other way.
pub fn table_with(players: usize, option: &str, value: bool) -> Table {
    let mut setup = setup(players, "rulebook", 1);
    setup
        .options
        .insert(option.to_owned(), OptionValue::Switch(value));
    after_draft(start(&setup))
}

fn after_draft(mut table: Table) -> Table {
    let core = &mut table.at.state.core;
    for seat in 0..core.seats {
        core.order[seat as usize] = seat;
    }
    for paper in &mut core.papers {
        paper.place = Place::Aside;
    }
    table.stock(1)
}

// Building a position.
impl Table {
    /// The stock round of a set; player 0 is on turn.
    pub fn stock(mut self, set: u8) -> Table {
        let s = &mut self.at.state;
        let at = self
            .at
            .rules
            .process
            .iter()
            .rposition(|b| b.set == set && b.value == 0)
            .expect("a stock round");
        s.at = at as u8;
        s.core.round = RoundName {
            kind: RoundKind::Stock,
            set,
            number: 1,
        };
        (s.actor, s.passes, s.acted) = (0, 0, false);
        self
    }

    /// The operating round of a box, between turns.
    pub fn in_box(mut self, value: i32) -> Table {
        let s = &mut self.at.state;
        let at = self
            .at
            .rules
            .process
            .iter()
            .position(|b| b.value == value)
            .expect("a box");
        let here = self.at.rules.process[at];
        s.at = at as u8;
        s.core.round = RoundName {
            kind: RoundKind::Operating,
            set: here.set,
            number: here.number,
        };
        s.queue = [NONE; 16];
        s.begun = 0;
        self
    }

    /// A company is on turn in a step.
    pub fn operating(self, company: &str, step: Step) -> Table {
        let box_value = self.box_value();
        let first = self
            .at
            .rules
            .process
            .iter()
            .find(|b| b.value > 0)
            .map_or(0, |b| b.value);
        let mut table = self.in_box(if box_value > 0 { box_value } else { first });
        let id = table.company(company);
        let turn = &mut table.at.state.turn;
        turn.company = id.0;
        turn.step = step;
        table
    }

    fn box_value(&self) -> i32 {
        self.at.rules.process[self.at.state.at as usize].value
    }

    /// More companies follow in this round.
    pub fn then(mut self, companies: &[&str]) -> Table {
        let ids: Vec<Company> = companies.iter().map(|c| self.company(c)).collect();
        let s = &mut self.at.state;
        s.queue = [NONE; 16];
        for (i, c) in ids.iter().enumerate() {
            s.queue[i] = c.0;
        }
        s.begun = 0;
        self
    }

    /// A phase that has just begun: one card of its letter is gone, and all before it.
    pub fn phase(mut self, letter: &str) -> Table {
        let phase = self.kind(letter);
        let s = &mut self.at.state;
        s.core.phase = phase;
        for card in &mut s.core.trains.cards {
            if card.place == Whereabouts::Deck
                && (card.kind < phase || phase > 0 && card.kind == phase && card.copy == 0)
            {
                card.place = Whereabouts::Gone;
            }
        }
        self.open_sizes();
        self
    }

    /// All cards before a letter are gone but none of it: its phase has not begun.
    pub fn next_card(mut self, letter: &str) -> Table {
        let kind = self.kind(letter);
        let s = &mut self.at.state;
        s.core.phase = kind.saturating_sub(1);
        for card in &mut s.core.trains.cards {
            if card.place == Whereabouts::Deck && card.kind < kind {
                card.place = Whereabouts::Gone;
            }
        }
        self.open_sizes();
        self
    }

    fn open_sizes(&mut self) {
        let sizes = self.at.rules.sizes[self.at.state.core.phase as usize];
        for company in self.at.rules.sheet.company_ids() {
            let open = sizes & (1 << self.at.rules.size(company)) != 0;
            self.at
                .state
                .core
                .company_mut(company)
                .set(Flag::Available, open);
        }
    }

    /// A player holds the director's certificate (and as much as it takes to float) at a starting price.
    pub fn float(mut self, company: &str, director: u8, price: i32) -> Table {
        let id = self.company(company);
        let cell = self.cell_of_price(price);
        let units = self
            .sheet()
            .company(id)
            .director_units
            .max(self.sheet().company(id).float_units);
        let core = &mut self.at.state.core;
        core.stock[id.at()].from_ipo(Player(director), units);
        core.stock[id.at()].set_director(Some(Player(director)));
        core.market.put(id, cell);
        let state = core.company_mut(id);
        state.par = cell;
        for flag in [Flag::Available, Flag::Started, Flag::Floated] {
            state.set(flag, true);
        }
        self
    }

    /// The company has still its larger first build.
    pub fn fresh(mut self, company: &str) -> Table {
        let id = self.company(company);
        self.at.state.fresh |= 1 << id.0;
        self
    }

    /// A player gets further shares from the bank.
    pub fn shares(mut self, company: &str, player: u8, units: u8) -> Table {
        let id = self.company(company);
        self.at.state.core.stock[id.at()].from_ipo(Player(player), units);
        self
    }

    /// A company's price marker is moved.
    pub fn price(mut self, company: &str, price: i32) -> Table {
        let (id, cell) = (self.company(company), self.cell_of_price(price));
        self.at.state.core.market.put(id, cell);
        self
    }

    /// What a company has in its treasury.
    pub fn treasury(mut self, company: &str, amount: i32) -> Table {
        let purse = Purse::Company(self.company(company));
        self.fill(purse, amount);
        self
    }

    /// What a player has in cash.
    pub fn cash(mut self, player: u8, amount: i32) -> Table {
        self.fill(Purse::Player(Player(player)), amount);
        self
    }

    fn fill(&mut self, purse: Purse, amount: i32) {
        let core = &mut self.at.state.core;
        let now = core.money.of(purse);
        core.pay(purse, Purse::Bank, now);
        core.pay(Purse::Bank, purse, amount);
    }

    /// A tile lies on a hex.
    pub fn tile(mut self, hex: &str, tile: &str, rotation: u8) -> Table {
        let (cell, tile) = (self.hex(hex), self.tile_id(tile));
        let sheet = self.at.rules.sheet.clone();
        let stops: Vec<u8> = fits(&sheet, &self.at.state.core, cell, tile, rotation)
            .map_or(Vec::new(), |f| f.stops.to_vec());
        self.at
            .state
            .core
            .lay_tile(&sheet, cell, tile, rotation, &stops);
        self
    }

    /// A company has a station, its home if it is the first.
    pub fn station(mut self, company: &str, hex: &str, stop: u8) -> Table {
        let (id, cell) = (self.company(company), self.hex(hex));
        let sheet = self.at.rules.sheet.clone();
        let core = &mut self.at.state.core;
        assert!(
            core.place_station(&sheet, Spot { cell, stop }, id),
            "no slot for {company} on {hex}"
        );
        let state = core.company_mut(id);
        state.set(Flag::Home, true);
        *state
            .markers
            .iter_mut()
            .find(|n| **n > 0)
            .expect("a marker") -= 1;
        self
    }

    /// A company's marker lies on a hex of two cities without a tile.
    pub fn waiting(mut self, company: &str, hex: &str) -> Table {
        let (id, cell) = (self.company(company), self.hex(hex));
        let core = &mut self.at.state.core;
        core.board_mut().set_waiting(cell, id.0);
        core.company_mut(id).set(Flag::Home, true);
        core.company_mut(id).markers[0] -= 1;
        self
    }

    /// A company owns a train: a card that has left the stack, or one from deep in it.
    pub fn train(self, company: &str, face: &str) -> Table {
        let place = Whereabouts::Company(self.company(company));
        self.card_to(place, None, face)
    }

    /// A company owns a train of a letter.
    pub fn train_of(self, company: &str, letter: &str, face: &str) -> Table {
        let place = Whereabouts::Company(self.company(company));
        self.card_to(place, Some(letter), face)
    }

    /// A card lies in the pool.
    pub fn pool(self, letter: &str, face: &str) -> Table {
        self.card_to(Whereabouts::Pool, Some(letter), face)
    }

    fn card_to(mut self, place: Whereabouts, letter: Option<&str>, face: &str) -> Table {
        let sheet = self.at.rules.sheet.clone();
        let cards = &mut self.at.state.core.trains.cards;
        let shows = |kind: u8| {
            let t = &sheet.trains[kind as usize];
            if letter.is_some_and(|l| !t.name.ends_with(l)) {
                return None;
            }
            t.faces.iter().position(|f| f.name == face)
        };
        let free =
            |from: Whereabouts, c: &engine::CardState| c.place == from && shows(c.kind).is_some();
        let i = cards
            .iter()
            .position(|c| free(Whereabouts::Gone, c))
            .or_else(|| {
                let kind = cards.iter().find(|c| free(Whereabouts::Deck, c))?.kind;
                cards
                    .iter()
                    .rposition(|c| c.kind == kind && c.place == Whereabouts::Deck)
            })
            .unwrap_or_else(|| panic!("no card shows {face}"));
        cards[i].face = shows(cards[i].kind).expect("a face") as u8;
        cards[i].place = place;
        self
    }

    /// Kinds of trains that have been scrapped.
    pub fn scrapped(mut self, faces: &[&str]) -> Table {
        for face in faces {
            let n = self
                .at
                .rules
                .face_names
                .iter()
                .position(|f| f == face)
                .expect("a face");
            self.at.state.scrapped |= 1 << n;
        }
        self
    }

    /// A player owns a local railway.
    pub fn local(mut self, paper: &str, player: u8) -> Table {
        let id = self.paper(paper);
        self.at.state.core.papers[id.at()].place = Place::Player(Player(player));
        self
    }

    /// A company owns a local railway.
    pub fn local_of(mut self, paper: &str, company: &str) -> Table {
        let (id, owner) = (self.paper(paper), self.company(company));
        self.at.state.core.papers[id.at()].place = Place::Company(owner);
        self
    }

    /// A player has a loan with its penalty.
    pub fn debt(mut self, player: u8, amount: i32) -> Table {
        self.at.state.core.debt[player as usize] = amount;
        self.at.state.core.penalty[player as usize] = amount;
        self
    }

    /// A number of copies is left of a tile.
    pub fn supply(mut self, tile: &str, count: u8) -> Table {
        let id = self.tile_id(tile);
        self.at.state.core.board_mut().set_supply(id, count);
        self
    }
}
