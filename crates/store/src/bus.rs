//! News of commits: within the process on SQLite, through LISTEN/NOTIFY between servers on PostgreSQL.

use crate::change::NewEntry;
use crate::database::{Store, StoreError};
use crate::logins::Logins;
use crate::{Entry, EntryKind, LobbyEntry};
use sqlx::postgres::PgListener;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast;

pub(crate) const CHANNEL: &str = "signalbox";
// PostgreSQL refuses payloads of 8000 bytes.
pub(crate) const MOST: usize = 7900;

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
    /// Accounts or logins changed.
    Accounts,
    /// A server tells who is there.
    Presence(Arc<str>),
    /// News may have been lost: look for yourselves.
    Resync,
}

// Parts of an entry, and entries, are kept apart by characters that JSON never holds as they are.
const BETWEEN_PARTS: char = '\u{1f}';
const BETWEEN_ENTRIES: char = '\u{1e}';

/// What messages with entries of a server begin with; a server leaves its own aside, since it told its listeners already.
pub(crate) fn mark(server: &str) -> String {
    format!("e{server} ")
}

/// At most so many bytes of a message are taken by an entry.
pub(crate) fn length(game: &str, entry: &NewEntry) -> usize {
    let user = entry.user.as_ref().map_or(0, String::len);
    brief_length(game) + 24 + entry.kind.name().len() + user + entry.data.len()
}

/// At most so many bytes are taken by an entry that is only announced.
pub(crate) fn brief_length(game: &str) -> usize {
    game.len() + 24
}

/// News that is not told by the statement that writes it.
pub(crate) fn encode(news: &Notice) -> Option<String> {
    Some(match news {
        Notice::Entry(_) | Notice::Behind { .. } | Notice::Resync => return None,
        Notice::Lobby(entry) => {
            format!("l{}", serde_json::to_string(entry.as_ref()).unwrap_or_default())
        }
        Notice::BotDue => "q".to_owned(),
        Notice::Accounts => "a".to_owned(),
        Notice::Presence(text) => format!("p{text}"),
    })
}

fn decode_entry(text: &str) -> Option<Notice> {
    let mut parts = text.splitn(6, BETWEEN_PARTS);
    let game = parts.next()?.to_owned();
    let seq = parts.next()?.parse().ok()?;
    let Some(at) = parts.next() else {
        return Some(Notice::Behind { game, seq });
    };
    Some(Notice::Entry(Arc::new(Entry {
        game,
        seq,
        at: at.parse().ok()?,
        kind: EntryKind::read(parts.next()?)?,
        user: parts.next().filter(|u| !u.is_empty()).map(str::to_owned),
        data: parts.next()?.to_owned(),
    })))
}

/// What a message tells a server whose own messages begin with `own`.
pub(crate) fn decode(text: &str, own: &str) -> Vec<Notice> {
    let Some((kind, rest)) = text.split_at_checked(1) else {
        return Vec::new();
    };
    let one = match kind {
        "e" if text.starts_with(own) => None,
        "e" => {
            let Some((_, entries)) = rest.split_once(' ') else {
                return Vec::new();
            };
            return entries
                .split(BETWEEN_ENTRIES)
                // What cannot be read is looked for in the journal.
                .map(|entry| decode_entry(entry).unwrap_or(Notice::Resync))
                .collect();
        }
        "l" => serde_json::from_str(rest).ok().map(|entry| Notice::Lobby(Arc::new(entry))),
        "q" => Some(Notice::BotDue),
        "a" => Some(Notice::Accounts),
        "p" => Some(Notice::Presence(rest.into())),
        _ => None,
    };
    one.into_iter().collect()
}

// Listens for as long as anybody holds the store; after a lost connection everyone is told to look again.
pub(crate) async fn listen(
    url: &str,
    notices: broadcast::Sender<Notice>,
    logins: Arc<Logins>,
    own: Arc<str>,
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
                    for notice in decode(news.payload(), &own) {
                        if matches!(notice, Notice::Accounts) {
                            logins.forget();
                        }
                        let _ = sender.send(notice);
                    }
                }
                // The connection was lost and is made anew with the next call.
                Ok(None) => {
                    logins.forget();
                    let Some(sender) = weak.upgrade() else { return };
                    let _ = sender.send(Notice::Resync);
                }
                Err(error) => {
                    tracing::warn!(%error, "listening to the database failed");
                    tokio::time::sleep(Duration::from_millis(500)).await;
                    logins.forget();
                    let Some(sender) = weak.upgrade() else { return };
                    let _ = sender.send(Notice::Resync);
                }
            }
        }
    });
    Ok(())
}

impl Store {
    /// Tells all servers of the database.
    pub(crate) async fn tell(&self, news: &Notice) -> Result<(), StoreError> {
        if let Some(text) = encode(news).filter(|text| text.len() <= MOST) {
            sqlx::query("SELECT pg_notify($1, $2)")
                .bind(CHANNEL)
                .bind(text)
                .execute(self.writes())
                .await?;
        }
        Ok(())
    }

    /// Tells all servers who is there.
    pub async fn tell_presence(&self, text: &str) -> Result<(), StoreError> {
        if !self.is_shared() {
            let _ = self.inner.notices.send(Notice::Presence(text.into()));
            return Ok(());
        }
        self.tell(&Notice::Presence(text.into())).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_hears_the_entries_of_others_and_not_its_own() {
        let text = format!(
            "{}g1\u{1f}3\u{1f}9\u{1f}chat\u{1f}u1\u{1f}{{\"a\":1}}\u{1e}g2\u{1f}7",
            mark("here")
        );
        assert!(decode(&text, &mark("here")).is_empty());
        let heard = decode(&text, &mark("there"));
        let [Notice::Entry(entry), Notice::Behind { game, seq: 7 }] = heard.as_slice() else {
            panic!("{heard:?}");
        };
        assert_eq!(game, "g2");
        assert_eq!((entry.game.as_str(), entry.seq, entry.at), ("g1", 3, 9));
        assert_eq!(entry.kind, EntryKind::Chat);
        assert_eq!(entry.user.as_deref(), Some("u1"));
        assert_eq!(entry.data, r#"{"a":1}"#);
    }
}
