//! Re-verifies routes from scratch. Shares no code with the search but the tracing of a line.

use crate::certificate::{Call, Certificate, Route, Totals};
use crate::constraints::{Constraints, Objective};
use crate::line::trace;
use crate::network::{End, Network, StopKind};
use crate::train::{Pay, Reach, Train};
use crate::violation::Violation;
use std::collections::BTreeSet;

/// Checks the routes of a certificate, their amounts, the totals and that the bound is not below them.
pub fn check(
    net: &Network,
    trains: &[Train],
    rules: &Constraints,
    certificate: &Certificate,
) -> Result<Totals, Violation> {
    let totals = check_routes(net, trains, rules, &certificate.routes)?;
    if totals != certificate.totals {
        return Err(Violation::WrongTotals);
    }
    if certificate.bound < totals.primary
        || certificate.proved != (certificate.bound == totals.primary)
        || (certificate.ties_proved && !certificate.proved)
    {
        return Err(Violation::WrongBound);
    }
    Ok(totals)
}

/// Checks a set of routes and adds them up.
pub fn check_routes(
    net: &Network,
    trains: &[Train],
    rules: &Constraints,
    routes: &[Route],
) -> Result<Totals, Violation> {
    let mut totals = Totals::default();
    let mut seen_trains = BTreeSet::new();
    for (i, route) in routes.iter().enumerate() {
        let train = trains
            .get(route.train)
            .ok_or(Violation::NoSuchTrain { route: i, train: route.train })?;
        if !seen_trains.insert(route.train) {
            return Err(Violation::TrainRunsTwice { train: route.train });
        }
        line_is_legal(net, rules, i, route)?;
        calls_are_legal(net, rules, train, i, route)?;
        amounts_are_right(net, rules, train, i, route)?;
        totals.revenue += i64::from(route.revenue);
        totals.subsidy += i64::from(route.subsidy);
        totals.mines += i64::from(route.mines);
        totals.stops += route.counted().count() as u32;
    }
    track_is_used_once(net, trains, routes)?;
    full_cities_are_not_passed(net, rules, routes)?;
    if rules.connected_to_hq {
        routes_are_connected(net, routes)?;
    }
    totals.primary = match rules.objective {
        Objective::Revenue => totals.revenue,
        Objective::RevenueAndSubsidy => totals.revenue + totals.subsidy,
    };
    totals.secondary = totals.subsidy + totals.mines;
    Ok(totals)
}

fn line_is_legal(
    net: &Network,
    rules: &Constraints,
    i: usize,
    route: &Route,
) -> Result<(), Violation> {
    let stops = trace(net, i, &route.pieces)?;
    if !stops.iter().copied().eq(route.stops()) {
        return Err(Violation::StopsDiffer { route: i });
    }
    let mut locations = BTreeSet::new();
    for &stop in &stops {
        if !locations.insert(net.location(stop)) {
            return Err(Violation::LocationTwice { route: i, stop });
        }
    }
    let stop = |id: u16| &net.stops[id as usize];
    for end in [stops[0], stops[stops.len() - 1]] {
        if stop(end).kind == StopKind::Halt {
            return Err(Violation::EndsAtHalt { route: i, stop: end });
        }
    }
    for &inner in &stops[1..stops.len() - 1] {
        if stop(inner).terminus {
            return Err(Violation::PassesTerminus { route: i, stop: inner });
        }
    }
    if !stops.iter().any(|&id| stop(id).own_station) {
        return Err(Violation::NoOwnStation { route: i });
    }
    if rules.cell_once {
        let mut cells = BTreeSet::new();
        let mut last = None;
        for &piece in &route.pieces {
            let cell = net.pieces[piece as usize].cell;
            if last != Some(cell) && !cells.insert(cell) {
                return Err(Violation::CellTwice { route: i, cell });
            }
            last = Some(cell);
        }
    }
    Ok(())
}

/// Range, and which stops must count.
fn calls_are_legal(
    net: &Network,
    rules: &Constraints,
    train: &Train,
    i: usize,
    route: &Route,
) -> Result<(), Violation> {
    let kind = |call: &Call| net.stops[call.stop as usize].kind;
    let count =
        |keep: &dyn Fn(&Call) -> bool| route.calls.iter().filter(|c| keep(c)).count() as u32;
    if let Some(call) =
        (route.calls.iter()).find(|c| rules.halts_closed && c.counted && kind(c) == StopKind::Halt)
    {
        return Err(Violation::HaltClosed { route: i, stop: call.stop });
    }
    let is_stop = |c: &Call| !(rules.halts_closed && kind(c) == StopKind::Halt);
    let must = |c: &Call| match train.reach {
        Reach::Plain { .. } | Reach::Plus { .. } => is_stop(c),
        Reach::Express { .. } => kind(c).is_major(),
        Reach::BestOf { .. } => false,
        Reach::Mixed { .. } => {
            kind(c).is_major() || (rules.stop_at_every_town && kind(c) == StopKind::Town)
        }
    };
    if let Some(call) = route.calls.iter().find(|c| must(c) && !c.counted) {
        return Err(Violation::MayNotSkip { route: i, stop: call.stop });
    }
    if matches!(train.reach, Reach::Mixed { .. }) && !rules.ends_may_be_skipped {
        for end in [&route.calls[0], &route.calls[route.calls.len() - 1]] {
            if !end.counted {
                return Err(Violation::EndNotCounted { route: i, stop: end.stop });
            }
        }
    }
    let counted = count(&|c| c.counted);
    if counted < 2 {
        return Err(Violation::TooFewStops { route: i });
    }
    let major = count(&|c| c.counted && kind(c).is_major());
    let (range, majors) = match train.reach {
        Reach::Plain { stops } => {
            let ranged = count(&|c| c.counted && net.stops[c.stop as usize].counts_against_range);
            return within(i, ranged, u32::from(stops));
        }
        Reach::Plus { major, total } => (u32::from(total), u32::from(major)),
        Reach::Express { stops } => (u32::from(stops), u32::from(stops)),
        Reach::BestOf { stops, towns } => {
            let passed = count(&|c| kind(c).is_major());
            if passed > u32::from(stops) {
                return Err(Violation::TooManyMajor {
                    route: i,
                    counted: passed,
                    allowed: u32::from(stops),
                });
            }
            let minor = counted - major;
            if minor > u32::from(towns) {
                return Err(Violation::TooManyTowns {
                    route: i,
                    counted: minor,
                    allowed: u32::from(towns),
                });
            }
            (u32::from(stops), u32::from(stops))
        }
        Reach::Mixed { large, small: Some(small) } => {
            (u32::from(large) + u32::from(small), u32::from(large))
        }
        Reach::Mixed { large, small: None } => (u32::MAX, u32::from(large)),
    };
    if major > majors {
        return Err(Violation::TooManyMajor { route: i, counted: major, allowed: majors });
    }
    within(i, counted, range)
}

fn within(route: usize, counted: u32, allowed: u32) -> Result<(), Violation> {
    if counted > allowed {
        return Err(Violation::BeyondRange { route, counted, allowed });
    }
    Ok(())
}

fn amounts_are_right(
    net: &Network,
    rules: &Constraints,
    train: &Train,
    i: usize,
    route: &Route,
) -> Result<(), Violation> {
    let same = |claimed: i64, correct: i64| {
        if claimed == correct {
            Ok(())
        } else {
            Err(Violation::WrongAmount { route: i, claimed, correct })
        }
    };
    let (mut values, mut bonuses, mut subsidy) = (0i64, 0i64, 0i64);
    for call in &route.calls {
        let stop = &net.stops[call.stop as usize];
        let halt = stop.kind == StopKind::Halt;
        let (value, bonus, paid) = match (call.counted, train.pay) {
            (false, _) => (0, 0, 0),
            (true, Pay::Lease { per_stop, .. }) => (per_stop, 0, 0),
            (true, Pay::Values) if halt => (0, 0, rules.halt_subsidy),
            (true, Pay::Values) => (stop.value, if train.takes_bonus { stop.bonus } else { 0 }, 0),
        };
        same(i64::from(call.value), i64::from(value))?;
        same(i64::from(call.bonus), i64::from(bonus))?;
        same(i64::from(call.subsidy), i64::from(paid))?;
        values += i64::from(value);
        bonuses += i64::from(bonus);
        subsidy += i64::from(paid);
    }
    let named = route.stops().filter(|&s| net.stops[s as usize].named).count();
    let named_bonus = match rules.named_bonus {
        Some(rule) if named >= usize::from(rule.at_least) => i64::from(rule.amount),
        _ => 0,
    };
    let mut sum = values * i64::from(train.multiplier);
    if train.obsolete {
        sum = sum / 2 / 10 * 10;
    }
    if let Pay::Lease { base, .. } = train.pay {
        sum += i64::from(base);
    }
    let mines: i64 = (net.mines.iter())
        .filter(|mine| mine.pieces.iter().any(|p| route.pieces.contains(p)))
        .map(|mine| i64::from(mine.bonus))
        .sum();
    same(i64::from(route.named_bonus), named_bonus)?;
    same(i64::from(route.revenue), sum + bonuses + named_bonus)?;
    same(i64::from(route.subsidy), subsidy)?;
    same(i64::from(route.mines), mines)
}

fn track_is_used_once(net: &Network, trains: &[Train], routes: &[Route]) -> Result<(), Violation> {
    let mut all_borders = BTreeSet::new();
    let mut all_pieces = BTreeSet::new();
    for (i, route) in routes.iter().enumerate() {
        let mut borders = BTreeSet::new();
        let mut pieces = BTreeSet::new();
        let mut last = None;
        for &id in &route.pieces {
            if !pieces.insert(id) {
                return Err(Violation::PieceTwice { route: i, piece: id });
            }
            for end in net.pieces[id as usize].ends {
                // A border is met by the piece before it and by the piece after it: one crossing.
                if let End::Border(b) = end
                    && !borders.insert(b)
                    && last != Some(b)
                {
                    return Err(Violation::BorderTwice { route: i, border: b });
                }
            }
            last = crossed_after(net, route, id);
        }
        if trains[route.train].shares_track {
            continue;
        }
        if let Some(&piece) = pieces.iter().find(|p| all_pieces.contains(*p)) {
            return Err(Violation::PieceTwice { route: i, piece });
        }
        if let Some(&border) = borders.iter().find(|b| all_borders.contains(*b)) {
            return Err(Violation::BorderTwice { route: i, border });
        }
        all_pieces.extend(pieces);
        all_borders.extend(borders);
    }
    Ok(())
}

/// The border over which the route leaves this piece, if it goes on over one.
fn crossed_after(net: &Network, route: &Route, id: u16) -> Option<u16> {
    let at = route.pieces.iter().position(|&p| p == id)?;
    let next = net.pieces[*route.pieces.get(at + 1)? as usize];
    net.pieces[id as usize].ends.iter().find_map(|end| match end {
        End::Border(b) if next.ends.contains(end) => Some(*b),
        _ => None,
    })
}

fn full_cities_are_not_passed(
    net: &Network,
    rules: &Constraints,
    routes: &[Route],
) -> Result<(), Violation> {
    let mut bypasses = 0;
    for (i, route) in routes.iter().enumerate() {
        for call in &route.calls[1..route.calls.len() - 1] {
            if !net.stops[call.stop as usize].passable {
                if !rules.one_bypass {
                    return Err(Violation::PassesFullCity { route: i, stop: call.stop });
                }
                bypasses += 1;
                if bypasses > 1 {
                    return Err(Violation::SecondBypass { route: i, stop: call.stop });
                }
            }
        }
    }
    Ok(())
}

/// Starting from the routes with the headquarters, adds routes that meet one already added.
fn routes_are_connected(net: &Network, routes: &[Route]) -> Result<(), Violation> {
    let mut joined: Vec<bool> =
        (routes.iter()).map(|r| r.stops().any(|s| net.stops[s as usize].headquarters)).collect();
    if !routes.is_empty() && !joined.contains(&true) {
        return Err(Violation::NoHeadquarters);
    }
    loop {
        let next = (0..routes.len()).find(|&i| {
            !joined[i]
                && (0..routes.len()).any(|j| {
                    joined[j] && routes[i].stops().any(|s| routes[j].stops().any(|t| s == t))
                })
        });
        match next {
            Some(i) => joined[i] = true,
            None => break,
        }
    }
    match joined.iter().position(|&j| !j) {
        Some(route) => Err(Violation::NotConnected { route }),
        None => Ok(()),
    }
}
