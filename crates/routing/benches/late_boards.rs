//! Dense late boards with long trains, growth with the board, and repeated calls against cold ones.
//!
//! `late.json` holds two networks of late positions, one of 18CZ and one of 1860.

#[path = "../tests/suite/random.rs"]
#[allow(dead_code)]
mod random;

use divan::{Bencher, black_box};
use random::{Dice, Shape};
use routing::*;
use std::collections::BTreeMap;

fn main() {
    divan::main();
}

fn late(name: &str) -> Network {
    let all: BTreeMap<String, Network> =
        serde_json::from_str(include_str!("late.json")).expect("two networks");
    all[name].clone()
}

fn bench(bencher: Bencher, net: &Network, trains: &[Train], rules: &Constraints) {
    bencher.bench(|| {
        let best = solve(black_box(net), trains, rules, Budget::unlimited());
        assert!(best.proved);
        best
    });
}

#[divan::bench(args = [1, 2, 3, 4], sample_count = 20)]
fn cz_8e(bencher: Bencher, trains: usize) {
    bench(bencher, &late("cz"), &vec![Train::express(8); trains], &Constraints::cz());
}

#[divan::bench(args = [1, 2, 3, 4], sample_count = 20)]
fn cz_5_plus_5(bencher: Bencher, trains: usize) {
    bench(bencher, &late("cz"), &vec![Train::plus(5); trains], &Constraints::cz());
}

#[divan::bench(args = [1, 2, 3], sample_count = 5)]
fn iow_9_plus_5(bencher: Bencher, trains: usize) {
    bench(bencher, &late("iow"), &vec![Train::mixed(9, 5); trains], &Constraints::iow());
}

#[divan::bench(sample_count = 5)]
fn iow_two_9_plus_5_and_8_plus_4(bencher: Bencher) {
    let trains = [Train::mixed(9, 5), Train::mixed(9, 5), Train::mixed(8, 4)];
    bench(bencher, &late("iow"), &trains, &Constraints::iow());
}

/// A random board of so many cells a side.
fn board(edges: usize, side: usize) -> Network {
    Shape { edges, width: side, height: side, halts: false, plain: 3 }.board(&mut Dice::new(7))
}

#[divan::bench(args = [3, 4, 5, 6], sample_count = 10)]
fn lilliput_two_4d(bencher: Bencher, side: usize) {
    bench(
        bencher,
        &board(4, side),
        &[Train::doubled(4), Train::doubled(4)],
        &Constraints::lilliput(),
    );
}

#[divan::bench(args = [3, 4, 5, 6, 7, 8], sample_count = 10)]
fn growth_two_4e(bencher: Bencher, side: usize) {
    bench(bencher, &board(6, side), &[Train::express(4), Train::express(4)], &Constraints::cz());
}

#[divan::bench(sample_count = 20)]
fn cold_after_a_tile_elsewhere(bencher: Bencher) {
    let (trains, rules) = (vec![Train::express(8); 2], Constraints::cz());
    let mut net = late("cz");
    elsewhere(&mut net);
    bench(bencher, &net, &trains, &rules);
}

#[divan::bench(sample_count = 20)]
fn repeated_after_a_tile_elsewhere(bencher: Bencher) {
    let (trains, rules) = (vec![Train::express(8); 2], Constraints::cz());
    let mut net = late("cz");
    let mut cache = Cache::new(1000);
    cache.solve(&net, &trains, &rules, Budget::unlimited());
    elsewhere(&mut net);
    bencher.bench_local(|| cache.solve(black_box(&net), &trains, &rules, Budget::unlimited()));
}

/// Track that the company cannot reach.
fn elsewhere(net: &mut Network) {
    let city = net.add_stop(Stop::new(900, 0, StopKind::City, 20));
    let border = net.add_border();
    net.add_piece(900, End::Stop(city), End::Border(border));
}
