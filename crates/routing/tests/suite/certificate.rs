//! Certificates, budgets, and the smaller functions.

use crate::map::Map;
use crate::random::{Dice, Shape, rules, train};
use routing::*;

fn map() -> Map {
    let mut map = Map::new();
    map.city("A", 20)
        .town("t", 10)
        .city("B", 30)
        .city("C", 40)
        .red("M", 40)
        .own("A")
        .bonus("M", 50);
    map.track("A t B C M").track("A C");
    map
}

#[test]
fn check_refuses_every_corrupted_certificate() {
    let map = map();
    let trains = [Train::express(4), Train::plain(2)];
    let rules = Constraints::cz();
    let good = map.solve(&trains, &rules);
    let corruptions: [fn(&mut Certificate); 14] = [
        |c| c.totals.revenue += 10,
        |c| c.totals.primary += 10,
        |c| c.totals.stops += 1,
        |c| c.bound -= 1,
        |c| c.bound += 10,
        |c| c.proved = false,
        |c| c.routes[0].revenue += 10,
        |c| c.routes[0].calls[0].value += 10,
        |c| c.routes[0].calls[0].counted = !c.routes[0].calls[0].counted,
        |c| c.routes[0].pieces.swap(0, 1),
        |c| c.routes[1].train = c.routes[0].train,
        |c| c.routes[1] = Route { train: 1, ..c.routes[0].clone() },
        |c| c.routes[0].pieces.push(999),
        |c| {
            c.routes[0].calls.pop();
        },
    ];
    for (n, corrupt) in corruptions.iter().enumerate() {
        let mut bad = good.clone();
        corrupt(&mut bad);
        assert_ne!(bad, good, "corruption {n} changes something");
        assert!(check(&map.net, &trains, &rules, &bad).is_err(), "corruption {n} passes");
    }
}

#[test]
fn what_check_accepts_survives_json() {
    let map = map();
    let trains = [Train::express(4)];
    let best = map.solve(&trains, &Constraints::cz());
    let text = serde_json::to_string(&best).expect("serialises");
    assert_eq!(serde_json::from_str::<Certificate>(&text).expect("reads back"), best);
}

/// A board large enough to need some search.
fn large(seed: u64) -> (Network, Vec<Train>, Constraints) {
    let mut dice = Dice::new(seed);
    let shape = Shape { edges: 6, width: 5, height: 5, halts: true, plain: 4 };
    let net = shape.board(&mut dice);
    let trains = (0..3).map(|_| train(&mut dice)).collect();
    (net, trains, rules(&mut dice))
}

#[test]
fn a_small_budget_gives_an_honest_bound() {
    let mut unproved = 0;
    for seed in 0..60 {
        let (net, trains, rules) = large(seed);
        let best = solve(&net, &trains, &rules, Budget::unlimited());
        assert!(best.proved);
        for nodes in [0, 10, 100, 1000] {
            let found = solve(&net, &trains, &rules, Budget::nodes(nodes));
            assert_eq!(check(&net, &trains, &rules, &found), Ok(found.totals));
            assert!(found.totals.primary <= best.totals.primary);
            assert!(found.bound >= best.totals.primary, "seed {seed}, {nodes} nodes: {found:?}");
            unproved += u32::from(!found.proved);
        }
    }
    assert!(unproved > 20, "the budgets are too large to test anything");
}

#[test]
fn a_cancelled_search_gives_an_honest_bound() {
    let (net, trains, rules) = large(1);
    let best = solve(&net, &trains, &rules, Budget::unlimited());
    let budget = Budget { nodes: None, cancel: Some(&|| true) };
    let found = solve(&net, &trains, &rules, budget);
    assert!(found.bound >= best.totals.primary && found.nodes < 2000);
    assert_eq!(check(&net, &trains, &rules, &found), Ok(found.totals));
}

#[test]
fn the_same_question_has_the_same_answer() {
    let mut problems = Vec::new();
    let mut answers = Vec::new();
    for seed in 0..20 {
        let (net, trains, rules) = large(seed);
        let first = solve(&net, &trains, &rules, Budget::unlimited());
        assert_eq!(first, solve(&net, &trains, &rules, Budget::unlimited()));
        problems.push(Problem { net, trains, rules });
        answers.push(first);
    }
    for threads in [1, 2, 5, 64] {
        assert_eq!(solve_many(&problems, None, threads), answers);
    }
}

/// Squares of brown plain tiles, every edge joined to every other, with cities at the corners.
fn junctions(width: u16) -> Network {
    let mut net = Network::default();
    let side = |net: &mut Network, n: usize| (0..n).map(|_| net.add_border()).collect::<Vec<_>>();
    let w = width as usize;
    let across = side(&mut net, (w - 1) * w);
    let down = side(&mut net, (w - 1) * w);
    for y in 0..w {
        for x in 0..w {
            let cell = (y * w + x) as u16;
            let mut ends = Vec::new();
            if x > 0 {
                ends.push(End::Border(across[y * (w - 1) + x - 1]));
            }
            if x + 1 < w {
                ends.push(End::Border(across[y * (w - 1) + x]));
            }
            if y > 0 {
                ends.push(End::Border(down[(y - 1) * w + x]));
            }
            if y + 1 < w {
                ends.push(End::Border(down[y * w + x]));
            }
            if (x == 0 || x + 1 == w) && (y == 0 || y + 1 == w) {
                let own_station = cell == 0;
                let city = Stop { own_station, ..Stop::new(cell, 0, StopKind::City, 20) };
                let city = net.add_stop(city);
                ends.iter().for_each(|&end| {
                    net.add_piece(cell, End::Stop(city), end);
                });
            } else {
                for i in 0..ends.len() {
                    for j in i + 1..ends.len() {
                        net.add_piece(cell, ends[i], ends[j]);
                    }
                }
            }
        }
    }
    net
}

#[test]
fn a_grid_of_brown_junctions_ends_within_the_budget() {
    let net = junctions(8);
    assert_eq!(net.validate(), Ok(()));
    for trains in [vec![Train::express(4)], vec![Train::express(4); 2], vec![Train::plain(3); 4]] {
        let rules = Constraints::cz();
        let found = solve(&net, &trains, &rules, Budget::nodes(100_000));
        assert!(found.nodes <= 110_000);
        assert_eq!(check(&net, &trains, &rules, &found), Ok(found.totals));
        assert!(found.totals.revenue > 0 && found.bound >= found.totals.primary);
    }
}

#[test]
fn many_equal_cycles_end_within_the_budget() {
    let mut net = Network::default();
    let cities: Vec<StopId> = (0..16)
        .map(|n| net.add_stop(Stop { own_station: n < 2, ..Stop::new(n, 0, StopKind::City, 20) }))
        .collect();
    for &a in &cities {
        for &b in &cities {
            if a < b {
                let border = net.add_border();
                net.add_piece(a, End::Stop(a), End::Border(border));
                net.add_piece(b, End::Border(border), End::Stop(b));
            }
        }
    }
    let trains = vec![Train::plain(8); 3];
    let rules = Constraints::cz();
    let found = solve(&net, &trains, &rules, Budget::nodes(50_000));
    assert!(found.nodes <= 60_000);
    assert_eq!(check(&net, &trains, &rules, &found), Ok(found.totals));
    assert!(found.bound >= 480, "three trains of eight cities each can earn 480");
}

#[test]
fn clicked_stops_are_joined_by_the_track_that_earns_most() {
    let map = map();
    let (trains, rules) = ([Train::express(4), Train::plain(2)], Constraints::cz());
    let through = |train: usize, names: &[&str], others: &[Claim]| {
        let stops: Vec<StopId> = names.iter().map(|n| map.id(n)).collect();
        Beside::new(&map.net, &trains, &rules, train, others).through(&stops, Patience::default())
    };
    let free = through(0, &["A", "M"], &[]).expect("a route");
    assert_eq!(map.names(&free), "A t B C M");
    assert_eq!(free.revenue, 180);
    let turned = through(0, &["M", "B", "A"], &[]).expect("a route");
    assert_eq!(map.names(&turned), "M C B t A");
    // B is clicked after C, so that the way over A is the only one.
    let order = through(0, &["B", "A", "C"], &[]).expect("a route");
    assert_eq!(map.names(&order), "B t A C");
    assert_eq!(through(0, &["t", "M", "A"], &[]), Err(None));
    assert_eq!(through(0, &["A", "A"], &[]), Err(None));
    assert_eq!(through(0, &[], &[]), Err(None));
}

#[test]
fn a_line_through_clicked_stops_keeps_clear_of_other_routes() {
    let map = map();
    let (trains, rules) = ([Train::express(4), Train::plain(2)], Constraints::cz());
    let stops = [map.id("A"), map.id("C")];
    let through = |train: usize, others: &[Claim]| {
        Beside::new(&map.net, &trains, &rules, train, others).through(&stops, Patience::default())
    };
    let direct = through(1, &[]).expect("a route");
    assert_eq!(map.names(&direct), "A C");
    let taken = [Claim::from(&direct)];
    let round = through(0, &taken).expect("a route");
    assert_eq!(map.names(&round), "A t B C");
    // What the train itself ran before is not in its way.
    assert_eq!(through(1, &taken).expect("a route"), direct);
    let taken = [Claim::from(&round)];
    assert_eq!(map.names(&through(1, &taken).expect("a route")), "A C");
    // Both ways are taken: the shortest line says why.
    let three = [Train::express(4), Train::plain(2), Train::plain(2)];
    let both = [Claim::from(&round), Claim::from(&direct)];
    let refused = Beside::new(&map.net, &three, &rules, 2, &both)
        .through(&stops, Patience::default())
        .expect_err("no track is left");
    assert!(
        matches!(refused, Some(Violation::PieceTwice { .. } | Violation::BorderTwice { .. })),
        "{refused:?}"
    );
}

#[test]
fn patience_ends_the_look_for_lines() {
    let map = map();
    let (trains, rules) = ([Train::express(4)], Constraints::cz());
    let stops = [map.id("A"), map.id("C")];
    let through =
        |patience| Beside::new(&map.net, &trains, &rules, 0, &[]).through(&stops, patience);
    let usual = Patience::default();
    let worth = |p| through(p).map(|route| map.names(&route));
    assert_eq!(worth(usual), Ok("A t B C".to_owned()));
    assert_eq!(worth(Patience { lines: 1, ..usual }), Ok("A t B C".to_owned()));
    assert_eq!(worth(Patience { pieces: 2, ..usual }), Ok("A C".to_owned()));
    assert_eq!(worth(Patience { steps: 1, ..usual }), Err(None));
}

#[test]
fn one_more_train_runs_where_track_is_left() {
    let map = map();
    let (trains, rules) = (vec![Train::plain(2); 3], Constraints::cz());
    let could =
        |others: &[Claim], most| Beside::new(&map.net, &trains, &rules, 2, others).could_run(most);
    assert!(could(&[], 5000));
    let claim = |train: usize, names: &[&str]| {
        let stops: Vec<StopId> = names.iter().map(|n| map.id(n)).collect();
        let found = Beside::new(&map.net, &trains, &rules, train, &[])
            .through(&stops, Patience::default())
            .expect("a route");
        Claim::from(&found)
    };
    let one = claim(0, &["A", "C"]);
    assert!(could(std::slice::from_ref(&one), 5000));
    let both = [one, claim(1, &["A", "t"])];
    assert!(!could(&both, 5000), "no track leaves the only station");
}

#[test]
fn the_limit_of_lines_hides_what_comes_later() {
    // No line ends at a halt: the third one that is tried is the first to work.
    let mut map = Map::new();
    map.city("A", 20).halt("g").halt("h").city("B", 30).hq("A");
    map.track("A g h B");
    let (trains, rules) = ([Train::mixed(2, 2)], Constraints::iow());
    let could = |most| Beside::new(&map.net, &trains, &rules, 0, &[]).could_run(most);
    assert_eq!([0, 1, 2, 5000].map(could), [false, false, true, true]);
}

#[test]
fn connections_of_the_public_platform_become_pieces() {
    // IOW-PUB-63
    let mut map = Map::new();
    map.city("Cowes", 60).town("t", 20).halt("h").city("B", 10).hq("Cowes");
    map.same_cell(&["Cowes", "t", "h"]).track("Cowes t h B");
    let inside = |a, b| Connection { cells: vec![0], stops: Some((a, b)) };
    let out = Connection { cells: vec![3, 0], stops: None };
    let pieces = map.line("Cowes t h B");
    let forth = [inside(1, 0), inside(1, 2), out.clone()];
    assert_eq!(route_from_connections(&map.net, &forth), Some(pieces.clone()));
    let back: Vec<PieceId> = pieces.into_iter().rev().collect();
    assert_eq!(route_from_connections(&map.net, &[out, inside(2, 1), inside(0, 1)]), Some(back));
    assert_eq!(route_from_connections(&map.net, &[inside(0, 2)]), None);
}

#[test]
fn a_cache_answers_as_the_solver_does_and_remembers_what_did_not_change() {
    let mut cache = Cache::new(100);
    for seed in 0..30 {
        let (mut net, trains, rules) = large(seed);
        let best = solve(&net, &trains, &rules, Budget::unlimited());
        for _ in 0..2 {
            let found = cache.solve(&net, &trains, &rules, Budget::unlimited());
            assert_eq!(check(&net, &trains, &rules, &found), Ok(found.totals));
            assert_eq!(found.totals.primary, best.totals.primary);
        }
        // A tile far away, numbered before all others.
        let far = net.add_stop(Stop::new(999, 0, StopKind::City, 90));
        let border = net.add_border();
        net.add_piece(999, End::Stop(far), End::Border(border));
        let hits = cache.hits;
        let found = cache.solve(&net, &trains, &rules, Budget::unlimited());
        assert_eq!(found.totals.primary, best.totals.primary);
        assert_eq!(cache.hits, hits + u64::from(found.ties_proved));
    }
}
