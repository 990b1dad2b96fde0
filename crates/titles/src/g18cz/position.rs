//! A position of 18CZ: who must decide, what is legal, and what a move does.

use super::printed::Printed;
use super::state::{Offer, State, Step};
use super::{
    acquire, auction, city, ending, offers, opening, operating, papers, run, station, stock, track,
    trains,
};
use engine::{
    Choice, Company, Core, Decision, Event, Move, Outcome, Player, Position, Problem, Refusal,
    RoundKind, Sheet,
};
use std::any::Any;
use std::sync::Arc;

/// A position.
#[derive(Clone, Debug)]
pub struct CzPosition {
    /// What does not change.
    pub printed: Arc<Printed>,
    /// What does.
    pub state: State,
}

/// What the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Situation {
    /// An answer to an offer.
    Answer(Offer),
    /// A city for a waiting marker.
    City,
    /// One of two stations in a hex has to go.
    Lift,
    /// Trains of a company taken over are turned or scrapped.
    Taken,
    /// A company has too many trains.
    Excess(Company),
    /// A step of a company's turn.
    Step(Step),
    /// A turn in the draft.
    Draft,
    /// A turn in the auction of Moravia-Silesia.
    Auction,
    /// MW may build.
    Westbahn,
    /// A turn in a stock round.
    Stock,
}

impl CzPosition {
    /// What the game waits for; nothing when it is over.
    pub fn situation(&self) -> Option<Situation> {
        let s = &self.state;
        if s.over {
            return None;
        }
        if let Some(offer) = s.offer {
            return Some(Situation::Answer(offer));
        }
        if s.city.is_some() {
            return Some(Situation::City);
        }
        match s.core.round.kind {
            RoundKind::Opening if s.auction.is_some() => Some(Situation::Auction),
            RoundKind::Opening => Some(Situation::Draft),
            RoundKind::Stock => match trains::excess(self) {
                Some(company) => Some(Situation::Excess(company)),
                None => Some(Situation::Stock),
            },
            _ if s.westbahn => Some(Situation::Westbahn),
            _ => {
                let company = s.turn.company()?;
                if station::doubled(self, company).is_some() {
                    return Some(Situation::Lift);
                }
                if s.turn.taken != 0 {
                    return Some(Situation::Taken);
                }
                if s.turn.step >= Step::Trains
                    && let Some(excess) = trains::excess(self)
                {
                    return Some(Situation::Excess(excess));
                }
                Some(Situation::Step(s.turn.step))
            }
        }
    }

    /// The sheet.
    pub fn sheet(&self) -> &Sheet {
        &self.printed.sheet
    }

    /// The player who decides for a company, whatever the matter.
    pub fn director(&self, company: Company) -> Player {
        let seat = self.state.core.stock[company.at()]
            .director()
            .unwrap_or(Player(0));
        if seat.0 < self.state.core.seats {
            seat
        } else {
            Player(self.state.core.order[0])
        }
    }

    /// The player who decides about a company's track. CZ-BOHEMIA-12, CZ-BOHEMIA-14
    pub fn track_decider(&self, company: Company) -> Player {
        self.decider(company, |(track, _)| track)
    }

    /// The player who decides about a company's stations. CZ-BOHEMIA-13, CZ-BOHEMIA-14
    pub fn station_decider(&self, company: Company) -> Player {
        self.decider(company, |(_, station)| station)
    }

    fn decider(&self, company: Company, lowest: impl Fn((bool, bool)) -> bool) -> Player {
        if !self.state.is_vaclavs(company) {
            return self.director(company);
        }
        let first = lowest(self.printed.vaclav_deciders[self.printed.size(company) as usize]);
        Player(self.state.core.order[usize::from(!first)])
    }

    /// The company on turn.
    pub fn on_turn(&self) -> Option<Company> {
        self.state.turn.company()
    }
}

impl Position for CzPosition {
    fn sheet(&self) -> &Arc<Sheet> {
        &self.printed.sheet
    }

    fn core(&self) -> &Core {
        &self.state.core
    }

    fn decision(&self) -> Option<Decision> {
        let s = &self.state;
        let (player, company, step) = match self.situation()? {
            Situation::Answer(offer) => (offers::asked(self, offer), self.on_turn(), "offer"),
            Situation::City => {
                let city = s.city?;
                (
                    self.station_decider(city.chooser),
                    Some(city.marker),
                    "city",
                )
            }
            Situation::Lift => (
                self.station_decider(self.on_turn()?),
                self.on_turn(),
                "lift",
            ),
            Situation::Taken => (self.director(self.on_turn()?), self.on_turn(), "taken"),
            Situation::Excess(company) => (self.director(company), Some(company), "excess"),
            Situation::Step(step) => {
                let company = self.on_turn()?;
                match step {
                    Step::Home => (self.track_decider(company), Some(company), "home"),
                    Step::Track => (self.track_decider(company), Some(company), "track"),
                    Step::Station => (self.station_decider(company), Some(company), "station"),
                    Step::Run => (self.director(company), Some(company), "run"),
                    Step::Dividend => (self.director(company), Some(company), "dividend"),
                    Step::Acquire => (self.director(company), Some(company), "acquire"),
                    Step::Trains => (self.director(company), Some(company), "trains"),
                    Step::Papers | Step::Done => (self.director(company), Some(company), "papers"),
                }
            }
            Situation::Draft => (Player(s.actor), None, "draft"),
            Situation::Auction => (Player(s.actor), None, "auction"),
            Situation::Westbahn => (Player(s.actor), None, "westbahn"),
            Situation::Stock => (Player(s.actor), None, "stock"),
        };
        Some(Decision {
            player,
            company,
            step,
        })
    }

    fn choices(&self) -> Vec<Choice> {
        let mut all = Vec::new();
        match self.situation() {
            None => {}
            Some(Situation::Answer(_)) => {
                all.push(Choice::one(Move::Answer { accept: true }));
                all.push(Choice::one(Move::Answer { accept: false }));
            }
            Some(Situation::City) => city::choices(self, &mut all),
            Some(Situation::Lift) => {
                station::lift_choices(self, &mut all);
                papers::choices(self, &mut all);
            }
            Some(Situation::Taken) => {
                acquire::taken_choices(self, &mut all);
                papers::choices(self, &mut all);
            }
            Some(Situation::Excess(company)) => trains::excess_choices(self, company, &mut all),
            Some(Situation::Draft) => opening::choices(self, &mut all),
            Some(Situation::Auction) => auction::choices(self, &mut all),
            Some(Situation::Westbahn) => auction::westbahn_choices(self, &mut all),
            Some(Situation::Stock) => stock::choices(self, &mut all),
            Some(Situation::Step(step)) => {
                match step {
                    Step::Home => track::home_choices(self, &mut all),
                    Step::Track => track::choices(self, &mut all),
                    Step::Station => station::choices(self, &mut all),
                    Step::Run => run::choices(self, &mut all),
                    Step::Dividend => run::dividend_choices(&mut all),
                    Step::Acquire => acquire::choices(self, &mut all),
                    Step::Trains => trains::choices(self, &mut all),
                    Step::Papers | Step::Done => {}
                }
                if step != Step::Home {
                    papers::choices(self, &mut all);
                }
                if operating::may_pass(self, step) {
                    all.push(Choice::one(Move::Pass));
                }
            }
        }
        all
    }

    fn play(&mut self, mv: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let Some(situation) = self.situation() else {
            return Err(Refusal::new("CZ-END-2", "game-over"));
        };
        match situation {
            Situation::Answer(offer) => offers::answer(self, offer, mv, events)?,
            Situation::City => city::play(self, mv, events)?,
            Situation::Lift if papers::concerns(mv) => papers::play(self, mv, events)?,
            Situation::Lift => station::lift(self, mv, events)?,
            Situation::Taken if papers::concerns(mv) => papers::play(self, mv, events)?,
            Situation::Taken => acquire::decide_taken(self, mv, events)?,
            Situation::Excess(company) => trains::give_back(self, company, mv, events)?,
            Situation::Draft => opening::play(self, mv, events)?,
            Situation::Auction => auction::play(self, mv, events)?,
            Situation::Westbahn => auction::westbahn_play(self, mv, events)?,
            Situation::Stock => stock::play(self, mv, events)?,
            Situation::Step(step) => operating::play(self, step, mv, events)?,
        }
        operating::advance(self, events);
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        ending::outcome(self)
    }

    fn values(&self) -> Vec<i32> {
        ending::values(self)
    }

    fn problem(&self, company: Company) -> Option<Problem> {
        run::problem(self, company)
    }

    fn must_maximise(&self, _company: Company) -> Option<&'static str> {
        (!self.printed.public()).then_some("CZ-RUN-13")
    }

    fn facts(&self) -> Vec<(String, serde_json::Value)> {
        ending::facts(self)
    }

    fn certificates(&self, player: Player) -> (u8, Option<u8>) {
        (
            stock::certificates(self, player),
            self.printed.certificate_limit,
        )
    }

    fn train_limit(&self, company: Company) -> u8 {
        trains::limit(self, company)
    }

    fn lineup(&self) -> Vec<Company> {
        if self.state.core.round.kind != RoundKind::Operating {
            return Vec::new();
        }
        let fixed = self.state.queue.iter().filter(|&&c| c != engine::NONE);
        fixed.map(|&c| Company(c)).collect()
    }

    fn process(&self) -> usize {
        self.state.at as usize
    }

    fn reroll(&mut self, seed: u64) {
        self.state.core.rng = engine::Rng::new(seed);
    }

    fn save(&self) -> Vec<u8> {
        postcard::to_allocvec(&self.state).expect("a state is plain data")
    }

    fn boxed(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
