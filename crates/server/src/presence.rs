//! Who is at which table, on any server.

use crate::clock::now;
use crate::hub::{Hub, News};
use crate::secret;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, OnceLock};

// A server that was not heard of for so long is gone.
const FORGET: i64 = 75_000;

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
                    t.servers.values().flat_map(|(people, _)| people.iter().cloned()).collect()
                })
                .unwrap_or_default();
            people.sort();
            people.dedup();
            people
        })
    }

    /// Somebody opens a stream here; whether it is their first at this table.
    pub fn come(&self, game: &str, who: &Present) -> bool {
        self.with(|tables| {
            let table = tables.entry(game.to_owned()).or_default();
            let streams = table.here.entry(who.clone()).or_insert(0);
            *streams += 1;
            *streams == 1
        })
    }

    /// A stream of somebody ends here; whether it was their last at this table.
    pub fn go(&self, game: &str, who: &Present) -> bool {
        self.with(|tables| {
            let Some(table) = tables.get_mut(game) else {
                return false;
            };
            let Some(streams) = table.here.get_mut(who) else {
                return false;
            };
            *streams -= 1;
            if *streams > 0 {
                return false;
            }
            table.here.remove(who);
            true
        })
    }

    /// What this server tells the others about a table.
    pub fn message(&self, game: &str) -> String {
        let people = self.with(|tables| {
            tables.get(game).map(|t| t.here.keys().cloned().collect::<Vec<_>>()).unwrap_or_default()
        });
        let message = Message { server: self.server().to_owned(), game: game.to_owned(), people };
        serde_json::to_string(&message).unwrap_or_default()
    }

    /// Forgets servers that fell silent; tables with somebody here.
    pub fn tidy(&self) -> Vec<String> {
        let limit = now() - FORGET;
        self.with(|tables| {
            tables.retain(|_, t| {
                t.servers.retain(|_, (_, at)| *at > limit);
                !t.servers.is_empty() || !t.here.is_empty()
            });
            tables.iter().filter(|(_, t)| !t.here.is_empty()).map(|(g, _)| g.clone()).collect()
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
                table.servers.insert(message.server, (message.people, now()));
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
    #[derive(Serialize)]
    struct Told<'a> {
        kind: &'static str,
        present: &'a [Present],
    }
    let told = Told { kind: "presence", present: people };
    serde_json::to_string(&told).unwrap_or_default()
}
