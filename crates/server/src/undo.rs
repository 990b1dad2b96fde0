//! Taking moves back and making them again.

use crate::app::App;
use crate::automation::Automation;
use crate::describe::kept_events;
use crate::extract::{Body, Path};
use crate::fault::Fault;
use crate::hold::read_stored;
use crate::play::{drop_proposal, lines_text, moves_told, settle};
use crate::proposal::Proposal;
use crate::room::Loaded;
use crate::shapes::Line;
use crate::takeback::{acts, before_own, needs, nobody_left};
use crate::told::What;
use crate::visitor::Person;
use crate::vote::{Undone, own};
use axum::Json;
use axum::extract::State;
use engine::Luck;
use serde::Deserialize;
use std::sync::Arc;
use store::{EntryKind, GameState, Rewind, StoredMove};
use utoipa::ToSchema;

// Moves that an entry about moves made again tells; who needs more asks for the log.
const MOST_LINES: usize = 20;

/// Asks for moves to be taken back.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UndoBody {
    /// Moves made, as last seen.
    pub after: i64,
    /// Last move that stays; missing: before one's own last move.
    pub to: Option<i64>,
    /// The client's word for this request.
    pub key: Option<String>,
}

/// Asks for moves to be made again.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RedoBody {
    /// Moves made, as last seen.
    pub after: i64,
    /// How many; one if missing.
    pub count: Option<i64>,
    /// The client's word for this request.
    pub key: Option<String>,
}

pub(crate) fn check_key(key: Option<&String>) -> Result<(), Fault> {
    match key {
        Some(key) if key.is_empty() || key.len() > 64 || key.chars().any(char::is_control) => {
            Err(Fault::bad("a key has 1 to 64 bytes and no control characters"))
        }
        _ => Ok(()),
    }
}

fn in_play(loaded: &Loaded, after: i64) -> Result<(), Fault> {
    if loaded.game.state != GameState::Playing {
        return Err(Fault::conflict(format!("the game is {}", loaded.game.state.name())));
    }
    if loaded.game.length != after {
        return Err(Fault::Stale { after: loaded.game.length, seq: loaded.game.seq });
    }
    Ok(())
}

/// Takes moves back, or asks the others.
#[utoipa::path(post, path = "/api/games/{id}/undo", tag = "table", request_body = UndoBody,
    params(("id" = String, Path)), responses((status = 200, body = Undone), (status = "4XX", body = crate::fault::FaultBody)))]
pub async fn undo(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Body(body): Body<UndoBody>,
) -> Result<Json<Undone>, Fault> {
    check_key(body.key.as_ref())?;
    let held = own(&app, &id, &person).await?;
    if let Some(key) = &body.key
        && app.store.entry_by_key(&id, key).await?.is_some()
    {
        return Ok(Json(Undone::of(&held, Proposal::of(&held).is_none())));
    }
    in_play(&held, body.after)?;
    let moves = app.store.moves(&id, 0, held.game.length).await?;
    let to = match body.to {
        Some(to) if (0..held.game.length).contains(&to) => to,
        Some(_) => return Err(Fault::bad("there is no such move to go back to")),
        None => before_own(&moves, person.id())
            .ok_or_else(|| Fault::conflict("you have made no move"))?,
    };
    nobody_left(&held, &moves, to)?;
    if needs(&held, &moves, person.id(), to).is_empty() {
        let held = app.take_back(held, &person, to, body.key.as_deref()).await?;
        return Ok(Json(Undone::of(&held, true)));
    }
    let by = held.seats_of(person.id())[0];
    let proposal = Proposal::Undo { by, to, agreed: vec![person.id().to_owned()] };
    let undone = app.pursue(held, &person, proposal, body.key.as_deref());
    Ok(Json(undone.await?))
}

/// Makes moves again that were taken back.
#[utoipa::path(post, path = "/api/games/{id}/redo", tag = "table", request_body = RedoBody,
    params(("id" = String, Path)), responses((status = 200, body = Undone), (status = "4XX", body = crate::fault::FaultBody)))]
pub async fn redo(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Body(body): Body<RedoBody>,
) -> Result<Json<Undone>, Fault> {
    check_key(body.key.as_ref())?;
    let held = own(&app, &id, &person).await?;
    if let Some(key) = &body.key
        && app.store.entry_by_key(&id, key).await?.is_some()
    {
        return Ok(Json(Undone::of(&held, true)));
    }
    in_play(&held, body.after)?;
    let undone = app.store.undone(&id).await?;
    let count = body.count.unwrap_or(1).clamp(1, 100_000) as usize;
    let solo = held.is_solo();
    // One may make again what one made oneself; what bots and settings did in between comes along.
    let mine = |m: &StoredMove| solo || !acts(m) || m.user.as_deref() == Some(person.id());
    let mut back: Vec<StoredMove> = Vec::new();
    let mut decisions = 0;
    for mv in undone {
        if !mine(&mv) || (decisions == count && acts(&mv)) || (solo && back.len() == count) {
            break;
        }
        decisions += usize::from(acts(&mv));
        back.push(mv);
    }
    if back.is_empty() || (!solo && decisions == 0) {
        return Err(Fault::conflict("there is no move of yours to make again"));
    }
    let (at, seen, after) = (app.now(), held.game.seq, held.game.length);
    let mut again = held.look();
    let from = again.position.core().rng.stand();
    again.change_luck(Luck::make_again);
    let mut position = again.position.boxed();
    let mut lines: Vec<Line> = Vec::new();
    for mv in back {
        let played =
            read_stored(position.as_ref(), &mv).map_err(|e| Fault::conflict(e.to_string()))?;
        let mut events = Vec::new();
        position.play(&played, &mut events).map_err(|e| Fault::refused(position.as_ref(), &e))?;
        let told = kept_events(position.as_ref(), &events);
        lines.push(Line::again(mv, told, at));
    }
    let to = after + lines.len() as i64;
    again.position = Arc::from(position);
    let drawn = again.position.core().rng.draws();
    again.change_luck(|luck| luck.made_again(from, drawn));
    // The others are in the log.
    let text = lines_text(&lines[..lines.len().min(MOST_LINES)]);
    let (held, _) = app
        .change(held, body.key.as_deref(), |draft| {
            draft.only_on(seen)?;
            draft.at = at;
            let loaded = &mut draft.loaded;
            loaded.position = Arc::clone(&again.position);
            loaded.setup = Arc::clone(&again.setup);
            loaded.game.length = to;
            loaded.game.undone -= to - after;
            drop_proposal(loaded);
            settle(loaded, at);
            Automation::stop_all(&mut loaded.seats, "undo");
            if loaded.game.state == GameState::Finished {
                draft.lobby = Some(What::Finished);
            }
            let told = moves_told(&draft.loaded, after, &text);
            draft.tell(EntryKind::Redone, Some(person.id()), told);
            draft.rewind = Rewind::Redo { to };
            Ok(())
        })
        .await?;
    Ok(Json(Undone::of(&held, true)))
}
