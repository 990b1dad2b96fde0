//! Games of bots against each other: what `arena` and `study` share.

use crate::chosen;
use anyhow::{Context, Result, bail};
use bots::{Contender, Level, Plan, Played, Process, Watch, batch};
use engine::{OptionValue, Title};
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// What is played.
#[derive(clap::Args)]
#[group(id = "matches")]
pub struct Args {
    /// 18cz, 1860, 18lilliput or 1889
    #[arg(long)]
    pub title: String,
    /// How many play
    #[arg(long, value_name = "N")]
    pub players: Option<usize>,
    /// Who plays, rotated from game to game: random, easy, standard, strong, or a program that speaks the engine protocol,
    /// as `program:PATH` with its words behind it
    #[arg(long, value_delimiter = ',', value_name = "LEVEL,…")]
    pub seats: Vec<Contender>,
    /// Variant of the title; without this, the usual one for that many players
    #[arg(long)]
    pub variant: Option<String>,
    /// Set of options to start from
    #[arg(long)]
    pub preset: Option<String>,
    /// An option that differs from the preset; may be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = crate::play::parse_option)]
    pub option: Vec<(String, OptionValue)>,
    /// How many games
    #[arg(long, default_value_t = 20)]
    pub games: u32,
    /// Seed of the first game
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Playouts of the strong level for each decision; the title's own number without this
    #[arg(long, value_name = "N")]
    pub nodes: Option<u32>,
    /// Milliseconds that a program has for a decision
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=600_000))]
    pub ms: Option<u64>,
    /// Moves at the beginning that easy makes for everybody, alike in every rotation of a seed. Good players play much
    /// the same game again and again where nothing is drawn; with this, games differ
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=1_000))]
    pub opening: u32,
    /// Games at once; all cores without this
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// Keep every game in this folder, and go on with what lies there after an interruption
    #[arg(long, value_name = "FOLDER")]
    pub save: Option<PathBuf>,
    /// Share the games with other processes, on this machine or others, through a PostgreSQL database: its address. All
    /// are given the same games; each plays what nobody else plays, and all report on all of them
    #[arg(long, value_name = "ADDRESS", conflicts_with = "save")]
    pub queue: Option<String>,
    /// Write plots (SVG) into this folder
    #[arg(long, value_name = "FOLDER")]
    pub plot: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// What is played, checked before the first game.
pub fn plan(args: &Args, usual: Level) -> Result<Plan> {
    let title = chosen::title(&args.title.to_lowercase())?;
    let seats = match (args.players, args.seats.len()) {
        (Some(n), 0) => vec![usual.into(); n],
        (None, 0) => bail!("say who plays: --players N, or --seats with a level for each"),
        (Some(n), 1) => vec![args.seats[0].clone(); n],
        (Some(n), k) if n != k => bail!("--players {n}, but {k} seats"),
        _ => args.seats.clone(),
    };
    plan_of(args, title, seats)
}

/// The same with these seats.
pub fn plan_of(args: &Args, title: &dyn Title, seats: Vec<Contender>) -> Result<Plan> {
    let variant = chosen::variant(title, args.variant.as_deref(), seats.len())?;
    let preset = chosen::preset(title, args.preset.as_deref())?;
    let options: BTreeMap<String, OptionValue> = args.option.iter().cloned().collect();
    let plan = Plan {
        title: title.id().to_owned(),
        variant,
        preset,
        options,
        seats,
        seed: args.seed,
        nodes: args.nodes,
        ms: args.ms,
        opening: args.opening,
    };
    // A setup that cannot be played is told before the first game.
    title.start(&plan.setup(0))?;
    for seat in &plan.seats {
        if let Contender::Program(command) = seat {
            Process::start(command).with_context(|| format!("{command} cannot be started"))?;
        }
    }
    Ok(plan)
}

/// Plays the games, with a progress bar on a terminal.
pub fn play(args: &Args, usual: Level) -> Result<(Plan, Vec<Played>)> {
    let plan = plan(args, usual)?;
    let games = play_until(args, &plan, args.save.as_deref(), &|_| false)?;
    Ok((plan, games))
}

/// Plays games of a plan until `enough` says so, and at most as many as were asked for.
pub fn play_until(
    args: &Args,
    plan: &Plan,
    folder: Option<&Path>,
    enough: &(dyn Fn(&[Played]) -> bool + Sync),
) -> Result<Vec<Played>> {
    let threads =
        args.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let bar = match std::io::stderr().is_terminal() {
        true => ProgressBar::new(u64::from(args.games)).with_style(
            ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left")
                .unwrap_or(ProgressStyle::default_bar()),
        ),
        false => ProgressBar::hidden(),
    };
    let threads = threads.clamp(1, 256);
    let games = match &args.queue {
        Some(address) => {
            crate::queue::share(plan, args.games, threads, address, &|done| bar.set_position(done))?
        }
        None => {
            let watch = Watch { tell: &|_| bar.inc(1), enough };
            batch(plan, args.games, threads, folder, watch)?
        }
    };
    bar.finish_and_clear();
    Ok(games)
}

/// Writes a plot into the folder asked for.
pub fn write_plot(args: &Args, name: &str, svg: &str) -> Result<()> {
    let Some(folder) = &args.plot else {
        return Ok(());
    };
    std::fs::create_dir_all(folder).with_context(|| format!("{}", folder.display()))?;
    let file = folder.join(format!("{name}.svg"));
    std::fs::write(&file, svg).with_context(|| format!("{}", file.display()))
}
