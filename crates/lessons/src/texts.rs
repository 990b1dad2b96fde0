//! Texts of lessons: one file a language, by the names of lessons.

use crate::lesson::Lesson;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Texts of one lesson.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Texts {
    /// What it is called.
    pub title: String,
    /// Its steps.
    pub steps: Vec<StepTexts>,
}

/// Texts of one step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StepTexts {
    /// What is explained.
    pub text: String,
    /// What is asked.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub task: String,
    /// What helps after a wrong answer.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub hint: String,
    /// What happened, after the right one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub right: String,
    /// What is wrong with the answers that the lesson names, in its order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wrong: Vec<String>,
}

/// What is missing, or too much, in the texts of one language.
pub fn missing(lessons: &[Lesson], texts: &BTreeMap<String, Texts>) -> Vec<String> {
    let mut faults = Vec::new();
    for id in texts.keys().filter(|id| !lessons.iter().any(|l| l.id == **id)) {
        faults.push(format!("{id}: there is no such lesson"));
    }
    for lesson in lessons {
        let id = &lesson.id;
        let Some(texts) = texts.get(id) else {
            faults.push(format!("{id}: no texts"));
            continue;
        };
        if texts.title.trim().is_empty() {
            faults.push(format!("{id}: no title"));
        }
        if texts.steps.len() != lesson.steps.len() {
            let (wanted, found) = (lesson.steps.len(), texts.steps.len());
            faults.push(format!("{id}: {wanted} steps, texts for {found}"));
        }
        for (i, (step, said)) in lesson.steps.iter().zip(&texts.steps).enumerate() {
            let asks = step.answer.is_some();
            let parts = [
                ("text", &said.text, true),
                ("task", &said.task, asks),
                ("hint", &said.hint, asks),
                ("right", &said.right, asks),
            ];
            for (name, part, wanted) in parts {
                if part.trim().is_empty() == wanted {
                    let what = if wanted { "no" } else { "needless" };
                    faults.push(format!("{id}, step {}: {what} {name}", i + 1));
                }
            }
            if step.wrong.len() != said.wrong.len() {
                faults.push(format!(
                    "{id}, step {}: {} wrong answers have sentences, not {}",
                    i + 1,
                    said.wrong.len(),
                    step.wrong.len()
                ));
            }
        }
    }
    faults
}
