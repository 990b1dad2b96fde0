//! Positions of 1860 that are set up.

use super::position::{Events, IowPosition};
use super::state::{Ending, Turn, Wait};
use engine::arrange::{Arranged, Entry, Fault, Goes, amount, by_company, by_name};
use engine::{Core, Flag, Place};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

// How a step begins.
type Enter = fn(&mut IowPosition, &mut Events);

/// What 1860 keeps beside the ledgers. What is not told follows from them.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Own {
    operating_rounds: Option<u8>,
    groups: Option<u8>,
    southern: Option<bool>,
    building_closed: Option<bool>,
    last_building: bool,
    nationalisation: bool,
    bank_broken: bool,
    ending: Option<Ending>,
    /// Destinations reached, as bits, by company.
    reached: BTreeMap<String, u8>,
    /// Dividends of this round by company.
    paid: BTreeMap<String, i32>,
    subsidy: i32,
    bonus: i32,
}

impl IowPosition {
    pub(super) fn kept(&self) -> Own {
        let (s, sheet) = (&self.state, self.sheet_ref());
        Own {
            operating_rounds: Some(s.or.rounds),
            groups: Some(s.groups),
            southern: Some(s.southern),
            building_closed: Some(s.closed),
            last_building: s.last_building,
            nationalisation: s.british,
            bank_broken: s.broken,
            ending: s.ending,
            reached: by_name(sheet, &s.reached),
            paid: by_name(sheet, &s.or.paid),
            subsidy: s.turn.subsidy,
            bonus: s.turn.bonus,
        }
    }
}

impl Arranged for IowPosition {
    type Own = Own;
    const STANDINGS: &'static [Flag] =
        &[Flag::Insolvent, Flag::Receivership, Flag::Bankrupt, Flag::Ceased, Flag::Home];

    // Companies need no director (IOW-RECEIVER-1), and return trains when their turn begins (IOW-OR-5). Locomotives have
    // runs to make before they rust (IOW-LOCO-16).
    fn could_be(&self) -> &'static [&'static str] {
        match self.printed.options.locomotives {
            true => &["no-director", "train-limit", "train-late"],
            false => &["no-director", "train-limit"],
        }
    }

    fn enter(&mut self, laid: Core, entry: &Entry<'_>, own: Own) -> Result<(), Fault> {
        self.state.core = laid;
        let (printed, events) = (self.printed.clone(), &mut Vec::new());
        let southern = own.southern.unwrap_or_else(|| self.phase_brought(|s| s.southern));
        let s = &mut self.state;
        s.or.rounds =
            own.operating_rounds.unwrap_or(printed.steps[usize::from(s.core.phase)].rounds);
        s.southern = southern;
        let stock = matches!(entry.goes, Goes::Player(_));
        s.closed = own.building_closed.unwrap_or(southern && stock);
        (s.last_building, s.british) = (own.last_building, own.nationalisation);
        (s.broken, s.ending) = (own.bank_broken, own.ending);
        for &told in own.paid.values().chain([&own.subsidy, &own.bonus]) {
            amount(told)?;
        }
        by_company(&printed.sheet, &own.reached, &mut s.reached)?;
        by_company(&printed.sheet, &own.paid, &mut s.or.paid)?;
        for (stock, charter) in s.core.stock.iter_mut().zip(&printed.charters) {
            // IOW-SETUP-10: nothing is reserved for a private company that is closed.
            let closed = |p: engine::Paper| s.core.papers[p.at()].place == Place::Gone;
            if charter.reserved_for.is_some_and(closed) {
                stock.reserved = 0;
            }
        }
        s.groups = own.groups.unwrap_or(1);
        if own.groups.is_none() {
            self.open_groups();
        }
        for company in printed.sheet.company_ids() {
            self.mark_receivership(company, events);
        }
        match entry.goes {
            Goes::Player(round) => {
                entry.step_of(&["stock"], |step| step)?;
                (self.state.stock, self.state.wait) = (round, Some(Wait::Stock));
            }
            Goes::Company(lineup, _) => {
                let enters: [(&str, Enter); 5] = [
                    ("track", IowPosition::enter_track),
                    ("station", IowPosition::enter_base),
                    ("run", IowPosition::enter_run),
                    ("dividend", IowPosition::enter_dividend),
                    ("trains", IowPosition::enter_trains),
                ];
                let (_, enter) = entry.step_of(&enters, |(step, _)| step)?;
                let (revenue, subsidy, bonus) = (entry.revenue, own.subsidy, own.bonus);
                self.state.or.lineup = lineup;
                self.state.turn = Turn { revenue, subsidy, bonus, ..Turn::default() };
                enter(self, events);
            }
        }
        Ok(())
    }
}
