//! Tests of analysis: one file a noun.

mod judgement;
mod missed;
mod opening;
mod puzzle;
#[path = "../../../titles/tests/suite/size.rs"]
mod size;
mod study;
