//! Stock rounds. NEW-STOCK

use super::position::NewPosition;
use super::refusals::denied;
use engine::{Event, Matter, Move, Player, Refusal, RoundKind, RoundName, StockRound};

impl NewPosition {
    fn can_act(&self) -> bool {
        self.checks().can_deal(&self.state.stock, self.printed.limit)
    }

    pub(super) fn play_stock(&mut self, mv: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let (mut round, limit) = (self.state.stock, self.printed.limit);
        let price = self.checks().may_deal(&round, mv, limit).map_err(denied(Matter::Buy))?;
        self.acts(events).deal(&mut round, mv, price);
        self.state.stock = round;
        if *mv == Move::Pass || !self.can_act() {
            self.end_stock_turn(events);
        }
        Ok(())
    }

    fn end_stock_turn(&mut self, events: &mut Vec<Event>) {
        while !self.state.stock.end_turn(&self.state.core) {
            if self.can_act() {
                return;
            }
        }
        let next = self.state.stock.last().map(|player| self.state.core.next(player));
        let mut acts = self.acts(events);
        acts.reward_sold_out();
        if let Some(next) = next {
            acts.give_priority(next);
        }
        self.state.rounds = self.printed.sheet.phases[usize::from(self.state.core.phase)].rounds;
        self.begin_operating(1, events);
    }

    /// A stock round begins. Who holds the priority card is asked even with nothing to do, so that rounds never follow
    /// each other without end.
    pub(super) fn begin_stock(&mut self, set: u8, events: &mut Vec<Event>) {
        self.acts(events).begin_round(RoundName::new(RoundKind::Stock, set, 1));
        self.state.stock = StockRound::new(Player(self.state.core.order[0]));
    }
}
