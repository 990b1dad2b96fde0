//! The title: variants, options, and the position before the first move.

use super::options::{self, OPTIONS, Rules};
use super::position::IowPosition;
use super::printed::Printed;
use super::raw::Raw;
use super::state::{Auction, Offer, Operating, Stage, State, StockRound};
use super::{locomotives, sheet};
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

// The built-in data sheet, read once.
fn built_in() -> &'static Raw {
    static RAW: OnceLock<Raw> = OnceLock::new();
    RAW.get_or_init(|| {
        sheet::read(None).unwrap_or_else(|e| panic!("the built-in data sheet is sound: {e}"))
    })
}

// What is printed depends on the map side, the tile set and two options of trains only.
fn printed(rules: &Rules) -> Result<Arc<Printed>, SetupError> {
    static BUILT: [OnceLock<Arc<Printed>>; 16] = [const { OnceLock::new() }; 16];
    let at = usize::from(rules.first_edition) * 8
        + usize::from(rules.fewer_tiles) * 4
        + usize::from(rules.locomotives) * 2
        + usize::from(rules.second_seven);
    if let Some(found) = BUILT[at].get() {
        return Ok(found.clone());
    }
    let built = Arc::new(sheet::build(built_in(), rules)?);
    Ok(BUILT[at].get_or_init(|| built).clone())
}

impl Iow {
    fn prepare(&self, setup: &Setup) -> Result<(Arc<Printed>, Rules, u8), SetupError> {
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
        let rules = options::read(raw, setup, &mut faults);
        if !faults.is_empty() {
            return Err(SetupError { faults });
        }
        let printed = if setup.data.is_some() {
            Arc::new(sheet::build(raw, &rules)?)
        } else {
            printed(&rules)?
        };
        Ok((printed, rules, seats as u8))
    }

    /// The position before the first move, with the title's own type.
    pub fn begin(&self, setup: &Setup) -> Result<IowPosition, SetupError> {
        let (printed, rules, seats) = self.prepare(setup)?;
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
        if rules.locomotives {
            core.trains =
                locomotives::deal(&printed, rules.offer, setup.extra.as_ref(), &mut core.rng)?;
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
        Ok(IowPosition {
            printed,
            rules,
            state,
        })
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
        let (printed, rules, _) = self.prepare(setup)?;
        let state = postcard::from_bytes(bytes)
            .map_err(|e| SetupError::one(format!("not a saved position: {e}")))?;
        Ok(Box::new(IowPosition {
            printed,
            rules,
            state,
        }))
    }
}
