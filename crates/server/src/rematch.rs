//! Once more: the same players in another order.

use crate::account::Nothing;
use crate::app::App;
use crate::extract::{Body, Path};
use crate::fault::{Fault, FaultBody};
use crate::limit::{Kind, Whom};
use crate::lobby::{More, Wish};
use crate::secret;
use crate::shapes::GameJson;
use crate::visitor::Person;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use engine::{Luck, Rng, Setup};
use store::Seat;

// The same seat at a new table: bots and one's own stay, other people are free to come.
fn again(old: &Seat, user: &str) -> Seat {
    let mut seat = Seat::open(old.seat);
    if old.bot.is_some() && old.left.is_none() {
        seat.bot.clone_from(&old.bot);
        seat.name.clone_from(&old.name);
    } else if [&old.user, &old.left].into_iter().flatten().any(|id| id == user) {
        seat.user = Some(user.to_owned());
        seat.name.clone_from(&old.name);
    }
    seat
}

/// A new game like one that is over: same title and options, the same bots, seats for the same people, in another order.
#[utoipa::path(post, path = "/api/games/{id}/rematch", tag = "lobby", params(("id" = String, Path)), request_body = Nothing,
    responses((status = 201, body = GameJson), (status = "4XX", body = FaultBody)))]
pub async fn rematch(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Body(_body): Body<Nothing>,
) -> Result<(StatusCode, Json<GameJson>), Fault> {
    let loaded = app.see(&id, Some(person.id()), None).await?.look();
    let sat = |s: &Seat| [&s.user, &s.left].into_iter().flatten().any(|id| id == person.id());
    if !loaded.seats.iter().any(sat) {
        return Err(Fault::Forbidden("you do not sit at this table"));
    }
    if !loaded.is_over() {
        return Err(Fault::conflict("the game is not over"));
    }
    if loaded.setup.data.is_some() {
        app.limiter.take(Kind::Heavy, Whom::Name(person.id().to_owned()))?;
    }
    let mut seats: Vec<Seat> = loaded.seats.iter().map(|s| again(s, person.id())).collect();
    Rng::new(secret::random_number()).shuffle(&mut seats);
    for (i, seat) in seats.iter_mut().enumerate() {
        seat.seat = i as u8;
    }
    let bots = seats.iter().filter(|s| s.bot.is_some()).count();
    app.check_quota(&person, More::Game { bots, listed: false }).await?;
    let seed = secret::random_number();
    let setup = Setup {
        seed,
        luck: Some(Luck::new(seed, secret::random_salt())),
        rules: loaded.title.rules_version(),
        arrangement: None,
        ..Setup::clone(&loaded.setup)
    };
    let wish = Wish {
        name: loaded.game.name.clone(),
        listed: false,
        hot_seat: loaded.game.hot_seat,
        pause: loaded.game.bot_pause,
        start: true,
        pace: loaded.time.as_ref().map(|time| time.pace),
    };
    let held = app.set_table(&person, loaded.title, setup, seats, wish).await?;
    Ok((StatusCode::CREATED, Json(held.json(Some(person.id())))))
}
