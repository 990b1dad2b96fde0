//! The immutable part of a game of 18CZ: sheet, variant, options, and tables worked out from them.

use super::options::Options;
use super::practice;
use board::TileId;
use engine::{Company, Directors, IpoPrice, Offering, Rounding, Sheet, Terms, TurnOrder};
use smallvec::SmallVec;
use std::sync::Arc;

/// Which of the four games is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// 3 to 6 players.
    Standard,
    /// 2 players and Václav on the western map.
    Bohemia,
    /// 2 or 3 players, large companies only.
    Moravia,
    /// 2 to 5 players, a company each, no stock market.
    Introductory,
}

/// Kind of a box of the process track.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoxKind {
    /// Pre-stock round.
    Pre,
    /// Stock round.
    Stock,
    /// Operating round.
    Operating,
}

/// A box of the process track.
#[derive(Clone, Copy, Debug)]
pub struct ProcessStep {
    /// Kind.
    pub kind: BoxKind,
    /// Set, from 1.
    pub set: u8,
    /// Number in the set, from 1.
    pub number: u8,
    /// Value of a local railway while the marker is here.
    pub value: i32,
    /// A train is exported afterwards.
    pub export: bool,
}

/// What a private paper of Moravia-Silesia is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaperKind {
    /// A local railway with powers.
    Local,
    /// The Mährische Westbahn.
    Westbahn,
    /// The 3E-train.
    Train,
}

/// Everything that does not change during a game.
#[derive(Debug)]
pub struct Printed {
    /// The printed game.
    pub sheet: Arc<Sheet>,
    /// Which game.
    pub variant: Variant,
    /// Options in force.
    pub options: Options,
    /// How 18CZ varies what all titles have.
    pub terms: Terms,
    /// Cash of a player at the start (introductory game: of a company).
    pub cash: i32,
    /// Certificates a player may hold.
    pub certificate_limit: Option<u8>,
    /// Terrain kinds a local railway waives, by size.
    pub waives: [Vec<String>; 3],
    /// Highest colour of a purple-edged tile, by size (as `Colour as u8`).
    pub purple: [u8; 3],
    /// Red tile of a company.
    pub red_tile: SmallVec<[Option<TileId>; 16]>,
    /// Station markers of a company at the start, where it has fewer than stations have costs.
    pub markers: SmallVec<[Option<u8>; 16]>,
    /// Bonus of the home company on its red tile.
    pub home_bonus: i32,
    /// Bit s: companies of size s are available, by phase.
    pub sizes: Vec<u8>,
    /// First phase in which companies buy local railways.
    pub papers_from: u8,
    /// First phase in which companies trade trains.
    pub trade_from: u8,
    /// The process track.
    pub process: Vec<ProcessStep>,
    /// Number of each face's name, by kind and face: faces of one name are scrapped together.
    pub face_number: Vec<SmallVec<[u8; 3]>>,
    /// Names of faces by number.
    pub face_names: Vec<String>,
    /// Numbers of the faces that a face scraps.
    pub scraps: Vec<u32>,
    /// Faces that collect the bonus of every red tile (Moravia-Silesia).
    pub bonus_faces: u32,
    /// Phase in which private papers close (Moravia-Silesia).
    pub papers_close: Option<u8>,
    /// What each paper is.
    pub paper_kinds: Vec<PaperKind>,
    /// Size of every paper: a company of at least this size may own it.
    pub bid_step: i32,
    /// Václav: percent he gets and starting price, by size.
    pub vaclav: [(u8, u16); 3],
    /// Whether the player with the lowest order card decides on Václav's track and stations, by size.
    pub vaclav_deciders: [(bool, bool); 3],
    /// Companies that leave the game at random before it begins (Moravia-Silesia).
    pub removed_at_random: u8,
    /// Companies of the introductory game in turn order, those played first known at setup.
    pub intro_companies: Vec<Company>,
    /// Companies that start with a home station on the map in the introductory game.
    pub intro_homes: Vec<Company>,
}

/// How 18CZ varies what all titles have.
pub fn terms(options: &Options) -> Terms {
    Terms {
        sold_to: practice::sold_to(options),
        // CZ-DIRECTOR-7
        directors: if options.director_certificate_may_be_sold_via_exchange {
            Directors::Most
        } else {
            Directors::MostKeeping
        },
        // CZ-SR-17
        sales_from: 2,
        ipo_price: IpoPrice::Chart,
        turn_order: TurnOrder::SellThenBuy,
        rounding: Rounding::Up,
        offering: Offering::MoreThanLast(4),
        ..Terms::PLAIN
    }
}

impl Printed {
    /// Size class of a company.
    pub fn size(&self, company: Company) -> u8 {
        self.sheet.company(company).size
    }

    /// Trains have one face only and every company runs every train.
    pub fn classless(&self) -> bool {
        matches!(self.variant, Variant::Introductory | Variant::Moravia)
    }

    /// The face that a company runs.
    pub fn own_face(&self, company: Company) -> u8 {
        if self.classless() { 0 } else { self.size(company) }
    }

    /// Whether a company may own a face. CZ-COMPANY-6..8
    pub fn may_own(&self, company: Company, face: u8) -> bool {
        self.classless() || face <= self.size(company)
    }

    /// Whether the faces `mask` include the face of a card.
    pub fn face_in(&self, kind: u8, face: u8, mask: u32) -> bool {
        mask & self.face_bit(kind, face) != 0
    }

    /// The face of a card as a mask.
    pub fn face_bit(&self, kind: u8, face: u8) -> u32 {
        1 << self.face_number[usize::from(kind)][usize::from(face)]
    }

    /// Faces that the sale of a face scraps.
    pub fn scrapped_by(&self, kind: u8, face: u8) -> u32 {
        let number = self.face_number[usize::from(kind)][usize::from(face)];
        self.scraps[usize::from(number)]
    }
}
