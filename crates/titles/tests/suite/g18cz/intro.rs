//! Rules of the introductory game.

use super::table::{Table, setup, start};
use board::Colour;
use engine::{Flag, Move, OptionValue, Place, Position, Purse, RoundKind, Setup, Whereabouts};
use titles::g18cz::Step;

fn intro(players: usize, seed: u64) -> Setup {
    Setup { variant: "introductory".to_owned(), ..setup(players, "rulebook", seed) }
}

fn game(players: usize) -> Table {
    start(&intro(players, 1))
}

trait TurnOf {
    fn turn_of(self, company: &str, step: Step) -> Table;
}

impl TurnOf for Table {
    /// A company is on turn in a step of the first round.
    fn turn_of(mut self, company: &str, step: Step) -> Table {
        self.at.state.turn.company = Some(self.company(company));
        self.at.state.turn.step = step;
        self
    }
}

fn played(table: &Table) -> Vec<String> {
    table.at.printed.intro_companies.iter().map(|&c| table.sheet().company(c).id.clone()).collect()
}

/// The company on turn passes every step that may be passed, and runs.
fn idle(table: &mut Table) {
    let turn = |table: &Table| (table.at.on_turn(), table.at.state.core.round.set);
    let now = turn(table);
    while turn(table) == now && table.at.decision().is_some() {
        let choices = table.at.choices();
        let mv = choices
            .iter()
            .find(|c| c.mv == Move::Pass)
            .or_else(|| choices.first())
            .expect("a choice")
            .mv
            .clone();
        let mv = table.at.routed(mv);
        table.play(mv);
    }
}

#[test]
fn every_player_is_one_company_without_cash_papers_or_shares_to_trade() {
    // CZ-INTRO-1, CZ-INTRO-3, CZ-INTRO-4: companies by number of players, dealt at random, with their treasuries
    for (players, companies, money) in [
        (2, vec!["BCB", "EKJ"], 150),
        (3, vec!["BCB", "EKJ", "VBW"], 150),
        (4, vec!["BCB", "EKJ", "VBW", "BN"], 130),
        (5, vec!["BCB", "EKJ", "VBW", "BN", "NWB"], 130),
    ] {
        let table = game(players);
        assert_eq!(played(&table), companies);
        assert!(table.sheet().papers.is_empty());
        let mut directors: Vec<u8> =
            companies.iter().map(|c| table.director(c).expect("a director")).collect();
        directors.sort_unstable();
        assert_eq!(directors, (0..players as u8).collect::<Vec<_>>(), "one company each");
        for (seat, company) in companies.iter().enumerate() {
            assert_eq!(table.cash_of(seat as u8), 0);
            assert_eq!(table.treasury_of(company), money);
        }
        assert_eq!(
            table.at.state.core.round.kind,
            RoundKind::Operating,
            "no stock round comes first"
        );
    }
    let owners: Vec<Option<u8>> =
        (0..20).map(|seed| start(&intro(2, seed)).director("BCB")).collect();
    assert!(owners.contains(&Some(0)) && owners.contains(&Some(1)), "the deal is random");
}

#[test]
fn red_purple_and_grey_tiles_stay_in_the_box() {
    // CZ-INTRO-2
    let table = game(3);
    for tile in &table.sheet().tiles.tiles {
        if tile.count > 0 {
            assert!(
                !tile.special && tile.colour != Colour::Red && tile.colour != Colour::Grey,
                "{}",
                tile.name
            );
        }
    }
    assert!(table.sheet().tiles.by_name("8892").is_some(), "brown Praha is there");
}

#[test]
fn train_cards_by_number_of_players() {
    // CZ-INTRO-5: counts and prices of 2, 3, 4, 5
    for (players, counts) in
        [(2, [3, 2, 1, 1]), (3, [4, 3, 2, 1]), (4, [5, 4, 3, 1]), (5, [6, 5, 4, 1])]
    {
        let table = game(players);
        let found: Vec<(String, u8, i32)> = table
            .sheet()
            .trains
            .iter()
            .map(|k| (k.name.clone(), k.count, k.faces[0].price))
            .collect();
        let want: Vec<(String, u8, i32)> = ["2", "3", "4", "5"]
            .iter()
            .zip(counts)
            .zip([70, 120, 250, 350])
            .map(|((name, count), price)| ((*name).to_owned(), count, price))
            .collect();
        assert_eq!(found, want);
        assert!(table.sheet().trains.iter().all(|k| !k.unlimited));
    }
}

#[test]
fn praha_companies_use_normal_trains_too() {
    // CZ-INTRO-6
    let mut table = game(5).turn_of("BN", Step::Trains);
    table.play(table.buy_top("BN", "2"));
    assert_eq!(table.trains_of("BN"), ["2"]);
    assert_eq!(table.sheet().trains[0].faces.len(), 1);
    let table = table.turn_of("BN", Step::Run);
    assert_eq!(
        table.at.problem(table.company("BN")).expect("a run").trains.len(),
        1,
        "and run them"
    );
}

#[test]
fn all_five_companies_stand_on_the_map_and_block() {
    // CZ-INTRO-7, CZ-INTRO-25: homes of unplayed companies too; BN and NWB in their own cities of Praha
    let table = game(2);
    for (company, hex) in [("BCB", "E15"), ("EKJ", "D4"), ("VBW", "I9")] {
        assert_eq!(table.stations_on(hex), [(company.to_owned(), 0)]);
    }
    let mut praha = table.stations_on("E11");
    praha.sort();
    assert_eq!(praha, [("BN".to_owned(), 1), ("NWB".to_owned(), 0)]);
    let spot = board::Spot { cell: table.hex("I9"), stop: 0 };
    assert!(table.at.state.core.board().blocked(
        &table.sheet().tiles,
        spot,
        table.company("BCB").0
    ));
    // Homes of companies that are not among the five are ordinary cities.
    let table = game(2)
        .tile("D4", "57", 1)
        .tile("D2", "57", 1)
        .treasury("EKJ", 100)
        .turn_of("EKJ", Step::Station);
    assert!(table.offers(&table.place("EKJ", "D2", 0)), "BTE has no right to Cheb here");
}

#[test]
fn markers_cost_40_and_100() {
    // CZ-INTRO-8
    let table = game(2);
    assert_eq!(table.markers("BCB"), [0, 1, 1]);
    let costs = &table.sheet().company(table.company("BCB")).station_costs;
    assert_eq!(costs.as_slice(), [0, 40, 100]);
    let mut table = game(2)
        .tile("D4", "57", 1)
        .tile("D2", "57", 1)
        .treasury("EKJ", 100)
        .turn_of("EKJ", Step::Station);
    table.play(table.place("EKJ", "D2", 0));
    assert_eq!(table.treasury_of("EKJ"), 60);
}

#[test]
fn ten_rounds_in_a_fixed_order() {
    // CZ-INTRO-9, CZ-INTRO-10: BCB, EKJ, VBW, BN, NWB, those not played left out; no other order ever
    let mut table = game(3);
    for company in ["BCB", "EKJ", "VBW"] {
        let cash = table.treasury_of(company);
        table.at.state.core.pay(Purse::Company(table.company(company)), Purse::Bank, cash);
        table.at.state.core.pay(Purse::Bank, Purse::Company(table.company(company)), 5000);
    }
    assert_eq!(engine::view(&table.at).acting, ["BCB", "EKJ", "VBW"]);
    let mut seen = Vec::new();
    while let Some(company) = table.at.on_turn() {
        seen.push((table.at.state.core.round.set, table.sheet().company(company).id.clone()));
        idle(&mut table);
    }
    let want: Vec<(u8, String)> =
        (1..=10).flat_map(|r| ["BCB", "EKJ", "VBW"].map(|c| (r, c.to_owned()))).collect();
    assert_eq!(seen, want);
    assert!(table.at.outcome().is_some(), "the game ends after round 10");
}

#[test]
fn a_turn_is_tile_station_run_trains() {
    // CZ-INTRO-11: and two yellow tiles in the first turn, one later
    let mut table = game(2);
    assert_eq!(table.waits_for().1, "BCB");
    assert_eq!(table.step(), "track");
    table.play(table.lay("BCB", "E15", "57", 1));
    assert_eq!(table.step(), "track", "a second yellow tile in the first turn");
    let (hex, tile, rotation) = table.lays().into_iter().next().expect("a second lay");
    table.play(table.lay("BCB", &hex, &tile, rotation));
    assert_eq!(table.step(), "trains", "no third tile; nothing to place or run");
    let mut setup = intro(2, 1);
    setup.options.insert("intro_first_turn_two_yellow".to_owned(), OptionValue::Switch(false));
    let mut table = start(&setup);
    table.play(table.lay("BCB", "E15", "57", 1));
    assert_ne!(table.step(), "track", "the other reading allows one");
}

#[test]
fn all_revenue_goes_to_the_treasury() {
    // CZ-INTRO-12
    let mut table = game(2)
        .tile("D4", "57", 1)
        .tile("D2", "57", 1)
        .train("EKJ", "2")
        .treasury("EKJ", 10)
        .turn_of("EKJ", Step::Run);
    let run = table.best_run("EKJ");
    table.play(run);
    assert_eq!(table.treasury_of("EKJ"), 50, "10 and 20 + 20");
    assert_ne!(table.step(), "dividend", "nobody is asked");
}

#[test]
fn phases_bring_colours_limits_and_scrapping() {
    // CZ-INTRO-13, CZ-INTRO-14, CZ-INTRO-15, CZ-INTRO-16, CZ-INTRO-18
    let table = game(3);
    let phases: Vec<(u8, u8)> =
        table.sheet().phases.iter().map(|p| (p.colour, p.train_limit[0])).collect();
    let (yellow, green, brown) = (Colour::Yellow as u8, Colour::Green as u8, Colour::Brown as u8);
    assert_eq!(phases, [(yellow, 4), (green, 4), (green, 3), (brown, 2)]);
    let mut table = game(3)
        .next_card("4")
        .train("EKJ", "2")
        .train("VBW", "3")
        .treasury("BCB", 700)
        .turn_of("BCB", Step::Trains);
    assert_eq!(table.phase_name(), "2");
    table.play(table.buy_top("BCB", "4"));
    assert_eq!(table.phase_name(), "3");
    assert!(table.trains_of("EKJ").is_empty(), "the 4 scraps all 2-trains");
    assert_eq!(table.trains_of("VBW"), ["3"]);
    let mut table =
        game(3).next_card("5").train("VBW", "3").treasury("BCB", 700).turn_of("BCB", Step::Trains);
    table.play(table.buy_top("BCB", "5"));
    assert_eq!(table.phase_name(), "4");
    assert_eq!(table.trains_of("VBW"), ["3"], "the 5 scraps nothing");
    let mut setup = intro(3, 1);
    setup.options.insert("intro_five_scraps_three".to_owned(), OptionValue::Switch(true));
    let mut table = start(&setup)
        .next_card("5")
        .train("VBW", "3")
        .treasury("BCB", 700)
        .turn_of("BCB", Step::Trains);
    table.play(table.buy_top("BCB", "5"));
    assert!(table.trains_of("VBW").is_empty(), "unless the table plays it so");
}

#[test]
fn too_many_trains_go_to_the_pool_and_can_be_bought_again() {
    // CZ-INTRO-17
    let mut table = game(3)
        .next_card("5")
        .train("VBW", "3")
        .train("VBW", "3")
        .train("VBW", "4")
        .treasury("BCB", 900)
        .turn_of("BCB", Step::Trains);
    table.play(table.buy_top("BCB", "5"));
    assert_eq!(table.waits_for().1, "VBW");
    table.play(table.return_train("VBW", "4"));
    assert_eq!(table.trains_at(Whereabouts::Pool), ["4"]);
    table.play(table.buy_pooled("BCB", "4"));
    assert_eq!(table.trains_of("BCB").len(), 2);
    assert_eq!(table.treasury_of("BCB"), 900 - 350 - 250);
}

#[test]
fn trains_are_traded_from_phase_2_on_by_agreement() {
    // CZ-INTRO-19
    let table = game(2)
        .train("EKJ", "2")
        .train("EKJ", "2")
        .treasury("BCB", 100)
        .turn_of("BCB", Step::Trains);
    assert_eq!(table.refused(table.buy_from("BCB", "EKJ", "2", 1)), "CZ-TRAIN-8");
    let mut table = game(2)
        .phase("3")
        .train("EKJ", "2")
        .train("EKJ", "2")
        .train("BCB", "2")
        .treasury("BCB", 100)
        .turn_of("BCB", Step::Trains);
    table.play(table.buy_from("BCB", "EKJ", "2", 1));
    assert_eq!(table.step(), "offer");
    assert_eq!(Some(table.waits_for().0), table.director("EKJ"));
    table.play(Move::Answer { accept: true });
    assert_eq!(table.trains_of("BCB").len(), 2);
}

#[test]
fn who_can_pay_must_buy_and_nobody_helps() {
    // CZ-INTRO-20, CZ-INTRO-22: no emergency financing, no export
    let table = game(2).treasury("BCB", 70).turn_of("BCB", Step::Trains);
    assert_eq!(table.refused(&Move::Pass), "CZ-TRAIN-1");
    let table = game(2).treasury("BCB", 69).turn_of("BCB", Step::Trains);
    assert!(!table.offers(&table.buy_top("BCB", "2")));
    assert_eq!(table.refused(table.buy_top("BCB", "2")), "CZ-INTRO-22");
    assert!(table.at.printed.process.iter().all(|b| !b.export));
}

#[test]
fn a_company_that_cannot_get_a_train_ends_the_game_with_the_round() {
    // CZ-INTRO-21, CZ-INTRO-26: looked at when its turn ends; the round is completed
    let mut table = game(2).treasury("BCB", 0);
    assert_eq!(table.waits_for().1, "BCB");
    idle(&mut table);
    assert!(table.at.outcome().is_none(), "EKJ still has its turn");
    assert_eq!(table.waits_for().1, "EKJ");
    idle(&mut table);
    let outcome = table.at.outcome().expect("it would be BCB's turn again");
    assert_eq!(outcome.reason, "no_train");
    let mut table = game(2).treasury("BCB", 0).train("BCB", "2");
    idle(&mut table);
    idle(&mut table);
    assert!(table.at.outcome().is_none(), "a company with a train may be poor");
}

#[test]
fn without_any_train_in_the_bank_nobody_has_to_buy() {
    // CZ-INTRO-27
    let mut table = game(2).treasury("BCB", 0);
    for card in table.at.state.core.trains.cards_mut() {
        card.place = Whereabouts::Gone;
    }
    idle(&mut table);
    idle(&mut table);
    assert!(table.at.outcome().is_none(), "the game goes on");
}

#[test]
fn the_richest_company_wins_and_ties_are_shared() {
    // CZ-INTRO-23
    let mut table = game(2).treasury("BCB", 300).treasury("EKJ", 300);
    let bcb = table.director("BCB").expect("a director");
    assert_eq!(table.at.values(), [300, 300]);
    table.at.state.over = true;
    assert_eq!(table.at.outcome().expect("over").winners.len(), 2);
    let mut table = table.treasury("EKJ", 299);
    table.at.state.over = true;
    let outcome = table.at.outcome().expect("over");
    assert_eq!(outcome.winners, [engine::Player(bcb)]);
}

#[test]
fn red_edged_hexes_stay_empty_but_track_may_point_at_them() {
    // CZ-INTRO-24
    let table = game(2);
    assert_eq!(table.sheet().map.cells.len(), 107);
    for cell in table.sheet().map.all() {
        let def = table.sheet().map.def(cell);
        if def.reserved_for.is_some() {
            assert!(table.sheet().tiles.get(def.printed).upgrades.is_empty(), "{}", def.name);
        }
    }
    // D4 has Dresden's B4 two rows above: C3 and C5 border it.
    let c5 = table.hex("C5");
    let towards_b4 = (0..6).find(|&e| table.sheet().map.neighbour(c5, e) == Some(table.hex("B4")));
    let edge = towards_b4.expect("C5 touches B4");
    assert_eq!(table.sheet().map.def(c5).closed & (1 << edge), 0);
    assert!(table.at.state.core.papers.iter().all(|p| p.place == Place::Aside));
    assert!(table.is("BCB", Flag::Floated));
}
