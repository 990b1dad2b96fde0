//! Puzzles.

use super::RefusalJson;
use analysis::puzzle::Kind;
use engine::wire::Move;
use serde::Serialize;
use utoipa::ToSchema;

/// Where a puzzle comes from.
#[derive(Debug, Serialize, ToSchema)]
pub struct PuzzleSource {
    /// Level of the bots who played; none if it was another game.
    #[schema(required = true)]
    pub level: Option<String>,
    /// Seed of their game.
    #[schema(required = true)]
    pub seed: Option<u64>,
    /// Moves made before the position.
    pub moves: usize,
}

/// A puzzle, without its answer.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Puzzle)]
pub struct PuzzleJson {
    /// Its name.
    pub id: String,
    /// As which game its position is shown.
    pub game: String,
    /// Moves made before the question.
    pub at: usize,
    /// Title.
    pub title: String,
    /// Variant.
    pub variant: String,
    /// What is asked.
    pub kind: Kind,
    /// Step of the decision.
    pub step: String,
    /// The company that it is about.
    #[schema(required = true)]
    pub company: Option<String>,
    /// How hard it is, from 1 to 4.
    #[schema(required = true)]
    pub grade: Option<u8>,
    /// Everything legal was tried.
    pub proved: bool,
    /// Where it comes from.
    pub source: PuzzleSource,
}

/// Puzzles that were asked for.
#[derive(Debug, Serialize, ToSchema)]
pub struct Puzzles {
    /// This page of them.
    pub puzzles: Vec<PuzzleJson>,
    /// How many there are on all pages.
    pub count: usize,
    /// The next page, if there is one.
    #[schema(required = true)]
    pub next: Option<usize>,
}

/// The puzzle of today.
#[derive(Debug, Serialize, ToSchema)]
pub struct Today {
    /// The day, counted from 1970.
    pub day: i64,
    /// When it began, in milliseconds.
    pub begins: i64,
    /// The puzzle.
    pub puzzle: PuzzleJson,
}

/// What is said to an answer.
#[derive(Debug, Serialize, ToSchema)]
pub struct PuzzleAnswered {
    /// It is right.
    pub right: bool,
    /// The rule that forbids it.
    #[schema(required = true)]
    pub refusal: Option<RefusalJson>,
    /// What it brings, where that can be told.
    #[schema(required = true)]
    pub brings: Option<i32>,
    /// What comes next after the best; told with a right answer.
    #[schema(required = true)]
    pub second: Option<i32>,
}

/// The answer.
#[derive(Debug, Serialize, ToSchema)]
pub struct PuzzleSolution {
    /// Moves that are right.
    pub moves: Vec<Move>,
    /// What they bring.
    pub best: i32,
    /// What comes next.
    pub second: i32,
}

/// How far somebody is with the puzzles.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct PuzzleProgress {
    /// Puzzles that they solved by themselves.
    pub solved: Vec<String>,
    /// Puzzles whose answer they were shown.
    pub shown: Vec<String>,
    /// Days in a row whose puzzle they solved, up to today or yesterday.
    pub streak: i64,
    /// Most days in a row.
    pub longest: i64,
    /// Days whose puzzle they solved, counted from 1970: the last seven that count.
    pub days: Vec<i64>,
}
