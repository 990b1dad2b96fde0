//! Lengths of time on the command line: `2s`, `500ms`, `1.5`.

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
}
