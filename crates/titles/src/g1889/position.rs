//! A position of 1889: what it waits for, what is legal, and what a move does.

use super::printed::Printed;
use super::state::{State, Step, Wait};
use engine::{
    Acts, Checks, Choice, Company, Core, Deal, Decision, Event, Move, Outcome, Paper, Player,
    Position, Problem, Purchase, Refusal, RoundKind, Sheet, TrainFrom,
};
use std::any::Any;
use std::sync::Arc;

/// A position.
#[derive(Clone, Debug)]
pub struct ShikokuPosition {
    /// What does not change.
    pub printed: Arc<Printed>,
    /// What does.
    pub state: State,
}

impl ShikokuPosition {
    pub(super) fn acts<'a>(&'a mut self, events: &'a mut Vec<Event>) -> Acts<'a> {
        Acts {
            sheet: &self.printed.sheet,
            terms: &self.printed.terms,
            core: &mut self.state.core,
            events,
        }
    }

    pub(super) fn checks(&self) -> Checks<'_> {
        Checks {
            sheet: &self.printed.sheet,
            terms: &self.printed.terms,
            core: &self.state.core,
        }
    }

    /// The director of a company. There always is one. S89-DIRECTOR-8
    pub(super) fn director(&self, company: Company) -> Player {
        let director = self.state.core.stock[company.at()].director();
        director.unwrap_or(Player(self.state.core.order[0]))
    }

    /// What the game waits for; nothing when it is over.
    pub fn waits_for(&self) -> Option<Wait> {
        let state = &self.state;
        if state.over.is_some() {
            return None;
        }
        if state.offers.waiting.is_some() {
            return Some(Wait::Answer);
        }
        if let Some((paper, _)) = state.parting {
            return Some(Wait::Sold(paper));
        }
        if state.auction.is_some() {
            return Some(Wait::Auction);
        }
        match (state.turn, self.on_turn()) {
            (Some(turn), Some(company)) => Some(match self.excess() {
                Some(above) => Wait::Excess(above),
                None => Wait::Step(company, turn.step),
            }),
            _ => Some(Wait::Stock),
        }
    }

    fn may_pass(&self, company: Company, step: Step) -> bool {
        match step {
            Step::Track | Step::Station | Step::Papers => true,
            Step::Run | Step::Dividend => false,
            Step::Trains => !self.must_buy(company),
        }
    }

    fn step_choices(&self, company: Company, step: Step) -> Vec<Choice> {
        let mut all = match step {
            Step::Track => self.track_choices(company),
            Step::Station => self.stations(company).collect(),
            Step::Run => vec![Choice::one(Move::Run {
                company,
                routes: Vec::new(),
                recorded: None,
            })],
            Step::Dividend => [engine::Pay::Out, engine::Pay::Withhold]
                .map(|pay| Choice::one(Move::Dividend { pay }))
                .to_vec(),
            Step::Trains => self.train_choices(company),
            Step::Papers => Vec::new(),
        };
        // S89-PRIVATE-8; S89-EMERGENCY-11: after a sale only the train is left.
        if !self.raising() {
            all.extend(self.paper_choices(company));
        }
        if self.may_pass(company, step) {
            all.push(Choice::one(Move::Pass));
        }
        all
    }

    fn play_step(
        &mut self,
        company: Company,
        step: Step,
        mv: &Move,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        match (step, mv) {
            (_, &Move::BuyPaper { paper, amount }) if !self.raising() => {
                self.buy_paper(company, paper, amount, events)?;
            }
            (_, Move::Pass) if self.may_pass(company, step) => {
                self.leave(events);
                return Ok(());
            }
            (Step::Trains, Move::Pass) => {
                return Err(Refusal::new("S89-TRAIN-12", "must-buy"));
            }
            (Step::Track, Move::LayTile { .. }) => self.lay(mv, events)?,
            (
                Step::Station,
                &Move::PlaceStation {
                    company,
                    cell,
                    stop,
                },
            ) => {
                return self.place(company, board::Spot { cell, stop }, events);
            }
            (
                Step::Run,
                Move::Run {
                    company,
                    routes,
                    recorded,
                },
            ) => {
                return self.run(*company, routes, *recorded, events);
            }
            (Step::Dividend, &Move::Dividend { pay }) => return self.dividend(pay, events),
            (Step::Trains, Move::BuyTrain { .. }) => self.buy_train(mv, events)?,
            (
                Step::Trains,
                &Move::TradeTrain {
                    company,
                    card,
                    given,
                    amount,
                },
            ) => {
                self.exchange_train(company, card, given, amount, events)?;
            }
            (
                Step::Trains,
                &Move::SellShares {
                    company: sold,
                    shares,
                },
            ) => {
                self.sell_for_train(company, sold, shares, events)?;
            }
            (Step::Trains, Move::Bankrupt) => return self.go_bankrupt(company, events),
            _ => return Err(Refusal::new("S89-OR-5", "not-now")),
        }
        Ok(())
    }

    fn answer(&mut self, mv: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let (&Move::Answer { accept }, Some(offer)) = (mv, self.state.offers.waiting) else {
            return Err(Refusal::new("S89-TRAIN-10", "answer-the-offer"));
        };
        self.state.offers.waiting = None;
        if let Some(player) = offer.deal.asked(&self.state.core) {
            events.push(Event::Answered { player, accept });
        }
        match offer.deal {
            _ if !accept => {}
            Deal::Paper(paper) => self.take_over_paper(offer.buyer, paper, offer.price, events),
            Deal::Train { card, seller } => {
                let from = TrainFrom::Company { company: seller };
                let (company, price) = (offer.buyer, offer.price);
                self.complete(
                    Purchase {
                        company,
                        card,
                        face: 0,
                        price,
                        from,
                    },
                    events,
                );
            }
            Deal::Company(_) => {}
        }
        Ok(())
    }

    // Swaps and tiles of private companies, whoever's turn it is. S89-PRIVATE-15, S89-PRIVATE-24
    fn play_right(&mut self, mv: &Move, events: &mut Vec<Event>) -> Option<Result<(), Refusal>> {
        match *mv {
            Move::Exchange { paper } => Some(self.swap(paper, events)),
            Move::LayPaperTile { paper, .. } => {
                let owner = self.owner_of(paper)?;
                if !self.port_choices(owner).iter().any(|c| c.mv == *mv) {
                    return Some(Err(Refusal::new("S89-PRIVATE-15", "not-now")));
                }
                Some(self.lay_paper_tile(owner, mv, events))
            }
            _ => None,
        }
    }

    // S89-PRIVATE-19
    fn play_parting(
        &mut self,
        paper: Paper,
        mv: &Move,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        let Some((_, seller)) = self.state.parting else {
            return Ok(());
        };
        match *mv {
            // Declined for good.
            Move::Pass => self.state.core.papers[paper.at()].used = true,
            _ if self.parting_choices(paper).iter().any(|c| c.mv == *mv) => {
                self.lay_paper_tile(seller, mv, events)?;
            }
            _ => return Err(Refusal::new("S89-PRIVATE-19", "lay-the-tile-or-pass")),
        }
        self.state.parting = None;
        Ok(())
    }
}

impl Position for ShikokuPosition {
    fn sheet(&self) -> &Arc<Sheet> {
        &self.printed.sheet
    }

    fn core(&self) -> &Core {
        &self.state.core
    }

    fn decision(&self) -> Option<Decision> {
        let of = |player, company, step| Decision {
            player,
            company,
            step,
        };
        Some(match self.waits_for()? {
            Wait::Auction => of(self.state.auction?.player(), None, "auction"),
            Wait::Stock => of(self.state.stock.player(), None, "stock"),
            Wait::Answer => {
                let offer = self.state.offers.waiting?;
                of(
                    offer.deal.asked(&self.state.core)?,
                    Some(offer.buyer),
                    "offer",
                )
            }
            Wait::Sold(_) => of(self.state.parting?.1, None, "paper_tile"),
            Wait::Excess(company) => of(self.director(company), Some(company), "excess"),
            Wait::Step(company, step) => {
                let step = match step {
                    Step::Track => "track",
                    Step::Station => "station",
                    Step::Run => "run",
                    Step::Dividend => "dividend",
                    Step::Trains => "trains",
                    Step::Papers => "papers",
                };
                of(self.director(company), Some(company), step)
            }
        })
    }

    fn choices(&self) -> Vec<Choice> {
        let mut all = match self.waits_for() {
            None => return Vec::new(),
            Some(Wait::Answer) => {
                return [true, false]
                    .map(|accept| Choice::one(Move::Answer { accept }))
                    .to_vec();
            }
            Some(Wait::Sold(paper)) => {
                let mut all = self.parting_choices(paper);
                all.push(Choice::one(Move::Pass));
                return all;
            }
            Some(Wait::Excess(company)) => return self.excess_choices(company),
            Some(Wait::Auction) => match &self.state.auction {
                Some(auction) => auction.choices(self.printed.for_auction(), &self.state.core),
                None => Vec::new(),
            },
            Some(Wait::Stock) => {
                let checks = self.checks();
                checks.stock_choices(&self.state.stock, self.printed.limit)
            }
            Some(Wait::Step(company, step)) => self.step_choices(company, step),
        };
        if let Some(decision) = self.decision() {
            all.extend(self.rights_of(decision.player));
        }
        all
    }

    fn asides(&self) -> Vec<(Player, Choice)> {
        if !matches!(self.waits_for(), Some(Wait::Stock | Wait::Step(..))) {
            return Vec::new();
        }
        let decider = self.decision().map(|d| d.player);
        let others = self.state.core.players().filter(|p| Some(*p) != decider);
        others
            .flat_map(|p| self.rights_of(p).map(move |choice| (p, choice)))
            .collect()
    }

    fn play(&mut self, mv: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let Some(wait) = self.waits_for() else {
            return Err(Refusal::new("S89-END-5", "game-over"));
        };
        if matches!(wait, Wait::Stock | Wait::Step(..))
            && let Some(done) = self.play_right(mv, events)
        {
            done?;
            if matches!(wait, Wait::Step(..)) {
                self.settle(events);
            }
            self.watch_bank();
            return Ok(());
        }
        let turn = (self.state.lineup, self.state.core.round);
        match wait {
            Wait::Answer => self.answer(mv, events)?,
            Wait::Sold(paper) => self.play_parting(paper, mv, events)?,
            Wait::Excess(company) => self.give_up(company, mv, events)?,
            Wait::Auction => {
                if let Some(auction) = self.state.auction {
                    self.play_auction(auction, mv, events)?;
                }
            }
            Wait::Stock => self.play_stock(mv, events)?,
            Wait::Step(company, step) => self.play_step(company, step, mv, events)?,
        }
        self.watch_bank();
        // The same turn goes on, and its company has done something.
        let same = turn == (self.state.lineup, self.state.core.round);
        if let Some(turn) = &mut self.state.turn
            && same
        {
            turn.begun = true;
        }
        if matches!(self.waits_for(), Some(Wait::Step(..))) {
            self.settle(events);
        }
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }

    fn values(&self) -> Vec<i32> {
        self.worths()
    }

    fn share_value(&self, company: Company) -> i32 {
        self.worth_of_share(company)
    }

    fn problem(&self, company: Company) -> Option<Problem> {
        self.route_problem(company)
    }

    fn must_maximise(&self, _company: Company) -> Option<&'static str> {
        None
    }

    fn facts(&self) -> Vec<(String, serde_json::Value)> {
        vec![
            ("auction".to_owned(), self.auction_json().into()),
            ("bank_broken".to_owned(), self.state.broken.into()),
            ("operating_rounds".to_owned(), self.state.rounds.into()),
        ]
    }

    fn certificates(&self, player: Player) -> (u8, Option<u8>) {
        (self.checks().certificates(player), self.printed.limit)
    }

    fn train_limit(&self, _company: Company) -> u8 {
        self.trains_allowed()
    }

    fn lineup(&self) -> Vec<Company> {
        if self.state.core.round.kind != RoundKind::Operating {
            return Vec::new();
        }
        self.state.lineup.companies().collect()
    }

    fn process(&self) -> usize {
        0
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
