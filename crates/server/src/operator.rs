//! The operators' page: for everybody else it does not exist.

use crate::account::{Nothing, UserJson, clean_text};
use crate::app::App;
use crate::clock::now;
use crate::extract::{Body, Path, Query};
use crate::fault::{Fault, FaultBody};
use crate::limit::{Kind, Whom};
use crate::moderation::{Banned, Desk};
use crate::room::is_plain;
use crate::shapes::{ChatLine, GameJson};
use crate::table::chat_line;
use crate::visitor::Person;
use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::{Deserialize, Serialize};
use store::{Account, Ban, Code, Deed, House, Registration, Report, SessionKind};
use utoipa::{IntoParams, ToSchema};

const PAGE: i64 = 100;

/// An operator at his screen. The token of a program does not do: it lies about in more places.
pub struct Operator(Person);

impl FromRequestParts<App> for Operator {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Operator, Fault> {
        let person = match Person::from_request_parts(parts, app).await {
            Err(Fault::NoSession) => return Err(Fault::NotFound),
            person => person?,
        };
        if !person.account.operator || person.kind != SessionKind::Cookie {
            return Err(Fault::NotFound);
        }
        app.limiter.take(Kind::Operate, Whom::Name(person.id().to_owned()))?;
        Ok(Operator(person))
    }
}

impl Operator {
    fn desk<'a>(&self, app: &'a App) -> Desk<'a> {
        Desk::of(app, &self.0.account, self.0.address)
    }
}

/// Who may come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RegistrationJson {
    /// Everybody may make an account.
    Open,
    /// A code is needed.
    Invited,
    /// No accounts are made.
    Closed,
}

impl From<Registration> for RegistrationJson {
    fn from(registration: Registration) -> RegistrationJson {
        match registration {
            Registration::Open => RegistrationJson::Open,
            Registration::Invited => RegistrationJson::Invited,
            Registration::Closed => RegistrationJson::Closed,
        }
    }
}

impl From<RegistrationJson> for Registration {
    fn from(registration: RegistrationJson) -> Registration {
        match registration {
            RegistrationJson::Open => Registration::Open,
            RegistrationJson::Invited => Registration::Invited,
            RegistrationJson::Closed => Registration::Closed,
        }
    }
}

/// A code with which accounts can be made.
#[derive(Debug, Serialize, ToSchema)]
pub struct CodeJson {
    /// Its id.
    pub id: String,
    /// Note.
    pub label: String,
    /// So many accounts can still be made.
    pub uses: i64,
    /// Made when.
    pub created: i64,
    /// Ends when.
    pub expires: i64,
    /// The code; shown once, when it is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}

impl From<Code> for CodeJson {
    fn from(code: Code) -> CodeJson {
        let Code { id, label, uses, created, expires, .. } = code;
        CodeJson { id, label, uses, created, expires, code: None }
    }
}

/// Somebody who is kept out.
#[derive(Debug, Serialize, ToSchema)]
pub struct BanJson {
    /// `account` or `address`.
    pub kind: String,
    /// Id of the account, or address.
    pub what: String,
    /// Name of the account.
    #[schema(required = true)]
    pub name: Option<String>,
    /// Since when.
    pub at: i64,
    /// Until when; for ever if nothing.
    #[schema(required = true)]
    pub until: Option<i64>,
    /// Why.
    pub why: String,
}

impl From<Ban> for BanJson {
    fn from(ban: Ban) -> BanJson {
        let Ban { kind, what, until, at, why, name } = ban;
        BanJson { kind, what, name, at, until, why }
    }
}

/// How the house stands.
#[derive(Debug, Serialize, ToSchema)]
pub struct HouseJson {
    /// Who may make an account.
    pub registration: RegistrationJson,
    /// Whether one may play without an account.
    pub guests: bool,
    /// Codes that are good.
    pub codes: Vec<CodeJson>,
    /// Who is kept out.
    pub bans: Vec<BanJson>,
    /// How many reports are open.
    pub reports: i64,
}

/// A report.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReportJson {
    /// Its id.
    pub id: String,
    /// When.
    pub at: i64,
    /// Account of who reported it.
    #[schema(required = true)]
    pub by: Option<String>,
    /// Name of who reported it.
    pub by_name: String,
    /// `player`, `chat` or `game`.
    pub kind: String,
    /// Game.
    #[schema(required = true)]
    pub game: Option<String>,
    /// The line of chat.
    #[schema(required = true)]
    pub line: Option<i64>,
    /// Account that it is about.
    #[schema(required = true)]
    pub whom: Option<String>,
    /// Name of who it is about.
    pub whom_name: String,
    /// What was said, or what the game is called.
    pub said: String,
    /// Why it was reported.
    pub why: String,
    /// Settled when.
    #[schema(required = true)]
    pub done: Option<i64>,
    /// Name of who settled it.
    pub done_by: String,
}

impl From<Report> for ReportJson {
    fn from(r: Report) -> ReportJson {
        ReportJson {
            id: r.id,
            at: r.at,
            by: r.by,
            by_name: r.by_name,
            kind: r.kind,
            game: r.game,
            line: r.line,
            whom: r.whom,
            whom_name: r.whom_name,
            said: r.said,
            why: r.why,
            done: r.done,
            done_by: r.done_by,
        }
    }
}

/// Reports.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReportsJson {
    /// The newest first.
    pub reports: Vec<ReportJson>,
    /// Ask again with `before` at this time for more.
    #[schema(required = true)]
    pub next: Option<i64>,
}

/// What an operator did.
#[derive(Debug, Serialize, ToSchema)]
pub struct DeedJson {
    /// Its id.
    pub id: String,
    /// When.
    pub at: i64,
    /// Name of who did it.
    pub by: String,
    /// What was done.
    pub act: String,
    /// To what: an account, an address, a game.
    pub whom: String,
    /// More about it.
    pub what: String,
    /// Why.
    pub why: String,
}

impl From<Deed> for DeedJson {
    fn from(deed: Deed) -> DeedJson {
        let Deed { id, at, by_name, act, whom, what, why, .. } = deed;
        DeedJson { id, at, by: by_name, act, whom, what, why }
    }
}

/// The trail of what operators did.
#[derive(Debug, Serialize, ToSchema)]
pub struct TrailJson {
    /// The newest first.
    pub deeds: Vec<DeedJson>,
    /// Ask again with `before` at this time for more.
    #[schema(required = true)]
    pub next: Option<i64>,
}

/// An account as operators see it.
#[derive(Debug, Serialize, ToSchema)]
pub struct AccountJson {
    /// Id, name, kind.
    #[serde(flatten)]
    pub user: UserJson,
    /// Made when.
    pub created: i64,
    /// Last seen when.
    pub seen: i64,
}

/// Accounts.
#[derive(Debug, Serialize, ToSchema)]
pub struct AccountsJson {
    /// The last seen first.
    pub accounts: Vec<AccountJson>,
}

/// A game as operators see it.
#[derive(Serialize, ToSchema)]
pub struct WatchedJson {
    /// The game.
    pub game: GameJson,
    /// What was said there.
    pub chat: Vec<ChatLine>,
}

/// Which part of a list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Before {
    /// Before this time.
    pub before: Option<i64>,
    /// Of reports: those that are settled.
    pub settled: Option<bool>,
}

/// Whom to look for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Find {
    /// A part of the name, or the id.
    pub find: String,
}

/// Who may come in.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HouseBody {
    /// Who may make an account; as it is if missing.
    pub registration: Option<RegistrationJson>,
    /// Whether one may play without an account; as it is if missing.
    pub guests: Option<bool>,
    /// Why.
    #[serde(default)]
    pub why: String,
}

/// A code to be made.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CodeBody {
    /// Note.
    #[serde(default)]
    pub label: String,
    /// So many accounts can be made.
    pub uses: i64,
    /// So many days it is good.
    pub days: i64,
}

/// Whom to keep out.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BanBody {
    /// Id of an account.
    pub account: Option<String>,
    /// An address or a network.
    pub address: Option<String>,
    /// For so many days; for ever if missing.
    pub days: Option<i64>,
    /// Why.
    pub why: String,
}

/// Whom to let in again.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UnbanBody {
    /// `account` or `address`.
    pub kind: String,
    /// Id of the account, or address.
    pub what: String,
    /// Why.
    #[serde(default)]
    pub why: String,
}

/// Another name for an account.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RenameBody {
    /// The name.
    pub name: String,
    /// Why.
    pub why: String,
}

/// A reason.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WhyBody {
    /// Why.
    #[serde(default)]
    pub why: String,
}

/// A line of chat to be removed.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LineBody {
    /// Number of its journal entry.
    pub line: i64,
    /// Why.
    pub why: String,
}

async fn house_json(app: &App, house: House) -> Result<Json<HouseJson>, Fault> {
    let at = now();
    Ok(Json(HouseJson {
        registration: house.registration.into(),
        guests: house.guests,
        codes: app.store.codes(at).await?.into_iter().map(CodeJson::from).collect(),
        bans: app.store.bans(at).await?.into_iter().map(BanJson::from).collect(),
        reports: app.store.open_reports().await?,
    }))
}

fn account_json(account: &Account) -> AccountJson {
    AccountJson {
        user: UserJson {
            id: account.id.clone(),
            name: account.name.clone(),
            guest: account.login.is_none(),
            operator: account.operator,
        },
        created: account.created,
        seen: account.seen,
    }
}

// Where the next page begins: there is one if this one is full.
fn next_page(full: bool, last: Option<i64>) -> Option<i64> {
    last.filter(|_| full)
}

/// How the house stands.
#[utoipa::path(get, path = "/api/operator", tag = "operator",
    responses((status = 200, body = HouseJson), (status = "4XX", body = FaultBody)))]
pub async fn house(State(app): State<App>, _operator: Operator) -> Result<Json<HouseJson>, Fault> {
    house_json(&app, app.store.house().await?).await
}

/// Says who may come in.
#[utoipa::path(post, path = "/api/operator", tag = "operator", request_body = HouseBody,
    responses((status = 200, body = HouseJson), (status = "4XX", body = FaultBody)))]
pub async fn set_house(
    State(app): State<App>,
    operator: Operator,
    Body(body): Body<HouseBody>,
) -> Result<Json<HouseJson>, Fault> {
    let registration = body.registration.map(Registration::from);
    let house = operator.desk(&app).set_house(registration, body.guests, &body.why).await?;
    house_json(&app, house).await
}

/// Makes a code with which accounts can be made.
#[utoipa::path(post, path = "/api/operator/codes", tag = "operator", request_body = CodeBody,
    responses((status = 201, body = CodeJson), (status = "4XX", body = FaultBody)))]
pub async fn new_code(
    State(app): State<App>,
    operator: Operator,
    Body(body): Body<CodeBody>,
) -> Result<(StatusCode, Json<CodeJson>), Fault> {
    let (code, word) = operator.desk(&app).new_code(&body.label, body.uses, body.days).await?;
    Ok((StatusCode::CREATED, Json(CodeJson { code: Some(word), ..code.into() })))
}

/// Takes a code away.
#[utoipa::path(post, path = "/api/operator/codes/{id}/revoke", tag = "operator", params(("id" = String, Path)),
    request_body = Nothing, responses((status = 200, body = HouseJson), (status = "4XX", body = FaultBody)))]
pub async fn revoke_code(
    State(app): State<App>,
    operator: Operator,
    Path(id): Path<String>,
    Body(_body): Body<Nothing>,
) -> Result<Json<HouseJson>, Fault> {
    operator.desk(&app).revoke_code(&id).await?;
    house_json(&app, app.store.house().await?).await
}

/// Keeps an account or an address out.
#[utoipa::path(post, path = "/api/operator/bans", tag = "operator", request_body = BanBody,
    responses((status = 200, body = HouseJson), (status = "4XX", body = FaultBody)))]
pub async fn ban(
    State(app): State<App>,
    operator: Operator,
    Body(body): Body<BanBody>,
) -> Result<Json<HouseJson>, Fault> {
    let desk = operator.desk(&app);
    let whom = match (&body.account, body.address) {
        (Some(id), None) => Banned::Account(desk.account(id).await?),
        (None, Some(address)) => Banned::Address(address),
        _ => return Err(Fault::bad("a ban is for an account or for an address")),
    };
    desk.ban(&whom, body.days, &body.why).await?;
    house_json(&app, app.store.house().await?).await
}

/// Lets somebody in again.
#[utoipa::path(post, path = "/api/operator/bans/lift", tag = "operator", request_body = UnbanBody,
    responses((status = 200, body = HouseJson), (status = "4XX", body = FaultBody)))]
pub async fn unban(
    State(app): State<App>,
    operator: Operator,
    Body(body): Body<UnbanBody>,
) -> Result<Json<HouseJson>, Fault> {
    operator.desk(&app).unban(&body.kind, &body.what, &body.why).await?;
    house_json(&app, app.store.house().await?).await
}

/// Looks for accounts.
#[utoipa::path(get, path = "/api/operator/accounts", tag = "operator", params(Find),
    responses((status = 200, body = AccountsJson), (status = "4XX", body = FaultBody)))]
pub async fn accounts(
    State(app): State<App>,
    _operator: Operator,
    Query(query): Query<Find>,
) -> Result<Json<AccountsJson>, Fault> {
    let found = app.store.find_accounts(clean_text(&query.find, 60).trim(), PAGE).await?;
    Ok(Json(AccountsJson { accounts: found.iter().map(account_json).collect() }))
}

/// Gives an account another name.
#[utoipa::path(post, path = "/api/operator/accounts/{id}/rename", tag = "operator", params(("id" = String, Path)),
    request_body = RenameBody, responses((status = 200, body = AccountJson), (status = "4XX", body = FaultBody)))]
pub async fn rename(
    State(app): State<App>,
    operator: Operator,
    Path(id): Path<String>,
    Body(body): Body<RenameBody>,
) -> Result<Json<AccountJson>, Fault> {
    let desk = operator.desk(&app);
    let account = desk.rename(desk.account(&id).await?, &body.name, &body.why).await?;
    Ok(Json(account_json(&account)))
}

/// Deletes an account.
#[utoipa::path(post, path = "/api/operator/accounts/{id}/delete", tag = "operator", params(("id" = String, Path)),
    request_body = WhyBody, responses((status = 204), (status = "4XX", body = FaultBody)))]
pub async fn delete(
    State(app): State<App>,
    operator: Operator,
    Path(id): Path<String>,
    Body(body): Body<WhyBody>,
) -> Result<StatusCode, Fault> {
    let desk = operator.desk(&app);
    desk.delete(&desk.account(&id).await?, &body.why).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn watched(app: &App, id: &str) -> Result<Json<WatchedJson>, Fault> {
    let loaded = app.hold_fresh(id).await?.look();
    let chat = app.store.chat(id, PAGE).await?;
    let mut game = loaded.json(None);
    // Operators look after a table; they do not sit down at it.
    game.invite = None;
    Ok(Json(WatchedJson { game, chat: chat.iter().filter_map(chat_line).collect() }))
}

/// A game and what was said there, also of a private one.
#[utoipa::path(get, path = "/api/operator/games/{id}", tag = "operator", params(("id" = String, Path)),
    responses((status = 200, body = WatchedJson), (status = "4XX", body = FaultBody)))]
pub async fn game(
    State(app): State<App>,
    _operator: Operator,
    Path(id): Path<String>,
) -> Result<Json<WatchedJson>, Fault> {
    watched(&app, &id).await
}

/// Closes a game.
#[utoipa::path(post, path = "/api/operator/games/{id}/close", tag = "operator", params(("id" = String, Path)),
    request_body = WhyBody, responses((status = 200, body = WatchedJson), (status = "4XX", body = FaultBody)))]
pub async fn close(
    State(app): State<App>,
    operator: Operator,
    Path(id): Path<String>,
    Body(body): Body<WhyBody>,
) -> Result<Json<WatchedJson>, Fault> {
    operator.desk(&app).close_game(&id, &body.why).await?;
    watched(&app, &id).await
}

/// Gives a game another invitation.
#[utoipa::path(post, path = "/api/operator/games/{id}/invite", tag = "operator", params(("id" = String, Path)),
    request_body = WhyBody, responses((status = 200, body = WatchedJson), (status = "4XX", body = FaultBody)))]
pub async fn rotate(
    State(app): State<App>,
    operator: Operator,
    Path(id): Path<String>,
    Body(body): Body<WhyBody>,
) -> Result<Json<WatchedJson>, Fault> {
    operator.desk(&app).rotate_invite(&id, &body.why).await?;
    watched(&app, &id).await
}

/// Removes a study.
#[utoipa::path(post, path = "/api/operator/studies/{id}/remove", tag = "operator", params(("id" = String, Path)),
    request_body = WhyBody, responses((status = 200, body = Nothing), (status = "4XX", body = FaultBody)))]
pub async fn remove_study(
    State(app): State<App>,
    operator: Operator,
    Path(id): Path<String>,
    Body(body): Body<WhyBody>,
) -> Result<Json<Nothing>, Fault> {
    operator.desk(&app).remove_study(&id, &body.why).await?;
    Ok(Json(Nothing {}))
}

/// Removes a line of chat.
#[utoipa::path(post, path = "/api/operator/games/{id}/chat", tag = "operator", params(("id" = String, Path)),
    request_body = LineBody, responses((status = 200, body = WatchedJson), (status = "4XX", body = FaultBody)))]
pub async fn remove_chat(
    State(app): State<App>,
    operator: Operator,
    Path(id): Path<String>,
    Body(body): Body<LineBody>,
) -> Result<Json<WatchedJson>, Fault> {
    operator.desk(&app).remove_chat(&id, body.line, &body.why).await?;
    watched(&app, &id).await
}

/// What players reported.
#[utoipa::path(get, path = "/api/operator/reports", tag = "operator", params(Before),
    responses((status = 200, body = ReportsJson), (status = "4XX", body = FaultBody)))]
pub async fn reports(
    State(app): State<App>,
    _operator: Operator,
    Query(query): Query<Before>,
) -> Result<Json<ReportsJson>, Fault> {
    let before = query.before.unwrap_or(i64::MAX);
    let found = app.store.reports(query.settled.unwrap_or(false), before, PAGE).await?;
    let next = next_page(found.len() as i64 == PAGE, found.last().map(|r| r.at));
    Ok(Json(ReportsJson { reports: found.into_iter().map(ReportJson::from).collect(), next }))
}

/// Settles a report.
#[utoipa::path(post, path = "/api/operator/reports/{id}/settle", tag = "operator", params(("id" = String, Path)),
    request_body = WhyBody, responses((status = 200, body = ReportJson), (status = "4XX", body = FaultBody)))]
pub async fn settle(
    State(app): State<App>,
    operator: Operator,
    Path(id): Path<String>,
    Body(body): Body<WhyBody>,
) -> Result<Json<ReportJson>, Fault> {
    if !is_plain(&id) {
        return Err(Fault::NotFound);
    }
    Ok(Json(operator.desk(&app).settle(&id, &body.why).await?.into()))
}

/// What operators did.
#[utoipa::path(get, path = "/api/operator/trail", tag = "operator", params(Before),
    responses((status = 200, body = TrailJson), (status = "4XX", body = FaultBody)))]
pub async fn trail(
    State(app): State<App>,
    _operator: Operator,
    Query(query): Query<Before>,
) -> Result<Json<TrailJson>, Fault> {
    let found = app.store.trail(query.before.unwrap_or(i64::MAX), PAGE).await?;
    let next = next_page(found.len() as i64 == PAGE, found.last().map(|d| d.at));
    Ok(Json(TrailJson { deeds: found.into_iter().map(DeedJson::from).collect(), next }))
}
