//! Prices for contested track (Lagrangian relaxation): with a price on every resource each train can be looked at alone, and
//! the sum of what they gain, plus the prices, is an upper bound on what they can earn together.

use crate::bound::Prices;
use crate::graph::Graph;
use crate::pool::Pool;
use crate::score::Score;

/// Prices, the bound that they give, and the candidates that can still be part of a better set.
pub(crate) struct Pricing {
    pub prices: Prices,
    pub live: Live,
}

/// For each kind of train the candidates of interest.
pub(crate) type Live = Vec<Vec<u32>>;

/// Improves prices by subgradient steps, starting from `start`. `counts[k]` trains draw on `pools[k]`. `reach` is given the
/// candidates of interest with their reduced scores, tries to combine them, and returns the best score reached so far.
pub(crate) fn improve(
    graph: &Graph,
    pools: &[Pool],
    counts: &[usize],
    start: Vec<Score>,
    mut live: Live,
    reach: &mut dyn FnMut(&Live, &[Vec<Score>]) -> Score,
) -> Pricing {
    // Two trains are combined quickly; with more of them good prices are worth more.
    let (steps, most_work) = if counts.iter().sum::<usize>() <= 2 {
        (120, 6_000_000)
    } else {
        (400, 40_000_000)
    };
    let mut work = 0;
    let mut at = Prices::new(graph, start);
    let mut best = at.clone();
    let mut lowest = Score::MAX;
    let mut relax = 1.0f64;
    let mut since = 0;
    let mut reached = 0;
    for step in 0..steps {
        let mut demand = vec![0i32; graph.resources + graph.stops];
        let mut bound = at.total;
        let mut tops = vec![0; pools.len()];
        let mut reduced: Vec<Vec<Score>> = Vec::new();
        for (kind, pool) in pools.iter().enumerate() {
            let scores: Vec<Score> = live[kind]
                .iter()
                .map(|&i| pool.reduced(i as usize, &at))
                .collect();
            let top = (0..scores.len()).max_by_key(|&n| (scores[n], std::cmp::Reverse(n)));
            if let Some(n) = top.filter(|&n| scores[n] > 0) {
                tops[kind] = scores[n];
                bound += scores[n] * counts[kind] as Score;
                for &r in pool.uses(live[kind][n] as usize) {
                    demand[r as usize] += counts[kind] as i32;
                }
            }
            reduced.push(scores);
        }
        work += live.iter().map(Vec::len).sum::<usize>() * 12;
        if step >= 30 && work > most_work {
            break;
        }
        if step % 5 == 0 {
            reached = reach(&live, &reduced);
        }
        if bound < lowest {
            lowest = bound;
            best = at.clone();
            since = 0;
            // What falls short of the best of its kind by more than the gap is in no better set.
            let gap = bound - reached;
            for kind in 0..pools.len() {
                let least = tops[kind] - gap;
                let mut scores = reduced[kind].iter();
                live[kind].retain(|_| scores.next().is_some_and(|&s| s >= least));
            }
        } else {
            since += 1;
            if since >= 6 {
                relax *= 0.6;
                since = 0;
                at = best.clone();
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
        let slope = |r: usize| graph.supply(r) as i32 - demand[r];
        let all = graph.resources + graph.stops;
        let norm: i32 = (0..all)
            .filter(|&r| slope(r) < 0 || at.resource[r] > 0)
            .map(|r| slope(r) * slope(r))
            .sum();
        if norm == 0 {
            break;
        }
        let length = relax * (bound - reached) as f64 / f64::from(norm);
        let next = (0..all)
            .map(|r| (at.resource[r] - (length * f64::from(slope(r))) as Score).max(0))
            .collect();
        at = Prices::new(graph, next);
    }
    Pricing { prices: best, live }
}
