//! Operating rounds: income, homes, the order of companies, the steps of a turn. S89-OR

use super::position::ShikokuPosition;
use super::state::{Ending, STEPS, Step, Turn};
use board::Spot;
use engine::{Company, Event, Flag, Lineup, Place, RoundKind, RoundName, step_after};

impl ShikokuPosition {
    /// The company on turn.
    pub(super) fn on_turn(&self) -> Option<Company> {
        self.state.turn?;
        self.state.lineup.current()
    }

    fn floated(&self) -> Vec<Company> {
        let core = &self.state.core;
        let sheet = &self.printed.sheet;
        let floated = sheet.company_ids().filter(|&c| core.is(c, Flag::Floated));
        core.market.order(&sheet.market, floated)
    }

    /// An operating round begins. S89-OR-1..3
    pub(super) fn begin_operating(&mut self, number: u8, events: &mut Vec<Event>) {
        let round = RoundName {
            kind: RoundKind::Operating,
            set: self.state.core.round.set,
            number,
        };
        self.acts(events).begin_round(round);
        self.private_income(events);
        let order = self.floated();
        for &company in &order {
            self.place_home(company, events);
        }
        self.state.lineup = Lineup::new(order);
        self.next_company(events);
    }

    /// S89-PRIVATE-2, S89-PRIVATE-30
    pub(super) fn private_income(&mut self, events: &mut Vec<Event>) {
        let incomes: Vec<i32> = self
            .printed
            .sheet
            .paper_ids()
            .map(|p| self.income_of(p))
            .collect();
        self.acts(events).private_income(&incomes);
        self.watch_bank();
    }

    // S89-FLOAT-6: the home needs no tile; a bare hex holds it.
    fn place_home(&mut self, company: Company, events: &mut Vec<Event>) {
        let homes = &self.printed.sheet.company(company).homes;
        if let Some(&cell) = homes.first()
            && !self.state.core.is(company, Flag::Home)
        {
            self.acts(events)
                .place_home(company, Spot { cell, stop: 0 });
        }
    }

    fn next_company(&mut self, events: &mut Vec<Event>) {
        self.state.offers.forget();
        match self.state.lineup.advance() {
            Some(company) => {
                self.state.turn = Some(Turn::NEW);
                events.push(Event::TurnBegan { company });
                self.settle(events);
            }
            None => {
                self.state.turn = None;
                self.end_round(events);
            }
        }
    }

    // S89-OR-6, S89-END-2, S89-END-3
    fn end_round(&mut self, events: &mut Vec<Event>) {
        let RoundName { set, number, .. } = self.state.core.round;
        if number < self.state.rounds {
            self.begin_operating(number + 1, events);
        } else if self.state.broken {
            self.end(Ending::Bank, events);
        } else {
            self.begin_stock(set + 1, events);
        }
    }

    /// Ends a step.
    pub(super) fn leave(&mut self, events: &mut Vec<Event>) {
        let Some(turn) = &mut self.state.turn else {
            return;
        };
        match step_after(&STEPS, turn.step) {
            Some(next) => {
                turn.step = next;
                self.settle(events);
            }
            None => self.next_company(events),
        }
    }

    /// Goes on until somebody has to decide.
    pub(super) fn settle(&mut self, events: &mut Vec<Event>) {
        let (Some(company), Some(turn)) = (self.on_turn(), self.state.turn) else {
            return;
        };
        if self.excess().is_some() || self.waits_in(company, turn.step) {
            return;
        }
        match turn.step {
            Step::Run => {
                self.acts(events).ran(company, 0, 0);
            }
            Step::Dividend => self.withhold(company, events),
            _ => {}
        }
        self.leave(events);
    }

    fn waits_in(&self, company: Company, step: Step) -> bool {
        match step {
            Step::Track => self.waits_for_track(company),
            Step::Station => self.stations(company).next().is_some(),
            Step::Run => self.can_run(company),
            Step::Dividend => self.state.turn.is_some_and(|t| t.revenue > 0),
            Step::Trains => self.waits_for_trains(company),
            Step::Papers => self.paper_choices(company).next().is_some(),
        }
    }

    /// After an emergency sale those that have not acted are put in order anew. S89-OR-4
    pub(super) fn reorder(&mut self) {
        let market = &self.printed.sheet.market;
        let core = &self.state.core;
        let order = |rest: Vec<Company>| core.market.order(market, rest.into_iter());
        self.state.lineup.reorder(order);
    }

    /// Whether a player owns a paper.
    pub(super) fn owner_of(&self, paper: engine::Paper) -> Option<engine::Player> {
        match self.state.core.papers[paper.at()].place {
            Place::Player(player) => Some(player),
            _ => None,
        }
    }
}
