//! `signalbox openings`: what became of openings in games of bots, as a file for the server.

use crate::chosen;
use crate::terminal::{Ink, paint, say};
use analysis::opening::{File, Made, Openings};
use anyhow::{Context, Result, bail};
use bots::{Level, Plan, Played};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

/// Count what became of openings in games of bots: by first company, starting price, paper and seat.
///
/// Every game has a seed of its own. Figures are shares with 95 % intervals. The exit status is 1 if a game came to no end;
/// such games are not counted.
#[derive(clap::Args)]
pub struct Args {
    /// 18cz, 1860, 18lilliput or 1889
    #[arg(long)]
    title: String,
    /// Variant of the title; without this, the usual one for that many players
    #[arg(long)]
    variant: Option<String>,
    /// How many play
    #[arg(long, value_name = "N", default_value_t = 3)]
    players: usize,
    /// Level of the bots: random, easy, standard, strong
    #[arg(long, default_value = "easy")]
    level: Level,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    /// Seed of the first game; the next has the next
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at once; all cores without this
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// The commit that this program was built from, to be noted in the file
    #[arg(long, value_name = "HASH")]
    commit: Option<String>,
    /// The file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Plays, counts and writes.
pub fn run(args: &Args) -> Result<ExitCode> {
    let title = chosen::title(&args.title.to_lowercase())?;
    let plan = Plan {
        title: title.id().to_owned(),
        variant: chosen::variant(title, args.variant.as_deref(), args.players)?,
        preset: chosen::preset(title, None)?,
        options: BTreeMap::new(),
        seats: vec![args.level.into(); args.players],
        seed: args.seed,
        nodes: None,
        ms: None,
        opening: 0,
    };
    // A setup that cannot be played is told before the first game.
    title.start(&plan.setup(0))?;
    let games = play(args, &plan);
    let (failed, whole): (Vec<&Played>, Vec<&Played>) =
        games.iter().partition(|g| g.fault.is_some());
    for game in &failed {
        let fault = game.fault.as_deref().unwrap_or_default();
        say(format!("{} game {}: {fault}", paint(Ink::Red, "fault:"), game.game));
    }
    let openings = Openings::count(&plan.variant, args.players, &whole);
    if openings.games == 0 {
        bail!("no game came to its end");
    }
    let file = File::new(title.id(), made(args, &plan), openings);
    // Beside the old one first, so that a stop leaves one of the two whole.
    let new = args.out.with_extension("new");
    std::fs::write(&new, file.write()).with_context(|| format!("{}", new.display()))?;
    std::fs::rename(&new, &args.out).with_context(|| format!("{}", args.out.display()))?;
    say(format!("{} games counted in {}", file.openings.games, args.out.display()));
    Ok(if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

// Where the figures come from, so that anybody can make them again.
fn made(args: &Args, plan: &Plan) -> Made {
    let Args { players, level, games, seed, .. } = args;
    let (title, variant) = (&plan.title, &plan.variant);
    let version = env!("CARGO_PKG_VERSION");
    Made {
        command: format!(
            "signalbox openings --title {title} --variant {variant} --players {players} --level {level} \
             --games {games} --seed {seed}"
        ),
        program: match &args.commit {
            Some(commit) => format!("signalbox {version} ({commit})"),
            None => format!("signalbox {version}"),
        },
        level: level.to_string(),
        preset: plan.preset.clone(),
        seed: *seed,
        games: *games,
    }
}

// All games in order, each with a seed of its own: chances that two games share would count twice.
fn play(args: &Args, plan: &Plan) -> Vec<Played> {
    let threads =
        args.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let (next, all) = (AtomicU32::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, 256) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= args.games {
                        break;
                    }
                    let own =
                        Plan { seed: plan.seed.wrapping_add(u64::from(number)), ..plan.clone() };
                    let (mut played, _) = own.play(0, &|| 0.0);
                    played.game = number;
                    all.lock().unwrap_or_else(PoisonError::into_inner).push(played);
                }
            });
        }
    });
    let mut all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    all.sort_by_key(|g| g.game);
    all
}
