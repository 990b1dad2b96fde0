//! Plays games and prints what becomes of them: `match TITLE VARIANT PRESET GAMES SEED LEVEL...`. `WEIGHTS` may name a file
//! with which the first of the levels plays (with `ALL`, every level), `NET` and `POLICY` networks to go with it, `NODES` the playouts
//! of strong; with `PLAIN` standard plays without playouts; `OPENING` is the number of moves that easy makes first, alike in every
//! rotation; `VERBOSE` tells every move. At the end: how long the first decided, by phase; its wins, wealth and lead against the others.

mod common;

use bots::{Level, Limits, choose};
use std::collections::BTreeMap;
use std::time::Instant;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let games: u64 = args[3].parse().expect("a number of games");
    let seed: u64 = args[4].parse().expect("a seed");
    let levels: Vec<Level> = args[5..].iter().map(|w| w.parse().expect("a level")).collect();
    let said = |name: &str| std::env::var(name).is_ok();
    let (verbose, all, plain) = (said("VERBOSE"), said("ALL"), said("PLAIN"));
    let n = levels.len();
    let number = |name: &str| {
        let said = std::env::var(name).ok();
        said.map(|n| n.parse::<u32>().unwrap_or_else(|_| panic!("{name} is no number")))
    };
    let nodes = number("NODES");
    let opening = number("OPENING").unwrap_or(0) as usize;
    let of = |text: &str, level| common::weights(text, &args[1], n, level);
    let weights: Option<Vec<_>> =
        common::named().map(|text| levels.iter().map(|&level| of(&text, level)).collect());
    let net = common::net();
    let policy = common::policy();
    let mut sums = Sums::default();
    for g in 0..games {
        let mut game = common::start(&args[0], &args[1], &args[2], n, seed + g);
        let begun = Instant::now();
        let mut events = Vec::new();
        let mut slowest = (0.0, String::new());
        while let Some(d) = game.position().decision() {
            let at = (d.player.at() + g as usize) % n;
            let level = levels[at];
            let t = Instant::now();
            let tried = all || at == 0;
            let limits = Limits {
                nodes,
                weights: weights.as_ref().filter(|_| tried).map(|all| all[at]),
                net: net.filter(|_| tried),
                policy: policy.filter(|_| tried),
                plain,
                ..Limits::default()
            };
            let chosen = if game.moves().len() < opening {
                choose(game.position(), Level::Easy, seed + g / n as u64, Limits::default())
            } else {
                choose(game.position(), level, seed + g, limits)
            };
            let Some(decision) = chosen else {
                break;
            };
            let ms = t.elapsed().as_secs_f64() * 1e3;
            if at == 0 {
                sums.took(game.position().core().phase, ms);
            }
            if ms > slowest.0 {
                slowest = (ms, format!("{level} {} {:?}", d.step, decision.mv));
            }
            if verbose {
                let pos = game.position();
                let c = d.company.map_or(String::new(), |c| {
                    format!("{} T{} ", pos.sheet().company(c).id, pos.core().money.company(c))
                });
                println!(
                    "{:?} {} ph{} P{} {level} {c}{}: {} [{:.0}] {ms:.0} ms {}",
                    pos.core().round.kind,
                    pos.process(),
                    pos.core().phase,
                    d.player.0,
                    d.step,
                    decision.reason.text,
                    decision.candidates.first().map_or(0.0, |c| c.value),
                    decision
                        .candidates
                        .iter()
                        .skip(1)
                        .map(|c| format!("next {:.0} {:?} ", c.value, c.mv))
                        .collect::<String>(),
                );
            }
            events.clear();
            game.play(&decision.mv, &mut events).expect("a bot's move is legal");
            if verbose {
                for e in &events {
                    if matches!(
                        e,
                        engine::Event::Ran { .. }
                            | engine::Event::RoundBegan { .. }
                            | engine::Event::LoanTaken { .. }
                            | engine::Event::PhaseBegan { .. }
                            | engine::Event::TrainScrapped { .. }
                    ) {
                        println!("    {e:?}");
                    }
                }
                if events.iter().any(|e| matches!(e, engine::Event::RoundBegan { .. })) {
                    println!("    values {:?}", game.position().values());
                }
            }
        }
        let out = game.position().outcome();
        if let Some(out) = &out {
            sums.note(out, |seat| (seat + g as usize).is_multiple_of(n));
        }
        println!(
            "game {g}: levels {:?} values {:?} moves {} {:.2}s slowest {:.1}ms {}",
            (0..n)
                .map(|s| (s + g as usize) % n)
                .map(|at| match at {
                    0 if weights.is_some() => format!("{}*", levels[at]),
                    _ => levels[at].to_string(),
                })
                .collect::<Vec<_>>(),
            out.as_ref().map(|o| o.values.clone()),
            game.moves().len(),
            begun.elapsed().as_secs_f64(),
            slowest.0,
            slowest.1.chars().take(120).collect::<String>(),
        );
    }
    sums.tell();
}

// How the first of the levels did.
#[derive(Default)]
struct Sums {
    games: f64,
    wins: f64,
    squares: f64,
    own: f64,
    others: f64,
    // In parts of the mean of all seats.
    lead: f64,
    leads_squared: f64,
    // Decisions by phase: how many, how long together, the longest.
    times: BTreeMap<u8, (u32, f64, f64)>,
}

impl Sums {
    fn note(&mut self, out: &engine::Outcome, is_first: impl Fn(usize) -> bool) {
        let won = out.winners.iter().any(|w| is_first(w.at()));
        let won = if won { 1.0 / out.winners.len() as f64 } else { 0.0 };
        self.games += 1.0;
        self.wins += won;
        self.squares += won * won;
        let n = out.values.len();
        let sum: f64 = out.values.iter().map(|&v| f64::from(v)).sum();
        let own: f64 = (0..n).filter(|&s| is_first(s)).map(|s| f64::from(out.values[s])).sum();
        let others = (sum - own) / (n.max(2) - 1) as f64;
        let lead = (own - others) * n as f64 / sum.max(1.0);
        self.own += own;
        self.others += others;
        self.lead += lead;
        self.leads_squared += lead * lead;
    }

    fn took(&mut self, phase: u8, ms: f64) {
        let (count, sum, longest) = self.times.entry(phase).or_default();
        (*count, *sum, *longest) = (*count + 1, *sum + ms, longest.max(ms));
    }

    fn tell(&self) {
        for (phase, (count, sum, longest)) in &self.times {
            let mean = sum / f64::from(*count);
            println!(
                "phase {phase}: {count} decisions, {mean:.0} ms each, longest {longest:.0} ms"
            );
        }
        let n = self.games.max(1.0);
        let part = |sum: f64, squares: f64| {
            let mean = sum / n;
            let margin = 1.96 * ((squares / n - mean * mean).max(0.0) / n).sqrt();
            format!("{:.1} % ± {:.1}", 100.0 * mean, 100.0 * margin)
        };
        println!(
            "first: {} of {n} games; wealth {:.0}, others {:.0}; lead {}",
            part(self.wins, self.squares),
            self.own / n,
            self.others / n,
            part(self.lead, self.leads_squared)
        );
    }
}
