//! A draft in the order of a snake.

use crate::{Core, Player};

/// Who picks at turn number `pick`, from 0: there and back again through the order of players.
pub fn snake(core: &Core, pick: u16) -> Player {
    let n = u16::from(core.seats);
    let (round, at) = (pick / n, pick % n);
    let at = if round.is_multiple_of(2) { at } else { n - 1 - at };
    Player(core.order[usize::from(at)])
}
