//! The course: which lessons there are, and whether an answer is right. The position of a lesson is shown like that of any game
//! (`/api/games/lesson-…`).

use crate::app::App;
use crate::course::Taught;
use crate::extract::{Body, Path, Query};
use crate::fault::{Fault, FaultBody};
use crate::limit::Kind;
use crate::shapes::{Answered, LessonJson, LessonStep, Lessons, Progress, Solution};
use crate::table::explained;
use crate::told::text;
use crate::visitor::{Person, Visitor};
use axum::Json;
use axum::extract::State;
use engine::wire;
use lessons::{Answer, Given};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

/// An answer: a move or a number.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswerBody {
    /// Step, from 0.
    pub step: usize,
    /// The move.
    #[serde(rename = "move")]
    pub mv: Option<wire::Move>,
    /// The number.
    pub number: Option<i64>,
}

/// A step of a lesson.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct StepQuery {
    /// Step, from 0.
    pub step: usize,
}

fn shown(taught: &Taught) -> LessonJson {
    let lesson = &taught.lesson;
    let steps = lesson.steps.iter().map(|step| LessonStep {
        at: step.at,
        point: step.point.clone(),
        rules: step.rules.clone(),
        asks: match step.answer {
            None => "nothing",
            Some(Answer::Number(_)) => "number",
            Some(Answer::BestRun(_)) => "run",
            Some(Answer::Move(_) | Answer::Any { .. }) => "move",
        },
        after: match step.answer {
            None | Some(Answer::Number(_)) => step.at,
            Some(_) => step.at + 1,
        },
    });
    LessonJson {
        id: lesson.id.clone(),
        game: taught.shown.id.clone(),
        title: lesson.setup.title.clone(),
        chapter: lesson.chapter.clone(),
        example: lesson.example.clone(),
        steps: steps.collect(),
    }
}

/// All lessons in order.
#[utoipa::path(get, path = "/api/lessons", tag = "course", responses((status = 200, body = Lessons)))]
pub async fn list(State(app): State<App>) -> Result<Json<Lessons>, Fault> {
    let all = tokio::task::spawn_blocking(move || {
        app.course.all(&app.config.parts).iter().map(|t| shown(t)).collect()
    });
    Ok(Json(Lessons { lessons: all.await? }))
}

/// Whether an answer is right.
#[utoipa::path(post, path = "/api/lessons/{id}/answer", tag = "course", params(("id" = String, Path)), request_body = AnswerBody,
    responses((status = 200, body = Answered), (status = "4XX", body = FaultBody)))]
pub async fn answer(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Body(body): Body<AnswerBody>,
) -> Result<Json<Answered>, Fault> {
    app.limiter.take(Kind::Heavy, visitor.whom())?;
    let given = match (body.mv, body.number) {
        (Some(mv), None) => Given::Move(mv),
        (None, Some(number)) => Given::Number(number),
        _ => return Err(Fault::bad("an answer is a move or a number")),
    };
    let taught = app.course.find(&app.config.parts, &id)?;
    let work = move || {
        let lesson = &taught.lesson;
        let verdict = lesson.check(body.step, &given).map_err(Fault::bad)?;
        let position = lesson.at_step(body.step).map_err(Fault::bad)?;
        let refusal = verdict.refusal.as_ref();
        Ok::<_, Fault>(Answered {
            right: verdict.right,
            wrong: verdict.wrong,
            refusal: refusal.map(|r| explained(lesson.title, position.as_ref(), r)),
            run: verdict.run.map(|r| r.0),
            best: verdict.run.map(|r| r.1),
        })
    };
    Ok(Json(app.workshop.work(visitor.whom(), work).await??))
}

/// What a step asks for.
#[utoipa::path(get, path = "/api/lessons/{id}/solution", tag = "course", params(("id" = String, Path), StepQuery),
    responses((status = 200, body = Solution), (status = "4XX", body = FaultBody)))]
pub async fn solution(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(query): Query<StepQuery>,
) -> Result<Json<Solution>, Fault> {
    app.limiter.take(Kind::Heavy, visitor.whom())?;
    let taught = app.course.find(&app.config.parts, &id)?;
    let work = move || taught.lesson.solution(query.step).map_err(Fault::bad);
    Ok(Json(match app.workshop.work(visitor.whom(), work).await?? {
        Given::Move(mv) => Solution { r#move: Some(mv), number: None },
        Given::Number(number) => Solution { r#move: None, number: Some(number) },
    }))
}

// What was kept, without what is no lesson any more: so it never grows beyond the course.
fn known(app: &App, progress: Progress) -> Progress {
    let lessons = app.course.all(&app.config.parts);
    let is = |id: &str| lessons.iter().any(|t| t.lesson.id == id);
    let mut done: Vec<String> = progress.done.into_iter().filter(|id| is(id)).collect();
    done.sort();
    done.dedup();
    let lesson = progress.lesson.filter(|id| is(id));
    Progress { done, step: if lesson.is_some() { progress.step } else { 0 }, lesson }
}

/// How far one is in the course.
#[utoipa::path(get, path = "/api/progress", tag = "course",
    responses((status = 200, body = Progress), (status = "4XX", body = FaultBody)))]
pub async fn progress(State(app): State<App>, person: Person) -> Result<Json<Progress>, Fault> {
    let kept = app.store.course(person.id()).await?;
    let read = kept.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
    Ok(Json(known(&app, read)))
}

/// Keeps how far one is in the course. Lessons that do not exist are left out.
#[utoipa::path(put, path = "/api/progress", tag = "course", request_body = Progress,
    responses((status = 200, body = Progress), (status = "4XX", body = FaultBody)))]
pub async fn keep(
    State(app): State<App>,
    person: Person,
    Body(body): Body<Progress>,
) -> Result<Json<Progress>, Fault> {
    let kept = known(&app, body);
    app.store.keep_course(person.id(), &text(&kept)).await?;
    Ok(Json(kept))
}
