//! One's results as files: a table for a spreadsheet, and plays for the app BG Stats. The puzzles that one tried as well.

use crate::app::App;
use crate::clock::now;
use crate::clock::stamp;
use crate::collection::begins;
use crate::fault::{Fault, FaultBody};
use crate::limit::{Kind, Whom};
use crate::visitor::Person;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use store::{Found, Search};

// The newest results that a file holds.
const MOST: i64 = 5000;
const WHERE: &str = "Signalbox";

async fn own(app: &App, person: &Person) -> Result<Vec<Found>, Fault> {
    app.limiter.take(Kind::File, Whom::Name(person.id().to_owned()))?;
    let id = person.id().to_owned();
    let search = Search { by: id.clone(), player: Some(id), limit: MOST, ..Search::default() };
    Ok(app.store.search(&search).await?)
}

// A day and a time of universal time, as `2026-01-31` and `23:59:59`.
fn date(ms: i64) -> (String, String) {
    let s = stamp(ms);
    let day = format!("{}-{}-{}", &s[0..4], &s[4..6], &s[6..8]);
    (day, format!("{}:{}:{}", &s[9..11], &s[11..13], &s[13..15]))
}

// A cell of a table. A spreadsheet takes what begins like a formula for one: that is text here.
fn cell(text: &str) -> String {
    let risky = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if risky { format!("'{text}") } else { text.to_owned() };
    match text.contains([',', '"', '\n', '\r', ';']) || risky {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text,
    }
}

fn csv(app: &App, games: &[Found], user: &str) -> String {
    let mut text = String::from(
        "ended,game,title,variant,players,bots,seat,place,won,value,moves,rated,names\r\n",
    );
    for game in games {
        let title = app.config.parts.title(&game.title).map_or(game.title.as_str(), |t| t.name());
        let bots = game.seats.iter().filter(|s| s.place.bot.is_some()).count();
        let names: Vec<&str> =
            game.seats.iter().map(|s| s.name.as_deref().unwrap_or("–")).collect();
        for seat in game.seats.iter().filter(|s| s.place.user.as_deref() == Some(user)) {
            let (day, time) = date(game.ended);
            let row = [
                format!("{day} {time}"),
                game.game.clone(),
                cell(title),
                cell(&game.variant),
                game.seats.len().to_string(),
                bots.to_string(),
                (seat.place.seat + 1).to_string(),
                seat.place.place.to_string(),
                u8::from(seat.place.won).to_string(),
                seat.place.value.to_string(),
                game.length.to_string(),
                game.pool.clone(),
                cell(&names.join(" / ")),
            ];
            text.push_str(&row.join(","));
            text.push_str("\r\n");
        }
    }
    text
}

// A name for a thing that is the same in every file, so that reading one twice brings nothing twice.
fn uuid(kind: &str, id: &str) -> String {
    let hash = Sha256::digest(format!("signalbox {kind} {id}"));
    let hex: String = hash[..16].iter().map(|b| format!("{b:02x}")).collect();
    format!("{}-{}-4{}-a{}-{}", &hex[..8], &hex[8..12], &hex[13..16], &hex[17..20], &hex[20..32])
}

// Things that plays name, numbered from 1 in the order in which they are met.
#[derive(Default)]
struct Numbered {
    numbers: BTreeMap<String, usize>,
    list: Vec<Value>,
}

impl Numbered {
    fn number(&mut self, key: &str, make: impl FnOnce(usize) -> Value) -> usize {
        let next = self.list.len() + 1;
        *self.numbers.entry(key.to_owned()).or_insert_with(|| {
            self.list.push(make(next));
            next
        })
    }
}

fn bg_stats(app: &App, games: &[Found], user: &str, name: &str, at: i64) -> Value {
    let when = |ms: i64| {
        let (day, time) = date(ms);
        format!("{day} {time}")
    };
    let changed = when(at);
    let (mut titles, mut people) = (Numbered::default(), Numbered::default());
    let player = |key: &str, name: &str, id: usize| json!({"uuid": uuid("player", key), "id": id, "name": name, "isAnonymous": false, "modificationDate": changed});
    let me = people.number(user, |id| player(user, name, id));
    let plays: Vec<Value> = games
        .iter()
        .map(|game| {
            let called =
                app.config.parts.title(&game.title).map_or(game.title.as_str(), |t| t.name());
            let title = titles.number(&game.title, |id| {
                json!({
                    "uuid": uuid("game", &game.title), "id": id, "name": called, "bggName": called, "bggId": 0,
                    "highestWins": true, "noPoints": false, "cooperative": false, "usesTeams": false,
                    "modificationDate": changed,
                })
            });
            let scores: Vec<Value> = game
                .seats
                .iter()
                .map(|seat| {
                    let named = seat.name.as_deref().unwrap_or("–");
                    // Who keeps his name back is somebody else in every game.
                    let key = match (&seat.place.user, &seat.place.bot, &seat.name) {
                        (Some(id), _, _) if id == user => id.clone(),
                        (Some(id), _, Some(_)) if seat.page => id.clone(),
                        (_, Some(level), _) => format!("bot {level}"),
                        _ => format!("{} {}", game.game, seat.place.seat),
                    };
                    let shown = match &seat.place.bot {
                        Some(level) => format!("Bot ({level})"),
                        None => named.to_owned(),
                    };
                    let number = people.number(&key, |id| player(&key, &shown, id));
                    json!({
                        "playerRefId": number, "score": seat.place.value.to_string(), "winner": seat.place.won,
                        "rank": seat.place.place, "seatOrder": seat.place.seat + 1,
                        "startPlayer": seat.place.seat == 0, "newPlayer": false,
                    })
                })
                .collect();
            let day = date(game.ended).0.replace('-', "");
            json!({
                "uuid": uuid("play", &game.game), "gameRefId": title, "locationRefId": 1, "playDate": when(game.ended),
                "playDateYmd": day.parse::<i64>().unwrap_or(0), "entryDate": when(game.ended),
                "modificationDate": changed, "durationMin": 0, "ignored": false, "manualWinner": true, "rounds": 0,
                "usesTeams": false, "scoringSetting": 0, "board": game.variant, "comments": game.name,
                "playerScores": scores,
            })
        })
        .collect();
    json!({
        "userInfo": {"meRefId": me},
        "games": titles.list,
        "players": people.list,
        "locations": [{"uuid": uuid("location", WHERE), "id": 1, "name": WHERE, "modificationDate": changed}],
        "plays": plays,
        "challenges": [], "deletedObjects": [], "groups": [], "tags": [],
    })
}

fn file(kind: &'static str, name: &'static str, text: String) -> Response {
    let attached = format!("attachment; filename=\"{name}\"");
    ([(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, attached)], text).into_response()
}

/// One's results as a table: the newest 5000.
#[utoipa::path(get, path = "/api/account/results.csv", tag = "people",
    responses((status = 200, body = String, content_type = "text/csv"), (status = "4XX", body = FaultBody)))]
pub async fn table(State(app): State<App>, person: Person) -> Result<Response, Fault> {
    let games = own(&app, &person).await?;
    Ok(file("text/csv; charset=utf-8", "signalbox-results.csv", csv(&app, &games, person.id())))
}

/// One's results as BG Stats reads them: the newest 5000.
#[utoipa::path(get, path = "/api/account/bgstats.json", tag = "people",
    responses((status = 200, body = Object), (status = "4XX", body = FaultBody)))]
pub async fn plays(State(app): State<App>, person: Person) -> Result<Response, Fault> {
    let games = own(&app, &person).await?;
    let file_of = bg_stats(&app, &games, person.id(), &person.account.name, now());
    Ok(file("application/json", "signalbox-bgstats.json", file_of.to_string()))
}

/// One's studies, as a list of their files.
#[utoipa::path(get, path = "/api/account/studies.json", tag = "studies",
    responses((status = 200, body = Vec<Object>), (status = "4XX", body = FaultBody)))]
pub async fn studies(State(app): State<App>, person: Person) -> Result<Response, Fault> {
    app.limiter.take(Kind::File, Whom::Name(person.id().to_owned()))?;
    let mut files = Vec::new();
    for row in app.store.studies_of(person.id()).await? {
        let Some((_, document)) = app.store.study_document(&row.id).await? else { continue };
        files.push(document);
    }
    // Each is JSON as it is stored.
    let text = format!("[{}]", files.join(","));
    Ok(file("application/json", "signalbox-studies.json", text))
}

/// The puzzles that one tried, as a table.
#[utoipa::path(get, path = "/api/account/puzzles.csv", tag = "people",
    responses((status = 200, body = String, content_type = "text/csv"), (status = "4XX", body = FaultBody)))]
pub async fn puzzles(State(app): State<App>, person: Person) -> Result<Response, Fault> {
    app.limiter.take(Kind::File, Whom::Name(person.id().to_owned()))?;
    let mut text = String::from("puzzle,of_the_day,tries,solved,shown\r\n");
    for riddle in app.store.riddles(person.id()).await? {
        let of_day = if riddle.day < 0 { String::new() } else { date(begins(riddle.day)).0 };
        let solved = riddle.solved.map_or(String::new(), |at| {
            let (day, time) = date(at);
            format!("{day} {time}")
        });
        let row = [
            cell(&riddle.puzzle),
            of_day,
            riddle.tries.to_string(),
            solved,
            u8::from(riddle.shown).to_string(),
        ];
        text.push_str(&row.join(","));
        text.push_str("\r\n");
    }
    Ok(file("text/csv; charset=utf-8", "signalbox-puzzles.csv", text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_no_formula_and_breaks_no_row() {
        assert_eq!(cell("Anna"), "Anna");
        assert_eq!(cell("a,b"), "\"a,b\"");
        assert_eq!(cell("say \"hi\""), "\"say \"\"hi\"\"\"");
        assert_eq!(cell("=1+1"), "\"'=1+1\"");
        assert_eq!(cell("@x"), "\"'@x\"");
    }

    #[test]
    fn a_thing_has_the_same_name_in_every_file() {
        assert_eq!(uuid("play", "g1"), uuid("play", "g1"));
        assert_ne!(uuid("play", "g1"), uuid("play", "g2"));
        assert_eq!(uuid("play", "g1").len(), 36);
    }
}
