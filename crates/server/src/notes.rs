//! What somebody notes for themselves about a game: nobody else sees it.

use crate::account::clean_text;
use crate::app::App;
use crate::clock::now;
use crate::extract::{Body, Path};
use crate::fault::{Fault, FaultBody};
use crate::visitor::Person;
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use store::Note;
use utoipa::ToSchema;

/// No note is longer, in characters.
const LONGEST: usize = 4000;

/// A note.
#[derive(Debug, Serialize, ToSchema)]
pub struct NoteJson {
    /// What it says.
    pub text: String,
    /// Changed when; 0 if there is none.
    pub updated: i64,
}

/// What a note shall say.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NoteBody {
    /// Text; empty: no note.
    pub text: String,
}

impl From<Note> for NoteJson {
    fn from(note: Note) -> NoteJson {
        NoteJson { text: note.text, updated: note.updated }
    }
}

// Lines stay lines; characters that nobody sees go.
fn clean(text: &str) -> Result<String, Fault> {
    let lines: Vec<String> = text.lines().map(|line| clean_text(line, usize::MAX)).collect();
    let text = lines.join("\n").trim_end().to_owned();
    match text.chars().count() > LONGEST {
        true => Err(Fault::bad(format!("a note has at most {LONGEST} characters"))),
        false => Ok(text),
    }
}

async fn must_belong(app: &App, id: &str, person: &Person) -> Result<(), Fault> {
    match app.see(id, Some(person.id()), None).await?.is_member(person.id()) {
        true => Ok(()),
        false => Err(Fault::Forbidden("this game is not yours")),
    }
}

/// One's own note about a game.
#[utoipa::path(get, path = "/api/games/{id}/notes", tag = "table", params(("id" = String, Path)),
    responses((status = 200, body = NoteJson), (status = "4XX", body = FaultBody)))]
pub async fn note(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
) -> Result<Json<NoteJson>, Fault> {
    must_belong(&app, &id, &person).await?;
    let note = app.store.note(&id, person.id()).await?.unwrap_or_default();
    Ok(Json(note.into()))
}

/// Writes it.
#[utoipa::path(post, path = "/api/games/{id}/notes", tag = "table", params(("id" = String, Path)), request_body = NoteBody,
    responses((status = 200, body = NoteJson), (status = "4XX", body = FaultBody)))]
pub async fn write(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
    Body(body): Body<NoteBody>,
) -> Result<Json<NoteJson>, Fault> {
    must_belong(&app, &id, &person).await?;
    let text = clean(&body.text)?;
    let updated = if text.is_empty() { 0 } else { now() };
    let note = Note { text, updated };
    app.store.set_note(&id, person.id(), &note).await?;
    Ok(Json(note.into()))
}
