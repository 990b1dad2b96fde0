//! Guests, accounts, logins and tokens.

use crate::app::App;
use crate::clock::now;
use crate::extract::{Body, Path};
use crate::fault::{Fault, FaultBody};
use crate::limit::{Kind, Whom};
use crate::room::Loaded;
use crate::told::What;
use crate::visitor::{Person, Visitor, set_cookie};
use crate::{password, secret};
use axum::Json;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::response::{AppendHeaders, IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use store::{Account, GameState, Registration, Session, SessionKind, StoreError};
use utoipa::ToSchema;

const DAY: i64 = 86_400_000;
const TOKEN_DAYS: i64 = 365;
const MOST_TOKENS: usize = 20;
/// The name that seats of a deleted account show.
const GONE: &str = "(gone)";

/// A person as the interface shows them.
#[derive(Debug, Serialize, ToSchema)]
pub struct UserJson {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Without name and password.
    pub guest: bool,
    /// May do what operators do.
    pub operator: bool,
}

/// Who is logged in.
#[derive(Debug, Serialize, ToSchema)]
pub struct SessionJson {
    /// The person, if any.
    pub user: Option<UserJson>,
}

/// An empty body.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// Name and password.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// Name.
    pub name: String,
    /// Password.
    pub password: String,
    /// At a login: the guest's seats go to the account.
    #[serde(default)]
    pub keep_guest_games: bool,
    /// For a new account: a code, where one is needed.
    pub code: Option<String>,
}

/// A new name.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NameBody {
    /// Name.
    pub name: String,
}

/// Old and new password.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PasswordBody {
    /// Old.
    pub old: String,
    /// New.
    pub new: String,
}

/// The password once more, before everything goes.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DeleteBody {
    /// Password; guests have none.
    pub password: Option<String>,
}

/// A note about a token.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TokenBody {
    /// Note.
    #[serde(default)]
    pub label: String,
}

/// A token in a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct TokenJson {
    /// Id.
    pub id: String,
    /// Note.
    pub label: String,
    /// Made when.
    pub created: i64,
    /// Ends when.
    pub expires: i64,
}

/// One's tokens.
#[derive(Debug, Serialize, ToSchema)]
pub struct TokensJson {
    /// Tokens.
    pub tokens: Vec<TokenJson>,
}

/// A new token, shown this once.
#[derive(Debug, Serialize, ToSchema)]
pub struct NewTokenJson {
    /// Id.
    pub id: String,
    /// The secret.
    pub token: String,
}

/// A name fit to be shown: without characters that nobody sees, not too long, not empty.
pub fn clean_name(name: &str) -> Result<String, Fault> {
    let seen: String = name.chars().filter(|&c| !is_blank(c)).collect();
    let name = clean_text(&seen, 40).split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() {
        return Err(Fault::bad("a name has 1 to 40 characters"));
    }
    Ok(name)
}

// Characters that show nothing, beside those that no text keeps: soft hyphens, fillers, selectors, tags, private ones.
fn is_blank(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{2800}' | '\u{3164}' | '\u{e000}'..='\u{f8ff}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{10ffff}')
}

/// Refuses a name that looks like that of somebody else's account.
pub async fn must_be_free(app: &App, name: &str, person: &str) -> Result<(), Fault> {
    match app.store.looks_like(name, person).await? {
        true => Err(Fault::conflict("the name is taken")),
        false => Ok(()),
    }
}

/// Text without control and direction-changing characters, cut to a length.
pub fn clean_text(text: &str, most: usize) -> String {
    let hidden = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
    };
    text.chars()
        .map(|c| if c == '\n' || c == '\t' { ' ' } else { c })
        .filter(|&c| !hidden(c))
        .take(most)
        .collect()
}

/// The name to log in with.
pub fn login_of(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

pub(crate) fn shown(account: &Account) -> SessionJson {
    SessionJson {
        user: Some(UserJson {
            id: account.id.clone(),
            name: account.name.clone(),
            guest: account.login.is_none(),
            operator: account.operator,
        }),
    }
}

// The account as it stands in the database: what is changed must not be what was known a moment ago.
async fn fresh(app: &App, person: &Person) -> Result<Account, Fault> {
    app.store.account(person.id()).await?.ok_or(Fault::NoSession)
}

/// A new session of an account, as the line of the cookie that holds its secret. Who is banned gets none.
pub async fn begin_session(app: &App, account: &Account, https: bool) -> Result<String, Fault> {
    let secret = secret::random_word(32);
    let at = now();
    let session = Session {
        hash: secret::hash(&secret),
        id: secret::random_word(9),
        user: account.id.clone(),
        kind: SessionKind::Cookie,
        label: String::new(),
        created: at,
        expires: at + app.config.session_days * DAY,
    };
    app.store.add_session(&session).await?;
    // Looked up afterwards: a ban ends the sessions that are there.
    if app.store.ban_of(&account.id, at).await?.is_some() {
        app.store.end_session(&session.hash).await?;
        return Err(Fault::Forbidden("this account is banned"));
    }
    Ok(set_cookie(Some(&secret), app.config.session_days, https))
}

/// Logs an account in.
pub async fn begin(app: &App, account: &Account, https: bool) -> Result<Response, Fault> {
    let cookie = begin_session(app, account, https).await?;
    Ok((AppendHeaders([(SET_COOKIE, cookie)]), Json(shown(account))).into_response())
}

/// Who is logged in.
#[utoipa::path(get, path = "/api/session", tag = "account", responses((status = 200, body = SessionJson)))]
pub async fn session(visitor: Visitor) -> Json<SessionJson> {
    Json(visitor.account.as_ref().map_or(SessionJson { user: None }, |a| shown(a)))
}

/// Starts as a guest, if nobody is logged in.
#[utoipa::path(post, path = "/api/session", tag = "account", request_body = Nothing,
    responses((status = 200, body = SessionJson), (status = "4XX", body = FaultBody)))]
pub async fn guest(
    State(app): State<App>,
    visitor: Visitor,
    Body(_body): Body<Nothing>,
) -> Result<Response, Fault> {
    if let Some(account) = &visitor.account {
        return Ok(Json(shown(account)).into_response());
    }
    if !app.store.house().await?.guests {
        return Ok(Json(SessionJson { user: None }).into_response());
    }
    let account = new_guest(&app, visitor.address).await?;
    begin(&app, &account, visitor.https).await
}

/// Somebody new.
pub async fn new_guest(app: &App, address: IpAddr) -> Result<Account, Fault> {
    app.limiter.take(Kind::Guest, address)?;
    let id = format!("u{}", secret::random_word(12));
    let name = format!("Guest {}", 1000 + secret::random_number() % 9000);
    let account = Account::new(id, name, now());
    app.store.add_account(&account).await?;
    Ok(account)
}

/// Makes an account of somebody who had none; `code` is used up where one is needed.
pub async fn admit(app: &App, account: &Account, code: Option<&str>) -> Result<(), Fault> {
    let code = match app.store.house().await?.registration {
        Registration::Open => None,
        Registration::Closed => {
            return Err(Fault::Forbidden("no new accounts are made here"));
        }
        Registration::Invited => {
            let hash = secret::hash(&secret::typed_code(code.unwrap_or_default()));
            if !app.store.take_code(&hash, now()).await? {
                return Err(Fault::Forbidden("a new account needs an invitation code"));
            }
            Some(hash)
        }
    };
    let updated = app.store.update_account(account).await.map_err(name_taken);
    if let (Err(_), Some(hash)) = (&updated, &code) {
        app.store.give_code_back(hash).await?;
    }
    if updated.is_ok() {
        // Games with a guest do not count; those of an account do.
        app.store.unrecord(&account.id).await?;
        app.records.notify_one();
    }
    updated
}

/// Turns a guest, or somebody new, into an account with a name and a password.
#[utoipa::path(post, path = "/api/account", tag = "account", request_body = Credentials,
    responses((status = 200, body = SessionJson), (status = "4XX", body = FaultBody)))]
pub async fn register(
    State(app): State<App>,
    visitor: Visitor,
    Body(body): Body<Credentials>,
) -> Result<Response, Fault> {
    app.limiter.take(Kind::Names, visitor.address)?;
    if visitor.account.as_ref().is_some_and(|a| a.login.is_some()) {
        return Err(Fault::conflict("this is an account already"));
    }
    let name = clean_name(&body.name)?;
    password::check(&body.password)?;
    must_be_free(&app, &name, visitor.id().unwrap_or_default()).await?;
    let password = password::hash(body.password).await?;
    let mut account = match visitor.id() {
        Some(id) => app.store.account(id).await?.ok_or(Fault::NoSession)?,
        None => new_guest(&app, visitor.address).await?,
    };
    account.login = Some(login_of(&name));
    account.name = name;
    account.password = Some(password);
    account.seen = now();
    let admitted = admit(&app, &account, body.code.as_deref()).await;
    if admitted.is_err() && visitor.account.is_none() {
        app.store.delete_account(&account.id).await?;
    }
    admitted?;
    if visitor.kind == SessionKind::Token {
        return Ok(Json(shown(&account)).into_response());
    }
    // Who knew the guest's secret does not know that of the account.
    let answer = begin(&app, &account, visitor.https).await?;
    if visitor.account.is_some() {
        app.store.end_session(&visitor.session).await?;
    }
    Ok(answer)
}

/// What a name that is taken already is answered with.
pub fn name_taken(error: StoreError) -> Fault {
    match error {
        StoreError::Taken => Fault::conflict("the name is taken"),
        error => error.into(),
    }
}

/// Logs in.
#[utoipa::path(post, path = "/api/login", tag = "account", request_body = Credentials,
    responses((status = 200, body = SessionJson), (status = "4XX", body = FaultBody)))]
pub async fn login(
    State(app): State<App>,
    visitor: Visitor,
    Body(body): Body<Credentials>,
) -> Result<Response, Fault> {
    let login = login_of(&clean_text(&body.name, 40));
    // By address and name together: whoever guesses slows down himself, not the owner of the name.
    let says = Whom::says(visitor.address, &login);
    app.limiter.take(Kind::Names, visitor.address)?;
    app.limiter.take(Kind::Password, says.clone())?;
    let failed = || {
        tracing::warn!(address = %visitor.address, "a login failed");
        metrics::counter!("signalbox_failed_logins_total").increment(1);
        Fault::WrongLogin
    };
    if body.password.len() > password::LONGEST {
        return Err(failed());
    }
    let account = app.store.account_by_login(&login).await?;
    let stored = account.as_ref().and_then(|a| a.password.clone());
    let fits = password::fits(body.password, stored).await?;
    let account = account.filter(|_| fits).ok_or_else(failed)?;
    app.limiter.forgive(Kind::Password, says);
    let guest = visitor.account.as_ref().filter(|g| g.login.is_none() && g.id != account.id);
    if let Some(guest) = guest.filter(|_| body.keep_guest_games) {
        hand_over(&app, guest, Some(&account)).await?;
        app.store.hand_notes(&guest.id, &account.id).await?;
        app.store.hand_hours(&guest.id, &account.id).await?;
        app.store.hand_studies(&guest.id, &account.id).await?;
        app.store.delete_account(&guest.id).await?;
    }
    let answer = begin(&app, &account, visitor.https).await?;
    // The session before ends, whosever it was; the token of a program does not.
    if visitor.account.is_some() && visitor.kind == SessionKind::Cookie {
        app.store.end_session(&visitor.session).await?;
    }
    Ok(answer)
}

/// Gives all seats of one person to another, or, without one, to bots under no name.
pub async fn hand_over(app: &App, from: &Account, to: Option<&Account>) -> Result<(), Fault> {
    for id in app.store.games_of(&from.id).await? {
        let held = match app.hold_fresh(&id).await {
            Ok(held) => held,
            Err(Fault::NotFound) => continue,
            Err(fault) => return Err(fault),
        };
        let changed = app.change(held, None, |draft| {
            hand_over_seats(app, &mut draft.loaded, from, to);
            if draft.loaded.game.state == GameState::Playing {
                crate::play::settle(&mut draft.loaded, draft.at);
            }
            draft.tell_game(None, What::Seat);
            Ok(())
        });
        match changed.await {
            Ok(_) | Err(Fault::NotFound) => {}
            Err(fault) => return Err(fault),
        }
    }
    Ok(())
}

/// Gives the seats of one person in a game to another, or, without one, to bots under no name.
pub fn hand_over_seats(app: &App, loaded: &mut Loaded, from: &Account, to: Option<&Account>) {
    for seat in &mut loaded.seats {
        if seat.left.as_deref() == Some(&from.id) {
            seat.left = to.map(|t| t.id.clone());
            if to.is_none() {
                // A bot plays there already; the name goes.
                seat.name = GONE.to_owned();
            }
        }
        if seat.user.as_deref() != Some(&from.id) {
            continue;
        }
        match to {
            Some(account) => {
                seat.user = Some(account.id.clone());
                if seat.name == from.name {
                    seat.name = account.name.clone();
                }
            }
            None if loaded.game.state == GameState::Open => *seat = store::Seat::open(seat.seat),
            None => {
                seat.user = None;
                seat.name = GONE.to_owned();
                seat.automation = "{}".to_owned();
                if loaded.game.state == GameState::Playing {
                    seat.bot = app.config.parts.stand_in().map(str::to_owned);
                }
            }
        }
    }
    if loaded.game.owner.as_deref() == Some(&from.id) {
        loaded.game.owner = to.map(|t| t.id.clone());
        if to.is_none() && loaded.game.state == GameState::Open {
            loaded.game.state = GameState::Abandoned;
        }
    }
}

/// Ends this session.
#[utoipa::path(post, path = "/api/logout", tag = "account", request_body = Nothing,
    responses((status = 200, body = SessionJson), (status = "4XX", body = FaultBody)))]
pub async fn logout(
    State(app): State<App>,
    visitor: Visitor,
    Body(_body): Body<Nothing>,
) -> Result<Response, Fault> {
    if !visitor.session.is_empty() {
        app.store.end_session(&visitor.session).await?;
    }
    let cookie = set_cookie(None, 0, visitor.https);
    Ok((AppendHeaders([(SET_COOKIE, cookie)]), Json(SessionJson { user: None })).into_response())
}

/// Ends all sessions and tokens of the account.
#[utoipa::path(post, path = "/api/logout-everywhere", tag = "account", request_body = Nothing,
    responses((status = 200, body = SessionJson), (status = "4XX", body = FaultBody)))]
pub async fn logout_everywhere(
    State(app): State<App>,
    person: Person,
    Body(_body): Body<Nothing>,
) -> Result<Response, Fault> {
    app.store.end_sessions(person.id(), "").await?;
    let cookie = set_cookie(None, 0, person.https);
    Ok((AppendHeaders([(SET_COOKIE, cookie)]), Json(SessionJson { user: None })).into_response())
}

/// Changes the name.
#[utoipa::path(post, path = "/api/account/name", tag = "account", request_body = NameBody,
    responses((status = 200, body = SessionJson), (status = "4XX", body = FaultBody)))]
pub async fn rename(
    State(app): State<App>,
    person: Person,
    Body(body): Body<NameBody>,
) -> Result<Json<SessionJson>, Fault> {
    let mut account = fresh(&app, &person).await?;
    account.name = clean_name(&body.name)?;
    must_be_free(&app, &account.name, person.id()).await?;
    if account.login.is_some() {
        account.login = Some(login_of(&account.name));
    }
    app.store.update_account(&account).await.map_err(name_taken)?;
    Ok(Json(shown(&account)))
}

/// Changes the password; all other sessions end.
#[utoipa::path(post, path = "/api/account/password", tag = "account", request_body = PasswordBody,
    responses((status = 200, body = SessionJson), (status = "4XX", body = FaultBody)))]
pub async fn change_password(
    State(app): State<App>,
    person: Person,
    Body(body): Body<PasswordBody>,
) -> Result<Json<SessionJson>, Fault> {
    app.limiter.take(Kind::Names, person.address)?;
    app.limiter.take(Kind::Password, Whom::Name(person.id().to_owned()))?;
    password::check(&body.new)?;
    let mut account = fresh(&app, &person).await?;
    if account.login.is_none() {
        return Err(Fault::conflict("guests have no password"));
    }
    if account.password.is_some()
        && (body.old.len() > password::LONGEST
            || !password::fits(body.old, account.password.clone()).await?)
    {
        return Err(Fault::WrongLogin);
    }
    account.password = Some(password::hash(body.new).await?);
    app.store.update_account(&account).await?;
    app.store.end_sessions(person.id(), &person.session).await?;
    Ok(Json(shown(&account)))
}

/// Deletes the account; its seats become anonymous, bots play on in running games.
#[utoipa::path(post, path = "/api/account/delete", tag = "account", request_body = DeleteBody,
    responses((status = 200, body = SessionJson), (status = "4XX", body = FaultBody)))]
pub async fn delete(
    State(app): State<App>,
    person: Person,
    Body(body): Body<DeleteBody>,
) -> Result<Response, Fault> {
    let account = fresh(&app, &person).await?;
    // Guests have no password, nor has who comes in by the login of a provider.
    if account.password.is_some() {
        app.limiter.take(Kind::Password, Whom::Name(person.id().to_owned()))?;
        let given = body.password.unwrap_or_default();
        if given.len() > password::LONGEST
            || !password::fits(given, account.password.clone()).await?
        {
            return Err(Fault::WrongLogin);
        }
    }
    hand_over(&app, &account, None).await?;
    app.store.anonymise_journal(person.id()).await?;
    app.store.delete_account(person.id()).await?;
    let cookie = set_cookie(None, 0, person.https);
    Ok((AppendHeaders([(SET_COOKIE, cookie)]), Json(SessionJson { user: None })).into_response())
}

/// One's tokens for programs.
#[utoipa::path(get, path = "/api/tokens", tag = "account",
    responses((status = 200, body = TokensJson), (status = "4XX", body = FaultBody)))]
pub async fn tokens(State(app): State<App>, person: Person) -> Result<Json<TokensJson>, Fault> {
    let tokens = app.store.tokens(person.id()).await?;
    let tokens = tokens
        .into_iter()
        .map(|t| TokenJson { id: t.id, label: t.label, created: t.created, expires: t.expires })
        .collect();
    Ok(Json(TokensJson { tokens }))
}

/// Makes a token for a program.
#[utoipa::path(post, path = "/api/tokens", tag = "account", request_body = TokenBody,
    responses((status = 201, body = NewTokenJson), (status = "4XX", body = FaultBody)))]
pub async fn new_token(
    State(app): State<App>,
    person: Person,
    Body(body): Body<TokenBody>,
) -> Result<Response, Fault> {
    if app.store.tokens(person.id()).await?.len() >= MOST_TOKENS {
        return Err(Fault::TooMany(1, "too many tokens; revoke one"));
    }
    let token = format!("sbx_{}", secret::random_word(32));
    let at = now();
    let session = Session {
        hash: secret::hash(&token),
        id: format!("t{}", secret::random_word(9)),
        user: person.id().to_owned(),
        kind: SessionKind::Token,
        label: clean_text(&body.label, 60),
        created: at,
        expires: at + TOKEN_DAYS * DAY,
    };
    app.store.add_session(&session).await?;
    Ok((axum::http::StatusCode::CREATED, Json(NewTokenJson { id: session.id, token }))
        .into_response())
}

/// Revokes a token.
#[utoipa::path(delete, path = "/api/tokens/{id}", tag = "account", params(("id" = String, Path)),
    responses((status = 204), (status = "4XX", body = FaultBody)))]
pub async fn end_token(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
) -> Result<axum::http::StatusCode, Fault> {
    if crate::room::is_plain(&id) && app.store.end_token(person.id(), &id).await? {
        Ok(axum::http::StatusCode::NO_CONTENT)
    } else {
        Err(Fault::NotFound)
    }
}
