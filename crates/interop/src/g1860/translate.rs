//! Actions of 1860 files as moves.

use super::state;
use crate::dialect::Names;
use crate::{Action, Actor, FieldError, LaidTiles, Seats, Translator};
use engine::{
    Company, Decision, Flag, LayBy, Lot, Move, Pay, Position, RoundKind, ShareSource, TrainFrom,
    Whereabouts,
};
use serde_json::Value as Json;
use std::collections::BTreeSet;

/// Translates one game of 1860.
pub struct IowTranslator {
    seats: Seats,
    /// Certificates that have left the IPO, by company.
    sold: BTreeSet<(u8, String)>,
    laid: LaidTiles,
}

impl IowTranslator {
    /// A game before its first action.
    pub fn new(seats: Seats) -> IowTranslator {
        IowTranslator { seats, sold: BTreeSet::new(), laid: LaidTiles::default() }
    }
}

struct Turn<'a> {
    names: Names<'a>,
    decision: Decision,
    seats: &'a Seats,
}

impl Turn<'_> {
    fn player(&self) -> Result<(), FieldError> {
        let action = self.names.action;
        if action.actor != Actor::Player
            || self.decision.company.is_some()
            || format!("player:{}", action.entity) != self.seats.owner(self.decision.player)
        {
            return Err(self.out_of_turn());
        }
        Ok(())
    }

    fn company(&self) -> Result<Company, FieldError> {
        if self.names.action.actor != Actor::Company {
            return Err(self.out_of_turn());
        }
        let company = self.names.company(&self.names.action.entity)?;
        if self.decision.company != Some(company) {
            return Err(self.out_of_turn());
        }
        Ok(company)
    }

    fn out_of_turn(&self) -> FieldError {
        let whose = match self.decision.company {
            Some(company) => self.names.position.sheet().company(company).public_id.clone(),
            None => self.seats.owner(self.decision.player),
        };
        let entity = crate::action::short(&self.names.action.entity);
        let step = self.decision.step;
        self.names.action.fault(format!("{entity} acts out of turn; {whose} must decide ({step})"))
    }

    /// The company and number of shares of an action that names certificates.
    fn shares(&self) -> Result<(Company, u8), FieldError> {
        let action = self.names.action;
        let ids = action.texts("shares")?;
        let mut name = None;
        for id in &ids {
            match id.rsplit_once('_') {
                Some((company, number))
                    if number.parse::<u8>().is_ok() && name.is_none_or(|n| n == company) =>
                {
                    name = Some(company);
                }
                _ => {
                    return Err(
                        action.fault(format!("no such certificates: {}", crate::action::short(id)))
                    );
                }
            }
        }
        let company = self.names.company(name.ok_or_else(|| action.fault("no shares"))?)?;
        let def = self.names.position.sheet().company(company);
        let unit = i32::from(def.unit_percent);
        let units = |id: &&str| {
            if id.ends_with("_0") { i32::from(def.director_units) } else { 1 }
        };
        let percent =
            action.number_if("percent")?.unwrap_or(ids.iter().map(units).sum::<i32>() * unit);
        match u8::try_from(percent / unit) {
            Ok(count) if percent % unit == 0 && count > 0 => Ok((company, count)),
            _ => Err(action.fault(format!("{percent} % are no whole shares"))),
        }
    }
}

impl IowTranslator {
    fn lay(&self, turn: &Turn) -> Result<Move, FieldError> {
        let (names, action) = (&turn.names, turn.names.action);
        let company = turn.company()?;
        let rotation = u8::try_from(action.number("rotation")?)
            .ok()
            .filter(|&r| r < 6)
            .ok_or_else(|| action.fault("the rotation is not 0 to 5"))?;
        // IOW-PUB-60: in a stock round it is the home tile.
        let home = names.position.core().round.kind == RoundKind::Stock;
        Ok(Move::LayTile {
            company,
            cell: names.cell(action.text("hex")?)?,
            tile: names.tile(action.text("tile")?)?,
            rotation,
            by: if home { LayBy::Home } else { LayBy::Build },
        })
    }

    fn buy_train(&self, turn: &Turn) -> Result<Move, FieldError> {
        let (names, action) = (&turn.names, turn.names.action);
        let company = turn.company()?;
        let card = names.card(action.text("train")?)?;
        let state = names.position.core().trains.get(card);
        let from = match state.place {
            Whereabouts::Deck => TrainFrom::Deck,
            Whereabouts::Pool => TrainFrom::Pool,
            Whereabouts::Company(company) => TrainFrom::Company { company },
            Whereabouts::Aside | Whereabouts::Gone => {
                return Err(action.fault("this train is not for sale"));
            }
        };
        Ok(Move::BuyTrain {
            company,
            card,
            face: state.face,
            amount: action.number("price")?,
            from,
        })
    }

    fn buy_shares(&self, turn: &Turn) -> Result<Move, FieldError> {
        let (names, action) = (&turn.names, turn.names.action);
        // IOW-PUB-57: a private company as actor is exchanged.
        if action.actor == Actor::Paper {
            return Ok(Move::Exchange { paper: names.paper(&action.entity)? });
        }
        turn.player()?;
        let (company, _) = turn.shares()?;
        let known = |id: &&str| self.sold.contains(&(company.0, (*id).to_owned()));
        let pool = action.texts("shares")?.iter().any(known);
        Ok(Move::BuyShare {
            company,
            from: if pool { ShareSource::Pool } else { ShareSource::Ipo },
        })
    }

    fn translate(&mut self, turn: &Turn) -> Result<Option<Move>, FieldError> {
        let (names, action) = (&turn.names, turn.names.action);
        Ok(Some(match action.kind.as_str() {
            "pass" => {
                match action.actor {
                    Actor::Player => turn.player()?,
                    _ => {
                        turn.company()?;
                    }
                }
                Move::Pass
            }
            "bid" => {
                turn.player()?;
                match action.text_if("company") {
                    Some(name) => Move::Take { lot: Lot::Paper(names.paper(name)?) },
                    None => Move::Bid { lot: None, amount: action.number("price")? },
                }
            }
            "par" => {
                turn.player()?;
                let company = names.company(action.text("corporation")?)?;
                Move::Start { company, price: names.market_cell(action.text("share_price")?)? }
            }
            "buy_shares" => self.buy_shares(turn)?,
            "sell_shares" => {
                turn.player()?;
                let (company, shares) = turn.shares()?;
                Move::SellShares { company, shares }
            }
            "buy_company" => {
                turn.player()?;
                Move::BuyPaper {
                    paper: names.paper(action.text("company")?)?,
                    amount: action.number("price")?,
                }
            }
            "sell_company" => {
                turn.player()?;
                Move::SellPaper { paper: names.paper(action.text("company")?)? }
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
                let pay = match action.text("kind")? {
                    "payout" => Pay::Out,
                    "withhold" => Pay::Withhold,
                    other => {
                        return Err(action.fault(format!(
                            "no dividend is called {}",
                            crate::action::short(other)
                        )));
                    }
                };
                Move::Dividend { pay }
            }
            "buy_train" => self.buy_train(turn)?,
            "discard_train" => {
                let company = turn.company()?;
                Move::ReturnTrain { company, card: names.card(action.text("train")?)? }
            }
            // IOW-PUB-71: ended by hand, no move of ours.
            "end_game" => return Ok(None),
            other => {
                return Err(
                    action.fault(format!("1860 has no action {}", crate::action::short(other)))
                );
            }
        }))
    }
}

impl Translator for IowTranslator {
    fn moves(&mut self, position: &dyn Position, action: &Action) -> Result<Vec<Move>, FieldError> {
        let decision = position.decision().ok_or_else(|| action.fault("the game is over"))?;
        let seats = self.seats.clone();
        let turn = Turn { names: Names::new(position, action), decision, seats: &seats };
        Ok(self.translate(&turn)?.into_iter().collect())
    }

    fn played(&mut self, position: &dyn Position, action: &Action) {
        let sheet = position.sheet();
        match action.kind.as_str() {
            "par" => {
                let company =
                    action.text_if("corporation").and_then(|c| crate::public_company(sheet, c));
                if let (Some(company), Some(name)) = (company, action.text_if("corporation")) {
                    self.sold.insert((company.0, format!("{name}_0")));
                }
            }
            "buy_shares" => {
                for id in action.texts("shares").unwrap_or_default() {
                    let company =
                        id.rsplit_once('_').and_then(|(c, _)| crate::public_company(sheet, c));
                    if let Some(company) = company {
                        self.sold.insert((company.0, id.to_owned()));
                    }
                }
            }
            "lay_tile" => self.laid.played(sheet, action),
            _ => {}
        }
        // IOW-BANKRUPT-2: all certificates of a bankrupt company are unsold again.
        self.sold.retain(|(company, _)| {
            let company = Company(*company);
            position.is(company, Flag::Started) || !position.is(company, Flag::Bankrupt)
        });
    }

    fn head(&self, position: &dyn Position) -> Json {
        state::head(position, &self.seats)
    }

    fn state(&self, position: &dyn Position) -> Json {
        state::state(position, &self.seats)
    }
}
