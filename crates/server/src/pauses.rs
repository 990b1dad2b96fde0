//! Times that do not count: spans, what is left between them, and when so much has gone by.

/// From a time up to another, in milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// Begins.
    pub from: i64,
    /// Ends; this millisecond is no longer part of it.
    pub to: i64,
}

/// Pauses in order, none touching another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pauses(Vec<Span>);

impl FromIterator<Span> for Pauses {
    fn from_iter<I: IntoIterator<Item = Span>>(spans: I) -> Pauses {
        let mut all: Vec<Span> = spans.into_iter().filter(|s| s.from < s.to).collect();
        all.sort_unstable();
        let mut joined: Vec<Span> = Vec::with_capacity(all.len());
        for span in all {
            match joined.last_mut() {
                Some(last) if span.from <= last.to => last.to = last.to.max(span.to),
                _ => joined.push(span),
            }
        }
        Pauses(joined)
    }
}

impl Pauses {
    /// Each of them, in order.
    pub fn spans(&self) -> &[Span] {
        &self.0
    }

    /// How much of the time between two moments counts.
    pub fn counted(&self, from: i64, to: i64) -> i64 {
        let paused: i64 = self.0.iter().map(|s| (s.to.min(to) - s.from.max(from)).max(0)).sum();
        (to - from - paused).max(0)
    }

    /// The first moment at which so much time has counted.
    pub fn after(&self, from: i64, counted: i64) -> i64 {
        let (mut at, mut left) = (from, counted.max(0));
        for span in self.0.iter().filter(|s| s.to > from) {
            let before = (span.from - at).max(0);
            if left <= before {
                break;
            }
            left -= before;
            at = at.max(span.to);
        }
        at.saturating_add(left)
    }

    /// When the pause of this moment ends.
    pub fn until(&self, at: i64) -> Option<i64> {
        self.0.iter().find(|s| (s.from..s.to).contains(&at)).map(|s| s.to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Rng;

    fn some(rng: &mut Rng) -> Vec<Span> {
        let count = rng.below(9);
        let mut spans = Vec::new();
        for _ in 0..count {
            let from = i64::from(rng.below(200));
            spans.push(Span { from, to: from + i64::from(rng.below(40)) });
        }
        spans
    }

    #[test]
    fn what_counts_is_what_no_pause_covers() {
        let mut rng = Rng::new(18);
        for _ in 0..2000 {
            let spans = some(&mut rng);
            let pauses: Pauses = spans.iter().copied().collect();
            let (from, length) = (i64::from(rng.below(150)), i64::from(rng.below(150)));
            let covered = |at: &i64| spans.iter().any(|s| (s.from..s.to).contains(at));
            let expected = (from..from + length).filter(|at| !covered(at)).count() as i64;
            assert_eq!(pauses.counted(from, from + length), expected, "{spans:?}");
            for at in from..from + length {
                assert_eq!(pauses.until(at).is_some(), covered(&at), "{at} {spans:?}");
            }
        }
    }

    #[test]
    fn a_deadline_is_the_first_moment_at_which_enough_has_counted() {
        let mut rng = Rng::new(60);
        for _ in 0..2000 {
            let pauses: Pauses = some(&mut rng).into_iter().collect();
            let (from, need) = (i64::from(rng.below(150)), i64::from(rng.below(150)));
            let due = pauses.after(from, need);
            assert_eq!(pauses.counted(from, due), need, "{pauses:?} {from} {need}");
            if need > 0 {
                assert_eq!(pauses.counted(from, due - 1), need - 1, "{pauses:?} {from} {need}");
            }
        }
    }

    #[test]
    fn pauses_in_any_order_are_the_same_pauses() {
        let mut rng = Rng::new(89);
        for _ in 0..500 {
            let mut spans = some(&mut rng);
            let first: Pauses = spans.iter().copied().collect();
            rng.shuffle(&mut spans);
            let second: Pauses = spans.iter().chain(&spans).copied().collect();
            assert_eq!(first, second);
            assert!(first.spans().windows(2).all(|w| w[0].to < w[1].from));
        }
    }
}
