//! Small boards, built stop by stop.

use routing::*;

/// Builds a network stop by stop; every stop lies in a cell of its own unless told otherwise.
#[derive(Default)]
pub struct Map {
    pub net: Network,
    names: Vec<String>,
    cells: u16,
}

impl Map {
    pub fn new() -> Self {
        Map::default()
    }

    fn add(&mut self, name: &str, kind: StopKind, value: i32) -> &mut Self {
        let cell = self.cells;
        self.cells += 1;
        self.net.add_stop(Stop::new(cell, 0, kind, value));
        self.names.push(name.to_string());
        self
    }

    pub fn city(&mut self, name: &str, value: i32) -> &mut Self {
        self.add(name, StopKind::City, value)
    }

    pub fn town(&mut self, name: &str, value: i32) -> &mut Self {
        self.add(name, StopKind::Town, value)
    }

    pub fn halt(&mut self, name: &str) -> &mut Self {
        self.add(name, StopKind::Halt, 0)
    }

    pub fn red(&mut self, name: &str, value: i32) -> &mut Self {
        self.add(name, StopKind::Red, value)
    }

    pub fn id(&self, name: &str) -> StopId {
        self.names.iter().position(|n| n == name).unwrap_or_else(|| panic!("no stop {name}"))
            as StopId
    }

    pub fn stop(&mut self, name: &str) -> &mut Stop {
        let id = self.id(name);
        &mut self.net.stops[id as usize]
    }

    /// A station of the company.
    pub fn own(&mut self, name: &str) -> &mut Self {
        self.stop(name).own_station = true;
        self
    }

    /// Station and headquarters of the company.
    pub fn hq(&mut self, name: &str) -> &mut Self {
        self.stop(name).headquarters = true;
        self.own(name)
    }

    /// Full of other companies' stations.
    pub fn full(&mut self, name: &str) -> &mut Self {
        self.stop(name).passable = false;
        self
    }

    pub fn bonus(&mut self, name: &str, bonus: i32) -> &mut Self {
        self.stop(name).bonus = bonus;
        self
    }

    /// Puts stops into the cell of the first one.
    pub fn same_cell(&mut self, names: &[&str]) -> &mut Self {
        let cell = self.stop(names[0]).cell;
        for (i, name) in names.iter().enumerate() {
            let stop = self.stop(name);
            stop.cell = cell;
            stop.index = i as u8;
        }
        self
    }

    pub fn group(&mut self, names: &[&str]) -> &mut Self {
        for name in names {
            self.stop(name).group = Some(1);
        }
        self
    }

    /// Track between two stops: inside a cell, or over one border. `"A B C"` joins A to B and B to C.
    pub fn track(&mut self, names: &str) -> &mut Self {
        let ids: Vec<StopId> = names.split(' ').map(|n| self.id(n)).collect();
        for pair in ids.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            let (x, y) = (self.net.stops[a as usize].cell, self.net.stops[b as usize].cell);
            if x == y {
                self.net.add_piece(x, End::Stop(a), End::Stop(b));
            } else {
                let border = self.net.add_border();
                self.net.add_piece(x, End::Stop(a), End::Border(border));
                self.net.add_piece(y, End::Border(border), End::Stop(b));
            }
        }
        self
    }

    /// A junction tile: track from the first stop forks to all others, over one common border.
    pub fn fork(&mut self, stem: &str, branches: &[&str]) -> &mut Self {
        let cell = self.cells;
        self.cells += 1;
        let stem = self.id(stem);
        let common = self.net.add_border();
        self.net.add_piece(
            self.net.stops[stem as usize].cell,
            End::Stop(stem),
            End::Border(common),
        );
        for name in branches {
            let to = self.id(name);
            let side = self.net.add_border();
            self.net.add_piece(cell, End::Border(common), End::Border(side));
            self.net.add_piece(self.net.stops[to as usize].cell, End::Border(side), End::Stop(to));
        }
        self
    }

    /// The pieces of a line through these stops.
    pub fn line(&self, names: &str) -> Vec<PieceId> {
        let ids: Vec<StopId> = names.split(' ').map(|n| self.id(n)).collect();
        let mut pieces = Vec::new();
        for pair in ids.windows(2) {
            let lines = crate::brute::lines_between(&self.net, pair[0], pair[1]);
            pieces.extend(lines.first().unwrap_or_else(|| panic!("no track in {names}")));
        }
        pieces
    }

    pub fn solve(&self, trains: &[Train], rules: &Constraints) -> Certificate {
        self.net.validate().expect("a sound network");
        let best = solve(&self.net, trains, rules, Budget::unlimited());
        assert_eq!(check(&self.net, trains, rules, &best), Ok(best.totals), "{best:?}");
        assert!(best.proved, "{best:?}");
        best
    }

    /// Best revenue with proof.
    pub fn best(&self, trains: &[Train], rules: &Constraints) -> i64 {
        self.solve(trains, rules).totals.revenue
    }

    /// What a claimed line is worth for the first train.
    pub fn claim(
        &self,
        train: Train,
        rules: &Constraints,
        line: &str,
    ) -> Result<Totals, Violation> {
        self.claims(&[train], rules, &[line])
    }

    /// What claimed lines are worth, one for each train.
    pub fn claims(
        &self,
        trains: &[Train],
        rules: &Constraints,
        lines: &[&str],
    ) -> Result<Totals, Violation> {
        let claims: Vec<Claim> = (lines.iter().enumerate())
            .map(|(train, line)| Claim::best(train, self.line(line)))
            .collect();
        evaluate(&self.net, trains, rules, &claims).map(|e| e.totals)
    }

    /// The stops of a route by name.
    pub fn names(&self, route: &Route) -> String {
        let names: Vec<&str> = route.stops().map(|s| self.names[s as usize].as_str()).collect();
        names.join(" ")
    }
}
