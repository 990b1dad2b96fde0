//! `signalbox serve`: the web table.

use crate::settings::Settings;
use crate::terminal::{Ink, paint, say};
use anyhow::{Context, Result};
use engine::{Game, GameFile};
use server::{Config, Parts, Quota};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// Serve the web table.
///
/// One SQLite file holds everything; several servers may share a PostgreSQL database instead.
#[derive(clap::Args)]
pub struct Args {
    /// A file with settings (TOML); flags and the environment count more
    #[arg(long, env = "SIGNALBOX_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    settings: Settings,
}

/// What the server is built from.
pub fn parts() -> Parts {
    let mut parts = Parts::new(titles::all());
    parts.import = Some(Arc::new(|text: &str| {
        interop::import(text).map(|replay| replay.into_game().file()).map_err(|e| e.to_string())
    }));
    parts.export = Some(Arc::new(|file: &GameFile| {
        let title = titles::by_id(&file.setup.title).ok_or_else(|| "no such title".to_owned())?;
        let game = Game::replay(title, file).map_err(|e| e.to_string())?;
        interop::export(&game).map(|json| json.to_string())
    }));
    parts
}

/// Serves until told to stop.
pub fn run(args: &Args) -> Result<ExitCode> {
    let settings = args.settings.clone().with_file(args.config.as_deref())?;
    let config = settings.config(parts())?;
    server::log_to_stderr(settings.log(), settings.log_json.unwrap_or(false));
    if settings.database.is_none() {
        let folder = settings.data_dir();
        std::fs::create_dir_all(folder).with_context(|| format!("{}", folder.display()))?;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(server::serve(
        config,
        |address| {
            say(format!("Signalbox is at {}", paint(Ink::Bold, format!("http://{address}/"))))
        },
        server::stop_signal(),
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// A server for trials: prints nothing but its address.
#[derive(clap::Args)]
pub struct TestArgs {
    /// An SQLite file or postgres://…
    #[arg(long)]
    database: String,
    /// Where to listen
    #[arg(long, default_value = "127.0.0.1:0")]
    listen: SocketAddr,
    /// With the usual limits on requests; without them otherwise
    #[arg(long)]
    limits: bool,
    /// Notices go at once, and may go to this host inside
    #[arg(long)]
    tell: Option<String>,
}

/// Serves a trial until killed.
pub fn for_test(args: &TestArgs) -> Result<ExitCode> {
    server::log_to_stderr("warn", false);
    let mut config = Config::new(parts());
    config.listen = args.listen;
    config.database.clone_from(&args.database);
    if !args.limits {
        config.rate_factor = 0.0;
        config.accounts = Quota::NONE;
        config.guests = Quota::NONE;
    }
    if let Some(host) = &args.tell {
        config.notices.delay = Duration::ZERO;
        config.notices.gap = Duration::ZERO;
        config.notices.lease = Duration::from_secs(3);
        config.notices.exempt = vec![host.clone()];
        config.public_url = Some("http://play.example".to_owned());
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(server::serve(
        config,
        |address| println!("{address}"),
        server::stop_signal(),
    ))?;
    Ok(ExitCode::SUCCESS)
}
