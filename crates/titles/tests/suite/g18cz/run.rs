//! Running trains and paying dividends.

use super::table::{Table, public_table, table};
use engine::{Move, Player, Position, Rounding, RouteClaim, RouteStep, Value};
use titles::g18cz::Step;

/// The west: D2 (30) - D4 (20) - E9 (30) in a line, the grey town D0 (10) behind D2.
fn west(letter: &str) -> Table {
    let t = table(3)
        .phase(letter)
        .float("EKJ", 0, 50)
        .float("BTE", 1, 60);
    let t = t
        .tile("D2", "619", 1)
        .tile("D4", "57", 1)
        .tile("D6", "9", 1)
        .tile("D8", "8", 5)
        .tile("E9", "14", 2);
    t.station("EKJ", "D4", 0).station("BTE", "D2", 0)
}

/// Dresden on B4 - the town C5 - D6 - D8 - E9 (30) - the town F10 - G11 (20).
fn dresden(letter: &str) -> Table {
    let t = table(3).phase(letter).float("Sx", 0, 90);
    let red = t.red_tile("Sx");
    let t = t
        .tile("B4", &red, 5)
        .tile("C5", "4", 5)
        .tile("D6", "8", 2)
        .tile("D8", "8", 5)
        .tile("E9", "14", 2);
    t.tile("F10", "4", 2)
        .tile("G11", "57", 2)
        .station("Sx", "B4", 0)
}

fn route(t: &Table, company: &str, face: &str, path: &[(&str, u8)]) -> RouteClaim {
    let path = path
        .iter()
        .map(|&(hex, segment)| RouteStep {
            cell: t.hex(hex),
            segment,
        })
        .collect();
    RouteClaim {
        card: t.card(company, face),
        path,
        halts: None,
        passes: Vec::new(),
    }
}

fn claim(t: &Table, company: &str, routes: Vec<RouteClaim>) -> Move {
    Move::Run {
        company: t.company(company),
        routes,
        recorded: None,
    }
}

#[test]
fn a_company_runs_only_trains_of_its_own_class_and_each_once() {
    // CZ-RUN-1, CZ-COMPANY-6, CZ-COMPANY-7, CZ-COMPANY-8, HARD-CZ-21
    let t = west("d")
        .train("BTE", "2")
        .train("BTE", "3")
        .operating("BTE", Step::Run);
    assert_eq!(
        t.best("BTE"),
        0,
        "small trains stand still in a medium company"
    );
    let t = t.train("BTE", "2+2");
    let problem = t.at.problem(t.company("BTE")).unwrap();
    assert_eq!(problem.cards, [t.card("BTE", "2+2")]);
    let small = claim(
        &t,
        "BTE",
        vec![route(&t, "BTE", "3", &[("D2", 2), ("D4", 0)])],
    );
    assert_eq!(t.refused(&small), "CZ-RUN-1");
    let best = t.best_run("BTE");
    let Move::Run { routes, .. } = &best else {
        panic!()
    };
    let twice = claim(&t, "BTE", vec![routes[0].clone(), routes[0].clone()]);
    assert_eq!(t.refused(&twice), "CZ-RUN-1");
    let t = dresden("d")
        .train("Sx", "3+3")
        .train("Sx", "3")
        .operating("Sx", Step::Run);
    assert_eq!(t.best("Sx"), 0);
    assert_eq!(t.train("Sx", "3E").best("Sx"), 130);
    let t = west("d").train("EKJ", "2").train("EKJ", "3");
    assert_eq!(t.at.problem(t.company("EKJ")).unwrap().cards.len(), 2);
}

#[test]
fn a_route_needs_a_station_of_the_company_and_two_locations() {
    // CZ-RUN-2
    let t = west("d").train("EKJ", "2").operating("EKJ", Step::Run);
    let elsewhere = claim(
        &t,
        "EKJ",
        vec![route(&t, "EKJ", "2", &[("D0", 0), ("D2", 0)])],
    );
    assert_eq!(
        t.refused(&elsewhere),
        "CZ-RUN-2",
        "D0 to D2 has no station of EKJ"
    );
    assert_eq!(t.best("EKJ"), 50);
    // One location is no route: neither standing still nor track that leads on to nowhere (CZ-RUN-5).
    for (path, rule) in [
        (&[][..], "CZ-RUN-2"),
        (&[("D4", 0)], "CZ-RUN-5"),
        (&[("D4", 1), ("D6", 0)], "CZ-RUN-5"),
    ] {
        let alone = claim(&t, "EKJ", vec![route(&t, "EKJ", "2", path)]);
        assert_eq!(t.refused(&alone), rule, "{path:?}");
    }
    // A company whose station reaches no second location earns nothing.
    let lonely = table(3)
        .phase("d")
        .float("EKJ", 0, 50)
        .tile("D4", "57", 1)
        .station("EKJ", "D4", 0)
        .train("EKJ", "2");
    assert_eq!(lonely.best("EKJ"), 0);
}

#[test]
fn small_trains_leave_nothing_out() {
    // CZ-RUN-7, CZ-INCOME-1
    let t = west("d").tile("E9", "14", 2);
    assert_eq!(t.clone().train("EKJ", "2").best("EKJ"), 50, "20 + 30");
    assert_eq!(t.clone().train("EKJ", "3").best("EKJ"), 80, "30 + 20 + 30");
    assert_eq!(
        t.clone().train("EKJ", "4").best("EKJ"),
        90,
        "and the town at the edge"
    );
    let both = t.train("EKJ", "2").train("EKJ", "3");
    assert_eq!(
        both.best("EKJ"),
        90 + 20,
        "E9-D4, and D4-D2-D0: no track twice, D4 counts for both"
    );
}

#[test]
fn plus_trains_count_twice_n_locations_of_which_n_are_cities() {
    // CZ-RUN-8, HARD-CZ-23
    let t = west("d").tile("D4", "619", 1);
    assert_eq!(
        t.clone().train("BTE", "2+2").best("BTE"),
        70,
        "D0 and two cities"
    );
    assert_eq!(
        t.clone().train("BTE", "3+3").best("BTE"),
        100,
        "D0 and three cities"
    );
    let t = t.train("BTE", "2+2").operating("BTE", Step::Run);
    // D0-D2-D4-E9: four locations, three of them cities.
    let best = t.clone().train("BTE", "3+3");
    let Move::Run { routes, .. } = best.best_run("BTE") else {
        panic!()
    };
    let long = routes.into_iter().max_by_key(|r| r.path.len()).unwrap();
    let too_far = claim(
        &t,
        "BTE",
        vec![RouteClaim {
            card: t.card("BTE", "2+2"),
            ..long
        }],
    );
    assert_eq!(t.refused(&too_far), "CZ-RUN-8");
}

#[test]
fn express_trains_pass_towns_but_not_cities() {
    // CZ-RUN-9, HARD-CZ-24
    let t = dresden("d").train("Sx", "3E");
    assert_eq!(t.best("Sx"), 30 + 50 + 30 + 20, "both towns left out");
    // With a 4E one town fits in as well.
    let t = dresden("f").train("Sx", "4E");
    assert_eq!(t.best("Sx"), 130 + 10);
}

#[test]
fn the_public_platform_counts_the_best_stops_of_an_express_train() {
    // HARD-CZ-24, CZ-RUN-9
    // Dresden (40 + 50) - a brown town (30) - E9 (20) - G11 (40).
    let line = |t: Table| {
        let t = t.phase("g").float("Sx", 0, 90);
        let red = t.red_tile("Sx");
        let t = t
            .tile("B4", &red, 5)
            .tile("C5", "889p", 2)
            .tile("D6", "8", 2)
            .tile("D8", "8", 5)
            .tile("E9", "57", 2);
        t.tile("F10", "4", 2)
            .tile("G11", "611", 0)
            .station("Sx", "B4", 0)
            .train("Sx", "3E")
    };
    assert_eq!(
        line(table(3)).best("Sx"),
        90 + 20 + 40,
        "E9 lies on the way and counts"
    );
    assert_eq!(
        line(public_table(3)).best("Sx"),
        90 + 30 + 40,
        "there the town replaces it"
    );
}

#[test]
fn a_red_tile_is_the_end_of_a_route() {
    // CZ-RUN-10
    let t = dresden("d")
        .tile("C3", "8", 3)
        .tile("D4", "57", 2)
        .train("Sx", "3E")
        .operating("Sx", Step::Run);
    // E9 (30) - Dresden (30 + 50) - D4 (20): both ends are open to the train, the way through is not.
    let through = [
        ("E9", 0),
        ("D8", 0),
        ("D6", 0),
        ("C5", 0),
        ("C5", 1),
        ("B4", 0),
        ("B4", 1),
        ("C3", 0),
        ("D4", 0),
    ];
    let refusal = |path: &[(&str, u8)]| {
        let run = claim(&t, "Sx", vec![route(&t, "Sx", "3E", path)]);
        t.clone().try_play(&run).err().map(|r| r.rule)
    };
    assert_eq!(refusal(&through), Some("CZ-RUN-10"));
    assert_eq!(
        refusal(&through[6..]),
        Some("CZ-RUN-13"),
        "legal, but not the best"
    );
    assert_eq!(t.best("Sx"), 30 + 50 + 30 + 20, "to G11");
    // It counts as a city: with a 3E only two more fit in.
    let t = t.tile("H12", "9", 2).tile("I13", "57", 2);
    assert_eq!(t.best("Sx"), 130);
}

#[test]
fn a_full_city_ends_a_route() {
    // CZ-RUN-11, CZ-TOKEN-7
    let t = west("d").train("EKJ", "4");
    assert_eq!(t.best("EKJ"), 90);
    let t = t.float("KFN", 2, 60).station("KFN", "D2", 0);
    assert_eq!(
        t.best("EKJ"),
        80,
        "D2 may be the end but is not passed to D0"
    );
    let t = t.operating("EKJ", Step::Run).phase("d");
    let Move::Run { routes, .. } = west("d").train("EKJ", "4").best_run("EKJ") else {
        panic!()
    };
    let through = RouteClaim {
        card: t.card("EKJ", "4"),
        ..routes[0].clone()
    };
    assert_eq!(t.refused(claim(&t, "EKJ", vec![through])), "CZ-RUN-11");
}

#[test]
fn the_length_of_track_does_not_matter() {
    // CZ-RUN-12
    let t = west("d").train("EKJ", "2").operating("EKJ", Step::Run);
    let far = route(
        &t,
        "EKJ",
        "2",
        &[("D4", 1), ("D6", 0), ("D8", 0), ("E9", 0)],
    );
    let near = route(&t, "EKJ", "2", &[("D4", 0), ("D2", 2)]);
    for path in [far, near] {
        let mut t = t.clone();
        t.play(claim(&t, "EKJ", vec![path]));
        assert_eq!(t.at.state.turn.revenue, 50, "two hexes between or none");
    }
}

#[test]
fn praha_is_visited_once_whichever_city_is_used() {
    // CZ-RUN-3, HARD-CZ-27, CZ-INCOME-2
    // A ring: north-east out of Praha, two towns, and back in from the south-east.
    let t = table(3)
        .phase("d")
        .float("BN", 0, 60)
        .station("BN", "E11", 1);
    let t = t
        .tile("D12", "7", 5)
        .tile("E13", "56", 0)
        .tile("F12", "3", 2)
        .train("BN", "3+3")
        .operating("BN", Step::Run);
    assert_eq!(t.best("BN"), 20 + 10 + 10, "bare Praha is worth 20");
    let ring = [
        ("E11", 1),
        ("D12", 0),
        ("E13", 1),
        ("E13", 0),
        ("F12", 1),
        ("F12", 0),
        ("E11", 0),
    ];
    assert_eq!(
        t.refused(claim(&t, "BN", vec![route(&t, "BN", "3+3", &ring)])),
        "CZ-RUN-3"
    );
    let mut t = t;
    t.play(claim(&t, "BN", vec![route(&t, "BN", "3+3", &ring[..5])]));
    assert_eq!(t.at.state.turn.revenue, 40);
}

#[test]
fn two_trains_share_no_track() {
    // CZ-RUN-4, CZ-RUN-6
    let t = west("d")
        .train("EKJ", "2")
        .train("EKJ", "3")
        .operating("EKJ", Step::Run);
    let Move::Run { routes, .. } = west("d").train("EKJ", "2").best_run("EKJ") else {
        panic!()
    };
    let same = |face: &str| RouteClaim {
        card: t.card("EKJ", face),
        ..routes[0].clone()
    };
    assert_eq!(
        t.refused(claim(&t, "EKJ", vec![same("2"), same("3")])),
        "CZ-RUN-6"
    );
}

#[test]
fn a_route_is_connected_track() {
    // CZ-RUN-5
    let t = west("d").train("EKJ", "3").operating("EKJ", Step::Run);
    let broken = route(&t, "EKJ", "3", &[("D4", 0), ("E9", 0)]);
    assert_eq!(t.refused(claim(&t, "EKJ", vec![broken])), "CZ-RUN-5");
    let nowhere = route(&t, "EKJ", "3", &[("H8", 0)]);
    assert_eq!(t.refused(claim(&t, "EKJ", vec![nowhere])), "CZ-RUN-1");
}

#[test]
fn a_claim_below_the_maximum_is_refused_and_the_better_total_named() {
    // CZ-RUN-13
    let t = west("d").train("EKJ", "3").operating("EKJ", Step::Run);
    let Move::Run { routes, .. } = west("d").train("EKJ", "2").best_run("EKJ") else {
        panic!()
    };
    let short = claim(
        &t,
        "EKJ",
        vec![RouteClaim {
            card: t.card("EKJ", "3"),
            ..routes[0].clone()
        }],
    );
    let refusal = t.clone().try_play(&short).unwrap_err();
    assert_eq!(refusal.rule, "CZ-RUN-13");
    assert!(refusal.args.contains(&("claimed", Value::Money(50))));
    assert!(refusal.args.contains(&("best", Value::Money(80))));
    assert_eq!(
        t.refused(claim(&t, "EKJ", Vec::new())),
        "CZ-RUN-13",
        "nor may a train stand still"
    );
    let mut t = t;
    t.play(t.best_run("EKJ"));
    assert_eq!(t.at.state.turn.revenue, 80);
    assert_eq!(t.at.must_maximise(t.company("EKJ")), Some("CZ-RUN-13"));
}

#[test]
fn a_train_bought_in_a_turn_does_not_run_in_it() {
    // CZ-RUN-14, CZ-OR-7
    let mut t = west("d")
        .treasury("EKJ", 300)
        .fresh("EKJ")
        .operating("EKJ", Step::Track);
    t.pass();
    while t.step() == "station" {
        t.pass();
    }
    assert_eq!(t.step(), "trains", "nothing ran");
    assert_eq!(t.price_of("EKJ"), 40, "one step left of 50");
    t.play(t.buy_top("EKJ", "3"));
    assert!(
        !t.at
            .choices()
            .iter()
            .any(|c| matches!(c.mv, Move::Run { .. } | Move::Dividend { .. }))
    );
}

#[test]
fn red_tiles_are_worth_30_40_and_50_by_phase_and_50_more_to_their_company() {
    // CZ-INCOME-3, CZ-INCOME-4
    for (letter, value) in [
        ("d", 30),
        ("e", 30),
        ("f", 30),
        ("g", 40),
        ("h", 40),
        ("i", 50),
        ("j", 50),
    ] {
        let own = dresden(letter).train("Sx", "3E");
        assert_eq!(own.best("Sx"), value + 50 + 30 + 20, "phase {letter}");
        // EKJ from D4 over C5 to the same tile.
        let t = table(3)
            .phase(letter)
            .float("Sx", 0, 90)
            .float("EKJ", 1, 50);
        let red = t.red_tile("Sx");
        let t = t
            .tile("B4", &red, 5)
            .station("Sx", "B4", 0)
            .tile("C5", "58", 0)
            .tile("D4", "57", 0);
        let t = t.station("EKJ", "D4", 0).train("EKJ", "3");
        assert_eq!(
            t.best("EKJ"),
            20 + 10 + value,
            "others get the plain value in phase {letter}"
        );
    }
}

#[test]
fn each_train_that_reaches_the_companys_red_tile_gets_the_bonus() {
    // CZ-INCOME-4
    let t = dresden("d").tile("C3", "8", 3).tile("D4", "57", 2);
    // C3: north-east (B4) to south-east (D4).
    assert_eq!(
        t.at.state.core.board().exits(&t.sheet().tiles, t.hex("C3")),
        0b10_1000
    );
    let t = t.train("Sx", "3E").train("Sx", "3E");
    assert_eq!(t.best("Sx"), 130 + (30 + 50 + 20));
}

#[test]
fn values_are_those_of_the_tile_that_lies_there() {
    // CZ-INCOME-2, CZ-INCOME-1
    let base = table(3)
        .phase("i")
        .float("BN", 0, 60)
        .tile("D12", "8", 4)
        .tile("D14", "9", 1)
        .tile("D16", "57", 1);
    let with = |tile: &str, r: u8, stop: u8| {
        let t = if tile.is_empty() {
            base.clone()
        } else {
            base.clone().tile("E11", tile, r)
        };
        t.station("BN", "E11", stop).train("BN", "2+2").best("BN")
    };
    assert_eq!(with("", 0, 1), 20 + 20);
    assert_eq!(with("8892", 0, 0), 60 + 20);
    assert_eq!(with("8893", 0, 0), 80 + 20);
    let t = table(3)
        .float("BTE", 0, 60)
        .tile("D2", "57", 1)
        .station("BTE", "D2", 0)
        .train("BTE", "2+2");
    assert_eq!(t.best("BTE"), 10 + 20, "the grey town");
}

#[test]
fn the_director_pays_everything_or_nothing() {
    // CZ-INCOME-5, CZ-INCOME-9
    let base = west("d")
        .shares("EKJ", 1, 1)
        .treasury("EKJ", 7)
        .cash(0, 0)
        .cash(1, 0)
        .train("EKJ", "3");
    let mut t = base.operating("EKJ", Step::Run);
    t.play(t.best_run("EKJ"));
    assert_eq!(t.waits_for(), (0, "EKJ".to_owned(), "dividend"));
    let decisions =
        t.at.choices()
            .iter()
            .filter(|c| matches!(c.mv, Move::Dividend { .. }))
            .count();
    assert_eq!(decisions, 2);
    assert_eq!(t.refused(&Move::Pass), "CZ-OR-5");
    let mut paid = t.clone();
    paid.pay_out();
    assert_eq!(
        (paid.cash_of(0), paid.cash_of(1), paid.treasury_of("EKJ")),
        (40, 20, 7),
        "the bank pays"
    );
    let mut kept = t;
    kept.withhold();
    assert_eq!(
        (kept.cash_of(0), kept.cash_of(1), kept.treasury_of("EKJ")),
        (0, 0, 87)
    );
}

#[test]
fn payouts_are_rounded_up_once_for_a_whole_holding() {
    // CZ-INCOME-6, HARD-CZ-10
    let table = [
        (50, 13, 38),
        (60, 15, 45),
        (70, 18, 53),
        (80, 20, 60),
        (90, 23, 68),
        (100, 25, 75),
        (110, 28, 83),
        (120, 30, 90),
        (130, 33, 98),
        (140, 35, 105),
        (150, 38, 113),
        (160, 40, 120),
        (170, 43, 128),
        (180, 45, 135),
        (190, 48, 143),
        (200, 50, 150),
        (210, 53, 158),
        (220, 55, 165),
        (230, 58, 173),
        (240, 60, 180),
        (250, 63, 188),
        (260, 65, 195),
    ];
    let share_of = |revenue, percent| Rounding::Up.part(revenue, percent);
    for (revenue, one, three) in table {
        assert_eq!(share_of(revenue, 25), one, "{revenue}");
        assert_eq!(share_of(revenue, 50), revenue / 2, "{revenue}");
        assert_eq!(share_of(revenue, 75), three, "{revenue}");
    }
    assert_eq!(share_of(101, 25), 26, "up even below one half");
    // In a game: revenue 110, 75 percent and 25 percent; then 50 percent as two single shares.
    for (holdings, amounts) in [
        ([3, 1, 0], [83, 28, 0]),
        ([2, 2, 0], [55, 55, 0]),
        ([2, 1, 1], [55, 28, 28]),
        ([2, 0, 0], [55, 0, 0]),
    ] {
        let mut t = super::table::table(3)
            .phase("d")
            .float("EKJ", 0, 50)
            .train("EKJ", "3");
        for (player, &units) in holdings.iter().enumerate() {
            let held = t.units("EKJ", player as u8);
            t = t
                .shares("EKJ", player as u8, units - held)
                .cash(player as u8, 0);
        }
        let mut t = t.operating("EKJ", Step::Dividend);
        t.at.state.turn.revenue = 110;
        t.pay_out();
        assert_eq!(
            [0, 1, 2].map(|p| t.cash_of(p)),
            amounts,
            "{holdings:?}: shares in the bank pay nobody"
        );
    }
}

#[test]
fn paying_moves_the_price_right_and_keeping_moves_it_left() {
    // CZ-INCOME-7, CZ-INCOME-8
    for (company, price, paid, kept) in [
        ("EKJ", 70, 80, 65),
        ("BN", 70, 80, 65),
        ("Sx", 100, 120, 90),
    ] {
        let t = table(3)
            .phase("d")
            .float(company, 0, price)
            .operating(company, Step::Dividend);
        let mut t = t;
        t.at.state.turn.revenue = 100;
        let mut out = t.clone();
        out.pay_out();
        assert_eq!(out.price_of(company), paid, "{company} pays");
        t.withhold();
        assert_eq!(t.price_of(company), kept, "{company} keeps");
        assert_eq!(t.treasury_of(company), 100);
    }
}

#[test]
fn no_revenue_is_like_keeping_and_nobody_is_asked() {
    // CZ-INCOME-8, CZ-OR-7
    for trains in [false, true] {
        let t = table(3)
            .phase("d")
            .float("EKJ", 0, 65)
            .station("EKJ", "D4", 0)
            .treasury("EKJ", 0);
        let t = if trains { t.train("EKJ", "3") } else { t };
        let mut t = t.local_of("S1", "EKJ").operating("EKJ", Step::Station);
        t.pass();
        assert_ne!(t.step(), "dividend");
        assert_eq!((t.price_of("EKJ"), t.treasury_of("EKJ")), (60, 0));
    }
}

#[test]
fn the_last_revenue_of_a_company_is_recorded() {
    // CZ-INCOME-10
    let mut t = west("d").train("EKJ", "3").operating("EKJ", Step::Run);
    t.play(t.best_run("EKJ"));
    t.withhold();
    assert_eq!(t.at.state.core.company(t.company("EKJ")).last_revenue, 80);
    let values = t.at.values();
    let ekj = t.company("EKJ");
    t.at.state.core.company_mut(ekj).last_revenue = 0;
    assert_eq!(t.at.values(), values, "the record has no effect");
    assert_eq!(t.at.certificates(Player(0)).0, 1);
}

#[test]
fn the_income_example_of_the_rulebook() {
    // CZ-INCOME-1, CZ-INCOME-4, CZ-RUN-7, CZ-RUN-8, CZ-RUN-9, CZ-RUN-11
    // The red tile M (40 in brown), J 50, H 30, F or L 20, towns on the way.
    let line = |town: &str, r: u8, last: &str| {
        let t = table(3)
            .phase("g")
            .float("Sx", 0, 90)
            .float("KFN", 1, 60)
            .float("EKJ", 2, 50);
        let red = t.red_tile("Sx");
        let t = t
            .tile("B4", &red, 5)
            .tile("C5", town, r)
            .tile("D6", "8", 2)
            .tile("D8", "8", 5)
            .tile("E9", "216", 1);
        let t = t
            .tile("F10", town, if town == "4" { 2 } else { r })
            .tile("G11", last, 2);
        t.station("Sx", "B4", 0)
    };
    let pr = line("4", 5, "619")
        .tile("H12", "9", 2)
        .tile("I13", "57", 2)
        .train("Sx", "4E");
    assert_eq!(
        pr.best("Sx"),
        190,
        "4E: M-J-H-F with the home bonus, towns left out"
    );
    let bn = line("888p", 0, "57")
        .tile("H12", "888p", 0)
        .station("KFN", "E9", 0)
        .train("KFN", "3+3");
    assert_eq!(
        bn.best("KFN"),
        170,
        "3+3: six locations, three of them cities or red"
    );
    let red = bn.red_tile("Sx");
    // BCB's H - L - M and F - H, end to end: a 3 to the red tile and a 2 the other way.
    let bcb = table(3)
        .phase("g")
        .float("Sx", 0, 90)
        .tile("B4", &red, 5)
        .station("Sx", "B4", 0)
        .tile("C5", "57", 2);
    let bcb = bcb
        .tile("D6", "14", 1)
        .tile("D8", "57", 1)
        .float("EKJ", 2, 50)
        .station("EKJ", "D6", 0);
    assert_eq!(bcb.clone().train("EKJ", "3").best("EKJ"), 30 + 20 + 40);
    assert_eq!(bcb.train("EKJ", "2").train("EKJ", "3").best("EKJ"), 90 + 50);
    let nwb = table(3)
        .phase("g")
        .float("EKJ", 0, 50)
        .float("BTE", 1, 60)
        .tile("D2", "57", 1)
        .tile("D4", "57", 1);
    let nwb = nwb
        .tile("D6", "57", 1)
        .station("EKJ", "D4", 0)
        .station("BTE", "D2", 0)
        .train("BTE", "4+4");
    assert_eq!(nwb.best("BTE"), 50, "4+4: blocked from going further");
}
