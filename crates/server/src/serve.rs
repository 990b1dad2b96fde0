//! Starting and stopping a server.

use crate::app::App;
use crate::clock::now;
use crate::config::Config;
use crate::mail::check_mail;
use crate::provider::check_issuer;
use crate::{
    attendance, backups, bots, connections, courier, heartbeat, judging, moderation, notices,
    operation, records, room, router, tidy, timekeeper,
};
use engine::{Setup, Title};
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use store::{Options, Store, StoreError};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// Why a server could not start or go on.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// A setting that cannot work.
    #[error("{0}")]
    Settings(String),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The network.
    #[error("{0}: {1}")]
    Listen(SocketAddr, io::Error),
    /// The network, later on.
    #[error("the server stopped: {0}")]
    Io(#[from] io::Error),
}

/// A server that answers.
pub struct Running {
    /// Where it listens.
    pub address: SocketAddr,
    app: App,
    task: JoinHandle<()>,
    helpers: Vec<JoinHandle<()>>,
}

/// Starts a server: opens the database, listens, serves bots.
pub async fn start(config: Config) -> Result<Running, ServeError> {
    config.check().map_err(ServeError::Settings)?;
    if let Some(mail) = &config.mail {
        check_mail(mail).map_err(|error| ServeError::Settings(format!("smtp: {error}")))?;
    }
    if let Some(oidc) = &config.oidc {
        check_issuer(&oidc.issuer)
            .map_err(|error| ServeError::Settings(format!("oidc-issuer: {error}")))?;
    }
    operation::recorder();
    // Reading the whole program takes a moment that no visitor should wait for.
    let _ = tokio::task::spawn_blocking(room::build).await;
    let options = Options { checkpoints: config.checkpoints, ..Options::new(&config.database) };
    let store = Store::open(&options).await?;
    let (listen, grace) = (config.listen, config.grace);
    let app = App::new(config, store);
    // Whatever happened while no server was up is known before anybody asks.
    app.beat().await?;
    app.bans.set(&app.store.bans(now()).await?);
    let listener = TcpListener::bind(listen).await.map_err(|e| ServeError::Listen(listen, e))?;
    let address = listener.local_addr()?;
    let helpers = vec![
        tokio::spawn(notices::carry(app.clone())),
        tokio::spawn(attendance::keep(app.clone())),
        tokio::spawn(bots::serve(app.clone())),
        tokio::spawn(judging::serve(app.clone())),
        tokio::spawn(courier::serve(app.clone())),
        tokio::spawn(timekeeper::keep(app.clone())),
        tokio::spawn(heartbeat::keep(app.clone())),
        tokio::spawn(operation::keep(app.clone())),
        tokio::spawn(moderation::keep(app.clone())),
        tokio::spawn(tidy::keep(app.clone())),
        tokio::spawn(backups::keep(app.clone())),
        tokio::spawn(records::keep(app.clone())),
    ];
    let titles = app.config.parts.titles.clone();
    tokio::task::spawn_blocking(move || unfold(&titles));
    let serve = connections::serve(app.clone(), listener, router::router(app.clone()));
    let mut late = app.stopping.subscribe();
    let task = tokio::spawn(async move {
        tokio::select! {
            () = serve => {}
            // Connections that do not end in time are dropped.
            () = async move { let _ = late.wait_for(|s| *s).await; tokio::time::sleep(grace).await } => {}
        }
    });
    Ok(Running { address, app, task, helpers })
}

// Reads the sheets of all titles, so that the first visitor does not wait for that.
fn unfold(titles: &[&'static dyn Title]) {
    for title in titles {
        for variant in title.variants() {
            let setup = Setup {
                title: title.id().to_owned(),
                variant: variant.id.clone(),
                preset: title.presets().first().map_or("", |p| p).to_owned(),
                options: Default::default(),
                players: (1..=variant.min_players).map(|n| n.to_string()).collect(),
                seed: 1,
                luck: None,
                rules: title.rules_version(),
                data: None,
                extra: None,
                arrangement: None,
            };
            let _ = title.start(&setup);
        }
    }
}

impl Running {
    /// Stops: no new connections, streams end, open requests are answered, waiting changes are written.
    pub async fn stop(self) -> Result<(), ServeError> {
        self.app.stopping.send_replace(true);
        let _ = self.task.await;
        for helper in self.helpers {
            let _ = helper.await;
        }
        self.app.store.close().await;
        Ok(())
    }

    /// The state, for tests.
    pub fn app(&self) -> &App {
        &self.app
    }
}

/// Waits for the signal to stop (Ctrl-C or SIGTERM).
pub async fn stop_signal() {
    let ctrl_c = async {
        let _ = tokio::signal::ctrl_c().await;
    };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut term) = signal(SignalKind::terminate()) {
            tokio::select! {
                () = ctrl_c => {}
                _ = term.recv() => {}
            }
            return;
        }
    }
    ctrl_c.await;
}

/// Serves until told to stop; `ready` hears the address.
pub async fn serve(
    config: Config,
    ready: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()>,
) -> Result<(), ServeError> {
    let running = start(config).await?;
    ready(running.address);
    tracing::info!(address = %running.address, "serving");
    stop.await;
    tracing::info!("stopping");
    running.stop().await
}

/// Whether this says what to log, as in `info,server=debug`.
pub fn check_log(filter: &str) -> Result<(), String> {
    let read: Result<tracing_subscriber::filter::Targets, _> = filter.parse();
    read.map(|_| ()).map_err(|error| format!("{filter}: {error}"))
}

/// Writes structured logs to stderr: plain lines, or JSON. `filter` as in `info,server=debug`.
pub fn log_to_stderr(filter: &str, json: bool) {
    use std::io::IsTerminal;
    use tracing_subscriber::filter::{LevelFilter, Targets};
    use tracing_subscriber::prelude::*;
    let usual = || Targets::new().with_default(LevelFilter::INFO);
    let filter: Targets = filter.parse().unwrap_or_else(|_| usual());
    // Colours are for people; a file gets none, nor who asks for none.
    let wanted = std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal() && wanted);
    let lines = match json {
        true => lines.json().boxed(),
        false => lines.boxed(),
    };
    let _ = tracing_subscriber::registry().with(lines.with_filter(filter)).try_init();
}
