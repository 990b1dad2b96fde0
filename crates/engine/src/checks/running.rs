//! A plain run, and what everybody is worth.

use super::{Checks, Forbidden};
use crate::{Company, Flag, Player, Problem, Range, RouteClaim, Running, network_of};
use routing::{Budget, Constraints, Train};

impl Checks<'_> {
    /// Track, trains and rules of a company's run: every stop on a line counts, a train makes as many as it says.
    pub fn route_problem(&self, company: Company) -> Problem {
        let (sheet, core, bonus) = (self.sheet, self.core, self.sheet.bonus.as_ref());
        let (network, steps) = network_of(sheet, core, company, |spot, _, stop| {
            let mut more = bonus.iter().flat_map(|b| &b.cells);
            let more = more.find(|(cell, _)| *cell == spot.cell);
            stop.bonus = more.map_or(0, |(_, bonus)| *bonus);
        });
        let cards: Vec<_> = core.trains.of(company).collect();
        let train = |&card: &crate::Card| {
            let state = core.trains.get(card);
            let mut train = match sheet.face(state.kind, state.face).range {
                Range::Plain(stops) => Train::plain(stops),
                _ => Train::plain(u8::MAX),
            };
            train.takes_bonus = bonus.is_some_and(|b| b.kind == state.kind);
            train
        };
        Problem {
            network,
            steps,
            trains: cards.iter().map(train).collect(),
            cards,
            rules: Constraints::default(),
        }
    }

    /// Whether track joins some stop to a station of the company.
    pub fn has_route(&self, company: Company) -> bool {
        self.core.reach(self.sheet, company).is_linked()
    }

    /// Whether a company has a train and a route.
    pub fn can_run(&self, company: Company) -> bool {
        self.core.trains.of(company).next().is_some() && self.has_route(company)
    }

    /// Whether a company may claim routes, and what they bring.
    pub fn may_run(
        &self,
        company: Company,
        routes: &[RouteClaim],
        recorded: Option<(i32, i32)>,
    ) -> Result<i32, Forbidden> {
        let by_the_book = self.terms.running == Running::Claimed;
        if let Some((revenue, _)) = recorded {
            let sensible = !by_the_book && (0..1_000_000).contains(&revenue);
            return sensible.then_some(revenue).ok_or(Forbidden::NotRecorded);
        }
        let problem = self.route_problem(company);
        if routes.is_empty() {
            let earns = || problem.best(Budget::unlimited()).totals.revenue > 0;
            return match by_the_book && earns() {
                true => Err(Forbidden::MustRun),
                false => Ok(0),
            };
        }
        match problem.worth(routes) {
            Ok(worth) => Ok(worth.totals.revenue as i32),
            Err(None) => Err(Forbidden::NoSuchRoute),
            Err(Some(why)) => Err(Forbidden::BadRoute { why }),
        }
    }

    /// What a share counts for: the price of a company that has been started.
    pub fn share_worth(&self, company: Company) -> i32 {
        let price = self.core.price(self.sheet, company);
        price.filter(|_| self.core.is(company, Flag::Started)).unwrap_or(0)
    }

    /// What a player is worth: cash, shares, face values of papers.
    pub fn worth(&self, player: Player) -> i32 {
        let held = |c: Company| i32::from(self.core.stock[c.at()].of(player));
        let companies = self.sheet.company_ids();
        let shares: i32 = companies.map(|c| self.share_worth(c) * held(c)).sum();
        let papers = self.core.papers_of(player);
        let papers: i32 = papers.map(|p| self.sheet.papers[p.at()].price).sum();
        self.core.money.player(player) + shares + papers
    }

    /// What everybody is worth, by seat.
    pub fn worths(&self) -> Vec<i32> {
        let seats = (0..self.core.seats).map(Player);
        seats.map(|player| self.worth(player)).collect()
    }
}
