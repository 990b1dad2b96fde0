//! Positions of 18CZ that are set up.

use super::position::CzPosition;
use super::printed::{BoxKind, Variant};
use super::state::{Step, Turn};
use engine::arrange::{Arranged, Entry, Fault, Goes, companies, names};
use engine::{Company, Core, Flag, RoundName, Whereabouts};
use serde::{Deserialize, Serialize};

/// What 18CZ keeps beside the ledgers. What is not told follows from them.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Own {
    /// Faces of trains that have been scrapped.
    pub scrapped: Option<Vec<String>>,
    /// Companies that still have the larger first build.
    pub first_build: Option<Vec<String>>,
    /// Companies that Václav got.
    pub vaclav: Option<Vec<String>>,
    /// The game ends with this round.
    pub last_round: bool,
}

impl CzPosition {
    pub(super) fn kept(&self) -> Own {
        let (s, printed, sheet) = (&self.state, &self.printed, &self.printed.sheet);
        let faces = printed.face_names.iter().enumerate();
        let scrapped = faces.filter(|(i, _)| s.scrapped & (1 << i) != 0);
        Own {
            scrapped: Some(scrapped.map(|(_, name)| name.clone()).collect()),
            first_build: Some(names(sheet, sheet.company_ids().filter(|&c| s.is_fresh(c)))),
            vaclav: Some(names(sheet, s.vaclav.into_iter().flatten())),
            last_round: s.last_round,
        }
    }

    // What the cards that have left the bank scrapped: those in use by the face they show. CZ-PHASE-12
    fn scrapped_so_far(&self) -> u32 {
        let (mut gone, mut shown) = (0, 0);
        for card in self.state.core.trains.cards.iter() {
            let faces = self.printed.sheet.trains[usize::from(card.kind)].faces.len() as u8;
            match card.place {
                Whereabouts::Deck | Whereabouts::Aside => {}
                Whereabouts::Gone => {
                    let all = (0..faces).map(|face| self.printed.scrapped_by(card.kind, face));
                    gone |= all.fold(0, |mask, face| mask | face);
                }
                Whereabouts::Pool | Whereabouts::Company(_) => {
                    gone |= self.printed.scrapped_by(card.kind, card.face);
                    shown |= self.printed.face_bit(card.kind, card.face);
                }
            }
        }
        gone & !shown
    }

    fn scrapped_as_told(&self, names: &[String]) -> Result<u32, Fault> {
        let bit = |name: &String| {
            let found = self.printed.face_names.iter().position(|n| n == name);
            found.map(|i| 1 << i).ok_or_else(|| Fault::new("no-train").with("train", name))
        };
        names.iter().try_fold(0, |mask, name| Ok(mask | bit(name)?))
    }
}

impl Arranged for CzPosition {
    type Own = Own;
    const STANDINGS: &'static [Flag] = &[Flag::Acquirer, Flag::Closed, Flag::Home];

    // Sold shares go back where they came from, and beginners own their company (CZ-INTRO-3).
    fn could_be(&self) -> &'static [&'static str] {
        match self.printed.variant {
            Variant::Introductory => &["float-early", "holding"],
            _ => &["float-early"],
        }
    }

    fn enter(&mut self, laid: Core, entry: &Entry<'_>, own: Own) -> Result<(), Fault> {
        self.state.core = laid;
        let RoundName { set, number, .. } = self.state.core.round;
        let (kind, named) = match entry.goes {
            Goes::Player(_) => (BoxKind::Stock, "stock round"),
            Goes::Company(..) => (BoxKind::Operating, "operating round"),
        };
        let same =
            |b: &&super::printed::ProcessStep| (b.kind, b.set, b.number) == (kind, set, number);
        let at = self.printed.process.iter().position(|b| same(&b));
        let at = at.ok_or_else(|| Fault::new("round").with("round", named))?;
        self.state.at = at as u8;
        self.state.auction = None;
        self.state.last_round = own.last_round;
        self.open_sizes();
        self.state.scrapped = match &own.scrapped {
            Some(names) => self.scrapped_as_told(names)?,
            None => self.scrapped_so_far(),
        };
        let is = |c: Company, flag| self.state.core.is(c, flag);
        let all = || self.printed.sheet.company_ids();
        let fresh = match &own.first_build {
            Some(names) => companies(&self.printed.sheet, names)?,
            None => all().filter(|&c| is(c, Flag::Floated) && !is(c, Flag::Operated)).collect(),
        };
        let vaclavs = match &own.vaclav {
            Some(names) => companies(&self.printed.sheet, names)?,
            None => all().filter(|&c| self.state.is_vaclavs(c)).collect(),
        };
        self.state.fresh = fresh.into_iter().fold(0, |mask, c| mask | 1 << c.0);
        for company in vaclavs {
            if let Some(his) = self.state.vaclav.get_mut(usize::from(self.printed.size(company))) {
                *his = Some(company);
            }
        }
        let events = &mut Vec::new();
        match entry.goes {
            Goes::Player(round) => {
                entry.step_of(&["stock"], |step| step)?;
                self.state.stock = round;
            }
            Goes::Company(lineup, company) => {
                let step = entry.step_of(&Step::ALL, Step::name)?;
                let revenue = entry.revenue;
                self.state.lineup = lineup;
                self.state.turn = Turn { company: Some(company), step, revenue, ..Turn::default() };
                if step > Step::Track {
                    self.state.fresh &= !(1 << company.0);
                }
                self.place_home(company, events);
            }
        }
        self.advance(events);
        Ok(())
    }
}
