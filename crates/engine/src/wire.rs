//! Moves as JSON, with names instead of numbers, so that a log is readable and survives a reordered sheet.

use crate::{Card, Company, Move, Paper, Position};
use serde_json::Value as Json;

/// A move in JSON that means nothing in this position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    /// Not a move at all.
    #[error("not a move: {0}")]
    NotAMove(String),
    /// A name that the game does not know.
    #[error("no {what} is called {name}")]
    Unknown {
        /// Company, cell, tile, …
        what: &'static str,
        /// The name.
        name: String,
    },
}

fn card_name(position: &dyn Position, card: Card) -> Option<String> {
    let state = position.core().trains.cards.get(card.at())?;
    Some(format!(
        "{}-{}",
        position.sheet().trains[state.kind as usize].name,
        state.copy
    ))
}

fn name_of(position: &dyn Position, key: &str, number: u64) -> Option<String> {
    let sheet = position.sheet();
    let small = usize::try_from(number).ok()?;
    match key {
        "company" | "target" | "owner" => sheet.companies.get(small).map(|c| c.id.clone()),
        "cell" if sheet.map.is_unbounded() => {
            Some(sheet.map.name(board::Cell(u16::try_from(number).ok()?)))
        }
        "cell" => sheet.map.cells.get(small).map(|c| c.name.clone()),
        "tile" => sheet.tiles.tiles.get(small).map(|t| t.name.clone()),
        "paper" => sheet.papers.get(small).map(|p| p.id.clone()),
        "slot" => sheet.slots.get(small).cloned(),
        "card" => card_name(position, Card(u8::try_from(number).ok()?)),
        _ => None,
    }
}

fn number_of(position: &dyn Position, key: &str, name: &str) -> Option<Result<u64, WireError>> {
    let sheet = position.sheet();
    let (what, found) = match key {
        "company" | "target" => (
            "company",
            sheet.company_by_id(name).map(|Company(i)| u64::from(i)),
        ),
        "cell" => ("cell", sheet.map.by_name(name).map(|c| u64::from(c.0))),
        "tile" => ("tile", sheet.tiles.by_name(name).map(|t| u64::from(t.0))),
        "paper" => (
            "paper",
            sheet.paper_by_id(name).map(|Paper(i)| u64::from(i)),
        ),
        "slot" => (
            "card or character",
            sheet.slots.iter().position(|s| s == name).map(|i| i as u64),
        ),
        "card" => (
            "train",
            (0..position.core().trains.cards.len())
                .find(|&i| card_name(position, Card(i as u8)).as_deref() == Some(name))
                .map(|i| i as u64),
        ),
        _ => return None,
    };
    Some(found.ok_or_else(|| WireError::Unknown {
        what,
        name: name.chars().take(60).collect(),
    }))
}

fn walk(
    value: &mut Json,
    leaf: &mut impl FnMut(&str, &mut Json) -> Result<(), WireError>,
) -> Result<(), WireError> {
    match value {
        Json::Object(map) => {
            for (key, inner) in map.iter_mut() {
                match inner {
                    Json::Object(_) | Json::Array(_) => walk(inner, leaf)?,
                    _ => leaf(key, inner)?,
                }
            }
            Ok(())
        }
        Json::Array(list) => list.iter_mut().try_for_each(|inner| walk(inner, leaf)),
        _ => Ok(()),
    }
}

/// A move as JSON with names.
pub fn move_to_json(position: &dyn Position, mv: &Move) -> Json {
    to_named_json(position, mv)
}

/// Anything that speaks of companies, cells, tiles, papers and cards (an event, a refusal) as JSON with names.
pub fn to_named_json(position: &dyn Position, thing: &impl serde::Serialize) -> Json {
    let mut json = serde_json::to_value(thing).unwrap_or(Json::Null);
    let _ = walk(&mut json, &mut |key, value| {
        if let Some(number) = value.as_u64()
            && let Some(name) = name_of(position, key, number)
        {
            *value = Json::String(name);
        }
        Ok(())
    });
    json
}

/// A move from JSON with names.
pub fn move_from_json(position: &dyn Position, json: &Json) -> Result<Move, WireError> {
    let mut json = json.clone();
    walk(&mut json, &mut |key, value| {
        if let Some(name) = value.as_str()
            && let Some(number) = number_of(position, key, name)
        {
            *value = Json::from(number?);
        }
        Ok(())
    })?;
    let mv: Move = serde_json::from_value(json).map_err(|e| WireError::NotAMove(e.to_string()))?;
    within_range(position, &mv)?;
    Ok(mv)
}

// Numbers that were written as numbers must exist too, so that rules can index without fear.
fn within_range(position: &dyn Position, mv: &Move) -> Result<(), WireError> {
    let numbers = serde_json::to_value(mv).map_err(|e| WireError::NotAMove(e.to_string()))?;
    let mut numbers = numbers;
    walk(&mut numbers, &mut |key, value| {
        let what = match key {
            "company" | "target" => "company",
            "cell" => "cell",
            "tile" => "tile",
            "paper" => "paper",
            "card" => "train",
            _ => return Ok(()),
        };
        match value.as_u64() {
            Some(n) if name_of(position, key, n).is_none() => Err(WireError::Unknown {
                what,
                name: n.to_string(),
            }),
            _ => Ok(()),
        }
    })
}
