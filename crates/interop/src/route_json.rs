//! Routes as the public platform writes them.

use crate::dialect::public_cell;
use crate::digest;
use board::Cell;
use engine::{Company, Position, Problem, RouteClaim};
use routing::{End, PieceId, StopId};
use serde_json::{Value as Json, json};

/// The stretches of a route between neighbouring stops: the two stops, and the pieces from one to the other.
fn stretches(problem: &Problem, pieces: &[PieceId]) -> Option<Vec<(StopId, StopId, Vec<PieceId>)>> {
    let net = &problem.network;
    let stop_of = |end: End| match end {
        End::Stop(s) => Some(s),
        End::Border(_) => None,
    };
    let mut found = Vec::new();
    let mut from: Option<(StopId, Vec<PieceId>)> = None;
    for (i, &piece) in pieces.iter().enumerate() {
        let ends = net.pieces[usize::from(piece)].ends;
        let (mut run, last) = match from.take() {
            // On the way: the piece is left by the end that the way so far does not come from.
            Some((start, run)) => {
                let before = net.pieces[usize::from(*run.last()?)].ends;
                let leave = if before.contains(&ends[0]) { ends[1] } else { ends[0] };
                ((start, run), leave)
            }
            // A new stretch begins at the stop that the route is in.
            None => {
                let here = found.last().map(|f: &(StopId, StopId, Vec<PieceId>)| f.1);
                let side = match here {
                    Some(stop) => ends.iter().position(|&e| e == End::Stop(stop))?,
                    None => first_side(net, pieces, i)?,
                };
                ((stop_of(ends[side])?, Vec::new()), ends[1 - side])
            }
        };
        run.1.push(piece);
        match stop_of(last) {
            Some(stop) => found.push((run.0, stop, run.1)),
            None => from = Some(run),
        }
    }
    from.is_none().then_some(found)
}

/// The side of the first piece that the route starts from: a stop that the next piece does not touch.
fn first_side(net: &routing::Network, pieces: &[PieceId], i: usize) -> Option<usize> {
    let ends = net.pieces[usize::from(pieces[i])].ends;
    let next = pieces.get(i + 1).map(|&p| net.pieces[usize::from(p)].ends);
    (0..2).find(|&side| {
        matches!(ends[side], End::Stop(_)) && next.is_none_or(|n| !n.contains(&ends[side]))
    })
}

fn one(
    position: &dyn Position,
    problem: &Problem,
    claim: &RouteClaim,
    revenue: i32,
    subsidy: i32,
) -> Option<Json> {
    let sheet = position.sheet();
    let name = |cell: u16| public_cell(sheet, Cell(cell));
    let pieces = problem.claim(claim)?.pieces;
    let net = &problem.network;
    let stretches = stretches(problem, &pieces)?;
    let mut stops: Vec<StopId> = Vec::new();
    let mut connections = Vec::new();
    for (from, to, run) in &stretches {
        if stops.is_empty() {
            stops.push(*from);
        }
        stops.push(*to);
        let (a, b) = (&net.stops[usize::from(*from)], &net.stops[usize::from(*to)]);
        let cells: Vec<String> = if run.len() == 1 && a.cell == b.cell {
            vec![format!("{} {}.{}", name(a.cell), a.index, b.index)]
        } else {
            run.iter().map(|&p| name(net.pieces[usize::from(p)].cell)).collect()
        };
        connections.push(cells);
    }
    let hexes: Vec<String> = stops.iter().map(|&s| name(net.stops[usize::from(s)].cell)).collect();
    let nodes: Vec<String> = stops
        .iter()
        .map(|&s| {
            format!("{}-{}", name(net.stops[usize::from(s)].cell), net.stops[usize::from(s)].index)
        })
        .collect();
    let mut json = json!({
        "train": digest::train_id(position, claim.card),
        "connections": connections,
        "hexes": hexes,
        "revenue": revenue,
        "revenue_str": hexes.join("-"),
        "nodes": nodes,
    });
    if subsidy != 0 {
        json["subsidy"] = json!(subsidy);
    }
    if let Some(halts) = claim.halts {
        json["halts"] = json!(halts);
    }
    Some(json)
}

/// The routes of a run with what each earns. Where only the total is known, the first route carries it.
pub(crate) fn routes(
    position: &dyn Position,
    company: Company,
    claims: &[RouteClaim],
    recorded: Option<(i32, i32)>,
) -> Result<Vec<Json>, String> {
    if claims.is_empty() {
        return Ok(Vec::new());
    }
    let problem = position.problem(company).ok_or("the company has nothing to run")?;
    let claimed: Option<Vec<_>> = claims.iter().map(|c| problem.claim(c)).collect();
    let claimed = claimed.ok_or("a route names track that is not there")?;
    let valued = routing::evaluate(&problem.network, &problem.trains, &problem.rules, &claimed)
        .ok()
        .map(|e| e.routes.iter().map(|r| (r.revenue, r.subsidy)).collect::<Vec<_>>());
    let sum = |list: &[(i32, i32)]| list.iter().fold((0, 0), |s, r| (s.0 + r.0, s.1 + r.1));
    let total = match recorded {
        Some(total) => total,
        None => position.would_pay(company, claims.to_vec()).map_err(|e| e.to_string())?,
    };
    let amounts = match valued {
        Some(list) if sum(&list) == total => list,
        _ => (0..claims.len()).map(|i| if i == 0 { total } else { (0, 0) }).collect(),
    };
    claims
        .iter()
        .zip(amounts)
        .map(|(claim, (revenue, subsidy))| {
            one(position, &problem, claim, revenue, subsidy)
                .ok_or_else(|| "a route is not one line".to_owned())
        })
        .collect()
}
