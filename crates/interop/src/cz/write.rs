//! Moves of 18CZ as actions.

use super::state::side_name;
use crate::certificates::{Certificates, Owner};
use crate::dialect::{city_number, public_cell};
use crate::{LaidTiles, Writer, digest, route_json};
use board::Cell;
use engine::{Company, LayBy, Lot, Move, Pay, Player, Position, ShareSource, TrainFrom};
use serde_json::{Value as Json, json};

/// Writes one game of 18CZ.
pub struct CzWriter {
    certificates: Option<Certificates>,
    laid: LaidTiles,
}

impl CzWriter {
    /// A game before its first move.
    pub fn new() -> CzWriter {
        CzWriter {
            certificates: None,
            laid: LaidTiles::default(),
        }
    }

    fn certificates(&mut self, position: &dyn Position) -> &mut Certificates {
        self.certificates
            .get_or_insert_with(|| Certificates::new(position.sheet()))
    }

    /// Id of the city under a stop.
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
            .ok_or("a station off the map")?;
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

    fn held_slot(position: &dyn Position, company: Company, cell: Cell, stop: u8) -> usize {
        let Some(laid) = position.core().board().at(cell) else {
            return 0;
        };
        let tile = position.sheet().tiles.get(laid.tile);
        tile.slots_of(stop)
            .position(|s| laid.slots[s] == company.0)
            .unwrap_or(0)
    }
}

/// Lowest copy of a tile that lies nowhere.
fn free_copy(laid: &LaidTiles, tile: &str) -> String {
    (0..)
        .map(|n: u32| format!("{tile}-{n}"))
        .find(|id| laid.find(id).is_none())
        .unwrap_or_default()
}

fn company_action(position: &dyn Position, company: Company, kind: &str) -> Json {
    json!({"type": kind, "entity": position.sheet().company(company).public_id, "entity_type": "corporation"})
}

/// Players are numbered from 1 in seating order.
pub fn player_id(player: Player) -> u32 {
    u32::from(player.0) + 1
}

fn with(mut action: Json, fields: Json) -> Json {
    if let (Json::Object(action), Json::Object(fields)) = (&mut action, fields) {
        action.extend(fields);
    }
    action
}

impl Writer for CzWriter {
    fn actions(&mut self, position: &dyn Position, mv: &Move) -> Result<Vec<Json>, String> {
        let (sheet, core) = (position.sheet(), position.core());
        let decision = position.decision().ok_or("the game is over")?;
        let player = decision.player;
        let by_player = |kind: &str| json!({"type": kind, "entity": player_id(player), "entity_type": "player"});
        let by_company = |kind: &str| match decision.company {
            Some(company) => company_action(position, company, kind),
            None => by_player(kind),
        };
        let public = |company: Company| sheet.company(company).public_id.clone();
        let unit = |company: Company| u32::from(sheet.company(company).unit_percent);
        let action = match mv {
            Move::Pass => by_company("pass"),
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
                let place = if *from == ShareSource::Ipo {
                    Owner::Ipo
                } else {
                    Owner::Pool
                };
                let certificates = self.certificates(position);
                let number = certificates
                    .first(*company, place)
                    .ok_or("no certificate to buy")?;
                let ids = [certificates.id(*company, number)];
                with(
                    by_player("buy_shares"),
                    json!({"shares": ids, "percent": unit(*company)}),
                )
            }
            Move::SellShares { company, shares } => {
                let certificates = self.certificates(position);
                let numbers = certificates.for_sale(*company, player, *shares);
                let ids: Vec<String> = numbers
                    .iter()
                    .map(|&n| certificates.id(*company, n))
                    .collect();
                with(
                    by_player("sell_shares"),
                    json!({"shares": ids, "percent": u32::from(*shares) * unit(*company)}),
                )
            }
            Move::Repay { .. } => {
                let cost = core.debt[player.at()];
                with(
                    by_player("special_buy"),
                    json!({"description": "Payoff all debt", "cost": cost}),
                )
            }
            Move::LayTile {
                company,
                cell,
                tile,
                rotation,
                by,
            } => {
                let action = match by {
                    LayBy::Power { paper } | LayBy::Waiver { paper } => {
                        json!({"type": "lay_tile", "entity": sheet.papers[paper.at()].id, "entity_type": "company"})
                    }
                    LayBy::Build | LayBy::Home => company_action(position, *company, "lay_tile"),
                    LayBy::Right { .. } => return Err("18CZ knows no such right".into()),
                };
                let copy = free_copy(&self.laid, &sheet.tiles.get(*tile).name);
                with(
                    action,
                    json!({"hex": public_cell(sheet, *cell), "tile": copy, "rotation": rotation}),
                )
            }
            Move::PlaceStation { cell, stop, .. } => {
                let (city, slot) = self.city(position, *cell, *stop)?;
                with(
                    by_company("place_token"),
                    json!({"city": city, "slot": slot}),
                )
            }
            Move::LiftStation {
                company,
                cell,
                stop,
            } => {
                let (city, _) = self.city(position, *cell, *stop)?;
                let slot = CzWriter::held_slot(position, *company, *cell, *stop);
                with(
                    by_company("remove_token"),
                    json!({"city": city, "slot": slot}),
                )
            }
            Move::Run {
                company,
                routes,
                recorded,
            } => {
                let routes = route_json::routes(position, *company, routes, *recorded)?;
                with(
                    company_action(position, *company, "run_routes"),
                    json!({"routes": routes, "extra_revenue": 0, "subsidy": 0}),
                )
            }
            Move::Dividend { pay } => {
                let kind = if *pay == Pay::Out {
                    "payout"
                } else {
                    "withhold"
                };
                with(by_company("dividend"), json!({"kind": kind}))
            }
            Move::BuyPaper { paper, amount } => with(
                by_company("buy_company"),
                json!({"company": sheet.papers[paper.at()].id, "price": amount}),
            ),
            Move::SellPaper { paper } => {
                let price = super::state::local_value(position)
                    .ok_or("local railways have no value yet")?;
                with(
                    by_company("sell_company"),
                    json!({"company": sheet.papers[paper.at()].id, "price": price}),
                )
            }
            Move::Acquire { target, amount } => with(
                by_company("buy_corporation"),
                json!({"corporation": public(*target), "price": amount}),
            ),
            Move::TurnTrain { card, .. } => with(
                by_company("swap_train"),
                json!({"train": digest::train_id(position, *card)}),
            ),
            Move::ScrapTrain { card } => with(
                by_company("discard_train"),
                json!({"train": digest::train_id(position, *card)}),
            ),
            Move::ReturnTrain { company, card } => with(
                company_action(position, *company, "discard_train"),
                json!({"train": digest::train_id(position, *card)}),
            ),
            Move::BuyTrain {
                company,
                card,
                face,
                amount,
                from,
            } => {
                let state = core.trains.get(*card);
                let face = if matches!(from, TrainFrom::Company { .. }) {
                    state.face
                } else {
                    *face
                };
                let variant = side_name(sheet, state.kind, face);
                with(
                    company_action(position, *company, "buy_train"),
                    json!({"train": digest::train_id(position, *card), "price": amount, "variant": variant}),
                )
            }
            _ => return Err("this move has no form on the public platform".into()),
        };
        Ok(vec![action])
    }

    fn played(&mut self, before: &dyn Position, after: &dyn Position, mv: &Move) {
        let directors = |company: Company| {
            let of = |p: &dyn Position| p.core().stock[company.at()].director();
            (of(before), of(after))
        };
        let Some(player) = before.decision().map(|d| d.player) else {
            return;
        };
        match mv {
            Move::Start { company, .. } => {
                self.certificates(before)
                    .bought(*company, 0, player, (None, None));
            }
            Move::BuyShare { company, from } => {
                let place = if *from == ShareSource::Ipo {
                    Owner::Ipo
                } else {
                    Owner::Pool
                };
                let certificates = self.certificates(before);
                if let Some(number) = certificates.first(*company, place) {
                    certificates.bought(*company, number, player, directors(*company));
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
    }
}
