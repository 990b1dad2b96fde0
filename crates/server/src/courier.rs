//! Tells people who are not here: what waits is claimed way by way, looked at once more, and sent as one message.

use crate::app::App;
use crate::calendar::Calendar;
use crate::fault::Fault;
use crate::hooks;
use crate::outgoing::{Answer, Fence, OutgoingError};
use crate::push::{self, BrowserKeys};
use crate::sayings::{Of, Saying};
use axum::body::Body;
use axum::http::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE};
use axum::http::{Method, Request, StatusCode};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use store::{
    Attempt, Channel, ChannelKind, ChannelState, GameRow, GameState, Habits, Hours, NewNotice,
    NoticeKind, Seat, StoreError, Waiting,
};
use tokio::sync::Semaphore;
use url::Url;

// So many messages are under way at once.
const AT_ONCE: usize = 16;
// What waits is looked for at least so often, in case news got lost.
const LOOK: Duration = Duration::from_secs(2);
const AGAIN: i64 = 200;
// So often it is tried where nothing arrives, and no longer than this between two times.
const MOST_TRIES: i64 = 12;
const LONGEST_REST: i64 = 6 * 3_600_000;
// Nobody is told of what is older.
const OLD: i64 = 3 * DAY;
// Somebody at the table sees a turn by himself; after so long he may have gone without closing the page.
const PATIENCE: i64 = 600_000;
const GLANCE: i64 = 15_000;
const DAY: i64 = 86_400_000;
// What one message can hold; more waits for the next.
const MOST_WAITING: i64 = 200;

/// Where a way leads.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Address of a push service or another program.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub url: String,
    /// Keys of a browser.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub p256dh: String,
    /// As above.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub auth: String,
    /// Number of a chat.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub chat: String,
    /// Secret for signatures.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub secret: String,
}

/// What became of a message.
#[derive(Debug, PartialEq, Eq)]
enum Outcome {
    /// It arrived.
    Sent,
    /// There is nobody there any more.
    Gone(String),
    /// It did not arrive; perhaps later, after so many seconds if the other side says so.
    Later(String, Option<u64>),
    /// It was refused: trying often is of no use.
    Refused(String),
}

fn answered(answer: &Answer) -> Outcome {
    let said = format!("status {}", answer.status.as_u16());
    match answer.status {
        status if status.is_success() => Outcome::Sent,
        StatusCode::NOT_FOUND | StatusCode::GONE => Outcome::Gone(said),
        StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT => {
            Outcome::Later(said, answer.retry_after)
        }
        status if status.is_server_error() => Outcome::Later(said, answer.retry_after),
        _ => Outcome::Refused(said),
    }
}

impl From<OutgoingError> for Outcome {
    fn from(error: OutgoingError) -> Outcome {
        match error {
            OutgoingError::Address(_) | OutgoingError::Forbidden(_) => {
                Outcome::Gone("forbidden".to_owned())
            }
            OutgoingError::Late => Outcome::Later("late".to_owned(), None),
            // What exactly the network says is nobody's business: it would tell what lies there.
            OutgoingError::Network(_) => Outcome::Later("network".to_owned(), None),
        }
    }
}

/// How long to wait after so many times in vain.
fn rest(first: Duration, tries: i64) -> i64 {
    let first = first.as_millis() as i64;
    first.saturating_mul(1 << (tries - 1).clamp(0, 20)).min(LONGEST_REST)
}

/// Serves what waits until the server stops.
pub async fn serve(app: App) {
    let free = Arc::new(Semaphore::new(AT_ONCE));
    let mut stopping = app.stopping.subscribe();
    if let Err(error) = app.store.free_channels().await {
        tracing::warn!(%error, "claims of notices could not be freed");
    }
    loop {
        if app.is_stopping() {
            break;
        }
        let most = free.available_permits() as i64;
        if most > 0 {
            let lease = app.now() + app.config.notices.lease.as_millis() as i64;
            match app.store.claim_channels(app.now(), lease, most).await {
                Ok(channels) => {
                    for channel in channels {
                        let Ok(permit) = free.clone().acquire_owned().await else { return };
                        let app = app.clone();
                        tokio::spawn(async move {
                            let _permit = permit;
                            let id = channel.id.clone();
                            if let Err(error) = deliver(&app, channel).await {
                                // The claim ends by itself.
                                tracing::warn!(%error, channel = id, "a notice could not be told");
                            }
                            app.courier.notify_one();
                        });
                    }
                }
                Err(error) => tracing::warn!(%error, "notices could not be claimed"),
            }
        }
        let wait = match app.store.next_waiting().await {
            // What is due and was not claimed is under way, or waits for its way.
            Ok(Some(due)) if due > app.now() => due,
            Ok(Some(_)) => app.now() + AGAIN,
            _ => app.now() + LOOK.as_millis() as i64,
        };
        tokio::select! {
            () = app.courier.notified() => {}
            () = app.config.clock.wait_until(wait, LOOK) => {}
            _ = stopping.wait_for(|s| *s) => break,
        }
    }
    // What is under way is brought to its end, so that it is not told once more.
    let _ = tokio::time::timeout(app.config.grace, free.acquire_many(AT_ONCE as u32)).await;
}

impl App {
    /// Tells somebody, or a table, of something that no change of a game brings with it. `owner` is the id of an account,
    /// or of the game for its table. What a change brings is told by the change: see `Draft::notify`.
    pub async fn tell(
        &self,
        game: &str,
        owner: &str,
        kind: NoticeKind,
        name: &str,
    ) -> Result<(), Fault> {
        let (at, delay) = (self.now(), self.config.notices.delay.as_millis() as i64);
        let (owner, name) = (owner.to_owned(), name.to_owned());
        let notice = NewNotice { owner, kind, seat: None, name, due: at + delay };
        self.store.queue_notice(game, &notice, at).await?;
        self.courier.notify_one();
        Ok(())
    }
}

/// What is to be done with something that waits.
enum Worth {
    Tell(Of),
    Wait(i64),
    Drop,
}

// Whether there is still a reason to tell this.
async fn worth(
    app: &App,
    channel: &Channel,
    habits: &Habits,
    notice: &Waiting,
) -> Result<Worth, StoreError> {
    let at = app.now();
    if notice.kind == NoticeKind::Trial {
        return Ok(Worth::Tell(None));
    }
    let unwanted = habits.off.split(' ').any(|kind| kind == notice.kind.name());
    if at - notice.at > OLD || unwanted {
        return Ok(Worth::Drop);
    }
    let Some((game, seats)) = app.store.game(&notice.game).await? else {
        return Ok(Worth::Drop);
    };
    if !is_so(channel, notice, &game, &seats) {
        return Ok(Worth::Drop);
    }
    let here = channel.game.is_none()
        && app.presence.at(&game.id).iter().any(|present| present.user == channel.user);
    if here {
        return Ok(match notice.kind {
            // He sees it, and if he does nothing he may have gone.
            NoticeKind::Turn | NoticeKind::Asked | NoticeKind::Clock
                if at - notice.at < PATIENCE =>
            {
                Worth::Wait(at + GLANCE)
            }
            NoticeKind::Turn | NoticeKind::Asked | NoticeKind::Clock => told(app, game),
            _ => Worth::Drop,
        });
    }
    Ok(told(app, game))
}

fn told(app: &App, game: GameRow) -> Worth {
    let title = app.config.parts.title(&game.title).map_or(game.title.as_str(), |t| t.name());
    let title = title.to_owned();
    Worth::Tell(Some(Box::new((game, title))))
}

// Whether what is told is still so.
fn is_so(channel: &Channel, notice: &Waiting, game: &GameRow, seats: &[Seat]) -> bool {
    let sits = || seats.iter().any(|s| s.user.as_deref() == Some(channel.user.as_str()));
    let personal = channel.game.is_none();
    match notice.kind {
        NoticeKind::Turn | NoticeKind::Clock => {
            game.state == GameState::Playing
                && match personal {
                    true => game.turn_user.as_deref() == Some(channel.user.as_str()),
                    false => game.turn.as_ref().map(|t| t.seat) == notice.seat,
                }
        }
        NoticeKind::Asked => {
            #[derive(Deserialize)]
            struct Answers {
                agreed: Vec<String>,
            }
            let proposal = game.proposal.as_deref();
            let answers = proposal.and_then(|p| serde_json::from_str::<Answers>(p).ok());
            answers.is_some_and(|a| !a.agreed.contains(&channel.user)) && sits()
        }
        NoticeKind::Began => game.state == GameState::Playing,
        NoticeKind::Ended => matches!(game.state, GameState::Finished | GameState::Abandoned),
        NoticeKind::Mention => sits(),
        NoticeKind::Timeout | NoticeKind::Replace => game.state == GameState::Playing,
        NoticeKind::Seat | NoticeKind::Trial => true,
    }
}

// When somebody's quiet hours end, if it is quiet where he is.
async fn quiet_until(app: &App, user: &str, habits: &Habits) -> Result<Option<i64>, StoreError> {
    let Some(hours) = habits.quiet else { return Ok(None) };
    let zone = app.store.hours(user).await?.pop().map_or_else(|| "UTC".to_owned(), |h| h.zone);
    let calendar = Calendar::of(&Hours { since: 0, zone, night: Some(hours), weekends: false });
    let at = app.now();
    let nights = calendar.pauses(at - DAY, at + 2 * DAY);
    Ok(nights.iter().find(|night| night.from <= at && at < night.to).map(|night| night.to))
}

// Tells what waits on a claimed way, and gives the way back.
async fn deliver(app: &App, channel: Channel) -> Result<(), StoreError> {
    let rules = &app.config.notices;
    let personal = channel.game.is_none();
    let habits = match personal {
        true => app.store.habits(&channel.user).await?,
        false => Habits::default(),
    };
    let kept = Attempt {
        next: channel.next,
        tries: channel.tries,
        sent: channel.sent,
        said: channel.said.clone(),
    };
    if app.store.ban_of(&channel.user, app.now()).await?.is_some() {
        return app.store.set_channel_state(&channel.id, ChannelState::Stopped, "").await;
    }
    let delay = rules.delay.as_millis() as i64;
    let mut ready = Vec::new();
    for notice in app.store.waiting(&channel.id, MOST_WAITING).await? {
        // What is gathered goes along; what happened a moment ago does not.
        let at = app.now();
        if notice.due > at && (notice.kind == NoticeKind::Trial || notice.at + delay > at) {
            continue;
        }
        match worth(app, &channel, &habits, &notice).await? {
            Worth::Tell(game) => ready.push((notice, game)),
            Worth::Wait(until) => {
                app.store.postpone_waiting(&channel.id, &notice, until).await?;
            }
            Worth::Drop => {
                metrics::counter!("signalbox_notices_total", "what" => "dropped").increment(1);
                app.store.forget_waiting(&channel.id, &notice).await?;
            }
        }
    }
    // Who tries a way at night hears that at once, and the rest in the morning.
    if let Some(next) = quiet_until(app, &channel.user, &habits).await? {
        ready.retain(|(n, _)| n.kind == NoticeKind::Trial);
        if ready.is_empty() {
            return app.store.release_channel(&channel.id, &Attempt { next, ..kept }).await;
        }
    }
    // A game that has begun with somebody's turn is told of once.
    let turns: Vec<String> = ready
        .iter()
        .filter(|(n, _)| n.kind == NoticeKind::Turn)
        .map(|(n, _)| n.game.clone())
        .collect();
    let mut shown = ready.clone();
    shown.retain(|(n, _)| n.kind != NoticeKind::Began || !turns.contains(&n.game));
    shown.sort_by_key(|(n, _)| (n.kind, n.at));
    if shown.is_empty() {
        return app.store.release_channel(&channel.id, &kept).await;
    }
    let saying = Saying::new(&app.home(), &channel, &shown);
    let outcome = send(app, &channel, &saying).await;
    let what = match &outcome {
        Outcome::Sent => "sent",
        Outcome::Gone(_) => "gone",
        Outcome::Later(..) => "later",
        Outcome::Refused(_) => "refused",
    };
    metrics::counter!("signalbox_notices_total", "what" => what, "by" => channel.kind.name())
        .increment(1);
    let (said, tries, after) = match outcome {
        Outcome::Sent => {
            for (notice, _) in &ready {
                app.store.forget_waiting(&channel.id, notice).await?;
            }
            let (sent, next) = (app.now(), app.now() + rules.gap.as_millis() as i64);
            let done = Attempt { next, tries: 0, sent, said: String::new() };
            return app.store.release_channel(&channel.id, &done).await;
        }
        Outcome::Gone(said) => {
            tracing::info!(channel = channel.id, said, "a way for notices has ended");
            return match channel.kind {
                // The browser has taken it back; there is nothing to show any more.
                ChannelKind::Push => app.store.remove_channel(&channel.id).await.map(|_| ()),
                _ => app.store.set_channel_state(&channel.id, ChannelState::Failed, &said).await,
            };
        }
        Outcome::Later(said, after) => (said, channel.tries + 1, after),
        Outcome::Refused(said) => (said, channel.tries + 3, None),
    };
    if tries >= MOST_TRIES {
        tracing::info!(channel = channel.id, said, "nothing arrives on a way for notices");
        return app.store.set_channel_state(&channel.id, ChannelState::Failed, &said).await;
    }
    let after =
        after.map_or(0, |s| i64::try_from(s).map_or(LONGEST_REST, |s| s.saturating_mul(1000)));
    let next = app.now() + rest(rules.retry, tries).max(after.min(LONGEST_REST));
    app.store.release_channel(&channel.id, &Attempt { next, tries, said, ..kept }).await
}

async fn send(app: &App, channel: &Channel, saying: &Saying) -> Outcome {
    let Ok(place) = serde_json::from_str::<Place>(&channel.place) else {
        return Outcome::Gone("unreadable".to_owned());
    };
    match channel.kind {
        ChannelKind::Mail => mail(app, channel, saying).await,
        ChannelKind::Push => match push(app, channel, &place, saying).await {
            Ok(outcome) | Err(outcome) => outcome,
        },
        kind => {
            let body = hooks::body(kind, &place.chat, saying).to_string();
            let mut request =
                Request::builder().method(Method::POST).header(CONTENT_TYPE, "application/json");
            if kind == ChannelKind::Json {
                let seconds = app.now() / 1000;
                request = request
                    .header("webhook-id", &saying.id)
                    .header("webhook-timestamp", seconds)
                    .header(
                        "webhook-signature",
                        hooks::signature(&place.secret, &saying.id, seconds, &body),
                    );
            }
            match request.body(Body::from(body)) {
                Ok(request) => post(app, &place.url, request).await,
                Err(_) => Outcome::Gone("unreadable".to_owned()),
            }
        }
    }
}

async fn post(app: &App, url: &str, request: Request<Body>) -> Outcome {
    let Ok(url) = url.parse::<Url>() else {
        return Outcome::Gone("forbidden".to_owned());
    };
    let fence = Fence { exempt: &app.config.notices.exempt };
    match app.outgoing.deliver(&url, request, fence).await {
        Ok(answer) => answered(&answer),
        Err(error) => error.into(),
    }
}

/// What a browser's worker reads.
#[derive(Serialize)]
struct Pushed<'a> {
    title: &'a str,
    body: String,
    link: &'a str,
    tag: &'a str,
    stop: &'a str,
    stop_text: String,
    lang: &'a str,
}

async fn push(
    app: &App,
    channel: &Channel,
    place: &Place,
    saying: &Saying,
) -> Result<Outcome, Outcome> {
    let unreadable = || Outcome::Gone("unreadable".to_owned());
    let endpoint: Url = place.url.parse().map_err(|_| unreadable())?;
    let keys = BrowserKeys::read(&place.p256dh, &place.auth).map_err(|_| unreadable())?;
    let vapid = app.vapid().await.map_err(|_| Outcome::Later("key".to_owned(), None))?;
    // One notification for a game, and one for several: what is newer takes the place of what is there.
    let games = saying.lines.windows(2).all(|two| two[0].game == two[1].game);
    let tag = match saying.lines.first() {
        Some(line) if games => line.game.as_str(),
        _ => "several",
    };
    let body = match saying.lines.len() {
        1 => String::new(),
        _ => saying.text(false),
    };
    let mut pushed = Pushed {
        title: &saying.title,
        body,
        link: &saying.link,
        tag,
        stop: &channel.stop,
        stop_text: crate::pages::text(Some(&channel.lang), "notice-stop-short"),
        lang: &channel.lang,
    };
    let mut text = crate::told::text(&pushed);
    if text.len() > push::LONGEST {
        pushed.body = pushed.body.chars().take(500).collect();
        text = crate::told::text(&pushed);
    }
    let sealed = keys.seal(text.as_bytes()).map_err(|_| unreadable())?;
    let signed = vapid.authorization(&endpoint, &subject(app), app.now() / 1000);
    let signed = signed.ok_or_else(unreadable)?;
    // A message that waits at the service for a browser that is off gives way to a newer one of the same topic.
    let topic: String =
        tag.chars().filter(|c| c.is_ascii_alphanumeric() || "-_".contains(*c)).take(32).collect();
    let mut request = Request::builder()
        .method(Method::POST)
        .header(AUTHORIZATION, signed)
        .header(CONTENT_TYPE, "application/octet-stream")
        .header(CONTENT_ENCODING, "aes128gcm")
        .header("ttl", OLD / 1000)
        .header("urgency", "normal");
    if !topic.is_empty() {
        request = request.header("topic", topic);
    }
    let request = request.body(Body::from(sealed)).map_err(|_| unreadable())?;
    Ok(post(app, &place.url, request).await)
}

// Whom a push service may turn to.
fn subject(app: &App) -> String {
    match (&app.postman, app.config.is_https()) {
        (_, true) => app.home(),
        (Some(postman), false) => format!("mailto:{}", postman.from()),
        (None, false) => "mailto:operator@localhost".to_owned(),
    }
}

async fn mail(app: &App, channel: &Channel, saying: &Saying) -> Outcome {
    let account = match app.store.account(&channel.user).await {
        Ok(account) => account,
        Err(_) => return Outcome::Later("database".to_owned(), None),
    };
    // The address may have been taken away since.
    let (Some(postman), Some(to)) = (&app.postman, account.and_then(|a| a.mail)) else {
        return Outcome::Gone("no mail address".to_owned());
    };
    let Ok(place) = postman.place() else {
        return Outcome::Later("busy".to_owned(), None);
    };
    let text = format!("{}\n\n-- \n{} {}\n", saying.text(true), saying.stop_text, saying.stop);
    let click = format!("{}/api/notices/stop?key={}", app.home(), channel.stop);
    let head = [
        ("List-Unsubscribe", format!("<{click}>")),
        ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()),
        ("Auto-Submitted", "auto-generated".to_owned()),
        // The same when the same is sent again: then it is shown once.
        ("Message-ID", format!("<{}@{}>", saying.id, postman.from().domain())),
    ];
    match postman.send_with(place, &to, &saying.title, text, &head).await {
        Ok(()) => Outcome::Sent,
        Err(Fault::BadRequest(..)) => Outcome::Gone("no mail address".to_owned()),
        Err(_) => Outcome::Later("mail".to_owned(), None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_tried_again_after_longer_and_longer_times_with_an_end() {
        let first = Duration::from_secs(30);
        assert_eq!(rest(first, 1), 30_000);
        assert_eq!(rest(first, 2), 60_000);
        assert_eq!(rest(first, 5), 480_000);
        assert_eq!(rest(first, 40), LONGEST_REST);
        let all: i64 = (1..MOST_TRIES).map(|n| rest(first, n)).sum();
        assert!((8..48).contains(&(all / 3_600_000)), "{all}");
    }

    #[test]
    fn answers_say_whether_to_try_again() {
        let of = |status: u16| {
            let status = StatusCode::from_u16(status).unwrap();
            answered(&Answer { status, retry_after: Some(9), body: Vec::new() })
        };
        assert_eq!(of(201), Outcome::Sent);
        assert_eq!(of(410), Outcome::Gone("status 410".to_owned()));
        assert_eq!(of(429), Outcome::Later("status 429".to_owned(), Some(9)));
        assert_eq!(of(503), Outcome::Later("status 503".to_owned(), Some(9)));
        // A redirect is not followed; it will be none the next time either.
        assert_eq!(of(302), Outcome::Refused("status 302".to_owned()));
        assert_eq!(of(400), Outcome::Refused("status 400".to_owned()));
    }
}
