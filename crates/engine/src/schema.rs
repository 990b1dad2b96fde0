//! JSON Schemas of what is kept in files, made from the types that read them.

use crate::GameFile;
use crate::arrange::Arrangement;
use serde_json::{Map, Value as Json, json};
use utoipa::ToSchema;

/// The JSON Schema of a game file.
pub fn game_file() -> Json {
    let mut schema = of::<GameFile>("A game of Signalbox, as a file");
    let fields = &mut schema["properties"];
    fields["format"]["const"] = json!(crate::FORMAT);
    fields["version"]["minimum"] = json!(1);
    fields["version"]["maximum"] = json!(crate::VERSION);
    fields["wire"]["minimum"] = json!(1);
    fields["wire"]["maximum"] = json!(crate::wire::VERSION);
    schema
}

/// The JSON Schema of a position that was written down.
pub fn arrangement() -> Json {
    of::<Arrangement>("A position of Signalbox, as it is written down")
}

fn of<T: ToSchema>(title: &str) -> Json {
    let mut parts = Vec::new();
    T::schemas(&mut parts);
    let parts = parts.into_iter();
    let parts: Map<String, Json> =
        parts.map(|(name, part)| (name, serde_json::to_value(part).unwrap_or_default())).collect();
    let mut schema = serde_json::to_value(T::schema()).unwrap_or_default();
    schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    schema["title"] = json!(title);
    schema["$defs"] = Json::Object(parts);
    point_inside(&mut schema);
    schema
}

// References lead to the parts below.
fn point_inside(schema: &mut Json) {
    match schema {
        Json::Object(fields) => {
            for (key, value) in fields.iter_mut() {
                if let (true, Json::String(to)) = (key == "$ref", &mut *value) {
                    *to = to.replace("#/components/schemas/", "#/$defs/");
                }
                point_inside(value);
            }
        }
        Json::Array(all) => all.iter_mut().for_each(point_inside),
        _ => {}
    }
}
