//! Nights and weekends where somebody lives.

use crate::pauses::Span;
use jiff::Timestamp;
use jiff::civil::{Date, Weekday};
use jiff::tz::TimeZone;
use store::Hours;

const MINUTES: i64 = 24 * 60;
// A longer night would leave too little of a day.
const LONGEST_NIGHT: i64 = 12 * 60;
// Days that are looked at, at most: who asks for more gets none of the later nights.
const MOST_DAYS: usize = 800;

/// Nights and weekends of one person.
#[derive(Clone, Debug)]
pub struct Calendar {
    zone: TimeZone,
    night: Option<(i64, i64)>,
    weekends: bool,
}

/// A time zone by its IANA name, and that name as it is usually written.
pub fn zone(name: &str) -> Option<(TimeZone, String)> {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"/_+-".contains(&b);
    if name.is_empty() || name.len() > 60 || !name.bytes().all(plain) {
        return None;
    }
    let zone = jiff::tz::db().get(name).ok()?;
    let usual = zone.iana_name()?.to_owned();
    Some((zone, usual))
}

/// Whether a night may be so: two different minutes of a day, at most twelve hours apart.
pub fn is_night((from, to): (i64, i64)) -> bool {
    let day = 0..MINUTES;
    let long = (to - from).rem_euclid(MINUTES);
    day.contains(&from) && day.contains(&to) && (1..=LONGEST_NIGHT).contains(&long)
}

impl Calendar {
    /// The calendar of somebody's hours. A zone that is no longer known is universal time.
    pub fn of(hours: &Hours) -> Calendar {
        Calendar {
            zone: zone(&hours.zone).map_or(TimeZone::UTC, |z| z.0),
            night: hours.night.filter(|n| is_night(*n)),
            weekends: hours.weekends,
        }
    }

    /// The day of a moment there.
    pub fn day(&self, at: i64) -> Date {
        let at = Timestamp::from_millisecond(at).unwrap_or_default();
        self.zone.to_datetime(at).date()
    }

    /// When a minute of a day is there. A minute that the clocks leave out is as long after their change as it would
    /// have been.
    pub fn at(&self, day: Date, minute: i64) -> Option<i64> {
        let (hour, minute) = (i8::try_from(minute / 60).ok()?, i8::try_from(minute % 60).ok()?);
        let zoned = day.at(hour, minute, 0, 0).to_zoned(self.zone.clone()).ok()?;
        Some(zoned.timestamp().as_millisecond())
    }

    /// Nights and weekends that lie between two moments or reach into the time between them.
    pub fn pauses(&self, from: i64, to: i64) -> Vec<Span> {
        let mut found = Vec::new();
        if (self.night.is_none() && !self.weekends) || to <= from {
            return found;
        }
        let mut day = self.day(from).yesterday().unwrap_or(Date::MIN);
        let last = self.day(to);
        for _ in 0..MOST_DAYS {
            if day > last {
                break;
            }
            let Ok(next) = day.tomorrow() else { break };
            if let Some((begins, ends)) = self.night {
                let on = if begins < ends { day } else { next };
                found.extend(self.span(day, begins, on, ends));
            }
            if self.weekends && matches!(day.weekday(), Weekday::Saturday | Weekday::Sunday) {
                found.extend(self.span(day, 0, next, 0));
            }
            day = next;
        }
        found.retain(|s| s.to > from && s.from < to);
        found
    }

    fn span(&self, day: Date, from: i64, on: Date, to: i64) -> Option<Span> {
        Some(Span { from: self.at(day, from)?, to: self.at(on, to)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pauses::Pauses;

    const HOUR: i64 = 3_600_000;

    fn ms(text: &str) -> i64 {
        text.parse::<Timestamp>().unwrap().as_millisecond()
    }

    fn calendar(zone: &str, night: Option<(i64, i64)>, weekends: bool) -> Calendar {
        Calendar::of(&Hours { since: 0, zone: zone.to_owned(), night, weekends })
    }

    #[test]
    fn nights_are_those_of_the_zone() {
        let prague = calendar("Europe/Prague", Some((22 * 60, 7 * 60)), false);
        let span = |from: &str, to: &str| Span { from: ms(from), to: ms(to) };
        assert_eq!(
            prague.pauses(ms("2026-07-01T12:00:00Z"), ms("2026-07-02T12:00:00Z")),
            [span("2026-07-01T20:00:00Z", "2026-07-02T05:00:00Z")]
        );
        let asleep = prague.pauses(ms("2026-07-02T01:00:00Z"), ms("2026-07-02T02:00:00Z"));
        assert_eq!(asleep, [span("2026-07-01T20:00:00Z", "2026-07-02T05:00:00Z")]);
        let early = calendar("America/New_York", Some((60, 8 * 60)), false);
        assert_eq!(
            early.pauses(ms("2026-01-10T00:00:00Z"), ms("2026-01-10T20:00:00Z")),
            [span("2026-01-10T06:00:00Z", "2026-01-10T13:00:00Z")]
        );
    }

    #[test]
    fn nights_when_clocks_change_are_shorter_or_longer() {
        let prague = calendar("Europe/Prague", Some((22 * 60, 7 * 60)), false);
        let night = |from: &str, to: &str| {
            let all: Pauses = prague.pauses(ms(from), ms(to)).into_iter().collect();
            ms(to) - ms(from) - all.counted(ms(from), ms(to))
        };
        assert_eq!(night("2026-03-28T12:00:00Z", "2026-03-29T12:00:00Z"), 8 * HOUR);
        assert_eq!(night("2026-10-24T12:00:00Z", "2026-10-25T12:00:00Z"), 10 * HOUR);
        // A night that begins in the hour that is left out.
        let odd = calendar("Europe/Prague", Some((150, 300)), false);
        let all = odd.pauses(ms("2026-03-29T00:00:00Z"), ms("2026-03-29T12:00:00Z"));
        assert!(all.iter().all(|s| s.from < s.to), "{all:?}");
    }

    #[test]
    fn weekends_are_two_days_of_the_zone() {
        let tokyo = calendar("Asia/Tokyo", None, true);
        let all: Pauses = tokyo
            .pauses(ms("2026-11-12T00:00:00Z"), ms("2026-11-18T00:00:00Z"))
            .into_iter()
            .collect();
        let weekend = Span { from: ms("2026-11-13T15:00:00Z"), to: ms("2026-11-15T15:00:00Z") };
        assert_eq!(all.spans(), [weekend]);
    }

    #[test]
    fn zones_have_names_and_nights_an_end() {
        assert_eq!(zone("europe/prague").unwrap().1, "Europe/Prague");
        for name in ["", "Mars/Olympus", "../etc/passwd", "Europe/Prague\0", &"a".repeat(61)] {
            assert!(zone(name).is_none(), "{name}");
        }
        assert!(is_night((22 * 60, 7 * 60)) && is_night((0, 12 * 60)));
        for night in [(0, 0), (0, 12 * 60 + 1), (-1, 60), (60, 24 * 60), (8 * 60, 7 * 60)] {
            assert!(!is_night(night), "{night:?}");
        }
    }
}
