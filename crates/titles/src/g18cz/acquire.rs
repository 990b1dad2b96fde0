//! Taking over smaller companies.

use super::position::CzPosition;
use super::refusals::of_company;
use super::station::DEAR;
use board::{Cell, Spot};
use engine::{
    Amount, Card, Choice, Company, Deal, Event, Flag, Forbidden, Move, Offer, Paper, Place, Player,
    Purse, Refusal, Whereabouts, Why,
};

// Whom, and for how much.
impl CzPosition {
    // Whether a company may be taken over by another at all. CZ-ACQUIRE-1, CZ-ACQUIRE-2
    fn may_take_over(&self, company: Company, target: Company) -> Result<(), Refusal> {
        let core = &self.state.core;
        let refuse = |rule, key| Err(of_company(rule, key, target));
        if core.is(target, Flag::Closed) || !core.is(target, Flag::Floated) {
            return refuse("CZ-ACQUIRE-2", "not-floated");
        }
        if self.printed.classless() || self.printed.size(target) >= self.printed.size(company) {
            return refuse("CZ-ACQUIRE-1", "not-smaller");
        }
        let vaclavs_too = self.printed.options.vaclav_companies_can_be_acquired;
        if self.state.is_vaclavs(target) && !vaclavs_too {
            return refuse("CZ-BOHEMIA-22", "vaclavs-company");
        }
        Ok(())
    }

    /// Companies that a company could take over.
    pub fn targets(&self, company: Company) -> impl Iterator<Item = Company> {
        let all = self.sheet().company_ids();
        all.filter(move |&target| self.may_take_over(company, target).is_ok())
    }

    // Price of a share, and shares to be paid.
    fn to_pay(&self, target: Company) -> (i32, i32) {
        let core = &self.state.core;
        let price = core.price(self.sheet(), target).unwrap_or(0);
        (price, i32::from(core.stock[target.at()].with_players()))
    }

    // Prices per share from 50 % to 150 % that the treasury covers. CZ-ACQUIRE-3, CZ-ACQUIRE-5
    fn affordable_prices(&self, company: Company, target: Company) -> Amount {
        let (price, shares) = self.to_pay(target);
        let cash = self.state.core.money.company(company);
        Amount::whole((price + 1) / 2, (price * 3 / 2).min(cash / shares.max(1)))
    }

    /// Prices per share that a company may name.
    pub fn take_over_prices(&self, company: Company, target: Company) -> Option<Amount> {
        let range = self.affordable_prices(company, target);
        self.open_prices(company, Deal::Company(target), range)
    }

    /// Whether papers could pay for a take-over. CZ-OR-6
    pub fn could_raise_for(&self, company: Company, target: Company) -> bool {
        let (price, shares) = self.to_pay(target);
        let cash = self.state.core.money.company(company);
        self.deals_in_papers(company) && (price + 1) / 2 * shares <= cash + self.potential(company)
    }

    /// Take-overs that a company can propose.
    pub fn list_take_overs(&self, company: Company, all: &mut Vec<Choice>) {
        all.extend(self.targets(company).filter_map(|target| {
            let range = self.take_over_prices(company, target)?;
            let amount = range.min;
            Some(Choice::range(Move::Acquire { target, amount }, range))
        }));
    }

    /// Names a price; the other director has to agree.
    pub fn acquire(
        &mut self,
        company: Company,
        target: Company,
        amount: i32,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        self.may_take_over(company, target)?;
        let range = self.take_over_prices(company, target);
        if range.is_none_or(|r| !r.contains(amount)) {
            let full = self.affordable_prices(company, target);
            let (price, _) = self.to_pay(target);
            let too_dear = amount > full.max && amount <= price * 3 / 2;
            let Amount { min, max, .. } = range.unwrap_or(full);
            let why = Forbidden::PriceOutOfRange {
                least: min,
                most: max,
            };
            return Err(why.under(if too_dear {
                "CZ-ACQUIRE-5"
            } else {
                "CZ-ACQUIRE-3"
            }));
        }
        let offer = Offer {
            deal: Deal::Company(target),
            buyer: company,
            price: amount,
        };
        self.propose(offer, events);
        Ok(())
    }
}

// The take-over.
impl CzPosition {
    /// Shareholders are paid; money, papers and trains change hands. CZ-ACQUIRE-4, 6, 7, 16
    pub fn take_over(
        &mut self,
        company: Company,
        target: Company,
        price: i32,
        events: &mut Vec<Event>,
    ) {
        events.push(Event::Acquired {
            company,
            target,
            price,
        });
        let holders: Vec<Player> = self.state.core.players().collect();
        for player in holders.into_iter().chain(self.state.automatic()) {
            let due = price * i32::from(self.state.core.stock[target.at()].of(player));
            let (from, to) = (Purse::Company(company), Purse::Player(player));
            self.acts(events).pay(from, to, due, Why::TakeOver);
        }
        let core = &mut self.state.core;
        let treasury = core.money.company(target);
        core.pay(Purse::Company(target), Purse::Company(company), treasury);
        let papers: Vec<Paper> = core.papers_at(Place::Company(target)).collect();
        for paper in papers {
            core.papers[paper.at()].place = Place::Company(company);
        }
        let cards: Vec<Card> = core.trains.of(target).collect();
        for card in cards {
            core.trains.get_mut(card).place = Whereabouts::Company(company);
            self.state.turn.taken |= 1u64.checked_shl(u32::from(card.0)).unwrap_or(0);
        }
        self.state.unseen = false;
        self.state.turn.merging = Some(target);
        self.leave_shared_cities(company, target, events);
        self.merge_if_possible(company);
    }

    // Where both have a station in one city, the acquirer's goes back to the charter at once. CZ-ACQUIRE-8
    fn leave_shared_cities(&mut self, acquirer: Company, target: Company, events: &mut Vec<Event>) {
        let theirs = self.stations(target);
        for spot in self.stations(acquirer) {
            if theirs.contains(&spot) {
                self.acts(events).lift_station(acquirer, spot, DEAR);
            }
        }
    }

    // Stations and markers change hands, and the company taken over leaves the game. CZ-ACQUIRE-6..9
    fn merge_if_possible(&mut self, company: Company) {
        if self.doubled(company).is_some() {
            return;
        }
        let Some(target) = self.state.turn.merging.take() else {
            return;
        };
        let core = &mut self.state.core;
        core.market.remove(target);
        core.stock[target.at()].recall();
        core.company_mut(target).set(Flag::Closed, true);
        core.board_mut().reassign(target.0, company.0);
        let gained = std::mem::take(&mut core.company_mut(target).markers);
        let own = core.company_mut(company);
        own.markers[DEAR] += gained.iter().sum::<u8>();
        if !self.printed.options.acquirer_keeps_40_marker {
            own.markers[DEAR] += std::mem::take(&mut own.markers[1]);
        }
        own.set(Flag::Acquirer, true);
    }
}

// Two stations in one hex. CZ-ACQUIRE-8
impl CzPosition {
    fn stations(&self, company: Company) -> Vec<Spot> {
        let board = self.state.core.board();
        board.stations(&self.sheet().tiles, company.0)
    }

    /// A hex where a company and one it takes over have stations in different cities.
    pub fn doubled(&self, company: Company) -> Option<Cell> {
        let target = self.state.turn.merging?;
        let theirs = self.stations(target);
        let both = |own: &Spot| {
            let other = |s: &Spot| s.cell == own.cell && s.stop != own.stop;
            theirs.iter().any(other)
        };
        let own = self.stations(company).into_iter().find(both)?;
        Some(own.cell)
    }

    // Both stations of that hex, with their owners.
    fn both(&self, company: Company) -> impl Iterator<Item = (Spot, Company)> {
        let cell = self.doubled(company);
        let owners = [Some(company), self.state.turn.merging]
            .into_iter()
            .flatten();
        let all =
            owners.flat_map(|owner| self.stations(owner).into_iter().map(move |s| (s, owner)));
        all.filter(move |(spot, _)| Some(spot.cell) == cell)
    }

    /// Stations that may go.
    pub fn list_lifts(&self, company: Company, all: &mut Vec<Choice>) {
        all.extend(self.both(company).map(|(Spot { cell, stop }, _)| {
            Choice::one(Move::LiftStation {
                company,
                cell,
                stop,
            })
        }));
    }

    /// Takes one of two stations back to the charter.
    pub fn lift(
        &mut self,
        company: Company,
        mv: &Move,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        let lifted = match *mv {
            Move::LiftStation {
                company: lifter,
                cell,
                stop,
            } if lifter == company => {
                let spot = Spot { cell, stop };
                self.both(company).find(|(s, _)| *s == spot)
            }
            _ => None,
        };
        let Some((spot, owner)) = lifted else {
            return Err(Refusal::new("CZ-ACQUIRE-8", "one-station-has-to-go"));
        };
        self.acts(events).lift_station(owner, spot, DEAR);
        self.merge_if_possible(company);
        Ok(())
    }
}
