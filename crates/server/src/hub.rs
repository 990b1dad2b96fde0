//! Channels to whoever listens.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use store::{Entry, LobbyEntry};
use tokio::sync::broadcast;

/// Something for the listeners of a game.
#[derive(Clone, Debug)]
pub enum News {
    /// A journal entry, ready to be sent.
    Entry {
        /// Its number.
        seq: i64,
        /// Name of the event.
        kind: &'static str,
        /// Data of the event.
        text: Arc<str>,
    },
    /// Who is there has changed.
    Presence(Arc<str>),
    /// Look into the journal.
    Look,
}

/// Something for the listeners of the lobby.
#[derive(Clone, Debug)]
pub enum LobbyNews {
    /// A lobby entry.
    Entry(Arc<LobbyEntry>),
    /// A game in which the turn may have changed.
    Turn {
        /// The game.
        game: Arc<str>,
        /// Who sits there now, if that may have changed.
        people: Option<Arc<[String]>>,
    },
    /// Look into the journal.
    Look,
}

/// All channels with listeners.
pub struct Hub {
    games: Mutex<HashMap<String, broadcast::Sender<News>>>,
    lobby: broadcast::Sender<LobbyNews>,
}

impl Default for Hub {
    fn default() -> Hub {
        Hub { games: Mutex::default(), lobby: broadcast::Sender::new(1024) }
    }
}

/// The data of a journal entry as listeners get it.
pub fn entry_text(entry: &Entry) -> String {
    let rest = entry.data.strip_prefix('{').unwrap_or("}");
    let comma = if rest.starts_with('}') { "" } else { "," };
    format!(
        r#"{{"seq":{},"at":{},"kind":"{}"{comma}{rest}"#,
        entry.seq,
        entry.at,
        entry.kind.name()
    )
}

impl Hub {
    /// Listens to a game.
    pub fn listen(&self, game: &str) -> broadcast::Receiver<News> {
        let mut games = self.games.lock().unwrap_or_else(|e| e.into_inner());
        match games.get(game) {
            Some(sender) => sender.subscribe(),
            None => {
                let (sender, receiver) = broadcast::channel(32);
                games.insert(game.to_owned(), sender);
                receiver
            }
        }
    }

    /// Listens to the lobby.
    pub fn listen_lobby(&self) -> broadcast::Receiver<LobbyNews> {
        self.lobby.subscribe()
    }

    /// Tells the listeners of a game something.
    pub fn tell(&self, game: &str, news: News) {
        let mut games = self.games.lock().unwrap_or_else(|e| e.into_inner());
        if let Some(sender) = games.get(game)
            && sender.send(news).is_err()
        {
            games.remove(game);
        }
    }

    /// Tells the listeners of the lobby something.
    pub fn tell_lobby(&self, news: LobbyNews) {
        let _ = self.lobby.send(news);
    }

    /// Whether anybody listens to a game.
    pub fn has_listeners(&self, game: &str) -> bool {
        self.games.lock().unwrap_or_else(|e| e.into_inner()).contains_key(game)
    }

    /// Tells everybody to look into the journal.
    pub fn tell_all(&self) {
        let mut games = self.games.lock().unwrap_or_else(|e| e.into_inner());
        games.retain(|_, sender| sender.send(News::Look).is_ok());
        let _ = self.lobby.send(LobbyNews::Look);
    }

    /// Listeners of games now.
    pub fn listeners(&self) -> usize {
        self.games
            .lock()
            .unwrap_or_else(|e| e.into_inner())
            .values()
            .map(broadcast::Sender::receiver_count)
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::EntryKind;

    #[test]
    fn an_entry_becomes_one_json_object() {
        let entry = |data: &str| Entry {
            game: "g".into(),
            seq: 4,
            at: 9,
            kind: EntryKind::Chat,
            user: None,
            data: data.into(),
        };
        assert_eq!(entry_text(&entry("{}")), r#"{"seq":4,"at":9,"kind":"chat"}"#);
        assert_eq!(entry_text(&entry(r#"{"a":1}"#)), r#"{"seq":4,"at":9,"kind":"chat","a":1}"#);
    }
}
