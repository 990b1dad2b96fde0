//! What the operator may set.

use crate::clock::Clock;
use crate::parts::Parts;
use crate::places::Patience;
use std::net::SocketAddr;
use std::path::PathBuf;
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
    /// Origins whose pages may show games in a frame, to be looked at; `*` for all, none if empty.
    pub embed: Vec<String>,
    /// Show metrics to other machines too.
    pub open_metrics: bool,
    /// A folder with puzzles besides those that the program brings.
    pub puzzles: Option<PathBuf>,
    /// Bots that think at once.
    pub bot_workers: usize,
    /// Memory for games kept ready, in bytes.
    pub cache_bytes: usize,
    /// Largest body of a request.
    pub body_limit: usize,
    /// Largest file to import.
    pub import_limit: usize,
    /// How much an account may have here.
    pub accounts: Quota,
    /// How much a guest may have here.
    pub guests: Quota,
    /// How long what nobody needs is kept.
    pub keep: Keep,
    /// Backups that the server makes by itself.
    pub backups: Option<Backups>,
    /// Whether the log of SQLite is carried over into its file. Not if another program does it that copies the log.
    pub checkpoints: bool,
    /// The clock it goes by.
    pub clock: Clock,
    /// How mail is sent, if it is.
    pub mail: Option<Mail>,
    /// With whose logins one may come in too.
    pub oidc: Option<Oidc>,
    /// How people are told who are not here.
    pub notices: Notices,
    /// Widens the limits on requests; 0 switches them off.
    pub rate_factor: f64,
    /// Connections at once; as many as the system allows files, if missing.
    pub connections: Option<usize>,
    /// How long connections may keep the server waiting.
    pub patience: Patience,
    /// How long a login lasts.
    pub session_days: i64,
    /// How long open requests may take after a signal to stop.
    pub grace: Duration,
    /// What the server is built from.
    pub parts: Parts,
}

/// How much somebody may have here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota {
    /// Games under way.
    pub games: i64,
    /// Bot seats in games under way.
    pub bots: i64,
    /// Games that were given up or read from a file to be looked at.
    pub kept: i64,
    /// Open tables and games out of files that are shown to everyone.
    pub listed: i64,
    /// Studies.
    pub studies: i64,
}

impl Quota {
    /// As much as they like.
    pub const NONE: Quota = Quota {
        games: i64::MAX,
        bots: i64::MAX,
        kept: i64::MAX,
        listed: i64::MAX,
        studies: i64::MAX,
    };
}

/// For how many days what nobody needs is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keep {
    /// How often the server tidies up; never if this is nothing.
    pub every: Duration,
    /// Guests who were here on one day only and have no game.
    pub once: i64,
    /// Guests without a game.
    pub guests: i64,
    /// Tables at which nobody sits.
    pub empty: i64,
    /// Tables that wait for players.
    pub waiting: i64,
    /// Games read from a file to be looked at.
    pub watched: i64,
    /// Games that were given up, and games in which only guests have part.
    pub left: i64,
}

impl Default for Keep {
    fn default() -> Keep {
        Keep {
            every: Duration::from_secs(3600),
            once: 7,
            guests: 60,
            empty: 7,
            waiting: 90,
            watched: 90,
            left: 180,
        }
    }
}

impl Keep {
    /// When something counts as given up.
    pub fn stale(&self, now: i64) -> store::Stale {
        let before = |days: i64| now.saturating_sub(days.saturating_mul(86_400_000));
        store::Stale {
            now,
            once: before(self.once),
            guests: before(self.guests),
            empty: before(self.empty),
            waiting: before(self.waiting),
            watched: before(self.watched),
            left: before(self.left),
        }
    }
}

/// Backups that the server makes by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backups {
    /// Where they lie.
    pub folder: PathBuf,
    /// How often one is made.
    pub every: Duration,
    /// How many stay; the oldest go.
    pub keep: usize,
}

/// How mail is sent.
#[derive(Clone, PartialEq, Eq)]
pub struct Mail {
    /// The server: `smtps://NAME:PASSWORD@mail.example`, `smtp://mail.example?tls=required`.
    pub smtp: String,
    /// Who it comes from: `Signalbox <no-reply@play.example>`.
    pub from: String,
}

/// How people are told who are not here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notices {
    /// Nobody is told earlier: who is here sees it by himself, and may have moved.
    pub delay: Duration,
    /// At least so much lies between two messages on one way.
    pub gap: Duration,
    /// Where nothing arrived, it is tried again after this time, then after twice that, and so on.
    pub retry: Duration,
    /// A message under way is left to another server after this time.
    pub lease: Duration,
    /// Hosts that messages may go to although they lie inside or have no TLS: `name`, or `name:port`.
    pub exempt: Vec<String>,
}

impl Default for Notices {
    fn default() -> Notices {
        Notices {
            delay: Duration::from_secs(20),
            gap: Duration::from_secs(60),
            retry: Duration::from_secs(30),
            lease: Duration::from_secs(60),
            exempt: Vec::new(),
        }
    }
}

/// A provider of logins (OpenID Connect).
#[derive(Clone, PartialEq, Eq)]
pub struct Oidc {
    /// Its address; everything else is found from there.
    pub issuer: String,
    /// What this server is called there.
    pub client: String,
    /// This server's secret there, if it has one.
    pub secret: Option<String>,
    /// The name on the button.
    pub name: String,
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
            embed: Vec::new(),
            puzzles: None,
            open_metrics: false,
            bot_workers: cores.saturating_sub(1).max(1),
            cache_bytes: 64 << 20,
            body_limit: 64 << 10,
            import_limit: 4 << 20,
            accounts: Quota { games: 200, bots: 500, kept: 200, listed: 20, studies: 100 },
            guests: Quota { games: 40, bots: 100, kept: 20, listed: 5, studies: 10 },
            keep: Keep::default(),
            backups: None,
            checkpoints: true,
            clock: Clock::default(),
            mail: None,
            oidc: None,
            notices: Notices::default(),
            rate_factor: 1.0,
            connections: None,
            patience: Patience::default(),
            session_days: 180,
            grace: Duration::from_secs(10),
            parts,
        }
    }

    /// What is wrong with the settings, and what to do about it.
    pub fn check(&self) -> Result<(), String> {
        let Some(url) = &self.public_url else {
            // Where people are sent to must not be what a visitor says it is.
            return match self.mail.is_some() || self.oidc.is_some() {
                true => Err("mail and logins of a provider need the public address: add \
                             --public-url https://play.example"
                    .to_owned()),
                false => Ok(()),
            };
        };
        let Some((scheme, rest)) = url.split_once("://") else {
            return Err(format!("the public address {url} has no scheme: write https://{url}"));
        };
        if !["http", "https"].iter().any(|s| scheme.eq_ignore_ascii_case(s)) {
            return Err(format!(
                "the public address {url} begins with neither https:// nor http://"
            ));
        }
        let host = rest.strip_suffix('/').unwrap_or(rest);
        if host.contains(['/', '?', '#']) {
            return Err(format!(
                "the public address {url} has a path, and Signalbox works at the top of a host only: give it a host name \
                 of its own, such as signalbox.example, and let the proxy pass on everything there"
            ));
        }
        let plain = |b: u8| b.is_ascii_alphanumeric() || b"-._:[]".contains(&b);
        if host.is_empty() || !host.bytes().all(plain) {
            return Err(format!(
                "the public address {url} names no host; one with other letters is written as browsers send it: xn--…"
            ));
        }
        if self.is_https() && !self.trust_proxy {
            return Err(format!(
                "{url} is https, so a proxy stands in front, and all visitors would come from its address: add \
                 --trust-proxy, and let the proxy set X-Forwarded-For and X-Forwarded-Proto"
            ));
        }
        Ok(())
    }

    /// What is wrong with the origins that may show games.
    pub fn check_embed(&self) -> Result<(), String> {
        let plain = |b: u8| b.is_ascii_alphanumeric() || b"-._:[]*".contains(&b);
        let fits = |one: &String| {
            let host = one.strip_prefix("https://").or_else(|| one.strip_prefix("http://"));
            one == "*" || host.is_some_and(|h| !h.is_empty() && h.bytes().all(plain))
        };
        match self.embed.iter().find(|one| !fits(one)) {
            Some(one) => Err(format!("{one} is no origin: write https://site.example, or *")),
            None if self.embed.len() > 20 => Err("at most 20 origins".to_owned()),
            None => Ok(()),
        }
    }

    /// Whether hosts that notices may go to are hosts.
    pub fn check_hosts(&self) -> Result<(), String> {
        let plain = |b: u8| b.is_ascii_alphanumeric() || b"-._:[]".contains(&b);
        match self.notices.exempt.iter().find(|one| !one.bytes().all(plain)) {
            Some(one) => Err(format!("{one} is no host: write hooks.inside, or localhost:8080")),
            None if self.notices.exempt.len() > 50 => Err("at most 50 hosts".to_owned()),
            None => Ok(()),
        }
    }

    /// Whether people come by https.
    pub fn is_https(&self) -> bool {
        self.public_url.as_deref().is_some_and(|u| origin(u).starts_with("https://"))
    }
}

/// The origin that browsers name for an address: in small letters, without the usual port and without a path.
pub fn origin(url: &str) -> String {
    let url = url.trim_end_matches('/').to_ascii_lowercase();
    let port = if url.starts_with("https://") { ":443" } else { ":80" };
    url.strip_suffix(port).unwrap_or(&url).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_addresses_work_or_are_refused_with_a_sentence() {
        let mut config = Config::new(Parts::new(&[]));
        for (url, proxy, fault) in [
            ("https://play.example", true, None),
            ("HTTPS://Play.Example:443/", true, None),
            ("http://10.0.0.3:1860", false, None),
            ("http://[::1]:1860/", false, None),
            ("https://play.example", false, Some("--trust-proxy")),
            ("play.example", true, Some("write https://play.example")),
            ("ftp://play.example", true, Some("neither https:// nor http://")),
            ("https://play.example/table", true, Some("a host name of its own")),
            ("https://play.example/?x", true, Some("a host name of its own")),
            ("https://hráč.example", true, Some("xn--")),
            ("https://", true, Some("names no host")),
        ] {
            config.public_url = Some(url.to_owned());
            config.trust_proxy = proxy;
            match (config.check(), fault) {
                (Ok(()), None) => {}
                (Err(said), Some(part)) => assert!(said.contains(part), "{url}: {said}"),
                (said, _) => panic!("{url}: {said:?}"),
            }
        }
        assert_eq!(origin("HTTPS://Play.Example:443/"), "https://play.example");
        assert_eq!(origin("http://play.example:8080"), "http://play.example:8080");
    }
}
