//! `signalbox judge --check`: whether the better moves are better.

use super::{Args, Judged, judged};
use crate::terminal::{say, say_json};
use anyhow::Result;
use bots::{Limits, Mark, Mean, gain, mean};
use engine::{Names, Player};
use serde_json::json;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

// Seeds of the games that are played on.
const FIRST_SEED: u64 = 9_000;

// A mistake and what came of the better move, beside it.
struct Checked {
    file: usize,
    number: u32,
    loss: u32,
    step: &'static str,
    gains: Mean,
}

// Half the width of a 95 % interval of a share, and its middle, after Wilson.
fn interval(right: usize, of: usize) -> (f64, f64) {
    let (n, z) = (of.max(1) as f64, 1.96_f64);
    let p = right as f64 / n;
    let middle = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

// Mistakes of a file, at most so many, spread over it.
fn mistakes(judged: &Judged, most: Option<usize>) -> Vec<usize> {
    let is = |mark: Mark| mark == Mark::Mistake;
    let all = judged.steps.iter().enumerate();
    let found = all.filter(|(_, s)| s.verdict.as_ref().is_some_and(|v| is(v.mark)));
    let found: Vec<usize> = found.map(|(at, _)| at).collect();
    match most {
        Some(most) if most < found.len() => {
            (0..most).map(|i| found[i * found.len() / most]).collect()
        }
        _ => found,
    }
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let mut all = Vec::new();
    for file in &args.files {
        let judged = judged(file, args)?;
        let found = mistakes(&judged, args.most);
        eprintln!(
            "{}: {} moves in {:.0} s, {} mistakes to check",
            file.display(),
            judged.steps.len(),
            judged.seconds,
            found.len()
        );
        all.push((judged, found));
    }
    let tasks: Vec<(usize, usize)> = all
        .iter()
        .enumerate()
        .flat_map(|(f, (_, found))| found.iter().map(move |&at| (f, at)))
        .collect();
    let (next, checked) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..args.threads.max(1) {
            scope.spawn(|| {
                while let Some(&(file, at)) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let (judged, _) = &all[file];
                    let limits = Limits { plain: args.quick, ..Limits::default() };
                    if let Some(found) = check(judged, file, at, args.games, limits) {
                        eprintln!(
                            "{} move {} ({}, {:.1} %): {:+.0} ± {:.0}",
                            args.files[file].display(),
                            found.number,
                            found.step,
                            f64::from(found.loss) / 10.0,
                            found.gains.mean,
                            found.gains.margin
                        );
                        checked.lock().unwrap_or_else(PoisonError::into_inner).push(found);
                    }
                }
            });
        }
    });
    let mut checked: Vec<Checked> = checked.into_inner().unwrap_or_else(PoisonError::into_inner);
    checked.sort_by_key(|c| (c.file, c.number));
    let right = checked.iter().filter(|c| c.gains.mean > 0.0).count();
    let (low, high) = interval(right, checked.len());
    let share = right as f64 / checked.len().max(1) as f64;
    if args.json {
        let told = checked.iter().map(|c| {
            json!({"file": args.files[c.file], "move": c.number, "step": c.step, "loss": c.loss, "gain": c.gains})
        });
        say_json(&json!({
            "mistakes": checked.len(), "better": right, "share": share, "interval": [low, high],
            "games": args.games, "quick": args.quick, "all": told.collect::<Vec<_>>(),
        }));
    } else if checked.is_empty() {
        say("no mistake was found".to_owned());
    } else {
        say(format!(
            "{right} of {} better moves end better: {:.0} % (95 %: {:.0} to {:.0}), {} games from each move{}",
            checked.len(),
            100.0 * share,
            100.0 * low,
            100.0 * high,
            args.games,
            if args.quick { ", standard without playouts" } else { "" }
        ));
    }
    Ok(ExitCode::SUCCESS)
}

fn check(
    judged: &Judged,
    file: usize,
    at: usize,
    games: u64,
    limits: Limits<'_>,
) -> Option<Checked> {
    let step = &judged.steps[at];
    let verdict = step.verdict.as_ref()?;
    let before = judged.loaded.game.at(at);
    let names = Names::of(before.as_ref());
    let better = names.read_move(verdict.better.as_ref()?).ok()?;
    let played = &judged.loaded.game.moves()[at];
    let player = Player(step.seat);
    let gains: Vec<f64> = (0..games)
        .filter_map(|n| gain(before.as_ref(), player, [&better, played], FIRST_SEED + n, limits))
        .collect();
    let step_name = before.decision().map_or("", |d| d.step);
    Some(Checked {
        file,
        number: step.number,
        loss: verdict.loss,
        step: step_name,
        gains: mean(&gains),
    })
}
