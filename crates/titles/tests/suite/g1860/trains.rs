//! Trains and phases.

use super::{Table, switch};
use engine::Position;
use engine::{Flag, Move, Pay, TrainFrom, Whereabouts};

/// A company in its train step.
fn buying(t: Table, id: &str) -> Table {
    let mut t = t.turns([id]);
    while t.step() != "trains" {
        match t.step() {
            "run" => {
                t.play(t.best_run(id));
            }
            "dividend" => {
                t.dividend(Pay::Withhold);
            }
            _ => {
                t.pass();
            }
        }
    }
    t
}

fn gone(t: Table, kinds: u8) -> Table {
    t.go(|p, _| {
        for c in p
            .state
            .core
            .trains
            .cards_mut()
            .iter_mut()
            .filter(|c| c.kind < kinds && c.place == Whereabouts::Deck)
        {
            c.place = Whereabouts::Gone;
        }
        p.state.core.phase = kinds.saturating_sub(1);
    })
}

#[test]
fn a_company_buys_the_top_of_the_deck_with_its_own_credits() {
    // IOW-TRAIN-1, IOW-TRAIN-2, IOW-MONEY-4
    let mut t = buying(Table::new(2).operated("IOW", 90, [5], 0).treasury("IOW", 510), "IOW");
    let second = engine::Card(1);
    let buy = |card, amount| Move::BuyTrain {
        company: t.company("IOW"),
        card,
        face: 0,
        amount,
        from: TrainFrom::Deck,
    };
    assert_eq!(t.refused(buy(second, 250)), "IOW-TRAIN-2", "only the top");
    assert_eq!(t.refused(buy(engine::Card(0), 240)), "IOW-TRAIN-2");
    t.play(t.deck("IOW"));
    t.play(t.deck("IOW"));
    assert_eq!((t.treasury_of("IOW"), t.trains_of("IOW").len()), (10, 2));
    assert_eq!(t.step(), "stock", "nothing more can be bought");
    let poor = buying(
        Table::new(2)
            .operated("IOW", 90, [5], 0)
            .treasury("IOW", 240)
            .operated("C&N", 90, [0, 5], 0)
            .train("C&N", "2+1"),
        "IOW",
    );
    assert_eq!(poor.refused(poor.deck("IOW")), "IOW-MONEY-4", "no director helps");
}

#[test]
fn trains_of_the_pool_cost_their_printed_price() {
    // IOW-TRAIN-3
    let mut t =
        buying(Table::new(2).operated("IOW", 90, [5], 0).treasury("IOW", 310).pooled("3+2"), "IOW");
    let card = t.at.state.core.trains.at(Whereabouts::Pool).next().expect("a pooled train");
    let mv = Move::BuyTrain {
        company: t.company("IOW"),
        card,
        face: 0,
        amount: 300,
        from: TrainFrom::Pool,
    };
    t.play(mv);
    assert_eq!((t.trains_of("IOW"), t.treasury_of("IOW")), (vec!["3+2".to_owned()], 10));
    assert_eq!(t.at.state.core.phase, 0, "a train of the pool starts no phase");
}

#[test]
fn companies_trade_trains_if_both_directors_agree() {
    // IOW-TRAIN-4, IOW-MONEY-2
    let t = Table::new(2).operated("IOW", 90, [5], 0).treasury("IOW", 100).operated(
        "C&N",
        90,
        [0, 5],
        0,
    );
    let t = buying(t.train("C&N", "2+1").train("C&N", "2+1"), "IOW");
    assert_eq!(t.refused(t.buy_from("IOW", "C&N", "2+1", 5)), "IOW-TRAIN-4");
    assert_eq!(t.refused(t.buy_from("IOW", "C&N", "2+1", 15)), "IOW-TRAIN-4", "a multiple of 10");
    assert_eq!(t.refused(t.buy_from("IOW", "C&N", "2+1", 110)), "IOW-MONEY-4");
    let mut no = t.clone();
    no.play(no.buy_from("IOW", "C&N", "2+1", 60));
    assert_eq!((no.step(), no.decider()), ("offer", 1));
    no.play(Move::Answer { accept: false });
    assert_eq!((no.step(), no.trains_of("IOW").len()), ("trains", 0));
    let mut yes = t;
    yes.play(yes.buy_from("IOW", "C&N", "2+1", 60)).play(Move::Answer { accept: true });
    assert_eq!(
        (yes.trains_of("IOW").len(), yes.treasury_of("IOW"), yes.treasury_of("C&N")),
        (1, 40, 60)
    );
}

#[test]
fn the_last_train_is_sold_only_to_a_company_without_one() {
    // IOW-TRAIN-5: worked example 7.
    for (own, theirs, allowed) in [(0, 1, true), (1, 1, false), (1, 2, true)] {
        let mut t = Table::new(2).operated("IOW", 90, [5], 0).treasury("IOW", 300).operated(
            "C&N",
            90,
            [5],
            0,
        );
        for _ in 0..own {
            t = t.train("IOW", "2+1");
        }
        for _ in 0..theirs {
            t = t.train("C&N", "2+1");
        }
        let t = buying(t, "IOW");
        if allowed {
            assert!(t.offers(&t.buy_from("IOW", "C&N", "2+1", 10)), "{own} from {theirs}");
        } else {
            assert_eq!(
                t.refused(t.buy_from("IOW", "C&N", "2+1", 10)),
                "IOW-TRAIN-5",
                "{own} from {theirs}"
            );
        }
    }
}

#[test]
fn companies_of_one_director_trade_without_asking() {
    // IOW-TRAIN-16
    let t =
        Table::new(2).operated("IOW", 90, [5], 0).treasury("IOW", 100).operated("C&N", 90, [5], 0);
    let mut t = buying(t.train("C&N", "2+1"), "IOW");
    t.play(t.buy_from("IOW", "C&N", "2+1", 10));
    assert_eq!(
        (t.trains_of("IOW").len(), t.trains_of("C&N").len(), t.treasury_of("C&N")),
        (1, 0, 10)
    );
}

#[test]
fn the_train_limit_falls_with_the_phases() {
    // IOW-TRAIN-6, IOW-TRAIN-7, IOW-OPTION-15
    for (phase, limit) in [(2, 4), (3, 4), (4, 3), (5, 3), (6, 2), (7, 2), (8, 2), (9, 2)] {
        let t = Table::new(2).phase(phase);
        assert_eq!(t.at.train_limit(t.company("C&N")), limit, "phase {phase}");
    }
    let full = Table::new(2).operated("IOW", 90, [5], 0).treasury("IOW", 900);
    let full = full.train("IOW", "2+1").train("IOW", "2+1").train("IOW", "2+1").train("IOW", "2+1");
    let mut t = full.clone().turns(["IOW"]);
    t.pass();
    assert_eq!(t.step(), "stock", "at its limit a company is not asked");
    let free =
        Table::with(2, [switch("no_train_limit")]).operated("IOW", 90, [5], 0).treasury("IOW", 900);
    let free = free.train("IOW", "2+1").train("IOW", "2+1").train("IOW", "2+1").train("IOW", "2+1");
    let free = buying(free, "IOW");
    assert!(free.offers(&free.deck("IOW")), "the variant without limit");
}

#[test]
fn surplus_trains_go_back_at_the_start_of_the_next_turn() {
    // IOW-TRAIN-8, IOW-TRAIN-9, IOW-TRAIN-17
    let t = Table::new(2)
        .operated("IOW", 90, [5], 0)
        .train("IOW", "4+2")
        .train("IOW", "4+2")
        .train("IOW", "5+3");
    let t = t.phase(6);
    assert_eq!(t.trains_of("IOW").len(), 3, "owned until then");
    let mut t = t.turns(["IOW"]);
    assert_eq!(t.step(), "surplus");
    let give = |t: &Table, name: &str| Move::ReturnTrain {
        company: t.company("IOW"),
        card: t.card("IOW", name),
    };
    t.play(give(&t, "5+3"));
    assert_eq!((t.in_pool(), t.treasury_of("IOW"), t.step()), (vec!["5+3".to_owned()], 0, "track"));
    assert_eq!(t.refused(give(&t, "4+2")), "IOW-OR-5", "not by choice");
}

#[test]
fn a_company_without_a_train_must_buy_if_it_can() {
    // IOW-TRAIN-10, IOW-TRAIN-11, HARD-IOW-3
    let t = Table::new(2).operated("IWNJ", 90, [5], 0).treasury("IWNJ", 250).operated(
        "C&N",
        90,
        [5],
        0,
    );
    let t = buying(t.train("C&N", "2+1"), "IWNJ");
    assert!(!t.at.has_possible_route(t.company("IWNJ")), "even without a route");
    assert_eq!(t.refused(Move::Pass), "IOW-TRAIN-10", "the exact sum obliges");
    let mut other = t.clone();
    other.play(other.buy_from("IWNJ", "C&N", "2+1", 10)).pass();
    let short = Table::new(2).operated("IWNJ", 90, [5], 0).treasury("IWNJ", 249).operated(
        "C&N",
        90,
        [5],
        0,
    );
    let mut short = buying(short.train("C&N", "2+1"), "IWNJ");
    short.pass();
    let public = Table::public(2).operated("IWNJ", 90, [5], 0).treasury("IWNJ", 250);
    let mut public = buying(public, "IWNJ");
    public.pass();
    assert!(public.trains_of("IWNJ").is_empty(), "the public platform lets it off (J-13)");
}

#[test]
fn nothing_is_traded_with_receivership_or_bankruptcy() {
    // IOW-TRAIN-13, IOW-BANKRUPT-17, HARD-IOW-6
    let base =
        || Table::new(2).operated("IOW", 90, [5], 0).treasury("IOW", 300).train("IOW", "2+1");
    let t =
        buying(base().operated("C&N", 90, [1], 9).train("C&N", "2+1").train("C&N", "2+1"), "IOW");
    assert_eq!(t.refused(t.buy_from("IOW", "C&N", "2+1", 10)), "IOW-TRAIN-13");
    let t =
        buying(base().flag("C&N", Flag::Bankrupt).train("C&N", "2+1").train("C&N", "2+1"), "IOW");
    assert_eq!(t.refused(t.buy_from("IOW", "C&N", "2+1", 10)), "IOW-BANKRUPT-17");
    assert!(
        t.at.active().all(|c| c != t.company("C&N")),
        "a bankrupt company takes no turn, so it buys nothing"
    );
}

#[test]
fn a_new_length_starts_its_phase_at_once() {
    // IOW-PHASE-1, IOW-PHASE-2, IOW-TRAIN-14
    let t = gone(Table::new(2).operated("IOW", 90, [5], 0).treasury("IOW", 700), 1);
    let mut t = buying(t, "IOW");
    assert_eq!(t.at.state.core.phase, 0);
    t.play(t.deck("IOW"));
    let core = &t.at.state.core;
    assert_eq!(t.at.printed.sheet.phases[core.phase as usize].name, "3");
    assert_eq!(t.at.printed.sheet.phases[core.phase as usize].colour, board::Colour::Green as u8);
    assert_eq!(t.step(), "trains", "before any further purchase");
}

#[test]
fn trains_rust_with_the_phases() {
    // IOW-PHASE-3, IOW-PHASE-5, IOW-PHASE-6, IOW-PHASE-7, IOW-PHASE-9, IOW-PHASE-10, IOW-BANKRUPT-5
    for (bought, rusted, phase) in
        [(2, "2+1", "4"), (4, "3+2", "6"), (5, "4+2", "7"), (6, "5+3", "8")]
    {
        let t = Table::new(2).operated("IOW", 90, [5], 0).treasury("IOW", 900).operated(
            "C&N",
            90,
            [0, 5],
            0,
        );
        let t =
            t.train("C&N", rusted).pooled(rusted).flag("FYN", Flag::Bankrupt).train("FYN", "6+3");
        let t = if rusted == "2+1" { t.train("FYN", rusted) } else { t };
        let mut t = buying(gone(t, bought), "IOW");
        t.play(t.deck("IOW"));
        let name = &t.at.printed.sheet.phases[t.at.state.core.phase as usize].name;
        assert_eq!(name, phase);
        assert!(t.trains_of("C&N").is_empty(), "{rusted} of a company");
        assert!(t.in_pool().is_empty(), "{rusted} in the pool");
        assert_eq!(t.trains_of("FYN"), ["6+3"], "of a bankrupt company too; a 6+3 never rusts");
        assert_eq!(t.treasury_of("C&N"), 0, "without compensation");
    }
    let t = Table::new(2);
    for (kind, rusts) in [
        (4, None),
        (5, None),
        (6, None),
        (7, None),
        (0, Some(2)),
        (1, Some(4)),
        (2, Some(5)),
        (3, Some(6)),
    ] {
        assert_eq!(t.at.printed.traits[kind].rusts[0], rusts);
    }
}

#[test]
fn brown_comes_with_phase_five_and_ryde_pier_pays_by_phase() {
    // IOW-PHASE-4, IOW-RUN-26, IOW-PHASE-2
    let t = Table::new(2);
    let pier = t.hex("J2");
    let tile = t.at.printed.sheet.map.def(pier).printed;
    let stop = &t.at.printed.sheet.tiles.get(tile).stops[0];
    let paid: Vec<u16> =
        t.at.printed.sheet.phases.iter().map(|p| stop.paid.in_column(p.column)).collect();
    assert_eq!(paid, [0, 20, 20, 40, 40, 40, 40, 40]);
    let colours: Vec<u8> = t.at.printed.sheet.phases.iter().map(|p| p.colour).collect();
    let (y, g, b) =
        (board::Colour::Yellow as u8, board::Colour::Green as u8, board::Colour::Brown as u8);
    assert_eq!(colours, [y, g, g, b, b, b, b, b]);
    assert!(stop.terminus && stop.slots == 0, "an end without circles (IOW-TOKEN-7)");
}

#[test]
fn nine_trains_never_run_out() {
    // IOW-TRAIN-15, IOW-PHASE-8
    let t = gone(Table::new(2).operated("IOW", 90, [5], 0).treasury("IOW", 1700), 7);
    let mut t = buying(t, "IOW");
    t.play(t.deck("IOW"));
    assert!(t.at.state.southern, "Southern Railway is founded");
    t.play(t.deck("IOW"));
    assert_eq!(t.trains_of("IOW"), ["9+5", "9+5"]);
    assert!(t.at.state.core.trains.top().is_some());
}
