//! How much strong thinks about a decision.

/// How much work things are, beside a move that is made (1): a position that was not met before in the search.
pub const NEW: u32 = 12;
/// A look at a leaf.
pub const LEAF: u32 = 24;

/// So much work, or so many playouts where a caller says so.
#[derive(Clone, Copy)]
pub enum Thought {
    /// Work.
    Work(u32),
    /// Playouts.
    Playouts(u32),
}

impl Thought {
    /// All that there is.
    pub fn most(self) -> u32 {
        match self {
            Thought::Work(most) | Thought::Playouts(most) => most,
        }
    }

    /// What a playout takes of it.
    pub fn taken(self, work: u32) -> u32 {
        match self {
            Thought::Work(_) => work,
            Thought::Playouts(_) => 1,
        }
    }

    /// A caller's number of playouts is never exceeded; work is, where each move would not be visited once.
    pub fn is_over(self, spent: u32) -> bool {
        matches!(self, Thought::Playouts(most) if spent >= most)
    }
}
