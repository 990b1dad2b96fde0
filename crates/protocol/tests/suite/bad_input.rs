//! Whatever comes in, an answer goes out.

use crate::{ask, ok, session};
use engine::Rng;
use protocol::{Bounds, Session};
use serde_json::{Value as Json, json};

fn kind(answer: &str) -> String {
    let answer: Json = serde_json::from_str(answer).expect("JSON");
    answer["error"]["kind"].as_str().unwrap_or("no error").to_owned()
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    let mut s = session();
    let lines = [
        ("{\"do\": \"hel", "form"),
        ("null", "form"),
        ("{\"do\": \"dance\"}", "form"),
        ("{\"do\": \"state\", \"game\": 5}", "handle"),
        ("{\"do\": \"state\", \"game\": 5, \"colour\": 1}", "form"),
        ("{\"do\": \"new\", \"title\": \"1830\", \"players\": 3}", "unknown"),
        ("{\"do\": \"new\", \"title\": \"1889\", \"players\": 300}", "bound"),
        ("{\"do\": \"new\", \"title\": \"1889\", \"players\": 9}", "setup"),
        ("{\"do\": \"load\", \"file\": {\"format\": \"x\"}}", "file"),
    ];
    for (n, (line, expected)) in lines.into_iter().enumerate() {
        let answer = s.answer(line).expect("an answer");
        assert_eq!(kind(&answer), expected, "{line}: {answer}");
        let answer: Json = serde_json::from_str(&answer).expect("JSON");
        assert_eq!(answer["error"]["line"], n + 1, "{answer}");
    }
    assert_eq!(s.answer("  "), None, "an empty line is no request");
    let game = ok(&mut s, json!({"do": "new", "title": "1889", "players": 3}))["game"].clone();
    for (request, expected) in [
        (json!({"do": "play", "game": game}), "form"),
        (json!({"do": "play", "game": game, "choice": 9999}), "bound"),
        (json!({"do": "play", "game": game, "action": 999_999_999}), "not_here"),
        (
            json!({"do": "play", "game": game, "move": {"move": "start", "company": "??", "price": 1}}),
            "move",
        ),
        (json!({"do": "play", "game": game, "move": {"move": "bankrupt"}}), "refused"),
        (json!({"do": "hint", "game": game, "level": "divine"}), "unknown"),
        (json!({"do": "routes", "game": game, "company": "??"}), "move"),
        (json!({"do": "playouts", "game": game, "count": 4_000_000_000_u32}), "bound"),
    ] {
        let answer = ask(&mut s, request.clone());
        assert_eq!(answer["error"]["kind"], expected, "{request}: {answer}");
    }
    assert_eq!(ok(&mut s, json!({"do": "state", "game": game}))["moves"], 0);
}

#[test]
fn a_refusal_names_its_rule() {
    let mut s = session();
    let game = ok(&mut s, json!({"do": "new", "title": "1889", "players": 3}))["game"].clone();
    let answer =
        ask(&mut s, json!({"do": "play", "game": game, "move": {"move": "bankrupt"}, "id": "x"}));
    assert_eq!(answer["id"], "x");
    assert!(answer["error"]["rule"].as_str().is_some_and(|r| r.starts_with("S89-")), "{answer}");
}

#[test]
fn bounds_hold() {
    let bounds = Bounds { games: 2, line: 200, batch: 3, ..Bounds::default() };
    let mut s = Session::new(bounds, bots::Level::Easy, Box::new(|| 0.0));
    let new = json!({"do": "new", "title": "1889", "players": 3});
    let game = ok(&mut s, new.clone())["game"].clone();
    ok(&mut s, json!({"do": "clone", "game": game}));
    assert_eq!(ask(&mut s, json!({"do": "clone", "game": game}))["error"]["kind"], "bound");
    assert_eq!(ask(&mut s, new.clone())["error"]["kind"], "bound");
    ok(&mut s, json!({"do": "close", "game": game}));
    ok(&mut s, new);
    let long = format!("{{\"do\": \"hello\", \"id\": \"{}\"}}", "x".repeat(300));
    assert_eq!(kind(&s.answer(&long).expect("an answer")), "bound");
    assert_eq!(kind(&s.answer("[1,1,1,1]").expect("an answer")), "bound");
    let three = s.answer("[{\"do\": \"hello\"}, 7, {\"do\": \"games\"}]").expect("an answer");
    let three: Json = serde_json::from_str(&three).expect("JSON");
    assert_eq!(three.as_array().map(Vec::len), Some(3));
    assert_eq!(three[1]["error"]["kind"], "form");
}

#[test]
fn nonsense_never_ends_a_session() {
    let mut s = session();
    let game = ok(&mut s, json!({"do": "new", "title": "18cz", "players": 3}))["game"].clone();
    let whole = [
        json!({"do": "play", "game": game, "choice": 0, "amount": 5}).to_string(),
        json!({"do": "load", "file": {"format": "signalbox-game", "version": 2, "setup": {}, "moves": []}})
            .to_string(),
        json!({"do": "hint", "game": game, "level": "easy", "seed": 3}).to_string(),
    ];
    let mut rng = Rng::new(5);
    for n in 0..crate::by_size(400, 2000, 20_000) {
        let mut bytes = whole[n % whole.len()].clone().into_bytes();
        for _ in 0..=rng.below(3) {
            let at = rng.below(bytes.len() as u32) as usize;
            match rng.below(3) {
                0 => bytes[at] = b" {}[]\",:019-"[rng.below(12) as usize],
                1 => bytes.truncate(at.max(1)),
                _ => bytes.insert(at, b"9\"{"[rng.below(3) as usize]),
            }
        }
        let line = String::from_utf8_lossy(&bytes).into_owned();
        if let Some(answer) = s.answer(&line) {
            let answer: Json = serde_json::from_str(&answer).expect("JSON");
            assert!(
                answer.is_array() || answer.get("ok").is_some() != answer.get("error").is_some()
            );
        }
        assert!(!s.is_over());
    }
    ok(&mut s, json!({"do": "state", "game": game}));
}
