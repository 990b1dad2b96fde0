//! Games, moves and accounts on SQLite or PostgreSQL.
//!
//! A game's row carries `seq`, the number of its last journal entry. Every change of a game names the `seq` it was
//! made on and is refused when another came first, so any number of servers may work on one database. Changes go
//! through a writer that commits many at once: the answer comes after the commit is on disk.
#![forbid(unsafe_code)]

mod account;
mod admin;
mod backup;
mod bus;
mod change;
mod check;
mod database;
mod game;
mod journal;
mod lobby;
mod logins;
mod queue;
mod rows;
mod schema;
mod session;
mod snapshot;
mod state;
mod statements;
mod tidy;
mod writer;

pub use account::{Account, AccountSummary};
pub use backup::{BackupReport, RestoreReport};
pub use bus::Notice;
pub use change::{Change, Committed, NewEntry, NewMove, Rewind};
pub use database::{Options, Store, StoreError, sqlite_version};
pub use game::{GameFilter, GameRow, GameState, Holdings, List, Seat, Turn};
pub use journal::{Entry, EntryKind, StoredMove};
pub use lobby::LobbyEntry;
pub use queue::{BotTurn, is_due};
pub use schema::{SCHEMA_VERSION, Schema};
pub use session::{Session, SessionKind, TokenRow};
pub use state::State;
pub use tidy::{Stale, Tidied};
