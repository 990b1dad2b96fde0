//! `signalbox verify`: recorded games against our rules.

use crate::terminal::{Ink, paint, say, say_json};
use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use interop::{Report, Verdict};
use serde_json::json;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, mpsc};
use std::time::{Duration, Instant};

/// Replay recorded games and compare every state.
///
/// Each game file of the public platform is played through our rules. Where a trace (NAME.trace.jsonl.gz) lies beside
/// NAME.game.json the state after every action is compared with it; the recorded final result always is.
/// The exit status is 1 if any game differs or cannot be read.
#[derive(clap::Args)]
pub struct Args {
    /// Game files, or folders that are searched for *.game.json
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Only games of this title (18CZ, 1860)
    #[arg(long, value_name = "TITLE")]
    title: Option<String>,
    /// Only games with this many players
    #[arg(long, value_name = "N")]
    players: Option<usize>,
    /// Games replayed at once
    #[arg(long, short, value_name = "N")]
    jobs: Option<usize>,
    /// Go on after the first difference and list up to this many fields that differ
    #[arg(long, value_name = "N", default_value_t = 1)]
    differences: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Verifies all games.
pub fn run(args: &Args) -> Result<ExitCode> {
    let mut files = Vec::new();
    for path in &args.paths {
        collect(path, &mut files)?;
    }
    files.retain(|path| wanted(path, args));
    let began = Instant::now();
    let reports = verify_all(&files, args);
    let same = reports.iter().filter(|r| r.is_same()).count();
    let total = Total {
        games: reports.len(),
        same,
        moves: reports.iter().map(|r| r.moves).sum(),
        states: reports.iter().map(|r| r.compared).sum(),
        time: began.elapsed(),
    };
    if args.json {
        say_json(&json!({
            "games": reports.iter().map(Report::to_json).collect::<Vec<_>>(),
            "total": total.games,
            "same": total.same,
            "moves": total.moves,
            "states_compared": total.states,
            "seconds": total.time.as_secs_f64(),
        }));
    } else {
        say(total.line());
    }
    if files.is_empty() {
        anyhow::bail!("no game files found");
    }
    Ok(if same == reports.len() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

struct Total {
    games: usize,
    same: usize,
    moves: usize,
    states: usize,
    time: Duration,
}

impl Total {
    fn line(&self) -> String {
        let differ = self.games - self.same;
        let verdict = if differ == 0 {
            paint(Ink::Green, "all the same")
        } else {
            paint(Ink::Red, format!("{differ} not the same"))
        };
        format!(
            "{} games, {} moves, {} states compared in {:.2} s: {verdict}",
            self.games,
            self.moves,
            self.states,
            self.time.as_secs_f64(),
        )
    }
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    let entries = std::fs::read_dir(path).with_context(|| format!("{}", path.display()))?;
    let mut inner: Vec<PathBuf> = entries.filter_map(|e| e.ok().map(|e| e.path())).collect();
    inner.sort();
    for entry in inner {
        if entry.is_dir() && !entry.is_symlink() {
            collect(&entry, files)?;
        } else if entry.to_string_lossy().ends_with(".game.json") {
            files.push(entry);
        }
    }
    Ok(())
}

/// Filters by what the file says; a file that cannot be read is never left out.
fn wanted(path: &Path, args: &Args) -> bool {
    if args.title.is_none() && args.players.is_none() {
        return true;
    }
    let Ok(file) = crate::loaded::text(path)
        .map_err(|_| ())
        .and_then(|t| interop::PublicFile::read(&t).map_err(|_| ()))
    else {
        return true;
    };
    args.title.as_ref().is_none_or(|t| t.eq_ignore_ascii_case(&file.title))
        && args.players.is_none_or(|n| n == file.players.len())
}

/// Verifies games on several threads; lines are printed in the order of the files as they become ready.
fn verify_all(files: &[PathBuf], args: &Args) -> Vec<Report> {
    let jobs =
        args.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let jobs = jobs.clamp(1, 64).min(files.len().max(1));
    let progress = match std::io::stderr().is_terminal() && !args.json && files.len() > 1 {
        true => ProgressBar::new(files.len() as u64).with_style(
            ProgressStyle::with_template("{bar:40} {pos}/{len} {msg}")
                .unwrap_or(ProgressStyle::default_bar()),
        ),
        false => ProgressBar::hidden(),
    };
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<Option<Report>>> = Mutex::new(vec![None; files.len()]);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            let sender = sender.clone();
            scope.spawn({
                let (next, done) = (&next, &done);
                move || {
                    loop {
                        let i = next.fetch_add(1, Ordering::Relaxed);
                        let Some(path) = files.get(i) else { break };
                        let report = interop::verify_on(path, args.differences.max(1));
                        if let Ok(mut done) = done.lock() {
                            done[i] = Some(report);
                        }
                        let _ = sender.send(());
                    }
                }
            });
        }
        drop(sender);
        let mut printed = 0;
        for () in receiver {
            progress.inc(1);
            let Ok(done) = done.lock() else { break };
            while let Some(Some(report)) = done.get(printed) {
                if !args.json {
                    progress.suspend(|| say(line(report)));
                }
                printed += 1;
            }
        }
        progress.finish_and_clear();
    });
    done.into_inner().unwrap_or_default().into_iter().flatten().collect()
}

fn line(report: &Report) -> String {
    let name =
        report.path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
    let name = name.strip_suffix(".game.json").unwrap_or(&name).to_owned();
    let verdict = match &report.verdict {
        Verdict::Same if report.compared > 0 => paint(Ink::Green, "same"),
        Verdict::Same => format!("{} (result only, no trace)", paint(Ink::Green, "same")),
        Verdict::Differs { action, difference } => format!(
            "{} action {action}, {}: expected {}, found {}",
            paint(Ink::Red, "differs"),
            difference.field,
            difference.expected,
            difference.found
        ),
        Verdict::Unreadable(why) => format!("{} {why}", paint(Ink::Red, "unreadable")),
    };
    let more: String = report
        .more
        .iter()
        .map(|(action, d)| {
            format!(
                "\n    action {action}, {}: expected {}, found {}",
                d.field, d.expected, d.found
            )
        })
        .collect();
    format!(
        "{name:<30} {:<6} {} players {:>5} moves {:>8.1} ms  {verdict}{more}",
        report.title,
        report.players,
        report.moves,
        report.time.as_secs_f64() * 1000.0,
    )
}
