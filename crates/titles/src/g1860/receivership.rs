//! Companies without a director.

use super::position::{Events, IowPosition};
use engine::{Card, Company, Flag};
use routing::Budget;

/// Most nodes the route finder may use for a run that nobody decides: the same on every machine.
pub(super) const RUN_NODES: u64 = 400_000;
/// The same in a copy that is only thought about.
pub(super) const HASTY_RUN_NODES: u64 = 200;
/// Such a run waits for ever: only the track is looked at.
pub(super) const NO_RUN: u64 = 0;

impl IowPosition {
    /// Sets or clears the receivership of a company (IOW-RECEIVER-1).
    pub(super) fn mark_receivership(&mut self, company: Company, events: &mut Events) {
        let leaderless = self.stock(company).director().is_none();
        let on = leaderless && self.core().is(company, self.receivership_from());
        self.acts(events).set_standing(company, Flag::Receivership, on);
    }

    /// Whether a company is run by the bank.
    pub(super) fn in_receivership(&self, company: Company) -> bool {
        self.core().is(company, Flag::Receivership)
    }

    /// Length of a train for comparisons: first number, second number (x is highest), price, kind.
    pub fn length(&self, card: Card) -> (u8, u8, i32, u8) {
        let state = self.core().trains.get(card);
        let (large, small, price) = self.printed.length(state.kind, state.face);
        (large, small, price, state.kind)
    }

    /// Gives up trains above the limit, the shortest first (IOW-RECEIVER-9).
    pub(super) fn receiver_returns(&mut self, company: Company, events: &mut Events) {
        while self.train_count(company) > usize::from(self.trains_allowed()) {
            let cards = self.core().trains.of(company);
            let Some(card) = cards.min_by_key(|&c| self.length(c)) else {
                return;
            };
            self.give_up(company, card, events);
        }
    }

    /// Runs the trains of a company for the most, without asking anybody (IOW-RECEIVER-3, IOW-NATIONAL-7).
    pub(super) fn run_best(&mut self, company: Company, events: &mut Events) {
        let mut problem = self.route_problem(company);
        // A train that would run for nothing stays where it is.
        problem.rules.must_run = false;
        let best = problem.best(Budget::nodes(self.run_nodes));
        self.record_run(company, &problem, &best.routes, best.totals, events);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::g1860::title::TITLE;
    use engine::{Move, Position, Setup, Title};

    #[test]
    fn runs_that_nobody_decides_are_found_in_haste_only_in_thought() {
        // IOW-RECEIVER-3
        let setup = Setup {
            title: TITLE.id().to_owned(),
            variant: "standard".to_owned(),
            preset: "rulebook".to_owned(),
            options: Default::default(),
            players: ["A", "B"].map(str::to_owned).to_vec(),
            seed: 1,
            luck: None,
            rules: TITLE.rules_version(),
            data: None,
            extra: None,
            arrangement: None,
        };
        let start = TITLE.start(&setup).expect("a legal setup");
        let nodes = |position: &dyn Position| {
            let own = position.as_any().downcast_ref::<IowPosition>();
            own.expect("a position of 1860").run_nodes
        };
        let mut real = start.boxed();
        real.play(&Move::Pass, &mut Vec::new()).expect("passing is legal");
        let mut thought = start.boxed();
        thought.consider(&Move::Pass, &mut Vec::new()).expect("passing is legal");
        assert_eq!([&real, &thought].map(|p| nodes(p.as_ref())), [RUN_NODES, HASTY_RUN_NODES]);
        assert_eq!(nodes(thought.boxed().as_ref()), HASTY_RUN_NODES);
        assert_eq!(real.hash(), thought.hash());
    }
}
