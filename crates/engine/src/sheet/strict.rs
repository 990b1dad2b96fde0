//! A sheet that somebody brings, looked at as a whole: also what the variant that is played never reads.

use super::look::{Faults, Look};
use super::patch::EDITS;
use super::read::KEYS;
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};

/// Bytes that a sheet can need, without blanks; five times as many as the longest of ours.
pub const LONGEST: usize = 256 << 10;
const LONGEST_NOTE: usize = 1000;

// Which kind of object stands under a key of another, by itself, in lists or in edits of a list.
const WITHIN: &[(&str, &str, &str)] = &[
    ("sheet", "money", "money"),
    ("sheet", "grid", "grid"),
    ("sheet", "companies", "company"),
    ("sheet", "papers", "paper"),
    ("sheet", "market", "market"),
    ("sheet", "process", "process_box"),
    ("sheet", "phases", "phase"),
    ("sheet", "trains", "train"),
    ("sheet", "tiles", "tile"),
    ("sheet", "cells", "cell"),
    ("sheet", "options", "option"),
    ("company", "homes", "home"),
    ("market", "cells", "market_cell"),
    ("market", "rows", "market_cell"),
    ("train", "faces", "face"),
    ("tile", "stops", "stop"),
    ("tile", "upgrades", "upgrade"),
    ("tile", "private", "private"),
    ("cell", "stops", "stop"),
    ("cell", "upgrades", "upgrade"),
    ("cell", "terrain", "terrain"),
];

// Objects whose keys are names: what stands under each name.
const NAMED: &[(&str, &str, &str)] =
    &[("sheet", "players", "players"), ("sheet", "variants", "sheet")];

type Own = BTreeMap<&'static str, BTreeSet<String>>;

fn listed(
    table: &[(&'static str, &'static str, &'static str)],
    kind: &str,
    key: &str,
) -> Option<&'static str> {
    table.iter().find(|(k, n, _)| *k == kind && *n == key).map(|(_, _, inner)| *inner)
}

// Looks at an object and all within it; `own` hears of what only the title knows.
fn object(look: &Look, kind: &'static str, own: &mut impl FnMut(&'static str, &Look)) {
    let keys = KEYS.iter().find(|(name, _)| *name == kind).map_or(&[][..], |(_, keys)| keys);
    look.only(keys);
    if let Some(note) = look.maybe("note") {
        match note.json().as_str() {
            Some(text) if text.len() <= LONGEST_NOTE => {}
            _ => note.fault(&format!("a text of at most {LONGEST_NOTE} letters is needed")),
        }
    }
    if !look.json().is_object() {
        return;
    }
    for (key, inner) in look.fields() {
        if key == "own" {
            own(kind, &inner);
        } else if let Some(named) = listed(NAMED, kind, key) {
            if inner.json().is_object() {
                inner.fields().iter().for_each(|(_, value)| any(value, named, own));
            }
        } else if let Some(within) = listed(WITHIN, kind, key) {
            any(&inner, within, own);
        }
    }
}

fn any(look: &Look, kind: &'static str, own: &mut impl FnMut(&'static str, &Look)) {
    match look.json() {
        Json::Array(_) => look.list().iter().for_each(|element| any(element, kind, own)),
        Json::Object(edit)
            if !edit.is_empty() && edit.keys().all(|k| EDITS.contains(&k.as_str())) =>
        {
            for key in ["change", "add"] {
                look.maybe_list(key).iter().for_each(|element| any(element, kind, own));
            }
        }
        Json::Object(_) => object(look, kind, own),
        _ => {}
    }
}

// The keys that a title's sheet has under `own`, by the kind of object that has it.
fn own_keys(built_in: &Json) -> Own {
    let (faults, mut known) = (Faults::default(), Own::new());
    object(&Look::new(built_in, &faults), "sheet", &mut |kind, own| {
        let keys = own.json().as_object().into_iter().flat_map(|o| o.keys().cloned());
        known.entry(kind).or_default().extend(keys);
    });
    known
}

/// What is wrong with a sheet that somebody brings, as far as it can be said without playing it: it is longer than any
/// sheet needs to be, or has keys that nobody reads, in whichever variant. `built_in` is the sheet of its title.
pub fn strict(data: &Json, built_in: &Json) -> Vec<String> {
    if data.to_string().len() > LONGEST {
        return vec![format!("the sheet is too long: at most {} kB are possible", LONGEST >> 10)];
    }
    let (faults, known) = (Faults::default(), own_keys(built_in));
    object(&Look::new(data, &faults), "sheet", &mut |kind, own| {
        let keys: Vec<&str> = known.get(kind).into_iter().flatten().map(String::as_str).collect();
        own.only(&keys);
    });
    faults.into_list()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn unknown_keys_are_found_wherever_they_stand() {
        let built_in = json!({
            "form": 1, "companies": [{"id": "A", "own": {"lucky": true}}],
            "variants": {"small": {"tiles": {"change": [{"id": "7", "own": {"purple": true}}]}}},
        });
        assert_eq!(strict(&built_in, &built_in), Vec::<String>::new());
        for (sheet, place) in [
            (json!({"junk": 1}), "junk"),
            (json!({"players": {"2": {"cash": 1, "junk": 1}}}), "players.2.junk"),
            (json!({"companies": [{"id": "A", "junk": 1}]}), "companies.A.junk"),
            (json!({"companies": [{"id": "A", "own": {"junk": 1}}]}), "companies.A.own.junk"),
            (json!({"tiles": [{"id": "7", "stops": [{"kind": "city", "junk": 1}]}]}), "junk"),
            (json!({"market": {"rows": [[null, {"price": 1, "junk": 1}]]}}), "junk"),
            (json!({"variants": {"small": {"junk": 1}}}), "variants.small.junk"),
            (json!({"variants": {"a": {"cells": {"add": [{"id": "B1", "junk": 1}]}}}}), "junk"),
            (json!({"variants": {"a": {"own": {"junk": 1}}}}), "variants.a.own.junk"),
            (json!({"note": {"junk": 1}}), "note"),
            (json!({"note": "x".repeat(2000)}), "note"),
            (json!({"name": "x".repeat(300_000)}), "too long"),
        ] {
            let faults = strict(&sheet, &built_in);
            assert!(faults.iter().any(|f| f.contains(place)), "{place}: {faults:?}");
        }
    }
}
