//! Files of games, measured before they are read.

use serde::de::{IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use std::fmt;

// Moves of a file.
const MOST_MOVES: usize = 20_000;

/// A file of ours before it is taken to pieces: how long its parts are.
#[derive(Deserialize)]
pub struct Form<'a> {
    format: String,
    #[serde(borrow)]
    setup: Option<FormSetup<'a>>,
    #[serde(default)]
    moves: Count,
}

#[derive(Deserialize)]
struct FormSetup<'a> {
    #[serde(borrow)]
    data: Option<&'a RawValue>,
    #[serde(borrow)]
    extra: Option<&'a RawValue>,
    #[serde(borrow)]
    arrangement: Option<&'a RawValue>,
}

impl<'a> Form<'a> {
    /// What a text says that is a file of ours.
    pub fn of(text: &'a str) -> Option<Form<'a>> {
        let form: Form<'a> = serde_json::from_str(text).ok()?;
        (form.format == engine::FORMAT).then_some(form)
    }

    /// Whether a part of it is longer than any game needs.
    pub fn is_too_long(&self) -> bool {
        let part = |raw: Option<&RawValue>| raw.map_or(0, |r| r.get().len());
        let setup = self.setup.as_ref();
        self.moves.0 > MOST_MOVES
            || part(setup.and_then(|s| s.data)) > 4 * engine::sheet::LONGEST
            || part(setup.and_then(|s| s.extra)) > engine::sheet::LONGEST
            || part(setup.and_then(|s| s.arrangement)) > engine::sheet::LONGEST
    }
}

// The length of a list.
#[derive(Default)]
struct Count(usize);

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Count, D::Error> {
        struct Counts;
        impl<'de> Visitor<'de> for Counts {
            type Value = Count;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Count, A::Error> {
                let mut count = 0;
                while list.next_element::<IgnoredAny>()?.is_some() {
                    count += 1;
                }
                Ok(Count(count))
            }
        }
        from.deserialize_seq(Counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(setup: &str, moves: usize) -> String {
        let moves = vec!["0"; moves].join(",");
        format!(r#"{{"format": "{}", "setup": {setup}, "moves": [{moves}]}}"#, engine::FORMAT)
    }

    #[test]
    fn a_file_is_measured_before_it_is_read() {
        let long = format!(r#"{{"data": "{}"}}"#, "x".repeat(2_000_000));
        assert!(Form::of("{}").is_none() && Form::of("no file").is_none());
        for (text, too_long) in [
            (form("{}", 3), false),
            (form(r#"{"data": {"form": 1}, "extra": null}"#, 20_000), false),
            (form("{}", 20_001), true),
            (form(&long, 0), true),
            (form(&long.replace("data", "extra"), 0), true),
        ] {
            let form = Form::of(&text).expect("a file of ours");
            assert_eq!(form.is_too_long(), too_long, "{text:.60}");
        }
    }
}
