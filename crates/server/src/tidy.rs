//! The server tidies up by itself: what nobody needs any more goes.

use crate::app::App;
use crate::clock::now;
use std::time::Duration;

// After a start others come first.
const FIRST: Duration = Duration::from_secs(60);

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
        match app.store.tidy(&app.config.keep.stale(now())).await {
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
    }
}
