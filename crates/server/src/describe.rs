//! Positions, moves and events as the interface shows them: names, not numbers.

use engine::{
    Card, Choice, Company, Event, Face, Lot, Position, Range, Sheet, Slot, move_to_json,
    to_named_json, view_without,
};
use serde_json::{Value, json};
use store::Turn;

/// Who must decide.
pub fn turn_of(position: &dyn Position, since: i64) -> Option<Turn> {
    let decision = position.decision()?;
    Some(Turn {
        seat: decision.player.0,
        step: decision.step.to_owned(),
        company: decision
            .company
            .map(|c| position.sheet().company(c).id.clone()),
        since,
    })
}

/// A decision with the company's name.
pub fn decision_json(position: &dyn Position) -> Value {
    to_named_json(position, &position.decision())
}

/// The whole position, without the treasuries of some companies.
pub fn view_json(position: &dyn Position, hidden: &[Company]) -> Value {
    let seen = view_without(position, hidden);
    let mut value = serde_json::to_value(seen).unwrap_or(Value::Null);
    value["decision"] = decision_json(position);
    value
}

fn face_name(position: &dyn Position, card: Card, face: Option<u8>) -> Option<String> {
    let state = position.core().trains.cards.get(card.at())?;
    let kind = position.sheet().trains.get(state.kind as usize)?;
    kind.faces
        .get(face.unwrap_or(state.face) as usize)
        .map(|f: &Face| f.name.clone())
}

/// An event; those about trains also say which, those about phases too.
pub fn event_json(position: &dyn Position, event: &Event) -> Value {
    let mut value = to_named_json(position, event);
    let train = match event {
        Event::TrainBought { card, face, .. }
        | Event::TrainReceived { card, face, .. }
        | Event::TrainScrapped { card, face, .. }
        | Event::TrainTurned { card, face, .. } => face_name(position, *card, Some(*face)),
        Event::TrainExported { card }
        | Event::TrainReturned { card, .. }
        | Event::TrainObsolete { card, .. }
        | Event::TrainLeased { card, .. } => face_name(position, *card, None),
        _ => None,
    };
    if let Some(train) = train {
        value["train"] = train.into();
    }
    if let Event::PhaseBegan { phase } = event {
        value["phase"] = position
            .sheet()
            .phases
            .get(*phase as usize)
            .map_or(Value::Null, |p| p.name.clone().into());
    }
    value
}

/// A choice.
pub fn choice_json(position: &dyn Position, choice: &Choice) -> Value {
    json!({"move": move_to_json(position, &choice.mv), "amount": choice.amount, "cost": choice.cost})
}

/// All choices, grouped by kind of move in the order in which they first appear.
pub fn grouped(position: &dyn Position) -> (Vec<Value>, usize) {
    let choices = position.choices();
    let mut groups: Vec<(String, Vec<Value>)> = Vec::new();
    for choice in &choices {
        let value = choice_json(position, choice);
        let kind = value["move"]["move"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        match groups.iter_mut().find(|(k, _)| *k == kind) {
            Some((_, list)) => list.push(value),
            None => groups.push((kind, vec![value])),
        }
    }
    let groups = groups
        .into_iter()
        .map(|(kind, choices)| json!({"kind": kind, "choices": choices}))
        .collect();
    (groups, choices.len())
}

fn range_json(range: Range) -> Value {
    match range {
        Range::Plain(n) => json!({"kind": "plain", "stops": n}),
        Range::Plus { cities, total } => json!({"kind": "plus", "cities": cities, "total": total}),
        Range::Express(n) => json!({"kind": "express", "stops": n}),
        Range::Stations { large, small } => {
            json!({"kind": "stations", "large": large, "small": small})
        }
        Range::Cities { count, times } => json!({"kind": "cities", "count": count, "times": times}),
    }
}

fn colour_name(colour: impl std::fmt::Debug) -> String {
    format!("{colour:?}").to_lowercase()
}

const COLOURS: [&str; 4] = ["yellow", "green", "brown", "grey"];

/// Centre and outline of a cell in the units of the map's picture.
pub fn geometry(sheet: &Sheet, name: &str) -> Value {
    let Some(cell) = sheet.map.by_name(name) else {
        return Value::Null;
    };
    let (x, y) = render::cell_centre(sheet, cell);
    json!({"centre": [x, y], "outline": render::cell_outline(sheet, cell, 0.0)})
}

// Names of all cells that a move speaks of.
fn cells_in(value: &Value, found: &mut std::collections::BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            for (key, inner) in map {
                match inner {
                    Value::String(name) if key == "cell" => {
                        found.insert(name.clone());
                    }
                    inner => cells_in(inner, found),
                }
            }
        }
        Value::Array(list) => list.iter().for_each(|inner| cells_in(inner, found)),
        _ => {}
    }
}

/// Centre and outline of every cell that the choices speak of.
pub fn cells_of(sheet: &Sheet, groups: &[Value]) -> Value {
    let mut names = std::collections::BTreeSet::new();
    groups.iter().for_each(|g| cells_in(g, &mut names));
    names
        .into_iter()
        .map(|n| (n.clone(), geometry(sheet, &n)))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

// What every company, card and character brings to who takes it.
fn brings_json(position: &dyn Position) -> Value {
    let sheet = position.sheet();
    let companies = sheet
        .company_ids()
        .map(|c| (&sheet.company(c).id, Lot::Company(c)));
    let slots = (0..).zip(&sheet.slots);
    let slots = slots.map(|(i, id)| (id, Lot::Slot(Slot(i))));
    let told = companies.chain(slots).filter_map(|(id, lot)| {
        let lines = position.brings(lot);
        let lines: Vec<Value> = lines
            .into_iter()
            .map(|b| {
                let args: serde_json::Map<_, _> = (b.args.into_iter())
                    .map(|(name, value)| (name.to_owned(), json!(value)))
                    .collect();
                json!({"key": b.key, "args": args, "special": b.special})
            })
            .collect();
        (!lines.is_empty()).then(|| (id.clone(), Value::Array(lines)))
    });
    Value::Object(told.collect())
}

/// What is printed.
pub fn sheet_json(position: &dyn Position) -> Value {
    let sheet = position.sheet();
    let cell = |c: board::Cell| sheet.map.name(c);
    json!({
        "title": sheet.title, "variant": sheet.variant, "name": sheet.name, "money": sheet.money,
        "company_money": sheet.company_money, "course": sheet.course,
        "shape": if sheet.tiles.shape.edges() == 6 { "hex" } else { "square" },
        "unbounded": sheet.map.is_unbounded(),
        "companies": sheet.companies.iter().map(|c| {
            // As on the tokens of the map: the printed colour, moved until its letters are legible.
            let (colour, text_colour) = render::token_colours(&c.colour, &c.text_colour);
            json!({
            "id": c.id, "name": c.name, "size": c.size, "unit_percent": c.unit_percent, "units": c.units,
            "director_units": c.director_units, "max_units": c.max_units, "float_units": c.float_units,
            "capital": c.capital, "station_costs": c.station_costs.as_slice(),
            "homes": c.homes.iter().map(|&h| cell(h)).collect::<Vec<_>>(),
            "colour": colour, "text_colour": text_colour, "public_id": c.public_id,
        })}).collect::<Vec<_>>(),
        "papers": sheet.papers.iter().map(|p| json!({
            "id": p.id, "name": p.name, "size": p.size, "income": p.income, "price": p.price,
            "company": p.company.map(|c| sheet.company(c).id.clone()),
        })).collect::<Vec<_>>(),
        "trains": sheet.trains.iter().map(|t| json!({
            "name": t.name, "count": t.count, "unlimited": t.unlimited, "phase": t.phase,
            "faces": t.faces.iter().map(|f| json!({
                "name": f.name, "price": f.price, "size": f.size, "range": range_json(f.range), "scraps": f.scraps,
            })).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
        "phases": sheet.phases.iter().map(|p| json!({
            "name": p.name, "column": p.column, "colour": COLOURS.get(p.column as usize),
            "train_limit": p.train_limit.as_slice(),
        })).collect::<Vec<_>>(),
        "market": sheet.market.cells.iter().enumerate().map(|(i, c)| json!({
            "cell": i, "price": c.price, "row": c.row, "column": c.column, "start": c.start, "zone": c.zone, "to": c.to,
        })).collect::<Vec<_>>(),
        "process": sheet.process.iter().map(|b| json!({"label": b.label, "value": b.value, "export": b.export})).collect::<Vec<_>>(),
        "slots": sheet.slots,
        "brings": brings_json(position),
        "reconstructed": sheet.reconstructed,
        "cells": sheet.map.cells.iter().filter(|c| !c.name.is_empty()).map(|c| json!({
            "cell": c.name, "name": c.place, "x": c.at.0, "y": c.at.1, "centre": geometry(sheet, &c.name)["centre"], "outline": geometry(sheet, &c.name)["outline"],
            "terrain": c.terrain.as_ref().map(|t| json!({"kind": t.kind, "cost": t.cost})),
        })).collect::<Vec<_>>(),
        "tiles": sheet.tiles.tiles.iter().filter(|t| t.count > 0).map(|t| json!({
            "tile": t.name, "colour": colour_name(t.colour), "label": t.label,
            "count": (t.count != board::UNLIMITED).then_some(t.count),
        })).collect::<Vec<_>>(),
    })
}
