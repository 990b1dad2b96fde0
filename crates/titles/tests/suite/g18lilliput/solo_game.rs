//! A whole solo game from a fixed seed, as a log that a person can follow on the table.
//!
//! `golden/lilliput_solo.txt` holds the log; lines that begin with `#` explain Gulliver's decisions, checked by hand
//! against the catalogue, and are not compared. With `UPDATE_GOLDEN=1` the log is written anew (without them).

use engine::{Event, Move, Position, Rng, Setup, Title, move_to_json};
use std::fmt::Write;
use titles::g18lilliput::TITLE;

fn setup() -> Setup {
    Setup {
        title: "18lilliput".to_owned(),
        variant: "standard".to_owned(),
        preset: "rulebook".to_owned(),
        options: Default::default(),
        players: vec!["Lemuel".to_owned()],
        seed: 1726,
        luck: None,
        rules: TITLE.rules_version(),
        data: None,
        extra: None,
        arrangement: None,
    }
}

// A player with a simple habit: lays and buys what comes first in the list, and pays dividends.
fn habit(position: &dyn Position, rng: &mut Rng) -> Move {
    let choices = position.choices();
    let step = position.decision().map_or("", |d| d.step);
    let build = |mv: &Move| {
        matches!(
            mv,
            Move::LayTile { .. }
                | Move::BuyTrain { .. }
                | Move::BuyShare { .. }
                | Move::PlaceStation { .. }
        )
    };
    match step {
        "dividend" => choices[0].mv.clone(),
        "card" => {
            let cards: Vec<&Move> = choices
                .iter()
                .map(|c| &c.mv)
                .filter(|m| matches!(m, Move::PlayCard { side: 0, .. }))
                .collect();
            cards[rng.below(cards.len() as u32) as usize].clone()
        }
        "draft" | "home" | "limit" => choices[rng.below(choices.len() as u32) as usize].mv.clone(),
        _ => {
            let wanted: Vec<&Move> = choices.iter().map(|c| &c.mv).filter(|m| build(m)).collect();
            match wanted.len() as u32 {
                0 => choices.last().map_or(Move::Pass, |c| c.mv.clone()),
                n => wanted[rng.below(n) as usize].clone(),
            }
        }
    }
}

fn told(position: &dyn Position, event: &Event) -> Option<String> {
    let (sheet, core) = (position.sheet(), position.core());
    let company = |c: &engine::Company| sheet.company(*c).id.as_str();
    let player = |p: &engine::Player| if p.0 == 0 { "player" } else { "Gulliver" };
    let train = |c: &engine::Card| sheet.trains[core.trains.get(*c).kind as usize].name.as_str();
    Some(match event {
        Event::RoundBegan { round } => format!("== round {} ==", round.set),
        Event::Drawn { what, of, index, result } => {
            format!("    draw {what}: {index} below {of}: {result}")
        }
        Event::Procedure { step, rule, found } => format!("  {step} ({rule}): {found}"),
        Event::TileLaid { company: c, cell, tile, rotation, .. } => {
            let (cell, tile) = (sheet.map.name(*cell), &sheet.tiles.get(*tile).name);
            format!("    {} lays {tile} on {cell} turned {rotation}", company(c))
        }
        Event::StationPlaced { company: c, cell, .. } => {
            format!("    {} places a station on {}", company(c), sheet.map.name(*cell))
        }
        Event::ShareBought { player: p, company: c, price, .. } => {
            format!("    {} buys a certificate of {} for {price}", player(p), company(c))
        }
        Event::Started { company: c, player: p, price } => {
            format!("    {} has {} at {price}", player(p), company(c))
        }
        Event::TrainBought { company: c, card, price, .. } => {
            format!("    {} buys a {}-train for {price}", company(c), train(card))
        }
        Event::TrainReceived { company: c, card, .. } => {
            format!("    {} receives a {}-train", company(c), train(card))
        }
        Event::TrainScrapped { card, owner, .. } => {
            format!(
                "    a {}-train of {} leaves the game",
                train(card),
                owner.as_ref().map_or("the depot", company)
            )
        }
        Event::TrainObsolete { card, owner } => {
            format!(
                "    a {}-train of {} is obsolete",
                train(card),
                owner.as_ref().map_or("the depot", company)
            )
        }
        Event::PhaseBegan { phase } => format!("    phase {}", phase + 1),
        Event::Ran { company: c, revenue, .. } => format!("  {} earns {revenue}", company(c)),
        Event::Paid { to: engine::Purse::Player(p), amount, .. } => {
            format!("    {amount} to {}", player(p))
        }
        Event::PriceMoved { company: c, from, to } => {
            format!("    {} moves from {from} to {to}", company(c))
        }
        Event::Kept { company: c, .. } => format!("    {} keeps its income", company(c)),
        Event::GameEnded { .. } => "== the end ==".to_owned(),
        _ => return None,
    })
}

fn log() -> String {
    let setup = setup();
    let mut position = TITLE.start(&setup).expect("a legal setup");
    let mut rng = Rng::new(18);
    let mut text = format!("18Lilliput, solo, seed {}\n", setup.seed);
    while position.decision().is_some() {
        let mv = habit(position.as_ref(), &mut rng);
        let json = move_to_json(position.as_ref(), &mv);
        writeln!(text, "player: {json}").unwrap();
        let mut events = Vec::new();
        position.play(&mv, &mut events).expect("a listed move");
        for line in events.iter().filter_map(|e| told(position.as_ref(), e)) {
            writeln!(text, "{line}").unwrap();
        }
    }
    let outcome = position.outcome().expect("a finished game");
    writeln!(text, "player {}, Gulliver {}", outcome.values[0], outcome.values[1]).unwrap();
    text
}

#[test]
fn a_whole_game_against_gulliver() {
    // LIL-SOLO-1..41
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/lilliput_solo.txt");
    let found = log();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(path, &found).expect("the golden log can be written");
    }
    let golden = std::fs::read_to_string(path).expect("the golden log is there");
    let wanted: Vec<&str> = golden.lines().filter(|l| !l.starts_with('#')).collect();
    for (i, (a, b)) in found.lines().zip(&wanted).enumerate() {
        assert_eq!(&a, b, "line {} of the log", i + 1);
    }
    assert_eq!(found.lines().count(), wanted.len());
}
