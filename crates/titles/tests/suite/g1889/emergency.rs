//! Directors help companies to trains, or fail. S89-EMERGENCY, S89-BANKRUPT

use super::Table;
use engine::{Move, RoundKind};

// UR has a route, no train and too little money for a 4 (300).
fn needy(treasury: i32, cash: i32) -> Table {
    let t = Table::new(3).phase("4").floated("UR", 65, [5, 0, 0], 0).cash(0, cash);
    t.treasury("UR", treasury).tile("B5", "9", 0)
}

fn trains(t: Table) -> Table {
    t.operating().turn_of("UR", "trains")
}

#[test]
fn the_director_pays_the_difference_for_the_cheapest_train() {
    // S89-EMERGENCY-1..3
    let mut t = trains(needy(198, 150));
    t.play(t.deck("UR"));
    assert_eq!((t.treasury_of("UR"), t.cash_of(0)), (0, 150 - 102));
    assert_eq!(t.trains_of("UR"), ["4"]);
    // The pool sells cheaper ones: only the cheapest can be bought with help.
    let t = trains(needy(100, 400).pooled("3"));
    assert_eq!(t.refused(t.deck("UR")), "S89-EMERGENCY-2");
    assert_eq!(t.cost(&t.bank_train("UR", "3")), Some(180));
}

#[test]
fn help_is_for_one_train_of_the_bank_only() {
    // S89-EMERGENCY-4, S89-EMERGENCY-5
    let t = trains(needy(100, 400).floated("SR", 70, [0, 5, 0], 0).train("SR", "3"));
    assert_eq!(t.range(&t.buy_from("UR", "SR", "3", 0)), Some((1, 100)), "its own money");
    assert_eq!(t.refused(t.buy_from("UR", "SR", "3", 101)), "S89-TRAIN-9");
    let t = trains(needy(200, 400).pooled("3"));
    assert_eq!(t.refused(t.deck("UR")), "S89-EMERGENCY-5", "it can pay for a 3 itself");
    let t = trains(needy(200, 400).train("UR", "3").pooled("3"));
    assert_eq!(t.refused(t.deck("UR")), "S89-EMERGENCY-5", "it has a train");
    let t = Table::new(2).phase("4").floated("UR", 65, [5, 0], 0).treasury("UR", 100).pooled("3");
    let mut t = t.treasury("UR", 200).operating().until("trains");
    assert_eq!(t.refused(t.deck("UR")), "S89-EMERGENCY-5", "without a route nobody helps");
    t.pass();
}

#[test]
fn shares_are_sold_as_far_as_cash_does_not_reach() {
    // S89-EMERGENCY-6, S89-EMERGENCY-7, worked example 15
    let t = needy(198, 43).floated("SR", 65, [2, 4, 0], 0);
    let mut t = trains(t);
    assert_eq!(t.refused(t.deck("UR")), "S89-EMERGENCY-6");
    assert_eq!(t.refused(t.sell("SR", 2)), "S89-EMERGENCY-7", "one is enough");
    t.play(t.sell("SR", 1));
    t.play(t.deck("UR"));
    assert_eq!((t.treasury_of("UR"), t.cash_of(0)), (0, 6));
    let t = trains(needy(198, 102).floated("SR", 65, [2, 4, 0], 0).private("SIR", 0));
    assert_eq!(t.refused(t.sell("SR", 1)), "S89-EMERGENCY-6", "cash and treasury reach");
    let paper = t.paper("SIR");
    assert_eq!(t.refused(Move::SellPaper { paper }), "S89-OR-5", "privates are not sold for it");
}

#[test]
fn one_block_of_each_company_and_no_change_of_director() {
    // S89-EMERGENCY-8, S89-EMERGENCY-9
    let t = needy(0, 0).floated("SR", 65, [3, 4, 0], 0).floated("AR", 80, [0, 4, 0], 0);
    let mut t = trains(t.shares("AR", 0, 3));
    t.play(t.sell("SR", 1));
    assert_eq!(t.refused(t.sell("SR", 1)), "S89-EMERGENCY-8");
    t.play(t.sell("AR", 3));
    // The one in need, and another one that the player directs.
    let t = needy(0, 0).floated("SR", 65, [4, 3, 0], 0);
    let t = trains(t);
    assert_eq!(t.refused(t.sell("UR", 4)), "S89-EMERGENCY-9");
    assert!(t.offers(&t.sell("UR", 3)), "20 % stay");
    assert_eq!(t.refused(t.sell("SR", 2)), "S89-EMERGENCY-9", "another would direct");
    assert!(t.offers(&t.sell("SR", 1)));
    // The pool takes half.
    let t = trains(needy(0, 0).floated("SR", 65, [3, 3, 0], 4));
    assert_eq!(t.refused(t.sell("SR", 2)), "S89-EMERGENCY-9");
}

#[test]
fn such_sales_move_the_price_also_in_the_first_rounds() {
    // S89-EMERGENCY-10
    let t = Table::auction(3).stock_round(1, 0).phase("4").floated("UR", 65, [5, 0, 0], 0);
    let t = t.treasury("UR", 250).cash(0, 0).tile("B5", "9", 0).floated("SR", 70, [2, 4, 0], 0);
    let mut t = trains(t);
    assert_eq!(t.round(), (RoundKind::Operating, 1, 1));
    let before = t.cell_of("SR");
    t.play(t.sell("SR", 1));
    assert_eq!(t.cell_of("SR"), (before.0 + 1, before.1));
}

#[test]
fn after_a_sale_only_the_cheapest_train_of_the_bank_is_left() {
    // S89-EMERGENCY-11
    let t = needy(198, 43).floated("SR", 65, [2, 4, 0], 0).floated("AR", 70, [0, 5, 0], 0);
    let mut t = trains(t.train("AR", "3").private("SIR", 0));
    assert!(t.offers(&t.buy_from("UR", "AR", "3", 5)));
    assert!(t.offers(&t.buy_private("SIR", 40)));
    t.play(t.sell("SR", 1));
    assert_eq!(t.refused(t.buy_from("UR", "AR", "3", 5)), "S89-TRAIN-9");
    assert_eq!(t.refused(t.buy_private("SIR", 40)), "S89-OR-5");
    assert_eq!(t.choices().len(), 1);
    t.play(t.deck("UR"));
}

#[test]
fn a_director_who_cannot_raise_enough_is_bankrupt() {
    // S89-BANKRUPT-1..3, S89-END-4, S89-SCORE-4
    let table = || needy(100, 50).floated("SR", 65, [2, 4, 0], 0).private("SIR", 0);
    // 150 are missing; UR brings 3 × 60 = 180 at most.
    let t = trains(table());
    assert_eq!(t.refused(Move::Bankrupt), "S89-BANKRUPT-1");
    // Nearly nothing can be raised: UR is at 10, SR at 10.
    let mut t = trains(table().marker("SR", 10, 0)).marker("UR", 10, 0);
    assert!(t.offers(&Move::Bankrupt));
    t.play(Move::Bankrupt);
    assert_eq!((t.step(), t.round().0), ("over", RoundKind::Over));
    assert_eq!((t.cash_of(0), t.trains_of("UR").len()), (0, 0), "the train is not bought");
    assert_eq!((t.units("UR", 0), t.units("SR", 0)), (2, 0), "what can be sold is sold");
    let outcome = engine::Position::outcome(&t.at).expect("over");
    assert_eq!((outcome.reason, outcome.values[0]), ("bankrupt", 20 + 80));
    assert_eq!(t.refused(Move::Pass), "S89-END-5");
}

#[test]
fn shares_may_have_been_sold_before() {
    // S89-BANKRUPT-4
    let t = needy(100, 50).floated("SR", 65, [2, 4, 0], 0).marker("SR", 10, 1);
    let mut t = trains(t).marker("UR", 10, 0);
    t.play(t.sell("SR", 2));
    assert!(t.offers(&Move::Bankrupt));
    t.play(Move::Bankrupt);
    assert_eq!(t.step(), "over");
}
