//! A data sheet read with all its faults collected, so that a person can correct them in one go.

use crate::SetupError;
use serde_json::Value as Json;
use std::cell::RefCell;
use std::ops::RangeInclusive;

static NOTHING: Json = Json::Null;
// More than these nobody reads at once.
const MOST_FAULTS: usize = 200;
const LONGEST_TEXT: usize = 300;

/// Everything found wrong so far.
#[derive(Debug, Default)]
pub struct Faults(RefCell<Vec<String>>);

impl Faults {
    /// Adds a fault, once.
    pub fn add(&self, fault: String) {
        let mut all = self.0.borrow_mut();
        if all.len() < MOST_FAULTS && !all.contains(&fault) {
            all.push(fault);
        }
    }

    /// The list, in the order found.
    pub fn into_list(self) -> Vec<String> {
        self.0.into_inner()
    }

    /// What was read, if nothing was wrong.
    pub fn sound<T>(self, read: T) -> Result<T, SetupError> {
        let faults = self.into_list();
        if faults.is_empty() { Ok(read) } else { Err(SetupError::all(faults)) }
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
        Look { value, path: String::new(), faults, missing: false }
    }

    /// Where faults are noted.
    pub fn faults(&self) -> &'a Faults {
        self.faults
    }

    /// The value as it is written.
    pub fn json(&self) -> &'a Json {
        self.value
    }

    /// Notes a fault here.
    pub fn fault(&self, what: &str) {
        if !self.missing {
            let place = if self.path.is_empty() { "the sheet" } else { &self.path };
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
        let step: String = step.chars().take(40).collect();
        let path = if self.path.is_empty() { step } else { format!("{}.{step}", self.path) };
        Look { value, path, faults: self.faults, missing }
    }

    /// Notes every key that is not among these. A `note` may stand everywhere.
    pub fn only(&self, keys: &[&str]) {
        match self.value.as_object() {
            Some(object) => {
                for key in object.keys() {
                    if key != "note" && !keys.contains(&key.as_str()) {
                        let known = keys.join(", ");
                        self.at(self.value, key, self.missing)
                            .fault(&format!("unknown; known are {known}"));
                    }
                }
            }
            None => self.fault("an object is needed"),
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

    /// The fields of an object, by name.
    pub fn fields(&self) -> Vec<(&'a str, Look<'a>)> {
        match self.value.as_object() {
            Some(object) => object
                .iter()
                .filter(|(key, _)| *key != "note")
                .map(|(key, value)| (key.as_str(), self.at(value, key, false)))
                .collect(),
            None => {
                self.fault("an object is needed");
                Vec::new()
            }
        }
    }

    /// What counts for a number of players: the value itself, or the one under their number.
    pub fn for_players(&self, players: usize) -> Look<'a> {
        if self.value.is_object() { self.key(&players.to_string()) } else { self.clone() }
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

    /// A price, revenue or cost.
    pub fn price(&self) -> u16 {
        self.number(0..=10_000) as u16
    }

    /// A small count.
    pub fn count(&self) -> u8 {
        self.number(0..=100) as u8
    }

    /// A text.
    pub fn text(&self) -> &'a str {
        match self.value.as_str() {
            Some(text) if text.len() <= LONGEST_TEXT => text,
            Some(_) => {
                self.fault(&format!("more than {LONGEST_TEXT} letters"));
                ""
            }
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

    /// Whether it is this very text.
    pub fn is(&self, text: &str) -> bool {
        self.value.as_str() == Some(text)
    }

    /// The elements of a list of at most so many.
    pub fn up_to(&self, most: usize) -> Vec<Look<'a>> {
        match self.value.as_array() {
            Some(all) => {
                if all.len() > most {
                    self.fault(&format!("at most {most} are possible"));
                }
                all.iter()
                    .take(most)
                    .enumerate()
                    .map(|(i, value)| {
                        let name = value.get("id").or(value.get("type")).and_then(Json::as_str);
                        match name {
                            Some(name) => self.at(value, name, false),
                            None => self.at(value, &i.to_string(), false),
                        }
                    })
                    .collect()
            }
            None => {
                self.fault("a list is needed");
                Vec::new()
            }
        }
    }

    /// The elements of a list.
    pub fn list(&self) -> Vec<Look<'a>> {
        self.up_to(1000)
    }

    /// The elements of a list that may be missing.
    pub fn maybe_list(&self, key: &str) -> Vec<Look<'a>> {
        self.maybe(key).map(|l| l.list()).unwrap_or_default()
    }

    /// The texts of a list that may be missing.
    pub fn texts(&self, key: &str) -> Vec<String> {
        let all = self.maybe_list(key);
        all.iter().map(|t| t.text().to_owned()).collect()
    }

    /// The place of the text in a list of words.
    pub fn word(&self, words: &[&str]) -> Option<usize> {
        let found = words.iter().position(|w| self.is(w));
        if found.is_none() {
            self.fault(&format!("one of {} is needed", words.join(", ")));
        }
        found
    }

    /// The place of the text in a list of names of a kind of thing.
    pub fn named(&self, names: &[String], what: &str) -> Option<usize> {
        let text = self.text();
        let found = names.iter().position(|n| n == text);
        if found.is_none() && !text.is_empty() {
            self.fault(&format!("no {what} is called {text}"));
        }
        found
    }

    /// Numbers of edges or rotations below `edges`, as a mask.
    pub fn mask(&self, edges: u8) -> u8 {
        let all = self.up_to(usize::from(edges)).into_iter();
        all.fold(0, |mask, e| mask | 1 << e.number(0..=i64::from(edges) - 1))
    }

    /// Edges of a list that may be missing, as a mask.
    pub fn maybe_mask(&self, key: &str, edges: u8) -> u8 {
        self.maybe(key).map_or(0, |l| l.mask(edges))
    }

    /// Adds what is marked as reconstructed here: all of it, or the values that are named.
    pub fn reconstructed(&self, list: &mut Vec<String>, what: &str) {
        let Some(mark) = self.maybe("reconstructed") else {
            return;
        };
        if mark.value.is_boolean() {
            if mark.flag() {
                list.push(what.to_owned());
            }
            return;
        }
        let fields: Vec<&str> = mark.list().iter().map(Look::text).collect();
        list.push(format!("{what}: {}", fields.join(", ")));
    }
}
