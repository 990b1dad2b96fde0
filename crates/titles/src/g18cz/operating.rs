//! Operating rounds: the order of companies and the steps of a turn.

use super::position::{CzPosition, Situation};
use super::printed::{BoxKind, Variant};
use super::state::{Step, Turn};
use super::{
    acquire, auction, ending, opening, papers, run, station, stock, track, trains, vaclav,
};
use engine::{
    Company, Event, Flag, Move, Place, Player, Purse, Refusal, RoundKind, RoundName, Why,
};

/// A move in a step of a company's turn.
pub fn play(
    position: &mut CzPosition,
    step: Step,
    mv: &Move,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    if step != Step::Home && papers::concerns(mv) {
        return papers::play(position, mv, events);
    }
    match (step, mv) {
        (_, Move::Pass) => {
            if !may_pass(position, step) {
                let rule = match step {
                    Step::Home => "CZ-TRACK-18",
                    Step::Run => "CZ-OR-5",
                    Step::Trains => "CZ-TRAIN-1",
                    _ => "CZ-OR-5",
                };
                return Err(Refusal::new(rule, "step-is-compulsory"));
            }
            leave(position, step);
            Ok(())
        }
        (Step::Home, Move::LayTile { .. }) => track::lay_home(position, mv, events),
        (Step::Track, Move::LayTile { company, .. }) => {
            track::lay(position, mv, events)?;
            // PUB-11: the last lay ends the step even while a marker waits for its city.
            if position.printed.public() && !track::waits(position, *company) {
                leave(position, step);
            }
            Ok(())
        }
        (Step::Station, Move::PlaceStation { .. }) => station::place(position, mv, events),
        (
            Step::Run,
            Move::Run {
                company,
                routes,
                recorded,
            },
        ) => run::run(position, *company, routes, *recorded, events),
        (Step::Dividend, Move::Dividend { pay }) => run::dividend(position, *pay, events),
        (Step::Acquire, Move::Acquire { target, amount }) => {
            acquire::propose(position, *target, *amount, events)
        }
        (Step::Trains, Move::BuyTrain { .. }) => trains::buy(position, mv, events),
        _ => Err(Refusal::new("CZ-OR-5", "not-in-this-step")),
    }
}

/// Whether a step may be ended without doing it.
pub fn may_pass(position: &CzPosition, step: Step) -> bool {
    match step {
        Step::Home | Step::Run | Step::Dividend => false,
        Step::Trains => !trains::must_buy(position),
        _ => true,
    }
}

fn leave(position: &mut CzPosition, step: Step) {
    let turn = &mut position.state.turn;
    if step == Step::Track {
        // CZ-TRACK-3
        position.state.fresh &= !(1 << turn.company);
    }
    turn.step = step.next();
}

/// Moves on until somebody has to decide or the game is over.
pub fn advance(position: &mut CzPosition, events: &mut Vec<Event>) {
    while !position.state.over {
        if position.state.offer.is_some() || position.state.city.is_some() {
            return;
        }
        let waits = match position.state.core.round.kind {
            RoundKind::Opening if position.state.auction.is_some() => {
                auction::advance(position, events)
            }
            RoundKind::Opening => opening::advance(position, events),
            RoundKind::Stock => {
                matches!(position.situation(), Some(Situation::Excess(_)))
                    || stock::advance(position, events)
            }
            _ if position.state.westbahn => return,
            _ => operate(position, events),
        };
        if waits {
            return;
        }
    }
}

// One thing in an operating round; returns whether somebody has to decide.
fn operate(position: &mut CzPosition, events: &mut Vec<Event>) -> bool {
    let Some(company) = position.on_turn() else {
        if !next_company(position, events) {
            end_round(position, events);
        }
        return false;
    };
    match position.situation() {
        Some(Situation::Step(Step::Done)) => {
            end_turn(position, company);
            false
        }
        Some(Situation::Step(step)) => {
            if blocks(position, company, step) {
                return true;
            }
            match step {
                Step::Run => run::without_choice(position, company, events),
                Step::Dividend => run::settle(position, company, events),
                _ => {}
            }
            leave(position, step);
            false
        }
        _ => true,
    }
}

fn blocks(position: &CzPosition, company: Company, step: Step) -> bool {
    let vaclavs = position.state.is_vaclavs(company);
    match step {
        Step::Home => {
            !position.state.core.is(company, Flag::Home)
                && position.printed.red_tile[company.at()].is_some()
        }
        Step::Track => track::waits(position, company),
        Step::Station => station::waits(position, company),
        Step::Run => run::waits(position, company),
        Step::Dividend => {
            position.state.turn.revenue > 0 && run::director_decides(position, company)
        }
        Step::Acquire => !vaclavs && acquire::waits(position, company),
        Step::Trains => !vaclavs && trains::waits(position, company),
        Step::Papers => !vaclavs && papers::waits(position, company),
        Step::Done => false,
    }
}

fn next_company(position: &mut CzPosition, events: &mut Vec<Event>) -> bool {
    loop {
        let s = &mut position.state;
        let Some(&next) = s
            .queue
            .get(s.begun as usize)
            .filter(|&&c| c != engine::NONE)
        else {
            return false;
        };
        s.begun += 1;
        let company = Company(next);
        // CZ-OR-4
        if s.core.is(company, Flag::Closed) {
            continue;
        }
        s.turn = Turn::of(company);
        events.push(Event::TurnBegan { company });
        station::place_home(position, company, events);
        return true;
    }
}

fn end_turn(position: &mut CzPosition, company: Company) {
    position.state.turn = Turn::NONE;
    if position.printed.variant == Variant::Introductory {
        ending::check_last_round(position, company);
    }
}

fn end_round(position: &mut CzPosition, events: &mut Vec<Event>) {
    let here = position.printed.process[position.state.at as usize];
    if here.export {
        // CZ-EXPORT-1, CZ-BOHEMIA-17
        if position.printed.variant == Variant::Bohemia {
            vaclav::renew(position, events);
        } else {
            trains::export(position, events);
        }
    }
    next_box(position, events);
}

/// Goes on to the next box of the process track. CZ-END-1, CZ-END-2
pub fn next_box(position: &mut CzPosition, events: &mut Vec<Event>) {
    if position.state.at as usize + 1 == position.printed.process.len() || position.state.last_round
    {
        let reason = ending::reason(position);
        ending::end(position, reason, events);
        return;
    }
    position.state.at += 1;
    let here = position.printed.process[position.state.at as usize];
    let kind = match here.kind {
        BoxKind::Pre => RoundKind::Opening,
        BoxKind::Stock => RoundKind::Stock,
        BoxKind::Operating => RoundKind::Operating,
    };
    let round = RoundName {
        kind,
        set: here.set,
        number: here.number,
    };
    position.state.core.round = round;
    events.push(Event::RoundBegan { round });
    match here.kind {
        BoxKind::Stock => stock::begin(position),
        BoxKind::Operating => {
            if auction::westbahn_may_build(position) {
                position.state.westbahn = true;
            } else {
                begin_operating(position, events);
            }
        }
        BoxKind::Pre => {}
    }
}

/// Papers pay, then the order of companies is fixed. CZ-OR-1..3
pub fn begin_operating(position: &mut CzPosition, events: &mut Vec<Event>) {
    pay_papers(position, events);
    let printed = position.printed.clone();
    let core = &position.state.core;
    let order = if printed.variant == Variant::Introductory {
        printed.intro_companies.clone()
    } else {
        let floated = printed
            .sheet
            .company_ids()
            .filter(|&c| core.is(c, Flag::Floated) && !core.is(c, Flag::Closed));
        core.market.order(&printed.sheet.market, floated)
    };
    let s = &mut position.state;
    s.queue = [engine::NONE; 16];
    for (i, c) in order.iter().enumerate() {
        s.queue[i] = c.0;
    }
    s.begun = 0;
    s.turn = Turn::NONE;
}

// CZ-LOCAL-2
fn pay_papers(position: &mut CzPosition, events: &mut Vec<Event>) {
    let printed = position.printed.clone();
    let players: Vec<Player> = position.state.core.players().collect();
    let mut pay = |position: &mut CzPosition, place: Place, purse: Purse| {
        let income: i32 = position
            .state
            .core
            .papers_at(place)
            .map(|p| auction::income(position, p))
            .sum();
        if income > 0 {
            position.state.core.pay(Purse::Bank, purse, income);
            events.push(Event::Paid {
                from: Purse::Bank,
                to: purse,
                amount: income,
                why: Why::PaperIncome,
            });
        }
    };
    for player in players {
        pay(position, Place::Player(player), Purse::Player(player));
    }
    for company in printed.sheet.company_ids() {
        pay(position, Place::Company(company), Purse::Company(company));
    }
}
