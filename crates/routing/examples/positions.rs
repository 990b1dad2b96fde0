//! Solves recorded positions and shows how long it takes: `cargo run --release --example positions -- FILE`.
//! FILE holds one JSON object per line: `id`, `net`, `trains`, `rules`, and if known `claims`, `revenue`, `router`.

use routing::*;
use serde::Deserialize;
use std::time::{Duration, Instant};

#[derive(Deserialize)]
struct Position {
    id: String,
    net: Network,
    trains: Vec<Train>,
    rules: Constraints,
    #[serde(default)]
    claims: Vec<Recorded>,
    revenue: Option<i64>,
    router: Option<Router>,
}

#[derive(Deserialize)]
struct Recorded {
    train: usize,
    connections: Vec<Connection>,
    halts: Option<u8>,
}

#[derive(Deserialize)]
struct Router {
    best_revenue: Option<i64>,
    exhausted: bool,
}

fn main() {
    let path = std::env::args().nth(1).expect("a file of positions");
    let only = std::env::args().nth(2);
    let text = std::fs::read_to_string(path).expect("readable");
    let mut times = Vec::new();
    let (mut unproved, mut untied, mut below, mut equal, mut above, mut claims) =
        (0, 0, 0, 0, 0, [0; 3]);
    for line in text.lines() {
        let p: Position = serde_json::from_str(line).expect("a position");
        if only.as_ref().is_some_and(|o| !p.id.contains(o.as_str())) {
            continue;
        }
        p.net.validate().expect("a sound network");
        // The fastest of three: other programs on the machine disturb the rest.
        let mut time = Duration::MAX;
        let mut best = None;
        for _ in 0..3 {
            let start = Instant::now();
            let late = || start.elapsed().as_secs() >= 20;
            let budget = Budget {
                nodes: None,
                cancel: Some(&late),
            };
            best = Some(solve(&p.net, &p.trains, &p.rules, budget));
            time = time.min(start.elapsed());
        }
        let best = best.expect("solved three times");
        if let Err(violation) = check(&p.net, &p.trains, &p.rules, &best) {
            println!("{}: {violation}", p.id);
        }
        unproved += u32::from(!best.proved);
        untied += u32::from(!best.ties_proved);
        times.push((time, best.nodes, p.id.clone(), best.proved, p.trains.len()));
        if let Some(Router {
            best_revenue: Some(r),
            exhausted,
        }) = p.router
        {
            let mine = best.totals.revenue;
            if mine < r {
                below += 1;
                println!("{}: {mine} < router {r} (exhausted {exhausted})", p.id);
            } else if mine == r {
                equal += 1;
            } else {
                above += 1;
                if exhausted {
                    println!(
                        "{}: {mine} > exhausted router {r}, nodes {} {:?}",
                        p.id,
                        best.nodes,
                        p.trains.len()
                    );
                }
            }
        }
        let resolved: Option<Vec<Claim>> = (p.claims.iter())
            .map(|c| {
                let pieces = route_from_connections(&p.net, &c.connections)?;
                Some(Claim {
                    train: c.train,
                    pieces,
                    halts: c.halts,
                })
            })
            .collect();
        match (
            resolved.map(|c| evaluate(&p.net, &p.trains, &p.rules, &c)),
            p.revenue,
        ) {
            (Some(Ok(e)), Some(r)) if e.totals.revenue == r => claims[0] += 1,
            (None, _) => {}
            (Some(Ok(_)), None) => {}
            (other, r) => {
                claims[1] += 1;
                let said = other.map(|o| o.map(|e| e.totals));
                println!("{}: recorded {r:?}, evaluated {said:?}", p.id);
            }
        }
        if p.revenue.is_some_and(|r| best.totals.revenue < r) {
            println!(
                "{}: {} below recorded {:?}",
                p.id, best.totals.revenue, p.revenue
            );
        }
    }
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].0;
    println!(
        "{} positions: median {:?}, p90 {:?}, p99 {:?}, worst {:?}; unproved {unproved}, ties unproved {untied}",
        times.len(),
        at(0.5),
        at(0.9),
        at(0.99),
        at(1.0)
    );
    println!(
        "router: below {below}, equal {equal}, above {above}; claims as recorded {}, other {}",
        claims[0], claims[1]
    );
    for (time, nodes, id, proved, trains) in times.iter().rev().take(30) {
        println!("{time:?} {nodes} nodes, {trains} trains, proved {proved}: {id}");
    }
}
