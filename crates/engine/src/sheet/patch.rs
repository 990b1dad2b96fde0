//! Variants of a sheet: patches that change what differs and nothing else.

use super::look::{Faults, Look};
use serde_json::{Map, Value as Json};
use std::borrow::Cow;

/// How a patch edits a list.
pub(super) const EDITS: [&str; 5] = ["keep", "remove", "change", "add", "before"];

/// The sheet with patches of its `variants` laid over it, in this order.
///
/// An object is patched key by key; `null` takes a key away. A list is replaced by a list. An object over a list edits
/// it by `id`: `keep` only these, `remove` these, `change` these, `add` these, at the end or `before` one.
pub fn patched<'a>(data: &'a Json, patches: &[&str], faults: &Faults) -> Cow<'a, Json> {
    if patches.is_empty() {
        return Cow::Borrowed(data);
    }
    let variants = Look::new(data, faults).key("variants");
    let mut sheet = data.clone();
    for name in patches {
        let patch = variants.key(name);
        if patch.json().is_object() {
            lay(&mut sheet, &patch, data);
        }
    }
    Cow::Owned(sheet)
}

/// Fewest and most players of a sheet with these patches.
pub fn seats(data: &Json, patches: &[&str]) -> (u8, u8) {
    let faults = Faults::default();
    let mut players = data["players"].clone();
    for name in patches {
        if let Some(patch) = data["variants"][name].get("players") {
            lay(&mut players, &Look::new(patch, &faults), data);
        }
    }
    let all = players.as_object().into_iter().flat_map(Map::keys);
    let all: Vec<u8> = all.filter_map(|n| n.parse().ok()).collect();
    let (fewest, most) = (all.iter().min(), all.iter().max());
    (*fewest.unwrap_or(&0), *most.unwrap_or(&0))
}

/// All identifiers of a list of the sheet, in whichever variant.
pub fn known_ids<'a>(data: &'a Json, list: &str) -> Vec<&'a str> {
    let of = |all: &'a Json| {
        let elements = all.as_array().into_iter().flatten();
        elements.filter_map(|e| e.get("id").and_then(Json::as_str))
    };
    let mut ids: Vec<&str> = data.get(list).into_iter().flat_map(of).collect();
    let variants = data.get("variants").and_then(Json::as_object);
    for patch in variants.into_iter().flat_map(Map::values) {
        let lists = [patch.get(list), patch.get(list).and_then(|edit| edit.get("add"))];
        ids.extend(lists.into_iter().flatten().flat_map(of));
    }
    ids
}

fn lay(base: &mut Json, patch: &Look, whole: &Json) {
    match (&mut *base, patch.json()) {
        (Json::Object(base), Json::Object(new)) => {
            for key in new.keys() {
                match patch.maybe(key) {
                    None => {
                        base.remove(key);
                    }
                    Some(inner) if key == "variants" => inner.fault("a variant has no variants"),
                    Some(inner) => match base.get_mut(key) {
                        Some(old) => {
                            // Identifiers of another variant may be removed: they may be here or not.
                            let known = known_ids(whole, key);
                            match old {
                                Json::Array(list) if inner.json().is_object() => {
                                    edit(list, &inner, &known, whole);
                                }
                                _ => lay(old, &inner, whole),
                            }
                        }
                        None => {
                            base.insert(key.clone(), inner.json().clone());
                        }
                    },
                }
            }
        }
        (base, new) => *base = new.clone(),
    }
}

fn id(element: &Json) -> Option<&str> {
    element.get("id").and_then(Json::as_str)
}

fn edit(list: &mut Vec<Json>, patch: &Look, known: &[&str], whole: &Json) {
    patch.only(&EDITS);
    let names = |key: &str| -> Vec<&str> {
        let all = patch.maybe_list(key);
        for name in &all {
            if !known.contains(&name.text()) {
                name.fault("nothing is called that");
            }
        }
        all.iter().map(Look::text).collect()
    };
    if patch.maybe("keep").is_some() {
        let kept = names("keep");
        list.retain(|e| id(e).is_some_and(|id| kept.contains(&id)));
    }
    let removed = names("remove");
    list.retain(|e| id(e).is_none_or(|id| !removed.contains(&id)));
    for change in patch.maybe_list("change") {
        let name = change.key("id").text();
        match list.iter_mut().find(|e| id(e) == Some(name)) {
            Some(element) => lay(element, &change, whole),
            None => change.fault("nothing is called that here"),
        }
    }
    let before = patch.maybe("before").and_then(|before| {
        let found = list.iter().position(|e| id(e) == Some(before.text()));
        if found.is_none() {
            before.fault("nothing is called that here");
        }
        found
    });
    let at = before.unwrap_or(list.len());
    let new = patch.maybe_list("add");
    list.splice(at..at, new.iter().map(|e| e.json().clone()));
}
