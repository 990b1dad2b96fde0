//! What only games of the public platform need. The flag is asked here and nowhere else.

use super::options::Options;
use super::position::ShikokuPosition;
use engine::{AtLimit, Building, Consent, Emergencies, Running, Terms, TrackWaits};

/// The terms of the preset: what a file holds is accepted, and steps wait where a file has an entry.
pub fn terms(book: Terms, options: Options) -> Terms {
    if !options.public_practice {
        return book;
    }
    Terms {
        // J-11: files record no answers.
        consent: Consent::Implied,
        // S89-PUB-44, J-9
        building: Building::Trusted,
        // S89-PUB-35, J-4
        running: Running::Recorded,
        // J-6, J-7
        emergencies: Emergencies::Recorded,
        // J-10
        at_limit: AtLimit::Recorded,
        // S89-PUB-14
        track_waits: TrackWaits::Always,
        ..book
    }
}

impl ShikokuPosition {
    /// Whether the first player of a stock round is skipped too who can do nothing. S89-PUB-23. By the book that player is
    /// asked, so that rounds never follow each other without end.
    pub(super) fn skips_the_first_player(&self) -> bool {
        self.printed.options.public_practice
    }
}
