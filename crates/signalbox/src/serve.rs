//! `signalbox serve`: the web table.

use crate::terminal::{Ink, paint, say};
use anyhow::{Context, Result};
use engine::{Game, GameFile};
use server::{Config, Parts, Quota};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// Serve the web table.
///
/// One SQLite file holds everything; several servers may share a PostgreSQL database instead.
#[derive(clap::Args)]
pub struct Args {
    /// Where to listen
    #[arg(long, env = "SIGNALBOX_ADDRESS", default_value = "127.0.0.1:1860")]
    address: SocketAddr,
    /// An SQLite file or postgres://…; without this, signalbox.sqlite in the data folder
    #[arg(long, env = "SIGNALBOX_DATABASE")]
    database: Option<String>,
    /// Folder for the database file
    #[arg(long, env = "SIGNALBOX_DATA_DIR", value_name = "FOLDER", default_value = ".")]
    data_dir: PathBuf,
    /// The address people use, if it is another: <https://play.example>
    #[arg(long, env = "SIGNALBOX_PUBLIC_URL", value_name = "URL")]
    public_url: Option<String>,
    /// Believe X-Forwarded-For and X-Forwarded-Proto of the proxy in front
    #[arg(long, env = "SIGNALBOX_TRUST_PROXY")]
    trust_proxy: bool,
    /// Show metrics to other machines too
    #[arg(long, env = "SIGNALBOX_OPEN_METRICS")]
    open_metrics: bool,
    /// Bots that think at once
    #[arg(long, env = "SIGNALBOX_BOT_WORKERS", value_name = "N")]
    bot_workers: Option<usize>,
    /// Widens the limits on requests; 0 switches them off
    #[arg(long, env = "SIGNALBOX_RATE_FACTOR", value_name = "X")]
    rate_factor: Option<f64>,
    /// What to log, as in: info,server=debug
    #[arg(long, env = "SIGNALBOX_LOG", default_value = "info")]
    log: String,
    /// Log JSON
    #[arg(long, env = "SIGNALBOX_LOG_JSON")]
    log_json: bool,
}

/// The database named, or the file in the data folder.
pub fn database(named: Option<&str>, data_dir: &std::path::Path) -> String {
    named.map_or_else(
        || data_dir.join("signalbox.sqlite").to_string_lossy().into_owned(),
        str::to_owned,
    )
}

/// What the server is built from.
fn parts() -> Parts {
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
    server::log_to_stderr(&args.log, args.log_json);
    let mut config = Config::new(parts());
    config.listen = args.address;
    config.database = database(args.database.as_deref(), &args.data_dir);
    config.public_url.clone_from(&args.public_url);
    config.trust_proxy = args.trust_proxy;
    config.open_metrics = args.open_metrics;
    if let Some(n) = args.bot_workers {
        config.bot_workers = n.max(1);
    }
    if let Some(x) = args.rate_factor {
        config.rate_factor = x.max(0.0);
    }
    if args.database.is_none() {
        std::fs::create_dir_all(&args.data_dir)
            .with_context(|| format!("{}", args.data_dir.display()))?;
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

/// A server for trials: no limits, prints nothing but its address.
#[derive(clap::Args)]
pub struct TestArgs {
    /// An SQLite file or postgres://…
    #[arg(long)]
    database: String,
    /// Where to listen
    #[arg(long, default_value = "127.0.0.1:0")]
    listen: SocketAddr,
}

/// Serves a trial until killed.
pub fn for_test(args: &TestArgs) -> Result<ExitCode> {
    server::log_to_stderr("warn", false);
    let mut config = Config::new(parts());
    config.listen = args.listen;
    config.database.clone_from(&args.database);
    config.rate_factor = 0.0;
    config.accounts = Quota::NONE;
    config.guests = Quota::NONE;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(server::serve(
        config,
        |address| println!("{address}"),
        server::stop_signal(),
    ))?;
    Ok(ExitCode::SUCCESS)
}
