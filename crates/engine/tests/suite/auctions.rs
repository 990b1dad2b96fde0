use crate::tiny::{P, Table};
use engine::{Bidding, Fall, Forbidden, Hammer, Lot, Lots, Move, Paper, Waterfall};

const PAPERS: [Paper; 3] = [Paper(0), Paper(1), Paper(2)];
const LOTS: Lots<'static> = Lots { papers: &PAPERS, faces: &[20, 40, 60], raise: 5, discount: 5 };

#[test]
fn the_last_one_in_wins_at_the_highest_bid() {
    let t = Table::plain();
    let mut bidding = Bidding::new(P[0]);
    bidding.bid(10);
    assert_eq!(bidding.advance(&t.core), Hammer::Waits(P[1]));
    bidding.pass();
    assert_eq!(bidding.advance(&t.core), Hammer::Waits(P[2]));
    bidding.bid(15);
    assert_eq!(bidding.advance(&t.core), Hammer::Waits(P[0]));
    bidding.pass();
    assert_eq!(bidding.advance(&t.core), Hammer::Sold(P[2], 15));
}

#[test]
fn without_a_bid_the_first_who_passed_is_named() {
    let t = Table::plain();
    let mut bidding = Bidding::new(P[1]);
    for waits in [P[2], P[0]] {
        bidding.pass();
        assert_eq!(bidding.advance(&t.core), Hammer::Waits(waits));
    }
    bidding.pass();
    assert_eq!(bidding.advance(&t.core), Hammer::Unsold(P[1]));
}

fn play(auction: &mut Waterfall, t: &Table, mv: Move) -> Result<Vec<Fall>, Forbidden> {
    let told = auction.play(LOTS, &t.core, &mv, &mut Vec::new());
    let listed = auction.choices(LOTS, &t.core);
    assert!(auction.first(LOTS).is_none() || !listed.is_empty());
    told
}

fn bid(lot: u8, amount: i32) -> Move {
    Move::Bid { lot: Some(Lot::Paper(Paper(lot))), amount }
}

const TAKE: Move = Move::Take { lot: Lot::Paper(Paper(0)) };

#[test]
fn bids_set_money_aside_and_the_lowest_bidder_acts_first() {
    let t = Table::plain();
    let mut a = Waterfall::new(P[0]);
    assert_eq!(play(&mut a, &t, bid(1, 44)), Err(Forbidden::BidTooLow { least: 45 }));
    assert_eq!(play(&mut a, &t, bid(0, 45)), Err(Forbidden::NoSuchLot), "the first is bought");
    play(&mut a, &t, bid(1, 50)).unwrap();
    play(&mut a, &t, bid(1, 60)).unwrap();
    play(&mut a, &t, bid(2, 400)).unwrap();
    assert_eq!(a.set_aside(P[2], 0), 400);
    assert_eq!(a.player(), P[0]);
    let told = play(&mut a, &t, TAKE).unwrap();
    assert_eq!(told, [Fall::Sold { lot: 0, player: P[0], price: 20 }]);
    assert_eq!(a.player(), P[0], "the lowest of two bidders");
    assert_eq!(play(&mut a, &t, bid(1, 60)), Err(Forbidden::BidTooLow { least: 65 }));
    play(&mut a, &t, bid(1, 65)).unwrap();
    assert_eq!(a.player(), P[1]);
    let told = play(&mut a, &t, Move::Pass).unwrap();
    let sold = |lot, player, price| Fall::Sold { lot, player, price };
    assert_eq!(told, [sold(1, P[0], 65), sold(2, P[2], 400)], "an only bidder gets the next");
    assert_eq!(a.first(LOTS), None);
    assert_eq!(a.last_turn(), P[0], "whose purchase set it off");
}

#[test]
fn the_first_lot_becomes_cheaper_until_the_next_player_gets_it_for_nothing() {
    let t = Table::plain();
    let mut a = Waterfall::new(P[0]);
    for round in 1..=4 {
        for _ in 0..2 {
            assert_eq!(play(&mut a, &t, Move::Pass), Ok(vec![]));
        }
        let price = 20 - 5 * round;
        let (lot, player) = (0, P[0]);
        let mut told = vec![Fall::Cheaper { price }];
        if price == 0 {
            told.push(Fall::Sold { lot, player, price });
        }
        assert_eq!(play(&mut a, &t, Move::Pass), Ok(told));
    }
    assert!(a.is_sold(0));
    assert_eq!(a.player(), P[1]);
    for _ in 0..2 {
        play(&mut a, &t, Move::Pass).unwrap();
    }
    assert_eq!(play(&mut a, &t, Move::Pass), Ok(vec![Fall::Income]));
}

#[test]
fn nobody_bids_more_than_is_free() {
    let t = Table::plain();
    let mut a = Waterfall::new(P[0]);
    play(&mut a, &t, bid(1, 300)).unwrap();
    play(&mut a, &t, Move::Pass).unwrap();
    play(&mut a, &t, Move::Pass).unwrap();
    assert_eq!(play(&mut a, &t, bid(2, 201)), Err(Forbidden::BidTooHigh { most: 200 }));
    let range = a.range(LOTS, &t.core, 1).unwrap();
    assert_eq!((range.min, range.max), (305, 500), "an own bid may be raised");
    assert_eq!(play(&mut a, &t, bid(2, 200)), Ok(vec![]), "all that is left");
}
