//! What all requests share.

use crate::config::Config;
use crate::drawn::Drawn;
use crate::hub::Hub;
use crate::limit::Limiter;
use crate::places::Places;
use crate::presence::Presence;
use crate::room::Rooms;
use crate::work::Workshop;
use std::sync::Arc;
use std::time::Instant;
use store::Store;
use tokio::sync::{Notify, watch};

/// The state of a server; cloning is cheap.
#[derive(Clone)]
pub struct App {
    inner: Arc<Inner>,
}

/// See [`App`].
pub struct Inner {
    /// Settings.
    pub config: Config,
    /// The database.
    pub store: Store,
    /// Games kept ready.
    pub rooms: Rooms,
    /// Listeners.
    pub hub: Hub,
    /// Who is there.
    pub presence: Presence,
    /// How often who may do what.
    pub limiter: Limiter,
    /// Places for connections.
    pub places: Arc<Places>,
    /// Long work.
    pub workshop: Workshop,
    /// Whether the database took a change, and when that was tried.
    pub ready: tokio::sync::Mutex<Option<(Instant, bool)>>,
    /// Turns of requests.
    pub turns: Workshop,
    /// Pictures of a moment ago.
    pub drawn: Drawn,
    /// Wakes the bots.
    pub bots: Notify,
    /// Becomes true when the server stops.
    pub stopping: watch::Sender<bool>,
}

impl std::ops::Deref for App {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.inner
    }
}

impl App {
    /// A server's state on an open store.
    pub fn new(config: Config, store: Store) -> App {
        let inner = Inner {
            rooms: Rooms::new(config.cache_bytes),
            hub: Hub::default(),
            presence: Presence::default(),
            limiter: Limiter::new(config.rate_factor),
            places: Arc::new(Places::new(
                config.connections,
                config.rate_factor,
                config.trust_proxy,
            )),
            workshop: Workshop::default(),
            ready: tokio::sync::Mutex::default(),
            turns: Workshop::turns(),
            drawn: Drawn::default(),
            bots: Notify::new(),
            stopping: watch::Sender::new(false),
            config,
            store,
        };
        App { inner: Arc::new(inner) }
    }

    /// Whether the server is stopping.
    pub fn is_stopping(&self) -> bool {
        *self.stopping.borrow()
    }
}
