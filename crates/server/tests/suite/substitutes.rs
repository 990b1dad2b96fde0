//! Playing for somebody else: leaving, replacing, taking over, coming back, giving up, ending.

use crate::clocks::{start_by, state, table_with, told, turn, until};
use crate::on_both;
use crate::support::*;
use serde_json::{Value, json};
use server::Clock;

const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;

fn path(id: &str, what: &str) -> String {
    format!("/api/games/{id}/{what}")
}

fn days(out: &str) -> Value {
    json!({"kind": "correspondence", "each": 86_400, "reserve": 0, "pauses": false, "out": out})
}

async fn named(client: &mut Client, name: &str) {
    client.send("/api/account", json!({"name": name, "password": "correct horse"})).await;
}

on_both! {
async fn the_others_are_asked_and_more_than_half_decide(database: String) {
    let clock = Clock::default();
    let server = start_by(&database, &clock).await;
    let (id, mut people) = table_with(&server, days("ask")).await;
    let seat = turn(&mut people[0], &id).await;
    let others: Vec<usize> = (0..3).filter(|s| *s != seat).collect();
    let replace = json!({"seat": seat, "with": {"kind": "bot"}});
    let early = people[others[0]].post(&path(&id, "replace"), &replace).await;
    assert_eq!((early.status, early.json()["message"].as_str()), (409, Some("this player still has time")));
    clock.advance(DAY + HOUR);
    let asked = until(&mut people[0], &id, "replace_asked", 1).await;
    assert_eq!((&asked["undo"]["kind"], &asked["undo"]["seat"]), (&json!("replace"), &json!(seat)));
    assert_eq!(asked["undo"]["waiting"], json!(others));
    let answer = |agree: bool| json!({"agree": agree});
    assert_eq!(people[seat].post(&path(&id, "undo/answer"), &answer(false)).await.status, 403, "the others decide");
    people[others[0]].send(&path(&id, "undo/answer"), answer(true)).await;
    assert!(state(&mut people[0], &id).await["game"]["seats"][seat]["bot"].is_null(), "one of two is not more than half");
    let done = people[others[1]].send(&path(&id, "undo/answer"), answer(true)).await;
    assert_eq!(done["done"], true);
    assert_eq!(told(&mut people[0], &id, "replaced").await, 1);
    let seats = people[seat].fetch(&format!("/api/games/{id}")).await["seats"].clone();
    assert_eq!((&seats[seat]["bot"], &seats[seat]["fate"]), (&json!("standard"), &json!("replaced")));
    // Who comes back asks, and one who does not agree is enough.
    people[seat].send(&path(&id, "return"), json!({})).await;
    let asked = state(&mut people[others[0]], &id).await;
    assert_eq!(asked["undo"]["kind"], "return");
    assert_eq!(people[seat].post(&path(&id, "undo/answer"), &answer(true)).await.status, 403);
    people[others[0]].send(&path(&id, "undo/answer"), answer(false)).await;
    assert_eq!(told(&mut people[0], &id, "return_refused").await, 1);
    people[seat].send(&path(&id, "return"), json!({})).await;
    people[others[0]].send(&path(&id, "undo/answer"), answer(true)).await;
    people[others[1]].send(&path(&id, "undo/answer"), answer(true)).await;
    assert_eq!(told(&mut people[0], &id, "returned").await, 1);
    assert!(state(&mut people[0], &id).await["game"]["seats"][seat]["bot"].is_null());
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_move_answers_whether_somebody_is_there(database: String) {
    let clock = Clock::default();
    let server = start_by(&database, &clock).await;
    let (id, mut people) = table_with(&server, days("ask")).await;
    let seat = turn(&mut people[0], &id).await;
    let other = (seat + 1) % 3;
    clock.advance(DAY + HOUR);
    until(&mut people[0], &id, "replace_asked", 1).await;
    play_one(&mut people, &id).await;
    assert!(state(&mut people[0], &id).await["undo"].is_null());
    let late = people[other].post(&path(&id, "undo/answer"), &json!({"agree": true})).await;
    assert_eq!(late.status, 409);
    assert!(state(&mut people[0], &id).await["game"]["seats"][seat]["bot"].is_null());
    server.stop().await.unwrap();
}
}

on_both! {
async fn without_a_clock_three_silent_days_are_enough(database: String) {
    let clock = Clock::default();
    let server = start_by(&database, &clock).await;
    let (id, mut people) = table_with(&server, Value::Null).await;
    let seat = turn(&mut people[0], &id).await;
    let (a, b) = ((seat + 1) % 3, (seat + 2) % 3);
    let replace = json!({"seat": seat, "with": {"kind": "bot"}});
    clock.advance(2 * DAY);
    // What is no decision keeps nobody from being silent.
    people[seat].send(&path(&id, "agree"), json!({"always": true})).await;
    assert_eq!(people[a].post(&path(&id, "replace"), &replace).await.status, 409);
    clock.advance(DAY + HOUR);
    assert_eq!(people[seat].post(&path(&id, "replace"), &replace).await.status, 409, "not oneself");
    let not_on_turn = json!({"seat": b, "with": {"kind": "bot"}});
    assert_eq!(people[a].post(&path(&id, "replace"), &not_on_turn).await.status, 409);
    let mut stranger = guest(&server).await;
    assert_eq!(stranger.post(&path(&id, "replace"), &replace).await.status, 403);
    people[a].send(&path(&id, "replace"), replace).await;
    let no = people[b].send(&path(&id, "undo/answer"), json!({"agree": false})).await;
    assert_eq!(no["done"], false);
    assert_eq!(told(&mut people[0], &id, "replace_refused").await, 1, "half against is enough against");
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_seat_goes_to_a_named_person_or_to_the_lobby(database: String) {
    let server = start(&database).await;
    let (id, mut people) = table_with(&server, Value::Null).await;
    let (mut dora, mut emil) = (guest(&server).await, guest(&server).await);
    named(&mut dora, "Dora").await;
    let dora_is = id_of(&mut dora).await;
    let wrong = json!({"with": {"kind": "person", "name": "Nobody"}});
    assert_eq!(people[1].post(&path(&id, "leave"), &wrong).await.status, 409);
    people[1].send(&path(&id, "leave"), json!({"with": {"kind": "person", "name": "dora"}})).await;
    assert_eq!(emil.post(&path(&id, "take"), &json!({})).await.status, 409, "it is offered to Dora");
    let offered = dora.fetch("/api/games?list=offered").await;
    assert_eq!(offered["games"][0]["id"], json!(id));
    assert_eq!(offered["games"][0]["seats"][1]["offered"], true);
    assert!(emil.fetch("/api/games?list=offered").await["games"].as_array().unwrap().is_empty());
    dora.send(&path(&id, "take"), json!({})).await;
    let seen = state(&mut people[0], &id).await;
    assert_eq!((&seen["game"]["seats"][1]["user"], &seen["game"]["seats"][1]["name"]), (&json!(dora_is), &json!("Dora")));
    assert_eq!(told(&mut people[0], &id, "took_over").await, 1);
    // Who left asks for a seat that somebody else plays now; she is asked too.
    people[1].send(&path(&id, "return"), json!({})).await;
    let asked = state(&mut dora, &id).await;
    assert_eq!(asked["undo"]["waiting"], json!([0, 1, 2]));
    for client in [0, 2] {
        people[client].send(&path(&id, "undo/answer"), json!({"agree": true})).await;
    }
    assert_eq!(state(&mut dora, &id).await["game"]["seats"][1]["user"], json!(dora_is), "not without her");
    dora.send(&path(&id, "undo/answer"), json!({"agree": true})).await;
    assert_ne!(state(&mut people[0], &id).await["game"]["seats"][1]["user"], json!(dora_is));
    // To anybody.
    people[2].send(&path(&id, "leave"), json!({"with": {"kind": "offer"}})).await;
    assert_eq!(people[0].post(&path(&id, "take"), &json!({})).await.status, 409, "one seat each");
    assert_eq!(emil.fetch("/api/games?list=offered").await["games"][0]["id"], json!(id));
    emil.send(&path(&id, "take"), json!({"seat": 2})).await;
    assert_eq!(dora.post(&path(&id, "take"), &json!({})).await.status, 409, "it is gone");
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_private_table_is_not_offered_to_all_and_blocks_hold(database: String) {
    let server = start(&database).await;
    let (id, mut people) = table_with(&server, Value::Null).await;
    let mut dora = guest(&server).await;
    named(&mut dora, "Dora").await;
    let dora_is = id_of(&mut dora).await;
    people[0].send("/api/blocks", json!({"user": dora_is})).await;
    let to_dora = json!({"with": {"kind": "person", "name": "Dora"}});
    assert_eq!(people[1].post(&path(&id, "leave"), &to_dora).await.status, 403);
    people[1].send(&path(&id, "leave"), json!({"with": {"kind": "offer"}})).await;
    assert_eq!(dora.post(&path(&id, "take"), &json!({})).await.status, 403);
    people[1].send(&path(&id, "return"), json!({})).await;
    people[0].send(&path(&id, "settings"), json!({"listed": false})).await;
    assert_eq!(people[1].post(&path(&id, "leave"), &json!({"with": {"kind": "offer"}})).await.status, 409);
    assert_eq!(dora.get(&format!("/api/games/{id}")).await.status, 404);
    server.stop().await.unwrap();
}
}

on_both! {
async fn who_gives_up_comes_back_only_if_all_agree(database: String) {
    let server = start(&database).await;
    let (id, mut people) = table_with(&server, Value::Null).await;
    assert_eq!(people[1].post(&path(&id, "resign"), &json!({"seat": 0})).await.status, 403);
    people[1].send(&path(&id, "resign"), json!({})).await;
    let seen = state(&mut people[0], &id).await;
    assert_eq!(seen["game"]["seats"][1]["fate"], "resigned");
    assert_eq!(told(&mut people[0], &id, "resigned").await, 1);
    people[1].send(&path(&id, "return"), json!({})).await;
    assert_eq!(people[1].post(&path(&id, "return"), &json!({})).await.status, 409, "asked already");
    assert_eq!(state(&mut people[0], &id).await["game"]["seats"][1]["bot"], "standard");
    // The game goes on while the others think about it.
    if turn(&mut people[0], &id).await != 1 {
        play_one(&mut people, &id).await;
        assert_eq!(state(&mut people[0], &id).await["undo"]["kind"], "return");
    }
    for other in [0, 2] {
        people[other].send(&path(&id, "undo/answer"), json!({"agree": true})).await;
    }
    assert!(state(&mut people[0], &id).await["game"]["seats"][1]["bot"].is_null());
    server.stop().await.unwrap();
}
}

on_both! {
async fn all_end_a_game_as_it_stands(database: String) {
    let server = start(&database).await;
    let (id, mut people) = table_with(&server, json!({"kind": "live", "each": 60, "reserve": 600, "out": "mark"})).await;
    assert_eq!(people[0].post(&path(&id, "end"), &json!({})).await.status, 409, "nothing happened yet");
    for _ in 0..6 {
        play_one(&mut people, &id).await;
    }
    people[0].send(&path(&id, "end"), json!({})).await;
    people[1].send(&path(&id, "undo/answer"), json!({"agree": false})).await;
    assert_eq!(told(&mut people[0], &id, "end_refused").await, 1);
    people[0].send(&path(&id, "end"), json!({})).await;
    people[1].send(&path(&id, "end"), json!({})).await;
    let done = people[2].send(&path(&id, "undo/answer"), json!({"agree": true})).await;
    assert_eq!(done["done"], true);
    let seen = state(&mut people[0], &id).await;
    assert_eq!((&seen["game"]["state"], &seen["game"]["outcome"]["reason"]), (&json!("finished"), &json!("agreed")));
    assert_eq!(seen["view"]["outcome"], seen["game"]["outcome"]);
    assert!(seen["view"]["decision"].is_null() && seen["game"]["turn"].is_null() && seen["clock"]["end"].is_null());
    let answer = people[0].post(&path(&id, "moves"), &json!({"after": seen["length"], "move": {"move": "pass"}})).await;
    assert_eq!(answer.status, 409);
    people[0].fetch(&path(&id, "file")).await;
    server.stop().await.unwrap();
}
}

on_both! {
async fn games_to_which_nobody_comes_are_given_up(database: String) {
    let clock = Clock::default();
    let server = start_by(&database, &clock).await;
    let (id, mut people) = table_with(&server, Value::Null).await;
    let (other, _) = table_with(&server, Value::Null).await;
    clock.advance(179 * DAY);
    server.app().give_up_forsaken().await.unwrap();
    assert_eq!(state(&mut people[0], &id).await["game"]["state"], "playing");
    play_one(&mut people, &id).await;
    clock.advance(2 * DAY);
    server.app().give_up_forsaken().await.unwrap();
    assert_eq!(state(&mut people[0], &id).await["game"]["state"], "playing", "somebody moved");
    let seen = state(&mut people[0], &other).await;
    assert_eq!(seen["game"]["state"], "abandoned");
    assert_eq!(seen["told"].as_array().unwrap().last().unwrap()["what"], "forsaken");
    server.stop().await.unwrap();
}
}
