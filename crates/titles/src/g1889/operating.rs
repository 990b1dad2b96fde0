//! Operating rounds: income, homes, the order of companies, turns. S89-OR

use super::position::ShikokuPosition;
use super::refusals::refused;
use super::state::Ending;
use engine::{
    After, Company, Deed, Event, Forbidden, Lineup, Matter, Move, Refusal, Right, RoundKind,
    RoundName, Step, Turn, step_after,
};

impl ShikokuPosition {
    /// An operating round begins. S89-OR-1..3, S89-FLOAT-6
    pub(super) fn begin_operating(&mut self, number: u8, events: &mut Vec<Event>) {
        let (kind, set) = (RoundKind::Operating, self.state.core.round.set);
        let order = self.state.core.operating_order(&self.printed.sheet);
        let mut acts = self.acts(events);
        acts.begin_round(RoundName { kind, set, number });
        acts.papers_pay();
        acts.place_homes(&order);
        self.state.lineup = Lineup::new(order);
        self.next_company(events);
    }

    fn next_company(&mut self, events: &mut Vec<Event>) {
        let next = self.state.lineup.advance();
        self.state.turn = next.map(Turn::new);
        match next {
            Some(company) => {
                events.push(Event::TurnBegan { company });
                self.settle(events);
            }
            None => self.end_operating(events),
        }
    }

    // S89-OR-6, S89-END-2, S89-END-3
    fn end_operating(&mut self, events: &mut Vec<Event>) {
        self.watch_bank();
        let RoundName { set, number, .. } = self.state.core.round;
        if number < self.state.rounds {
            self.begin_operating(number + 1, events);
        } else if self.state.broken {
            self.end(Ending::Bank, events);
        } else {
            self.begin_stock(set + 1, events);
        }
    }

    // The step is over.
    fn leave(&mut self, events: &mut Vec<Event>) {
        let next = self.state.turn.as_ref().and_then(|t| step_after(&Step::ALL, t.step));
        match (next, &mut self.state.turn) {
            (Some(next), Some(turn)) => {
                turn.step = next;
                self.settle(events);
            }
            _ => self.next_company(events),
        }
    }

    /// Goes on until somebody has to decide.
    pub(super) fn settle(&mut self, events: &mut Vec<Event>) {
        let (checks, Some(turn)) = (self.checks(), &self.state.turn) else {
            return;
        };
        // S89-PUB-14: the step waits for the director's port, too.
        let director = checks.director(turn.company);
        let port = || turn.step == Step::Track && !checks.right_tiles(director).is_empty();
        if checks.excess().is_some() || checks.step_waits(turn) || port() {
            return;
        }
        let turn = turn.clone();
        self.acts(events).skip(&turn);
        self.leave(events);
    }

    /// A move of the company on turn.
    pub(super) fn play_step(&mut self, mv: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let Some(mut turn) = self.state.turn.clone() else {
            return Ok(());
        };
        let deed = self.checks().may_do(&turn, mv).map_err(refused)?;
        turn.begun = true;
        let after = self.acts(events).carry_out(&mut turn, deed);
        self.state.turn = Some(turn);
        if matches!(deed, Deed::Sell { .. }) {
            self.reorder();
        }
        self.follow(after, events);
        Ok(())
    }

    /// Somebody answers an offer. S89-PRIVATE-7, S89-TRAIN-10
    pub(super) fn answer(&mut self, mv: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let (&Move::Answer { accept }, Some(mut turn)) = (mv, self.state.turn.clone()) else {
            return Err(refused(Matter::Turn.forbids()(Forbidden::AnswerOffer)));
        };
        let after = self.acts(events).answer(&mut turn, accept);
        self.state.turn = Some(turn);
        self.follow(after, events);
        Ok(())
    }

    /// A company above the limit gives up a train. S89-TRAIN-14
    pub(super) fn give_up(
        &mut self,
        above: Company,
        mv: &Move,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        let card = self.checks().may_return(above, mv);
        let card = card.map_err(Matter::Turn.forbids()).map_err(refused)?;
        self.acts(events).return_train(above, card);
        self.settle(events);
        Ok(())
    }

    fn follow(&mut self, after: After, events: &mut Vec<Event>) {
        match after {
            After::Leaves => self.leave(events),
            After::Bankrupt(player) => self.end(Ending::Bankrupt(player), events),
            After::Sold(paper, seller) => {
                // S89-PRIVATE-19
                match self.printed.sheet.papers[paper.at()].right {
                    Some(Right::Parting { .. }) => self.state.parting = Some((paper, seller)),
                    _ => self.settle(events),
                }
            }
            After::Stays if self.asked().is_none() => self.settle(events),
            After::Stays => {}
        }
    }

    // After an emergency sale those that have not acted are put in order anew. S89-OR-4
    fn reorder(&mut self) {
        let (market, core) = (&self.printed.sheet.market, &self.state.core);
        let order = |rest: Vec<Company>| core.market.order(market, rest.into_iter());
        self.state.lineup.reorder(order);
    }
}
