//! The provider of logins: where it is, what keys it has, what it says of somebody who comes from there.

use crate::clock::now;
use crate::config::Oidc;
use crate::keys::{Claims, Expected, Keys, TokenError};
use crate::outgoing::{Outgoing, OutgoingError};
use axum::body::Body;
use axum::http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use axum::http::{Method, Request};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Mutex;
use url::{Host, Url, form_urlencoded};

// What is known of it is believed for so long; new keys are asked for at most so often.
const LASTS: Duration = Duration::from_secs(3600);
const ASK_EVERY: Duration = Duration::from_secs(30);

/// Why a login with the provider did not succeed.
#[derive(Debug, thiserror::Error)]
pub enum ProviderError {
    /// It could not be asked.
    #[error(transparent)]
    Outgoing(#[from] OutgoingError),
    /// It answered something else.
    #[error("the provider answered {0}: {1}")]
    Answer(u16, &'static str),
    /// It says that it is somebody else, or is not at a safe address.
    #[error("the provider says of itself what cannot be: {0}")]
    Described(String),
    /// Its token does not count.
    #[error("the provider's token does not count: {0}")]
    Token(#[from] TokenError),
}

/// What the provider says of itself.
#[derive(Clone, Debug, Deserialize)]
struct Described {
    issuer: String,
    #[serde(deserialize_with = "read_url")]
    authorization_endpoint: Url,
    #[serde(deserialize_with = "read_url")]
    token_endpoint: Url,
    #[serde(deserialize_with = "read_url")]
    jwks_uri: Url,
}

fn read_url<'de, D: Deserializer<'de>>(from: D) -> Result<Url, D::Error> {
    String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
}

#[derive(Deserialize)]
struct Tokens {
    id_token: String,
}

#[derive(Clone)]
struct Known {
    described: Arc<Described>,
    keys: Arc<Keys>,
    at: Instant,
}

/// What this server sends along with somebody, and hears again when he comes back.
#[derive(Clone, Copy, Debug)]
pub struct Trip<'a> {
    /// Where he comes back to.
    pub back: &'a str,
    /// The word that comes back with him.
    pub state: &'a str,
    /// The word that stands in the token.
    pub nonce: &'a str,
    /// The word that only this server knows.
    pub verifier: &'a str,
}

/// The provider of logins.
#[derive(Default)]
pub struct Provider {
    outgoing: Outgoing,
    known: Mutex<Option<Known>>,
    // When it was last asked for keys that were missing.
    asked: Mutex<Option<Instant>>,
}

// Without TLS only this machine may be asked.
fn is_safe(url: &Url) -> bool {
    match (url.scheme(), url.host()) {
        ("https", Some(_)) => true,
        ("http", Some(Host::Ipv4(ip))) => ip.is_loopback(),
        ("http", Some(Host::Ipv6(ip))) => ip.is_loopback(),
        ("http", Some(Host::Domain(name))) => name == "localhost",
        _ => false,
    }
}

/// Whether this could be the address of a provider.
pub fn check_issuer(issuer: &str) -> Result<(), String> {
    match issuer.parse::<Url>() {
        Ok(url) if is_safe(&url) && url.query().is_none() && url.fragment().is_none() => Ok(()),
        _ => Err(format!("{issuer} is no provider's address: it begins with https://")),
    }
}

// Asks for a token in exchange for a code.
fn token_request(oidc: &Oidc, trip: &Trip<'_>, code: &str) -> Result<Request<Body>, ProviderError> {
    let mut form = form_urlencoded::Serializer::new(String::new());
    form.append_pair("grant_type", "authorization_code")
        .append_pair("code", code)
        .append_pair("redirect_uri", trip.back)
        .append_pair("code_verifier", trip.verifier);
    let mut request = Request::builder()
        .method(Method::POST)
        .header(ACCEPT, "application/json")
        .header(CONTENT_TYPE, "application/x-www-form-urlencoded");
    match &oidc.secret {
        Some(secret) => {
            let part =
                |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
            let both = format!("{}:{}", part(&oidc.client), part(secret));
            request = request.header(AUTHORIZATION, format!("Basic {}", STANDARD.encode(both)));
        }
        None => {
            form.append_pair("client_id", &oidc.client);
        }
    }
    request
        .body(Body::from(form.finish()))
        .map_err(|_| ProviderError::Described("a request that cannot be made".to_owned()))
}

impl Provider {
    async fn ask<T: DeserializeOwned>(
        &self,
        url: &Url,
        request: Request<Body>,
    ) -> Result<T, ProviderError> {
        let plain = url.scheme() == "http";
        let answer = self.outgoing.send(url, request, |ip| !plain || ip.is_loopback()).await?;
        let status = answer.status.as_u16();
        if !answer.status.is_success() {
            return Err(ProviderError::Answer(status, "that is no success"));
        }
        serde_json::from_slice(&answer.body)
            .map_err(|_| ProviderError::Answer(status, "that is not what was asked for"))
    }

    async fn fetch<T: DeserializeOwned>(&self, url: &Url) -> Result<T, ProviderError> {
        let request = Request::builder().header(ACCEPT, "application/json").body(Body::empty());
        self.ask(url, request.expect("a plain request")).await
    }

    // What is known; asked for anew if that is long ago.
    async fn known(&self, oidc: &Oidc) -> Result<Known, ProviderError> {
        let mut known = self.known.lock().await;
        if let Some(known) = known.as_ref().filter(|k| k.at.elapsed() < LASTS) {
            return Ok(known.clone());
        }
        let place =
            format!("{}/.well-known/openid-configuration", oidc.issuer.trim_end_matches('/'));
        let wrong = |what: &str| ProviderError::Described(what.to_owned());
        let described: Described = self.fetch(&place.parse().map_err(|_| wrong(&place))?).await?;
        if described.issuer != oidc.issuer {
            return Err(wrong(&described.issuer));
        }
        for url in
            [&described.authorization_endpoint, &described.token_endpoint, &described.jwks_uri]
        {
            if !is_safe(url) {
                return Err(wrong(url.as_str()));
            }
        }
        let keys = self.fetch(&described.jwks_uri).await?;
        let now =
            Known { described: Arc::new(described), keys: Arc::new(keys), at: Instant::now() };
        *known = Some(now.clone());
        Ok(now)
    }

    // What is known after the provider was asked once more, if that was not just now.
    async fn known_anew(&self, oidc: &Oidc) -> Result<Known, ProviderError> {
        let mut asked = self.asked.lock().await;
        if asked.is_none_or(|at| at.elapsed() > ASK_EVERY) {
            *asked = Some(Instant::now());
            *self.known.lock().await = None;
        }
        drop(asked);
        self.known(oidc).await
    }

    /// The address to which somebody is sent to log in.
    pub async fn way_in(
        &self,
        oidc: &Oidc,
        trip: &Trip<'_>,
        challenge: &str,
    ) -> Result<Url, ProviderError> {
        let mut url = self.known(oidc).await?.described.authorization_endpoint.clone();
        url.query_pairs_mut()
            .append_pair("response_type", "code")
            .append_pair("client_id", &oidc.client)
            .append_pair("redirect_uri", trip.back)
            .append_pair("scope", "openid profile")
            .append_pair("state", trip.state)
            .append_pair("nonce", trip.nonce)
            .append_pair("code_challenge", challenge)
            .append_pair("code_challenge_method", "S256");
        Ok(url)
    }

    /// Who came back with this code.
    pub async fn who(
        &self,
        oidc: &Oidc,
        trip: &Trip<'_>,
        code: &str,
    ) -> Result<Claims, ProviderError> {
        let known = self.known(oidc).await?;
        let request = token_request(oidc, trip, code)?;
        let tokens: Tokens = self.ask(&known.described.token_endpoint, request).await?;
        let expected = Expected {
            issuer: &oidc.issuer,
            client: &oidc.client,
            nonce: trip.nonce,
            now: now() / 1000,
        };
        match known.keys.read(&tokens.id_token, &expected) {
            // The provider may have new keys.
            Err(TokenError::UnknownKey) => {
                let known = self.known_anew(oidc).await?;
                Ok(known.keys.read(&tokens.id_token, &expected)?)
            }
            read => Ok(read?),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_provider_is_asked_over_tls_or_on_this_machine() {
        for issuer in [
            "https://login.example",
            "https://login.example/realms/a",
            "http://127.0.0.1:8",
            "http://[::1]:8",
        ] {
            assert!(check_issuer(issuer).is_ok(), "{issuer}");
        }
        for issuer in [
            "",
            "login.example",
            "http://login.example",
            "ftp://login.example",
            "https://a.example/?b",
            "http://10.0.0.1",
        ] {
            assert!(check_issuer(issuer).is_err(), "{issuer}");
        }
    }
}
