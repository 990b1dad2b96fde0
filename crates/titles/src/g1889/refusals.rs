//! Which rule a refusal stands on.

use engine::{Forbidden, Misfit, Refusal};

/// What is being tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matter {
    /// A bid or purchase in the auction.
    Bid,
    /// A share.
    Buy,
    /// A sale of shares.
    Sell,
    /// A director's certificate.
    Start,
    /// A tile.
    Lay,
    /// A station.
    Station,
    /// A train of the bank.
    Train,
    /// A train of another company.
    Trade,
    /// A private company.
    Paper,
    /// A swap of a private company.
    Swap,
}

/// The rule that forbids it.
pub fn rule_of(matter: Matter, why: &Forbidden) -> &'static str {
    use Forbidden as F;
    match (matter, why) {
        (_, F::NoSalesYet) => "S89-STOCK-3",
        (_, F::NoUse { .. }) => "S89-UPGRADE-9",
        (Matter::Bid, F::BidTooLow { .. }) => "S89-AUCTION-3",
        (Matter::Bid, F::TooDear { .. } | F::BidTooHigh { .. }) => "S89-AUCTION-4",
        (Matter::Bid, _) => "S89-AUCTION-2",
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
        (Matter::Swap, F::NoShareLeft { .. }) => "S89-PRIVATE-25",
        (Matter::Swap, _) => "S89-PRIVATE-23",
        (_, F::NoTileLeft { .. }) => "S89-TRACK-9",
        (_, F::ColourNotYet { .. }) => "S89-UPGRADE-1",
        (_, F::Misfit { why, .. }) => misfit(*why),
        (Matter::Lay, F::NotConnected { .. }) => "S89-TRACK-5",
        (Matter::Lay, F::TooDear { .. }) => "S89-TERRAIN-4",
        (Matter::Lay, _) => "S89-TRACK-1",
        (Matter::Station, F::TooDear { .. }) => "S89-TOKEN-3",
        (Matter::Station, F::NoMarkerLeft { .. }) => "S89-TOKEN-1",
        (Matter::Station, F::StationThere { .. }) => "S89-TOKEN-6",
        (Matter::Station, F::SlotKept { .. }) => "S89-TOKEN-7",
        (Matter::Station, _) => "S89-TOKEN-5",
        (_, F::TrainLimit { .. }) => "S89-TRAIN-6",
        (Matter::Train, F::TooDear { .. }) => "S89-EMERGENCY-1",
        (Matter::Train, F::TrainNotForSale) => "S89-TRAIN-3",
        (Matter::Train, F::MustBuyTrain) => "S89-TRAIN-12",
        (Matter::Train, _) => "S89-TRAIN-2",
        (Matter::Trade, _) => "S89-TRAIN-9",
        (Matter::Paper, F::PriceOutOfRange { .. }) => "S89-PRIVATE-5",
        (Matter::Paper, F::TooDear { .. }) => "S89-PRIVATE-6",
        (Matter::Paper, _) => "S89-PRIVATE-4",
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

/// Turns what a check forbids into a refusal.
pub fn refused(matter: Matter) -> impl Fn(Forbidden) -> Refusal {
    move |why| why.under(rule_of(matter, &why))
}
