//! What players do about each other: blocking, and reporting to the operators.

use crate::account::{Nothing, clean_text};
use crate::app::App;
use crate::clock::now;
use crate::extract::{Body, Path};
use crate::fault::{Fault, FaultBody};
use crate::limit::{Kind, Whom};
use crate::moderation::reason;
use crate::room::is_plain;
use crate::secret;
use crate::told::ChatTold;
use crate::visitor::Person;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use store::{GameRow, Report};
use utoipa::ToSchema;

// Whom one person may block, and what may lie on the operators' table: of one person, of all.
const MOST_BLOCKS: usize = 200;
const MOST_OWN: usize = 20;
const MOST_REPORTS: i64 = 5000;

/// Somebody whom one has blocked.
#[derive(Debug, Serialize, ToSchema)]
pub struct BlockJson {
    /// Account.
    pub user: String,
    /// Name.
    pub name: String,
    /// Since when.
    pub at: i64,
}

/// Everybody whom one has blocked.
#[derive(Debug, Serialize, ToSchema)]
pub struct BlocksJson {
    /// In the order in which they were blocked.
    pub blocks: Vec<BlockJson>,
}

/// Whom to block.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BlockBody {
    /// Account.
    pub user: String,
}

/// What is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReportKind {
    /// Somebody at the table.
    Player,
    /// A line of chat.
    Chat,
    /// The game itself.
    Game,
}

/// A report to the operators.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportBody {
    /// What is reported.
    pub kind: ReportKind,
    /// The game; a player may be reported without one, from his page.
    pub game: Option<String>,
    /// The line of chat: number of its journal entry.
    pub line: Option<i64>,
    /// The player: his account.
    pub user: Option<String>,
    /// Why.
    pub why: String,
    /// Word of the invitation, for private games.
    pub invite: Option<String>,
}

/// A report that the operators have.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReportedJson {
    /// Its id.
    pub id: String,
    /// It was there already.
    pub repeated: bool,
}

async fn blocks_of(app: &App, person: &Person) -> Result<Json<BlocksJson>, Fault> {
    let blocks = app.store.blocks(person.id()).await?;
    let json = |b: store::Blocked| BlockJson { user: b.id, name: b.name, at: b.at };
    Ok(Json(BlocksJson { blocks: blocks.into_iter().map(json).collect() }))
}

/// Everybody whom one has blocked.
#[utoipa::path(get, path = "/api/blocks", tag = "account",
    responses((status = 200, body = BlocksJson), (status = "4XX", body = FaultBody)))]
pub async fn blocks(State(app): State<App>, person: Person) -> Result<Json<BlocksJson>, Fault> {
    blocks_of(&app, &person).await
}

/// Blocks somebody: he joins no table where one sits.
#[utoipa::path(post, path = "/api/blocks", tag = "account", request_body = BlockBody,
    responses((status = 200, body = BlocksJson), (status = "4XX", body = FaultBody)))]
pub async fn block(
    State(app): State<App>,
    person: Person,
    Body(body): Body<BlockBody>,
) -> Result<Json<BlocksJson>, Fault> {
    if body.user == person.id() {
        return Err(Fault::bad("nobody blocks himself"));
    }
    if !is_plain(&body.user) || app.store.account(&body.user).await?.is_none() {
        return Err(Fault::NotFound);
    }
    if app.store.blocks(person.id()).await?.len() >= MOST_BLOCKS {
        return Err(Fault::conflict("you block too many; let one go"));
    }
    app.store.add_block(person.id(), &body.user, now()).await?;
    blocks_of(&app, &person).await
}

/// Does not block somebody any more.
#[utoipa::path(post, path = "/api/blocks/{user}/lift", tag = "account", params(("user" = String, Path)),
    request_body = Nothing, responses((status = 200, body = BlocksJson), (status = "4XX", body = FaultBody)))]
pub async fn unblock(
    State(app): State<App>,
    person: Person,
    Path(user): Path<String>,
    Body(_body): Body<Nothing>,
) -> Result<Json<BlocksJson>, Fault> {
    if !is_plain(&user) || !app.store.remove_block(person.id(), &user).await? {
        return Err(Fault::NotFound);
    }
    blocks_of(&app, &person).await
}

/// Tells the operators of a player, a line of chat or a game.
#[utoipa::path(post, path = "/api/reports", tag = "account", request_body = ReportBody,
    responses((status = 201, body = ReportedJson), (status = "4XX", body = FaultBody)))]
pub async fn report(
    State(app): State<App>,
    person: Person,
    Body(body): Body<ReportBody>,
) -> Result<(StatusCode, Json<ReportedJson>), Fault> {
    let why = reason(&body.why)?;
    let loaded = match &body.game {
        Some(game) => Some(app.see(game, Some(person.id()), body.invite.as_deref()).await?.look()),
        None => None,
    };
    let named = |game: &GameRow| format!("{} {}", game.title, game.name).trim().to_owned();
    let mut report = Report {
        id: format!("r{}", secret::random_word(9)),
        at: now(),
        by: Some(person.id().to_owned()),
        by_name: person.account.name.clone(),
        kind: String::new(),
        game: loaded.as_ref().map(|l| l.game.id.clone()),
        line: None,
        whom: None,
        whom_name: String::new(),
        said: loaded.as_ref().map_or_else(String::new, |l| named(&l.game)),
        why,
        done: None,
        done_by: String::new(),
    };
    match (body.kind, &body.user, body.line, &loaded) {
        (ReportKind::Game, None, None, Some(loaded)) => {
            report.kind = "game".to_owned();
            report.whom.clone_from(&loaded.game.owner);
        }
        (ReportKind::Player, Some(user), None, None) => {
            let account = app.player(user, Some(person.id())).await?;
            report.kind = "player".to_owned();
            report.whom_name = account.name;
            report.whom = Some(account.id);
        }
        (ReportKind::Player, Some(user), None, Some(loaded)) => {
            let seat =
                loaded.seats.iter().find(|s| s.user.as_ref().or(s.left.as_ref()) == Some(user));
            report.kind = "player".to_owned();
            report.whom_name = seat.ok_or(Fault::NotFound)?.name.clone();
            report.whom = Some(user.clone());
        }
        (ReportKind::Chat, None, Some(line), Some(loaded)) => {
            let (user, data) =
                app.store.chat_line(&loaded.game.id, line).await?.ok_or(Fault::NotFound)?;
            let told: ChatTold = serde_json::from_str(&data).map_err(|_| Fault::NotFound)?;
            report.kind = "chat".to_owned();
            report.line = Some(line);
            report.whom = user;
            report.whom_name = told.name;
            report.said = clean_text(&told.text, 1000);
        }
        _ => return Err(Fault::bad("a report names a player, a line of chat, or the game alone")),
    }
    let own = app.store.reports_by(person.id()).await?;
    let same = |r: &&Report| {
        (&r.kind, &r.game, r.line) == (&report.kind, &report.game, report.line)
            && (r.kind != "player" || r.whom == report.whom)
    };
    if let Some(before) = own.iter().find(same) {
        let id = before.id.clone();
        return Ok((StatusCode::CREATED, Json(ReportedJson { id, repeated: true })));
    }
    app.limiter.take(Kind::Report, Whom::Name(person.id().to_owned()))?;
    app.limiter.take(Kind::Report, person.address)?;
    if own.len() >= MOST_OWN || app.store.open_reports().await? >= MOST_REPORTS {
        return Err(Fault::TooMany(3600, "too many reports are open"));
    }
    app.store.add_report(&report).await?;
    tracing::info!(kind = report.kind, game = report.game, "something was reported");
    metrics::counter!("signalbox_reports_total").increment(1);
    Ok((StatusCode::CREATED, Json(ReportedJson { id: report.id, repeated: false })))
}
