//! All paths of the interface, and their description.

use crate::app::App;
use crate::{
    account, archive, audit, bots, calculator, card, catalogue, channels, files, friends, goodbye,
    hours, judgements, learn, lobby, missed, neighbours, notes, oidc, openings, operation,
    operator, pictures, player, puzzles, recovery, rematch, routes as paths, seats, series, stream,
    studies, study_edits, study_origin, study_play, substitutes, table, takeout, undo, vote,
    waiting, why,
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
        (name = "people", description = "Players, ratings, friends, games that are over"),
        (name = "titles", description = "Titles, what is printed, rules"),
        (name = "lobby", description = "Games before, around and after play"),
        (name = "table", description = "A game in play"),
        (name = "course", description = "Lessons and answers; their positions are shown as games"),
        (name = "studies", description = "Trees of moves with words; their positions are shown as games"),
        (name = "puzzles", description = "Puzzles and answers; their positions are shown as games"),
        (name = "live", description = "Server-sent events"),
        (name = "analysis", description = "Routes, audits, charts"),
        (name = "pictures", description = "SVG and PNG"),
        (name = "files", description = "Games as files"),
        (name = "operator", description = "Looking after the house; for operators alone"),
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
        .routes(routes!(hours::time, hours::set_time))
        .routes(routes!(hours::take_vacation))
        .routes(routes!(hours::end_vacation))
        .routes(routes!(recovery::door))
        .routes(routes!(recovery::recovery, recovery::new_codes))
        .routes(routes!(recovery::set_mail))
        .routes(routes!(recovery::confirm_mail))
        .routes(routes!(recovery::lost))
        .routes(routes!(recovery::by_code))
        .routes(routes!(recovery::by_word))
        .routes(routes!(oidc::login))
        .routes(routes!(oidc::back_in))
        .routes(routes!(channels::notices, channels::set_habits))
        .routes(routes!(channels::add))
        .routes(routes!(channels::change, channels::remove))
        .routes(routes!(channels::trial))
        .routes(routes!(channels::stop))
        .routes(routes!(channels::again))
        .routes(routes!(channels::of_table))
        .routes(routes!(neighbours::blocks, neighbours::block))
        .routes(routes!(neighbours::unblock))
        .routes(routes!(neighbours::report))
        .routes(routes!(player::player))
        .routes(routes!(player::ranking))
        .routes(routes!(player::privacy, player::set_privacy))
        .routes(routes!(friends::friends, friends::befriend))
        .routes(routes!(friends::unfriend))
        .routes(routes!(archive::archive))
        .routes(routes!(archive::statistics))
        .routes(routes!(openings::openings))
        .routes(routes!(takeout::table))
        .routes(routes!(takeout::plays))
        .routes(routes!(takeout::puzzles))
        .routes(routes!(waiting::waiting))
        .routes(routes!(catalogue::titles))
        .routes(routes!(catalogue::data))
        .routes(routes!(catalogue::rules))
        .routes(routes!(catalogue::rule))
        .routes(routes!(catalogue::rulings))
        .routes(routes!(learn::list))
        .routes(routes!(learn::answer))
        .routes(routes!(learn::solution))
        .routes(routes!(learn::progress, learn::keep))
        .routes(routes!(puzzles::list))
        .routes(routes!(puzzles::today))
        .routes(routes!(puzzles::progress))
        .routes(routes!(puzzles::puzzle))
        .routes(routes!(puzzles::answer))
        .routes(routes!(puzzles::solution))
        .routes(routes!(lobby::show, goodbye::delete))
        .routes(routes!(rematch::rematch))
        .routes(routes!(notes::note, notes::write))
        .routes(routes!(seats::join))
        .routes(routes!(substitutes::leave))
        .routes(routes!(substitutes::come_back))
        .routes(routes!(substitutes::resign))
        .routes(routes!(substitutes::replace))
        .routes(routes!(substitutes::take))
        .routes(routes!(substitutes::end))
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
        .routes(routes!(card::cell))
        .routes(routes!(card::tile))
        .routes(routes!(table::make))
        .routes(routes!(table::log))
        .routes(routes!(table::automation))
        .routes(routes!(table::chat))
        .routes(routes!(undo::undo))
        .routes(routes!(vote::answer))
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
        .routes(routes!(judgements::judgement, judgements::ask, judgements::cancel))
        .routes(routes!(missed::missed))
        .routes(routes!(calculator::routes))
        .routes(routes!(calculator::cell))
        .routes(routes!(pictures::game))
        .routes(routes!(pictures::title))
        .routes(routes!(pictures::routes))
        .routes(routes!(pictures::style))
        .routes(routes!(files::export))
        .routes(routes!(files::copy))
        .routes(routes!(studies::list, study_origin::create))
        .routes(routes!(studies::show, studies::delete))
        .routes(routes!(studies::settings))
        .routes(routes!(studies::invite))
        .routes(routes!(studies::dismiss))
        .routes(routes!(studies::copy))
        .routes(routes!(studies::export))
        .routes(routes!(study_edits::edit))
        .routes(routes!(study_origin::add_chapter))
        .routes(routes!(study_play::play))
        .routes(routes!(takeout::studies))
        .routes(routes!(operator::remove_study))
        .routes(routes!(operator::house, operator::set_house))
        .routes(routes!(operator::new_code))
        .routes(routes!(operator::revoke_code))
        .routes(routes!(operator::ban))
        .routes(routes!(operator::unban))
        .routes(routes!(operator::accounts))
        .routes(routes!(operator::rename))
        .routes(routes!(operator::delete))
        .routes(routes!(operator::game))
        .routes(routes!(operator::close))
        .routes(routes!(operator::rotate))
        .routes(routes!(operator::remove_chat))
        .routes(routes!(operator::reports))
        .routes(routes!(operator::settle))
        .routes(routes!(operator::trail))
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
    OpenApiRouter::new().routes(routes!(files::import)).routes(routes!(study_origin::file))
}

/// The description of the interface.
pub fn openapi() -> utoipa::openapi::OpenApi {
    let mut api = described().into_openapi();
    api.merge(sheets().into_openapi());
    api.merge(import().into_openapi());
    api
}
