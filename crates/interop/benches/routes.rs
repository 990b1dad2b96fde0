//! Every run of the corpus: how long the best routes take with their proof, and how often people and the search behind the traces
//! reached them.
//!
//! Reads `../shared/corpus`; says so and measures nothing when it is absent. One core, one try a run. Ends with an error if an
//! answer is illegal, unproved, below a legal record, or other than an exhausted search of the trace.

#[path = "../tests/suite/recorded_runs.rs"]
mod recorded_runs;

use recorded_runs::{Answer, RecordedRun, faults, games, runs};
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// One answer.
struct Timed {
    run: String,
    time: Duration,
}

/// Sums over some runs.
#[derive(Default)]
struct Tally {
    runs: u64,
    legal: u64,
    /// Legal runs that earned the most.
    best: u64,
    earned: i64,
    missed: i64,
    /// Runs with a search of the trace, those in which it ended, and those in which it found the best.
    searched: u64,
    exhausted: u64,
    found: u64,
    not_found: i64,
}

impl Tally {
    fn add(&mut self, run: &RecordedRun, answer: &Answer) {
        self.runs += 1;
        if run.legal {
            let missed = answer.primary - run.primary();
            self.legal += 1;
            self.best += u64::from(missed == 0);
            self.earned += run.primary();
            self.missed += missed;
        }
        if let Some(router) = run.router {
            self.searched += 1;
            self.exhausted += u64::from(router.exhausted);
            self.found += u64::from(router.best == answer.revenue);
            self.not_found += answer.revenue - router.best;
        }
    }

    fn print(&self, name: &str) {
        let percent = 100.0 * self.missed as f64 / (self.earned + self.missed).max(1) as f64;
        println!(
            "{name:22} {:5} {:8} of {:5} {:9} {:7} ({percent:4.1} %) {:8} of {:5} {:9} {:7}",
            self.runs,
            self.best,
            self.legal,
            self.earned,
            self.missed,
            self.found,
            self.searched,
            self.exhausted,
            self.not_found,
        );
    }
}

fn main() -> ExitCode {
    let games = games();
    if games.is_empty() {
        println!("not measured: ../shared/corpus is absent");
        return ExitCode::SUCCESS;
    }
    let mut times: Vec<Timed> = Vec::new();
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    let (mut proved, mut wrong) = (0u64, Vec::new());
    for path in &games {
        for run in runs(path) {
            let began = Instant::now();
            let certificate = run.best();
            let time = began.elapsed();
            proved += u64::from(certificate.proved);
            let answer = run.answer(&certificate);
            wrong.extend(faults(&run, &certificate, &answer));
            let who = if run.is_human() { "people" } else { "generated" };
            for name in [format!("{} {who}", run.title()), "all".to_owned()] {
                tallies.entry(name).or_default().add(&run, &answer);
            }
            let run = format!("{} --at {} ({})", run.game, run.at, run.company);
            times.push(Timed { run, time });
        }
    }
    times.sort_by_key(|t| t.time);
    let ms = |t: &Timed| t.time.as_secs_f64() * 1000.0;
    let share = |q: f64| ms(&times[((times.len() - 1) as f64 * q) as usize]);
    let total: f64 = times.iter().map(ms).sum();
    println!(
        "{} runs of {} games, {proved} proved best; median {:.3} ms, p90 {:.3} ms, p99 {:.3} ms, worst {:.3} ms, all {:.2} s",
        times.len(),
        games.len(),
        share(0.5),
        share(0.9),
        share(0.99),
        share(1.0),
        total / 1000.0
    );
    println!("slowest:");
    for timed in times.iter().rev().take(5) {
        println!("  {:8.3} ms  {}", ms(timed), timed.run);
    }
    println!();
    println!(
        "{:22} {:>5} {:>17} {:>9} {:>16} {:>17} {:>9} {:>7}",
        "",
        "runs",
        "best as recorded",
        "earned",
        "missed",
        "found by search",
        "exhausted",
        "missed"
    );
    for (name, tally) in &tallies {
        tally.print(name);
    }
    for fault in &wrong {
        eprintln!("{fault}");
    }
    println!();
    println!("{} answers are wrong", wrong.len());
    ExitCode::from(u8::from(!wrong.is_empty()))
}
