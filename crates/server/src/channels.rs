//! How somebody sets on which ways, and of what, he is told while the page is closed.

use crate::account::{Nothing, clean_text};
use crate::app::App;
use crate::calendar::is_night;
use crate::courier::Place;
use crate::extract::{Body, Path, Query};
use crate::fault::{Fault, FaultBody};
use crate::limit::{Kind, Whom};
use crate::outgoing::Fence;
use crate::push::BrowserKeys;
use crate::room::is_plain;
use crate::visitor::{Person, Visitor};
use crate::{hooks, pages, secret};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use store::{Channel, ChannelKind, ChannelState, Habits, NoticeKind, SessionKind, StoreError};
use url::Url;
use utoipa::{IntoParams, ToSchema};

// Ways of an account or a table, and all that one account sets.
const MOST: i64 = 10;
const MOST_OF_USER: i64 = 40;
const LONGEST_URL: usize = 1000;
// Minutes for which notices may be gathered.
const GATHER: [i64; 5] = [0, 15, 60, 240, 1440];
const MINUTE: i64 = 60_000;

/// A way on which somebody is told.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChannelJson {
    /// Id.
    pub id: String,
    /// `push`, `mail`, `discord`, `slack`, `telegram` or `json`.
    pub kind: String,
    /// What its owner calls it.
    pub label: String,
    /// Where it leads, without what is secret there.
    pub place: String,
    /// Language.
    pub lang: String,
    /// For how many minutes notices are gathered into one message.
    pub gather: i64,
    /// `on`, `stopped`, or `failed` if nothing arrived for too long.
    pub state: String,
    /// Made when.
    pub created: i64,
    /// Used last when; 0 if never.
    pub sent: i64,
    /// How often in a row nothing arrived.
    pub tries: i64,
    /// What was said when nothing arrived last.
    pub said: String,
    /// It is the browser that asks.
    pub here: bool,
}

/// Hours of quiet, in minutes of the day in the zone of the account.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct QuietJson {
    /// From.
    pub from: i64,
    /// Until.
    pub until: i64,
}

/// What somebody wants to be told.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HabitsJson {
    /// Kinds of notices that are not wanted.
    pub off: Vec<String>,
    /// Hours of quiet, if any.
    #[schema(required = true)]
    pub quiet: Option<QuietJson>,
}

/// How somebody is told while the page is closed.
#[derive(Debug, Serialize, ToSchema)]
pub struct NoticesJson {
    /// Ways.
    pub channels: Vec<ChannelJson>,
    /// What is wanted, and when not.
    pub habits: HabitsJson,
    /// Kinds of notices there are.
    pub kinds: Vec<&'static str>,
    /// The key with which a browser subscribes.
    pub push_key: String,
    /// Whether this server sends mail.
    pub mail: bool,
    /// The account's mail address.
    #[schema(required = true)]
    pub address: Option<String>,
}

/// The ways of a table.
#[derive(Debug, Serialize, ToSchema)]
pub struct TableNoticesJson {
    /// Ways.
    pub channels: Vec<ChannelJson>,
}

/// A new way.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChannelBody {
    /// `push`, `mail`, `discord`, `slack`, `telegram` or `json`.
    pub kind: String,
    /// The table whose it is; one's own if missing.
    pub game: Option<String>,
    /// Address of a push service or another program.
    #[serde(default)]
    pub url: String,
    /// Key of a browser.
    #[serde(default)]
    pub p256dh: String,
    /// Secret of a browser.
    #[serde(default)]
    pub auth: String,
    /// Number of a chat.
    #[serde(default)]
    pub chat: String,
    /// What its owner calls it.
    #[serde(default)]
    pub label: String,
    /// Language.
    #[serde(default)]
    pub lang: String,
    /// For how many minutes notices are gathered.
    #[serde(default)]
    pub gather: i64,
}

/// A way that was made.
#[derive(Debug, Serialize, ToSchema)]
pub struct NewChannelJson {
    /// The way.
    pub channel: ChannelJson,
    /// The secret of its signatures, shown this once.
    #[schema(required = true)]
    pub secret: Option<String>,
}

/// Changes of a way.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChannelChange {
    /// What its owner calls it.
    pub label: Option<String>,
    /// Language.
    pub lang: Option<String>,
    /// For how many minutes notices are gathered.
    pub gather: Option<i64>,
    /// Whether it is used.
    pub on: Option<bool>,
}

/// The word that stands in links to stop.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct StopQuery {
    /// The word.
    pub key: String,
}

/// A way that was stopped, or goes on.
#[derive(Debug, Serialize, ToSchema)]
pub struct StoppedJson {
    /// Its kind.
    pub kind: String,
    /// What its owner calls it.
    pub label: String,
    /// Whether it is used.
    pub on: bool,
}

// Where a way leads, without what is secret there: addresses of other programs are passwords.
fn shown_place(channel: &Channel) -> String {
    let place: Place = serde_json::from_str(&channel.place).unwrap_or_default();
    let host = place.url.parse::<Url>().ok().and_then(|url| url.host_str().map(str::to_owned));
    match channel.kind {
        ChannelKind::Mail => String::new(),
        ChannelKind::Telegram => place.chat,
        _ => host.unwrap_or_default(),
    }
}

fn channel_json(channel: &Channel, session: Option<&str>) -> ChannelJson {
    ChannelJson {
        id: channel.id.clone(),
        kind: channel.kind.name().to_owned(),
        label: channel.label.clone(),
        place: shown_place(channel),
        lang: channel.lang.clone(),
        gather: channel.gather / MINUTE,
        state: channel.state.name().to_owned(),
        created: channel.created,
        sent: channel.sent,
        tries: channel.tries,
        said: channel.said.clone(),
        here: session.is_some() && channel.session.as_deref() == session,
    }
}

fn must_have_account(person: &Person) -> Result<(), Fault> {
    match person.account.login {
        Some(_) => Ok(()),
        None => Err(Fault::Forbidden("notices are for accounts")),
    }
}

/// How one is told while the page is closed.
#[utoipa::path(get, path = "/api/notices", tag = "account",
    responses((status = 200, body = NoticesJson), (status = "4XX", body = FaultBody)))]
pub async fn notices(State(app): State<App>, person: Person) -> Result<Json<NoticesJson>, Fault> {
    must_have_account(&person)?;
    let channels = app.store.channels(person.id()).await?;
    let habits = app.store.habits(person.id()).await?;
    let account = app.store.account(person.id()).await?.ok_or(Fault::NoSession)?;
    let kinds = NoticeKind::ALL.into_iter().filter(|k| *k != NoticeKind::Trial);
    Ok(Json(NoticesJson {
        channels: channels.iter().map(|c| channel_json(c, Some(&person.session))).collect(),
        habits: HabitsJson {
            off: habits.off.split_whitespace().map(str::to_owned).collect(),
            quiet: habits.quiet.map(|(from, until)| QuietJson { from, until }),
        },
        kinds: kinds.map(NoticeKind::name).collect(),
        push_key: app.vapid().await?.public().to_owned(),
        mail: app.postman.is_some(),
        address: account.mail,
    }))
}

/// Says of what one wants to be told, and when not.
#[utoipa::path(post, path = "/api/notices", tag = "account", request_body = HabitsJson,
    responses((status = 200, body = NoticesJson), (status = "4XX", body = FaultBody)))]
pub async fn set_habits(
    State(app): State<App>,
    person: Person,
    Body(body): Body<HabitsJson>,
) -> Result<Json<NoticesJson>, Fault> {
    must_have_account(&person)?;
    let mut off: Vec<&str> = Vec::new();
    for kind in NoticeKind::ALL {
        if body.off.iter().any(|name| name == kind.name()) {
            off.push(kind.name());
        }
    }
    if off.len() != body.off.len() {
        return Err(Fault::bad("there is no such kind of notice"));
    }
    let mut habits = Habits { off: off.join(" "), ..Habits::default() };
    if let Some(hours) = body.quiet {
        let hours = (hours.from, hours.until);
        if !is_night(hours) {
            return Err(Fault::bad("a night has at most twelve hours"));
        }
        habits.quiet = Some(hours);
    }
    app.store.set_habits(person.id(), &habits).await?;
    notices(State(app), person).await
}

// Whose a new way is: one's own, or that of a table that one made.
async fn owner_of(app: &App, person: &Person, game: Option<&str>) -> Result<String, Fault> {
    let Some(id) = game else { return Ok(person.id().to_owned()) };
    let loaded = app.see(id, Some(person.id()), None).await?.look();
    if loaded.lesson.is_some() {
        return Err(Fault::Forbidden("a lesson is nobody's game"));
    }
    match loaded.game.owner.as_deref() == Some(person.id()) {
        true => Ok(id.to_owned()),
        false => Err(Fault::Forbidden("only who made the table sets where it tells")),
    }
}

fn read_url(app: &App, text: &str) -> Result<String, Fault> {
    let wrong = || Fault::bad("that is no address for notices");
    if text.len() > LONGEST_URL {
        return Err(wrong());
    }
    let url: Url = text.trim().parse().map_err(|_| wrong())?;
    Fence { exempt: &app.config.notices.exempt }.check(&url).map_err(|_| wrong())?;
    Ok(url.into())
}

fn read_gather(minutes: i64) -> Result<i64, Fault> {
    match GATHER.contains(&minutes) {
        true => Ok(minutes * MINUTE),
        false => Err(Fault::bad("notices are gathered for 0, 15, 60, 240 or 1440 minutes")),
    }
}

fn read_lang(lang: &str) -> String {
    if pages::is_language(lang) { lang.to_owned() } else { "en".to_owned() }
}

/// Adds a way on which one is told.
#[utoipa::path(post, path = "/api/notices/channels", tag = "account", request_body = ChannelBody,
    responses((status = 201, body = NewChannelJson), (status = "4XX", body = FaultBody)))]
pub async fn add(
    State(app): State<App>,
    person: Person,
    Body(body): Body<ChannelBody>,
) -> Result<(StatusCode, Json<NewChannelJson>), Fault> {
    must_have_account(&person)?;
    app.limiter.take(Kind::Notice, Whom::Name(person.id().to_owned()))?;
    let kind = ChannelKind::read(&body.kind)
        .ok_or_else(|| Fault::bad("there is no such way for notices"))?;
    if body.game.is_some() && matches!(kind, ChannelKind::Push | ChannelKind::Mail) {
        return Err(Fault::bad("a table tells other programs only"));
    }
    let owner = owner_of(&app, &person, body.game.as_deref()).await?;
    let mut place = Place::default();
    match kind {
        ChannelKind::Mail => {
            let account = app.store.account(person.id()).await?.ok_or(Fault::NoSession)?;
            if app.postman.is_none() {
                return Err(Fault::conflict("this server sends no mail"));
            }
            if account.mail.is_none() {
                return Err(Fault::conflict("the account has no mail address"));
            }
        }
        ChannelKind::Push => {
            place.url = read_url(&app, &body.url)?;
            let sealed = BrowserKeys::read(&body.p256dh, &body.auth).and_then(|k| k.seal(b""));
            sealed.map_err(|error| Fault::bad(error.to_string()))?;
            (place.p256dh, place.auth) = (body.p256dh, body.auth);
            if person.kind != SessionKind::Cookie {
                return Err(Fault::bad("only a browser subscribes"));
            }
        }
        ChannelKind::Telegram => {
            place.url = read_url(&app, &body.url)?;
            place.chat = clean_text(body.chat.trim(), 64);
            if place.chat.is_empty() {
                return Err(Fault::bad("say which chat"));
            }
        }
        ChannelKind::Discord | ChannelKind::Slack => place.url = read_url(&app, &body.url)?,
        ChannelKind::Json => {
            place.url = read_url(&app, &body.url)?;
            place.secret = hooks::new_secret();
        }
    }
    let face = match kind {
        ChannelKind::Push => format!("push {}", place.url),
        _ => format!("{} {owner} {} {}", kind.name(), place.url, place.chat),
    };
    let at = app.now();
    let channel = Channel {
        id: format!("c{}", secret::random_word(12)),
        owner,
        user: person.id().to_owned(),
        game: body.game,
        session: (kind == ChannelKind::Push).then(|| person.session.clone()),
        kind,
        face: secret::hash(&face),
        place: crate::told::text(&place),
        label: clean_text(body.label.trim(), 60),
        lang: read_lang(&body.lang),
        gather: read_gather(body.gather)?,
        stop: secret::random_word(24),
        state: ChannelState::On,
        created: at,
        next: 0,
        tries: 0,
        sent: 0,
        said: String::new(),
    };
    let added = app.store.add_channel(&channel, MOST, MOST_OF_USER).await;
    let added = added.map_err(|error| match error {
        StoreError::Taken => Fault::conflict("this way is there already"),
        error => error.into(),
    })?;
    if !added {
        return Err(Fault::conflict("there are too many ways; remove one"));
    }
    let secret = (!place.secret.is_empty()).then_some(place.secret);
    let made = NewChannelJson { channel: channel_json(&channel, Some(&person.session)), secret };
    Ok((StatusCode::CREATED, Json(made)))
}

// A way that this person set.
async fn own(app: &App, person: &Person, id: &str) -> Result<Channel, Fault> {
    must_have_account(person)?;
    let found = match is_plain(id) {
        true => app.store.channel(id).await?,
        false => None,
    };
    found.filter(|c| c.user == person.id()).ok_or(Fault::NotFound)
}

/// Changes a way.
#[utoipa::path(post, path = "/api/notices/channels/{id}", tag = "account", params(("id" = String, Path)),
    request_body = ChannelChange,
    responses((status = 200, body = ChannelJson), (status = "4XX", body = FaultBody)))]
pub async fn change(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Body(body): Body<ChannelChange>,
) -> Result<Json<ChannelJson>, Fault> {
    let mut channel = own(&app, &person, &id).await?;
    if let Some(label) = &body.label {
        channel.label = clean_text(label.trim(), 60);
    }
    if let Some(lang) = &body.lang {
        channel.lang = read_lang(lang);
    }
    if let Some(minutes) = body.gather {
        channel.gather = read_gather(minutes)?;
    }
    app.store.set_channel(&id, &channel.label, &channel.lang, channel.gather).await?;
    if let Some(on) = body.on {
        channel.state = if on { ChannelState::On } else { ChannelState::Stopped };
        (channel.tries, channel.said) = (0, String::new());
        app.store.set_channel_state(&id, channel.state, "").await?;
    }
    Ok(Json(channel_json(&channel, Some(&person.session))))
}

/// Removes a way.
#[utoipa::path(delete, path = "/api/notices/channels/{id}", tag = "account", params(("id" = String, Path)),
    responses((status = 204), (status = "4XX", body = FaultBody)))]
pub async fn remove(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
) -> Result<StatusCode, Fault> {
    own(&app, &person, &id).await?;
    app.store.remove_channel(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Sends a message on a way, to see whether it arrives.
#[utoipa::path(post, path = "/api/notices/channels/{id}/trial", tag = "account", params(("id" = String, Path)),
    request_body = Nothing,
    responses((status = 202, body = ChannelJson), (status = "4XX", body = FaultBody)))]
pub async fn trial(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Body(_body): Body<Nothing>,
) -> Result<(StatusCode, Json<ChannelJson>), Fault> {
    let channel = own(&app, &person, &id).await?;
    app.limiter.take(Kind::Notice, Whom::Name(person.id().to_owned()))?;
    if channel.state != ChannelState::On {
        return Err(Fault::conflict("this way is not used"));
    }
    app.store.queue_trial(&id, app.now()).await?;
    app.courier.notify_one();
    Ok((StatusCode::ACCEPTED, Json(channel_json(&channel, Some(&person.session)))))
}

/// The ways of a table; for who made it.
#[utoipa::path(get, path = "/api/games/{id}/notices", tag = "lobby", params(("id" = String, Path)),
    responses((status = 200, body = TableNoticesJson), (status = "4XX", body = FaultBody)))]
pub async fn of_table(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
) -> Result<Json<TableNoticesJson>, Fault> {
    let owner = owner_of(&app, &person, Some(&id)).await?;
    let channels = app.store.channels(&owner).await?;
    Ok(Json(TableNoticesJson {
        channels: channels.iter().map(|c| channel_json(c, None)).collect(),
    }))
}

async fn turn(
    app: &App,
    visitor: &Visitor,
    key: &str,
    on: bool,
) -> Result<Json<StoppedJson>, Fault> {
    app.limiter.take(Kind::Names, visitor.address)?;
    let channel = match is_plain(key) {
        true => app.store.channel_by_stop(key).await?,
        false => None,
    };
    let channel = channel.ok_or(Fault::NotFound)?;
    let state = if on { ChannelState::On } else { ChannelState::Stopped };
    if channel.state != state {
        app.store.set_channel_state(&channel.id, state, "").await?;
    }
    Ok(Json(StoppedJson { kind: channel.kind.name().to_owned(), label: channel.label, on }))
}

/// Stops a way, by the word that stands in each of its messages. Mail programs do this with one click: whatever the body
/// says.
#[utoipa::path(post, path = "/api/notices/stop", tag = "account", params(StopQuery),
    responses((status = 200, body = StoppedJson), (status = "4XX", body = FaultBody)))]
pub async fn stop(
    State(app): State<App>,
    visitor: Visitor,
    Query(query): Query<StopQuery>,
) -> Result<Json<StoppedJson>, Fault> {
    turn(&app, &visitor, &query.key, false).await
}

/// Lets a way go on that was stopped by its word.
#[utoipa::path(post, path = "/api/notices/again", tag = "account", params(StopQuery),
    responses((status = 200, body = StoppedJson), (status = "4XX", body = FaultBody)))]
pub async fn again(
    State(app): State<App>,
    visitor: Visitor,
    Query(query): Query<StopQuery>,
) -> Result<Json<StoppedJson>, Fault> {
    turn(&app, &visitor, &query.key, true).await
}
