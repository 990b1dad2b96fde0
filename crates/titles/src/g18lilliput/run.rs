//! Step 2: trains run.

use super::position::LilliputPosition;
use super::state::Stage;
use board::Spot;
use engine::{Company, Event, Flag, Position, Problem, Purse, Range, Why, network_of};
use routing::{Budget, Cache, Constraints, NamedBonus, Reach, Train};
use std::cell::RefCell;

thread_local! {
    // Trains run by themselves, and bots try out many futures on the same track.
    static KNOWN: RefCell<Cache> = RefCell::new(Cache::new(5_000));
}

impl LilliputPosition {
    /// Track, trains and rules of a company for the route finder.
    pub(super) fn routing_problem(&self, company: Company) -> Option<Problem> {
        if company.at() >= self.sheet().companies.len() || !self.plays(company) {
            return None;
        }
        let (sheet, core, express) = (self.sheet(), self.core(), self.printed.express);
        let (network, steps) = network_of(sheet, core, company, |spot: Spot, _, stop| {
            let laid = core.board().at(spot.cell);
            let named = laid.is_some_and(|l| self.printed.tile(l.tile).named);
            stop.named = express.is_some() && named;
        });
        let cards: Vec<_> = core.trains.of(company).collect();
        let train = |&card| {
            let card = core.trains.get(card);
            let (stops, multiplier) = match sheet.face(card.kind, card.face).range {
                Range::Cities { count, times } => (count, times),
                _ => (0, 0),
            };
            Train { multiplier, obsolete: card.obsolete, ..Train::new(Reach::Plain { stops }) }
        };
        let trains = cards.iter().map(train).collect();
        let named_bonus = express.map(|(at_least, amount)| NamedBonus { at_least, amount });
        let rules = Constraints { named_bonus, ..Constraints::default() };
        Some(Problem { network, steps, trains, cards, rules })
    }

    /// Highest income of a company, and what its trains bring from mines (LIL-INCOME-4, LIL-INCOME-7).
    pub fn income_of(&self, company: Company) -> (i32, i32) {
        match self.routing_problem(company) {
            Some(p) if !p.trains.is_empty() => {
                let best = KNOWN.with_borrow_mut(|known| {
                    known.solve(&p.network, &p.trains, &p.rules, Budget::unlimited())
                });
                (best.totals.revenue as i32, best.totals.mines as i32)
            }
            _ => (0, 0),
        }
    }

    /// The next company runs; its director decides unless there is nothing to decide.
    pub(super) fn run_next(&mut self, events: &mut Vec<Event>) {
        let Some(company) = self.state.lineup.advance() else {
            return self.after_runs(events);
        };
        let (income, mines) = self.income_of(company);
        events.push(Event::TurnBegan { company });
        self.acts(events).ran(company, income, mines);
        let state = self.state.core.company_mut(company);
        state.set(Flag::Operated, true);
        self.state.income = income;
        let automatic = self.director(company) == Some(self.gulliver());
        if !automatic {
            // LIL-SCENARIO-3: whatever is done with the income.
            let to = Purse::Company(company);
            self.acts(events).pay(Purse::Bank, to, mines, Why::Subsidy);
        }
        if income == 0 {
            self.withhold(company, 0, events);
            // LIL-RULING-13: in the last round it may buy nothing; Gulliver never does. The text itself names only companies
            // that kept an income.
            let may_buy = self.printed.options.trainless_may_buy_from_depot;
            if self.last_round() || automatic || !may_buy {
                self.state.due = None;
            }
        } else if self.last_round() || automatic {
            // LIL-END-3, LIL-SOLO-26
            self.pay_out(company, income, events);
        } else {
            self.state.stage = Stage::Dividend(company);
        }
    }
}
