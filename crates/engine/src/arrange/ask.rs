//! A question about a table that somebody laid out: what could a company run there?
//!
//! Nothing of a game is needed: tiles, stations, trains. A real table may hold what no game could hold, so most of what is
//! odd is only noted. What cannot be understood is refused, with all faults at once.

use super::form::{Station, Tile, Train, TrainCard};
use super::told::lying;
use super::{Fault, could_lie};
use crate::{Card, Company, Core, Flag, Position, Problem, Roster, Sheet, Whereabouts};
use board::{Cell, Colour, NOBODY, Spot};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Most trains of a question.
const TRAINS: usize = 16;
/// Most tiles, and most stations.
const PIECES: usize = 300;

/// A table, and whose run is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouteQuestion))]
#[serde(deny_unknown_fields, default)]
pub struct Question {
    /// Name of the phase; the first if it is not told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<String>,
    /// Tiles that were laid, by cell.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub tiles: BTreeMap<String, Tile>,
    /// Stations.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stations: Vec<Station>,
    /// The company that runs; without one, only the table is looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub company: Option<String>,
    /// Its trains, by the names of their sides: `3+3`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trains: Vec<Train>,
    /// What else is so, of what the title knows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub circumstances: Vec<String>,
    /// Companies whose markers are turned over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bankrupt: Vec<String>,
}

/// The table that was asked about.
#[derive(Clone, Debug)]
pub struct Asked {
    /// It, as a position that nobody plays.
    pub position: Box<dyn Position>,
    /// The company, and its routing problem; none where nobody runs.
    pub run: Option<(Company, Problem)>,
    /// What is odd: not in the box, or not as a game could lay it.
    pub notes: Vec<Fault>,
}

impl Question {
    /// The question that a position of a game asks for a company.
    pub fn of(position: &dyn Position, company: Company) -> Question {
        let (sheet, core) = (position.sheet(), position.core());
        let (tiles, stations) = lying(position);
        let trains = core.trains.of(company).map(|card| {
            let state = core.trains.get(card);
            Train::Card(TrainCard {
                train: sheet.face(state.kind, state.face).name.clone(),
                face: None,
                obsolete: Some(state.obsolete),
                runs: state.runs,
                marks: state.marks,
            })
        });
        let holds = position.circumstances(company).into_iter().filter(|(_, holds)| *holds);
        let bankrupt = sheet.company_ids().filter(|&c| core.is(c, Flag::Bankrupt));
        Question {
            phase: Some(sheet.phases[usize::from(core.phase)].name.clone()),
            tiles,
            stations,
            company: Some(sheet.company(company).id.clone()),
            trains: trains.collect(),
            circumstances: holds.map(|(name, _)| name.to_owned()).collect(),
            bankrupt: bankrupt.map(|c| sheet.company(c).id.clone()).collect(),
        }
    }

    fn beyond(&self) -> Vec<Fault> {
        let told = [
            ("tiles", self.tiles.len(), PIECES),
            ("stations", self.stations.len(), PIECES),
            ("trains", self.trains.len(), TRAINS),
            ("circumstances", self.circumstances.len(), TRAINS),
            ("bankrupt", self.bankrupt.len(), crate::MAX_COMPANIES),
        ];
        let beyond = told.into_iter().filter(|(_, n, most)| n > most);
        let fault = |(what, n, most)| {
            Fault::new("beyond").with("what", what).with("told", n).with("most", most)
        };
        beyond.map(fault).collect()
    }
}

/// Lays a question out on the table of a game that has not begun.
///
/// # Errors
/// Everything that cannot be understood.
pub fn ask(begun: &dyn Position, question: &Question) -> Result<Asked, Vec<Fault>> {
    let beyond = question.beyond();
    if !beyond.is_empty() {
        return Err(beyond);
    }
    let sheet = begun.sheet().clone();
    let core = cleared(&sheet, begun.core().clone());
    let mut table =
        Table { sheet: &sheet, empty: core.clone(), core, faults: vec![], notes: vec![] };
    table.phase(question.phase.as_deref());
    for (cell, tile) in &question.tiles {
        table.tile(cell, tile);
    }
    for station in &question.stations {
        table.station(station);
    }
    table.markers(begun.core());
    for id in &question.bankrupt {
        if let Some(company) = table.company(id) {
            table.core.company_mut(company).set(Flag::Bankrupt, true);
        }
    }
    let company = question.company.as_deref().and_then(|id| table.company(id));
    let cards = company.map_or(Vec::new(), |company| table.trains(company, &question.trains));
    let known: Vec<&str> =
        begun.circumstances(Company(0)).into_iter().map(|(name, _)| name).collect();
    for told in question.circumstances.iter().filter(|told| !known.contains(&told.as_str())) {
        table.faults.push(Fault::new("circumstance").with("circumstance", told));
    }
    let Table { core, faults, mut notes, .. } = table;
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut position = begun.on_table(core);
    let Some(company) = company else {
        return Ok(Asked { position, run: None, notes });
    };
    for told in &question.circumstances {
        position.suppose(company, told);
    }
    let id = &sheet.company(company).id;
    if position.core().board().stations(&sheet.tiles, company.0).is_empty() {
        notes.push(Fault::new("no-station").with("company", id));
    }
    let run = position.problem(company);
    let runs = |card: &Card| run.as_ref().is_some_and(|p| p.cards.contains(card));
    for card in cards.iter().filter(|card| !runs(card)) {
        let state = position.core().trains.get(*card);
        let train = &sheet.face(state.kind, state.face).name;
        notes.push(Fault::new("idle").with("company", id).with("train", train));
    }
    Ok(Asked { position, run: run.map(|problem| (company, problem)), notes })
}

// The table without the stations and trains with which a game begins.
fn cleared(sheet: &Sheet, mut core: Core) -> Core {
    for company in sheet.company_ids() {
        for spot in core.board().stations(&sheet.tiles, company.0) {
            core.remove_station(sheet, spot, company);
        }
    }
    for (cell, laid) in core.board().cells() {
        if laid.waiting != NOBODY {
            core.board_mut().set_waiting(cell, NOBODY);
        }
    }
    for card in core.trains.cards_mut() {
        if matches!(card.place, Whereabouts::Company(_)) {
            card.place = Whereabouts::Aside;
        }
    }
    core
}

struct Table<'a> {
    sheet: &'a Sheet,
    /// The table before anything was laid.
    empty: Core,
    core: Core,
    faults: Vec<Fault>,
    notes: Vec<Fault>,
}

impl Table<'_> {
    fn company(&mut self, id: &str) -> Option<Company> {
        let found = super::company(self.sheet, id);
        found.map_err(|fault| self.faults.push(fault)).ok()
    }

    fn cell(&mut self, name: &str) -> Option<Cell> {
        let found = self.sheet.map.by_name(name);
        if found.is_none() {
            self.faults.push(Fault::new("no-cell").with("cell", name));
        }
        found
    }

    fn phase(&mut self, told: Option<&str>) {
        let Some(name) = told else {
            return;
        };
        match self.sheet.phase_by_name(name) {
            Some(phase) => self.core.phase = phase,
            None => self.faults.push(Fault::new("no-phase").with("phase", name)),
        }
    }

    fn tile(&mut self, name: &str, told: &Tile) {
        let tile = self.sheet.tiles.by_name(&told.tile);
        if tile.is_none() {
            self.faults.push(Fault::new("no-tile").with("tile", &told.tile));
        }
        let (Some(cell), Some(tile)) = (self.cell(name), tile) else {
            return;
        };
        let of_cell = |key| Fault::new(key).with("tile", &told.tile).with("cell", name);
        if told.rotation >= self.sheet.tiles.shape.edges() {
            return self.faults.push(of_cell("misfit"));
        }
        let laid = self.core.board().at(cell);
        if laid.is_some_and(|l| (l.tile, l.rotation) == (tile, told.rotation)) {
            return;
        }
        let (highest, colour) = (
            self.sheet.phases[usize::from(self.core.phase)].colour,
            self.sheet.tiles.get(tile).colour,
        );
        if colour != Colour::Red && colour as u8 > highest {
            self.notes.push(of_cell("tile-early"));
        }
        if !could_lie(self.sheet, &self.empty, cell).contains(&(tile, told.rotation)) {
            self.notes.push(of_cell("misfit"));
        } else if self.core.board().left(tile) == 0 {
            self.notes.push(of_cell("no-tile-left"));
        }
        self.core.lay_tile(self.sheet, cell, tile, told.rotation, &[]);
    }

    fn station(&mut self, told: &Station) {
        let (company, cell) = (self.company(&told.company), self.cell(&told.cell));
        let (Some(company), Some(cell)) = (company, cell) else {
            return;
        };
        let laid = self.core.board().at(cell).copied();
        let stop = usize::from(told.stop);
        let city = laid.and_then(|l| self.sheet.tiles.get(l.tile).stops.get(stop));
        let placed = match (told.waiting, laid) {
            (_, None) => false,
            (true, Some(_)) => {
                self.core.board_mut().set_waiting(cell, company.0);
                true
            }
            (false, Some(_)) => {
                let spot = Spot { cell, stop: told.stop };
                city.is_some_and(|c| c.slots > 0)
                    && !self.core.board().has_station(&self.sheet.tiles, spot, company.0)
                    && self.core.place_station(self.sheet, spot, company)
            }
        };
        if !placed {
            let note = Fault::new("no-place").with("company", &told.company);
            self.notes.push(note.with("cell", &told.cell));
        }
    }

    // Whoever has more stations on the table than in the box.
    fn markers(&mut self, begun: &Core) {
        let tiles = &self.sheet.tiles;
        let of = |core: &Core, c: Company| core.board().stations(tiles, c.0).len();
        for company in self.sheet.company_ids() {
            let all = of(begun, company) + usize::from(begun.company(company).markers_left());
            if of(&self.core, company) > all.max(self.sheet.company(company).station_costs.len()) {
                let id = &self.sheet.company(company).id;
                self.notes.push(Fault::new("no-marker").with("company", id));
            }
        }
    }

    // New cards for the trains, beside those of the stack: there may be more than the box has.
    fn trains(&mut self, company: Company, all: &[Train]) -> Vec<Card> {
        let state = self.core.company_mut(company);
        state.set(Flag::Closed, false);
        for flag in [Flag::Started, Flag::Floated, Flag::Home] {
            state.set(flag, true);
        }
        let (mut cards, mut many) = (Vec::new(), BTreeMap::<u8, usize>::new());
        for told in all.iter().map(Train::card) {
            let Some((kind, face)) = self.face(&told.train) else {
                self.faults.push(Fault::new("no-train").with("train", &told.train));
                continue;
            };
            *many.entry(kind).or_default() += 1;
            let same = self.core.trains.cards.iter().filter(|c| c.kind == kind).count();
            let mut card = Roster::fresh(kind, same as u8);
            (card.face, card.place) = (face, Whereabouts::Company(company));
            card.obsolete = told.obsolete.unwrap_or(false);
            // A train of which nothing is told has run before.
            let named = Train::Name(told.train.clone()).card() == told;
            card.runs = if named { 1 } else { told.runs };
            card.marks = told.marks;
            cards.push(Card(self.core.trains.cards.len() as u8));
            self.core.trains.push(card);
        }
        for (kind, told) in many {
            let kind = &self.sheet.trains[usize::from(kind)];
            if !kind.unlimited && told > usize::from(kind.count) {
                let names: BTreeSet<&str> = kind.faces.iter().map(|f| f.name.as_str()).collect();
                let train = names.into_iter().collect::<Vec<_>>().join("/");
                let note = Fault::new("no-train-left").with("train", train);
                self.notes.push(note.with("told", told).with("most", kind.count));
            }
        }
        cards
    }

    fn face(&self, name: &str) -> Option<(u8, u8)> {
        let kinds = self.sheet.trains.iter().enumerate();
        let mut faces =
            kinds.flat_map(|(k, kind)| (0..).zip(&kind.faces).map(move |f| (k as u8, f)));
        faces.find(|(_, (_, face))| face.name == name).map(|(kind, (face, _))| (kind, face))
    }
}
