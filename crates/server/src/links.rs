//! Pages of games as links to them are seen elsewhere: with a title and a picture, or in a frame.

use crate::app::App;
use crate::extract::{Path, Query};
use crate::fault::Fault;
use crate::guard::{FRAMED, POLICY};
use crate::lobby::Invited;
use crate::pages::page_with;
use crate::room::{Loaded, is_plain};
use crate::visitor::Visitor;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

// Text as it stands in an attribute.
fn quoted(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}

// The address that people use: as the operator says, else as the browser does.
fn base(app: &App, visitor: &Visitor, headers: &HeaderMap) -> Option<String> {
    if let Some(url) = &app.config.public_url {
        return Some(url.trim_end_matches('/').to_owned());
    }
    let host = headers.get(HOST)?.to_str().ok()?;
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-._:[]".contains(&b);
    let scheme = if visitor.https { "https" } else { "http" };
    host.bytes().all(plain).then(|| format!("{scheme}://{host}"))
}

fn described(loaded: &Loaded) -> (String, String) {
    let names: Vec<&str> =
        loaded.seats.iter().map(|s| if s.name.is_empty() { "…" } else { &s.name }).collect();
    let sheet = loaded.position.sheet();
    let what = match loaded.game.name.as_str() {
        "" => names.join(", "),
        name => name.to_owned(),
    };
    let state = match loaded.game.state.name() {
        "playing" => "being played",
        state => state,
    };
    let told = format!("{}. {} moves, {state}.", names.join(", "), loaded.game.length);
    (format!("{} · {what}", sheet.name), told)
}

// What a link to a game tells those who show links: nothing of a game that the link does not open.
fn head(
    app: &App,
    visitor: &Visitor,
    headers: &HeaderMap,
    loaded: &Loaded,
    invite: Option<&str>,
) -> String {
    let (title, told) = described(loaded);
    let mut tags = vec![
        ("og:type", "website".to_owned()),
        ("og:site_name", "Signalbox".to_owned()),
        ("og:title", title),
        ("og:description", told),
    ];
    if let Some(base) = base(app, visitor, headers) {
        let (id, at) = (&loaded.game.id, loaded.game.length);
        let word = invite.map_or_else(String::new, |w| format!("&invite={w}"));
        let asked = invite.map_or_else(String::new, |w| format!("?invite={w}"));
        tags.push(("og:url", format!("{base}/game/{id}{asked}")));
        tags.push(("og:image", format!("{base}/api/games/{id}/map.png?width=1200&at={at}{word}")));
        tags.push(("og:image:type", "image/png".to_owned()));
    }
    let card = "<meta name=\"twitter:card\" content=\"summary_large_image\" />\n";
    let tag = |(name, value): &(&str, String)| {
        format!("<meta property=\"{name}\" content=\"{}\" />\n", quoted(value))
    };
    tags.iter().map(tag).chain([card.to_owned()]).collect()
}

async fn page(
    app: &App,
    visitor: &Visitor,
    headers: &HeaderMap,
    (name, id): (&str, &str),
    invite: Option<&str>,
) -> Result<String, Fault> {
    let invite = invite.filter(|w| is_plain(w));
    let found = app.see(id, visitor.id(), invite).await;
    let head = match found {
        Ok(held) => {
            let loaded = held.look();
            drop(held);
            // A member's own browser needs no invitation; others see what their link opens.
            let opens = invite.filter(|w| *w == loaded.game.invite);
            match loaded.game.listed || opens.is_some() {
                true => head(app, visitor, headers, &loaded, opens),
                false => String::new(),
            }
        }
        // The page itself says what is wrong.
        Err(_) => String::new(),
    };
    page_with(name, &head).ok_or(Fault::NotFound)
}

fn html(text: String) -> Response {
    ([(CONTENT_TYPE, "text/html; charset=utf-8"), (CACHE_CONTROL, "no-cache")], text)
        .into_response()
}

/// The table of a game.
pub async fn game(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    Path(id): Path<String>,
    Query(query): Query<Invited>,
) -> Result<Response, Fault> {
    let page = page(&app, &visitor, &headers, ("game.html", &id), query.invite.as_deref()).await?;
    Ok(html(page))
}

/// A player, whatever his name: the same page for all, so that it does not tell who there is.
pub async fn player(Path(_name): Path<String>) -> Result<Response, Fault> {
    Ok(html(page_with("player.html", "").ok_or(Fault::NotFound)?))
}

/// A game to be looked at in a frame, on the sites that the operator names.
pub async fn embed(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    Path(id): Path<String>,
    Query(query): Query<Invited>,
) -> Result<Response, Fault> {
    if app.config.embed.is_empty() {
        return Ok((StatusCode::NOT_FOUND, html(page_with("404.html", "").unwrap_or_default()))
            .into_response());
    }
    let page = page(&app, &visitor, &headers, ("embed.html", &id), query.invite.as_deref()).await?;
    Ok(framed(&app, page))
}

/// A study to be looked at in a frame, on the sites that the operator names.
pub async fn embed_study(
    State(app): State<App>,
    Path(_id): Path<String>,
) -> Result<Response, Fault> {
    if app.config.embed.is_empty() {
        return Ok((StatusCode::NOT_FOUND, html(page_with("404.html", "").unwrap_or_default()))
            .into_response());
    }
    Ok(framed(&app, page_with("study.html", "").ok_or(Fault::NotFound)?))
}

// A page that may stand in a frame.
fn framed(app: &App, page: String) -> Response {
    let ancestors = format!("frame-ancestors {}", app.config.embed.join(" "));
    let policy = POLICY.replace("frame-ancestors 'none'", &ancestors);
    let framed = [(CONTENT_SECURITY_POLICY, policy), (FRAMED, "yes".to_owned())];
    (framed, html(page)).into_response()
}
