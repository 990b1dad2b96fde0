//! Live streams: everything in the journal once and in order, from where the listener was.

use crate::app::App;
use crate::attendance::Attendance;
use crate::clock::now;
use crate::extract::{Path, Query};
use crate::fault::Fault;
use crate::game_json::game_json;
use crate::hub::{Ear, LobbyNews, News, entry_text};
use crate::limit::{Kind, Whom};
use crate::presence::{Present, present_text};
use crate::shapes::TurnJson;
use crate::told::text;
use crate::visitor::Visitor;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use serde::{Deserialize, Serialize};
use std::collections::{HashSet, VecDeque};
use std::convert::Infallible;
use std::net::IpAddr;
use std::time::Duration;
use store::{EntryKind, GameFilter, List, SessionKind};
use tokio::sync::broadcast::{self, error::RecvError};
use tokio::sync::watch;
use tokio::time::Instant;
use utoipa::IntoParams;

const HEARTBEAT: Duration = Duration::from_secs(15);
// A page of what a listener has missed: so many entries, and no more once they have so many characters.
const PAGE: i64 = 100;
const PAGE_LENGTH: i64 = 64 << 10;
// Bytes of an event of the lobby, at most.
const LOBBY_EVENT: usize = 400;
// Whether a login has ended is looked up at most so often for each listener.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Where a stream begins.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Since {
    /// Number of the last entry seen.
    pub since: Option<i64>,
    /// Word of the invitation, for private games.
    pub invite: Option<String>,
}

// What a stream begins with.
#[derive(Serialize)]
struct Hello {
    kind: &'static str,
    seq: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<i64>,
}

// Whose turn it is.
#[derive(Serialize)]
struct TurnNews<'a> {
    kind: &'static str,
    game: &'a str,
    turn: Option<TurnJson>,
    mine: bool,
    length: i64,
    state: String,
}

// What happened in the lobby.
#[derive(Serialize)]
struct LobbyTold<'a> {
    kind: &'static str,
    #[serde(flatten)]
    entry: &'a store::LobbyEntry,
}

fn last_seen(headers: &HeaderMap, since: &Since) -> Option<i64> {
    headers
        .get("last-event-id")
        .and_then(|v| v.to_str().ok())
        .and_then(|v| v.parse().ok())
        .or(since.since)
}

// A stream that counts as open until it is dropped, with what waits in it for its reader.
struct Open {
    app: App,
    whom: Whom,
    waiting: usize,
}

impl Open {
    fn new(app: &App, visitor: &Visitor) -> Result<Open, Fault> {
        app.limiter.take(Kind::Stream, visitor.address)?;
        let whom = Whom::from(visitor.address);
        app.limiter.open_stream(&whom)?;
        let app = app.clone();
        Ok(Open { app, whom, waiting: 0 })
    }

    // So many bytes wait now; `false` if that is too much for one address. A listener who comes back goes on from where
    // he was.
    fn waits(&mut self, bytes: usize) -> bool {
        let before = std::mem::replace(&mut self.waiting, bytes);
        before == bytes || self.app.limiter.wait_for_reader(&self.whom, before, bytes)
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.app.limiter.close_stream(&self.whom, self.waiting);
    }
}

// The login that a stream was opened with, if any.
struct Login {
    session: Option<(String, SessionKind)>,
    address: IpAddr,
    accounts: watch::Receiver<u64>,
    looked: u64,
    next: Instant,
}

impl Login {
    fn of(app: &App, visitor: &Visitor) -> Login {
        let accounts = app.hub.accounts();
        let looked = *accounts.borrow();
        Login {
            session: visitor.account.as_ref().map(|_| (visitor.session.clone(), visitor.kind)),
            address: visitor.address,
            looked,
            accounts,
            next: Instant::now(),
        }
    }

    // Comes back when it has ended, or when the listener is kept out. May be dropped and asked again at any time.
    async fn ended(&mut self, app: &App) {
        loop {
            let looked = self.looked;
            let Ok(changes) = self.accounts.wait_for(|n| *n != looked).await.map(|n| *n) else {
                return std::future::pending().await;
            };
            tokio::time::sleep_until(self.next).await;
            if app.bans.hold(self.address) {
                return;
            }
            if let Some((hash, kind)) = &self.session
                && matches!(app.store.session(hash, *kind, now()).await, Ok(None))
            {
                return;
            }
            self.looked = changes;
            self.next = Instant::now() + LOOK_EVERY;
        }
    }
}

struct Feed {
    app: App,
    open: Open,
    login: Login,
    game: String,
    user: Option<String>,
    invite: Option<String>,
    news: Ear,
    stopping: watch::Receiver<bool>,
    last: i64,
    behind: bool,
    ready: VecDeque<Event>,
    _attendance: Option<Attendance>,
}

impl Feed {
    // Reads on from the journal.
    async fn catch_up(&mut self) -> bool {
        let entries = self.app.store.entries(&self.game, self.last, PAGE, PAGE_LENGTH).await;
        let Ok(entries) = entries else { return false };
        self.behind = !entries.is_empty();
        if entries.iter().any(|e| e.kind == EntryKind::Game) && !self.may_stay().await {
            return false;
        }
        let mut bytes = 0;
        for entry in &entries {
            self.last = entry.seq;
            let text = entry_text(entry);
            bytes += text.len();
            let id = entry.seq.to_string();
            self.ready.push_back(Event::default().id(id).event(entry.kind.name()).data(text));
        }
        self.open.waits(bytes)
    }

    // Whether the listener may still see the game.
    async fn may_stay(&self) -> bool {
        self.app.see(&self.game, self.user.as_deref(), self.invite.as_deref()).await.is_ok()
    }

    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Some(event);
            }
            self.open.waits(0);
            if self.behind {
                if !self.catch_up().await {
                    return None;
                }
                continue;
            }
            let news = tokio::select! {
                news = self.news.hear() => news,
                () = self.login.ended(&self.app) => return None,
                _ = self.stopping.wait_for(|s| *s) => return None,
            };
            match news {
                Ok(News::Entry { seq, kind, text }) => {
                    if seq == self.last + 1 && kind != EntryKind::Game.name() {
                        self.last = seq;
                        return Some(Event::default().id(seq.to_string()).event(kind).data(text));
                    }
                    // What concerns the game itself may concern who sees it: the journal is read with a look at that.
                    self.behind = seq > self.last;
                }
                Ok(News::Presence(text)) => {
                    return Some(Event::default().event("presence").data(text));
                }
                Ok(News::Look) | Err(RecvError::Lagged(_)) => self.behind = true,
                Err(RecvError::Closed) => return None,
            }
        }
    }
}

fn sse<S: Stream<Item = Result<Event, Infallible>> + Send + 'static>(
    stream: S,
) -> Sse<axum::response::sse::KeepAliveStream<S>> {
    Sse::new(stream).keep_alive(KeepAlive::new().interval(HEARTBEAT).text("beat"))
}

/// Follows a game.
#[utoipa::path(get, path = "/api/games/{id}/stream", tag = "live", params(("id" = String, Path), Since),
    responses((status = 200, content_type = "text/event-stream", body = String), (status = "4XX", body = crate::fault::FaultBody)))]
pub async fn game(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(since): Query<Since>,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Fault> {
    let open = Open::new(&app, &visitor)?;
    // Listening begins before the journal is read, so that nothing falls between.
    let (news, login) = (app.hub.listen(&id), Login::of(&app, &visitor));
    let loaded = app.see(&id, visitor.id(), since.invite.as_deref()).await?.look();
    let seen = last_seen(&headers, &since);
    let attendance = visitor.account.as_ref().map(|a| {
        Attendance::new(app.clone(), &id, Present { user: a.id.clone(), name: a.name.clone() })
    });
    let hello =
        text(&Hello { kind: "hello", seq: loaded.game.seq, length: Some(loaded.game.length) });
    let mut ready = VecDeque::from([Event::default()
        .event("hello")
        .retry(Duration::from_millis(800))
        .data(hello)]);
    ready.push_back(Event::default().event("presence").data(present_text(&app.presence.at(&id))));
    let feed = Feed {
        news,
        stopping: app.stopping.subscribe(),
        last: seen.unwrap_or(loaded.game.seq).clamp(0, loaded.game.seq),
        behind: true,
        ready,
        _attendance: attendance,
        game: id,
        user: visitor.id().map(str::to_owned),
        invite: since.invite,
        login,
        open,
        app,
    };
    Ok(sse(futures_util::stream::unfold(feed, |mut feed| async move {
        feed.next().await.map(|event| (Ok(event), feed))
    })))
}

struct LobbyFeed {
    app: App,
    open: Open,
    login: Login,
    user: Option<String>,
    mine: HashSet<String>,
    news: broadcast::Receiver<LobbyNews>,
    stopping: watch::Receiver<bool>,
    last: i64,
    behind: bool,
    ready: VecDeque<Event>,
}

impl LobbyFeed {
    async fn catch_up(&mut self) -> bool {
        let Ok(entries) = self.app.store.lobby(self.last, PAGE).await else {
            return false;
        };
        self.behind = entries.len() as i64 == PAGE;
        for entry in entries {
            self.last = entry.seq;
            self.ready.push_back(lobby_event(&entry));
        }
        self.open.waits(self.ready.len() * LOBBY_EVENT)
    }

    // Whose turn it is in one of the listener's own games.
    async fn turn(&self, game: &str) -> Option<Event> {
        let user = self.user.as_deref()?;
        let (row, seats) = self.app.store.game(game).await.ok()??;
        let shown = game_json(&row, &seats, Some(user));
        let data = text(&TurnNews {
            kind: "turn",
            game,
            mine: shown.turn.as_ref().is_some_and(|t| t.mine),
            turn: shown.turn,
            length: shown.length,
            state: shown.state,
        });
        Some(Event::default().event("turn").data(data))
    }

    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Some(event);
            }
            self.open.waits(0);
            if self.behind {
                if !self.catch_up().await {
                    return None;
                }
                continue;
            }
            let news = tokio::select! {
                news = self.news.recv() => news,
                () = self.login.ended(&self.app) => return None,
                _ = self.stopping.wait_for(|s| *s) => return None,
            };
            match news {
                Ok(LobbyNews::Entry(entry)) => {
                    if entry.seq == self.last + 1 {
                        self.last = entry.seq;
                        return Some(lobby_event(&entry));
                    }
                    self.behind = entry.seq > self.last;
                }
                Ok(LobbyNews::Turn { game, people }) => {
                    let Some(user) = self.user.clone() else {
                        continue;
                    };
                    if let Some(people) = people {
                        if people.contains(&user) {
                            self.mine.insert(game.to_string());
                        } else {
                            self.mine.remove(&*game);
                        }
                    }
                    if self.mine.contains(&*game)
                        && let Some(event) = self.turn(&game).await
                    {
                        return Some(event);
                    }
                }
                Ok(LobbyNews::Look) | Err(RecvError::Lagged(_)) => {
                    self.behind = true;
                    self.turns().await;
                }
                Err(RecvError::Closed) => return None,
            }
        }
    }

    // The turn in every game of the listener's own, as it is now.
    async fn turns(&mut self) {
        let Some(user) = self.user.clone() else {
            return;
        };
        let filter = GameFilter {
            list: List::Mine,
            user,
            archived: false,
            title: None,
            before: i64::MAX,
            limit: 300,
        };
        let Ok(games) = self.app.store.games(&filter).await else {
            return;
        };
        self.mine = games.iter().map(|(g, _)| g.id.clone()).collect();
        let playing: Vec<String> =
            games.into_iter().filter(|(g, _)| g.turn.is_some()).map(|(g, _)| g.id).collect();
        for id in playing {
            if let Some(event) = self.turn(&id).await {
                self.ready.push_back(event);
            }
        }
    }
}

fn lobby_event(entry: &store::LobbyEntry) -> Event {
    let data = text(&LobbyTold { kind: "game", entry });
    Event::default().id(entry.seq.to_string()).event("game").data(data)
}

/// Follows the lobby.
#[utoipa::path(get, path = "/api/lobby/stream", tag = "live", params(Since),
    responses((status = 200, content_type = "text/event-stream", body = String), (status = "4XX", body = crate::fault::FaultBody)))]
pub async fn lobby(
    State(app): State<App>,
    visitor: Visitor,
    Query(since): Query<Since>,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Fault> {
    let open = Open::new(&app, &visitor)?;
    let news = app.hub.listen_lobby();
    let now = app.store.lobby_seq().await?;
    let hello = text(&Hello { kind: "hello", seq: now, length: None });
    let mut feed = LobbyFeed {
        login: Login::of(&app, &visitor),
        user: visitor.id().map(str::to_owned),
        mine: HashSet::new(),
        news,
        stopping: app.stopping.subscribe(),
        last: last_seen(&headers, &since).unwrap_or(now).clamp(0, now),
        behind: true,
        ready: VecDeque::from([Event::default()
            .event("hello")
            .retry(Duration::from_millis(800))
            .data(hello)]),
        open,
        app,
    };
    feed.turns().await;
    Ok(sse(futures_util::stream::unfold(feed, |mut feed| async move {
        feed.next().await.map(|event| (Ok(event), feed))
    })))
}
