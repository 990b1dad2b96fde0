//! Texts of lessons.

use lessons::{Given, Texts, missing};
use std::collections::BTreeMap;

fn texts(language: &str) -> BTreeMap<String, Texts> {
    let path = super::folder().join("lang").join(format!("{language}.json"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{language}: {e}"));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{language}: {e}"))
}

#[test]
fn every_text_exists_in_every_language() {
    let lessons = super::all();
    for language in ["en", "cs", "ru", "de"] {
        let faults = missing(&lessons, &texts(language));
        assert!(faults.is_empty(), "{language}:\n{}", faults.join("\n"));
    }
}

#[test]
fn languages_differ() {
    let english = texts("en");
    for language in ["cs", "ru", "de"] {
        let other = texts(language);
        for (id, lesson) in &english {
            for (a, b) in lesson.steps.iter().zip(&other[id].steps) {
                assert_ne!(a.text, b.text, "{language}: {id} is still English");
            }
        }
    }
}

#[test]
fn a_worked_example_tells_the_number_that_the_engine_finds() {
    let lessons = super::all();
    let examples = lessons.iter().filter(|l| l.example.is_some());
    let mut told = 0;
    for (lesson, language) in examples.flat_map(|l| ["en", "cs", "ru", "de"].map(|name| (l, name)))
    {
        let words = &texts(language)[&lesson.id];
        for (i, text) in words.steps.iter().enumerate() {
            if let Ok(Given::Number(number)) = lesson.solution(i) {
                let mut numbers = text.right.split(|c: char| !c.is_ascii_digit());
                assert!(
                    numbers.any(|n| n == number.to_string()),
                    "{language}: {} step {} tells another number than {number}: {}",
                    lesson.id,
                    i + 1,
                    text.right
                );
                told += 1;
            }
        }
    }
    assert!(told > 80, "{told} numbers");
}

#[test]
fn what_is_missing_is_named() {
    let lessons = super::all();
    let mut english = texts("en");
    english.get_mut("first-tile").unwrap().steps[2].right.clear();
    english.get_mut("par").unwrap().title.clear();
    english.remove("gulliver");
    english.insert("nowhere".to_owned(), Texts::default());
    let faults = missing(&lessons, &english).join("\n");
    for part in ["first-tile, step 3: no right", "par: no title", "gulliver: no texts", "nowhere"] {
        assert!(faults.contains(part), "{part} is not among\n{faults}");
    }
}
