//! Starting other programs.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The workspace's folder.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_path_buf).unwrap_or_default()
}

/// A command in the workspace's folder.
pub fn command(program: &str, words: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(words).current_dir(root());
    command
}

/// How a command is shown: as one would type it.
pub fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let words: Vec<_> = words.map(|w| w.to_string_lossy()).collect();
    words.join(" ")
}

/// Runs a command and fails if it fails.
pub fn succeed(command: &mut Command) -> Result<(), String> {
    println!("$ {}", shown(command));
    let status =
        command.status().map_err(|e| format!("{} could not be started: {e}", shown(command)))?;
    match status.success() {
        true => Ok(()),
        false => Err(format!("{} failed: {status}", shown(command))),
    }
}

/// Cargo, the one that runs us. It is not told which package that is: build scripts that look would run again, and with
/// them half of the build.
pub fn cargo(words: &[&str]) -> Command {
    let program = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let mut command = command(&program, words);
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
            command.env_remove(&name);
        }
    }
    command
}

/// Whether a program is there.
pub fn exists(program: &str) -> bool {
    std::env::var_os("PATH").is_some_and(|paths| {
        std::env::split_paths(&paths).any(|folder| folder.join(program).is_file())
    })
}

/// Where cargo builds.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// The program as people get it, built now and not one that lies about from another day.
pub fn program() -> Result<PathBuf, String> {
    succeed(&mut cargo(&["build", "--release", "--package", "signalbox"]))?;
    Ok(target().join("release").join("signalbox"))
}
