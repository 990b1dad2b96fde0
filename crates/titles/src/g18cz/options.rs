//! Named options of 18CZ, their values in the two presets, and rules versions.

use engine::Setting::{Is, Word};
use engine::{OptionRow, Setup, SetupError};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// The preset in which files of the public platform are replayed.
pub const PUBLIC: &str = "public18xx";

/// All options of the title.
pub const OPTIONS: engine::Options = engine::Options {
    presets: &["rulebook", PUBLIC],
    newest: 2,
    rows: &[
        OptionRow::words(
            "trade_trains_from_phase",
            "CZ-TRAIN-8",
            &["a", "b"],
            &[Word("b"), Word("a")],
        ),
        OptionRow::switch(
            "emergency_only_if_nothing_affordable",
            "CZ-EMERGENCY-2",
            &[Is(true), Is(false)],
        ),
        OptionRow::switch("conversion_scraps_trains", "CZ-ACQUIRE-15", &[Is(false), Is(true)]),
        OptionRow::switch("conversion_any_larger_face", "CZ-ACQUIRE-13", &[Is(true), Is(false)]),
        OptionRow::switch("acquirer_keeps_40_marker", "CZ-ACQUIRE-9", &[Is(false), Is(false)]),
        OptionRow::switch("e_train_counts_best_n_stops", "CZ-RUN-9", &[Is(false), Is(true)]),
        OptionRow::switch(
            "double_town_to_single_purple_town",
            "CZ-UPGRADE-13",
            &[Is(true), Is(true)],
        ),
        OptionRow::switch("ate_hex_locked_on_every_tile", "CZ-TOKEN-13", &[Is(true), Is(false)]),
        OptionRow::words(
            "oo_token_city_chosen_by",
            "CZ-TOKEN-14",
            &["director_of_token_owner", "director_of_tile_layer"],
            &[Word("director_of_token_owner"), Word("director_of_tile_layer")],
        ),
        OptionRow::switch(
            "waiver_upgrade_blocks_second_yellow",
            "CZ-LOCAL-16",
            &[Is(true), Is(false)],
        ),
        OptionRow::words(
            "red_tile_lay",
            "CZ-TRACK-18",
            &["mandatory_first_turn"],
            &[Word("mandatory_first_turn"), Word("mandatory_first_turn")],
        )
        .retired(),
        OptionRow::switch("limit_exception_must_be_runnable", "CZ-TRAIN-6", &[Is(true), Is(false)]),
        OptionRow::switch(
            "limit_exception_only_after_phase_change",
            "CZ-TRAIN-6",
            &[Is(true), Is(false)],
        )
        .before(&[(1, &[Is(false), Is(false)])]),
        OptionRow::switch(
            "one_price_step_per_company_and_turn",
            "CZ-SR-22",
            &[Is(false), Is(false)],
        ),
        OptionRow::switch("pool_card_any_face", "CZ-TRAIN-14", &[Is(true), Is(true)]),
        OptionRow::switch(
            "director_certificate_may_be_sold_via_exchange",
            "CZ-DIRECTOR-5",
            &[Is(true), Is(true)],
        ),
        OptionRow::switch("praha_yellow_is_a_yellow_lay", "CZ-TRACK-14", &[Is(true), Is(true)]),
        OptionRow::switch(
            "oo_river_cost_charged_on_first_green",
            "CZ-UPGRADE-16",
            &[Is(true), Is(true)],
        ),
        OptionRow::switch(
            "vaclav_companies_can_be_acquired",
            "CZ-BOHEMIA-22",
            &[Is(false), Is(false)],
        ),
        OptionRow::switch("intro_first_turn_two_yellow", "CZ-INTRO-11", &[Is(true), Is(true)]),
        OptionRow::switch("intro_five_scraps_three", "CZ-INTRO-18", &[Is(false), Is(false)]),
        OptionRow::switch(
            "moravia_no_bids_player_one_wins",
            "CZ-MORAVIA-21",
            &[Is(true), Is(true)],
        ),
    ],
};

/// Options in force, each under its own name.
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
    pub limit_exception_only_after_phase_change: bool,
    pub one_price_step_per_company_and_turn: bool,
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

/// The options in force in a game; all faults at once.
pub fn resolve(setup: &Setup, data: &Json) -> Result<Options, SetupError> {
    let mut carried = BTreeMap::new();
    if setup.data.is_some() {
        carried = engine::sheet::options_of(data, &setup.preset);
        // An option that differs from version to version is younger than games that carry options.
        let old = |id: &str| OPTIONS.rows.iter().any(|r| r.id == id && r.before.is_empty());
        carried.retain(|id, _| old(id));
    }
    let mut faults = Vec::new();
    let chosen = OPTIONS.chosen(setup, &carried, &mut faults);
    if !faults.is_empty() {
        return Err(SetupError::all(faults));
    }
    let on = |id: &str| chosen.is(id);
    Ok(Options {
        trade_trains_from_phase: chosen.word("trade_trains_from_phase").to_owned(),
        emergency_only_if_nothing_affordable: on("emergency_only_if_nothing_affordable"),
        conversion_scraps_trains: on("conversion_scraps_trains"),
        conversion_any_larger_face: on("conversion_any_larger_face"),
        acquirer_keeps_40_marker: on("acquirer_keeps_40_marker"),
        e_train_counts_best_n_stops: on("e_train_counts_best_n_stops"),
        double_town_to_single_purple_town: on("double_town_to_single_purple_town"),
        ate_hex_locked_on_every_tile: on("ate_hex_locked_on_every_tile"),
        oo_token_city_chosen_by_owner: chosen.word("oo_token_city_chosen_by")
            == "director_of_token_owner",
        waiver_upgrade_blocks_second_yellow: on("waiver_upgrade_blocks_second_yellow"),
        limit_exception_must_be_runnable: on("limit_exception_must_be_runnable"),
        limit_exception_only_after_phase_change: on("limit_exception_only_after_phase_change"),
        one_price_step_per_company_and_turn: on("one_price_step_per_company_and_turn"),
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
        public_waits: setup.preset == PUBLIC,
    })
}
