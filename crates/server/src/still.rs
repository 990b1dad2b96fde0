//! When the clocks of a table stand still, and what they show.

use crate::app::App;
use crate::fault::Fault;
use crate::hours::Rest;
use crate::pace::Pace;
use crate::pauses::{Pauses, Span};
use crate::room::{Loaded, Time};
use crate::shapes::{ClockJson, SeatTime};
use crate::timing::{Facts, Standstill, Timing};
use std::collections::HashMap;
use std::sync::Arc;
use store::GameState;

/// When the clocks of a table stand still.
#[derive(Clone, Default)]
pub struct Still {
    gaps: Arc<[Span]>,
    rests: HashMap<String, Rest>,
}

impl Standstill for Still {
    fn pauses(&self, person: Option<&str>, from: i64, to: i64) -> Pauses {
        let rest = person.and_then(|p| self.rests.get(p));
        let own = rest.map(|r| r.pauses(from, to)).unwrap_or_default();
        self.gaps.iter().copied().chain(own).collect()
    }
}

/// What clocks must know of a table.
pub fn facts(loaded: &Loaded) -> Facts {
    let turn = loaded.game.turn.as_ref().filter(|_| loaded.game.state == GameState::Playing);
    let sits = |seat: &u8| {
        let place = loaded.seats.get(usize::from(*seat));
        place.is_some_and(|s| s.user.is_some() && s.bot.is_none())
    };
    Facts {
        decides: turn.map(|t| t.seat).filter(sits),
        people: loaded.seats.iter().map(|s| s.user.clone()).collect(),
        holders: loaded.seats.iter().map(|s| s.user.clone().or_else(|| s.left.clone())).collect(),
        length: loaded.game.length,
    }
}

impl App {
    /// When the clocks of a table stand still.
    pub async fn still(&self, loaded: &Loaded) -> Result<Still, Fault> {
        let Some(time) = &loaded.time else { return Ok(Still::default()) };
        let mut still = Still { gaps: self.uptime.gaps(), rests: HashMap::new() };
        if time.pace.pauses && loaded.game.state == GameState::Playing {
            let running = time.timing.as_ref().and_then(|t| t.running.as_ref());
            let since = running.map_or_else(|| self.now(), |r| r.since);
            for person in loaded.people() {
                let rest = self.rest(&person, since).await?;
                still.rests.insert(person, rest);
            }
        }
        Ok(still)
    }

    /// The clocks of a table as everybody sees them.
    pub async fn clocks_of(&self, loaded: &Loaded) -> Result<Option<ClockJson>, Fault> {
        let Some(Time { timing: Some(timing), .. }) = &loaded.time else { return Ok(None) };
        let still = self.still(loaded).await?;
        Ok(Some(shown(timing, loaded, self.now(), &still)))
    }
}

fn shown(timing: &Timing, loaded: &Loaded, now: i64, still: &Still) -> ClockJson {
    let people = facts(loaded).people;
    let left = timing.left(&people, now, still);
    let running = timing.running.as_ref();
    let seats = (0..).zip(&timing.seats).map(|(seat, clock)| {
        let runs = running.filter(|r| r.seat == seat);
        let used = runs.and(left).map(|left| clock.left + clock.reserve - left);
        let used = used.unwrap_or(0).max(0);
        SeatTime {
            seat,
            left: (clock.left - used).max(0),
            reserve: clock.reserve - (used - clock.left).max(0),
            outs: clock.outs,
            runs: runs.is_some(),
            out: runs.is_some_and(|r| r.out),
        }
    });
    let person = running.and_then(|r| people.get(usize::from(r.seat)).cloned().flatten());
    let since = running.map_or(now, |r| r.since);
    ClockJson {
        now,
        seats: seats.collect(),
        end: timing.end(&people, still),
        paused: running.and_then(|_| still.pauses(person.as_deref(), since, now + 1).until(now)),
    }
}

/// The row of a game says when its clock must be looked at, and when it ends.
pub fn note_due(loaded: &mut Loaded, still: &Still) {
    let people = facts(loaded).people;
    let (due, end) = match &loaded.time {
        Some(Time { pace, timing: Some(timing) }) => due_of(pace, timing, &people, still),
        _ => (None, None),
    };
    loaded.game.clock_due = due;
    loaded.game.clock_end = end;
}

/// When a clock must be looked at, and when it ends.
pub fn due_of(
    pace: &Pace,
    timing: &Timing,
    people: &[Option<String>],
    still: &Still,
) -> (Option<i64>, Option<i64>) {
    (timing.due(pace, people, still), timing.end(people, still))
}
