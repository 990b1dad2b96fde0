//! The web table and its JSON interface.
//!
//! Modules by feature: `account` (guests, logins, tokens), `lobby` (games before and around play), `table` and `play`
//! (moves), `undo`, `automation`, `stream` with `hub` and `presence` (live), `routes`, `audit`, `series` (analysis),
//! `bots`, `files`, `pictures`, `pages`. A request never holds two games; whoever changes a game holds its room's
//! lock and commits on the journal entry that it saw, so that servers sharing a database cannot overtake each other.
#![forbid(unsafe_code)]

mod account;
mod accounts;
mod admin;
mod api;
mod app;
mod attendance;
mod audit;
mod automation;
mod backups;
mod bots;
mod catalogue;
mod changes;
mod chart;
mod chooser;
mod clock;
mod commit;
mod config;
mod connections;
mod describe;
mod drawn;
mod extract;
mod fault;
mod files;
mod form;
mod game_json;
mod guard;
mod hold;
mod hub;
mod levels;
mod limit;
mod lobby;
mod manual;
mod notices;
mod operation;
mod pages;
mod parts;
mod password;
mod pictures;
mod places;
mod play;
mod presence;
mod room;
mod router;
mod routes;
mod seats;
mod secret;
mod series;
mod serve;
mod setups;
mod shapes;
mod stream;
mod table;
mod tidy;
mod told;
mod undo;
mod visitor;
mod why;
mod work;

pub use admin::{Admin, AdminError};
pub use api::openapi;
pub use app::App;
pub use chooser::{Chooser, Chosen, Hint, RandomChooser};
pub use config::{Backups, Config, Keep, Quota};
pub use levels::LevelChooser;
pub use parts::{Export, Import, Parts};
pub use places::Patience;
pub use serve::{Running, ServeError, check_log, log_to_stderr, serve, start, stop_signal};
pub use store::{RestoreReport, sqlite_version};
