//! From the data sheet to the tables of a game. All faults of a sheet are reported at once.

mod companies;
mod map;
mod market;
mod papers;
mod process;
mod trains;
mod words;

use super::options::resolve;
use super::printed::{Printed, Variant, terms};
use super::raw::Raw;
use engine::{Course, Setup, SetupError, Sheet};
use std::collections::BTreeMap;
use std::sync::Arc;
use words::{SIZES, colour_of};

const BUILT_IN: &str = include_str!("../../../data/18cz.json");

/// The built-in sheet, or a corrected one.
pub fn raw(data: Option<&serde_json::Value>) -> Result<Raw, SetupError> {
    let parsed = match data {
        Some(value) => serde_json::from_value(value.clone()),
        None => serde_json::from_str(BUILT_IN),
    };
    parsed.map_err(|e| SetupError::one(format!("18CZ data sheet: {e}")))
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

// CZ-INTRO-11: a turn of the introductory game ends with trains; there are no dividends and no take-overs.
fn course(introductory: bool) -> Course {
    let mut steps = vec!["track", "station", "run", "dividend", "acquire", "trains"];
    if introductory {
        steps.retain(|step| !matches!(*step, "dividend" | "acquire"));
    }
    Course {
        steps,
        sets: !introductory,
        routes: true,
        automatic: Some("Václav"),
    }
}

/// Builds the rules of a game.
pub fn printed(setup: &Setup, variant: Variant) -> Result<Printed, SetupError> {
    let raw = raw(setup.data.as_ref())?;
    let options = resolve(setup, raw.options.as_deref())?;
    let mut faults = Vec::new();
    let count = setup.players.len().to_string();
    let (moravia, intro) = (&raw.variants.moravia_silesia, &raw.variants.introductory);
    let bohemia = &raw.variants.bohemia;

    let built = map::board_of(&raw, variant, &options, &mut faults);
    let companies = companies::companies_of(&raw, variant, &built.map, &mut faults);
    let (papers, paper_kinds) = papers::papers_of(&raw, variant, &mut faults);
    let market = market::market_of(&raw, variant, &mut faults);
    let trains = trains::trains_of(&raw, variant, &count, &options, &mut faults);
    let faces = trains.faces();
    let process = process::process_of(&raw, variant);

    let key = match variant {
        Variant::Moravia => "moravia_silesia",
        other => variant_id(other),
    };
    let money = raw.players.get(key).and_then(|p| p.get(&count));
    if money.is_none() {
        faults.push(format!("{key} is not for {count} players"));
    }
    let introductory = variant == Variant::Introductory;
    let trade_from = match variant {
        Variant::Moravia => {
            trains::moravia_effect(&raw, "trade_trains_between_companies").unwrap_or(0)
        }
        // CZ-INTRO-19
        Variant::Introductory => 1,
        _ => trains.phase(&options.trade_trains_from_phase),
    };
    let papers_from = match variant {
        Variant::Moravia => {
            trains::moravia_effect(&raw, "companies_may_buy_private_papers").unwrap_or(0)
        }
        Variant::Introductory => u8::MAX,
        _ => raw
            .phases
            .iter()
            .position(|p| p.companies_may_buy_local_railways)
            .unwrap_or(0) as u8,
    };
    let red_tile = raw
        .companies
        .iter()
        .map(|c| {
            if c.red_tile.is_some() && !built.red.contains_key(&c.id) && !introductory {
                faults.push(format!("no red tile for {}", c.id));
            }
            built.red.get(&c.id).copied()
        })
        .collect();
    let purple = SIZES.map(|s| {
        raw.local_railway_classes
            .get(s)
            .and_then(|c| {
                c.purple_colours
                    .iter()
                    .map(|n| colour_of(n, &mut faults) as u8)
                    .max()
            })
            .unwrap_or(0)
    });
    let sheet = Sheet {
        title: "18cz".to_owned(),
        variant: variant_id(variant).to_owned(),
        name: "18CZ".to_owned(),
        money: "# K".to_owned(),
        company_money: None,
        course: course(introductory),
        market,
        process: process::printed(&process, variant),
        companies,
        papers,
        trains: trains.kinds,
        phases: trains.phases,
        slots: Vec::new(),
        reconstructed: reconstructed(variant),
        map: built.map,
        tiles: built.tiles,
    };
    let printed = Printed {
        variant,
        cash: money.map_or(0, |m| m.cash),
        certificate_limit: money.and_then(|m| m.certificate_limit),
        dividend_steps: match variant {
            Variant::Moravia => [moravia.dividend_steps; 3],
            _ => SIZES.map(|s| raw.market.dividend_steps.get(s).copied().unwrap_or(1)),
        },
        waives: SIZES.map(|s| {
            raw.local_railway_classes
                .get(s)
                .map(|c| c.waives.clone())
                .unwrap_or_default()
        }),
        purple,
        red_tile,
        home_bonus: match variant {
            Variant::Moravia => moravia.red_tile_bonus,
            _ => built.home_bonus,
        },
        sizes: trains.sizes,
        papers_from,
        trade_from,
        process,
        face_number: faces.number,
        face_names: faces.names,
        scraps: faces.scraps,
        bonus_faces: faces.bonus,
        papers_close: trains.papers_close,
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
        intro_companies: match variant {
            Variant::Introductory => companies::introductory(&raw, &count),
            _ => Vec::new(),
        },
        intro_homes: match variant {
            Variant::Introductory => companies::homes_at_the_start(&raw),
            _ => Vec::new(),
        },
        rounds: intro.rounds,
        terms: terms(&options),
        options,
        sheet: Arc::new(sheet),
    };
    if faults.is_empty() {
        Ok(printed)
    } else {
        Err(SetupError { faults })
    }
}

// What no rule text prints, as players are told.
fn reconstructed(variant: Variant) -> Vec<String> {
    match variant {
        Variant::Moravia => vec![
            "Board, homes and minimum bids of Moravia-Silesia".to_owned(),
            "Tile colours by train".to_owned(),
            "Red tiles: 20 in the yellow phase".to_owned(),
        ],
        _ => Vec::new(),
    }
}
