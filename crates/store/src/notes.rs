//! What people note for themselves about a game.

use crate::database::{Store, StoreError};
use sqlx::Row;

/// A note of one person about one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// What it says.
    pub text: String,
    /// Changed when.
    pub updated: i64,
}

impl Store {
    /// The note of a person about a game.
    pub async fn note(&self, game: &str, user: &str) -> Result<Option<Note>, StoreError> {
        let row =
            sqlx::query("SELECT text, updated FROM notes WHERE game_id = $1 AND user_id = $2")
                .bind(game)
                .bind(user)
                .fetch_optional(self.reads())
                .await?;
        row.map(|r| Ok(Note { text: r.try_get("text")?, updated: r.try_get("updated")? }))
            .transpose()
    }

    /// Writes a note; an empty one is none.
    pub async fn set_note(&self, game: &str, user: &str, note: &Note) -> Result<(), StoreError> {
        let sql = match note.text.is_empty() {
            true => "DELETE FROM notes WHERE game_id = $1 AND user_id = $2 AND $3 = $3 AND $4 = $4",
            false => {
                "INSERT INTO notes (game_id, user_id, text, updated) VALUES ($1, $2, $3, $4) \
                 ON CONFLICT (game_id, user_id) DO UPDATE SET text = $3, updated = $4"
            }
        };
        sqlx::query(sql)
            .bind(game)
            .bind(user)
            .bind(&note.text)
            .bind(note.updated)
            .execute(self.writes())
            .await?;
        Ok(())
    }

    /// Gives the notes of one person to another, except where that one has some.
    pub async fn hand_notes(&self, from: &str, to: &str) -> Result<(), StoreError> {
        sqlx::query(
            "UPDATE notes SET user_id = $2 WHERE user_id = $1 AND game_id NOT IN \
             (SELECT game_id FROM notes WHERE user_id = $2)",
        )
        .bind(from)
        .bind(to)
        .execute(self.writes())
        .await?;
        Ok(())
    }
}
