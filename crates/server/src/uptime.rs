//! When no server was up: that time counts for nobody.

use crate::pauses::Span;
use std::sync::{Arc, Mutex};

/// When no server was up.
#[derive(Default)]
pub struct Uptime {
    gaps: Mutex<Arc<[Span]>>,
    beat: Mutex<Option<Beat>>,
}

/// The row of this server.
#[derive(Clone)]
pub struct Beat {
    /// Its id.
    pub id: String,
    /// Up since then.
    pub begins: i64,
    /// Noted last, by the machine's own clock, which no test moves.
    pub seen: i64,
}

// A shorter gap is none: what another server noted last may be as old as a beat.
const SHORT: i64 = 15_000;

/// Times between those in which some server was up, up to now.
pub fn gaps(up: &[(i64, i64)]) -> Vec<Span> {
    let mut found = Vec::new();
    let mut end: Option<i64> = None;
    for &(begins, ends) in up {
        if let Some(end) = end.filter(|end| end + SHORT < begins) {
            found.push(Span { from: end, to: begins });
        }
        end = Some(end.unwrap_or(ends).max(ends));
    }
    found
}

impl Uptime {
    /// Times in which no server was up.
    pub fn gaps(&self) -> Arc<[Span]> {
        self.gaps.lock().unwrap_or_else(|e| e.into_inner()).clone()
    }

    /// Notes when no server was up.
    pub fn set_gaps(&self, found: Vec<Span>) {
        *self.gaps.lock().unwrap_or_else(|e| e.into_inner()) = found.into();
    }

    /// What this server noted last.
    pub fn beat(&self) -> Option<Beat> {
        self.beat.lock().unwrap_or_else(|e| e.into_inner()).clone()
    }

    /// Keeps what it noted.
    pub fn set_beat(&self, beat: Beat) {
        *self.beat.lock().unwrap_or_else(|e| e.into_inner()) = Some(beat);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_is_where_no_server_was_up() {
        let found = |up: &[(i64, i64)]| {
            let up: Vec<_> = up.iter().map(|(from, to)| (from * 60_000, to * 60_000)).collect();
            gaps(&up).into_iter().map(|s| (s.from / 60_000, s.to / 60_000)).collect::<Vec<_>>()
        };
        assert_eq!(found(&[]), []);
        assert_eq!(found(&[(0, 10), (10, 20)]), []);
        assert_eq!(found(&[(0, 10), (15, 20)]), [(10, 15)]);
        assert_eq!(found(&[(0, 30), (5, 10), (40, 50)]), [(30, 40)], "another was up");
        assert_eq!(found(&[(0, 1), (0, 50), (20, 30), (60, 61)]), [(50, 60)]);
        assert_eq!(gaps(&[(0, 1000), (9000, 10_000)]), [], "the first may still be up");
    }
}
