//! Passwords: argon2id, away from the threads that answer requests, and few at once.

use crate::fault::Fault;
use argon2::password_hash::{PasswordHash, SaltString};
use argon2::{Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version};
use std::sync::OnceLock;
use tokio::sync::Semaphore;

// Each takes 19 MiB for some ten milliseconds.
static AT_ONCE: Semaphore = Semaphore::const_new(2);

/// Shortest password.
pub const SHORTEST: usize = 8;
/// Longest password.
pub const LONGEST: usize = 200;

fn hasher() -> Argon2<'static> {
    let params = Params::new(19 * 1024, 2, 1, None).unwrap_or_default();
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

fn hash_now(password: &str) -> Option<String> {
    let mut salt = [0; 16];
    getrandom::fill(&mut salt).ok()?;
    let salt = SaltString::encode_b64(&salt).ok()?;
    hasher().hash_password(password.as_bytes(), &salt).ok().map(|h| h.to_string())
}

/// Hash of a password, for storing; blocks.
pub fn hash_blocking(password: &str) -> Option<String> {
    hash_now(password)
}

/// Hash of a password, for storing.
pub async fn hash(password: String) -> Result<String, Fault> {
    let permit = AT_ONCE.acquire().await.map_err(|_| Fault::Unavailable)?;
    // The permit goes along: the work is not over when whoever asked goes away.
    tokio::task::spawn_blocking(move || {
        let hash = hash_now(&password);
        drop(permit);
        hash
    })
    .await?
    .ok_or(Fault::Unavailable)
}

/// Whether a password fits. Takes as long for an account that does not exist.
pub async fn fits(password: String, stored: Option<String>) -> Result<bool, Fault> {
    static NOBODY: OnceLock<String> = OnceLock::new();
    let permit = AT_ONCE.acquire().await.map_err(|_| Fault::Unavailable)?;
    let fits = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        let known = stored.is_some();
        let stored = stored.unwrap_or_else(|| {
            NOBODY.get_or_init(|| hash_now("nobody's password").unwrap_or_default()).clone()
        });
        let fits = PasswordHash::new(&stored)
            .is_ok_and(|hash| hasher().verify_password(password.as_bytes(), &hash).is_ok());
        known && fits
    })
    .await?;
    Ok(fits)
}

/// Says what is wrong with a new password.
pub fn check(password: &str) -> Result<(), Fault> {
    let n = password.chars().count();
    if n < SHORTEST || password.len() > LONGEST {
        return Err(Fault::bad(format!("a password has {SHORTEST} to {LONGEST} characters")));
    }
    Ok(())
}
