//! Positions whose right move is known: strong finds nearly all of them.
//!
//! The example `positions` makes them. What is right was proved there, by every line to the end of the game or by the route
//! finder; here it is only looked up.

use crate::size::by_size;
use bots::{Level, Limits, choose};
use engine::{Move, Position, Setup, move_from_json};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct Known {
    step: String,
    from: String,
    right: Vec<serde_json::Value>,
    setup: Setup,
}

const FILES: [(&str, &str); 4] = [
    ("18cz", include_str!("../positions/18cz.jsonl")),
    ("1860", include_str!("../positions/1860.jsonl")),
    ("18lilliput", include_str!("../positions/18lilliput.jsonl")),
    ("1889", include_str!("../positions/1889.jsonl")),
];

fn read(text: &str) -> impl Iterator<Item = Known> {
    text.lines().map(|line| serde_json::from_str(line).expect("a known position"))
}

fn started(known: &Known) -> (Box<dyn Position>, Vec<Move>) {
    let title = titles::by_id(&known.setup.title).expect("a title");
    let position = title.start(&known.setup).expect("a position that could be");
    let read = |json| move_from_json(position.as_ref(), json).expect("a move");
    let right = known.right.iter().map(read).collect();
    (position, right)
}

// Routes count by what they pay: there may be several ways to the same.
fn is_right(position: &dyn Position, right: &[Move], mv: &Move) -> bool {
    let paid = |mv: &Move| {
        let Move::Run { company, .. } = *mv else { return None };
        let mut events = Vec::new();
        position.boxed().foresee(mv, &mut events).ok()?;
        engine::Event::paid(&events, company)
    };
    right.iter().any(|r| r == mv || paid(r).is_some() && paid(r) == paid(mv))
}

#[test]
fn strong_finds_nine_of_ten_right_moves_in_every_title() {
    for (title, text) in FILES {
        let all: Vec<Known> = read(text).collect();
        assert!(all.len() >= 60, "{title}: {} positions", all.len());
        let (mut found, mut tried, mut missed) = (0, 0, Vec::new());
        for known in all.iter().step_by(by_size(6, 1, 1)) {
            let (position, right) = started(known);
            let chosen = choose(position.as_ref(), Level::Strong, 1, Limits::default());
            let mv = chosen.expect("somebody decides").mv;
            tried += 1;
            match is_right(position.as_ref(), &right, &mv) {
                true => found += 1,
                false => missed.push(format!("{} {}: {mv:?}", known.from, known.step)),
            }
        }
        println!("{title}: {found} of {tried}");
        assert!(found * 10 >= tried * 9, "{title}: {found} of {tried}\n{}", missed.join("\n"));
    }
}

#[test]
fn a_wrong_move_is_not_taken_for_a_right_one() {
    for (title, text) in FILES {
        let mut steps: BTreeMap<String, usize> = BTreeMap::new();
        for known in read(text) {
            let (position, right) = started(&known);
            let choices = position.choices();
            for mv in &right {
                assert!(choices.iter().any(|c| c.contains(mv)), "{title} {}: {mv:?}", known.from);
            }
            let wrong = choices.iter().map(|c| position.routed(c.mv.clone()));
            let wrong = wrong.filter(|mv| !is_right(position.as_ref(), &right, mv)).count();
            if known.step != "run" {
                assert!(wrong > 0, "{title} {}: nothing is wrong", known.from);
            }
            *steps.entry(known.step).or_default() += 1;
        }
        // In 18Lilliput everything is done by cards.
        assert!(steps.len() > 2 || title == "18lilliput", "{title}: {steps:?}");
    }
}
