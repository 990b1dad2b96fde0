//! All paths of the interface, and their description.

use crate::app::App;
use crate::{
    account, audit, bots, catalogue, files, lobby, operation, pictures, routes as paths, seats,
    series, stream, table, undo, why,
};
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

/// The interface, except for files that are read in.
pub fn described() -> OpenApiRouter<App> {
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
        .routes(routes!(catalogue::data))
        .routes(routes!(catalogue::rules))
        .routes(routes!(catalogue::rule))
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

/// Paths to which a data sheet may be sent along.
pub fn sheets() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(catalogue::sheet, catalogue::own_sheet))
        .routes(routes!(lobby::list, lobby::create))
}

/// Files that are read in: they have a limit of their own.
pub fn import() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(files::import))
}

/// The description of the interface.
pub fn openapi() -> utoipa::openapi::OpenApi {
    let mut api = described().into_openapi();
    api.merge(sheets().into_openapi());
    api.merge(import().into_openapi());
    api
}
