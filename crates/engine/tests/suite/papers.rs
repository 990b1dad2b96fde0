//! Papers that companies buy, that are swapped, that bring tiles, and that close.

use crate::tiny::{A, B, P, Table, data};
use engine::sheet::{Faults, Look, rights};
use engine::{
    After, COMPANIES_BUY_PAPERS, Card, Deed, Flag, Forbidden, Move, PAPERS_CLOSE, Paper, Place,
    Purse, Right, Terms, Turn,
};
use serde_json::json;

const X: Paper = Paper(0);
const Y: Paper = Paper(1);

/// A has money; the second player owns X, which companies buy for 10 to 40 in phase 1.
fn table() -> (Table, Turn) {
    let mut t = Table::new(Terms::PLAIN).started(5);
    t.core.pay(Purse::Bank, Purse::Company(A), 100);
    t.sheet.papers[X.at()].sale = Some((10, 40));
    t.sheet.phases[0].events = vec![COMPANIES_BUY_PAPERS.to_owned()];
    t.sheet.phases[2].events = vec![PAPERS_CLOSE.to_owned()];
    t.core.papers[X.at()].place = Place::Player(P[1]);
    (t, Turn::new(A))
}

fn buy(paper: Paper, amount: i32) -> Move {
    Move::BuyPaper { paper, amount }
}

#[test]
fn a_company_buys_within_range_phase_and_treasury() {
    let (mut t, mut turn) = table();
    let why = |t: &Table, turn: &Turn, mv: &Move| t.checks().may_do(turn, mv).unwrap_err().why;
    let range = Forbidden::PriceOutOfRange { least: 10, most: 40 };
    assert_eq!(why(&t, &turn, &buy(X, 41)), range);
    let not_for_sale = |paper| Forbidden::PaperNotForSale { paper };
    assert_eq!(why(&t, &turn, &buy(Y, 20)), not_for_sale(Y), "companies never buy it");
    assert_eq!(why(&t, &turn, &buy(Paper(31), 20)), not_for_sale(Paper(31)));
    // The owner is asked, unless that is the director.
    let deed = t.checks().may_do(&turn, &buy(X, 30)).unwrap();
    assert!(matches!(deed, Deed::Ask(_)));
    assert_eq!(t.acts().carry_out(&mut turn, deed), After::Stays);
    assert_eq!(t.acts().answer(&mut turn, true), After::Sold(X, P[1]));
    assert_eq!((t.treasury(A), t.cash(P[1])), (70, 530));
    assert_eq!(t.core.papers[X.at()].place, Place::Company(A));
    assert_eq!(why(&t, &turn, &buy(X, 30)), not_for_sale(X), "never sold again");
    let (mut t, turn) = table();
    t.core.papers[X.at()].place = Place::Player(P[0]);
    let deed = t.checks().may_do(&turn, &buy(X, 30));
    assert_eq!(deed, Ok(Deed::TakePaper { paper: X, price: 30 }));
    t.core.phase = 1;
    assert_eq!(why(&t, &turn, &buy(X, 30)), not_for_sale(X), "not in this phase");
    assert_eq!(t.checks().paper_choices(&turn).count(), 0);
}

#[test]
fn a_paper_is_swapped_for_an_unsold_share() {
    let (mut t, _) = table();
    assert_eq!(t.checks().may_swap(Y), Err(Forbidden::NotYourPaper { paper: Y }));
    t.sheet.papers[Y.at()].right = Some(Right::Swap);
    t.core.papers[Y.at()].place = Place::Player(P[2]);
    assert_eq!(t.checks().may_swap(Y), Ok((P[2], B)), "before it is started, too");
    t.core.stock[B.at()].from_ipo(P[1], 8);
    let none = Err(Forbidden::NoShareLeft { company: B });
    assert_eq!(t.checks().may_swap(Y), none, "the director's certificate is no ordinary share");
    let (mut t, _) = table();
    t.sheet.papers[Y.at()].right = Some(Right::Swap);
    t.core.papers[Y.at()].place = Place::Player(P[2]);
    let cell = t.at(70);
    t.acts().start(B, P[1], cell, 0);
    t.give(P[2], B, 2);
    assert_eq!(t.checks().swap_choices(P[2]).count(), 1);
    t.acts().swap_paper(Y, P[2], B);
    assert_eq!(t.core.papers[Y.at()].place, Place::Gone);
    assert_eq!((t.core.stock[B.at()].of(P[2]), t.core.stock[B.at()].director()), (3, Some(P[2])));
    assert!(t.core.is(B, Flag::Floated), "five shares are sold");
    t.give(P[2], B, 3);
    t.core.papers[Y.at()].place = Place::Player(P[2]);
    assert_eq!(t.checks().may_swap(Y), Err(Forbidden::HoldingLimit { company: B }));
}

#[test]
fn tiles_by_right_cost_nothing_and_need_no_track() {
    let (mut t, _) = table();
    let (tile, cell) = (t.tile("9"), t.cell("A9"));
    t.sheet.papers[X.at()].right = Some(Right::Tile { tile, cells: vec![cell] });
    let choices = t.checks().right_tiles(P[1]);
    assert_eq!(choices.len(), 2, "two ways to lie");
    assert!(t.checks().right_tiles(P[0]).is_empty());
    t.acts().lay_by_right(P[1], X, (cell, tile, 0));
    assert_eq!(t.core.board().at(cell).unwrap().tile, tile);
    assert!(t.checks().right_tiles(P[1]).is_empty(), "once only");
    let (mut t, _) = table();
    let tiles = vec![t.tile("57")];
    t.sheet.papers[X.at()].right = Some(Right::Parting { tiles, cell: t.cell("A7") });
    assert_eq!(t.checks().parting_tiles(X).len(), 2);
    let city = t.tile("57");
    t.core.board_mut().set_supply(city, 0);
    assert!(t.checks().parting_tiles(X).is_empty());
    assert!(t.checks().parting_tiles(Y).is_empty());
}

#[test]
fn a_phase_closes_papers_but_for_one_that_stays() {
    let (mut t, _) = table();
    t.sheet.papers[X.at()].right = Some(Right::Stays(50));
    t.core.papers[Y.at()].place = Place::Player(P[2]);
    t.core.papers[2].place = Place::Company(A);
    assert_eq!(t.checks().income(X), 5);
    t.acts().left_stack(Card(3));
    assert_eq!(t.core.phase, 2);
    let places = [X, Y, Paper(2)].map(|p| t.core.papers[p.at()].place);
    assert_eq!(places, [Place::Player(P[1]), Place::Gone, Place::Gone]);
    assert_eq!(t.checks().income(X), 50);
    let before = t.cash(P[1]);
    t.acts().papers_pay();
    assert_eq!(t.cash(P[1]), before + 50);
    t.core.papers[X.at()].place = Place::Company(A);
    t.acts().close_papers();
    assert_eq!(t.core.papers[X.at()].place, Place::Gone, "not with a company");
}

#[test]
fn rights_are_read_from_the_sheet() {
    let mut t = Table::plain();
    let mut sheet = data();
    sheet["papers"][0]["own"] = json!({"sale": [10, 40], "blocks": "A5", "waives": "hill"});
    sheet["papers"][1]["own"] = json!({"players": 4, "parting": {"tiles": ["57"], "cell": "A7"}});
    sheet["papers"][2]["own"] = json!({"port": {"tile": "9", "cells": ["A9"]}});
    let faults = Faults::default();
    rights(&Look::new(&sheet, &faults), &mut t.sheet, 3);
    assert_eq!(faults.into_list(), Vec::<String>::new());
    let papers = &t.sheet.papers;
    assert_eq!((papers[0].sale, papers[0].blocks), (Some((10, 40)), Some(t.cell("A5"))));
    assert_eq!(papers[0].right, Some(Right::Waives("hill".to_owned())));
    assert!(papers[0].in_play && !papers[1].in_play, "four players are needed");
    assert!(matches!(papers[2].right, Some(Right::Tile { .. })));
    sheet["papers"][0]["own"] = json!({"blocks": "Q9", "flies": true});
    sheet["papers"][2]["own"] = json!({"port": {"tile": "99", "cells": ["A9"]}});
    let faults = Faults::default();
    rights(&Look::new(&sheet, &faults), &mut t.sheet, 3);
    assert_eq!(faults.into_list().len(), 3, "a key, a cell and a tile that nobody knows");
}
