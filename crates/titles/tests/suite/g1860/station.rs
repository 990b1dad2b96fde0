//! Bases.

use super::Table;
use engine::{Flag, Move};

/// IOW in its base step on I3 - J4 - J6.
fn building(credits: i32) -> Table {
    let t = Table::new(2)
        .operated("IOW", 90, [5], 0)
        .treasury("IOW", credits)
        .tile("J4", "6", 0)
        .tile("J6", "746", 0);
    let mut t = t.train("IOW", "2+1").turns(["IOW"]);
    t.pass();
    t
}

#[test]
fn one_base_a_turn_at_rising_cost() {
    // IOW-TOKEN-1, IOW-TOKEN-2, IOW-COMPANY-9: worked example 17.
    let mut t = building(200);
    assert_eq!(t.step(), "station");
    t.play(t.place("IOW", "J4", 0));
    assert_eq!(t.treasury_of("IOW"), 160);
    assert_ne!(t.step(), "station", "one a turn");
    let mut again = t.turns(["IOW"]);
    again.pass();
    again.play(again.place("IOW", "J6", 0));
    assert_eq!(again.treasury_of("IOW"), 60, "then a hundred");
    let costs = &again.at.printed.sheet.company(again.company("C&N")).station_costs;
    assert_eq!((costs.to_vec(), costs.iter().sum::<u16>()), (vec![0, 40, 100, 100], 240));
    let none = building(39);
    assert_ne!(none.step(), "station", "nothing to pay it with");
}

#[test]
fn a_base_needs_a_free_circle_on_an_open_line() {
    // IOW-TOKEN-3, IOW-TOKEN-7
    let t = building(200);
    assert_eq!(t.refused(t.place("IOW", "G5", 0)), "IOW-TOKEN-3", "not connected");
    assert_eq!(t.refused(t.place("IOW", "J2", 0)), "IOW-TOKEN-7", "the pier has no circles");
    let blocked = Table::new(2)
        .operated("IOW", 90, [5], 0)
        .treasury("IOW", 200)
        .tile("J4", "6", 0)
        .tile("J6", "746", 0);
    let mut blocked = blocked.station("C&N", "J4", 0).turns(["IOW"]);
    blocked.pass();
    assert_ne!(blocked.step(), "station", "Ryde is full, and Brading lies behind it");
}

#[test]
fn one_base_of_a_company_on_a_hex() {
    // IOW-TOKEN-4, IOW-TOKEN-6
    let t = building(200).tile("J6", "757", 0).tile("J6", "770", 0).station("IOW", "J6", 0);
    assert_eq!(t.refused(t.place("IOW", "J6", 0)), "IOW-TOKEN-4", "though a second circle is free");
    let lift = Move::LiftStation { company: t.company("IOW"), cell: t.hex("J6"), stop: 0 };
    assert_eq!(t.refused(lift), "IOW-OR-5", "bases never move");
}

#[test]
fn a_circle_stays_free_for_a_headquarters() {
    // IOW-TOKEN-5
    let t = Table::new(2)
        .operated("IOW", 90, [5], 0)
        .treasury("IOW", 200)
        .tile("J4", "57", 2)
        .tile("K5", "742", 3);
    let t = t.tile("L6", "115", 2).tile("K5", "743", 2);
    let mut t = t.turns(["IOW"]);
    t.pass();
    assert_eq!(t.step(), "station");
    assert_eq!(t.refused(t.place("IOW", "L6", 0)), "IOW-TOKEN-5", "BHI&R is not launched yet");
    let launched = t.flag("BHI&R", Flag::Home);
    assert!(
        launched.offers(&launched.place("IOW", "L6", 0)),
        "its headquarters are down (elsewhere, for the test)"
    );
}

#[test]
fn the_base_step_follows_track_and_is_closed_to_companies_in_trouble() {
    // IOW-TOKEN-8, IOW-TOKEN-9, IOW-RECEIVER-2
    let t = Table::new(2).operated("IOW", 90, [5], 0).treasury("IOW", 200).tile("J4", "6", 0);
    let mut t = t.turns(["IOW"]);
    t.play(t.lay("IOW", "J6", "746", 0));
    assert!(t.offers(&t.place("IOW", "J6", 0)), "on the track just laid");
    let insolvent =
        Table::new(2).operated("IOW", 90, [5], 0).treasury("IOW", 200).tile("J4", "6", 0);
    let mut insolvent = insolvent.flag("IOW", Flag::Insolvent).turns(["IOW"]);
    insolvent.pass();
    assert_ne!(insolvent.step(), "station");
}
