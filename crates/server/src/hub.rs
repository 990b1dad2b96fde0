//! Hands news of the store to whoever listens.

use crate::app::App;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use store::{Entry, LobbyEntry, Notice};
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

/// Something for the listeners of a game.
#[derive(Clone, Debug)]
pub enum News {
    /// A journal entry, ready to be sent.
    Entry {
        /// Its number.
        seq: i64,
        /// Name of the event.
        kind: Arc<str>,
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
        Hub {
            games: Mutex::default(),
            lobby: broadcast::Sender::new(1024),
        }
    }
}

/// The data of a journal entry as listeners get it.
pub fn entry_text(entry: &Entry) -> String {
    let rest = entry.data.strip_prefix('{').unwrap_or("}");
    let comma = if rest.starts_with('}') { "" } else { "," };
    format!(
        r#"{{"seq":{},"at":{},"kind":"{}"{comma}{rest}"#,
        entry.seq, entry.at, entry.kind
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

    fn has_listeners(&self, game: &str) -> bool {
        self.games
            .lock()
            .unwrap_or_else(|e| e.into_inner())
            .contains_key(game)
    }

    fn tell_all(&self) {
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

impl App {
    async fn people(&self, game: &str) -> Option<Arc<[String]>> {
        let seats = self.store.seats(game).await.ok()?;
        Some(seats.into_iter().filter_map(|s| s.user).collect())
    }
}

/// Carries notices of the store to listeners until the server stops.
pub async fn carry(app: App) {
    let mut notices = app.store.notices();
    let mut stopping = app.stopping.subscribe();
    loop {
        let notice = tokio::select! {
            notice = notices.recv() => notice,
            _ = stopping.wait_for(|s| *s) => return,
        };
        match notice {
            Ok(Notice::Entry(entry)) => {
                if app.hub.has_listeners(&entry.game) {
                    let news = News::Entry {
                        seq: entry.seq,
                        kind: entry.kind.as_str().into(),
                        text: entry_text(&entry).into(),
                    };
                    app.hub.tell(&entry.game, news);
                }
                if matches!(entry.kind.as_str(), "moves" | "undone" | "redone" | "game") {
                    // Asked once, however many listen.
                    let people = match entry.kind == "game" {
                        true => app.people(&entry.game).await,
                        false => None,
                    };
                    app.hub.tell_lobby(LobbyNews::Turn {
                        game: entry.game.as_str().into(),
                        people,
                    });
                }
            }
            Ok(Notice::Behind { game, .. }) => {
                app.hub.tell(&game, News::Look);
                app.hub.tell_lobby(LobbyNews::Turn {
                    game: game.into(),
                    people: None,
                });
            }
            Ok(Notice::Lobby(entry)) => app.hub.tell_lobby(LobbyNews::Entry(entry)),
            Ok(Notice::BotDue) => app.bots.notify_one(),
            // The store saw to that itself.
            Ok(Notice::Accounts) => {}
            Ok(Notice::Presence(text)) => app.presence.heard(&app.hub, &text),
            Ok(Notice::Resync) | Err(RecvError::Lagged(_)) => {
                app.hub.tell_all();
                app.bots.notify_one();
            }
            Err(RecvError::Closed) => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_becomes_one_json_object() {
        let entry = |data: &str| Entry {
            game: "g".into(),
            seq: 4,
            at: 9,
            kind: "chat".into(),
            user: None,
            data: data.into(),
        };
        assert_eq!(
            entry_text(&entry("{}")),
            r#"{"seq":4,"at":9,"kind":"chat"}"#
        );
        assert_eq!(
            entry_text(&entry(r#"{"a":1}"#)),
            r#"{"seq":4,"at":9,"kind":"chat","a":1}"#
        );
    }
}
