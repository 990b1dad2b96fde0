//! Pictures of games and titles, drawn by the same code that prints them.

use crate::app::App;
use crate::catalogue::{Printed, fresh};
use crate::extract::{Body, Path, Query};
use crate::fault::{Fault, FaultBody};
use crate::hold::read_stored;
use crate::limit::Kind;
use crate::routes::read_claims;
use crate::shapes::Drawing;
use crate::visitor::Visitor;
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use engine::{Event, Names, Position, wire};
use render::{MapOptions, MarketOptions, Theme};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

// A picture of so many pixels takes 32 MB while it is drawn.
const MOST_PIXELS: u32 = 8_000_000;

/// How a picture shall look.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PictureQuery {
    /// After so many moves; all if missing.
    pub at: Option<i64>,
    /// `light`, `dark`, `auto`, or `page` for a picture that takes its colours from the page's style sheet.
    pub theme: Option<String>,
    /// Width in pixels.
    pub width: Option<u32>,
    /// Mark what the last move changed.
    pub marked: Option<bool>,
    /// Start of all ids in the picture.
    pub id: Option<String>,
    /// Cell of a preview.
    pub cell: Option<String>,
    /// Tile of a preview.
    pub tile: Option<String>,
    /// Steps clockwise.
    pub rotation: Option<u8>,
    /// Company of a token, or of a marker shown on the chart.
    pub company: Option<String>,
    /// Cell of the chart on which that marker is shown.
    pub price: Option<u8>,
    /// Variant, for pictures of a title.
    pub variant: Option<String>,
    /// Players, for pictures of a title.
    pub players: Option<u8>,
    /// Options that differ from the preset, as JSON, for pictures of a title.
    pub options: Option<String>,
    /// Extra data of the title as JSON, for pictures of a title.
    pub extra: Option<String>,
    /// Word of the invitation, for private games.
    pub invite: Option<String>,
}

/// Routes to be drawn.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DrawBody {
    /// After so many moves; all if missing.
    pub at: Option<i64>,
    /// Company.
    pub company: String,
    /// The routes: card, path of cells and segments.
    pub routes: Vec<wire::RouteClaim>,
    /// Word of the invitation, for private games.
    pub invite: Option<String>,
}

fn theme(name: Option<&str>) -> Result<Theme, Fault> {
    match name.unwrap_or("light") {
        "light" => Ok(Theme::Light),
        "dark" => Ok(Theme::Dark),
        "auto" => Ok(Theme::Auto),
        "page" => Ok(Theme::Page),
        _ => Err(Fault::bad("theme is light, dark, auto or page")),
    }
}

// Ids go into attributes: letters, digits and dashes only.
fn plain(id: Option<&str>, usual: &str) -> Result<String, Fault> {
    let id = id.unwrap_or(usual);
    let fits = !id.is_empty()
        && id.len() <= 30
        && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    if fits { Ok(id.to_owned()) } else { Err(Fault::bad("an id has letters, digits and dashes")) }
}

fn width(query: &PictureQuery) -> Option<f64> {
    query.width.map(|w| f64::from(w.clamp(50, 6000)))
}

fn map(
    position: &dyn Position,
    query: &PictureQuery,
    marked: &[board::Cell],
) -> Result<String, Fault> {
    let id = plain(query.id.as_deref(), "map")?;
    let options = MapOptions {
        theme: theme(query.theme.as_deref())?,
        id: &id,
        marked,
        width: width(query),
        ..MapOptions::default()
    };
    Ok(render::map_svg(position.sheet(), position.core(), &options))
}

fn market(position: &dyn Position, query: &PictureQuery) -> Result<String, Fault> {
    let id = plain(query.id.as_deref(), "market")?;
    let sheet = position.sheet();
    let ghost = match (&query.company, query.price) {
        (Some(company), Some(cell)) if (cell as usize) < sheet.market.cells.len() => {
            sheet.company_by_id(company).map(|c| (c, cell))
        }
        _ => None,
    };
    let options = MarketOptions {
        theme: theme(query.theme.as_deref())?,
        id: &id,
        ghost,
        width: width(query),
        ..MarketOptions::default()
    };
    Ok(render::market_svg(sheet, position.core(), &options))
}

fn tile(position: &dyn Position, query: &PictureQuery) -> Result<String, Fault> {
    let sheet = position.sheet();
    let name = query.tile.as_deref().ok_or_else(|| Fault::bad("which tile?"))?;
    let id = sheet.tiles.by_name(name).ok_or(Fault::NotFound)?;
    let rotation = query.rotation.unwrap_or(0) % sheet.tiles.shape.edges();
    Ok(render::tile_svg(
        sheet,
        id,
        rotation,
        width(query).unwrap_or(120.0),
        theme(query.theme.as_deref())?,
    ))
}

fn preview(position: &dyn Position, query: &PictureQuery) -> Result<String, Fault> {
    let sheet = position.sheet();
    let cell = query
        .cell
        .as_deref()
        .and_then(|c| sheet.map.by_name(c))
        .ok_or_else(|| Fault::bad("which cell?"))?;
    let tile = query
        .tile
        .as_deref()
        .and_then(|t| sheet.tiles.by_name(t))
        .ok_or_else(|| Fault::bad("which tile?"))?;
    let rotation = query.rotation.unwrap_or(0) % sheet.tiles.shape.edges();
    Ok(render::preview_svg(sheet, position.core(), cell, tile, rotation))
}

fn token(position: &dyn Position, query: &PictureQuery) -> Result<String, Fault> {
    let sheet = position.sheet();
    let company =
        query.company.as_deref().and_then(|c| sheet.company_by_id(c)).ok_or(Fault::NotFound)?;
    let size = query.width.unwrap_or(32).clamp(8, 2000);
    Ok(render::token_svg(sheet.company(company), size, theme(query.theme.as_deref())?))
}

fn draw(
    position: &dyn Position,
    name: &str,
    query: &PictureQuery,
    marked: &[board::Cell],
) -> Result<String, Fault> {
    match name {
        "map.svg" => map(position, query, marked),
        "market.svg" => market(position, query),
        "tiles.svg" => Ok(render::tile_sheet(
            position.sheet(),
            Some(position.core().board()),
            theme(query.theme.as_deref())?,
        )),
        "process.svg" => Ok(render::process_svg(
            position.sheet(),
            position.process(),
            width(query).unwrap_or(900.0),
            theme(query.theme.as_deref())?,
        )),
        "tile.svg" => tile(position, query),
        "preview.svg" => preview(position, query),
        "token.svg" => token(position, query),
        _ => Err(Fault::NotFound),
    }
}

fn svg(text: String, lasts: bool) -> Response {
    let keep = if lasts { "private, max-age=86400" } else { "private, no-cache" };
    // A picture opened by itself may use the style that is written into it, and nothing else.
    let policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
    (
        [
            (CONTENT_TYPE, "image/svg+xml; charset=utf-8"),
            (CACHE_CONTROL, keep),
            (CONTENT_SECURITY_POLICY, policy),
        ],
        text,
    )
        .into_response()
}

// Cells that a move changed.
fn changed(events: &[Event]) -> Vec<board::Cell> {
    events
        .iter()
        .filter_map(|e| match e {
            Event::TileLaid { cell, .. }
            | Event::StationPlaced { cell, .. }
            | Event::StationWaits { cell, .. } => Some(*cell),
            _ => None,
        })
        .collect()
}

/// A picture of a game: `map.svg`, `market.svg`, `tiles.svg`, `process.svg`, `tile.svg`, `preview.svg`, `token.svg`, `map.png`, `market.png`.
#[utoipa::path(get, path = "/api/games/{id}/{picture}", tag = "pictures",
    params(("id" = String, Path), ("picture" = String, Path), PictureQuery),
    responses((status = 200, content_type = "image/svg+xml", body = String), (status = "4XX", body = FaultBody)))]
pub async fn game(
    State(app): State<App>,
    visitor: Visitor,
    Path((id, picture)): Path<(String, String)>,
    Query(query): Query<PictureQuery>,
) -> Result<Response, Fault> {
    if !picture.ends_with(".svg") && !picture.ends_with(".png") {
        return Err(Fault::NotFound);
    }
    let (loaded, at, position) = app.look(&id, &visitor, query.invite.as_deref(), query.at).await?;
    let mut marked = Vec::new();
    if query.marked == Some(true)
        && at > 0
        && let Some(last) = app.moves(&loaded, at - 1, at).await?.first()
    {
        let mut before = app.position_at(&loaded, at - 1).await?.boxed();
        let mut events = Vec::new();
        if let Ok(mv) = read_stored(before.as_ref(), last)
            && before.play(&mv, &mut events).is_ok()
        {
            marked = changed(&events);
        }
    }
    let lasts = query.at.is_some() && !matches!(picture.as_str(), "token.svg" | "tile.svg");
    if let Some(name) = picture.strip_suffix(".png") {
        let wide = query.width.unwrap_or(1600).clamp(100, 4000);
        let query = PictureQuery { at: None, invite: None, width: None, ..query };
        let drawn = format!("{}/{at}/{:016x}/{name}/{wide}/{query:?}", id, position.hash());
        let bytes = match app.drawn.find(&drawn) {
            Some(bytes) => bytes,
            None => {
                app.limiter.take(Kind::Heavy, visitor.whom())?;
                let name = format!("{name}.svg");
                let work = move || {
                    let text = draw(position.as_ref(), &name, &query, &marked)?;
                    let png = render::png_within(&text, Some(wide), MOST_PIXELS);
                    png.map(|p| Bytes::from(p.bytes)).map_err(|e| Fault::conflict(e.to_string()))
                };
                let bytes = app.workshop.work(visitor.whom(), work).await??;
                app.drawn.keep(drawn, bytes.clone());
                bytes
            }
        };
        return Ok(([(CONTENT_TYPE, "image/png")], bytes).into_response());
    }
    let text =
        tokio::task::spawn_blocking(move || draw(position.as_ref(), &picture, &query, &marked))
            .await??;
    Ok(svg(text, lasts))
}

/// A picture of a title before anything happened.
#[utoipa::path(get, path = "/api/titles/{title}/{picture}", tag = "pictures",
    params(("title" = String, Path), ("picture" = String, Path), PictureQuery),
    responses((status = 200, content_type = "image/svg+xml", body = String), (status = "4XX", body = FaultBody)))]
pub async fn title(
    State(app): State<App>,
    Path((title, picture)): Path<(String, String)>,
    Query(query): Query<PictureQuery>,
) -> Result<Response, Fault> {
    let title = app.config.parts.title(&title).ok_or(Fault::NotFound)?;
    let printed = Printed {
        variant: query.variant.clone(),
        players: query.players,
        options: query.options.clone(),
        extra: query.extra.clone(),
    };
    let text = tokio::task::spawn_blocking(move || {
        let position = fresh(title, &printed)?;
        draw(position.as_ref(), &picture, &query, &[])
    })
    .await??;
    Ok(svg(text, true))
}

/// Routes as layers to be put into a map that is shown already.
#[utoipa::path(post, path = "/api/games/{id}/drawing", tag = "pictures", params(("id" = String, Path)), request_body = DrawBody,
    responses((status = 200, body = Drawing), (status = "4XX", body = FaultBody)))]
pub async fn routes(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Body(body): Body<DrawBody>,
) -> Result<Json<Drawing>, Fault> {
    let (_, _, position) = app.look(&id, &visitor, body.invite.as_deref(), body.at).await?;
    let sheet = position.sheet();
    Names::of(position.as_ref())
        .read_company(&body.company)
        .map_err(|error| Fault::bad(error.to_string()))?;
    let claims = read_claims(position.as_ref(), &body.routes)?;
    let board = position.core().board();
    let there = |s: &engine::RouteStep| {
        board
            .at(s.cell)
            .is_some_and(|l| usize::from(s.segment) < sheet.tiles.get(l.tile).segments.len())
    };
    if !claims.iter().flat_map(|c| &c.path).all(there) {
        return Err(Fault::bad("the routes use track that is not there"));
    }
    let (routes, tags) = render::routes_svg(sheet, position.core(), &claims);
    Ok(Json(Drawing { routes, tags }))
}

/// The style sheet of pictures with `theme=page`.
#[utoipa::path(get, path = "/api/pictures.css", tag = "pictures",
    responses((status = 200, content_type = "text/css", body = String)))]
pub async fn style() -> Response {
    (
        [(CONTENT_TYPE, "text/css; charset=utf-8"), (CACHE_CONTROL, "public, max-age=600")],
        render::stylesheet(),
    )
        .into_response()
}
