//! What files of the public platform may hold and the book refuses. J-6, J-7, J-9, J-10

use super::Table;
use crate::table;
use engine::{Move, Setup};
use titles::g1889::TITLE;

fn book(players: usize) -> Table {
    Table::new(players)
}

fn public(players: usize) -> Table {
    let setup = Setup { preset: "public18xx".into(), ..table::setup(&TITLE, players) };
    Table::start(&setup).expect("a legal setup").stock_round(2, 0)
}

#[test]
fn shares_are_sold_for_a_train_that_nobody_needs() {
    // J-6: UR has a train; treasury and cash together do not reach the next one (300).
    let position = |t: Table| {
        let t = t.phase("4").floated("UR", 65, [5, 0, 0], 0).treasury("UR", 100).cash(0, 50);
        let t = t.train("UR", "3").tile("B5", "9", 0).floated("SR", 65, [2, 4, 0], 0);
        t.train("SR", "3").operating().turn_of("UR", "trains")
    };
    let t = position(book(3));
    assert!(!t.offers(&t.sell("SR", 1)));
    assert_eq!(t.refused(t.sell("SR", 1)), "S89-EMERGENCY-6");
    let mut t = position(public(3));
    assert!(t.offers(&t.sell("SR", 2)));
    t.play(t.sell("SR", 2));
    assert_eq!(t.cash_of(0), 50 + 130);
    let rich = position(public(3)).cash(0, 200);
    assert_eq!(rich.refused(rich.sell("SR", 1)), "S89-EMERGENCY-6", "together they reach it");
}

#[test]
fn a_poor_director_gives_up_in_any_step() {
    // J-7: outside the train step shares do not count.
    let position = |t: Table| {
        let t = t.phase("4").floated("UR", 65, [5, 0, 0], 0).treasury("UR", 100).cash(0, 50);
        t.train("UR", "3").operating().turn_of("UR", "track")
    };
    let t = position(book(3));
    assert!(!t.offers(&Move::Bankrupt));
    assert_eq!(t.refused(Move::Bankrupt), "S89-BANKRUPT-1");
    let mut t = position(public(3));
    assert!(t.offers(&Move::Bankrupt));
    t.play(Move::Bankrupt);
    assert_eq!(t.step(), "over");
    let rich = position(public(3)).cash(0, 200);
    assert_eq!(rich.refused(Move::Bankrupt), "S89-BANKRUPT-1");
}

#[test]
fn anybody_lays_the_port_tile() {
    // J-9
    let position = |t: Table| {
        t.floated("AR", 65, [5, 0], 0).treasury("AR", 500).operating().turn_of("AR", "track")
    };
    let ports = |t: &Table| {
        let port = t.tile_id("437");
        let choices = t.choices().into_iter();
        choices
            .filter(|c| matches!(c.mv, Move::LayTile { tile, .. } if tile == port))
            .map(|c| c.mv)
            .collect::<Vec<_>>()
    };
    let mut t = position(public(2));
    let port = ports(&t).into_iter().next().expect("the port tile is accepted");
    let book = position(book(2));
    assert!(ports(&book).is_empty());
    assert_eq!(book.refused(&port), "S89-PRIVATE-17");
    t.play(port);
    assert_eq!(t.at.state.core.board().left(t.tile_id("437")), 0);
}

#[test]
fn a_company_at_its_limit_buys_beside_a_trade_in() {
    // J-10: what is too much goes back.
    let position = |t: Table| {
        let t = t.phase("6").floated("UR", 65, [5, 0], 0).treasury("UR", 3000);
        t.train("UR", "5").train("UR", "6").operating().turn_of("UR", "trains")
    };
    let t = position(book(2));
    assert_eq!(t.refused(t.deck("UR")), "S89-TRAIN-6");
    let mut t = position(public(2));
    assert!(t.offers(&t.deck("UR")));
    t.play(t.deck("UR"));
    assert_eq!((t.trains_of("UR").len(), t.step()), (3, "excess"));
    // Without the money for a trade-in the limit holds.
    let t = position(public(2)).treasury("UR", 700);
    assert_eq!(t.refused(t.deck("UR")), "S89-TRAIN-6");
}
