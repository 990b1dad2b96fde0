//! A game as a line of play: copying it costs a position, whatever its length.

use crate::Fault;
use engine::{
    Event, FileError, GameFile, Move, Position, Refusal, Setup, Title, move_from_json, move_to_json,
};
use interop::{PublicFile, Replay};
use std::sync::Arc;

/// A position is kept every so many moves, to go back from.
const KEPT_EVERY: usize = 64;

// A move and what came before it. Copies of a game share their past.
struct Node {
    mv: Move,
    before: Option<Arc<Node>>,
    count: usize,
    kept: Option<Box<dyn Position>>,
}

impl Drop for Node {
    // One after the other: a long past would be too deep for calls inside calls.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(mut node) = next.and_then(Arc::into_inner) {
            next = node.before.take();
        }
    }
}

/// A game in play.
#[derive(Clone)]
pub struct Line {
    title: &'static dyn Title,
    setup: Arc<Setup>,
    first: Arc<dyn Position>,
    last: Option<Arc<Node>>,
    position: Box<dyn Position>,
}

impl std::fmt::Debug for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} after {} moves", self.setup.title, self.count())
    }
}

fn title_of(setup: &Setup) -> Result<&'static dyn Title, Fault> {
    let name: String = setup.title.chars().take(60).collect();
    titles::by_id(&name).ok_or(Fault::Unknown { what: "title", name })
}

impl Line {
    /// A new game.
    ///
    /// # Errors
    /// When it cannot be set up.
    pub fn start(setup: Setup) -> Result<Line, Fault> {
        let title = title_of(&setup)?;
        let position = title.start(&setup).map_err(|e| Fault::Setup(e.faults))?;
        let first = Arc::from(position.boxed());
        Ok(Line { title, setup: Arc::new(setup), first, last: None, position })
    }

    /// A game from the text of a file, ours or the public platform's.
    ///
    /// # Errors
    /// When it is none, or a move is refused.
    pub fn read(text: &str) -> Result<Line, Fault> {
        match GameFile::read(text) {
            Ok(file) => Line::load(&file),
            // Files of the public platform name no format.
            Err(FileError::Version { format, .. }) if format == "none" => Line::load_public(text),
            Err(error) => Err(error.into()),
        }
    }

    fn load_public(text: &str) -> Result<Line, Fault> {
        let told = |error: &dyn std::fmt::Display| Fault::Public(error.to_string());
        let file = PublicFile::read(text).map_err(|e| told(&e))?;
        let mut replay = Replay::start(file).map_err(|e| told(&e))?;
        replay.run_to(usize::MAX).map_err(|e| told(&e))?;
        Line::load(&replay.into_game().file())
    }

    /// A game from a file; every move is checked.
    ///
    /// # Errors
    /// When it is no game file, or a move is refused.
    pub fn load(file: &GameFile) -> Result<Line, Fault> {
        let setup = match file.setup.is_secret() {
            true => file.setup.listening(),
            false => file.setup.clone(),
        };
        let mut line = Line::start(setup)?;
        for (i, json) in file.moves.iter().enumerate() {
            let number = i + 1;
            let mv = move_from_json(line.position(), json)
                .map_err(|error| FileError::Wire { number, error })?;
            line.play(&mv, &mut Vec::new())
                .map_err(|refusal| FileError::Refused { number, refusal })?;
        }
        file.agrees(line.position())?;
        Ok(line)
    }

    /// The game as a file.
    pub fn file(&self) -> GameFile {
        let mut at = self.first.boxed();
        let mut moves = Vec::with_capacity(self.count());
        for mv in self.moves() {
            moves.push(move_to_json(at.as_ref(), &mv));
            // Every move of a game was accepted once.
            let _ = at.play(&mv, &mut Vec::new());
        }
        let mut setup = Setup::clone(&self.setup);
        if let Some(luck) = setup.luck.as_mut().filter(|luck| luck.secret) {
            luck.drawn = self.position.core().rng.heard().to_vec();
        }
        GameFile::of(setup, moves, Some(self.position()))
    }

    /// Its title.
    pub fn title(&self) -> &'static dyn Title {
        self.title
    }

    /// How it was set up.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The position now.
    pub fn position(&self) -> &dyn Position {
        self.position.as_ref()
    }

    /// How many moves were played.
    pub fn count(&self) -> usize {
        self.last.as_ref().map_or(0, |node| node.count)
    }

    /// All moves, the first one first.
    pub fn moves(&self) -> Vec<Move> {
        let mut all: Vec<Move> = self.nodes().map(|node| node.mv.clone()).collect();
        all.reverse();
        all
    }

    fn nodes(&self) -> impl Iterator<Item = &Arc<Node>> {
        std::iter::successors(self.last.as_ref(), |node| node.before.as_ref())
    }

    /// Plays a move. A refused move changes nothing.
    ///
    /// # Errors
    /// When a rule forbids it.
    pub fn play(&mut self, mv: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
        self.position.play(mv, events)?;
        let count = self.count() + 1;
        let kept = count.is_multiple_of(KEPT_EVERY).then(|| self.position.boxed());
        self.last = Some(Arc::new(Node { mv: mv.clone(), before: self.last.take(), count, kept }));
        Ok(())
    }

    /// The position after the first `n` moves.
    pub fn at(&self, n: usize) -> Box<dyn Position> {
        let mut missing = Vec::new();
        let mut from = self.first.as_ref();
        for node in self.nodes().filter(|node| node.count <= n) {
            if let Some(kept) = &node.kept {
                from = kept.as_ref();
                break;
            }
            missing.push(&node.mv);
        }
        let mut position = from.boxed();
        for mv in missing.into_iter().rev() {
            let _ = position.play(mv, &mut Vec::new());
        }
        position
    }

    /// Takes back everything after the first `n` moves.
    pub fn undo_to(&mut self, n: usize) {
        if n < self.count() {
            self.position = self.at(n);
            let last = self.nodes().find(|node| node.count <= n).cloned();
            self.last = last;
        }
    }
}
