//! The JSON Schemas in `docs` are those of the types.
//!
//! `SIGNALBOX_WRITE_SCHEMAS=1` writes them anew.

use serde_json::Value as Json;
use std::path::Path;

fn is_written(name: &str, schema: &Json) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name);
    let text = serde_json::to_string_pretty(schema).expect("JSON") + "\n";
    if std::env::var_os("SIGNALBOX_WRITE_SCHEMAS").is_some() {
        std::fs::write(&path, &text).expect("a file that can be written");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == text,
        "{name} is not what the types say: SIGNALBOX_WRITE_SCHEMAS=1 writes it"
    );
}

#[test]
fn schemas_of_files_are_those_of_the_types() {
    is_written("game-file.schema.json", &engine::schema::game_file());
    is_written("position.schema.json", &engine::schema::arrangement());
}
