//! Taking moves back and making them again; proposals that others must agree to.

use crate::app::App;
use crate::automation::Automation;
use crate::clock::now;
use crate::extract::{Body, Path};
use crate::fault::Fault;
use crate::play::{lines_text, moves_data, settle};
use crate::room::{Held, Loaded};
use crate::shapes::Line;
use crate::visitor::Person;
use axum::Json;
use axum::extract::State;
use engine::move_from_json;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;
use store::{Change, GameState, NewEntry, Rewind, StoredMove};
use utoipa::ToSchema;

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
        loaded
            .game
            .proposal
            .as_ref()
            .and_then(|p| serde_json::from_str(p).ok())
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
        loaded
            .people()
            .into_iter()
            .filter(|p| !self.agreed().contains(p) && !willing(p))
            .collect()
    }

    /// As the interface shows it.
    pub fn json(&self, loaded: &Loaded) -> Value {
        let seats = |people: &[String]| -> Vec<u8> {
            let mut seats: Vec<u8> = people.iter().flat_map(|p| loaded.seats_of(p)).collect();
            seats.sort_unstable();
            seats
        };
        let (agreed, waiting) = (seats(self.agreed()), seats(&self.waiting(loaded)));
        match self {
            Proposal::Undo { by, to, .. } => {
                json!({"kind": "undo", "by": by, "to": to, "agreed": agreed, "waiting": waiting})
            }
            Proposal::Abandon { .. } => {
                json!({"kind": "abandon", "agreed": agreed, "waiting": waiting})
            }
        }
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
    #[schema(value_type = Option<crate::shapes::Asked>)]
    pub undo: Option<Value>,
}

// Passing by a setting reveals nothing and decides nothing; everything else somebody does counts.
fn acts(mv: &StoredMove) -> bool {
    mv.user.is_some() && !(mv.automatic && mv.mv.contains("\"pass\""))
}

/// The move before one's own last decision.
pub fn before_own(moves: &[StoredMove], user: &str) -> Option<i64> {
    moves
        .iter()
        .rev()
        .find(|m| m.user.as_deref() == Some(user) && acts(m))
        .map(|m| m.number - 1)
}

/// People whose consent is needed to take back all moves after one.
pub fn needs(loaded: &Loaded, moves: &[StoredMove], user: &str, to: i64) -> Vec<String> {
    if loaded.is_solo() {
        return Vec::new();
    }
    let others = moves
        .iter()
        .any(|m| m.number > to && acts(m) && m.user.as_deref() != Some(user));
    if !others {
        return Vec::new();
    }
    Proposal::Undo {
        by: 0,
        to,
        agreed: vec![user.to_owned()],
    }
    .waiting(loaded)
}

pub(crate) fn check_key(key: Option<&String>) -> Result<(), Fault> {
    match key {
        Some(key) if key.is_empty() || key.len() > 64 || key.chars().any(char::is_control) => Err(
            Fault::bad("a key has 1 to 64 bytes and no control characters"),
        ),
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

fn in_play(held: &Held, after: i64) -> Result<(), Fault> {
    if held.game.state != GameState::Playing {
        return Err(Fault::conflict(format!(
            "the game is {}",
            held.game.state.name()
        )));
    }
    if held.game.length != after {
        return Err(Fault::Stale {
            after: held.game.length,
            seq: held.game.seq,
        });
    }
    Ok(())
}

impl App {
    async fn store_change(
        &self,
        held: &mut Held,
        mut loaded: Loaded,
        change: Change,
    ) -> Result<(), Fault> {
        match self.store.commit(change).await? {
            Some(committed) => {
                loaded.game.seq = committed.seq;
                held.set(loaded);
                Ok(())
            }
            None => Err(Fault::Stale {
                after: held.game.length,
                seq: held.game.seq,
            }),
        }
    }

    async fn take_back(
        &self,
        held: &mut Held,
        person: &Person,
        to: i64,
        key: Option<String>,
    ) -> Result<(), Fault> {
        let mut loaded = held.look();
        let at = now();
        loaded.position = self.position_at(&loaded, to).await?;
        loaded.game.undone += loaded.game.length - to;
        loaded.game.length = to;
        loaded.game.proposal = None;
        settle(&mut loaded, at);
        let mut change = Change::of(loaded.game.clone(), at);
        let by = held.seats_of(person.id()).first().copied();
        let data = json!({"length": to, "by": by, "turn": loaded.game.turn}).to_string();
        change.entries.push(NewEntry {
            kind: "undone",
            user: Some(person.id().to_owned()),
            key,
            data,
        });
        change.rewind = Rewind::Undo { to };
        // What was left to the server was decided on moves that are no more.
        if Automation::stop_all(&mut loaded.seats, "undo") {
            change.seats = Some(loaded.seats.clone());
        }
        self.store_change(held, loaded, change).await?;
        held.room
            .series
            .lock()
            .unwrap_or_else(|e| e.into_inner())
            .truncate(to);
        Ok(())
    }

    // Writes a proposal and tells the table.
    async fn propose(
        &self,
        held: &mut Held,
        person: &Person,
        proposal: Option<&Proposal>,
        what: &str,
        key: Option<String>,
    ) -> Result<(), Fault> {
        let mut loaded = held.look();
        let at = now();
        loaded.game.proposal = proposal.and_then(|p| serde_json::to_string(p).ok());
        let mut change = Change::of(loaded.game.clone(), at);
        let shown = proposal.map(|p| p.json(&loaded));
        let data =
            json!({"what": what, "proposal": shown, "by": held.seats_of(person.id()).first()})
                .to_string();
        change.entries.push(NewEntry {
            kind: "game",
            user: Some(person.id().to_owned()),
            key,
            data,
        });
        self.store_change(held, loaded, change).await
    }

    // Carries a proposal out once all have agreed.
    async fn pursue(
        &self,
        mut held: Held,
        person: &Person,
        proposal: Proposal,
        key: Option<String>,
    ) -> Result<Undone, Fault> {
        let waiting = proposal.waiting(&held);
        let done = waiting.is_empty();
        if !done {
            let what = if matches!(proposal, Proposal::Undo { .. }) {
                "undo_asked"
            } else {
                "abandon_asked"
            };
            self.propose(&mut held, person, Some(&proposal), what, key)
                .await?;
        } else {
            match proposal {
                Proposal::Undo { to, .. } => self.take_back(&mut held, person, to, key).await?,
                Proposal::Abandon { .. } => self.give_up(&mut held, person).await?,
            }
        }
        let undo = Proposal::of(&held).map(|p| p.json(&held));
        Ok(Undone {
            done,
            length: held.game.length,
            seq: held.game.seq,
            undo,
        })
    }

    async fn give_up(&self, held: &mut Held, person: &Person) -> Result<(), Fault> {
        let mut loaded = held.look();
        let at = now();
        loaded.game.state = GameState::Abandoned;
        loaded.game.turn = None;
        loaded.game.turn_user = None;
        loaded.game.bot_due = None;
        loaded.game.proposal = None;
        loaded.game.updated = at;
        let mut change = Change::of(loaded.game.clone(), at);
        let data = json!({"what": "abandoned"}).to_string();
        change.entries.push(NewEntry {
            kind: "game",
            user: Some(person.id().to_owned()),
            key: None,
            data,
        });
        change.lobby = Some("abandoned");
        self.store_change(held, loaded, change).await
    }

    /// Gives a game up, or asks the others.
    pub async fn abandon(&self, mut held: Held, person: &Person) -> Result<Undone, Fault> {
        match held.game.state {
            GameState::Open if held.game.owner.as_deref() == Some(person.id()) => {
                self.give_up(&mut held, person).await?;
                Ok(Undone {
                    done: true,
                    length: 0,
                    seq: held.game.seq,
                    undo: None,
                })
            }
            GameState::Playing if !held.seats_of(person.id()).is_empty() => {
                let mut agreed = match Proposal::of(&held) {
                    Some(Proposal::Abandon { agreed }) => agreed,
                    _ => Vec::new(),
                };
                if !agreed.iter().any(|a| a == person.id()) {
                    agreed.push(person.id().to_owned());
                }
                self.pursue(held, person, Proposal::Abandon { agreed }, None)
                    .await
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
    let mut held = own(&app, &id, &person).await?;
    if let Some(key) = &body.key
        && app.store.entry_by_key(&id, key).await?.is_some()
    {
        let undo = Proposal::of(&held).map(|p| p.json(&held));
        return Ok(Json(Undone {
            done: undo.is_none(),
            length: held.game.length,
            seq: held.game.seq,
            undo,
        }));
    }
    in_play(&held, body.after)?;
    let moves = app.store.moves(&id, 0, held.game.length).await?;
    let to = match body.to {
        Some(to) if (0..held.game.length).contains(&to) => to,
        Some(_) => return Err(Fault::bad("there is no such move to go back to")),
        None => before_own(&moves, person.id())
            .ok_or_else(|| Fault::conflict("you have made no move"))?,
    };
    if needs(&held, &moves, person.id(), to).is_empty() {
        app.take_back(&mut held, &person, to, body.key).await?;
        return Ok(Json(Undone {
            done: true,
            length: held.game.length,
            seq: held.game.seq,
            undo: None,
        }));
    }
    let by = held.seats_of(person.id())[0];
    let proposal = Proposal::Undo {
        by,
        to,
        agreed: vec![person.id().to_owned()],
    };
    Ok(Json(app.pursue(held, &person, proposal, body.key).await?))
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
    let mut held = own(&app, &id, &person).await?;
    if body
        .seat
        .is_some_and(|s| !held.seats_of(person.id()).contains(&s))
    {
        return Err(Fault::Forbidden("that is not your seat"));
    }
    let Some(mut proposal) = Proposal::of(&held) else {
        return Err(Fault::conflict("nothing is proposed"));
    };
    if !body.agree {
        app.propose(&mut held, &person, None, "undo_refused", None)
            .await?;
        return Ok(Json(Undone {
            done: false,
            length: held.game.length,
            seq: held.game.seq,
            undo: None,
        }));
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
    let mut held = own(&app, &id, &person).await?;
    if let Some(key) = &body.key
        && app.store.entry_by_key(&id, key).await?.is_some()
    {
        return Ok(Json(Undone {
            done: true,
            length: held.game.length,
            seq: held.game.seq,
            undo: None,
        }));
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
    let mut loaded = held.look();
    let at = now();
    let after = loaded.game.length;
    let mut position = loaded.position.boxed();
    let mut lines: Vec<Line> = Vec::new();
    for mv in &back {
        let json: Value = serde_json::from_str(&mv.mv).unwrap_or_default();
        let played =
            move_from_json(position.as_ref(), &json).map_err(|e| Fault::conflict(e.to_string()))?;
        let mut events = Vec::new();
        position
            .play(&played, &mut events)
            .map_err(|e| Fault::refused(position.as_ref(), &e))?;
        lines.push(Line {
            number: mv.number,
            seat: mv.seat,
            by: mv.user.clone(),
            automatic: mv.automatic,
            reason: None,
            at,
            mv: json,
            events: events
                .iter()
                .map(|e| crate::describe::event_json(position.as_ref(), e))
                .collect(),
        });
    }
    let to = after + back.len() as i64;
    loaded.position = Arc::from(position);
    loaded.game.length = to;
    loaded.game.undone -= back.len() as i64;
    loaded.game.proposal = None;
    settle(&mut loaded, at);
    let mut change = Change::of(loaded.game.clone(), at);
    let data = moves_data(&loaded, after, &lines_text(&lines));
    change.entries.push(NewEntry {
        kind: "redone",
        user: Some(person.id().to_owned()),
        key: body.key,
        data,
    });
    change.rewind = Rewind::Redo { to };
    if Automation::stop_all(&mut loaded.seats, "undo") {
        change.seats = Some(loaded.seats.clone());
    }
    if loaded.game.state == GameState::Finished {
        change.lobby = Some("finished");
    }
    app.store_change(&mut held, loaded, change).await?;
    Ok(Json(Undone {
        done: true,
        length: held.game.length,
        seq: held.game.seq,
        undo: None,
    }))
}
