//! Named options of 18CZ and their values in the two presets.

use engine::{OptionDef, OptionValue, SetupError};
use std::collections::BTreeMap;

use super::raw::RawOption;
use serde_json::Value;

/// Options in force. Each has its name in the data sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Phase letter.
    pub trade_trains_from_phase: String,
    pub emergency_only_if_nothing_affordable: bool,
    pub conversion_scraps_trains: bool,
    pub conversion_any_larger_face: bool,
    pub acquirer_keeps_40_marker: bool,
    pub e_train_counts_best_n_stops: bool,
    pub double_town_to_single_purple_town: bool,
    pub ate_hex_locked_on_every_tile: bool,
    /// The city of ATE's waiting marker is chosen by the director of its owner (else of the company that lays).
    pub oo_token_city_chosen_by_owner: bool,
    pub waiver_upgrade_blocks_second_yellow: bool,
    pub limit_exception_must_be_runnable: bool,
    pub pool_card_any_face: bool,
    pub director_certificate_may_be_sold_via_exchange: bool,
    pub praha_yellow_is_a_yellow_lay: bool,
    pub oo_river_cost_charged_on_first_green: bool,
    pub vaclav_companies_can_be_acquired: bool,
    pub intro_first_turn_two_yellow: bool,
    pub intro_five_scraps_three: bool,
    pub moravia_no_bids_player_one_wins: bool,
    /// Preset `public18xx`: consent implied, steps wait as in its files, recorded revenue is paid,
    /// connection and rotation of recorded lays are not verified (PUB-4, PUB-7, PUB-22).
    pub public_waits: bool,
}

/// Presets in the order of the data sheet's columns.
pub const PRESETS: [&str; 2] = ["rulebook", "public18xx"];

fn value(raw: &RawOption, preset: &str) -> OptionValue {
    let v = if preset == "public18xx" && !raw.public18xx.is_null() {
        &raw.public18xx
    } else {
        &raw.rulebook
    };
    match v {
        Value::Bool(b) => OptionValue::Switch(*b),
        other => OptionValue::Word(other.as_str().unwrap_or_default().to_owned()),
    }
}

/// Words that an option may take.
fn words(id: &str, raw: &RawOption) -> Vec<String> {
    match (id, &raw.rulebook) {
        (_, Value::Bool(_)) => Vec::new(),
        ("trade_trains_from_phase", _) => vec!["a".into(), "b".into()],
        _ => {
            let mut all: Vec<String> = [&raw.rulebook, &raw.public18xx]
                .into_iter()
                .filter_map(|v| v.as_str().map(str::to_owned))
                .collect();
            all.dedup();
            all
        }
    }
}

/// The options as other layers see them.
pub fn definitions(raw: &[RawOption]) -> Vec<OptionDef> {
    raw.iter()
        .map(|o| OptionDef {
            id: o.id.clone(),
            rule: o.rule.clone(),
            words: words(&o.id, o),
            presets: PRESETS.iter().map(|p| value(o, p)).collect(),
            excludes: Vec::new(),
        })
        .collect()
}

/// Options of a preset with some changed; all faults at once.
pub fn resolve(
    raw: &[RawOption],
    preset: &str,
    changed: &BTreeMap<String, OptionValue>,
) -> Result<Options, SetupError> {
    let mut faults = Vec::new();
    if !PRESETS.contains(&preset) {
        faults.push(format!(
            "no preset is called {preset}; there are {}",
            PRESETS.join(", ")
        ));
    }
    for (id, v) in changed {
        match raw.iter().find(|o| o.id == *id) {
            None => faults.push(format!("no option is called {id}")),
            Some(o) => {
                let allowed = words(id, o);
                match v {
                    OptionValue::Switch(_) if allowed.is_empty() => {}
                    OptionValue::Word(w) if allowed.contains(w) => {}
                    OptionValue::Switch(_) => {
                        faults.push(format!("{id} takes one of {}", allowed.join(", ")))
                    }
                    OptionValue::Word(w) if allowed.is_empty() => {
                        faults.push(format!("{id} is on or off, not {w}"));
                    }
                    OptionValue::Word(w) => {
                        faults.push(format!("{id} takes one of {}, not {w}", allowed.join(", ")));
                    }
                }
            }
        }
    }
    if !faults.is_empty() {
        return Err(SetupError { faults });
    }
    let get = |id: &str| -> OptionValue {
        changed.get(id).cloned().unwrap_or_else(|| {
            raw.iter()
                .find(|o| o.id == id)
                .map_or(OptionValue::Switch(false), |o| value(o, preset))
        })
    };
    let on = |id: &str| matches!(get(id), OptionValue::Switch(true));
    let word = |id: &str| match get(id) {
        OptionValue::Word(w) => w,
        OptionValue::Switch(_) => String::new(),
    };
    Ok(Options {
        trade_trains_from_phase: word("trade_trains_from_phase"),
        emergency_only_if_nothing_affordable: on("emergency_only_if_nothing_affordable"),
        conversion_scraps_trains: on("conversion_scraps_trains"),
        conversion_any_larger_face: on("conversion_any_larger_face"),
        acquirer_keeps_40_marker: on("acquirer_keeps_40_marker"),
        e_train_counts_best_n_stops: on("e_train_counts_best_n_stops"),
        double_town_to_single_purple_town: on("double_town_to_single_purple_town"),
        ate_hex_locked_on_every_tile: on("ate_hex_locked_on_every_tile"),
        oo_token_city_chosen_by_owner: word("oo_token_city_chosen_by") == "director_of_token_owner",
        waiver_upgrade_blocks_second_yellow: on("waiver_upgrade_blocks_second_yellow"),
        limit_exception_must_be_runnable: on("limit_exception_must_be_runnable"),
        pool_card_any_face: on("pool_card_any_face"),
        director_certificate_may_be_sold_via_exchange: on(
            "director_certificate_may_be_sold_via_exchange",
        ),
        praha_yellow_is_a_yellow_lay: on("praha_yellow_is_a_yellow_lay"),
        oo_river_cost_charged_on_first_green: on("oo_river_cost_charged_on_first_green"),
        vaclav_companies_can_be_acquired: on("vaclav_companies_can_be_acquired"),
        intro_first_turn_two_yellow: on("intro_first_turn_two_yellow"),
        intro_five_scraps_three: on("intro_five_scraps_three"),
        moravia_no_bids_player_one_wins: on("moravia_no_bids_player_one_wins"),
        public_waits: preset == "public18xx",
    })
}
