//! What stands before every request: where it comes from, how often, and what the answer tells the browser.

use crate::app::App;
use crate::fault::Fault;
use crate::limit::Kind;
use crate::visitor::{address_of, check_origin, is_forwarded};
use crate::work::Piece;
use axum::body::Body;
use axum::body::HttpBody;
use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::HeaderValue;
use axum::http::header::{
    CONTENT_SECURITY_POLICY, HeaderName, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Once;
use std::time::{Duration, Instant};

/// Says that an answer may stand in a frame; taken away before it leaves.
pub const FRAMED: HeaderName = HeaderName::from_static("x-signalbox-framed");

/// What pages may load, and who may frame them: nobody.
pub const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Checks a request and dresses its answer.
pub async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let began = Instant::now();
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|c| c.0);
    let address = address_of(&app.config, request.headers(), peer);
    if !app.config.trust_proxy && is_forwarded(request.headers()) {
        static SAID: Once = Once::new();
        SAID.call_once(|| {
            tracing::warn!(
                "a proxy stands in front, and all its visitors share one address: start with --trust-proxy"
            );
        });
    }
    let path = request.extensions().get::<MatchedPath>().map(|p| p.as_str().to_owned());
    let method = request.method().clone();
    let asks = path.as_deref().is_some_and(|p| p.starts_with("/api"));
    let checked = app
        .limiter
        .take(Kind::Request, address)
        .and_then(|()| match asks && app.bans.hold(address) {
            true => Err(Fault::Forbidden("this address is banned")),
            false => Ok(()),
        })
        .and_then(|()| check_origin(&app.config, request.method(), request.headers()));
    let mut response = match checked {
        Ok(()) => match turn(&app, address).await {
            Ok(_turn) => next.run(in_time(&app, address, request)).await,
            Err(fault) => fault.into_response(),
        },
        Err(fault) => fault.into_response(),
    };
    let headers = response.headers_mut();
    let framed = headers.remove(FRAMED).is_some();
    let mut set = |name: HeaderName, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    set(CONTENT_SECURITY_POLICY, POLICY);
    set(X_CONTENT_TYPE_OPTIONS, "nosniff");
    if !framed {
        set(X_FRAME_OPTIONS, "DENY");
    }
    set(REFERRER_POLICY, "same-origin");
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    set(HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()");
    if app.config.is_https() {
        set(STRICT_TRANSPORT_SECURITY, "max-age=31536000");
    }
    if asks {
        set(axum::http::header::CACHE_CONTROL, "no-store");
    }
    let seconds = began.elapsed().as_secs_f64();
    // Labels come from the list of paths, never from what was asked, so their number is bounded.
    let path = path.unwrap_or_else(|| "page".to_owned());
    let status = response.status().as_u16().to_string();
    metrics::counter!("signalbox_requests_total", "method" => known(&method), "path" => path.clone(), "status" => status)
        .increment(1);
    metrics::histogram!("signalbox_request_seconds", "path" => path.clone()).record(seconds);
    tracing::debug!(%method, path, status = response.status().as_u16(), seconds, "answered");
    response
}

// A turn of the address, so that many requests of one do not stand before those of another.
async fn turn(app: &App, address: IpAddr) -> Result<Option<Piece>, Fault> {
    match app.config.rate_factor > 0.0 {
        true => app.turns.wait(address.into()).await.map(Some),
        false => Ok(None),
    }
}

// A body that must come within its time: a while, and a second for every 8 kB.
fn in_time(app: &App, address: IpAddr, request: Request) -> Request {
    if request.body().is_end_stream() {
        return request;
    }
    let (app, until) = (app.clone(), Instant::now() + app.config.patience.body);
    request.map(|body| {
        let begun = (body.into_data_stream(), until);
        Body::from_stream(stream::unfold(begun, move |(mut data, until)| {
            let app = app.clone();
            async move {
                match tokio::time::timeout_at(until.into(), data.next()).await {
                    Ok(part) => {
                        let more =
                            part.as_ref().and_then(|p| p.as_ref().ok()).map_or(0, |p| p.len());
                        let until = until + Duration::from_micros(more as u64 * 1_000_000 / 8192);
                        part.map(|part| (part, (data, until)))
                    }
                    Err(_) => {
                        app.limiter.bite("time for a body", &address.into());
                        let late = io::Error::from(io::ErrorKind::TimedOut);
                        Some((Err(axum::Error::new(late)), (data, until)))
                    }
                }
            }
        }))
    })
}

fn known(method: &axum::http::Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "POST" => "POST",
        "DELETE" => "DELETE",
        "HEAD" => "HEAD",
        _ => "other",
    }
}
