//! Running trains and what is done with the income. S89-RUN, S89-REVENUE, S89-DIVIDEND

use super::position::ShikokuPosition;
use engine::{Company, Event, MarketMove, Pay, Problem, Range, Refusal, RouteClaim, network_of};
use routing::{Constraints, Train, Violation};

impl ShikokuPosition {
    /// Track, trains and rules of a company's run.
    pub(super) fn route_problem(&self, company: Company) -> Option<Problem> {
        let (sheet, core) = (&self.printed.sheet, &self.state.core);
        // S89-REVENUE-6
        let (network, steps) = network_of(sheet, core, company, |spot, _, stop| {
            let mut more = self
                .printed
                .bonus
                .iter()
                .filter(|(cell, _)| *cell == spot.cell);
            stop.bonus = more.next().map_or(0, |(_, bonus)| *bonus);
        });
        let cards: Vec<_> = core.trains.of(company).collect();
        let train = |&card: &engine::Card| {
            let state = core.trains.get(card);
            let mut train = match sheet.face(state.kind, state.face).range {
                Range::Plain(stops) => Train::plain(stops),
                _ => Train::plain(u8::MAX),
            };
            train.takes_bonus = state.kind == self.printed.beside.0;
            train
        };
        Some(Problem {
            network,
            steps,
            trains: cards.iter().map(train).collect(),
            cards,
            rules: Constraints::default(),
        })
    }

    /// Whether some stop is joined to a station of the company. S89-TRAIN-13
    pub(super) fn has_route(&self, company: Company) -> bool {
        let reach = self.state.core.reach(&self.printed.sheet, company);
        reach.is_linked()
    }

    pub(super) fn can_run(&self, company: Company) -> bool {
        self.state.core.trains.of(company).next().is_some() && self.has_route(company)
    }

    pub(super) fn run(
        &mut self,
        company: Company,
        routes: &[RouteClaim],
        recorded: Option<(i32, i32)>,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        if self.on_turn() != Some(company) {
            return Err(Refusal::new("S89-OR-5", "not-this-company"));
        }
        let revenue = match recorded {
            Some((revenue, _))
                if self.accepts_recorded_revenue() && (0..1_000_000).contains(&revenue) =>
            {
                revenue
            }
            Some(_) => return Err(Refusal::new("S89-RUN-12", "recorded-revenue-not-here")),
            None => self.claimed(company, routes)?,
        };
        if let Some(turn) = &mut self.state.turn {
            turn.revenue = revenue;
        }
        self.acts(events).ran(company, revenue, 0);
        self.leave(events);
        Ok(())
    }

    fn claimed(&self, company: Company, routes: &[RouteClaim]) -> Result<i32, Refusal> {
        // S89-RUN-12
        if routes.is_empty() && !self.accepts_an_empty_run() && self.can_earn(company) {
            return Err(Refusal::new("S89-RUN-12", "must-run"));
        }
        let Some(problem) = self.route_problem(company) else {
            return Ok(0);
        };
        match problem.worth(routes) {
            Ok(worth) => Ok(worth.totals.revenue as i32),
            Err(None) => Err(Refusal::new("S89-RUN-1", "no-such-route")),
            Err(Some(violation)) => Err(Refusal::new(broken_by(&violation), "route-not-legal")),
        }
    }

    // Whether any legal route exists.
    fn can_earn(&self, company: Company) -> bool {
        let problem = self.route_problem(company);
        problem.is_some_and(|p| p.best(routing::Budget::unlimited()).totals.revenue > 0)
    }

    pub(super) fn dividend(&mut self, pay: Pay, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let Some(company) = self.on_turn() else {
            return Err(Refusal::new("S89-OR-5", "not-now"));
        };
        match pay {
            // S89-DIVIDEND-2, S89-MARKET-2
            Pay::Out => {
                let revenue = self.state.turn.map_or(0, |t| t.revenue);
                let mut acts = self.acts(events);
                acts.pay_out(company, revenue);
                acts.move_marker(company, MarketMove::Right, 1);
            }
            Pay::Withhold => self.withhold(company, events),
        }
        self.watch_bank();
        self.leave(events);
        Ok(())
    }

    /// S89-DIVIDEND-3, S89-DIVIDEND-4, S89-MARKET-3
    pub(super) fn withhold(&mut self, company: Company, events: &mut Vec<Event>) {
        let revenue = self.state.turn.map_or(0, |t| t.revenue);
        let mut acts = self.acts(events);
        acts.withhold(company, revenue);
        acts.move_marker(company, MarketMove::Left, 1);
        self.watch_bank();
    }
}

// The rule that a route breaks.
fn broken_by(violation: &Violation) -> &'static str {
    match violation {
        Violation::NoSuchTrain { .. } | Violation::TrainRunsTwice { .. } => "S89-RUN-1",
        Violation::NoOwnStation { .. } | Violation::TooFewStops { .. } => "S89-RUN-2",
        Violation::LocationTwice { .. } => "S89-RUN-5",
        Violation::PieceTwice { .. } | Violation::BorderTwice { .. } => "S89-RUN-6",
        Violation::PassesTerminus { .. } => "S89-RUN-9",
        Violation::PassesFullCity { .. } => "S89-RUN-10",
        Violation::BeyondRange { .. } => "S89-RUN-3",
        Violation::MayNotSkip { .. } => "S89-RUN-4",
        _ => "S89-RUN-2",
    }
}
