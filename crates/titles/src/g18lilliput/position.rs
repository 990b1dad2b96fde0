//! A position: what it waits for decides what can be chosen and played.

use super::printed::Printed;
use super::refusals::Allowed;
use super::state::{Act, Due, NOWHERE, Stage, State, Wait};
use board::Cell;
use engine::arrange::Beyond;
use engine::{
    Brings, Choice, Company, Decision, Event, Flag, Lot, Move, Outcome, Player, Position, Problem,
    Refusal, StockRound, snake,
};
use std::sync::Arc;

/// A position of 18Lilliput.
#[derive(Clone, Debug)]
pub struct LilliputPosition {
    /// Everything printed, and the options.
    pub printed: Arc<Printed>,
    /// Everything that changes.
    pub state: State,
}

impl LilliputPosition {
    engine::ledgers!();

    /// What the game waits for; nothing between two steps and after the end.
    pub fn waits_for(&self) -> Option<Wait> {
        let state = &self.state;
        if let Some(offer) = state.offers.waiting {
            return Some(Wait::Answer(offer.deal.asked(&state.core)?, offer));
        }
        if let Some((player, company)) = self.excess() {
            return Some(Wait::Excess(player, company));
        }
        match (state.due, state.stage) {
            (Some(Due::Home(c)), _) => Some(Wait::HomeStation(self.director(c)?, c)),
            (Some(Due::Depot(c)), _) => Some(Wait::Depot(self.director(c)?, c)),
            (None, Stage::Draft) => Some(Wait::Draft(self.turn_player())),
            (None, Stage::Home(company)) => Some(Wait::HomeTile(self.turn_player(), company)),
            (None, Stage::Favour) => Some(Wait::Favour(self.judge()?)),
            (None, Stage::Turn) => Some(Wait::Turn(self.turn_player(), state.act)),
            (None, Stage::Dividend(c)) => Some(Wait::Dividend(self.director(c)?, c)),
            _ => None,
        }
    }

    /// The automatic player of the solo game.
    pub fn gulliver(&self) -> Player {
        Player(self.printed.seats)
    }

    /// The director of a company.
    pub(super) fn director(&self, company: Company) -> Option<Player> {
        self.state.core.stock[company.at()].director()
    }

    /// Companies of a player.
    pub fn companies_of(&self, player: Player) -> impl Iterator<Item = Company> + '_ {
        let all = self.printed.sheet.company_ids();
        all.filter(move |&c| self.director(c) == Some(player))
    }

    /// Whether a company plays: chosen in the draft or founded.
    pub fn plays(&self, company: Company) -> bool {
        self.state.core.is(company, Flag::Started)
    }

    /// Companies that play.
    pub(super) fn playing(&self) -> impl Iterator<Item = Company> + '_ {
        let all = self.printed.sheet.company_ids();
        all.filter(|&c| self.plays(c))
    }

    /// Whether a player directs a company.
    pub(super) fn own(&self, player: Player, company: Company) -> Allowed {
        let known = company.at() < self.printed.sheet.companies.len();
        match known && self.director(company) == Some(player) {
            true => Ok(()),
            false => Err(Refusal::new("LIL-ACTION-13", "not-your-company")),
        }
    }

    /// The player whose pick or turn it is: there and back, so that the last one acts twice (LIL-ROUND-3, LIL-ROUND-4).
    pub fn turn_player(&self) -> Player {
        snake(&self.state.core, self.state.turn.into())
    }

    /// Number of the round.
    pub fn round(&self) -> u8 {
        self.state.core.round.set
    }

    /// Whether this is the last round.
    pub fn last_round(&self) -> bool {
        self.round() >= self.printed.rounds
    }

    /// 0 yellow, 1 green, 2 brown.
    pub fn stage_of_colour(&self) -> usize {
        self.printed.phases[usize::from(self.state.core.phase)].stage
    }

    /// Home cell of a company.
    pub fn home(&self, company: Company) -> Option<Cell> {
        let cell = self.state.homes[company.at()];
        (cell != NOWHERE).then_some(Cell(cell))
    }

    // Checks a move, then carries it out. Nothing is changed before everything is checked.
    fn perform(&mut self, mv: &Move, events: &mut Vec<Event>) -> Allowed {
        match self.waits_for() {
            Some(Wait::Draft(player)) => self.take(player, mv, events),
            Some(Wait::HomeTile(_, company)) => self.lay_home(company, mv, events),
            Some(Wait::Favour(player)) => self.favour(player, mv, events),
            Some(Wait::Turn(player, _)) => self.act(player, mv, events),
            Some(Wait::Answer(_, offer)) => self.answer(offer, mv, events),
            Some(Wait::Excess(player, _)) => self.reduce(player, mv, events),
            Some(Wait::HomeStation(_, company)) => self.set_home(company, mv, events),
            Some(Wait::Depot(_, company)) => self.visit(company, mv, events),
            Some(Wait::Dividend(_, company)) => self.decide(company, mv, events),
            None => Err(Refusal::new("LIL-END-1", "game-over")),
        }
    }
}

impl Position for LilliputPosition {
    engine::stands_on_the_floor!(lineup);

    fn decision(&self) -> Option<Decision> {
        let (player, company, step) = match self.waits_for()? {
            Wait::Draft(player) => (player, None, "draft"),
            Wait::HomeTile(player, company) => (player, Some(company), "home"),
            Wait::Favour(player) => (player, None, "favour"),
            Wait::Turn(player, act) => match act {
                Act::Open => (player, None, "card"),
                Act::Tiles { .. } => (player, None, "track"),
                Act::Shares(..) => (player, None, "stock"),
                Act::Trains(_) => (player, None, "trains"),
                Act::Station(_) => (player, None, "station"),
                Act::Treasury(_) => (player, None, "treasury"),
                Act::Spent => (player, None, "extras"),
            },
            Wait::Answer(player, offer) => (player, offer.deal.seller(), "offer"),
            Wait::Excess(player, company) => (player, Some(company), "limit"),
            Wait::HomeStation(player, company) => (player, Some(company), "home"),
            Wait::Depot(player, company) => (player, Some(company), "depot"),
            Wait::Dividend(player, company) => (player, Some(company), "dividend"),
        };
        Some(Decision { player, company, step })
    }

    fn was_refused(&self) -> bool {
        self.state.offers.was_answered()
    }

    fn choices(&self) -> Vec<Choice> {
        match self.waits_for() {
            Some(Wait::Draft(player)) => self.draft_choices(player).collect(),
            Some(Wait::HomeTile(_, company)) => self.home_tile_choices(company).collect(),
            Some(Wait::Favour(player)) => self.favour_choices(player).collect(),
            Some(Wait::Turn(player, _)) => self.turn_choices(player).collect(),
            Some(Wait::Answer(..)) => {
                [true, false].map(|accept| Choice::one(Move::Answer { accept })).into()
            }
            Some(Wait::Excess(player, _)) => self.excess_choices(player).collect(),
            Some(Wait::HomeStation(_, company)) => self.founded_choices(company).collect(),
            Some(Wait::Depot(_, company)) => {
                let pass = Choice::one(Move::Pass);
                self.depot_choices(company).chain([pass]).collect()
            }
            Some(Wait::Dividend(..)) => [engine::Pay::Out, engine::Pay::Withhold]
                .map(|pay| Choice::one(Move::Dividend { pay }))
                .into(),
            None => Vec::new(),
        }
    }

    fn play(&mut self, mv: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let told = events.len();
        self.perform(mv, events)?;
        self.tell_opening(events, told);
        self.settle(events, Stage::Over);
        Ok(())
    }

    fn consider(&mut self, mv: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
        self.perform(mv, events)?;
        self.settle(events, Stage::TurnsOver);
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }

    fn values(&self) -> Vec<i32> {
        self.worths()
    }

    fn problem(&self, company: Company) -> Option<Problem> {
        self.routing_problem(company)
    }

    fn must_maximise(&self, _company: Company) -> Option<&'static str> {
        Some("LIL-INCOME-4")
    }

    fn facts(&self) -> Vec<(String, serde_json::Value)> {
        self.title_facts()
    }

    fn brings(&self, lot: Lot) -> Vec<Brings> {
        self.lot_brings(lot)
    }

    fn beyond(&self) -> Beyond {
        Beyond {
            stock: None,
            ..Beyond::new(StockRound::new(Player(0)), self.state.income, self.kept())
        }
    }

    fn certificates(&self, player: Player) -> (u8, Option<u8>) {
        let limit = Some(self.printed.certificates);
        (self.checks().certificates(player), limit)
    }

    fn train_limit(&self, _company: Company) -> u8 {
        self.limit()
    }

    fn process(&self) -> usize {
        usize::from(self.round().saturating_sub(1))
    }
}
