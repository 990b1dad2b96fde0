//! From the data sheet to the tables of a game. All faults of a sheet are reported at once.

use super::options::{Options, resolve};
use super::raw::{Count, Raw, RawHex, RawStop};
use super::rules::{BoxKind, PaperKind, ProcessStep, Rules, Variant};
use board::{
    CellDef, Colour, End, Home, Kind, Layout, Map, Paid, Shape, StopDef, Terrain, TileDef, TileId,
    TileSet,
};
use engine::{
    CompanyDef, Face, MarketCell, MarketDef, PaperDef, PhaseDef, ProcessBox, Range, Setup,
    SetupError, Sheet, TrainKind,
};
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::sync::Arc;

const BUILT_IN: &str = include_str!("../../data/18cz.json");
const SIZES: [&str; 3] = ["small", "medium", "large"];

/// The built-in sheet, or a corrected one.
pub fn raw(data: Option<&serde_json::Value>) -> Result<Raw, SetupError> {
    let parsed = match data {
        Some(value) => Raw::deserialize_value(value),
        None => serde_json::from_str(BUILT_IN),
    };
    parsed.map_err(|e| SetupError::one(format!("18CZ data sheet: {e}")))
}

impl Raw {
    fn deserialize_value(value: &serde_json::Value) -> serde_json::Result<Raw> {
        serde_json::from_value(value.clone())
    }
}

fn size_of(name: &str, faults: &mut Vec<String>) -> u8 {
    SIZES.iter().position(|s| *s == name).map_or_else(
        || {
            faults.push(format!("no size is called {name}"));
            0
        },
        |i| i as u8,
    )
}

fn colour_of(name: &str, faults: &mut Vec<String>) -> Colour {
    match name {
        "yellow" => Colour::Yellow,
        "green" => Colour::Green,
        "brown" => Colour::Brown,
        "grey" => Colour::Grey,
        "red" => Colour::Red,
        _ => {
            faults.push(format!("no colour is called {name}"));
            Colour::Bare
        }
    }
}

fn column_of(name: &str) -> u8 {
    ["yellow", "green", "brown", "grey"]
        .iter()
        .position(|c| *c == name)
        .unwrap_or(0) as u8
}

fn mask(edges: &[u8]) -> u8 {
    edges.iter().fold(0, |m, e| m | 1 << (e % 6))
}

fn stop_of(raw: &RawStop, terminus: bool, at: &str, faults: &mut Vec<String>) -> StopDef {
    let kind = match raw.kind.as_str() {
        "city" => Kind::City,
        "town" => Kind::Town,
        "red" => Kind::Red,
        other => {
            faults.push(format!("{at}: no stop is called {other}"));
            Kind::Town
        }
    };
    let mut stop = StopDef::new(kind, raw.slots, 0);
    stop.paid = match &raw.revenue {
        serde_json::Value::Number(n) => Paid::Always(n.as_u64().unwrap_or(0) as u16),
        serde_json::Value::Object(map) => {
            Paid::ByColumn(["yellow", "green", "brown", "grey"].map(|c| {
                map.get(c)
                    .and_then(serde_json::Value::as_u64)
                    .unwrap_or_else(|| {
                        faults.push(format!("{at}: no {c} value"));
                        0
                    }) as u16
            }))
        }
        _ => {
            faults.push(format!("{at}: revenue is neither a number nor a table"));
            Paid::Always(0)
        }
    };
    stop.group = raw.group.as_ref().map(|_| 1);
    stop.terminus = terminus;
    stop
}

fn end_of(text: &str, at: &str, faults: &mut Vec<String>) -> End {
    let number = text.get(1..).and_then(|n| n.parse::<u8>().ok());
    match (text.get(..1), number) {
        (Some("e"), Some(n)) if n < 6 => End::Edge(n),
        (Some("s"), Some(n)) => End::Stop(n),
        _ => {
            faults.push(format!("{at}: no track end is called {text}"));
            End::Edge(0)
        }
    }
}

struct Built {
    map: Map,
    tiles: TileSet,
    red: BTreeMap<String, TileId>,
    home_bonus: i32,
}

/// Tiles, printed hexes and which tile may follow which.
fn board_of(
    raw: &Raw,
    hexes: &[RawHex],
    variant: Variant,
    options: &Options,
    faults: &mut Vec<String>,
) -> Built {
    let mut tiles = TileSet::new(Shape::Hex);
    let mut red = BTreeMap::new();
    let mut home_bonus = 0;
    let intro = variant == Variant::Introductory;
    let in_play = |t: &super::raw::RawTile| {
        // CZ-INTRO-2: no red, purple-edged or grey tiles.
        !intro || !(t.colour == "red" || t.colour == "grey" || t.purple_edged)
    };
    for t in raw.tiles.iter().filter(|t| in_play(t)) {
        let at = format!("tile {}", t.id);
        let mut tile = TileDef::new(&t.id, colour_of(&t.colour, faults));
        tile.label.clone_from(&t.label);
        tile.count = t.count;
        tile.special = t.purple_edged;
        tile.stops = t
            .stops
            .iter()
            .map(|s| stop_of(s, t.terminus, &at, faults))
            .collect();
        if let (Some(name), Some(stop)) = (&t.name, tile.stops.first_mut()) {
            stop.name = Some(name.clone());
        }
        tile.segments = t
            .segments
            .iter()
            .map(|(a, b)| (end_of(a, &at, faults), end_of(b, &at, faults)))
            .collect();
        let id = tiles.add(tile);
        if let Some(company) = &t.home_of {
            red.insert(company.clone(), id);
            home_bonus = t.home_bonus;
        }
    }
    for t in raw.tiles.iter().filter(|t| in_play(t)) {
        for next in &t.upgrades_to {
            let (Some(old), Some(new)) = (tiles.by_name(&t.id), tiles.by_name(next)) else {
                if !intro {
                    faults.push(format!("tile {}: no successor {next}", t.id));
                }
                continue;
            };
            // CZ-UPGRADE-13, option: a two-town tile becomes one town.
            if t.stops.len() == 2
                && t.stops[0].kind == "town"
                && tiles.get(new).stops.len() == 1
                && !options.double_town_to_single_purple_town
            {
                continue;
            }
            if !tiles.allow(old, new, None) {
                faults.push(format!(
                    "tile {}: {next} keeps its track at no rotation",
                    t.id
                ));
            }
        }
    }
    let company = |id: &str, faults: &mut Vec<String>| {
        raw.companies.iter().position(|c| c.id == id).map_or_else(
            || {
                faults.push(format!("no company is called {id}"));
                0
            },
            |i| i as u8,
        )
    };
    let mut cells = Vec::new();
    let mut printed: BTreeMap<String, TileId> = BTreeMap::new();
    for hex in hexes {
        let at = format!("hex {}", hex.id);
        let key = format!(
            "{}/{}/{:?}",
            hex.kind,
            hex.label.as_deref().unwrap_or(""),
            hex.reserved_for
        );
        let id = *printed.entry(key).or_insert_with(|| {
            let colour = match hex.kind.as_str() {
                "pre_printed_yellow_oo" => Colour::Yellow,
                "pre_printed_grey" => Colour::Grey,
                _ => Colour::Bare,
            };
            let mut tile = TileDef::new(&format!("printed:{}", hex.id), colour);
            tile.label.clone_from(&hex.label);
            tile.stops = hex
                .stops
                .iter()
                .map(|s| stop_of(s, false, &at, faults))
                .collect();
            tile.segments = hex
                .segments
                .iter()
                .map(|(a, b)| (end_of(a, &at, faults), end_of(b, &at, faults)))
                .collect();
            let id = tiles.add(tile);
            let successors: Vec<TileId> = (0..tiles.tiles.len() as u16)
                .map(TileId)
                .filter(|&t| first_tile_fits(hex, tiles.get(t), &red, t))
                .collect();
            for t in successors {
                tiles.allow(id, t, None);
            }
            id
        });
        let mut homes: SmallVec<[Home; 2]> = SmallVec::new();
        for c in &hex.home_of {
            homes.push(Home {
                company: company(c, faults),
                stop: hex.company_city.get(c).copied(),
            });
        }
        let reserved_for = hex.reserved_for.as_ref().map(|c| company(c, faults));
        let rotations = match hex.reserved_for.as_ref().and_then(|c| red.get(c)) {
            Some(&tile) => vec![(tile, mask(&hex.red_tile_rotations))],
            None => Vec::new(),
        };
        let (row, column) = hex.id.split_at(1);
        let row = row
            .bytes()
            .next()
            .map_or(0, |b| i16::from(b) - i16::from(b'A'));
        let column: i16 = column.parse().unwrap_or_else(|_| {
            faults.push(format!("{at}: no column"));
            0
        });
        cells.push(CellDef {
            name: hex.id.clone(),
            public_name: hex.public_id.clone(),
            place: hex.name.clone(),
            printed: id,
            terrain: hex.terrain.as_ref().map(|t| Terrain {
                kind: t.kind.clone(),
                cost: t.cost,
            }),
            closed: mask(&hex.off_map_edges),
            stubs: mask(&hex.stubs),
            homes,
            reserved_for,
            rotations,
            red_edges: mask(&hex.red_edges),
            at: (column, row),
        });
    }
    let step: Vec<(i16, i16)> = (0..6)
        .map(|e| {
            let (row, column) = raw
                .orientation
                .neighbour_offset_row_col
                .get(&e.to_string())
                .copied()
                .unwrap_or((0, 0));
            (column, row)
        })
        .collect();
    let map = Map::bounded(Layout::PointyTop, cells, &step);
    for cell in map.all() {
        let def = map.def(cell);
        for e in 0..6 {
            if map.neighbour(cell, e).is_none() && def.closed & (1 << e) == 0 {
                faults.push(format!(
                    "hex {}: edge {e} leads off the map but is not marked so",
                    def.name
                ));
            }
        }
    }
    Built {
        map,
        tiles,
        red,
        home_bonus,
    }
}

// CZ-TRACK-6, 8, 9, 16, 17, 20
fn first_tile_fits(
    hex: &RawHex,
    tile: &TileDef,
    red: &BTreeMap<String, TileId>,
    id: TileId,
) -> bool {
    let towns = tile.stops.iter().filter(|s| s.kind == Kind::Town).count();
    let same_label = tile.label == hex.label;
    let yellow = tile.colour == Colour::Yellow && tile.count > 0 && !tile.special;
    match hex.kind.as_str() {
        "plain" => yellow && tile.stops.is_empty(),
        "town" => yellow && towns == 1 && tile.stops.len() == 1,
        "double_town" => yellow && towns == 2,
        "city" | "pre_printed_praha" => yellow && tile.has(Kind::City) && same_label,
        "pre_printed_yellow_oo" => {
            tile.colour == Colour::Green
                && tile.count > 0
                && !tile.special
                && same_label
                && tile.label.is_some()
        }
        "red_edged" => hex.reserved_for.as_ref().and_then(|c| red.get(c)) == Some(&id),
        _ => false,
    }
}

/// Builds the rules of a game.
pub fn rules(setup: &Setup, variant: Variant) -> Result<Rules, SetupError> {
    let raw = raw(setup.data.as_ref())?;
    let options = resolve(&raw.options, &setup.preset, &setup.options)?;
    let mut faults = Vec::new();
    let seats = setup.players.len();
    let count = seats.to_string();
    let (moravia, intro) = (&raw.variants.moravia_silesia, &raw.variants.introductory);
    let bohemia = &raw.variants.bohemia;

    let hexes: Vec<RawHex> = match variant {
        Variant::Standard | Variant::Introductory => raw.hexes.clone(),
        Variant::Moravia => moravia.hexes.clone(),
        Variant::Bohemia => raw
            .hexes
            .iter()
            .filter(|h| bohemia.hexes.contains(&h.id))
            .cloned()
            .map(|mut h| {
                // CZ-BOHEMIA-25
                if let Some(edges) = bohemia.off_map_edges_here.get(&h.id) {
                    h.off_map_edges.clone_from(edges);
                }
                if let Some(rotations) = bohemia.red_tile_rotations_here.get(&h.id) {
                    h.red_tile_rotations.clone_from(rotations);
                }
                h
            })
            .collect(),
    };
    let built = board_of(&raw, &hexes, variant, &options, &mut faults);

    let companies: Vec<CompanyDef> = raw
        .companies
        .iter()
        .map(|c| {
            let mut size = size_of(&c.size, &mut faults);
            let max_pct = match variant {
                Variant::Bohemia => bohemia
                    .max_holding_pct
                    .get(&c.size)
                    .copied()
                    .unwrap_or(c.max_holding_pct),
                Variant::Moravia => moravia.max_holding_pct,
                _ => c.max_holding_pct,
            };
            let costs = match variant {
                Variant::Moravia => &moravia.token_costs,
                _ => &intro.token_costs,
            };
            let homes = match variant {
                Variant::Moravia => moravia.home_hexes.get(&c.id).unwrap_or(&c.home_hexes),
                _ => &c.home_hexes,
            };
            let mut capital = raw
                .company_classes
                .get(&c.size)
                .map_or(0, |k| k.capital_multiplier);
            if variant == Variant::Moravia {
                capital = moravia.capitalisation_shares;
            }
            if variant == Variant::Introductory {
                size = 0;
            }
            CompanyDef {
                id: c.id.clone(),
                public_id: c.public_id.clone(),
                name: c.name.clone(),
                size,
                unit_percent: c.share_pct,
                units: 100 / c.share_pct.max(1),
                director_units: c.director_pct / c.share_pct.max(1),
                max_units: max_pct / c.share_pct.max(1),
                float_units: match variant {
                    Variant::Moravia => moravia.float_pct.div_ceil(c.share_pct.max(1)),
                    _ => c.float_pct.div_ceil(c.share_pct.max(1)),
                },
                capital,
                station_costs: costs.iter().copied().collect(),
                homes: homes.iter().filter_map(|h| built.map.by_name(h)).collect(),
                colour: c.colour.clone(),
                text_colour: c.text_colour.clone(),
            }
        })
        .collect();

    let local = |l: &super::raw::Local, price: i32, faults: &mut Vec<String>| PaperDef {
        id: l.id.clone(),
        name: format!("{} / {}", l.name_de, l.name_cz),
        size: size_of(&l.size, faults),
        income: l.income,
        price,
        company: None,
    };
    let mut paper_kinds = Vec::new();
    let papers: Vec<PaperDef> = match variant {
        Variant::Introductory => Vec::new(),
        Variant::Moravia => moravia
            .private_papers
            .iter()
            .map(|p| match &p.local_railway {
                Some(id) => {
                    paper_kinds.push(PaperKind::Local);
                    match raw.local_railways.iter().find(|l| l.id == *id) {
                        Some(l) => local(l, p.min_bid, &mut faults),
                        None => {
                            faults.push(format!("no local railway is called {id}"));
                            local(&raw.local_railways[0], p.min_bid, &mut faults)
                        }
                    }
                }
                None => {
                    let kind = if p.id.ends_with("MW") {
                        PaperKind::Westbahn
                    } else {
                        PaperKind::Train
                    };
                    paper_kinds.push(kind);
                    PaperDef {
                        id: p.id.trim_start_matches("MS-").to_owned(),
                        name: p.name.clone(),
                        size: 0,
                        income: p.income.as_i64().unwrap_or(0) as i32,
                        price: p.min_bid,
                        company: None,
                    }
                }
            })
            .collect(),
        _ => raw
            .local_railways
            .iter()
            .map(|l| {
                paper_kinds.push(PaperKind::Local);
                local(l, l.pre_round_price, &mut faults)
            })
            .collect(),
    };

    let market = MarketDef {
        cells: raw
            .market
            .cells
            .iter()
            .map(|c| {
                let start = match variant {
                    Variant::Moravia => u8::from(moravia.par_prices.contains(&c.price)) << 2,
                    _ => c
                        .par
                        .iter()
                        .fold(0, |m, s| m | 1 << size_of(s, &mut faults)),
                };
                MarketCell {
                    price: c.price,
                    row: u8::from(c.row == "bottom"),
                    column: c.column * 2 + u8::from(c.row == "top"),
                    start,
                    zone: 0,
                    to: [c.right, c.left, c.sale, c.sold_out],
                }
            })
            .collect(),
    };

    let (trains, phases, sizes, bonus_names, papers_close) = match variant {
        Variant::Moravia => moravia_trains(&raw, &count, &mut faults),
        Variant::Introductory => intro_trains(&raw, &count, &options, &mut faults),
        _ => standard_trains(&raw, &mut faults),
    };
    let mut face_names: Vec<String> = Vec::new();
    let face_number: Vec<SmallVec<[u8; 3]>> = trains
        .iter()
        .map(|k| {
            k.faces
                .iter()
                .map(|f| {
                    let i = face_names
                        .iter()
                        .position(|n| *n == f.name)
                        .unwrap_or_else(|| {
                            face_names.push(f.name.clone());
                            face_names.len() - 1
                        });
                    i as u8
                })
                .collect()
        })
        .collect();
    let mut scraps = vec![0u32; face_names.len()];
    for face in trains.iter().flat_map(|k| &k.faces) {
        if let Some(i) = face_names.iter().position(|n| *n == face.name) {
            for s in &face.scraps {
                if let Some(j) = face_names.iter().position(|n| n == s) {
                    scraps[i] |= 1 << j;
                }
            }
        }
    }
    let bonus_faces = face_names
        .iter()
        .enumerate()
        .filter(|(_, n)| bonus_names.contains(n))
        .fold(0, |m, (i, _)| m | 1 << i);

    let process = match variant {
        Variant::Moravia => moravia_process(&raw),
        Variant::Introductory => (0..intro.rounds)
            .map(|r| ProcessStep {
                kind: BoxKind::Operating,
                set: r + 1,
                number: 1,
                value: 0,
                export: false,
            })
            .collect(),
        _ => raw
            .game_process
            .iter()
            .filter(|b| b.kind != "END")
            .map(|b| ProcessStep {
                kind: match b.kind.as_str() {
                    "PRE" => BoxKind::Pre,
                    "SR" => BoxKind::Stock,
                    _ => BoxKind::Operating,
                },
                set: b.set.max(1),
                number: b.or_in_set.max(1),
                value: b.local_value,
                export: b.export_after,
            })
            .collect(),
    };

    let key = match variant {
        Variant::Standard => "standard",
        Variant::Bohemia => "bohemia",
        Variant::Moravia => "moravia_silesia",
        Variant::Introductory => "introductory",
    };
    let money = raw.players.get(key).and_then(|p| p.get(&count));
    if money.is_none() {
        faults.push(format!("{key} is not for {seats} players"));
    }
    let cash = money.map_or(0, |m| m.cash);

    let by_size = |f: &dyn Fn(&str) -> u8| SIZES.map(f);
    let id_of = |id: &String| {
        raw.companies
            .iter()
            .position(|c| c.id == *id)
            .map(|i| engine::Company(i as u8))
    };
    let mut reconstructed = Vec::new();
    if variant == Variant::Moravia {
        reconstructed.push("Board, homes and minimum bids of Moravia-Silesia".to_owned());
        reconstructed.push("Tile colours by train".to_owned());
        reconstructed.push("Red tiles: 20 in the yellow phase".to_owned());
    }
    let sheet = Sheet {
        title: "18cz".to_owned(),
        variant: variant_id(variant).to_owned(),
        name: "18CZ".to_owned(),
        money: "# K".to_owned(),
        company_money: None,
        market,
        process: process
            .iter()
            .map(|b| ProcessBox {
                label: match b.kind {
                    BoxKind::Pre => "PRE",
                    BoxKind::Stock => "SR",
                    BoxKind::Operating => "OR",
                }
                .to_owned(),
                value: if variant == Variant::Introductory {
                    i32::from(b.set)
                } else {
                    b.value
                },
                export: b.export,
            })
            .collect(),
        companies,
        papers,
        trains,
        phases,
        slots: Vec::new(),
        reconstructed,
        map: built.map,
        tiles: built.tiles,
    };
    let intro_seats = intro.players.get(&count);
    let intro_companies = match variant {
        Variant::Introductory => intro
            .turn_order
            .iter()
            .filter(|id| intro_seats.is_some_and(|s| s.companies.contains(id)))
            .filter_map(id_of)
            .collect(),
        _ => Vec::new(),
    };
    let letter_phase = |l: &str| sheet.phases.iter().position(|p| p.name == l).unwrap_or(0) as u8;
    let trade_from = match variant {
        Variant::Moravia => moravia
            .trains
            .iter()
            .position(|t| {
                t.effects
                    .iter()
                    .any(|e| e == "trade_trains_between_companies")
            })
            .unwrap_or(0) as u8,
        // CZ-INTRO-19
        Variant::Introductory => 1,
        _ => letter_phase(&options.trade_trains_from_phase),
    };
    let papers_from = match variant {
        Variant::Moravia => moravia
            .trains
            .iter()
            .position(|t| {
                t.effects
                    .iter()
                    .any(|e| e == "companies_may_buy_private_papers")
            })
            .unwrap_or(0) as u8,
        Variant::Introductory => u8::MAX,
        _ => raw
            .phases
            .iter()
            .position(|p| p.companies_may_buy_local_railways)
            .unwrap_or(0) as u8,
    };
    let rules = Rules {
        variant,
        cash,
        certificate_limit: money.and_then(|m| m.certificate_limit),
        dividend_steps: match variant {
            Variant::Moravia => [moravia.dividend_steps; 3],
            _ => by_size(&|s| raw.market.dividend_steps.get(s).copied().unwrap_or(1)),
        },
        waives: SIZES.map(|s| {
            raw.local_railway_classes
                .get(s)
                .map(|c| c.waives.clone())
                .unwrap_or_default()
        }),
        purple: SIZES.map(|s| {
            raw.local_railway_classes
                .get(s)
                .and_then(|c| {
                    c.purple_colours
                        .iter()
                        .map(|n| colour_of(n, &mut faults) as u8)
                        .max()
                })
                .unwrap_or(0)
        }),
        red_tile: raw
            .companies
            .iter()
            .map(|c| {
                if c.red_tile.is_some()
                    && !built.red.contains_key(&c.id)
                    && variant != Variant::Introductory
                {
                    faults.push(format!("no red tile for {}", c.id));
                }
                built.red.get(&c.id).copied()
            })
            .collect(),
        home_bonus: if variant == Variant::Moravia {
            moravia.red_tile_bonus
        } else {
            built.home_bonus
        },
        sizes,
        papers_from,
        trade_from,
        process,
        face_number,
        face_names,
        scraps,
        bonus_faces,
        papers_close,
        paper_kinds,
        bid_step: moravia.bid_increment,
        vaclav: SIZES.map(|s| {
            bohemia
                .vaclav
                .companies
                .get(s)
                .map_or((0, 0), |v| (v.shares_pct, v.par))
        }),
        vaclav_deciders: SIZES.map(|s| {
            let lowest =
                |m: &BTreeMap<String, String>| m.get(s).is_some_and(|d| d == "lowest_order_card");
            (
                lowest(&bohemia.vaclav.track_decider),
                lowest(&bohemia.vaclav.token_decider),
            )
        }),
        intro_companies,
        intro_homes: if variant == Variant::Introductory {
            intro
                .pre_placed_home_stations
                .keys()
                .filter_map(id_of)
                .collect()
        } else {
            Vec::new()
        },
        rounds: intro.rounds,
        options,
        sheet: Arc::new(sheet),
    };
    if faults.is_empty() {
        Ok(rules)
    } else {
        Err(SetupError { faults })
    }
}

/// Name of a variant in files.
pub fn variant_id(variant: Variant) -> &'static str {
    match variant {
        Variant::Standard => "standard",
        Variant::Bohemia => "bohemia",
        Variant::Moravia => "moravia",
        Variant::Introductory => "introductory",
    }
}

type Trains = (
    Vec<TrainKind>,
    Vec<PhaseDef>,
    Vec<u8>,
    Vec<String>,
    Option<u8>,
);

fn phase_def(
    name: &str,
    colours: &[String],
    column: &str,
    limits: [u8; 3],
    faults: &mut Vec<String>,
) -> PhaseDef {
    PhaseDef {
        name: name.to_owned(),
        colour: colours
            .iter()
            .map(|c| colour_of(c, faults) as u8)
            .max()
            .unwrap_or(0),
        column: column_of(column),
        train_limit: limits.into_iter().collect(),
    }
}

fn standard_trains(raw: &Raw, faults: &mut Vec<String>) -> Trains {
    let kinds = raw
        .trains
        .iter()
        .enumerate()
        .map(|(i, t)| {
            let (count, unlimited) = match &t.count {
                Count::Number(n) => (*n, false),
                Count::Word(_) => (t.physical_cards.unwrap_or(1), true),
            };
            TrainKind {
                // The public name of the small face names the card.
                name: t
                    .public_ids
                    .first()
                    .cloned()
                    .unwrap_or_else(|| t.letter.clone()),
                faces: t
                    .faces
                    .iter()
                    .map(|f| Face {
                        name: f.name.clone(),
                        price: f.price,
                        size: size_of(&f.size, faults),
                        range: match f.kind.as_str() {
                            "plus" => Range::Plus {
                                cities: f.max_cities,
                                total: f.max_total,
                            },
                            "E" => Range::Express(f.range),
                            _ => Range::Plain(f.range),
                        },
                        scraps: f.scraps_on_sale.clone(),
                    })
                    .collect(),
                count,
                unlimited,
                phase: i as u8,
            }
        })
        .collect();
    let phases = raw
        .phases
        .iter()
        .map(|p| {
            let limits = SIZES.map(|s| p.train_limit.get(s).copied().flatten().unwrap_or(0));
            phase_def(
                &p.letter,
                &p.tile_colours,
                &p.red_tile_value,
                limits,
                faults,
            )
        })
        .collect();
    let sizes = raw
        .phases
        .iter()
        .map(|p| {
            p.company_sizes_available
                .iter()
                .fold(0, |m, s| m | 1 << size_of(s, faults))
        })
        .collect();
    (kinds, phases, sizes, Vec::new(), None)
}

fn plain_or_plus(name: &str) -> Range {
    match name.split_once('+') {
        Some((n, m)) => {
            let (n, m) = (n.parse().unwrap_or(0), m.parse().unwrap_or(0));
            Range::Plus {
                cities: n,
                total: n + m,
            }
        }
        None => match name.strip_suffix('E') {
            Some(n) => Range::Express(n.parse().unwrap_or(0)),
            None => Range::Plain(name.parse().unwrap_or(0)),
        },
    }
}

fn moravia_trains(raw: &Raw, players: &str, faults: &mut Vec<String>) -> Trains {
    let m = &raw.variants.moravia_silesia;
    let mut kinds: Vec<TrainKind> = m
        .trains
        .iter()
        .enumerate()
        .map(|(i, t)| {
            let (count, unlimited) = match t.count.get(players).and_then(serde_json::Value::as_u64)
            {
                Some(n) => (n as u8, false),
                None => (1, true),
            };
            TrainKind {
                name: t.name.clone(),
                faces: vec![Face {
                    name: t.name.clone(),
                    price: t.price,
                    size: 0,
                    range: plain_or_plus(&t.name),
                    scraps: t.scraps.clone(),
                }],
                count,
                unlimited,
                phase: i as u8,
            }
        })
        .collect();
    // CZ-MORAVIA-24: the 3E of the private paper is set aside; it must not be the last of the stack.
    if let Some(paper) = m.private_papers.iter().find(|p| p.id.ends_with("3E")) {
        kinds.insert(
            0,
            TrainKind {
                name: paper.id.trim_start_matches("MS-").to_owned(),
                faces: vec![Face {
                    name: "3E".to_owned(),
                    price: 0,
                    size: 0,
                    range: plain_or_plus("3E"),
                    scraps: Vec::new(),
                }],
                count: 1,
                unlimited: false,
                phase: 0,
            },
        );
    }
    let phases = m
        .trains
        .iter()
        .map(|t| {
            phase_def(
                &t.name,
                &t.tile_colours,
                &t.red_tile_value,
                [t.train_limit; 3],
                faults,
            )
        })
        .collect();
    let close = m
        .trains
        .iter()
        .position(|t| t.effects.iter().any(|e| e == "private_papers_close"))
        .map(|i| i as u8);
    let mut bonus: Vec<String> = m
        .trains
        .iter()
        .filter(|t| t.red_tile_bonus)
        .map(|t| t.name.clone())
        .collect();
    bonus.push("3E".to_owned());
    (kinds, phases, vec![0b100; m.trains.len()], bonus, close)
}

fn intro_trains(raw: &Raw, players: &str, options: &Options, faults: &mut Vec<String>) -> Trains {
    let intro = &raw.variants.introductory;
    let counts = intro.players.get(players);
    let kinds = intro
        .train_prices
        .iter()
        .enumerate()
        .map(|(i, (name, price))| {
            let mut scraps = intro
                .phases
                .get(i)
                .map(|p| p.scraps.clone())
                .unwrap_or_default();
            // CZ-INTRO-18, option.
            if options.intro_five_scraps_three && name == "5" {
                scraps.push("3".to_owned());
            }
            TrainKind {
                name: name.clone(),
                faces: vec![Face {
                    name: name.clone(),
                    price: *price,
                    size: 0,
                    range: plain_or_plus(name),
                    scraps,
                }],
                count: counts
                    .and_then(|c| c.trains.get(name))
                    .copied()
                    .unwrap_or(0),
                unlimited: false,
                phase: i as u8,
            }
        })
        .collect();
    let phases = intro
        .phases
        .iter()
        .map(|p| {
            let column = p.tile_colours.last().cloned().unwrap_or_default();
            phase_def(
                &p.phase.to_string(),
                &p.tile_colours,
                &column,
                [p.train_limit; 3],
                faults,
            )
        })
        .collect();
    (kinds, phases, vec![0; intro.phases.len()], Vec::new(), None)
}

fn moravia_process(raw: &Raw) -> Vec<ProcessStep> {
    let m = &raw.variants.moravia_silesia;
    let mut all = vec![ProcessStep {
        kind: BoxKind::Pre,
        set: 1,
        number: 1,
        value: 0,
        export: false,
    }];
    for (i, set) in m.process_sets.iter().enumerate() {
        let set_number = i as u8 + 1;
        all.push(ProcessStep {
            kind: BoxKind::Stock,
            set: set_number,
            number: 1,
            value: 0,
            export: false,
        });
        for (j, value) in set.iter().enumerate() {
            let last = j + 1 == set.len();
            all.push(ProcessStep {
                kind: BoxKind::Operating,
                set: set_number,
                number: j as u8 + 1,
                value: *value,
                export: last && m.export_after_sets.contains(&set_number),
            });
        }
    }
    all
}
