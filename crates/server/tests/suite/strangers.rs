//! Names, logins, proxies and streams that outlive a right.

use crate::on_both;
use crate::support::*;
use serde_json::json;
use std::time::Duration;

fn forwarded(client: &mut Client, address: &str) {
    client.extra = vec![("X-Forwarded-For".to_owned(), address.to_owned())];
}

on_both! {
async fn wrong_passwords_of_another_do_not_lock_a_name(database: String) {
    let mut settings = config(&database);
    settings.rate_factor = 1.0;
    settings.trust_proxy = true;
    let server = server::start(settings).await.unwrap();
    let mut anna = guest(&server).await;
    anna.send("/api/account", json!({"name": "Anna", "password": "correct horse"})).await;
    let mut thief = Client::new(server.address);
    forwarded(&mut thief, "203.0.113.7");
    let mut last = 0;
    for i in 0..30 {
        last = thief.post("/api/login", &json!({"name": "Anna", "password": format!("guess {i}")})).await.status;
    }
    assert_eq!(last, 429, "guessing is slowed down");
    let mut owner = Client::new(server.address);
    forwarded(&mut owner, "198.51.100.4");
    let login = json!({"name": "Anna", "password": "correct horse"});
    for _ in 0..15 {
        assert_eq!(owner.post("/api/login", &login).await.status, 200, "the owner gets in, as often as she likes");
    }
    assert_eq!(thief.post("/api/login", &json!({"name": "Ben", "password": "another name"})).await.status, 401);
    server.stop().await.unwrap();
}
}

on_both! {
async fn registering_and_logging_in_change_the_session(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let before = anna.cookie.clone();
    let account = json!({"name": "Anna", "password": "correct horse"});
    anna.send("/api/account", account.clone()).await;
    assert_ne!(anna.cookie, before);
    assert_eq!(anna.fetch("/api/session").await["user"]["name"], "Anna");
    let mut knew = Client::new(server.address);
    knew.cookie = before;
    assert!(knew.fetch("/api/session").await["user"].is_null(), "who knew the guest's secret does not know this one");
    let registered = anna.cookie.clone();
    anna.send("/api/login", account).await;
    assert_ne!(anna.cookie, registered);
    knew.cookie = registered;
    assert!(knew.fetch("/api/session").await["user"].is_null());
    server.stop().await.unwrap();
}
}

on_both! {
async fn nobody_looks_like_somebody_else(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    anna.send("/api/account", json!({"name": "Anna Paul", "password": "correct horse"})).await;
    let mut body = hot_seat();
    body["seed"] = serde_json::Value::Null;
    body["start"] = false.into();
    body["hot_seat"] = false.into();
    body["seed"] = serde_json::Value::Null;
    body["listed"] = true.into();
    body["seats"] = json!([{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]);
    let id = anna.send("/api/games", body.clone()).await["id"].as_str().unwrap().to_owned();
    let mut other = guest(&server).await;
    for name in [
        "Anna Paul", "anna paul", "Anna  Paul", "\u{410}nn\u{430} Paul", "Anna Pau1", "Anna\u{ad} Paul", "Anna\u{3164} Paul",
        "Anna Paul\u{e0041}", "Ａnna Paul",
    ] {
        let taken = other.post("/api/account/name", &json!({"name": name})).await;
        assert_eq!(taken.status, 409, "a guest called {name:?}: {}", taken.text());
        let taken = other.post("/api/account", &json!({"name": name, "password": "correct horse"})).await;
        assert_eq!(taken.status, 409, "an account called {name:?}: {}", taken.text());
        let taken = other.post(&format!("/api/games/{id}/join"), &json!({"name": name})).await;
        assert_eq!(taken.status, 409, "a seat called {name:?}: {}", taken.text());
        let mut body = body.clone();
        body["seats"][0]["name"] = name.into();
        assert_eq!(other.post("/api/games", &body).await.status, 409, "a table of {name:?}");
    }
    for name in ["\u{ad}\u{3164}", "\u{2800}", "\u{e0041}", "\u{fe0f}"] {
        assert_eq!(other.post("/api/account/name", &json!({"name": name})).await.status, 400, "{name:?} shows nothing");
    }
    for name in ["Иван", "Žofie", "Jörg", "Anna"] {
        other.send("/api/account/name", json!({"name": name})).await;
    }
    anna.send("/api/account/name", json!({"name": "Anna PAUL"})).await;
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_stream_ends_with_the_right_to_it(database: String) {
    let server = start(&database).await;
    let (id, mut people) = table_of_three(&server).await;
    let stranger = guest(&server).await;
    let path = format!("/api/games/{id}/stream");
    let mut outside = stranger.listen(&path, None).await.unwrap();
    let mut inside = people[1].listen(&path, None).await.unwrap();
    people[0].send(&format!("/api/games/{id}/settings"), json!({"listed": false})).await;
    assert_eq!(inside.entry().await.data["what"], "settings", "players hear of it");
    let heard = outside.end().await;
    assert!(heard.is_empty(), "a stranger hears nothing more: {heard:?}");
    let mut lobby = people[1].listen("/api/lobby/stream", None).await.unwrap();
    people[1].send("/api/logout", json!({})).await;
    inside.end().await;
    lobby.end().await;
    let mut other = people[2].listen(&path, None).await.unwrap();
    people[0].send(&format!("/api/games/{id}/chat"), json!({"text": "still here"})).await;
    assert_eq!(other.entry().await.data["text"], "still here", "others go on");
    server.stop().await.unwrap();
}
}

on_both! {
async fn who_left_is_not_undone(database: String) {
    let server = start(&database).await;
    let (id, mut people) = table_of_three(&server).await;
    let (first, _) = play_one(&mut people, &id).await;
    let (second, moved) = play_one(&mut people, &id).await;
    assert_ne!(first, second);
    let undo = format!("/api/games/{id}/undo");
    // While everybody is there it takes consent; asked for, it must not be carried out when one of them has gone.
    let asked = people[first].send(&undo, json!({"after": moved["length"], "to": 0})).await;
    assert_eq!(asked["done"], false);
    people[second].send(&format!("/api/games/{id}/leave"), json!({})).await;
    let third = 3 - first - second;
    let agreed = people[third].post(&format!("/api/games/{id}/undo/answer"), &json!({"agree": true})).await;
    assert_eq!(agreed.status, 409, "{}", agreed.text());
    people[third].send(&format!("/api/games/{id}/leave"), json!({})).await;
    let length = people[first].fetch(&format!("/api/games/{id}")).await["length"].as_i64().unwrap();
    let alone = people[first].post(&undo, &json!({"after": length, "to": 0})).await;
    assert!(alone.status == 409, "who is left alone cannot undo those who went: {}", alone.text());
    server.stop().await.unwrap();
}
}

/// A proxy that asks for a password of its own hides nobody's cookie.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_proxys_own_password_does_not_log_out() {
    let database = database(On::Sqlite).await.unwrap();
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    anna.extra = vec![("Authorization".to_owned(), "Basic dXNlcjpwYXNz".to_owned())];
    assert!(!anna.fetch("/api/session").await["user"].is_null());
    server.stop().await.unwrap();
}

/// Figures are for this machine, also behind a proxy that nobody told the server of.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn figures_do_not_leave_through_a_proxy() {
    let database = database(On::Sqlite).await.unwrap();
    let mut settings = config(&database);
    let server = server::start(settings.clone()).await.unwrap();
    let mut anyone = Client::new(server.address);
    assert_eq!(anyone.get("/metrics").await.status, 200);
    for header in ["X-Forwarded-For", "Forwarded", "Via"] {
        anyone.extra = vec![(header.to_owned(), "127.0.0.1".to_owned())];
        assert_eq!(anyone.get("/metrics").await.status, 404, "{header}");
    }
    server.stop().await.unwrap();
    settings.trust_proxy = true;
    let server = server::start(settings).await.unwrap();
    let mut anyone = Client::new(server.address);
    forwarded(&mut anyone, "203.0.113.9");
    assert_eq!(anyone.get("/metrics").await.status, 404);
    server.stop().await.unwrap();
}

/// Settings that cannot work are refused with a sentence; those that can, work.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_public_address_works_or_is_refused() {
    let database = database(On::Sqlite).await.unwrap();
    let mut settings = config(&database);
    for (url, part) in [
        ("play.example", "https://play.example"),
        ("https://play.example/table", "host name of its own"),
        ("https://play.example", "--trust-proxy"),
    ] {
        settings.public_url = Some(url.to_owned());
        let error = server::start(settings.clone()).await.err().expect("refused").to_string();
        assert!(error.contains(part), "{url}: {error}");
    }
    settings.trust_proxy = true;
    settings.public_url = Some("https://Play.Example:443/".to_owned());
    let server = server::start(settings).await.unwrap();
    let mut anna = Client::new(server.address);
    anna.extra = vec![("Origin".to_owned(), "https://play.example".to_owned())];
    assert_eq!(anna.post("/api/session", &json!({})).await.status, 200);
    tokio::time::timeout(Duration::from_secs(20), server.stop()).await.unwrap().unwrap();
}
