//! Bureaucracy, the end of the game, numbers of players.

use super::table::Table;
use engine::{Event, Flag, Move, Pay, Player, Position, Whereabouts};
use titles::g18lilliput::Stage;

fn pay_all(t: &mut Table) -> Vec<Event> {
    let mut events = Vec::new();
    while t.step() == "dividend" {
        events.extend(t.play(Move::Dividend { pay: Pay::Out }).events.clone());
    }
    events
}

fn deck(seats: usize) -> Vec<(String, usize)> {
    let t = Table::drafted(seats);
    let mut counts: Vec<(String, usize)> = Vec::new();
    for kind in t.trains_at(Whereabouts::Deck) {
        match counts.last_mut() {
            Some((k, n)) if *k == kind => *n += 1,
            _ => counts.push((kind, 1)),
        }
    }
    assert!(t.at.printed.sheet.trains.last().unwrap().unlimited);
    counts.retain(|(k, _)| k != "4D");
    counts
}

fn kinds(list: [usize; 5]) -> Vec<(String, usize)> {
    ["2", "3", "4", "5", "3D"].iter().map(|k| (*k).to_owned()).zip(list).collect()
}

#[test]
fn the_top_train_goes_to_the_depot_and_may_change_the_phase() {
    // LIL-BUREAU-1
    let mut t = Table::drafted(4);
    t.end_turns();
    let events = pay_all(&mut t);
    assert_eq!(t.trains_at(Whereabouts::Pool), ["2"]);
    assert!(events.contains(&Event::PhaseBegan { phase: 1 }));
    assert_eq!(t.at.state.core.phase, 1);
}

#[test]
fn first_player_cards_and_round_marker_move_on() {
    // LIL-BUREAU-2, LIL-BUREAU-3, LIL-BUREAU-4
    let mut t = Table::drafted(3);
    t.play_card("A5", 1);
    assert_ne!(t.at.state.used, 0);
    t.end_turns();
    pay_all(&mut t);
    assert_eq!((t.decider(), t.at.round(), t.at.state.used), (1, 2, 0));
    t.play_card("A5", 1);
    assert_eq!(t.decider(), 2);
    t.end_turns();
    pay_all(&mut t);
    assert_eq!((t.decider(), t.at.round()), (2, 3));
}

#[test]
fn the_depot_limit_is_enforced_from_the_first_player_in_bureaucracy() {
    // LIL-LIMIT-5, LIL-BUREAU-1
    let mut t = Table::drafted(2).phase(3);
    for id in ["MR", "SR"] {
        t = t.no_trains(id);
    }
    for (id, kind, n) in
        [("MR", "3", 2), ("MR", "5", 2), ("SR", "4", 1), ("SR", "3D", 2), ("SR", "3", 1)]
    {
        for _ in 0..n {
            t = t.train(id, kind);
        }
    }
    while t.at.state.core.trains.get(t.at.state.core.trains.top().unwrap()).kind < t.kind("4") {
        let top = t.at.state.core.trains.top().unwrap();
        t.at.state.core.trains.get_mut(top).place = Whereabouts::Gone;
    }
    t.at.state.core.order[..2].rotate_left(1);
    t.end_turns();
    pay_all(&mut t);
    assert_eq!((t.step(), t.decider()), ("limit", 1), "the first player, before the card passes");
    let card = t.at.state.core.trains.of(t.company("SR")).next().unwrap();
    t.play(t.give_back("SR", card));
    assert_eq!((t.step(), t.decider()), ("limit", 0));
    let card = t.at.state.core.trains.of(t.company("MR")).next().unwrap();
    t.play(t.give_back("MR", card));
    assert_eq!((t.step(), t.decider(), t.at.round()), ("card", 0, 2), "then the card passes on");
}

#[test]
fn the_game_ends_after_the_last_running_step_without_bureaucracy() {
    // LIL-END-1, LIL-BUREAU-5
    let mut t = Table::drafted(4).round(8);
    let events = t.end_turns().events.clone();
    assert_eq!(t.at.state.stage, Stage::Over);
    assert!(t.at.decision().is_none() && t.at.choices().is_empty());
    assert!(
        !events
            .iter()
            .any(|e| matches!(e, Event::TrainExported { .. } | Event::PriorityPassed { .. }))
    );
    assert_eq!(t.refused(Move::Pass), "LIL-END-1");
}

#[test]
fn in_the_last_round_income_is_doubled_and_never_withheld() {
    // LIL-END-2, LIL-END-3, LIL-END-4, LIL-P3-1
    for (seats, round) in [(4, 8), (3, 9)] {
        let mut t = Table::drafted(seats).shares("MR", 1, 1).round(round);
        let before = (t.cash_of(0), t.treasury_of("MR"));
        let events = t.end_turns().events.clone();
        assert!(events.contains(&Event::Ran { company: t.company("MR"), revenue: 50, subsidy: 0 }));
        assert_eq!(t.cash_of(0) - before.0, 50, "50 % of twice 50, without being asked");
        assert_eq!(t.treasury_of("MR"), before.1);
        assert_eq!(t.price_of("MR"), 75, "two moves");
    }
    // Round 8 with three players is an ordinary one.
    let mut t = Table::drafted(3).round(8);
    t.end_turns();
    assert_eq!(t.step(), "dividend");
}

#[test]
fn a_company_without_income_falls_in_the_last_round_too() {
    // LIL-DIVIDEND-6, LIL-END-3
    let mut t = Table::drafted(4).round(8).no_trains("MR");
    t.depot("3");
    t.end_turns();
    assert_eq!((t.price_of("MR"), t.at.state.stage), (45, Stage::Over), "and buys nothing");
}

#[test]
fn results_are_cash_shares_and_unused_copy_cards() {
    // LIL-END-5, LIL-END-6, LIL-COPY-4
    let mut t = Table::drafted(2).cash(0, 100).price("MR", 100).price("SR", 70).shares("SR", 0, 2);
    assert_eq!(t.at.values()[0], 100 + 500 + 140 + 2 * 20);
    t.at.state.copies[0] = 1;
    t = t.treasury("MR", 9000).train("MR", "4D");
    assert_eq!(t.at.values()[0], 100 + 500 + 140 + 20, "treasuries and trains are worth nothing");
}

#[test]
fn the_highest_result_wins_and_equal_ones_share() {
    // LIL-END-7
    let mut t = Table::drafted(4);
    for id in ["MR", "SR", "GVR", "LNR"] {
        t = t.no_trains(id).price(id, 50);
    }
    for (seat, cash) in [(0, 100), (1, 300), (2, 300), (3, 0)] {
        t = t.cash(seat, cash);
    }
    t = t.round(8);
    t.end_turns();
    let outcome = t.at.outcome().unwrap();
    assert_eq!(outcome.winners, [Player(1), Player(2)]);
    assert_eq!(outcome.values, [345, 545, 545, 245], "45 x 5 and a copy card of 20 each");
}

#[test]
fn the_deck_by_number_of_players() {
    // LIL-P3-3, LIL-P3-4, LIL-P3-6, LIL-P2-3, LIL-P2-4, LIL-SOLO-7
    assert_eq!(deck(4), kinds([2, 6, 5, 4, 3]));
    assert_eq!(deck(3), kinds([2, 5, 4, 3, 2]));
    assert_eq!(deck(2), kinds([2, 3, 3, 2, 2]));
    assert_eq!(deck(1), kinds([2, 2, 2, 2, 2]));
}

#[test]
fn starting_companies_nobody_chose_are_removed() {
    // LIL-P2-2, LIL-P3-2, LIL-SOLO-4
    for (seats, closed) in [(4, 0), (3, 1), (2, 2), (1, 2)] {
        let t = Table::drafted(seats);
        let gone =
            t.at.printed
                .sheet
                .company_ids()
                .filter(|&c| t.at.state.core.is(c, Flag::Closed))
                .count();
        assert_eq!(gone, closed, "{seats} players");
        let late = t.at.printed.sheet.company_ids().filter(|&c| t.at.unfounded(c)).count();
        assert_eq!(late, 4, "the late companies stay available");
    }
}

#[test]
fn two_characters_are_drafted_in_three_passes() {
    // LIL-P2-7
    let mut t = Table::with(2, &[("two_characters", "on")]);
    let mut order = Vec::new();
    while t.step() == "draft" || t.step() == "home" {
        if t.step() == "draft" {
            order.push(t.decider());
        }
        let mv = t.at.choices()[0].mv.clone();
        t.play(mv);
    }
    assert_eq!(order, [0, 1, 1, 0, 0, 1]);
    for seat in 0..2 {
        assert_eq!(t.at.companies_of(Player(seat)).count(), 1);
        assert_eq!(t.at.state.holders.iter().filter(|&&h| h == seat).count(), 2);
    }
    for seats in [1, 3, 4] {
        let setup = super::table::setup(seats, &[("two_characters", "on")]);
        assert!(super::table::start(&setup).is_err(), "{seats} players");
    }
}
