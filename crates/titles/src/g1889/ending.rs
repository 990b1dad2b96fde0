//! The end of the game. S89-END, S89-SCORE

use super::position::ShikokuPosition;
use super::state::Ending;
use engine::{Event, Outcome, Purse, RoundKind};

impl Ending {
    /// Key for texts.
    pub const fn key(self) -> &'static str {
        match self {
            Ending::Bank => "bank",
            Ending::Bankrupt(_) => "bankrupt",
        }
    }
}

impl ShikokuPosition {
    /// Notes when the bank has broken. S89-END-1
    pub(super) fn watch_bank(&mut self) {
        self.state.broken |= self.state.core.money.of(Purse::Bank) < 0;
    }

    pub(super) fn end(&mut self, why: Ending, events: &mut Vec<Event>) {
        self.state.over = Some(why);
        self.state.turn = None;
        self.state.core.round.kind = RoundKind::Over;
        let reason = why.key().to_owned();
        events.push(Event::GameEnded { reason });
    }

    // S89-SCORE-5
    pub(super) fn result(&self) -> Option<Outcome> {
        let why = self.state.over?;
        Some(Outcome::richest(self.checks().worths(), why.key()))
    }
}
