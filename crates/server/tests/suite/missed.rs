//! What was missed besides routes.

use crate::on_both;
use crate::support::*;
use serde_json::{Value, json};

on_both! {
async fn what_was_missed_was_a_choice_and_would_have_raised_the_run(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let file = kept_game("1860-standard-rulebook-3", 14).to_string();
    let here = anna.raw("POST", "/api/import?play=true", Some(file.as_bytes())).await.unwrap();
    assert_eq!(here.status, 201, "{}", here.text());
    let game = format!("/api/games/{}", here.json()["id"].as_str().unwrap());
    let (mut items, mut from) = (Vec::new(), json!(0));
    while !from.is_null() {
        let answer = anna.fetch(&format!("{game}/missed?from={from}")).await;
        items.extend(answer["items"].as_array().expect("items").clone());
        assert!(answer["next"].is_null() || answer["next"].as_i64() > from.as_i64(), "{answer}");
        from = answer["next"].clone();
    }
    assert!(!items.is_empty(), "something was missed in 14 runs");
    for item in items.iter().take(12) {
        let number = |key: &str| item[key].as_i64().unwrap();
        assert!(number("more") > 0 && number("could") - number("had") == number("more"), "{item}");
        let at = number("number") - 1;
        let shown = anna.fetch(&format!("{game}/choices?at={at}")).await;
        let groups = shown["groups"].as_array().expect("groups").iter();
        let mut all = groups.flat_map(|g| g["choices"].as_array().unwrap());
        let same = |c: &Value| c["move"] == item["move"] || item["kind"] == "subsidy";
        assert!(all.any(same), "{item}");
    }
    server.stop().await.unwrap();
}
}

on_both! {
async fn what_was_missed_is_not_told_while_people_play(database: String) {
    let server = start(&database).await;
    let (id, mut people) = table_of_three(&server).await;
    let answer = people[0].get(&format!("/api/games/{id}/missed")).await;
    assert_eq!((answer.status, &answer.json()["message"]), (403, &json!("what was missed is told after the game")));
    assert_eq!(people[0].get("/api/games/gnone/missed").await.status, 404);
    server.stop().await.unwrap();
}
}
