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
