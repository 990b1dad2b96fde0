//! The words in pictures, so that a page can show them in its reader's language; and money as people write it.

use engine::{RoundKind, RoundName, Sheet};

/// Captions of [`crate::game_svg`] and the print pages.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)] // Each field is named after the caption it holds.
pub struct Words<'a> {
    pub companies: &'a str,
    pub players: &'a str,
    pub market: &'a str,
    pub trains: &'a str,
    pub tiles: &'a str,
    pub price: &'a str,
    pub cash: &'a str,
    pub stations: &'a str,
    pub shares: &'a str,
    pub name: &'a str,
    pub certificates: &'a str,
    pub value: &'a str,
    pub papers: &'a str,
    pub loan: &'a str,
    pub phase: &'a str,
    pub not_started: &'a str,
    pub bank: &'a str,
    pub pool: &'a str,
    pub left: &'a str,
    pub treasury: &'a str,
    pub home: &'a str,
    pub director: &'a str,
    pub opening: &'a str,
    pub over: &'a str,
}

/// The captions in English.
pub const ENGLISH: Words<'static> = Words {
    companies: "Companies in operating order",
    players: "Players",
    market: "Share prices",
    trains: "Trains to come",
    tiles: "Tiles",
    price: "Price",
    cash: "Cash",
    stations: "Stations",
    shares: "Shares",
    name: "Name",
    certificates: "Certificates",
    value: "Value",
    papers: "Papers",
    loan: "Loan",
    phase: "Phase",
    not_started: "Not started",
    bank: "Bank",
    pool: "Pool",
    left: "left",
    treasury: "Treasury",
    home: "Home",
    director: "Director",
    opening: "Opening",
    over: "End of the game",
};

impl Default for Words<'static> {
    fn default() -> Self {
        ENGLISH
    }
}

/// An amount of players' money, as the title writes it.
pub fn money(sheet: &Sheet, amount: i32) -> String {
    sheet.money.replace('#', &amount.to_string())
}

/// An amount of companies' money, as the title writes it.
pub fn company_money(sheet: &Sheet, amount: i32) -> String {
    sheet.company_money.as_deref().unwrap_or(&sheet.money).replace('#', &amount.to_string())
}

/// A round as people write it.
pub fn round_name(round: RoundName, words: &Words<'_>) -> String {
    match round.kind {
        RoundKind::Opening => words.opening.to_owned(),
        RoundKind::Stock => format!("SR {}", round.set),
        RoundKind::Operating => format!("OR {}.{}", round.set, round.number),
        RoundKind::Actions => format!("R {}", round.set),
        RoundKind::Over => words.over.to_owned(),
    }
}
