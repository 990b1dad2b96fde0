//! The companies of a game.

use super::super::printed::Variant;
use super::super::raw::Raw;
use super::words::size_of;
use board::Map;
use engine::{Company, CompanyDef};

/// The company of a name.
pub(super) fn company_by_id(raw: &Raw, id: &str) -> Option<Company> {
    raw.companies
        .iter()
        .position(|c| c.id == id)
        .map(|i| Company(i as u8))
}

/// Companies with their shares, stations and homes.
pub(super) fn companies_of(
    raw: &Raw,
    variant: Variant,
    map: &Map,
    faults: &mut Vec<String>,
) -> Vec<CompanyDef> {
    let (bohemia, moravia) = (&raw.variants.bohemia, &raw.variants.moravia_silesia);
    let intro = &raw.variants.introductory;
    raw.companies
        .iter()
        .map(|c| {
            let mut size = size_of(&c.size, faults);
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
                homes: homes.iter().filter_map(|h| map.by_name(h)).collect(),
                colour: c.colour.clone(),
                text_colour: c.text_colour.clone(),
            }
        })
        .collect()
}

/// Companies that are played in the introductory game, in the order of their turns. CZ-INTRO-3, CZ-INTRO-10
pub(super) fn introductory(raw: &Raw, players: &str) -> Vec<Company> {
    let intro = &raw.variants.introductory;
    let seats = intro.players.get(players);
    intro
        .turn_order
        .iter()
        .filter(|id| seats.is_some_and(|s| s.companies.contains(id)))
        .filter_map(|id| company_by_id(raw, id))
        .collect()
}

/// Companies whose home stations stand on the map from the start. CZ-INTRO-7
pub(super) fn homes_at_the_start(raw: &Raw) -> Vec<Company> {
    raw.variants
        .introductory
        .pre_placed_home_stations
        .keys()
        .filter_map(|id| company_by_id(raw, id))
        .collect()
}
