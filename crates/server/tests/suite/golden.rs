//! Databases of earlier programs. `tests/golden/make.py` made them; they are never made anew.

use crate::support::*;
use serde_json::{Value, json};
use server::Admin;
use std::path::Path;

fn unpacked(file: &str) -> Vec<u8> {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    unpack(&kept.join(file))
}

/// Everything that was shown is shown again; more may have come.
fn contains(now: &Value, before: &Value, at: &str, faults: &mut Vec<String>) {
    match (now, before) {
        (Value::Object(now), Value::Object(before)) => {
            for (key, value) in before {
                contains(
                    now.get(key).unwrap_or(&Value::Null),
                    value,
                    &format!("{at}.{key}"),
                    faults,
                );
            }
        }
        (Value::Array(now), Value::Array(before)) if now.len() == before.len() => {
            for (i, (now, before)) in now.iter().zip(before).enumerate() {
                contains(now, before, &format!("{at}[{i}]"), faults);
            }
        }
        _ if now == before => {}
        _ => faults.push(format!("{at}: {before} before, {now} now")),
    }
}

/// Tiles that nobody can lay are no longer shown; of the others as many are left as before.
fn supply(now: &Value, before: &mut Value, at: &str, faults: &mut Vec<String>) {
    let was = before["tiles"].take();
    before.as_object_mut().expect("a view").remove("tiles");
    let was = was.as_array().expect("tiles");
    for tile in now["tiles"].as_array().expect("tiles") {
        if !was.contains(tile) {
            faults.push(format!("{at}: {tile} was not there"));
        }
    }
    for fact in before["facts"].as_array_mut().expect("facts") {
        // What is reconstructed is a list without an order of its own.
        let now = now["facts"].as_array().expect("facts").iter().find(|f| f[0] == fact[0]);
        if let (Some(now), Some(was)) = (now.and_then(|f| f[1].as_array()), fact[1].as_array())
            && was.iter().all(Value::is_string)
            && now.len() == was.len()
            && was.iter().all(|text| now.contains(text))
        {
            fact[1] = json!(now);
        }
        for one in fact[1].as_array_mut().into_iter().flatten() {
            if let Some(one) = one.as_object_mut() {
                one.remove("tiles");
            }
        }
    }
}

fn sorted_choices(state: &Value) -> Value {
    let mut all: Vec<String> = state["choices"]["groups"]
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(|g| g["choices"].as_array().expect("choices"))
        .map(|c| json!([c["move"], c["amount"]]).to_string())
        .collect();
    all.sort();
    json!(all)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_of_rules_version_1_shows_the_same_games_and_they_go_on() {
    let file = folder().join("rules-1.sqlite");
    std::fs::write(&file, unpacked("rules-1.sqlite.gz")).expect("a database");
    let expected: Value = serde_json::from_slice(&unpacked("rules-1.json.gz")).expect("JSON");
    let database = file.to_string_lossy().into_owned();
    let server = start(&database).await;
    let mut anna = Client::new(server.address);
    anna.token = expected["token"].as_str().map(str::to_owned);
    let games = expected["games"].as_object().expect("games");
    let mut faults = Vec::new();
    let mut went_on = 0;
    for (id, before) in games {
        let game = anna.fetch(&format!("/api/games/{id}")).await;
        for key in ["title", "variant", "state", "length", "outcome"] {
            contains(&game[key], &before[key], &format!("{id}.{key}"), &mut faults);
        }
        if before["view"].is_null() {
            continue;
        }
        let state = anna.fetch(&format!("/api/games/{id}/state?choices=true")).await;
        let mut view = before["view"].clone();
        let at = format!("{id}.view");
        supply(&state["view"], &mut view, &at, &mut faults);
        contains(&state["view"], &view, &at, &mut faults);
        contains(&state["undone"], &before["undone"], &format!("{id}.undone"), &mut faults);
        if let Some(choices) = before["choices"].as_array() {
            let mut before: Vec<String> = Vec::new();
            for choice in choices {
                let choice: Value =
                    serde_json::from_str(choice.as_str().expect("text")).expect("JSON");
                before.push(choice.to_string());
            }
            before.sort();
            contains(
                &sorted_choices(&state),
                &json!(before),
                &format!("{id}.choices"),
                &mut faults,
            );
        }
        let exported = anna.get(&format!("/api/games/{id}/file")).await;
        assert_eq!(exported.status, 200, "{id}: {}", exported.text());
        if game["turn"]["mine"] == true {
            let (after, mv) = some_move(&mut anna, id).await;
            anna.send(&format!("/api/games/{id}/moves"), json!({"after": after, "move": mv})).await;
            went_on += 1;
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(games.len() >= 17 && went_on >= 8, "{} games, {went_on} went on", games.len());
    server.stop().await.unwrap();
    let admin = Admin::open(&database).await.unwrap();
    assert_eq!(admin.check(titles::all()).await.unwrap(), Vec::<String>::new());
    admin.close().await;
}
