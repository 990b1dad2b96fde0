//! Local railways in a company's turn: buying, selling, powers. Possible at any point of the turn.

use super::position::CzPosition;
use super::printed::PaperKind;
use super::state::{Offer, Step};
use super::{auction, offers, track, trains};
use engine::{
    Amount, Choice, Company, Event, Holder, LayBy, Move, Paper, Place, Player, Purse, Refusal,
    Value,
};

/// Moves that belong to no step.
pub fn concerns(mv: &Move) -> bool {
    matches!(
        mv,
        Move::BuyPaper { .. }
            | Move::SellPaper { .. }
            | Move::AssignTrain { .. }
            | Move::LayTile {
                by: LayBy::Power { .. },
                ..
            }
    )
}

fn kind(position: &CzPosition, paper: Paper) -> PaperKind {
    position.printed.paper_kinds[paper.at()]
}

/// Whether a company may use the power of a paper. CZ-LOCAL-11
pub fn check_power(position: &CzPosition, company: Company, paper: Paper) -> Result<(), Refusal> {
    let state = position.state.core.papers[paper.at()];
    if state.place != Place::Company(company) || kind(position, paper) != PaperKind::Local {
        return Err(
            Refusal::new("CZ-LOCAL-11", "paper-not-owned").with("paper", Value::Paper(paper))
        );
    }
    if state.used {
        return Err(Refusal::new("CZ-LOCAL-11", "power-used").with("paper", Value::Paper(paper)));
    }
    Ok(())
}

fn trading(position: &CzPosition) -> bool {
    position.state.core.phase >= position.printed.papers_from
}

/// The player who owns a paper that the company may buy, and the highest price. CZ-LOCAL-5..7
fn check_buy(
    position: &CzPosition,
    company: Company,
    paper: Paper,
) -> Result<(Player, i32), Refusal> {
    let core = &position.state.core;
    let refuse = |rule, key| Err(Refusal::new(rule, key).with("paper", Value::Paper(paper)));
    if !trading(position) {
        return refuse("CZ-LOCAL-5", "papers-not-yet-traded");
    }
    if position.state.is_vaclavs(company) {
        return refuse("CZ-BOHEMIA-16", "vaclav-buys-nothing");
    }
    let Place::Player(owner) = core.papers[paper.at()].place else {
        return refuse("CZ-LOCAL-19", "paper-not-with-a-player");
    };
    if kind(position, paper) == PaperKind::Train {
        return refuse("CZ-MORAVIA-24", "paper-cannot-be-sold");
    }
    let size = position.sheet().papers[paper.at()].size;
    if size > position.printed.size(company) {
        return refuse("CZ-LOCAL-7", "paper-too-large");
    }
    let most = position
        .state
        .local_value(&position.printed)
        .unwrap_or(0)
        .min(core.money.company(company));
    if most < 1 {
        return refuse("CZ-LOCAL-5", "not-enough-money");
    }
    Ok((owner, most))
}

fn needs_consent(position: &CzPosition, company: Company, owner: Player) -> bool {
    !position.printed.public() && position.director(company) != owner
}

/// Everything a company can do with papers now.
pub fn choices(position: &CzPosition, all: &mut Vec<Choice>) {
    let Some(company) = position.on_turn() else {
        return;
    };
    let core = &position.state.core;
    for paper in core.papers_at(Place::Company(company)) {
        all.push(Choice::one(Move::SellPaper { paper }));
    }
    for paper in position.sheet().paper_ids() {
        if let Ok((owner, most)) = check_buy(position, company, paper) {
            let least = if needs_consent(position, company, owner) {
                offers::least(position, Offer::Paper { paper, amount: 0 })
            } else {
                1
            };
            if least <= most {
                let mv = Move::BuyPaper {
                    paper,
                    amount: least,
                };
                all.push(Choice::range(mv, Amount::whole(least, most)));
            }
        }
    }
    if position.state.turn.step <= Step::Run {
        for (card, company) in trains::assignable(position) {
            all.push(Choice::one(Move::AssignTrain { card, company }));
        }
    }
    track::power_choices(position, company, all);
}

/// Whether a company owns or can get a paper.
pub fn any(position: &CzPosition, company: Company) -> bool {
    !position.state.is_vaclavs(company)
        && (position
            .state
            .core
            .papers_at(Place::Company(company))
            .next()
            .is_some()
            || position
                .sheet()
                .paper_ids()
                .any(|p| check_buy(position, company, p).is_ok())
            || !trains::assignable(position).is_empty())
}

fn player_owns_any(position: &CzPosition) -> bool {
    position
        .sheet()
        .paper_ids()
        .any(|p| matches!(position.state.core.papers[p.at()].place, Place::Player(_)))
}

/// Whether the track step of the public platform waits because of papers. PUB-7
pub fn track_may_wait(position: &CzPosition, company: Company) -> bool {
    let core = &position.state.core;
    core.papers_at(Place::Company(company))
        .any(|p| !core.papers[p.at()].used)
        || trading(position) && player_owns_any(position) && core.money.company(company) >= 1
}

/// Money that a company could raise through papers. PUB-7
pub fn potential(position: &CzPosition, company: Company) -> i32 {
    if position.state.is_vaclavs(company) {
        return 0;
    }
    let core = &position.state.core;
    let value = position.state.local_value(&position.printed).unwrap_or(0);
    let own = core.papers_at(Place::Company(company)).count() as i32 * value;
    if !trading(position) || core.money.company(company) < 1 {
        return own;
    }
    let public = position.printed.public();
    let others = position
        .sheet()
        .paper_ids()
        .filter(|p| {
            matches!(core.papers[p.at()].place, Place::Player(_))
                && (public
                    || position.sheet().papers[p.at()].size <= position.printed.size(company))
        })
        .count() as i32;
    own + others * (value - 1)
}

/// Whether the last step of a turn waits. PUB-7
pub fn waits(position: &CzPosition, company: Company) -> bool {
    if position.printed.public() {
        let core = &position.state.core;
        return trading(position) && player_owns_any(position) && core.money.company(company) >= 1
            || core.papers_at(Place::Company(company)).next().is_some();
    }
    let mut all = Vec::new();
    choices(position, &mut all);
    !all.is_empty()
}

pub fn play(position: &mut CzPosition, mv: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let Some(company) = position.on_turn() else {
        return Err(Refusal::new("CZ-LOCAL-5", "not-in-this-step"));
    };
    match *mv {
        Move::LayTile {
            company,
            cell,
            tile,
            rotation,
            by,
        } => {
            let lay = track::check(position, company, cell, tile, rotation, by)?;
            track::carry_out(position, company, cell, tile, rotation, by, &lay, events);
            Ok(())
        }
        Move::SellPaper { paper } => {
            // CZ-LOCAL-17
            if position.state.core.papers[paper.at()].place != Place::Company(company) {
                return Err(Refusal::new("CZ-LOCAL-17", "paper-not-owned")
                    .with("paper", Value::Paper(paper)));
            }
            let price = position.state.local_value(&position.printed).unwrap_or(0);
            let core = &mut position.state.core;
            core.papers[paper.at()].place = Place::Gone;
            core.pay(Purse::Bank, Purse::Company(company), price);
            events.push(Event::PaperSold {
                paper,
                by: Holder::Company(company),
                price,
            });
            Ok(())
        }
        Move::BuyPaper { paper, amount } => {
            let (owner, most) = check_buy(position, company, paper)?;
            let offer = Offer::Paper { paper, amount };
            let consent = needs_consent(position, company, owner);
            let least = if consent {
                offers::least(position, offer)
            } else {
                1
            };
            if amount < least || amount > most {
                return Err(Refusal::new("CZ-LOCAL-5", "price-out-of-range")
                    .with("least", Value::Money(least))
                    .with("most", Value::Money(most)));
            }
            if consent {
                offers::make(position, offer, events);
            } else {
                buy(position, company, paper, amount, events);
            }
            Ok(())
        }
        Move::AssignTrain { card, company } => trains::assign(position, card, company, events),
        _ => Err(Refusal::new("CZ-OR-5", "not-in-this-step")),
    }
}

/// A company gets a paper from a player.
pub fn buy(
    position: &mut CzPosition,
    company: Company,
    paper: Paper,
    amount: i32,
    events: &mut Vec<Event>,
) {
    let core = &mut position.state.core;
    let Place::Player(owner) = core.papers[paper.at()].place else {
        return;
    };
    core.pay(Purse::Company(company), Purse::Player(owner), amount);
    core.papers[paper.at()].place = Place::Company(company);
    events.push(Event::PaperBought {
        paper,
        by: Holder::Company(company),
        from: Holder::Player(owner),
        price: amount,
    });
    if kind(position, paper) == PaperKind::Westbahn {
        auction::westbahn_bought(position, paper, company, events);
    }
}
