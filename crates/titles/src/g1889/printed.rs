//! What is printed beside the engine's sheet: powers of private companies, the auction, the trade-in.

use super::options::Options;
use super::title::BEGINNER;
use board::{Cell, TileId};
use engine::sheet::{Faults, Look, Wanted, patched};
use engine::{Course, FloatsBy, Paper, PoolPays, Setup, SetupError, Sheet, Terms, TurnOrder};
use serde_json::Value as Json;
use std::sync::{Arc, OnceLock};

/// What a private company can do beside paying. S89-PRIVATE-10..31
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Power {
    /// Its player may lay a tile on one of these cells while they are bare.
    Port {
        /// The tile.
        tile: TileId,
        /// The cells.
        cells: Vec<Cell>,
    },
    /// Who sells it to a company may lay one of these tiles on a cell at once.
    Parting {
        /// The tiles.
        tiles: Vec<TileId>,
        /// The cell.
        cell: Cell,
    },
    /// Its company pays nothing for this terrain.
    Waives(String),
    /// Its player may swap it for a share of its company.
    Swap,
    /// It stays with a player when all others close, and pays this.
    Stays(i32),
}

/// A private company beside the engine's definition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Private {
    /// Cell that nobody builds on while a player owns it.
    pub blocks: Option<Cell>,
    /// What it can do.
    pub power: Option<Power>,
    /// Least and most that a company pays for it; nothing where companies may not buy it.
    pub price: Option<(i32, i32)>,
}

/// Everything printed.
#[derive(Debug)]
pub struct Printed {
    /// The engine's part.
    pub sheet: Arc<Sheet>,
    /// How this title varies what all titles have.
    pub terms: Terms,
    /// Options in force.
    pub options: Options,
    /// Certificates that a player may hold.
    pub limit: Option<u8>,
    /// Private companies, by paper.
    pub privates: Vec<Private>,
    /// Lots of the auction, cheapest first.
    pub lots: Vec<Paper>,
    /// Their face values.
    pub faces: Vec<i32>,
    /// Least raise of a bid, and what the first lot loses when all pass.
    pub raise: (i32, i32),
    /// The kind of train on sale beside the top of the stack, and the first phase of that.
    pub beside: (u8, u8),
    /// What that train costs in exchange for another, and kinds that are taken.
    pub trade: (i32, Vec<u8>),
    /// What an off-board area pays more to that train, by cell.
    pub bonus: Vec<(Cell, i32)>,
    /// Phases in which companies buy private companies, first and last.
    pub buying: (u8, u8),
    /// Phase in which private companies close.
    pub closing: u8,
}

/// The data sheet that comes with the program.
const DATA: &str = include_str!("../../data/1889.json");

const OWN: &[&str] = &["least_raise", "discount", "diesel_bonus"];
const PAPER: &[&str] = &[
    "sale", "players", "blocks", "port", "parting", "waives", "swap", "stays",
];

/// The built-in sheet, or the one that a game carries.
pub fn data(carried: Option<&Json>) -> &Json {
    static BUILT_IN: OnceLock<Json> = OnceLock::new();
    let built_in = || serde_json::from_str(DATA).expect("the built-in sheet is JSON");
    carried.unwrap_or_else(|| BUILT_IN.get_or_init(built_in))
}

fn terms() -> Terms {
    Terms {
        pool_limit: Some(5),
        turn_order: TurnOrder::Either,
        floats_by: FloatsBy::Sold,
        sales_from: 2,
        one_block: true,
        // Zones of the sheet: 1 is yellow, 2 orange. S89-CERT-3, S89-CERT-6
        uncounted_zones: 0b110,
        unlimited_zones: 0b100,
        pool_pays: PoolPays::Company,
        ..Terms::PLAIN
    }
}

fn private(look: &Look, sheet: &Sheet) -> Private {
    let Some(own) = look.maybe("own") else {
        return Private::default();
    };
    own.only(PAPER);
    let cell = |look: &Look| {
        let found = sheet.map.by_name(look.text());
        found.unwrap_or_else(|| {
            look.fault("no cell is called that");
            Cell(0)
        })
    };
    let tile = |look: &Look| {
        let found = sheet.tiles.by_name(look.text());
        found.unwrap_or_else(|| {
            look.fault("no tile is called that");
            TileId(0)
        })
    };
    let power = match () {
        () if own.maybe("port").is_some() => Some(Power::Port {
            tile: tile(&own.key("port").key("tile")),
            cells: own
                .key("port")
                .key("cells")
                .list()
                .iter()
                .map(cell)
                .collect(),
        }),
        () if own.maybe("parting").is_some() => Some(Power::Parting {
            tiles: own
                .key("parting")
                .key("tiles")
                .list()
                .iter()
                .map(tile)
                .collect(),
            cell: cell(&own.key("parting").key("cell")),
        }),
        () if own.maybe("waives").is_some() => {
            Some(Power::Waives(own.key("waives").text().to_owned()))
        }
        () if own.maybe_flag("swap") => Some(Power::Swap),
        () => own
            .maybe("stays")
            .map(|income| Power::Stays(income.money())),
    };
    let sale = own.maybe("sale").map(|s| s.list());
    Private {
        blocks: own.maybe("blocks").map(|b| cell(&b)),
        power,
        price: sale
            .filter(|s| s.len() == 2)
            .map(|s| (s[0].money(), s[1].money())),
    }
}

/// What is printed, for a variant and a number of players.
pub fn read(setup: &Setup, options: Options) -> Result<Printed, SetupError> {
    let (whole, players) = (data(setup.data.as_ref()), setup.players.len());
    let faults = Faults::default();
    let patches: &[&str] = if options.beginner { &[BEGINNER] } else { &[] };
    let patched = patched(whole, patches, &faults);
    let look = Look::new(&patched, &faults);
    let sheet = engine::sheet::read(
        &look,
        &Wanted {
            title: "1889",
            variant: &setup.variant,
            players,
            course: Course {
                steps: vec!["track", "station", "run", "dividend", "trains"],
                sets: true,
                routes: true,
                automatic: None,
            },
            whole,
        },
    );
    let own = look.key("own");
    own.only(OWN);
    let papers = look.key("papers").list();
    let privates = papers.iter().map(|p| private(p, &sheet)).collect();
    let least = |p: &Look| {
        p.maybe("own")
            .and_then(|o| o.maybe("players"))
            .map_or(0, |n| n.count())
    };
    let lots: Vec<Paper> = (sheet.paper_ids())
        .filter(|p| usize::from(least(&papers[p.at()])) <= players)
        .collect();
    let diesel = sheet.trains.len().saturating_sub(1) as u8;
    let trade = look
        .key("trains")
        .list()
        .pop()
        .map(|t| t.key("own").key("trade"));
    let trade = trade.map(|t| {
        let kinds = t.texts("for");
        let known = |name: &String| sheet.trains.iter().position(|k| k.name == *name);
        (
            t.key("price").money(),
            kinds.iter().filter_map(known).map(|k| k as u8).collect(),
        )
    });
    let phase = |event: &str| sheet.phase_of_event(event).unwrap_or(u8::MAX);
    let buying = |p: &engine::PhaseDef| p.events.iter().any(|e| e == "companies_buy_privates");
    let last = sheet.phases.iter().rposition(buying).unwrap_or(0) as u8;
    let bonus = own.key("diesel_bonus").fields().into_iter();
    let printed = Printed {
        terms: terms(),
        options,
        limit: sheet.seats(players).and_then(|s| s.certificates),
        privates,
        faces: lots.iter().map(|p| sheet.papers[p.at()].price).collect(),
        lots,
        raise: (own.key("least_raise").money(), own.key("discount").money()),
        beside: (diesel, phase("diesels_on_sale")),
        trade: trade.unwrap_or_default(),
        bonus: bonus
            .filter_map(|(cell, more)| Some((sheet.map.by_name(cell)?, more.money())))
            .collect(),
        buying: (phase("companies_buy_privates"), last),
        closing: phase("privates_close"),
        sheet: Arc::new(sheet),
    };
    faults.sound(printed)
}
