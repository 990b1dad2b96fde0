//! What is printed is the same for all games with the same choices: read once, shared by all of them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

// Sets of choices that are kept.
const MOST: usize = 128;

/// What was read, by the choices it was read for.
#[derive(Debug)]
pub struct Shared<T>(Mutex<BTreeMap<String, Arc<T>>>);

impl<T> Shared<T> {
    /// Nothing was read yet.
    pub const fn new() -> Shared<T> {
        Shared(Mutex::new(BTreeMap::new()))
    }

    /// What was read for these choices, now or before.
    pub fn get<E>(&self, key: String, read: impl FnOnce() -> Result<T, E>) -> Result<Arc<T>, E> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = lock().get(&key) {
            return Ok(found.clone());
        }
        let new = Arc::new(read()?);
        let mut all = lock();
        if all.len() >= MOST {
            all.clear();
        }
        all.insert(key, new.clone());
        Ok(new)
    }
}

impl<T> Default for Shared<T> {
    fn default() -> Self {
        Shared::new()
    }
}
