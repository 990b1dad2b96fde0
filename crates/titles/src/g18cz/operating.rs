//! Operating rounds: the order of companies and the steps of a turn.

use super::position::{CzPosition, Events};
use super::printed::{BoxKind, Variant};
use super::refusals::not_in_this_step;
use super::state::{Step, Turn, Wait};
use engine::{
    Allowed, Choice, Company, Event, Flag, Lineup, Move, Player, Refusal, RoundKind, RoundName,
    StockRound,
};

impl CzPosition {
    /// What a company can do in a step, beside papers.
    pub fn list_step(&self, company: Company, step: Step, all: &mut Vec<Choice>) {
        match step {
            Step::Home => all.extend(self.home_choices(company)),
            Step::Track => all.extend(self.builds(company)),
            Step::Station => all.extend(self.station_choices(company)),
            Step::Run => all.push(Choice::one(Move::run(company))),
            Step::Dividend => all.extend(self.dividend_choices()),
            Step::Acquire => all.extend(self.take_overs(company)),
            Step::Trains => all.extend(self.train_choices(company)),
            Step::Papers | Step::Done => {}
        }
    }

    /// A move in a step of a company's turn.
    pub fn play_step(&mut self, company: Company, mv: &Move, events: &mut Events) -> Allowed {
        let step = self.state.turn.step;
        match (step, mv) {
            (_, Move::Pass) if self.may_pass(company, step) => {
                self.leave(step);
                Ok(())
            }
            (_, Move::Pass) => {
                let rule = match step {
                    Step::Home => "CZ-TRACK-18",
                    Step::Trains => "CZ-TRAIN-1",
                    _ => "CZ-OR-5",
                };
                Err(Refusal::new(rule, "step-is-compulsory"))
            }
            (Step::Home, Move::LayTile { .. }) => self.lay_home(mv, events),
            (Step::Track, Move::LayTile { .. }) => {
                self.lay(mv, events)?;
                if self.lay_ends_track(company) {
                    self.leave(step);
                }
                Ok(())
            }
            (Step::Station, _) => self.place_station(mv, events),
            (Step::Run, _) => self.run(mv, events),
            (Step::Dividend, Move::Dividend { pay }) => {
                self.dividend(company, *pay, events);
                self.leave(step);
                Ok(())
            }
            (Step::Acquire, _) => self.acquire(company, mv, events),
            (Step::Trains, _) => self.buy_train(mv, events),
            _ => Err(not_in_this_step()),
        }
    }

    /// Whether a step may be ended without doing it.
    pub fn may_pass(&self, company: Company, step: Step) -> bool {
        match step {
            Step::Home | Step::Run | Step::Dividend => false,
            Step::Trains => !self.must_buy(company),
            _ => true,
        }
    }

    fn leave(&mut self, step: Step) {
        let turn = &mut self.state.turn;
        if let (Step::Track, Some(company)) = (step, turn.company) {
            // CZ-TRACK-3
            self.state.fresh &= !(1 << company.0);
        }
        turn.step = step.next();
    }

    // Whether somebody has to decide in a step.
    fn step_waits(&self, company: Company, step: Step) -> bool {
        let vaclavs = self.state.is_vaclavs(company);
        match step {
            Step::Home => {
                !self.state.core.is(company, Flag::Home)
                    && self.printed.red_tile[company.at()].is_some()
            }
            Step::Track => self.track_waits(company),
            Step::Station => self.station_waits(company),
            Step::Run => self.run_waits(company),
            Step::Dividend => self.dividend_waits(company),
            Step::Acquire => !vaclavs && self.acquire_waits(company),
            Step::Trains => !vaclavs && self.trains_wait(company),
            Step::Papers => !vaclavs && self.papers_wait(company),
            Step::Done => false,
        }
    }

    /// Moves on until somebody has to decide, or the game is over, or nothing more is to be seen.
    pub fn advance(&mut self, events: &mut Events) {
        while !self.is_still() && self.state.offers.waiting.is_none() && self.state.city.is_none() {
            let waits = match self.state.core.round.kind {
                RoundKind::Opening => self.state.auction.is_some() || self.advance_draft(events),
                RoundKind::Stock => self.excess().is_some() || self.advance_stock(events),
                _ => self.state.westbahn || self.operate(events),
            };
            if waits {
                return;
            }
        }
    }

    // One thing in an operating round; returns whether somebody has to decide.
    fn operate(&mut self, events: &mut Events) -> bool {
        let Some(company) = self.on_turn() else {
            self.next_turn(events);
            return false;
        };
        let step = match self.waits_for() {
            Some(Wait::Step(_, step)) if !self.step_waits(company, step) => step,
            _ => return true,
        };
        match step {
            Step::Run => self.run_without_choice(company, events),
            Step::Dividend => self.dividend_without_choice(company, events),
            Step::Done => {
                self.end_turn(company);
                return false;
            }
            _ => {}
        }
        self.leave(step);
        false
    }

    fn next_turn(&mut self, events: &mut Events) {
        let Some(company) = self.state.lineup.advance() else {
            self.end_round(events);
            return;
        };
        // CZ-OR-4
        if self.state.core.is(company, Flag::Closed) {
            return;
        }
        self.state.turn = Turn { company: Some(company), step: Step::Home, ..Turn::default() };
        events.push(Event::TurnBegan { company });
        self.place_home(company, events);
    }

    fn end_turn(&mut self, company: Company) {
        self.state.turn = Turn::default();
        self.state.offers.forget();
        // CZ-INTRO-21: a company that cannot get a train ends the game with the round.
        if self.printed.variant == Variant::Introductory && self.stays_without_train(company) {
            self.state.last_round = true;
        }
    }

    fn end_round(&mut self, events: &mut Events) {
        if self.state.process(&self.printed).export {
            // CZ-EXPORT-1, CZ-BOHEMIA-17
            match self.printed.variant {
                Variant::Bohemia => self.renew_vaclavs_trains(events),
                _ => self.export(events),
            }
        }
        if !self.is_still() {
            self.next_box(events);
        }
    }

    /// Goes on to the next box of the process track. CZ-END-1, CZ-END-2
    pub fn next_box(&mut self, events: &mut Events) {
        let last = usize::from(self.state.at) + 1 == self.printed.process.len();
        if last || self.state.last_round {
            self.end_game(self.end_reason(), events);
            return;
        }
        self.state.at += 1;
        let here = *self.state.process(&self.printed);
        self.acts(events).begin_round(RoundName {
            kind: match here.kind {
                BoxKind::Pre => RoundKind::Opening,
                BoxKind::Stock => RoundKind::Stock,
                BoxKind::Operating => RoundKind::Operating,
            },
            set: here.set,
            number: here.number,
        });
        match here.kind {
            BoxKind::Pre => {}
            BoxKind::Stock => {
                self.state.stock = StockRound::new(Player(self.state.core.order[0]));
            }
            BoxKind::Operating if self.westbahn_lays().next().is_some() => {
                self.state.westbahn = true
            }
            BoxKind::Operating => self.begin_operating(events),
        }
    }

    /// Papers pay, then the order of companies is fixed. CZ-LOCAL-2, CZ-OR-1..3
    pub fn begin_operating(&mut self, events: &mut Events) {
        let papers = self.sheet().paper_ids();
        let incomes: Vec<i32> = papers.map(|p| self.paper_income(p)).collect();
        self.acts(events).private_income(&incomes);
        let (core, printed) = (&self.state.core, &self.printed);
        self.state.lineup = if printed.variant == Variant::Introductory {
            Lineup::new(printed.intro_companies.iter().copied())
        } else {
            let operates = |&c: &Company| core.is(c, Flag::Floated) && !core.is(c, Flag::Closed);
            let floated = printed.sheet.company_ids().filter(operates);
            Lineup::new(core.market.order(&printed.sheet.market, floated))
        };
        self.state.turn = Turn::default();
    }
}
