//! Bankruptcy of a company whose price fell to nothing.

use super::position::{Events, IowPosition};
use engine::{Company, Event, Flag, NONE, Player};

impl IowPosition {
    /// Takes back all certificates and gives the priority card to the player with the fewest shares.
    pub(super) fn bankrupt(&mut self, company: Company, events: &mut Events) {
        let core = &mut self.state.core;
        let from = core.stock[company.at()].director();
        core.stock[company.at()].recall();
        core.market.remove(company);
        let state = core.company_mut(company);
        state.set(Flag::Started, false);
        state.set(Flag::Floated, false);
        state.par = NONE;
        self.acts(events).set_standing(company, Flag::Bankrupt, true);
        if from.is_some() {
            let to = None;
            events.push(Event::DirectorChanged { company, from, to });
        }
        self.mark_receivership(company, events);
        let next = self.fewest_shares();
        self.acts(events).give_priority(next);
    }

    // IOW-BANKRUPT-7, -8 and -20: counted after the certificates went back; a tie goes to the first player
    // clockwise, the present holder of the card included.
    fn fewest_shares(&self) -> Player {
        let core = self.core();
        let shares = |p: Player| -> u32 {
            let companies = self.printed.sheet.company_ids();
            companies.map(|c| u32::from(core.stock[c.at()].of(p))).sum()
        };
        core.players().min_by_key(|&p| shares(p)).unwrap_or(Player(core.order[0]))
    }
}
