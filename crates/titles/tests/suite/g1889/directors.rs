//! Who directs a company. S89-DIRECTOR

use super::Table;
use engine::{Flag, ShareSource};

#[test]
fn who_holds_more_after_a_purchase_directs() {
    // S89-DIRECTOR-1, S89-DIRECTOR-3, S89-DIRECTOR-5
    let mut t = Table::new(2).floated("AR", 65, [3, 2], 0).treasury("AR", 77).train("AR", "2");
    t.pass();
    t.play(t.share("AR"));
    assert_eq!(t.director("AR"), Some(0), "a tie unseats nobody");
    t.pass().pass();
    t.play(t.share("AR"));
    assert_eq!((t.units("AR", 0), t.units("AR", 1), t.director("AR")), (3, 4, Some(1)));
    assert_eq!(t.certificates(1), 3, "the director's certificate and two shares");
    assert_eq!((t.treasury_of("AR"), t.trains_of("AR")), (77, vec!["2".to_owned()]));
}

#[test]
fn after_a_sale_the_largest_holder_nearest_to_the_old_director_follows() {
    // S89-DIRECTOR-2, S89-DIRECTOR-4, worked example 11
    let mut t = Table::new(3).floated("AR", 65, [4, 3, 3], 0);
    t.play(t.sell("AR", 2));
    assert_eq!(t.director("AR"), Some(1));
    let mut t = Table::new(3).floated("AR", 65, [3, 3, 4], 0).stock_round(2, 2);
    t.play(t.sell("AR", 2));
    assert_eq!(t.director("AR"), Some(0), "the first one clockwise");
    let mut t = Table::new(3).floated("AR", 65, [4, 2, 3], 0);
    t.play(t.sell("AR", 1));
    assert_eq!(t.director("AR"), Some(0), "a tie unseats nobody. S89-DIRECTOR-3");
    let mut t = Table::new(3).floated("AR", 65, [4, 2, 3], 0);
    t.play(t.sell("AR", 3));
    assert_eq!(t.director("AR"), Some(2), "who has most, not who sits nearest");
}

#[test]
fn the_directors_certificate_never_lies_in_the_pool() {
    // S89-DIRECTOR-6, S89-DIRECTOR-8
    let t = Table::new(3).floated("AR", 65, [4, 1, 1], 0);
    assert_eq!(t.refused(t.sell("AR", 3)), "S89-DIRECTOR-6");
    assert!(t.offers(&t.sell("AR", 2)));
    let t = Table::new(3).floated("AR", 65, [4, 2, 1], 0);
    assert!(t.offers(&t.sell("AR", 4)));
    for def in &t.sheet().companies {
        assert!(!t.is(&def.id, Flag::Receivership));
    }
}

#[test]
fn one_share_may_be_taken_out_of_the_directors_certificate() {
    // S89-DIRECTOR-7, worked example 10
    let mut t = Table::new(2).started("AR", 65, [2, 0], 0).shares("AR", 1, 3).cash(0, 500);
    t.play(t.sell("AR", 1));
    assert_eq!((t.units("AR", 0), t.units("AR", 1), t.pool_of("AR")), (1, 3, 1));
    assert_eq!((t.director("AR"), t.cash_of(0)), (Some(1), 565));
    assert_eq!((t.certificates(0), t.certificates(1)), (1, 2));
    // The share left over can be sold on another turn, and the pool share bought by others.
    t.pass();
    assert!(t.offers(&t.buy("AR", ShareSource::Pool)));
}
