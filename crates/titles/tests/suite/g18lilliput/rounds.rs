//! Rounds, action cards, copy cards, money actions.

use super::table::Table;
use engine::{Event, Move, Position};
use titles::g18lilliput::Side;
use titles::g18lilliput::{Act, Stage};

fn cards_in_use(seats: usize) -> Vec<String> {
    let t = Table::drafted(seats);
    let rules = &t.at.printed;
    (0..rules.cards.len())
        .filter(|&i| rules.cards[i].in_use)
        .map(|i| rules.sheet.slots[i].clone())
        .collect()
}

#[test]
fn the_game_lasts_eight_rounds_and_nine_with_three() {
    // LIL-ROUND-1, LIL-P3-1, LIL-P2-6, LIL-SOLO-8
    for (seats, rounds) in [(1, 8), (2, 8), (3, 9), (4, 8)] {
        let mut t = Table::drafted(seats);
        let mut seen = 1;
        while t.at.decision().is_some() {
            match t.step() {
                "dividend" => t.play(Move::Dividend { pay: engine::Pay::Out }).events.clone(),
                "depot" => t.pass().events.clone(),
                "limit" => {
                    let mv = t.at.choices()[0].mv.clone();
                    t.play(mv).events.clone()
                }
                _ => t.end_turns().events.clone(),
            };
            seen = seen.max(t.at.round());
        }
        assert_eq!(seen, rounds, "{seats} players");
    }
}

#[test]
fn a_round_is_actions_then_trains_then_bureaucracy() {
    // LIL-ROUND-2
    let mut t = Table::drafted(2);
    assert_eq!(t.step(), "card");
    let events = t.end_turns().events.clone();
    assert!(events.iter().any(|e| matches!(e, Event::Ran { .. })));
    assert!(!events.iter().any(|e| matches!(e, Event::TrainExported { .. })));
    t.play(Move::Dividend { pay: engine::Pay::Out });
    let events = t.play(Move::Dividend { pay: engine::Pay::Out }).events.clone();
    assert!(events.iter().any(|e| matches!(e, Event::TrainExported { .. })));
    assert_eq!((t.at.round(), t.step()), (2, "card"));
}

#[test]
fn players_act_clockwise_and_back() {
    // LIL-ROUND-3, LIL-ROUND-4, LIL-ROUND-5
    let mut t = Table::drafted(4);
    let mut seats = Vec::new();
    for card in ["A1", "A3", "A5", "A6", "A8", "A9", "A10", "A2"] {
        seats.push(t.decider());
        t.play_card(card, if card == "A2" { 0 } else { 1 });
        if t.step() == "track" {
            t.pass();
        }
    }
    assert_eq!(seats, [0, 1, 2, 3, 3, 2, 1, 0]);
    assert_eq!(t.at.state.stage, Stage::Dividend(t.company("MR")));
}

#[test]
fn one_card_a_turn_and_one_option_of_it() {
    // LIL-ACTION-1
    let mut t = Table::drafted(4);
    assert_eq!(t.refused(Move::Pass), "LIL-ACTION-1", "a card must be taken");
    assert_eq!(t.refused(t.buy_top_for("MR", 80)), "LIL-ACTION-1");
    t.play_card("A7", 0);
    assert_eq!(
        t.refused(t.lay("MR", (0, -2), "P-Y-S", 0)),
        "LIL-ACTION-8",
        "the other option is lost"
    );
    let slot = t.slot("A1");
    assert_eq!(t.refused(Move::PlayCard { slot, side: 0, copy: false }), "LIL-ACTION-1");
    assert_eq!(t.refused(Move::PlayCard { slot, side: 2, copy: false }), "LIL-ACTION-1");
}

#[test]
fn the_options_of_the_ten_cards() {
    // LIL-ACTION-2, LIL-ACTION-3, LIL-ACTION-4, LIL-ACTION-5, LIL-ACTION-6, LIL-ACTION-7, LIL-ACTION-8, LIL-ACTION-9,
    // LIL-ACTION-10, LIL-ACTION-11
    let any = Side::Tiles { yellow: 0, green: 0, any: 1 };
    let cash = |amount| Side::Cash { amount };
    let wanted = [
        [any, cash(5)],
        [Side::Tiles { yellow: 1, green: 1, any: 0 }, any],
        [Side::Tiles { yellow: 2, green: 0, any: 0 }, cash(5)],
        [Side::Shares { buy: 1 }, any],
        [Side::Shares { buy: 1 }, cash(10)],
        [Side::Shares { buy: 1 }, cash(5)],
        [Side::Trains { most: 1 }, any],
        [Side::Trains { most: 2 }, cash(5)],
        [Side::Station { most: 1 }, cash(5)],
        [Side::Treasury { amounts: [50, 70, 100], over: 2 }, cash(20)],
    ];
    let t = Table::new(4);
    for (card, sides) in t.at.printed.cards.iter().zip(wanted) {
        assert_eq!(card.sides, sides);
    }
}

#[test]
fn a2_allows_one_yellow_and_one_green_tile_in_either_order() {
    // LIL-ACTION-3
    let mut t = Table::drafted(4).phase(3);
    t.play_card("A2", 0);
    t.play(t.lay("MR", (0, -1), "C-G-T", 0));
    assert_eq!(t.refused(t.lay("MR", (0, -1), "C-G-T", 1)), "LIL-ACTION-3", "no second green one");
    t.play(t.lay("MR", (0, -2), "P-Y-S", 0));
    assert_eq!(t.decider(), 1, "nothing is left of the card");
}

#[test]
fn a3_allows_two_yellow_tiles_and_no_green_one() {
    // LIL-ACTION-4
    let mut t = Table::drafted(4).phase(3);
    t.play_card("A3", 0);
    assert_eq!(t.refused(t.lay("MR", (0, -1), "C-G-T", 0)), "LIL-ACTION-4");
    t.play(t.lay("MR", (0, -2), "P-Y-S", 0));
    assert_eq!(t.decider(), 0);
    t.play(t.lay("MR", (0, -3), "C-Y-S", 0));
    assert_eq!(t.decider(), 1);
}

#[test]
fn one_tile_of_any_colour() {
    // LIL-ACTION-2, LIL-ACTION-5, LIL-ACTION-8
    for (card, side) in [("A1", 0), ("A2", 1), ("A4", 1), ("A7", 1)] {
        let mut t = Table::drafted(4).phase(5).tile((0, -1), "C-G-T", 0);
        t.play_card(card, side);
        assert!(t.offers(&t.lay("MR", (0, -2), "P-Y-S", 0)));
        assert!(t.offers(&t.lay("MR", (0, -1), "C-B-X", 0)));
        t.play(t.lay("MR", (0, -1), "C-B-X", 0));
        assert_eq!(t.decider(), 1, "{card}: one tile only");
    }
}

#[test]
fn trains_by_card() {
    // LIL-ACTION-8, LIL-ACTION-9
    let mut t = Table::drafted(4);
    t.play_card("A7", 0);
    t.play(t.buy_top_for("MR", 80));
    assert_eq!(t.decider(), 1, "A7: one train");
    t.play_card("A8", 0);
    t.play(t.buy_top_for("SR", 80));
    assert_eq!(t.decider(), 1, "A8: a second train");
    t.play(t.buy_top_for("SR", 150));
    assert_eq!(t.decider(), 2);
}

#[test]
fn private_cash_by_card() {
    // LIL-CASH-1, LIL-ACTION-2, LIL-ACTION-4, LIL-ACTION-6, LIL-ACTION-7, LIL-ACTION-9, LIL-ACTION-10, LIL-ACTION-11
    let by_card = [("A1", 5), ("A3", 5), ("A5", 10), ("A6", 5), ("A8", 5), ("A9", 5), ("A10", 20)];
    for (card, amount) in by_card {
        let mut t = Table::drafted(4);
        t.play_card(card, 1);
        assert_eq!(t.cash_of(0), 30 + amount, "{card}");
        assert_eq!(t.decider(), 1);
    }
}

#[test]
fn money_for_treasuries_by_colour_phase() {
    // LIL-CASH-2, LIL-PHASE-2, LIL-ACTION-11
    for (phase, amount) in [(1, 50), (2, 50), (3, 70), (4, 70), (5, 100), (6, 100), (7, 100)] {
        let mut t = Table::drafted(4).phase(phase);
        t.play_card("A10", 0);
        assert_eq!(
            t.refused(t.allot("MR", amount - 1)),
            "LIL-CASH-3",
            "all of it to a single company"
        );
        assert_eq!(t.refused(t.allot("SR", amount)), "LIL-ACTION-13");
        t.play(t.allot("MR", amount));
        assert_eq!(t.treasury_of("MR"), 550 + amount, "phase {phase}");
    }
}

#[test]
fn money_for_treasuries_may_be_split_between_two_companies() {
    // LIL-CASH-3
    let mut t = Table::drafted(4).founded(0, "BCR", 60).treasury("BCR", 0);
    t.play_card("A10", 0);
    assert_eq!(t.refused(t.allot("MR", 51)), "LIL-CASH-3");
    t.play(t.allot("MR", 13));
    assert_eq!((t.treasury_of("MR"), t.treasury_of("BCR")), (563, 37));
    assert_eq!(t.decider(), 1);
    assert_eq!(t.refused(t.allot("SR", 50)), "LIL-CASH-2");
}

#[test]
fn cards_in_use_by_number_of_players() {
    // LIL-ACTION-12, LIL-P3-5, LIL-P2-5, LIL-SOLO-6
    assert_eq!(cards_in_use(4).len(), 10);
    assert_eq!(cards_in_use(3), ["A2", "A3", "A4", "A5", "A7", "A8", "A9", "A10"]);
    assert_eq!(cards_in_use(2), ["A2", "A3", "A5", "A8", "A9", "A10"]);
    assert_eq!(cards_in_use(1), ["A2", "A4", "A8", "A9"]);
    let t = Table::drafted(2);
    let slot = t.slot("A1");
    assert_eq!(t.refused(Move::PlayCard { slot, side: 0, copy: false }), "LIL-ACTION-12");
}

#[test]
fn parts_of_one_card_may_be_done_by_different_own_companies() {
    // LIL-ACTION-13
    let mut t = Table::drafted(4).founded(0, "BCR", 60).treasury("BCR", 200);
    t.play_card("A8", 0);
    assert_eq!(t.refused(t.buy_top_for("SR", 80)), "LIL-ACTION-13");
    t.play(t.buy_top_for("MR", 80));
    t.play(t.buy_top_for("BCR", 80));
    assert_eq!((t.trains_of("MR").len(), t.trains_of("BCR").len()), (2, 1));
}

#[test]
fn parts_of_an_option_may_be_declined() {
    // LIL-ACTION-14
    let mut t = Table::drafted(4);
    t.play_card("A3", 0);
    t.play(t.lay("MR", (0, -2), "P-Y-S", 0));
    t.pass();
    assert_eq!(t.decider(), 1);
    t.play_card("A8", 0);
    t.pass();
    assert_eq!(t.decider(), 2, "all of it");
}

#[test]
fn a_copy_card_repeats_a_card_used_this_round() {
    // LIL-COPY-1, LIL-COPY-2, LIL-COPY-3, LIL-COPY-5
    let mut t = Table::drafted(4);
    let (a5, a6) = (t.slot("A5"), t.slot("A6"));
    let copy = |slot, side| Move::PlayCard { slot, side, copy: true };
    assert_eq!(t.refused(copy(a5, 1)), "LIL-COPY-5", "no card has been used");
    t.play_card("A5", 1);
    assert_eq!(t.refused(copy(a6, 1)), "LIL-COPY-1", "not used yet");
    assert!(t.offers(&copy(a5, 0)), "the other option too");
    t.play(copy(a5, 1));
    assert_eq!((t.cash_of(1), t.at.state.copies), (40, [1, 0, 1, 1]));
    assert_eq!(t.decider(), 2, "it replaces the card of the turn");
    // Copied again by the next player, although it was last used through a copy.
    t.play(copy(a5, 1));
    t.play_card("A1", 1);
    t.play(copy(a5, 1));
    t.play_card("A3", 1);
    assert_eq!(t.decider(), 1);
    assert_eq!(t.refused(copy(a5, 1)), "LIL-COPY-3", "gone for the rest of the game");
    t.play_card("A8", 1);
    t.play(copy(a5, 1));
    assert_eq!(t.cash_of(0), 30 + 10 + 10, "his own card copied");
    assert_eq!(t.at.state.copies, [0, 0, 0, 0]);
}

#[test]
fn a_turn_without_anything_left_to_do_ends_by_itself() {
    // LIL-ACTION-14
    let mut t = Table::drafted(4).treasury("MR", 10);
    t.play_card("A9", 0);
    assert_eq!((t.decider(), t.at.state.act), (1, Act::Open), "no station can be paid");
}
