//! A table of 1889: companies, private companies, its rounds.

use crate::table::{self, Ledgers};
use engine::{
    Card, Checks, Choice, Core, Flag, Lot, Move, Place, Player, Position, RoundKind, RoundName,
    Setup, StockRound, Title, TrainFrom, Whereabouts,
};
use titles::g1889::{ShikokuPosition, TITLE};

/// A game of 1889 and what has happened in it.
pub type Table = table::Table<ShikokuPosition>;

impl Ledgers for ShikokuPosition {
    const TITLE: &'static dyn Title = &TITLE;

    fn core_mut(&mut self) -> &mut Core {
        &mut self.state.core
    }
}

// Games.
impl Table {
    /// A new game by the book, before its auction.
    pub fn auction(players: usize) -> Table {
        Table::start(&table::setup(&TITLE, players)).expect("a legal setup")
    }

    /// A new beginner game.
    pub fn beginner(players: usize, seed: u64) -> Table {
        let setup = Setup { variant: "beginner".into(), seed, ..table::setup(&TITLE, players) };
        Table::start(&setup).expect("a legal setup")
    }

    /// The second stock round of a game as the public platform plays it.
    pub fn public(players: usize) -> Table {
        let setup = Setup { preset: "public18xx".into(), ..table::setup(&TITLE, players) };
        Table::start(&setup).expect("a legal setup").stock_round(2, 0)
    }

    /// A game in its second stock round; private companies are out of the game, and the first player begins.
    pub fn new(players: usize) -> Table {
        Table::auction(players).stock_round(2, 0)
    }

    /// A stock round of a set, with a player to act. Private companies that nobody owns are out of the game.
    pub fn stock_round(mut self, set: u8, seat: u8) -> Table {
        let state = &mut self.at.state;
        let number = 1;
        let kind = RoundKind::Stock;
        state.core.round = RoundName { kind, set, number };
        state.auction = None;
        state.stock = StockRound::new(Player(seat));
        for paper in &mut state.core.papers {
            if paper.place == Place::Bank {
                paper.place = Place::Gone;
            }
        }
        self
    }

    /// The phase of a train.
    pub fn phase(self, name: &str) -> Table {
        let phases = &self.sheet().phases;
        let phase = phases.iter().position(|p| p.name == name);
        self.phase_begun(phase.expect("a phase") as u8)
    }

    /// All pass: the operating round begins with its first company.
    pub fn operating(mut self) -> Table {
        while self.step() == "stock" {
            self.pass();
        }
        self
    }

    /// The company on turn goes on to a step, doing nothing on the way.
    pub fn until(mut self, step: &str) -> Table {
        while self.step() != step {
            self.idle();
        }
        self
    }

    /// As [`Table::until`], for a company.
    pub fn turn_of(mut self, id: &str, step: &str) -> Table {
        while self.acting() != id || self.step() != step {
            self.idle();
        }
        self
    }

    /// Does as little as possible.
    pub fn idle(&mut self) -> &mut Table {
        match self.step() {
            "run" => {
                let run = self.best_run(&self.acting());
                self.play(run)
            }
            "dividend" => self.withhold(),
            _ => self.pass(),
        }
    }
}

// Companies and private companies.
impl Table {
    /// The cell where a company starts at a price.
    fn par_cell(&self, price: i32) -> u8 {
        let cells = &mut self.sheet().market.cells.iter();
        let found = cells.position(|c| i32::from(c.price) == price && c.start != 0);
        found.unwrap_or_else(|| panic!("no par {price}")) as u8
    }

    /// A company that has been started at a par price, with shares of the players by seat and in the pool. The first of those
    /// with the most shares is director.
    pub fn started<const N: usize>(
        mut self,
        id: &str,
        par: i32,
        shares: [u8; N],
        pool: u8,
    ) -> Table {
        let (company, cell) = (self.company(id), self.par_cell(par));
        let core = &mut self.at.state.core;
        let stock = &mut core.stock[company.at()];
        for (seat, units) in shares.into_iter().enumerate() {
            stock.from_ipo(Player(seat as u8), units);
        }
        stock.from_ipo(Player(0), pool);
        stock.to_pool(Player(0), pool);
        let most = shares.into_iter().max().unwrap_or(0);
        let director = shares.iter().position(|&n| n == most);
        stock.set_director(director.map(|p| Player(p as u8)));
        core.market.put(company, cell);
        core.company_mut(company).par = cell;
        self.flag(id, Flag::Started)
    }

    /// A company that has floated; its home is placed when an operating round begins.
    pub fn floated<const N: usize>(self, id: &str, par: i32, shares: [u8; N], pool: u8) -> Table {
        self.started(id, par, shares, pool).flag(id, Flag::Floated)
    }

    /// A player owns a private company.
    pub fn private(self, id: &str, seat: u8) -> Table {
        self.paper_at(id, Place::Player(Player(seat)))
    }

    /// A company owns a private company.
    pub fn private_of(self, id: &str, company: &str) -> Table {
        let owner = self.company(company);
        self.paper_at(id, Place::Company(owner))
    }

    /// The marker of a company stands in a row and column of the chart.
    pub fn marker(mut self, id: &str, row: u8, column: u8) -> Table {
        let cells = &mut self.sheet().market.cells.iter();
        let cell = cells.position(|c| (c.row, c.column / 2) == (row, column));
        let (cell, company) = (cell.expect("a cell") as u8, self.company(id));
        self.at.state.core.market.put(company, cell);
        self
    }

    /// What the bank holds.
    pub fn bank(mut self, amount: i32) -> Table {
        self.at.state.core.money.stock_bank(amount);
        self
    }
}

// Looking.
impl Table {
    /// What the engine thinks of the ledgers.
    pub fn checks(&self) -> Checks<'_> {
        Checks { sheet: self.sheet(), terms: &self.at.printed.terms, core: self.at.core() }
    }

    pub fn bank_holds(&self) -> i32 {
        self.at.core().money.of(engine::Purse::Bank)
    }

    /// Row and column of a company's marker.
    pub fn cell_of(&self, id: &str) -> (u8, u8) {
        let cell = self.at.core().market.cell(self.company(id));
        let cell = &self.sheet().market.cells[usize::from(cell.expect("a marker"))];
        (cell.row, cell.column / 2)
    }

    /// What a player may do although somebody else is waited for.
    pub fn asides_of(&self, seat: u8) -> Vec<Move> {
        let all = self.at.asides().into_iter();
        let own = all.filter(|(player, _)| player.0 == seat);
        own.map(|(_, choice)| choice.mv).collect()
    }

    /// Tiles listed for a hex, with rotations.
    pub fn lays(&self, hex: &str) -> Vec<(String, u8)> {
        let cell = self.hex(hex);
        let lay = |c: Choice| match c.mv {
            Move::LayTile { cell: at, tile, rotation, .. }
            | Move::LayPaperTile { cell: at, tile, rotation, .. }
                if at == cell =>
            {
                Some((self.tile_name(tile).to_owned(), rotation))
            }
            _ => None,
        };
        self.choices().into_iter().filter_map(lay).collect()
    }

    /// Names of tiles listed for a hex, as the sheet lists them.
    pub fn tiles_for(&self, hex: &str) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for (name, _) in self.lays(hex) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// Hexes on which something may be laid.
    pub fn open_hexes(&self) -> Vec<String> {
        let map = &self.sheet().map;
        let mut names: Vec<String> = map.all().map(|c| map.name(c)).collect();
        names.retain(|name| !self.lays(name).is_empty());
        names.sort();
        names
    }

    /// What everybody is worth.
    pub fn worth(&self) -> Vec<i32> {
        self.at.values()
    }

    pub fn round(&self) -> (RoundKind, u8, u8) {
        let RoundName { kind, set, number } = self.at.core().round;
        (kind, set, number)
    }

    /// The price of a card of the bank that shows a face.
    pub fn on_sale(&self, face: &str) -> Option<i32> {
        let sold = |c: &Choice| match c.mv {
            Move::BuyTrain { card, from: TrainFrom::Deck | TrainFrom::Pool, .. } => {
                (self.face_name(card) == face).then_some(c.cost)
            }
            _ => None,
        };
        self.choices().iter().find_map(sold)
    }
}

// Moves.
impl Table {
    pub fn bid(&self, id: &str, amount: i32) -> Move {
        let lot = Some(Lot::Paper(self.paper(id)));
        Move::Bid { lot, amount }
    }

    pub fn take(&self, id: &str) -> Move {
        let lot = Lot::Paper(self.paper(id));
        Move::Take { lot }
    }

    pub fn par(&self, id: &str, price: i32) -> Move {
        let (company, price) = (self.company(id), self.par_cell(price));
        Move::Start { company, price }
    }

    pub fn swap(&self, id: &str) -> Move {
        let paper = self.paper(id);
        Move::Exchange { paper }
    }

    /// A tile by right of a private company.
    pub fn paper_tile(&self, id: &str, hex: &str, tile: &str, rotation: u8) -> Move {
        let (paper, cell, tile) = (self.paper(id), self.hex(hex), self.tile_id(tile));
        Move::LayPaperTile { paper, cell, tile, rotation }
    }

    pub fn buy_private(&self, id: &str, amount: i32) -> Move {
        let paper = self.paper(id);
        Move::BuyPaper { paper, amount }
    }

    /// The top train of the deck at its price.
    pub fn deck(&self, id: &str) -> Move {
        let card = self.at.core().trains.top().expect("a train left");
        self.at_price(id, card, TrainFrom::Deck)
    }

    /// A train of the deck or the pool that shows a face, at its price.
    pub fn bank_train(&self, id: &str, face: &str) -> Move {
        let trains = &self.at.core().trains;
        let shows = |c: &Card| self.face_name(*c) == face;
        if let Some(card) = trains.at(Whereabouts::Pool).find(shows) {
            return self.at_price(id, card, TrainFrom::Pool);
        }
        let card = trains.at(Whereabouts::Deck).find(shows);
        self.at_price(id, card.expect("a train left"), TrainFrom::Deck)
    }

    fn at_price(&self, id: &str, card: Card, from: TrainFrom) -> Move {
        let state = self.at.core().trains.get(card);
        let price = self.sheet().face(state.kind, state.face).price;
        self.buy_card(id, card, 0, price, from)
    }

    /// A D for one of the company's trains.
    pub fn trade(&self, id: &str, face: &str, amount: i32) -> Move {
        let Move::BuyTrain { company, card, .. } = self.bank_train(id, "D") else {
            panic!("a purchase");
        };
        let given = self.card(id, face);
        Move::TradeTrain { company, card, given, amount }
    }

    /// Somebody answers an offer.
    pub fn answer(&mut self, accept: bool) -> &mut Table {
        self.play(Move::Answer { accept })
    }
}
