//! An action against the decision that the game waits for.

use crate::dialect::Names;
use crate::{Actor, FieldError, Seats};
use engine::{Company, Decision, Move, Pay, TrainFrom, Whereabouts};

/// An action, and who must decide what.
pub(crate) struct Turn<'a> {
    pub names: Names<'a>,
    pub decision: Decision,
    pub seats: &'a Seats,
}

impl Turn<'_> {
    /// The action is one of the player who must decide.
    pub fn player(&self) -> Result<(), FieldError> {
        let action = self.names.action;
        let deciding = self.seats.owner(self.decision.player);
        if action.actor == Actor::Player && format!("player:{}", action.entity) == deciding {
            return Ok(());
        }
        Err(self.out_of_turn())
    }

    /// The action is one of the company for which somebody must decide.
    pub fn company(&self) -> Result<Company, FieldError> {
        if self.names.action.actor != Actor::Company {
            return Err(self.out_of_turn());
        }
        let company = self.names.company(&self.names.action.entity)?;
        if self.decision.company != Some(company) {
            return Err(self.out_of_turn());
        }
        Ok(company)
    }

    pub fn out_of_turn(&self) -> FieldError {
        let sheet = self.names.position.sheet();
        let whose = match self.decision.company {
            Some(company) => sheet.company(company).public_id.clone(),
            None => self.seats.owner(self.decision.player),
        };
        let entity = crate::action::short(&self.names.action.entity);
        let step = self.decision.step;
        let action = self.names.action;
        action.fault(format!("{entity} acts out of turn; {whose} must decide ({step})"))
    }

    /// The company and number of shares of an action that names certificates.
    pub fn shares(&self) -> Result<(Company, u8), FieldError> {
        let action = self.names.action;
        let ids = action.texts("shares")?;
        let named = |id: &str| -> Option<Company> {
            let (name, number) = id.rsplit_once('_')?;
            number.parse::<u8>().ok()?;
            self.names.company(name).ok()
        };
        let first = ids.first().and_then(|id| named(id));
        let alike = ids.iter().all(|id| named(id) == first);
        let none = || action.fault("no certificates of one company are named");
        let company = first.filter(|_| alike).ok_or_else(none)?;
        let def = self.names.position.sheet().company(company);
        let unit = i32::from(def.unit_percent);
        let units = |id: &&str| match id.ends_with("_0") {
            true => i32::from(def.director_units),
            false => 1,
        };
        let listed = ids.iter().map(units).sum::<i32>() * unit;
        let percent = action.number_if("percent")?.unwrap_or(listed);
        match u8::try_from(percent / unit) {
            Ok(count) if percent % unit == 0 && count > 0 => Ok((company, count)),
            _ => Err(action.fault(format!("{percent} % are no whole shares"))),
        }
    }

    /// Steps of a tile.
    pub fn rotation(&self) -> Result<u8, FieldError> {
        let action = self.names.action;
        let rotation = u8::try_from(action.number("rotation")?).ok();
        let rotation = rotation.filter(|&r| r < 6);
        rotation.ok_or_else(|| action.fault("the rotation is not 0 to 5"))
    }

    /// The dividend.
    pub fn pay(&self) -> Result<Pay, FieldError> {
        let action = self.names.action;
        match action.text("kind")? {
            "payout" => Ok(Pay::Out),
            "withhold" => Ok(Pay::Withhold),
            other => {
                let other = crate::action::short(other);
                Err(action.fault(format!("no dividend is called {other}")))
            }
        }
    }

    /// The purchase of a train: whoever has it sells it.
    pub fn buy_train(&self) -> Result<Move, FieldError> {
        let (names, action) = (&self.names, self.names.action);
        let (company, card) = (self.company()?, names.card(action.text("train")?)?);
        let state = names.position.core().trains.get(card);
        let from = match state.place {
            Whereabouts::Deck => TrainFrom::Deck,
            Whereabouts::Pool => TrainFrom::Pool,
            Whereabouts::Company(company) => TrainFrom::Company { company },
            Whereabouts::Aside | Whereabouts::Gone => {
                return Err(action.fault("this train is not for sale"));
            }
        };
        let amount = action.number("price")?;
        if let Some(given) = action.text_if("exchange") {
            let given = names.card(given)?;
            return Ok(Move::TradeTrain { company, card, given, amount });
        }
        Ok(Move::BuyTrain { company, card, face: state.face, amount, from })
    }
}
