use crate::tiny::{A, B, P, Table};
use engine::{Amount, Card, Event, Forbidden, Purchase, Purse, TrainFrom, Whereabouts};

fn rich() -> Table {
    let mut t = Table::plain().started(2);
    t.core.pay(Purse::Bank, Purse::Company(A), 900);
    t
}

fn buy(t: &mut Table, card: u8, price: i32, from: TrainFrom) {
    let purchase = Purchase { company: A, card: Card(card), face: 0, price, from };
    t.acts().buy_train(purchase);
}

#[test]
fn a_train_is_paid_to_whom_it_belonged() {
    let mut t = rich();
    buy(&mut t, 0, 80, TrainFrom::Deck);
    assert_eq!(t.treasury(A), 820);
    t.core.trains.get_mut(Card(1)).place = Whereabouts::Company(B);
    buy(&mut t, 1, 33, TrainFrom::Company { company: B });
    assert_eq!((t.treasury(A), t.treasury(B)), (787, 33));
    assert_eq!(t.core.trains.of(A).count(), 2);
    t.sound();
}

#[test]
fn an_unlimited_stack_never_ends() {
    let mut t = rich();
    for card in 0..3 {
        t.core.trains.get_mut(Card(card)).place = Whereabouts::Gone;
    }
    buy(&mut t, 3, 300, TrainFrom::Deck);
    assert_eq!(t.core.trains.top(), Some(Card(4)));
    assert_eq!(t.acts().export(Whereabouts::Gone), Some(Card(4)));
    assert_eq!(t.core.trains.top(), Some(Card(5)));
}

#[test]
fn phases_come_one_by_one_and_end_trains() {
    let mut t = rich();
    buy(&mut t, 0, 80, TrainFrom::Deck);
    assert_eq!(t.acts().next_phase(Card(0)), None);
    t.core.trains.get_mut(Card(1)).place = Whereabouts::Pool;
    t.core.trains.get_mut(Card(2)).place = Whereabouts::Company(B);
    buy(&mut t, 3, 300, TrainFrom::Deck);
    assert_eq!(t.acts().next_phase(Card(3)), Some(1), "none is left out");
    t.acts().rust(1);
    assert_eq!(t.core.trains.get(Card(0)).place, Whereabouts::Company(A));
    assert_eq!(t.acts().next_phase(Card(3)), Some(2));
    t.acts().rust(2);
    assert_eq!(t.acts().next_phase(Card(3)), None);
    let places = [0, 1, 3].map(|c| t.core.trains.get(Card(c)).place);
    assert_eq!(places, [Whereabouts::Gone, Whereabouts::Gone, Whereabouts::Company(A)]);
    assert!(t.core.trains.get(Card(2)).obsolete, "the 3 runs once more");
    let scrapped = Event::TrainScrapped { card: Card(0), face: 0, owner: Some(A) };
    assert!(t.events.contains(&scrapped));
}

#[test]
fn a_director_adds_exactly_what_is_missing_and_borrows_the_rest() {
    let mut t = Table::plain().started(2);
    t.core.pay(Purse::Bank, Purse::Company(A), 50);
    t.acts().help(A, P[0], 80);
    assert_eq!((t.treasury(A), t.cash(P[0])), (80, 330));
    t.acts().help(A, P[0], 70);
    assert_eq!(t.cash(P[0]), 330, "nothing is missing");
    t.acts().help(A, P[0], 500);
    assert_eq!((t.treasury(A), t.cash(P[0]), t.core.debt[0]), (500, 0, 90));
    assert!(t.events.contains(&Event::LoanTaken { player: P[0], amount: 90 }));
    t.sound();
}

#[test]
fn a_trade_gives_one_train_to_the_pool() {
    let mut t = rich();
    buy(&mut t, 2, 180, TrainFrom::Deck);
    t.acts().trade_train(A, Card(3), Card(2), 200);
    assert_eq!(t.core.trains.get(Card(2)).place, Whereabouts::Pool);
    assert_eq!(t.core.trains.owner(Card(3)), Some(A));
    assert_eq!(t.treasury(A), 520);
}

#[test]
fn the_bank_sells_the_top_and_the_pool_at_printed_prices() {
    let mut t = rich();
    t.core.trains.get_mut(Card(2)).place = Whereabouts::Pool;
    let sells = |t: &Table, card, amount, from| t.checks().bank_sells(Card(card), 0, amount, from);
    assert_eq!(sells(&t, 0, 80, TrainFrom::Deck), Ok(()));
    assert_eq!(sells(&t, 0, 81, TrainFrom::Deck), Err(Forbidden::WrongPrice { price: 80 }));
    assert_eq!(sells(&t, 1, 80, TrainFrom::Deck), Err(Forbidden::TrainNotForSale));
    assert_eq!(sells(&t, 2, 180, TrainFrom::Pool), Ok(()));
    assert_eq!(t.checks().train_room(A, 1), Ok(()));
    buy(&mut t, 0, 80, TrainFrom::Deck);
    assert_eq!(t.checks().train_room(A, 1), Err(Forbidden::TrainLimit { limit: 1 }));
    assert_eq!(t.checks().owns_train(A, Card(0)), Ok(()));
    let no = Err(Forbidden::NotItsTrain { company: A });
    assert_eq!(t.checks().owns_train(A, Card(1)), no);
    assert_eq!(t.checks().owns_train(A, Card(99)), no, "no such card");
}

#[test]
fn a_choice_of_a_train_names_its_least_price() {
    let train = Purchase::new(A, Card(0), 80, TrainFrom::Deck);
    let fixed = train.choice(None);
    assert_eq!((fixed.mv.clone(), fixed.cost), (train.as_move(), 80));
    assert!(fixed.contains(&train.as_move()));
    let range = train.choice(Some(Amount::whole(1, 50)));
    let at = |price| Purchase { price, ..train }.as_move();
    assert_eq!((range.mv.clone(), range.cost), (at(1), 0));
    assert!(range.contains(&at(50)) && !range.contains(&at(51)));
}
