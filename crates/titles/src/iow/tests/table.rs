//! A position built by hand: readable steps that edit the ledgers, checked at the end.

use crate::iow::{IowPosition, Stage, StockRound, TITLE};
use board::{Spot, TileId};
use engine::{
    Card, Choice, Company, Event, Flag, LayBy, Lot, Move, NONE, OptionValue, Paper, Pay, Place,
    Player, Position, Purse, RoundKind, RoundName, RouteClaim, RouteStep, Setup, ShareSource,
    TrainFrom, Whereabouts, fits,
};
use std::collections::BTreeMap;

/// An option that is on.
pub fn switch(id: &str) -> (String, OptionValue) {
    (id.to_owned(), OptionValue::Switch(true))
}

/// A game in the making.
#[derive(Clone)]
pub struct Table {
    pub position: IowPosition,
    pub events: Vec<Event>,
}

pub fn setup(players: usize, options: BTreeMap<String, OptionValue>) -> Setup {
    Setup {
        title: "1860".into(),
        variant: "standard".into(),
        preset: "rulebook".into(),
        options,
        players: (0..players).map(|i| format!("P{i}")).collect(),
        seed: 1,
        rules: 1,
        data: None,
        extra: None,
    }
}

impl Table {
    /// A new game by the book.
    pub fn new(players: usize) -> Table {
        Table::with(players, [])
    }

    /// A new game with options.
    pub fn with<const N: usize>(players: usize, options: [(String, OptionValue); N]) -> Table {
        let setup = setup(players, BTreeMap::from(options));
        Table {
            position: TITLE.begin(&setup).expect("a legal setup"),
            events: Vec::new(),
        }
    }

    /// A game as the public platform plays it.
    pub fn public(players: usize) -> Table {
        let setup = Setup {
            preset: "public18xx".into(),
            ..setup(players, BTreeMap::new())
        };
        Table {
            position: TITLE.begin(&setup).expect("a legal setup"),
            events: Vec::new(),
        }
    }

    pub fn co(&self, id: &str) -> Company {
        self.position
            .printed
            .sheet
            .company_by_id(id)
            .expect("a company")
    }

    pub fn paper(&self, id: &str) -> Paper {
        self.position
            .printed
            .sheet
            .paper_by_id(id)
            .expect("a private company")
    }

    pub fn hex(&self, name: &str) -> board::Cell {
        self.position
            .printed
            .sheet
            .map
            .by_name(name)
            .expect("a hex")
    }

    pub fn tile_id(&self, name: &str) -> TileId {
        self.position
            .printed
            .sheet
            .tiles
            .by_name(name)
            .expect("a tile")
    }

    /// The cell of a price; prices are unique on the chart.
    pub fn cell(&self, price: i32) -> u8 {
        let cells = &self.position.printed.sheet.market.cells;
        cells
            .iter()
            .position(|c| i32::from(c.price) == price)
            .expect("a price") as u8
    }

    fn set_money(&mut self, purse: Purse, amount: i32) {
        let now = self.position.state.core.money.of(purse);
        if amount > now {
            self.position
                .state
                .core
                .pay(Purse::Bank, purse, amount - now);
        } else {
            self.position
                .state
                .core
                .pay(purse, Purse::Bank, now - amount);
        }
    }

    /// Cash of players by seat.
    pub fn cash<const N: usize>(mut self, amounts: [i32; N]) -> Table {
        for (seat, amount) in amounts.into_iter().enumerate() {
            self.set_money(Purse::Player(Player(seat as u8)), amount);
        }
        self
    }

    /// Credits of a company.
    pub fn credits(mut self, id: &str, amount: i32) -> Table {
        let company = self.co(id);
        self.set_money(Purse::Company(company), amount);
        self
    }

    /// A private company in a place.
    pub fn private(mut self, id: &str, place: Place) -> Table {
        let paper = self.paper(id);
        self.position.state.core.papers[paper.at()].place = place;
        if place == Place::Gone
            && let Some(company) = self.position.printed.sheet.papers[paper.at()].company
        {
            self.position.state.core.stock[company.at()].reserved = 0;
        }
        self
    }

    /// A company whose first price is set, with shares of the players by seat and in the pool. The first of those with the
    /// most shares is director, if that is at least 2.
    pub fn started<const N: usize>(
        mut self,
        id: &str,
        price: i32,
        shares: [u8; N],
        pool: u8,
    ) -> Table {
        let (company, cell) = (self.co(id), self.cell(price));
        let core = &mut self.position.state.core;
        let stock = &mut core.stock[company.at()];
        for (seat, units) in shares.into_iter().enumerate() {
            stock.from_ipo(Player(seat as u8), units);
        }
        stock.from_ipo(Player(0), pool);
        stock.to_pool(Player(0), pool);
        let most = shares.into_iter().max().unwrap_or(0);
        let director = shares
            .iter()
            .position(|&n| n == most && n >= 2)
            .map(|p| Player(p as u8));
        stock.set_director(director);
        core.company_mut(company).par = cell;
        core.company_mut(company).set(Flag::Started, true);
        core.market.put(company, cell);
        self
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
        let company = table.co(id);
        let home = table.position.printed.charters[company.at()].home;
        let first = ["5", "746", "787"].into_iter().find_map(|name| {
            let tile = table.tile_id(name);
            let sheet = &table.position.printed.sheet;
            let fit = |r| fits(sheet, &table.position.state.core, home.cell, tile, r).is_some();
            (0..6).find(|&r| fit(r)).map(|r| (name, r))
        });
        if let Some((name, rotation)) = first {
            let hex = table.position.printed.sheet.map.name(home.cell);
            table = table.tile(&hex, name, rotation);
        }
        let core = &mut table.position.state.core;
        core.company_mut(company).set(Flag::Floated, true);
        core.company_mut(company).set(Flag::Home, true);
        core.company_mut(company).markers[0] = 0;
        core.board_mut()
            .place(&table.position.printed.sheet.tiles, home, company.0);
        let loose = table.position.state.core.stock[company.at()]
            .director()
            .is_none();
        table
            .position
            .state
            .core
            .company_mut(company)
            .set(Flag::Receivership, loose);
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
        self.launched(id, price, shares, pool)
            .flag(id, Flag::Operated)
    }

    /// Sets a flag of a company.
    pub fn flag(mut self, id: &str, flag: Flag) -> Table {
        let company = self.co(id);
        self.position
            .state
            .core
            .company_mut(company)
            .set(flag, true);
        self
    }

    /// Moves a market marker.
    pub fn price(mut self, id: &str, price: i32) -> Table {
        let (company, cell) = (self.co(id), self.cell(price));
        self.position.state.core.market.put(company, cell);
        self
    }

    /// A tile on the map, whatever the rules say about who may lay it.
    pub fn tile(mut self, hex: &str, name: &str, rotation: u8) -> Table {
        let (cell, tile) = (self.hex(hex), self.tile_id(name));
        let sheet = self.position.printed.sheet.clone();
        let stops = fits(&sheet, &self.position.state.core, cell, tile, rotation)
            .map(|f| f.stops.to_vec())
            .unwrap_or_else(|| (0..sheet.tiles.get(tile).stops.len() as u8).collect());
        self.position
            .state
            .core
            .board_mut()
            .lay(&sheet.tiles, cell, tile, rotation, &stops);
        self
    }

    /// A base of a company.
    pub fn base(mut self, id: &str, hex: &str, stop: u8) -> Table {
        let (company, cell) = (self.co(id), self.hex(hex));
        let tiles = &self.position.printed.sheet.clone().tiles;
        assert!(
            self.position
                .state
                .core
                .board_mut()
                .place(tiles, Spot { cell, stop }, company.0),
            "a free circle"
        );
        let markers = &mut self.position.state.core.company_mut(company).markers;
        let next = markers.iter().position(|&n| n > 0).expect("a marker left");
        markers[next] = 0;
        self
    }

    /// Sells all trains before this kind and gives the next of it to a company.
    pub fn train(mut self, id: &str, name: &str) -> Table {
        let company = self.co(id);
        let kinds = &self.position.printed.sheet.trains;
        let kind = kinds
            .iter()
            .position(|k| k.name == name)
            .expect("a kind of train") as u8;
        let unlimited = kinds[kind as usize].unlimited;
        let trains = &mut self.position.state.core.trains;
        let card = trains
            .cards
            .iter_mut()
            .find(|c| c.kind == kind && c.place == Whereabouts::Deck);
        card.expect("a train left").place = Whereabouts::Company(company);
        if unlimited {
            let copy = trains.cards.iter().filter(|c| c.kind == kind).count() as u8;
            trains.cards.push(engine::Roster::fresh(kind, copy));
        }
        self
    }

    /// A phase, with all trains of earlier ones out of the deck.
    pub fn phase(mut self, phase: u8) -> Table {
        let index = phase - 2;
        let kinds = &self.position.printed.sheet.trains;
        for card in &mut self.position.state.core.trains.cards {
            if kinds[card.kind as usize].phase < index && card.place == Whereabouts::Deck {
                card.place = Whereabouts::Gone;
            }
        }
        self.position.state.core.phase = index;
        self
    }

    /// A train in the pool.
    pub fn pool_train(mut self, name: &str) -> Table {
        let kinds = &self.position.printed.sheet.trains;
        let kind = kinds
            .iter()
            .position(|k| k.name == name)
            .expect("a kind of train") as u8;
        let trains = &mut self.position.state.core.trains;
        let card = trains
            .cards
            .iter_mut()
            .find(|c| c.kind == kind && c.place == Whereabouts::Deck);
        card.expect("a train left").place = Whereabouts::Pool;
        trains.replenish(&self.position.printed.sheet);
        self
    }

    /// A stock round of a set, with a player to act.
    pub fn stock_round(mut self, set: u8, seat: u8) -> Table {
        let state = &mut self.position.state;
        state.core.round = RoundName {
            kind: RoundKind::Stock,
            set,
            number: 1,
        };
        state.stock = StockRound::new(seat);
        state.stage = Stage::Stock;
        state.auction.lots = 0;
        self.position.open_groups();
        self.checked()
    }

    /// An operating round in which these companies act in this order; the first one's turn begins.
    pub fn turns<const N: usize>(mut self, ids: [&str; N]) -> Table {
        let companies = ids.map(|id| self.co(id).0);
        let rounds = self.position.printed.steps[self.position.state.core.phase as usize].rounds;
        let state = &mut self.position.state;
        state.core.round = RoundName {
            kind: RoundKind::Operating,
            set: 2,
            number: 1,
        };
        state.auction.lots = 0;
        state.or.order = [NONE; engine::MAX_COMPANIES];
        state.or.order[..N].copy_from_slice(&companies);
        state.or.count = N as u8;
        state.or.at = 0;
        state.or.rounds = rounds;
        let table = self.checked();
        table.go(|p, events| p.begin_turn(events))
    }

    /// Plays forward without a move.
    pub fn go(mut self, step: impl FnOnce(&mut IowPosition, &mut Vec<Event>)) -> Table {
        step(&mut self.position, &mut self.events);
        self
    }

    /// Whether the ledgers fit together.
    fn checked(self) -> Table {
        let core = &self.position.state.core;
        for c in self.position.printed.sheet.company_ids() {
            assert_eq!(core.stock[c.at()].total(), 10, "shares of {c:?}");
            if let Some(p) = core.stock[c.at()].director() {
                assert!(
                    core.stock[c.at()].of(p) >= 2,
                    "a director holds the director's certificate"
                );
            }
            assert_eq!(
                core.is(c, Flag::Started),
                core.company(c).par != NONE,
                "a started company has a first price"
            );
        }
        self
    }

    // Moves.

    pub fn try_play(&mut self, mv: Move) -> Result<(), engine::Refusal> {
        self.events.clear();
        let before = self.position.save();
        let listed = self.position.choices().iter().any(|c| c.contains(&mv));
        let result = self.position.play(&mv, &mut self.events);
        match &result {
            Ok(()) => assert!(listed, "{mv:?} was accepted but not listed"),
            Err(refusal) => {
                assert_eq!(
                    self.position.save(),
                    before,
                    "a refused move changes nothing"
                );
                let run = matches!(mv, Move::Run { .. });
                assert!(run || !listed, "{mv:?} was listed but refused: {refusal}");
            }
        }
        result
    }

    /// Plays a move that must be legal.
    pub fn play(&mut self, mv: Move) -> &mut Table {
        if let Err(refusal) = self.try_play(mv.clone()) {
            panic!("{mv:?} is refused: {refusal}");
        }
        self
    }

    /// The rule that forbids a move.
    pub fn refused(&self, mv: Move) -> &'static str {
        let mut copy = self.clone();
        match copy.try_play(mv.clone()) {
            Ok(()) => panic!("{mv:?} is accepted"),
            Err(refusal) => refusal.rule,
        }
    }

    /// Whether a move is listed.
    pub fn may(&self, mv: &Move) -> bool {
        self.position.choices().iter().any(|c| c.contains(mv))
    }

    pub fn choices(&self) -> Vec<Choice> {
        self.position.choices()
    }

    pub fn pass(&mut self) -> &mut Table {
        self.play(Move::Pass)
    }

    pub fn bid(&mut self, amount: i32) -> &mut Table {
        self.play(Move::Bid { lot: None, amount })
    }

    pub fn take(&mut self, id: &str) -> &mut Table {
        let lot = Lot::Paper(self.paper(id));
        self.play(Move::Take { lot })
    }

    pub fn start_at(&self, id: &str, price: i32) -> Move {
        Move::Start {
            company: self.co(id),
            price: self.cell(price),
        }
    }

    pub fn buy(&self, id: &str, from: ShareSource) -> Move {
        Move::BuyShare {
            company: self.co(id),
            from,
        }
    }

    pub fn sell(&self, id: &str, shares: u8) -> Move {
        Move::SellShares {
            company: self.co(id),
            shares,
        }
    }

    pub fn lay(&self, id: &str, hex: &str, tile: &str, rotation: u8) -> Move {
        let (company, cell, tile) = (self.co(id), self.hex(hex), self.tile_id(tile));
        Move::LayTile {
            company,
            cell,
            tile,
            rotation,
            by: LayBy::Build,
        }
    }

    pub fn home(&self, id: &str, tile: &str, rotation: u8) -> Move {
        let company = self.co(id);
        let cell = self.position.printed.charters[company.at()].home.cell;
        Move::LayTile {
            company,
            cell,
            tile: self.tile_id(tile),
            rotation,
            by: LayBy::Home,
        }
    }

    pub fn station(&self, id: &str, hex: &str, stop: u8) -> Move {
        Move::PlaceStation {
            company: self.co(id),
            cell: self.hex(hex),
            stop,
        }
    }

    /// A purchase of the top of the deck.
    pub fn deck(&self, id: &str) -> Move {
        let card = self.position.state.core.trains.top().expect("a train left");
        let amount = self.position.printed_price(card);
        Move::BuyTrain {
            company: self.co(id),
            card,
            face: 0,
            amount,
            from: TrainFrom::Deck,
        }
    }

    /// A purchase of another company's train.
    pub fn trade(&self, id: &str, seller: &str, name: &str, amount: i32) -> Move {
        let from = self.co(seller);
        let card = self.card(seller, name);
        Move::BuyTrain {
            company: self.co(id),
            card,
            face: 0,
            amount,
            from: TrainFrom::Company { company: from },
        }
    }

    /// A card of a company by its kind.
    pub fn card(&self, id: &str, name: &str) -> Card {
        let sheet = &self.position.printed.sheet;
        let trains = &self.position.state.core.trains;
        let is = |c: &Card| sheet.trains[trains.get(*c).kind as usize].name == name;
        trains
            .of(self.co(id))
            .find(is)
            .expect("the company owns such a train")
    }

    pub fn dividend(&mut self, pay: Pay) -> &mut Table {
        self.play(Move::Dividend { pay })
    }

    /// A route by hexes and the numbers of segments on their tiles.
    pub fn route(&self, card: Card, path: &[(&str, u8)]) -> RouteClaim {
        let path = path
            .iter()
            .map(|&(hex, segment)| RouteStep {
                cell: self.hex(hex),
                segment,
            })
            .collect();
        RouteClaim {
            card,
            path,
            halts: None,
        }
    }

    pub fn run(&self, id: &str, routes: Vec<RouteClaim>) -> Move {
        Move::Run {
            company: self.co(id),
            routes,
            recorded: None,
        }
    }

    /// The best run that the route finder knows.
    pub fn best_run(&self, id: &str) -> Move {
        let mv = Move::Run {
            company: self.co(id),
            routes: Vec::new(),
            recorded: None,
        };
        self.position.routed(mv)
    }
}
