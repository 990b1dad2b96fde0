//! `signalbox ladder`: each level against the next one, and where all of them stand.

use crate::terminal::say_aside;
use crate::{chosen, matches, ratings};
use anyhow::{Result, bail};
use bots::{Contender, Level, Played, standings};
use std::collections::BTreeMap;
use std::process::ExitCode;

/// Let each player of a list play against the one before it, and rate all of them together.
///
/// `--seats` names the rungs from the weakest to the strongest; without it they are easy, standard and strong. At each table
/// one of the stronger sits among the weaker, in every seat equally often. `--games` counts those of each pairing.
/// With `--save` the games lie in one folder a pairing, where `signalbox ratings` finds them.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    matches: matches::Args,
}

/// Plays and shows.
pub fn run(args: &Args) -> Result<ExitCode> {
    let given = &args.matches;
    let title = chosen::title(&given.title.to_lowercase())?;
    let Some(players) = given.players.filter(|&n| n > 1) else {
        bail!("say how many play at a table: --players N, at least 2");
    };
    let rungs = match given.seats.as_slice() {
        [] => [Level::Easy, Level::Standard, Level::Strong].map(Contender::from).to_vec(),
        [only] => bail!("{only} alone is no ladder: --seats with two or more"),
        more => more.to_vec(),
    };
    let mut all: Vec<Played> = Vec::new();
    let mut kind = None;
    for (i, pair) in rungs.windows(2).enumerate() {
        let mut seats = vec![pair[0].clone(); players];
        seats[0] = pair[1].clone();
        let plan = matches::plan_of(given, title, seats)?;
        let folder = given.save.as_ref().map(|f| f.join(format!("pairing-{}", i + 1)));
        let games = matches::play_until(given, &plan, folder.as_deref(), &|_| false)?;
        if let Some(upper) = standings(&games).into_iter().find(|s| s.level == pair[1]) {
            let (won, margin) = (upper.wins.mean * 100.0, upper.wins.margin * 100.0);
            let (games, above, below) = (games.len(), &pair[1], &pair[0]);
            say_aside(format!("{above} among {below}: {won:.1} % ± {margin:.1} of {games} games"));
        }
        kind = Some((plan.title, plan.variant, players));
        all.extend(games);
    }
    let failed = all.iter().any(|g| g.fault.is_some());
    ratings::show(
        &kind.into_iter().map(|k| (k, all.clone())).collect::<BTreeMap<_, _>>(),
        given.json,
    );
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
