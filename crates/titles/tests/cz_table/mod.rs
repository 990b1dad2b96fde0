//! A table of 18CZ in the middle of a game, built piece by piece, and moves by the names in the rules.
#![allow(dead_code)] // Every test file uses another part of it.

use board::{Cell, Spot, TileId};
use engine::{
    Card, Company, Event, Flag, LayBy, Lot, Move, NONE, OptionValue, Paper, Pay, Place, Player, Position, Purse,
    RoundKind, RoundName, Setup, ShareSource, Sheet, Title, TrainFrom, Whereabouts, fits,
};
use routing::{Budget, solve};
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
    let at = position.as_any().downcast_ref::<CzPosition>().expect("18CZ").clone();
    Table { at, events: Vec::new() }
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
    setup.options.insert(option.to_owned(), OptionValue::Switch(value));
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
        let at = self.at.rules.process.iter().rposition(|b| b.set == set && b.value == 0).expect("a stock round");
        s.at = at as u8;
        s.core.round = RoundName { kind: RoundKind::Stock, set, number: 1 };
        (s.actor, s.passes, s.acted) = (0, 0, false);
        self
    }

    /// The operating round of a box, between turns.
    pub fn in_box(mut self, value: i32) -> Table {
        let s = &mut self.at.state;
        let at = self.at.rules.process.iter().position(|b| b.value == value).expect("a box");
        let here = self.at.rules.process[at];
        s.at = at as u8;
        s.core.round = RoundName { kind: RoundKind::Operating, set: here.set, number: here.number };
        s.queue = [NONE; 16];
        s.begun = 0;
        self
    }

    /// A company is on turn in a step.
    pub fn operating(self, company: &str, step: Step) -> Table {
        let box_value = self.box_value();
        let first = self.at.rules.process.iter().find(|b| b.value > 0).map_or(0, |b| b.value);
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
            if card.place == Whereabouts::Deck && (card.kind < phase || phase > 0 && card.kind == phase && card.copy == 0) {
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
            self.at.state.core.company_mut(company).set(Flag::Available, open);
        }
    }

    /// A player holds the director's certificate (and as much as it takes to float) at a starting price.
    pub fn float(mut self, company: &str, director: u8, price: i32) -> Table {
        let id = self.company(company);
        let cell = self.cell_of_price(price);
        let units = self.sheet().company(id).director_units.max(self.sheet().company(id).float_units);
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
        let stops: Vec<u8> =
            fits(&sheet, &self.at.state.core, cell, tile, rotation).map_or(Vec::new(), |f| f.stops.to_vec());
        self.at.state.core.lay_tile(&sheet, cell, tile, rotation, &stops);
        self
    }

    /// A company has a station, its home if it is the first.
    pub fn station(mut self, company: &str, hex: &str, stop: u8) -> Table {
        let (id, cell) = (self.company(company), self.hex(hex));
        let sheet = self.at.rules.sheet.clone();
        let core = &mut self.at.state.core;
        assert!(core.place_station(&sheet, Spot { cell, stop }, id), "no slot for {company} on {hex}");
        let state = core.company_mut(id);
        state.set(Flag::Home, true);
        *state.markers.iter_mut().find(|n| **n > 0).expect("a marker") -= 1;
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
        let free = |from: Whereabouts, c: &engine::CardState| c.place == from && shows(c.kind).is_some();
        let i = cards
            .iter()
            .position(|c| free(Whereabouts::Gone, c))
            .or_else(|| {
                let kind = cards.iter().find(|c| free(Whereabouts::Deck, c))?.kind;
                cards.iter().rposition(|c| c.kind == kind && c.place == Whereabouts::Deck)
            })
            .unwrap_or_else(|| panic!("no card shows {face}"));
        cards[i].face = shows(cards[i].kind).expect("a face") as u8;
        cards[i].place = place;
        self
    }

    /// Kinds of trains that have been scrapped.
    pub fn scrapped(mut self, faces: &[&str]) -> Table {
        for face in faces {
            let n = self.at.rules.face_names.iter().position(|f| f == face).expect("a face");
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

// Looking.
impl Table {
    pub fn sheet(&self) -> &Sheet {
        &self.at.rules.sheet
    }

    pub fn company(&self, id: &str) -> Company {
        self.sheet().company_by_id(id).unwrap_or_else(|| panic!("no company {id}"))
    }

    pub fn paper(&self, id: &str) -> Paper {
        self.sheet().paper_by_id(id).unwrap_or_else(|| panic!("no local railway {id}"))
    }

    pub fn hex(&self, name: &str) -> Cell {
        self.sheet().map.by_name(name).unwrap_or_else(|| panic!("no hex {name}"))
    }

    pub fn tile_id(&self, name: &str) -> TileId {
        self.sheet().tiles.by_name(name).unwrap_or_else(|| panic!("no tile {name}"))
    }

    pub fn cell_of_price(&self, price: i32) -> u8 {
        let cells = &self.sheet().market.cells;
        cells.iter().position(|c| i32::from(c.price) == price).unwrap_or_else(|| panic!("no price {price}")) as u8
    }

    pub fn price_of(&self, company: &str) -> i32 {
        self.at.state.core.price(self.sheet(), self.company(company)).unwrap_or(0)
    }

    pub fn treasury_of(&self, company: &str) -> i32 {
        self.at.state.core.money.company(self.company(company))
    }

    pub fn cash_of(&self, player: u8) -> i32 {
        self.at.state.core.money.player(Player(player))
    }

    pub fn units(&self, company: &str, player: u8) -> u8 {
        self.at.state.core.stock[self.company(company).at()].of(Player(player))
    }

    pub fn director(&self, company: &str) -> Option<u8> {
        self.at.state.core.stock[self.company(company).at()].director().map(|p| p.0)
    }

    pub fn is(&self, company: &str, flag: Flag) -> bool {
        self.at.state.core.is(self.company(company), flag)
    }

    /// Faces of a company's trains.
    pub fn trains_of(&self, company: &str) -> Vec<String> {
        self.faces_at(Whereabouts::Company(self.company(company)))
    }

    /// Faces of the cards in a place.
    pub fn faces_at(&self, place: Whereabouts) -> Vec<String> {
        let roster = &self.at.state.core.trains;
        roster.at(place).map(|c| self.face_name(c)).collect()
    }

    fn face_name(&self, card: Card) -> String {
        let state = self.at.state.core.trains.get(card);
        self.sheet().face(state.kind, state.face).name.clone()
    }

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
        let kinds = &self.sheet().trains;
        kinds.iter().position(|t| t.name.ends_with(letter)).unwrap_or_else(|| panic!("no card {letter}")) as u8
    }

    pub fn phase_name(&self) -> &str {
        &self.sheet().phases[self.at.state.core.phase as usize].name
    }

    /// A company's card that shows a face.
    pub fn card(&self, company: &str, face: &str) -> Card {
        let id = self.company(company);
        let found = self.at.state.core.trains.of(id).find(|&c| self.face_name(c) == face);
        found.unwrap_or_else(|| panic!("{company} has no {face}"))
    }

    pub fn paper_place(&self, paper: &str) -> Place {
        self.at.state.core.papers[self.paper(paper).at()].place
    }

    /// Who decides, for which company, in which step.
    pub fn waits_for(&self) -> (u8, String, &'static str) {
        let d = self.at.decision().expect("the game goes on");
        let company = d.company.map_or(String::new(), |c| self.sheet().company(c).id.clone());
        (d.player.0, company, d.step)
    }

    pub fn step(&self) -> &'static str {
        self.waits_for().2
    }

    /// Whether a move is among the choices.
    pub fn offers(&self, mv: &Move) -> bool {
        self.at.choices().iter().any(|c| c.contains(mv))
    }

    /// What a move costs by the list of choices.
    pub fn cost(&self, mv: &Move) -> Option<i32> {
        self.at.choices().iter().find(|c| c.contains(mv)).map(|c| c.cost)
    }

    /// Least and most of the amount of a move.
    pub fn range(&self, mv: &Move) -> Option<(i32, i32)> {
        let choices = self.at.choices();
        let amount = |m: &Move| m.with_amount(0);
        choices.iter().find(|c| amount(&c.mv) == amount(mv)).and_then(|c| c.amount).map(|a| (a.min, a.max))
    }

    /// Hexes and tiles that the company on turn may lay by its regular build.
    pub fn lays(&self) -> Vec<(String, String, u8)> {
        let mut all: Vec<_> = self
            .at
            .choices()
            .iter()
            .filter_map(|c| match c.mv {
                Move::LayTile { cell, tile, rotation, by: LayBy::Build | LayBy::Home, .. } => {
                    Some((self.sheet().map.name(cell), self.sheet().tiles.get(tile).name.clone(), rotation))
                }
                _ => None,
            })
            .collect();
        all.sort();
        all
    }

    /// Names of the tiles that may be laid on a hex now.
    pub fn tiles_for(&self, hex: &str) -> Vec<String> {
        let mut all: Vec<String> = self.lays().into_iter().filter(|l| l.0 == hex).map(|l| l.1).collect();
        all.dedup();
        all
    }

    /// Hexes on which something may be laid now.
    pub fn hexes(&self) -> Vec<String> {
        let mut all: Vec<String> = self.lays().into_iter().map(|l| l.0).collect();
        all.dedup();
        all
    }

    /// Hexes and stops where the company on turn may place a station.
    pub fn station_spots(&self) -> Vec<(String, u8)> {
        let spot = |c: &engine::Choice| match c.mv {
            Move::PlaceStation { cell, stop, .. } => Some((self.sheet().map.name(cell), stop)),
            _ => None,
        };
        self.at.choices().iter().filter_map(spot).collect()
    }

    /// The most a company can earn with its trains now.
    pub fn best(&self, company: &str) -> i32 {
        let p = self.at.problem(self.company(company)).expect("a network");
        solve(&p.network, &p.trains, &p.rules, Budget::default()).totals.revenue as i32
    }

    /// The best run.
    pub fn best_run(&self, company: &str) -> Move {
        let id = self.company(company);
        let p = self.at.problem(id).expect("a network");
        let best = solve(&p.network, &p.trains, &p.rules, Budget::default());
        Move::Run { company: id, routes: best.routes.iter().map(|r| p.route(r)).collect(), recorded: None }
    }

    /// Markers on a company's charter, by price: free, 40, 100.
    pub fn markers(&self, company: &str) -> [u8; 3] {
        let m = self.at.state.core.company(self.company(company)).markers;
        [m[0], m[1], m[2]]
    }

    /// Companies with a station on a hex, by stop.
    pub fn stations_on(&self, hex: &str) -> Vec<(String, u8)> {
        let (core, cell) = (&self.at.state.core, self.hex(hex));
        let mut all = Vec::new();
        for company in self.sheet().company_ids() {
            for spot in core.board().stations(&self.sheet().tiles, company.0) {
                if spot.cell == cell {
                    all.push((self.sheet().company(company).id.clone(), spot.stop));
                }
            }
        }
        all.sort_by_key(|s| s.1);
        all
    }
}

// Moves.
impl Table {
    pub fn lay(&self, company: &str, hex: &str, tile: &str, rotation: u8) -> Move {
        self.lay_by(company, hex, tile, rotation, LayBy::Build)
    }

    pub fn lay_power(&self, paper: &str, company: &str, hex: &str, tile: &str, rotation: u8) -> Move {
        self.lay_by(company, hex, tile, rotation, LayBy::Power { paper: self.paper(paper) })
    }

    pub fn lay_waived(&self, paper: &str, company: &str, hex: &str, tile: &str, rotation: u8) -> Move {
        self.lay_by(company, hex, tile, rotation, LayBy::Waiver { paper: self.paper(paper) })
    }

    pub fn lay_by(&self, company: &str, hex: &str, tile: &str, rotation: u8, by: LayBy) -> Move {
        Move::LayTile { company: self.company(company), cell: self.hex(hex), tile: self.tile_id(tile), rotation, by }
    }

    pub fn red_tile(&self, company: &str) -> String {
        let id = self.at.rules.red_tile[self.company(company).at()].expect("a red tile");
        self.sheet().tiles.get(id).name.clone()
    }

    pub fn place(&self, company: &str, hex: &str, stop: u8) -> Move {
        Move::PlaceStation { company: self.company(company), cell: self.hex(hex), stop }
    }

    pub fn take(&self, paper: &str) -> Move {
        Move::Take { lot: Lot::Paper(self.paper(paper)) }
    }

    pub fn begin(&self, company: &str, price: i32) -> Move {
        Move::Start { company: self.company(company), price: self.cell_of_price(price) }
    }

    pub fn share(&self, company: &str) -> Move {
        Move::BuyShare { company: self.company(company), from: ShareSource::Ipo }
    }

    pub fn sell(&self, company: &str, shares: u8) -> Move {
        Move::SellShares { company: self.company(company), shares }
    }

    pub fn buy_local(&self, paper: &str, amount: i32) -> Move {
        Move::BuyPaper { paper: self.paper(paper), amount }
    }

    pub fn sell_local(&self, paper: &str) -> Move {
        Move::SellPaper { paper: self.paper(paper) }
    }

    pub fn acquire(&self, target: &str, amount: i32) -> Move {
        Move::Acquire { target: self.company(target), amount }
    }

    /// The top card as a face at its printed price.
    pub fn buy_top(&self, company: &str, face: &str) -> Move {
        let card = self.at.state.core.trains.top().expect("a card");
        self.buy_card(company, card, face, TrainFrom::Deck)
    }

    /// The first card of the pool as a face at its printed price.
    pub fn buy_pooled(&self, company: &str, face: &str) -> Move {
        let card = self.at.state.core.trains.at(Whereabouts::Pool).next().expect("a card in the pool");
        self.buy_card(company, card, face, TrainFrom::Pool)
    }

    fn buy_card(&self, company: &str, card: Card, face: &str, from: TrainFrom) -> Move {
        let kind = self.at.state.core.trains.get(card).kind;
        let faces = &self.sheet().trains[kind as usize].faces;
        let i = faces.iter().position(|f| f.name == face).unwrap_or_else(|| panic!("the card has no {face}"));
        Move::BuyTrain { company: self.company(company), card, face: i as u8, amount: faces[i].price, from }
    }

    /// A train of another company.
    pub fn buy_from(&self, company: &str, seller: &str, face: &str, amount: i32) -> Move {
        let card = self.card(seller, face);
        let number = self.at.state.core.trains.get(card).face;
        let from = TrainFrom::Company { company: self.company(seller) };
        Move::BuyTrain { company: self.company(company), card, face: number, amount, from }
    }

    pub fn give_back(&self, company: &str, face: &str) -> Move {
        Move::ReturnTrain { company: self.company(company), card: self.card(company, face) }
    }

    /// Turns a train taken over to another face.
    pub fn turn(&self, company: &str, face: &str, to: &str) -> Move {
        let card = self.card(company, face);
        let kind = self.at.state.core.trains.get(card).kind;
        let faces = &self.sheet().trains[kind as usize].faces;
        Move::TurnTrain { card, face: faces.iter().position(|f| f.name == to).expect("a face") as u8 }
    }

    pub fn scrap(&self, company: &str, face: &str) -> Move {
        Move::ScrapTrain { card: self.card(company, face) }
    }

    /// Plays whatever comes.
    pub fn play(&mut self, mv: &Move) -> Result<(), engine::Refusal> {
        self.events.clear();
        self.at.play(mv, &mut self.events)
    }

    /// Plays a move that must be listed and accepted.
    #[track_caller]
    pub fn must(&mut self, mv: Move) {
        assert!(self.offers(&mv), "not offered: {mv:?}\nin {:?}", self.at.decision());
        if let Err(refusal) = self.play(&mv) {
            panic!("refused: {mv:?}: {refusal}");
        }
    }

    /// Passes.
    #[track_caller]
    pub fn pass(&mut self) {
        self.must(Move::Pass);
    }

    #[track_caller]
    pub fn pay_out(&mut self) {
        self.must(Move::Dividend { pay: Pay::Out });
    }

    #[track_caller]
    pub fn withhold(&mut self) {
        self.must(Move::Dividend { pay: Pay::Withhold });
    }

    /// A move that is neither listed nor accepted; the rule it breaks. Nothing changes.
    #[track_caller]
    pub fn refuses(&self, mv: &Move) -> &'static str {
        assert!(matches!(mv, Move::Run { .. }) || !self.offers(mv), "offered though forbidden: {mv:?}");
        let mut copy = self.clone();
        let refusal = copy.play(mv).expect_err("accepted though forbidden");
        assert_eq!(copy.at.save(), self.at.save(), "a refused move changed something");
        refusal.rule
    }
}
