//! A table of 18CZ: its rounds and boxes, sizes of companies, local railways, cards with several faces.

use crate::table::{self, Ledgers, option};
use engine::{
    Card, Company, Core, Flag, LayBy, Lineup, Lot, Move, Place, Player, RoundKind, RoundName,
    Setup, StockRound, Title, TrainFrom, Whereabouts,
};
use titles::g18cz::{CzPosition, Step, TITLE};

/// A game of 18CZ and what has happened in it.
pub type Table = table::Table<CzPosition>;

impl Ledgers for CzPosition {
    const TITLE: &'static dyn Title = &TITLE;

    fn core_mut(&mut self) -> &mut Core {
        &mut self.state.core
    }
}

/// How a standard game is set up.
pub fn setup(players: usize, preset: &str, seed: u64) -> Setup {
    Setup {
        preset: preset.to_owned(),
        seed,
        ..table::setup(&TITLE, players)
    }
}

/// A game as it starts.
pub fn start(setup: &Setup) -> Table {
    Table::start(setup).expect("the game starts")
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
pub fn table_with(players: usize, name: &str, value: bool) -> Table {
    let mut setup = setup(players, "rulebook", 1);
    let value = option(if value { "on" } else { "off" });
    setup.options.insert(name.to_owned(), value);
    after_draft(start(&setup))
}

/// By the book as it was read in rules version 1.
pub fn first_version(players: usize) -> Table {
    after_draft(start(&Setup {
        rules: 1,
        ..setup(players, "rulebook", 1)
    }))
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

// Rounds and phases.
impl Table {
    /// The stock round of a set; player 0 is on turn.
    pub fn stock(mut self, set: u8) -> Table {
        let process = &mut self.at.printed.process.iter();
        let at = process.rposition(|b| b.set == set && b.value == 0);
        let s = &mut self.at.state;
        s.at = at.expect("a stock round") as u8;
        s.core.round = RoundName {
            kind: RoundKind::Stock,
            set,
            number: 1,
        };
        s.stock = StockRound::new(Player(0));
        self
    }

    /// The operating round of a box, between turns.
    pub fn in_box(mut self, value: i32) -> Table {
        let process = &self.at.printed.process;
        let at = process.iter().position(|b| b.value == value);
        let at = at.expect("a box");
        let here = process[at];
        let s = &mut self.at.state;
        s.at = at as u8;
        s.core.round = RoundName {
            kind: RoundKind::Operating,
            set: here.set,
            number: here.number,
        };
        s.lineup = Lineup::NOBODY;
        self
    }

    /// A company is on turn in a step, in this box or the first.
    pub fn operating(self, company: &str, step: Step) -> Table {
        let process = &self.at.printed.process;
        let here = process[self.at.state.at as usize].value;
        let first = process.iter().map(|b| b.value).find(|&v| v > 0);
        let value = if here > 0 { here } else { first.unwrap_or(0) };
        let mut table = self.in_box(value);
        let id = table.company(company);
        let turn = &mut table.at.state.turn;
        turn.company = Some(id);
        turn.step = step;
        table
    }

    /// More companies follow in this round.
    pub fn then(mut self, companies: &[&str]) -> Table {
        let ids: Vec<Company> = companies.iter().map(|c| self.company(c)).collect();
        self.at.state.lineup = Lineup::new(ids);
        self
    }

    /// A phase that has just begun: one card of its letter is gone, and all before it.
    pub fn phase(mut self, letter: &str) -> Table {
        let phase = self.kind(letter);
        self.at.state.core.phase = phase;
        self.cards_gone(|c| c.kind < phase || phase > 0 && c.kind == phase && c.copy == 0);
        self.open_sizes()
    }

    /// All cards before a letter are gone but none of it: its phase has not begun.
    pub fn next_card(mut self, letter: &str) -> Table {
        let kind = self.kind(letter);
        self.at.state.core.phase = kind.saturating_sub(1);
        self.cards_gone(|c| c.kind < kind);
        self.open_sizes()
    }

    fn open_sizes(mut self) -> Table {
        let (rules, core) = (&self.at.printed, &mut self.at.state.core);
        let sizes = rules.sizes[core.phase as usize];
        for company in rules.sheet.company_ids() {
            let open = sizes & (1 << rules.size(company)) != 0;
            core.company_mut(company).set(Flag::Available, open);
        }
        self
    }
}

// Companies, trains, local railways.
impl Table {
    /// A player holds the director's certificate (and as much as it takes to float) at a starting price.
    pub fn float(self, company: &str, director: u8, price: i32) -> Table {
        let id = self.company(company);
        let printed = self.sheet().company(id);
        let units = printed.director_units.max(printed.float_units);
        let mut table = self.shares(company, director, units).price(company, price);
        let cell = table.cell_of_price(price);
        let core = &mut table.at.state.core;
        core.stock[id.at()].set_director(Some(Player(director)));
        let state = core.company_mut(id);
        state.par = cell;
        for flag in [Flag::Available, Flag::Started, Flag::Floated] {
            state.set(flag, true);
        }
        table
    }

    /// The company has still its larger first build.
    pub fn fresh(mut self, company: &str) -> Table {
        let id = self.company(company);
        self.at.state.fresh |= 1 << id.0;
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

    /// A company owns a train of a letter.
    pub fn train_of(mut self, company: &str, letter: &str, face: &str) -> Table {
        let place = Whereabouts::Company(self.company(company));
        self.card_of(place, letter, face);
        self
    }

    /// A card of a letter lies in the pool.
    pub fn pool(mut self, letter: &str, face: &str) -> Table {
        self.card_of(Whereabouts::Pool, letter, face);
        self
    }

    /// Kinds of trains that have been scrapped.
    pub fn scrapped(mut self, faces: &[&str]) -> Table {
        for face in faces {
            let names = &mut self.at.printed.face_names.iter();
            let n = names.position(|f| f == face).expect("a face");
            self.at.state.scrapped |= 1 << n;
        }
        self
    }

    /// A player owns a local railway.
    pub fn local(self, paper: &str, player: u8) -> Table {
        self.paper_at(paper, Place::Player(Player(player)))
    }

    /// A company owns a local railway.
    pub fn local_of(self, paper: &str, company: &str) -> Table {
        let owner = self.company(company);
        self.paper_at(paper, Place::Company(owner))
    }
}

// Looking.
impl Table {
    /// Letter of the top card.
    pub fn top(&self) -> &str {
        let roster = &self.at.state.core.trains;
        let top = roster.top().expect("a card");
        self.letter(roster.get(top).kind)
    }

    /// Letter of a kind of cards.
    pub fn letter(&self, kind: u8) -> &str {
        let name = &self.sheet().trains[kind as usize].name;
        &name[name.len() - 1..]
    }

    fn kind(&self, letter: &str) -> u8 {
        let kinds = &mut self.sheet().trains.iter();
        let found = kinds.position(|t| t.name.ends_with(letter));
        found.unwrap_or_else(|| panic!("no card {letter}")) as u8
    }

    pub fn phase_name(&self) -> &str {
        &self.sheet().phases[self.at.state.core.phase as usize].name
    }

    /// Markers on a company's charter, by price: free, 40, 100.
    pub fn markers(&self, company: &str) -> [u8; 3] {
        let m = self.at.state.core.company(self.company(company)).markers;
        [m[0], m[1], m[2]]
    }

    pub fn red_tile(&self, company: &str) -> String {
        let id = self.at.printed.red_tile[self.company(company).at()];
        self.tile_name(id.expect("a red tile")).to_owned()
    }

    /// Hexes and tiles that the company on turn may lay by its regular build.
    pub fn lays(&self) -> Vec<(String, String, u8)> {
        let lay = |mv: Move| match mv {
            Move::LayTile {
                cell,
                tile,
                rotation,
                by: LayBy::Build | LayBy::Home,
                ..
            } => {
                let tile = self.tile_name(tile).to_owned();
                Some((self.sheet().map.name(cell), tile, rotation))
            }
            _ => None,
        };
        let choices = self.choices().into_iter();
        let mut all: Vec<_> = choices.filter_map(|c| lay(c.mv)).collect();
        all.sort();
        all
    }

    /// Names of the tiles that may be laid on a hex now.
    pub fn tiles_for(&self, hex: &str) -> Vec<String> {
        let here = self.lays().into_iter().filter(|l| l.0 == hex);
        let mut all: Vec<String> = here.map(|l| l.1).collect();
        all.dedup();
        all
    }

    /// Hexes on which something may be laid now.
    pub fn hexes(&self) -> Vec<String> {
        let mut all: Vec<String> = self.lays().into_iter().map(|l| l.0).collect();
        all.dedup();
        all
    }
}

// Moves.
impl Table {
    /// A tile by the power of a local railway.
    pub fn lay_power(
        &self,
        paper: &str,
        company: &str,
        hex: &str,
        tile: &str,
        rotation: u8,
    ) -> Move {
        let paper = self.paper(paper);
        self.lay_by(company, hex, tile, rotation, LayBy::Power { paper })
    }

    /// A tile whose terrain a local railway pays.
    pub fn lay_waived(
        &self,
        paper: &str,
        company: &str,
        hex: &str,
        tile: &str,
        rotation: u8,
    ) -> Move {
        let paper = self.paper(paper);
        self.lay_by(company, hex, tile, rotation, LayBy::Waiver { paper })
    }

    pub fn take(&self, paper: &str) -> Move {
        Move::Take {
            lot: Lot::Paper(self.paper(paper)),
        }
    }

    pub fn buy_local(&self, paper: &str, amount: i32) -> Move {
        Move::BuyPaper {
            paper: self.paper(paper),
            amount,
        }
    }

    pub fn sell_local(&self, paper: &str) -> Move {
        Move::SellPaper {
            paper: self.paper(paper),
        }
    }

    pub fn acquire(&self, target: &str, amount: i32) -> Move {
        Move::Acquire {
            target: self.company(target),
            amount,
        }
    }

    /// The top card as a face at its printed price.
    pub fn buy_top(&self, company: &str, face: &str) -> Move {
        let card = self.at.state.core.trains.top().expect("a card");
        self.buy_face(company, card, face, TrainFrom::Deck)
    }

    /// The first card of the pool as a face at its printed price.
    pub fn buy_pooled(&self, company: &str, face: &str) -> Move {
        let mut pool = self.at.state.core.trains.at(Whereabouts::Pool);
        let card = pool.next().expect("a card in the pool");
        self.buy_face(company, card, face, TrainFrom::Pool)
    }

    fn buy_face(&self, company: &str, card: Card, face: &str, from: TrainFrom) -> Move {
        let number = self.face_of(card, face);
        let kind = self.at.state.core.trains.get(card).kind;
        let price = self.sheet().face(kind, number).price;
        self.buy_card(company, card, number, price, from)
    }

    fn face_of(&self, card: Card, face: &str) -> u8 {
        let kind = self.at.state.core.trains.get(card).kind;
        let faces = &mut self.sheet().trains[kind as usize].faces.iter();
        let found = faces.position(|f| f.name == face);
        found.unwrap_or_else(|| panic!("the card has no {face}")) as u8
    }

    pub fn return_train(&self, company: &str, face: &str) -> Move {
        self.give_back(company, self.card(company, face))
    }

    /// Turns a train taken over to another face.
    pub fn turn(&self, company: &str, face: &str, to: &str) -> Move {
        let card = self.card(company, face);
        Move::TurnTrain {
            card,
            face: self.face_of(card, to),
        }
    }

    pub fn scrap(&self, company: &str, face: &str) -> Move {
        Move::ScrapTrain {
            card: self.card(company, face),
        }
    }
}
