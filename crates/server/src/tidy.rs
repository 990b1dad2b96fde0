//! The server tidies up by itself: what nobody needs any more goes.

use crate::app::App;
use crate::fault::Fault;
use crate::told::What;
use std::time::Duration;

// After a start others come first.
const FIRST: Duration = Duration::from_secs(60);

// A game in which nothing happened for so long is given up.
const FORSAKEN: i64 = 180 * 86_400_000;
// So many at once.
const MOST: i64 = 100;

impl App {
    /// Gives up games of several people to which nobody came for half a year.
    pub async fn give_up_forsaken(&self) -> Result<u64, Fault> {
        let before = self.now() - FORSAKEN;
        let mut count = 0;
        for id in self.store.idle_games(before, MOST).await? {
            let held = match self.hold_fresh(&id).await {
                Ok(held) => held,
                // What cannot be loaded stays as it is.
                Err(_) => continue,
            };
            let done = self.change(held, None, |draft| {
                if draft.loaded.game.updated >= before {
                    let game = &draft.loaded.game;
                    return Err(Fault::Stale { after: game.length, seq: game.seq });
                }
                draft.loaded.game.give_up(draft.at);
                draft.lobby = Some(What::Abandoned);
                draft.tell_game(None, What::Forsaken);
                Ok(())
            });
            count += u64::from(done.await.is_ok());
        }
        Ok(count)
    }
}

/// Tidies up from time to time until the server stops.
pub async fn keep(app: App) {
    let every = app.config.keep.every;
    if every.is_zero() {
        return;
    }
    let mut stopping = app.stopping.subscribe();
    let mut wait = FIRST.min(every);
    loop {
        tokio::select! {
            () = tokio::time::sleep(wait) => {}
            _ = stopping.wait_for(|s| *s) => return,
        }
        wait = every;
        match app.store.tidy(&app.config.keep.stale(app.now())).await {
            Ok(gone) => {
                for (what, n) in
                    [("sessions", gone.sessions), ("guests", gone.guests), ("games", gone.games)]
                {
                    metrics::counter!("signalbox_tidied_total", "what" => what).increment(n);
                }
                if gone.total() > 0 {
                    tracing::info!(gone.sessions, gone.guests, gone.games, "tidied up");
                }
            }
            Err(error) => {
                metrics::counter!("signalbox_store_faults_total", "kind" => error.kind())
                    .increment(1);
                tracing::warn!(%error, "tidying up failed");
            }
        }
        match app.give_up_forsaken().await {
            Ok(0) => {}
            Ok(games) => tracing::info!(games, "nobody came: given up"),
            Err(fault) => tracing::warn!(?fault, "forsaken games could not be given up"),
        }
    }
}
