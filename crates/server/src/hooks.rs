//! Messages to other programs: the forms that Discord, Slack and Telegram read, and plain JSON with a signature.

use crate::sayings::Saying;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ring::hmac;
use serde_json::{Value, json};
use store::ChannelKind;

// Characters that others take in one message: Discord 2000, Telegram 4096.
const LONGEST: usize = 1900;

// Cut at a character.
fn cut(text: &str, most: usize) -> String {
    match text.chars().count() > most {
        true => text.chars().take(most - 1).chain(['…']).collect(),
        false => text.to_owned(),
    }
}

// Slack reads `<` and `&` as marks.
fn slack(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

// Discord reads these as marks; a backslash takes that away.
fn discord(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if "\\*_~`|>#[]()<@".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

// Lines with their links, and below them the link that stops it; the first lines stay if not all fit.
fn lines(saying: &Saying, mark: fn(&str) -> String) -> String {
    let end = format!("\n\n{} {}", mark(&saying.stop_text), saying.stop);
    let mut text = String::new();
    for line in &saying.lines {
        let one = format!("{}\n{}\n", cut(&mark(&line.text), 400), line.link);
        if text.chars().count() + one.chars().count() + end.chars().count() > LONGEST {
            break;
        }
        text.push_str(&one);
    }
    if let Some(more) = &saying.more {
        text.push_str(&mark(more));
    }
    text.trim_end().to_owned() + &end
}

/// The body of a message.
pub fn body(kind: ChannelKind, chat: &str, saying: &Saying) -> Value {
    match kind {
        // Nobody is called by a name that looks like a call to all.
        ChannelKind::Discord => json!({
            "content": lines(saying, discord),
            "allowed_mentions": {"parse": []},
            "flags": 4,
        }),
        ChannelKind::Slack => json!({
            "text": lines(saying, slack),
            "unfurl_links": false,
        }),
        ChannelKind::Telegram => json!({
            "chat_id": chat,
            "text": lines(saying, str::to_owned),
            "link_preview_options": {"is_disabled": true},
        }),
        ChannelKind::Json | ChannelKind::Push | ChannelKind::Mail => json!({
            "id": saying.id,
            "title": saying.title,
            "notices": saying.lines,
            "stop": saying.stop,
        }),
    }
}

/// The signature of a message: HMAC with SHA-256 over its id, the time in seconds and the body, as the open form
/// "Standard Webhooks" has it.
pub fn signature(secret: &str, id: &str, seconds: i64, body: &str) -> String {
    let key = STANDARD.decode(secret.trim_start_matches("whsec_")).unwrap_or_default();
    let key = hmac::Key::new(hmac::HMAC_SHA256, &key);
    let signed = hmac::sign(&key, format!("{id}.{seconds}.{body}").as_bytes());
    format!("v1,{}", STANDARD.encode(signed))
}

/// A new secret for signatures.
pub fn new_secret() -> String {
    let mut bytes = [0_u8; 24];
    // Without a source of chance the server must not make secrets at all.
    getrandom::fill(&mut bytes).expect("the system has a source of chance");
    format!("whsec_{}", STANDARD.encode(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sayings::SaidLine;

    fn saying(text: &str, count: usize) -> Saying {
        let line = SaidLine {
            kind: "turn",
            game: "g1".into(),
            name: "x".into(),
            text: text.to_owned(),
            link: "https://play.example/game/g1".into(),
        };
        Saying {
            id: "m1".into(),
            title: "t".into(),
            lines: vec![line; count],
            more: None,
            link: "https://play.example/game/g1".into(),
            stop: "https://play.example/stop#w".into(),
            stop_text: "Stop:".into(),
        }
    }

    #[test]
    fn names_of_players_are_no_marks_for_others() {
        let said = saying("<!channel> @everyone *bold* [x](https://evil.example) & co", 1);
        let discord = body(ChannelKind::Discord, "", &said);
        assert_eq!(discord["allowed_mentions"]["parse"], json!([]));
        let text = discord["content"].as_str().unwrap();
        assert!(text.contains("\\@everyone") && text.contains("\\*bold\\*"), "{text}");
        assert!(text.contains("\\[x\\]\\("), "{text}");
        let slack = body(ChannelKind::Slack, "", &said);
        let text = slack["text"].as_str().unwrap();
        assert!(text.contains("&lt;!channel&gt;") && text.contains("&amp; co"), "{text}");
        let telegram = body(ChannelKind::Telegram, "-100", &said);
        assert_eq!(telegram["chat_id"], "-100");
        assert!(telegram.get("parse_mode").is_none(), "plain text");
    }

    #[test]
    fn a_message_is_not_longer_than_others_take_and_keeps_the_way_to_stop() {
        for kind in [ChannelKind::Discord, ChannelKind::Slack, ChannelKind::Telegram] {
            let body = body(kind, "1", &saying(&"long ".repeat(300), 50));
            let text = body["content"].as_str().or(body["text"].as_str()).unwrap();
            assert!(text.chars().count() <= 2000, "{}", text.chars().count());
            assert!(text.ends_with("Stop: https://play.example/stop#w"), "{text}");
        }
    }

    // The example of the form's own documents.
    #[test]
    fn a_signature_is_that_of_the_open_form() {
        let signed = signature(
            "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
            "msg_p5jXN8AQM9LWM0D4loKWxJek",
            1_614_265_330,
            r#"{"test": 2432232314}"#,
        );
        assert_eq!(signed, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }
}
