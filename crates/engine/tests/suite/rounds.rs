use crate::tiny::{A, B, P, Table};
use engine::{Company, Lineup, Player, StockRound, snake, step_after};

#[test]
fn a_stock_round_ends_when_all_pass_in_a_row() {
    let t = Table::plain();
    let mut round = StockRound::new(P[1]);
    assert!(!round.end_turn(&t.core));
    assert_eq!(round.player(), P[2]);
    round.buy();
    assert!(!round.end_turn(&t.core), "an act begins the count anew");
    assert!(!round.end_turn(&t.core));
    assert!(!round.end_turn(&t.core));
    assert!(round.end_turn(&t.core));
    assert_eq!(round.last(), Some(P[2]));
    assert!(!round.bought && !round.acted);
}

#[test]
fn companies_begin_in_order_and_can_be_put_in_another() {
    let mut lineup = Lineup::new([A, B, Company(2), Company(3)]);
    assert_eq!(lineup.current(), None);
    assert_eq!(lineup.advance(), Some(A));
    lineup.reorder(|mut rest| {
        rest.reverse();
        rest
    });
    assert_eq!(lineup.advance(), Some(Company(3)));
    assert_eq!(lineup.current(), Some(Company(3)));
    assert_eq!(lineup.companies().count(), 4);
    assert_eq!((lineup.advance(), lineup.advance()), (Some(Company(2)), Some(B)));
    assert_eq!(lineup.advance(), None);
}

#[test]
fn steps_follow_each_other() {
    assert_eq!(step_after(&["track", "run"], "track"), Some("run"));
    assert_eq!(step_after(&["track", "run"], "run"), None);
}

#[test]
fn a_snake_goes_there_and_back() {
    let t = Table::plain();
    let order: Vec<Player> = (0..7).map(|pick| snake(&t.core, pick)).collect();
    assert_eq!(order, [P[0], P[1], P[2], P[2], P[1], P[0], P[0]]);
}

#[test]
fn the_priority_card_turns_the_order() {
    let mut t = Table::plain();
    t.acts().give_priority(P[2]);
    assert_eq!(t.core.players().collect::<Vec<_>>(), [P[2], P[0], P[1]]);
    t.core.pay(engine::Purse::Bank, engine::Purse::Player(P[1]), 5);
    t.acts().order_by_cash(true);
    assert_eq!(t.core.players().collect::<Vec<_>>(), [P[1], P[2], P[0]], "ties stay");
}
