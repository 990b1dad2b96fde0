//! A line of moves out of a file, shown as a game that nobody changes: lessons and puzzles. Nothing of it is stored.

use crate::describe::kept_events;
use crate::shapes::{Kept, Line};
use engine::{Names, Position, Setup, Title, wire};
use std::sync::Arc;
use store::StoredMove;

/// A line with its moves and what came of them.
pub struct Shown {
    /// The id as which its positions are shown.
    pub id: String,
    /// How it is set up.
    pub setup: Setup,
    /// Its title.
    pub title: &'static dyn Title,
    /// The position after all of its moves.
    pub last: Arc<dyn Position>,
    line: Vec<wire::Move>,
    moves: Vec<StoredMove>,
    lines: Vec<Line>,
}

impl std::fmt::Debug for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shown").field("id", &self.id).finish_non_exhaustive()
    }
}

impl Shown {
    /// Plays a line.
    pub fn of(
        id: String,
        setup: &Setup,
        title: &'static dyn Title,
        line: &[wire::Move],
    ) -> Result<Shown, String> {
        let mut position = title.start(setup).map_err(|e| e.to_string())?;
        let (mut moves, mut lines) = (Vec::new(), Vec::new());
        for (i, mv) in line.iter().enumerate() {
            let read = Names::of(position.as_ref()).read_move(mv).map_err(|e| e.to_string())?;
            let seat = position.mover(&read).map_or(0, |p| p.0);
            let mut events = Vec::new();
            position.play(&read, &mut events).map_err(|e| e.to_string())?;
            let number = i as i64 + 1;
            moves.push(StoredMove {
                number,
                seq: 0,
                part: 0,
                seat,
                user: None,
                automatic: false,
                mv: serde_json::to_string(mv).map_err(|e| e.to_string())?,
            });
            lines.push(Line {
                number,
                seat,
                by: None,
                automatic: false,
                reason: None,
                at: 0,
                mv: Kept::Now(mv.clone()),
                events: kept_events(position.as_ref(), &events),
            });
        }
        let (setup, line, last) = (setup.clone(), line.to_vec(), Arc::from(position));
        Ok(Shown { id, setup, title, last, line, moves, lines })
    }

    /// How many moves it has.
    pub fn length(&self) -> i64 {
        self.line.len() as i64
    }

    /// The position after some of its moves.
    pub fn position(&self, at: usize) -> Result<Box<dyn Position>, String> {
        let mut position = self.title.start(&self.setup).map_err(|e| e.to_string())?;
        for mv in self.line.get(..at).ok_or("there are not so many moves")? {
            let read = Names::of(position.as_ref()).read_move(mv).map_err(|e| e.to_string())?;
            position.play(&read, &mut Vec::new()).map_err(|e| e.to_string())?;
        }
        Ok(position)
    }

    /// Moves after one up to another.
    pub fn moves(&self, from: i64, to: i64) -> Vec<StoredMove> {
        between(&self.moves, from, to)
    }

    /// Lines of the log after one move up to another.
    pub fn lines(&self, from: i64, to: i64) -> Vec<Line> {
        between(&self.lines, from, to)
    }
}

fn between<T: Clone>(all: &[T], from: i64, to: i64) -> Vec<T> {
    let end = usize::try_from(to).unwrap_or(0).min(all.len());
    let start = usize::try_from(from).unwrap_or(0).min(end);
    all[start..end].to_vec()
}
