//! Which rule of 1860 a move breaks.

use super::state::Wait;
use engine::{Company, Forbidden, Misfit, Refusal, Value};
use routing::Violation;

/// What a move is about.
#[derive(Clone, Copy)]
pub(super) enum Matter {
    /// A bid in the opening auction.
    Bid,
    /// A share is bought, or a company started.
    Buy,
    /// Shares are sold.
    Sell,
    /// A private company is bought or sold.
    Paper,
    /// A tile is laid.
    Lay,
    /// A base is built.
    Base,
    /// A train is bought, returned or offered.
    Train,
    /// A train is rebuilt.
    Refit,
}

/// Turns what forbids a move into a refusal under a rule.
pub(super) fn refused(matter: Matter) -> impl Fn(Forbidden) -> Refusal {
    move |why| why.under(rule_of(matter, &why))
}

/// A refusal of 1860 alone that names a company.
pub(super) fn of_company(rule: &'static str, key: &'static str, company: Company) -> Refusal {
    Refusal::new(rule, key).with("company", Value::Company(company))
}

/// The refusal of a move that does not belong to what the game waits for.
pub(super) fn not_now(wait: Option<Wait>) -> Refusal {
    let rule = match wait {
        Some(Wait::Bid) => "IOW-AUCTION-4",
        Some(Wait::Pick(_)) => "IOW-AUCTION-10",
        Some(Wait::Stock) => "IOW-SR-2",
        Some(Wait::Home(_)) => "IOW-LAUNCH-6",
        Some(Wait::Surplus) => "IOW-TRAIN-8",
        Some(Wait::Offer { .. }) => "IOW-TRAIN-4",
        Some(_) => "IOW-OR-5",
        None => "IOW-END-12",
    };
    Forbidden::NotNow.under(rule)
}

fn rule_of(matter: Matter, why: &Forbidden) -> &'static str {
    use Forbidden as F;
    use Matter as M;
    match (matter, why) {
        (_, F::OtherCompany { .. }) => "IOW-OR-3",
        (_, F::MustSell) => "IOW-CERT-6",
        (_, F::CertificateLimit { .. }) => "IOW-CERT-4",
        (M::Bid, F::BidTooLow { .. }) => "IOW-AUCTION-5",
        (M::Bid, _) => "IOW-AUCTION-7",
        (M::Buy, F::NotStarted { .. } | F::Started { .. }) => "IOW-SR-10",
        (M::Buy, F::SoldThisRound { .. }) => "IOW-SR-12",
        (M::Buy, F::NoShareLeft { .. }) => "IOW-SR-15",
        (M::Buy, F::Reserved { .. }) => "IOW-EXCHANGE-10",
        (M::Buy | M::Paper, F::TooDear { .. }) => "IOW-SR-14",
        (M::Buy | M::Paper, F::BoughtAlready) => "IOW-SR-2",
        (M::Buy, _) => "IOW-SR-2",
        (M::Sell, F::NotEnoughShares { .. }) => "IOW-SELL-1",
        (M::Sell, F::SoldThisTurn { .. }) => "IOW-SELL-7",
        (M::Sell, _) => "IOW-SR-2",
        (M::Paper, F::NotYourPaper { .. }) => "IOW-PRIVATE-5",
        (M::Paper, F::PaperSoldThisRound { .. }) => "IOW-PRIVATE-8",
        (M::Paper, F::SellBeforeBuying) => "IOW-PRIVATE-16",
        (M::Paper, _) => "IOW-PRIVATE-7",
        (M::Lay, F::NoTileLeft { .. }) => "IOW-TRACK-19",
        (M::Lay, F::TooDear { .. }) => "IOW-TRACK-18",
        (M::Lay, F::NotConnected { .. }) => "IOW-TRACK-13",
        (M::Lay, F::Misfit { why, .. }) => match why {
            Misfit::Label => "IOW-TRACK-10",
            Misfit::ClosedSide => "IOW-TRACK-12",
            Misfit::Colour | Misfit::Fixed => "IOW-UPGRADE-1",
            _ => "IOW-UPGRADE-3",
        },
        (M::Lay, _) => "IOW-UPGRADE-1",
        (M::Base, F::NoCity { .. }) => "IOW-TOKEN-7",
        (M::Base, F::StationThere { .. }) => "IOW-TOKEN-4",
        (M::Base, F::SlotKept { .. }) => "IOW-TOKEN-5",
        (M::Base, F::NoMarkerLeft { .. }) => "IOW-COMPANY-9",
        (M::Base, F::TooDear { .. }) => "IOW-TOKEN-2",
        (M::Base, _) => "IOW-TOKEN-3",
        (M::Train, F::TrainLimit { .. }) => "IOW-TRAIN-7",
        (M::Train, F::TooDear { .. }) => "IOW-MONEY-4",
        (M::Train, F::MustBuyTrain) => "IOW-TRAIN-10",
        (M::Train, F::NotItsTrain { .. }) => "IOW-TRAIN-8",
        (M::Train, F::PriceOutOfRange { .. }) => "IOW-TRAIN-4",
        (M::Train, _) => "IOW-TRAIN-2",
        (M::Refit, _) => "IOW-LOCO-20",
    }
}

/// The rule that a set of routes breaks.
pub(super) fn of_routes(violation: &Violation) -> Refusal {
    use Violation as V;
    let (rule, key) = match violation {
        V::NoSuchTrain { .. } | V::TrainRunsTwice { .. } => ("IOW-RUN-1", "train-runs-once"),
        V::NoSuchPiece { .. } | V::BrokenLine { .. } | V::StopsDiffer { .. } => {
            ("IOW-RUN-9", "broken-line")
        }
        V::LocationTwice { .. } => ("IOW-RUN-12", "stop-twice"),
        V::TooFewStops { .. } => ("IOW-RUN-4", "two-stops"),
        V::NoOwnStation { .. } => ("IOW-RUN-5", "no-own-base"),
        V::EndsAtHalt { .. } => ("IOW-RUN-2", "ends-at-halt"),
        V::EndNotCounted { .. } => ("IOW-RUN-20", "end-is-a-stop"),
        V::PassesTerminus { .. } => ("IOW-RUN-3", "passes-pier"),
        V::PassesFullCity { .. } => ("IOW-RUN-15", "full-city"),
        V::SecondBypass { .. } => ("IOW-RUN-16", "second-full-city"),
        V::CellTwice { .. } => ("IOW-RUN-11", "hex-twice"),
        V::BorderTwice { .. } => ("IOW-RUN-22", "side-twice"),
        V::PieceTwice { .. } => ("IOW-RUN-21", "track-twice"),
        V::BeyondRange { .. } | V::TooManyMajor { .. } | V::TooManyTowns { .. } => {
            ("IOW-RUN-19", "beyond-range")
        }
        V::MayNotSkip { .. } => ("IOW-RUN-13", "may-not-skip"),
        V::HaltClosed { .. } => ("IOW-HALT-6", "halts-closed"),
        V::HaltCount { .. } => ("IOW-HALT-5", "halt-count"),
        V::NoHeadquarters => ("IOW-RUN-6", "no-headquarters"),
        V::NotConnected { .. } => ("IOW-RUN-7", "routes-do-not-meet"),
        V::WrongAmount { .. } | V::WrongTotals | V::WrongBound => ("IOW-RUN-25", "wrong-amount"),
    };
    Refusal::new(rule, key)
}
