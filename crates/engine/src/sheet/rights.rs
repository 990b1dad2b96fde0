//! Rights of private papers, and stops that pay some trains more: what several titles keep under `own`.

use super::Look;
use crate::Sheet;
use ::board::{Cell, TileId};

/// What a paper can do beside paying.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Right {
    /// Its player may lay a tile on one of these cells while they are bare.
    Tile {
        /// The tile.
        tile: TileId,
        /// The cells.
        cells: Vec<Cell>,
    },
    /// Who sells it to a company may lay one of these tiles on a cell at once.
    Parting {
        /// The tiles.
        tiles: Vec<TileId>,
        /// The cell.
        cell: Cell,
    },
    /// Its company pays nothing for this terrain.
    Waives(String),
    /// Its player may swap it for a share of its company.
    Swap,
    /// It stays with a player when all others close, and pays this.
    Stays(i32),
}

/// What some stops pay more to a kind of train.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bonus {
    /// The kind.
    pub kind: u8,
    /// The stops, by cell, and how much more they pay.
    pub cells: Vec<(Cell, i32)>,
}

const OWN: &[&str] = &["sale", "players", "blocks", "port", "parting", "waives", "swap", "stays"];

fn cell(look: &Look, sheet: &Sheet) -> Cell {
    let found = sheet.map.by_name(look.text());
    found.unwrap_or_else(|| {
        look.fault("no cell is called that");
        Cell(0)
    })
}

fn tile(look: &Look, sheet: &Sheet) -> TileId {
    let found = sheet.tiles.by_name(look.text());
    found.unwrap_or_else(|| {
        look.fault("no tile is called that");
        TileId(0)
    })
}

fn right(own: &Look, sheet: &Sheet) -> Option<Right> {
    if let Some(port) = own.maybe("port") {
        let cells = port.key("cells").list();
        return Some(Right::Tile {
            tile: tile(&port.key("tile"), sheet),
            cells: cells.iter().map(|c| cell(c, sheet)).collect(),
        });
    }
    if let Some(parting) = own.maybe("parting") {
        let tiles = parting.key("tiles").list();
        return Some(Right::Parting {
            tiles: tiles.iter().map(|t| tile(t, sheet)).collect(),
            cell: cell(&parting.key("cell"), sheet),
        });
    }
    if let Some(kind) = own.maybe("waives") {
        return Some(Right::Waives(kind.text().to_owned()));
    }
    if own.maybe_flag("swap") {
        return Some(Right::Swap);
    }
    own.maybe("stays").map(|income| Right::Stays(income.money()))
}

/// Reads what papers have under `own`: rights, what they block, what companies pay for them. `players` says from how many
/// players on they take part.
pub fn rights(look: &Look, sheet: &mut Sheet, players: usize) {
    for (at, paper) in look.key("papers").list().iter().enumerate() {
        let Some(own) = paper.maybe("own") else {
            continue;
        };
        own.only(OWN);
        let blocks = own.maybe("blocks").map(|b| cell(&b, sheet));
        let right = right(&own, sheet);
        let sale = own.maybe("sale").map(|s| s.list());
        let def = &mut sheet.papers[at];
        def.blocks = blocks;
        def.right = right;
        def.sale = sale.filter(|s| s.len() == 2).map(|s| (s[0].money(), s[1].money()));
        let least = own.maybe("players").map_or(0, |n| n.count());
        def.in_play &= usize::from(least) <= players;
    }
}
