//! From the data sheet to the printed game, with every fault reported at once.

use super::map;
use super::options::Options;
use super::printed::{Charter, Destination, GREEN, Printed, Step, TERMS, Traits};
use super::raw::{Ability, Company as RawCompany, Count, LocoCard, Raw};
use board::{Colour, Spot, TileSet};
use engine::{
    Company, CompanyDef, Course, Face, Lot, MarketCell, MarketDef, Paper, PaperDef, PhaseDef,
    Range, SetupError, Sheet, TrainKind,
};
use std::sync::Arc;

/// The built-in data sheet.
pub const DATA: &str = include_str!("../../data/1860.json");

pub(super) fn read(data: Option<&serde_json::Value>) -> Result<Raw, SetupError> {
    let parsed = match data {
        Some(value) => serde_json::from_value(value.clone()),
        None => serde_json::from_str(DATA),
    };
    parsed.map_err(|e| SetupError::one(format!("data sheet: {e}")))
}

/// Builds what is printed for one choice of options.
pub(super) fn build(raw: &Raw, options: &Options) -> Result<Printed, SetupError> {
    let mut faults = Vec::new();
    let side = if options.first_edition {
        "first_edition"
    } else {
        "second_edition"
    };
    let edition = match (options.tiles_by_side, options.fewer_tiles) {
        (true, _) => None,
        (false, true) => Some("first_edition"),
        (false, false) => Some("second_edition"),
    };
    let (cells, tiles) = map::build(raw, side, edition, &mut faults);
    let market = chart(raw, &mut faults);
    let companies = raw
        .companies
        .iter()
        .map(|c| company(raw, c, &cells, &mut faults))
        .collect();
    let papers = raw
        .private_companies
        .iter()
        .map(|p| paper(raw, p, &mut faults))
        .collect();
    let phases = phases(raw, &mut faults);
    let (trains, traits, deal) = if options.locomotives {
        locomotives(raw, options, &mut faults)
    } else {
        stack(raw, options, &mut faults)
    };
    let reconstructed = if options.locomotives {
        reconstructed(&raw.locomotives.cards)
    } else {
        Vec::new()
    };
    let charters = raw
        .companies
        .iter()
        .map(|c| charter(raw, c, &cells, &tiles, &mut faults))
        .collect();
    let lots = lots(raw, &mut faults);
    let fishbourne = raw
        .private_companies
        .iter()
        .position(|p| !raw.constants.auction_items.contains(&p.id))
        .unwrap_or_else(|| {
            faults.push("no private company is kept back from the opening auction".to_owned());
            0
        });
    let steps = steps(raw, &mut faults);
    let mut cash = [0; 5];
    let mut limit = [0; 5];
    for n in raw.players.min..=raw.players.max.min(4) {
        let key = n.to_string();
        match (
            raw.players.starting_cash_pounds.get(&key),
            raw.players.certificate_limit.get(&key),
        ) {
            (Some(&money), Some(&most)) => {
                cash[n as usize] = money;
                limit[n as usize] = most;
            }
            _ => faults.push(format!(
                "no starting money or certificate limit for {n} players"
            )),
        }
    }
    let mut flat_lease = vec![0; 16];
    for (key, &credits) in &raw.lease_table_credits {
        match key.parse::<usize>() {
            Ok(n) if n < flat_lease.len() => flat_lease[n] = credits,
            _ => faults.push(format!("lease table: {key} is no train length")),
        }
    }
    if !faults.is_empty() {
        return Err(SetupError { faults });
    }
    let sheet = Sheet {
        title: "1860".to_owned(),
        variant: "standard".to_owned(),
        name: "1860: Railways on the Isle of Wight".to_owned(),
        money: "£#".to_owned(),
        company_money: Some("# cr".to_owned()),
        course: Course {
            steps: vec!["track", "station", "run", "dividend", "trains"],
            sets: true,
            routes: true,
            automatic: None,
        },
        map: cells,
        tiles,
        market,
        companies,
        papers,
        trains,
        phases,
        process: Vec::new(),
        slots: Vec::new(),
        reconstructed,
    };
    Ok(Printed {
        options: *options,
        terms: TERMS,
        sheet: Arc::new(sheet),
        cash,
        limit,
        bank: raw.bank.pounds,
        min_raise: raw.constants.auction_min_raise,
        lots,
        resale: raw
            .private_companies
            .iter()
            .map(|p| p.sale_to_bank)
            .collect(),
        charters,
        steps,
        traits,
        deal,
        fishbourne: Paper(fishbourne as u8),
        halt: raw.constants.halt_subsidy_credits,
        lease: (
            raw.constants.lease_base_credits,
            raw.constants.lease_per_stop_credits,
        ),
        flat_lease,
        trade: (
            raw.constants.train_trade_min,
            raw.constants.train_trade_multiple,
        ),
        yellows: raw.constants.yellow_tiles_per_turn,
        bypass: raw.constants.full_cities_passed_per_company_per_or > 0,
        ceasing: raw.constants.nationalised_per_or,
        falls: raw.market.moves.withhold_or_no_dividend,
        rises: [
            raw.market.moves.dividend_below_price,
            raw.market.moves.dividend_at_least_1x,
            raw.market.moves.dividend_at_least_2x,
            raw.market.moves.dividend_at_least_3x,
            raw.market.moves.dividend_at_least_4x,
        ],
    })
}

fn chart(raw: &Raw, faults: &mut Vec<String>) -> MarketDef {
    let last = raw.market.cells.len().saturating_sub(1) as i32;
    let cells = raw
        .market
        .cells
        .iter()
        .enumerate()
        .map(|(i, cell)| {
            if usize::from(cell.index) != i {
                faults.push(format!("market cell {} stands at place {i}", cell.index));
            }
            let step = |by: i32| (i as i32 + by).clamp(0, last) as u8;
            let start = (0..8u8).fold(0, |mask, group| {
                let here =
                    |c: &RawCompany| c.group == group + 1 && c.par_cells.contains(&cell.price);
                mask | u8::from(cell.first_launch_price && raw.companies.iter().any(here)) << group
            });
            let bottom = u8::from(cell.row == "bottom");
            MarketCell {
                price: cell.price,
                row: bottom,
                column: cell.column_in_row * 2 + bottom,
                start,
                zone: if cell.zone == "green" || cell.zone == "game_end" {
                    GREEN
                } else {
                    0
                },
                to: [step(2), step(-2), step(-1), step(0)],
            }
        })
        .collect();
    MarketDef { cells }
}

fn cell_of_price(
    raw: &Raw,
    who: &str,
    price: u16,
    again: bool,
    faults: &mut Vec<String>,
) -> Option<u8> {
    let found = raw.market.cells.iter().find(|c| {
        c.price == price
            && if again {
                c.relaunch_price
            } else {
                c.first_launch_price
            }
    });
    if found.is_none() {
        faults.push(format!("{who}: {price} is no starting price of the market"));
    }
    found.map(|c| c.index)
}

fn company(raw: &Raw, c: &RawCompany, map: &board::Map, faults: &mut Vec<String>) -> CompanyDef {
    let certificates = &c.certificates;
    let sum = certificates.director.count * certificates.director.shares
        + certificates.ordinary.count * certificates.ordinary.shares;
    if sum != c.shares || certificates.ordinary.shares != 1 || certificates.director.count != 1 {
        faults.push(format!(
            "{}: certificates do not make {} shares",
            c.abbr, c.shares
        ));
    }
    if usize::from(c.bases) != c.base_costs_credits.len() {
        faults.push(format!(
            "{}: {} bases but {} costs",
            c.abbr,
            c.bases,
            c.base_costs_credits.len()
        ));
    }
    let home = map.by_name(&c.home_hex);
    if home.is_none() {
        faults.push(format!("{}: no hex is called {}", c.abbr, c.home_hex));
    }
    CompanyDef {
        id: c.abbr.clone(),
        public_id: c.public_id.clone(),
        name: c.name.clone(),
        size: c.group.saturating_sub(1),
        unit_percent: 100 / c.shares.max(1),
        units: c.shares,
        director_units: certificates.director.shares,
        max_units: c.shares,
        float_units: (u16::from(c.shares) * u16::from(raw.constants.launch_percent_with_players)
            / 100) as u8,
        capital: raw.constants.capitalisation_factor,
        station_costs: c.base_costs_credits.iter().copied().collect(),
        homes: home.into_iter().collect(),
        colour: c.colour.clone(),
        text_colour: c.text_colour.clone(),
    }
}

fn charter(
    raw: &Raw,
    c: &RawCompany,
    map: &board::Map,
    tiles: &TileSet,
    faults: &mut Vec<String>,
) -> Charter {
    let cells = |prices: &[u16], again: bool, faults: &mut Vec<String>| {
        prices
            .iter()
            .filter_map(|&p| cell_of_price(raw, &c.abbr, p, again, faults))
            .collect::<Vec<u8>>()
    };
    let par_cells = cells(&c.par_cells, false, faults);
    let relaunch_cells = cells(&c.relaunch_cells, true, faults);
    let reserved_for = c.reserved_ordinary_for_private.as_ref().and_then(|id| {
        let found = raw.private_companies.iter().position(|p| p.id == *id);
        if found.is_none() {
            faults.push(format!("{}: no private company is called {id}", c.abbr));
        }
        found.map(|i| Paper(i as u8))
    });
    let stop = map::stop_number(&c.home_stop).unwrap_or_else(|| {
        faults.push(format!("{}: {} is no stop", c.abbr, c.home_stop));
        0
    });
    let cell = map.by_name(&c.home_hex).unwrap_or(board::Cell(0));
    if tiles
        .get(map.def(cell).printed)
        .stops
        .get(stop as usize)
        .is_none_or(|s| s.kind != board::Kind::City)
    {
        faults.push(format!("{}: no large station at home", c.abbr));
    }
    let mut destinations = Vec::new();
    for d in &c.destinations {
        match map.by_name(&d.hex) {
            Some(cell) => destinations.push(Destination {
                cell,
                station: d.stop_name.clone(),
                credits: d.bonus_credits,
            }),
            None => faults.push(format!("{}: no hex is called {}", c.abbr, d.hex)),
        }
    }
    Charter {
        group: c.group - 1,
        par_cells,
        relaunch_cells,
        reserved_for,
        home: Spot { cell, stop },
        destinations,
    }
}

fn paper(raw: &Raw, p: &super::raw::Private, faults: &mut Vec<String>) -> PaperDef {
    let company = p.linked_company.as_ref().and_then(|id| {
        let found = raw.companies.iter().position(|c| c.abbr == *id);
        if found.is_none() {
            faults.push(format!("{}: no company is called {id}", p.id));
        }
        found.map(|i| Company(i as u8))
    });
    PaperDef {
        id: p.id.clone(),
        name: p.name.clone(),
        size: 0,
        income: p.revenue,
        price: p.value,
        company,
    }
}

fn lots(raw: &Raw, faults: &mut Vec<String>) -> Vec<Lot> {
    let mut lots = Vec::new();
    for item in &raw.constants.auction_items {
        let lot = match item.strip_prefix("director ") {
            Some(id) => raw
                .companies
                .iter()
                .position(|c| c.abbr == id)
                .map(|i| Lot::Company(Company(i as u8))),
            None => raw
                .private_companies
                .iter()
                .position(|p| p.id == *item)
                .map(|i| Lot::Paper(Paper(i as u8))),
        };
        match lot {
            Some(lot) => lots.push(lot),
            None => faults.push(format!("opening auction: no lot is called {item}")),
        }
    }
    lots
}

fn phases(raw: &Raw, faults: &mut Vec<String>) -> Vec<PhaseDef> {
    let mut pier: Vec<u16> = raw.phases.iter().map(|p| p.ryde_pier_revenue).collect();
    pier.dedup();
    raw.phases
        .iter()
        .map(|p| {
            let colour = p
                .tile_colours
                .iter()
                .filter_map(|c| map::colour(c))
                .max()
                .unwrap_or_else(|| {
                    faults.push(format!("phase {}: no tile colours", p.phase));
                    Colour::Yellow
                });
            PhaseDef {
                name: p.phase.to_string(),
                colour: colour as u8,
                column: pier
                    .iter()
                    .position(|&v| v == p.ryde_pier_revenue)
                    .unwrap_or(0) as u8,
                train_limit: std::iter::repeat_n(p.train_limit_per_company, 4).collect(),
            }
        })
        .collect()
}

fn steps(raw: &Raw, faults: &mut Vec<String>) -> Vec<Step> {
    raw.phases
        .iter()
        .map(|p| {
            let mut step = Step {
                rounds: p.operating_rounds_after_each_stock_round,
                ..Step::default()
            };
            for key in &p.event_keys {
                match key.as_str() {
                    "fishbourne_on_sale" => step.fishbourne = true,
                    "no_certificate_limit" => step.no_limit = true,
                    "sales_keep_prices" => step.sales_keep_prices = true,
                    "southern_railway" => step.southern = true,
                    other => faults.push(format!("phase {}: unknown event {other}", p.phase)),
                }
            }
            step
        })
        .collect()
}

fn phase_index(raw: &Raw, phase: u8) -> Option<u8> {
    raw.phases
        .iter()
        .position(|p| p.phase == phase)
        .map(|i| i as u8)
}

type Stack = (Vec<TrainKind>, Vec<Traits>, Vec<Option<u8>>);

fn stack(raw: &Raw, options: &Options, faults: &mut Vec<String>) -> Stack {
    let mut kinds = Vec::new();
    let mut traits = Vec::new();
    for t in &raw.trains {
        let phase = phase_index(raw, t.starts_phase).unwrap_or_else(|| {
            faults.push(format!("{}: no phase {}", t.name, t.starts_phase));
            0
        });
        let (count, unlimited) = match &t.count {
            Count::Number(n) => (*n, false),
            Count::Word(word) => {
                if word != "unlimited" {
                    faults.push(format!("{}: count {word}", t.name));
                }
                (1, true)
            }
        };
        // IOW-OPTION-16: two 7+4 trains for beginners.
        let count = t
            .beginner_count
            .filter(|_| options.second_seven)
            .unwrap_or(count);
        let rusts = t.rusts_on_first.as_ref().and_then(|name| {
            let by = raw
                .trains
                .iter()
                .find(|o| o.name == *name)
                .and_then(|o| phase_index(raw, o.starts_phase));
            if by.is_none() {
                faults.push(format!("{}: no train is called {name}", t.name));
            }
            by
        });
        kinds.push(TrainKind {
            name: t.name.clone(),
            faces: vec![Face {
                name: t.name.clone(),
                price: t.price_credits,
                size: 0,
                range: Range::Stations {
                    large: t.large_stops,
                    small: Some(t.extra_small_or_halt_stops),
                },
                scraps: Vec::new(),
            }],
            count,
            unlimited,
            phase,
        });
        traits.push(Traits {
            rusts: vec![rusts],
            ..Traits::default()
        });
    }
    (kinds, traits, Vec::new())
}

fn locomotives(raw: &Raw, options: &Options, faults: &mut Vec<String>) -> Stack {
    let groups = &raw.locomotives.groups;
    let phase_of = |name: &str| {
        groups
            .iter()
            .find(|g| g.group == name)
            .and_then(|g| phase_index(raw, g.starts_phase))
    };
    let mut rust = |card: &str, group: &Option<String>| {
        group.as_ref().and_then(|name| {
            let phase = phase_of(name);
            if phase.is_none() {
                faults.push(format!("{card}: no group is called {name}"));
            }
            phase
        })
    };
    let mut kinds = Vec::new();
    let mut traits = Vec::new();
    // IOW-LOCO-28: the cards of the last group never run out.
    let last = groups.last().map(|g| g.group.clone()).unwrap_or_default();
    for group in groups {
        for card in raw
            .locomotives
            .cards
            .iter()
            .filter(|c| c.group == group.group)
        {
            // IOW-LOCO-5: the second F card only in the beginners' variant.
            let left_out = !options.second_seven && group.beginner_only_cards.contains(&card.id);
            let small = match &card.extra_small_or_halt_stops {
                Count::Number(n) => Some(*n),
                Count::Word(_) => None,
            };
            let face = |label: &str, large, small| Face {
                name: format!("{} {label}", card.name),
                price: card.price_credits,
                size: 0,
                range: Range::Stations { large, small },
                scraps: Vec::new(),
            };
            let mut faces = vec![face(&card.label, card.large_stops, small)];
            let mut t = Traits {
                rusts: vec![rust(&card.id, &card.rusts_on_first_group)],
                surplus: card.surplus,
                ..Traits::default()
            };
            for ability in &card.abilities {
                match ability {
                    Ability::MinRuns { runs } => t.min_runs = *runs,
                    Ability::CompensationOnRust { credits } => t.compensation = *credits,
                    Ability::FirstRunIncomeZero => t.first_run_free = true,
                    Ability::Refit { credits, to } => {
                        t.refit = Some(*credits);
                        faces.push(face(
                            &to.label,
                            to.large_stops,
                            Some(to.extra_small_or_halt_stops),
                        ));
                        t.rusts.push(rust(&card.id, &to.rusts_on_first_group));
                    }
                }
            }
            kinds.push(TrainKind {
                name: card.id.clone(),
                faces,
                count: u8::from(!left_out),
                unlimited: group.group == last,
                phase: phase_of(&group.group).unwrap_or(0),
            });
            traits.push(t);
        }
    }
    for card in &raw.locomotives.cards {
        // IOW-LOCO-33: a leased card must be able to make two stops.
        if card.large_stops < 2 {
            faults.push(format!("{}: a first number below 2", card.id));
        }
        if !groups.iter().any(|g| g.group == card.group) {
            faults.push(format!("{}: no group is called {}", card.id, card.group));
        }
    }
    if last.is_empty() {
        faults.push("no groups of locomotives".to_owned());
    }
    let deal = groups
        .iter()
        .map(|g| match &g.deal {
            Count::Number(n) => Some(*n),
            Count::Word(_) => None,
        })
        .collect();
    (kinds, traits, deal)
}

fn reconstructed(cards: &[LocoCard]) -> Vec<String> {
    cards
        .iter()
        .filter_map(|card| {
            let fields: Vec<&str> = card
                .source
                .iter()
                .filter(|(_, from)| from.starts_with("reconstructed"))
                .map(|(field, _)| field.as_str())
                .collect();
            (!fields.is_empty())
                .then(|| format!("{} {}: {}", card.id, card.name, fields.join(", ")))
        })
        .collect()
}
