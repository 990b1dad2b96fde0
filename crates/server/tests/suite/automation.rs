//! What players leave to the server.

use crate::on_both;
use crate::support::*;
use serde_json::{Value, json};
use server::Running;

/// A game of three people in its first stock round.
async fn in_stock_round(server: &Running) -> (String, Vec<Client>) {
    let (id, mut people) = table_of_three(server).await;
    for _ in 0..400 {
        if round(&mut people[0], &id).await["kind"] == "stock" {
            return (id, people);
        }
        play_one(&mut people, &id).await;
    }
    panic!("no stock round comes");
}

async fn round(client: &mut Client, id: &str) -> Value {
    client.fetch(&format!("/api/games/{id}/state")).await["view"]["round"].clone()
}

async fn turn(client: &mut Client, id: &str) -> usize {
    let game = client.fetch(&format!("/api/games/{id}")).await;
    game["turn"]["seat"].as_u64().expect("somebody must decide") as usize
}

async fn set(people: &mut [Client], id: &str, seat: usize, program: Value) -> Value {
    let body = json!({"seat": seat, "program": program});
    people[seat].send(&format!("/api/games/{id}/automation"), body).await["automation"][0].clone()
}

async fn settings(people: &mut [Client], id: &str, seat: usize) -> Value {
    people[seat].fetch(&format!("/api/games/{id}/state")).await["you"]["automation"][0].clone()
}

// The seat whose turn it is makes the first listed move that fits, or else passes; the lines that came of it.
async fn act(
    people: &mut [Client],
    id: &str,
    fits: impl Fn(&Value) -> bool,
) -> (usize, Vec<Value>) {
    let seat = turn(&mut people[0], id).await;
    let (after, mv) = pick(&mut people[seat], id, |moves| {
        moves
            .iter()
            .find(|m| fits(m))
            .or_else(|| moves.iter().find(|m| m["move"] == "pass"))
            .or(moves.first())
            .cloned()
    })
    .await;
    let moved = people[seat]
        .send(&format!("/api/games/{id}/moves"), json!({"after": after, "move": mv}))
        .await;
    (seat, moved["lines"].as_array().expect("lines").clone())
}

on_both! {
async fn passing_for_a_round_ends_with_the_round(database: String) {
    let server = start(&database).await;
    let (id, mut people) = in_stock_round(&server).await;
    let begun = round(&mut people[0], &id).await;
    let passing = (turn(&mut people[0], &id).await + 1) % 3;
    let shown = set(&mut people, &id, passing, json!({"kind": "pass", "unless": []})).await;
    assert_eq!(shown["program"]["kind"], "pass");
    let mut passed = 0;
    for _ in 0..200 {
        if round(&mut people[0], &id).await != begun {
            break;
        }
        assert_ne!(turn(&mut people[0], &id).await, passing, "the seat passes by itself");
        let (_, lines) = act(&mut people, &id, |m| m["move"] == "pass").await;
        for line in lines.iter().filter(|l| l["automatic"] == true && l["seat"] == passing as u64) {
            assert_eq!(line["move"]["move"], "pass");
            passed += 1;
        }
    }
    assert!(passed > 0, "it passed by itself");
    assert_ne!(round(&mut people[0], &id).await, begun, "the round ends when all pass");
    // In the next stock round the seat decides again.
    for _ in 0..600 {
        if round(&mut people[0], &id).await["kind"] == "stock" && turn(&mut people[0], &id).await == passing {
            break;
        }
        act(&mut people, &id, |m| m["move"] == "pass").await;
    }
    assert_eq!(turn(&mut people[0], &id).await, passing);
    let shown = settings(&mut people, &id, passing).await;
    assert_eq!((&shown["program"], &shown["stopped"]), (&Value::Null, &json!("round")));
    server.stop().await.unwrap();
}
}

on_both! {
async fn passing_stops_when_a_company_is_started(database: String) {
    let server = start(&database).await;
    for (unless, stops) in [(json!(["start"]), true), (json!(["sale"]), false)] {
        let (id, mut people) = in_stock_round(&server).await;
        let passing = (turn(&mut people[0], &id).await + 1) % 3;
        set(&mut people, &id, passing, json!({"kind": "pass", "unless": unless})).await;
        let (_, lines) = act(&mut people, &id, |m| m["move"] == "start").await;
        assert_eq!(lines[0]["move"]["move"], "start", "a company can be started here");
        let shown = settings(&mut people, &id, passing).await;
        assert_eq!(shown["program"].is_null(), stops, "{shown}");
        assert_eq!(shown["stopped"], if stops { json!("start") } else { Value::Null });
    }
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_share_is_bought_each_turn_until_the_aim_is_reached(database: String) {
    let server = start(&database).await;
    let (id, mut people) = in_stock_round(&server).await;
    let (seat, lines) = act(&mut people, &id, |m| m["move"] == "start").await;
    let company = lines[0]["move"]["company"].as_str().expect("a company is started").to_owned();
    let percent = |state: &Value| -> u64 {
        let player = &state["view"]["players"][seat];
        player["shares"].as_array().expect("shares").iter()
            .filter(|s| s[0] == company.as_str())
            .map(|s| s[2].as_u64().expect("percent"))
            .sum()
    };
    let state = people[seat].fetch(&format!("/api/games/{id}/state")).await;
    let begun = percent(&state);
    assert!(begun > 0, "who starts a company holds shares of it: {}", state["view"]["players"][seat]);
    let sheet = people[seat].fetch(&format!("/api/games/{id}/sheet")).await;
    let printed = sheet["companies"].as_array().unwrap().iter().find(|c| c["id"] == company.as_str()).unwrap();
    let aim = begun + printed["unit_percent"].as_u64().unwrap();
    set(&mut people, &id, seat, json!({"kind": "buy", "company": company, "from": "any", "until": {"percent": aim}})).await;
    let mut bought = Vec::new();
    for _ in 0..12 {
        if settings(&mut people, &id, seat).await["program"].is_null() {
            break;
        }
        let (_, lines) = act(&mut people, &id, |m| m["move"] == "pass").await;
        bought.extend(lines.into_iter().filter(|l| l["automatic"] == true && l["seat"] == seat as u64 && l["move"]["move"] != "pass"));
    }
    let moves: Vec<&Value> = bought.iter().map(|l| &l["move"]["company"]).collect();
    assert_eq!(moves, [&json!(company)], "one share, bought by itself");
    let state = people[seat].fetch(&format!("/api/games/{id}/state")).await;
    assert_eq!(percent(&state), aim);
    assert_eq!(settings(&mut people, &id, seat).await["stopped"], "done");
    server.stop().await.unwrap();
}
}

on_both! {
async fn programs_are_refused_where_they_make_no_sense(database: String) {
    let server = start(&database).await;
    let (id, mut people) = table_of_three(&server).await;
    let path = format!("/api/games/{id}/automation");
    assert_ne!(round(&mut people[0], &id).await["kind"], "stock", "the game begins with another round");
    let early = people[0].post(&path, &json!({"seat": 0, "program": {"kind": "pass"}})).await;
    assert_eq!(early.status, 400, "{}", early.text());
    let (id, mut people) = in_stock_round(&server).await;
    let path = format!("/api/games/{id}/automation");
    for program in [
        json!({"kind": "buy", "company": "nowhere", "until": {"percent": 60}}),
        json!({"kind": "buy", "company": "BN", "until": {"percent": 0}}),
        json!({"kind": "buy", "company": "BN", "until": {"percent": 101}}),
        json!({"kind": "buy", "company": "BN"}),
        json!({"kind": "sell", "company": "BN"}),
        json!({"kind": "pass", "unless": ["rain"]}),
    ] {
        let answer = people[0].post(&path, &json!({"seat": 0, "program": program})).await;
        assert_eq!(answer.status, 400, "{program}: {}", answer.text());
        assert_eq!(settings(&mut people, &id, 0).await["program"], Value::Null);
    }
    server.stop().await.unwrap();
}
}

on_both! {
async fn settings_are_shown_to_their_owner_alone(database: String) {
    let server = start(&database).await;
    let (id, mut people) = in_stock_round(&server).await;
    let seat = (turn(&mut people[0], &id).await + 1) % 3;
    let other = (seat + 1) % 3;
    let mut listener = people[other].listen(&format!("/api/games/{id}/stream"), None).await.unwrap();
    let body = json!({"seat": seat, "program": {"kind": "pass", "unless": []}});
    assert_eq!(people[other].post(&format!("/api/games/{id}/automation"), &body).await.status, 403);
    people[seat].send(&format!("/api/games/{id}/automation"), body).await;
    let told = listener.entry().await;
    assert_eq!(told.event, "settings");
    let known: Vec<&String> = told.data.as_object().unwrap().keys().collect();
    assert_eq!(known, ["at", "kind", "seq"], "nobody learns whose settings they are");
    let mut stranger = guest(&server).await;
    for (client, own) in [(&mut people[other], false), (&mut stranger, false)] {
        for path in ["", "/state", "/log"] {
            let text = client.get(&format!("/api/games/{id}{path}")).await.text();
            assert_eq!(text.contains("\"unless\""), own, "{path}: {text}");
        }
    }
    assert!(settings(&mut people, &id, seat).await["program"].is_object());
    server.stop().await.unwrap();
}
}

on_both! {
async fn programs_stop_when_moves_are_taken_back(database: String) {
    let server = start(&database).await;
    let (id, mut people) = in_stock_round(&server).await;
    let (seat, _) = act(&mut people, &id, |m| m["move"] == "start").await;
    // Two steps on, so that it is not this seat's turn when the moves are taken back.
    let passing = (seat + 2) % 3;
    set(&mut people, &id, passing, json!({"kind": "pass", "unless": []})).await;
    let game = people[seat].fetch(&format!("/api/games/{id}")).await;
    let undone = people[seat].send(&format!("/api/games/{id}/undo"), json!({"after": game["length"]})).await;
    assert_eq!(undone["done"], true, "nobody has acted since: {undone}");
    let shown = settings(&mut people, &id, passing).await;
    assert_eq!((&shown["program"], &shown["stopped"]), (&Value::Null, &json!("undo")));
    server.stop().await.unwrap();
}
}

on_both! {
async fn programs_outlive_a_restart(database: String) {
    let server = start(&database).await;
    let (id, mut people) = in_stock_round(&server).await;
    let begun = round(&mut people[0], &id).await;
    let passing = (turn(&mut people[0], &id).await + 1) % 3;
    set(&mut people, &id, passing, json!({"kind": "pass", "unless": []})).await;
    server.stop().await.unwrap();
    let server = start(&database).await;
    let mut people: Vec<Client> = people.iter().map(|p| { let mut p = p.again(); p.address = server.address; p }).collect();
    let mut by_itself = false;
    while !by_itself && round(&mut people[0], &id).await == begun {
        assert_ne!(turn(&mut people[0], &id).await, passing, "the seat passes by itself");
        let (_, lines) = act(&mut people, &id, |m| m["move"] == "pass").await;
        by_itself = lines.iter().any(|l| l["automatic"] == true && l["seat"] == passing as u64);
    }
    assert!(by_itself, "the program goes on");
    server.stop().await.unwrap();
}
}

on_both! {
async fn nobody_is_asked_who_can_only_pass(database: String) {
    let server = start(&database).await;
    let mut anna = [guest(&server).await];
    let id = anna[0].send("/api/games", hot_seat()).await["id"].as_str().unwrap().to_owned();
    for _ in 0..120 {
        let choices = anna[0].fetch(&format!("/api/games/{id}/choices")).await;
        assert!(choices["count"] != 1 || choices["groups"][0]["kind"] != "pass", "{choices}");
        play_one(&mut anna, &id).await;
    }
    server.stop().await.unwrap();
}
}
