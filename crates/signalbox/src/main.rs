//! Signalbox: a table for 18xx games.

mod admin;
mod arena;
mod chosen;
mod config;
mod describe;
mod desk;
mod engine;
mod health;
mod hypotheses;
mod judge;
mod ladder;
mod landscape;
mod loaded;
mod luck;
mod matches;
mod openings;
mod phrase;
mod play;
mod puzzles;
mod queue;
mod ratings;
mod render;
mod replay;
mod routes;
mod seconds;
mod serve;
mod settings;
mod show;
mod study;
mod terminal;
mod verify;

use clap::{Parser, Subcommand};
use std::process::ExitCode;
use std::sync::LazyLock;

// Moves and answers are made of many small pieces.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

// Who looks after a database wants to know what reads it.
static VERSION: LazyLock<String> =
    LazyLock::new(|| format!("{}\nSQLite {}", env!("CARGO_PKG_VERSION"), server::sqlite_version()));

/// A table for 18xx games: knows every rule, finds every best route, and lets people play together.
///
/// Without a command it serves the web table.
#[derive(Parser)]
#[command(
    name = "signalbox",
    version,
    long_version = VERSION.as_str(),
    propagate_version = true,
    args_conflicts_with_subcommands = true
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: serve::Args,
}

#[derive(Subcommand)]
enum Command {
    Serve(Box<serve::Args>),
    Play(play::Args),
    Replay(replay::Args),
    Verify(verify::Args),
    Routes(routes::Args),
    Arena(arena::Args),
    Ladder(ladder::Args),
    Ratings(ratings::Args),
    Study(study::Args),
    Openings(openings::Args),
    Judge(judge::Args),
    Engine(engine::Args),
    Render(render::Args),
    Landscape(landscape::Args),
    Luck(luck::Args),
    Puzzles(puzzles::Args),
    Admin(admin::Args),
    Config(config::Args),
    Health(health::Args),
    #[command(hide = true)]
    ServeForTest(serve::TestArgs),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match cli.command.unwrap_or_else(|| Command::Serve(Box::new(cli.serve))) {
        Command::Serve(args) => serve::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Routes(args) => routes::run(&args),
        Command::Arena(args) => arena::run(&args),
        Command::Ladder(args) => ladder::run(&args),
        Command::Ratings(args) => ratings::run(&args),
        Command::Study(args) => study::run(&args),
        Command::Openings(args) => openings::run(&args),
        Command::Judge(args) => judge::run(&args),
        Command::Engine(args) => engine::run(&args),
        Command::Render(args) => render::run(&args),
        Command::Landscape(args) => landscape::run(&args),
        Command::Luck(args) => luck::run(&args),
        Command::Puzzles(args) => puzzles::run(&args),
        Command::Admin(args) => admin::run(&args),
        Command::Config(args) => config::run(&args),
        Command::Health(args) => health::run(&args),
        Command::ServeForTest(args) => serve::for_test(&args),
    };
    result.unwrap_or_else(|error| {
        terminal::say_error(&error);
        ExitCode::FAILURE
    })
}
