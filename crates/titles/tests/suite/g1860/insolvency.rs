//! Insolvency and leases.

use super::Table;
use engine::{Flag, Move, Pay, RouteClaim, Whereabouts};

/// IOW with Ryde next door, no train, and nothing to pay for one.
fn broke() -> Table {
    Table::new(2).operated("IOW", 90, [5], 0).tile("J4", "57", 2)
}

#[test]
fn a_company_with_a_route_and_no_train_is_insolvent_at_the_end_of_its_turn() {
    // IOW-INSOLVENT-1, IOW-INSOLVENT-2, IOW-INSOLVENT-3, IOW-INSOLVENT-4
    let mut t = broke().turns(["IOW"]);
    assert!(!t.is("IOW", Flag::Insolvent), "not before the end");
    t.pass();
    assert!(t.is("IOW", Flag::Insolvent));
    let mut alone = Table::new(2).operated("IOW", 90, [5], 0).turns(["IOW"]);
    alone.pass();
    assert!(!alone.is("IOW", Flag::Insolvent), "no route, no insolvency");
    let halt = Table::new(2).operated("IWNJ", 90, [5], 0).tile("H8", "742", 2);
    assert!(!halt.at.has_possible_route(halt.company("IWNJ")), "a halt alone makes no route");
}

#[test]
fn owning_a_train_ends_it() {
    // IOW-INSOLVENT-5, IOW-INSOLVENT-16
    let t = broke()
        .flag("IOW", Flag::Insolvent)
        .treasury("IOW", 20)
        .operated("C&N", 90, [5], 0)
        .train("C&N", "2+1");
    let mut t = t.turns(["IOW"]);
    t.pass();
    t.play(t.best_run("IOW"));
    assert_eq!(t.step(), "trains");
    t.play(t.buy_from("IOW", "C&N", "2+1", 10));
    assert!(!t.is("IOW", Flag::Insolvent), "for ten credits");
}

#[test]
fn an_insolvent_company_lays_only_what_costs_nothing() {
    // IOW-INSOLVENT-6, IOW-TOKEN-8, IOW-UPGRADE-22
    let t = broke().flag("IOW", Flag::Insolvent).treasury("IOW", 200).phase(3).turns(["IOW"]);
    assert_eq!(t.refused(t.lay("IOW", "K5", "743", 2)), "IOW-INSOLVENT-6", "a river");
    assert_eq!(t.refused(t.lay("IOW", "I3", "758", 0)), "IOW-UPGRADE-22");
    let mut t =
        Table::new(2).operated("IOW", 90, [5], 0).tile("J4", "6", 0).flag("IOW", Flag::Insolvent);
    t = t.treasury("IOW", 200).turns(["IOW"]);
    t.play(t.lay("IOW", "J6", "746", 0));
    assert_eq!(t.step(), "run", "no base is offered");
}

#[test]
fn a_company_that_can_pay_for_a_train_leases_none() {
    // IOW-INSOLVENT-7
    let mut t = broke().flag("IOW", Flag::Insolvent).treasury("IOW", 250).turns(["IOW"]);
    t.pass();
    assert_eq!(t.step(), "trains", "it does not run");
    assert_eq!((t.market_price("IOW"), t.is("IOW", Flag::Insolvent)), (Some(82), false));
    assert_eq!(t.refused(Move::Pass), "IOW-TRAIN-10");
}

#[test]
fn it_leases_the_shortest_train_for_nothing() {
    // IOW-INSOLVENT-8, IOW-INSOLVENT-9, IOW-INSOLVENT-13, IOW-SELL-5
    let t = broke().flag("IOW", Flag::Insolvent).pooled("3+2").phase(4);
    let mut t = t.turns(["IOW"]);
    t.pass();
    assert_eq!(t.step(), "run");
    let leased = t.at.state.turn.lease.expect("a leased card");
    let state = t.at.state.core.trains.get(leased);
    assert_eq!(
        (t.at.printed.sheet.trains[state.kind as usize].name.as_str(), state.place),
        ("3+2", Whereabouts::Pool)
    );
    assert!(!t.at.scores_full(t.company("IOW")), "a leased train is no owned train");
    t.play(t.best_run("IOW"));
    assert_eq!(
        t.at.state.core.trains.get(leased).place,
        Whereabouts::Pool,
        "the card stays for others"
    );
    assert_eq!(t.at.state.core.phase, 2, "no phase starts");
}

#[test]
fn a_lease_pays_forty_and_twenty_a_stop_and_must_be_withheld() {
    // IOW-INSOLVENT-10, IOW-INSOLVENT-11, IOW-INSOLVENT-12: worked example 5.
    let mut t = broke().flag("IOW", Flag::Insolvent).turns(["IOW"]);
    t.pass();
    t.play(t.best_run("IOW"));
    assert_eq!(
        (t.treasury_of("IOW"), t.market_price("IOW")),
        (80, Some(82)),
        "40 + 2 x 20, two points down"
    );
    // Ryde Esplanade, eight halts, and a station at the end: more stops than any train makes.
    let most = |phase: u8| {
        let mut t = Table::new(2)
            .operated("IOW", 90, [5], 0)
            .tile("J4", "744", 2)
            .tile("K5", "745", 0)
            .tile("K7", "745", 1)
            .tile("J8", "744", 1)
            .tile("I9", "5", 4)
            .flag("IOW", Flag::Insolvent)
            .phase(phase)
            .turns(["IOW"]);
        t.pass();
        t.play(t.best_run("IOW"));
        t.treasury_of("IOW")
    };
    assert_eq!(most(5), 140, "a leased 5+3");
    assert_eq!(most(9), 220, "a leased 9+5");
}

#[test]
fn a_leased_train_stops_no_more_than_its_first_number() {
    // IOW-INSOLVENT-10, IOW-INSOLVENT-15
    let t = Table::new(2)
        .operated("IOW", 90, [5], 0)
        .tile("J4", "6", 0)
        .tile("J6", "746", 0)
        .tile("J8", "57", 0);
    let mut t = t.flag("IOW", Flag::Insolvent).turns(["IOW"]);
    t.pass();
    let card = t.at.state.turn.lease.expect("a leased card");
    let long: RouteClaim = t.route(card, &[("I3", 0), ("J4", 1), ("J4", 0), ("J6", 1)]);
    assert_eq!(t.refused(t.run("IOW", vec![long])), "IOW-RUN-19", "three stations with a 2+1");
    let short = t.route(card, &[("I3", 0), ("J4", 1)]);
    t.play(t.run("IOW", vec![short]));
    assert_eq!(t.treasury_of("IOW"), 80);
}

#[test]
fn an_insolvent_companys_shares_are_bought_at_full_price() {
    // IOW-INSOLVENT-14
    let mut t =
        Table::new(2).operated("IWNJ", 62, [5], 2).flag("IWNJ", Flag::Insolvent).stock_round(2, 1);
    t.play(t.buy("IWNJ", engine::ShareSource::Pool));
    assert_eq!(t.cash_of(1), 1000 - 62);
}

#[test]
fn after_the_ban_halts_are_no_stops_of_leased_trains() {
    // IOW-INSOLVENT-17, IOW-HALT-6, IOW-SOUTHERN-4
    let lease = |closed: bool| {
        let t = Table::new(2)
            .operated("C&N", 90, [5], 0)
            .flag("C&N", Flag::Insolvent)
            .phase(4)
            .pooled("4+2")
            .phase(5);
        let t = t.tile("F4", "743", 0).tile("F6", "748", 1).go(|p, _| {
            p.state.closed = closed;
            p.state.southern = closed;
        });
        let mut t = t.turns(["C&N"]);
        if t.step() == "track" {
            t.pass();
        }
        t.play(t.best_run("C&N"));
        t.treasury_of("C&N")
    };
    assert_eq!(lease(false), 120, "Cowes, two small stations and a halt");
    assert_eq!(lease(true), 100, "three stations");
}

#[test]
fn the_director_of_an_insolvent_company_gets_no_dividend_choice() {
    // IOW-INSOLVENT-12
    let mut t = broke().flag("IOW", Flag::Insolvent).turns(["IOW"]);
    t.pass();
    t.play(t.best_run("IOW"));
    assert_ne!(t.step(), "dividend");
    assert_eq!(
        t.refused(Move::Dividend { pay: Pay::Out }),
        t.refused(Move::Dividend { pay: Pay::Withhold })
    );
}
