//! 1889 as the public platform writes it. S89-PUB

mod state;
mod translate;
mod write;

use crate::seed::{numbers, shuffled};
use crate::{Dialect, PublicFile, ReadError, Seats, Translator, Writer};
use engine::{Drawn, Setup};
use std::collections::BTreeMap;

/// 1889.
pub struct Shikoku;

/// The platform's name of the beginner game, and ours. S89-OPTION-1
const BEGINNER: (&str, &str) = ("beginner_game", "beginner");

impl Dialect for Shikoku {
    fn public_title(&self) -> &'static str {
        "1889"
    }

    fn title(&self) -> &'static str {
        "1889"
    }

    fn setup(&self, file: &PublicFile) -> Result<Setup, ReadError> {
        let title =
            titles::by_id(self.title()).ok_or_else(|| ReadError::Title(file.title.clone()))?;
        if let Some(rule) = file.optional_rules.iter().find(|r| *r != BEGINNER.0) {
            let rule = crate::action::short(rule);
            return Err(ReadError::Settings(format!("1889 has no optional rule {rule}")));
        }
        let variant = match file.optional_rules.is_empty() {
            true => "standard",
            false => BEGINNER.1,
        };
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
        Box::new(translate::ShikokuTranslator::new(Seats::of(file)))
    }

    fn optional_rules(&self, setup: &Setup) -> Vec<String> {
        let beginner = setup.variant == BEGINNER.1;
        beginner.then(|| BEGINNER.0.to_owned()).into_iter().collect()
    }

    // S89-PUB-55
    fn draws(&self, setup: &Setup, seed: u64, drawn: &[Drawn]) -> bool {
        let dealt = shuffled(drawn);
        let numbers: Vec<u64> = numbers(seed).take(dealt.len()).collect();
        setup.variant != BEGINNER.1 || dealt.is_sorted_by_key(|&lot| numbers[lot])
    }

    fn writer(&self, setup: &Setup) -> Result<Box<dyn Writer>, String> {
        if let Some(option) = setup.options.keys().next() {
            return Err(format!("the public platform has no option {option}"));
        }
        Ok(Box::<write::ShikokuWriter>::default())
    }
}
