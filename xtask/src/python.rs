//! The Python package: built and tested in an environment of its own.

use crate::run::{command, root, succeed, target};
use std::path::{Path, PathBuf};

// Where the environment is kept between runs.
fn folder() -> PathBuf {
    target().join("python")
}

// What the tests need, with versions.
fn wanted() -> PathBuf {
    root().join("python/tests/requirements.txt")
}

fn installed() -> PathBuf {
    folder().join("installed.txt")
}

/// Whether the tools were fetched before, in the versions of today.
pub fn is_ready() -> bool {
    let read = |path: PathBuf| std::fs::read(path).ok();
    read(installed()).is_some_and(|old| Some(old) == read(wanted()))
}

fn install() -> Result<(), String> {
    if is_ready() {
        return Ok(());
    }
    let _ = std::fs::remove_dir_all(folder().join("venv"));
    let venv = folder().join("venv").to_string_lossy().into_owned();
    succeed(&mut command("python3", &["-m", "venv", &venv]))?;
    let words =
        ["install", "-q", "--disable-pip-version-check", "--retries", "5", "--timeout", "60"];
    let mut pip = command(&format!("{venv}/bin/pip"), &words);
    succeed(pip.args(["--only-binary", ":all:", "-r"]).arg(wanted()))?;
    std::fs::copy(wanted(), installed()).map_err(|e| e.to_string())?;
    Ok(())
}

/// Builds the package and runs its tests against a program.
pub fn test(program: &Path, filter: Option<&str>, settings: &[(&str, &str)]) -> Result<(), String> {
    install()?;
    let venv = folder().join("venv");
    let bin = |name: &str| venv.join("bin").join(name).to_string_lossy().into_owned();
    let python = root().join("python");
    let mut maturin = command(&bin("maturin"), &["develop", "--quiet"]);
    maturin.current_dir(&python).env("VIRTUAL_ENV", &venv);
    succeed(maturin.env("CARGO_TARGET_DIR", folder().join("target")))?;
    let mut pytest = command(&bin("python"), &["-m", "pytest", "-q", "-p", "no:cacheprovider"]);
    if let Some(filter) = filter {
        pytest.args(["-k", filter]);
    }
    pytest.current_dir(&python).env("SIGNALBOX_BIN", program).envs(settings.iter().copied());
    succeed(&mut pytest)
}
