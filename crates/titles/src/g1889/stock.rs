//! Stock rounds. S89-STOCK, S89-CERT, S89-PAR, S89-FLOAT

use super::position::ShikokuPosition;
use super::refusals::{Matter, refused};
use engine::{Company, Event, Flag, Move, Player, Refusal, RoundKind, RoundName, StockRound};

impl ShikokuPosition {
    fn can_act(&self) -> bool {
        self.checks()
            .can_deal(&self.state.stock, self.printed.limit)
    }

    pub(super) fn play_stock(&mut self, mv: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let (mut round, limit) = (self.state.stock, self.printed.limit);
        let matter = match mv {
            Move::SellShares { .. } => Matter::Sell,
            Move::Start { .. } => Matter::Start,
            _ => Matter::Buy,
        };
        let price = self
            .checks()
            .may_deal(&round, mv, limit)
            .map_err(refused(matter))?;
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
        self.acts(events).begin_round(RoundName {
            kind: RoundKind::Stock,
            set,
            number: 1,
        });
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

    /// Whether a company has been started. S89-SCORE-3
    pub(super) fn started(&self, company: Company) -> bool {
        self.state.core.is(company, Flag::Started)
    }
}
