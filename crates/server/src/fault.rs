//! Answers that are not success, all in one form.

use crate::shapes::RefusalJson;
use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::{Names, Position, Refusal, SetupError};
use serde::Serialize;
use store::StoreError;
use utoipa::ToSchema;

/// Why something was not done.
#[derive(Debug)]
pub enum Fault {
    /// The request makes no sense.
    BadRequest(String, Detail),
    /// Nobody is logged in.
    NoSession,
    /// Unknown name or wrong password: the same answer for both.
    WrongLogin,
    /// Not allowed to this person.
    Forbidden(&'static str),
    /// No such thing, or none that this person may see.
    NotFound,
    /// The game has moved on.
    Stale {
        /// Moves made.
        after: i64,
        /// Last journal entry.
        seq: i64,
    },
    /// Not possible in the present state.
    Conflict(String),
    /// A rule forbids the move.
    Refused(Box<RefusalJson>),
    /// The body is too large.
    TooLarge,
    /// Too often; seconds to wait.
    TooMany(u64, &'static str),
    /// The server cannot do it now.
    Unavailable,
}

/// More about a fault.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Detail {
    /// What is wrong with a setup: all faults at once.
    Faults {
        /// The faults.
        faults: Vec<String>,
    },
    /// A move of a file that cannot be played.
    Move {
        /// Number of the move, from 1.
        number: i64,
        /// Why not, if a rule forbids it.
        #[serde(skip_serializing_if = "Option::is_none")]
        refusal: Option<RefusalJson>,
    },
    /// Where the game is now.
    Stale {
        /// Moves made.
        after: i64,
        /// Last journal entry.
        seq: i64,
    },
    /// Why a move is refused.
    Refusal(RefusalJson),
    /// Nothing more.
    Nothing(Nothing),
}

/// Nothing at all.
#[derive(Debug, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// The body of every answer that is not success.
#[derive(Serialize, ToSchema)]
pub struct FaultBody {
    /// Which kind.
    pub error: String,
    /// A sentence.
    pub message: String,
    /// More about it.
    pub detail: Detail,
}

impl Fault {
    /// A request that makes no sense.
    pub fn bad(message: impl Into<String>) -> Fault {
        Fault::BadRequest(message.into(), Detail::Nothing(Nothing {}))
    }

    /// A conflict with the present state.
    pub fn conflict(message: impl Into<String>) -> Fault {
        Fault::Conflict(message.into())
    }

    /// A refused move, with names instead of numbers.
    pub fn refused(position: &dyn Position, refusal: &Refusal) -> Fault {
        Fault::Refused(Box::new(refusal_json(position, refusal)))
    }
}

/// A refusal with names instead of numbers.
pub fn refusal_json(position: &dyn Position, refusal: &Refusal) -> RefusalJson {
    let names = Names::of(position);
    let args = refusal.args.iter();
    RefusalJson {
        rule: refusal.rule,
        key: refusal.key,
        args: args.map(|&(n, v)| (n, names.write_value(v))).collect(),
        text: None,
    }
}

impl Fault {
    // Status, kind, sentence, more about it.
    fn told(self) -> (StatusCode, &'static str, String, Detail) {
        match self {
            Fault::BadRequest(message, detail) => {
                (StatusCode::BAD_REQUEST, "bad_request", message, detail)
            }
            Fault::NoSession => (
                StatusCode::UNAUTHORIZED,
                "no_session",
                "log in or start as a guest".into(),
                Detail::Nothing(Nothing {}),
            ),
            Fault::WrongLogin => (
                StatusCode::UNAUTHORIZED,
                "wrong_login",
                "wrong name or password".into(),
                Detail::Nothing(Nothing {}),
            ),
            Fault::Forbidden(message) => {
                (StatusCode::FORBIDDEN, "forbidden", message.into(), Detail::Nothing(Nothing {}))
            }
            Fault::NotFound => (
                StatusCode::NOT_FOUND,
                "not_found",
                "there is nothing here".into(),
                Detail::Nothing(Nothing {}),
            ),
            Fault::Stale { after, seq } => (
                StatusCode::CONFLICT,
                "stale",
                format!("the game has moved on: {after} moves are made"),
                Detail::Stale { after, seq },
            ),
            Fault::Conflict(message) => {
                (StatusCode::CONFLICT, "conflict", message, Detail::Nothing(Nothing {}))
            }
            Fault::Refused(detail) => {
                let rule = detail.rule;
                (
                    StatusCode::UNPROCESSABLE_ENTITY,
                    "refused",
                    format!("rule {rule} forbids it"),
                    Detail::Refusal(*detail),
                )
            }
            Fault::TooLarge => (
                StatusCode::PAYLOAD_TOO_LARGE,
                "too_large",
                "the body is too large".into(),
                Detail::Nothing(Nothing {}),
            ),
            Fault::TooMany(_, message) => (
                StatusCode::TOO_MANY_REQUESTS,
                "too_many",
                message.into(),
                Detail::Nothing(Nothing {}),
            ),
            Fault::Unavailable => (
                StatusCode::SERVICE_UNAVAILABLE,
                "unavailable",
                "not possible now, try again".into(),
                Detail::Nothing(Nothing {}),
            ),
        }
    }

    /// The sentence alone.
    pub fn sentence(self) -> String {
        self.told().2
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let retry = match &self {
            Fault::TooMany(seconds, _) => Some((*seconds).max(1)),
            _ => None,
        };
        let (status, error, message, detail) = self.told();
        let body = FaultBody { error: error.to_owned(), message, detail };
        let mut response = (status, Json(body)).into_response();
        if let Some(seconds) = retry {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Fault {
        match error {
            StoreError::Taken => Fault::conflict("taken"),
            error => {
                metrics::counter!("signalbox_store_faults_total", "kind" => error.kind())
                    .increment(1);
                tracing::error!(%error, "the store failed");
                Fault::Unavailable
            }
        }
    }
}

impl From<SetupError> for Fault {
    fn from(error: SetupError) -> Fault {
        let said = error.to_string();
        let faults = error.faults;
        Fault::BadRequest(said, Detail::Faults { faults })
    }
}

impl From<JsonRejection> for Fault {
    fn from(rejection: JsonRejection) -> Fault {
        if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
            Fault::TooLarge
        } else {
            Fault::bad(rejection.body_text())
        }
    }
}

impl From<QueryRejection> for Fault {
    fn from(rejection: QueryRejection) -> Fault {
        Fault::bad(rejection.body_text())
    }
}

impl From<PathRejection> for Fault {
    fn from(_: PathRejection) -> Fault {
        Fault::NotFound
    }
}

impl From<tokio::task::JoinError> for Fault {
    fn from(error: tokio::task::JoinError) -> Fault {
        tracing::error!(%error, "a task ended badly");
        Fault::Unavailable
    }
}
