//! What all requests share.

use crate::bans::Bans;
use crate::collection::Collection;
use crate::config::{self, Config};
use crate::course::Course;
use crate::drawn::Drawn;
use crate::fault::Fault;
use crate::hub::Hub;
use crate::limit::Limiter;
use crate::mail::Postman;
use crate::outgoing::Outgoing;
use crate::places::Places;
use crate::presence::Presence;
use crate::provider::Provider;
use crate::push::Vapid;
use crate::room::Rooms;
use crate::uptime::Uptime;
use crate::work::Workshop;
use std::sync::Arc;
use std::time::Instant;
use store::Store;
use tokio::sync::{Notify, OnceCell, watch};

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
    /// Carries mail, where that is set up.
    pub postman: Option<Postman>,
    /// The provider of logins, where there is one.
    pub provider: Provider,
    /// Carries messages to where visitors want them.
    pub outgoing: Outgoing,
    /// Signs what goes to browsers; looked up when it is first needed.
    pub vapid: OnceCell<Vapid>,
    /// Wakes who tells people that are not here.
    pub courier: Notify,
    /// Addresses that stay out.
    pub bans: Bans,
    /// Places for connections.
    pub places: Arc<Places>,
    /// Long work.
    pub workshop: Workshop,
    /// Whether the database took a change, and when that was tried.
    pub ready: tokio::sync::Mutex<Option<(Instant, bool)>>,
    /// Turns of requests.
    pub turns: Workshop,
    /// Lessons.
    pub course: Course,
    /// Puzzles.
    pub collection: Collection,
    /// Pictures of a moment ago.
    pub drawn: Drawn,
    /// Wakes the bots.
    pub bots: Notify,
    /// Wakes who judges games.
    pub judges: Notify,
    /// Wakes who looks after clocks.
    pub clocks: Notify,
    /// Wakes who notes results.
    pub records: Notify,
    /// When no server was up.
    pub uptime: Uptime,
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
            postman: config.mail.as_ref().and_then(|mail| Postman::new(mail).ok()),
            provider: Provider::default(),
            outgoing: Outgoing::default(),
            vapid: OnceCell::new(),
            courier: Notify::new(),
            bans: Bans::default(),
            places: Arc::new(Places::new(
                config.connections,
                config.rate_factor,
                config.trust_proxy,
            )),
            workshop: Workshop::default(),
            ready: tokio::sync::Mutex::default(),
            turns: Workshop::turns(),
            course: Course::default(),
            collection: Collection::default(),
            drawn: Drawn::default(),
            bots: Notify::new(),
            judges: Notify::new(),
            clocks: Notify::new(),
            records: Notify::new(),
            uptime: Uptime::default(),
            stopping: watch::Sender::new(false),
            config,
            store,
        };
        App { inner: Arc::new(inner) }
    }

    /// The key that signs what goes to browsers; made once, and the same on all servers.
    pub async fn vapid(&self) -> Result<&Vapid, Fault> {
        self.vapid
            .get_or_try_init(|| async {
                let stored = self.store.house_secret("push-key", &Vapid::fresh()).await?;
                Vapid::read(&stored).ok_or_else(|| {
                    tracing::error!("the key for push services in the database cannot be read");
                    Fault::Unavailable
                })
            })
            .await
    }

    /// The address that people use, as links to it begin.
    pub fn home(&self) -> String {
        match &self.config.public_url {
            Some(url) => config::origin(url),
            None => format!("http://{}", self.config.listen),
        }
    }

    /// Milliseconds since 1970, by the clock of this server.
    pub fn now(&self) -> i64 {
        self.config.clock.now()
    }

    /// Whether the server is stopping.
    pub fn is_stopping(&self) -> bool {
        *self.stopping.borrow()
    }
}
