//! The end of the game and the reckoning.

use super::position::{Events, IowPosition};
use super::state::{Ending, Stage};
use engine::{Event, Outcome, Player, Purse, RoundKind};

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
        self.state.stage = Stage::Over;
        self.state.core.round.kind = RoundKind::Over;
        events.push(Event::GameEnded {
            reason: why.key().to_owned(),
        });
    }

    /// What a player is worth (IOW-END-7..11).
    pub(super) fn worth(&self, player: Player) -> i32 {
        let core = self.core();
        let shares: i32 = self
            .printed
            .sheet
            .company_ids()
            .map(|c| {
                let stock = &core.stock[c.at()];
                let value = self.scored_value(c) * i32::from(stock.of(player));
                // J-16: the public platform rounds a director's certificate as a whole.
                let odd = core.price(self.sheet_ref(), c).unwrap_or(0) % 2;
                if self.printed.options.public
                    && stock.director() == Some(player)
                    && !self.scores_full(c)
                {
                    value + odd
                } else {
                    value
                }
            })
            .sum();
        let papers: i32 = core
            .papers_of(player)
            .map(|p| self.printed.sheet.papers[p.at()].price)
            .sum();
        core.money.player(player) + shares + papers
    }

    pub(super) fn final_outcome(&self) -> Option<Outcome> {
        let reason = self
            .state
            .ending
            .filter(|_| self.state.stage == Stage::Over)?;
        let values: Vec<i32> = (0..self.core().seats)
            .map(|p| self.worth(Player(p)))
            .collect();
        let best = values.iter().copied().max().unwrap_or(0);
        // IOW-END-12: a tie is a shared win.
        let winners = (0..self.core().seats)
            .map(Player)
            .filter(|p| values[p.at()] == best)
            .collect();
        Some(Outcome {
            values,
            winners,
            reason: reason.key(),
        })
    }
}
