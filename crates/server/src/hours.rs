//! When somebody does not play: time zone, nights, weekends, vacations. Clocks pause then, and notices wait.

use crate::app::App;
use crate::calendar::{Calendar, is_night, zone};
use crate::extract::{Body, Path};
use crate::fault::{Fault, FaultBody};
use crate::pauses::Span;
use crate::room::is_plain;
use crate::secret;
use crate::visitor::Person;
use axum::Json;
use axum::extract::State;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use store::{Hours, Vacation};
use utoipa::ToSchema;

const DAY: i64 = 86_400_000;
// Earlier hours are kept for so long: a turn may have begun under them.
const KEPT: i64 = 90 * DAY;
// So often they may change in that time.
const MOST_CHANGES: usize = 30;
/// Days off in a year.
pub const VACATION_DAYS: i64 = 42;
const YEAR: i64 = 365 * DAY;
const MOST_VACATIONS: usize = 20;

/// A night: from a minute of the day to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Night {
    /// Begins, in minutes since midnight.
    pub from: i64,
    /// Ends, in minutes since midnight; at most twelve hours later.
    pub to: i64,
}

/// When somebody does not play, every week.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HoursJson {
    /// Time zone by its IANA name, such as `Europe/Prague`.
    pub zone: String,
    /// The night; none if missing.
    pub night: Option<Night>,
    /// No play on Saturdays and Sundays.
    #[serde(default)]
    pub weekends: bool,
}

/// Days off.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct VacationJson {
    /// Id.
    pub id: String,
    /// Begins.
    pub from: i64,
    /// Ends.
    pub to: i64,
}

/// Everything about somebody's time.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TimeJson {
    /// Every week; missing until it was set.
    pub hours: Option<HoursJson>,
    /// Days off of the last year and to come.
    pub vacations: Vec<VacationJson>,
    /// Days off that are left.
    pub days_left: i64,
    /// Days off in a year.
    pub days: i64,
}

/// Days off to be taken, by the calendar of one's zone.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct VacationBody {
    /// First day, as in `2026-12-24`.
    pub from: String,
    /// Last day.
    pub to: String,
}

/// When somebody does not play. Everything that asks for nights, weekends or days off asks here.
#[derive(Clone, Debug, Default)]
pub struct Rest {
    hours: Vec<(i64, Calendar)>,
    vacations: Vec<Span>,
}

impl Rest {
    /// The calendar that held at a moment: a later change does not concern a turn that had begun.
    pub fn calendar(&self, at: i64) -> Option<&Calendar> {
        let held = self.hours.iter().rev().find(|(since, _)| *since <= at);
        held.map(|(_, calendar)| calendar)
    }

    /// Nights, weekends and days off between two moments, by the hours that held at the first.
    pub fn pauses(&self, from: i64, to: i64) -> Vec<Span> {
        let week = self.calendar(from).map(|c| c.pauses(from, to));
        let off = self.vacations.iter().filter(|s| s.to > from && s.from < to);
        week.unwrap_or_default().into_iter().chain(off.copied()).collect()
    }
}

fn json(hours: &Hours) -> HoursJson {
    HoursJson {
        zone: hours.zone.clone(),
        night: hours.night.map(|(from, to)| Night { from, to }),
        weekends: hours.weekends,
    }
}

// Days of a vacation: a part of a day is a day.
fn days(vacation: &Vacation) -> i64 {
    (vacation.to - vacation.from + DAY - 1) / DAY
}

impl App {
    /// When somebody does not play; `since` is the earliest moment that matters.
    pub async fn rest(&self, user: &str, since: i64) -> Result<Rest, Fault> {
        let hours = self.store.hours(user).await?;
        let vacations = self.store.vacations(user, since).await?;
        Ok(Rest {
            hours: hours.iter().map(|h| (h.since, Calendar::of(h))).collect(),
            vacations: vacations.iter().map(|v| Span { from: v.from, to: v.to }).collect(),
        })
    }

    async fn time_of(&self, user: &str) -> Result<TimeJson, Fault> {
        let hours = self.store.hours(user).await?;
        let vacations = self.store.vacations(user, self.now() - YEAR).await?;
        let taken: i64 = vacations.iter().map(days).sum();
        let shown = |v: Vacation| VacationJson { id: v.id, from: v.from, to: v.to };
        Ok(TimeJson {
            hours: hours.last().map(json),
            vacations: vacations.into_iter().map(shown).collect(),
            days_left: (VACATION_DAYS - taken).max(0),
            days: VACATION_DAYS,
        })
    }
}

/// When one does not play.
#[utoipa::path(get, path = "/api/account/time", tag = "account",
    responses((status = 200, body = TimeJson), (status = "4XX", body = FaultBody)))]
pub async fn time(State(app): State<App>, person: Person) -> Result<Json<TimeJson>, Fault> {
    Ok(Json(app.time_of(person.id()).await?))
}

/// Sets time zone, night and weekends. A turn that has begun goes on by the hours that held then.
#[utoipa::path(post, path = "/api/account/time", tag = "account", request_body = HoursJson,
    responses((status = 200, body = TimeJson), (status = "4XX", body = FaultBody)))]
pub async fn set_time(
    State(app): State<App>,
    person: Person,
    Body(body): Body<HoursJson>,
) -> Result<Json<TimeJson>, Fault> {
    let (_, zone) = zone(&body.zone).ok_or_else(|| Fault::bad("there is no such time zone"))?;
    let night = body.night.map(|n| (n.from, n.to));
    if night.is_some_and(|n| !is_night(n)) {
        return Err(Fault::bad("a night has at most twelve hours"));
    }
    let now = app.now();
    let before = app.store.hours(person.id()).await?;
    let hours = Hours { since: now, zone, night, weekends: body.weekends };
    let same = |h: &Hours| json(h) == json(&hours);
    if !before.last().is_some_and(same) {
        if before.iter().filter(|h| h.since > now - KEPT).count() >= MOST_CHANGES {
            return Err(Fault::TooMany(3600, "your hours changed too often"));
        }
        app.store.set_hours(person.id(), &hours, now - KEPT).await?;
    }
    Ok(Json(app.time_of(person.id()).await?))
}

/// Takes days off: one's clocks stand still. They begin now at the earliest.
#[utoipa::path(post, path = "/api/account/vacation", tag = "account", request_body = VacationBody,
    responses((status = 200, body = TimeJson), (status = "4XX", body = FaultBody)))]
pub async fn take_vacation(
    State(app): State<App>,
    person: Person,
    Body(body): Body<VacationBody>,
) -> Result<Json<TimeJson>, Fault> {
    let day = |text: &str| -> Result<Date, Fault> {
        let plain = text.len() == 10 && text.is_ascii();
        plain
            .then(|| text.parse().ok())
            .flatten()
            .ok_or_else(|| Fault::bad("a day is written as 2026-12-24"))
    };
    let (first, last) = (day(&body.from)?, day(&body.to)?);
    let now = app.now();
    let hours = app.store.hours(person.id()).await?;
    let utc = Hours { since: 0, zone: "UTC".to_owned(), night: None, weekends: false };
    let calendar = Calendar::of(hours.last().unwrap_or(&utc));
    let begins = calendar.at(first, 0);
    let ends = last.tomorrow().ok().and_then(|d| calendar.at(d, 0));
    let (Some(begins), Some(ends)) = (begins, ends) else {
        return Err(Fault::bad("there is no such day"));
    };
    let vacation =
        Vacation { id: format!("v{}", secret::random_word(9)), from: begins.max(now), to: ends };
    if vacation.to <= vacation.from {
        return Err(Fault::bad("the last day is over or before the first"));
    }
    if vacation.from > now + YEAR {
        return Err(Fault::bad("days off begin within a year"));
    }
    let there = app.store.vacations(person.id(), now - YEAR).await?;
    if there.iter().any(|v| v.from < vacation.to && vacation.from < v.to) {
        return Err(Fault::conflict("these days are off already"));
    }
    let taken: i64 = there.iter().map(days).sum();
    if taken + days(&vacation) > VACATION_DAYS || there.len() >= MOST_VACATIONS {
        return Err(Fault::conflict("so many days off are not left"));
    }
    if !app.store.add_vacation(person.id(), &vacation, now - YEAR, there.len()).await? {
        return Err(Fault::conflict("these days are off already"));
    }
    app.clocks.notify_one();
    Ok(Json(app.time_of(person.id()).await?))
}

/// Ends days off now, or takes them back before they begin.
#[utoipa::path(delete, path = "/api/account/vacation/{id}", tag = "account", params(("id" = String, Path)),
    responses((status = 200, body = TimeJson), (status = "4XX", body = FaultBody)))]
pub async fn end_vacation(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
) -> Result<Json<TimeJson>, Fault> {
    if !is_plain(&id) || !app.store.end_vacation(person.id(), &id, app.now()).await? {
        return Err(Fault::NotFound);
    }
    app.clocks.notify_one();
    Ok(Json(app.time_of(person.id()).await?))
}
