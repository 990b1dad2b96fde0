//! Positions for a terminal: the map as a drawing of letters, and tables.

use crate::table::{in_order, seat_sign};
use crate::words::{ENGLISH, company_money, money, round_name};
use board::{Cell, Kind, Laid, Layout, NOBODY};
use comfy_table::{CellAlignment, Table, presets};
use engine::{Core, Flag, Position, Sheet, view};
use std::collections::BTreeMap;

/// Width of a cell in letters, the gap to the next included, and its height in lines.
const WIDE: usize = 8;
const HIGH: usize = 4;

/// How much of a list stands in a heading.
const FEW: usize = 3;

/// The map: every cell with its coordinate, place, tile and stations.
///
/// ```text
/// E11────
/// Praha
/// 8892/0
/// BN ATE…
/// ```
///
/// A dot is a free slot; `7/3` is tile 7 turned three steps; `O` and `o` are cities and towns without a tile, `~`, `^`
/// and `A` water, hills and mountains with their cost.
pub fn map(sheet: &Sheet, core: &Core) -> String {
    let cells = core.board().cells();
    let at = |cell: Cell| {
        let (c, r) = if sheet.map.is_unbounded() { cell.xy() } else { sheet.map.def(cell).at };
        let (c, r) = (i32::from(c), i32::from(r));
        match sheet.map.layout {
            Layout::PointyTop => (c * WIDE as i32 / 2, r * HIGH as i32),
            Layout::FlatTop => (c * WIDE as i32, r * HIGH as i32 / 2),
            Layout::Square => (c * WIDE as i32, r * HIGH as i32),
        }
    };
    let left = cells.iter().map(|(c, _)| at(*c).0).min().unwrap_or(0);
    let top = cells.iter().map(|(c, _)| at(*c).1).min().unwrap_or(0);
    let mut page: BTreeMap<usize, Vec<char>> = BTreeMap::new();
    for (cell, laid) in &cells {
        let (x, y) = at(*cell);
        let (x, y) = ((x - left) as usize, (y - top) as usize);
        for (k, line) in cell_lines(sheet, *cell, laid).iter().enumerate() {
            let row = page.entry(y + k).or_default();
            if row.len() < x + WIDE - 1 {
                row.resize(x + WIDE - 1, ' ');
            }
            let long = line.chars().count() > WIDE - 1;
            for (i, c) in line.chars().take(WIDE - 1).enumerate() {
                row[x + i] = if long && i == WIDE - 2 { '…' } else { c };
            }
        }
    }
    let mut out = String::new();
    let last = page.keys().last().copied().unwrap_or(0);
    for y in 0..=last {
        let line: String = page.get(&y).map(|l| l.iter().collect()).unwrap_or_default();
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

fn cell_lines(sheet: &Sheet, cell: Cell, laid: &Laid) -> [String; HIGH] {
    let tile = sheet.tiles.get(laid.tile);
    let def = (!sheet.map.is_unbounded()).then(|| sheet.map.def(cell));
    let printed = def.is_some_and(|d| d.printed == laid.tile);
    let place = def.and_then(|d| d.place.as_deref()).or(tile.place.as_deref()).unwrap_or("");
    let what = if printed {
        let stops: String = tile
            .stops
            .iter()
            .map(|s| match s.kind {
                Kind::City | Kind::Red => 'O',
                Kind::Town => 'o',
                Kind::Halt => '.',
            })
            .collect();
        let label = tile.label.as_deref().filter(|l| *l != stops).unwrap_or("");
        let land = def.and_then(|d| d.terrain.as_ref()).map_or_else(String::new, |t| {
            let sign = match t.kind.as_str() {
                "river" | "water" => '~',
                "hill" => '^',
                "mountain" => 'A',
                _ => '$',
            };
            format!("{sign}{}", t.cost)
        });
        let kept =
            def.and_then(|d| d.reserved_for).and_then(|c| sheet.companies.get(usize::from(c)));
        let kept = kept.map_or_else(String::new, |c| format!("({})", c.id));
        [stops, label.to_owned(), land, kept]
            .iter()
            .filter(|s| !s.is_empty())
            .cloned()
            .collect::<Vec<_>>()
            .join(" ")
    } else {
        format!("{}/{}", tile.name, laid.rotation)
    };
    let name = |c: u8| sheet.companies.get(usize::from(c)).map_or("·", |d| d.id.as_str());
    let any = laid.slots.iter().any(|&s| s != NOBODY);
    let stations = if laid.waiting != NOBODY {
        format!("({})", name(laid.waiting))
    } else if any || !printed {
        laid.slots
            .iter()
            .take(usize::from(tile.slots()))
            .map(|&s| name(s))
            .collect::<Vec<_>>()
            .join(" ")
    } else {
        String::new()
    };
    [
        format!("{:─<width$}", sheet.map.name(cell), width = WIDE - 1),
        place.to_owned(),
        what,
        stations,
    ]
}

fn table<const N: usize>(head: [&str; N], right: &[usize]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(head);
    for &i in right {
        if let Some(column) = table.column_mut(i) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// The share price chart: one line a price that has a marker or a start, markers from the top of their stack.
pub fn market(sheet: &Sheet, core: &Core) -> String {
    let rows = sheet.market.cells.iter().map(|c| c.row).max().unwrap_or(0);
    let mut out = String::new();
    for row in 0..=rows {
        let mut cells: Vec<(usize, &engine::MarketCell)> =
            sheet.market.cells.iter().enumerate().filter(|(_, c)| c.row == row).collect();
        cells.sort_by_key(|c| c.1.column);
        let line: Vec<String> = cells
            .iter()
            .map(|(i, cell)| {
                let mut here: Vec<_> = sheet
                    .company_ids()
                    .filter(|&c| core.market.cell(c) == Some(*i as u8))
                    .collect();
                here.sort_by_key(|&c| core.market.depth(c));
                let markers: Vec<&str> =
                    here.iter().map(|&c| sheet.company(c).id.as_str()).collect();
                if markers.is_empty() {
                    cell.price.to_string()
                } else {
                    format!("{}[{}]", cell.price, markers.join(" "))
                }
            })
            .collect();
        if row > 0 {
            out.push('\n');
        }
        // A row that starts half a cell further in is set in.
        if cells.first().is_some_and(|c| c.1.column % 2 == 1) {
            out.push_str("  ");
        }
        out.push_str(&line.join(" "));
    }
    out.push('\n');
    out
}

/// The players: cash, certificates, worth, shares and papers.
pub fn players(position: &dyn Position, names: &[String]) -> String {
    let (sheet, seen) = (position.sheet(), view(position));
    let mut table =
        table(["", "Player", "Cash", "Certificates", "Value", "Shares", "Papers"], &[2, 3, 4]);
    for &seat in &seen.order {
        let p = &seen.players[usize::from(seat)];
        let shares: Vec<String> = p
            .shares
            .iter()
            .map(|s| format!("{} {}%{}", s.0, s.2, if s.3 { "*" } else { "" }))
            .collect();
        let debt =
            if p.debt > 0 { format!(" (loan {})", money(sheet, p.debt)) } else { String::new() };
        table.add_row([
            seat_sign(names, usize::from(seat)),
            holder_name(sheet, names, usize::from(seat)),
            format!("{}{debt}", money(sheet, p.cash)),
            p.limit
                .map_or_else(|| p.certificates.to_string(), |l| format!("{}/{l}", p.certificates)),
            money(sheet, p.value),
            shares.join(", "),
            p.papers.join(" "),
        ]);
    }
    table.trim_fmt() + "\n"
}

/// A player by name; the player for whom nobody sits has a name of its own.
pub fn holder_name(sheet: &Sheet, names: &[String], seat: usize) -> String {
    match names.get(seat) {
        Some(name) => name.clone(),
        None => sheet.course.automatic.map_or_else(|| format!("Seat {}", seat + 1), str::to_owned),
    }
}

/// What is played, and what in it no rule text prints: the first few of it.
pub fn heading(position: &dyn Position) -> (String, Option<String>) {
    let sheet = position.sheet();
    let first = &sheet.reconstructed[..sheet.reconstructed.len().min(FEW)];
    let more = match sheet.reconstructed.len() - first.len() {
        0 => String::new(),
        n => format!("; and {n} more"),
    };
    let reconstructed =
        (!first.is_empty()).then(|| format!("Reconstructed: {}{more}.", first.join("; ")));
    (format!("{} · {}", sheet.name, sheet.variant), reconstructed)
}

/// The companies that have a price, in operating order, then those to come.
pub fn companies(position: &dyn Position, names: &[String]) -> String {
    let (sheet, seen) = (position.sheet(), view(position));
    let (on, off) = in_order(position, &seen);
    let mut table = table(
        [
            "Company", "Price", "Treasury", "Trains", "Stations", "Left", "Last run", "Director",
            "Bank", "Pool",
        ],
        &[1, 2, 5, 6, 8, 9],
    );
    for c in on {
        let trains: Vec<String> = c
            .trains
            .iter()
            .map(|t| format!("{}{}", t.name, if t.obsolete { "!" } else { "" }))
            .collect();
        let stations: Vec<&str> = c.stations.iter().map(|s| s.0.as_str()).collect();
        let state = if c.flags.contains(&Flag::Floated) {
            ""
        } else if c.flags.contains(&Flag::Bankrupt) {
            " (bankrupt)"
        } else {
            " (not floated)"
        };
        table.add_row([
            format!("{}{state}", c.id),
            c.price.map_or_else(|| "–".to_owned(), |p| p.to_string()),
            c.treasury.map_or_else(|| "–".to_owned(), |t| company_money(sheet, t)),
            if trains.is_empty() { "–".to_owned() } else { trains.join(" ") },
            stations.join(" "),
            c.markers.len().to_string(),
            c.last_revenue.to_string(),
            c.director
                .map_or_else(|| "–".to_owned(), |d| holder_name(sheet, names, usize::from(d))),
            format!("{}%", c.ipo),
            format!("{}%", c.pool),
        ]);
    }
    let mut out = table.trim_fmt() + "\n";
    if !off.is_empty() {
        let ids: Vec<&str> = off.iter().map(|c| c.id.as_str()).collect();
        out.push_str(&format!("Not started: {}\n", ids.join(" ")));
    }
    out
}

/// The whole position: round, players, companies, market, map.
pub fn position(position: &dyn Position, names: &[String]) -> String {
    let (sheet, core) = (position.sheet(), position.core());
    let phase = sheet.phases.get(usize::from(core.phase)).map_or("", |p| p.name.as_str());
    let (what, reconstructed) = heading(position);
    format!(
        "{what} · {} · phase {phase}\n{}\n{}\n{}\n{}\n{}",
        round_name(core.round, &ENGLISH),
        reconstructed.map_or(String::new(), |r| r + "\n"),
        players(position, names),
        companies(position, names),
        market(sheet, core),
        map(sheet, core)
    )
}
