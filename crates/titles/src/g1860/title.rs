//! The title: variants, options, and the position before the first move.

use super::options::{self, OPTIONS, Options};
use super::position::IowPosition;
use super::printed::Printed;
use super::raw::Raw;
use super::state::State;
use super::{deal, sheet};
use engine::{
    Core, Place, Player, Position, Purse, RoundKind, RoundName, Setup, SetupError, Title,
    VariantDef,
};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The title.
pub struct Iow;

/// The title, for the registry.
pub static TITLE: Iow = Iow;

const VARIANT: &str = "standard";
// Most sets of options that are kept.
const KEPT: usize = 32;

// The built-in data sheet, read once.
fn built_in() -> &'static Raw {
    static RAW: OnceLock<Raw> = OnceLock::new();
    RAW.get_or_init(|| {
        sheet::read(None).unwrap_or_else(|e| panic!("the built-in data sheet is sound: {e}"))
    })
}

// Games with the same options share what is printed.
fn printed(options: &Options) -> Result<Arc<Printed>, SetupError> {
    static BUILT: Mutex<Vec<Arc<Printed>>> = Mutex::new(Vec::new());
    let mut built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = built.iter().find(|p| p.options == *options) {
        return Ok(found.clone());
    }
    let new = Arc::new(sheet::build(built_in(), options)?);
    if built.len() == KEPT {
        built.remove(0);
    }
    built.push(new.clone());
    Ok(new)
}

impl Iow {
    fn prepare(&self, setup: &Setup) -> Result<(Arc<Printed>, u8), SetupError> {
        let own;
        let raw = match &setup.data {
            Some(data) => {
                own = sheet::read(Some(data))?;
                &own
            }
            None => built_in(),
        };
        let mut faults = Vec::new();
        if setup.title != self.id() {
            faults.push(format!("this is {}, not {}", self.id(), setup.title));
        }
        if setup.variant != VARIANT {
            faults.push(format!("no variant is called {}", setup.variant));
        }
        let seats = setup.players.len();
        if seats < usize::from(raw.players.min) || seats > usize::from(raw.players.max) {
            faults.push(format!(
                "{seats} players; {} to {} play (IOW-SETUP-1)",
                raw.players.min, raw.players.max
            ));
        }
        let options = options::read(raw, setup, &mut faults);
        if !faults.is_empty() {
            return Err(SetupError { faults });
        }
        let printed = if setup.data.is_some() {
            Arc::new(sheet::build(raw, &options)?)
        } else {
            printed(&options)?
        };
        Ok((printed, seats as u8))
    }

    /// The position before the first move, with the title's own type.
    pub fn begin(&self, setup: &Setup) -> Result<IowPosition, SetupError> {
        let (printed, seats) = self.prepare(setup)?;
        let mut core = Core::new(&printed.sheet, seats, false, true, setup.seed);
        core.money.stock_bank(printed.bank);
        for seat in 0..seats {
            core.pay(
                Purse::Bank,
                Purse::Player(Player(seat)),
                printed.cash[seats as usize],
            );
        }
        for (i, charter) in printed.charters.iter().enumerate() {
            core.stock[i].reserved = u8::from(charter.reserved_for.is_some());
        }
        for (i, _) in printed.sheet.papers.iter().enumerate() {
            core.papers[i].place = Place::Aside;
        }
        core.round = RoundName {
            kind: RoundKind::Opening,
            set: 1,
            number: 1,
        };
        if printed.options.locomotives {
            core.trains = deal::deal(
                &printed,
                printed.options.offer,
                setup.extra.as_ref(),
                &mut core.rng,
            )?;
        }
        let lots = (1u16 << printed.lots.len()) - 1;
        let state = State::new(core, lots as u8, printed.steps[0].rounds);
        Ok(IowPosition { printed, state })
    }
}

impl Title for Iow {
    fn id(&self) -> &'static str {
        "1860"
    }

    fn name(&self) -> &'static str {
        "1860: Railways on the Isle of Wight"
    }

    fn variants(&self) -> Vec<VariantDef> {
        let raw = built_in();
        vec![VariantDef {
            id: VARIANT.to_owned(),
            min_players: raw.players.min,
            max_players: raw.players.max,
            options: OPTIONS.definitions(),
        }]
    }

    fn presets(&self) -> &'static [&'static str] {
        OPTIONS.presets
    }

    fn catalogue(&self) -> &'static str {
        include_str!("../../../../docs/rules/1860.md")
    }

    fn rules_version(&self) -> u32 {
        OPTIONS.newest
    }

    fn start(&self, setup: &Setup) -> Result<Box<dyn Position>, SetupError> {
        Ok(Box::new(self.begin(setup)?))
    }

    fn load(&self, setup: &Setup, bytes: &[u8]) -> Result<Box<dyn Position>, SetupError> {
        let (printed, _) = self.prepare(setup)?;
        let state = postcard::from_bytes(bytes)
            .map_err(|e| SetupError::one(format!("not a saved position: {e}")))?;
        Ok(Box::new(IowPosition { printed, state }))
    }
}
