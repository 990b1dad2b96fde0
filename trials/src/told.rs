//! Tables with short clocks, and people who are told by a hook, while the server is killed with -9. Afterwards time has
//! run out at most once in each turn, and whoever must decide was told so.

use crate::child::{self, Server};
use crate::client::Client;
use crate::crash::Servers;
use engine::Rng;
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

// Nothing more comes when nothing came for so long: longer than a message under way belongs to a dead server.
const QUIET: Duration = Duration::from_secs(6);

// A message that arrived.
struct Arrived {
    path: String,
    when: Instant,
    body: Value,
}

#[derive(Clone)]
struct Receiver {
    host: String,
    arrived: Arc<Mutex<Vec<Arrived>>>,
}

impl Receiver {
    async fn start() -> Result<Receiver, String> {
        let listener = TcpListener::bind("127.0.0.1:0").await.map_err(|e| e.to_string())?;
        let host = listener.local_addr().map_err(|e| e.to_string())?.to_string();
        let receiver = Receiver { host, arrived: Arc::default() };
        let own = receiver.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let own = own.clone();
                tokio::spawn(async move { own.take(stream).await });
            }
        });
        Ok(receiver)
    }

    // Takes one message. The answer takes a while, so that servers die with messages under way.
    async fn take(&self, stream: TcpStream) -> Option<()> {
        let mut reader = BufReader::new(stream);
        let mut line = String::new();
        reader.read_line(&mut line).await.ok()?;
        let path = line.split(' ').nth(1)?.to_owned();
        let mut length = 0;
        loop {
            line.clear();
            reader.read_line(&mut line).await.ok()?;
            let Some((name, value)) = line.trim_end().split_once(':') else { break };
            if name.eq_ignore_ascii_case("content-length") {
                length = value.trim().parse().ok()?;
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).await.ok()?;
        let body = serde_json::from_slice(&body).ok()?;
        self.all().push(Arrived { path, when: Instant::now(), body });
        tokio::time::sleep(Duration::from_millis(30)).await;
        reader.get_mut().write_all(b"HTTP/1.1 204 OK\r\nContent-Length: 0\r\n\r\n").await.ok()
    }

    fn all(&self) -> std::sync::MutexGuard<'_, Vec<Arrived>> {
        self.arrived.lock().unwrap_or_else(|e| e.into_inner())
    }

    async fn quiet(&self) {
        loop {
            let count = self.all().len();
            tokio::time::sleep(QUIET).await;
            if self.all().len() == count {
                return;
            }
        }
    }
}

// Two people at a table.
struct Pair {
    name: usize,
    game: String,
    people: Vec<Client>,
    rng: Rng,
    moves: usize,
    // Whose turn it is, and when the move that brought it was first sent.
    turn: (usize, Instant),
}

// Asks until a server answers.
async fn ask(
    client: &mut Client,
    servers: &Servers,
    method: &str,
    path: &str,
    body: Option<&Value>,
) -> Result<Value, String> {
    let text = body.map(Value::to_string);
    for turn in 0..3000 {
        match client.raw(method, path, text.as_deref().map(str::as_bytes)).await {
            Ok(answer) if answer.status < 300 => return Ok(answer.json()),
            Ok(answer) if answer.status != 503 => {
                return Err(format!("{method} {path}: {} {}", answer.status, answer.text()));
            }
            _ => {
                tokio::time::sleep(Duration::from_millis(20)).await;
                let mut again = client.again();
                again.address = servers.pick(turn);
                *client = again;
            }
        }
    }
    Err(format!("{method} {path}: no server answers"))
}

impl Pair {
    async fn new(servers: &Servers, receiver: &Receiver, count: usize, name: usize) -> Pair {
        let mut people = Vec::new();
        for n in 0..2 {
            let mut client = Client::new(servers.pick(n));
            client.send("/api/session", json!({})).await;
            let account =
                json!({"name": format!("p{count}x{name}x{n}"), "password": "correct horse"});
            client.send("/api/account", account).await;
            let url = format!("http://{}/{name}/{n}", receiver.host);
            client.send("/api/notices/channels", json!({"kind": "json", "url": url})).await;
            people.push(client);
        }
        let body = json!({
            "title": "1889", "variant": "standard", "listed": true,
            "pace": {"kind": "live", "each": 1, "reserve": 0, "out": "mark"},
            "seats": [{"kind": "me"}, {"kind": "open"}],
        });
        let made = people[0].send("/api/games", body).await;
        let game = made["id"].as_str().unwrap_or_default().to_owned();
        people[1].send(&format!("/api/games/{game}/join"), json!({})).await;
        let begun = Instant::now();
        people[0].send(&format!("/api/games/{game}/start"), json!({})).await;
        let rng = Rng::new(name as u64);
        let mut pair = Pair { name, game, people, rng, moves: 0, turn: (0, begun) };
        let path = format!("/api/games/{}", pair.game);
        pair.turn.0 =
            pair.people[0].fetch(&path).await["turn"]["seat"].as_u64().unwrap_or(0) as usize;
        pair
    }

    // Waits, sometimes longer than there is time, then moves.
    async fn step(&mut self, servers: &Servers) -> Result<bool, String> {
        let seat = self.turn.0;
        tokio::time::sleep(Duration::from_millis(u64::from(self.rng.below(1800)))).await;
        let path = format!("/api/games/{}", self.game);
        let client = &mut self.people[seat];
        let choices = ask(client, servers, "GET", &format!("{path}/choices"), None).await?;
        let groups = choices["groups"].as_array().into_iter().flatten();
        let moves: Vec<&Value> = groups
            .flat_map(|g| g["choices"].as_array().into_iter().flatten())
            .map(|c| &c["move"])
            .filter(|m| m["move"] != "run")
            .collect();
        if moves.is_empty() {
            return Ok(false);
        }
        let mv = moves[self.rng.below(moves.len() as u32) as usize];
        let key = format!("{}-{}", self.game, self.moves);
        let body = json!({"after": choices["after"], "move": mv, "key": key});
        let sent = Instant::now();
        let moved = ask(client, servers, "POST", &format!("{path}/moves"), Some(&body)).await?;
        self.moves += 1;
        let Some(next) = moved["turn"]["seat"].as_u64() else { return Ok(false) };
        if next as usize != seat {
            self.turn = (next as usize, sent);
        }
        Ok(true)
    }

    // What the journal says of time: how often it ran out, at most once a turn.
    async fn outs(&mut self) -> Result<usize, String> {
        let path = format!("/api/games/{}", self.game);
        let seq = self.people[0].fetch(&path).await["seq"].as_i64().unwrap_or(0);
        let stream = format!("{path}/stream");
        let mut listener =
            self.people[0].listen(&stream, Some(0)).await.map_err(|e| e.to_string())?;
        let (mut outs, mut last) = (0, 0);
        // Whose turn it is, who moved before and could still be told to have been late, and what was told since.
        let mut decides = None;
        let mut late = None;
        let mut since = Vec::new();
        let mut heard = Vec::new();
        while last < seq {
            let entry = listener.entry().await;
            heard.push(entry.data.to_string());
            last = entry.id.unwrap_or(seq);
            let seat = entry.data["seat"].as_u64();
            if entry.data["what"] == "timed_out" {
                outs += 1;
                since.push(seat);
            } else if let Some(lines) = entry.data["lines"].as_array() {
                let moved = lines.first().and_then(|l| l["seat"].as_u64());
                // What was told may have been of the decision before.
                let told = since.iter().filter(|s| **s == moved).count();
                late = moved.filter(|_| told <= usize::from(late == moved));
                decides = entry.data["turn"]["seat"].as_u64();
                since.clear();
            } else if decides.is_none() {
                decides = entry.data["turn"]["seat"].as_u64();
            }
            let told = since.iter().filter(|s| **s == seat).count();
            let may = usize::from(late == seat) + usize::from(decides.is_none() || decides == seat);
            if told > may {
                let before = heard.split_off(heard.len().saturating_sub(6)).join("\n");
                return Err(format!("{}: time ran out too often\n{before}", self.game));
            }
        }
        Ok(outs)
    }

    // Whether whoever must decide was told. How many lines came, and how many of them once too often.
    fn check(&self, receiver: &Receiver, turns: usize) -> Result<(usize, usize), String> {
        let all = receiver.all();
        let mut bodies: HashMap<(&str, &str), &Value> = HashMap::new();
        let (mut told, mut lines, mut again) = (false, 0, 0);
        let mut ids = HashSet::new();
        for arrived in all.iter().filter(|a| a.path.starts_with(&format!("/{}/", self.name))) {
            let id = arrived.body["id"].as_str().unwrap_or_default();
            let known = bodies.insert((&arrived.path, id), &arrived.body["notices"]);
            if known.is_some_and(|k| *k != arrived.body["notices"]) {
                return Err(format!("{}: two messages have the id {id}", self.game));
            }
            let turn = arrived.body["notices"]
                .as_array()
                .into_iter()
                .flatten()
                .any(|n| n["kind"] == "turn" && n["game"] == self.game);
            if turn {
                lines += 1;
                again += usize::from(!ids.insert((&arrived.path, id)));
                let own = arrived.path.ends_with(&format!("/{}", self.turn.0));
                told |= own && arrived.when >= self.turn.1;
            }
        }
        if !told {
            return Err(format!(
                "{}: seat {} must decide and was not told",
                self.game, self.turn.0
            ));
        }
        again += ids.len().saturating_sub(turns);
        Ok((lines, again))
    }
}

/// Kills servers under tables with clocks and notices.
pub async fn trial(kind: &str, database: &str, kills: usize, count: usize) -> Result<(), String> {
    let receiver = Receiver::start().await?;
    let flags = ["--tell", &receiver.host];
    let mut running = Vec::new();
    for _ in 0..count {
        running.push(Server::start_with(database, "127.0.0.1:0", &flags)?);
    }
    let servers = Servers::of(&running);
    let stop = Arc::new(AtomicBool::new(false));
    let mut tables = Vec::new();
    for name in 0..8 {
        let mut pair = Pair::new(&servers, &receiver, count, name).await;
        let (servers, stop) = (servers.clone(), stop.clone());
        tables.push(tokio::spawn(async move {
            // Turns that came to somebody, the first one too.
            let mut turns = 1;
            while !stop.load(Ordering::Relaxed) {
                let before = pair.turn.0;
                if !pair.step(&servers).await? {
                    break;
                }
                turns += usize::from(pair.turn.0 != before);
            }
            Ok::<_, String>((pair, turns))
        }));
    }
    let mut rng = Rng::new(std::process::id().into());
    for kill in 0..kills {
        tokio::time::sleep(Duration::from_millis(500 + u64::from(rng.below(1500)))).await;
        let which = kill % count;
        running[which].kill();
        if count > 1 {
            tokio::time::sleep(Duration::from_millis(u64::from(rng.below(300)))).await;
        }
        let again = Server::start_with(database, "127.0.0.1:0", &flags)?;
        servers.replace(which, again.address);
        running[which] = again;
    }
    stop.store(true, Ordering::Relaxed);
    let mut pairs = Vec::new();
    for table in tables {
        pairs.push(table.await.map_err(|e| e.to_string())??);
    }
    receiver.quiet().await;
    let (mut moves, mut outs, mut lines, mut again) = (0, 0, 0, 0);
    for (pair, turns) in &mut pairs {
        for client in &mut pair.people {
            let mut fresh = client.again();
            fresh.address = servers.pick(0);
            *client = fresh;
        }
        outs += pair.outs().await?;
        let (told, twice) = pair.check(&receiver, *turns)?;
        (moves, lines, again) = (moves + pair.moves, lines + told, again + twice);
    }
    // A message is told twice only if a server died before it could note that it was told: one a person and kill.
    if again > kills * 2 * pairs.len() || (kills == 0 && again > 0) {
        return Err(format!("{again} turns were told twice"));
    }
    drop(running);
    child::check(database)?;
    println!(
        "{kind}, {count} server(s): {kills} kills, {moves} moves at tables with clocks; time ran out {outs} times, never twice \
         in a turn; {lines} turns told, {again} of them twice after a kill; everybody who must decide knows"
    );
    Ok(())
}
