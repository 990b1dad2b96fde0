//! Many games of a plan, several at once, with a journal from which an interrupted batch goes on.

use crate::arena::{Plan, Played};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Mutex;
use std::time::Instant;

/// A batch that cannot begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum BatchError {
    /// Files.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The folder belongs to something else.
    #[error("the folder holds games of another plan; choose another one")]
    OtherPlan,
    /// Not readable.
    #[error("line {line} of the journal cannot be read: {fault}")]
    Journal {
        /// Number of the line.
        line: usize,
        /// What is wrong.
        fault: String,
    },
    /// No workers.
    #[error("{0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

fn known(plan: &Plan, folder: &Path) -> Result<Vec<Played>, BatchError> {
    fs::create_dir_all(folder)?;
    let description = serde_json::to_string_pretty(plan).unwrap_or_default();
    let plan_file = folder.join("plan.json");
    if plan_file.exists() {
        let old: Option<Plan> = serde_json::from_str(&fs::read_to_string(&plan_file)?).ok();
        if old.as_ref() != Some(plan) {
            return Err(BatchError::OtherPlan);
        }
    } else {
        fs::write(&plan_file, description)?;
    }
    let journal = folder.join("games.jsonl");
    if !journal.exists() {
        return Ok(Vec::new());
    }
    let text = fs::read_to_string(&journal)?;
    let whole = text.ends_with('\n');
    let lines: Vec<&str> = text.lines().collect();
    let mut games = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        match serde_json::from_str(line) {
            Ok(game) => games.push(game),
            // The last line may be half of one that was being written.
            Err(_) if i + 1 == lines.len() && !whole => {
                let kept: String = lines[..i].iter().map(|l| format!("{l}\n")).collect();
                fs::write(&journal, kept)?;
            }
            Err(error) => {
                return Err(BatchError::Journal { line: i + 1, fault: error.to_string() });
            }
        }
    }
    Ok(games)
}

/// Plays games 0 to `games` of a plan and returns all of them in order. With a folder every game is written down at once and
/// games that lie there already are not played again. `tell` hears of every game, those found included.
pub fn batch(
    plan: &Plan,
    games: u32,
    threads: usize,
    folder: Option<&Path>,
    tell: &(dyn Fn(&Played) + Sync),
) -> Result<Vec<Played>, BatchError> {
    let done = folder.map_or(Ok(Vec::new()), |f| known(plan, f))?;
    let numbers: BTreeSet<u32> = done.iter().map(|g| g.game).collect();
    done.iter().filter(|g| g.game < games).for_each(tell);
    let journal = match folder {
        Some(f) => Some(Mutex::new(
            fs::OpenOptions::new().create(true).append(true).open(f.join("games.jsonl"))?,
        )),
        None => None,
    };
    let begun = Instant::now();
    let clock = || begun.elapsed().as_secs_f64();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let todo: Vec<u32> = (0..games).filter(|g| !numbers.contains(g)).collect();
    let fresh: Result<Vec<Played>, BatchError> = pool.install(|| {
        todo.into_par_iter()
            .with_max_len(1)
            .map(|number| {
                let (played, file) = plan.play(number, &clock);
                if let (Some(folder), Some(file)) = (folder, &file) {
                    fs::write(folder.join(format!("game-{number:05}.json")), file.write())?;
                }
                if let Some(journal) = &journal {
                    let line = serde_json::to_string(&played).unwrap_or_default();
                    let mut out = journal.lock().unwrap_or_else(|e| e.into_inner());
                    writeln!(out, "{line}")?;
                }
                tell(&played);
                Ok(played)
            })
            .collect()
    });
    let mut all: Vec<Played> = done.into_iter().filter(|g| g.game < games).chain(fresh?).collect();
    all.sort_by_key(|g| g.game);
    Ok(all)
}
