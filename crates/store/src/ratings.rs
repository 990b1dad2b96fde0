//! Ratings: by title, and apart for tables of people and tables with bots. Games count in one order, by their end and
//! then by their id, so that the same games always give the same numbers.

use crate::database::{Store, StoreError};
use sqlx::{AnyConnection, Row};
use std::collections::BTreeMap;

/// A rating in millionths: whole numbers are the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rating {
    /// How strong.
    pub mu: i64,
    /// How sure that is.
    pub sigma: i64,
    /// Games it comes from.
    pub games: i64,
}

/// Ratings that belong together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pool {
    /// Title.
    pub title: String,
    /// `people` or `bots`.
    pub pool: String,
}

/// Who sat at a table, and how it ended for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seated {
    /// Seat.
    pub seat: u8,
    /// Whose rating: an account, or `bot:` and a level; nobody's if the account is gone.
    pub who: Option<String>,
    /// Place, from 1.
    pub place: i64,
}

/// A game that counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rated {
    /// The game.
    pub game: String,
    /// When it ended.
    pub ended: i64,
    /// Seats in order.
    pub seats: Vec<Seated>,
}

/// The ratings of a pool by who has them.
pub type Book = BTreeMap<String, Rating>;

/// Somebody's rating, or somebody in a list of ratings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Which ratings.
    pub pool: Pool,
    /// Whose.
    pub who: String,
    /// Name of the account; none of a bot, or of one that keeps it back.
    pub name: Option<String>,
    /// Whether the account has a page that everybody may see.
    pub page: bool,
    /// The rating.
    pub rating: Rating,
}

// How a pool was left.
struct Left {
    games: i64,
    ended: i64,
    game: String,
    stale: bool,
}

async fn left(tx: &mut AnyConnection, pool: &Pool) -> Result<Option<Left>, StoreError> {
    let row = sqlx::query(
        "SELECT games, ended, game_id, stale FROM pools WHERE title = $1 AND pool = $2",
    )
    .bind(&pool.title)
    .bind(&pool.pool)
    .fetch_optional(tx)
    .await?;
    row.map(|r| {
        Ok(Left {
            games: r.try_get("games")?,
            ended: r.try_get("ended")?,
            game: r.try_get("game_id")?,
            stale: r.try_get::<i64, _>("stale")? != 0,
        })
    })
    .transpose()
}

async fn after(
    tx: &mut AnyConnection,
    pool: &Pool,
    (ended, game): (i64, &str),
) -> Result<Vec<Rated>, StoreError> {
    let rows = sqlx::query(
        "SELECT r.game_id, r.ended, p.seat, p.user_id, p.bot, p.place FROM results r JOIN places p ON \
         p.game_id = r.game_id WHERE r.title = $1 AND r.pool = $2 AND r.pool <> '' AND \
         (r.ended > $3 OR (r.ended = $3 AND r.game_id > $4)) ORDER BY r.ended, r.game_id, p.seat",
    )
    .bind(&pool.title)
    .bind(&pool.pool)
    .bind(ended)
    .bind(game)
    .fetch_all(tx)
    .await?;
    let mut games: Vec<Rated> = Vec::new();
    for row in &rows {
        let id: String = row.try_get("game_id")?;
        if games.last().is_none_or(|g| g.game != id) {
            games.push(Rated { game: id, ended: row.try_get("ended")?, seats: Vec::new() });
        }
        let (user, bot): (Option<String>, Option<String>) =
            (row.try_get("user_id")?, row.try_get("bot")?);
        let seat = Seated {
            seat: row.try_get::<i64, _>("seat")? as u8,
            who: user.or_else(|| bot.map(|level| format!("bot:{level}"))),
            place: row.try_get("place")?,
        };
        if let Some(game) = games.last_mut() {
            game.seats.push(seat);
        }
    }
    Ok(games)
}

async fn book(tx: &mut AnyConnection, pool: &Pool) -> Result<Book, StoreError> {
    sqlx::query("SELECT who, mu, sigma, games FROM ratings WHERE title = $1 AND pool = $2")
        .bind(&pool.title)
        .bind(&pool.pool)
        .fetch_all(tx)
        .await?
        .iter()
        .map(|r| {
            let (mu, sigma) = (r.try_get("mu")?, r.try_get("sigma")?);
            Ok((r.try_get("who")?, Rating { mu, sigma, games: r.try_get("games")? }))
        })
        .collect()
}

impl Store {
    /// Pools whose games are not those that their ratings come from.
    pub async fn unrated(&self) -> Result<Vec<Pool>, StoreError> {
        let rows = sqlx::query(
            "SELECT r.title, r.pool FROM (SELECT title, pool, COUNT(*) AS n FROM results WHERE pool <> '' \
             GROUP BY title, pool) AS r LEFT JOIN pools p ON p.title = r.title AND p.pool = r.pool \
             WHERE p.games IS NULL OR p.games <> r.n OR p.stale = 1 \
             UNION SELECT p.title, p.pool FROM pools p WHERE p.games > 0 AND NOT EXISTS \
             (SELECT 1 FROM results r WHERE r.title = p.title AND r.pool = p.pool) ORDER BY 1, 2",
        )
        .fetch_all(self.reads())
        .await?;
        rows.iter()
            .map(|r| Ok(Pool { title: r.try_get("title")?, pool: r.try_get("pool")? }))
            .collect()
    }

    /// Brings the ratings of a pool up to date. `rate` lets one game count, and answers the ratings of its seats
    /// afterwards. New games that come last count in addition; otherwise, or when `anew`, all of them are counted again.
    pub async fn rate(
        &self,
        pool: &Pool,
        anew: bool,
        rate: impl Fn(&mut Book, &Rated) -> Vec<(u8, Rating)>,
    ) -> Result<usize, StoreError> {
        let mut connection = self.writes().acquire().await?;
        let mut tx = self.alone(&mut connection).await?;
        let row = sqlx::query(
            "SELECT COUNT(*) AS n FROM results WHERE title = $1 AND pool = $2 AND pool <> ''",
        )
        .bind(&pool.title)
        .bind(&pool.pool)
        .fetch_one(&mut *tx)
        .await?;
        let all: i64 = row.try_get("n")?;
        let mut kept = left(&mut tx, pool).await?.filter(|l| !anew && !l.stale);
        let mut games = match &kept {
            Some(l) => after(&mut tx, pool, (l.ended, &l.game)).await?,
            None => Vec::new(),
        };
        if kept.as_ref().is_some_and(|l| l.games + games.len() as i64 != all) {
            kept = None;
        }
        let mut ratings = Book::new();
        match &kept {
            Some(_) => ratings = book(&mut tx, pool).await?,
            None => games = after(&mut tx, pool, (i64::MIN, "")).await?,
        }
        let before = ratings.clone();
        for game in &games {
            for (seat, rating) in rate(&mut ratings, game) {
                sqlx::query(
                    "UPDATE places SET mu = $3, sigma = $4 WHERE game_id = $1 AND seat = $2",
                )
                .bind(&game.game)
                .bind(i64::from(seat))
                .bind(rating.mu)
                .bind(rating.sigma)
                .execute(&mut *tx)
                .await?;
            }
        }
        if kept.is_none() {
            sqlx::query("DELETE FROM ratings WHERE title = $1 AND pool = $2")
                .bind(&pool.title)
                .bind(&pool.pool)
                .execute(&mut *tx)
                .await?;
        }
        for (who, rating) in ratings.iter().filter(|(who, r)| before.get(*who) != Some(r)) {
            sqlx::query(
                "INSERT INTO ratings (title, pool, who, mu, sigma, games) VALUES ($1, $2, $3, $4, $5, $6) \
                 ON CONFLICT (title, pool, who) DO UPDATE SET mu = $4, sigma = $5, games = $6",
            )
            .bind(&pool.title)
            .bind(&pool.pool)
            .bind(who)
            .bind(rating.mu)
            .bind(rating.sigma)
            .bind(rating.games)
            .execute(&mut *tx)
            .await?;
        }
        let last = games.last().map(|g| (g.ended, g.game.clone()));
        let (ended, game) =
            last.or(kept.map(|l| (l.ended, l.game))).unwrap_or((i64::MIN, String::new()));
        sqlx::query(
            "INSERT INTO pools (title, pool, games, ended, game_id, stale) VALUES ($1, $2, $3, $4, $5, 0) \
             ON CONFLICT (title, pool) DO UPDATE SET games = $3, ended = $4, game_id = $5, stale = 0",
        )
        .bind(&pool.title)
        .bind(&pool.pool)
        .bind(all)
        .bind(ended)
        .bind(game)
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(games.len())
    }

    /// All pools that there are.
    pub async fn pools(&self) -> Result<Vec<Pool>, StoreError> {
        let rows = sqlx::query(
            "SELECT title, pool FROM pools UNION SELECT title, pool FROM results WHERE pool <> '' ORDER BY 1, 2",
        )
        .fetch_all(self.reads())
        .await?;
        rows.iter()
            .map(|r| Ok(Pool { title: r.try_get("title")?, pool: r.try_get("pool")? }))
            .collect()
    }

    /// All ratings, and what each game left of them, in a fixed order: for comparing.
    pub async fn all_ratings(&self) -> Result<Vec<String>, StoreError> {
        let mut lines = Vec::new();
        let rows = sqlx::query(
            "SELECT title, pool, who, mu, sigma, games FROM ratings ORDER BY title, pool, who",
        );
        for r in &rows.fetch_all(self.reads()).await? {
            let text = |name: &str| r.try_get::<String, _>(name);
            let number = |name: &str| r.try_get::<i64, _>(name);
            lines.push(format!(
                "{} {} {} {} {} {}",
                text("title")?,
                text("pool")?,
                text("who")?,
                number("mu")?,
                number("sigma")?,
                number("games")?
            ));
        }
        let rows = sqlx::query(
            "SELECT game_id, seat, mu, sigma FROM places WHERE mu IS NOT NULL ORDER BY game_id, seat",
        );
        for r in &rows.fetch_all(self.reads()).await? {
            let number = |name: &str| r.try_get::<i64, _>(name);
            let game: String = r.try_get("game_id")?;
            lines.push(format!(
                "{game} {} {} {}",
                number("seat")?,
                number("mu")?,
                number("sigma")?
            ));
        }
        lines.sort();
        Ok(lines)
    }

    /// The ratings of some accounts, of all titles.
    pub async fn ratings_of(&self, who: &[String]) -> Result<Vec<Standing>, StoreError> {
        if who.is_empty() {
            return Ok(Vec::new());
        }
        // Made up to a power of two, so that there are few different statements.
        let size = who.len().next_power_of_two();
        let places: Vec<String> = (1..=size).map(|n| format!("${n}")).collect();
        let sql = format!(
            "SELECT title, pool, who, mu, sigma, r.games, u.name, u.hides_page, u.hides_name FROM ratings r LEFT JOIN \
             users u ON u.id = r.who WHERE who IN ({}) ORDER BY title, pool, who",
            places.join(", ")
        );
        let mut query = sqlx::query(sqlx::AssertSqlSafe(sql));
        for id in who.iter().cycle().take(size) {
            query = query.bind(id);
        }
        query.fetch_all(self.reads()).await?.iter().map(standing).collect()
    }

    /// The highest ratings of a pool that come from so many games at least. Who keeps his name back is not in it.
    pub async fn best(
        &self,
        pool: &Pool,
        games: i64,
        limit: i64,
    ) -> Result<Vec<Standing>, StoreError> {
        sqlx::query(
            "SELECT title, pool, who, mu, sigma, r.games, u.name, u.hides_page, u.hides_name FROM ratings r LEFT JOIN \
             users u ON u.id = r.who WHERE title = $1 AND pool = $2 AND r.games >= $3 AND \
             (r.who LIKE 'bot:%' OR (u.hides_name = 0 AND u.login IS NOT NULL)) ORDER BY mu DESC, who LIMIT $4",
        )
        .bind(&pool.title)
        .bind(&pool.pool)
        .bind(games)
        .bind(limit)
        .fetch_all(self.reads())
        .await?
        .iter()
        .map(standing)
        .collect()
    }
}

fn standing(r: &sqlx::any::AnyRow) -> Result<Standing, StoreError> {
    let hidden = |name: &str| -> Result<bool, StoreError> {
        Ok(r.try_get::<Option<i64>, _>(name)?.unwrap_or(1) != 0)
    };
    let name: Option<String> = r.try_get("name")?;
    Ok(Standing {
        pool: Pool { title: r.try_get("title")?, pool: r.try_get("pool")? },
        who: r.try_get("who")?,
        page: !hidden("hides_page")?,
        name: name.filter(|_| !hidden("hides_name").unwrap_or(true)),
        rating: Rating {
            mu: r.try_get("mu")?,
            sigma: r.try_get("sigma")?,
            games: r.try_get("games")?,
        },
    })
}
