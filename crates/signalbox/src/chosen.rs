//! Which game is meant: title, variant and preset, as named on the command line.

use anyhow::{Context, Result, bail};
use engine::Title;

/// The title of a name.
pub fn title(name: &str) -> Result<&'static dyn Title> {
    let all = titles::all().iter().copied();
    all.clone().find(|t| t.id() == name).with_context(|| {
        let known: Vec<&str> = all.map(|t| t.id()).collect();
        let name: String = name.chars().take(60).collect();
        format!("no title is called {name}; known are {}", known.join(", "))
    })
}

/// The variant of a name; without one, the first that so many can play.
pub fn variant(title: &dyn Title, name: Option<&str>, players: usize) -> Result<String> {
    let variants = title.variants();
    let found = match name {
        Some(name) => variants.iter().find(|v| v.id == name).with_context(|| {
            let known: Vec<&str> = variants.iter().map(|v| v.id.as_str()).collect();
            let known = known.join(", ");
            format!("{} has no variant {name}; known are {known}", title.name())
        })?,
        None => {
            let usual = self::variants(title, players).into_iter().next();
            return usual
                .with_context(|| format!("{} cannot be played by {players}", title.name()));
        }
    };
    Ok(found.id.clone())
}

/// The variants that so many can play, the usual one first.
pub fn variants(title: &dyn Title, players: usize) -> Vec<String> {
    let all = title.variants().into_iter();
    all.filter(|v| (usize::from(v.min_players)..=usize::from(v.max_players)).contains(&players))
        .map(|v| v.id)
        .collect()
}

/// The preset of a name; without one, the title's first.
pub fn preset(title: &dyn Title, name: Option<&str>) -> Result<String> {
    let presets = title.presets();
    match name {
        Some(name) if !presets.contains(&name) => {
            bail!("{} has no preset {name}; known are {}", title.name(), presets.join(", "))
        }
        Some(name) => Ok(name.to_owned()),
        None => Ok(presets.first().copied().unwrap_or_default().to_owned()),
    }
}
