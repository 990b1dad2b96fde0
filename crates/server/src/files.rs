//! Games as files, out and in.

use crate::account::clean_name;
use crate::accounts::may_replay;
use crate::app::App;
use crate::describe::kept_events;
use crate::extract::{Body, Path, Query};
use crate::fault::{Detail, Fault, FaultBody, refusal_json};
use crate::form::Form;
use crate::limit::{Kind, Whom};
use crate::lobby::More;
use crate::parts::Parts;
use crate::play::{new_move, settle};
use crate::room::{Loaded, SNAPSHOT_EVERY, build};
use crate::secret;
use crate::setups;
use crate::shapes::{GameJson, Kept, Line};
use crate::told::{ImportTold, What, text};
use crate::visitor::{Person, Visitor};
use axum::Json;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use engine::{Drawn, FileError, GameFile, Names, Position, Setup, Title, WireError, wire};
use serde::Deserialize;
use std::sync::Arc;
use store::{EntryKind, GameState, NewMove, Seat, StoredMove};
use utoipa::{IntoParams, ToSchema};

/// Which format.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct FileQuery {
    /// `signalbox` or `public`.
    pub format: Option<String>,
    /// Word of the invitation, for private games.
    pub invite: Option<String>,
}

/// What to do with a file.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ImportQuery {
    /// Go on playing it at this screen.
    pub play: Option<bool>,
    /// Show it to everyone.
    pub listed: Option<bool>,
}

/// Where a copy begins.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CopyBody {
    /// After so many moves; all if missing.
    pub at: Option<i64>,
    /// Levels of bots by seat; seats without one are played at this screen. If missing, the bots stay as they are.
    pub bots: Option<Vec<Option<String>>>,
    /// Word of a link, for studies.
    pub invite: Option<String>,
}

/// A game replayed from its moves: lines of the log, states at intervals, the last position.
pub struct Replayed {
    position: Box<dyn Position>,
    lines: Vec<Line>,
    states: Vec<(i64, String, Vec<u8>)>,
}

/// The same game up to here; what comes is drawn from luck of its own.
pub fn with_new_luck(setup: &Setup, drawn: Vec<Drawn>) -> Setup {
    setup.with_luck(drawn, secret::random_number(), secret::random_salt())
}

// What a replayed game becomes.
struct Origin {
    name: String,
    title: &'static dyn Title,
    setup: Setup,
    seats: Vec<Seat>,
    imported: bool,
    listed: bool,
}

fn replay(
    mut position: Box<dyn Position>,
    moves: impl ExactSizeIterator<Item = serde_json::Result<wire::Move>>,
    at: i64,
) -> Result<Replayed, Fault> {
    let (mut lines, mut states) = (Vec::with_capacity(moves.len()), Vec::new());
    let mut events = Vec::new();
    for (i, read) in moves.enumerate() {
        let number = i as i64 + 1;
        let fault = |why: String| {
            let refusal = None;
            let detail = Detail::Move { number, refusal };
            Fault::BadRequest(format!("move {number}: {why}"), detail)
        };
        let read = read.map_err(|e| WireError::NotAMove(e.to_string()));
        let mv = read.and_then(|mv| Names::of(position.as_ref()).read_move(&mv));
        let mv = mv.map_err(|e| fault(e.to_string()))?;
        let seat = position.mover(&mv).ok_or_else(|| fault("the game is over".to_owned()))?.0;
        let named = Names::of(position.as_ref()).write_move(&mv);
        events.clear();
        position.play(&mv, &mut events).map_err(|refusal| {
            let said = format!("move {number} is refused: {refusal}");
            let refusal = Some(refusal_json(position.as_ref(), &refusal));
            Fault::BadRequest(said, Detail::Move { number, refusal })
        })?;
        lines.push(Line {
            number,
            seat,
            by: None,
            automatic: false,
            reason: None,
            at,
            mv: Kept::Now(named),
            events: kept_events(position.as_ref(), &events),
        });
        if number % SNAPSHOT_EVERY == 0 {
            states.push((number, build().to_owned(), position.save()));
        }
    }
    Ok(Replayed { position, lines, states })
}

impl App {
    // Writes a replayed game as a new one.
    async fn add_replayed(
        &self,
        person: &Person,
        origin: Origin,
        replayed: Replayed,
    ) -> Result<GameJson, Fault> {
        let Origin { name, title, setup, seats, imported, listed } = origin;
        let at = self.now();
        let mut row = self.new_row(person, &setup, &name, at);
        row.imported = imported;
        row.listed = listed;
        row.hot_seat = true;
        row.length = replayed.lines.len() as i64;
        let mut loaded = Loaded {
            game: row,
            seats,
            setup: Arc::new(setup),
            title,
            position: Arc::from(replayed.position),
            lesson: None,
            time: None,
        };
        let watched = loaded.seats.iter().all(|s| s.user.is_none());
        loaded.game.state = GameState::Playing;
        settle(&mut loaded, at);
        if watched && loaded.game.state == GameState::Playing {
            // Nobody plays on: a game to look at.
            loaded.game.state = GameState::Abandoned;
            loaded.game.turn = None;
            loaded.game.bot_due = None;
        }
        let held = self.hold_new(loaded).await?;
        let (held, _) = self
            .change(held, None, |draft| {
                draft.only_on(0)?;
                draft.at = at;
                draft.tell_game(Some(person.id()), What::Imported);
                // Lines are told in pages, so that no entry grows without bound.
                for (page, lines) in replayed.lines.chunks(50).enumerate() {
                    let wire = wire::VERSION;
                    let told = text(&ImportTold { wire, lines });
                    draft.tell(EntryKind::Imported, None, told);
                    for (part, line) in lines.iter().enumerate() {
                        draft.moves.push(NewMove { entry: page + 1, ..new_move(line, part) });
                    }
                }
                draft.snapshots = replayed.states.clone();
                draft.lobby = Some(What::Created);
                Ok(())
            })
            .await?;
        Ok(held.json(Some(person.id())))
    }

    /// A game as our own file. Until it is over, what was drawn stands there instead of what it was drawn from.
    async fn file_of(&self, loaded: &Loaded, whom: Whom) -> Result<GameFile, Fault> {
        let stored = self.moves(loaded, 0, loaded.game.length).await?;
        let mut setup = Setup::clone(&loaded.setup);
        if let Some(luck) = &mut setup.luck {
            luck.undone = None;
        }
        let moves =
            stored.iter().map(|m| serde_json::from_str(&m.mv).unwrap_or_default()).collect();
        if !loaded.is_over() {
            let title = loaded.title;
            let drawn = self.workshop.work(whom, move || drawn(title, &setup, &stored)).await??;
            setup = loaded.setup.without_luck(drawn);
        }
        setup.players = loaded.names();
        let begun = loaded.game.state != GameState::Open;
        Ok(GameFile::of(setup, moves, begun.then_some(loaded.position.as_ref())))
    }
}

/// What the moves of a game drew.
pub fn drawn(title: &dyn Title, setup: &Setup, moves: &[StoredMove]) -> Result<Vec<Drawn>, Fault> {
    let moves = moves.iter().map(|m| serde_json::from_str(&m.mv));
    let replayed = replay(title.start(&setup.listening())?, moves, 0)?;
    Ok(replayed.position.core().rng.heard().to_vec())
}

/// The game as a file.
#[utoipa::path(get, path = "/api/games/{id}/file", tag = "files", params(("id" = String, Path), FileQuery),
    responses((status = 200, body = Object), (status = "4XX", body = FaultBody)))]
pub async fn export(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(query): Query<FileQuery>,
) -> Result<Response, Fault> {
    let loaded = app.see(&id, visitor.id(), query.invite.as_deref()).await?.look();
    may_replay(&loaded, visitor.id())?;
    if !loaded.is_over() {
        app.limiter.take(Kind::File, visitor.whom())?;
    }
    let file = app.file_of(&loaded, visitor.whom()).await?;
    let text = match query.format.as_deref().unwrap_or("signalbox") {
        "signalbox" => file.write(),
        "public" => {
            let export = app
                .config
                .parts
                .export
                .clone()
                .ok_or_else(|| Fault::bad("that format is not offered"))?;
            tokio::task::spawn_blocking(move || export(&file)).await?.map_err(Fault::conflict)?
        }
        _ => return Err(Fault::bad("format is signalbox or public")),
    };
    let name = format!("attachment; filename=\"{}-{id}.json\"", loaded.game.title);
    Ok(([(CONTENT_TYPE, "application/json".to_owned()), (CONTENT_DISPOSITION, name)], text)
        .into_response())
}

/// A file with its title, its setup as it is stored, and its game replayed.
pub type Read = (GameFile, &'static dyn Title, Setup, Replayed);

/// Reads a file of ours or of the public platform; every move is played.
pub fn read_game(parts: &Parts, text: &str, at: i64) -> Result<Read, Fault> {
    let form = Form::of(text);
    if form.as_ref().is_some_and(Form::is_too_long) {
        return Err(Fault::TooLarge);
    }
    let ours = form.is_some();
    let file = match (&parts.import, ours) {
        (Some(import), false) => import(text).map_err(Fault::bad)?,
        _ => GameFile::read(text).map_err(|e| Fault::bad(e.to_string()))?,
    };
    let title = parts
        .title(&file.setup.title)
        .ok_or_else(|| Fault::bad("a title that is not known here"))?;
    if file.setup.players.is_empty() || file.setup.players.len() > 12 {
        return Err(Fault::bad("a game has 1 to 12 seats"));
    }
    let mut setup = file.setup.clone();
    setup.players = (1..=setup.players.len()).map(|n| n.to_string()).collect();
    let secret = setup.luck.as_ref().filter(|luck| luck.secret);
    if let Some(drawn) = secret.map(|luck| luck.drawn.clone()) {
        setup = with_new_luck(&setup, drawn).listening();
    }
    let position = setups::begin(title, &mut setup)?;
    let moves = file.moves.iter().map(wire::Move::deserialize);
    let mut replayed = replay(position, moves, at)?;
    file.agrees(replayed.position.as_ref()).map_err(|error| match error {
        FileError::Luck => Fault::bad("what was drawn in the file does not fit its moves"),
        _ => Fault::bad("the position reached is not the one that the file names"),
    })?;
    if let Some(luck) = &mut setup.luck {
        luck.listens = false;
    }
    replayed.position.follow(setup.luck.as_ref());
    Ok((file, title, setup, replayed))
}

/// A game from a file, replayed before it is accepted.
#[utoipa::path(post, path = "/api/import", tag = "files", params(ImportQuery), request_body = Object,
    responses((status = 201, body = GameJson), (status = "4XX", body = FaultBody)))]
pub async fn import(
    State(app): State<App>,
    person: Person,
    Query(query): Query<ImportQuery>,
    request: Request,
) -> Result<(StatusCode, Json<GameJson>), Fault> {
    app.limiter.take(Kind::Heavy, Whom::Name(person.id().to_owned()))?;
    let listed = query.listed.unwrap_or(false);
    let more = match query.play.unwrap_or(false) {
        true => More::Game { bots: 0, listed },
        false => More::Kept { listed },
    };
    app.check_quota(&person, more).await?;
    // Few files of one address are read at once.
    let reading = app.workshop.enter(person.address.into())?;
    let bytes = axum::body::to_bytes(request.into_body(), app.config.import_limit)
        .await
        .map_err(|_| Fault::TooLarge)?;
    let text = String::from_utf8(bytes.into()).map_err(|_| Fault::bad("the file is not UTF-8"))?;
    let parts = app.config.parts.clone();
    let at = app.now();
    let whom = Whom::Name(person.id().to_owned());
    let (file, title, setup, replayed) = app
        .workshop
        .work(whom, move || {
            let _reading = reading;
            read_game(&parts, &text, at)
        })
        .await??;
    let play = query.play.unwrap_or(false);
    let mut seats = Vec::new();
    for (i, name) in file.setup.players.iter().enumerate() {
        let mut seat = Seat::open(i as u8);
        seat.name = clean_name(name).unwrap_or_else(|_| format!("Player {}", i + 1));
        seat.user = play.then(|| person.id().to_owned());
        seats.push(seat);
    }
    let origin = Origin { name: String::new(), title, setup, seats, imported: true, listed };
    let json = app.add_replayed(&person, origin, replayed).await?;
    Ok((StatusCode::CREATED, Json(json)))
}

/// A hot-seat game that goes on from a position of another one.
#[utoipa::path(post, path = "/api/games/{id}/copy", tag = "files", params(("id" = String, Path)), request_body = CopyBody,
    responses((status = 201, body = GameJson), (status = "4XX", body = FaultBody)))]
pub async fn copy(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Body(body): Body<CopyBody>,
) -> Result<(StatusCode, Json<GameJson>), Fault> {
    app.limiter.take(Kind::Heavy, Whom::Name(person.id().to_owned()))?;
    let loaded = app.see(&id, Some(person.id()), body.invite.as_deref()).await?.look();
    let levels = body.bots.unwrap_or_else(|| loaded.seats.iter().map(|s| s.bot.clone()).collect());
    let bots = levels.iter().flatten().count();
    app.check_quota(&person, More::Game { bots, listed: false }).await?;
    if loaded.game.state == GameState::Open {
        return Err(Fault::conflict("the game has not started"));
    }
    may_replay(&loaded, Some(person.id()))?;
    let at = body.at.unwrap_or(loaded.game.length);
    if !(0..=loaded.game.length).contains(&at) {
        return Err(Fault::bad(format!("the game has {} moves", loaded.game.length)));
    }
    let mut seats = loaded.seats.clone();
    let chooser = &app.config.parts.chooser;
    for (i, seat) in seats.iter_mut().enumerate() {
        let name = seat.name.clone();
        *seat = Seat::open(i as u8);
        seat.name = if name.is_empty() { format!("Player {}", i + 1) } else { name };
        match levels.get(i) {
            Some(Some(level)) if chooser.knows(level) => seat.bot = Some(level.clone()),
            Some(Some(_)) => return Err(Fault::bad("there is no such bot")),
            _ => seat.user = Some(person.id().to_owned()),
        }
    }
    let moves = app.moves(&loaded, 0, at).await?;
    let (title, setup) = (loaded.title, Setup::clone(&loaded.setup));
    let whom = Whom::Name(person.id().to_owned());
    let made = app.now();
    let (setup, replayed) = app
        .workshop
        .work(whom, move || {
            let setup = with_new_luck(&setup, drawn(title, &setup, &moves)?);
            let moves = moves.iter().map(|m| serde_json::from_str(&m.mv));
            let replayed = replay(title.start(&setup)?, moves, made)?;
            Ok::<_, Fault>((setup, replayed))
        })
        .await??;
    let name = loaded.game.name.clone();
    let origin = Origin { name, title, setup, seats, imported: false, listed: false };
    let json = app.add_replayed(&person, origin, replayed).await?;
    Ok((StatusCode::CREATED, Json(json)))
}
