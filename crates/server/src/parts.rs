//! What the binary puts into the server: titles, bots, files of other platforms, pictures.

use crate::chooser::Chooser;
use crate::levels::LevelChooser;
use engine::{GameFile, Title};
use std::sync::Arc;

/// Reads a file of another platform.
pub type Import = Arc<dyn Fn(&str) -> Result<GameFile, String> + Send + Sync>;
/// Writes a file of another platform.
pub type Export = Arc<dyn Fn(&GameFile) -> Result<String, String> + Send + Sync>;

// The usual strength.
const STAND_IN: &str = "standard";

/// What the server is built from.
#[derive(Clone)]
pub struct Parts {
    /// Titles, in the order in which they are offered.
    pub titles: Vec<&'static dyn Title>,
    /// Bots.
    pub chooser: Arc<dyn Chooser>,
    /// Files of the public platform, to read.
    pub import: Option<Import>,
    /// Files of the public platform, to write.
    pub export: Option<Export>,
}

impl Parts {
    /// Titles with the usual bots.
    pub fn new(titles: &[&'static dyn Title]) -> Parts {
        Parts {
            titles: titles.to_vec(),
            chooser: Arc::new(LevelChooser),
            import: None,
            export: None,
        }
    }

    /// The level of the bot that plays for somebody who has left.
    pub fn stand_in(&self) -> Option<&'static str> {
        let levels = self.chooser.levels();
        levels.iter().find(|level| **level == STAND_IN).or(levels.first()).copied()
    }

    /// A title by its id.
    pub fn title(&self, id: &str) -> Option<&'static dyn Title> {
        self.titles.iter().copied().find(|t| t.id() == id)
    }
}
