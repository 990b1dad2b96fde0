//! Named options of 18CZ, their values in the two presets, and rules versions.

use engine::Setting::Word;
use engine::{OFF, ON, Setup, SetupError};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// The preset in which files of the public platform are replayed.
pub const PUBLIC: &str = "public18xx";

engine::options! { &["rulebook", PUBLIC], newest 2:
    trade_trains_from_phase = words("CZ-TRAIN-8", &["a", "b"], &[Word("b"), Word("a")]);
    emergency_only_if_nothing_affordable = switch("CZ-EMERGENCY-2", &[ON, OFF]);
    conversion_scraps_trains = switch("CZ-ACQUIRE-15", &[OFF, ON]);
    conversion_any_larger_face = switch("CZ-ACQUIRE-13", &[ON, OFF]);
    acquirer_keeps_40_marker = switch("CZ-ACQUIRE-9", &[OFF, OFF]);
    e_train_counts_best_n_stops = switch("CZ-RUN-9", &[OFF, ON]);
    double_town_to_single_purple_town = switch("CZ-UPGRADE-13", &[ON, ON]);
    ate_hex_locked_on_every_tile = switch("CZ-TOKEN-13", &[ON, OFF]);
    oo_token_city_chosen_by = words("CZ-TOKEN-14", &["director_of_token_owner", "director_of_tile_layer"],
        &[Word("director_of_token_owner"), Word("director_of_tile_layer")]);
    waiver_upgrade_blocks_second_yellow = switch("CZ-LOCAL-16", &[ON, OFF]);
    red_tile_lay = words("CZ-TRACK-18", &["mandatory_first_turn"],
        &[Word("mandatory_first_turn"), Word("mandatory_first_turn")]).retired();
    limit_exception_must_be_runnable = switch("CZ-TRAIN-6", &[ON, OFF]);
    limit_exception_only_after_phase_change = switch("CZ-TRAIN-6", &[ON, OFF]).before(&[(1, &[OFF, OFF])]);
    one_price_step_per_company_and_turn = switch("CZ-SR-22", &[OFF, OFF]);
    pool_card_any_face = switch("CZ-TRAIN-14", &[ON, ON]);
    director_certificate_may_be_sold_via_exchange = switch("CZ-DIRECTOR-5", &[ON, ON]);
    praha_yellow_is_a_yellow_lay = switch("CZ-TRACK-14", &[ON, ON]);
    oo_river_cost_charged_on_first_green = switch("CZ-UPGRADE-16", &[ON, ON]);
    vaclav_companies_can_be_acquired = switch("CZ-BOHEMIA-22", &[OFF, OFF]);
    intro_first_turn_two_yellow = switch("CZ-INTRO-11", &[ON, ON]);
    intro_five_scraps_three = switch("CZ-INTRO-18", &[OFF, OFF]);
    moravia_no_bids_player_one_wins = switch("CZ-MORAVIA-21", &[ON, ON]);
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
    let options = Options::of(setup, &carried, &mut faults);
    if faults.is_empty() { Ok(options) } else { Err(SetupError::all(faults)) }
}

impl Options {
    /// The city of ATE's waiting marker is chosen by the director of its owner (else of the company that lays).
    pub fn owner_chooses_city(&self) -> bool {
        self.oo_token_city_chosen_by == "director_of_token_owner"
    }

    /// Consent implied, steps wait as in files, recorded revenue is paid, connection and rotation of recorded lays are not
    /// verified (PUB-4, PUB-7, PUB-22).
    pub fn public_waits(&self) -> bool {
        self.preset == PUBLIC
    }
}
