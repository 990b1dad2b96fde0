//! `signalbox ratings`: what all games of some journals say together.

use crate::show;
use crate::terminal::{say, say_json};
use anyhow::Result;
use bots::{Played, journal, ratings, standings};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

/// Rate all who played in the games of some folders, with 95 % intervals.
///
/// The folders are those that `arena --save`, `study --save` and `ladder --save` wrote. Games of different titles, variants
/// and numbers of players are rated apart: 400 points are ten to one between two seats, 1500 is the mean of all who played.
#[derive(clap::Args)]
pub struct Args {
    /// Folders with games
    #[arg(required = true, value_name = "FOLDER")]
    folders: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Games of one kind: title, variant and number of players.
type Kind = (String, String, usize);

/// Shows the ratings of games, those of each kind apart.
pub fn show(games: &BTreeMap<Kind, Vec<Played>>, as_json: bool) {
    let mut all: Vec<Json> = Vec::new();
    for ((title, variant, players), games) in games {
        let rated = ratings(games);
        let mut places = standings(games);
        places.sort_by(|a, b| b.rating.points.total_cmp(&a.rating.points));
        if as_json {
            let who = places.iter().map(|s| {
                json!({"level": s.level, "rating": s.rating, "wins": s.wins, "wealth": s.wealth})
            });
            all.push(json!({
                "title": title,
                "variant": variant,
                "players": players,
                "games": games.len(),
                "ratings": who.collect::<Vec<_>>(),
            }));
            continue;
        }
        say(format!("{title} {variant} with {players}: {} games", games.len()));
        let mut table = show::table(["level", "games", "rating", "wealth"], &[1, 2, 3]);
        for standing in &places {
            let rating = rated.get(&standing.level).copied().unwrap_or_default();
            table.add_row([
                standing.level.to_string(),
                rating.games.to_string(),
                format!("{:.0} ± {:.0}", rating.points, rating.margin),
                format!("{:.0} ± {:.0}", standing.wealth.mean, standing.wealth.margin),
            ]);
        }
        say(table);
    }
    if as_json {
        say_json(&json!({ "ratings": all }));
    }
}

/// Reads and shows.
pub fn run(args: &Args) -> Result<ExitCode> {
    let mut games: BTreeMap<Kind, Vec<Played>> = BTreeMap::new();
    for folder in &args.folders {
        let (plan, played) = journal(folder)?;
        games.entry((plan.title, plan.variant, plan.seats.len())).or_default().extend(played);
    }
    show(&games, args.json);
    Ok(ExitCode::SUCCESS)
}
