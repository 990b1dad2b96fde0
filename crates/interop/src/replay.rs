//! Playing a public file through our engine, action by action.

use crate::{Dialect, Effective, FieldError, PublicFile, ReadError, Translator, dialect};
use engine::{Event, Game, Move, Outcome, Position, Refusal, move_to_json};

/// An action that cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum ActionError {
    /// The action means nothing here.
    #[error(transparent)]
    Field(#[from] FieldError),
    /// Our rules refuse it.
    #[error("action {id} ({kind}) is refused: {refusal}; our move was {mv}")]
    Refused {
        /// Number in the file.
        id: u64,
        /// Kind of the action.
        kind: String,
        /// Why.
        refusal: Refusal,
        /// The move that was tried, as JSON.
        mv: String,
    },
    /// The game is over, but the file goes on.
    #[error("action {id} ({kind}) comes after the end of the game")]
    AfterEnd {
        /// Number in the file.
        id: u64,
        /// Kind of the action.
        kind: String,
    },
}

/// A public file on its way through our engine.
pub struct Replay {
    /// The file.
    pub file: PublicFile,
    actions: Vec<Effective>,
    translator: Box<dyn Translator>,
    game: Game,
    starts: Vec<usize>,
    events: Vec<Event>,
    ended: bool,
}

impl Replay {
    /// A file before its first action.
    pub fn start(file: PublicFile) -> Result<Replay, ReadError> {
        let dialect: &dyn Dialect = dialect(&file.title)
            .ok_or_else(|| ReadError::Title(crate::action::short(&file.title)))?;
        let title = titles::by_id(dialect.title())
            .ok_or_else(|| ReadError::Title(crate::action::short(&file.title)))?;
        let setup = dialect.setup(&file)?;
        let game = Game::start(title, setup).map_err(|e| ReadError::Settings(e.to_string()))?;
        let actions = file.effective()?;
        let translator = dialect.translator(&file);
        Ok(Replay {
            file,
            actions,
            translator,
            game,
            starts: Vec::new(),
            events: Vec::new(),
            ended: false,
        })
    }

    /// The actions in force.
    pub fn actions(&self) -> &[Effective] {
        &self.actions
    }

    /// Number of the next action.
    pub fn at(&self) -> usize {
        self.starts.len()
    }

    /// The position now.
    pub fn position(&self) -> &dyn Position {
        self.game.position()
    }

    /// Whether somebody ended the game by hand. No rule does that, so our game goes on.
    pub fn ended_by_hand(&self) -> bool {
        self.ended
    }

    /// The result: that of our game, or what it stood at when somebody ended it by hand.
    pub fn outcome(&self) -> Option<Outcome> {
        let by_hand = || Outcome::richest(self.position().values(), "manually_ended");
        let over = self.position().outcome();
        over.or_else(|| self.ended.then(by_hand))
    }

    /// Our game so far.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// For each action played, the number of our moves before it.
    pub fn starts(&self) -> &[usize] {
        &self.starts
    }

    /// The translator, for its view of the position.
    pub fn translator(&self) -> &dyn Translator {
        self.translator.as_ref()
    }

    /// Plays the next action; `false` when there is none.
    pub fn step(&mut self) -> Result<bool, ActionError> {
        let Some(next) = self.actions.get(self.at()) else {
            return Ok(false);
        };
        let before = self.game.moves().len();
        let action = &next.action;
        if !next.noop {
            if self.ended || self.game.position().decision().is_none() {
                return Err(ActionError::AfterEnd { id: action.id, kind: action.kind.clone() });
            }
            for mv in self.translator.moves(self.game.position(), action)? {
                self.events.clear();
                self.game.play(&mv, &mut self.events).map_err(|refusal| ActionError::Refused {
                    id: action.id,
                    kind: action.kind.clone(),
                    refusal,
                    mv: shown(self.game.position(), &mv),
                })?;
            }
            self.translator.played(self.game.position(), action);
            self.ended |= action.kind == "end_game";
        }
        self.starts.push(before);
        Ok(true)
    }

    /// Plays up to the position before action `n`, or to the end.
    pub fn run_to(&mut self, n: usize) -> Result<(), ActionError> {
        while self.at() < n && self.step()? {}
        Ok(())
    }

    /// Our game.
    pub fn into_game(self) -> Game {
        self.game
    }
}

fn shown(position: &dyn Position, mv: &Move) -> String {
    crate::action::short_to(&move_to_json(position, mv).to_string(), 300)
}

/// Reads a public file and plays it to the end.
pub fn import(text: &str) -> Result<Replay, ImportError> {
    let mut replay = Replay::start(PublicFile::read(text)?)?;
    replay.run_to(usize::MAX)?;
    Ok(replay)
}

/// A file that cannot be imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// Not readable.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// Not playable.
    #[error(transparent)]
    Action(#[from] ActionError),
}
