//! Puzzles: which there are, which is today's, what an answer brings, how far one is. The position of a puzzle is shown like
//! that of any game (`/api/games/puzzle-…`).

use crate::app::App;
use crate::collection::{Asked, begins, day_of};
use crate::extract::{Body, Path, Query};
use crate::fault::{Fault, FaultBody};
use crate::limit::Kind as Limit;
use crate::shapes::{
    PuzzleAnswered, PuzzleJson, PuzzleProgress, PuzzleSolution, PuzzleSource, Puzzles, Today,
};
use crate::table::explained;
use crate::visitor::{Person, Visitor};
use analysis::puzzle::{Kind, Origin};
use axum::Json;
use axum::extract::State;
use engine::wire;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

const PAGE: usize = 60;
/// The day of a puzzle that was tried on another than its own.
const NO_DAY: i64 = -1;

/// Which puzzles; what is missing does not matter.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PuzzleQuery {
    /// Title.
    pub title: Option<String>,
    /// What is asked.
    pub kind: Option<Kind>,
    /// How hard, from 1 to 4.
    pub grade: Option<u8>,
    /// Which page, from 0.
    pub page: Option<usize>,
}

/// An answer.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PuzzleAnswer {
    /// The move.
    #[serde(rename = "move")]
    pub mv: wire::Move,
}

fn shown(asked: &Asked) -> PuzzleJson {
    let puzzle = &asked.posed.puzzle;
    let (level, seed) = match &puzzle.source.game {
        Origin::Bots { level, seed } => (Some(level.clone()), Some(*seed)),
        Origin::Game(_) => (None, None),
    };
    PuzzleJson {
        id: puzzle.id.clone(),
        game: asked.shown.id.clone(),
        at: puzzle.moves.len(),
        title: puzzle.setup.title.clone(),
        variant: puzzle.setup.variant.clone(),
        kind: puzzle.kind,
        step: asked.posed.position.decision().map_or(String::new(), |d| d.step.to_owned()),
        company: puzzle.company.clone(),
        grade: puzzle.grade,
        proved: puzzle.proved,
        source: PuzzleSource { level, seed, moves: puzzle.source.moves },
    }
}

// The first question reads all puzzles.
async fn collected<T: Send + 'static>(
    app: &App,
    ask: impl FnOnce(&App) -> T + Send + 'static,
) -> Result<T, Fault> {
    let app = app.clone();
    Ok(tokio::task::spawn_blocking(move || ask(&app)).await?)
}

/// Puzzles of a title, a kind or a grade, in a mixed order.
#[utoipa::path(get, path = "/api/puzzles", tag = "puzzles", params(PuzzleQuery),
    responses((status = 200, body = Puzzles), (status = "4XX", body = FaultBody)))]
pub async fn list(
    State(app): State<App>,
    Query(query): Query<PuzzleQuery>,
) -> Result<Json<Puzzles>, Fault> {
    let found = collected(&app, move |app| {
        let fits = |a: &&Arc<Asked>| {
            let puzzle = &a.posed.puzzle;
            query.title.as_ref().is_none_or(|t| *t == puzzle.setup.title)
                && query.kind.is_none_or(|k| k == puzzle.kind)
                && query.grade.is_none_or(|g| Some(g) == puzzle.grade)
        };
        let all: Vec<_> = app.collection.all(&app.config).iter().filter(fits).collect();
        let page = query.page.unwrap_or(0).min(all.len());
        let from = page.saturating_mul(PAGE).min(all.len());
        let to = (from + PAGE).min(all.len());
        Puzzles {
            puzzles: all[from..to].iter().map(|a| shown(a)).collect(),
            count: all.len(),
            next: (to < all.len()).then_some(page + 1),
        }
    });
    Ok(Json(found.await?))
}

/// The puzzle of today. It is the same for everybody, and another every day by universal time.
#[utoipa::path(get, path = "/api/puzzles/today", tag = "puzzles",
    responses((status = 200, body = Today), (status = "4XX", body = FaultBody)))]
pub async fn today(State(app): State<App>) -> Result<Json<Today>, Fault> {
    let day = day_of(app.config.clock.now());
    let found = collected(&app, move |app| app.collection.of_day(&app.config, day)).await?;
    let asked = found.ok_or(Fault::NotFound)?;
    Ok(Json(Today { day, begins: begins(day), puzzle: shown(&asked) }))
}

/// A puzzle.
#[utoipa::path(get, path = "/api/puzzles/{id}", tag = "puzzles", params(("id" = String, Path)),
    responses((status = 200, body = PuzzleJson), (status = "4XX", body = FaultBody)))]
pub async fn puzzle(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<PuzzleJson>, Fault> {
    let found = collected(&app, move |app| app.collection.find(&app.config, &id)).await??;
    Ok(Json(shown(&found)))
}

// Today, if the puzzle is today's.
fn day_for(app: &App, asked: &Asked) -> i64 {
    let day = day_of(app.config.clock.now());
    let today = app.collection.of_day(&app.config, day);
    if today.is_some_and(|t| t.posed.puzzle.id == asked.posed.puzzle.id) { day } else { NO_DAY }
}

/// What an answer brings. Who is logged in has it noted.
#[utoipa::path(post, path = "/api/puzzles/{id}/answer", tag = "puzzles", params(("id" = String, Path)),
    request_body = PuzzleAnswer,
    responses((status = 200, body = PuzzleAnswered), (status = "4XX", body = FaultBody)))]
pub async fn answer(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Body(body): Body<PuzzleAnswer>,
) -> Result<Json<PuzzleAnswered>, Fault> {
    app.limiter.take(Limit::Heavy, visitor.whom())?;
    let asked = collected(&app, move |app| app.collection.find(&app.config, &id)).await??;
    let work = {
        let asked = asked.clone();
        move || {
            let posed = &asked.posed;
            let verdict = posed.check(&body.mv).map_err(Fault::bad)?;
            let refusal = verdict.refusal.as_ref();
            Ok::<_, Fault>(PuzzleAnswered {
                right: verdict.right,
                refusal: refusal.map(|r| explained(posed.title, posed.position.as_ref(), r)),
                brings: verdict.brings,
                second: verdict.right.then_some(posed.puzzle.second),
            })
        }
    };
    let said = app.workshop.work(visitor.whom(), work).await??;
    if let Some(account) = visitor.account.as_ref().filter(|_| said.refusal.is_none()) {
        let solved = said.right.then(|| app.config.clock.now());
        let day = day_for(&app, &asked);
        app.store.try_riddle(&account.id, &asked.posed.puzzle.id, day, solved).await?;
    }
    Ok(Json(said))
}

/// The answer, for who gives up. Who is logged in has it noted: what was shown counts as solved no more.
#[utoipa::path(post, path = "/api/puzzles/{id}/solution", tag = "puzzles", params(("id" = String, Path)),
    responses((status = 200, body = PuzzleSolution), (status = "4XX", body = FaultBody)))]
pub async fn solution(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<PuzzleSolution>, Fault> {
    app.limiter.take(Limit::Heavy, visitor.whom())?;
    let asked = collected(&app, move |app| app.collection.find(&app.config, &id)).await??;
    let puzzle = &asked.posed.puzzle;
    if let Some(account) = &visitor.account {
        app.store.show_riddle(&account.id, &puzzle.id, day_for(&app, &asked)).await?;
    }
    let (best, second) = (puzzle.best, puzzle.second);
    Ok(Json(PuzzleSolution { moves: puzzle.answers.clone(), best, second }))
}

// Days in a row up to today or yesterday, and the most there were. Days come in order.
fn streaks(days: &[i64], today: i64) -> (i64, i64) {
    let (mut now, mut longest, mut last) = (0, 0, i64::MIN);
    for &day in days {
        now = if day == last.saturating_add(1) { now + 1 } else { 1 };
        (last, longest) = (day, longest.max(now));
    }
    (if last >= today - 1 { now } else { 0 }, longest)
}

/// How far one is with the puzzles.
#[utoipa::path(get, path = "/api/puzzles/progress", tag = "puzzles",
    responses((status = 200, body = PuzzleProgress), (status = "4XX", body = FaultBody)))]
pub async fn progress(
    State(app): State<App>,
    person: Person,
) -> Result<Json<PuzzleProgress>, Fault> {
    let today = day_of(app.config.clock.now());
    let riddles = app.store.riddles(person.id()).await?;
    let own = |r: &&store::Riddle| r.solved.is_some() && !r.shown;
    let solved: BTreeSet<String> = riddles.iter().filter(own).map(|r| r.puzzle.clone()).collect();
    let seen = riddles.iter().filter(|r| r.shown && !solved.contains(&r.puzzle));
    let shown: BTreeSet<String> = seen.map(|r| r.puzzle.clone()).collect();
    let days: Vec<i64> = riddles.iter().filter(own).map(|r| r.day).filter(|&d| d >= 0).collect();
    let (streak, longest) = streaks(&days, today);
    Ok(Json(PuzzleProgress {
        solved: solved.into_iter().collect(),
        shown: shown.into_iter().collect(),
        streak,
        longest,
        days: days.into_iter().filter(|d| *d > today - 7).collect(),
    }))
}

#[cfg(test)]
mod tests {
    use super::streaks;

    #[test]
    fn a_streak_lasts_until_a_day_is_left_out() {
        assert_eq!(streaks(&[], 10), (0, 0));
        assert_eq!(streaks(&[10], 10), (1, 1));
        assert_eq!(streaks(&[8, 9], 10), (2, 2));
        assert_eq!(streaks(&[8, 9], 11), (0, 2));
        assert_eq!(streaks(&[1, 2, 3, 9, 10], 10), (2, 3));
    }
}
