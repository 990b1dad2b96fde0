//! Finding games that are over.

use crate::database::{Store, StoreError};
use crate::game::{GameFilter, GameRow, List, Seat};
use crate::moderation::anywhere;
use crate::results::{Place, place};
use sqlx::{AssertSqlSafe, Row};
use std::collections::HashMap;

/// How a game ended for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Won, alone or with others.
    Won,
    /// Not won.
    Lost,
}

/// What is looked for; what is missing does not matter.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// Who looks: games that are not listed are found by those who played them.
    pub by: String,
    /// Title.
    pub title: Option<String>,
    /// Variant.
    pub variant: Option<String>,
    /// Account of a player.
    pub player: Option<String>,
    /// How it ended for that player.
    pub outcome: Option<Outcome>,
    /// Why it ended.
    pub reason: Option<String>,
    /// An option and its value, as they stand in JSON.
    pub option: Option<(String, String)>,
    /// Seats.
    pub players: Option<i64>,
    /// With bots, or without.
    pub bots: Option<bool>,
    /// So many moves at least.
    pub shortest: Option<i64>,
    /// So many moves at most.
    pub longest: Option<i64>,
    /// Ended at this time or later.
    pub since: Option<i64>,
    /// Ended before this time.
    pub until: Option<i64>,
    /// After this one in the list, by its end and id.
    pub after: Option<(i64, String)>,
    /// At most so many.
    pub limit: i64,
}

/// A seat of a game that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundSeat {
    /// How it ended.
    pub place: Place,
    /// Name at the table; none of who keeps it back.
    pub name: Option<String>,
    /// Whether the account has a page that everybody may see.
    pub page: bool,
    /// The rating after the game, in millionths.
    pub mu: Option<i64>,
}

/// A game that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The game.
    pub game: String,
    /// Its name.
    pub name: String,
    /// Title.
    pub title: String,
    /// Variant.
    pub variant: String,
    /// Preset.
    pub preset: String,
    /// Options that differ from the preset, as JSON.
    pub options: String,
    /// Made when.
    pub began: i64,
    /// When the last move was made.
    pub ended: i64,
    /// Moves.
    pub length: i64,
    /// Which ratings it counts for; empty for none.
    pub pool: String,
    /// Why it ended.
    pub reason: String,
    /// All at one screen.
    pub hot_seat: bool,
    /// Everybody may look at it.
    pub listed: bool,
    /// Seats in order.
    pub seats: Vec<FoundSeat>,
}

enum Value {
    Text(String),
    Number(i64),
}

impl Store {
    /// Games that are over and fit, the last that ended first.
    pub async fn search(&self, search: &Search) -> Result<Vec<Found>, StoreError> {
        let values = vec![Value::Text(search.by.clone())];
        let conditions = vec![
            "(g.listed = 1 OR r.game_id IN (SELECT game_id FROM places WHERE user_id = $1))"
                .to_owned(),
            "g.imported = 0".to_owned(),
        ];
        let mut list = (values, conditions);
        fn ask(list: &mut (Vec<Value>, Vec<String>), condition: &str, value: Value) {
            list.0.push(value);
            let place = format!("${}", list.0.len());
            list.1.push(condition.replace('?', &place));
        }
        for (column, text) in [
            ("r.title", &search.title),
            ("r.variant", &search.variant),
            ("r.reason", &search.reason),
        ] {
            if let Some(text) = text {
                ask(&mut list, &format!("{column} = ?"), Value::Text(text.clone()));
            }
        }
        if let Some(player) = &search.player {
            let won = match search.outcome {
                Some(Outcome::Won) => " AND won = 1",
                Some(Outcome::Lost) => " AND won = 0",
                None => "",
            };
            let condition =
                format!("r.game_id IN (SELECT game_id FROM places WHERE user_id = ?{won})");
            ask(&mut list, &condition, Value::Text(player.clone()));
        }
        if let Some((key, value)) = &search.option {
            // Another option follows, or the end: 600 is not the beginning of 6000.
            let written = |end: char| Value::Text(anywhere(&format!("\"{key}\":{value}{end}")));
            list.0.push(written(','));
            list.0.push(written('}'));
            let (one, two) = (list.0.len() - 1, list.0.len());
            list.1.push(format!(
                "(r.options LIKE ${one} ESCAPE '\\' OR r.options LIKE ${two} ESCAPE '\\')"
            ));
        }
        for (condition, number) in [
            ("r.players = ?", search.players),
            ("r.length >= ?", search.shortest),
            ("r.length <= ?", search.longest),
            ("r.ended >= ?", search.since),
            ("r.ended < ?", search.until),
        ] {
            if let Some(number) = number {
                ask(&mut list, condition, Value::Number(number));
            }
        }
        if let Some(bots) = search.bots {
            ask(&mut list, if bots { "r.bots > ?" } else { "r.bots = ?" }, Value::Number(0));
        }
        if let Some((ended, game)) = &search.after {
            ask(&mut list, "r.ended <= ?", Value::Number(*ended));
            list.0.push(Value::Text(game.clone()));
            let (end, id) = (list.0.len() - 1, list.0.len());
            list.1.push(format!("(r.ended < ${end} OR r.game_id < ${id})"));
        }
        let (mut values, conditions) = list;
        values.push(Value::Number(search.limit));
        let sql = format!(
            "SELECT r.game_id, g.name, r.title, r.variant, r.preset, r.options, r.began, r.ended, r.length, r.pool, \
             r.reason, g.hot_seat, g.listed FROM results r JOIN games g ON g.id = r.game_id WHERE {} \
             ORDER BY r.ended DESC, r.game_id DESC LIMIT ${}",
            conditions.join(" AND "),
            values.len()
        );
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for value in &values {
            query = match value {
                Value::Text(text) => query.bind(text),
                Value::Number(n) => query.bind(*n),
            };
        }
        let mut found = Vec::new();
        for row in &query.fetch_all(self.reads()).await? {
            found.push(Found {
                game: row.try_get("game_id")?,
                name: row.try_get("name")?,
                title: row.try_get("title")?,
                variant: row.try_get("variant")?,
                preset: row.try_get("preset")?,
                options: row.try_get("options")?,
                began: row.try_get("began")?,
                ended: row.try_get("ended")?,
                length: row.try_get("length")?,
                pool: row.try_get("pool")?,
                reason: row.try_get("reason")?,
                hot_seat: row.try_get::<i64, _>("hot_seat")? != 0,
                listed: row.try_get::<i64, _>("listed")? != 0,
                seats: Vec::new(),
            });
        }
        self.fill_seats(&mut found, &search.by).await?;
        Ok(found)
    }

    async fn fill_seats(&self, found: &mut [Found], by: &str) -> Result<(), StoreError> {
        let mut seats: HashMap<String, Vec<FoundSeat>> = HashMap::new();
        for some in found.chunks(256) {
            // Made up to a power of two, so that there are few different statements.
            let size = some.len().next_power_of_two();
            let places: Vec<String> = (1..=size).map(|n| format!("${n}")).collect();
            let sql = format!(
                "SELECT p.game_id, p.seat, p.user_id, p.bot, p.value, p.place, p.won, p.moves, p.waited, p.mu, s.name, \
                 u.hides_page, u.hides_name, u.login FROM places p JOIN seats s ON s.game_id = p.game_id AND \
                 s.seat = p.seat LEFT JOIN users u ON u.id = p.user_id WHERE p.game_id IN ({}) \
                 ORDER BY p.game_id, p.seat",
                places.join(", ")
            );
            let mut query = sqlx::query(AssertSqlSafe(sql));
            for game in some.iter().cycle().take(size) {
                query = query.bind(&game.game);
            }
            for row in &query.fetch_all(self.reads()).await? {
                let hides = |name: &str| -> Result<bool, StoreError> {
                    Ok(row.try_get::<Option<i64>, _>(name)?.unwrap_or(0) != 0)
                };
                let login: Option<String> = row.try_get("login")?;
                let name: String = row.try_get("name")?;
                let place = place(row)?;
                let own = place.user.as_deref() == Some(by);
                seats.entry(row.try_get("game_id")?).or_default().push(FoundSeat {
                    name: (own || !hides("hides_name")?).then_some(name),
                    page: login.is_some() && !hides("hides_page")?,
                    mu: row.try_get("mu")?,
                    place,
                });
            }
        }
        for game in found {
            game.seats = seats.remove(&game.game).unwrap_or_default();
        }
        Ok(())
    }

    /// Games in which a person must decide, the longest waiting first, and how many there are.
    pub async fn games_waiting(
        &self,
        user: &str,
        limit: i64,
    ) -> Result<(Vec<(GameRow, Vec<Seat>)>, i64), StoreError> {
        let filter = GameFilter {
            list: List::Waiting,
            user: user.to_owned(),
            archived: true,
            title: None,
            before: i64::MAX,
            limit,
        };
        let games = self.games(&filter).await?;
        let row = sqlx::query(
            "SELECT COUNT(*) AS n FROM games WHERE turn_user = $1 AND state = 'playing'",
        )
        .bind(user)
        .fetch_one(self.reads())
        .await?;
        Ok((games, row.try_get("n")?))
    }
}
