//! Between the steps: a round begins, turns are over, bureaucracy.

use super::position::{Act, LilliputPosition, Stage};
use engine::{Event, NONE, Player, RoundKind};

impl LilliputPosition {
    pub(super) fn begin_round(&mut self, events: &mut Vec<Event>) {
        self.state.turn = 0;
        self.state.act = Act::Open;
        self.state.card = NONE;
        self.state.used = 0;
        self.state.core.round.kind = RoundKind::Actions;
        events.push(Event::RoundBegan {
            round: self.state.core.round,
        });
        self.state.stage = if self.judge().is_some() {
            Stage::Favour
        } else {
            Stage::Turn
        };
    }

    /// All turns are over: Gulliver acts, or the depot gets its train early (LIL-SOLO-8, LIL-ADV-1).
    pub(super) fn after_turns(&mut self, events: &mut Vec<Event>) {
        self.state.stage = Stage::RunStart;
        if self.printed.solo() {
            self.gulliver_acts(events);
        } else if self.printed.options.advanced {
            self.fill_depot(events);
        }
    }

    /// The depot's train (LIL-BUREAU-1); in the solo game it has gone to Gulliver (LIL-SOLO-27).
    pub(super) fn bureau(&mut self, events: &mut Vec<Event>) {
        self.state.stage = Stage::RoundEnd;
        if !self.printed.solo() && !self.printed.options.advanced {
            self.fill_depot(events);
        }
    }

    /// First-player card, action cards, round marker (LIL-BUREAU-2 to LIL-BUREAU-4).
    pub(super) fn end_round(&mut self, events: &mut Vec<Event>) {
        let n = self.printed.seats as usize;
        if n > 1 {
            self.state.core.order[..n].rotate_left(1);
            events.push(Event::PriorityPassed {
                player: Player(self.state.core.order[0]),
            });
        }
        self.state.used = 0;
        self.state.core.round.set += 1;
        self.state.stage = Stage::RoundStart;
    }
}
