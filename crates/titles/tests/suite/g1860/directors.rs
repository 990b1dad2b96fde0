//! Directors.

use super::Table;
use engine::{Flag, Position, ShareSource};

const IPO: ShareSource = ShareSource::Ipo;

#[test]
fn the_director_decides_for_the_company() {
    // IOW-DIRECTOR-1
    let t = Table::new(3).operated("IOW", 90, [1, 3], 0).turns(["IOW"]);
    assert_eq!((t.decider(), t.acting()), (1, "IOW".to_owned()));
}

#[test]
fn more_shares_make_a_director_at_once_and_equal_ones_do_not() {
    // IOW-DIRECTOR-2, IOW-DIRECTOR-4, IOW-DIRECTOR-6
    let mut t = Table::new(2).operated("IWNJ", 62, [3, 2], 0).stock_round(2, 1);
    t.play(t.buy("IWNJ", IPO));
    assert_eq!(t.director("IWNJ"), Some(0), "three against three");
    t.pass();
    t.play(t.buy("IWNJ", IPO));
    assert_eq!(t.director("IWNJ"), Some(1));
    assert_eq!(t.certificates(1), 3, "four shares in three certificates");
    assert_eq!(t.certificates(0), 3, "three ordinary certificates");
}

#[test]
fn a_director_who_sells_below_another_gives_way_to_the_largest_holder() {
    // IOW-DIRECTOR-3, IOW-DIRECTOR-10
    let mut t = Table::new(4).operated("IWNJ", 62, [4, 2, 3], 0).stock_round(2, 0);
    t.play(t.sell("IWNJ", 3));
    assert_eq!((t.director("IWNJ"), t.units("IWNJ", 0), t.pool_of("IWNJ")), (Some(2), 1, 3));
    let mut keeps = Table::new(4).operated("IWNJ", 62, [4, 3], 0).stock_round(2, 0);
    keeps.play(keeps.sell("IWNJ", 1));
    assert_eq!(keeps.director("IWNJ"), Some(0), "three against three");
}

#[test]
fn a_tie_goes_to_the_nearest_player_clockwise() {
    // IOW-DIRECTOR-5
    for (director, expected) in [(0, 2), (2, 3), (3, 0)] {
        let mut shares = [3, 0, 3, 3];
        shares[director] = 4;
        if director == 0 {
            shares[3] = 3;
        }
        let mut t = Table::new(4).operated("IWNJ", 62, [0, 0, 0, 0], 0);
        let stock = &mut t.at.state.core.stock
            [t.at.printed.sheet.company_by_id("IWNJ").expect("IWNJ").at()];
        for (seat, n) in shares.into_iter().enumerate() {
            stock.from_ipo(engine::Player(seat as u8), n);
        }
        stock.set_director(Some(engine::Player(director as u8)));
        let mut t = t.stock_round(2, director as u8);
        t.play(t.sell("IWNJ", 2));
        assert_eq!(t.director("IWNJ"), Some(expected), "from seat {director}");
    }
}

#[test]
fn a_new_director_needs_two_shares() {
    // IOW-DIRECTOR-7, IOW-DIRECTOR-8, IOW-DIRECTOR-11, IOW-RECEIVER-1
    let mut t = Table::new(3).operated("IWNJ", 62, [2, 1, 1], 0).stock_round(2, 0);
    t.play(t.sell("IWNJ", 2));
    assert_eq!(
        (t.director("IWNJ"), t.pool_of("IWNJ")),
        (None, 2),
        "the whole certificate lies in the pool"
    );
    assert!(t.is("IWNJ", Flag::Receivership));
}

#[test]
fn half_of_the_certificate_is_sold_against_a_share_of_the_pool() {
    // IOW-DIRECTOR-9
    let t = Table::new(3).operated("IWNJ", 62, [2, 1], 0).stock_round(2, 0);
    assert_eq!(t.refused(t.sell("IWNJ", 1)), "IOW-DIRECTOR-9", "no ordinary share in the pool");
    let mut t = Table::new(3).operated("IWNJ", 62, [2, 1], 1).stock_round(2, 0);
    t.play(t.sell("IWNJ", 1));
    assert_eq!((t.director("IWNJ"), t.units("IWNJ", 0), t.pool_of("IWNJ")), (None, 1, 2));
    let mut t = Table::new(3).operated("IWNJ", 62, [2, 2], 0).stock_round(2, 0);
    t.play(t.sell("IWNJ", 1));
    assert_eq!(t.director("IWNJ"), Some(1), "somebody else with two shares takes over instead");
}

#[test]
fn a_mixed_sale_is_one_block_and_serves_its_own_exchange() {
    // IOW-DIRECTOR-12, IOW-DIRECTOR-13
    let t = Table::new(3).operated("IWNJ", 62, [3, 1], 0).train("IWNJ", "2+1").price("IWNJ", 100);
    let mut t = t.stock_round(2, 0);
    t.play(t.sell("IWNJ", 2));
    assert_eq!((t.director("IWNJ"), t.units("IWNJ", 0)), (None, 1), "the pool was empty");
    assert_eq!((t.cash_of(0), t.market_price("IWNJ")), (670 + 200, Some(90)));
    let mut ordinary = Table::new(3).operated("IWNJ", 62, [4, 1], 0).stock_round(2, 0);
    ordinary.play(ordinary.sell("IWNJ", 2));
    assert_eq!(ordinary.director("IWNJ"), Some(0), "ordinary certificates go first");
}

#[test]
fn an_unlaunched_company_without_director_is_not_in_receivership() {
    // IOW-DIRECTOR-14
    let mut t = Table::new(3).started("IWNJ", 62, [2, 1], 0).stock_round(2, 0);
    t.play(t.sell("IWNJ", 2));
    assert!(t.director("IWNJ").is_none() && !t.is("IWNJ", Flag::Receivership));
    t.pass();
    t.play(t.buy("IWNJ", IPO));
    assert_eq!(t.director("IWNJ"), Some(1), "the first to hold two shares");
    assert!(t.at.decision().is_some());
}
