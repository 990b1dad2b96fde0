//! Operating rounds: the order of companies, turns, the end. NEW-OR, NEW-END

use super::position::NewPosition;
use super::refusals::refused;
use super::state::Ending;
use engine::{
    After, Company, Deed, Event, Forbidden, Lineup, Matter, Move, Purse, Refusal, RoundKind,
    RoundName, Step, Turn, step_after,
};

impl NewPosition {
    /// An operating round begins.
    pub(super) fn begin_operating(&mut self, number: u8, events: &mut Vec<Event>) {
        let set = self.state.core.round.set;
        let order = self.state.core.operating_order(&self.printed.sheet);
        let mut acts = self.acts(events);
        acts.begin_round(RoundName::new(RoundKind::Operating, set, number));
        acts.papers_pay();
        acts.place_homes(&order);
        self.state.lineup = Lineup::new(order);
        self.next_company(events);
    }

    fn next_company(&mut self, events: &mut Vec<Event>) {
        let next = self.state.lineup.advance();
        self.state.turn = next.map(Turn::new);
        if let Some(company) = next {
            events.push(Event::TurnBegan { company });
            return self.settle(events);
        }
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

    /// Notes when the bank has broken.
    pub(super) fn watch_bank(&mut self) {
        self.state.broken |= self.state.core.money.of(Purse::Bank) < 0;
    }

    fn end(&mut self, why: Ending, events: &mut Vec<Event>) {
        self.state.over = Some(why);
        self.state.turn = None;
        self.state.core.round.kind = RoundKind::Over;
        let reason = self.outcome_key();
        events.push(Event::GameEnded { reason });
    }

    fn outcome_key(&self) -> String {
        use engine::Position;
        self.outcome().map_or_else(String::new, |outcome| outcome.reason.to_owned())
    }

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
        if checks.excess().is_some() || checks.step_waits(turn) {
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
            let (market, core) = (&self.printed.sheet.market, &self.state.core);
            self.state.lineup.reorder(|rest| core.market.order(market, rest.into_iter()));
        }
        self.follow(after, events);
        Ok(())
    }

    /// Somebody answers an offer.
    pub(super) fn answer(&mut self, mv: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let (&Move::Answer { accept }, Some(mut turn)) = (mv, self.state.turn.clone()) else {
            return Err(refused(Matter::Turn.forbids()(Forbidden::AnswerOffer)));
        };
        let after = self.acts(events).answer(&mut turn, accept);
        self.state.turn = Some(turn);
        self.follow(after, events);
        Ok(())
    }

    /// A company above the limit gives up a train.
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
            After::Bankrupt(_) => self.end(Ending::Bankrupt, events),
            After::Stays | After::Sold(..) if self.asked().is_none() => self.settle(events),
            After::Stays | After::Sold(..) => {}
        }
    }
}
