//! Coming in with the login of a provider, against a small one that runs here.

use crate::moderation::{account, operator};
use crate::on_both;
use crate::support::*;
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair};
use serde_json::{Value, json};
use server::{Oidc, Running};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use url::Url;
use url::form_urlencoded;

enum Signer {
    Ed25519(Ed25519KeyPair),
    P256(EcdsaKeyPair),
}

impl Signer {
    fn ed25519() -> Signer {
        let key = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).unwrap();
        Signer::Ed25519(Ed25519KeyPair::from_pkcs8(key.as_ref()).unwrap())
    }

    fn p256() -> Signer {
        let (kind, random) = (&ECDSA_P256_SHA256_FIXED_SIGNING, SystemRandom::new());
        let key = EcdsaKeyPair::generate_pkcs8(kind, &random).unwrap();
        Signer::P256(EcdsaKeyPair::from_pkcs8(kind, key.as_ref(), &random).unwrap())
    }

    fn public(&self, kid: &str) -> Value {
        let word = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
        match self {
            Signer::Ed25519(key) => {
                json!({"kty": "OKP", "crv": "Ed25519", "kid": kid, "x": word(key.public_key().as_ref())})
            }
            Signer::P256(key) => {
                let point = key.public_key().as_ref();
                json!({"kty": "EC", "crv": "P-256", "kid": kid, "use": "sig", "x": word(&point[1..33]), "y": word(&point[33..])})
            }
        }
    }

    fn token(&self, kid: &str, claims: &Value) -> String {
        let alg = if matches!(self, Signer::P256(_)) { "ES256" } else { "EdDSA" };
        let word = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let signed = format!("{}.{}", word(&json!({"alg": alg, "kid": kid})), word(claims));
        let signature = match self {
            Signer::Ed25519(key) => key.sign(signed.as_bytes()).as_ref().to_vec(),
            Signer::P256(key) => {
                key.sign(&SystemRandom::new(), signed.as_bytes()).unwrap().as_ref().to_vec()
            }
        };
        format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature))
    }
}

// What the provider does next.
struct Mood {
    signer: Signer,
    kid: String,
    subject: String,
    name: String,
    // Claims that are not as they should be.
    wrong: Value,
    // The issuer that it says it is.
    says: Option<String>,
    // Codes that it gave, each with what came along.
    codes: HashMap<String, HashMap<String, String>>,
}

struct Provider {
    issuer: String,
    mood: Arc<Mutex<Mood>>,
}

fn pairs(text: &str) -> HashMap<String, String> {
    form_urlencoded::parse(text.as_bytes()).into_owned().collect()
}

impl Provider {
    async fn start() -> Provider {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let issuer = format!("http://{}", listener.local_addr().unwrap());
        let mood = Arc::new(Mutex::new(Mood {
            signer: Signer::ed25519(),
            kid: "first".to_owned(),
            subject: "s1".to_owned(),
            name: "Anna".to_owned(),
            wrong: json!({}),
            says: None,
            codes: HashMap::new(),
        }));
        let provider = Provider { issuer: issuer.clone(), mood: mood.clone() };
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let (issuer, mood) = (issuer.clone(), mood.clone());
                tokio::spawn(async move {
                    let mut request = Vec::new();
                    let mut buffer = [0; 4096];
                    loop {
                        let n = stream.read(&mut buffer).await.unwrap_or(0);
                        request.extend_from_slice(&buffer[..n]);
                        let text = String::from_utf8_lossy(&request);
                        let Some((head, body)) = text.split_once("\r\n\r\n") else {
                            if n == 0 { return } else { continue }
                        };
                        let length = head.lines().find_map(|l| {
                            l.to_lowercase().strip_prefix("content-length: ")?.parse().ok()
                        });
                        if body.len() >= length.unwrap_or(0) || n == 0 {
                            break;
                        }
                    }
                    let text = String::from_utf8_lossy(&request).into_owned();
                    let (status, body) = answer(&issuer, &mood, &text);
                    let text = format!(
                        "HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
                        body.len()
                    );
                    let _ = stream.write_all(text.as_bytes()).await;
                });
            }
        });
        provider
    }

    fn set(&self, change: impl FnOnce(&mut Mood)) {
        change(&mut self.mood.lock().unwrap());
    }

    // Somebody logs in at the page to which he was sent; where he is sent back to.
    fn log_in(&self, place: &str) -> String {
        let url: Url = place.parse().unwrap();
        assert!(place.starts_with(&format!("{}/authorize?", self.issuer)), "{place}");
        let asked = pairs(url.query().unwrap());
        assert_eq!(
            (asked["response_type"].as_str(), asked["client_id"].as_str()),
            ("code", "signalbox")
        );
        assert_eq!(asked["code_challenge_method"], "S256");
        assert!(asked["scope"].split(' ').any(|s| s == "openid"));
        assert!(
            asked["nonce"].len() > 40
                && asked["state"].len() > 40
                && asked["code_challenge"].len() == 43
        );
        let mut mood = self.mood.lock().unwrap();
        let code = format!("code{}", mood.codes.len());
        let back = format!("{}?code={code}&state={}", asked["redirect_uri"], asked["state"]);
        mood.codes.insert(code, asked);
        back
    }
}

fn answer(issuer: &str, mood: &Mutex<Mood>, request: &str) -> (u16, String) {
    let mut mood = mood.lock().unwrap();
    let path = request.split(' ').nth(1).unwrap_or_default();
    match path {
        "/.well-known/openid-configuration" => {
            let says = mood.says.clone().unwrap_or_else(|| issuer.to_owned());
            (
                200,
                json!({"issuer": says, "authorization_endpoint": format!("{issuer}/authorize"),
                "token_endpoint": format!("{issuer}/token"), "jwks_uri": format!("{issuer}/keys")})
                .to_string(),
            )
        }
        "/keys" => (200, json!({"keys": [mood.signer.public(&mood.kid)]}).to_string()),
        "/token" => {
            let (head, body) = request.split_once("\r\n\r\n").unwrap_or_default();
            let sent = pairs(body);
            let basic =
                format!("authorization: basic {}", STANDARD.encode("signalbox:secret+word"));
            let known = head.to_lowercase().contains(&basic.to_lowercase());
            // A code is good once, for who has the verifier and comes back to the same place.
            let Some(asked) = mood.codes.remove(sent.get("code").map_or("", String::as_str)) else {
                return (400, "{}".to_owned());
            };
            let challenge =
                URL_SAFE_NO_PAD.encode(Sha256::digest(sent["code_verifier"].as_bytes()));
            if !known
                || challenge != asked["code_challenge"]
                || sent["redirect_uri"] != asked["redirect_uri"]
            {
                return (400, "{}".to_owned());
            }
            let now = std::time::SystemTime::now()
                .duration_since(std::time::UNIX_EPOCH)
                .unwrap()
                .as_secs();
            let mut claims = json!({"iss": issuer, "sub": mood.subject, "aud": "signalbox", "exp": now + 300,
                "iat": now, "nonce": asked["nonce"], "name": mood.name});
            claims.as_object_mut().unwrap().extend(mood.wrong.as_object().unwrap().clone());
            let token = mood.signer.token(&mood.kid, &claims);
            (
                200,
                json!({"access_token": "x", "token_type": "Bearer", "id_token": token}).to_string(),
            )
        }
        _ => (404, "{}".to_owned()),
    }
}

async fn with_provider(database: &str) -> (Running, Provider) {
    let provider = Provider::start().await;
    (server::start(with(&provider, database)).await.expect("the server starts"), provider)
}

fn with(provider: &Provider, database: &str) -> server::Config {
    let mut config = config(database);
    config.public_url = Some("http://play.example".to_owned());
    config.oidc = Some(Oidc {
        issuer: provider.issuer.clone(),
        client: "signalbox".to_owned(),
        secret: Some("secret word".to_owned()),
        name: "Example".to_owned(),
    });
    config
}

// The cookie that a browser keeps on its way.
fn trip(answer: &crate::support::client::Answer) -> String {
    let cookie = answer
        .headers
        .iter()
        .find(|(n, v)| n.eq_ignore_ascii_case("set-cookie") && v.starts_with("signalbox-trip="));
    cookie.expect("a cookie for the way").1.split(';').next().unwrap().to_owned()
}

// Leaves for the provider; where to, and the cookie.
async fn leave(client: &mut Client, query: &str) -> (String, String) {
    let answer = client.get(&format!("/api/oidc/login{query}")).await;
    assert_eq!(answer.status, 303, "{}", answer.text());
    (answer.header("location").unwrap().to_owned(), trip(&answer))
}

// Comes back with a cookie; where the page then goes.
async fn come(client: &mut Client, back: &str, trip: &str) -> String {
    let path = back.strip_prefix("http://play.example").expect("our own address");
    assert!(path.starts_with("/api/oidc/back?"));
    let session = client.cookie.take();
    let own = session.as_ref().map_or(String::new(), |s| format!("; signalbox={s}"));
    client.extra = vec![("Cookie".to_owned(), format!("{trip}{own}"))];
    let answer = client.get(path).await;
    client.extra.clear();
    assert_eq!(answer.status, 303, "{}", answer.text());
    let set = answer.headers.iter().find_map(|(n, v)| {
        let value =
            v.strip_prefix("signalbox=").filter(|_| n.eq_ignore_ascii_case("set-cookie"))?;
        Some(value.split(';').next().unwrap().to_owned())
    });
    client.cookie = set.or(session);
    answer.header("location").unwrap().to_owned()
}

async fn log_in(client: &mut Client, provider: &Provider, query: &str) -> String {
    let (place, trip) = leave(client, query).await;
    come(client, &provider.log_in(&place), &trip).await
}

on_both! {
async fn a_login_of_the_provider_makes_an_account_and_finds_it_again(database: String) {
    let (server, provider) = with_provider(&database).await;
    let mut anna = guest(&server).await;
    assert_eq!(anna.fetch("/api/door").await["provider"], "Example");
    let game = anna.send("/api/games", hot_seat()).await;
    assert_eq!(log_in(&mut anna, &provider, "").await, "/");
    let user = anna.fetch("/api/session").await["user"].clone();
    assert_eq!((user["name"].as_str(), &user["guest"]), (Some("Anna"), &json!(false)));
    assert_eq!(anna.fetch("/api/games?list=mine").await["games"][0]["id"], game["id"], "the guest's games stay");
    assert_eq!(anna.fetch("/api/account/recovery").await["provider"], true);
    // Elsewhere, with another kind of key that the provider has by now.
    provider.set(|mood| {
        mood.signer = Signer::p256();
        mood.kid = "second".to_owned();
    });
    let mut phone = Client::new(server.address);
    assert_eq!(log_in(&mut phone, &provider, "").await, "/");
    assert_eq!(phone.fetch("/api/session").await["user"]["id"], user["id"]);
    // A key that is called like one that is known, and is another.
    provider.set(|mood| mood.signer = Signer::p256());
    assert_eq!(log_in(&mut Client::new(server.address), &provider, "").await, "/recover?fault=provider");
    provider.set(|mood| mood.signer = Signer::ed25519());
    assert_eq!(log_in(&mut Client::new(server.address), &provider, "").await, "/recover?fault=provider");
    // Somebody else of the same name gets another one.
    server.stop().await.unwrap();
    let server = server::start(with(&provider, &database)).await.unwrap();
    provider.set(|mood| mood.subject = "s2".to_owned());
    let mut other = Client::new(server.address);
    assert_eq!(log_in(&mut other, &provider, "").await, "/");
    assert_eq!(other.fetch("/api/session").await["user"]["name"], "Anna 2");
    // An account without a password is deleted without one.
    other.send("/api/account/delete", json!({})).await;
    assert_eq!(number(&database, "SELECT COUNT(*) FROM identities").await, 1);
    // Who is logged in ties the login to his account.
    let mut ben = account(&server, "Ben").await;
    assert_eq!(log_in(&mut ben, &provider, "").await, "/");
    assert_eq!(ben.fetch("/api/session").await["user"]["name"], "Ben");
    let mut tablet = guest(&server).await;
    log_in(&mut tablet, &provider, "").await;
    assert_eq!(tablet.fetch("/api/session").await["user"]["name"], "Ben");
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_token_that_does_not_count_lets_nobody_in(database: String) {
    let (server, provider) = with_provider(&database).await;
    let mut thief = Client::new(server.address);
    for wrong in [
        json!({"aud": "other"}),
        json!({"iss": "https://other.example"}),
        json!({"nonce": "guess"}),
        json!({"exp": 1000}),
        json!({"iat": 99_999_999_999_i64}),
        json!({"sub": ""}),
        json!({"aud": ["signalbox", "other"]}),
    ] {
        provider.set(|mood| mood.wrong = wrong.clone());
        assert_eq!(log_in(&mut thief, &provider, "").await, "/recover?fault=provider", "{wrong}");
    }
    provider.set(|mood| mood.wrong = json!({}));
    // Somebody else's trip: the state is not that of this browser, or there is none.
    let (place, own) = leave(&mut thief, "").await;
    let back = provider.log_in(&place);
    let (_, other) = leave(&mut thief, "").await;
    for cookie in [other.as_str(), "signalbox-trip=", "signalbox-trip=.."] {
        assert_eq!(come(&mut thief, &back, cookie).await, "/recover?fault=trip", "{cookie}");
    }
    assert_eq!(come(&mut thief, &back.replace("code=", "error=denied&x="), &own).await, "/recover?fault=refused");
    assert_eq!(come(&mut thief, &back.replace("code=code", "code=guess"), &own).await, "/recover?fault=provider");
    // A code is good once.
    assert_eq!(come(&mut thief, &back, &own).await, "/");
    assert_eq!(come(&mut thief, &back, &own).await, "/recover?fault=provider");
    server.stop().await.unwrap();
}
}

on_both! {
async fn the_door_counts_for_logins_of_the_provider_too(database: String) {
    let (server, provider) = with_provider(&database).await;
    let mut boss = operator(&server, &database, "Boss").await;
    boss.send("/api/operator", json!({"registration": "invited"})).await;
    let mut anna = Client::new(server.address);
    assert_eq!(log_in(&mut anna, &provider, "").await, "/recover?fault=closed");
    assert!(anna.fetch("/api/session").await["user"].is_null());
    let code = boss.send("/api/operator/codes", json!({"uses": 1, "days": 1})).await["code"].as_str().unwrap().to_owned();
    assert_eq!(log_in(&mut anna, &provider, &format!("?code={code}")).await, "/");
    let user = id_of(&mut anna).await;
    boss.send("/api/operator/bans", json!({"account": user, "why": "rude"})).await;
    let mut again = Client::new(server.address);
    assert_eq!(log_in(&mut again, &provider, "").await, "/recover?fault=banned");
    assert!(again.cookie.is_none());
    assert_eq!(number(&database, "SELECT COUNT(*) FROM users").await, 2, "who was refused left nothing behind");
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_provider_that_is_not_who_it_says_is_not_asked(database: String) {
    let (server, provider) = with_provider(&database).await;
    provider.set(|mood| mood.says = Some("https://login.example".to_owned()));
    let mut anna = Client::new(server.address);
    let answer = anna.get("/api/oidc/login").await;
    assert_eq!(answer.header("location"), Some("/recover?fault=provider"));
    server.stop().await.unwrap();
    let server = start(&database).await;
    let mut anna = Client::new(server.address);
    assert_eq!(anna.get("/api/oidc/login").await.status, 404, "without a provider there is no such way");
    assert_eq!(anna.get("/api/oidc/back?code=a&state=b").await.status, 404);
    server.stop().await.unwrap();
}
}
