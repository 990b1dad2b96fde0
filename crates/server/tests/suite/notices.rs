//! Being told with the page closed, by real receivers on this machine.

use crate::moderation::account;
use crate::on_both;
use crate::recovery::mail_receiver;
use crate::support::*;
use serde_json::{Value, json};
use server::{Clock, Config, Mail, NoticeKind, Running};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;

const MINUTE: i64 = 60_000;

// What arrived: path, head in small letters, body.
#[derive(Clone, Debug)]
struct Arrived {
    path: String,
    head: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Arrived {
    fn header(&self, name: &str) -> &str {
        self.head.iter().find(|(n, _)| n == name).map_or("", |(_, v)| v.as_str())
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("JSON arrived")
    }
}

// Takes messages and answers as the first part of the path says: `/ok/…`, `/gone/…`, `/busy2/…` (twice), `/away/…`
// (elsewhere), `/slow/…` (never), `/huge/…`.
#[derive(Clone)]
struct Receiver {
    host: String,
    arrived: Arc<Mutex<Vec<Arrived>>>,
    connections: Arc<Mutex<usize>>,
    patient: Arc<Mutex<bool>>,
}

impl Receiver {
    async fn start() -> Receiver {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let receiver = Receiver {
            host: listener.local_addr().unwrap().to_string(),
            arrived: Arc::default(),
            connections: Arc::default(),
            patient: Arc::default(),
        };
        let own = receiver.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                *own.connections.lock().unwrap() += 1;
                let own = own.clone();
                tokio::spawn(async move { own.take(stream).await });
            }
        });
        receiver
    }

    async fn take(&self, stream: tokio::net::TcpStream) -> Option<()> {
        let mut reader = BufReader::new(stream);
        let mut line = String::new();
        reader.read_line(&mut line).await.ok()?;
        let path = line.split(' ').nth(1)?.to_owned();
        let mut head = Vec::new();
        loop {
            line.clear();
            reader.read_line(&mut line).await.ok()?;
            let Some((name, value)) = line.trim_end().split_once(':') else { break };
            head.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
        let length = head.iter().find(|(n, _)| n == "content-length")?.1.parse().ok()?;
        let mut body = vec![0; length];
        reader.read_exact(&mut body).await.ok()?;
        let before = {
            let mut arrived = self.arrived.lock().unwrap();
            let before = arrived.iter().filter(|a| a.path == path).count();
            arrived.push(Arrived { path: path.clone(), head, body });
            before
        };
        let status = match path.split('/').nth(1)? {
            "gone" => "410 Gone".to_owned(),
            "busy2" if before < 2 => "503 Busy".to_owned(),
            "away" => format!("302 Found\r\nLocation: http://{}/ok/elsewhere", self.host),
            "slow" if !*self.patient.lock().unwrap() => {
                tokio::time::sleep(Duration::from_secs(600)).await;
                return None;
            }
            "huge" => {
                let stream = reader.get_mut();
                stream
                    .write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 9000000000\r\n\r\n")
                    .await
                    .ok()?;
                while stream.write_all(&[b'x'; 65_536]).await.is_ok() {}
                return None;
            }
            _ => "200 OK".to_owned(),
        };
        let answer = format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n");
        reader.get_mut().write_all(answer.as_bytes()).await.ok()
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.host)
    }

    fn at(&self, path: &str) -> Vec<Arrived> {
        self.arrived.lock().unwrap().iter().filter(|a| a.path == path).cloned().collect()
    }

    // Waits until so many messages have arrived there.
    async fn wait(&self, path: &str, count: usize) -> Vec<Arrived> {
        for _ in 0..300 {
            let found = self.at(path);
            if found.len() >= count {
                return found;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("{count} at {path} did not arrive: {:?}", self.arrived.lock().unwrap());
    }
}

// Settings under which messages go at once, to this receiver.
fn hasty(database: &str, receiver: &Receiver) -> Config {
    let mut config = config(database);
    config.public_url = Some("http://play.example".to_owned());
    config.notices.delay = Duration::ZERO;
    config.notices.gap = Duration::ZERO;
    config.notices.retry = Duration::from_millis(100);
    config.notices.exempt = vec![receiver.host.clone()];
    config
}

async fn serve(config: Config) -> Running {
    server::start(config).await.expect("the server starts")
}

async fn people(server: &Running) -> Vec<Client> {
    vec![account(server, "Anna").await, account(server, "Ben").await, account(server, "Cora").await]
}

async fn table(people: &mut [Client], name: &str) -> String {
    let body = json!({
        "title": "18cz", "variant": "standard", "name": name, "listed": true,
        "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}],
    });
    let game = people[0].send("/api/games", body).await;
    let id = game["id"].as_str().expect("an id").to_owned();
    for person in &mut people[1..] {
        person.send(&format!("/api/games/{id}/join"), json!({})).await;
    }
    people[0].send(&format!("/api/games/{id}/start"), json!({})).await;
    id
}

async fn turn_of(people: &mut [Client], id: &str) -> usize {
    let game = people[0].fetch(&format!("/api/games/{id}")).await;
    game["turn"]["seat"].as_u64().expect("somebody must decide") as usize
}

// Plays until it becomes this seat's turn; at least one move.
async fn until_turn(people: &mut [Client], id: &str, seat: usize) {
    for _ in 0..60 {
        play_one(people, id).await;
        if turn_of(people, id).await == seat {
            return;
        }
    }
    panic!("it never becomes the turn of {seat}");
}

async fn until_not(people: &mut [Client], id: &str, seat: usize) {
    while turn_of(people, id).await == seat {
        play_one(people, id).await;
    }
}

async fn add(client: &mut Client, body: Value) -> Value {
    client.send("/api/notices/channels", body).await
}

async fn empty(database: &str) {
    for _ in 0..200 {
        if number(database, "SELECT COUNT(*) FROM notices").await == 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("something still waits");
}

// Code that shares nothing with the server. Nothing, if there is no Node here.
fn node(asked: &Value) -> Option<Value> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/receiver/push.mjs");
    let node =
        Command::new("node").arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let Ok(mut node) = node else {
        assert!(std::env::var_os("SIGNALBOX_NO_SKIP").is_none(), "there is no Node");
        eprintln!("SKIPPED: there is no Node to open push messages with");
        return None;
    };
    node.stdin.take().unwrap().write_all(asked.to_string().as_bytes()).unwrap();
    let output = node.wait_with_output().unwrap();
    assert!(output.status.success(), "the other side refuses {asked}");
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

on_both! {
async fn a_turn_is_told_to_other_programs_in_their_forms(database: String) {
    let receiver = Receiver::start().await;
    let server = serve(hasty(&database, &receiver)).await;
    let mut people = people(&server).await;
    let id = table(&mut people, "Friday @everyone").await;
    until_not(&mut people, &id, 1).await;
    for kind in ["discord", "slack", "telegram"] {
        let url = receiver.url(&format!("/ok/{kind}"));
        add(&mut people[1], json!({"kind": kind, "url": url, "chat": "-1001", "lang": "en"})).await;
    }
    let made = add(&mut people[1], json!({"kind": "json", "url": receiver.url("/ok/json"), "lang": "de"})).await;
    let secret = made["secret"].as_str().expect("a secret, this once").to_owned();
    let listed = people[1].fetch("/api/notices").await.to_string();
    assert!(!listed.contains(&secret) && !listed.contains("/ok/json"), "addresses and secrets are not shown again");
    until_turn(&mut people, &id, 1).await;
    let link = format!("http://play.example/game/{id}");
    let said = receiver.wait("/ok/discord", 1).await[0].json();
    let text = said["content"].as_str().unwrap();
    assert!(text.contains("Your turn") && text.contains(&link) && text.contains("\\@everyone"), "{text}");
    assert_eq!(said["allowed_mentions"], json!({"parse": []}));
    let said = receiver.wait("/ok/slack", 1).await[0].json();
    assert!(said["text"].as_str().unwrap().contains(&link), "{said}");
    let said = receiver.wait("/ok/telegram", 1).await[0].json();
    assert_eq!(said["chat_id"], "-1001");
    assert!(said["text"].as_str().unwrap().contains("http://play.example/stop#"), "{said}");
    let arrived = receiver.wait("/ok/json", 1).await.remove(0);
    let said = arrived.json();
    assert_eq!((&said["notices"][0]["kind"], &said["notices"][0]["link"]), (&json!("turn"), &json!(link)));
    assert!(said["title"].as_str().unwrap().starts_with("Sie sind an der Reihe"), "{said}");
    if let Some(signed) = node(&json!({"act": "hmac", "secret": secret, "id": arrived.header("webhook-id"),
        "seconds": arrived.header("webhook-timestamp"), "text": arrived.text()}))
    {
        assert_eq!(signed["signature"], arrived.header("webhook-signature"));
    }
    empty(&database).await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(receiver.arrived.lock().unwrap().len(), 4, "each once");
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_browser_can_open_what_is_pushed_and_ends_with_its_login(database: String) {
    let Some(keys) = node(&json!({"act": "keys"})) else { return };
    let receiver = Receiver::start().await;
    let server = serve(hasty(&database, &receiver)).await;
    let mut people = people(&server).await;
    let id = table(&mut people, "").await;
    let push_key = people[1].fetch("/api/notices").await["push_key"].clone();
    let subscription = json!({"kind": "push", "url": receiver.url("/ok/push"), "p256dh": keys["p256dh"],
        "auth": keys["auth"], "lang": "cs"});
    until_not(&mut people, &id, 1).await;
    add(&mut people[1], subscription.clone()).await;
    add(&mut people[1], subscription.clone()).await;
    let all = people[1].fetch("/api/notices").await;
    assert_eq!(all["channels"].as_array().unwrap().len(), 1, "a browser is one way");
    assert_eq!(all["channels"][0]["here"], true);
    until_turn(&mut people, &id, 1).await;
    let arrived = receiver.wait("/ok/push", 1).await.remove(0);
    assert_eq!((arrived.header("content-encoding"), arrived.header("topic")), ("aes128gcm", id.as_str()));
    assert_eq!(arrived.header("ttl"), "259200");
    let hex: String = arrived.body.iter().map(|b| format!("{b:02x}")).collect();
    let mut asked = keys.clone();
    asked["act"] = json!("open");
    asked["body"] = json!(hex);
    let opened = node(&asked).unwrap();
    assert_eq!(opened["link"], format!("http://play.example/game/{id}"));
    assert!(opened["title"].as_str().unwrap().starts_with("Jste na tahu"), "{opened}");
    let signed = node(&json!({"act": "signed", "authorization": arrived.header("authorization")})).unwrap();
    assert_eq!(signed["head"], json!({"typ": "JWT", "alg": "ES256"}));
    assert_eq!(signed["claims"]["aud"], format!("http://{}", receiver.host));
    let now = server.app().now() / 1000;
    let exp = signed["claims"]["exp"].as_i64().unwrap();
    assert!(now < exp && exp <= now + 86_400, "{exp}");
    assert_eq!(signed["key"], push_key, "the key with which the browser subscribed");
    // Somebody else subscribes with the same browser: it is his.
    add(&mut people[2], subscription.clone()).await;
    assert_eq!(people[1].fetch("/api/notices").await["channels"], json!([]));
    people[2].send("/api/logout", json!({})).await;
    assert_eq!(number(&database, "SELECT COUNT(*) FROM channels").await, 0, "who logs out is not told there");
    server.stop().await.unwrap();
    let server = serve(hasty(&database, &receiver)).await;
    people[0].address = server.address;
    let mut anna = people[0].again();
    assert_eq!(anna.fetch("/api/notices").await["push_key"], push_key, "made once");
    server.stop().await.unwrap();
}
}

on_both! {
async fn who_has_moved_already_is_not_told(database: String) {
    let receiver = Receiver::start().await;
    let mut config = hasty(&database, &receiver);
    config.notices.delay = Duration::from_secs(60);
    let clock = config.clock.clone();
    let server = serve(config).await;
    let mut people = people(&server).await;
    let id = table(&mut people, "").await;
    until_not(&mut people, &id, 1).await;
    add(&mut people[1], json!({"kind": "slack", "url": receiver.url("/ok/a")})).await;
    until_turn(&mut people, &id, 1).await;
    assert_eq!(number(&database, "SELECT COUNT(*) FROM notices").await, 1);
    until_not(&mut people, &id, 1).await;
    clock.advance(2 * MINUTE);
    empty(&database).await;
    assert!(receiver.at("/ok/a").is_empty());
    // The next turn is told.
    until_turn(&mut people, &id, 1).await;
    clock.advance(2 * MINUTE);
    receiver.wait("/ok/a", 1).await;
    server.stop().await.unwrap();
}
}

on_both! {
async fn several_games_are_one_message_and_nights_are_quiet(database: String) {
    let receiver = Receiver::start().await;
    let mut config = hasty(&database, &receiver);
    let clock = config.clock.clone();
    config.notices.gap = Duration::from_secs(60);
    let server = serve(config).await;
    let mut people = people(&server).await;
    let (one, two) = (table(&mut people, "one").await, table(&mut people, "two").await);
    for id in [&one, &two] {
        until_not(&mut people, id, 1).await;
    }
    add(&mut people[1], json!({"kind": "slack", "url": receiver.url("/ok/a"), "gather": 60})).await;
    until_turn(&mut people, &one, 1).await;
    clock.advance(30 * MINUTE);
    until_turn(&mut people, &two, 1).await;
    tokio::time::sleep(Duration::from_millis(400)).await;
    assert!(receiver.at("/ok/a").is_empty(), "it is gathered");
    clock.advance(31 * MINUTE);
    let said = receiver.wait("/ok/a", 1).await[0].json();
    let text = said["text"].as_str().unwrap();
    assert!(text.contains(&format!("/game/{one}")) && text.contains(&format!("/game/{two}")), "{text}");
    empty(&database).await;
    // It is quiet from an hour ago for three hours.
    let minute = |ahead: i64| (server.app().now() / MINUTE + ahead).rem_euclid(1440);
    people[1].send("/api/account/time", json!({"zone": "Asia/Tokyo"})).await;
    let tokyo = 9 * 60;
    let quiet = json!({"from": (minute(-60) + tokyo) % 1440, "until": (minute(120) + tokyo) % 1440});
    people[1].send("/api/notices", json!({"off": [], "quiet": quiet})).await;
    for id in [&one, &two] {
        until_not(&mut people, id, 1).await;
        until_turn(&mut people, id, 1).await;
    }
    clock.advance(90 * MINUTE);
    tokio::time::sleep(Duration::from_millis(1000)).await;
    assert_eq!(receiver.at("/ok/a").len(), 1, "it is quiet");
    clock.advance(31 * MINUTE);
    receiver.wait("/ok/a", 2).await;
    empty(&database).await;
    // What is not wanted is not told.
    people[1].send("/api/notices", json!({"off": ["turn"], "quiet": null})).await;
    until_not(&mut people, &one, 1).await;
    until_turn(&mut people, &one, 1).await;
    clock.advance(90 * MINUTE);
    empty(&database).await;
    assert_eq!(receiver.at("/ok/a").len(), 2);
    server.stop().await.unwrap();
}
}

on_both! {
async fn it_is_tried_again_and_what_is_gone_ends(database: String) {
    let receiver = Receiver::start().await;
    let mut config = hasty(&database, &receiver);
    config.notices.retry = Duration::from_millis(1);
    let server = serve(config).await;
    let mut anna = account(&server, "Anna").await;
    let mut ids = Vec::new();
    for path in ["/busy2/a", "/gone/b", "/away/c", "/huge/d"] {
        let made = add(&mut anna, json!({"kind": "slack", "url": receiver.url(path), "label": path})).await;
        let id = made["channel"]["id"].as_str().unwrap().to_owned();
        anna.send(&format!("/api/notices/channels/{id}/trial"), json!({})).await;
        ids.push(id);
    }
    receiver.wait("/busy2/a", 3).await;
    receiver.wait("/away/c", 4).await;
    receiver.wait("/huge/d", 1).await;
    empty(&database).await;
    let all = anna.fetch("/api/notices").await;
    let state = |label: &str| {
        let way = all["channels"].as_array().unwrap().iter().find(|c| c["label"] == label).unwrap();
        let (state, said) = (way["state"].as_str().unwrap(), way["said"].as_str().unwrap());
        (state.to_owned(), said.to_owned(), way["sent"].as_i64().unwrap() > 0)
    };
    let failed = |said: &str| ("failed".to_owned(), said.to_owned(), false);
    let on = ("on".to_owned(), String::new(), true);
    assert_eq!(state("/busy2/a"), on);
    assert_eq!(state("/gone/b"), failed("status 410"));
    assert_eq!(state("/away/c"), failed("status 302"));
    assert_eq!(state("/huge/d"), on);
    assert_eq!(receiver.at("/busy2/a").len(), 3, "until it arrives, and then no more");
    assert_eq!(receiver.at("/huge/d").len(), 1, "a long answer is not read");
    assert!(receiver.at("/ok/elsewhere").is_empty(), "nobody is followed");
    // Set anew, it is used again.
    let id = &ids[1];
    assert_eq!(anna.post(&format!("/api/notices/channels/{id}/trial"), &json!({})).await.status, 409);
    anna.send(&format!("/api/notices/channels/{id}"), json!({"on": true})).await;
    anna.send(&format!("/api/notices/channels/{id}/trial"), json!({})).await;
    receiver.wait("/gone/b", 2).await;
    if let Some(keys) = node(&json!({"act": "keys"})) {
        let browser = json!({"kind": "push", "url": receiver.url("/gone/p"), "p256dh": keys["p256dh"], "auth": keys["auth"]});
        let made = add(&mut anna, browser).await;
        let id = made["channel"]["id"].as_str().unwrap();
        anna.send(&format!("/api/notices/channels/{id}/trial"), json!({})).await;
        receiver.wait("/gone/p", 1).await;
        empty(&database).await;
        for _ in 0..100 {
            if anna.fetch("/api/notices").await["channels"].as_array().unwrap().len() == 4 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        assert_eq!(anna.fetch("/api/notices").await["channels"].as_array().unwrap().len(), 4, "a browser that is gone");
    }
    server.stop().await.unwrap();
}
}

on_both! {
async fn what_waits_survives_a_crash_and_is_told_once(database: String) {
    let receiver = Receiver::start().await;
    let mut config = hasty(&database, &receiver);
    config.notices.delay = Duration::from_secs(600);
    config.notices.lease = Duration::from_millis(1500);
    // A server on a runtime of its own, which ends as if it were killed.
    let lost = tokio::runtime::Runtime::new().unwrap();
    let begun = config.clone();
    let server = lost.spawn(async move { serve(begun).await }).await.unwrap();
    let mut people = people(&server).await;
    let id = table(&mut people, "").await;
    until_not(&mut people, &id, 1).await;
    add(&mut people[1], json!({"kind": "slack", "url": receiver.url("/slow/a")})).await;
    until_turn(&mut people, &id, 1).await;
    config.clock.advance(601_000);
    receiver.wait("/slow/a", 1).await;
    // It is under way: the receiver has not answered.
    lost.shutdown_background();
    drop(server);
    assert_eq!(number(&database, "SELECT COUNT(*) FROM notices").await, 1, "not lost");
    *receiver.patient.lock().unwrap() = true;
    let again = serve(config).await;
    receiver.wait("/slow/a", 2).await;
    empty(&database).await;
    tokio::time::sleep(Duration::from_millis(2000)).await;
    assert_eq!(receiver.at("/slow/a").len(), 2, "once more, and not again");
    again.stop().await.unwrap();
}
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_servers_one_tells() {
    let Some(database) = database(On::Postgres).await else { return };
    let receiver = Receiver::start().await;
    let mut config = hasty(&database, &receiver);
    // Both see what is due, and look for it at the same moment.
    config.notices.delay = Duration::from_secs(3);
    let (one, two) = (serve(config.clone()).await, serve(config).await);
    let mut people = people(&one).await;
    let mut ids = Vec::new();
    for n in 0..4 {
        let id = table(&mut people, &format!("game {n}")).await;
        until_not(&mut people, &id, 1).await;
        ids.push(id);
    }
    for n in 0..3 {
        add(&mut people[1], json!({"kind": "json", "url": receiver.url(&format!("/ok/{n}"))}))
            .await;
    }
    for id in &ids {
        until_turn(&mut people, id, 1).await;
    }
    empty(&database).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    for n in 0..3 {
        let mut told: Vec<String> = Vec::new();
        for arrived in receiver.at(&format!("/ok/{n}")) {
            let said = arrived.json();
            for notice in said["notices"].as_array().unwrap() {
                told.push(notice["game"].as_str().unwrap().to_owned());
            }
        }
        told.sort();
        let mut wanted = ids.clone();
        wanted.sort();
        assert_eq!(told, wanted, "each game once");
    }
    one.stop().await.unwrap();
    two.stop().await.unwrap();
}

on_both! {
async fn letters_have_one_click_to_stop(database: String) {
    let receiver = Receiver::start().await;
    let (smtp, letters) = mail_receiver().await;
    let mut config = hasty(&database, &receiver);
    config.mail = Some(Mail { smtp, from: "Signalbox <no-reply@play.example>".to_owned() });
    let server = serve(config).await;
    let mut people = people(&server).await;
    let id = table(&mut people, "Friday").await;
    until_not(&mut people, &id, 1).await;
    let refused = people[1].post("/api/notices/channels", &json!({"kind": "mail"})).await;
    assert_eq!((refused.status, refused.json()["message"].as_str()), (409, Some("the account has no mail address")));
    sql(&database, "UPDATE users SET mail = 'ben@post.example' WHERE login = 'ben'").await;
    add(&mut people[1], json!({"kind": "mail", "lang": "ru"})).await;
    until_turn(&mut people, &id, 1).await;
    let mut letter = None;
    for _ in 0..200 {
        letter = letters.lock().unwrap().first().cloned();
        if letter.is_some() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let (to, text) = letter.expect("a letter");
    assert_eq!(to, "ben@post.example");
    let flat = text.replace("\r\n", "\n").replace("\n ", "");
    let click = flat.split("List-Unsubscribe: <http://play.example").nth(1).expect("a line to stop").split('>').next().unwrap();
    assert!(flat.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click"), "{flat}");
    assert!(flat.contains("Auto-Submitted: auto-generated") && flat.contains("@play.example>"), "{flat}");
    assert!(flat.contains("=?utf-8?"), "the subject is Russian: {flat}");
    // As a mail program does it: no login, a form.
    let mut stranger = Client::new(server.address);
    stranger.extra.push(("Content-Type".to_owned(), "application/x-www-form-urlencoded".to_owned()));
    let stopped = stranger.raw("POST", click, Some(b"List-Unsubscribe=One-Click")).await.unwrap();
    assert_eq!((stopped.status, &stopped.json()["on"]), (200, &json!(false)), "{}", stopped.text());
    assert_eq!(people[1].fetch("/api/notices").await["channels"][0]["state"], "stopped");
    until_not(&mut people, &id, 1).await;
    until_turn(&mut people, &id, 1).await;
    assert_eq!(number(&database, "SELECT COUNT(*) FROM notices").await, 0, "nothing is queued any more");
    let key = click.split("key=").nth(1).unwrap();
    stranger.send(&format!("/api/notices/again?key={key}"), json!({})).await;
    assert_eq!(people[1].fetch("/api/notices").await["channels"][0]["state"], "on");
    let nobody = stranger.post("/api/notices/stop?key=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", &json!({})).await;
    assert_eq!(nobody.status, 404);
    server.stop().await.unwrap();
}
}

on_both! {
async fn inside_networks_are_never_asked(database: String) {
    let receiver = Receiver::start().await;
    let mut config = hasty(&database, &receiver);
    config.notices.exempt = Vec::new();
    let server = serve(config).await;
    let mut anna = account(&server, "Anna").await;
    let port = receiver.host.rsplit(':').next().unwrap();
    for url in [
        format!("http://{}/ok/x", receiver.host),
        format!("https://{}/ok/x", receiver.host),
        format!("https://[::1]:{port}/"),
        format!("https://[::ffff:127.0.0.1]:{port}/"),
        format!("https://2130706433:{port}/"),
        "https://169.254.169.254/latest/meta-data".to_owned(),
        "https://10.0.0.1/".to_owned(),
        "http://hooks.example/x".to_owned(),
        "https://name:word@hooks.example/".to_owned(),
        "ftp://hooks.example/".to_owned(),
        "file:///etc/passwd".to_owned(),
        "hooks.example".to_owned(),
        format!("https://hooks.example/{}", "x".repeat(1000)),
    ] {
        for kind in ["slack", "json", "discord"] {
            let answer = anna.post("/api/notices/channels", &json!({"kind": kind, "url": url})).await;
            assert_eq!(answer.status, 400, "{kind} {url}: {}", answer.text());
        }
        let push = json!({"kind": "push", "url": url, "p256dh": "x", "auth": "y"});
        assert_eq!(anna.post("/api/notices/channels", &push).await.status, 400, "{url}");
    }
    // A name that leads inside is seen when it is resolved, before anybody is connected to.
    let made = add(&mut anna, json!({"kind": "slack", "url": format!("https://localhost:{port}/ok/x")})).await;
    let id = made["channel"]["id"].as_str().unwrap();
    anna.send(&format!("/api/notices/channels/{id}/trial"), json!({})).await;
    for _ in 0..100 {
        if anna.fetch("/api/notices").await["channels"][0]["state"] == "failed" {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let all = anna.fetch("/api/notices").await;
    assert_eq!((&all["channels"][0]["state"], &all["channels"][0]["said"]), (&json!("failed"), &json!("forbidden")));
    assert_eq!(*receiver.connections.lock().unwrap(), 0);
    server.stop().await.unwrap();
}
}

on_both! {
async fn ways_have_bounds_and_are_their_owners_alone(database: String) {
    let receiver = Receiver::start().await;
    let server = serve(hasty(&database, &receiver)).await;
    let mut people = people(&server).await;
    let id = table(&mut people, "").await;
    let hook = |n: usize| json!({"kind": "slack", "url": receiver.url(&format!("/ok/{n}"))});
    let mut visitor = guest(&server).await;
    assert_eq!(visitor.get("/api/notices").await.status, 403, "guests have no ways");
    assert_eq!(visitor.post("/api/notices/channels", &hook(0)).await.status, 403);
    assert_eq!(Client::new(server.address).get("/api/notices").await.status, 401);
    let made = add(&mut people[0], hook(0)).await;
    assert_eq!(people[0].post("/api/notices/channels", &hook(0)).await.status, 409, "it is there already");
    for n in 1..10 {
        add(&mut people[0], hook(n)).await;
    }
    let refused = people[0].post("/api/notices/channels", &hook(10)).await;
    assert_eq!(refused.json()["message"], "there are too many ways; remove one");
    let own = made["channel"]["id"].as_str().unwrap();
    let path = format!("/api/notices/channels/{own}");
    assert_eq!(people[1].post(&path, &json!({"on": false})).await.status, 404, "somebody else's");
    assert_eq!(people[1].raw("DELETE", &path, None).await.unwrap().status, 404);
    assert_eq!(people[1].post(&format!("{path}/trial"), &json!({})).await.status, 404);
    assert_eq!(people[0].raw("DELETE", &path, None).await.unwrap().status, 204);
    for wrong in [
        json!({"kind": "pigeon"}),
        json!({"kind": "slack", "url": receiver.url("/ok/z"), "gather": 7}),
        json!({"kind": "telegram", "url": receiver.url("/ok/z")}),
        json!({"kind": "push", "url": receiver.url("/ok/z"), "p256dh": "AAAA", "auth": "AAAA"}),
        json!({"kind": "slack", "url": receiver.url("/ok/z"), "more": 1}),
        json!({"kind": "mail", "game": id}),
    ] {
        assert_eq!(people[1].post("/api/notices/channels", &wrong).await.status / 100, 4, "{wrong}");
    }
    for wrong in [
        json!({"off": ["pigeons"], "quiet": null}),
        json!({"off": ["turn", "turn"], "quiet": null}),
        json!({"off": [], "quiet": {"from": 0, "until": 1440}}),
    ] {
        assert_eq!(people[1].post("/api/notices", &wrong).await.status, 400, "{wrong}");
    }
    // A table's ways are set by who made it, and tell whose turn it is.
    let of_table = json!({"kind": "discord", "url": receiver.url("/ok/table"), "game": id});
    assert_eq!(people[1].post("/api/notices/channels", &of_table).await.status, 403);
    assert_eq!(people[1].get(&format!("/api/games/{id}/notices")).await.status, 403);
    add(&mut people[0], of_table).await;
    let all = people[0].fetch(&format!("/api/games/{id}/notices")).await;
    assert_eq!(all["channels"].as_array().unwrap().len(), 1);
    until_not(&mut people, &id, 1).await;
    until_turn(&mut people, &id, 1).await;
    for _ in 0..100 {
        let told = receiver.at("/ok/table");
        if told.last().is_some_and(|t| t.text().contains("Ben")) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(receiver.at("/ok/table").last().unwrap().text().contains("Ben"), "whose turn it is");
    // With the account everything goes.
    people[0].send("/api/account/delete", json!({"password": "correct horse"})).await;
    assert_eq!(number(&database, "SELECT COUNT(*) FROM channels").await, 0);
    server.stop().await.unwrap();
}
}

on_both! {
async fn who_is_at_the_table_is_not_told_and_others_are_of_what_concerns_them(database: String) {
    let receiver = Receiver::start().await;
    let mut config = hasty(&database, &receiver);
    config.notices.delay = Duration::from_secs(1);
    let clock: Clock = config.clock.clone();
    let server = serve(config).await;
    let mut people = people(&server).await;
    for (person, name) in people.iter_mut().zip(["anna", "ben", "cora"]) {
        add(person, json!({"kind": "json", "url": receiver.url(&format!("/ok/{name}"))})).await;
    }
    let kinds = |name: &str| -> Vec<String> {
        let mut kinds: Vec<String> = receiver.at(&format!("/ok/{name}")).iter()
            .flat_map(|a| a.json()["notices"].as_array().unwrap().clone())
            .map(|n| n["kind"].as_str().unwrap().to_owned()).collect();
        kinds.sort();
        kinds
    };
    let id = table(&mut people, "").await;
    // Who begins is told of the turn, and not of the beginning too.
    let first = if turn_of(&mut people, &id).await == 2 { "turn" } else { "began" };
    clock.advance(2000);
    receiver.wait("/ok/cora", 1).await;
    empty(&database).await;
    assert_eq!(kinds("cora"), [first]);
    assert_eq!(kinds("anna").len(), 0, "who began it knows");
    until_not(&mut people, &id, 2).await;
    let cora = people[2].listen(&format!("/api/games/{id}/stream"), None).await.unwrap();
    tokio::time::sleep(Duration::from_millis(300)).await;
    until_turn(&mut people, &id, 2).await;
    clock.advance(5 * MINUTE);
    tokio::time::sleep(Duration::from_millis(800)).await;
    assert_eq!(kinds("cora"), [first], "she is there");
    drop(cora);
    tokio::time::sleep(Duration::from_millis(300)).await;
    clock.advance(MINUTE);
    receiver.wait("/ok/cora", 2).await;
    assert_eq!(kinds("cora"), [first, "turn"]);
    // Somebody is named in the chat; others are asked; the game is given up.
    let before = receiver.at("/ok/ben").len();
    people[0].send(&format!("/api/games/{id}/chat"), json!({"text": "are you there, @ben?"})).await;
    clock.advance(2 * MINUTE);
    receiver.wait("/ok/ben", before + 1).await;
    assert!(kinds("ben").contains(&"mention".to_owned()));
    assert!(!kinds("cora").contains(&"mention".to_owned()));
    people[0].send(&format!("/api/games/{id}/abandon"), json!({})).await;
    clock.advance(2 * MINUTE);
    receiver.wait("/ok/ben", before + 2).await;
    assert!(kinds("ben").contains(&"asked".to_owned()) && !kinds("anna").contains(&"asked".to_owned()));
    for person in &mut people[1..] {
        person.send(&format!("/api/games/{id}/undo/answer"), json!({"agree": true})).await;
    }
    clock.advance(2 * MINUTE);
    receiver.wait("/ok/anna", 1).await;
    empty(&database).await;
    assert!(kinds("anna").contains(&"ended".to_owned()), "{:?}", kinds("anna"));
    // What no change of a game brings.
    let ben = id_of(&mut people[1]).await;
    let count = receiver.at("/ok/ben").len();
    server.app().tell(&id, &ben, NoticeKind::Seat, "Cora").await.unwrap();
    clock.advance(2 * MINUTE);
    receiver.wait("/ok/ben", count + 1).await;
    assert!(kinds("ben").contains(&"seat".to_owned()));
    server.stop().await.unwrap();
}
}
