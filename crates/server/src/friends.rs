//! Whom players like to meet. Only they themselves see whom they named.

use crate::account::Nothing;
use crate::app::App;
use crate::clock::now;
use crate::extract::{Body, Path};
use crate::fault::{Fault, FaultBody};
use crate::room::is_plain;
use crate::shapes::{FriendJson, FriendsJson};
use crate::visitor::Person;
use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

const MOST: i64 = 200;

/// Whom one likes to meet.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FriendBody {
    /// Account.
    pub user: String,
}

async fn friends_of(app: &App, person: &Person) -> Result<Json<FriendsJson>, Fault> {
    let friends = app.store.friends(person.id()).await?;
    let json = |f: store::Friend| FriendJson { user: f.id, name: f.name, at: f.at };
    Ok(Json(FriendsJson { friends: friends.into_iter().map(json).collect() }))
}

/// Everybody whom one likes to meet.
#[utoipa::path(get, path = "/api/friends", tag = "people",
    responses((status = 200, body = FriendsJson), (status = "4XX", body = FaultBody)))]
pub async fn friends(State(app): State<App>, person: Person) -> Result<Json<FriendsJson>, Fault> {
    friends_of(&app, &person).await
}

/// Names somebody whom one likes to meet: their open tables come first.
#[utoipa::path(post, path = "/api/friends", tag = "people", request_body = FriendBody,
    responses((status = 200, body = FriendsJson), (status = "4XX", body = FaultBody)))]
pub async fn befriend(
    State(app): State<App>,
    person: Person,
    Body(body): Body<FriendBody>,
) -> Result<Json<FriendsJson>, Fault> {
    let friend = app.player(&body.user, Some(person.id())).await?;
    if friend.id == person.id() {
        return Err(Fault::bad("nobody is his own friend here"));
    }
    if app.store.count_friends(person.id()).await? >= MOST {
        return Err(Fault::conflict("you have too many friends here; let one go"));
    }
    app.store.add_friend(person.id(), &friend.id, now()).await?;
    friends_of(&app, &person).await
}

/// Takes somebody off the list.
#[utoipa::path(post, path = "/api/friends/{user}/lift", tag = "people", params(("user" = String, Path)),
    request_body = Nothing, responses((status = 200, body = FriendsJson), (status = "4XX", body = FaultBody)))]
pub async fn unfriend(
    State(app): State<App>,
    person: Person,
    Path(user): Path<String>,
    Body(_body): Body<Nothing>,
) -> Result<Json<FriendsJson>, Fault> {
    if !is_plain(&user) || !app.store.remove_friend(person.id(), &user).await? {
        return Err(Fault::NotFound);
    }
    friends_of(&app, &person).await
}
