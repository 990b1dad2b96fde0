//! What trains and papers bring.

use super::Acts;
use crate::{Company, Event, Flag, Place, Player, PoolPays, Purse, Why};

impl Acts<'_> {
    /// A company has run. The sum is remembered for all to see.
    pub fn ran(&mut self, company: Company, revenue: i32, subsidy: i32) {
        self.core.company_mut(company).last_revenue = revenue;
        self.tell(Event::Ran {
            company,
            revenue,
            subsidy,
        });
    }

    /// Pays revenue to the shareholders, in playing order, an automatic one last. The company has operated.
    pub fn pay_out(&mut self, company: Company, revenue: i32) {
        self.tell(Event::PaidOut { company, revenue });
        self.share_out(company, revenue);
        self.core.company_mut(company).set(Flag::Operated, true);
    }

    /// Pays every shareholder's part of a sum, without a word about the whole.
    pub fn share_out(&mut self, company: Company, sum: i32) {
        let automatic = (self.core.seats..self.core.holders).map(Player);
        let holders: Vec<Player> = self.core.players().chain(automatic).collect();
        for player in holders {
            let part = self.part_of(company, sum, self.core.stock[company.at()].of(player));
            self.pay(Purse::Bank, Purse::Player(player), part, Why::Dividend);
        }
        if self.terms.pool_pays == PoolPays::Company {
            let part = self.part_of(company, sum, self.core.stock[company.at()].pool);
            self.pay(Purse::Bank, Purse::Company(company), part, Why::Dividend);
        }
    }

    // What so many shares get of a sum: rounded once on the whole holding.
    fn part_of(&self, company: Company, sum: i32, shares: u8) -> i32 {
        let percent = i32::from(self.sheet.company(company).unit_percent) * i32::from(shares);
        self.terms.rounding.part(sum, percent)
    }

    /// The company keeps its revenue. It has operated.
    pub fn withhold(&mut self, company: Company, revenue: i32) {
        self.core.pay(Purse::Bank, Purse::Company(company), revenue);
        self.tell(Event::Kept { company, revenue });
        self.core.company_mut(company).set(Flag::Operated, true);
    }

    /// Every paper pays its owner, players first. `incomes` by paper.
    pub fn private_income(&mut self, incomes: &[i32]) {
        let players = self
            .core
            .players()
            .map(|p| (Place::Player(p), Purse::Player(p)));
        let companies = self
            .sheet
            .company_ids()
            .map(|c| (Place::Company(c), Purse::Company(c)));
        let owners: Vec<(Place, Purse)> = players.chain(companies).collect();
        for (place, purse) in owners {
            let income = self.core.papers_at(place).map(|p| incomes[p.at()]).sum();
            self.pay(Purse::Bank, purse, income, Why::PaperIncome);
        }
    }
}
