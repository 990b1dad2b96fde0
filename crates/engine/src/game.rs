//! A game is its log: setup and moves. Undo replays from a snapshot.

use crate::{
    Event, Move, Position, Refusal, Setup, SetupError, Title, WireError, move_from_json,
    move_to_json, wire,
};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// Marks our own game files.
pub const FORMAT: &str = "signalbox-game";
/// Version of the file format. It rises when a saved state is laid out differently: the hash in a file of an earlier
/// version says nothing then and is not looked at.
pub const VERSION: u32 = 2;
/// Most moves a file may hold.
const MOST_MOVES: usize = 100_000;
/// A snapshot is kept every so many moves.
const SNAPSHOT_EVERY: usize = 64;

/// A game as a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct GameFile {
    /// Always [`FORMAT`].
    pub format: String,
    /// [`VERSION`] of the program that wrote it.
    pub version: u32,
    /// [`wire::VERSION`] of its moves; files without it are of the first.
    #[serde(default = "first_form")]
    pub wire: u32,
    /// How it was set up.
    pub setup: Setup,
    /// Moves in order, with names.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<wire::Move>))]
    pub moves: Vec<Json>,
    /// Hash of the state after the last move, if the writer knew it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
}

const fn first_form() -> u32 {
    1
}

/// A file that is no game.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// Not JSON, or not this form.
    #[error("not a game file: {0}")]
    Form(String),
    /// Another format or a version of the future.
    #[error(
        "this is format {format} version {version}; this program reads {FORMAT} up to version {VERSION}"
    )]
    Version {
        /// Format found.
        format: String,
        /// Version found.
        version: u32,
    },
    /// The game cannot be set up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A move cannot be read.
    #[error("move {number}: {error}")]
    Wire {
        /// Number of the move, from 1.
        number: usize,
        /// What is wrong.
        error: WireError,
    },
    /// A move is not legal.
    #[error("move {number} is refused: {refusal}")]
    Refused {
        /// Number of the move, from 1.
        number: usize,
        /// Why.
        refusal: Refusal,
    },
    /// What was drawn is not what the moves draw.
    #[error("the outcomes in the file are not those that its moves draw")]
    Luck,
    /// The recorded hash differs from the state reached.
    #[error("the state after the last move has hash {found}, the file says {expected}")]
    Hash {
        /// In the file.
        expected: String,
        /// Reached.
        found: String,
    },
}

impl GameFile {
    /// Reads a file; says what is wrong with one that is none.
    pub fn read(text: &str) -> Result<GameFile, FileError> {
        let json: Json = serde_json::from_str(text).map_err(|e| FileError::Form(e.to_string()))?;
        let format = json
            .get("format")
            .and_then(Json::as_str)
            .unwrap_or("none")
            .chars()
            .take(60)
            .collect::<String>();
        let version =
            json.get("version").and_then(Json::as_u64).unwrap_or(0).min(u64::from(u32::MAX)) as u32;
        if format != FORMAT || version == 0 || version > VERSION {
            return Err(FileError::Version { format, version });
        }
        let file: GameFile =
            serde_json::from_value(json).map_err(|e| FileError::Form(e.to_string()))?;
        if file.wire == 0 || file.wire > wire::VERSION {
            let (found, newest) = (file.wire, wire::VERSION);
            return Err(FileError::Form(format!(
                "its moves are of form {found}; this program reads forms up to {newest}"
            )));
        }
        if file.setup.luck.as_ref().is_some_and(crate::Luck::is_odd) {
            return Err(FileError::Form("its luck is larger than any game needs".to_owned()));
        }
        if file.moves.len() > MOST_MOVES {
            return Err(FileError::Form(format!("more than {MOST_MOVES} moves")));
        }
        Ok(file)
    }

    /// A game at a position. If its luck is secret, the hash says nothing of it either.
    pub fn of(setup: Setup, moves: Vec<Json>, reached: Option<&dyn Position>) -> GameFile {
        let hash = reached.map(|reached| hash_of(&setup, reached));
        let (format, version, wire) = (FORMAT.to_owned(), VERSION, wire::VERSION);
        GameFile { format, version, wire, setup, moves, hash }
    }

    /// Whether the hash in the file, if it can be judged, is that of the position reached. Of a game with secret luck
    /// the outcomes have to be those that the moves drew.
    ///
    /// # Errors
    /// When it is another.
    pub fn agrees(&self, reached: &dyn Position) -> Result<(), FileError> {
        let luck = self.setup.luck.as_ref().filter(|luck| luck.secret);
        if luck.is_some_and(|luck| luck.drawn != reached.core().rng.heard()) {
            return Err(FileError::Luck);
        }
        let Some(expected) = self.hash.as_ref().filter(|_| self.version == VERSION) else {
            return Ok(());
        };
        let found = hash_of(&self.setup, reached);
        if *expected == found {
            return Ok(());
        }
        Err(FileError::Hash { expected: expected.chars().take(60).collect(), found })
    }

    /// The file as text, one move a line.
    pub fn write(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }
}

fn hash_of(setup: &Setup, position: &dyn Position) -> String {
    let hash = if setup.is_secret() { position.open_hash() } else { position.hash() };
    format!("{hash:016x}")
}

/// A refused or unreadable move.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// Not legal.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Means nothing here.
    #[error(transparent)]
    Wire(#[from] WireError),
}

/// A game in play.
#[derive(Clone, Debug)]
pub struct Game {
    setup: Setup,
    moves: Vec<Move>,
    position: Box<dyn Position>,
    snapshots: Vec<Box<dyn Position>>,
}

impl Game {
    /// A new game.
    pub fn start(title: &dyn Title, setup: Setup) -> Result<Game, SetupError> {
        let position = title.start(&setup)?;
        Ok(Game { setup, moves: Vec::new(), snapshots: vec![position.boxed()], position })
    }

    /// A game from a file; every move is checked.
    pub fn replay(title: &dyn Title, file: &GameFile) -> Result<Game, FileError> {
        let mut game = match file.setup.is_secret() {
            true => Game::start(title, file.setup.listening())?,
            false => Game::start(title, file.setup.clone())?,
        };
        let mut events = Vec::new();
        for (i, json) in file.moves.iter().enumerate() {
            let mv = move_from_json(game.position(), json)
                .map_err(|error| FileError::Wire { number: i + 1, error })?;
            events.clear();
            game.play(&mv, &mut events)
                .map_err(|refusal| FileError::Refused { number: i + 1, refusal })?;
        }
        file.agrees(game.position())?;
        Ok(game)
    }

    /// The game as a file.
    pub fn file(&self) -> GameFile {
        let mut at = self.snapshots[0].boxed();
        let mut events = Vec::new();
        let moves = self
            .moves
            .iter()
            .map(|mv| {
                let json = move_to_json(at.as_ref(), mv);
                events.clear();
                // Every move of a game was accepted once.
                let _ = at.play(mv, &mut events);
                json
            })
            .collect();
        GameFile::of(self.setup.clone(), moves, Some(self.position.as_ref()))
    }

    /// How it was set up.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The position now.
    pub fn position(&self) -> &dyn Position {
        self.position.as_ref()
    }

    /// Moves so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Plays a move.
    pub fn play(&mut self, mv: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
        self.position.play(mv, events)?;
        self.moves.push(mv.clone());
        if self.moves.len().is_multiple_of(SNAPSHOT_EVERY) {
            self.snapshots.push(self.position.boxed());
        }
        Ok(())
    }

    /// The position after the first `n` moves.
    pub fn at(&self, n: usize) -> Box<dyn Position> {
        let n = n.min(self.moves.len());
        let mut position = self.snapshots[n / SNAPSHOT_EVERY].boxed();
        let mut events = Vec::new();
        for mv in &self.moves[n / SNAPSHOT_EVERY * SNAPSHOT_EVERY..n] {
            events.clear();
            let _ = position.play(mv, &mut events);
        }
        position
    }

    /// Takes back everything after the first `n` moves; returns what was taken back.
    pub fn undo_to(&mut self, n: usize) -> Vec<Move> {
        let n = n.min(self.moves.len());
        self.position = self.at(n);
        self.snapshots.truncate(n / SNAPSHOT_EVERY + 1);
        self.moves.split_off(n)
    }
}
