//! Who sits where before the start: joining, changing seats.

use crate::account::{clean_name, must_be_free};
use crate::app::App;
use crate::extract::{Body, Path};
use crate::fault::{Fault, FaultBody};
use crate::lobby::{CHOSEN, More, bot_name, level, must_be_open, must_own};
use crate::room::Loaded;
use crate::shapes::GameJson;
use crate::told::{GameTold, What};
use crate::visitor::Person;
use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use store::Seat;
use utoipa::ToSchema;

/// Joins a game.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinBody {
    /// Seat; the first open one if missing.
    pub seat: Option<u8>,
    /// Name at the table; one's own if missing.
    pub name: Option<String>,
    /// Word of the invitation.
    pub invite: Option<String>,
}

/// Changes a seat before the start.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatChange {
    /// Seat.
    pub seat: u8,
    /// A bot of this level.
    pub bot: Option<String>,
    /// A name at the owner's screen.
    pub name: Option<String>,
    /// Anybody who joins.
    #[serde(default)]
    pub open: bool,
}

/// A seat that always agrees to undo.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AgreeBody {
    /// Seat; all one's seats if missing.
    pub seat: Option<u8>,
    /// Always agrees.
    pub always: bool,
}

/// Takes a seat.
#[utoipa::path(post, path = "/api/games/{id}/join", tag = "lobby", params(("id" = String, Path)), request_body = JoinBody,
    responses((status = 200, body = GameJson), (status = "4XX", body = FaultBody)))]
pub async fn join(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Body(body): Body<JoinBody>,
) -> Result<Json<GameJson>, Fault> {
    app.check_quota(&person, More::Seat).await?;
    let held = app.see(&id, Some(person.id()), body.invite.as_deref()).await?;
    let name = clean_name(body.name.as_deref().unwrap_or(&person.account.name))?;
    must_be_free(&app, &name, person.id()).await?;
    let avoided_by = app.store.blocked_by(person.id()).await?;
    let held = app
        .alter(held, &person, |loaded| {
            must_be_open(loaded)?;
            let there = |who: &String| loaded.is_member(who) && who != person.id();
            if avoided_by.iter().any(there) {
                return Err(Fault::Forbidden("somebody at this table does not play with you"));
            }
            if !loaded.game.hot_seat && !loaded.seats_of(person.id()).is_empty() {
                return Err(Fault::conflict("you sit at this table already"));
            }
            let chosen = loaded.setup.luck.as_ref().is_some_and(|luck| luck.chosen);
            if chosen && loaded.game.owner.as_deref() != Some(person.id()) {
                return Err(Fault::conflict(CHOSEN));
            }
            let first = || loaded.seats.iter().find(|s| s.is_open()).map(|s| s.seat);
            let seat =
                (body.seat.or_else(first)).ok_or_else(|| Fault::conflict("no seat is open"))?;
            let place = (loaded.seats.get_mut(usize::from(seat)))
                .ok_or_else(|| Fault::bad("no such seat"))?;
            if !place.is_open() {
                return Err(Fault::conflict("the seat is taken"));
            }
            place.user = Some(person.id().to_owned());
            place.name = name.clone();
            Ok(GameTold { seat: Some(seat), name: Some(name.clone()), ..What::Joined.into() })
        })
        .await?;
    Ok(Json(held.json(Some(person.id()))))
}

/// One of somebody's own seats, or all of them.
pub fn own_seats(loaded: &Loaded, person: &Person, seat: Option<u8>) -> Result<Vec<u8>, Fault> {
    let own = loaded.seats_of(person.id());
    match seat {
        Some(seat) if own.contains(&seat) => Ok(vec![seat]),
        None if !own.is_empty() => Ok(own),
        _ => Err(Fault::Forbidden("that is not your seat")),
    }
}

/// Changes a seat before the start.
#[utoipa::path(post, path = "/api/games/{id}/seats", tag = "lobby", params(("id" = String, Path)), request_body = SeatChange,
    responses((status = 200, body = GameJson), (status = "4XX", body = FaultBody)))]
pub async fn seat(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Body(body): Body<SeatChange>,
) -> Result<Json<GameJson>, Fault> {
    let held = app.see(&id, Some(person.id()), None).await?;
    must_own(&held, &person)?;
    must_be_open(&held)?;
    let mut seat = Seat::open(body.seat);
    match (&body.bot, &body.name, body.open) {
        (Some(bot), name, false) => {
            app.check_quota(&person, More::Bot).await?;
            seat.bot = Some(level(&app, bot)?);
            seat.name = match name {
                Some(name) => clean_name(name)?,
                None => bot_name(bot, body.seat as usize),
            };
        }
        (None, Some(name), false) => {
            seat.user = Some(person.id().to_owned());
            seat.name = clean_name(name)?;
        }
        (None, None, true) => {}
        _ => return Err(Fault::bad("a seat is a bot, a name or open")),
    }
    let seen = held.seats.get(usize::from(body.seat)).cloned();
    let held = app
        .alter(held, &person, |loaded| {
            must_own(loaded, &person)?;
            must_be_open(loaded)?;
            let place = (loaded.seats.get_mut(usize::from(body.seat)))
                .ok_or_else(|| Fault::bad("no such seat"))?;
            // Who joined meanwhile is not put out unseen.
            if seen.as_ref() != Some(place) {
                return Err(Fault::Stale { after: loaded.game.length, seq: loaded.game.seq });
            }
            *place = seat.clone();
            Ok(GameTold { seat: Some(body.seat), ..What::Seat.into() })
        })
        .await?;
    Ok(Json(held.json(Some(person.id()))))
}

/// Sets seats to always agree to undo.
#[utoipa::path(post, path = "/api/games/{id}/agree", tag = "lobby", params(("id" = String, Path)), request_body = AgreeBody,
    responses((status = 200, body = GameJson), (status = "4XX", body = FaultBody)))]
pub async fn agree(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Body(body): Body<AgreeBody>,
) -> Result<Json<GameJson>, Fault> {
    let held = app.see(&id, Some(person.id()), None).await?;
    let held = app
        .alter(held, &person, |loaded| {
            let seats = own_seats(loaded, &person, body.seat)?;
            for &seat in &seats {
                loaded.seats[usize::from(seat)].always_agree = body.always;
            }
            Ok(GameTold { seats, ..What::Seat.into() })
        })
        .await?;
    Ok(Json(held.json(Some(person.id()))))
}
