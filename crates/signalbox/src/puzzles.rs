//! `signalbox puzzles`: finds puzzles in games, solves them again, grades them.

use crate::chosen;
use crate::loaded::{Loaded, text};
use crate::terminal::{Ink, paint, say};
use analysis::puzzle::{self, File, Games, Kind, Origin, Posed, Puzzle, Source};
use anyhow::{Context, Result, bail};
use bots::{Level, Plan};
use clap::Subcommand;
use engine::Game;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Find, check and grade puzzles.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Find(Find),
    Check(Check),
    Grade(Grade),
}

/// Pick puzzles out of games of bots, or out of files of games that are over.
///
/// Each is solved by exact search, and taken only if one answer is clearly the best. They are added to the files in the
/// folder, one file a title.
#[derive(clap::Args)]
struct Find {
    /// Take games from this file, or from all files of this folder, in place of games of bots
    #[arg(long, value_name = "PATH", conflicts_with_all = ["title", "variant", "players", "games", "seed"])]
    from: Option<PathBuf>,
    /// 18cz, 1860, 18lilliput or 1889
    #[arg(long, required_unless_present = "from")]
    title: Option<String>,
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
    #[arg(long, value_name = "N", default_value_t = 10)]
    games: u32,
    /// Seed of the first game; the next has the next
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Kinds to look for: route, tile, train, stock
    #[arg(long, value_delimiter = ',', value_name = "KIND,…", value_parser = kind)]
    kinds: Vec<Kind>,
    /// Most puzzles of a kind out of one game
    #[arg(long, value_name = "N", default_value_t = 1)]
    most: usize,
    /// Try only every so many positions of a kind
    #[arg(long, value_name = "N", default_value_t = 1)]
    every: usize,
    /// The commit that this program was built from, to be noted with each puzzle
    #[arg(long, value_name = "HASH")]
    commit: Option<String>,
    /// Folder for the files
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

/// Solve every puzzle of a folder again; refuse what is wrong.
#[derive(clap::Args)]
struct Check {
    /// The folder, or one file
    path: PathBuf,
}

/// Let bots of each level try the puzzles of a folder, and note how hard they are, from 1 to 4.
#[derive(clap::Args)]
struct Grade {
    /// The folder, or one file
    path: PathBuf,
    /// Playouts of the strong level for each decision; the title's own number without this
    #[arg(long, value_name = "N")]
    nodes: Option<u32>,
    /// Grade again what has a grade
    #[arg(long)]
    again: bool,
}

fn kind(word: &str) -> Result<Kind, String> {
    let found = Kind::ALL.into_iter().find(|k| k.name() == word);
    found.ok_or_else(|| "route, tile, train or stock".to_owned())
}

/// Does what was asked.
pub fn run(args: &Args) -> Result<ExitCode> {
    match &args.command {
        Command::Find(args) => find(args),
        Command::Check(args) => check(args),
        Command::Grade(args) => grade(args),
    }
}

// Files of a folder in their order, or the one file.
fn files(path: &Path) -> Result<Vec<PathBuf>> {
    if path.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let listed = std::fs::read_dir(path).with_context(|| format!("{}", path.display()))?;
    let mut all = Vec::new();
    for entry in listed {
        let entry = entry?.path();
        if entry.extension().is_some_and(|e| e == "json") {
            all.push(entry);
        }
    }
    all.sort();
    Ok(all)
}

fn read(path: &Path) -> Result<File> {
    let file = File::read(&text(path)?).map_err(anyhow::Error::msg);
    file.with_context(|| format!("{}", path.display()))
}

fn posed(puzzle: Puzzle) -> Result<Posed, Vec<String>> {
    Posed::read(puzzle, &titles::by_id)
}

fn find(args: &Find) -> Result<ExitCode> {
    let kinds = if args.kinds.is_empty() { Kind::ALL.to_vec() } else { args.kinds.clone() };
    let wanted = Games { kinds, most: args.most, every: args.every };
    let version = env!("CARGO_PKG_VERSION");
    let program = match &args.commit {
        Some(commit) => format!("signalbox {version} ({commit})"),
        None => format!("signalbox {version}"),
    };
    let mut count = 0;
    let mut take = |game: &Game, origin: Origin| -> Result<()> {
        let title = chosen::title(&game.setup().title)?;
        let source = Source { game: origin, moves: 0, program: program.clone() };
        for found in puzzle::find(title, game, &wanted, &source) {
            let p = &found.puzzle;
            say(format!("{}: {} before {}", p.id, p.best, p.second));
            count += add(&args.out, found.puzzle)?;
        }
        Ok(())
    };
    match &args.from {
        Some(path) => {
            for file in files(path)? {
                let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                let game = Loaded::read(&file, None)?.game;
                if game.position().outcome().is_none() {
                    say(paint(Ink::Yellow, format!("{}: it is not over", file.display())));
                    continue;
                }
                take(&game, Origin::Game(name))?;
            }
        }
        None => {
            let title = chosen::title(&args.title.clone().unwrap_or_default().to_lowercase())?;
            for i in 0..u64::from(args.games) {
                let seed = args.seed + i;
                let game = played(args, title, seed)?;
                take(&game, Origin::Bots { level: args.level.to_string(), seed })?;
            }
        }
    }
    say(format!("{count} puzzles are new in {}", args.out.display()));
    Ok(ExitCode::SUCCESS)
}

// A game of bots of one level.
fn played(args: &Find, title: &'static dyn engine::Title, seed: u64) -> Result<Game> {
    let plan = Plan {
        title: title.id().to_owned(),
        variant: chosen::variant(title, args.variant.as_deref(), args.players)?,
        preset: chosen::preset(title, None)?,
        options: BTreeMap::new(),
        seats: vec![args.level.into(); args.players],
        seed,
        nodes: None,
        ms: None,
        opening: 0,
    };
    title.start(&plan.setup(0))?;
    let (_, file) = plan.play(0, &|| 0.0);
    let file = file.with_context(|| format!("the game with seed {seed} did not come to an end"))?;
    crate::loaded::own_game(&file)
}

// Adds a puzzle to the file of its title, unless it is there already.
fn add(folder: &Path, puzzle: Puzzle) -> Result<usize> {
    std::fs::create_dir_all(folder).with_context(|| format!("{}", folder.display()))?;
    let path = folder.join(format!("{}.json", puzzle.setup.title));
    let mut file = if path.exists() { read(&path)? } else { File::default() };
    if file.puzzles.iter().any(|p| p.id == puzzle.id) {
        return Ok(0);
    }
    file.puzzles.push(puzzle);
    write(&path, &file)?;
    Ok(1)
}

fn write(path: &Path, file: &File) -> Result<()> {
    // Beside the old one first, so that a stop leaves one of the two whole.
    let new = path.with_extension("new");
    std::fs::write(&new, file.write()).with_context(|| format!("{}", new.display()))?;
    std::fs::rename(&new, path).with_context(|| format!("{}", path.display()))
}

fn check(args: &Check) -> Result<ExitCode> {
    let (mut right, mut wrong) = (0, 0);
    for path in files(&args.path)? {
        let mut ids = std::collections::BTreeSet::new();
        for puzzle in read(&path)?.puzzles {
            let id = puzzle.id.clone();
            let mut faults = posed(puzzle).and_then(|p| p.prove()).err().unwrap_or_default();
            if !ids.insert(id.clone()) {
                faults.push(format!("{id}: it is there twice"));
            }
            match faults.is_empty() {
                true => right += 1,
                false => wrong += 1,
            }
            for fault in faults {
                say(paint(Ink::Red, format!("{}: {fault}", path.display())));
            }
        }
    }
    say(format!("{right} puzzles are right, {wrong} are wrong"));
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn grade(args: &Grade) -> Result<ExitCode> {
    for path in files(&args.path)? {
        let mut file = read(&path)?;
        for i in 0..file.puzzles.len() {
            let puzzle = &file.puzzles[i];
            if puzzle.grade.is_some() && !args.again {
                continue;
            }
            let posed = match posed(puzzle.clone()) {
                Ok(posed) => posed,
                Err(faults) => bail!("{}: {}", path.display(), faults.join("; ")),
            };
            let (grade, tries) = puzzle::grade(&posed, args.nodes);
            let how = tries.map_or(String::new(), |t| {
                let of = puzzle::SEEDS;
                let (e, s, g) = (t.easy, t.standard, t.strong);
                format!(" (right of {of}: easy {e}, standard {s}, strong {g})")
            });
            say(format!("{}: {grade}{how}", puzzle.id));
            file.puzzles[i].grade = Some(grade);
            write(&path, &file)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
