//! Studies: a document, who may read and write it, and what its last edits touched.

use crate::database::{Store, StoreError};
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

/// Who may read a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// Its authors.
    Private,
    /// Whoever has its word.
    Link,
    /// Everybody.
    Listed,
}

impl Sight {
    /// Its name in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Sight::Private => "private",
            Sight::Link => "link",
            Sight::Listed => "listed",
        }
    }

    fn of(name: &str) -> Sight {
        match name {
            "listed" => Sight::Listed,
            "link" => Sight::Link,
            _ => Sight::Private,
        }
    }
}

/// A study without its document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudyRow {
    /// Id.
    pub id: String,
    /// Account of who made it.
    pub owner: String,
    /// Name of that account; empty if it keeps its name back.
    pub owner_name: String,
    /// Title.
    pub title: String,
    /// Titles of its games, with commas.
    pub games: String,
    /// Chapters.
    pub chapters: i64,
    /// Who may read it.
    pub sight: Sight,
    /// The word of its link.
    pub word: String,
    /// Number of its last edit.
    pub number: i64,
    /// Made when.
    pub created: i64,
    /// Changed when.
    pub updated: i64,
    /// Whether who asks is one of its other authors.
    pub shared: bool,
}

impl StudyRow {
    /// Whether somebody may write.
    pub fn may_write(&self, user: Option<&str>) -> bool {
        user == Some(self.owner.as_str()) || (user.is_some() && self.shared)
    }

    /// Whether somebody may read: an author, whoever has the word of a shared link, or everybody.
    pub fn may_read(&self, user: Option<&str>, word: Option<&str>) -> bool {
        self.may_write(user)
            || self.sight == Sight::Listed
            || (self.sight == Sight::Link && word == Some(self.word.as_str()))
    }
}

/// A study that is new.
#[derive(Clone, Debug)]
pub struct NewStudy {
    /// Id.
    pub id: String,
    /// Account of who makes it.
    pub owner: String,
    /// The word of its link.
    pub word: String,
    /// When.
    pub at: i64,
    /// What it holds.
    pub change: StudyChange,
}

/// What a study holds after a change.
#[derive(Clone, Debug)]
pub struct StudyChange {
    /// Title.
    pub title: String,
    /// Titles of its games, with commas.
    pub games: String,
    /// Chapters.
    pub chapters: i64,
    /// The document.
    pub document: String,
}

// Edits whose touches are kept: who has seen none of them looks again first.
const KEPT: i64 = 500;

const COLUMNS: &str = "s.id, s.owner, s.title, s.games, s.chapters, s.sight, s.word, s.number, s.created, s.updated, \
                       CASE WHEN u.hides_name = 1 THEN '' ELSE u.name END AS owner_name, \
                       (SELECT COUNT(*) FROM study_authors a WHERE a.study_id = s.id AND a.user_id = $1) AS shared";

fn read(row: &AnyRow) -> Result<StudyRow, StoreError> {
    Ok(StudyRow {
        id: row.try_get("id")?,
        owner: row.try_get("owner")?,
        owner_name: row.try_get("owner_name")?,
        title: row.try_get("title")?,
        games: row.try_get("games")?,
        chapters: row.try_get("chapters")?,
        sight: Sight::of(&row.try_get::<String, _>("sight")?),
        word: row.try_get("word")?,
        number: row.try_get("number")?,
        created: row.try_get("created")?,
        updated: row.try_get("updated")?,
        shared: row.try_get::<i64, _>("shared")? > 0,
    })
}

impl Store {
    async fn study_rows(
        &self,
        condition: &str,
        user: &str,
        what: Option<&str>,
    ) -> Result<Vec<StudyRow>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM studies s JOIN users u ON u.id = s.owner WHERE {condition} \
             ORDER BY s.updated DESC, s.id LIMIT 200"
        );
        let mut query = sqlx::query(AssertSqlSafe(sql)).bind(user);
        if let Some(what) = what {
            query = query.bind(what);
        }
        query.fetch_all(self.reads()).await?.iter().map(read).collect()
    }

    /// A study, for who asks.
    pub async fn study(
        &self,
        id: &str,
        user: Option<&str>,
    ) -> Result<Option<StudyRow>, StoreError> {
        let found = self.study_rows("s.id = $2", user.unwrap_or_default(), Some(id)).await?;
        Ok(found.into_iter().next())
    }

    /// What a study holds, with the number of its last edit.
    pub async fn study_document(&self, id: &str) -> Result<Option<(i64, String)>, StoreError> {
        let row = sqlx::query("SELECT number, document FROM studies WHERE id = $1")
            .bind(id)
            .fetch_optional(self.reads())
            .await?;
        row.map(|r| Ok((r.try_get("number")?, r.try_get("document")?))).transpose()
    }

    /// Studies that somebody made.
    pub async fn studies_of(&self, user: &str) -> Result<Vec<StudyRow>, StoreError> {
        self.study_rows("s.owner = $1", user, None).await
    }

    /// Studies of others that somebody writes too.
    pub async fn studies_shared(&self, user: &str) -> Result<Vec<StudyRow>, StoreError> {
        let condition = "s.id IN (SELECT study_id FROM study_authors WHERE user_id = $1)";
        self.study_rows(condition, user, None).await
    }

    /// Studies that everybody may read, the newest first.
    pub async fn studies_listed(&self, user: Option<&str>) -> Result<Vec<StudyRow>, StoreError> {
        self.study_rows("s.sight = 'listed'", user.unwrap_or_default(), None).await
    }

    /// How many studies somebody made.
    pub async fn count_studies(&self, user: &str) -> Result<i64, StoreError> {
        let row = sqlx::query("SELECT COUNT(*) AS n FROM studies WHERE owner = $1")
            .bind(user)
            .fetch_one(self.reads())
            .await?;
        Ok(row.try_get("n")?)
    }

    /// Names of a study's other authors, with their accounts.
    pub async fn study_authors(&self, id: &str) -> Result<Vec<(String, String)>, StoreError> {
        sqlx::query(
            "SELECT u.id, u.name FROM study_authors a JOIN users u ON u.id = a.user_id \
             WHERE a.study_id = $1 ORDER BY u.name",
        )
        .bind(id)
        .fetch_all(self.reads())
        .await?
        .iter()
        .map(|r| Ok((r.try_get("id")?, r.try_get("name")?)))
        .collect()
    }

    /// What edits after a number touched, in order; nothing if not all of them are kept.
    pub async fn study_touches(
        &self,
        id: &str,
        after: i64,
        number: i64,
    ) -> Result<Option<Vec<String>>, StoreError> {
        let rows = sqlx::query(
            "SELECT touch FROM study_edits WHERE study_id = $1 AND number > $2 AND number <= $3 ORDER BY number",
        )
        .bind(id)
        .bind(after)
        .bind(number)
        .fetch_all(self.reads())
        .await?;
        if rows.len() as i64 != number - after {
            return Ok(None);
        }
        let touches: Result<Vec<String>, _> = rows.iter().map(|r| r.try_get("touch")).collect();
        Ok(Some(touches?))
    }

    /// Writes a new study.
    pub async fn add_study(&self, new: &NewStudy) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO studies (id, owner, title, games, chapters, sight, word, number, created, updated, document) \
             VALUES ($1, $2, $3, $4, $5, 'private', $6, 0, $7, $7, $8)",
        )
        .bind(&new.id)
        .bind(&new.owner)
        .bind(&new.change.title)
        .bind(&new.change.games)
        .bind(new.change.chapters)
        .bind(&new.word)
        .bind(new.at)
        .bind(&new.change.document)
        .execute(self.writes())
        .await?;
        Ok(())
    }

    /// Writes an edit that was made on a number; false if another came first.
    pub async fn change_study(
        &self,
        id: &str,
        number: i64,
        change: &StudyChange,
        touch: &str,
        at: i64,
    ) -> Result<bool, StoreError> {
        let mut tx = self.writes().begin().await?;
        let done = sqlx::query(
            "UPDATE studies SET number = number + 1, title = $3, games = $4, chapters = $5, document = $6, updated = $7 \
             WHERE id = $1 AND number = $2",
        )
        .bind(id)
        .bind(number)
        .bind(&change.title)
        .bind(&change.games)
        .bind(change.chapters)
        .bind(&change.document)
        .bind(at)
        .execute(&mut *tx)
        .await?;
        if done.rows_affected() == 0 {
            return Ok(false);
        }
        sqlx::query(
            "INSERT INTO study_edits (study_id, number, at, touch) VALUES ($1, $2, $3, $4)",
        )
        .bind(id)
        .bind(number + 1)
        .bind(at)
        .bind(touch)
        .execute(&mut *tx)
        .await?;
        sqlx::query("DELETE FROM study_edits WHERE study_id = $1 AND number <= $2")
            .bind(id)
            .bind(number + 1 - KEPT)
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        Ok(true)
    }

    /// Says who may read a study, and gives its link another word.
    pub async fn set_study_sight(
        &self,
        id: &str,
        sight: Sight,
        word: &str,
    ) -> Result<(), StoreError> {
        sqlx::query("UPDATE studies SET sight = $2, word = $3 WHERE id = $1")
            .bind(id)
            .bind(sight.name())
            .bind(word)
            .execute(self.writes())
            .await?;
        Ok(())
    }

    /// Somebody else may write a study too.
    pub async fn add_study_author(&self, id: &str, user: &str) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO study_authors (study_id, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        )
        .bind(id)
        .bind(user)
        .execute(self.writes())
        .await?;
        Ok(())
    }

    /// Somebody no longer writes a study.
    pub async fn remove_study_author(&self, id: &str, user: &str) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM study_authors WHERE study_id = $1 AND user_id = $2")
            .bind(id)
            .bind(user)
            .execute(self.writes())
            .await?;
        Ok(())
    }

    /// Removes a study; whether there was one.
    pub async fn delete_study(&self, id: &str) -> Result<bool, StoreError> {
        let gone = sqlx::query("DELETE FROM studies WHERE id = $1")
            .bind(id)
            .execute(self.writes())
            .await?;
        Ok(gone.rows_affected() > 0)
    }

    /// Gives the studies of one person to another.
    pub async fn hand_studies(&self, from: &str, to: &str) -> Result<(), StoreError> {
        sqlx::query("UPDATE studies SET owner = $2 WHERE owner = $1")
            .bind(from)
            .bind(to)
            .execute(self.writes())
            .await?;
        Ok(())
    }
}
