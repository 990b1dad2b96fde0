//! The end and who wins. S89-END, S89-SCORE

use super::Table;
use engine::{Place, Position, RoundKind};

fn earning(bank: i32, rounds: &str) -> Table {
    let t = Table::new(2).phase(rounds).floated("KO", 65, [6, 3], 0).treasury("KO", 0);
    let t =
        t.train("KO", "6").tile("J3", "8", 5).tile("I4", "438", 4).operating().until("dividend");
    t.bank(bank)
}

#[test]
fn a_broken_bank_pays_in_full_and_the_set_is_finished() {
    // S89-END-1, S89-END-2, S89-PUB-51, S89-PUB-52, worked example 22
    let mut t = earning(33, "5");
    t.pay_out();
    assert_eq!(t.bank_holds(), 33 - 63);
    assert!(t.at.state.broken);
    assert_eq!((t.cash_of(0), t.cash_of(1)), (420 + 42, 420 + 21));
    let mut last = 0;
    while t.step() != "over" {
        last = t.round().2;
        t.idle();
    }
    assert_eq!(last, 3, "all rounds of the set are played");
    assert_eq!(t.at.outcome().expect("over").reason, "bank");
    // A bank at nothing is not broken.
    let mut t = earning(63, "2");
    t.pay_out();
    assert_eq!((t.bank_holds(), t.at.state.broken), (0, false));
    while t.round().0 == RoundKind::Operating {
        t.idle();
    }
    assert_eq!(t.round().0, RoundKind::Stock);
}

#[test]
fn a_bank_that_breaks_in_a_stock_round_lasts_for_a_whole_set() {
    // S89-END-3, S89-END-5
    let t = Table::new(2).phase("3").floated("KU", 65, [5, 2], 0).bank(10);
    let mut t = t;
    t.play(t.sell("KU", 1)).pass();
    assert!(t.at.state.broken);
    let mut t = t.operating();
    let mut last = 0;
    while t.step() != "over" {
        assert_eq!(t.round().0, RoundKind::Operating);
        last = t.round().2;
        t.idle();
    }
    assert_eq!(last, 2);
}

#[test]
fn wealth_is_cash_shares_and_private_companies() {
    // S89-SCORE-1..3, S89-PUB-60, worked example 23
    let t = Table::new(4).phase("5").cash(0, 1200).floated("AR", 100, [5, 0, 0, 0], 0);
    let t = t.marker("AR", 0, 7).private("UTF", 0).treasury("AR", 999).train("AR", "6");
    assert_eq!((t.price_of("AR"), t.worth()[0]), (155, 1200 + 775 + 150));
    let t = t.private_of("SIR", "AR");
    assert_eq!(t.worth()[0], 2125, "what companies own counts nothing");
    let t = t.shares("IR", 1, 1);
    assert_eq!(t.worth()[1], 420, "a share of a company never started");
    let t = t.paper_at("UTF", Place::Gone);
    assert_eq!(t.worth()[0], 1975);
}

#[test]
fn the_richest_wins_and_equals_share() {
    // S89-SCORE-5
    let winners = |cash: [i32; 3]| {
        let t = Table::new(3).phase("2").floated("KU", 65, [5, 2, 0], 0).bank(0);
        let mut t = t.operating();
        t.at.state.broken = true;
        let mut t = t.cash_each(cash);
        while t.step() != "over" {
            t.idle();
        }
        t.at.outcome().expect("over").winners.iter().map(|p| p.0).collect::<Vec<_>>()
    };
    assert_eq!(winners([1000, 0, 0]), [0]);
    assert_eq!(winners([0, 180, 300]), [0, 1, 2]);
}
