//! The whole server, over its network interface, on SQLite and on a real PostgreSQL.
#![allow(missing_docs)]

mod accounts;
mod asides;
mod attack;
mod automation;
mod bounds;
mod connections;
mod golden;
mod halts;
mod keeping;
mod live;
mod luck;
mod play;
mod strangers;
mod support;
mod table;
mod texts;
mod treasuries;
mod upkeep;
mod wire;
