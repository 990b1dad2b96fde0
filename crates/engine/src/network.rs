//! The board as the route finder sees it, for one company.

use crate::{Card, Company, Core, Range, RouteClaim, RouteStep, Sheet};
use board::{Cell, End, Kind, Spot};
use routing::{
    Budget, Certificate, Claim, Constraints, Network, Objective, Piece, Reach, Stop, StopId,
    StopKind, Train,
};

/// Everything the route finder needs for one company, and the way back to the board.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Track and stops.
    pub network: Network,
    /// Board track of each piece of the network.
    pub steps: Vec<RouteStep>,
    /// Trains that may run.
    pub trains: Vec<Train>,
    /// The card of each train.
    pub cards: Vec<Card>,
    /// Rules for all routes together.
    pub rules: Constraints,
}

impl Range {
    /// A train that runs so far.
    pub fn train(self) -> Train {
        match self {
            Range::Plain(stops) => Train::plain(stops),
            Range::Plus { cities, total } => Train::new(Reach::Plus { major: cities, total }),
            Range::Express(stops) => Train::express(stops),
            Range::Stations { large, small } => Train::new(Reach::Mixed { large, small }),
            Range::Cities { count, .. } => Train::plain(count),
        }
    }
}

impl Problem {
    /// A claimed route in terms of the network; `None` if it names track or trains that are not there.
    pub fn claim(&self, route: &RouteClaim) -> Option<Claim> {
        let train = self.cards.iter().position(|&c| c == route.card)?;
        let pieces = route
            .path
            .iter()
            .map(|step| self.steps.iter().position(|s| s == step).map(|i| i as u16))
            .collect::<Option<Vec<_>>>()?;
        let passes = (route.passes.iter())
            .map(|spot| self.network.stop_at(spot.cell.0, spot.stop))
            .collect::<Option<Vec<_>>>()?;
        Some(Claim { train, pieces, halts: route.halts, passes })
    }

    /// What claimed routes are worth; `None` as a fault if they name track or trains that are not there.
    pub fn worth(
        &self,
        routes: &[RouteClaim],
    ) -> Result<routing::Evaluation, Option<routing::Violation>> {
        let claims = routes.iter().map(|r| self.claim(r));
        let claims = claims.collect::<Option<Vec<_>>>().ok_or(None)?;
        routing::evaluate(&self.network, &self.trains, &self.rules, &claims).map_err(Some)
    }

    /// Routes of the network in terms of the board.
    pub fn routes(&self, routes: &[routing::Route]) -> Vec<RouteClaim> {
        routes.iter().map(|r| self.route(r)).collect()
    }

    /// The best routes that the finder knows within a budget.
    pub fn best(&self, budget: Budget<'_>) -> Certificate {
        crate::answers::best(self, budget)
    }

    /// What the finder maximises, of a run with this revenue and subsidy.
    pub fn primary(&self, (revenue, subsidy): (i32, i32)) -> i64 {
        match self.rules.objective {
            Objective::Revenue => i64::from(revenue),
            Objective::RevenueAndSubsidy => i64::from(revenue) + i64::from(subsidy),
        }
    }

    /// One of the trains beside routes that are claimed.
    pub fn beside(&self, train: usize, others: &[Claim]) -> routing::Beside<'_> {
        routing::Beside::new(&self.network, &self.trains, &self.rules, train, others)
    }

    /// A route of the network in terms of the board.
    pub fn route(&self, route: &routing::Route) -> RouteClaim {
        let path = route.pieces.iter().map(|&p| self.steps[p as usize]);
        RouteClaim::best(self.cards[route.train], path.collect())
    }

    /// Whether a director chooses how many halts a train serves instead of other stops.
    pub fn halts_are_a_choice(&self) -> bool {
        routing::halts_are_a_choice(&self.network, &self.trains, &self.rules)
    }

    /// Whether the train of a route makes or passes this stop as its director likes.
    pub fn is_optional(&self, route: &routing::Route, stop: StopId) -> bool {
        let rules = &self.rules;
        let ends = [route.stops().next(), route.stops().last()];
        matches!(self.trains[route.train].reach, Reach::Mixed { .. })
            && (rules.ends_may_be_skipped || !ends.contains(&Some(stop)))
            && match self.network.stops[stop as usize].kind {
                StopKind::Halt => !rules.halts_closed,
                StopKind::Town => rules.may_decline && !rules.stop_at_every_town,
                StopKind::City | StopKind::Red => false,
            }
    }

    /// Halts that a route serves, and the most that its train could serve on the same line.
    pub fn halts(&self, route: &routing::Route) -> (u8, u8) {
        let is_halt = |s: &StopId| self.network.stops[*s as usize].kind == StopKind::Halt;
        let served = route.counted().filter(is_halt).count() as u8;
        let alone = Constraints { connected_to_hq: false, ..self.rules };
        let can = |n: u8| {
            let claim = Claim { halts: Some(n), ..Claim::from(route) };
            routing::evaluate(&self.network, &self.trains, &alone, &[claim]).is_ok()
        };
        let on_line = route.stops().filter(is_halt).count() as u8;
        let most = (served + 1..=on_line).rev().find(|&n| can(n));
        (served, most.unwrap_or(served))
    }

    /// The routes with most subsidy instead of most revenue, and what they are worth; `None` where that is no choice.
    pub fn most_subsidy(
        &self,
        budget: routing::Budget<'_>,
    ) -> Option<(Vec<RouteClaim>, routing::Evaluation)> {
        let (claims, worth) =
            routing::most_subsidy(&self.network, &self.trains, &self.rules, budget)?;
        let routes = (claims.iter().zip(&worth.routes))
            .map(|(claim, route)| RouteClaim { halts: claim.halts, ..self.route(route) })
            .collect();
        Some((routes, worth))
    }
}

/// The network of a company: all track that can be reached from its stations, ignoring what blocks, so that the
/// route finder decides about full cities. `adjust` fills in what a title knows about a stop.
pub fn network_of(
    sheet: &Sheet,
    core: &Core,
    company: Company,
    mut adjust: impl FnMut(Spot, &board::StopDef, &mut Stop),
) -> (Network, Vec<RouteStep>) {
    let (map, tiles, board) = (&sheet.map, &sheet.tiles, core.board());
    let shape = tiles.shape;
    let n = shape.edges();
    let column = sheet.phases[core.phase as usize].column;
    let mut network = Network::default();
    let mut steps = Vec::new();
    let mut stop_ids: Vec<[u16; 8]> = vec![[u16::MAX; 8]; board.len()];
    let mut borders: Vec<[u16; 6]> = vec![[u16::MAX; 6]; board.len()];
    let mut seen = vec![false; board.len()];
    let mut todo: Vec<Cell> = board.stations(tiles, company.0).iter().map(|s| s.cell).collect();
    let mut cells = Vec::new();
    while let Some(cell) = todo.pop() {
        let Some(i) = board.dense(cell) else { continue };
        if std::mem::replace(&mut seen[i], true) {
            continue;
        }
        cells.push(cell);
        let exits = board.exits(tiles, cell);
        for e in 0..n {
            if exits & (1 << e) != 0
                && let Some(next) = map.neighbour(cell, e)
                && board.exits(tiles, next) & (1 << shape.opposite(e)) != 0
            {
                todo.push(next);
            }
        }
    }
    cells.sort_unstable();
    for &cell in &cells {
        let (Some(i), Some(laid)) = (board.dense(cell), board.at(cell)) else {
            continue;
        };
        let tile = tiles.get(laid.tile);
        for (s, def) in tile.stops.iter().enumerate() {
            let spot = Spot { cell, stop: s as u8 };
            let kind = match def.kind {
                Kind::City => StopKind::City,
                Kind::Town => StopKind::Town,
                Kind::Halt => StopKind::Halt,
                Kind::Red => StopKind::Red,
            };
            let own = board.has_station(tiles, spot, company.0);
            let value = match def.paid_with_station {
                Some(v) if own => v,
                _ => def.paid.in_column(column),
            };
            let mut stop = Stop {
                cell: cell.0,
                index: s as u8,
                kind,
                terminus: def.terminus,
                passable: !board.blocked(tiles, spot, company.0),
                own_station: own,
                headquarters: false,
                value: i32::from(value),
                group: def.group.map(u16::from),
                bonus: 0,
                counts_against_range: def.counts,
                named: false,
            };
            adjust(spot, def, &mut stop);
            stop_ids[i][s] = network.add_stop(stop);
        }
    }
    for &cell in &cells {
        let (Some(i), Some(laid)) = (board.dense(cell), board.at(cell)) else {
            continue;
        };
        let tile = tiles.get(laid.tile);
        let private = match tile.private {
            Some((mask, owner)) if owner != company.0 => mask,
            _ => 0,
        };
        let mut mine = Vec::new();
        'segments: for (number, &(a, b)) in tile.segments.iter().enumerate() {
            let mut ends = [routing::End::Stop(0); 2];
            for (slot, end) in ends.iter_mut().zip([a, b]) {
                match end {
                    End::Stop(s) => *slot = routing::End::Stop(stop_ids[i][s as usize]),
                    End::Edge(printed) => {
                        let e = shape.turn_edge(printed, laid.rotation);
                        if private & (1 << printed) != 0 {
                            continue 'segments;
                        }
                        let Some(next) = map.neighbour(cell, e) else {
                            continue 'segments;
                        };
                        let back = shape.opposite(e);
                        let Some(j) = board.dense(next) else {
                            continue 'segments;
                        };
                        if board.exits(tiles, next) & (1 << back) == 0 || !seen[j] {
                            continue 'segments;
                        }
                        if borders[i][e as usize] == u16::MAX {
                            let id = network.add_border();
                            borders[i][e as usize] = id;
                            borders[j][back as usize] = id;
                        }
                        *slot = routing::End::Border(borders[i][e as usize]);
                    }
                }
            }
            network.pieces.push(Piece { cell: cell.0, ends });
            steps.push(RouteStep { cell, segment: number as u8 });
            mine.push((network.pieces.len() - 1) as u16);
        }
        if tile.treasury_bonus > 0 && !mine.is_empty() {
            network
                .mines
                .push(routing::Mine { pieces: mine, bonus: i32::from(tile.treasury_bonus) });
        }
    }
    (network, steps)
}
