//! Each way in, tried.

use crate::on_both;
use crate::support::*;
use serde_json::{Value, json};

on_both! {
async fn nobody_acts_for_anothers_seat_or_game(database: String) {
    let server = start(&database).await;
    let (id, mut people) = table_of_three(&server).await;
    let seat = people[0].fetch(&format!("/api/games/{id}")).await["turn"]["seat"].as_u64().unwrap() as usize;
    let other = (seat + 1) % 3;
    let (after, mv) = some_move(&mut people[seat], &id).await;
    // A seat named in the body gives no right to it.
    let body = json!({"after": after, "move": mv, "seat": seat});
    assert_eq!(people[other].post(&format!("/api/games/{id}/moves"), &body).await.status, 403);
    for (path, body) in [
        ("automation", json!({"seat": seat, "forced": false})),
        ("agree", json!({"seat": seat, "always": true})),
        ("leave", json!({"seat": seat})),
        ("undo/answer", json!({"agree": true, "seat": seat})),
    ] {
        let answer = people[other].post(&format!("/api/games/{id}/{path}"), &body).await;
        assert_eq!(answer.status, 403, "{path}: {}", answer.text());
    }
    let mut stranger = guest(&server).await;
    for (path, body) in [
        ("moves", json!({"after": after, "move": mv})),
        ("undo", json!({"after": 0, "to": 0})),
        ("redo", json!({"after": 0})),
        ("undo/answer", json!({"agree": true})),
        ("abandon", json!({})),
        ("settings", json!({"name": "mine now"})),
        ("seats", json!({"seat": 0, "open": true})),
        ("start", json!({})),
        ("chat", json!({"text": "hi"})),
        ("automation", json!({"seat": 0})),
        ("agree", json!({"always": true})),
        ("leave", json!({})),
        ("return", json!({})),
        ("archive", json!({"archived": true})),
        ("hint", json!({})),
    ] {
        let answer = stranger.post(&format!("/api/games/{id}/{path}"), &body).await;
        assert!(answer.status == 403, "{path}: {} {}", answer.status, answer.text());
    }
    server.stop().await.unwrap();
}
}

on_both! {
async fn private_games_do_not_exist_for_strangers(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let game = anna.send("/api/games", hot_seat()).await;
    let id = game["id"].as_str().unwrap();
    let mut stranger = guest(&server).await;
    let unknown = stranger.get("/api/games/gAAAAAAAAAAAAAAAA").await;
    for path in ["", "/state", "/choices", "/sheet", "/log", "/series", "/history", "/audit", "/file", "/map.svg", "/stream"] {
        let answer = stranger.get(&format!("/api/games/{id}{path}")).await;
        assert_eq!(answer.status, 404, "{path}");
        assert_eq!(answer.json(), unknown.json(), "the same answer as for a game that is not there");
        let guess = stranger.get(&format!("/api/games/{id}{path}?invite=guess")).await;
        assert_eq!(guess.status, 404, "{path}");
    }
    let invite = game["invite"].as_str().unwrap();
    assert!(invite.len() >= 24, "an invitation cannot be guessed");
    assert_eq!(stranger.get(&format!("/api/games/{id}/state?invite={invite}")).await.status, 200);
    server.stop().await.unwrap();
}
}

on_both! {
async fn forged_and_old_tokens_open_nothing(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let id = anna.send("/api/games", hot_seat()).await["id"].as_str().unwrap().to_owned();
    let secret = anna.cookie.clone().unwrap();
    let mut forged = secret.clone();
    let last = forged.pop().unwrap();
    forged.push(if last == 'A' { 'B' } else { 'A' });
    let mut thief = Client::new(server.address);
    for cookie in [forged, String::new(), "' OR 1=1 --".to_owned(), "x".repeat(5000), secret.to_lowercase()] {
        thief.cookie = Some(cookie.replace(['\r', '\n'], ""));
        assert!(thief.fetch("/api/session").await["user"].is_null());
        assert_eq!(thief.get(&format!("/api/games/{id}")).await.status, 404);
    }
    // A cookie's secret is no token, a token no cookie.
    thief.cookie = None;
    thief.token = Some(secret);
    assert!(thief.fetch("/api/session").await["user"].is_null());
    let token = anna.send("/api/tokens", json!({})).await["token"].as_str().unwrap().to_owned();
    thief.token = None;
    thief.cookie = Some(token);
    assert!(thief.fetch("/api/session").await["user"].is_null());
    // Logged out is logged out.
    let old = anna.cookie.clone();
    anna.send("/api/logout", json!({})).await;
    anna.cookie = old;
    assert!(anna.fetch("/api/session").await["user"].is_null());
    server.stop().await.unwrap();
}
}

on_both! {
async fn requests_of_other_sites_are_refused(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let body = hot_seat();
    let host = anna.address.to_string();
    for (headers, allowed) in [
        (vec![("Origin", "https://evil.example".to_owned())], false),
        (vec![("Origin", "null".to_owned())], false),
        (vec![("Origin", format!("http://{host}.evil.example"))], false),
        (vec![("Origin", format!("http://evil.example?{host}"))], false),
        (vec![("Sec-Fetch-Site", "cross-site".to_owned())], false),
        (vec![("Sec-Fetch-Site", "same-site".to_owned())], false),
        (vec![("Origin", format!("http://{host}"))], true),
        (vec![("Sec-Fetch-Site", "same-origin".to_owned())], true),
    ] {
        anna.extra = headers.iter().map(|(n, v)| ((*n).to_owned(), v.clone())).collect();
        let answer = anna.post("/api/games", &body).await;
        assert_eq!(answer.status == 201, allowed, "{headers:?}: {}", answer.text());
        assert!(answer.header("access-control-allow-origin").is_none());
    }
    // A form of another site cannot send JSON.
    anna.extra = vec![("Content-Type".to_owned(), "text/plain".to_owned())];
    assert_eq!(anna.post("/api/games", &body).await.status, 400);
    server.stop().await.unwrap();
}
}

on_both! {
async fn oversized_and_malformed_bodies_are_refused(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let id = anna.send("/api/games", hot_seat()).await["id"].as_str().unwrap().to_owned();
    let path = format!("/api/games/{id}/moves");
    let large = json!({"after": 0, "move": {"move": "pass", "x": "y".repeat(200_000)}}).to_string();
    let answer = anna.again().raw("POST", &path, Some(large.as_bytes())).await;
    assert!(answer.is_err() || answer.is_ok_and(|a| a.status == 413), "too large");
    let deep = format!("{{\"after\":0,\"move\":{}{}}}", "[".repeat(5000), "]".repeat(5000));
    for text in [
        "", "{", "null", "[]", "42", "\"x\"", "{}", "{\"after\": \"x\"}", "{\"after\": 1e400, \"move\": 1}", &deep,
        "{\"after\": 0, \"move\": {\"move\": \"pass\"}, \"admin\": true}", "{\"after\": 0, \"move\": {\"move\": \"fly\"}}",
        "{\"after\": 0, \"move\": {\"move\": \"buy_share\", \"company\": 250, \"from\": \"ipo\"}}",
        "{\"after\": 0, \"move\": {\"move\": \"lay_tile\", \"company\": 0, \"cell\": 65535, \"tile\": 65535, \"rotation\": 255, \"by\": \"build\"}}",
        "{\"after\": 0, \"move\": {\"move\": \"start\", \"company\": 0, \"price\": 255}}",
        "{\"after\": 0, \"move\": {\"move\": \"bid\", \"lot\": null, \"amount\": -2147483648}}",
        "{\"after\": 0, \"move\": {\"move\": \"run\", \"company\": 0, \"routes\": [{\"card\": 255, \"path\": []}]}}",
        "{\"after\": 0, \"move\": {\"move\": \"place_station\", \"company\": 0, \"cell\": 0, \"stop\": 255}}",
        "\u{0}\u{1}\u{2}", "{\"after\": 0, \"key\": \"\\u0000\", \"move\": {\"move\": \"pass\"}}", "{\"after\": -1, \"move\": {\"move\": \"pass\"}}",
    ] {
        let answer = anna.raw("POST", &path, Some(text.as_bytes())).await.unwrap();
        assert!((400..=422).contains(&answer.status), "{text:.80}: {} {}", answer.status, answer.text());
        assert!(answer.json()["error"].is_string(), "{text:.80}: faults have one form");
    }
    for text in ["", "x", "{}", "{\"format\":\"signalbox-game\",\"version\":99}", "{\"format\":\"signalbox-game\",\"version\":1}", &deep] {
        let answer = anna.raw("POST", "/api/import", Some(text.as_bytes())).await.unwrap();
        assert_eq!(answer.status, 400, "{text:.60}: {}", answer.text());
    }
    let answer = anna.again().raw("POST", "/api/import", Some(&vec![b' '; 9 << 20])).await;
    assert!(answer.is_err() || answer.is_ok_and(|a| a.status == 413), "a file has its limit too");
    assert_eq!(anna.fetch(&format!("/api/games/{id}")).await["length"], 0, "nothing of it was played");
    server.stop().await.unwrap();
}
}

on_both! {
async fn paths_lead_nowhere_else(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    for path in [
        "/../Cargo.toml", "/..%2fCargo.toml", "/%2e%2e/%2e%2e/etc/passwd", "/js/../../Cargo.toml", "//etc/passwd",
        "/....//....//etc/passwd", "/js/%00", "/api/../Cargo.toml", "/\\..\\Cargo.toml", "/js/..%5c..%5cCargo.toml",
    ] {
        let answer = anna.get(path).await;
        assert!(!answer.text().contains("[package]") && !answer.text().contains("root:"), "{path}");
        assert!(answer.status == 404 || answer.status == 400, "{path}: {}", answer.status);
    }
    for path in ["/api/games/..%2f..", "/api/games/%00", "/api/games/'%20OR%201=1", "/api/titles/..%2f18cz/rules", "/api/titles/x/sheet"] {
        let answer = anna.get(path).await;
        assert_eq!(answer.status, 404, "{path}: {}", answer.text());
    }
    assert_eq!(anna.raw("POST", "/", Some(b"{}")).await.unwrap().status, 405);
    assert_eq!(anna.raw("PUT", "/api/session", Some(b"{}")).await.unwrap().status, 405);
    server.stop().await.unwrap();
}
}

on_both! {
async fn script_in_names_and_chat_stays_text(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let evil = "<script>alert(1)</script>\u{202e}\u{0}";
    let mut body = hot_seat();
    body["seats"][0]["name"] = evil.into();
    body["name"] = evil.into();
    let game = anna.send("/api/games", body).await;
    let id = game["id"].as_str().unwrap();
    anna.send(&format!("/api/games/{id}/chat"), json!({"text": evil})).await;
    let state = anna.get(&format!("/api/games/{id}/state")).await;
    assert_eq!(state.header("content-type").unwrap(), "application/json", "never HTML");
    assert_eq!(state.header("x-content-type-options"), Some("nosniff"));
    let state: Value = state.json();
    assert_eq!(state["chat"][0]["text"], "<script>alert(1)</script>", "kept as text, without hidden characters");
    assert_eq!(state["game"]["seats"][0]["name"], "<script>alert(1)</script>");
    for path in [format!("/api/games/{id}/map.svg"), format!("/api/games/{id}/market.svg"), "/api".to_owned()] {
        let answer = anna.get(&path).await;
        assert_eq!(answer.status, 200, "{path}");
        assert!(!answer.text().contains("<script"), "{path}");
    }
    assert_eq!(anna.get(&format!("/api/games/{id}/map.svg?id=\"><script>")).await.status, 400);
    let page = anna.get("/api").await;
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.contains("default-src 'none'") && policy.contains("script-src 'self'"));
    assert!(!policy.contains("unsafe"), "{policy}");
    assert!(!page.text().contains("<script") && !page.text().contains(" onclick"));
    assert_eq!(anna.post("/api/account/name", &json!({"name": "\u{200b}\u{202e}\n "})).await.status, 400, "a name of nothing");
    server.stop().await.unwrap();
}
}

on_both! {
async fn guessing_passwords_is_slowed_and_learns_nothing(database: String) {
    let mut settings = config(&database);
    settings.rate_factor = 1.0;
    let server = server::start(settings).await.unwrap();
    let mut anna = guest(&server).await;
    anna.send("/api/account", json!({"name": "Anna", "password": "correct horse"})).await;
    let mut thief = Client::new(server.address);
    let wrong = thief.post("/api/login", &json!({"name": "Anna", "password": "wrong horse"})).await;
    let unknown = thief.post("/api/login", &json!({"name": "Nobody", "password": "wrong horse"})).await;
    assert_eq!((wrong.status, wrong.body.clone()), (unknown.status, unknown.body), "the same answer");
    assert_eq!(wrong.status, 401);
    let mut last = 0;
    for i in 0..30 {
        let answer = thief.post("/api/login", &json!({"name": "Anna", "password": format!("guess {i}")})).await;
        last = answer.status;
        if last == 429 {
            assert!(answer.header("retry-after").is_some());
            break;
        }
    }
    assert_eq!(last, 429, "guessing is slowed down");
    for password in ["", "short", &"x".repeat(10_000)] {
        let answer = guest_of(&server).await.post("/api/account", &json!({"name": "Ben", "password": password})).await;
        assert!(answer.status == 400 || answer.status == 429);
    }
    server.stop().await.unwrap();
}
}

// Many requests at once, faster than any limit allows; whether one of them was too much.
async fn storm(client: &Client, method: &'static str, path: &str, body: Option<Value>) -> bool {
    let mut tasks = Vec::new();
    for _ in 0..12 {
        let (mut one, path) = (client.again(), path.to_owned());
        let body = body.as_ref().map(Value::to_string);
        tasks.push(tokio::spawn(async move {
            for _ in 0..100 {
                let answer = one.raw(method, &path, body.as_ref().map(String::as_bytes)).await;
                if answer.is_ok_and(|a| a.status == 429) {
                    return true;
                }
            }
            false
        }));
    }
    let mut too_much = false;
    for task in tasks {
        too_much |= task.await.unwrap();
    }
    too_much
}

async fn guest_of(server: &server::Running) -> Client {
    guest(server).await
}

on_both! {
async fn flooding_is_bounded(database: String) {
    let mut settings = config(&database);
    settings.rate_factor = 0.05;
    settings.guests.games = 3;
    settings.guests.bots = 4;
    let server = server::start(settings).await.unwrap();
    let mut flood = Client::new(server.address);
    let mut refused = 0;
    for _ in 0..8 {
        let mut one = Client::new(server.address);
        refused += usize::from(one.post("/api/session", &json!({})).await.status == 429);
        flood = one;
    }
    assert!(refused >= 3, "guests per address are limited");
    assert!(storm(&flood, "GET", "/api/titles", None).await, "requests per address are limited");
    server.stop().await.unwrap();
    let mut settings = config(&database);
    settings.guests.games = 3;
    settings.guests.bots = 4;
    let server = server::start(settings).await.unwrap();
    let mut anna = guest(&server).await;
    assert_eq!(anna.post("/api/games", &bots_only()).await.status, 201);
    assert_eq!(anna.post("/api/games", &bots_only()).await.status, 429, "bots per account are limited");
    assert_eq!(anna.post("/api/games", &hot_seat()).await.status, 201);
    assert_eq!(anna.post("/api/games", &hot_seat()).await.status, 201);
    assert_eq!(anna.post("/api/games", &hot_seat()).await.status, 429, "games per account are limited");
    let previews = json!({"moves": vec![json!({"move": "pass"}); 65]});
    let id = anna.fetch("/api/games?list=mine").await["games"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(anna.post(&format!("/api/games/{id}/preview"), &previews).await.status, 400);
    server.stop().await.unwrap();
}
}

on_both! {
async fn strangers_cannot_change_a_private_game_nor_learn_of_it(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let mut body = hot_seat();
    body["seed"] = Value::Null;
    body["start"] = false.into();
    body["hot_seat"] = false.into();
    body["seed"] = serde_json::Value::Null;
    body["seats"] = json!([{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]);
    let open = anna.send("/api/games", body).await["id"].as_str().unwrap().to_owned();
    let playing = anna.send("/api/games", hot_seat()).await["id"].as_str().unwrap().to_owned();
    let mut stranger = guest(&server).await;
    for id in [open.as_str(), playing.as_str()] {
        for (path, body) in [
            ("join", json!({})), ("join", json!({"invite": "guess"})), ("leave", json!({})), ("return", json!({"seat": 0})),
            ("seats", json!({"seat": 0, "open": true})), ("start", json!({})), ("abandon", json!({})),
            ("archive", json!({"archived": true})), ("settings", json!({"listed": true})), ("agree", json!({"always": true})),
            ("moves", json!({"after": 0, "move": {"move": "pass"}})), ("undo", json!({"after": 0})), ("undo/answer", json!({"agree": true})),
            ("redo", json!({"after": 0})), ("chat", json!({"text": "hello"})), ("automation", json!({"seat": 0})), ("hint", json!({})),
            ("preview", json!({"moves": [{"move": "pass"}]})), ("copy", json!({"at": 0})), ("drawing", json!({"company": "BN", "routes": []})),
            ("routes/BN/evaluate", json!({"routes": []})), ("routes/BN/complete", json!({"card": "a-1", "stops": []})),
        ] {
            let answer = stranger.post(&format!("/api/games/{id}/{path}"), &body).await;
            assert_eq!(answer.status, 404, "{path}: {}", answer.text());
        }
        for list in ["open", "running", "finished", "mine"] {
            let answer = stranger.get(&format!("/api/games?list={list}")).await;
            assert!(!answer.text().contains(id), "{list}");
        }
    }
    // Nobody without a session changes anything at all.
    let mut nobody = Client::new(server.address);
    assert_eq!(nobody.post(&format!("/api/games/{playing}/moves"), &json!({"after": 0, "move": {"move": "pass"}})).await.status, 401);
    assert_eq!(nobody.post("/api/games", &hot_seat()).await.status, 401);
    assert_eq!(nobody.post("/api/import", &json!({})).await.status, 401);
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_token_belongs_to_its_account(database: String) {
    let server = start(&database).await;
    let (mut anna, mut ben) = (guest(&server).await, guest(&server).await);
    let made = anna.send("/api/tokens", json!({"label": "mine"})).await;
    let id = made["id"].as_str().unwrap();
    assert_eq!(ben.raw("DELETE", &format!("/api/tokens/{id}"), None).await.unwrap().status, 404);
    assert!(!ben.get("/api/tokens").await.text().contains(id));
    assert!(!anna.get("/api/tokens").await.text().contains(made["token"].as_str().unwrap()), "a secret is shown once");
    let mut program = Client::new(server.address);
    program.token = made["token"].as_str().map(str::to_owned);
    assert_eq!(id_of(&mut program).await, id_of(&mut anna).await);
    assert_eq!(anna.raw("DELETE", &format!("/api/tokens/{id}"), None).await.unwrap().status, 204);
    assert!(program.fetch("/api/session").await["user"].is_null(), "revoked at once");
    server.stop().await.unwrap();
}
}

on_both! {
async fn chat_changes_and_streams_are_limited(database: String) {
    let mut settings = config(&database);
    // Less than a busy machine can do.
    settings.rate_factor = 0.25;
    let server = server::start(settings).await.unwrap();
    let mut anna = guest(&server).await;
    let id = anna.send("/api/games", hot_seat()).await["id"].as_str().unwrap().to_owned();
    let mut said = 0;
    for i in 0..60 {
        let answer = anna.post(&format!("/api/games/{id}/chat"), &json!({"text": format!("line {i}")})).await;
        if answer.status == 429 {
            break;
        }
        said += 1;
    }
    assert!(said < 60, "chat is limited");
    let path = format!("/api/games/{id}/archive");
    assert!(storm(&anna, "POST", &path, Some(json!({"archived": true}))).await, "changes are limited");
    let mut open = Vec::new();
    for _ in 0..200 {
        match anna.listen(&format!("/api/games/{id}/stream"), None).await {
            Ok(stream) => open.push(stream),
            Err(_) => break,
        }
    }
    assert!(open.len() < 200, "opening streams is limited");
    server.stop().await.unwrap();
}
}

/// Cookies cannot be read by script, nor sent by other sites, nor over plain http where https is used.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cookies_are_guarded() {
    let database = database(On::Sqlite).await.unwrap();
    let mut settings = config(&database);
    settings.public_url = Some("https://play.example".to_owned());
    settings.trust_proxy = true;
    let server = server::start(settings).await.unwrap();
    let mut anna = Client::new(server.address);
    anna.extra = vec![("Origin".to_owned(), "https://play.example".to_owned())];
    let answer = anna.post("/api/session", &json!({})).await;
    let cookie = answer.header("set-cookie").unwrap();
    for part in ["__Host-signalbox=", "HttpOnly", "SameSite=Lax", "Secure", "Path=/"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    assert!(answer.header("strict-transport-security").is_some());
    anna.extra = vec![("Origin".to_owned(), format!("http://{}", server.address))];
    assert_eq!(
        anna.post("/api/session", &json!({})).await.status,
        403,
        "only the public address is ours"
    );
    server.stop().await.unwrap();
}
