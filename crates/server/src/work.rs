//! Long work on few threads: routes, audits, hints, files. Whoever goes away leaves it running, so the place it takes is
//! given back by the work, not by the request.

use crate::fault::Fault;
use crate::limit::Whom;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

// Pieces of work of one person that may run or wait at once; half of the places are for the others.
const MOST_EACH: usize = 8;

// Requests of one address that are worked on at once, and those that are or wait for that. A browser sends six.
const TURNS_EACH: usize = 8;
const MOST_TURNS_EACH: usize = 300;

// Somebody's pieces of work, and how many of them may run.
struct Share {
    pieces: usize,
    places: Arc<Semaphore>,
}

/// Who works; clones are the same workshop.
#[derive(Clone)]
pub struct Workshop {
    places: Arc<Semaphore>,
    each: usize,
    most_each: usize,
    people: Arc<Mutex<HashMap<Whom, Share>>>,
}

impl Default for Workshop {
    fn default() -> Workshop {
        let threads = std::thread::available_parallelism().map_or(2, usize::from);
        let threads = threads.max(2);
        Workshop {
            places: Arc::new(Semaphore::new(threads)),
            each: threads / 2,
            most_each: MOST_EACH,
            people: Arc::default(),
        }
    }
}

impl Workshop {
    /// Turns of requests: those of one address wait for each other, and for nobody else's.
    pub fn turns() -> Workshop {
        Workshop {
            places: Arc::new(Semaphore::new(Semaphore::MAX_PERMITS)),
            each: TURNS_EACH,
            most_each: MOST_TURNS_EACH,
            people: Arc::default(),
        }
    }
}

impl Workshop {
    // Somebody's own places, unless enough of their work is there.
    fn come(&self, whom: &Whom) -> Option<Arc<Semaphore>> {
        let mut people = self.people.lock().unwrap_or_else(|e| e.into_inner());
        let share = people
            .entry(whom.clone())
            .or_insert_with(|| Share { pieces: 0, places: Arc::new(Semaphore::new(self.each)) });
        if share.pieces >= self.most_each {
            return None;
        }
        share.pieces += 1;
        Some(share.places.clone())
    }

    fn go(&self, whom: &Whom) {
        let mut people = self.people.lock().unwrap_or_else(|e| e.into_inner());
        if let Some(share) = people.get_mut(whom) {
            share.pieces -= 1;
            if share.pieces == 0 {
                people.remove(whom);
            }
        }
    }
}

/// Work that runs or waits; ends when dropped.
pub struct Piece {
    shop: Workshop,
    whom: Whom,
    places: Vec<OwnedSemaphorePermit>,
}

impl Drop for Piece {
    fn drop(&mut self) {
        self.shop.go(&self.whom);
    }
}

impl Workshop {
    /// Counts somebody's work until it is dropped, or says that enough of it is there.
    pub fn enter(&self, whom: Whom) -> Result<Piece, Fault> {
        Ok(self.enter_with_places(whom)?.0)
    }

    fn enter_with_places(&self, whom: Whom) -> Result<(Piece, Arc<Semaphore>), Fault> {
        let own = self.come(&whom).ok_or(Fault::TooMany(2, "too much at once"))?;
        Ok((Piece { shop: self.clone(), whom, places: Vec::new() }, own))
    }

    /// Waits until there is a place for somebody's work; it is his until dropped.
    pub async fn wait(&self, whom: Whom) -> Result<Piece, Fault> {
        let (mut piece, own) = self.enter_with_places(whom)?;
        for places in [own, self.places.clone()] {
            let place = places.acquire_owned().await;
            piece.places.push(place.map_err(|_| Fault::Unavailable)?);
        }
        Ok(piece)
    }

    /// Does long work for somebody as soon as there is a place.
    pub async fn work<T: Send + 'static>(
        &self,
        whom: Whom,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Fault> {
        let piece = self.wait(whom).await?;
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(piece);
            done
        });
        Ok(done.await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_person_does_not_fill_the_workshop() {
        let shop = Workshop::default();
        let (anna, ben) = (Whom::Name("anna".into()), Whom::Name("ben".into()));
        for _ in 0..MOST_EACH {
            let own = shop.come(&anna).expect("not too much yet");
            assert!(own.available_permits() < shop.places.available_permits());
        }
        assert!(shop.come(&anna).is_none());
        assert!(shop.come(&ben).is_some());
        shop.go(&anna);
        assert!(shop.come(&anna).is_some());
        shop.go(&ben);
        assert!(!shop.people.lock().unwrap().contains_key(&ben));
    }

    #[tokio::test]
    async fn requests_of_one_address_wait_for_each_other() {
        let turns = Workshop::turns();
        let (anna, ben) = (Whom::Name("anna".into()), Whom::Name("ben".into()));
        let mut held = Vec::new();
        for _ in 0..TURNS_EACH {
            held.push(turns.wait(anna.clone()).await.expect("a turn"));
        }
        let next = turns.clone();
        let waits = tokio::spawn(async move { next.wait(anna).await.is_ok() });
        assert!(turns.wait(ben).await.is_ok(), "others do not wait");
        assert!(!waits.is_finished());
        held.pop();
        assert!(waits.await.expect("a task"));
    }
}
