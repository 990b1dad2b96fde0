//! `signalbox judge`: every decision of a game, and what it cost.

mod check;

use crate::describe::Describe;
use crate::loaded::Loaded;
use crate::terminal::{Ink, paint, say, say_json};
use analysis::judgement::{Step, Verdict, Work};
use anyhow::{Result, bail};
use bots::{Book, Level, Limits, Mark, Sure, Weights, Who};
use comfy_table::{CellAlignment, Table, presets};
use engine::{Names, Position};
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Judge every decision of a game.
///
/// Reads our own game files and those of the public platform. Shows what every seat could expect through the game, and the
/// decisions for which a better move was found. The same file gets the same answer everywhere.
#[derive(clap::Args)]
pub struct Args {
    /// The game file; with --check one or more
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Threads to work on
    #[arg(long, value_name = "N", default_value_t = 2)]
    threads: usize,
    /// Play on from each mistake and from the better move, and say how often the better one ends better
    #[arg(long)]
    check: bool,
    /// With --check: games from each of the two moves
    #[arg(long, value_name = "N", default_value_t = 20)]
    games: u64,
    /// With --check: mistakes of each file that are checked, spread over it
    #[arg(long, value_name = "N")]
    most: Option<usize>,
    /// With --check: standard plays on without playouts of its own, which is much quicker
    #[arg(long)]
    quick: bool,
    /// Numbers of the bots to judge by instead of the title's own: a file as in crates/bots/weights
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
}

// Other numbers for a game.
fn numbers(args: &Args, loaded: &Loaded) -> Result<Option<&'static Weights>> {
    let Some(file) = &args.weights else { return Ok(None) };
    let book = Book::read(&crate::loaded::text(file)?).map_err(anyhow::Error::msg)?;
    let position = loaded.game.position();
    let who = Who::plain(position.core().seats, Level::Standard);
    let found = book.of(&position.sheet().variant, who);
    // One set for each file, as long as the program runs.
    Ok(Some(Box::leak(Box::new(found.clone()))))
}

/// A game with its judgement.
pub struct Judged {
    /// The game.
    pub loaded: Loaded,
    /// Its moves.
    pub steps: Vec<Step>,
    /// How long it took.
    pub seconds: f64,
    /// How long until all forecasts were there, and until there was a first judgement.
    pub first: [f64; 2],
}

/// Judges a file.
pub fn judged(file: &std::path::Path, args: &Args) -> Result<Judged> {
    let loaded = Loaded::read(file, None)?;
    let weights = numbers(args, &loaded)?;
    let begun = Instant::now();
    let work = Work::new(loaded.game.at(0), loaded.game.moves(), Vec::new());
    let work = Mutex::new((work, [0.0; 2]));
    let lock = || work.lock().unwrap_or_else(PoisonError::into_inner);
    std::thread::scope(|scope| {
        for _ in 0..args.threads.max(1) {
            scope.spawn(|| {
                loop {
                    let Some(task) = lock().0.take() else { break };
                    let at = task.at;
                    let step = task.done(&Limits { weights, ..Limits::default() });
                    let now = begun.elapsed().as_secs_f64();
                    let (work, first) = &mut *lock();
                    if step.as_ref().is_some_and(|s| s.verdict.is_some()) && first[1] == 0.0 {
                        first[1] = now;
                    }
                    if step.as_ref().is_some_and(|s| s.verdict.is_none()) && first[1] == 0.0 {
                        first[0] = now;
                    }
                    work.note(at, step);
                }
            });
        }
    });
    let (work, first) = work.into_inner().unwrap_or_else(PoisonError::into_inner);
    let steps = work.steps().cloned().collect();
    Ok(Judged { loaded, steps, seconds: begun.elapsed().as_secs_f64(), first })
}

/// The word for a mark.
pub const fn word(mark: Mark) -> &'static str {
    match mark {
        Mark::Best => "best",
        Mark::Good => "good",
        Mark::Doubtful => "doubtful",
        Mark::Mistake => "mistake",
    }
}

const fn certainty(sure: Sure) -> &'static str {
    match sure {
        Sure::Sure => "sure",
        Sure::Likely => "likely",
        Sure::Unsure => "unsure",
    }
}

fn move_text(position: &dyn Position, mv: &engine::wire::Move) -> String {
    match Names::of(position).read_move(mv) {
        Ok(mv) => Describe(position).sentence(&mv),
        Err(_) => String::from("?"),
    }
}

fn table(heads: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(heads.iter().copied());
    table
}

// The expectation at the end of each round, and where luck had a hand.
fn graph(judged: &Judged) -> Table {
    let players = &judged.loaded.game.setup().players;
    let mut heads = vec!["round", "move"];
    heads.extend(players.iter().map(String::as_str));
    heads.push("");
    let mut table = table(&heads);
    let steps = &judged.steps;
    for (i, step) in steps.iter().enumerate() {
        let ends = steps.get(i + 1).is_none_or(|next| next.round != step.round);
        if !ends {
            continue;
        }
        let round = step.round;
        let mut row = vec![
            format!("{:?} {}.{}", round.kind, round.set, round.number).to_lowercase(),
            step.number.to_string(),
        ];
        let seats = step.after.wealth.iter().zip(&step.after.chance);
        row.extend(seats.map(|(w, c)| format!("{w} ({:.0} %)", f64::from(*c) / 10.0)));
        row.resize(players.len() + 2, String::new());
        let drawn = steps.iter().filter(|s| s.round == round && s.luck).count();
        row.push(if drawn > 0 { format!("luck at {drawn} moves") } else { String::new() });
        table.add_row(row);
    }
    for column in table.column_iter_mut().skip(1).take(players.len() + 1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

fn show(judged: &Judged) {
    let game = &judged.loaded.game;
    say(graph(judged));
    say("");
    let mut table = table(&["move", "who", "", "", "cost", "played", "better", "why"]);
    let worth = |v: &&Verdict| v.mark >= Mark::Doubtful;
    for step in &judged.steps {
        let Some(verdict) = step.verdict.as_ref().filter(worth) else { continue };
        let before = game.at(step.number as usize - 1);
        let before = before.as_ref();
        let better = verdict.better.as_ref().map(|mv| move_text(before, mv)).unwrap_or_default();
        let name = game.setup().players.get(usize::from(step.seat)).cloned().unwrap_or_default();
        table.add_row([
            step.number.to_string(),
            name,
            word(verdict.mark).to_owned(),
            certainty(verdict.sure).to_owned(),
            format!("{} ({:.1} %)", verdict.amount, f64::from(verdict.loss) / 10.0),
            move_text(before, &step.mv),
            better,
            verdict.reason.text.clone(),
        ]);
    }
    say(table);
    say("");
    for (seat, name) in game.setup().players.iter().enumerate() {
        let own = judged.steps.iter().filter(|s| usize::from(s.seat) == seat);
        let marks: Vec<Mark> = own.filter_map(|s| s.verdict.as_ref()).map(|v| v.mark).collect();
        let count = |mark| marks.iter().filter(|m| **m == mark).count();
        let told = [Mark::Best, Mark::Good, Mark::Doubtful, Mark::Mistake]
            .map(|mark| format!("{} {}", count(mark), word(mark)));
        say(format!("{name}: {}", told.join(", ")));
    }
    let [forecasts, first] = judged.first;
    say(paint(
        Ink::Dim,
        format!(
            "{} moves in {:.1} s; forecasts after {forecasts:.1} s, first judgement after {first:.1} s",
            judged.steps.len(),
            judged.seconds
        ),
    ));
}

/// Judges.
pub fn run(args: &Args) -> Result<ExitCode> {
    if args.check {
        return check::run(args);
    }
    let [file] = args.files.as_slice() else {
        bail!("one file at a time, or --check");
    };
    let judged = judged(file, args)?;
    if args.json {
        say_json(&json!({
            "setting": analysis::judgement::SETTING,
            "players": judged.loaded.game.setup().players,
            "seconds": judged.seconds,
            "moves": judged.steps,
        }));
    } else {
        show(&judged);
    }
    Ok(ExitCode::SUCCESS)
}
