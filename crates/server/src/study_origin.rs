//! Where chapters come from: games, titles, files.

use crate::account::clean_text;
use crate::accounts::may_replay;
use crate::app::App;
use crate::extract::{Body, Path, Query};
use crate::fault::{Detail, Fault, FaultBody};
use crate::files::{drawn, read_game, with_new_luck};
use crate::limit::{Kind, Whom};
use crate::parts::Parts;
use crate::room::Loaded;
use crate::secret;
use crate::setups;
use crate::shapes::StudyJson;
use crate::studies::clean;
use crate::visitor::Person;
use analysis::edit::Touch;
use analysis::file::{FORMAT, StudyFile};
use analysis::study::{Chapter, Start, Study};
use analysis::tree::{EditError, Tree};
use axum::Json;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use engine::{Luck, Setup, Title, wire};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use store::GameState;
use utoipa::{IntoParams, ToSchema};

// Moves of a game that follow where a chapter begins become its first line.
const FOLLOWING: usize = 200;

/// Where a chapter begins.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum ChapterOrigin {
    /// In a game: one that is over, or one in which nobody else plays.
    Game {
        /// The game.
        game: String,
        /// After so many moves; all if missing.
        at: Option<i64>,
        /// Word of the invitation.
        invite: Option<String>,
    },
    /// At the beginning of a title.
    Title {
        /// Title.
        title: String,
        /// Variant; the usual one if missing.
        variant: Option<String>,
        /// Players.
        players: u8,
    },
}

/// A new chapter.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewChapter {
    /// Title of the study or of the chapter.
    #[serde(default)]
    pub title: String,
    /// Where it begins.
    pub from: ChapterOrigin,
}

/// What becomes of a file.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct FileQuery {
    /// The study that gets its chapters; a new one if missing.
    pub study: Option<String>,
    /// Of a game: begin after so many moves; at its beginning if missing.
    pub at: Option<usize>,
}

fn fresh_id() -> String {
    format!("c{}", &secret::random_salt()[..8])
}

// A chapter that begins somewhere in a game; what follows there is its first line.
fn chapter_of(
    (title, called): (&'static dyn Title, &str),
    setup: Setup,
    mut moves: Vec<wire::Move>,
    at: usize,
) -> Result<Chapter, Fault> {
    let after = moves.split_off(at.min(moves.len()));
    // Moves of earlier forms are written as today; a move that cannot be played ends the line.
    let start = Start { setup, moves };
    let mut position = start
        .position(&|id| (id == title.id()).then_some(title))
        .map_err(|e| Fault::bad(e.to_string()))?;
    let mut line = Vec::new();
    for mv in after.iter().take(FOLLOWING) {
        match analysis::study::play(position.as_mut(), mv) {
            Ok(mv) => line.push(mv),
            Err(_) => break,
        }
    }
    let tree = Tree::of_line(line);
    let title = clean_text(called, analysis::study::LONGEST_TITLE);
    Ok(Chapter { id: fresh_id(), title, text: String::new(), start, tree })
}

// Whether a position of a game may be studied: it is over, or nobody but the asker and bots plays or may come back.
fn may_study(loaded: &Loaded, user: &str) -> Result<(), Fault> {
    if loaded.lesson.is_some() || loaded.is_over() {
        return Ok(());
    }
    if loaded.game.state == GameState::Open {
        return Err(Fault::conflict("the game has not started"));
    }
    let others = loaded.seats.iter().flat_map(|s| [&s.user, &s.left, &s.offer]).flatten();
    if others.into_iter().any(|id| id != user) || loaded.seats_of(user).is_empty() {
        return Err(Fault::Forbidden("a game against people is studied when it is over"));
    }
    may_replay(loaded, Some(user))
}

impl App {
    async fn chapter_from(&self, person: &Person, body: NewChapter) -> Result<Chapter, Fault> {
        let whom = Whom::Name(person.id().to_owned());
        self.limiter.take(Kind::Heavy, whom.clone())?;
        let called = body.title;
        match body.from {
            ChapterOrigin::Game { game, at, invite } => {
                let held = self.see(&game, Some(person.id()), invite.as_deref()).await?;
                let loaded = held.look();
                drop(held);
                may_study(&loaded, person.id())?;
                let length = loaded.game.length;
                let at = at.unwrap_or(length);
                if !(0..=length).contains(&at) {
                    return Err(Fault::bad(format!("the game has {length} moves")));
                }
                let last = length.min(at + FOLLOWING as i64);
                let stored = self.moves(&loaded, 0, last).await?;
                let work = move || {
                    let mut setup = Setup::clone(&loaded.setup);
                    // Nobody learns the luck of a game that still runs.
                    if !loaded.is_over() && loaded.lesson.is_none() {
                        setup = with_new_luck(&setup, drawn(loaded.title, &setup, &stored)?);
                    }
                    if let Some(luck) = &mut setup.luck {
                        luck.undone = None;
                    }
                    setup.players = loaded.names();
                    let moves: Result<Vec<wire::Move>, _> =
                        stored.iter().map(|m| serde_json::from_str(&m.mv)).collect();
                    let moves = moves.map_err(|e| Fault::bad(e.to_string()))?;
                    chapter_of((loaded.title, &called), setup, moves, at as usize)
                };
                self.workshop.work(whom, work).await?
            }
            ChapterOrigin::Title { title, variant, players } => {
                let found = self.config.parts.title(&title);
                let title = found.ok_or_else(|| Fault::bad("a title that is not known here"))?;
                let seed = secret::random_number();
                let usual = || title.variants().first().map(|v| v.id.to_string());
                let presets = title.presets().first().copied();
                let mut setup = Setup {
                    title: title.id().to_owned(),
                    variant: variant.or_else(usual).unwrap_or_default(),
                    preset: presets.unwrap_or_default().to_owned(),
                    options: BTreeMap::new(),
                    players: (1..=players.min(12)).map(|n| format!("Player {n}")).collect(),
                    seed,
                    luck: Some(Luck::new(seed, secret::random_salt())),
                    rules: title.rules_version(),
                    data: None,
                    extra: None,
                    arrangement: None,
                };
                setups::begin(title, &mut setup)?;
                chapter_of((title, &called), setup, Vec::new(), 0)
            }
        }
    }
}

// What a file brings: the title and words of a study, and chapters.
fn brought(parts: &Parts, text: &str, at: usize, now: i64) -> Result<Study, Fault> {
    let form: serde_json::Value =
        serde_json::from_str(text).map_err(|_| Fault::bad("the file is no JSON"))?;
    if form.get("format").and_then(|f| f.as_str()) != Some(FORMAT) {
        drop(form);
        let (file, title, mut setup, _) = read_game(parts, text, now)?;
        setup.players = file.setup.players.iter().map(|name| clean_text(name, 40)).collect();
        let moves: Result<Vec<wire::Move>, _> =
            file.moves.iter().map(wire::Move::deserialize).collect();
        let moves = moves.map_err(|e| Fault::bad(e.to_string()))?;
        let chapter = chapter_of((title, title.name()), setup, moves, at)?;
        return Ok(Study { chapters: vec![chapter], ..Study::default() });
    }
    let faulty = |faults: Vec<String>| {
        Fault::BadRequest("the file is no study".to_owned(), Detail::Faults { faults })
    };
    let mut file: StudyFile =
        serde_json::from_value(form).map_err(|e| faulty(vec![e.to_string()]))?;
    // Sheets and positions that somebody brings are looked at before anything is played on them.
    for chapter in file.study.chapters.iter_mut().take(analysis::study::MOST_CHAPTERS) {
        let setup = &mut chapter.start.setup;
        let title = parts.title(&setup.title);
        let title = title.ok_or_else(|| Fault::bad("a title that is not known here"))?;
        if setup.players.is_empty() || setup.players.len() > 12 {
            return Err(Fault::bad("a game has 1 to 12 seats"));
        }
        if setup.luck.as_ref().is_some_and(Luck::is_odd) {
            return Err(Fault::bad("its luck is larger than any game needs"));
        }
        setups::begin(title, setup)?;
    }
    let mut study = StudyFile::read(&file.write(), &|id| parts.title(id)).map_err(faulty)?;
    study.title = clean(&study.title).replace('\n', " ");
    study.text = clean(&study.text);
    Ok(study)
}

/// A new study of one's own.
#[utoipa::path(post, path = "/api/studies", tag = "studies", request_body = NewChapter,
    responses((status = 201, body = StudyJson), (status = "4XX", body = FaultBody)))]
pub async fn create(
    State(app): State<App>,
    person: Person,
    Body(body): Body<NewChapter>,
) -> Result<(StatusCode, Json<StudyJson>), Fault> {
    app.room_for_study(&person).await?;
    let chapter = app.chapter_from(&person, body).await?;
    let title = chapter.title.clone();
    let study = Study { title, chapters: vec![chapter], ..Study::default() };
    Ok((StatusCode::CREATED, Json(app.add_study(&person, study).await?)))
}

// Adds chapters, under other ids where theirs are taken.
async fn add_all(
    app: &App,
    id: &str,
    person: &Person,
    chapters: Vec<Chapter>,
) -> Result<StudyJson, Fault> {
    let parts = app.config.parts.clone();
    let change = Arc::new(move |study: &mut Study, _: &[Touch]| {
        let mut first = String::new();
        for chapter in &chapters {
            let mut chapter = chapter.clone();
            if study.chapter(&chapter.id).is_ok() {
                chapter.id = fresh_id();
            }
            if first.is_empty() {
                first.clone_from(&chapter.id);
            }
            study.add(chapter, &|id| parts.title(id))?;
        }
        Ok::<_, EditError>(((), Touch::new(&first, "", "whole")))
    });
    Ok(app.change_study(id, person, None, change).await?.1)
}

/// Another chapter.
#[utoipa::path(post, path = "/api/studies/{id}/chapters", tag = "studies", params(("id" = String, Path)),
    request_body = NewChapter, responses((status = 200, body = StudyJson), (status = "4XX", body = FaultBody)))]
pub async fn add_chapter(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Body(body): Body<NewChapter>,
) -> Result<Json<StudyJson>, Fault> {
    app.writable(&id, &person).await?;
    let chapter = app.chapter_from(&person, body).await?;
    Ok(Json(add_all(&app, &id, &person, vec![chapter]).await?))
}

/// Chapters from a file: a study, a game of ours, a position that was set up, or a game of the public platform.
#[utoipa::path(post, path = "/api/studies/file", tag = "studies", params(FileQuery), request_body = Object,
    responses((status = 200, body = StudyJson), (status = "4XX", body = FaultBody)))]
pub async fn file(
    State(app): State<App>,
    person: Person,
    Query(query): Query<FileQuery>,
    request: Request,
) -> Result<Json<StudyJson>, Fault> {
    let whom = Whom::Name(person.id().to_owned());
    app.limiter.take(Kind::Heavy, whom.clone())?;
    match &query.study {
        Some(id) => drop(app.writable(id, &person).await?),
        None => app.room_for_study(&person).await?,
    }
    let reading = app.workshop.enter(person.address.into())?;
    let bytes = axum::body::to_bytes(request.into_body(), app.config.import_limit)
        .await
        .map_err(|_| Fault::TooLarge)?;
    let text = String::from_utf8(bytes.into()).map_err(|_| Fault::bad("the file is not UTF-8"))?;
    let (parts, at, now) = (app.config.parts.clone(), query.at.unwrap_or(0), app.now());
    let work = move || {
        let _reading = reading;
        brought(&parts, &text, at, now)
    };
    let mut study = app.workshop.work(whom, work).await??;
    if let Some(id) = &query.study {
        return Ok(Json(add_all(&app, id, &person, study.chapters).await?));
    }
    if study.title.is_empty() {
        study.title = study.chapters.first().map(|c| c.title.clone()).unwrap_or_default();
    }
    Ok(Json(app.add_study(&person, study).await?))
}
