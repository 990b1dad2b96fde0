//! What the operator does from the command line, while servers run or not.

use crate::clock::now;
use crate::{password, secret};
use std::path::Path;
use store::{
    AccountSummary, BackupReport, GameFilter, GameRow, List, Options, Seat, Store, StoreError,
};

const DAY: i64 = 86_400_000;

/// Why an operator's command failed.
#[derive(Debug, thiserror::Error)]
pub enum AdminError {
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No such account or game.
    #[error("there is no {0}")]
    Unknown(String),
    /// A password could not be made.
    #[error("no password could be made")]
    Password,
}

/// The operator at a database.
pub struct Admin {
    store: Store,
}

impl Admin {
    /// Opens a database that is there: a name with a slip in it makes no new one.
    pub async fn open(database: &str) -> Result<Admin, AdminError> {
        if !Store::is_there(database) {
            return Err(AdminError::Unknown(format!("database {database}")));
        }
        Admin::make(database).await
    }

    /// Opens a database, a new one if there is none.
    pub async fn make(database: &str) -> Result<Admin, AdminError> {
        // A server at work carries the log over itself.
        let options = Options { checkpoints: false, ..Options::new(database) };
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

    /// Checks that the rows of every game fit together; lists faults.
    pub async fn check(&self) -> Result<Vec<String>, AdminError> {
        let mut faults = Vec::new();
        for (game, _) in self.games(i64::MAX).await? {
            faults.extend(self.store.check_game(&game).await?);
        }
        Ok(faults)
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

    /// Replaces everything by what a backup holds.
    pub async fn restore(&self, file: &Path) -> Result<BackupReport, AdminError> {
        Ok(self.store.restore(file).await?)
    }

    /// Removes what is no longer needed and gives space back; returns how many rows went.
    pub async fn vacuum(&self) -> Result<u64, AdminError> {
        let at = now();
        Ok(self.store.vacuum(crate::room::build(), at, at - 30 * DAY).await?)
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

    /// Closes the database.
    pub async fn close(self) {
        self.store.close().await;
    }
}
