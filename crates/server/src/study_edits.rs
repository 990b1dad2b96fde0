//! Changes of studies. Two people may write at once: edits are numbered, and each is made on the study as it is then, unless
//! it would undo what its author has not seen.

use crate::app::App;
use crate::extract::{Body, Path};
use crate::fault::{Fault, FaultBody};
use crate::limit::{Kind, Whom};
use crate::shapes::{Edited, StudyJson};
use crate::studies::{clean, stored};
use crate::study_line::{fault, read};
use crate::visitor::Person;
use analysis::edit::{Edit, Touch};
use analysis::study::Study;
use analysis::tree::EditError;
use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

// Who is overtaken so often is told to try again.
const MOST_TRIES: usize = 12;

/// An edit.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StudyEditBody {
    /// Number of the last edit that was seen.
    pub after: i64,
    /// The edit.
    pub edit: Edit,
}

// What people write, without characters that nobody sees.
fn cleaned(mut edit: Edit) -> Edit {
    match &mut edit {
        Edit::Title { title: text }
        | Edit::ChapterTitle { title: text, .. }
        | Edit::Name { name: text, .. } => *text = clean(text).replace('\n', " "),
        Edit::Text { text } | Edit::ChapterText { text, .. } | Edit::Comment { text, .. } => {
            *text = clean(text);
        }
        Edit::Put { nodes, .. } => {
            for node in nodes {
                node.comment = clean(&node.comment);
                node.name = clean(&node.name);
            }
        }
        _ => {}
    }
    edit
}

/// Changes a study: what was done is told, with what it touched.
pub type Change<T> =
    dyn Fn(&mut Study, &[Touch]) -> Result<(T, Touch), EditError> + Send + Sync + 'static;

impl App {
    /// Changes a study as it is in the database, and looks again when another was faster.
    pub async fn change_study<T: Send + 'static>(
        &self,
        id: &str,
        person: &Person,
        after: Option<i64>,
        change: Arc<Change<T>>,
    ) -> Result<(T, StudyJson), Fault> {
        for _ in 0..MOST_TRIES {
            let row = self.writable(id, person).await?;
            let (number, document) =
                self.store.study_document(&row.id).await?.ok_or(Fault::NotFound)?;
            let after = after.unwrap_or(number);
            if !(0..=number).contains(&after) {
                return Err(Fault::bad("there is no edit of that number"));
            }
            let touches = self.store.study_touches(&row.id, after, number).await?;
            // Not all are kept: whoever saw so little looks again first.
            let touches = touches.ok_or_else(|| fault(EditError::Changed))?;
            let change = change.clone();
            let work = move || {
                let mut study = read(&document)?.study;
                let unseen: Vec<Touch> =
                    touches.iter().filter_map(|t| serde_json::from_str(t).ok()).collect();
                let (done, touch) = change(&mut study, &unseen).map_err(fault)?;
                Ok::<_, Fault>((done, touch, stored(study)?))
            };
            let whom = Whom::Name(person.id().to_owned());
            let (done, touch, new) = self.workshop.work(whom, work).await??;
            let touch = serde_json::to_string(&touch).map_err(|_| Fault::Unavailable)?;
            if self.store.change_study(&row.id, number, &new, &touch, self.now()).await? {
                return Ok((done, self.study_json(row, Some(person.id())).await?));
            }
        }
        Err(Fault::Unavailable)
    }
}

/// Changes a study.
#[utoipa::path(post, path = "/api/studies/{id}/edits", tag = "studies", params(("id" = String, Path)), request_body = StudyEditBody,
    responses((status = 200, body = Edited), (status = "4XX", body = FaultBody)))]
pub async fn edit(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Body(body): Body<StudyEditBody>,
) -> Result<Json<Edited>, Fault> {
    // Moves are played from the first one on.
    if matches!(body.edit, Edit::Add { .. } | Edit::Put { .. }) {
        app.limiter.take(Kind::Heavy, Whom::Name(person.id().to_owned()))?;
    }
    let edit = cleaned(body.edit);
    let parts = app.config.parts.clone();
    let change = Arc::new(move |study: &mut Study, unseen: &[Touch]| {
        if study.contradicts(&edit, unseen) {
            return Err(EditError::Changed);
        }
        let back = study.apply(&edit, &|id| parts.title(id))?;
        Ok((back, edit.touch()))
    });
    let (back, study) = app.change_study(&id, &person, Some(body.after), change).await?;
    Ok(Json(Edited { back, study }))
}
