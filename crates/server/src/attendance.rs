//! Open streams of people at a table, told to all servers.

use crate::app::App;
use crate::presence::Present;
use std::sync::Arc;
use std::time::Duration;

const REPEAT: Duration = Duration::from_secs(30);

/// Somebody's open stream; ends when dropped.
pub struct Attendance {
    app: App,
    game: String,
    who: Present,
}

impl Attendance {
    /// Somebody comes to a table.
    pub fn new(app: App, game: &str, who: Present) -> Attendance {
        if app.presence.come(game, &who) {
            announce(&app, game);
        }
        Attendance { app, game: game.to_owned(), who }
    }
}

impl Drop for Attendance {
    fn drop(&mut self) {
        if self.app.presence.go(&self.game, &self.who) {
            announce(&self.app, &self.game);
        }
    }
}

fn announce(app: &App, game: &str) {
    let text: Arc<str> = app.presence.message(game).into();
    let app = app.clone();
    if let Ok(runtime) = tokio::runtime::Handle::try_current() {
        runtime.spawn(async move {
            let _ = app.store.tell_presence(&text).await;
        });
    }
}

/// Repeats who is here from time to time and forgets servers that fell silent.
pub async fn keep(app: App) {
    let mut stopping = app.stopping.subscribe();
    loop {
        tokio::select! {
            () = tokio::time::sleep(REPEAT) => {}
            _ = stopping.wait_for(|s| *s) => return,
        }
        if !app.store.is_shared() {
            continue;
        }
        for game in app.presence.tidy() {
            announce(&app, &game);
        }
    }
}
