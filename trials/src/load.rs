//! Moves in many games with many listeners, over loopback, beside what the bare database does.

use crate::child::{self, Server};
use crate::client::Client;
use crate::flags;
use crate::lean::Wire;
use engine::{Move, Rng, Setup, move_to_json};
use serde_json::json;
use sqlx::any::AnyConnectOptions;
use sqlx::{AnyConnection, Connection};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::Barrier;

/// A move as JSON and the number of moves before it.
pub type Step = (usize, String);

/// A game that all tables play: the same seed, the same moves. Whoever can only pass is passed for by the server.
pub fn script(length: usize) -> Result<Vec<Step>, String> {
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
    let mut rng = Rng::new(5);
    let (mut steps, mut made) = (Vec::new(), 0);
    while steps.len() < length {
        let choices = position.choices();
        if choices.is_empty() {
            return Err(format!("the game is over after {made} moves"));
        }
        let mv = position.routed(choices[rng.below(choices.len() as u32) as usize].mv.clone());
        if choices.len() > 1 || mv != Move::Pass {
            steps.push((made, move_to_json(position.as_ref(), &mv).to_string()));
        }
        position.play(&mv, &mut Vec::new()).map_err(|e| e.to_string())?;
        made += 1;
    }
    Ok(steps)
}

/// A percentile of times in microseconds, in milliseconds.
pub fn percentile(sorted: &[u64], p: f64) -> f64 {
    let at = ((sorted.len() as f64 * p) as usize).min(sorted.len().saturating_sub(1));
    sorted.get(at).copied().unwrap_or(0) as f64 / 1000.0
}

// So many durable commits of one small row each, over some connections; per second.
async fn bare(database: &str, rows: usize, connections: usize) -> Result<f64, String> {
    sqlx::any::install_default_drivers();
    let file = database.strip_prefix("postgres").is_none();
    let url = if file { format!("sqlite://{database}.bare?mode=rwc") } else { database.to_owned() };
    let options = AnyConnectOptions::from_str(&url).map_err(|e| e.to_string())?;
    let mut all = Vec::new();
    for _ in 0..connections {
        let mut c = AnyConnection::connect_with(&options).await.map_err(|e| e.to_string())?;
        if file {
            for pragma in ["PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL"] {
                sqlx::query(pragma).execute(&mut c).await.map_err(|e| e.to_string())?;
            }
        }
        all.push(c);
    }
    for sql in [
        "DROP TABLE IF EXISTS bare",
        "CREATE TABLE bare (id BIGINT PRIMARY KEY, data TEXT NOT NULL)",
    ] {
        sqlx::query(sql).execute(&mut all[0]).await.map_err(|e| e.to_string())?;
    }
    let data = "x".repeat(200);
    let begun = Instant::now();
    let mut tasks = Vec::new();
    for (n, mut c) in all.into_iter().enumerate() {
        let data = data.clone();
        tasks.push(tokio::spawn(async move {
            for i in 0..rows / connections {
                sqlx::query("INSERT INTO bare (id, data) VALUES ($1, $2)")
                    .bind((n * rows + i) as i64)
                    .bind(&data)
                    .execute(&mut c)
                    .await?;
            }
            c.close().await
        }));
    }
    for task in tasks {
        task.await.map_err(|e| e.to_string())?.map_err(|e| e.to_string())?;
    }
    Ok((rows / connections * connections) as f64 / begun.elapsed().as_secs_f64())
}

struct Plan {
    games: usize,
    listeners: usize,
    moves: usize,
    clients: usize,
    limit: Duration,
}

async fn trial(kind: &str, database: &str, plan: &Plan) -> Result<(), String> {
    let per_game = (plan.moves / plan.games).max(1);
    let script = Arc::new(script(per_game)?);
    let server = Server::start(database, "127.0.0.1:0")?;
    let mut host = Client::new(server.address);
    host.send("/api/session", json!({})).await;
    let cookie = host.cookie.clone().unwrap_or_default();
    let mut ids = Vec::new();
    for _ in 0..plan.games {
        let body = json!({
            "title": "18cz", "variant": "standard", "seed": "1", "hot_seat": true, "start": true,
            "seats": [{"kind": "name", "name": "A"}, {"kind": "name", "name": "B"}, {"kind": "name", "name": "C"}],
        });
        let id = host.send("/api/games", body).await["id"].as_str().unwrap_or_default().to_owned();
        ids.push(id);
    }
    println!("{kind}: {} games made, memory {} MB", plan.games, server.memory().0 / 1024);
    let heard = Arc::new(AtomicU64::new(0));
    let broken = Arc::new(AtomicBool::new(false));
    let mut listeners = Vec::new();
    for n in 0..plan.listeners {
        let path = format!("/api/games/{}/stream", ids[n % ids.len()]);
        let wire = Wire::new(server.address, &cookie, n).await;
        let listening = async { wire?.listen(&path).await };
        let mut ear = listening.await.map_err(|e| format!("listener {n}: {e}"))?;
        let (heard, broken) = (heard.clone(), broken.clone());
        listeners.push(tokio::spawn(async move {
            let mut last = None;
            while let Ok(id) = ear.next().await {
                if last.is_some_and(|l| id != l + 1) {
                    broken.store(true, Ordering::Relaxed);
                }
                last = Some(id);
                heard.fetch_add(1, Ordering::Relaxed);
            }
        }));
    }
    let idle = server.memory().0 / 1024;
    println!("{kind}: {} listeners, memory {idle} MB", plan.listeners);
    let barrier = Arc::new(Barrier::new(plan.clients + 1));
    let until = Instant::now() + plan.limit;
    let mut workers = Vec::new();
    for w in 0..plan.clients {
        let mine: Vec<String> = ids.iter().skip(w).step_by(plan.clients).cloned().collect();
        let wire = Wire::new(server.address, &cookie, plan.listeners + w).await;
        let mut wire = wire.map_err(|e| e.to_string())?;
        let (script, barrier) = (script.clone(), barrier.clone());
        workers.push(tokio::spawn(async move {
            barrier.wait().await;
            let mut times = Vec::new();
            for (after, mv) in script.iter() {
                for id in &mine {
                    if Instant::now() > until {
                        return Ok(times);
                    }
                    let body = format!(r#"{{"after":{after},"key":"{id}-{after}","move":{mv}}}"#);
                    let began = Instant::now();
                    let (status, answer) = wire
                        .post(&format!("/api/games/{id}/moves"), &body)
                        .await
                        .map_err(|e| e.to_string())?;
                    times.push(began.elapsed().as_micros() as u64);
                    if status != 200 {
                        return Err(format!("{status} {}", String::from_utf8_lossy(&answer)));
                    }
                }
            }
            Ok::<_, String>(times)
        }));
    }
    barrier.wait().await;
    let (begun, work) = (Instant::now(), (server.work(), child::own_work()));
    let mut times = Vec::new();
    for worker in workers {
        times.extend(worker.await.map_err(|e| e.to_string())??);
    }
    let seconds = begun.elapsed().as_secs_f64();
    let expected = (times.len() * plan.listeners / plan.games) as u64;
    let deadline = Instant::now() + Duration::from_secs(10);
    while heard.load(Ordering::Relaxed) < expected && Instant::now() < deadline {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let (now, peak) = server.memory();
    let work = (
        (server.work() - work.0).as_micros() / times.len().max(1) as u128,
        (child::own_work() - work.1).as_micros() / times.len().max(1) as u128,
    );
    times.sort_unstable();
    let rate = times.len() as f64 / seconds;
    println!(
        "{kind}: {} moves in {seconds:.1} s = {rate:.0} moves/s; p50 {:.1} ms, p99 {:.1} ms; memory {} MB (at most {} MB); \
         {} of {expected} events heard{}",
        times.len(),
        percentile(&times, 0.5),
        percentile(&times, 0.99),
        now / 1024,
        peak / 1024,
        heard.load(Ordering::Relaxed),
        if broken.load(Ordering::Relaxed) { ", OUT OF ORDER" } else { ", each in order" }
    );
    println!(
        "{kind}: a move takes {} µs of the server's work and {} µs of this program's",
        work.0, work.1
    );
    for listener in listeners {
        listener.abort();
    }
    drop(server);
    let one = bare(database, times.len().min(20_000), 1).await?;
    println!(
        "{kind}: bare database, one connection: {one:.0} commits/s; the server does {:.0}% of it",
        100.0 * rate / one
    );
    if kind == "postgres" {
        let many = bare(database, times.len().min(20_000), 16).await?;
        println!(
            "{kind}: bare database, 16 connections: {many:.0} commits/s; the server does {:.0}% of it",
            100.0 * rate / many
        );
    }
    Ok(())
}

/// Runs the command.
pub fn run(args: &[String]) -> Result<(), String> {
    let plan = Plan {
        games: flags::number(args, "--games", 500)?.max(1),
        listeners: flags::number(args, "--listeners", 1000)?,
        moves: flags::number(args, "--moves", 20_000)?,
        clients: flags::number(args, "--clients", 64)?.max(1),
        limit: Duration::from_secs(flags::number(args, "--seconds", 120)? as u64),
    };
    let kinds = match flags::text(args, "--database", "both") {
        "both" => vec!["sqlite", "postgres"],
        one => vec![one],
    };
    let runtime = tokio::runtime::Runtime::new().map_err(|e| e.to_string())?;
    let mut postgres = None;
    for kind in kinds {
        let database = child::database(kind, &mut postgres)?;
        runtime.block_on(trial(kind, &database, &plan))?;
    }
    child::clean_up();
    Ok(())
}
