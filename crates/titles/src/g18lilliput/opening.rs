//! The draft: companies, characters, and the homes of the starting companies.

use super::chess;
use super::position::{LilliputPosition, OpeningDraw, Stage, State};
use super::printed::{Printed, Sort};
use board::{Cell, Colour, Spot, TileId};
use engine::{
    Choice, Company, Core, Event, Flag, LayBy, Lot, Move, NONE, Player, Purse, Refusal, Slot,
    Value, Whereabouts,
};
use std::sync::Arc;

/// Mildendo.
pub const MILDENDO: Cell = Cell::at(0, 0);

const FIRST_PLAYER: u8 = 0;
const COMPANY: u8 = 1;
const SIDE: u8 = 2;
const SHAPE: u8 = 3;
const TURN: u8 = 4;

impl LilliputPosition {
    /// The table before the first move: landscape, Mildendo, cash, cards, and Gulliver's company.
    pub fn new(printed: Arc<Printed>, seed: u64) -> LilliputPosition {
        let mut core = Core::new(&printed.sheet, printed.seats, printed.solo(), false, seed);
        core.board_mut()
            .lay(&printed.sheet.tiles, MILDENDO, printed.start, 0, &[]);
        for p in &printed.landscape {
            core.board_mut()
                .lay(&printed.sheet.tiles, p.cell, p.tile, p.rotation, &[]);
        }
        for holder in 0..core.holders {
            core.pay(Purse::Bank, Purse::Player(Player(holder)), printed.cash);
        }
        for company in printed.sheet.company_ids() {
            // Starting companies are taken in the draft; the others can be founded from then on.
            core.company_mut(company).set(Flag::Available, true);
        }
        let state = State::new(&printed, core);
        let mut position = LilliputPosition { printed, state };
        position.seat_first_player();
        if position.printed.solo() {
            position.seat_gulliver();
        }
        position
    }

    // LIL-SETUP-9
    fn seat_first_player(&mut self) {
        let n = u32::from(self.printed.seats);
        if self.printed.options.fixed_seats {
            return;
        }
        let first = self.opening_draw(FIRST_PLAYER, n, |i| i as u16);
        for i in 0..n {
            self.state.core.order[i as usize] = ((first + i) % n) as u8;
        }
    }

    // A draw before the first move; with one candidate there is none.
    fn opening_draw(&mut self, what: u8, of: u32, result: impl Fn(u32) -> u16) -> u32 {
        let index = self.state.core.rng.below(of);
        if of > 1 {
            self.state.opening.push(OpeningDraw {
                what,
                of: of as u8,
                index: index as u8,
                result: result(index),
            });
        }
        index
    }

    // LIL-SOLO-1 to LIL-SOLO-3, in the order of LIL-SOLO-39.
    fn seat_gulliver(&mut self) {
        let gulliver = self.gulliver();
        let mut candidates: Vec<Company> = self
            .printed
            .sheet
            .company_ids()
            .filter(|c| self.printed.charters[c.at()].starting)
            .collect();
        candidates.sort_by(|a, b| {
            self.printed
                .sheet
                .company(*a)
                .id
                .cmp(&self.printed.sheet.company(*b).id)
        });
        let i = self.opening_draw(COMPANY, candidates.len() as u32, |i| {
            u16::from(candidates[i as usize].0)
        });
        let company = candidates[i as usize];
        self.state.gulliver[0] = company.0;
        self.grant(gulliver, company, &mut Vec::new());
        let homes = self.homes_of(company);
        let side_of = |cell: Cell| {
            (0..4).find(|&e| self.printed.sheet.map.neighbour(MILDENDO, e) == Some(cell))
        };
        let mut sides: Vec<u8> = homes.iter().filter_map(|h| side_of(h.0)).collect();
        sides.sort_unstable();
        sides.dedup();
        if sides.is_empty() {
            return;
        }
        let i = self.opening_draw(SIDE, sides.len() as u32, |i| u16::from(sides[i as usize]));
        let cell = self
            .printed
            .sheet
            .map
            .neighbour(MILDENDO, sides[i as usize])
            .unwrap_or(MILDENDO);
        let mut shapes: Vec<TileId> = homes.iter().filter(|h| h.0 == cell).map(|h| h.1).collect();
        shapes.sort_by(|a, b| {
            self.printed
                .sheet
                .tiles
                .get(*a)
                .name
                .cmp(&self.printed.sheet.tiles.get(*b).name)
        });
        shapes.dedup();
        let i = self.opening_draw(SHAPE, shapes.len() as u32, |i| shapes[i as usize].0);
        let tile = shapes[i as usize];
        let turns: Vec<u8> = homes
            .iter()
            .filter(|h| h.0 == cell && h.1 == tile)
            .map(|h| h.2)
            .collect();
        let i = self.opening_draw(TURN, turns.len() as u32, |i| u16::from(turns[i as usize]));
        self.settle_home(company, cell, tile, turns[i as usize], &mut Vec::new());
    }

    /// Tells with the first move what chance did before it, ahead of the events that follow.
    pub(super) fn tell_opening(&mut self, events: &mut Vec<Event>, at: usize) {
        for (i, draw) in std::mem::take(&mut self.state.opening)
            .into_iter()
            .enumerate()
        {
            let sheet = &self.printed.sheet;
            let (what, result) = match draw.what {
                FIRST_PLAYER => ("first player", format!("seat {}", draw.result + 1)),
                COMPANY => ("company", sheet.companies[draw.result as usize].id.clone()),
                SIDE => ("side of Mildendo", draw.result.to_string()),
                SHAPE => (
                    "shape of the home tile",
                    sheet.tiles.get(TileId(draw.result)).name.clone(),
                ),
                _ => ("turn of the home tile", draw.result.to_string()),
            };
            let event = Event::Drawn {
                what: what.to_owned(),
                of: u32::from(draw.of),
                index: u32::from(draw.index),
                result,
            };
            events.insert(at + i, event);
        }
    }

    fn characters_needed(&self) -> usize {
        if self.printed.options.two_characters {
            2
        } else {
            1
        }
    }

    fn characters_of(&self, player: Player) -> usize {
        self.state
            .holders
            .iter()
            .filter(|&&h| h == player.0)
            .count()
    }

    fn can_take(&self, player: Player, lot: Lot) -> Result<(), Refusal> {
        match lot {
            Lot::Company(company) => {
                let known = company.at() < self.printed.sheet.companies.len();
                if !known || !self.printed.charters[company.at()].starting {
                    return Err(Refusal::new("LIL-DRAFT-1", "not-a-starting-company"));
                }
                if self.plays(company) {
                    return Err(Refusal::new("LIL-DRAFT-1", "already-chosen"));
                }
                // LIL-DRAFT-2: one company for each player.
                if self.companies_of(player).next().is_some() {
                    return Err(Refusal::new("LIL-DRAFT-2", "has-a-company"));
                }
                Ok(())
            }
            Lot::Slot(slot) => {
                let Some(character) = self.printed.character(slot) else {
                    return Err(Refusal::new("LIL-DRAFT-1", "no-character"));
                };
                if self.state.holders[character as usize] != NONE {
                    return Err(Refusal::new("LIL-DRAFT-1", "already-chosen"));
                }
                if self.characters_of(player) >= self.characters_needed() {
                    return Err(Refusal::new("LIL-DRAFT-2", "has-a-character"));
                }
                Ok(())
            }
            Lot::Paper(_) => Err(Refusal::new("LIL-DRAFT-1", "no-such-lot")),
        }
    }

    pub(super) fn draft_choices(&self, f: &mut dyn FnMut(Choice) -> bool) -> bool {
        let player = self.active();
        let lots = self.printed.sheet.company_ids().map(Lot::Company).chain(
            (0..self.printed.characters.len() as u8).map(|i| Lot::Slot(self.printed.slot(i))),
        );
        for lot in lots {
            if self.can_take(player, lot).is_ok() && f(Choice::one(Move::Take { lot })) {
                return true;
            }
        }
        false
    }

    pub(super) fn take(
        &mut self,
        pick: u8,
        lot: Lot,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        let player = self.active();
        self.can_take(player, lot)?;
        events.push(Event::LotTaken {
            player,
            lot,
            price: 0,
        });
        match lot {
            Lot::Company(company) => {
                self.grant(player, company, events);
                self.state.stage = Stage::Home { pick, company };
            }
            Lot::Slot(Slot(slot)) => {
                let character = slot as usize - self.printed.cards.len();
                self.state.holders[character] = player.0;
                self.next_pick(pick);
            }
            Lot::Paper(_) => {}
        }
        Ok(())
    }

    // Director's certificate, capital, market token and trains of a starting company (LIL-DRAFT-4 to LIL-DRAFT-10).
    fn grant(&mut self, player: Player, company: Company, events: &mut Vec<Event>) {
        let charter = self.printed.charters[company.at()].clone();
        let units = self.state.core.stock[company.at()].director_units();
        self.state.core.stock[company.at()].from_ipo(player, units);
        self.state.core.stock[company.at()].set_director(Some(player));
        let treasury = if player == self.gulliver() {
            0
        } else {
            charter.treasury
        };
        self.state
            .core
            .pay(Purse::Bank, Purse::Company(company), treasury);
        let more = charter.director_cash - self.printed.cash;
        if more >= 0 {
            self.state
                .core
                .pay(Purse::Bank, Purse::Player(player), more);
        } else {
            self.state
                .core
                .pay(Purse::Player(player), Purse::Bank, -more);
        }
        self.open_company(company, charter.cell);
        let price = self.printed.sheet.market.price(charter.cell);
        events.push(Event::Started {
            company,
            player,
            price,
        });
        events.push(Event::Floated {
            company,
            capital: treasury,
        });
        for kind in charter.trains {
            let card = self
                .state
                .core
                .trains
                .at(Whereabouts::Deck)
                .find(|&c| self.state.core.trains.get(c).kind == kind);
            if let Some(card) = card {
                self.state.core.trains.get_mut(card).place = Whereabouts::Company(company);
                events.push(Event::TrainReceived {
                    company,
                    card,
                    face: 0,
                });
            }
        }
    }

    /// Puts a company into play with its token on a cell of the index.
    #[doc(hidden)]
    pub fn open_company(&mut self, company: Company, cell: u8) {
        self.state.core.market.put(company, cell);
        let state = self.state.core.company_mut(company);
        state.par = cell;
        state.set(Flag::Available, false);
        state.set(Flag::Started, true);
        state.set(Flag::Floated, true);
    }

    // Every home tile that a company may lay: cell, tile, rotation; sides and rotations ascending.
    fn homes_of(&self, company: Company) -> Vec<(Cell, TileId, u8)> {
        let mut all = Vec::new();
        for e in 0..4 {
            let Some(cell) = self.printed.sheet.map.neighbour(MILDENDO, e) else {
                continue;
            };
            for tile in 0..self.printed.tiles.len() as u16 {
                for rotation in 0..self.printed.sheet.tiles.get(TileId(tile)).period {
                    if self
                        .can_settle(company, cell, TileId(tile), rotation)
                        .is_ok()
                    {
                        all.push((cell, TileId(tile), rotation));
                    }
                }
            }
        }
        all
    }

    fn can_settle(
        &self,
        company: Company,
        cell: Cell,
        tile: TileId,
        rotation: u8,
    ) -> Result<(), Refusal> {
        let sheet = &self.printed.sheet;
        if chess::distance(cell) != 1 {
            return Err(Refusal::new("LIL-DRAFT-11", "not-next-to-mildendo")
                .with("cell", Value::Cell(cell)));
        }
        if self.state.core.board().at(cell).is_some() {
            return Err(Refusal::new("LIL-DRAFT-14", "side-taken").with("cell", Value::Cell(cell)));
        }
        let facts = self.tile_facts(tile)?;
        let def = sheet.tiles.get(tile);
        if facts.sort == Sort::Character {
            return Err(Refusal::new("LIL-DRAFT-17", "no-character-tile-as-home"));
        }
        let wanted = if self.printed.charters[company.at()].metropolis {
            Sort::Metropolis
        } else {
            Sort::City
        };
        if facts.sort != wanted || def.colour != Colour::Yellow {
            let rule = match wanted {
                Sort::Metropolis => "LIL-DRAFT-12",
                _ if facts.sort == Sort::Metropolis => "LIL-DRAFT-13",
                _ => "LIL-DRAFT-11",
            };
            return Err(Refusal::new(rule, "not-a-home-tile"));
        }
        if self.state.core.board().left(tile) == 0 {
            return Err(Refusal::new("LIL-TRACK-9", "tile-not-left"));
        }
        self.turned_once(tile, rotation)?;
        let exits = sheet.tiles.exits(tile, rotation);
        let towards = (0..4)
            .find(|&e| sheet.map.neighbour(cell, e) == Some(MILDENDO))
            .unwrap_or(0);
        if exits & (1 << towards) == 0 {
            return Err(Refusal::new("LIL-DRAFT-15", "no-track-to-mildendo"));
        }
        self.dry(cell, exits)
            .map_err(|_| Refusal::new("LIL-DRAFT-17", "track-to-water"))
    }

    pub(super) fn home_tile_choices(
        &self,
        company: Company,
        f: &mut dyn FnMut(Choice) -> bool,
    ) -> bool {
        self.homes_of(company)
            .into_iter()
            .any(|(cell, tile, rotation)| {
                f(Choice::one(Move::LayTile {
                    company,
                    cell,
                    tile,
                    rotation,
                    by: LayBy::Home,
                }))
            })
    }

    pub(super) fn lay_home(
        &mut self,
        (pick, company): (u8, Company),
        (cell, tile, rotation): (Cell, TileId, u8),
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        self.can_settle(company, cell, tile, rotation)?;
        self.settle_home(company, cell, tile, rotation, events);
        self.next_pick(pick);
        Ok(())
    }

    fn settle_home(
        &mut self,
        company: Company,
        cell: Cell,
        tile: TileId,
        rotation: u8,
        events: &mut Vec<Event>,
    ) {
        let printed = self.printed.clone();
        self.state
            .core
            .board_mut()
            .lay(&printed.sheet.tiles, cell, tile, rotation, &[]);
        events.push(Event::TileLaid {
            company,
            cell,
            tile,
            rotation,
            cost: 0,
        });
        self.place_home(company, Spot { cell, stop: 0 }, events);
    }

    /// Puts the home station of a company, which is free, into a slot.
    pub(super) fn place_home(&mut self, company: Company, spot: Spot, events: &mut Vec<Event>) {
        let printed = self.printed.clone();
        self.state
            .core
            .board_mut()
            .place(&printed.sheet.tiles, spot, company.0);
        let state = self.state.core.company_mut(company);
        state.markers[0] = 0;
        state.set(Flag::Home, true);
        self.state.homes[company.at()] = spot.cell.0;
        events.push(Event::StationPlaced {
            company,
            cell: spot.cell,
            stop: spot.stop,
            cost: 0,
        });
    }

    // Whether a company plays or can still be founded.
    fn in_game(&self, company: Company) -> bool {
        self.plays(company) || self.unfounded(company)
    }

    fn next_pick(&mut self, pick: u8) {
        let picks = self.printed.seats * (1 + self.characters_needed() as u8);
        if pick + 1 < picks {
            self.state.stage = Stage::Draft { pick: pick + 1 };
            return;
        }
        // LIL-DRAFT-3, LIL-P3-2, LIL-P2-2, LIL-SOLO-4: starting companies nobody chose leave the game.
        for company in self.printed.sheet.company_ids() {
            if self.printed.charters[company.at()].starting && !self.plays(company) {
                let state = self.state.core.company_mut(company);
                state.set(Flag::Available, false);
                state.set(Flag::Closed, true);
            }
        }
        // LIL-LAPUTA-5, LIL-CHARACTER-17: their tiles go with them, and those of characters nobody chose.
        for tile in (0..self.printed.tiles.len() as u16).map(TileId) {
            let facts = self.printed.tile(tile);
            let unowned = facts.company.is_some_and(|c| !self.in_game(c))
                || facts
                    .character
                    .is_some_and(|(c, _)| self.state.holders[c as usize] == NONE);
            if unowned {
                self.state.core.board_mut().withdraw(tile);
            }
        }
        // LIL-P3-3, LIL-P2-3: the deck keeps its printed number of starting trains.
        for kind in 0..self.printed.deck.len() {
            let Some(keep) = self.printed.deck[kind] else {
                continue;
            };
            let left: Vec<_> = self
                .state
                .core
                .trains
                .at(Whereabouts::Deck)
                .filter(|&c| self.state.core.trains.get(c).kind as usize == kind)
                .collect();
            for &card in left.iter().skip(keep as usize) {
                self.state.core.trains.get_mut(card).place = Whereabouts::Gone;
            }
        }
        self.state.stage = Stage::RoundStart;
    }
}
