//! Offers that another player has to accept. CZ-LOCAL-5, CZ-TRAIN-8, CZ-ACQUIRE-3

use super::position::CzPosition;
use super::state::Offer;
use super::{acquire, papers, trains};
use engine::{Event, Move, Place, Player, Refusal};

/// The player who has to answer.
pub fn asked(position: &CzPosition, offer: Offer) -> Player {
    match offer {
        Offer::Train { seller, .. } => position.director(seller),
        Offer::Paper { paper, .. } => match position.state.core.papers[paper.at()].place {
            Place::Player(owner) => owner,
            _ => Player(0),
        },
        Offer::Acquire { target, .. } => position.director(target),
    }
}

/// Least price that has not been refused this turn.
pub fn least(position: &CzPosition, offer: Offer) -> i32 {
    let (kind, number, _) = offer.key();
    position
        .state
        .turn
        .refused
        .iter()
        .filter(|r| r.0 == kind && r.1 == number)
        .map(|r| r.2 + 1)
        .max()
        .unwrap_or(1)
        .max(1)
}

/// Makes an offer.
pub fn make(position: &mut CzPosition, offer: Offer, events: &mut Vec<Event>) {
    let to = asked(position, offer);
    if let Some(from) = position.on_turn() {
        events.push(Event::Offered { from, to });
    }
    position.state.offer = Some(offer);
}

/// The other side answers.
pub fn answer(
    position: &mut CzPosition,
    offer: Offer,
    mv: &Move,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let Move::Answer { accept } = *mv else {
        return Err(Refusal::new(rule_of(offer), "answer-the-offer"));
    };
    let player = asked(position, offer);
    events.push(Event::Answered { player, accept });
    position.state.offer = None;
    let Some(company) = position.on_turn() else {
        return Ok(());
    };
    if !accept {
        let refused = &mut position.state.turn.refused;
        refused.rotate_right(1);
        refused[0] = offer.key();
        return Ok(());
    }
    match offer {
        Offer::Train {
            card,
            seller,
            amount,
        } => trains::trade(position, company, seller, card, amount, events),
        Offer::Paper { paper, amount } => papers::buy(position, company, paper, amount, events),
        Offer::Acquire { target, amount } => {
            acquire::carry_out(position, company, target, amount, events)
        }
    }
    Ok(())
}

fn rule_of(offer: Offer) -> &'static str {
    match offer {
        Offer::Train { .. } => "CZ-TRAIN-8",
        Offer::Paper { .. } => "CZ-LOCAL-5",
        Offer::Acquire { .. } => "CZ-ACQUIRE-3",
    }
}
