//! The lessons, as games that nobody changes: their moves stand in their files, and nothing of them is stored.

use crate::describe::kept_events;
use crate::fault::Fault;
use crate::parts::Parts;
use crate::shapes::{Kept, Line};
use engine::{Names, Position};
use lessons::Lesson;
use rust_embed::RustEmbed;
use std::sync::{Arc, OnceLock};
use store::StoredMove;

#[derive(RustEmbed)]
#[folder = "../../lessons"]
struct Files;

/// A lesson with its moves and what came of them.
#[derive(Debug)]
pub struct Taught {
    /// The lesson.
    pub lesson: Lesson,
    moves: Vec<StoredMove>,
    lines: Vec<Line>,
    /// The position after all of its moves.
    pub last: Arc<dyn Position>,
}

/// All lessons, read when the first is asked for.
#[derive(Default)]
pub struct Course {
    read: OnceLock<Vec<Arc<Taught>>>,
}

/// The id of a lesson, if a game's id is one of a lesson.
pub fn lesson_id(game: &str) -> Option<&str> {
    game.strip_prefix("lesson-")
}

impl Course {
    /// All lessons in order. One that cannot be read is left out, and the log says why.
    pub fn all(&self, parts: &Parts) -> &[Arc<Taught>] {
        self.read.get_or_init(|| {
            let mut all = Vec::new();
            // Texts lie in a folder below.
            for name in Files::iter().filter(|name| !name.contains('/')) {
                let id = name.trim_end_matches(".json");
                let text = Files::get(&name).map(|f| f.data).unwrap_or_default();
                let text = String::from_utf8_lossy(&text);
                let read = Lesson::read(id, &text, &|title| parts.title(title));
                match read.map_err(|faults| faults.join("; ")).and_then(Taught::of) {
                    Ok(taught) => all.push(Arc::new(taught)),
                    Err(faults) => tracing::warn!(faults, "a lesson is left out"),
                }
            }
            all.sort_by(|a, b| (a.lesson.order, &a.lesson.id).cmp(&(b.lesson.order, &b.lesson.id)));
            all
        })
    }

    /// A lesson.
    pub fn find(&self, parts: &Parts, id: &str) -> Result<Arc<Taught>, Fault> {
        let found = self.all(parts).iter().find(|t| t.lesson.id == id);
        found.cloned().ok_or(Fault::NotFound)
    }
}

impl Taught {
    fn of(lesson: Lesson) -> Result<Taught, String> {
        let mut position = lesson.position(0)?;
        let (mut moves, mut lines) = (Vec::new(), Vec::new());
        for (i, mv) in lesson.line.iter().enumerate() {
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
        Ok(Taught { lesson, moves, lines, last: Arc::from(position) })
    }

    /// Moves after one up to another.
    pub fn moves(&self, from: i64, to: i64) -> Vec<StoredMove> {
        between(&self.moves, from, to)
    }

    /// Lines of the log after one move up to another.
    pub fn lines(&self, from: i64, to: i64) -> Vec<Line> {
        between(&self.lines, from, to)
    }

    /// The id as which its positions are shown.
    pub fn game_id(&self) -> String {
        format!("lesson-{}", self.lesson.id)
    }
}

fn between<T: Clone>(all: &[T], from: i64, to: i64) -> Vec<T> {
    let end = usize::try_from(to).unwrap_or(0).min(all.len());
    let start = usize::try_from(from).unwrap_or(0).min(end);
    all[start..end].to_vec()
}
