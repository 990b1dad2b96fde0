//! Step 2: trains run, and income is paid or kept.

use super::position::{LilliputPosition, Stage};
use board::Spot;
use engine::{
    Choice, Company, Event, Flag, MarketMove, Move, NONE, Pay, Player, Problem, Purse, Range,
    RoundKind, Why, network_of,
};
use routing::{Budget, Cache, Constraints, NamedBonus, Reach, Train};
use std::cell::RefCell;

thread_local! {
    // Trains run by themselves, and bots try out many futures on the same track.
    static KNOWN: RefCell<Cache> = RefCell::new(Cache::new(5_000));
}

impl LilliputPosition {
    /// Fixes the running order: by price, in one cell from the top of the pile (LIL-RUN-1, LIL-RULING-35).
    pub(super) fn line_up(&mut self) {
        let sheet = &self.printed.sheet;
        let order = self.state.core.market.order(
            &sheet.market,
            sheet.company_ids().filter(|&c| self.plays(c)),
        );
        self.state.queue = [NONE; 8];
        for (place, company) in self.state.queue.iter_mut().zip(order) {
            *place = company.0;
        }
        self.state.ran = 0;
        self.state.core.round.kind = RoundKind::Operating;
        self.state.stage = Stage::Running;
    }

    /// Track, trains and rules of a company for the route finder.
    pub(super) fn routing_problem(&self, company: Company) -> Option<Problem> {
        if company.at() >= self.printed.sheet.companies.len() || !self.plays(company) {
            return None;
        }
        let sheet = &self.printed.sheet;
        let (network, steps) =
            network_of(sheet, &self.state.core, company, |spot: Spot, _, stop| {
                let laid = self.state.core.board().at(spot.cell);
                stop.named = self.printed.express.is_some()
                    && laid.is_some_and(|l| self.printed.tile(l.tile).named);
            });
        let cards: Vec<_> = self.state.core.trains.of(company).collect();
        let trains = cards
            .iter()
            .map(|&card| {
                let c = self.state.core.trains.get(card);
                let (stops, multiplier) = match sheet.face(c.kind, c.face).range {
                    Range::Cities { count, times } => (count, times),
                    _ => (0, 0),
                };
                Train {
                    multiplier,
                    obsolete: c.obsolete,
                    ..Train::new(Reach::Plain { stops })
                }
            })
            .collect();
        let named_bonus = self
            .printed
            .express
            .map(|(at_least, amount)| NamedBonus { at_least, amount });
        let rules = Constraints {
            named_bonus,
            ..Constraints::default()
        };
        Some(Problem {
            network,
            steps,
            trains,
            cards,
            rules,
        })
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
        let next = self
            .state
            .queue
            .get(self.state.ran as usize)
            .copied()
            .unwrap_or(NONE);
        if next == NONE {
            if self.last_round() {
                self.finish(events);
            } else {
                self.state.stage = Stage::Bureau;
            }
            return;
        }
        let company = Company(next);
        self.state.ran += 1;
        let (income, mines) = self.income_of(company);
        events.push(Event::TurnBegan { company });
        events.push(Event::Ran {
            company,
            revenue: income,
            subsidy: mines,
        });
        self.state.income = income;
        let state = self.state.core.company_mut(company);
        state.last_revenue = income;
        state.set(Flag::Operated, true);
        let automatic = self.state.core.stock[company.at()].director() == Some(self.gulliver());
        if mines > 0 && !automatic {
            // LIL-SCENARIO-3: whatever is done with the income.
            self.pay_from_bank(Purse::Company(company), mines, Why::Subsidy, events);
        }
        if income == 0 {
            self.withhold(company, 0, events);
            // LIL-RULING-13: in the last round it may buy nothing; Gulliver never does. The text itself names only companies
            // that kept an income.
            let may_buy = self.printed.options.trainless_may_buy_from_depot;
            if self.last_round() || automatic || !may_buy {
                self.state.depot_due = NONE;
            }
        } else if self.last_round() || automatic {
            // LIL-END-3, LIL-SOLO-26
            self.pay_out(company, income, events);
        } else {
            self.state.stage = Stage::Dividend { company };
        }
    }

    pub(super) fn dividend_choices(&self, f: &mut dyn FnMut(Choice) -> bool) -> bool {
        f(Choice::one(Move::Dividend { pay: Pay::Out }))
            || f(Choice::one(Move::Dividend { pay: Pay::Withhold }))
    }

    pub(super) fn decide_income(&mut self, company: Company, pay: Pay, events: &mut Vec<Event>) {
        self.state.stage = Stage::Running;
        match pay {
            Pay::Out => self.pay_out(company, self.state.income, events),
            Pay::Withhold => self.withhold(company, self.state.income, events),
        }
    }

    // The income of a paying company: what shareholders divide, and what the company keeps (LIL-BROB-2).
    fn parts(&self, income: i32) -> (i32, i32) {
        let total = if self.last_round() {
            2 * income
        } else {
            income
        };
        if self.printed.options.brobdingnag {
            let half = (total + 19) / 20 * 10;
            (half, total - half)
        } else {
            (total, 0)
        }
    }

    // Money from the bank, with a word about it.
    fn pay_from_bank(&mut self, to: Purse, amount: i32, why: Why, events: &mut Vec<Event>) {
        self.state.core.pay(Purse::Bank, to, amount);
        events.push(Event::Paid {
            from: Purse::Bank,
            to,
            amount,
            why,
        });
    }

    fn pay_out(&mut self, company: Company, income: i32, events: &mut Vec<Event>) {
        let (shared, kept) = self.parts(income);
        let percent = i32::from(self.printed.sheet.company(company).unit_percent);
        events.push(Event::PaidOut {
            company,
            revenue: shared + kept,
        });
        for player in (0..self.state.core.holders).map(Player) {
            let units = i32::from(self.state.core.stock[company.at()].of(player));
            let amount = shared * units * percent / 100;
            if amount > 0 {
                self.pay_from_bank(Purse::Player(player), amount, Why::Dividend, events);
            }
        }
        if kept > 0 && self.state.core.stock[company.at()].director() != Some(self.gulliver()) {
            self.pay_from_bank(Purse::Company(company), kept, Why::Withheld, events);
        }
        // LIL-END-4: two moves in the last round.
        for _ in 0..if self.last_round() { 2 } else { 1 } {
            self.move_token(company, MarketMove::Right, events);
        }
    }

    fn withhold(&mut self, company: Company, income: i32, events: &mut Vec<Event>) {
        events.push(Event::Kept {
            company,
            revenue: income,
        });
        if income > 0 {
            self.pay_from_bank(Purse::Company(company), income, Why::Withheld, events);
        }
        self.move_token(company, MarketMove::Left, events);
        self.state.depot_due = company.0;
    }

    fn move_token(&mut self, company: Company, how: MarketMove, events: &mut Vec<Event>) {
        let sheet = self.printed.sheet.clone();
        let from = self.state.core.price(&sheet, company).unwrap_or(0);
        if self.state.core.market.step(&sheet.market, company, how) {
            let to = self.state.core.price(&sheet, company).unwrap_or(0);
            events.push(Event::PriceMoved { company, from, to });
        }
    }
}
