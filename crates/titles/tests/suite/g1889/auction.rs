//! The opening auction. S89-AUCTION

use super::Table;
use engine::{Move, Place, Player, RoundKind};

fn owner(t: &Table, id: &str) -> Option<u8> {
    match t.paper_place(id) {
        Place::Player(player) => Some(player.0),
        _ => None,
    }
}

#[test]
fn private_companies_are_lined_up_by_face_value() {
    // S89-AUCTION-1, S89-SETUP-6
    let ids = |players| {
        let t = Table::auction(players);
        assert_eq!((t.step(), t.decider()), ("auction", 0));
        let lots = &t.at.printed.lots;
        assert!(t.at.printed.faces.is_sorted());
        let ids = lots.iter().map(|p| t.sheet().papers[p.at()].id.clone());
        ids.collect::<Vec<_>>()
    };
    assert_eq!(ids(2), ["TR", "MF", "ER", "SMR", "DR"]);
    assert_eq!(ids(3), ["TR", "MF", "ER", "SMR", "DR", "SIR"]);
    for players in 4..=6 {
        assert_eq!(ids(players), ["TR", "MF", "ER", "SMR", "DR", "SIR", "UTF"]);
    }
}

#[test]
fn a_turn_is_a_purchase_of_the_cheapest_a_bid_on_another_or_a_pass() {
    // S89-AUCTION-2, S89-AUCTION-10
    let mut t = Table::auction(3);
    assert_eq!(t.refused(t.bid("TR", 25)), "S89-AUCTION-2");
    assert_eq!(t.refused(t.take("MF")), "S89-AUCTION-2");
    assert_eq!(t.cost(&t.take("TR")), Some(20));
    t.pass();
    assert_eq!(t.decider(), 1);
    t.play(t.bid("DR", 65));
    t.play(t.take("TR"));
    assert_eq!((owner(&t, "TR"), t.cash_of(2)), (Some(2), 400));
    assert_eq!(t.decider(), 0, "who passed is asked again");
}

#[test]
fn a_bid_is_five_above_the_highest_one_or_the_face_value() {
    // S89-AUCTION-3, S89-AUCTION-5
    let mut t = Table::auction(3);
    assert_eq!(t.refused(t.bid("MF", 34)), "S89-AUCTION-3");
    t.play(t.bid("MF", 36));
    assert_eq!(t.refused(t.bid("MF", 40)), "S89-AUCTION-3");
    t.play(t.bid("MF", 41)).pass();
    assert_eq!(t.range(&t.bid("MF", 0)), Some((46, 420)), "a raise of an own bid");
    t.play(t.bid("MF", 46));
    let auction = t.at.state.auction.expect("the auction goes on");
    let bids: Vec<_> = auction.bids(1).collect();
    assert_eq!(bids, [(Player(0), 46), (Player(1), 41)], "the new bid replaces the old one");
}

#[test]
fn money_of_bids_is_set_aside() {
    // S89-AUCTION-4, worked example 3
    let mut t = Table::auction(3);
    t.play(t.bid("DR", 65)).pass().pass();
    t.play(t.bid("SIR", 85)).pass().pass();
    assert_eq!(t.range(&t.bid("MF", 0)), Some((35, 270)));
    assert_eq!(t.range(&t.bid("DR", 0)), Some((70, 335)));
    assert_eq!(t.refused(t.bid("MF", 271)), "S89-AUCTION-4");
    let mut poor = Table::auction(3);
    poor.play(poor.bid("SIR", 405)).pass().pass();
    assert_eq!(poor.refused(poor.take("TR")), "S89-AUCTION-4");
}

#[test]
fn several_bidders_fight_for_the_next_private_company() {
    // S89-AUCTION-6..9, worked example 1
    let mut t = Table::auction(3);
    t.play(t.bid("MF", 35));
    t.play(t.bid("MF", 40));
    t.play(t.bid("MF", 50));
    t.play(t.take("TR"));
    assert_eq!(t.decider(), 0, "the lowest bidder acts");
    assert_eq!(t.refused(t.bid("MF", 54)), "S89-AUCTION-3");
    assert_eq!(t.refused(t.bid("SIR", 85)), "S89-AUCTION-2");
    assert_eq!(t.refused(t.take("MF")), "S89-AUCTION-2", "nothing is bought now");
    t.play(t.bid("MF", 55));
    assert_eq!(t.decider(), 1);
    t.pass();
    assert_eq!(t.decider(), 2);
    t.pass();
    assert_eq!((owner(&t, "MF"), t.cash_of(0)), (Some(0), 420 - 20 - 55));
    assert_eq!((t.cash_of(1), t.cash_of(2)), (420, 420), "bids dropped are free again");
    assert_eq!(t.decider(), 1, "left of the one who set it off");
}

#[test]
fn an_only_bidder_gets_it_and_the_next_one_is_looked_at() {
    // S89-AUCTION-6
    let mut t = Table::auction(3);
    t.play(t.bid("MF", 35));
    t.play(t.bid("ER", 50));
    t.play(t.take("TR"));
    assert_eq!((owner(&t, "MF"), owner(&t, "ER"), owner(&t, "SMR")), (Some(0), Some(1), None));
    assert_eq!((t.cash_of(0), t.cash_of(1)), (385, 370));
    assert_eq!(t.cost(&t.take("SMR")), Some(50), "without bids play goes on");
    assert_eq!(t.decider(), 0);
}

#[test]
fn the_first_one_becomes_cheaper_until_somebody_gets_it_for_nothing() {
    // S89-AUCTION-11, S89-AUCTION-12, worked example 2
    let mut t = Table::auction(3);
    for price in [15, 10, 5] {
        t.pass().pass().pass();
        assert_eq!(t.cost(&t.take("TR")), Some(price));
    }
    assert_eq!(t.sheet().papers[0].price, 20, "its face value stays");
    t.pass().pass().pass();
    assert_eq!((owner(&t, "TR"), t.cash_of(0)), (Some(0), 420));
    assert_eq!(t.decider(), 1);
}

#[test]
fn later_passes_bring_income() {
    // S89-AUCTION-13
    let mut t = Table::auction(2);
    t.play(t.take("TR")).pass().pass();
    assert_eq!(t.cash_of(0), 420 - 20 + 5);
    assert_eq!((t.cash_of(1), t.decider()), (420, 1));
    assert_eq!(t.cost(&t.take("MF")), Some(30), "which is no cheaper");
}

#[test]
fn the_auction_ends_with_the_last_sale() {
    // S89-AUCTION-14
    let mut t = Table::auction(2);
    t.play(t.bid("DR", 65));
    t.play(t.bid("DR", 70));
    for id in ["TR", "MF", "ER"] {
        t.play(t.take(id));
    }
    assert_eq!(t.decider(), 1);
    t.play(t.take("SMR"));
    assert_eq!((t.step(), t.decider()), ("auction", 0), "they fight for DR");
    t.play(Move::Pass);
    assert_eq!(owner(&t, "DR"), Some(1));
    assert_eq!(t.round(), (RoundKind::Stock, 1, 1));
    assert_eq!(t.decider(), 0, "left of the last ordinary turn");
}
