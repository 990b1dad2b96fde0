//! Asking the others: a proposal is put to the table, answered, and carried out once it is agreed.

use crate::app::App;
use crate::extract::{Body, Path};
use crate::fault::{Fault, FaultBody};
use crate::play::settle;
use crate::proposal::{ANYBODY, Proposal, Verdict, With};
use crate::room::{Held, Loaded};
use crate::shapes::Asked;
use crate::takeback::nobody_left;
use crate::told::{GameTold, What};
use crate::visitor::Person;
use axum::Json;
use axum::extract::State;
use engine::{Outcome, wire};
use serde::{Deserialize, Serialize};
use store::{GameState, Seat};
use utoipa::ToSchema;

/// What became of who sat there: they gave up.
pub const RESIGNED: &str = "resigned";
/// What became of who sat there: the others replaced them.
pub const REPLACED: &str = "replaced";

/// Answers a proposal.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswerBody {
    /// Yes or no.
    pub agree: bool,
    /// For which seat; all one's seats answer alike.
    pub seat: Option<u8>,
}

/// What became of a proposal.
#[derive(Debug, Serialize, ToSchema)]
pub struct Undone {
    /// Whether it is done.
    pub done: bool,
    /// Moves made.
    pub length: i64,
    /// Last journal entry.
    pub seq: i64,
    /// The proposal, while others must agree.
    pub undo: Option<Asked>,
}

impl Undone {
    /// What became of a proposal, as the game stands.
    pub fn of(held: &Held, done: bool) -> Undone {
        Undone {
            done,
            length: held.game.length,
            seq: held.game.seq,
            undo: Proposal::of(held).map(|p| p.shown(held)),
        }
    }
}

/// The game of who sits at it.
pub async fn own(app: &App, id: &str, person: &Person) -> Result<Held, Fault> {
    let held = app.see(id, Some(person.id()), None).await?;
    if held.seats_of(person.id()).is_empty() {
        return Err(Fault::Forbidden("you do not sit at this table"));
    }
    Ok(held)
}

/// Refuses what can be done only while a game is played.
pub fn must_play(loaded: &Loaded) -> Result<(), Fault> {
    match loaded.game.state {
        GameState::Playing => Ok(()),
        state => Err(Fault::conflict(format!("the game is {}", state.name()))),
    }
}

/// Lets a bot play for a seat, and offers the seat as was wished.
pub fn give_away(place: &mut Seat, with: &With, usual: &str, fate: Option<&str>) {
    let level = match with {
        With::Bot { level } => level,
        With::Person { .. } | With::Offer {} => usual,
    };
    place.hand_to_bot(level);
    place.fate = fate.map(str::to_owned);
    place.offer = match with {
        With::Bot { .. } => None,
        With::Person { user, .. } => Some(user.clone()),
        With::Offer {} => Some(ANYBODY.to_owned()),
    };
}

/// Who left a seat has it again.
pub fn give_back(place: &mut Seat, user: &str, name: Option<&str>) {
    place.user = Some(user.to_owned());
    place.left = None;
    place.bot = None;
    place.offer = None;
    place.fate = None;
    place.automation = "{}".to_owned();
    if let Some(name) = name {
        name.clone_into(&mut place.name);
    }
}

// A seat is offered: to somebody, or in the lobby.
pub(crate) fn tell_offered(seat: u8, with: &With) -> Option<GameTold> {
    match with {
        With::Bot { .. } => None,
        With::Person { .. } | With::Offer {} => {
            Some(GameTold { seat: Some(seat), with: Some(with.name()), ..What::SeatOffered.into() })
        }
    }
}

// The game is over as it stands.
fn end_now(loaded: &mut Loaded, at: i64) {
    let outcome = Outcome::richest(loaded.position.values(), "agreed");
    let game = &mut loaded.game;
    game.outcome = serde_json::to_string(&wire::Outcome::from(outcome)).ok();
    game.state_hash = format!("{:016x}", loaded.position.hash());
    game.give_up(at);
    game.state = GameState::Finished;
}

impl App {
    // Writes a proposal, or drops it, and tells the table.
    async fn propose(
        &self,
        held: Held,
        person: &Person,
        proposal: &Proposal,
        open: bool,
        key: Option<&str>,
    ) -> Result<Held, Fault> {
        let seen = held.game.seq;
        let (held, _) = self
            .change(held, key, |draft| {
                draft.only_on(seen)?;
                let loaded = &mut draft.loaded;
                let mut told = match open {
                    true => proposal.put(loaded),
                    false => {
                        let seat = proposal.shown(loaded).seat;
                        loaded.game.proposal = None;
                        GameTold { seat, ..proposal.fails().into() }
                    }
                };
                told.by = loaded.seats_of(person.id()).first().copied();
                draft.tell_game(Some(person.id()), told);
                Ok(())
            })
            .await?;
        Ok(held)
    }

    /// Puts a proposal to the table, or carries it out once it is agreed.
    pub async fn pursue(
        &self,
        held: Held,
        person: &Person,
        proposal: Proposal,
        key: Option<&str>,
    ) -> Result<Undone, Fault> {
        let verdict = proposal.verdict(&held);
        let held = match (verdict, &proposal) {
            (Verdict::Yes, Proposal::Undo { to, .. }) => {
                self.take_back(held, person, *to, key).await?
            }
            (Verdict::Yes, Proposal::Abandon { .. }) => self.give_up(held, person).await?,
            (Verdict::Yes, _) => self.carry_out(held, person, &proposal).await?,
            (open, _) => self.propose(held, person, &proposal, open == Verdict::Open, key).await?,
        };
        Ok(Undone::of(&held, verdict == Verdict::Yes))
    }

    async fn carry_out(
        &self,
        held: Held,
        person: &Person,
        proposal: &Proposal,
    ) -> Result<Held, Fault> {
        let seen = held.game.seq;
        let usual = self.config.parts.stand_in().unwrap_or_default();
        let (held, _) = self
            .change(held, None, |draft| {
                draft.only_on(seen)?;
                must_play(&draft.loaded)?;
                let at = draft.at;
                let loaded = &mut draft.loaded;
                loaded.game.proposal = None;
                let mut more = None;
                let told = match proposal {
                    Proposal::End { .. } => {
                        end_now(loaded, at);
                        What::Ended.into()
                    }
                    Proposal::Replace { seat, with, .. } => {
                        let place = (loaded.seats.get_mut(usize::from(*seat)))
                            .ok_or_else(|| Fault::bad("no such seat"))?;
                        give_away(place, with, usual, Some(REPLACED));
                        more = tell_offered(*seat, with);
                        GameTold {
                            seat: Some(*seat),
                            level: place.bot.clone(),
                            ..What::Replaced.into()
                        }
                    }
                    Proposal::Return { seat, user, name, .. } => {
                        let place = (loaded.seats.get_mut(usize::from(*seat)))
                            .filter(|place| place.left.as_ref() == Some(user))
                            .ok_or(Fault::Forbidden("you left no such seat"))?;
                        give_back(place, user, Some(name));
                        GameTold { seats: vec![*seat], ..What::Returned.into() }
                    }
                    Proposal::Undo { .. } | Proposal::Abandon { .. } => {
                        return Err(Fault::Unavailable);
                    }
                };
                loaded.game.updated = at;
                if loaded.game.state == GameState::Playing {
                    settle(loaded, at);
                }
                let over = loaded.game.state == GameState::Finished;
                draft.lobby = Some(if over { What::Finished } else { told.what });
                let by = match proposal {
                    Proposal::Return { user, .. } => user.as_str(),
                    _ => person.id(),
                };
                draft.tell_game(Some(by), told);
                if let Some(more) = more {
                    draft.tell_game(None, more);
                }
                Ok(())
            })
            .await?;
        Ok(held)
    }

    async fn give_up(&self, held: Held, person: &Person) -> Result<Held, Fault> {
        let seen = held.game.seq;
        let (held, _) = self
            .change(held, None, |draft| {
                draft.only_on(seen)?;
                draft.loaded.game.give_up(draft.at);
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
                let mut proposal = match Proposal::of(&held) {
                    Some(asked @ Proposal::Abandon { .. }) => asked,
                    _ => Proposal::Abandon { agreed: Vec::new() },
                };
                proposal.answer(person.id(), true);
                self.pursue(held, person, proposal, None).await
            }
            GameState::Open | GameState::Playing => Err(Fault::Forbidden("this game is not yours")),
            state => Err(Fault::conflict(format!("the game is {}", state.name()))),
        }
    }
}

/// Agrees to a proposal or declines it.
#[utoipa::path(post, path = "/api/games/{id}/undo/answer", tag = "table", request_body = AnswerBody,
    params(("id" = String, Path)), responses((status = 200, body = Undone), (status = "4XX", body = FaultBody)))]
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
    if !proposal.voters(&held).iter().any(|v| v == person.id()) {
        return Err(Fault::Forbidden("the others are asked"));
    }
    if !body.agree && !matches!(proposal, Proposal::Replace { .. }) {
        let held = app.propose(held, &person, &proposal, false, None).await?;
        return Ok(Json(Undone::of(&held, false)));
    }
    if let Proposal::Undo { to, .. } = &proposal {
        let moves = app.store.moves(&id, *to, held.game.length).await?;
        nobody_left(&held, &moves, *to)?;
    }
    proposal.answer(person.id(), body.agree);
    Ok(Json(app.pursue(held, &person, proposal, None).await?))
}
