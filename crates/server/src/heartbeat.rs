//! The server's heartbeat.

use crate::app::App;
use crate::clock;
use crate::secret;
use crate::uptime::{Beat, gaps};
use std::time::Duration;
use store::StoreError;

// So often a server notes that it is up.
const BEAT: Duration = Duration::from_secs(5);
// Without a beat for so long it was not there: the machine slept, or the database was away.
const LOST: i64 = 30_000;
// Earlier times are of no interest to any clock.
const KEPT: i64 = 200 * 86_400_000;

impl App {
    /// Notes that this server is up. The first time, and after it was not there for a while, it looks when nobody was.
    pub async fn beat(&self) -> Result<(), StoreError> {
        let (now, seen) = (self.now(), clock::now());
        let lives = self.uptime.beat().filter(|b| seen - b.seen < LOST);
        let fresh = lives.is_none();
        let beat = match lives {
            Some(beat) => Beat { seen, ..beat },
            None => Beat { id: secret::random_word(12), begins: now, seen },
        };
        self.store.note_uptime(&beat.id, beat.begins, now).await?;
        if fresh {
            self.uptime.set_gaps(gaps(&self.store.uptime(now - KEPT).await?));
        }
        self.uptime.set_beat(beat);
        if fresh {
            self.store.forget_uptime(now - KEPT).await?;
        }
        Ok(())
    }
}

/// Beats until the server stops.
pub async fn keep(app: App) {
    let mut stopping = app.stopping.subscribe();
    // The last beat comes when the server stops: what went by since the one before counts too.
    while !app.is_stopping() {
        tokio::select! {
            () = tokio::time::sleep(BEAT) => {}
            _ = stopping.wait_for(|s| *s) => {}
        }
        if let Err(error) = app.beat().await {
            tracing::warn!(%error, "the heartbeat could not be written");
        }
    }
}
