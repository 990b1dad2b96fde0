//! Named options, their presets, and rules versions.
//!
//! A rules version is a row of option defaults, nothing else. A game keeps the version it was begun under; a correction of a
//! rule is an option whose default differs between versions. The rows stand in the program ([`OptionRow::before`]), so
//! a data sheet that a game carries cannot change what a version means.

use crate::{OptionDef, OptionValue, Setup, VariantDef};
use std::collections::BTreeMap;

/// A value as a title writes it down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// A switch.
    Is(bool),
    /// One of the option's words.
    Word(&'static str),
}

impl Setting {
    /// As other layers see it.
    pub fn value(self) -> OptionValue {
        match self {
            Setting::Is(on) => OptionValue::Switch(on),
            Setting::Word(word) => OptionValue::Word(word.to_owned()),
        }
    }
}

/// An option of a title.
#[derive(Clone, Copy, Debug)]
pub struct OptionRow {
    /// Name in files.
    pub id: &'static str,
    /// Rule it belongs to.
    pub rule: &'static str,
    /// What it may be, if it is no switch.
    pub words: &'static [&'static str],
    /// Value in each preset, in the newest rules version.
    pub presets: &'static [Setting],
    /// Options that cannot be on together with it.
    pub excludes: &'static [&'static str],
    /// Values of earlier rules versions: up to and including which, and the value in each preset.
    pub before: &'static [(u32, &'static [Setting])],
    /// Still read in stored setups; means nothing and is offered no more.
    pub retired: bool,
}

impl OptionRow {
    /// A switch with its value in each preset, the same in all versions.
    pub const fn switch(
        id: &'static str,
        rule: &'static str,
        presets: &'static [Setting],
    ) -> OptionRow {
        OptionRow { id, rule, words: &[], presets, excludes: &[], before: &[], retired: false }
    }

    /// An option with words.
    pub const fn words(
        id: &'static str,
        rule: &'static str,
        words: &'static [&'static str],
        presets: &'static [Setting],
    ) -> OptionRow {
        OptionRow { words, ..OptionRow::switch(id, rule, presets) }
    }

    /// The same with other values in earlier versions.
    pub const fn before(self, before: &'static [(u32, &'static [Setting])]) -> OptionRow {
        OptionRow { before, ..self }
    }

    /// The same, at odds with others.
    pub const fn excludes(self, excludes: &'static [&'static str]) -> OptionRow {
        OptionRow { excludes, ..self }
    }

    /// The same, offered no more.
    pub const fn retired(self) -> OptionRow {
        OptionRow { retired: true, ..self }
    }

    fn default(&self, version: u32, preset: usize) -> Setting {
        let mut values = self.presets;
        for &(until, earlier) in self.before.iter().rev() {
            if version <= until {
                values = earlier;
            }
        }
        values[preset.min(values.len() - 1)]
    }

    fn takes(&self, value: &OptionValue) -> Result<(), String> {
        match value {
            OptionValue::Switch(_) if self.words.is_empty() => Ok(()),
            OptionValue::Word(word) if self.words.contains(&word.as_str()) => Ok(()),
            OptionValue::Word(word) if self.words.is_empty() => {
                Err(format!("{} is on or off, not {word}", self.id))
            }
            other => {
                let other = match other {
                    OptionValue::Switch(on) => on.to_string(),
                    OptionValue::Word(word) => word.chars().take(60).collect(),
                };
                Err(format!("{} takes one of {}, not {other}", self.id, self.words.join(", ")))
            }
        }
    }
}

/// All options of a title, its presets and rules versions.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Presets, the default first.
    pub presets: &'static [&'static str],
    /// The newest rules version; all from 1 on are known.
    pub newest: u32,
    /// The options.
    pub rows: &'static [OptionRow],
}

/// A switch that is on, for tables of options.
pub const ON: Setting = Setting::Is(true);
/// A switch that is off.
pub const OFF: Setting = Setting::Is(false);

/// Makes the options of a title, a row each: the table `OPTIONS`, and `Options`, which has those in force under their names.
/// A switch is a `bool` there, an option with words is one of them.
///
/// ```
/// use engine::{OFF, ON, Setting::Word};
/// engine::options! { &["book", "club"], newest 2:
///     quick_end = switch("TOY-END-1", &[ON, OFF]).before(&[(1, &[OFF, OFF])]);
///     side = words("TOY-MAP-1", &["north", "south"], &[Word("north"), Word("south")]);
/// }
/// assert!(!Options::of_version(1).quick_end);
/// assert_eq!(Options::of_version(2).side, "north");
/// ```
#[macro_export]
macro_rules! options {
    ($presets:expr, newest $newest:literal:
        $($id:ident = $kind:ident($($row:tt)*) $(.$more:ident($($with:tt)*))*;)*) => {
        /// All options of the title.
        pub const OPTIONS: $crate::Options = $crate::Options {
            presets: $presets,
            newest: $newest,
            rows: &[$($crate::OptionRow::$kind(stringify!($id), $($row)*)$(.$more($($with)*))*),*],
        };

        /// The options in force in a game, each under its own name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs)] // The rules that the table names say what they mean.
        pub struct Options {
            pub preset: &'static str,
            $(pub $id: $crate::option_type!($kind)),*
        }

        impl Options {
            /// Those of a setup. `carried` are defaults of an old sheet; faults are added to `faults`, all of them.
            pub fn of(
                setup: &$crate::Setup,
                carried: &std::collections::BTreeMap<String, $crate::OptionValue>,
                faults: &mut Vec<String>,
            ) -> Options {
                Options::chosen(&OPTIONS.chosen(setup, carried, faults))
            }

            /// Those of a rules version, where nothing was chosen.
            pub fn of_version(rules: u32) -> Options {
                Options::chosen(&OPTIONS.defaults(rules, 0))
            }

            fn chosen(chosen: &$crate::Chosen) -> Options {
                Options { preset: chosen.preset(), $($id: chosen.$kind(stringify!($id))),* }
            }
        }
    };
}

/// What a kind of option is in a program.
#[doc(hidden)]
#[macro_export]
macro_rules! option_type {
    (switch) => { bool };
    (words) => { &'static str };
}

impl Options {
    /// A variant for so many players, with the options that concern it.
    pub fn variant(
        &self,
        id: &str,
        (min_players, max_players): (u8, u8),
        concerns: impl Fn(&str) -> bool,
    ) -> VariantDef {
        let mut options = self.definitions();
        options.retain(|option| concerns(&option.id));
        VariantDef { id: id.to_owned(), min_players, max_players, options }
    }

    /// What is offered for new games.
    pub fn definitions(&self) -> Vec<OptionDef> {
        let offered = self.rows.iter().filter(|row| !row.retired);
        offered
            .map(|row| OptionDef {
                id: row.id.to_owned(),
                rule: row.rule.to_owned(),
                words: row.words.iter().map(|w| (*w).to_owned()).collect(),
                presets: (0..self.presets.len())
                    .map(|p| row.default(self.newest, p).value())
                    .collect(),
                excludes: row.excludes.iter().map(|e| (*e).to_owned()).collect(),
            })
            .collect()
    }

    /// What a rules version says in a preset.
    pub fn defaults(&self, rules: u32, preset: usize) -> Chosen {
        let value = |row: &OptionRow| (row.id, row.default(rules, preset).value());
        let values = self.rows.iter().map(value).collect();
        Chosen { preset: self.presets[preset], rows: self.rows, values }
    }

    /// The options in force in a game. `carried` are defaults that a sheet of the game's own wrote down when sheets still
    /// did; they count in version 1 only. Faults are added to `faults`, all of them.
    pub fn chosen(
        &self,
        setup: &Setup,
        carried: &BTreeMap<String, OptionValue>,
        faults: &mut Vec<String>,
    ) -> Chosen {
        if setup.rules == 0 || setup.rules > self.newest {
            faults.push(format!(
                "rules version {} is not known; this program knows 1 to {}",
                setup.rules, self.newest
            ));
        }
        let preset = self.presets.iter().position(|p| *p == setup.preset);
        if preset.is_none() {
            faults.push(format!(
                "no preset is called {}; there are {}",
                setup.preset.chars().take(60).collect::<String>(),
                self.presets.join(", ")
            ));
        }
        let preset = preset.unwrap_or(0);
        for (id, value) in &setup.options {
            match self.rows.iter().find(|row| row.id == id) {
                None => faults.push(format!(
                    "no option is called {}",
                    id.chars().take(60).collect::<String>()
                )),
                Some(row) => faults.extend(row.takes(value).err()),
            }
        }
        let mut chosen = self.defaults(setup.rules, preset);
        for (id, value) in &mut chosen.values {
            let carried = (setup.rules == 1).then(|| carried.get(*id)).flatten();
            if let Some(written) = setup.options.get(*id).or(carried) {
                value.clone_from(written);
            }
        }
        for row in self.rows.iter().filter(|row| chosen.switch(row.id)) {
            for other in row.excludes.iter().filter(|o| chosen.switch(o) && **o > row.id) {
                faults.push(format!("{} and {other} exclude each other ({})", row.id, row.rule));
            }
        }
        chosen
    }
}

/// The options in force in a game.
#[derive(Clone, Debug)]
pub struct Chosen {
    preset: &'static str,
    rows: &'static [OptionRow],
    values: BTreeMap<&'static str, OptionValue>,
}

impl Chosen {
    /// Whether a switch is on.
    pub fn switch(&self, id: &str) -> bool {
        self.values.get(id) == Some(&OptionValue::Switch(true))
    }

    /// The word of an option; none of the known ones is none.
    pub fn words(&self, id: &str) -> &'static str {
        let words = self.rows.iter().find(|row| row.id == id).map_or(&[][..], |row| row.words);
        let is =
            |word: &&&str| self.values.get(id) == Some(&OptionValue::Word((**word).to_owned()));
        words.iter().find(is).copied().unwrap_or_default()
    }

    /// The preset.
    pub fn preset(&self) -> &'static str {
        self.preset
    }
}

#[cfg(test)]
mod tests {
    use super::Setting::{Is, Word};
    use super::*;

    const TOY: Options = Options {
        presets: &["book", "club"],
        newest: 3,
        rows: &[
            OptionRow::switch("steady", "T-1", &[Is(true), Is(false)]),
            OptionRow::switch("mended", "T-2", &[Is(true), Is(false)])
                .before(&[(1, &[Is(false), Is(false)])]),
            OptionRow::words(
                "side",
                "T-3",
                &["left", "middle", "right"],
                &[Word("right"), Word("right")],
            )
            .before(&[(1, &[Word("left"), Word("right")]), (2, &[Word("middle"), Word("right")])]),
            OptionRow::switch("odd", "T-4", &[Is(false), Is(false)]).excludes(&["steady"]),
            OptionRow::words("gone", "T-5", &["only"], &[Word("only"), Word("only")]).retired(),
        ],
    };

    fn setup(rules: u32, preset: &str, options: &[(&str, OptionValue)]) -> Setup {
        Setup {
            title: "toy".to_owned(),
            variant: "standard".to_owned(),
            preset: preset.to_owned(),
            options: options.iter().map(|(id, v)| ((*id).to_owned(), v.clone())).collect(),
            players: vec!["A".to_owned()],
            seed: 1,
            luck: None,
            rules,
            data: None,
            extra: None,
            arrangement: None,
        }
    }

    fn chosen(setup: &Setup) -> (Chosen, Vec<String>) {
        let mut faults = Vec::new();
        let chosen = TOY.chosen(setup, &BTreeMap::new(), &mut faults);
        (chosen, faults)
    }

    #[test]
    fn a_version_is_a_row_of_defaults() {
        for (version, mended, side) in [(1, false, "left"), (2, true, "middle"), (3, true, "right")]
        {
            let (now, faults) = chosen(&setup(version, "book", &[]));
            assert!(faults.is_empty(), "{faults:?}");
            assert_eq!(
                (now.switch("steady"), now.switch("mended"), now.words("side")),
                (true, mended, side)
            );
        }
        let (club, _) = chosen(&setup(1, "club", &[]));
        assert_eq!((club.switch("mended"), club.words("side")), (false, "right"));
    }

    #[test]
    fn what_was_chosen_counts_in_every_version() {
        for version in 1..=3 {
            let word = OptionValue::Word("middle".to_owned());
            let (now, _) = chosen(&setup(
                version,
                "book",
                &[("side", word), ("mended", OptionValue::Switch(false))],
            ));
            assert_eq!((now.words("side"), now.switch("mended")), ("middle", false));
        }
    }

    #[test]
    fn a_carried_sheet_counts_in_version_1_only() {
        let carried = BTreeMap::from([("steady".to_owned(), OptionValue::Switch(false))]);
        for (version, steady) in [(1, false), (2, true), (3, true)] {
            let now = TOY.chosen(&setup(version, "book", &[]), &carried, &mut Vec::new());
            assert_eq!(now.switch("steady"), steady, "version {version}");
        }
    }

    #[test]
    fn all_faults_are_told_at_once() {
        let wrong = [
            ("side", OptionValue::Word("up".to_owned())),
            ("steady", OptionValue::Word("left".to_owned())),
            ("unknown", OptionValue::Switch(true)),
        ];
        let (_, faults) = chosen(&setup(4, "home", &wrong));
        assert_eq!(faults.len(), 5, "{faults:?}");
        assert!(faults[0].contains("knows 1 to 3"), "{faults:?}");
        let (_, faults) = chosen(&setup(3, "book", &[("odd", OptionValue::Switch(true))]));
        assert_eq!(faults, ["odd and steady exclude each other (T-4)"]);
    }

    #[test]
    fn a_retired_option_is_read_and_not_offered() {
        let (_, faults) =
            chosen(&setup(3, "book", &[("gone", OptionValue::Word("only".to_owned()))]));
        assert!(faults.is_empty(), "{faults:?}");
        assert!(TOY.definitions().iter().all(|d| d.id != "gone"));
        assert_eq!(
            TOY.definitions()[1].presets,
            [OptionValue::Switch(true), OptionValue::Switch(false)]
        );
    }
}
