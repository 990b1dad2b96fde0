//! Games of 1860 as actions of the public platform.

use super::state::side_name;
use crate::dialect::public_cell;
use crate::written::{Written, action_on_turn, player_action, with};
use crate::{Writer, digest, route_json};
use engine::{Company, Flag, Move, Position, ShareSource};
use serde_json::{Value as Json, json};

/// Writes one game of 1860.
#[derive(Default)]
pub struct IowWriter {
    written: Written,
}

impl Writer for IowWriter {
    fn actions(&mut self, position: &dyn Position, mv: &Move) -> Result<Vec<Json>, String> {
        let (sheet, core) = (position.sheet(), position.core());
        let decision = position.decision().ok_or("the game is over")?;
        let by_player = |kind: &str| player_action(decision.player, kind);
        let by_any = |kind: &str| action_on_turn(position, &decision, kind);
        let unit = |company: Company| u32::from(sheet.company(company).unit_percent);
        let action = match mv {
            Move::Bid { amount, .. } => with(by_player("bid"), json!({"price": amount})),
            Move::BuyShare { company, from } => {
                let number = self
                    .written
                    .bought(position, *company, *from)
                    .ok_or("no certificate to buy")?;
                let certificates = self.written.certificates(position);
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
                    .written
                    .bought(position, company, ShareSource::Ipo)
                    .ok_or("no certificate left")?;
                let id = self.written.certificates(position).id(company, number);
                json!({
                    "type": "buy_shares", "entity": def.id, "entity_type": "company",
                    "shares": [id], "percent": unit(company),
                })
            }
            Move::SellShares { company, shares } => {
                let ids = self
                    .written
                    .sold(position, decision.player, *company, *shares);
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
                let copy = self.written.copy(position, *tile);
                with(
                    by_any("lay_tile"),
                    json!({"hex": public_cell(sheet, *cell), "tile": copy, "rotation": rotation}),
                )
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
            _ => self.written.usual(position, &decision, mv)?,
        };
        Ok(vec![action])
    }

    fn played(&mut self, before: &dyn Position, after: &dyn Position, mv: &Move) {
        self.written.played(before, after, mv);
        if let Move::Exchange { paper } = mv
            && let engine::Place::Player(owner) = before.core().papers[paper.at()].place
            && let Some(company) = before.sheet().papers[paper.at()].company
        {
            self.written
                .received(before, after, owner, company, ShareSource::Ipo);
        }
        for company in after.sheet().company_ids() {
            if after.is(company, Flag::Bankrupt) && !before.is(company, Flag::Bankrupt) {
                self.written.certificates(before).recall(company);
            }
        }
    }
}

/// What the bank pays for a share now.
fn share_value(position: &dyn Position, company: Company, price: i32) -> i32 {
    let iow = position
        .as_any()
        .downcast_ref::<titles::g1860::IowPosition>();
    iow.map_or(price, |p| p.share_value(company))
}

/// What the bank pays for a private company.
fn resale(position: &dyn Position, paper: engine::Paper) -> i32 {
    let paper = &position.sheet().papers[paper.at()];
    paper.resale.unwrap_or(0)
}
