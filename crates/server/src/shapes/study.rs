//! Studies.

use analysis::edit::Edit;
use analysis::tree::Tree;
use serde::Serialize;
use utoipa::ToSchema;

/// A study in a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct StudyHead {
    /// Id.
    pub id: String,
    /// Title.
    pub title: String,
    /// Who made it; empty if the name is kept back.
    pub owner: String,
    /// Titles of its games.
    pub games: Vec<String>,
    /// Chapters.
    pub chapters: i64,
    /// `private`, `link` or `listed`.
    pub sight: &'static str,
    /// Changed when.
    pub updated: i64,
}

/// Lists of studies.
#[derive(Debug, Serialize, ToSchema)]
pub struct StudyLists {
    /// One's own.
    pub mine: Vec<StudyHead>,
    /// Of others, in which one writes too.
    pub shared: Vec<StudyHead>,
    /// Shown to everyone.
    pub listed: Vec<StudyHead>,
}

/// A chapter.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = StudyChapter)]
pub struct ChapterJson {
    /// Id.
    pub id: String,
    /// Title.
    pub title: String,
    /// What is said of it.
    pub text: String,
    /// Title of its game.
    pub game: String,
    /// Moves before its tree begins.
    pub moves: usize,
    /// Its tree: nodes, each before what follows from it, the main line first. Position NODE is shown as game
    /// `study-ID-CHAPTER-NODE`.
    pub tree: Tree,
}

/// A study.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = StudyShown)]
pub struct StudyJson {
    /// Id.
    pub id: String,
    /// Number of its last edit.
    pub number: i64,
    /// Title.
    pub title: String,
    /// What is said of it.
    pub text: String,
    /// Who made it; empty if the name is kept back.
    pub owner: String,
    /// Names of its other authors.
    pub authors: Vec<String>,
    /// `private`, `link` or `listed`.
    pub sight: &'static str,
    /// The word of its link, for its authors.
    #[schema(required = true)]
    pub word: Option<String>,
    /// Whether who asks made it.
    pub owns: bool,
    /// Whether who asks may change it.
    pub writes: bool,
    /// Whether it may be shown in a frame elsewhere.
    pub embed: bool,
    /// Chapters.
    pub chapters: Vec<ChapterJson>,
}

/// A study, if it is not the one that was seen.
#[derive(Debug, Serialize, ToSchema)]
pub struct StudyNews {
    /// Number of its last edit.
    pub number: i64,
    /// The study.
    #[schema(required = true)]
    pub study: Option<StudyJson>,
}

/// What became of an edit.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = StudyEdited)]
pub struct Edited {
    /// The edit that takes it back; none if nothing does.
    #[schema(required = true)]
    pub back: Option<Edit>,
    /// The study now.
    pub study: StudyJson,
}

/// Moves of a line that were made in a game.
#[derive(Debug, Serialize, ToSchema)]
pub struct Played {
    /// The game.
    pub game: String,
    /// How many.
    pub moves: usize,
    /// How many more the line has: something was drawn differently.
    pub left: usize,
}
