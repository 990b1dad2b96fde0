//! Logins looked up a moment ago, so that a request need not ask the database who sends it.
//!
//! Whatever ends a login or changes an account empties all of this: on this server before the change is answered, on
//! others as soon as the news comes. A change that nobody tells of (the operator's command on an SQLite file in use) is
//! seen after [`LASTS`].

use crate::bus::Notice;
use crate::database::{Store, StoreError};
use crate::{Account, SessionKind};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// A login is believed for so long.
pub(crate) const LASTS: Duration = Duration::from_secs(2);

// So many at most; then all are looked up again.
const MOST: usize = 20_000;

struct Login {
    kind: SessionKind,
    account: Arc<Account>,
    expires: i64,
    found: Instant,
}

#[derive(Default)]
struct Kept {
    /// How often everything was forgotten.
    times: u64,
    logins: HashMap<String, Login>,
}

/// Logins by the hash of their secret.
#[derive(Default)]
pub(crate) struct Logins {
    kept: Mutex<Kept>,
}

impl Logins {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// Who it is, if that is known; otherwise a mark to hand to [`Logins::keep`] with what the database says.
    pub fn find(
        &self,
        hash: &str,
        kind: SessionKind,
        now: i64,
    ) -> Result<(Arc<Account>, i64), u64> {
        let kept = self.kept();
        match kept.logins.get(hash) {
            Some(l) if l.kind == kind && l.expires > now && l.found.elapsed() < LASTS => {
                Ok((l.account.clone(), l.expires))
            }
            _ => Err(kept.times),
        }
    }

    /// Keeps what the database said, unless everything was forgotten since: then it may be out of date already.
    pub fn keep(
        &self,
        mark: u64,
        hash: &str,
        kind: SessionKind,
        account: &Arc<Account>,
        expires: i64,
    ) {
        let mut kept = self.kept();
        if kept.times != mark {
            return;
        }
        if kept.logins.len() >= MOST {
            kept.logins.clear();
        }
        let login = Login { kind, account: account.clone(), expires, found: Instant::now() };
        kept.logins.insert(hash.to_owned(), login);
    }

    /// Forgets everything.
    pub fn forget(&self) {
        let mut kept = self.kept();
        kept.times += 1;
        kept.logins.clear();
    }
}

impl Store {
    /// Accounts or logins changed: nobody goes by what they knew of them.
    pub(crate) async fn forget_logins(&self) -> Result<(), StoreError> {
        self.inner.logins.forget();
        let _ = self.inner.notices.send(Notice::Accounts);
        if self.is_shared() {
            self.tell(&Notice::Accounts).await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn anna() -> Arc<Account> {
        Arc::new(Account::new("u1".into(), "Anna".into(), 0))
    }

    #[test]
    fn what_was_read_before_a_change_is_not_kept_after_it() {
        let logins = Logins::default();
        let Err(mark) = logins.find("h", SessionKind::Cookie, 0) else {
            panic!("nothing is known yet");
        };
        logins.forget();
        logins.keep(mark, "h", SessionKind::Cookie, &anna(), 100);
        assert!(logins.find("h", SessionKind::Cookie, 0).is_err());
    }

    #[test]
    fn a_login_is_known_by_its_kind_until_it_ends() {
        let logins = Logins::default();
        logins.keep(0, "h", SessionKind::Cookie, &anna(), 100);
        assert!(logins.find("h", SessionKind::Cookie, 99).is_ok());
        assert!(logins.find("h", SessionKind::Token, 99).is_err());
        assert!(logins.find("h", SessionKind::Cookie, 100).is_err());
        logins.forget();
        assert!(logins.find("h", SessionKind::Cookie, 99).is_err());
    }
}
