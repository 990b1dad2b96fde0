//! Positions of 1889 that are set up.

use super::position::ShikokuPosition;
use engine::arrange::{Arranged, Entry, Fault, Goes};
use engine::{Core, Flag, Step, Turn};
use serde::{Deserialize, Serialize};

/// What 1889 keeps beside the ledgers.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Own {
    /// Operating rounds of this set; those of the phase if they are not told.
    pub operating_rounds: Option<u8>,
    /// The bank has broken.
    pub bank_broken: bool,
}

impl Arranged for ShikokuPosition {
    type Own = Own;
    const STANDINGS: &'static [Flag] = &[];

    fn enter(&mut self, laid: Core, entry: &Entry<'_>, own: Own) -> Result<(), Fault> {
        self.state.core = laid;
        let state = &mut self.state;
        let of_phase = self.printed.sheet.phases[usize::from(state.core.phase)].rounds;
        state.auction = None;
        state.rounds = own.operating_rounds.unwrap_or(of_phase);
        state.broken = own.bank_broken;
        if state.core.round.number > state.rounds {
            return Err(Fault::new("round").with("round", "operating round"));
        }
        match entry.goes {
            Goes::Player(round) => {
                entry.step_of(&["stock"], |step| step)?;
                state.stock = round;
            }
            Goes::Company(lineup, company) => {
                let step = entry.step_of(&Step::ALL, Step::key)?;
                state.lineup = lineup;
                state.turn = Some(Turn::at(company, step, entry.revenue));
                self.settle(&mut Vec::new());
            }
        }
        self.watch_bank();
        Ok(())
    }
}
