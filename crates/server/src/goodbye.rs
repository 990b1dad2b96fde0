//! Games that somebody does not want any more: their own go at once, of games with others they leave.

use crate::account::hand_over_seats;
use crate::app::App;
use crate::extract::Path;
use crate::fault::{Fault, FaultBody};
use crate::play::settle;
use crate::room::Loaded;
use crate::told::What;
use crate::visitor::Person;
use axum::Json;
use axum::extract::State;
use serde::Serialize;
use store::{GameState, Note};
use utoipa::ToSchema;

/// What became of a game.
#[derive(Debug, Serialize, ToSchema)]
pub struct Goodbye {
    /// It is gone for everybody; otherwise others have part in it, and it left one's own list only.
    pub deleted: bool,
}

// Nobody else made it, sits there, or may come back.
fn is_own(loaded: &Loaded, user: &str) -> bool {
    let mine = |of: &Option<String>| of.as_deref().is_none_or(|id| id == user);
    mine(&loaded.game.owner) && loaded.seats.iter().all(|s| mine(&s.user) && mine(&s.left))
}

/// Deletes a game of one's own; of a game with others one leaves, and the seat stays without a name.
#[utoipa::path(delete, path = "/api/games/{id}", tag = "lobby", params(("id" = String, Path)),
    responses((status = 200, body = Goodbye), (status = "4XX", body = FaultBody)))]
pub async fn delete(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
) -> Result<Json<Goodbye>, Fault> {
    let held = app.see(&id, Some(person.id()), None).await?;
    let (held, done) = app
        .change(held, None, |draft| {
            let loaded = &mut draft.loaded;
            if !loaded.is_member(person.id()) {
                return Err(Fault::Forbidden("this game is not yours"));
            }
            let own = is_own(loaded, person.id());
            if own {
                // Whoever looks at it hears that it is over, and no bot begins another move.
                loaded.game.listed = false;
                if !loaded.is_over() {
                    loaded.game.state = GameState::Abandoned;
                }
                loaded.game.turn = None;
                loaded.game.turn_user = None;
                loaded.game.bot_due = None;
                loaded.game.clock_due = None;
                loaded.game.clock_end = None;
            } else {
                hand_over_seats(&app, loaded, &person.account, None);
                if loaded.game.state == GameState::Playing {
                    settle(loaded, draft.at);
                }
            }
            let what = if own { What::Abandoned } else { What::Seat };
            draft.lobby = Some(what);
            draft.tell_game(None, what);
            Ok(own)
        })
        .await?;
    let crate::commit::Done::New(deleted) = done else { return Err(Fault::Unavailable) };
    if deleted {
        app.store.delete_game(&id).await?;
        held.forget();
    } else {
        drop(held);
        app.store.set_note(&id, person.id(), &Note::default()).await?;
    }
    Ok(Json(Goodbye { deleted }))
}
