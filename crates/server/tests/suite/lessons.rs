//! The course: lessons are shown as games that nobody changes, answers are checked, progress is kept.

use crate::on_both;
use crate::support::*;
use serde_json::{Value, json};

async fn lessons(client: &mut Client) -> Vec<Value> {
    client.fetch("/api/lessons").await["lessons"].as_array().expect("lessons").clone()
}

on_both! {
async fn every_step_of_every_lesson_is_shown_and_answered(database: String) {
    let server = start(&database).await;
    let mut client = guest(&server).await;
    for lesson in lessons(&mut client).await {
        let (id, game) = (lesson["id"].as_str().unwrap(), lesson["game"].as_str().unwrap());
        client.fetch(&format!("/api/games/{game}/sheet")).await;
        for (i, step) in lesson["steps"].as_array().unwrap().iter().enumerate() {
            let (at, asks) = (step["at"].as_i64().unwrap(), step["asks"].as_str().unwrap());
            let path = format!("/api/games/{game}/state?at={at}&choices=true");
            let state = client.fetch(&path).await;
            assert_eq!(state["log"].as_array().unwrap().len() as i64, at.min(40), "{id} {i}");
            if asks == "nothing" {
                continue;
            }
            assert!(state["choices"]["count"].as_u64().unwrap() > 0, "{id} {i}");
            let mut given = client.fetch(&format!("/api/lessons/{id}/solution?step={i}")).await;
            given.as_object_mut().unwrap().retain(|_, v| !v.is_null());
            given["step"] = json!(i);
            let said = client.send(&format!("/api/lessons/{id}/answer"), given).await;
            assert_eq!(said["right"], true, "{id} {i}: {said}");
        }
    }
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_lesson_is_nobodys_game_and_nothing_of_it_is_stored(database: String) {
    let server = start(&database).await;
    let mut client = guest(&server).await;
    let game = "/api/games/lesson-first-tile";
    let mv = json!({"move": "pass"});
    let refused = [
        ("moves", json!({"after": 0, "move": mv})),
        ("chat", json!({"text": "hello"})),
        ("join", json!({})),
        ("undo", json!({"after": 0})),
        ("abandon", json!({})),
        ("automation", json!({"seat": 0, "forced": true})),
        ("hint", json!({})),
    ];
    for (path, body) in refused {
        let answer = client.post(&format!("{game}/{path}"), &body).await;
        assert!((400..500).contains(&answer.status), "{path}: {} {}", answer.status, answer.text());
    }
    for path in ["map.svg?at=1", "history", "log", "file"] {
        let answer = client.get(&format!("{game}/{path}")).await;
        assert!(answer.status < 500, "{path}: {}", answer.text());
    }
    assert_eq!(client.get("/api/games/lesson-nothing/state").await.status, 404);
    assert_eq!(number(&database, "SELECT COUNT(*) FROM games").await, 0);
    assert_eq!(number(&database, "SELECT COUNT(*) FROM journal").await, 0);
    assert_eq!(number(&database, "SELECT COUNT(*) FROM snapshots").await, 0);
    server.stop().await.unwrap();
}
}

on_both! {
async fn answers_that_mean_nothing_get_a_clear_fault(database: String) {
    let server = start(&database).await;
    let mut client = guest(&server).await;
    let path = "/api/lessons/first-tile/answer";
    for (body, status) in [
        (json!({"step": 0, "number": 1}), 400),
        (json!({"step": 1}), 400),
        (json!({"step": 1, "number": 10, "move": {"move": "pass"}}), 400),
        (json!({"step": 99, "number": 10}), 400),
        (json!({"step": 1, "move": {"move": "pass"}}), 400),
        (json!({"step": 2, "move": {"move": "start", "company": "XX", "price": 1}}), 400),
    ] {
        let answer = client.post(path, &body).await;
        assert_eq!(answer.status, status, "{body}: {}", answer.text());
    }
    let wrong = client.send(path, json!({"step": 1, "number": 11})).await;
    assert_eq!(wrong["right"], false);
    // CZ-TRACK-4
    let tile = json!({"move": "lay_tile", "company": "BCB", "cell": "E13", "tile": "55", "rotation": 0,
        "by": "build"});
    let refused = client.send(path, json!({"step": 2, "move": tile})).await;
    assert!(refused["refusal"]["rule"].as_str().unwrap().starts_with("CZ-TRACK"), "{refused}");
    assert_eq!(client.post("/api/lessons/none/answer", &json!({"step": 0, "number": 1})).await.status, 404);
    server.stop().await.unwrap();
}
}

on_both! {
async fn progress_belongs_to_the_account_and_never_outgrows_the_course(database: String) {
    let server = start(&database).await;
    let mut client = guest(&server).await;
    assert_eq!(client.fetch("/api/progress").await, json!({"done": [], "lesson": null, "step": 0}));
    let body = json!({"done": ["par", "first-tile", "par", "no such lesson"], "lesson": "halts", "step": 1});
    let answer = client.once("PUT", "/api/progress", &body).await.unwrap();
    assert_eq!(answer.status, 200, "{}", answer.text());
    let kept = json!({"done": ["first-tile", "par"], "lesson": "halts", "step": 1});
    assert_eq!(answer.json(), kept);
    assert_eq!(client.fetch("/api/progress").await, kept);
    let mut other = guest(&server).await;
    assert_eq!(other.fetch("/api/progress").await["done"], json!([]));
    server.stop().await.unwrap();
    let server = start(&database).await;
    let mut again = client.again();
    again.address = server.address;
    assert_eq!(again.fetch("/api/progress").await, kept, "it lasts");
    server.stop().await.unwrap();
}
}
