//! A tree of moves from a position: lines that were tried, with words, names, arrows and marked cells.
//!
//! Nodes stand in one list, each before what follows from it, the main line first. So a branch is a part of the list.

use engine::wire;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The node before any move.
pub const ROOT: &str = "root";
/// Most nodes of a tree.
pub const MOST_NODES: usize = 2000;
/// Most moves of a line.
pub const MOST_DEPTH: usize = 500;
/// Most characters of a comment.
pub const LONGEST_COMMENT: usize = 4000;
/// Most characters of a name.
pub const LONGEST_NAME: usize = 100;
/// Most arrows, and most marked cells, of a node.
pub const MOST_DRAWN: usize = 64;
/// Said of more nodes.
pub const TOO_MANY_NODES: &str = "a tree has at most 2000 moves";
/// Said of longer lines.
pub const TOO_DEEP: &str = "a line has at most 500 moves";
/// Said of more arrows or marks.
pub const TOO_MANY_DRAWN: &str = "a position has at most 64 arrows and 64 marks";
const LONGEST_ID: usize = 16;
const LONGEST_CELL: usize = 16;

/// Colours to draw with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = StudyColour))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)] // Each is what it is called.
pub enum Colour {
    Green,
    Red,
    Blue,
    Yellow,
}

/// An arrow from one cell to another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = StudyArrow))]
#[serde(deny_unknown_fields)]
pub struct Arrow {
    /// Cell it begins at.
    pub from: String,
    /// Cell it points at.
    pub to: String,
    /// Its colour.
    pub colour: Colour,
}

/// A marked cell.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = StudyMark))]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// The cell.
    pub cell: String,
    /// Its colour.
    pub colour: Colour,
}

/// A position of the tree: the move that leads there, and what is said and drawn about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = StudyNode))]
#[serde(deny_unknown_fields)]
pub struct Node {
    /// Its name in edits; it never changes.
    pub id: String,
    /// The node before it; none for the root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// The move; none for the root.
    #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<wire::Move>,
    /// What is said about it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// Name of the line that begins here.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Arrows, in order of their cells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arrows: Vec<Arrow>,
    /// Marked cells in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
}

impl Node {
    /// A node without words.
    pub fn new(id: &str, parent: Option<&str>, mv: Option<wire::Move>) -> Node {
        Node {
            id: id.to_owned(),
            parent: parent.map(str::to_owned),
            mv,
            comment: String::new(),
            name: String::new(),
            arrows: Vec::new(),
            marks: Vec::new(),
        }
    }
}

/// What cannot be done with a tree or a study.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// There is no such node; perhaps somebody deleted it.
    #[error("that line is no longer there")]
    NoNode,
    /// There is no such chapter.
    #[error("that chapter is no longer there")]
    NoChapter,
    /// The id is taken.
    #[error("that name of a node is taken")]
    Taken,
    /// The move is there already.
    #[error("that move is there already")]
    There(String),
    /// The root has no place and stays.
    #[error("the beginning of a tree stays")]
    Root,
    /// A word that is no id or no cell.
    #[error("ids and cells are short plain words")]
    Word,
    /// Larger than anything may be.
    #[error("{0}")]
    Most(&'static str),
    /// A text that is too long.
    #[error("such a text has at most {0} characters")]
    Long(usize),
    /// A branch that does not hang together.
    #[error("each move stands after the one that it follows")]
    Order,
    /// The start cannot be played.
    #[error("{0}")]
    Start(String),
    /// The move cannot be played.
    #[error("that move is not legal there: {0}")]
    Illegal(String),
    /// Others changed the same thing, and the author had not seen it.
    #[error("somebody else changed that a moment ago")]
    Changed,
}

/// A tree of moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = StudyTree))]
pub struct Tree(Vec<Node>);

impl Default for Tree {
    fn default() -> Tree {
        Tree(vec![Node::new(ROOT, None, None)])
    }
}

/// Whether a word may be an id.
pub fn is_id(word: &str) -> bool {
    (1..=LONGEST_ID).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_alphanumeric())
}

fn is_cell(word: &str) -> bool {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b == b',' || b == b'-';
    (1..=LONGEST_CELL).contains(&word.len()) && word.bytes().all(plain)
}

/// Refuses a text that is too long.
pub(crate) fn bounded(text: &str, most: usize) -> Result<(), EditError> {
    // Bytes first: counting characters of a huge text is work.
    match text.len() > most * 4 || text.chars().count() > most {
        true => Err(EditError::Long(most)),
        false => Ok(()),
    }
}

impl Tree {
    /// A tree of one line: moves of a game.
    pub fn of_line(moves: impl IntoIterator<Item = wire::Move>) -> Tree {
        let mut tree = Tree::default();
        let mut before = ROOT.to_owned();
        for (i, mv) in moves.into_iter().enumerate().take(MOST_DEPTH) {
            let id = format!("g{}", i + 1);
            tree.0.push(Node::new(&id, Some(&before), Some(mv)));
            before = id;
        }
        tree
    }

    /// All nodes, the main line first.
    pub fn nodes(&self) -> &[Node] {
        &self.0
    }

    /// A node.
    pub fn node(&self, id: &str) -> Option<&Node> {
        self.0.iter().find(|n| n.id == id)
    }

    fn at(&self, id: &str) -> Result<usize, EditError> {
        self.0.iter().position(|n| n.id == id).ok_or(EditError::NoNode)
    }

    // Where a branch ends: the first node behind it that does not follow from it.
    fn end(&self, at: usize) -> usize {
        let mut within = BTreeSet::from([self.0[at].id.as_str()]);
        let rest = &self.0[at + 1..];
        let follows = rest.iter().take_while(|n| {
            let parent = n.parent.as_deref().unwrap_or_default();
            within.contains(parent) && within.insert(&n.id)
        });
        at + 1 + follows.count()
    }

    /// A node and all that follow from it.
    pub fn branch(&self, id: &str) -> Result<&[Node], EditError> {
        let at = self.at(id)?;
        Ok(&self.0[at..self.end(at)])
    }

    /// Nodes that follow directly, the main line first.
    pub fn children<'a>(&'a self, id: &'a str) -> impl Iterator<Item = &'a Node> {
        self.0.iter().filter(move |n| n.parent.as_deref() == Some(id))
    }

    /// The moves from the root to a node.
    pub fn line(&self, id: &str) -> Result<Vec<&wire::Move>, EditError> {
        let mut moves = Vec::new();
        let mut node = self.node(id).ok_or(EditError::NoNode)?;
        while let (Some(parent), Some(mv)) = (&node.parent, &node.mv) {
            moves.push(mv);
            node = self.node(parent).ok_or(EditError::NoNode)?;
        }
        moves.reverse();
        Ok(moves)
    }

    // Where a child of a node stands in the list; behind the last one if there are not so many.
    fn slot(&self, parent: usize, place: usize) -> usize {
        let id = self.0[parent].id.as_str();
        let mut children =
            (parent + 1..self.0.len()).filter(|&i| self.0[i].parent.as_deref() == Some(id));
        children.nth(place).unwrap_or_else(|| self.end(parent))
    }

    /// Place of a node among those with the same parent.
    pub fn place_of(&self, id: &str) -> Result<usize, EditError> {
        let node = self.node(id).ok_or(EditError::NoNode)?;
        let parent = node.parent.as_deref().ok_or(EditError::Root)?;
        Ok(self.children(parent).take_while(|n| n.id != id).count())
    }

    /// Whether a branch may be put here, its moves apart: whoever puts it has played them.
    pub(crate) fn fits(&self, parent: &str, branch: &[Node]) -> Result<(), EditError> {
        let above = self.line(parent)?.len();
        if self.0.len() + branch.len() > MOST_NODES {
            return Err(EditError::Most(TOO_MANY_NODES));
        }
        let first = branch.first().ok_or(EditError::Order)?;
        let mut path = vec![parent];
        let mut ids = BTreeSet::new();
        for (i, node) in branch.iter().enumerate() {
            check(node)?;
            let above_it = node.parent.as_deref().ok_or(EditError::Order)?;
            while path.last().is_some_and(|last| *last != above_it) {
                path.pop();
            }
            // A branch has one root.
            if path.is_empty() || node.mv.is_none() || (i > 0 && path.len() == 1) {
                return Err(EditError::Order);
            }
            path.push(&node.id);
            if above + path.len() - 1 > MOST_DEPTH {
                return Err(EditError::Most(TOO_DEEP));
            }
            if !ids.insert(node.id.as_str()) || self.node(&node.id).is_some() {
                return Err(EditError::Taken);
            }
        }
        let same = self.children(parent).find(|n| n.mv == first.mv);
        if let Some(same) = same {
            return Err(EditError::There(same.id.clone()));
        }
        for (i, node) in branch.iter().enumerate() {
            let twin = branch[i + 1..].iter().find(|n| n.parent == node.parent && n.mv == node.mv);
            if let Some(twin) = twin {
                return Err(EditError::There(twin.id.clone()));
            }
        }
        Ok(())
    }

    /// Puts a branch at a place among its siblings.
    pub(crate) fn put(
        &mut self,
        parent: &str,
        place: usize,
        branch: Vec<Node>,
    ) -> Result<(), EditError> {
        self.fits(parent, &branch)?;
        let slot = self.slot(self.at(parent)?, place);
        self.0.splice(slot..slot, branch);
        Ok(())
    }

    /// Takes a branch out.
    pub(crate) fn take(&mut self, id: &str) -> Result<(String, usize, Vec<Node>), EditError> {
        let place = self.place_of(id)?;
        let at = self.at(id)?;
        let parent = self.0[at].parent.clone().ok_or(EditError::Root)?;
        let end = self.end(at);
        Ok((parent, place, self.0.drain(at..end).collect()))
    }

    /// Moves a branch to another place among its siblings; tells where it was.
    pub(crate) fn shift(&mut self, id: &str, place: usize) -> Result<usize, EditError> {
        let (parent, was, branch) = self.take(id)?;
        let slot = self.slot(self.at(&parent)?, place);
        self.0.splice(slot..slot, branch);
        Ok(was)
    }

    fn change(&mut self, id: &str) -> Result<&mut Node, EditError> {
        self.0.iter_mut().find(|n| n.id == id).ok_or(EditError::NoNode)
    }

    /// Sets a comment; tells the one before.
    pub(crate) fn comment(&mut self, id: &str, text: &str) -> Result<String, EditError> {
        bounded(text, LONGEST_COMMENT)?;
        Ok(std::mem::replace(&mut self.change(id)?.comment, text.to_owned()))
    }

    /// Names the line that begins at a node; tells the name before.
    pub(crate) fn name(&mut self, id: &str, name: &str) -> Result<String, EditError> {
        bounded(name, LONGEST_NAME)?;
        Ok(std::mem::replace(&mut self.change(id)?.name, name.to_owned()))
    }

    /// Marks a cell, or takes its mark away; tells the colour before.
    pub(crate) fn mark(
        &mut self,
        id: &str,
        cell: &str,
        colour: Option<Colour>,
    ) -> Result<Option<Colour>, EditError> {
        if !is_cell(cell) {
            return Err(EditError::Word);
        }
        let marks = &mut self.change(id)?.marks;
        let at = marks.iter().position(|m| m.cell == cell);
        if at.is_none() && colour.is_some() && marks.len() >= MOST_DRAWN {
            return Err(EditError::Most(TOO_MANY_DRAWN));
        }
        let was = at.map(|at| marks.remove(at).colour);
        marks.extend(colour.map(|colour| Mark { cell: cell.to_owned(), colour }));
        marks.sort();
        Ok(was)
    }

    /// Draws an arrow, or takes it away; tells the colour before.
    pub(crate) fn arrow(
        &mut self,
        id: &str,
        (from, to): (&str, &str),
        colour: Option<Colour>,
    ) -> Result<Option<Colour>, EditError> {
        if !is_cell(from) || !is_cell(to) || from == to {
            return Err(EditError::Word);
        }
        let arrows = &mut self.change(id)?.arrows;
        let at = arrows.iter().position(|a| a.from == from && a.to == to);
        if at.is_none() && colour.is_some() && arrows.len() >= MOST_DRAWN {
            return Err(EditError::Most(TOO_MANY_DRAWN));
        }
        let was = at.map(|at| arrows.remove(at).colour);
        arrows.extend(colour.map(|colour| Arrow {
            from: from.to_owned(),
            to: to.to_owned(),
            colour,
        }));
        arrows.sort();
        Ok(was)
    }

    /// What is wrong with a tree that was read, its moves apart.
    pub(crate) fn faults(&self) -> Result<(), EditError> {
        let Some((root, rest)) = self.0.split_first() else { return Err(EditError::Order) };
        if root.id != ROOT || root.parent.is_some() || root.mv.is_some() {
            return Err(EditError::Order);
        }
        check(root)?;
        if rest.len() >= MOST_NODES {
            return Err(EditError::Most(TOO_MANY_NODES));
        }
        // Each branch of the root on its own, as if it were put there.
        let mut built = Tree(vec![root.clone()]);
        let mut left = rest;
        while !left.is_empty() {
            let more = left[1..].iter().take_while(|n| n.parent.as_deref() != Some(ROOT)).count();
            let (branch, others) = left.split_at(more + 1);
            built.put(ROOT, usize::MAX, branch.to_vec())?;
            left = others;
        }
        Ok(())
    }
}

// What is wrong with a node alone.
fn check(node: &Node) -> Result<(), EditError> {
    if !is_id(&node.id) {
        return Err(EditError::Word);
    }
    bounded(&node.comment, LONGEST_COMMENT)?;
    bounded(&node.name, LONGEST_NAME)?;
    if node.arrows.len() > MOST_DRAWN {
        return Err(EditError::Most(TOO_MANY_DRAWN));
    }
    if node.marks.len() > MOST_DRAWN {
        return Err(EditError::Most(TOO_MANY_DRAWN));
    }
    let arrows = node.arrows.windows(2).all(|p| (&p[0].from, &p[0].to) < (&p[1].from, &p[1].to));
    let marks = node.marks.windows(2).all(|p| p[0].cell < p[1].cell);
    let drawn = node.arrows.iter().all(|a| is_cell(&a.from) && is_cell(&a.to) && a.from != a.to)
        && node.marks.iter().all(|m| is_cell(&m.cell));
    match arrows && marks && drawn {
        true => Ok(()),
        false => Err(EditError::Word),
    }
}
