//! A position: the engine's ledgers, and what is only this title's.

use super::printed::Printed;
use board::Cell;
use engine::{
    Brings, Card, Choice, Company, Core, Decision, Event, Flag, Lot, Move, NONE, Outcome, Player,
    Position, Problem, Refusal, RoundKind, Sheet,
};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::any::Any;
use std::sync::Arc;

/// Where the game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// Companies and characters are chosen.
    Draft {
        /// Number of the pick.
        pick: u8,
    },
    /// The home tile of a company just chosen.
    Home {
        /// Number of the pick.
        pick: u8,
        /// The company.
        company: Company,
    },
    /// A round begins.
    RoundStart,
    /// The judge's income is due.
    Favour,
    /// A player's turn.
    Turn,
    /// All players have had their turns.
    TurnsOver,
    /// Trains are about to run.
    RunStart,
    /// Trains run.
    Running,
    /// The income of a company is paid or kept.
    Dividend {
        /// The company.
        company: Company,
    },
    /// Bureaucracy: the depot's train.
    Bureau,
    /// Bureaucracy: the rest.
    RoundEnd,
    /// The end.
    Over,
}

/// What is left of the action of this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Act {
    /// No card has been taken yet.
    Open,
    /// Tiles to lay.
    Tiles {
        /// Yellow ones.
        yellow: u8,
        /// Green ones.
        green: u8,
        /// Of any colour.
        any: u8,
    },
    /// Shares to trade.
    Shares {
        /// Companies whose block has been sold, as a mask.
        sold: u16,
        /// Certificates that may be bought.
        buy: u8,
    },
    /// Trains to buy.
    Trains {
        /// How many.
        left: u8,
    },
    /// Stations to place.
    Station {
        /// How many.
        left: u8,
    },
    /// Money for treasuries.
    Treasury {
        /// How much.
        amount: i32,
    },
    /// Nothing.
    Spent,
}

/// An offer for a train of another player's company.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// Who buys.
    pub buyer: Company,
    /// Who sells.
    pub seller: Company,
    /// The train.
    pub card: Card,
    /// The price.
    pub price: i32,
}

/// A result of chance before the first move, told with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpeningDraw {
    /// What was drawn, as a number of the draft's own list.
    pub what: u8,
    /// Among how many.
    pub of: u8,
    /// Which.
    pub index: u8,
    /// The result as a number of its kind.
    pub result: u16,
}

/// No cell.
pub const NOWHERE: u16 = u16::MAX;

/// What is only this title's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The engine's part.
    pub core: Core,
    /// Where the game is.
    pub stage: Stage,
    /// Number of the turn in the round.
    pub turn: u8,
    /// What is left of the action.
    pub act: Act,
    /// The card of this turn.
    pub card: u8,
    /// Action cards used this round, as a mask.
    pub used: u16,
    /// Copy cards by seat.
    pub copies: [u8; 4],
    /// Holder of each character, or [`NONE`].
    pub holders: [u8; 8],
    /// Home cell of each company, `u16::MAX` for none.
    pub homes: [u16; 8],
    /// Companies in running order.
    pub queue: [u8; 8],
    /// How many of them have run.
    pub ran: u8,
    /// Income of the company that runs.
    pub income: i32,
    /// A company just founded whose home station is due, or [`NONE`].
    pub home_due: u8,
    /// A company that may buy from the depot now, or [`NONE`].
    pub depot_due: u8,
    /// An offer that waits for its answer.
    pub offer: Option<Offer>,
    /// Offers made in this turn: train and price.
    pub offered: SmallVec<[(Card, i32); 3]>,
    /// Gulliver's companies, or [`NONE`].
    pub gulliver: [u8; 2],
    /// 10 % certificates that Gulliver has bought.
    pub bought: u8,
    /// Chance before the first move, until it has been told.
    pub opening: Vec<OpeningDraw>,
}

/// A position of 18Lilliput.
#[derive(Clone, Debug)]
pub struct LilliputPosition {
    /// Everything printed, and the options.
    pub printed: Arc<Printed>,
    /// Everything that changes.
    pub state: State,
}

impl State {
    /// Before anything has been chosen.
    pub fn new(printed: &Printed, core: Core) -> State {
        let mut copies = [0; 4];
        copies[..printed.seats as usize].fill(printed.copies);
        State {
            core,
            stage: Stage::Draft { pick: 0 },
            turn: 0,
            act: Act::Open,
            card: NONE,
            used: 0,
            copies,
            holders: [NONE; 8],
            homes: [NOWHERE; 8],
            queue: [NONE; 8],
            ran: 0,
            income: 0,
            home_due: NONE,
            depot_due: NONE,
            offer: None,
            offered: SmallVec::new(),
            gulliver: [NONE; 2],
            bought: 0,
            opening: Vec::new(),
        }
    }
}

impl LilliputPosition {
    /// What the game is played by.
    pub fn printed(&self) -> &Arc<Printed> {
        &self.printed
    }

    /// What is only this title's.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The automatic player of the solo game.
    pub fn gulliver(&self) -> Player {
        Player(self.printed.seats)
    }

    /// Companies of a player.
    pub fn companies_of(&self, player: Player) -> impl Iterator<Item = Company> + '_ {
        self.printed
            .sheet
            .company_ids()
            .filter(move |c| self.state.core.stock[c.at()].director() == Some(player))
    }

    /// Whether a company plays: chosen in the draft or founded.
    pub fn plays(&self, company: Company) -> bool {
        self.state.core.is(company, Flag::Started)
    }

    /// The player whose turn of the round it is (LIL-ROUND-3, LIL-ROUND-4).
    pub fn turn_player(&self) -> Player {
        self.snake(self.state.turn)
    }

    // Seats there and back: the last one acts twice in a row.
    #[doc(hidden)]
    pub fn snake(&self, number: u8) -> Player {
        let n = self.printed.seats;
        let (pass, at) = (number / n, number % n);
        let at = if pass % 2 == 0 { at } else { n - 1 - at };
        Player(self.state.core.order[at as usize])
    }

    /// Whose turn it is, or the first player outside of turns.
    pub(super) fn active(&self) -> Player {
        match self.state.stage {
            Stage::Draft { pick } | Stage::Home { pick, .. } => self.snake(pick),
            Stage::Turn => self.turn_player(),
            _ => Player(self.state.core.order[0]),
        }
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
        self.printed.phases[self.state.core.phase as usize].stage
    }

    /// Home cell of a company.
    pub fn home(&self, company: Company) -> Option<Cell> {
        let cell = self.state.homes[company.at()];
        (cell != NOWHERE).then_some(Cell(cell))
    }

    pub(super) fn own(&self, player: Player, company: Company) -> Result<(), Refusal> {
        if company.at() >= self.printed.sheet.companies.len()
            || self.state.core.stock[company.at()].director() != Some(player)
        {
            return Err(Refusal::new("LIL-ACTION-13", "not-your-company"));
        }
        Ok(())
    }

    // Goes on until somebody has to decide, or to the stage given.
    #[doc(hidden)]
    pub fn settle(&mut self, events: &mut Vec<Event>, last: Stage) {
        while self.state.stage != last {
            if self.state.offer.is_some() || self.excess().is_some() || self.state.home_due != NONE
            {
                return;
            }
            if self.state.depot_due != NONE {
                if self.depot_open() {
                    return;
                }
                self.close_depot();
                continue;
            }
            match self.state.stage {
                Stage::Draft { .. }
                | Stage::Home { .. }
                | Stage::Favour
                | Stage::Dividend { .. }
                | Stage::Over => {
                    return;
                }
                Stage::RoundStart => self.begin_round(events),
                Stage::Turn => {
                    if self.state.act == Act::Open || self.turn_goes_on() {
                        return;
                    }
                    self.end_turn();
                }
                Stage::TurnsOver => self.after_turns(events),
                Stage::RunStart => self.line_up(),
                Stage::Running => self.run_next(events),
                Stage::Bureau => self.bureau(events),
                Stage::RoundEnd => self.end_round(events),
            }
        }
    }

    /// Bytes of a saved position, read back.
    pub(super) fn loaded(printed: Arc<Printed>, bytes: &[u8]) -> Result<LilliputPosition, String> {
        let state = postcard::from_bytes(bytes).map_err(|e| e.to_string())?;
        Ok(LilliputPosition { printed, state })
    }
}

impl Position for LilliputPosition {
    fn sheet(&self) -> &Arc<Sheet> {
        &self.printed.sheet
    }

    fn core(&self) -> &Core {
        &self.state.core
    }

    fn decision(&self) -> Option<Decision> {
        let of = |player, company, step| {
            Some(Decision {
                player,
                company,
                step,
            })
        };
        let state = &self.state;
        if let Some(offer) = state.offer {
            let director = self.state.core.stock[offer.seller.at()].director()?;
            return of(director, Some(offer.seller), "offer");
        }
        if let Some((player, company)) = self.excess() {
            return of(player, Some(company), "limit");
        }
        if state.home_due != NONE {
            return of(self.turn_player(), Some(Company(state.home_due)), "home");
        }
        if state.depot_due != NONE {
            let company = Company(state.depot_due);
            return of(
                self.state.core.stock[company.at()].director()?,
                Some(company),
                "depot",
            );
        }
        match state.stage {
            Stage::Draft { .. } => of(self.active(), None, "draft"),
            Stage::Home { company, .. } => of(self.active(), Some(company), "home"),
            Stage::Favour => of(self.judge()?, None, "favour"),
            Stage::Turn => {
                let step = match state.act {
                    Act::Open => "card",
                    Act::Tiles { .. } => "track",
                    Act::Shares { .. } => "stock",
                    Act::Trains { .. } => "trains",
                    Act::Station { .. } => "station",
                    Act::Treasury { .. } => "treasury",
                    Act::Spent => "extras",
                };
                of(self.turn_player(), None, step)
            }
            Stage::Dividend { company } => of(
                self.state.core.stock[company.at()].director()?,
                Some(company),
                "dividend",
            ),
            _ => None,
        }
    }

    fn choices(&self) -> Vec<Choice> {
        let mut all = Vec::new();
        self.each_choice(&mut |choice| {
            all.push(choice);
            false
        });
        all
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

    fn certificates(&self, player: Player) -> (u8, Option<u8>) {
        (
            self.certificates_of(player),
            Some(self.printed.certificates),
        )
    }

    fn train_limit(&self, _company: Company) -> u8 {
        self.limit()
    }

    fn lineup(&self) -> Vec<Company> {
        if self.state.core.round.kind != RoundKind::Operating {
            return Vec::new();
        }
        let fixed = self.state.queue.iter().filter(|&&c| c != NONE);
        fixed.map(|&c| Company(c)).collect()
    }

    fn process(&self) -> usize {
        self.round().saturating_sub(1) as usize
    }

    fn reroll(&mut self, seed: u64) {
        self.state.core.rng = engine::Rng::new(seed);
    }

    fn save(&self) -> Vec<u8> {
        postcard::to_allocvec(&self.state).unwrap_or_default()
    }

    fn boxed(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
