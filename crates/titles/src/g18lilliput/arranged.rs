//! Positions of 18Lilliput that are set up.

use super::position::LilliputPosition;
use super::state::{NOWHERE, Stage};
use board::Cell;
use engine::arrange::{Arranged, Entry, Fault, Goes, companies, company, names};
use engine::{Company, Core, Flag, NONE, Position, RoundKind, snake};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What 18Lilliput keeps beside the ledgers. What is not told follows from them.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Own {
    /// Turns that players have had in this round.
    turns: Option<u8>,
    /// Seats that hold characters.
    characters: BTreeMap<String, u8>,
    /// Action cards used in this round.
    cards_used: Vec<String>,
    /// Copy cards by seat.
    copy_cards: Option<Vec<u8>>,
    /// Home cells of companies.
    homes: BTreeMap<String, String>,
    /// 10 % certificates that Gulliver has bought.
    bought: u8,
    /// Gulliver's companies in the order in which he got them.
    gulliver: Option<Vec<String>>,
}

impl LilliputPosition {
    fn slot_called(&self, name: &str) -> Result<engine::Slot, Fault> {
        let found = self.sheet().slots.iter().position(|s| s == name);
        let unknown = || Fault::new("own").with("what", format!("nothing is called {name}"));
        found.map(|i| engine::Slot(i as u8)).ok_or_else(unknown)
    }

    pub(super) fn kept(&self) -> Own {
        let (s, sheet) = (&self.state, self.sheet());
        let name = |c: Company| sheet.company(c).id.clone();
        let held = (0..).zip(s.holders).filter(|(_, holder)| *holder != NONE);
        let used =
            sheet.slots.iter().enumerate().filter(|(i, _)| *i < 16 && s.used & (1 << i) != 0);
        let homes =
            sheet.company_ids().filter_map(|c| Some((name(c), sheet.map.name(self.home(c)?))));
        let his = s.gulliver.into_iter().filter(|&c| c != NONE);
        Own {
            turns: Some(s.turn),
            characters: held
                .map(|(i, holder)| (sheet.slots[self.printed.slot(i).at()].clone(), holder))
                .collect(),
            cards_used: used.map(|(_, card)| card.clone()).collect(),
            copy_cards: Some(s.copies[..usize::from(self.printed.seats)].to_vec()),
            homes: homes.collect(),
            bought: s.bought,
            gulliver: Some(names(sheet, his.map(Company))),
        }
    }

    fn keep(&mut self, own: Own) -> Result<(), Fault> {
        for (name, &seat) in &own.characters {
            let slot = self.slot_called(name)?;
            let unknown =
                || Fault::new("own").with("what", format!("no character is called {name}"));
            let character = self.printed.character(slot).ok_or_else(unknown)?;
            if seat >= self.state.core.holders {
                return Err(Fault::new("no-seat").with("seat", seat));
            }
            self.state.holders[usize::from(character)] = seat;
        }
        for card in &own.cards_used {
            let slot = self.slot_called(card)?;
            self.state.used |= 1u16.checked_shl(slot.0.into()).unwrap_or(0);
        }
        for (mine, told) in self.state.copies.iter_mut().zip(own.copy_cards.unwrap_or_default()) {
            *mine = told;
        }
        for company in self.playing().collect::<Vec<_>>() {
            let stations = self.core().board().stations(&self.sheet().tiles, company.0);
            let first = stations.first().map_or(NOWHERE, |spot| spot.cell.0);
            self.state.homes[company.at()] = first;
            self.state.core.company_mut(company).set(Flag::Available, false);
        }
        for (id, name) in &own.homes {
            let unknown = || Fault::new("no-cell").with("cell", name);
            let cell: Cell = self.sheet().map.by_name(name).ok_or_else(unknown)?;
            let at = company(self.sheet(), id)?.at();
            self.state.homes[at] = cell.0;
        }
        self.state.bought = own.bought.min(100);
        let his: Vec<Company> = match own.gulliver {
            Some(his) => companies(self.sheet(), &his)?,
            None => self.companies_of(self.gulliver()).collect(),
        };
        for (mine, company) in self.state.gulliver.iter_mut().zip(his) {
            *mine = company.0;
        }
        self.put_away();
        Ok(())
    }
}

impl Arranged for LilliputPosition {
    type Own = Own;
    const STANDINGS: &'static [Flag] = &[Flag::Closed];

    // Starting companies have trains that begin no phase (LIL-DRAFT-6), sold shares go back where they came from, and tiles
    // of characters wait for no phase (LIL-CHARACTER-2).
    fn could_be(&self) -> &'static [&'static str] {
        &["train-early", "float-early", "tile-early"]
    }

    fn enter(&mut self, laid: Core, entry: &Entry<'_>, own: Own) -> Result<(), Fault> {
        self.state.core = laid;
        let (turns, round) = (own.turns, self.round());
        self.keep(own)?;
        if round > self.printed.rounds {
            return Err(Fault::new("round").with("round", "round"));
        }
        self.state.opening.clear();
        let (kind, stage) = match entry.goes {
            Goes::Player(turn) => {
                entry.step_of(&["card"], |step| step)?;
                let all = 0..2 * self.printed.seats;
                let his = |&n: &u8| snake(&self.state.core, n.into()) == turn.player();
                let told = turns.filter(his).filter(|n| all.contains(n));
                self.state.turn = told.or(all.clone().find(his)).unwrap_or(0);
                (RoundKind::Actions, Stage::Turn)
            }
            Goes::Company(lineup, company) => {
                let pays =
                    entry.step_of(&[false, true], |pays| ["run", "dividend"][usize::from(pays)])?;
                self.state.lineup = lineup;
                self.state.income = entry.revenue;
                if !pays {
                    self.state.lineup.back();
                }
                self.state.turn = 2 * self.printed.seats;
                (RoundKind::Operating, if pays { Stage::Dividend(company) } else { Stage::Running })
            }
        };
        (self.state.core.round.kind, self.state.stage) = (kind, stage);
        self.settle(&mut Vec::new(), Stage::Over);
        Ok(())
    }
}
