//! A table to set up positions on: a drafted game whose ledgers a test may rearrange.

use board::{Cell, Spot, TileId};
use engine::{
    Card, Company, Event, LayBy, Lot, Move, NONE, OptionValue, Player, Position, Purse, Setup,
    SetupError, ShareSource, Slot, Title, TrainFrom, Whereabouts,
};
use titles::lilliput::TITLE;
use titles::lilliput::{Act, LilliputPosition, Stage};

pub struct Table {
    pub pos: LilliputPosition,
    pub events: Vec<Event>,
}

pub fn setup(seats: usize, options: &[(&str, &str)]) -> Setup {
    let mut setup = Setup {
        title: "18lilliput".to_owned(),
        variant: "standard".to_owned(),
        preset: "rulebook".to_owned(),
        options: Default::default(),
        players: (0..seats).map(|i| format!("P{i}")).collect(),
        seed: 1,
        rules: 1,
        data: None,
        extra: None,
    };
    setup
        .options
        .insert("fixed_seats".to_owned(), OptionValue::Switch(true));
    for &(name, value) in options {
        let value = match value {
            "on" => OptionValue::Switch(true),
            "off" => OptionValue::Switch(false),
            word => OptionValue::Word(word.to_owned()),
        };
        setup.options.insert(name.to_owned(), value);
    }
    setup
}

pub fn start(setup: &Setup) -> Result<Table, SetupError> {
    let position = TITLE.start(setup)?;
    let pos = position
        .as_any()
        .downcast_ref::<LilliputPosition>()
        .expect("a position of this title")
        .clone();
    Ok(Table {
        pos,
        events: Vec::new(),
    })
}

pub fn at(x: i16, y: i16) -> Cell {
    Cell::at(x, y)
}

const COMPANIES: [&str; 4] = ["MR", "SR", "GVR", "LNR"];
const CHARACTERS: [&str; 4] = ["GOLBASTO", "LIMNOC", "BOLGOLAM", "FLIMNAP"];

impl Table {
    /// Before the draft; the first seat begins.
    pub fn new(seats: usize) -> Table {
        Table::with(seats, &[])
    }

    pub fn with(seats: usize, options: &[(&str, &str)]) -> Table {
        start(&setup(seats, options)).expect("a legal setup")
    }

    /// Round 1, first turn: seat 0 has MR north of Mildendo, 1 SR east, 2 GVR south, 3 LNR west, all homes
    /// straight; nobody has a character.
    pub fn drafted(seats: usize) -> Table {
        Table::drafted_with(seats, &[])
    }

    pub fn drafted_with(seats: usize, options: &[(&str, &str)]) -> Table {
        let mut table = Table::with(seats, options);
        table.draft();
        table
    }

    /// The solo game with MR for the player (north) and a company of one's choice for Gulliver (south).
    pub fn solo(options: &[(&str, &str)], company: &str) -> Table {
        for seed in 0.. {
            let mut setup = setup(1, options);
            setup.seed = seed;
            let mut table = start(&setup).expect("a legal setup");
            let wanted = table.co(company);
            let first = Company(table.pos.state.gulliver[0]);
            let straight = table.pos.core.board().at(at(0, 1)).is_some_and(|l| {
                let name = table.tile_name(l.tile);
                name.ends_with("-S")
            });
            if first == wanted && straight {
                table.draft();
                return table;
            }
        }
        unreachable!()
    }

    fn draft(&mut self) {
        while let Some(decision) = self.pos.decision() {
            match decision.step {
                "draft" => {
                    let player = decision.player;
                    let free = COMPANIES
                        .map(|c| self.co(c))
                        .into_iter()
                        .find(|&c| !self.pos.plays(c));
                    let lot = match free {
                        Some(company) if self.pos.companies_of(player).next().is_none() => {
                            Lot::Company(company)
                        }
                        _ => {
                            let free = |s: &&&str| {
                                let c = self.pos.rules.character(self.slot(s)).unwrap();
                                self.pos.state.holders[c as usize] == NONE
                            };
                            Lot::Slot(self.slot(CHARACTERS.iter().find(free).unwrap()))
                        }
                    };
                    self.play(Move::Take { lot });
                }
                "home" => {
                    let company = decision.company.unwrap();
                    let kind = if self.pos.rules.charters[company.at()].metropolis {
                        "M-Y-S"
                    } else {
                        "C-Y-S"
                    };
                    let kind = if self.pos.rules.options.brobdingnag {
                        format!("BR-{kind}")
                    } else {
                        kind.to_owned()
                    };
                    let sides = [(0, -1, 0), (1, 0, 1), (0, 1, 0), (-1, 0, 1)];
                    let (x, y, rotation) = sides
                        .into_iter()
                        .find(|s| self.pos.core.board().at(at(s.0, s.1)).is_none())
                        .unwrap();
                    let (cell, tile) = (at(x, y), self.tile(&kind));
                    self.play(Move::LayTile {
                        company,
                        cell,
                        tile,
                        rotation,
                        by: LayBy::Home,
                    });
                }
                _ => break,
            }
        }
        self.pos.state.holders = [NONE; 8];
        if self.pos.state.stage == Stage::Favour {
            self.pos.state.stage = Stage::Turn;
        }
        self.events.clear();
    }

    // Names.

    pub fn co(&self, id: &str) -> Company {
        self.pos
            .rules
            .sheet
            .company_by_id(id)
            .unwrap_or_else(|| panic!("company {id}"))
    }

    pub fn tile(&self, name: &str) -> TileId {
        self.pos
            .rules
            .sheet
            .tiles
            .by_name(name)
            .unwrap_or_else(|| panic!("tile {name}"))
    }

    pub fn tile_name(&self, tile: TileId) -> &str {
        &self.pos.rules.sheet.tiles.get(tile).name
    }

    pub fn slot(&self, name: &str) -> Slot {
        let found = self.pos.rules.sheet.slots.iter().position(|s| s == name);
        Slot(found.unwrap_or_else(|| panic!("slot {name}")) as u8)
    }

    pub fn kind(&self, name: &str) -> u8 {
        let found = self
            .pos
            .rules
            .sheet
            .trains
            .iter()
            .position(|t| t.name == name);
        found.unwrap_or_else(|| panic!("train {name}")) as u8
    }

    pub fn market_cell(&self, price: i32) -> u8 {
        let market = &self.pos.rules.sheet.market;
        (0..market.cells.len() as u8)
            .find(|&c| market.price(c) == price)
            .unwrap()
    }

    // Rearranging.

    pub fn cash(&mut self, seat: u8, amount: i32) {
        self.set_purse(Purse::Player(Player(seat)), amount);
    }

    pub fn treasury(&mut self, id: &str, amount: i32) {
        let company = self.co(id);
        self.set_purse(Purse::Company(company), amount);
    }

    fn set_purse(&mut self, purse: Purse, amount: i32) {
        let now = self.pos.core.money.of(purse);
        if amount >= now {
            self.pos.core.pay(Purse::Bank, purse, amount - now);
        } else {
            self.pos.core.pay(purse, Purse::Bank, now - amount);
        }
    }

    /// Puts a tile anywhere, without rules.
    pub fn lay(&mut self, x: i16, y: i16, tile: &str, rotation: u8) {
        let (rules, tile) = (self.pos.rules.clone(), self.tile(tile));
        self.pos
            .core
            .board_mut()
            .lay(&rules.sheet.tiles, at(x, y), tile, rotation, &[0]);
    }

    /// Puts a station anywhere, without rules; markers are not counted.
    pub fn station(&mut self, x: i16, y: i16, id: &str) {
        let (rules, company) = (self.pos.rules.clone(), self.co(id));
        let spot = Spot {
            cell: at(x, y),
            stop: 0,
        };
        assert!(
            self.pos
                .core
                .board_mut()
                .place(&rules.sheet.tiles, spot, company.0),
            "a free slot"
        );
    }

    pub fn phase(&mut self, number: u8) {
        self.pos.core.phase = number - 1;
        // The deck begins with the train of the phase.
        for i in 0..self.pos.core.trains.cards.len() {
            let card = &mut self.pos.core.trains.cards[i];
            let earlier = self.pos.rules.sheet.trains[card.kind as usize].phase < number - 1;
            if card.place == Whereabouts::Deck && earlier {
                card.place = Whereabouts::Gone;
            }
        }
    }

    /// Takes a train of a kind out of the deck, or out of what left the game, for a company.
    pub fn train(&mut self, id: &str, kind: &str) -> Card {
        let company = self.co(id);
        self.train_at(Whereabouts::Company(company), kind)
    }

    pub fn depot(&mut self, kind: &str) -> Card {
        self.train_at(Whereabouts::Pool, kind)
    }

    fn train_at(&mut self, place: Whereabouts, kind: &str) -> Card {
        let kind = self.kind(kind);
        let free = |c: &engine::CardState| {
            c.kind == kind && matches!(c.place, Whereabouts::Deck | Whereabouts::Gone)
        };
        let cards = &mut self.pos.core.trains.cards;
        // Cards that left the game first, so that the deck stays as it is.
        let index = cards
            .iter()
            .position(|c| c.kind == kind && c.place == Whereabouts::Gone)
            .or_else(|| cards.iter().rposition(free))
            .expect("a card of this kind");
        cards[index].place = place;
        Card(index as u8)
    }

    pub fn no_trains(&mut self, id: &str) {
        let company = self.co(id);
        for card in &mut self.pos.core.trains.cards {
            if card.place == Whereabouts::Company(company) {
                card.place = Whereabouts::Gone;
            }
        }
    }

    pub fn obsolete(&mut self, card: Card) {
        self.pos.core.trains.get_mut(card).obsolete = true;
    }

    pub fn price(&mut self, id: &str, price: i32) {
        let (company, cell) = (self.co(id), self.market_cell(price));
        self.pos.core.market.put(company, cell);
    }

    pub fn share(&mut self, seat: u8, id: &str, shares: u8) {
        let company = self.co(id);
        self.pos.core.stock[company.at()].from_ipo(Player(seat), shares);
    }

    pub fn character(&mut self, seat: u8, name: &str) {
        let character = self.pos.rules.character(self.slot(name)).unwrap();
        self.pos.state.holders[character as usize] = seat;
    }

    /// A late company in play without its founding: director, price, treasury.
    pub fn founded(&mut self, seat: u8, id: &str, price: i32) {
        let (company, cell) = (self.co(id), self.market_cell(price));
        let stock = &mut self.pos.core.stock[company.at()];
        let units = stock.director_units();
        stock.from_ipo(Player(seat), units);
        stock.set_director(Some(Player(seat)));
        self.pos.open_company(company, cell);
        self.pos.core.company_mut(company).markers[0] = 0;
    }

    pub fn round(&mut self, number: u8) {
        self.pos.core.round.set = number;
    }

    /// The turn of a seat in this round, nothing done yet.
    pub fn turn_of(&mut self, seat: u8) {
        let n = self.pos.rules.seats;
        self.pos.state.turn = (0..n).find(|&t| self.pos.snake(t) == Player(seat)).unwrap();
        self.pos.state.act = Act::Open;
        self.pos.state.stage = Stage::Turn;
    }

    // Playing.

    pub fn lists(&self, mv: &Move) -> bool {
        self.pos.choices().iter().any(|c| c.contains(mv))
    }

    /// Plays a move that must be listed; returns what happened.
    pub fn play(&mut self, mv: Move) -> Vec<Event> {
        assert!(
            self.lists(&mv),
            "{mv:?} is not listed: {:?}",
            self.pos.decision()
        );
        let mut events = Vec::new();
        self.pos
            .play(&mv, &mut events)
            .unwrap_or_else(|r| panic!("{mv:?} is refused: {r}"));
        self.events.extend(events.iter().cloned());
        events
    }

    /// The rule by which a move is refused; it is not listed and changes nothing.
    pub fn refused(&self, mv: Move) -> &'static str {
        assert!(!self.lists(&mv), "{mv:?} is listed");
        let mut copy = self.pos.clone();
        let mut events = Vec::new();
        let refusal = copy.play(&mv, &mut events).expect_err("a refusal");
        assert_eq!(
            copy.save(),
            self.pos.save(),
            "a refused move changes nothing"
        );
        assert!(events.is_empty());
        refusal.rule
    }

    pub fn card(&mut self, name: &str, side: u8) -> Vec<Event> {
        let slot = self.slot(name);
        self.play(Move::PlayCard {
            slot,
            side,
            copy: false,
        })
    }

    pub fn pass(&mut self) -> Vec<Event> {
        self.play(Move::Pass)
    }

    pub fn tile_move(&self, id: &str, x: i16, y: i16, tile: &str, rotation: u8) -> Move {
        Move::LayTile {
            company: self.co(id),
            cell: at(x, y),
            tile: self.tile(tile),
            rotation,
            by: LayBy::Build,
        }
    }

    pub fn right_move(
        &self,
        id: &str,
        x: i16,
        y: i16,
        tile: &str,
        rotation: u8,
        who: &str,
    ) -> Move {
        let by = LayBy::Right {
            slot: self.slot(who),
        };
        Move::LayTile {
            company: self.co(id),
            cell: at(x, y),
            tile: self.tile(tile),
            rotation,
            by,
        }
    }

    pub fn station_move(&self, id: &str, x: i16, y: i16) -> Move {
        Move::PlaceStation {
            company: self.co(id),
            cell: at(x, y),
            stop: 0,
        }
    }

    pub fn top_move(&self, id: &str, amount: i32) -> Move {
        let card = self.pos.core.trains.top().unwrap();
        Move::BuyTrain {
            company: self.co(id),
            card,
            face: 0,
            amount,
            from: TrainFrom::Deck,
        }
    }

    pub fn trade_move(&self, id: &str, seller: &str, card: Card, amount: i32) -> Move {
        let from = TrainFrom::Company {
            company: self.co(seller),
        };
        Move::BuyTrain {
            company: self.co(id),
            card,
            face: 0,
            amount,
            from,
        }
    }

    pub fn depot_move(&self, id: &str, card: Card, amount: i32) -> Move {
        Move::BuyTrain {
            company: self.co(id),
            card,
            face: 0,
            amount,
            from: TrainFrom::Pool,
        }
    }

    pub fn return_move(&self, id: &str, card: Card) -> Move {
        Move::ReturnTrain {
            company: self.co(id),
            card,
        }
    }

    pub fn share_move(&self, id: &str) -> Move {
        Move::BuyShare {
            company: self.co(id),
            from: ShareSource::Ipo,
        }
    }

    pub fn sell_move(&self, id: &str, shares: u8) -> Move {
        Move::SellShares {
            company: self.co(id),
            shares,
        }
    }

    pub fn start_move(&self, id: &str, price: i32) -> Move {
        Move::Start {
            company: self.co(id),
            price: self.market_cell(price),
        }
    }

    pub fn allot_move(&self, id: &str, amount: i32) -> Move {
        Move::Allot {
            company: self.co(id),
            amount,
        }
    }

    pub fn use_move(&self, name: &str) -> Move {
        Move::Use {
            slot: self.slot(name),
        }
    }

    /// Ends all turns of the round at once and goes on.
    pub fn end_turns(&mut self) -> Vec<Event> {
        self.pos.state.stage = Stage::TurnsOver;
        self.pos.state.act = Act::Open;
        self.go_on()
    }

    /// Goes on from a rearranged stage.
    pub fn go_on(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        self.pos.settle(&mut events, Stage::Over);
        self.events.extend(events.iter().cloned());
        events
    }

    // Looking.

    pub fn cash_of(&self, seat: u8) -> i32 {
        self.pos.core.money.player(Player(seat))
    }

    pub fn treasury_of(&self, id: &str) -> i32 {
        self.pos.core.money.company(self.co(id))
    }

    pub fn price_of(&self, id: &str) -> i32 {
        self.pos
            .core
            .price(&self.pos.rules.sheet, self.co(id))
            .unwrap()
    }

    pub fn step(&self) -> &'static str {
        self.pos.decision().map_or("over", |d| d.step)
    }

    pub fn decider(&self) -> u8 {
        self.pos.decision().unwrap().player.0
    }

    /// Kinds of a company's trains, lowest first.
    pub fn trains_of(&self, id: &str) -> Vec<String> {
        let company = self.co(id);
        let mut kinds: Vec<u8> = self
            .pos
            .core
            .trains
            .of(company)
            .map(|c| self.pos.core.trains.get(c).kind)
            .collect();
        kinds.sort_unstable();
        kinds
            .into_iter()
            .map(|k| self.pos.rules.sheet.trains[k as usize].name.clone())
            .collect()
    }

    pub fn trains_at(&self, place: Whereabouts) -> Vec<String> {
        let all = self.pos.core.trains.at(place);
        all.map(|c| {
            self.pos.rules.sheet.trains[self.pos.core.trains.get(c).kind as usize]
                .name
                .clone()
        })
        .collect()
    }

    pub fn tile_at(&self, x: i16, y: i16) -> String {
        self.pos
            .core
            .board()
            .at(at(x, y))
            .map_or_else(String::new, |l| self.tile_name(l.tile).to_owned())
    }

    pub fn left(&self, tile: &str) -> u8 {
        self.pos.core.board().left(self.tile(tile))
    }

    /// All listed moves that lay this tile.
    pub fn lays(&self, tile: &str) -> Vec<(Cell, u8)> {
        let wanted = self.tile(tile);
        let mut all: Vec<(Cell, u8)> = self
            .pos
            .choices()
            .into_iter()
            .filter_map(|c| match c.mv {
                Move::LayTile {
                    cell,
                    tile,
                    rotation,
                    ..
                } if tile == wanted => Some((cell, rotation)),
                _ => None,
            })
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}
