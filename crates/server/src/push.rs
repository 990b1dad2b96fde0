//! Messages to browsers through their push services: sealed for the browser alone (RFC 8291), signed by this server
//! (VAPID, RFC 8292).

use crate::config::origin;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hkdf::{HKDF_SHA256, KeyType, Prk, Salt};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::json;
use url::Url;

/// Bytes of a message, at most: push services take records of 4096 bytes.
pub const LONGEST: usize = 3800;

// Size of a record, as its head says.
const RECORD: u32 = 4096;
// Bytes of a point of the curve, and of a browser's secret.
const POINT: usize = 65;
const AUTH: usize = 16;
// How long a signature is good for.
const LASTS: i64 = 12 * 3600;

/// Why a message could not be sealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the keys of the browser make no sense")]
pub struct SealError;

/// The keys of a browser's subscription.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrowserKeys {
    point: Vec<u8>,
    auth: Vec<u8>,
}

impl BrowserKeys {
    /// Reads the keys `p256dh` and `auth` as browsers write them.
    pub fn read(p256dh: &str, auth: &str) -> Result<BrowserKeys, SealError> {
        let read =
            |text: &str| URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).map_err(|_| SealError);
        let keys = BrowserKeys { point: read(p256dh)?, auth: read(auth)? };
        match keys.point.len() == POINT && keys.auth.len() == AUTH {
            true => Ok(keys),
            false => Err(SealError),
        }
    }

    /// Seals a message so that this browser alone can read it.
    pub fn seal(&self, message: &[u8]) -> Result<Vec<u8>, SealError> {
        let random = SystemRandom::new();
        let own = EphemeralPrivateKey::generate(&ECDH_P256, &random).map_err(|_| SealError)?;
        let point = own.compute_public_key().map_err(|_| SealError)?;
        let mut salt = [0_u8; 16];
        getrandom::fill(&mut salt).map_err(|_| SealError)?;
        let other = UnparsedPublicKey::new(&ECDH_P256, &self.point);
        agree_ephemeral(own, &other, |shared| {
            seal_with(shared, point.as_ref(), self, &salt, message)
        })
        .map_err(|_| SealError)?
    }
}

// A length that HKDF is asked for.
struct Bytes(usize);

impl KeyType for Bytes {
    fn len(&self) -> usize {
        self.0
    }
}

fn expand<const N: usize>(from: &Prk, info: &[&[u8]]) -> Result<[u8; N], SealError> {
    let mut out = [0; N];
    let expanded = from.expand(info, Bytes(N)).map_err(|_| SealError)?;
    expanded.fill(&mut out).map_err(|_| SealError)?;
    Ok(out)
}

// RFC 8291, section 3.4, and the one record of RFC 8188, section 2.
fn seal_with(
    shared: &[u8],
    own: &[u8],
    browser: &BrowserKeys,
    salt: &[u8; 16],
    message: &[u8],
) -> Result<Vec<u8>, SealError> {
    let first = Salt::new(HKDF_SHA256, &browser.auth).extract(shared);
    let material: [u8; 32] = expand(&first, &[b"WebPush: info\0", &browser.point, own])?;
    let second = Salt::new(HKDF_SHA256, salt).extract(&material);
    let key: [u8; 16] = expand(&second, &[b"Content-Encoding: aes128gcm\0"])?;
    let nonce: [u8; 12] = expand(&second, &[b"Content-Encoding: nonce\0"])?;
    // The last record ends with a two.
    let mut text = message.to_vec();
    text.push(2);
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).map_err(|_| SealError)?);
    key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut text)
        .map_err(|_| SealError)?;
    let mut sealed = Vec::with_capacity(16 + 4 + 1 + own.len() + text.len());
    sealed.extend_from_slice(salt);
    sealed.extend_from_slice(&RECORD.to_be_bytes());
    sealed.push(own.len() as u8);
    sealed.extend_from_slice(own);
    sealed.extend_from_slice(&text);
    Ok(sealed)
}

/// The key with which this server signs what it sends to push services.
pub struct Vapid {
    pair: EcdsaKeyPair,
    public: String,
}

impl Vapid {
    /// A new key as it is stored.
    pub fn fresh() -> String {
        let made =
            EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new());
        // Without a source of chance the server must not make secrets at all.
        URL_SAFE_NO_PAD.encode(made.expect("the system has a source of chance"))
    }

    /// Reads a stored key.
    pub fn read(stored: &str) -> Option<Vapid> {
        let bytes = URL_SAFE_NO_PAD.decode(stored).ok()?;
        let random = SystemRandom::new();
        let pair =
            EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &bytes, &random).ok()?;
        let public = URL_SAFE_NO_PAD.encode(pair.public_key().as_ref());
        Some(Vapid { pair, public })
    }

    /// The public half, as browsers want it when they subscribe.
    pub fn public(&self) -> &str {
        &self.public
    }

    /// The line `Authorization` for a message to this endpoint. `subject` says who operates this server.
    pub fn authorization(&self, endpoint: &Url, subject: &str, seconds: i64) -> Option<String> {
        let audience = origin(&endpoint[..url::Position::BeforePath]);
        let part = |value: serde_json::Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let said = format!(
            "{}.{}",
            part(json!({"typ": "JWT", "alg": "ES256"})),
            part(json!({"aud": audience, "exp": seconds + LASTS, "sub": subject}))
        );
        let signature = self.pair.sign(&SystemRandom::new(), said.as_bytes()).ok()?;
        let signature = URL_SAFE_NO_PAD.encode(signature);
        Some(format!("vapid t={said}.{signature}, k={}", self.public))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        URL_SAFE_NO_PAD.decode(text).unwrap()
    }

    // RFC 8291, section 5 and appendix A.
    const MESSAGE: &str = "When I grow up, I want to be a watermelon";
    const BROWSER: &str =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const SECRET: &str = "BTBZMqHH6r4Tts7J_aSIgg";
    const SERVER: &str =
        "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
    const SHARED: &str = "kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs";
    const SALT: &str = "DGv6ra1nlYgDCS1FRnbzlw";
    const SEALED: &str = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml\
                          mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT\
                          pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";

    #[test]
    fn the_example_of_the_standard_is_sealed_byte_for_byte() {
        let keys = BrowserKeys::read(BROWSER, SECRET).unwrap();
        let salt: [u8; 16] = bytes(SALT).try_into().unwrap();
        let sealed =
            seal_with(&bytes(SHARED), &bytes(SERVER), &keys, &salt, MESSAGE.as_bytes()).unwrap();
        assert_eq!(URL_SAFE_NO_PAD.encode(sealed), SEALED);
    }

    #[test]
    fn every_seal_is_another_and_keys_that_are_none_are_refused() {
        let keys = BrowserKeys::read(BROWSER, SECRET).unwrap();
        let (a, b) = (keys.seal(b"x").unwrap(), keys.seal(b"x").unwrap());
        assert_ne!(a, b);
        assert_eq!(a.len(), 16 + 4 + 1 + POINT + 1 + 1 + 16);
        assert!(BrowserKeys::read(BROWSER, "c2hvcnQ").is_err());
        assert!(BrowserKeys::read(SECRET, SECRET).is_err());
        // A point that is not on the curve.
        let mut off = bytes(BROWSER);
        off[40] ^= 1;
        let off = BrowserKeys::read(&URL_SAFE_NO_PAD.encode(off), SECRET).unwrap();
        assert_eq!(off.seal(b"x"), Err(SealError));
    }

    #[test]
    fn a_signature_names_the_service_and_ends() {
        use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
        let stored = Vapid::fresh();
        let key = Vapid::read(&stored).unwrap();
        let endpoint: Url = "https://push.example:8443/one/two?three".parse().unwrap();
        let line = key.authorization(&endpoint, "https://play.example", 1_000_000).unwrap();
        let (token, public) = line.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert_eq!(public, key.public());
        let (said, signature) = token.rsplit_once('.').unwrap();
        UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, bytes(public))
            .verify(said.as_bytes(), &bytes(signature))
            .unwrap();
        let claims = bytes(said.split_once('.').unwrap().1);
        let claims: serde_json::Value = serde_json::from_slice(&claims).unwrap();
        assert_eq!(claims["aud"], "https://push.example:8443");
        assert_eq!(claims["exp"], 1_000_000 + 43_200);
        assert_eq!(claims["sub"], "https://play.example");
        assert_eq!(Vapid::read(&stored).unwrap().public(), key.public(), "it is the same again");
    }
}
