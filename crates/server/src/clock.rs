//! The time of day.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::watch;

/// The clock that a server goes by. Tests move it forward; copies move along.
#[derive(Clone, Debug)]
pub struct Clock {
    ahead: Arc<watch::Sender<i64>>,
}

impl Default for Clock {
    fn default() -> Clock {
        Clock { ahead: Arc::new(watch::Sender::new(0)) }
    }
}

impl Clock {
    /// Milliseconds since 1970.
    pub fn now(&self) -> i64 {
        now() + *self.ahead.borrow()
    }

    /// Moves it forward, by milliseconds. Whoever waits for a time looks again.
    pub fn advance(&self, by: i64) {
        self.ahead.send_modify(|ahead| *ahead += by.max(0));
    }

    /// Waits until a time, at most so long.
    pub async fn wait_until(&self, due: i64, most: Duration) {
        let mut moved = self.ahead.subscribe();
        let end = Instant::now() + most;
        loop {
            let left = Duration::from_millis((due - self.now()).max(0) as u64);
            let wait = left.min(end.saturating_duration_since(Instant::now()));
            if wait.is_zero() {
                return;
            }
            tokio::select! {
                () = tokio::time::sleep(wait) => {}
                _ = moved.changed() => {}
            }
        }
    }
}

/// Milliseconds since 1970. A clock that is set back while the server runs does not turn back what it tells: times go
/// on from where they were, at their usual pace.
pub fn now() -> i64 {
    static BEGUN: OnceLock<Instant> = OnceLock::new();
    static AHEAD: AtomicI64 = AtomicI64::new(i64::MIN);
    let since = BEGUN.get_or_init(Instant::now).elapsed().as_millis() as i64;
    let day = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_millis() as i64);
    steady(&AHEAD, since, day)
}

// The largest difference seen between the time of day and the time since the start counts.
fn steady(ahead: &AtomicI64, since: i64, day: i64) -> i64 {
    let before = ahead.fetch_max(day - since, Ordering::Relaxed);
    since + before.max(day - since)
}

/// A time of day as it stands in names of files: `20260131-235959`, of universal time.
pub fn stamp(ms: i64) -> String {
    let seconds = ms.div_euclid(1000);
    let (mut days, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let leap = |y: i64| (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;
    let mut year = 1970;
    while days >= 365 + i64::from(leap(year)) {
        days -= 365 + i64::from(leap(year));
        year += 1;
    }
    let february = 28 + i64::from(leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    let (hour, minute) = (second / 3600, second / 60 % 60);
    format!("{year:04}{month:02}{:02}-{hour:02}{minute:02}{:02}", days + 1, second % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stamp_is_the_date_and_the_time() {
        for (seconds, expected) in [
            (0, "19700101-000000"),
            (951_782_399, "20000228-235959"),
            (951_827_696, "20000229-123456"),
            (1_767_225_599, "20251231-235959"),
            (1_798_761_600, "20270101-000000"),
        ] {
            assert_eq!(stamp(seconds * 1000), expected);
        }
    }

    #[test]
    fn a_clock_that_is_set_back_does_not_turn_time_back_and_does_not_stop_it() {
        let ahead = AtomicI64::new(i64::MIN);
        assert_eq!(steady(&ahead, 10, 1_000_010), 1_000_010);
        assert_eq!(steady(&ahead, 20, 400_020), 1_000_020, "set back");
        assert_eq!(steady(&ahead, 500, 400_500), 1_000_500, "it goes on");
        assert_eq!(steady(&ahead, 600, 2_000_600), 2_000_600, "set forward");
    }
}
