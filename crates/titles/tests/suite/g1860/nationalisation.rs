//! Southern Railway and British Rail.

use super::Table;
use engine::Position;
use engine::{Flag, Pay, RoundKind, ShareSource};

/// IOW and C&N with trains, in phase 9.
fn late() -> Table {
    let t = Table::new(2).operated("IOW", 90, [5], 0).operated("C&N", 82, [0, 5], 0);
    t.train("IOW", "9+5").train("C&N", "9+5").phase(9).go(|p, _| p.state.southern = true)
}

#[test]
fn the_first_9_train_founds_southern_railway() {
    // IOW-SOUTHERN-1, IOW-SOUTHERN-2, IOW-PHASE-8
    let t = Table::new(2)
        .operated("IOW", 90, [5], 0)
        .operated("C&N", 82, [0, 5], 0)
        .treasury("IOW", 900)
        .phase(8);
    let t = t.go(|p, _| {
        p.state
            .core
            .trains
            .cards_mut()
            .iter_mut()
            .filter(|c| c.kind < 7)
            .for_each(|c| c.place = engine::Whereabouts::Gone)
    });
    let mut t = t.turns(["IOW", "C&N"]);
    t.pass();
    t.play(t.deck("IOW"));
    assert!(t.at.state.southern && !t.at.state.closed);
    assert_eq!(
        (t.acting(), t.step()),
        ("C&N".to_owned(), "track"),
        "track and bases go on in this set"
    );
}

#[test]
fn the_next_stock_round_ends_all_building() {
    // IOW-SOUTHERN-3, IOW-SOUTHERN-4, IOW-SOUTHERN-5, IOW-HALT-6
    let t = late().operated("IWNJ", 62, [0, 4], 0).tile("J4", "57", 2).treasury("IOW", 500);
    let mut t = t.go(|p, events| {
        p.state.core.round.set = 8;
        p.begin_stock_round(events);
    });
    assert!(t.at.state.closed, "from the start of the round");
    t.pass().pass();
    assert_eq!(t.at.state.core.round.kind, RoundKind::Operating, "stock rounds go on");
    assert_eq!((t.acting(), t.step()), ("IOW".to_owned(), "run"), "no track, no bases");
    t.play(t.best_run("IOW"));
    assert_eq!(t.step(), "dividend");
    t.dividend(Pay::Out);
    assert!(t.problem("C&N").rules.halts_closed);
}

#[test]
fn british_rail_is_formed_when_every_directed_company_owns_a_train() {
    // IOW-SOUTHERN-6, IOW-SOUTHERN-7, IOW-NATIONAL-1, IOW-NATIONAL-2, IOW-NATIONAL-3
    let formed = |t: Table| t.go(|p, _| p.test_nationalisation()).at.state.british;
    assert!(formed(late()));
    assert!(!formed(late().operated("IWNJ", 62, [5], 0)), "a company without a train");
    assert!(!formed(late().started("FYN", 62, [2], 0)), "started but unlaunched companies count");
    assert!(formed(late().operated("IWNJ", 62, [1], 9)), "receivership is left out");
    assert!(formed(late().flag("IWNJ", Flag::Bankrupt)), "bankrupt companies are left out");
    let mut early = late();
    early.at.state.southern = false;
    assert!(!formed(early), "not before Southern Railway");
    let mut after = late().stock_round(9, 0);
    after.pass().pass();
    assert!(after.at.state.british, "tested at the end of a stock round");
    assert_eq!(after.at.state.core.round.kind, RoundKind::Operating);
}

/// Two companies of British Rail about to act.
fn british() -> Table {
    late().go(|p, _| p.state.british = true)
}

#[test]
fn the_bank_can_no_longer_run_out_and_private_companies_pay_on() {
    // IOW-NATIONAL-4, IOW-NATIONAL-5
    let t =
        british().private("FFC", engine::Place::Player(engine::Player(1))).cash_each([9000, 990]);
    let t = t.go(|p, events| {
        p.state.core.round.set = 9;
        p.begin_operating_round(9, 2, events);
    });
    assert!(
        t.cash_of(1) >= 990 + 25 && t.at.state.core.money.of(engine::Purse::Bank) < 10_000 - 9_990
    );
    assert_ne!(t.at.state.ending, Some(titles::g1860::Ending::Bank));
}

#[test]
fn trains_use_their_first_number_and_run_for_the_most() {
    // IOW-NATIONAL-6, IOW-NATIONAL-7, IOW-NATIONAL-8, IOW-NATIONAL-18, HARD-IOW-12: worked example 22.
    let t = british().tile("J4", "57", 2).tile("F4", "743", 0).tile("F6", "748", 1);
    let train = t.problem("C&N").trains[0];
    assert_eq!(train.reach, routing::Reach::Mixed { large: 9, small: Some(0) });
    assert_eq!(engine::Position::must_maximise(&t.at, t.company("IOW")), Some("IOW-NATIONAL-7"));
    let t = t.go(|p, _| p.state.closed = true).turns(["IOW"]);
    assert_eq!(t.cash_of(0), 1000 + 25, "50 run and paid out without a question");
    assert_eq!(t.at.state.core.company(t.company("IOW")).last_revenue, 50, "shown with its marker");
}

#[test]
fn track_can_be_looked_at_without_the_runs_behind_it() {
    // IOW-NATIONAL-7: a run that nobody decides stands behind every lay.
    let mut t = british().tile("J4", "57", 2).treasury("IOW", 500).turns(["IOW"]);
    while t.step() == "track" && t.at.choices().iter().all(|c| c.mv.as_lay().is_none()) {
        t.pass();
    }
    let company = t.company("IOW");
    let lay = t.at.choices().into_iter().find(|c| c.mv.as_lay().is_some()).expect("a lay").mv;
    let paid = |look: fn(&mut dyn Position, &engine::Move, &mut Vec<engine::Event>)| {
        let (mut at, mut events) = (t.at.boxed(), Vec::new());
        look(at.as_mut(), &lay, &mut events);
        if at.decision().is_some_and(|d| d.step == "station") {
            look(at.as_mut(), &engine::Move::Pass, &mut events);
        }
        (engine::Event::paid(&events, company).is_some(), at.core().board().mark())
    };
    let played = paid(|p, mv, events| p.play(mv, events).expect("a legal lay"));
    let sketched = paid(|p, mv, events| p.sketch(mv, events).expect("a legal lay"));
    assert_eq!((played.0, sketched.0), (true, false));
    assert_eq!(played.1, sketched.1, "the same track");
}

#[test]
fn the_income_marker_moves_only_with_trains_and_track() {
    // IOW-NATIONAL-18
    let t = british().tile("J4", "57", 2).tile("F4", "743", 0);
    let shown = |t: &Table| t.at.state.core.company(t.company("IOW")).last_revenue;
    let t = t.go(|p, _| p.state.closed = true).turns(["IOW"]);
    assert_eq!(shown(&t), 50, "Ryde Esplanade and Ryde");
    let again = t.clone().turns(["IOW"]);
    assert_eq!(shown(&again), 50, "nothing was built or bought: the same");
    let longer = t.tile("J6", "746", 0).tile("J4", "6", 0).turns(["IOW"]);
    assert_eq!(shown(&longer), 60, "counted anew with Brading");
}

#[test]
fn receivership_withholds_in_nationalisation() {
    // IOW-NATIONAL-8, IOW-NATIONAL-12
    let with = |shares: [u8; 1], pool: u8| {
        let t = british()
            .operated("BHI&R", 62, shares, pool)
            .train("BHI&R", "9+5")
            .tile("K5", "742", 5)
            .tile("J6", "746", 1);
        t.turns(["BHI&R", "IOW"])
    };
    let mut directed = with([2], 2);
    while directed.acting() == "BHI&R" {
        directed.pass();
    }
    assert_eq!(
        (directed.cash_of(0), directed.treasury_of("BHI&R")),
        (1000 + 6, 10),
        "Bembridge and Brading paid out, and a halt"
    );
    let loose = with([1], 2);
    assert_eq!((loose.cash_of(0), loose.treasury_of("BHI&R")), (1000, 40), "withheld");
    assert_eq!(
        loose.at.state.or.paid[loose.company("BHI&R").at()],
        0,
        "which counts as nothing paid"
    );
}

#[test]
fn trains_come_only_from_the_bank() {
    // IOW-NATIONAL-9
    let t = british().treasury("IOW", 900).train("C&N", "9+5");
    let mut t = t.turns(["IOW"]);
    while t.step() == "track" || t.step() == "station" {
        t.pass();
    }
    assert_eq!(t.step(), "trains");
    assert_eq!(t.refused(t.buy_from("IOW", "C&N", "9+5", 10)), "IOW-NATIONAL-9");
    assert!(t.offers(&t.deck("IOW")));
}

#[test]
fn building_goes_on_if_no_stock_round_came_between() {
    // IOW-NATIONAL-10
    let t = british().turns(["IOW"]);
    assert_eq!(t.step(), "track");
    assert!(!t.problem("IOW").rules.halts_closed);
}

/// Ends an operating round of British Rail in which companies have paid so much.
fn close(paid: &[i32]) -> (Table, Vec<bool>) {
    let ids = ["IOW", "C&N", "IWNJ", "FYN", "NGStL", "BHI&R"];
    let mut t = Table::new(2).phase(9);
    for (i, id) in ids.iter().take(paid.len()).enumerate() {
        let price =
            t.at.printed.sheet.market.price(t.at.printed.charters[t.company(id).at()].par_cells[0]);
        t = t.operated(id, price, [5], 0).train(id, "9+5");
        let company = t.company(id);
        t.at.state.or.paid[company.at()] = paid[i];
    }
    let t = t.go(|p, events| {
        p.state.southern = true;
        p.state.closed = true;
        p.state.british = true;
        p.state.core.round = engine::RoundName { kind: RoundKind::Operating, set: 9, number: 4 };
        p.state.or.lineup = engine::Lineup::NOBODY;
        p.begin_turn(events);
    });
    let ceased = ids.iter().take(paid.len()).map(|id| t.is(id, Flag::Ceased)).collect();
    (t, ceased)
}

#[test]
fn the_two_lowest_payers_cease_and_ties_go_together() {
    // IOW-NATIONAL-11, IOW-NATIONAL-12, IOW-NATIONAL-13, IOW-NATIONAL-14, HARD-IOW-13: worked example 19.
    let first = |t: Table| t;
    let (t, ceased) = close(&[150, 120, 100, 50, 50, 0]);
    let t = first(t);
    assert_eq!(ceased[3..], [true, true, true], "0 alone, then both 50");
    assert!(
        t.trains_of("FYN").len() == 1 && t.market_price("FYN").is_some() && t.units("FYN", 0) == 5,
        "kept for the score"
    );
    let rows: [(&[i32], usize); 4] =
        [(&[0, 0, 50], 2), (&[10, 20, 20, 30], 3), (&[10, 20, 30, 40], 2), (&[5, 5, 5, 9], 3)];
    for (paid, n) in rows {
        let active = paid.len();
        let (t, _) = close(paid);
        // The companies left operate on by themselves; count what ceased in the first closing.
        let ceased = t.events.iter().take_while(|e| !matches!(e, engine::Event::RoundBegan { .. }));
        let ceased = ceased
            .filter(|e| matches!(e, engine::Event::StatusChanged { flag: Flag::Ceased, .. }))
            .count();
        assert_eq!(ceased, n, "{paid:?} of {active}");
    }
}

#[test]
fn the_last_one_or_two_operate_once_more() {
    // IOW-NATIONAL-15, IOW-NATIONAL-16, IOW-END-5
    let (t, _) = close(&[100, 120]);
    assert_eq!(t.step(), "over", "two were left and have operated");
    assert_eq!(t.at.outcome().map(|o| o.reason), Some("nationalization"));
    let (none, ceased) = close(&[50, 50, 50]);
    assert!(ceased.iter().all(|&c| c) && none.step() == "over", "a closing that leaves none");
    let (one, _) = close(&[50, 50, 70]);
    let rounds =
        one.events.iter().filter(|e| matches!(e, engine::Event::RoundBegan { .. })).count();
    assert_eq!(rounds, 1, "one is left and operates a last time");
}

#[test]
fn prices_keep_moving_and_340_ends_the_game() {
    // IOW-NATIONAL-17
    let t = british()
        .operated("IWNJ", 62, [0, 5], 0)
        .train("IWNJ", "9+5")
        .tile("J4", "57", 2)
        .price("IOW", 7);
    let t = t.go(|p, _| p.state.closed = true).turns(["IOW"]);
    assert!(t.market_price("IOW") > Some(7), "{:?}", t.market_price("IOW"));
    let t = british().operated("IWNJ", 62, [0, 5], 0).train("IWNJ", "9+5").price("IOW", 330);
    let t = t.go(|p, events| {
        p.state.closed = true;
        let c = p.printed.sheet.company_by_id("IOW").expect("IOW");
        p.move_price(c, 2, events);
        p.state.or.lineup = engine::Lineup::NOBODY;
        p.state.or.paid[c.at()] = 90;
        p.begin_turn(events);
    });
    assert_eq!(t.step(), "over");
    assert_eq!(t.at.state.ending, Some(titles::g1860::Ending::StockMarket));
}

#[test]
fn no_share_is_traded_any_more() {
    // IOW-NATIONAL-3: operating rounds only, until the end.
    let mut t = british();
    for (id, price) in [("IWNJ", 62), ("FYN", 68), ("NGStL", 58)] {
        t = t.operated(id, price, [5], 0).train(id, "9+5");
    }
    let mut t = t.go(|p, events| p.begin_operating_round(9, 3, events));
    assert_eq!(t.refused(t.buy("IOW", ShareSource::Ipo)), "IOW-OR-5");
    assert_eq!(t.refused(t.sell("IOW", 1)), "IOW-OR-5");
    let (mut steps, mut rounds) = (0, 0);
    while let Some(decision) = t.at.decision() {
        assert_ne!(decision.step, "stock", "after {steps} moves");
        let mv = t.choices().swap_remove(0).mv;
        let mv = t.at.routed(mv);
        t.play(mv);
        steps += 1;
        rounds = rounds.max(t.at.state.core.round.number);
        assert!(steps < 500, "it comes to an end");
    }
    assert!(rounds > 3, "more rounds than a set has");
    assert_eq!(t.at.state.ending, Some(titles::g1860::Ending::Nationalisation));
}
