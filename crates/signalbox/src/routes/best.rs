//! The best routes of a company, as tables and JSON.

use crate::describe::Describe;
use crate::terminal::{Ink, paint};
use engine::{Company, Position, Problem, RouteClaim};
use routing::{Budget, Certificate, Evaluation, Route, StopKind};
use serde_json::{Value as Json, json};
use std::time::{Duration, Instant};

/// The other end of the trade: most subsidy instead of most revenue.
pub struct Alternative {
    /// Its routes as the company claims them.
    pub claims: Vec<RouteClaim>,
    worth: Evaluation,
}

impl Alternative {
    /// What it brings: revenue and subsidy.
    pub fn totals(&self) -> (i64, i64) {
        (self.worth.totals.revenue, self.worth.totals.subsidy)
    }
}

/// What the finder says about a company.
pub struct Best {
    /// The company.
    pub company: Company,
    /// Network, trains and rules.
    pub problem: Problem,
    /// Routes and proof.
    pub certificate: Certificate,
    /// Time it took.
    pub time: Duration,
}

impl Best {
    /// Asks the finder; nothing if the company has nothing to run with or on.
    pub fn of(position: &dyn Position, company: Company, budget: Duration) -> Option<Best> {
        let problem = position.problem(company)?;
        let began = Instant::now();
        let late = || began.elapsed() > budget;
        let limits = Budget { cancel: Some(&late), ..Budget::unlimited() };
        let certificate = problem.best(limits);
        Some(Best { company, problem, certificate, time: began.elapsed() })
    }

    /// Most subsidy instead, where a director may choose and it makes a difference.
    pub fn alternative(&self, position: &dyn Position, budget: Duration) -> Option<Alternative> {
        if position.must_maximise(self.company).is_some() {
            return None;
        }
        let began = Instant::now();
        let late = || began.elapsed() > budget;
        let limits = Budget { cancel: Some(&late), ..Budget::unlimited() };
        let (claims, worth) = self.problem.most_subsidy(limits)?;
        (worth.totals.subsidy > self.certificate.totals.subsidy)
            .then_some(Alternative { claims, worth })
    }

    /// The routes as the company claims them.
    pub fn routes(&self) -> Vec<RouteClaim> {
        self.problem.routes(&self.certificate.routes)
    }

    /// The line of a route: stops with what they pay, passed ones in brackets.
    pub fn line(&self, position: &dyn Position, route: &Route) -> String {
        let map = &position.sheet().map;
        let calls: Vec<String> = route
            .calls
            .iter()
            .map(|call| {
                let stop = &self.problem.network.stops[usize::from(call.stop)];
                let name = map.name(board::Cell(stop.cell));
                match (call.counted, stop.kind) {
                    (false, _) => format!("({name})"),
                    (true, StopKind::Halt) => format!("{name} halt"),
                    (true, _) if call.bonus != 0 => format!("{name} {}+{}", call.value, call.bonus),
                    (true, _) => format!("{name} {}", call.value),
                }
            })
            .collect();
        calls.join(" – ")
    }

    /// For people.
    pub fn text(&self, position: &dyn Position) -> String {
        let describe = Describe(position);
        let table = self.table(position, &self.certificate.routes);
        let totals = &self.certificate.totals;
        let extra = totals.subsidy + totals.mines;
        let proof = if self.certificate.proved {
            paint(Ink::Green, "proved best")
        } else {
            paint(Ink::Yellow, format!("best found, at most {} possible", self.certificate.bound))
        };
        let extra = if extra == 0 { String::new() } else { format!(" and {extra} beside") };
        format!(
            "{} runs for {}{extra}, {proof}, {:.1} ms\n{table}",
            describe.company(self.company),
            totals.revenue,
            self.time.as_secs_f64() * 1000.0
        )
    }

    /// The other end for people.
    pub fn alternative_text(&self, position: &dyn Position, other: &Alternative) -> String {
        let describe = Describe(position);
        let (revenue, subsidy) = other.totals();
        format!(
            "or for most subsidy: {} and {}\n{}",
            describe.money(revenue as i32),
            describe.company_money(subsidy as i32),
            self.table(position, &other.worth.routes)
        )
    }

    fn table(&self, position: &dyn Position, routes: &[Route]) -> comfy_table::Table {
        let describe = Describe(position);
        let mut table = crate::show::table(["train", "revenue", "subsidy", "route"], &[1, 2]);
        for route in routes {
            let subsidy = route.subsidy + route.mines;
            table.add_row([
                describe.train(self.problem.cards[route.train]),
                route.revenue.to_string(),
                if subsidy == 0 { String::new() } else { subsidy.to_string() },
                self.line(position, route),
            ]);
        }
        table
    }

    /// For machines.
    pub fn to_json(&self, position: &dyn Position, other: Option<&Alternative>) -> Json {
        let alternatives: Vec<Json> = (other.iter())
            .map(|other| {
                let (revenue, subsidy) = other.totals();
                let routes = self.routes_json(position, &other.worth.routes);
                json!({"most": "subsidy", "revenue": revenue, "subsidy": subsidy, "routes": routes})
            })
            .collect();
        json!({
            "company": position.sheet().company(self.company).id,
            "revenue": self.certificate.totals.revenue,
            "subsidy": self.certificate.totals.subsidy,
            "mines": self.certificate.totals.mines,
            "bound": self.certificate.bound,
            "proved": self.certificate.proved,
            "seconds": self.time.as_secs_f64(),
            "nodes": self.certificate.nodes,
            "routes": self.routes_json(position, &self.certificate.routes),
            "alternatives": alternatives,
        })
    }

    fn routes_json(&self, position: &dyn Position, routes: &[Route]) -> Vec<Json> {
        let (sheet, core) = (position.sheet(), position.core());
        routes
            .iter()
            .map(|route| {
                let card = self.problem.cards[route.train];
                let state = core.trains.get(card);
                let kind = &sheet.trains[usize::from(state.kind)];
                let stops: Vec<Json> = route
                    .calls
                    .iter()
                    .map(|call| {
                        let stop = &self.problem.network.stops[usize::from(call.stop)];
                        json!({
                            "cell": sheet.map.name(board::Cell(stop.cell)),
                            "stop": stop.index,
                            "counted": call.counted,
                            "value": call.value,
                            "bonus": call.bonus,
                            "subsidy": call.subsidy,
                        })
                    })
                    .collect();
                let path: Vec<Json> = route
                    .pieces
                    .iter()
                    .map(|&p| self.problem.steps[usize::from(p)])
                    .map(|s| json!({"cell": sheet.map.name(s.cell), "segment": s.segment}))
                    .collect();
                json!({
                    "train": kind.faces[usize::from(state.face)].name,
                    "card": format!("{}-{}", kind.name, state.copy),
                    "revenue": route.revenue,
                    "subsidy": route.subsidy,
                    "mines": route.mines,
                    "stops": stops,
                    "path": path,
                    "halts": self.problem.halts(route).0,
                })
            })
            .collect()
    }
}
