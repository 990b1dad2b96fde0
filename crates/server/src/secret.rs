//! Random words and their hashes.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

/// A random word from so many random bytes.
pub fn random_word(bytes: usize) -> String {
    let mut buffer = vec![0; bytes];
    // Without a source of chance the server must not make secrets at all.
    getrandom::fill(&mut buffer).expect("the system has a source of chance");
    URL_SAFE_NO_PAD.encode(buffer)
}

/// Random text for the commitment to a seed: plain digits and letters, so that anybody can type it.
pub fn random_salt() -> String {
    let mut buffer = [0_u8; 16];
    getrandom::fill(&mut buffer).expect("the system has a source of chance");
    buffer.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A random number.
pub fn random_number() -> u64 {
    let mut buffer = [0; 8];
    getrandom::fill(&mut buffer).expect("the system has a source of chance");
    u64::from_le_bytes(buffer)
}

/// The hash under which a secret is stored. Secrets are random and long, so a fast hash is enough.
pub fn hash(secret: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(secret.as_bytes()))
}
