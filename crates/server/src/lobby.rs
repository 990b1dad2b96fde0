//! Games before, around and after play: making, joining, leaving, starting, giving up.

use crate::account::{clean_name, clean_text, must_be_free};
use crate::app::App;
use crate::extract::{Body, Path, Query};
use crate::fault::{Fault, FaultBody};
use crate::game_json::game_json;
use crate::limit::{Kind, Whom};
use crate::pace::Pace;
use crate::play::settle;
use crate::ratings::PEOPLE;
use crate::room::{Held, Loaded, Time};
use crate::secret;
use crate::setups;
use crate::shapes::{GameJson, WaitsJson};
use crate::told::{GameTold, What, text};
use crate::visitor::{Person, Visitor};
use crate::vote::Undone;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use engine::{Luck, OptionValue, Rng, Setup, Title};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use store::{GameFilter, GameRow, GameState, List, Seat};
use utoipa::{IntoParams, ToSchema};

const LONGEST_PAUSE: i64 = 10_000;
const USUAL_PAUSE: i64 = 400;
// Accounts that are asked for at once.
const MOST_ASKED: usize = 256;
/// What stands in lists in place of a name that is kept back.
const NAMELESS: &str = "–";
/// Why nobody else sits where somebody knows the luck.
pub const CHOSEN: &str = "a seed can be chosen only where nobody else plays";

/// Which games.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// `open`, `running`, `finished`, `mine` or `offered`: games in which a seat can be taken over.
    pub list: Option<String>,
    /// Only this title.
    pub title: Option<String>,
    /// Changed before this time.
    pub before: Option<i64>,
    /// At most so many.
    pub limit: Option<i64>,
    /// One's archived games too.
    pub archived: Option<bool>,
}

/// A list of games.
#[derive(Debug, Serialize, ToSchema)]
pub struct Games {
    /// Games, the last changed first.
    pub games: Vec<GameJson>,
    /// Ask again with `before` at this time for more.
    pub next: Option<i64>,
    /// Of open tables: what is known of those who wait there.
    pub waits: Vec<WaitsJson>,
}

/// Who shall sit at a seat.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum SeatBody {
    /// Who makes the game.
    Me {
        /// Name at the table.
        name: Option<String>,
    },
    /// A name at the maker's screen.
    Name {
        /// Name at the table.
        name: String,
    },
    /// Anybody who joins.
    Open {},
    /// A bot.
    Bot {
        /// Its level.
        level: String,
        /// Name at the table.
        name: Option<String>,
    },
}

/// A game to be made.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// Title.
    pub title: String,
    /// Variant; the usual one if missing.
    pub variant: Option<String>,
    /// Preset; the default one if missing.
    pub preset: Option<String>,
    /// Options that differ from the preset.
    #[serde(default)]
    pub options: BTreeMap<String, OptionValue>,
    /// Name.
    #[serde(default)]
    pub name: String,
    /// Seed as a decimal number, only where nobody else sits; random and secret if missing.
    pub seed: Option<String>,
    /// Shown to everyone.
    #[serde(default)]
    pub listed: bool,
    /// All at one screen.
    #[serde(default)]
    pub hot_seat: bool,
    /// Pause before a bot moves, in milliseconds.
    pub bot_pause: Option<i64>,
    /// The time of the table; none if nobody is in a hurry.
    pub pace: Option<Pace>,
    /// Mix the seats at the start.
    #[serde(default)]
    pub shuffle: bool,
    /// Start at once, if no seat is open.
    #[serde(default)]
    pub start: bool,
    /// Seats in order.
    pub seats: Vec<SeatBody>,
    /// Anything else a title needs to know.
    #[schema(value_type = Option<Object>)]
    pub extra: Option<Value>,
    /// A data sheet of one's own instead of the title's.
    #[schema(value_type = Option<Object>)]
    pub data: Option<Value>,
}

/// Word of the invitation.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Invited {
    /// Word of the invitation, for private games.
    pub invite: Option<String>,
}

/// Hides a game or shows it again.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ArchiveBody {
    /// Hidden.
    pub archived: bool,
}

/// Settings of a game.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SettingsBody {
    /// Name.
    pub name: Option<String>,
    /// Shown to everyone.
    pub listed: Option<bool>,
    /// Pause before a bot moves, in milliseconds.
    pub bot_pause: Option<i64>,
}

pub(crate) fn level(app: &App, level: &str) -> Result<String, Fault> {
    if app.config.parts.chooser.knows(level) {
        Ok(level.to_owned())
    } else {
        Err(Fault::bad(format!("there is no bot of level {}", clean_text(level, 20))))
    }
}

// A bot is named by its character, and by its level if it has none.
pub(crate) fn bot_name(level: &str, seat: usize) -> String {
    let mut letters = level.rsplit('-').next().unwrap_or(level).chars();
    let first = letters.next().map(|c| c.to_uppercase().collect::<String>()).unwrap_or_default();
    format!("{first}{} {}", letters.as_str(), seat + 1)
}

/// Lists games.
#[utoipa::path(get, path = "/api/games", tag = "lobby", params(ListQuery),
    responses((status = 200, body = Games), (status = "4XX", body = FaultBody)))]
pub async fn list(
    State(app): State<App>,
    visitor: Visitor,
    Query(query): Query<ListQuery>,
) -> Result<Json<Games>, Fault> {
    let list = match query.list.as_deref().unwrap_or("open") {
        "open" => List::Open,
        "running" => List::Running,
        "finished" => List::Finished,
        "mine" => List::Mine,
        "offered" => List::Offered,
        _ => return Err(Fault::bad("list is open, running, finished, mine or offered")),
    };
    let limit = query.limit.unwrap_or(50).clamp(1, 200);
    let user = match (list, visitor.id()) {
        (List::Mine, None) => {
            return Ok(Json(Games { games: Vec::new(), next: None, waits: Vec::new() }));
        }
        (_, id) => id.unwrap_or_default().to_owned(),
    };
    let filter = GameFilter {
        list,
        user,
        archived: query.archived.unwrap_or(false),
        title: query.title.map(|t| clean_text(&t, 40)),
        before: query.before.unwrap_or(i64::MAX),
        limit,
    };
    let found = app.store.games(&filter).await?;
    let next =
        if found.len() as i64 == limit { found.last().map(|(g, _)| g.updated) } else { None };
    let waits = match list {
        List::Open => app.who_waits(&found, visitor.id()).await?,
        _ => Vec::new(),
    };
    let mut games: Vec<GameJson> =
        found.iter().map(|(game, seats)| game_json(game, seats, visitor.id())).collect();
    if list == List::Finished {
        app.leave_names_out(&mut games, &found).await?;
    }
    Ok(Json(Games { games, next, waits }))
}

impl App {
    // Who sits at open tables: how strong they are, and whether they are friends.
    async fn who_waits(
        &self,
        games: &[(GameRow, Vec<Seat>)],
        by: Option<&str>,
    ) -> Result<Vec<WaitsJson>, Fault> {
        let mut users: Vec<String> =
            games.iter().flat_map(|(_, seats)| seats).filter_map(|s| s.user.clone()).collect();
        users.sort_unstable();
        users.dedup();
        let friends = match by {
            Some(by) => self.store.friends(by).await?,
            None => Vec::new(),
        };
        let mut ratings = Vec::new();
        for some in users.chunks(MOST_ASKED) {
            ratings.extend(self.store.ratings_of(some).await?);
        }
        let pages = self.store.pages(&users).await?;
        let mut waits = Vec::new();
        for (game, seats) in games {
            for seat in seats {
                let Some(user) = &seat.user else { continue };
                let page = pages.contains(user);
                let rating = ratings.iter().find(|r| {
                    r.who == *user && r.pool.title == game.title && r.pool.pool == PEOPLE && r.page
                });
                waits.push(WaitsJson {
                    game: game.id.clone(),
                    seat: seat.seat,
                    page,
                    friend: friends.iter().any(|f| f.id == *user),
                    rating: rating.map(|r| r.rating.into()),
                });
            }
        }
        Ok(waits)
    }

    // Who keeps his name out of lists is not named in that of games that are over, except to who played with him. A seat
    // that he left to a bot still has his name.
    async fn leave_names_out(
        &self,
        games: &mut [GameJson],
        rows: &[(GameRow, Vec<Seat>)],
    ) -> Result<(), Fault> {
        let of = |seat: &Seat| seat.user.clone().or_else(|| seat.left.clone());
        let seated = rows
            .iter()
            .flat_map(|(game, seats)| seats.iter().filter_map(of).chain(game.owner.clone()));
        let nameless = self.store.nameless(&seated.collect::<Vec<_>>()).await?;
        let hides = |user: &Option<String>| user.as_ref().is_some_and(|u| nameless.contains(u));
        let strange = games.iter_mut().zip(rows).filter(|(json, _)| json.role == "spectator");
        for (json, (game, seats)) in strange {
            if hides(&game.owner) {
                json.owner = None;
            }
            for (shown, seat) in json.seats.iter_mut().zip(seats) {
                if hides(&of(seat)) {
                    shown.user = None;
                    shown.name = NAMELESS.to_owned();
                }
            }
        }
        Ok(())
    }
}

fn seats_of_body(app: &App, person: &Person, bodies: &[SeatBody]) -> Result<Vec<Seat>, Fault> {
    bodies
        .iter()
        .enumerate()
        .map(|(i, body)| {
            let mut seat = Seat::open(i as u8);
            match body {
                SeatBody::Me { name } => {
                    seat.user = Some(person.id().to_owned());
                    seat.name = clean_name(name.as_deref().unwrap_or(&person.account.name))?;
                }
                SeatBody::Name { name } => {
                    seat.user = Some(person.id().to_owned());
                    seat.name = clean_name(name)?;
                }
                SeatBody::Open {} => {}
                SeatBody::Bot { level: l, name } => {
                    seat.bot = Some(level(app, l)?);
                    seat.name = match name {
                        Some(name) => clean_name(name)?,
                        None => bot_name(l, i),
                    };
                }
            }
            Ok(seat)
        })
        .collect()
}

/// How a new table shall be.
#[derive(Clone, Debug)]
pub struct Wish {
    /// Name.
    pub name: String,
    /// Shown to everyone.
    pub listed: bool,
    /// All at one screen.
    pub hot_seat: bool,
    /// Pause before a bot moves, in milliseconds.
    pub pause: i64,
    /// It starts at once, if no seat is open.
    pub start: bool,
    /// Its time.
    pub pace: Option<Pace>,
}

/// What somebody wants more of.
#[derive(Clone, Copy, Debug)]
pub enum More {
    /// A game to be played, with so many bots.
    Game {
        /// Bots.
        bots: usize,
        /// Shown to everyone while it waits.
        listed: bool,
    },
    /// A game to be looked at.
    Kept {
        /// Shown to everyone.
        listed: bool,
    },
    /// A seat in somebody's game.
    Seat,
    /// A bot in a game of theirs.
    Bot,
    /// Another game of theirs is shown to everyone.
    Listed,
}

impl App {
    /// Refuses more than an account or a guest may have, and new games from an address that made many.
    pub async fn check_quota(&self, person: &Person, more: More) -> Result<(), Fault> {
        let quota = match person.account.login {
            Some(_) => &self.config.accounts,
            None => &self.config.guests,
        };
        let has = self.store.holdings(person.id()).await?;
        let (bots, listed) = match more {
            More::Game { bots, listed } => (bots as i64, listed),
            More::Kept { listed } => (0, listed),
            More::Bot => (1, false),
            More::Listed => (0, true),
            More::Seat => (0, false),
        };
        let played = matches!(more, More::Game { .. } | More::Seat);
        let kept = matches!(more, More::Kept { .. });
        for (enough, what) in [
            (played && has.games >= quota.games, "too many games under way"),
            (kept && has.kept >= quota.kept, "too many games of yours are kept here"),
            (bots > 0 && has.bots + bots > quota.bots, "too many bots under way"),
            (listed && has.listed >= quota.listed, "too many of your games are listed"),
        ] {
            if enough {
                return Err(Fault::TooMany(60, what));
            }
        }
        match more {
            More::Game { .. } | More::Kept { .. } => self.limiter.take(Kind::Game, person.address),
            More::Seat | More::Bot | More::Listed => Ok(()),
        }
    }

    /// Makes a game of a setup and its seats, and starts it if that is wished and no seat is open.
    pub async fn set_table(
        &self,
        person: &Person,
        title: &'static dyn Title,
        mut setup: Setup,
        seats: Vec<Seat>,
        wish: Wish,
    ) -> Result<Held, Fault> {
        // Everything that is wrong with the setup is said now, not at the start.
        let (setup, position) = match setup.data {
            None => {
                let position = setups::begin(title, &mut setup)?;
                (setup, position)
            }
            Some(_) => {
                let whom = Whom::Name(person.id().to_owned());
                let work =
                    move || setups::begin(title, &mut setup).map(|position| (setup, position));
                self.workshop.work(whom, work).await??
            }
        };
        let at = self.now();
        let mut row = self.new_row(person, &setup, &wish.name, at);
        row.listed = wish.listed;
        row.hot_seat = wish.hot_seat || seats.iter().filter(|s| s.user.is_some()).count() > 1;
        row.bot_pause = wish.pause.clamp(0, LONGEST_PAUSE);
        row.pace = wish.pace.as_ref().map(text).unwrap_or_default();
        let time = wish.pace.map(|pace| Time { pace, timing: None });
        let (setup, position) = (Arc::new(setup), Arc::from(position));
        let loaded = Loaded { game: row, seats, setup, title, position, lesson: None, time };
        let start = wish.start && loaded.seats.iter().all(|s| !s.is_open());
        let held = self.hold_new(loaded).await?;
        let (held, _) = self
            .change(held, None, |draft| {
                draft.at = at;
                draft.only_on(0)?;
                draft.lobby = Some(What::Created);
                draft.tell_game(Some(person.id()), What::Created);
                if start {
                    draft.loaded.game.state = GameState::Playing;
                    settle(&mut draft.loaded, at);
                    draft.lobby = Some(What::Started);
                    draft.tell_game(Some(person.id()), What::Started);
                }
                Ok(())
            })
            .await?;
        self.follow_up(held).await
    }

    /// A row for a new game.
    pub fn new_row(&self, person: &Person, setup: &Setup, name: &str, at: i64) -> GameRow {
        GameRow {
            id: format!("g{}", secret::random_word(12)),
            title: setup.title.clone(),
            name: name.to_owned(),
            state: GameState::Open,
            listed: false,
            hot_seat: false,
            imported: false,
            owner: Some(person.id().to_owned()),
            invite: secret::random_word(18),
            variant: setup.variant.clone(),
            preset: setup.preset.clone(),
            options: text(&setup.options),
            created: at,
            updated: at,
            length: 0,
            seq: 0,
            undone: 0,
            turn: None,
            turn_user: None,
            bot_pause: USUAL_PAUSE,
            bot_due: None,
            pace: String::new(),
            clock_due: None,
            clock_end: None,
            proposal: None,
            outcome: None,
            state_hash: String::new(),
        }
    }
}

/// Makes a game.
#[utoipa::path(post, path = "/api/games", tag = "lobby", request_body = NewGame,
    responses((status = 201, body = GameJson), (status = "4XX", body = FaultBody)))]
pub async fn create(
    State(app): State<App>,
    person: Person,
    Body(body): Body<NewGame>,
) -> Result<(StatusCode, Json<GameJson>), Fault> {
    let title = app.config.parts.title(&body.title).ok_or_else(|| Fault::bad("no such title"))?;
    if body.seats.is_empty() || body.seats.len() > 12 {
        return Err(Fault::bad("a game has 1 to 12 seats"));
    }
    if body.data.is_some() {
        app.limiter.take(Kind::Heavy, Whom::Name(person.id().to_owned()))?;
    }
    let seed = match &body.seed {
        Some(text) => text
            .trim()
            .parse()
            .map_err(|_| Fault::bad("the seed is a decimal number of 64 bits"))?,
        None => secret::random_number(),
    };
    if body.pace.is_some_and(|pace| !pace.is_playable()) {
        return Err(Fault::bad("nobody can play with so much or so little time"));
    }
    let mut seats = seats_of_body(&app, &person, &body.seats)?;
    if body.seed.is_some() && seats.iter().any(Seat::is_open) {
        return Err(Fault::bad(CHOSEN));
    }
    // At a table with others nobody goes by the name of somebody else.
    if seats.iter().any(Seat::is_open) {
        for seat in seats.iter().filter(|s| s.user.is_some()) {
            must_be_free(&app, &seat.name, person.id()).await?;
        }
    }
    let bots = seats.iter().filter(|s| s.bot.is_some()).count();
    app.check_quota(&person, More::Game { bots, listed: body.listed }).await?;
    if body.shuffle && seats.iter().all(|s| !s.is_open()) {
        Rng::new(secret::random_number()).shuffle(&mut seats);
        for (i, seat) in seats.iter_mut().enumerate() {
            seat.seat = i as u8;
        }
    }
    let variants = title.variants();
    let setup = Setup {
        title: title.id().to_owned(),
        variant: body
            .variant
            .unwrap_or_else(|| variants.first().map(|v| v.id.clone()).unwrap_or_default()),
        preset: body
            .preset
            .unwrap_or_else(|| title.presets().first().copied().unwrap_or_default().to_owned()),
        options: body.options,
        players: (1..=seats.len()).map(|n| n.to_string()).collect(),
        seed,
        luck: Some(Luck { chosen: body.seed.is_some(), ..Luck::new(seed, secret::random_salt()) }),
        rules: title.rules_version(),
        data: body.data,
        extra: body.extra,
        arrangement: None,
    };
    let wish = Wish {
        name: clean_text(&body.name, 60),
        listed: body.listed,
        hot_seat: body.hot_seat,
        pause: body.bot_pause.unwrap_or(USUAL_PAUSE),
        start: body.start,
        pace: body.pace,
    };
    let held = app.set_table(&person, title, setup, seats, wish).await?;
    Ok((StatusCode::CREATED, Json(held.json(Some(person.id())))))
}

/// A game.
#[utoipa::path(get, path = "/api/games/{id}", tag = "lobby", params(("id" = String, Path), Invited),
    responses((status = 200, body = GameJson), (status = "4XX", body = FaultBody)))]
pub async fn show(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(invited): Query<Invited>,
) -> Result<Json<GameJson>, Fault> {
    let held = app.see(&id, visitor.id(), invited.invite.as_deref()).await?;
    let mut json = held.json(visitor.id());
    if invited.invite.as_deref() == Some(&held.game.invite) {
        json.invite = invited.invite;
    }
    Ok(Json(json))
}

impl App {
    /// Changes seats or settings of a game and tells the table. `act` looks whether it may, and says what it did.
    pub async fn alter(
        &self,
        held: Held,
        person: &Person,
        mut act: impl FnMut(&mut Loaded) -> Result<GameTold, Fault>,
    ) -> Result<Held, Fault> {
        self.alter_all(held, person, |loaded| act(loaded).map(|told| vec![told])).await
    }

    /// The same where there is more than one thing to tell.
    pub async fn alter_all(
        &self,
        held: Held,
        person: &Person,
        mut act: impl FnMut(&mut Loaded) -> Result<Vec<GameTold>, Fault>,
    ) -> Result<Held, Fault> {
        let (held, _) = self
            .change(held, None, |draft| {
                let told = act(&mut draft.loaded)?;
                draft.loaded.game.updated = draft.at;
                if draft.loaded.game.state == GameState::Playing {
                    settle(&mut draft.loaded, draft.at);
                }
                draft.lobby = told.first().map(|t| t.what);
                for told in told {
                    draft.tell_game(Some(person.id()), told);
                }
                Ok(())
            })
            .await?;
        Ok(held)
    }
}

pub(crate) fn must_be_open(loaded: &Loaded) -> Result<(), Fault> {
    if loaded.game.state == GameState::Open {
        Ok(())
    } else {
        Err(Fault::conflict("the game has started"))
    }
}

pub(crate) fn must_own(loaded: &Loaded, person: &Person) -> Result<(), Fault> {
    if loaded.game.owner.as_deref() == Some(person.id()) {
        Ok(())
    } else {
        Err(Fault::Forbidden("this game is not yours"))
    }
}

/// Starts a game.
#[utoipa::path(post, path = "/api/games/{id}/start", tag = "lobby", params(("id" = String, Path)),
    request_body = crate::account::Nothing,
    responses((status = 200, body = GameJson), (status = "4XX", body = FaultBody)))]
pub async fn start(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Body(_body): Body<crate::account::Nothing>,
) -> Result<Json<GameJson>, Fault> {
    let held = app.see(&id, Some(person.id()), None).await?;
    let held = app
        .alter(held, &person, |loaded| {
            must_own(loaded, &person)?;
            must_be_open(loaded)?;
            if loaded.seats.iter().any(Seat::is_open) {
                return Err(Fault::conflict("a seat is open"));
            }
            loaded.game.state = GameState::Playing;
            Ok(What::Started.into())
        })
        .await?;
    let held = app.follow_up(held).await?;
    Ok(Json(held.json(Some(person.id()))))
}

/// Gives a game up, or asks the others.
#[utoipa::path(post, path = "/api/games/{id}/abandon", tag = "lobby", params(("id" = String, Path)),
    request_body = crate::account::Nothing,
    responses((status = 200, body = Undone), (status = "4XX", body = FaultBody)))]
pub async fn abandon(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Body(_body): Body<crate::account::Nothing>,
) -> Result<Json<Undone>, Fault> {
    let held = app.see(&id, Some(person.id()), None).await?;
    Ok(Json(app.abandon(held, &person).await?))
}

/// Hides a game from one's own list.
#[utoipa::path(post, path = "/api/games/{id}/archive", tag = "lobby", params(("id" = String, Path)), request_body = ArchiveBody,
    responses((status = 200, body = GameJson), (status = "4XX", body = FaultBody)))]
pub async fn archive(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Body(body): Body<ArchiveBody>,
) -> Result<Json<GameJson>, Fault> {
    let mut held = app.see(&id, Some(person.id()), None).await?;
    if !held.is_member(person.id()) {
        return Err(Fault::Forbidden("this game is not yours"));
    }
    app.store.archive(&id, person.id(), body.archived).await?;
    let mut loaded = held.look();
    for seat in &mut loaded.seats {
        if seat.user.as_deref() == Some(person.id()) || seat.left.as_deref() == Some(person.id()) {
            seat.archived = body.archived;
        }
    }
    held.set(loaded);
    Ok(Json(held.json(Some(person.id()))))
}

/// Changes settings of a game.
#[utoipa::path(post, path = "/api/games/{id}/settings", tag = "lobby", params(("id" = String, Path)), request_body = SettingsBody,
    responses((status = 200, body = GameJson), (status = "4XX", body = FaultBody)))]
pub async fn settings(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Body(body): Body<SettingsBody>,
) -> Result<Json<GameJson>, Fault> {
    let held = app.see(&id, Some(person.id()), None).await?;
    if body.listed == Some(true) && !held.game.listed {
        app.check_quota(&person, More::Listed).await?;
    }
    let held = app
        .alter(held, &person, |loaded| {
            must_own(loaded, &person)?;
            if let Some(name) = &body.name {
                loaded.game.name = clean_text(name, 60);
            }
            if let Some(listed) = body.listed {
                loaded.game.listed = listed;
            }
            if let Some(pause) = body.bot_pause {
                loaded.game.bot_pause = pause.clamp(0, LONGEST_PAUSE);
            }
            Ok(What::Settings.into())
        })
        .await?;
    Ok(Json(held.json(Some(person.id()))))
}
