//! All that the server answers, with limits and guards around it.

use crate::api::{described, import, sheets};
use crate::app::App;
use crate::fault::Fault;
use crate::{guard, links, manual, pages};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

/// Everything the server answers.
pub fn router(app: App) -> Router {
    let (described, _) = described().split_for_parts();
    let (sheets, _) = sheets().split_for_parts();
    let (import, _) = import().split_for_parts();
    let with_sheet = app.config.body_limit + engine::sheet::LONGEST;
    let compress =
        SizeAbove::new(512).and(NotForContentType::SSE).and(NotForContentType::new("image/png"));
    Router::new()
        .merge(described.layer(DefaultBodyLimit::max(app.config.body_limit)))
        .merge(sheets.layer(DefaultBodyLimit::max(with_sheet)))
        // A file is read by its handler, with its own limit.
        .merge(import.layer(DefaultBodyLimit::disable()))
        .route("/api/openapi.json", get(manual::json))
        .route("/api", get(manual::page))
        .route("/api/manual.css", get(manual::style))
        .route(
            "/api/{*rest}",
            get(nothing).post(nothing).put(nothing).delete(nothing).patch(nothing),
        )
        .route("/game/{id}", get(links::game))
        .route("/embed/{id}", get(links::embed))
        .route("/embed/study/{id}", get(links::embed_study))
        .route("/player/{name}", get(links::player))
        .fallback(pages::serve)
        .layer(CompressionLayer::new().gzip(true).compress_when(compress))
        .layer(CatchPanicLayer::custom(|_| {
            axum::response::IntoResponse::into_response(Fault::Unavailable)
        }))
        .layer(from_fn_with_state(app.clone(), guard::guard))
        .with_state(app)
}

async fn nothing() -> Fault {
    Fault::NotFound
}
