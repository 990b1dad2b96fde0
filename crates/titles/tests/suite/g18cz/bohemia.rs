//! Rules of the Bohemia variant.

use super::table::{Table, setup, start};
use engine::{Event, Flag, Move, Player, Position, RoundKind, Setup, Whereabouts};
use titles::g18cz::Step;

fn bohemia(seed: u64) -> Setup {
    Setup { variant: "bohemia".to_owned(), ..setup(2, "rulebook", seed) }
}

fn game(seed: u64) -> Table {
    start(&bohemia(seed))
}

/// A game in which Václav's small company is this one.
fn with_small(company: &str) -> Table {
    (0..60).map(game).find(|t| vaclavs(t)[0] == company).expect("some seed draws it")
}

/// Václav's companies.
fn vaclavs(table: &Table) -> Vec<String> {
    let companies = table.at.state.vaclav.into_iter().flatten();
    companies.map(|c| table.sheet().company(c).id.clone()).collect()
}

/// A small company that is not Václav's.
fn other_small(table: &Table) -> &'static str {
    ["EKJ", "BCB", "VBW"]
        .into_iter()
        .find(|c| !vaclavs(table).contains(&(*c).to_owned()))
        .expect("another")
}

const VACLAV: u8 = 2;

/// D2 (20) - D4 (20, EKJ's home) - E9 (30, two places).
fn west(table: Table) -> Table {
    table
        .tile("D2", "57", 1)
        .tile("D4", "57", 1)
        .tile("D6", "9", 1)
        .tile("D8", "8", 5)
        .tile("E9", "14", 2)
        .station("EKJ", "D4", 0)
}

#[test]
fn the_western_map_with_its_own_edges() {
    // CZ-BOHEMIA-1, CZ-BOHEMIA-25: 73 hexes, closed towards the missing ones
    let table = game(1);
    assert_eq!(table.sheet().map.cells.len(), 73);
    assert!(table.sheet().map.by_name("C25").is_none());
    for (hex, edges) in
        [("B16", vec![3, 4]), ("C19", vec![2, 3, 4, 5]), ("H18", vec![3, 4, 5]), ("E17", vec![4])]
    {
        let closed = table.sheet().map.def(table.hex(hex)).closed;
        for e in edges {
            assert_ne!(closed & (1 << e), 0, "{hex} edge {e}");
        }
    }
    let i17 = table.sheet().map.def(table.hex("I17"));
    assert_eq!(i17.rotations[0].1, 1 << 2, "kk's red tile has one rotation on I17");
}

#[test]
fn cash_limit_companies_and_papers() {
    // CZ-BOHEMIA-2, CZ-BOHEMIA-3, CZ-BOHEMIA-4
    let table = game(1);
    assert_eq!((table.cash_of(0), table.cash_of(1)), (280, 280));
    assert_eq!(table.at.printed.certificate_limit, Some(14));
    for company in ["OFE", "MW", "KFN", "Pr", "Ug"] {
        assert!(table.is(company, Flag::Closed), "{company} is removed");
    }
    for company in ["EKJ", "BCB", "VBW", "BN", "NWB", "ATE", "BTE", "Sx", "By", "kk"] {
        assert!(!table.is(company, Flag::Closed), "{company} plays");
    }
    let mut offered: Vec<(String, i32)> = table
        .at
        .choices()
        .into_iter()
        .filter_map(|c| match c.mv {
            Move::Take { lot: engine::Lot::Paper(p) } => {
                Some((table.sheet().papers[p.at()].id.clone(), c.cost))
            }
            _ => None,
        })
        .collect();
    offered.sort();
    let want = [
        ("L1", 55),
        ("L2", 60),
        ("L3", 65),
        ("M1", 40),
        ("M2", 45),
        ("M3", 50),
        ("S1", 25),
        ("S2", 30),
        ("S3", 35),
    ];
    assert_eq!(offered, want.map(|(id, price)| (id.to_owned(), price)));
}

#[test]
fn large_companies_may_be_held_to_70_percent() {
    // CZ-BOHEMIA-5
    let table = game(1);
    for (company, units) in [("BCB", 3), ("BN", 3), ("kk", 7)] {
        assert_eq!(table.sheet().company(table.company(company)).max_units, units);
    }
}

#[test]
fn vaclav_is_no_player() {
    // CZ-BOHEMIA-6: no turns, no order card, cannot win
    let table = game(1);
    assert_eq!(table.at.state.core.seats, 2);
    assert_eq!(table.at.state.core.players().count(), 2);
    let mut table = table.cash(0, 10).cash(1, 5);
    table.at.state.core.pay(engine::Purse::Bank, engine::Purse::Player(Player(VACLAV)), 9000);
    table.at.state.over = true;
    let outcome = table.at.outcome().expect("over");
    assert_eq!(outcome.winners, [Player(0)]);
    assert_eq!(outcome.values.len(), 2);
}

#[test]
fn at_setup_he_directs_a_random_small_company_with_a_train() {
    // CZ-BOHEMIA-7, CZ-BOHEMIA-10: 50 %, the lowest price, the top card, no money; it operates from the first round on
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..30 {
        let table = game(seed);
        let company = vaclavs(&table)[0].clone();
        assert_eq!(vaclavs(&table).len(), 1);
        assert_eq!(table.director(&company), Some(VACLAV));
        assert_eq!(table.units(&company, VACLAV), 2);
        assert_eq!(table.price_of(&company), 50);
        assert_eq!(table.treasury_of(&company), 0);
        assert_eq!(table.trains_of(&company), ["2"]);
        assert!(table.is(&company, Flag::Floated));
        seen.insert(company);
    }
    assert_eq!(seen.len(), 3, "each of the three comes up");
}

#[test]
fn he_gets_a_medium_and_a_large_company_with_the_first_b_and_d() {
    // CZ-BOHEMIA-8, CZ-BOHEMIA-9, CZ-BOHEMIA-10, CZ-BOHEMIA-18
    let table = game(3);
    let buyer = other_small(&table);
    let mut table = table
        .next_card("b")
        .float(buyer, 0, 50)
        .treasury(buyer, 500)
        .operating(buyer, Step::Trains);
    table.play(table.buy_top(buyer, "2"));
    let medium = vaclavs(&table)[1].clone();
    assert!(["BN", "NWB", "ATE", "BTE"].contains(&medium.as_str()));
    assert_eq!((table.units(&medium, VACLAV), table.price_of(&medium)), (3, 60));
    assert_eq!(table.trains_of(&medium), ["2+2"]);
    let table = game(3);
    let mut table = table
        .next_card("d")
        .float(buyer, 0, 50)
        .treasury(buyer, 500)
        .operating(buyer, Step::Trains);
    table.at.state.vaclav[1] = Some(table.company("BTE"));
    table.play(table.buy_top(buyer, "3"));
    let large =
        table.sheet().company(table.at.state.vaclav[2].expect("a large company")).id.clone();
    assert!(["Sx", "By", "kk"].contains(&large.as_str()));
    assert_eq!((table.units(&large, VACLAV), table.price_of(&large)), (5, 90));
    assert_eq!(table.trains_of(&large), ["3E"]);
    assert_eq!(table.treasury_of(&large), 0);
}

#[test]
fn what_he_will_draw_is_not_foreseen() {
    // CZ-BOHEMIA-8, CZ-BOHEMIA-9
    for preset in ["rulebook", "public18xx"] {
        let mut seen = Vec::new();
        for seed in 0..8 {
            let setup = Setup { variant: "bohemia".to_owned(), ..setup(2, preset, seed) };
            let luck = engine::Luck::new(seed, "salt".to_owned());
            for setup in [setup.clone(), Setup { luck: Some(luck), ..setup }] {
                let table = start(&setup);
                let buyer = other_small(&table);
                let table = table.next_card("b").float(buyer, 0, 50).treasury(buyer, 500);
                let mut table = table.operating(buyer, Step::Trains);
                let (mv, mut events) = (table.buy_top(buyer, "2"), Vec::new());
                let mut thought = table.at.clone();
                thought.foresee(&mv, &mut events).expect("legal");
                assert_eq!(thought.sheet().phases[usize::from(thought.state.core.phase)].name, "b");
                assert!(!events.iter().any(|e| matches!(e, Event::Drawn { .. })));
                assert!(thought.decision().is_none() && thought.outcome().is_none());
                assert!(thought.core().rng.sight_ended() && thought.state.vaclav[1].is_none());
                table.play(mv);
                seen.push(vaclavs(&table)[1].clone());
            }
        }
        seen.sort();
        seen.dedup();
        assert!(seen.len() > 1, "{preset}: chance decides: {seen:?}");
    }
}

#[test]
fn players_may_buy_the_rest_but_equality_takes_nothing_from_him() {
    // CZ-BOHEMIA-11, CZ-BOHEMIA-26: at the current price, the money goes to the bank
    let mut table = with_small("EKJ").cash(0, 300).cash(1, 300);
    for paper in &mut table.at.state.core.papers {
        paper.place = engine::Place::Aside;
    }
    let mut table = table.stock(2);
    table.at.state.core.order[..2].copy_from_slice(&[0, 1]);
    table.play(table.share("EKJ"));
    assert_eq!(table.cash_of(0), 250);
    assert_eq!(table.treasury_of("EKJ"), 0);
    table.pass();
    table.play(table.share("EKJ"));
    assert_eq!(table.units("EKJ", 0), table.units("EKJ", VACLAV), "equal holdings");
    assert_eq!(table.director("EKJ"), Some(VACLAV));
}

#[test]
fn who_decides_about_his_track_and_stations() {
    // CZ-BOHEMIA-12, CZ-BOHEMIA-13, CZ-BOHEMIA-14, HARD-CZ-29: lowest order card: track of small and large, stations of medium
    let mut table = with_small("BCB");
    table.at.state.core.order[..2].copy_from_slice(&[1, 0]);
    let (small, medium, large) = (table.company("BCB"), table.company("BN"), table.company("kk"));
    for (company, size) in [(medium, 1), (large, 2)] {
        table.at.state.core.stock[company.at()].from_ipo(Player(VACLAV), 5.min(3 + size));
        table.at.state.core.stock[company.at()].set_director(Some(Player(VACLAV)));
    }
    assert_eq!(table.at.track_decider(small), Player(1));
    assert_eq!(table.at.track_decider(large), Player(1));
    assert_eq!(table.at.track_decider(medium), Player(0));
    assert_eq!(table.at.station_decider(small), Player(0));
    assert_eq!(table.at.station_decider(large), Player(0));
    assert_eq!(table.at.station_decider(medium), Player(1));
    let table = table.operating("kk", Step::Home);
    assert_eq!(table.waits_for().0, 1, "the red hex belongs to the track decider");
}

#[test]
fn his_track_and_stations_are_free() {
    // CZ-BOHEMIA-12, CZ-BOHEMIA-13: E15 lies at a river
    let mut table =
        with_small("BCB").station("BCB", "E15", 0).fresh("BCB").operating("BCB", Step::Track);
    let lay = table.lay("BCB", "E15", "57", 1);
    assert_eq!(table.cost(&lay), Some(0));
    table.play(lay);
    assert_eq!(table.step(), "track", "the first build is two yellow tiles");
    let line = |table: Table| {
        let table = west(table).treasury("EKJ", 100);
        table.operating("EKJ", Step::Station)
    };
    let mut his = line(with_small("EKJ"));
    assert_eq!(his.station_spots(), [("E9".to_owned(), 0)]);
    assert_eq!(his.cost(&his.place("EKJ", "E9", 0)), Some(0));
    his.play(his.place("EKJ", "E9", 0));
    assert_eq!(his.treasury_of("EKJ"), 100);
    let ours = line(with_small("BCB").float("EKJ", 0, 50));
    assert_eq!(ours.cost(&ours.place("EKJ", "E9", 0)), Some(40));
    let ours = with_small("EKJ")
        .float("BCB", 0, 50)
        .station("BCB", "E15", 0)
        .treasury("BCB", 100)
        .operating("BCB", Step::Track);
    let cost = ours.cost(&ours.lay("BCB", "E15", "57", 1));
    assert!(cost > Some(0), "others pay for the river: {cost:?}");
}

#[test]
fn his_companies_run_for_the_maximum_and_pay_out() {
    // CZ-BOHEMIA-15, HARD-CZ-29, CZ-BOHEMIA-24: nobody is asked; the price rises; his own part has no further use
    // From D4 (20) a 2 goes to D2 (20) or to E9 (30).
    let mut table =
        west(with_small("EKJ")).shares("EKJ", 0, 1).cash(0, 0).operating("EKJ", Step::Station);
    let before = table.cash_of(VACLAV);
    table.pass();
    let ran = table.events.iter().find_map(|e| match e {
        Event::Ran { revenue, .. } => Some(*revenue),
        _ => None,
    });
    assert_eq!(ran, Some(50), "20 + 30 and not 20 + 20");
    assert_eq!(table.cash_of(0), 13, "a quarter, rounded up");
    assert_eq!(table.cash_of(VACLAV) - before, 25);
    assert_eq!(table.treasury_of("EKJ"), 0, "nothing is kept");
    assert_eq!(table.price_of("EKJ"), 55);
    // Without revenue it falls.
    let mut table =
        with_small("EKJ").tile("D4", "57", 1).station("EKJ", "D4", 0).operating("EKJ", Step::Track);
    while table.at.decision().and_then(|d| d.company) == Some(table.company("EKJ")) {
        table.pass();
    }
    assert_eq!(table.price_of("EKJ"), 40);
}

/// The order in which companies take their turns until the operating round is over; who must choose does the first
/// thing there is.
fn turns(table: &mut Table) -> Vec<String> {
    let mut order = Vec::new();
    let mut operating = false;
    loop {
        let choices = table.at.choices();
        let pass = choices.iter().find(|c| c.mv == Move::Pass);
        let mv = pass.unwrap_or(&choices[0]).mv.clone();
        table.try_play(&mv).expect("a listed move");
        for e in &table.events {
            if let Event::TurnBegan { company } = e {
                order.push(table.sheet().company(*company).id.clone());
            }
        }
        let round = table.at.state.core.round.kind;
        operating |= round == RoundKind::Operating;
        if operating && round != RoundKind::Operating {
            return order;
        }
    }
}

#[test]
fn a_company_that_comes_to_him_in_a_round_operates_from_the_next_on() {
    // CZ-OR-3, CZ-BOHEMIA-8, CZ-BOHEMIA-10: BCB buys the first b-card, his new company stands above VBW
    let table = with_small("EKJ")
        .next_card("b")
        .float("BCB", 0, 70)
        .treasury("BCB", 300)
        .float("VBW", 1, 55)
        .treasury("VBW", 300);
    let mut table = table.stock(2);
    assert_eq!(turns(&mut table), ["BCB", "VBW", "EKJ"]);
    let medium = vaclavs(&table)[1].clone();
    assert_eq!(table.price_of(&medium), 60, "it has not moved");
    assert!(!table.is(&medium, Flag::Operated));
    let next = turns(&mut table);
    assert!(next.contains(&medium), "{medium} in {next:?}");
}

#[test]
fn he_buys_nothing_and_his_companies_are_out_of_reach() {
    // CZ-BOHEMIA-16, CZ-BOHEMIA-22, CZ-BOHEMIA-26
    let mut table =
        with_small("EKJ").local("S1", 0).phase("d").float("kk", 0, 90).treasury("kk", 900);
    table.at.state.core.pay(engine::Purse::Bank, engine::Purse::Company(table.company("EKJ")), 100);
    let own = table.clone().operating("EKJ", Step::Track);
    assert!(own.at.choices().iter().all(|c| !matches!(c.mv, Move::BuyPaper { .. })));
    assert_eq!(own.refused(own.buy_local("S1", 10)), "CZ-BOHEMIA-16");
    let table = table.operating("kk", Step::Acquire);
    assert_eq!(table.refused(table.acquire("EKJ", 40)), "CZ-BOHEMIA-22");
    let table = table.operating("kk", Step::Trains);
    assert_eq!(table.refused(table.buy_from("kk", "EKJ", "2", 10)), "CZ-BOHEMIA-22");
}

#[test]
fn where_the_option_allows_it_his_company_is_taken_over_for_good() {
    // CZ-BOHEMIA-22, CZ-BOHEMIA-24: he is paid for his shares, and the company gets no train any more
    let table = (0..60)
        .map(|seed| {
            let mut setup = bohemia(seed);
            setup.options.insert(
                "vaclav_companies_can_be_acquired".to_owned(),
                engine::OptionValue::Switch(true),
            );
            start(&setup)
        })
        .find(|t| vaclavs(t)[0] == "EKJ")
        .expect("some seed draws it");
    let mut table = table
        .phase("d")
        .in_box(40)
        .float("kk", 0, 90)
        .treasury("kk", 900)
        .operating("kk", Step::Acquire);
    let (units, before) = (table.units("EKJ", VACLAV), table.cash_of(VACLAV));
    assert!(units > 0, "he holds shares of his company");
    let price = table.price_of("EKJ");
    table.play(table.acquire("EKJ", price));
    if table.step() == "offer" {
        table.play(Move::Answer { accept: true });
    }
    assert_eq!(
        table.cash_of(VACLAV) - before,
        price * i32::from(units),
        "paid like everybody else"
    );
    assert!(table.is("EKJ", Flag::Closed));
    table.at.state.turn.taken = 0;
    let mut table = table.operating("kk", Step::Done);
    let _ = table.at.play(&Move::Pass, &mut Vec::new());
    assert_eq!(table.at.state.core.round.kind, RoundKind::Stock);
    assert!(table.trains_of("EKJ").is_empty(), "no renewal for it");
}

#[test]
fn at_the_end_of_a_set_his_trains_are_renewed_and_nothing_is_exported() {
    // CZ-BOHEMIA-17, CZ-BOHEMIA-23, CZ-BOHEMIA-19, HARD-CZ-29: the renewal advances the phase
    let mut table = with_small("EKJ").phase("a").in_box(40);
    let old = table.card("EKJ", "2");
    for card in table.at.state.core.trains.cards_mut() {
        if card.kind == 0 && card.place == Whereabouts::Deck {
            card.place = Whereabouts::Gone;
        }
    }
    // The only company of the round has had its turn.
    let mut table = table.operating("EKJ", Step::Done);
    let mut events = Vec::new();
    table.at.state.westbahn = false;
    // Any accepted move lets the game go on; the company on turn has nothing left to do.
    let _ = table.at.play(&Move::Pass, &mut events);
    assert_eq!(table.at.state.core.round.kind, RoundKind::Stock, "the set is over");
    assert_eq!(table.at.state.core.trains.get(old).place, Whereabouts::Gone);
    assert_eq!(table.trains_of("EKJ"), ["2"], "a new small train");
    assert_eq!(table.phase_name(), "b", "a b-card started its phase");
    let medium = vaclavs(&table)[1].clone();
    assert_eq!(table.trains_of(&medium), ["2+2"], "and brought him a company, not renewed again");
    assert!(!events.iter().any(|e| matches!(e, Event::TrainExported { .. })));
}

#[test]
fn a_scrapped_train_of_his_is_not_replaced_before_the_renewal() {
    // CZ-BOHEMIA-20
    let table = with_small("EKJ");
    let buyer = other_small(&table);
    let mut table = table
        .next_card("e")
        .float(buyer, 0, 50)
        .treasury(buyer, 500)
        .operating(buyer, Step::Trains);
    table.play(table.buy_top(buyer, "4"));
    assert!(table.trains_of("EKJ").is_empty());
}

#[test]
fn order_cards_as_in_the_standard_game() {
    // CZ-BOHEMIA-21: least cash first after the draft, most cash first after a stock round
    let mut table = with_small("EKJ").cash(0, 100).cash(1, 90);
    table.at.state.core.order[..2].copy_from_slice(&[0, 1]);
    table.pass();
    table.pass();
    assert_eq!(table.at.state.core.round.kind, RoundKind::Stock);
    let order = |table: &Table| -> Vec<u8> { table.at.state.core.players().map(|p| p.0).collect() };
    assert_eq!(order(&table), [1, 0]);
    // Most cash first after a stock round.
    table.pass();
    table.pass();
    assert_eq!(table.at.state.core.round.kind, RoundKind::Operating);
    assert_eq!(order(&table), [0, 1]);
    // Who has the same keeps the card, in both.
    for kept in [[0, 1], [1, 0]] {
        let mut table = with_small("EKJ").cash(0, 100).cash(1, 100);
        table.at.state.core.order[..2].copy_from_slice(&kept);
        table.pass();
        table.pass();
        assert_eq!(order(&table), kept);
        table.pass();
        table.pass();
        assert_eq!(order(&table), kept);
    }
}
