//! Words of the data sheet: sizes of companies, colours of tiles, lists of edges.

use board::Colour;

/// Sizes of companies, trains and local railways, smallest first.
pub(super) const SIZES: [&str; 3] = ["small", "medium", "large"];

pub(super) fn size_of(name: &str, faults: &mut Vec<String>) -> u8 {
    SIZES.iter().position(|s| *s == name).map_or_else(
        || {
            faults.push(format!("no size is called {name}"));
            0
        },
        |i| i as u8,
    )
}

pub(super) fn colour_of(name: &str, faults: &mut Vec<String>) -> Colour {
    match name {
        "yellow" => Colour::Yellow,
        "green" => Colour::Green,
        "brown" => Colour::Brown,
        "grey" => Colour::Grey,
        "red" => Colour::Red,
        _ => {
            faults.push(format!("no colour is called {name}"));
            Colour::Bare
        }
    }
}

pub(super) fn column_of(name: &str) -> u8 {
    ["yellow", "green", "brown", "grey"]
        .iter()
        .position(|c| *c == name)
        .unwrap_or(0) as u8
}

pub(super) fn mask(edges: &[u8]) -> u8 {
    edges.iter().fold(0, |m, e| m | 1 << (e % 6))
}
