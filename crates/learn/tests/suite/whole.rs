//! From games to a file of whole numbers.

use bots::{COMMON, LEAF, Net, ONE, OWN, POLICY, Scene, TRAITS, Traits, WHOLE};
use engine::Rng;
use learn::{
    Branch, Choice, Course, Seen, Side, read_choices, read_model, read_samples, small, study,
    train, write_choice, write_game, write_model,
};

// Games in which the seat with more of one number ends richer than the forecast says.
fn made(count: u64) -> Vec<Seen> {
    let game = |seed: u64| {
        let mut rng = Rng::new(seed);
        let mut seat = || {
            let mut own: [i16; OWN] = std::array::from_fn(|_| rng.below(256) as i16);
            own[0] = ONE as i16;
            own
        };
        let seats = vec![seat(), seat()];
        let more = (i32::from(seats[0][7]) - i32::from(seats[1][7])) * 4;
        let won = more > 0;
        Seen {
            side: None,
            variant: "standard".to_owned(),
            seed,
            scenes: vec![Scene { common: [ONE as i16; COMMON], seats }],
            values: vec![4096 + more, 4096 - more],
            wins: if won { vec![100, 0] } else { vec![0, 100] },
        }
    };
    (0..count).map(game).collect()
}

#[test]
fn what_decides_games_is_learned_and_told_in_whole_numbers() {
    let games = made(900);
    let course = Course { epochs: 10, ..Course::default() };
    let report = train(&games, &course, |_, _| {});
    let (_, kept) = &report.epochs[report.taken];
    assert!(kept.wealth < report.forecast.wealth / 10.0, "{kept:?} {:?}", report.forecast);
    assert!(kept.winner > 0.8, "{kept:?}");
    let [stage] = report.stages.as_slice() else { panic!("{:?}", report.stages) };
    assert!(stage.count == 150 && stage.network > 0.95, "{stage:?}");
    let net = report.model.quantised(vec!["standard".to_owned()]);
    for game in &games[..50] {
        let told = report.model.told(&game.scenes[0]);
        let view = net.view(&game.scenes[0]);
        for seat in 0..2 {
            let above = view[seat].above as f64 / WHOLE as f64;
            assert!((above + 1.0 - told.shares[seat]).abs() < 0.01, "{view:?} {told:?}");
            let chance = view[seat].chance as f64 / WHOLE as f64;
            assert!((chance - told.chances[seat]).abs() < 0.01, "{view:?} {told:?}");
        }
    }
}

// Forks behind which the branch with more of one number ends better for who decided, whatever the rest.
fn forked(count: u64) -> Vec<Seen> {
    let mut all = Vec::new();
    for seed in 0..count {
        let mut rng = Rng::new(seed);
        // The same for both branches: who is ahead already.
        let ahead = rng.below(2000) as i32 - 1000;
        for _ in 0..2 {
            let [mut game] = <[Seen; 1]>::try_from(made(1)).expect("one");
            let more = rng.below(256) as i16;
            (game.scenes[0].seats[0][9], game.scenes[0].seats[1][9]) = (more, 128);
            let end = ahead + 2 * i32::from(more);
            (game.seed, game.values) = (seed, vec![4096 + end, 4096 - end]);
            game.side = Some(Side { player: 0, judged: 0 });
            all.push(game);
        }
    }
    all
}

#[test]
fn what_a_move_changes_is_learned_whatever_else_decides_the_game() {
    let games = forked(600);
    // Only the differences count.
    let course = Course { epochs: 10, branches: 0.0, forks: 4.0, ..Course::default() };
    let [_, forecast, network] = train(&games, &course, |_, _| {}).forks[0].agreement;
    assert!(forecast.abs() < 0.1 && network > 0.95, "{forecast} {network}");
    let text: String = games.iter().map(write_game).collect();
    assert_eq!(read_samples(&text).expect("sound"), games);
    let wrong = text.replacen("G standard 2 0 0 0", "G standard 2 0 7 0", 1);
    assert!(read_samples(&wrong).unwrap_err().contains("line 1"));
}

#[test]
fn a_small_run_repeated_gives_the_same_weights() {
    let first = small(70).expect("a run");
    assert_eq!(first, small(70).expect("a run"));
    assert_ne!(first, small(71).expect("a run"));
    let [leaf, policy] = first;
    Net::read(&leaf, LEAF).expect("a sound file");
    Net::read(&policy, POLICY).expect("a sound file");
}

#[test]
fn samples_and_models_are_read_as_they_were_written() {
    let games = made(12);
    let text: String = games.iter().map(write_game).collect();
    assert_eq!(read_samples(&text).expect("sound"), games);
    // Cut short in the middle of the last game.
    let cut = &text[..text.len() - 40];
    assert_eq!(read_samples(cut).expect("sound").len(), 11);
    assert!(read_samples(&text.replacen("P 256", "P x", 1)).unwrap_err().contains("line 2"));
    let course = Course { epochs: 1, hidden: (4, 3), ..Course::default() };
    let model = train(&games, &course, |_, _| {}).model;
    let names = vec!["standard".to_owned()];
    let (again, variants) = read_model(&write_model(&model, &names)).expect("sound");
    assert_eq!(again.quantised(variants), model.quantised(names));
}

// Choices in which more of one number ends better, more of another worse; what the whole position is worth tells nothing.
fn chosen(count: u64) -> Vec<Choice> {
    let choice = |seed: u64| {
        let mut rng = Rng::new(seed);
        let whole = f64::from(rng.below(1000)) / 1000.0;
        let branch = |_| {
            let mut traits = Traits(std::array::from_fn(|_| rng.below(256) as i16));
            // Always the same.
            traits.0[3] = 77;
            let part = |i: usize| f64::from(traits.0[i]) / f64::from(ONE);
            let share = 0.5 + whole + 0.2 * part(5) - 0.1 * part(TRAITS - 4);
            Branch { traits, share: (share * 1e4).round() / 1e4 }
        };
        Choice { seed, variant: "standard".to_owned(), branches: (0..3).map(branch).collect() }
    };
    (0..count).map(choice).collect()
}

#[test]
fn what_moves_are_worth_against_each_other_is_learned() {
    let all = chosen(600);
    let learned = study(&all, &Course { epochs: 10, ..Course::default() }, None, |_, _| {});
    assert_eq!(learned.choices, (500, 100));
    let told = learned.epochs[learned.taken];
    assert!(told.agreement[0].abs() < 0.2 && told.agreement[1] > 0.95, "{told:?}");
    assert!(told.gain[1] > told.gain[0].abs() + 0.02 && told.told > 0.9, "{told:?}");
    let net = learned.quantised(vec!["standard".to_owned()]);
    for branch in all.iter().take(30).flat_map(|c| &c.branches) {
        let whole = net.layers.sums(&branch.traits.0)[0] as f64 / WHOLE as f64;
        assert!((whole - learned.stack.way(&branch.traits.0).out[0]).abs() < 0.01);
        // What was always the same says nothing when it differs.
        let mut other = branch.traits;
        other.0[3] = 2000;
        assert_eq!(net.layers.sums(&other.0), net.layers.sums(&branch.traits.0));
    }
}

#[test]
fn a_policy_learns_on_from_one_that_is_known() {
    let course = Course { epochs: 10, ..Course::default() };
    let net = study(&chosen(600), &course, None, |_, _| {}).quantised(vec!["standard".to_owned()]);
    // Other games, and hardly any of them: what was learned before still tells their end.
    let few: Vec<Choice> = chosen(640).split_off(600);
    let still = study(&few, &Course { epochs: 0, ..course }, Some(&net), |_, _| {});
    for branch in few.iter().flat_map(|c| &c.branches) {
        let whole = net.layers.sums(&branch.traits.0)[0] as f64 / WHOLE as f64;
        assert!((whole - still.stack.way(&branch.traits.0).out[0]).abs() < 0.01);
    }
    assert!(still.before.told > 0.9, "{:?}", still.before);
    let new = study(&few, &Course { epochs: 1, ..course }, None, |_, _| {});
    let on = study(&few, &Course { epochs: 1, ..course }, Some(&net), |_, _| {});
    assert!(new.epochs[0].told < 0.5 && on.epochs[0].told > 0.9, "{new:?} {on:?}");
}

#[test]
fn choices_are_read_as_they_were_written() {
    let all = chosen(4);
    let text: String = all.iter().map(write_choice).collect();
    assert_eq!(read_choices(&text).expect("sound"), all);
    let cut = &text[..text.len() - 40];
    assert_eq!(read_choices(cut).expect("sound")[3].branches.len(), 2);
    assert!(read_choices(&text.replacen("M ", "M x ", 1)).unwrap_err().contains("line 2"));
    assert!(read_choices("M 1 2\nF 1 standard\n").unwrap_err().contains("line 1"));
}
