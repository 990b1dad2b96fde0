//! Formatting, clippy, documentation.

use crate::run::{cargo, succeed};
use anyhow::Result;

/// All checks that are no tests.
pub fn all() -> Result<()> {
    succeed(&mut cargo(&["fmt", "--all", "--check"]))?;
    succeed(&mut cargo(&[
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ]))?;
    succeed(
        cargo(&["doc", "--workspace", "--no-deps", "--quiet"]).env("RUSTDOCFLAGS", "-D warnings"),
    )
}
