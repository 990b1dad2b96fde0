//! Looks for better weights by self-play: `tune TITLE VARIANT PLAYERS GAMES SEED`. In every game each seat plays with other
//! numbers; how its result depends on each of them is worked out from all games together: what is won beside the others
//! when a number grows by a factor of e (or a part by one), with its standard error. `WEIGHTS` may name a file to start
//! from. Games without playouts (`PLAIN=1`) are many times quicker and were a good guide in 18CZ and 1860; in 18Lilliput,
//! where playouts alone decide, they were not.

mod common;

use bots::{Level, Limits, Weights, choose};
use engine::Rng;
use serde_json::Value as Json;

/// Numbers that are changed by a factor.
const NAMES: [&str; 24] = [
    "pace",
    "growth_rounds",
    "further_train",
    "float_doubt",
    "cash_growth",
    "cash_growth_most",
    "rivals",
    "opening_reserve",
    "treasury",
    "loan",
    "director",
    "promise",
    "promise_decay",
    "next_train",
    "station",
    "lay",
    "payback",
    "help_decay",
    "train_bonus",
    "stop_value",
    "sale",
    "far",
    "/horizon/growth",
    "/horizon/wealth",
];
/// Parts, to which something is added.
const PARTS: [&str; 1] = ["climb"];
/// Most that the logarithm of a factor is, either way, unless `SPREAD` says otherwise. A wide spread finds the way to a good
/// number; near it, where one side is bad and the other good enough, only a narrow one tells anything.
const SPREAD: f64 = 0.6;

fn drawn(base: &Json, spread: f64, rng: &mut Rng) -> (Json, Vec<f64>) {
    let mut trial = base.clone();
    let mut tried = Vec::new();
    let mut unit = || f64::from(rng.below(10_001)) / 10_000.0;
    for name in NAMES {
        let x = (unit() * 2.0 - 1.0) * spread;
        tried.push(x);
        let scaled = |v: &Json| {
            let v = v.as_f64().unwrap_or(0.0) * x.exp();
            let part =
                ["further_train", "float_doubt", "rivals", "promise_decay", "opening_reserve"];
            Json::from(if part.contains(&name) { v.min(1.0) } else { v })
        };
        let path = format!("/base/{}", name.trim_start_matches('/'));
        // Not every title has all of them.
        let Some(at) = trial.pointer_mut(&path) else { continue };
        *at = match &*at {
            Json::Array(list) => list.iter().map(scaled).collect(),
            v => scaled(v),
        };
    }
    for name in PARTS {
        let old = trial["base"][name].as_f64().unwrap_or(0.0);
        let new = (old + (unit() - 0.5) * spread).clamp(0.0, 1.0);
        tried.push(new - old);
        trial["base"][name] = Json::from(new);
    }
    (trial, tried)
}

// The inverse of a symmetric positive matrix.
fn inverse(mut a: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = a.len();
    for (i, row) in a.iter_mut().enumerate() {
        row.extend((0..n).map(|j| f64::from(u8::from(i == j))));
    }
    for i in 0..n {
        let pivot = a[i][i];
        for x in &mut a[i] {
            *x /= pivot;
        }
        let own = a[i].clone();
        for (j, row) in a.iter_mut().enumerate() {
            let factor = row[i];
            if j != i {
                for (x, y) in row.iter_mut().zip(&own) {
                    *x -= factor * y;
                }
            }
        }
    }
    a.into_iter().map(|row| row[n..].to_vec()).collect()
}

// Least squares: slope and standard error of each column.
fn slopes(mut xs: Vec<Vec<f64>>, mut ys: Vec<f64>) -> Vec<(f64, f64)> {
    let (count, n) = (ys.len() as f64, xs[0].len());
    let middle = ys.iter().sum::<f64>() / count;
    ys.iter_mut().for_each(|y| *y -= middle);
    for c in 0..n {
        let middle = xs.iter().map(|x| x[c]).sum::<f64>() / count;
        xs.iter_mut().for_each(|x| x[c] -= middle);
    }
    let column = |f: &dyn Fn(&Vec<f64>) -> f64| xs.iter().map(f).sum::<f64>();
    // A little is added so that a number that never changes does no harm.
    let products = (0..n)
        .map(|a| {
            (0..n).map(|b| column(&|x| x[a] * x[b]) + if a == b { 1e-6 } else { 0.0 }).collect()
        })
        .collect();
    let inverse = inverse(products);
    let with: Vec<f64> = (0..n).map(|a| xs.iter().zip(&ys).map(|(x, y)| x[a] * y).sum()).collect();
    let slope: Vec<f64> = (0..n).map(|a| (0..n).map(|b| inverse[a][b] * with[b]).sum()).collect();
    let rest: f64 = xs
        .iter()
        .zip(&ys)
        .map(|(x, y)| (y - x.iter().zip(&slope).map(|(x, s)| x * s).sum::<f64>()).powi(2))
        .sum();
    let noise = rest / (count - n as f64 - 1.0).max(1.0);
    (0..n).map(|a| (slope[a], (noise * inverse[a][a]).sqrt())).collect()
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize| args[i].parse::<u64>().expect("a number");
    let (players, games, seed) = (number(2) as usize, number(3), number(4));
    let file = || {
        let path = format!("crates/bots/weights/{}.json", args[0]);
        std::fs::read_to_string(path).expect("the title's file")
    };
    let text = common::named().unwrap_or_else(file);
    let mut base: Json = serde_json::from_str(&text).expect("JSON");
    // What is said for a number of players is part of what is tried.
    if let Some(over) = base["players"][&args[2]].as_object().cloned() {
        for (name, value) in over {
            base["base"][name] = value;
        }
        base["players"] = serde_json::json!({});
    }
    let spread = std::env::var("SPREAD").ok().map_or(SPREAD, |s| s.parse().expect("a number"));
    let plain = std::env::var("PLAIN").is_ok();
    let mut rng = Rng::new(seed);
    let (mut xs, mut ys) = (Vec::new(), Vec::new());
    for g in 0..games {
        let mut weights: Vec<&'static Weights> = Vec::new();
        let mut tried = Vec::new();
        for _ in 0..players {
            let (json, x) = drawn(&base, spread, &mut rng);
            weights.push(common::weights(&json.to_string(), &args[1], players, Level::Standard));
            tried.push(x);
        }
        let seeded = seed * 1000 + g;
        let mut game = common::start(&args[0], &args[1], "rulebook", players, seeded);
        let mut events = Vec::new();
        while let Some(d) = game.position().decision() {
            if game.moves().len() > 3000 {
                break;
            }
            let own = Some(weights[d.player.at()]);
            let limits = Limits { weights: own, plain, ..Limits::default() };
            let Some(x) = choose(game.position(), Level::Standard, seed + g, limits) else {
                break;
            };
            events.clear();
            game.play(&x.mv, &mut events).expect("legal");
        }
        let Some(o) = game.position().outcome() else {
            continue;
        };
        let mean = o.values.iter().sum::<i32>() as f64 / o.values.len() as f64;
        for (x, value) in tried.into_iter().zip(&o.values) {
            xs.push(x);
            ys.push(f64::from(*value) - mean);
        }
        // Fewer say nothing.
        let enough = xs.len() > 2 * (NAMES.len() + PARTS.len());
        if enough && ((g + 1) % 25 == 0 || g + 1 == games) {
            println!("after {} games", g + 1);
            let names = NAMES.iter().chain(&PARTS);
            for (name, (slope, error)) in names.zip(slopes(xs.clone(), ys.clone())) {
                println!("{name:18} {slope:8.0} ± {error:5.0}");
            }
        }
    }
}
