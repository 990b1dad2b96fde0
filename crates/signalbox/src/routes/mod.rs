//! `signalbox routes`: best routes with a proof.

mod audit;
pub mod best;

use crate::loaded::Loaded;
use crate::terminal::{say, say_json};
use anyhow::{Context, Result, bail};
use best::Best;
use engine::{Company, Position};
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Find the best routes of a company, with a proof that nothing better exists.
///
/// With --audit: go through a whole game and list every run in which more could have been earned.
#[derive(clap::Args)]
pub struct Args {
    /// The game file, ours or the public platform's
    file: PathBuf,
    /// Position after the first N moves (public files: before effective action N)
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// The company; without this, the one whose turn it is
    #[arg(long, value_name = "ID")]
    company: Option<String>,
    /// Time for one company; when it is up, the best so far is shown with an upper bound
    #[arg(long, default_value = "10s", value_parser = crate::seconds::parse)]
    budget: Duration,
    /// Check every run of the game
    #[arg(long, conflicts_with = "company")]
    audit: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The company meant.
pub fn company_in(position: &dyn Position, name: Option<&str>) -> Result<Company> {
    let sheet = position.sheet();
    match name {
        Some(name) => sheet
            .companies
            .iter()
            .position(|c| c.id.eq_ignore_ascii_case(name) || c.public_id.eq_ignore_ascii_case(name))
            .map(|i| Company(i as u8))
            .with_context(|| {
                let known: Vec<&str> = sheet.companies.iter().map(|c| c.id.as_str()).collect();
                format!("no company is called {name}; known are {}", known.join(", "))
            }),
        None => position
            .decision()
            .and_then(|d| d.company)
            .context("no company's turn at this point; name one with --company"),
    }
}

/// Shows routes or audits a game.
pub fn run(args: &Args) -> Result<ExitCode> {
    let loaded = Loaded::read(&args.file, args.at)?;
    if args.audit {
        return audit::run(&loaded, args.budget, args.json);
    }
    let position = loaded.position(args.at)?;
    let position = position.as_ref();
    let company = company_in(position, args.company.as_deref())?;
    let id = &position.sheet().company(company).id;
    match Best::of(position, company, args.budget) {
        Some(best) => {
            let other = best.alternative(position, args.budget);
            if args.json {
                say_json(&best.to_json(position, other.as_ref()));
            } else {
                say(best.text(position));
                if let Some(other) = &other {
                    say(best.alternative_text(position, other));
                }
            }
        }
        None if args.json => say_json(&json!({
            "company": id, "revenue": 0, "subsidy": 0, "mines": 0, "bound": 0, "proved": true, "seconds": 0.0, "nodes": 0,
            "routes": [], "alternatives": [],
        })),
        None => bail!("{id} has no train to run"),
    }
    Ok(ExitCode::SUCCESS)
}
