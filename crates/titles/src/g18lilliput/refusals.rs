//! Which rule of the catalogue forbids what a check of the engine forbids.

use engine::{Forbidden, Refusal};

/// What a rule may forbid.
pub type Allowed<T = ()> = Result<T, Refusal>;

/// What somebody wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matter {
    /// To buy a certificate.
    Buy,
    /// To sell certificates.
    Sell,
    /// To found a company.
    Found,
    /// To place a station.
    Station,
    /// To buy a train by an action.
    Train,
    /// To buy a train from the depot.
    Depot,
}

/// The rule of 18Lilliput behind a check.
const fn rule_of(matter: Matter, why: &Forbidden) -> &'static str {
    match (matter, why) {
        (_, Forbidden::CertificateLimit { .. }) => "LIL-SHARE-8",
        (Matter::Buy, _) => "LIL-SHARE-5",
        (Matter::Sell, Forbidden::SoldThisTurn { .. }) => "LIL-SHARE-2",
        (Matter::Sell, _) => "LIL-SHARE-4",
        (Matter::Found, Forbidden::NotAvailable { .. }) => "LIL-FOUND-1",
        (Matter::Found, _) => "LIL-FOUND-2",
        (Matter::Station, Forbidden::NoMarkerLeft { .. }) => "LIL-SETUP-13",
        (Matter::Station, Forbidden::StationThere { .. }) => "LIL-STATION-4",
        (Matter::Station, Forbidden::NotConnected { .. }) => "LIL-STATION-3",
        (Matter::Station, Forbidden::TooDear { .. }) => "LIL-STATION-2",
        (Matter::Station, _) => "LIL-STATION-1",
        (Matter::Depot, Forbidden::TrainLimit { .. }) => "LIL-DEPOT-4",
        (_, Forbidden::TrainLimit { .. }) => "LIL-LIMIT-2",
        (_, Forbidden::TooDear { .. }) => "LIL-TRAINBUY-7",
        (Matter::Depot, _) => "LIL-DEPOT-3",
        (Matter::Train, Forbidden::NotItsTrain { .. }) => "LIL-TRAINBUY-1",
        (Matter::Train, Forbidden::TrainNotForSale | Forbidden::WrongPrice { .. }) => {
            "LIL-TRAINBUY-2"
        }
        (Matter::Train, _) => "LIL-TRAINBUY-11",
    }
}

/// A refusal of the matter, from what a check forbids.
pub fn refused(matter: Matter) -> impl Fn(Forbidden) -> Refusal {
    move |why| why.under(rule_of(matter, &why))
}
