//! Trains and phases. S89-TRAIN, S89-PHASE, S89-RUST

use super::Table;
use engine::Move;

// UR has a route from Uwajima to Yawatahama.
fn ur(phase: &str, treasury: i32) -> Table {
    let t = Table::new(3).phase(phase).floated("UR", 65, [5, 0, 0], 0);
    t.treasury("UR", treasury).tile("B5", "9", 0)
}

fn buying(t: Table) -> Table {
    t.operating().until("trains")
}

#[test]
fn trains_come_from_the_deck_the_pool_and_companies() {
    // S89-TRAIN-1..4
    let t = buying(ur("3", 900).pooled("2").floated("SR", 70, [0, 5, 0], 0).train("SR", "3"));
    let t = if t.acting() == "SR" { t.turn_of("UR", "trains") } else { t };
    assert_eq!((t.on_sale("2"), t.on_sale("3"), t.on_sale("4")), (Some(80), Some(180), None));
    assert!(t.offers(&t.buy_from("UR", "SR", "3", 1)));
    let mut t = buying(ur("2", 900));
    for count in 1..=4 {
        t.play(t.deck("UR"));
        assert_eq!(t.trains_of("UR").len(), count, "any number within limit and money");
    }
    let prices = ["2", "3", "4", "5", "6", "D"].map(|name| {
        let kinds = &mut t.sheet().trains.iter();
        kinds.find(|k| k.name == name).expect("a kind").faces[0].price
    });
    assert_eq!(prices, [80, 180, 300, 450, 630, 1100]);
}

#[test]
fn diesels_are_on_sale_beside_the_last_6() {
    // S89-TRAIN-3, S89-PHASE-5
    let t = buying(ur("5", 2000));
    assert_eq!(t.on_sale("D"), None);
    let mut t = buying(ur("6", 2000));
    assert_eq!((t.on_sale("6"), t.on_sale("D")), (Some(630), Some(1100)));
    t.play(t.bank_train("UR", "D"));
    assert_eq!(t.on_sale("6"), Some(630), "a 6 is still on sale");
    assert_eq!(t.sheet().phases[usize::from(t.at.state.core.phase)].name, "D");
}

#[test]
fn the_phase_limits_the_number_of_trains() {
    // S89-TRAIN-5, S89-TRAIN-6, S89-PHASE-2, S89-PHASE-3
    for (phase, limit) in [("2", 4), ("3", 4), ("4", 3), ("5", 2), ("6", 2), ("D", 2)] {
        let t = Table::new(2).phase(phase);
        assert_eq!(engine::Position::train_limit(&t.at, t.company("UR")), limit, "{phase}");
    }
    let t = ur("3", 900).train("UR", "3").train("UR", "3").train("UR", "3");
    let t = buying(t.train("AR", "2"));
    let card = t.at.state.core.trains.top().expect("a train");
    let full = t.clone().train("UR", "4");
    assert_eq!(
        full.refused(full.buy_card("UR", card, 0, 180, engine::TrainFrom::Deck)),
        "S89-TRAIN-6"
    );
    assert!(t.offers(&t.deck("UR")));
}

#[test]
fn a_diesel_in_exchange_for_another_train() {
    // S89-TRAIN-7, S89-TRAIN-8, S89-RUST-1, worked examples 16 and 17
    let t = buying(ur("6", 900).train("UR", "5").train("UR", "6"));
    assert_eq!(t.refused(t.bank_train("UR", "6")), "S89-TRAIN-6");
    let mut t = t;
    assert_eq!(t.cost(&t.trade("UR", "5", 800)), Some(800));
    assert_eq!(t.refused(t.trade("UR", "5", 700)), "S89-TRAIN-2");
    let before = t.treasury_of("UR");
    t.play(t.trade("UR", "5", 800));
    assert_eq!(
        (t.trains_of("UR"), t.in_pool()),
        (vec!["6".to_owned(), "D".to_owned()], vec!["5".to_owned()])
    );
    assert_eq!(t.treasury_of("UR"), before - 800);
    let mut t = buying(ur("6", 900).train("UR", "4"));
    t.play(t.trade("UR", "4", 800));
    assert_eq!(
        (t.trains_of("UR"), t.in_pool().len()),
        (vec!["D".to_owned()], 0),
        "a 4 rusts at once"
    );
    let t = buying(ur("6", 900).train("UR", "3"));
    assert_eq!(t.refused(t.trade("UR", "3", 800)), "S89-TRAIN-7");
    let t = buying(ur("6", 900).train("UR", "5")).treasury("UR", 799);
    assert_eq!(t.refused(t.trade("UR", "5", 800)), "S89-EMERGENCY-4");
}

#[test]
fn trains_of_other_companies_cost_what_both_agree_on() {
    // S89-TRAIN-9, S89-TRAIN-10
    let t = ur("3", 200).floated("KU", 70, [0, 5, 0], 0).train("KU", "2");
    let mut t =
        t.floated("TR", 75, [4, 0, 0], 0).train("TR", "3").operating().turn_of("UR", "trains");
    assert_eq!(t.range(&t.buy_from("UR", "KU", "2", 0)), Some((1, 200)));
    assert_eq!(t.refused(t.buy_from("UR", "KU", "2", 201)), "S89-TRAIN-9");
    t.play(t.buy_from("UR", "KU", "2", 150));
    assert_eq!(t.waits_for(), (1, "UR".to_owned(), "offer"));
    let mut no = t.clone();
    no.answer(false);
    assert_eq!((no.trains_of("UR").len(), no.step()), (0, "trains"));
    t.answer(true);
    assert_eq!((t.treasury_of("UR"), t.treasury_of("KU")), (50, 150));
    assert_eq!((t.trains_of("UR").len(), t.trains_of("KU").len()), (1, 0), "the last one too");
    t.play(t.buy_from("UR", "TR", "3", 1));
    assert_eq!(t.trains_of("UR").len(), 2, "a director of both decides alone");
}

#[test]
fn only_the_deck_starts_phases() {
    // S89-TRAIN-11, S89-PHASE-1
    let mut t = buying(ur("3", 900).pooled("4"));
    t.play(t.bank_train("UR", "4"));
    assert_eq!(t.at.state.core.phase, 1);
    let t = ur("3", 900).train("KU", "5").floated("KU", 65, [4, 0, 0], 0);
    let mut t = t.operating().turn_of("UR", "trains");
    t.play(t.buy_from("UR", "KU", "5", 10));
    assert_eq!(t.at.state.core.phase, 1);
    t.play(t.deck("UR"));
    assert_eq!(t.at.state.core.phase, 1, "another 3");
    t.cards_gone(|card| card.kind == 1);
    t.play(t.deck("UR"));
    assert_eq!(t.at.state.core.phase, 2, "the first 4");
}

#[test]
fn a_company_with_a_route_needs_a_train() {
    // S89-TRAIN-12, S89-TRAIN-13, S89-TRAIN-15
    let t = buying(ur("2", 100));
    assert_eq!(t.refused(Move::Pass), "S89-TRAIN-12");
    let mut t = t;
    t.play(t.deck("UR"));
    assert_ne!(t.step(), "trains", "20 buy nothing");
    let t = Table::new(2).floated("UR", 65, [5, 0], 0).treasury("UR", 100);
    let t = buying(t);
    assert!(t.offers(&Move::Pass), "without a route none is needed");
    // A closed city is a stop too.
    let t = Table::new(2).floated("KO", 65, [5, 0], 0).treasury("KO", 100).tile("J3", "8", 5);
    let t = buying(t.tile("I4", "438", 4).extra_station("AR", "I4", 0));
    assert_eq!(t.refused(Move::Pass), "S89-TRAIN-12");
    // Trains are not given up voluntarily.
    let t = buying(ur("2", 100).train("UR", "2"));
    assert_eq!(t.refused(t.give_back("UR", t.card("UR", "2"))), "S89-OR-5");
}

#[test]
fn trains_above_a_new_limit_are_given_up() {
    // S89-TRAIN-14, S89-PHASE-3, S89-PUB-21, worked example 18
    let t = ur("4", 900).train("UR", "4").train("UR", "4").floated("KU", 70, [0, 5, 0], 0);
    let t = t.train("KU", "4").train("KU", "3").train("KU", "3");
    let mut t = t.operating().turn_of("UR", "trains");
    t.cards_gone(|card| card.kind == 2);
    t.play(t.deck("UR"));
    assert_eq!(t.waits_for(), (1, "KU".to_owned(), "excess"), "in the order of the companies");
    assert_eq!(t.refused(Move::Pass), "S89-TRAIN-14");
    assert_eq!(t.refused(t.give_back("UR", t.card("UR", "4"))), "S89-TRAIN-14");
    t.play(t.give_back("KU", t.card("KU", "3")));
    assert_eq!(t.waits_for(), (0, "UR".to_owned(), "excess"));
    t.play(t.give_back("UR", t.card("UR", "5")));
    assert_eq!(t.trains_of("UR"), ["4", "4"]);
    assert_eq!(t.in_pool(), ["3", "5"]);
    assert_eq!(t.on_sale("5"), None, "no room");
}

#[test]
fn new_trains_end_old_ones() {
    // S89-RUST-1..4, S89-PHASE-4
    let owns = |t: Table| t.train("UR", "2").train("UR", "3").pooled("2").train("KU", "2");
    let mut t = buying(owns(ur("3", 900)));
    t.cards_gone(|card| card.kind == 1);
    t.play(t.deck("UR"));
    assert_eq!(t.trains_of("UR"), ["3", "4"], "its own 2 too");
    assert_eq!((t.in_pool().len(), t.trains_of("KU").len()), (0, 0));
    let mut t = buying(ur("5", 900).train("UR", "3").train("KU", "4").train("KU", "5"));
    t.cards_gone(|card| card.kind == 3);
    t.play(t.deck("UR"));
    assert_eq!(
        (t.trains_of("UR"), t.trains_of("KU")),
        (vec!["6".to_owned()], vec!["4".to_owned(), "5".to_owned()])
    );
    let mut t = buying(ur("6", 1200).train("KU", "4").train("KU", "6").pooled("5"));
    t.play(t.bank_train("UR", "D"));
    assert_eq!((t.trains_of("KU"), t.in_pool()), (vec!["6".to_owned()], vec!["5".to_owned()]));
    // Rust comes before trains above the limit are counted.
    let t = ur("3", 900).train("KU", "2").train("KU", "2").train("KU", "3").train("KU", "3");
    let mut t = buying(t);
    t.cards_gone(|card| card.kind == 1);
    t.play(t.deck("UR"));
    assert_eq!((t.trains_of("KU").len(), t.step()), (2, "trains"), "two 2s are gone");
}
