//! How often somebody may do something: a bucket of tokens per person or address and kind of request.

use crate::fault::Fault;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;
use std::time::Instant;

/// A kind of request with its own limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Anything, by address.
    Request,
    /// Changes, by account.
    Write,
    /// New guests, by address.
    Guest,
    /// Passwords tried, by address and by name.
    Password,
    /// Expensive answers (routes, audits, imports, hints), by account or address.
    Heavy,
    /// New games, by address: an account costs nothing.
    Game,
    /// Chat lines, by account.
    Chat,
    /// How often streams are opened, by address; how many are open at once is counted apart.
    Stream,
}

impl Kind {
    /// Tokens in a full bucket, and tokens that come back each second.
    const fn allowance(self) -> (f64, f64) {
        match self {
            // A page that follows bots without pause asks for state and pictures several times a second.
            Kind::Request => (2000.0, 200.0),
            Kind::Write => (120.0, 20.0),
            Kind::Guest => (20.0, 0.05),
            Kind::Password => (10.0, 0.1),
            Kind::Heavy => (40.0, 4.0),
            Kind::Game => (100.0, 0.05),
            Kind::Chat => (20.0, 1.0),
            Kind::Stream => (60.0, 2.0),
        }
    }
}

/// Whom a bucket belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Whom {
    /// An address; of IPv6 the network of 64 bits.
    Address(u128),
    /// An account or a login.
    Name(String),
}

impl From<IpAddr> for Whom {
    fn from(address: IpAddr) -> Whom {
        match address.to_canonical() {
            IpAddr::V4(v4) => Whom::Address(u128::from(u32::from(v4))),
            IpAddr::V6(v6) => Whom::Address(u128::from(v6) >> 64 | 1 << 127),
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
    streams: Mutex<HashMap<Whom, usize>>,
    factor: f64,
}

// Streams open at once from one address.
const MOST_STREAMS: f64 = 250.0;

// So many buckets at most; full ones are forgotten first, since a new bucket is full too.
const MOST: usize = 100_000;

impl Limiter {
    /// `factor` widens all limits; 0 switches them off.
    pub fn new(factor: f64) -> Limiter {
        Limiter { buckets: Mutex::new(HashMap::new()), streams: Mutex::default(), factor }
    }

    /// Counts an open stream, or says that there are enough.
    pub fn open_stream(&self, whom: &Whom) -> Result<(), Fault> {
        let mut streams = self.streams.lock().unwrap_or_else(|e| e.into_inner());
        let open = streams.entry(whom.clone()).or_insert(0);
        if self.factor > 0.0 && *open as f64 >= MOST_STREAMS * self.factor {
            return Err(Fault::TooMany(30, "too many open streams"));
        }
        *open += 1;
        Ok(())
    }

    /// A stream has ended.
    pub fn close_stream(&self, whom: &Whom) {
        let mut streams = self.streams.lock().unwrap_or_else(|e| e.into_inner());
        if let Some(open) = streams.get_mut(whom) {
            *open -= 1;
            if *open == 0 {
                streams.remove(whom);
            }
        }
    }

    /// Takes a token, or says how long to wait.
    pub fn take(&self, kind: Kind, whom: impl Into<Whom>) -> Result<(), Fault> {
        self.take_at(kind, whom.into(), Instant::now())
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
    fn one_network_of_ipv6_has_one_bucket() {
        let whom = |text: &str| Whom::from(text.parse::<IpAddr>().expect("an address"));
        assert_eq!(whom("2001:db8::1"), whom("2001:db8::ffff:2"));
        assert_ne!(whom("2001:db8::1"), whom("2001:db8:0:1::1"));
        assert_eq!(whom("::ffff:10.0.0.1"), whom("10.0.0.1"));
    }
}
