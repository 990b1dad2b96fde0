//! Václav, the automatic shareholder of the Bohemia variant.

use super::position::CzPosition;
use super::printed::Variant;
use super::{stock, trains};
use engine::{Company, Event, Flag, NONE, Whereabouts};

/// A company of a size for Václav, drawn from those of the game in the order of the sheet. PUB-5
fn draw(position: &mut CzPosition, size: u8, events: &mut Vec<Event>) -> Option<Company> {
    let printed = position.printed.clone();
    let core = &position.state.core;
    let candidates: Vec<Company> = printed
        .sheet
        .company_ids()
        .filter(|&c| {
            printed.size(c) == size && !core.is(c, Flag::Closed) && !core.is(c, Flag::Started)
        })
        .collect();
    let n = candidates.len() as u32;
    if n == 0 {
        return None;
    }
    let index = if printed.public() {
        let next = (u64::from(position.state.draws) * 1_103_515_245 + 12_345) % (1 << 31);
        position.state.draws = next as u32;
        next as u32 % n
    } else {
        position.state.core.rng.below(n)
    };
    let company = candidates[index as usize];
    events.push(Event::Drawn {
        what: "vaclav-company".to_owned(),
        of: n,
        index,
        result: printed.sheet.company(company).id.clone(),
    });
    Some(company)
}

/// Gives Václav a company of a size with its train. CZ-BOHEMIA-7..10
pub fn arrive(position: &mut CzPosition, size: u8, events: &mut Vec<Event>) {
    let Some(vaclav) = position.state.automatic() else {
        return;
    };
    if position.state.vaclav[size as usize] != NONE {
        return;
    }
    let Some(company) = draw(position, size, events) else {
        return;
    };
    let printed = position.printed.clone();
    position.state.vaclav[size as usize] = company.0;
    let (percent, par) = printed.vaclav[size as usize];
    let def = printed.sheet.company(company);
    let cell = printed
        .sheet
        .market
        .cells
        .iter()
        .position(|c| c.price == par && c.start & (1 << size) != 0);
    stock::start(
        position,
        company,
        vaclav,
        cell.unwrap_or(0) as u8,
        percent / def.unit_percent,
        events,
    );
    stock::float(position, company, events);
    give_train(position, company, events);
}

fn give_train(position: &mut CzPosition, company: Company, events: &mut Vec<Event>) {
    let Some(card) = position.state.core.trains.top() else {
        return;
    };
    let face = position.printed.own_face(company);
    let state = position.state.core.trains.get_mut(card);
    state.place = Whereabouts::Company(company);
    state.face = face;
    position
        .state
        .core
        .trains
        .replenish(&position.printed.sheet);
    events.push(Event::TrainReceived {
        company,
        card,
        face,
    });
    // CZ-BOHEMIA-18
    trains::left_the_bank(position, card, Some(face), events);
}

/// New sizes bring Václav a company each.
pub fn arrive_with_phase(position: &mut CzPosition, events: &mut Vec<Event>) {
    if position.printed.variant != Variant::Bohemia {
        return;
    }
    let sizes = position.printed.sizes[position.state.core.phase as usize];
    for size in 0..3 {
        if sizes & (1 << size) != 0 {
            arrive(position, size, events);
        }
    }
}

/// At the end of a set Václav's companies get new trains instead of an export. CZ-BOHEMIA-17, CZ-BOHEMIA-19
pub fn renew(position: &mut CzPosition, events: &mut Vec<Event>) {
    let present = position.state.vaclav;
    for company in present.into_iter().filter(|&c| c != NONE).map(Company) {
        // Taken over, where the option allows it.
        if position.state.core.is(company, Flag::Closed) {
            continue;
        }
        let old: Vec<_> = position.state.core.trains.of(company).collect();
        for card in old {
            let face = position.state.core.trains.get(card).face;
            position.state.core.trains.get_mut(card).place = Whereabouts::Gone;
            events.push(Event::TrainScrapped {
                card,
                face,
                owner: Some(company),
            });
        }
        give_train(position, company, events);
    }
}
