//! Phases, scrapping and export.

use super::position::{CzPosition, Events};
use engine::{Card, Event, Flag, Whereabouts};

impl CzPosition {
    /// A card has been sold, given away or exported: phase, scrapping, new companies. CZ-PHASE-1, CZ-PHASE-16
    ///
    /// A card without a buyer shows all its faces. CZ-EXPORT-4
    pub fn left_the_bank(&mut self, card: Card, face: Option<u8>, events: &mut Events) {
        let before = self.state.core.phase;
        while self.acts(events).next_phase(card).is_some() {}
        let (kind, printed) = (self.state.core.trains.get(card).kind, &self.printed);
        let faces = printed.sheet.trains[usize::from(kind)].faces.len() as u8;
        let shown = face.map_or(0..faces, |face| face..face + 1);
        let mask = shown.fold(0, |mask, face| mask | printed.scrapped_by(kind, face));
        self.scrap_faces(mask, events);
        let phase = self.state.core.phase;
        if phase == before {
            return;
        }
        self.open_sizes();
        if self.printed.papers_close.is_some_and(|p| phase >= p) {
            self.close_papers(events);
        }
        self.vaclav_follows_phase(events);
    }

    // CZ-SR-8
    pub(super) fn open_sizes(&mut self) {
        let sizes = self.printed.sizes[usize::from(self.state.core.phase)];
        for company in self.printed.sheet.company_ids() {
            let core = &mut self.state.core;
            let open = sizes & (1 << self.printed.size(company)) != 0;
            if open && !core.is(company, Flag::Closed) {
                core.company_mut(company).set(Flag::Available, true);
            }
        }
    }

    /// Scraps all trains that show one of these faces. CZ-PHASE-12, CZ-PHASE-13
    pub fn scrap_faces(&mut self, mask: u32, events: &mut Events) {
        self.state.scrapped |= mask;
        if mask == 0 {
            return;
        }
        for i in 0..self.state.core.trains.cards.len() {
            let state = self.state.core.trains.cards[i];
            let in_use = matches!(state.place, Whereabouts::Company(_) | Whereabouts::Pool);
            if in_use && self.printed.face_in(state.kind, state.face, mask) {
                self.scrap(Card(i as u8), events);
            }
        }
    }

    /// A train leaves the game; nothing is left to decide about it.
    pub fn scrap(&mut self, card: Card, events: &mut Events) {
        self.decided_on(card);
        self.acts(events).scrap(card);
    }

    /// The top card leaves the game at the end of a set. CZ-EXPORT-1
    pub fn export(&mut self, events: &mut Events) {
        let Some(card) = self.acts(events).export(Whereabouts::Gone) else {
            return;
        };
        let so_far = events.len();
        self.left_the_bank(card, None, events);
        let scrap = |e: &Event| matches!(e, Event::TrainScrapped { .. });
        self.state.unseen = self.overlooks_excess(events[so_far..].iter().any(scrap));
    }
}
