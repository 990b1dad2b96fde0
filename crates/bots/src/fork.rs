//! Moves from one position, each played on from to the end in the same luck. Networks learn from them what a move changes: what
//! the ends have in common falls out.

use crate::choose::{effort, is_judged, judge};
use crate::features::Scene;
use crate::level::Level;
use crate::policy::SCORED;
use crate::policy::Traits;
use crate::search::{Manner, Search};
use engine::{Move, Outcome, Position, Rng};

/// What came of one move.
#[derive(Clone, Debug)]
pub struct Branch {
    /// The move.
    pub mv: Move,
    /// What it is worth by judgement alone, in parts of what a seat can expect.
    pub judged: f64,
    /// The end of the round, and then of each further round of running: where playouts end.
    pub scenes: Vec<Option<Scene>>,
    /// How it ended.
    pub outcome: Outcome,
}

/// The best move by judgement and another that comes near; nothing where moves are not played on from. `manner`: how it is
/// played on the way. `rounds`: so many scenes are kept at most.
pub fn fork(
    position: &dyn Position,
    seed: u64,
    manner: Manner,
    rounds: usize,
) -> Option<[Branch; 2]> {
    let judge = judge(position, Level::Standard, None);
    if is_judged(position, &judge) {
        return None;
    }
    let list = judge.weigh(position, &position.choices(), &effort(Level::Standard));
    let mut search = Search::new(&judge, position, seed);
    let near = search.near(&list, judge.weights.looks.into());
    if near < 2 {
        return None;
    }
    let mut rng = Rng::new(seed);
    let other = 1 + rng.below(near as u32 - 1) as usize;
    let luck = search.luck();
    let unit = judge.usual(position).max(1.0);
    let branch = |at: usize| {
        let mv = list[at].mv.clone();
        let mut scenes = Vec::new();
        let look = |position: &dyn Position| {
            if scenes.len() < rounds {
                let judge = judge.in_haste();
                scenes.push(judge.scene(position, &judge.seats(position)));
            }
        };
        let outcome = search.to_the_end(position, &mv, (luck, manner), look)?;
        Some(Branch { mv, judged: list[at].value / unit, scenes, outcome })
    };
    Some([branch(0)?, branch(other)?])
}

/// One of several moves from one position, played on from to the end.
#[derive(Clone, Debug)]
pub struct Tried {
    /// What is read of the move.
    pub traits: Traits,
    /// How it ended.
    pub outcome: Outcome,
}

/// The best move by judgement and at most so many others that come near, each played on from to the end in the same luck, as
/// standard plays without playouts. A policy learns from them.
pub fn tried(position: &dyn Position, seed: u64, others: usize) -> Option<Vec<Tried>> {
    let judge = judge(position, Level::Standard, None);
    let list = judge.weigh(position, &position.choices(), &effort(Level::Standard));
    let near = judge.comparable(position, &list, SCORED);
    if near < 2 {
        return None;
    }
    let mut search = Search::new(&judge, position, seed);
    let mut rng = Rng::new(seed);
    let mut rest: Vec<usize> = (1..near).collect();
    rng.shuffle(&mut rest);
    rest.truncate(others);
    let luck = search.luck();
    let traits = judge.traits(position, &list, near)?;
    let branch = |at: usize| {
        let outcome = search.to_the_end(position, &list[at].mv, (luck, Manner::Careful), |_| {})?;
        Some(Tried { traits: traits[at], outcome })
    };
    std::iter::once(0).chain(rest).map(branch).collect()
}

/// How a game ends behind each of some moves, in the luck of a seed, as standard plays without playouts; wavering, so that another
/// seed is another game. Nothing where one of them is refused or comes to no end.
pub fn ends(position: &dyn Position, moves: &[Move], seed: u64) -> Option<Vec<Outcome>> {
    let judge = judge(position, Level::Standard, None);
    let mut search = Search::new(&judge, position, seed);
    let luck = search.luck();
    let end = |mv| search.to_the_end(position, mv, (luck, Manner::Careful), |_| {});
    moves.iter().map(end).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Glance, Limits, choose};

    #[test]
    fn both_branches_are_played_to_the_end_and_looked_at_after_as_many_rounds() {
        let mut game = crate::trial::game("18lilliput", 2, 4);
        let mut events = Vec::new();
        let mut found = 0;
        for step in 0..60 {
            let position = game.position();
            if step % 12 == 0
                && let Some([a, b]) =
                    fork(position, step, Manner::Glance(Glance { looks: 2, ahead: 0, lucks: 1 }), 3)
            {
                assert_ne!(a.mv, b.mv);
                assert!(a.judged >= b.judged);
                for branch in [&a, &b] {
                    assert_eq!(branch.scenes.len(), 3);
                    assert_eq!(branch.outcome.values.len(), 2);
                }
                found += 1;
            }
            let decision = choose(position, Level::Easy, 1, Limits::default()).expect("a move");
            events.clear();
            game.play(&decision.mv, &mut events).expect("a legal move");
        }
        assert!(found > 1, "{found}");
    }

    #[test]
    fn a_seed_is_a_luck_in_which_every_move_is_played_to_the_end() {
        let game = crate::trial::game("18lilliput", 2, 4);
        let position = game.position();
        let decision = choose(position, Level::Standard, 1, Limits::default()).expect("a move");
        let mut moves: Vec<Move> = decision.candidates.into_iter().map(|c| c.mv).collect();
        moves.truncate(2);
        let values = |seed| -> Vec<Vec<i32>> {
            let all = ends(position, &moves, seed).expect("an end behind each");
            all.into_iter().map(|outcome| outcome.values).collect()
        };
        let one = values(1);
        assert_eq!(one.len(), moves.len());
        assert!(one.iter().all(|values| values.len() == 2));
        assert_eq!(one, values(1));
        assert_ne!(one, values(2));
        assert!(ends(position, &[Move::Bankrupt], 1).is_none(), "what is refused has no end");
    }
}
