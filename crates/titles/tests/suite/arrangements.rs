//! Positions of every title that are written down, set up again, and played on.

use crate::size::by_size;
use crate::table;
use engine::arrange::{Arrangement, told};
use engine::conformance::{Effort, guided_game};
use engine::{
    CardState, Choice, Company, Event, Flag, Game, GameFile, Move, Pay, Place, Player, Position,
    Purse, Rng, RoundKind, Setup, TrainFrom, Whereabouts,
};
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};

// How eagerly a move is made, so that games see trains, runs and shares.
fn eagerness(choice: &Choice) -> u32 {
    match &choice.mv {
        Move::SellShares { .. } | Move::Bankrupt => 2,
        Move::Dividend { pay: Pay::Withhold } => 30,
        Move::Dividend { pay: Pay::Out } => 300,
        Move::Pass => 60,
        Move::BuyTrain { from: TrainFrom::Company { .. }, .. } => 10,
        Move::BuyShare { .. } | Move::PlaceStation { .. } => 400,
        Move::BuyTrain { .. } | Move::TradeTrain { .. } | Move::BuyPaper { .. } => 300,
        Move::Bid { .. } => 40,
        _ => 100,
    }
}

fn purposeful(_: &dyn Position, choices: &[Choice], rng: &mut Rng) -> Move {
    let total: u32 = choices.iter().map(eagerness).sum();
    let mut at = rng.below(total);
    for choice in choices {
        let weight = eagerness(choice);
        if at < weight {
            let low = matches!(choice.mv, Move::Bid { .. }) || rng.below(3) > 0;
            return if low { choice.mv.clone() } else { choice.pick(rng) };
        }
        at -= weight;
    }
    choices[0].mv.clone()
}

/// Games of every title and variant.
pub fn setups() -> Vec<Setup> {
    let cases = [
        ("18cz", "standard", 4),
        ("18cz", "bohemia", 2),
        ("18cz", "introductory", 3),
        ("18cz", "moravia", 3),
        ("1860", "standard", 3),
        ("18lilliput", "standard", 3),
        ("18lilliput", "standard", 1),
        ("1889", "standard", 4),
        ("1889", "beginner", 3),
    ];
    let setup = |(title, variant, players): (&str, &str, usize)| Setup {
        variant: variant.to_owned(),
        seed: players as u64,
        ..table::setup(titles::by_id(title).unwrap(), players)
    };
    let mut all: Vec<Setup> = cases.map(setup).into();
    let mut locomotives = setup(("1860", "standard", 2));
    locomotives.options.insert("locomotives".to_owned(), table::option("on"));
    all.push(locomotives);
    all
}

// Steps that can be set up.
const STEPS: [&str; 10] =
    ["stock", "card", "home", "track", "station", "run", "dividend", "acquire", "trains", "papers"];

/// Plays a game and shows every moment at which a player's turn or a step of a company begins.
pub fn moments(setup: &Setup, moves: usize, see: &mut dyn FnMut(&dyn Position)) {
    let title = titles::by_id(&setup.title).unwrap();
    let mut position = title.start(setup).unwrap();
    let (mut rng, mut events) = (Rng::new(setup.seed), Vec::new());
    let (mut seen, mut last, mut refused) = (BTreeSet::new(), None, false);
    for _ in 0..moves {
        let Some(decision) = position.decision() else {
            return;
        };
        let round = position.core().round;
        let key = (round.kind as u8, round.set, round.number, decision.company, decision.step);
        let begins = match decision.company {
            // A step that somebody came back to was begun before.
            Some(_) => seen.insert((key.0, key.1, key.2, decision.company.map(|c| c.0), key.4)),
            None => last != Some((round, decision.player)),
        };
        if decision.company.is_none() {
            last = Some((round, decision.player));
        }
        let company_turn = round.kind == RoundKind::Operating && decision.company.is_some();
        let player_turn = ["stock", "card"].contains(&decision.step)
            && matches!(round.kind, RoundKind::Stock | RoundKind::Actions);
        // What was offered and refused in a turn is not written down.
        let known = decision.company.is_none() || !refused;
        if begins && known && STEPS.contains(&decision.step) && (company_turn || player_turn) {
            see(position.as_ref());
        }
        let mv = purposeful(position.as_ref(), &position.choices(), &mut rng);
        let mv = position.routed(mv);
        events.clear();
        position.play(&mv, &mut events).unwrap();
        let turns = events.iter().any(|e| matches!(e, Event::TurnBegan { .. }));
        refused = !turns && (refused || mv == Move::Answer { accept: false });
    }
}

#[test]
fn what_is_written_down_is_set_up_as_it_was() {
    for setup in setups() {
        let title = titles::by_id(&setup.title).unwrap();
        let (mut count, mut untold) = (0, Vec::new());
        moments(&setup, by_size(300, 600, 2000), &mut |position| {
            count += 1;
            match told(title, &setup, position) {
                Ok(wanted) => {
                    let text = serde_json::to_string(&wanted).unwrap();
                    assert_eq!(serde_json::from_str::<Arrangement>(&text).unwrap(), wanted);
                }
                Err(what) => {
                    let (round, decision) = (position.core().round, position.decision().unwrap());
                    untold.push(format!("{round:?} {decision:?}: {what}"));
                }
            }
        });
        let case = format!("{} {} {}", setup.title, setup.variant, setup.players.len());
        println!("{case}: {count} moments, {} not told", untold.len());
        for what in &untold {
            println!("    {what}");
        }
        assert!(count >= 3, "{case}: only {count} moments");
        assert!(untold.is_empty(), "{case}");
    }
}

#[test]
fn the_form_says_what_it_does_not_cover() {
    // An auction, and a turn in which something was bought already.
    let setup = table::setup(titles::by_id("1889").unwrap(), 3);
    let title = titles::by_id("1889").unwrap();
    let opening = title.start(&setup).unwrap();
    assert_eq!(told(title, &setup, opening.as_ref()).unwrap_err().what, ["the round"]);
    let beginner = Setup { variant: "beginner".to_owned(), ..setup };
    let mut position = title.start(&beginner).unwrap();
    assert!(told(title, &beginner, position.as_ref()).is_ok());
    let start = position.choices().into_iter().find(|c| matches!(c.mv, Move::Start { .. }));
    let first = position.decision().unwrap().player;
    position.play(&start.unwrap().mv, &mut Vec::new()).unwrap();
    if position.decision().unwrap().player == first {
        assert_eq!(told(title, &beginner, position.as_ref()).unwrap_err().what, ["choices"]);
    }
}

fn sparse() -> Vec<(&'static str, &'static str, Json)> {
    vec![
        // 1889: a stock round of which nothing is told but the shares, and a company that is to run.
        (
            "1889",
            "standard",
            json!({
                "phase": "3", "set": 2, "turn": {"player": 1},
                "players": [{"shares": {"AR": 5}}, {"shares": {"IR": 6}}, {"cash": 300}],
                "companies": {"AR": {"price": 100, "cash": 500}, "IR": {"price": 80, "cash": 300}},
            }),
        ),
        (
            "1889",
            "beginner",
            json!({
                "phase": "3", "set": 2, "turn": {"company": "AR"}, "step": "run",
                "players": [{"shares": {"AR": 5}}, {"shares": {"AR": 2}}, {}],
                "companies": {"AR": {"price": 100, "cash": 90, "trains": ["2-0", "3-0"]}},
                "tiles": {"K8": {"tile": "5", "rotation": 3}},
                "stations": [{"company": "AR", "cell": "K8"}],
            }),
        ),
        (
            "1860",
            "standard",
            json!({
                "phase": "3", "set": 2, "turn": {"company": "C&N"},
                "players": [{"shares": {"C&N": 5}}, {"shares": {"C&N": 2, "IOW": 5}}, {}],
                "companies": {
                    "C&N": {"price": 74, "cash": 200, "operated": true, "trains": ["2+1-0"]},
                    "IOW": {"price": 62, "cash": 400, "trains": ["3+2-0"]},
                },
                "stations": [
                    {"company": "C&N", "cell": "F2"}, {"company": "IOW", "cell": "I3"},
                ],
            }),
        ),
        (
            "18cz",
            "standard",
            json!({
                "phase": "b", "set": 2, "turn": {"player": 2},
                "players": [{"shares": {"EKJ": 2}, "papers": ["S1"]}, {"shares": {"BCB": 3}}, {}],
                "companies": {
                    "EKJ": {"price": 55, "cash": 60, "operated": true, "trains": ["2a-1"]},
                    "BCB": {"price": 50, "cash": 120, "trains": ["2b-0"]},
                },
                "stations": [
                    {"company": "EKJ", "cell": "D4"}, {"company": "BCB", "cell": "E15"},
                ],
            }),
        ),
        (
            "18lilliput",
            "standard",
            json!({
                "phase": "2", "set": 2, "turn": {"player": 0},
                "players": [{"shares": {"MR": 5}}, {"shares": {"LNR": 5}}, {"shares": {"SR": 5}}],
                "companies": {
                    "MR": {"price": 55, "cash": 300, "trains": ["2-0"]},
                    "LNR": {"price": 50, "cash": 200, "trains": ["2-1", "2-2"]},
                    "SR": {"price": 50, "cash": 200, "trains": ["2-3"]},
                },
            }),
        ),
    ]
}

fn arranged(title: &str, variant: &str, wanted: &Json) -> Setup {
    let wanted = serde_json::from_value(wanted.clone()).expect("the form");
    Setup {
        variant: variant.to_owned(),
        arrangement: Some(wanted),
        ..table::setup(titles::by_id(title).unwrap(), 3)
    }
}

#[test]
fn games_go_on_from_a_few_lines() {
    let effort = Effort { moves: 4000, try_all_every: 97, strangers: 1 };
    for (title, variant, wanted) in sparse() {
        let setup = arranged(title, variant, &wanted);
        let played = guided_game(titles::by_id(title).unwrap(), &setup, effort, &mut purposeful);
        assert!(played.finished, "{title} {variant}: {played:?}");
    }
}

#[test]
fn games_go_on_from_every_sort_of_moment() {
    let effort = Effort { moves: 4000, try_all_every: 211, strangers: 1 };
    for setup in setups() {
        let title = titles::by_id(&setup.title).unwrap();
        let mut by_step = BTreeMap::new();
        moments(&setup, by_size(200, 200, 1500), &mut |position| {
            let step = position.decision().unwrap().step;
            if let Ok(wanted) = told(title, &setup, position) {
                // The last one of each sort: it is the richest.
                by_step.insert(step, wanted);
            }
        });
        for (step, wanted) in by_step.into_iter().step_by(by_size(3, 3, 1)) {
            let setup = Setup { arrangement: Some(wanted), ..setup.clone() };
            let played = guided_game(title, &setup, effort, &mut purposeful);
            assert!(played.finished, "{} {} {step}: {played:?}", setup.title, setup.variant);
        }
    }
}

#[test]
fn what_is_not_told_is_as_the_game_begins() {
    let (title, variant, wanted) = &sparse()[0];
    let position = titles::by_id(title).unwrap().start(&arranged(title, variant, wanted)).unwrap();
    let (core, sheet) = (position.core(), position.sheet());
    assert_eq!(core.money.player(Player(0)), 420, "the money everybody begins with");
    assert_eq!(core.money.player(Player(2)), 300, "as told");
    let deck = |kind: &str| {
        let of = |c: &&CardState| sheet.trains[usize::from(c.kind)].name == kind;
        let cards = core.trains.cards.iter().filter(of);
        cards.filter(|c| c.place == Whereabouts::Deck).count()
    };
    assert_eq!((deck("2"), deck("3"), deck("4")), (0, 4, 4), "a sale began the phase");
    assert!(core.papers.iter().all(|p| p.place == Place::Aside), "papers are not in the game");
    assert!(core.is(Company(0), Flag::Floated), "players hold enough");
    let all: i32 = (0..3).map(|p| core.money.player(Player(p))).sum::<i32>() + 800;
    assert_eq!(core.money.of(Purse::Bank), 7000 - all, "all money is somewhere");
}

#[test]
fn titles_say_what_they_cannot_set_up() {
    let cases = [
        (0, "/step", json!("run"), "step"),
        (0, "/own", json!({"bank": true}), "own"),
        (0, "/number", json!(3), "round"),
        (0, "/companies/AR/standing", json!(["insolvent"]), "standing"),
        (1, "/companies/AR/trains", json!(["2-0", "2-1", "2-2", "3-0", "3-1"]), "train-limit"),
        (1, "/step", json!("auction"), "step"),
        (2, "/own", json!({"paid": {"X": 1}}), "no-company"),
        (3, "/set", json!(9), "round"),
        (3, "/own", json!({"scrapped": ["9E"]}), "no-train"),
        (4, "/set", json!(90), "round"),
        (4, "/own", json!({"characters": {"king": 0}}), "own"),
    ];
    for (at, path, value, key) in cases {
        let (title, variant, mut wanted) = sparse().swap_remove(at);
        let (folder, name) = path.rsplit_once('/').unwrap();
        wanted.pointer_mut(folder).unwrap()[name] = value;
        let refused = titles::by_id(title).unwrap().start(&arranged(title, variant, &wanted));
        let faults = refused.err().unwrap_or_else(|| panic!("{title} {path}")).arrangement;
        assert!(faults.iter().any(|f| f.key == key), "{title} {path}: {faults:?}");
        assert!(faults.iter().all(|f| !f.to_string().contains('{')), "{faults:?}");
    }
}

#[test]
fn a_position_from_a_file_is_played_saved_and_taken_back() {
    let (title, variant, wanted) = &sparse()[1];
    let title = titles::by_id(title).unwrap();
    let mut game = Game::start(title, arranged(title.id(), variant, &wanted.clone())).unwrap();
    let begun = game.position().hash();
    for _ in 0..5 {
        let mv = game.position().routed(game.position().choices()[0].mv.clone());
        game.play(&mv, &mut Vec::new()).unwrap();
    }
    let text = game.file().write();
    let mut again = Game::replay(title, &GameFile::read(&text).unwrap()).unwrap();
    assert_eq!(again.position().hash(), game.position().hash());
    assert_eq!(again.undo_to(0).len(), 5);
    assert_eq!(again.position().hash(), begun);
}
