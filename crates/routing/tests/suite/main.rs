//! Best routes: by the rules of each title, against trying everything, against an integer program.
#![allow(missing_docs)]

mod brute;
mod brute_force;
mod certificate;
mod cz;
mod integer_program;
mod iow;
mod lilliput;
mod map;
mod random;
mod regression;
#[path = "../../../titles/tests/suite/size.rs"]
mod size;
