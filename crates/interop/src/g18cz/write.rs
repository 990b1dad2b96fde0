//! Moves of 18CZ as actions.

use super::state::{decision, side_name};
use crate::dialect::public_cell;
use crate::written::{Written, action_on_turn, company_action, player_action, with};
use crate::{Writer, digest, route_json};
use board::Cell;
use engine::{Company, LayBy, Move, Position, TrainFrom};
use serde_json::{Value as Json, json};

/// Writes one game of 18CZ.
#[derive(Default)]
pub struct CzWriter {
    written: Written,
}

fn held_slot(position: &dyn Position, company: Company, cell: Cell, stop: u8) -> usize {
    let Some(laid) = position.core().board().at(cell) else {
        return 0;
    };
    let tile = position.sheet().tiles.get(laid.tile);
    tile.slots_of(stop).position(|s| laid.slots[s] == company.0).unwrap_or(0)
}

impl Writer for CzWriter {
    fn actions(&mut self, position: &dyn Position, mv: &Move) -> Result<Vec<Json>, String> {
        let (sheet, core) = (position.sheet(), position.core());
        let decision = decision(position).ok_or("the game is over")?;
        let player = decision.player;
        let by_player = |kind: &str| player_action(player, kind);
        let by_company = |kind: &str| action_on_turn(position, &decision, kind);
        let public = |company: Company| sheet.company(company).public_id.clone();
        let unit = |company: Company| u32::from(sheet.company(company).unit_percent);
        let action = match mv {
            Move::BuyShare { company, from } => {
                let number = self
                    .written
                    .bought(position, *company, *from)
                    .ok_or("no certificate to buy")?;
                let ids = [self.written.certificates(position).id(*company, number)];
                with(by_player("buy_shares"), json!({"shares": ids, "percent": unit(*company)}))
            }
            Move::SellShares { company, shares } => {
                let ids = self.written.sold(position, player, *company, *shares);
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
            Move::LayTile { company, cell, tile, rotation, by } => {
                let action = match by {
                    LayBy::Power { paper } | LayBy::Waiver { paper } => {
                        json!({"type": "lay_tile", "entity": sheet.papers[paper.at()].id, "entity_type": "company"})
                    }
                    LayBy::Build | LayBy::Home => company_action(position, *company, "lay_tile"),
                    LayBy::Right { .. } => return Err("18CZ knows no such right".into()),
                };
                let copy = self.written.copy(position, *tile);
                with(
                    action,
                    json!({"hex": public_cell(sheet, *cell), "tile": copy, "rotation": rotation}),
                )
            }
            Move::LiftStation { company, cell, stop } => {
                let (city, _) = self.written.city(position, *cell, *stop)?;
                let slot = held_slot(position, *company, *cell, *stop);
                with(by_company("remove_token"), json!({"city": city, "slot": slot}))
            }
            Move::Run { company, routes, recorded } => {
                let routes = route_json::routes(position, *company, routes, *recorded)?;
                with(
                    company_action(position, *company, "run_routes"),
                    json!({"routes": routes, "extra_revenue": 0, "subsidy": 0}),
                )
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
            Move::TurnTrain { card, .. } => {
                with(by_company("swap_train"), json!({"train": digest::train_id(position, *card)}))
            }
            Move::ScrapTrain { card } => with(
                by_company("discard_train"),
                json!({"train": digest::train_id(position, *card)}),
            ),
            Move::ReturnTrain { company, card } => with(
                company_action(position, *company, "discard_train"),
                json!({"train": digest::train_id(position, *card)}),
            ),
            Move::BuyTrain { company, card, face, amount, from } => {
                let state = core.trains.get(*card);
                let face =
                    if matches!(from, TrainFrom::Company { .. }) { state.face } else { *face };
                let variant = side_name(sheet, state.kind, face);
                with(
                    company_action(position, *company, "buy_train"),
                    json!({"train": digest::train_id(position, *card), "price": amount, "variant": variant}),
                )
            }
            _ => self.written.usual(position, &decision, mv)?,
        };
        Ok(vec![action])
    }

    fn played(&mut self, before: &dyn Position, after: &dyn Position, mv: &Move) {
        self.written.played(before, after, mv);
    }
}
