//! Data sheets of the earlier form, which games carry, in the form of today.

use engine::sheet::FORM;
use engine::sheet::older::{each, text, trimmed};
use serde_json::{Map, Value as Json, json};

const COLUMNS: [&str; 4] = ["yellow", "green", "brown", "grey"];

/// The sheet in the form of today.
pub fn converted(old: &Json) -> Json {
    let mut classes: Vec<&str> = Vec::new();
    for class in each(old, "tiles").map(|t| text(t, "class")) {
        if !classes.contains(&class) {
            classes.push(class);
        }
    }
    let maps = &old["maps"];
    for hex in each(&maps["second_edition"], "hexes") {
        if !classes.contains(&text(hex, "class")) {
            classes.push(text(hex, "class"));
        }
    }
    let groups = each(old, "companies").filter_map(|c| c["group"].as_u64());
    let groups = groups.max().unwrap_or(1).min(8);
    let second = |t: &&Json| !t["beginner_count"].is_null();
    json!({
        "form": FORM,
        "title": "1860",
        "name": "1860: Railways on the Isle of Wight",
        "money": { "players": "£#", "companies": "# cr" },
        "bank": old["bank"]["pounds"],
        "players": players(&old["players"]),
        "sizes": (1..=groups).map(|g| g.to_string()).collect::<Vec<_>>(),
        "classes": classes,
        "grid": { "layout": "flat_top", "names": "column_row" },
        "companies": each(old, "companies").map(|c| company(old, c)).collect::<Vec<_>>(),
        "papers": each(old, "private_companies").map(paper).collect::<Vec<_>>(),
        "market": { "zones": ["green"], "cells": market(old) },
        "phases": each(old, "phases").map(|p| phase(old, p)).collect::<Vec<_>>(),
        "trains": each(old, "trains").map(train).collect::<Vec<_>>(),
        "tiles": each(old, "tiles").map(|t| tile(old, t)).collect::<Vec<_>>(),
        "cells": cells(old, &maps["second_edition"]),
        "options": each(old, "options").map(option).collect::<Vec<_>>(),
        "own": own(old),
        "variants": {
            "first_edition_map": { "cells": cells(old, &maps["first_edition"]) },
            "fewer_tiles": { "tiles": { "change": each(old, "tiles").filter_map(fewer).collect::<Vec<_>>() } },
            "second_7_train": { "trains": { "change": each(old, "trains")
                .filter(second)
                .map(|t| json!({ "id": t["name"], "count": t["beginner_count"] }))
                .collect::<Vec<_>>() } },
            "locomotives": {
                "trains": locomotives(&old["locomotives"]),
                "own": { "deal": deal(&old["locomotives"]) },
            },
            "second_7_locomotive": { "trains": { "change": each(&old["locomotives"], "groups")
                .flat_map(|g| each(g, "beginner_only_cards"))
                .map(|id| json!({ "id": id, "count": 1 }))
                .collect::<Vec<_>>() } },
        },
    })
}

fn players(old: &Json) -> Json {
    let mut all = Map::new();
    let (min, max) = (old["min"].as_u64(), old["max"].as_u64());
    for n in min.unwrap_or(2)..=max.unwrap_or(4).min(7) {
        let n = n.to_string();
        let seats = json!({
            "cash": old["starting_cash_pounds"][&n],
            "certificates": old["certificate_limit"][&n],
        });
        all.insert(n, seats);
    }
    Json::Object(all)
}

fn company(old: &Json, c: &Json) -> Json {
    let units = c["shares"].as_u64().unwrap_or(10).max(1);
    let director = &c["certificates"]["director"]["shares"];
    let ordinary = c["certificates"]["ordinary"]["count"].as_u64();
    let mut shares = vec![director.as_u64().unwrap_or(2) * 100 / units];
    shares.resize(1 + ordinary.unwrap_or(0).min(20) as usize, 100 / units);
    let destination = |d: &Json| {
        trimmed(
            json!({ "cell": d["hex"], "station": d["stop_name"], "credits": d["bonus_credits"] }),
        )
    };
    let prices = || each(c, "relaunch_cells").filter_map(Json::as_u64);
    let constants = &old["constants"];
    json!({
        "id": c["abbr"],
        "public": c["public_id"],
        "name": c["name"],
        "size": c["group"].to_string(),
        "shares": shares,
        "most": 100,
        "float": constants["launch_percent_with_players"],
        "capital": constants["capitalisation_factor"],
        "stations": c["base_costs_credits"],
        "homes": [{ "cell": c["home_hex"], "stop": number(text(c, "home_stop")) }],
        "colour": c["colour"],
        "text_colour": c["text_colour"],
        "own": {
            "relaunch": [prices().min(), prices().max()],
            "destinations": each(c, "destinations").map(destination).collect::<Vec<_>>(),
        },
    })
}

// The number in `s0` or `e2.5`.
fn number(text: &str) -> Json {
    let number: Option<f64> = text.get(1..).and_then(|n| n.parse().ok());
    match number {
        Some(n) if n.fract() == 0.0 => json!(n as u64),
        other => json!(other),
    }
}

fn paper(p: &Json) -> Json {
    trimmed(json!({
        "id": p["id"],
        "name": p["name"],
        "income": p["revenue"],
        "price": p["value"],
        "company": p["linked_company"],
        "resale": p["sale_to_bank"],
    }))
}

fn market(old: &Json) -> Vec<Json> {
    let all: Vec<&Json> = each(&old["market"], "cells").collect();
    let last = all.len().saturating_sub(1);
    let cell = |(i, c): (usize, &&Json)| {
        let bottom = c["row"] == "bottom";
        let starts = |g: &u64| {
            let mut companies = each(old, "companies").filter(|o| o["group"] == *g);
            companies.any(|o| each(o, "par_cells").any(|p| *p == c["price"]))
        };
        let first = c["first_launch_price"] == true;
        let start: Vec<String> = (1..=8)
            .filter(|g| first && starts(g))
            .map(|g: u64| g.to_string())
            .collect();
        let green = c["zone"] == "green" || c["zone"] == "game_end";
        trimmed(json!({
            "id": c["price"].to_string(),
            "price": c["price"],
            "row": u8::from(bottom),
            "column": c["column_in_row"].as_u64().unwrap_or(0) * 2 + u64::from(bottom),
            "right": (i + 2).min(last),
            "left": i.saturating_sub(2),
            "sale": i.saturating_sub(1),
            "sold_out": i,
            "start": start,
            "zone": green.then_some("green"),
        }))
    };
    all.iter().enumerate().map(cell).collect()
}

// Values of the pier, each once.
fn pier(old: &Json) -> Vec<&Json> {
    let mut values: Vec<&Json> = each(old, "phases")
        .map(|p| &p["ryde_pier_revenue"])
        .collect();
    values.dedup();
    values
}

fn phase(old: &Json, p: &Json) -> Json {
    let column = pier(old).iter().position(|v| **v == p["ryde_pier_revenue"]);
    trimmed(json!({
        "id": p["phase"].to_string(),
        "colours": p["tile_colours"],
        "column": COLUMNS.get(column.unwrap_or(0)),
        "train_limit": p["train_limit_per_company"],
        "rounds": p["operating_rounds_after_each_stock_round"],
        "events": p["event_keys"],
    }))
}

fn range(card: &Json) -> Json {
    let small = &card["extra_small_or_halt_stops"];
    let small = if small.is_number() {
        small.clone()
    } else {
        json!("unlimited")
    };
    json!({ "large": card["large_stops"], "small": small })
}

fn ended(by: &Json) -> Vec<&Json> {
    Some(by).filter(|by| !by.is_null()).into_iter().collect()
}

fn train(t: &Json) -> Json {
    trimmed(json!({
        "id": t["name"],
        "count": t["count"],
        "phase": t["starts_phase"].to_string(),
        "price": t["price_credits"],
        "range": range(t),
        "scrapped_by": ended(&t["rusts_on_first"]),
    }))
}

fn deal(old: &Json) -> Json {
    let groups = each(old, "groups").filter(|g| g["deal"].is_number());
    groups
        .map(|g| (text(g, "group").to_owned(), g["deal"].clone()))
        .collect::<Map<_, _>>()
        .into()
}

fn locomotives(old: &Json) -> Vec<Json> {
    let last = each(old, "groups").last();
    each(old, "groups")
        .flat_map(|g| {
            each(old, "cards")
                .filter(move |c| c["group"] == g["group"])
                .map(move |c| (g, c))
        })
        .map(|(g, c)| locomotive(g, c, last == Some(g)))
        .collect()
}

// IOW-LOCO-28: the cards of the last group never run out.
fn locomotive(group: &Json, c: &Json, last: bool) -> Json {
    let face = |f: &Json| {
        trimmed(json!({
            "name": format!("{} {}", text(c, "name"), text(f, "label")),
            "price": c["price_credits"],
            "range": range(f),
            "scrapped_by": ended(&f["rusts_on_first_group"]),
        }))
    };
    let mut faces = vec![face(c)];
    let mut own = json!({ "surplus": c["surplus"] });
    for ability in each(c, "abilities") {
        match text(ability, "type") {
            "min_runs" => own["min_runs"] = ability["runs"].clone(),
            "compensation_on_rust" => own["compensation"] = ability["credits"].clone(),
            "first_run_income_zero" => own["first_run_free"] = json!(true),
            _ => {
                own["refit"] = ability["credits"].clone();
                faces.push(face(&ability["to"]));
            }
        }
    }
    let beginners = each(group, "beginner_only_cards").any(|id| *id == c["id"]);
    let count = if beginners { 0 } else { 1 };
    let sources = c["source"].as_object().into_iter().flatten();
    let guessed = sources.filter(|(_, from)| {
        from.as_str()
            .is_some_and(|s| s.starts_with("reconstructed"))
    });
    trimmed(json!({
        "id": c["id"],
        "group": c["group"],
        "count": if last { json!("unlimited") } else { json!(count) },
        "phase": group["starts_phase"].to_string(),
        "faces": faces,
        "reconstructed": guessed.map(|(field, _)| field).collect::<Vec<_>>(),
        "own": trimmed(own),
    }))
}

fn stop(old: &Json, s: &Json, bare: bool) -> Json {
    let kind = match text(s, "kind") {
        // An unbuilt dot may become either; a halt is the lesser of the two.
        "village" => "halt",
        other => other,
    };
    // IOW-RUN-26: Ryde Pier pays by phase.
    let revenue = if s["terminal"] == true {
        let values = pier(old);
        let value = |i: usize| values.get(i).or(values.last()).copied();
        (0..4)
            .map(|i| (COLUMNS[i].to_owned(), json!(value(i))))
            .collect::<Map<_, _>>()
            .into()
    } else {
        s["revenue"].clone()
    };
    // A headquarters may wait on the bare hex (IOW-LAUNCH-10).
    let slots = if bare && kind == "city" {
        json!(1)
    } else {
        s["slots"].clone()
    };
    trimmed(json!({
        "kind": kind,
        "revenue": revenue,
        "slots": slots,
        "terminus": s["terminal"],
        "name": s["name"],
        "draw_at": number(text(s, "draw_at")),
    }))
}

fn upgrade(u: &Json) -> Json {
    let rotations = u.get("relative_rotations").unwrap_or(&u["rotations"]);
    json!({ "tile": u["tile"], "rotations": rotations })
}

fn tile(old: &Json, t: &Json) -> Json {
    trimmed(json!({
        "id": t["id"],
        "colour": t["color"],
        "count": t["count"]["second_edition"],
        "label": t["label"],
        "class": t["class"],
        "stops": each(t, "stops").map(|s| stop(old, s, false)).collect::<Vec<_>>(),
        "segments": t["segments"],
        "upgrades": each(t, "upgrades_to").map(upgrade).collect::<Vec<_>>(),
        "fixed_rotation": t["fixed_rotation"],
    }))
}

// IOW-SETUP-7
fn fewer(t: &Json) -> Option<Json> {
    let (second, first) = (&t["count"]["second_edition"], &t["count"]["first_edition"]);
    (first != second).then(|| json!({ "id": t["id"], "count": first }))
}

fn cells(old: &Json, map: &Json) -> Vec<Json> {
    let ids: Vec<&str> = each(map, "hexes").map(|h| text(h, "id")).collect();
    each(map, "hexes")
        .map(|h| {
            let bare = h["printed"] == "none";
            let stops = if h["spots"].is_null() { "stops" } else { "spots" };
            let rotations = h["required_rotation"].as_object().into_iter().flatten();
            let colour = match text(h, "printed") {
                "none" => None,
                "fixed" => Some("red"),
                other => Some(other),
            };
            let terrain = !h["terrain"].is_null();
            trimmed(json!({
                "id": h["id"],
                "name": h["name"],
                "colour": colour,
                "label": h["label"],
                "class": h["class"],
                "stops": each(h, stops).map(|s| stop(old, s, bare)).collect::<Vec<_>>(),
                "segments": h["segments"],
                "upgrades": each(h, "upgrades_to").map(upgrade).collect::<Vec<_>>(),
                "terrain": terrain.then(|| json!({ "kind": h["terrain"], "cost": h["terrain_cost_credits"] })),
                "closed": closed(h, &ids),
                "red_edges": h["impassable_edges"],
                "rotations": rotations.map(|(tile, r)| (tile.clone(), json!([r]))).collect::<Map<_, _>>(),
            }))
        })
        .collect()
}

// Edges without a neighbour although a hex lies beyond.
fn closed(hex: &Json, ids: &[&str]) -> Vec<usize> {
    let steps = [(0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1)];
    let column = i64::from(text(hex, "column").bytes().next().unwrap_or(b'A'));
    let row = hex["row"].as_i64().unwrap_or(0);
    let beyond = |(c, r): (i64, i64)| {
        let letter = char::from(u8::try_from(column + c).unwrap_or(b'?'));
        format!("{letter}{}", row + r)
    };
    let edges = steps.into_iter().enumerate();
    edges
        .filter(|(e, step)| {
            let open = hex["neighbours"].get(format!("e{e}")).is_some();
            !open && ids.contains(&beyond(*step).as_str())
        })
        .map(|(e, _)| e)
        .collect()
}

fn option(o: &Json) -> Json {
    let public = o.get("public_default").filter(|p| !p.is_null());
    let presets =
        json!({ "rulebook": o["default"], "public18xx": public.unwrap_or(&o["default"]) });
    json!({ "id": o["id"], "presets": presets })
}

fn own(old: &Json) -> Json {
    let (c, moves) = (&old["constants"], &old["market"]["moves"]);
    let lot = |item: &Json| match item.as_str().and_then(|i| i.strip_prefix("director ")) {
        Some(company) => json!({ "company": company }),
        None => json!({ "paper": item }),
    };
    let rises = [
        "below_price",
        "at_least_1x",
        "at_least_2x",
        "at_least_3x",
        "at_least_4x",
    ];
    json!({
        "lots": each(c, "auction_items").map(lot).collect::<Vec<_>>(),
        "least_raise": c["auction_min_raise"],
        "halt": c["halt_subsidy_credits"],
        "lease": { "base": c["lease_base_credits"], "stop": c["lease_per_stop_credits"] },
        "flat_lease": old["lease_table_credits"],
        "train_trade": { "least": c["train_trade_min"], "step": c["train_trade_multiple"] },
        "yellow_tiles": c["yellow_tiles_per_turn"],
        "full_cities_passed": c["full_cities_passed_per_company_per_or"],
        "nationalised": c["nationalised_per_or"],
        "falls": moves["withhold_or_no_dividend"],
        "rises": rises.map(|r| &moves[format!("dividend_{r}")]),
    })
}
