//! The whole server, over its network interface, on SQLite and on a real PostgreSQL.
#![allow(missing_docs)]

mod accounts;
mod around;
mod asides;
mod attack;
mod automation;
mod bounds;
mod calculator;
mod clocks;
mod connections;
mod golden;
mod halts;
mod hours;
mod judgements;
mod keeping;
mod lessons;
mod live;
mod luck;
mod missed;
mod moderation;
mod notices;
mod people;
mod play;
mod provider;
mod puzzles;
mod recovery;
mod strangers;
mod studies;
mod substitutes;
mod support;
mod table;
mod texts;
mod treasuries;
mod upkeep;
mod wire;
