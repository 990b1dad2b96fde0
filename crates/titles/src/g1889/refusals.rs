//! Which rule a refusal stands on.

use engine::{Forbidden, Matter, Misfit, Objection, Refusal};
use routing::Violation;

/// The rule that forbids something.
pub fn rule_of(matter: Matter, why: &Forbidden) -> &'static str {
    use Forbidden as F;
    match (matter, why) {
        (Matter::Bid, F::BidTooLow { .. }) => "S89-AUCTION-3",
        (Matter::Bid, F::TooDear { .. } | F::BidTooHigh { .. }) => "S89-AUCTION-4",
        (Matter::Bid, _) => "S89-AUCTION-2",
        (Matter::Turn, F::ReturnTrain) => "S89-TRAIN-14",
        (Matter::Turn, F::AnswerOffer) => "S89-TRAIN-10",
        (Matter::Turn, _) => "S89-OR-5",
        (Matter::Help, F::OnlyCheapest { .. }) => "S89-EMERGENCY-2",
        (Matter::Help, F::NoHelp { .. }) => "S89-EMERGENCY-5",
        (Matter::Help, _) | (Matter::Raise, F::NoNeedToSell) => "S89-EMERGENCY-6",
        (Matter::Raise, F::MoreThanNeeded { .. }) => "S89-EMERGENCY-7",
        (Matter::Raise, F::SoldThisTurn { .. }) => "S89-EMERGENCY-8",
        (Matter::Raise, F::NotBankrupt) => "S89-BANKRUPT-1",
        (Matter::Raise, _) => "S89-EMERGENCY-9",
        (Matter::Run, F::BadRoute { why }) => broken_by(why),
        (Matter::Run, F::NoSuchRoute) => "S89-RUN-1",
        (Matter::Run, _) => "S89-RUN-12",
        (Matter::Swap, F::NotNow) => "S89-PRIVATE-24",
        (Matter::Swap, F::NoShareLeft { .. }) => "S89-PRIVATE-25",
        (Matter::Swap, F::HoldingLimit { .. }) => "S89-PRIVATE-28",
        (Matter::Swap, _) => "S89-PRIVATE-23",
        (Matter::PaperTile, F::NotNow) => "S89-PRIVATE-15",
        (Matter::PaperTile, _) => "S89-PRIVATE-19",
        (Matter::Paper, F::PriceOutOfRange { .. }) => "S89-PRIVATE-5",
        (Matter::Paper, F::TooDear { .. }) => "S89-PRIVATE-6",
        (Matter::Paper, _) => "S89-PRIVATE-4",
        (_, F::NoSalesYet) => "S89-STOCK-3",
        (_, F::SoldThisRound { .. }) => "S89-STOCK-9",
        (_, F::SoldThisTurn { .. }) => "S89-STOCK-4",
        (_, F::SellBeforeBuying | F::BoughtAlready) => "S89-STOCK-2",
        (_, F::PoolFull { .. }) => "S89-STOCK-7",
        (_, F::NobodyTakesOver { .. }) => "S89-DIRECTOR-6",
        (_, F::NotStarted { .. }) => "S89-STOCK-12",
        (_, F::HoldingLimit { .. }) => "S89-CERT-6",
        (_, F::CertificateLimit { .. }) => "S89-CERT-4",
        (_, F::MustSell) => "S89-CERT-5",
        (Matter::Start, _) => "S89-PAR-1",
        (Matter::Sell, _) => "S89-STOCK-8",
        (Matter::Buy, _) => "S89-STOCK-10",
        (Matter::Lay, F::CellBlocked { .. }) => "S89-PRIVATE-10",
        (Matter::Lay, F::ByRightOnly { .. }) => "S89-PRIVATE-17",
        (Matter::Lay, F::NoTileLeft { .. }) => "S89-TRACK-9",
        (Matter::Lay, F::ColourNotYet { .. }) => "S89-UPGRADE-1",
        (Matter::Lay, F::Misfit { why, .. }) => misfit(*why),
        (Matter::Lay, F::NotConnected { .. }) => "S89-TRACK-5",
        (Matter::Lay, F::NoUse { .. }) => "S89-UPGRADE-9",
        (Matter::Lay, F::TooDear { .. }) => "S89-TERRAIN-4",
        (Matter::Lay, _) => "S89-TRACK-1",
        (Matter::Station, F::TooDear { .. }) => "S89-TOKEN-3",
        (Matter::Station, F::NoMarkerLeft { .. }) => "S89-TOKEN-1",
        (Matter::Station, F::StationThere { .. }) => "S89-TOKEN-6",
        (Matter::Station, F::SlotKept { .. }) => "S89-TOKEN-7",
        (Matter::Station, _) => "S89-TOKEN-5",
        (_, F::TrainLimit { .. }) => "S89-TRAIN-6",
        (Matter::Train, F::TrainNotForSale) => "S89-TRAIN-3",
        (Matter::Train, F::MustBuyTrain) => "S89-TRAIN-12",
        (Matter::Train, _) => "S89-TRAIN-2",
        (Matter::TradeIn, F::WrongPrice { .. }) => "S89-TRAIN-2",
        (Matter::TradeIn, F::TooDear { .. }) => "S89-EMERGENCY-4",
        (Matter::TradeIn, _) => "S89-TRAIN-7",
        (Matter::Trade, _) => "S89-TRAIN-9",
    }
}

fn misfit(why: Misfit) -> &'static str {
    match why {
        Misfit::Fixed | Misfit::ReservedCell => "S89-SETUP-11",
        Misfit::ClosedSide => "S89-TRACK-7",
        Misfit::StubLost | Misfit::TrackLost => "S89-UPGRADE-2",
        Misfit::Colour => "S89-UPGRADE-1",
        Misfit::Label => "S89-UPGRADE-3",
        Misfit::Stops | Misfit::NoSuccessor => "S89-TRACK-3",
    }
}

fn broken_by(violation: &Violation) -> &'static str {
    match violation {
        Violation::NoSuchTrain { .. } | Violation::TrainRunsTwice { .. } => "S89-RUN-1",
        Violation::BeyondRange { .. } => "S89-RUN-3",
        Violation::MayNotSkip { .. } => "S89-RUN-4",
        Violation::LocationTwice { .. } => "S89-RUN-5",
        Violation::PieceTwice { .. } | Violation::BorderTwice { .. } => "S89-RUN-6",
        Violation::PassesTerminus { .. } => "S89-RUN-9",
        Violation::PassesFullCity { .. } => "S89-RUN-10",
        _ => "S89-RUN-2",
    }
}

/// Turns an objection into a refusal.
pub fn refused(objection: Objection) -> Refusal {
    let Objection { matter, why } = objection;
    why.under(rule_of(matter, &why))
}

/// Turns what a check forbids into a refusal.
pub fn denied(matter: Matter) -> impl Fn(Forbidden) -> Refusal {
    move |why| refused(Objection { matter, why })
}
