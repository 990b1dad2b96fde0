//! Places for connections: how many there may be, and how long each may keep the server waiting.

use crate::limit::Whom;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

// Files that the database, the log and the program itself need.
const OTHER_FILES: usize = 124;
// So many connections at most, however many files the system allows.
const MOST: usize = 20_000;
// Connections of one address.
const MOST_EACH: f64 = 300.0;
// An address always gets so many, unless there is no place at all.
const LEAST_EACH: usize = 8;

/// How long a connection may keep the server waiting.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For the head of a request, from the moment at which the connection has nothing else to do.
    pub head: Duration,
    /// For a body, beside a second for every 8 kB of it.
    pub body: Duration,
    /// For a reader who takes next to nothing of an answer.
    pub reader: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            head: Duration::from_secs(30),
            body: Duration::from_secs(30),
            reader: Duration::from_secs(30),
        }
    }
}

/// Places for connections.
#[derive(Debug)]
pub struct Places {
    most: usize,
    each: usize,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    all: usize,
    by_address: HashMap<Whom, usize>,
}

/// A connection's place; free again when dropped.
pub struct Place {
    places: Arc<Places>,
    whom: Whom,
}

impl Place {
    /// Whose it is.
    pub fn whom(&self) -> &Whom {
        &self.whom
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.places.open.lock().unwrap_or_else(|e| e.into_inner());
        open.all -= 1;
        if let Some(own) = open.by_address.get_mut(&self.whom) {
            *own -= 1;
            if *own == 0 {
                open.by_address.remove(&self.whom);
            }
        }
    }
}

impl Places {
    /// So many places. `factor` widens what one address may take; 0 lets it take all, as does a proxy, which comes from
    /// one address for everybody.
    pub fn new(most: Option<usize>, factor: f64, proxy: bool) -> Places {
        let each = match factor > 0.0 && !proxy {
            true => ((MOST_EACH * factor) as usize).max(LEAST_EACH),
            false => usize::MAX,
        };
        let most = most.unwrap_or_else(|| open_files().saturating_sub(OTHER_FILES).clamp(64, MOST));
        Places { most, each, open: Mutex::default() }
    }

    /// A place, or the name of the limit that forbids it. An address gets at most half as many as are still free, so that
    /// some are left for the next one, whoever came before.
    pub fn take(self: &Arc<Places>, whom: Whom) -> Result<Place, &'static str> {
        let mut open = self.open.lock().unwrap_or_else(|e| e.into_inner());
        if open.all >= self.most {
            return Err("connections");
        }
        let free = self.most - open.all;
        let own = open.by_address.entry(whom.clone()).or_insert(0);
        let fair = if self.each == usize::MAX { free + *own } else { free / 2 };
        if *own >= self.each.min(fair.max(LEAST_EACH)) {
            return Err("connections of an address");
        }
        *own += 1;
        open.all += 1;
        drop(open);
        Ok(Place { places: self.clone(), whom })
    }

    /// Connections now.
    pub fn open(&self) -> usize {
        self.open.lock().unwrap_or_else(|e| e.into_inner()).all
    }
}

// Files that this process may have open, where the system says so.
fn open_files() -> usize {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let line = limits.lines().find_map(|l| l.strip_prefix("Max open files"));
    let soft = line.and_then(|l| l.split_whitespace().next());
    soft.map_or(1024, |n| n.parse().unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;

    fn whom(last: u8) -> Whom {
        IpAddr::from([10, 0, 0, last]).into()
    }

    #[test]
    fn one_address_leaves_places_for_others() {
        let places = Arc::new(Places::new(Some(90), 1.0, false));
        let mut held = Vec::new();
        while let Ok(place) = places.take(whom(1)) {
            held.push(place);
        }
        assert_eq!(held.len(), 30, "half of what is then still free");
        for other in 2..=4 {
            let mut own = 0;
            while let Ok(place) = places.take(whom(other)) {
                held.push(place);
                own += 1;
            }
            assert!(own >= LEAST_EACH, "address {other} gets {own}");
        }
        drop(held);
        assert_eq!(places.open(), 0);
        assert!(places.take(whom(1)).is_ok());
    }

    #[test]
    fn a_proxy_has_all_places_and_no_more() {
        let places = Arc::new(Places::new(Some(20), 1.0, true));
        let held: Vec<_> = (0..20).map(|_| places.take(whom(1))).collect();
        assert!(held.iter().all(Result::is_ok));
        assert_eq!(places.take(whom(1)).err(), Some("connections"));
    }
}
