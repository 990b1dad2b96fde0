//! `signalbox landscape`: own landscapes of 18Lilliput.

use crate::loaded::text;
use crate::terminal::{Ink, paint, say, say_json};
use anyhow::{Context, Result};
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

/// Landscapes for 18Lilliput.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Check a landscape and report every fault at once; the exit status is 1 if there is one
    Check {
        /// A JSON list of tiles with their places
        file: PathBuf,
        /// How many are to play: their homes need sides of Mildendo
        #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=4))]
        players: u8,
        /// A corrected data sheet that it is to be played with
        #[arg(long, value_name = "FILE")]
        data: Option<PathBuf>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

/// Checks a landscape.
pub fn run(args: &Args) -> Result<ExitCode> {
    let Command::Check { file, players, data, json } = &args.command;
    let read = |path: &PathBuf| -> Result<serde_json::Value> {
        serde_json::from_str(&text(path)?).with_context(|| format!("{}", path.display()))
    };
    let land = read(file)?;
    let result = match data {
        Some(data) => titles::g18lilliput::check_landscape_with(&read(data)?, &land, *players),
        None => titles::g18lilliput::check_landscape(&land, *players),
    };
    let faults = result.err().unwrap_or_default();
    if *json {
        say_json(&json!({"legal": faults.is_empty(), "faults": faults}));
    } else if faults.is_empty() {
        say(paint(Ink::Green, "legal"));
    } else {
        for fault in &faults {
            say(format!("{} {fault}", paint(Ink::Red, "fault:")));
        }
    }
    Ok(if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
