//! Clocks of tables, on a clock that the test moves.

use crate::on_both;
use crate::support::*;
use serde_json::{Value, json};
use server::{Clock, Running};
use std::time::Duration;

const SECOND: i64 = 1000;
const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;

/// A server that goes by this clock.
pub async fn start_by(database: &str, clock: &Clock) -> Running {
    let mut config = config(database);
    config.clock = clock.clone();
    server::start(config).await.expect("the server starts")
}

/// A started game of three people with a pace; the people in seat order.
pub async fn table_with(server: &Running, pace: Value) -> (String, Vec<Client>) {
    let mut people = vec![guest(server).await, guest(server).await, guest(server).await];
    let body = json!({
        "title": "18cz", "variant": "standard", "listed": true, "pace": pace, "bot_pause": 0,
        "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}],
    });
    let game = people[0].send("/api/games", body).await;
    let id = game["id"].as_str().expect("an id").to_owned();
    for person in &mut people[1..] {
        person.send(&format!("/api/games/{id}/join"), json!({})).await;
    }
    people[0].send(&format!("/api/games/{id}/start"), json!({})).await;
    (id, people)
}

pub async fn state(client: &mut Client, id: &str) -> Value {
    client.fetch(&format!("/api/games/{id}/state")).await
}

/// Seat that must decide.
pub async fn turn(client: &mut Client, id: &str) -> usize {
    client.fetch(&format!("/api/games/{id}")).await["turn"]["seat"].as_u64().expect("a turn")
        as usize
}

/// What a seat has left at all.
fn left(state: &Value, seat: usize) -> i64 {
    let clock = &state["clock"]["seats"][seat];
    clock["left"].as_i64().unwrap() + clock["reserve"].as_i64().unwrap()
}

/// How often the journal told something.
pub async fn told(client: &mut Client, id: &str, what: &str) -> usize {
    let state = state(client, id).await;
    state["told"].as_array().unwrap().iter().filter(|t| t["what"] == what).count()
}

/// Waits until the journal told something so often.
pub async fn until(client: &mut Client, id: &str, what: &str, times: usize) -> Value {
    for _ in 0..400 {
        if told(client, id, what).await >= times {
            return state(client, id).await;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{what} is not told: {}", state(client, id).await["told"]);
}

fn close(a: i64, b: i64) -> bool {
    // Requests take a while, and the clock runs meanwhile.
    (a - b).abs() < 20 * SECOND
}

fn live(out: &str) -> Value {
    json!({"kind": "live", "each": 60, "reserve": 600, "out": out})
}

fn days(out: &str, pauses: bool) -> Value {
    json!({"kind": "correspondence", "each": 86_400, "reserve": 86_400, "pauses": pauses, "out": out})
}

on_both! {
async fn each_decision_has_its_time_and_what_is_longer_costs_reserve(database: String) {
    let clock = Clock::default();
    let server = start_by(&database, &clock).await;
    let (id, mut people) = table_with(&server, live("mark")).await;
    let seat = turn(&mut people[0], &id).await;
    clock.advance(200 * SECOND);
    let seen = state(&mut people[0], &id).await;
    assert!(close(left(&seen, seat), 460 * SECOND), "{}", seen["clock"]);
    assert_eq!(seen["clock"]["seats"][seat]["runs"], true);
    assert!(seen["clock"]["now"].as_i64().unwrap() >= server.app().now() - 5 * SECOND, "the server's time");
    assert!(close(seen["clock"]["end"].as_i64().unwrap() - seen["clock"]["now"].as_i64().unwrap(), 460 * SECOND));
    assert_eq!(seen["game"]["pace"], json!({"kind": "live", "each": 60, "reserve": 600, "pauses": false, "out": "mark"}));
    play_one(&mut people, &id).await;
    let seen = state(&mut people[0], &id).await;
    assert!(close(seen["clock"]["seats"][seat]["reserve"].as_i64().unwrap(), 460 * SECOND));
    // Chat and settings stop no clock.
    let next = turn(&mut people[0], &id).await;
    let end = seen["clock"]["end"].clone();
    clock.advance(10 * SECOND);
    people[next].send(&format!("/api/games/{id}/chat"), json!({"text": "let me think"})).await;
    people[next].send(&format!("/api/games/{id}/agree"), json!({"always": true})).await;
    assert_eq!(state(&mut people[0], &id).await["clock"]["end"], end);
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_bot_plays_on_until_the_player_is_back(database: String) {
    let clock = Clock::default();
    let server = start_by(&database, &clock).await;
    let (id, mut people) = table_with(&server, live("bot")).await;
    let seat = turn(&mut people[0], &id).await;
    clock.advance(659 * SECOND - 30 * SECOND);
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(told(&mut people[0], &id, "timed_out").await, 0, "not before its time");
    clock.advance(40 * SECOND);
    let seen = until(&mut people[0], &id, "bot_took_over", 1).await;
    assert_eq!(told(&mut people[0], &id, "timed_out").await, 1);
    assert_eq!(seen["game"]["seats"][seat]["bot"], "standard");
    assert_eq!(people[seat].fetch(&format!("/api/games/{id}")).await["seats"][seat]["may_return"], true);
    people[seat].send(&format!("/api/games/{id}/return"), json!({})).await;
    let seen = state(&mut people[0], &id).await;
    assert!(seen["game"]["seats"][seat]["bot"].is_null());
    let clock = &seen["clock"]["seats"][seat];
    assert_eq!(clock["outs"], 1);
    assert!(clock["reserve"].as_i64().unwrap() > 100 * SECOND, "a quarter to go on: {clock}");
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_mark_is_nothing_but_a_mark(database: String) {
    let clock = Clock::default();
    let server = start_by(&database, &clock).await;
    let (id, mut people) = table_with(&server, live("mark")).await;
    let seat = turn(&mut people[0], &id).await;
    clock.advance(HOUR);
    let seen = until(&mut people[0], &id, "timed_out", 1).await;
    assert_eq!(seen["clock"]["seats"][seat]["out"], true);
    assert!(seen["game"]["seats"][seat]["bot"].is_null() && seen["undo"].is_null());
    clock.advance(HOUR);
    play_one(&mut people, &id).await;
    assert_eq!(told(&mut people[0], &id, "timed_out").await, 1, "once");
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_late_move_counts_and_tells_of_the_time(database: String) {
    let clock = Clock::default();
    let server = start_by(&database, &clock).await;
    let (id, mut people) = table_with(&server, days("bot", false)).await;
    let seat = turn(&mut people[0], &id).await;
    // Nobody looks after clocks here: it is as if the move came first.
    sql(&database, "UPDATE games SET clock_due = NULL").await;
    clock.advance(3 * DAY);
    play_one(&mut people, &id).await;
    let seen = state(&mut people[0], &id).await;
    assert_eq!(told(&mut people[0], &id, "timed_out").await, 1);
    assert!(seen["game"]["seats"][seat]["bot"].is_null(), "who moves is there");
    assert_eq!(seen["clock"]["seats"][seat]["outs"], 1);
    server.stop().await.unwrap();
}
}

on_both! {
async fn who_has_little_time_left_is_told_once(database: String) {
    let clock = Clock::default();
    let server = start_by(&database, &clock).await;
    let (id, mut people) = table_with(&server, days("ask", false)).await;
    clock.advance(2 * DAY - 5 * HOUR);
    until(&mut people[0], &id, "time_short", 1).await;
    clock.advance(HOUR);
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(told(&mut people[0], &id, "time_short").await, 1);
    assert_eq!(told(&mut people[0], &id, "timed_out").await, 0);
    clock.advance(5 * HOUR);
    until(&mut people[0], &id, "timed_out", 1).await;
    server.stop().await.unwrap();
}
}

on_both! {
async fn clocks_stand_still_at_night_and_on_days_off(database: String) {
    let clock = Clock::default();
    let server = start_by(&database, &clock).await;
    let (id, mut people) = table_with(&server, days("mark", true)).await;
    let first = turn(&mut people[0], &id).await;
    // A night of twelve hours from now on, for the turns to come.
    let minute = server.app().now() / 60_000 % 1440;
    let night = json!({"zone": "UTC", "night": {"from": minute, "to": (minute + 720) % 1440}});
    for person in &mut people {
        person.send("/api/account/time", night.clone()).await;
    }
    clock.advance(HOUR);
    let seen = state(&mut people[0], &id).await;
    assert!(close(left(&seen, first), 47 * HOUR), "a turn that has begun goes on by the hours that held then");
    assert!(seen["clock"]["paused"].is_null());
    play_one(&mut people, &id).await;
    let seat = turn(&mut people[0], &id).await;
    clock.advance(10 * HOUR);
    let seen = state(&mut people[0], &id).await;
    if seat != first {
        assert!(close(left(&seen, seat), 48 * HOUR), "it is night: {}", seen["clock"]);
        assert!(seen["clock"]["paused"].as_i64().is_some());
    }
    clock.advance(5 * HOUR);
    let before = left(&state(&mut people[0], &id).await, seat);
    let today = server::stamp(server.app().now());
    let day = format!("{}-{}-{}", &today[..4], &today[4..6], &today[6..8]);
    people[seat].send("/api/account/vacation", json!({"from": day, "to": day})).await;
    clock.advance(HOUR / 60);
    let seen = state(&mut people[0], &id).await;
    assert!(close(left(&seen, seat), before), "days off hold at once");
    assert!(seen["clock"]["paused"].as_i64().is_some());
    server.stop().await.unwrap();
}
}

on_both! {
async fn time_without_a_server_does_not_count(database: String) {
    let clock = Clock::default();
    let server = start_by(&database, &clock).await;
    let (id, mut people) = table_with(&server, live("bot")).await;
    let seat = turn(&mut people[0], &id).await;
    clock.advance(300 * SECOND);
    let cookies: Vec<_> = people.iter().map(|p| p.cookie.clone()).collect();
    server.stop().await.unwrap();
    clock.advance(5 * HOUR);
    let server = start_by(&database, &clock).await;
    people = cookies.into_iter().map(|cookie| { let mut c = Client::new(server.address); c.cookie = cookie; c }).collect();
    let seen = state(&mut people[0], &id).await;
    assert!(close(left(&seen, seat), 360 * SECOND), "{}", seen["clock"]);
    assert_eq!(told(&mut people[0], &id, "timed_out").await, 0);
    clock.advance(400 * SECOND);
    until(&mut people[0], &id, "timed_out", 1).await;
    server.stop().await.unwrap();
}
}

on_both! {
async fn an_undo_and_a_chair_left_for_a_moment_bring_no_time(database: String) {
    let clock = Clock::default();
    let server = start_by(&database, &clock).await;
    let (id, mut people) = table_with(&server, live("mark")).await;
    let seat = turn(&mut people[0], &id).await;
    for _ in 0..4 {
        clock.advance(50 * SECOND);
        let (after, mv) = some_move(&mut people[seat], &id).await;
        let moved = people[seat].send(&format!("/api/games/{id}/moves"), json!({"after": after, "move": mv})).await;
        let undone = people[seat].send(&format!("/api/games/{id}/undo"), json!({"after": moved["length"]})).await;
        assert_eq!(undone["done"], true);
    }
    let seen = state(&mut people[0], &id).await;
    assert!(close(left(&seen, seat), 460 * SECOND), "200 of 660 are gone: {}", seen["clock"]);
    people[seat].send(&format!("/api/games/{id}/leave"), json!({})).await;
    let answer = people[seat].post(&format!("/api/games/{id}/return"), &json!({})).await;
    assert_eq!(answer.status, 200);
    let seen = state(&mut people[0], &id).await;
    assert!(seen["clock"]["seats"][seat]["reserve"].as_i64().unwrap() <= 461 * SECOND);
    server.stop().await.unwrap();
}
}

on_both! {
async fn nobody_sets_clocks_from_outside(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let game = |pace: Value| json!({"title": "18cz", "variant": "standard", "pace": pace,
        "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]});
    for wrong in [
        json!({"kind": "live", "each": -1, "reserve": 600, "out": "bot"}),
        json!({"kind": "live", "each": 0, "reserve": 0, "out": "bot"}),
        json!({"kind": "live", "each": 10, "reserve": 600, "out": "bot", "pauses": true}),
        json!({"kind": "live", "each": 10, "reserve": 9_000_000_000_i64, "out": "bot"}),
        json!({"kind": "correspondence", "each": 1, "reserve": 600, "out": "bot"}),
        json!({"kind": "correspondence", "each": 86_400, "reserve": 600, "out": "explode"}),
        json!({"kind": "blitz", "each": 10, "reserve": 600, "out": "bot"}),
    ] {
        assert_eq!(anna.post("/api/games", &game(wrong.clone())).await.status, 400, "{wrong}");
    }
    let (id, mut people) = table_with(&server, live("bot")).await;
    let path = format!("/api/games/{id}");
    let tries = [
        ("/moves", json!({"after": 0, "move": {"move": "pass"}, "at": 0})),
        ("/settings", json!({"pace": null})),
        ("/settings", json!({"clock_due": 0})),
    ];
    for (at, body) in tries {
        assert_eq!(people[0].post(&(path.clone() + at), &body).await.status, 400, "{at} {body}");
    }
    // The file of a game knows no time.
    let file = people[0].get(&format!("{path}/file")).await.text();
    for word in ["pace", "clock", "reserve"] {
        assert!(!file.contains(word), "{word}");
    }
    server.stop().await.unwrap();
}
}

/// Two servers on one database look after the same clocks: everything happens once, whoever is first, and when one dies.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_let_time_run_out_once() {
    let Some(database) = database(On::Postgres).await else { return };
    let clock = Clock::default();
    let one = start_by(&database, &clock).await;
    let two = start_by(&database, &clock).await;
    let mut tables = Vec::new();
    for n in 0..8 {
        let server = [&one, &two][n % 2];
        let out = ["bot", "ask", "mark"][n % 3];
        tables.push((table_with(server, live(out)).await, out));
    }
    clock.advance(HOUR);
    for ((id, people), out) in &mut tables {
        until(&mut people[0], id, "timed_out", 1).await;
        if *out == "bot" {
            until(&mut people[0], id, "bot_took_over", 1).await;
        }
    }
    // Another hour, and one server fewer.
    two.stop().await.unwrap();
    let mut elsewhere = Vec::new();
    for ((id, people), out) in tables {
        let mut client = Client::new(one.address);
        client.cookie = people[0].cookie.clone();
        elsewhere.push((id, client, out));
    }
    clock.advance(10 * SECOND);
    tokio::time::sleep(Duration::from_millis(500)).await;
    for (id, client, out) in &mut elsewhere {
        assert_eq!(told(client, id, "timed_out").await, 1, "{out}");
        assert_eq!(told(client, id, "replace_asked").await, usize::from(*out == "ask"), "{out}");
        assert_eq!(told(client, id, "bot_took_over").await, usize::from(*out == "bot"), "{out}");
        let path = format!("/api/games/{id}");
        let seq = client.fetch(&path).await["seq"].as_i64().unwrap();
        let mut listener = client.listen(&format!("{path}/stream"), Some(0)).await.unwrap();
        let ids: Vec<i64> = crate::live::entries(&mut listener, seq as usize)
            .await
            .iter()
            .map(|l| l.id.unwrap())
            .collect();
        assert_eq!(ids, (1..=seq).collect::<Vec<_>>(), "nothing is missing");
    }
    one.stop().await.unwrap();
}

on_both! {
async fn a_profile_can_say_how_long_somebody_takes(database: String) {
    let clock = Clock::default();
    let server = start_by(&database, &clock).await;
    let (id, mut people) = table_with(&server, live("mark")).await;
    for _ in 0..6 {
        clock.advance(30 * SECOND);
        play_one(&mut people, &id).await;
    }
    let mut moves = 0;
    for person in &mut people {
        let tempo = server.app().store.tempo(&id_of(person).await).await.unwrap();
        assert!(tempo.moves == 0 || close(tempo.average, 30 * SECOND), "{tempo:?}");
        moves += tempo.moves;
    }
    assert!(moves >= 4, "all but the first: {moves}");
    server.stop().await.unwrap();
}
}
