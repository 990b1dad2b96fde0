//! Taking over smaller companies.

use super::position::{CzPosition, Events};
use super::refusals::{not_in_this_step, of_company, under};
use super::station::DEAR;
use board::{Cell, Spot};
use engine::{
    Allowed, Amount, Choice, Company, Deal, Event, Flag, Move, Place, Player, Purse, Refusal,
    Whereabouts, Why,
};

impl CzPosition {
    // Whether a company may be taken over by another at all. CZ-ACQUIRE-1, CZ-ACQUIRE-2
    fn may_take_over(&self, company: Company, target: Company) -> Allowed {
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
    pub fn take_over_prices(&self, company: Company, target: Company) -> Amount {
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
    pub fn take_overs(&self, company: Company) -> impl Iterator<Item = Choice> {
        self.targets(company).filter_map(move |target| {
            let range = self.take_over_prices(company, target);
            Choice::within(Move::Acquire { target, amount: 0 }, range)
        })
    }

    /// Names a price; the other director has to agree.
    pub fn acquire(&mut self, company: Company, mv: &Move, events: &mut Events) -> Allowed {
        let Move::Acquire { target, amount } = *mv else {
            return Err(not_in_this_step());
        };
        self.may_take_over(company, target)?;
        let beyond_cash = amount > self.affordable_prices(company, target).max
            && amount <= self.to_pay(target).0 * 3 / 2;
        let rule = ["CZ-ACQUIRE-3", "CZ-ACQUIRE-5"][usize::from(beyond_cash)];
        let range = self.take_over_prices(company, target);
        range.allows(amount).map_err(under(rule))?;
        self.propose(company, Deal::Company(target), amount, events);
        Ok(())
    }

    /// Shareholders are paid; money, papers and trains change hands. CZ-ACQUIRE-4, 6, 7, 16
    pub fn take_over(&mut self, by: Company, target: Company, price: i32, events: &mut Events) {
        events.push(Event::Acquired { company: by, target, price });
        let holders: Vec<Player> = self.state.core.players().collect();
        for player in holders.into_iter().chain(self.state.automatic()) {
            let due = price * i32::from(self.state.core.stock[target.at()].of(player));
            let (from, to) = (Purse::Company(by), Purse::Player(player));
            self.acts(events).pay(from, to, due, Why::TakeOver);
        }
        let core = &mut self.state.core;
        let treasury = core.money.company(target);
        core.pay(Purse::Company(target), Purse::Company(by), treasury);
        let papers = core.papers.iter_mut();
        for paper in papers.filter(|p| p.place == Place::Company(target)) {
            paper.place = Place::Company(by);
        }
        let cards = core.trains.cards_mut().iter_mut().enumerate();
        for (i, card) in cards.filter(|(_, c)| c.place == Whereabouts::Company(target)) {
            card.place = Whereabouts::Company(by);
            self.state.turn.taken |= 1u64.checked_shl(i as u32).unwrap_or(0);
        }
        self.state.unseen = false;
        self.state.turn.merging = Some(target);
        // CZ-ACQUIRE-8: where both have a station in one city, the acquirer's goes back to the charter at once.
        let theirs = self.stations(target);
        for spot in self.stations(by).into_iter().filter(|s| theirs.contains(s)) {
            self.acts(events).lift_station(by, spot, DEAR);
        }
        self.merge_if_possible(by);
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
        let owners = [Some(company), self.state.turn.merging];
        let owners = owners.into_iter().flatten();
        owners.flat_map(move |owner| {
            let stations = self.stations(owner).into_iter();
            let here = stations.filter(move |spot| Some(spot.cell) == cell);
            here.map(move |spot| (spot, owner))
        })
    }

    /// Stations that may go.
    pub fn lifts(&self, company: Company) -> impl Iterator<Item = Choice> {
        let both = self.both(company);
        both.map(move |(spot, _)| Choice::one(Move::lift(company, spot)))
    }

    /// Takes one of two stations back to the charter.
    pub fn lift(&mut self, company: Company, mv: &Move, events: &mut Events) -> Allowed {
        let lifted = |&(spot, _): &(Spot, Company)| mv.as_lift() == Some((company, spot));
        let Some((spot, owner)) = self.both(company).find(lifted) else {
            return Err(Refusal::new("CZ-ACQUIRE-8", "one-station-has-to-go"));
        };
        self.acts(events).lift_station(owner, spot, DEAR);
        self.merge_if_possible(company);
        Ok(())
    }
}
