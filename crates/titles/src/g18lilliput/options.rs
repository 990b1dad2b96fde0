//! Options of 18Lilliput, their rules versions, and what a game has chosen.

use engine::Setting::Word;
use engine::{OFF, ON};

/// Landscapes of the data sheet, by their place in its list.
pub const SCENARIOS: &[&str] = &["none", "1", "2", "3", "4"];

// A rule that was read differently in version 1 is an option too.
engine::options! { &["rulebook"], newest 2:
    two_characters = switch("LIL-P2-7", &[OFF]);
    advanced = switch("LIL-ADV-1", &[OFF]);
    allenbeck = switch("LIL-ALLENBECK-1", &[OFF]);
    laputa = switch("LIL-LAPUTA-1", &[OFF]);
    brobdingnag = switch("LIL-BROB-1", &[OFF]);
    scenario = words("LIL-SCENARIO-13", SCENARIOS, &[Word("none")]);
    fixed_seats = switch("LIL-SETUP-9", &[OFF]);
    chessboard = words("LIL-CHESS-4", &["edges", "parity"], &[Word("edges")]).before(&[(1, &[Word("parity")])]);
    land_beside_mildendo = switch("LIL-SCENARIO-14", &[ON]).before(&[(1, &[OFF])]);
    variants_combine = switch("LIL-ADV-4", &[ON]).before(&[(1, &[OFF])]);
    offers_limited = switch("LIL-TRAINBUY-11", &[ON]).before(&[(1, &[OFF])]);
    trainless_may_buy_from_depot = switch("LIL-DEPOT-2", &[ON]);
    gulliver_waits_for_certificates = switch("LIL-SOLO-35", &[OFF]).before(&[(1, &[ON])]);
}

impl Default for Options {
    /// Those of a new game in which nothing was chosen.
    fn default() -> Options {
        Options::of_version(OPTIONS.newest)
    }
}

impl Options {
    /// How many of the variants that replace brown cities are played.
    pub fn city_variants(&self) -> usize {
        [self.allenbeck, self.laputa, self.brobdingnag].into_iter().filter(|&on| on).count()
    }
}
