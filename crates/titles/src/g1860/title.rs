//! The title: variants, options, and the position before the first move.

use super::deal;
use super::options::{self, OPTIONS};
use super::position::IowPosition;
use super::printed::Printed;
use super::receivership::RUN_NODES;
use super::sheet::{self, SHEET};
use super::state::State;
use engine::arrange::set_up;
use engine::sheet::{Shared, seats};
use engine::{
    Core, Place, Player, Position, Purse, RoundKind, RoundName, Setup, SetupError, Title,
    VariantDef, loaded, on_course,
};
use std::sync::Arc;

/// The title.
pub struct Iow;

/// The title, for the registry.
pub static TITLE: Iow = Iow;

const VARIANT: &str = "standard";
impl Iow {
    fn prepare(&self, setup: &Setup) -> Result<(Arc<Printed>, u8), SetupError> {
        static SHARED: Shared<Printed> = Shared::new();
        let data = SHEET.or(setup.data.as_ref());
        let players = setup.players.len();
        let mut faults = setup.faults(&[VARIANT], seats(SHEET.json(), &[]), "IOW-SETUP-1");
        if setup.title != self.id() {
            faults.push(format!("this is {}, not {}", self.id(), setup.title));
        }
        let options = options::read(&data, setup, &mut faults);
        if !faults.is_empty() {
            return Err(SetupError::all(faults));
        }
        let printed = if setup.data.is_some() {
            Arc::new(sheet::printed(&data, players, &options)?)
        } else {
            let key = format!("{players} {options:?}");
            SHARED.get(key, || sheet::printed(&data, players, &options))?
        };
        Ok((printed, players as u8))
    }

    /// The position before the first move, with the title's own type.
    pub fn begin(&self, setup: &Setup) -> Result<IowPosition, SetupError> {
        let (printed, seats) = self.prepare(setup)?;
        let mut core = Core::new(&printed.sheet, seats, false, true, setup.rng());
        if let Some(bank) = printed.sheet.bank {
            core.money.stock_bank(bank);
        }
        let cash = printed.sheet.seats(seats.into()).map_or(0, |s| s.cash);
        for seat in 0..seats {
            core.pay(Purse::Bank, Purse::Player(Player(seat)), cash);
        }
        for (i, charter) in printed.charters.iter().enumerate() {
            core.stock[i].reserved = u8::from(charter.reserved_for.is_some());
        }
        for (i, _) in printed.sheet.papers.iter().enumerate() {
            core.papers[i].place = Place::Aside;
        }
        core.round = RoundName { kind: RoundKind::Opening, set: 1, number: 1 };
        if printed.options.locomotives {
            core.trains = deal::deal(&printed, setup.extra.as_ref(), &mut core.rng)?;
        }
        let lots = (1u16 << printed.lots.len()) - 1;
        let state = State::new(core, lots as u8, printed.steps[0].rounds);
        Ok(IowPosition { printed, state, run_nodes: RUN_NODES })
    }
}

impl Title for Iow {
    titled!("1860", "1860: Railways on the Isle of Wight", "cs", "de", "ru");

    fn variants(&self) -> Vec<VariantDef> {
        vec![OPTIONS.variant(VARIANT, seats(SHEET.json(), &[]), |_| true)]
    }

    fn start(&self, setup: &Setup) -> Result<Box<dyn Position>, SetupError> {
        Ok(Box::new(set_up(self.begin(setup)?, setup)?))
    }

    fn load(&self, setup: &Setup, bytes: &[u8]) -> Result<Box<dyn Position>, SetupError> {
        let (printed, _) = self.prepare(setup)?;
        let position = IowPosition { printed, state: loaded(bytes)?, run_nodes: RUN_NODES };
        Ok(Box::new(on_course(position, setup)))
    }
}
