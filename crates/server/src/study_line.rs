//! A line of a study as a game: its position is shown like that of a lesson, and nobody changes it.

use crate::fault::Fault;
use crate::parts::Parts;
use crate::shown::Shown;
use analysis::file::StudyFile;

/// A position of a study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineId {
    /// Study.
    pub study: String,
    /// Chapter.
    pub chapter: String,
    /// Node.
    pub node: String,
}

impl LineId {
    /// The id as which it is shown.
    pub fn game_id(&self) -> String {
        format!("study-{}-{}-{}", self.study, self.chapter, self.node)
    }
}

/// The position of a study that a game's id names, if it names one.
pub fn line_id(game: &str) -> Option<LineId> {
    let mut parts = game.strip_prefix("study-")?.split('-').map(str::to_owned);
    let (study, chapter, node) = (parts.next()?, parts.next()?, parts.next()?);
    parts.next().is_none().then_some(LineId { study, chapter, node })
}

/// What is wrong with an edit, for who made it.
pub fn fault(error: analysis::tree::EditError) -> Fault {
    use analysis::tree::EditError as E;
    match error {
        E::NoNode | E::NoChapter | E::Taken | E::There(_) | E::Changed | E::Most(_) => {
            Fault::conflict(error.to_string())
        }
        E::Root | E::Word | E::Long(_) | E::Order | E::Start(_) | E::Illegal(_) => {
            Fault::bad(error.to_string())
        }
    }
}

/// A stored document.
pub fn read(document: &str) -> Result<StudyFile, Fault> {
    serde_json::from_str(document).map_err(|error| {
        tracing::error!(%error, "a study cannot be read");
        Fault::Unavailable
    })
}

/// The line to a node with the name of its chapter. Every move is played.
pub fn recite(line: &LineId, document: &str, parts: &Parts) -> Result<(String, Shown), Fault> {
    let study = read(document)?.study;
    let chapter = study.chapter(&line.chapter).map_err(|_| Fault::NotFound)?;
    let moves = chapter.moves_to(&line.node).map_err(|_| Fault::NotFound)?;
    let setup = &chapter.start.setup;
    let title = parts.title(&setup.title).ok_or(Fault::NotFound)?;
    let shown = Shown::of(line.game_id(), setup, title, &moves).map_err(|error| {
        tracing::error!(study = line.study, error, "a line of a study cannot be played");
        Fault::Unavailable
    })?;
    Ok((chapter.title.clone(), shown))
}
