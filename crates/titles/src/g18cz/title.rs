//! Setting up a game of 18CZ.

use super::options::{OPTIONS, PUBLIC, resolve};
use super::position::CzPosition;
use super::practice;
use super::printed::{Printed, Variant};
use super::sheet::{self, SHEET};
use super::state::{Auction, State};
use engine::arrange::set_up;
use engine::sheet::{Shared, seats};
use engine::{
    Company, Core, Flag, Place, Player, Position, Purse, RoundKind, RoundName, Setup, SetupError,
    Title, VariantDef, Whereabouts, loaded, on_course,
};
use std::sync::Arc;

/// The title.
pub struct Cz;

/// The title.
pub static TITLE: Cz = Cz;

// The first that so many can play is the usual one.
const VARIANTS: [Variant; 4] =
    [Variant::Standard, Variant::Bohemia, Variant::Introductory, Variant::Moravia];

fn players(variant: Variant) -> (u8, u8) {
    seats(SHEET.json(), &sheet::patches(variant))
}

impl Title for Cz {
    titled!("18cz", "18CZ", "cs", "de", "ru");

    fn variants(&self) -> Vec<VariantDef> {
        let variant = |v| OPTIONS.variant(sheet::variant_id(v), players(v), |id| concerns(v, id));
        VARIANTS.map(variant).to_vec()
    }

    fn start(&self, setup: &Setup) -> Result<Box<dyn Position>, SetupError> {
        Ok(Box::new(set_up(start(setup)?, setup)?))
    }

    fn load(&self, setup: &Setup, bytes: &[u8]) -> Result<Box<dyn Position>, SetupError> {
        let printed = shared(setup)?;
        Ok(Box::new(on_course(CzPosition { printed, state: loaded(bytes)? }, setup)))
    }
}

fn concerns(variant: Variant, option: &str) -> bool {
    match variant {
        Variant::Introductory => {
            option.starts_with("intro")
                || option.starts_with("praha")
                || option.starts_with("oo_river")
        }
        // Every company runs every train there, and none is taken over.
        Variant::Moravia => !["intro", "vaclav", "limit_exception", "conversion", "acquirer"]
            .iter()
            .any(|other| option.starts_with(other)),
        Variant::Bohemia => !option.starts_with("intro") && !option.starts_with("moravia"),
        Variant::Standard => {
            !option.starts_with("intro")
                && !option.starts_with("moravia")
                && !option.starts_with("vaclav")
        }
    }
}

fn read(setup: &Setup) -> Result<Printed, SetupError> {
    let names = VARIANTS.map(sheet::variant_id);
    let which = names.iter().position(|name| *name == setup.variant).unwrap_or(0);
    let (variant, seats) = (VARIANTS[which], setup.players.len());
    let mut faults = setup.faults(&names, players(variant), "CZ-SETUP-1");
    if setup.preset == PUBLIC && matches!(variant, Variant::Introductory | Variant::Moravia) {
        faults.push(format!("the public platform has no {}", setup.variant));
    }
    if setup.extra.is_some() {
        faults.push("18CZ takes no extra data".to_owned());
    }
    if !faults.is_empty() {
        return Err(SetupError::all(faults));
    }
    let data = SHEET.or(setup.data.as_ref());
    sheet::printed(&data, variant, seats, resolve(setup, &data)?)
}

// Games with these choices have the same printed.
fn shared(setup: &Setup) -> Result<Arc<Printed>, SetupError> {
    static SHARED: Shared<Printed> = Shared::new();
    if setup.data.is_some() || setup.extra.is_some() {
        return read(setup).map(Arc::new);
    }
    let Setup { rules, variant, preset, options, players, .. } = setup;
    let key = format!("{rules}/{variant}/{preset}/{options:?}/{}", players.len());
    SHARED.get(key, || read(setup))
}

fn start(setup: &Setup) -> Result<CzPosition, SetupError> {
    let printed = shared(setup)?;
    let sheet = printed.sheet.clone();
    let seats = setup.players.len() as u8;
    let bohemia = printed.variant == Variant::Bohemia;
    let mut core = Core::new(&sheet, seats, bohemia, false, setup.rng());
    // CZ-SETUP-7: order cards are dealt at random, except where a recorded game fixes them.
    if practice::deals_order_cards(&printed.options) {
        let mut order: Vec<u8> = (0..seats).collect();
        core.rng.shuffle(&mut order);
        core.order[..seats as usize].copy_from_slice(&order);
    }
    if printed.variant != Variant::Introductory {
        for seat in 0..seats {
            core.pay(Purse::Bank, Purse::Player(Player(seat)), printed.cash);
        }
    }
    for company in sheet.company_ids() {
        let here = sheet.company(company).in_play;
        let state = core.company_mut(company);
        state.set(Flag::Closed, !here);
        // CZ-COMPANY-4, CZ-MORAVIA-4: large companies have one marker less, except in Moravia-Silesia.
        if let Some(markers) = printed.markers[company.at()] {
            state.markers.iter_mut().skip(markers.into()).for_each(|m| *m = 0);
        }
        let available = printed.sizes[0] & (1 << printed.size(company)) != 0;
        state.set(Flag::Available, available && here);
    }
    for paper in sheet.paper_ids() {
        if sheet.papers[paper.at()].in_play {
            core.papers[paper.at()].place = Place::Bank;
        }
    }
    let first = Player(core.order[0]);
    let mut position = CzPosition { printed: printed.clone(), state: State::new(core, setup.seed) };
    if setup.arrangement.is_some() {
        return Ok(position);
    }
    let mut events = Vec::new();
    match printed.variant {
        Variant::Bohemia => position.vaclav_gets(0, &mut events),
        Variant::Moravia => {
            if let Some(card) = position.state.core.trains.top() {
                position.state.core.trains.get_mut(card).place = Whereabouts::Aside;
            }
            remove_at_random(&mut position);
            position.state.auction = Some(Auction::new(first));
        }
        Variant::Introductory => begin_introductory(&mut position, &mut events),
        Variant::Standard => {}
    }
    position.advance(&mut events);
    Ok(position)
}

// CZ-MORAVIA-3
fn remove_at_random(position: &mut CzPosition) {
    for _ in 0..position.printed.removed_at_random {
        let core = &mut position.state.core;
        let left: Vec<Company> =
            position.printed.sheet.company_ids().filter(|&c| !core.is(c, Flag::Closed)).collect();
        let drawn = left[core.rng.below(left.len() as u32) as usize];
        core.company_mut(drawn).set(Flag::Closed, true);
        core.company_mut(drawn).set(Flag::Available, false);
    }
}

// CZ-INTRO-3, 4, 7, 9
fn begin_introductory(position: &mut CzPosition, events: &mut Vec<engine::Event>) {
    let printed = position.printed.clone();
    for &company in &printed.intro_homes {
        position.place_home(company, events);
    }
    let mut seats: Vec<u8> = (0..position.state.core.seats).collect();
    position.state.core.rng.shuffle(&mut seats);
    for (&company, &seat) in printed.intro_companies.iter().zip(&seats) {
        let core = &mut position.state.core;
        let units = core.stock[company.at()].ipo;
        core.stock[company.at()].from_ipo(Player(seat), units);
        core.stock[company.at()].set_director(Some(Player(seat)));
        core.pay(Purse::Bank, Purse::Company(company), printed.cash);
        core.company_mut(company).set(Flag::Started, true);
        core.company_mut(company).set(Flag::Floated, true);
        position.state.fresh |= 1 << company.0;
    }
    let here = printed.process[0];
    position.state.core.round =
        RoundName { kind: RoundKind::Operating, set: here.set, number: here.number };
    position.begin_operating(events);
}
