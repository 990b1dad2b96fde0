//! A position of 18CZ: who must decide, what is legal, and what a move does.

use super::printed::Printed;
use super::state::{State, Step, Wait};
use engine::arrange::Beyond;
use engine::{
    Allowed, Choice, Company, Decision, Event, Move, Outcome, Player, Position, Problem, Refusal,
    RoundKind, Sheet,
};
use std::sync::Arc;

/// Events of one move.
pub type Events = Vec<Event>;

/// A position.
#[derive(Clone, Debug)]
pub struct CzPosition {
    /// What does not change.
    pub printed: Arc<Printed>,
    /// What does.
    pub state: State,
}

impl CzPosition {
    engine::ledgers!();

    /// The sheet.
    pub fn sheet(&self) -> &Sheet {
        &self.printed.sheet
    }

    /// Whether nothing goes on: the game is over, or what comes next is not to be seen.
    pub fn is_still(&self) -> bool {
        self.state.over || self.state.core.rng.sight_ended()
    }

    /// What the game waits for; nothing when it is over.
    pub fn waits_for(&self) -> Option<Wait> {
        let s = &self.state;
        if self.is_still() {
            return None;
        }
        if let Some(offer) = s.offers.waiting {
            return Some(Wait::Answer(offer));
        }
        if let Some(city) = s.city {
            return Some(Wait::City(city));
        }
        match s.core.round.kind {
            RoundKind::Opening => Some(match &s.auction {
                Some(auction) => Wait::Auction(auction.bidding.player()),
                None => Wait::Draft(self.drafter()),
            }),
            RoundKind::Stock => Some(match self.excess() {
                Some(company) => Wait::Excess(company),
                None => Wait::Stock(s.stock.player()),
            }),
            _ if s.westbahn => self.westbahn_owner().map(Wait::Westbahn),
            _ => {
                let company = s.turn.company?;
                if self.doubled(company).is_some() {
                    return Some(Wait::Lift(company));
                }
                if s.turn.taken != 0 {
                    return Some(Wait::Taken(company));
                }
                let excess = (s.turn.step >= Step::Trains).then(|| self.excess());
                Some(match excess.flatten() {
                    Some(excess) => Wait::Excess(excess),
                    None => Wait::Step(company, s.turn.step),
                })
            }
        }
    }

    /// The player who decides for a company, whatever the matter.
    pub fn director(&self, company: Company) -> Player {
        self.speaks_for(self.state.core.stock[company.at()].director())
    }

    /// The player who decides for a shareholder: for an automatic one whoever has the lowest order card.
    pub fn speaks_for(&self, holder: Option<Player>) -> Player {
        let core = &self.state.core;
        match holder.unwrap_or(Player(0)) {
            player if player.0 < core.seats => player,
            _ => Player(core.order[0]),
        }
    }

    /// The player who decides about a company's track. CZ-BOHEMIA-12, CZ-BOHEMIA-14
    pub fn track_decider(&self, company: Company) -> Player {
        let size = usize::from(self.printed.size(company));
        self.decider(company, self.printed.vaclav_deciders[size].0)
    }

    /// The player who decides about a company's stations. CZ-BOHEMIA-13, CZ-BOHEMIA-14
    pub fn station_decider(&self, company: Company) -> Player {
        let size = usize::from(self.printed.size(company));
        self.decider(company, self.printed.vaclav_deciders[size].1)
    }

    fn decider(&self, company: Company, lowest_card: bool) -> Player {
        match self.state.is_vaclavs(company) {
            true => Player(self.state.core.order[usize::from(!lowest_card)]),
            false => self.director(company),
        }
    }

    /// The company on turn.
    pub fn on_turn(&self) -> Option<Company> {
        self.state.turn.company
    }
}

impl Position for CzPosition {
    engine::stands_on_the_floor!(lineup);

    fn decision(&self) -> Option<Decision> {
        let (player, company, step) = match self.waits_for()? {
            Wait::Answer(offer) => (self.asked(offer.deal), Some(offer.buyer), "offer"),
            Wait::City(city) => {
                let player = self.station_decider(city.chooser);
                (player, Some(city.marker), "city")
            }
            Wait::Lift(company) => (self.station_decider(company), Some(company), "lift"),
            Wait::Taken(company) => (self.director(company), Some(company), "taken"),
            Wait::Excess(company) => (self.director(company), Some(company), "excess"),
            Wait::Step(company, step) => {
                let player = match step {
                    Step::Home | Step::Track => self.track_decider(company),
                    Step::Station => self.station_decider(company),
                    _ => self.director(company),
                };
                (player, Some(company), step.name())
            }
            Wait::Draft(player) => (player, None, "draft"),
            Wait::Auction(player) => (player, None, "auction"),
            Wait::Westbahn(player) => (player, None, "westbahn"),
            Wait::Stock(player) => (player, None, "stock"),
        };
        Some(Decision { player, company, step })
    }

    fn was_refused(&self) -> bool {
        self.state.offers.was_answered()
    }

    fn choices(&self) -> Vec<Choice> {
        let mut all = Vec::new();
        let Some(wait) = self.waits_for() else {
            return all;
        };
        match wait {
            Wait::Answer(_) => {
                all.extend([true, false].map(|accept| Choice::one(Move::Answer { accept })));
            }
            Wait::City(city) => all.extend(self.city_choices(city)),
            Wait::Lift(company) => all.extend(self.lifts(company)),
            Wait::Taken(company) => self.list_taken(company, &mut all),
            Wait::Excess(company) => self.list_returns(company, &mut all),
            Wait::Draft(player) => self.list_draft(player, &mut all),
            Wait::Auction(player) => self.list_bids(player, &mut all),
            Wait::Westbahn(_) => all.extend(self.westbahn_lays()),
            Wait::Stock(player) => self.list_stock(player, &mut all),
            Wait::Step(company, step) => self.list_step(company, step, &mut all),
        }
        if let Some(company) = wait.trades_papers() {
            all.extend(self.paper_choices(company));
        }
        let may_pass = match wait {
            Wait::Step(company, step) => self.may_pass(company, step),
            _ => matches!(wait, Wait::Westbahn(_)),
        };
        if may_pass {
            all.push(Choice::one(Move::Pass));
        }
        all
    }

    fn play(&mut self, mv: &Move, events: &mut Events) -> Allowed {
        let Some(wait) = self.waits_for() else {
            return Err(Refusal::new("CZ-END-2", "game-over"));
        };
        match (wait, wait.trades_papers()) {
            (_, Some(company)) if Self::concerns_papers(mv) => {
                self.play_papers(company, mv, events)
            }
            (Wait::Answer(offer), _) => self.answer(offer, mv, events),
            (Wait::City(city), _) => self.choose_city(city, mv, events),
            (Wait::Lift(company), _) => self.lift(company, mv, events),
            (Wait::Taken(company), _) => self.decide_taken(company, mv, events),
            (Wait::Excess(company), _) => self.give_back(company, mv, events),
            (Wait::Draft(player), _) => self.play_draft(player, mv, events),
            (Wait::Auction(player), _) => self.play_auction(player, mv, events),
            (Wait::Westbahn(_), _) => self.play_westbahn(mv, events),
            (Wait::Stock(player), _) => self.play_stock(player, mv, events),
            (Wait::Step(company, _), _) => self.play_step(company, mv, events),
        }?;
        self.advance(events);
        Ok(())
    }

    // Which company Václav draws behind a move says nothing about the move.
    fn consider(&mut self, mv: &Move, events: &mut Events) -> Allowed {
        self.foresee(mv, events)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }

    fn values(&self) -> Vec<i32> {
        let seats = 0..self.state.core.seats;
        seats.map(|seat| self.wealth(Player(seat))).collect()
    }

    fn problem(&self, company: Company) -> Option<Problem> {
        Some(self.routing_problem(company))
    }

    fn must_maximise(&self, _company: Company) -> Option<&'static str> {
        self.wants_the_maximum().then_some("CZ-RUN-13")
    }

    fn facts(&self) -> Vec<(String, serde_json::Value)> {
        self.told_facts()
    }

    fn beyond(&self) -> Beyond {
        Beyond::new(self.state.stock, self.state.turn.revenue, self.kept())
    }

    fn certificates(&self, player: Player) -> (u8, Option<u8>) {
        let held = self.checks().certificates(player);
        (held, self.printed.certificate_limit)
    }

    fn train_limit(&self, company: Company) -> u8 {
        self.most_trains(company)
    }

    fn process(&self) -> usize {
        usize::from(self.state.at)
    }

    fn reroll(&mut self, seed: u64) {
        self.state.core.rng = self.state.core.rng.reseeded(seed);
        self.state.draws = super::practice::first_draw(seed);
    }
}
