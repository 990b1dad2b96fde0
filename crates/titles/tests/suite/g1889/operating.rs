//! Operating rounds. S89-OR

use super::Table;
use engine::RoundKind;

#[test]
fn a_round_is_income_homes_and_a_turn_each() {
    // S89-OR-1, S89-OR-5
    let t = Table::new(2).floated("UR", 65, [5, 0], 0).private("SIR", 1).treasury("UR", 80);
    let mut t = t.tile("A8", "8", 4).tile("A10", "6", 3).train("UR", "2").operating();
    assert_eq!((t.cash_of(1), t.stations_on("B7").len()), (440, 1));
    let mut steps = Vec::new();
    while t.round().0 == RoundKind::Operating {
        steps.push(t.step());
        t.idle();
    }
    assert_eq!(steps, ["track", "station", "run", "dividend", "trains"]);
}

#[test]
fn the_dearest_acts_first_then_the_one_further_right_then_the_upper_one() {
    // S89-OR-2, S89-PUB-47
    let t = Table::new(2).floated("AR", 100, [5, 0], 0).floated("IR", 90, [5, 0], 0);
    let t =
        t.floated("SR", 90, [5, 0], 0).floated("KO", 65, [5, 0], 0).floated("UR", 80, [5, 0], 0);
    // 90 stands in row 1 column 3 and in row 2 column 4; KO comes to 100 last.
    let t = t.marker("UR", 2, 4).marker("KO", 0, 3).operating();
    let lineup = engine::Position::lineup(&t.at);
    assert_eq!(lineup, ["AR", "KO", "UR", "IR", "SR"].map(|id| t.company(id)));
}

#[test]
fn the_order_is_fixed_at_the_start() {
    // S89-OR-3
    let t = Table::new(2).floated("AR", 100, [5, 0], 0).floated("UR", 90, [5, 0], 0);
    let t = t.floated("SR", 80, [5, 0], 0).operating().marker("SR", 0, 14);
    let t = t.turn_of("UR", "track");
    assert_eq!(t.acting(), "UR");
}

#[test]
fn after_an_emergency_sale_the_rest_is_put_in_order_anew() {
    // S89-OR-4, S89-EMERGENCY-10
    let t = Table::new(2).phase("4").floated("UR", 100, [5, 0], 0).floated("SR", 90, [3, 4], 0);
    let t = t.floated("AR", 80, [0, 5], 0).tile("B5", "9", 0).cash(0, 50).treasury("UR", 100);
    let mut t = t.operating().turn_of("UR", "trains");
    let lineup = |t: &Table| engine::Position::lineup(&t.at);
    assert_eq!(lineup(&t), ["UR", "SR", "AR"].map(|id| t.company(id)));
    t.play(t.sell("SR", 2));
    assert_eq!(t.price_of("SR"), 75);
    assert_eq!(lineup(&t), ["UR", "AR", "SR"].map(|id| t.company(id)));
    assert!(!t.at.state.stock.has_sold(engine::Player(0), t.company("SR")));
}

#[test]
fn the_phase_says_how_many_rounds_follow() {
    // S89-OR-6, S89-PUB-54
    for (phase, rounds) in [("2", 1), ("3", 2), ("4", 2), ("5", 3), ("6", 3), ("D", 3)] {
        let mut t = Table::new(2).phase(phase).floated("KU", 65, [5, 0], 0).operating();
        let mut last = 0;
        while t.round().0 == RoundKind::Operating {
            last = t.round().2;
            t.idle();
        }
        assert_eq!((last, t.round()), (rounds, (RoundKind::Stock, 3, 1)), "phase {phase}");
    }
    // A new phase within the set changes nothing.
    let t = Table::new(2).floated("UR", 65, [5, 0], 0).treasury("UR", 900);
    let mut t = t.operating().until("trains");
    t.cards_gone(|card| card.kind == 0);
    t.play(t.deck("UR"));
    assert_eq!(t.at.state.core.phase, 1);
    while t.round().0 == RoundKind::Operating {
        t.idle();
    }
    assert_eq!(t.round(), (RoundKind::Stock, 3, 1));
}
