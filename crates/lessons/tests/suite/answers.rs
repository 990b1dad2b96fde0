//! Right and wrong answers of every lesson.

use engine::{Choice, Names};
use lessons::{Answer, Given, Lesson};

#[test]
fn every_lesson_is_solved_by_its_own_answers() {
    let lessons = super::all();
    assert!(lessons.len() >= 30, "{} lessons", lessons.len());
    for lesson in &lessons {
        for (i, step) in lesson.steps.iter().enumerate() {
            if step.answer.is_none() {
                continue;
            }
            let given = lesson.solution(i).unwrap();
            let verdict = lesson.check(i, &given).unwrap();
            assert!(verdict.right, "{} step {}: {given:?}", lesson.id, i + 1);
        }
    }
}

// Moves that may be made at a step, amounts at both ends.
fn moves(lesson: &Lesson, step: usize) -> Vec<engine::wire::Move> {
    let position = lesson.at_step(step).unwrap();
    let names = Names::of(position.as_ref());
    let ends = |choice: Choice| match choice.amount {
        Some(range) => vec![choice.mv.with_amount(range.min), choice.mv.with_amount(range.max)],
        None => vec![choice.mv],
    };
    position.choices().into_iter().flat_map(ends).map(|mv| names.write_move(&mv)).collect()
}

#[test]
fn other_answers_are_wrong() {
    let mut tried = 0;
    for lesson in super::all() {
        for (i, step) in lesson.steps.iter().enumerate() {
            let at = format!("{} step {}", lesson.id, i + 1);
            match &step.answer {
                None => assert!(lesson.check(i, &Given::Number(1)).is_err(), "{at} asks nothing"),
                Some(Answer::Number(_)) => {
                    let Given::Number(right) = lesson.solution(i).unwrap() else { panic!("{at}") };
                    for wrong in [right - 1, right + 1, right * 10 + 10] {
                        assert!(!lesson.check(i, &Given::Number(wrong)).unwrap().right, "{at}");
                        tried += 1;
                    }
                }
                Some(answer) => {
                    let Given::Move(right) = lesson.solution(i).unwrap() else { panic!("{at}") };
                    for mv in moves(&lesson, i).into_iter().filter(|mv| *mv != right) {
                        // A run among the choices has no routes yet.
                        let also = match answer {
                            Answer::Any { also, .. } => also.iter().any(|p| p.fits(&mv)),
                            _ => false,
                        };
                        let verdict = lesson.check(i, &Given::Move(mv.clone())).unwrap();
                        assert_eq!(verdict.right, also, "{at}: {mv:?}");
                        tried += 1;
                    }
                }
            }
        }
    }
    assert!(tried > 300, "{tried} wrong answers");
}

#[test]
fn each_wrong_answer_with_a_sentence_can_be_given() {
    for lesson in super::all() {
        for (i, step) in lesson.steps.iter().enumerate() {
            let said: Vec<Option<usize>> = moves(&lesson, i)
                .into_iter()
                .filter_map(|mv| lesson.check(i, &Given::Move(mv)).ok())
                .map(|verdict| verdict.wrong)
                .collect();
            for k in 0..step.wrong.len() {
                let at = format!("{} step {}, wrong answer {}", lesson.id, i + 1, k + 1);
                assert!(said.contains(&Some(k)), "{at} cannot be given");
            }
        }
    }
}

#[test]
fn a_move_that_is_not_allowed_is_refused_by_its_rule() {
    let lessons = super::all();
    let lesson = lessons.iter().find(|l| l.id == "first-tile").unwrap();
    // CZ-TRACK-4: the first tile goes on the home hex.
    let mv = serde_json::json!({"move": "lay_tile", "company": "BCB", "cell": "E13", "tile": "55",
        "rotation": 0, "by": "build"});
    let verdict = lesson.check(2, &Given::Move(serde_json::from_value(mv).unwrap())).unwrap();
    assert!(!verdict.right);
    assert!(verdict.refusal.is_some_and(|r| r.rule.starts_with("CZ-TRACK")));
}
