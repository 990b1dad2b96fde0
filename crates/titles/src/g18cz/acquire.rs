//! Taking over smaller companies.

use super::position::CzPosition;
use super::state::Offer;
use super::{offers, papers, station, trains};
use engine::{
    Amount, Card, Choice, Company, Event, Flag, Move, Paper, Place, Player, Purse, Refusal, Value,
    Whereabouts, Why,
};

/// Whether a company may be taken over by another at all. CZ-ACQUIRE-1, CZ-ACQUIRE-2
fn check_target(position: &CzPosition, company: Company, target: Company) -> Result<(), Refusal> {
    let core = &position.state.core;
    let refuse = |rule, key| Err(Refusal::new(rule, key).with("company", Value::Company(target)));
    if core.is(target, Flag::Closed) || !core.is(target, Flag::Floated) {
        return refuse("CZ-ACQUIRE-2", "not-floated");
    }
    if position.printed.classless()
        || position.printed.size(target) >= position.printed.size(company)
    {
        return refuse("CZ-ACQUIRE-1", "not-smaller");
    }
    if position.state.is_vaclavs(target)
        && !position.printed.options.vaclav_companies_can_be_acquired
    {
        return refuse("CZ-BOHEMIA-22", "vaclavs-company");
    }
    Ok(())
}

/// Prices per share from 50 % to 150 % that the treasury covers. CZ-ACQUIRE-3, CZ-ACQUIRE-5
fn prices(position: &CzPosition, company: Company, target: Company) -> Amount {
    let core = &position.state.core;
    let price = core.price(position.sheet(), target).unwrap_or(0);
    let shares = i32::from(core.stock[target.at()].with_players()).max(1);
    let most = (price * 3 / 2).min(core.money.company(company) / shares);
    Amount::whole((price + 1) / 2, most)
}

fn needs_consent(position: &CzPosition, company: Company, target: Company) -> bool {
    !position.printed.public() && position.director(company) != position.director(target)
}

fn range(position: &CzPosition, company: Company, target: Company) -> Amount {
    let mut range = prices(position, company, target);
    if needs_consent(position, company, target) {
        range.min = range.min.max(offers::least(
            position,
            Offer::Acquire { target, amount: 0 },
        ));
    }
    range
}

fn targets(position: &CzPosition, company: Company) -> impl Iterator<Item = Company> + '_ {
    position
        .sheet()
        .company_ids()
        .filter(move |&t| check_target(position, company, t).is_ok())
}

pub fn choices(position: &CzPosition, all: &mut Vec<Choice>) {
    let Some(company) = position.on_turn() else {
        return;
    };
    for target in targets(position, company) {
        let range = range(position, company, target);
        if range.min <= range.max {
            all.push(Choice::range(
                Move::Acquire {
                    target,
                    amount: range.min,
                },
                range,
            ));
        }
    }
}

/// Whether the step waits. PUB-7
pub fn waits(position: &CzPosition, company: Company) -> bool {
    targets(position, company).any(|target| {
        let range = range(position, company, target);
        position.printed.public()
            || range.min <= range.max
            || could_raise(position, company, target)
    })
}

// CZ-OR-6: local railways may be sold or bought to pay for a take-over.
fn could_raise(position: &CzPosition, company: Company, target: Company) -> bool {
    let core = &position.state.core;
    let price = core.price(position.sheet(), target).unwrap_or(0);
    let least = (price + 1) / 2 * i32::from(core.stock[target.at()].with_players());
    papers::any(position, company)
        && least <= core.money.company(company) + papers::potential(position, company)
}

/// Names a price; the other director has to agree.
pub fn propose(
    position: &mut CzPosition,
    target: Company,
    amount: i32,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let Some(company) = position.on_turn() else {
        return Err(Refusal::new("CZ-ACQUIRE-1", "not-in-this-step"));
    };
    check_target(position, company, target)?;
    let range = range(position, company, target);
    if !range.contains(amount) {
        let full = prices(position, company, target);
        let price = position
            .state
            .core
            .price(position.sheet(), target)
            .unwrap_or(0);
        let rule = if amount > full.max && amount <= price * 3 / 2 {
            "CZ-ACQUIRE-5"
        } else {
            "CZ-ACQUIRE-3"
        };
        return Err(Refusal::new(rule, "price-out-of-range")
            .with("least", Value::Money(range.min))
            .with("most", Value::Money(range.max)));
    }
    if needs_consent(position, company, target) {
        offers::make(position, Offer::Acquire { target, amount }, events);
    } else {
        carry_out(position, company, target, amount, events);
    }
    Ok(())
}

/// The take-over itself. CZ-ACQUIRE-4, 6, 7, 16
pub fn carry_out(
    position: &mut CzPosition,
    company: Company,
    target: Company,
    amount: i32,
    events: &mut Vec<Event>,
) {
    let holders: Vec<Player> = position
        .state
        .core
        .players()
        .chain(position.state.automatic())
        .collect();
    let core = &mut position.state.core;
    events.push(Event::Acquired {
        company,
        target,
        price: amount,
    });
    for player in holders {
        let due = amount * i32::from(core.stock[target.at()].of(player));
        if due > 0 {
            core.pay(Purse::Company(company), Purse::Player(player), due);
            let (from, to) = (Purse::Company(company), Purse::Player(player));
            events.push(Event::Paid {
                from,
                to,
                amount: due,
                why: Why::TakeOver,
            });
        }
    }
    let treasury = core.money.company(target);
    core.pay(Purse::Company(target), Purse::Company(company), treasury);
    let papers: Vec<Paper> = core.papers_at(Place::Company(target)).collect();
    for paper in papers {
        core.papers[paper.at()].place = Place::Company(company);
    }
    let cards: Vec<Card> = core.trains.of(target).collect();
    for card in cards {
        core.trains.get_mut(card).place = Whereabouts::Company(company);
        position.state.turn.taken |= 1u64.checked_shl(u32::from(card.0)).unwrap_or(0);
    }
    position.state.unseen = false;
    position.state.turn.merging = target.0;
    station::leave_shared_cities(position, company, target, events);
    if station::doubled(position, company).is_none() {
        merge(position, company);
    }
}

/// Stations change hands and the company taken over leaves the game.
pub fn merge(position: &mut CzPosition, company: Company) {
    let target = Company(std::mem::replace(
        &mut position.state.turn.merging,
        engine::NONE,
    ));
    let core = &mut position.state.core;
    core.market.remove(target);
    core.stock[target.at()].recall();
    core.company_mut(target).set(Flag::Closed, true);
    station::take_over(position, target, company);
}

fn taken(position: &CzPosition) -> impl Iterator<Item = Card> + '_ {
    let mask = position.state.turn.taken;
    (0..64)
        .filter(move |i| mask & (1 << i) != 0)
        .map(|i| Card(i as u8))
}

/// Whether a train taken over may be turned to a face, and what it costs. CZ-ACQUIRE-11, 13, 14
fn check_turn(
    position: &CzPosition,
    company: Company,
    card: Card,
    face: u8,
) -> Result<i32, Refusal> {
    let (printed, core) = (&position.printed, &position.state.core);
    let state = core.trains.get(card);
    let faces = &printed.sheet.trains[state.kind as usize].faces;
    let refuse = |rule, key| Err(Refusal::new(rule, key));
    if usize::from(face) >= faces.len() || face <= state.face || !printed.may_own(company, face) {
        return refuse("CZ-ACQUIRE-13", "face-not-larger");
    }
    if !printed.options.conversion_any_larger_face && face != printed.own_face(company) {
        return refuse("CZ-ACQUIRE-13", "only-own-class");
    }
    if printed.face_in(state.kind, face, position.state.scrapped) {
        return refuse("CZ-ACQUIRE-14", "face-scrapped");
    }
    let cost = (faces[face as usize].price - faces[state.face as usize].price).max(0);
    if cost > core.money.company(company) {
        return Err(
            Refusal::new("CZ-ACQUIRE-13", "not-enough-money").with("price", Value::Money(cost))
        );
    }
    let decided = trains::owned(position, company) - (taken(position).count() - 1);
    if !printed.public() && decided > usize::from(trains::limit(position, company)) {
        return refuse("CZ-ACQUIRE-11", "over-the-limit");
    }
    if face != printed.own_face(company) {
        check_filled(position, company, decided)?;
    }
    Ok(cost)
}

/// Whether a take-over may leave the acquirer with so many trains: it does not come to its limit without one it can
/// run. CZ-ACQUIRE-18, CZ-TRAIN-16
fn check_filled(position: &CzPosition, company: Company, owned: usize) -> Result<(), Refusal> {
    let printed = &position.printed;
    if printed.options.limit_exception_only_after_phase_change
        && owned >= usize::from(trains::limit(position, company))
        && !trains::has_runnable(position, company)
    {
        return Err(Refusal::new("CZ-ACQUIRE-18", "last-place-must-be-runnable"));
    }
    Ok(())
}

fn check_keep_all(position: &CzPosition, company: Company) -> Result<(), Refusal> {
    let owned = trains::owned(position, company);
    if owned > usize::from(trains::limit(position, company)) {
        return Err(Refusal::new("CZ-ACQUIRE-11", "over-the-limit"));
    }
    check_filled(position, company, owned)
}

pub fn taken_choices(position: &CzPosition, all: &mut Vec<Choice>) {
    let Some(company) = position.on_turn() else {
        return;
    };
    for card in taken(position) {
        for face in 0..3 {
            if let Ok(cost) = check_turn(position, company, card, face) {
                all.push(Choice::costing(Move::TurnTrain { card, face }, cost));
            }
        }
        all.push(Choice::one(Move::ScrapTrain { card }));
    }
    if check_keep_all(position, company).is_ok() {
        all.push(Choice::one(Move::Pass));
    }
}

/// Turns, scraps or keeps trains taken over.
pub fn decide_taken(
    position: &mut CzPosition,
    mv: &Move,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let Some(company) = position.on_turn() else {
        return Err(Refusal::new("CZ-ACQUIRE-10", "not-in-this-step"));
    };
    let check_card = |position: &CzPosition, card: Card| {
        if taken(position).any(|c| c == card) {
            Ok(())
        } else {
            // CZ-ACQUIRE-12
            Err(Refusal::new("CZ-ACQUIRE-12", "not-taken-over"))
        }
    };
    match *mv {
        Move::TurnTrain { card, face } => {
            check_card(position, card)?;
            let cost = check_turn(position, company, card, face)?;
            let core = &mut position.state.core;
            core.pay(Purse::Company(company), Purse::Bank, cost);
            core.trains.get_mut(card).face = face;
            let kind = core.trains.get(card).kind;
            position.state.turn.taken &= !(1 << card.0);
            events.push(Event::TrainTurned {
                company,
                card,
                face,
                price: cost,
            });
            if position.printed.options.conversion_scraps_trains {
                let number = position.printed.face_number[kind as usize][face as usize];
                trains::scrap(position, position.printed.scraps[number as usize], events);
            }
            Ok(())
        }
        Move::ScrapTrain { card } => {
            check_card(position, card)?;
            let core = &mut position.state.core;
            let face = core.trains.get(card).face;
            core.trains.get_mut(card).place = Whereabouts::Gone;
            position.state.turn.taken &= !(1 << card.0);
            events.push(Event::TrainScrapped {
                card,
                face,
                owner: Some(company),
            });
            Ok(())
        }
        Move::Pass => {
            check_keep_all(position, company)?;
            position.state.turn.taken = 0;
            Ok(())
        }
        _ => Err(Refusal::new("CZ-ACQUIRE-10", "decide-on-trains-first")),
    }
}
