//! The position: who decides, and which step a move belongs to.

use super::printed::{Charter, Printed, Step};
use super::receivership::{HASTY_RUN_NODES, NO_RUN};
use super::refusals::not_now;
use super::state::{State, Wait};
use board::Spot;
use engine::arrange::Beyond;
use engine::{
    Choice, Company, Core, Decision, Event, Flag, Forbidden, Lot, Move, Outcome, Player, Position,
    Problem, Refusal, RoundKind, Sheet, Stock,
};
use std::sync::Arc;

/// Events of one move.
pub(super) type Events = Vec<Event>;

/// Whether something is allowed, or has been done.
pub(super) type Allowed = Result<(), Refusal>;

/// A game of 1860 at one moment.
#[derive(Clone, Debug)]
pub struct IowPosition {
    /// Everything printed.
    pub printed: Arc<Printed>,
    /// Everything that changes.
    pub state: State,
    /// Most nodes for a run that nobody decides.
    pub(super) run_nodes: u64,
}

impl IowPosition {
    engine::ledgers!();

    pub(super) fn core(&self) -> &Core {
        &self.state.core
    }

    pub(super) fn sheet_ref(&self) -> &Sheet {
        &self.printed.sheet
    }

    pub(super) fn charter(&self, company: Company) -> &Charter {
        &self.printed.charters[company.at()]
    }

    pub(super) fn stock(&self, company: Company) -> &Stock {
        &self.core().stock[company.at()]
    }

    pub(super) fn credits(&self, company: Company) -> i32 {
        self.core().money.company(company)
    }

    /// The company whose turn it is. There is one whenever an operating round waits for something.
    pub(super) fn current(&self) -> Company {
        self.state.or.lineup.current().unwrap_or(Company(0))
    }

    /// Whether it is this company's turn in an operating round.
    pub(super) fn is_current(&self, company: Company) -> bool {
        let operating = self.core().round.kind == RoundKind::Operating;
        operating && self.state.or.lineup.current() == Some(company)
    }

    /// Refuses a move that names another company than the one whose turn it is.
    pub(super) fn must_be_current(&self, company: Company) -> Allowed {
        if company == self.current() {
            Ok(())
        } else {
            Err(Forbidden::OtherCompany { company }.under("IOW-OR-3"))
        }
    }

    /// Who decides for a company: its director, or the holder of the priority card for one without (the public platform
    /// lets anybody enter what the receiver does).
    pub(super) fn decider(&self, company: Company) -> Player {
        let director = self.stock(company).director();
        director.unwrap_or(Player(self.core().order[0]))
    }

    /// Trains that a company owns.
    pub(super) fn train_count(&self, company: Company) -> usize {
        self.core().trains.of(company).count()
    }

    /// Whether this or an earlier phase has brought something.
    pub(super) fn phase_brought(&self, what: fn(&Step) -> bool) -> bool {
        let begun = &self.printed.steps[..=usize::from(self.core().phase)];
        begun.iter().any(what)
    }

    /// Every company that takes turns: launched, not bankrupt, not ceased.
    pub fn active(&self) -> impl Iterator<Item = Company> + '_ {
        self.printed.sheet.company_ids().filter(|&c| {
            let state = self.core().company(c);
            state.is(Flag::Floated) && !state.is(Flag::Bankrupt) && !state.is(Flag::Ceased)
        })
    }

    /// What the game waits for; nothing once it is over.
    pub fn waits_for(&self) -> Option<Wait> {
        match self.state.wait {
            Some(Wait::Refused) => Some(Wait::Trains),
            wait => wait,
        }
    }
}

impl Position for IowPosition {
    engine::stands_on_the_floor!(or.lineup);

    fn decision(&self) -> Option<Decision> {
        let of_player = |player, step| Decision { player, company: None, step };
        let of_company = |company: Company, step| Decision {
            player: self.decider(company),
            company: Some(company),
            step,
        };
        let of_current = |step| of_company(self.current(), step);
        Some(match self.waits_for()? {
            Wait::Bid => of_player(self.state.opening.bidding.player(), "auction"),
            Wait::Pick(player) => of_player(player, "lot"),
            Wait::Stock => of_player(self.buyer(), "stock"),
            Wait::Home(company) => of_company(company, "home"),
            Wait::Surplus => of_current("surplus"),
            Wait::Track => of_current("track"),
            Wait::Base => of_current("station"),
            Wait::Run => of_current("run"),
            Wait::Dividend => of_current("dividend"),
            Wait::Trains | Wait::Refused => of_current("trains"),
            Wait::Offer { seller, .. } => of_company(seller, "offer"),
        })
    }

    fn was_refused(&self) -> bool {
        self.state.wait == Some(Wait::Refused)
    }

    fn choices(&self) -> Vec<Choice> {
        match self.waits_for() {
            Some(Wait::Bid) => self.bid_choices(),
            Some(Wait::Pick(player)) => self.lot_choices(player),
            Some(Wait::Stock) => self.stock_choices(),
            Some(Wait::Home(company)) => self.home_choices(company),
            Some(Wait::Surplus) => self.surplus_choices(),
            Some(Wait::Track) => self.track_choices(),
            Some(Wait::Base) => self.base_choices(),
            Some(Wait::Run) => self.run_choices(),
            Some(Wait::Dividend) => self.dividend_choices(),
            Some(Wait::Trains | Wait::Refused) => self.train_choices(),
            Some(Wait::Offer { .. }) => self.answer_choices(),
            None => Vec::new(),
        }
    }

    fn consider(&mut self, mv: &Move, events: &mut Events) -> Allowed {
        self.make_haste();
        self.play(mv, events)
    }

    fn sketch(&mut self, mv: &Move, events: &mut Events) -> Allowed {
        self.run_nodes = NO_RUN;
        self.play(mv, events)
    }

    fn make_haste(&mut self) {
        self.run_nodes = HASTY_RUN_NODES;
    }

    fn play(&mut self, mv: &Move, events: &mut Events) -> Allowed {
        use Move as M;
        use Wait as W;
        let wait = self.waits_for().ok_or_else(|| not_now(None))?;
        match (wait, mv) {
            (W::Bid, &M::Bid { lot: None, amount }) => self.bid(amount, events)?,
            (W::Bid, M::Pass) => self.leave_auction(events),
            (W::Pick(player), &M::Take { lot }) => self.take(player, lot, None, events)?,
            (W::Pick(player), &M::Start { company, price }) => {
                self.take(player, Lot::Company(company), Some(price), events)?
            }
            (W::Stock, M::Pass) => self.pass_stock(events)?,
            (W::Stock, &M::SellShares { company, shares }) => {
                self.sell_shares(company, shares, events)?
            }
            (W::Stock, &M::SellPaper { paper }) => self.sell_paper(paper, events)?,
            (W::Stock, &M::BuyPaper { paper, amount }) => self.buy_paper(paper, amount, events)?,
            (W::Stock, &M::BuyShare { company, from }) => self.buy_share(company, from, events)?,
            (W::Stock, &M::Start { company, price }) => self.start(company, price, events)?,
            (W::Stock | W::Home(_), &M::Exchange { paper }) => self.exchange(paper, events)?,
            (W::Home(home), M::Pass) => self.pass_home(home, events)?,
            (W::Surplus, &M::ReturnTrain { company, card }) => {
                self.return_train(company, card, events)?
            }
            (W::Track, M::Pass) => self.enter_base(events),
            (W::Base, M::Pass) => self.enter_run(events),
            (W::Dividend, &M::Dividend { pay }) => self.settle_dividend(pay, events),
            (W::Trains, &M::RefitTrain { card }) => self.refit_train(card, events)?,
            (W::Trains, M::Pass) => self.pass_trains(events)?,
            (W::Offer { seller, purchase }, &M::Answer { accept }) => {
                self.answer_offer(seller, purchase, accept, events)
            }
            (W::Home(_) | W::Track, mv) => match (wait, mv.as_lay()) {
                (W::Home(home), Some((lay, by))) => self.lay_home(home, lay, by, events)?,
                (_, Some((lay, by))) => self.lay_tile(lay, by, events)?,
                _ => return Err(not_now(Some(wait))),
            },
            (W::Trains, mv) => match mv.as_purchase() {
                Some(purchase) => self.buy_train(purchase, events)?,
                None => return Err(not_now(Some(wait))),
            },
            (W::Base, &M::PlaceStation { company, cell, stop }) => {
                self.place_base(company, Spot { cell, stop }, events)?
            }
            (W::Run, M::Run { company, routes, recorded }) => {
                self.run_trains(*company, routes, *recorded, events)?
            }
            _ => return Err(not_now(Some(wait))),
        }
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.final_outcome()
    }

    fn values(&self) -> Vec<i32> {
        (0..self.core().seats).map(|p| self.worth(Player(p))).collect()
    }

    fn share_value(&self, company: Company) -> i32 {
        self.scored_value(company)
    }

    fn problem(&self, company: Company) -> Option<Problem> {
        Some(self.route_problem(company))
    }

    fn must_maximise(&self, company: Company) -> Option<&'static str> {
        self.must_run_best(company)
    }

    fn facts(&self) -> Vec<(String, serde_json::Value)> {
        let s = &self.state;
        let open_accounts = self.printed.options.open_accounts;
        let facts: [(&str, serde_json::Value); 10] = [
            ("groups", s.groups.into()),
            ("southern", s.southern.into()),
            ("building_closed", s.closed.into()),
            ("nationalisation", s.british.into()),
            ("ending", s.ending.map(|e| e.key()).into()),
            ("bank_broken", s.broken.into()),
            ("stalled", self.is_stalled().into()),
            ("operating_rounds", s.or.rounds.into()),
            ("open_accounts", open_accounts.into()),
            ("auction", self.auction_json().into()),
        ];
        facts.map(|(key, fact)| (key.to_owned(), fact)).to_vec()
    }

    // IOW-HALT-6, IOW-NATIONAL-6, IOW-RECEIVER-3
    fn circumstances(&self, company: Company) -> Vec<(&'static str, bool)> {
        vec![
            ("building_closed", self.state.closed),
            ("nationalisation", self.state.british),
            ("receivership", self.in_receivership(company)),
        ]
    }

    fn suppose(&mut self, company: Company, circumstance: &str) {
        match circumstance {
            "building_closed" => self.state.closed = true,
            "nationalisation" => self.state.british = true,
            _ => self.state.core.company_mut(company).set(Flag::Receivership, true),
        }
    }

    // IOW-TABLE-2, IOW-TABLE-4; before its start a company has no accounts, after the end there is nothing to hide.
    fn accounts_open(&self, company: Company) -> bool {
        let is = |flag| self.core().is(company, flag);
        self.printed.options.open_accounts
            || self.waits_for().is_none()
            || is(Flag::Bankrupt)
            || is(Flag::Receivership)
            || !is(Flag::Started)
    }

    fn beyond(&self) -> Beyond {
        Beyond::new(self.state.stock, self.state.turn.revenue, self.kept())
    }

    fn certificates(&self, player: Player) -> (u8, Option<u8>) {
        (self.checks().certificates(player), self.certificate_limit())
    }

    fn train_limit(&self, _company: Company) -> u8 {
        self.trains_allowed()
    }
}
