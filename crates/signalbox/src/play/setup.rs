//! How a new game is set up from the command line.

use super::Args;
use crate::chosen;
use crate::loaded::text;
use anyhow::{Context, Result, bail};
use engine::{Game, GameFile, Luck, OptionValue, Setup};
use std::collections::BTreeMap;

/// `name=value`, where the value is yes, no or a word.
pub fn parse_option(text: &str) -> Result<(String, OptionValue), String> {
    let (name, value) = text.split_once('=').ok_or("write it as name=value")?;
    let value = match value {
        "true" | "yes" | "on" => OptionValue::Switch(true),
        "false" | "no" | "off" => OptionValue::Switch(false),
        word => OptionValue::Word(word.to_owned()),
    };
    Ok((name.to_owned(), value))
}

/// A new game.
pub fn new_game(args: &Args, title: &str) -> Result<Game> {
    let title = chosen::title(&title.to_lowercase())?;
    let count = match (args.players, args.names.len()) {
        (Some(n), 0) => n,
        (None, 0) => bail!("say how many play: --players N"),
        (Some(n), names) if n != names => bail!("--players {n}, but {names} names"),
        (_, names) => names,
    };
    let variant = chosen::variant(title, args.variant.as_deref(), count)?;
    let preset = chosen::preset(title, args.preset.as_deref())?;
    let json = |path: &Option<std::path::PathBuf>| -> Result<Option<serde_json::Value>> {
        let Some(path) = path else { return Ok(None) };
        let value =
            serde_json::from_str(&text(path)?).with_context(|| format!("{}", path.display()))?;
        Ok(Some(value))
    };
    let players = match args.names.is_empty() {
        true => (1..=count).map(|n| format!("Player {n}")).collect(),
        false => args.names.clone(),
    };
    let setup = Setup {
        title: title.id().to_owned(),
        variant,
        preset,
        options: args.option.iter().cloned().collect::<BTreeMap<_, _>>(),
        players,
        seed: args.seed.unwrap_or_else(now),
        luck: None,
        rules: title.rules_version(),
        data: json(&args.data)?,
        extra: json(&args.extra)?,
        arrangement: None,
    };
    Ok(Game::start(title, setup)?)
}

/// A game whose seed is secret goes on with another one. What was drawn stays.
pub fn with_new_luck(file: GameFile) -> GameFile {
    let luck = file.setup.luck.map(|luck| Luck { secret: false, commitment: None, ..luck });
    GameFile { setup: Setup { seed: now(), luck, ..file.setup }, hash: None, ..file }
}

fn now() -> u64 {
    std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(1, |d| d.as_nanos() as u64 % 1_000_000_007)
}
