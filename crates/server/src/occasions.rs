//! What people who are not here are told of a change of a game.

use crate::proposal::{ANYBODY, Proposal};
use crate::room::Loaded;
use crate::timing::Running;
use store::{GameState, NewNotice, NoticeKind};

/// What a change of a game is told of by itself: a turn, a question, time that runs out, a seat that is offered, the beginning,
/// the end. `by` made the change and knows; `late` is the seat whose time has just run out.
pub fn occasions(
    before: &Loaded,
    after: &Loaded,
    by: Option<&str>,
    late: Option<u8>,
    due: i64,
) -> Vec<NewNotice> {
    let mut told = Vec::new();
    let (was, is) = (before.game.state, after.game.state);
    let mut tell = |owner: &str, kind: NoticeKind, seat: Option<u8>, name: &str| {
        if by != Some(owner) {
            told.push(NewNotice {
                owner: owner.to_owned(),
                kind,
                seat,
                name: name.to_owned(),
                due,
            });
        }
    };
    let begins = was == GameState::Open && is == GameState::Playing;
    let ends =
        was == GameState::Playing && matches!(is, GameState::Finished | GameState::Abandoned);
    for (happens, kind) in [(begins, NoticeKind::Began), (ends, NoticeKind::Ended)] {
        if happens {
            for person in after.people() {
                tell(&person, kind, None, "");
            }
            tell(&after.game.id, kind, None, "");
        }
    }
    let turn = |l: &Loaded| {
        let seat = l.game.turn.as_ref().filter(|_| l.game.state == GameState::Playing)?.seat;
        Some((seat, l.game.turn_user.clone()?))
    };
    if let Some((seat, user)) = turn(after)
        && turn(before).is_none_or(|(_, other)| other != user)
    {
        let name = after.seats.get(usize::from(seat)).map_or("", |s| s.name.as_str());
        tell(&user, NoticeKind::Turn, Some(seat), name);
        // At a table of one nobody waits for anybody.
        if !after.is_solo() {
            tell(&after.game.id, NoticeKind::Turn, Some(seat), name);
        }
    }
    let name_of = |seat: u8| after.seats.get(usize::from(seat)).map_or("", |s| s.name.as_str());
    let asked = Proposal::of(after);
    let known = Proposal::of(before).map(|p| p.waiting(before)).unwrap_or_default();
    if let Some(question) = asked.as_ref().filter(|_| is == GameState::Playing) {
        let asks = by.and_then(|user| after.seats_of(user).first().copied());
        for person in question.waiting(after).iter().filter(|p| !known.contains(p)) {
            tell(person, NoticeKind::Asked, None, asks.map_or("", name_of));
        }
        if let Proposal::Replace { seat, .. } = question
            && before.game.proposal.is_none()
            && let Some(silent) =
                after.seats.get(usize::from(*seat)).and_then(|s| s.user.as_deref())
        {
            tell(silent, NoticeKind::Replace, Some(*seat), name_of(*seat));
        }
    }
    for (old, new) in before.seats.iter().zip(&after.seats) {
        if let Some(user) =
            new.offer.as_deref().filter(|to| *to != ANYBODY && old.offer != new.offer)
        {
            tell(user, NoticeKind::Seat, None, &new.name);
        }
    }
    let (ran, runs) = (running(before), running(after));
    if let Some(run) = runs
        && run.warned
        && !ran.is_some_and(|r| r.warned && r.since == run.since)
        && let Some(user) = after.seats.get(usize::from(run.seat)).and_then(|s| s.user.as_deref())
    {
        tell(user, NoticeKind::Clock, Some(run.seat), name_of(run.seat));
    }
    if let Some(seat) = late {
        for person in after.people() {
            tell(&person, NoticeKind::Timeout, Some(seat), name_of(seat));
        }
        if let Some(user) = before.seats.get(usize::from(seat)).and_then(|s| s.user.as_deref())
            && !after.people().iter().any(|p| p == user)
        {
            tell(user, NoticeKind::Timeout, Some(seat), name_of(seat));
        }
    }
    told
}

// The clock that runs at a table.
fn running(loaded: &Loaded) -> Option<&Running> {
    loaded.time.as_ref()?.timing.as_ref()?.running.as_ref()
}

/// People at the table whom a line of chat names with an at sign, except who wrote it.
pub fn mentioned(loaded: &Loaded, text: &str, by: &str) -> Vec<String> {
    let text = text.to_lowercase();
    let named = |name: &str| {
        let name = format!("@{}", name.to_lowercase());
        let ends = |at: usize| text[at..].chars().next().is_none_or(|c| !c.is_alphanumeric());
        name.len() > 1 && text.match_indices(&name).any(|(at, found)| ends(at + found.len()))
    };
    let mut people: Vec<String> = loaded
        .seats
        .iter()
        .filter(|s| named(&s.name))
        .filter_map(|s| s.user.clone())
        .filter(|user| user != by)
        .collect();
    people.sort();
    people.dedup();
    people
}
