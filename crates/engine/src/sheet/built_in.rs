//! The data sheet that comes with a title.

use super::read::is_older;
use serde_json::Value as Json;
use std::borrow::Cow;
use std::sync::OnceLock;

/// A title's own sheet, parsed once; and what becomes of a sheet that a game carries.
#[derive(Debug)]
pub struct BuiltIn {
    /// The sheet as it is written.
    pub text: &'static str,
    parsed: OnceLock<Json>,
    // Turns a sheet of an earlier form into one of today's.
    older: Option<fn(&Json) -> Json>,
}

impl BuiltIn {
    /// The sheet of a title, and how its sheets of earlier forms are read, where there are any.
    pub const fn new(text: &'static str, older: Option<fn(&Json) -> Json>) -> BuiltIn {
        BuiltIn { text, parsed: OnceLock::new(), older }
    }

    /// The sheet.
    ///
    /// # Panics
    /// When it is no JSON.
    pub fn json(&self) -> &Json {
        let parse = || serde_json::from_str(self.text).expect("the built-in sheet is JSON");
        self.parsed.get_or_init(parse)
    }

    /// The sheet that a game carries, in the form of today; this one if it carries none.
    pub fn or<'a>(&'a self, carried: Option<&'a Json>) -> Cow<'a, Json> {
        match (carried, self.older) {
            (Some(data), Some(converted)) if is_older(data) => Cow::Owned(converted(data)),
            (Some(data), _) => Cow::Borrowed(data),
            (None, _) => Cow::Borrowed(self.json()),
        }
    }
}
