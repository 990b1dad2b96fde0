//! The objective as one number: primary income, then secondary income, then fewer stops.

/// A score; sums over routes compare in the documented order.
pub(crate) type Score = i64;

/// Weight of one unit of primary income.
pub(crate) const PRIMARY: Score = 1 << 32;
/// Weight of one unit of secondary income.
pub(crate) const SECONDARY: Score = 1 << 12;
/// Weight of one counted stop.
pub(crate) const STOP: Score = -1;
/// Less than every score, with room to add to it.
pub(crate) const NOTHING: Score = Score::MIN / 8;

/// The largest primary income that a score up to `score` can hold.
pub(crate) fn primary_at_most(score: Score) -> i64 {
    // Secondary income and stops stay below one unit of primary income: round up past the stops.
    (score + SECONDARY).div_euclid(PRIMARY)
}
