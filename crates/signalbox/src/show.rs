//! A position as readable tables.

use crate::terminal::{Ink, paint};
use comfy_table::{CellAlignment, Table, presets};
use engine::{Position, Sheet, View, view};
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
    let (sheet, core) = (position.sheet(), position.core());
    let seen = view(position);
    let round = render::round_name(seen.round, &render::ENGLISH);
    let decision = crate::describe::Describe(position).decision(players);
    let (what, reconstructed) = render::text::heading(position);
    let mut text = format!(
        "{} · {round} · phase {}\n{}{decision}\n",
        paint(Ink::Bold, &what),
        seen.phase,
        reconstructed.map_or(String::new(), |r| r + "\n")
    );
    let mut section = |title: &str, body: &str| {
        if !body.trim().is_empty() {
            text.push_str(&format!("\n{}\n{}\n", paint(Ink::Bold, title), body.trim_end()));
        }
    };
    section("Players", &render::text::players(position, players));
    section("Companies", &render::text::companies(position, players));
    section("Private papers", &papers(sheet, &seen, players));
    section("Trains", &trains(&seen));
    section("Market", &render::text::market(sheet, core));
    section("Map", &render::text::map(sheet, core));
    section("Facts", &facts(&seen));
    section("Reconstructed", &sheet.reconstructed.join("\n"));
    if let Some(outcome) = &seen.outcome {
        let winners: Vec<&str> = outcome
            .winners
            .iter()
            .filter_map(|p| players.get(p.at()).map(String::as_str))
            .collect();
        section("Result", &format!("won by {} ({})", winners.join(" and "), outcome.reason));
    }
    text
}

fn papers(sheet: &Sheet, seen: &View, players: &[String]) -> String {
    let mut by_owner: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for paper in seen.papers.iter().filter(|p| p.owner != "aside") {
        let owner = match paper.owner.split_once(':') {
            Some(("player", seat)) => {
                let seat = seat.parse().unwrap_or(usize::MAX);
                render::text::holder_name(sheet, players, seat)
            }
            Some((_, company)) => company.to_owned(),
            None if paper.owner == "gone" => "out of the game".to_owned(),
            None => paper.owner.clone(),
        };
        let price = if paper.owner == "bank" { format!(" {}", paper.price) } else { String::new() };
        let used = if paper.used { " (used)" } else { "" };
        by_owner.entry(owner).or_default().push(format!("{}{price}{used}", paper.id));
    }
    by_owner
        .iter()
        .map(|(owner, papers)| format!(" {owner:<16} {}", papers.join(", ")))
        .collect::<Vec<_>>()
        .join("\n")
}

fn trains(seen: &View) -> String {
    let mut lines = Vec::new();
    for (kind, faces, left) in seen.stack.iter().filter(|(_, _, left)| *left != Some(0)) {
        let faces: Vec<String> =
            faces.iter().map(|(name, price)| format!("{name} for {price}")).collect();
        let left = left.map_or("without end".to_owned(), |n| format!("{n} left"));
        lines.push(format!(" {kind:<5} {left:<12} {}", faces.join(", ")));
    }
    if !seen.pool.is_empty() {
        let pool: Vec<&str> = seen.pool.iter().map(|t| t.name.as_str()).collect();
        lines.push(format!(" pool  {}", pool.join(", ")));
    }
    lines.join("\n")
}

fn facts(seen: &View) -> String {
    // What is reconstructed has a section of its own.
    seen.facts
        .iter()
        .filter(|(key, _)| key != "reconstructed")
        .map(|(key, value)| format!(" {key}: {value}"))
        .collect::<Vec<_>>()
        .join("\n")
}
