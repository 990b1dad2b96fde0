//! A plain turn of a company, from its tile to its trains.

use crate::tiny::{A, B, P, Table};
use board::Spot;
use engine::{
    After, Beside, Building, Card, Company, Consent, Core, Deed, Event, Flag, Forbidden, LayBy,
    Matter, Move, Objection, Pay, Purse, Right, Rng, RouteClaim, RouteStep, Running, Step, Terms,
    TrackWaits, TradeIn, TrainFrom, Turn, Whereabouts,
};

/// A has its home in A3, with a line to the city in A7, and some money.
fn line(terms: Terms, money: i32) -> (Table, Turn) {
    let (mut t, turn) = home(terms, money);
    for (cell, tile) in [("A3", "57"), ("A5", "9"), ("A7", "57")] {
        let (cell, tile) = (t.cell(cell), t.tile(tile));
        t.core.lay_tile(&t.sheet, cell, tile, 0, &[0]);
    }
    (t, turn)
}

fn home(terms: Terms, money: i32) -> (Table, Turn) {
    let mut t = Table::new(terms).started(5);
    t.acts().float(A, 0);
    t.acts().place_homes(&[A]);
    t.core.pay(Purse::Bank, Purse::Company(A), money);
    t.events.clear();
    (t, Turn::new(A))
}

fn lay(t: &Table, company: Company, cell: &str, tile: &str, rotation: u8) -> Move {
    let (cell, tile, by) = (t.cell(cell), t.tile(tile), LayBy::Build);
    Move::LayTile { company, cell, tile, rotation, by }
}

fn no<T>(matter: Matter, why: Forbidden) -> Result<T, Objection> {
    Err(Objection { matter, why })
}

/// Plays a legal move; what follows.
fn play(t: &mut Table, turn: &mut Turn, mv: &Move) -> After {
    let deed = t.checks().may_do(turn, mv).expect("a legal move");
    let listed = t.checks().turn_choices(turn).iter().any(|c| c.contains(mv));
    assert!(listed || matches!(mv, Move::Run { .. }), "{mv:?} is not listed");
    let after = t.acts().carry_out(turn, deed);
    t.sound();
    after
}

fn at(mut turn: Turn, step: Step) -> Turn {
    turn.step = step;
    turn
}

#[test]
fn one_tile_a_turn_that_joins_and_is_paid_for() {
    let (mut t, mut turn) = home(Terms::PLAIN, 100);
    assert!(t.checks().step_waits(&turn));
    let far = t.checks().may_do(&turn, &lay(&t, A, "A9", "9", 0));
    assert_eq!(far, no(Matter::Lay, Forbidden::NotConnected { cell: t.cell("A9") }));
    let other = t.checks().may_do(&turn, &lay(&t, B, "A3", "57", 0));
    assert_eq!(other, no(Matter::Turn, Forbidden::OtherCompany { company: B }));
    let tile = lay(&t, A, "A3", "57", 0);
    assert_eq!(play(&mut t, &mut turn, &tile), After::Stays);
    assert!(turn.laid && !t.checks().step_waits(&turn));
    let second = t.checks().may_do(&turn, &lay(&t, A, "A5", "9", 0));
    assert_eq!(second, no(Matter::Lay, Forbidden::BuildUsed));
    let mut turn = Turn::new(A);
    let hill = lay(&t, A, "A5", "9", 0);
    assert_eq!(play(&mut t, &mut turn, &hill), After::Stays);
    assert_eq!(t.treasury(A), 40);
    assert_eq!(t.checks().may_do(&turn, &Move::Pass), Ok(Deed::Leave));
}

#[test]
fn papers_block_cells_waive_terrain_and_bring_tiles_of_their_own() {
    let (mut t, turn) = line(Terms::PLAIN, 10);
    let tile = |t: &Table| lay(t, A, "A9", "9", 0);
    assert!(t.checks().may_do(&turn, &tile(&t)).is_ok());
    let (cell, hill) = (t.cell("A9"), t.cell("A5"));
    t.sheet.papers[0].blocks = Some(cell);
    t.acts().take_paper(P[1], engine::Paper(0), 20);
    let blocked = no(Matter::Lay, Forbidden::CellBlocked { cell });
    assert_eq!(t.checks().may_do(&turn, &tile(&t)), blocked);
    t.core.papers[0].place = engine::Place::Company(B);
    assert!(t.checks().may_do(&turn, &tile(&t)).is_ok(), "only while a player owns it");
    let id = t.tile("9");
    t.sheet.tiles.tiles[usize::from(id.0)].special = true;
    let by_right = no(Matter::Lay, Forbidden::ByRightOnly { cell });
    assert_eq!(t.checks().may_do(&turn, &tile(&t)), by_right);
    let (mut bare, _) = home(Terms::PLAIN, 10);
    assert_eq!(bare.checks().lay_cost(A, hill, id), 60);
    bare.sheet.papers[0].right = Some(Right::Waives("hill".to_owned()));
    bare.core.papers[0].place = engine::Place::Company(A);
    assert_eq!(bare.checks().lay_cost(A, hill, id), 0);
    assert_eq!(bare.checks().lay_cost(B, hill, id), 60);
}

#[test]
fn what_a_record_holds_is_trusted() {
    let trusted =
        Terms { building: Building::Trusted, track_waits: TrackWaits::Always, ..Terms::PLAIN };
    let (mut t, mut turn) = home(trusted, 100);
    let far = lay(&t, A, "A9", "9", 0);
    assert_eq!(play(&mut t, &mut turn, &far), After::Stays);
    let (t, turn) = line(trusted, 0);
    assert!(t.checks().tile_choices(&turn).next().is_some());
    assert!(t.checks().step_waits(&turn), "the track step always waits");
}

#[test]
fn a_station_ends_its_step() {
    let (mut t, turn) = line(Terms::PLAIN, 50);
    let mut turn = at(turn, Step::Station);
    assert!(t.checks().step_waits(&turn));
    let place = |t: &Table, cell: &str| {
        let (cell, stop) = (t.cell(cell), 0);
        Move::PlaceStation { company: A, cell, stop }
    };
    let taken = t.checks().may_do(&turn, &place(&t, "A3"));
    assert_eq!(taken, no(Matter::Station, Forbidden::StationThere { cell: t.cell("A3") }));
    let there = place(&t, "A7");
    assert_eq!(play(&mut t, &mut turn, &there), After::Leaves);
    assert_eq!(t.treasury(A), 10);
    assert!(!t.checks().step_waits(&turn), "no marker is left");
}

fn run(t: &Table, path: &[(&str, u8)]) -> Move {
    let step = |&(cell, segment): &(&str, u8)| RouteStep { cell: t.cell(cell), segment };
    let route = RouteClaim::best(Card(0), path.iter().map(step).collect());
    Move::Run { company: A, routes: vec![route], recorded: None }
}

#[test]
fn a_company_with_a_route_runs_and_pays_or_keeps() {
    let (mut t, turn) = line(Terms::PLAIN, 0);
    let mut turn = at(turn, Step::Run);
    assert!(!t.checks().step_waits(&turn), "it has no train");
    t.core.trains.get_mut(Card(0)).place = Whereabouts::Company(A);
    assert!(t.checks().step_waits(&turn));
    assert_eq!(t.checks().may_do(&turn, &Move::Pass), no(Matter::Turn, Forbidden::NotNow));
    let (routes, company) = (Vec::new(), A);
    let idle = Move::Run { company, routes: routes.clone(), recorded: None };
    assert_eq!(t.checks().may_do(&turn, &idle), no(Matter::Run, Forbidden::MustRun));
    let written = Move::Run { company, routes, recorded: Some((90, 0)) };
    assert_eq!(t.checks().may_do(&turn, &written), no(Matter::Run, Forbidden::NotRecorded));
    let short = t.checks().may_do(&turn, &run(&t, &[("A3", 0)]));
    assert!(matches!(short, Err(Objection { why: Forbidden::BadRoute { .. }, .. })));
    let off = t.checks().may_do(&turn, &run(&t, &[("A3", 7)]));
    assert_eq!(off, no(Matter::Run, Forbidden::NoSuchRoute));
    let best = run(&t, &[("A3", 0), ("A5", 0), ("A7", 1)]);
    assert_eq!(play(&mut t, &mut turn, &best), After::Leaves);
    assert_eq!((turn.revenue, t.core.company(A).last_revenue), (40, 40));
    let paid = |company| Event::paid(&t.events, company);
    assert_eq!((paid(A), paid(B)), (Some((40, 0)), None));
    let mut turn = at(turn, Step::Dividend);
    let mut kept = turn.clone();
    let before = t.price(A);
    let pay = Move::Dividend { pay: Pay::Out };
    assert_eq!(play(&mut t, &mut turn, &pay), After::Leaves);
    assert_eq!((t.cash(P[0]), t.price(A)), (500 - 140 + 20, 80));
    let pay = Move::Dividend { pay: Pay::Withhold };
    play(&mut t, &mut kept, &pay);
    assert_eq!((t.treasury(A), t.price(A)), (40, before));
    // Without a train nothing is asked, and the price falls.
    let (mut t, turn) = line(Terms::PLAIN, 0);
    for step in [Step::Run, Step::Dividend] {
        let turn = at(turn.clone(), step);
        assert!(!t.checks().step_waits(&turn) || step == Step::Dividend);
        t.acts().skip(&turn);
    }
    assert_eq!(t.price(A), 60);
    assert!(t.core.is(A, Flag::Operated));
}

#[test]
fn recorded_revenue_is_taken_where_the_terms_say_so() {
    let recorded = Terms { running: Running::Recorded, ..Terms::PLAIN };
    let (mut t, turn) = line(recorded, 0);
    t.core.trains.get_mut(Card(0)).place = Whereabouts::Company(A);
    let turn = at(turn, Step::Run);
    let run = |recorded| Move::Run { company: A, routes: Vec::new(), recorded };
    let revenue = |mv: Move| t.checks().may_do(&turn, &mv);
    assert_eq!(revenue(run(Some((90, 0)))), Ok(Deed::Run { revenue: 90 }));
    assert_eq!(revenue(run(None)), Ok(Deed::Run { revenue: 0 }));
    assert_eq!(revenue(run(Some((-1, 0)))), no(Matter::Run, Forbidden::NotRecorded));
}

#[test]
fn a_bonus_goes_to_its_kind_of_train() {
    let (mut t, _) = line(Terms::PLAIN, 0);
    let cell = t.cell("A7");
    t.sheet.bonus = Some(engine::Bonus { kind: 1, cells: vec![(cell, 100)] });
    let best = |t: &Table| {
        let problem = t.checks().route_problem(A);
        problem.best(routing::Budget::unlimited()).totals.revenue
    };
    t.core.trains.get_mut(Card(0)).place = Whereabouts::Company(A);
    assert_eq!(best(&t), 40);
    t.core.trains.get_mut(Card(0)).place = Whereabouts::Pool;
    t.core.trains.get_mut(Card(2)).place = Whereabouts::Company(A);
    assert_eq!(best(&t), 140);
    let mut problem = t.checks().route_problem(A);
    assert_eq!(problem.primary((140, 5)), 140, "revenue alone counts");
    problem.rules.objective = routing::Objective::RevenueAndSubsidy;
    assert_eq!(problem.primary((140, 5)), 145);
}

fn buy(card: u8, amount: i32, from: TrainFrom) -> Move {
    Move::BuyTrain { company: A, card: Card(card), face: 0, amount, from }
}

#[test]
fn a_train_of_the_bank_brings_phases() {
    let (mut t, turn) = line(Terms::PLAIN, 700);
    let mut turn = at(turn, Step::Trains);
    let must = no(Matter::Train, Forbidden::MustBuyTrain);
    assert_eq!(t.checks().may_do(&turn, &Move::Pass), must);
    let wrong = t.checks().may_do(&turn, &buy(0, 79, TrainFrom::Deck));
    assert_eq!(wrong, no(Matter::Train, Forbidden::WrongPrice { price: 80 }));
    assert_eq!(play(&mut t, &mut turn, &buy(0, 80, TrainFrom::Deck)), After::Stays);
    assert_eq!(t.checks().may_do(&turn, &Move::Pass), Ok(Deed::Leave));
    t.core.trains.get_mut(Card(1)).place = Whereabouts::Company(B);
    play(&mut t, &mut turn, &buy(2, 180, TrainFrom::Deck));
    assert_eq!(t.core.phase, 1);
    let full = t.checks().may_do(&turn, &buy(3, 300, TrainFrom::Deck));
    assert_eq!(full, no(Matter::Train, Forbidden::TrainLimit { limit: 2 }));
    t.core.trains.get_mut(Card(0)).place = Whereabouts::Gone;
    play(&mut t, &mut turn, &buy(3, 300, TrainFrom::Deck));
    assert_eq!(t.core.phase, 2);
    assert_eq!(t.core.trains.get(Card(1)).place, Whereabouts::Gone, "the 2 of B too");
    // The limit is one now.
    assert_eq!(t.checks().excess(), Some(A));
    assert_eq!(t.checks().excess_choices(A).len(), 2);
    let give = |company, card| Move::ReturnTrain { company, card: Card(card) };
    assert_eq!(t.checks().may_return(A, &give(A, 2)), Ok(Card(2)));
    for mv in [give(B, 2), give(A, 1), Move::Pass] {
        assert_eq!(t.checks().may_return(A, &mv), Err(Forbidden::ReturnTrain));
    }
}

#[test]
fn a_kind_beside_the_stack_and_its_trade_in() {
    let terms = Terms {
        beside: Some(Beside { kind: 2, phase: 1 }),
        trade_in: Some(TradeIn { kind: 2, price: 200, takes: 0b010 }),
        ..Terms::PLAIN
    };
    let (mut t, turn) = line(terms, 300);
    let mut turn = at(turn, Step::Trains);
    let on_sale = |t: &Table| t.checks().bank_trains().map(|o| o.0.0).collect::<Vec<_>>();
    assert_eq!(on_sale(&t), [0]);
    t.core.phase = 1;
    assert_eq!(on_sale(&t), [0, 3]);
    let trade =
        |given, amount| Move::TradeTrain { company: A, card: Card(3), given: Card(given), amount };
    t.core.trains.get_mut(Card(1)).place = Whereabouts::Company(A);
    let wrong = no(Matter::TradeIn, Forbidden::TrainNotForSale);
    assert_eq!(t.checks().may_do(&turn, &trade(1, 200)), wrong, "a 2 is not taken");
    t.core.trains.get_mut(Card(2)).place = Whereabouts::Company(A);
    let dear = no(Matter::TradeIn, Forbidden::WrongPrice { price: 200 });
    assert_eq!(t.checks().may_do(&turn, &trade(2, 100)), dear);
    assert_eq!(play(&mut t, &mut turn, &trade(2, 200)), After::Stays);
    assert_eq!((t.treasury(A), t.core.trains.get(Card(2)).place), (100, Whereabouts::Pool));
    assert_eq!(t.core.phase, 2);
}

#[test]
fn trains_of_others_are_asked_for() {
    let (mut t, turn) = line(Terms::PLAIN, 100);
    let mut turn = at(turn, Step::Trains);
    t.give(P[1], B, 3);
    t.core.stock[B.at()].set_director(Some(P[1]));
    t.core.trains.get_mut(Card(0)).place = Whereabouts::Company(B);
    let from = TrainFrom::Company { company: B };
    let range = no(Matter::Trade, Forbidden::PriceOutOfRange { least: 1, most: 100 });
    assert_eq!(t.checks().may_do(&turn, &buy(0, 101, from)), range);
    play(&mut t, &mut turn, &buy(0, 60, from));
    assert!(turn.offers.waiting.is_some());
    let mut refused = turn.clone();
    assert_eq!(t.acts().answer(&mut refused, false), After::Stays);
    assert_eq!(t.core.trains.owner(Card(0)), Some(B));
    let more = no(Matter::Trade, Forbidden::PriceOutOfRange { least: 61, most: 100 });
    assert_eq!(t.checks().may_do(&refused, &buy(0, 60, from)), more);
    t.acts().answer(&mut turn, true);
    assert_eq!((t.core.trains.owner(Card(0)), t.treasury(B)), (Some(A), 60));
    // Where consent is implied nobody is asked.
    let implied = Terms { consent: Consent::Implied, ..Terms::PLAIN };
    let (mut t, turn) = line(implied, 100);
    let mut turn = at(turn, Step::Trains);
    t.give(P[1], B, 3);
    t.core.stock[B.at()].set_director(Some(P[1]));
    t.core.trains.get_mut(Card(0)).place = Whereabouts::Company(B);
    play(&mut t, &mut turn, &buy(0, 60, from));
    assert_eq!(t.core.trains.owner(Card(0)), Some(A));
}

/// A must buy a train for 80 and has some money; the director has cash and five shares of A, two of B.
fn needy(money: i32, cash: i32) -> (Table, Turn) {
    let (mut t, turn) = line(Terms::PLAIN, money);
    let cell = t.at(90);
    t.acts().start(B, P[1], cell, 0);
    t.give(P[0], B, 2);
    t.give(P[1], B, 1);
    let rest = t.cash(P[0]) - cash;
    t.core.pay(Purse::Player(P[0]), Purse::Bank, rest);
    (t, at(turn, Step::Trains))
}

#[test]
fn the_director_helps_with_the_cheapest_train() {
    let (mut t, mut turn) = needy(30, 60);
    t.core.trains.get_mut(Card(2)).place = Whereabouts::Pool;
    let dear = no(Matter::Help, Forbidden::OnlyCheapest { price: 80 });
    assert_eq!(t.checks().may_do(&turn, &buy(2, 180, TrainFrom::Pool)), dear);
    play(&mut t, &mut turn, &buy(0, 80, TrainFrom::Deck));
    assert_eq!((t.treasury(A), t.cash(P[0])), (0, 10));
    let no_help = no(Matter::Help, Forbidden::NoHelp { price: 80, has: 0 });
    assert_eq!(t.checks().may_do(&turn, &buy(1, 80, TrainFrom::Deck)), no_help);
}

#[test]
fn shares_are_sold_as_far_as_needed_and_nobody_loses_a_company() {
    let (mut t, mut turn) = needy(10, 20);
    let sell = |company, shares| Move::SellShares { company, shares };
    let refused = |t: &Table, turn: &Turn, mv: &Move| t.checks().may_do(turn, mv).unwrap_err().why;
    assert_eq!(
        refused(&t, &turn, &buy(0, 80, TrainFrom::Deck)),
        Forbidden::TooDear { price: 70, has: 20 }
    );
    let more = Forbidden::MoreThanNeeded { company: B };
    assert_eq!(refused(&t, &turn, &sell(B, 2)), more, "one brings 90");
    assert_eq!(refused(&t, &turn, &Move::Bankrupt), Forbidden::NotBankrupt);
    play(&mut t, &mut turn, &sell(B, 1));
    assert_eq!(t.cash(P[0]), 110);
    assert_eq!(refused(&t, &turn, &sell(A, 1)), Forbidden::NoNeedToSell);
    // Only the cheapest train is left, and no paper.
    assert_eq!(t.checks().turn_choices(&turn).len(), 1);
    play(&mut t, &mut turn, &buy(0, 80, TrainFrom::Deck));
    // Another director would follow.
    let (mut t, turn) = needy(0, 0);
    t.core.market.put(A, t.at(40));
    t.give(P[1], A, 4);
    assert_eq!(refused(&t, &turn, &sell(A, 2)), Forbidden::DirectorChanges { company: A });
}

#[test]
fn who_cannot_raise_enough_gives_up_everything() {
    let (mut t, mut turn) = needy(0, 5);
    t.core.trains.get_mut(Card(0)).place = Whereabouts::Gone;
    t.core.trains.get_mut(Card(1)).place = Whereabouts::Gone;
    // 180 are needed; B brings 2 × 90, A 3 × 70.
    assert_eq!(t.checks().may_give_up(&turn), Err(Forbidden::NotBankrupt));
    let cells = [t.at(40), t.at(50)];
    t.core.market.put(A, cells[0]);
    t.core.market.put(B, cells[0]);
    t.core.trains.get_mut(Card(2)).place = Whereabouts::Gone;
    assert_eq!(t.checks().may_give_up(&turn), Ok(P[0]));
    assert_eq!(play(&mut t, &mut turn, &Move::Bankrupt), After::Bankrupt(P[0]));
    assert_eq!((t.cash(P[0]), t.core.stock[A.at()].of(P[0])), (0, 2));
    assert_eq!(t.core.stock[B.at()].of(P[0]), 0);
}

#[test]
fn worth_and_first_ledgers() {
    let t = Table::plain().started(4);
    assert_eq!(t.checks().worths(), [500 - 140 + 4 * 70, 500, 500]);
    let mut t = t;
    t.give(P[1], B, 1);
    t.acts().take_paper(P[1], engine::Paper(2), 60);
    assert_eq!(t.checks().worth(P[1]), 500, "B was never started");
    let core = Core::dealt(&t.sheet, 3, Rng::new(1));
    assert_eq!((core.money.of(Purse::Bank), core.money.player(P[2])), (500, 500));
    assert!(core.is(A, Flag::Available));
    assert_eq!(core.papers_at(engine::Place::Bank).count(), 3);
    assert_eq!(core.operating_order(&t.sheet), []);
    let spot = Spot { cell: t.cell("A3"), stop: 0 };
    assert!(!core.board().has_station(&t.sheet.tiles, spot, A.0));
}

#[test]
fn without_a_tile_to_lay_the_track_step_waits_only_where_the_terms_say_so() {
    for (track_waits, waits) in [(TrackWaits::Always, true), (Terms::PLAIN.track_waits, false)] {
        let (mut t, mut turn) = home(Terms { track_waits, ..Terms::PLAIN }, 100);
        for tile in ["8", "9", "57"] {
            let tile = t.tile(tile);
            t.core.board_mut().set_supply(tile, 0);
        }
        assert_eq!(t.checks().tile_choices(&turn).count(), 0);
        assert_eq!(t.checks().step_waits(&turn), waits);
        turn.laid = true;
        assert!(!t.checks().step_waits(&turn), "one tile a turn");
    }
}
