//! The end and the reckoning.

use super::Table;
use engine::{Flag, Move, Pay, Place, Player, Position};
use titles::g1860::{Ending, Wait};

#[test]
fn a_marker_at_340_ends_the_game_after_the_operating_round() {
    // IOW-END-1, IOW-MARKET-10
    let t = Table::new(2)
        .operated("IOW", 90, [5], 0)
        .price("IOW", 330)
        .operated("C&N", 82, [0, 5], 0)
        .turns(["IOW", "C&N"]);
    let mut t = t.go(|p, _| {
        p.state.turn.revenue = 660;
        p.state.wait = Some(Wait::Dividend);
    });
    t.dividend(Pay::Out);
    assert_eq!((t.market_price("IOW"), t.at.state.ending), (Some(340), Some(Ending::StockMarket)));
    assert_eq!(t.acting(), "C&N", "the round is played to its end");
    t.pass();
    assert_eq!(t.step(), "over");
    assert_eq!(t.at.outcome().map(|o| o.reason), Some("stock_market"));
}

#[test]
fn an_empty_bank_ends_the_game_after_the_operating_round() {
    // IOW-END-2, IOW-END-4
    let t = Table::new(2).cash_each([5000, 4990]).operated("IOW", 90, [5, 1], 0).operated(
        "C&N",
        82,
        [0, 5],
        0,
    );
    let enough = t.clone().turns(["IOW", "C&N"]).go(|p, _| {
        p.state.turn.revenue = 10;
        p.state.wait = Some(Wait::Dividend);
    });
    let mut enough = enough;
    enough.dividend(Pay::Out);
    assert_eq!(enough.at.state.ending, None, "exactly ten thousand less four");
    let mut t = t.turns(["IOW", "C&N"]).go(|p, _| {
        p.state.turn.revenue = 100;
        p.state.wait = Some(Wait::Dividend);
    });
    t.dividend(Pay::Out);
    assert_eq!(
        (t.cash_of(0), t.at.state.ending),
        (5050, Some(Ending::Bank)),
        "payments are made in full"
    );
    t.pass();
    assert_eq!((t.step(), t.at.outcome().map(|o| o.reason)), ("over", Some("bank")));
}

#[test]
fn a_bank_that_runs_out_in_a_stock_round_leaves_one_operating_round() {
    // IOW-END-3
    let t = Table::new(2)
        .cash_each([5000, 4990])
        .operated("IOW", 90, [5, 1], 0)
        .train("IOW", "5+3")
        .phase(5);
    let mut t = t.stock_round(7, 0);
    t.play(t.sell("IOW", 1));
    assert_eq!(t.at.state.ending, Some(Ending::Bank));
    t.pass().pass().pass();
    assert_eq!((t.at.state.or.rounds, t.step()), (3, "track"));
    while t.step() != "over" {
        t.pass();
    }
    assert_eq!(t.at.state.core.round.number, 1, "one round, not the set");
}

#[test]
fn private_income_can_empty_the_bank_too() {
    // IOW-END-4: J-8
    let t = |t: Table| {
        t.cash_each([5000, 4990]).private("RPSC", Place::Player(Player(0))).operated(
            "IOW",
            90,
            [5],
            0,
        )
    };
    let begin = |t: Table| t.go(|p, events| p.begin_operating_round(2, 1, events)).at.state.ending;
    assert_eq!(begin(t(Table::new(2))), Some(Ending::Bank));
    assert_eq!(
        begin(t(Table::public(2))),
        None,
        "the public platform looks only after sales and dividends"
    );
}

#[test]
fn the_earliest_trigger_counts() {
    // IOW-END-6, HARD-IOW-16
    let t = Table::new(2)
        .cash_each([5000, 4990])
        .operated("IOW", 90, [5], 0)
        .price("IOW", 330)
        .operated("C&N", 82, [5], 0)
        .phase(5)
        .turns(["IOW", "C&N"]);
    assert!(t.at.state.or.rounds > 1, "more rounds would follow");
    let mut t = t.go(|p, _| {
        p.state.turn.revenue = 660;
        p.state.wait = Some(Wait::Dividend);
    });
    t.dividend(Pay::Out);
    assert_eq!((t.market_price("IOW"), t.at.state.broken), (Some(340), true), "both at once");
    assert_eq!(
        t.at.state.ending,
        Some(Ending::StockMarket),
        "the marker moved before the bank was counted"
    );
    let mut t = t.go(|p, _| {
        p.state.turn.revenue = 100;
        p.state.wait = Some(Wait::Dividend);
    });
    t.dividend(Pay::Out);
    while t.step() != "over" {
        t.pass();
    }
    assert_eq!(
        t.at.state.core.round.number, 1,
        "the end of this round comes first, whatever the second trigger says"
    );
    assert_eq!(t.at.outcome().map(|o| o.reason), Some("stock_market"));
}

#[test]
fn the_score_is_cash_shares_and_open_private_companies() {
    // IOW-END-7, IOW-END-8, IOW-END-9, IOW-END-11: worked example 20.
    let t = Table::new(2)
        .cash_each([1200, 0])
        .operated("IOW", 90, [4], 0)
        .train("IOW", "6+3")
        .price("IOW", 166);
    let t =
        t.operated("C&N", 82, [3, 4], 0).price("C&N", 47).private("FFC", Place::Player(Player(0)));
    let t = t.treasury("IOW", 999).treasury("C&N", 999);
    assert_eq!(t.at.values(), [2133, 4 * 23]);
    let open = t.private("CMH", Place::Player(Player(0)));
    assert_eq!(open.at.values()[0], 2133 + 90, "every open one counts");
    let public = Table::public(2).cash_each([0, 0]).operated("C&N", 82, [4], 0).price("C&N", 47);
    assert_eq!(
        public.at.values()[0],
        2 * 23 + 47,
        "J-16: the public platform rounds the director's certificate as a whole"
    );
}

#[test]
fn shares_of_unlaunched_companies_count_half_their_first_price() {
    // IOW-END-10
    let t = Table::new(2).cash_each([0, 0]).started("C&N", 90, [3], 0);
    assert_eq!(t.at.values()[0], 3 * 45);
}

#[test]
fn the_highest_score_wins_and_a_tie_is_shared() {
    // IOW-END-12, HARD-IOW-16
    let over = |cash: [i32; 3]| {
        Table::new(3).cash_each(cash).go(|p, events| p.finish(Ending::Bank, events))
    };
    let t = over([700, 900, 900]);
    let outcome = t.at.outcome().expect("the game is over");
    assert_eq!(outcome.winners, [Player(1), Player(2)]);
    assert_eq!((outcome.values, outcome.reason), (vec![700, 900, 900], "bank"));
    assert!(
        t.events
            .iter()
            .any(|e| matches!(e, engine::Event::GameEnded { reason } if reason == "bank")),
        "and said so"
    );
    assert!(t.choices().is_empty() && t.at.decision().is_none());
    assert_eq!(t.refused(Move::Pass), "IOW-END-12");
    assert!(!t.is("IOW", Flag::Closed));
}
