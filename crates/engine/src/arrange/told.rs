//! Writes a position down.

use super::form::{Arrangement, Charter, Lies, Note, Seat, Station, Tile, Train, TrainCard, Turn};
use super::holders;
use crate::{
    Card, Company, Flag, NONE, Place, Position, RoundKind, Setup, Title, Whereabouts, view,
};
use board::NOBODY;
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// A position that the form does not cover.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this position cannot be written down: {}", .what.join("; "))]
pub struct Untold {
    /// What is not covered: faults, or parts that would differ.
    pub what: Vec<String>,
}

/// Writes a position of a game down. The arrangement is set up again and compared: what looks another or offers other
/// choices is not told at all.
///
/// # Errors
/// What the form does not cover.
pub fn told(
    title: &dyn Title,
    setup: &Setup,
    position: &dyn Position,
) -> Result<Arrangement, Untold> {
    let untold = |what| Err(Untold { what });
    let Some(wanted) = written(position) else {
        return untold(vec!["the round".to_owned()]);
    };
    let again = Setup { arrangement: Some(wanted.clone()), ..setup.clone() };
    let again = match title.start(&again) {
        Ok(again) => again,
        Err(error) => return untold(error.faults),
    };
    let seen = |position: &dyn Position| match serde_json::to_value(view(position)) {
        Ok(Json::Object(parts)) => parts,
        _ => serde_json::Map::new(),
    };
    let (before, after) = (seen(position), seen(again.as_ref()));
    let mut what = Vec::new();
    differing(&Json::Object(before), &Json::Object(after), String::new(), &mut what);
    if position.choices() != again.choices() {
        what.push("choices".to_owned());
    }
    if what.is_empty() { Ok(wanted) } else { untold(what) }
}

// Where two views differ, by the path to it.
fn differing(a: &Json, b: &Json, at: String, all: &mut Vec<String>) {
    match (a, b) {
        (Json::Object(a), Json::Object(b)) if a.len() == b.len() => {
            for (key, value) in a {
                differing(value, b.get(key).unwrap_or(&Json::Null), format!("{at}/{key}"), all);
            }
        }
        (Json::Array(a), Json::Array(b)) if a.len() == b.len() => {
            for (i, (a, b)) in a.iter().zip(b).enumerate() {
                differing(a, b, format!("{at}/{i}"), all);
            }
        }
        _ if a != b => all.push(at),
        _ => {}
    }
}

// The position in the form; none where the round is not one that can be set up.
fn written(position: &dyn Position) -> Option<Arrangement> {
    let (sheet, core, beyond) = (position.sheet(), position.core(), position.beyond());
    let decision = position.decision()?;
    let id = |company: Company| sheet.company(company).id.clone();
    let turn = match core.round.kind {
        RoundKind::Stock | RoundKind::Actions => Turn::Player(decision.player.0),
        RoundKind::Operating => Turn::Company(id(decision.company?)),
        RoundKind::Opening | RoundKind::Over => return None,
    };
    let stock = beyond.stock.filter(|_| matches!(turn, Turn::Player(_)));
    let paper_names = |place: Place| {
        let papers = sheet.paper_ids().filter(|p| core.papers[p.at()].place == place);
        papers.map(|p| sheet.papers[p.at()].id.clone()).collect::<Vec<_>>()
    };
    let players = holders(core).map(|player| {
        let companies = || sheet.company_ids();
        let held = companies().filter(|c| core.stock[c.at()].of(player) > 0);
        let sold = companies().filter(|&c| stock.is_some_and(|s| s.has_sold(player, c)));
        let papers = sheet.paper_ids();
        let gone = papers.filter(|&p| stock.is_some_and(|s| s.has_sold_paper(player, p)));
        Seat {
            cash: Some(core.money.player(player)),
            shares: held.map(|c| (id(c), core.stock[c.at()].of(player))).collect(),
            papers: paper_names(Place::Player(player)),
            debt: core.debt[player.at()],
            penalty: core.penalty[player.at()],
            sold: sold.map(id).collect(),
            sold_papers: gone.map(|p| sheet.papers[p.at()].id.clone()).collect(),
        }
    });
    let trains = |place: Whereabouts| -> Vec<Train> {
        core.trains.at(place).map(|card| train(position, card)).collect()
    };
    let companies = sheet.company_ids().filter_map(|company| {
        let (state, stock) = (core.company(company), &core.stock[company.at()]);
        let placed = core.board().stations(&sheet.tiles, company.0).len();
        let others = [
            Flag::Acquirer,
            Flag::Closed,
            Flag::Insolvent,
            Flag::Receivership,
            Flag::Bankrupt,
            Flag::Ceased,
        ];
        let mut standing: Vec<Flag> = others.into_iter().filter(|&f| state.is(f)).collect();
        if state.is(Flag::Home) && (placed == 0 || !state.is(Flag::Floated)) {
            standing.push(Flag::Home);
        }
        let charter = Charter {
            started: state.is(Flag::Started),
            par: (state.par != NONE).then_some(state.par),
            cell: core.market.cell(company),
            price: None,
            depth: core.market.depth(company),
            cash: core.money.company(company),
            pool: stock.pool,
            director: stock.director().map(|p| p.0),
            floated: Some(state.is(Flag::Floated)),
            operated: state.is(Flag::Operated),
            standing,
            trains: trains(Whereabouts::Company(company)),
            papers: paper_names(Place::Company(company)),
            markers: Some(state.markers.to_vec()),
            last_revenue: state.last_revenue,
        };
        let untouched = Charter {
            started: false,
            floated: Some(false),
            markers: charter.markers.clone(),
            ..Charter::default()
        };
        (charter != untouched || placed > 0).then(|| (id(company), charter))
    });
    let papers = sheet.paper_ids().map(|p| (p, core.papers[p.at()])).map(|(p, state)| {
        let lies = match state.place {
            Place::Bank => Some(Lies::Bank),
            Place::Aside => Some(Lies::Aside),
            Place::Gone => Some(Lies::Gone),
            Place::Player(_) | Place::Company(_) => None,
        };
        (sheet.papers[p.at()].id.clone(), Note { lies, used: state.used })
    });
    let (tiles, stations) = lying(position);
    Some(Arrangement {
        phase: sheet.phases[usize::from(core.phase)].name.clone(),
        set: core.round.set,
        number: core.round.number,
        turn,
        step: Some(decision.step.to_owned()),
        revenue: beyond.revenue,
        lineup: position.lineup().into_iter().map(id).collect(),
        passes: stock.map_or(0, |s| s.passes()),
        last: stock.and_then(|s| s.last()).map(|p| p.0),
        order: core.players().map(|p| p.0).collect(),
        players: players.collect(),
        companies: companies.collect(),
        papers: papers.filter(|(_, note)| *note != Note::default()).collect(),
        tiles,
        stations,
        pool: trains(Whereabouts::Pool),
        aside: trains(Whereabouts::Aside),
        gone: Some(trains(Whereabouts::Gone)),
        own: beyond.own,
    })
}

/// Tiles that were laid, by cell, and all stations.
pub(super) fn lying(position: &dyn Position) -> (BTreeMap<String, Tile>, Vec<Station>) {
    let (sheet, core) = (position.sheet(), position.core());
    let id = |company: Company| sheet.company(company).id.clone();
    let laid = core.board().cells();
    let printed =
        |cell| !sheet.map.is_unbounded() && sheet.map.def(cell).printed == laid_at(position, cell);
    let tiles = laid.iter().filter(|(cell, _)| !printed(*cell)).map(|(cell, laid)| {
        let tile = sheet.tiles.get(laid.tile).name.clone();
        (sheet.map.name(*cell), Tile { tile, rotation: laid.rotation })
    });
    let mut stations = Vec::new();
    for (cell, laid) in &laid {
        let cell = sheet.map.name(*cell);
        let tile = sheet.tiles.get(laid.tile);
        for stop in 0..tile.stops.len() as u8 {
            let slots = tile.slots_of(stop).map(|slot| laid.slots[slot]);
            stations.extend(slots.filter(|&c| c != NOBODY).map(|company| Station {
                company: id(Company(company)),
                cell: cell.clone(),
                stop,
                waiting: false,
            }));
        }
        if laid.waiting != NOBODY {
            let company = id(Company(laid.waiting));
            stations.push(Station { company, cell, stop: 0, waiting: true });
        }
    }
    (tiles.collect(), stations)
}

fn laid_at(position: &dyn Position, cell: board::Cell) -> board::TileId {
    let laid = position.core().board().at(cell);
    laid.map_or(position.sheet().map.def(cell).printed, |l| l.tile)
}

// A card with its name alone, if nothing has happened to it.
fn train(position: &dyn Position, card: Card) -> Train {
    let (sheet, state) = (position.sheet(), position.core().trains.get(card));
    let kind = &sheet.trains[usize::from(state.kind)];
    let name = format!("{}-{}", kind.name, state.copy);
    if state.place == Whereabouts::Gone {
        return Train::Name(name);
    }
    let face = &kind.faces[usize::from(state.face)].name;
    let mut faces = sheet.trains.iter().flat_map(|k| &k.faces);
    let ages = faces.any(|f| f.obsoletes.contains(face));
    let told = TrainCard {
        train: name.clone(),
        face: (state.face != 0).then(|| face.clone()),
        obsolete: ages.then_some(state.obsolete),
        runs: state.runs,
        marks: state.marks,
    };
    match told == (TrainCard { train: name.clone(), ..TrainCard::default() }) {
        true => Train::Name(name),
        false => Train::Card(told),
    }
}
