//! Operators, reports, blocks, bans, and the trail of what was done.

use crate::on_both;
use crate::support::*;
use serde_json::{Value, json};
use server::{Admin, Desk, Parts, Running};

/// A guest who made an account.
pub async fn account(server: &Running, name: &str) -> Client {
    let mut client = guest(server).await;
    client.send("/api/account", json!({"name": name, "password": "correct horse"})).await;
    client
}

/// Somebody who was made an operator at the command line.
pub async fn operator(server: &Running, database: &str, name: &str) -> Client {
    let client = account(server, name).await;
    let admin = Admin::open(database).await.unwrap();
    let app = admin.app(Parts::new(titles::all()));
    let desk = Desk::at_command_line(&app);
    desk.set_operator(&desk.named(name).await.unwrap(), true).await.unwrap();
    admin.close().await;
    // On SQLite a server believes for a moment what it knew.
    let mut seen = client.again();
    for _ in 0..100 {
        if seen.fetch("/api/session").await["user"]["operator"] == true {
            return client;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("{name} is no operator");
}

// Every path of operators, with a body that an operator could send.
fn paths(game: &str, user: &str) -> Vec<(&'static str, String, Value)> {
    let why = json!({"why": "because"});
    vec![
        ("GET", "/api/operator".to_owned(), Value::Null),
        ("GET", "/api/operator/reports".to_owned(), Value::Null),
        ("GET", "/api/operator/trail".to_owned(), Value::Null),
        ("GET", "/api/operator/accounts?find=a".to_owned(), Value::Null),
        ("GET", format!("/api/operator/games/{game}"), Value::Null),
        ("POST", "/api/operator".to_owned(), json!({"registration": "closed", "guests": false})),
        ("POST", "/api/operator/codes".to_owned(), json!({"uses": 1, "days": 1})),
        ("POST", "/api/operator/codes/c1/revoke".to_owned(), json!({})),
        ("POST", "/api/operator/bans".to_owned(), json!({"account": user, "why": "because"})),
        (
            "POST",
            "/api/operator/bans".to_owned(),
            json!({"address": "192.0.2.1", "why": "because"}),
        ),
        ("POST", "/api/operator/bans/lift".to_owned(), json!({"kind": "account", "what": user})),
        (
            "POST",
            format!("/api/operator/accounts/{user}/rename"),
            json!({"name": "X", "why": "because"}),
        ),
        ("POST", format!("/api/operator/accounts/{user}/delete"), why.clone()),
        ("POST", format!("/api/operator/games/{game}/close"), why.clone()),
        ("POST", format!("/api/operator/games/{game}/invite"), why.clone()),
        ("POST", format!("/api/operator/games/{game}/chat"), json!({"line": 1, "why": "because"})),
        ("POST", "/api/operator/reports/r1/settle".to_owned(), why),
    ]
}

on_both! {
async fn for_everybody_else_the_operators_page_does_not_exist(database: String) {
    let server = start(&database).await;
    let (id, mut people) = table_of_three(&server).await;
    let user = id_of(&mut people[1]).await;
    let mut boss = operator(&server, &database, "Boss").await;
    let token = boss.send("/api/tokens", json!({})).await["token"].as_str().unwrap().to_owned();
    let mut program = Client::new(server.address);
    program.token = Some(token);
    let nobody = Client::new(server.address);
    let anna = account(&server, "Anna").await;
    for mut client in [nobody, people[0].again(), anna, program] {
        for (method, path, body) in paths(&id, &user) {
            let body = body.to_string();
            let sent = (method == "POST").then_some(body.as_bytes());
            let answer = client.raw(method, &path, sent).await.unwrap();
            assert_eq!(answer.status, 404, "{method} {path}: {}", answer.text());
        }
    }
    // Nothing happened, and an operator's browser obeys no other site.
    for (method, path, body) in paths(&id, &user).into_iter().filter(|p| p.0 == "POST") {
        boss.extra = vec![("Origin".to_owned(), "https://evil.example".to_owned())];
        let answer = boss.raw(method, &path, Some(body.to_string().as_bytes())).await.unwrap();
        assert_eq!(answer.status, 403, "{path}");
    }
    boss.extra.clear();
    let trail = boss.fetch("/api/operator/trail").await;
    let acts: Vec<&str> = trail["deeds"].as_array().unwrap().iter().map(|d| d["act"].as_str().unwrap()).collect();
    assert_eq!(acts, ["operator"], "only what was done at the command line");
    assert_eq!(people[0].fetch(&format!("/api/games/{id}")).await["state"], "playing");
    server.stop().await.unwrap();
}
}

on_both! {
async fn registration_can_be_closed_and_opened_with_codes(database: String) {
    let server = start(&database).await;
    let mut boss = operator(&server, &database, "Boss").await;
    let mut old = guest(&server).await;
    boss.send("/api/operator", json!({"registration": "invited", "guests": false, "why": "spam"})).await;
    let mut new = Client::new(server.address);
    assert!(new.send("/api/session", json!({})).await["user"].is_null(), "no new guests");
    assert!(new.cookie.is_none());
    assert_eq!(new.fetch("/api/door").await["registration"], "invited");
    let body = |name: &str, code: Option<&str>| json!({"name": name, "password": "correct horse", "code": code});
    for code in [None, Some(""), Some("aaaa-aaaa-aaaa-aaaa")] {
        let answer = new.post("/api/account", &body("Anna", code)).await;
        assert_eq!(answer.status, 403, "{}", answer.text());
    }
    let made = boss.send("/api/operator/codes", json!({"uses": 2, "days": 3, "label": "club"})).await;
    let code = made["code"].as_str().unwrap();
    assert!(boss.fetch("/api/operator").await["codes"][0].get("code").is_none(), "it is shown once");
    assert_eq!(number(&database, "SELECT COUNT(*) FROM codes WHERE LENGTH(hash) <= 19").await, 0, "and stored as a hash");
    // A name that is taken uses nothing up; a code is typed as people type.
    assert_eq!(new.post("/api/account", &body("boss", Some(code))).await.status, 409);
    let session = new.send("/api/account", body("Anna", Some(&format!(" {} ", code.to_uppercase())))).await;
    assert_eq!(session["user"]["guest"], false);
    old.send("/api/account", body("Ben", Some(code))).await;
    let mut third = Client::new(server.address);
    assert_eq!(third.post("/api/account", &body("Cora", Some(code))).await.status, 403, "it made two accounts");
    boss.send("/api/operator", json!({"registration": "closed"})).await;
    let made = boss.send("/api/operator/codes", json!({"uses": 1, "days": 1})).await;
    assert_eq!(third.post("/api/account", &body("Cora", made["code"].as_str())).await.status, 403);
    // Who has an account comes in as ever.
    third.send("/api/login", json!({"name": "anna", "password": "correct horse"})).await;
    boss.send(&format!("/api/operator/codes/{}/revoke", made["id"].as_str().unwrap()), json!({})).await;
    boss.send("/api/operator", json!({"registration": "invited"})).await;
    let mut late = Client::new(server.address);
    assert_eq!(late.post("/api/account", &body("Cora", made["code"].as_str())).await.status, 403, "revoked");
    boss.send("/api/operator", json!({"registration": "open", "guests": true})).await;
    late.send("/api/account", body("Cora", None)).await;
    assert_eq!(number(&database, "SELECT COUNT(*) FROM users").await, 4, "who was refused left nothing behind");
    for body in [json!({"uses": 0, "days": 1}), json!({"uses": 1, "days": 1000}), json!({"uses": 5000, "days": 1})] {
        assert_eq!(boss.post("/api/operator/codes", &body).await.status, 400);
    }
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_banned_account_is_out_and_a_bot_plays_for_it(database: String) {
    let server = start(&database).await;
    let (id, mut people) = table_of_three(&server).await;
    people[1].send("/api/account", json!({"name": "Zebulon", "password": "correct horse"})).await;
    let user = id_of(&mut people[1]).await;
    let token = people[1].send("/api/tokens", json!({})).await["token"].as_str().unwrap().to_owned();
    let mut stream = people[1].listen(&format!("/api/games/{id}/stream"), None).await.unwrap();
    let mut boss = operator(&server, &database, "Boss").await;
    let ban = json!({"account": user, "days": 7, "why": "insults"});
    assert_eq!(boss.post("/api/operator/bans", &json!({"account": user, "why": " "})).await.status, 400);
    let house = boss.send("/api/operator/bans", ban).await;
    assert_eq!(house["bans"][0]["name"], "Zebulon");
    assert!(people[1].fetch("/api/session").await["user"].is_null(), "logged out at once");
    stream.end().await;
    let mut program = Client::new(server.address);
    program.token = Some(token);
    assert_eq!(program.get("/api/tokens").await.status, 401);
    let login = json!({"name": "Zebulon", "password": "correct horse"});
    let mut again = Client::new(server.address);
    let answer = again.post("/api/login", &login).await;
    assert_eq!(answer.status, 403, "{}", answer.text());
    assert!(again.cookie.is_none());
    let game = people[0].fetch(&format!("/api/games/{id}")).await;
    assert_eq!(game["seats"][1]["bot"], "standard", "the others play on");
    boss.send("/api/operator/bans/lift", json!({"kind": "account", "what": user, "why": "he is sorry"})).await;
    again.send("/api/login", login).await;
    again.send(&format!("/api/games/{id}/return"), json!({})).await;
    // Operators do not put each other out from the page.
    let mut other = operator(&server, &database, "Other").await;
    let chief = id_of(&mut boss).await;
    for (path, body) in [
        ("/api/operator/bans".to_owned(), json!({"account": chief, "why": "mutiny"})),
        (format!("/api/operator/accounts/{chief}/delete"), json!({"why": "mutiny"})),
        (format!("/api/operator/accounts/{chief}/rename"), json!({"name": "Minion", "why": "mutiny"})),
    ] {
        assert_eq!(other.post(&path, &body).await.status, 403, "{path}");
    }
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_banned_address_gets_nothing(database: String) {
    let server = start(&database).await;
    let mut boss = operator(&server, &database, "Boss").await;
    let mut pest = Client::new(server.address);
    pest.from = Some([127, 0, 0, 77].into());
    pest.send("/api/session", json!({})).await;
    let mut stream = pest.listen("/api/lobby/stream", None).await.unwrap();
    assert_eq!(boss.post("/api/operator/bans", &json!({"address": "127.0.0.0/24", "why": "pests"})).await.status, 409, "not oneself");
    assert_eq!(boss.post("/api/operator/bans", &json!({"address": "everybody", "why": "pests"})).await.status, 400);
    boss.send("/api/operator/bans", json!({"address": "127.0.0.77", "why": "pests"})).await;
    stream.end().await;
    for path in ["/api/titles", "/api/session", "/api/lobby/stream", "/api/openapi.json"] {
        assert_eq!(pest.get(path).await.status, 403, "{path}");
    }
    assert_eq!(pest.post("/api/session", &json!({})).await.status, 403);
    assert_eq!(pest.get("/").await.status, 200, "the page can say why");
    assert_eq!(pest.get("/healthz").await.status, 200);
    boss.send("/api/operator/bans/lift", json!({"kind": "address", "what": "127.0.0.77"})).await;
    assert_eq!(pest.get("/api/titles").await.status, 200);
    // What the command line decides is seen a little later, and after a start.
    let admin = Admin::open(&database).await.unwrap();
    let app = admin.app(Parts::new(titles::all()));
    let banned = server::Banned::Address("127.0.0.77".to_owned());
    Desk::at_command_line(&app).ban(&banned, None, "pests").await.unwrap();
    admin.close().await;
    for i in 0.. {
        if pest.get("/api/titles").await.status == 403 {
            break;
        }
        assert!(i < 100, "the server does not see it");
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    server.stop().await.unwrap();
    let server = start(&database).await;
    pest.address = server.address;
    assert_eq!(pest.again().get("/api/titles").await.status, 403);
    server.stop().await.unwrap();
}
}

on_both! {
async fn names_chat_and_games_can_be_cleaned_up(database: String) {
    let server = start(&database).await;
    let (id, mut people) = table_of_three(&server).await;
    people[1].send("/api/account", json!({"name": "Rude Word", "password": "correct horse"})).await;
    let user = id_of(&mut people[1]).await;
    let line = people[1].send(&format!("/api/games/{id}/chat"), json!({"text": "another rude word"})).await["seq"].as_i64().unwrap();
    let mut boss = operator(&server, &database, "Boss").await;
    let mut stream = people[0].listen(&format!("/api/games/{id}/stream"), None).await.unwrap();

    let path = format!("/api/operator/games/{id}/chat");
    assert_eq!(boss.post(&path, &json!({"line": 1, "why": "rude"})).await.status, 404, "that is no chat");
    let game = boss.send(&path, json!({"line": line, "why": "rude"})).await;
    assert_eq!(game["chat"][0]["removed"], true);
    assert_eq!(boss.post(&path, &json!({"line": line, "why": "rude"})).await.status, 409);
    let news = stream.entry().await;
    assert_eq!((news.data["what"].as_str(), news.data["line"].as_i64()), (Some("chat_removed"), Some(line)));
    let state = people[0].fetch(&format!("/api/games/{id}/state")).await;
    assert_eq!((state["chat"][0]["text"].as_str(), &state["chat"][0]["removed"]), (Some(""), &json!(true)));
    assert_eq!(number(&database, "SELECT COUNT(*) FROM journal WHERE data LIKE '%another rude%'").await, 0);

    let renamed = boss.send(&format!("/api/operator/accounts/{user}/rename"), json!({"name": "Polite", "why": "rude"})).await;
    assert_eq!(renamed["name"], "Polite");
    let state = people[0].fetch(&format!("/api/games/{id}/state")).await.to_string();
    assert!(state.contains("Polite") && !state.contains("Rude"), "{state}");
    assert_eq!(boss.post(&format!("/api/operator/accounts/{user}/rename"), &json!({"name": "boss", "why": "x"})).await.status, 409);
    let mut again = Client::new(server.address);
    again.send("/api/login", json!({"name": "polite", "password": "correct horse"})).await;

    let invite = people[0].fetch(&format!("/api/games/{id}")).await["invite"].as_str().unwrap().to_owned();
    people[0].send(&format!("/api/games/{id}/settings"), json!({"listed": false})).await;
    let mut stranger = guest(&server).await;
    assert_eq!(stranger.get(&format!("/api/games/{id}?invite={invite}")).await.status, 200);
    boss.send(&format!("/api/operator/games/{id}/invite"), json!({"why": "it got about"})).await;
    assert_eq!(stranger.get(&format!("/api/games/{id}?invite={invite}")).await.status, 404);
    assert_ne!(people[0].fetch(&format!("/api/games/{id}")).await["invite"], invite.as_str());
    assert!(boss.fetch(&format!("/api/operator/games/{id}")).await["game"]["invite"].is_null());

    boss.send(&format!("/api/operator/games/{id}/close"), json!({"why": "no game"})).await;
    let game = people[0].fetch(&format!("/api/games/{id}")).await;
    assert_eq!((game["state"].as_str(), &game["listed"]), (Some("abandoned"), &json!(false)));
    let answer = boss.post(&format!("/api/operator/accounts/{user}/delete"), &json!({"why": "asked for it"})).await;
    assert_eq!(answer.status, 204);
    assert!(again.fetch("/api/session").await["user"].is_null());
    assert!(!people[0].fetch(&format!("/api/games/{id}/state")).await.to_string().contains("Polite"));

    // All of it is written down: who, what, when, why.
    let trail = boss.fetch("/api/operator/trail").await;
    let deeds = trail["deeds"].as_array().unwrap();
    let acts: Vec<&str> = deeds.iter().rev().map(|d| d["act"].as_str().unwrap()).collect();
    assert_eq!(acts, ["operator", "chat-removed", "rename", "invite-rotated", "game-closed", "delete"]);
    let removed = &deeds[4];
    assert_eq!((removed["by"].as_str(), removed["why"].as_str(), removed["whom"].as_str()), (Some("Boss"), Some("rude"), Some(id.as_str())));
    assert!(removed["what"].as_str().unwrap().contains("another rude word"), "what was removed stands there alone");
    server.stop().await.unwrap();
}
}

on_both! {
async fn players_report_and_operators_see_to_it(database: String) {
    let server = start(&database).await;
    let (id, mut people) = table_of_three(&server).await;
    let user = id_of(&mut people[1]).await;
    let line = people[1].send(&format!("/api/games/{id}/chat"), json!({"text": "a rude word"})).await["seq"].as_i64().unwrap();
    let mut boss = operator(&server, &database, "Boss").await;
    let report = |kind: &str, more: Value| {
        let mut body = json!({"kind": kind, "game": id, "why": "rude"});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    for (body, status) in [
        (report("chat", json!({"line": 1})), 404),
        (report("chat", json!({})), 400),
        (report("player", json!({"user": "nobody"})), 404),
        (report("player", json!({"user": user, "line": line})), 400),
        (report("game", json!({"why": ""})), 400),
        (report("game", json!({"game": "gAAAA"})), 404),
    ] {
        let answer = people[0].post("/api/reports", &body).await;
        assert_eq!(answer.status, status, "{body}: {}", answer.text());
    }
    let first = people[0].send("/api/reports", report("chat", json!({"line": line}))).await;
    let again = people[0].send("/api/reports", report("chat", json!({"line": line}))).await;
    assert_eq!((&again["id"], &again["repeated"]), (&first["id"], &json!(true)));
    people[0].send("/api/reports", report("player", json!({"user": user}))).await;
    people[2].send("/api/reports", report("game", json!({}))).await;
    let reports = boss.fetch("/api/operator/reports").await;
    let reports = reports["reports"].as_array().unwrap();
    assert_eq!(reports.len(), 3);
    let chat = reports.iter().find(|r| r["kind"] == "chat").unwrap();
    assert_eq!((chat["said"].as_str(), chat["whom"].as_str()), (Some("a rude word"), Some(user.as_str())));
    boss.send(&format!("/api/operator/reports/{}/settle", chat["id"].as_str().unwrap()), json!({"why": "talked to him"})).await;
    assert_eq!(boss.fetch("/api/operator").await["reports"], 2);
    assert_eq!(boss.fetch("/api/operator/reports?settled=true").await["reports"][0]["done_by"], "Boss");
    let path = format!("/api/operator/reports/{}/settle", chat["id"].as_str().unwrap());
    assert_eq!(boss.post(&path, &json!({})).await.status, 404, "once is enough");
    // A stranger reports nothing of a private game.
    people[0].send(&format!("/api/games/{id}/settings"), json!({"listed": false})).await;
    let mut stranger = guest(&server).await;
    assert_eq!(stranger.post("/api/reports", &report("game", json!({}))).await.status, 404);
    // Who is gone is not named any more.
    people[0].send("/api/account/delete", json!({})).await;
    let reports = boss.fetch("/api/operator/reports").await;
    let player = reports["reports"].as_array().unwrap().iter().find(|r| r["kind"] == "player").unwrap().clone();
    assert_eq!((player["by"].is_null(), player["by_name"].as_str()), (true, Some("(gone)")));
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_blocked_person_does_not_join_ones_tables(database: String) {
    let server = start(&database).await;
    let (mut anna, mut ben, mut cora) = (guest(&server).await, guest(&server).await, guest(&server).await);
    let (a, b) = (id_of(&mut anna).await, id_of(&mut ben).await);
    let table = json!({"title": "18cz", "variant": "standard", "listed": true,
        "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]});
    assert_eq!(anna.post("/api/blocks", &json!({"user": a})).await.status, 400, "not oneself");
    assert_eq!(anna.post("/api/blocks", &json!({"user": "nobody"})).await.status, 404);
    let blocks = anna.send("/api/blocks", json!({"user": b})).await;
    assert_eq!(blocks["blocks"][0]["user"], b.as_str());
    anna.send("/api/blocks", json!({"user": b})).await;
    assert_eq!(anna.fetch("/api/blocks").await["blocks"].as_array().unwrap().len(), 1);
    assert_eq!(ben.fetch("/api/blocks").await["blocks"], json!([]), "he is not told");
    let own = anna.send("/api/games", table.clone()).await["id"].as_str().unwrap().to_owned();
    let others = cora.send("/api/games", table).await["id"].as_str().unwrap().to_owned();
    anna.send(&format!("/api/games/{others}/join"), json!({})).await;
    for id in [&own, &others] {
        let answer = ben.post(&format!("/api/games/{id}/join"), &json!({})).await;
        assert_eq!(answer.status, 403, "{}", answer.text());
    }
    assert_eq!(anna.post(&format!("/api/blocks/{a}/lift"), &json!({})).await.status, 404);
    anna.send(&format!("/api/blocks/{b}/lift"), json!({})).await;
    ben.send(&format!("/api/games/{own}/join"), json!({})).await;
    server.stop().await.unwrap();
}
}

on_both! {
async fn reports_blocks_and_files_have_bounds(database: String) {
    let mut settings = config(&database);
    settings.rate_factor = 1.0;
    let server = server::start(settings).await.unwrap();
    let mut anna = guest(&server).await;
    let mut refused = 0;
    for i in 0..14 {
        let game = anna.send("/api/games", hot_seat()).await["id"].as_str().unwrap().to_owned();
        let answer = anna.post("/api/reports", &json!({"kind": "game", "game": game, "why": format!("{i}")})).await;
        refused += usize::from(answer.status == 429);
        assert!([201, 429].contains(&answer.status), "{}", answer.text());
    }
    assert_eq!(refused, 4, "ten at once");
    let id = anna.send("/api/games", hot_seat()).await["id"].as_str().unwrap().to_owned();
    let mut statuses = Vec::new();
    for _ in 0..30 {
        statuses.push(anna.get(&format!("/api/games/{id}/file")).await.status);
    }
    assert!(statuses.starts_with(&[200; 20]), "{statuses:?}");
    assert!(statuses.contains(&429), "files of running games have a limit of their own: {statuses:?}");
    // The two hundredth is the last; the limit on changes would come first, so they are written behind the server's back.
    let user = id_of(&mut anna).await;
    for i in 0..200 {
        sql(&database, &format!("INSERT INTO users (id, name, created, seen) VALUES ('x{i}', 'x', 0, 0)")).await;
        sql(&database, &format!("INSERT INTO blocks (user_id, blocked, at) VALUES ('{user}', 'x{i}', 0)")).await;
    }
    let mut other = guest(&server).await;
    let answer = anna.post("/api/blocks", &json!({"user": id_of(&mut other).await})).await;
    assert_eq!(answer.status, 409, "{}", answer.text());
    server.stop().await.unwrap();
}
}
