//! Coming in with the login of a provider (OpenID Connect, authorization code with PKCE).

use crate::account::{
    admit, begin_session, clean_name, hand_over, login_of, must_be_free, new_guest,
};
use crate::app::App;
use crate::clock::now;
use crate::config::{Oidc, origin};
use crate::extract::Query;
use crate::fault::Fault;
use crate::keys::Claims;
use crate::limit::Kind;
use crate::provider::Trip;
use crate::secret;
use crate::visitor::{Visitor, cookie};
use axum::extract::State;
use axum::http::header::{LOCATION, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{AppendHeaders, IntoResponse, Response};
use serde::Deserialize;
use store::{Account, SessionKind};
use utoipa::IntoParams;

// So long somebody may take to log in there, in seconds.
const LONGEST: i64 = 600;

/// What to take along.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Leaving {
    /// A code, where a new account needs one.
    pub code: Option<String>,
}

/// What the provider sends along.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Coming {
    /// Its word for who logged in.
    pub code: Option<String>,
    /// The word that was sent along.
    pub state: Option<String>,
    /// Why nobody logged in.
    pub error: Option<String>,
}

fn cookie_name(https: bool) -> &'static str {
    if https { "__Host-signalbox-trip" } else { "signalbox-trip" }
}

// What the browser keeps meanwhile; without anything, it forgets it.
fn set_trip(value: &str, https: bool) -> String {
    let age = if value.is_empty() { 0 } else { LONGEST };
    let secure = if https { "; Secure" } else { "" };
    let name = cookie_name(https);
    format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age}{secure}")
}

fn back(app: &App) -> String {
    let home = app.config.public_url.as_deref().map(origin).unwrap_or_default();
    format!("{home}/api/oidc/back")
}

// Sends the browser on.
fn go(place: &str, cookies: Vec<String>) -> Response {
    let cookies = cookies.into_iter().map(|cookie| (SET_COOKIE, cookie));
    let headers = [(LOCATION, place.to_owned())].into_iter().chain(cookies).collect::<Vec<_>>();
    (StatusCode::SEE_OTHER, AppendHeaders(headers)).into_response()
}

// Shows somebody who is on his way between two sites why he did not get in.
fn failed(word: &str, https: bool) -> Response {
    go(&format!("/recover?fault={word}"), vec![set_trip("", https)])
}

fn wanted(app: &App) -> Result<&Oidc, Fault> {
    app.config.oidc.as_ref().ok_or(Fault::NotFound)
}

/// Goes to the provider to log in.
#[utoipa::path(get, path = "/api/oidc/login", tag = "account", params(Leaving),
    responses((status = 303, description = "to the provider"), (status = "4XX", body = crate::fault::FaultBody)))]
pub async fn login(
    State(app): State<App>,
    visitor: Visitor,
    Query(query): Query<Leaving>,
) -> Result<Response, Fault> {
    let oidc = wanted(&app)?;
    app.limiter.take(Kind::Names, visitor.address)?;
    let [state, nonce, verifier] = [(); 3].map(|()| secret::random_word(32));
    let back = back(&app);
    let trip = Trip { back: &back, state: &state, nonce: &nonce, verifier: &verifier };
    // The challenge is the hash of the verifier, as secrets are hashed here anyway.
    match app.provider.way_in(oidc, &trip, &secret::hash(&verifier)).await {
        Ok(url) => {
            let code = secret::typed_code(query.code.as_deref().unwrap_or_default());
            let code: String =
                code.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
            let kept = format!("{state}.{nonce}.{verifier}.{code}");
            Ok(go(url.as_str(), vec![set_trip(&kept, visitor.https)]))
        }
        Err(error) => {
            tracing::warn!(%error, "the provider of logins does not answer");
            Ok(failed("provider", visitor.https))
        }
    }
}

/// Comes back from the provider.
#[utoipa::path(get, path = "/api/oidc/back", tag = "account", params(Coming),
    responses((status = 303, description = "to the front page, or to where it says what went wrong"),
        (status = "4XX", body = crate::fault::FaultBody)))]
pub async fn back_in(
    State(app): State<App>,
    visitor: Visitor,
    Query(query): Query<Coming>,
    headers: HeaderMap,
) -> Result<Response, Fault> {
    let oidc = wanted(&app)?;
    app.limiter.take(Kind::Names, visitor.address)?;
    let kept = cookie(&headers, cookie_name(visitor.https)).unwrap_or_default();
    let mut parts = kept.splitn(4, '.');
    let mut part = || parts.next().unwrap_or_default();
    let (state, nonce, verifier, invitation) = (part(), part(), part(), part());
    // Only the browser that left may come back, and once.
    if state.len() < 40 || query.state.as_deref() != Some(state) {
        return Ok(failed("trip", visitor.https));
    }
    let Some(code) = query.code.as_deref().filter(|c| c.len() <= 2000) else {
        let error = query.error.unwrap_or_default();
        tracing::info!(
            error = crate::account::clean_text(&error, 60),
            "the provider let nobody in"
        );
        return Ok(failed("refused", visitor.https));
    };
    let place = back(&app);
    let trip = Trip { back: &place, state, nonce, verifier };
    let claims = match app.provider.who(oidc, &trip, code).await {
        Ok(claims) => claims,
        Err(error) => {
            tracing::warn!(%error, address = %visitor.address, "a login with the provider failed");
            metrics::counter!("signalbox_failed_logins_total").increment(1);
            return Ok(failed("provider", visitor.https));
        }
    };
    let account = match account_of(&app, &visitor, &claims, invitation).await {
        Ok(account) => account,
        Err(Fault::Forbidden(_)) => return Ok(failed("closed", visitor.https)),
        Err(fault) => return Err(fault),
    };
    let session = match begin_session(&app, &account, visitor.https).await {
        Ok(session) => session,
        Err(Fault::Forbidden(_)) => return Ok(failed("banned", visitor.https)),
        Err(fault) => return Err(fault),
    };
    if visitor.account.is_some() && visitor.kind == SessionKind::Cookie {
        app.store.end_session(&visitor.session).await?;
    }
    Ok(go("/", vec![session, set_trip("", visitor.https)]))
}

// The account that a login at the provider opens. Who is logged in gets it tied to his account; somebody new gets one.
async fn account_of(
    app: &App,
    visitor: &Visitor,
    claims: &Claims,
    code: &str,
) -> Result<Account, Fault> {
    let own = match visitor.id() {
        Some(id) => app.store.account(id).await?,
        None => None,
    };
    if let Some(id) = app.store.identity(&claims.iss, &claims.sub).await? {
        let account = app.store.account(&id).await?.ok_or(Fault::NotFound)?;
        if let Some(guest) = own.filter(|own| own.login.is_none()) {
            hand_over(app, &guest, Some(&account)).await?;
            app.store.delete_account(&guest.id).await?;
        }
        return Ok(account);
    }
    let account = match own {
        Some(own) if own.login.is_some() => own,
        own => {
            let new = own.is_none();
            let mut account = match own {
                Some(guest) => guest,
                None => new_guest(app, visitor.address).await?,
            };
            let admitted = match free_name(app, claims, &account.id).await {
                Ok(name) => {
                    account.login = Some(login_of(&name));
                    account.name = name;
                    admit(app, &account, Some(code)).await
                }
                Err(fault) => Err(fault),
            };
            if admitted.is_err() && new {
                app.store.delete_account(&account.id).await?;
            }
            admitted?;
            account
        }
    };
    app.store.add_identity(&claims.iss, &claims.sub, &account.id, now()).await?;
    Ok(account)
}

// The name that the provider knows, with a number if somebody here is called so.
async fn free_name(app: &App, claims: &Claims, person: &str) -> Result<String, Fault> {
    let named = [&claims.preferred_username, &claims.name].into_iter().flatten();
    let name = named.filter_map(|name| clean_name(name).ok()).next();
    let name: String = name.unwrap_or_else(|| "Player".to_owned()).chars().take(30).collect();
    for n in 1..20 {
        let tried = if n == 1 { name.clone() } else { format!("{name} {n}") };
        match must_be_free(app, &tried, person).await {
            Ok(()) => return Ok(tried),
            Err(Fault::Conflict(_)) => {}
            Err(fault) => return Err(fault),
        }
    }
    Ok(format!("{name} {}", secret::random_number() % 1_000_000))
}
