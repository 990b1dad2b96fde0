//! The best routes of a company, as tables and JSON.

use crate::describe::Describe;
use crate::terminal::{Ink, paint};
use engine::{Company, Position, Problem, RouteClaim};
use routing::{Budget, Certificate, Route, StopKind};
use serde_json::{Value as Json, json};
use std::time::{Duration, Instant};

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
        let limits = Budget {
            cancel: Some(&late),
            ..Budget::unlimited()
        };
        let certificate = problem.best(limits);
        Some(Best {
            company,
            problem,
            certificate,
            time: began.elapsed(),
        })
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
        let mut table = crate::show::table(["train", "revenue", "subsidy", "route"], &[1, 2]);
        for route in &self.certificate.routes {
            let subsidy = route.subsidy + route.mines;
            table.add_row([
                describe.train(self.problem.cards[route.train]),
                route.revenue.to_string(),
                if subsidy == 0 {
                    String::new()
                } else {
                    subsidy.to_string()
                },
                self.line(position, route),
            ]);
        }
        let totals = &self.certificate.totals;
        let extra = totals.subsidy + totals.mines;
        let proof = if self.certificate.proved {
            paint(Ink::Green, "proved best")
        } else {
            paint(
                Ink::Yellow,
                format!("best found, at most {} possible", self.certificate.bound),
            )
        };
        let extra = if extra == 0 {
            String::new()
        } else {
            format!(" and {extra} beside")
        };
        format!(
            "{} runs for {}{extra}, {proof}, {:.1} ms\n{table}",
            describe.company(self.company),
            totals.revenue,
            self.time.as_secs_f64() * 1000.0
        )
    }

    /// For machines.
    pub fn to_json(&self, position: &dyn Position) -> Json {
        let (sheet, core) = (position.sheet(), position.core());
        let routes: Vec<Json> = self
            .certificate
            .routes
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
                })
            })
            .collect();
        json!({
            "company": sheet.company(self.company).id,
            "revenue": self.certificate.totals.revenue,
            "subsidy": self.certificate.totals.subsidy,
            "mines": self.certificate.totals.mines,
            "bound": self.certificate.bound,
            "proved": self.certificate.proved,
            "seconds": self.time.as_secs_f64(),
            "nodes": self.certificate.nodes,
            "routes": routes,
        })
    }
}
