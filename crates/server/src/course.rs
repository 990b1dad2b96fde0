//! The lessons, as games that nobody changes: their moves stand in their files, and nothing of them is stored.

use crate::fault::Fault;
use crate::parts::Parts;
use crate::shown::Shown;
use lessons::Lesson;
use rust_embed::RustEmbed;
use std::sync::{Arc, OnceLock};

#[derive(RustEmbed)]
#[folder = "../../lessons"]
struct Files;

/// A lesson, and its line as a game.
#[derive(Debug)]
pub struct Taught {
    /// The lesson.
    pub lesson: Lesson,
    /// Its line.
    pub shown: Arc<Shown>,
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
        let id = format!("lesson-{}", lesson.id);
        let shown = Shown::of(id, &lesson.setup, lesson.title, &lesson.line)?;
        Ok(Taught { lesson, shown: Arc::new(shown) })
    }
}
