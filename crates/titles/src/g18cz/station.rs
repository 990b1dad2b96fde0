//! Stations: homes, further ones, and the second of two in one hex.

use super::position::CzPosition;
use super::state::CityChoice;
use super::{acquire, papers};
use board::{Cell, Kind, NOBODY, Spot};
use engine::{Choice, Company, Event, Flag, Move, Purse, Refusal, Value};

/// Place in the list of costs of markers gained by a take-over.
const DEAR: usize = 2;

/// The stop on the tile as it lies that has the exits of a stop of the printed hex. CZ-UPGRADE-19
fn stop_now(position: &CzPosition, cell: Cell, printed_stop: u8) -> u8 {
    let sheet = position.sheet();
    let Some(laid) = position.state.core.board().at(cell) else {
        return 0;
    };
    let tile = sheet.tiles.get(laid.tile);
    if tile.stops.len() == 1 {
        return 0;
    }
    let exits = sheet
        .tiles
        .get(sheet.map.def(cell).printed)
        .exits_of(printed_stop);
    (0..tile.stops.len() as u8)
        .find(|&s| sheet.tiles.shape.turn(tile.exits_of(s), laid.rotation) & exits == exits)
        .unwrap_or(0)
}

/// At the start of its first turn a company puts its home station on the map. CZ-FLOAT-8
pub fn place_home(position: &mut CzPosition, company: Company, events: &mut Vec<Event>) {
    if position.state.core.is(company, Flag::Home)
        || position.printed.red_tile[company.at()].is_some()
    {
        return;
    }
    let printed = position.printed.clone();
    let sheet = &printed.sheet;
    let Some(&cell) = sheet.company(company).homes.first() else {
        return;
    };
    let def = sheet.map.def(cell);
    let Some(laid) = position.state.core.board().at(cell).copied() else {
        return;
    };
    let own_stop = def
        .homes
        .iter()
        .find(|h| h.company == company.0)
        .and_then(|h| h.stop);
    let stops = sheet.tiles.get(laid.tile).stops.len();
    if let Some(stop) = own_stop {
        put_home(
            position,
            company,
            Spot {
                cell,
                stop: stop_now(position, cell, stop),
            },
            events,
        );
    } else if stops == 1 {
        put_home(position, company, Spot { cell, stop: 0 }, events);
    } else if laid.tile == def.printed && printed.options.oo_token_city_chosen_by_owner {
        // CZ-TOKEN-12: the marker waits on the hex.
        let core = &mut position.state.core;
        core.board_mut().set_waiting(cell, company.0);
        core.company_mut(company).markers[0] -= 1;
        core.company_mut(company).set(Flag::Home, true);
        events.push(Event::StationWaits { company, cell });
    } else {
        position.state.city = Some(CityChoice {
            marker: company,
            cell,
            chooser: company,
        });
    }
}

/// Puts the home station down.
pub fn put_home(position: &mut CzPosition, company: Company, spot: Spot, events: &mut Vec<Event>) {
    let printed = position.printed.clone();
    let core = &mut position.state.core;
    core.company_mut(company).set(Flag::Home, true);
    if core.place_station(&printed.sheet, spot, company) {
        if let Some(marker) = core
            .company_mut(company)
            .markers
            .iter_mut()
            .find(|n| **n > 0)
        {
            *marker -= 1;
        }
        events.push(Event::StationPlaced {
            company,
            cell: spot.cell,
            stop: spot.stop,
            cost: 0,
        });
    }
}

// CZ-TOKEN-9, 10, 13: slots kept for homes that have not been placed.
fn check_reserved(position: &CzPosition, spot: Spot, company: Company) -> Result<(), Refusal> {
    let (core, sheet) = (&position.state.core, position.sheet());
    let def = sheet.map.def(spot.cell);
    let mut kept = 0;
    for home in &def.homes {
        let owner = Company(home.company);
        if owner == company || core.is(owner, Flag::Home) || core.is(owner, Flag::Closed) {
            continue;
        }
        match home.stop {
            Some(stop) => kept += usize::from(stop_now(position, spot.cell, stop) == spot.stop),
            None => {
                let two_cities = sheet.tiles.get(def.printed).stops.len() == 2;
                let still_two = core
                    .board()
                    .at(spot.cell)
                    .is_some_and(|l| sheet.tiles.get(l.tile).stops.len() == 2);
                if two_cities
                    && (position.printed.options.ate_hex_locked_on_every_tile || still_two)
                {
                    return Err(Refusal::new("CZ-TOKEN-13", "home-not-placed")
                        .with("company", Value::Company(owner)));
                }
                kept += 1;
            }
        }
    }
    if core.board().free_slots(&sheet.tiles, spot) <= kept {
        let (rule, key) = if kept > 0 {
            ("CZ-TOKEN-9", "slot-kept")
        } else {
            ("CZ-TOKEN-1", "no-free-slot")
        };
        return Err(Refusal::new(rule, key).with("cell", Value::Cell(spot.cell)));
    }
    Ok(())
}

// Everything but money.
fn check_place(position: &CzPosition, company: Company, spot: Spot) -> Result<i32, Refusal> {
    let (core, sheet) = (&position.state.core, position.sheet());
    let refuse = |rule, key| Err(Refusal::new(rule, key).with("cell", Value::Cell(spot.cell)));
    if position.on_turn() != Some(company) {
        return Err(
            Refusal::new("CZ-OR-5", "not-this-company").with("company", Value::Company(company))
        );
    }
    if position.state.turn.stationed {
        return refuse("CZ-TOKEN-3", "one-station-a-turn");
    }
    let Some((_, cost)) = core.next_marker(sheet, company) else {
        return refuse("CZ-COMPANY-11", "no-marker-left");
    };
    let stop = core
        .board()
        .at(spot.cell)
        .and_then(|l| sheet.tiles.get(l.tile).stops.get(spot.stop as usize));
    if stop.is_some_and(|s| s.kind == Kind::Red) {
        return refuse("CZ-TOKEN-16", "no-city");
    }
    if stop.is_none_or(|s| s.kind != Kind::City) {
        return refuse("CZ-TOKEN-1", "no-city");
    }
    if core.board().has_station_on(spot.cell, company.0) {
        return refuse("CZ-TOKEN-6", "already-there");
    }
    if !core.reach(sheet, company).has(core.board(), spot) {
        return refuse("CZ-TOKEN-5", "not-connected");
    }
    check_reserved(position, spot, company)?;
    // CZ-BOHEMIA-13
    Ok(if position.state.is_vaclavs(company) {
        0
    } else {
        cost
    })
}

fn open_spots(position: &CzPosition, company: Company) -> impl Iterator<Item = (Spot, i32)> + '_ {
    position
        .state
        .core
        .reach(position.sheet(), company)
        .stops()
        .iter()
        .filter_map(move |&spot| {
            check_place(position, company, spot)
                .ok()
                .map(|cost| (spot, cost))
        })
}

pub fn choices(position: &CzPosition, all: &mut Vec<Choice>) {
    let Some(company) = position.on_turn() else {
        return;
    };
    let cash = position.state.core.money.company(company);
    for (spot, cost) in open_spots(position, company) {
        if cost <= cash {
            all.push(Choice::costing(
                Move::PlaceStation {
                    company,
                    cell: spot.cell,
                    stop: spot.stop,
                },
                cost,
            ));
        }
    }
}

/// Whether the station step waits. PUB-7
pub fn waits(position: &CzPosition, company: Company) -> bool {
    let Some((_, cost)) = open_spots(position, company).next() else {
        return false;
    };
    cost <= position.state.core.money.company(company) + papers::potential(position, company)
}

/// Places a further station.
pub fn place(position: &mut CzPosition, mv: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let Move::PlaceStation {
        company,
        cell,
        stop,
    } = *mv
    else {
        return Err(Refusal::new("CZ-OR-5", "not-in-this-step"));
    };
    let spot = Spot { cell, stop };
    let cost = check_place(position, company, spot)?;
    let printed = position.printed.clone();
    let core = &mut position.state.core;
    if cost > core.money.company(company) {
        return Err(
            Refusal::new("CZ-TOKEN-4", "not-enough-money").with("price", Value::Money(cost))
        );
    }
    let Some((marker, _)) = core.next_marker(&printed.sheet, company) else {
        return Err(Refusal::new("CZ-COMPANY-11", "no-marker-left"));
    };
    core.pay(Purse::Company(company), Purse::Bank, cost);
    core.company_mut(company).markers[marker] -= 1;
    core.place_station(&printed.sheet, spot, company);
    position.state.turn.stationed = true;
    events.push(Event::StationPlaced {
        company,
        cell,
        stop,
        cost,
    });
    Ok(())
}

/// A hex where the company and one it takes over have stations in different cities. CZ-ACQUIRE-8
pub fn doubled(position: &CzPosition, company: Company) -> Option<Cell> {
    let target = position.state.turn.merging;
    if target == engine::NONE {
        return None;
    }
    let (board, tiles) = (position.state.core.board(), &position.sheet().tiles);
    let own = board.stations(tiles, company.0);
    let others = board.stations(tiles, target);
    own.iter()
        .find(|a| others.iter().any(|b| a.cell == b.cell && a.stop != b.stop))
        .map(|a| a.cell)
}

// Both stations of that hex, with their owners.
fn both(position: &CzPosition, company: Company) -> Vec<(Spot, Company)> {
    let Some(cell) = doubled(position, company) else {
        return Vec::new();
    };
    let (board, tiles) = (position.state.core.board(), &position.sheet().tiles);
    [company, Company(position.state.turn.merging)]
        .into_iter()
        .flat_map(|c| board.stations(tiles, c.0).into_iter().map(move |s| (s, c)))
        .filter(|(s, _)| s.cell == cell)
        .collect()
}

pub fn lift_choices(position: &CzPosition, all: &mut Vec<Choice>) {
    let Some(company) = position.on_turn() else {
        return;
    };
    for (spot, _) in both(position, company) {
        all.push(Choice::one(Move::LiftStation {
            company,
            cell: spot.cell,
            stop: spot.stop,
        }));
    }
}

/// Takes one of two stations in a hex back to the charter.
pub fn lift(position: &mut CzPosition, mv: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let refusal = Refusal::new("CZ-ACQUIRE-8", "one-station-has-to-go");
    let Move::LiftStation {
        company,
        cell,
        stop,
    } = *mv
    else {
        return Err(refusal);
    };
    if position.on_turn() != Some(company) {
        return Err(refusal.with("cell", Value::Cell(cell)));
    }
    let spot = Spot { cell, stop };
    let Some((_, owner)) = both(position, company)
        .into_iter()
        .find(|(s, _)| *s == spot)
    else {
        return Err(refusal.with("cell", Value::Cell(cell)));
    };
    back_to_charter(position, spot, owner, events);
    if doubled(position, company).is_none() {
        acquire::merge(position, company);
    }
    Ok(())
}

/// A station returns to the charter, dear to place again. CZ-ACQUIRE-9
pub fn back_to_charter(
    position: &mut CzPosition,
    spot: Spot,
    company: Company,
    events: &mut Vec<Event>,
) {
    let printed = position.printed.clone();
    let core = &mut position.state.core;
    core.remove_station(&printed.sheet, spot, company);
    core.company_mut(company).markers[DEAR] += 1;
    events.push(Event::StationReturned {
        company,
        cell: spot.cell,
    });
}

/// Gives the acquirer the stations and markers of a company taken over. CZ-ACQUIRE-6..9
pub fn take_over(position: &mut CzPosition, target: Company, acquirer: Company) {
    let printed = position.printed.clone();
    let keeps = printed.options.acquirer_keeps_40_marker;
    let core = &mut position.state.core;
    core.board_mut().reassign(target.0, acquirer.0);
    let gained = std::mem::take(&mut core.company_mut(target).markers)
        .iter()
        .sum::<u8>();
    let own = core.company_mut(acquirer);
    own.markers[DEAR] += gained;
    if !keeps {
        own.markers[DEAR] += std::mem::take(&mut own.markers[1]);
    }
    own.set(Flag::Acquirer, true);
}

/// Where both have a station in one city, the acquirer's goes back to the charter at once. CZ-ACQUIRE-8
pub fn leave_shared_cities(
    position: &mut CzPosition,
    acquirer: Company,
    target: Company,
    events: &mut Vec<Event>,
) {
    let (board, tiles) = (position.state.core.board(), &position.sheet().tiles);
    let theirs = board.stations(tiles, target.0);
    let shared: Vec<Spot> = board
        .stations(tiles, acquirer.0)
        .into_iter()
        .filter(|s| theirs.contains(s))
        .collect();
    for spot in shared {
        back_to_charter(position, spot, acquirer, events);
    }
}

/// Whether a marker waits on a cell.
pub fn waiting_on(position: &CzPosition, cell: Cell) -> Option<Company> {
    position
        .state
        .core
        .board()
        .at(cell)
        .map(|l| l.waiting)
        .filter(|&w| w != NOBODY)
        .map(Company)
}
