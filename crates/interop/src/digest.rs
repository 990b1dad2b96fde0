//! A position in the words of a trace: the pieces that all titles share.

use crate::dialect::{Seats, city_number, market_place, public_cell, public_kind};
use board::NOBODY;
use engine::{Card, Company, Flag, Place, Player, Position, Whereabouts};
use serde_json::{Map, Value as Json, json};

/// A player's entry.
pub fn player(position: &dyn Position, seats: &Seats, who: Player, value: i32) -> Json {
    let (sheet, core) = (position.sheet(), position.core());
    let mut shares = Map::new();
    for company in sheet.company_ids() {
        let (def, stock) = (sheet.company(company), &core.stock[company.at()]);
        let held = stock.of(who);
        if held > 0 {
            let entry = json!({
                "percent": u32::from(held) * u32::from(def.unit_percent),
                "shares": held,
                "president": stock.director() == Some(who),
            });
            shares.insert(def.public_id.clone(), entry);
        }
    }
    json!({
        "id": seats.id(who),
        "name": seats.name(who),
        "cash": core.money.player(who),
        "shares": shares,
        "companies": core.papers_of(who).map(|p| sheet.papers[p.at()].id.clone()).collect::<Vec<_>>(),
        "debt": core.debt[who.at()],
        "penalty": core.penalty[who.at()],
        "value": value,
        "certs": position.certificates(who).0,
    })
}

/// All players in current order.
pub fn players(position: &dyn Position, seats: &Seats) -> Json {
    let values = position.values();
    let core = position.core();
    core.players()
        .map(|p| player(position, seats, p, values.get(p.at()).copied().unwrap_or(0)))
        .collect()
}

/// A train as `{name, id}`; `name` is the name of the side in use as the platform writes it.
pub fn train(position: &dyn Position, card: Card, name: &dyn Fn(u8, u8) -> String) -> Json {
    json!({"name": face_name(position, card, name), "id": train_id(position, card)})
}

/// Name of the side in use.
pub fn face_name(position: &dyn Position, card: Card, name: &dyn Fn(u8, u8) -> String) -> String {
    let state = position.core().trains.get(card);
    name(state.kind, state.face)
}

/// `3d-2`.
pub fn train_id(position: &dyn Position, card: Card) -> String {
    let state = position.core().trains.get(card);
    format!("{}-{}", public_kind(&position.sheet().trains[usize::from(state.kind)]), state.copy)
}

/// A company's entry, without what only some titles have. `name` gives the platform's name of a train's side.
pub fn corporation(
    position: &dyn Position,
    seats: &Seats,
    company: Company,
    name: &dyn Fn(u8, u8) -> String,
) -> Map<String, Json> {
    let (sheet, core) = (position.sheet(), position.core());
    let (def, state, stock) =
        (sheet.company(company), core.company(company), &core.stock[company.at()]);
    let cell = core.market.cell(company);
    let mut prices: Vec<u16> = state
        .markers
        .iter()
        .enumerate()
        .flat_map(|(i, &n)| {
            let cost = def.station_costs.get(i).or(def.station_costs.last()).copied().unwrap_or(0);
            std::iter::repeat_n(cost, usize::from(n))
        })
        .collect();
    prices.sort_unstable();
    let percent = |shares: u8| u32::from(shares) * u32::from(def.unit_percent);
    let started = state.is(Flag::Started);
    let json = json!({
        "type": null,
        "owner": stock.director().map(|p| seats.owner(p)),
        "ipoed": started,
        "floated": state.is(Flag::Floated),
        "operated": state.is(Flag::Operated),
        "cash": core.money.company(company),
        "par": (state.par != engine::NONE).then(|| sheet.market.price(state.par)),
        "price": core.price(sheet, company),
        "cell": cell.map(|c| market_place(&sheet.market, c)),
        "cell_pos": cell.map(|_| core.market.depth(company)),
        "ipo_percent": percent(stock.ipo),
        "market_percent": percent(stock.pool),
        "trains": core.trains.of(company).map(|c| train(position, c, name)).collect::<Vec<_>>(),
        "tokens": tokens(position, company),
        "tokens_left": state.markers_left(),
        "token_prices_left": prices,
        "companies": core.papers_at(Place::Company(company)).map(|p| sheet.papers[p.at()].id.clone()).collect::<Vec<_>>(),
    });
    match json {
        Json::Object(map) => map,
        _ => Map::new(),
    }
}

/// Stations on the map: hex, city, slot. A station that waits on a bare hex is in its first city.
fn tokens(position: &dyn Position, company: Company) -> Vec<Json> {
    let (sheet, core) = (position.sheet(), position.core());
    let mut found = Vec::new();
    for (cell, laid) in core.board().cells() {
        let hex = public_cell(sheet, cell);
        if laid.waiting == company.0 {
            found.push((hex.clone(), 0, 0));
        }
        if !laid.slots.contains(&company.0) || company.0 == NOBODY {
            continue;
        }
        let tile = sheet.tiles.get(laid.tile);
        for stop in 0..tile.stops.len() as u8 {
            for (n, slot) in tile.slots_of(stop).enumerate() {
                if laid.slots[slot] == company.0 {
                    found.push((hex.clone(), city_number(tile, stop), n));
                }
            }
        }
    }
    found.sort_unstable();
    found.into_iter().map(|(hex, city, slot)| json!([hex, city, slot])).collect()
}

/// Papers by id. `value` is what the platform shows as their value.
pub fn papers(
    position: &dyn Position,
    seats: &Seats,
    value: &dyn Fn(engine::Paper) -> i32,
) -> Map<String, Json> {
    let (sheet, core) = (position.sheet(), position.core());
    let mut map = Map::new();
    for paper in sheet.paper_ids() {
        let def = &sheet.papers[paper.at()];
        let owner = match core.papers[paper.at()].place {
            Place::Player(p) => Some(seats.owner(p)),
            Place::Company(c) => Some(format!("corporation:{}", sheet.company(c).public_id)),
            Place::Aside => continue,
            Place::Bank | Place::Gone => None,
        };
        let closed = core.papers[paper.at()].place == Place::Gone;
        let entry =
            json!({"owner": owner, "value": value(paper), "revenue": def.income, "closed": closed});
        map.insert(def.id.clone(), entry);
    }
    map
}

/// Unsold trains by base name.
pub fn depot(position: &dyn Position) -> Map<String, Json> {
    let (sheet, core) = (position.sheet(), position.core());
    let mut map = Map::new();
    for (i, kind) in sheet.trains.iter().enumerate() {
        let left = core
            .trains
            .cards
            .iter()
            .filter(|c| usize::from(c.kind) == i && c.place == Whereabouts::Deck)
            .count();
        if kind.unlimited {
            map.insert(public_kind(kind).to_owned(), Json::from("unlimited"));
        } else if left > 0 {
            map.insert(public_kind(kind).to_owned(), Json::from(left));
        }
    }
    map
}

/// Trains in the pool, by the side they show.
pub fn discarded(position: &dyn Position, name: &dyn Fn(u8, u8) -> String) -> Vec<String> {
    position.core().trains.at(Whereabouts::Pool).map(|c| face_name(position, c, name)).collect()
}

/// Tiles laid over the printed map.
pub fn tiles(position: &dyn Position) -> Map<String, Json> {
    let (sheet, core) = (position.sheet(), position.core());
    core.board()
        .cells()
        .into_iter()
        .filter(|(cell, laid)| laid.tile != sheet.map.def(*cell).printed)
        .map(|(cell, laid)| {
            (public_cell(sheet, cell), json!([sheet.tiles.get(laid.tile).name, laid.rotation]))
        })
        .collect()
}
