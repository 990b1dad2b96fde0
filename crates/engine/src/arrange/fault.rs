//! What can be wrong with an arrangement.

use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::{self, Display};

/// A fault: a key for texts, and values for its sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// Key.
    pub key: &'static str,
    /// Values by name.
    pub values: BTreeMap<&'static str, String>,
}

/// The English sentence of every key; values stand in braces.
pub const SENTENCES: [(&str, &str); 45] = [
    ("beyond", "{what}: {told} are told, {most} are possible"),
    ("no-phase", "no phase is called {phase}"),
    ("no-seat", "nobody sits on seat {seat}"),
    ("no-turn", "{company} has not floated and takes no turn"),
    ("round", "this game has no {round} like this"),
    ("step", "{step} is no step that can be set up"),
    ("not-in-round", "{company} is not among the companies of the round"),
    ("lineup", "{company} cannot stand in the order of the round like this"),
    ("order", "the order of players does not name every seat once"),
    ("seats", "{seats} players sit at the table, {told} are described"),
    ("no-company", "no company is called {company}"),
    ("no-paper", "no paper is called {paper}"),
    ("no-train", "no train is called {train}"),
    ("no-face", "{train} has no side {face}"),
    ("no-cell", "no cell is called {cell}"),
    ("no-tile", "no tile is called {tile}"),
    ("no-chart-cell", "{company}: the chart has no cell {cell}"),
    ("shares", "{company} has not so many shares"),
    ("not-started", "{company} has not been started, but something of it is told"),
    ("money", "{amount} is no amount of money"),
    ("paper-twice", "{paper} is in two places"),
    ("train-twice", "{train} is in two places"),
    ("float-early", "{company} cannot have floated with so few shares sold"),
    ("float-late", "{company} has sold enough shares and must have floated"),
    ("owns-nothing", "{company} has not floated and owns nothing"),
    ("train-limit", "{company} may own {limit} trains in this phase"),
    ("no-director", "nobody holds enough of {company} to direct it"),
    ("holding", "a player holds too much of {company}"),
    ("director", "seat {seat} cannot direct {company}"),
    ("standing", "{company} cannot be {standing} in this game"),
    ("train-early", "{train} begins a later phase"),
    ("train-late", "{train} has left the game in this phase"),
    ("tile-early", "tile {tile} comes in a later phase"),
    ("misfit", "tile {tile} cannot come to lie on {cell} like this"),
    ("no-tile-left", "no copy of tile {tile} is left for {cell}"),
    ("no-marker", "{company} has not so many stations"),
    ("no-place", "no place for a station of {company} on {cell}"),
    ("markers", "stations and markers are {told} together, the game has {all}"),
    ("paper-lies", "{paper} is owned and lies elsewhere too"),
    ("own", "what the title keeps for itself: {what}"),
    ("no-train-left", "the game has {most} trains {train}, {told} are told"),
    ("idle", "{company} does not run a train {train}"),
    ("no-station", "{company} has no station"),
    ("circumstance", "{circumstance} is nothing that this game asks for"),
    ("nothing", "nothing can be decided in this position"),
];

impl Fault {
    /// A fault without values.
    pub const fn new(key: &'static str) -> Fault {
        Fault { key, values: BTreeMap::new() }
    }

    /// The same with a value.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Display) -> Fault {
        // What a file says may be long; what is wrong with it is short.
        self.values.insert(name, value.to_string().chars().take(120).collect());
        self
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sentence = SENTENCES.iter().find(|s| s.0 == self.key).map_or(self.key, |s| s.1);
        let mut said = sentence.to_owned();
        for (name, value) in &self.values {
            said = said.replace(&format!("{{{name}}}"), value);
        }
        f.write_str(&said)
    }
}
