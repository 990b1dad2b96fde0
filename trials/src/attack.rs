//! An attacker on one address, and somebody on another who wants to play meanwhile.

use crate::child::{self, Server};
use crate::client::Client;
use crate::{flags, load};
use engine::{GameFile, Rng, Setup, move_to_json, wire};
use serde_json::{Value, json};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::AsyncWriteExt;
use tokio::task::JoinSet;

/// Where the attacker comes from; the player comes from the usual address.
const ATTACKER: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(127, 0, 0, 2));
/// Memory that the server may take, in megabytes.
const MOST_MEMORY: u64 = 400;
/// Faster than this nobody waits, whatever it was before, in milliseconds.
const UNNOTICED: f64 = 20.0;
/// Moves of the long game.
const LONG: usize = 300;

// What each kind of attack does at once, by how many, again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Attack {
    Sheets,
    Redo,
    Pictures,
    Connections,
    Streams,
    Logins,
    Lists,
}

const ATTACKS: &[(Attack, &str, usize)] = &[
    (Attack::Sheets, "files with long data sheets", 12),
    (Attack::Redo, "undo and redo of a long game, and streams that nobody reads", 8),
    (Attack::Pictures, "large pictures", 24),
    (Attack::Connections, "silent, half-sent and slow connections", 300),
    (Attack::Streams, "streams of games that are not there", 8),
    (Attack::Logins, "wrong passwords", 8),
    (Attack::Lists, "lists and states without pause", 16),
];

fn person(address: SocketAddr, from: Option<IpAddr>) -> Client {
    let mut client = Client::new(address);
    client.from = from;
    client
}

// A game of many moves, as a file.
fn long_game() -> Result<GameFile, String> {
    let title = titles::by_id("18cz").ok_or("18cz is not there")?;
    let setup = Setup {
        title: "18cz".to_owned(),
        variant: "standard".to_owned(),
        preset: title.presets()[0].to_owned(),
        options: Default::default(),
        players: vec!["1".to_owned(), "2".to_owned(), "3".to_owned()],
        seed: 1,
        luck: None,
        rules: title.rules_version(),
        data: None,
        extra: None,
        arrangement: None,
    };
    let mut position = title.start(&setup).map_err(|e| e.to_string())?;
    let (mut rng, mut moves) = (Rng::new(5), Vec::new());
    while moves.len() < LONG {
        let choices = position.choices();
        if choices.is_empty() {
            break;
        }
        let mv = position.routed(choices[rng.below(choices.len() as u32) as usize].mv.clone());
        moves.push(move_to_json(position.as_ref(), &mv));
        position.play(&mv, &mut Vec::new()).map_err(|e| e.to_string())?;
    }
    Ok(GameFile {
        format: engine::FORMAT.to_owned(),
        version: engine::VERSION,
        wire: wire::VERSION,
        setup,
        moves,
        hash: None,
    })
}

// Files whose sheets are too long, or long and full of notes.
fn long_sheets() -> Result<Vec<String>, String> {
    let mut file: Value = serde_json::from_str(&long_game()?.write()).map_err(|e| e.to_string())?;
    file["moves"] = json!([]);
    let title = titles::by_id("18cz").ok_or("18cz is not there")?;
    let sheet = title.sheet().json();
    let mut files = Vec::new();
    for (key, value) in [
        ("junk", json!(vec![0; 3_000_000])),
        ("junk", json!("x".repeat(400_000))),
        ("note", json!("x".repeat(900))),
    ] {
        let mut sheet = sheet.clone();
        sheet[key] = value.clone();
        for cell in sheet["cells"].as_array_mut().into_iter().flatten().filter(|_| key == "note") {
            cell["note"] = value.clone();
        }
        file["setup"]["data"] = sheet;
        files.push(file.to_string());
    }
    Ok(files)
}

struct Means {
    address: SocketAddr,
    cookie: Option<String>,
    game: String,
    files: Vec<String>,
}

impl Means {
    fn client(&self) -> Client {
        let mut client = person(self.address, Some(ATTACKER));
        client.cookie.clone_from(&self.cookie);
        client
    }
}

// One of those who attack, until the time is over.
async fn strike(attack: Attack, means: Arc<Means>, n: usize, until: Instant) {
    let mut client = means.client();
    let game = &means.game;
    let mut held = Vec::new();
    let mut rounds = 0_usize;
    while Instant::now() < until {
        rounds += 1;
        let done = match attack {
            Attack::Sheets => {
                let file = &means.files[(n + rounds) % means.files.len()];
                client.raw("POST", "/api/import?listed=true", Some(file.as_bytes())).await.is_ok()
            }
            Attack::Redo if n > 0 => {
                // A listener who never reads.
                if let Ok(mut stream) = client.connect().await {
                    let cookie = means.cookie.as_deref().unwrap_or_default();
                    let ask = format!(
                        "GET /api/games/{game}/stream?since=0 HTTP/1.1\r\nHost: x\r\nCookie: signalbox={cookie}\r\n\r\n"
                    );
                    let _ = stream.write_all(ask.as_bytes()).await;
                    held.push(stream);
                }
                tokio::time::sleep(Duration::from_millis(500)).await;
                true
            }
            Attack::Redo => {
                let undo = json!({"after": LONG, "to": 0}).to_string();
                let path = format!("/api/games/{game}/undo");
                let _ = client.raw("POST", &path, Some(undo.as_bytes())).await;
                let redo = json!({"after": 0, "count": 1000}).to_string();
                let path = format!("/api/games/{game}/redo");
                client.raw("POST", &path, Some(redo.as_bytes())).await.is_ok()
            }
            Attack::Pictures => {
                let width = 3000 + n * 40 + rounds % 40;
                let path = format!("/api/games/{game}/map.png?width={width}");
                client.raw("GET", &path, None).await.is_ok()
            }
            Attack::Connections => {
                if let Ok(mut stream) = client.connect().await {
                    let sent: &[u8] = match n % 3 {
                        0 => b"",
                        1 => b"GET /api/titles HTTP/1.1\r\nHost: x\r\nX-Slow: ",
                        _ => b"POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Length: 9000\r\n\r\n{",
                    };
                    let _ = stream.write_all(sent).await;
                    held.push(stream);
                }
                tokio::time::sleep(Duration::from_millis(250)).await;
                true
            }
            Attack::Streams => {
                let path = format!("/api/games/gNobody{n}x{rounds}/stream");
                client.raw("GET", &path, None).await.is_ok()
            }
            Attack::Logins => {
                let body =
                    json!({"name": format!("anna{n}"), "password": format!("guess {rounds}")});
                client.raw("POST", "/api/login", Some(body.to_string().as_bytes())).await.is_ok()
            }
            Attack::Lists => {
                let path = match rounds % 3 {
                    0 => "/api/games?list=mine&limit=200".to_owned(),
                    1 => format!("/api/games/{game}/state"),
                    _ => format!("/api/games/{game}/log"),
                };
                client.raw("GET", &path, None).await.is_ok()
            }
        };
        if !done {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

// What the player waits for: a move and the list of games, ten times a second.
async fn play(
    address: SocketAddr,
    moves: &[load::Step],
    until: Instant,
) -> Result<Vec<u64>, String> {
    let mut anna = person(address, None);
    let ask = |answer: std::io::Result<crate::client::Answer>| -> Result<Value, String> {
        let answer = answer.map_err(|e| format!("the player is not served: {e}"))?;
        match answer.status {
            200 | 201 => Ok(answer.json()),
            status => Err(format!("the player is refused: {status} {}", answer.text())),
        }
    };
    ask(anna.raw("POST", "/api/session", Some(b"{}")).await)?;
    let body = json!({
        "title": "18cz", "variant": "standard", "seed": "1", "hot_seat": true, "start": true,
        "seats": [{"kind": "name", "name": "A"}, {"kind": "name", "name": "B"}, {"kind": "name", "name": "C"}],
    });
    let game = ask(anna.raw("POST", "/api/games", Some(body.to_string().as_bytes())).await)?;
    let id = game["id"].as_str().unwrap_or_default();
    let mut times = Vec::new();
    for (after, mv) in moves {
        if Instant::now() > until {
            break;
        }
        let body = format!(r#"{{"after":{after},"move":{mv}}}"#);
        let began = Instant::now();
        ask(anna.raw("POST", &format!("/api/games/{id}/moves"), Some(body.as_bytes())).await)?;
        times.push(began.elapsed().as_micros() as u64);
        let began = Instant::now();
        ask(anna.raw("GET", "/api/games?list=running", None).await)?;
        times.push(began.elapsed().as_micros() as u64);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    times.sort_unstable();
    Ok(times)
}

// The largest memory of the server until the time is over, in megabytes.
async fn watch(server: &Server, until: Instant) -> u64 {
    let mut most = 0;
    while Instant::now() < until {
        most = most.max(server.memory().0 / 1024);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    most
}

async fn trial(kind: &str, database: &str, seconds: u64) -> Result<(), String> {
    let server = Server::start_with(database, "127.0.0.1:0", &["--limits"])?;
    let moves = load::script(10 * seconds as usize + 10)?;
    let phase = Duration::from_secs(seconds);
    // Once, so that nothing is measured that happens only the first time.
    play(server.address, &moves, Instant::now() + Duration::from_secs(2)).await?;
    let calm = play(server.address, &moves, Instant::now() + phase).await?;
    let calm99 = load::percentile(&calm, 0.99);
    println!(
        "{kind}: nobody attacks: p50 {:.1} ms, p99 {calm99:.1} ms, memory {} MB",
        load::percentile(&calm, 0.5),
        server.memory().0 / 1024
    );
    let mut attacker = person(server.address, Some(ATTACKER));
    attacker.send("/api/session", json!({})).await;
    let long = long_game()?.write();
    let made = attacker.raw("POST", "/api/import?play=true", Some(long.as_bytes())).await;
    let made = made.map_err(|e| e.to_string())?.json();
    let means = Arc::new(Means {
        address: server.address,
        cookie: attacker.cookie.clone(),
        game: made["id"].as_str().ok_or("the long game was not taken")?.to_owned(),
        files: long_sheets()?,
    });
    let mut faults = Vec::new();
    for &(attack, name, crowd) in ATTACKS {
        let until = Instant::now() + phase;
        let mut crowd: JoinSet<()> =
            (0..crowd).map(|n| strike(attack, means.clone(), n, until)).collect();
        let (played, memory) =
            tokio::join!(play(server.address, &moves, until), watch(&server, until));
        crowd.shutdown().await;
        let times = played.map_err(|why| format!("{name}: {why}"))?;
        let p99 = load::percentile(&times, 0.99);
        println!(
            "{kind}: {name}: p50 {:.1} ms, p99 {p99:.1} ms ({:.1} times), memory at most {memory} MB",
            load::percentile(&times, 0.5),
            p99 / calm99
        );
        if p99 > (2.0 * calm99).max(UNNOTICED) {
            faults.push(format!("{kind}: {name}: p99 {p99:.1} ms, {calm99:.1} ms before"));
        }
        if memory > MOST_MEMORY {
            faults.push(format!("{kind}: {name}: {memory} MB"));
        }
        // What was under way ends.
        tokio::time::sleep(Duration::from_secs(2)).await;
    }
    match faults.is_empty() {
        true => Ok(()),
        false => Err(faults.join("\n")),
    }
}

/// Runs the command.
pub fn run(args: &[String]) -> Result<(), String> {
    let seconds = flags::number(args, "--seconds", 10)?.clamp(2, 60) as u64;
    let kinds = match flags::text(args, "--database", "both") {
        "both" => vec!["sqlite", "postgres"],
        one => vec![one],
    };
    let runtime = tokio::runtime::Runtime::new().map_err(|e| e.to_string())?;
    let mut postgres = None;
    let mut faults = Vec::new();
    for kind in kinds {
        let database = child::database(kind, &mut postgres)?;
        faults.extend(runtime.block_on(trial(kind, &database, seconds)).err());
    }
    child::clean_up();
    match faults.is_empty() {
        true => Ok(()),
        false => Err(faults.join("\n")),
    }
}
