//! Many games of a plan, several at once, with a journal from which an interrupted batch goes on.

use crate::arena::{Plan, Played};
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
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
    /// A folder without a plan.
    #[error("{0} holds no games: there is no plan.json in it")]
    NoPlan(String),
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

/// The plan and the games of a folder, in their order.
pub fn journal(folder: &Path) -> Result<(Plan, Vec<Played>), BatchError> {
    let file = folder.join("plan.json");
    let plan = fs::read_to_string(&file).ok().and_then(|text| serde_json::from_str(&text).ok());
    let plan: Plan = plan.ok_or_else(|| BatchError::NoPlan(folder.display().to_string()))?;
    let mut games = known(&plan, folder)?;
    games.sort_by_key(|g| g.game);
    Ok((plan, games))
}

/// Who watches a batch.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// Hears of every game, those found included.
    pub tell: &'a (dyn Fn(&Played) + Sync),
    /// Asked after every game, with all that are played so far; `true` begins no further one.
    pub enough: &'a (dyn Fn(&[Played]) -> bool + Sync),
}

// What the workers share.
struct Progress {
    // Games still to play, the last one first.
    todo: Vec<u32>,
    all: Vec<Played>,
    journal: Option<fs::File>,
    failed: Option<BatchError>,
}

impl Progress {
    fn note(&mut self, played: Played, watch: &Watch<'_>) {
        if let Some(journal) = &mut self.journal {
            let line = serde_json::to_string(&played).unwrap_or_default();
            if let Err(error) = writeln!(journal, "{line}") {
                self.fail(error);
            }
        }
        (watch.tell)(&played);
        self.all.push(played);
        if (watch.enough)(&self.all) {
            self.todo.clear();
        }
    }

    fn fail(&mut self, error: io::Error) {
        self.failed.get_or_insert(error.into());
        self.todo.clear();
    }
}

/// Plays games 0 to `games` of a plan, the first ones first, and returns all of them in order. With a folder every game is
/// written down at once and games that lie there already are not played again.
pub fn batch(
    plan: &Plan,
    games: u32,
    threads: usize,
    folder: Option<&Path>,
    watch: Watch<'_>,
) -> Result<Vec<Played>, BatchError> {
    let mut done = folder.map_or(Ok(Vec::new()), |f| known(plan, f))?;
    done.retain(|g| g.game < games);
    let numbers: BTreeSet<u32> = done.iter().map(|g| g.game).collect();
    done.iter().for_each(watch.tell);
    let journal = match folder {
        Some(f) => {
            Some(fs::OpenOptions::new().create(true).append(true).open(f.join("games.jsonl"))?)
        }
        None => None,
    };
    let begun = Instant::now();
    let clock = || begun.elapsed().as_secs_f64();
    let mut todo: Vec<u32> = (0..games).rev().filter(|g| !numbers.contains(g)).collect();
    if (watch.enough)(&done) {
        todo.clear();
    }
    let shared = Mutex::new(Progress { todo, all: done, journal, failed: None });
    let locked = || shared.lock().unwrap_or_else(PoisonError::into_inner);
    let work = || {
        loop {
            let Some(number) = locked().todo.pop() else { break };
            let (played, file) = plan.play(number, &clock);
            let written = match (folder, &file) {
                (Some(folder), Some(file)) => {
                    fs::write(folder.join(format!("game-{number:05}.json")), file.write())
                }
                _ => Ok(()),
            };
            let mut progress = locked();
            match written {
                Ok(()) => progress.note(played, &watch),
                Err(error) => progress.fail(error),
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(work);
        }
    });
    let progress = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(error) = progress.failed {
        return Err(error);
    }
    let mut all = progress.all;
    all.sort_by_key(|g| g.game);
    Ok(all)
}
