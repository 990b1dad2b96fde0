//! What only games of the public platform need. The flag is asked here and nowhere else.

use super::position::ShikokuPosition;
use engine::{Company, Player};

impl ShikokuPosition {
    fn public(&self) -> bool {
        self.printed.options.public
    }

    /// Whether somebody else has to agree to a sale. J-11: files record no answers.
    pub(super) fn asks_consent(&self, buyer: Company, owner: Option<Player>) -> bool {
        !self.public() && owner.is_some() && owner != self.state.core.stock[buyer.at()].director()
    }

    /// Whether a company with a route may run nothing. S89-RUN-12, J-4
    pub(super) fn accepts_an_empty_run(&self) -> bool {
        self.public()
    }

    /// Whether revenue is taken as a file has it. S89-PUB-35
    pub(super) fn accepts_recorded_revenue(&self) -> bool {
        self.public()
    }

    /// Whether reach and use of tiles and reach of stations are tested. S89-PUB-44
    pub(super) fn tests_reach(&self) -> bool {
        !self.public()
    }

    /// Whether the first player of a stock round is skipped too who can do nothing. S89-PUB-23. By the book that player is
    /// asked, so that rounds never follow each other without end.
    pub(super) fn skips_the_first_player(&self) -> bool {
        self.public()
    }

    /// Whether the track step waits at the start of every turn, whatever can be laid. S89-PUB-14
    pub(super) fn track_always_waits(&self) -> bool {
        self.public()
    }
}
