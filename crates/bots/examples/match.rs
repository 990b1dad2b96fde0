//! Plays games and prints what becomes of them: `match TITLE VARIANT PRESET GAMES SEED LEVEL...`. `WEIGHTS` may name a file
//! with which the first of the levels plays (with `ALL`, every level), `NODES` the playouts of strong; `VERBOSE` tells every move.

mod common;

use bots::{Level, Limits, choose};
use std::time::Instant;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let games: u64 = args[3].parse().expect("a number of games");
    let seed: u64 = args[4].parse().expect("a seed");
    let levels: Vec<Level> = args[5..].iter().map(|w| w.parse().expect("a level")).collect();
    let verbose = std::env::var("VERBOSE").is_ok();
    let all = std::env::var("ALL").is_ok();
    let n = levels.len();
    let nodes = std::env::var("NODES").ok().map(|n| n.parse().expect("a number of nodes"));
    let weights = common::named().map(|text| common::weights(&text, &args[1], n));
    for g in 0..games {
        let mut game = common::start(&args[0], &args[1], &args[2], n, seed + g);
        let begun = Instant::now();
        let mut events = Vec::new();
        let mut slowest = (0.0, String::new());
        while let Some(d) = game.position().decision() {
            let at = (d.player.at() + g as usize) % n;
            let level = levels[at];
            let t = Instant::now();
            let limits =
                Limits { nodes, weights: weights.filter(|_| all || at == 0), ..Limits::default() };
            let Some(decision) = choose(game.position(), level, seed + g, limits) else {
                break;
            };
            let ms = t.elapsed().as_secs_f64() * 1e3;
            if ms > slowest.0 {
                slowest = (ms, format!("{level} {} {:?}", d.step, decision.mv));
            }
            if verbose {
                let pos = game.position();
                let c = d.company.map_or(String::new(), |c| {
                    format!("{} T{} ", pos.sheet().company(c).id, pos.core().money.company(c))
                });
                println!(
                    "{:?} {} ph{} P{} {level} {c}{}: {} [{:.0}] {}",
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
}
