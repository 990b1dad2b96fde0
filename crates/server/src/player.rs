//! Pages of players, lists of ratings, and what people keep back of themselves.

use crate::account::{clean_text, login_of};
use crate::app::App;
use crate::archive::ended;
use crate::extract::{Body, Path, Query};
use crate::fault::{Fault, FaultBody};
use crate::ratings::{BOTS, PEOPLE, PROVISIONAL};
use crate::room::is_plain;
use crate::shapes::{
    BotScore, OwnRating, PaceJson, PlayerPage, Privacy, Ranked, Ranking, SeatScore,
};
use crate::visitor::{Person, Visitor};
use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use store::{Account, Hiding, Pool, Search};
use utoipa::IntoParams;

// Games on a page of a player, and people in a list of ratings.
const GAMES: i64 = 20;
const RANKED: i64 = 100;

/// Which ratings.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RankingQuery {
    /// Title.
    pub title: String,
    /// `people` or `bots`; the first if missing.
    pub pool: Option<String>,
}

impl From<Hiding> for Privacy {
    fn from(hiding: Hiding) -> Privacy {
        Privacy { hide_page: hiding.page, hide_name: hiding.name }
    }
}

impl App {
    /// An account by its id or name, if somebody may see its page. Guests have none.
    pub async fn player(&self, name: &str, by: Option<&str>) -> Result<Account, Fault> {
        let known = match is_plain(name) {
            true => self.store.account(name).await?,
            false => None,
        };
        let known = match known {
            None => self.store.account_by_login(&login_of(&clean_text(name, 40))).await?,
            known => known,
        };
        let account = known.filter(|a| a.login.is_some()).ok_or(Fault::NotFound)?;
        let hides = self.store.hiding(&account.id).await?.is_none_or(|h| h.page);
        match hides && by != Some(account.id.as_str()) {
            true => Err(Fault::NotFound),
            false => Ok(account),
        }
    }
}

/// A player: games, results, pace, ratings. Nobody finds the page of who hides it.
#[utoipa::path(get, path = "/api/players/{name}", tag = "people", params(("name" = String, Path)),
    responses((status = 200, body = PlayerPage), (status = "4XX", body = FaultBody)))]
pub async fn player(
    State(app): State<App>,
    visitor: Visitor,
    Path(name): Path<String>,
) -> Result<Json<PlayerPage>, Fault> {
    let account = app.player(&name, visitor.id()).await?;
    let id = account.id.clone();
    let me = visitor.id() == Some(id.as_str());
    let hiding = app.store.hiding(&id).await?.unwrap_or_default();
    let (friend, blocked) = match visitor.id() {
        Some(by) if !me => (
            app.store.friends(by).await?.iter().any(|f| f.id == id),
            app.store.blocks(by).await?.iter().any(|b| b.id == id),
        ),
        _ => (false, false),
    };
    let ratings = app.store.ratings_of(std::slice::from_ref(&id)).await?;
    let ratings = ratings.into_iter().map(|s| OwnRating {
        title: s.pool.title,
        pool: s.pool.pool,
        rating: s.rating.into(),
    });
    let scores = app.store.scores(&id).await?.into_iter().map(|s| SeatScore {
        title: s.title,
        players: s.players,
        seat: s.seat,
        bots: s.bots,
        games: s.games,
        won: s.won,
        place: s.places as f64 / s.games.max(1) as f64,
    });
    let bots = app.store.bots_met(&id).await?.into_iter().map(|m| BotScore {
        title: m.title,
        level: m.level,
        met: m.games,
        beaten: m.before,
    });
    let pace = app.store.pace(&id).await?;
    let search = Search {
        by: visitor.id().unwrap_or_default().to_owned(),
        player: Some(id.clone()),
        limit: GAMES,
        ..Search::default()
    };
    // Who keeps his name out of lists has no list of games on his page either, except his own.
    let games = match hiding.name && !me {
        true => Vec::new(),
        false => app.store.search(&search).await?,
    };
    Ok(Json(PlayerPage {
        me,
        friend,
        blocked,
        privacy: me.then(|| hiding.into()),
        ratings: ratings.collect(),
        scores: scores.collect(),
        bots: bots.collect(),
        pace: PaceJson { moves: pace.moves, mean: pace.waited / pace.moves.max(1) },
        games: games.into_iter().map(|g| ended(g, visitor.id())).collect(),
        id,
        name: account.name,
        since: account.created,
    }))
}

/// The highest ratings of a title. Provisional ones are not in it, nor who keeps his name back.
#[utoipa::path(get, path = "/api/ratings", tag = "people", params(RankingQuery),
    responses((status = 200, body = Ranking), (status = "4XX", body = FaultBody)))]
pub async fn ranking(
    State(app): State<App>,
    Query(query): Query<RankingQuery>,
) -> Result<Json<Ranking>, Fault> {
    let title =
        app.config.parts.title(&query.title).ok_or_else(|| Fault::bad("no such title"))?.id();
    let pool = match query.pool.as_deref().unwrap_or(PEOPLE) {
        PEOPLE => PEOPLE,
        BOTS => BOTS,
        _ => return Err(Fault::bad("pool is people or bots")),
    };
    let named = Pool { title: title.to_owned(), pool: pool.to_owned() };
    let best = app.store.best(&named, PROVISIONAL, RANKED).await?;
    let ranked = best.into_iter().map(|s| Ranked {
        bot: s.who.strip_prefix("bot:").map(str::to_owned),
        player: (s.page && s.name.is_some()).then(|| s.who.clone()),
        name: s.name,
        rating: s.rating.into(),
    });
    Ok(Json(Ranking { ranked: ranked.collect(), title: named.title, pool: named.pool }))
}

/// What one keeps back.
#[utoipa::path(get, path = "/api/account/privacy", tag = "people",
    responses((status = 200, body = Privacy), (status = "4XX", body = FaultBody)))]
pub async fn privacy(State(app): State<App>, person: Person) -> Result<Json<Privacy>, Fault> {
    Ok(Json(app.store.hiding(person.id()).await?.unwrap_or_default().into()))
}

/// Says what one keeps back.
#[utoipa::path(post, path = "/api/account/privacy", tag = "people", request_body = Privacy,
    responses((status = 200, body = Privacy), (status = "4XX", body = FaultBody)))]
pub async fn set_privacy(
    State(app): State<App>,
    person: Person,
    Body(body): Body<Privacy>,
) -> Result<Json<Privacy>, Fault> {
    let hiding = Hiding { page: body.hide_page, name: body.hide_name };
    app.store.set_hiding(person.id(), hiding).await?;
    Ok(Json(hiding.into()))
}
