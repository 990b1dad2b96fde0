//! The title: variants and the position before the first move.

use super::position::NewPosition;
use super::printed::{self, Printed, SHEET};
use super::state::State;
use engine::arrange::set_up;
use engine::sheet::{Shared, seats};
use engine::{Core, Position, RoundKind, Setup, SetupError, Title, VariantDef, loaded, on_course};
use std::collections::BTreeMap;
use std::sync::Arc;

/// NEW_NAME.
pub struct New;

/// The title.
pub static TITLE: New = New;

const VARIANT: &str = "standard";

/// All options: none yet. With the first one, `engine::options!` makes this table and what a game has chosen.
const OPTIONS: engine::Options =
    engine::Options { presets: &["rulebook"], newest: 1, rows: &[] };

fn shared(setup: &Setup) -> Result<Arc<Printed>, SetupError> {
    static SHARED: Shared<Printed> = Shared::new();
    let mut faults = setup.faults(&[VARIANT], seats(SHEET.json(), &[]), "NEW-SETUP-1");
    OPTIONS.chosen(setup, &BTreeMap::new(), &mut faults);
    if !faults.is_empty() {
        return Err(SetupError::all(faults));
    }
    if setup.data.is_some() {
        return printed::read(setup).map(Arc::new);
    }
    SHARED.get(setup.players.len().to_string(), || printed::read(setup))
}

fn begin(setup: &Setup) -> Result<NewPosition, SetupError> {
    let printed = shared(setup)?;
    let mut core = Core::dealt(&printed.sheet, setup.players.len() as u8, setup.rng());
    core.round.kind = RoundKind::Stock;
    Ok(NewPosition { state: State::new(core), printed })
}

impl Title for New {
    titled!("new-title", "NEW_NAME");

    fn variants(&self) -> Vec<VariantDef> {
        vec![OPTIONS.variant(VARIANT, seats(SHEET.json(), &[]), |_| true)]
    }

    fn start(&self, setup: &Setup) -> Result<Box<dyn Position>, SetupError> {
        Ok(Box::new(set_up(begin(setup)?, setup)?))
    }

    fn load(&self, setup: &Setup, bytes: &[u8]) -> Result<Box<dyn Position>, SetupError> {
        let position = NewPosition { printed: shared(setup)?, state: loaded(bytes)? };
        Ok(Box::new(on_course(position, setup)))
    }
}
