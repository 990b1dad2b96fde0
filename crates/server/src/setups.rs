//! Setups that people bring: in a file, or with a data sheet of their own.

use crate::fault::Fault;
use engine::{Position, Setup, SetupError, Title, sheet};
use serde::Serialize;
use std::panic::AssertUnwindSafe;

// Bytes of options, and of what else a title needs to know.
const LONGEST_OPTIONS: usize = 8 << 10;
const LONGEST_EXTRA: usize = 64 << 10;
// Bytes of a position that a game starts from.
const LONGEST_POSITION: usize = 64 << 10;

fn length(part: &impl Serialize) -> usize {
    serde_json::to_string(part).map_or(0, |text| text.len())
}

/// The position that a setup begins with, if all of it is sound. A sheet of an earlier form becomes one of today: what is
/// stored is what was checked.
pub fn begin(title: &'static dyn Title, setup: &mut Setup) -> Result<Box<dyn Position>, Fault> {
    if length(&setup.options) > LONGEST_OPTIONS || length(&setup.extra) > LONGEST_EXTRA {
        return Err(Fault::TooLarge);
    }
    if setup.data.is_none() && setup.arrangement.is_none() {
        return Ok(title.start(setup)?);
    }
    if length(&setup.data) > 2 * sheet::LONGEST || length(&setup.arrangement) > LONGEST_POSITION {
        return Err(Fault::TooLarge);
    }
    // Nobody can think of everything that a sheet or a position may hold. Whatever it is, it harms only itself.
    let begun = std::panic::catch_unwind(AssertUnwindSafe(|| {
        let mut setup = setup.clone();
        let built_in = title.sheet();
        setup.data = setup.data.as_ref().map(|data| built_in.or(Some(data)).into_owned());
        let data = setup.data.as_ref().unwrap_or_else(|| built_in.json());
        let mut faults = match setup.data.is_some() {
            true => sheet::strict(data, built_in.json()),
            false => Vec::new(),
        };
        match title.start(&setup) {
            Ok(position) if faults.is_empty() => Ok((setup, position)),
            Ok(_) => Err(SetupError::all(faults)),
            Err(error) => {
                faults.extend_from_slice(&error.faults);
                let mut seen = std::collections::HashSet::new();
                faults.retain(|fault| seen.insert(fault.clone()));
                Err(SetupError { faults, ..error })
            }
        }
    }));
    match begun {
        Ok(begun) => {
            let (sound, position) = begun?;
            *setup = sound;
            Ok(position)
        }
        Err(_) => {
            tracing::error!(
                title = title.id(),
                "a data sheet or a position made the program stumble"
            );
            Err(Fault::bad("the data sheet cannot be read"))
        }
    }
}
