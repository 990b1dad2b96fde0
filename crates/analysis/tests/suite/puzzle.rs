//! Every puzzle of the repository is solved again; wrong answers are refused.

use crate::size::by_size;
use analysis::puzzle::{File, Kind, Origin, Posed, Puzzle, Verdict};
use engine::{Move, Names, Refusal};
use std::collections::{BTreeMap, BTreeSet};

fn kept() -> Vec<Puzzle> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../puzzles");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    let all = files.iter().filter(|p| p.extension().is_some_and(|e| e == "json"));
    all.flat_map(|path| File::read(&std::fs::read_to_string(path).unwrap()).unwrap().puzzles)
        .collect()
}

fn posed(puzzle: Puzzle) -> Posed {
    Posed::read(puzzle, &titles::by_id).unwrap_or_else(|faults| panic!("{faults:?}"))
}

#[test]
fn all_titles_and_kinds_are_there_each_puzzle_once_graded_and_with_its_source() {
    let all = kept();
    let mut kinds: BTreeMap<Kind, usize> = BTreeMap::new();
    let mut ids = BTreeSet::new();
    for puzzle in &all {
        *kinds.entry(puzzle.kind).or_default() += 1;
        assert!(ids.insert(puzzle.id.clone()), "{} is there twice", puzzle.id);
        assert!(puzzle.grade.is_some(), "{} has no grade", puzzle.id);
        assert!(puzzle.proved || puzzle.kind == Kind::Stock, "{} is not proved", puzzle.id);
        assert!(puzzle.source.moves > 0 && puzzle.source.program.starts_with("signalbox"));
        let Origin::Bots { .. } = puzzle.source.game else {
            panic!("{} is out of somebody's game", puzzle.id);
        };
        posed(puzzle.clone());
    }
    assert!(kinds.len() == 4 && kinds.values().all(|&n| n >= 12), "{kinds:?}");
    let of: BTreeSet<&str> = all.iter().map(|p| p.setup.title.as_str()).collect();
    assert_eq!(of.len(), titles::all().len(), "{of:?}");
}

#[test]
fn every_puzzle_is_solved_again_and_every_worse_answer_is_refused() {
    let (every, judged) = by_size((7, 4), (1, 12), (1, usize::MAX));
    for puzzle in kept().into_iter().step_by(every) {
        let posed = posed(puzzle);
        let id = &posed.puzzle.id;
        let solved = posed.prove().unwrap_or_else(|faults| panic!("{faults:?}"));
        let names = Names::of(posed.position.as_ref());
        for mv in solved.answers() {
            assert!(posed.check(&names.write_move(mv)).unwrap().right, "{id}: {mv:?}");
        }
        for (mv, brings) in solved.tried.iter().filter(|t| t.1 < solved.best).take(judged) {
            let said = posed.judge(mv);
            let wrong = Verdict { right: false, refusal: None, brings: Some(*brings) };
            assert_eq!(said, wrong, "{id}: {mv:?}");
        }
    }
}

#[test]
fn fewer_routes_than_the_best_are_wrong_and_told_what_they_bring() {
    for puzzle in kept().into_iter().filter(|p| p.kind == Kind::Route).step_by(by_size(4, 1, 1)) {
        let posed = posed(puzzle);
        let names = Names::of(posed.position.as_ref());
        let Move::Run { company, mut routes, recorded } =
            names.read_move(&posed.puzzle.answers[0]).unwrap()
        else {
            panic!("a run answers");
        };
        routes.pop();
        let said = posed.judge(&Move::Run { company, routes, recorded });
        // Some titles insist on the best run: then a rule forbids less.
        let short = said.brings.is_some_and(|b| b < posed.puzzle.best);
        assert!(!said.right && (short || said.refusal.is_some()), "{}: {said:?}", posed.puzzle.id);
    }
}

#[test]
fn what_the_rules_forbid_is_refused_with_its_rule() {
    let puzzle = kept().into_iter().find(|p| p.kind == Kind::Tile).unwrap();
    let posed = posed(puzzle);
    let is_lay = |mv: &Move| matches!(mv, Move::LayTile { .. });
    let mut lay = posed.position.choices().into_iter().map(|c| c.mv).find(is_lay).unwrap();
    if let Move::LayTile { tile, .. } = &mut lay {
        tile.0 = 0;
    }
    let said = posed.judge(&lay);
    let Verdict { right: false, refusal: Some(Refusal { .. }), brings: None } = said else {
        panic!("{said:?}");
    };
}

#[test]
fn a_puzzle_that_tells_something_wrong_is_found_out() {
    let good = kept().into_iter().find(|p| p.kind == Kind::Tile).unwrap();
    let wrong = |change: &dyn Fn(&mut Puzzle)| {
        let mut puzzle = good.clone();
        change(&mut puzzle);
        Posed::read(puzzle, &titles::by_id).and_then(|p| p.prove().map(|_| ())).unwrap_err()
    };
    let pass =
        serde_json::from_value::<engine::wire::Move>(serde_json::json!({"move": "pass"})).unwrap();
    assert!(wrong(&|p| p.best += 10)[0].contains("it brings"));
    assert!(wrong(&|p| p.second -= 10)[0].contains("it brings"));
    assert!(wrong(&|p| p.answers = vec![pass.clone()])[0].contains("wrong"));
    assert!(wrong(&|p| p.answers.clear())[0].contains("right answers"));
    assert!(wrong(&|p| p.second = p.best)[0].contains("more than the next"));
    assert!(wrong(&|p| p.id = "a b".to_owned())[0].contains("small letters"));
    assert!(wrong(&|p| p.moves = vec![pass.clone(); 13])[0].contains("at most 12 moves"));
    assert!(wrong(&|p| p.company = Some("nobody".to_owned()))[0].contains("nobody"));
    assert!(wrong(&|p| p.setup.title = "none".to_owned())[0].contains("no title"));
}

#[test]
fn a_file_that_was_written_is_read_as_the_same() {
    let file = File { puzzles: kept() };
    assert_eq!(File::read(&file.write()).unwrap(), file);
    assert!(File::read("{\"puzzles\": [{}]}").is_err());
}
