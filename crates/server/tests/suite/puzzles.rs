//! Puzzles: shown as games that nobody changes, answered, one a day, noted with the account.

use crate::clocks::start_by;
use crate::on_both;
use crate::support::*;
use serde_json::{Value, json};
use server::Clock;
use std::collections::BTreeSet;

const DAY: i64 = 86_400_000;

async fn puzzles(client: &mut Client, query: &str) -> Vec<Value> {
    let mut all = Vec::new();
    let mut page = 0;
    loop {
        let found = client.fetch(&format!("/api/puzzles?page={page}{query}")).await;
        all.extend(found["puzzles"].as_array().expect("puzzles").clone());
        match found["next"].as_i64() {
            Some(next) => page = next,
            None => return all,
        }
    }
}

// A right answer, asked for by somebody else.
async fn right(server: &server::Running, id: &str) -> Value {
    let mut other = guest(server).await;
    let found = other.send(&format!("/api/puzzles/{id}/solution"), json!({})).await;
    json!({"move": found["moves"][0]})
}

on_both! {
async fn every_puzzle_is_shown_like_a_game_and_its_answer_is_right(database: String) {
    let server = start(&database).await;
    let mut client = guest(&server).await;
    let all = puzzles(&mut client, "").await;
    assert!(all.len() >= 40, "{} puzzles", all.len());
    // All positions stand; of answers a part is tried here, all of them where puzzles are proved.
    for (i, puzzle) in all.iter().enumerate() {
        let (id, game) = (puzzle["id"].as_str().unwrap(), puzzle["game"].as_str().unwrap());
        let state = client.fetch(&format!("/api/games/{game}/state?at={}&choices=true", puzzle["at"])).await;
        assert!(state["choices"]["count"].as_u64().unwrap() > 0, "{id}");
        assert_eq!(client.fetch(&format!("/api/puzzles/{id}")).await["id"], puzzle["id"]);
        if i % 8 == 0 {
            let answer = right(&server, id).await;
            let said = client.send(&format!("/api/puzzles/{id}/answer"), answer).await;
            assert_eq!(said["right"], true, "{id}: {said}");
            assert!(said["second"].as_i64().unwrap() < said["brings"].as_i64().unwrap(), "{id}");
        }
    }
    server.stop().await.unwrap();
}
}

on_both! {
async fn lists_are_filtered_and_paged(database: String) {
    let server = start(&database).await;
    let mut client = guest(&server).await;
    let all = puzzles(&mut client, "").await;
    for (field, of) in [("title", "title"), ("kind", "kind"), ("grade", "grade")] {
        let said = |p: &Value| p[of].to_string();
        let values: BTreeSet<String> = all.iter().map(said).collect();
        let mut found = 0;
        for value in values {
            let some = puzzles(&mut client, &format!("&{field}={}", value.trim_matches('"'))).await;
            assert!(!some.is_empty() && some.iter().map(said).all(|v| v == value));
            found += some.len();
        }
        assert_eq!(found, all.len(), "{field}");
    }
    let far = client.fetch("/api/puzzles?page=99999999999").await;
    assert_eq!(far["puzzles"], json!([]));
    assert_eq!(client.get("/api/puzzles?kind=none").await.status, 400);
    assert_eq!(client.get("/api/puzzles?page=-1").await.status, 400);
    assert_eq!(client.get("/api/puzzles/none").await.status, 404);
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_puzzle_is_nobodys_game_and_nothing_of_it_is_stored(database: String) {
    let server = start(&database).await;
    let mut client = guest(&server).await;
    let one = puzzles(&mut client, "").await[0].clone();
    let game = format!("/api/games/{}", one["game"].as_str().unwrap());
    let refused = [
        ("moves", json!({"after": one["at"], "move": {"move": "pass"}})),
        ("chat", json!({"text": "hello"})),
        ("join", json!({})),
        ("undo", json!({"after": 0})),
        ("abandon", json!({})),
        ("hint", json!({})),
    ];
    for (path, body) in refused {
        let answer = client.post(&format!("{game}/{path}"), &body).await;
        assert!((400..500).contains(&answer.status), "{path}: {} {}", answer.status, answer.text());
    }
    assert_eq!(client.get("/api/games/puzzle-nothing/state").await.status, 404);
    assert_eq!(number(&database, "SELECT COUNT(*) FROM games").await, 0);
    assert_eq!(number(&database, "SELECT COUNT(*) FROM journal").await, 0);
    server.stop().await.unwrap();
}
}

on_both! {
async fn wrong_answers_are_told_what_they_bring_and_nonsense_gets_a_clear_fault(database: String) {
    let server = start(&database).await;
    let mut client = guest(&server).await;
    let tile = puzzles(&mut client, "&kind=tile").await[0].clone();
    let id = tile["id"].as_str().unwrap();
    let path = format!("/api/puzzles/{id}/answer");
    let said = client.send(&path, json!({"move": {"move": "pass"}})).await;
    assert_eq!(said["right"], false, "{said}");
    assert!(said["brings"].is_i64() && said["second"].is_null(), "{said}");
    for body in [json!({}), json!({"move": {"move": "none"}}), json!({"move": {"move": "pass"}, "more": 1})] {
        assert_eq!(client.post(&path, &body).await.status, 400, "{body}");
    }
    let far = json!({"move": {"move": "start", "company": "XX", "price": 1}});
    assert_eq!(client.post(&path, &far).await.status, 400);
    assert_eq!(client.post("/api/puzzles/none/answer", &json!({"move": {"move": "pass"}})).await.status, 404);
    server.stop().await.unwrap();
}
}

on_both! {
async fn the_puzzle_of_the_day_is_the_same_for_all_and_each_has_its_turn(database: String) {
    let clock = Clock::default();
    let server = start_by(&database, &clock).await;
    let (mut one, mut other) = (guest(&server).await, guest(&server).await);
    let count = puzzles(&mut one, "").await.len();
    let mut seen = BTreeSet::new();
    for i in 0..count {
        let today = one.fetch("/api/puzzles/today").await;
        if i == 0 {
            assert_eq!(today["puzzle"], other.fetch("/api/puzzles/today").await["puzzle"]);
        }
        assert!(seen.insert(today["puzzle"]["id"].as_str().unwrap().to_owned()), "day {i}");
        clock.advance(DAY);
    }
    let again = one.fetch("/api/puzzles/today").await;
    assert!(seen.contains(again["puzzle"]["id"].as_str().unwrap()));
    server.stop().await.unwrap();
}
}

on_both! {
async fn streaks_grow_by_the_day_and_end_with_a_day_left_out(database: String) {
    let clock = Clock::default();
    let server = start_by(&database, &clock).await;
    let mut client = guest(&server).await;
    let mut all = Vec::new();
    for days in 1..=3 {
        let today = client.fetch("/api/puzzles/today").await;
        let id = today["puzzle"]["id"].as_str().unwrap().to_owned();
        let answer = right(&server, &id).await;
        client.send(&format!("/api/puzzles/{id}/answer"), answer).await;
        let progress = client.fetch("/api/puzzles/progress").await;
        assert_eq!((&progress["streak"], &progress["longest"]), (&json!(days), &json!(days)));
        all.push(id);
        clock.advance(DAY);
    }
    assert_eq!(client.fetch("/api/puzzles/progress").await["streak"], 3, "today may still come");
    clock.advance(DAY);
    let later = client.fetch("/api/puzzles/progress").await;
    assert_eq!((&later["streak"], &later["longest"]), (&json!(0), &json!(3)));
    all.sort();
    assert_eq!(later["solved"], json!(all));
    // A puzzle whose answer was shown does not count, whatever is answered then.
    let today = client.fetch("/api/puzzles/today").await;
    let id = today["puzzle"]["id"].as_str().unwrap().to_owned();
    let found = client.send(&format!("/api/puzzles/{id}/solution"), json!({})).await;
    client.send(&format!("/api/puzzles/{id}/answer"), json!({"move": found["moves"][0]})).await;
    let shown = client.fetch("/api/puzzles/progress").await;
    assert_eq!((&shown["streak"], &shown["shown"]), (&json!(0), &json!([id])));
    server.stop().await.unwrap();
}
}

on_both! {
async fn progress_belongs_to_the_account_is_taken_along_and_goes_with_it(database: String) {
    let server = start(&database).await;
    let mut client = guest(&server).await;
    let id = puzzles(&mut client, "&kind=tile").await[0]["id"].as_str().unwrap().to_owned();
    let path = format!("/api/puzzles/{id}/answer");
    client.send(&path, json!({"move": {"move": "pass"}})).await;
    let answer = right(&server, &id).await;
    for _ in 0..2 {
        client.send(&path, answer.clone()).await;
    }
    let file = client.get("/api/account/puzzles.csv").await;
    let text = file.text().to_string();
    let row = text.lines().find(|l| l.starts_with(&id)).expect("its row");
    assert_eq!(row.split(',').nth(2), Some("2"), "one wrong, one right: {row}");
    let mut other = guest(&server).await;
    assert_eq!(other.fetch("/api/puzzles/progress").await["solved"], json!([]));
    let mut nobody = Client::new(server.address);
    assert_eq!(nobody.get("/api/puzzles/progress").await.status, 401);
    assert_eq!(nobody.post(&path, &answer).await.status, 200, "who has no account may answer");
    let before = number(&database, "SELECT COUNT(*) FROM riddles WHERE solved IS NOT NULL").await;
    assert_eq!(before, 1);
    let gone = client.post("/api/account/delete", &json!({})).await;
    assert_eq!(gone.status, 200, "{}", gone.text());
    assert_eq!(number(&database, "SELECT COUNT(*) FROM riddles WHERE solved IS NOT NULL").await, 0);
    server.stop().await.unwrap();
}
}

on_both! {
async fn an_operators_folder_is_read_and_what_is_wrong_in_it_is_left_out(database: String) {
    let server = start(&database).await;
    let mut client = guest(&server).await;
    let before = puzzles(&mut client, "").await.len();
    server.stop().await.unwrap();
    let folder = folder().join(format!("puzzles-{}", database.len()));
    std::fs::create_dir_all(&folder).unwrap();
    let kept = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../puzzles/1889.json")).unwrap();
    let mut file: Value = serde_json::from_str(&kept).unwrap();
    let list = file["puzzles"].as_array_mut().unwrap();
    list.truncate(2);
    list[0]["id"] = json!("own-1");
    list[1]["id"] = json!("Not An Id");
    std::fs::write(folder.join("own.json"), file.to_string()).unwrap();
    std::fs::write(folder.join("broken.json"), "{").unwrap();
    let mut config = config(&database);
    config.puzzles = Some(folder);
    let server = server::start(config).await.unwrap();
    let mut client = guest(&server).await;
    assert_eq!(puzzles(&mut client, "").await.len(), before + 1);
    assert_eq!(client.fetch("/api/puzzles/own-1").await["id"], "own-1");
    server.stop().await.unwrap();
}
}
