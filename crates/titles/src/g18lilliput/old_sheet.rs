//! Data sheets of the earlier form, which games carry, in the form of today.

use engine::sheet::FORM;
use engine::sheet::older::{each, text, trimmed};
use serde_json::{Map, Value as Json, json};

const COLOURS: [&str; 3] = ["yellow", "green", "brown"];

/// The sheet in the form of today.
pub fn converted(old: &Json) -> Json {
    let in_set = |sets: &[&str]| -> Vec<Json> {
        let tiles = each(old, "tiles").filter(|t| sets.contains(&text(t, "set")));
        tiles.map(|t| tile(old, t)).collect()
    };
    // Tiles of scenarios come last.
    let scenario = each(old, "tiles")
        .find(|t| t["set"] == "scenario")
        .map(|t| &t["id"]);
    let variant = |name: &str, own: Json| {
        let listed = &old["variants"][name];
        // LIL-ADV-5: what Allenbeck and Laputa take out is out in its Brob form too.
        let out = || each(listed, "removed_tiles");
        let brob = out().filter_map(|id| brob_form(old, id)).map(|t| &t["id"]);
        json!({
            "tiles": { "remove": out().chain(brob).collect::<Vec<_>>(), "add": in_set(&[name]), "before": scenario },
            "own": own,
        })
    };
    let brob = || each(old, "tiles").filter(|t| t["set"] == "brobdingnag");
    let express = &old["variants"]["allenbeck"];
    let express = json!({ "needed": express["needed"], "bonus": express["bonus"] });
    json!({
        "form": FORM,
        "title": old["game"]["id"],
        "name": old["game"]["title"],
        "money": { "players": "£#" },
        "players": players(&old["players"]),
        "classes": ["city", "plain", "exempt"],
        "grid": { "layout": "square", "unbounded": true },
        "companies": each(old, "companies").map(|c| company(old, c)).collect::<Vec<_>>(),
        "market": { "cells": market(&old["market"]) },
        "phases": each(old, "phases").map(phase).collect::<Vec<_>>(),
        "trains": each(old, "trains").map(|t| train(old, t)).collect::<Vec<_>>(),
        "tiles": in_set(&["base", "character", "scenario"]),
        "reconstructed": index(&old["market"]),
        "own": own(old),
        "variants": {
            "brobdingnag": {
                "tiles": {
                    "remove": brob().map(|t| &t["replaces"]).collect::<Vec<_>>(),
                    "add": in_set(&["brobdingnag"]),
                    "before": scenario,
                },
                "own": {
                    "characters": { "change": characters_of_brobdingnag(old) },
                    "totals": totals(&old["table5"]["brobdingnag"]),
                },
            },
            "allenbeck": variant("allenbeck", json!({ "express": express, "totals": after(old, "allenbeck") })),
            "laputa": variant("laputa", json!({ "totals": after(old, "laputa") })),
            "allenbeck_in_brobdingnag": { "tiles": { "change": values_of_brob(old, "allenbeck") } },
            "laputa_in_brobdingnag": { "tiles": { "change": values_of_brob(old, "laputa") } },
        },
    })
}

fn players(old: &Json) -> Json {
    let mut all = Map::new();
    for number in ["1", "2", "3", "4"] {
        let mine = &old[number];
        let seats = json!({
            "cash": old["private_cash"],
            "certificates": old["share_limit"],
            "own": {
                "rounds": mine["rounds"],
                "action_cards": mine["action_cards"],
                "copy_cards": mine["copy_cards"],
            },
        });
        all.insert(number.to_owned(), seats);
    }
    Json::Object(all)
}

fn guessed(element: &Json) -> Json {
    match &element["reconstructed_fields"] {
        _ if element["reconstructed"] != true => Json::Null,
        Json::Null => json!(true),
        fields => fields.clone(),
    }
}

fn index(market: &Json) -> Vec<String> {
    let fields: Vec<&str> = each(market, "reconstructed_fields")
        .filter_map(Json::as_str)
        .collect();
    let all = (market["reconstructed"] == true)
        .then(|| format!("share price index: {}", fields.join(", ")));
    all.into_iter().collect()
}

// How a colour named in the sheet is drawn, and the colour of text on it.
fn drawn(colour: &str) -> (&'static str, &'static str) {
    match colour {
        "red" => ("#c4312f", "#ffffff"),
        "blue" => ("#2f6db5", "#ffffff"),
        "green" => ("#3a8f4d", "#ffffff"),
        "yellow" => ("#e9c53d", "#000000"),
        "purple" => ("#7d4a9e", "#ffffff"),
        "orange" => ("#e07b27", "#000000"),
        "white" => ("#f4f1e8", "#000000"),
        "black" => ("#2b2b2b", "#ffffff"),
        _ => ("#808080", "#ffffff"),
    }
}

fn company(old: &Json, c: &Json) -> Json {
    let shares = &old["shares"];
    let total = shares["director_percent"].as_u64().unwrap_or(50)
        + 10 * shares["ten_percent_certificates"].as_u64().unwrap_or(3);
    let costs = &old["station_costs"];
    let (colour, text_colour) = drawn(text(c, "colour"));
    let start = json!({
        "price": c["start_price"],
        "treasury": c["treasury"],
        "trains": c["start_trains"],
        "home": c["home_tile_kind"],
        "director_cash": c["director_cash"],
    });
    trimmed(json!({
        "id": c["id"],
        "name": c["name"],
        "shares": c["certificates"],
        "most": total,
        "float": shares["director_percent"],
        "capital": 10,
        "stations": [costs["home"], costs["first_extra"], costs["second_extra"]],
        "colour": colour,
        "text_colour": text_colour,
        "reconstructed": guessed(c),
        "own": (c["starting_company"] == true).then(|| json!({ "start": start })),
    }))
}

fn market(old: &Json) -> Vec<Json> {
    each(old, "cells")
        .map(|c| {
            trimmed(json!({
                "id": c["id"],
                "price": c["value"],
                "row": u8::from(c["row"] != "upper"),
                "column": c["column"].as_u64().map(|n| n.saturating_sub(1) * 2),
                "right": c["dividend_to"],
                "left": c["withhold_to"],
                "sale": c["sale_to"],
                "sold_out": c["id"],
                "start": c["founding_price"],
            }))
        })
        .collect()
}

fn phase(p: &Json) -> Json {
    let highest = COLOURS.iter().position(|c| p["colour_phase"] == *c);
    json!({
        "id": p["phase"].to_string(),
        "colours": COLOURS[..=highest.unwrap_or(0)],
        "train_limit": p["train_limit"],
    })
}

fn train(old: &Json, t: &Json) -> Json {
    // Trains that start a phase in which this one ends.
    let ended = |how: &str| -> Vec<&Json> {
        let phases = each(old, "phases").filter(|p| each(p, how).any(|k| *k == t["type"]));
        let starters =
            phases.flat_map(|p| each(old, "trains").filter(move |o| o["phase"] == p["phase"]));
        starters.map(|o| &o["type"]).collect()
    };
    let (mut count, mut deck) = (Map::new(), Map::new());
    for (players, cards) in t["counts"].as_object().into_iter().flatten() {
        match (cards["start_max"].as_u64(), cards["deck"].as_u64()) {
            (Some(start), Some(left)) => {
                count.insert(players.clone(), json!(start + left));
                deck.insert(players.clone(), json!(left));
            }
            _ => {
                count.insert(players.clone(), cards.clone());
            }
        }
    }
    trimmed(json!({
        "id": t["type"],
        "count": count,
        "cards": t["cards"],
        "phase": t["phase"].to_string(),
        "price": t["price"],
        "range": { "stops": t["range"], "times": t["multiplier"] },
        "obsolete_by": ended("obsolete"),
        "scrapped_by": ended("rust"),
        "own": trimmed(json!({ "deck": deck })),
    }))
}

fn stop(s: &Json, name: &Json) -> Json {
    let kind = match text(s, "kind") {
        "start" => "red",
        "metropolis" => "city",
        "harbour" => "town",
        other => other,
    };
    let mut new = trimmed(json!({
        "kind": kind,
        "revenue": s["value"],
        "with_station": s["value_with_own_station"],
        "slots": s["slots"],
        "terminus": s["terminus_only"],
        "name": name,
    }));
    if s["counts_against_range"] == false {
        new["counts"] = json!(false);
    }
    new
}

fn tile(old: &Json, t: &Json) -> Json {
    let kind = text(t, "kind");
    let segment = |s: &Json| match s["edges"].as_array() {
        Some(edges) => edges.iter().map(|e| json!(format!("e{e}"))).collect(),
        None => {
            let i = each(t, "stops").position(|stop| stop["id"] == s["stop"]);
            let stop = i.map_or_else(|| text(s, "stop").to_owned(), |i| format!("s{i}"));
            vec![json!(format!("e{}", s["edge"])), json!(stop)]
        }
    };
    let scenario = t["set"] == "scenario";
    // Terrain has no colour of its own; fixed track and Blefuscu are grey.
    let colour = match text(t, "colour") {
        _ if kind == "tunnel" => t["frame"].as_str().unwrap_or("green"),
        _ if scenario && kind != "mine" && each(t, "segments").count() == 0 => "bare",
        "character" | "scenario" => "grey",
        other => other,
    };
    let scenery = match kind {
        "mine" | "sea" | "mountain" | "tunnel" => Some(kind.to_owned()),
        "terrain" => Some(text(t, "name").to_lowercase()),
        _ => None,
    };
    let private = !t["company"].is_null();
    let private = private.then(|| json!({ "edges": t["private_edges"], "company": t["company"] }));
    let replaced = each(t, "replaceable_by").filter_map(|by| match by.as_str() {
        Some("yellow city") => Some("city"),
        Some("yellow plain") => Some("plain"),
        _ => None,
    });
    trimmed(json!({
        "id": t["id"],
        "colour": colour,
        "count": t["count"],
        "label": (kind == "metropolis").then_some("Y"),
        "class": t["chess"].as_str().filter(|c| *c != "any"),
        "stops": each(t, "stops").map(|s| stop(s, &t["name"])).collect::<Vec<_>>(),
        "segments": each(t, "segments").map(segment).collect::<Vec<Vec<Json>>>(),
        "upgrades": upgrades(old, t),
        "cost": t["build_cost"],
        "bonus": t["treasury_bonus"],
        "water": t["water_edges"],
        "private": private,
        "scenery": scenery,
        "reconstructed": guessed(t),
        "own": trimmed(json!({
            "kind": if kind == "town" { "small_town" } else { kind },
            "character": t["character"],
            "placement": t["character"].as_str().map(|_| &t["placement"]),
            "from": t["from_colour_phase"],
            "surcharge": t["surcharge"],
            "named": t["named_city"],
            "replaced_by": replaced.collect::<Vec<_>>(),
        })),
    }))
}

// The Brob form of a tile.
fn brob_form<'a>(old: &'a Json, id: &Json) -> Option<&'a Json> {
    each(old, "tiles").find(|t| t["set"] == "brobdingnag" && t["replaces"] == *id)
}

// Tiles that are listed, and those that stand for them in variants.
fn upgrades(old: &Json, t: &Json) -> Vec<Json> {
    let mut all = Vec::new();
    for next in each(t, "upgrades_to") {
        let brob = each(old, "tiles").find(|b| b["set"] == "brobdingnag" && b["id"] == *next);
        let base = brob.map_or(next, |b| &b["replaces"]);
        all.push(next.clone());
        for other in each(old, "tiles") {
            if other["id"] != *next && other["set"] != "brobdingnag" && other["replaces"] == *base {
                all.push(turned(t, other));
            }
        }
    }
    let by = each(t, "replaceable_by").filter(|by| *by != "yellow city" && *by != "yellow plain");
    all.extend(by.cloned());
    all
}

// LIL-LAPUTA-6: the coloured leg lies where the old tile had no track.
fn turned(old: &Json, new: &Json) -> Json {
    let edge = |s: &Json| s["edge"].as_u64().into_iter().collect::<Vec<_>>();
    let exits: Vec<u64> = each(old, "segments").flat_map(edge).collect();
    let mut legs = each(new, "private_edges")
        .filter_map(Json::as_u64)
        .peekable();
    if legs.peek().is_none() {
        return new["id"].clone();
    }
    let legs: Vec<u64> = legs.collect();
    let free = |r: &u64| legs.iter().all(|leg| !exits.contains(&((leg + r) % 4)));
    json!({ "tile": new["id"], "rotations": (0..4).filter(free).collect::<Vec<u64>>() })
}

// LIL-ADV-6: a tile of Allenbeck or Laputa has the value of the Brob form of what it stands for.
fn values_of_brob(old: &Json, set: &str) -> Vec<Json> {
    each(old, "tiles")
        .filter(|t| t["set"] == set)
        .filter_map(|t| {
            let brob = brob_form(old, &t["replaces"])?;
            let stops = each(t, "stops")
                .zip(each(brob, "stops"))
                .map(|(mine, brob)| {
                    let mut new = mine.clone();
                    new["value"] = brob["value"].clone();
                    new["value_with_own_station"] = brob["value_with_own_station"].clone();
                    stop(&new, &t["name"])
                });
            Some(json!({ "id": t["id"], "stops": stops.collect::<Vec<_>>() }))
        })
        .collect()
}

fn characters_of_brobdingnag(old: &Json) -> Vec<Json> {
    each(old, "characters")
        .filter(|c| each(c, "tiles").any(|t| brob_form(old, t).is_some()))
        .map(|c| {
            let tiles = each(c, "tiles").map(|t| brob_form(old, t).map_or(t, |b| &b["id"]));
            json!({ "id": c["id"], "tiles": tiles.collect::<Vec<_>>() })
        })
        .collect()
}

fn totals(table: &Json) -> Json {
    let kinds = ["metropolis", "city", "plain"].into_iter();
    let listed = kinds.filter(|k| table[k].is_object());
    listed
        .map(|k| (k.to_owned(), table[k].clone()))
        .collect::<Map<_, _>>()
        .into()
}

// Brown cities in a variant that takes some out and brings others.
fn after(old: &Json, variant: &str) -> Json {
    let table = &old["table5"];
    let out = each(&old["variants"][variant], "removed_tiles");
    let out = out.filter_map(|id| each(old, "tiles").find(|t| t["id"] == *id)?["count"].as_i64());
    let before = table["base"]["city"]["brown"].as_i64().unwrap_or(0);
    let new = table[variant].as_i64().unwrap_or(0);
    json!({ "city": { "brown": before - out.sum::<i64>() + new } })
}

fn own(old: &Json) -> Json {
    let mut sums = totals(&old["table5"]["base"]);
    sums["scenario"] = old["table5"]["scenario"].clone();
    let placed = |s: &Json| {
        trimmed(json!({
            "id": s["id"], "name": s["name"], "placements": s["placements"], "reconstructed": guessed(s),
        }))
    };
    json!({
        "director_limit": old["players"]["director_limit"],
        "copy_card_value": old["copy_card"]["end_value"],
        "founding": { "cost": old["founding"]["cost_factor"], "treasury": old["founding"]["treasury_factor"] },
        "action_cards": each(old, "action_cards").map(card).collect::<Vec<_>>(),
        "characters": each(old, "characters").map(character).collect::<Vec<_>>(),
        "scenarios": each(old, "scenarios").map(placed).collect::<Vec<_>>(),
        "totals": sums,
    })
}

fn card(c: &Json) -> Json {
    let players = c["players"].as_object().into_iter().flatten();
    let players = players
        .filter(|(_, on)| **on == true)
        .filter_map(|(n, _)| n.parse::<u8>().ok());
    json!({
        "id": c["id"],
        "players": players.collect::<Vec<_>>(),
        "sides": [side(&c["action"]), side(&c["alternative"])],
    })
}

fn side(s: &Json) -> Json {
    match text(s, "type") {
        "lay_tiles" if s["each_at_most"].is_null() => {
            let any = s["options"][0].as_array().map(Vec::len);
            json!({ "tiles": { "any": any } })
        }
        "lay_tiles" => json!({ "tiles": s["each_at_most"] }),
        "shares" => json!({ "shares": s["then_buy_at_most"] }),
        "buy_trains" => json!({ "trains": s["at_most"] }),
        "station" => json!({ "stations": s["at_most"] }),
        "treasury" => {
            json!({ "treasury": s["amount_by_colour_phase"], "over": s["split_over_at_most"] })
        }
        _ => json!({ "cash": s["amount"] }),
    }
}

fn character(c: &Json) -> Json {
    let a = &c["ability"];
    let ability = match text(a, "type") {
        "free_yellow_y" => json!({ "type": "free_metropolis" }),
        "station_cost_factor" => {
            let mut parts = text(a, "factor")
                .split('/')
                .map(|p| p.trim().parse::<u8>().ok());
            json!({ "type": "stations", "times": parts.next(), "over": parts.next() })
        }
        "round_start_income" => {
            json!({ "type": "round_income", "cash": a["private"], "treasury": a["treasury"] })
        }
        "bank_train_discount_percent" => {
            json!({ "type": "train_discount", "percent": a["percent"] })
        }
        _ => {
            let factor = text(a, "amount").split_whitespace().next();
            json!({ "type": "exchange", "factor": factor.and_then(|n| n.parse::<u32>().ok()) })
        }
    };
    json!({ "id": c["id"], "name": c["name"], "tiles": c["tiles"], "ability": ability })
}
