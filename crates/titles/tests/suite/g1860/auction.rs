//! The opening auction.

use super::Table;
use engine::{Flag, Lot, Move, Position, RoundKind};

/// Buys all lots but the last ones for £0: everybody passes, the first seat takes the cheapest.
fn all_pass(t: &mut Table) {
    let seats = t.at.state.core.seats;
    for _ in 0..seats {
        t.pass();
    }
}

#[test]
fn the_winner_pays_the_bid_and_then_buys_a_lot_at_its_own_price() {
    // IOW-AUCTION-1, IOW-AUCTION-10, IOW-AUCTION-12, IOW-AUCTION-2
    let mut t = Table::new(3);
    t.pass().bid(20).pass();
    assert_eq!((t.decider(), t.step(), t.cash_of(1)), (1, "lot", 650));
    assert_eq!(t.refused(Move::Pass), "IOW-AUCTION-10");
    t.takes("CMH");
    assert_eq!(t.cash_of(1), 560);
    assert_eq!(
        (t.decider(), t.step()),
        (2, "auction"),
        "the player left of the winner opens the next auction"
    );
    assert_eq!(t.refused(Move::Take { lot: Lot::Paper(t.paper("YHC")) }), "IOW-AUCTION-4");
}

#[test]
fn people_see_the_bid_that_stands_and_what_it_is_for() {
    // IOW-AUCTION-1, IOW-SETUP-11
    let seen = |t: &Table| {
        let facts: std::collections::BTreeMap<_, _> = t.at.facts().into_iter().collect();
        facts["auction"].clone()
    };
    let mut t = Table::new(3);
    t.pass().bid(20);
    let auction = seen(&t);
    assert_eq!((&auction["bid"], &auction["bidder"]), (&20.into(), &1.into()));
    let lots = auction["lots"].as_array().expect("a list");
    let papers: Vec<_> = lots.iter().filter_map(|l| l["paper"].as_str()).collect();
    assert_eq!(papers, ["BHC", "YHC", "CMH", "RPSC"]);
    assert_eq!(lots.iter().filter(|l| l["company"].is_string()).count(), 2);
    t.pass().takes("CMH");
    let auction = seen(&t);
    assert_eq!(auction["bidder"], serde_json::Value::Null);
    assert!(!auction["lots"].as_array().expect("a list").iter().any(|l| l["paper"] == "CMH"));
}

#[test]
fn turns_go_clockwise_among_those_still_in() {
    // IOW-AUCTION-3, IOW-AUCTION-4, IOW-AUCTION-6
    let mut t = Table::new(3);
    t.bid(5).pass().bid(10);
    assert_eq!(t.decider(), 0, "seat 1 is out");
    t.bid(15).pass();
    assert_eq!((t.decider(), t.step()), (0, "lot"));
    t.takes("BHC");
    assert_eq!(t.decider(), 1, "who passed takes part again");
    assert_eq!(t.choices().len(), 2, "bid or pass");
}

#[test]
fn every_bid_is_at_least_five_higher() {
    // IOW-AUCTION-5
    let mut t = Table::new(4);
    let bid = |amount| Move::Bid { lot: None, amount };
    assert_eq!(t.refused(bid(4)), "IOW-AUCTION-5");
    t.bid(5);
    assert_eq!(t.refused(bid(9)), "IOW-AUCTION-5");
    assert!(t.offers(&bid(10)) && t.offers(&bid(11)), "any whole amount above");
}

#[test]
fn a_bid_leaves_enough_for_the_cheapest_lot() {
    // IOW-AUCTION-7: worked example 10.
    let t = Table::new(4);
    let bid = |amount| Move::Bid { lot: None, amount };
    assert!(t.offers(&bid(470)));
    assert_eq!(t.refused(bid(471)), "IOW-AUCTION-7");
    let mut t = Table::new(4).cash_each([500, 34, 500, 500]);
    t.pass();
    assert_eq!(t.decider(), 2, "5 + 30 > 34: who cannot bid passes at once");
    let poor = Table::public(4).cash_each([34, 500, 500, 500]);
    assert_eq!(poor.refused(bid(5)), "IOW-AUCTION-7");
}

#[test]
fn a_directors_certificate_counts_at_its_lowest_price() {
    // IOW-AUCTION-8
    let mut t = Table::new(2).cash_each([300, 300]);
    t.at.state.opening.lots = 0b11_0000;
    let bid = |amount| Move::Bid { lot: None, amount };
    assert!(t.offers(&bid(152)), "300 - 2 x 74");
    assert_eq!(t.refused(bid(153)), "IOW-AUCTION-7");
    t.bid(152);
    assert_eq!(t.step(), "lot", "the other cannot raise");
    assert_eq!(t.first_prices("IOW"), [74], "148 is left");
}

#[test]
fn the_last_player_who_has_not_bid_still_gets_a_turn() {
    // IOW-AUCTION-9
    let mut t = Table::new(3);
    t.pass().pass();
    assert_eq!((t.decider(), t.step()), (2, "auction"));
    t.bid(5);
    assert_eq!((t.decider(), t.step(), t.cash_of(2)), (2, "lot", 665));
}

#[test]
fn only_lots_that_the_cash_covers_can_be_chosen() {
    // IOW-AUCTION-11
    let mut t = Table::new(2).cash_each([100, 100]);
    t.bid(5).pass();
    let take = |id: &str| Move::Take { lot: Lot::Paper(t.paper(id)) };
    assert!(t.offers(&take("CMH")), "95 covers 90");
    assert_eq!(t.refused(take("RPSC")), "IOW-AUCTION-11");
    assert_eq!(t.refused(t.start_at("IOW", 74)), "IOW-AUCTION-11");
}

#[test]
fn the_winner_names_the_first_price_of_a_company() {
    // IOW-AUCTION-13, IOW-AUCTION-21
    let mut t = Table::new(2).cash_each([190, 190]);
    t.bid(5).pass();
    assert_eq!(t.first_prices("C&N"), [74, 82, 90], "185 covers 180, not 200");
    assert_eq!(t.refused(t.start_at("C&N", 100)), "IOW-AUCTION-13");
    assert_eq!(t.refused(t.start_at("C&N", 78)), "IOW-AUCTION-13");
    t.play(t.start_at("C&N", 90));
    assert_eq!((t.cash_of(0), t.units("C&N", 0), t.director("C&N")), (5, 2, Some(0)));
    assert_eq!(t.market_price("C&N"), Some(90));
    assert!(!t.is("C&N", Flag::Floated), "20 % launch nothing");
}

#[test]
fn if_all_pass_the_first_to_pass_wins_for_nothing() {
    // IOW-AUCTION-14
    let mut t = Table::new(3);
    all_pass(&mut t);
    assert_eq!((t.decider(), t.step(), t.cash_of(0)), (0, "lot", 670));
    t.takes("BHC");
    assert_eq!(t.cash_of(0), 640);
}

#[test]
fn who_cannot_pay_the_cheapest_lot_gets_it_for_all_cash() {
    // IOW-AUCTION-15: worked example 11.
    let mut t = Table::new(3).cash_each([20, 20, 20]);
    // Nobody can bid: all pass at once, seat 0 first; one lot is left to take and is taken.
    t.pass();
    assert_eq!(t.cash_of(0), 0);
    assert_eq!(t.paper_place("BHC"), engine::Place::Player(engine::Player(0)));
}

#[test]
fn a_poor_winner_gets_a_directors_certificate_at_its_lowest_price() {
    // IOW-AUCTION-16, IOW-AUCTION-17
    let mut t = Table::new(2).cash_each([100, 90]);
    t.at.state.opening.lots = 0b11_0000;
    t.pass();
    assert_eq!((t.first_prices("C&N"), t.first_prices("IOW")), (vec![74], vec![74]), "either one");
    assert_eq!(t.refused(t.start_at("IOW", 82)), "IOW-AUCTION-16");
    t.play(t.start_at("IOW", 74));
    assert_eq!((t.cash_of(0), t.market_price("IOW")), (0, Some(74)));
}

#[test]
fn the_richest_player_gets_the_priority_card() {
    // IOW-AUCTION-18, IOW-AUCTION-22
    let mut t = Table::new(3).cash_each([100, 300, 200]);
    t.at.state.opening.lots = 0b00_0001;
    all_pass(&mut t);
    assert_eq!(t.at.state.core.round.kind, RoundKind::Stock);
    assert_eq!((t.decider(), t.step(), t.at.state.core.round.set), (1, "stock", 1));
}

#[test]
fn a_tie_of_cash_goes_to_the_lowest_private_total() {
    // IOW-AUCTION-19, IOW-AUCTION-20
    use engine::{Place, Player};
    let base = |a: i32, b: i32, c: i32| {
        let t = Table::new(3).cash_each([a, b, c]).private("CMH", Place::Player(Player(2)));
        let mut t = t.private("RPSC", Place::Player(Player(1)));
        t.at.state.opening.lots = 0b00_0001;
        all_pass(&mut t);
        t.decider()
    };
    assert_eq!(
        base(130, 200, 200),
        0,
        "the tied ones hold 130 and 90, but seat 0 has Brading for 30"
    );
    let mut t = Table::new(3).cash_each([200, 200, 200]).private("YHC", Place::Player(Player(1)));
    t = t.private("CMH", Place::Player(Player(2)));
    t.at.state.core.papers[t.paper("BHC").at()].place = Place::Player(Player(2));
    t.at.state.opening.lots = 0b00_1000;
    t.bid(5).pass().pass();
    assert_eq!(t.decider(), 1, "65 and 200 and 200: lowest total is 50 of seat 1");
}

#[test]
fn a_tie_of_private_totals_goes_to_the_first_seat() {
    // IOW-AUCTION-20
    use engine::{Place, Player};
    let mut t = Table::new(4)
        .cash_each([40, 200, 200, 200])
        .private("CMH", Place::Player(Player(3)))
        .private("YHC", Place::Player(Player(2)));
    // Seats 2 and 3 both hold 90 once seat 0 has the rest.
    t.at.printed = {
        let mut printed = (*t.at.printed).clone();
        let mut sheet = (*printed.sheet).clone();
        let at = t.paper("YHC").at();
        sheet.papers[at].price = 90;
        printed.sheet = std::sync::Arc::new(sheet);
        std::sync::Arc::new(printed)
    };
    t = t.private("RPSC", Place::Player(Player(0)));
    t.at.state.opening.lots = 0b00_0001;
    all_pass(&mut t);
    assert_eq!(t.decider(), 2, "160 against 90 and 90");
}
