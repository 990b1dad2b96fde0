//! Rights that are used although somebody else must decide.

use crate::on_both;
use crate::support::*;
use serde_json::{Value, json};
use server::Running;

// Kinds of moves that somebody may make out of turn, by seat.
async fn asides(client: &mut Client, id: &str) -> Vec<(u64, Vec<String>)> {
    let choices = client.fetch(&format!("/api/games/{id}/choices")).await;
    let kinds = |a: &Value| {
        let groups = a["groups"].as_array().expect("groups").iter();
        groups.map(|g| g["kind"].as_str().expect("a kind").to_owned()).collect()
    };
    let all = choices["asides"].as_array().expect("asides").iter();
    all.map(|a| (a["seat"].as_u64().expect("a seat"), kinds(a))).collect()
}

// A stock round of 1889 for three: the second owns the port and the swap, the third must decide.
async fn with_private_companies(server: &Running) -> (String, Vec<Client>) {
    let mut people = vec![guest(server).await, guest(server).await, guest(server).await];
    let body = json!({
        "title": "1889", "variant": "standard", "listed": true,
        "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}],
    });
    let game = people[0].send("/api/games", body).await;
    let id = game["id"].as_str().expect("an id").to_owned();
    for person in &mut people[1..] {
        person.send(&format!("/api/games/{id}/join"), json!({})).await;
    }
    people[0].send(&format!("/api/games/{id}/start"), json!({})).await;
    loop {
        let game = people[0].fetch(&format!("/api/games/{id}")).await;
        let seat = game["turn"]["seat"].as_u64().expect("a seat") as usize;
        let wanted = match game["turn"]["step"].as_str() {
            Some("auction") => "take",
            _ if seat == 2 => return (id, people),
            _ => "pass",
        };
        let (after, mv) = pick(&mut people[seat], &id, |moves| {
            moves.iter().find(|m| m["move"] == wanted).cloned()
        })
        .await;
        people[seat]
            .send(&format!("/api/games/{id}/moves"), json!({"after": after, "move": mv}))
            .await;
    }
}

on_both! {
async fn a_right_out_of_turn_is_offered_to_its_owner_alone(database: String) {
    // S89-PRIVATE-15, S89-PRIVATE-24
    let server = start(&database).await;
    let (id, mut people) = with_private_companies(&server).await;
    let owned = [(1, vec!["exchange".to_owned(), "lay_paper_tile".to_owned()])];
    assert_eq!(asides(&mut people[0], &id).await, []);
    assert_eq!(asides(&mut people[1], &id).await, owned);
    assert_eq!(asides(&mut people[2], &id).await, [], "what the decider may do is among his choices");
    assert_eq!(asides(&mut guest(&server).await, &id).await, [], "nothing for who only watches");
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_right_is_used_out_of_turn_by_its_owner_alone(database: String) {
    // S89-PRIVATE-15, S89-PRIVATE-24
    let server = start(&database).await;
    let (id, mut people) = with_private_companies(&server).await;
    let path = format!("/api/games/{id}/moves");
    let before = people[0].fetch(&format!("/api/games/{id}")).await;
    let swap = json!({"after": before["length"], "move": {"move": "exchange", "paper": "DR"}, "key": "swap"});
    for other in [0, 2] {
        let answer = people[other].post(&path, &swap).await;
        assert_eq!(answer.status, 403, "the private company is another's: {}", answer.text());
    }
    let moved = people[1].send(&path, swap.clone()).await;
    assert_eq!((&moved["lines"][0]["seat"], &moved["turn"]["seat"]), (&json!(1), &json!(2)));
    assert_eq!(people[1].send(&path, swap).await["repeated"], true);
    let choices = people[1].fetch(&format!("/api/games/{id}/choices")).await;
    let port = choices["asides"][0]["groups"][0]["choices"][0]["move"].clone();
    assert_eq!((&port["move"], &port["paper"]), (&json!("lay_paper_tile"), &json!("MF")));
    let body = json!({"after": choices["after"], "move": port});
    people[1].send(&path, body).await;
    // Once only: the owner hears the rule, others that it is not theirs to do.
    let again = json!({"after": choices["after"].as_i64().unwrap() + 1, "move": port});
    let answer = people[1].post(&path, &again).await;
    assert_eq!((answer.status, &answer.json()["detail"]["rule"]), (422, &json!("S89-PRIVATE-15")));
    assert_eq!(people[0].post(&path, &again).await.status, 403);
    // A replayed file gives the move to the same seat.
    let file = people[1].fetch(&format!("/api/games/{id}/file?format=signalbox")).await.to_string();
    let here = people[1].raw("POST", "/api/import", Some(file.as_bytes())).await.unwrap();
    let copy = here.json()["id"].as_str().expect("an id").to_owned();
    let log = people[1].fetch(&format!("/api/games/{copy}/log?from=0&to=2000")).await;
    let seats: Vec<&Value> = log["lines"].as_array().unwrap().iter().rev().take(2).map(|l| &l["seat"]).collect();
    assert_eq!(seats, [1, 1]);
    server.stop().await.unwrap();
}
}
