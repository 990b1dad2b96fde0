//! The transcript of `docs/engine-protocol.md`, said again.

use crate::session;
use serde_json::Value as Json;

fn document() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/engine-protocol.md");
    std::fs::read_to_string(path).expect("the description")
}

#[test]
fn the_transcript_is_what_is_said() {
    let mut s = session();
    let text = document();
    let mut asked = 0;
    let mut answer = None;
    for line in text.lines() {
        if let Some(request) = line.strip_prefix("> ") {
            assert!(answer.is_none(), "an answer is missing before {request}");
            answer = s.answer(request);
            asked += 1;
        } else if let Some(expected) = line.strip_prefix("< ") {
            let said = answer.take().unwrap_or_default();
            let said: Json = serde_json::from_str(&said).expect("JSON");
            let expected: Json = serde_json::from_str(expected).expect(expected);
            assert_eq!(said, expected, "{said}");
        }
    }
    assert!(asked > 15, "{asked} requests in the transcript");
}

#[test]
fn every_request_is_described() {
    let text = document();
    let error =
        serde_json::from_str::<protocol::Request>("{\"do\": \"\"}").expect_err("no request");
    let known: Vec<String> = error
        .to_string()
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    assert!(known.len() > 20, "{known:?}");
    for name in known {
        assert!(text.contains(&format!("| `{name}`")), "{name} is not described");
    }
}
