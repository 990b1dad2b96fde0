use crate::tiny::{A, P, Table};
use engine::{Core, Purse};

#[test]
fn ledgers_are_alike_when_every_part_of_them_is() {
    let t = Table::plain();
    let changes: [fn(&mut Core); 15] = [
        |c| c.seats += 1,
        |c| c.holders += 1,
        |c| c.order.swap(0, 1),
        |c| c.pay(Purse::Bank, Purse::Player(P[0]), 1),
        |c| c.debt[0] = 1,
        |c| c.penalty[0] = 1,
        |c| c.stock[0].from_ipo(P[0], 1),
        |c| c.market.put(A, 0),
        |c| c.company_mut(A).last_revenue = 10,
        |c| c.trains.cards_mut()[0].obsolete = true,
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
