//! Lengths of time on the command line and in settings: `2s`, `500ms`, `1.5`; `6h`, `1d`.

use std::time::Duration;

/// Longest that may be asked for.
const LONGEST: f64 = 86_400.0;

/// Reads a length of time.
pub fn parse(text: &str) -> Result<Duration, String> {
    let (number, unit) = match text.trim() {
        t if t.ends_with("ms") => (&t[..t.len() - 2], 0.001),
        t if t.ends_with('s') => (&t[..t.len() - 1], 1.0),
        t if t.ends_with('m') => (&t[..t.len() - 1], 60.0),
        t => (t, 1.0),
    };
    match number.trim().parse::<f64>() {
        Ok(n) if n.is_finite() && n >= 0.0 && n * unit <= LONGEST => {
            Ok(Duration::from_secs_f64(n * unit))
        }
        _ => Err("write it like 2s, 500ms or 1.5".to_owned()),
    }
}

/// A longer time: `90s`, `30m`, `6h`, `1d`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period(pub Duration);

impl std::str::FromStr for Period {
    type Err = String;

    fn from_str(text: &str) -> Result<Period, String> {
        let wrong = || "write it like 30m, 6h or 1d".to_owned();
        let text = text.trim();
        let (number, unit) =
            text.split_at_checked(text.len().saturating_sub(1)).ok_or_else(wrong)?;
        let seconds = match unit {
            "s" => 1,
            "m" => 60,
            "h" => 3600,
            "d" => 86_400,
            _ => return Err(wrong()),
        };
        match number.parse::<u64>() {
            Ok(n) if (1..=400 * 86_400 / seconds).contains(&n) => {
                Ok(Period(Duration::from_secs(n * seconds)))
            }
            _ => Err(wrong()),
        }
    }
}

impl<'de> serde::Deserialize<'de> for Period {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Period, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_of_time_are_read() {
        let millis = |text| parse(text).map(|d| d.as_millis());
        assert_eq!(millis("2s"), Ok(2000));
        assert_eq!(millis("500ms"), Ok(500));
        assert_eq!(millis("1.5"), Ok(1500));
        assert_eq!(millis("1m"), Ok(60_000));
        for bad in ["", "s", "-1s", "nan", "inf", "1e300s", "soon"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn longer_times_are_read() {
        let seconds = |text: &str| text.parse::<Period>().map(|p| p.0.as_secs());
        assert_eq!(seconds("90s"), Ok(90));
        assert_eq!(seconds("6h"), Ok(21_600));
        assert_eq!(seconds(" 1d "), Ok(86_400));
        for bad in ["", "d", "0d", "-1d", "1.5d", "7", "99999999999999999999d", "500d", "1\u{e9}"] {
            assert!(seconds(bad).is_err(), "{bad}");
        }
    }
}
