//! Gulliver.

use super::table::{Table, at, setup, start};
use engine::{Company, Event, Flag, LayBy, Lot, Move, Player, Position, Rng};

pub fn draws(events: &[Event]) -> Vec<String> {
    events
        .iter()
        .filter_map(|e| match e {
            Event::Drawn { what, .. } => Some(what.clone()),
            _ => None,
        })
        .collect()
}

pub fn steps(events: &[Event]) -> Vec<String> {
    events
        .iter()
        .filter_map(|e| match e {
            Event::Procedure { step, .. } => Some(step.clone()),
            _ => None,
        })
        .collect()
}

pub fn laid(events: &[Event]) -> Vec<((i16, i16), u16, u8)> {
    events
        .iter()
        .filter_map(|e| match e {
            Event::TileLaid { cell, tile, rotation, .. } => Some((cell.xy(), tile.0, *rotation)),
            _ => None,
        })
        .collect()
}

// What a step does with many different generators, from one position.
pub fn over_seeds<T>(t: &Table, step: impl Fn(&mut Table) -> T) -> Vec<T> {
    (0..40)
        .map(|seed| {
            let mut copy = t.clone();
            copy.at.state.core.rng = Rng::new(seed);
            step(&mut copy)
        })
        .collect()
}

pub fn track(t: &mut Table) -> Vec<Event> {
    let mut events = Vec::new();
    t.at.gulliver_track(&mut events);
    events
}

pub fn is_station(t: &Table, id: &str, x: i16, y: i16) -> bool {
    t.at.state.core.board().has_station_on(at(x, y), t.company(id).0)
}

// A whole solo game with random moves of the player; `see` looks at each move's events.
pub fn whole_game(
    seed: u64,
    options: &[(&str, &str)],
    mut see: impl FnMut(&Table, &[Event]),
) -> Table {
    let mut s = setup(1, options);
    s.seed = seed;
    let mut t = start(&s).unwrap();
    let mut rng = Rng::new(seed + 1000);
    while t.at.decision().is_some() {
        let choices = t.at.choices();
        let choice = &choices[rng.below(choices.len() as u32) as usize];
        let mv = match choice.amount {
            Some(a) => choice.mv.with_amount(a.min + rng.below((a.max - a.min + 1) as u32) as i32),
            None => choice.mv.clone(),
        };
        let mut events = Vec::new();
        t.at.play(&mv, &mut events).unwrap();
        see(&t, &events);
    }
    t
}

#[test]
fn gulliver_draws_a_starting_company_and_no_character() {
    // LIL-SOLO-1, LIL-SOLO-39
    let mut seen = Vec::new();
    for seed in 0..60 {
        let mut s = setup(1, &[]);
        s.seed = seed;
        let mut t = start(&s).unwrap();
        let company = Company(t.at.state.gulliver[0]);
        assert_eq!(t.at.state.core.stock[company.at()].director(), Some(Player(1)));
        seen.push(t.at.printed.sheet.company(company).id.clone());
        let lot = Lot::Slot(t.slot("LIMNOC"));
        let events = t.play(Move::Take { lot }).events.clone();
        let told = draws(&events);
        assert_eq!(told[..3], ["company", "side of Mildendo", "shape of the home tile"]);
        assert!(
            told.len() == 3 || told[3] == "turn of the home tile",
            "and then the turn of a curve"
        );
        assert!(t.at.state.holders.iter().all(|&h| h != 1), "no character");
    }
    seen.sort();
    seen.dedup();
    assert_eq!(seen, ["GVR", "LNR", "MR", "SR"]);
}

#[test]
fn his_company_has_trains_and_a_price_but_no_treasury() {
    // LIL-SOLO-2, LIL-SOLO-3
    for (id, cash, price, trains) in
        [("MR", 30, 55, 1), ("SR", 30, 50, 1), ("GVR", 60, 50, 1), ("LNR", 30, 50, 2)]
    {
        let t = Table::solo(&[], id);
        assert_eq!(t.cash_of(1), cash, "{id}");
        assert_eq!(
            (t.price_of(id), t.treasury_of(id), t.trains_of(id).len()),
            (price, 0, trains),
            "{id}"
        );
        assert_eq!(t.at.state.core.stock[t.company(id).at()].of(Player(1)), 5);
        assert_eq!(t.tile_at((0, 1)), if id == "SR" { "M-Y-S" } else { "C-Y-S" });
        assert!(is_station(&t, id, 0, 1));
    }
}

#[test]
fn his_home_is_drawn_side_shape_and_turn() {
    // LIL-SOLO-3, LIL-SOLO-29
    let (mut sides, mut shapes) = (Vec::new(), Vec::new());
    for seed in 0..80 {
        let mut s = setup(1, &[]);
        s.seed = seed;
        let t = start(&s).unwrap();
        let home = t.at.home(Company(t.at.state.gulliver[0])).unwrap();
        let tile = t.at.state.core.board().at(home).unwrap();
        let towards =
            (0..4).find(|&e| t.at.printed.sheet.map.neighbour(home, e) == Some(at(0, 0))).unwrap();
        assert_ne!(
            t.at.state.core.board().exits(&t.at.printed.sheet.tiles, home) & (1 << towards),
            0,
            "track to Mildendo"
        );
        sides.push(home);
        shapes.push((t.tile_name(tile.tile).to_owned(), (tile.rotation + 4 - towards) % 4));
    }
    sides.sort();
    sides.dedup();
    assert_eq!(sides.len(), 4);
    for curve in ["C-Y-C", "M-Y-C"] {
        let mut turns: Vec<u8> = shapes.iter().filter(|s| s.0 == curve).map(|s| s.1).collect();
        turns.sort();
        turns.dedup();
        assert_eq!(turns, [0, 3], "{curve} to the left and to the right");
    }
    assert!(shapes.iter().any(|s| s.0 == "C-Y-S") && shapes.iter().any(|s| s.0 == "M-Y-S"));
}

#[test]
fn the_player_chooses_among_the_rest_on_another_side() {
    // LIL-SOLO-4
    let mut s = setup(1, &[]);
    s.seed = 3;
    let mut t = start(&s).unwrap();
    let his = Company(t.at.state.gulliver[0]);
    assert_eq!(t.at.choices().len(), 3 + 5);
    assert_eq!(t.refused(Move::Take { lot: Lot::Company(his) }), "LIL-DRAFT-1");
    let mine = t.at.printed.sheet.company_ids().find(|&c| c != his).unwrap();
    t.play(Move::Take { lot: Lot::Company(mine) });
    let home = t.at.home(his).unwrap();
    assert!(
        t.at.choices().iter().all(|c| !matches!(c.mv, Move::LayTile { cell, .. } if cell == home))
    );
    let mv = t.at.choices()[0].mv.clone();
    assert!(matches!(mv, Move::LayTile { by: LayBy::Home, .. }));
    t.play(mv);
    t.play(Move::Take { lot: Lot::Slot(t.slot("LIMNOC")) });
    assert_eq!(
        t.at.printed.sheet.company_ids().filter(|&c| t.at.state.core.is(c, Flag::Closed)).count(),
        2
    );
    assert_eq!(t.at.printed.sheet.company_ids().filter(|&c| t.at.unfounded(c)).count(), 4);
}

#[test]
fn gulliver_acts_after_the_players_two_cards_in_five_steps() {
    // LIL-SOLO-8, LIL-SOLO-9
    let mut t = Table::solo(&[], "GVR");
    t.play_card("A9", 1);
    assert_eq!((t.step(), t.decider()), ("card", 0), "the player acts twice");
    let events = t.play_card("A8", 1).events.clone();
    assert_eq!(steps(&events), ["A4", "C", "D", "E"], "B only after a new city");
    let at_step = |what: &str| {
        events.iter().position(|e| matches!(e, Event::Procedure { step, .. } if step == what))
    };
    assert!(
        at_step("A4") < at_step("C") && at_step("C") < at_step("D") && at_step("D") < at_step("E")
    );
    let first_run = events.iter().position(|e| matches!(e, Event::Ran { .. }));
    assert!(at_step("E") < first_run);
}

#[test]
fn in_thought_a_round_stops_before_gulliver_acts() {
    // LIL-SOLO-8
    let mut t = Table::solo(&[], "GVR");
    t.play_card("A9", 1);
    let last = Move::PlayCard { slot: t.slot("A8"), side: 1, copy: false };
    let mut thought = t.at.clone();
    let mut events = Vec::new();
    thought.consider(&last, &mut events).expect("legal");
    assert!(steps(&events).is_empty());
    assert!(thought.decision().is_none() && thought.outcome().is_none());
    assert_eq!(thought.state.core.board(), t.at.state.core.board());
    assert_eq!(
        thought.state.core.money.player(Player(0)),
        t.at.state.core.money.player(Player(0)) + 5
    );
    let mut foreseen = t.at.clone();
    foreseen.foresee(&last, &mut Vec::new()).expect("legal");
    assert!(foreseen.decision().is_none() && foreseen.core().rng.sight_ended());
    assert_eq!(foreseen.state.core.board(), t.at.state.core.board());
    t.at.play(&last, &mut events).expect("legal");
    assert!(t.at.decision().is_some() && thought.state.core.board() != t.at.state.core.board());
}

#[test]
fn he_lays_the_first_possible_of_four() {
    // LIL-SOLO-10
    let mut t = Table::solo(&[], "GVR");
    assert_eq!(steps(&track(&mut t)), ["A4"], "only plain cells are reached");
    let mut t = Table::solo(&[], "GVR").tile((0, 2), "P-Y-S", 0);
    assert_eq!(steps(&track(&mut t)), ["A3"]);
    assert!(t.tile_at((0, 3)).starts_with("C-Y"));
    t = t.phase(3);
    assert_eq!(steps(&track(&mut t)), ["A2"]);
    assert_eq!(t.tile_at((0, 1)), "C-G-T");
    t = t.phase(5);
    assert_eq!(steps(&track(&mut t)), ["A1"]);
    assert_eq!(t.tile_at((0, 1)), "C-B-X");
}

#[test]
fn only_tiles_with_his_stations_are_upgraded_the_home_first() {
    // LIL-SOLO-11
    let mut t = Table::solo(&[], "GVR")
        .phase(3)
        .tile((0, 2), "P-Y-S", 0)
        .tile((0, 3), "C-Y-S", 0)
        .tile((0, 4), "P-Y-S", 0)
        .tile((0, 5), "C-Y-S", 0)
        .tile((0, 6), "P-Y-S", 0)
        .tile((0, 7), "C-Y-S", 0)
        .founded(1, "BCR", 60);
    t.at.state.gulliver[1] = t.company("BCR").0;
    t = t.extra_station("GVR", (0, 3), 0).extra_station("BCR", (0, 7), 0);
    let first = over_seeds(&t, |t| laid(&track(t))[0].0);
    assert!(first.iter().all(|&c| c == (0, 1)), "the home, whatever is drawn");
    t = t.tile((0, 1), "C-G-T", 0);
    let mut second = over_seeds(&t, |t| laid(&track(t))[0].0);
    second.sort();
    second.dedup();
    assert_eq!(
        second,
        [(0, 3), (0, 7)],
        "then a random one of the others, never the one without a station"
    );
    let events = track(&mut t);
    assert_eq!(draws(&events)[0], "A2 tile");
}

#[test]
fn the_new_leg_points_towards_mildendo() {
    // LIL-SOLO-12
    let mut t = Table::solo(&[], "GVR")
        .phase(3)
        .tile((0, 1), "C-G-T", 0)
        .tile((2, 1), "C-Y-S", 0)
        .extra_station("GVR", (2, 1), 0);
    for rotation in over_seeds(&t, |t| laid(&track(t))[0].2) {
        assert_eq!(rotation, 2, "west: 1,1 is nearer than 3,1");
    }
    assert_eq!(draws(&track(&mut t)).len(), 0, "nothing to draw");
    // A tie is drawn.
    let mut t = Table::solo(&[], "GVR").phase(3);
    let mut rotations = over_seeds(&t, |t| laid(&track(t))[0].2);
    rotations.sort();
    rotations.dedup();
    assert_eq!(rotations, [0, 2]);
    assert_eq!(draws(&track(&mut t)), ["A2 rotation"]);
    // Only legal rotations are compared.
    let t = Table::solo(&[], "GVR").phase(3).tile((1, 1), "K-PORT-A", 0);
    for rotation in over_seeds(&t, |t| laid(&track(t))[0].2) {
        assert_eq!(rotation, 2, "east is the quay");
    }
}

#[test]
fn a_new_city_goes_to_the_nearest_cell() {
    // LIL-SOLO-13, LIL-SOLO-33
    let mut t = Table::solo(&[], "GVR")
        .tile((0, 1), "C-B-X", 0)
        .tile((1, 1), "P-Y-S", 1)
        .tile((0, 2), "P-Y-S", 0)
        .tile((-1, 1), "P-Y-C", 1);
    // Open ends: 2,1 and 0,3 at distance 3, and -1,2 at distance 3 as well.
    let results = over_seeds(&t, |t| {
        let events = track(t);
        (laid(&events)[0], draws(&events))
    });
    let mut cells: Vec<(i16, i16)> = results.iter().map(|r| r.0.0).collect();
    cells.sort();
    cells.dedup();
    assert_eq!(cells, [(-1, 2), (0, 3), (2, 1)], "ties are drawn");
    for (_, told) in &results {
        assert_eq!(told[0], "A3 cell");
        assert!(told.contains(&"A3 shape".to_owned()));
    }
    // A nearer cell wins without a draw.
    t = t
        .tile((2, 1), "C-Y-S", 0)
        .tile((0, 3), "C-Y-S", 1)
        .tile((-1, 2), "C-Y-S", 1)
        .tile((2, 2), "P-Y-S", 0)
        .extra_station("GVR", (2, 1), 0)
        .tile((2, 0), "P-Y-C", 2);
    // 2,1 leads north to 2,0 and on west to 1,0 (distance 1); south over 2,2 to 2,3 (distance 5).
    for events in over_seeds(&t, track) {
        assert_eq!(laid(&events)[0].0, (1, 0));
        assert!(!draws(&events).contains(&"A3 cell".to_owned()));
    }
}

#[test]
fn a_new_plain_tile_goes_to_any_reached_cell() {
    // LIL-SOLO-14
    let t = Table::solo(&[], "GVR").tile((0, 1), "C-B-X", 0);
    let events = over_seeds(&t, track);
    let mut cells: Vec<(i16, i16)> = events.iter().map(|e| laid(e)[0].0).collect();
    cells.sort();
    cells.dedup();
    assert_eq!(cells, [(-1, 1), (0, 2), (1, 1)], "whatever the distance");
    assert!(events.iter().all(|e| steps(e) == ["A4"] && draws(e)[0] == "A4 cell"));
    // Shape and turn are drawn too.
    let mut shapes: Vec<(u16, u8)> = events
        .iter()
        .filter(|e| laid(e)[0].0 == (0, 2))
        .map(|e| (laid(e)[0].1, laid(e)[0].2))
        .collect();
    shapes.sort();
    shapes.dedup();
    assert_eq!(shapes.len(), 3, "straight, left and right");
}

#[test]
fn several_entry_sides_of_one_cell_are_drawn() {
    // LIL-SOLO-33
    let mut t = Table::solo(&[], "GVR")
        .tile((0, 1), "C-B-X", 0)
        .tile((1, 1), "P-Y-C", 2)
        .tile((1, 2), "C-Y-S", 1)
        .tile((-1, 1), "P-Y-C", 1)
        .tile((-1, 2), "C-Y-S", 1);
    // 1,1 leads west and south to 1,2, whose west end enters 0,2 from the east; -1,2 enters it from the west.
    t = t.tile((1, 2), "C-Y-C", 3).tile((-1, 2), "C-Y-C", 0);
    let all = over_seeds(&t, |t| draws(&track(t)));
    assert!(all.iter().all(|d| d.contains(&"A4 entry side".to_owned())), "{:?}", all[0]);
    // A side where no tile fits is no candidate: all but one entry of 0,2 point at water on the other side.
    let mut t = Table::solo(&[], "GVR");
    for (x, y) in [(1, 2), (-1, 2), (0, 3)] {
        t = t.tile((x, y), "S-SEA", 0);
    }
    let events = track(&mut t);
    assert_eq!(steps(&events), ["A"], "no shape fits 0,2");
    assert!(laid(&events).is_empty());
}

#[test]
fn a_new_city_gets_a_station_until_all_three_stand() {
    // LIL-SOLO-15
    let mut t = Table::solo(&[], "GVR").tile((0, 2), "P-Y-S", 0);
    let (cash, treasury) = (t.cash_of(1), t.treasury_of("GVR"));
    let mut events = Vec::new();
    let city = t.at.gulliver_track(&mut events);
    assert_eq!(city, Some(at(0, 3)));
    t.at.gulliver_station(city, &mut events);
    assert!(is_station(&t, "GVR", 0, 3));
    assert_eq!((t.cash_of(1), t.treasury_of("GVR")), (cash, treasury), "free of charge");
    // Without a test of the connection.
    t = t.tile((5, 6), "C-Y-S", 0);
    t.at.gulliver_station(Some(at(5, 6)), &mut events);
    assert!(is_station(&t, "GVR", 5, 6));
    t = t.tile((7, 6), "C-Y-S", 0);
    t.at.gulliver_station(Some(at(7, 6)), &mut events);
    assert!(!is_station(&t, "GVR", 7, 6), "all three stand");
    let mut events = Vec::new();
    t.at.gulliver_station(None, &mut events);
    assert!(events.is_empty(), "no new city, no station");
}

#[test]
fn an_extra_plain_tile_continues_a_leg_of_his_stations() {
    // LIL-SOLO-16, LIL-SOLO-33
    let t = Table::solo(&[], "GVR").tile((0, 1), "C-B-X", 0);
    let plain = |t: &mut Table| {
        let mut events = Vec::new();
        t.at.gulliver_plain(&mut events);
        events
    };
    let all = over_seeds(&t, plain);
    let mut cells: Vec<(i16, i16)> = all.iter().map(|e| laid(e)[0].0).collect();
    cells.sort();
    cells.dedup();
    assert_eq!(cells, [(-1, 1), (0, 2), (1, 1)]);
    assert!(
        all.iter().all(|e| laid(e).len() == 1 && draws(e)[0] == "C leg"),
        "one tile, the leg drawn"
    );
    for events in &all {
        let Event::Drawn { result, .. } = &events[0] else { panic!("the draw comes first") };
        let list = result.split_once(" of ").unwrap().1;
        assert_eq!(list, "-1,1 side 1 | 1,1 side 3 | 0,2 side 0", "by y, x, side (LIL-SOLO-29)");
    }
    // Only legs of his station tiles: an open end further on does not count.
    let mut t = Table::solo(&[], "GVR").tile((0, 2), "P-Y-S", 0).tile((0, 3), "C-Y-S", 0);
    let events = plain(&mut t);
    assert!(laid(&events).is_empty(), "0,4 belongs to a city without his station");
    t = t.extra_station("GVR", (0, 3), 0);
    assert_eq!(laid(&plain(&mut t))[0].0, (0, 4));
    // A shape that is not in supply is not drawn.
    let mut t = Table::solo(&[], "GVR");
    let curve = t.tile_id("P-Y-C");
    t.at.state.core.board_mut().set_supply(curve, 0);
    let events = plain(&mut t);
    assert_eq!((t.tile_at((0, 2)), draws(&events).len()), ("P-Y-S".to_owned(), 0));
}
