//! What the operator does from the command line, while servers run or not.

use crate::app::App;
use crate::clock::{now, stamp};
use crate::config::{Config, Keep};
use crate::hold::replay;
use crate::parts::Parts;
use crate::{password, secret};
use engine::{Setup, Title, wire};
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::HashSet;
use std::path::Path;
use store::{
    AccountSummary, BackupReport, GameFilter, GameRow, GameState, List, Options, RestoreReport,
    SCHEMA_VERSION, Schema, Seat, Store, StoreError, StoredMove,
};

/// Why an operator's command failed.
#[derive(Debug, thiserror::Error)]
pub enum AdminError {
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No such account or game.
    #[error("there is no {0}")]
    Unknown(String),
    /// The database was written by an earlier program.
    #[error(
        "the database has schema {0}, this program writes {SCHEMA_VERSION}: \
         a server of this program brings it up to date; `admin check --upgrade` tries that on a copy"
    )]
    Older(i64),
    /// Results could not be noted.
    #[error("the ratings could not be worked out; the log says why")]
    Ratings,
    /// A password could not be made.
    #[error("no password could be made")]
    Password,
}

/// What came of working out ratings again.
#[derive(Debug)]
pub struct Recounted {
    /// Games that are over.
    pub noted: usize,
    /// Of these, those that count.
    pub counted: usize,
    /// Numbers that were compared: one for each rating, and one for each seat of a game that counts.
    pub ratings: usize,
    /// What stood there before and does not any more.
    pub gone: Vec<String>,
    /// What did not stand there before.
    pub new: Vec<String>,
}

/// The operator at a database.
pub struct Admin {
    store: Store,
}

impl Admin {
    /// Opens a database that is there: a name with a slip in it makes no new one. Its tables must be those that this
    /// program writes: it is the server that brings them up to date.
    pub async fn open(database: &str) -> Result<Admin, AdminError> {
        let admin = Admin::open_any(database).await?;
        match admin.store.schema() {
            SCHEMA_VERSION => Ok(admin),
            found => {
                admin.close().await;
                Err(AdminError::Older(found))
            }
        }
    }

    /// Whether there is such a database; of PostgreSQL that is known only when it is opened.
    pub fn is_there(database: &str) -> bool {
        Store::is_there(database)
    }

    /// Opens a database that is there, also one of an earlier program: to back it up, or to try it with this one.
    pub async fn open_any(database: &str) -> Result<Admin, AdminError> {
        if !Store::is_there(database) {
            return Err(AdminError::Unknown(format!("database {database}")));
        }
        // A server at work carries the log over itself.
        let options =
            Options { checkpoints: false, schema: Schema::Kept, ..Options::new(database) };
        Ok(Admin { store: Store::open(&options).await? })
    }

    /// Accounts, the last seen first; guests too if asked.
    pub async fn users(&self, guests: bool, limit: i64) -> Result<Vec<AccountSummary>, AdminError> {
        Ok(self.store.accounts(guests, limit).await?)
    }

    /// Games, the last changed first.
    pub async fn games(&self, limit: i64) -> Result<Vec<(GameRow, Vec<Seat>)>, AdminError> {
        let filter = GameFilter {
            list: List::All,
            user: String::new(),
            archived: true,
            title: None,
            before: i64::MAX,
            limit,
        };
        Ok(self.store.games(&filter).await?)
    }

    /// What is wrong with the database and with each game: it is replayed from its first move. Names the game.
    pub async fn check(&self, titles: &[&'static dyn Title]) -> Result<Vec<String>, AdminError> {
        let mut faults = self.store.check_database().await;
        let ids = match self.store.game_ids().await {
            Ok(ids) => ids,
            Err(error) => {
                faults.push(format!("games cannot be listed: {error}"));
                return Ok(faults);
            }
        };
        for id in ids {
            let found = match self.check_game(&id, titles).await {
                Ok(found) => found,
                Err(error) => vec![error.to_string()],
            };
            faults.extend(found.into_iter().map(|fault| format!("game {id}: {fault}")));
        }
        Ok(faults)
    }

    async fn check_game(
        &self,
        id: &str,
        titles: &[&'static dyn Title],
    ) -> Result<Vec<String>, StoreError> {
        let (Some((game, seats)), Some(setup)) =
            (self.store.game(id).await?, self.store.setup(id).await?)
        else {
            // Somebody removed it meanwhile.
            return Ok(Vec::new());
        };
        let mut faults = self.store.check_game(&game).await?;
        faults.extend(self.check_entries(&game).await?);
        let moves = self.store.moves(id, 0, game.length).await?;
        for mv in self.store.undone(id).await? {
            if let Err(error) = serde_json::from_str::<wire::Move>(&mv.mv) {
                faults.push(format!("move {}, taken back: {error}", mv.number));
            }
        }
        let Some(title) = titles.iter().copied().find(|t| t.id() == game.title) else {
            faults.push(format!("no title is called {}", game.title));
            return Ok(faults);
        };
        let replayed = tokio::task::spawn_blocking(move || {
            replayed(title, &game, &setup, seats.len(), &moves)
        })
        .await;
        match replayed {
            Ok(Ok(())) => {}
            Ok(Err(fault)) => faults.push(fault),
            Err(_) => faults.push("replaying it fails".to_owned()),
        }
        Ok(faults)
    }

    // What the journal says can be read.
    async fn check_entries(&self, game: &GameRow) -> Result<Vec<String>, StoreError> {
        let (mut faults, mut after) = (Vec::new(), 0);
        loop {
            let entries = self.store.entries(&game.id, after, 100, 4 << 20).await?;
            let Some(last) = entries.last() else { return Ok(faults) };
            after = last.seq;
            for entry in &entries {
                if let Err(error) = serde_json::from_str::<&RawValue>(&entry.data) {
                    faults.push(format!("entry {}: {error}", entry.seq));
                }
            }
        }
    }

    /// What would be wrong with the database if this program took it over. A copy is brought up to date and checked; the
    /// database stays as it is, and servers go on. The copy lies in `folder` meanwhile.
    pub async fn check_upgrade(
        &self,
        titles: &[&'static dyn Title],
        folder: &Path,
    ) -> Result<Vec<String>, AdminError> {
        let file =
            folder.join(format!(".upgrade-{}-{}.sqlite", stamp(now()), secret::random_word(4)));
        let result = async {
            self.store.backup(&file).await?;
            let copy = Admin::make(&file.to_string_lossy()).await?;
            let faults = copy.check(titles).await;
            copy.close().await;
            faults
        };
        let result = result.await;
        for ending in ["", "-wal", "-shm"] {
            let mut name = file.as_os_str().to_owned();
            name.push(ending);
            let _ = std::fs::remove_file(name);
        }
        result
    }

    /// Opens a database, a new one if there is none, and brings its tables up to date.
    pub async fn make(database: &str) -> Result<Admin, AdminError> {
        let options = Options { checkpoints: false, ..Options::new(database) };
        Ok(Admin { store: Store::open(&options).await? })
    }

    /// Removes a game for good.
    pub async fn delete_game(&self, id: &str) -> Result<(), AdminError> {
        if self.store.delete_game(id).await? {
            Ok(())
        } else {
            Err(AdminError::Unknown(format!("game {id}")))
        }
    }

    /// Writes a consistent copy to a new file while servers go on.
    pub async fn backup(&self, file: &Path) -> Result<BackupReport, AdminError> {
        Ok(self.store.backup(file).await?)
    }

    /// Replaces everything by what a backup holds. What was there before is kept: beside an SQLite file, or as a backup
    /// in the folder `keep`.
    pub async fn restore(
        database: &str,
        file: &Path,
        keep: &Path,
    ) -> Result<RestoreReport, AdminError> {
        // Two restores in one second keep out of each other's way.
        let stamp = format!("{}-{}", stamp(now()), secret::random_word(4));
        Ok(Store::restore(database, file, keep, &stamp).await?)
    }

    /// Removes what is no longer needed and gives space back; returns how many rows went.
    pub async fn vacuum(&self) -> Result<u64, AdminError> {
        let tidied = self.store.tidy(&Keep::default().stale(now())).await?;
        Ok(tidied.total() + self.store.vacuum(crate::room::build()).await?)
    }

    /// Gives an account a new password, random if none is named, and ends its sessions. Returns the password.
    pub async fn reset_password(
        &self,
        name: &str,
        new: Option<&str>,
    ) -> Result<String, AdminError> {
        let login = name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let mut account = self
            .store
            .account_by_login(&login)
            .await?
            .ok_or_else(|| AdminError::Unknown(format!("account {name}")))?;
        let word = new.map_or_else(|| secret::random_word(12), str::to_owned);
        if password::check(&word).is_err() {
            return Err(AdminError::Password);
        }
        account.password = Some(password::hash_blocking(&word).ok_or(AdminError::Password)?);
        self.store.update_account(&account).await?;
        self.store.end_sessions(&account.id, "").await?;
        Ok(word)
    }

    /// Notes all results anew and works out all ratings again from the games: games noted, games counted, and lines of
    /// ratings that are not what they were.
    pub async fn ratings(&self, parts: Parts) -> Result<Recounted, AdminError> {
        let before = self.store.all_ratings().await?;
        let app = self.app(parts);
        self.store.unrecord_all().await?;
        let failed = |_| AdminError::Ratings;
        let noted = app.note_results().await.map_err(failed)?;
        let counted = app.rate(true).await.map_err(failed)?;
        let after = self.store.all_ratings().await?;
        let lone = |of: &[String], other: &[String]| -> Vec<String> {
            let known: HashSet<&String> = other.iter().collect();
            of.iter().filter(|line| !known.contains(line)).cloned().collect()
        };
        let (gone, new) = (lone(&before, &after), lone(&after, &before));
        Ok(Recounted { noted, counted, ratings: after.len(), gone, new })
    }

    /// The database with everything that games need, for a [`Desk`](crate::Desk).
    pub fn app(&self, parts: Parts) -> App {
        App::new(Config::new(parts), self.store.clone())
    }

    /// Closes the database.
    pub async fn close(self) {
        self.store.close().await;
    }
}

// Whether everything that an earlier program noted of an end is so today; it may have noted less.
fn same(stored: Option<&Value>, ended: Option<&Value>) -> bool {
    match (stored, ended) {
        (Some(Value::Object(stored)), Some(ended)) => {
            !stored.is_empty() && stored.iter().all(|(key, value)| ended.get(key) == Some(value))
        }
        _ => false,
    }
}

// Whether a game's moves lead to what its row says.
fn replayed(
    title: &dyn Title,
    game: &GameRow,
    setup: &str,
    seats: usize,
    moves: &[StoredMove],
) -> Result<(), String> {
    let setup: Setup =
        serde_json::from_str(setup).map_err(|e| format!("the setup cannot be read: {e}"))?;
    if setup.players.len() != seats {
        return Err(format!("{} players, {seats} seats", setup.players.len()));
    }
    let (position, _) = replay(title, &setup, None, moves)?;
    let outcome = position.outcome().map(wire::Outcome::from);
    if (game.state == GameState::Finished) != outcome.is_some() {
        return Err(format!("its moves do not lead to a game that is {}", game.state.name()));
    }
    // The hash of a position is one program's own; who won is not.
    let ended = outcome.and_then(|o| serde_json::to_value(o).ok());
    let stored: Option<Value> = game.outcome.as_deref().and_then(|o| serde_json::from_str(o).ok());
    if ended.is_some() && !same(stored.as_ref(), ended.as_ref()) {
        return Err("its moves lead to another end than the one it had".to_owned());
    }
    let decides = position.decision().map(|d| d.player.0);
    match (&game.turn, game.state) {
        (Some(turn), GameState::Playing) if decides != Some(turn.seat) => {
            Err("its moves lead to a position in which somebody else has to decide".to_owned())
        }
        _ => Ok(()),
    }
}
