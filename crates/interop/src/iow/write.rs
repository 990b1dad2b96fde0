//! Games of 1860 as actions of the public platform.

use super::state::side_name;
use crate::certificates::{Certificates, Owner};
use crate::dialect::{city_number, public_cell};
use crate::{LaidTiles, Writer, digest, route_json};
use board::Cell;
use engine::{Company, Flag, Lot, Move, Pay, Player, Position, ShareSource};
use serde_json::{Value as Json, json};

/// Writes one game of 1860.
pub struct IowWriter {
    certificates: Option<Certificates>,
    laid: LaidTiles,
}

impl IowWriter {
    /// A game before its first move.
    pub fn new() -> IowWriter {
        IowWriter {
            certificates: None,
            laid: LaidTiles::default(),
        }
    }

    fn certificates(&mut self, position: &dyn Position) -> &mut Certificates {
        self.certificates
            .get_or_insert_with(|| Certificates::new(position.sheet()))
    }

    fn city(
        &self,
        position: &dyn Position,
        cell: Cell,
        stop: u8,
    ) -> Result<(String, usize), String> {
        let sheet = position.sheet();
        let laid = position
            .core()
            .board()
            .at(cell)
            .ok_or("a base off the map")?;
        let tile = sheet.tiles.get(laid.tile);
        let name = match self.laid.on(cell) {
            Some(id) => id.to_owned(),
            None => format!("{}-0", public_cell(sheet, cell)),
        };
        let free = tile
            .slots_of(stop)
            .position(|s| laid.slots[s] == board::NOBODY)
            .unwrap_or(0);
        Ok((format!("{name}-{}", city_number(tile, stop)), free))
    }

    /// The certificate that a purchase takes.
    fn bought(
        &mut self,
        position: &dyn Position,
        company: Company,
        from: ShareSource,
    ) -> Option<u8> {
        let place = if from == ShareSource::Ipo {
            Owner::Ipo
        } else {
            Owner::Pool
        };
        self.certificates(position).first(company, place)
    }
}

/// Lowest copy of a tile that lies nowhere.
fn free_copy(laid: &LaidTiles, tile: &str) -> String {
    (0..)
        .map(|n: u32| format!("{tile}-{n}"))
        .find(|id| laid.find(id).is_none())
        .unwrap_or_default()
}

fn with(mut action: Json, fields: Json) -> Json {
    if let (Json::Object(action), Json::Object(fields)) = (&mut action, fields) {
        action.extend(fields);
    }
    action
}

fn player_id(player: Player) -> u32 {
    u32::from(player.0) + 1
}

impl Writer for IowWriter {
    fn actions(&mut self, position: &dyn Position, mv: &Move) -> Result<Vec<Json>, String> {
        let (sheet, core) = (position.sheet(), position.core());
        let decision = position.decision().ok_or("the game is over")?;
        let by_player = |kind: &str| json!({"type": kind, "entity": player_id(decision.player), "entity_type": "player"});
        let by_any = |kind: &str| match decision.company {
            Some(company) => {
                json!({"type": kind, "entity": sheet.company(company).public_id, "entity_type": "corporation"})
            }
            None => by_player(kind),
        };
        let public = |company: Company| sheet.company(company).public_id.clone();
        let unit = |company: Company| u32::from(sheet.company(company).unit_percent);
        let action = match mv {
            Move::Pass => by_any("pass"),
            Move::Bid { amount, .. } => with(by_player("bid"), json!({"price": amount})),
            Move::Take {
                lot: Lot::Paper(paper),
            } => {
                let def = &sheet.papers[paper.at()];
                with(
                    by_player("bid"),
                    json!({"company": def.id, "price": def.price}),
                )
            }
            Move::Start { company, price } => {
                let cell = format!("{},0,{price}", sheet.market.price(*price));
                with(
                    by_player("par"),
                    json!({"corporation": public(*company), "share_price": cell}),
                )
            }
            Move::BuyShare { company, from } => {
                let number = self
                    .bought(position, *company, *from)
                    .ok_or("no certificate to buy")?;
                let certificates = self.certificates(position);
                let id = certificates.id(*company, number);
                let percent = u32::from(certificates.units(*company, number)) * unit(*company);
                with(
                    by_player("buy_shares"),
                    json!({"shares": [id], "percent": percent}),
                )
            }
            Move::Exchange { paper } => {
                let def = &sheet.papers[paper.at()];
                let company = def.company.ok_or("a private company without a link")?;
                let number = self
                    .bought(position, company, ShareSource::Ipo)
                    .ok_or("no certificate left")?;
                let id = self.certificates(position).id(company, number);
                json!({
                    "type": "buy_shares", "entity": def.id, "entity_type": "company",
                    "shares": [id], "percent": unit(company),
                })
            }
            Move::SellShares { company, shares } => {
                let player = decision.player;
                let certificates = self.certificates(position);
                let numbers = certificates.for_sale(*company, player, *shares);
                let ids: Vec<String> = numbers
                    .iter()
                    .map(|&n| certificates.id(*company, n))
                    .collect();
                let percent = u32::from(*shares) * unit(*company);
                let mut action = with(
                    by_player("sell_shares"),
                    json!({"shares": ids, "percent": percent}),
                );
                let price = core.price(sheet, *company).unwrap_or(0);
                // IOW-PUB-58: the halved price of a company without a train is written down.
                let value = share_value(position, *company, price);
                if value != price {
                    action["share_price"] = json!(value);
                }
                action
            }
            Move::BuyPaper { paper, amount } => with(
                by_player("buy_company"),
                json!({"company": sheet.papers[paper.at()].id, "price": amount}),
            ),
            Move::SellPaper { paper } => {
                let price = resale(position, *paper);
                with(
                    by_player("sell_company"),
                    json!({"company": sheet.papers[paper.at()].id, "price": price}),
                )
            }
            Move::LayTile {
                cell,
                tile,
                rotation,
                ..
            } => {
                let copy = free_copy(&self.laid, &sheet.tiles.get(*tile).name);
                with(
                    by_any("lay_tile"),
                    json!({"hex": public_cell(sheet, *cell), "tile": copy, "rotation": rotation}),
                )
            }
            Move::PlaceStation { cell, stop, .. } => {
                let (city, slot) = self.city(position, *cell, *stop)?;
                with(by_any("place_token"), json!({"city": city, "slot": slot}))
            }
            Move::Run {
                company,
                routes,
                recorded,
            } => {
                let routes = route_json::routes(position, *company, routes, *recorded)?;
                let subsidy: i64 = routes.iter().filter_map(|r| r["subsidy"].as_i64()).sum();
                with(
                    by_any("run_routes"),
                    json!({"routes": routes, "extra_revenue": 0, "subsidy": subsidy}),
                )
            }
            Move::Dividend { pay } => with(
                by_any("dividend"),
                json!({"kind": if *pay == Pay::Out { "payout" } else { "withhold" }}),
            ),
            Move::BuyTrain { card, amount, .. } => {
                let state = core.trains.get(*card);
                let variant = side_name(sheet, state.kind, state.face);
                let id = digest::train_id(position, *card);
                with(
                    by_any("buy_train"),
                    json!({"train": id, "price": amount, "variant": variant}),
                )
            }
            Move::ReturnTrain { card, .. } => with(
                by_any("discard_train"),
                json!({"train": digest::train_id(position, *card)}),
            ),
            _ => return Err("this move has no form on the public platform".into()),
        };
        Ok(vec![action])
    }

    fn played(&mut self, before: &dyn Position, after: &dyn Position, mv: &Move) {
        let Some(player) = before.decision().map(|d| d.player) else {
            return;
        };
        let directors = |company: Company| {
            let of = |p: &dyn Position| p.core().stock[company.at()].director();
            (of(before), of(after))
        };
        match mv {
            Move::Start { company, .. } => {
                self.certificates(before)
                    .bought(*company, 0, player, (None, None));
            }
            Move::BuyShare { company, from } => {
                if let Some(number) = self.bought(before, *company, *from) {
                    self.certificates(before)
                        .bought(*company, number, player, directors(*company));
                }
            }
            Move::Exchange { paper } => {
                let owner = match before.core().papers[paper.at()].place {
                    engine::Place::Player(p) => p,
                    _ => player,
                };
                if let Some(company) = before.sheet().papers[paper.at()].company
                    && let Some(number) = self.bought(before, company, ShareSource::Ipo)
                {
                    self.certificates(before)
                        .bought(company, number, owner, directors(company));
                }
            }
            Move::SellShares { company, shares } => {
                let certificates = self.certificates(before);
                let numbers = certificates.for_sale(*company, player, *shares);
                certificates.sold(*company, player, &numbers, *shares, directors(*company));
            }
            Move::LayTile { cell, tile, .. } => {
                let id = free_copy(&self.laid, &before.sheet().tiles.get(*tile).name);
                self.laid.note(*cell, &id);
            }
            _ => {}
        }
        for company in after.sheet().company_ids() {
            if after.is(company, Flag::Bankrupt) && !before.is(company, Flag::Bankrupt) {
                self.certificates(before).recall(company);
            }
        }
    }
}

/// What the bank pays for a share now.
fn share_value(position: &dyn Position, company: Company, price: i32) -> i32 {
    let iow = position.as_any().downcast_ref::<titles::iow::IowPosition>();
    iow.map_or(price, |p| p.share_value(company))
}

/// What the bank pays for a private company.
fn resale(position: &dyn Position, paper: engine::Paper) -> i32 {
    let iow = position.as_any().downcast_ref::<titles::iow::IowPosition>();
    iow.map_or(0, |p| p.printed.resale[paper.at()])
}
