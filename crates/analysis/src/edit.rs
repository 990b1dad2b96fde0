//! Changes of a study, as data. Each has an inverse: so one's own changes can be taken back and made again.

use crate::study::{LONGEST_TEXT, LONGEST_TITLE, Study, Titles};
use crate::tree::{Colour, EditError, Node, bounded};
use engine::wire;
use serde::{Deserialize, Serialize};

/// A change of a study.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = StudyEdit))]
#[serde(tag = "edit", rename_all = "snake_case", deny_unknown_fields)]
pub enum Edit {
    /// The study gets another title.
    Title {
        /// The title.
        title: String,
    },
    /// The study gets other words.
    Text {
        /// The words.
        text: String,
    },
    /// A chapter gets another title.
    ChapterTitle {
        /// Chapter.
        chapter: String,
        /// The title.
        title: String,
    },
    /// A chapter gets other words.
    ChapterText {
        /// Chapter.
        chapter: String,
        /// The words.
        text: String,
    },
    /// A chapter goes to another place.
    MoveChapter {
        /// Chapter.
        chapter: String,
        /// Its place, from 0.
        place: usize,
    },
    /// A chapter goes, for good.
    DeleteChapter {
        /// Chapter.
        chapter: String,
    },
    /// A move is tried.
    Add {
        /// Chapter.
        chapter: String,
        /// The node before.
        parent: String,
        /// Name of the new node.
        node: String,
        /// The move.
        #[serde(rename = "move")]
        mv: wire::Move,
    },
    /// A line comes back as it was.
    Put {
        /// Chapter.
        chapter: String,
        /// The node before.
        parent: String,
        /// Place among its siblings, from 0.
        place: usize,
        /// Its nodes, each before what follows from it.
        nodes: Vec<Node>,
    },
    /// A line goes, with all that follows.
    Delete {
        /// Chapter.
        chapter: String,
        /// First node of the line.
        node: String,
    },
    /// A line goes to another place among its siblings; the first is the main line.
    Place {
        /// Chapter.
        chapter: String,
        /// First node of the line.
        node: String,
        /// Place, from 0.
        place: usize,
    },
    /// Words about a position.
    Comment {
        /// Chapter.
        chapter: String,
        /// Node.
        node: String,
        /// The words; none if empty.
        text: String,
    },
    /// The line that begins here gets a name.
    Name {
        /// Chapter.
        chapter: String,
        /// Node.
        node: String,
        /// The name; none if empty.
        name: String,
    },
    /// A cell is marked, or no longer.
    Mark {
        /// Chapter.
        chapter: String,
        /// Node.
        node: String,
        /// Cell.
        cell: String,
        /// Colour; none takes the mark away.
        colour: Option<Colour>,
    },
    /// An arrow is drawn, or no longer.
    Arrow {
        /// Chapter.
        chapter: String,
        /// Node.
        node: String,
        /// Cell it begins at.
        from: String,
        /// Cell it points at.
        to: String,
        /// Colour; none takes the arrow away.
        colour: Option<Colour>,
    },
}

/// What an edit touched: a chapter, a node, one thing of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Touch {
    /// Chapter; none if it is the study itself.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub chapter: String,
    /// Node; none if it is the chapter itself.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub node: String,
    /// What of it.
    pub thing: String,
}

impl Touch {
    /// A touch.
    pub fn new(chapter: &str, node: &str, thing: impl Into<String>) -> Touch {
        Touch { chapter: chapter.to_owned(), node: node.to_owned(), thing: thing.into() }
    }
}

impl Edit {
    /// What it touches.
    pub fn touch(&self) -> Touch {
        match self {
            Edit::Title { .. } => Touch::new("", "", "title"),
            Edit::Text { .. } => Touch::new("", "", "text"),
            Edit::ChapterTitle { chapter, .. } => Touch::new(chapter, "", "title"),
            Edit::ChapterText { chapter, .. } => Touch::new(chapter, "", "text"),
            Edit::MoveChapter { chapter, .. } => Touch::new(chapter, "", "place"),
            Edit::DeleteChapter { chapter } => Touch::new(chapter, "", "whole"),
            Edit::Add { chapter, node, .. } => Touch::new(chapter, node, "whole"),
            Edit::Put { chapter, nodes, .. } => {
                Touch::new(chapter, nodes.first().map_or("", |n| &n.id), "whole")
            }
            Edit::Delete { chapter, node } => Touch::new(chapter, node, "whole"),
            Edit::Place { chapter, node, .. } => Touch::new(chapter, node, "place"),
            Edit::Comment { chapter, node, .. } => Touch::new(chapter, node, "comment"),
            Edit::Name { chapter, node, .. } => Touch::new(chapter, node, "name"),
            Edit::Mark { chapter, node, cell, .. } => {
                Touch::new(chapter, node, format!("mark {cell}"))
            }
            Edit::Arrow { chapter, node, from, to, .. } => {
                Touch::new(chapter, node, format!("arrow {from} {to}"))
            }
        }
    }
}

impl Study {
    /// Whether an edit would undo what its author has not seen: what others touched since then.
    pub fn contradicts(&self, edit: &Edit, unseen: &[Touch]) -> bool {
        let touch = edit.touch();
        match edit {
            Edit::DeleteChapter { chapter } => unseen.iter().any(|t| t.chapter == *chapter),
            Edit::Delete { chapter, node } => {
                let branch = self.chapter(chapter).and_then(|c| c.tree.branch(node));
                let branch = branch.unwrap_or_default();
                let within = |t: &Touch| branch.iter().any(|n| n.id == t.node);
                unseen.iter().any(|t| t.chapter == *chapter && within(t))
            }
            _ => unseen.contains(&touch),
        }
    }

    /// Makes a change; tells the one that takes it back. A change that fails has changed nothing.
    ///
    /// # Errors
    /// When it cannot be made here.
    pub fn apply(&mut self, edit: &Edit, titles: Titles<'_>) -> Result<Option<Edit>, EditError> {
        Ok(Some(match edit.clone() {
            Edit::Title { title } => {
                bounded(&title, LONGEST_TITLE)?;
                Edit::Title { title: std::mem::replace(&mut self.title, title) }
            }
            Edit::Text { text } => {
                bounded(&text, LONGEST_TEXT)?;
                Edit::Text { text: std::mem::replace(&mut self.text, text) }
            }
            Edit::ChapterTitle { chapter, title } => {
                bounded(&title, LONGEST_TITLE)?;
                let was = std::mem::replace(&mut self.chapter_mut(&chapter)?.title, title);
                Edit::ChapterTitle { chapter, title: was }
            }
            Edit::ChapterText { chapter, text } => {
                bounded(&text, LONGEST_TEXT)?;
                let was = std::mem::replace(&mut self.chapter_mut(&chapter)?.text, text);
                Edit::ChapterText { chapter, text: was }
            }
            Edit::MoveChapter { chapter, place } => {
                let found = self.chapters.iter().position(|c| c.id == chapter);
                let was = found.ok_or(EditError::NoChapter)?;
                let moved = self.chapters.remove(was);
                self.chapters.insert(place.min(self.chapters.len()), moved);
                Edit::MoveChapter { chapter, place: was }
            }
            Edit::DeleteChapter { chapter } => {
                self.chapter(&chapter)?;
                self.chapters.retain(|c| c.id != chapter);
                return Ok(None);
            }
            Edit::Add { chapter, parent, node, mv } => {
                let nodes = vec![Node::new(&node, Some(&parent), Some(mv))];
                self.put(&chapter, &parent, usize::MAX, &nodes, titles)?;
                Edit::Delete { chapter, node }
            }
            Edit::Put { chapter, parent, place, nodes } => {
                self.put(&chapter, &parent, place, &nodes, titles)?;
                let node = nodes.first().map(|n| n.id.clone()).unwrap_or_default();
                Edit::Delete { chapter, node }
            }
            Edit::Delete { chapter, node } => {
                let (parent, place, nodes) = self.chapter_mut(&chapter)?.tree.take(&node)?;
                Edit::Put { chapter, parent, place, nodes }
            }
            Edit::Place { chapter, node, place } => {
                let place = self.chapter_mut(&chapter)?.tree.shift(&node, place)?;
                Edit::Place { chapter, node, place }
            }
            Edit::Comment { chapter, node, text } => {
                let text = self.chapter_mut(&chapter)?.tree.comment(&node, &text)?;
                Edit::Comment { chapter, node, text }
            }
            Edit::Name { chapter, node, name } => {
                let name = self.chapter_mut(&chapter)?.tree.name(&node, &name)?;
                Edit::Name { chapter, node, name }
            }
            Edit::Mark { chapter, node, cell, colour } => {
                let colour = self.chapter_mut(&chapter)?.tree.mark(&node, &cell, colour)?;
                Edit::Mark { chapter, node, cell, colour }
            }
            Edit::Arrow { chapter, node, from, to, colour } => {
                let tree = &mut self.chapter_mut(&chapter)?.tree;
                let colour = tree.arrow(&node, (&from, &to), colour)?;
                Edit::Arrow { chapter, node, from, to, colour }
            }
        }))
    }

    // Puts a branch whose every move was played from the position before it.
    fn put(
        &mut self,
        chapter: &str,
        parent: &str,
        place: usize,
        nodes: &[Node],
        titles: Titles<'_>,
    ) -> Result<(), EditError> {
        let chapter = self.chapter_mut(chapter)?;
        chapter.tree.fits(parent, nodes)?;
        let played = chapter.played(parent, nodes, titles)?;
        chapter.tree.put(parent, place, played)
    }
}
