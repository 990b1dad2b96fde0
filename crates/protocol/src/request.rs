//! What can be asked.

use crate::Fault;
use engine::{Luck, OptionValue, RouteClaim, Setup, wire};
use serde::Deserialize;
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// Most names at a table.
const MOST_PLAYERS: usize = 16;

/// Who sits at the table: how many, or their names.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Seats {
    /// So many.
    Number(usize),
    /// These.
    Names(Vec<String>),
}

/// A new game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Begin {
    /// Title.
    pub title: String,
    /// Who plays.
    pub players: Seats,
    /// Variant; without it the first that so many can play.
    pub variant: Option<String>,
    /// Preset; without it the title's first.
    pub preset: Option<String>,
    /// Options that differ from the preset.
    #[serde(default)]
    pub options: BTreeMap<String, OptionValue>,
    /// Seed of all chance; 1 without it.
    pub seed: Option<u64>,
    /// Version of the rules; the newest without it.
    pub rules: Option<u32>,
}

impl Begin {
    /// So many at a table of a title.
    pub fn of(title: &str, players: usize, seed: u64) -> Begin {
        Begin {
            title: title.to_owned(),
            players: Seats::Number(players),
            variant: None,
            preset: None,
            options: BTreeMap::new(),
            seed: Some(seed),
            rules: None,
        }
    }

    /// The setup.
    ///
    /// # Errors
    /// When a name is not known, or too many play.
    pub fn setup(&self) -> Result<Setup, Fault> {
        let short: String = self.title.chars().take(60).collect();
        let title = titles::by_id(&short).ok_or(Fault::Unknown { what: "title", name: short })?;
        let players = match &self.players {
            Seats::Number(n) => {
                let n = (*n).min(MOST_PLAYERS + 1);
                (1..=n).map(|seat| format!("Player {seat}")).collect()
            }
            Seats::Names(names) => names.clone(),
        };
        if players.len() > MOST_PLAYERS {
            return Err(Fault::Bound { what: "players", most: MOST_PLAYERS as u64 });
        }
        let fits =
            |min: u8, max: u8| (usize::from(min)..=usize::from(max)).contains(&players.len());
        let variants = title.variants();
        let usual = variants.iter().find(|v| fits(v.min_players, v.max_players));
        let variant = match (&self.variant, usual.or(variants.first())) {
            (Some(name), _) => name.clone(),
            (None, Some(usual)) => usual.id.clone(),
            (None, None) => String::new(),
        };
        let preset = match &self.preset {
            Some(preset) => preset.clone(),
            None => title.presets().first().copied().unwrap_or_default().to_owned(),
        };
        Ok(Setup {
            title: title.id().to_owned(),
            variant,
            preset,
            options: self.options.clone(),
            players,
            seed: self.seed.unwrap_or(1),
            luck: Some(Luck { chosen: true, ..Luck::default() }),
            rules: self.rules.unwrap_or_else(|| title.rules_version()),
            data: None,
            extra: None,
            arrangement: None,
        })
    }
}

/// What is to be played: one of these.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// The game.
    pub game: u64,
    /// A move.
    pub r#move: Option<wire::Move>,
    /// Several moves; nothing is played if one of them is refused.
    pub moves: Option<Vec<wire::Move>>,
    /// A choice by its place in the list of choices.
    pub choice: Option<usize>,
    /// The amount of that choice; its least one without this.
    pub amount: Option<i32>,
    /// Routes of that choice; the best ones without this.
    pub routes: Option<Vec<wire::RouteClaim>>,
    /// An action by its index.
    pub action: Option<usize>,
    /// Any legal move.
    #[serde(default)]
    pub random: bool,
    /// Tell the events.
    #[serde(default)]
    pub events: bool,
}

/// A request, without its `id`.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs)] // docs/engine-protocol.md tells each of them.
pub enum Request {
    Hello,
    Titles,
    Seed {
        seed: u64,
    },
    New(Begin),
    Load {
        file: Json,
    },
    Save {
        game: u64,
    },
    Clone {
        game: u64,
    },
    Close {
        game: u64,
    },
    Games,
    State {
        game: u64,
    },
    Position {
        game: u64,
        at: Option<usize>,
    },
    Choices {
        game: u64,
    },
    Space {
        game: u64,
    },
    Actions {
        game: u64,
    },
    Mask {
        game: u64,
    },
    Fields {
        game: u64,
    },
    Observe {
        game: u64,
    },
    Play(Box<Play>),
    Undo {
        game: u64,
        to: Option<usize>,
    },
    Values {
        game: u64,
    },
    Outcome {
        game: u64,
    },
    Routes {
        game: u64,
        company: String,
        nodes: Option<u64>,
    },
    Hint {
        game: u64,
        level: Option<String>,
        nodes: Option<u32>,
        ms: Option<u64>,
        seed: Option<u64>,
    },
    Playouts {
        game: u64,
        count: u32,
        seed: Option<u64>,
    },
    Quit,
}

/// Routes with names, read at a position.
pub(crate) fn read_routes(
    names: &engine::Names<'_>,
    routes: &[wire::RouteClaim],
) -> Result<Vec<RouteClaim>, Fault> {
    Ok(routes.iter().map(|route| names.read_route(route)).collect::<Result<_, _>>()?)
}
