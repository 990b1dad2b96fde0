//! Games of 1889 as actions of the public platform.

use super::state::{price_of_first, sold_now};
use crate::dialect::public_cell;
use crate::written::{Written, action_on_turn, player_action, with};
use crate::{Writer, digest, route_json};
use engine::{Company, Lot, Move, Place, Position, ShareSource};
use serde_json::{Value as Json, json};

/// Writes one game of 1889.
#[derive(Default)]
pub struct ShikokuWriter {
    written: Written,
}

// S89-PUB-3: an action of a private company.
fn paper_action(id: &str, kind: &str) -> Json {
    json!({"type": kind, "entity": id, "entity_type": "company"})
}

impl Writer for ShikokuWriter {
    fn actions(&mut self, position: &dyn Position, mv: &Move) -> Result<Vec<Json>, String> {
        let (sheet, core) = (position.sheet(), position.core());
        let decision = position.decision().ok_or("the game is over")?;
        let by_player = |kind: &str| player_action(decision.player, kind);
        let by_any = |kind: &str| action_on_turn(position, &decision, kind);
        let unit = |company: Company| u32::from(sheet.company(company).unit_percent);
        let train = |card| digest::train_id(position, card);
        let action = match *mv {
            Move::Pass if decision.step == "paper_tile" => {
                let paper = sold_now(position).ok_or("no private company was sold")?;
                paper_action(&sheet.papers[paper.at()].id, "pass")
            }
            Move::Take { lot } | Move::Bid { lot: Some(lot), .. } => {
                let Lot::Paper(paper) = lot else {
                    return Err("not a private company".to_owned());
                };
                let price = mv.amount().or(price_of_first(position).map(|f| f.1));
                let company = &sheet.papers[paper.at()].id;
                let fields = json!({"company": company, "price": price});
                with(by_player("bid"), fields)
            }
            Move::BuyShare { company, from } => {
                let number = self.written.bought(position, company, from);
                let number = number.ok_or("no certificate to buy")?;
                let id = self.written.certificates(position).id(company, number);
                let fields = json!({"shares": [id], "percent": unit(company)});
                with(by_player("buy_shares"), fields)
            }
            Move::Exchange { paper } => {
                let def = &sheet.papers[paper.at()];
                let company = def.company.ok_or("a private company without a link")?;
                let number = self.written.bought(position, company, ShareSource::Ipo);
                let number = number.ok_or("no certificate left")?;
                let id = self.written.certificates(position).id(company, number);
                let fields = json!({"shares": [id], "percent": unit(company)});
                with(paper_action(&def.id, "buy_shares"), fields)
            }
            Move::SellShares { company, shares } => {
                let written = &mut self.written;
                let ids = written.sold(position, decision.player, company, shares);
                let percent = u32::from(shares) * unit(company);
                let fields = json!({"shares": ids, "percent": percent});
                with(by_player("sell_shares"), fields)
            }
            Move::BuyPaper { paper, amount } => {
                let company = &sheet.papers[paper.at()].id;
                let fields = json!({"company": company, "price": amount});
                with(by_any("buy_company"), fields)
            }
            Move::LayTile { cell, tile, rotation, .. }
            | Move::LayPaperTile { cell, tile, rotation, .. } => {
                let copy = self.written.copy(position, tile);
                let hex = public_cell(sheet, cell);
                let fields = json!({"hex": hex, "tile": copy, "rotation": rotation});
                match *mv {
                    Move::LayPaperTile { paper, .. } => {
                        let id = &sheet.papers[paper.at()].id;
                        with(paper_action(id, "lay_tile"), fields)
                    }
                    _ => with(by_any("lay_tile"), fields),
                }
            }
            Move::Run { company, ref routes, recorded } => {
                let routes = route_json::routes(position, company, routes, recorded)?;
                let fields = json!({"routes": routes, "extra_revenue": 0, "subsidy": 0});
                with(by_any("run_routes"), fields)
            }
            Move::BuyTrain { card, amount, .. } => {
                let state = core.trains.get(card);
                let variant = &sheet.face(state.kind, state.face).name;
                let fields = json!({"train": train(card), "price": amount, "variant": variant});
                with(by_any("buy_train"), fields)
            }
            Move::TradeTrain { card, given, amount, .. } => {
                let state = core.trains.get(card);
                let variant = &sheet.face(state.kind, state.face).name;
                let fields = json!({
                    "train": train(card), "price": amount, "variant": variant,
                    "exchange": train(given),
                });
                with(by_any("buy_train"), fields)
            }
            Move::ReturnTrain { card, .. } => {
                with(by_any("discard_train"), json!({"train": train(card)}))
            }
            Move::Bankrupt => by_any("bankrupt"),
            _ => self.written.usual(position, &decision, mv)?,
        };
        Ok(vec![action])
    }

    fn played(&mut self, before: &dyn Position, after: &dyn Position, mv: &Move) {
        self.written.played(before, after, mv);
        if let Move::Exchange { paper } = mv
            && let Place::Player(owner) = before.core().papers[paper.at()].place
            && let Some(company) = before.sheet().papers[paper.at()].company
        {
            let from = ShareSource::Ipo;
            self.written.received(before, after, owner, company, from);
        }
    }
}
