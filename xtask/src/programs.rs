//! The test programs of the workspace: built together, run one by one.

use crate::run::{cargo, command, root, shown, succeed};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// A built test program.
pub struct Program {
    /// Package and target: `titles, suite`.
    pub name: String,
    path: PathBuf,
    folder: PathBuf,
}

/// A field of a line that cargo wrote for programs.
fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let begin = line.find(&format!("\"{name}\":\""))? + name.len() + 4;
    let end = line[begin..].find('"')? + begin;
    Some(&line[begin..end])
}

/// Whether cargo built this as a test.
fn is_test(line: &str) -> bool {
    let profile = line.split("\"profile\":{").nth(1).unwrap_or_default();
    let profile = profile.split('}').next().unwrap_or_default();
    profile.contains("\"test\":true")
}

/// Builds the test programs of some packages (of all, if none is named); cargo tells on the terminal what it builds.
pub fn build(packages: &[&str]) -> Result<Vec<Program>, String> {
    let mut words = vec!["test", "--no-run", "--tests", "--message-format=json-render-diagnostics"];
    match packages {
        [] => words.push("--workspace"),
        some => words.extend(some.iter().flat_map(|p| ["--package", *p])),
    }
    let mut cargo = cargo(&words);
    println!("$ {}", shown(&cargo));
    let mut child = cargo.stdout(Stdio::piped()).spawn().map_err(|e| e.to_string())?;
    let lines = BufReader::new(child.stdout.take().ok_or("no output")?).lines();
    let mut found = Vec::new();
    for line in lines.map_while(Result::ok) {
        // Only what is built as a test and can be run; the program itself is built beside them.
        let (Some(path), Some(manifest)) =
            (field(&line, "executable"), field(&line, "manifest_path"))
        else {
            continue;
        };
        if !is_test(&line) {
            continue;
        }
        let folder = Path::new(manifest).parent().unwrap_or(Path::new("")).to_path_buf();
        let package = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let kind = match line.contains("\"kind\":[\"test\"]") {
            true => "suite",
            false => "units",
        };
        found.push(Program {
            name: format!("{package}, {kind}"),
            path: PathBuf::from(path),
            folder,
        });
    }
    let status = child.wait().map_err(|e| e.to_string())?;
    if !status.success() {
        return Err(format!("the tests could not be built: {status}"));
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

impl Program {
    /// Runs it in its package's folder, as cargo would.
    pub fn run(&self, filters: &[String], settings: &[(&str, &str)]) -> Result<(), String> {
        let mut command = command(&self.path.to_string_lossy(), &[]);
        command.current_dir(&self.folder).args(filters);
        if filters.is_empty() {
            command.arg("--quiet");
        }
        command.envs(settings.iter().copied());
        let status = command.status().map_err(|e| e.to_string())?;
        let short = self.path.strip_prefix(root()).unwrap_or(&self.path);
        match status.success() {
            true => Ok(()),
            false => Err(format!("{} failed: {status}", short.display())),
        }
    }
}

/// Examples in the documentation.
pub fn doc_tests() -> Result<(), String> {
    succeed(&mut cargo(&["test", "--workspace", "--doc", "--quiet"]))
}

#[cfg(test)]
mod tests {
    use super::{field, is_test};

    #[test]
    fn a_program_is_no_test_of_itself() {
        let line = |test: bool| {
            format!(
                "{{\"manifest_path\":\"/a/Cargo.toml\",\"target\":{{\"kind\":[\"bin\"],\"test\":true}},\
                 \"profile\":{{\"opt_level\":\"1\",\"test\":{test}}},\"executable\":\"/a/x\"}}"
            )
        };
        assert!(is_test(&line(true)));
        assert!(!is_test(&line(false)));
        assert_eq!(field(&line(true), "executable"), Some("/a/x"));
    }
}
