//! Who is at which table, on any server.

use crate::app::{App, now};
use crate::hub::{Hub, News};
use crate::secret;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

// A server that was not heard of for so long is gone.
const FORGET: i64 = 75_000;
const REPEAT: Duration = Duration::from_secs(30);

/// Somebody at a table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Present {
    /// Account id.
    pub user: String,
    /// Name.
    pub name: String,
}

#[derive(Serialize, Deserialize)]
struct Message {
    server: String,
    game: String,
    people: Vec<Present>,
}

#[derive(Default)]
struct Table {
    /// Open streams of each person on this server.
    here: BTreeMap<Present, usize>,
    /// People on each server, and when it told.
    servers: HashMap<String, (Vec<Present>, i64)>,
}

/// Everyone who is there.
#[derive(Default)]
pub struct Presence {
    tables: Mutex<HashMap<String, Table>>,
    server: OnceLock<String>,
}

impl Presence {
    fn server(&self) -> &str {
        self.server.get_or_init(|| secret::random_word(9))
    }

    fn with<T>(&self, act: impl FnOnce(&mut HashMap<String, Table>) -> T) -> T {
        act(&mut self.tables.lock().unwrap_or_else(|e| e.into_inner()))
    }

    /// People at a table.
    pub fn at(&self, game: &str) -> Vec<Present> {
        self.with(|tables| {
            let mut people: Vec<Present> = tables
                .get(game)
                .map(|t| {
                    t.servers
                        .values()
                        .flat_map(|(people, _)| people.iter().cloned())
                        .collect()
                })
                .unwrap_or_default();
            people.sort();
            people.dedup();
            people
        })
    }

    /// A server told who is at a table.
    pub fn heard(&self, hub: &Hub, text: &str) {
        let Ok(message) = serde_json::from_str::<Message>(text) else {
            return;
        };
        let game = message.game.clone();
        let before = self.at(&game);
        self.with(|tables| {
            let table = tables.entry(game.clone()).or_default();
            if message.people.is_empty() {
                table.servers.remove(&message.server);
            } else {
                table
                    .servers
                    .insert(message.server, (message.people, now()));
            }
            if table.servers.is_empty() && table.here.is_empty() {
                tables.remove(&game);
            }
        });
        let after = self.at(&game);
        if before != after {
            hub.tell(&game, News::Presence(present_text(&after).into()));
        }
    }
}

/// The event that tells who is there.
pub fn present_text(people: &[Present]) -> String {
    serde_json::json!({"kind": "presence", "present": people}).to_string()
}

/// Somebody's open stream; ends when dropped.
pub struct Attendance {
    app: App,
    game: String,
    who: Present,
}

impl Attendance {
    /// Somebody comes to a table.
    pub fn new(app: App, game: &str, who: Present) -> Attendance {
        let first = app.presence.with(|tables| {
            let n = tables
                .entry(game.to_owned())
                .or_default()
                .here
                .entry(who.clone())
                .or_insert(0);
            *n += 1;
            *n == 1
        });
        if first {
            announce(&app, game);
        }
        Attendance {
            app,
            game: game.to_owned(),
            who,
        }
    }
}

impl Drop for Attendance {
    fn drop(&mut self) {
        let last = self.app.presence.with(|tables| {
            let Some(table) = tables.get_mut(&self.game) else {
                return false;
            };
            let Some(n) = table.here.get_mut(&self.who) else {
                return false;
            };
            *n -= 1;
            if *n > 0 {
                return false;
            }
            table.here.remove(&self.who);
            true
        });
        if last {
            announce(&self.app, &self.game);
        }
    }
}

fn announce(app: &App, game: &str) {
    let people = app.presence.with(|tables| {
        tables
            .get(game)
            .map(|t| t.here.keys().cloned().collect::<Vec<_>>())
            .unwrap_or_default()
    });
    let message = Message {
        server: app.presence.server().to_owned(),
        game: game.to_owned(),
        people,
    };
    let text: Arc<str> = serde_json::to_string(&message).unwrap_or_default().into();
    let app = app.clone();
    if let Ok(runtime) = tokio::runtime::Handle::try_current() {
        runtime.spawn(async move {
            let _ = app.store.tell_presence(&text).await;
        });
    }
}

/// Repeats who is here from time to time and forgets servers that fell silent.
pub async fn keep(app: App) {
    let mut stopping = app.stopping.subscribe();
    loop {
        tokio::select! {
            () = tokio::time::sleep(REPEAT) => {}
            _ = stopping.wait_for(|s| *s) => return,
        }
        if !app.store.is_shared() {
            continue;
        }
        let limit = now() - FORGET;
        let games: Vec<String> = app.presence.with(|tables| {
            tables.retain(|_, t| {
                t.servers.retain(|_, (_, at)| *at > limit);
                !t.servers.is_empty() || !t.here.is_empty()
            });
            tables
                .iter()
                .filter(|(_, t)| !t.here.is_empty())
                .map(|(g, _)| g.clone())
                .collect()
        });
        for game in games {
            announce(&app, &game);
        }
    }
}
