use crate::tiny::{A, P, Table};
use engine::{Event, Holder, Paper, Place, PoolPays, Rounding, Terms, Why};

#[test]
fn a_dividend_is_rounded_once_for_all_shares_of_a_holder() {
    for (rounding, first, second) in [(Rounding::Down, 38, 12), (Rounding::Up, 39, 13)] {
        let mut t = Table::new(Terms {
            rounding,
            ..Terms::PLAIN
        })
        .started(3);
        t.give(P[1], A, 1);
        let before = (t.cash(P[0]), t.cash(P[1]));
        t.acts().pay_out(A, 128);
        assert_eq!(
            (t.cash(P[0]) - before.0, t.cash(P[1]) - before.1),
            (first, second)
        );
        assert_eq!(
            t.events[0],
            Event::PaidOut {
                company: A,
                revenue: 128
            }
        );
        assert_eq!(t.events.len(), 3, "nothing is said about who gets nothing");
        t.sound();
    }
}

#[test]
fn shares_in_the_pool_pay_the_company_or_nobody() {
    for (pool_pays, treasury) in [(PoolPays::Nobody, 0), (PoolPays::Company, 40)] {
        let mut t = Table::new(Terms {
            pool_pays,
            ..Terms::PLAIN
        })
        .started(4);
        t.acts().sell_shares(P[0], A, 2, 70);
        t.acts().pay_out(A, 200);
        assert_eq!(t.treasury(A), treasury);
    }
}

#[test]
fn revenue_kept_is_told_once() {
    let mut t = Table::plain().started(2);
    t.acts().withhold(A, 90);
    assert_eq!(t.treasury(A), 90);
    assert_eq!(
        t.events,
        [Event::Kept {
            company: A,
            revenue: 90
        }]
    );
}

#[test]
fn papers_pay_their_owners_once_each() {
    let mut t = Table::plain();
    t.core.papers[0].place = Place::Player(P[1]);
    t.core.papers[1].place = Place::Company(A);
    t.core.papers[2].place = Place::Player(P[1]);
    t.acts().private_income(&[5, 10, 15]);
    assert_eq!((t.cash(P[1]), t.treasury(A)), (520, 10));
    let paid = |e: &&Event| {
        matches!(
            e,
            Event::Paid {
                why: Why::PaperIncome,
                ..
            }
        )
    };
    assert_eq!(t.events.iter().filter(paid).count(), 2);
}

#[test]
fn papers_change_hands_and_close() {
    let mut t = Table::plain();
    let y = Paper(1);
    t.core.stock[1].reserved = 1;
    t.acts().take_paper(P[0], y, 40);
    t.core
        .pay(engine::Purse::Bank, engine::Purse::Company(A), 100);
    t.acts()
        .buy_paper(y, Holder::Company(A), Holder::Player(P[0]), 60);
    assert_eq!((t.cash(P[0]), t.treasury(A)), (520, 40));
    assert_eq!(t.core.papers[1].place, Place::Company(A));
    t.acts().close_paper(y);
    assert_eq!(t.core.papers[1].place, Place::Gone);
    assert_eq!(
        t.core.stock[1].reserved, 0,
        "nothing is kept for it any more"
    );
    t.sound();
}
