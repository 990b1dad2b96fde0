//! Options of 18Lilliput, their rules versions, and what a game has chosen.

use engine::Setting::{Is, Word};
use engine::{Chosen, OptionRow, Setup};
use std::collections::BTreeMap;

/// Landscapes of the data sheet, by their place in its list.
pub const SCENARIOS: &[&str] = &["none", "1", "2", "3", "4"];

/// All options. A rule that was read differently in version 1 is an option too.
pub const OPTIONS: engine::Options = engine::Options {
    presets: &["rulebook"],
    newest: 2,
    rows: &[
        OptionRow::switch("two_characters", "LIL-P2-7", &[Is(false)]),
        OptionRow::switch("advanced", "LIL-ADV-1", &[Is(false)]),
        OptionRow::switch("allenbeck", "LIL-ALLENBECK-1", &[Is(false)]),
        OptionRow::switch("laputa", "LIL-LAPUTA-1", &[Is(false)]),
        OptionRow::switch("brobdingnag", "LIL-BROB-1", &[Is(false)]),
        OptionRow::words("scenario", "LIL-SCENARIO-13", SCENARIOS, &[Word("none")]),
        OptionRow::switch("fixed_seats", "LIL-SETUP-9", &[Is(false)]),
        OptionRow::words("chessboard", "LIL-CHESS-4", &["edges", "parity"], &[Word("edges")])
            .before(&[(1, &[Word("parity")])]),
        OptionRow::switch("land_beside_mildendo", "LIL-SCENARIO-14", &[Is(true)])
            .before(&[(1, &[Is(false)])]),
        OptionRow::switch("variants_combine", "LIL-ADV-4", &[Is(true)])
            .before(&[(1, &[Is(false)])]),
        OptionRow::switch("offers_limited", "LIL-TRAINBUY-11", &[Is(true)])
            .before(&[(1, &[Is(false)])]),
        OptionRow::switch("trainless_may_buy_from_depot", "LIL-DEPOT-2", &[Is(true)]),
        OptionRow::switch("gulliver_waits_for_certificates", "LIL-SOLO-35", &[Is(false)])
            .before(&[(1, &[Is(true)])]),
    ],
};

/// The options of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Each player drafts two characters (LIL-P2-7).
    pub two_characters: bool,
    /// The depot gets its train before trains run (LIL-ADV-1).
    pub advanced: bool,
    /// Allenbeck-Tottenham-Express.
    pub allenbeck: bool,
    /// Laputa.
    pub laputa: bool,
    /// Brobdingnag.
    pub brobdingnag: bool,
    /// The first seat is first player; otherwise the first player is drawn (LIL-SETUP-9).
    pub fixed_seats: bool,
    /// Tiles that share an edge are compared; otherwise cells alternate from Mildendo (LIL-CHESS-4).
    pub chess_by_edges: bool,
    /// Scenario tiles may lie beside Mildendo (LIL-SCENARIO-14).
    pub land_beside_mildendo: bool,
    /// Allenbeck, Laputa and Brobdingnag may be played together (LIL-ADV-4).
    pub variants_combine: bool,
    /// The same offer for a train once, and few of them in a turn (LIL-TRAINBUY-11).
    pub offers_limited: bool,
    /// A company without income may buy from the depot (LIL-DEPOT-2).
    pub trainless_may_buy_from_depot: bool,
    /// Gulliver founds only after his third certificate, even if the bank has none (LIL-SOLO-35).
    pub gulliver_waits_for_certificates: bool,
}

impl Default for Options {
    /// Those of a new game in which nothing was chosen.
    fn default() -> Options {
        Options::of_version(OPTIONS.newest)
    }
}

impl Options {
    /// The defaults of a rules version.
    pub fn of_version(rules: u32) -> Options {
        let setup = Setup {
            title: String::new(),
            variant: String::new(),
            preset: OPTIONS.presets[0].to_owned(),
            options: BTreeMap::new(),
            players: Vec::new(),
            seed: 0,
            luck: None,
            rules,
            data: None,
            extra: None,
            arrangement: None,
        };
        Options::of(&OPTIONS.chosen(&setup, &BTreeMap::new(), &mut Vec::new()))
    }

    /// What a setup has chosen.
    pub fn of(chosen: &Chosen) -> Options {
        Options {
            two_characters: chosen.is("two_characters"),
            advanced: chosen.is("advanced"),
            allenbeck: chosen.is("allenbeck"),
            laputa: chosen.is("laputa"),
            brobdingnag: chosen.is("brobdingnag"),
            fixed_seats: chosen.is("fixed_seats"),
            chess_by_edges: chosen.word("chessboard") == "edges",
            land_beside_mildendo: chosen.is("land_beside_mildendo"),
            variants_combine: chosen.is("variants_combine"),
            offers_limited: chosen.is("offers_limited"),
            trainless_may_buy_from_depot: chosen.is("trainless_may_buy_from_depot"),
            gulliver_waits_for_certificates: chosen.is("gulliver_waits_for_certificates"),
        }
    }

    /// How many of the variants that replace brown cities are played.
    pub fn city_variants(&self) -> usize {
        [self.allenbeck, self.laputa, self.brobdingnag].into_iter().filter(|&on| on).count()
    }
}
