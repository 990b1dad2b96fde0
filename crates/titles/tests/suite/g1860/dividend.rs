//! Dividends, halt credits, operating order.

use super::Table;
use engine::{Flag, Pay};
use titles::g1860::Wait;

/// A company in its dividend step with some income.
fn earned(id: &str, price: i32, revenue: i32, subsidy: i32) -> Table {
    let t = Table::new(3).operated(id, 62, [4, 3], 2).train(id, "2+1").price(id, price).turns([id]);
    t.go(|p, _| {
        p.state.turn.revenue = revenue;
        p.state.turn.subsidy = subsidy;
        p.state.wait = Some(Wait::Dividend);
    })
}

#[test]
fn all_is_paid_out_or_all_is_withheld() {
    // IOW-DIVIDEND-1, IOW-DIVIDEND-2, IOW-DIVIDEND-5: worked example 14.
    for (price, after) in [(74, 68), (40, 31)] {
        let mut t = earned("IWNJ", price, 100, 0);
        assert_eq!(t.choices().len(), 2);
        t.dividend(Pay::Withhold);
        assert_eq!(
            (t.treasury_of("IWNJ"), t.market_price("IWNJ"), t.cash_of(0)),
            (100, Some(after), 670)
        );
    }
}

#[test]
fn each_share_gets_a_tenth() {
    // IOW-DIVIDEND-3, IOW-DIVIDEND-4
    let mut t = earned("IWNJ", 74, 110, 0);
    let bank = t.at.state.core.money.of(engine::Purse::Bank);
    t.dividend(Pay::Out);
    assert_eq!((t.cash_of(0), t.cash_of(1), t.cash_of(2)), (670 + 44, 670 + 33, 670));
    assert_eq!(t.treasury_of("IWNJ"), 0, "shares in IPO and pool get nothing");
    assert_eq!(t.at.state.core.money.of(engine::Purse::Bank), bank - 77);
}

#[test]
fn no_income_counts_as_withholding() {
    // IOW-DIVIDEND-6, IOW-DIVIDEND-1
    let mut t = Table::new(2).launched("IOW", 74, [5], 0).turns(["IOW"]);
    t.pass();
    assert_eq!(t.market_price("IOW"), Some(68), "also in the very first turn");
    assert!(t.is("IOW", Flag::Operated), "and it has operated (IOW-GROUP-6)");
}

#[test]
fn the_price_rises_with_multiples_of_itself() {
    // IOW-DIVIDEND-7..13: worked examples 2 and 16.
    let rows = [
        (54, 50, 54),
        (54, 60, 58),
        (54, 100, 58),
        (54, 110, 62),
        (54, 160, 62),
        (54, 170, 68),
        (54, 210, 68),
        (54, 220, 74),
        (54, 900, 74),
        (68, 140, 82),
        (68, 130, 74),
    ];
    for (price, revenue, after) in rows {
        let mut t = earned("IWNJ", price, revenue, 0);
        t.dividend(Pay::Out);
        assert_eq!(
            t.market_price("IWNJ"),
            Some(after),
            "{revenue} at {price}: the whole income counts"
        );
    }
}

#[test]
fn a_low_price_falls_to_nothing() {
    // IOW-DIVIDEND-14, IOW-BANKRUPT-1, IOW-OR-8: worked example 8.
    for price in [14, 7] {
        let mut t = earned("IWNJ", price, 100, 20).treasury("IWNJ", 900);
        t.dividend(Pay::Withhold);
        assert!(t.is("IWNJ", Flag::Bankrupt));
        assert_eq!(t.treasury_of("IWNJ"), 1020, "it keeps what it earned, and buys no train");
        assert_eq!(t.step(), "stock", "the rest of its turn is lost");
    }
}

#[test]
fn halt_credits_come_with_the_dividend_step_whatever_is_decided() {
    // IOW-SUBSIDY-1, IOW-SUBSIDY-2, IOW-SUBSIDY-3: worked example 23.
    for (pay, credits) in [(Pay::Out, 30), (Pay::Withhold, 90)] {
        let mut t = earned("IWNJ", 74, 60, 30);
        t.dividend(pay);
        assert_eq!(t.treasury_of("IWNJ"), credits);
        assert_eq!(
            t.market_price("IWNJ"),
            Some(if pay == Pay::Out { 74 } else { 68 }),
            "they do not move the price"
        );
    }
    let mut rich = earned("IWNJ", 74, 60, 30).treasury("IWNJ", 220);
    rich.dividend(Pay::Out);
    assert!(rich.offers(&rich.deck("IWNJ")), "220 + 30 buy a train in the same turn");
}

#[test]
fn companies_act_by_falling_price() {
    // IOW-OR-2, IOW-OR-3, IOW-OR-4, IOW-OR-5
    let t = Table::new(2).operated("IOW", 74, [5], 0).operated("C&N", 90, [5], 0).operated(
        "IWNJ",
        82,
        [0, 5],
        0,
    );
    let t = t.price("IWNJ", 90).flag("FYN", Flag::Bankrupt);
    let mut t = t.go(|p, events| p.begin_operating_round(2, 1, events));
    assert_eq!((t.acting(), t.step()), ("C&N".to_owned(), "track"));
    let (c, top) = (t.company("IOW"), t.cell_of_price(340));
    t.at.state.core.market.put(c, top);
    let mut order = Vec::new();
    while t.step() != "stock" {
        order.push(t.acting());
        t.pass();
    }
    assert_eq!(order, ["C&N", "IWNJ", "IOW"], "fixed at the start of the round");
}

#[test]
fn steps_of_a_turn_come_in_their_order() {
    // IOW-OR-5, IOW-OR-6, IOW-OR-7, IOW-TOKEN-9, IOW-TRAIN-12
    let t = Table::new(2)
        .operated("IOW", 90, [5], 0)
        .treasury("IOW", 700)
        .train("IOW", "2+1")
        .turns(["IOW"]);
    let mut t = t;
    assert_eq!(t.step(), "track");
    t.play(t.lay("IOW", "J4", "57", 2));
    assert_eq!(t.step(), "station", "the new track may be used");
    t.pass();
    assert_eq!(t.step(), "run");
    assert_eq!(t.refused(t.run("IOW", vec![])), "IOW-OR-7");
    t.play(t.best_run("IOW"));
    assert_eq!(t.step(), "dividend");
    t.dividend(Pay::Out);
    assert_eq!(t.step(), "trains");
    t.play(t.deck("IOW"));
    assert_eq!(t.step(), "trains", "a train bought runs in the next turn");
    t.pass();
    assert_eq!(t.step(), "stock");
}
