//! A server in a process of its own, to be killed or measured.

use crate::flags;
use crate::postgres::Postgres;
use server::{Config, Parts};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Runs a server until it is killed; prints its address.
pub fn serve(args: &[String]) -> Result<(), String> {
    let mut config = Config::new(Parts::new(titles::all()));
    config.database = flags::text(args, "--database", "").to_owned();
    config.listen = flags::text(args, "--listen", "127.0.0.1:0")
        .parse()
        .map_err(|_| "no address".to_owned())?;
    config.rate_factor = 0.0;
    config.games_per_account = i64::MAX;
    server::log_to_stderr("warn", false);
    let runtime = tokio::runtime::Runtime::new().map_err(|e| e.to_string())?;
    runtime
        .block_on(server::serve(
            config,
            |address| println!("{address}"),
            server::stop_signal(),
        ))
        .map_err(|e| e.to_string())
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
        let program = std::env::current_exe().map_err(|e| e.to_string())?;
        let mut child = Command::new(program)
            .args(["serve-for-test", "--database", database, "--listen", listen])
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| e.to_string())?;
        let mut line = String::new();
        let out = child.stdout.take().ok_or("no output")?;
        BufReader::new(out)
            .read_line(&mut line)
            .map_err(|e| e.to_string())?;
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
        std::env::temp_dir().join(format!("signalbox-xtask-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    match kind {
        "sqlite" => {
            let file = folder.join(format!(
                "{}.sqlite",
                folder.read_dir().map_or(0, Iterator::count)
            ));
            Ok(file.to_string_lossy().into_owned())
        }
        "postgres" => {
            if postgres.is_none() {
                *postgres = Some(Postgres::start()?);
            }
            Ok(postgres
                .as_ref()
                .map(|p| p.url("postgres"))
                .unwrap_or_default())
        }
        other => Err(format!(
            "--database is sqlite, postgres or both, not {other}"
        )),
    }
}

/// Removes what was written.
pub fn clean_up() {
    let _ = std::fs::remove_dir_all(
        std::env::temp_dir().join(format!("signalbox-xtask-{}", std::process::id())),
    );
}
