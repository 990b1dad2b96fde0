//! The five characters.

use super::table::{Table, at};
use engine::{Choice, LayBy, Move, NONE, Position};
use titles::g18lilliput::Stage;

#[test]
fn an_ability_serves_all_companies_of_its_holder_and_nobody_else() {
    // LIL-CHARACTER-1
    let mut t =
        Table::drafted(4).character(0, "BOLGOLAM").founded(0, "BCR", 60).treasury("BCR", 500);
    t.play_card("A8", 0);
    assert!(t.offers(&t.buy_top_for("MR", 72)) && t.offers(&t.buy_top_for("BCR", 72)));
    t = t.turn_of(1);
    t.play_card("A7", 0);
    assert!(t.offers(&t.buy_top_for("SR", 80)));
}

#[test]
fn character_tiles_are_laid_besides_the_action_once_each() {
    // LIL-CHARACTER-2
    let mut t = Table::drafted(4);
    t = t.character(0, "BALMUFF");
    t = t.tile((1, -2), "C-G-T", 2);
    let first = t.lay_right("MR", (0, -2), "K-TOWN-C", 1, "BALMUFF");
    assert_eq!(t.refused(t.lay_right("MR", (2, 2), "K-TOWN-C", 1, "BALMUFF")), "LIL-TRACK-1");
    assert_eq!(
        t.refused(t.lay_right("MR", (2, -2), "K-TOWN-C", 1, "BALMUFF")),
        "LIL-TRACK-3",
        "connection"
    );
    let mut beside = Table::drafted(4);
    beside = beside.character(0, "BALMUFF");
    beside = beside.tile((0, -2), "P-Y-S", 0);
    assert_eq!(
        beside.refused(beside.lay_right("MR", (0, -3), "K-TOWN-S", 0, "BALMUFF")),
        "LIL-CHESS-2",
        "chessboard"
    );
    assert_eq!(
        t.refused(t.lay_right("MR", (0, -2), "K-FORT", 0, "BALMUFF")),
        "LIL-CHARACTER-2",
        "not his tile"
    );
    assert_eq!(
        t.refused(t.lay_right("MR", (0, -2), "K-PORT-A", 2, "BOLGOLAM")),
        "LIL-CHARACTER-2",
        "not his character"
    );
    assert_eq!(t.refused(t.lay("MR", (0, -2), "K-TOWN-C", 1)), "LIL-CHARACTER-2", "not by a card");
    t.play(first);
    assert_eq!((t.step(), t.treasury_of("MR")), ("card", 550), "before the action, at no charge");
    t.play_card("A3", 0);
    t.play(t.lay_right("MR", (1, -1), "K-TOWN-S", 0, "BALMUFF"));
    assert_eq!(t.step(), "track", "during it, two in one turn");
    let again = t.lay_right("MR", (2, -2), "K-TOWN-S", 0, "BALMUFF");
    assert_eq!(t.refused(again), "LIL-CHARACTER-2", "once each");
    // After the action.
    let mut t = Table::drafted(4);
    t = t.character(0, "BALMUFF");
    t.play_card("A1", 1);
    assert_eq!((t.step(), t.decider()), ("extras", 0));
    t.play(t.lay_right("MR", (0, -2), "K-TOWN-S", 0, "BALMUFF"));
    t = t.turn_of(1);
    assert_eq!(
        t.refused(t.lay_right("MR", (0, -2), "K-TOWN-S", 0, "BALMUFF")),
        "LIL-ACTION-13",
        "in own turns only"
    );
}

#[test]
fn the_ruler_lays_yellow_y_tiles_free() {
    // LIL-CHARACTER-4
    let mut t =
        Table::drafted(4).character(0, "GOLBASTO").treasury("MR", 0).tile((0, -2), "P-Y-S", 0);
    t.play_card("A1", 0);
    t.play(t.lay("MR", (0, -3), "M-Y-C", 1));
    assert_eq!(t.treasury_of("MR"), 0);
}

#[test]
fn the_castle_replaces_a_yellow_city_that_is_no_home() {
    // LIL-CHARACTER-5
    let mut t = Table::drafted(4)
        .character(0, "GOLBASTO")
        .tile((0, -2), "P-Y-S", 0)
        .tile((0, -3), "C-Y-S", 0)
        .extra_station("SR", (0, -3), 0);
    let castle = t.lay_right("MR", (0, -3), "K-CASTLE", 0, "GOLBASTO");
    assert_eq!(t.refused(castle.clone()), "LIL-CHARACTER-5", "not before the green phase");
    t = t.phase(3);
    assert_eq!(
        t.refused(t.lay_right("MR", (0, -1), "K-CASTLE", 0, "GOLBASTO")),
        "LIL-CHARACTER-5",
        "a home"
    );
    assert_eq!(
        t.refused(t.lay_right("MR", (0, -3), "K-CASTLE", 1, "GOLBASTO")),
        "LIL-CHARACTER-5",
        "track is kept"
    );
    t.play(castle);
    assert!(
        t.at.state.core.board().has_station_on(at(0, -3), t.company("SR").0),
        "stations are kept"
    );
    assert_eq!(t.left("C-Y-S"), 3, "the city returns to the supply");
    // Neither an empty cell, a Y tile nor a green city, nor the home of a company founded later.
    for (tile, rotation) in [("", 0), ("M-Y-S", 0), ("C-G-T", 0)] {
        let mut t = Table::drafted(4).phase(3).character(0, "GOLBASTO").tile((0, -2), "P-Y-S", 0);
        if !tile.is_empty() {
            t = t.tile((0, -3), tile, rotation);
        }
        assert_eq!(
            t.refused(t.lay_right("MR", (0, -3), "K-CASTLE", 0, "GOLBASTO")),
            "LIL-CHARACTER-5",
            "{tile}"
        );
    }
    let mut t = Table::drafted(4).phase(3).character(0, "GOLBASTO");
    for y in [-2, -4] {
        t = t.tile((0, y), "P-Y-S", 0).tile((0, y - 1), "C-Y-S", 0);
    }
    t = t.cash(0, 250);
    t.play_card("A5", 0);
    t.play(t.start_at("BCR", 50));
    t.play(t.place("BCR", (0, -3), 0));
    assert_eq!(t.refused(t.lay_right("MR", (0, -3), "K-CASTLE", 0, "GOLBASTO")), "LIL-CHARACTER-5");
}

#[test]
fn the_castle_is_worth_more_to_its_own_stations() {
    // LIL-CHARACTER-6, LIL-INCOME-6
    let mut t = Table::drafted(4).tile((0, -2), "P-Y-S", 0).tile((0, -3), "K-CASTLE", 0);
    let mr = t.company("MR");
    assert_eq!(t.at.income_of(mr).0, 20 + 30, "Mildendo and home, or home and castle");
    t = t.no_trains("MR").train("MR", "3");
    assert_eq!(t.at.income_of(mr).0, 30 + 20 + 30, "the castle as one of three stops");
    t = t.extra_station("MR", (0, -3), 0);
    assert_eq!(t.at.income_of(mr).0, 30 + 20 + 50);
    // It need not be a terminus, but uses range.
    t = t.tile((0, -4), "P-Y-S", 0).tile((0, -5), "C-Y-S", 0);
    assert_eq!(t.at.income_of(mr).0, 100, "a fourth stop is beyond a 3-train");
    t = t.train("MR", "4").no_trains("MR").train("MR", "4");
    assert_eq!(t.at.income_of(mr).0, 120, "through the castle");
}

#[test]
fn the_general_pays_half_for_stations_and_has_a_fort_from_the_start() {
    // LIL-CHARACTER-7, LIL-CHARACTER-8
    let mut t = Table::drafted(4).character(0, "LIMNOC").tile((0, -2), "P-Y-S", 0);
    t.play(t.lay_right("MR", (0, -3), "K-FORT", 0, "LIMNOC"));
    t = t.tile((0, -4), "P-Y-S", 0).tile((0, -5), "C-Y-S", 0);
    t.play_card("A9", 0);
    t.play(t.place("MR", (0, -3), 0));
    assert_eq!(t.treasury_of("MR"), 530);
    t = t.turn_of(0);
    t.at.state.used = 0;
    t.play_card("A9", 0);
    t.play(t.place("MR", (0, -5), 0));
    assert_eq!(t.treasury_of("MR"), 480);
    let mr = t.company("MR");
    t = t.no_trains("MR").train("MR", "3");
    assert_eq!(t.at.income_of(mr).0, 30 + 20 + 30, "it uses range");
    t = t.no_trains("MR").train("MR", "4");
    assert_eq!(t.at.income_of(mr).0, 100, "and may be passed");
}

#[test]
fn the_judge_has_an_income_in_every_round() {
    // LIL-CHARACTER-9
    let mut t = Table::drafted(2).character(1, "BALMUFF").founded(1, "BCR", 60).treasury("BCR", 0);
    for round in 1..=3 {
        t.at.state.stage = Stage::RoundStart;
        t.go_on();
        assert_eq!(
            (t.step(), t.decider(), t.at.round()),
            ("favour", 1, round),
            "before any action"
        );
        assert_eq!(t.refused(Move::Pass), "LIL-CHARACTER-9");
        assert_eq!(t.refused(t.allot("SR", 21)), "LIL-CHARACTER-9");
        assert_eq!(t.refused(t.allot("MR", 20)), "LIL-ACTION-13");
        if round == 1 {
            t.play(t.employ("BALMUFF"));
            assert_eq!(t.cash_of(1), 35);
        } else {
            let before = (t.treasury_of("SR"), t.treasury_of("BCR"));
            t.play(t.allot("SR", 13));
            assert_eq!((t.treasury_of("SR"), t.treasury_of("BCR")), (before.0 + 13, before.1 + 7));
        }
        assert_eq!(t.step(), "card");
        t = t.round(round + 1);
    }
}

#[test]
fn small_towns_use_no_range_and_may_be_passed() {
    // LIL-CHARACTER-10, LIL-RUN-11
    let mut t = Table::drafted(4).character(0, "BALMUFF");
    t.play(t.lay_right("MR", (0, -2), "K-TOWN-S", 0, "BALMUFF"));
    let mr = t.company("MR");
    assert_eq!(t.at.income_of(mr).0, 30 + 20 + 10, "a 2-train with the town as a third place");
    t = t.tile((0, -3), "C-Y-S", 0).no_trains("MR").train("MR", "3");
    assert_eq!(t.at.income_of(mr).0, 30 + 20 + 10 + 20, "in the middle of the route");
}

#[test]
fn the_admiral_pays_a_tenth_less_for_new_trains() {
    // LIL-CHARACTER-11
    let mut t = Table::drafted(4).character(0, "BOLGOLAM").treasury("MR", 5000);
    let mut paid = Vec::new();
    for kind in ["2", "3", "4", "5", "3D", "4D"] {
        t = t.no_trains("MR");
        while t.at.state.core.trains.get(t.at.state.core.trains.top().unwrap()).kind < t.kind(kind)
        {
            let top = t.at.state.core.trains.top().unwrap();
            t.at.state.core.trains.get_mut(top).place = engine::Whereabouts::Gone;
        }
        t = t.turn_of(0);
        t.at.state.used = 0;
        let before = t.treasury_of("MR");
        t.play_card("A7", 0);
        let price = t.at.choices().iter().find_map(|c: &Choice| match c.mv {
            Move::BuyTrain { amount, from: engine::TrainFrom::Deck, .. } => Some(amount),
            _ => None,
        });
        t.play(t.buy_top_for("MR", price.unwrap()));
        paid.push(before - t.treasury_of("MR"));
    }
    assert_eq!(paid, [72, 135, 270, 360, 450, 585]);
}

#[test]
fn harbours_are_ends_without_range() {
    // LIL-CHARACTER-12, LIL-RUN-14
    let mut t = Table::drafted(4).character(0, "BOLGOLAM");
    t.play(t.lay_right("MR", (0, -2), "K-PORT-B", 1, "BOLGOLAM"));
    let mr = t.company("MR");
    assert_eq!(t.at.income_of(mr).0, 30 + 20 + 10);
    t = t.tile((1, -2), "C-Y-S", 1).no_trains("MR").train("MR", "3");
    assert_eq!(t.at.income_of(mr).0, 60, "not through the harbour to 1,-2");
}

#[test]
fn no_track_points_at_a_quay() {
    // LIL-CHARACTER-13
    let t = Table::drafted(4).character(0, "BOLGOLAM").tile((1, -2), "C-Y-S", 1);
    let right = t.lay_right("MR", (0, -2), "K-PORT-A", 2, "BOLGOLAM");
    assert_eq!(
        t.refused(right),
        "LIL-CHARACTER-13",
        "track from the east meets a side without track"
    );
    assert!(
        t.offers(&t.lay_right("MR", (0, -2), "K-PORT-B", 1, "BOLGOLAM")),
        "that one has track to the east"
    );
    // Nor later.
    let mut t = Table::drafted(4).character(0, "BOLGOLAM").tile((0, -1), "C-G-T", 0);
    t.play(t.lay_right("MR", (0, -2), "K-PORT-A", 2, "BOLGOLAM"));
    t = t.tile((1, -1), "P-Y-S", 0).tile((1, -1), "P-Y-C", 3);
    t.play_card("A3", 0);
    assert_eq!(t.refused(t.lay("MR", (1, -2), "C-Y-C", 2)), "LIL-TRACK-5");
    assert_eq!(t.refused(t.lay("MR", (1, -2), "C-Y-S", 1)), "LIL-TRACK-5");
}

#[test]
fn the_treasurer_is_handed_in_for_ten_times_the_round() {
    // LIL-CHARACTER-14, LIL-CHARACTER-16
    for round in [1, 5, 8] {
        let mut t = Table::drafted(4).character(0, "FLIMNAP").round(round);
        assert_eq!(t.refused(t.employ("LIMNOC")), "LIL-CHARACTER-14");
        t.play_card("A1", 1);
        assert_eq!(t.step(), "extras", "after the action too");
        t.play(t.employ("FLIMNAP"));
        assert_eq!(t.cash_of(0), 35 + 10 * i32::from(round));
        assert_eq!(t.decider(), 1, "once");
    }
    // His tile goes with him unless it lies already.
    let mut t = Table::drafted(4).phase(5).character(0, "FLIMNAP").tile((0, -2), "P-Y-S", 0);
    let tile = t.lay_right("MR", (0, -3), "K-TREASURY", 2, "FLIMNAP");
    assert!(t.offers(&tile));
    let mut u = t.clone();
    t.play(t.employ("FLIMNAP"));
    assert_eq!(t.refused(tile.clone()), "LIL-CHARACTER-2");
    u.play(tile);
    u.play(u.employ("FLIMNAP"));
    assert_eq!(u.tile_at((0, -3)), "K-TREASURY", "a tile on the board stays");
    assert!(u.at.state.holders.iter().all(|&h| h == NONE));
}

#[test]
fn the_treasury_comes_in_the_brown_phase_and_is_an_end() {
    // LIL-CHARACTER-15, LIL-RUN-14
    let mut t = Table::drafted(4).character(0, "FLIMNAP").tile((0, -2), "P-Y-S", 0).phase(4);
    let tile = t.lay_right("MR", (0, -3), "K-TREASURY", 2, "FLIMNAP");
    assert_eq!(t.refused(tile.clone()), "LIL-CHARACTER-15");
    t = t.phase(5);
    t.play(tile);
    let mr = t.company("MR");
    assert_eq!(t.at.income_of(mr).0, 20 + 60, "it uses range: a 2-train leaves Mildendo out");
    let stop = &t.at.printed.sheet.tiles.get(t.tile_id("K-TREASURY")).stops[0];
    assert!(stop.terminus && stop.counts);
    let by = LayBy::Right { slot: t.slot("FLIMNAP") };
    assert!(t.at.choices().iter().all(|c| !matches!(c.mv, Move::LayTile { by: b, .. } if b == by)));
}
