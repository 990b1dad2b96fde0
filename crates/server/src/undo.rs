//! Taking moves back and making them again; proposals that others must agree to.

use crate::app::App;
use crate::automation::Automation;
use crate::clock::now;
use crate::describe::kept_events;
use crate::extract::{Body, Path};
use crate::fault::Fault;
use crate::hold::read_stored;
use crate::play::{lines_text, moves_told, settle};
use crate::room::{Held, Loaded};
use crate::shapes::{Asked, Line};
use crate::told::{GameTold, UndoTold, What, text};
use crate::visitor::Person;
use axum::Json;
use axum::extract::State;
use engine::{Luck, Setup, wire};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use store::{EntryKind, GameState, Rewind, StoredMove};
use utoipa::ToSchema;

// Moves that an entry about moves made again tells; who needs more asks for the log.
const MOST_LINES: usize = 20;

/// Something that others must agree to.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Proposal {
    /// Take moves back.
    Undo {
        /// Seat that asks.
        by: u8,
        /// Last move that stays.
        to: i64,
        /// People who agreed, with the one who asks.
        agreed: Vec<String>,
    },
    /// Give the game up.
    Abandon {
        /// People who agreed.
        agreed: Vec<String>,
    },
}

impl Proposal {
    /// The proposal of a game.
    pub fn of(loaded: &Loaded) -> Option<Proposal> {
        loaded.game.proposal.as_ref().and_then(|p| serde_json::from_str(p).ok())
    }

    fn agreed(&self) -> &[String] {
        match self {
            Proposal::Undo { agreed, .. } | Proposal::Abandon { agreed } => agreed,
        }
    }

    /// People who still have to answer. Those who always agree have, for an undo.
    pub fn waiting(&self, loaded: &Loaded) -> Vec<String> {
        let undo = matches!(self, Proposal::Undo { .. });
        let willing = |user: &str| {
            undo && loaded
                .seats
                .iter()
                .filter(|s| s.user.as_deref() == Some(user))
                .all(|s| s.always_agree)
        };
        loaded.people().into_iter().filter(|p| !self.agreed().contains(p) && !willing(p)).collect()
    }

    /// As the interface shows it.
    pub fn shown(&self, loaded: &Loaded) -> Asked {
        let seats = |people: &[String]| -> Vec<u8> {
            let mut seats: Vec<u8> = people.iter().flat_map(|p| loaded.seats_of(p)).collect();
            seats.sort_unstable();
            seats
        };
        let (kind, by, to) = match self {
            Proposal::Undo { by, to, .. } => ("undo", Some(*by), Some(*to)),
            Proposal::Abandon { .. } => ("abandon", None, None),
        };
        Asked { kind, by, to, agreed: seats(self.agreed()), waiting: seats(&self.waiting(loaded)) }
    }
}

/// Asks for moves to be taken back.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UndoBody {
    /// Moves made, as last seen.
    pub after: i64,
    /// Last move that stays; missing: before one's own last move.
    pub to: Option<i64>,
    /// The client's word for this request.
    pub key: Option<String>,
}

/// Answers a proposal.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswerBody {
    /// Yes or no.
    pub agree: bool,
    /// For which seat; all one's seats answer alike.
    pub seat: Option<u8>,
}

/// Asks for moves to be made again.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RedoBody {
    /// Moves made, as last seen.
    pub after: i64,
    /// How many; one if missing.
    pub count: Option<i64>,
    /// The client's word for this request.
    pub key: Option<String>,
}

/// What became of an undo.
#[derive(Debug, Serialize, ToSchema)]
pub struct Undone {
    /// Whether the moves are taken back.
    pub done: bool,
    /// Moves made.
    pub length: i64,
    /// Last journal entry.
    pub seq: i64,
    /// The proposal, while others must agree.
    pub undo: Option<Asked>,
}

impl Undone {
    fn of(held: &Held, done: bool) -> Undone {
        Undone {
            done,
            length: held.game.length,
            seq: held.game.seq,
            undo: Proposal::of(held).map(|p| p.shown(held)),
        }
    }
}

// Passing by a setting reveals nothing and decides nothing; everything else somebody does counts.
fn acts(mv: &StoredMove) -> bool {
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

// Refuses to take back what somebody decided who has left: he cannot be asked, and may come back.
fn nobody_left(loaded: &Loaded, moves: &[StoredMove], to: i64) -> Result<(), Fault> {
    let left = |user: &str| loaded.seats.iter().any(|s| s.left.as_deref() == Some(user));
    let mut gone = moves.iter().filter(|m| m.number > to && acts(m));
    match gone.any(|m| m.user.as_deref().is_some_and(left)) {
        true => Err(Fault::conflict("somebody who has left made a move since then")),
        false => Ok(()),
    }
}

pub(crate) fn check_key(key: Option<&String>) -> Result<(), Fault> {
    match key {
        Some(key) if key.is_empty() || key.len() > 64 || key.chars().any(char::is_control) => {
            Err(Fault::bad("a key has 1 to 64 bytes and no control characters"))
        }
        _ => Ok(()),
    }
}

async fn own(app: &App, id: &str, person: &Person) -> Result<Held, Fault> {
    let held = app.see(id, Some(person.id()), None).await?;
    if held.seats_of(person.id()).is_empty() {
        return Err(Fault::Forbidden("you do not sit at this table"));
    }
    Ok(held)
}

fn in_play(loaded: &Loaded, after: i64) -> Result<(), Fault> {
    if loaded.game.state != GameState::Playing {
        return Err(Fault::conflict(format!("the game is {}", loaded.game.state.name())));
    }
    if loaded.game.length != after {
        return Err(Fault::Stale { after: loaded.game.length, seq: loaded.game.seq });
    }
    Ok(())
}

impl Loaded {
    // A change of luck concerns the log and the position of now.
    fn change_luck(&mut self, change: impl FnOnce(&mut Luck)) {
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
    // All this is decided on what was seen: whoever was faster makes it stale.
    async fn take_back(
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
                loaded.game.proposal = None;
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
                Ok(())
            })
            .await?;
        held.room.series.lock().unwrap_or_else(|e| e.into_inner()).truncate(to);
        Ok(held)
    }

    // Writes a proposal and tells the table.
    async fn propose(
        &self,
        held: Held,
        person: &Person,
        proposal: Option<&Proposal>,
        what: What,
        key: Option<&str>,
    ) -> Result<Held, Fault> {
        let seen = held.game.seq;
        let (held, _) = self
            .change(held, key, |draft| {
                draft.only_on(seen)?;
                let loaded = &mut draft.loaded;
                loaded.game.proposal = proposal.and_then(|p| serde_json::to_string(p).ok());
                let told = GameTold {
                    proposal: proposal.map(|p| p.shown(loaded)),
                    by: loaded.seats_of(person.id()).first().copied(),
                    ..what.into()
                };
                draft.tell_game(Some(person.id()), told);
                Ok(())
            })
            .await?;
        Ok(held)
    }

    // Carries a proposal out once all have agreed.
    async fn pursue(
        &self,
        held: Held,
        person: &Person,
        proposal: Proposal,
        key: Option<&str>,
    ) -> Result<Undone, Fault> {
        let done = proposal.waiting(&held).is_empty();
        let held = match (&proposal, done) {
            (Proposal::Undo { .. }, false) => {
                let what = What::UndoAsked;
                self.propose(held, person, Some(&proposal), what, key).await?
            }
            (Proposal::Abandon { .. }, false) => {
                let what = What::AbandonAsked;
                self.propose(held, person, Some(&proposal), what, key).await?
            }
            (Proposal::Undo { to, .. }, true) => self.take_back(held, person, *to, key).await?,
            (Proposal::Abandon { .. }, true) => self.give_up(held, person).await?,
        };
        Ok(Undone::of(&held, done))
    }

    async fn give_up(&self, held: Held, person: &Person) -> Result<Held, Fault> {
        let seen = held.game.seq;
        let (held, _) = self
            .change(held, None, |draft| {
                draft.only_on(seen)?;
                let game = &mut draft.loaded.game;
                game.state = GameState::Abandoned;
                game.turn = None;
                game.turn_user = None;
                game.bot_due = None;
                game.proposal = None;
                game.updated = draft.at;
                draft.lobby = Some(What::Abandoned);
                draft.tell_game(Some(person.id()), What::Abandoned);
                Ok(())
            })
            .await?;
        Ok(held)
    }

    /// Gives a game up, or asks the others.
    pub async fn abandon(&self, held: Held, person: &Person) -> Result<Undone, Fault> {
        match held.game.state {
            GameState::Open if held.game.owner.as_deref() == Some(person.id()) => {
                let held = self.give_up(held, person).await?;
                Ok(Undone::of(&held, true))
            }
            GameState::Playing if !held.seats_of(person.id()).is_empty() => {
                let mut agreed = match Proposal::of(&held) {
                    Some(Proposal::Abandon { agreed }) => agreed,
                    _ => Vec::new(),
                };
                if !agreed.iter().any(|a| a == person.id()) {
                    agreed.push(person.id().to_owned());
                }
                self.pursue(held, person, Proposal::Abandon { agreed }, None).await
            }
            GameState::Open | GameState::Playing => Err(Fault::Forbidden("this game is not yours")),
            state => Err(Fault::conflict(format!("the game is {}", state.name()))),
        }
    }
}

/// Takes moves back, or asks the others.
#[utoipa::path(post, path = "/api/games/{id}/undo", tag = "table", request_body = UndoBody,
    params(("id" = String, Path)), responses((status = 200, body = Undone), (status = "4XX", body = crate::fault::FaultBody)))]
pub async fn undo(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Body(body): Body<UndoBody>,
) -> Result<Json<Undone>, Fault> {
    check_key(body.key.as_ref())?;
    let held = own(&app, &id, &person).await?;
    if let Some(key) = &body.key
        && app.store.entry_by_key(&id, key).await?.is_some()
    {
        return Ok(Json(Undone::of(&held, Proposal::of(&held).is_none())));
    }
    in_play(&held, body.after)?;
    let moves = app.store.moves(&id, 0, held.game.length).await?;
    let to = match body.to {
        Some(to) if (0..held.game.length).contains(&to) => to,
        Some(_) => return Err(Fault::bad("there is no such move to go back to")),
        None => before_own(&moves, person.id())
            .ok_or_else(|| Fault::conflict("you have made no move"))?,
    };
    nobody_left(&held, &moves, to)?;
    if needs(&held, &moves, person.id(), to).is_empty() {
        let held = app.take_back(held, &person, to, body.key.as_deref()).await?;
        return Ok(Json(Undone::of(&held, true)));
    }
    let by = held.seats_of(person.id())[0];
    let proposal = Proposal::Undo { by, to, agreed: vec![person.id().to_owned()] };
    let undone = app.pursue(held, &person, proposal, body.key.as_deref());
    Ok(Json(undone.await?))
}

/// Agrees to a proposal or declines it.
#[utoipa::path(post, path = "/api/games/{id}/undo/answer", tag = "table", request_body = AnswerBody,
    params(("id" = String, Path)), responses((status = 200, body = Undone), (status = "4XX", body = crate::fault::FaultBody)))]
pub async fn answer(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Body(body): Body<AnswerBody>,
) -> Result<Json<Undone>, Fault> {
    let held = own(&app, &id, &person).await?;
    if body.seat.is_some_and(|s| !held.seats_of(person.id()).contains(&s)) {
        return Err(Fault::Forbidden("that is not your seat"));
    }
    let Some(mut proposal) = Proposal::of(&held) else {
        return Err(Fault::conflict("nothing is proposed"));
    };
    if !body.agree {
        let what = What::UndoRefused;
        let held = app.propose(held, &person, None, what, None).await?;
        return Ok(Json(Undone::of(&held, false)));
    }
    if let Proposal::Undo { to, .. } = &proposal {
        let moves = app.store.moves(&id, *to, held.game.length).await?;
        nobody_left(&held, &moves, *to)?;
    }
    let (Proposal::Undo { agreed, .. } | Proposal::Abandon { agreed }) = &mut proposal;
    if !agreed.iter().any(|a| a == person.id()) {
        agreed.push(person.id().to_owned());
    }
    Ok(Json(app.pursue(held, &person, proposal, None).await?))
}

/// Makes moves again that were taken back.
#[utoipa::path(post, path = "/api/games/{id}/redo", tag = "table", request_body = RedoBody,
    params(("id" = String, Path)), responses((status = 200, body = Undone), (status = "4XX", body = crate::fault::FaultBody)))]
pub async fn redo(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Body(body): Body<RedoBody>,
) -> Result<Json<Undone>, Fault> {
    check_key(body.key.as_ref())?;
    let held = own(&app, &id, &person).await?;
    if let Some(key) = &body.key
        && app.store.entry_by_key(&id, key).await?.is_some()
    {
        return Ok(Json(Undone::of(&held, true)));
    }
    in_play(&held, body.after)?;
    let undone = app.store.undone(&id).await?;
    let count = body.count.unwrap_or(1).clamp(1, 100_000) as usize;
    let solo = held.is_solo();
    // One may make again what one made oneself; what bots and settings did in between comes along.
    let mine = |m: &StoredMove| solo || !acts(m) || m.user.as_deref() == Some(person.id());
    let mut back: Vec<StoredMove> = Vec::new();
    let mut decisions = 0;
    for mv in undone {
        if !mine(&mv) || (decisions == count && acts(&mv)) || (solo && back.len() == count) {
            break;
        }
        decisions += usize::from(acts(&mv));
        back.push(mv);
    }
    if back.is_empty() || (!solo && decisions == 0) {
        return Err(Fault::conflict("there is no move of yours to make again"));
    }
    let (at, seen, after) = (now(), held.game.seq, held.game.length);
    let mut again = held.look();
    let from = again.position.core().rng.stand();
    again.change_luck(Luck::make_again);
    let mut position = again.position.boxed();
    let mut lines: Vec<Line> = Vec::new();
    for mv in back {
        let played =
            read_stored(position.as_ref(), &mv).map_err(|e| Fault::conflict(e.to_string()))?;
        let mut events = Vec::new();
        position.play(&played, &mut events).map_err(|e| Fault::refused(position.as_ref(), &e))?;
        let told = kept_events(position.as_ref(), &events);
        lines.push(Line::again(mv, told, at));
    }
    let to = after + lines.len() as i64;
    again.position = Arc::from(position);
    let drawn = again.position.core().rng.draws();
    again.change_luck(|luck| luck.made_again(from, drawn));
    // The others are in the log.
    let text = lines_text(&lines[..lines.len().min(MOST_LINES)]);
    let (held, _) = app
        .change(held, body.key.as_deref(), |draft| {
            draft.only_on(seen)?;
            draft.at = at;
            let loaded = &mut draft.loaded;
            loaded.position = Arc::clone(&again.position);
            loaded.setup = Arc::clone(&again.setup);
            loaded.game.length = to;
            loaded.game.undone -= to - after;
            loaded.game.proposal = None;
            settle(loaded, at);
            Automation::stop_all(&mut loaded.seats, "undo");
            if loaded.game.state == GameState::Finished {
                draft.lobby = Some(What::Finished);
            }
            let told = moves_told(&draft.loaded, after, &text);
            draft.tell(EntryKind::Redone, Some(person.id()), told);
            draft.rewind = Rewind::Redo { to };
            Ok(())
        })
        .await?;
    Ok(Json(Undone::of(&held, true)))
}
