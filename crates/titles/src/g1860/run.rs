//! The run step: what may run, what it brings.

use super::position::{Allowed, Events, IowPosition};
use super::receivership::{NO_RUN, RUN_NODES};
use super::refusals::of_routes;
use super::state::Wait;
use board::{Cell, Kind, NOBODY};
use engine::{
    Card, Choice, Company, Event, Flag, Move, Problem, Refusal, RouteClaim, Value, network_of,
};
use routing::{Budget, Constraints, Objective, Pay, Reach, Route, Totals, Train};

impl IowPosition {
    /// The run step begins (IOW-OR-7, IOW-INSOLVENT-7..9, IOW-RECEIVER-4).
    pub(super) fn enter_run(&mut self, events: &mut Events) {
        let company = self.current();
        if self.train_count(company) == 0 {
            match self.lease_if_insolvent(company, events) {
                None => return self.enter_dividend(events),
                Some(card) if self.printed.options.opt3_flat_lease => {
                    return self.flat_lease(company, card, events);
                }
                Some(_) => {}
            }
        }
        if !self.can_run(company) {
            return self.enter_dividend(events);
        }
        let automatic = self.in_receivership(company) || self.state.british;
        if automatic && !self.asks_without_choice() && self.run_nodes != NO_RUN {
            return self.run_best(company, events);
        }
        self.state.wait = Some(Wait::Run);
    }

    // The card that the company leases. A company that can pay for a train leases none, unless nobody directs it
    // (IOW-RECEIVER-4).
    fn lease_if_insolvent(&mut self, company: Company, events: &mut Events) -> Option<Card> {
        let receiver = self.in_receivership(company);
        let rich = self.credits(company) >= self.cheapest_train()
            && !(receiver && self.printed.options.receivership_leases == "always");
        if receiver && !rich && self.has_possible_route(company) {
            self.set_insolvent(company, true, events);
        }
        if !self.core().is(company, Flag::Insolvent) {
            return None;
        }
        if rich {
            self.set_insolvent(company, false, events);
            return None;
        }
        let card = self.lease_card()?;
        self.state.turn.lease = Some(card);
        events.push(Event::TrainLeased { company, card });
        Some(card)
    }

    // IOW-OPTION-4: a fixed sum, no route.
    fn flat_lease(&mut self, company: Company, card: Card, events: &mut Events) {
        let (large, _) = self.range(card);
        let sums = &self.printed.flat_lease;
        let credits = sums.get(usize::from(large)).copied().unwrap_or(0);
        self.ran(company, credits, 0, events);
    }

    fn ran(&mut self, company: Company, revenue: i32, subsidy: i32, events: &mut Events) {
        self.state.turn.revenue = revenue;
        self.state.turn.subsidy = subsidy;
        self.acts(events).ran(company, revenue, subsidy);
        self.enter_dividend(events);
    }

    // The card that a company leases now.
    fn leased_by(&self, company: Company) -> Option<Card> {
        self.state.turn.lease.filter(|_| self.is_current(company))
    }

    /// The routing problem of a company as it stands.
    pub(super) fn route_problem(&self, company: Company) -> Problem {
        let core = self.core();
        let tiles = &self.printed.sheet.tiles;
        let home = self.charter(company).home.cell;
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
        let mut cards: Vec<Card> = core.trains.of(company).collect();
        let mut trains: Vec<Train> = cards.iter().map(|&card| self.own_train(card)).collect();
        if let Some(card) = self.leased_by(company).filter(|_| cards.is_empty()) {
            trains.push(self.leased_train(card));
            cards.push(card);
        }
        let options = &self.printed.options;
        let rules = Constraints {
            cell_once: !options.opt6_reenter_hexes,
            one_bypass: self.printed.bypass,
            connected_to_hq: true,
            stop_at_every_town: options.every_small_station,
            ends_may_be_skipped: self.ends_may_be_skipped(),
            may_decline: options.small_stations_may_be_declined,
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
        Problem { network, steps, trains, cards, rules }
    }

    fn own_train(&self, card: Card) -> Train {
        let (large, small) = self.range(card);
        // IOW-NATIONAL-6, IOW-LOCO-12: only the first number counts.
        let small = if self.state.british { Some(0) } else { small };
        let mut train = Train::new(Reach::Mixed { large, small });
        train.multiplier = u8::from(!self.first_run_brings_nothing(card));
        train
    }

    fn leased_train(&self, card: Card) -> Train {
        let (large, small) = self.range(card);
        if self.printed.options.opt2_original_lease {
            // IOW-OPTION-3: the full range of a normal run.
            return Train::new(Reach::Mixed { large, small });
        }
        let (base, per_stop) = self.printed.lease;
        let small = Some(0);
        let mut train = Train::new(Reach::Mixed { large, small });
        train.pay = Pay::Lease { base, per_stop };
        train
    }

    /// The rule by which a company has to run for the most, if it has to.
    pub(super) fn must_run_best(&self, company: Company) -> Option<&'static str> {
        match () {
            () if self.takes_recorded_runs() => None,
            () if self.in_receivership(company) => Some("IOW-RECEIVER-3"),
            () if self.state.british => Some("IOW-NATIONAL-7"),
            () if self.printed.options.opt2_original_lease && self.leased_by(company).is_some() => {
                Some("IOW-OPTION-3")
            }
            () => None,
        }
    }

    pub(super) fn run_choices(&self) -> Vec<Choice> {
        vec![Choice::one(Move::Run { company: self.current(), routes: Vec::new(), recorded: None })]
    }

    pub(super) fn run_trains(
        &mut self,
        company: Company,
        routes: &[RouteClaim],
        recorded: Option<(i32, i32)>,
        events: &mut Events,
    ) -> Allowed {
        self.must_be_current(company)?;
        if let Some((revenue, subsidy)) = recorded {
            if !self.takes_recorded_runs() || revenue < 0 || subsidy < 0 {
                return Err(Refusal::new("IOW-RUN-25", "recorded-run"));
            }
            // Lease income of the public platform is recorded as it was paid.
            self.ran(company, revenue, subsidy, events);
            return Ok(());
        }
        if routes.is_empty() && !self.may_run_nothing(company) {
            return Err(Refusal::new("IOW-OR-7", "must-run"));
        }
        if !self.printed.options.small_stations_may_be_declined
            && routes.iter().any(|r| !r.passes.is_empty())
        {
            return Err(Refusal::new("IOW-HALT-5", "no-stop-declined"));
        }
        let problem = self.route_problem(company);
        let claims = routes
            .iter()
            .map(|r| problem.claim(r))
            .collect::<Option<Vec<_>>>()
            .ok_or_else(|| Refusal::new("IOW-RUN-9", "no-such-track"))?;
        let found = routing::evaluate(&problem.network, &problem.trains, &problem.rules, &claims)
            .map_err(|v| of_routes(&v))?;
        self.check_waiting_cards(company, &problem, &found.routes)?;
        if let Some(rule) = self.must_run_best(company) {
            let best = problem.best(Budget::nodes(RUN_NODES)).totals.primary;
            if best > found.totals.primary {
                let why = Refusal::new(rule, "must-run-best");
                return Err(why.with("best", Value::Money(best as i32)));
            }
        }
        self.record_run(company, &problem, &found.routes, found.totals, events);
        Ok(())
    }

    /// Notes a run: counters of cards, destinations, lease income.
    pub(super) fn record_run(
        &mut self,
        company: Company,
        problem: &Problem,
        routes: &[Route],
        totals: Totals,
        events: &mut Events,
    ) {
        let leased = self.state.turn.lease.is_some();
        for route in routes.iter().filter(|_| !leased) {
            let card = self.state.core.trains.get_mut(problem.cards[route.train]);
            card.runs = card.runs.saturating_add(1);
        }
        self.state.turn.bonus = self.reach_destinations(company, problem, routes);
        let revenue = match totals.revenue as i32 {
            whole if leased && self.printed.options.opt2_original_lease => self.half_income(whole),
            whole => whole,
        };
        self.ran(company, revenue, totals.subsidy as i32, events);
    }

    // IOW-OPTION-10..14: destinations that are stops of the routes run now.
    fn reach_destinations(&mut self, company: Company, problem: &Problem, routes: &[Route]) -> i32 {
        if !self.printed.options.opt7_destinations {
            return 0;
        }
        let mut credits = 0;
        let goals = &self.printed.charters[company.at()].destinations;
        for (i, goal) in goals.iter().enumerate() {
            let bit = 1 << i;
            let joined = routes.iter().flat_map(Route::counted).any(|id| {
                let stop = &problem.network.stops[id as usize];
                stop.cell == goal.cell.0
                    && self.is_station(goal.cell, stop.index, goal.station.as_deref())
            });
            if joined && self.state.reached[company.at()] & bit == 0 {
                self.state.reached[company.at()] |= bit;
                credits += goal.credits;
            }
        }
        credits
    }

    fn is_station(&self, cell: Cell, stop: u8, name: Option<&str>) -> bool {
        let Some(laid) = self.core().board().at(cell) else {
            return false;
        };
        let def = &self.printed.sheet.tiles.get(laid.tile).stops[usize::from(stop)];
        def.kind == Kind::City && name.is_none_or(|n| def.name.as_deref() == Some(n))
    }
}
