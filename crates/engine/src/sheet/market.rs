//! The chart of share prices.

use super::look::Look;
use super::read::{Names, ids};
use crate::{MarketCell, MarketDef, Rise};

pub(super) const MARKET: &[&str] = &["rows", "cells", "zones"];
pub(super) const CELL: &[&str] =
    &["id", "price", "row", "column", "right", "left", "sale", "sold_out", "start", "zone"];

const MOST_CELLS: usize = 250;

/// A chart, as `rows` of prices or cell by cell.
pub(super) fn read(look: &Look, names: &Names) -> MarketDef {
    look.only(MARKET);
    let zones = look.texts("zones");
    let mut found: Vec<(Look, MarketCell)> = Vec::new();
    for (r, row) in look.maybe_list("rows").iter().enumerate() {
        for (c, cell) in row.list().into_iter().enumerate() {
            // A hole of the chart.
            if cell.json().is_null() {
                continue;
            }
            let place = (r as u8, (c as u8).saturating_mul(2));
            let def = if cell.json().is_number() {
                printed(cell.price(), place)
            } else {
                cell.only(&["price", "start", "zone"]);
                marked(&cell, names, &zones, place)
            };
            found.push((cell, def));
        }
    }
    for cell in look.maybe_list("cells") {
        cell.only(CELL);
        let place =
            (cell.key("row").number(0..=50) as u8, cell.key("column").number(0..=250) as u8);
        let def = marked(&cell, names, &zones, place);
        found.push((cell, def));
    }
    if found.is_empty() || found.len() > MOST_CELLS {
        look.fault(&format!("rows or cells, 1 to {MOST_CELLS} in all, are needed"));
        found.truncate(MOST_CELLS);
        if found.is_empty() {
            found.push((look.clone(), printed(1, (0, 0))));
        }
    }
    let ids = if look.maybe("cells").is_some() {
        let named: Vec<Look> = found.iter().map(|(l, _)| l.clone()).collect();
        if named.iter().any(|l| l.maybe("id").is_some()) { ids(&named) } else { Vec::new() }
    } else {
        Vec::new()
    };
    let defs: Vec<MarketCell> = found.iter().map(|(_, def)| def.clone()).collect();
    let cells = found
        .iter()
        .enumerate()
        .map(|(i, (cell, def))| MarketCell {
            to: ["right", "left", "sale", "sold_out"].map(|how| {
                let written = cell.maybe(how).map(|to| target(&to, &ids, defs.len()));
                written.unwrap_or_else(|| by_place(&defs, i, how)) as u8
            }),
            ..def.clone()
        })
        .collect();
    MarketDef { cells, zones, rise: Rise::BySize(vec![1]), fall: 1 }
}

fn printed(price: u16, (row, column): (u8, u8)) -> MarketCell {
    MarketCell { price, row, column, start: 0, zone: 0, to: [0; 4] }
}

fn marked(look: &Look, names: &Names, zones: &[String], place: (u8, u8)) -> MarketCell {
    let zone = look.maybe("zone").and_then(|z| z.named(zones, "zone"));
    MarketCell {
        start: look.maybe("start").map_or(0, |s| names.sizes_in(&s)),
        zone: zone.map_or(0, |z| z as u8 + 1),
        ..printed(look.key("price").price(), place)
    }
}

// The cell that a move names: by its id, or by its number from 0.
fn target(look: &Look, ids: &[String], cells: usize) -> usize {
    if look.json().is_string() {
        look.named(ids, "cell").unwrap_or(0)
    } else {
        look.number(0..=cells as i64 - 1) as usize
    }
}

// Where a marker goes when the sheet does not say: right, at the end of the row up; left, at its beginning down; a sale
// down; a sold-out company up. It stays where there is no cell.
fn by_place(cells: &[MarketCell], from: usize, how: &str) -> usize {
    let here = &cells[from];
    let at = |row: Option<u8>| {
        let found = |c: &MarketCell| Some(c.row) == row && c.column == here.column;
        cells.iter().position(found)
    };
    let (up, down) = (at(here.row.checked_sub(1)), at(here.row.checked_add(1)));
    let row = || {
        let all = cells.iter().enumerate();
        all.filter(|(_, c)| c.row == here.row)
    };
    let to = match how {
        "right" => row()
            .filter(|(_, c)| c.column > here.column)
            .min_by_key(|(_, c)| c.column)
            .map(|(i, _)| i)
            .or(up),
        "left" => row()
            .filter(|(_, c)| c.column < here.column)
            .max_by_key(|(_, c)| c.column)
            .map(|(i, _)| i)
            .or(down),
        "sale" => down,
        _ => up,
    };
    to.unwrap_or(from)
}
