//! Taking moves back: whose consent it needs, and how it is done.

use crate::app::App;
use crate::automation::Automation;
use crate::fault::Fault;
use crate::play::{drop_proposal, settle};
use crate::proposal::Proposal;
use crate::room::{Held, Loaded};
use crate::told::{UndoTold, text};
use crate::visitor::Person;
use engine::{Luck, Setup, wire};
use std::sync::Arc;
use store::{EntryKind, Rewind, StoredMove};

/// Whether a move decides something: passing by a setting reveals nothing and decides nothing.
pub fn acts(mv: &StoredMove) -> bool {
    let passes = || matches!(serde_json::from_str(&mv.mv), Ok(wire::Move::Pass));
    mv.user.is_some() && !(mv.automatic && passes())
}

/// The move before one's own last decision.
pub fn before_own(moves: &[StoredMove], user: &str) -> Option<i64> {
    moves.iter().rev().find(|m| m.user.as_deref() == Some(user) && acts(m)).map(|m| m.number - 1)
}

/// People whose consent is needed to take back all moves after one.
pub fn needs(loaded: &Loaded, moves: &[StoredMove], user: &str, to: i64) -> Vec<String> {
    if loaded.is_solo() {
        return Vec::new();
    }
    let others = moves.iter().any(|m| m.number > to && acts(m) && m.user.as_deref() != Some(user));
    if !others {
        return Vec::new();
    }
    Proposal::Undo { by: 0, to, agreed: vec![user.to_owned()] }.waiting(loaded)
}

/// Refuses to take back what somebody decided who has left: he cannot be asked, and may come back.
pub fn nobody_left(loaded: &Loaded, moves: &[StoredMove], to: i64) -> Result<(), Fault> {
    let left = |user: &str| loaded.seats.iter().any(|s| s.left.as_deref() == Some(user));
    let mut gone = moves.iter().filter(|m| m.number > to && acts(m));
    match gone.any(|m| m.user.as_deref().is_some_and(left)) {
        true => Err(Fault::conflict("somebody who has left made a move since then")),
        false => Ok(()),
    }
}

impl Loaded {
    /// A change of luck concerns the log and the position of now.
    pub fn change_luck(&mut self, change: impl FnOnce(&mut Luck)) {
        let begun = self.setup.luck.clone();
        let mut luck = begun.clone().unwrap_or_else(|| Luck { old: true, ..Luck::default() });
        change(&mut luck);
        if begun.as_ref() == Some(&luck) || begun.is_none() && luck.skips.is_empty() {
            return;
        }
        let setup = Setup { luck: Some(luck), ..Setup::clone(&self.setup) };
        let mut position = self.position.boxed();
        position.follow(setup.luck.as_ref());
        self.position = Arc::from(position);
        self.setup = Arc::new(setup);
    }
}

impl App {
    /// Takes back all moves after one. This is decided on what was seen: whoever was faster makes it stale.
    pub async fn take_back(
        &self,
        held: Held,
        person: &Person,
        to: i64,
        key: Option<&str>,
    ) -> Result<Held, Fault> {
        let seen = held.game.seq;
        let position = self.position_at(&held, to).await?;
        let (held, _) = self
            .change(held, key, |draft| {
                draft.only_on(seen)?;
                let loaded = &mut draft.loaded;
                let from = loaded.position.core().rng.stand();
                let (to_draw, redo) = (position.core().rng.draws(), loaded.game.undone > 0);
                loaded.position = position.clone();
                loaded.change_luck(|luck| luck.take_back(from, to_draw, redo));
                loaded.game.undone += loaded.game.length - to;
                loaded.game.length = to;
                drop_proposal(loaded);
                settle(loaded, draft.at);
                // What was left to the server was decided on moves that are no more.
                Automation::stop_all(&mut loaded.seats, "undo");
                let told = text(&UndoTold {
                    length: to,
                    by: loaded.seats_of(person.id()).first().copied(),
                    turn: &loaded.game.turn,
                });
                draft.tell(EntryKind::Undone, Some(person.id()), told);
                draft.rewind = Rewind::Undo { to };
                draft.undone_by = Some(person.id().to_owned());
                Ok(())
            })
            .await?;
        held.room.series.lock().unwrap_or_else(|e| e.into_inner()).truncate(to);
        Ok(held)
    }
}
