//! `signalbox arena`: levels of bots against each other.

use crate::matches;
use crate::terminal::{Ink, paint, say, say_json};
use anyhow::Result;
use bots::{Bar, Level, Mean, bars, mean, standings, thinking};
use serde_json::json;
use std::process::ExitCode;

/// Let bots play matches and show how the levels do.
///
/// Seats are rotated, so that every seed is played once in each rotation. Figures are means with 95 % intervals. The exit
/// status is 1 if any game crashed or a bot tried an illegal move.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    matches: matches::Args,
}

fn cell(value: &Mean, digits: usize) -> String {
    format!("{:.digits$} ± {:.digits$}", value.mean, value.margin)
}

/// Plays and shows.
pub fn run(args: &Args) -> Result<ExitCode> {
    let (plan, games) = matches::play(&args.matches, Level::Standard)?;
    let table = standings(&games);
    let faults: Vec<_> =
        games.iter().filter_map(|g| g.fault.as_ref().map(|f| (g.game, f))).collect();
    let moves = mean(&games.iter().map(|g| f64::from(g.moves)).collect::<Vec<_>>());
    let seconds = mean(&games.iter().map(|g| g.seconds).collect::<Vec<_>>());
    let times = thinking(&games);
    if args.matches.json {
        say_json(&json!({
            "plan": plan,
            "games": games.len(),
            "standings": table,
            "moves": moves,
            "seconds": seconds,
            "decisions": times.iter().map(|(level, t)| json!({
                "level": level,
                "count": t.count(),
                "p99_ms": t.below(0.99),
                "longest_ms": t.longest,
            })).collect::<Vec<_>>(),
            "faults": faults.iter().map(|(game, fault)| json!({"game": game, "fault": fault})).collect::<Vec<_>>(),
        }));
    } else {
        let mut shown = crate::show::table(
            ["level", "seats", "wins", "place", "wealth", "rating"],
            &[1, 2, 3, 4, 5],
        );
        for s in &table {
            shown.add_row([
                s.level.to_string(),
                s.wins.count.to_string(),
                cell(&s.wins, 3),
                cell(&s.rank, 2),
                cell(&s.wealth, 0),
                format!("{:.0}", s.rating),
            ]);
        }
        say(shown);
        say(format!(
            "{} games, {} moves and {} s a game",
            games.len(),
            cell(&moves, 0),
            cell(&seconds, 2)
        ));
        for (level, t) in times.iter().rev() {
            say(format!(
                "{level}: {} decisions, 99 % within {:.1} ms, longest {:.1} ms",
                t.count(),
                t.below(0.99),
                t.longest
            ));
        }
        for (game, fault) in &faults {
            say(format!("{} game {game}: {fault}", paint(Ink::Red, "fault:")));
        }
    }
    let plot: Vec<Bar> =
        table.iter().map(|s| Bar { label: s.level.to_string(), mean: s.wins }).collect();
    let fair = 1.0 / plan.seats.len().max(1) as f64;
    matches::write_plot(
        &args.matches,
        "arena",
        &bars("Share of wins of one seat", &plot, 3, Some(fair)),
    )?;
    Ok(if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
