//! Players move at full speed while the server is killed with -9 at random moments. Afterwards every acknowledged
//! move is there, none is doubled, all games load and go on, and listeners saw everything once and in order.

use crate::child::{self, Server};
use crate::client::Client;
use crate::{flags, told};
use engine::Rng;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

// What a player was told is done.
#[derive(Default)]
struct Acknowledged {
    moves: Vec<(i64, Value)>,
    retried: usize,
}

struct Player {
    client: Client,
    game: String,
    done: Acknowledged,
    /// Games played to their end.
    past: Vec<(String, Acknowledged)>,
    rng: Rng,
}

/// Where servers listen now; players go on to the next when one does not answer.
#[derive(Clone)]
pub struct Servers(Arc<Mutex<Vec<SocketAddr>>>);

impl Servers {
    /// Where these listen.
    pub fn of(running: &[Server]) -> Servers {
        Servers(Arc::new(Mutex::new(running.iter().map(|s| s.address).collect())))
    }

    /// One of them.
    pub fn pick(&self, at: usize) -> SocketAddr {
        let list = self.0.lock().expect("not poisoned");
        list[at % list.len()]
    }

    /// Another took the place of one.
    pub fn replace(&self, which: usize, address: SocketAddr) {
        self.0.lock().expect("not poisoned")[which] = address;
    }
}

fn new_game(seed: u64) -> Value {
    json!({
        "title": "18cz", "variant": "standard", "seed": seed.to_string(), "hot_seat": true, "start": true,
        "seats": [{"kind": "name", "name": "A"}, {"kind": "name", "name": "B"}, {"kind": "name", "name": "C"}],
    })
}

impl Player {
    async fn new(servers: &Servers, n: usize) -> Player {
        let mut client = Client::new(servers.pick(n));
        client.send("/api/session", json!({})).await;
        let game = client.send("/api/games", new_game(n as u64)).await["id"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        Player {
            client,
            game,
            done: Acknowledged::default(),
            past: Vec::new(),
            rng: Rng::new(n as u64),
        }
    }

    // Makes one move and goes on trying until it is answered. `false` when the game is over.
    async fn step(&mut self, servers: &Servers, turn: &mut usize) -> Result<bool, String> {
        let choices = loop {
            match self.client.raw("GET", &format!("/api/games/{}/choices", self.game), None).await {
                Ok(answer) if answer.status == 200 => break answer.json(),
                Ok(answer) if answer.status != 503 => {
                    return Err(format!("choices: {} {}", answer.status, answer.text()));
                }
                _ => self.wait(servers, turn).await,
            }
        };
        let moves: Vec<&Value> = choices["groups"]
            .as_array()
            .into_iter()
            .flatten()
            .flat_map(|g| g["choices"].as_array().into_iter().flatten())
            .map(|c| &c["move"])
            .collect();
        if moves.is_empty() {
            return Ok(false);
        }
        let mut mv = moves[self.rng.below(moves.len() as u32) as usize].clone();
        if mv["move"] == "run" && mv["routes"].as_array().is_none_or(Vec::is_empty) {
            let company = mv["company"].as_str().unwrap_or_default().to_owned();
            let path = format!("/api/games/{}/routes/{company}", self.game);
            loop {
                match self.client.raw("GET", &path, None).await {
                    Ok(answer) if answer.status == 200 => {
                        mv = answer.json()["move"].clone();
                        break;
                    }
                    Ok(answer) if answer.status != 503 => {
                        return Err(format!("routes: {}", answer.text()));
                    }
                    _ => self.wait(servers, turn).await,
                }
            }
        }
        let key = format!("{}-{}", self.game, self.done.moves.len());
        let body = json!({"after": choices["after"], "move": mv, "key": key});
        let path = format!("/api/games/{}/moves", self.game);
        let mut tries = 0;
        loop {
            match self.client.once("POST", &path, &body).await {
                Ok(answer) if answer.status == 200 => {
                    let moved = answer.json();
                    for line in moved["lines"].as_array().into_iter().flatten() {
                        self.done
                            .moves
                            .push((line["number"].as_i64().unwrap_or(-1), line["move"].clone()));
                    }
                    self.done.retried += usize::from(tries > 0 && moved["repeated"] == true);
                    return Ok(true);
                }
                Ok(answer) if answer.status != 503 => {
                    return Err(format!(
                        "after {tries} tries: {} {} for {body}",
                        answer.status,
                        answer.text()
                    ));
                }
                _ => {
                    tries += 1;
                    self.wait(servers, turn).await;
                }
            }
        }
    }

    // Begins another game when one is over. It may be made twice if the server dies meanwhile; that harms nobody.
    async fn begin_again(&mut self, servers: &Servers, turn: &mut usize) -> Result<(), String> {
        let body = new_game(u64::from(self.rng.below(u32::MAX))).to_string();
        let game = loop {
            let answer = self.client.raw("POST", "/api/games", Some(body.as_bytes())).await;
            match answer {
                Ok(answer) if answer.status == 201 => break answer.json(),
                Ok(answer) if answer.status != 503 => {
                    return Err(format!("new game: {} {}", answer.status, answer.text()));
                }
                _ => self.wait(servers, turn).await,
            }
        };
        let game = game["id"].as_str().unwrap_or_default().to_owned();
        let over = std::mem::replace(&mut self.game, game);
        self.past.push((over, std::mem::take(&mut self.done)));
        Ok(())
    }

    async fn wait(&mut self, servers: &Servers, turn: &mut usize) {
        tokio::time::sleep(Duration::from_millis(20)).await;
        *turn += 1;
        let mut client = self.client.again();
        client.address = servers.pick(*turn);
        self.client = client;
    }
}

// Follows a game over all crashes; every entry must come once and in order.
async fn follow(
    player: Client,
    game: String,
    servers: Servers,
    stop: Arc<AtomicBool>,
) -> Result<i64, String> {
    let (mut last, mut turn) = (0, 0);
    let path = format!("/api/games/{game}/stream");
    while !stop.load(Ordering::Relaxed) {
        let mut client = player.again();
        client.address = servers.pick(turn);
        turn += 1;
        let Ok(mut listener) = client.listen(&path, Some(last)).await else {
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        };
        while !stop.load(Ordering::Relaxed) {
            match tokio::time::timeout(Duration::from_millis(300), listener.next()).await {
                Err(_) => {}
                Ok(Err(_)) => break,
                Ok(Ok(live)) => {
                    let Some(id) = live.id else { continue };
                    if id != last + 1 {
                        return Err(format!("{game}: entry {id} came after entry {last}"));
                    }
                    last = id;
                }
            }
        }
    }
    Ok(last)
}

async fn check(
    client: &mut Client,
    id: &str,
    done: &Acknowledged,
    heard: i64,
) -> Result<(), String> {
    let game = client.fetch(&format!("/api/games/{id}")).await;
    let length = game["length"].as_i64().unwrap_or(-1);
    let mut lines: Vec<Value> = Vec::new();
    while (lines.len() as i64) < length {
        let path = format!("/api/games/{id}/log?from={}", lines.len());
        let log = client.fetch(&path).await;
        let page = log["lines"].as_array().cloned().unwrap_or_default();
        if page.is_empty() {
            return Err(format!("{id}: the log ends at {} of {length}", lines.len()));
        }
        lines.extend(page);
    }
    for (i, line) in lines.iter().enumerate() {
        if line["number"].as_i64() != Some(i as i64 + 1) {
            return Err(format!("{id}: line {i} has number {}", line["number"]));
        }
    }
    if length != done.moves.len() as i64 {
        return Err(format!("{id}: {} moves acknowledged, {length} there", done.moves.len()));
    }
    for (number, mv) in &done.moves {
        if lines.get(*number as usize - 1).map(|l| &l["move"]) != Some(mv) {
            return Err(format!("{id}: acknowledged move {number} {mv} is not there"));
        }
    }
    if heard > game["seq"].as_i64().unwrap_or(-1) {
        return Err(format!("{id}: entry {heard} was heard but is not there"));
    }
    // The file replays from its moves alone to the hash that was stored with the last one.
    let file = client.get(&format!("/api/games/{id}/file")).await;
    let copy =
        client.raw("POST", "/api/import", Some(&file.body)).await.map_err(|e| e.to_string())?;
    if copy.status != 201 {
        return Err(format!("{id}: its file is not accepted: {}", copy.text()));
    }
    Ok(())
}

async fn trial(
    kind: &str,
    database: &str,
    kills: usize,
    games: usize,
    count: usize,
) -> Result<(), String> {
    let mut running = Vec::new();
    for _ in 0..count {
        running.push(Server::start(database, "127.0.0.1:0")?);
    }
    let servers = Servers::of(&running);
    let stop = Arc::new(AtomicBool::new(false));
    let total = Arc::new(AtomicUsize::new(0));
    let (mut players, mut listeners) = (Vec::new(), Vec::new());
    for n in 0..games {
        let mut player = Player::new(&servers, n).await;
        listeners.push(tokio::spawn(follow(
            player.client.again(),
            player.game.clone(),
            servers.clone(),
            stop.clone(),
        )));
        let (servers, stop, total) = (servers.clone(), stop.clone(), total.clone());
        players.push(tokio::spawn(async move {
            let mut turn = n;
            while !stop.load(Ordering::Relaxed) {
                if player.step(&servers, &mut turn).await? {
                    total.fetch_add(1, Ordering::Relaxed);
                } else {
                    player.begin_again(&servers, &mut turn).await?;
                }
            }
            Ok::<_, String>(player)
        }));
    }
    let mut rng = Rng::new(std::process::id().into());
    let begun = Instant::now();
    for kill in 0..kills {
        // Each life is long enough for some moves, and ends at a random moment.
        let before = total.load(Ordering::Relaxed);
        let patience = Instant::now() + Duration::from_secs(30);
        while total.load(Ordering::Relaxed) < before + games && Instant::now() < patience {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        tokio::time::sleep(Duration::from_millis(u64::from(rng.below(900)))).await;
        let which = kill % count;
        running[which].kill();
        // With several servers the others go on alone for a while.
        if count > 1 {
            tokio::time::sleep(Duration::from_millis(u64::from(rng.below(300)))).await;
        }
        let again = Server::start(database, "127.0.0.1:0")?;
        servers.replace(which, again.address);
        running[which] = again;
        println!("  kill {:>2}: {:>6} moves acknowledged", kill + 1, total.load(Ordering::Relaxed));
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    stop.store(true, Ordering::Relaxed);
    let seconds = begun.elapsed().as_secs_f64();
    let mut done = Vec::new();
    for player in players {
        done.push(player.await.map_err(|e| e.to_string())??);
    }
    let mut heard = Vec::new();
    for listener in listeners {
        heard.push(listener.await.map_err(|e| e.to_string())??);
    }
    let mut retried = 0;
    for (player, heard) in done.iter_mut().zip(&heard) {
        let mut client = player.client.again();
        client.address = servers.pick(0);
        player.client = client;
        // The listener followed the player's first game.
        let mut games: Vec<(&str, &Acknowledged)> =
            player.past.iter().map(|(g, d)| (g.as_str(), d)).collect();
        games.push((&player.game, &player.done));
        for (n, (game, done)) in games.into_iter().enumerate() {
            let heard = if n == 0 { *heard } else { 0 };
            check(&mut player.client, game, done, heard).await?;
            retried += done.retried;
        }
    }
    // All games go on.
    for player in &mut done {
        let mut turn = 0;
        for _ in 0..3 {
            player.step(&servers, &mut turn).await?;
        }
    }
    drop(running);
    child::check(database)?;
    println!(
        "{kind}, {count} server(s): {kills} kills, {} moves acknowledged in {seconds:.0} s, {retried} of them found done on \
         the second try; nothing lost, nothing doubled, {} entries heard in order",
        total.load(Ordering::Relaxed),
        heard.iter().sum::<i64>()
    );
    Ok(())
}

/// Runs the command.
pub fn run(args: &[String]) -> Result<(), String> {
    let kills = flags::number(args, "--kills", 20)?;
    let games = flags::number(args, "--games", 6)?;
    let kinds = match flags::text(args, "--database", "both") {
        "both" => vec!["sqlite", "postgres"],
        one => vec![one],
    };
    let runtime = tokio::runtime::Runtime::new().map_err(|e| e.to_string())?;
    let mut postgres = None;
    for kind in kinds {
        let database = child::database(kind, &mut postgres)?;
        for count in 1..=if kind == "postgres" { 2 } else { 1 } {
            runtime.block_on(trial(kind, &database, kills, games, count))?;
            runtime.block_on(told::trial(kind, &database, kills, count))?;
        }
    }
    child::clean_up();
    Ok(())
}
