//! What the files of the public platform name: certificates and copies of tiles, followed through a game that is written.

use crate::LaidTiles;
use crate::certificates::{Certificates, Owner};
use crate::dialect::{city_number, market_place, public_cell};
use board::{Cell, TileId};
use engine::{Company, Decision, Lot, Move, Pay, Player, Position, ShareSource};
use serde_json::{Value as Json, json};

/// Certificates and tiles by their public names.
#[derive(Default)]
pub(crate) struct Written {
    certificates: Option<Certificates>,
    laid: LaidTiles,
}

impl Written {
    /// Who holds which certificate.
    pub fn certificates(&mut self, position: &dyn Position) -> &mut Certificates {
        self.certificates.get_or_insert_with(|| Certificates::new(position.sheet()))
    }

    /// The certificate that a purchase takes.
    pub fn bought(
        &mut self,
        position: &dyn Position,
        company: Company,
        from: ShareSource,
    ) -> Option<u8> {
        let place = match from {
            ShareSource::Ipo => Owner::Ipo,
            ShareSource::Pool => Owner::Pool,
        };
        self.certificates(position).first(company, place)
    }

    /// The certificates that a sale gives away.
    pub fn sold(
        &mut self,
        position: &dyn Position,
        player: Player,
        company: Company,
        shares: u8,
    ) -> Vec<String> {
        let certificates = self.certificates(position);
        certificates
            .for_sale(company, player, shares)
            .iter()
            .map(|&n| certificates.id(company, n))
            .collect()
    }

    /// Id of the city under a stop, and its first free slot.
    pub fn city(
        &self,
        position: &dyn Position,
        cell: Cell,
        stop: u8,
    ) -> Result<(String, usize), String> {
        let sheet = position.sheet();
        let laid = position.core().board().at(cell).ok_or("a station off the map")?;
        let tile = sheet.tiles.get(laid.tile);
        let name = match self.laid.on(cell) {
            Some(id) => id.to_owned(),
            None => format!("{}-0", public_cell(sheet, cell)),
        };
        let free = tile.slots_of(stop).position(|s| laid.slots[s] == board::NOBODY).unwrap_or(0);
        Ok((format!("{name}-{}", city_number(tile, stop)), free))
    }

    /// A move that all titles write alike.
    pub fn usual(
        &self,
        position: &dyn Position,
        decision: &Decision,
        mv: &Move,
    ) -> Result<Json, String> {
        let sheet = position.sheet();
        let by_player = |kind: &str| player_action(decision.player, kind);
        let on_turn = |kind: &str| action_on_turn(position, decision, kind);
        Ok(match mv {
            Move::Pass => on_turn("pass"),
            Move::Take { lot: Lot::Paper(paper) } => {
                let def = &sheet.papers[paper.at()];
                with(by_player("bid"), json!({"company": def.id, "price": def.price}))
            }
            Move::Start { company, price } => {
                let public = &sheet.company(*company).public_id;
                let (row, column) = market_place(&sheet.market, *price);
                let cell = format!("{},{row},{column}", sheet.market.price(*price));
                with(by_player("par"), json!({"corporation": public, "share_price": cell}))
            }
            Move::PlaceStation { cell, stop, .. } => {
                let (city, slot) = self.city(position, *cell, *stop)?;
                with(on_turn("place_token"), json!({"city": city, "slot": slot}))
            }
            Move::Dividend { pay } => {
                let kind = match pay {
                    Pay::Out => "payout",
                    Pay::Withhold => "withhold",
                };
                with(on_turn("dividend"), json!({"kind": kind}))
            }
            _ => return Err("this move has no form on the public platform".into()),
        })
    }

    /// Lowest copy of a tile that lies nowhere.
    pub fn copy(&self, position: &dyn Position, tile: TileId) -> String {
        let tile = &position.sheet().tiles.get(tile).name;
        (0..)
            .map(|n: u32| format!("{tile}-{n}"))
            .find(|id| self.laid.find(id).is_none())
            .unwrap_or_default()
    }

    /// Follows a move that has been played: shares that were started, bought and sold, tiles that were laid.
    pub fn played(&mut self, before: &dyn Position, after: &dyn Position, mv: &Move) {
        let Some(Decision { player, .. }) = before.decision() else {
            return;
        };
        match *mv {
            Move::Start { company, .. } => {
                self.certificates(before).bought(company, 0, player, (None, None));
            }
            Move::BuyShare { company, from } => {
                self.received(before, after, player, company, from);
            }
            Move::SellShares { company, shares } => {
                let directors = directors(before, after, company);
                let certificates = self.certificates(before);
                let numbers = certificates.for_sale(company, player, shares);
                certificates.sold(company, player, &numbers, shares, directors);
            }
            Move::LayTile { cell, tile, .. } | Move::LayPaperTile { cell, tile, .. } => {
                let id = self.copy(before, tile);
                self.laid.note(cell, &id);
            }
            _ => {}
        }
    }

    /// A player received a share.
    pub fn received(
        &mut self,
        before: &dyn Position,
        after: &dyn Position,
        player: Player,
        company: Company,
        from: ShareSource,
    ) {
        if let Some(number) = self.bought(before, company, from) {
            let directors = directors(before, after, company);
            self.certificates(before).bought(company, number, player, directors);
        }
    }
}

// Director of a company before and after a move.
fn directors(
    before: &dyn Position,
    after: &dyn Position,
    company: Company,
) -> (Option<Player>, Option<Player>) {
    let of = |p: &dyn Position| p.core().stock[company.at()].director();
    (of(before), of(after))
}

/// An action of a player; players are numbered from 1 in seating order.
pub(crate) fn player_action(player: Player, kind: &str) -> Json {
    json!({"type": kind, "entity": u32::from(player.0) + 1, "entity_type": "player"})
}

/// An action of a company.
pub(crate) fn company_action(position: &dyn Position, company: Company, kind: &str) -> Json {
    json!({"type": kind, "entity": position.sheet().company(company).public_id, "entity_type": "corporation"})
}

/// An action of the company on turn, or of the player where no company is.
pub(crate) fn action_on_turn(position: &dyn Position, decision: &Decision, kind: &str) -> Json {
    match decision.company {
        Some(company) => company_action(position, company, kind),
        None => player_action(decision.player, kind),
    }
}

/// An action with more fields.
pub(crate) fn with(mut action: Json, fields: Json) -> Json {
    if let (Json::Object(action), Json::Object(fields)) = (&mut action, fields) {
        action.extend(fields);
    }
    action
}
