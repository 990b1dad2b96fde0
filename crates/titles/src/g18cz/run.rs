//! Running trains.

use super::position::CzPosition;
use super::printed::Variant;
use super::state::Step;
use super::trains::is_guest;
use board::Kind;
use engine::{
    Card, Choice, Company, Event, Flag, Move, Problem, Range, Refusal, RouteClaim, Value,
    network_of,
};
use routing::{Budget, Constraints, Reach, Train, Violation, evaluate, solve};

impl CzPosition {
    // The company's trains that run. CZ-COMPANY-6..8, CZ-RUN-1
    fn running(&self, company: Company) -> impl Iterator<Item = Card> {
        let own = self.printed.own_face(company);
        let roster = &self.state.core.trains;
        let cards = roster.of(company);
        cards.filter(move |&card| roster.get(card).face == own)
    }

    fn train_of(&self, card: Card) -> Train {
        let printed = &self.printed;
        let state = self.state.core.trains.get(card);
        let mut train = match printed.sheet.face(state.kind, state.face).range {
            Range::Plain(n) => Train::plain(n),
            Range::Plus { cities, total } => Train::new(Reach::Plus {
                major: cities,
                total,
            }),
            // CZ-RUN-9, PUB-29
            Range::Express(n) if printed.options.e_train_counts_best_n_stops => Train::best_of(n),
            Range::Express(n) => Train::express(n),
            Range::Stations { large, small } => Train::new(Reach::Mixed { large, small }),
            Range::Cities { count, .. } => Train::plain(count),
        };
        train.takes_bonus = printed.variant != Variant::Moravia
            || printed.face_in(state.kind, state.face, printed.bonus_faces);
        // CZ-MORAVIA-24
        train.shares_track = is_guest(state);
        train
    }

    /// Track, trains and rules of a company's run.
    pub fn routing_problem(&self, company: Company) -> Problem {
        let (printed, core) = (&self.printed, &self.state.core);
        let moravia = printed.variant == Variant::Moravia;
        let (network, steps) = network_of(&printed.sheet, core, company, |_, def, stop| {
            // CZ-INCOME-4, CZ-MORAVIA-16
            if def.kind == Kind::Red && (stop.own_station || moravia) {
                stop.bonus = printed.home_bonus;
            }
        });
        let cards: Vec<Card> = self.running(company).collect();
        Problem {
            network,
            steps,
            trains: cards.iter().map(|&card| self.train_of(card)).collect(),
            cards,
            rules: Constraints::cz(),
        }
    }

    /// Whether the run step waits. PUB-7
    pub fn run_waits(&self, company: Company) -> bool {
        self.running(company).next().is_some()
            && !self.runs_itself(company)
            && self.state.core.reach(self.sheet(), company).is_linked()
    }

    /// Any legal set of routes.
    pub fn list_runs(&self, company: Company, all: &mut Vec<Choice>) {
        all.push(Choice::one(Move::Run {
            company,
            routes: Vec::new(),
            recorded: None,
        }));
    }

    /// A run without anything to decide: no train or no route, or Václav's company, which runs for the maximum.
    pub fn run_without_choice(&mut self, company: Company, events: &mut Vec<Event>) {
        let revenue = match self.state.is_vaclavs(company) {
            true => best_revenue(&self.routing_problem(company)),
            false => 0,
        };
        self.earn(company, revenue, events);
    }

    fn earn(&mut self, company: Company, revenue: i32, events: &mut Vec<Event>) {
        self.state.turn.revenue = revenue;
        if revenue > 0 || self.state.core.is(company, Flag::Operated) {
            self.acts(events).ran(company, revenue, 0);
        }
        self.guests_leave(company, events);
    }

    /// A claimed run.
    pub fn run(
        &mut self,
        company: Company,
        routes: &[RouteClaim],
        recorded: Option<(i32, i32)>,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        self.its_turn(company)?;
        let revenue = match recorded {
            Some((revenue, _)) if self.pays_recorded(revenue) => revenue,
            Some(_) => return Err(Refusal::new("CZ-RUN-13", "recorded-revenue-not-here")),
            None => self.claimed(company, routes)?,
        };
        self.earn(company, revenue, events);
        self.state.turn.step = Step::Dividend;
        Ok(())
    }

    fn claimed(&self, company: Company, routes: &[RouteClaim]) -> Result<i32, Refusal> {
        let problem = self.routing_problem(company);
        let claims: Option<Vec<_>> = routes.iter().map(|r| problem.claim(r)).collect();
        let claims = claims.ok_or_else(|| Refusal::new("CZ-RUN-1", "no-such-route"))?;
        let evaluated = evaluate(&problem.network, &problem.trains, &problem.rules, &claims);
        let evaluated = evaluated.map_err(|v| Refusal::new(rule_of(&v), "route-not-legal"))?;
        let total = evaluated.totals.revenue as i32;
        if self.wants_the_maximum() {
            let best = best_revenue(&problem);
            if total < best {
                return Err(Refusal::new("CZ-RUN-13", "not-the-maximum")
                    .with("claimed", Value::Money(total))
                    .with("best", Value::Money(best)));
            }
        }
        Ok(total)
    }
}

fn best_revenue(problem: &Problem) -> i32 {
    let best = solve(
        &problem.network,
        &problem.trains,
        &problem.rules,
        Budget::default(),
    );
    best.totals.revenue as i32
}

// The rule that a route breaks.
fn rule_of(violation: &Violation) -> &'static str {
    match violation {
        Violation::NoSuchTrain { .. } | Violation::TrainRunsTwice { .. } => "CZ-RUN-1",
        Violation::NoOwnStation { .. } | Violation::TooFewStops { .. } => "CZ-RUN-2",
        Violation::LocationTwice { .. } => "CZ-RUN-3",
        Violation::PieceTwice { .. } | Violation::BorderTwice { .. } => "CZ-RUN-6",
        Violation::PassesTerminus { .. } => "CZ-RUN-10",
        Violation::PassesFullCity { .. } => "CZ-RUN-11",
        Violation::BeyondRange { .. } => "CZ-RUN-7",
        Violation::TooManyMajor { .. } => "CZ-RUN-8",
        Violation::TooManyTowns { .. } | Violation::MayNotSkip { .. } => "CZ-RUN-9",
        _ => "CZ-RUN-5",
    }
}
