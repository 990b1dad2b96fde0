//! The run step: what may run, what it brings.

use super::position::{Events, IowPosition};
use super::state::Stage;
use board::{Kind, NOBODY};
use engine::{
    Card, Company, Event, Flag, NONE, Problem, Range, Refusal, RoundKind, RouteClaim, network_of,
};
use routing::{Constraints, Objective, Pay, Reach, Route, Train, Violation};

impl IowPosition {
    /// The run step begins (IOW-OR-7, IOW-INSOLVENT-7..9, IOW-RECEIVER-4).
    pub(super) fn enter_run(&mut self, events: &mut Events) {
        let company = self.current();
        if self.train_count(company) == 0 && !self.lease_if_insolvent(company, events) {
            return self.enter_dividend(events);
        }
        let leased = self.state.or.lease != NONE;
        if leased && self.printed.options.flat_lease {
            return self.flat_lease(company, events);
        }
        let can_run = if self.printed.options.public {
            self.has_possible_route(company)
        } else {
            self.has_legal_route(company)
        };
        if !can_run {
            return self.enter_dividend(events);
        }
        let automatic = self.in_receivership(company) || self.state.british;
        if automatic && !self.printed.options.public {
            return self.run_best(company, events);
        }
        self.state.stage = Stage::Run;
    }

    // Whether the company leases a train; a company that can pay for one leases none, unless nobody directs it
    // (IOW-RECEIVER-4).
    fn lease_if_insolvent(&mut self, company: Company, events: &mut Events) -> bool {
        let receiver = self.in_receivership(company);
        let rich = self.core().money.company(company) >= self.cheapest_train()
            && !(receiver && self.printed.options.receiver_always_leases);
        if receiver && !rich && self.has_possible_route(company) {
            self.set_insolvent(company, true, events);
        }
        if !self.core().is(company, Flag::Insolvent) {
            return false;
        }
        if rich {
            self.set_insolvent(company, false, events);
            return false;
        }
        let Some(card) = self.lease_card() else {
            return false;
        };
        self.state.or.lease = card.0;
        events.push(Event::TrainLeased { company, card });
        true
    }

    // IOW-OPTION-4: a fixed sum, no route.
    fn flat_lease(&mut self, company: Company, events: &mut Events) {
        let (large, ..) = self.length(Card(self.state.or.lease));
        let credits = self
            .printed
            .flat_lease
            .get(usize::from(large))
            .copied()
            .unwrap_or(0);
        self.ran(company, credits, 0, events);
    }

    fn ran(&mut self, company: Company, revenue: i32, subsidy: i32, events: &mut Events) {
        self.state.or.revenue = revenue;
        self.state.or.subsidy = subsidy;
        self.state.core.company_mut(company).last_revenue = revenue;
        events.push(Event::Ran {
            company,
            revenue,
            subsidy,
        });
        self.enter_dividend(events);
    }

    /// The routing problem of a company as it stands.
    pub(super) fn route_problem(&self, company: Company) -> Option<Problem> {
        let core = self.core();
        let tiles = &self.printed.sheet.tiles;
        let home = self.printed.charters[company.at()].home.cell;
        let (network, steps) = network_of(self.sheet_ref(), core, company, |spot, def, stop| {
            stop.headquarters = stop.own_station && spot.cell == home;
            // IOW-RUN-17: a turned-over marker of a bankrupt company never makes a city full.
            if def.kind == Kind::City
                && !stop.passable
                && let Some(laid) = core.board().at(spot.cell)
            {
                stop.passable = tiles.get(laid.tile).slots_of(spot.stop).any(|s| {
                    laid.slots[s] != NOBODY && core.is(Company(laid.slots[s]), Flag::Bankrupt)
                });
            }
        });
        let mut trains = Vec::new();
        let mut cards: Vec<Card> = core.trains.of(company).collect();
        if cards.is_empty() && self.state.or.lease != NONE && self.is_current(company) {
            let card = Card(self.state.or.lease);
            trains.push(self.leased_train(card));
            cards.push(card);
        } else {
            trains.extend(cards.iter().map(|&card| self.own_train(card)));
        }
        let rules = Constraints {
            cell_once: !self.printed.options.reenter,
            one_bypass: self.printed.bypass,
            connected_to_hq: true,
            stop_at_every_town: self.printed.options.every_town,
            ends_may_be_skipped: self.printed.options.public,
            may_decline: self.printed.options.towns_declined,
            must_run: true,
            halts_closed: self.state.closed,
            halt_subsidy: self.printed.halt,
            named_bonus: None,
            objective: if self.in_receivership(company) && !self.state.british {
                Objective::RevenueAndSubsidy
            } else {
                Objective::Revenue
            },
        };
        Some(Problem {
            network,
            steps,
            trains,
            cards,
            rules,
        })
    }

    /// Whether it is this company's turn in an operating round.
    pub(super) fn is_current(&self, company: Company) -> bool {
        let or = &self.state.or;
        self.core().round.kind == RoundKind::Operating
            && or.at < or.count
            && self.current() == company
    }

    fn range(&self, card: Card) -> (u8, Option<u8>) {
        let state = self.core().trains.get(card);
        match self.printed.sheet.face(state.kind, state.face).range {
            Range::Stations { large, small } => (large, small),
            _ => (0, Some(0)),
        }
    }

    fn own_train(&self, card: Card) -> Train {
        let (large, small) = self.range(card);
        // IOW-NATIONAL-6, IOW-LOCO-12: only the first number counts.
        let small = if self.state.british { Some(0) } else { small };
        let free = self.first_run_brings_nothing(card);
        Train {
            multiplier: u8::from(!free),
            ..Train::new(Reach::Mixed { large, small })
        }
    }

    fn leased_train(&self, card: Card) -> Train {
        let (large, small) = self.range(card);
        if self.printed.options.half_lease {
            // IOW-OPTION-3: the full range of a normal run.
            return Train::new(Reach::Mixed { large, small });
        }
        let (base, per_stop) = self.printed.lease;
        Train {
            pay: Pay::Lease { base, per_stop },
            ..Train::new(Reach::Mixed {
                large,
                small: Some(0),
            })
        }
    }

    /// The rule by which a company has to run for the most, if it has to.
    pub(super) fn must_run_best(&self, company: Company) -> Option<&'static str> {
        if self.printed.options.public {
            None
        } else if self.in_receivership(company) {
            Some("IOW-RECEIVER-3")
        } else if self.state.british {
            Some("IOW-NATIONAL-7")
        } else if self.printed.options.half_lease
            && self.state.or.lease != NONE
            && self.is_current(company)
        {
            Some("IOW-OPTION-3")
        } else {
            None
        }
    }

    pub(super) fn run_trains(
        &mut self,
        company: Company,
        routes: &[RouteClaim],
        recorded: Option<(i32, i32)>,
        events: &mut Events,
    ) -> Result<(), Refusal> {
        self.must_be_current(company)?;
        if let Some((revenue, subsidy)) = recorded {
            if !self.printed.options.public || revenue < 0 || subsidy < 0 {
                return Err(Refusal::new("IOW-RUN-25", "recorded-run"));
            }
            // Lease income of the public platform is recorded as it was paid.
            self.ran(company, revenue, subsidy, events);
            return Ok(());
        }
        // The public platform asks for a run where only a possible route is there (IOW-INSOLVENT-2).
        let no_run_needed = self.printed.options.public
            && (self.in_receivership(company) && self.state.british
                || !self.has_legal_route(company));
        if routes.is_empty() && !no_run_needed {
            return Err(Refusal::new("IOW-OR-7", "must-run"));
        }
        let Some(problem) = self.route_problem(company) else {
            return Err(Refusal::new("IOW-RUN-28", "no-route"));
        };
        if !self.printed.options.towns_declined && routes.iter().any(|r| !r.passes.is_empty()) {
            return Err(Refusal::new("IOW-HALT-5", "no-stop-declined"));
        }
        let claims = routes
            .iter()
            .map(|r| problem.claim(r))
            .collect::<Option<Vec<_>>>()
            .ok_or_else(|| Refusal::new("IOW-RUN-9", "no-such-track"))?;
        let found = routing::evaluate(&problem.network, &problem.trains, &problem.rules, &claims)
            .map_err(|v| refusal_of(&v))?;
        self.check_waiting_cards(company, &problem, &found.routes)?;
        if let Some(rule) = self.must_run_best(company) {
            let budget = routing::Budget::nodes(super::receivership::RUN_NODES);
            let best = problem.best(budget);
            if best.totals.primary > found.totals.primary {
                return Err(Refusal::new(rule, "must-run-best")
                    .with("best", engine::Value::Money(best.totals.primary as i32)));
            }
        }
        let totals = found.totals;
        self.record_run(
            company,
            &problem,
            &found.routes,
            totals.revenue as i32,
            totals.subsidy as i32,
            events,
        );
        Ok(())
    }

    /// Notes a run: counters of cards, destinations, lease income.
    pub(super) fn record_run(
        &mut self,
        company: Company,
        problem: &Problem,
        routes: &[Route],
        revenue: i32,
        subsidy: i32,
        events: &mut Events,
    ) {
        let leased = self.state.or.lease != NONE;
        if !leased {
            for route in routes {
                let card = self.state.core.trains.get_mut(problem.cards[route.train]);
                card.runs = card.runs.saturating_add(1);
            }
        }
        self.state.or.bonus = self.reach_destinations(company, problem, routes);
        let revenue = if leased && self.printed.options.half_lease {
            self.half(revenue)
        } else {
            revenue
        };
        self.ran(company, revenue, subsidy, events);
    }

    // IOW-OPTION-3, J-15: up to the next ten; the public platform rounds down to a whole credit.
    fn half(&self, revenue: i32) -> i32 {
        if self.printed.options.public {
            revenue / 2
        } else {
            (revenue / 2 + 9) / 10 * 10
        }
    }

    // IOW-OPTION-10..14: destinations that are stops of the routes run now.
    fn reach_destinations(&mut self, company: Company, problem: &Problem, routes: &[Route]) -> i32 {
        if !self.printed.options.destinations {
            return 0;
        }
        let mut credits = 0;
        for (i, goal) in self.printed.charters[company.at()]
            .destinations
            .iter()
            .enumerate()
        {
            let bit = 1 << i;
            if self.state.reached[company.at()] & bit != 0 {
                continue;
            }
            let joined = routes.iter().flat_map(Route::counted).any(|id| {
                let stop = &problem.network.stops[id as usize];
                stop.cell == goal.cell.0
                    && self.is_station(goal.cell, stop.index, goal.station.as_deref())
            });
            if joined {
                self.state.reached[company.at()] |= bit;
                credits += goal.credits;
            }
        }
        credits
    }

    fn is_station(&self, cell: board::Cell, stop: u8, name: Option<&str>) -> bool {
        let Some(laid) = self.core().board().at(cell) else {
            return false;
        };
        let def = &self.printed.sheet.tiles.get(laid.tile).stops[stop as usize];
        def.kind == Kind::City && name.is_none_or(|n| def.name.as_deref() == Some(n))
    }
}

/// The rule that a set of routes breaks.
fn refusal_of(violation: &Violation) -> Refusal {
    use Violation as V;
    let (rule, key) = match violation {
        V::NoSuchTrain { .. } | V::TrainRunsTwice { .. } => ("IOW-RUN-1", "train-runs-once"),
        V::NoSuchPiece { .. } | V::BrokenLine { .. } | V::StopsDiffer { .. } => {
            ("IOW-RUN-9", "broken-line")
        }
        V::LocationTwice { .. } => ("IOW-RUN-12", "stop-twice"),
        V::TooFewStops { .. } => ("IOW-RUN-4", "two-stops"),
        V::NoOwnStation { .. } => ("IOW-RUN-5", "no-own-base"),
        V::EndsAtHalt { .. } => ("IOW-RUN-2", "ends-at-halt"),
        V::EndNotCounted { .. } => ("IOW-RUN-20", "end-is-a-stop"),
        V::PassesTerminus { .. } => ("IOW-RUN-3", "passes-pier"),
        V::PassesFullCity { .. } => ("IOW-RUN-15", "full-city"),
        V::SecondBypass { .. } => ("IOW-RUN-16", "second-full-city"),
        V::CellTwice { .. } => ("IOW-RUN-11", "hex-twice"),
        V::BorderTwice { .. } => ("IOW-RUN-22", "side-twice"),
        V::PieceTwice { .. } => ("IOW-RUN-21", "track-twice"),
        V::BeyondRange { .. } | V::TooManyMajor { .. } | V::TooManyTowns { .. } => {
            ("IOW-RUN-19", "beyond-range")
        }
        V::MayNotSkip { .. } => ("IOW-RUN-13", "may-not-skip"),
        V::HaltClosed { .. } => ("IOW-HALT-6", "halts-closed"),
        V::HaltCount { .. } => ("IOW-HALT-5", "halt-count"),
        V::NoHeadquarters => ("IOW-RUN-6", "no-headquarters"),
        V::NotConnected { .. } => ("IOW-RUN-7", "routes-do-not-meet"),
        V::WrongAmount { .. } | V::WrongTotals | V::WrongBound => ("IOW-RUN-25", "wrong-amount"),
    };
    Refusal::new(rule, key)
}
