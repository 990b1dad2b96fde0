//! The draft: companies, characters, and the homes of the starting companies.

use super::chess;
use super::gulliver::{Named, named};
use super::position::LilliputPosition;
use super::printed::{Printed, Sort};
use super::refusals::Allowed;
use super::state::{OpeningDraw, Stage, State};
use board::{Cell, Colour, Spot, TileId};
use engine::{
    Card, Choice, Company, Core, Event, Flag, Lay, LayBy, Lot, Move, NONE, Player, Position, Purse,
    Refusal, Rng, Value, Whereabouts,
};
use std::sync::Arc;

/// Mildendo.
pub const MILDENDO: Cell = Cell::at(0, 0);

impl LilliputPosition {
    /// The table before the first move: landscape, Mildendo, cash, cards, and Gulliver's company unless somebody else deals.
    pub fn new(printed: Arc<Printed>, rng: Rng, deals: bool) -> LilliputPosition {
        let sheet = &printed.sheet;
        let mut core = Core::new(sheet, printed.seats, printed.solo(), false, rng);
        core.lay_tile(sheet, MILDENDO, printed.start, 0, &[]);
        for p in &printed.landscape {
            core.lay_tile(sheet, p.cell, p.tile, p.rotation, &[]);
        }
        for holder in 0..core.holders {
            core.pay(Purse::Bank, Purse::Player(Player(holder)), printed.cash);
        }
        for company in sheet.company_ids() {
            // Starting companies are taken in the draft; the others can be founded from then on.
            core.company_mut(company).set(Flag::Available, true);
        }
        let state = State::new(&printed, core);
        let mut position = LilliputPosition { printed, state };
        position.seat_first_player();
        if deals && position.printed.solo() {
            position.seat_gulliver();
        }
        position
    }

    // A draw before the first move over different things in their order; with one candidate there is none.
    fn opening_draw<T: Copy>(&mut self, what: &str, mut candidates: Named<T>) -> T {
        candidates.dedup_by(|a, b| a.0 == b.0);
        let of = candidates.len() as u32;
        let index = self.state.core.rng.below(of);
        let (result, drawn) = candidates.swap_remove(index as usize);
        if of > 1 {
            self.state.opening.push(OpeningDraw { what: what.to_owned(), of, index, result });
        }
        drawn
    }

    // LIL-SETUP-9
    fn seat_first_player(&mut self) {
        let n = usize::from(self.printed.seats);
        if !self.printed.options.fixed_seats {
            let seats = named(0..n, |i| format!("seat {}", i + 1));
            let first = self.opening_draw("first player", seats);
            self.state.core.order[..n].rotate_left(first);
        }
    }

    // LIL-SOLO-1 to LIL-SOLO-3, in the order of LIL-SOLO-39.
    fn seat_gulliver(&mut self) {
        let printed = self.printed.clone();
        let (map, tiles) = (&printed.sheet.map, &printed.sheet.tiles);
        let mut starting = self.by_name(printed.sheet.company_ids());
        starting.retain(|(_, c)| printed.charters[c.at()].starting);
        let company = self.opening_draw("company", starting);
        self.state.gulliver[0] = company.0;
        self.grant(self.gulliver(), company, &mut Vec::new());
        let mut homes: Vec<Lay<'_>> = self.homes_of(company).collect();
        if homes.is_empty() {
            return;
        }
        let side = |cell| (0..4).find(|&e| map.neighbour(MILDENDO, e) == Some(cell));
        let sides = named(homes.clone(), |h| side(h.cell).unwrap_or(0).to_string());
        let cell = self.opening_draw("side of Mildendo", sides).cell;
        homes.retain(|h| h.cell == cell);
        homes.sort_by_key(|h| &tiles.get(h.tile).name);
        let shapes = named(homes.clone(), |h| tiles.get(h.tile).name.clone());
        let tile = self.opening_draw("shape of the home tile", shapes).tile;
        homes.retain(|h| h.tile == tile);
        let turns = named(homes, |h| h.rotation.to_string());
        let home = self.opening_draw("turn of the home tile", turns);
        self.settle_home(home, &mut Vec::new());
    }

    /// Tells with the first move what chance did before it, ahead of the events that follow.
    pub(super) fn tell_opening(&mut self, events: &mut Vec<Event>, at: usize) {
        let drawn = std::mem::take(&mut self.state.opening).into_iter();
        let told = drawn.map(|draw| Event::Drawn {
            what: draw.what,
            of: draw.of,
            index: draw.index,
            result: draw.result,
        });
        events.splice(at..at, told);
    }

    // Characters that each player takes (LIL-DRAFT-2, LIL-P2-7).
    fn characters_each(&self) -> usize {
        1 + usize::from(self.printed.options.two_characters)
    }

    fn can_take(&self, player: Player, lot: Lot) -> Allowed {
        let no = |rule, key| Err(Refusal::new(rule, key));
        let taken = || no("LIL-DRAFT-1", "already-chosen");
        match lot {
            Lot::Company(company) => match self.printed.charters.get(company.at()) {
                Some(charter) if charter.starting && self.plays(company) => taken(),
                Some(charter) if charter.starting => match self.companies_of(player).next() {
                    Some(_) => no("LIL-DRAFT-2", "has-a-company"),
                    None => Ok(()),
                },
                _ => no("LIL-DRAFT-1", "not-a-starting-company"),
            },
            Lot::Slot(slot) => match self.printed.character(slot) {
                None => no("LIL-DRAFT-1", "no-character"),
                Some(c) if self.state.holders[usize::from(c)] != NONE => taken(),
                Some(_) if self.abilities_of(player).count() >= self.characters_each() => {
                    no("LIL-DRAFT-2", "has-a-character")
                }
                Some(_) => Ok(()),
            },
            Lot::Paper(_) => no("LIL-DRAFT-1", "no-such-lot"),
        }
    }

    /// What a player can choose in the draft.
    pub(super) fn draft_choices(&self, player: Player) -> impl Iterator<Item = Choice> {
        let characters = 0..self.printed.characters.len() as u8;
        let slots = characters.map(|i| Lot::Slot(self.printed.slot(i)));
        let companies = self.sheet().company_ids().map(Lot::Company);
        let lots = companies.chain(slots);
        lots.filter(move |&lot| self.can_take(player, lot).is_ok())
            .map(|lot| Choice::one(Move::Take { lot }))
    }

    /// A player takes a company or a character.
    pub(super) fn take(&mut self, player: Player, mv: &Move, events: &mut Vec<Event>) -> Allowed {
        let &Move::Take { lot } = mv else {
            return Err(Refusal::new("LIL-DRAFT-1", "choose-company-or-character"));
        };
        self.can_take(player, lot)?;
        events.push(Event::LotTaken { player, lot, price: 0 });
        if let Lot::Company(company) = lot {
            self.grant(player, company, events);
            self.state.stage = Stage::Home(company);
        } else if let Lot::Slot(slot) = lot
            && let Some(character) = self.printed.character(slot)
        {
            self.state.holders[usize::from(character)] = player.0;
            self.next_pick();
        }
        Ok(())
    }

    // Director's certificate, capital, market token and trains of a starting company (LIL-DRAFT-4 to LIL-DRAFT-10).
    fn grant(&mut self, player: Player, company: Company, events: &mut Vec<Event>) {
        let charter = self.printed.charters[company.at()].clone();
        let automatic = player == self.gulliver();
        let capital = if automatic { 0 } else { charter.treasury };
        let (core, purse) = (&mut self.state.core, Purse::Player(player));
        core.pay(purse, Purse::Bank, self.printed.cash);
        core.pay(Purse::Bank, purse, charter.director_cash);
        self.open_company(player, company, charter.cell, (0, capital), events);
        for kind in charter.trains {
            let trains = &self.core().trains;
            let same = |&c: &Card| trains.get(c).kind == kind;
            let card = trains.at(Whereabouts::Deck).find(same);
            if let Some(card) = card {
                self.acts(events).receive_train(company, card, 0);
            }
        }
    }

    /// Puts a company into play: certificate and price of its director, token on the index, treasury.
    #[doc(hidden)]
    pub fn open_company(
        &mut self,
        player: Player,
        company: Company,
        cell: u8,
        (price, capital): (i32, i32),
        events: &mut Vec<Event>,
    ) {
        let state = self.state.core.company_mut(company);
        state.set(Flag::Available, false);
        let mut acts = self.acts(events);
        acts.start(company, player, cell, price);
        acts.float(company, capital);
    }

    // Every home tile that a company may lay; sides and rotations ascending.
    fn homes_of(&self, company: Company) -> impl Iterator<Item = Lay<'static>> {
        let map = &self.printed.sheet.map;
        let cells = (0..4).filter_map(|e| map.neighbour(MILDENDO, e));
        let all = cells.flat_map(move |cell| {
            let tiles = (0..self.printed.tiles.len() as u16).map(TileId);
            tiles.flat_map(move |tile| (0..4).map(move |r| Lay::free(company, cell, tile, r)))
        });
        all.filter(move |&home| self.can_settle(home).is_ok())
    }

    fn can_settle(&self, home: Lay<'_>) -> Allowed {
        let (sheet, cell, tile) = (self.sheet(), home.cell, home.tile);
        let no = |rule, key| Refusal::new(rule, key).with("cell", Value::Cell(cell));
        if chess::distance(cell) != 1 {
            return Err(no("LIL-DRAFT-11", "not-next-to-mildendo"));
        }
        if self.core().board().at(cell).is_some() {
            return Err(no("LIL-DRAFT-14", "side-taken"));
        }
        let facts = self.tile_facts(tile)?;
        let wanted = self.printed.charters[home.company.at()].home();
        if facts.sort != wanted || sheet.tiles.get(tile).colour != Colour::Yellow {
            return Err(match (wanted, facts.sort) {
                (_, Sort::Character) => no("LIL-DRAFT-17", "no-character-tile-as-home"),
                (Sort::Metropolis, _) => no("LIL-DRAFT-12", "not-a-home-tile"),
                (_, Sort::Metropolis) => no("LIL-DRAFT-13", "not-a-home-tile"),
                _ => no("LIL-DRAFT-11", "not-a-home-tile"),
            });
        }
        self.left_of(tile, cell)?;
        self.turned_once(tile, home.rotation)?;
        let exits = sheet.tiles.exits(tile, home.rotation);
        if !self.beside(cell, exits).any(|(next, _)| next == MILDENDO) {
            return Err(no("LIL-DRAFT-15", "no-track-to-mildendo"));
        }
        let dry = self.dry(home);
        dry.map_err(|_| no("LIL-DRAFT-17", "track-to-water"))
    }

    /// Home tiles of a company just chosen.
    pub(super) fn home_tile_choices(&self, company: Company) -> impl Iterator<Item = Choice> {
        let homes = self.homes_of(company);
        homes.map(|home| Choice::one(home.by(LayBy::Home)))
    }

    /// Lays the home tile of a company just chosen.
    pub(super) fn lay_home(&mut self, by: Company, mv: &Move, events: &mut Vec<Event>) -> Allowed {
        match mv.as_lay() {
            Some((home, LayBy::Home)) if home.company == by => {
                self.can_settle(home)?;
                self.settle_home(home, events);
                self.next_pick();
                Ok(())
            }
            _ => Err(Refusal::new("LIL-DRAFT-11", "lay-the-home-tile")),
        }
    }

    fn settle_home(&mut self, home: Lay<'_>, events: &mut Vec<Event>) {
        self.acts(events).lay_tile(home);
        let (cell, stop) = (home.cell, 0);
        self.place_home(home.company, Spot { cell, stop }, events);
    }

    /// Puts the home station of a company, which is free, into a slot.
    pub(super) fn place_home(&mut self, company: Company, spot: Spot, events: &mut Vec<Event>) {
        self.state.homes[company.at()] = spot.cell.0;
        self.acts(events).place_home(company, spot);
    }

    fn next_pick(&mut self) {
        self.state.turn += 1;
        let picks = usize::from(self.printed.seats) * (1 + self.characters_each());
        self.state.stage = Stage::Draft;
        if usize::from(self.state.turn) == picks {
            self.state.stage = Stage::RoundStart;
            self.put_away();
        }
    }

    // After the draft, what nobody chose leaves the game.
    pub(super) fn put_away(&mut self) {
        let printed = self.printed.clone();
        // LIL-DRAFT-3, LIL-P3-2, LIL-P2-2, LIL-SOLO-4: starting companies.
        for company in printed.sheet.company_ids() {
            if printed.charters[company.at()].starting && !self.plays(company) {
                let state = self.state.core.company_mut(company);
                state.set(Flag::Available, false);
                state.set(Flag::Closed, true);
            }
        }
        // LIL-LAPUTA-5, LIL-CHARACTER-17: their tiles, and those of characters.
        for (tile, facts) in (0..).map(TileId).zip(&printed.tiles) {
            let closed = |c| self.state.core.is(c, Flag::Closed);
            let free = |(c, _)| self.state.holders[usize::from(c)] == NONE;
            if facts.company.is_some_and(closed) || facts.character.is_some_and(free) {
                self.state.core.withdraw_tile(tile);
            }
        }
        // LIL-P3-3, LIL-P2-3: the deck keeps its printed number of starting trains.
        let mut left = printed.deck.clone();
        for card in self.state.core.trains.cards_mut() {
            if card.place == Whereabouts::Deck
                && let Some(left) = &mut left[usize::from(card.kind)]
            {
                match left.checked_sub(1) {
                    Some(fewer) => *left = fewer,
                    None => card.place = Whereabouts::Gone,
                }
            }
        }
    }
}
