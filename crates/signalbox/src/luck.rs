//! `signalbox luck`: whether the luck of a game was fixed before its first move.

use crate::loaded::{own_game, text};
use crate::terminal::{Ink, paint, say};
use anyhow::{Context, Result, bail};
use clap::Subcommand;
use engine::{GameFile, commitment};
use std::path::PathBuf;
use std::process::ExitCode;

/// Check the luck of a game that is over.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Check(Check),
}

/// Check that a game drew everything from the seed it was committed to.
///
/// The table shows a commitment from the beginning: the SHA-256 of seed and salt. Both stand in the file of a game that is
/// over. The commitment is worked out again, and every move is played with that seed.
#[derive(clap::Args)]
struct Check {
    /// The game file
    file: PathBuf,
    /// The commitment that the table showed during the game; without this, the one in the file
    #[arg(long, value_name = "HASH")]
    commitment: Option<String>,
}

/// Checks a file.
pub fn run(args: &Args) -> Result<ExitCode> {
    let Command::Check(args) = &args.command;
    let shown = args.file.display();
    let file = GameFile::read(&text(&args.file)?).with_context(|| format!("{shown}"))?;
    let Some(luck) = &file.setup.luck else {
        bail!("{shown}: this game was begun before there were commitments");
    };
    if luck.secret {
        bail!(
            "{shown}: the game was not over when this file was written; its luck is secret until then"
        );
    }
    let (Some(promised), Some(salt)) = (&luck.commitment, &luck.salt) else {
        bail!("{shown}: this game has no commitment");
    };
    let found = commitment(file.setup.seed, salt);
    for promised in args.commitment.iter().map(|given| given.trim()).chain([promised.as_str()]) {
        if !promised.eq_ignore_ascii_case(&found) {
            bail!("{shown}: the commitment was {promised}, seed and salt make {found}");
        }
    }
    let heard = GameFile { setup: file.setup.listening(), ..file.clone() };
    let game = own_game(&heard).with_context(|| format!("{shown}"))?;
    let drawn = game.position().core().rng.heard().len();
    let known = luck.drawn.len().min(drawn);
    say(paint(Ink::Green, "The luck of this game was fixed before its first move."));
    say(format!(" seed        {}", file.setup.seed));
    say(format!(" salt        {salt}"));
    say(format!(" commitment  {found}"));
    say(format!(" drawn       {} times from the seed", drawn - known));
    if known > 0 {
        say(format!(" known       {known} draws of the game that this one was copied from"));
    }
    Ok(ExitCode::SUCCESS)
}
