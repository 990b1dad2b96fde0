//! Judgement of whole games.

use analysis::judgement::{Next, Step, Work};
use bots::{Level, Limits, Mark, choose};
use engine::{Game, Move, Setup};

fn game(title: &str, variant: &str, players: usize, seed: u64) -> Game {
    let found = titles::by_id(title).expect("a title");
    let setup = Setup {
        title: title.to_owned(),
        variant: variant.to_owned(),
        preset: "rulebook".to_owned(),
        options: Default::default(),
        players: (1..=players).map(|n| format!("P{n}")).collect(),
        seed,
        luck: None,
        rules: found.rules_version(),
        data: None,
        extra: None,
        arrangement: None,
    };
    Game::start(found, setup).expect("a legal setup")
}

// A game of easy bots, at most so many moves of it.
fn played(mut game: Game, most: usize) -> Game {
    let mut events = Vec::new();
    while game.moves().len() < most
        && let Some(decision) = choose(game.position(), Level::Easy, 1, Limits::default())
    {
        events.clear();
        game.play(&decision.mv, &mut events).expect("a legal move");
    }
    game
}

fn finished(mut work: Work) -> Vec<Step> {
    while let Some(task) = work.take() {
        let at = task.at;
        let step = task.done(&Limits::default());
        work.note(at, step);
    }
    let (done, all) = work.progress();
    assert_eq!(done, all);
    work.steps().cloned().collect()
}

#[test]
fn a_judgement_that_was_interrupted_ends_as_one_that_was_not() {
    let game = played(game("18cz", "introductory", 2, 5), 30);
    let work = || Work::new(game.at(0), game.moves(), Vec::new());
    let whole = finished(work());
    assert_eq!(whole.len(), 30);
    let mut first = work();
    for _ in 0..45 {
        let Some(task) = first.take() else { break };
        let at = task.at;
        let step = task.done(&Limits::default());
        first.note(at, step);
    }
    // As it is stored and read again.
    let text = serde_json::to_string(&first.steps().collect::<Vec<_>>()).expect("written");
    let known: Vec<Step> = serde_json::from_str(&text).expect("read");
    assert!(known.iter().any(|s| s.next != Next::Nothing), "something is left to do");
    assert_eq!(finished(Work::new(game.at(0), game.moves(), known)), whole);
}

#[test]
fn forecasts_come_first_and_then_the_most_suspicious_decision() {
    let game = played(game("18cz", "introductory", 2, 5), 40);
    let mut work = Work::new(game.at(0), game.moves(), Vec::new());
    for at in 0..game.moves().len() {
        let task = work.take().expect("a forecast");
        assert_eq!(task.at, at);
        let step = task.done(&Limits::default());
        assert!(step.as_ref().is_some_and(|s| s.verdict.is_none() && s.next == Next::Look));
        work.note(at, step);
    }
    while work.steps().any(|s| s.next == Next::Look) {
        let task = work.take().expect("a first look");
        let at = task.at;
        let step = task.done(&Limits::default());
        work.note(at, step);
    }
    let most = work.steps().filter(|s| s.next == Next::Search).map(|s| s.suspicion).max();
    if let Some(task) = work.take() {
        let suspicion = work.steps().nth(task.at).map(|s| s.suspicion);
        assert_eq!(suspicion, most);
    }
}

#[test]
fn what_was_drawn_is_marked_as_luck_and_changes_no_mark() {
    // Gulliver draws, and so does whoever opens the stack.
    let played = played(game("18lilliput", "standard", 1, 3), 40);
    let steps = finished(Work::new(played.at(0), played.moves(), Vec::new()));
    assert!(steps.iter().any(|s| s.luck), "somebody drew");
    assert!(steps.iter().any(|s| !s.luck), "not every move draws");
    let (at, _) = steps
        .iter()
        .enumerate()
        .find(|(_, s)| s.luck && s.verdict.is_some())
        .expect("a decision before a draw");
    let judged = |seed: u64| {
        let mut position = played.at(at);
        position.reroll(seed);
        bots::judge_move(position.as_ref(), &played.moves()[at], true, &Limits::default())
    };
    assert_eq!(judged(1), judged(2), "the same whatever is drawn afterwards");
}

#[test]
fn a_move_with_nothing_to_decide_has_no_mark() {
    let game = played(game("18cz", "introductory", 2, 5), 60);
    for (at, step) in finished(Work::new(game.at(0), game.moves(), Vec::new())).iter().enumerate() {
        let choices = game.at(at).choices();
        if let [only] = choices.as_slice()
            && only.amount.is_none()
            && !matches!(only.mv, Move::Run { .. })
        {
            assert_eq!(step.verdict, None, "move {}", step.number);
        }
        if let Some(verdict) = &step.verdict {
            assert_eq!(
                verdict.better.is_none(),
                verdict.loss == 0 && verdict.amount == 0,
                "{step:?}"
            );
            assert!(verdict.mark != Mark::Mistake || verdict.loss > 0);
        }
    }
}
