//! Which rule a refusal stands on.

use engine::{Forbidden, Matter, Objection, Refusal};

/// The rule that forbids something. Name a rule for each case as the catalogue grows.
pub fn rule_of(matter: Matter) -> &'static str {
    match matter {
        Matter::Start | Matter::Buy | Matter::Sell => "NEW-STOCK-1",
        Matter::Lay | Matter::PaperTile => "NEW-TRACK-1",
        Matter::Station => "NEW-TOKEN-1",
        Matter::Run => "NEW-RUN-1",
        Matter::Train | Matter::TradeIn | Matter::Trade | Matter::Help | Matter::Raise => {
            "NEW-TRAIN-1"
        }
        Matter::Turn | Matter::Bid | Matter::Swap | Matter::Paper => "NEW-OR-1",
    }
}

/// Turns an objection into a refusal.
pub fn refused(objection: Objection) -> Refusal {
    objection.why.under(rule_of(objection.matter))
}

/// Turns what a check forbids into a refusal.
pub fn denied(matter: Matter) -> impl Fn(Forbidden) -> Refusal {
    move |why| refused(Objection { matter, why })
}
