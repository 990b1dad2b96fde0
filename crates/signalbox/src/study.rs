//! `signalbox study`: what self-play says about a title.

use crate::matches;
use crate::terminal::{Ink, paint, say, say_json};
use anyhow::Result;
use bots::{Bar, Level, bars, study};
use serde_json::{Value as Json, json};
use std::process::ExitCode;

/// Report how a title behaves in games of bots: seats, companies, starting prices, phases, ends.
///
/// Figures are means with 95 % intervals. They say how bots of one level fare, not more.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    matches: matches::Args,
}

/// Plays and reports.
pub fn run(args: &Args) -> Result<ExitCode> {
    let (plan, games) = matches::play(&args.matches, Level::Standard)?;
    let tables = study(&games);
    if args.matches.json {
        let tables: Vec<Json> = tables
            .iter()
            .map(|t| {
                let rows: Vec<Json> = t
                    .rows
                    .iter()
                    .map(|(name, means)| {
                        let values: serde_json::Map<String, Json> = t
                            .heads
                            .iter()
                            .zip(means)
                            .map(|(head, m)| ((*head).to_owned(), json!(m)))
                            .collect();
                        json!({"name": name, "values": values})
                    })
                    .collect();
                json!({"title": t.title, "rows": rows})
            })
            .collect();
        say_json(&json!({"plan": plan, "games": games.len(), "tables": tables}));
    }
    for table in &tables {
        if !args.matches.json {
            say(paint(Ink::Bold, &table.title));
            for (name, means) in &table.rows {
                let cells: Vec<String> = table
                    .heads
                    .iter()
                    .zip(means)
                    .map(|(head, m)| {
                        format!("{head} {:.2} ± {:.2} ({})", m.mean, m.margin, m.count)
                    })
                    .collect();
                say(format!(" {name:<16} {}", cells.join("   ")));
            }
            say("");
        }
        for (i, head) in table.heads.iter().enumerate() {
            let plot: Vec<Bar> = table
                .rows
                .iter()
                .filter_map(|(name, means)| {
                    means.get(i).map(|&mean| Bar { label: name.clone(), mean })
                })
                .collect();
            let name = format!("{}-{head}", table.title).to_lowercase().replace(' ', "-");
            matches::write_plot(
                &args.matches,
                &name,
                &bars(&format!("{}: {head}", table.title), &plot, 2, None),
            )?;
        }
    }
    if !args.matches.json {
        say(format!("{} games of {} ({})", games.len(), plan.title, plan.variant));
    }
    Ok(ExitCode::SUCCESS)
}
