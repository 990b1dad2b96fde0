//! What was missed could be done, and raises the run.

use analysis::missed::{Kind, Missed, Patience, look};
use engine::{Game, Move, Position, Setup, Title};
use routing::Budget;

const NODES: u64 = 20_000;

fn setup(title: &dyn Title, players: usize, seed: u64) -> Setup {
    Setup {
        title: title.id().to_owned(),
        variant: title.variants()[0].id.clone(),
        preset: title.presets()[0].to_owned(),
        options: Default::default(),
        players: (0..players).map(|n| n.to_string()).collect(),
        seed,
        luck: None,
        rules: title.rules_version(),
        data: None,
        extra: None,
        arrangement: None,
    }
}

// Somebody who takes the first thing of some kinds: companies get trains and run, and much is missed.
fn played(title: &dyn Title, players: usize, seed: u64, moves: usize) -> Game {
    let mut game = Game::start(title, setup(title, players, seed)).expect("a game");
    let mut rng = engine::Rng::new(seed);
    for _ in 0..moves {
        let choices = game.position().choices();
        if choices.is_empty() {
            break;
        }
        // Trains are bought now and then only, so that some are missed.
        let buys = rng.below(3) == 0;
        let liked = |c: &&engine::Choice| match c.mv {
            Move::Start { .. } | Move::BuyShare { .. } | Move::Run { .. } => true,
            Move::BuyTrain { .. } => buys,
            _ => false,
        };
        let wanted = choices.iter().find(liked).filter(|_| rng.below(4) > 0);
        let choice = wanted.unwrap_or(&choices[rng.below(choices.len() as u32) as usize]);
        let mv = game
            .position()
            .routed_within(choice.mv.clone(), Budget { nodes: Some(NODES), cancel: None });
        game.play(&mv, &mut Vec::new()).expect("a listed move");
    }
    game
}

fn best(position: &dyn Position, company: engine::Company) -> i64 {
    let problem = position.problem(company).expect("a problem");
    problem.best(Budget { nodes: Some(NODES), cancel: None }).totals.primary
}

// Plays what was missed, and then the rest of the turn's building as it was.
fn replayed(game: &Game, missed: &Missed) {
    let mut position = game.at(missed.at);
    let listed = position.choices().iter().any(|c| c.contains(&missed.mv));
    assert!(listed, "{missed:?} was no choice");
    assert_ne!(game.moves()[missed.at], missed.mv, "it was made");
    position.play(&missed.mv, &mut Vec::new()).expect("a legal move");
    match missed.kind {
        // The train runs on the map as it was when it could be bought.
        Kind::Train => {
            let before = game.at(missed.at);
            let mut core = before.core().clone();
            core.trains = position.core().trains.clone();
            core.phase = position.core().phase;
            let table = before.on_table(core);
            assert_eq!(best(table.as_ref(), missed.company), missed.could, "{missed:?}");
        }
        Kind::Subsidy => {}
        Kind::Tile | Kind::Station if missed.next => {}
        Kind::Tile | Kind::Station => {
            // A company has one turn in a round; where its trains find no route, it has no run.
            let in_round = |n: &usize| game.at(*n).core().round == missed.round;
            let turn: Vec<usize> =
                (missed.at + 1..game.moves().len()).take_while(in_round).collect();
            let runs =
                |mv: &Move| matches!(mv, Move::Run { company, .. } if *company == missed.company);
            let run = turn.iter().copied().find(|&n| runs(&game.moves()[n]));
            let builds = |mv: &&Move| match mv {
                Move::LayTile { company, .. } | Move::PlaceStation { company, .. } => {
                    *company == missed.company
                }
                _ => false,
            };
            for mv in turn.iter().map(|&n| &game.moves()[n]).filter(builds) {
                if position.play(mv, &mut Vec::new()).is_err() {
                    let mut passed = position.boxed();
                    if passed.play(&Move::Pass, &mut Vec::new()).is_ok()
                        && passed.play(mv, &mut Vec::new()).is_ok()
                    {
                        position = passed;
                    }
                }
            }
            assert_eq!(best(position.as_ref(), missed.company), missed.could, "{missed:?}");
            if let Some(run) = run.filter(|_| missed.proved) {
                let before = game.at(run);
                assert_eq!(best(before.as_ref(), missed.company), missed.had, "{missed:?}");
            }
        }
    }
}

fn missed_in(title: &str, players: usize, seed: u64, moves: usize) -> Vec<Missed> {
    let title = titles::by_id(title).expect("a title");
    let game = played(title, players, seed, moves);
    let never = || false;
    let patience = Patience { nodes: NODES, late: &never, over: &never };
    let looked = look(game.at(0).as_ref(), game.moves(), &patience);
    assert_eq!((looked.done, looked.cut), (game.moves().len(), 0));
    for missed in &looked.missed {
        assert!(missed.more() > 0, "{missed:?}");
        replayed(&game, missed);
    }
    looked.missed
}

#[test]
fn what_was_missed_could_be_done_and_raises_the_run() {
    let mut all = Vec::new();
    let games = [("1889", 3, 17, 500), ("18cz", 3, 6, 500), ("1860", 2, 5, 400)];
    for (title, players, seed, moves) in games {
        let found = missed_in(title, players, seed, moves);
        println!("{title}: {} missed", found.len());
        all.extend(found);
    }
    for kind in [Kind::Tile, Kind::Station, Kind::Train] {
        assert!(all.iter().any(|m| m.kind == kind), "nothing of {kind:?} was missed");
    }
}

#[test]
fn looking_in_parts_finds_the_same() {
    let title = titles::by_id("1889").expect("a title");
    let game = played(title, 3, 7, 160);
    let (never, at_once) = (|| false, || true);
    let whole = look(
        game.at(0).as_ref(),
        game.moves(),
        &Patience { nodes: NODES, late: &never, over: &never },
    );
    let (mut from, mut parts) = (0, Vec::new());
    while from < game.moves().len() {
        let patience = Patience { nodes: NODES, late: &at_once, over: &never };
        let part = look(game.at(from).as_ref(), &game.moves()[from..], &patience);
        assert!(part.done > 0, "no step from {from}");
        parts.extend(part.missed.into_iter().map(|m| Missed { at: m.at + from, ..m }));
        from += part.done;
    }
    assert_eq!(parts, whole.missed);
}

#[test]
fn a_turn_that_takes_too_long_is_left_and_counted() {
    let title = titles::by_id("1889").expect("a title");
    let game = played(title, 3, 7, 120);
    let (never, at_once) = (|| false, || true);
    let patience = Patience { nodes: NODES, late: &never, over: &at_once };
    let looked = look(game.at(0).as_ref(), game.moves(), &patience);
    assert!(looked.cut > 0 && looked.done == game.moves().len());
    assert!(looked.missed.iter().all(|m| m.kind == Kind::Subsidy));
}
