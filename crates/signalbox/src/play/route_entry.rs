//! Routes typed at the terminal.

use crate::describe::Describe;
use engine::{Card, Position, Problem, RouteClaim};
use routing::{Constraints, End, Further, PieceId, StopId};

/// Longest list of cells that is followed.
const MOST_CELLS: usize = 60;
/// Most ways over them that are weighed.
const MOST_PATHS: usize = 500;

/// Follows a list of cells (`E15 E13 D12`) over the track, end to end; says why if that does not work.
pub fn follow(
    position: &dyn Position,
    problem: &Problem,
    card: Card,
    line: &str,
) -> Result<RouteClaim, String> {
    let map = &position.sheet().map;
    let (wishes, words): (Vec<&str>, Vec<&str>) =
        line.split_whitespace().partition(|word| word.contains('='));
    if words.len() > MOST_CELLS {
        return Err(format!("more than {MOST_CELLS} cells"));
    }
    let cells = words
        .iter()
        .map(|name| {
            map.by_name(&name.to_uppercase())
                .or_else(|| map.by_name(name))
                .map(|c| c.0)
                .ok_or_else(|| format!("there is no cell {name}"))
        })
        .collect::<Result<Vec<u16>, String>>()?;
    if cells.is_empty() {
        return Err("no cells".into());
    }
    let net = &problem.network;
    let mut paths: Vec<Vec<PieceId>> = Vec::new();
    let cell_of = |piece: PieceId| net.pieces[usize::from(piece)].cell;
    for start in 0..net.stops.len() as StopId {
        if net.stops[usize::from(start)].cell != cells[0] {
            continue;
        }
        routing::lines(net, start, |line| {
            let borders = line.pieces.windows(2);
            let at = borders.filter(|pair| cell_of(pair[0]) != cell_of(pair[1])).count();
            let here = line.pieces.last().map(|&piece| cell_of(piece));
            if here != cells.get(at).copied() {
                return Further::Back;
            }
            if matches!(line.end, End::Stop(_)) && at + 1 == cells.len() {
                paths.push(line.pieces.to_vec());
            }
            if paths.len() >= MOST_PATHS {
                return Further::Enough;
            }
            Further::On
        });
    }
    let claim = |pieces: &Vec<PieceId>| RouteClaim {
        card,
        path: pieces.iter().map(|&p| problem.steps[usize::from(p)]).collect(),
        halts: None,
        passes: Vec::new(),
    };
    // Of several ways over the same cells the one that earns most.
    let best = paths
        .iter()
        .max_by_key(|pieces| {
            let claimed = problem.claim(&claim(pieces)).and_then(|c| {
                routing::evaluate(net, &problem.trains, &problem.rules, &[c])
                    .ok()
                    .map(|e| e.totals.primary)
            });
            claimed.unwrap_or(-1)
        })
        .map(claim)
        .ok_or_else(|| {
            format!(
                "no track of {} leads over these cells from stop to stop",
                Describe(position).train(card)
            )
        })?;
    wishes.iter().try_fold(best, |route, wish| wished(position, problem, route, wish))
}

/// A route with what was typed after its cells: `halts=2`, `pass=E13`.
fn wished(
    position: &dyn Position,
    problem: &Problem,
    mut route: RouteClaim,
    wish: &str,
) -> Result<RouteClaim, String> {
    let map = &position.sheet().map;
    match wish.split_once('=') {
        Some(("halts", n)) => {
            let n = n.parse().map_err(|_| format!("{n} is no number of halts"))?;
            route.halts = Some(n);
        }
        Some(("pass", name)) => {
            let cell = map
                .by_name(&name.to_uppercase())
                .or_else(|| map.by_name(name))
                .ok_or_else(|| format!("there is no cell {name}"))?;
            let net = &problem.network;
            let mut stops: Vec<u8> = (route.path.iter())
                .filter(|step| step.cell == cell)
                .filter_map(|step| problem.steps.iter().position(|s| s == step))
                .flat_map(|piece| net.pieces[piece].ends)
                .filter_map(|end| match end {
                    End::Stop(stop) => Some(&net.stops[usize::from(stop)]),
                    End::Border(_) => None,
                })
                .filter(|stop| !stop.kind.is_major())
                .map(|stop| stop.index)
                .collect();
            stops.sort_unstable();
            stops.dedup();
            if stops.is_empty() {
                return Err(format!("the route has no small station or halt in {name}"));
            }
            let spots = stops.into_iter().map(|stop| board::Spot { cell, stop });
            route.passes.extend(spots);
        }
        _ => return Err(format!("{wish} means nothing after a route")),
    }
    Ok(route)
}

/// The numbers of halts that a route can serve, each with the revenue and subsidy that it brings.
pub fn halts_offered(problem: &Problem, route: &RouteClaim) -> Vec<(u8, i32, i32)> {
    // Whether routes meet is asked when all of them are known.
    let alone = Constraints { connected_to_hq: false, ..problem.rules };
    if !problem.halts_are_a_choice() {
        return Vec::new();
    }
    (0..=MOST_CELLS as u8)
        .map_while(|halts| {
            let claim = problem.claim(&RouteClaim { halts: Some(halts), ..route.clone() })?;
            let worth =
                routing::evaluate(&problem.network, &problem.trains, &alone, &[claim]).ok()?;
            let (revenue, subsidy) = (worth.totals.revenue, worth.totals.subsidy);
            Some((halts, revenue as i32, subsidy as i32))
        })
        .collect()
}
