//! Backups that the server makes by itself, while it serves.

use crate::app::App;
use crate::clock::{now, stamp};
use crate::config::Backups;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use store::{Store, StoreError};

// After a fault it is tried again so soon, or with the next backup if that is sooner.
const AGAIN: Duration = Duration::from_secs(600);

// Files of ours in the folder, the oldest first. Their names sort by time; others are left alone.
fn made(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default();
        let middle = name.strip_prefix("signalbox-").and_then(|n| n.strip_suffix(".sqlite"));
        if middle
            .is_some_and(|m| m.len() == 15 && m.bytes().all(|b| b.is_ascii_digit() || b == b'-'))
        {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

// How long ago the last backup was made; a server that starts anew does not make one at once.
fn age(folder: &Path) -> Option<Duration> {
    let last = made(folder).ok()?.pop()?;
    let written = std::fs::metadata(last).ok()?.modified().ok()?;
    Some(SystemTime::now().duration_since(written).unwrap_or_default())
}

/// Makes a backup in the folder and removes those that are too many; its file.
pub async fn make(store: &Store, backups: &Backups) -> Result<PathBuf, StoreError> {
    let failed =
        |error: io::Error| StoreError::File(format!("{}: {error}", backups.folder.display()));
    std::fs::create_dir_all(&backups.folder).map_err(failed)?;
    let file = backups.folder.join(format!("signalbox-{}.sqlite", stamp(now())));
    store.backup(&file).await?;
    let files = made(&backups.folder).map_err(failed)?;
    for old in files.iter().rev().skip(backups.keep.max(1)) {
        std::fs::remove_file(old).map_err(failed)?;
    }
    Ok(file)
}

/// Makes backups from time to time until the server stops.
pub async fn keep(app: App) {
    let Some(backups) = app.config.backups.clone() else { return };
    let mut stopping = app.stopping.subscribe();
    if let Some(age) = age(&backups.folder) {
        metrics::gauge!("signalbox_backup_time_seconds")
            .set(now() as f64 / 1000.0 - age.as_secs_f64());
    }
    let mut wait =
        age(&backups.folder).map_or(Duration::ZERO, |age| backups.every.saturating_sub(age));
    loop {
        tokio::select! {
            () = tokio::time::sleep(wait) => {}
            _ = stopping.wait_for(|s| *s) => return,
        }
        let done = tokio::select! {
            done = make(&app.store, &backups) => done,
            // What was written so far does not carry the name of a backup.
            _ = stopping.wait_for(|s| *s) => return,
        };
        match done {
            Ok(file) => {
                wait = backups.every;
                metrics::gauge!("signalbox_backup_time_seconds").set(now() as f64 / 1000.0);
                tracing::info!(file = %file.display(), "a backup is made");
            }
            Err(error) => {
                wait = backups.every.min(AGAIN);
                metrics::counter!("signalbox_backup_faults_total").increment(1);
                tracing::error!(%error, "no backup could be made");
            }
        }
    }
}
