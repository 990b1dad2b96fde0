//! 1860 as the public platform writes it.

mod state;
mod translate;
mod write;

use crate::{Dialect, PublicFile, ReadError, Seats, Translator, Writer};
use engine::{OptionValue, Setup};
use std::collections::BTreeMap;

/// 1860.
pub struct Iow;

/// An optional rule of the platform, and our options that it stands for. The flat lease changes only a help text there
/// (IOW-PUB-13).
const RULES: [(&str, &[&str]); 7] = [
    ("two_player_map", &["map"]),
    ("original_insolvency", &["opt2_original_lease"]),
    ("simplified_insolvency", &[]),
    ("no_skip_towns", &["every_small_station"]),
    ("original_game", &["opt1_first_edition", "opt2_original_lease"]),
    ("re_enter_hexes", &["opt6_reenter_hexes"]),
    ("non_operated_full_value", &["opt5_unoperated_full_value"]),
];

fn on(option: &str) -> OptionValue {
    if option == "map" {
        OptionValue::Word("first_edition".to_owned())
    } else {
        OptionValue::Switch(true)
    }
}

impl Dialect for Iow {
    fn public_title(&self) -> &'static str {
        "1860"
    }

    fn title(&self) -> &'static str {
        "1860"
    }

    fn setup(&self, file: &PublicFile) -> Result<Setup, ReadError> {
        let title =
            titles::by_id(self.title()).ok_or_else(|| ReadError::Title(file.title.clone()))?;
        let mut options = BTreeMap::new();
        for rule in &file.optional_rules {
            let Some((_, ours)) = RULES.iter().find(|(name, _)| name == rule) else {
                return Err(ReadError::Settings(format!(
                    "1860 has no optional rule {}",
                    crate::action::short(rule)
                )));
            };
            options.extend(ours.iter().map(|o| ((*o).to_owned(), on(o))));
        }
        Ok(Setup {
            title: self.title().to_owned(),
            variant: "standard".to_owned(),
            preset: "public18xx".to_owned(),
            options,
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
        Box::new(translate::IowTranslator::new(Seats::of(file)))
    }

    fn optional_rules(&self, setup: &Setup) -> Vec<String> {
        let first = setup.options.get("opt1_first_edition") == Some(&OptionValue::Switch(true));
        let has = |option: &str| {
            setup.options.get(option) == Some(&on(option))
                || first && matches!(option, "map" | "every_small_station")
        };
        RULES
            .iter()
            .filter(|(_, ours)| ours.len() == 1 && ours.iter().all(|o| has(o)))
            .map(|(name, _)| (*name).to_owned())
            .collect()
    }

    fn writer(&self, setup: &Setup) -> Result<Box<dyn Writer>, String> {
        let known = |option: &str| RULES.iter().any(|(_, ours)| ours.contains(&option));
        let title = titles::by_id(self.title()).ok_or("1860 is not known here")?;
        let defs = title.variants().into_iter().flat_map(|v| v.options).collect::<Vec<_>>();
        for (option, value) in &setup.options {
            let usual = defs.iter().find(|d| d.id == *option).and_then(|d| d.presets.get(1));
            if usual != Some(value) && !known(option) {
                return Err(format!("the public platform has no option {option}"));
            }
        }
        Ok(Box::<write::IowWriter>::default())
    }
}
