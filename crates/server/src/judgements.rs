//! Judgement of every decision of a game that is over: asked for, cancelled, looked at. [`crate::judging`] does the work.

use crate::app::App;
use crate::extract::{Path, Query};
use crate::fault::{Fault, FaultBody};
use crate::limit::{Kind, Whom};
use crate::lobby::Invited;
use crate::room::Loaded;
use crate::shapes::JudgementJson;
use crate::visitor::{Person, Visitor};
use analysis::judgement::SETTING;
use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use store::{GameState, Judgement, JudgementState};
use utoipa::IntoParams;

// Moves in one answer.
const MOST: i64 = 1000;
// Judgements of one person, and of all, that wait at once.
const MOST_EACH: i64 = 1;
const MOST_WAITING: i64 = 100;

/// How much to tell.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct JudgementQuery {
    /// Moves from this one on; without it only how far it is.
    pub from: Option<i64>,
    /// Word of the invitation, for private games.
    pub invite: Option<String>,
}

/// In which way this program judges: what was found in another way is worked out again.
pub fn setting() -> String {
    format!("{SETTING}-{}", env!("CARGO_PKG_VERSION"))
}

/// Whether a judgement is of this game as it is now, in the way of this program.
pub fn is_of(judgement: &Judgement, loaded: &Loaded) -> bool {
    judgement.setting == setting()
        && judgement.length == loaded.game.length
        && judgement.reached == loaded.game.state_hash
}

// A running game is nobody's to be judged: it would help against those who play it.
fn over(loaded: &Loaded) -> Result<(), Fault> {
    if loaded.game.state != GameState::Finished || loaded.lesson.is_some() {
        return Err(Fault::conflict("only games that are over are judged"));
    }
    Ok(())
}

impl App {
    async fn judgement_told(
        &self,
        loaded: &Loaded,
        who: Option<&str>,
        from: Option<i64>,
    ) -> Result<JudgementJson, Fault> {
        let found = self.store.judgement(&loaded.game.id).await?;
        let Some(found) = found.filter(|j| is_of(j, loaded)) else {
            return Ok(JudgementJson {
                state: "none",
                done: 0,
                length: loaded.game.length,
                ahead: 0,
                mine: false,
                begun: None,
                moves: Vec::new(),
                next: None,
            });
        };
        let waits = found.state == JudgementState::Waiting;
        let working = waits && found.lease > self.now();
        let ahead = match waits && !working {
            true => self.store.waiting_judgements("", found.asked).await?.2,
            false => 0,
        };
        let lines = match from {
            Some(from) => self.store.judged_moves(&loaded.game.id, from, MOST).await?,
            None => Vec::new(),
        };
        // What another program wrote in its own way was left out above; a damaged line is worked out again some day.
        let moves: Vec<_> = lines.iter().filter_map(|l| serde_json::from_str(l).ok()).collect();
        let last = moves.last().map(|s: &analysis::judgement::Step| i64::from(s.number));
        Ok(JudgementJson {
            state: if working { "working" } else { found.state.name() },
            done: found.done,
            length: found.length,
            ahead,
            mine: who.is_some() && found.asker.as_deref() == who,
            begun: serde_json::from_str(&found.begun).ok(),
            next: last.filter(|_| lines.len() as i64 == MOST).map(|n| n + 1),
            moves,
        })
    }
}

/// How far the judgement of a game is, and what was found.
#[utoipa::path(get, path = "/api/games/{id}/judgement", tag = "analysis", params(("id" = String, Path), JudgementQuery),
    responses((status = 200, body = JudgementJson), (status = "4XX", body = FaultBody)))]
pub async fn judgement(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(query): Query<JudgementQuery>,
) -> Result<Json<JudgementJson>, Fault> {
    let loaded = app.see(&id, visitor.id(), query.invite.as_deref()).await?.look();
    over(&loaded)?;
    Ok(Json(app.judgement_told(&loaded, visitor.id(), query.from).await?))
}

/// Asks for the judgement of a game that is over. Who asks for what others have asked for shares it.
#[utoipa::path(post, path = "/api/games/{id}/judgement", tag = "analysis", params(("id" = String, Path), Invited),
    responses((status = 200, body = JudgementJson), (status = "4XX", body = FaultBody)))]
pub async fn ask(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Query(query): Query<Invited>,
) -> Result<Json<JudgementJson>, Fault> {
    app.limiter.take(Kind::Heavy, Whom::Name(person.id().to_owned()))?;
    let loaded = app.see(&id, Some(person.id()), query.invite.as_deref()).await?.look();
    over(&loaded)?;
    let known = app.store.judgement(&id).await?.filter(|j| is_of(j, &loaded));
    let shared =
        known.is_some_and(|j| matches!(j.state, JudgementState::Waiting | JudgementState::Done));
    if !shared {
        let busy = || Fault::conflict("another game is being judged for you; wait or cancel that");
        let (all, own, _) = app.store.waiting_judgements(person.id(), 0).await?;
        if own >= MOST_EACH {
            return Err(busy());
        }
        if all >= MOST_WAITING {
            return Err(Fault::TooMany(60, "too many games wait to be judged"));
        }
        let new = Judgement {
            game: id,
            asker: Some(person.id().to_owned()),
            asked: app.now(),
            state: JudgementState::Waiting,
            setting: setting(),
            reached: loaded.game.state_hash.clone(),
            begun: String::new(),
            done: 0,
            length: loaded.game.length,
            lease: 0,
        };
        if !app.store.ask_judgement(&new).await? {
            return Err(busy());
        }
        app.judges.notify_one();
    }
    Ok(Json(app.judgement_told(&loaded, Some(person.id()), None).await?))
}

/// Cancels a judgement that one has asked for. What was found stays.
#[utoipa::path(delete, path = "/api/games/{id}/judgement", tag = "analysis", params(("id" = String, Path), Invited),
    responses((status = 200, body = JudgementJson), (status = "4XX", body = FaultBody)))]
pub async fn cancel(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Query(query): Query<Invited>,
) -> Result<Json<JudgementJson>, Fault> {
    let loaded = app.see(&id, Some(person.id()), query.invite.as_deref()).await?.look();
    let found = app.store.judgement(&id).await?.ok_or(Fault::NotFound)?;
    if found.asker.as_deref() != Some(person.id()) {
        return Err(Fault::Forbidden("only who asked for a judgement cancels it"));
    }
    app.store.leave_judgement(&id, JudgementState::Cancelled).await?;
    app.judges.notify_one();
    Ok(Json(app.judgement_told(&loaded, Some(person.id()), None).await?))
}
