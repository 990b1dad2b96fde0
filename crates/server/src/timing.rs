//! The clocks of a table: what each seat has left, and whose clock runs. Pure arithmetic; `docs/time.md` tells it to
//! players. The last clock entry of a game's journal holds these numbers.

use crate::pace::Pace;
use crate::pauses::Pauses;
use serde::{Deserialize, Serialize};

/// The clock of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatClock {
    /// Milliseconds left of the reserve.
    pub reserve: i64,
    /// Milliseconds left of the time that the last decision had of its own.
    pub left: i64,
    /// Moves made when time was given last; the same decision gets none twice.
    pub given: i64,
    /// How often time ran out.
    pub outs: u32,
}

/// The clock that runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Running {
    /// Whose.
    pub seat: u8,
    /// Since when.
    pub since: i64,
    /// It ran out, and the player may still decide.
    #[serde(default)]
    pub out: bool,
    /// The player was warned.
    #[serde(default)]
    pub warned: bool,
}

/// All clocks of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timing {
    /// By seat.
    pub seats: Vec<SeatClock>,
    /// The clock that runs; none while a bot decides, and when the game is over.
    pub running: Option<Running>,
}

/// What clocks must know of a table at a moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The person's seat that must decide; none for bots, and when nobody plays.
    pub decides: Option<u8>,
    /// Who sits where.
    pub people: Vec<Option<String>>,
    /// Who sits where, or left the seat to a bot.
    pub holders: Vec<Option<String>>,
    /// Moves made.
    pub length: i64,
}

/// What happened to a table.
#[derive(Clone, Debug, Default)]
pub struct Happened {
    /// When.
    pub at: i64,
    /// Seats that moved.
    pub moved: Vec<u8>,
    /// Moves after this one were taken back, and who wanted it.
    pub undone: Option<(i64, Option<String>)>,
    /// Time of the running clock is up, and that has its consequences.
    pub out: bool,
    /// The player was warned.
    pub warned: bool,
}

// Whoever ran out of time goes on with this part of the reserve, and so does who takes a seat over, at least.
const PART: i64 = 4;

/// When clocks stand still for somebody, from a time to another.
pub trait Standstill {
    /// All that does not count.
    fn pauses(&self, person: Option<&str>, from: i64, to: i64) -> Pauses;

    /// The first moment at which so much time has counted.
    fn after(&self, person: Option<&str>, from: i64, counted: i64) -> i64 {
        let mut horizon = from.saturating_add(counted);
        // Every round finds at least one more pause, and they have gaps.
        for _ in 0..400 {
            let due = self.pauses(person, from, horizon).after(from, counted);
            if due <= horizon {
                return due;
            }
            horizon = due;
        }
        horizon
    }
}

impl Timing {
    /// Clocks at the start of a game, none of them running.
    pub fn new(pace: &Pace, seats: usize) -> Timing {
        let seat = SeatClock { reserve: pace.reserve(), left: 0, given: -1, outs: 0 };
        Timing { seats: vec![seat; seats], running: None }
    }

    /// Milliseconds that the running clock has left at a moment.
    pub fn left(&self, people: &[Option<String>], at: i64, still: &impl Standstill) -> Option<i64> {
        let run = self.running.as_ref()?;
        let person = people.get(usize::from(run.seat))?.as_deref();
        let has = self.has(run.seat);
        if run.out {
            return Some(0);
        }
        let used = still.pauses(person, run.since, at).counted(run.since, at);
        Some((has - used).max(0))
    }

    fn has(&self, seat: u8) -> i64 {
        self.seats.get(usize::from(seat)).map_or(0, |s| s.left + s.reserve)
    }

    /// When the running clock ends, unless it has.
    pub fn end(&self, people: &[Option<String>], still: &impl Standstill) -> Option<i64> {
        let run = self.running.as_ref().filter(|r| !r.out)?;
        let person = people.get(usize::from(run.seat))?.as_deref();
        Some(still.after(person, run.since, self.has(run.seat)))
    }

    /// When somebody must look at the running clock: to warn, or because it ends.
    pub fn due(
        &self,
        pace: &Pace,
        people: &[Option<String>],
        still: &impl Standstill,
    ) -> Option<i64> {
        let run = self.running.as_ref().filter(|r| !r.out)?;
        let warning = pace.warning().filter(|_| !run.warned).unwrap_or(0);
        let person = people.get(usize::from(run.seat))?.as_deref();
        Some(still.after(person, run.since, (self.has(run.seat) - warning).max(0)))
    }

    // Takes the time that went by from the running clock; whether it had so much.
    fn charge(&mut self, people: &[Option<String>], at: i64, still: &impl Standstill) -> bool {
        let Some(run) = self.running.as_ref().filter(|r| !r.out) else { return true };
        let person = people.get(usize::from(run.seat)).and_then(|p| p.as_deref());
        let used = still.pauses(person, run.since, at).counted(run.since, at);
        let Some(seat) = self.seats.get_mut(usize::from(run.seat)) else { return true };
        let had = used < seat.left + seat.reserve;
        let own = used.min(seat.left);
        seat.left -= own;
        seat.reserve = (seat.reserve - (used - own)).max(0);
        had
    }

    // Time ran out: it is noted, and a part of the reserve is there for what comes.
    fn run_out(&mut self, pace: &Pace, seat: u8) {
        if let Some(clock) = self.seats.get_mut(usize::from(seat)) {
            clock.outs += 1;
            clock.left = 0;
            clock.reserve = pace.reserve() / PART;
        }
    }

    /// Clocks after something happened, and the seat whose time had run out unnoticed.
    pub fn after(
        &self,
        pace: &Pace,
        before: &Facts,
        after: &Facts,
        what: &Happened,
        still: &impl Standstill,
    ) -> (Timing, Option<u8>) {
        let mut next = self.clone();
        let mut late = None;
        let sits = |facts: &Facts, seat: u8| facts.people.get(usize::from(seat)).cloned().flatten();
        // Who asked to take moves back gets no new time for them; the others do.
        if let Some((to, by)) = &what.undone {
            for (clock, person) in next.seats.iter_mut().zip(&after.people) {
                if person.is_some() && person != by {
                    clock.given = clock.given.min(to - 1);
                }
            }
        }
        // A person who was not there before has at least a part of the reserve.
        for (seat, clock) in (0..).zip(&mut next.seats) {
            let was = before.holders.get(usize::from(seat)).cloned().flatten();
            let is = sits(after, seat);
            if is.is_some() && was.is_some() && is != was {
                clock.reserve = clock.reserve.max(pace.reserve() / PART);
                clock.given = clock.given.min(after.length - 1);
            }
        }
        let ran = self.running.as_ref().map(|r| r.seat);
        let same = ran.is_some()
            && ran == after.decides
            && ran.is_some_and(|s| {
                !what.moved.contains(&s)
                    && sits(before, s) == sits(after, s)
                    && what.undone.as_ref().is_none_or(|(_, by)| *by == sits(after, s))
            });
        if what.out {
            if let Some(seat) = ran {
                next.run_out(pace, seat);
                if let Some(run) = &mut next.running {
                    run.out = true;
                }
            }
        } else if same {
            if let Some(run) = &mut next.running {
                run.warned |= what.warned;
            }
            return (next, None);
        } else if !next.charge(&before.people, what.at, still)
            && let Some(seat) = ran
        {
            next.run_out(pace, seat);
            late = Some(seat);
        }
        if same {
            return (next, None);
        }
        next.running =
            after.decides.map(|seat| Running { seat, since: what.at, out: false, warned: false });
        if let Some(clock) = after.decides.and_then(|s| next.seats.get_mut(usize::from(s)))
            && after.length > clock.given
        {
            clock.given = after.length;
            clock.left = pace.each();
        }
        (next, late)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pace::{Out, PaceKind};
    use crate::pauses::Span;
    use engine::Rng;

    #[derive(Default)]
    struct Times(Vec<Span>);

    impl Standstill for Times {
        fn pauses(&self, _: Option<&str>, from: i64, to: i64) -> Pauses {
            self.0.iter().copied().filter(|s| s.to > from && s.from < to).collect()
        }
    }

    fn pace(each: i64, reserve: i64) -> Pace {
        Pace { kind: PaceKind::Correspondence, each, reserve, pauses: true, out: Out::Mark }
    }

    fn facts(decides: Option<u8>, length: i64) -> Facts {
        let people: Vec<_> = ["a", "b", "c"].map(|p| Some(p.to_owned())).to_vec();
        Facts { decides, holders: people.clone(), people, length }
    }

    fn moved(at: i64, seat: u8) -> Happened {
        Happened { at, moved: vec![seat], ..Happened::default() }
    }

    fn start(pace: &Pace, at: i64) -> Timing {
        let none = facts(None, 0);
        let what = Happened { at, ..Happened::default() };
        Timing::new(pace, 3).after(pace, &none, &facts(Some(0), 0), &what, &Times::default()).0
    }

    #[test]
    fn only_what_takes_longer_than_its_own_time_is_taken_from_the_reserve() {
        let (pace, still) = (pace(100, 50), Times::default());
        let t = start(&pace, 0);
        assert_eq!(t.end(&facts(None, 0).people, &still), Some(150_000));
        let (t, late) =
            t.after(&pace, &facts(Some(0), 0), &facts(Some(1), 1), &moved(30_000, 0), &still);
        assert_eq!((t.seats[0].reserve, late), (50_000, None), "quick decisions hoard nothing");
        let (t, _) =
            t.after(&pace, &facts(Some(1), 1), &facts(Some(1), 2), &moved(150_000, 1), &still);
        assert_eq!(
            (t.seats[1].reserve, t.seats[1].left),
            (30_000, 100_000),
            "a new decision of the same player"
        );
        let (t, late) =
            t.after(&pace, &facts(Some(1), 2), &facts(Some(2), 3), &moved(290_000, 1), &still);
        assert_eq!((late, t.seats[1].outs), (Some(1), 1), "a late move tells of the time");
        assert_eq!(t.seats[1].reserve, 12_500, "a quarter to go on");
    }

    #[test]
    fn an_undo_brings_no_new_time_to_who_wants_it() {
        let (pace, still) = (pace(100, 50), Times::default());
        let mut t = start(&pace, 0);
        let mut at = 0;
        for _ in 0..14 {
            at += 10_000;
            t = t.after(&pace, &facts(Some(0), 0), &facts(Some(1), 1), &moved(at, 0), &still).0;
            at += 1_000;
            let undone = Some((0, Some("a".to_owned())));
            let what = Happened { at, undone, ..Happened::default() };
            t = t.after(&pace, &facts(Some(1), 1), &facts(Some(0), 0), &what, &still).0;
        }
        assert_eq!(
            (t.seats[0].left, t.seats[0].reserve),
            (0, 10_000),
            "140 of 150 seconds are gone"
        );
        assert!(t.seats[1].left > 90_000, "the others lose nothing");
    }

    #[test]
    fn what_is_no_decision_stops_no_clock() {
        let (pace, still) = (pace(100, 50), Times::default());
        let t = start(&pace, 0);
        let same = facts(Some(0), 0);
        let chat = Happened { at: 70_000, ..Happened::default() };
        assert_eq!(t.after(&pace, &same, &same, &chat, &still), (t.clone(), None));
        let aside = moved(80_000, 2);
        assert_eq!(t.after(&pace, &same, &facts(Some(0), 1), &aside, &still), (t.clone(), None));
    }

    #[test]
    fn time_runs_out_once() {
        let (pace, still) = (pace(100, 50), Times::default());
        let t = start(&pace, 0);
        let same = facts(Some(0), 0);
        let out = Happened { at: 150_000, out: true, ..Happened::default() };
        let (t, _) = t.after(&pace, &same, &same, &out, &still);
        assert_eq!((t.seats[0].outs, t.due(&pace, &same.people, &still)), (1, None));
        assert_eq!(t.left(&same.people, 150_000, &still), Some(0));
        let (t, late) = t.after(&pace, &same, &facts(Some(1), 1), &moved(900_000, 0), &still);
        assert_eq!((t.seats[0].outs, t.seats[0].reserve, late), (1, 12_500, None));
    }

    #[test]
    fn a_bot_stops_the_clock_and_coming_back_brings_nothing() {
        let (pace, still) = (pace(100, 80), Times::default());
        let t = start(&pace, 0);
        let mut left = facts(None, 0);
        left.people[0] = None;
        let at = |at: i64| Happened { at, ..Happened::default() };
        let (t, _) = t.after(&pace, &facts(Some(0), 0), &left, &at(160_000), &still);
        assert_eq!((t.running.clone(), t.seats[0].reserve), (None, 20_000));
        let (back, _) = t.after(&pace, &left, &facts(Some(0), 0), &at(500_000), &still);
        assert_eq!((back.seats[0].left, back.seats[0].reserve), (0, 20_000));
        let mut other = facts(Some(0), 0);
        other.people[0] = Some("d".to_owned());
        let (new, _) = t.after(&pace, &left, &other, &at(500_000), &still);
        assert_eq!((new.seats[0].left, new.seats[0].reserve), (100_000, 20_000));
    }

    // Whatever happens: what all decisions used and what is left is what was given; pauses count for nobody.
    #[test]
    fn no_time_is_lost_and_none_is_made() {
        let mut rng = Rng::new(23);
        for _ in 0..300 {
            let pace = pace(60 + i64::from(rng.below(100)), i64::from(rng.below(100_000)));
            let mut spans = Vec::new();
            for _ in 0..rng.below(6) {
                let from = i64::from(rng.below(2_000_000));
                spans.push(Span { from, to: from + i64::from(rng.below(300_000)) });
            }
            let still = Times(spans);
            let mut at = i64::from(rng.below(1000));
            let (mut t, mut seat, mut length) = (start(&pace, at), 0_u8, 0);
            for _ in 0..40 {
                let before = t.clone();
                let (was, since) = (facts(Some(seat), length), at);
                let had =
                    before.seats[usize::from(seat)].left + before.seats[usize::from(seat)].reserve;
                let end = t.end(&was.people, &still).unwrap();
                at += i64::from(rng.below(60_000));
                let used = still.pauses(None, since, at).counted(since, at);
                assert_eq!(at >= end, used >= had, "the end is when all is used");
                let next = (seat + rng.below(3) as u8) % 3;
                let what = moved(at, seat);
                let (now, late) =
                    t.after(&pace, &was, &facts(Some(next), length + 1), &what, &still);
                let clock = &now.seats[usize::from(seat)];
                if used < had {
                    assert_eq!(late, None);
                    let given = if next == seat { pace.each() } else { 0 };
                    let own = before.seats[usize::from(seat)].left;
                    let kept = if next == seat { (own - used).max(0) } else { 0 };
                    assert_eq!(clock.left + clock.reserve + kept, had - used + given);
                } else {
                    assert_eq!((late, clock.reserve), (Some(seat), pace.reserve() / 4));
                }
                for other in (0..3).filter(|s| *s != seat && *s != next) {
                    let other = usize::from(other);
                    assert_eq!(now.seats[other], before.seats[other], "others' clocks stand still");
                }
                (t, seat, length) = (now, next, length + 1);
            }
        }
    }

    #[test]
    fn clocks_are_written_and_read_alike() {
        let t = start(&pace(100, 50), 7);
        let text = serde_json::to_string(&t).unwrap();
        assert_eq!(serde_json::from_str::<Timing>(&text).unwrap(), t);
    }
}
