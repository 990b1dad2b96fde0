use crate::tiny::{A, B, P, Table};
use engine::{Amount, Card, Deal, Forbidden, Offer, Offering, Offers, Paper, Place, Rng};
use std::collections::BTreeSet;

const TRAIN: Deal = Deal::Train { card: Card(0), seller: B };

fn made(prices: &[i32]) -> Offers {
    let mut offers = Offers::default();
    for &price in prices {
        offers.make(Offer { deal: TRAIN, buyer: A, price });
        offers.waiting = None;
    }
    offers
}

fn open(offers: &Offers, terms: Offering, deal: Deal) -> Vec<(i32, i32)> {
    let open = offers.open(terms, deal, Amount::whole(1, 10));
    open.iter().map(|range| (range.min, range.max)).collect()
}

#[test]
fn who_is_asked_owns_what_is_wanted() {
    let mut t = Table::plain().started(2);
    assert_eq!(TRAIN.asked(&t.core), None);
    let sellers = [TRAIN, Deal::Company(A), Deal::Paper(Paper(2))].map(Deal::seller);
    assert_eq!(sellers, [Some(B), Some(A), None]);
    assert_eq!(Deal::Company(A).asked(&t.core), Some(P[0]));
    t.core.papers[2].place = Place::Player(P[2]);
    assert_eq!(Deal::Paper(Paper(2)).asked(&t.core), Some(P[2]));
}

#[test]
fn after_a_refusal_more_must_be_offered_or_something_else() {
    let offers = made(&[4]);
    assert_eq!(open(&offers, Offering::Anything, TRAIN), [(1, 10)]);
    assert_eq!(open(&offers, Offering::More, TRAIN), [(5, 10)]);
    assert_eq!(open(&offers, Offering::More, Deal::Paper(Paper(0))), [(1, 10)]);
    assert_eq!(open(&offers, Offering::Limited(3), TRAIN), [(1, 3), (5, 10)]);
    let twice = offers.may_offer(Offering::Limited(3), TRAIN, 4);
    assert_eq!(twice, Err(Forbidden::OfferedAlready { price: 4 }));
    assert_eq!(open(&made(&[10]), Offering::More, TRAIN), []);
}

#[test]
fn offers_of_a_turn_are_counted_and_forgotten() {
    let mut offers = made(&[1, 2, 3]);
    let more = |offers: &Offers| offers.may_offer(Offering::Limited(3), TRAIN, 9);
    assert_eq!(more(&offers), Err(Forbidden::NoMoreOffers { limit: 3 }));
    assert_eq!(open(&offers, Offering::Limited(3), TRAIN), []);
    offers.forget();
    assert_eq!(more(&offers), Ok(()));
}

#[test]
fn an_amount_drawn_is_one_of_the_range_and_each_is_drawn() {
    let range = Amount { min: 10, max: 30, step: 5 };
    let mut rng = Rng::new(18);
    let drawn: BTreeSet<i32> = (0..200).map(|_| range.pick(&mut rng)).collect();
    assert_eq!(drawn.into_iter().collect::<Vec<_>>(), [10, 15, 20, 25, 30]);
}
