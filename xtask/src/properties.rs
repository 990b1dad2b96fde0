//! Requests that nobody thought of, made from the server's description of itself.

use crate::run::{command, succeed, target};
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// The run ends after so many seconds.
fn seconds(size: &str) -> &'static str {
    match size {
        "whole" => "300",
        "ci" => "60",
        _ => "30",
    }
}

// Where the tools are kept between runs.
fn tools() -> PathBuf {
    target().join("properties")
}

/// Why it cannot run here, if it cannot.
pub fn missing() -> Option<String> {
    let python = command("python3", &["-c", "import ensurepip, venv"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    if python.is_ok_and(|s| s.success()) {
        return None;
    }
    Some("property-based requests and the Python package (no python3 with venv)".to_owned())
}

/// Whether the tools were fetched before.
pub fn is_ready() -> bool {
    tools().join("installed.txt").is_file()
}

/// Runs it.
pub fn test(program: &Path, size: &str) -> Result<(), String> {
    let mut script = command("sh", &["crates/server/tests/properties.sh"]);
    script.arg(program).arg(seconds(size)).arg(tools());
    succeed(&mut script)
}
