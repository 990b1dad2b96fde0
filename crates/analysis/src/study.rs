//! A study: chapters with words, each with a tree of moves.

use crate::tree::{EditError, Node, Tree, bounded, is_id};
use engine::{Names, Position, Setup, Title, wire};
use serde::{Deserialize, Serialize};

/// Where titles are found by their ids.
pub type Titles<'a> = &'a dyn Fn(&str) -> Option<&'static dyn Title>;

/// Most chapters of a study.
pub const MOST_CHAPTERS: usize = 64;
/// Said of more chapters.
pub const TOO_MANY_CHAPTERS: &str = "a study has at most 64 chapters";
/// Most characters of a study's or chapter's title.
pub const LONGEST_TITLE: usize = 100;
/// Most characters of what is said of a study or a chapter.
pub const LONGEST_TEXT: usize = 20_000;
/// Most moves before a tree begins.
pub const MOST_MOVES: usize = 20_000;

/// Where a tree begins: a game, and the moves that led there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = StudyStart))]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// How the game is set up. Its luck is told.
    pub setup: Setup,
    /// Moves in order.
    #[serde(default)]
    pub moves: Vec<wire::Move>,
}

/// Plays a move that was written, and tells it as it is written today.
pub fn play(position: &mut dyn Position, mv: &wire::Move) -> Result<wire::Move, EditError> {
    let illegal = |why: String| EditError::Illegal(why);
    let names = Names::of(position);
    let read = names.read_move(mv).map_err(|e| illegal(e.to_string()))?;
    let written = names.write_move(&read);
    position.play(&read, &mut Vec::new()).map_err(|e| illegal(e.to_string()))?;
    Ok(written)
}

impl Start {
    /// The position that the tree begins with.
    ///
    /// # Errors
    /// When the setup is not sound, or a move is not legal.
    pub fn position(&self, titles: Titles<'_>) -> Result<Box<dyn Position>, EditError> {
        let start = EditError::Start;
        if self.moves.len() > MOST_MOVES {
            return Err(EditError::Most("a chapter begins after at most 20000 moves"));
        }
        if self.setup.is_secret() {
            return Err(start("the luck of a study is told, not secret".to_owned()));
        }
        let title = titles(&self.setup.title)
            .ok_or_else(|| start("a title that is not known here".to_owned()))?;
        let mut position = title.start(&self.setup).map_err(|e| start(e.to_string()))?;
        for (i, mv) in self.moves.iter().enumerate() {
            play(position.as_mut(), mv).map_err(|e| start(format!("move {}: {e}", i + 1)))?;
        }
        Ok(position)
    }
}

/// A chapter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = StudyFileChapter))]
#[serde(deny_unknown_fields)]
pub struct Chapter {
    /// Its name in edits; it never changes.
    pub id: String,
    /// Its title.
    #[serde(default)]
    pub title: String,
    /// What is said of it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Where its tree begins.
    pub start: Start,
    /// Its tree: nodes, each before what follows from it.
    #[serde(default)]
    pub tree: Tree,
}

impl Chapter {
    /// The position at a node.
    ///
    /// # Errors
    /// When there is no such node.
    pub fn at(&self, node: &str, titles: Titles<'_>) -> Result<Box<dyn Position>, EditError> {
        let line = self.tree.line(node)?;
        let mut position = self.start.position(titles)?;
        for mv in line {
            play(position.as_mut(), mv)?;
        }
        Ok(position)
    }

    /// All moves to a node, from the beginning of the game.
    ///
    /// # Errors
    /// When there is no such node.
    pub fn moves_to(&self, node: &str) -> Result<Vec<wire::Move>, EditError> {
        let line = self.tree.line(node)?;
        Ok(self.start.moves.iter().chain(line).cloned().collect())
    }

    // Plays every move of a branch from the position before it; each becomes what it is written as today.
    pub(crate) fn played(
        &self,
        parent: &str,
        branch: &[Node],
        titles: Titles<'_>,
    ) -> Result<Vec<Node>, EditError> {
        played(self.at(parent, titles)?, parent, branch)
    }

    /// Whether everything in it is sound, each move played.
    ///
    /// # Errors
    /// What is not.
    pub fn check(&self, titles: Titles<'_>) -> Result<(), EditError> {
        if !is_id(&self.id) {
            return Err(EditError::Word);
        }
        bounded(&self.title, LONGEST_TITLE)?;
        bounded(&self.text, LONGEST_TEXT)?;
        self.tree.faults()?;
        let position = self.start.position(titles)?;
        let Some((root, rest)) = self.tree.nodes().split_first() else { return Ok(()) };
        played(position, &root.id, rest).map(|_| ())
    }
}

fn played(
    before: Box<dyn Position>,
    parent: &str,
    branch: &[Node],
) -> Result<Vec<Node>, EditError> {
    // The position before each node of the line that leads here.
    let mut path = vec![(parent.to_owned(), before)];
    let mut out = Vec::with_capacity(branch.len());
    for node in branch {
        let above = node.parent.as_deref().unwrap_or_default();
        while path.last().is_some_and(|(id, _)| id != above) {
            path.pop();
        }
        let (Some((_, position)), Some(mv)) = (path.last(), &node.mv) else {
            return Err(EditError::Order);
        };
        let mut after = position.boxed();
        let written = play(after.as_mut(), mv)?;
        out.push(Node { mv: Some(written), ..node.clone() });
        path.push((node.id.clone(), after));
    }
    Ok(out)
}

/// A study.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = StudyFileBody))]
#[serde(deny_unknown_fields)]
pub struct Study {
    /// Its title.
    #[serde(default)]
    pub title: String,
    /// What is said of it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Chapters in order.
    #[serde(default)]
    pub chapters: Vec<Chapter>,
}

impl Study {
    /// A chapter.
    ///
    /// # Errors
    /// When there is none of that name.
    pub fn chapter(&self, id: &str) -> Result<&Chapter, EditError> {
        self.chapters.iter().find(|c| c.id == id).ok_or(EditError::NoChapter)
    }

    pub(crate) fn chapter_mut(&mut self, id: &str) -> Result<&mut Chapter, EditError> {
        self.chapters.iter_mut().find(|c| c.id == id).ok_or(EditError::NoChapter)
    }

    /// Adds a chapter as the last one; everything in it is checked.
    ///
    /// # Errors
    /// When it is not sound, or there are too many.
    pub fn add(&mut self, chapter: Chapter, titles: Titles<'_>) -> Result<(), EditError> {
        if self.chapters.len() >= MOST_CHAPTERS {
            return Err(EditError::Most(TOO_MANY_CHAPTERS));
        }
        if self.chapter(&chapter.id).is_ok() {
            return Err(EditError::Taken);
        }
        chapter.check(titles)?;
        self.chapters.push(chapter);
        Ok(())
    }
}
