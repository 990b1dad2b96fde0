//! A line of a study, played into a game at one's own screen.

use crate::app::App;
use crate::extract::{Body, Path};
use crate::fault::{Fault, FaultBody};
use crate::limit::{Kind, Whom};
use crate::play::Mover;
use crate::shapes::Played;
use crate::study_line::read;
use crate::visitor::Person;
use axum::Json;
use axum::extract::State;
use engine::{Position, wire};
use serde::Deserialize;
use store::GameState;
use utoipa::ToSchema;

/// Which line, and where to.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StudyLine {
    /// Chapter.
    pub chapter: String,
    /// Last node of the line.
    pub node: String,
    /// A game at one's own screen.
    pub game: String,
    /// Word of the study's link.
    pub invite: Option<String>,
}

/// Makes the moves of a line in a game at one's own screen whose position lies on it.
#[utoipa::path(post, path = "/api/studies/{id}/play", tag = "studies", params(("id" = String, Path)), request_body = StudyLine,
    responses((status = 200, body = Played), (status = "4XX", body = FaultBody)))]
pub async fn play(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Body(body): Body<StudyLine>,
) -> Result<Json<Played>, Fault> {
    let whom = Whom::Name(person.id().to_owned());
    app.limiter.take(Kind::Heavy, whom.clone())?;
    let row = app.readable(&id, Some(person.id()), body.invite.as_deref()).await?;
    let (_, document) = app.store.study_document(&row.id).await?.ok_or(Fault::NotFound)?;
    let held = app.see(&body.game, Some(person.id()), None).await?;
    let loaded = held.look();
    drop(held);
    let own = loaded.seats.iter().all(|s| s.user.as_deref() == Some(person.id()));
    if loaded.lesson.is_some() || !own || loaded.game.state != GameState::Playing {
        return Err(Fault::Forbidden("a line is played into a running game at your own screen"));
    }
    let (parts, here) = (app.config.parts.clone(), loaded.position.clone());
    let (chapter, node) = (body.chapter, body.node);
    let moves = app
        .workshop
        .work(whom, move || {
            let study = read(&document)?.study;
            let chapter = study.chapter(&chapter).map_err(|_| Fault::NotFound)?;
            let moves = chapter.moves_to(&node).map_err(|_| Fault::NotFound)?;
            let setup = &chapter.start.setup;
            let title = parts.title(&setup.title).ok_or(Fault::NotFound)?;
            Ok::<_, Fault>(rest_of(title.start(setup)?, moves, here.as_ref()))
        })
        .await??
        .ok_or_else(|| Fault::conflict("that game does not stand anywhere on this line"))?;
    let (mut made, mut after) = (0, loaded.game.length);
    while let Some(mv) = moves.get(made) {
        let held = app.hold_fresh(&loaded.game.id).await?;
        let mover = Mover::Person(person.id().to_owned());
        match app.make_move(held, mover, after, None, mv).await {
            // What follows by itself stands in the line too.
            Ok(moved) => {
                made += usize::try_from(moved.length - after).unwrap_or(1).max(1);
                after = moved.length;
            }
            // Another draw, another game: what is left cannot be made.
            Err(Fault::Refused(_) | Fault::BadRequest(..)) if made > 0 => break,
            Err(fault) => return Err(fault),
        }
    }
    let made = made.min(moves.len());
    Ok(Json(Played { game: loaded.game.id, moves: made, left: moves.len() - made }))
}

// The moves of a line after the last place at which it is the game, luck apart; none if it never is.
fn rest_of(
    mut position: Box<dyn Position>,
    moves: Vec<wire::Move>,
    game: &dyn Position,
) -> Option<Vec<wire::Move>> {
    let hash = game.open_hash();
    let mut from = (position.open_hash() == hash).then_some(0);
    for (i, mv) in moves.iter().enumerate() {
        analysis::study::play(position.as_mut(), mv).ok()?;
        if position.open_hash() == hash {
            from = Some(i + 1);
        }
    }
    from.map(|from| moves.into_iter().skip(from).collect())
}
