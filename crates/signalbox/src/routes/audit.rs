//! Every run of a game against the best one.

use super::best::Best;
use crate::loaded::{Form, Loaded};
use crate::terminal::{Ink, paint, say, say_json};
use anyhow::Result;
use engine::{Event, Game, Move, Position};
use serde_json::{Value as Json, json};
use std::process::ExitCode;
use std::time::Duration;

/// One run.
struct Run {
    step: usize,
    round: String,
    /// Revenue and subsidy.
    paid: (i32, i32),
    /// What the best routes would have paid.
    possible: (i32, i32),
    best: Best,
    before: Box<dyn Position>,
}

impl Run {
    /// What the player could have earned more; negative if the record is above anything legal.
    fn missed(&self) -> i64 {
        let primary = |paid| self.best.problem.primary(paid);
        primary(self.possible) - primary(self.paid)
    }

    fn to_json(&self) -> Json {
        let mut json = self.best.to_json(self.before.as_ref(), None);
        json["at"] = json!(self.step);
        json["round"] = json!(self.round);
        json["claimed_revenue"] = json!(self.paid.0);
        json["claimed_subsidy"] = json!(self.paid.1);
        json["possible_revenue"] = json!(self.possible.0);
        json["possible_subsidy"] = json!(self.possible.1);
        json["missed"] = json!(self.missed());
        json
    }
}

/// Goes through a game.
pub fn run(loaded: &Loaded, budget: Duration, json: bool) -> Result<ExitCode> {
    let runs = runs(&loaded.game, &loaded.form, budget)?;
    let below: Vec<&Run> = runs.iter().filter(|r| r.missed() > 0).collect();
    let above: Vec<&Run> = runs.iter().filter(|r| r.missed() < 0).collect();
    let unproved = runs.iter().filter(|r| !r.best.certificate.proved).count();
    let missed: i64 = below.iter().map(|r| r.missed()).sum();
    let earned: i64 = runs.iter().map(|r| r.best.problem.primary(r.paid)).sum();
    let mut times: Vec<f64> = runs.iter().map(|r| r.best.time.as_secs_f64()).collect();
    times.sort_by(f64::total_cmp);
    let quantile =
        |q: f64| times.get(((times.len().max(1) - 1) as f64 * q) as usize).copied().unwrap_or(0.0);
    if json {
        say_json(&json!({
            "runs": runs.len(),
            "best": runs.len() - below.len() - above.len(),
            "below": below.iter().map(|r| r.to_json()).collect::<Vec<_>>(),
            "above": above.iter().map(|r| r.to_json()).collect::<Vec<_>>(),
            "unproved": unproved,
            "earned": earned,
            "missed": missed,
            "seconds": {"median": quantile(0.5), "p99": quantile(0.99), "worst": quantile(1.0)},
        }));
        return Ok(ExitCode::SUCCESS);
    }
    for run in below.iter().chain(&above) {
        let company = &run.before.sheet().company(run.best.company).id;
        let what = match run.missed() {
            n if n > 0 => paint(Ink::Yellow, format!("{n} more possible")),
            n => paint(Ink::Red, format!("{} more than any legal run", -n)),
        };
        say(format!("at {} in {}: {company} ran for {}, {what}", run.step, run.round, run.paid.0));
        say(run.best.text(run.before.as_ref()));
        say("");
    }
    say(format!(
        "{} runs: {} best, {} below ({missed} of {} missed), {} above, {unproved} without proof; finder: median {:.2} ms, p99 {:.2} ms, worst {:.2} ms",
        runs.len(),
        runs.len() - below.len() - above.len(),
        below.len(),
        earned + missed,
        above.len(),
        quantile(0.5) * 1000.0,
        quantile(0.99) * 1000.0,
        quantile(1.0) * 1000.0,
    ));
    Ok(ExitCode::SUCCESS)
}

fn runs(game: &Game, form: &Form, budget: Duration) -> Result<Vec<Run>> {
    let mut found = Vec::new();
    let mut position = game.at(0);
    let mut events = Vec::new();
    for (number, mv) in game.moves().iter().enumerate() {
        let before = matches!(mv, Move::Run { .. }).then(|| position.boxed());
        events.clear();
        position.play(mv, &mut events)?;
        let (Some(before), Move::Run { company, .. }) = (before, mv) else {
            continue;
        };
        let paid = Event::paid(&events, *company).unwrap_or_default();
        let Some(best) = Best::of(before.as_ref(), *company, budget) else {
            continue;
        };
        let possible = before.best_pays(*company, &best.problem, &best.certificate);
        let step = match form {
            Form::Own => number,
            Form::Public(starts) => starts.partition_point(|&s| s <= number).saturating_sub(1),
        };
        let round = before.core().round;
        found.push(Run {
            step,
            round: format!("round {}.{}", round.set, round.number),
            paid,
            possible,
            best,
            before,
        });
    }
    Ok(found)
}
