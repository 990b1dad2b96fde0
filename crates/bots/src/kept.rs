//! Tables of results that are worked out once on each thread.

use board::Mark;
use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::thread::LocalKey;

/// Results by the hash of what they depend on.
pub type Table<V> = RefCell<HashMap<u64, V, BuildHasherDefault<Mark>>>;

/// What is known under a key, or found and kept now; a full table starts anew.
pub fn kept<V: Clone>(
    table: &'static LocalKey<Table<V>>,
    most: usize,
    key: u64,
    find: impl FnOnce() -> V,
) -> V {
    if let Some(known) = table.with_borrow(|t| t.get(&key).cloned()) {
        return known;
    }
    let found = find();
    table.with_borrow_mut(|t| {
        if t.len() >= most {
            t.clear();
        }
        t.insert(key, found.clone());
    });
    found
}
