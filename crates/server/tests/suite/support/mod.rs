//! Servers on either database, and people who play on them.
#![allow(dead_code, missing_docs)]

pub mod client;
pub mod postgres;

pub use client::{Answer, Client, Listener, Live};
use postgres::Postgres;
use serde_json::{Value, json};
use server::{Config, Parts, Running};
use sqlx::any::AnyConnectOptions;
use sqlx::{Connection, Executor, Row};
use std::io::{Read, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::str::FromStr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Which database a test runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum On {
    Sqlite,
    Postgres,
}

static COUNT: AtomicUsize = AtomicUsize::new(0);

fn postgres() -> Option<&'static Postgres> {
    static POSTGRES: OnceLock<Option<Postgres>> = OnceLock::new();
    POSTGRES
        .get_or_init(|| match Postgres::start() {
            Ok(postgres) => Some(postgres),
            Err(why) => {
                assert!(
                    std::env::var_os("SIGNALBOX_NO_SKIP").is_none(),
                    "PostgreSQL cannot be tested: {why}"
                );
                eprintln!("SKIPPED: PostgreSQL cannot be tested here: {why}");
                None
            }
        })
        .as_ref()
}

/// A fresh database; none if PostgreSQL cannot be tested here.
pub async fn database(on: On) -> Option<String> {
    let n = COUNT.fetch_add(1, Ordering::Relaxed);
    match on {
        On::Sqlite => {
            let folder = folder();
            Some(folder.join(format!("{n}.sqlite")).to_string_lossy().into_owned())
        }
        On::Postgres => {
            let postgres = tokio::task::spawn_blocking(postgres).await.expect("a thread")?;
            let name = format!("test{n}");
            let mut connection = sqlx::PgConnection::connect(&postgres.url("postgres"))
                .await
                .expect("PostgreSQL answers");
            connection
                .execute(sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}")))
                .await
                .expect("a new database");
            Some(postgres.url(&name))
        }
    }
}

async fn connect(database: &str) -> sqlx::AnyConnection {
    sqlx::any::install_default_drivers();
    let url = match database.starts_with("postgres") {
        true => database.to_owned(),
        false => format!("sqlite://{database}"),
    };
    let options = AnyConnectOptions::from_str(&url).expect("an address");
    sqlx::AnyConnection::connect_with(&options).await.expect("a connection")
}

/// Changes a database behind the server's back.
pub async fn sql(database: &str, statement: &str) {
    let mut connection = connect(database).await;
    connection.execute(sqlx::AssertSqlSafe(statement)).await.unwrap();
    connection.close().await.unwrap();
}

/// A number out of a database.
pub async fn number(database: &str, question: &'static str) -> i64 {
    let mut connection = connect(database).await;
    let row = sqlx::query(question).fetch_one(&mut connection).await.expect("an answer");
    connection.close().await.expect("it closes");
    row.try_get(0).expect("a number")
}

/// A temporary folder of this test run.
pub fn folder() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("signalbox-test-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    folder
}

/// Settings for tests: any port, no limits on requests, bots without pause.
pub fn config(database: &str) -> Config {
    let mut config = Config::new(Parts::new(titles::all()));
    config.listen = SocketAddr::from(([127, 0, 0, 1], 0));
    database.clone_into(&mut config.database);
    config.rate_factor = 0.0;
    config
}

pub async fn start(database: &str) -> Running {
    server::start(config(database)).await.expect("the server starts")
}

/// A guest at a server.
pub async fn guest(server: &Running) -> Client {
    let mut client = Client::new(server.address);
    client.send("/api/session", json!({})).await;
    assert!(client.cookie.is_some(), "a guest gets a cookie");
    client
}

pub async fn id_of(client: &mut Client) -> String {
    client.fetch("/api/session").await["user"]["id"].as_str().expect("a user").to_owned()
}

/// Waits until a login has ended that was ended behind the server's back: it believes what it knew for a moment.
pub async fn logged_out(client: &mut Client) {
    for _ in 0..100 {
        if client.fetch("/api/session").await["user"].is_null() {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("the login has not ended");
}

/// A hot-seat game of 18CZ for three at one screen.
pub fn hot_seat() -> Value {
    json!({
        "title": "18cz", "variant": "standard", "seed": "7", "hot_seat": true, "start": true,
        "seats": [{"kind": "name", "name": "Anna"}, {"kind": "name", "name": "Ben"}, {"kind": "name", "name": "Cora"}],
    })
}

/// A game of three bots and nobody else.
pub fn bots_only() -> Value {
    json!({
        "title": "18cz", "variant": "standard", "seed": "11", "bot_pause": 0, "start": true, "listed": true,
        "seats": [{"kind": "bot", "level": "random"}, {"kind": "bot", "level": "random"}, {"kind": "bot", "level": "random"}],
    })
}

/// A game with three people, started; the people in seat order.
pub async fn table_of_three(server: &Running) -> (String, Vec<Client>) {
    let mut people = vec![guest(server).await, guest(server).await, guest(server).await];
    let body = json!({
        "title": "18cz", "variant": "standard", "listed": true,
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

/// The first listed choice that is no pass, as a move.
pub async fn some_move(client: &mut Client, id: &str) -> (i64, Value) {
    let (after, mut mv) = pick(client, id, |moves| {
        moves.iter().find(|m| m["move"] != "pass").or(moves.first()).cloned()
    })
    .await;
    if mv["move"] == "run" {
        let company = mv["company"].as_str().expect("a company");
        let best = format!("/api/games/{id}/routes/{company}");
        mv = client.fetch(&best).await["move"].clone();
    }
    (after, mv)
}

/// Picks among the listed choices.
pub async fn pick(
    client: &mut Client,
    id: &str,
    choose: impl Fn(&[Value]) -> Option<Value>,
) -> (i64, Value) {
    let choices = client.fetch(&format!("/api/games/{id}/choices")).await;
    let moves: Vec<Value> = choices["groups"]
        .as_array()
        .expect("groups")
        .iter()
        .flat_map(|g| g["choices"].as_array().expect("choices"))
        .map(|c| c["move"].clone())
        .collect();
    let mv = choose(&moves).expect("a choice");
    (choices["after"].as_i64().expect("a number"), mv)
}

/// Makes a legal move for whoever of these people must decide; says whose seat it was.
pub async fn play_one(people: &mut [Client], id: &str) -> (usize, Value) {
    let game = people[0].fetch(&format!("/api/games/{id}")).await;
    let seat = game["turn"]["seat"].as_u64().expect("somebody must decide") as usize;
    let at = seat.min(people.len() - 1);
    let (after, mv) = some_move(&mut people[at], id).await;
    let moved = people[at]
        .send(&format!("/api/games/{id}/moves"), json!({"after": after, "move": mv}))
        .await;
    (seat, moved)
}

/// A file packed by gzip.
pub fn unpack(path: &Path) -> Vec<u8> {
    let packed = std::fs::read(path).expect("a kept file");
    let mut gzip = Command::new("gzip")
        .arg("-dc")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("gzip");
    let mut into = gzip.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || into.write_all(&packed));
    let mut bytes = Vec::new();
    gzip.stdout.take().expect("a pipe").read_to_end(&mut bytes).expect("a kept file");
    writer.join().expect("a thread").expect("a pipe");
    assert!(gzip.wait().expect("gzip").success());
    bytes
}

/// The first moves of a game that an earlier program played, up to before the n-th run of trains (from 0), as a file.
pub fn kept_game(name: &str, run: usize) -> Value {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../titles/tests/golden/rules-1");
    let bytes = unpack(&kept.join(format!("{name}.json.gz")));
    let golden: Value = serde_json::from_slice(&bytes).expect("JSON");
    let mut game = golden["game"].clone();
    let moves = game["moves"].as_array_mut().expect("moves");
    let runs = (0..moves.len()).filter(|&i| moves[i]["move"] == "run");
    let at = runs.into_iter().nth(run).expect("a run");
    moves.truncate(at);
    game["hash"] = Value::Null;
    game
}

/// Runs one test on both databases.
#[macro_export]
macro_rules! on_both {
    ($(#[$meta:meta])* async fn $name:ident($database:ident: String) $body:block) => {
        mod $name {
            use super::*;

            async fn run($database: String) $body

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                run(database(On::Sqlite).await.expect("a file")).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                if let Some(database) = database(On::Postgres).await {
                    run(database).await;
                }
            }
        }
    };
}
