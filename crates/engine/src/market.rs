//! The share price chart: cells, moves between them, and markers in stacks.

use crate::{Company, MAX_COMPANIES, NONE};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// A named move of a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MarketMove {
    /// A dividend was paid.
    Right,
    /// No dividend.
    Left,
    /// Shares were sold.
    Sale,
    /// All shares are with players at the end of a stock round.
    SoldOut,
}

/// One cell of the chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarketCell {
    /// Price of one share.
    pub price: u16,
    /// Row from the top, for drawing.
    pub row: u8,
    /// Column in half cells, for drawing.
    pub column: u8,
    /// Bit s: companies of size s may start here.
    pub start: u8,
    /// A zone of the title (0 = none).
    pub zone: u8,
    /// Target of each [`MarketMove`], in order.
    pub to: [u8; 4],
}

/// How far a payout moves a price.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rise {
    /// Steps by company size; the last one holds for larger sizes.
    BySize(Vec<u8>),
    /// Steps by how often the payout covers the price, from 0 times on; the last one holds for more.
    ByTimes(Vec<u8>),
}

impl Rise {
    /// Steps of a payout.
    pub fn steps(&self, size: u8, payout: i32, price: i32) -> u8 {
        let (list, at) = match self {
            Rise::BySize(list) => (list, usize::from(size)),
            Rise::ByTimes(list) => (list, (payout / price.max(1)).max(0) as usize),
        };
        list.get(at).or(list.last()).copied().unwrap_or(0)
    }
}

/// The printed chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarketDef {
    /// Cells by index.
    pub cells: Vec<MarketCell>,
    /// Names of the zones, from number 1.
    pub zones: Vec<String>,
    /// Steps of a payout.
    pub rise: Rise,
    /// Steps back without one.
    pub fall: u8,
}

impl MarketDef {
    /// Price of a cell.
    pub fn price(&self, cell: u8) -> i32 {
        self.cells[cell as usize].price as i32
    }
}

/// Markers on the chart. In one cell the marker that arrived first is on top.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Market {
    at: [u8; MAX_COMPANIES],
    arrived: [u16; MAX_COMPANIES],
    clock: u16,
}

impl Default for Market {
    fn default() -> Self {
        Market { at: [NONE; MAX_COMPANIES], arrived: [0; MAX_COMPANIES], clock: 0 }
    }
}

impl Market {
    /// The cell of a company's marker.
    pub fn cell(&self, company: Company) -> Option<u8> {
        let cell = self.at[company.at()];
        (cell != NONE).then_some(cell)
    }

    /// Puts a marker on a cell, under those already there; a marker that is there already keeps its place.
    pub fn put(&mut self, company: Company, cell: u8) {
        if self.at[company.at()] != cell {
            self.at[company.at()] = cell;
            self.clock += 1;
            self.arrived[company.at()] = self.clock;
        }
    }

    /// Puts a marker at the bottom of the stack it is in.
    pub fn to_bottom(&mut self, company: Company) {
        self.clock += 1;
        self.arrived[company.at()] = self.clock;
    }

    /// Takes a marker off the chart.
    pub fn remove(&mut self, company: Company) {
        self.at[company.at()] = NONE;
    }

    /// One move; returns whether the cell changed.
    pub fn step(&mut self, def: &MarketDef, company: Company, how: MarketMove) -> bool {
        let Some(cell) = self.cell(company) else {
            return false;
        };
        let to = def.cells[cell as usize].to[how as usize];
        self.put(company, to);
        to != cell
    }

    /// Price of a company's share.
    pub fn price(&self, def: &MarketDef, company: Company) -> Option<i32> {
        self.cell(company).map(|c| def.price(c))
    }

    /// Position in the stack, 0 on top.
    pub fn depth(&self, company: Company) -> u8 {
        let (cell, when) = (self.at[company.at()], self.arrived[company.at()]);
        (0..MAX_COMPANIES)
            .filter(|&i| self.at[i] == cell && cell != NONE && self.arrived[i] < when)
            .count() as u8
    }

    /// Companies of `of` by falling price; at one price the cell further right comes first, then the upper one; in one cell
    /// from the top down.
    pub fn order(&self, def: &MarketDef, of: impl Iterator<Item = Company>) -> Vec<Company> {
        let mut all: Vec<Company> = of.filter(|&c| self.cell(c).is_some()).collect();
        all.sort_by_key(|&c| {
            let cell = &def.cells[usize::from(self.at[c.at()])];
            (Reverse(cell.price), Reverse(cell.column), cell.row, self.arrived[c.at()])
        });
        all
    }
}
