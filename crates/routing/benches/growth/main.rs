//! How the time for the best routes grows with the board and the number of trains, as a table and as a picture
//! (`docs/pictures/route-growth.svg`); and what the cache saves when one tile changes.
//!
//! Each question has two seconds. What is not proved by then is shown with the bound that was.

mod board;
mod plot;

use board::{dense, without};
use plot::{Panel, Point, Series};
use routing::*;
use std::hint::black_box;
use std::path::Path;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

const CITIES: [usize; 7] = [8, 12, 16, 20, 24, 30, 36];
const TRAINS: [usize; 3] = [2, 3, 4];
const LIMIT: Duration = Duration::from_secs(2);

/// Long trains of the three titles.
fn kinds() -> [(&'static str, Train, Constraints); 4] {
    [
        ("8E", Train::express(8), Constraints::cz()),
        ("5+5", Train::plus(5), Constraints::cz()),
        ("9+5", Train::mixed(9, 5), Constraints::iow()),
        ("4D", Train::doubled(4), Constraints::lilliput()),
    ]
}

/// The time that this thread has had a core: what else the machine does at the moment does not count. Where the system does
/// not tell, the time on the clock.
fn on_core() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanos = told.split(' ').next().and_then(|n| n.parse().ok());
    nanos.map_or_else(|| START.get_or_init(Instant::now).elapsed(), Duration::from_nanos)
}

/// The answer, and the mean time of as many tries as fit in a moment.
fn measure(net: &Network, trains: &[Train], rules: &Constraints) -> (Certificate, Duration) {
    let began = on_core();
    let mut tries = 0;
    loop {
        let start = on_core();
        let late = || on_core() - start >= LIMIT;
        let budget = Budget { cancel: Some(&late), ..Budget::unlimited() };
        let answer = solve(black_box(net), trains, rules, budget);
        tries += 1;
        let spent = on_core() - began;
        if spent > Duration::from_millis(200) {
            check(net, trains, rules, &answer).expect("legal routes");
            return (answer, spent / tries);
        }
    }
}

fn main() {
    let mut panels = Vec::new();
    println!("time in ms; * not proved within {} s", LIMIT.as_secs());
    print!("{:16}", "cities");
    CITIES.iter().for_each(|n| print!("{n:>10}"));
    println!();
    for count in TRAINS {
        let mut series = Vec::new();
        for (name, train, rules) in kinds() {
            let trains = vec![train; count];
            print!("{:16}", format!("{count} × {name}"));
            let mut points = Vec::new();
            let mut open = Vec::new();
            for cities in CITIES {
                let net = dense(cities, &rules);
                let (answer, time) = measure(&net, &trains, &rules);
                let ms = time.as_secs_f64() * 1000.0;
                let mark = if answer.proved { ' ' } else { '*' };
                print!("{ms:>9.2}{mark}");
                points.push(Point { x: cities as f64, y: ms, solid: answer.proved });
                if !answer.proved {
                    let (found, bound) = (answer.totals.primary, answer.bound);
                    open.push(format!("{cities} cities: {found}, at most {bound}"));
                }
            }
            println!();
            if !open.is_empty() {
                println!("{:16}* {}", "", open.join("; "));
            }
            series.push(Series { name, points });
        }
        panels.push(Panel { title: format!("{count} trains"), series });
    }
    let picture =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures/route-growth.svg");
    std::fs::write(&picture, plot::draw(&panels)).expect("the folder of pictures");
    println!();
    one_tile_changes();
}

/// What a bot does: it tries a tile on every cell, and comes back to the same boards later.
fn one_tile_changes() {
    println!(
        "one cell of a board of 20 cities changes, every cell in turn, two trains; mean in ms"
    );
    println!("{:16}{:>10}{:>12}{:>12}{:>14}", "", "cold", "first time", "again", "remembered");
    for (name, train, rules) in kinds() {
        let net = dense(20, &rules);
        let trains = [train; 2];
        let last = net.pieces.iter().map(|p| p.cell).max().unwrap_or(0);
        let boards: Vec<Network> = (0..=last).map(|cell| without(&net, cell)).collect();
        let mean = |ask: &mut dyn FnMut(&Network) -> Certificate| {
            let start = on_core();
            for board in &boards {
                black_box(ask(board));
            }
            (on_core() - start).as_secs_f64() * 1000.0 / boards.len() as f64
        };
        let nodes = Budget::nodes(2_000_000);
        let cold = mean(&mut |board| solve(board, &trains, &rules, nodes));
        let mut cache = Cache::new(10_000);
        let first = mean(&mut |board| cache.solve(board, &trains, &rules, nodes));
        let hits = cache.hits;
        let again = mean(&mut |board| cache.solve(board, &trains, &rules, nodes));
        let remembered = format!("{} of {}", cache.hits - hits, boards.len());
        println!("{name:16}{cold:>10.3}{first:>12.3}{again:>12.3}{remembered:>14}");
    }
}
