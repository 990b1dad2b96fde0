//! Who sends a request.

use crate::app::App;
use crate::clock::now;
use crate::config::{self, Config};
use crate::fault::Fault;
use crate::limit::Kind;
use crate::secret;
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::header::{AUTHORIZATION, COOKIE, HOST, ORIGIN};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use store::{Account, SessionKind};

const DAY: i64 = 86_400_000;

/// Somebody, logged in or not.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// The account.
    pub account: Option<Arc<Account>>,
    /// Hash of the session's secret.
    pub session: String,
    /// By cookie or token.
    pub kind: SessionKind,
    /// Address.
    pub address: IpAddr,
    /// Whether they came by https.
    pub https: bool,
}

/// Somebody who is logged in.
#[derive(Clone, Debug)]
pub struct Person {
    /// The account.
    pub account: Arc<Account>,
    /// Hash of the session's secret.
    pub session: String,
    /// By cookie or token.
    pub kind: SessionKind,
    /// Address.
    pub address: IpAddr,
    /// Whether they came by https.
    pub https: bool,
}

impl Person {
    /// Account id.
    pub fn id(&self) -> &str {
        &self.account.id
    }
}

/// Name of the cookie. The prefix makes browsers insist on https and on this very host.
pub fn cookie_name(https: bool) -> &'static str {
    if https { "__Host-signalbox" } else { "signalbox" }
}

/// The value of a cookie.
pub fn cookie(headers: &HeaderMap, name: &str) -> Option<String> {
    headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|v| v.to_str().ok())
        .flat_map(|v| v.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(n, _)| *n == name)
        .map(|(_, v)| v.to_owned())
}

/// The `Set-Cookie` line for a secret; without one, the line that removes the cookie.
pub fn set_cookie(secret: Option<&str>, days: i64, https: bool) -> String {
    let (value, age) = secret.map_or(("", 0), |s| (s, days * 86_400));
    let secure = if https { "; Secure" } else { "" };
    format!("{}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age}{secure}", cookie_name(https))
}

/// The address a request comes from.
pub fn address_of(config: &Config, headers: &HeaderMap, peer: Option<SocketAddr>) -> IpAddr {
    let peer = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |p| p.ip());
    if !config.trust_proxy {
        return peer;
    }
    // The last entry was written by our own proxy; those before it may be invented.
    headers
        .get_all("x-forwarded-for")
        .iter()
        .next_back()
        .and_then(|v| v.to_str().ok())
        .and_then(|v| v.rsplit(',').next())
        .and_then(|v| v.trim().parse().ok())
        .unwrap_or(peer)
}

/// Whether a request came through a proxy, as far as it says so.
pub fn is_forwarded(headers: &HeaderMap) -> bool {
    ["x-forwarded-for", "forwarded", "via"].iter().any(|name| headers.contains_key(*name))
}

fn is_https(config: &Config, headers: &HeaderMap) -> bool {
    config.is_https()
        || (config.trust_proxy
            && headers.get("x-forwarded-proto").is_some_and(|v| v.as_bytes() == b"https"))
}

/// Refuses requests that another site makes a browser send.
pub fn check_origin(config: &Config, method: &Method, headers: &HeaderMap) -> Result<(), Fault> {
    if matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS) {
        return Ok(());
    }
    const OTHER: Fault = Fault::Forbidden("requests of other sites are refused");
    match headers.get(ORIGIN).map(|o| o.to_str().unwrap_or("null")) {
        Some(origin) => {
            let ours = match &config.public_url {
                Some(url) => origin.eq_ignore_ascii_case(&config::origin(url)),
                None => {
                    let host = headers.get(HOST).and_then(|h| h.to_str().ok()).unwrap_or_default();
                    let named = origin.split_once("://").map_or("", |(_, h)| h);
                    !host.is_empty() && named.eq_ignore_ascii_case(host)
                }
            };
            if ours { Ok(()) } else { Err(OTHER) }
        }
        // Browsers that send no Origin say at least where a request comes from; other programs say nothing.
        None => match headers.get("sec-fetch-site").map(|v| v.as_bytes()) {
            None | Some(b"same-origin" | b"none") => Ok(()),
            Some(_) => Err(OTHER),
        },
    }
}

fn secret_of(headers: &HeaderMap, https: bool) -> Option<(String, SessionKind)> {
    // Another scheme is none of ours: a proxy that asks for a password of its own sends it along.
    let bearer = headers.get(AUTHORIZATION).and_then(|v| v.to_str().ok());
    if let Some(token) = bearer.and_then(|v| v.strip_prefix("Bearer ")) {
        return Some((token.trim().to_owned(), SessionKind::Token));
    }
    cookie(headers, cookie_name(https)).map(|secret| (secret, SessionKind::Cookie))
}

impl FromRequestParts<App> for Visitor {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Visitor, Fault> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|c| c.0);
        let address = address_of(&app.config, &parts.headers, peer);
        let https = is_https(&app.config, &parts.headers);
        let mut visitor = Visitor {
            account: None,
            session: String::new(),
            kind: SessionKind::Cookie,
            address,
            https,
        };
        let Some((secret, kind)) = secret_of(&parts.headers, https) else {
            return Ok(visitor);
        };
        if secret.len() > 100 {
            return Ok(visitor);
        }
        let hash = secret::hash(&secret);
        let now = now();
        if let Some((account, expires)) = app.store.session(&hash, kind, now).await? {
            let lasts = app.config.session_days * DAY;
            let ends = match kind {
                SessionKind::Cookie if expires - now < lasts / 2 => now + lasts,
                _ => expires,
            };
            // Once a day it is noted who is here: guests who stay away are forgotten one day.
            if ends != expires || now - account.seen > DAY {
                app.store.prolong(&hash, &account.id, ends, now).await?;
            }
            visitor.account = Some(account);
            visitor.session = hash;
            visitor.kind = kind;
        }
        Ok(visitor)
    }
}

impl FromRequestParts<App> for Person {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Person, Fault> {
        let visitor = Visitor::from_request_parts(parts, app).await?;
        let account = visitor.account.ok_or(Fault::NoSession)?;
        if parts.method != Method::GET {
            app.limiter.take(Kind::Write, crate::limit::Whom::Name(account.id.clone()))?;
        }
        Ok(Person {
            account,
            session: visitor.session,
            kind: visitor.kind,
            address: visitor.address,
            https: visitor.https,
        })
    }
}

impl Visitor {
    /// Account id, if there is one.
    pub fn id(&self) -> Option<&str> {
        self.account.as_ref().map(|a| a.id.as_str())
    }

    /// Whom limits on expensive answers count.
    pub fn whom(&self) -> crate::limit::Whom {
        match &self.account {
            Some(a) => crate::limit::Whom::Name(a.id.clone()),
            None => self.address.into(),
        }
    }
}
