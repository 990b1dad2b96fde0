//! The share price chart, the order of operating rounds, and the end of the game.

use super::table::{Table, public_table, setup, start, table};
use engine::{Event, Move, Player, Position, RoundKind};
use titles::g18cz::Step;

const BOTTOM: [i32; 23] = [
    40, 50, 55, 60, 65, 70, 80, 90, 100, 110, 120, 132, 144, 158, 172, 188, 204, 222, 240, 260,
    290, 320, 350,
];
const TOP: [i32; 23] = [
    45, 53, 58, 63, 68, 75, 85, 95, 105, 115, 126, 138, 151, 165, 180, 196, 213, 231, 250, 275,
    305, 335, 370,
];

/// A company of a class whose price marker lies at a price and that has earned 100.
fn earned(company: &str, price: i32) -> Table {
    let mut t = table(3).phase("d").float(company, 0, price).operating(company, Step::Dividend);
    t.at.state.turn.revenue = 100;
    t
}

fn depth(t: &Table, company: &str) -> u8 {
    t.at.state.core.market.depth(t.company(company))
}

#[test]
fn two_rows_that_alternate_by_rising_price() {
    // CZ-MARKET-1, CZ-MARKET-2
    let t = table(3);
    let cells = &t.sheet().market.cells;
    assert_eq!(cells.len(), 46);
    for i in 0..23 {
        assert_eq!(i32::from(cells[2 * i].price), BOTTOM[i]);
        assert_eq!(i32::from(cells[2 * i + 1].price), TOP[i]);
        assert_eq!((cells[2 * i].row, cells[2 * i + 1].row), (1, 0), "odd cells on top");
    }
    assert!(cells.windows(2).all(|w| w[0].price < w[1].price));
    assert!(cells.windows(2).all(|w| w[0].column + 1 == w[1].column), "offset by half a cell");
}

#[test]
fn starting_prices_lie_in_the_bottom_row() {
    // CZ-MARKET-3
    for (i, cell) in table(3).sheet().market.cells.iter().enumerate() {
        assert!(cell.start == 0 || i % 2 == 0);
    }
}

#[test]
fn dividends_go_right_in_the_row_and_stop_at_its_end() {
    // CZ-MARKET-4, HARD-CZ-2
    for row in [BOTTOM, TOP] {
        for (i, &price) in row.iter().enumerate() {
            let mut t = earned("EKJ", price);
            t.pay_out();
            assert_eq!(t.price_of("EKJ"), row[(i + 1).min(22)], "from {price}");
        }
    }
}

#[test]
fn withholding_goes_left_in_the_row_and_stops_at_its_end() {
    // CZ-MARKET-5, HARD-CZ-2
    for row in [BOTTOM, TOP] {
        for (i, &price) in row.iter().enumerate() {
            for company in ["EKJ", "Sx"] {
                let mut t = earned(company, price);
                t.withhold();
                assert_eq!(t.price_of(company), row[i.saturating_sub(1)], "{company} from {price}");
            }
        }
    }
}

#[test]
fn a_large_company_takes_two_steps_one_after_the_other() {
    // CZ-MARKET-6
    for row in [BOTTOM, TOP] {
        for (i, &price) in row.iter().enumerate() {
            let mut t = earned("Sx", price);
            t.pay_out();
            assert_eq!(t.price_of("Sx"), row[(i + 2).min(22)], "from {price}");
        }
    }
    let mut t = earned("Sx", 320);
    t.pay_out();
    assert_eq!(t.price_of("Sx"), 350, "the second step is impossible");
}

#[test]
fn a_sale_goes_one_cell_down_to_the_other_row_whatever_the_number() {
    // CZ-MARKET-7
    let cells: Vec<i32> =
        table(3).sheet().market.cells.iter().map(|c| i32::from(c.price)).collect();
    for (i, &price) in cells.iter().enumerate() {
        for n in [1, 3] {
            let mut t = table(3).phase("d").stock(3).float("Sx", 0, 90).price("Sx", price);
            t.play(t.sell("Sx", n));
            assert_eq!(t.price_of("Sx"), cells[i.saturating_sub(1)], "{n} shares at {price}");
        }
    }
}

#[test]
fn a_sold_out_company_goes_one_cell_up_at_the_end_of_the_stock_round() {
    // CZ-MARKET-8
    let cells: Vec<i32> =
        table(3).sheet().market.cells.iter().map(|c| i32::from(c.price)).collect();
    for (i, &price) in cells.iter().enumerate() {
        // No cash, so that the round ends at once; the shares of the first are all with players.
        let t = table(3).phase("b").float("EKJ", 0, 50).shares("EKJ", 1, 2).price("EKJ", price);
        let mut t = t.float("MW", 0, 50).shares("MW", 1, 1).price("MW", price).stock(2);
        for _ in 0..3 {
            t.pass();
        }
        let end = t
            .events
            .iter()
            .position(|e| matches!(e, Event::OrderChanged { .. }))
            .expect("the end of the round");
        let moved: Vec<&Event> =
            t.events[..end].iter().filter(|e| matches!(e, Event::PriceMoved { .. })).collect();
        if price == 370 {
            assert!(moved.is_empty(), "on 370 it stays");
        } else {
            let rise =
                Event::PriceMoved { company: t.company("EKJ"), from: price, to: cells[i + 1] };
            assert_eq!(moved, [&rise], "and MW, of which one share is left, stays");
        }
    }
}

#[test]
fn sold_out_companies_rise_in_operating_order() {
    // CZ-MARKET-8, CZ-MARKET-9
    // Both arrive on 53: BN's marker from 50 first because it lies on top.
    let t = table(3)
        .phase("b")
        .float("MW", 0, 50)
        .shares("MW", 1, 2)
        .float("EKJ", 0, 50)
        .shares("EKJ", 1, 2);
    let mut t = t.stock(2);
    assert_eq!((depth(&t, "MW"), depth(&t, "EKJ")), (0, 1));
    for _ in 0..3 {
        t.pass();
    }
    let rises: Vec<_> = t
        .events
        .iter()
        .filter_map(|e| match e {
            Event::PriceMoved { company, to: 53, .. } => Some(*company),
            _ => None,
        })
        .collect();
    assert_eq!(rises, [t.company("MW"), t.company("EKJ")]);
}

#[test]
fn an_arriving_marker_goes_under_and_a_resting_one_keeps_its_place() {
    // CZ-MARKET-9
    let t = earned("EKJ", 70).float("MW", 1, 50).price("MW", 80);
    let mut t = t;
    t.pay_out();
    assert_eq!(t.price_of("EKJ"), 80);
    assert_eq!((depth(&t, "MW"), depth(&t, "EKJ")), (0, 1));
    // Two markers at the end of the row: the upper one pays and stays on top.
    let t = earned("EKJ", 350).float("MW", 1, 50).price("MW", 350);
    let mut t = t;
    assert_eq!((depth(&t, "EKJ"), depth(&t, "MW")), (0, 1));
    t.pay_out();
    assert_eq!((depth(&t, "EKJ"), depth(&t, "MW")), (0, 1));
}

#[test]
fn the_market_examples() {
    // CZ-MARKET-4, CZ-MARKET-5, CZ-MARKET-7, CZ-MARKET-8
    let path = |from: i32, steps: &[usize]| {
        let t = table(3);
        let cells = &t.sheet().market.cells;
        steps.iter().fold(t.cell_of_price(from), |at, &how| cells[at as usize].to[how]) as usize
    };
    // Moves in the order right, left, sale, sold out.
    let (right, left, sale, sold_out) = (0, 1, 2, 3);
    assert_eq!(path(65, &[left]), 6, "first turn without a train: 60");
    assert_eq!(path(65, &[left, right]), 8, "65 again");
    assert_eq!(path(50, &[left]), 0);
    assert_eq!(path(50, &[left, sold_out]), 1);
    assert_eq!(path(50, &[left, sold_out, right]), 3);
    assert_eq!(path(320, &[right, right]), 44);
    assert_eq!(path(350, &[sold_out]), 45);
    assert_eq!(path(40, &[sale]), 0);
}

/// The order in which companies begin their turns in the operating round after a stock round.
fn turns(mut t: Table) -> Vec<String> {
    let mut order = Vec::new();
    let mut operating = false;
    for _ in 0..200 {
        let mv = t.at.choices().into_iter().map(|c| c.mv).find(|m| matches!(m, Move::Pass));
        let mv = mv.or_else(|| t.at.choices().into_iter().map(|c| c.mv).next()).expect("a choice");
        t.try_play(&mv).unwrap();
        for e in &t.events {
            if let Event::TurnBegan { company } = e {
                order.push(t.sheet().company(*company).id.clone());
            }
        }
        operating |= t.at.state.core.round.kind == RoundKind::Operating;
        if operating && t.at.state.core.round.kind != RoundKind::Operating {
            break;
        }
    }
    order
}

#[test]
fn companies_operate_by_falling_price_and_from_the_top_of_the_stack() {
    // CZ-OR-2
    let t = table(3)
        .phase("d")
        .float("EKJ", 0, 70)
        .float("BN", 0, 80)
        .float("OFE", 1, 70)
        .float("Sx", 1, 90);
    let t = t.float("MW", 2, 50).stock(3);
    let t = ["EKJ", "BN", "OFE", "Sx", "MW"].into_iter().fold(t, |t, c| t.treasury(c, 300));
    assert_eq!(turns(t), ["Sx", "BN", "EKJ", "OFE", "MW"]);
}

#[test]
fn the_order_is_fixed_at_the_start_of_the_round() {
    // CZ-OR-3, CZ-OR-7
    // BN falls below EKJ in its own turn (70 to 65), MW stands at 68 and still comes last.
    let t = table(3)
        .phase("d")
        .float("BN", 0, 70)
        .float("EKJ", 1, 70)
        .float("MW", 2, 50)
        .price("MW", 68)
        .stock(3);
    let t = ["BN", "EKJ", "MW"].into_iter().fold(t, |t, c| t.treasury(c, 300));
    assert_eq!(turns(t), ["BN", "EKJ", "MW"]);
}

#[test]
fn a_turn_goes_through_its_steps_in_order() {
    // CZ-OR-5
    let t = table(3)
        .phase("d")
        .float("BN", 0, 60)
        .treasury("BN", 900)
        .train("BN", "2+2")
        .float("OFE", 0, 50);
    let t =
        t.tile("E11", "8890", 1).station("BN", "E11", 1).tile("D12", "8", 4).tile("D14", "9", 1);
    let mut t = t.tile("D16", "14", 1).operating("BN", Step::Track).local_of("S1", "BN");
    let mut steps = Vec::new();
    while t.step() != "stock" {
        steps.push(t.step());
        match t.step() {
            "run" => {
                assert_eq!(t.refused(&Move::Pass), "CZ-OR-5", "running is compulsory");
                t.play(t.best_run("BN"));
            }
            "dividend" => {
                assert_eq!(t.refused(&Move::Pass), "CZ-OR-5", "deciding is compulsory");
                t.pay_out();
            }
            _ => {
                t.pass();
            }
        }
    }
    assert_eq!(steps, ["track", "station", "run", "dividend", "acquire", "trains", "papers"]);
    let t = table(3).phase("d").float("BN", 0, 60).station("BN", "E11", 1).treasury("BN", 900);
    let t = t.operating("BN", Step::Track);
    assert_eq!(t.refused(t.buy_top("BN", "3+3")), "CZ-OR-5");
    assert_eq!(t.refused(t.place("BN", "E11", 0)), "CZ-OR-5");
    assert_eq!(t.refused(&Move::Dividend { pay: engine::Pay::Out }), "CZ-OR-5");
}

#[test]
fn the_marker_moves_to_its_box_before_anything_else() {
    // CZ-OR-1, CZ-LOCAL-4
    let mut t =
        table(3).phase("b").float("EKJ", 0, 50).treasury("EKJ", 300).local_of("S1", "EKJ").stock(3);
    for _ in 0..3 {
        t.pass();
    }
    assert_eq!(t.at.state.local_value(&t.at.printed), Some(50));
    assert_eq!(t.treasury_of("EKJ"), 305);
    t.play(t.sell_local("S1"));
    assert_eq!(t.treasury_of("EKJ"), 355, "the value of this box");
}

#[test]
fn a_first_turn_earns_nothing_and_costs_a_step() {
    // CZ-OR-7, CZ-INCOME-8
    let t = table(3)
        .phase("d")
        .float("BCB", 0, 65)
        .treasury("BCB", 260)
        .fresh("BCB")
        .float("MW", 1, 50)
        .stock(3);
    let mut t = t.treasury("MW", 300);
    for _ in 0..3 {
        t.pass();
    }
    assert_eq!(t.waits_for().1, "BCB");
    t.pass();
    assert_eq!(t.step(), "trains");
    assert_eq!((t.price_of("BCB"), t.treasury_of("BCB")), (60, 260));
}

#[test]
fn eight_sets_with_thirteen_operating_rounds() {
    // CZ-END-1, CZ-END-2, CZ-EXPORT-2
    for base in [start(&setup(3, "rulebook", 3)), start(&setup(3, "public18xx", 3))] {
        let mut t = base;
        let mut boxes = Vec::new();
        let mut exports = 0;
        // Nobody ever buys anything: stock rounds pass, operating rounds are empty.
        while t.at.outcome().is_none() {
            t.pass();
            for e in &t.events {
                match e {
                    Event::RoundBegan { round } => {
                        boxes.push((round.kind, round.set, round.number))
                    }
                    Event::TrainExported { .. } => exports += 1,
                    _ => {}
                }
            }
        }
        let mut expected = Vec::new();
        for (set, rounds) in [1, 1, 1, 1, 2, 2, 2, 3].into_iter().enumerate() {
            expected.push((RoundKind::Stock, set as u8 + 1, 1));
            expected.extend((1..=rounds).map(|n| (RoundKind::Operating, set as u8 + 1, n)));
        }
        assert_eq!(boxes, expected);
        assert_eq!(boxes.iter().filter(|b| b.0 == RoundKind::Operating).count(), 13);
        assert_eq!(exports, 7);
        let values: Vec<i32> =
            t.at.printed.process.iter().map(|b| b.value).filter(|&v| v > 0).collect();
        assert_eq!(values, [40, 45, 50, 55, 60, 65, 70, 75, 80, 90, 100, 110, 120]);
        assert_eq!(t.refused(&Move::Pass), "CZ-END-2", "nothing is played after the end");
        assert!(t.at.decision().is_none() && t.at.choices().is_empty());
    }
}

#[test]
fn final_wealth_is_cash_shares_and_papers_less_debt_and_penalty() {
    // CZ-END-3, CZ-LOCAL-10, CZ-EMERGENCY-11
    let t = table(3)
        .phase("j")
        .float("BN", 0, 60)
        .price("BN", 222)
        .shares("BN", 1, 1)
        .local("S1", 0)
        .local("L1", 1);
    let t =
        t.cash(0, 100).cash(1, 200).cash(2, 50).debt(2, 118).float("EKJ", 2, 50).price("EKJ", 350);
    let mut t = t.train("EKJ", "5").local_of("S2", "EKJ").treasury("EKJ", 999).in_box(120);
    t = t.operating("EKJ", Step::Papers);
    t.pass();
    let outcome = t.at.outcome().expect("the game is over");
    assert_eq!(outcome.values, [100 + 3 * 222 + 120, 200 + 222 + 120, 50 + 2 * 350 - 236]);
    assert_eq!(outcome.winners, [Player(0)]);
}

#[test]
fn the_richest_win_and_ties_are_shared() {
    // CZ-END-4
    let end = |cash: [i32; 3]| {
        let t = table(3).phase("j").float("EKJ", 0, 50).train("EKJ", "5").local_of("S2", "EKJ");
        let mut t = t
            .cash(0, cash[0])
            .cash(1, cash[1])
            .cash(2, cash[2])
            .in_box(120)
            .operating("EKJ", Step::Papers);
        t.pass();
        t.at.outcome().unwrap().winners
    };
    assert_eq!(end([0, 500, 400]), [Player(1)]);
    assert_eq!(end([400, 500, 400]), [Player(0), Player(1)], "two shares of 50 make it even");
    assert_eq!(end([400, 500, 500]), [Player(0), Player(1), Player(2)]);
}

#[test]
fn the_chart_is_the_same_on_the_public_platform() {
    // CZ-MARKET-2
    assert_eq!(table(3).sheet().market, public_table(3).sheet().market);
}
