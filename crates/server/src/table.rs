//! A game in play: its state at any move, choices, previews, moves, log, settings, chat.

use crate::account::clean_text;
use crate::accounts::{hidden, is_closed, may_try};
use crate::app::App;
use crate::automation::Automation;
use crate::catalogue::rule_text;
use crate::changes::changes;
use crate::commit::Done;
use crate::describe::{cells_of, decision_of, events_of, grouped, sheet_of};
use crate::extract::{Body, Path, Query};
use crate::fault::{Fault, FaultBody, refusal_json};
use crate::limit::{Kind, Whom};
use crate::lobby::Invited;
use crate::occasions::mentioned;
use crate::play::{Moved, Mover};
use crate::proposal::Proposal;
use crate::room::Loaded;
use crate::shapes::{self, Line, ToldLines};
use crate::takeback;
use crate::told::{ChatTold, NOTHING, text};
use crate::undo;
use crate::visitor::{Person, Visitor};
use axum::Json;
use axum::extract::State;
use engine::{Company, Event, LayBy, Move, Names, Position, Title, view_without, wire};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::mem::take;
use std::sync::Arc;
use store::{Entry, EntryKind, GameState, NoticeKind, StoredMove};
use utoipa::{IntoParams, ToSchema};

const LOG_SHOWN: i64 = 40;
const MOST_PREVIEWS: usize = 64;

/// A moment of a game.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct At {
    /// After so many moves; all if missing.
    pub at: Option<i64>,
    /// Word of the invitation, for private games.
    pub invite: Option<String>,
}

/// What of a state is wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct StateQuery {
    /// After so many moves; all if missing.
    pub at: Option<i64>,
    /// With the choices that belong to exactly this state.
    pub choices: Option<bool>,
    /// Word of the invitation, for private games.
    pub invite: Option<String>,
}

/// Which lines of the log.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LogQuery {
    /// Lines before this move.
    pub before: Option<i64>,
    /// At most so many.
    pub limit: Option<i64>,
    /// Lines after this move.
    pub from: Option<i64>,
    /// Lines up to this move.
    pub to: Option<i64>,
    /// Word of the invitation, for private games.
    pub invite: Option<String>,
}

/// Lines of the log.
#[derive(Debug, Serialize, ToSchema)]
pub struct LogJson {
    /// Lines in order.
    pub lines: Vec<Line>,
}

/// A move.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveBody {
    /// Moves made, as last seen.
    pub after: i64,
    /// The client's word for this move; the same word never makes a second one.
    pub key: Option<String>,
    /// The move.
    #[serde(rename = "move")]
    pub mv: wire::Move,
    /// For which seat; checked if given.
    pub seat: Option<u8>,
}

/// Moves to look ahead at.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PreviewBody {
    /// In the position after so many moves; all if missing.
    pub after: Option<i64>,
    /// The moves, each on its own.
    pub moves: Vec<wire::Move>,
    /// Show the whole position after the first one.
    #[serde(default = "yes")]
    pub view: bool,
    /// Word of the invitation, for private games.
    pub invite: Option<String>,
}

fn yes() -> bool {
    true
}

/// Settings of a seat.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AutomationBody {
    /// Seat.
    pub seat: u8,
    /// Pass when nothing else is legal.
    pub forced: Option<bool>,
    /// What to do in stock rounds; missing: nothing.
    pub program: Option<crate::shapes::Program>,
    /// Ignored; the server says here why a program stopped.
    #[serde(default)]
    #[allow(dead_code)]
    pub stopped: Option<String>,
}

/// A line of chat.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChatBody {
    /// Text.
    pub text: String,
    /// The client's word for it.
    pub key: Option<String>,
    /// Word of the invitation: who has it may speak without a seat.
    pub invite: Option<String>,
}

fn moment(loaded: &Loaded, at: Option<i64>) -> Result<i64, Fault> {
    match at {
        None => Ok(loaded.game.length),
        Some(at) if (0..=loaded.game.length).contains(&at) => Ok(at),
        Some(_) => Err(Fault::bad(format!("the game has {} moves", loaded.game.length))),
    }
}

impl App {
    /// A game that somebody may see, and its position at a moment.
    pub async fn look(
        &self,
        id: &str,
        visitor: &Visitor,
        invite: Option<&str>,
        at: Option<i64>,
    ) -> Result<(Loaded, i64, Arc<dyn Position>), Fault> {
        // An undo on another server may come between; then once more.
        for _ in 0..3 {
            let loaded = self.see(id, visitor.id(), invite).await?.look();
            let at = moment(&loaded, at)?;
            match self.position_at(&loaded, at).await {
                Err(Fault::Stale { .. }) => {}
                Err(fault) => return Err(fault),
                Ok(position) => return Ok((loaded, at, position)),
            }
        }
        Err(Fault::Unavailable)
    }

    /// A game, its position at a moment and the lines that led there, all of the same state.
    async fn look_with_log(
        &self,
        id: &str,
        visitor: &Visitor,
        query: &StateQuery,
    ) -> Result<(Loaded, i64, Arc<dyn Position>, Vec<Line>), Fault> {
        for _ in 0..3 {
            let (loaded, at, position) =
                self.look(id, visitor, query.invite.as_deref(), query.at).await?;
            let from = (at - LOG_SHOWN).max(0);
            let (lines, told) = self.lines_and_last(&loaded, from, at).await?;
            // If not, moves were taken back and others made meanwhile.
            if lines.len() as i64 == at - from && told <= loaded.game.seq {
                return Ok((loaded, at, position, lines));
            }
        }
        Err(Fault::Unavailable)
    }

    /// Lines of the log after one move up to another.
    pub async fn lines(&self, loaded: &Loaded, from: i64, to: i64) -> Result<Vec<Line>, Fault> {
        Ok(self.lines_and_last(loaded, from, to).await?.0)
    }

    // Also the number of the last journal entry that told of one of them.
    async fn lines_and_last(
        &self,
        loaded: &Loaded,
        from: i64,
        to: i64,
    ) -> Result<(Vec<Line>, i64), Fault> {
        if let Some(lesson) = &loaded.lesson {
            return Ok((lesson.lines(from, to), 0));
        }
        let (moves, entries) = self.store.log(&loaded.game.id, from, to).await?;
        let mut told: BTreeMap<i64, (i64, ToldLines)> = entries
            .iter()
            .map(|e| {
                let told = serde_json::from_str(&e.data).unwrap_or_default();
                (e.seq, (e.at, told))
            })
            .collect();
        let last = told.keys().next_back().copied().unwrap_or(0);
        let lines = moves
            .into_iter()
            .filter_map(|mv| {
                // Missing only if the move was taken back just now.
                let (at, told) = told.get_mut(&mv.seq)?;
                let line = told.lines.get_mut(mv.part as usize);
                Some(Line::kept(mv, line.map(take).unwrap_or_default(), *at))
            })
            .collect();
        Ok((lines, last))
    }

    // The last moves, back to the last decision of somebody's own if that is not long ago.
    async fn recent(&self, loaded: &Loaded, user: &str) -> Result<Vec<StoredMove>, Fault> {
        if loaded.game.state != GameState::Playing {
            return Ok(Vec::new());
        }
        let length = loaded.game.length;
        for back in [40, 400] {
            let from = (length - back).max(0);
            let moves = self.moves(loaded, from, length).await?;
            if from == 0 || back == 400 || takeback::before_own(&moves, user).is_some() {
                return Ok(moves);
            }
        }
        Ok(Vec::new())
    }
}

/// A line of chat, if that is what an entry tells.
pub fn chat_line(entry: &Entry) -> Option<shapes::ChatLine> {
    let told: ChatTold = serde_json::from_str(&entry.data).ok()?;
    Some(shapes::ChatLine {
        seq: entry.seq,
        at: entry.at,
        kind: entry.kind.name(),
        user: told.user,
        name: told.name,
        text: told.text,
        removed: told.removed,
    })
}

// Entries about the table itself that a state shows.
const TOLD_SHOWN: i64 = 60;

impl App {
    // What happened at the table besides moves.
    async fn told(&self, loaded: &Loaded) -> Result<Vec<shapes::TableTold>, Fault> {
        if loaded.lesson.is_some() {
            return Ok(Vec::new());
        }
        let entries = self.store.told(&loaded.game.id, TOLD_SHOWN).await?;
        let seen = entries.into_iter().filter(|e| e.seq <= loaded.game.seq);
        let read = seen.filter_map(|entry| {
            let told: shapes::TableTold = serde_json::from_str(&entry.data).ok()?;
            Some(shapes::TableTold { seq: entry.seq, at: entry.at, ..told })
        });
        Ok(read.collect())
    }

    // What belongs to who asks.
    async fn you(&self, loaded: &Loaded, user: &str) -> Result<shapes::You, Fault> {
        let seats = loaded.seats_of(user);
        if seats.is_empty() {
            return Ok(shapes::You::default());
        }
        let moves = self.recent(loaded, user).await?;
        let undo_to = takeback::before_own(&moves, user);
        let needs = undo_to.map(|to| takeback::needs(loaded, &moves, user, to));
        let needs = needs.unwrap_or_default();
        Ok(shapes::You {
            automation: seats.iter().map(|&s| automation_of(loaded, s)).collect(),
            seats,
            may_undo: undo_to.is_some(),
            undo_to,
            undo_needs: needs.iter().flat_map(|p| loaded.seats_of(p)).collect(),
        })
    }
}

/// The state of a game at any move.
#[utoipa::path(get, path = "/api/games/{id}/state", tag = "table", params(("id" = String, Path), StateQuery),
    responses((status = 200, body = shapes::State), (status = "4XX", body = FaultBody)))]
pub async fn state(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(query): Query<StateQuery>,
) -> Result<Json<shapes::State>, Fault> {
    let (loaded, at, position, lines) = app.look_with_log(&id, &visitor, &query).await?;
    let said = app.store.chat(&id, 100).await?;
    let said = said.iter().filter(|e| e.seq <= loaded.game.seq);
    let chat = said.filter_map(chat_line).collect();
    let you = match visitor.id() {
        Some(user) => app.you(&loaded, user).await?,
        None => shapes::You::default(),
    };
    let present = app.presence.at(&id).into_iter();
    let presence = present.map(|p| shapes::Present {
        seats: loaded.seats_of(&p.user),
        user: p.user,
        name: p.name,
    });
    let asked = query.choices == Some(true);
    // A lesson asks at every step.
    let decides = at == loaded.game.length || loaded.lesson.is_some();
    let choices = asked && decides && loaded.game.state == GameState::Playing;
    let mine = is_mine(&loaded, at, &visitor);
    let seats = played_by(&loaded, &visitor);
    let hidden = hidden(&loaded, position.as_ref(), visitor.id());
    let (clock, told) = (app.clocks_of(&loaded).await?, app.told(&loaded).await?);
    let agreed = agreed(&loaded, at);
    let (mut view, choices) = tokio::task::spawn_blocking(move || {
        let choices = choices.then(|| choices_of(position.as_ref(), at, mine, &seats, &hidden));
        (view_without(position.as_ref(), &hidden), choices)
    })
    .await?;
    // A game that ended as it stood is over for the table, not for its position.
    if agreed.is_some() {
        view.outcome = agreed;
        view.decision = None;
    }
    Ok(Json(shapes::State {
        game: loaded.json(visitor.id()),
        at,
        length: loaded.game.length,
        seq: loaded.game.seq,
        undone: loaded.game.undone,
        live: at == loaded.game.length,
        view,
        last: lines.last().cloned(),
        log: lines,
        you,
        undo: Proposal::of(&loaded).map(|p| p.shown(&loaded)),
        chat,
        luck: luck_of(&loaded),
        clock,
        told,
        presence: presence.collect(),
        choices: asked.then_some(choices),
    }))
}

// The result that all agreed to, where the position knows of none.
fn agreed(loaded: &Loaded, at: i64) -> Option<wire::Outcome> {
    let over = loaded.game.state == GameState::Finished && at == loaded.game.length;
    let told = loaded.game.outcome.as_ref().filter(|_| over && loaded.position.outcome().is_none());
    told.and_then(|text| serde_json::from_str(text).ok())
}

// What everybody may know of a game's luck: while it runs the commitment alone.
fn luck_of(loaded: &Loaded) -> shapes::LuckJson {
    let luck = loaded.setup.luck.as_ref();
    let over = loaded.is_over();
    shapes::LuckJson {
        commitment: luck.and_then(|l| l.commitment.clone()),
        chosen: luck.is_some_and(|l| l.chosen),
        seed: over.then(|| loaded.setup.seed.to_string()),
        salt: luck.filter(|_| over).and_then(|l| l.salt.clone()),
    }
}

// Whether the visitor must decide at this moment.
fn is_mine(loaded: &Loaded, at: i64, visitor: &Visitor) -> bool {
    let seat = loaded.position.decision().map(|d| d.player.0 as usize);
    at == loaded.game.length
        && loaded.game.state == GameState::Playing
        && seat.and_then(|s| loaded.seats.get(s)).is_some_and(|s| {
            s.bot.is_none() && s.user.is_some() && s.user.as_deref() == visitor.id()
        })
}

// Seats that the visitor plays himself.
fn played_by(loaded: &Loaded, visitor: &Visitor) -> Vec<u8> {
    let seats = visitor.id().map_or_else(Vec::new, |user| loaded.seats_of(user));
    let played = |s: &u8| loaded.seats.get(usize::from(*s)).is_some_and(|p| p.bot.is_none());
    seats.into_iter().filter(played).collect()
}

// Choices at a moment of a game, for who plays some of its seats.
fn choices_of(
    position: &dyn Position,
    at: i64,
    mine: bool,
    seats: &[u8],
    hidden: &[Company],
) -> shapes::Choices {
    let own: Vec<_> = (position.asides().into_iter()).filter(|a| seats.contains(&a.0.0)).collect();
    let of = |seat: u8| own.iter().filter(move |a| a.0.0 == seat).map(|a| &a.1);
    let asides = seats.iter().map(|&s| shapes::Aside { seat: s, groups: grouped(position, of(s)) });
    let choices = match is_closed(position, hidden) {
        true => Vec::new(),
        false => position.choices(),
    };
    shapes::Choices {
        after: at,
        decision: decision_of(position),
        mine,
        groups: grouped(position, &choices),
        count: choices.len(),
        asides: asides.filter(|a| !a.groups.is_empty()).collect(),
        cells: Some(cells_of(position.sheet(), choices.iter().chain(own.iter().map(|a| &a.1)))),
    }
}

fn automation_of(loaded: &Loaded, seat: u8) -> shapes::SeatAutomation {
    let place = loaded.seats.get(usize::from(seat));
    let automation = place.map(Automation::of).unwrap_or_default();
    shapes::SeatAutomation {
        seat,
        forced: automation.forced,
        program: automation.program,
        stopped: automation.stopped,
    }
}

/// What is printed for this game.
#[utoipa::path(get, path = "/api/games/{id}/sheet", tag = "table", params(("id" = String, Path), Invited),
    responses((status = 200, body = shapes::Sheet), (status = "4XX", body = FaultBody)))]
pub async fn sheet(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(query): Query<Invited>,
) -> Result<Json<shapes::Sheet>, Fault> {
    let loaded = app.see(&id, visitor.id(), query.invite.as_deref()).await?.look();
    Ok(Json(sheet_of(loaded.position.as_ref())))
}

/// All legal choices of whoever must decide.
#[utoipa::path(get, path = "/api/games/{id}/choices", tag = "table", params(("id" = String, Path), At),
    responses((status = 200, body = shapes::Choices), (status = "4XX", body = FaultBody)))]
pub async fn choices(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(query): Query<At>,
) -> Result<Json<shapes::Choices>, Fault> {
    let (loaded, at, position) = app.look(&id, &visitor, query.invite.as_deref(), query.at).await?;
    if loaded.game.state == GameState::Open {
        return Ok(Json(shapes::Choices::default()));
    }
    let mine = is_mine(&loaded, at, &visitor);
    let seats = played_by(&loaded, &visitor);
    let hidden = hidden(&loaded, position.as_ref(), visitor.id());
    let choices = tokio::task::spawn_blocking(move || {
        choices_of(position.as_ref(), at, mine, &seats, &hidden)
    })
    .await?;
    Ok(Json(choices))
}

/// A refusal with the text of its rule.
pub fn explained(
    title: &dyn Title,
    position: &dyn Position,
    refusal: &engine::Refusal,
) -> shapes::RefusalJson {
    shapes::RefusalJson { text: rule_text(title, refusal.rule), ..refusal_json(position, refusal) }
}

// Whether a card would bring nothing: it pays nothing, and the turn ends with it or leaves nothing but to pass. Rights of
// characters do not come from it.
fn is_idle(before: &dyn Position, after: &dyn Position, mv: &Move, events: &[Event]) -> bool {
    if !matches!(mv, Move::PlayCard { .. }) || matches!(events.get(1), Some(Event::Paid { .. })) {
        return false;
    }
    let decides = |p: &dyn Position| p.decision().map(|d| (d.player, d.step));
    let (was, is) = (decides(before), decides(after));
    let own = |mv: &Move| {
        let right = matches!(mv, Move::LayTile { by: LayBy::Right { .. }, .. } | Move::Use { .. });
        right || *mv == Move::Pass
    };
    is.map(|d| d.0) != was.map(|d| d.0)
        || is == was
        || after.choices().iter().all(|choice| own(&choice.mv))
}

fn preview_one(
    title: &dyn Title,
    position: &dyn Position,
    mv: &wire::Move,
    view: bool,
    hidden: &[Company],
) -> shapes::Preview {
    let names = Names::of(position);
    let mv = match names.read_move(mv) {
        Ok(mv) => mv,
        Err(error) => {
            return shapes::Preview {
                error: Some(error.to_string()),
                ..shapes::Preview::default()
            };
        }
    };
    let mut after = position.boxed();
    let mut events = Vec::new();
    if let Err(refusal) = after.foresee(&mv, &mut events) {
        return shapes::Preview {
            refusal: Some(explained(title, position, &refusal)),
            ..shapes::Preview::default()
        };
    }
    let after = after.as_ref();
    shapes::Preview {
        ok: true,
        r#move: Some(names.write_move(&mv)),
        events: Some(events_of(after, &events)),
        changes: Some(changes(position, after, hidden)),
        decision: Some(decision_of(after)),
        unseen: after.core().rng.sight_ended(),
        idle: is_idle(position, after, &mv, &events),
        view: view.then(|| view_without(after, hidden)),
        ..shapes::Preview::default()
    }
}

/// What moves would bring, or why they are not allowed.
#[utoipa::path(post, path = "/api/games/{id}/preview", tag = "table", params(("id" = String, Path)), request_body = PreviewBody,
    responses((status = 200, body = shapes::Previews), (status = "4XX", body = FaultBody)))]
pub async fn preview(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Body(body): Body<PreviewBody>,
) -> Result<Json<shapes::Previews>, Fault> {
    if body.moves.len() > MOST_PREVIEWS {
        return Err(Fault::bad(format!("at most {MOST_PREVIEWS} moves at once")));
    }
    let (loaded, at, position) =
        app.look(&id, &visitor, body.invite.as_deref(), body.after).await?;
    if loaded.game.state == GameState::Open {
        return Err(Fault::conflict("the game has not started"));
    }
    let hidden = hidden(&loaded, position.as_ref(), visitor.id());
    may_try(position.as_ref(), &hidden)?;
    let title = loaded.title;
    let previews = tokio::task::spawn_blocking(move || {
        body.moves
            .iter()
            .enumerate()
            .map(|(i, mv)| {
                let view = body.view && i == 0;
                preview_one(title, position.as_ref(), mv, view, &hidden)
            })
            .collect::<Vec<_>>()
    })
    .await?;
    Ok(Json(shapes::Previews { after: at, previews }))
}

/// Makes a move.
#[utoipa::path(post, path = "/api/games/{id}/moves", tag = "table", params(("id" = String, Path)), request_body = MoveBody,
    responses((status = 200, body = Moved), (status = "4XX", body = FaultBody)))]
pub async fn make(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Body(body): Body<MoveBody>,
) -> Result<Json<Moved>, Fault> {
    undo::check_key(body.key.as_ref())?;
    let held = app.hold(&id).await?;
    if !held.may_see(Some(person.id()), None) {
        return Err(Fault::NotFound);
    }
    let own = held.seats_of(person.id());
    if own.is_empty() || body.seat.is_some_and(|s| !own.contains(&s)) {
        return Err(Fault::Forbidden("that is not your seat"));
    }
    let title = held.title;
    let mover = Mover::Person(person.id().to_owned());
    match app.make_move(held, mover, body.after, body.key, &body.mv).await {
        Ok(moved) => Ok(Json(moved)),
        Err(Fault::Refused(mut detail)) => {
            detail.text = rule_text(title, detail.rule);
            Err(Fault::Refused(detail))
        }
        Err(fault) => Err(fault),
    }
}

/// Lines of the log.
#[utoipa::path(get, path = "/api/games/{id}/log", tag = "table", params(("id" = String, Path), LogQuery),
    responses((status = 200, body = LogJson), (status = "4XX", body = FaultBody)))]
pub async fn log(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(query): Query<LogQuery>,
) -> Result<Json<LogJson>, Fault> {
    let loaded = app.see(&id, visitor.id(), query.invite.as_deref()).await?.look();
    let limit = query.limit.unwrap_or(200).clamp(1, 2000);
    let (from, to) = match (query.from, query.before) {
        (Some(from), _) => {
            let from = from.clamp(0, loaded.game.length);
            (
                from,
                query
                    .to
                    .unwrap_or(loaded.game.length)
                    .clamp(from, from.saturating_add(limit.max(2000))),
            )
        }
        (None, before) => {
            let to = before.unwrap_or(i64::MAX).clamp(1, loaded.game.length + 1) - 1;
            ((to - limit).max(0), to)
        }
    };
    Ok(Json(LogJson { lines: app.lines(&loaded, from, to).await? }))
}

/// Sets what a seat leaves to the server.
#[utoipa::path(post, path = "/api/games/{id}/automation", tag = "table", params(("id" = String, Path)), request_body = AutomationBody,
    responses((status = 200, body = shapes::AutomationSet), (status = "4XX", body = FaultBody)))]
pub async fn automation(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Body(body): Body<AutomationBody>,
) -> Result<Json<shapes::AutomationSet>, Fault> {
    let held = app.see(&id, Some(person.id()), None).await?;
    let (held, _) = app
        .change(held, None, |draft| {
            let loaded = &mut draft.loaded;
            if !loaded.seats_of(person.id()).contains(&body.seat) {
                return Err(Fault::Forbidden("that is not your seat"));
            }
            if loaded.game.state != GameState::Playing {
                let state = loaded.game.state.name();
                return Err(Fault::conflict(format!("the game is {state}")));
            }
            let seat = &mut loaded.seats[usize::from(body.seat)];
            let mut automation = Automation {
                forced: body.forced.unwrap_or(Automation::of(seat).forced),
                program: body.program.clone(),
                stopped: None,
            };
            let position = loaded.position.as_ref();
            automation.begin(position).map_err(Fault::bad)?;
            automation.put(seat);
            // The entry says nothing: settings are shown to their owner alone.
            draft.tell(EntryKind::Settings, None, NOTHING.to_owned());
            Ok(())
        })
        .await?;
    let held = app.follow_up(held).await?;
    let own = held.seats_of(person.id());
    Ok(Json(shapes::AutomationSet {
        automation: own.iter().map(|&s| automation_of(&held, s)).collect(),
        length: held.game.length,
    }))
}

/// Says something at the table.
#[utoipa::path(post, path = "/api/games/{id}/chat", tag = "table", params(("id" = String, Path)), request_body = ChatBody,
    responses((status = 200, body = shapes::Said), (status = "4XX", body = FaultBody)))]
pub async fn chat(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Body(body): Body<ChatBody>,
) -> Result<Json<shapes::Said>, Fault> {
    undo::check_key(body.key.as_ref())?;
    app.limiter.take(Kind::Chat, Whom::Name(person.id().to_owned()))?;
    let said = clean_text(&body.text, 1000).trim().to_owned();
    if said.is_empty() {
        return Err(Fault::bad("there is nothing to say"));
    }
    let held = app.see(&id, Some(person.id()), body.invite.as_deref()).await?;
    let may = |loaded: &Loaded| {
        let invited = body.invite.as_deref() == Some(loaded.game.invite.as_str());
        invited || loaded.is_member(person.id())
    };
    if !may(&held) {
        return Err(Fault::Forbidden("you do not sit at this table"));
    }
    let before = |entry: Entry| shapes::Said { seq: entry.seq, repeated: true };
    if let Some(key) = &body.key
        && let Some(entry) = app.store.entry_by_key(&id, key).await?
    {
        return Ok(Json(before(entry)));
    }
    // Who does not want to hear somebody is not called by him either.
    let deaf = match said.contains('@') {
        true => app.store.blocked_by(person.id()).await?,
        false => Vec::new(),
    };
    let (held, done) = app
        .change(held, body.key.as_deref(), |draft| {
            let loaded = &draft.loaded;
            if !may(loaded) {
                return Err(Fault::Forbidden("you do not sit at this table"));
            }
            let mut seats = loaded.seats.iter();
            let own = seats.find(|s| s.user.as_deref() == Some(person.id()));
            let told = ChatTold {
                user: Some(person.id().to_owned()),
                name: own.map_or(&person.account.name, |s| &s.name).clone(),
                text: said.clone(),
                removed: false,
            };
            let named = mentioned(loaded, &said, person.id());
            for other in named.into_iter().filter(|other| !deaf.contains(other)) {
                draft.notify(&other, NoticeKind::Mention, &told.name);
            }
            draft.tell(EntryKind::Chat, Some(person.id()), text(&told));
            Ok(())
        })
        .await?;
    Ok(Json(match done {
        Done::Before(entry) => before(entry),
        Done::New(()) => shapes::Said { seq: held.game.seq, repeated: false },
    }))
}
