//! Václav, the automatic shareholder of the Bohemia variant.

use super::position::{CzPosition, Events};
use super::printed::Variant;
use engine::{Card, Company, Event, Flag};

impl CzPosition {
    // A company of a size, drawn from those of the game in the order of the sheet. PUB-5
    fn draw_company(&mut self, size: u8, events: &mut Events) -> Option<Company> {
        let core = &self.state.core;
        let open = |&c: &Company| {
            self.printed.size(c) == size && !core.is(c, Flag::Closed) && !core.is(c, Flag::Started)
        };
        let candidates: Vec<Company> = self.sheet().company_ids().filter(open).collect();
        let of = candidates.len() as u32;
        if of == 0 {
            return None;
        }
        if of > 1 && self.state.core.rng.is_unseen() {
            return None;
        }
        let index = self.draw(of);
        let company = candidates[index as usize];
        events.push(Event::Drawn {
            what: "vaclav-company".to_owned(),
            of,
            index,
            result: self.sheet().company(company).id.clone(),
        });
        Some(company)
    }

    /// Gives Václav a company of a size with its train. CZ-BOHEMIA-7..10
    pub fn vaclav_gets(&mut self, size: u8, events: &mut Events) {
        let at = usize::from(size);
        let (Some(vaclav), None) = (self.state.automatic(), self.state.vaclav[at]) else {
            return;
        };
        let Some(company) = self.draw_company(size, events) else {
            return;
        };
        self.state.vaclav[at] = Some(company);
        let (percent, par) = self.printed.vaclav[at];
        let units = percent / self.sheet().company(company).unit_percent;
        let mut cells = self.sheet().market.cells.iter();
        let cell = cells.position(|c| c.price == par && c.start & (1 << size) != 0);
        let cell = cell.unwrap_or(0) as u8;
        self.acts(events).start_with(company, vaclav, cell, units, 0);
        self.float_if_due(company, events);
        self.give_top_train(company, events);
    }

    fn give_top_train(&mut self, company: Company, events: &mut Events) {
        let Some(card) = self.state.core.trains.top() else {
            return;
        };
        let face = self.printed.own_face(company);
        self.acts(events).receive_train(company, card, face);
        // CZ-BOHEMIA-18
        self.left_the_bank(card, Some(face), events);
    }

    /// New sizes bring Václav a company each.
    pub fn vaclav_follows_phase(&mut self, events: &mut Events) {
        if self.printed.variant != Variant::Bohemia {
            return;
        }
        let sizes = self.printed.sizes[usize::from(self.state.core.phase)];
        for size in (0..3).filter(|size| sizes & (1 << size) != 0) {
            self.vaclav_gets(size, events);
        }
    }

    /// At the end of a set Václav's companies get new trains instead of an export. CZ-BOHEMIA-17, CZ-BOHEMIA-19
    pub fn renew_vaclavs_trains(&mut self, events: &mut Events) {
        for company in self.state.vaclav.into_iter().flatten() {
            if self.state.core.rng.sight_ended() {
                return;
            }
            // Taken over, where the option allows it.
            if self.state.core.is(company, Flag::Closed) {
                continue;
            }
            let old: Vec<Card> = self.state.core.trains.of(company).collect();
            for card in old {
                self.acts(events).scrap(card);
            }
            self.give_top_train(company, events);
        }
    }
}
