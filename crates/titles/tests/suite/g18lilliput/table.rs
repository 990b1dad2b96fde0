//! A table of 18Lilliput: a drafted game, characters and action cards, turns and rounds.

use crate::table::{self, Ledgers, Where, option};
use board::Cell;
use engine::{
    Card, Company, Core, LayBy, Lot, Move, NONE, Player, Position, Setup, SetupError, Slot, Title,
    TrainFrom, Whereabouts,
};
use titles::g18lilliput::{Act, LilliputPosition, Stage, TITLE};

/// A game of 18Lilliput and what has happened in it.
pub type Table = table::Table<LilliputPosition>;

impl Ledgers for LilliputPosition {
    const TITLE: &'static dyn Title = &TITLE;

    fn core_mut(&mut self) -> &mut Core {
        &mut self.state.core
    }
}

/// How a game with fixed seats is set up.
pub fn setup(seats: usize, options: &[(&str, &str)]) -> Setup {
    let mut setup = table::setup(&TITLE, seats);
    for &(name, value) in [("fixed_seats", "on")].iter().chain(options) {
        setup.options.insert(name.to_owned(), option(value));
    }
    setup
}

pub fn start(setup: &Setup) -> Result<Table, SetupError> {
    Table::start(setup)
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
            let first = Company(table.at.state.gulliver[0]);
            if first == table.company(company) && table.tile_at((0, 1)).ends_with("-S") {
                table.draft();
                return table;
            }
        }
        unreachable!()
    }

    /// Everybody takes the next company and character; then the characters are put away.
    pub fn draft(&mut self) {
        self.choose();
        self.at.state.holders = [NONE; 8];
        if self.at.state.stage == Stage::Favour {
            self.at.state.stage = Stage::Turn;
        }
        self.events.clear();
    }

    /// Everybody takes the next company and character; the judge stays behind.
    pub fn choose(&mut self) {
        while let Some(decision) = self.at.decision() {
            match decision.step {
                "draft" => {
                    let lot = self.pick(decision.player);
                    self.play(Move::Take { lot });
                }
                "home" => {
                    let home = self.home(decision.company.expect("a company"));
                    self.play(home);
                }
                _ => break,
            }
        }
    }

    /// The next free company for who has none, else the next free character.
    fn pick(&self, player: Player) -> Lot {
        let mut companies = COMPANIES.iter().map(|c| self.company(c));
        if self.at.companies_of(player).next().is_none()
            && let Some(company) = companies.find(|&c| !self.at.plays(c))
        {
            return Lot::Company(company);
        }
        let free = |name: &&&str| {
            let character = self.at.printed.character(self.slot(name)).unwrap();
            self.at.state.holders[character as usize] == NONE
        };
        let name = CHARACTERS.iter().find(free).expect("a free character");
        Lot::Slot(self.slot(name))
    }

    /// A straight home on the next free side of Mildendo.
    fn home(&self, company: Company) -> Move {
        let rules = &self.at.printed;
        let series = if rules.options.brobdingnag { "BR-" } else { "" };
        let city = if rules.charters[company.at()].metropolis { "M-Y-S" } else { "C-Y-S" };
        let sides = [(0, -1, 0), (1, 0, 1), (0, 1, 0), (-1, 0, 1)];
        let free = |s: &(i16, i16, u8)| self.at.state.core.board().at(at(s.0, s.1)).is_none();
        let (x, y, rotation) = sides.into_iter().find(free).expect("a free side");
        Move::LayTile {
            company,
            cell: at(x, y),
            tile: self.tile_id(&format!("{series}{city}")),
            rotation,
            by: LayBy::Home,
        }
    }
}

// Arranging.
impl Table {
    /// A phase; the deck begins with its train.
    pub fn phase(self, number: u8) -> Table {
        self.phase_begun(number - 1)
    }

    /// A train lies in the depot; its card.
    pub fn depot(&mut self, kind: &str) -> Card {
        self.card_to(Whereabouts::Pool, kind)
    }

    pub fn no_trains(mut self, id: &str) -> Table {
        let company = self.company(id);
        for card in self.at.state.core.trains.cards_mut() {
            if card.place == Whereabouts::Company(company) {
                card.place = Whereabouts::Gone;
            }
        }
        self
    }

    /// A company has these trains and no others.
    pub fn trains(self, id: &str, kinds: &[&str]) -> Table {
        let table = self.no_trains(id);
        kinds.iter().fold(table, |table, kind| table.train(id, kind))
    }

    pub fn obsolete(mut self, card: Card) -> Table {
        self.at.state.core.trains.get_mut(card).obsolete = true;
        self
    }

    /// A player has a character.
    pub fn character(mut self, seat: u8, name: &str) -> Table {
        let character = self.at.printed.character(self.slot(name)).unwrap() as usize;
        self.at.state.holders[character] = seat;
        // Nobody had chosen it, so its tiles were out of the game.
        let rules = self.at.printed.clone();
        for &tile in &rules.characters[character].tiles {
            let count = rules.tile(tile).in_box;
            self.at.state.core.board_mut().set_supply(tile, count);
        }
        self
    }

    /// A late company in play without its founding: director, price, treasury.
    pub fn founded(mut self, seat: u8, id: &str, price: i32) -> Table {
        let (company, cell) = (self.company(id), self.cell_of_price(price));
        let free = (0, 0);
        (self.at).open_company(Player(seat), company, cell, free, &mut Vec::new());
        self.at.state.core.company_mut(company).markers[0] = 0;
        self
    }

    pub fn round(mut self, number: u8) -> Table {
        self.at.state.core.round.set = number;
        self
    }

    /// The turn of a seat in this round, nothing done yet.
    pub fn turn_of(mut self, seat: u8) -> Table {
        let turns = &mut (0..self.at.printed.seats);
        let core = &self.at.state.core;
        let turn = turns.find(|&t| engine::snake(core, t.into()) == Player(seat));
        self.at.state.turn = turn.expect("a turn");
        self.at.state.act = Act::Open;
        self.at.state.stage = Stage::Turn;
        self
    }

    /// Ends all turns of the round at once and goes on.
    pub fn end_turns(&mut self) -> &mut Table {
        self.at.state.stage = Stage::TurnsOver;
        self.at.state.act = Act::Open;
        self.go_on()
    }

    /// Goes on from a rearranged stage.
    pub fn go_on(&mut self) -> &mut Table {
        self.events.clear();
        self.at.settle(&mut self.events, Stage::Over);
        self
    }
}

// Looking.
impl Table {
    pub fn slot(&self, name: &str) -> Slot {
        let slots = &mut self.sheet().slots.iter();
        let found = slots.position(|s| s == name);
        Slot(found.unwrap_or_else(|| panic!("no slot {name}")) as u8)
    }

    /// Whether the table shows a tile among those that can be laid.
    pub fn shown(&self, tile: &str) -> bool {
        engine::view(&self.at).tiles.iter().any(|t| t.0 == tile)
    }

    pub fn kind(&self, name: &str) -> u8 {
        let kinds = &mut self.sheet().trains.iter();
        let found = kinds.position(|t| t.name == name);
        found.unwrap_or_else(|| panic!("no train {name}")) as u8
    }

    /// All listed moves that lay this tile.
    pub fn lays(&self, tile: &str) -> Vec<(Cell, u8)> {
        let wanted = self.tile_id(tile);
        let lay = |mv: Move| match mv {
            Move::LayTile { cell, tile, rotation, .. } if tile == wanted => Some((cell, rotation)),
            _ => None,
        };
        let choices = self.choices().into_iter();
        let mut all: Vec<_> = choices.filter_map(|c| lay(c.mv)).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

// Moves.
impl Table {
    /// Plays a side of an action card.
    #[track_caller]
    pub fn play_card(&mut self, name: &str, side: u8) -> &mut Table {
        let slot = self.slot(name);
        self.play(Move::PlayCard { slot, side, copy: false })
    }

    /// A tile by the right of a character.
    pub fn lay_right(
        &self,
        id: &str,
        hex: impl Where,
        tile: &str,
        rotation: u8,
        who: &str,
    ) -> Move {
        let slot = self.slot(who);
        self.lay_by(id, hex, tile, rotation, LayBy::Right { slot })
    }

    pub fn buy_depot(&self, id: &str, card: Card, amount: i32) -> Move {
        self.buy_card(id, card, 0, amount, TrainFrom::Pool)
    }

    /// Money of a character's action for a treasury.
    pub fn allot(&self, id: &str, amount: i32) -> Move {
        Move::Allot { company: self.company(id), amount }
    }

    /// The ability of a character.
    pub fn employ(&self, name: &str) -> Move {
        Move::Use { slot: self.slot(name) }
    }
}
