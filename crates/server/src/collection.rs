//! The puzzles, as games that nobody changes, and which of them is the puzzle of a day.

use crate::config::Config;
use crate::fault::Fault;
use crate::shown::Shown;
use analysis::puzzle::{File, Posed};
use rust_embed::RustEmbed;
use std::path::Path;
use std::sync::{Arc, OnceLock};

#[derive(RustEmbed)]
#[folder = "../../puzzles"]
struct Files;

// Most puzzles, and most bytes of a file of an operator's own.
const MOST: usize = 2_000;
const MOST_BYTES: u64 = 16 << 20;
/// A day in milliseconds.
const DAY: i64 = 86_400_000;

/// A puzzle, and its line as a game.
#[derive(Debug)]
pub struct Asked {
    /// The puzzle on the table.
    pub posed: Posed,
    /// Its line.
    pub shown: Arc<Shown>,
}

/// All puzzles, read when the first is asked for.
#[derive(Default)]
pub struct Collection {
    read: OnceLock<Vec<Arc<Asked>>>,
}

/// The id of a puzzle, if a game's id is one of a puzzle.
pub fn puzzle_id(game: &str) -> Option<&str> {
    game.strip_prefix("puzzle-")
}

/// The day of a time, counted from 1970, everywhere the same.
pub const fn day_of(ms: i64) -> i64 {
    ms.div_euclid(DAY)
}

/// The first moment of a day.
pub const fn begins(day: i64) -> i64 {
    day * DAY
}

// A fixed order in which titles and kinds are mixed.
fn mixed(id: &str) -> u64 {
    let hash = id
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3));
    (hash ^ (hash >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

fn taken(text: &str, name: &str, config: &Config, all: &mut Vec<Arc<Asked>>) {
    let file = match File::read(text) {
        Ok(file) => file,
        Err(error) => {
            tracing::warn!(name, error, "a file of puzzles is left out");
            return;
        }
    };
    for puzzle in file.puzzles {
        let posed = Posed::read(puzzle, &|title| config.parts.title(title));
        let asked = posed.map_err(|faults| faults.join("; ")).and_then(|posed| {
            let puzzle = &posed.puzzle;
            if all.iter().any(|a: &Arc<Asked>| a.posed.puzzle.id == puzzle.id) {
                return Err(format!("{}: it is there twice", puzzle.id));
            }
            let id = format!("puzzle-{}", puzzle.id);
            let shown = Shown::of(id, &puzzle.setup, posed.title, &puzzle.moves)?;
            Ok(Asked { posed, shown: Arc::new(shown) })
        });
        match asked {
            Ok(asked) if all.len() < MOST => all.push(Arc::new(asked)),
            Ok(_) => {
                tracing::warn!(name, most = MOST, "there are too many puzzles");
                return;
            }
            Err(fault) => tracing::warn!(name, fault, "a puzzle is left out"),
        }
    }
}

// The files of an operator's own, in the order of their names.
fn own(folder: &Path, config: &Config, all: &mut Vec<Arc<Asked>>) {
    let listed = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path());
    let mut files: Vec<_> = listed.filter(|p| p.extension().is_some_and(|e| e == "json")).collect();
    files.sort();
    for path in files {
        let name = path.display().to_string();
        let small = std::fs::metadata(&path).is_ok_and(|m| m.len() <= MOST_BYTES);
        match std::fs::read_to_string(&path) {
            Ok(text) if small => taken(&text, &name, config, all),
            Ok(_) => tracing::warn!(name, most = MOST_BYTES, "a file of puzzles is too large"),
            Err(error) => tracing::warn!(name, %error, "a file of puzzles cannot be read"),
        }
    }
}

impl Collection {
    /// All puzzles, mixed. One that cannot be read is left out, and the log says why.
    pub fn all(&self, config: &Config) -> &[Arc<Asked>] {
        self.read.get_or_init(|| {
            let mut all = Vec::new();
            for name in Files::iter().filter(|name| name.ends_with(".json")) {
                let text = Files::get(&name).map(|f| f.data).unwrap_or_default();
                taken(&String::from_utf8_lossy(&text), &name, config, &mut all);
            }
            if let Some(folder) = &config.puzzles {
                own(folder, config, &mut all);
            }
            all.sort_by_key(|a| (mixed(&a.posed.puzzle.id), a.posed.puzzle.id.clone()));
            all
        })
    }

    /// A puzzle.
    pub fn find(&self, config: &Config, id: &str) -> Result<Arc<Asked>, Fault> {
        let found = self.all(config).iter().find(|a| a.posed.puzzle.id == id);
        found.cloned().ok_or(Fault::NotFound)
    }

    /// The puzzle of a day: each has its turn before one comes again.
    pub fn of_day(&self, config: &Config, day: i64) -> Option<Arc<Asked>> {
        let all = self.all(config);
        let count = i64::try_from(all.len()).ok().filter(|&n| n > 0)?;
        all.get(day.rem_euclid(count) as usize).cloned()
    }
}
