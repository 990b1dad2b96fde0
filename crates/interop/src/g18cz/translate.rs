//! Actions of 18CZ files as moves.

use super::state;
use crate::dialect::Names;
use crate::{Action, Actor, FieldError, LaidTiles, Seats, Translator};
use board::Colour;
use engine::{
    Company, Decision, LayBy, Lot, Move, Paper, Pay, Place, Position, ShareSource, TrainFrom,
    Whereabouts,
};
use serde_json::Value as Json;
use std::collections::BTreeSet;

/// Translates one game of 18CZ.
pub struct CzTranslator {
    seats: Seats,
    /// Certificates that have left their company: a share bought is one never sold before unless it is here.
    sold: BTreeSet<String>,
    /// Local railways that were taken in the draft; the others leave the game unseen.
    taken: BTreeSet<String>,
    laid: LaidTiles,
    /// What Václav has paid for terrain. In our game it costs him nothing; the platform gives him an account.
    vaclav_paid: i32,
}

impl CzTranslator {
    /// A game before its first action.
    pub fn new(seats: Seats) -> CzTranslator {
        CzTranslator {
            seats,
            sold: BTreeSet::new(),
            taken: BTreeSet::new(),
            laid: LaidTiles::default(),
            vaclav_paid: 0,
        }
    }
}

/// What Václav pays for a lay of one of his companies: the terrain under a first tile. PUB-31
fn vaclavs_cost(position: &dyn Position, mv: &Move) -> i32 {
    let Move::LayTile { company, cell, .. } = mv else {
        return 0;
    };
    let (sheet, core) = (position.sheet(), position.core());
    let def = sheet.map.def(*cell);
    let his = core.stock[company.at()].director().is_some_and(|d| d.0 >= core.seats);
    let bare = core.board().at(*cell).is_some_and(|l| l.tile == def.printed);
    match &def.terrain {
        Some(terrain) if his && bare => i32::from(terrain.cost),
        _ => 0,
    }
}

/// What the actor of an action is in the position, if it is that actor's turn.
struct Turn<'a> {
    names: Names<'a>,
    decision: Decision,
}

impl<'a> Turn<'a> {
    fn of(position: &'a dyn Position, action: &'a Action) -> Result<Turn<'a>, FieldError> {
        let decision = state::decision(position).ok_or_else(|| action.fault("the game is over"))?;
        Ok(Turn { names: Names::new(position, action), decision })
    }

    /// A player's action: only of the player who must decide.
    fn player(&self, seats: &Seats) -> Result<(), FieldError> {
        let action = self.names.action;
        let whose = seats.owner(self.decision.player);
        if action.actor != Actor::Player
            || self.decision.company.is_some()
            || format!("player:{}", action.entity) != whose
        {
            return Err(self.out_of_turn(seats));
        }
        Ok(())
    }

    /// A company's action: only of the company that must decide.
    fn company(&self, seats: &Seats) -> Result<Company, FieldError> {
        let company = match self.names.action.actor {
            Actor::Company => self.names.company(&self.names.action.entity)?,
            _ => return Err(self.out_of_turn(seats)),
        };
        if self.decision.company != Some(company) {
            return Err(self.out_of_turn(seats));
        }
        Ok(company)
    }

    /// A local railway's action: only of one that the company in turn owns.
    fn paper(&self, seats: &Seats) -> Result<(Paper, Company), FieldError> {
        let paper = self.names.paper(&self.names.action.entity)?;
        match (self.names.position.core().papers[paper.at()].place, self.decision.company) {
            (Place::Company(owner), Some(company)) if owner == company => Ok((paper, company)),
            _ => Err(self.out_of_turn(seats)),
        }
    }

    fn out_of_turn(&self, seats: &Seats) -> FieldError {
        let sheet = self.names.position.sheet();
        let whose = match self.decision.company {
            Some(company) => sheet.company(company).public_id.clone(),
            None => seats.owner(self.decision.player),
        };
        let entity = crate::action::short(&self.names.action.entity);
        self.names.action.fault(format!(
            "{entity} acts out of turn; {whose} must decide ({})",
            self.decision.step
        ))
    }
}

/// `MW` of `MW_2`.
fn company_of_share<'a>(action: &Action, share: &'a str) -> Result<&'a str, FieldError> {
    match share.rsplit_once('_') {
        Some((company, number)) if number.parse::<u8>().is_ok() => Ok(company),
        _ => Err(action.fault(format!("no share is called {}", crate::action::short(share)))),
    }
}

impl CzTranslator {
    fn shares(&self, turn: &Turn) -> Result<(Company, u8), FieldError> {
        let action = turn.names.action;
        let shares = action.texts("shares")?;
        let first = shares.first().ok_or_else(|| action.fault("no shares"))?;
        let name = company_of_share(action, first)?;
        for share in &shares {
            if company_of_share(action, share)? != name {
                return Err(action.fault("shares of several companies at once"));
            }
        }
        let company = turn.names.company(name)?;
        let def = turn.names.position.sheet().company(company);
        let unit = i32::from(def.unit_percent);
        let listed: i32 = shares
            .iter()
            .map(|s| if s.ends_with("_0") { i32::from(def.director_units) } else { 1 })
            .sum();
        let percent = action.number_if("percent")?.unwrap_or(listed * unit);
        let count = u8::try_from(percent / unit).unwrap_or(0);
        if percent % unit != 0 || count == 0 {
            return Err(action.fault(format!("{percent} % are no whole shares of {name}")));
        }
        Ok((company, count))
    }

    fn lay(&self, turn: &Turn) -> Result<Move, FieldError> {
        let (names, action) = (&turn.names, turn.names.action);
        let cell = names.cell(action.text("hex")?)?;
        let tile = names.tile(action.text("tile")?)?;
        let rotation = u8::try_from(action.number("rotation")?)
            .ok()
            .filter(|&r| r < 6)
            .ok_or_else(|| action.fault("the rotation is not 0 to 5"))?;
        let def = names.position.sheet().tiles.get(tile);
        // PUB-3: what a local railway lays is its first power with a purple tile, else its second.
        let (company, by) = match action.actor {
            Actor::Paper => {
                let (paper, company) = turn.paper(&self.seats)?;
                (
                    company,
                    if def.special { LayBy::Power { paper } } else { LayBy::Waiver { paper } },
                )
            }
            _ => {
                let company = turn.company(&self.seats)?;
                (company, if def.colour == Colour::Red { LayBy::Home } else { LayBy::Build })
            }
        };
        Ok(Move::LayTile { company, cell, tile, rotation, by })
    }

    fn buy_train(&self, turn: &Turn) -> Result<Move, FieldError> {
        let (names, action) = (&turn.names, turn.names.action);
        let company = turn.company(&self.seats)?;
        let card = names.card(action.text("train")?)?;
        let position = names.position;
        let state = position.core().trains.get(card);
        let from = match state.place {
            Whereabouts::Deck => TrainFrom::Deck,
            Whereabouts::Pool => TrainFrom::Pool,
            Whereabouts::Company(company) => TrainFrom::Company { company },
            Whereabouts::Aside | Whereabouts::Gone => {
                return Err(action.fault("this train is not for sale"));
            }
        };
        let face = match (from, action.text_if("variant")) {
            (TrainFrom::Company { .. }, _) => state.face,
            (_, None) => 0,
            (_, Some(variant)) => {
                let kind = &position.sheet().trains[usize::from(state.kind)];
                (0..kind.faces.len() as u8)
                    .find(|&f| state::side_name(position.sheet(), state.kind, f) == variant)
                    .ok_or_else(|| {
                        action.fault(format!(
                            "this train has no side {}",
                            crate::action::short(variant)
                        ))
                    })?
            }
        };
        Ok(Move::BuyTrain { company, card, face, amount: action.number("price")?, from })
    }

    /// PUB-3: scrapped where a train taken over must be turned or scrapped, else returned; PUB-41: in any order.
    fn discard(&self, turn: &Turn) -> Result<Move, FieldError> {
        let (names, action) = (&turn.names, turn.names.action);
        let card = names.card(action.text("train")?)?;
        let company = names.company(&action.entity)?;
        let scrap = Move::ScrapTrain { card };
        if turn.decision.company == Some(company)
            && names.position.choices().iter().any(|c| c.mv == scrap)
        {
            return Ok(scrap);
        }
        Ok(Move::ReturnTrain { company, card })
    }

    fn translate(&mut self, turn: &Turn) -> Result<Move, FieldError> {
        let (names, action) = (&turn.names, turn.names.action);
        let position = names.position;
        Ok(match action.kind.as_str() {
            "pass" => {
                match action.actor {
                    Actor::Player => turn.player(&self.seats)?,
                    _ => {
                        turn.company(&self.seats)?;
                    }
                }
                Move::Pass
            }
            "bid" => {
                turn.player(&self.seats)?;
                let paper = names.paper(action.text("company")?)?;
                let (price, printed) =
                    (action.number("price")?, position.sheet().papers[paper.at()].price);
                if price != printed {
                    return Err(action.fault(format!("the price is {printed}, not {price}")));
                }
                Move::Take { lot: Lot::Paper(paper) }
            }
            "par" => {
                turn.player(&self.seats)?;
                let company = names.company(action.text("corporation")?)?;
                Move::Start { company, price: names.market_cell(action.text("share_price")?)? }
            }
            "buy_shares" => {
                turn.player(&self.seats)?;
                let (company, _) = self.shares(turn)?;
                let share = action.texts("shares")?[0];
                let from =
                    if self.sold.contains(share) { ShareSource::Pool } else { ShareSource::Ipo };
                Move::BuyShare { company, from }
            }
            "sell_shares" => {
                turn.player(&self.seats)?;
                let (company, shares) = self.shares(turn)?;
                Move::SellShares { company, shares }
            }
            "special_buy" => {
                turn.player(&self.seats)?;
                let player = turn.decision.player;
                // PUB-14
                let amount =
                    position.core().money.player(player).min(position.core().debt[player.at()]);
                Move::Repay { amount }
            }
            "lay_tile" => self.lay(turn)?,
            "place_token" => {
                let company = turn.company(&self.seats)?;
                let spot = names.city(action.text("city")?, &self.laid)?;
                Move::PlaceStation {
                    // PUB-9: a marker that waits for its city may be another company's.
                    company: match turn.decision.step {
                        "city" => position.decision().and_then(|d| d.company),
                        _ => None,
                    }
                    .unwrap_or(company),
                    cell: spot.cell,
                    stop: spot.stop,
                }
            }
            "remove_token" => {
                let company = turn.company(&self.seats)?;
                let spot = names.city(action.text("city")?, &self.laid)?;
                Move::LiftStation { company, cell: spot.cell, stop: spot.stop }
            }
            "run_routes" => {
                let company = turn.company(&self.seats)?;
                let (routes, recorded) = names.routes(company)?;
                Move::Run { company, routes, recorded }
            }
            "dividend" => {
                turn.company(&self.seats)?;
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
            "buy_company" => {
                turn.company(&self.seats)?;
                Move::BuyPaper {
                    paper: names.paper(action.text("company")?)?,
                    amount: action.number("price")?,
                }
            }
            "sell_company" => {
                turn.company(&self.seats)?;
                Move::SellPaper { paper: names.paper(action.text("company")?)? }
            }
            "buy_corporation" => {
                turn.company(&self.seats)?;
                let target = names.company(action.text("corporation")?)?;
                Move::Acquire { target, amount: action.number("price")? }
            }
            "swap_train" => {
                let company = turn.company(&self.seats)?;
                // PUB-33: only to the acquirer's own class.
                let face = position.sheet().company(company).size;
                Move::TurnTrain { card: names.card(action.text("train")?)?, face }
            }
            "buy_train" => self.buy_train(turn)?,
            "discard_train" => self.discard(turn)?,
            other => {
                return Err(
                    action.fault(format!("18CZ has no action {}", crate::action::short(other)))
                );
            }
        })
    }
}

impl Translator for CzTranslator {
    fn moves(&mut self, position: &dyn Position, action: &Action) -> Result<Vec<Move>, FieldError> {
        let turn = Turn::of(position, action)?;
        let mv = self.translate(&turn)?;
        self.vaclav_paid += vaclavs_cost(position, &mv);
        Ok(vec![mv])
    }

    fn played(&mut self, position: &dyn Position, action: &Action) {
        match action.kind.as_str() {
            "par" => {
                if let Some(company) = action.text_if("corporation") {
                    self.sold.insert(format!("{company}_0"));
                }
            }
            "bid" => {
                self.taken.extend(action.text_if("company").map(str::to_owned));
            }
            "buy_shares" => {
                self.sold.extend(
                    action.texts("shares").unwrap_or_default().into_iter().map(str::to_owned),
                );
            }
            "lay_tile" => self.laid.played(position.sheet(), action),
            _ => {}
        }
    }

    fn head(&self, position: &dyn Position) -> Json {
        state::head(position, &self.seats)
    }

    fn state(&self, position: &dyn Position) -> Json {
        state::state(position, &self.seats, &self.taken, self.vaclav_paid)
    }
}
