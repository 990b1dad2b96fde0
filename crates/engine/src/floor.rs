//! What every position answers in the same way.
//!
//! A title's position holds `printed` (with `sheet` and `terms`) and `state` (with `core`). These lines are written once,
//! here, and stand in every title as one.

use board::Mark;
use std::hash::Hasher;

/// Inside `impl MyPosition`: its ledgers, open for acts and for checks.
#[macro_export]
macro_rules! ledgers {
    () => {
        /// The ledgers, open for acts of play.
        pub fn acts<'a>(&'a mut self, events: &'a mut Vec<$crate::Event>) -> $crate::Acts<'a> {
            let core = &mut self.state.core;
            $crate::Acts { sheet: &self.printed.sheet, terms: &self.printed.terms, core, events }
        }

        /// The ledgers, open for checks.
        pub fn checks(&self) -> $crate::Checks<'_> {
            let core = &self.state.core;
            $crate::Checks { sheet: &self.printed.sheet, terms: &self.printed.terms, core }
        }
    };
}

/// Inside `impl Position for MyPosition`: sheet and ledgers, bytes, copies, other luck, other ledgers; and the companies of the operating
/// round, with the path to them in the state.
#[macro_export]
macro_rules! stands_on_the_floor {
    ($($lineup:ident).+) => {
        fn lineup(&self) -> Vec<$crate::Company> {
            match self.state.core.round.kind {
                $crate::RoundKind::Operating => self.state.$($lineup).+.companies().collect(),
                _ => Vec::new(),
            }
        }

        fn sheet(&self) -> &std::sync::Arc<$crate::Sheet> {
            &self.printed.sheet
        }

        fn core(&self) -> &$crate::Core {
            &self.state.core
        }

        fn luck_mut(&mut self) -> &mut $crate::Rng {
            &mut self.state.core.rng
        }

        fn save(&self) -> Vec<u8> {
            $crate::saved(&self.state)
        }

        fn open_mark(&self) -> u64 {
            let mut open = self.state.clone();
            open.core.rng = open.core.rng.reseeded(0);
            $crate::marked(&open)
        }

        fn boxed(&self) -> Box<dyn $crate::Position> {
            Box::new(self.clone())
        }

        fn on_table(&self, core: $crate::Core) -> Box<dyn $crate::Position> {
            let mut other = self.clone();
            other.state.core = core;
            Box::new(other)
        }

        fn as_any(&self) -> &dyn std::any::Any {
            self
        }
    };
}

/// The bytes of a state.
pub fn saved(state: &impl serde::Serialize) -> Vec<u8> {
    postcard::to_allocvec(state).expect("a state is plain data")
}

/// A quick hash of a state's bytes, for tables of results.
pub fn marked(state: &impl serde::Serialize) -> u64 {
    postcard::serialize_with_flavor(state, Words::default()).expect("a state is plain data")
}

// Bytes go into the hash eight at a time.
#[derive(Default)]
struct Words {
    mark: Mark,
    word: u64,
    bytes: u32,
}

impl postcard::ser_flavors::Flavor for Words {
    type Output = u64;

    #[inline(always)]
    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.word = self.word << 8 | u64::from(byte);
        self.bytes += 1;
        if self.bytes.is_multiple_of(8) {
            self.mark.write_u64(self.word);
        }
        Ok(())
    }

    fn finalize(mut self) -> postcard::Result<u64> {
        // What is left of the last word, and how long it all was.
        self.mark.write_u64(self.word);
        self.mark.write_u32(self.bytes);
        Ok(self.mark.finish())
    }
}

/// A position whose draws to come are taken as the luck of its game says.
pub fn on_course<P: crate::Position>(mut position: P, setup: &crate::Setup) -> P {
    position.follow(setup.luck.as_ref());
    position
}

/// A state out of its bytes.
///
/// # Errors
/// When they are none.
pub fn loaded<S: serde::de::DeserializeOwned>(bytes: &[u8]) -> Result<S, crate::SetupError> {
    postcard::from_bytes(bytes)
        .map_err(|e| crate::SetupError::one(format!("not a saved position: {e}")))
}
