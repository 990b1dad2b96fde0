//! Options, presets and rules versions.

use engine::Setting::{Is, Word};
use engine::sheet::options_of;
use engine::{OptionRow, Setting, Setup};
use serde_json::Value as Json;

const OFF: &[Setting] = &[Is(false), Is(false)];
const ON: &[Setting] = &[Is(true), Is(true)];

/// All options. Where a rule changed with version 2, the public platform's reading stays that of version 1.
pub const OPTIONS: engine::Options = engine::Options {
    presets: &["rulebook", "public18xx"],
    newest: 2,
    rows: &[
        OptionRow::switch("opt1_first_edition", "IOW-OPTION-1", OFF),
        OptionRow::switch("opt2_original_lease", "IOW-OPTION-3", OFF)
            .excludes(&["opt3_flat_lease"]),
        OptionRow::switch("opt3_flat_lease", "IOW-OPTION-4", OFF)
            .excludes(&["opt2_original_lease"]),
        OptionRow::switch("opt4_free_launch_order", "IOW-OPTION-6", OFF),
        OptionRow::switch("opt5_unoperated_full_value", "IOW-OPTION-8", OFF),
        OptionRow::switch("opt6_reenter_hexes", "IOW-OPTION-9", OFF),
        OptionRow::switch("opt7_destinations", "IOW-OPTION-10", OFF),
        OptionRow::switch("no_train_limit", "IOW-OPTION-15", OFF),
        OptionRow::switch("second_7_train", "IOW-OPTION-16", OFF),
        OptionRow::switch("open_accounts", "IOW-TABLE-2", ON),
        OptionRow::switch("locomotives", "IOW-LOCO-1", OFF),
        OptionRow::words(
            "map",
            "IOW-SETUP-18",
            &["by_players", "second_edition", "first_edition"],
            &[Word("by_players"), Word("second_edition")],
        )
        .before(&[(1, &[Word("second_edition"), Word("second_edition")])]),
        OptionRow::words(
            "tiles_go_with",
            "IOW-SETUP-7",
            &["first_edition_rules", "map_side"],
            &[Word("first_edition_rules"), Word("map_side")],
        )
        .before(&[(1, &[Word("map_side"), Word("map_side")])]),
        OptionRow::switch("every_small_station", "IOW-OPTION-1", OFF),
        OptionRow::switch(
            "small_stations_may_be_declined",
            "IOW-HALT-5",
            &[Is(true), Is(false)],
        )
        .before(&[(1, OFF)]),
        OptionRow::switch(
            "opt5_counts_in_score",
            "IOW-OPTION-8",
            &[Is(false), Is(true)],
        )
        .before(&[(1, ON)]),
        OptionRow::words(
            "swap_after_restart",
            "IOW-EXCHANGE-6",
            &["launch", "price"],
            &[Word("launch"), Word("price")],
        )
        .before(&[(1, &[Word("price"), Word("price")])]),
        OptionRow::words(
            "marker_at_launch",
            "IOW-LAUNCH-4",
            &["first_price", "where_it_stands"],
            &[Word("first_price"), Word("where_it_stands")],
        )
        .before(&[(1, &[Word("where_it_stands"), Word("where_it_stands")])]),
        OptionRow::words(
            "receivership_leases",
            "IOW-RECEIVER-4",
            &["always", "if_it_cannot_buy"],
            &[Word("always"), Word("if_it_cannot_buy")],
        )
        .before(&[(1, &[Word("if_it_cannot_buy"), Word("if_it_cannot_buy")])]),
        OptionRow::switch(
            "homes_in_last_building_round",
            "IOW-LAUNCH-14",
            &[Is(true), Is(false)],
        )
        .before(&[(1, OFF)]),
        OptionRow::words(
            "locomotive_order",
            "IOW-LOCO-7",
            &["sorted", "shuffled", "chosen", "whole_group_on_sale"],
            &[Word("sorted"), Word("sorted")],
        ),
        OptionRow::switch("public_practice", "IOW-PUB-40", &[Is(false), Is(true)]),
    ],
};

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
pub struct Options {
    /// First-edition side of the map.
    pub first_edition: bool,
    /// One tile 776 and one tile 770 are left out.
    pub fewer_tiles: bool,
    /// The map side says how many tiles there are.
    pub tiles_by_side: bool,
    /// Trains stop at every small station.
    pub every_town: bool,
    /// A director may pass small stations although the train could stop there.
    pub towns_declined: bool,
    /// Lease: half of a normal run.
    pub half_lease: bool,
    /// Lease: a fixed sum.
    pub flat_lease: bool,
    /// Groups are ignored.
    pub free_order: bool,
    /// Shares of companies that never operated sell at full price.
    pub unoperated_full: bool,
    /// They count full in the score too.
    pub unoperated_scored: bool,
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
    /// After a bankruptcy a private company is exchanged only when its company is launched again.
    pub swap_at_launch: bool,
    /// At its launch the marker of a company goes back to its first price.
    pub marker_returns: bool,
    /// A trainless company in receivership leases even if it could buy.
    pub receiver_always_leases: bool,
    /// A company launched in the first stock round of the last phase gets its home.
    pub late_homes: bool,
    /// The Locomotives expansion.
    pub locomotives: bool,
    /// How its cards are offered.
    pub offer: Offer,
    /// Readings and timing of the public platform.
    pub public: bool,
}

/// Reads the options of a setup; all faults at once.
pub(super) fn read(data: &Json, setup: &Setup, faults: &mut Vec<String>) -> Options {
    // Defaults that a sheet of the game's own wrote down when sheets still did.
    let carried = options_of(data, &setup.preset);
    let chosen = OPTIONS.chosen(setup, &carried, faults);
    let on = |id: &str| chosen.is(id);
    let offer = match chosen.word("locomotive_order") {
        "shuffled" => Offer::Shuffled,
        "chosen" => Offer::Chosen,
        "whole_group_on_sale" => Offer::WholeGroup,
        _ => Offer::Sorted,
    };
    let original = on("opt1_first_edition");
    // IOW-SETUP-18: the side that is advised for so many players.
    let first_edition = original
        || match chosen.word("map") {
            "first_edition" => true,
            "by_players" => setup.players.len() <= 3,
            _ => false,
        };
    let tiles_by_side = chosen.word("tiles_go_with") == "map_side";
    let fewer_tiles = if tiles_by_side {
        first_edition
    } else {
        original
    };
    let unoperated_full = on("opt5_unoperated_full_value");
    Options {
        first_edition,
        fewer_tiles,
        tiles_by_side,
        every_town: original || on("every_small_station"),
        towns_declined: on("small_stations_may_be_declined"),
        half_lease: on("opt2_original_lease"),
        flat_lease: on("opt3_flat_lease"),
        free_order: on("opt4_free_launch_order"),
        unoperated_full,
        unoperated_scored: unoperated_full && on("opt5_counts_in_score"),
        reenter: on("opt6_reenter_hexes"),
        destinations: on("opt7_destinations"),
        no_train_limit: on("no_train_limit"),
        second_seven: on("second_7_train"),
        open_accounts: on("open_accounts"),
        swap_at_launch: chosen.word("swap_after_restart") == "launch",
        marker_returns: chosen.word("marker_at_launch") == "first_price",
        receiver_always_leases: chosen.word("receivership_leases") == "always",
        late_homes: on("homes_in_last_building_round"),
        locomotives: on("locomotives"),
        offer,
        public: on("public_practice"),
    }
}
