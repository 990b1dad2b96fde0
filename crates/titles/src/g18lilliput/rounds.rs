//! The course of a round: turns, runs, bureaucracy.

use super::position::LilliputPosition;
use super::state::{Act, Stage, Wait};
use engine::{Event, Lineup, NONE, RoundKind};

impl LilliputPosition {
    // Goes on until somebody has to decide, or to the stage given.
    #[doc(hidden)]
    pub fn settle(&mut self, events: &mut Vec<Event>, last: Stage) {
        while self.state.stage != last && !self.state.core.rng.sight_ended() {
            match self.waits_for() {
                // LIL-ACTION-14: who can do nothing is not asked.
                Some(Wait::Turn(player, _)) if !self.turn_goes_on(player) => self.end_turn(),
                Some(Wait::Depot(_, c)) if !self.depot_open(c) => self.leave_depot(),
                None if self.state.stage != Stage::Over => self.go_on(events),
                _ => return,
            }
        }
    }

    // The next step that nobody decides.
    fn go_on(&mut self, events: &mut Vec<Event>) {
        match self.state.stage {
            Stage::RoundStart => self.begin_round(events),
            Stage::TurnsOver => self.after_turns(events),
            Stage::RunStart => self.line_up(),
            Stage::Running => self.run_next(events),
            _ => self.end_round(events),
        }
    }

    fn begin_round(&mut self, events: &mut Vec<Event>) {
        self.state.turn = 0;
        self.state.act = Act::Open;
        self.state.card = NONE;
        self.state.used = 0;
        self.state.core.round.kind = RoundKind::Actions;
        let round = self.state.core.round;
        self.acts(events).begin_round(round);
        self.state.stage = match self.judge() {
            Some(_) => Stage::Favour,
            None => Stage::Turn,
        };
    }

    /// The turn of a player is over.
    pub(super) fn end_turn(&mut self) {
        self.state.act = Act::Open;
        self.state.card = NONE;
        self.state.offers.forget();
        self.state.turn += 1;
        if self.state.turn >= 2 * self.printed.seats {
            self.state.stage = Stage::TurnsOver;
        }
    }

    // All turns are over: Gulliver acts, or the depot gets its train early (LIL-SOLO-8, LIL-ADV-1).
    fn after_turns(&mut self, events: &mut Vec<Event>) {
        if self.printed.solo() && self.state.core.rng.is_unseen() {
            return;
        }
        self.state.stage = Stage::RunStart;
        if self.printed.solo() {
            self.gulliver_acts(events);
        } else if self.printed.options.advanced {
            self.fill_depot(events);
        }
    }

    // Fixes the running order: by price, in one cell from the top of the pile (LIL-RUN-1, LIL-RULING-35).
    fn line_up(&mut self) {
        let market = &self.state.core.market;
        let order = market.order(&self.printed.sheet.market, self.playing());
        self.state.lineup = Lineup::new(order);
        self.state.core.round.kind = RoundKind::Operating;
        self.state.stage = Stage::Running;
    }

    /// All companies have run. The depot gets its train (LIL-BUREAU-1); in the solo game Gulliver had it (LIL-SOLO-27).
    pub(super) fn after_runs(&mut self, events: &mut Vec<Event>) {
        if self.last_round() {
            return self.finish(events);
        }
        self.state.stage = Stage::RoundEnd;
        if !self.printed.solo() && !self.printed.options.advanced {
            self.fill_depot(events);
        }
    }

    // First-player card, action cards, round marker (LIL-BUREAU-2 to LIL-BUREAU-4).
    fn end_round(&mut self, events: &mut Vec<Event>) {
        let next = self.state.core.players().nth(1);
        if let Some(next) = next {
            self.acts(events).give_priority(next);
        }
        self.state.used = 0;
        self.state.core.round.set += 1;
        self.state.stage = Stage::RoundStart;
    }
}
