//! Lessons.

use super::RefusalJson;
use engine::wire::Move;
use lessons::Point;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// All lessons.
#[derive(Debug, Serialize, ToSchema)]
pub struct Lessons {
    /// In order.
    pub lessons: Vec<LessonJson>,
}

/// A lesson.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Lesson)]
pub struct LessonJson {
    /// Its name.
    pub id: String,
    /// As which game its positions are shown.
    pub game: String,
    /// Title that it belongs to.
    pub title: String,
    /// Group of lessons.
    pub chapter: String,
    /// The rule of which it is a worked example; none for lessons.
    #[schema(required = true)]
    pub example: Option<String>,
    /// Its steps.
    pub steps: Vec<LessonStep>,
}

/// A step of a lesson.
#[derive(Debug, Serialize, ToSchema)]
pub struct LessonStep {
    /// Moves made before it.
    pub at: usize,
    /// Moves made after the right answer.
    pub after: usize,
    /// What its words point at.
    pub point: Vec<Point>,
    /// Rules that it teaches.
    pub rules: Vec<String>,
    /// What it asks for: `nothing`, `move`, `run`, `number`.
    pub asks: &'static str,
}

/// What is said to an answer.
#[derive(Debug, Serialize, ToSchema)]
pub struct Answered {
    /// It is right.
    pub right: bool,
    /// Number of the sentence about this wrong answer.
    #[schema(required = true)]
    pub wrong: Option<usize>,
    /// The rule that forbids it.
    #[schema(required = true)]
    pub refusal: Option<RefusalJson>,
    /// What the run brings.
    #[schema(required = true)]
    pub run: Option<i32>,
    /// What the best run brings.
    #[schema(required = true)]
    pub best: Option<i32>,
}

/// What a step asks for.
#[derive(Debug, Serialize, ToSchema)]
pub struct Solution {
    /// A move.
    #[schema(required = true)]
    pub r#move: Option<Move>,
    /// A number.
    #[schema(required = true)]
    pub number: Option<i64>,
}

/// How far somebody is in the course.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Progress {
    /// Lessons that are done.
    pub done: Vec<String>,
    /// The lesson at which they stopped.
    #[schema(required = true)]
    pub lesson: Option<String>,
    /// Its step.
    pub step: u8,
}
