//! Prices for contested track (Lagrangian relaxation): with a price on every resource each train can be looked at alone, and
//! the sum of what they gain, plus the prices, is an upper bound on what they can earn together.

use crate::bound::Prices;
use crate::graph::Graph;
use crate::pool::Pool;
use crate::score::Score;

/// Prices and the bound that they give over the candidates of the pools.
pub(crate) struct Pricing {
    pub prices: Prices,
    pub bound: Score,
}

/// Improves prices by subgradient steps, starting from `start`. `counts[k]` trains draw on `pools[k]`; `known` is the best
/// score reached so far. `greedy` is called with the reduced scores of promising steps.
pub(crate) fn improve(
    graph: &Graph,
    pools: &[Pool],
    counts: &[usize],
    start: Vec<Score>,
    known: &mut dyn FnMut(&Prices) -> Score,
) -> Pricing {
    let weight: usize = pools.iter().map(Pool::weight).sum();
    let steps = (3_000_000 / weight.max(1)).clamp(12, 120);
    let mut at = Prices::new(graph, start);
    let mut best = Pricing {
        bound: Score::MAX,
        prices: at.clone(),
    };
    let mut relax = 1.0f64;
    let mut since = 0;
    for step in 0..steps {
        let mut demand = vec![0i32; graph.resources];
        let mut bound = at.total();
        for (pool, &count) in pools.iter().zip(counts) {
            let top = (0..pool.len())
                .map(|i| (pool.reduced(i, &at), usize::MAX - i))
                .max();
            if let Some((reduced, i)) = top.filter(|t| t.0 > 0) {
                bound += reduced * count as Score;
                for &r in pool.uses(usize::MAX - i) {
                    demand[r as usize] += count as i32;
                }
            }
        }
        if bound < best.bound {
            best = Pricing {
                bound,
                prices: at.clone(),
            };
            since = 0;
        } else {
            since += 1;
            if since >= 6 {
                relax *= 0.6;
                since = 0;
                at = best.prices.clone();
                if relax < 0.02 {
                    break;
                }
            }
        }
        let reached = if step % 4 == 0 || step + 1 == steps {
            known(&at)
        } else {
            known(&best.prices)
        };
        if best.bound <= reached {
            break;
        }
        // Oversold track gets dearer, track that nobody wants gets cheaper.
        let slope = |r: usize| 1 - demand[r];
        let norm: i32 = (0..graph.resources)
            .filter(|&r| slope(r) < 0 || at.resource[r] > 0)
            .map(|r| slope(r) * slope(r))
            .sum();
        if norm == 0 {
            break;
        }
        let length = relax * (bound - reached) as f64 / f64::from(norm);
        let next = (0..graph.resources)
            .map(|r| (at.resource[r] - (length * f64::from(slope(r))) as Score).max(0))
            .collect();
        at = Prices::new(graph, next);
    }
    best
}
