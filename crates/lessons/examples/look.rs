//! Looks at a lesson, or at any game file: where it stands, what may be done, what the best run is.
//! `cargo run -p lessons --example look FILE [MOVES]`
#![allow(missing_docs)]

use engine::{GameFile, Names, Position, view};
use lessons::Lesson;

fn show(position: &dyn Position) {
    let names = Names::of(position);
    println!("{}", serde_json::to_string(&view(position).decision).unwrap_or_default());
    for choice in position.choices() {
        let amount = choice.amount.map(|a| format!("  {}..{}", a.min, a.max)).unwrap_or_default();
        let mv = serde_json::to_string(&names.write_move(&choice.mv)).unwrap_or_default();
        println!("  {mv}{amount}  costs {}", choice.cost);
    }
    if let Some(company) = position.decision().and_then(|d| d.company)
        && let Some(problem) = position.problem(company)
    {
        let best = problem.best(routing::Budget::unlimited());
        println!("best run: {:?}", position.best_pays(company, &problem, &best));
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (file, at) = (arguments.next().expect("a file"), arguments.next());
    let text = std::fs::read_to_string(&file).expect("the file can be read");
    if let Ok(file) = GameFile::read(&text) {
        let title = titles::by_id(&file.setup.title).expect("a title");
        let mut position = title.start(&file.setup).unwrap_or_else(|e| panic!("{e}"));
        let most = at.map_or(usize::MAX, |n| n.parse().expect("a number"));
        for json in file.moves.iter().take(most) {
            let mv = engine::move_from_json(position.as_ref(), json).expect("a move");
            position.play(&mv, &mut Vec::new()).expect("a legal move");
        }
        match engine::arrange::told(title, &file.setup, position.as_ref()) {
            Ok(told) => println!("{}", serde_json::to_string(&told).unwrap_or_default()),
            Err(why) => println!("{why}"),
        }
        show(position.as_ref());
        println!("{}", serde_json::to_string(&view(position.as_ref())).unwrap_or_default());
        return;
    }
    match Lesson::read("lesson", &text, &titles::by_id) {
        Err(faults) => faults.iter().for_each(|f| println!("{f}")),
        Ok(lesson) => {
            for step in 0..lesson.steps.len() {
                println!("--- step {}: {:?}", step + 1, lesson.solution(step));
                show(lesson.at_step(step).expect("a position").as_ref());
            }
        }
    }
}
