//! An earlier program, built in a folder beside: the opponent of today's.

use crate::run::{cargo, command, succeed, target};
use std::process::Stdio;

/// `cargo xtask release-of COMMIT`.
pub fn build(words: &[String]) -> Result<(), String> {
    let [commit] = words else {
        return Err("release-of needs one commit".to_owned());
    };
    let named = format!("{commit}^{{commit}}");
    let found = command("git", &["rev-parse", "--verify", "--quiet", "--short=12", &named])
        .output()
        .map_err(|e| format!("git could not be started: {e}"))?;
    if !found.status.success() {
        return Err(format!("there is no commit {commit}"));
    }
    let short = String::from_utf8_lossy(&found.stdout).trim().to_owned();
    let folder = target().join("releases");
    let sources = folder.join(&short);
    std::fs::create_dir_all(&sources).map_err(|e| format!("{}: {e}", sources.display()))?;
    let mut archive = command("git", &["archive", &short])
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|e| format!("git could not be started: {e}"))?;
    let files = archive.stdout.take().ok_or("no output of git")?;
    let mut tar = command("tar", &["-x", "-C"]);
    succeed(tar.arg(&sources).stdin(files))?;
    let told = archive.wait().map_err(|e| e.to_string())?;
    if !told.success() {
        return Err(format!("git archive failed: {told}"));
    }
    let built = folder.join("target");
    let mut build = cargo(&["build", "--release", "--locked", "--package", "signalbox"]);
    succeed(build.current_dir(&sources).env("CARGO_TARGET_DIR", &built))?;
    let program = folder.join(format!("signalbox-{short}"));
    std::fs::copy(built.join("release/signalbox"), &program)
        .map_err(|e| format!("{}: {e}", program.display()))?;
    println!("{}", program.display());
    Ok(())
}
