//! What the operator may set.

use crate::parts::Parts;
use std::net::SocketAddr;
use std::time::Duration;

/// Settings of a server.
#[derive(Clone)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// A path of an SQLite file, or `postgres://…`.
    pub database: String,
    /// The address people use, if it is another (`https://play.example`): for links and the origin check.
    pub public_url: Option<String>,
    /// Believe `X-Forwarded-For` and `X-Forwarded-Proto` of the proxy in front.
    pub trust_proxy: bool,
    /// Show metrics to other machines too.
    pub open_metrics: bool,
    /// Bots that think at once.
    pub bot_workers: usize,
    /// Memory for games kept ready, in bytes.
    pub cache_bytes: usize,
    /// Largest body of a request.
    pub body_limit: usize,
    /// Largest file to import.
    pub import_limit: usize,
    /// Games under way per account.
    pub games_per_account: i64,
    /// Bot seats in games under way per account.
    pub bots_per_account: i64,
    /// Widens the limits on requests; 0 switches them off.
    pub rate_factor: f64,
    /// How long a login lasts.
    pub session_days: i64,
    /// How long open requests may take after a signal to stop.
    pub grace: Duration,
    /// What the server is built from.
    pub parts: Parts,
}

impl Config {
    /// The usual settings.
    pub fn new(parts: Parts) -> Config {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 1860)),
            database: "signalbox.sqlite".to_owned(),
            public_url: None,
            trust_proxy: false,
            open_metrics: false,
            bot_workers: cores.saturating_sub(1).max(1),
            cache_bytes: 64 << 20,
            body_limit: 64 << 10,
            import_limit: 8 << 20,
            games_per_account: 200,
            bots_per_account: 500,
            rate_factor: 1.0,
            session_days: 180,
            grace: Duration::from_secs(10),
            parts,
        }
    }

    /// Whether people come by https.
    pub fn is_https(&self) -> bool {
        self.public_url.as_deref().is_some_and(|u| u.starts_with("https://"))
    }
}
