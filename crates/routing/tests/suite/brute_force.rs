//! The solver against trying everything, on random small boards.

use crate::brute;
use crate::random::{Dice, Shape, rules, train};
use crate::size::by_size;
use routing::*;

struct Case {
    net: Network,
    trains: Vec<Train>,
    rules: Constraints,
    tuning: Tuning,
}

fn case(seed: u64) -> Case {
    let mut dice = Dice::new(seed);
    let shape = Shape {
        edges: if dice.one_in(2) { 4 } else { 6 },
        width: 2 + dice.below(2),
        height: 2 + dice.below(2),
        halts: dice.one_in(2),
        plain: 3,
    };
    let net = shape.board(&mut dice);
    let trains = (0..1 + dice.below(3)).map(|_| train(&mut dice)).collect();
    let rules = rules(&mut dice);
    let mut tuning = Tuning::default();
    if dice.one_in(3) {
        tuning.first_nodes = dice.below(30) as u64;
    }
    if dice.one_in(3) {
        tuning.most_links = 0;
    }
    if dice.one_in(3) {
        tuning.few = dice.below(4);
    }
    Case { net, trains, rules, tuning }
}

/// What is wrong with the solver's answer, if anything.
fn fault(case: &Case) -> Option<String> {
    let Case { net, trains, rules, tuning } = case;
    let found = solve_tuned(net, trains, rules, Budget::unlimited(), *tuning);
    if let Err(violation) = check(net, trains, rules, &found) {
        return Some(format!("{violation}: {found:?}"));
    }
    let value = (found.totals.primary, found.totals.secondary, -i64::from(found.totals.stops));
    let best = brute::best(net, trains, rules);
    (value != best || !found.ties_proved)
        .then(|| format!("found {value:?} (proved {}), best {best:?}", found.ties_proved))
}

/// Takes away pieces and trains as long as the answer stays wrong.
fn shrink(mut case: Case) -> Case {
    loop {
        let smaller = (0..case.net.pieces.len())
            .map(|i| {
                let mut net = case.net.clone();
                net.pieces.remove(i);
                net.mines.clear();
                Case { net, trains: case.trains.clone(), ..case }
            })
            .chain((0..case.trains.len()).map(|i| {
                let mut trains = case.trains.clone();
                trains.remove(i);
                Case { net: case.net.clone(), trains, ..case }
            }))
            .find(|smaller| fault(smaller).is_some());
        match smaller {
            Some(smaller) => case = smaller,
            None => return case,
        }
    }
}

fn compare(first: u64) {
    let seeds = first..first + by_size(4_000, 20_000, 200_000);
    let mut with_income = 0;
    for seed in seeds.clone() {
        let case = case(seed);
        if case.net.pieces.len() > 24 {
            continue;
        }
        if fault(&case).is_some() {
            let small = shrink(case);
            panic!(
                "seed {seed}: {}\n{}\n{:?}\n{:?}\n{:?}",
                fault(&small).unwrap_or_default(),
                serde_json::to_string(&small.net).unwrap_or_default(),
                small.trains,
                small.rules,
                small.tuning
            );
        }
        with_income += u64::from(
            solve(&case.net, &case.trains, &case.rules, Budget::unlimited()).totals.primary > 0,
        );
    }
    assert!(
        with_income * 4 > seeds.end - seeds.start,
        "only {with_income} boards have a route at all"
    );
}

// CZ-RUN-13, LIL-INCOME-4, IOW-RECEIVER-3
#[test]
fn nothing_better_exists_on_small_boards() {
    compare(0);
}

// CZ-RUN-13, LIL-INCOME-4, IOW-RECEIVER-3
#[test]
fn nothing_better_exists_on_more_small_boards() {
    compare(1_000_000);
}

#[test]
fn a_quick_bound_is_never_below_the_proved_best_and_often_equal_to_it() {
    let (mut equal, mut above, mut alone) = (0, 0, 0);
    for seed in 0..by_size(6_000, 20_000, 200_000) {
        let Case { net, trains, rules, .. } = case(seed);
        let ground = Ground::new(net.clone(), rules);
        let best = ground.solve(&trains, Budget::unlimited());
        assert_eq!(best, solve(&net, &trains, &rules, Budget::unlimited()), "seed {seed}");
        assert!(best.proved, "seed {seed}");
        let bound: i64 = trains.iter().map(|train| ground.at_most(train)).sum();
        assert!(bound >= best.totals.primary, "seed {seed}: {bound} below {}", best.totals.primary);
        if trains.len() == 1 && best.totals.primary > 0 {
            alone += 1;
            equal += u32::from(bound == best.totals.primary);
            above += bound - best.totals.primary;
        }
    }
    assert!(equal * 2 > alone, "equal only {equal} times of {alone}; above by {above} in all");
}
