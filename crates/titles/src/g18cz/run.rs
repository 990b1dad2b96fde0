//! Running trains, revenue and payout.

use super::position::CzPosition;
use super::printed::Variant;
use super::state::Step;
use super::{stock, trains};
use board::Kind;
use engine::{
    Card, Choice, Company, Event, Flag, MarketMove, Move, Pay, Player, Problem, Purse, Range,
    Refusal, RouteClaim, Value, Why, network_of,
};
use routing::{Budget, Constraints, Train, Violation, evaluate, solve};

/// The company's trains that run. CZ-COMPANY-6..8, CZ-RUN-1
fn running(position: &CzPosition, company: Company) -> impl Iterator<Item = Card> + '_ {
    let own = position.printed.own_face(company);
    let roster = &position.state.core.trains;
    roster
        .of(company)
        .filter(move |&c| roster.get(c).face == own)
}

/// Track, trains and rules of a company's run.
pub fn problem(position: &CzPosition, company: Company) -> Option<Problem> {
    let (printed, core) = (&position.printed, &position.state.core);
    let moravia = printed.variant == Variant::Moravia;
    let (network, steps) = network_of(&printed.sheet, core, company, |_, def, stop| {
        // CZ-INCOME-4, CZ-MORAVIA-16
        if def.kind == Kind::Red && (stop.own_station || moravia) {
            stop.bonus = printed.home_bonus;
        }
    });
    let cards: Vec<Card> = running(position, company).collect();
    let trains = cards
        .iter()
        .map(|&card| {
            let state = core.trains.get(card);
            let mut train = match printed.sheet.face(state.kind, state.face).range {
                Range::Plain(n) => Train::plain(n),
                Range::Plus { cities, total } => Train::new(routing::Reach::Plus {
                    major: cities,
                    total,
                }),
                // CZ-RUN-9, PUB-29
                Range::Express(n) if printed.options.e_train_counts_best_n_stops => {
                    Train::best_of(n)
                }
                Range::Express(n) => Train::express(n),
                Range::Stations { large, small } => {
                    Train::new(routing::Reach::Mixed { large, small })
                }
                Range::Cities { count, .. } => Train::plain(count),
            };
            train.takes_bonus =
                !moravia || printed.face_in(state.kind, state.face, printed.bonus_faces);
            // CZ-MORAVIA-24
            train.shares_track = trains::is_guest(state);
            train
        })
        .collect();
    Some(Problem {
        network,
        steps,
        trains,
        cards,
        rules: Constraints::cz(),
    })
}

/// The rule that a route breaks.
fn rule_of(violation: &Violation) -> &'static str {
    match violation {
        Violation::NoSuchTrain { .. } | Violation::TrainRunsTwice { .. } => "CZ-RUN-1",
        Violation::NoOwnStation { .. } | Violation::TooFewStops { .. } => "CZ-RUN-2",
        Violation::LocationTwice { .. } => "CZ-RUN-3",
        Violation::PieceTwice { .. } | Violation::BorderTwice { .. } => "CZ-RUN-6",
        Violation::PassesTerminus { .. } => "CZ-RUN-10",
        Violation::PassesFullCity { .. } => "CZ-RUN-11",
        Violation::BeyondRange { .. } => "CZ-RUN-7",
        Violation::TooManyMajor { .. } => "CZ-RUN-8",
        Violation::TooManyTowns { .. } | Violation::MayNotSkip { .. } => "CZ-RUN-9",
        _ => "CZ-RUN-5",
    }
}

/// Whether the run step waits. PUB-7
pub fn waits(position: &CzPosition, company: Company) -> bool {
    let core = &position.state.core;
    let runnable = running(position, company).next().is_some();
    // CZ-BOHEMIA-15: Václav's runs are computed, unless a recorded game is replayed.
    let computed = position.state.is_vaclavs(company) && !position.printed.public();
    runnable && !computed && core.reach(position.sheet(), company).is_linked()
}

pub fn choices(position: &CzPosition, all: &mut Vec<Choice>) {
    if let Some(company) = position.on_turn() {
        all.push(Choice::one(Move::Run {
            company,
            routes: Vec::new(),
            recorded: None,
        }));
    }
}

/// A run without anything to decide: no train or no route, or Václav's company, which runs for the maximum.
pub fn without_choice(position: &mut CzPosition, company: Company, events: &mut Vec<Event>) {
    let mut revenue = 0;
    if position.state.is_vaclavs(company)
        && let Some(p) = problem(position, company)
    {
        revenue = solve(&p.network, &p.trains, &p.rules, Budget::default())
            .totals
            .revenue as i32;
    }
    earn(position, company, revenue, events);
}

fn earn(position: &mut CzPosition, company: Company, revenue: i32, events: &mut Vec<Event>) {
    position.state.turn.revenue = revenue;
    position.state.core.company_mut(company).last_revenue = revenue;
    if revenue > 0 || position.state.core.is(company, Flag::Operated) {
        events.push(Event::Ran {
            company,
            revenue,
            subsidy: 0,
        });
    }
    trains::guests_leave(position, company, events);
}

/// A claimed run.
pub fn run(
    position: &mut CzPosition,
    company: Company,
    routes: &[RouteClaim],
    recorded: Option<(i32, i32)>,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    if position.on_turn() != Some(company) {
        return Err(
            Refusal::new("CZ-OR-5", "not-this-company").with("company", Value::Company(company))
        );
    }
    let revenue = match recorded {
        // PUB-4
        Some((revenue, _)) if position.printed.public() && (0..1_000_000).contains(&revenue) => {
            revenue
        }
        Some(_) => return Err(Refusal::new("CZ-RUN-13", "recorded-revenue-not-here")),
        None => claimed(position, company, routes)?,
    };
    earn(position, company, revenue, events);
    position.state.turn.step = Step::Dividend;
    Ok(())
}

fn claimed(position: &CzPosition, company: Company, routes: &[RouteClaim]) -> Result<i32, Refusal> {
    let Some(problem) = problem(position, company) else {
        return Ok(0);
    };
    let claims = routes
        .iter()
        .map(|r| problem.claim(r))
        .collect::<Option<Vec<_>>>()
        .ok_or_else(|| Refusal::new("CZ-RUN-1", "no-such-route"))?;
    let total = match evaluate(&problem.network, &problem.trains, &problem.rules, &claims) {
        Ok(evaluation) => evaluation.totals.revenue as i32,
        Err(violation) => return Err(Refusal::new(rule_of(&violation), "route-not-legal")),
    };
    if !position.printed.public() {
        // CZ-RUN-13
        let best = solve(
            &problem.network,
            &problem.trains,
            &problem.rules,
            Budget::default(),
        );
        if i64::from(total) < best.totals.revenue {
            return Err(Refusal::new("CZ-RUN-13", "not-the-maximum")
                .with("claimed", Value::Money(total))
                .with("best", Value::Money(best.totals.revenue as i32)));
        }
    }
    Ok(total)
}

/// Whether somebody decides about a revenue above 0.
pub fn director_decides(position: &CzPosition, company: Company) -> bool {
    // CZ-BOHEMIA-15, CZ-INTRO-12
    !position.state.is_vaclavs(company) && position.printed.variant != Variant::Introductory
}

pub fn dividend_choices(all: &mut Vec<Choice>) {
    all.push(Choice::one(Move::Dividend { pay: Pay::Out }));
    all.push(Choice::one(Move::Dividend { pay: Pay::Withhold }));
}

/// The director decides.
pub fn dividend(
    position: &mut CzPosition,
    pay: Pay,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let Some(company) = position.on_turn() else {
        return Err(Refusal::new("CZ-OR-5", "not-in-this-step"));
    };
    match pay {
        Pay::Out => pay_out(position, company, events),
        Pay::Withhold => keep(position, company, events),
    }
    position.state.turn.step = Step::Acquire;
    Ok(())
}

/// Revenue about which nobody decides.
pub fn settle(position: &mut CzPosition, company: Company, events: &mut Vec<Event>) {
    if position.state.turn.revenue > 0 && position.state.is_vaclavs(company) {
        pay_out(position, company, events);
    } else {
        keep(position, company, events);
    }
}

/// What one holder gets: rounded up once on the whole holding. CZ-INCOME-6
pub fn share_of(revenue: i32, percent: i32) -> i32 {
    (revenue * percent + 99) / 100
}

fn pay_out(position: &mut CzPosition, company: Company, events: &mut Vec<Event>) {
    let printed = position.printed.clone();
    let revenue = position.state.turn.revenue;
    let percent = i32::from(printed.sheet.company(company).unit_percent);
    events.push(Event::PaidOut { company, revenue });
    position
        .state
        .core
        .company_mut(company)
        .set(Flag::Operated, true);
    let order: Vec<Player> = position
        .state
        .core
        .players()
        .chain(position.state.automatic())
        .collect();
    for player in order {
        let core = &mut position.state.core;
        let amount = share_of(
            revenue,
            percent * i32::from(core.stock[company.at()].of(player)),
        );
        if amount > 0 {
            core.pay(Purse::Bank, Purse::Player(player), amount);
            let to = Purse::Player(player);
            events.push(Event::Paid {
                from: Purse::Bank,
                to,
                amount,
                why: Why::Dividend,
            });
        }
    }
    // CZ-INCOME-7, CZ-MARKET-6
    for _ in 0..printed.dividend_steps[printed.size(company) as usize] {
        stock::move_marker(position, company, MarketMove::Right, events);
    }
}

fn keep(position: &mut CzPosition, company: Company, events: &mut Vec<Event>) {
    let revenue = position.state.turn.revenue;
    position
        .state
        .core
        .pay(Purse::Bank, Purse::Company(company), revenue);
    events.push(Event::Kept { company, revenue });
    position
        .state
        .core
        .company_mut(company)
        .set(Flag::Operated, true);
    // CZ-INCOME-8
    stock::move_marker(position, company, MarketMove::Left, events);
}
