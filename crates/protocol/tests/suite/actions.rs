//! Indices of actions.

use crate::{by_size, game};
use engine::{Choice, GameFile, Move, Position, Rng};
use protocol::{Line, Part, Picker, Space};
use std::collections::HashSet;

const TABLES: [(&str, usize); 4] = [("18cz", 3), ("1860", 2), ("18lilliput", 2), ("1889", 3)];

/// All moves that indices lead to; routes through given stops are left out, for they have no end.
fn reached(space: &Space, position: &dyn Position, picker: &Picker, found: &mut HashSet<Move>) {
    for index in picker.indices(space, position) {
        if space.place(index).is_some_and(|(part, at)| part == Part::Run && at == [7]) {
            continue;
        }
        let mut next = picker.clone();
        match next.pick(space, position, index).expect("a listed action") {
            Some(mv) => {
                found.insert(mv);
            }
            None => reached(space, position, &next, found),
        }
    }
}

fn moves_of(choice: &Choice) -> Vec<Move> {
    match choice.amount {
        Some(amount) => (amount.min..=amount.max)
            .step_by(amount.step as usize)
            .map(|a| choice.mv.with_amount(a))
            .collect(),
        None => vec![choice.mv.clone()],
    }
}

#[test]
fn indices_reach_every_legal_move_and_no_other() {
    for (title, players) in TABLES {
        let mut line = game(title, players, 3);
        let space = Space::of(line.position().sheet());
        let mut rng = Rng::new(7);
        for n in 0..by_size(160, 700, 3000) {
            let position = line.position();
            if position.decision().is_none() {
                break;
            }
            let choices = position.choices();
            if n % by_size(4, 3, 1) == 0 {
                let mut found = HashSet::new();
                reached(&space, position, &Picker::new(&space, position), &mut found);
                for choice in &choices {
                    if let Move::Run { company, .. } = &choice.mv {
                        let runs =
                            |mv: &Move| matches!(mv, Move::Run { company: c, .. } if c == company);
                        assert!(found.iter().any(runs), "{title} move {n}: no run");
                        continue;
                    }
                    for mv in moves_of(choice) {
                        assert!(found.contains(&mv), "{title} move {n}: {mv:?} has no index");
                    }
                }
                for mv in &found {
                    let played = position.boxed().play(mv, &mut Vec::new());
                    assert!(played.is_ok(), "{title} move {n}: {mv:?} {played:?}");
                }
            }
            let choice = &choices[rng.below(choices.len() as u32) as usize];
            let mv = position.routed(choice.pick(&mut rng));
            line.play(&mv, &mut Vec::new()).expect("a listed move");
        }
        assert!(line.count() > 60, "{title}: {line:?}");
    }
}

#[test]
fn an_index_means_the_same_in_every_position() {
    let line = game("1889", 3, 1);
    let space = Space::of(line.position().sheet());
    let other = game("1889", 3, 99);
    assert_eq!(space.size(), Space::of(other.position().sheet()).size());
    for index in 0..space.size() {
        let (part, at) = space.place(index).expect("a place");
        let (_, from, dims) = space.parts().find(|(p, ..)| *p == part).expect("its part");
        let again = from + dims.iter().zip(&at).fold(0, |i, (dim, at)| i * dim + at);
        assert_eq!(again, index);
    }
    assert!(space.place(space.size()).is_none());
}

/// A company with two trains that is about to run: the example of `docs/position.md`.
fn about_to_run() -> Line {
    let text = include_str!("../../../../docs/position.md");
    let json = text.split("```json").nth(1).and_then(|rest| rest.split("```").next());
    let file = GameFile::read(json.expect("an example")).expect("a file");
    Line::load(&file).expect("a position")
}

#[test]
fn routes_through_given_stops_are_found_or_given_up() {
    let line = about_to_run();
    let position = line.position();
    let space = Space::of(position.sheet());
    let first = Picker::new(&space, position);
    let place = |index: &usize| space.place(*index).expect("a place");
    let through = (first.indices(&space, position).into_iter())
        .find(|index| place(index) == (Part::Run, vec![7]))
        .expect("routes through given stops are a choice here");
    let (mut runs, mut back) = (HashSet::new(), 0);
    let mut rng = Rng::new(2);
    for _ in 0..by_size(300, 1000, 5000) {
        let mut picker = first.clone();
        assert!(picker.pick(&space, position, through).expect("listed").is_none());
        loop {
            let open = picker.indices(&space, position);
            let index = open[rng.below(open.len() as u32) as usize];
            let given_up = place(&index) == (Part::Which, vec![1]);
            match picker.pick(&space, position, index).expect("listed") {
                Some(mv) => {
                    position.boxed().play(&mv, &mut Vec::new()).expect("legal routes");
                    runs.insert(mv);
                    break;
                }
                None if given_up => {
                    let again = picker.indices(&space, position);
                    assert!(!again.contains(&through) && !again.is_empty(), "no circle");
                    back += 1;
                    break;
                }
                None => {}
            }
        }
    }
    assert!(runs.len() > 2 && back > 0, "{} sets of routes, {back} given up", runs.len());
}
