//! Truncated, altered and hostile input: a clear error, no panic, in bounded time and memory.

use engine::{Game, Rng, Setup};
use interop::{PublicFile, export, probe};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

/// A random game of the public preset, as far as so many moves.
fn random_game(seed: u64, moves: usize) -> Game {
    let title = titles::by_id("18cz").expect("18CZ is built in");
    let setup = Setup {
        title: "18cz".into(),
        variant: "standard".into(),
        preset: "public18xx".into(),
        options: BTreeMap::new(),
        players: vec!["Anna".into(), "Břetislav".into(), "Cyril".into()],
        seed,
        luck: None,
        rules: title.rules_version(),
        data: None,
        extra: None,
        arrangement: None,
    };
    let mut game = Game::start(title, setup).unwrap();
    let mut rng = Rng::new(seed);
    let mut events = Vec::new();
    while game.moves().len() < moves && game.position().decision().is_some() {
        let choices = game.position().choices();
        let choice = &choices[rng.below(choices.len() as u32) as usize];
        let mv = match choice.amount {
            Some(range) => choice.mv.with_amount(range.min),
            None => choice.mv.clone(),
        };
        let mv = game.position().routed(mv);
        events.clear();
        game.play(&mv, &mut events).unwrap();
    }
    game
}

fn altered(text: &str, rng: &mut Rng) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    let at = rng.below(bytes.len() as u32) as usize;
    match rng.below(4) {
        0 => bytes.truncate(at),
        1 => bytes[at] = rng.below(256) as u8,
        2 => bytes[at] = b"0123456789{}[],:\"-"[rng.below(18) as usize],
        _ => {
            let end = (at + 1 + rng.below(60) as usize).min(bytes.len());
            bytes.drain(at..end);
        }
    }
    bytes
}

#[test]
fn altered_files_of_both_kinds_are_read_or_refused_without_a_panic() {
    let game = random_game(11, 150);
    let public = export(&game).unwrap().to_string();
    let own = game.file().write();
    let mut rng = Rng::new(5);
    let mut refused = 0;
    for _ in 0..300 {
        let error = probe::public_file(&altered(&public, &mut rng));
        refused += usize::from(error.is_some_and(|e| !e.is_empty()));
        let error = probe::own_file(&altered(&own, &mut rng));
        refused += usize::from(error.is_some_and(|e| !e.is_empty()));
    }
    assert!(refused > 300, "most alterations are noticed: {refused}");
}

#[test]
fn arbitrary_moves_never_panic_and_refusals_change_nothing() {
    let mut rng = Rng::new(77);
    for _ in 0..60 {
        let data: Vec<u8> = (0..1500).map(|_| rng.below(256) as u8).collect();
        probe::moves(&data);
    }
}

#[test]
fn ten_megabytes_of_nesting_are_refused() {
    for text in [
        "[".repeat(10 << 20),
        "{\"a\":".repeat(2 << 20),
        format!("{{\"title\":{}", "[".repeat(10 << 20)),
    ] {
        assert!(probe::public_file(text.as_bytes()).is_some());
        assert!(probe::own_file(text.as_bytes()).is_some());
    }
}

#[test]
fn a_file_that_is_too_large_is_not_even_parsed() {
    let text = " ".repeat(interop::MOST_BYTES + 1);
    let error = PublicFile::read(&text).unwrap_err().to_string();
    assert!(error.contains("bytes"), "{error}");
}

fn error_of(file: &Json) -> String {
    probe::public_file(file.to_string().as_bytes()).unwrap_or_else(|| "accepted".to_owned())
}

#[test]
fn moves_out_of_turn_and_absurd_amounts_are_refused_with_a_reason() {
    let game = random_game(3, 120);
    let file = export(&game).unwrap();
    assert_eq!(error_of(&file), "accepted");
    let check = |alter: &dyn Fn(&mut Json), part: &str| {
        let mut file = file.clone();
        alter(&mut file);
        let error = error_of(&file);
        assert!(error.contains(part), "{error} does not say {part}");
    };
    check(&|f| f["actions"][0]["entity"] = json!(2), "out of turn");
    check(&|f| f["actions"][0]["entity"] = json!(99), "out of turn");
    check(&|f| f["actions"][0]["entity_type"] = json!("ghost"), "entity_type");
    check(
        &|f| f["actions"][0] = json!({"type": "bid", "entity": 1, "entity_type": "player", "company": "L1", "price": 1}),
        "the price is",
    );
    check(
        &|f| f["actions"][0] = json!({"type": "bid", "entity": 1, "entity_type": "player", "company": "L1", "price": 1e300}),
        "sensible size",
    );
    check(
        &|f| f["actions"][0] = json!({"type": "bid", "entity": 1, "entity_type": "player", "company": "ZZ", "price": 55}),
        "no private company",
    );
    check(
        &|f| f["actions"][0] = json!({"type": "teleport", "entity": 1, "entity_type": "player"}),
        "no action teleport",
    );
    check(&|f| f["title"] = json!("1830"), "1830");
    check(&|f| f["settings"]["optional_rules"] = json!(["faster"]), "no optional rule");
    check(&|f| f["players"] = json!([{"id": 1}]), "players");
}

#[test]
fn unknown_fields_of_a_public_file_do_no_harm() {
    let mut file = export(&random_game(4, 60)).unwrap();
    file["mode"] = json!({"x": [1, 2, {"y": null}]});
    file["actions"][3]["created_at"] = json!(1_613_928_101);
    file["actions"][5]["user"] = json!(17);
    assert_eq!(error_of(&file), "accepted");
}

#[test]
fn own_files_of_another_version_or_with_unknown_fields_are_refused() {
    let own: Json = serde_json::from_str(&random_game(6, 40).file().write()).unwrap();
    let error = |alter: &dyn Fn(&mut Json)| {
        let mut file = own.clone();
        alter(&mut file);
        probe::own_file(file.to_string().as_bytes()).unwrap_or_else(|| "accepted".to_owned())
    };
    assert_eq!(error(&|_| {}), "accepted");
    assert!(error(&|f| f["version"] = json!(99)).contains("version 99"));
    assert!(error(&|f| f["format"] = json!("other")).contains("format other"));
    assert!(error(&|f| f["colour"] = json!("blue")).contains("colour"));
    assert!(error(&|f| f["setup"]["title"] = json!("1830")).contains("title"));
    assert!(error(&|f| f["moves"][0] = json!({"move": "fly"})).contains("fly"));
    assert!(
        error(&|f| f["moves"][0] = json!({"move": "take", "lot": {"paper": 200}}))
            .contains("move 1")
    );
    assert!(error(&|f| f["hash"] = json!("0000000000000000")).contains("hash"));
}
