//! Runs.

use super::{Table, switch, word};
use engine::{Flag, Pay, RouteClaim};
use routing::StopKind;

/// IOW on Ryde Esplanade (I3) - Ryde (J4) - Brading (J6) - Sandown (J8) with some trains, in its run step.
fn line(trains: &[&str]) -> Table {
    let mut t = Table::new(2)
        .operated("IOW", 90, [5], 0)
        .tile("J4", "6", 0)
        .tile("J6", "746", 0)
        .tile("J8", "57", 0);
    for name in trains {
        t = t.train("IOW", name);
    }
    running(t, "IOW")
}

fn running(t: Table, id: &str) -> Table {
    let mut t = t.turns([id]);
    while t.step() != "run" {
        t.pass();
    }
    t
}

const SHORT: [(&str, u8); 2] = [("I3", 0), ("J4", 1)];
const LONG: [(&str, u8); 4] = [("I3", 0), ("J4", 1), ("J4", 0), ("J6", 1)];

fn claim(t: &Table, name: &str, path: &[(&str, u8)]) -> RouteClaim {
    t.route(t.card("IOW", name), path)
}

#[test]
fn each_train_runs_at_most_once_and_one_may_stay_idle() {
    // IOW-RUN-1, IOW-RUN-27
    let t = line(&["2+1", "2+1"]);
    let one = claim(&t, "2+1", &SHORT);
    assert_eq!(t.refused(t.run("IOW", vec![one.clone(), one.clone()])), "IOW-RUN-1");
    let mut t = t;
    t.play(t.run("IOW", vec![one]));
    assert_eq!(t.at.state.turn.revenue, 50, "the director need not choose the best income");
}

#[test]
fn a_route_is_an_unbroken_line_with_two_stops() {
    // IOW-RUN-4, IOW-RUN-9, IOW-RUN-10, IOW-RUN-12
    let t = line(&["3+2"]);
    let run = |path: &[(&str, u8)]| t.refused(t.run("IOW", vec![claim(&t, "3+2", path)]));
    assert_eq!(run(&[]), "IOW-RUN-4");
    assert_eq!(run(&[("I3", 0), ("J6", 1)]), "IOW-RUN-9", "Ryde is missing");
    assert_eq!(run(&[("I3", 0), ("J4", 1), ("J4", 1)]), "IOW-RUN-9", "back by the same track");
    assert_eq!(run(&[("J6", 1), ("J4", 0)]), "IOW-RUN-5", "no own base on it");
    assert_eq!(run(&[("I3", 0), ("J4", 7)]), "IOW-RUN-9", "no such track");
    let loops = Table::new(2)
        .operated("IWNJ", 62, [5], 0)
        .train("IWNJ", "5+3")
        .phase(5)
        .tile("G7", "761", 0)
        .tile("G7", "775", 0);
    let loops = running(loops.tile("H6", "8", 1).tile("H8", "743", 0), "IWNJ");
    let card = loops.card("IWNJ", "5+3");
    let around = loops.route(card, &[("G7", 4), ("H6", 0), ("H8", 1), ("H8", 0)]);
    assert_eq!(loops.refused(loops.run("IWNJ", vec![around])), "IOW-RUN-9");
}

#[test]
fn a_city_with_a_free_circle_or_an_own_base_can_be_passed() {
    // IOW-RUN-18, IOW-RUN-15, IOW-RUN-29, IOW-RUN-30
    let open = line(&["3+2"]);
    let mut t = open.clone();
    t.play(t.run("IOW", vec![claim(&t, "3+2", &LONG)]));
    assert_eq!(t.at.state.turn.revenue, 60, "30 + 20 + 10 over free circles");
    let own = open.clone().station("IOW", "J4", 0);
    let problem = own.problem("IOW");
    assert!(problem.network.stops.iter().all(|s| s.passable));
}

#[test]
fn a_circle_kept_for_a_headquarters_counts_as_free() {
    // IOW-RUN-18: Ryde Esplanade - Ryde - Brading, full of a rival - Bembridge - Sandown
    let line = |t: Table| {
        let t = t
            .tile("J4", "6", 0)
            .tile("J6", "757", 0)
            .station("C&N", "J6", 0)
            .tile("K5", "742", 5)
            .tile("L6", "5", 1)
            .tile("K7", "9", 1)
            .tile("J8", "57", 1);
        let mut t = running(t.train("IOW", "5+3").phase(5), "IOW");
        t.play(t.best_run("IOW"));
        t.at.state.turn.revenue
    };
    let start = Table::new(2).operated("IOW", 90, [5], 0).operated("C&N", 82, [0, 5], 0);
    assert_eq!(
        line(start.clone()),
        30 + 20 + 20 + 20 + 20,
        "one full city is passed, and Bembridge has room"
    );
    let launched = start.operated("BHI&R", 62, [0, 5], 0);
    assert_eq!(
        line(launched),
        30 + 20 + 20 + 20,
        "with its headquarters there Bembridge is full, a second one"
    );
}

#[test]
fn one_full_city_may_be_passed_and_pays() {
    // IOW-RUN-16, HARD-IOW-11
    let t = line(&["3+2"]).station("C&N", "J4", 0);
    let problem = t.problem("IOW");
    assert!(problem.rules.one_bypass);
    let best = routing::solve(
        &problem.network,
        &problem.trains,
        &problem.rules,
        routing::Budget::default(),
    );
    assert_eq!(best.totals.revenue, 60, "the finder passes full Ryde, which is a paying stop");
    let mut full = t.clone();
    full.play(full.best_run("IOW"));
    assert_eq!(full.at.state.turn.revenue, 60);
    let twice = line(&["4+2"]).station("C&N", "J4", 0).station("C&N", "J6", 0);
    let path = [LONG.as_slice(), &[("J6", 0), ("J8", 1)]].concat();
    assert_eq!(twice.refused(twice.run("IOW", vec![claim(&twice, "4+2", &path)])), "IOW-RUN-16");
}

#[test]
fn capacity_is_large_stations_plus_the_rest() {
    // IOW-RUN-19, IOW-RUN-13, IOW-RUN-25: worked examples 3 and 21.
    let t = line(&["2+1"]);
    assert_eq!(
        t.refused(t.run("IOW", vec![claim(&t, "2+1", &LONG)])),
        "IOW-RUN-19",
        "three large stations with a 2+1"
    );
    let c = running(
        Table::new(2)
            .operated("C&N", 90, [5], 0)
            .train("C&N", "2+1")
            .tile("F4", "743", 0)
            .tile("F6", "748", 1),
        "C&N",
    );
    let whole = c.route(
        c.card("C&N", "2+1"),
        &[("F2", 2), ("F2", 1), ("F2", 0), ("F4", 1), ("F4", 0), ("F6", 1)],
    );
    let mut towns = c.clone();
    towns.play(towns.run("C&N", vec![whole.clone()]));
    assert_eq!(
        (towns.at.state.turn.revenue, towns.at.state.turn.subsidy),
        (40, 0),
        "1 large and 2 small"
    );
    let mut halt = c.clone();
    halt.play(halt.run("C&N", vec![RouteClaim { halts: Some(1), ..whole.clone() }]));
    assert_eq!(
        (halt.at.state.turn.revenue, halt.at.state.turn.subsidy),
        (30, 10),
        "1 large, 1 small, 1 halt"
    );
    assert_eq!(
        c.refused(c.run("C&N", vec![RouteClaim { halts: Some(2), ..whole }])),
        "IOW-HALT-5",
        "the end is a stop"
    );
}

#[test]
fn income_and_halt_credits_are_counted_apart() {
    // IOW-HALT-1, IOW-HALT-2, IOW-SUBSIDY-1, IOW-SUBSIDY-4: worked example 4.
    let t = Table::new(2)
        .operated("C&N", 90, [5], 0)
        .train("C&N", "3+2")
        .tile("F4", "743", 0)
        .tile("F6", "748", 1);
    let mut t = running(t, "C&N");
    t.play(t.best_run("C&N"));
    assert_eq!(
        (t.at.state.turn.revenue, t.at.state.turn.subsidy),
        (40, 20),
        "three stations and two halts"
    );
    t.dividend(Pay::Out);
    assert_eq!(t.treasury_of("C&N"), 20);
}

#[test]
fn a_route_cannot_end_on_a_halt() {
    // IOW-RUN-2, HARD-IOW-10
    let t = Table::new(2).operated("C&N", 90, [5], 0).train("C&N", "3+2").tile("F4", "743", 0);
    let t = running(t, "C&N");
    let path = [("F2", 2), ("F2", 1), ("F2", 0), ("F4", 1)];
    assert_eq!(t.refused(t.run("C&N", vec![t.route(t.card("C&N", "3+2"), &path)])), "IOW-RUN-2");
    let inside = t.route(t.card("C&N", "3+2"), &[("F2", 2)]);
    let mut t = t;
    t.play(t.run("C&N", vec![inside]));
    assert_eq!(t.at.state.turn.revenue, 30, "a route may lie wholly inside Cowes (IOW-RUN-11)");
}

#[test]
fn the_first_route_holds_the_headquarters_and_others_meet_it() {
    // IOW-RUN-5, IOW-RUN-6, IOW-RUN-7, IOW-RUN-8
    let t = line(&["2+1", "3+2"]).station("IOW", "J8", 0);
    let far = claim(&t, "2+1", &[("J6", 0), ("J8", 1)]);
    assert_eq!(t.refused(t.run("IOW", vec![far.clone()])), "IOW-RUN-6");
    let near = claim(&t, "3+2", &SHORT);
    assert_eq!(t.refused(t.run("IOW", vec![near, far.clone()])), "IOW-RUN-7");
    let long = claim(&t, "3+2", &LONG);
    let mut t = t;
    t.play(t.run("IOW", vec![long, far]));
    assert_eq!(t.at.state.turn.revenue, 60 + 30, "they meet in Brading");
}

#[test]
fn track_and_hex_sides_are_used_once_by_all_trains() {
    // IOW-RUN-21, IOW-RUN-22, IOW-RUN-31
    let t = line(&["2+1", "3+2"]);
    let (a, b) = (claim(&t, "2+1", &SHORT), claim(&t, "3+2", &LONG));
    assert_eq!(t.refused(t.run("IOW", vec![a, b])), "IOW-RUN-21");
    // No tile joins more than two segments at an edge outside a stop: sides and pieces are all there is to share.
    for tile in &t.at.printed.sheet.tiles.tiles {
        for edge in 0..6 {
            let plain = tile.segments.iter().filter(|(x, y)| {
                let end = board::End::Edge(edge);
                (*x == end || *y == end)
                    && matches!((x, y), (board::End::Edge(_), board::End::Edge(_)))
            });
            assert!(plain.count() <= 1, "tile {} has a junction at edge {edge}", tile.name);
        }
    }
}

#[test]
fn a_company_whose_headquarters_are_cut_off_cannot_run() {
    // IOW-RUN-28
    let t = Table::new(2)
        .operated("IOW", 90, [5], 0)
        .train("IOW", "2+1")
        .tile("J6", "746", 0)
        .tile("J8", "57", 0);
    let mut t = t.station("IOW", "J8", 0).turns(["IOW"]);
    t.pass();
    while t.step() == "station" {
        t.pass();
    }
    assert_ne!(t.step(), "run");
    assert_eq!(t.market_price("IOW"), Some(82), "no run, two points down");
}

#[test]
fn halts_are_on_the_tiles_that_the_catalogue_lists() {
    // IOW-HALT-7, IOW-TOKEN-10, IOW-TRACK-10
    let t = Table::new(2);
    let tiles = &t.at.printed.sheet.tiles.tiles;
    let named = |keep: &dyn Fn(&board::TileDef) -> bool| -> Vec<&str> {
        tiles.iter().filter(|d| d.count > 0 && keep(d)).map(|d| d.name.as_str()).collect()
    };
    let halts = named(&|d| d.has(board::Kind::Halt));
    let listed = [
        "741", "742", "743", "744", "745", "750", "751", "752", "753", "754", "755", "761", "782",
        "783", "784", "785", "787", "788", "789",
    ];
    assert_eq!(halts, listed);
    let double = named(&|d| d.stops.iter().any(|s| s.slots == 2));
    assert_eq!(double, ["770", "773", "775", "776"]);
    assert!(tiles.iter().all(|d| d.stops.iter().all(|s| s.slots <= 2)));
}

#[test]
fn the_pier_is_the_end_of_a_route() {
    // IOW-RUN-3, IOW-RUN-26, IOW-UPGRADE-17
    let t = Table::new(2)
        .operated("IOW", 90, [5], 0)
        .train("IOW", "3+2")
        .phase(3)
        .tile("I3", "758", 0)
        .tile("J4", "57", 2);
    let mut t = running(t, "IOW");
    t.play(t.best_run("IOW"));
    assert_eq!(t.at.state.turn.revenue, 20 + 50 + 20, "Pier, Esplanade, Ryde");
}

/// C&N with a 2+1 on Cowes (20, a small station, a halt), a halt, and a small station at the end.
fn west(t: Table) -> (Table, RouteClaim) {
    let t = running(
        t.operated("C&N", 90, [5], 0).train("C&N", "2+1").tile("F4", "743", 0).tile("F6", "748", 1),
        "C&N",
    );
    let path = [("F2", 2), ("F2", 1), ("F2", 0), ("F4", 1), ("F4", 0), ("F6", 1)];
    let whole = t.route(t.card("C&N", "2+1"), &path);
    (t, whole)
}

fn passing(t: &Table, route: &RouteClaim, halts: u8, passes: &[(&str, u8)]) -> engine::Move {
    let spot = |&(hex, stop): &(&str, u8)| board::Spot { cell: t.hex(hex), stop };
    let claim = RouteClaim {
        halts: Some(halts),
        passes: passes.iter().map(spot).collect(),
        ..route.clone()
    };
    t.run("C&N", vec![claim])
}

#[test]
fn recorded_runs_are_for_games_of_the_public_platform() {
    // IOW-RUN-25: IOW-PUB-65
    let t = line(&["2+1"]);
    let mv =
        engine::Move::Run { company: t.company("IOW"), routes: vec![], recorded: Some((900, 0)) };
    assert_eq!(t.refused(mv), "IOW-RUN-25");
    assert!(t.is("IOW", Flag::Floated));
}

#[test]
fn a_recorded_run_pays_nothing_or_something_but_takes_nothing() {
    // IOW-RUN-25: IOW-PUB-65
    let public = Table::public(2).operated("IOW", 90, [5], 0).train("IOW", "2+1");
    let public = running(public.tile("J4", "6", 0), "IOW");
    let (company, routes) = (public.company("IOW"), Vec::new());
    let run = |recorded| engine::Move::Run { company, routes: routes.clone(), recorded };
    for taken in [(-1, 0), (0, -1)] {
        assert_eq!(public.refused(run(Some(taken))), "IOW-RUN-25", "{taken:?}");
    }
    for paid in [(0, 0), (30, 10)] {
        let mut t = public.clone();
        t.play(run(Some(paid)));
        assert_eq!((t.at.state.turn.revenue, t.at.state.turn.subsidy), paid);
    }
}

#[test]
fn a_director_may_decline_small_stations() {
    // IOW-HALT-5, IOW-RUN-14: J-56
    let brings = |halts: u8, passes: &[(&str, u8)]| {
        let (mut t, whole) = west(Table::new(2));
        t.play(passing(&t, &whole, halts, passes));
        (t.at.state.turn.revenue, t.at.state.turn.subsidy)
    };
    assert_eq!(brings(0, &[]), (40, 0), "Cowes and two small stations");
    assert_eq!(brings(1, &[]), (30, 10), "a halt instead of a small station");
    assert_eq!(brings(0, &[("F2", 1)]), (30, 0), "the capacity stays unused");
    assert_eq!(brings(1, &[("F2", 1), ("F4", 0)]), (30, 10), "the other halt");
    let (t, whole) = west(Table::new(2));
    let refused = |passes: &[(&str, u8)]| t.refused(passing(&t, &whole, 0, passes));
    assert_eq!(refused(&[("F6", 0)]), "IOW-RUN-20", "an end is a stop");
    assert_eq!(refused(&[("F2", 0)]), "IOW-RUN-13", "a large station");
    assert_eq!(refused(&[("G5", 0)]), "IOW-RUN-9", "not on the route");
    let (t, whole) =
        west(Table::with(2, [switch("every_small_station"), word("map", "second_edition")]));
    assert_eq!(t.refused(passing(&t, &whole, 0, &[("F2", 1)])), "IOW-RUN-13", "option 1");
}

#[test]
fn what_may_be_passed_is_told_for_every_stop() {
    // IOW-HALT-5, IOW-RUN-14, IOW-RUN-20
    for (t, declines) in [(Table::new(2), true), (Table::public(2), false)] {
        let (t, whole) = west(t);
        let problem = t.problem("C&N");
        let run = problem.worth(&[whole]).expect("a route");
        let stops: Vec<_> = run.routes[0].stops().collect();
        let mut passed = Vec::new();
        for (n, &stop) in stops.iter().enumerate() {
            let kind = problem.network.stops[stop as usize].kind;
            let end = n == 0 || n == stops.len() - 1;
            let may = match kind {
                StopKind::Halt => !end,
                StopKind::Town => declines && !end,
                StopKind::City | StopKind::Red => false,
            };
            assert_eq!(problem.is_optional(&run.routes[0], stop), may, "{kind:?}, number {n}");
            passed.extend((!end).then_some(kind));
        }
        assert!(passed.contains(&StopKind::Halt) && passed.contains(&StopKind::Town));
    }
}

#[test]
fn without_that_choice_capacity_goes_to_small_stations() {
    // IOW-HALT-5: J-56, version 1 and the public platform.
    let (old, whole) = west(Table::version_1(2));
    assert_eq!(old.refused(passing(&old, &whole, 0, &[("F2", 1)])), "IOW-HALT-5");
    let mut halt = old.clone();
    halt.play(passing(&halt, &whole, 1, &[]));
    assert_eq!(halt.at.state.turn.subsidy, 10, "halts are a choice there too");
    let (public, whole) = west(Table::public(2));
    assert_eq!(public.refused(passing(&public, &whole, 0, &[("F2", 1)])), "IOW-HALT-5");
}

#[test]
fn the_finder_knows_both_ends_of_the_trade() {
    // IOW-HALT-9, IOW-HALT-5: most pounds, or most credits.
    let (t, _) = west(Table::new(2));
    let problem = t.problem("C&N");
    let (claims, worth) =
        problem.most_subsidy(routing::Budget::unlimited()).expect("halts are a choice");
    let mut credits = t.clone();
    credits.play(credits.run("C&N", claims));
    let brought = |t: &Table| (t.at.state.turn.revenue, t.at.state.turn.subsidy);
    assert_eq!(brought(&credits), (30, 10));
    assert_eq!((worth.totals.revenue, worth.totals.subsidy), (30, 10));
    let mut pounds = t.clone();
    pounds.play(pounds.best_run("C&N"));
    assert_eq!(brought(&pounds), (40, 0));
    let route = &worth.routes[0];
    assert_eq!(problem.halts(route), (1, 1), "served, and the most");
    let closed = t.go(|p, _| p.state.closed = true);
    let problem = closed.problem("C&N");
    assert!(problem.most_subsidy(routing::Budget::unlimited()).is_none());
}
