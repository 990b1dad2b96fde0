//! 18Lilliput as a title: options, setup, and positions from it.

use super::position::LilliputPosition;
use super::rules::{Options, Rules};
use super::sheet::{self, Landscape};
use engine::{OptionDef, OptionValue, Position, Setup, SetupError, Title, VariantDef};
use std::sync::Arc;

/// 18Lilliput.
#[derive(Debug)]
pub struct Lilliput;

/// The title.
pub const TITLE: Lilliput = Lilliput;

const SWITCHES: [(&str, &str); 6] = [
    ("two_characters", "LIL-P2-7"),
    ("advanced", "LIL-ADV-1"),
    ("allenbeck", "LIL-ALLENBECK-1"),
    ("laputa", "LIL-LAPUTA-1"),
    ("brobdingnag", "LIL-BROB-1"),
    ("fixed_seats", "LIL-SETUP-9"),
];

// LIL-ADV-4: all three replace the ordinary brown cities.
const EXCLUSIVE: [&str; 3] = ["allenbeck", "laputa", "brobdingnag"];

const SCENARIOS: [&str; 5] = ["none", "1", "2", "3", "4"];

/// Options and landscape of a setup, or everything that is wrong with them.
fn options(setup: &Setup, faults: &mut Vec<String>) -> (Options, usize) {
    let mut options = Options::default();
    let mut scenario = 0;
    for (name, value) in &setup.options {
        match (name.as_str(), value) {
            ("scenario", OptionValue::Word(word)) => match SCENARIOS.iter().position(|s| s == word)
            {
                Some(i) => scenario = i,
                None => faults.push(format!(
                    "scenario: one of {} is needed",
                    SCENARIOS.join(", ")
                )),
            },
            (name, OptionValue::Switch(on)) => match name {
                "two_characters" => options.two_characters = *on,
                "advanced" => options.advanced = *on,
                "allenbeck" => options.allenbeck = *on,
                "laputa" => options.laputa = *on,
                "brobdingnag" => options.brobdingnag = *on,
                "fixed_seats" => options.fixed_seats = *on,
                _ => faults.push(format!("no option is called {name}")),
            },
            _ => faults.push(format!("{name} cannot have this value")),
        }
    }
    let on = [options.allenbeck, options.laputa, options.brobdingnag];
    if on.iter().filter(|&&o| o).count() > 1 {
        faults.push(
            "only one of allenbeck, laputa and brobdingnag can be played (LIL-ADV-4)".to_owned(),
        );
    }
    if options.two_characters && setup.players.len() != 2 {
        faults.push("two characters each need two players (LIL-P2-7)".to_owned());
    }
    (options, scenario)
}

fn rules(setup: &Setup) -> Result<Rules, SetupError> {
    let mut faults = Vec::new();
    if setup.variant != "standard" {
        faults.push(format!("no variant is called {}", setup.variant));
    }
    if setup.preset != "rulebook" {
        faults.push(format!("no preset is called {}", setup.preset));
    }
    if setup.rules == 0 || setup.rules > TITLE.rules_version() {
        faults.push(format!("rules version {} is not known", setup.rules));
    }
    let seats = setup.players.len();
    if !(1..=4).contains(&seats) {
        faults.push("1 to 4 players are needed".to_owned());
    }
    let (options, scenario) = options(setup, &mut faults);
    if scenario > 0 && setup.extra.is_some() {
        faults
            .push("a scenario and an own landscape exclude each other (LIL-SCENARIO-1)".to_owned());
    }
    if let Some(data) = &setup.data {
        faults.extend(sheet::check(data).err().unwrap_or_default());
    }
    if !faults.is_empty() {
        return Err(SetupError { faults });
    }
    let land = match (&setup.extra, scenario) {
        (Some(own), _) => Landscape::Own(own),
        (None, 0) => Landscape::None,
        (None, n) => Landscape::Scenario(n - 1),
    };
    let data = setup.data.as_ref().unwrap_or_else(|| sheet::built_in());
    sheet::rules(data, seats as u8, options, land).map_err(|faults| SetupError { faults })
}

impl Title for Lilliput {
    fn id(&self) -> &'static str {
        "18lilliput"
    }

    fn name(&self) -> &'static str {
        "18Lilliput"
    }

    fn variants(&self) -> Vec<VariantDef> {
        let mut options: Vec<OptionDef> = SWITCHES
            .iter()
            .map(|(id, rule)| OptionDef {
                id: (*id).to_owned(),
                rule: (*rule).to_owned(),
                words: Vec::new(),
                presets: vec![OptionValue::Switch(false)],
                excludes: if EXCLUSIVE.contains(id) {
                    EXCLUSIVE
                        .iter()
                        .filter(|e| *e != id)
                        .map(|e| (*e).to_owned())
                        .collect()
                } else {
                    Vec::new()
                },
            })
            .collect();
        options.push(OptionDef {
            id: "scenario".to_owned(),
            rule: "LIL-SCENARIO-13".to_owned(),
            words: SCENARIOS.iter().map(|s| (*s).to_owned()).collect(),
            presets: vec![OptionValue::Word(SCENARIOS[0].to_owned())],
            excludes: Vec::new(),
        });
        vec![VariantDef {
            id: "standard".to_owned(),
            min_players: 1,
            max_players: 4,
            options,
        }]
    }

    fn presets(&self) -> &'static [&'static str] {
        &["rulebook"]
    }

    fn catalogue(&self) -> &'static str {
        include_str!("../../../../docs/rules/18lilliput.md")
    }

    fn rules_version(&self) -> u32 {
        1
    }

    fn start(&self, setup: &Setup) -> Result<Box<dyn Position>, SetupError> {
        Ok(Box::new(LilliputPosition::new(
            Arc::new(rules(setup)?),
            setup.seed,
        )))
    }

    fn load(&self, setup: &Setup, bytes: &[u8]) -> Result<Box<dyn Position>, SetupError> {
        let rules = Arc::new(rules(setup)?);
        LilliputPosition::loaded(rules, bytes)
            .map(|p| Box::new(p) as Box<dyn Position>)
            .map_err(|e| SetupError::one(format!("not a saved position: {e}")))
    }
}
