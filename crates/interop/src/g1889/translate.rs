//! Actions of 1889 files as moves.

use super::state;
use crate::dialect::Names;
use crate::turn::Turn;
use crate::{Action, Actor, FieldError, LaidTiles, Seats, Translator, public_company};
use engine::{LayBy, Lot, Move, Position, ShareSource};
use serde_json::Value as Json;
use std::collections::BTreeSet;

/// Translates one game of 1889.
pub struct ShikokuTranslator {
    seats: Seats,
    /// Certificates that have left the IPO.
    sold: BTreeSet<String>,
    laid: LaidTiles,
}

impl ShikokuTranslator {
    /// A game before its first action.
    pub fn new(seats: Seats) -> ShikokuTranslator {
        let (sold, laid) = (BTreeSet::new(), LaidTiles::default());
        ShikokuTranslator { seats, sold, laid }
    }

    // S89-PUB-30: a private company lays by its own right, whoever's turn it is.
    fn lay(&self, turn: &Turn) -> Result<Move, FieldError> {
        let (names, action) = (&turn.names, turn.names.action);
        let cell = names.cell(action.text("hex")?)?;
        let tile = names.tile(action.text("tile")?)?;
        let rotation = turn.rotation()?;
        if action.actor == Actor::Paper {
            return Ok(Move::LayPaperTile {
                paper: names.paper(&action.entity)?,
                cell,
                tile,
                rotation,
            });
        }
        Ok(Move::LayTile { company: turn.company()?, cell, tile, rotation, by: LayBy::Build })
    }

    // S89-PUB-28
    fn buy_shares(&self, turn: &Turn) -> Result<Move, FieldError> {
        let (names, action) = (&turn.names, turn.names.action);
        if action.actor == Actor::Paper {
            return Ok(Move::Exchange { paper: names.paper(&action.entity)? });
        }
        turn.player()?;
        let (company, _) = turn.shares()?;
        let pool = action.texts("shares")?.iter().any(|id| self.sold.contains(*id));
        let from = match pool {
            true => ShareSource::Pool,
            false => ShareSource::Ipo,
        };
        Ok(Move::BuyShare { company, from })
    }

    // S89-PUB-26
    fn bid(&self, turn: &Turn) -> Result<Move, FieldError> {
        turn.player()?;
        let (names, action) = (&turn.names, turn.names.action);
        let lot = Lot::Paper(names.paper(action.text("company")?)?);
        let amount = action.number("price")?;
        match state::price_of_first(names.position) {
            Some((first, price)) if Lot::Paper(first) == lot => {
                if price != amount {
                    return Err(action.fault(format!("it costs {price}")));
                }
                Ok(Move::Take { lot })
            }
            _ => Ok(Move::Bid { lot: Some(lot), amount }),
        }
    }

    fn pass(&self, turn: &Turn) -> Result<Move, FieldError> {
        let action = turn.names.action;
        match action.actor {
            Actor::Player => turn.player()?,
            Actor::Company => {
                turn.company()?;
            }
            // S89-PUB-20: the seller of a private company declines its tile.
            Actor::Paper => {
                let paper = turn.names.paper(&action.entity)?;
                if state::sold_now(turn.names.position) != Some(paper) {
                    return Err(turn.out_of_turn());
                }
            }
        }
        Ok(Move::Pass)
    }

    fn translate(&self, turn: &Turn) -> Result<Option<Move>, FieldError> {
        let (names, action) = (&turn.names, turn.names.action);
        Ok(Some(match action.kind.as_str() {
            "pass" => self.pass(turn)?,
            "bid" => self.bid(turn)?,
            "par" => {
                turn.player()?;
                Move::Start {
                    company: names.company(action.text("corporation")?)?,
                    price: names.market_cell(action.text("share_price")?)?,
                }
            }
            "buy_shares" => self.buy_shares(turn)?,
            "sell_shares" => {
                turn.player()?;
                let (company, shares) = turn.shares()?;
                Move::SellShares { company, shares }
            }
            "buy_company" => {
                turn.company()?;
                Move::BuyPaper {
                    paper: names.paper(action.text("company")?)?,
                    amount: action.number("price")?,
                }
            }
            "lay_tile" => self.lay(turn)?,
            "place_token" => {
                let company = turn.company()?;
                let spot = names.city(action.text("city")?, &self.laid)?;
                Move::PlaceStation { company, cell: spot.cell, stop: spot.stop }
            }
            "run_routes" => {
                let company = turn.company()?;
                let (routes, recorded) = names.routes(company)?;
                Move::Run { company, routes, recorded }
            }
            "dividend" => {
                turn.company()?;
                Move::Dividend { pay: turn.pay()? }
            }
            "buy_train" => turn.buy_train()?,
            "discard_train" => Move::ReturnTrain {
                company: turn.company()?,
                card: names.card(action.text("train")?)?,
            },
            // S89-PUB-40
            "bankrupt" => {
                turn.company()?;
                Move::Bankrupt
            }
            // S89-PUB-41: ended by hand, no move of ours.
            "end_game" => return Ok(None),
            other => {
                let other = crate::action::short(other);
                return Err(action.fault(format!("1889 has no action {other}")));
            }
        }))
    }
}

impl Translator for ShikokuTranslator {
    fn moves(&mut self, position: &dyn Position, action: &Action) -> Result<Vec<Move>, FieldError> {
        let decision = position.decision();
        let decision = decision.ok_or_else(|| action.fault("the game is over"))?;
        let turn = Turn { names: Names::new(position, action), decision, seats: &self.seats };
        Ok(self.translate(&turn)?.into_iter().collect())
    }

    fn played(&mut self, position: &dyn Position, action: &Action) {
        match action.kind.as_str() {
            "par" => {
                let name = action.text_if("corporation");
                let known = name.filter(|n| public_company(position.sheet(), n).is_some());
                self.sold.extend(known.map(|name| format!("{name}_0")));
            }
            "buy_shares" => {
                let ids = action.texts("shares").unwrap_or_default();
                self.sold.extend(ids.into_iter().map(str::to_owned));
            }
            "lay_tile" => self.laid.played(position.sheet(), action),
            _ => {}
        }
    }

    fn head(&self, position: &dyn Position) -> Json {
        state::head(position, &self.seats)
    }

    fn state(&self, position: &dyn Position) -> Json {
        state::state(position, &self.seats)
    }
}
