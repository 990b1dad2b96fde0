//! A made-up game: three players, two companies, a chart of two rows, a map of seven hexes in a row.

use engine::sheet::{Faults, Look, Wanted, read};
use engine::{Acts, Checks, Company, Core, Course, Event, Flag, Player, Purse, Rng, Sheet, Terms};
use serde_json::{Value as Json, json};

pub const A: Company = Company(0);
pub const B: Company = Company(1);
pub const P: [Player; 3] = [Player(0), Player(1), Player(2)];

pub fn data() -> Json {
    let company = |id: &str, home: &str| {
        json!({
            "id": id, "name": id, "colour": "#102030", "text_colour": "#ffffff",
            "shares": [20, 10, 10, 10, 10, 10, 10, 10, 10], "most": 60, "float": 50, "capital": 10,
            "stations": [0, 40], "homes": [home],
        })
    };
    let two = |first: u8, second: u8| {
        let city = |revenue: u8| json!({"kind": "city", "revenue": revenue, "slots": 1});
        json!([city(first), city(second)])
    };
    json!({
        "form": 1, "title": "tiny", "name": "Tiny", "money": {"players": "#"}, "bank": 2000,
        "players": {"3": {"cash": 500, "certificates": 4}},
        "grid": {"layout": "flat_top", "names": "column_row"},
        "companies": [company("A", "A3"), company("B", "A11")],
        "papers": [
            {"id": "X", "name": "X", "income": 5, "price": 20},
            {"id": "Y", "name": "Y", "income": 10, "price": 40, "company": "B"},
            {"id": "Z", "name": "Z", "income": 15, "price": 60},
        ],
        "market": {"zones": ["free", "loose"], "rows": [
            [{"price": 60}, {"price": 70, "start": true}, {"price": 80}, {"price": 90}],
            [{"price": 40, "zone": "loose"}, {"price": 50, "zone": "free"}, 65, 75],
        ]},
        "phases": [
            {"id": "1", "colours": ["yellow"], "train_limit": 2, "rounds": 1},
            {"id": "2", "colours": ["yellow", "green"], "train_limit": 2, "rounds": 2},
            {"id": "3", "colours": ["yellow", "green"], "train_limit": 1, "rounds": 2},
        ],
        "trains": [
            {"id": "2", "count": 2, "phase": "1", "price": 80, "range": 2, "scrapped_by": ["4"]},
            {"id": "3", "count": 1, "phase": "2", "price": 180, "range": 3, "obsolete_by": ["4"]},
            {"id": "4", "count": "unlimited", "phase": "3", "price": 300, "range": 4},
        ],
        "tiles": [
            {"id": "9", "colour": "yellow", "count": 2, "segments": [["e0", "e3"]], "upgrades": ["24"]},
            {"id": "8", "colour": "yellow", "count": 1, "segments": [["e0", "e2"]]},
            {"id": "57", "colour": "yellow", "count": 2,
             "stops": [{"kind": "city", "revenue": 20, "slots": 1}],
             "segments": [["e0", "s0"], ["e3", "s0"]], "upgrades": ["14"]},
            {"id": "24", "colour": "green", "count": 1, "segments": [["e0", "e3"], ["e0", "e2"]]},
            {"id": "14", "colour": "green", "count": 1,
             "stops": [{"kind": "city", "revenue": 30, "slots": 2}],
             "segments": [["e0", "s0"], ["e3", "s0"]]},
            {"id": "two", "colour": "yellow", "count": 1, "stops": two(20, 20),
             "segments": [["e0", "s0"], ["e3", "s1"]], "upgrades": ["more"]},
            {"id": "more", "colour": "green", "count": 1, "stops": two(20, 40),
             "segments": [["e0", "s0"], ["e3", "s1"]]},
        ],
        "cells": [
            {"id": "A1"},
            {"id": "A3", "stops": [{"kind": "city", "slots": 1}]},
            {"id": "A5", "terrain": {"kind": "hill", "cost": 60}},
            {"id": "A7", "stops": [{"kind": "city", "slots": 1}]},
            {"id": "A9"},
            {"id": "A11", "stops": [{"kind": "city", "slots": 1}]},
            {"id": "A13"},
        ],
    })
}

pub struct Table {
    pub sheet: Sheet,
    pub terms: Terms,
    pub core: Core,
    pub events: Vec<Event>,
}

impl Table {
    pub fn new(terms: Terms) -> Table {
        let (data, faults) = (data(), Faults::default());
        let course = Course { steps: Vec::new(), sets: true, routes: true, automatic: None };
        let wanted =
            Wanted { title: "tiny", variant: "standard", players: 3, course, whole: &data };
        let sheet = read(&Look::new(&data, &faults), &wanted);
        assert_eq!(faults.into_list(), Vec::<String>::new());
        let mut core = Core::new(&sheet, 3, false, false, Rng::new(1));
        core.money.stock_bank(2000);
        for player in P {
            core.pay(Purse::Bank, Purse::Player(player), 500);
        }
        for company in [A, B] {
            core.company_mut(company).set(Flag::Available, true);
        }
        Table { sheet, terms, core, events: Vec::new() }
    }

    pub fn plain() -> Table {
        Table::new(Terms::PLAIN)
    }

    pub fn acts(&mut self) -> Acts<'_> {
        Acts {
            sheet: &self.sheet,
            terms: &self.terms,
            core: &mut self.core,
            events: &mut self.events,
        }
    }

    pub fn checks(&self) -> Checks<'_> {
        Checks { sheet: &self.sheet, terms: &self.terms, core: &self.core }
    }

    /// The cell of a price.
    pub fn at(&self, price: u16) -> u8 {
        let cells = &self.sheet.market.cells;
        cells.iter().position(|c| c.price == price).unwrap() as u8
    }

    /// A is started by the first player, who holds so many shares then.
    pub fn started(mut self, shares: u8) -> Table {
        let cell = self.at(70);
        self.acts().start(A, P[0], cell, 140);
        for _ in 2..shares {
            self.acts().buy_share(P[0], A, engine::ShareSource::Ipo, 0);
        }
        self.events.clear();
        self
    }

    pub fn give(&mut self, player: Player, company: Company, shares: u8) {
        self.core.stock[company.at()].from_ipo(player, shares);
    }

    pub fn cash(&self, player: Player) -> i32 {
        self.core.money.player(player)
    }

    pub fn treasury(&self, company: Company) -> i32 {
        self.core.money.company(company)
    }

    pub fn price(&self, company: Company) -> i32 {
        self.core.price(&self.sheet, company).unwrap()
    }

    pub fn cell(&self, name: &str) -> board::Cell {
        self.sheet.map.by_name(name).unwrap()
    }

    pub fn tile(&self, name: &str) -> board::TileId {
        self.sheet.tiles.by_name(name).unwrap()
    }

    /// Everything is in one place, and no money came or went.
    pub fn sound(&self) {
        assert_eq!(self.core.money.totals().0, 2000);
        for company in self.sheet.company_ids() {
            let stock = &self.core.stock[company.at()];
            assert_eq!(stock.total(), self.sheet.company(company).units);
        }
    }
}
