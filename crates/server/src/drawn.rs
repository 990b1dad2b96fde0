//! Pictures that were drawn a moment ago.

use axum::body::Bytes;
use std::collections::VecDeque;
use std::sync::Mutex;

// All of them together take no more.
const MOST: usize = 16 << 20;

/// The last pictures, by all that they depend on.
#[derive(Default)]
pub struct Drawn {
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    pictures: VecDeque<(String, Bytes)>,
    bytes: usize,
}

impl Drawn {
    /// A picture, if it is still there.
    pub fn find(&self, key: &str) -> Option<Bytes> {
        let kept = self.kept.lock().unwrap_or_else(|e| e.into_inner());
        kept.pictures.iter().find(|(k, _)| k == key).map(|(_, bytes)| bytes.clone())
    }

    /// Keeps a picture; the oldest make room for it.
    pub fn keep(&self, key: String, picture: Bytes) {
        let mut kept = self.kept.lock().unwrap_or_else(|e| e.into_inner());
        kept.bytes += key.len() + picture.len();
        kept.pictures.push_back((key, picture));
        while kept.bytes > MOST {
            let Some((key, picture)) = kept.pictures.pop_front() else { return };
            kept.bytes -= key.len() + picture.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_make_room() {
        let drawn = Drawn::default();
        for n in 0..20 {
            drawn.keep(n.to_string(), Bytes::from(vec![0; 1 << 20]));
        }
        assert!(drawn.find("19").is_some() && drawn.find("0").is_none());
        assert!(drawn.kept.lock().unwrap().bytes <= MOST);
    }
}
