//! The end of the game and the reckoning.

use super::position::{Events, IowPosition};
use super::state::Ending;
use engine::{Event, Outcome, Player, Position, Purse, RoundKind};

impl IowPosition {
    /// Notes why the game will end after this operating round; the first reason counts.
    pub(super) fn trigger_end(&mut self, why: Ending) {
        self.state.ending.get_or_insert(why);
    }

    /// Looks whether the bank has run out (IOW-END-4; never in nationalisation, IOW-NATIONAL-4).
    pub(super) fn test_bank(&mut self) {
        if self.core().money.of(Purse::Bank) < 0 && !self.state.british {
            self.state.broken = true;
            self.trigger_end(Ending::Bank);
        }
    }

    /// Ends the game.
    #[doc(hidden)]
    pub fn finish(&mut self, why: Ending, events: &mut Events) {
        self.state.ending = Some(why);
        self.state.wait = None;
        self.state.core.round.kind = RoundKind::Over;
        events.push(Event::GameEnded { reason: why.key().to_owned() });
    }

    /// What a player is worth (IOW-END-7..11).
    pub(super) fn worth(&self, player: Player) -> i32 {
        let (core, sheet) = (self.core(), self.sheet_ref());
        let shares = sheet.company_ids().map(|c| {
            let held = i32::from(core.stock[c.at()].of(player));
            held * self.scored_value(c) + self.odd_pound(player, c)
        });
        let papers = core.papers_of(player);
        let papers = papers.map(|p| sheet.papers[p.at()].price);
        core.money.player(player) + shares.sum::<i32>() + papers.sum::<i32>()
    }

    pub(super) fn final_outcome(&self) -> Option<Outcome> {
        if self.waits_for().is_some() {
            return None;
        }
        let reason = self.state.ending?.key();
        let values = self.values();
        let best = values.iter().max();
        // IOW-END-12: a tie is a shared win.
        let winners =
            (0..self.core().seats).map(Player).filter(|p| values.get(p.at()) == best).collect();
        Some(Outcome { values, winners, reason })
    }
}
