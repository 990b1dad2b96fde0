//! Which rule of the book something forbidden is.

use super::position::CzPosition;
use board::Cell;
use engine::{Company, Forbidden, Paper, Refusal, Value};

/// What was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matter {
    /// To take a paper in the draft.
    Draft,
    /// To bid for a paper.
    Bid,
    /// To sell shares.
    Sell,
    /// To buy a share or to start a company.
    Buy,
    /// To lay a tile.
    Lay,
    /// To lay a red tile.
    Red,
    /// To lay a tile for MW.
    Westbahn,
    /// To place a station.
    Station,
    /// To buy a train from the bank.
    Train,
    /// To buy a train of another company.
    Trade,
    /// To turn a train taken over.
    Turn,
    /// To buy or sell a paper.
    Paper,
}

/// The refusal of something forbidden.
pub fn refused(matter: Matter) -> impl Fn(Forbidden) -> Refusal {
    move |why| why.under(rule_of(matter, &why))
}

fn rule_of(matter: Matter, why: &Forbidden) -> &'static str {
    match (matter, why) {
        (_, Forbidden::OtherCompany { .. }) => "CZ-OR-5",
        (_, Forbidden::Closed { .. }) => "CZ-ACQUIRE-16",
        (Matter::Draft, _) => "CZ-PRE-2",
        (Matter::Bid, Forbidden::BidTooLow { .. }) => "CZ-MORAVIA-19",
        (Matter::Bid, Forbidden::TooDear { .. }) => "CZ-MORAVIA-35",
        (Matter::Bid, _) => "CZ-MORAVIA-18",
        (Matter::Sell, Forbidden::NobodyTakesOver { .. }) => "CZ-DIRECTOR-7",
        (Matter::Sell, _) => "CZ-SR-2",
        (Matter::Buy, Forbidden::NotStarted { .. } | Forbidden::Started { .. }) => "CZ-SR-9",
        (Matter::Buy, Forbidden::NotAvailable { .. }) => "CZ-SR-8",
        (Matter::Buy, Forbidden::NoStartingPrice { .. }) => "CZ-SR-10",
        (Matter::Buy, Forbidden::SoldThisRound { .. }) => "CZ-SR-13",
        (Matter::Buy, Forbidden::CertificateLimit { .. }) => "CZ-SR-14",
        (Matter::Buy, Forbidden::HoldingLimit { .. }) => "CZ-SR-15",
        (Matter::Buy, Forbidden::TooDear { .. }) => "CZ-SR-12",
        (Matter::Buy, _) => "CZ-SR-6",
        (Matter::Lay, Forbidden::NoTileLeft { .. }) => "CZ-TRACK-21",
        (Matter::Lay, Forbidden::ColourNotYet { .. }) => "CZ-UPGRADE-2",
        (Matter::Lay, Forbidden::TooDear { .. }) => "CZ-TRACK-25",
        (Matter::Lay, _) => "CZ-TRACK-5",
        (Matter::Red, _) => "CZ-TRACK-19",
        (Matter::Westbahn, _) => "CZ-MORAVIA-36",
        (Matter::Station, Forbidden::NoMarkerLeft { .. }) => "CZ-COMPANY-11",
        (Matter::Station, Forbidden::StationThere { .. }) => "CZ-TOKEN-6",
        (Matter::Station, Forbidden::NotConnected { .. }) => "CZ-TOKEN-5",
        (Matter::Station, Forbidden::SlotKept { .. }) => "CZ-TOKEN-9",
        (Matter::Station, Forbidden::TooDear { .. }) => "CZ-TOKEN-4",
        (Matter::Station, _) => "CZ-TOKEN-1",
        (Matter::Train, Forbidden::TrainLimit { .. }) => "CZ-TRAIN-5",
        (Matter::Train, _) => "CZ-TRAIN-3",
        (Matter::Trade, _) => "CZ-TRAIN-8",
        (Matter::Turn, _) => "CZ-ACQUIRE-13",
        (Matter::Paper, Forbidden::NotYourPaper { .. }) => "CZ-LOCAL-17",
        (Matter::Paper, _) => "CZ-LOCAL-5",
    }
}

/// A refusal that names a cell.
pub fn on_cell(rule: &'static str, key: &'static str, cell: Cell) -> Refusal {
    Refusal::new(rule, key).with("cell", Value::Cell(cell))
}

/// A refusal that names a company.
pub fn of_company(rule: &'static str, key: &'static str, company: Company) -> Refusal {
    Refusal::new(rule, key).with("company", Value::Company(company))
}

/// A refusal that names a paper.
pub fn of_paper(rule: &'static str, key: &'static str, paper: Paper) -> Refusal {
    Refusal::new(rule, key).with("paper", Value::Paper(paper))
}

/// The move belongs to another step.
pub fn not_in_this_step() -> Refusal {
    Refusal::new("CZ-OR-5", "not-in-this-step")
}

impl CzPosition {
    /// Whether it is a company's turn.
    pub fn its_turn(&self, company: Company) -> Result<(), Refusal> {
        if self.on_turn() == Some(company) {
            Ok(())
        } else {
            Err(refused(Matter::Lay)(Forbidden::OtherCompany { company }))
        }
    }
}
