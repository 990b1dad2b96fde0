//! A data sheet read with all its faults collected, so that a person can correct them in one go.

use serde_json::Value as Json;
use std::cell::RefCell;
use std::ops::RangeInclusive;

static NOTHING: Json = Json::Null;

/// Everything found wrong so far.
#[derive(Debug, Default)]
pub struct Faults(RefCell<Vec<String>>);

impl Faults {
    /// Adds a fault, once.
    pub fn add(&self, fault: String) {
        let mut all = self.0.borrow_mut();
        if !all.contains(&fault) {
            all.push(fault);
        }
    }

    /// The list, in the order found.
    pub fn into_list(self) -> Vec<String> {
        self.0.into_inner()
    }
}

/// A value of the sheet and where it stands. What is wrong is noted and replaced by something harmless.
#[derive(Clone, Debug)]
pub struct Look<'a> {
    value: &'a Json,
    path: String,
    faults: &'a Faults,
    // A missing value has been noted already.
    missing: bool,
}

impl<'a> Look<'a> {
    /// The whole sheet.
    pub fn new(value: &'a Json, faults: &'a Faults) -> Look<'a> {
        Look {
            value,
            path: String::new(),
            faults,
            missing: false,
        }
    }

    /// Notes a fault here.
    pub fn fault(&self, what: &str) {
        if !self.missing {
            let place = if self.path.is_empty() {
                "the sheet"
            } else {
                &self.path
            };
            self.faults.add(format!("{place}: {what}"));
        }
    }

    /// Notes a fault of a list as a whole.
    pub fn fault_of_all(&self, what: &str) {
        if self.path.is_empty() {
            self.faults.add(what.to_owned());
        } else {
            self.fault(what);
        }
    }

    fn at(&self, value: &'a Json, step: &str, missing: bool) -> Look<'a> {
        let path = if self.path.is_empty() {
            step.to_owned()
        } else {
            format!("{}.{step}", self.path)
        };
        Look {
            value,
            path,
            faults: self.faults,
            missing,
        }
    }

    /// A field that must be there.
    pub fn key(&self, key: &str) -> Look<'a> {
        match self.maybe(key) {
            Some(found) => found,
            None => {
                self.fault(&format!("{key} is missing"));
                self.at(&NOTHING, key, true)
            }
        }
    }

    /// A field that may be missing or null.
    pub fn maybe(&self, key: &str) -> Option<Look<'a>> {
        match self.value.get(key) {
            None | Some(Json::Null) => None,
            Some(value) => Some(self.at(value, key, false)),
        }
    }

    /// A whole number within a range.
    pub fn number(&self, range: RangeInclusive<i64>) -> i64 {
        match self.value.as_i64() {
            Some(n) if range.contains(&n) => n,
            _ => {
                self.fault(&format!(
                    "a whole number from {} to {} is needed",
                    range.start(),
                    range.end()
                ));
                *range.start()
            }
        }
    }

    /// An amount of money.
    pub fn money(&self) -> i32 {
        self.number(0..=100_000) as i32
    }

    /// A small count.
    pub fn count(&self) -> u8 {
        self.number(0..=100) as u8
    }

    /// A text.
    pub fn text(&self) -> &'a str {
        match self.value.as_str() {
            Some(text) => text,
            None => {
                self.fault("a text is needed");
                ""
            }
        }
    }

    /// Yes or no.
    pub fn flag(&self) -> bool {
        self.value.as_bool().unwrap_or_else(|| {
            self.fault("true or false is needed");
            false
        })
    }

    /// Yes or no, no if it is missing.
    pub fn maybe_flag(&self, key: &str) -> bool {
        self.maybe(key).is_some_and(|look| look.flag())
    }

    /// The elements of a list.
    pub fn list(&self) -> Vec<Look<'a>> {
        match self.value.as_array() {
            Some(all) => all
                .iter()
                .enumerate()
                .map(|(i, value)| {
                    let name = value.get("id").or(value.get("type")).and_then(Json::as_str);
                    let step = name.map_or_else(|| i.to_string(), |n| n.chars().take(40).collect());
                    self.at(value, &step, false)
                })
                .collect(),
            None => {
                self.fault("a list is needed");
                Vec::new()
            }
        }
    }

    /// Whether it is this very text.
    pub fn is(&self, text: &str) -> bool {
        self.value.as_str() == Some(text)
    }

    /// Edges 0 to 3 of a list, as a mask.
    pub fn edges(&self) -> u8 {
        self.list()
            .iter()
            .fold(0, |mask, e| mask | 1 << e.number(0..=3))
    }

    /// Names of an entry's reconstructed values.
    pub fn reconstructed(&self, list: &mut Vec<String>, what: &str) {
        if !self.maybe_flag("reconstructed") {
            return;
        }
        let fields: Vec<&str> = self
            .maybe("reconstructed_fields")
            .map(|f| f.list().iter().map(Look::text).collect())
            .unwrap_or_default();
        list.push(if fields.is_empty() {
            what.to_owned()
        } else {
            format!("{what}: {}", fields.join(", "))
        });
    }
}
