//! The end of the game and what everybody is worth. S89-END, S89-SCORE

use super::position::ShikokuPosition;
use super::state::Ending;
use engine::{Company, Event, Outcome, Player, Purse, RoundKind, RoundName};

impl Ending {
    /// Key for texts.
    pub const fn key(self) -> &'static str {
        match self {
            Ending::Bank => "bank",
            Ending::Bankrupt => "bankrupt",
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
        self.state.core.round = RoundName {
            kind: RoundKind::Over,
            ..self.state.core.round
        };
        let reason = why.key().to_owned();
        events.push(Event::GameEnded { reason });
    }

    /// Price of a share that counts. S89-SCORE-3
    pub(super) fn worth_of_share(&self, company: Company) -> i32 {
        let price = self.state.core.price(&self.printed.sheet, company);
        price.filter(|_| self.started(company)).unwrap_or(0)
    }

    // S89-SCORE-1, S89-SCORE-2
    pub(super) fn worth(&self, player: Player) -> i32 {
        let (sheet, core) = (&self.printed.sheet, &self.state.core);
        let shares = sheet.company_ids();
        let shares: i32 = shares
            .map(|c| self.worth_of_share(c) * i32::from(core.stock[c.at()].of(player)))
            .sum();
        let papers: i32 = core
            .papers_of(player)
            .map(|p| sheet.papers[p.at()].price)
            .sum();
        core.money.player(player) + shares + papers
    }

    pub(super) fn worths(&self) -> Vec<i32> {
        (0..self.state.core.seats)
            .map(|p| self.worth(Player(p)))
            .collect()
    }

    pub(super) fn result(&self) -> Option<Outcome> {
        let why = self.state.over?;
        // S89-SCORE-5
        Some(Outcome::richest(self.worths(), why.key()))
    }
}
