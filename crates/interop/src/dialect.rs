//! What differs from title to title in files of the public platform.

use crate::{Action, FieldError, PublicFile, ReadError};
use board::{Cell, Spot, TileId};
use engine::{
    Card, Company, Drawn, MarketDef, Move, Paper, Player, Position, RouteClaim, Setup, Sheet,
};
use routing::Connection;
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// How a title's games are written on the public platform.
pub trait Dialect: Send + Sync {
    /// The platform's name of the title (`18CZ`).
    fn public_title(&self) -> &'static str;

    /// Our name of the title (`18cz`).
    fn title(&self) -> &'static str;

    /// How the game of a file is set up.
    fn setup(&self, file: &PublicFile) -> Result<Setup, ReadError>;

    /// A translator at the start of a game.
    fn translator(&self, file: &PublicFile) -> Box<dyn Translator>;

    /// The optional rules that a game of ours is written with.
    fn optional_rules(&self, _setup: &Setup) -> Vec<String> {
        Vec::new()
    }

    /// Whether the platform draws these outcomes from a seed. Most games draw nothing there.
    fn draws(&self, _setup: &Setup, _seed: u64, _drawn: &[Drawn]) -> bool {
        true
    }

    /// A writer of our games at the start of a game; `Err` says why the game has no public form.
    fn writer(&self, setup: &Setup) -> Result<Box<dyn Writer>, String>;
}

/// Turns the actions of one game into moves, in order.
pub trait Translator: Send {
    /// The moves that an action stands for in this position, usually one.
    fn moves(&mut self, position: &dyn Position, action: &Action) -> Result<Vec<Move>, FieldError>;

    /// Called after the moves of an action have been played.
    fn played(&mut self, _position: &dyn Position, _action: &Action) {}

    /// Round, turn, phase, who must act: the head of a trace line as far as it can be compared.
    fn head(&self, position: &dyn Position) -> Json;

    /// The position in the form of a trace line's `state`.
    fn state(&self, position: &dyn Position) -> Json;
}

/// Turns the moves of one of our games into actions, in order.
pub trait Writer: Send {
    /// Actions (without ids) for a move; called before the move is played.
    fn actions(&mut self, position: &dyn Position, mv: &Move) -> Result<Vec<Json>, String>;

    /// Called after the move has been played.
    fn played(&mut self, _before: &dyn Position, _after: &dyn Position, _mv: &Move) {}
}

/// The dialects known.
pub fn dialects() -> &'static [&'static dyn Dialect] {
    &[&crate::g18cz::Cz, &crate::g1860::Iow, &crate::g1889::Shikoku]
}

/// The dialect of a public title.
pub fn dialect(public_title: &str) -> Option<&'static dyn Dialect> {
    dialects().iter().copied().find(|d| d.public_title() == public_title)
}

/// Names of the public platform, looked up in a position.
pub(crate) struct Names<'a> {
    pub position: &'a dyn Position,
    pub action: &'a Action,
}

impl<'a> Names<'a> {
    pub fn new(position: &'a dyn Position, action: &'a Action) -> Names<'a> {
        Names { position, action }
    }

    fn sheet(&self) -> &'a Sheet {
        self.position.sheet()
    }

    fn unknown(&self, what: &str, name: &str) -> FieldError {
        self.action.fault(format!("no {what} is called {}", crate::action::short(name)))
    }

    pub fn company(&self, name: &str) -> Result<Company, FieldError> {
        public_company(self.sheet(), name).ok_or_else(|| self.unknown("company", name))
    }

    pub fn paper(&self, name: &str) -> Result<Paper, FieldError> {
        self.sheet().paper_by_id(name).ok_or_else(|| self.unknown("private company", name))
    }

    pub fn cell(&self, name: &str) -> Result<Cell, FieldError> {
        self.sheet().map.by_public_name(name).ok_or_else(|| self.unknown("hex", name))
    }

    /// The tile of `number-copy`.
    pub fn tile(&self, id: &str) -> Result<TileId, FieldError> {
        let name = id.rsplit_once('-').map_or(id, |(name, _)| name);
        self.sheet().tiles.by_name(name).ok_or_else(|| self.unknown("tile", id))
    }

    /// The card of `basename-copy`.
    pub fn card(&self, id: &str) -> Result<Card, FieldError> {
        let (sheet, trains) = (self.sheet(), &self.position.core().trains);
        let found = id.rsplit_once('-').and_then(|(name, copy)| {
            let copy: u8 = copy.parse().ok()?;
            let kind = sheet.trains.iter().position(|k| public_kind(k) == name)? as u8;
            trains.cards.iter().position(|c| c.kind == kind && c.copy == copy)
        });
        found.map(|i| Card(i as u8)).ok_or_else(|| self.unknown("train", id))
    }

    /// The cell of the market of `price,row,column`.
    pub fn market_cell(&self, id: &str) -> Result<u8, FieldError> {
        let parts = id.split(',').map(|p| p.trim().parse::<u16>().ok());
        let parts: Option<Vec<u16>> = parts.collect();
        let market = &self.sheet().market;
        let named = |cell: &u8| {
            let (row, column) = market_place(market, *cell);
            let price = market.cells[usize::from(*cell)].price;
            parts.as_deref() == Some(&[price, u16::from(row), u16::from(column)])
        };
        let found = (0..market.cells.len() as u8).find(named);
        found.ok_or_else(|| self.unknown("cell of the market", id))
    }

    /// The stop of `tile-copy-city` or `HEX-0-city`.
    pub fn city(&self, id: &str, laid: &LaidTiles) -> Result<Spot, FieldError> {
        let found = id.rsplit_once('-').and_then(|(tile, index)| {
            let cell = match tile
                .rsplit_once('-')
                .and_then(|(hex, _)| self.sheet().map.by_public_name(hex))
            {
                Some(cell) => cell,
                None => laid.find(tile)?,
            };
            let on_map = self.position.core().board().at(cell)?.tile;
            let stop = nth_city(self.sheet().tiles.get(on_map), index.parse().ok()?)?;
            Some(Spot { cell, stop })
        });
        found.ok_or_else(|| self.unknown("city", id))
    }

    /// The routes of `run_routes`, and what the action says they earned (revenue, subsidy).
    pub fn routes(&self, company: Company) -> Result<RunClaim, FieldError> {
        let action = self.action;
        let problem = self.position.problem(company);
        let mut claims = Vec::new();
        let (mut revenue, mut subsidy, mut complete) = (0i32, 0i32, true);
        for route in action.list("routes")? {
            let number = |name: &str| -> Result<Option<i32>, FieldError> {
                match route.get(name) {
                    None | Some(Json::Null) => Ok(None),
                    Some(v) => v
                        .as_i64()
                        .and_then(|n| i32::try_from(n).ok())
                        .filter(|n| (0..1_000_000).contains(n))
                        .map(Some)
                        .ok_or_else(|| {
                            action.fault(format!("{name} of a route is no sensible number"))
                        }),
                }
            };
            match number("revenue")? {
                Some(n) => revenue = revenue.saturating_add(n),
                None => complete = false,
            }
            subsidy = subsidy.saturating_add(number("subsidy")?.unwrap_or(0));
            let train = route
                .get("train")
                .and_then(Json::as_str)
                .ok_or_else(|| action.fault("a route has no train"))?;
            let card = self.card(train)?;
            let connections = self.connections(route)?;
            let halts = number("halts")?.and_then(|n| u8::try_from(n).ok());
            let pieces = problem
                .as_ref()
                .and_then(|p| routing::route_from_connections(&p.network, &connections));
            match (pieces, &problem) {
                (Some(pieces), Some(p)) => claims.push(RouteClaim {
                    card,
                    path: pieces.into_iter().map(|i| p.steps[usize::from(i)]).collect(),
                    halts,
                    passes: Vec::new(),
                }),
                _ if number("revenue")?.is_some() => {}
                _ => {
                    return Err(action.fault(format!(
                        "the route of train {} follows no track",
                        crate::action::short(train)
                    )));
                }
            }
        }
        Ok((claims, complete.then_some((revenue, subsidy))))
    }

    fn connections(&self, route: &Json) -> Result<Vec<Connection>, FieldError> {
        let action = self.action;
        let list = route.get("connections").and_then(Json::as_array);
        let list = list.ok_or_else(|| action.fault("a route has no connections"))?;
        list.iter()
            .map(|link| {
                let hexes = link.as_array().ok_or_else(|| action.fault("a connection is not a list of hexes"))?;
                let mut connection = Connection { cells: Vec::new(), stops: None };
                for hex in hexes {
                    let text = hex.as_str().ok_or_else(|| action.fault("a connection holds something else than hexes"))?;
                    let (name, inner) = text.split_once(' ').map_or((text, None), |(n, i)| (n, Some(i)));
                    connection.cells.push(self.cell(name)?.0);
                    if let Some((a, b)) = inner.and_then(|i| i.split_once('.')) {
                        match (a.parse(), b.parse()) {
                            (Ok(a), Ok(b)) => connection.stops = Some((a, b)),
                            _ => return Err(action.fault("the stops of a connection are no numbers")),
                        }
                    }
                }
                Ok(connection)
            })
            .collect()
    }
}

/// Which copy of which tile lies where, as the file numbers them. The number has no meaning for the rules, but
/// cities are named by it.
#[derive(Clone, Debug, Default)]
pub struct LaidTiles(BTreeMap<Cell, String>);

impl LaidTiles {
    /// Notes a lay.
    pub fn note(&mut self, cell: Cell, tile: &str) {
        self.0.insert(cell, tile.to_owned());
    }

    /// Follows an action that lays a tile.
    pub fn played(&mut self, sheet: &Sheet, action: &Action) {
        if let (Some(hex), Some(tile)) = (action.text_if("hex"), action.text_if("tile"))
            && let Some(cell) = sheet.map.by_public_name(hex)
        {
            self.note(cell, tile);
        }
    }

    /// Where a copy lies.
    pub fn find(&self, tile: &str) -> Option<Cell> {
        self.0.iter().find(|(_, t)| *t == tile).map(|(&cell, _)| cell)
    }

    /// The copy on a cell.
    pub fn on(&self, cell: Cell) -> Option<&str> {
        self.0.get(&cell).map(String::as_str)
    }
}

/// A company by its public abbreviation.
pub fn public_company(sheet: &Sheet, name: &str) -> Option<Company> {
    sheet.companies.iter().position(|c| c.public_id == name).map(|i| Company(i as u8))
}

/// Row and column of a cell of the chart on the platform. A chart of which no two cells stand in one column is a single row
/// there, however it is drawn here.
pub(crate) fn market_place(market: &MarketDef, cell: u8) -> (u8, u8) {
    let shared = |column: u8| market.cells.iter().filter(|c| c.column == column).count() > 1;
    if market.cells.iter().any(|c| shared(c.column)) {
        let at = &market.cells[usize::from(cell)];
        (at.row, at.column / 2)
    } else {
        (0, cell)
    }
}

/// Name of a kind of train in public ids: the kind's own name.
pub(crate) fn public_kind(kind: &engine::TrainKind) -> &str {
    &kind.name
}

/// Public name of a cell.
pub(crate) fn public_cell(sheet: &Sheet, cell: Cell) -> String {
    let def = sheet.map.def(cell);
    def.public_name.clone().unwrap_or_else(|| def.name.clone())
}

/// The stop that is the tile's city number `index`.
pub(crate) fn nth_city(tile: &board::TileDef, index: usize) -> Option<u8> {
    (0..tile.stops.len()).filter(|&s| has_slots(tile, s)).nth(index).map(|s| s as u8)
}

/// Number of a stop among the tile's cities.
pub(crate) fn city_number(tile: &board::TileDef, stop: u8) -> usize {
    (0..usize::from(stop)).filter(|&s| has_slots(tile, s)).count()
}

fn has_slots(tile: &board::TileDef, stop: usize) -> bool {
    matches!(tile.stops[stop].kind, board::Kind::City | board::Kind::Red)
}

/// Ids of players, by seat.
#[derive(Clone, Debug)]
pub struct Seats {
    /// Ids as the file writes them.
    pub ids: Vec<Json>,
    /// Names.
    pub names: Vec<String>,
}

impl Seats {
    /// The seats of a file.
    pub fn of(file: &PublicFile) -> Seats {
        Seats {
            ids: file.players.iter().map(|p| p.id.clone()).collect(),
            names: file.players.iter().map(|p| p.name.clone()).collect(),
        }
    }

    /// Id of a player; the automatic shareholder is -1.
    pub fn id(&self, player: Player) -> Json {
        self.ids.get(player.at()).cloned().unwrap_or_else(|| Json::from(-1))
    }

    /// Name of a player; the automatic shareholder of 18CZ is the only one that is no person.
    pub fn name(&self, player: Player) -> &str {
        self.names.get(player.at()).map_or("Vaclav", String::as_str)
    }

    /// `player:17`.
    pub fn owner(&self, player: Player) -> String {
        format!("player:{}", crate::action::id_text(&self.id(player)).unwrap_or_default())
    }
}

/// Routes of a run, and the revenue and subsidy that the file records.
pub type RunClaim = (Vec<RouteClaim>, Option<(i32, i32)>);
