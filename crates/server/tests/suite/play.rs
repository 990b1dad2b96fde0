//! Games, moves, undo, automation, files: the same on SQLite and PostgreSQL.

use crate::on_both;
use crate::support::*;
use serde_json::{Value, json};

on_both! {
async fn a_game_goes_from_invitation_to_play(database: String) {
    let server = start(&database).await;
    let (mut anna, mut ben, mut stranger) = (guest(&server).await, guest(&server).await, guest(&server).await);
    let body = json!({
        "title": "18cz", "variant": "standard", "name": "Sunday",
        "seats": [{"kind": "me", "name": "Anna"}, {"kind": "open"}, {"kind": "open"}],
    });
    let game = anna.send("/api/games", body).await;
    let (id, invite) = (game["id"].as_str().unwrap().to_owned(), game["invite"].as_str().unwrap().to_owned());
    assert_eq!(game["state"], "open");
    assert_eq!(stranger.get(&format!("/api/games/{id}")).await.status, 404, "a private game is not shown");
    assert_eq!(stranger.post(&format!("/api/games/{id}/join"), &json!({"invite": "x"})).await.status, 404);
    let joined = ben.send(&format!("/api/games/{id}/join"), json!({"invite": invite, "name": "Ben"})).await;
    assert_eq!(joined["seats"][1]["name"], "Ben");
    assert_eq!(joined["seats"][1]["mine"], true);
    assert_eq!(ben.post(&format!("/api/games/{id}/start"), &json!({})).await.status, 403, "only the owner starts");
    assert_eq!(anna.post(&format!("/api/games/{id}/start"), &json!({})).await.status, 409, "a seat is open");
    let left = ben.send(&format!("/api/games/{id}/leave"), json!({})).await;
    assert_eq!(left["seats"][1]["open"], true);
    ben.send(&format!("/api/games/{id}/join"), json!({"invite": invite, "seat": 2})).await;
    anna.send(&format!("/api/games/{id}/seats"), json!({"seat": 1, "bot": "random"})).await;
    let started = anna.send(&format!("/api/games/{id}/start"), json!({})).await;
    assert_eq!(started["state"], "playing");
    assert!(started["turn"]["seat"].is_number());
    assert_eq!(ben.post(&format!("/api/games/{id}/join"), &json!({"invite": invite})).await.status, 409);
    let mine = ben.fetch("/api/games?list=mine").await;
    assert_eq!(mine["games"][0]["id"], id.as_str());
    let open = stranger.fetch("/api/games?list=running").await;
    assert_eq!(open["games"].as_array().unwrap().len(), 0, "a private game is not listed");
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_wrong_setup_says_everything_at_once(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let body = json!({
        "title": "18cz", "variant": "standard", "options": {"no_such_option": true},
        "seats": [{"kind": "me"}],
    });
    let answer = anna.post("/api/games", &body).await;
    assert_eq!(answer.status, 400);
    assert!(answer.json()["detail"]["faults"].as_array().is_some_and(|f| !f.is_empty()), "{}", answer.text());
    server.stop().await.unwrap();
}
}

on_both! {
async fn only_who_must_decide_may_move(database: String) {
    let server = start(&database).await;
    let (id, mut people) = table_of_three(&server).await;
    let turn = people[0].fetch(&format!("/api/games/{id}")).await["turn"]["seat"].as_u64().unwrap() as usize;
    let (after, mv) = some_move(&mut people[turn], &id).await;
    let body = json!({"after": after, "move": mv});
    for other in (0..3).filter(|o| *o != turn) {
        let answer = people[other].post(&format!("/api/games/{id}/moves"), &body).await;
        assert_eq!(answer.status, 403, "{}", answer.text());
    }
    let mut stranger = guest(&server).await;
    assert_eq!(stranger.post(&format!("/api/games/{id}/moves"), &body).await.status, 403);
    let mut nobody = Client::new(server.address);
    assert_eq!(nobody.post(&format!("/api/games/{id}/moves"), &body).await.status, 401);
    assert_eq!(people[turn].post(&format!("/api/games/{id}/moves"), &body).await.status, 200);
    server.stop().await.unwrap();
}
}

on_both! {
async fn exactly_one_of_two_simultaneous_moves_wins(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let id = anna.send("/api/games", hot_seat()).await["id"].as_str().unwrap().to_owned();
    for round in 0..8 {
        let (after, mv) = some_move(&mut anna, &id).await;
        let mut tasks = Vec::new();
        for i in 0..6 {
            let (mut client, path) = (anna.again(), format!("/api/games/{id}/moves"));
            let body = json!({"after": after, "move": mv, "key": format!("{round}-{i}")});
            tasks.push(tokio::spawn(async move { client.post(&path, &body).await }));
        }
        let mut statuses = Vec::new();
        for task in tasks {
            let answer = task.await.unwrap();
            if answer.status == 409 {
                assert_eq!(answer.json()["error"], "stale");
                assert!(answer.json()["detail"]["after"].as_i64().unwrap() > after);
            }
            statuses.push(answer.status);
        }
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409, 409, 409, 409, 409]);
    }
    server.stop().await.unwrap();
}
}

on_both! {
async fn sending_the_same_move_again_is_harmless(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let id = anna.send("/api/games", hot_seat()).await["id"].as_str().unwrap().to_owned();
    let (after, mv) = some_move(&mut anna, &id).await;
    let body = json!({"after": after, "move": mv, "key": "first"});
    let first = anna.send(&format!("/api/games/{id}/moves"), body.clone()).await;
    assert_eq!(first["repeated"], false);
    let again = anna.send(&format!("/api/games/{id}/moves"), body.clone()).await;
    assert_eq!(again["repeated"], true);
    assert_eq!(again["length"], first["length"]);
    assert_eq!(again["seq"], first["seq"]);
    // Even after the move was taken back, its key makes no second one.
    anna.send(&format!("/api/games/{id}/undo"), json!({"after": first["length"], "to": after})).await;
    let late = anna.send(&format!("/api/games/{id}/moves"), body).await;
    assert_eq!(late["repeated"], true);
    assert_eq!(anna.fetch(&format!("/api/games/{id}")).await["length"], after);
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_refusal_cites_its_rule_and_changes_nothing(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let id = anna.send("/api/games", hot_seat()).await["id"].as_str().unwrap().to_owned();
    let before = anna.fetch(&format!("/api/games/{id}/state")).await;
    let body = json!({"after": before["length"], "move": {"move": "dividend", "pay": "out"}});
    let answer = anna.post(&format!("/api/games/{id}/moves"), &body).await;
    assert_eq!(answer.status, 422, "{}", answer.text());
    assert!(answer.json()["detail"]["rule"].as_str().unwrap().contains('-'));
    let after = anna.fetch(&format!("/api/games/{id}/state")).await;
    assert_eq!(before["view"], after["view"]);
    assert_eq!(before["seq"], after["seq"]);
    let preview = json!({"moves": [{"move": "dividend", "pay": "out"}]});
    let preview = anna.send(&format!("/api/games/{id}/preview"), preview).await;
    assert_eq!(preview["previews"][0]["ok"], false);
    assert_eq!(preview["previews"][0]["refusal"]["rule"], answer.json()["detail"]["rule"]);
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_preview_tells_what_a_move_brings(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let id = anna.send("/api/games", hot_seat()).await["id"].as_str().unwrap().to_owned();
    let (after, mv) = some_move(&mut anna, &id).await;
    let preview = anna.send(&format!("/api/games/{id}/preview"), json!({"after": after, "moves": [mv]})).await;
    let preview = &preview["previews"][0];
    assert_eq!(preview["ok"], true);
    assert!(!preview["events"].as_array().unwrap().is_empty());
    let moved = anna.send(&format!("/api/games/{id}/moves"), json!({"after": after, "move": mv})).await;
    assert_eq!(moved["lines"][0]["events"], preview["events"], "what was shown is what happens");
    let state = anna.fetch(&format!("/api/games/{id}/state?at={}", after + 1)).await;
    assert_eq!(state["view"], preview["view"]);
    server.stop().await.unwrap();
}
}

on_both! {
async fn undo_is_free_until_somebody_else_acts_then_by_consent(database: String) {
    let server = start(&database).await;
    let (id, mut people) = table_of_three(&server).await;
    let undo = format!("/api/games/{id}/undo");
    let (first, moved) = play_one(&mut people, &id).await;
    let length = moved["length"].as_i64().unwrap();
    let state = people[first].fetch(&format!("/api/games/{id}/state")).await;
    assert_eq!(state["you"]["undo_needs"], json!([]));
    let undone = people[first].send(&undo, json!({"after": length})).await;
    assert_eq!(undone["done"], true);
    assert_eq!(undone["length"], 0);
    let redone = people[first].send(&format!("/api/games/{id}/redo"), json!({"after": 0})).await;
    assert_eq!(redone["length"], length);
    let (second, moved) = play_one(&mut people, &id).await;
    assert_ne!(first, second);
    let length = moved["length"].as_i64().unwrap();
    let asked = people[first].send(&undo, json!({"after": length, "to": 0})).await;
    assert_eq!(asked["done"], false);
    assert_eq!(asked["undo"]["waiting"].as_array().unwrap().len(), 2);
    let third = 3 - first - second;
    let answer = format!("/api/games/{id}/undo/answer");
    let one = people[second].send(&answer, json!({"agree": true})).await;
    assert_eq!(one["done"], false);
    assert_eq!(one["undo"]["waiting"], json!([third]));
    let done = people[third].send(&answer, json!({"agree": true})).await;
    assert_eq!(done["done"], true);
    assert_eq!(done["length"], 0);
    // A refusal ends the proposal; so does a move.
    play_one(&mut people, &id).await;
    let (_, moved) = play_one(&mut people, &id).await;
    let length = moved["length"].as_i64().unwrap();
    people[first].send(&undo, json!({"after": length, "to": 0})).await;
    people[third].send(&answer, json!({"agree": false})).await;
    assert_eq!(people[second].post(&answer, &json!({"agree": true})).await.status, 409);
    // Seats that always agree are not asked.
    for other in [second, third] {
        people[other].send(&format!("/api/games/{id}/agree"), json!({"always": true})).await;
    }
    let done = people[first].send(&undo, json!({"after": length, "to": 0})).await;
    assert_eq!(done["done"], true);
    server.stop().await.unwrap();
}
}

on_both! {
async fn at_one_screen_undo_and_redo_know_no_limit(database: String) {
    let server = start(&database).await;
    let mut anna = [guest(&server).await];
    let id = anna[0].send("/api/games", hot_seat()).await["id"].as_str().unwrap().to_owned();
    let mut hashes = vec![anna[0].fetch(&format!("/api/games/{id}/state")).await["view"].clone()];
    for _ in 0..40 {
        play_one(&mut anna, &id).await;
        hashes.push(anna[0].fetch(&format!("/api/games/{id}/state")).await["view"].clone());
    }
    let length = anna[0].fetch(&format!("/api/games/{id}")).await["length"].as_i64().unwrap();
    for to in [37, 33, 20, 0] {
        let after = anna[0].fetch(&format!("/api/games/{id}")).await["length"].as_i64().unwrap();
        anna[0].send(&format!("/api/games/{id}/undo"), json!({"after": after, "to": to})).await;
        let state = anna[0].fetch(&format!("/api/games/{id}/state")).await;
        assert_eq!(state["length"], to);
        assert_eq!(state["undone"], length - to);
    }
    anna[0].send(&format!("/api/games/{id}/redo"), json!({"after": 0, "count": 1000})).await;
    let state = anna[0].fetch(&format!("/api/games/{id}/state")).await;
    assert_eq!(state["length"], length);
    assert_eq!(state["view"], *hashes.last().unwrap());
    assert_eq!(state["undone"], 0);
    // A new move after an undo forgets what was undone.
    anna[0].send(&format!("/api/games/{id}/undo"), json!({"after": length, "to": 5})).await;
    play_one(&mut anna, &id).await;
    assert_eq!(anna[0].post(&format!("/api/games/{id}/redo"), &json!({"after": 6})).await.status, 409);
    server.stop().await.unwrap();
}
}

on_both! {
async fn any_moment_of_a_game_can_be_seen(database: String) {
    let server = start(&database).await;
    let mut anna = [guest(&server).await];
    let id = anna[0].send("/api/games", hot_seat()).await["id"].as_str().unwrap().to_owned();
    let mut views = Vec::new();
    for _ in 0..70 {
        views.push(anna[0].fetch(&format!("/api/games/{id}/state")).await["view"].clone());
        play_one(&mut anna, &id).await;
    }
    server.stop().await.unwrap();
    // A new process knows nothing but the database.
    let server = start(&database).await;
    let mut anna = anna[0].again();
    anna.address = server.address;
    for (n, view) in views.iter().enumerate() {
        let state = anna.fetch(&format!("/api/games/{id}/state?at={n}")).await;
        assert_eq!(state["view"], *view, "after {n} moves");
        assert_eq!(state["live"], false);
    }
    assert_eq!(anna.get(&format!("/api/games/{id}/state?at=9999")).await.status, 400);
    let log = anna.fetch(&format!("/api/games/{id}/log?before=21&limit=10")).await;
    let numbers: Vec<i64> = log["lines"].as_array().unwrap().iter().map(|l| l["number"].as_i64().unwrap()).collect();
    assert_eq!(numbers, (11..=20).collect::<Vec<_>>());
    server.stop().await.unwrap();
}
}

on_both! {
async fn bots_play_a_game_to_its_end_and_go_on_after_a_restart(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let id = anna.send("/api/games", bots_only()).await["id"].as_str().unwrap().to_owned();
    while anna.fetch(&format!("/api/games/{id}")).await["length"].as_i64().unwrap() < 20 {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    server.stop().await.unwrap();
    let server = start(&database).await;
    let mut anna = anna.again();
    anna.address = server.address;
    let until = std::time::Instant::now() + std::time::Duration::from_secs(240);
    let game = loop {
        let game = anna.fetch(&format!("/api/games/{id}")).await;
        if game["state"] == "finished" {
            break game;
        }
        assert!(std::time::Instant::now() < until, "the bots do not come to an end: {game}");
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    };
    assert!(game["outcome"]["values"].as_array().is_some_and(|v| v.len() == 3));
    assert!(game["turn"].is_null());
    // The whole game as a file, read again as another game.
    let file = anna.get(&format!("/api/games/{id}/file")).await;
    assert_eq!(file.status, 200);
    let copy = anna.raw("POST", "/api/import", Some(&file.body)).await.unwrap();
    assert_eq!(copy.status, 201, "{}", copy.text());
    assert_eq!(copy.json()["state"], "finished");
    assert_eq!(copy.json()["length"], game["length"]);
    assert_eq!(copy.json()["outcome"], game["outcome"]);
    let series = anna.fetch(&format!("/api/games/{id}/series")).await;
    let last: Vec<&Value> = series["players"].as_array().unwrap().iter().map(|p| p.as_array().unwrap().last().unwrap()).collect();
    assert_eq!(json!(last), game["outcome"]["values"]);
    let audit = anna.fetch(&format!("/api/games/{id}/audit")).await;
    assert!(!audit["items"].as_array().unwrap().is_empty());
    for item in audit["items"].as_array().unwrap() {
        assert_eq!(item["missed"], 0, "random bots run their best routes: {item}");
    }
    // A finished game stays finished.
    let undo = json!({"after": game["length"], "to": 0});
    let answer = anna.post(&format!("/api/games/{id}/undo"), &undo).await;
    assert!(answer.status == 403 || answer.status == 409);
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_person_who_leaves_is_replaced_and_may_come_back(database: String) {
    let server = start(&database).await;
    let (id, mut people) = table_of_three(&server).await;
    let seat = people[0].fetch(&format!("/api/games/{id}")).await["turn"]["seat"].as_u64().unwrap() as usize;
    people[0].send(&format!("/api/games/{id}/settings"), json!({"bot_pause": 0})).await;
    let left = people[seat].send(&format!("/api/games/{id}/leave"), json!({"bot": "random"})).await;
    assert_eq!(left["seats"][seat]["bot"], "random");
    let until = std::time::Instant::now() + std::time::Duration::from_secs(30);
    while people[0].fetch(&format!("/api/games/{id}")).await["length"] == 0 {
        assert!(std::time::Instant::now() < until, "the bot does not move");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let back = people[seat].send(&format!("/api/games/{id}/return"), json!({})).await;
    assert_eq!(back["seats"][seat]["mine"], true);
    assert!(back["seats"][seat]["bot"].is_null());
    let other = (seat + 1) % 3;
    assert_eq!(people[other].post(&format!("/api/games/{id}/return"), &json!({"seat": seat})).await.status, 403);
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_copy_goes_on_from_an_earlier_position(database: String) {
    let server = start(&database).await;
    let mut anna = [guest(&server).await];
    let id = anna[0].send("/api/games", hot_seat()).await["id"].as_str().unwrap().to_owned();
    for _ in 0..10 {
        play_one(&mut anna, &id).await;
    }
    let copy = anna[0].send(&format!("/api/games/{id}/copy"), json!({"at": 4, "bots": [null, "random", "random"]})).await;
    assert_eq!(copy["length"], 4);
    assert_eq!(copy["seats"][1]["bot"], "random");
    let here = anna[0].fetch(&format!("/api/games/{}/state?at=4", copy["id"].as_str().unwrap())).await;
    let there = anna[0].fetch(&format!("/api/games/{id}/state?at=4")).await;
    assert_eq!(here["view"], there["view"]);
    server.stop().await.unwrap();
}
}

on_both! {
async fn best_routes_are_proved_and_claims_are_weighed(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let id = anna.send("/api/games", bots_only()).await["id"].as_str().unwrap().to_owned();
    let until = std::time::Instant::now() + std::time::Duration::from_secs(240);
    let ran = loop {
        let log = anna.fetch(&format!("/api/games/{id}/log?from=0&to=2000")).await;
        let run = log["lines"].as_array().unwrap().iter().find(|l| {
            l["move"]["move"] == "run" && l["move"]["routes"].as_array().is_some_and(|r| !r.is_empty())
        }).cloned();
        if let Some(run) = run {
            break run;
        }
        assert!(std::time::Instant::now() < until, "nobody runs a train");
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    };
    let at = ran["number"].as_i64().unwrap() - 1;
    let company = ran["move"]["company"].as_str().unwrap();
    let best = anna.fetch(&format!("/api/games/{id}/routes/{company}?at={at}")).await;
    assert_eq!(best["proved"], true);
    assert!(best["total"]["revenue"].as_i64().unwrap() > 0);
    assert_eq!(best["bound"], best["total"]["primary"]);
    let body = json!({"at": at, "routes": best["move"]["routes"]});
    let worth = anna.send(&format!("/api/games/{id}/routes/{company}/evaluate"), body).await;
    assert_eq!(worth["ok"], true, "{worth}");
    assert_eq!(worth["short_of_best"], 0);
    let route = &best["routes"][0];
    let stops: Vec<Value> = route["calls"].as_array().unwrap().iter().map(|c| json!({"cell": c["cell"], "stop": c["stop"]})).collect();
    let body = json!({"at": at, "card": route["card"], "stops": stops});
    let line = anna.send(&format!("/api/games/{id}/routes/{company}/complete"), body).await;
    assert_eq!(line["ok"], true, "{line}");
    assert_eq!(line["route"]["revenue"], route["revenue"], "clicking its stops gives the same route");
    let body = json!({"at": at, "routes": [{"card": route["card"], "path": []}]});
    let none = anna.send(&format!("/api/games/{id}/routes/{company}/evaluate"), body).await;
    assert_eq!(none["ok"], false);
    let map = anna.get(&format!("/api/games/{id}/map.svg?at={at}&theme=page")).await;
    assert_eq!(map.status, 200);
    assert!(map.text().contains("<svg"));
    server.stop().await.unwrap();
}
}
