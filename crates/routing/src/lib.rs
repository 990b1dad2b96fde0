//! Exact best routes for the trains of one company, with a certificate that proves them.
//!
//! The crate knows no title and no board: the caller describes the track as a [`Network`], each train as a [`Train`], the
//! company's rules as [`Constraints`], and gets a [`Certificate`] from [`solve`].
//!
//! *Invariants.* Pure: no I/O, no clock, no randomness; the same input gives the same answer. What [`solve`] returns passes
//! [`check`], which shares no code with the search but the tracing of a line. `bound` is never below what can be earned.
//!
//! *Order among sets of routes:* higher primary income (revenue; revenue and subsidy; or lease pay), then more secondary
//! income (subsidy, mines), then fewer counted stops, then the order in which the search meets them, which depends
//! on ids alone.

#![forbid(unsafe_code)]

mod bound;
mod budget;
mod cache;
mod certificate;
mod check;
mod combine;
mod complete;
mod connection;
mod constraints;
mod evaluate;
mod graph;
mod ground;
mod line;
mod lines;
mod lists;
mod many;
mod network;
mod pool;
mod price;
mod score;
mod solve;
mod subsidy;
mod terms;
mod train;
mod violation;
mod walk;

pub use budget::Budget;
pub use cache::Cache;
pub use certificate::{Call, Certificate, Route, Totals};
pub use check::{check, check_routes};
pub use complete::{Beside, Patience};
pub use connection::{Connection, route_from_connections};
pub use constraints::{Constraints, NamedBonus, Objective};
pub use evaluate::{Claim, Evaluation, evaluate};
pub use ground::Ground;
pub use lines::{Drawn, Further, lines};
pub use many::{Problem, solve_many};
pub use network::{
    BorderId, CellId, End, Fault, Location, Mine, Network, Piece, PieceId, Stop, StopId, StopKind,
};
pub use solve::{Tuning, solve, solve_tuned};
pub use subsidy::{halts_are_a_choice, most_subsidy};
pub use train::{Pay, Reach, Train};
pub use violation::Violation;
