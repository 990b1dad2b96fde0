//! Games, moves and accounts on SQLite or PostgreSQL.
//!
//! A game's row carries `seq`, the number of its last journal entry. Every change of a game names the `seq` it was
//! made on and is refused when another came first, so any number of servers may work on one database. Changes go
//! through a writer that commits many at once: the answer comes after the commit is on disk.
#![forbid(unsafe_code)]

mod account;
mod admin;
mod archive;
mod backup;
mod bus;
mod change;
mod channels;
mod check;
mod clocks;
mod database;
mod friends;
mod game;
mod hours;
mod journal;
mod judgements;
mod lobby;
mod logins;
mod moderation;
mod notes;
mod queue;
mod ratings;
mod recovery;
mod results;
mod riddles;
mod rows;
mod schema;
mod session;
mod snapshot;
mod state;
mod statements;
mod studies;
mod tidy;
mod uptime;
mod waiting;
mod writer;

pub use account::{Account, AccountSummary};
pub use archive::{Found, FoundSeat, Outcome, Search};
pub use backup::{BackupReport, RestoreReport};
pub use bus::Notice;
pub use change::{Change, Committed, NewEntry, NewMove, Rewind};
pub use channels::{Attempt, Channel, ChannelKind, ChannelState, Habits};
pub use clocks::{ClockDue, Tempo};
pub use database::{Options, Store, StoreError, sqlite_version};
pub use friends::{Friend, Hiding};
pub use game::{GameFilter, GameRow, GameState, Holdings, List, Seat, Turn};
pub use hours::{Hours, Vacation};
pub use journal::{Entry, EntryKind, StoredMove};
pub use judgements::{Judgement, JudgementState};
pub use lobby::LobbyEntry;
pub use moderation::{Ban, Blocked, Code, Deed, House, Registration, Report};
pub use notes::Note;
pub use queue::{BotTurn, is_due};
pub use ratings::{Book, Pool, Rated, Rating, Seated, Standing};
pub use recovery::{Word, WordKind};
pub use results::{GameResult, Met, Place, Score, Tally};
pub use riddles::Riddle;
pub use schema::{SCHEMA_VERSION, Schema};
pub use session::{Session, SessionKind, TokenRow};
pub use state::State;
pub use studies::{NewStudy, Sight, StudyChange, StudyRow};
pub use tidy::{Stale, Tidied};
pub use waiting::{NewNotice, NoticeKind, Waiting};
