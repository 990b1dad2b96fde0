//! Games and their seats.

use crate::database::{Store, StoreError};
use serde::{Deserialize, Serialize};
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};
use std::collections::HashMap;

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameState {
    /// Waiting for players.
    Open,
    /// Being played.
    Playing,
    /// Over.
    Finished,
    /// Given up.
    Abandoned,
}

impl GameState {
    /// Its name in the database and in the interface.
    pub const fn name(self) -> &'static str {
        match self {
            GameState::Open => "open",
            GameState::Playing => "playing",
            GameState::Finished => "finished",
            GameState::Abandoned => "abandoned",
        }
    }

    fn read(name: &str) -> Result<GameState, StoreError> {
        [GameState::Open, GameState::Playing, GameState::Finished, GameState::Abandoned]
            .into_iter()
            .find(|s| s.name() == name)
            .ok_or_else(|| StoreError::Damaged(format!("game state {name}")))
    }
}

/// Who must decide what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// Seat.
    pub seat: u8,
    /// Step.
    pub step: String,
    /// Company.
    pub company: Option<String>,
    /// Since when.
    pub since: i64,
}

/// A game's row.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // Columns; the schema names them.
pub struct GameRow {
    pub id: String,
    pub title: String,
    pub name: String,
    pub state: GameState,
    pub listed: bool,
    pub hot_seat: bool,
    pub imported: bool,
    pub owner: Option<String>,
    pub invite: String,
    pub variant: String,
    pub preset: String,
    /// Options that differ from the preset, as JSON.
    pub options: String,
    pub created: i64,
    pub updated: i64,
    /// Moves made.
    pub length: i64,
    /// Number of the last journal entry.
    pub seq: i64,
    /// Moves that can be redone.
    pub undone: i64,
    pub turn: Option<Turn>,
    pub turn_user: Option<String>,
    pub bot_pause: i64,
    /// When a bot shall move; nothing if no bot is to move.
    pub bot_due: Option<i64>,
    /// The time of the table as JSON; empty if there is none.
    pub pace: String,
    /// When somebody must look at the clock that runs.
    pub clock_due: Option<i64>,
    /// When the clock that runs ends.
    pub clock_end: Option<i64>,
    /// A proposal to undo or abandon, as JSON.
    pub proposal: Option<String>,
    /// Result as JSON.
    pub outcome: Option<String>,
    pub state_hash: String,
}

impl GameRow {
    /// It is given up: nobody has to decide any more.
    pub fn give_up(&mut self, at: i64) {
        self.state = GameState::Abandoned;
        self.turn = None;
        self.turn_user = None;
        self.bot_due = None;
        self.clock_due = None;
        self.clock_end = None;
        self.proposal = None;
        self.updated = at;
    }

    /// Whose turn it is, as it is stored.
    pub(crate) fn turn_text(&self) -> Option<String> {
        self.turn.as_ref().map(|t| serde_json::to_string(t).unwrap_or_default())
    }
}

/// A seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// Number.
    pub seat: u8,
    /// Whose it is.
    pub user: Option<String>,
    /// Name at the table.
    pub name: String,
    /// Level, if a bot plays it.
    pub bot: Option<String>,
    /// Who left it to a bot and may come back.
    pub left: Option<String>,
    /// Agrees to every undo.
    pub always_agree: bool,
    /// Hidden from its owner's list.
    pub archived: bool,
    /// Settings as JSON.
    pub automation: String,
    /// To whom it is offered while a bot plays: an account, or `*` for anybody.
    pub offer: Option<String>,
    /// What became of who left it, where that matters for coming back.
    pub fate: Option<String>,
}

impl Seat {
    /// An open seat.
    pub fn open(seat: u8) -> Seat {
        Seat {
            seat,
            user: None,
            name: String::new(),
            bot: None,
            left: None,
            always_agree: false,
            archived: false,
            automation: "{}".to_owned(),
            offer: None,
            fate: None,
        }
    }

    /// A bot plays it from now on; who sat there may come back.
    pub fn hand_to_bot(&mut self, level: &str) {
        self.left = self.user.take();
        self.bot = Some(level.to_owned());
        self.automation = "{}".to_owned();
        self.offer = None;
        self.fate = None;
    }

    /// Nobody sits there.
    pub fn is_open(&self) -> bool {
        self.user.is_none() && self.bot.is_none() && self.name.is_empty()
    }
}

/// Which list of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    /// Listed games waiting for players.
    Open,
    /// Listed games in play.
    Running,
    /// Listed games that are over.
    Finished,
    /// Games of a person.
    Mine,
    /// Games in which a person must decide; the longest waiting first.
    Waiting,
    /// Games in which a seat is offered: to a person, or to all where they are listed.
    Offered,
    /// All games, for the operator.
    All,
}

/// What to list.
#[derive(Clone, Debug)]
pub struct GameFilter {
    /// Which list.
    pub list: List,
    /// Whose games, for [`List::Mine`].
    pub user: String,
    /// With those archived.
    pub archived: bool,
    /// Only this title.
    pub title: Option<String>,
    /// Changed before this time.
    pub before: i64,
    /// At most so many.
    pub limit: i64,
}

/// What somebody has here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holdings {
    /// Games under way: made by them and waiting or in play, or sat in and in play.
    pub games: i64,
    /// Games of theirs that were given up or read from a file.
    pub kept: i64,
    /// Open tables and games out of files that they show to everyone.
    pub listed: i64,
    /// Bot seats in games under way that they made.
    pub bots: i64,
}

// The setup is not among them: it may be long, and no list needs it.
pub(crate) const COLUMNS: &str = "id, title, name, state, listed, hot_seat, imported, owner, invite, variant, preset, \
                                  options, created, updated, length, seq, undone, turn, turn_user, bot_pause, bot_due, pace, \
                                  clock_due, clock_end, proposal, outcome, state_hash";

pub(crate) fn game_row(row: &AnyRow) -> Result<GameRow, StoreError> {
    let turn: Option<String> = row.try_get("turn")?;
    Ok(GameRow {
        id: row.try_get("id")?,
        title: row.try_get("title")?,
        name: row.try_get("name")?,
        state: GameState::read(&row.try_get::<String, _>("state")?)?,
        listed: row.try_get::<i64, _>("listed")? != 0,
        hot_seat: row.try_get::<i64, _>("hot_seat")? != 0,
        imported: row.try_get::<i64, _>("imported")? != 0,
        owner: row.try_get("owner")?,
        invite: row.try_get("invite")?,
        variant: row.try_get("variant")?,
        preset: row.try_get("preset")?,
        options: row.try_get("options")?,
        created: row.try_get("created")?,
        updated: row.try_get("updated")?,
        length: row.try_get("length")?,
        seq: row.try_get("seq")?,
        undone: row.try_get("undone")?,
        turn: turn
            .map(|t| {
                serde_json::from_str(&t).map_err(|e| StoreError::Damaged(format!("turn: {e}")))
            })
            .transpose()?,
        turn_user: row.try_get("turn_user")?,
        bot_pause: row.try_get("bot_pause")?,
        bot_due: row.try_get("bot_due")?,
        pace: row.try_get("pace")?,
        clock_due: row.try_get("clock_due")?,
        clock_end: row.try_get("clock_end")?,
        proposal: row.try_get("proposal")?,
        outcome: row.try_get("outcome")?,
        state_hash: row.try_get("state_hash")?,
    })
}

const SEAT: &str =
    "seat, user_id, name, bot, left_user, always_agree, archived, automation, offer, fate";

// Games whose seats are asked for at once.
const MOST_GAMES: usize = 256;

fn seat_row(row: &AnyRow) -> Result<Seat, StoreError> {
    Ok(Seat {
        seat: row.try_get::<i64, _>("seat")? as u8,
        user: row.try_get("user_id")?,
        name: row.try_get("name")?,
        bot: row.try_get("bot")?,
        left: row.try_get("left_user")?,
        always_agree: row.try_get::<i64, _>("always_agree")? != 0,
        archived: row.try_get::<i64, _>("archived")? != 0,
        automation: row.try_get("automation")?,
        offer: row.try_get("offer")?,
        fate: row.try_get("fate")?,
    })
}

impl Store {
    /// A game with its seats.
    pub async fn game(&self, id: &str) -> Result<Option<(GameRow, Vec<Seat>)>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM games WHERE id = $1");
        let Some(row) =
            sqlx::query(AssertSqlSafe(sql)).bind(id).fetch_optional(self.reads()).await?
        else {
            return Ok(None);
        };
        let game = game_row(&row)?;
        Ok(Some((game, self.seats(id).await?)))
    }

    /// How a game is set up, as JSON; names of players stand in the seats.
    pub async fn setup(&self, id: &str) -> Result<Option<String>, StoreError> {
        let row = sqlx::query("SELECT setup FROM games WHERE id = $1")
            .bind(id)
            .fetch_optional(self.reads())
            .await?;
        Ok(row.map(|r| r.try_get("setup")).transpose()?)
    }

    /// Seats of a game in order.
    pub async fn seats(&self, id: &str) -> Result<Vec<Seat>, StoreError> {
        let sql = format!("SELECT {SEAT} FROM seats WHERE game_id = $1 ORDER BY seat");
        let rows = sqlx::query(AssertSqlSafe(sql)).bind(id).fetch_all(self.reads()).await?;
        rows.iter().map(seat_row).collect()
    }

    /// Number of the last journal entry of a game.
    pub async fn seq(&self, id: &str) -> Result<Option<i64>, StoreError> {
        let row = sqlx::query("SELECT seq FROM games WHERE id = $1")
            .bind(id)
            .fetch_optional(self.reads())
            .await?;
        Ok(row.map(|r| r.try_get("seq")).transpose()?)
    }

    /// Lists games, the last changed first.
    pub async fn games(
        &self,
        filter: &GameFilter,
    ) -> Result<Vec<(GameRow, Vec<Seat>)>, StoreError> {
        let (condition, user) = match filter.list {
            List::Open => ("state = 'open' AND listed = 1 AND $3 = $3", ""),
            List::Running => ("state = 'playing' AND listed = 1 AND $3 = $3", ""),
            List::Finished => ("state = 'finished' AND listed = 1 AND $3 = $3", ""),
            List::All => ("$3 = $3", ""),
            List::Waiting => ("turn_user = $3 AND state = 'playing'", filter.user.as_str()),
            List::Offered => (
                "state = 'playing' AND id IN (SELECT game_id FROM seats WHERE offer = '*' OR offer = $3) \
                 AND (listed = 1 OR id IN (SELECT game_id FROM seats WHERE offer = $3)) \
                 AND id NOT IN (SELECT game_id FROM seats WHERE user_id = $3)",
                filter.user.as_str(),
            ),
            List::Mine => (
                "(id IN (SELECT game_id FROM seats WHERE (user_id = $3 OR left_user = $3) AND archived <= $5) \
                 OR (owner = $3 AND state IN ('open', 'finished') AND id NOT IN \
                 (SELECT game_id FROM seats WHERE (user_id = $3 OR left_user = $3))))",
                filter.user.as_str(),
            ),
        };
        let archived = if filter.list == List::Mine { "" } else { " AND $5 = $5" };
        let order = if filter.list == List::Waiting { "updated, id" } else { "updated DESC" };
        let sql = format!(
            "SELECT {COLUMNS} FROM games WHERE updated < $1 AND ($2 = '' OR title = $2) AND {condition}{archived} \
             ORDER BY {order} LIMIT $4"
        );
        let rows = sqlx::query(AssertSqlSafe(sql))
            .bind(filter.before)
            .bind(filter.title.clone().unwrap_or_default())
            .bind(user)
            .bind(filter.limit)
            .bind(i64::from(filter.archived))
            .fetch_all(self.reads())
            .await?;
        let games: Vec<GameRow> = rows.iter().map(game_row).collect::<Result<_, _>>()?;
        let mut listed = Vec::with_capacity(games.len());
        for some in games.chunks(MOST_GAMES) {
            let mut seats = self.seats_of_all(some).await?;
            let with = |g: &GameRow| (g.clone(), seats.remove(&g.id).unwrap_or_default());
            listed.extend(some.iter().map(with));
        }
        Ok(listed)
    }

    // Seats of some games by their ids: one question for all of them.
    async fn seats_of_all(
        &self,
        games: &[GameRow],
    ) -> Result<HashMap<String, Vec<Seat>>, StoreError> {
        let mut found: HashMap<String, Vec<Seat>> = HashMap::new();
        // Made up to a power of two, so that there are few different statements.
        let size = games.len().next_power_of_two();
        let places: Vec<String> = (1..=size).map(|n| format!("${n}")).collect();
        let sql = format!(
            "SELECT game_id, {SEAT} FROM seats WHERE game_id IN ({}) ORDER BY game_id, seat",
            places.join(", ")
        );
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for game in games.iter().cycle().take(size) {
            query = query.bind(&game.id);
        }
        for row in &query.fetch_all(self.reads()).await? {
            found.entry(row.try_get("game_id")?).or_default().push(seat_row(row)?);
        }
        Ok(found)
    }

    /// What a person has here.
    pub async fn holdings(&self, user: &str) -> Result<Holdings, StoreError> {
        let row = sqlx::query(
            "SELECT COUNT(CASE WHEN state IN ('open', 'playing') THEN 1 END) AS games, \
             COUNT(CASE WHEN owner = $1 AND (state = 'abandoned' OR (imported = 1 AND state = 'finished')) THEN 1 END) \
             AS kept, \
             COUNT(CASE WHEN owner = $1 AND listed = 1 AND (state = 'open' OR imported = 1) THEN 1 END) AS listed \
             FROM games WHERE owner = $1 OR id IN (SELECT game_id FROM seats WHERE user_id = $1)",
        )
        .bind(user)
        .fetch_one(self.reads())
        .await?;
        let bots = sqlx::query(
            "SELECT COUNT(*) AS n FROM seats JOIN games ON games.id = seats.game_id WHERE games.owner = $1 AND \
             games.state IN ('open', 'playing') AND seats.bot IS NOT NULL",
        )
        .bind(user)
        .fetch_one(self.reads())
        .await?;
        Ok(Holdings {
            games: row.try_get("games")?,
            kept: row.try_get("kept")?,
            listed: row.try_get("listed")?,
            bots: bots.try_get("n")?,
        })
    }

    /// Hides a game from a person's list, or shows it again.
    pub async fn archive(&self, id: &str, user: &str, archived: bool) -> Result<(), StoreError> {
        sqlx::query("UPDATE seats SET archived = $3 WHERE game_id = $1 AND (user_id = $2 OR left_user = $2)")
            .bind(id)
            .bind(user)
            .bind(i64::from(archived))
            .execute(self.writes())
            .await?;
        Ok(())
    }
}
