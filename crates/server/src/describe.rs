//! Positions, moves and events as the interface shows them: names, not numbers.

use crate::shapes::{
    Brings, Charter, Choice, Course, Group, Kept, Phase, Place, PriceCell, PrintedCell,
    PrintedPaper, PrintedTile, ProcessBox, Range, Sheet, Terrain, TrainFace, TrainKind,
};
use engine::wire::{Decision, Event};
use engine::{Lot, Names, Position, Slot};
use std::collections::BTreeMap;
use store::Turn;

/// Who must decide.
pub fn turn_of(position: &dyn Position, since: i64) -> Option<Turn> {
    let decision = decision_of(position)?;
    Some(Turn { seat: decision.player.0, step: decision.step, company: decision.company, since })
}

/// A decision with the company's name.
pub fn decision_of(position: &dyn Position) -> Option<Decision> {
    let decision = position.decision()?;
    Some(Names::of(position).write_decision(&decision))
}

/// Events; those about trains also say which.
pub fn events_of(position: &dyn Position, events: &[engine::Event]) -> Vec<Event> {
    let names = Names::of(position);
    events.iter().map(|e| names.write_event(e)).collect()
}

/// Events as a line of the log keeps them.
pub fn kept_events(position: &dyn Position, events: &[engine::Event]) -> Vec<Kept<Event>> {
    let told = events_of(position, events);
    told.into_iter().map(Kept::Now).collect()
}

/// Choices, grouped by kind of move in the order in which they first appear.
pub fn grouped<'a>(
    position: &dyn Position,
    choices: impl IntoIterator<Item = &'a engine::Choice>,
) -> Vec<Group> {
    let names = Names::of(position);
    let mut groups: Vec<Group> = Vec::new();
    for choice in choices {
        let shown = Choice {
            r#move: names.write_move(&choice.mv),
            amount: choice.amount,
            cost: choice.cost,
        };
        let kind = shown.r#move.kind();
        match groups.iter_mut().find(|g| g.kind == kind) {
            Some(group) => group.choices.push(shown),
            None => groups.push(Group { kind, choices: vec![shown] }),
        }
    }
    groups
}

fn range_of(range: engine::Range) -> Range {
    use engine::Range as R;
    let of = |kind: &'static str| Range { kind, ..Range::default() };
    match range {
        R::Plain(n) => Range { stops: Some(n), ..of("plain") },
        R::Plus { cities, total } => {
            Range { cities: Some(cities), total: Some(total), ..of("plus") }
        }
        R::Express(n) => Range { stops: Some(n), ..of("express") },
        R::Stations { large, small } => Range { large: Some(large), small, ..of("stations") },
        R::Cities { count, times } => {
            Range { count: Some(count), times: Some(times), ..of("cities") }
        }
    }
}

/// The name of a colour or kind, as the interface writes it.
pub fn colour_name(colour: impl std::fmt::Debug) -> String {
    format!("{colour:?}").to_lowercase()
}

const COLOURS: [&str; 4] = ["yellow", "green", "brown", "grey"];

// Centre and outline of a cell in the units of the map's picture.
fn geometry(sheet: &engine::Sheet, cell: board::Cell) -> Place {
    Place {
        centre: render::cell_centre(sheet, cell),
        outline: render::cell_outline(sheet, cell, 0.0),
    }
}

/// Centre and outline of every cell that the choices speak of.
pub fn cells_of<'a>(
    sheet: &engine::Sheet,
    choices: impl IntoIterator<Item = &'a engine::Choice>,
) -> BTreeMap<String, Place> {
    let mut cells = BTreeMap::new();
    for cell in choices.into_iter().flat_map(|c| c.mv.cells()) {
        let place = || geometry(sheet, cell);
        cells.entry(sheet.map.name(cell)).or_insert_with(place);
    }
    cells
}

// What every company, card and character brings to who takes it.
fn brings_of(position: &dyn Position) -> BTreeMap<String, Vec<Brings>> {
    let sheet = position.sheet();
    let companies = sheet.company_ids().map(|c| (&sheet.company(c).id, Lot::Company(c)));
    let slots = (0..).zip(&sheet.slots);
    let slots = slots.map(|(i, id)| (id, Lot::Slot(Slot(i))));
    let told = companies.chain(slots).map(|(id, lot)| {
        let lines = position.brings(lot).into_iter();
        let lines = lines.map(|b| Brings {
            key: b.key,
            args: b.args.into_iter().collect(),
            special: b.special,
        });
        (id.clone(), lines.collect::<Vec<_>>())
    });
    told.filter(|(_, lines)| !lines.is_empty()).collect()
}

fn charter(sheet: &engine::Sheet, c: &engine::CompanyDef) -> Charter {
    // As on the tokens of the map: the printed colour, moved until its letters are legible.
    let (colour, text_colour) = render::token_colours(&c.colour, &c.text_colour);
    Charter {
        id: c.id.clone(),
        name: c.name.clone(),
        size: c.size,
        unit_percent: c.unit_percent,
        units: c.units,
        director_units: c.director_units,
        max_units: c.max_units,
        float_units: c.float_units,
        capital: c.capital,
        station_costs: c.station_costs.to_vec(),
        homes: c.homes.iter().map(|&h| sheet.map.name(h)).collect(),
        colour,
        text_colour: text_colour.to_owned(),
        public_id: c.public_id.clone(),
    }
}

fn train(kind: &engine::TrainKind) -> TrainKind {
    let faces = kind.faces.iter().map(|f| TrainFace {
        name: f.name.clone(),
        price: f.price,
        size: f.size,
        range: range_of(f.range),
        scraps: f.scraps.to_vec(),
    });
    TrainKind {
        name: kind.name.clone(),
        count: kind.count,
        unlimited: kind.unlimited,
        phase: kind.phase,
        faces: faces.collect(),
    }
}

fn cells(sheet: &engine::Sheet) -> Vec<PrintedCell> {
    let named = sheet.map.cells.iter().filter(|c| !c.name.is_empty());
    named
        .map(|c| {
            let place = sheet.map.by_name(&c.name).map(|at| geometry(sheet, at));
            let (centre, outline) = place.map(|p| (p.centre, p.outline)).unzip();
            PrintedCell {
                cell: c.name.clone(),
                name: c.place.clone(),
                x: c.at.0,
                y: c.at.1,
                centre,
                outline,
                terrain: c.terrain.as_ref().map(Terrain::from),
            }
        })
        .collect()
}

/// What is printed.
pub fn sheet_of(position: &dyn Position) -> Sheet {
    let sheet = position.sheet();
    let papers = sheet.papers.iter().map(|p| PrintedPaper {
        id: p.id.clone(),
        name: p.name.clone(),
        size: p.size,
        income: p.income,
        price: p.price,
        company: p.company.map(|c| sheet.company(c).id.clone()),
    });
    let phases = sheet.phases.iter().map(|p| Phase {
        name: p.name.clone(),
        column: p.column,
        colour: COLOURS.get(usize::from(p.column)).copied(),
        train_limit: p.train_limit.to_vec(),
    });
    let market = sheet.market.cells.iter().enumerate();
    let market = market.map(|(cell, c)| PriceCell {
        cell,
        price: c.price,
        row: c.row,
        column: c.column,
        start: c.start,
        zone: c.zone,
        to: c.to.to_vec(),
    });
    let process = sheet.process.iter().map(|b| ProcessBox {
        label: b.label.clone(),
        value: b.value,
        export: b.export,
    });
    let tiles = sheet.tiles.tiles.iter().filter(|t| t.count > 0);
    let tiles = tiles.map(|t| PrintedTile {
        tile: t.name.clone(),
        colour: colour_name(t.colour),
        label: t.label.clone(),
        count: (t.count != board::UNLIMITED).then_some(t.count),
    });
    let shape = match sheet.tiles.shape.edges() {
        6 => "hex",
        _ => "square",
    };
    Sheet {
        title: sheet.title.clone(),
        variant: sheet.variant.clone(),
        name: sheet.name.clone(),
        money: sheet.money.clone(),
        company_money: sheet.company_money.clone(),
        course: Course {
            steps: sheet.course.steps.clone(),
            sets: sheet.course.sets,
            routes: sheet.course.routes,
            automatic: sheet.course.automatic,
        },
        shape,
        unbounded: sheet.map.is_unbounded(),
        companies: sheet.companies.iter().map(|c| charter(sheet, c)).collect(),
        papers: papers.collect(),
        trains: sheet.trains.iter().map(train).collect(),
        phases: phases.collect(),
        market: market.collect(),
        process: process.collect(),
        slots: sheet.slots.clone(),
        brings: brings_of(position),
        reconstructed: sheet.reconstructed.clone(),
        cells: cells(sheet),
        tiles: tiles.collect(),
    }
}
