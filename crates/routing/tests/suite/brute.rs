//! All legal routes by trying everything; slow and plain.
#![allow(clippy::too_many_arguments)]

use routing::*;

/// (primary, secondary, minus stops): greater is better.
pub type Value = (i64, i64, i64);

/// All lines of track from one stop to another without a stop in between.
pub fn lines_between(net: &Network, from: StopId, to: StopId) -> Vec<Vec<PieceId>> {
    let mut found = Vec::new();
    for line in all_lines(net, from, 2) {
        if line.1.last() == Some(&to) {
            found.push(line.0);
        }
    }
    found
}

/// All lines from a stop that use no piece or border twice and have at most `most` stops.
pub fn all_lines(net: &Network, from: StopId, most: usize) -> Vec<(Vec<PieceId>, Vec<StopId>)> {
    fn go(
        net: &Network,
        at: End,
        cell: Option<CellId>,
        pieces: &mut Vec<PieceId>,
        stops: &mut Vec<StopId>,
        borders: &mut Vec<BorderId>,
        most: usize,
        found: &mut Vec<(Vec<PieceId>, Vec<StopId>)>,
    ) {
        for (i, piece) in net.pieces.iter().enumerate() {
            let id = i as PieceId;
            if pieces.contains(&id) || (matches!(at, End::Border(_)) && cell == Some(piece.cell)) {
                continue;
            }
            for side in 0..2 {
                if piece.ends[side] != at {
                    continue;
                }
                let out = piece.ends[1 - side];
                match out {
                    End::Stop(s) => {
                        if stops.contains(&s) {
                            continue;
                        }
                        pieces.push(id);
                        stops.push(s);
                        found.push((pieces.clone(), stops.clone()));
                        if stops.len() < most {
                            go(net, out, Some(piece.cell), pieces, stops, borders, most, found);
                        }
                        stops.pop();
                        pieces.pop();
                    }
                    End::Border(b) => {
                        if borders.contains(&b) {
                            continue;
                        }
                        borders.push(b);
                        pieces.push(id);
                        go(net, out, Some(piece.cell), pieces, stops, borders, most, found);
                        pieces.pop();
                        borders.pop();
                    }
                }
            }
        }
    }
    let mut found = Vec::new();
    let (mut pieces, mut stops, mut borders) = (Vec::new(), vec![from], Vec::new());
    go(net, End::Stop(from), None, &mut pieces, &mut stops, &mut borders, most, &mut found);
    found
}

/// A route with amounts by the rules, for one choice of counted stops.
pub fn route(
    net: &Network,
    rules: &Constraints,
    train: &Train,
    index: usize,
    pieces: &[PieceId],
    stops: &[StopId],
    counted: u32,
) -> Route {
    let mut calls = Vec::new();
    let (mut values, mut bonuses, mut subsidies) = (0, 0, 0);
    for (i, &id) in stops.iter().enumerate() {
        let stop = &net.stops[id as usize];
        let mut call =
            Call { stop: id, counted: counted >> i & 1 == 1, value: 0, bonus: 0, subsidy: 0 };
        if call.counted {
            match train.pay {
                Pay::Lease { per_stop, .. } => call.value = per_stop,
                Pay::Values if stop.kind == StopKind::Halt => call.subsidy = rules.halt_subsidy,
                Pay::Values => {
                    call.value = stop.value;
                    call.bonus = if train.takes_bonus { stop.bonus } else { 0 };
                }
            }
        }
        values += call.value;
        bonuses += call.bonus;
        subsidies += call.subsidy;
        calls.push(call);
    }
    let mut revenue = values * i32::from(train.multiplier);
    if train.obsolete {
        revenue = revenue / 2 / 10 * 10;
    }
    if let Pay::Lease { base, .. } = train.pay {
        revenue += base;
    }
    let named = stops.iter().filter(|&&s| net.stops[s as usize].named).count();
    let named_bonus =
        rules.named_bonus.filter(|b| named >= b.at_least as usize).map_or(0, |b| b.amount);
    let mines = net.mines.iter().filter(|m| m.pieces.iter().any(|p| pieces.contains(p)));
    Route {
        train: index,
        calls,
        pieces: pieces.to_vec(),
        named_bonus,
        revenue: revenue + bonuses + named_bonus,
        subsidy: subsidies,
        mines: mines.map(|m| m.bonus).sum(),
    }
}

/// The best legal routes over every line of one train (company-wide rules aside), with their values.
pub fn routes(
    net: &Network,
    rules: &Constraints,
    trains: &[Train],
    index: usize,
) -> Vec<(Value, Route)> {
    let alone = Constraints { connected_to_hq: false, ..*rules };
    let mut best = Vec::new();
    for from in 0..net.stops.len() as StopId {
        for (pieces, stops) in all_lines(net, from, usize::MAX) {
            if stops[0] > stops[stops.len() - 1] || stops.len() > 14 {
                continue;
            }
            let mut top: Option<(Value, Route)> = None;
            for counted in 0..1u32 << stops.len() {
                let candidate = route(net, rules, &trains[index], index, &pieces, &stops, counted);
                if let Ok(t) = check_routes(net, trains, &alone, std::slice::from_ref(&candidate)) {
                    let value = (t.primary, t.secondary, -i64::from(t.stops));
                    if top.as_ref().is_none_or(|(v, _)| value > *v) {
                        top = Some((value, candidate));
                    }
                } else if counted == 0 && !may_run(net, &alone, trains, index, &pieces, &stops) {
                    break;
                }
            }
            best.extend(top);
        }
    }
    best.sort_by_key(|(value, _)| std::cmp::Reverse(*value));
    best
}

/// Saves time: a line that is illegal whatever stops count.
fn may_run(
    net: &Network,
    rules: &Constraints,
    trains: &[Train],
    index: usize,
    pieces: &[PieceId],
    stops: &[StopId],
) -> bool {
    let any = route(net, rules, &trains[index], index, pieces, stops, 0);
    match check_routes(net, trains, rules, &[any]) {
        Err(
            Violation::LocationTwice { .. }
            | Violation::EndsAtHalt { .. }
            | Violation::PassesTerminus { .. }
            | Violation::NoOwnStation { .. }
            | Violation::CellTwice { .. }
            | Violation::BrokenLine { .. },
        ) => false,
        _ => stops.iter().any(|&s| net.stops[s as usize].own_station),
    }
}

/// The best total over all trains.
pub fn best(net: &Network, trains: &[Train], rules: &Constraints) -> Value {
    let lists: Vec<Vec<(Value, Route)>> =
        (0..trains.len()).map(|i| routes(net, rules, trains, i)).collect();
    let tops: Vec<i64> = lists.iter().map(|l| l.first().map_or(0, |r| r.0.0.max(0))).collect();
    let mut best = (0, 0, 0);
    let mut picked = Vec::new();
    combine(net, trains, rules, &lists, &tops, (0, 0, 0), &mut picked, &mut best);
    best
}

fn combine(
    net: &Network,
    trains: &[Train],
    rules: &Constraints,
    lists: &[Vec<(Value, Route)>],
    tops: &[i64],
    sum: Value,
    picked: &mut Vec<Route>,
    best: &mut Value,
) {
    let Some((list, rest)) = lists.split_first() else {
        if sum > *best && check_routes(net, trains, rules, picked).is_ok() {
            *best = sum;
        }
        return;
    };
    // Primary income alone decides what cannot be better any more.
    if sum.0 + tops.iter().sum::<i64>() < best.0 {
        return;
    }
    combine(net, trains, rules, rest, &tops[1..], sum, picked, best);
    let unconnected = Constraints { connected_to_hq: false, ..*rules };
    for (value, route) in list {
        if sum.0 + value.0 + tops[1..].iter().sum::<i64>() < best.0 {
            break;
        }
        picked.push(route.clone());
        if check_routes(net, trains, &unconnected, picked).is_ok() {
            let sum = (sum.0 + value.0, sum.1 + value.1, sum.2 + value.2);
            combine(net, trains, rules, rest, &tops[1..], sum, picked, best);
        }
        picked.pop();
    }
}
