//! Taking over smaller companies.

use super::table::{Table, first_version, public_table, table, table_with};
use engine::{Event, Flag, Move, Place, Position, Whereabouts};
use titles::g18cz::Step;

/// BN of player 0 may take over OFE of player 1, whose shares stand at 65.
fn pair() -> Table {
    let t = table(3)
        .phase("d")
        .float("BN", 0, 60)
        .treasury("BN", 1000)
        .train("BN", "2+2")
        .station("BN", "E11", 1);
    t.float("OFE", 1, 65).treasury("OFE", 77).operating("BN", Step::Acquire)
}

#[track_caller]
fn take_over(t: &mut Table, target: &str, price: i32) {
    t.play(t.acquire(target, price));
    if t.step() == "offer" {
        t.play(Move::Answer { accept: true });
    }
}

#[test]
fn larger_companies_take_over_smaller_ones() {
    // CZ-ACQUIRE-1
    let companies = [("EKJ", 50), ("KFN", 60), ("By", 90)];
    for (size, (company, price)) in [("MW", 50), ("BN", 60), ("Sx", 90)].into_iter().enumerate() {
        let mut t = table(3).phase("d").float(company, 0, price).treasury(company, 5000);
        for (target, price) in companies {
            t = t.float(target, 0, price);
        }
        let t = t.operating(company, Step::Acquire);
        for (i, (target, price)) in companies.into_iter().enumerate() {
            let mv = t.acquire(target, price);
            assert_eq!(t.offers(&mv), i < size, "{company} takes over {target}");
            if i >= size {
                assert_eq!(t.refused(&mv), "CZ-ACQUIRE-1");
            }
        }
    }
}

#[test]
fn take_overs_come_after_income_and_before_trains_any_number_of_them() {
    // CZ-ACQUIRE-1, CZ-OR-5, CZ-ACQUIRE-17
    let base = pair().float("EKJ", 0, 50).float("MW", 0, 50).train("MW", "3");
    for step in [Step::Track, Step::Station, Step::Run, Step::Dividend, Step::Trains, Step::Papers]
    {
        let t = base.clone().operating("BN", step);
        assert_eq!(t.refused(t.acquire("EKJ", 50)), "CZ-OR-5");
    }
    let mut t = base;
    t.play(t.acquire("EKJ", 50));
    assert_eq!(t.step(), "acquire", "the director of both simply decides");
    t.play(t.acquire("MW", 50));
    assert_eq!(t.step(), "taken");
    assert_eq!(t.refused(t.acquire("OFE", 65)), "CZ-ACQUIRE-10", "one completely after the other");
    t.pass();
    take_over(&mut t, "OFE", 65);
    assert_eq!(t.treasury_of("BN"), 1000 - 100 - 100 - 130 + 77);
    assert!(["EKJ", "MW", "OFE"].iter().all(|c| t.is(c, Flag::Closed)));
}

#[test]
fn the_target_must_have_floated_and_needs_no_track_and_no_turn() {
    // CZ-ACQUIRE-2
    let mut t = pair();
    assert!(!t.is("OFE", Flag::Operated) && !t.is("OFE", Flag::Home));
    let large =
        table(3).phase("d").float("Sx", 0, 90).treasury("Sx", 2000).operating("Sx", Step::Acquire);
    let mut half = large.clone();
    let (kfn, cell) = (half.company("KFN"), half.cell_of_price(60));
    half.at.state.core.stock[kfn.at()].from_ipo(engine::Player(1), 2);
    half.at.state.core.stock[kfn.at()].set_director(Some(engine::Player(1)));
    half.at.state.core.market.put(kfn, cell);
    half.at.state.core.company_mut(kfn).set(Flag::Started, true);
    assert_eq!(half.refused(half.acquire("KFN", 60)), "CZ-ACQUIRE-2", "40 percent are not enough");
    assert_eq!(large.refused(large.acquire("EKJ", 60)), "CZ-ACQUIRE-2");
    take_over(&mut t, "OFE", 65);
    assert!(t.is("OFE", Flag::Closed));
}

#[test]
fn the_price_lies_between_half_and_one_and_a_half_and_the_other_director_agrees() {
    // CZ-ACQUIRE-3
    for (price, least, most) in
        [(65, 33, 97), (50, 25, 75), (45, 23, 67), (370, 185, 555), (100, 50, 150)]
    {
        let t = pair().treasury("BN", 5000).price("OFE", price);
        assert_eq!(t.range(&t.acquire("OFE", 0)), Some((least, most)), "at {price}");
        assert_eq!(t.refused(t.acquire("OFE", least - 1)), "CZ-ACQUIRE-3");
        assert_eq!(t.refused(t.acquire("OFE", most + 1)), "CZ-ACQUIRE-3");
    }
    let mut t = pair();
    t.play(t.acquire("OFE", 40));
    assert_eq!(t.waits_for(), (1, "BN".to_owned(), "offer"));
    assert_eq!(t.refused(&Move::Pass), "CZ-ACQUIRE-3");
    t.play(Move::Answer { accept: false });
    assert!(!t.is("OFE", Flag::Closed));
    assert_eq!((t.treasury_of("BN"), t.cash_of(1)), (1000, 380));
    assert_eq!(t.range(&t.acquire("OFE", 0)), Some((41, 97)), "only a better offer is heard");
    let t = public_table(3).phase("d").float("BN", 0, 60).treasury("BN", 1000).float("OFE", 1, 65);
    let mut t = t.train("BN", "2+2").operating("BN", Step::Acquire);
    t.play(t.acquire("OFE", 33));
    assert!(t.is("OFE", Flag::Closed), "on the platform consent is implied");
}

#[test]
fn every_shareholder_is_paid_from_the_acquirers_treasury() {
    // CZ-ACQUIRE-4, CZ-COMPANY-5
    let mut t = pair();
    take_over(&mut t, "OFE", 97);
    assert_eq!(t.cash_of(1), 380 + 194, "the director's certificate is two shares");
    assert_eq!(t.treasury_of("BN"), 1000 - 194 + 77, "shares in the bank get nothing");
    let mut t = pair().shares("OFE", 0, 1).shares("OFE", 2, 1);
    take_over(&mut t, "OFE", 50);
    assert_eq!([0, 1, 2].map(|p| t.cash_of(p)), [430, 480, 430]);
    assert_eq!(t.treasury_of("BN"), 1000 - 200 + 77);
}

#[test]
fn the_acquirer_pays_the_whole_sum_from_its_own_treasury() {
    // CZ-ACQUIRE-5, CZ-EMERGENCY-12
    let t = pair().treasury("BN", 193).cash(0, 900).treasury("OFE", 500);
    assert_eq!(t.range(&t.acquire("OFE", 0)), Some((33, 96)), "193 for two shares");
    assert_eq!(t.refused(t.acquire("OFE", 97)), "CZ-ACQUIRE-5");
    let t = t.treasury("BN", 65);
    assert_eq!(
        t.refused(t.acquire("OFE", 33)),
        "CZ-ACQUIRE-5",
        "the target's treasury does not help"
    );
}

#[test]
fn the_acquirer_receives_everything_the_target_had() {
    // CZ-ACQUIRE-6, CZ-ACQUIRE-7, CZ-LOCAL-19
    let t = pair()
        .tile("C25", "202", 0)
        .station("OFE", "C25", 0)
        .station("OFE", "F22", 0)
        .train("OFE", "3");
    let mut t = t.local_of("S1", "OFE").local_of("S2", "OFE");
    let s1 = t.paper("S1");
    t.at.state.core.papers[s1.at()].used = true;
    take_over(&mut t, "OFE", 33);
    t.pass();
    assert_eq!(t.treasury_of("BN"), 1000 - 66 + 77);
    assert_eq!(t.treasury_of("OFE"), 0);
    for (paper, used) in [("S1", true), ("S2", false)] {
        assert_eq!(t.paper_place(paper), Place::Company(t.company("BN")));
        assert_eq!(t.at.state.core.papers[t.paper(paper).at()].used, used);
    }
    let mut trains = t.trains_of("BN");
    trains.sort();
    assert_eq!(trains, ["2+2", "3"]);
    assert_eq!(t.stations_on("C25"), [("BN".to_owned(), 0)], "stations stay and change hands");
    assert_eq!(t.stations_on("F22"), [("BN".to_owned(), 0)]);
}

#[test]
fn two_stations_in_one_city_become_one() {
    // CZ-ACQUIRE-8, CZ-ACQUIRE-9, HARD-CZ-28
    let t = pair().tile("C25", "208", 0).station("OFE", "C25", 0).station("BN", "C25", 0);
    assert_eq!((t.markers("BN"), t.markers("OFE")), ([0, 0, 1], [0, 1, 1]));
    let mut t = t;
    take_over(&mut t, "OFE", 65);
    assert_eq!(t.stations_on("C25"), [("BN".to_owned(), 0)]);
    let spot = board::Spot { cell: t.hex("C25"), stop: 0 };
    assert_eq!(t.at.state.core.board().free_slots(&t.sheet().tiles, spot), 1);
    assert_eq!(t.markers("BN"), [0, 0, 4], "its own, one returned, two gained: all cost 100");
    assert!(t.events.iter().any(|e| matches!(e, Event::StationReturned { .. })));
}

#[test]
fn of_two_stations_in_different_cities_of_a_hex_the_acquirer_chooses() {
    // CZ-ACQUIRE-8, HARD-CZ-28
    for lifted in [0, 1] {
        let t = table(3)
            .phase("d")
            .float("Sx", 0, 90)
            .treasury("Sx", 2000)
            .train("Sx", "3E")
            .float("ATE", 1, 60);
        let t = t
            .tile("B8", "8859", 0)
            .station("ATE", "B8", 1)
            .station("Sx", "B8", 0)
            .operating("Sx", Step::Acquire);
        let mut t = t;
        take_over(&mut t, "ATE", 60);
        assert_eq!(t.waits_for(), (0, "Sx".to_owned(), "lift"));
        assert_eq!(t.refused(&Move::Pass), "CZ-ACQUIRE-8");
        let lift = |stop| Move::LiftStation { company: t.company("Sx"), cell: t.hex("B8"), stop };
        assert!(t.offers(&lift(0)) && t.offers(&lift(1)));
        assert_eq!(t.refused(lift(2)), "CZ-ACQUIRE-8");
        let mv = lift(lifted);
        t.play(mv);
        assert_eq!(t.stations_on("B8"), [("Sx".to_owned(), 1 - lifted)]);
        assert_eq!(t.markers("Sx"), [0, 0, 4], "one of its own, one returned and two gained");
        assert!(t.is("ATE", Flag::Closed));
    }
}

#[test]
fn praha_leaves_one_of_two_home_stations_to_a_large_company() {
    // CZ-ACQUIRE-8, CZ-ACQUIRE-7
    let t = table(3)
        .phase("d")
        .float("Sx", 0, 90)
        .treasury("Sx", 5000)
        .train("Sx", "3E")
        .float("BN", 0, 60);
    let t = t
        .float("NWB", 0, 60)
        .station("NWB", "E11", 0)
        .station("BN", "E11", 1)
        .operating("Sx", Step::Acquire);
    let mut t = t;
    t.play(t.acquire("BN", 60));
    assert_eq!(t.stations_on("E11"), [("NWB".to_owned(), 0), ("Sx".to_owned(), 1)]);
    t.play(t.acquire("NWB", 60));
    assert_eq!(t.step(), "lift");
    t.play(Move::LiftStation { company: t.company("Sx"), cell: t.hex("E11"), stop: 1 });
    assert_eq!(t.stations_on("E11"), [("Sx".to_owned(), 0)]);
}

#[test]
fn all_unplaced_markers_cost_100_after_a_take_over() {
    // CZ-ACQUIRE-9, HARD-CZ-3
    let t = pair().station("OFE", "C25", 0);
    assert_eq!(t.markers("BN"), [0, 1, 1]);
    let mut t = t;
    take_over(&mut t, "OFE", 65);
    assert_eq!(t.markers("BN"), [0, 0, 4]);
    assert_eq!(t.at.state.core.next_marker(t.sheet(), t.company("BN")).map(|m| m.1), Some(100));
    let t = table_with(3, "acquirer_keeps_40_marker", true)
        .phase("d")
        .float("BN", 0, 60)
        .treasury("BN", 1000);
    let t = t
        .station("BN", "E11", 1)
        .float("OFE", 0, 65)
        .train("BN", "2+2")
        .operating("BN", Step::Acquire);
    let mut t = t;
    take_over(&mut t, "OFE", 65);
    assert_eq!(t.markers("BN"), [0, 1, 4], "the other reading; OFE's home marker was not placed");
}

#[test]
fn each_train_is_taken_over_or_scrapped_at_that_moment_only() {
    // CZ-ACQUIRE-10, CZ-TRAIN-10
    let base = pair().train("OFE", "3").train("OFE", "2");
    let mut t = base.clone();
    take_over(&mut t, "OFE", 65);
    assert_eq!(t.waits_for(), (0, "BN".to_owned(), "taken"));
    t.play(t.scrap("BN", "2"));
    assert_eq!(t.trains_at(Whereabouts::Pool), Vec::<String>::new(), "removed from the game");
    t.pass();
    let mut trains = t.trains_of("BN");
    trains.sort();
    assert_eq!(trains, ["2+2", "3"]);
    let later = t.operating("BN", Step::Trains);
    assert_eq!(later.refused(later.scrap("BN", "3")), "CZ-OR-5");
    assert_eq!(later.refused(&Move::TurnTrain { card: later.card("BN", "3"), face: 1 }), "CZ-OR-5");
}

#[test]
fn the_train_limit_holds_after_a_take_over() {
    // CZ-ACQUIRE-11, CZ-ACQUIRE-12
    let t = pair().train("BN", "3+3").train("OFE", "3").train("OFE", "2");
    let mut t = t;
    take_over(&mut t, "OFE", 65);
    assert_eq!(t.trains_of("BN").len(), 4);
    assert_eq!(t.at.train_limit(t.company("BN")), 3);
    assert_eq!(t.refused(&Move::Pass), "CZ-ACQUIRE-11");
    assert_eq!(t.refused(t.scrap("BN", "3+3")), "CZ-ACQUIRE-12", "the acquirer's own stay");
    assert_eq!(t.refused(t.scrap("BN", "2+2")), "CZ-ACQUIRE-12");
    t.play(t.scrap("BN", "3"));
    t.pass();
    assert_eq!(t.trains_of("BN").len(), 3);
    // A full acquirer keeps none, not even by turning it.
    let mut t = pair().train("BN", "3+3").train("BN", "3+3").train_of("OFE", "d", "3");
    take_over(&mut t, "OFE", 65);
    assert_eq!(t.refused(t.turn("BN", "3", "3+3")), "CZ-ACQUIRE-11");
}

#[test]
fn the_acquirers_own_trains_are_neither_scrapped_nor_turned() {
    // CZ-ACQUIRE-12
    let t = table(3)
        .phase("e")
        .float("Sx", 0, 90)
        .treasury("Sx", 2000)
        .train("Sx", "3E")
        .train_of("Sx", "d", "3+3");
    let mut t = t.float("OFE", 0, 65).train_of("OFE", "b", "2").operating("Sx", Step::Acquire);
    t.play(t.acquire("OFE", 65));
    assert_eq!(t.refused(t.turn("Sx", "3+3", "3E")), "CZ-ACQUIRE-12");
    assert_eq!(t.refused(t.scrap("Sx", "3E")), "CZ-ACQUIRE-12");
}

#[test]
fn a_train_taken_over_may_be_turned_to_a_larger_face_for_the_difference() {
    // CZ-ACQUIRE-13
    let cases = [
        ("Sx", 90, "OFE", 65, "d", "3", "3E", 130),
        ("Sx", 90, "KFN", 60, "d", "3+3", "3E", 70),
        ("BN", 60, "OFE", 65, "c", "3", "2+2", 0),
        ("BN", 60, "OFE", 65, "b", "2", "2+2", 10),
        ("Sx", 90, "OFE", 65, "e", "4", "3E", 0),
        ("Sx", 90, "OFE", 65, "d", "3", "3+3", 60),
    ];
    for (company, price, target, target_price, letter, face, to, cost) in cases {
        let t = table(3).phase("e").float(company, 0, price).treasury(company, 1000).float(
            target,
            0,
            target_price,
        );
        let mut t = t.train_of(target, letter, face).operating(company, Step::Acquire);
        t.play(t.acquire(target, target_price));
        let treasury = t.treasury_of(company);
        let mv = t.turn(company, face, to);
        assert_eq!(t.cost(&mv), Some(cost), "{letter}: {face} to {to}");
        t.play(mv);
        assert_eq!(t.treasury_of(company), treasury - cost);
        assert_eq!(t.trains_of(company), [to]);
    }
    // Never to a smaller face, nor to one the acquirer may not own, nor without money.
    let t = table(3).phase("e").float("Sx", 0, 90).treasury("Sx", 1000).float("KFN", 0, 60);
    let mut t = t.train_of("KFN", "d", "3+3").operating("Sx", Step::Acquire);
    t.play(t.acquire("KFN", 60));
    assert_eq!(t.refused(t.turn("Sx", "3+3", "3")), "CZ-ACQUIRE-13");
    let poor = t.treasury("Sx", 69);
    assert_eq!(poor.refused(poor.turn("Sx", "3+3", "3E")), "CZ-ACQUIRE-13");
    let mut t = pair().train_of("OFE", "d", "3");
    take_over(&mut t, "OFE", 65);
    assert_eq!(
        t.refused(t.turn("BN", "3", "3E")),
        "CZ-ACQUIRE-13",
        "a medium company owns no E-train"
    );
    let t = public_table(3).phase("e").float("Sx", 0, 90).treasury("Sx", 1000).float("OFE", 0, 65);
    let mut t = t.train_of("OFE", "d", "3").operating("Sx", Step::Acquire);
    t.play(t.acquire("OFE", 65));
    assert_eq!(
        t.refused(t.turn("Sx", "3", "3+3")),
        "CZ-ACQUIRE-13",
        "the platform turns to its own class only"
    );
}

#[test]
fn no_card_is_turned_to_a_kind_that_has_been_scrapped() {
    // CZ-ACQUIRE-14, HARD-CZ-6
    let t = table(3)
        .phase("f")
        .float("BN", 0, 60)
        .treasury("BN", 1000)
        .float("OFE", 0, 65)
        .scrapped(&["2+2"]);
    let mut t = t.train_of("OFE", "c", "3").operating("BN", Step::Acquire);
    t.play(t.acquire("OFE", 65));
    assert_eq!(t.refused(t.turn("BN", "3", "2+2")), "CZ-ACQUIRE-14");
}

#[test]
fn turning_a_card_starts_no_phase_and_scraps_nothing() {
    // CZ-ACQUIRE-15
    for (base, scraps) in [(table(3), false), (public_table(3), true)] {
        let t = base
            .phase("e")
            .float("BN", 0, 60)
            .treasury("BN", 1000)
            .float("OFE", 0, 65)
            .train_of("OFE", "f", "4");
        let mut t = t.float("KFN", 1, 60).train("KFN", "2+2").operating("BN", Step::Acquire);
        t.play(t.acquire("OFE", 65));
        t.play(t.turn("BN", "4", "4+4"));
        assert_eq!(t.phase_name(), "e");
        assert_eq!(t.trains_of("KFN").is_empty(), scraps, "the platform treats it as a sale");
    }
}

#[test]
fn a_company_taken_over_leaves_the_game_for_good() {
    // CZ-ACQUIRE-16
    let mut t = pair().tile("C25", "202", 0).float("EKJ", 2, 50).treasury("EKJ", 200);
    take_over(&mut t, "OFE", 65);
    assert_eq!(t.at.state.core.market.cell(t.company("OFE")), None);
    assert_eq!([0, 1, 2].map(|p| t.units("OFE", p)), [0, 0, 0]);
    assert_eq!(t.director("OFE"), None);
    let stock = t.clone().stock(4).cash(0, 900);
    assert_eq!(stock.refused(stock.start_at("OFE", 50)), "CZ-ACQUIRE-16");
    assert_eq!(stock.refused(stock.share("OFE")), "CZ-ACQUIRE-16");
    // Its home right ends: the single slot of Ostrava is free for all.
    let t =
        t.tile("D24", "8", 3).tile("D26", "8859", 3).tile("C23", "57", 1).station("EKJ", "C23", 0);
    let t = t.tile("C25", "621", 1).operating("EKJ", Step::Station);
    assert!(t.offers(&t.place("EKJ", "C25", 0)));
}

#[test]
fn a_company_taken_over_before_its_turn_does_not_operate() {
    // CZ-OR-4
    let t = pair().local_of("S1", "BN").float("MW", 2, 50).treasury("MW", 200).then(&["OFE", "MW"]);
    let mut t = t;
    take_over(&mut t, "OFE", 65);
    for _ in 0..4 {
        if t.waits_for().1 == "BN" {
            t.pass();
        }
    }
    assert_eq!(t.waits_for().1, "MW");
    assert!(
        !t.events
            .iter()
            .any(|e| matches!(e, Event::TurnBegan { company } if *company == t.company("OFE")))
    );
}

/// Sx without a train takes over a company with three d-cards used as 3.
fn three_small_trains(t: Table) -> Table {
    let t = t
        .phase("d")
        .float("Sx", 0, 90)
        .treasury("Sx", 1000)
        .float("OFE", 0, 65)
        .train_of("OFE", "d", "3")
        .train_of("OFE", "d", "3")
        .train_of("OFE", "d", "3");
    let mut t = t.operating("Sx", Step::Acquire);
    t.play(t.acquire("OFE", 65));
    assert_eq!(t.at.train_limit(t.company("Sx")), 3);
    assert_eq!(t.trains_of("Sx"), ["3", "3", "3"]);
    t
}

#[test]
fn a_take_over_fills_no_company_with_trains_it_cannot_run() {
    // CZ-ACQUIRE-18, CZ-TRAIN-16: two stay as 3 and the third is scrapped, or one is turned to 3E for 130
    let t = three_small_trains(table(3));
    assert_eq!(t.refused(&Move::Pass), "CZ-ACQUIRE-18");
    let mut scrapped = t.clone();
    scrapped.play(scrapped.scrap("Sx", "3"));
    scrapped.pass();
    assert_eq!(scrapped.trains_of("Sx"), ["3", "3"]);
    assert!(scrapped.in_pool().is_empty());
    let later = scrapped.operating("Sx", Step::Trains);
    assert_eq!(later.refused(&Move::Pass), "CZ-TRAIN-1");
    assert_eq!(later.refused(later.buy_top("Sx", "3")), "CZ-TRAIN-16");
    assert!(later.offers(&later.buy_top("Sx", "3E")));
    let mut turned = t.clone();
    assert_eq!(turned.cost(&turned.turn("Sx", "3", "3E")), Some(130));
    turned.play(turned.turn("Sx", "3", "3E"));
    turned.pass();
    let later = turned.operating("Sx", Step::Trains);
    assert_eq!(later.trains_of("Sx").len(), 3, "all three stay");
    assert_eq!(later.refused(later.buy_top("Sx", "3E")), "CZ-TRAIN-5");
}

#[test]
fn turning_to_a_face_that_it_cannot_run_frees_no_place() {
    // CZ-ACQUIRE-18, CZ-ACQUIRE-13
    let mut t = three_small_trains(table(3));
    t.play(t.turn("Sx", "3", "3+3"));
    t.play(t.turn("Sx", "3", "3+3"));
    assert_eq!(t.refused(&Move::Pass), "CZ-ACQUIRE-18");
    assert_eq!(t.refused(t.turn("Sx", "3", "3+3")), "CZ-ACQUIRE-18");
    let mut last = t.clone();
    last.play(last.turn("Sx", "3", "3E"));
    assert_ne!(last.step(), "taken", "nothing is left to decide");
    assert_eq!(last.trains_of("Sx").len(), 3);
    t.play(t.scrap("Sx", "3"));
    assert_eq!(t.trains_of("Sx"), ["3+3", "3+3"]);
}

#[test]
fn who_can_run_a_train_or_keeps_a_place_free_takes_over_what_it_likes() {
    // CZ-ACQUIRE-18, CZ-ACQUIRE-10
    let base = table(3)
        .phase("d")
        .float("Sx", 0, 90)
        .treasury("Sx", 1000)
        .float("OFE", 0, 65)
        .train_of("OFE", "d", "3")
        .train_of("OFE", "d", "3");
    let mut free = base.clone().operating("Sx", Step::Acquire);
    free.play(free.acquire("OFE", 65));
    free.pass();
    assert_eq!(free.trains_of("Sx").len(), 2, "one place is free");
    let mut own = base.train("Sx", "3E").operating("Sx", Step::Acquire);
    own.play(own.acquire("OFE", 65));
    own.pass();
    assert_eq!(own.trains_of("Sx").len(), 3, "it runs its 3E");
}

#[test]
fn an_acquirer_that_a_phase_change_has_filled_scraps_all_trains_of_the_target() {
    // CZ-ACQUIRE-18, CZ-ACQUIRE-11, CZ-TRAIN-6: the take-over is not refused, and it may still buy
    let t = table(3)
        .phase("d")
        .float("Sx", 0, 90)
        .treasury("Sx", 1000)
        .train("Sx", "3+3")
        .train("Sx", "3+3")
        .train("Sx", "2+2");
    let t = t.float("OFE", 0, 65).train_of("OFE", "d", "3");
    let mut t = t.operating("Sx", Step::Acquire);
    t.play(t.acquire("OFE", 65));
    assert_eq!(t.refused(&Move::Pass), "CZ-ACQUIRE-11");
    t.play(t.scrap("Sx", "3"));
    assert_ne!(t.step(), "taken");
    let mut t = t.operating("Sx", Step::Trains);
    t.play(t.buy_top("Sx", "3E"));
    assert_eq!(t.waits_for(), (0, "Sx".to_owned(), "excess"));
}

#[test]
fn in_version_1_a_take_over_could_fill_the_limit_and_earn_a_purchase() {
    // CZ-ACQUIRE-18, CZ-TRAIN-6, CZ-TRAIN-16, D42: so it stays on the public platform, and for who chooses it
    let option = "limit_exception_only_after_phase_change";
    for base in [first_version(3), public_table(3), table_with(3, option, false)] {
        let mut t = three_small_trains(base);
        t.pass();
        let mut t = t.operating("Sx", Step::Trains);
        t.play(t.buy_top("Sx", "3E"));
        t.play(t.return_train("Sx", "3"));
        assert_eq!(t.trains_of("Sx").len(), 3);
        assert_eq!(t.in_pool(), ["3"]);
    }
}

#[test]
fn the_step_waits_while_papers_could_pay_for_a_take_over() {
    // CZ-OR-6, CZ-ACQUIRE-3: shares at half of 65, rounded up
    let waits = |t: Table| t.at.acquire_waits(t.company("BN"));
    let base = |cash| pair().treasury("BN", cash).in_box(40);
    for (short, may) in [(0, true), (1, false)] {
        let own = base(3 * 33 - 2 * 40 - short).shares("OFE", 2, 1);
        let own = own.local_of("S1", "BN").local_of("S2", "BN");
        assert_eq!(waits(own), may, "three shares for two local railways of its own");
        let bought = base(2 * 33 - 39 - short).local("S1", 0);
        assert_eq!(waits(bought), may, "two shares for one that is bought for 1 and sold for 40");
        assert_eq!(waits(base(2 * 33 - short)), may, "for cash");
    }
}
