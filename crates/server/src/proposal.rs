//! Something that others must agree to.

use crate::room::Loaded;
use crate::shapes::Asked;
use crate::told::{GameTold, What};
use serde::{Deserialize, Serialize};

/// Whoever takes a seat that is offered to all.
pub const ANYBODY: &str = "*";

/// Who shall play for somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum With {
    /// A bot.
    Bot {
        /// Its level.
        level: String,
    },
    /// A bot, until this person takes the seat.
    Person {
        /// Account.
        user: String,
        /// Name.
        name: String,
    },
    /// A bot, until anybody takes the seat.
    Offer {},
}

impl With {
    /// Its name in the interface.
    pub const fn name(&self) -> &'static str {
        match self {
            With::Bot { .. } => "bot",
            With::Person { .. } => "person",
            With::Offer {} => "offer",
        }
    }
}

/// Something that others must agree to.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Proposal {
    /// Take moves back.
    Undo {
        /// Seat that asks.
        by: u8,
        /// Last move that stays.
        to: i64,
        /// People who agreed, with the one who asks.
        agreed: Vec<String>,
    },
    /// Give the game up.
    Abandon {
        /// People who agreed.
        agreed: Vec<String>,
    },
    /// End the game as it stands.
    End {
        /// People who agreed.
        agreed: Vec<String>,
    },
    /// Somebody else plays for a player who is silent. More than half of the others decide.
    Replace {
        /// The seat.
        seat: u8,
        /// Seat that asks; nobody when time ran out.
        by: Option<u8>,
        /// Who shall play.
        with: With,
        /// People who agreed.
        agreed: Vec<String>,
        /// People who did not.
        #[serde(default)]
        refused: Vec<String>,
    },
    /// Somebody wants a seat back that others gave away.
    Return {
        /// The seat.
        seat: u8,
        /// Who.
        user: String,
        /// Name at the table.
        name: String,
        /// People who agreed.
        agreed: Vec<String>,
    },
}

/// What became of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Others must still answer.
    Open,
    /// It is done.
    Yes,
    /// It is not.
    No,
}

impl Proposal {
    /// The proposal of a game.
    pub fn of(loaded: &Loaded) -> Option<Proposal> {
        loaded.game.proposal.as_ref().and_then(|p| serde_json::from_str(p).ok())
    }

    /// That somebody else plays for a seat; who asks agrees.
    pub fn replace(seat: u8, by: Option<(u8, &str)>, with: With) -> Proposal {
        let agreed = by.iter().map(|(_, user)| (*user).to_owned()).collect();
        Proposal::Replace { seat, by: by.map(|b| b.0), with, agreed, refused: Vec::new() }
    }

    /// What the table is told when it is asked.
    pub fn asks(&self) -> What {
        match self {
            Proposal::Undo { .. } => What::UndoAsked,
            Proposal::Abandon { .. } => What::AbandonAsked,
            Proposal::End { .. } => What::EndAsked,
            Proposal::Replace { .. } => What::ReplaceAsked,
            Proposal::Return { .. } => What::ReturnAsked,
        }
    }

    /// What the table is told when somebody does not agree.
    pub fn fails(&self) -> What {
        match self {
            Proposal::Undo { .. } | Proposal::Abandon { .. } => What::UndoRefused,
            Proposal::End { .. } => What::EndRefused,
            Proposal::Replace { .. } => What::ReplaceRefused,
            Proposal::Return { .. } => What::ReturnRefused,
        }
    }

    /// Whether it stays when somebody moves: what somebody waits for who does not sit at the table.
    pub fn outlasts_moves(&self) -> bool {
        matches!(self, Proposal::Return { .. })
    }

    fn agreed(&self) -> &Vec<String> {
        match self {
            Proposal::Undo { agreed, .. }
            | Proposal::Abandon { agreed }
            | Proposal::End { agreed }
            | Proposal::Replace { agreed, .. }
            | Proposal::Return { agreed, .. } => agreed,
        }
    }

    fn refused(&self) -> &[String] {
        match self {
            Proposal::Replace { refused, .. } => refused,
            _ => &[],
        }
    }

    /// People who are asked.
    pub fn voters(&self, loaded: &Loaded) -> Vec<String> {
        let mut people = loaded.people();
        match self {
            Proposal::Undo { .. } | Proposal::Abandon { .. } | Proposal::End { .. } => {}
            Proposal::Replace { seat, .. } => {
                let owner = loaded.seats.get(usize::from(*seat)).and_then(|s| s.user.as_ref());
                people.retain(|p| Some(p) != owner);
            }
            Proposal::Return { user, .. } => people.retain(|p| p != user),
        }
        people
    }

    /// People who still have to answer. Those who always agree have, for an undo.
    pub fn waiting(&self, loaded: &Loaded) -> Vec<String> {
        let undo = matches!(self, Proposal::Undo { .. });
        let willing = |user: &str| {
            undo && loaded
                .seats
                .iter()
                .filter(|s| s.user.as_deref() == Some(user))
                .all(|s| s.always_agree)
        };
        let answered = |p: &String| self.agreed().contains(p) || self.refused().contains(p);
        self.voters(loaded).into_iter().filter(|p| !answered(p) && !willing(p)).collect()
    }

    /// Somebody answers.
    pub fn answer(&mut self, user: &str, agrees: bool) {
        let user = user.to_owned();
        match self {
            Proposal::Undo { agreed, .. }
            | Proposal::Abandon { agreed }
            | Proposal::End { agreed }
            | Proposal::Return { agreed, .. } => {
                if agrees && !agreed.contains(&user) {
                    agreed.push(user);
                }
            }
            Proposal::Replace { agreed, refused, .. } => {
                agreed.retain(|a| *a != user);
                refused.retain(|r| *r != user);
                if agrees { agreed.push(user) } else { refused.push(user) }
            }
        }
    }

    /// What became of it.
    pub fn verdict(&self, loaded: &Loaded) -> Verdict {
        match self {
            Proposal::Replace { agreed, refused, .. } => {
                let voters = self.voters(loaded);
                let count = |list: &[String]| list.iter().filter(|p| voters.contains(p)).count();
                if count(agreed) * 2 > voters.len() {
                    Verdict::Yes
                } else if count(refused) * 2 >= voters.len() {
                    Verdict::No
                } else {
                    Verdict::Open
                }
            }
            _ if self.waiting(loaded).is_empty() => Verdict::Yes,
            _ => Verdict::Open,
        }
    }

    /// Puts it to the table; what the table is told. Names of others stay out of the journal.
    pub fn put(&self, loaded: &mut Loaded) -> GameTold {
        loaded.game.proposal = serde_json::to_string(self).ok();
        let shown = Asked { name: None, ..self.shown(loaded) };
        GameTold { seat: shown.seat, proposal: Some(shown), ..self.asks().into() }
    }

    /// As the interface shows it.
    pub fn shown(&self, loaded: &Loaded) -> Asked {
        let seats = |people: &[String]| -> Vec<u8> {
            let mut seats: Vec<u8> = people.iter().flat_map(|p| loaded.seats_of(p)).collect();
            seats.sort_unstable();
            seats
        };
        let mut asked = Asked {
            kind: "undo",
            by: None,
            to: None,
            seat: None,
            with: None,
            name: None,
            agreed: seats(self.agreed()),
            refused: seats(self.refused()),
            waiting: seats(&self.waiting(loaded)),
        };
        match self {
            Proposal::Undo { by, to, .. } => {
                asked.by = Some(*by);
                asked.to = Some(*to);
            }
            Proposal::Abandon { .. } => asked.kind = "abandon",
            Proposal::End { .. } => asked.kind = "end",
            Proposal::Replace { seat, by, with, .. } => {
                asked.kind = "replace";
                asked.by = *by;
                asked.seat = Some(*seat);
                asked.with = Some(with.name());
                if let With::Person { name, .. } = with {
                    asked.name = Some(name.clone());
                }
            }
            Proposal::Return { seat, name, .. } => {
                asked.kind = "return";
                asked.seat = Some(*seat);
                asked.name = Some(name.clone());
            }
        }
        asked
    }
}
