//! Holds what standard expects against what comes: `forecast TITLE VARIANT PLAYERS GAMES SEED`. For every round of
//! running: how far expected and final wealth of the seats agree, and what a share was expected to bring and brought.
//! `WEIGHTS` may name a file to play and to expect with.

mod common;

use bots::{Level, Limits, choose, judge};
use engine::{Event, RoundKind};
use std::collections::BTreeMap;

#[derive(Default)]
struct Sums {
    count: f64,
    price: f64,
    expected: [f64; 2],
    came: [f64; 2],
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize| -> u64 { args[i].parse().expect("a number") };
    let (players, games, seed) = (number(2) as usize, number(3), number(4));
    let weights =
        common::named().map(|text| common::weights(&text, &args[1], players, Level::Standard));
    let limits = Limits { weights, ..Limits::default() };
    let mut seats: BTreeMap<usize, Vec<(f64, f64)>> = BTreeMap::new();
    let mut shares: BTreeMap<(u8, usize), Sums> = BTreeMap::new();
    for g in 0..games {
        let mut game = common::start(&args[0], &args[1], "rulebook", players, seed + g);
        let mut paid: BTreeMap<usize, f64> = BTreeMap::new();
        let mut wealth = Vec::new();
        let mut bring = Vec::new();
        let mut events = Vec::new();
        let mut round = game.position().core().round;
        let mut rounds = 0;
        while let Some(decision) = choose(game.position(), Level::Standard, seed + g, limits) {
            let position = game.position();
            let now = position.core().round;
            if now != round && now.kind == RoundKind::Operating {
                rounds += 1;
                let judge = judge(position, Level::Standard, weights);
                wealth.push((rounds, judge.seats(position)));
                for (company, outlook) in judge.outlooks(position) {
                    let had = paid.get(&company.at()).copied().unwrap_or(0.0);
                    let price = position.core().price(position.sheet(), company).unwrap_or(0);
                    bring.push((rounds, company, outlook, f64::from(price), had));
                }
            }
            round = now;
            events.clear();
            game.play(&decision.mv, &mut events).expect("a bot's move is legal");
            for event in &events {
                if let Event::PaidOut { company, revenue } = event {
                    let unit = game.position().sheet().company(*company).unit_percent;
                    *paid.entry(company.at()).or_default() +=
                        f64::from(*revenue) * f64::from(unit) / 100.0;
                }
            }
        }
        let position = game.position();
        let last: Vec<f64> = position.values().iter().map(|&v| f64::from(v)).collect();
        for (at, expected) in wealth {
            let mean = |v: &[f64]| v.iter().sum::<f64>() / v.len() as f64;
            let (a, b) = (mean(&expected), mean(&last));
            let pairs = expected.iter().zip(&last).map(|(x, y)| (x - a, y - b));
            seats.entry(at).or_default().extend(pairs);
        }
        for (at, company, outlook, price, had) in bring {
            let size = position.sheet().company(company).size;
            let sums = shares.entry((size, at)).or_default();
            let end = position.core().price(position.sheet(), company).unwrap_or(0);
            let came = paid.get(&company.at()).copied().unwrap_or(0.0) - had;
            sums.count += 1.0;
            sums.price += price;
            sums.expected[0] += outlook.dividends;
            sums.expected[1] += outlook.price;
            sums.came[0] += came;
            sums.came[1] += f64::from(end);
        }
    }
    println!("round  agreement of expected and final wealth");
    for (at, pairs) in seats {
        let sum = |f: fn(&(f64, f64)) -> f64| pairs.iter().map(f).sum::<f64>();
        let both = sum(|p| p.0 * p.1);
        let agreement = both / (sum(|p| p.0 * p.0) * sum(|p| p.1 * p.1)).sqrt().max(1e-9);
        println!("{at:5}  {agreement:5.2}");
    }
    println!("size round companies price  expected: dividends price  came: dividends price");
    for ((size, at), s) in shares {
        let n = s.count;
        println!(
            "{size:4} {at:5} {n:9} {:5.0} {:20.0} {:5.0} {:16.0} {:5.0}",
            s.price / n,
            s.expected[0] / n,
            s.expected[1] / n,
            s.came[0] / n,
            s.came[1] / n
        );
    }
}
