//! A game file, ours or the public platform's.

use anyhow::{Context, Result, bail};
use engine::{FileError, Game, GameFile, Position};
use interop::{PublicFile, Replay};
use std::path::Path;

/// Largest file that is read.
const MOST_BYTES: u64 = 64 << 20;

/// A game read from a file.
pub struct Loaded {
    /// The game, as far as it was played.
    pub game: Game,
    /// Whose form the file has.
    pub form: Form,
}

/// The form of a file.
pub enum Form {
    /// Our own; steps are moves.
    Own,
    /// The public platform's; steps are effective actions, and this is the number of moves before each.
    Public(Vec<usize>),
}

/// The text of a file of bounded size.
pub fn text(path: &Path) -> Result<String> {
    let shown = path.display();
    let size = std::fs::metadata(path).with_context(|| format!("{shown}"))?.len();
    if size > MOST_BYTES {
        bail!("{shown}: {size} bytes; {MOST_BYTES} are read at most");
    }
    std::fs::read_to_string(path).with_context(|| format!("{shown}"))
}

impl Loaded {
    /// Reads a file. Of a public file only the first `upto` actions are played.
    pub fn read(path: &Path, upto: Option<usize>) -> Result<Loaded> {
        let text = text(path)?;
        let shown = path.display();
        match GameFile::read(&text) {
            Ok(file) => {
                let game = own_game(&file).with_context(|| format!("{shown}"))?;
                return Ok(Loaded { game, form: Form::Own });
            }
            // Files of the public platform name no format.
            Err(FileError::Version { format, .. }) if format == "none" => {}
            Err(error) => return Err(error).with_context(|| format!("{shown}")),
        }
        let file = PublicFile::read(&text).with_context(|| format!("{shown}"))?;
        let mut replay = Replay::start(file).with_context(|| format!("{shown}"))?;
        if let Some(n) = upto
            && n > replay.actions().len()
        {
            bail!("{shown} has {} effective actions, not {n}", replay.actions().len());
        }
        replay
            .run_to(upto.unwrap_or(usize::MAX))
            .with_context(|| format!("{shown}: effective action {}", replay.at()))?;
        let starts = replay.starts().to_vec();
        Ok(Loaded { game: replay.into_game(), form: Form::Public(starts) })
    }

    /// The position after the first `n` steps, or the last one.
    pub fn position(&self, n: Option<usize>) -> Result<Box<dyn Position>> {
        let Some(n) = n else {
            return Ok(self.game.position().boxed());
        };
        match &self.form {
            Form::Own if n > self.game.moves().len() => {
                bail!("the game has {} moves, not {n}", self.game.moves().len())
            }
            Form::Own => Ok(self.game.at(n)),
            Form::Public(starts) => Ok(match starts.get(n) {
                Some(&moves) => self.game.at(moves),
                None => self.game.position().boxed(),
            }),
        }
    }
}

/// Plays one of our files.
pub fn own_game(file: &GameFile) -> Result<Game> {
    let title = crate::chosen::title(&file.setup.title)?;
    Ok(Game::replay(title, file)?)
}
