//! Everything printed: the immutable part of a title, as data. And how a data sheet is read: one form for all titles.
//!
//! `docs/data-sheet.md` describes the form for people who write or correct a sheet.

mod board;
mod built_in;
mod look;
mod market;
mod patch;
mod read;
mod rights;
mod shared;
mod strict;
#[cfg(test)]
mod tests;
mod trains;

pub use built_in::BuiltIn;
pub use look::{Faults, Look};
pub use patch::{patched, seats};
pub use read::{FORM, KEYS, Wanted, is_older, options_of, read};
pub use rights::{Bonus, Right, rights};
pub use shared::Shared;
pub use strict::{LONGEST, strict};

use crate::{Company, MarketDef, Paper};
use ::board::{Cell, Map, TileSet};
use serde::Serialize;
use smallvec::SmallVec;

/// How far a train goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// At most n locations, none left out.
    Plain(u8),
    /// At most `total` locations, at most `cities` of them cities or red places.
    Plus {
        /// Cities and red places.
        cities: u8,
        /// All locations.
        total: u8,
    },
    /// At most n counted locations; towns may be left out.
    Express(u8),
    /// Large stations, and small ones and halts (`None`: without limit); spare large places serve small ones.
    Stations {
        /// Large stations.
        large: u8,
        /// Small stations and halts.
        small: Option<u8>,
    },
    /// At most n stops that count against the range, each worth a multiple.
    Cities {
        /// Stops that count.
        count: u8,
        /// Multiplier of every value.
        times: u8,
    },
}

/// One face of a train card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    /// `3+3`.
    pub name: String,
    /// Price from the bank.
    pub price: i32,
    /// Size of company that runs it (0 if sizes do not matter).
    pub size: u8,
    /// Range.
    pub range: Range,
    /// Names of faces that its first sale scraps.
    pub scraps: Vec<String>,
    /// Names of faces that its first sale makes obsolete.
    pub obsoletes: Vec<String>,
}

/// A kind of train card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrainKind {
    /// Letter or name of the kind; with the copy number it names a card.
    pub name: String,
    /// Its faces.
    pub faces: Vec<Face>,
    /// Cards in the stack.
    pub count: u8,
    /// The stack never runs out of it.
    pub unlimited: bool,
    /// Phase that its first sale starts.
    pub phase: u8,
    /// Group of cards it belongs to, where there are any.
    pub group: Option<String>,
}

/// A share company.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompanyDef {
    /// Abbreviation.
    pub id: String,
    /// Abbreviation in files of the public platform.
    pub public_id: String,
    /// Full name.
    pub name: String,
    /// Size class or group (0-based).
    pub size: u8,
    /// Percent of one share.
    pub unit_percent: u8,
    /// Shares that exist.
    pub units: u8,
    /// Shares in the director's certificate.
    pub director_units: u8,
    /// Most shares one player may hold.
    pub max_units: u8,
    /// Shares in players' hands that float it.
    pub float_units: u8,
    /// Capital in starting prices.
    pub capital: u8,
    /// Cost of each station marker in placing order, the home first.
    pub station_costs: SmallVec<[u16; 4]>,
    /// Homes.
    pub homes: SmallVec<[Cell; 2]>,
    /// Colour, `#rrggbb`.
    pub colour: String,
    /// Colour of text on it.
    pub text_colour: String,
    /// Takes part in this variant of the game.
    pub in_play: bool,
}

/// A private paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaperDef {
    /// Abbreviation.
    pub id: String,
    /// Name.
    pub name: String,
    /// Size class, where there are any.
    pub size: u8,
    /// Income each operating round.
    pub income: i32,
    /// Price at the start, or face value.
    pub price: i32,
    /// Company it is linked to.
    pub company: Option<Company>,
    /// What the bank pays for it, where it does.
    pub resale: Option<i32>,
    /// Takes part in this variant of the game.
    pub in_play: bool,
    /// Cell that nobody builds on while a player owns it.
    pub blocks: Option<Cell>,
    /// Least and most that a company pays for it, where companies buy it.
    pub sale: Option<(i32, i32)>,
    /// What it can do beside paying.
    pub right: Option<Right>,
}

/// A phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhaseDef {
    /// Name.
    pub name: String,
    /// Highest tile colour that may be laid, as `Colour as u8`.
    pub colour: u8,
    /// Value column (0 yellow … 3 grey).
    pub column: u8,
    /// Train limit by company size; of all companies if there is but one.
    pub train_limit: SmallVec<[u8; 4]>,
    /// Operating rounds after a stock round, where phases say so.
    pub rounds: u8,
    /// What happens when it begins, in the title's words.
    pub events: Vec<String>,
}

/// A box of the track that shows how far the game is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessBox {
    /// `PRE`, `SR`, `OR`, `R1`, …
    pub label: String,
    /// Set of rounds, from 1.
    pub set: u8,
    /// Number in the set, from 1.
    pub number: u8,
    /// Number printed in it.
    pub value: i32,
    /// A train leaves the stack after it.
    pub export: bool,
}

/// How a game goes, as far as a table must know it to tell people.
#[derive(Clone, Debug, Serialize)]
pub struct Course {
    /// Steps of a company's turn in order; none where companies take no turns.
    pub steps: Vec<&'static str>,
    /// Operating rounds are numbered within their set: 2.1, 2.2.
    pub sets: bool,
    /// Directors choose the routes; otherwise trains run by themselves.
    pub routes: bool,
    /// Name of the player for whom nobody sits.
    pub automatic: Option<&'static str>,
}

/// What a number of players starts with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayersDef {
    /// So many players.
    pub number: u8,
    /// Money of each at the start.
    pub cash: i32,
    /// Certificates that a player may hold, where there is a limit.
    pub certificates: Option<u8>,
}

/// The printed game.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// Title (`18cz`).
    pub title: String,
    /// Variant (`standard`).
    pub variant: String,
    /// Name for people.
    pub name: String,
    /// Money of players: written before or after the number (`£#`, `# K`).
    pub money: String,
    /// Money of companies, if it is another.
    pub company_money: Option<String>,
    /// How it goes.
    pub course: Course,
    /// Numbers of players it can be played with, fewest first.
    pub players: Vec<PlayersDef>,
    /// Money in the bank; `None` without limit.
    pub bank: Option<i32>,
    /// Names of sizes of companies, trains and papers, where there are any.
    pub sizes: Vec<String>,
    /// Map.
    pub map: Map,
    /// Tiles.
    pub tiles: TileSet,
    /// Share price chart.
    pub market: MarketDef,
    /// A company must own a train; its director pays what is missing.
    pub must_own_train: bool,
    /// Companies.
    pub companies: Vec<CompanyDef>,
    /// Papers.
    pub papers: Vec<PaperDef>,
    /// Train cards in the order of the stack.
    pub trains: Vec<TrainKind>,
    /// Phases.
    pub phases: Vec<PhaseDef>,
    /// Process track.
    pub process: Vec<ProcessBox>,
    /// Names of the title's own things (action cards, characters), by [`crate::Slot`].
    pub slots: Vec<String>,
    /// What some stops pay more to a kind of train.
    pub bonus: Option<Bonus>,
    /// What in this sheet no rule text prints.
    pub reconstructed: Vec<String>,
}

impl Sheet {
    /// What so many players start with.
    pub fn seats(&self, players: usize) -> Option<&PlayersDef> {
        let mut all = self.players.iter();
        all.find(|p| usize::from(p.number) == players)
    }

    /// The phase of a name.
    pub fn phase_by_name(&self, name: &str) -> Option<u8> {
        let found = self.phases.iter().position(|p| p.name == name);
        found.map(|i| i as u8)
    }

    /// The first phase in which something happens.
    pub fn phase_of_event(&self, event: &str) -> Option<u8> {
        let here = |p: &PhaseDef| p.events.iter().any(|e| e == event);
        self.phases.iter().position(here).map(|i| i as u8)
    }

    /// A company's definition.
    pub fn company(&self, company: Company) -> &CompanyDef {
        &self.companies[company.at()]
    }

    /// A company by its abbreviation.
    pub fn company_by_id(&self, id: &str) -> Option<Company> {
        self.companies.iter().position(|c| c.id == id).map(|i| Company(i as u8))
    }

    /// A paper by its abbreviation.
    pub fn paper_by_id(&self, id: &str) -> Option<Paper> {
        self.papers.iter().position(|c| c.id == id).map(|i| Paper(i as u8))
    }

    /// All companies of the sheet.
    pub fn company_ids(&self) -> impl Iterator<Item = Company> + use<> {
        (0..self.companies.len() as u8).map(Company)
    }

    /// All papers of the sheet.
    pub fn paper_ids(&self) -> impl Iterator<Item = Paper> + use<> {
        (0..self.papers.len() as u8).map(Paper)
    }

    /// A face of a kind of train.
    pub fn face(&self, kind: u8, face: u8) -> &Face {
        &self.trains[kind as usize].faces[face as usize]
    }
}
