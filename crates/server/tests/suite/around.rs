//! Around a game: notes, a rematch, saying goodbye, links to it, frames around it.

use crate::on_both;
use crate::support::*;
use serde_json::{Value, json};
use server::Running;

async fn delete(client: &mut Client, id: &str) -> Answer {
    client.raw("DELETE", &format!("/api/games/{id}"), None).await.unwrap()
}

async fn mine(client: &mut Client) -> Vec<String> {
    let games = client.fetch("/api/games?list=mine&archived=true").await;
    let games = games["games"].as_array().unwrap().iter();
    games.map(|g| g["id"].as_str().unwrap().to_owned()).collect()
}

async fn made(client: &mut Client, body: Value) -> String {
    client.send("/api/games", body).await["id"].as_str().unwrap().to_owned()
}

// A game of two people of which nothing was played, given up with the consent of both.
async fn given_up(server: &Running) -> (String, Vec<Client>) {
    let (id, mut people) = table_of_three(server).await;
    people[0].send(&format!("/api/games/{id}/abandon"), json!({})).await;
    for person in &mut people[1..] {
        person.send(&format!("/api/games/{id}/undo/answer"), json!({"agree": true})).await;
    }
    let game = people[0].fetch(&format!("/api/games/{id}")).await;
    assert_eq!(game["state"], "abandoned");
    (id, people)
}

on_both! {
async fn ones_own_games_go_at_once(database: String) {
    let server = start(&database).await;
    let (mut anna, mut ben) = (guest(&server).await, guest(&server).await);
    let screen = made(&mut anna, hot_seat()).await;
    let solo = made(&mut anna, json!({
        "title": "18cz", "variant": "introductory", "start": true, "listed": true, "bot_pause": 0,
        "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}],
    })).await;
    assert_eq!(delete(&mut ben, &solo).await.status, 403, "others may look, and no more");
    assert_eq!(delete(&mut ben, &screen).await.status, 404);
    for id in [&screen, &solo] {
        let answer = delete(&mut anna, id).await;
        assert_eq!((answer.status, answer.json()["deleted"].as_bool()), (200, Some(true)));
        for path in ["", "/state", "/notes", "/map.svg"] {
            assert_eq!(anna.get(&format!("/api/games/{id}{path}")).await.status, 404, "{path}");
        }
        assert_eq!(delete(&mut anna, id).await.status, 404);
    }
    assert!(mine(&mut anna).await.is_empty());
    assert_eq!(number(&database, "SELECT COUNT(*) FROM moves").await, 0);
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_game_with_others_leaves_the_list_and_keeps_a_nameless_seat(database: String) {
    let server = start(&database).await;
    let (id, mut people) = table_of_three(&server).await;
    people[1].send(&format!("/api/games/{id}/notes"), json!({"text": "they will sell"})).await;
    let answer = delete(&mut people[1], &id).await;
    assert_eq!((answer.status, answer.json()["deleted"].as_bool()), (200, Some(false)));
    assert!(mine(&mut people[1]).await.is_empty());
    assert_eq!(number(&database, "SELECT COUNT(*) FROM notes").await, 0);
    let game = people[0].fetch(&format!("/api/games/{id}")).await;
    assert_eq!(game["state"], "playing");
    assert_eq!(game["seats"][1]["name"], "(gone)");
    assert!(game["seats"][1]["user"].is_null());
    assert!(game["seats"][1]["bot"].is_string(), "a bot plays on");
    assert_eq!(people[1].post(&format!("/api/games/{id}/return"), &json!({})).await.status, 403);
    // The last one out takes it along.
    delete(&mut people[2], &id).await;
    let answer = delete(&mut people[0], &id).await;
    assert_eq!(answer.json()["deleted"], true);
    assert_eq!(people[0].get(&format!("/api/games/{id}")).await.status, 404);
    server.stop().await.unwrap();
}
}

on_both! {
async fn notes_are_kept_bounded_and_nobody_elses(database: String) {
    let server = start(&database).await;
    let (id, mut people) = table_of_three(&server).await;
    let path = format!("/api/games/{id}/notes");
    assert_eq!(people[0].fetch(&path).await["text"], "");
    let note = people[0].send(&path, json!({"text": "Ben is poor\n\u{202e}sells kk  "})).await;
    assert_eq!(note["text"], "Ben is poor\nsells kk");
    assert_eq!(people[0].fetch(&path).await, note);
    assert_eq!(people[1].fetch(&path).await["text"], "");
    let state = people[1].get(&format!("/api/games/{id}/state")).await.text();
    assert!(!state.contains("Ben is poor"));
    // Too long: refused, and what was there stays.
    let long = people[0].post(&path, &json!({"text": "x".repeat(4001)})).await;
    assert_eq!(long.status, 400);
    assert_eq!(people[0].fetch(&path).await, note);
    assert_eq!(people[0].post(&path, &json!({"text": "ř".repeat(4000)})).await.status, 200);
    // Who only looks has none.
    let mut stranger = guest(&server).await;
    assert_eq!(stranger.get(&path).await.status, 403);
    assert_eq!(stranger.post(&path, &json!({"text": "x"})).await.status, 403);
    people[0].send(&path, json!({"text": ""})).await;
    assert_eq!(number(&database, "SELECT COUNT(*) FROM notes").await, 0);
    // They go with the account.
    people[2].send(&path, json!({"text": "mine"})).await;
    people[2].send("/api/account/delete", json!({})).await;
    assert_eq!(number(&database, "SELECT COUNT(*) FROM notes").await, 0);
    server.stop().await.unwrap();
}
}

on_both! {
async fn notes_of_a_guest_go_to_the_account(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    anna.send("/api/account", json!({"name": "Anna", "password": "correct horse"})).await;
    let mut later = guest(&server).await;
    let id = made(&mut later, hot_seat()).await;
    later.send(&format!("/api/games/{id}/notes"), json!({"text": "first"})).await;
    let login = json!({"name": "Anna", "password": "correct horse", "keep_guest_games": true});
    later.send("/api/login", login).await;
    assert_eq!(later.fetch(&format!("/api/games/{id}/notes")).await["text"], "first");
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_rematch_has_the_same_bots_and_seats_for_the_same_people(database: String) {
    let server = start(&database).await;
    let (id, mut people) = given_up(&server).await;
    let path = format!("/api/games/{id}/rematch");
    let mut stranger = guest(&server).await;
    assert_eq!(stranger.post(&path, &json!({})).await.status, 403);
    let answer = people[1].post(&path, &json!({})).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    let game = answer.json();
    assert_eq!(game["state"], "open");
    assert_eq!((&game["title"], &game["variant"]), (&json!("18cz"), &json!("standard")));
    let seats = game["seats"].as_array().unwrap();
    assert_eq!(seats.iter().filter(|s| s["mine"] == true).count(), 1);
    assert_eq!(seats.iter().filter(|s| s["open"] == true).count(), 2);
    assert_ne!(game["id"].as_str().unwrap(), id);
    // Others come by the invitation; a game that is being played has none yet.
    let again = game["id"].as_str().unwrap();
    let word = json!({"invite": game["invite"]});
    people[0].send(&format!("/api/games/{again}/join"), word).await;
    let running = people[0].post(&format!("/api/games/{again}/rematch"), &json!({})).await;
    assert_eq!(running.status, 409);
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_rematch_alone_begins_at_once_with_luck_of_its_own(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let id = made(&mut anna, json!({
        "title": "18cz", "variant": "introductory", "start": true, "bot_pause": 0, "name": "evening",
        "seats": [{"kind": "me", "name": "Anna"}, {"kind": "bot", "level": "random"}, {"kind": "bot", "level": "random"}],
    })).await;
    anna.send(&format!("/api/games/{id}/abandon"), json!({})).await;
    let game = anna.send(&format!("/api/games/{id}/rematch"), json!({})).await;
    assert_eq!((&game["state"], &game["name"]), (&json!("playing"), &json!("evening")));
    let bots = game["seats"].as_array().unwrap().iter().filter(|s| s["bot"] == "random").count();
    assert_eq!(bots, 2);
    let luck = |state: Value| state["luck"]["commitment"].as_str().unwrap().to_owned();
    let before = luck(anna.fetch(&format!("/api/games/{id}/state")).await);
    let after = anna.fetch(&format!("/api/games/{}/state", game["id"].as_str().unwrap())).await;
    assert_ne!(before, luck(after));
    server.stop().await.unwrap();
}
}

on_both! {
async fn maximum_bids_are_carried_out_and_shown_to_their_owner_alone(database: String) {
    // IOW-AUCTION-5, IOW-AUCTION-6
    let server = start(&database).await;
    let mut people = [guest(&server).await, guest(&server).await];
    let id = made(&mut people[0], json!({
        "title": "1860", "variant": "standard", "listed": true, "seats": [{"kind": "me"}, {"kind": "open"}],
    })).await;
    people[1].send(&format!("/api/games/{id}/join"), json!({})).await;
    people[0].send(&format!("/api/games/{id}/start"), json!({})).await;
    let path = format!("/api/games/{id}/automation");
    let program = |most: i64| json!({"kind": "bid", "most": most});
    let set = |seat: usize, most| json!({"seat": seat, "program": program(most)});
    assert_eq!(people[1].post(&path, &set(1, 0)).await.status, 400);
    people[1].send(&path, set(1, 33)).await;
    let other = people[0].get(&format!("/api/games/{id}/state")).await.text();
    assert!(!other.contains("\"most\":33"), "a maximum is a secret");
    // Each bid of the first seat is answered with the least that leads.
    for (bid, answer) in [(5, 10), (20, 25)] {
        let after = people[0].fetch(&format!("/api/games/{id}")).await["length"].clone();
        let mv = json!({"after": after, "move": {"move": "bid", "amount": bid}});
        let moved = people[0].send(&format!("/api/games/{id}/moves"), mv).await;
        let last = moved["lines"].as_array().unwrap().last().unwrap().clone();
        assert_eq!((&last["move"]["amount"], &last["automatic"]), (&json!(answer), &json!(true)));
    }
    let after = people[0].fetch(&format!("/api/games/{id}")).await["length"].clone();
    let mv = json!({"after": after, "move": {"move": "bid", "amount": 30}});
    let moved = people[0].send(&format!("/api/games/{id}/moves"), mv).await;
    assert_eq!(moved["lines"][1]["move"]["move"], "pass", "35 is too much");
    let you = people[1].fetch(&format!("/api/games/{id}/state")).await["you"].clone();
    assert_eq!(you["automation"][0]["stopped"], "outbid");
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_link_tells_title_and_picture_of_what_it_opens(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let mut body = hot_seat();
    body["name"] = "<b>\"Friday\"</b>".into();
    let id = made(&mut anna, body).await;
    let word = anna.fetch(&format!("/api/games/{id}")).await["invite"].as_str().unwrap().to_owned();
    let mut nobody = Client::new(server.address);
    let closed = nobody.get(&format!("/game/{id}")).await;
    assert_eq!(closed.status, 200, "the page itself says what is wrong");
    assert!(!closed.text().contains("og:"), "nothing of a game that is not listed");
    let open = nobody.get(&format!("/game/{id}?invite={word}")).await.text();
    assert!(open.contains("<meta property=\"og:title\" content=\"18CZ · &lt;b&gt;&quot;Friday&quot;&lt;/b&gt;\""), "{open}");
    assert!(open.contains("Anna, Ben, Cora. 0 moves, being played."));
    let (_, rest) = open.split_once("og:image\" content=\"http://").unwrap();
    let (url, _) = rest.split_once('"').unwrap();
    let (_, path) = url.replace("&amp;", "&").split_once('/').map(|(h, p)| (h.to_owned(), p.to_owned())).unwrap();
    let picture = nobody.get(&format!("/{path}")).await;
    assert_eq!((picture.status, picture.header("content-type")), (200, Some("image/png")));
    server.stop().await.unwrap();
}
}

on_both! {
async fn games_stand_in_frames_only_where_the_operator_allows_it(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let mut body = hot_seat();
    body["listed"] = true.into();
    let id = made(&mut anna, body).await;
    let path = format!("/embed/{id}");
    let page = anna.get(&path).await;
    assert_eq!((page.status, page.header("x-frame-options")), (404, Some("DENY")));
    server.stop().await.unwrap();
    let mut allowing = config(&database);
    allowing.embed = vec!["https://club.example".to_owned()];
    let server = server::start(allowing).await.unwrap();
    let mut nobody = Client::new(server.address);
    let page = nobody.get(&path).await;
    assert_eq!(page.status, 200);
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.ends_with("frame-ancestors https://club.example"), "{policy}");
    assert_eq!(page.header("x-frame-options"), None);
    assert_eq!(page.header("x-signalbox-framed"), None);
    for other in [format!("/game/{id}"), "/".to_owned(), "/account".to_owned()] {
        let page = nobody.get(&other).await;
        assert_eq!(page.header("x-frame-options"), Some("DENY"), "{other}");
        assert!(page.header("content-security-policy").unwrap().contains("frame-ancestors 'none'"));
    }
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_copy_keeps_the_bots_unless_it_is_told_otherwise(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let id = made(&mut anna, json!({
        "title": "18cz", "variant": "standard", "start": true,
        "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}, {"kind": "bot", "level": "random"}],
    })).await;
    let path = format!("/api/games/{id}/copy");
    let bots = |game: Value| game["seats"].as_array().unwrap().iter().filter(|s| s["bot"].is_string()).count();
    assert_eq!(bots(anna.send(&path, json!({"at": 0})).await), 2);
    assert_eq!(bots(anna.send(&path, json!({"at": 0, "bots": []})).await), 0);
    assert_eq!(bots(anna.send(&path, json!({"at": 0, "bots": [null, "random"]})).await), 1);
    server.stop().await.unwrap();
}
}
