//! A game that is played on in thought.

use crate::search::Glance;
use crate::weigh::Weighed;
use board::Mark;
use engine::{Move, Player, Position, Rng, RoundKind, RoundName};
use std::hash::{Hash, Hasher};

/// A position on its way to a leaf.
pub struct Walk {
    /// The position.
    pub position: Box<dyn Position>,
    // The round in which it began.
    begun: RoundName,
    /// The present round.
    pub round: RoundName,
    /// Rounds of running still to play; with none, the round in which it began.
    pub runs: u8,
    /// What is drawn in a round depends on this and on the round, not on what was drawn before: two walks in the same luck
    /// differ in what was done, and as little as can be in what falls.
    luck: u64,
    /// How far what moves are worth may be mistaken on the way.
    pub waver: f64,
    /// How far is looked at every decision on the way.
    pub glance: Option<Glance>,
    /// Who thinks.
    pub thinks: Option<Player>,
    /// What standard would do without playouts; otherwise in haste.
    pub careful: bool,
    /// How much work it was so far, measured in moves from positions that were met before.
    pub work: u32,
}

impl Walk {
    /// A copy in which draws to come fall otherwise.
    pub fn from(position: &dyn Position, luck: u64, runs: u8) -> Walk {
        let mut copy = position.boxed();
        copy.reroll(luck);
        copy.make_haste();
        let round = copy.core().round;
        Walk {
            begun: round,
            round,
            position: copy,
            runs,
            luck,
            waver: 0.0,
            thinks: position.decision().map(|d| d.player),
            glance: None,
            careful: false,
            work: 0,
        }
    }

    /// The same moves are mistaken alike in all walks of the same luck and round.
    pub fn mistake(&self, list: &mut [Weighed]) {
        let round = self.round_luck();
        for w in list.iter_mut().filter(|w| w.mv != Move::Pass) {
            let mut mark = Mark::default();
            w.mv.hash(&mut mark);
            let chance = Rng::new(round ^ mark.finish()).below(1001);
            w.value += self.waver * (f64::from(chance) / 1000.0 - 0.5);
        }
        list.sort_by(|a, b| b.value.total_cmp(&a.value));
    }

    /// What is drawn in the present round.
    pub fn round_luck(&self) -> u64 {
        let RoundName { kind, set, number } = self.round;
        let further = u64::from(number.saturating_sub(1));
        self.luck ^ further << 16 ^ u64::from(set) << 8 ^ kind as u64
    }

    /// Enough is known once companies have run so often, and the round in which it began is over.
    pub fn is_leaf(&self) -> bool {
        self.runs == 0 && self.round != self.begun || self.position.decision().is_none()
    }

    /// Whether the move was accepted.
    pub fn step(&mut self, mv: &Move, events: &mut Vec<engine::Event>) -> bool {
        events.clear();
        if self.position.play(mv, events).is_err() {
            return false;
        }
        self.work += 1;
        let round = self.position.core().round;
        if round != self.round {
            let ran = u8::from(self.round.kind == RoundKind::Operating);
            self.runs = self.runs.saturating_sub(ran);
            self.round = round;
            let mut rng = Rng::new(self.round_luck());
            self.position.reroll(rng.word());
        }
        true
    }
}
