//! What the moves of a position were found to be worth before. Playouts of one decision meet again what those of the
//! decision before went through.

use crate::policy::SCORED_ON_THE_WAY;
use crate::seats::Judge;
use crate::weigh::{Effort, Weighed, unweighed};
use board::Mark;
use engine::{Position, Sheet};
use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::sync::Arc;

/// Most lists kept.
const KEPT: usize = 10_000;

struct Known {
    // Tells games with other options apart: a state does not hold them.
    sheet: Arc<Sheet>,
    list: Vec<Weighed>,
}

thread_local! {
    static KNOWN: RefCell<HashMap<u64, Known, BuildHasherDefault<Mark>>> = RefCell::default();
}

impl Judge {
    /// As [`Judge::weigh`] with all choices, with the policy's advice if it is asked for; from memory where the position was weighed
    /// on this thread before, whatever its luck. What happened when moves were tried is left out. `mark` is the position's own.
    pub fn weigh_again(
        &self,
        position: &dyn Position,
        mark: u64,
        effort: &Effort,
        advised: bool,
    ) -> Vec<Weighed> {
        let mut h = Mark::default();
        h.write_u8(u8::from(advised));
        h.write_u64(mark);
        h.write_usize(std::ptr::from_ref(self.weights) as usize);
        for part in [self.care.rounds, self.care.rivals] {
            h.write_u64(part.to_bits());
        }
        h.write_u8(u8::from(self.care.sees_trains));
        h.write_u64(self.care.incomes.nodes);
        h.write_u64(self.care.incomes.game);
        effort.hash(&mut h);
        let (key, sheet) = (h.finish(), position.sheet());
        let known = |k: &HashMap<u64, Known, _>| {
            k.get(&key).filter(|k| Arc::ptr_eq(&k.sheet, sheet)).map(|k| k.list.clone())
        };
        if let Some(list) = KNOWN.with_borrow(known) {
            return list;
        }
        let choices = position.choices();
        let mut list = match &choices[..] {
            // What nobody can choose need not be weighed.
            [only] if only.amount.is_none() => vec![unweighed(position, only, effort)],
            _ => self.weigh(position, &choices, effort),
        };
        if advised {
            self.advise(position, &mut list, SCORED_ON_THE_WAY);
        }
        for w in &mut list {
            w.events = Vec::new();
        }
        KNOWN.with_borrow_mut(|known| {
            if known.len() >= KEPT {
                known.clear();
            }
            known.insert(key, Known { sheet: sheet.clone(), list: list.clone() });
        });
        list
    }
}

#[cfg(test)]
mod tests {
    use crate::{Level, Limits, choose};

    #[test]
    fn what_moves_are_worth_does_not_depend_on_luck() {
        let games = [
            ("18cz", "standard", 3),
            ("18cz", "bohemia", 2),
            ("1860", "standard", 2),
            ("18lilliput", "standard", 1),
            ("18lilliput", "standard", 3),
            ("1889", "standard", 3),
        ];
        for (title, variant, players) in games {
            let mut game = crate::trial::game_of(title, variant, players, 5);
            let mut events = Vec::new();
            let effort = crate::choose::effort(Level::Easy);
            for step in 0.. {
                let position = game.position();
                let Some(decision) = choose(position, Level::Easy, 1, Limits::default()) else {
                    break;
                };
                if step % 4 == 0 {
                    let judge = crate::choose::judge(position, Level::Standard, None).in_haste();
                    let found = |luck, again| {
                        let mut copy = position.boxed();
                        copy.reroll(luck);
                        let list = match again {
                            true => {
                                judge.weigh_again(copy.as_ref(), copy.open_mark(), &effort, false)
                            }
                            false => judge.weigh(copy.as_ref(), &copy.choices(), &effort),
                        };
                        // What nobody can choose has no value.
                        let counts = if list.len() > 1 { 1.0 } else { 0.0 };
                        list.into_iter().map(|w| (w.mv, w.value * counts)).collect::<Vec<_>>()
                    };
                    let one = found(7, false);
                    assert_eq!(one, found(8, false), "{title} {variant}, move {step}");
                    assert_eq!(one, found(9, true), "{title} {variant}, move {step}");
                    assert_eq!(one, found(10, true), "{title} {variant}, move {step}");
                }
                events.clear();
                game.play(&decision.mv, &mut events).expect("a legal move");
            }
        }
    }
}
