//! `signalbox replay`: a position of a recorded game.

use crate::describe::Describe;
use crate::loaded::{Form, Loaded};
use crate::terminal::{Ink, paint, say, say_json};
use anyhow::Result;
use engine::{Choice, Position, move_to_json, view};
use serde_json::{Value as Json, json};
use std::path::PathBuf;
use std::process::ExitCode;

/// Show a position of a game file.
///
/// Reads our own game files and those of the public platform. Every move is checked on the way.
#[derive(clap::Args)]
pub struct Args {
    /// The game file
    file: PathBuf,
    /// Stop after the first N moves. For a file of the public platform N counts its effective actions (undone ones
    /// left out), so this is the position before action N
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// List what is legal there
    #[arg(long)]
    choices: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A choice for machines.
pub fn choice_json(position: &dyn Position, choice: &Choice) -> Json {
    let mut json = json!({
        "move": move_to_json(position, &choice.mv),
        "text": Describe(position).choice(choice),
    });
    if let Some(range) = choice.amount {
        json["amount"] = json!({"min": range.min, "max": range.max, "step": range.step});
    }
    if choice.cost != 0 {
        json["cost"] = json!(choice.cost);
    }
    json
}

/// Shows the position.
pub fn run(args: &Args) -> Result<ExitCode> {
    let loaded = Loaded::read(&args.file, args.at)?;
    let position = loaded.position(args.at)?;
    let position = position.as_ref();
    let choices = if args.choices { position.choices() } else { Vec::new() };
    if args.json {
        let mut json = json!({
            "setup": loaded.game.setup(),
            "at": args.at.unwrap_or(match &loaded.form {
                Form::Own => loaded.game.moves().len(),
                Form::Public(starts) => starts.len(),
            }),
            "moves": loaded.game.moves().len(),
            "hash": format!("{:016x}", position.hash()),
            "position": view(position),
        });
        if args.choices {
            json["choices"] = choices.iter().map(|c| choice_json(position, c)).collect();
        }
        say_json(&json);
        return Ok(ExitCode::SUCCESS);
    }
    say(crate::show::position(position, &loaded.game.setup().players));
    if args.choices {
        let describe = Describe(position);
        say(paint(Ink::Bold, format!("Legal here: {}", choices.len())));
        for choice in &choices {
            say(format!(" {}", describe.choice(choice)));
        }
    }
    Ok(ExitCode::SUCCESS)
}
