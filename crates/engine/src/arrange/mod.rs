//! Positions that were not reached by moves: set up by hand for a lesson, a puzzle, a test, a question about routes.
//!
//! An [`Arrangement`] is what a person writes down, with names. [`set_up`] puts it on the table and lets the title go on
//! from there, or says everything that is wrong with it. Only what could exist is let through: what is printed limits it,
//! as it limits a game. [`told`] goes the other way.

mod ask;
mod fault;
mod form;
mod lie;
mod table;
mod told;

pub use ask::{Asked, Question, ask};
pub use fault::{Fault, SENTENCES};
pub use form::{Arrangement, Charter, Lies, Note, Seat, Station, Tile, Train, TrainCard, Turn};
pub use lie::could_lie;
pub use table::arrange;
pub use told::{Untold, told};

use crate::{Company, Core, Flag, Lineup, Player, Position, Setup, SetupError, Sheet, StockRound};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// The round in which a game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goes {
    /// A player's turn.
    Player(StockRound),
    /// A company's turn: the companies of the round, this one as the last that began.
    Company(Lineup, Company),
}

/// Where a game goes on.
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    /// The round and whose turn it is.
    pub goes: Goes,
    /// Key of the step; the first of the turn if none is told.
    pub step: Option<&'a str>,
    /// Income of the run, from the step of the dividend on.
    pub revenue: i32,
}

impl Entry<'_> {
    /// The step of this name among a title's steps, which are told by their keys; the first without one.
    ///
    /// # Errors
    /// When the title has no such step.
    pub fn step_of<S: Copy>(
        &self,
        steps: &[S],
        key: impl Fn(S) -> &'static str,
    ) -> Result<S, Fault> {
        let told = self.step;
        let found = steps.iter().copied().find(|&s| told.is_none_or(|told| key(s) == told));
        found.ok_or_else(|| Fault::new("step").with("step", told.unwrap_or("")))
    }
}

/// What an arrangement tells beside the ledgers.
#[derive(Clone, Debug, Default)]
pub struct Beyond {
    /// The stock round.
    pub stock: Option<StockRound>,
    /// Income of the run.
    pub revenue: i32,
    /// What the title keeps for itself.
    pub own: Json,
}

impl Beyond {
    /// What a title tells.
    pub fn new(stock: StockRound, revenue: i32, own: impl Serialize) -> Beyond {
        let own = serde_json::to_value(own).unwrap_or_default();
        Beyond { stock: Some(stock), revenue, own }
    }
}

/// A title's position that can be set up. The ledgers are laid out for it; it says how the game goes on from there.
pub trait Arranged: Position + Sized {
    /// What the title keeps beside the ledgers, as people write it. What is not told follows from the ledgers.
    type Own: Serialize + DeserializeOwned + Default;

    /// Standings of companies that only this title knows.
    const STANDINGS: &'static [Flag];

    /// Keys of faults that are none in this title.
    fn could_be(&self) -> &'static [&'static str] {
        &[]
    }

    /// Takes the ledgers as they were laid out and goes on where the arrangement says, until somebody has to decide.
    ///
    /// # Errors
    /// When the title has no such round or step, or what it keeps for itself cannot be.
    fn enter(&mut self, laid: Core, entry: &Entry<'_>, own: Self::Own) -> Result<(), Fault>;
}

/// A position as its setup wants it: as the title begins, or as it was arranged.
///
/// # Errors
/// All faults of the arrangement at once.
pub fn set_up<P: Arranged>(begun: P, setup: &Setup) -> Result<P, SetupError> {
    let Some(wanted) = &setup.arrangement else {
        return Ok(begun);
    };
    put(begun, wanted).map_err(SetupError::arrangement)
}

fn put<P: Arranged>(mut begun: P, wanted: &Arrangement) -> Result<P, Vec<Fault>> {
    let sheet = begun.sheet().clone();
    let mut faults = Vec::new();
    let own = match &wanted.own {
        Json::Null => P::Own::default(),
        own => serde_json::from_value(own.clone()).unwrap_or_else(|e| {
            faults.push(Fault::new("own").with("what", e));
            P::Own::default()
        }),
    };
    for (id, charter) in &wanted.companies {
        for flag in charter.standing.iter().filter(|f| !P::STANDINGS.contains(f)) {
            let flag = serde_json::to_value(flag).unwrap_or_default();
            let flag = flag.as_str().unwrap_or_default();
            faults.push(Fault::new("standing").with("company", id).with("standing", flag));
        }
    }
    let (laid, goes, more) = table::lay_out(&sheet, begun.core().clone(), wanted);
    faults.extend(more.into_iter().filter(|f| !begun.could_be().contains(&f.key)));
    let (Some(goes), true) = (goes, faults.is_empty()) else {
        return Err(faults);
    };
    let (step, revenue) = (wanted.step.as_deref(), wanted.revenue);
    begun.enter(laid, &Entry { goes, step, revenue }, own).map_err(|fault| vec![fault])?;
    let above = above_limit(&begun);
    if above.is_empty() || begun.could_be().contains(&"train-limit") {
        Ok(begun)
    } else {
        Err(above)
    }
}

// Companies that own too many trains; an automatic shareholder's own what they get.
fn above_limit(position: &impl Position) -> Vec<Fault> {
    let (sheet, core) = (position.sheet(), position.core());
    let automatic = |c: Company| core.stock[c.at()].director().is_some_and(|p| p.0 >= core.seats);
    let above = sheet.company_ids().filter(|&c| {
        let counts = |t: &crate::Card| core.trains.get(*t).marks == 0;
        let owned = core.trains.of(c).filter(counts).count();
        owned > usize::from(position.train_limit(c)) && !automatic(c)
    });
    let fault = |c: Company| {
        let limit = position.train_limit(c);
        Fault::new("train-limit").with("company", &sheet.company(c).id).with("limit", limit)
    };
    above.map(fault).collect()
}

/// An amount of money that a game can hold.
///
/// # Errors
/// When it is none.
pub fn amount(wanted: i32) -> Result<i32, Fault> {
    match (0..=1_000_000).contains(&wanted) {
        true => Ok(wanted),
        false => Err(Fault::new("money").with("amount", wanted)),
    }
}

/// A company by its name.
///
/// # Errors
/// When there is none.
pub fn company(sheet: &Sheet, id: &str) -> Result<Company, Fault> {
    let found = sheet.company_by_id(id);
    found.ok_or_else(|| Fault::new("no-company").with("company", id))
}

/// Companies by their names.
///
/// # Errors
/// When there is none of a name.
pub fn companies(sheet: &Sheet, names: &[String]) -> Result<Vec<Company>, Fault> {
    names.iter().map(|id| company(sheet, id)).collect()
}

/// Names of companies.
pub fn names(sheet: &Sheet, all: impl Iterator<Item = Company>) -> Vec<String> {
    all.map(|c| sheet.company(c).id.clone()).collect()
}

/// What is kept for each company, by name: only where there is something.
pub fn by_name<T: Copy + Default + PartialEq>(sheet: &Sheet, all: &[T]) -> BTreeMap<String, T> {
    let told = sheet.company_ids().filter(|c| all[c.at()] != T::default());
    told.map(|c| (sheet.company(c).id.clone(), all[c.at()])).collect()
}

/// What is told by name goes to each company.
///
/// # Errors
/// When there is no company of a name.
pub fn by_company<T: Copy>(
    sheet: &Sheet,
    told: &BTreeMap<String, T>,
    all: &mut [T],
) -> Result<(), Fault> {
    for (id, &value) in told {
        all[company(sheet, id)?.at()] = value;
    }
    Ok(())
}

/// Players by seat, an automatic shareholder last.
fn holders(core: &Core) -> impl Iterator<Item = Player> + use<> {
    (0..core.holders).map(Player)
}
