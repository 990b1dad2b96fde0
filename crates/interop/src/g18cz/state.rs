//! A position of 18CZ in the words of a trace.

use crate::{Seats, digest};
use engine::{Decision, Flag, Paper, Player, Position, RoundKind, Sheet};
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeSet;

const SIZES: [&str; 3] = ["small", "medium", "large"];

/// The platform's name of a side of a card: the face with the letter of the card (`3+3d`).
pub fn side_name(sheet: &Sheet, kind: u8, face: u8) -> String {
    let def = &sheet.trains[usize::from(kind)];
    let letter: String = def.name.chars().rev().take_while(char::is_ascii_alphabetic).collect();
    format!("{}{}", def.faces[usize::from(face)].name, letter)
}

fn facts(position: &dyn Position) -> Map<String, Json> {
    position.facts().into_iter().collect()
}

/// Who must decide, and in whose name: the company that laid a tile places the marker that waited there as its own
/// action (PUB-9).
pub fn decision(position: &dyn Position) -> Option<Decision> {
    let decision = position.decision()?;
    let facts = facts(position);
    let placer = facts.get("placer").and_then(Json::as_str);
    let placer = placer.and_then(|id| position.sheet().company_by_id(id));
    Some(Decision { company: placer.or(decision.company), ..decision })
}

/// Current value of a local railway, once there is one.
pub fn local_value(position: &dyn Position) -> Option<i32> {
    facts(position).get("local_value").and_then(Json::as_i64).map(|v| v as i32)
}

/// Operating rounds of the current set: those that follow the stock round begun last, or the first one.
fn operating_rounds(position: &dyn Position) -> usize {
    let boxes = &position.sheet().process;
    let is = |i: usize, label: &str| boxes.get(i).is_some_and(|b| b.label == label);
    let mut at = position.process();
    while at > 0 && is(at, "OR") {
        at -= 1;
    }
    (at..boxes.len()).skip_while(|&i| !is(i, "OR")).take_while(|&i| is(i, "OR")).count()
}

/// The platform's name of a step.
fn step_name(step: &str) -> &str {
    match step {
        "draft" => "Draft",
        "stock" => "BuySellParShares",
        "home" => "HomeTrack",
        "city" => "HomeToken",
        "lift" => "ReduceTokens",
        "track" => "Track",
        "station" => "Token",
        "run" => "Route",
        "dividend" => "Dividend",
        "taken" => "UpgradeOrDiscardTrain",
        "acquire" => "BuyCorporation",
        "excess" => "DiscardTrain",
        "trains" => "BuyTrain",
        "papers" => "BuyCompany",
        other => other,
    }
}

/// Round, phase, and who must act.
pub fn head(position: &dyn Position, seats: &Seats) -> Json {
    let (sheet, core) = (position.sheet(), position.core());
    let decision = decision(position);
    let round = match core.round.kind {
        RoundKind::Opening => "Draft",
        RoundKind::Stock => "Stock",
        _ => "Operating",
    };
    let entity = decision.map(|d| match d.company {
        Some(company) => json!({"type": "corporation", "id": sheet.company(company).public_id}),
        None => json!({"type": "player", "id": seats.id(d.player)}),
    });
    json!({
        "round": round,
        "turn": core.round.set,
        "round_num": core.round.number,
        "phase": sheet.phases[usize::from(core.phase)].name,
        "step": decision.map(|d| step_name(d.step)),
        "entity": entity,
        "acting": decision.iter().map(|d| seats.id(d.player)).collect::<Vec<_>>(),
        "finished": decision.is_none(),
    })
}

/// The whole position. `taken` are the papers of the draft, `vaclav_paid` what Václav's account lacks.
pub fn state(
    position: &dyn Position,
    seats: &Seats,
    taken: &BTreeSet<String>,
    vaclav_paid: i32,
) -> Json {
    let (sheet, core) = (position.sheet(), position.core());
    let facts = facts(position);
    let name = |kind: u8, face: u8| side_name(sheet, kind, face);
    let public_ids = |value: Option<&Json>| -> Option<Json> {
        let list = value?.as_array()?;
        Some(
            list.iter()
                .filter_map(|id| id.as_str().and_then(|id| sheet.company_by_id(id)))
                .map(|c| Json::from(sheet.company(c).public_id.as_str()))
                .collect(),
        )
    };

    let mut players = digest::players(position, seats);
    if core.holders > core.seats
        && let Json::Array(list) = &mut players
    {
        let vaclav = Player(core.seats);
        let shares: i32 = sheet
            .company_ids()
            .map(|c| i32::from(core.stock[c.at()].of(vaclav)) * core.price(sheet, c).unwrap_or(0))
            .sum();
        let cash = core.money.player(vaclav) - vaclav_paid;
        let mut entry = digest::player(position, seats, vaclav, cash + shares);
        entry["cash"] = json!(cash);
        list.push(entry);
    }

    let mut corporations = Map::new();
    for company in
        sheet.company_ids().filter(|&c| core.is(c, Flag::Available) && !core.is(c, Flag::Closed))
    {
        let mut entry = digest::corporation(position, seats, company, &name);
        let def = sheet.company(company);
        entry.insert("type".into(), Json::from(SIZES.get(usize::from(def.size)).copied()));
        // PUB-31: Václav's stations are free.
        if core.stock[company.at()].director().is_some_and(|d| d.0 >= core.seats) {
            let left = core.company(company).markers_left();
            entry.insert("token_prices_left".into(), json!(vec![0; usize::from(left)]));
        }
        corporations.insert(def.public_id.clone(), Json::Object(entry));
    }

    let local_value = facts.get("local_value").and_then(Json::as_i64).map(|v| v as i32);
    let value = |paper: Paper| local_value.unwrap_or(sheet.papers[paper.at()].price);

    // CZ-LOCAL-21: what nobody took in the draft is not in the game.
    let mut papers = digest::papers(position, seats, &value);
    papers.retain(|id, entry| taken.contains(id) || entry["closed"] == json!(false));

    let scrapped: Vec<&str> = facts
        .get("scrapped")
        .and_then(Json::as_array)
        .map(|l| l.iter().filter_map(Json::as_str).collect())
        .unwrap_or_default();
    let rusted: Vec<String> = sheet
        .trains
        .iter()
        .enumerate()
        .flat_map(|(kind, def)| {
            def.faces.iter().enumerate().map(move |(face, f)| (kind as u8, face as u8, f))
        })
        .filter(|(_, _, f)| scrapped.contains(&f.name.as_str()))
        .map(|(kind, face, _)| name(kind, face))
        .collect();

    let mut state = json!({
        "players": players,
        "corporations": corporations,
        "companies": papers,
        "bank": null,
        "bank_broken": false,
        "depot": digest::depot(position),
        "discarded": digest::discarded(position, &name),
        "tiles": digest::tiles(position),
        "operating_rounds": operating_rounds(position),
        "cert_limit": position.certificates(Player(0)).1,
        "rusted_variants": rusted,
        "recently_floated": public_ids(facts.get("first_build")).unwrap_or_else(|| json!([])),
    });
    if let Some(list) = public_ids(facts.get("vaclav").and_then(|v| v.get("companies"))) {
        state["vaclav_corporations"] = list;
    }
    state
}
