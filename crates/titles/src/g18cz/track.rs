//! Laying and upgrading tiles.

use super::position::CzPosition;
use super::printed::Variant;
use super::state::{CityChoice, Step};
use super::{papers, station};
use board::{Cell, Colour, TileId};
use engine::{
    Choice, Company, Event, Flag, LayBy, Move, Paper, Place, Purse, Refusal, Value, fit_masks, fits,
};

/// A lay that has been found legal.
pub struct Lay {
    cost: i32,
    stops: smallvec::SmallVec<[u8; 4]>,
    upgrade: bool,
}

/// Tiles a company may still lay regularly: yellow ones, upgrades. CZ-TRACK-1, CZ-TRACK-2
fn allowance(position: &CzPosition) -> (bool, bool) {
    let s = &position.state;
    let fresh = s.fresh & (1 << s.turn.company) != 0
        && (position.printed.variant != Variant::Introductory
            || position.printed.options.intro_first_turn_two_yellow);
    let yellow = if fresh { 2 } else { 1 };
    (s.turn.lays < yellow && !s.turn.upgraded, s.turn.lays == 0)
}

// CZ-TRACK-14: Praha's first tile is a yellow lay.
fn is_upgrade(position: &CzPosition, cell: Cell, tile: TileId) -> bool {
    let praha = position
        .sheet()
        .map
        .def(cell)
        .homes
        .iter()
        .any(|h| h.stop.is_some());
    position.sheet().tiles.get(tile).colour != Colour::Yellow
        || praha && !position.printed.options.praha_yellow_is_a_yellow_lay
}

fn is_bare(position: &CzPosition, cell: Cell) -> bool {
    position
        .state
        .core
        .board()
        .at(cell)
        .is_some_and(|l| l.tile == position.sheet().map.def(cell).printed)
}

// CZ-TRACK-5, CZ-TRACK-23, CZ-UPGRADE-5: some track of the tile joins a station of the company.
fn connected(position: &CzPosition, company: Company, cell: Cell, exits: u8) -> bool {
    let core = &position.state.core;
    core.board().has_station_on(cell, company.0)
        || core
            .reach(position.sheet(), company)
            .arrivals(&position.sheet().map, core.board(), cell)
            & exits
            != 0
}

// CZ-TRACK-10, CZ-UPGRADE-9, CZ-UPGRADE-16
fn terrain_cost(position: &CzPosition, cell: Cell, tile: TileId) -> i32 {
    let green = position.sheet().tiles.get(tile).colour != Colour::Yellow;
    if !is_bare(position, cell)
        || green
            && !position
                .printed
                .options
                .oo_river_cost_charged_on_first_green
    {
        return 0;
    }
    position
        .sheet()
        .map
        .def(cell)
        .terrain
        .as_ref()
        .map_or(0, |t| i32::from(t.cost))
}

fn waives(position: &CzPosition, paper: Paper, cell: Cell) -> bool {
    let size = position.printed.sheet.papers[paper.at()].size;
    position
        .sheet()
        .map
        .def(cell)
        .terrain
        .as_ref()
        .is_some_and(|t| position.printed.waives[size as usize].contains(&t.kind))
}

// The tests that do not depend on rotation.
fn check_kind(
    position: &CzPosition,
    company: Company,
    cell: Cell,
    tile: TileId,
    by: LayBy,
) -> Result<i32, Refusal> {
    let (core, sheet) = (&position.state.core, position.sheet());
    let def = sheet.tiles.get(tile);
    let refuse = |rule, key| Err(Refusal::new(rule, key).with("cell", Value::Cell(cell)));
    if def.colour == Colour::Red || def.count == 0 {
        return refuse("CZ-TRACK-17", "tile-cannot-be-laid");
    }
    if core.board().left(tile) == 0 {
        return refuse("CZ-TRACK-21", "no-copy-left");
    }
    if def.colour as u8 > sheet.phases[core.phase as usize].colour {
        return refuse("CZ-UPGRADE-2", "colour-not-available");
    }
    match by {
        LayBy::Power { paper } => {
            papers::check_power(position, company, paper)?;
            if !def.special {
                return refuse("CZ-LOCAL-12", "power-needs-purple");
            }
            if def.colour as u8 > position.printed.purple[sheet.papers[paper.at()].size as usize] {
                return refuse("CZ-LOCAL-13", "power-too-small");
            }
        }
        _ => {
            if def.special {
                return refuse("CZ-UPGRADE-10", "purple-needs-power");
            }
            let (yellow, upgrade) = allowance(position);
            let wanted = if is_upgrade(position, cell, tile) {
                upgrade
            } else {
                yellow
            };
            if !wanted {
                let first = position.state.fresh & (1 << company.0) != 0;
                return refuse(
                    if first { "CZ-TRACK-2" } else { "CZ-TRACK-1" },
                    "build-used-up",
                );
            }
        }
    }
    let mut cost = terrain_cost(position, cell, tile);
    if let LayBy::Waiver { paper } = by {
        papers::check_power(position, company, paper)?;
        if cost == 0 || !waives(position, paper, cell) {
            return refuse("CZ-LOCAL-15", "nothing-to-waive");
        }
        cost = 0;
    }
    if position.state.is_vaclavs(company) {
        cost = 0; // CZ-BOHEMIA-12
    }
    if cost > core.money.company(company) {
        return Err(
            Refusal::new("CZ-TRACK-25", "not-enough-money").with("price", Value::Money(cost))
        );
    }
    Ok(cost)
}

// The rule that keeps a tile off a cell at a rotation.
fn misfit(position: &CzPosition, cell: Cell, tile: TileId, rotation: u8) -> &'static str {
    let (core, sheet) = (&position.state.core, position.sheet());
    let (def, new) = (sheet.map.def(cell), sheet.tiles.get(tile));
    let printed = sheet.tiles.get(def.printed);
    let bare = is_bare(position, cell);
    let old = core
        .board()
        .at(cell)
        .map_or(printed, |l| sheet.tiles.get(l.tile));
    if def.reserved_for.is_some() {
        return "CZ-TRACK-17";
    }
    if printed.colour == Colour::Grey {
        return "CZ-TRACK-20";
    }
    if fit_masks(sheet, core, cell).any(|(t, ..)| t == tile) {
        let exits = sheet.tiles.exits(tile, rotation % 6);
        return match () {
            () if exits & def.closed != 0 => "CZ-TRACK-11",
            () if bare && exits & def.stubs != def.stubs => "CZ-TRACK-15",
            () => "CZ-UPGRADE-3",
        };
    }
    if !bare {
        return match () {
            () if new.colour as u8 != old.colour as u8 + 1 => "CZ-UPGRADE-1",
            () if new.label != old.label => "CZ-UPGRADE-11",
            () if new.stops.is_empty() != old.stops.is_empty() => "CZ-UPGRADE-4",
            () => "CZ-UPGRADE-18",
        };
    }
    let labelled = |label: &str| {
        [&new.label, &printed.label]
            .iter()
            .any(|l| l.as_deref() == Some(label))
    };
    match () {
        () if labelled("P") => "CZ-TRACK-9",
        () if labelled("Y") => "CZ-TRACK-8",
        () if labelled("OO") && new.colour == Colour::Yellow => "CZ-TRACK-16",
        () if labelled("OO") => "CZ-UPGRADE-15",
        () if new.colour != Colour::Yellow => "CZ-UPGRADE-1",
        () => "CZ-TRACK-6",
    }
}

/// Whether a lay is legal, and what it does.
pub fn check(
    position: &CzPosition,
    company: Company,
    cell: Cell,
    tile: TileId,
    rotation: u8,
    by: LayBy,
) -> Result<Lay, Refusal> {
    let (core, sheet) = (&position.state.core, position.sheet());
    let refuse = |rule, key| Err(Refusal::new(rule, key).with("cell", Value::Cell(cell)));
    if position.on_turn() != Some(company) {
        return Err(
            Refusal::new("CZ-OR-5", "not-this-company").with("company", Value::Company(company))
        );
    }
    if matches!(by, LayBy::Home | LayBy::Right { .. }) {
        return refuse("CZ-TRACK-1", "no-such-right");
    }
    let cost = check_kind(position, company, cell, tile, by)?;
    let Some(fit) = fits(sheet, core, cell, tile, rotation) else {
        return refuse(misfit(position, cell, tile, rotation), "tile-does-not-fit");
    };
    if !connected(position, company, cell, sheet.tiles.exits(tile, rotation)) {
        return refuse("CZ-TRACK-5", "not-connected");
    }
    Ok(Lay {
        cost,
        stops: fit.stops.into(),
        upgrade: is_upgrade(position, cell, tile),
    })
}

/// All lays of one kind that are legal now.
fn list(position: &CzPosition, company: Company, by: LayBy, all: &mut Vec<Choice>) {
    let (core, sheet) = (&position.state.core, position.sheet());
    let reach = core.reach(sheet, company);
    for cell in sheet.map.all() {
        let own = core.board().has_station_on(cell, company.0);
        let arrivals = reach.arrivals(&sheet.map, core.board(), cell);
        if !own && arrivals == 0 {
            continue;
        }
        for (tile, mask, _) in fit_masks(sheet, core, cell) {
            if mask == 0 {
                continue;
            }
            let Ok(cost) = check_kind(position, company, cell, tile, by) else {
                continue;
            };
            for rotation in (0..6).filter(|r| mask & (1 << r) != 0) {
                if own || sheet.tiles.exits(tile, rotation) & arrivals != 0 {
                    all.push(Choice::costing(
                        Move::LayTile {
                            company,
                            cell,
                            tile,
                            rotation,
                            by,
                        },
                        cost,
                    ));
                }
            }
        }
    }
}

/// Regular lays, with and without a waiver.
pub fn choices(position: &CzPosition, all: &mut Vec<Choice>) {
    let Some(company) = position.on_turn() else {
        return;
    };
    list(position, company, LayBy::Build, all);
    for paper in position.state.core.papers_at(Place::Company(company)) {
        if papers::check_power(position, company, paper).is_ok() {
            list(position, company, LayBy::Waiver { paper }, all);
        }
    }
}

/// Lays of purple-edged tiles by the company's local railways.
pub fn power_choices(position: &CzPosition, company: Company, all: &mut Vec<Choice>) {
    for paper in position.state.core.papers_at(Place::Company(company)) {
        if papers::check_power(position, company, paper).is_ok() {
            list(position, company, LayBy::Power { paper }, all);
        }
    }
}

/// Whether the track step waits for a decision. PUB-7
pub fn waits(position: &CzPosition, company: Company) -> bool {
    let (yellow, upgrade) = allowance(position);
    if position.printed.public() {
        return yellow || upgrade || papers::track_may_wait(position, company);
    }
    let mut found = Vec::new();
    if yellow || upgrade {
        choices(position, &mut found);
    }
    !found.is_empty() || papers::any(position, company)
}

/// A regular lay.
pub fn lay(position: &mut CzPosition, mv: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let Move::LayTile {
        company,
        cell,
        tile,
        rotation,
        by,
    } = *mv
    else {
        return Err(Refusal::new("CZ-OR-5", "not-in-this-step"));
    };
    let lay = check(position, company, cell, tile, rotation, by)?;
    carry_out(position, company, cell, tile, rotation, by, &lay, events);
    Ok(())
}

#[allow(clippy::too_many_arguments)] // The parts of one move.
pub fn carry_out(
    position: &mut CzPosition,
    company: Company,
    cell: Cell,
    tile: TileId,
    rotation: u8,
    by: LayBy,
    lay: &Lay,
    events: &mut Vec<Event>,
) {
    let printed = position.printed.clone();
    let first_on_oo = is_bare(position, cell)
        && printed
            .sheet
            .tiles
            .get(printed.sheet.map.def(cell).printed)
            .stops
            .len()
            == 2
        && printed.sheet.tiles.get(tile).stops.len() == 2
        && printed
            .sheet
            .map
            .def(cell)
            .homes
            .iter()
            .any(|h| h.stop.is_none());
    let core = &mut position.state.core;
    core.pay(Purse::Company(company), Purse::Bank, lay.cost);
    core.lay_tile(&printed.sheet, cell, tile, rotation, &lay.stops);
    events.push(Event::TileLaid {
        company,
        cell,
        tile,
        rotation,
        cost: lay.cost,
    });
    let turn = &mut position.state.turn;
    match by {
        LayBy::Power { paper } => {
            core.papers[paper.at()].used = true;
            events.push(Event::PowerUsed { paper, company });
        }
        LayBy::Waiver { paper } => {
            core.papers[paper.at()].used = true;
            events.push(Event::PowerUsed { paper, company });
            turn.lays += 1;
            // CZ-LOCAL-16, D35
            turn.upgraded |= lay.upgrade && printed.options.waiver_upgrade_blocks_second_yellow;
        }
        _ => {
            turn.lays += 1;
            turn.upgraded |= lay.upgrade;
        }
    }
    if first_on_oo {
        settle_waiting_marker(position, company, cell);
    }
}

// CZ-TOKEN-12, CZ-TOKEN-14: a marker that lay on the bare OO hex needs a city now.
fn settle_waiting_marker(position: &mut CzPosition, layer: Company, cell: Cell) {
    let printed = position.printed.clone();
    let core = &mut position.state.core;
    let Some(laid) = core.board().at(cell).copied() else {
        return;
    };
    let waiting = laid
        .slots
        .iter()
        .copied()
        .find(|&c| c != board::NOBODY)
        .unwrap_or(laid.waiting);
    if waiting == board::NOBODY {
        return;
    }
    let marker = Company(waiting);
    for stop in 0..printed.sheet.tiles.get(laid.tile).stops.len() as u8 {
        core.remove_station(&printed.sheet, board::Spot { cell, stop }, marker);
    }
    let chooser = if printed.options.oo_token_city_chosen_by_owner {
        core.board_mut().set_waiting(cell, marker.0);
        marker
    } else {
        // PUB-9: the marker goes back to the charter until its city is chosen.
        core.board_mut().set_waiting(cell, board::NOBODY);
        let dear = core.is(marker, Flag::Acquirer);
        core.company_mut(marker).markers[if dear { 2 } else { 0 }] += 1;
        layer
    };
    position.state.city = Some(CityChoice {
        marker,
        cell,
        chooser,
    });
}

fn check_home(
    position: &CzPosition,
    company: Company,
    cell: Cell,
    tile: TileId,
    rotation: u8,
) -> Result<(), Refusal> {
    let sheet = position.sheet();
    let refuse = |rule, key| Err(Refusal::new(rule, key).with("cell", Value::Cell(cell)));
    if position.on_turn() != Some(company) {
        return Err(
            Refusal::new("CZ-OR-5", "not-this-company").with("company", Value::Company(company))
        );
    }
    if position.printed.red_tile[company.at()] != Some(tile)
        || sheet.map.def(cell).reserved_for != Some(company.0)
    {
        return refuse("CZ-TRACK-17", "not-its-red-hex");
    }
    if fits(sheet, &position.state.core, cell, tile, rotation).is_none() {
        return refuse("CZ-TRACK-19", "rotation-does-not-fit");
    }
    Ok(())
}

/// Where a large company may lay its red tile.
pub fn home_choices(position: &CzPosition, all: &mut Vec<Choice>) {
    let Some(company) = position.on_turn() else {
        return;
    };
    let Some(tile) = position.printed.red_tile[company.at()] else {
        return;
    };
    for &cell in &position.sheet().company(company).homes {
        for rotation in 0..6 {
            if check_home(position, company, cell, tile, rotation).is_ok() {
                all.push(Choice::one(Move::LayTile {
                    company,
                    cell,
                    tile,
                    rotation,
                    by: LayBy::Home,
                }));
            }
        }
    }
}

/// A large company lays its red tile and puts its home station on it. CZ-TRACK-18
pub fn lay_home(
    position: &mut CzPosition,
    mv: &Move,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let Move::LayTile {
        company,
        cell,
        tile,
        rotation,
        by,
    } = *mv
    else {
        return Err(Refusal::new("CZ-TRACK-18", "red-tile-first"));
    };
    if by != LayBy::Home {
        return Err(Refusal::new("CZ-TRACK-18", "red-tile-first"));
    }
    check_home(position, company, cell, tile, rotation)?;
    let printed = position.printed.clone();
    position
        .state
        .core
        .lay_tile(&printed.sheet, cell, tile, rotation, &[]);
    events.push(Event::TileLaid {
        company,
        cell,
        tile,
        rotation,
        cost: 0,
    });
    station::put_home(position, company, board::Spot { cell, stop: 0 }, events);
    position.state.turn.step = Step::Track;
    debug_assert!(position.state.core.is(company, Flag::Home));
    Ok(())
}
