use crate::tiny::{A, B, Table};
use board::Spot;
use engine::{Event, Flag, Forbidden, Joined, Lay, Misfit, Purse, Terms};

// A has its home on A3, where a city tile lies, and money.
fn built(terms: Terms) -> Table {
    let mut t = Table::new(terms).started(2);
    t.core.pay(Purse::Bank, Purse::Company(A), 300);
    let cell = t.cell("A3");
    t.acts().place_home(A, Spot { cell, stop: 0 });
    lay(&mut t, "A3", "57", 0);
    t.events.clear();
    t
}

fn lay(t: &mut Table, cell: &str, tile: &str, rotation: u8) {
    let (cell, tile) = (t.cell(cell), t.tile(tile));
    let fit = engine::fits(&t.sheet, &t.core, cell, tile, rotation);
    let stops = fit.expect("it fits").stops.to_vec();
    let cost = t.checks().terrain_cost(cell);
    let stops = &stops;
    t.acts().lay_tile(Lay { company: A, cell, tile, rotation, stops, cost });
}

#[test]
fn a_tile_is_paid_and_terrain_counts_once() {
    let mut t = built(Terms::PLAIN);
    lay(&mut t, "A5", "9", 0);
    assert_eq!(t.treasury(A), 240);
    let cell = t.cell("A5");
    assert_eq!(t.checks().terrain_cost(cell), 0, "the hill is crossed");
    assert!(matches!(t.events[0], Event::TileLaid { cost: 60, .. }));
    t.sound();
}

#[test]
fn supply_and_colour_say_what_can_be_laid() {
    let mut t = built(Terms::PLAIN);
    let (cell, nine, green) = (t.cell("A5"), t.tile("9"), t.tile("24"));
    assert_eq!(t.checks().tile_available(cell, nine), Ok(()));
    assert_eq!(t.checks().tile_available(cell, green), Err(Forbidden::ColourNotYet { cell }));
    t.core.phase = 1;
    assert_eq!(t.checks().tile_available(cell, green), Ok(()));
    lay(&mut t, "A5", "9", 0);
    lay(&mut t, "A9", "9", 0);
    assert_eq!(t.checks().tile_available(cell, nine), Err(Forbidden::NoTileLeft { cell }));
}

#[test]
fn a_misfit_says_why() {
    let mut t = built(Terms::PLAIN);
    t.core.phase = 1;
    let why = |t: &Table, cell: &str, tile: &str, rotation| {
        let fit = t.checks().tile_fits(t.cell(cell), t.tile(tile), rotation);
        match fit {
            Err(Forbidden::Misfit { why, .. }) => Some(why),
            _ => None,
        }
    };
    assert_eq!(why(&t, "A5", "9", 0), None);
    assert_eq!(why(&t, "A5", "9", 1), Some(Misfit::ClosedSide), "off the map");
    assert_eq!(why(&t, "A5", "24", 0), Some(Misfit::Colour));
    assert_eq!(why(&t, "A5", "57", 0), Some(Misfit::Stops));
    lay(&mut t, "A5", "9", 0);
    assert_eq!(why(&t, "A5", "24", 1), Some(Misfit::ClosedSide));
    lay(&mut t, "A7", "57", 0);
    assert_eq!(why(&t, "A7", "14", 2), Some(Misfit::ClosedSide));
}

#[test]
fn a_new_tile_joins_the_track_of_its_company() {
    let t = built(Terms::PLAIN);
    let (near, far, straight) = (t.cell("A5"), t.cell("A9"), 0b1001);
    assert_eq!(t.checks().joined(A, near, straight), Ok(()));
    let no = |cell| Err(Forbidden::NotConnected { cell });
    assert_eq!(t.checks().joined(A, near, 0b0001), no(near), "the other side");
    assert_eq!(t.checks().joined(A, far, straight), no(far));
    assert_eq!(t.checks().joined(B, near, straight), no(near));
    assert!(t.checks().near(A, near) && !t.checks().near(A, far));
}

#[test]
fn track_on_a_cell_is_enough_where_the_terms_say_so() {
    for (joined, ok) in [(Joined::Arrives, false), (Joined::Touches, true)] {
        let mut t = built(Terms { joined, ..Terms::PLAIN });
        lay(&mut t, "A5", "9", 0);
        let cell = t.cell("A5");
        assert_eq!(t.checks().joined(A, cell, 0).is_ok(), ok);
    }
}

#[test]
fn an_upgrade_is_of_use_by_new_track_or_by_value() {
    let mut t = built(Terms::PLAIN);
    t.core.phase = 1;
    lay(&mut t, "A5", "9", 0);
    let (home, cell) = (t.cell("A3"), t.cell("A5"));
    let (city, track) = (t.tile("14"), t.tile("24"));
    assert!(t.checks().useful(A, (home, city, 0), &[0]), "worth 30 instead of 20");
    assert!(!t.checks().useful(B, (home, city, 0), &[0]), "B has nothing there");
    let gain = t.checks().gain((cell, track, 3), &[]);
    assert_eq!((gain.segments.count_ones(), gain.stops), (1, 0), "one piece is new");
}

#[test]
fn new_track_is_of_use_where_the_company_comes_in() {
    let mut t = built(Terms::PLAIN);
    let home = Spot { cell: t.cell("A11"), stop: 0 };
    t.acts().place_home(B, home);
    for (cell, tile) in [("A5", "9"), ("A9", "9"), ("A11", "57")] {
        lay(&mut t, cell, tile, 0);
    }
    let green = t.tile("24");
    // The new branch leaves from one end of the old line: from side 0, or, turned round, from side 3.
    for (company, cell, side) in [(A, "A5", 3), (B, "A9", 0)] {
        let cell = t.cell(cell);
        let of_use = |rotation| t.checks().useful(company, (cell, green, rotation), &[]);
        assert_eq!((of_use(side), of_use(3 - side)), (true, false), "{company:?}");
    }
}

#[test]
fn a_stop_worth_more_is_of_use_to_whoever_comes_to_it() {
    let mut t = built(Terms::PLAIN);
    let home = Spot { cell: t.cell("A7"), stop: 0 };
    t.acts().place_home(B, home);
    lay(&mut t, "A7", "57", 0);
    let (cell, two, more) = (t.cell("A5"), t.tile("two"), t.tile("more"));
    t.core.lay_tile(&t.sheet, cell, two, 0, &[]);
    let of_use = |company| t.checks().useful(company, (cell, more, 0), &[0, 1]);
    assert_eq!((of_use(A), of_use(B)), (true, false), "the stop on the side of A");
}

#[test]
fn a_station_needs_a_place_that_is_reached_and_not_kept() {
    let mut t = built(Terms::PLAIN);
    let spot = |t: &Table, cell: &str| Spot { cell: t.cell(cell), stop: 0 };
    let (home, mid, end) = (spot(&t, "A3"), spot(&t, "A7"), spot(&t, "A11"));
    assert_eq!(t.checks().may_place(A, home), Err(Forbidden::StationThere { cell: home.cell }));
    assert_eq!(t.checks().may_place(A, mid), Err(Forbidden::NotConnected { cell: mid.cell }));
    assert_eq!(t.checks().may_place(A, end), Err(Forbidden::SlotKept { cell: end.cell }));
    let open = Spot { cell: t.cell("A9"), stop: 0 };
    assert_eq!(t.checks().may_place(A, open), Err(Forbidden::NoCity { cell: open.cell }));
    lay(&mut t, "A5", "9", 0);
    lay(&mut t, "A7", "57", 0);
    assert_eq!(t.checks().may_place(A, mid), Ok(40));
    t.acts().place_station(A, mid, 40);
    assert_eq!(t.treasury(A), 300 - 60 - 40);
    assert_eq!(t.checks().station_cost(A), Err(Forbidden::NoMarkerLeft { company: A }));
    t.acts().lift_station(A, mid, 1);
    assert_eq!(t.checks().may_place(A, mid), Ok(40));
    t.core.company_mut(B).set(Flag::Closed, true);
    assert_ne!(t.checks().may_place(A, end), Err(Forbidden::SlotKept { cell: end.cell }));
}

#[test]
fn what_companies_reach_stays_true_while_the_board_changes() {
    let mut t = built(Terms::PLAIN);
    let b = Spot { cell: t.cell("A11"), stop: 0 };
    t.acts().place_home(B, b);
    for (cell, tile) in [("A5", "9"), ("A7", "57"), ("A9", "9"), ("A11", "57")] {
        for company in [A, B] {
            t.core.reach(&t.sheet, company);
        }
        lay(&mut t, cell, tile, 0);
        for company in [A, B] {
            let fresh = board::Reach::of(&t.sheet.map, &t.sheet.tiles, t.core.board(), company.0);
            assert_eq!(*t.core.reach(&t.sheet, company), fresh, "{cell} {company:?}");
        }
    }
}
