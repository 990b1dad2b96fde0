//! A server in a process of its own, to be killed or measured.

use crate::postgres::Postgres;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// The program that people use; `cargo xtask` built it and says where.
fn program() -> Result<PathBuf, String> {
    std::env::var_os("SIGNALBOX_BIN")
        .map(PathBuf::from)
        .ok_or_else(|| "SIGNALBOX_BIN names no program; start this by cargo xtask".to_owned())
}

/// The faults that the operator's own command finds in a database.
pub fn check(database: &str) -> Result<(), String> {
    let found = Command::new(program()?)
        .args(["admin", "--database", database, "check"])
        .output()
        .map_err(|e| e.to_string())?;
    match found.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&found.stdout).into_owned()),
    }
}

/// A running child.
pub struct Server {
    /// Where it listens.
    pub address: SocketAddr,
    child: Child,
}

impl Server {
    /// Starts one on a database.
    pub fn start(database: &str, listen: &str) -> Result<Server, String> {
        Server::start_with(database, listen, &[])
    }

    /// Starts one with more flags.
    pub fn start_with(database: &str, listen: &str, flags: &[&str]) -> Result<Server, String> {
        let mut child = Command::new(program()?)
            .args(["serve-for-test", "--database", database, "--listen", listen])
            .args(flags)
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| e.to_string())?;
        let mut line = String::new();
        let out = child.stdout.take().ok_or("no output")?;
        BufReader::new(out).read_line(&mut line).map_err(|e| e.to_string())?;
        match line.trim().parse() {
            Ok(address) => Ok(Server { address, child }),
            Err(_) => {
                let _ = child.kill();
                let _ = child.wait();
                Err(format!("the server did not start: {line}"))
            }
        }
    }

    /// Kills it as kill -9 does.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Memory in use and at most, in kilobytes.
    pub fn memory(&self) -> (u64, u64) {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))
            .unwrap_or_default();
        let find = |name: &str| {
            status
                .lines()
                .find_map(|l| l.strip_prefix(name))
                .and_then(|v| v.split_whitespace().next())
                .and_then(|v| v.parse().ok())
                .unwrap_or(0)
        };
        (find("VmRSS:"), find("VmHWM:"))
    }
}

// Time that a process was at work, as the system counts it.
fn work_of(process: &str) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let ticks: u64 = stat
        .rsplit(')')
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .skip(11)
        .take(2)
        .filter_map(|t| t.parse::<u64>().ok())
        .sum();
    Duration::from_millis(ticks * 10)
}

/// Time that this process was at work.
pub fn own_work() -> Duration {
    work_of("self")
}

impl Server {
    /// Time that it was at work.
    pub fn work(&self) -> Duration {
        work_of(&self.child.id().to_string())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A fresh database of a kind: its name and address. PostgreSQL runs as long as this process.
pub fn database(kind: &str, postgres: &mut Option<Postgres>) -> Result<String, String> {
    let folder: PathBuf =
        std::env::temp_dir().join(format!("signalbox-trial-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    match kind {
        "sqlite" => {
            let file =
                folder.join(format!("{}.sqlite", folder.read_dir().map_or(0, Iterator::count)));
            Ok(file.to_string_lossy().into_owned())
        }
        "postgres" => {
            if postgres.is_none() {
                *postgres = Some(Postgres::start()?);
            }
            Ok(postgres.as_ref().map(|p| p.url("postgres")).unwrap_or_default())
        }
        other => Err(format!("--database is sqlite, postgres or both, not {other}")),
    }
}

/// Removes what was written.
pub fn clean_up() {
    let _ = std::fs::remove_dir_all(
        std::env::temp_dir().join(format!("signalbox-trial-{}", std::process::id())),
    );
}
