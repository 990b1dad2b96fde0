//! Judgement of a game, as it is shown.

use analysis::judgement::{Point, Step};
use serde::Serialize;
use utoipa::ToSchema;

/// How far the judgement of a game is, and what was found.
#[derive(Serialize, ToSchema)]
pub struct JudgementJson {
    /// `none`, `waiting`, `working`, `done`, `cancelled` or `failed`.
    pub(crate) state: &'static str,
    /// Moves that are judged.
    pub(crate) done: i64,
    /// All moves.
    pub(crate) length: i64,
    /// Judgements of other games that come first.
    pub(crate) ahead: i64,
    /// Who asks now has asked for it, and may cancel it.
    pub(crate) mine: bool,
    /// What everybody could expect before the first move.
    #[schema(required = true)]
    pub(crate) begun: Option<Point>,
    /// Moves in order, as far as they are known.
    pub(crate) moves: Vec<Step>,
    /// Where to go on, if there are more.
    #[schema(required = true)]
    pub(crate) next: Option<i64>,
}
