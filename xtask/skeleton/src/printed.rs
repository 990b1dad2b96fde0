//! What is printed beside the engine's sheet, and the terms of the title.

use engine::sheet::{BuiltIn, Faults, Look, Wanted};
use engine::{Course, Setup, SetupError, Sheet, Terms};
use std::sync::Arc;

/// Everything printed.
#[derive(Debug)]
pub struct Printed {
    /// The engine's part.
    pub sheet: Arc<Sheet>,
    /// How this title varies what all titles have.
    pub terms: Terms,
    /// Certificates that a player may hold.
    pub limit: Option<u8>,
}

/// The data sheet that comes with the program.
pub static SHEET: BuiltIn = BuiltIn::new(include_str!("../../data/new-title.json"), None);

/// What is printed, for a number of players.
pub fn read(setup: &Setup) -> Result<Printed, SetupError> {
    let (whole, players) = (&*SHEET.or(setup.data.as_ref()), setup.players.len());
    let faults = Faults::default();
    let look = Look::new(whole, &faults);
    let course = Course {
        steps: vec!["track", "station", "run", "dividend", "trains"],
        sets: true,
        routes: true,
        automatic: None,
    };
    let (title, variant) = ("new-title", setup.variant.as_str());
    let sheet = engine::sheet::read(&look, &Wanted { title, variant, players, course, whole });
    let printed = Printed {
        // Most of what a title does in its own way is said here.
        terms: Terms::PLAIN,
        limit: sheet.seats(players).and_then(|s| s.certificates),
        sheet: Arc::new(sheet),
    };
    faults.sound(printed)
}
