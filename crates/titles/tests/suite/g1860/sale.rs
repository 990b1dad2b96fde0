//! Selling shares.

use super::{Table, switch};
use engine::{Event, Flag, Player, Position, ShareSource};

#[test]
fn shares_go_to_the_pool_for_the_market_price() {
    // IOW-SELL-1, IOW-SELL-2
    let mut t = Table::new(2)
        .operated("IWNJ", 62, [5, 2], 0)
        .train("IWNJ", "2+1")
        .price("IWNJ", 100)
        .stock_round(2, 0);
    assert_eq!(t.refused(t.sell("IWNJ", 6)), "IOW-SELL-1");
    t.play(t.sell("IWNJ", 2));
    assert_eq!((t.cash_of(0), t.pool_of("IWNJ"), t.units("IWNJ", 0)), (1200, 2, 3));
}

#[test]
fn without_a_train_a_share_brings_half() {
    // IOW-SELL-3, IOW-SELL-5, IOW-INSOLVENT-14: worked example 13.
    let mut t = Table::new(2)
        .operated("IWNJ", 62, [5, 2], 0)
        .price("IWNJ", 47)
        .flag("IWNJ", Flag::Insolvent);
    t = t.stock_round(2, 0);
    let mut one = t.clone();
    one.play(one.sell("IWNJ", 1));
    assert_eq!(one.cash_of(0), 1000 + 23);
    assert_eq!(one.market_price("IWNJ"), Some(44), "and the price falls as usual");
    t.play(t.sell("IWNJ", 5));
    assert_eq!(
        t.cash_of(0),
        1000 + 5 * 23,
        "46 for the director's certificate: halves are rounded a share"
    );
}

#[test]
fn half_price_holds_before_the_first_turn_too() {
    // IOW-SELL-4, IOW-OPTION-8, IOW-MARKET-12, IOW-SELL-9
    let mut t = Table::new(2).started("IOW", 100, [3], 0).stock_round(1, 0);
    t.play(t.sell("IOW", 1));
    assert_eq!(t.cash_of(0), 1050, "of the first price, in the first round");
    let mut full =
        Table::with(2, [switch("opt5_unoperated_full_value")]).started("IOW", 100, [3], 0);
    let late = full.clone().flag("IOW", Flag::Operated).stock_round(2, 0);
    full = full.stock_round(1, 0);
    full.play(full.sell("IOW", 1));
    assert_eq!(full.cash_of(0), 1100, "option 5");
    assert_eq!(full.at.values()[0], 1100 + 2 * 50, "the score is not changed (J-58)");
    let scored =
        Table::with(2, [switch("opt5_unoperated_full_value"), switch("opt5_counts_in_score")]);
    let scored = scored.started("IOW", 100, [3], 0).stock_round(1, 0);
    assert_eq!(scored.at.values()[0], 1000 + 300, "unless agreed");
    let half = Table::with(2, [switch("opt5_counts_in_score")]);
    let half = half.started("IOW", 100, [3], 0).stock_round(1, 0);
    assert_eq!(half.at.values()[0], 1000 + 150, "only with option 5");
    let mut late = late;
    late.play(late.sell("IOW", 1));
    assert_eq!(late.cash_of(0), 1050, "after its first turn it counts half again");
}

#[test]
fn a_block_is_paid_at_the_price_before_and_moves_the_marker_once() {
    // IOW-SELL-6, IOW-SELL-12, IOW-SELL-13, IOW-MARKET-2: worked example 1.
    let t = Table::new(2).operated("IWNJ", 62, [5, 2], 0).train("IWNJ", "2+1").price("IWNJ", 182);
    let mut t = t.stock_round(2, 0);
    t.play(t.sell("IWNJ", 3));
    assert_eq!((t.cash_of(0), t.market_price("IWNJ")), (1000 + 546, Some(166)));
    let told = Event::SharesSold {
        player: Player(0),
        company: t.company("IWNJ"),
        shares: 3,
        price: 182,
        total: 546,
    };
    assert!(t.events.contains(&told), "{:?}", t.events);
}

#[test]
fn prices_fall_by_the_zone_of_the_cell() {
    // IOW-SELL-12, IOW-SELL-13, IOW-SELL-15, IOW-MARKET-4: worked example 15.
    for (price, shares, after) in
        [(150, 2, 134), (158, 2, 150), (36, 1, 36), (7, 2, 0), (100, 1, 95), (40, 3, 26)]
    {
        let t = Table::new(2).operated("FYN", 62, [6, 2], 0).train("FYN", "2+1").operated(
            "IWNJ",
            62,
            [0, 2],
            0,
        );
        let t = t.price("FYN", price).price("IWNJ", price);
        let mut t = t.stock_round(2, 0);
        t.play(t.sell("FYN", shares));
        if after == 0 {
            assert!(t.is("FYN", Flag::Bankrupt));
        } else {
            assert_eq!(t.market_price("FYN"), Some(after), "{shares} at {price}");
        }
        if price == after {
            assert_eq!(t.at.state.core.market.depth(t.company("FYN")), 0, "the stack is untouched");
        }
    }
}

#[test]
fn one_company_is_sold_once_a_turn_but_several_companies_may_be() {
    // IOW-SELL-7, IOW-SELL-8
    let t = Table::new(2).operated("IWNJ", 62, [5, 2], 0).operated("FYN", 62, [5, 2], 0);
    let mut t = t.stock_round(2, 0);
    t.play(t.sell("IWNJ", 1));
    assert_eq!(t.refused(t.sell("IWNJ", 1)), "IOW-SELL-7");
    t.play(t.sell("FYN", 1));
    assert_eq!(t.pool_of("FYN"), 1);
}

#[test]
fn a_company_that_never_operated_keeps_its_price() {
    // IOW-SELL-10
    let mut t = Table::new(2).launched("IWNJ", 82, [5, 2], 0).stock_round(2, 0);
    t.play(t.sell("IWNJ", 3));
    assert_eq!(t.market_price("IWNJ"), Some(82));
}

#[test]
fn after_the_first_8_train_sales_move_no_price() {
    // IOW-SELL-11, IOW-PHASE-7, HARD-IOW-7
    for (phase, after) in [(7, 90), (8, 100), (9, 100)] {
        let mut t = Table::new(2)
            .operated("IWNJ", 62, [5, 2], 0)
            .price("IWNJ", 100)
            .phase(phase)
            .stock_round(2, 0);
        t.play(t.sell("IWNJ", 2));
        assert_eq!(t.market_price("IWNJ"), Some(after), "phase {phase}");
    }
}

#[test]
fn a_seller_keeps_the_money_of_a_sale_that_ruins_the_company() {
    // IOW-SELL-14, IOW-BANKRUPT-1
    let mut t = Table::new(2)
        .operated("IWNJ", 62, [5, 2], 0)
        .train("IWNJ", "2+1")
        .price("IWNJ", 14)
        .stock_round(2, 0);
    t.play(t.sell("IWNJ", 3));
    assert_eq!(t.cash_of(0), 1000 + 42);
    assert!(t.is("IWNJ", Flag::Bankrupt));
}

#[test]
fn a_pool_share_can_be_bought_again_by_others() {
    // IOW-SELL-1, IOW-SR-8
    let mut t =
        Table::new(2).operated("IWNJ", 62, [5, 2], 0).train("IWNJ", "2+1").stock_round(2, 0);
    t.play(t.sell("IWNJ", 1)).pass();
    t.play(t.buy("IWNJ", ShareSource::Pool));
    assert_eq!((t.pool_of("IWNJ"), t.units("IWNJ", 1)), (0, 3));
}
