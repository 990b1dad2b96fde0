//! A game as lists and tables show it.

use crate::pace::Pace;
use crate::room::Loaded;
use crate::shapes::{GameJson, SeatJson, TurnJson};
use store::{GameRow, Seat};

/// A game as somebody sees it.
pub fn game_json(game: &GameRow, seats: &[Seat], user: Option<&str>) -> GameJson {
    let sits = |s: &Seat| user.is_some() && s.user.as_deref() == user;
    let owner = user.is_some() && game.owner.as_deref() == user;
    let member =
        owner || seats.iter().any(|s| sits(s) || (user.is_some() && s.left.as_deref() == user));
    GameJson {
        id: game.id.clone(),
        title: game.title.clone(),
        variant: game.variant.clone(),
        preset: game.preset.clone(),
        options: serde_json::from_str(&game.options).unwrap_or_default(),
        name: game.name.clone(),
        state: game.state.name().to_owned(),
        listed: game.listed,
        hot_seat: game.hot_seat,
        imported: game.imported,
        archived: seats.iter().any(|s| sits(s) && s.archived),
        players: seats.len(),
        created: game.created,
        updated: game.updated,
        length: game.length,
        seq: game.seq,
        owner: game.owner.clone(),
        bot_pause: game.bot_pause,
        pace: Pace::read(&game.pace),
        clock_end: game.clock_end,
        seats: seats
            .iter()
            .map(|s| SeatJson {
                seat: s.seat,
                name: s.name.clone(),
                user: s.user.clone(),
                bot: s.bot.clone(),
                mine: sits(s),
                open: s.is_open(),
                may_return: user.is_some() && s.left.as_deref() == user,
                always_agree: s.always_agree || s.bot.is_some(),
                offered: s.offer.as_deref().is_some_and(|o| o == "*" || Some(o) == user),
                fate: s.fate.clone(),
            })
            .collect(),
        turn: game.turn.as_ref().map(|t| TurnJson {
            seat: t.seat,
            step: t.step.clone(),
            company: t.company.clone(),
            since: t.since,
            mine: seats.get(t.seat as usize).is_some_and(|s| sits(s) && s.bot.is_none()),
        }),
        outcome: game.outcome.as_ref().and_then(|o| serde_json::from_str(o).ok()),
        invite: member.then(|| game.invite.clone()),
        role: if owner {
            "owner"
        } else if member {
            "player"
        } else {
            "spectator"
        }
        .to_owned(),
    }
}

impl Loaded {
    /// The game as somebody sees it.
    pub fn json(&self, user: Option<&str>) -> GameJson {
        game_json(&self.game, &self.seats, user)
    }
}
