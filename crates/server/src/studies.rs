//! Studies: lists, one of them, who may read and write it. `study_edits` changes what stands in them.

use crate::account::{Nothing, clean_text, login_of};
use crate::app::App;
use crate::extract::{Body, Path, Query};
use crate::fault::{Fault, FaultBody};
use crate::limit::{Kind, Whom};
use crate::room::is_plain;
use crate::secret;
use crate::shapes::{ChapterJson, StudyHead, StudyJson, StudyLists, StudyNews};
use crate::study_line::read;
use crate::visitor::{Person, Visitor};
use analysis::file::StudyFile;
use analysis::study::Study;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use store::{NewStudy, Sight, StudyChange, StudyRow};
use utoipa::{IntoParams, ToSchema};

/// Most bytes of a study as it is stored.
pub const LONGEST: usize = 1 << 20;
const MOST_AUTHORS: usize = 8;

/// What is known of a study already.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SeenQuery {
    /// The number of the last edit that was seen; nothing is told if there is none after it.
    pub since: Option<i64>,
    /// Word of the link.
    pub invite: Option<String>,
}

/// The word of a link.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StudyWord {
    /// Word of the link.
    pub invite: Option<String>,
}

/// Who may read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StudySight {
    /// The authors.
    Private,
    /// Whoever has the link.
    Link,
    /// Everybody.
    Listed,
}

impl From<StudySight> for Sight {
    fn from(sight: StudySight) -> Sight {
        match sight {
            StudySight::Private => Sight::Private,
            StudySight::Link => Sight::Link,
            StudySight::Listed => Sight::Listed,
        }
    }
}

/// Settings of a study.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StudySettings {
    /// Who may read.
    pub sight: StudySight,
    /// Another word for the link: who has the old one stays out.
    #[serde(default)]
    pub renew: bool,
}

/// An author.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StudyAuthor {
    /// Name of the account.
    pub name: String,
}

fn head(row: StudyRow) -> StudyHead {
    let games = row.games.split(',').filter(|g| !g.is_empty()).map(str::to_owned).collect();
    StudyHead {
        id: row.id,
        title: row.title,
        owner: row.owner_name,
        games,
        chapters: row.chapters,
        sight: row.sight.name(),
        updated: row.updated,
    }
}

/// A study as it is stored.
pub fn stored(study: Study) -> Result<StudyChange, Fault> {
    let mut games: Vec<&str> =
        study.chapters.iter().map(|c| c.start.setup.title.as_str()).collect();
    games.sort_unstable();
    games.dedup();
    let (title, games) = (study.title.clone(), games.join(","));
    let chapters = study.chapters.len() as i64;
    let document = serde_json::to_string(&StudyFile::of(study)).map_err(|_| Fault::Unavailable)?;
    if document.len() > LONGEST {
        return Err(Fault::conflict("a study holds at most a megabyte"));
    }
    Ok(StudyChange { title, games, chapters, document })
}

/// Text of somebody in which lines stay lines; characters that nobody sees go.
pub fn clean(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| clean_text(line, usize::MAX)).collect();
    lines.join("\n").trim_end().to_owned()
}

impl App {
    /// A study that somebody may read.
    pub async fn readable(
        &self,
        id: &str,
        user: Option<&str>,
        word: Option<&str>,
    ) -> Result<StudyRow, Fault> {
        let row = if is_plain(id) { self.store.study(id, user).await? } else { None };
        row.filter(|row| row.may_read(user, word)).ok_or(Fault::NotFound)
    }

    /// A study that somebody may change.
    pub async fn writable(&self, id: &str, person: &Person) -> Result<StudyRow, Fault> {
        let row = self.readable(id, Some(person.id()), None).await?;
        match row.may_write(Some(person.id())) {
            true => Ok(row),
            false => Err(Fault::Forbidden("this study is not yours; make a copy")),
        }
    }

    async fn owned(&self, id: &str, person: &Person) -> Result<StudyRow, Fault> {
        let row = self.writable(id, person).await?;
        match row.owner == person.id() {
            true => Ok(row),
            false => Err(Fault::Forbidden("only who made the study may do that")),
        }
    }

    /// A study as somebody sees it.
    pub async fn study_json(&self, row: StudyRow, user: Option<&str>) -> Result<StudyJson, Fault> {
        let found = self.store.study_document(&row.id).await?;
        let (number, document) = found.ok_or(Fault::NotFound)?;
        let study = tokio::task::spawn_blocking(move || read(&document)).await??.study;
        let authors = self.store.study_authors(&row.id).await?;
        let writes = row.may_write(user);
        let chapters = study.chapters.into_iter().map(|c| ChapterJson {
            id: c.id,
            title: c.title,
            text: c.text,
            game: c.start.setup.title,
            moves: c.start.moves.len(),
            tree: c.tree,
        });
        Ok(StudyJson {
            number,
            title: study.title,
            text: study.text,
            authors: authors.into_iter().map(|(_, name)| name).collect(),
            sight: row.sight.name(),
            word: writes.then_some(row.word),
            owns: user == Some(row.owner.as_str()),
            writes,
            embed: !self.config.embed.is_empty(),
            chapters: chapters.collect(),
            owner: row.owner_name,
            id: row.id,
        })
    }

    /// Refuses more studies than an account or a guest may have.
    pub async fn room_for_study(&self, person: &Person) -> Result<(), Fault> {
        let quota = match person.account.login {
            Some(_) => self.config.accounts.studies,
            None => self.config.guests.studies,
        };
        match self.store.count_studies(person.id()).await? >= quota {
            true => Err(Fault::TooMany(60, "you have too many studies; delete one")),
            false => self.limiter.take(Kind::Game, person.address),
        }
    }

    /// Writes a new study of somebody's own.
    pub async fn add_study(&self, person: &Person, study: Study) -> Result<StudyJson, Fault> {
        let new = NewStudy {
            id: format!("s{}", &secret::random_salt()[..14]),
            owner: person.id().to_owned(),
            word: secret::random_word(18),
            at: self.now(),
            change: stored(study)?,
        };
        self.store.add_study(&new).await?;
        let row = self.store.study(&new.id, Some(person.id())).await?.ok_or(Fault::NotFound)?;
        self.study_json(row, Some(person.id())).await
    }
}

/// One's own studies, those shared with one, and those shown to everyone.
#[utoipa::path(get, path = "/api/studies", tag = "studies", responses((status = 200, body = StudyLists)))]
pub async fn list(State(app): State<App>, visitor: Visitor) -> Result<Json<StudyLists>, Fault> {
    let heads = |rows: Vec<StudyRow>| rows.into_iter().map(head).collect();
    let (mine, shared) = match visitor.id() {
        Some(user) => (app.store.studies_of(user).await?, app.store.studies_shared(user).await?),
        None => Default::default(),
    };
    let listed = app.store.studies_listed(visitor.id()).await?;
    Ok(Json(StudyLists { mine: heads(mine), shared: heads(shared), listed: heads(listed) }))
}

/// A study. Who asks with the number of the last edit he saw is told nothing if nothing changed.
#[utoipa::path(get, path = "/api/studies/{id}", tag = "studies", params(("id" = String, Path), SeenQuery),
    responses((status = 200, body = StudyNews), (status = "4XX", body = FaultBody)))]
pub async fn show(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(query): Query<SeenQuery>,
) -> Result<Json<StudyNews>, Fault> {
    let row = app.readable(&id, visitor.id(), query.invite.as_deref()).await?;
    if query.since == Some(row.number) {
        return Ok(Json(StudyNews { number: row.number, study: None }));
    }
    let study = app.study_json(row, visitor.id()).await?;
    Ok(Json(StudyNews { number: study.number, study: Some(study) }))
}

/// Deletes a study of one's own for good.
#[utoipa::path(delete, path = "/api/studies/{id}", tag = "studies", params(("id" = String, Path)),
    responses((status = 200, body = Nothing), (status = "4XX", body = FaultBody)))]
pub async fn delete(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
) -> Result<Json<Nothing>, Fault> {
    let row = app.owned(&id, &person).await?;
    app.store.delete_study(&row.id).await?;
    Ok(Json(Nothing {}))
}

/// Says who may read a study of one's own.
#[utoipa::path(post, path = "/api/studies/{id}/settings", tag = "studies", params(("id" = String, Path)),
    request_body = StudySettings, responses((status = 200, body = StudyJson), (status = "4XX", body = FaultBody)))]
pub async fn settings(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Body(body): Body<StudySettings>,
) -> Result<Json<StudyJson>, Fault> {
    let row = app.owned(&id, &person).await?;
    let word = if body.renew { secret::random_word(18) } else { row.word };
    app.store.set_study_sight(&row.id, body.sight.into(), &word).await?;
    let row = app.owned(&id, &person).await?;
    Ok(Json(app.study_json(row, Some(person.id())).await?))
}

/// Lets somebody else write in a study of one's own.
#[utoipa::path(post, path = "/api/studies/{id}/authors", tag = "studies", params(("id" = String, Path)),
    request_body = StudyAuthor, responses((status = 200, body = StudyJson), (status = "4XX", body = FaultBody)))]
pub async fn invite(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Body(body): Body<StudyAuthor>,
) -> Result<Json<StudyJson>, Fault> {
    let row = app.owned(&id, &person).await?;
    app.limiter.take(Kind::Notice, Whom::Name(person.id().to_owned()))?;
    let login = login_of(&clean_text(&body.name, 40));
    let deaf = app.store.blocked_by(person.id()).await?;
    let found = app.store.account_by_login(&login).await?;
    let found = found.filter(|a| !deaf.contains(&a.id) && a.id != person.id());
    let other = found.ok_or_else(|| Fault::bad("there is no account of that name"))?;
    if app.store.study_authors(&row.id).await?.len() >= MOST_AUTHORS {
        return Err(Fault::conflict("a study has at most eight other authors"));
    }
    app.store.add_study_author(&row.id, &other.id).await?;
    Ok(Json(app.study_json(row, Some(person.id())).await?))
}

/// Takes an author off a study of one's own, or oneself off a study of another.
#[utoipa::path(post, path = "/api/studies/{id}/authors/remove", tag = "studies", params(("id" = String, Path)),
    request_body = StudyAuthor, responses((status = 200, body = Nothing), (status = "4XX", body = FaultBody)))]
pub async fn dismiss(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Body(body): Body<StudyAuthor>,
) -> Result<Json<Nothing>, Fault> {
    let row = app.writable(&id, &person).await?;
    let authors = app.store.study_authors(&row.id).await?;
    let found = authors.into_iter().find(|(_, name)| *name == body.name);
    let (user, _) = found.ok_or_else(|| Fault::bad("there is no account of that name"))?;
    if row.owner != person.id() && user != person.id() {
        return Err(Fault::Forbidden("only who made the study may do that"));
    }
    app.store.remove_study_author(&row.id, &user).await?;
    Ok(Json(Nothing {}))
}

/// A study of one's own with everything that stands in another.
#[utoipa::path(post, path = "/api/studies/{id}/copy", tag = "studies", params(("id" = String, Path)), request_body = StudyWord,
    responses((status = 201, body = StudyJson), (status = "4XX", body = FaultBody)))]
pub async fn copy(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Body(body): Body<StudyWord>,
) -> Result<(StatusCode, Json<StudyJson>), Fault> {
    let row = app.readable(&id, Some(person.id()), body.invite.as_deref()).await?;
    app.room_for_study(&person).await?;
    let (_, document) = app.store.study_document(&row.id).await?.ok_or(Fault::NotFound)?;
    let study = tokio::task::spawn_blocking(move || read(&document)).await??.study;
    Ok((StatusCode::CREATED, Json(app.add_study(&person, study).await?)))
}

/// A study as a file.
#[utoipa::path(get, path = "/api/studies/{id}/file", tag = "studies", params(("id" = String, Path), SeenQuery),
    responses((status = 200, body = Object), (status = "4XX", body = FaultBody)))]
pub async fn export(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(query): Query<SeenQuery>,
) -> Result<Response, Fault> {
    let row = app.readable(&id, visitor.id(), query.invite.as_deref()).await?;
    let (_, document) = app.store.study_document(&row.id).await?.ok_or(Fault::NotFound)?;
    let text = tokio::task::spawn_blocking(move || read(&document)).await??.write();
    let name = format!("attachment; filename=\"signalbox-study-{id}.json\"");
    Ok(([(CONTENT_TYPE, "application/json".to_owned()), (CONTENT_DISPOSITION, name)], text)
        .into_response())
}
