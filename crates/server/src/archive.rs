//! Games that are over: found again, counted, and taken along as files.

use crate::account::clean_text;
use crate::app::App;
use crate::extract::{Path, Query};
use crate::fault::{Fault, FaultBody};
use crate::limit::Kind;
use crate::room::is_plain;
use crate::shapes::{ArchiveJson, EndedGame, EndedSeat, KeptStatistics, Statistics};
use crate::visitor::Visitor;
use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use store::{Found, Outcome, Search};
use utoipa::IntoParams;

const PAGE: i64 = 25;
const MOST: i64 = 100;

/// What to look for; what is missing does not matter.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ArchiveQuery {
    /// Title.
    pub title: Option<String>,
    /// Variant.
    pub variant: Option<String>,
    /// Name or account of a player.
    pub player: Option<String>,
    /// How it ended for that player: `won` or `lost`.
    pub result: Option<String>,
    /// Why it ended: the key of a reason.
    pub reason: Option<String>,
    /// An option and its value, as `name=value`.
    pub option: Option<String>,
    /// Seats.
    pub players: Option<i64>,
    /// With bots, or without.
    pub bots: Option<bool>,
    /// So many moves at least.
    pub shortest: Option<i64>,
    /// So many moves at most.
    pub longest: Option<i64>,
    /// Ended at this time or later.
    pub since: Option<i64>,
    /// Ended before this time.
    pub until: Option<i64>,
    /// The next page: what the last answer said.
    pub after: Option<String>,
    /// At most so many.
    pub limit: Option<i64>,
}

/// A game that was found, as somebody sees it. His own seats have their names.
pub fn ended(found: Found, by: Option<&str>) -> EndedGame {
    let seats = found.seats.into_iter().map(|s| {
        let mine = by.is_some() && s.place.user.as_deref() == by;
        EndedSeat {
            seat: s.place.seat,
            player: s.place.user.filter(|_| s.page && s.name.is_some()),
            name: s.name,
            bot: s.place.bot,
            mine,
            value: s.place.value,
            place: s.place.place,
            won: s.place.won,
        }
    });
    EndedGame {
        seats: seats.collect(),
        id: found.game,
        name: found.name,
        title: found.title,
        variant: found.variant,
        preset: found.preset,
        options: serde_json::from_str(&found.options).unwrap_or_default(),
        began: found.began,
        ended: found.ended,
        length: found.length,
        pool: found.pool,
        reason: found.reason,
        hot_seat: found.hot_seat,
        listed: found.listed,
    }
}

// Where a page ended, as text and back.
fn mark(game: &Found) -> String {
    format!("{}-{}", game.ended, game.game)
}

fn unmark(text: &str) -> Option<(i64, String)> {
    let (ended, game) = text.split_once('-')?;
    (!game.is_empty() && is_plain(game)).then_some(())?;
    Some((ended.parse().ok()?, game.to_owned()))
}

// An option as it stands in JSON: words in quotes, numbers and yes or no without.
fn option(text: &str) -> Option<(String, String)> {
    let (name, value) = text.split_once('=')?;
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let is_word = |s: &str| !s.is_empty() && s.len() <= 60 && s.chars().all(word);
    (is_word(name) && is_word(value)).then_some(())?;
    let plain = matches!(value, "true" | "false") || value.parse::<i64>().is_ok();
    let value = if plain { value.to_owned() } else { format!("\"{value}\"") };
    Some((name.to_owned(), value))
}

impl ArchiveQuery {
    async fn search(&self, app: &App, by: Option<&str>) -> Result<Option<Search>, Fault> {
        let text =
            |t: &Option<String>| t.as_ref().map(|t| clean_text(t, 60)).filter(|t| !t.is_empty());
        let player = match text(&self.player) {
            Some(name) => {
                let account = match app.player(&name, by).await {
                    Err(Fault::NotFound) => return Ok(None),
                    account => account?,
                };
                let hides = app.store.hiding(&account.id).await?.is_none_or(|h| h.name);
                if hides && by != Some(account.id.as_str()) {
                    return Ok(None);
                }
                Some(account.id)
            }
            None => None,
        };
        let outcome = match self.result.as_deref() {
            None | Some("") => None,
            Some(_) if player.is_none() => {
                return Err(Fault::bad("a result is that of a player: name one"));
            }
            Some("won") => Some(Outcome::Won),
            Some("lost") => Some(Outcome::Lost),
            Some(_) => return Err(Fault::bad("result is won or lost")),
        };
        let option = match text(&self.option) {
            Some(text) => {
                let read = option(&text);
                Some(read.ok_or_else(|| Fault::bad("option is a name, =, and a value"))?)
            }
            None => None,
        };
        let after = match &self.after {
            Some(text) => Some(unmark(text).ok_or_else(|| Fault::bad("no such page"))?),
            None => None,
        };
        Ok(Some(Search {
            by: by.unwrap_or_default().to_owned(),
            title: text(&self.title),
            variant: text(&self.variant),
            player,
            outcome,
            reason: text(&self.reason),
            option,
            players: self.players,
            bots: self.bots,
            shortest: self.shortest,
            longest: self.longest,
            since: self.since,
            until: self.until,
            after,
            limit: self.limit.unwrap_or(PAGE).clamp(1, MOST),
        }))
    }
}

/// Finds games that are over: those that everybody may see, and one's own.
#[utoipa::path(get, path = "/api/archive", tag = "people", params(ArchiveQuery),
    responses((status = 200, body = ArchiveJson), (status = "4XX", body = FaultBody)))]
pub async fn archive(
    State(app): State<App>,
    visitor: Visitor,
    Query(query): Query<ArchiveQuery>,
) -> Result<Json<ArchiveJson>, Fault> {
    app.limiter.take(Kind::Heavy, visitor.whom())?;
    let Some(search) = query.search(&app, visitor.id()).await? else {
        return Ok(Json(ArchiveJson { games: Vec::new(), next: None }));
    };
    let found = app.store.search(&search).await?;
    let full = found.len() as i64 == search.limit;
    let next = found.last().filter(|_| full).map(mark);
    let games = found.into_iter().map(|g| ended(g, visitor.id())).collect();
    Ok(Json(ArchiveJson { games, next }))
}

/// What games of a title show: seats, companies, starting prices, phases, ends.
#[utoipa::path(get, path = "/api/titles/{title}/statistics", tag = "people", params(("title" = String, Path)),
    responses((status = 200, body = Statistics), (status = "4XX", body = FaultBody)))]
pub async fn statistics(
    State(app): State<App>,
    Path(title): Path<String>,
) -> Result<Json<Statistics>, Fault> {
    let title = app.config.parts.title(&title).ok_or(Fault::NotFound)?.id();
    let kept = app.store.statistics(title).await?;
    let (games, at, kept) = match kept {
        Some((games, at, kept)) => (games, Some(at), serde_json::from_str(&kept).ok()),
        None => (0, None, None),
    };
    let KeptStatistics { tables, .. } = kept.unwrap_or_default();
    Ok(Json(Statistics { title: title.to_owned(), games, at, tables }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_is_asked_for_as_it_is_written() {
        let of = |text: &str| option(text).map(|(_, value)| value);
        assert_eq!(of("bank=6000").as_deref(), Some("6000"));
        assert_eq!(of("short=true").as_deref(), Some("true"));
        assert_eq!(of("map=old").as_deref(), Some("\"old\""));
        for wrong in ["", "bank", "=1", "bank=", "a b=1", "x=\"", "x=%"] {
            assert_eq!(of(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_page_is_found_again_by_its_mark_alone() {
        assert_eq!(unmark("17-gabc"), Some((17, "gabc".to_owned())));
        for wrong in ["", "17", "x-g", "17-", "17-a'b", "99999999999999999999-g"] {
            assert_eq!(unmark(wrong), None, "{wrong}");
        }
    }
}
