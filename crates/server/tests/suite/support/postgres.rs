//! A real PostgreSQL on a temporary folder, ended with the process that started it.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A running PostgreSQL.
#[derive(Debug)]
pub struct Postgres {
    pub port: u16,
}

fn folder_with_initdb() -> Option<PathBuf> {
    let mut folders: Vec<PathBuf> = Vec::new();
    if let Ok(output) = Command::new("pg_config").arg("--bindir").output() {
        folders.push(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()));
    }
    if let Ok(versions) = std::fs::read_dir("/usr/lib/postgresql") {
        folders.extend(versions.flatten().map(|v| v.path().join("bin")));
    }
    if let Some(path) = std::env::var_os("PATH") {
        folders.extend(std::env::split_paths(&path));
    }
    folders.into_iter().find(|f| f.join("initdb").exists() && f.join("postgres").exists())
}

fn output_of(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

// PostgreSQL refuses to run as root: another user does it then.
fn as_whom() -> Result<Option<String>, String> {
    if output_of("id", &["-u"]).as_deref() != Some("0") {
        return Ok(None);
    }
    ["postgres", "nobody"]
        .into_iter()
        .find(|user| output_of("id", &["-u", user]).is_some())
        .map(|user| Some(user.to_owned()))
        .ok_or_else(|| "there is no user but root to run it".to_owned())
}

fn command(program: &Path, user: Option<&str>) -> Command {
    match user {
        None => Command::new(program),
        Some(user) => {
            let mut command = Command::new("setpriv");
            command.args([
                "--reuid",
                user,
                "--regid",
                &output_of("id", &["-g", user]).unwrap_or_default(),
            ]);
            command.args(["--clear-groups", "--"]).arg(program);
            command
        }
    }
}

impl Postgres {
    /// Starts one, or says why it cannot.
    pub fn start() -> Result<Postgres, String> {
        let bin = folder_with_initdb().ok_or("no PostgreSQL is installed")?;
        let user = as_whom()?;
        let user = user.as_deref();
        let base = std::env::temp_dir().join(format!("signalbox-pg-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&base);
        std::fs::create_dir_all(&base).map_err(|e| e.to_string())?;
        if let Some(user) = user {
            output_of("chown", &[user, &base.to_string_lossy()])
                .ok_or("the folder cannot be handed over")?;
        }
        let data = base.join("data");
        let done = command(&bin.join("initdb"), user)
            .args(["-U", "signalbox", "-A", "trust", "-E", "UTF8", "--locale=C", "-D"])
            .arg(&data)
            .current_dir(&base)
            .output()
            .map_err(|e| e.to_string())?;
        if !done.status.success() {
            return Err(format!("initdb: {}", String::from_utf8_lossy(&done.stderr)));
        }
        let port = TcpListener::bind("127.0.0.1:0")
            .and_then(|l| l.local_addr())
            .map_err(|e| e.to_string())?
            .port();
        let log = std::fs::File::create(base.join("log")).map_err(|e| e.to_string())?;
        let child = command(&bin.join("postgres"), user)
            .arg("-D")
            .arg(&data)
            .args([
                "-p",
                &port.to_string(),
                "-c",
                "listen_addresses=127.0.0.1",
                "-c",
                "max_connections=300",
                "-k",
            ])
            .arg(&base)
            .current_dir(&base)
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .map_err(|e| e.to_string())?;
        let pid = child.id();
        // Ends it when this process is gone, however it goes.
        let watch = format!(
            "while kill -0 {} 2>/dev/null; do sleep 0.5; done; kill -INT {pid}; sleep 2; rm -rf '{}'",
            std::process::id(),
            base.display()
        );
        Command::new("setsid")
            .args(["sh", "-c", &watch])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| e.to_string())?;
        let until = Instant::now() + Duration::from_secs(30);
        let ready = || {
            Command::new(bin.join("pg_isready"))
                .args(["-h", "127.0.0.1", "-p", &port.to_string(), "-q"])
                .status()
                .is_ok_and(|s| s.success())
        };
        while !ready() {
            if Instant::now() > until {
                let log = std::fs::read_to_string(base.join("log")).unwrap_or_default();
                return Err(format!("it did not start: {log}"));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(Postgres { port })
    }

    /// The address of a database.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://signalbox@127.0.0.1:{}/{database}", self.port)
    }
}
