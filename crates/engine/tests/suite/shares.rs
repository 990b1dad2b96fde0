use crate::tiny::{A, B, P, Table};
use engine::{
    Directors, Event, Flag, FloatsBy, Forbidden, IpoPrice, MarketMove, Move, Player, ShareSource,
    SoldTo, StockRound, Terms, TurnOrder,
};

const IPO: ShareSource = ShareSource::Ipo;
const POOL: ShareSource = ShareSource::Pool;

#[test]
fn a_start_sets_price_and_director_and_is_paid() {
    let mut t = Table::plain();
    let cell = t.at(70);
    t.acts().start(A, P[1], cell, 140);
    assert_eq!((t.cash(P[1]), t.price(A)), (360, 70));
    assert_eq!(t.core.stock[A.at()].director(), Some(P[1]));
    assert_eq!(t.core.stock[A.at()].of(P[1]), 2);
    assert!(t.core.is(A, Flag::Started));
    let told = Event::Started { company: A, player: P[1], price: 70 };
    assert_eq!(t.events, [told]);
    t.sound();
}

#[test]
fn a_share_is_paid_and_the_directorship_follows_the_most() {
    let mut t = Table::plain().started(2);
    t.give(P[1], A, 2);
    t.acts().buy_share(P[1], A, IPO, 70);
    let changed = Event::DirectorChanged { company: A, from: Some(P[0]), to: Some(P[1]) };
    assert!(t.events.contains(&changed));
    assert_eq!(t.cash(P[1]), 430);
    t.sound();
}

#[test]
fn a_tie_unseats_nobody_and_among_equals_the_nearest_takes_over() {
    let mut t = Table::plain().started(4);
    t.give(P[1], A, 3);
    t.give(P[2], A, 3);
    t.acts().settle_director(A);
    assert_eq!(t.core.stock[A.at()].director(), Some(P[0]));
    t.acts().sell_shares(P[0], A, 2, 70);
    assert_eq!(t.core.stock[A.at()].director(), Some(P[1]));
}

#[test]
fn founders_direct_for_ever_and_others_may_leave_nobody() {
    let sold = |directors| {
        let mut t = Table::new(Terms { directors, ..Terms::PLAIN }).started(3);
        t.give(P[1], A, 5);
        t.acts().settle_director(A);
        t.core.stock[A.at()].director()
    };
    assert_eq!(sold(Directors::Founder), Some(P[0]));
    assert_eq!(sold(Directors::Most), Some(P[1]));
    let mut t = Table::new(Terms { directors: Directors::MostOrNobody, ..Terms::PLAIN }).started(3);
    t.acts().sell_shares(P[0], A, 2, 70);
    assert_eq!(t.core.stock[A.at()].director(), None);
}

#[test]
fn sold_shares_go_where_the_terms_say() {
    for (sold_to, ipo, pool) in [(SoldTo::Pool, 6, 2), (SoldTo::Ipo, 8, 0)] {
        let mut t = Table::new(Terms { sold_to, ..Terms::PLAIN }).started(4);
        t.acts().sell_block(P[0], A, 2);
        let stock = t.core.stock[A.at()];
        assert_eq!((stock.ipo, stock.pool), (ipo, pool));
        assert_eq!(t.cash(P[0]), 500 - 140 + 140);
        t.sound();
    }
}

#[test]
fn a_marker_moves_as_far_as_it_goes_and_tells_it_once() {
    let mut t = Table::plain().started(2);
    assert!(t.acts().move_marker(A, MarketMove::Right, 9));
    assert_eq!(t.price(A), 90);
    assert_eq!(t.events, [Event::PriceMoved { company: A, from: 70, to: 90 }]);
    assert!(!t.acts().move_marker(A, MarketMove::Right, 1), "it stays at the end");
    assert_eq!(t.events.len(), 1);
    assert!(t.acts().move_marker(A, MarketMove::Sale, 3));
    assert_eq!(t.price(A), 75, "one row down, then there is no more");
}

#[test]
fn sold_out_companies_rise() {
    let mut t = Table::plain().started(2);
    t.give(P[1], A, 8);
    t.acts().reward_sold_out();
    assert_eq!(t.price(A), 70, "not before it floats");
    t.acts().float(A, 700);
    let low = t.at(50);
    t.acts().put_marker(A, low);
    t.acts().reward_sold_out();
    assert_eq!(t.price(A), 70);
}

#[test]
fn a_company_floats_by_shares_held_or_by_shares_sold() {
    for (floats_by, due) in [(FloatsBy::Held, None), (FloatsBy::Sold, Some(700))] {
        let mut t = Table::new(Terms { floats_by, ..Terms::PLAIN }).started(5);
        t.acts().sell_shares(P[0], A, 1, 70);
        assert_eq!(t.checks().floats(A), due);
        t.acts().float_if_due(A);
        assert_eq!(t.treasury(A), due.unwrap_or(0));
        assert_eq!(t.checks().floats(A), None, "once");
    }
}

fn round(player: Player) -> StockRound {
    StockRound::new(player)
}

#[test]
fn who_may_buy_what() {
    let mut t = Table::plain();
    let may = |t: &Table, player, company, from| {
        t.checks().may_buy(&round(player), company, from, Some(4))
    };
    assert_eq!(may(&t, P[1], A, IPO), Err(Forbidden::NotStarted { company: A }));
    t = t.started(2);
    assert_eq!(may(&t, P[1], A, IPO), Ok(70));
    assert_eq!(may(&t, P[1], A, POOL), Err(Forbidden::NoShareLeft { company: A }));
    t.core.stock[A.at()].reserved = 8;
    assert_eq!(may(&t, P[1], A, IPO), Err(Forbidden::Reserved { company: A }));
    t.core.stock[A.at()].reserved = 0;
    t.give(P[1], A, 4);
    assert_eq!(may(&t, P[1], A, IPO), Err(Forbidden::CertificateLimit { limit: 4 }));
    t.core.company_mut(A).set(Flag::Closed, true);
    assert_eq!(may(&t, P[2], A, IPO), Err(Forbidden::Closed { company: A }));
}

#[test]
fn a_holding_has_a_limit_but_in_some_zones() {
    let terms = Terms { unlimited_zones: 0b100, uncounted_zones: 0b110, ..Terms::PLAIN };
    let mut t = Table::new(terms).started(2);
    t.give(P[1], A, 6);
    let may = |t: &Table| t.checks().may_buy(&round(P[1]), A, IPO, None);
    assert_eq!(may(&t), Err(Forbidden::HoldingLimit { company: A }));
    assert_eq!(t.checks().certificates(P[1]), 6);
    let free = t.at(50);
    t.acts().put_marker(A, free);
    assert_eq!(may(&t), Err(Forbidden::HoldingLimit { company: A }));
    assert_eq!(t.checks().certificates(P[1]), 0, "they do not count there");
    let loose = t.at(40);
    t.acts().put_marker(A, loose);
    assert_eq!(may(&t), Ok(70));
}

#[test]
fn unsold_shares_cost_par_or_the_price_of_the_day() {
    for (ipo_price, price) in [(IpoPrice::Par, 70), (IpoPrice::Chart, 90)] {
        let mut t = Table::new(Terms { ipo_price, ..Terms::PLAIN }).started(3);
        t.acts().move_marker(A, MarketMove::Right, 2);
        assert_eq!(t.checks().share_price(A, IPO), price);
        assert_eq!(t.checks().share_price(A, POOL), 90);
    }
}

#[test]
fn who_sold_buys_no_more_of_it_in_the_round() {
    let mut t = Table::plain().started(4);
    let mut round = round(P[0]);
    t.acts().sell_shares(P[0], A, 1, 70);
    round.sell(A);
    let may = t.checks().may_buy(&round, A, IPO, None);
    assert_eq!(may, Err(Forbidden::SoldThisRound { company: A }));
    round.end_turn(&t.core);
    round.end_turn(&t.core);
    round.end_turn(&t.core);
    let may = t.checks().may_buy(&round, A, IPO, None);
    assert_eq!(may, Err(Forbidden::SoldThisRound { company: A }), "a turn later too");
}

#[test]
fn sales_and_purchases_of_a_turn_have_an_order() {
    let cases = [
        (TurnOrder::SellThenBuy, false, false),
        (TurnOrder::Either, true, false),
        (TurnOrder::SellBuySell, true, true),
    ];
    for (turn_order, after, both) in cases {
        let t = Table::new(Terms { turn_order, ..Terms::PLAIN }).started(6);
        let mut bought = round(P[0]);
        bought.buy();
        assert_eq!(t.checks().may_sell(&bought, A, 1).is_ok(), after);
        let mut sold_first = round(P[0]);
        sold_first.sell(B);
        sold_first.buy();
        assert_eq!(t.checks().may_sell(&sold_first, A, 1).is_ok(), both);
    }
}

#[test]
fn what_forbids_a_sale() {
    let terms = Terms { pool_limit: Some(2), one_block: true, sales_from: 2, ..Terms::PLAIN };
    let mut t = Table::new(terms).started(5);
    let may = |t: &Table, n| t.checks().may_sell(&round(P[0]), A, n);
    assert_eq!(may(&t, 1), Err(Forbidden::NoSalesYet));
    t.core.round.set = 2;
    assert_eq!(may(&t, 2), Ok(()));
    assert_eq!(may(&t, 3), Err(Forbidden::PoolFull { company: A, limit: 2 }));
    assert_eq!(may(&t, 0), Err(Forbidden::NotEnoughShares { company: A, held: 5 }));
    assert_eq!(may(&t, 6), Err(Forbidden::NotEnoughShares { company: A, held: 5 }));
    t.terms.pool_limit = None;
    assert_eq!(may(&t, 4), Err(Forbidden::NobodyTakesOver { company: A }));
    t.give(P[2], A, 2);
    assert_eq!(may(&t, 4), Ok(()), "somebody has enough now");
    let mut sold = round(P[0]);
    sold.sell(A);
    assert_eq!(t.checks().may_sell(&sold, A, 1), Err(Forbidden::SoldThisTurn { company: A }));
}

#[test]
fn a_start_needs_a_place_on_the_chart_and_money() {
    let mut t = Table::plain();
    let (good, bad) = (t.at(70), t.at(80));
    let may = |t: &Table, cell| t.checks().may_start(P[0], A, cell, Some(4));
    assert_eq!(may(&t, good), Ok(140));
    assert_eq!(may(&t, bad), Err(Forbidden::NoStartingPrice { company: A }));
    assert_eq!(may(&t, 200), Err(Forbidden::NoStartingPrice { company: A }));
    t.core.pay(engine::Purse::Player(P[0]), engine::Purse::Bank, 400);
    assert_eq!(may(&t, good), Err(Forbidden::TooDear { price: 140, has: 100 }));
    t.core.company_mut(A).set(Flag::Available, false);
    assert_eq!(may(&t, good), Err(Forbidden::NotAvailable { company: A }));
    t.core.company_mut(A).set(Flag::Started, true);
    assert_eq!(may(&t, good), Err(Forbidden::Started { company: A }));
}

#[test]
fn what_is_listed_is_what_may_be_played() {
    let mut t = Table::plain().started(4);
    t.give(P[1], A, 3);
    t.core.round.set = 2;
    for (player, bought) in P.into_iter().flat_map(|p| [(p, false), (p, true)]) {
        let mut round = round(player);
        round.bought = bought;
        let listed = t.checks().stock_choices(&round, Some(4));
        for shares in 0..6 {
            for mv in [
                Move::SellShares { company: A, shares },
                Move::Start { company: B, price: shares },
                Move::BuyShare { company: A, from: IPO },
                Move::BuyShare { company: B, from: POOL },
                Move::Pass,
            ] {
                let allowed = t.checks().may_deal(&round, &mv, Some(4)).is_ok();
                let told = listed.iter().any(|c| c.mv == mv);
                assert_eq!(allowed, told, "{player:?} {mv:?}, bought already: {bought}");
            }
        }
    }
}

#[test]
fn above_a_limit_there_is_nothing_but_sales() {
    let mut t = Table::plain().started(2);
    t.give(P[1], A, 5);
    let round = round(P[1]);
    assert!(t.checks().must_sell(&round, Some(4)));
    assert!(
        t.checks()
            .stock_choices(&round, Some(4))
            .iter()
            .all(|c| { matches!(c.mv, Move::SellShares { .. }) })
    );
    assert_eq!(t.checks().may_deal(&round, &Move::Pass, Some(4)), Err(Forbidden::MustSell));
    t.give(P[1], A, 2);
    assert!(t.checks().must_sell(&round, None), "more than 60 % of a company");
}

#[test]
fn papers_are_certificates_where_the_terms_say_so() {
    for (papers_count, certificates) in [(true, 2), (false, 1)] {
        let mut t = Table::new(Terms { papers_count, ..Terms::PLAIN }).started(2);
        t.acts().take_paper(P[0], engine::Paper(0), 20);
        assert_eq!(t.checks().certificates(P[0]), certificates);
    }
}
