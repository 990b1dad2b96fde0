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

/// A random code of 80 bits for people to write down: four groups of small letters and digits that are not mistaken for
/// each other.
pub fn random_code() -> String {
    const SIGNS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";
    let mut buffer = [0_u8; 16];
    getrandom::fill(&mut buffer).expect("the system has a source of chance");
    let mut code = String::with_capacity(19);
    for (i, byte) in buffer.iter().enumerate() {
        if i > 0 && i % 4 == 0 {
            code.push('-');
        }
        code.push(char::from(SIGNS[usize::from(byte % 32)]));
    }
    code
}

/// A code as somebody typed it: without blanks, in small letters.
pub fn typed_code(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).take(40).collect::<String>().to_lowercase()
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
