//! Signalbox: a table for 18xx games.

mod describe;
mod loaded;
mod play;
mod replay;
mod routes;
mod seconds;
mod show;
mod terminal;
mod verify;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// A table for 18xx games: knows every rule, finds every best route, and lets people play together.
#[derive(Parser)]
#[command(name = "signalbox", version, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Verify(verify::Args),
    Replay(replay::Args),
    Play(play::Args),
    Routes(routes::Args),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Verify(args) => verify::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Routes(args) => routes::run(&args),
    };
    match result {
        Ok(code) => code,
        Err(error) => {
            terminal::say_error(&error);
            ExitCode::FAILURE
        }
    }
}
