//! The position: decides who acts and hands moves to the steps.

use super::printed::Printed;
use super::state::{Stage, State};
use engine::{
    Choice, Company, Core, Decision, Event, Flag, Move, Outcome, Player, Position, Problem,
    Refusal, RoundKind, Sheet, Value, Whereabouts,
};
use std::any::Any;
use std::sync::Arc;

/// Events of one move.
pub(super) type Events = Vec<Event>;

/// A game of 1860 at one moment.
#[derive(Clone, Debug)]
pub struct IowPosition {
    /// Everything printed.
    pub printed: Arc<Printed>,
    /// Everything that changes.
    pub state: State,
}

impl IowPosition {
    pub(super) fn core(&self) -> &Core {
        &self.state.core
    }

    pub(super) fn sheet_ref(&self) -> &Sheet {
        &self.printed.sheet
    }

    /// The company whose turn it is.
    pub(super) fn current(&self) -> Company {
        Company(self.state.or.order[self.state.or.at as usize])
    }

    /// Who decides for a company: its director, or the holder of the priority card for one without (the public platform
    /// lets anybody enter what the receiver does).
    pub(super) fn decider(&self, company: Company) -> Player {
        self.core().stock[company.at()]
            .director()
            .unwrap_or(Player(self.core().order[0]))
    }

    /// Trains that a company owns.
    pub(super) fn train_count(&self, company: Company) -> usize {
        self.core().trains.of(company).count()
    }

    /// The stage's own refusal for a move that does not belong there.
    fn not_now(&self) -> Refusal {
        let rule = match self.state.stage {
            Stage::Bid => "IOW-AUCTION-4",
            Stage::Pick => "IOW-AUCTION-10",
            Stage::Stock => "IOW-SR-2",
            Stage::Home => "IOW-LAUNCH-6",
            Stage::Surplus => "IOW-TRAIN-8",
            Stage::Track | Stage::Base | Stage::Run | Stage::Dividend | Stage::Trains => "IOW-OR-5",
            Stage::Offer => "IOW-TRAIN-4",
            Stage::Over => "IOW-END-12",
        };
        Refusal::new(rule, "not-now")
    }

    /// Refuses a move that names another company than the one whose turn it is.
    pub(super) fn must_be_current(&self, company: Company) -> Result<(), Refusal> {
        if company == self.current() {
            Ok(())
        } else {
            Err(Refusal::new("IOW-OR-3", "other-company").with("company", Value::Company(company)))
        }
    }

    fn decide(&self) -> Option<Decision> {
        let state = &self.state;
        let for_company = |company: Company, step| Decision {
            player: self.decider(company),
            company: Some(company),
            step,
        };
        Some(match state.stage {
            Stage::Bid => Decision {
                player: Player(state.auction.acting),
                company: None,
                step: "auction",
            },
            Stage::Pick => Decision {
                player: Player(state.auction.acting),
                company: None,
                step: "lot",
            },
            Stage::Stock => Decision {
                player: Player(state.stock.acting),
                company: None,
                step: "stock",
            },
            Stage::Home => for_company(Company(state.home), "home"),
            Stage::Surplus => for_company(self.current(), "surplus"),
            Stage::Track => for_company(self.current(), "track"),
            Stage::Base => for_company(self.current(), "station"),
            Stage::Run => for_company(self.current(), "run"),
            Stage::Dividend => for_company(self.current(), "dividend"),
            Stage::Trains => for_company(self.current(), "trains"),
            Stage::Offer => for_company(Company(state.offer.seller), "offer"),
            Stage::Over => return None,
        })
    }

    /// The whole rules of a move that belongs to the stage.
    fn step(&mut self, mv: &Move, events: &mut Events) -> Result<(), Refusal> {
        match (self.state.stage, mv) {
            (Stage::Bid, Move::Bid { lot: None, amount }) => self.bid(*amount, events),
            (Stage::Bid, Move::Pass) => self.leave_auction(events),
            (Stage::Pick, Move::Take { lot }) => self.take_lot(*lot, events),
            (Stage::Pick, Move::Start { company, price }) => {
                self.take_director(*company, *price, events)
            }
            (Stage::Stock, Move::Pass) => self.pass_stock(events),
            (Stage::Stock, Move::SellShares { company, shares }) => {
                self.sell_shares(*company, *shares, events)
            }
            (Stage::Stock, Move::SellPaper { paper }) => self.sell_paper(*paper, events),
            (Stage::Stock, Move::BuyPaper { paper, amount }) => {
                self.buy_paper(*paper, *amount, events)
            }
            (Stage::Stock, Move::BuyShare { company, from }) => {
                self.buy_share(*company, *from, events)
            }
            (Stage::Stock, Move::Start { company, price }) => {
                self.start_in_round(*company, *price, events)
            }
            (Stage::Stock | Stage::Home, Move::Exchange { paper }) => self.exchange(*paper, events),
            (
                Stage::Home,
                Move::LayTile {
                    company,
                    cell,
                    tile,
                    rotation,
                    by,
                },
            ) => self.lay_home(*company, *cell, *tile, *rotation, *by, events),
            (Stage::Home, Move::Pass) => self.pass_home(events),
            (Stage::Surplus, Move::ReturnTrain { company, card }) => {
                self.return_train(*company, *card, events)
            }
            (
                Stage::Track,
                Move::LayTile {
                    company,
                    cell,
                    tile,
                    rotation,
                    by,
                },
            ) => self.lay_tile(*company, *cell, *tile, *rotation, *by, events),
            (Stage::Track, Move::Pass) => self.pass_track(events),
            (
                Stage::Base,
                Move::PlaceStation {
                    company,
                    cell,
                    stop,
                },
            ) => self.place_base(
                *company,
                board::Spot {
                    cell: *cell,
                    stop: *stop,
                },
                events,
            ),
            (Stage::Base, Move::Pass) => {
                self.enter_run(events);
                Ok(())
            }
            (
                Stage::Run,
                Move::Run {
                    company,
                    routes,
                    recorded,
                },
            ) => self.run_trains(*company, routes, *recorded, events),
            (Stage::Dividend, Move::Dividend { pay }) => self.decide_dividend(*pay, events),
            (
                Stage::Trains,
                Move::BuyTrain {
                    company,
                    card,
                    face,
                    amount,
                    from,
                },
            ) => self.buy_train(*company, *card, *face, *amount, *from, events),
            (Stage::Trains, Move::RefitTrain { card }) => self.refit_train(*card, events),
            (Stage::Trains, Move::Pass) => self.pass_trains(events),
            (Stage::Offer, Move::Answer { accept }) => self.answer_offer(*accept, events),
            _ => Err(self.not_now()),
        }
    }
}

impl Position for IowPosition {
    fn sheet(&self) -> &Arc<Sheet> {
        &self.printed.sheet
    }

    fn core(&self) -> &Core {
        &self.state.core
    }

    fn decision(&self) -> Option<Decision> {
        self.decide()
    }

    fn choices(&self) -> Vec<Choice> {
        match self.state.stage {
            Stage::Bid => self.bid_choices(),
            Stage::Pick => self.lot_choices(),
            Stage::Stock => self.stock_choices(),
            Stage::Home => self.home_choices(),
            Stage::Surplus => self.surplus_choices(),
            Stage::Track => self.track_choices(),
            Stage::Base => self.base_choices(),
            Stage::Run => {
                vec![Choice::one(Move::Run {
                    company: self.current(),
                    routes: Vec::new(),
                    recorded: None,
                })]
            }
            Stage::Dividend => self.dividend_choices(),
            Stage::Trains => self.train_choices(),
            Stage::Offer => [true, false]
                .map(|accept| Choice::one(Move::Answer { accept }))
                .to_vec(),
            Stage::Over => Vec::new(),
        }
    }

    fn play(&mut self, mv: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
        self.step(mv, events)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.final_outcome()
    }

    fn values(&self) -> Vec<i32> {
        (0..self.core().seats)
            .map(|p| self.worth(Player(p)))
            .collect()
    }

    fn share_value(&self, company: Company) -> i32 {
        self.scored_value(company)
    }

    fn problem(&self, company: Company) -> Option<Problem> {
        self.route_problem(company)
    }

    fn must_maximise(&self, company: Company) -> Option<&'static str> {
        self.must_run_best(company)
    }

    fn facts(&self) -> Vec<(String, serde_json::Value)> {
        let s = &self.state;
        vec![
            ("groups".to_owned(), s.groups.into()),
            ("southern".to_owned(), s.southern.into()),
            ("building_closed".to_owned(), s.closed.into()),
            ("nationalisation".to_owned(), s.british.into()),
            ("ending".to_owned(), s.ending.map(|e| e.key()).into()),
            ("bank_broken".to_owned(), s.broken.into()),
            ("stalled".to_owned(), self.is_stalled().into()),
            ("operating_rounds".to_owned(), s.or.rounds.into()),
            (
                "open_accounts".to_owned(),
                self.printed.options.open_accounts.into(),
            ),
            ("auction".to_owned(), self.auction_json().into()),
        ]
    }

    // IOW-TABLE-2, IOW-TABLE-4; before its start a company has no accounts, after the end there is nothing to hide.
    fn accounts_open(&self, company: Company) -> bool {
        let is = |flag| self.core().is(company, flag);
        self.printed.options.open_accounts
            || self.state.stage == Stage::Over
            || is(Flag::Bankrupt)
            || is(Flag::Receivership)
            || !is(Flag::Started)
    }

    fn certificates(&self, player: Player) -> (u8, Option<u8>) {
        (self.certificates_of(player), self.certificate_limit())
    }

    fn train_limit(&self, _company: Company) -> u8 {
        self.trains_allowed()
    }

    fn lineup(&self) -> Vec<Company> {
        if self.core().round.kind != RoundKind::Operating {
            return Vec::new();
        }
        let or = &self.state.or;
        let fixed = &or.order[..or.count as usize];
        fixed.iter().map(|&c| Company(c)).collect()
    }

    fn process(&self) -> usize {
        0
    }

    fn reroll(&mut self, seed: u64) {
        self.state.core.rng = engine::Rng::new(seed);
    }

    fn save(&self) -> Vec<u8> {
        postcard::to_allocvec(&self.state).unwrap_or_default()
    }

    fn boxed(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl IowPosition {
    /// Every company that takes turns: launched, not bankrupt, not ceased.
    pub fn active(&self) -> impl Iterator<Item = Company> + '_ {
        self.printed.sheet.company_ids().filter(|&c| {
            let state = self.core().company(c);
            state.is(Flag::Floated) && !state.is(Flag::Bankrupt) && !state.is(Flag::Ceased)
        })
    }

    /// Whether a card lies with a company.
    pub(super) fn owner(&self, card: engine::Card) -> Option<Company> {
        match self.core().trains.get(card).place {
            Whereabouts::Company(c) => Some(c),
            _ => None,
        }
    }
}
