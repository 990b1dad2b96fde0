//! The pre-stock round: a snake draft of local railways.

use super::position::CzPosition;
use super::{operating, stock};
use engine::{Choice, Event, Lot, Move, Paper, Place, Player, Purse, Refusal, Value};

/// The player whose turn number `turn` of the draft is. CZ-PRE-1
pub fn drafter(position: &CzPosition, turn: u16) -> Player {
    let n = u16::from(position.state.core.seats);
    let (round, at) = (turn / n, turn % n);
    let at = if round.is_multiple_of(2) {
        at
    } else {
        n - 1 - at
    };
    Player(position.state.core.order[at as usize])
}

fn price(position: &CzPosition, paper: Paper) -> i32 {
    position.printed.sheet.papers[paper.at()].price
}

/// Whether a player can afford a remaining paper. CZ-PRE-5
pub fn can_buy(position: &CzPosition, player: Player) -> bool {
    let cash = position.state.core.money.player(player);
    position
        .state
        .core
        .papers_at(Place::Bank)
        .any(|p| price(position, p) <= cash)
}

pub fn choices(position: &CzPosition, all: &mut Vec<Choice>) {
    let cash = position
        .state
        .core
        .money
        .player(Player(position.state.actor));
    for paper in position.state.core.papers_at(Place::Bank) {
        if price(position, paper) <= cash {
            all.push(Choice::costing(
                Move::Take {
                    lot: Lot::Paper(paper),
                },
                price(position, paper),
            ));
        }
    }
    all.push(Choice::one(Move::Pass));
}

pub fn play(position: &mut CzPosition, mv: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let player = Player(position.state.actor);
    match mv {
        Move::Pass => {
            events.push(Event::Passed { player });
            position.state.passes |= 1 << player.0;
        }
        Move::Take {
            lot: Lot::Paper(paper),
        } => {
            let paper = *paper;
            if position.state.core.papers[paper.at()].place != Place::Bank {
                return Err(Refusal::new("CZ-PRE-2", "paper-not-for-sale")
                    .with("paper", Value::Paper(paper)));
            }
            let price = price(position, paper);
            if position.state.core.money.player(player) < price {
                return Err(
                    Refusal::new("CZ-PRE-2", "not-enough-money").with("price", Value::Money(price))
                );
            }
            position
                .state
                .core
                .pay(Purse::Player(player), Purse::Bank, price);
            position.state.core.papers[paper.at()].place = Place::Player(player);
            events.push(Event::LotTaken {
                player,
                lot: Lot::Paper(paper),
                price,
            });
            position.state.passes = 0;
        }
        _ => return Err(Refusal::new("CZ-PRE-2", "draft-takes-or-passes")),
    }
    position.state.draft += 1;
    Ok(())
}

/// Goes on to the next player who can do something, or to the first stock round. Returns whether it waits.
pub fn advance(position: &mut CzPosition, events: &mut Vec<Event>) -> bool {
    let mut skipped = false;
    loop {
        let everybody = (1 << position.state.core.seats) - 1;
        let left = position.state.core.papers_at(Place::Bank).next().is_some();
        // CZ-PRE-4
        if position.state.passes == everybody || !left {
            finish(position, events);
            return false;
        }
        let player = drafter(position, position.state.draft);
        position.state.actor = player.0;
        if can_buy(position, player) {
            return true;
        }
        // The public platform ends its draft when two turns in a row find nothing to buy.
        if skipped && position.printed.public() {
            begin_stock(position, events);
            return false;
        }
        skipped = true;
        position.state.passes |= 1 << player.0;
        position.state.draft += 1;
    }
}

/// What follows the opening: unsold papers leave the game, order cards by cash. CZ-LOCAL-21, CZ-PRE-6, CZ-PRE-7
pub fn finish(position: &mut CzPosition, events: &mut Vec<Event>) {
    let unsold: Vec<Paper> = position.state.core.papers_at(Place::Bank).collect();
    for paper in unsold {
        position.state.core.papers[paper.at()].place = Place::Aside;
    }
    begin_stock(position, events);
}

fn begin_stock(position: &mut CzPosition, events: &mut Vec<Event>) {
    position.state.auction = None;
    stock::reorder(position, false, events);
    operating::next_box(position, events);
}
