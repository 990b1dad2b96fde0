//! Buying trains, the limit, the pool, phases, scrapping and export.

use super::position::CzPosition;
use super::printed::{PaperKind, Variant};
use super::state::{Offer, Step};
use super::{auction, offers, papers, vaclav};
use engine::{
    Amount, Card, CardState, Choice, Company, Event, Flag, MAX_COMPANIES, Move, Place, Purse,
    Refusal, TrainFrom, Value, Whereabouts, Why,
};

/// Mark of the 3E-train of Moravia-Silesia while it is with a company for one run.
const GUEST: u8 = 1;

/// Whether a card is only a guest: it counts for nothing but its run. CZ-MORAVIA-24
pub fn is_guest(card: &CardState) -> bool {
    card.marks & GUEST != 0
}

/// Most trains a company may own. CZ-PHASE-14
pub fn limit(position: &CzPosition, company: Company) -> u8 {
    let phase = &position.sheet().phases[position.state.core.phase as usize];
    phase.train_limit[position.printed.size(company) as usize]
}

/// Trains a company owns. CZ-TRAIN-4
pub fn owned(position: &CzPosition, company: Company) -> usize {
    let roster = &position.state.core.trains;
    roster
        .of(company)
        .filter(|&c| !is_guest(roster.get(c)))
        .count()
}

/// Whether a company owns a train of its own class. CZ-TRAIN-1
pub fn has_runnable(position: &CzPosition, company: Company) -> bool {
    let own = position.printed.own_face(company);
    let roster = &position.state.core.trains;
    roster
        .of(company)
        .any(|c| roster.get(c).face == own && !is_guest(roster.get(c)))
}

fn room(position: &CzPosition, company: Company) -> usize {
    usize::from(limit(position, company)).saturating_sub(owned(position, company))
}

/// Whether the company on turn has to buy. CZ-TRAIN-1, CZ-INTRO-20
pub fn must_buy(position: &CzPosition) -> bool {
    let Some(company) = position.on_turn() else {
        return false;
    };
    if has_runnable(position, company) || position.state.is_vaclavs(company) {
        return false;
    }
    match position.printed.variant {
        Variant::Introductory => {
            let cash = position.state.core.money.company(company);
            bank_offers(position, company).any(|(_, _, price, _)| price <= cash)
        }
        // PUB-36
        _ if position.printed.public() && position.state.turn.purchases > 0 => false,
        _ => true,
    }
}

/// Cards of stack and pool with the faces a company could buy: card, face, price, source.
fn bank_offers(
    position: &CzPosition,
    company: Company,
) -> impl Iterator<Item = (Card, u8, i32, TrainFrom)> + '_ {
    let (printed, roster) = (&position.printed, &position.state.core.trains);
    let top = roster.top().map(|c| (c, TrainFrom::Deck));
    top.into_iter()
        .chain(roster.at(Whereabouts::Pool).map(|c| (c, TrainFrom::Pool)))
        .flat_map(move |(card, from)| {
            let state = *roster.get(card);
            let faces = printed.sheet.trains[state.kind as usize].faces.len() as u8;
            (0..faces)
                .filter(move |&face| {
                    printed.may_own(company, face)
                        && !printed.face_in(state.kind, face, position.state.scrapped)
                        && (from == TrainFrom::Deck
                            || printed.options.pool_card_any_face
                            || face == state.face)
                })
                .map(move |face| (card, face, printed.sheet.face(state.kind, face).price, from))
        })
}

/// Whether a face may be bought as far as limit and obligation go. CZ-TRAIN-5, 6, 16
///
/// Only a phase change leaves a company at its limit without a train it can run: CZ-TRAIN-16 here and CZ-ACQUIRE-18 at a
/// take-over see to that. So the exception asks no further.
fn check_place(position: &CzPosition, company: Company, face: u8) -> Result<(), Refusal> {
    let runnable = has_runnable(position, company);
    let own = face == position.printed.own_face(company);
    match room(position, company) {
        0 if runnable => Err(Refusal::new("CZ-TRAIN-5", "train-limit")
            .with("limit", Value::Number(i32::from(limit(position, company))))),
        0 if !own && position.printed.options.limit_exception_must_be_runnable => {
            Err(Refusal::new("CZ-TRAIN-6", "must-be-runnable"))
        }
        0 if position.state.turn.purchases > 0 && position.printed.public() => {
            Err(Refusal::new("CZ-TRAIN-5", "train-limit"))
        }
        1 if !runnable && !own => Err(Refusal::new("CZ-TRAIN-16", "last-place-must-be-runnable")),
        _ => Ok(()),
    }
}

/// Whether the director may help with a face. CZ-EMERGENCY-1, 2, 12
fn check_help(position: &CzPosition, company: Company, face: u8) -> Result<(), Refusal> {
    let refuse = |rule, key| Err(Refusal::new(rule, key));
    if matches!(position.printed.variant, Variant::Introductory) {
        return refuse("CZ-INTRO-22", "not-enough-money");
    }
    if has_runnable(position, company) {
        return refuse("CZ-EMERGENCY-6", "not-enough-money");
    }
    let own = position.printed.own_face(company);
    if face != own {
        return refuse("CZ-EMERGENCY-12", "help-only-for-runnable");
    }
    let cash = position.state.core.money.company(company);
    if position
        .printed
        .options
        .emergency_only_if_nothing_affordable
        && bank_offers(position, company).any(|(_, f, price, _)| f == own && price <= cash)
    {
        return refuse("CZ-EMERGENCY-2", "affordable-train-exists");
    }
    Ok(())
}

fn check_bank(
    position: &CzPosition,
    company: Company,
    face: u8,
    price: i32,
) -> Result<(), Refusal> {
    check_place(position, company, face)?;
    if price > position.state.core.money.company(company) {
        check_help(position, company, face)?;
    }
    Ok(())
}

/// Whether a train of another company may be bought, and the range of prices. CZ-TRAIN-8, 15
fn check_trade(
    position: &CzPosition,
    company: Company,
    seller: Company,
    card: Card,
) -> Result<Amount, Refusal> {
    let core = &position.state.core;
    let state = core.trains.get(card);
    let refuse = |rule, key| Err(Refusal::new(rule, key));
    if core.phase < position.printed.trade_from {
        return refuse("CZ-TRAIN-8", "trains-not-yet-traded");
    }
    if seller == company || state.place != Whereabouts::Company(seller) || is_guest(state) {
        return refuse("CZ-TRAIN-8", "seller-has-no-such-train");
    }
    if position.state.is_vaclavs(seller) {
        return refuse("CZ-BOHEMIA-22", "vaclavs-company");
    }
    if !position.printed.may_own(company, state.face) {
        return refuse("CZ-COMPANY-6", "train-too-large");
    }
    check_place(position, company, state.face)?;
    let least = if needs_consent(position, company, seller) {
        offers::least(
            position,
            Offer::Train {
                card,
                seller,
                amount: 0,
            },
        )
    } else {
        1
    };
    let most = core.money.company(company);
    if least > most {
        return refuse("CZ-TRAIN-15", "not-enough-money");
    }
    Ok(Amount::whole(least, most))
}

fn needs_consent(position: &CzPosition, company: Company, seller: Company) -> bool {
    !position.printed.public() && position.director(company) != position.director(seller)
}

pub fn choices(position: &CzPosition, all: &mut Vec<Choice>) {
    let Some(company) = position.on_turn() else {
        return;
    };
    for (card, face, price, from) in bank_offers(position, company) {
        if check_bank(position, company, face, price).is_ok() {
            all.push(Choice::costing(
                Move::BuyTrain {
                    company,
                    card,
                    face,
                    amount: price,
                    from,
                },
                price,
            ));
        }
    }
    for (i, state) in position.state.core.trains.cards.iter().enumerate() {
        if let Whereabouts::Company(seller) = state.place {
            let card = Card(i as u8);
            if let Ok(range) = check_trade(position, company, seller, card) {
                let from = TrainFrom::Company { company: seller };
                let mv = Move::BuyTrain {
                    company,
                    card,
                    face: state.face,
                    amount: range.min,
                    from,
                };
                all.push(Choice::range(mv, range));
            }
        }
    }
}

/// Whether the train step waits. PUB-7, PUB-36
pub fn waits(position: &CzPosition, company: Company) -> bool {
    if must_buy(position) {
        return true;
    }
    if position.printed.public() {
        let core = &position.state.core;
        let cash = core.money.company(company);
        let cheapest = bank_offers(position, company)
            .map(|(_, _, price, _)| price)
            .min()
            .unwrap_or(i32::MAX);
        let others = core.phase >= position.printed.trade_from
            && core.trains.cards.iter().any(|c| match c.place {
                // Václav's trains count too, although nobody can buy them (PUB-35).
                Whereabouts::Company(other) => other != company,
                _ => false,
            });
        return room(position, company) > 0 && (cash >= cheapest || others && cash >= 1);
    }
    let mut all = Vec::new();
    choices(position, &mut all);
    !all.is_empty() || could_raise(position, company)
}

// CZ-OR-6: local railways may be sold or bought to pay for a train.
fn could_raise(position: &CzPosition, company: Company) -> bool {
    let money = position.state.core.money.company(company) + papers::potential(position, company);
    papers::any(position, company)
        && bank_offers(position, company).any(|(_, face, price, _)| {
            price <= money && check_place(position, company, face).is_ok()
        })
}

/// Buys a train.
pub fn buy(position: &mut CzPosition, mv: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let Move::BuyTrain {
        company,
        card,
        face,
        amount,
        from,
    } = *mv
    else {
        return Err(Refusal::new("CZ-OR-5", "not-in-this-step"));
    };
    if position.on_turn() != Some(company) {
        return Err(
            Refusal::new("CZ-OR-5", "not-this-company").with("company", Value::Company(company))
        );
    }
    if let TrainFrom::Company { company: seller } = from {
        let range = check_trade(position, company, seller, card)?;
        if !range.contains(amount) || position.state.core.trains.get(card).face != face {
            return Err(Refusal::new("CZ-TRAIN-8", "price-out-of-range")
                .with("least", Value::Money(range.min))
                .with("most", Value::Money(range.max)));
        }
        if needs_consent(position, company, seller) {
            offers::make(
                position,
                Offer::Train {
                    card,
                    seller,
                    amount,
                },
                events,
            );
        } else {
            trade(position, company, seller, card, amount, events);
        }
        return Ok(());
    }
    let Some((_, _, price, _)) =
        bank_offers(position, company).find(|o| o.0 == card && o.1 == face && o.3 == from)
    else {
        return Err(Refusal::new("CZ-TRAIN-3", "train-not-for-sale"));
    };
    if amount != price {
        return Err(Refusal::new("CZ-TRAIN-3", "printed-price").with("price", Value::Money(price)));
    }
    check_bank(position, company, face, price)?;
    pay_for(position, company, price, events);
    let core = &mut position.state.core;
    let state = core.trains.get_mut(card);
    state.place = Whereabouts::Company(company);
    state.face = face;
    core.trains.replenish(&position.printed.sheet);
    position.state.unseen = false;
    position.state.turn.bought = card.0;
    position.state.turn.purchases += 1;
    events.push(Event::TrainBought {
        company,
        card,
        face,
        price,
        from,
    });
    left_the_bank(position, card, Some(face), events);
    Ok(())
}

// CZ-EMERGENCY-1, 5, 7, 8
fn pay_for(position: &mut CzPosition, company: Company, price: i32, events: &mut Vec<Event>) {
    let director = position.director(company);
    let core = &mut position.state.core;
    let short = price - core.money.company(company);
    if short > 0 {
        let cash = core.money.player(director).min(short);
        if short > cash {
            let loan = short - cash;
            core.pay(Purse::Bank, Purse::Player(director), loan);
            core.debt[director.at()] += loan;
            core.penalty[director.at()] += loan;
            events.push(Event::LoanTaken {
                player: director,
                amount: loan,
            });
        }
        core.pay(Purse::Player(director), Purse::Company(company), short);
        let (from, to) = (Purse::Player(director), Purse::Company(company));
        events.push(Event::Paid {
            from,
            to,
            amount: short,
            why: Why::DirectorHelp,
        });
    }
    core.pay(Purse::Company(company), Purse::Bank, price);
}

/// A train changes owner. CZ-TRAIN-15
pub fn trade(
    position: &mut CzPosition,
    company: Company,
    seller: Company,
    card: Card,
    amount: i32,
    events: &mut Vec<Event>,
) {
    let core = &mut position.state.core;
    core.pay(Purse::Company(company), Purse::Company(seller), amount);
    core.trains.get_mut(card).place = Whereabouts::Company(company);
    let face = core.trains.get(card).face;
    position.state.unseen = false;
    position.state.turn.bought = card.0;
    position.state.turn.purchases += 1;
    let from = TrainFrom::Company { company: seller };
    events.push(Event::TrainBought {
        company,
        card,
        face,
        price: amount,
        from,
    });
}

/// A card has been sold, given away or exported: phase, scrapping, new companies. CZ-PHASE-1, CZ-PHASE-16
pub fn left_the_bank(
    position: &mut CzPosition,
    card: Card,
    face: Option<u8>,
    events: &mut Vec<Event>,
) {
    let printed = position.printed.clone();
    let kind = position.state.core.trains.get(card).kind;
    let phase = printed.sheet.trains[kind as usize].phase;
    let new_phase = phase > position.state.core.phase;
    if new_phase {
        position.state.core.phase = phase;
        events.push(Event::PhaseBegan { phase });
    }
    let faces = &printed.face_number[kind as usize];
    let mask = match face {
        Some(f) => printed.scraps[faces[f as usize] as usize],
        // CZ-EXPORT-4
        None => faces.iter().fold(0, |m, &n| m | printed.scraps[n as usize]),
    };
    scrap(position, mask, events);
    if new_phase {
        let sizes = printed.sizes[phase as usize];
        for company in printed.sheet.company_ids() {
            let core = &mut position.state.core;
            if sizes & (1 << printed.size(company)) != 0 && !core.is(company, Flag::Closed) {
                core.company_mut(company).set(Flag::Available, true);
            }
        }
        if printed.papers_close.is_some_and(|p| phase >= p) {
            auction::close_papers(position, events);
        }
        vaclav::arrive_with_phase(position, events);
    }
}

/// Scraps all trains that show one of these faces. CZ-PHASE-12, CZ-PHASE-13
pub fn scrap(position: &mut CzPosition, mask: u32, events: &mut Vec<Event>) {
    let printed = position.printed.clone();
    position.state.scrapped |= mask;
    if mask == 0 {
        return;
    }
    for i in 0..position.state.core.trains.cards.len() {
        let card = &mut position.state.core.trains.cards[i];
        let owner = match card.place {
            Whereabouts::Company(c) => Some(c),
            Whereabouts::Pool => None,
            _ => continue,
        };
        if !is_guest(card) && printed.face_in(card.kind, card.face, mask) {
            card.place = Whereabouts::Gone;
            if i < 64 {
                position.state.turn.taken &= !(1 << i);
            }
            events.push(Event::TrainScrapped {
                card: Card(i as u8),
                face: card.face,
                owner,
            });
        }
    }
}

/// The top card leaves the game at the end of a set. CZ-EXPORT-1
pub fn export(position: &mut CzPosition, events: &mut Vec<Event>) {
    let Some(card) = position.state.core.trains.top() else {
        return;
    };
    position.state.core.trains.get_mut(card).place = Whereabouts::Gone;
    position
        .state
        .core
        .trains
        .replenish(&position.printed.sheet);
    events.push(Event::TrainExported { card });
    let so_far = events.len();
    left_the_bank(position, card, None, events);
    // Seen in its files: an export that scraps nothing does not make the public platform look at limits.
    let scrapped = events[so_far..]
        .iter()
        .any(|e| matches!(e, Event::TrainScrapped { .. }));
    position.state.unseen = position.printed.public() && !scrapped;
}

/// The first company above its limit. CZ-PHASE-15
pub fn excess(position: &CzPosition) -> Option<Company> {
    if position.state.unseen {
        return None;
    }
    over(position).next()
}

// Asked before every decision: the cards are counted once for all companies.
fn over(position: &CzPosition) -> impl Iterator<Item = Company> + '_ {
    let mut owned = [0; MAX_COMPANIES];
    for card in &position.state.core.trains.cards {
        if let Whereabouts::Company(company) = card.place
            && !is_guest(card)
        {
            owned[company.at()] += 1;
        }
    }
    position.sheet().company_ids().filter(move |&c| {
        owned[c.at()] > limit(position, c)
            && !position.state.core.is(c, Flag::Closed)
            && !position.state.is_vaclavs(c)
    })
}

fn check_return(
    position: &CzPosition,
    first: Company,
    company: Company,
    card: Card,
) -> Result<(), Refusal> {
    let state = position.state.core.trains.get(card);
    // PUB-41: files hold the discards of several companies in any order.
    let due = company == first || position.printed.public() && over(position).any(|c| c == company);
    if !due || state.place != Whereabouts::Company(company) || is_guest(state) {
        return Err(
            Refusal::new("CZ-PHASE-15", "return-a-train").with("company", Value::Company(first))
        );
    }
    // CZ-TRAIN-6: one other train than the one it had to buy. Otherwise its director chooses freely (CZ-PHASE-15).
    let just_bought = position.on_turn() == Some(company) && position.state.turn.bought == card.0;
    let own = position.printed.own_face(company);
    let roster = &position.state.core.trains;
    let only_runnable = state.face == own
        && !roster
            .of(company)
            .any(|c| c != card && roster.get(c).face == own);
    if just_bought && only_runnable && position.printed.options.limit_exception_must_be_runnable {
        return Err(Refusal::new("CZ-TRAIN-6", "return-another-train"));
    }
    Ok(())
}

pub fn excess_choices(position: &CzPosition, first: Company, all: &mut Vec<Choice>) {
    for company in over(position) {
        for card in position.state.core.trains.of(company) {
            if check_return(position, first, company, card).is_ok() {
                all.push(Choice::one(Move::ReturnTrain { company, card }));
            }
        }
    }
}

/// A company above its limit returns a train to the pool.
pub fn give_back(
    position: &mut CzPosition,
    first: Company,
    mv: &Move,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let Move::ReturnTrain { company, card } = *mv else {
        return Err(
            Refusal::new("CZ-PHASE-15", "return-a-train").with("company", Value::Company(first))
        );
    };
    check_return(position, first, company, card)?;
    position.state.core.trains.get_mut(card).place = Whereabouts::Pool;
    events.push(Event::TrainReturned { company, card });
    Ok(())
}

/// The 3E-train that the company's director could assign now. CZ-MORAVIA-24
pub fn assignable(position: &CzPosition) -> Vec<(Card, Company)> {
    let Some(company) = position.on_turn() else {
        return Vec::new();
    };
    if position.printed.variant != Variant::Moravia || position.state.turn.step > Step::Run {
        return Vec::new();
    }
    let core = &position.state.core;
    let director = core.stock[company.at()].director();
    position
        .sheet()
        .paper_ids()
        .filter(|p| {
            position.printed.paper_kinds[p.at()] == PaperKind::Train
                && director.is_some_and(|d| core.papers[p.at()].place == Place::Player(d))
        })
        .filter_map(|_| core.trains.at(Whereabouts::Aside).next())
        .map(|card| (card, company))
        .collect()
}

/// A player gives the 3E-train to a company for one run.
pub fn assign(
    position: &mut CzPosition,
    card: Card,
    company: Company,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    if !assignable(position).contains(&(card, company)) {
        return Err(Refusal::new("CZ-MORAVIA-24", "train-cannot-be-assigned"));
    }
    let state = position.state.core.trains.get_mut(card);
    state.place = Whereabouts::Company(company);
    state.marks |= GUEST;
    for paper in position.printed.sheet.paper_ids() {
        if position.printed.paper_kinds[paper.at()] == PaperKind::Train {
            position.state.core.papers[paper.at()].place = Place::Gone;
            events.push(Event::PaperClosed { paper });
        }
    }
    events.push(Event::TrainReceived {
        company,
        card,
        face: 0,
    });
    Ok(())
}

/// Guests leave after the run.
pub fn guests_leave(position: &mut CzPosition, company: Company, events: &mut Vec<Event>) {
    if position.printed.variant != Variant::Moravia {
        return;
    }
    for i in 0..position.state.core.trains.cards.len() {
        let card = &mut position.state.core.trains.cards[i];
        if card.place == Whereabouts::Company(company) && is_guest(card) {
            card.place = Whereabouts::Gone;
            events.push(Event::TrainScrapped {
                card: Card(i as u8),
                face: card.face,
                owner: Some(company),
            });
        }
    }
}

/// Whether a company without a train can pay for one from stack or pool. CZ-INTRO-26
pub fn can_afford_one(position: &CzPosition, company: Company) -> Option<bool> {
    let cash = position.state.core.money.company(company);
    let cheapest = bank_offers(position, company).map(|o| o.2).min()?;
    Some(has_runnable(position, company) || cheapest <= cash)
}
