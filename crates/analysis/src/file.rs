//! A study as a file (`docs/study-file.md`).

use crate::study::{LONGEST_TEXT, LONGEST_TITLE, MOST_CHAPTERS, Study, TOO_MANY_CHAPTERS, Titles};
use crate::tree::bounded;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// Marks files of studies.
pub const FORMAT: &str = "signalbox-study";
/// Version of the form.
pub const VERSION: u32 = 1;

/// A study as a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct StudyFile {
    /// Always [`FORMAT`].
    pub format: String,
    /// [`VERSION`] of the program that wrote it.
    pub version: u32,
    /// The study.
    pub study: Study,
}

impl StudyFile {
    /// A study as a file.
    pub fn of(study: Study) -> StudyFile {
        StudyFile { format: FORMAT.to_owned(), version: VERSION, study }
    }

    /// The file as text.
    pub fn write(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// Reads a file. Every move of it is played.
    ///
    /// # Errors
    /// All that is wrong with it, a sentence each.
    pub fn read(text: &str, titles: Titles<'_>) -> Result<Study, Vec<String>> {
        let one = |fault: String| vec![fault];
        let json: Json = serde_json::from_str(text).map_err(|e| one(format!("no JSON: {e}")))?;
        let format = json.get("format").and_then(Json::as_str).unwrap_or("none");
        let version = json.get("version").and_then(Json::as_u64).unwrap_or(0);
        if format != FORMAT || version != u64::from(VERSION) {
            return Err(one(format!(
                "this is format {:.60} version {version}; this program reads {FORMAT} version {VERSION}",
                format
            )));
        }
        let file: StudyFile =
            serde_json::from_value(json).map_err(|e| one(format!("not a study: {e}")))?;
        let faults = faults(&file.study, titles);
        if faults.is_empty() { Ok(file.study) } else { Err(faults) }
    }
}

// Everything that is wrong, with the number of its chapter.
fn faults(study: &Study, titles: Titles<'_>) -> Vec<String> {
    let mut faults = Vec::new();
    let title = bounded(&study.title, LONGEST_TITLE);
    let text = bounded(&study.text, LONGEST_TEXT);
    faults.extend([title, text].into_iter().filter_map(Result::err).map(|e| e.to_string()));
    if study.chapters.len() > MOST_CHAPTERS {
        // Who has so many is not told about each.
        faults.push(TOO_MANY_CHAPTERS.to_owned());
        return faults;
    }
    for (i, chapter) in study.chapters.iter().enumerate() {
        let number = i + 1;
        if study.chapters[..i].iter().any(|c| c.id == chapter.id) {
            faults.push(format!("chapter {number}: its id is that of another chapter"));
        }
        if let Err(error) = chapter.check(titles) {
            faults.push(format!("chapter {number}: {error}"));
        }
    }
    faults
}
