//! Which city of an OO hex gets a waiting marker.

use super::position::CzPosition;
use super::station;
use board::Spot;
use engine::{Choice, Event, Flag, Move, Refusal, Value};

fn free_stops(position: &CzPosition) -> impl Iterator<Item = Spot> + '_ {
    let city = position.state.city;
    let (core, sheet) = (&position.state.core, position.sheet());
    let cell = city.map_or(board::Cell(0), |c| c.cell);
    let stops = core
        .board()
        .at(cell)
        .map_or(0, |l| sheet.tiles.get(l.tile).stops.len() as u8);
    (0..stops)
        .map(move |stop| Spot { cell, stop })
        .filter(move |&s| core.board().free_slots(&sheet.tiles, s) > 0)
}

pub fn choices(position: &CzPosition, all: &mut Vec<Choice>) {
    let Some(city) = position.state.city else {
        return;
    };
    for spot in free_stops(position) {
        all.push(Choice::one(Move::PlaceStation {
            company: city.marker,
            cell: spot.cell,
            stop: spot.stop,
        }));
    }
}

pub fn play(position: &mut CzPosition, mv: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let refusal = Refusal::new("CZ-TOKEN-12", "choose-a-city");
    let (
        Some(city),
        Move::PlaceStation {
            company,
            cell,
            stop,
        },
    ) = (position.state.city, mv)
    else {
        return Err(refusal);
    };
    let spot = Spot {
        cell: *cell,
        stop: *stop,
    };
    if *company != city.marker || !free_stops(position).any(|s| s == spot) {
        return Err(refusal.with("cell", Value::Cell(*cell)));
    }
    position.state.city = None;
    if station::waiting_on(position, spot.cell) == Some(city.marker) {
        let printed = position.printed.clone();
        let core = &mut position.state.core;
        core.board_mut().set_waiting(spot.cell, board::NOBODY);
        core.place_station(&printed.sheet, spot, city.marker);
        core.company_mut(city.marker).set(Flag::Home, true);
        events.push(Event::StationPlaced {
            company: city.marker,
            cell: spot.cell,
            stop: spot.stop,
            cost: 0,
        });
    } else {
        station::put_home(position, city.marker, spot, events);
    }
    Ok(())
}
