//! Lessons: a position, words that point at something, a task, and an answer that the engine checks.
//!
//! A lesson is data (`lessons/*.json`, see `docs/lessons.md`). [`Lesson::read`] reads it strictly and names all faults at once.
//! It knows no title: who reads a lesson says where titles are found.
#![forbid(unsafe_code)]

mod answer;
mod form;
mod lesson;
mod pattern;
mod texts;

pub use answer::{Given, Verdict};
pub use form::{Answer, Number, Panel, Point};
pub use lesson::{Lesson, Step, Titles};
pub use pattern::Pattern;
pub use texts::{StepTexts, Texts, missing};
