//! Carries notices of the store to whoever listens.

use crate::app::App;
use crate::hub::{LobbyNews, News, entry_text};
use std::sync::Arc;
use store::{EntryKind, Notice};
use tokio::sync::broadcast::error::RecvError;

// Bytes of an entry that is told as it is.
const LONGEST: usize = 8 << 10;

async fn people(app: &App, game: &str) -> Option<Arc<[String]>> {
    let seats = app.store.seats(game).await.ok()?;
    Some(seats.into_iter().filter_map(|s| s.user).collect())
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
                    // What is long is read from the journal by whoever is ready for it; it does not wait for the slowest.
                    let news = match entry.data.len() > LONGEST {
                        true => News::Look,
                        false => News::Entry {
                            seq: entry.seq,
                            kind: entry.kind.name(),
                            text: entry_text(&entry).into(),
                        },
                    };
                    app.hub.tell(&entry.game, news);
                }
                let (moved, game) = match entry.kind {
                    EntryKind::Moves | EntryKind::Undone | EntryKind::Redone => (true, false),
                    EntryKind::Game => (false, true),
                    EntryKind::Imported
                    | EntryKind::Chat
                    | EntryKind::Settings
                    | EntryKind::Clock => (false, false),
                };
                if moved || game {
                    // Asked once, however many listen.
                    let people = match game {
                        true => people(&app, &entry.game).await,
                        false => None,
                    };
                    app.hub
                        .tell_lobby(LobbyNews::Turn { game: entry.game.as_str().into(), people });
                }
            }
            Ok(Notice::Behind { game, .. }) => {
                app.hub.tell(&game, News::Look);
                app.hub.tell_lobby(LobbyNews::Turn { game: game.into(), people: None });
            }
            Ok(Notice::Lobby(entry)) => app.hub.tell_lobby(LobbyNews::Entry(entry)),
            Ok(Notice::BotDue) => app.bots.notify_one(),
            Ok(Notice::Accounts) => app.hub.tell_accounts(),
            Ok(Notice::Presence(text)) => app.presence.heard(&app.hub, &text),
            Ok(Notice::Resync) | Err(RecvError::Lagged(_)) => {
                app.hub.tell_all();
                app.hub.tell_accounts();
                app.bots.notify_one();
            }
            Err(RecvError::Closed) => return,
        }
    }
}
