//! Options of a game, read from its setup.

use super::raw::OptionRow;
use engine::{OptionDef, OptionValue, Setup, SetupError};

/// Presets, the default first.
pub const PRESETS: [&str; 2] = ["rulebook", "public18xx"];

/// How the cards of the Locomotives are offered (IOW-LOCO-6, IOW-LOCO-7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// Sorted by length.
    Sorted,
    /// In random order inside a group.
    Shuffled,
    /// A set that the players chose, given with the setup.
    Chosen,
    /// All cards of the current group at once.
    WholeGroup,
}

/// The options of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// First-edition map and tiles.
    pub first_edition: bool,
    /// Trains stop at every small station.
    pub every_town: bool,
    /// Lease: half of a normal run.
    pub half_lease: bool,
    /// Lease: a fixed sum.
    pub flat_lease: bool,
    /// Groups are ignored.
    pub free_order: bool,
    /// Companies that never operated count full.
    pub unoperated_full: bool,
    /// A route may return to a hex.
    pub reenter: bool,
    /// Destinations pay.
    pub destinations: bool,
    /// No train limit.
    pub no_train_limit: bool,
    /// Two 7+4 trains.
    pub second_seven: bool,
    /// Everybody sees all treasuries.
    pub open_accounts: bool,
    /// The Locomotives expansion.
    pub locomotives: bool,
    /// How its cards are offered.
    pub offer: Offer,
    /// Readings and timing of the public platform.
    pub public: bool,
}

pub(super) fn defs(rows: &[OptionRow]) -> Vec<OptionDef> {
    rows.iter()
        .map(|row| OptionDef {
            id: row.id.clone(),
            rule: row.rule_id.clone(),
            words: row.words.clone(),
            presets: vec![
                row.default.clone(),
                row.public_default
                    .clone()
                    .unwrap_or_else(|| row.default.clone()),
            ],
            excludes: row.excludes.clone(),
        })
        .collect()
}

/// Reads the options of a setup; all faults at once.
pub(super) fn read(defs: &[OptionDef], setup: &Setup) -> Result<Rules, SetupError> {
    let mut faults = Vec::new();
    let preset = PRESETS
        .iter()
        .position(|&p| p == setup.preset)
        .unwrap_or_else(|| {
            faults.push(format!("no preset is called {}", setup.preset));
            0
        });
    for (name, value) in &setup.options {
        match defs.iter().find(|d| d.id == *name) {
            None => faults.push(format!("no option is called {name}")),
            Some(def) => match value {
                OptionValue::Switch(_) if def.words.is_empty() => {}
                OptionValue::Word(word) if def.words.contains(word) => {}
                _ => faults.push(format!("{name} cannot be {value:?}")),
            },
        }
    }
    let value = |id: &str| -> Option<&OptionValue> {
        setup
            .options
            .get(id)
            .or_else(|| defs.iter().find(|d| d.id == id).map(|d| &d.presets[preset]))
    };
    let on = |id: &str| matches!(value(id), Some(OptionValue::Switch(true)));
    let word = |id: &str| match value(id) {
        Some(OptionValue::Word(word)) => word.as_str(),
        _ => "",
    };
    // IOW-OPTION-5: options that exclude each other.
    for def in defs.iter().filter(|d| on(&d.id)) {
        for other in def.excludes.iter().filter(|o| on(o) && **o > def.id) {
            faults.push(format!(
                "{} and {other} exclude each other (IOW-OPTION-5)",
                def.id
            ));
        }
    }
    let offer = match word("locomotive_order") {
        "shuffled" => Offer::Shuffled,
        "chosen" => Offer::Chosen,
        "whole_group_on_sale" => Offer::WholeGroup,
        _ => Offer::Sorted,
    };
    let rules = Rules {
        first_edition: on("opt1_first_edition") || word("map") == "first_edition",
        every_town: on("opt1_first_edition") || on("every_small_station"),
        half_lease: on("opt2_original_lease"),
        flat_lease: on("opt3_flat_lease"),
        free_order: on("opt4_free_launch_order"),
        unoperated_full: on("opt5_unoperated_full_value"),
        reenter: on("opt6_reenter_hexes"),
        destinations: on("opt7_destinations"),
        no_train_limit: on("no_train_limit"),
        second_seven: on("second_7_train"),
        open_accounts: on("open_accounts"),
        locomotives: on("locomotives"),
        offer,
        public: on("public_practice"),
    };
    if faults.is_empty() {
        Ok(rules)
    } else {
        Err(SetupError { faults })
    }
}
