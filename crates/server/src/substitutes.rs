//! Playing for somebody else: a silent player is replaced, a seat is offered and taken, somebody gives up or comes back,
//! all end a game as it stands.

use crate::account::{Nothing, clean_name, must_be_free};
use crate::app::App;
use crate::extract::{Body, Path};
use crate::fault::{Fault, FaultBody};
use crate::lobby::{More, level};
use crate::proposal::{ANYBODY, Proposal, With};
use crate::room::{Held, Loaded};
use crate::seats::own_seats;
use crate::shapes::GameJson;
use crate::told::{GameTold, What};
use crate::visitor::Person;
use crate::vote::{REPLACED, RESIGNED, Undone, give_away, give_back, must_play, own, tell_offered};
use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use store::{GameState, Seat};
use utoipa::ToSchema;

// Without a clock, somebody is silent who has not decided for so long.
const SILENT: i64 = 3 * 86_400_000;

/// Who shall play for somebody.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum WithBody {
    /// A bot.
    Bot {
        /// Its level; the usual one if missing.
        level: Option<String>,
    },
    /// A person with an account; a bot plays until they come.
    Person {
        /// Name of the account.
        name: String,
    },
    /// Whoever takes the seat in the lobby; a bot plays until somebody comes.
    Offer {},
}

/// Leaves a game.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LeaveBody {
    /// Seat; all one's seats if missing.
    pub seat: Option<u8>,
    /// Level of the bot that takes over in a running game.
    pub bot: Option<String>,
    /// Who shall play on, if not just a bot.
    pub with: Option<WithBody>,
}

/// Takes a seat back.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReturnBody {
    /// Seat; all those one left if missing.
    pub seat: Option<u8>,
}

/// Asks that somebody else plays for a silent player.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReplaceBody {
    /// Seat of the silent player.
    pub seat: u8,
    /// Who shall play.
    pub with: WithBody,
}

/// Takes a seat that is offered.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TakeBody {
    /// Seat; the first that is offered if missing.
    pub seat: Option<u8>,
    /// Name at the table; one's own if missing.
    pub name: Option<String>,
    /// Word of the invitation.
    pub invite: Option<String>,
}

/// Gives up one's seats.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ResignBody {
    /// Seat; all one's seats if missing.
    pub seat: Option<u8>,
}

impl App {
    // Who shall play, looked up.
    async fn substitute(&self, held: &Loaded, body: &WithBody) -> Result<With, Fault> {
        match body {
            WithBody::Bot { level: wished } => {
                let usual = self.config.parts.stand_in().unwrap_or_default();
                Ok(With::Bot { level: level(self, wished.as_deref().unwrap_or(usual))? })
            }
            WithBody::Offer {} if !held.game.listed => {
                Err(Fault::conflict("a private table is not shown in the lobby: name a person"))
            }
            WithBody::Offer {} => Ok(With::Offer {}),
            WithBody::Person { name } => {
                let login = clean_name(name)?.to_lowercase();
                let found = self.store.account_by_login(&login).await?;
                let account = found.ok_or_else(|| Fault::conflict("nobody here has this name"))?;
                let sits = |s: &Seat| s.user.as_ref() == Some(&account.id);
                if held.seats.iter().any(sits) {
                    return Err(Fault::conflict("this person sits at the table already"));
                }
                self.must_be_welcome(held, &account.id).await?;
                Ok(With::Person { user: account.id, name: account.name })
            }
        }
    }

    // Nobody at the table has blocked them.
    async fn must_be_welcome(&self, held: &Loaded, user: &str) -> Result<(), Fault> {
        let avoided_by = self.store.blocked_by(user).await?;
        match avoided_by.iter().any(|who| held.is_member(who) && who != user) {
            true => Err(Fault::Forbidden("somebody at this table does not play with you")),
            false => Ok(()),
        }
    }
}

/// Leaves a seat; in a running game a bot takes over, for good or until somebody else takes the seat.
#[utoipa::path(post, path = "/api/games/{id}/leave", tag = "lobby", params(("id" = String, Path)), request_body = LeaveBody,
    responses((status = 200, body = GameJson), (status = "4XX", body = FaultBody)))]
pub async fn leave(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Body(body): Body<LeaveBody>,
) -> Result<Json<GameJson>, Fault> {
    let held = app.see(&id, Some(person.id()), None).await?;
    let wish = match body.with {
        Some(with) => with,
        None => WithBody::Bot { level: body.bot },
    };
    if held.game.state == GameState::Open {
        let held = app
            .alter(held, &person, |loaded| {
                let seats = own_seats(loaded, &person, body.seat)?;
                if loaded.game.state != GameState::Open {
                    return Err(Fault::Stale { after: loaded.game.length, seq: loaded.game.seq });
                }
                for &seat in &seats {
                    loaded.seats[usize::from(seat)] = Seat::open(seat);
                }
                Ok(GameTold { seats, ..What::Left.into() })
            })
            .await?;
        return Ok(Json(held.json(Some(person.id()))));
    }
    let with = app.substitute(&held, &wish).await?;
    let usual = app.config.parts.stand_in().unwrap_or_default();
    let held = app
        .alter_all(held, &person, |loaded| {
            let seats = own_seats(loaded, &person, body.seat)?;
            must_play(loaded)?;
            let mut told = Vec::new();
            for &seat in &seats {
                let place = &mut loaded.seats[usize::from(seat)];
                give_away(place, &with, usual, None);
                told.extend(tell_offered(seat, &with));
            }
            let level = loaded.seats[usize::from(seats[0])].bot.clone();
            told.insert(0, GameTold { seats, level, ..What::BotTookOver.into() });
            Ok(told)
        })
        .await?;
    Ok(Json(held.json(Some(person.id()))))
}

/// Gives up: a bot plays on, and the seat comes back only if the others agree.
#[utoipa::path(post, path = "/api/games/{id}/resign", tag = "lobby", params(("id" = String, Path)), request_body = ResignBody,
    responses((status = 200, body = GameJson), (status = "4XX", body = FaultBody)))]
pub async fn resign(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Body(body): Body<ResignBody>,
) -> Result<Json<GameJson>, Fault> {
    let held = app.see(&id, Some(person.id()), None).await?;
    let usual = app.config.parts.stand_in().unwrap_or_default();
    let with = With::Bot { level: usual.to_owned() };
    let held = app
        .alter(held, &person, |loaded| {
            let seats = own_seats(loaded, &person, body.seat)?;
            must_play(loaded)?;
            for &seat in &seats {
                give_away(&mut loaded.seats[usize::from(seat)], &with, usual, Some(RESIGNED));
            }
            Ok(GameTold { seats, level: Some(usual.to_owned()), ..What::Resigned.into() })
        })
        .await?;
    Ok(Json(held.json(Some(person.id()))))
}

// Whether a seat can be had back without asking: a bot plays it, and its player left by himself or by the clock.
fn is_free(place: &Seat) -> bool {
    let given = matches!(place.fate.as_deref(), Some(RESIGNED | REPLACED));
    place.user.is_none() && !given
}

/// Takes a seat back from the bot. Who gave up, was replaced or has a successor asks the table.
#[utoipa::path(post, path = "/api/games/{id}/return", tag = "lobby", params(("id" = String, Path)), request_body = ReturnBody,
    responses((status = 200, body = GameJson), (status = "4XX", body = FaultBody)))]
pub async fn come_back(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Body(body): Body<ReturnBody>,
) -> Result<Json<GameJson>, Fault> {
    let held = app.see(&id, Some(person.id()), None).await?;
    must_play(&held)?;
    let left =
        |s: &&Seat| s.left.as_deref() == Some(person.id()) && body.seat.is_none_or(|b| b == s.seat);
    let asks = held.seats.iter().filter(left).find(|s| !is_free(s)).map(|s| s.seat);
    let free = held.seats.iter().filter(left).any(is_free);
    if let Some(seat) = asks.filter(|_| !free) {
        return ask_back(&app, held, &person, seat).await;
    }
    let held = app
        .alter(held, &person, |loaded| {
            must_play(loaded)?;
            let mut seats = Vec::new();
            for place in &mut loaded.seats {
                if left(&&*place) && is_free(place) {
                    give_back(place, person.id(), None);
                    seats.push(place.seat);
                }
            }
            if seats.is_empty() {
                return Err(Fault::Forbidden("you left no such seat"));
            }
            Ok(GameTold { seats, ..What::Returned.into() })
        })
        .await?;
    Ok(Json(held.json(Some(person.id()))))
}

async fn ask_back(
    app: &App,
    held: Held,
    person: &Person,
    seat: u8,
) -> Result<Json<GameJson>, Fault> {
    if held.seats.iter().any(|s| s.user.as_deref() == Some(person.id())) && !held.game.hot_seat {
        return Err(Fault::conflict("you sit at this table already"));
    }
    match Proposal::of(&held) {
        Some(Proposal::Return { user, .. }) if user == person.id() => {
            return Err(Fault::conflict("the others are asked already"));
        }
        Some(_) => return Err(Fault::conflict("the table is asked something else just now")),
        None => {}
    }
    let id = held.game.id.clone();
    let user = person.id().to_owned();
    let name = person.account.name.clone();
    let proposal = Proposal::Return { seat, user, name, agreed: Vec::new() };
    app.pursue(held, person, proposal, None).await?;
    let held = app.see(&id, Some(person.id()), None).await?;
    Ok(Json(held.json(Some(person.id()))))
}

// Since when a seat keeps the others waiting, if it does; and whether that is long enough.
fn is_silent(loaded: &Loaded, seat: u8, now: i64) -> bool {
    let Some(turn) = loaded.game.turn.as_ref().filter(|t| t.seat == seat) else { return false };
    match &loaded.time {
        Some(time) => {
            let running = time.timing.as_ref().and_then(|t| t.running.as_ref());
            running.is_some_and(|r| r.seat == seat && r.out)
        }
        None => now - turn.since >= SILENT,
    }
}

/// Asks the others to let somebody else play for a silent player: one whose time ran out, or who has not decided for three
/// days where there is no clock. More than half of the others decide.
#[utoipa::path(post, path = "/api/games/{id}/replace", tag = "lobby", params(("id" = String, Path)), request_body = ReplaceBody,
    responses((status = 200, body = Undone), (status = "4XX", body = FaultBody)))]
pub async fn replace(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Body(body): Body<ReplaceBody>,
) -> Result<Json<Undone>, Fault> {
    let held = own(&app, &id, &person).await?;
    must_play(&held)?;
    let place = held.seats.get(usize::from(body.seat));
    let place = place.ok_or_else(|| Fault::bad("no such seat"))?;
    match place.user.as_deref() {
        None => return Err(Fault::conflict("a bot plays there already")),
        Some(user) if user == person.id() => {
            return Err(Fault::conflict("leave your own seat instead"));
        }
        Some(_) => {}
    }
    if !is_silent(&held, body.seat, app.now()) {
        return Err(Fault::conflict("this player still has time"));
    }
    let with = app.substitute(&held, &body.with).await?;
    let by = held.seats_of(person.id())[0];
    let proposal = Proposal::replace(body.seat, Some((by, person.id())), with);
    Ok(Json(app.pursue(held, &person, proposal, None).await?))
}

/// Takes a seat that is offered to oneself or to all.
#[utoipa::path(post, path = "/api/games/{id}/take", tag = "lobby", params(("id" = String, Path)), request_body = TakeBody,
    responses((status = 200, body = GameJson), (status = "4XX", body = FaultBody)))]
pub async fn take(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Body(body): Body<TakeBody>,
) -> Result<Json<GameJson>, Fault> {
    app.check_quota(&person, More::Seat).await?;
    let held = app.see(&id, Some(person.id()), body.invite.as_deref()).await?;
    let name = clean_name(body.name.as_deref().unwrap_or(&person.account.name))?;
    must_be_free(&app, &name, person.id()).await?;
    app.must_be_welcome(&held, person.id()).await?;
    let held = app
        .alter(held, &person, |loaded| {
            must_play(loaded)?;
            if !loaded.seats_of(person.id()).is_empty() {
                return Err(Fault::conflict("you sit at this table already"));
            }
            let mine = |s: &&mut Seat| {
                let offered = s.offer.as_deref().is_some_and(|o| o == ANYBODY || o == person.id());
                offered && body.seat.is_none_or(|b| b == s.seat)
            };
            let place = (loaded.seats.iter_mut().find(mine))
                .ok_or_else(|| Fault::conflict("no such seat is offered to you"))?;
            let back = place.left.as_deref() == Some(person.id());
            if back && !is_free(place) {
                return Err(Fault::conflict("ask the table for your seat"));
            }
            let left = place.left.clone();
            give_back(place, person.id(), Some(&name));
            // Who sat there before may ask for it again.
            if !back {
                place.left = left;
                place.always_agree = false;
                place.archived = false;
            }
            Ok(GameTold {
                seat: Some(place.seat),
                name: Some(name.clone()),
                ..What::TookOver.into()
            })
        })
        .await?;
    Ok(Json(held.json(Some(person.id()))))
}

/// Ends a game as it stands, once everybody agrees.
#[utoipa::path(post, path = "/api/games/{id}/end", tag = "lobby", params(("id" = String, Path)), request_body = Nothing,
    responses((status = 200, body = Undone), (status = "4XX", body = FaultBody)))]
pub async fn end(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Body(_body): Body<Nothing>,
) -> Result<Json<Undone>, Fault> {
    let held = own(&app, &id, &person).await?;
    must_play(&held)?;
    if held.game.length == 0 {
        return Err(Fault::conflict("the game has no moves yet"));
    }
    let mut proposal = match Proposal::of(&held) {
        Some(asked @ Proposal::End { .. }) => asked,
        _ => Proposal::End { agreed: Vec::new() },
    };
    proposal.answer(person.id(), true);
    Ok(Json(app.pursue(held, &person, proposal, None).await?))
}
