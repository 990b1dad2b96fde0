//! Buying trains, phases, the train limit, the depot.

use super::table::Table;
use engine::{Event, Move, Pay, Position, Whereabouts};

#[test]
fn new_trains_cost_the_price_on_the_card() {
    // LIL-TRAINBUY-1, LIL-TRAINBUY-2
    let t = Table::new(4);
    let prices: Vec<i32> = t.at.printed.sheet.trains.iter().map(|k| k.faces[0].price).collect();
    assert_eq!(prices, [80, 150, 300, 400, 500, 650]);
    let mut t = Table::drafted(4);
    t.play_card("A8", 0);
    assert_eq!(t.refused(t.buy_top_for("MR", 79)), "LIL-TRAINBUY-2");
    t.play(t.buy_top_for("MR", 80));
    assert_eq!((t.treasury_of("MR"), t.trains_of("MR").len()), (470, 2));
}

#[test]
fn a_train_of_another_player_is_bought_at_a_price_both_agree_on() {
    // LIL-TRAINBUY-1, LIL-TRAINBUY-3, LIL-TRAINBUY-11
    let mut t = Table::drafted(4);
    t.play_card("A7", 0);
    let theirs = t.at.state.core.trains.of(t.company("LNR")).next().unwrap();
    assert_eq!(t.refused(t.buy_card_from("MR", "LNR", theirs, 0)), "LIL-TRAINBUY-3");
    assert_eq!(
        t.refused(t.buy_card_from("MR", "LNR", theirs, 551)),
        "LIL-TRAINBUY-7",
        "more than the treasury"
    );
    assert_eq!(
        t.refused(t.buy_card_from("MR", "SR", theirs, 10)),
        "LIL-TRAINBUY-1",
        "not a train of that company"
    );
    let events = t.play(t.buy_card_from("MR", "LNR", theirs, 33)).events.clone();
    assert!(matches!(events[0], Event::Offered { .. }));
    assert_eq!((t.step(), t.decider()), ("offer", 3));
    assert_eq!(t.refused(Move::Pass), "LIL-TRAINBUY-11");
    t.play(Move::Answer { accept: false });
    assert_eq!(
        (t.treasury_of("MR"), t.trains_of("LNR").len()),
        (550, 2),
        "a refused offer changes nothing"
    );
    assert_eq!((t.step(), t.decider()), ("trains", 0), "nor does it use up the option");
    t.play(t.buy_card_from("MR", "LNR", theirs, 40));
    t.play(Move::Answer { accept: true });
    assert_eq!((t.treasury_of("MR"), t.treasury_of("LNR")), (510, 540));
    assert_eq!((t.trains_of("MR").len(), t.trains_of("LNR").len()), (2, 1));
    assert_eq!(t.decider(), 1, "the option is used");
}

#[test]
fn the_same_offer_is_made_once_and_three_at_most_in_a_turn() {
    // LIL-TRAINBUY-11
    let mut t = Table::drafted(4);
    t = t.founded(0, "BCR", 60);
    t = t.treasury("BCR", 100);
    t.play_card("A8", 0);
    let theirs: Vec<_> = t.at.state.core.trains.of(t.company("LNR")).collect();
    let ask = |t: &mut Table, price: i32, accept: bool| {
        t.play(t.buy_card_from("MR", "LNR", theirs[0], price));
        t.play(Move::Answer { accept });
    };
    ask(&mut t, 33, false);
    let same = |company: &str| t.buy_card_from(company, "LNR", theirs[0], 33);
    assert_eq!(t.refused(same("MR")), "LIL-TRAINBUY-11");
    assert_eq!(t.refused(same("BCR")), "LIL-TRAINBUY-11", "for whomever");
    for (train, price) in [(0, 32), (0, 34), (0, 1), (0, 550), (1, 33)] {
        let mv = t.buy_card_from("MR", "LNR", theirs[train], price);
        assert!(t.offers(&mv), "{price}");
    }
    // More than the other company can pay does not widen its choices.
    ask(&mut t, 500, false);
    assert_eq!(t.refused(t.buy_card_from("BCR", "LNR", theirs[0], 131)), "LIL-TRAINBUY-7");
    assert!(t.offers(&t.buy_card_from("BCR", "LNR", theirs[0], 130)));
    ask(&mut t, 40, true);
    assert_eq!(t.trains_of("MR").len(), 2, "an accepted offer counts too");
    assert_eq!(
        t.refused(t.buy_card_from("MR", "LNR", theirs[1], 5)),
        "LIL-TRAINBUY-11",
        "the fourth"
    );
    // Between own companies nothing is offered, and the price of an offer may come again.
    t.play(t.buy_card_from("BCR", "MR", theirs[0], 40));
    assert_eq!(t.trains_of("BCR").len(), 1);
    // A new turn has new offers.
    t = t.turn_of(0);
    t.at.state.used = 0;
    t.play_card("A3", 1);
    t = t.turn_of(0);
    t.play_card("A8", 0);
    t.play(t.buy_card_from("MR", "LNR", theirs[1], 33));
}

#[test]
fn in_version_1_offers_have_no_limit() {
    // LIL-TRAINBUY-11
    let mut t = Table::drafted_with(4, &[("offers_limited", "off")]);
    t.play_card("A7", 0);
    let theirs = t.at.state.core.trains.of(t.company("LNR")).next().unwrap();
    for _ in 0..5 {
        t.play(t.buy_card_from("MR", "LNR", theirs, 33));
        t.play(Move::Answer { accept: false });
    }
    assert_eq!((t.step(), t.decider()), ("trains", 0));
}

#[test]
fn who_has_made_all_offers_and_can_buy_nothing_ends_the_turn() {
    // LIL-TRAINBUY-11
    let mut t = Table::drafted(2);
    t = t.treasury("MR", 79);
    t.play_card("A8", 0);
    let theirs = t.at.state.core.trains.of(t.company("SR")).next().unwrap();
    for price in [1, 2, 3] {
        assert_eq!((t.step(), t.decider()), ("trains", 0));
        t.play(t.buy_card_from("MR", "SR", theirs, price));
        t.play(Move::Answer { accept: false });
    }
    assert_eq!((t.step(), t.decider()), ("card", 1));
}

#[test]
fn a_company_without_income_buys_from_the_depot_by_option() {
    // LIL-DEPOT-2, LIL-DIVIDEND-6
    for (value, buys) in [("on", true), ("off", false)] {
        let mut t = Table::drafted_with(2, &[("trainless_may_buy_from_depot", value)]);
        t = t.no_trains("MR");
        let two = t.depot("2");
        let price = t.price_of("MR");
        t.end_turns();
        assert!(t.price_of("MR") < price, "one withholding move");
        assert_eq!(t.offers(&t.buy_depot("MR", two, 80)), buys);
        if !buys {
            assert_eq!((t.step(), t.decider()), ("dividend", 1));
            t.play(Move::Dividend { pay: Pay::Withhold });
            assert!(t.offers(&t.buy_depot("SR", two, 80)), "who kept an income buys");
        }
    }
}

#[test]
fn obsolete_trains_change_hands_too() {
    // LIL-TRAINBUY-4
    let mut t = Table::drafted(4).phase(4);
    let theirs = t.at.state.core.trains.of(t.company("LNR")).next().unwrap();
    t = t.obsolete(theirs);
    t.play_card("A7", 0);
    t.play(t.buy_card_from("MR", "LNR", theirs, 1));
    t.play(Move::Answer { accept: true });
    assert!(t.at.state.core.trains.get(theirs).obsolete);
    assert_eq!(t.trains_of("MR").len(), 2);
}

#[test]
fn a_director_sells_between_own_companies_at_any_price() {
    // LIL-TRAINBUY-5, LIL-TRAINBUY-7
    let mut t = Table::drafted(4).founded(0, "BCR", 60).treasury("BCR", 100).cash(0, 45);
    t.play_card("A8", 0);
    let own = t.at.state.core.trains.of(t.company("MR")).next().unwrap();
    assert_eq!(t.refused(t.buy_card_from("BCR", "MR", own, 146)), "LIL-TRAINBUY-7");
    t.play(t.buy_card_from("BCR", "MR", own, 145));
    assert_eq!(t.step(), "trains", "nobody is asked");
    assert_eq!(
        (t.treasury_of("BCR"), t.cash_of(0), t.treasury_of("MR")),
        (0, 0, 695),
        "treasury and help"
    );
    t.play(t.buy_card_from("MR", "BCR", own, 1));
    assert_eq!((t.treasury_of("BCR"), t.treasury_of("MR")), (1, 694));
}

#[test]
fn nobody_has_to_own_a_train() {
    // LIL-TRAINBUY-6
    let mut t = Table::drafted(2).no_trains("MR");
    t.play_card("A8", 0);
    t.pass();
    t.end_turns();
    assert!(t.trains_of("MR").is_empty());
    assert_eq!(t.price_of("MR"), 45, "it runs for nothing and goes on");
}

#[test]
fn the_director_adds_exactly_what_is_missing_if_the_company_has_no_train() {
    // LIL-TRAINBUY-7
    let mut t = Table::drafted(4).treasury("MR", 50).cash(0, 100);
    t.play_card("A8", 0);
    assert_eq!(t.refused(t.buy_top_for("MR", 80)), "LIL-TRAINBUY-7", "it owns a train");
    let mut t = Table::drafted(4).treasury("MR", 50).cash(0, 100).no_trains("MR");
    t.play_card("A8", 0);
    t.play(t.buy_top_for("MR", 80));
    assert_eq!((t.treasury_of("MR"), t.cash_of(0)), (0, 70));
    assert_eq!(t.decider(), 1, "a second train cannot be helped: the company owns one now");
    let mut t = Table::drafted(4)
        .treasury("MR", 50)
        .cash(0, 29)
        .no_trains("MR")
        .founded(0, "BCR", 60)
        .treasury("BCR", 300);
    t.play_card("A8", 0);
    assert_eq!(t.refused(t.buy_top_for("MR", 80)), "LIL-TRAINBUY-7", "50 and 29 do not make 80");
    assert!(t.offers(&t.buy_top_for("BCR", 80)));
}

#[test]
fn two_purchases_by_one_company_or_two() {
    // LIL-TRAINBUY-8, LIL-TRAINBUY-9
    let mut t = Table::drafted(4);
    t.play_card("A8", 0);
    t.play(t.buy_top_for("MR", 80));
    t.play(t.buy_top_for("MR", 80));
    assert_eq!(t.trains_of("MR").len(), 3);
    // One company buys the new train, the other buys it from there for 1.
    let mut t = Table::drafted(4).founded(0, "BCR", 60).treasury("BCR", 1);
    t.play_card("A8", 0);
    let top = t.at.state.core.trains.top().unwrap();
    t.play(t.buy_top_for("MR", 80));
    t.play(t.buy_card_from("BCR", "MR", top, 1));
    assert_eq!((t.trains_of("BCR").len(), t.treasury_of("BCR"), t.treasury_of("MR")), (1, 0, 471));
    assert_eq!(t.decider(), 1);
}

#[test]
fn the_last_trains_never_run_out() {
    // LIL-TRAINBUY-10
    let mut t = Table::drafted(2).phase(7);
    for _ in 0..12 {
        t.at.fill_depot(&mut Vec::new());
        let top = t.at.state.core.trains.top().expect("another card");
        assert_eq!(t.at.state.core.trains.get(top).kind, t.kind("4D"));
    }
}

#[test]
fn a_phase_begins_with_the_first_train_of_its_type_bought_or_moved_to_the_depot() {
    // LIL-PHASE-1, LIL-PHASE-3
    let mut t = Table::drafted(4);
    assert_eq!(t.at.state.core.phase, 0, "the free starting trains start no phase");
    assert_eq!(t.at.limit(), 4);
    t.play_card("A8", 0);
    let events = t.play(t.buy_top_for("MR", 80)).events.clone();
    assert!(events.contains(&Event::PhaseBegan { phase: 1 }));
    assert_eq!((t.at.state.core.phase, t.at.limit()), (1, 4));
    t.play(t.buy_top_for("MR", 80));
    let events = {
        let mut events = Vec::new();
        t.at.fill_depot(&mut events);
        events
    };
    assert!(events.contains(&Event::PhaseBegan { phase: 2 }), "moved to the depot");
    assert_eq!(t.trains_at(Whereabouts::Pool), ["3"]);
}

#[test]
fn colours_limits_and_amounts_of_the_phases() {
    // LIL-PHASE-2, LIL-PHASE-3, LIL-PHASE-4, LIL-PHASE-5, LIL-PHASE-6, LIL-PHASE-7, LIL-PHASE-8, LIL-LIMIT-1
    let mut t = Table::drafted(4);
    let wanted = [
        (1, 0, 4, 50),
        (2, 0, 4, 50),
        (3, 1, 4, 70),
        (4, 1, 3, 70),
        (5, 2, 2, 100),
        (6, 2, 2, 100),
        (7, 2, 2, 100),
    ];
    for (phase, colour, limit, treasury) in wanted {
        t = t.phase(phase);
        assert_eq!((t.at.stage_of_colour(), t.at.limit()), (colour, limit), "phase {phase}");
        let titles::g18lilliput::Side::Treasury { amounts, .. } = t.at.printed.cards[9].sides[0]
        else {
            panic!()
        };
        assert_eq!(amounts[colour], treasury);
    }
}

#[test]
fn older_trains_become_obsolete_and_rust() {
    // LIL-PHASE-5, LIL-PHASE-6, LIL-PHASE-7, LIL-PHASE-8, LIL-PHASE-9, LIL-PHASE-11, LIL-PHASE-12, LIL-DEPOT-6
    let mut t = Table::drafted(4).no_trains("MR").no_trains("LNR");
    let company = ["2", "3", "4", "5", "3D", "4D"].map(|k| (k, t.hand("MR", k)));
    let depot = ["2", "3", "4"].map(|k| (k, t.depot(k)));
    let state = |t: &Table, which: &str, list: &[(&str, engine::Card)]| {
        let card = list.iter().find(|c| c.0 == which).unwrap().1;
        let c = t.at.state.core.trains.get(card);
        if c.place == Whereabouts::Gone {
            "gone"
        } else if c.obsolete {
            "obsolete"
        } else {
            "sound"
        }
    };
    let check = |t: &mut Table, kind: &str, wanted: [&str; 4]| {
        let kind = t.kind(kind);
        while t
            .at
            .state
            .core
            .trains
            .top()
            .is_some_and(|c| t.at.state.core.trains.get(c).kind <= kind)
        {
            let phase = t.at.state.core.phase;
            let top = t.at.state.core.trains.top().unwrap();
            t.at.state.core.trains.get_mut(top).place = Whereabouts::Gone;
            t.at.left_deck(top, &mut Vec::new());
            if t.at.state.core.trains.get(top).kind == kind && t.at.state.core.phase >= phase {
                break;
            }
        }
        for lasting in ["3D", "4D"] {
            assert_eq!(state(t, lasting, &company), "sound", "{lasting}");
        }
        for (k, want) in ["2", "3", "4", "5"].iter().zip(wanted) {
            assert_eq!(state(t, k, &company), want, "{k} of a company");
            if *k != "5" {
                assert_eq!(state(t, k, &depot), want, "{k} in the depot");
            }
        }
    };
    check(&mut t, "3", ["sound"; 4]);
    check(&mut t, "4", ["obsolete", "sound", "sound", "sound"]);
    check(&mut t, "5", ["gone", "sound", "sound", "sound"]);
    check(&mut t, "3D", ["gone", "obsolete", "sound", "sound"]);
    check(&mut t, "4D", ["gone", "gone", "obsolete", "sound"]);
}

#[test]
fn rust_and_obsolescence_come_before_the_new_limit() {
    // LIL-PHASE-13, LIL-LIMIT-6
    let mut t = Table::drafted(4).phase(4).train("MR", "3").train("LNR", "3").train("LNR", "4");
    // LNR: 2, 2, 3, 4 would be above the limit of phase 4, so one 2 less.
    let two = t.at.state.core.trains.of(t.company("LNR")).next().unwrap();
    t.at.state.core.trains.get_mut(two).place = Whereabouts::Gone;
    while t.at.state.core.trains.get(t.at.state.core.trains.top().unwrap()).kind < t.kind("5") {
        let top = t.at.state.core.trains.top().unwrap();
        t.at.state.core.trains.get_mut(top).place = Whereabouts::Gone;
    }
    t.play_card("A8", 0);
    t.play(t.buy_top_for("MR", 400));
    assert_eq!(t.trains_of("MR"), ["3", "5"], "the 2 has rusted: nothing to give up");
    assert_eq!(t.trains_of("LNR"), ["3", "4"]);
    assert_ne!(t.step(), "limit");
}

#[test]
fn a_company_at_the_limit_acquires_no_train() {
    // LIL-LIMIT-2, LIL-LIMIT-3, LIL-LIMIT-4, LIL-DEPOT-1, LIL-DEPOT-7
    let mut t = Table::drafted(4).phase(4).treasury("MR", 2000);
    let three = t.hand("MR", "3");
    t = t.train("MR", "4");
    let theirs = t.at.state.core.trains.of(t.company("SR")).next().unwrap();
    let old = t.at.state.core.trains.of(t.company("MR")).next().unwrap();
    t = t.obsolete(old);
    while t.at.state.core.trains.get(t.at.state.core.trains.top().unwrap()).kind < t.kind("5") {
        let top = t.at.state.core.trains.top().unwrap();
        t.at.state.core.trains.get_mut(top).place = Whereabouts::Gone;
    }
    t.play_card("A8", 0);
    assert_eq!(
        t.refused(t.buy_top_for("MR", 400)),
        "LIL-LIMIT-2",
        "even if the purchase would rust a train"
    );
    assert_eq!(t.refused(t.buy_card_from("MR", "SR", theirs, 5)), "LIL-LIMIT-2", "from any source");
    assert_eq!(t.refused(t.give_back("MR", three)), "LIL-LIMIT-4");
    assert_eq!(t.refused(t.give_back("SR", theirs)), "LIL-ACTION-13");
    let before = t.treasury_of("MR");
    t.play(t.give_back("MR", old));
    assert_eq!(t.treasury_of("MR"), before, "nothing is paid for it");
    assert_eq!(t.trains_at(Whereabouts::Pool), ["2"]);
    t.play(t.buy_top_for("MR", 400));
}

#[test]
fn a_lowered_limit_makes_directors_choose_what_to_give_up() {
    // LIL-LIMIT-5, LIL-LIMIT-6, LIL-DEPOT-1
    let mut t = Table::drafted(4).phase(3);
    for (id, kind, n) in [("LNR", "3", 2), ("SR", "3", 3), ("MR", "5", 2)] {
        for _ in 0..n {
            t = t.train(id, kind);
        }
    }
    while t.at.state.core.trains.get(t.at.state.core.trains.top().unwrap()).kind < t.kind("4") {
        let top = t.at.state.core.trains.top().unwrap();
        t.at.state.core.trains.get_mut(top).place = Whereabouts::Gone;
    }
    t = t.treasury("MR", 1000);
    t.play_card("A7", 0);
    let four = t.at.state.core.trains.top().unwrap();
    t.play(t.buy_top_for("MR", 300));
    assert_eq!((t.step(), t.decider()), ("limit", 0), "MR has four, the buyer first");
    assert_eq!(t.refused(Move::Pass), "LIL-LIMIT-5");
    let theirs = t.at.state.core.trains.of(t.company("SR")).next().unwrap();
    assert_eq!(t.refused(t.give_back("SR", theirs)), "LIL-ACTION-13");
    t.play(t.give_back("MR", four));
    assert_eq!(t.trains_at(Whereabouts::Pool), ["4"], "the new train too may be given up");
    assert_eq!((t.step(), t.decider()), ("limit", 1), "then clockwise");
    let three = t.at.state.core.trains.of(t.company("SR")).last().unwrap();
    let before = t.treasury_of("SR");
    t.play(t.give_back("SR", three));
    assert_eq!(t.treasury_of("SR"), before);
    assert_eq!((t.step(), t.decider()), ("limit", 3));
    let three = t.at.state.core.trains.of(t.company("LNR")).last().unwrap();
    t.play(t.give_back("LNR", three));
    assert_eq!((t.step(), t.decider()), ("extras", 0), "the turn goes on");
}

#[test]
fn action_cards_never_allow_a_depot_train() {
    // LIL-DEPOT-2
    let mut t = Table::drafted(4);
    let two = t.depot("3");
    t.play_card("A8", 0);
    assert_eq!(t.refused(t.buy_depot("MR", two, 150)), "LIL-DEPOT-2");
}

#[test]
fn after_withholding_a_company_buys_one_train_of_its_choice_from_the_depot() {
    // LIL-DEPOT-2, LIL-DEPOT-3, LIL-DEPOT-4, LIL-DEPOT-5, LIL-DIVIDEND-5
    let mut t = Table::drafted(2).phase(4);
    let (three, four) = (t.depot("3"), t.depot("4"));
    t.end_turns();
    let first = t.at.decision().unwrap().company.unwrap();
    assert_eq!(first, t.company("MR"));
    t.play(Move::Dividend { pay: Pay::Withhold });
    assert_eq!((t.step(), t.decider()), ("depot", 0));
    assert_eq!(t.refused(t.buy_depot("MR", three, 140)), "LIL-DEPOT-3", "its card price");
    assert_eq!(t.refused(t.buy_depot("SR", three, 150)), "LIL-DEPOT-2");
    let deck = t.at.state.core.trains.top().unwrap();
    assert_eq!(t.refused(t.buy_depot("MR", deck, 300)), "LIL-DEPOT-3", "not in the depot");
    let (before, phase) = (t.treasury_of("MR"), t.at.state.core.phase);
    assert!(t.offers(&t.buy_depot("MR", four, 300)), "any of them");
    t.play(t.buy_depot("MR", three, 150));
    assert_eq!(t.treasury_of("MR"), before - 150);
    assert_eq!(t.at.state.core.phase, phase);
    assert_eq!(t.step(), "dividend", "one train only; SR is next");
    // A company that pays dividends buys nothing.
    t.play(Move::Dividend { pay: Pay::Out });
    assert_eq!(t.step(), "card");
}

#[test]
fn the_depot_respects_the_limit_but_room_can_be_made() {
    // LIL-DEPOT-4, LIL-LIMIT-3
    let mut t = Table::drafted(2).phase(5).no_trains("MR");
    let old = t.hand("MR", "3");
    t = t.train("MR", "4").obsolete(old);
    let (four, three) = (t.depot("4"), t.depot("3"));
    t = t.treasury("MR", 400);
    t.end_turns();
    t.play(Move::Dividend { pay: Pay::Withhold });
    assert_eq!(t.refused(t.buy_depot("MR", four, 300)), "LIL-DEPOT-4");
    t.play(t.give_back("MR", old));
    assert_eq!(t.refused(t.buy_depot("MR", old, 150)), "LIL-DEPOT-3", "not the one just returned");
    assert!(t.offers(&t.buy_depot("MR", three, 150)));
    t.play(t.buy_depot("MR", four, 300));
    assert_eq!(t.trains_of("MR"), ["4", "4"]);
    assert!(t.at.state.core.trains.cards.iter().all(|c| c.marks == 0));
}

#[test]
fn the_admiral_gives_no_discount_at_the_depot_and_directors_help_there() {
    // LIL-DEPOT-3, LIL-TRAINBUY-7
    let mut t = Table::drafted(2).phase(4).character(0, "BOLGOLAM").no_trains("MR");
    let three = t.depot("3");
    t = t.treasury("MR", 100).cash(0, 70);
    t.end_turns();
    // MR earns nothing, which counts as withholding. SR has run before (MR stands on 55, so first).
    assert_eq!((t.step(), t.decider()), ("depot", 0));
    t.play(t.buy_depot("MR", three, 150));
    assert_eq!((t.treasury_of("MR"), t.cash_of(0)), (0, 20));
}

#[test]
fn whoever_acts_gives_up_trains_first_then_clockwise() {
    // LIL-LIMIT-5
    let mut t = Table::drafted(4).phase(3);
    for (id, kind, n) in [("MR", "3", 3), ("SR", "3", 2), ("LNR", "5", 2)] {
        for _ in 0..n {
            t = t.train(id, kind);
        }
    }
    while t.at.state.core.trains.get(t.at.state.core.trains.top().unwrap()).kind < t.kind("4") {
        let top = t.at.state.core.trains.top().unwrap();
        t.at.state.core.trains.get_mut(top).place = Whereabouts::Gone;
    }
    t = t.turn_of(1);
    t.play_card("A7", 0);
    t.play(t.buy_top_for("SR", 300));
    let mut order = Vec::new();
    while t.step() == "limit" {
        order.push(t.decider());
        let mv = t.at.choices()[0].mv.clone();
        t.play(mv);
    }
    assert_eq!(order, [1, 3, 0], "not the first player first");
}
