//! Our games as files of the public platform.

use crate::dialects;
use engine::{Game, Position, RoundKind};
use serde_json::{Value as Json, json};

/// Writes a game. `Err` says why it has no public form: another preset or variant, changed options, or a move
/// that the platform does not know.
pub fn export(game: &Game) -> Result<Json, String> {
    let setup = game.setup();
    let dialect = dialects().iter().find(|d| d.title() == setup.title).ok_or_else(|| {
        format!("the public platform has no games of {} that we could write", setup.title)
    })?;
    if setup.preset != "public18xx" {
        return Err(format!(
            "only games of the preset public18xx can be written, this one is {}",
            setup.preset
        ));
    }
    if setup.data.is_some() {
        return Err("the game is played with a corrected data sheet".to_owned());
    }
    if setup.arrangement.is_some() {
        return Err("the game starts from a position that was set up".to_owned());
    }
    let mut writer = dialect.writer(setup)?;
    let seed = crate::seed::seed(*dialect, game)?;
    let mut position = game.at(0);
    let mut events = Vec::new();
    let mut actions: Vec<Json> = Vec::new();
    for (number, mv) in game.moves().iter().enumerate() {
        let wrong = |fault: String| format!("move {}: {fault}", number + 1);
        for mut action in writer.actions(position.as_ref(), mv).map_err(wrong)? {
            action["id"] = json!(actions.len() + 1);
            actions.push(action);
        }
        let before = position.boxed();
        events.clear();
        position.play(mv, &mut events).map_err(|e| format!("move {}: {e}", number + 1))?;
        writer.played(before.as_ref(), position.as_ref(), mv);
    }
    let players: Vec<Json> = setup
        .players
        .iter()
        .enumerate()
        .map(|(i, name)| json!({"id": i + 1, "name": name}))
        .collect();
    let position: &dyn Position = position.as_ref();
    let round = position.core().round;
    let mut file = json!({
        "id": format!("signalbox_{seed}"),
        "title": dialect.public_title(),
        "description": "",
        "players": players,
        "settings": {"seed": seed, "optional_rules": dialect.optional_rules(setup)},
        "actions": actions,
        "status": if position.outcome().is_some() { "finished" } else { "active" },
        "turn": round.set,
        "round": if round.kind == RoundKind::Stock { "Stock Round" } else { "Operating Round" },
        "result": {},
    });
    if let Some(outcome) = position.outcome() {
        let mut order: Vec<(usize, i32)> = outcome.values.iter().copied().enumerate().collect();
        order.sort_by_key(|(_, value)| std::cmp::Reverse(*value));
        for (seat, value) in order {
            file["result"][(seat + 1).to_string()] = json!(value);
        }
        file["game_end_reason"] = json!(outcome.reason);
    }
    Ok(file)
}
