//! Choices as a menu: many alike are gathered under one line.

use crate::describe::Describe;
use engine::{Choice, Move, Position};
use std::collections::BTreeMap;

/// A line of a menu.
pub enum Entry {
    /// One choice.
    One(Box<Choice>),
    /// Several under one heading.
    Many(String, Vec<Entry>),
}

/// The menu of a position.
pub fn menu(position: &dyn Position, choices: Vec<Choice>) -> Vec<Entry> {
    let sheet = position.sheet();
    let mut lays: BTreeMap<board::Cell, Vec<Choice>> = BTreeMap::new();
    let mut starts: BTreeMap<u8, Vec<Choice>> = BTreeMap::new();
    let mut entries = Vec::new();
    let mut passes = Vec::new();
    for choice in choices {
        match choice.mv {
            Move::LayTile { cell, .. } => lays.entry(cell).or_default().push(choice),
            Move::Start { company, .. } => starts.entry(company.0).or_default().push(choice),
            Move::Pass => passes.push(Entry::One(Box::new(choice))),
            _ => entries.push(Entry::One(Box::new(choice))),
        }
    }
    let one = |choice: Choice| Entry::One(Box::new(choice));
    if !starts.is_empty() {
        let inner = starts.into_iter().map(|(company, list)| {
            Entry::Many(
                sheet.companies[usize::from(company)].id.clone(),
                list.into_iter().map(one).collect(),
            )
        });
        entries.insert(0, Entry::Many("start a company".into(), inner.collect()));
    }
    if !lays.is_empty() {
        let ways: usize = lays.values().map(Vec::len).sum();
        let cells = lays.len();
        let inner = lays.into_iter().map(|(cell, list)| {
            let place = sheet.map.def(cell).place.clone().filter(|_| !sheet.map.is_unbounded());
            let name = format!("{} {}", sheet.map.name(cell), place.unwrap_or_default());
            Entry::Many(name.trim().to_owned(), list.into_iter().map(one).collect())
        });
        entries.insert(
            0,
            Entry::Many(format!("lay a tile ({ways} ways on {cells} cells)"), inner.collect()),
        );
    }
    entries.extend(passes);
    entries
}

/// A menu, numbered from 1.
pub fn text(position: &dyn Position, entries: &[Entry]) -> String {
    let describe = Describe(position);
    entries
        .iter()
        .enumerate()
        .map(|(i, entry)| match entry {
            Entry::One(choice) => format!("{:>4}  {}", i + 1, describe.choice(choice)),
            Entry::Many(name, inner) => format!("{:>4}  {name} … ({})", i + 1, inner.len()),
        })
        .collect::<Vec<_>>()
        .join("\n")
}
