//! Rights of private companies: the swap, the port, the parting tile. S89-PRIVATE

use super::position::ShikokuPosition;
use super::refusals::denied;
use super::state::Wait;
use engine::{Choice, Event, Forbidden, Matter, Move, Player, Refusal, Step};

impl ShikokuPosition {
    // S89-PRIVATE-15: in a stock round, between turns, and in the track step of an own company.
    fn port_open(&self, player: Player) -> bool {
        self.state.turn.as_ref().is_none_or(|turn| {
            let own = self.checks().director(turn.company) == player;
            !turn.begun || turn.step == Step::Track && own
        })
    }

    fn ports(&self, player: Player) -> Vec<Choice> {
        match self.port_open(player) {
            true => self.checks().right_tiles(player),
            false => Vec::new(),
        }
    }

    /// What a player may do at any moment of a stock or operating round: swap a private company, lay its tile.
    /// S89-PRIVATE-15, S89-PRIVATE-24
    pub(super) fn rights_of(&self, player: Player) -> Vec<Choice> {
        let swaps = self.checks().swap_choices(player);
        swaps.chain(self.ports(player)).collect()
    }

    /// A right of a private company, whoever's turn it is; whether the move is one.
    pub(super) fn play_right(
        &mut self,
        wait: Wait,
        mv: &Move,
        events: &mut Vec<Event>,
    ) -> Result<bool, Refusal> {
        if !matches!(wait, Wait::Stock(_) | Wait::Step(..)) {
            return Ok(false);
        }
        match *mv {
            Move::Exchange { paper } => {
                let swap = self.checks().may_swap(paper);
                let (player, company) = swap.map_err(denied(Matter::Swap))?;
                self.acts(events).swap_paper(paper, player, company);
            }
            Move::LayPaperTile { paper, cell, tile, rotation } => {
                let owner = self.checks().owner(paper);
                let Some(owner) = owner.filter(|&p| self.ports(p).iter().any(|c| c.mv == *mv))
                else {
                    return Err(denied(Matter::PaperTile)(Forbidden::NotNow));
                };
                self.acts(events).lay_by_right(owner, paper, (cell, tile, rotation));
            }
            _ => return Ok(false),
        }
        self.settle(events);
        Ok(true)
    }

    /// The seller of a private company lays its tile, or never will. S89-PRIVATE-19
    pub(super) fn play_parting(
        &mut self,
        mv: &Move,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        let Some((sold, seller)) = self.state.parting else {
            return Ok(());
        };
        match *mv {
            Move::Pass => self.state.core.papers[sold.at()].used = true,
            Move::LayPaperTile { paper, cell, tile, rotation }
                if self.checks().parting_tiles(sold).iter().any(|c| c.mv == *mv) =>
            {
                self.acts(events).lay_by_right(seller, paper, (cell, tile, rotation));
            }
            _ => return Err(denied(Matter::PaperTile)(Forbidden::LayTileOrPass)),
        }
        self.state.parting = None;
        self.settle(events);
        Ok(())
    }
}
