//! Looks after clocks that run out: who is first claims the game, and what was chosen for its table happens once.

use crate::app::App;
use crate::commit::Draft;
use crate::fault::Fault;
use crate::pace::Out;
use crate::play::settle;
use crate::proposal::{Proposal, With};
use crate::still::{due_of, facts};
use crate::told::{GameTold, What};
use std::time::Duration;
use store::{ClockDue, GameState};

// A claim is good for so long; a server that dies with it leaves it to the others after that.
const LEASE: i64 = 30_000;
// Due clocks are looked for at least so often: another server may have written them.
const LOOK: Duration = Duration::from_secs(2);
// After a fault a clock waits so long.
const REST: i64 = 5_000;
const MOST: i64 = 50;

/// Looks after clocks until the server stops.
pub async fn keep(app: App) {
    let mut stopping = app.stopping.subscribe();
    loop {
        if app.is_stopping() {
            return;
        }
        match app.store.claim_clocks(app.now(), app.now() + LEASE, MOST).await {
            Ok(due) => {
                for claimed in due {
                    if let Err(fault) = app.look_at_clock(&claimed).await {
                        tracing::warn!(
                            game = claimed.game,
                            ?fault,
                            "a clock could not be looked at"
                        );
                        let _ = app.store.rest_clock(&claimed, app.now() + REST).await;
                    }
                }
            }
            Err(error) => tracing::warn!(%error, "clocks could not be claimed"),
        }
        let next = match app.store.next_clock().await {
            Ok(Some(due)) => due.max(app.now() + 5),
            _ => i64::MAX,
        };
        tokio::select! {
            () = app.clocks.notified() => {}
            () = app.config.clock.wait_until(next, LOOK) => {}
            _ = stopping.wait_for(|s| *s) => return,
        }
    }
}

// Occasions that people are told of, with the page closed too.

// A player has little time left.
fn tell_short(draft: &mut Draft, seat: u8) {
    draft.tell_game(None, GameTold { seat: Some(seat), ..What::TimeShort.into() });
}

/// The time of a player ran out.
pub fn tell_out(draft: &mut Draft, seat: u8) {
    draft.tell_game(None, GameTold { seat: Some(seat), ..What::TimedOut.into() });
}

/// The others are asked whether a player shall be replaced.
pub fn tell_asked(draft: &mut Draft, by: Option<&str>, told: GameTold) {
    draft.tell_game(by, told);
}

impl App {
    async fn look_at_clock(&self, claimed: &ClockDue) -> Result<(), Fault> {
        let held = match self.hold_fresh(&claimed.game).await {
            Err(Fault::NotFound) => return Ok(()),
            held => held?,
        };
        let now = self.now();
        // Days off, or a time without a server, may have put it off.
        let still = self.still(&held).await?;
        let due = held.time.as_ref().and_then(|time| {
            let timing = time.timing.as_ref()?;
            Some(due_of(&time.pace, timing, &facts(&held).people, &still))
        });
        let (due, end) = due.unwrap_or((None, None));
        if held.game.state != GameState::Playing || due.is_none_or(|due| due > now) {
            let seen = ClockDue { seq: held.game.seq, ..claimed.clone() };
            drop(held);
            return Ok(self.store.put_off_clock(&seen, due, end).await?);
        }
        let seen = held.game.seq;
        let level = self.config.parts.stand_in();
        let done = self.change(held, None, |draft| {
            draft.only_on(seen)?;
            let Some((pace, seat)) = draft.loaded.time.as_ref().and_then(|time| {
                let running = time.timing.as_ref()?.running.as_ref()?;
                Some((time.pace, running.seat))
            }) else {
                let game = &draft.loaded.game;
                return Err(Fault::Stale { after: game.length, seq: game.seq });
            };
            if end.is_none_or(|end| end > draft.at) {
                draft.warned = true;
                tell_short(draft, seat);
                return Ok(());
            }
            draft.out = true;
            tell_out(draft, seat);
            let place = usize::from(seat);
            match (pace.out, level) {
                (Out::Bot, Some(level)) => {
                    draft.loaded.seats[place].hand_to_bot(level);
                    draft.loaded.game.proposal = None;
                    settle(&mut draft.loaded, draft.at);
                    draft.lobby = Some(What::BotTookOver);
                    draft.tell_game(
                        None,
                        GameTold {
                            seats: vec![seat],
                            level: Some(level.to_owned()),
                            ..What::BotTookOver.into()
                        },
                    );
                }
                (Out::Ask, Some(level)) => {
                    let with = With::Bot { level: level.to_owned() };
                    let proposal = Proposal::replace(seat, None, with);
                    if !proposal.waiting(&draft.loaded).is_empty() {
                        let told = proposal.put(&mut draft.loaded);
                        tell_asked(draft, None, told);
                    }
                }
                (Out::Mark, _) | (_, None) => {}
            }
            Ok(())
        });
        match done.await {
            // Somebody was quicker: it is looked at anew from where the game is now.
            Ok(_) | Err(Fault::Stale { .. }) => Ok(()),
            Err(fault) => Err(fault),
        }
    }
}
