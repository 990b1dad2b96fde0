use crate::tiny::{A, B, P, Table};
use engine::{Amount, Company, Core, Lineup, Player, Rng, StockRound, snake, step_after};

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

#[test]
fn ledgers_are_alike_when_every_part_of_them_is() {
    let t = Table::plain();
    let changes: [fn(&mut Core); 15] = [
        |c| c.seats += 1,
        |c| c.holders += 1,
        |c| c.order.swap(0, 1),
        |c| c.pay(engine::Purse::Bank, engine::Purse::Player(P[0]), 1),
        |c| c.debt[0] = 1,
        |c| c.penalty[0] = 1,
        |c| c.stock[0].from_ipo(P[0], 1),
        |c| c.market.put(A, 0),
        |c| c.company_mut(A).last_revenue = 10,
        |c| c.trains.cards[0].obsolete = true,
        |c| c.papers[0].used = true,
        |c| c.board_mut().set_supply(board::TileId(0), 9),
        |c| c.phase += 1,
        |c| c.round.set += 1,
        |c| assert!(c.rng.below(1000) < 1000),
    ];
    assert_eq!(t.core, t.core.clone());
    for (n, change) in changes.iter().enumerate() {
        let mut other = t.core.clone();
        change(&mut other);
        assert_ne!(t.core, other, "change {n}");
    }
}

#[test]
fn an_amount_drawn_is_one_of_the_range_and_each_is_drawn() {
    let range = Amount { min: 10, max: 30, step: 5 };
    let mut rng = Rng::new(18);
    let drawn: std::collections::BTreeSet<i32> = (0..200).map(|_| range.pick(&mut rng)).collect();
    assert_eq!(drawn.into_iter().collect::<Vec<_>>(), [10, 15, 20, 25, 30]);
}
