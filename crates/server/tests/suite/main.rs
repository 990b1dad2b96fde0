//! The whole server, over its network interface, on SQLite and on a real PostgreSQL.
#![allow(missing_docs)]

mod accounts;
mod attack;
mod automation;
mod golden;
mod halts;
mod keeping;
mod live;
mod luck;
mod play;
mod support;
mod table;
mod texts;
mod treasuries;
mod wire;
