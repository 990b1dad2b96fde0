//! Options, presets and rules versions.

use engine::Setting::Word;
use engine::sheet::options_of;
use engine::{OFF, ON, Setup};
use serde_json::Value as Json;

// Where a rule changed with version 2, the public platform's reading stays that of version 1.
engine::options! { &["rulebook", "public18xx"], newest 2:
    opt1_first_edition = switch("IOW-OPTION-1", &[OFF, OFF]);
    opt2_original_lease = switch("IOW-OPTION-3", &[OFF, OFF]).excludes(&["opt3_flat_lease"]);
    opt3_flat_lease = switch("IOW-OPTION-4", &[OFF, OFF]).excludes(&["opt2_original_lease"]);
    opt4_free_launch_order = switch("IOW-OPTION-6", &[OFF, OFF]);
    opt5_unoperated_full_value = switch("IOW-OPTION-8", &[OFF, OFF]);
    opt6_reenter_hexes = switch("IOW-OPTION-9", &[OFF, OFF]);
    opt7_destinations = switch("IOW-OPTION-10", &[OFF, OFF]);
    no_train_limit = switch("IOW-OPTION-15", &[OFF, OFF]);
    second_7_train = switch("IOW-OPTION-16", &[OFF, OFF]);
    open_accounts = switch("IOW-TABLE-2", &[ON, ON]);
    locomotives = switch("IOW-LOCO-1", &[OFF, OFF]);
    map = words("IOW-SETUP-18", &["by_players", "second_edition", "first_edition"],
        &[Word("by_players"), Word("second_edition")]).before(&[(1, &[Word("second_edition"), Word("second_edition")])]);
    tiles_go_with = words("IOW-SETUP-7", &["first_edition_rules", "map_side"],
        &[Word("first_edition_rules"), Word("map_side")]).before(&[(1, &[Word("map_side"), Word("map_side")])]);
    every_small_station = switch("IOW-OPTION-1", &[OFF, OFF]);
    small_stations_may_be_declined = switch("IOW-HALT-5", &[ON, OFF]).before(&[(1, &[OFF, OFF])]);
    opt5_counts_in_score = switch("IOW-OPTION-8", &[OFF, ON]).before(&[(1, &[ON, ON])]);
    swap_after_restart = words("IOW-EXCHANGE-6", &["launch", "price"], &[Word("launch"), Word("price")])
        .before(&[(1, &[Word("price"), Word("price")])]);
    marker_at_launch = words("IOW-LAUNCH-4", &["first_price", "where_it_stands"],
        &[Word("first_price"), Word("where_it_stands")]).before(&[(1, &[Word("where_it_stands"), Word("where_it_stands")])]);
    receivership_leases = words("IOW-RECEIVER-4", &["always", "if_it_cannot_buy"],
        &[Word("always"), Word("if_it_cannot_buy")]).before(&[(1, &[Word("if_it_cannot_buy"), Word("if_it_cannot_buy")])]);
    homes_in_last_building_round = switch("IOW-LAUNCH-14", &[ON, OFF]).before(&[(1, &[OFF, OFF])]);
    locomotive_order = words("IOW-LOCO-7", &["sorted", "shuffled", "chosen", "whole_group_on_sale"],
        &[Word("sorted"), Word("sorted")]);
    public_practice = switch("IOW-PUB-40", &[OFF, ON]);
}

/// Reads the options of a setup; all faults at once. What follows from another option is set with it.
pub(super) fn read(data: &Json, setup: &Setup, faults: &mut Vec<String>) -> Options {
    // Defaults that a sheet of the game's own wrote down when sheets still did.
    let mut options = Options::of(setup, &options_of(data, &setup.preset), faults);
    options.every_small_station |= options.opt1_first_edition;
    options.opt5_counts_in_score &= options.opt5_unoperated_full_value;
    // IOW-SETUP-18: the side that is advised for so many players.
    if options.opt1_first_edition || options.map == "by_players" && setup.players.len() <= 3 {
        options.map = "first_edition";
    }
    options
}

impl Options {
    /// First-edition side of the map.
    pub fn first_edition(&self) -> bool {
        self.map == "first_edition"
    }

    /// One tile 776 and one tile 770 are left out: by the side of the map, or by the rules played (IOW-SETUP-7).
    pub fn fewer_tiles(&self) -> bool {
        match self.tiles_go_with {
            "map_side" => self.first_edition(),
            _ => self.opt1_first_edition,
        }
    }
}
