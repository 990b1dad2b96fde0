//! A position as readable tables.

use crate::terminal::{Ink, paint};
use board::NOBODY;
use comfy_table::{CellAlignment, Table, presets};
use engine::{Flag, Position, RoundKind, View, view};
use std::collections::BTreeMap;

/// A plain table with a head.
pub fn table<const N: usize>(head: [&str; N], right: &[usize]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(head);
    for &i in right {
        if let Some(column) = table.column_mut(i) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// The whole position.
pub fn position(position: &dyn Position, players: &[String]) -> String {
    let seen = view(position);
    let mut text = head(position, &seen, players);
    let mut section = |title: &str, body: String| {
        if !body.trim().is_empty() {
            text.push_str(&format!("\n{}\n{body}\n", paint(Ink::Bold, title)));
        }
    };
    section("Players", players_table(&seen, players));
    section("Companies", companies_table(&seen, players));
    section("Private papers", papers_line(&seen, players));
    section("Trains", trains(&seen));
    section("Market", market(position));
    section("Map", map(position));
    section("Facts", facts(&seen));
    if let Some(outcome) = &seen.outcome {
        let winners: Vec<&str> = outcome
            .winners
            .iter()
            .filter_map(|p| players.get(p.at()).map(String::as_str))
            .collect();
        section(
            "Result",
            format!("won by {} ({})", winners.join(" and "), outcome.reason),
        );
    }
    text
}

fn head(position: &dyn Position, seen: &View, players: &[String]) -> String {
    let round = match seen.round.kind {
        RoundKind::Opening => "opening round".to_owned(),
        RoundKind::Stock => format!("stock round {}", seen.round.set),
        RoundKind::Operating => format!("operating round {}.{}", seen.round.set, seen.round.number),
        RoundKind::Actions => format!("action round {}", seen.round.set),
        RoundKind::Over => "game over".to_owned(),
    };
    let name = &position.sheet().name;
    let decision = crate::describe::Describe(position).decision(players);
    format!(
        "{} · {round} · phase {}\n{decision}\n",
        paint(Ink::Bold, name),
        seen.phase
    )
}

fn seat_name(players: &[String], seat: u8) -> String {
    players
        .get(usize::from(seat))
        .cloned()
        .unwrap_or_else(|| format!("seat {seat}"))
}

fn players_table(seen: &View, players: &[String]) -> String {
    let mut table = table(
        ["", "cash", "worth", "cards", "loan", "shares", "papers"],
        &[1, 2, 3, 4],
    );
    for &seat in &seen.order {
        let Some(player) = seen.players.iter().find(|p| p.seat == seat) else {
            continue;
        };
        let shares: Vec<String> = player
            .shares
            .iter()
            .map(|(id, _, percent, director)| {
                format!("{id} {percent}{}", if *director { "*" } else { "" })
            })
            .collect();
        let limit = player.limit.map_or(String::new(), |l| format!("/{l}"));
        let loan = if player.debt + player.penalty == 0 {
            String::new()
        } else {
            format!("{}+{}", player.debt, player.penalty)
        };
        table.add_row([
            seat_name(players, seat),
            player.cash.to_string(),
            player.value.to_string(),
            format!("{}{limit}", player.certificates),
            loan,
            shares.join(", "),
            player.papers.join(" "),
        ]);
    }
    table.to_string()
}

fn companies_table(seen: &View, players: &[String]) -> String {
    let mut table = table(
        [
            "", "director", "treasury", "par", "price", "unsold", "pool", "trains", "stations",
            "left", "papers", "last run",
        ],
        &[2, 3, 4, 5, 6, 11],
    );
    let mut any = false;
    for c in seen
        .companies
        .iter()
        .filter(|c| c.flags.contains(&Flag::Started) && !c.flags.contains(&Flag::Closed))
    {
        any = true;
        let money = |m: Option<i32>| m.map_or(String::new(), |m| m.to_string());
        let state = [
            (Flag::Floated, "not floated", false),
            (Flag::Insolvent, "insolvent", true),
            (Flag::Receivership, "receivership", true),
            (Flag::Bankrupt, "bankrupt", true),
        ]
        .iter()
        .filter(|(flag, _, on)| c.flags.contains(flag) == *on)
        .map(|(_, word, _)| *word)
        .collect::<Vec<_>>()
        .join(", ");
        let director = c.director.map_or(String::new(), |d| seat_name(players, d));
        table.add_row([
            c.id.clone(),
            if state.is_empty() {
                director
            } else {
                format!("{director} ({state})")
            },
            c.treasury.to_string(),
            money(c.par),
            money(c.price),
            format!("{} %", c.ipo),
            format!("{} %", c.pool),
            format!(
                "{}/{}",
                c.trains
                    .iter()
                    .map(|t| t.name.as_str())
                    .collect::<Vec<_>>()
                    .join(" "),
                c.train_limit
            ),
            c.stations
                .iter()
                .map(|(cell, _)| cell.as_str())
                .collect::<Vec<_>>()
                .join(" "),
            c.markers
                .iter()
                .map(u16::to_string)
                .collect::<Vec<_>>()
                .join(" "),
            c.papers.join(" "),
            c.last_revenue.to_string(),
        ]);
    }
    if any {
        table.to_string()
    } else {
        String::new()
    }
}

fn papers_line(seen: &View, players: &[String]) -> String {
    let mut by_owner: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for paper in seen.papers.iter().filter(|p| p.owner != "aside") {
        let owner = match paper.owner.split_once(':') {
            Some(("player", seat)) => seat
                .parse()
                .map_or_else(|_| seat.to_owned(), |s| seat_name(players, s)),
            Some((_, company)) => company.to_owned(),
            None if paper.owner == "gone" => "out of the game".to_owned(),
            None => paper.owner.clone(),
        };
        let price = if paper.owner == "bank" {
            format!(" {}", paper.price)
        } else {
            String::new()
        };
        by_owner.entry(owner).or_default().push(format!(
            "{}{price}{}",
            paper.id,
            if paper.used { " (used)" } else { "" }
        ));
    }
    let mut table = table(["owner", "papers"], &[]);
    for (owner, papers) in &by_owner {
        table.add_row([owner.clone(), papers.join(", ")]);
    }
    if by_owner.is_empty() {
        String::new()
    } else {
        table.to_string()
    }
}

fn trains(seen: &View) -> String {
    let mut lines = Vec::new();
    for (kind, faces, left) in &seen.stack {
        if *left == Some(0) {
            continue;
        }
        let faces: Vec<String> = faces
            .iter()
            .map(|(name, price)| format!("{name} for {price}"))
            .collect();
        let left = left.map_or("without end".to_owned(), |n| format!("{n} left"));
        lines.push(format!(" {kind:<5} {left:<12} {}", faces.join(", ")));
    }
    if !seen.pool.is_empty() {
        let pool: Vec<&str> = seen.pool.iter().map(|t| t.name.as_str()).collect();
        lines.push(format!(" pool  {}", pool.join(", ")));
    }
    lines.join("\n")
}

fn market(position: &dyn Position) -> String {
    let (sheet, core) = (position.sheet(), position.core());
    let order = core.market.order(&sheet.market, sheet.company_ids());
    let mut lines: Vec<(i32, u8, Vec<&str>)> = Vec::new();
    for company in order {
        let Some(cell) = core.market.cell(company) else {
            continue;
        };
        let name = sheet.company(company).id.as_str();
        match lines.last_mut() {
            Some(last) if last.1 == cell => last.2.push(name),
            _ => lines.push((sheet.market.price(cell), cell, vec![name])),
        }
    }
    lines
        .iter()
        .map(|(price, _, names)| format!(" {price:>4}  {}", names.join(" ")))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Tiles at their places: number and rotation, `+` for each station, the coordinate where nothing lies.
fn map(position: &dyn Position) -> String {
    const WIDE: usize = 4;
    let (sheet, core) = (position.sheet(), position.core());
    let mut rows: BTreeMap<i16, Vec<(i16, String)>> = BTreeMap::new();
    for (cell, laid) in core.board().cells() {
        let unbounded = sheet.map.is_unbounded();
        let (x, y) = if unbounded {
            let (x, y) = cell.xy();
            (2 * x, y)
        } else {
            sheet.map.def(cell).at
        };
        let tile = sheet.tiles.get(laid.tile);
        let bare = !unbounded && laid.tile == sheet.map.def(cell).printed;
        let stations = laid.slots.iter().filter(|&&s| s != NOBODY).count()
            + usize::from(laid.waiting != NOBODY);
        let text = if bare {
            sheet.map.name(cell).to_lowercase()
        } else {
            format!("{}/{}", tile.name, laid.rotation)
        };
        rows.entry(y)
            .or_default()
            .push((x, format!("{text}{}", "+".repeat(stations))));
    }
    let least = rows.values().flatten().map(|(x, _)| *x).min().unwrap_or(0);
    let mut lines = Vec::new();
    for cells in rows.values_mut() {
        cells.sort();
        let mut line = String::new();
        for (x, text) in cells.iter() {
            let at = 1 + (x - least) as usize * WIDE;
            while line.chars().count() < at {
                line.push(' ');
            }
            line.push_str(text);
            line.push(' ');
        }
        lines.push(line.trim_end().to_owned());
    }
    lines.join("\n")
}

fn facts(seen: &View) -> String {
    seen.facts
        .iter()
        .map(|(key, value)| format!(" {key}: {value}"))
        .collect::<Vec<_>>()
        .join("\n")
}
