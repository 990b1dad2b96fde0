//! The form in which puzzles are kept.

use engine::{Setup, wire};
use serde::{Deserialize, Serialize};

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PuzzleKind))]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The routes of a company that bring most.
    Route,
    /// The tile after which the company's routes bring most.
    Tile,
    /// What to do about trains, so that the company's routes bring most once its turn is over.
    Train,
    /// The move after which the player is furthest ahead when the game is over.
    Stock,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 4] = [Kind::Route, Kind::Tile, Kind::Train, Kind::Stock];

    /// Name in files and addresses.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Route => "route",
            Kind::Tile => "tile",
            Kind::Train => "train",
            Kind::Stock => "stock",
        }
    }
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// Whose game it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Origin {
    /// A game of bots, which can be played again.
    Bots {
        /// Their level.
        level: String,
        /// Seed of the game and of their decisions.
        seed: u64,
    },
    /// A game that was kept: the name of its file.
    Game(String),
}

/// Where a puzzle comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The game.
    pub game: Origin,
    /// Moves made in it before the position.
    pub moves: usize,
    /// The program that found it: its version, with the commit where that was told.
    pub program: String,
}

/// A puzzle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// Its name: title, kind and a mark of its position.
    pub id: String,
    /// What is asked.
    pub kind: Kind,
    /// The company that it is about; none where it is about a player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<String>,
    /// How hard it is, from 1 to 4; not yet graded without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grade: Option<u8>,
    /// What the best answer brings.
    pub best: i32,
    /// What comes next: the best of all others; for routes what one gets by taking the longest train's best route first.
    pub second: i32,
    /// Nothing better exists. Not set where the search took only a part of what was legal.
    pub proved: bool,
    /// Answers that bring as much; of routes one set.
    pub answers: Vec<wire::Move>,
    /// Where it comes from.
    pub source: Source,
    /// How the position is set up: by an arrangement.
    pub setup: Setup,
    /// Moves from there to the question.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<wire::Move>,
}

/// A file of puzzles.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// Its puzzles.
    pub puzzles: Vec<Puzzle>,
}

impl File {
    /// Reads a file.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &str) -> Result<File, String> {
        serde_json::from_str(text).map_err(|e| e.to_string())
    }

    /// The text of a file: a line for each puzzle, so that a change of one shows as such.
    pub fn write(&self) -> String {
        let line = |p: &Puzzle| serde_json::to_string(p).unwrap_or_default();
        let lines: Vec<String> = self.puzzles.iter().map(line).collect();
        format!("{{\"puzzles\": [\n{}\n]}}\n", lines.join(",\n"))
    }
}
