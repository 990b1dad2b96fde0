//! Tokens that a provider signed (JSON Web Tokens), and its keys.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, ED25519, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents,
    UnparsedPublicKey,
};
use serde::Deserialize;

/// A provider's public keys.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Keys {
    keys: Vec<Key>,
}

/// One of them; which parts it has depends on its kind.
#[derive(Clone, Debug, Deserialize)]
struct Key {
    kty: String,
    kid: Option<String>,
    #[serde(rename = "use")]
    purpose: Option<String>,
    crv: Option<String>,
    n: Option<String>,
    e: Option<String>,
    x: Option<String>,
    y: Option<String>,
}

/// What a token says of its bearer.
#[derive(Clone, Debug, Deserialize)]
pub struct Claims {
    /// Who signed it.
    pub iss: String,
    /// Whom it is about.
    pub sub: String,
    aud: Audience,
    azp: Option<String>,
    exp: i64,
    iat: i64,
    nonce: Option<String>,
    /// The bearer's name.
    pub name: Option<String>,
    /// The name he goes by.
    pub preferred_username: Option<String>,
}

/// For whom a token is.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Many(Vec<String>),
}

#[derive(Deserialize)]
struct Header {
    alg: String,
    kid: Option<String>,
}

/// What a token must say.
#[derive(Clone, Copy, Debug)]
pub struct Expected<'a> {
    /// Who signs.
    pub issuer: &'a str,
    /// For whom.
    pub client: &'a str,
    /// The word that was sent along.
    pub nonce: &'a str,
    /// Now, in seconds.
    pub now: i64,
}

/// Why a token does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// It is no token.
    #[error("it is no token")]
    Form,
    /// There is no key for it: perhaps the provider has new ones.
    #[error("no key of the provider is named so")]
    UnknownKey,
    /// The signature does not fit.
    #[error("the signature does not fit")]
    Signature,
    /// It is from or for somebody else, or for another login.
    #[error("it is not meant for this login")]
    Meant,
    /// Its time is over, or has not come.
    #[error("its time is not now")]
    Time,
}

// Clocks differ by so many seconds.
const SLACK: i64 = 120;

fn bytes(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()
}

impl Key {
    // Whether this key signed something. The kind of key decides how it is checked, so that a token cannot choose.
    fn signed(&self, algorithm: &str, message: &[u8], signature: &[u8]) -> Option<bool> {
        let part = |part: &Option<String>| part.as_deref().and_then(bytes);
        let fits = match (algorithm, self.kty.as_str(), self.crv.as_deref()) {
            ("RS256", "RSA", _) => {
                let key = RsaPublicKeyComponents { n: part(&self.n)?, e: part(&self.e)? };
                key.verify(&RSA_PKCS1_2048_8192_SHA256, message, signature).is_ok()
            }
            ("ES256", "EC", Some("P-256")) => {
                let point = [vec![4], part(&self.x)?, part(&self.y)?].concat();
                let key = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point);
                key.verify(message, signature).is_ok()
            }
            ("EdDSA", "OKP", Some("Ed25519")) => {
                let key = UnparsedPublicKey::new(&ED25519, part(&self.x)?);
                key.verify(message, signature).is_ok()
            }
            _ => return None,
        };
        Some(fits)
    }
}

impl Keys {
    /// What a token says, if one of these keys signed it and it is meant for this login.
    pub fn read(&self, token: &str, expected: &Expected<'_>) -> Result<Claims, TokenError> {
        let (signed, signature) = token.rsplit_once('.').ok_or(TokenError::Form)?;
        let (header, claims) = signed.split_once('.').ok_or(TokenError::Form)?;
        let read = |part: &str| bytes(part).ok_or(TokenError::Form);
        let header: Header =
            serde_json::from_slice(&read(header)?).map_err(|_| TokenError::Form)?;
        let signature = read(signature)?;
        let mut found = self.keys.iter().filter(|key| {
            key.purpose.as_deref().is_none_or(|p| p == "sig")
                && (header.kid.is_none() || key.kid == header.kid)
        });
        let tried: Vec<bool> = found
            .by_ref()
            .filter_map(|key| key.signed(&header.alg, signed.as_bytes(), &signature))
            .collect();
        match (tried.is_empty(), tried.contains(&true)) {
            (true, _) => return Err(TokenError::UnknownKey),
            (_, false) => return Err(TokenError::Signature),
            (_, true) => {}
        }
        let claims: Claims =
            serde_json::from_slice(&read(claims)?).map_err(|_| TokenError::Form)?;
        claims.check(expected)?;
        Ok(claims)
    }
}

impl Claims {
    fn check(&self, expected: &Expected<'_>) -> Result<(), TokenError> {
        let meant = match &self.aud {
            Audience::One(one) => one == expected.client,
            Audience::Many(many) => {
                many.iter().any(|one| one == expected.client)
                    && (many.len() == 1 || self.azp.as_deref() == Some(expected.client))
            }
        };
        let meant = meant
            && self.azp.as_deref().is_none_or(|azp| azp == expected.client)
            && self.iss == expected.issuer
            && self.nonce.as_deref() == Some(expected.nonce)
            && (1..=255).contains(&self.sub.len());
        if !meant {
            return Err(TokenError::Meant);
        }
        match self.exp > expected.now - SLACK && self.iat < expected.now + SLACK {
            true => Ok(()),
            false => Err(TokenError::Time),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    // A token that was signed with the private part of this key; that part is not kept.
    const N: &str = "vsY6lgTSDtSu2X84wToATIs1WfhbcBWIthQsRsTOASdC8ze6XTNhEaCIcn6_w94832ERENLcdhOjm6db2ih6O1tu2UuC5TcYZYjL\
        i_agG0Zlgi5Z1LQIZ_JXdtdldTsd45RRH4iiDgscbB2Gr69U6qPc69AaLXHibga0Z3vBIkFac4tKqPoJnymwb0HoBIFF3fIEuyxQ\
        yxVD9w2uIDkH8vXhCg5Xcj-lJped134m3YD9GVKSkOFGfS7uEEHbKJngh3fDHud_fTm3CZOsuzxmUMnuSUHxvIP0ZaQZkPAoY1p7\
        s1-azJmXTWQAwcycypOZQWy55yCtR9vLDWC-cKKnuw";
    const TOKEN: &str = "eyJhbGciOiJSUzI1NiIsImtpZCI6Im9uZSJ9.eyJpc3MiOiJodHRwczovL2xvZ2luLmV4YW1wbGUiLCJzdWIiOiI3IiwiYXVkIjo\
        ic2lnbmFsYm94IiwiZXhwIjoyMDAwLCJpYXQiOjEwMDAsIm5vbmNlIjoibjEiLCJuYW1lIjoiQW5uYSJ9.Cb6A3SVY-lje88HKu3\
        xBsSssVVQsdy64Y1fVJHptfmNu11PJVAfn2rEJtWyU4ouNDeuX4ZfxQxkX2PsElOq4DySH_M1Avbe8nakCSGjNlpjbnorJM_kghm\
        AVenPergYaTmdknmY8hDmUMpdOSiu7pR-OOiuI1nHs1IFiCKcBYxF_oEfrdXTzO3TpH7quRy7lJL3lK2gpBbnNeWypIVytMGf6QJ\
        XlV024xcMgab5XuXd5C2zf1ECE8ssZOfK1uKWHOngKB8YajXccYqKRpWYIDhrUsoz3tJhn2XlJWA-\
        uIzhzv4VIwIbX1ksDg2JR8N3LY2HF_Le3HtiZn8tHWH7d4w";

    const EXPECTED: Expected<'static> =
        Expected { issuer: "https://login.example", client: "signalbox", nonce: "n1", now: 1500 };

    fn keys(kid: &str) -> Keys {
        let key =
            json!({"kty": "RSA", "kid": kid, "use": "sig", "alg": "RS256", "n": N, "e": "AQAB"});
        serde_json::from_value(json!({"keys": [{"kty": "oct", "kid": "two", "k": "AAAA"}, key]}))
            .unwrap()
    }

    #[test]
    fn a_token_counts_if_the_provider_signed_it_for_this_login() {
        let claims = keys("one").read(TOKEN, &EXPECTED).unwrap();
        assert_eq!((claims.sub.as_str(), claims.name.as_deref()), ("7", Some("Anna")));
        for (expected, error) in [
            (Expected { issuer: "https://other.example", ..EXPECTED }, TokenError::Meant),
            (Expected { client: "other", ..EXPECTED }, TokenError::Meant),
            (Expected { nonce: "n2", ..EXPECTED }, TokenError::Meant),
            (Expected { now: 2000 + SLACK, ..EXPECTED }, TokenError::Time),
            (Expected { now: 1000 - SLACK, ..EXPECTED }, TokenError::Time),
        ] {
            assert_eq!(keys("one").read(TOKEN, &expected).unwrap_err(), error, "{expected:?}");
        }
        assert_eq!(keys("three").read(TOKEN, &EXPECTED).unwrap_err(), TokenError::UnknownKey);
    }

    #[test]
    fn a_token_that_was_changed_does_not_count() {
        let parts: Vec<&str> = TOKEN.split('.').collect();
        let read = |token: &str| keys("one").read(token, &EXPECTED).unwrap_err();
        let other = URL_SAFE_NO_PAD.encode(
            json!({"iss": "https://login.example", "sub": "8", "aud": "signalbox", "exp": 2000, "iat": 1000, "nonce": "n1"})
                .to_string(),
        );
        assert_eq!(read(&format!("{}.{other}.{}", parts[0], parts[2])), TokenError::Signature);
        // Nor does one that says it needs no signature, or that the public key is a secret.
        for algorithm in ["none", "HS256", "ES256"] {
            let header =
                URL_SAFE_NO_PAD.encode(json!({"alg": algorithm, "kid": "one"}).to_string());
            let token = format!("{header}.{}.{}", parts[1], parts[2]);
            assert_eq!(read(&token), TokenError::UnknownKey, "{algorithm}");
        }
        for token in ["", "a", "a.b", "a.b.c", ".."] {
            assert_eq!(read(token), TokenError::Form, "{token}");
        }
    }

    #[test]
    fn a_token_for_several_names_the_one_who_asked() {
        let claims = |aud: serde_json::Value, azp: Option<&str>| {
            let value = json!({"iss": "https://login.example", "sub": "7", "aud": aud, "azp": azp, "exp": 2000,
                "iat": 1000, "nonce": "n1"});
            serde_json::from_value::<Claims>(value).unwrap().check(&EXPECTED)
        };
        assert_eq!(claims(json!(["signalbox"]), None), Ok(()));
        assert_eq!(claims(json!(["signalbox", "other"]), Some("signalbox")), Ok(()));
        assert_eq!(claims(json!(["signalbox", "other"]), None), Err(TokenError::Meant));
        assert_eq!(claims(json!("signalbox"), Some("other")), Err(TokenError::Meant));
    }
}
