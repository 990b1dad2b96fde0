//! Every lesson is read, solved, and refuses wrong answers; its texts exist in every language.
#![allow(missing_docs)]

mod answers;
mod form;
mod texts;

use lessons::Lesson;
use std::path::{Path, PathBuf};

/// Where lessons lie.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../lessons")
}

/// All lessons, by their files.
pub fn all() -> Vec<Lesson> {
    let mut lessons = Vec::new();
    for entry in std::fs::read_dir(folder()).expect("the folder of lessons") {
        let path = entry.expect("a file").path();
        if path.extension().is_some_and(|e| e == "json") {
            let id = path.file_stem().expect("a name").to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&path).expect("a text");
            let read = Lesson::read(&id, &text, &titles::by_id);
            lessons.push(read.unwrap_or_else(|faults| panic!("{}", faults.join("\n"))));
        }
    }
    lessons.sort_by_key(|l| l.order);
    lessons
}
