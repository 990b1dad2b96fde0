//! A table of 1860: launches, its stock rounds and turns, and a check that the ledgers fit together.

use crate::table::{self, Ledgers};
use engine::{
    Card, Core, Event, Flag, LayBy, Lineup, Lot, Move, NONE, OptionValue, Place, Player, RoundKind,
    RoundName, RouteClaim, RouteStep, Setup, StockRound, Title, fits,
};
use std::collections::BTreeMap;
use titles::g1860::{IowPosition, TITLE, Wait};

/// A game of 1860 and what has happened in it.
pub type Table = table::Table<IowPosition>;

impl Ledgers for IowPosition {
    const TITLE: &'static dyn Title = &TITLE;

    fn core_mut(&mut self) -> &mut Core {
        &mut self.state.core
    }
}

/// An option that is on.
pub fn switch(id: &str) -> (String, OptionValue) {
    (id.to_owned(), table::option("on"))
}

/// An option with a word.
pub fn word(id: &str, word: &str) -> (String, OptionValue) {
    (id.to_owned(), OptionValue::Word(word.to_owned()))
}

/// A game of the newest rules version, on the second-edition side unless the options say another.
pub fn setup(players: usize, mut options: BTreeMap<String, OptionValue>) -> Setup {
    let (map, second) = word("map", "second_edition");
    options.entry(map).or_insert(second);
    Setup { options, ..table::setup(&TITLE, players) }
}

impl Table {
    /// A new game by the book.
    pub fn new(players: usize) -> Table {
        Table::with(players, [])
    }

    /// A new game with options.
    pub fn with<const N: usize>(players: usize, options: [(String, OptionValue); N]) -> Table {
        Table::start(&setup(players, BTreeMap::from(options))).expect("a legal setup")
    }

    /// A new game of the first rules version.
    pub fn version_1(players: usize) -> Table {
        let setup = Setup { rules: 1, ..setup(players, BTreeMap::new()) };
        Table::start(&setup).expect("a legal setup")
    }

    /// A game as the public platform plays it.
    pub fn public(players: usize) -> Table {
        let setup = Setup { preset: "public18xx".into(), ..setup(players, BTreeMap::new()) };
        Table::start(&setup).expect("a legal setup")
    }
}

// Companies and private companies.
impl Table {
    /// A private company in a place; once it is gone, nothing is reserved for it.
    pub fn private(self, id: &str, place: Place) -> Table {
        let paper = self.paper(id);
        let mut table = self.paper_at(id, place);
        if place == Place::Gone
            && let Some(company) = table.at.printed.sheet.papers[paper.at()].company
        {
            table.at.state.core.stock[company.at()].reserved = 0;
        }
        table
    }

    /// A company whose first price is set, with shares of the players by seat and in the pool. The first of those with the
    /// most shares is director, if that is at least 2.
    pub fn started<const N: usize>(self, id: &str, price: i32, shares: [u8; N], pool: u8) -> Table {
        let mut table = self.price(id, price).flag(id, Flag::Started);
        let (company, cell) = (table.company(id), table.cell_of_price(price));
        let core = &mut table.at.state.core;
        let stock = &mut core.stock[company.at()];
        for (seat, units) in shares.into_iter().enumerate() {
            stock.from_ipo(Player(seat as u8), units);
        }
        stock.from_ipo(Player(0), pool);
        stock.to_pool(Player(0), pool);
        let most = shares.into_iter().max().unwrap_or(0);
        let director = shares.iter().position(|&n| n == most && n >= 2);
        stock.set_director(director.map(|p| Player(p as u8)));
        core.company_mut(company).par = cell;
        table
    }

    /// A launched company with its headquarters on the map, on a yellow tile if its home is bare.
    pub fn launched<const N: usize>(
        self,
        id: &str,
        price: i32,
        shares: [u8; N],
        pool: u8,
    ) -> Table {
        let mut table = self.started(id, price, shares, pool);
        let company = table.company(id);
        let printed = table.at.printed.clone();
        let home = printed.charters[company.at()].home;
        let first = ["5", "746", "787"].into_iter().find_map(|name| {
            let (core, tile) = (&table.at.state.core, table.tile_id(name));
            let fit = |&r: &u8| fits(&printed.sheet, core, home.cell, tile, r).is_some();
            (0..6).find(fit).map(|r| (name, r))
        });
        if let Some((name, rotation)) = first {
            table = table.tile(printed.sheet.map.name(home.cell), name, rotation);
        }
        let core = &mut table.at.state.core;
        core.board_mut().place(&printed.sheet.tiles, home, company.0);
        let loose = core.stock[company.at()].director().is_none();
        let state = core.company_mut(company);
        state.markers[0] = 0;
        state.set(Flag::Floated, true);
        state.set(Flag::Home, true);
        state.set(Flag::Receivership, loose);
        table
    }

    /// A launched company that has taken a turn.
    pub fn operated<const N: usize>(
        self,
        id: &str,
        price: i32,
        shares: [u8; N],
        pool: u8,
    ) -> Table {
        self.launched(id, price, shares, pool).flag(id, Flag::Operated)
    }
}

// Rounds and phases.
impl Table {
    /// A phase, with all trains of earlier ones out of the deck.
    pub fn phase(self, phase: u8) -> Table {
        self.phase_begun(phase - 2)
    }

    /// A stock round of a set, with a player to act.
    pub fn stock_round(mut self, set: u8, seat: u8) -> Table {
        let state = &mut self.at.state;
        state.core.round = RoundName { kind: RoundKind::Stock, set, number: 1 };
        state.stock = StockRound::new(Player(seat));
        state.wait = Some(Wait::Stock);
        state.opening.lots = 0;
        self.at.open_groups();
        self.checked()
    }

    /// An operating round in which these companies act in this order; the first one's turn begins.
    pub fn turns<const N: usize>(mut self, ids: [&str; N]) -> Table {
        let companies = ids.map(|id| self.company(id));
        let rounds = self.at.printed.steps[self.at.state.core.phase as usize].rounds;
        let state = &mut self.at.state;
        state.core.round = RoundName { kind: RoundKind::Operating, set: 2, number: 1 };
        state.opening.lots = 0;
        state.or.lineup = Lineup::new(companies);
        state.or.rounds = rounds;
        let table = self.checked();
        table.go(|p, events| p.begin_turn(events))
    }

    /// Plays forward without a move.
    pub fn go(mut self, step: impl FnOnce(&mut IowPosition, &mut Vec<Event>)) -> Table {
        step(&mut self.at, &mut self.events);
        self
    }

    /// Whether the ledgers fit together.
    fn checked(self) -> Table {
        let core = &self.at.state.core;
        for c in self.sheet().company_ids() {
            let stock = &core.stock[c.at()];
            assert_eq!(stock.total(), 10, "shares of {c:?}");
            assert!(
                stock.director().is_none_or(|p| stock.of(p) >= 2),
                "a director holds the director's certificate"
            );
            assert_eq!(
                core.is(c, Flag::Started),
                core.company(c).par != NONE,
                "a started company has a first price"
            );
        }
        self
    }
}

// Looking.
impl Table {
    /// The treasury of a company as somebody on these seats sees it.
    pub fn treasury_for(&self, id: &str, seats: &[u8]) -> Option<i32> {
        let viewer = engine::Viewer::Seats(seats.to_vec());
        let hidden = engine::hidden_treasuries(&self.at, &viewer);
        let view = engine::view_without(&self.at, &hidden);
        view.companies[self.company(id).at()].treasury
    }

    /// The prices listed for starting a company.
    pub fn first_prices(&self, id: &str) -> Vec<i32> {
        let market = &self.at.printed.sheet.market;
        self.choices()
            .iter()
            .filter_map(|c| match c.mv {
                Move::Start { company, price } if company == self.company(id) => {
                    Some(market.price(price))
                }
                _ => None,
            })
            .collect()
    }

    /// Tiles listed for a hex, with rotations.
    pub fn lays(&self, hex: &str) -> Vec<(String, u8)> {
        let tiles = &self.at.printed.sheet.tiles;
        let mut found: Vec<(String, u8)> = self
            .choices()
            .iter()
            .filter_map(|c| match c.mv {
                Move::LayTile { cell, tile, rotation, .. } if cell == self.hex(hex) => {
                    Some((tiles.get(tile).name.clone(), rotation))
                }
                _ => None,
            })
            .collect();
        found.sort();
        found
    }

    /// Names of tiles listed for a hex.
    pub fn tiles_for(&self, hex: &str) -> Vec<String> {
        let mut names: Vec<String> = self.lays(hex).into_iter().map(|(name, _)| name).collect();
        names.dedup();
        names
    }
}

// Moves.
impl Table {
    pub fn bid(&mut self, amount: i32) -> &mut Table {
        self.play(Move::Bid { lot: None, amount })
    }

    pub fn takes(&mut self, id: &str) -> &mut Table {
        let lot = Lot::Paper(self.paper(id));
        self.play(Move::Take { lot })
    }

    /// The tile below the headquarters of a company.
    pub fn home(&self, id: &str, tile: &str, rotation: u8) -> Move {
        let home = self.at.printed.charters[self.company(id).at()].home.cell;
        let hex = self.sheet().map.name(home);
        self.lay_by(id, hex, tile, rotation, LayBy::Home)
    }

    /// A purchase of the top of the deck.
    pub fn deck(&self, id: &str) -> Move {
        let card = self.at.state.core.trains.top().expect("a train left");
        self.buy_top_for(id, self.at.printed_price(card))
    }

    /// A route by hexes and the numbers of segments on their tiles.
    pub fn route(&self, card: Card, path: &[(&str, u8)]) -> RouteClaim {
        let step = |&(hex, segment): &(&str, u8)| RouteStep { cell: self.hex(hex), segment };
        RouteClaim::best(card, path.iter().map(step).collect())
    }

    pub fn run(&self, id: &str, routes: Vec<RouteClaim>) -> Move {
        Move::Run { company: self.company(id), routes, recorded: None }
    }
}
