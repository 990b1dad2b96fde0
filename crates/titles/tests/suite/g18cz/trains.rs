//! Buying trains, and the director's help.

use super::table::{Table, public_table, table, table_with};
use engine::{Event, Move, Position, TrainFrom, Whereabouts};
use titles::g18cz::Step;

/// A company in its train step.
fn buyer(t: Table, company: &str, price: i32, treasury: i32) -> Table {
    t.float(company, 0, price).treasury(company, treasury).operating(company, Step::Trains)
}

fn faces_offered(t: &Table) -> Vec<String> {
    let mut all: Vec<String> =
        t.at.choices()
            .iter()
            .filter_map(|c| match c.mv {
                Move::BuyTrain { card, face, from: TrainFrom::Deck, .. } => {
                    let kind = t.at.state.core.trains.get(card).kind;
                    Some(t.sheet().face(kind, face).name.clone())
                }
                _ => None,
            })
            .collect();
    all.sort();
    all
}

#[test]
fn every_company_ends_its_turn_with_a_train_of_its_own_class() {
    // CZ-TRAIN-1, HARD-CZ-7
    let t = buyer(table(3).phase("a"), "EKJ", 50, 100);
    assert_eq!(t.refused(&Move::Pass), "CZ-TRAIN-1");
    let mut t = buyer(table(3).phase("b"), "BN", 60, 400).train("BN", "2");
    assert_eq!(t.refused(&Move::Pass), "CZ-TRAIN-1", "a train it cannot run does not do");
    t.play(t.buy_top("BN", "2+2"));
    assert!(t.offers(&Move::Pass));
    let t = buyer(table(3).phase("d"), "Sx", 90, 900).train("Sx", "3+3");
    assert_eq!(t.refused(&Move::Pass), "CZ-TRAIN-1");
    let t = buyer(table(3).phase("d"), "Sx", 90, 900).train("Sx", "3E");
    assert!(t.offers(&Move::Pass), "whether or not it has a route");
}

#[test]
fn trains_are_bought_in_the_last_step_of_the_companys_own_turn() {
    // CZ-TRAIN-2, CZ-OR-5
    for step in [Step::Track, Step::Station, Step::Run, Step::Dividend, Step::Acquire, Step::Papers]
    {
        let t = buyer(table(3).phase("b"), "EKJ", 50, 300).train("EKJ", "2").operating("EKJ", step);
        assert_eq!(t.refused(t.buy_top("EKJ", "2")), "CZ-OR-5");
    }
    let t = buyer(table(3).phase("b"), "EKJ", 50, 300).float("OFE", 1, 50).treasury("OFE", 300);
    assert_eq!(t.refused(t.buy_top("OFE", "2")), "CZ-OR-5", "not in the turn of another");
}

#[test]
fn a_card_is_bought_as_a_face_that_the_company_may_own_at_its_price() {
    // CZ-TRAIN-3, CZ-COMPANY-6, CZ-COMPANY-7, CZ-COMPANY-8
    let names = |letter: &str, company: &str, price: i32| {
        faces_offered(&buyer(table(3).phase(letter), company, price, 3000))
    };
    assert_eq!(names("d", "EKJ", 50), ["3"]);
    assert_eq!(names("d", "BN", 60), ["3", "3+3"]);
    assert_eq!(names("d", "Sx", 90), ["3", "3+3", "3E"]);
    assert_eq!(names("j", "Sx", 90), ["5", "5+5", "8E"]);
    let prices = [
        ("a", vec![70]),
        ("b", vec![70, 80]),
        ("c", vec![120, 80]),
        ("d", vec![120, 180, 250]),
        ("e", vec![250, 180, 250]),
        ("f", vec![250, 400, 350]),
        ("g", vec![350, 400, 350]),
        ("h", vec![350, 500, 700]),
        ("i", vec![350, 500, 800]),
        ("j", vec![350, 500, 1000]),
    ];
    for (letter, list) in prices {
        let mut t = buyer(table(3).next_card(letter), "Sx", 90, 3000);
        t.at.state.core.phase = t.at.state.core.phase.max(3); // There are no large companies before.
        let kind = t.sheet().trains.iter().find(|k| k.name.ends_with(letter)).unwrap();
        let found: Vec<i32> = kind.faces.iter().map(|f| f.price).collect();
        assert_eq!(found, list, "{letter}");
        for face in &kind.faces {
            let mut t = t.clone();
            t.play(t.buy_top("Sx", &face.name));
            assert_eq!(t.treasury_of("Sx"), 3000 - face.price);
            assert_eq!(t.trains_of("Sx"), [face.name.as_str()]);
        }
    }
    let t = buyer(table(3).phase("d"), "EKJ", 50, 900);
    assert_eq!(t.refused(t.buy_top("EKJ", "3+3")), "CZ-TRAIN-3");
    let Move::BuyTrain { company, card, face, from, .. } = t.buy_top("EKJ", "3") else { panic!() };
    let cheap = Move::BuyTrain { company, card, face, from, amount: 100 };
    assert_eq!(t.refused(&cheap), "CZ-TRAIN-3", "the printed price");
}

#[test]
fn the_limit_counts_all_cards_and_is_never_overstepped() {
    // CZ-TRAIN-4, CZ-TRAIN-5
    // Phase f: a medium company holds two. One small and one medium train fill it.
    let t = buyer(table(3).phase("f"), "BN", 60, 900).train("BN", "3").train("BN", "3+3");
    assert_eq!(t.at.train_limit(t.company("BN")), 2);
    assert_eq!(t.refused(t.buy_top("BN", "4+4")), "CZ-TRAIN-5");
    // A purchase that would scrap one of its trains makes no difference.
    let t = buyer(table(3).phase("f"), "BN", 60, 900).train("BN", "2+2").train("BN", "2+2");
    assert_eq!(t.refused(t.buy_top("BN", "4+4")), "CZ-TRAIN-5");
    let t = buyer(table(3).phase("f"), "BN", 60, 900).train("BN", "2+2");
    assert!(t.offers(&t.buy_top("BN", "4+4")));
}

#[test]
fn at_the_limit_without_a_runnable_train_a_company_buys_one_and_returns_another() {
    // CZ-TRAIN-6, HARD-CZ-8
    let mut t = buyer(table(3).phase("f"), "BN", 60, 900).train("BN", "3").train("BN", "4");
    assert_eq!(t.refused(&Move::Pass), "CZ-TRAIN-1");
    assert_eq!(t.refused(t.buy_top("BN", "4")), "CZ-TRAIN-6", "one it can run");
    t.play(t.buy_top("BN", "4+4"));
    assert_eq!(t.waits_for(), (0, "BN".to_owned(), "excess"));
    assert_eq!(t.refused(t.return_train("BN", "4+4")), "CZ-TRAIN-6", "another one");
    let treasury = t.treasury_of("BN");
    t.play(t.return_train("BN", "3"));
    assert_eq!(t.trains_at(Whereabouts::Pool), ["3"]);
    assert_eq!(t.treasury_of("BN"), treasury, "without compensation");
    let mut trains = t.trains_of("BN");
    trains.sort();
    assert_eq!(trains, ["4", "4+4"]);
    let mut t = public_table(3)
        .phase("f")
        .float("BN", 0, 60)
        .treasury("BN", 900)
        .train("BN", "3")
        .train("BN", "4");
    t = t.operating("BN", Step::Trains);
    assert!(t.offers(&t.buy_top("BN", "4")), "the platform does not look at the face");
}

#[test]
fn any_number_of_trains_within_limit_and_money() {
    // CZ-TRAIN-7
    let mut t = buyer(table(3), "EKJ", 50, 230);
    for n in 1..=3 {
        t.play(t.buy_top("EKJ", "2"));
        assert_eq!(t.treasury_of("EKJ"), 230 - 70 * n);
    }
    assert_eq!(t.trains_of("EKJ").len(), 3);
    let t = t.treasury("EKJ", 500).operating("EKJ", Step::Trains);
    assert_eq!(t.refused(t.buy_top("EKJ", "2")), "CZ-TRAIN-5", "the limit of phase a is three");
    let t = buyer(table(3), "EKJ", 50, 69).train("EKJ", "2");
    assert_eq!(
        t.refused(t.buy_top("EKJ", "2")),
        "CZ-EMERGENCY-6",
        "the treasury pays for further ones"
    );
}

#[test]
fn companies_trade_trains_from_phase_b_if_both_directors_agree() {
    // CZ-TRAIN-8, CZ-TRAIN-15, CZ-PHASE-3
    let base = |letter: &str| {
        let t = table(3).phase(letter).float("OFE", 1, 50).train("OFE", "2").treasury("OFE", 10);
        buyer(t, "EKJ", 50, 300)
    };
    let t = base("a");
    assert_eq!(t.refused(t.buy_from("EKJ", "OFE", "2", 5)), "CZ-TRAIN-8");
    let t = base("b");
    assert_eq!(t.range(&t.buy_from("EKJ", "OFE", "2", 5)), Some((1, 300)));
    assert_eq!(t.refused(t.buy_from("EKJ", "OFE", "2", 0)), "CZ-TRAIN-8");
    let mut sold = t.clone();
    sold.play(sold.buy_from("EKJ", "OFE", "2", 5));
    assert_eq!(sold.waits_for(), (1, "EKJ".to_owned(), "offer"));
    sold.play(Move::Answer { accept: true });
    assert_eq!((sold.treasury_of("EKJ"), sold.treasury_of("OFE")), (295, 15));
    assert_eq!((sold.trains_of("EKJ"), sold.trains_of("OFE")), (vec!["2".to_owned()], vec![]));
    let mut kept = t;
    kept.play(kept.buy_from("EKJ", "OFE", "2", 5));
    kept.play(Move::Answer { accept: false });
    assert_eq!(kept.trains_of("OFE"), ["2"]);
    let mut own = base("b").float("MW", 0, 50).train("MW", "2");
    own.play(own.buy_from("EKJ", "MW", "2", 1));
    assert_eq!(own.trains_of("EKJ"), ["2"], "one director decides for both");
    let mut early = public_table(3)
        .float("OFE", 1, 50)
        .train("OFE", "2")
        .float("EKJ", 0, 50)
        .treasury("EKJ", 300);
    early = early.operating("EKJ", Step::Trains);
    early.play(early.buy_from("EKJ", "OFE", "2", 5));
    assert_eq!(early.trains_of("EKJ"), ["2"], "the platform trades in every phase and asks nobody");
}

#[test]
fn a_traded_card_keeps_its_face_and_the_buyer_must_be_allowed_to_own_it() {
    // CZ-TRAIN-8, CZ-TRAIN-11, CZ-COMPANY-6
    let t = table(3).phase("d").float("BN", 0, 60).train("BN", "3+3").treasury("BN", 10);
    let small = buyer(t.clone(), "EKJ", 50, 300).train("EKJ", "3");
    assert_eq!(small.refused(small.buy_from("EKJ", "BN", "3+3", 5)), "CZ-COMPANY-6");
    let mut large = buyer(t, "Sx", 90, 300).train("Sx", "3E");
    large.play(large.buy_from("Sx", "BN", "3+3", 5));
    assert_eq!(
        large.trains_of("Sx"),
        ["3+3", "3E"],
        "a train it cannot run, for instance to sell it"
    );
}

#[test]
fn a_company_sells_no_train_in_its_own_turn_and_none_to_the_bank() {
    // CZ-TRAIN-9, CZ-TRAIN-10
    let t = buyer(table(3).phase("d"), "EKJ", 50, 300).train("EKJ", "3").train("EKJ", "2");
    let t = t.float("OFE", 1, 50).treasury("OFE", 300);
    assert_eq!(t.refused(t.buy_from("OFE", "EKJ", "2", 5)), "CZ-OR-5");
    assert_eq!(t.refused(t.return_train("EKJ", "2")), "CZ-OR-5");
    assert_eq!(t.refused(t.scrap("EKJ", "2")), "CZ-OR-5");
}

#[test]
fn a_company_may_own_smaller_trains() {
    // CZ-TRAIN-11, CZ-COMPANY-8
    let mut t = buyer(table(3).phase("d"), "Sx", 90, 900).train("Sx", "3E");
    t.play(t.buy_top("Sx", "3"));
    t.play(t.buy_top("Sx", "3+3"));
    assert_eq!(t.trains_of("Sx").len(), 3);
}

#[test]
fn pool_trains_cost_the_printed_price_instead_of_the_top_card() {
    // CZ-TRAIN-12, CZ-TRAIN-14, CZ-EXPORT-1
    let mut t = buyer(table(3).phase("e"), "EKJ", 50, 300).pool("d", "3").local_of("S1", "EKJ");
    let top = t.at.state.core.trains.top();
    t.play(t.buy_pooled("EKJ", "3"));
    assert_eq!((t.treasury_of("EKJ"), t.at.state.core.trains.top()), (180, top));
    let t = buyer(table(3).phase("e"), "EKJ", 50, 300).pool("d", "3+3");
    assert_eq!(t.refused(t.buy_pooled("EKJ", "3+3")), "CZ-TRAIN-3", "as a face it may own");
    assert!(t.offers(&t.buy_pooled("EKJ", "3")), "any face of the card");
}

#[test]
fn a_pool_card_is_bought_as_any_face_and_scraps_like_a_sale() {
    // CZ-TRAIN-14
    let base = |t: Table| {
        let t = t.phase("f").pool("e", "3+3").float("OFE", 1, 50).train("OFE", "2");
        buyer(t, "EKJ", 50, 300)
    };
    let mut t = base(table(3));
    t.play(t.buy_pooled("EKJ", "4"));
    assert_eq!(t.treasury_of("EKJ"), 50);
    assert!(t.trains_of("OFE").is_empty(), "a 4 scraps all 2-trains");
    assert_eq!(t.phase_name(), "f");
    let t = base(table_with(3, "pool_card_any_face", false));
    assert_eq!(t.refused(t.buy_pooled("EKJ", "4")), "CZ-TRAIN-3", "the other reading: as it lies");
    let t = buyer(table(3).phase("g").pool("d", "3+3").scrapped(&["3", "2"]), "EKJ", 50, 500);
    assert_eq!(
        t.refused(t.buy_pooled("EKJ", "3")),
        "CZ-TRAIN-3",
        "not as a face that has been scrapped"
    );
}

#[test]
fn the_obligation_may_be_met_from_another_company_with_own_money_only() {
    // CZ-TRAIN-13, CZ-TRAIN-15, CZ-EMERGENCY-4, HARD-CZ-16
    let t = table(3).phase("d").float("MW", 0, 50).train("MW", "3");
    let mut t = buyer(t, "EKJ", 50, 30).cash(0, 900);
    assert_eq!(t.range(&t.buy_from("EKJ", "MW", "3", 1)), Some((1, 30)));
    assert_eq!(t.refused(t.buy_from("EKJ", "MW", "3", 31)), "CZ-TRAIN-8");
    t.play(t.buy_from("EKJ", "MW", "3", 30));
    assert_eq!((t.treasury_of("EKJ"), t.treasury_of("MW"), t.cash_of(0)), (0, 30, 900));
    let t = table(3).phase("d").float("MW", 0, 50).train("MW", "3");
    let t = buyer(t, "EKJ", 50, 0).cash(0, 900);
    assert_eq!(t.refused(t.buy_from("EKJ", "MW", "3", 1)), "CZ-TRAIN-15");
}

#[test]
fn a_trade_is_no_sale_by_the_bank() {
    // CZ-TRAIN-15, CZ-PHASE-12
    // A 4 changes hands while 2-trains are still about.
    let t = table(3)
        .phase("e")
        .float("MW", 0, 50)
        .train("MW", "4")
        .float("OFE", 1, 50)
        .train("OFE", "2");
    let mut t = buyer(t, "EKJ", 50, 300);
    t.play(t.buy_from("EKJ", "MW", "4", 10));
    assert_eq!(t.trains_of("OFE"), ["2"]);
    assert_eq!(t.phase_name(), "e");
    assert!(
        !t.events
            .iter()
            .any(|e| matches!(e, Event::TrainScrapped { .. } | Event::PhaseBegan { .. }))
    );
}

#[test]
fn the_last_place_is_kept_for_a_train_that_runs() {
    // CZ-TRAIN-16, HARD-CZ-7
    let t = table(3).phase("f").float("MW", 0, 50).train("MW", "3");
    let t = buyer(t, "BN", 60, 900).train("BN", "3");
    assert_eq!(t.at.train_limit(t.company("BN")), 2);
    assert_eq!(t.refused(t.buy_top("BN", "4")), "CZ-TRAIN-16");
    assert_eq!(t.refused(t.buy_from("BN", "MW", "3", 1)), "CZ-TRAIN-16", "whoever sells it");
    assert!(t.offers(&t.buy_top("BN", "4+4")));
    let two_free = buyer(table(3).phase("f"), "BN", 60, 900);
    assert!(
        two_free.offers(&two_free.buy_top("BN", "4")),
        "with two places free a small one may come first"
    );
}

#[test]
fn the_director_pays_what_the_treasury_lacks() {
    // CZ-EMERGENCY-1, CZ-EMERGENCY-5, CZ-EMERGENCY-7, CZ-EMERGENCY-8, HARD-CZ-15
    // Treasury, price of the 5+5 (500), director's cash; then his cash, debt and penalty.
    for (treasury, cash, left, debt) in
        [(120, 262, 0, 118), (120, 380, 0, 0), (120, 1000, 620, 0), (0, 0, 0, 500), (499, 5, 4, 0)]
    {
        let t = buyer(table(3).phase("h"), "BN", 60, treasury)
            .cash(0, cash)
            .local_of("S1", "BN")
            .local("S2", 0);
        let mut t = t.float("MW", 0, 50);
        let shares = t.units("MW", 0);
        t.play(t.buy_top("BN", "5+5"));
        assert_eq!(t.treasury_of("BN"), 0, "the whole treasury is used first");
        assert_eq!(t.cash_of(0), left, "treasury {treasury}, cash {cash}");
        assert_eq!((t.at.state.core.debt[0], t.at.state.core.penalty[0]), (debt, debt));
        assert_eq!(t.units("MW", 0), shares, "no share is sold");
        assert_eq!(
            t.paper_place("S1"),
            engine::Place::Company(t.company("BN")),
            "nor a local railway"
        );
        assert_eq!(t.trains_of("BN"), ["5+5"]);
    }
}

#[test]
fn a_loan_never_repaid_costs_twice_its_amount() {
    // CZ-EMERGENCY-8, CZ-EMERGENCY-9, CZ-EMERGENCY-11, CZ-END-3
    let mut t = buyer(table(3).phase("h"), "BN", 60, 120).cash(0, 262);
    let before = t.at.values()[0];
    t.play(t.buy_top("BN", "5+5"));
    assert_eq!(t.at.values()[0], before - 262 - 236, "118 of debt and 118 of penalty");
    assert!(t.at.outcome().is_none(), "there is no bankruptcy");
    // Repaid, the penalty stays; there is no further interest.
    let mut t = t.stock(8).cash(0, 500);
    assert_eq!(t.at.state.core.debt[0], 118);
    let before = t.at.values()[0];
    t.play(Move::Repay { amount: 118 });
    assert_eq!(t.at.values()[0], before);
    assert_eq!((t.at.state.core.debt[0], t.at.state.core.penalty[0]), (0, 118));
    assert_eq!(
        t.refused(&Move::Repay { amount: 1 }),
        "CZ-EMERGENCY-10",
        "the penalty cannot be paid off"
    );
}

#[test]
fn the_director_helps_only_if_the_treasury_can_pay_for_no_suitable_train() {
    // CZ-EMERGENCY-2
    // A d-card in the pool as 3E for 250 while the stack offers a 4E for 350.
    let t = buyer(table(3).phase("f").pool("d", "3E"), "Sx", 90, 260).cash(0, 900);
    assert_eq!(t.refused(t.buy_top("Sx", "4E")), "CZ-EMERGENCY-2");
    assert!(t.offers(&t.buy_pooled("Sx", "3E")));
    let t = public_table(3)
        .phase("f")
        .pool("d", "3E")
        .float("Sx", 0, 90)
        .treasury("Sx", 260)
        .cash(0, 900);
    let t = t.operating("Sx", Step::Trains);
    assert!(t.offers(&t.buy_top("Sx", "4E")), "the platform lets the director choose");
}

#[test]
fn among_several_trains_the_director_chooses_freely() {
    // CZ-EMERGENCY-3
    let t = buyer(table(3).phase("f").pool("d", "3E"), "Sx", 90, 200).cash(0, 900);
    for mv in [t.buy_top("Sx", "4E"), t.buy_pooled("Sx", "3E")] {
        let mut t = t.clone();
        t.play(mv);
        assert_eq!(t.treasury_of("Sx"), 0);
    }
}

#[test]
fn no_second_train_with_the_directors_money() {
    // CZ-EMERGENCY-6
    let mut t = buyer(table(3).phase("f"), "Sx", 90, 300).cash(0, 900).local_of("S1", "Sx");
    t.play(t.buy_top("Sx", "4E"));
    assert_eq!(t.cash_of(0), 850);
    let t = t.operating("Sx", Step::Trains);
    assert_eq!(t.refused(t.buy_top("Sx", "4E")), "CZ-EMERGENCY-6");
}

#[test]
fn help_and_loans_pay_only_for_a_train_that_runs() {
    // CZ-EMERGENCY-12, HARD-CZ-9
    let t = buyer(table(3).phase("d"), "BN", 60, 50).cash(0, 900);
    assert_eq!(t.refused(t.buy_top("BN", "3")), "CZ-EMERGENCY-12");
    assert!(t.offers(&t.buy_top("BN", "3+3")));
    let t =
        t.float("MW", 1, 50).float("Sx", 0, 90).treasury("Sx", 0).operating("Sx", Step::Acquire);
    assert_eq!(t.refused(t.acquire("MW", 30)), "CZ-ACQUIRE-5", "nor for a take-over");
}

#[test]
fn while_in_debt_the_player_sells_but_does_not_buy() {
    // CZ-EMERGENCY-10
    let mut t = table(3)
        .phase("d")
        .stock(3)
        .float("BN", 0, 60)
        .float("MW", 1, 50)
        .debt(0, 100)
        .cash(0, 400);
    assert_eq!(t.refused(t.share("MW")), "CZ-EMERGENCY-10");
    t.play(t.sell("BN", 1));
    assert_eq!(t.cash_of(0), 460);
    t.play(Move::Repay { amount: 60 });
    assert_eq!(t.refused(t.share("MW")), "CZ-EMERGENCY-10", "not while any debt remains");
    t.play(Move::Repay { amount: 40 });
    t.play(t.share("MW"));
}

/// BN holds a 3 and a 4 in phase e, neither of which it can run; its limit is three, and two from phase f on.
fn two_small_trains() -> Table {
    table(3)
        .next_card("f")
        .float("BN", 0, 60)
        .treasury("BN", 900)
        .train("BN", "3")
        .train("BN", "4")
        .float("EKJ", 1, 50)
        .treasury("EKJ", 400)
}

#[test]
fn a_phase_change_opens_the_exception() {
    // CZ-TRAIN-6, CZ-PHASE-14: by a sale
    let mut t = two_small_trains().operating("EKJ", Step::Trains);
    t.play(t.buy_top("EKJ", "4"));
    let mut sold = t.operating("BN", Step::Trains);
    // CZ-EXPORT-4: or by an export
    let mut t = two_small_trains()
        .train("EKJ", "4")
        .local_of("S1", "EKJ")
        .in_box(55)
        .operating("EKJ", Step::Papers);
    t.pass();
    let mut exported = t.operating("BN", Step::Trains);
    for t in [&mut sold, &mut exported] {
        assert_eq!(t.phase_name(), "f");
        assert_eq!(t.at.train_limit(t.company("BN")), 2);
        assert_eq!(t.trains_of("BN").len(), 2);
        assert_eq!(t.refused(t.buy_top("BN", "4")), "CZ-TRAIN-6");
        t.play(t.buy_top("BN", "4+4"));
        assert_eq!(t.waits_for(), (0, "BN".to_owned(), "excess"));
    }
}

#[test]
fn nobody_comes_to_the_limit_without_a_runnable_train_by_a_purchase() {
    // CZ-TRAIN-6, CZ-TRAIN-16: neither from the bank nor from another company
    let t = two_small_trains().train("EKJ", "3").operating("BN", Step::Trains);
    assert_eq!(t.at.train_limit(t.company("BN")), 3);
    assert_eq!(t.refused(t.buy_top("BN", "4")), "CZ-TRAIN-16");
    assert_eq!(t.refused(t.buy_from("BN", "EKJ", "3", 5)), "CZ-TRAIN-16");
    // With a train it can run it may fill its last place, and then buys no more.
    let t = t.train("BN", "3+3");
    for face in ["4", "4+4"] {
        assert_eq!(t.refused(t.buy_top("BN", face)), "CZ-TRAIN-5");
    }
    assert_eq!(t.refused(t.buy_from("BN", "EKJ", "3", 5)), "CZ-TRAIN-5");
}
