//! How often somebody may do something: a bucket of tokens per person or address and kind of request.

use crate::fault::Fault;
use std::collections::HashMap;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// A kind of request with its own limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Anything, by address.
    Request,
    /// Changes, by account.
    Write,
    /// New guests, by address.
    Guest,
    /// Passwords tried for a name, by address and name together: nobody locks out another.
    Password,
    /// Passwords tried for any name, by address.
    Names,
    /// Expensive answers (routes, audits, imports, hints), by account or address.
    Heavy,
    /// New games, by address: an account costs nothing.
    Game,
    /// Chat lines, by account.
    Chat,
    /// Reports of players, by account and by address.
    Report,
    /// What operators do, by account.
    Operate,
    /// Mail that is sent, by address and by account.
    Mail,
    /// New ways for notices and messages to try them, by account.
    Notice,
    /// Files of running games, by account or address: each is played through from its first move.
    File,
    /// How often streams are opened, by address; how many are open at once is counted apart.
    Stream,
}

impl Kind {
    // Its name in figures and in the log.
    const fn name(self) -> &'static str {
        match self {
            Kind::Request => "requests",
            Kind::Write => "changes",
            Kind::Guest => "guests",
            Kind::Password => "passwords",
            Kind::Names => "passwords of many names",
            Kind::Heavy => "expensive answers",
            Kind::Game => "new games",
            Kind::Chat => "chat",
            Kind::Report => "reports",
            Kind::Operate => "acts of operators",
            Kind::Mail => "mail",
            Kind::Notice => "ways for notices",
            Kind::File => "files",
            Kind::Stream => "streams opened",
        }
    }

    /// Tokens in a full bucket, and tokens that come back each second.
    const fn allowance(self) -> (f64, f64) {
        match self {
            // A page that follows bots without pause asks for state and pictures several times a second.
            Kind::Request => (2000.0, 200.0),
            Kind::Write => (120.0, 20.0),
            Kind::Guest => (20.0, 0.05),
            Kind::Password => (10.0, 0.1),
            Kind::Names => (40.0, 0.2),
            Kind::Heavy => (40.0, 4.0),
            Kind::Game => (100.0, 0.05),
            Kind::Chat => (20.0, 1.0),
            Kind::Report => (10.0, 0.005),
            Kind::Operate => (120.0, 2.0),
            Kind::Mail => (5.0, 0.005),
            Kind::Notice => (20.0, 0.02),
            Kind::File => (20.0, 0.5),
            Kind::Stream => (60.0, 2.0),
        }
    }
}

/// Whom a bucket belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Whom {
    /// An address; of IPv6 the network of 64 bits.
    Address(u128),
    /// An account.
    Name(String),
    /// Somebody at an address who says he is called so.
    Says(u128, String),
}

fn network(address: IpAddr) -> u128 {
    match address.to_canonical() {
        IpAddr::V4(v4) => u128::from(u32::from(v4)),
        IpAddr::V6(v6) => u128::from(v6) >> 64 | 1 << 127,
    }
}

impl From<IpAddr> for Whom {
    fn from(address: IpAddr) -> Whom {
        Whom::Address(network(address))
    }
}

impl Whom {
    /// Somebody at an address who says he is called so.
    pub fn says(address: IpAddr, name: &str) -> Whom {
        Whom::Says(network(address), name.to_owned())
    }
}

impl fmt::Display for Whom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Whom::Name(account) => f.write_str(account),
            Whom::Address(network) | Whom::Says(network, _) if network >> 127 == 0 => {
                write!(f, "{}", Ipv4Addr::from(*network as u32))
            }
            Whom::Address(network) | Whom::Says(network, _) => {
                write!(f, "{}/64", Ipv6Addr::from(network << 64))
            }
        }
    }
}

struct Bucket {
    tokens: f64,
    at: Instant,
}

/// All buckets.
pub struct Limiter {
    buckets: Mutex<HashMap<(Kind, Whom), Bucket>>,
    streams: Mutex<HashMap<Whom, Streams>>,
    bites: Mutex<HashMap<&'static str, Bites>>,
    factor: f64,
}

// Streams of an address, and bytes that wait for their readers.
#[derive(Default)]
struct Streams {
    open: usize,
    waiting: usize,
}

// How often a limit bit since it was last said.
struct Bites {
    said: Instant,
    since: u64,
}

// The log says it at most so often, for each limit.
const SAY_EVERY: Duration = Duration::from_secs(10);

// Streams open at once from one address.
const MOST_STREAMS: f64 = 250.0;

// Bytes that may wait for the readers of one address.
const MOST_WAITING: f64 = 16e6;

// So many buckets at most; full ones are forgotten first, since a new bucket is full too.
const MOST: usize = 100_000;

impl Limiter {
    /// `factor` widens all limits; 0 switches them off.
    pub fn new(factor: f64) -> Limiter {
        Limiter {
            buckets: Mutex::default(),
            streams: Mutex::default(),
            bites: Mutex::default(),
            factor,
        }
    }

    /// Notes in the figures that a limit bit.
    pub fn count(&self, limit: &'static str) {
        metrics::counter!("signalbox_limits_total", "limit" => limit).increment(1);
    }

    /// Notes that a limit bit: in the figures each time, in the log now and then.
    pub fn bite(&self, limit: &'static str, whom: &Whom) {
        self.count(limit);
        let mut bites = self.bites.lock().unwrap_or_else(|e| e.into_inner());
        let now = Instant::now();
        match bites.get_mut(limit) {
            Some(bites) if now.duration_since(bites.said) < SAY_EVERY => bites.since += 1,
            before => {
                let times = before.map_or(1, |b| b.since + 1);
                tracing::warn!(limit, %whom, times, "a limit bites");
                bites.insert(limit, Bites { said: now, since: 0 });
            }
        }
    }

    /// Counts an open stream, or says that there are enough.
    pub fn open_stream(&self, whom: &Whom) -> Result<(), Fault> {
        let mut streams = self.streams.lock().unwrap_or_else(|e| e.into_inner());
        let open = streams.get(whom).map_or(0, |s| s.open);
        if self.factor > 0.0 && open as f64 >= MOST_STREAMS * self.factor {
            drop(streams);
            self.bite("open streams", whom);
            return Err(Fault::TooMany(30, "too many open streams"));
        }
        streams.entry(whom.clone()).or_default().open += 1;
        Ok(())
    }

    /// A stream has ended, and so much that waited for its reader is gone.
    pub fn close_stream(&self, whom: &Whom, waiting: usize) {
        let mut streams = self.streams.lock().unwrap_or_else(|e| e.into_inner());
        if let Some(own) = streams.get_mut(whom) {
            own.open -= 1;
            own.waiting -= waiting;
            if own.open == 0 {
                streams.remove(whom);
            }
        }
    }

    /// Counts bytes that wait for a reader instead of those before; `false` if those of his address are too many.
    pub fn wait_for_reader(&self, whom: &Whom, before: usize, now: usize) -> bool {
        let mut streams = self.streams.lock().unwrap_or_else(|e| e.into_inner());
        let Some(own) = streams.get_mut(whom) else { return true };
        own.waiting = own.waiting - before + now;
        let fits = self.factor <= 0.0 || own.waiting as f64 <= MOST_WAITING * self.factor;
        drop(streams);
        if !fits {
            self.bite("bytes that wait for readers", whom);
        }
        fits
    }

    /// Forgets what somebody took.
    pub fn forgive(&self, kind: Kind, whom: Whom) {
        self.buckets.lock().unwrap_or_else(|e| e.into_inner()).remove(&(kind, whom));
    }

    /// Takes a token, or says how long to wait.
    pub fn take(&self, kind: Kind, whom: impl Into<Whom>) -> Result<(), Fault> {
        let whom = whom.into();
        let taken = self.take_at(kind, whom.clone(), Instant::now());
        if taken.is_err() {
            self.bite(kind.name(), &whom);
        }
        taken
    }

    fn take_at(&self, kind: Kind, whom: Whom, now: Instant) -> Result<(), Fault> {
        if self.factor <= 0.0 {
            return Ok(());
        }
        let (size, rate) = kind.allowance();
        let (size, rate) = (size * self.factor, rate * self.factor);
        let mut buckets = self.buckets.lock().unwrap_or_else(|e| e.into_inner());
        if buckets.len() >= MOST {
            buckets.retain(|(kind, _), b| {
                let (size, rate) = kind.allowance();
                b.tokens + now.duration_since(b.at).as_secs_f64() * rate * self.factor
                    < size * self.factor
            });
            if buckets.len() >= MOST {
                buckets.clear();
            }
        }
        let bucket = buckets.entry((kind, whom)).or_insert(Bucket { tokens: size, at: now });
        bucket.tokens =
            (bucket.tokens + now.duration_since(bucket.at).as_secs_f64() * rate).min(size);
        bucket.at = now;
        if bucket.tokens < 1.0 {
            return Err(Fault::TooMany(
                ((1.0 - bucket.tokens) / rate).ceil() as u64,
                "too many requests",
            ));
        }
        bucket.tokens -= 1.0;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let limiter = Limiter::new(1.0);
        let (whom, start) = (Whom::Name("anna".into()), Instant::now());
        for _ in 0..10 {
            assert!(limiter.take_at(Kind::Password, whom.clone(), start).is_ok());
        }
        let Err(Fault::TooMany(wait, _)) = limiter.take_at(Kind::Password, whom.clone(), start)
        else {
            panic!("the eleventh is too many");
        };
        assert_eq!(wait, 10);
        assert!(limiter.take_at(Kind::Password, Whom::Name("ben".into()), start).is_ok());
        assert!(limiter.take_at(Kind::Password, whom, start + Duration::from_secs(10)).is_ok());
    }

    #[test]
    fn a_log_names_addresses() {
        let whom = |text: &str| Whom::from(text.parse::<IpAddr>().expect("an address")).to_string();
        assert_eq!(whom("10.1.2.3"), "10.1.2.3");
        assert_eq!(whom("::ffff:10.1.2.3"), "10.1.2.3");
        assert_eq!(whom("2001:db8:1:2:3::4"), "2001:db8:1:2::/64");
    }

    #[test]
    fn what_waits_for_the_readers_of_an_address_is_bounded() {
        let limiter = Limiter::new(1.0);
        let whom = Whom::from(IpAddr::from([10, 0, 0, 1]));
        for _ in 0..3 {
            assert!(limiter.open_stream(&whom).is_ok());
        }
        assert!(limiter.wait_for_reader(&whom, 0, 10_000_000));
        assert!(
            !limiter.wait_for_reader(&whom, 0, 7_000_000),
            "another stream of the same address"
        );
        limiter.close_stream(&whom, 7_000_000);
        assert!(limiter.wait_for_reader(&whom, 10_000_000, 15_000_000), "its own bytes are gone");
        limiter.close_stream(&whom, 15_000_000);
        limiter.close_stream(&whom, 0);
        assert!(limiter.streams.lock().unwrap().is_empty());
    }

    #[test]
    fn one_network_of_ipv6_has_one_bucket() {
        let whom = |text: &str| Whom::from(text.parse::<IpAddr>().expect("an address"));
        assert_eq!(whom("2001:db8::1"), whom("2001:db8::ffff:2"));
        assert_ne!(whom("2001:db8::1"), whom("2001:db8:0:1::1"));
        assert_eq!(whom("::ffff:10.0.0.1"), whom("10.0.0.1"));
    }
}
