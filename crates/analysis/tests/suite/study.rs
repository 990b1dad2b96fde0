//! Studies: edits, taking back, files, and two authors at once.

use analysis::edit::{Edit, Touch};
use analysis::file::StudyFile;
use analysis::study::{Chapter, Start, Study};
use analysis::tree::{Colour, EditError, Node, ROOT, TOO_DEEP, TOO_MANY_NODES, Tree};
use engine::{Luck, Names, Rng, Setup, wire};
use proptest::prelude::*;
use std::collections::BTreeMap;

fn setup() -> Setup {
    let title = titles::by_id("1889").unwrap();
    Setup {
        title: "1889".to_owned(),
        variant: title.variants()[0].id.to_string(),
        preset: title.presets()[0].to_owned(),
        options: BTreeMap::new(),
        players: ["Ann", "Ben", "Cy"].map(str::to_owned).to_vec(),
        seed: 7,
        luck: Some(Luck { chosen: true, ..Luck::default() }),
        rules: title.rules_version(),
        data: None,
        extra: None,
        arrangement: None,
    }
}

fn study() -> Study {
    let mut study = Study { title: "Openings".to_owned(), ..Study::default() };
    let start = Start { setup: setup(), moves: Vec::new() };
    for id in ["a", "b"] {
        let (title, text) = (id.to_owned(), String::new());
        let id = id.to_owned();
        let chapter = Chapter { id, title, text, start: start.clone(), tree: Tree::default() };
        study.add(chapter, &titles::by_id).unwrap();
    }
    study
}

// A legal move at a node, some way or other.
fn some_move(study: &Study, chapter: &str, node: &str, pick: u32) -> Option<wire::Move> {
    let position = study.chapter(chapter).unwrap().at(node, &titles::by_id).ok()?;
    let choices = position.choices();
    let choice = choices.get(pick as usize % choices.len().max(1))?;
    let mv = choice.pick(&mut Rng::new(u64::from(pick)));
    Some(Names::of(position.as_ref()).write_move(&mv))
}

// What somebody does: numbers that become an edit of the study as he sees it.
type Whim = (u8, u32, u32);

fn edit_of(seen: &Study, (kind, a, b): Whim, fresh: &str) -> Option<Edit> {
    let chapter = seen.chapters.get(a as usize % seen.chapters.len().max(1))?;
    let nodes = chapter.tree.nodes();
    let node = nodes[(a / 2) as usize % nodes.len()].id.clone();
    let cells = ["B3", "C4", "D5", "1,-2"];
    let cell = |n: u32| cells[n as usize % cells.len()].to_owned();
    let colour = [None, Some(Colour::Red), Some(Colour::Green)][b as usize % 3];
    let chapter = chapter.id.clone();
    Some(match kind % 14 {
        0..=4 => {
            let mv = some_move(seen, &chapter, &node, b)?;
            Edit::Add { chapter, parent: node, node: fresh.to_owned(), mv }
        }
        5 | 6 => Edit::Comment { chapter, node, text: format!("{fresh} says") },
        7 => Edit::Name { chapter, node, name: format!("{fresh} line") },
        8 => Edit::Mark { chapter, node, cell: cell(b), colour },
        9 => Edit::Arrow { chapter, node, from: cell(b), to: cell(b + 1), colour },
        10 => Edit::Place { chapter, node, place: b as usize % 3 },
        11 => Edit::Delete { chapter, node },
        12 => Edit::ChapterText { chapter, text: format!("{fresh} text") },
        _ => Edit::MoveChapter { chapter, place: b as usize % 3 },
    })
}

fn whims(most: usize) -> impl Strategy<Value = Vec<Whim>> {
    prop::collection::vec((0..14_u8, 0..200_u32, 0..50_u32), 1..most)
}

fn edited(whims: &[Whim]) -> (Study, Vec<Study>, Vec<Edit>) {
    let mut study = study();
    let (mut before, mut backs) = (Vec::new(), Vec::new());
    for (i, whim) in whims.iter().enumerate() {
        let Some(edit) = edit_of(&study, *whim, &format!("n{i}")) else { continue };
        let was = study.clone();
        match study.apply(&edit, &titles::by_id) {
            Ok(back) => {
                before.push(was);
                backs.push(back.expect("it can be taken back"));
            }
            Err(_) => assert_eq!(study, was, "an edit that fails changes nothing: {edit:?}"),
        }
    }
    (study, before, backs)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn edits_taken_back_give_the_study_before_and_made_again_the_one_after(whims in whims(40)) {
        let (after, before, backs) = edited(&whims);
        let mut study = after.clone();
        let mut agains = Vec::new();
        for (was, back) in before.iter().zip(&backs).rev() {
            agains.push(study.apply(back, &titles::by_id).unwrap().unwrap());
            prop_assert_eq!(&study, was);
        }
        for again in agains.iter().rev() {
            study.apply(again, &titles::by_id).unwrap();
        }
        prop_assert_eq!(study, after);
    }

    #[test]
    fn a_study_that_was_written_is_read_as_the_same(whims in whims(40)) {
        let (study, _, _) = edited(&whims);
        let text = StudyFile::of(study.clone()).write();
        prop_assert_eq!(StudyFile::read(&text, &titles::by_id), Ok(study));
    }

    #[test]
    fn two_authors_at_once_see_the_same_study_and_lose_nothing(
        whims in prop::collection::vec(((0..2_usize), (0..14_u8, 0..200_u32, 0..50_u32), any::<bool>()), 1..60)
    ) {
        // The server's study, what each edit touched, and what was accepted.
        let mut server = study();
        let mut list: Vec<(Edit, Touch)> = Vec::new();
        // What each author sees: so many edits.
        let mut seen = [(study(), 0), (study(), 0)];
        // Who last set a thing, as the number of the edit.
        let mut set: BTreeMap<(String, String, String), usize> = BTreeMap::new();
        for (i, (who, whim, looks)) in whims.into_iter().enumerate() {
            let (own, after) = &mut seen[who];
            if looks {
                for (edit, _) in &list[*after..] {
                    own.apply(edit, &titles::by_id).unwrap();
                }
                *after = list.len();
                prop_assert_eq!(&*own, &server);
            }
            let Some(edit) = edit_of(own, whim, &format!("n{who}x{i}")) else { continue };
            let unseen: Vec<Touch> = list[*after..].iter().map(|(_, t)| t.clone()).collect();
            if server.contradicts(&edit, &unseen) {
                continue;
            }
            let before = server.clone();
            if server.apply(&edit, &titles::by_id).is_err() {
                prop_assert_eq!(&server, &before);
                continue;
            }
            let touch = edit.touch();
            let key = (touch.chapter.clone(), touch.node.clone(), touch.thing.clone());
            // Whatever was written over was seen by who wrote.
            if let Some(number) = set.insert(key, list.len() + 1) {
                prop_assert!(number <= *after, "{edit:?} wrote over edit {number}, seen {after}");
            }
            if let Edit::Delete { chapter, node } = &edit {
                for gone in before.chapter(chapter).unwrap().tree.branch(node).unwrap() {
                    let touched = set.iter().filter(|((c, n, _), number)| {
                        c == chapter && *n == gone.id && **number != list.len() + 1
                    });
                    for (_, number) in touched {
                        prop_assert!(number <= after, "{edit:?} deleted edit {number}, seen {after}");
                    }
                }
            }
            list.push((edit, touch));
        }
        // Both sides play the server's list.
        for (own, after) in &mut seen {
            for (edit, _) in &list[*after..] {
                own.apply(edit, &titles::by_id).unwrap();
            }
            prop_assert_eq!(&*own, &server);
        }
    }
}

#[test]
fn a_move_that_is_not_legal_is_refused_when_added_and_when_read() {
    let mut study = study();
    let mv: wire::Move = serde_json::from_str(
        r#"{"move": "lay_tile", "company": "AR", "cell": "B3", "tile": "5", "rotation": 0, "by": "build"}"#,
    )
    .or_else(|_| serde_json::from_str(r#"{"move": "answer", "accept": true}"#))
    .unwrap();
    let add = |node: &str, mv: &wire::Move| Edit::Add {
        chapter: "a".to_owned(),
        parent: ROOT.to_owned(),
        node: node.to_owned(),
        mv: mv.clone(),
    };
    let refused = study.apply(&add("x", &mv), &titles::by_id);
    assert!(matches!(refused, Err(EditError::Illegal(_))), "{refused:?}");
    let legal = some_move(&study, "a", ROOT, 0).unwrap();
    study.apply(&add("x", &legal), &titles::by_id).unwrap();
    let twice = study.apply(&add("y", &legal), &titles::by_id);
    assert_eq!(twice, Err(EditError::There("x".to_owned())));

    let mut file = serde_json::to_value(StudyFile::of(study)).unwrap();
    let read = |file: &serde_json::Value| StudyFile::read(&file.to_string(), &titles::by_id);
    assert!(read(&file).is_ok());
    file["study"]["chapters"][0]["tree"][1]["move"] = serde_json::to_value(&mv).unwrap();
    file["study"]["chapters"][1]["id"] = "a".into();
    let faults = read(&file).unwrap_err();
    assert_eq!(faults.len(), 2, "all faults at once: {faults:?}");
    assert!(faults[0].starts_with("chapter 1: that move is not legal there"), "{faults:?}");
}

#[test]
fn a_file_that_does_not_hang_together_is_refused() {
    let mut study = study();
    for (i, parent) in [ROOT, "n0", "n1"].iter().enumerate() {
        let mv = some_move(&study, "a", parent, 1).unwrap();
        let (chapter, parent) = ("a".to_owned(), (*parent).to_owned());
        let edit = Edit::Add { chapter, parent, node: format!("n{i}"), mv };
        study.apply(&edit, &titles::by_id).unwrap();
    }
    let good = serde_json::to_value(StudyFile::of(study)).unwrap();
    let spoil = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut file = good.clone();
        change(&mut file);
        StudyFile::read(&file.to_string(), &titles::by_id).is_err()
    };
    let tree = "/study/chapters/0/tree";
    let set = |path: &str, value: serde_json::Value| {
        let path = format!("{tree}{path}");
        spoil(&|f| *f.pointer_mut(&path).unwrap() = value.clone())
    };
    assert!(set("/0/id", "other".into()), "the root is called root");
    assert!(set("/2/parent", "n2".into()), "a node stands after its parent");
    assert!(set("/2/id", "n0".into()), "ids are different");
    assert!(set("/1/id", "no id!".into()), "an id is a plain word");
    assert!(set("/1", serde_json::json!({"id": "n0", "parent": "root"})), "a node has a move");
    assert!(set("", serde_json::json!([])), "there is a root");
    assert!(spoil(&|f| f["version"] = 2.into()));
    assert!(spoil(&|f| f["more"] = 1.into()), "an unknown key is a fault");
    assert!(spoil(&|f| f["study"]["title"] = "x".repeat(101).into()));
    assert!(
        spoil(&|f| f["study"]["chapters"][0]["start"]["setup"]["luck"]["secret"] = true.into())
    );
    assert!(StudyFile::read("{", &titles::by_id).is_err());
}

#[test]
fn a_branch_has_one_root_and_a_bound() {
    let mut study = study();
    let mv = some_move(&study, "a", ROOT, 0).unwrap();
    let node = |id: &str, parent: &str| Node::new(id, Some(parent), Some(mv.clone()));
    let put = |nodes: Vec<Node>| Edit::Put {
        chapter: "a".to_owned(),
        parent: ROOT.to_owned(),
        place: 0,
        nodes,
    };
    let mut refused = |nodes| study.apply(&put(nodes), &titles::by_id).unwrap_err();
    assert_eq!(refused(vec![]), EditError::Order);
    assert_eq!(refused(vec![node("x", ROOT), node("y", ROOT)]), EditError::Order);
    assert_eq!(refused(vec![node("x", "z")]), EditError::Order);
    let chain = |n: usize| -> Vec<Node> {
        let name = |i: usize| if i == 0 { ROOT.to_owned() } else { format!("c{i}") };
        (1..=n).map(|i| node(&name(i), &name(i - 1))).collect()
    };
    assert_eq!(refused(chain(501)), EditError::Most(TOO_DEEP));
    assert_eq!(refused(chain(2000)), EditError::Most(TOO_MANY_NODES));
}
