//! The title: variants, options, and the position before the first move.

use super::options::{self, OPTIONS};
use super::position::IowPosition;
use super::printed::Printed;
use super::state::{Auction, Offer, Operating, Stage, State, StockRound};
use super::{locomotives, sheet};
use engine::sheet::Shared;
use engine::{
    Core, MAX_COMPANIES, NONE, Place, Player, Position, Purse, RoundKind, RoundName, Setup,
    SetupError, Title, VariantDef,
};
use std::sync::{Arc, OnceLock};

/// The title.
pub struct Iow;

/// The title, for the registry.
pub static TITLE: Iow = Iow;

const VARIANT: &str = "standard";
// Fewest and most players of the built-in sheet.
fn seats() -> (u8, u8) {
    static SEATS: OnceLock<(u8, u8)> = OnceLock::new();
    *SEATS.get_or_init(|| {
        let data = sheet::data(None);
        let numbers = data["players"].as_object().into_iter().flatten();
        let numbers = || numbers.clone().filter_map(|(n, _)| n.parse().ok());
        (numbers().min().unwrap_or(0), numbers().max().unwrap_or(0))
    })
}

impl Iow {
    fn prepare(&self, setup: &Setup) -> Result<(Arc<Printed>, u8), SetupError> {
        static SHARED: Shared<Printed> = Shared::new();
        let data = sheet::data(setup.data.as_ref());
        let mut faults = Vec::new();
        if setup.title != self.id() {
            faults.push(format!("this is {}, not {}", self.id(), setup.title));
        }
        if setup.variant != VARIANT {
            faults.push(format!("no variant is called {}", setup.variant));
        }
        let players = setup.players.len();
        let (least, most) = seats();
        if players < usize::from(least) || players > usize::from(most) {
            faults.push(format!(
                "{players} players; {least} to {most} play (IOW-SETUP-1)"
            ));
        }
        let options = options::read(&data, setup, &mut faults);
        if !faults.is_empty() {
            return Err(SetupError { faults });
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
        let mut core = Core::new(&printed.sheet, seats, false, true, setup.seed);
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
        core.round = RoundName {
            kind: RoundKind::Opening,
            set: 1,
            number: 1,
        };
        if printed.options.locomotives {
            core.trains = locomotives::deal(
                &printed,
                printed.options.offer,
                setup.extra.as_ref(),
                &mut core.rng,
            )?;
        }
        let lots = (1u16 << printed.lots.len()) - 1;
        let state = State {
            core,
            stage: Stage::Bid,
            auction: Auction {
                lots: lots as u8,
                out: 0,
                first_out: NONE,
                high: 0,
                high_by: NONE,
                acting: 0,
            },
            stock: StockRound::new(0),
            or: Operating {
                rounds: printed.steps[0].rounds,
                order: [NONE; MAX_COMPANIES],
                count: 0,
                at: 0,
                laid: 0,
                track_done: false,
                revenue: 0,
                subsidy: 0,
                bonus: 0,
                lease: NONE,
                paid: [0; MAX_COMPANIES],
            },
            home: NONE,
            offer: Offer {
                card: NONE,
                seller: NONE,
                price: 0,
            },
            groups: 1,
            southern: false,
            closed: false,
            last_building: false,
            british: false,
            broken: false,
            ending: None,
            reached: [0; MAX_COMPANIES],
        };
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
        let (min_players, max_players) = seats();
        vec![VariantDef {
            id: VARIANT.to_owned(),
            min_players,
            max_players,
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
