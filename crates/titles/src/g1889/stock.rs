//! Stock rounds. S89-STOCK, S89-CERT, S89-PAR, S89-FLOAT

use super::position::ShikokuPosition;
use super::refusals::denied;
use engine::{Event, Matter, Move, Player, Refusal, RoundKind, RoundName, StockRound};

impl ShikokuPosition {
    fn can_act(&self) -> bool {
        let (checks, limit) = (self.checks(), self.printed.limit);
        checks.can_deal(&self.state.stock, limit)
    }

    pub(super) fn play_stock(&mut self, mv: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let (mut round, limit) = (self.state.stock, self.printed.limit);
        let matter = match mv {
            Move::SellShares { .. } => Matter::Sell,
            Move::Start { .. } => Matter::Start,
            _ => Matter::Buy,
        };
        let price = self.checks().may_deal(&round, mv, limit).map_err(denied(matter))?;
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
        self.end_stock_round(events);
    }

    /// A stock round begins. S89-STOCK-1
    pub(super) fn begin_stock(&mut self, set: u8, events: &mut Vec<Event>) {
        let (kind, number) = (RoundKind::Stock, 1);
        self.acts(events).begin_round(RoundName { kind, set, number });
        self.state.stock = StockRound::new(Player(self.state.core.order[0]));
        if !self.can_act() && self.skips_the_first_player() {
            self.end_stock_turn(events);
        }
    }

    // S89-STOCK-14..16, S89-OR-6
    fn end_stock_round(&mut self, events: &mut Vec<Event>) {
        let last = self.state.stock.last();
        let next = last.map(|player| self.state.core.next(player));
        let mut acts = self.acts(events);
        acts.reward_sold_out();
        if let Some(next) = next {
            acts.give_priority(next);
        }
        self.state.rounds = self.printed.sheet.phases[usize::from(self.state.core.phase)].rounds;
        self.begin_operating(1, events);
    }
}
