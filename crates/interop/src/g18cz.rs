//! 18CZ as the public platform writes it.

mod state;
mod translate;
mod write;

use crate::seed::numbers;
use crate::{Dialect, PublicFile, ReadError, Seats, Translator, Writer};
use engine::{Drawn, Setup};
use std::collections::BTreeMap;

/// 18CZ.
pub struct Cz;

impl Dialect for Cz {
    fn public_title(&self) -> &'static str {
        "18CZ"
    }

    fn title(&self) -> &'static str {
        "18cz"
    }

    fn setup(&self, file: &PublicFile) -> Result<Setup, ReadError> {
        if let Some(rule) = file.optional_rules.first() {
            return Err(ReadError::Settings(format!(
                "18CZ has no optional rule {}",
                crate::action::short(rule)
            )));
        }
        let title =
            titles::by_id(self.title()).ok_or_else(|| ReadError::Title(file.title.clone()))?;
        // PUB-45: two players always play Bohemia.
        let variant = if file.players.len() == 2 { "bohemia" } else { "standard" };
        Ok(Setup {
            title: self.title().to_owned(),
            variant: variant.to_owned(),
            preset: "public18xx".to_owned(),
            options: BTreeMap::new(),
            players: file.players.iter().map(|p| p.name.clone()).collect(),
            seed: file.seed,
            luck: None,
            rules: title.rules_version(),
            data: None,
            extra: None,
            arrangement: None,
        })
    }

    fn translator(&self, file: &PublicFile) -> Box<dyn Translator> {
        Box::new(translate::CzTranslator::new(Seats::of(file)))
    }

    // PUB-5: each company of Václav's by the next number.
    fn draws(&self, _setup: &Setup, seed: u64, drawn: &[Drawn]) -> bool {
        numbers(seed).zip(drawn).all(|(n, drawn)| n % u64::from(drawn.of) == u64::from(drawn.index))
    }

    fn writer(&self, setup: &Setup) -> Result<Box<dyn Writer>, String> {
        // PUB-45: only these two exist there.
        if !matches!(
            (setup.variant.as_str(), setup.players.len()),
            ("standard", 3..=6) | ("bohemia", 2)
        ) {
            return Err(format!("the public platform has no variant {}", setup.variant));
        }
        if let Some(option) = setup.options.keys().next() {
            return Err(format!("option {option} differs from the preset public18xx"));
        }
        Ok(Box::<write::CzWriter>::default())
    }
}
