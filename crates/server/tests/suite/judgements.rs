//! Judgement of games that are over: asked for once, shared, cancelled, gone on with after a crash.

use crate::on_both;
use crate::support::*;
use serde_json::{Value, json};
use server::Running;
use std::time::Duration;

// A short game of bots, played to its end.
async fn over(server: &Running, client: &mut Client) -> String {
    let body = json!({
        "title": "18cz", "variant": "introductory", "seed": "11", "bot_pause": 0, "start": true, "listed": true,
        "seats": [{"kind": "bot", "level": "random"}, {"kind": "bot", "level": "random"}],
    });
    let id = client.send("/api/games", body).await["id"].as_str().unwrap().to_owned();
    for _ in 0..1200 {
        if client.fetch(&format!("/api/games/{id}")).await["state"] == "finished" {
            return id;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the game on {} does not end", server.address);
}

async fn told(client: &mut Client, id: &str) -> Value {
    client.fetch(&format!("/api/games/{id}/judgement?from=1")).await
}

async fn until(client: &mut Client, id: &str, holds: impl Fn(&Value) -> bool) -> Value {
    let mut last = Value::Null;
    for _ in 0..2400 {
        last = told(client, id).await;
        if holds(&last) {
            return last;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("waited in vain: {} {} of {}", last["state"], last["done"], last["length"]);
}

async fn delete(client: &mut Client, id: &str) -> Answer {
    client.once("DELETE", &format!("/api/games/{id}/judgement"), &json!({})).await.unwrap()
}

on_both! {
async fn a_game_is_judged_once_for_everybody(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let id = over(&server, &mut anna).await;
    let path = format!("/api/games/{id}/judgement");
    assert_eq!(told(&mut anna, &id).await["state"], "none");
    let mut nobody = Client::new(server.address);
    assert_eq!(nobody.post(&path, &json!({})).await.status, 401);
    let asked = anna.send(&path, json!({})).await;
    assert_eq!(asked["mine"], true);
    // Who comes second shares it, and may not take it away.
    let mut ben = guest(&server).await;
    let shared = ben.send(&path, json!({})).await;
    assert_eq!(shared["mine"], false);
    assert_eq!(delete(&mut ben, &id).await.status, 403);
    let done = until(&mut ben, &id, |j| j["state"] == "done").await;
    let moves = done["moves"].as_array().unwrap();
    assert_eq!(moves.len() as i64, done["length"].as_i64().unwrap());
    assert_eq!(done["done"], done["length"]);
    assert_eq!(done["begun"]["wealth"].as_array().unwrap().len(), 2);
    assert!(moves.iter().any(|m| !m["verdict"].is_null()), "somebody decided something");
    let last = &moves.last().unwrap()["after"];
    let outcome = anna.fetch(&format!("/api/games/{id}/state")).await["view"]["outcome"].clone();
    assert_eq!(last["wealth"], outcome["values"], "at the end the forecast is the result");
    // It stays, and nothing is worked out again.
    assert_eq!(anna.send(&path, json!({})).await["state"], "done");
    server.stop().await.unwrap();
    let server = start(&database).await;
    let mut again = anna.again();
    again.address = server.address;
    assert_eq!(told(&mut again, &id).await, done_for(done, true));
    server.stop().await.unwrap();
    // In another setting it is worked out again, when somebody asks.
    sql(&database, "UPDATE judgements SET setting = 'another'").await;
    let server = start(&database).await;
    again.address = server.address;
    let mut again = again.again();
    assert_eq!(told(&mut again, &id).await["state"], "none");
    again.send(&path, json!({})).await;
    until(&mut again, &id, |j| j["done"].as_i64() > Some(0)).await;
    server.stop().await.unwrap();
    // It goes with the game.
    sql(&database, &format!("DELETE FROM games WHERE id = '{id}'")).await;
    for question in ["SELECT COUNT(*) FROM judgements", "SELECT COUNT(*) FROM judged_moves"] {
        assert_eq!(number(&database, question).await, 0);
    }
}
}

// The same for whoever asked for it.
fn done_for(mut done: Value, mine: bool) -> Value {
    done["mine"] = json!(mine);
    done
}

on_both! {
async fn a_judgement_goes_on_after_a_crash_where_it_was(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let id = over(&server, &mut anna).await;
    let path = format!("/api/games/{id}/judgement");
    anna.send(&path, json!({})).await;
    let before = until(&mut anna, &id, |j| j["done"].as_i64() > Some(0)).await;
    server.stop().await.unwrap();
    // As a crash leaves it: claimed, by a server that is gone.
    sql(&database, "UPDATE judgements SET lease = 1000").await;
    let known = number(&database, "SELECT COUNT(*) FROM judged_moves").await;
    assert!(known > 0);
    let server = start(&database).await;
    let mut anna = anna.again();
    anna.address = server.address;
    let first = told(&mut anna, &id).await;
    assert!(first["done"].as_i64() >= before["done"].as_i64(), "nothing is lost");
    let done = until(&mut anna, &id, |j| j["state"] == "done").await;
    for old in before["moves"].as_array().unwrap().iter().filter(|m| m["next"] == "nothing") {
        let at = old["number"].as_u64().unwrap() as usize - 1;
        assert_eq!(&done["moves"][at], old, "what was judged is not judged again");
    }
    server.stop().await.unwrap();
}
}

on_both! {
async fn one_game_a_person_at_a_time_and_who_asked_may_cancel(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let (first, second) = (over(&server, &mut anna).await, over(&server, &mut anna).await);
    anna.send(&format!("/api/games/{first}/judgement"), json!({})).await;
    let other = anna.post(&format!("/api/games/{second}/judgement"), &json!({})).await;
    assert_eq!(other.status, 409, "{}", other.text());
    assert!(other.text().contains("another game is being judged"));
    let answer = delete(&mut anna, &first).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.json()["state"], "cancelled");
    anna.send(&format!("/api/games/{second}/judgement"), json!({})).await;
    until(&mut anna, &second, |j| j["done"].as_i64() > Some(0)).await;
    let kept = told(&mut anna, &first).await;
    assert_eq!(kept["state"], "cancelled", "nobody works on it any more");
    assert_eq!(delete(&mut anna, &second).await.status, 200);
    // It can be taken up again.
    let again = anna.send(&format!("/api/games/{first}/judgement"), json!({})).await;
    assert!(["waiting", "working"].contains(&again["state"].as_str().unwrap()), "{again}");
    assert!(again["done"].as_i64() >= kept["done"].as_i64());
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_running_game_is_not_judged(database: String) {
    let server = start(&database).await;
    let (id, mut people) = table_of_three(&server).await;
    let path = format!("/api/games/{id}/judgement");
    for answer in [people[0].post(&path, &json!({})).await, people[0].get(&path).await] {
        assert_eq!(answer.status, 409, "{}", answer.text());
        assert!(answer.text().contains("only games that are over"));
    }
    let lesson = people[0].post("/api/games/lesson-first-tile/judgement", &json!({})).await;
    assert_eq!(lesson.status, 409, "{}", lesson.text());
    assert_eq!(number(&database, "SELECT COUNT(*) FROM judgements").await, 0);
    server.stop().await.unwrap();
}
}
