//! For sheets of an earlier form, which games carry: each title turns its own into the form of today.

use serde_json::Value as Json;

/// The elements of a list under a key; none if there is no list.
pub fn each<'a>(data: &'a Json, key: &str) -> impl Iterator<Item = &'a Json> + use<'a> {
    data[key].as_array().into_iter().flatten()
}

/// The text under a key; empty if there is none.
pub fn text<'a>(data: &'a Json, key: &str) -> &'a str {
    data[key].as_str().unwrap_or_default()
}

/// An object without the fields that say nothing: `null`, `false`, empty lists and objects.
pub fn trimmed(mut object: Json) -> Json {
    if let Some(fields) = object.as_object_mut() {
        fields.retain(|_, value| match value {
            Json::Null | Json::Bool(false) => false,
            Json::Array(list) => !list.is_empty(),
            Json::Object(inner) => !inner.is_empty(),
            _ => true,
        });
    }
    object
}
