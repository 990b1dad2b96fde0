//! Comparing what a trace says with what we have.

use serde_json::Value as Json;

/// The first place where two states differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Path of the field, such as `state.players[0].cash`.
    pub field: String,
    /// What the trace says.
    pub expected: String,
    /// What we have.
    pub found: String,
}

/// The first difference between two values, in the order of `expected`. A field that `expected` does not have is a
/// difference too.
pub fn difference(expected: &Json, found: &Json) -> Option<Difference> {
    let mut path = String::new();
    walk(expected, found, &mut path)
}

fn show(value: Option<&Json>) -> String {
    let Some(value) = value else {
        return "nothing".to_owned();
    };
    let text = value.to_string();
    if text.chars().count() > 200 { text.chars().take(200).chain(['…']).collect() } else { text }
}

fn unequal(path: &str, expected: Option<&Json>, found: Option<&Json>) -> Option<Difference> {
    Some(Difference { field: path.to_owned(), expected: show(expected), found: show(found) })
}

fn walk(expected: &Json, found: &Json, path: &mut String) -> Option<Difference> {
    let length = path.len();
    match (expected, found) {
        (Json::Object(a), Json::Object(b)) => {
            for key in a.keys().chain(b.keys().filter(|k| !a.contains_key(*k))) {
                if length > 0 {
                    path.push('.');
                }
                path.push_str(key);
                let result = match (a.get(key), b.get(key)) {
                    (Some(x), Some(y)) => walk(x, y, path),
                    (x, y) => unequal(path, x, y),
                };
                if result.is_some() {
                    return result;
                }
                path.truncate(length);
            }
            None
        }
        (Json::Array(a), Json::Array(b)) if a.len() == b.len() => {
            for (i, (x, y)) in a.iter().zip(b).enumerate() {
                path.push_str(&format!("[{i}]"));
                if let Some(result) = walk(x, y, path) {
                    return Some(result);
                }
                path.truncate(length);
            }
            None
        }
        _ if expected == found => None,
        _ => unequal(path, Some(expected), Some(found)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn check(expected: Json, found: Json, path: &str) {
        assert_eq!(
            difference(&expected, &found).map(|d| d.field),
            (!path.is_empty()).then(|| path.to_owned())
        );
    }

    #[test]
    fn the_first_difference_is_named_by_its_path() {
        check(json!({"a": [1, {"b": 2}]}), json!({"a": [1, {"b": 2}]}), "");
        check(json!({"a": [1, {"b": 2}]}), json!({"a": [1, {"b": 3}]}), "a[1].b");
        check(json!({"a": [1]}), json!({"a": [1, 2]}), "a");
        check(json!({"a": 1}), json!({}), "a");
        check(json!({}), json!({"b": null}), "b");
    }
}
