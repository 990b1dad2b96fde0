//! 18CZ, 1860 and 18Lilliput: data sheets and the rules that are truly theirs.
//!
//! A title is a sheet (data), a position that embeds the engine's ledgers, and the rounds and steps that it
//! plays. No title knows another.
#![forbid(unsafe_code)]

/// The catalogue of a title in `docs/rules`, and the languages beside English that it is there in.
macro_rules! catalogue {
    ($title:literal $(, $language:literal)*) => {
        engine::Catalogue {
            english: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rules/", $title, ".md")),
            others: &[$((
                $language,
                include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rules/", $title, ".", $language, ".md")),
            )),*],
            cases: crate::HARD_CASES,
        }
    };
}

/// Cases of all titles over which players of other programs stumbled, in every language that they are there in.
const HARD_CASES: &[(&str, &str)] = &[
    ("en", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rules/hard-cases.md"))),
    ("cs", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rules/hard-cases.cs.md"))),
    ("de", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rules/hard-cases.de.md"))),
    ("ru", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rules/hard-cases.ru.md"))),
];

/// What every title answers in the same way: its names, its catalogue, and `OPTIONS` and `SHEET` of its folder.
macro_rules! titled {
    ($id:literal, $name:literal $(, $language:literal)*) => {
        fn id(&self) -> &'static str {
            $id
        }

        fn name(&self) -> &'static str {
            $name
        }

        fn options(&self) -> &'static engine::Options {
            &OPTIONS
        }

        fn catalogue(&self) -> engine::Catalogue {
            catalogue!($id $(, $language)*)
        }

        fn sheet(&self) -> &'static engine::sheet::BuiltIn {
            &SHEET
        }
    };
}

pub mod g1860;
pub mod g1889;
pub mod g18cz;
pub mod g18lilliput;

use engine::Title;

/// All titles, in the order in which they are offered.
pub fn all() -> &'static [&'static dyn Title] {
    static ALL: [&dyn Title; 4] =
        [&g18cz::TITLE, &g1860::TITLE, &g18lilliput::TITLE, &g1889::TITLE];
    &ALL
}

/// A title by its name in files.
pub fn by_id(id: &str) -> Option<&'static dyn Title> {
    all().iter().copied().find(|t| t.id() == id)
}
