//! Guests, accounts, sessions, tokens.

use crate::live::entries;
use crate::on_both;
use crate::support::*;
use serde_json::json;

on_both! {
async fn a_guest_becomes_an_account_and_finds_its_games_elsewhere(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let game = anna.send("/api/games", hot_seat()).await;
    anna.send("/api/account", json!({"name": "Anna", "password": "correct horse"})).await;
    let mut phone = Client::new(server.address);
    let session = phone.send("/api/login", json!({"name": " anna ", "password": "correct horse"})).await;
    assert_eq!(session["user"]["name"], "Anna");
    assert_eq!(session["user"]["guest"], false);
    let mine = phone.fetch("/api/games?list=mine").await;
    assert_eq!(mine["games"][0]["id"], game["id"]);
    // A guest's games go along if asked.
    let mut tablet = guest(&server).await;
    let other = tablet.send("/api/games", hot_seat()).await;
    tablet.send("/api/login", json!({"name": "Anna", "password": "correct horse", "keep_guest_games": true})).await;
    let mine = phone.fetch("/api/games?list=mine").await;
    assert!(mine["games"].as_array().unwrap().iter().any(|g| g["id"] == other["id"]));
    let (after, mv) = some_move(&mut phone, other["id"].as_str().unwrap()).await;
    phone.send(&format!("/api/games/{}/moves", other["id"].as_str().unwrap()), json!({"after": after, "move": mv})).await;
    server.stop().await.unwrap();
}
}

on_both! {
async fn names_are_taken_once_whatever_their_case(database: String) {
    let server = start(&database).await;
    let (mut anna, mut other) = (guest(&server).await, guest(&server).await);
    anna.send("/api/account", json!({"name": "Anna", "password": "correct horse"})).await;
    let answer = other.post("/api/account", &json!({"name": "ANNA", "password": "battery staple"})).await;
    assert_eq!(answer.status, 409);
    other.send("/api/account", json!({"name": "Ben", "password": "battery staple"})).await;
    assert_eq!(other.post("/api/account/name", &json!({"name": "anna"})).await.status, 409);
    other.send("/api/account/name", json!({"name": "Benno"})).await;
    let mut again = Client::new(server.address);
    assert_eq!(again.post("/api/login", &json!({"name": "Ben", "password": "battery staple"})).await.status, 401);
    again.send("/api/login", json!({"name": "Benno", "password": "battery staple"})).await;
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_new_password_ends_all_other_sessions(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    anna.send("/api/account", json!({"name": "Anna", "password": "correct horse"})).await;
    let mut phone = Client::new(server.address);
    phone.send("/api/login", json!({"name": "Anna", "password": "correct horse"})).await;
    let wrong = json!({"old": "incorrect horse", "new": "battery staple"});
    assert_eq!(anna.post("/api/account/password", &wrong).await.status, 401);
    anna.send("/api/account/password", json!({"old": "correct horse", "new": "battery staple"})).await;
    assert!(phone.fetch("/api/session").await["user"].is_null(), "the phone is logged out");
    assert_eq!(anna.fetch("/api/session").await["user"]["name"], "Anna");
    phone.send("/api/login", json!({"name": "Anna", "password": "battery staple"})).await;
    anna.send("/api/logout-everywhere", json!({})).await;
    assert!(phone.fetch("/api/session").await["user"].is_null());
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_deleted_account_leaves_anonymous_seats(database: String) {
    let server = start(&database).await;
    let (id, mut people) = table_of_three(&server).await;
    people[1].send("/api/account", json!({"name": "Zebulon", "password": "correct horse"})).await;
    people[1].send(&format!("/api/games/{id}/chat"), json!({"text": "good evening"})).await;
    assert_eq!(people[1].post("/api/account/delete", &json!({"password": "wrong horse"})).await.status, 401);
    people[1].send("/api/account/delete", json!({"password": "correct horse"})).await;
    let state = people[0].fetch(&format!("/api/games/{id}/state")).await;
    assert!(state["game"]["seats"][1]["user"].is_null());
    assert_eq!(state["game"]["seats"][1]["bot"], "standard", "the game goes on");
    assert_eq!(state["chat"][0]["text"], "good evening");
    assert_eq!(state["chat"][0]["name"], "(gone)");
    assert!(state["chat"][0]["user"].is_null());
    assert!(!state.to_string().contains("Zebulon"));
    let mut again = Client::new(server.address);
    assert_eq!(again.post("/api/login", &json!({"name": "Zebulon", "password": "correct horse"})).await.status, 401);
    server.stop().await.unwrap();
}
}

on_both! {
async fn the_journal_of_a_game_does_not_name_who_is_gone(database: String) {
    let server = start(&database).await;
    let (mut anna, mut gone) = (guest(&server).await, guest(&server).await);
    let body = json!({
        "title": "18cz", "variant": "standard", "listed": true,
        "seats": [{"kind": "open"}, {"kind": "me"}, {"kind": "me"}],
    });
    let id = anna.send("/api/games", body).await["id"].as_str().unwrap().to_owned();
    gone.send(&format!("/api/games/{id}/join"), json!({"seat": 0, "name": "Zebulon"})).await;
    anna.send(&format!("/api/games/{id}/start"), json!({})).await;
    gone.send(&format!("/api/games/{id}/chat"), json!({"text": "good evening"})).await;
    let user = id_of(&mut gone).await;
    let mut people = [gone.again(), anna.again()];
    while play_one(&mut people, &id).await.0 != 0 {}
    let seq = gone.fetch(&format!("/api/games/{id}")).await["seq"].as_i64().unwrap();
    let told = |entries: Vec<Live>| entries.iter().map(|e| e.data.to_string()).collect::<String>();
    let path = format!("/api/games/{id}/stream?since=0");
    let before = told(entries(&mut anna.listen(&path, None).await.unwrap(), seq as usize).await);
    assert!(before.contains("Zebulon") && before.contains(&user));
    gone.send("/api/account/delete", json!({})).await;
    let after = told(entries(&mut anna.listen(&path, None).await.unwrap(), seq as usize).await);
    assert!(after.contains("good evening"));
    assert!(!after.contains("Zebulon"), "{after}");
    assert!(!after.contains(&user), "{after}");
    server.stop().await.unwrap();
}
}

on_both! {
async fn programs_play_with_tokens_that_can_be_revoked(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let id = anna.send("/api/games", hot_seat()).await["id"].as_str().unwrap().to_owned();
    let token = anna.send("/api/tokens", json!({"label": "my bot"})).await;
    let mut bot = Client::new(server.address);
    bot.token = Some(token["token"].as_str().unwrap().to_owned());
    let (after, mv) = some_move(&mut bot, &id).await;
    bot.send(&format!("/api/games/{id}/moves"), json!({"after": after, "move": mv})).await;
    let list = anna.fetch("/api/tokens").await;
    assert_eq!(list["tokens"][0]["label"], "my bot");
    assert!(list["tokens"][0].get("token").is_none(), "the secret is shown once");
    let gone = anna.raw("DELETE", &format!("/api/tokens/{}", token["id"].as_str().unwrap()), None).await.unwrap();
    assert_eq!(gone.status, 204);
    assert_eq!(bot.post(&format!("/api/games/{id}/moves"), &json!({"after": 1, "move": mv})).await.status, 401);
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_login_that_was_ended_is_ended_with_the_next_request(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    anna.send("/api/account", json!({"name": "Anna", "password": "correct horse"})).await;
    // Each is asked for something first, so that the server knows the login.
    let mut phone = Client::new(server.address);
    phone.send("/api/login", json!({"name": "Anna", "password": "correct horse"})).await;
    phone.fetch("/api/tokens").await;
    phone.send("/api/logout", json!({})).await;
    assert!(phone.fetch("/api/session").await["user"].is_null());
    let made = anna.send("/api/tokens", json!({"label": "bot"})).await;
    let mut bot = Client::new(server.address);
    bot.token = made["token"].as_str().map(str::to_owned);
    bot.fetch("/api/tokens").await;
    let revoke = format!("/api/tokens/{}", made["id"].as_str().unwrap());
    assert_eq!(anna.raw("DELETE", &revoke, None).await.unwrap().status, 204);
    assert_eq!(bot.get("/api/tokens").await.status, 401);
    let cookie = anna.cookie.clone();
    anna.fetch("/api/tokens").await;
    anna.send("/api/account/name", json!({"name": "Anna K."})).await;
    assert_eq!(anna.fetch("/api/session").await["user"]["name"], "Anna K.");
    anna.send("/api/logout-everywhere", json!({})).await;
    anna.cookie = cookie;
    assert_eq!(anna.get("/api/tokens").await.status, 401);
    let mut ben = guest(&server).await;
    let cookie = ben.cookie.clone();
    ben.send("/api/account/delete", json!({})).await;
    ben.cookie = cookie;
    assert_eq!(ben.get("/api/tokens").await.status, 401);
    server.stop().await.unwrap();
}
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_login_that_one_server_ended_is_ended_at_the_others() {
    let Some(database) = database(On::Postgres).await else {
        return;
    };
    let (one, two) = (start(&database).await, start(&database).await);
    let mut here = guest(&one).await;
    let mut there = here.again();
    there.address = two.address;
    assert!(!there.fetch("/api/session").await["user"].is_null());
    let mut stream = there.listen("/api/lobby/stream", None).await.unwrap();
    here.send("/api/logout-everywhere", json!({})).await;
    logged_out(&mut there).await;
    stream.end().await;
    one.stop().await.unwrap();
    two.stop().await.unwrap();
}
