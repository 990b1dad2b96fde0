//! 18Lilliput as a title: options, setup, and positions from it.

use super::options::{OPTIONS, Options, SCENARIOS};
use super::position::LilliputPosition;
use super::printed::Printed;
use super::sheet::{self, Landscape, SHEET};
use engine::arrange::set_up;
use engine::sheet::Shared;
use engine::{Position, Setup, SetupError, Title, VariantDef, loaded, on_course};
use std::collections::BTreeMap;
use std::sync::Arc;

/// 18Lilliput.
#[derive(Debug)]
pub struct Lilliput;

/// The title.
pub const TITLE: Lilliput = Lilliput;

// Options and landscape of a setup; everything that is wrong with them is noted.
fn options(setup: &Setup, faults: &mut Vec<String>) -> (Options, usize) {
    let options = Options::of(setup, &BTreeMap::new(), faults);
    let scenario = SCENARIOS.iter().position(|s| *s == options.scenario).unwrap_or(0);
    if options.city_variants() > 1 && !options.variants_combine {
        faults.push(
            "only one of allenbeck, laputa and brobdingnag can be played (LIL-ADV-4)".to_owned(),
        );
    }
    if options.two_characters && setup.players.len() != 2 {
        faults.push("two characters each need two players (LIL-P2-7)".to_owned());
    }
    (options, scenario)
}

fn printed(setup: &Setup) -> Result<Arc<Printed>, SetupError> {
    static SHARED: Shared<Printed> = Shared::new();
    let mut faults = setup.faults(&["standard"], sheet_seats(), "");
    let seats = setup.players.len();
    let (options, scenario) = options(setup, &mut faults);
    if scenario > 0 && setup.extra.is_some() {
        faults
            .push("a scenario and an own landscape exclude each other (LIL-SCENARIO-1)".to_owned());
    }
    if let Some(data) = &setup.data {
        faults.extend(sheet::check(data, options).err().unwrap_or_default());
    }
    if !faults.is_empty() {
        return Err(SetupError::all(faults));
    }
    let seats = seats as u8;
    let (data, land) = match (&setup.data, &setup.extra) {
        (None, None) => {
            let key = format!("{seats} {scenario} {options:?}");
            return SHARED
                .get(key, || sheet::printed(SHEET.json(), seats, options, scenery(scenario)));
        }
        (data, Some(own)) => (data, Landscape::Own(own)),
        (data, None) => (data, scenery(scenario)),
    };
    let data = data.as_ref().unwrap_or_else(|| SHEET.json());
    sheet::printed(data, seats, options, land).map(Arc::new)
}

fn sheet_seats() -> (u8, u8) {
    engine::sheet::seats(SHEET.json(), &[])
}

// The scenario of an option's number; there is none for 0.
fn scenery(scenario: usize) -> Landscape<'static> {
    scenario.checked_sub(1).map_or(Landscape::None, Landscape::Scenario)
}

impl Title for Lilliput {
    titled!("18lilliput", "18Lilliput", "cs", "de", "ru");

    fn variants(&self) -> Vec<VariantDef> {
        vec![OPTIONS.variant("standard", sheet_seats(), |_| true)]
    }

    fn start(&self, setup: &Setup) -> Result<Box<dyn Position>, SetupError> {
        let deals = setup.arrangement.is_none();
        let begun = LilliputPosition::new(printed(setup)?, setup.rng(), deals);
        Ok(Box::new(set_up(begun, setup)?))
    }

    fn load(&self, setup: &Setup, bytes: &[u8]) -> Result<Box<dyn Position>, SetupError> {
        let position = LilliputPosition { printed: printed(setup)?, state: loaded(bytes)? };
        Ok(Box::new(on_course(position, setup)))
    }
}
