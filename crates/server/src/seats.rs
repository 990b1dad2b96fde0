//! Who sits where: joining, leaving, coming back, changing seats.

use crate::account::clean_name;
use crate::app::App;
use crate::extract::{Body, Path};
use crate::fault::{Fault, FaultBody};
use crate::lobby::{bot_name, level, must_be_open, must_own};
use crate::room::Held;
use crate::shapes::GameJson;
use crate::visitor::Person;
use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::json;
use store::{GameState, Seat};
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

/// Leaves a game.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LeaveBody {
    /// Seat; all one's seats if missing.
    pub seat: Option<u8>,
    /// Level of the bot that takes over in a running game.
    pub bot: Option<String>,
}

/// Takes a seat back.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReturnBody {
    /// Seat; all those one left if missing.
    pub seat: Option<u8>,
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
    app.check_quota(&person, 0).await?;
    let mut held = app
        .see(&id, Some(person.id()), body.invite.as_deref())
        .await?;
    must_be_open(&held)?;
    if !held.game.hot_seat && !held.seats_of(person.id()).is_empty() {
        return Err(Fault::conflict("you sit at this table already"));
    }
    let seat = match body.seat {
        Some(seat) => seat,
        None => held
            .seats
            .iter()
            .find(|s| s.is_open())
            .map(|s| s.seat)
            .ok_or_else(|| Fault::conflict("no seat is open"))?,
    };
    if !held
        .seats
        .get(seat as usize)
        .ok_or_else(|| Fault::bad("no such seat"))?
        .is_open()
    {
        return Err(Fault::conflict("the seat is taken"));
    }
    let name = clean_name(body.name.as_deref().unwrap_or(&person.account.name))?;
    app.alter(
        &mut held,
        &person,
        "joined",
        json!({"seat": seat, "name": name}),
        |loaded| {
            let place = &mut loaded.seats[seat as usize];
            place.user = Some(person.id().to_owned());
            place.name = name.clone();
            Ok(())
        },
    )
    .await?;
    Ok(Json(held.json(Some(person.id()))))
}

fn own_seats(held: &Held, person: &Person, seat: Option<u8>) -> Result<Vec<u8>, Fault> {
    let own = held.seats_of(person.id());
    match seat {
        Some(seat) if own.contains(&seat) => Ok(vec![seat]),
        None if !own.is_empty() => Ok(own),
        _ => Err(Fault::Forbidden("that is not your seat")),
    }
}

/// Leaves a seat; in a running game a bot takes over.
#[utoipa::path(post, path = "/api/games/{id}/leave", tag = "lobby", params(("id" = String, Path)), request_body = LeaveBody,
    responses((status = 200, body = GameJson), (status = "4XX", body = FaultBody)))]
pub async fn leave(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Body(body): Body<LeaveBody>,
) -> Result<Json<GameJson>, Fault> {
    let mut held = app.see(&id, Some(person.id()), None).await?;
    let seats = own_seats(&held, &person, body.seat)?;
    match held.game.state {
        GameState::Open => {
            app.alter(
                &mut held,
                &person,
                "left",
                json!({"seats": seats}),
                |loaded| {
                    for &seat in &seats {
                        loaded.seats[seat as usize] = Seat::open(seat);
                    }
                    Ok(())
                },
            )
            .await?;
        }
        GameState::Playing => {
            let level = level(
                &app,
                body.bot.as_deref().unwrap_or_else(|| {
                    let levels = app.config.parts.chooser.levels();
                    if levels.contains(&"standard") {
                        "standard"
                    } else {
                        levels.first().copied().unwrap_or_default()
                    }
                }),
            )?;
            app.alter(
                &mut held,
                &person,
                "bot_took_over",
                json!({"seats": seats, "level": level}),
                |loaded| {
                    for &seat in &seats {
                        let place = &mut loaded.seats[seat as usize];
                        place.left = place.user.take();
                        place.bot = Some(level.clone());
                        place.automation = "{}".to_owned();
                    }
                    Ok(())
                },
            )
            .await?;
        }
        state => return Err(Fault::conflict(format!("the game is {}", state.name()))),
    }
    Ok(Json(held.json(Some(person.id()))))
}

/// Takes a seat back from the bot.
#[utoipa::path(post, path = "/api/games/{id}/return", tag = "lobby", params(("id" = String, Path)), request_body = ReturnBody,
    responses((status = 200, body = GameJson), (status = "4XX", body = FaultBody)))]
pub async fn come_back(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Body(body): Body<ReturnBody>,
) -> Result<Json<GameJson>, Fault> {
    let mut held = app.see(&id, Some(person.id()), None).await?;
    if held.game.state != GameState::Playing {
        return Err(Fault::conflict(format!(
            "the game is {}",
            held.game.state.name()
        )));
    }
    let seats: Vec<u8> = held
        .seats
        .iter()
        .filter(|s| s.left.as_deref() == Some(person.id()) && body.seat.is_none_or(|b| b == s.seat))
        .map(|s| s.seat)
        .collect();
    if seats.is_empty() {
        return Err(Fault::Forbidden("you left no such seat"));
    }
    app.alter(
        &mut held,
        &person,
        "returned",
        json!({"seats": seats}),
        |loaded| {
            for &seat in &seats {
                let place = &mut loaded.seats[seat as usize];
                place.user = place.left.take();
                place.bot = None;
            }
            Ok(())
        },
    )
    .await?;
    Ok(Json(held.json(Some(person.id()))))
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
    let mut held = app.see(&id, Some(person.id()), None).await?;
    must_own(&held, &person)?;
    must_be_open(&held)?;
    let mut seat = Seat::open(body.seat);
    match (&body.bot, &body.name, body.open) {
        (Some(bot), name, false) => {
            app.check_quota(&person, 1).await?;
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
    if held.seats.get(body.seat as usize).is_none() {
        return Err(Fault::bad("no such seat"));
    }
    app.alter(
        &mut held,
        &person,
        "seat",
        json!({"seat": body.seat}),
        |loaded| {
            loaded.seats[body.seat as usize] = seat;
            Ok(())
        },
    )
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
    let mut held = app.see(&id, Some(person.id()), None).await?;
    let seats = own_seats(&held, &person, body.seat)?;
    app.alter(
        &mut held,
        &person,
        "seat",
        json!({"seats": seats}),
        |loaded| {
            for &seat in &seats {
                loaded.seats[seat as usize].always_agree = body.always;
            }
            Ok(())
        },
    )
    .await?;
    Ok(Json(held.json(Some(person.id()))))
}
