//! Opening a long game and jumping about in it: how long a page waits.

use crate::child::{self, Server};
use crate::client::Client;
use crate::flags;
use engine::{GameFile, Rng, Setup, move_to_json};
use serde_json::json;
use std::time::{Duration, Instant};

// A game drawn at random to its end, the longest of a few; all of its moves.
fn long_game(title: &str, enough: usize) -> Result<GameFile, String> {
    let title = titles::by_id(title).ok_or("there is no such title")?;
    let variant = &title.variants()[0];
    let mut best: Option<GameFile> = None;
    for seed in 0..12 {
        let setup = Setup {
            title: title.id().to_owned(),
            variant: variant.id.clone(),
            preset: title.presets()[0].to_owned(),
            options: Default::default(),
            players: (0..variant.max_players).map(|n| format!("{n}")).collect(),
            seed,
            luck: None,
            rules: title.rules_version(),
            data: None,
            extra: None,
            arrangement: None,
        };
        let mut position = title.start(&setup).map_err(|e| e.to_string())?;
        let mut rng = Rng::new(seed + 1);
        let mut moves = Vec::new();
        loop {
            let choices = position.choices();
            if choices.is_empty() {
                break;
            }
            let choice = &choices[rng.below(choices.len() as u32) as usize];
            let mv = position.routed(choice.mv.clone());
            moves.push(move_to_json(position.as_ref(), &mv));
            position.play(&mv, &mut Vec::new()).map_err(|e| e.to_string())?;
        }
        if best.as_ref().is_none_or(|b| b.moves.len() < moves.len()) {
            best = Some(GameFile {
                format: engine::FORMAT.to_owned(),
                version: engine::VERSION,
                wire: engine::wire::VERSION,
                setup,
                moves,
                hash: None,
            });
        }
        if best.as_ref().is_some_and(|b| b.moves.len() >= enough) {
            break;
        }
    }
    best.ok_or_else(|| "no game was played".to_owned())
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn shown(times: &mut [Duration]) -> String {
    times.sort_unstable();
    let at = |p: f64| milliseconds(times[((times.len() - 1) as f64 * p) as usize]);
    format!("p50 {:.1} ms, p99 {:.1} ms, at most {:.1} ms", at(0.5), at(0.99), at(1.0))
}

async fn timed(client: &mut Client, path: &str) -> Result<Duration, String> {
    let began = Instant::now();
    let answer = client.raw("GET", path, None).await.map_err(|e| e.to_string())?;
    if answer.status != 200 {
        return Err(format!("{path}: {} {}", answer.status, answer.text()));
    }
    Ok(began.elapsed())
}

async fn import(client: &mut Client, file: &GameFile, play: bool) -> Result<String, String> {
    let text = serde_json::to_vec(file).map_err(|e| e.to_string())?;
    let path = format!("/api/import?play={play}");
    let answer = client.raw("POST", &path, Some(&text)).await.map_err(|e| e.to_string())?;
    let game = answer.json();
    game["id"]
        .as_str()
        .map(str::to_owned)
        .ok_or_else(|| format!("the file is not accepted: {}", answer.text()))
}

// What a page asks for first, one after the other on one connection.
async fn open(client: &mut Client, id: &str) -> Result<Duration, String> {
    let mut total = Duration::ZERO;
    for path in ["state", "map.svg?theme=page", "choices"] {
        total += timed(client, &format!("/api/games/{id}/{path}")).await?;
    }
    Ok(total)
}

async fn trial(kind: &str, database: &str, file: &GameFile, jumps: usize) -> Result<(), String> {
    let length = file.moves.len();
    let mut server = Server::start(database, "127.0.0.1:0")?;
    let mut client = Client::new(server.address);
    client.send("/api/session", json!({})).await;
    let began = Instant::now();
    let finished = import(&mut client, file, false).await?;
    let replayed = began.elapsed();
    let mut cut = file.clone();
    cut.moves.truncate(length * 19 / 20);
    let playing = import(&mut client, &cut, true).await?;
    println!(
        "{kind}: a game of {length} moves, replayed and stored in {:.0} ms",
        milliseconds(replayed)
    );
    // A new process has nothing in memory.
    for (id, what) in [(&finished, "finished"), (&playing, "under way, 95% of its moves made")] {
        let mut cold = Vec::new();
        for _ in 0..5 {
            server.kill();
            server = Server::start(database, "127.0.0.1:0")?;
            client = client.again();
            client.address = server.address;
            timed(&mut client, "/api/session").await?;
            cold.push(open(&mut client, id).await?);
        }
        let mut hot = Vec::new();
        for _ in 0..40 {
            hot.push(open(&mut client, id).await?);
        }
        println!(
            "{kind}: opened ({what}; state, map and choices together): first in a new process {}; then {}",
            shown(&mut cold),
            shown(&mut hot)
        );
    }
    let mut rng = Rng::new(3);
    for what in ["state", "map.svg"] {
        let mut times = Vec::new();
        for _ in 0..jumps {
            let at = rng.below(length as u32 + 1);
            times.push(timed(&mut client, &format!("/api/games/{finished}/{what}?at={at}")).await?);
        }
        println!("{kind}: {what} at {jumps} random moves: {}", shown(&mut times));
    }
    Ok(())
}

/// Runs the command.
pub fn run(args: &[String]) -> Result<(), String> {
    let jumps = flags::number(args, "--jumps", 300)?.max(1);
    let enough = flags::number(args, "--moves", 800)?;
    let file = long_game(flags::text(args, "--title", "18cz"), enough)?;
    let kinds = match flags::text(args, "--database", "both") {
        "both" => vec!["sqlite", "postgres"],
        one => vec![one],
    };
    let runtime = tokio::runtime::Runtime::new().map_err(|e| e.to_string())?;
    let mut postgres = None;
    for kind in kinds {
        let database = child::database(kind, &mut postgres)?;
        runtime.block_on(trial(kind, &database, &file, jumps))?;
    }
    child::clean_up();
    Ok(())
}
