//! Moves that players leave to the server: passing when nothing else is legal, passing for a whole stock round,
//! buying a share every turn. Each stops when something happens that its owner would want to know.

use engine::{Event, Move, Player, Position, RoundKind, RoundName, ShareSource};
use serde::{Deserialize, Serialize};
use store::Seat;
use utoipa::ToSchema;

/// Something that stops a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Worry {
    /// A company is started.
    Start,
    /// Somebody else sells shares of a company that the seat holds.
    Sale,
    /// The director of a company that the seat holds changes.
    Director,
    /// The price of a company that the seat holds falls.
    Price,
}

const ALL: [Worry; 4] = [Worry::Start, Worry::Sale, Worry::Director, Worry::Price];

/// Where shares are bought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// Never sold before.
    Ipo,
    /// Sold to the bank.
    Pool,
    /// Either.
    #[default]
    Any,
}

/// When buying ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Until {
    /// The seat holds so many percent.
    Percent(u8),
    /// The company has floated.
    Floated(bool),
}

fn all_worries() -> Vec<Worry> {
    ALL.to_vec()
}

/// What to do at each turn of a stock round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Program {
    /// Pass until the round ends.
    Pass {
        /// What stops it before.
        #[serde(default = "all_worries")]
        unless: Vec<Worry>,
        /// The round; filled in by the server.
        #[serde(default)]
        #[schema(value_type = Option<Object>)]
        round: Option<RoundName>,
    },
    /// Buy one share a turn.
    Buy {
        /// Of this company.
        company: String,
        /// From where.
        #[serde(default)]
        from: Source,
        /// Until when.
        until: Until,
        /// The price when it was set; filled in by the server.
        #[serde(default)]
        price: Option<i32>,
    },
}

/// Settings of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Automation {
    /// Pass when nothing else is legal.
    #[serde(default = "yes")]
    pub forced: bool,
    /// What to do in stock rounds.
    #[serde(default)]
    pub program: Option<Program>,
    /// Why the last program stopped.
    #[serde(default)]
    pub stopped: Option<String>,
}

fn yes() -> bool {
    true
}

impl Default for Automation {
    fn default() -> Automation {
        Automation {
            forced: true,
            program: None,
            stopped: None,
        }
    }
}

impl Automation {
    /// The settings of a seat.
    pub fn of(seat: &Seat) -> Automation {
        serde_json::from_str(&seat.automation).unwrap_or_default()
    }

    /// Writes them into the seat.
    pub fn put(&self, seat: &mut Seat) {
        seat.automation = serde_json::to_string(self).unwrap_or_else(|_| "{}".to_owned());
    }

    /// Fills in what the server notes when a program is set; says what is wrong with it.
    pub fn begin(&mut self, position: &dyn Position) -> Result<(), String> {
        self.stopped = None;
        let core = position.core();
        match &mut self.program {
            None => Ok(()),
            Some(_) if core.round.kind != RoundKind::Stock => {
                Err("programs are for stock rounds".to_owned())
            }
            Some(Program::Pass { round, .. }) => {
                *round = Some(core.round);
                Ok(())
            }
            Some(Program::Buy {
                company,
                price,
                until,
                ..
            }) => {
                let c = position
                    .sheet()
                    .company_by_id(company)
                    .ok_or("no such company")?;
                *price = core.price(position.sheet(), c);
                match until {
                    Until::Percent(p) if *p == 0 || *p > 100 => {
                        Err("percent goes from 1 to 100".to_owned())
                    }
                    _ => Ok(()),
                }
            }
        }
    }

    fn stop(&mut self, why: &str) {
        self.program = None;
        self.stopped = Some(why.to_owned());
    }

    /// Looks at what another seat's move brought; whether the program stopped.
    pub fn watch(&mut self, position: &dyn Position, seat: u8, events: &[Event]) -> bool {
        let core = position.core();
        let worries = match &self.program {
            None => return false,
            Some(Program::Pass { unless, .. }) => unless.clone(),
            Some(Program::Buy { .. }) => vec![Worry::Sale, Worry::Director],
        };
        let bought = match &self.program {
            Some(Program::Buy { company, .. }) => position.sheet().company_by_id(company),
            _ => None,
        };
        let concerns = |company: engine::Company| {
            bought == Some(company)
                || (bought.is_none() && core.stock[company.at()].of(Player(seat)) > 0)
        };
        let stopped = events.iter().find_map(|event| {
            let (worry, why) = match event {
                Event::Started { .. } => (Worry::Start, "start"),
                Event::SharesSold {
                    player, company, ..
                } if player.0 != seat && concerns(*company) => (Worry::Sale, "sale"),
                Event::DirectorChanged { company, .. } if concerns(*company) => {
                    (Worry::Director, "director")
                }
                Event::PriceMoved { company, from, to } if to < from && concerns(*company) => {
                    (Worry::Price, "price")
                }
                _ => return None,
            };
            worries.contains(&worry).then_some(why)
        });
        if let Some(why) = stopped {
            self.stop(why);
        }
        stopped.is_some()
    }

    /// The move to make now, if any. `again`: the seat has just bought by this program and its turn goes on.
    pub fn decide(&mut self, position: &dyn Position, seat: u8, again: bool) -> Option<Move> {
        if !self.forced && self.program.is_none() {
            return None;
        }
        let choices = position.choices();
        let may_pass = choices.iter().any(|c| c.mv == Move::Pass);
        if self.forced && choices.len() == 1 && may_pass {
            return Some(Move::Pass);
        }
        let core = position.core();
        match self.program.clone()? {
            Program::Pass { round, .. } => {
                if round != Some(core.round) {
                    self.stop("round");
                    return None;
                }
                if !may_pass {
                    self.stop("impossible");
                    return None;
                }
                Some(Move::Pass)
            }
            Program::Buy {
                company,
                from,
                until,
                price,
            } => {
                if core.round.kind != RoundKind::Stock {
                    return None;
                }
                if again {
                    return may_pass.then_some(Move::Pass);
                }
                let sheet = position.sheet();
                let Some(c) = sheet.company_by_id(&company) else {
                    self.stop("impossible");
                    return None;
                };
                let held = core.stock[c.at()].of(Player(seat)) as u16
                    * u16::from(sheet.company(c).unit_percent);
                let reached = match until {
                    Until::Percent(p) => held >= u16::from(p),
                    Until::Floated(_) => core.is(c, engine::Flag::Floated),
                };
                if reached {
                    self.stop("done");
                    return None;
                }
                if core.price(sheet, c) > price {
                    self.stop("price");
                    return None;
                }
                let buy = choices.iter().find_map(|choice| match &choice.mv {
                    Move::BuyShare {
                        company,
                        from: source,
                    } if *company == c => {
                        let fits = match from {
                            Source::Any => true,
                            Source::Ipo => *source == ShareSource::Ipo,
                            Source::Pool => *source == ShareSource::Pool,
                        };
                        fits.then(|| choice.mv.clone())
                    }
                    _ => None,
                });
                if buy.is_none() {
                    self.stop("impossible");
                }
                buy
            }
        }
    }
}
