//! Stock rounds.

use super::table::{Table, public_table, table, table_with};
use engine::{Event, Flag, Move, Player, Position, ShareSource, StockRound};
use titles::g18cz::Step;

/// A stock round after the first, everybody rich.
fn second_round(players: usize) -> Table {
    let mut t = table(players).phase("d").stock(3);
    for seat in 0..players as u8 {
        t = t.cash(seat, 2000);
    }
    t
}

#[test]
fn players_act_in_the_order_of_their_cards_round_and_round() {
    // CZ-SR-1
    let mut t = second_round(3);
    t.at.state.core.order[..3].copy_from_slice(&[2, 0, 1]);
    t.at.state.stock = StockRound::new(Player(2));
    let mut seen = Vec::new();
    for company in ["EKJ", "OFE", "BCB", "MW"] {
        seen.push(t.waits_for().0);
        t.play(t.start_at(company, 50));
    }
    assert_eq!(seen, [2, 0, 1, 2]);
}

#[test]
fn a_turn_sells_first_and_ends_with_a_purchase() {
    // CZ-SR-2
    let mut t = second_round(3)
        .float("BN", 0, 60)
        .shares("BN", 1, 1)
        .float("EKJ", 0, 50);
    t.play(t.sell("BN", 1));
    assert_eq!(t.waits_for().0, 0, "after a sale the player goes on");
    assert!(t.offers(&t.share("EKJ")));
    t.play(t.share("EKJ"));
    assert_eq!(t.waits_for().0, 1, "one certificate, then the next player");
}

#[test]
fn a_turn_without_sale_or_purchase_is_a_pass_and_the_player_may_act_later() {
    // CZ-SR-3, CZ-SR-5
    let mut t = second_round(3).float("BN", 2, 60);
    t.pass();
    t.play(t.share("BN"));
    t.pass();
    assert_eq!(t.waits_for(), (0, String::new(), "stock"));
    t.play(t.start_at("EKJ", 50));
    t.pass();
    t.pass();
    assert_eq!(
        t.waits_for(),
        (0, String::new(), "stock"),
        "who acted gets one more turn"
    );
}

#[test]
fn the_round_ends_after_as_many_passes_in_a_row_as_players() {
    // CZ-SR-4, CZ-SR-5
    let mut t = second_round(4).float("BN", 0, 60).shares("BN", 1, 1);
    t.pass();
    t.pass();
    t.pass();
    assert_eq!(t.step(), "stock");
    t.play(t.start_at("EKJ", 50));
    for _ in 0..3 {
        t.pass();
        assert_eq!(t.step(), "stock");
    }
    assert_eq!(t.waits_for().0, 3);
    t.pass();
    assert_ne!(t.step(), "stock");
}

#[test]
fn a_sale_alone_guarantees_one_more_turn() {
    // CZ-SR-5
    let mut t = second_round(3).float("BN", 2, 60);
    t.pass();
    t.pass();
    t.play(t.sell("BN", 1));
    t.pass();
    assert_eq!(
        t.at.state.stock.passes(),
        0,
        "a turn with a sale is no pass"
    );
    t.pass();
    t.pass();
    assert_eq!(t.waits_for(), (2, String::new(), "stock"));
}

#[test]
fn sold_shares_go_back_to_the_bank_and_cost_the_price_of_the_chart() {
    // CZ-SR-6, CZ-SR-7, HARD-CZ-11
    let mut t = second_round(3).float("BN", 0, 60).shares("BN", 1, 1);
    let before = t.at.state.core.stock[t.company("BN").at()].ipo;
    t.play(t.sell("BN", 1));
    let stock = t.at.state.core.stock[t.company("BN").at()];
    assert_eq!((stock.ipo, stock.pool), (before + 1, 0), "there is no pool");
    assert_eq!(t.cash_of(0), 2060);
    t.pass();
    assert_eq!(t.price_of("BN"), 58);
    let pool = Move::BuyShare {
        company: t.company("BN"),
        from: ShareSource::Pool,
    };
    assert_eq!(t.refused(&pool), "CZ-SR-6");
    assert_eq!(t.cost(&t.share("BN")), Some(58));
    t.play(t.share("BN"));
    assert_eq!(t.cash_of(1), 2000 - 58);
}

#[test]
fn sizes_open_with_the_letters_b_and_d() {
    // CZ-SR-8, CZ-PHASE-3, CZ-PHASE-5
    let price = [("EKJ", 50), ("BN", 60), ("Sx", 90)];
    for (letter, open) in [("a", 1), ("b", 2), ("c", 2), ("d", 3), ("j", 3)] {
        let t = table(3).phase(letter).cash(0, 2000);
        for (i, (company, price)) in price.into_iter().enumerate() {
            let mv = t.start_at(company, price);
            assert_eq!(t.offers(&mv), i < open, "{company} in phase {letter}");
            if i >= open {
                assert_eq!(t.refused(&mv), "CZ-SR-8");
            }
        }
    }
}

#[test]
fn the_first_b_card_opens_medium_companies_and_the_first_d_card_large_ones() {
    // CZ-SR-8, CZ-PHASE-1, CZ-PHASE-3, CZ-PHASE-5
    for (letter, face, company) in [("b", "2", "BN"), ("d", "3", "Sx")] {
        let t = table(3)
            .next_card(letter)
            .float("EKJ", 0, 50)
            .treasury("EKJ", 500);
        let mut t = t.operating("EKJ", Step::Trains);
        assert!(!t.is(company, Flag::Available));
        t.play(t.buy_top("EKJ", face));
        assert!(t.is(company, Flag::Available));
        assert_eq!(t.phase_name(), letter);
    }
}

#[test]
fn the_buyer_of_the_directors_certificate_chooses_among_the_starting_prices_of_the_size() {
    // CZ-SR-9, CZ-SR-10, CZ-MARKET-3
    let all: Vec<i32> = table(3)
        .sheet()
        .market
        .cells
        .iter()
        .map(|c| i32::from(c.price))
        .collect();
    for (company, prices) in [
        ("EKJ", &[50, 55, 60, 65, 70][..]),
        ("BN", &[60, 70, 80, 90, 100]),
        ("Sx", &[90, 100, 110, 120]),
    ] {
        let t = second_round(3);
        for &price in &all {
            let mv = t.start_at(company, price);
            assert_eq!(
                t.offers(&mv),
                prices.contains(&price),
                "{company} at {price}"
            );
            if !prices.contains(&price) {
                assert_eq!(t.refused(&mv), "CZ-SR-10");
            }
        }
        for &price in prices {
            let mut t = t.clone();
            t.play(t.start_at(company, price));
            assert_eq!(t.price_of(company), price);
            assert_eq!(
                t.cash_of(0),
                2000 - 2 * price,
                "the director's certificate is two shares"
            );
            assert_eq!(t.director(company), Some(0));
            assert_eq!(
                t.cell_of_price(price) % 2,
                0,
                "starting prices lie in the bottom row"
            );
        }
    }
}

#[test]
fn a_new_marker_goes_under_those_already_on_the_cell() {
    // CZ-SR-11
    let mut t = second_round(3).float("MW", 1, 70);
    t.play(t.start_at("EKJ", 70));
    t.play(t.start_at("BN", 70));
    let depth = |t: &Table, c: &str| t.at.state.core.market.depth(t.company(c));
    assert_eq!(["MW", "EKJ", "BN"].map(|c| depth(&t, c)), [0, 1, 2]);
}

#[test]
fn a_buyer_needs_the_full_price_in_cash() {
    // CZ-SR-12
    let t = second_round(3).float("BN", 1, 60).cash(0, 119);
    assert_eq!(t.refused(t.start_at("EKJ", 60)), "CZ-SR-12");
    assert!(t.offers(&t.start_at("EKJ", 55)));
    let t = t.cash(0, 59).shares("BN", 0, 1);
    assert_eq!(t.refused(t.share("BN")), "CZ-SR-12");
}

#[test]
fn a_player_in_debt_buys_nothing_and_starts_nothing() {
    // CZ-SR-12, CZ-EMERGENCY-10, HARD-CZ-14
    let t = second_round(3).float("BN", 1, 60).debt(0, 1);
    assert_eq!(t.refused(t.share("BN")), "CZ-EMERGENCY-10");
    assert_eq!(t.refused(t.start_at("EKJ", 50)), "CZ-EMERGENCY-10");
    let mut t = t.float("KFN", 0, 60);
    assert!(t.offers(&t.sell("KFN", 1)), "selling is allowed");
    t.play(Move::Repay { amount: 1 });
    assert!(
        t.offers(&t.share("BN")),
        "free of debt the player may buy in the same turn"
    );
}

#[test]
fn who_sold_a_company_does_not_buy_it_in_the_same_round() {
    // CZ-SR-13
    let mut t = second_round(3).float("BN", 0, 60).float("KFN", 1, 60);
    t.play(t.sell("BN", 1));
    assert_eq!(t.refused(t.share("BN")), "CZ-SR-13");
    t.pass();
    t.pass();
    t.play(t.share("KFN"));
    assert_eq!(t.waits_for().0, 0);
    assert_eq!(
        t.refused(t.share("BN")),
        "CZ-SR-13",
        "nor on a later turn of the round"
    );
    let mut later = t.clone();
    while later.step() == "stock" {
        later.pass();
    }
    while later.step() != "stock" {
        let choices = later.at.choices();
        let mv = choices
            .iter()
            .rev()
            .map(|c| c.mv.clone())
            .find(|m| !matches!(m, Move::Answer { .. }))
            .unwrap();
        later.try_play(&mv).unwrap();
    }
    let round = &later.at.state.stock;
    let sold = |c| (0..3).any(|seat| round.has_sold(Player(seat), c));
    assert!(
        !later.sheet().company_ids().any(sold),
        "the next round starts afresh"
    );
}

#[test]
fn nobody_holds_more_certificates_than_the_limit() {
    // CZ-SR-14, CZ-LOCAL-9
    let mut t = second_round(6).float("BN", 1, 60).float("EKJ", 0, 50);
    for paper in ["S1", "S2", "S3", "S4", "M1", "M2", "L1"] {
        t = t.local(paper, 0);
    }
    assert_eq!(
        t.at.certificates(Player(0)),
        (8, Some(9)),
        "seven local railways and a director's certificate"
    );
    assert!(t.offers(&t.share("BN")));
    let t = t.local("L2", 0);
    assert_eq!(t.refused(t.share("BN")), "CZ-SR-14");
    assert_eq!(t.refused(t.start_at("MW", 50)), "CZ-SR-14");
    let t = t.local_of("L2", "EKJ");
    assert_eq!(
        t.at.certificates(Player(0)).0,
        8,
        "papers of companies count against nothing"
    );
}

#[test]
fn nobody_holds_more_than_75_or_60_percent() {
    // CZ-SR-15, HARD-CZ-13
    let t = second_round(3)
        .float("EKJ", 0, 50)
        .float("BN", 0, 60)
        .float("Sx", 0, 90);
    let mut small = t.clone();
    small.play(small.share("EKJ"));
    small.pass();
    small.pass();
    assert_eq!(small.units("EKJ", 0), 3);
    assert_eq!(small.refused(small.share("EKJ")), "CZ-SR-15");
    assert_eq!(t.units("BN", 0), 3, "40 and 20 percent");
    assert_eq!(t.refused(t.share("BN")), "CZ-SR-15");
    assert_eq!(t.units("Sx", 0), 5);
    assert!(t.offers(&t.share("Sx")));
    let t = t.shares("Sx", 0, 1);
    assert_eq!(t.refused(t.share("Sx")), "CZ-SR-15");
    for company in &t.sheet().companies {
        let most = company.max_units * company.unit_percent;
        assert_eq!(
            most,
            if company.size == 0 { 75 } else { 60 },
            "{}",
            company.id
        );
    }
}

#[test]
fn a_player_above_the_limit_sells_before_anything_else() {
    // CZ-SR-16
    let mut t = second_round(6)
        .float("KFN", 1, 60)
        .float("BN", 0, 60)
        .cash(0, 500)
        .debt(0, 10);
    for paper in ["S1", "S2", "S3", "S4", "S5", "S6", "M1", "M2"] {
        t = t.local(paper, 0);
    }
    assert_eq!(t.at.certificates(Player(0)), (10, Some(9)));
    for mv in [
        Move::Pass,
        t.share("KFN"),
        t.start_at("EKJ", 50),
        Move::Repay { amount: 10 },
    ] {
        assert_eq!(t.refused(&mv), "CZ-SR-16");
    }
    t.play(t.sell("BN", 1));
    assert_eq!(t.at.certificates(Player(0)), (9, Some(9)));
    t.pass();
}

#[test]
fn losing_a_directorship_can_lift_a_player_above_the_limit() {
    // CZ-SR-16, CZ-DIRECTOR-2
    let mut t = second_round(6);
    for paper in ["S1", "S2", "S3", "S4", "S5", "S6", "M1", "M2"] {
        t = t.local(paper, 1);
    }
    t.pass();
    t.play(t.start_at("Sx", 90));
    assert_eq!(t.at.certificates(Player(1)), (9, Some(9)));
    for _ in 0..3 {
        while t.waits_for().0 != 0 {
            t.pass();
        }
        t.play(t.share("Sx"));
    }
    assert_eq!(t.director("Sx"), Some(0));
    assert_eq!(
        t.at.certificates(Player(1)),
        (10, Some(9)),
        "two ordinary shares for one certificate"
    );
    assert_eq!(t.waits_for().0, 1);
    assert_eq!(t.refused(&Move::Pass), "CZ-SR-16");
    t.play(t.sell("Sx", 1));
    t.pass();
}

#[test]
fn no_share_is_sold_in_the_first_stock_round() {
    // CZ-SR-17
    let t = table(3).float("EKJ", 0, 50).shares("EKJ", 0, 1);
    assert_eq!(t.refused(t.sell("EKJ", 1)), "CZ-SR-17");
    assert!(t.stock(2).offers(&table(3).sell("EKJ", 1)));
}

#[test]
fn shares_of_a_company_that_has_not_floated_may_be_sold() {
    // CZ-SR-18, CZ-FLOAT-6
    let mut t = second_round(3);
    t.play(t.start_at("Sx", 100));
    t.play(t.share("Sx"));
    t.play(t.share("Sx"));
    t.pass();
    assert!(!t.is("Sx", Flag::Floated));
    t.play(t.sell("Sx", 1));
    assert_eq!(t.cash_of(1), 2000 - 100 + 100);
    assert_eq!(t.price_of("Sx"), 95);
}

#[test]
fn the_bank_takes_back_any_number_of_shares() {
    // CZ-SR-19
    let mut t = second_round(3).float("Sx", 0, 90).shares("Sx", 1, 5);
    t.pass();
    t.play(t.sell("Sx", 4));
    t.pass();
    t.pass();
    t.play(t.sell("Sx", 3));
    let stock = &t.at.state.core.stock[t.company("Sx").at()];
    assert_eq!(
        stock.ipo, 7,
        "more than half of the company lies in the bank"
    );
}

#[test]
fn the_seller_chooses_the_order_of_companies_and_is_paid_before_the_price_falls() {
    // CZ-SR-21, CZ-SR-22, CZ-MARKET-7
    let t = second_round(3).float("Sx", 0, 100).float("BN", 0, 80);
    let mut one = t.clone();
    one.play(one.sell("Sx", 3));
    assert_eq!(
        (one.cash_of(0), one.price_of("Sx")),
        (2300, 95),
        "one step for three shares"
    );
    one.play(one.sell("BN", 1));
    assert_eq!((one.cash_of(0), one.price_of("BN")), (2380, 75));
    // Two markers fall to one cell: whose shares are sold first lies on top and operates first.
    let t = second_round(3).float("Sx", 0, 100).float("By", 0, 100);
    for (first, second) in [("Sx", "By"), ("By", "Sx")] {
        let mut t = t.clone();
        t.play(t.sell(first, 1));
        t.play(t.sell(second, 3));
        let depth = |c: &str| t.at.state.core.market.depth(t.company(c));
        assert_eq!((t.price_of(first), t.price_of(second)), (95, 95));
        assert_eq!((depth(first), depth(second)), (0, 1), "{first} first");
    }
}

#[test]
fn the_log_tells_the_price_of_a_share_and_what_the_block_brought() {
    // CZ-SR-22
    let mut t = second_round(3).float("Sx", 0, 100);
    t.play(t.sell("Sx", 3));
    let sold = Event::SharesSold {
        player: Player(0),
        company: t.company("Sx"),
        shares: 3,
        price: 100,
        total: 300,
    };
    assert!(t.events.contains(&sold), "{:?}", t.events);
    assert_eq!(t.cash_of(0), 2300);
}

#[test]
fn two_sales_of_one_company_in_a_turn_lower_the_price_twice() {
    // CZ-SR-22
    let mut t = second_round(3).float("Sx", 0, 100);
    t.play(t.sell("Sx", 1));
    t.play(t.sell("Sx", 1));
    assert_eq!((t.cash_of(0), t.price_of("Sx")), (2000 + 100 + 95, 90));
}

#[test]
fn where_the_option_says_so_a_company_falls_once_in_a_turn() {
    // CZ-SR-22, CZ-MARKET-7, D22
    let option = "one_price_step_per_company_and_turn";
    let mut t = table_with(3, option, true).phase("d").stock(3);
    for seat in 0..3 {
        t = t.cash(seat, 2000);
    }
    let mut t = t.float("Sx", 0, 100).float("BN", 0, 80).shares("Sx", 1, 2);
    t.play(t.sell("Sx", 1));
    t.play(t.sell("Sx", 1));
    assert_eq!((t.cash_of(0), t.price_of("Sx")), (2000 + 100 + 95, 95));
    t.play(t.sell("BN", 1));
    assert_eq!(t.price_of("BN"), 75, "each company once");
    t.pass();
    t.play(t.sell("Sx", 1));
    assert_eq!(t.price_of("Sx"), 90, "another player's turn");
    t.pass();
    t.pass();
    t.play(t.sell("Sx", 1));
    assert_eq!(t.price_of("Sx"), 85, "a later turn of the first");
}

#[test]
fn a_loan_is_repaid_in_parts_on_the_players_turn_and_that_is_no_action() {
    // CZ-SR-23, CZ-EMERGENCY-10
    let mut t = second_round(3).debt(0, 100).cash(0, 70);
    assert_eq!(t.range(&Move::Repay { amount: 1 }), Some((1, 70)));
    assert_eq!(t.refused(&Move::Repay { amount: 71 }), "CZ-EMERGENCY-10");
    t.play(Move::Repay { amount: 30 });
    assert_eq!(
        (
            t.at.state.core.debt[0],
            t.cash_of(0),
            t.at.state.core.penalty[0]
        ),
        (70, 40, 100)
    );
    t.pass();
    assert_eq!(
        t.at.state.stock.passes(),
        1,
        "a turn with nothing but a repayment is a pass"
    );
}

#[test]
fn after_the_round_sold_out_companies_rise_then_most_cash_takes_card_one() {
    // CZ-SR-24, CZ-MARKET-8, HARD-CZ-12
    let mut t = second_round(4)
        .float("EKJ", 0, 50)
        .shares("EKJ", 1, 2)
        .float("BN", 2, 60);
    t = t.cash(0, 300).cash(1, 500).cash(2, 300).cash(3, 700);
    t.at.state.core.order[..4].copy_from_slice(&[2, 1, 0, 3]);
    for _ in 0..4 {
        t.pass();
    }
    assert_eq!(t.price_of("EKJ"), 53, "sold out");
    let order: Vec<u8> = t.at.state.core.players().map(|p| p.0).collect();
    assert_eq!(order, [3, 1, 2, 0], "the tie keeps its order");
    let cards = t
        .events
        .iter()
        .position(|e| matches!(e, Event::OrderChanged { .. }))
        .expect("new cards");
    let rises: Vec<&Event> = t.events[..cards]
        .iter()
        .filter(|e| matches!(e, Event::PriceMoved { .. }))
        .collect();
    assert_eq!(
        rises,
        [&Event::PriceMoved {
            company: t.company("EKJ"),
            from: 50,
            to: 53
        }],
        "BN is not sold out"
    );
}

#[test]
fn the_public_platform_keeps_sold_shares_apart_at_the_same_price() {
    // HARD-CZ-11
    let mut t = public_table(3)
        .stock(3)
        .float("BN", 0, 60)
        .shares("BN", 1, 1);
    t.play(t.sell("BN", 1));
    let stock = t.at.state.core.stock[t.company("BN").at()];
    assert_eq!(stock.pool, 1);
    t.pass();
    let from = |from| Move::BuyShare {
        company: t.company("BN"),
        from,
    };
    assert_eq!(
        t.cost(&from(ShareSource::Pool)),
        t.cost(&from(ShareSource::Ipo))
    );
}
