//! Best routes on a table that somebody laid out. It needs no game and no account, and nothing is kept.

use crate::app::App;
use crate::catalogue::{Printed, fresh};
use crate::describe::colour_name;
use crate::extract::{Body, Path, Query};
use crate::fault::{Fault, FaultBody};
use crate::limit::Kind;
use crate::routes::{best_for, read_claims};
use crate::shapes::{Calculated, Drawing, LaidCell, Layable, Oddity, Places};
use crate::visitor::Visitor;
use axum::Json;
use axum::extract::State;
use board::{Cell, NOBODY, UNLIMITED};
use engine::arrange::{Asked, Question, ask, could_lie};
use engine::{Company, Position, SetupError, wire};
use render::{MapOptions, Theme};
use serde::Deserialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

const NODES: u64 = 4_000_000;

/// A cell of a table.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CellBody {
    /// The cell.
    pub cell: String,
    /// The table.
    pub question: Question,
}

fn laid_out(begun: &dyn Position, question: &Question) -> Result<Asked, Fault> {
    ask(begun, question).map_err(|faults| SetupError::arrangement(faults).into())
}

fn calculated(begun: &dyn Position, question: &Question) -> Result<Calculated, Fault> {
    let asked = laid_out(begun, question)?;
    let position = asked.position.as_ref();
    let (sheet, core) = (position.sheet(), position.core());
    let draw = |claims: &[engine::RouteClaim]| {
        let (routes, tags) = render::routes_svg(sheet, core, claims);
        Drawing { routes, tags }
    };
    let (mut best, mut drawings) = (None, Vec::new());
    if let Some((company, problem)) = &asked.run {
        let (told, claims) = best_for(position, *company, problem, 0, NODES);
        drawings.push(draw(&claims));
        for other in &told.alternatives {
            if let wire::Move::Run { routes, .. } = &other.r#move {
                drawings.push(draw(&read_claims(position, routes)?));
            }
        }
        best = Some(told);
    }
    let options = MapOptions { theme: Theme::Page, ..MapOptions::default() };
    let note = |fault: engine::arrange::Fault| Oddity {
        text: fault.to_string(),
        key: fault.key,
        values: fault.values,
    };
    let circumstances = position.circumstances(Company(0)).into_iter();
    Ok(Calculated {
        map: render::map_svg(sheet, core, &options),
        notes: asked.notes.into_iter().map(note).collect(),
        best,
        drawings,
        circumstances: circumstances.map(|(name, _)| name).collect(),
    })
}

// Whether no track of a tile ends at track's blank side, and no track beside it ends at the tile's.
fn meets(position: &dyn Position, cell: Cell, exits: u8) -> bool {
    let (sheet, board) = (position.sheet(), position.core().board());
    let shape = sheet.tiles.shape;
    let beside = |e: u8| sheet.map.neighbour(cell, e).filter(|&n| board.at(n).is_some());
    let agrees = |e: u8| {
        beside(e).is_none_or(|n| {
            let comes = board.exits(&sheet.tiles, n) & (1 << shape.opposite(e)) != 0;
            comes == (exits & (1 << e) != 0)
        })
    };
    (0..shape.edges()).all(agrees)
}

fn cell_of(begun: &dyn Position, name: &str, question: &Question) -> Result<LaidCell, Fault> {
    let asked = laid_out(begun, question)?;
    let position = asked.position.as_ref();
    let (sheet, core) = (position.sheet(), position.core());
    let cell = sheet.map.by_name(name).ok_or_else(|| Fault::bad("which cell?"))?;
    let lies = core.board().at(cell);
    let mut turns = BTreeMap::<_, Vec<u8>>::new();
    for (tile, rotation) in could_lie(sheet, begun.core(), cell) {
        turns.entry(tile).or_default().push(rotation);
    }
    let mut tiles: Vec<_> = turns.into_iter().collect();
    tiles.sort_by_key(|(tile, _)| (sheet.tiles.get(*tile).colour as u8, *tile));
    let layable = |(tile, rotations): (board::TileId, Vec<u8>)| {
        let (def, left) = (sheet.tiles.get(tile), core.board().left(tile));
        let joined =
            rotations.iter().filter(|&&r| meets(position, cell, sheet.tiles.exits(tile, r)));
        Layable {
            tile: def.name.clone(),
            colour: colour_name(def.colour),
            joined: joined.copied().collect(),
            left: (left != UNLIMITED).then_some(left),
            rotations,
        }
    };
    let places = lies.map_or(Vec::new(), |laid| {
        let tile = sheet.tiles.get(laid.tile);
        let stops = (0..).zip(&tile.stops).filter(|(_, stop)| stop.slots > 0);
        let id = |c: u8| (c != NOBODY).then(|| sheet.company(Company(c)).id.clone());
        let places = stops.map(|(stop, def)| Places {
            stop,
            name: def.name.clone(),
            stations: tile.slots_of(stop).map(|slot| id(laid.slots[slot])).collect(),
        });
        places.collect()
    });
    let bounded = !sheet.map.is_unbounded();
    Ok(LaidCell {
        cell: name.to_owned(),
        name: bounded.then(|| sheet.map.def(cell).place.clone()).flatten(),
        tile: lies.map(|l| sheet.tiles.get(l.tile).name.clone()),
        rotation: lies.map_or(0, |l| l.rotation),
        tiles: tiles.into_iter().map(layable).collect(),
        places,
    })
}

/// The best routes on a table that somebody laid out, proved or with an honest bound; and its map.
#[utoipa::path(post, path = "/api/titles/{title}/routes", tag = "analysis", params(("title" = String, Path), Printed),
    request_body = Question, responses((status = 200, body = Calculated), (status = "4XX", body = FaultBody)))]
pub async fn routes(
    State(app): State<App>,
    visitor: Visitor,
    Path(title): Path<String>,
    Query(printed): Query<Printed>,
    Body(question): Body<Question>,
) -> Result<Json<Calculated>, Fault> {
    app.limiter.take(Kind::Heavy, visitor.whom())?;
    let title = app.config.parts.title(&title).ok_or(Fault::NotFound)?;
    let work = move || calculated(fresh(title, &printed)?.as_ref(), &question);
    Ok(Json(app.workshop.work(visitor.whom(), work).await??))
}

/// What could lie on a cell of a table that somebody laid out, and where stations could stand.
#[utoipa::path(post, path = "/api/titles/{title}/cell", tag = "analysis", params(("title" = String, Path), Printed),
    request_body = CellBody, responses((status = 200, body = LaidCell), (status = "4XX", body = FaultBody)))]
pub async fn cell(
    State(app): State<App>,
    visitor: Visitor,
    Path(title): Path<String>,
    Query(printed): Query<Printed>,
    Body(body): Body<CellBody>,
) -> Result<Json<LaidCell>, Fault> {
    app.limiter.take(Kind::Heavy, visitor.whom())?;
    let title = app.config.parts.title(&title).ok_or(Fault::NotFound)?;
    let work = move || cell_of(fresh(title, &printed)?.as_ref(), &body.cell, &body.question);
    Ok(Json(app.workshop.work(visitor.whom(), work).await??))
}
