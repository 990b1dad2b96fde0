//! All paths, and their description.

use crate::app::App;
use crate::fault::Fault;
use crate::{
    account, audit, bots, catalogue, files, guard, lobby, manual, operation, pages, pictures,
    routes as paths, seats, series, stream, table, undo, why,
};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

#[derive(OpenApi)]
#[openapi(
    info(title = "Signalbox", description = "Games, choices, moves, live events, routes and pictures."),
    components(schemas(crate::fault::FaultBody)),
    tags(
        (name = "account", description = "Guests, accounts, logins, tokens"),
        (name = "titles", description = "Titles, what is printed, rules"),
        (name = "lobby", description = "Games before, around and after play"),
        (name = "table", description = "A game in play"),
        (name = "live", description = "Server-sent events"),
        (name = "analysis", description = "Routes, audits, charts"),
        (name = "pictures", description = "SVG and PNG"),
        (name = "files", description = "Games as files"),
        (name = "operation", description = "Health and figures"),
    )
)]
struct Description;

fn described() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(account::session, account::guest))
        .routes(routes!(account::register))
        .routes(routes!(account::login))
        .routes(routes!(account::logout))
        .routes(routes!(account::logout_everywhere))
        .routes(routes!(account::rename))
        .routes(routes!(account::change_password))
        .routes(routes!(account::delete))
        .routes(routes!(account::tokens, account::new_token))
        .routes(routes!(account::end_token))
        .routes(routes!(catalogue::titles))
        .routes(routes!(catalogue::sheet))
        .routes(routes!(catalogue::rules))
        .routes(routes!(catalogue::rule))
        .routes(routes!(lobby::list, lobby::create))
        .routes(routes!(lobby::show))
        .routes(routes!(seats::join))
        .routes(routes!(seats::leave))
        .routes(routes!(seats::come_back))
        .routes(routes!(seats::seat))
        .routes(routes!(lobby::start))
        .routes(routes!(lobby::abandon))
        .routes(routes!(lobby::archive))
        .routes(routes!(lobby::settings))
        .routes(routes!(seats::agree))
        .routes(routes!(table::state))
        .routes(routes!(table::sheet))
        .routes(routes!(table::choices))
        .routes(routes!(table::preview))
        .routes(routes!(why::why))
        .routes(routes!(table::make))
        .routes(routes!(table::log))
        .routes(routes!(table::automation))
        .routes(routes!(table::chat))
        .routes(routes!(undo::undo))
        .routes(routes!(undo::answer))
        .routes(routes!(undo::redo))
        .routes(routes!(bots::hint))
        .routes(routes!(stream::game))
        .routes(routes!(stream::lobby))
        .routes(routes!(series::series))
        .routes(routes!(series::history))
        .routes(routes!(paths::best))
        .routes(routes!(paths::evaluate))
        .routes(routes!(paths::complete))
        .routes(routes!(audit::audit))
        .routes(routes!(pictures::game))
        .routes(routes!(pictures::title))
        .routes(routes!(pictures::routes))
        .routes(routes!(pictures::style))
        .routes(routes!(files::export))
        .routes(routes!(files::copy))
        .routes(routes!(operation::health))
        .routes(routes!(operation::ready))
        .routes(routes!(operation::figures))
}

/// The description of the interface.
pub fn openapi() -> utoipa::openapi::OpenApi {
    let mut api = described().into_openapi();
    api.merge(
        OpenApiRouter::<App>::new()
            .routes(routes!(files::import))
            .into_openapi(),
    );
    api
}

/// Everything the server answers.
pub fn router(app: App) -> Router {
    let (described, _) = described().split_for_parts();
    let (import, _) = OpenApiRouter::<App>::new()
        .routes(routes!(files::import))
        .split_for_parts();
    let compress = SizeAbove::new(512)
        .and(NotForContentType::SSE)
        .and(NotForContentType::new("image/png"));
    Router::new()
        .merge(described.layer(DefaultBodyLimit::max(app.config.body_limit)))
        // A file is read by its handler, with its own limit.
        .merge(import.layer(DefaultBodyLimit::disable()))
        .route("/api/openapi.json", get(manual::json))
        .route("/api", get(manual::page))
        .route("/api/manual.css", get(manual::style))
        .route(
            "/api/{*rest}",
            get(nothing)
                .post(nothing)
                .put(nothing)
                .delete(nothing)
                .patch(nothing),
        )
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
