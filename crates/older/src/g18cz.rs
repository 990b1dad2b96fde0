//! Data sheets of the earlier form, which games carry, in the form of today.

use crate::json::{each, text, trimmed};
use engine::sheet::FORM;
use serde_json::{Map, Value as Json, json};

// Options that such sheets could write down, and their rules.
const OPTIONS: [(&str, &str); 21] = [
    ("trade_trains_from_phase", "CZ-TRAIN-8"),
    ("emergency_only_if_nothing_affordable", "CZ-EMERGENCY-2"),
    ("conversion_scraps_trains", "CZ-ACQUIRE-15"),
    ("conversion_any_larger_face", "CZ-ACQUIRE-13"),
    ("acquirer_keeps_40_marker", "CZ-ACQUIRE-9"),
    ("e_train_counts_best_n_stops", "CZ-RUN-9"),
    ("double_town_to_single_purple_town", "CZ-UPGRADE-13"),
    ("ate_hex_locked_on_every_tile", "CZ-TOKEN-13"),
    ("oo_token_city_chosen_by", "CZ-TOKEN-14"),
    ("waiver_upgrade_blocks_second_yellow", "CZ-LOCAL-16"),
    ("red_tile_lay", "CZ-TRACK-18"),
    ("limit_exception_must_be_runnable", "CZ-TRAIN-6"),
    ("one_price_step_per_company_and_turn", "CZ-SR-22"),
    ("pool_card_any_face", "CZ-TRAIN-14"),
    ("director_certificate_may_be_sold_via_exchange", "CZ-DIRECTOR-5"),
    ("praha_yellow_is_a_yellow_lay", "CZ-TRACK-14"),
    ("oo_river_cost_charged_on_first_green", "CZ-UPGRADE-16"),
    ("vaclav_companies_can_be_acquired", "CZ-BOHEMIA-22"),
    ("intro_first_turn_two_yellow", "CZ-INTRO-11"),
    ("intro_five_scraps_three", "CZ-INTRO-18"),
    ("moravia_no_bids_player_one_wins", "CZ-MORAVIA-21"),
];

const SIZES: [&str; 3] = ["small", "medium", "large"];

/// The sheet in the form of today.
pub fn converted(old: &Json) -> Json {
    let variants = &old["variants"];
    json!({
        "form": FORM,
        "title": "18cz",
        "name": "18CZ",
        "money": { "players": "# K" },
        "players": players(&old["players"]["standard"], &[]),
        "sizes": SIZES,
        "grid": { "layout": "pointy_top", "names": "row_column" },
        "companies": each(old, "companies").map(|c| company(old, c)).collect::<Vec<_>>(),
        "papers": each(old, "local_railways").map(paper).collect::<Vec<_>>(),
        "market": { "cells": market(old) },
        "process": each(old, "game_process").filter(|b| b["kind"] != "END").map(process_box).collect::<Vec<_>>(),
        "phases": phases(old),
        "trains": trains(old),
        "tiles": each(old, "tiles").map(tile).collect::<Vec<_>>(),
        "cells": cells(old, &old["hexes"]),
        "options": options(old),
        "own": own(old),
        "variants": {
            "bohemia": bohemia(old, &variants["bohemia"]),
            "moravia": moravia(old, &variants["moravia_silesia"]),
            "introductory": introductory(old, &variants["introductory"]),
            "intro_five_scraps_three": {
                "trains": { "change": [{ "id": "3", "scrapped_by": ["5"] }] },
            },
        },
    })
}

// `others` are numbers of players of the standard game that a variant does not have.
fn players(old: &Json, others: &[&str]) -> Json {
    let mut all = Map::new();
    for (number, seats) in old.as_object().into_iter().flatten() {
        let limit = &seats["certificate_limit"];
        all.insert(number.clone(), json!({ "cash": seats["cash"], "certificates": limit }));
    }
    for number in others.iter().filter(|n| old.get(n).is_none()) {
        all.insert((*number).to_owned(), Json::Null);
    }
    Json::Object(all)
}

fn company(old: &Json, c: &Json) -> Json {
    let percent = |key: &str| c[key].as_u64().unwrap_or(0);
    let (director, share) = (percent("director_pct"), percent("share_pct").max(1));
    let mut shares = vec![director];
    shares.resize(1 + (100u64.saturating_sub(director) / share) as usize, share);
    let stop = |home: &Json| {
        let mut hexes = each(old, "hexes");
        let hex = hexes.find(|h| h["id"] == *home)?;
        hex["company_city"].get(text(c, "id")).cloned()
    };
    let home = |home: &Json| match stop(home) {
        Some(stop) => json!({ "cell": home, "stop": stop }),
        None => home.clone(),
    };
    let markers = each(c, "token_costs").count();
    let red = each(old, "tiles").find(|t| t["home_of"] == c["id"]);
    trimmed(json!({
        "id": c["id"],
        "public": c["public_id"],
        "name": c["name"],
        "size": c["size"],
        "shares": shares,
        "most": c["max_holding_pct"],
        "float": c["float_pct"],
        "capital": old["company_classes"][text(c, "size")]["capital_multiplier"],
        "stations": old["variants"]["introductory"]["token_costs"],
        "homes": each(c, "home_hexes").map(home).collect::<Vec<_>>(),
        "colour": c["colour"],
        "text_colour": c["text_colour"],
        "own": trimmed(json!({
            "red_tile": red.map_or(&c["red_tile"], |t| &t["id"]),
            "markers": (markers < 3).then_some(markers),
        })),
    }))
}

fn paper(p: &Json) -> Json {
    let name = format!("{} / {}", text(p, "name_de"), text(p, "name_cz"));
    json!({
        "id": p["id"],
        "name": name,
        "size": p["size"],
        "income": p["income"],
        "price": p["pre_round_price"],
    })
}

fn market(old: &Json) -> Vec<Json> {
    each(&old["market"], "cells")
        .map(|c| {
            let top = c["row"] == "top";
            trimmed(json!({
                "id": c["price"].to_string(),
                "price": c["price"],
                "row": u8::from(!top),
                "column": c["column"].as_u64().unwrap_or(0).saturating_mul(2) | u64::from(top),
                "right": c["right"],
                "left": c["left"],
                "sale": c["sale"],
                "sold_out": c["sold_out"],
                "start": c["par"],
            }))
        })
        .collect()
}

fn process_box(b: &Json) -> Json {
    trimmed(json!({
        "label": b["kind"],
        "set": b["set"],
        "number": b["or_in_set"],
        "value": b["local_value"],
        "export": b["export_after"],
    }))
}

fn phases(old: &Json) -> Vec<Json> {
    let mut buying = false;
    each(old, "phases")
        .map(|p| {
            let now = p["companies_may_buy_local_railways"] == true && !buying;
            buying |= now;
            trimmed(json!({
                "id": p["letter"],
                "colours": p["tile_colours"],
                "column": p["red_tile_value"],
                "train_limit": trimmed(p["train_limit"].clone()),
                "events": if now { vec!["companies_buy_papers"] } else { Vec::new() },
                "own": { "sizes": p["company_sizes_available"] },
            }))
        })
        .collect()
}

// Names of the faces whose sale scraps a face, out of lists of what a sale scraps.
fn scrapped_by<'a>(name: &Json, sales: impl Iterator<Item = (&'a Json, &'a Json)>) -> Vec<Json> {
    let mut by: Vec<Json> = Vec::new();
    for (seller, scraps) in sales {
        let here = scraps.as_array().is_some_and(|all| all.contains(name));
        if here && !by.contains(seller) {
            by.push(seller.clone());
        }
    }
    by
}

fn trains(old: &Json) -> Vec<Json> {
    let sales = || {
        let faces = each(old, "trains").flat_map(|t| each(t, "faces"));
        faces.map(|f| (&f["name"], &f["scraps_on_sale"]))
    };
    let face = |f: &Json| {
        let range = match text(f, "kind") {
            "plus" => json!({ "cities": f["max_cities"], "total": f["max_total"] }),
            "E" => json!({ "express": f["range"] }),
            _ => f["range"].clone(),
        };
        trimmed(json!({
            "name": f["name"],
            "size": f["size"],
            "price": f["price"],
            "range": range,
            "scrapped_by": scrapped_by(&f["name"], sales()),
        }))
    };
    // The n-th train starts the n-th phase.
    let train = |(t, phase): (&Json, &Json)| {
        trimmed(json!({
            // The public name of the small face names the card.
            "id": t["public_ids"].get(0).unwrap_or(&t["letter"]),
            "count": if t["count"].is_number() { t["count"].clone() } else { json!("unlimited") },
            "cards": t["physical_cards"],
            "phase": phase["letter"],
            "faces": each(t, "faces").map(face).collect::<Vec<_>>(),
        }))
    };
    each(old, "trains").zip(each(old, "phases")).map(train).collect()
}

fn stop(s: &Json, tile: &Json) -> Json {
    trimmed(json!({
        "kind": s["kind"],
        "revenue": s["revenue"],
        "slots": s["slots"],
        "group": s["group"],
        "terminus": tile["terminus"],
    }))
}

fn tile(t: &Json) -> Json {
    let mut stops: Vec<Json> = each(t, "stops").map(|s| stop(s, t)).collect();
    if let (Some(first), Json::String(name)) = (stops.first_mut(), &t["name"]) {
        first["name"] = json!(name);
    }
    trimmed(json!({
        "id": t["id"],
        "colour": t["colour"],
        "count": t["count"],
        "label": t["label"],
        "special": t["purple_edged"],
        "stops": stops,
        "segments": t["segments"],
        "upgrades": t["upgrades_to"],
    }))
}

fn cells(old: &Json, hexes: &Json) -> Vec<Json> {
    let ids: Vec<&str> = each_of(hexes).map(|h| text(h, "id")).collect();
    let labelled = |colour: &str, label: &Json| -> Vec<&Json> {
        let fits =
            |t: &&Json| t["colour"] == colour && t["label"] == *label && t["purple_edged"] != true;
        each(old, "tiles").filter(fits).map(|t| &t["id"]).collect()
    };
    each_of(hexes)
        .map(|h| {
            let red = each(old, "tiles")
                .find(|t| !h["reserved_for"].is_null() && t["home_of"] == h["reserved_for"]);
            let upgrades = match text(h, "kind") {
                "red_edged" => red.map(|t| json!([t["id"]])),
                "pre_printed_yellow_oo" => Some(json!(labelled("green", &h["label"]))),
                "pre_printed_praha" => Some(json!(labelled("yellow", &h["label"]))),
                _ => None,
            };
            let rotations = red.map(|t| json!({ text(t, "id"): h["red_tile_rotations"] }));
            let colour = match text(h, "kind") {
                "pre_printed_yellow_oo" => json!("yellow"),
                "pre_printed_grey" => json!("grey"),
                _ => Json::Null,
            };
            trimmed(json!({
                "id": h["id"],
                "public": h["public_id"],
                "name": h["name"],
                "colour": colour,
                "label": h["label"],
                "stops": each(h, "stops").map(|s| stop(s, h)).collect::<Vec<_>>(),
                "segments": h["segments"],
                "upgrades": upgrades,
                "terrain": h["terrain"],
                "closed": closed(h, &h["off_map_edges"], &ids),
                "red_edges": h["red_edges"],
                "stubs": h["stubs"],
                "reserved": h["reserved_for"],
                "rotations": rotations,
            }))
        })
        .collect()
}

fn each_of(list: &Json) -> impl Iterator<Item = &Json> {
    list.as_array().into_iter().flatten()
}

// Edges that are closed although a cell lies beyond: those that lead off the map go without saying.
fn closed(hex: &Json, edges: &Json, ids: &[&str]) -> Vec<u64> {
    let mut id = text(hex, "id").chars();
    let row = id.next().map_or(0, u32::from);
    let column: i16 = id.as_str().parse().unwrap_or(0);
    let beyond = |e: u64| {
        let steps = [(1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1)];
        let (r, c) = steps.get(e as usize).copied().unwrap_or((0, 0));
        let letter = row.checked_add_signed(r).and_then(char::from_u32);
        format!("{}{}", letter.unwrap_or('?'), i32::from(column) + c)
    };
    each_of(edges).filter_map(Json::as_u64).filter(|&e| ids.contains(&beyond(e).as_str())).collect()
}

// What such a sheet left out was off.
fn options(old: &Json) -> Vec<Json> {
    if old["options"].is_null() {
        return Vec::new();
    }
    let listed = |id: &str| each(old, "options").find(|o| o["id"] == id);
    let row = |&(id, rule): &(&str, &str)| {
        let (book, public) = match listed(id) {
            Some(o) if o["public18xx"].is_null() => (o["rulebook"].clone(), o["rulebook"].clone()),
            Some(o) => (o["rulebook"].clone(), o["public18xx"].clone()),
            None => (json!(false), json!(false)),
        };
        json!({ "id": id, "rule": rule, "presets": { "rulebook": book, "public18xx": public } })
    };
    OPTIONS.iter().map(row).collect()
}

fn own(old: &Json) -> Json {
    let bohemia = &old["variants"]["bohemia"]["vaclav"];
    let mut powers = Map::new();
    let mut vaclav = Map::new();
    for size in SIZES {
        let class = &old["local_railway_classes"][size];
        powers.insert(
            size.to_owned(),
            json!({ "waives": class["waives"], "purple": class["purple_colours"] }),
        );
        let his = &bohemia["companies"][size];
        let lowest = |key: &str| bohemia[key][size] == "lowest_order_card";
        vaclav.insert(
            size.to_owned(),
            json!({
                "percent": his["shares_pct"],
                "price": his["par"],
                "lowest_card_lays_track": lowest("track_decider"),
                "lowest_card_places_stations": lowest("token_decider"),
            }),
        );
    }
    let bonus = each(old, "tiles").filter(|t| !t["home_of"].is_null()).last();
    json!({
        "dividend_steps": old["market"]["dividend_steps"],
        "local_railways": powers,
        "home_bonus": bonus.map_or(json!(0), |t| t["home_bonus"].clone()),
        "vaclav": vaclav,
    })
}

// What becomes of each company of the sheet in a variant.
fn in_variant(old: &Json, here: &Json, change: impl Fn(&Json) -> Json) -> Vec<Json> {
    each(old, "companies")
        .map(|c| {
            let mut new = if each_of(here).any(|id| *id == c["id"]) {
                change(c)
            } else {
                json!({ "in_play": false })
            };
            new["id"] = c["id"].clone();
            new
        })
        .filter(|c| c.as_object().is_some_and(|c| c.len() > 1))
        .collect()
}

fn bohemia(old: &Json, v: &Json) -> Json {
    let ids: Vec<&str> = each(v, "hexes").filter_map(Json::as_str).collect();
    let here = |h: &&Json| ids.contains(&text(h, "id"));
    let cell = |h: &Json| {
        let id = text(h, "id");
        let closed = closed(h, &v["off_map_edges_here"][id], &ids);
        let red = each(old, "tiles").find(|t| t["home_of"] == h["reserved_for"]);
        let rotations = v["red_tile_rotations_here"].get(id).zip(red);
        let new = trimmed(json!({
            "id": id,
            "closed": closed,
            "rotations": rotations.map(|(r, t)| json!({ text(t, "id"): r })),
        }));
        new.as_object().is_some_and(|c| c.len() > 1).then_some(new)
    };
    let paper = |p: &Json| {
        let out = !each(v, "local_railways").any(|id| *id == p["id"]);
        out.then(|| json!({ "id": p["id"], "in_play": false }))
    };
    json!({
        "players": players(&old["players"]["bohemia"], &["3", "4", "5", "6"]),
        "companies": { "change": in_variant(old, &v["companies"], |c| {
            match v["max_holding_pct"].get(text(c, "size")) {
                Some(most) if *most != c["max_holding_pct"] => json!({ "most": most }),
                _ => json!({}),
            }
        }) },
        "papers": { "change": each(old, "local_railways").filter_map(paper).collect::<Vec<_>>() },
        "cells": {
            "keep": ids,
            "change": each(old, "hexes").filter(here).filter_map(cell).collect::<Vec<_>>(),
        },
    })
}

fn moravia(old: &Json, v: &Json) -> Json {
    let seller = |t: &Json| t["name"].clone();
    let sales = || each(v, "trains").map(|t| (&t["name"], &t["scraps"]));
    let mut trains: Vec<Json> = each(v, "trains")
        .map(|t| {
            trimmed(json!({
                "id": seller(t),
                "count": if t["count"].is_object() { t["count"].clone() } else { json!("unlimited") },
                "phase": seller(t),
                "price": t["price"],
                "range": range(text(t, "name")),
                "scrapped_by": scrapped_by(&t["name"], sales()),
                "own": trimmed(json!({ "red_tile_bonus": t["red_tile_bonus"] })),
            }))
        })
        .collect();
    // CZ-MORAVIA-24: the 3E of the private paper is set aside; it must not be the last of the stack.
    if each(v, "private_papers").any(|p| text(p, "id").ends_with("3E")) {
        let first = trains.first().map(|t| t["phase"].clone());
        let sold = scrapped_by(&json!("3E"), sales());
        trains.insert(
            0,
            trimmed(json!({
                "id": "3E", "count": 1, "phase": first, "price": 0, "range": { "express": 3 },
                "scrapped_by": sold, "own": { "red_tile_bonus": true },
            })),
        );
    }
    let event = |e: &Json| match e.as_str() {
        Some("trade_trains_between_companies") => "companies_trade_trains",
        Some("companies_may_buy_private_papers") => "companies_buy_papers",
        _ => "papers_close",
    };
    let phase = |t: &Json| {
        trimmed(json!({
            "id": seller(t),
            "colours": t["tile_colours"],
            "column": t["red_tile_value"],
            "train_limit": t["train_limit"],
            "events": each(t, "effects").map(event).collect::<Vec<_>>(),
            // CZ-MORAVIA-3
            "own": { "sizes": ["large"] },
        }))
    };
    let private = |p: &Json| {
        let local = each(old, "local_railways").find(|l| l["id"] == p["local_railway"]);
        if let Some(local) = local {
            let mut new = paper(local);
            new["price"] = p["min_bid"].clone();
            return new;
        }
        let id = text(p, "id").trim_start_matches("MS-");
        let kind = if id.ends_with("MW") { "westbahn" } else { "train" };
        json!({
            "id": id,
            "name": p["name"],
            "income": p["income"].as_i64().unwrap_or(0),
            "price": p["min_bid"],
            "own": { "kind": kind },
        })
    };
    let starts = |c: &Json| {
        let here = each(v, "par_prices").any(|p| *p == c["price"]);
        let start = if here { json!(["large"]) } else { json!(null) };
        let changed = here || c.get("start").is_some();
        changed.then(|| json!({ "id": c["id"], "start": start }))
    };
    let mut companies = in_variant(old, &v["companies"], |c| {
        json!({
            "most": v["max_holding_pct"],
            "float": v["float_pct"],
            "capital": v["capitalisation_shares"],
            "stations": v["token_costs"],
            "homes": v["home_hexes"].get(text(c, "id")).unwrap_or(&c["home_hexes"]),
            "own": { "markers": null },
        })
    });
    // Of those that are not played only the Mährische Westbahn has its home on this board.
    for company in companies.iter_mut().filter(|c| c["in_play"] == false) {
        let home = |h: &&Json| each(h, "home_of").any(|id| *id == company["id"]);
        if each(v, "hexes").find(home).is_none() {
            company["homes"] = json!([]);
        }
    }
    let steps = &v["dividend_steps"];
    json!({
        "players": players(&old["players"]["moravia_silesia"], &["3", "4", "5", "6"]),
        "companies": { "change": companies },
        "papers": each(v, "private_papers").map(private).collect::<Vec<_>>(),
        "market": { "cells": { "change": market(old).iter().filter_map(starts).collect::<Vec<_>>() } },
        "process": moravia_process(v),
        "phases": each(v, "trains").map(phase).collect::<Vec<_>>(),
        "trains": trains,
        "cells": cells(old, &v["hexes"]),
        "reconstructed": [
            "Board, homes and minimum bids of Moravia-Silesia",
            "Tile colours by train",
            "Red tiles: 20 in the yellow phase",
        ],
        "own": {
            "dividend_steps": { "small": steps, "medium": steps, "large": steps },
            "home_bonus": v["red_tile_bonus"],
            "bid_step": v["bid_increment"],
            "companies_removed_at_random": v["companies_removed_at_random"],
        },
    })
}

// `3+3`, `5E`, `4`.
fn range(name: &str) -> Json {
    let number = |text: &str| u16::from(text.parse::<u8>().unwrap_or(0));
    match name.split_once('+') {
        Some((n, m)) => json!({ "cities": number(n), "total": number(n) + number(m) }),
        None => match name.strip_suffix('E') {
            Some(n) => json!({ "express": number(n) }),
            None => json!(number(name)),
        },
    }
}

fn moravia_process(v: &Json) -> Vec<Json> {
    let mut all = vec![json!({ "label": "PRE" })];
    for (i, values) in each(v, "process_sets").enumerate() {
        let set = i + 1;
        all.push(json!({ "label": "SR", "set": set }));
        let exports = each(v, "export_after_sets").any(|s| *s == json!(set));
        let last = each_of(values).count();
        for (number, value) in (1..).zip(each_of(values)) {
            let export = exports && number == last;
            all.push(trimmed(json!({
                "label": "OR", "set": set, "number": number, "value": value, "export": export,
            })));
        }
    }
    all
}

fn introductory(old: &Json, v: &Json) -> Json {
    let phases: Vec<&Json> = each(v, "phases").collect();
    let train = |(i, (name, price)): (usize, (&String, &Json))| {
        let mut count = Map::new();
        for (number, seats) in v["players"].as_object().into_iter().flatten() {
            let cards = seats["trains"].get(name).cloned().unwrap_or(json!(0));
            count.insert(number.clone(), cards);
        }
        let names: Vec<Json> = v["train_prices"]
            .as_object()
            .into_iter()
            .flat_map(|all| all.keys().map(|k| json!(k)))
            .collect();
        let sales = names.iter().zip(phases.iter().map(|p| &p["scraps"]));
        trimmed(json!({
            "id": name,
            "count": count,
            "phase": phases.get(i).map(|p| p["phase"].to_string()),
            "price": price,
            "range": range(name),
            "scrapped_by": scrapped_by(&json!(name), sales),
        }))
    };
    // CZ-INTRO-19
    let phase = |(i, p): (usize, &&Json)| {
        trimmed(json!({
            "id": p["phase"].to_string(),
            "colours": p["tile_colours"],
            "train_limit": p["train_limit"],
            "events": if i == 1 { vec!["companies_trade_trains"] } else { Vec::new() },
            "own": { "sizes": [] },
        }))
    };
    let mut seats = Map::new();
    for (number, seat) in v["players"].as_object().into_iter().flatten() {
        let order = each(v, "turn_order").filter(|id| each(seat, "companies").any(|c| c == *id));
        seats.insert(number.clone(), json!(order.collect::<Vec<_>>()));
    }
    // CZ-INTRO-2: no red, purple-edged or grey tiles.
    let out =
        |t: &&Json| t["colour"] == "red" || t["colour"] == "grey" || t["purple_edged"] == true;
    let rounds = v["rounds"].as_u64().unwrap_or(0).min(200);
    let homes = v["pre_placed_home_stations"].as_object();
    json!({
        "players": players(&old["players"]["introductory"], &["3", "4", "5", "6"]),
        "companies": { "change": in_variant(old, &v["turn_order"], |_| json!({ "size": "small" })) },
        "papers": [],
        "process": (1..=rounds).map(|r| json!({ "label": "OR", "set": r, "value": r })).collect::<Vec<_>>(),
        "phases": phases.iter().enumerate().map(phase).collect::<Vec<_>>(),
        "trains": v["train_prices"].as_object().into_iter().flatten().enumerate().map(train).collect::<Vec<_>>(),
        "tiles": { "remove": each(old, "tiles").filter(out).map(|t| &t["id"]).collect::<Vec<_>>() },
        "own": {
            "companies_by_players": seats,
            "homes_at_the_start": homes.map(|h| h.keys().collect::<Vec<_>>()),
        },
    })
}
