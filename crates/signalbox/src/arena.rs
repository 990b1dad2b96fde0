//! `signalbox arena`: levels of bots against each other.

use crate::hypotheses::Hypotheses;
use crate::matches;
use crate::terminal::{Ink, paint, say, say_json};
use anyhow::Result;
use bots::{
    Bar, Contender, Level, Mean, Sequential, Tally, Verdict, bars, faults, mean, standings,
    thinking,
};
use serde_json::json;
use std::process::ExitCode;

/// Let bots and other programs play matches and show how they do.
///
/// Seats are rotated, so that every seed is played once in each rotation. Figures are means with 95 % intervals. The exit
/// status is 1 if any game crashed, a bot tried an illegal move, or a program failed to decide.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    matches: matches::Args,
    /// Play until it is clear which of two shares of wins fits the player of the first seat, and at most `--games`. A share
    /// is a number (0.38), a percentage (38%), or rating points above the others (60elo); the lower one stands first
    #[arg(long, value_name = "LOW:HIGH", allow_hyphen_values = true, conflicts_with = "queue")]
    sprt: Option<Hypotheses>,
    /// How often the higher share may be said although the lower one holds
    #[arg(long, default_value_t = 0.05, requires = "sprt")]
    alpha: f64,
    /// How often the lower share may be said although the higher one holds
    #[arg(long, default_value_t = 0.05, requires = "sprt")]
    beta: f64,
}

fn cell(value: &Mean, digits: usize) -> String {
    format!("{:.digits$} ± {:.digits$}", value.mean, value.margin)
}

// What a sequential test says, in words.
fn verdict(test: &Sequential, tally: &Tally, who: &Contender) -> String {
    let (low, high) = (test.low * 100.0, test.high * 100.0);
    let said = match tally.verdict {
        Verdict::High => format!("decided: {who} wins {high:.1} % rather than {low:.1} %"),
        Verdict::Low => format!("decided: {who} wins {low:.1} % rather than {high:.1} %"),
        Verdict::Open => format!("not decided between {low:.1} % and {high:.1} % for {who}"),
    };
    let Tally { games, share, ratio, lower, upper, .. } = tally;
    let (won, margin) = (share.mean * 100.0, share.margin * 100.0);
    format!(
        "{said}; {games} games counted, won {won:.1} % ± {margin:.1}, ratio {ratio:.2} of {lower:.2} to {upper:.2}"
    )
}

/// Plays and shows.
pub fn run(args: &Args) -> Result<ExitCode> {
    let plan = matches::plan(&args.matches, Level::Standard)?;
    let test = args.sprt.map(|h| h.test(&plan, args.alpha, args.beta)).transpose()?;
    let enough = |games: &[bots::Played]| {
        test.is_some_and(|test| test.tally(&plan, games).verdict != Verdict::Open)
    };
    let games = matches::play_until(&args.matches, &plan, args.matches.save.as_deref(), &enough)?;
    let tested = test.map(|test| (test, test.tally(&plan, &games)));
    let table = standings(&games);
    let failed = faults(&games);
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
            "sequential": tested.map(|(test, tally)| json!({"test": test, "tally": tally})),
            "moves": moves,
            "seconds": seconds,
            "decisions": times.iter().map(|(level, t)| json!({
                "level": level,
                "count": t.count(),
                "p99_ms": t.below(0.99),
                "longest_ms": t.longest,
            })).collect::<Vec<_>>(),
            "programs": failed.iter().map(|(program, faults)| json!({
                "program": program,
                "faults": faults,
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
                format!("{:.0} ± {:.0}", s.rating.points, s.rating.margin),
            ]);
        }
        say(shown);
        say(format!(
            "{} games, {} moves and {} s a game",
            games.len(),
            cell(&moves, 0),
            cell(&seconds, 2)
        ));
        if let (Some((test, tally)), Some(who)) = (&tested, plan.seats.first()) {
            say(paint(Ink::Bold, verdict(test, tally, who)));
        }
        for (level, t) in times.iter().rev() {
            say(format!(
                "{level}: {} decisions, 99 % within {:.1} ms, longest {:.1} ms",
                t.count(),
                t.below(0.99),
                t.longest
            ));
        }
        for (program, faults) in &failed {
            let ink = if faults.made() == 0 { Ink::Bold } else { Ink::Red };
            say(format!("{} of {program}: {faults}", paint(ink, "faults")));
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
    let fair_play = faults.is_empty() && failed.values().all(|f| f.made() == 0);
    Ok(if fair_play { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
