//! Prices for contested track (Lagrangian relaxation): with a price on every resource each train can be looked at alone, and
//! the sum of what they gain, plus the prices, is an upper bound on what they can earn together.

use crate::bound::Prices;
use crate::graph::Graph;
use crate::pool::Pool;
use crate::score::Score;

/// For each kind of train some of the candidates of its pool.
pub(crate) type Chosen = Vec<Vec<u32>>;

/// Improves prices by subgradient steps, starting from `start`, with regard to the `chosen` candidates only. `counts[k]`
/// trains draw on `pools[k]`. `reach` is given the reduced scores of the chosen ones, tries to combine them, and
/// returns the best score reached so far.
pub(crate) fn improve(
    graph: &Graph,
    pools: &[Pool],
    counts: &[usize],
    start: Vec<Score>,
    chosen: &Chosen,
    reach: &mut dyn FnMut(&[Vec<Score>]) -> Score,
) -> Prices {
    // Two trains are combined quickly; with more of them good prices are worth more.
    let steps = if counts.iter().sum::<usize>() <= 2 { 120 } else { 400 };
    let supply: Vec<i32> =
        (0..graph.resources + graph.stops).map(|r| graph.supply(r) as i32).collect();
    let all = supply.len();
    let mut at = start;
    let mut best = at.clone();
    let mut lowest = Score::MAX;
    let mut relax = 1.0f64;
    let mut since = 0;
    let mut reached = 0;
    let mut reduced: Vec<Vec<Score>> = vec![Vec::new(); pools.len()];
    let mut demand = vec![0i32; all];
    for step in 0..steps {
        demand.fill(0);
        let mut bound: Score =
            at.iter().zip(&supply).map(|(price, &n)| price * Score::from(n)).sum();
        for (kind, pool) in pools.iter().enumerate() {
            let scores = &mut reduced[kind];
            scores.clear();
            scores.extend((chosen[kind].iter()).map(|&i| pool.reduced_by(i as usize, &at)));
            let top = (0..scores.len()).max_by_key(|&n| (scores[n], std::cmp::Reverse(n)));
            if let Some(n) = top.filter(|&n| scores[n] > 0) {
                bound += scores[n] * counts[kind] as Score;
                for &r in pool.uses(chosen[kind][n] as usize) {
                    demand[r as usize] += counts[kind] as i32;
                }
            }
        }
        if step % 5 == 0 {
            reached = reach(&reduced);
        }
        if bound < lowest {
            lowest = bound;
            best.clone_from(&at);
            since = 0;
        } else {
            since += 1;
            if since >= 6 {
                relax *= 0.6;
                since = 0;
                at.clone_from(&best);
                if relax < 0.02 {
                    break;
                }
                continue;
            }
        }
        if lowest <= reached {
            break;
        }
        // Oversold track gets dearer, track that nobody wants gets cheaper.
        let slope = |r: usize| supply[r] - demand[r];
        let norm: i32 =
            (0..all).filter(|&r| slope(r) < 0 || at[r] > 0).map(|r| slope(r) * slope(r)).sum();
        if norm == 0 {
            break;
        }
        let length = relax * (bound - reached) as f64 / f64::from(norm);
        for (r, price) in at.iter_mut().enumerate() {
            *price = (*price - (length * f64::from(slope(r))) as Score).max(0);
        }
    }
    Prices::new(graph, best)
}
