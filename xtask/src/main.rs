//! Housekeeping commands of the workspace.
fn main() {}
