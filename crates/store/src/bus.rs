//! News of commits: within the process on SQLite, through LISTEN/NOTIFY between servers on PostgreSQL.

use crate::database::{Store, StoreError};
use crate::{Entry, LobbyEntry};
use sqlx::postgres::PgListener;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast;

pub(crate) const CHANNEL: &str = "signalbox";
// PostgreSQL refuses payloads of 8000 bytes.
const MOST: usize = 7900;

/// Something that happened on any server of the database.
#[derive(Clone, Debug)]
pub enum Notice {
    /// A journal entry was committed.
    Entry(Arc<Entry>),
    /// A journal entry was committed that is too long to be sent along.
    Behind {
        /// The game.
        game: String,
        /// The entry.
        seq: i64,
    },
    /// A lobby entry was committed.
    Lobby(Arc<LobbyEntry>),
    /// A bot has to move somewhere.
    BotDue,
    /// A server tells who is there.
    Presence(Arc<str>),
    /// News may have been lost: look for yourselves.
    Resync,
}

pub(crate) fn encode(notice: &Notice) -> String {
    match notice {
        Notice::Entry(entry) => {
            let text = format!(
                "e{}",
                serde_json::to_string(entry.as_ref()).unwrap_or_default()
            );
            if text.len() <= MOST {
                text
            } else {
                format!("b{} {}", entry.seq, entry.game)
            }
        }
        Notice::Behind { game, seq } => format!("b{seq} {game}"),
        Notice::Lobby(entry) => format!(
            "l{}",
            serde_json::to_string(entry.as_ref()).unwrap_or_default()
        ),
        Notice::BotDue => "q".to_owned(),
        Notice::Presence(text) => format!("p{text}"),
        Notice::Resync => "r".to_owned(),
    }
}

pub(crate) fn decode(text: &str) -> Option<Notice> {
    let (kind, rest) = text.split_at_checked(1)?;
    Some(match kind {
        "e" => Notice::Entry(Arc::new(serde_json::from_str(rest).ok()?)),
        "b" => {
            let (seq, game) = rest.split_once(' ')?;
            Notice::Behind {
                game: game.to_owned(),
                seq: seq.parse().ok()?,
            }
        }
        "l" => Notice::Lobby(Arc::new(serde_json::from_str(rest).ok()?)),
        "q" => Notice::BotDue,
        "p" => Notice::Presence(rest.into()),
        "r" => Notice::Resync,
        _ => return None,
    })
}

// Listens for as long as anybody holds the store; after a lost connection everyone is told to look again.
pub(crate) async fn listen(
    url: &str,
    notices: broadcast::Sender<Notice>,
) -> Result<(), StoreError> {
    let mut listener = PgListener::connect(url).await?;
    listener.listen(CHANNEL).await?;
    let weak = notices.downgrade();
    drop(notices);
    tokio::spawn(async move {
        loop {
            match listener.try_recv().await {
                Ok(Some(news)) => {
                    let Some(sender) = weak.upgrade() else { return };
                    if let Some(notice) = decode(news.payload()) {
                        let _ = sender.send(notice);
                    }
                }
                // The connection was lost and is made anew with the next call.
                Ok(None) => {
                    let Some(sender) = weak.upgrade() else { return };
                    let _ = sender.send(Notice::Resync);
                }
                Err(error) => {
                    tracing::warn!(%error, "listening to the database failed");
                    tokio::time::sleep(Duration::from_millis(500)).await;
                    let Some(sender) = weak.upgrade() else { return };
                    let _ = sender.send(Notice::Resync);
                }
            }
        }
    });
    Ok(())
}

impl Store {
    /// Tells all servers who is there.
    pub async fn tell_presence(&self, text: &str) -> Result<(), StoreError> {
        if !self.is_shared() {
            let _ = self.inner.notices.send(Notice::Presence(text.into()));
            return Ok(());
        }
        let notice = encode(&Notice::Presence(text.into()));
        if notice.len() <= MOST {
            sqlx::query("SELECT pg_notify($1, $2)")
                .bind(CHANNEL)
                .bind(notice)
                .execute(self.writes())
                .await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_entries_are_announced_without_their_contents() {
        let entry = |n: usize| {
            Notice::Entry(Arc::new(Entry {
                game: "g".into(),
                seq: 3,
                at: 0,
                kind: "chat".into(),
                user: None,
                data: "x".repeat(n),
            }))
        };
        assert!(
            matches!(decode(&encode(&entry(10))), Some(Notice::Entry(e)) if e.seq == 3 && e.data.len() == 10)
        );
        let long = encode(&entry(9000));
        assert!(long.len() < MOST);
        assert!(matches!(decode(&long), Some(Notice::Behind { game, seq: 3 }) if game == "g"));
    }
}
