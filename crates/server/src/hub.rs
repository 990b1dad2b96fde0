//! Channels to whoever listens.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use store::{Entry, LobbyEntry};
use tokio::sync::broadcast::{self, error::RecvError};
use tokio::sync::watch;

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

type Channels = Arc<Mutex<HashMap<String, broadcast::Sender<News>>>>;

/// All channels with listeners.
pub struct Hub {
    games: Channels,
    lobby: broadcast::Sender<LobbyNews>,
    accounts: watch::Sender<u64>,
}

impl Default for Hub {
    fn default() -> Hub {
        Hub {
            games: Arc::default(),
            lobby: broadcast::Sender::new(1024),
            accounts: watch::Sender::new(0),
        }
    }
}

/// A listener of a game. With the last of them goes the channel, whether or not there is such a game.
pub struct Ear {
    games: Channels,
    game: String,
    news: Option<broadcast::Receiver<News>>,
}

impl Ear {
    /// The next news.
    pub async fn hear(&mut self) -> Result<News, RecvError> {
        match &mut self.news {
            Some(news) => news.recv().await,
            None => Err(RecvError::Closed),
        }
    }
}

impl Drop for Ear {
    fn drop(&mut self) {
        let mut games = self.games.lock().unwrap_or_else(|e| e.into_inner());
        self.news = None;
        if games.get(&self.game).is_some_and(|sender| sender.receiver_count() == 0) {
            games.remove(&self.game);
        }
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
    pub fn listen(&self, game: &str) -> Ear {
        let mut games = self.games.lock().unwrap_or_else(|e| e.into_inner());
        let sender = games.entry(game.to_owned()).or_insert_with(|| broadcast::Sender::new(32));
        let news = Some(sender.subscribe());
        Ear { games: self.games.clone(), game: game.to_owned(), news }
    }

    /// Changes whenever accounts or logins did.
    pub fn accounts(&self) -> watch::Receiver<u64> {
        self.accounts.subscribe()
    }

    /// Accounts or logins have changed.
    pub fn tell_accounts(&self) {
        self.accounts.send_modify(|n| *n += 1);
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
    fn a_channel_goes_with_its_last_listener() {
        let hub = Hub::default();
        let (one, other) = (hub.listen("g"), hub.listen("g"));
        drop(one);
        assert!(hub.has_listeners("g"));
        drop(other);
        assert!(!hub.has_listeners("g"));
    }

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
