//! Starting companies and changing their directors.

use super::table::{Table, table, table_with};
use engine::{Flag, Move, Place, Player};

/// A stock round after the first, everybody rich.
fn second_round(players: usize) -> Table {
    let mut t = table(players).phase("d").stock(3);
    for seat in 0..players as u8 {
        t = t.cash(seat, 2000);
    }
    t
}

#[test]
fn capital_and_the_money_to_float_follow_the_table() {
    // CZ-FLOAT-1, CZ-FLOAT-2, CZ-FLOAT-3, HARD-CZ-4
    type Row = (i32, i32, i32);
    // Company, further shares that float it; starting price, money to float, treasury.
    let table: [(&str, u8, &[Row]); 3] = [
        (
            "EKJ",
            0,
            &[(50, 100, 200), (55, 110, 220), (60, 120, 240), (65, 130, 260), (70, 140, 280)],
        ),
        (
            "BN",
            1,
            &[(60, 180, 300), (70, 210, 350), (80, 240, 400), (90, 270, 450), (100, 300, 500)],
        ),
        ("Sx", 3, &[(90, 450, 900), (100, 500, 1000), (110, 550, 1100), (120, 600, 1200)]),
    ];
    for (company, further, rows) in table {
        for &(price, to_float, treasury) in rows {
            let mut t = second_round(3);
            t.play(t.start_at(company, price));
            for _ in 0..further {
                assert!(!t.is(company, Flag::Floated), "{company} at {price}");
                assert_eq!(t.treasury_of(company), 0);
                t.play(t.share(company));
            }
            assert!(t.is(company, Flag::Floated), "{company} at {price}");
            assert_eq!(t.treasury_of(company), treasury);
            let paid: i32 = (0..3).map(|p| 2000 - t.cash_of(p)).sum();
            assert_eq!(paid, to_float);
            t.play(t.share(company));
            assert_eq!(t.treasury_of(company), treasury, "later shares bring the company nothing");
        }
    }
}

#[test]
fn capital_is_counted_from_the_starting_price_whatever_the_chart_says() {
    // CZ-FLOAT-2, HARD-CZ-5
    let mut t = second_round(3);
    t.play(t.start_at("BN", 100));
    t = t.price("BN", 70);
    t.play(t.share("BN"));
    assert_eq!(t.treasury_of("BN"), 500);
    assert_eq!(t.cash_of(1), 2000 - 70);
}

#[test]
fn a_floated_company_gets_all_its_markers_and_operates_in_the_next_operating_round() {
    // CZ-FLOAT-4, CZ-FLOAT-5, CZ-FLOAT-8, CZ-FLOAT-9
    let mut t = second_round(3);
    t.play(t.start_at("EKJ", 70));
    assert_eq!(t.markers("EKJ"), [1, 1, 1]);
    assert!(t.stations_on("D4").is_empty(), "nothing happens on the map in the stock round");
    for _ in 0..3 {
        t.pass();
    }
    assert_eq!(t.waits_for(), (0, "EKJ".to_owned(), "track"));
    assert_eq!(t.stations_on("D4"), [("EKJ".to_owned(), 0)], "the marker lies on the bare hex");
    assert_eq!(t.markers("EKJ"), [0, 1, 1]);
    assert_eq!(t.treasury_of("EKJ"), 280, "the home is free");
    assert!(t.offers(&Move::Pass), "no tile has to be laid");
}

#[test]
fn a_company_that_has_not_floated_neither_operates_nor_moves() {
    // CZ-FLOAT-6
    let mut t = second_round(3);
    t.play(t.start_at("BN", 80));
    t.play(t.start_at("EKJ", 50));
    t.pass();
    t.pass();
    t.pass();
    assert_eq!(t.waits_for(), (1, "EKJ".to_owned(), "track"));
    t.pass();
    assert_eq!(t.step(), "trains");
    t.play(t.buy_top("EKJ", "3"));
    while t.step() != "stock" {
        t.pass();
    }
    assert_eq!(t.price_of("BN"), 80);
    assert!(t.stations_on("E11").is_empty());
}

#[test]
fn a_company_stays_floated_when_players_own_less_than_half() {
    // CZ-FLOAT-7
    let mut t = second_round(3).float("Sx", 0, 90).treasury("Sx", 77);
    t.play(t.sell("Sx", 3));
    assert_eq!(t.at.state.core.stock[t.company("Sx").at()].with_players(), 2);
    assert!(t.is("Sx", Flag::Floated));
    t.pass();
    t.play(t.share("Sx"));
    t.play(t.share("Sx"));
    t.pass();
    t.play(t.share("Sx"));
    assert_eq!(t.treasury_of("Sx"), 77, "it does not get its capital twice");
}

#[test]
fn whoever_holds_strictly_more_becomes_director() {
    // CZ-DIRECTOR-1, CZ-DIRECTOR-2, CZ-DIRECTOR-3
    let mut t =
        second_round(3).float("Sx", 0, 90).shares("Sx", 1, 5).treasury("Sx", 900).train("Sx", "3E");
    t = t.local_of("L1", "Sx");
    assert_eq!(t.director("Sx"), Some(0), "50 against 50 percent");
    t.play(t.sell("Sx", 1));
    assert_eq!(t.director("Sx"), Some(1));
    assert_eq!((t.units("Sx", 0), t.units("Sx", 1)), (4, 5));
    let stock = &t.at.state.core.stock[t.company("Sx").at()];
    assert_eq!(stock.certificates(Player(0)), 4, "ordinary shares");
    assert_eq!(stock.certificates(Player(1)), 4, "one of them is double");
    assert_eq!((t.treasury_of("Sx"), t.trains_of("Sx")), (900, vec!["3E".to_owned()]));
    assert_eq!(t.paper_place("L1"), Place::Company(t.company("Sx")));
}

#[test]
fn a_purchase_that_overtakes_the_director_changes_the_director() {
    // CZ-DIRECTOR-1
    let mut t = second_round(3);
    t.play(t.start_at("Sx", 90));
    for (held, director) in [(1, 0), (2, 0), (3, 1)] {
        t.play(t.share("Sx"));
        assert_eq!(
            (t.units("Sx", 1), t.director("Sx")),
            (held, Some(director)),
            "20 percent against {held}0"
        );
        t.pass();
        t.pass();
    }
}

#[test]
fn a_director_gives_up_the_post_only_to_somebody_with_the_certificates_percentage() {
    // CZ-DIRECTOR-4, CZ-DIRECTOR-5, CZ-DIRECTOR-7
    for (company, price, certificate) in [("EKJ", 50, 2), ("BN", 60, 2), ("Sx", 90, 2)] {
        let t = second_round(3).float(company, 0, price).shares(company, 1, certificate - 1);
        let own = t.units(company, 0);
        for n in 1..=own {
            let mv = t.sell(company, n);
            if own - n >= certificate {
                assert!(t.offers(&mv), "{company}: shares outside the certificate");
            } else {
                assert_eq!(t.refused(&mv), "CZ-DIRECTOR-7", "{company}: {n} of {own}");
            }
        }
        let mut t = t.shares(company, 1, 1);
        let bank = t.at.state.core.stock[t.company(company).at()].ipo;
        t.play(t.sell(company, own - 1));
        assert_eq!(t.director(company), Some(1));
        assert_eq!(
            (t.units(company, 0), t.units(company, 1)),
            (1, certificate),
            "the rest stays with the seller"
        );
        assert_eq!(t.at.state.core.stock[t.company(company).at()].ipo, bank + own - 1);
        assert_eq!(t.cash_of(0), 2000 + price * i32::from(own - 1));
    }
}

#[test]
fn without_the_exchange_a_directors_certificate_is_never_sold() {
    // CZ-DIRECTOR-5
    let t = table_with(3, "director_certificate_may_be_sold_via_exchange", false).stock(3);
    let t = t.float("EKJ", 0, 50).shares("EKJ", 1, 2);
    assert_eq!(t.refused(t.sell("EKJ", 1)), "CZ-DIRECTOR-7");
    assert_eq!(t.refused(t.sell("EKJ", 2)), "CZ-DIRECTOR-7");
}

#[test]
fn among_equals_the_next_in_playing_order_becomes_director() {
    // CZ-DIRECTOR-6
    for (order, expected) in [([0, 1, 2, 3], 1), ([3, 0, 2, 1], 2), ([2, 1, 3, 0], 2)] {
        let mut t = second_round(4).float("Sx", 0, 90).shares("Sx", 1, 2).shares("Sx", 2, 2);
        t.at.state.core.order[..4].copy_from_slice(&order);
        t.play(t.sell("Sx", 4));
        assert_eq!(t.director("Sx"), Some(expected), "{order:?}");
    }
}
