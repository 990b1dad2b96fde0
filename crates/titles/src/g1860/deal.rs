//! The deal of the Locomotives on the Isle of Wight.

use super::printed::{Printed, Traits};
use engine::{CardState, Range, Rng, Roster, SetupError};

/// Deals the cards of a game (IOW-LOCO-3..7). `chosen`: names of the cards, for a freely chosen set.
pub(super) fn deal(
    printed: &Printed,
    chosen: Option<&serde_json::Value>,
    rng: &mut Rng,
) -> Result<Roster, SetupError> {
    let kinds = &printed.sheet.trains;
    let offer = printed.options.locomotive_order;
    let chosen = if offer == "chosen" { Some(read_chosen(printed, chosen)?) } else { None };
    let mut cards: Vec<CardState> = Vec::new();
    for (phase, deal) in printed.deal.iter().enumerate() {
        let in_group = |&k: &u8| {
            let kind = &kinds[usize::from(k)];
            usize::from(kind.phase) == phase && kind.count > 0
        };
        let mut dealt: Vec<u8> = (0..kinds.len() as u8).filter(in_group).collect();
        match (&chosen, deal) {
            (Some(set), _) => dealt.retain(|k| set.contains(k)),
            (None, None) => {}
            (None, Some(n)) => {
                rng.shuffle(&mut dealt);
                dealt = draw(&dealt, usize::from(*n), &printed.traits);
            }
        }
        if offer == "shuffled" && deal.is_some() {
            rng.shuffle(&mut dealt);
        } else {
            // IOW-LOCO-6: first number, second number, price, name.
            dealt.sort_by_key(|&k| (printed.length(k, 0), &printed.sheet.face(k, 0).name));
        }
        cards.extend(dealt.into_iter().map(|kind| Roster::fresh(kind, 0)));
    }
    Ok(Roster { cards: cards.into() })
}

// IOW-LOCO-3: one more card for each dealt card marked as surplus, surplus cards among the extra ones included.
fn draw(pile: &[u8], count: usize, traits: &[Traits]) -> Vec<u8> {
    let mut wanted = count;
    let mut dealt = Vec::new();
    for &kind in pile {
        if dealt.len() == wanted {
            break;
        }
        dealt.push(kind);
        wanted += usize::from(traits[kind as usize].surplus);
    }
    dealt
}

impl Printed {
    /// Length of a train for comparisons: first number, second number (x is highest), price.
    pub(super) fn length(&self, kind: u8, face: u8) -> (u8, u8, i32) {
        let face = self.sheet.face(kind, face);
        match face.range {
            Range::Stations { large, small } => (large, small.unwrap_or(u8::MAX), face.price),
            _ => (0, 0, face.price),
        }
    }
}

fn read_chosen(printed: &Printed, list: Option<&serde_json::Value>) -> Result<Vec<u8>, SetupError> {
    let kinds = &printed.sheet.trains;
    let list = list.and_then(|l| l.get("locomotives"));
    let Some(names) = list.and_then(|l| l.as_array()) else {
        return Err(SetupError::one(
            "a chosen set of locomotives needs the list `locomotives` in `extra`",
        ));
    };
    let (mut set, mut faults) = (Vec::new(), Vec::new());
    for name in names {
        let kind = kinds.iter().position(|k| name.as_str() == Some(&k.name));
        match kind.map(|k| k as u8) {
            Some(kind) if set.contains(&kind) => faults.push(format!("{name} is chosen twice")),
            Some(kind) => set.push(kind),
            None => faults.push(format!("no locomotive is called {name}")),
        }
    }
    for phase in 0..printed.deal.len() as u8 {
        if set.iter().all(|&k| kinds[usize::from(k)].phase != phase) {
            let name = &printed.sheet.phases[usize::from(phase)].name;
            faults.push(format!("no locomotive is chosen for phase {name}"));
        }
    }
    if faults.is_empty() { Ok(set) } else { Err(SetupError::all(faults)) }
}
