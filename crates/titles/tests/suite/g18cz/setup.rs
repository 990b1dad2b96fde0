//! Preparing the game, the pre-stock round, papers and companies as they are printed.

use super::table::{setup, start, table};
use board::{Colour, Kind};
use engine::{Flag, Move, Place, Player, Position, Title};
use titles::g18cz::TITLE;

#[test]
fn the_standard_game_takes_three_to_six_players() {
    // CZ-SETUP-1
    for n in 1..=7 {
        assert_eq!(
            TITLE.start(&setup(n, "rulebook", 1)).is_ok(),
            (3..=6).contains(&n),
            "{n} players"
        );
    }
}

#[test]
fn cash_and_certificate_limit_depend_on_the_number_of_players() {
    // CZ-SETUP-2, CZ-SETUP-3
    for (players, cash, limit) in [(3, 380, 14), (4, 300, 12), (5, 250, 10), (6, 210, 9)] {
        let t = start(&setup(players, "rulebook", 1));
        for seat in 0..players as u8 {
            assert_eq!(t.cash_of(seat), cash, "{players} players");
            assert_eq!(
                t.at.certificates(Player(seat)),
                (0, Some(limit)),
                "{players} players"
            );
        }
    }
}

#[test]
fn the_bank_pays_whatever_it_owes_and_never_ends_the_game() {
    // CZ-SETUP-4
    let mut t = table(3)
        .float("BN", 0, 100)
        .treasury("BN", 1_000_000)
        .train("BN", "2+2");
    t = t
        .tile("E11", "8889", 0)
        .station("BN", "E11", 1)
        .tile("D12", "9", 0)
        .tile("C13", "4", 0);
    let mut t = t.phase("c").operating("BN", titles::g18cz::Step::Run);
    t.play(t.best_run("BN"));
    t.withhold();
    assert_eq!(t.treasury_of("BN"), 1_000_040);
    assert!(t.at.state.core.money.of(engine::Purse::Bank) < -1_000_000);
    assert!(t.at.outcome().is_none());
}

#[test]
fn everything_anybody_owns_is_shown_to_everybody() {
    // CZ-SETUP-5
    let t = table(3)
        .float("BN", 1, 70)
        .treasury("BN", 123)
        .train("BN", "2+2")
        .local("S1", 2)
        .local_of("M1", "BN");
    let v = serde_json::to_value(engine::view(&t.at)).expect("a view");
    let bn = v["companies"]
        .as_array()
        .unwrap()
        .iter()
        .find(|c| c["id"] == "BN")
        .unwrap();
    assert_eq!(bn["treasury"], 123);
    let text = v.to_string();
    assert!(text.contains("2+2") && text.contains("M1") && text.contains("S1"));
    for (seat, player) in v["players"].as_array().unwrap().iter().enumerate() {
        assert_eq!(player["cash"], t.cash_of(seat as u8));
    }
}

#[test]
fn treasuries_and_cash_are_separate_purses() {
    // CZ-SETUP-6, CZ-COMPANY-12
    let mut t = table(3)
        .float("EKJ", 0, 50)
        .treasury("EKJ", 90)
        .cash(0, 500)
        .tile("D4", "57", 1)
        .station("EKJ", "D4", 0);
    t = t.float("BN", 0, 60).treasury("BN", 700);
    let mut t = t.operating("EKJ", titles::g18cz::Step::Trains);
    t.play(t.buy_top("EKJ", "2"));
    assert_eq!(
        (t.treasury_of("EKJ"), t.treasury_of("BN"), t.cash_of(0)),
        (20, 700, 500)
    );
}

#[test]
fn order_cards_are_dealt_at_random_and_card_one_acts_first() {
    // CZ-SETUP-7
    let mut firsts = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let t = start(&setup(4, "rulebook", seed));
        let mut order: Vec<u8> = t.at.state.core.players().map(|p| p.0).collect();
        assert_eq!(t.waits_for().0, order[0]);
        firsts.insert(order[0]);
        order.sort_unstable();
        assert_eq!(order, [0, 1, 2, 3]);
    }
    assert_eq!(firsts.len(), 4, "every seat gets card 1 in some game");
}

#[test]
fn eighteen_local_railways_lie_out_at_their_printed_prices() {
    // CZ-SETUP-8, CZ-LOCAL-1
    let t = start(&setup(3, "rulebook", 1));
    for (size, income, lowest) in [(0, 5, 25), (1, 10, 40), (2, 20, 55)] {
        let mut prices: Vec<i32> = Vec::new();
        for paper in t.sheet().paper_ids() {
            let def = &t.sheet().papers[paper.at()];
            if def.size == size {
                assert_eq!(def.income, income);
                assert_eq!(t.at.state.core.papers[paper.at()].place, Place::Bank);
                prices.push(def.price);
                assert_eq!(t.cost(&t.take(&def.id)), Some(def.price));
            }
        }
        prices.sort_unstable();
        assert_eq!(prices, (0..6).map(|i| lowest + 5 * i).collect::<Vec<_>>());
    }
}

#[test]
fn the_directors_certificate_lies_on_top_of_each_stack() {
    // CZ-SETUP-9, CZ-SR-9
    let t = table(3).phase("d");
    for company in t.sheet().company_ids() {
        let id = t.sheet().company(company).id.clone();
        assert_eq!(t.refused(t.share(&id)), "CZ-SR-9", "{id}");
    }
}

#[test]
fn only_a_cards_can_be_bought_at_the_start() {
    // CZ-SETUP-10, CZ-TRAIN-3
    let t = table(3)
        .float("EKJ", 0, 50)
        .treasury("EKJ", 900)
        .operating("EKJ", titles::g18cz::Step::Trains);
    assert_eq!(t.top(), "a");
    let letters: Vec<&str> = (0..10).map(|k| t.letter(k)).collect();
    assert_eq!(letters, ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]);
    let bought: Vec<_> =
        t.at.choices()
            .into_iter()
            .filter(|c| matches!(c.mv, Move::BuyTrain { .. }))
            .collect();
    assert_eq!(bought.len(), 1);
    let deep =
        t.at.state
            .core
            .trains
            .cards
            .iter()
            .position(|c| c.kind == 1)
            .unwrap() as u8;
    let mv = Move::BuyTrain {
        company: t.company("EKJ"),
        card: engine::Card(deep),
        face: 0,
        amount: 70,
        from: engine::TrainFrom::Deck,
    };
    assert_eq!(t.refused(&mv), "CZ-TRAIN-3");
}

#[test]
fn there_are_160_tiles() {
    // CZ-SETUP-11
    let t = table(3);
    let count = |colour: Colour, purple: bool| -> u32 {
        let of = t
            .sheet()
            .tiles
            .tiles
            .iter()
            .filter(|t| t.colour == colour && (!purple || t.special));
        of.map(|t| u32::from(t.count)).sum()
    };
    let colours = [
        Colour::Yellow,
        Colour::Green,
        Colour::Brown,
        Colour::Grey,
        Colour::Red,
    ];
    assert_eq!(colours.map(|c| count(c, false)), [69, 54, 28, 4, 5]);
    assert_eq!(colours.map(|c| count(c, true)), [0, 10, 7, 3, 0]);
    for (i, tile) in t.sheet().tiles.tiles.iter().enumerate() {
        assert_eq!(
            t.at.state.core.board().left(board::TileId(i as u16)),
            tile.count
        );
    }
}

#[test]
fn no_choice_ever_passes_money_or_papers_between_players() {
    // CZ-SETUP-12, CZ-SR-6, CZ-SR-20, CZ-LOCAL-8
    let t = table(3)
        .stock(2)
        .float("BN", 0, 60)
        .shares("BN", 1, 1)
        .local("S1", 0)
        .local("M1", 1)
        .cash(0, 900);
    for choice in t.at.choices() {
        let mut copy = t.clone();
        copy.try_play(&choice.mv).expect("a choice is legal");
        assert_eq!(
            (copy.cash_of(1), copy.cash_of(2)),
            (380, 380),
            "{:?}",
            choice.mv
        );
        assert_eq!(copy.units("BN", 1), 1);
        assert_eq!(copy.paper_place("S1"), Place::Player(Player(0)));
    }
    assert_eq!(t.refused(t.buy_local("M1", 40)), "CZ-SR-2");
    assert_eq!(t.refused(t.sell_local("S1")), "CZ-SR-2");
}

#[test]
fn fifteen_companies_with_their_certificates_markers_and_homes() {
    // CZ-COMPANY-1..4, CZ-COMPANY-9
    let t = table(3);
    let expected = [
        ("EKJ", 0, "D4"),
        ("OFE", 0, "C25"),
        ("BCB", 0, "E15"),
        ("MW", 0, "F22"),
        ("VBW", 0, "I9"),
        ("BN", 1, "E11"),
        ("NWB", 1, "E11"),
        ("ATE", 1, "B8"),
        ("BTE", 1, "D2"),
        ("KFN", 1, "G19"),
        ("Sx", 2, "A7 B4"),
        ("Pr", 2, "B18 A21"),
        ("By", 2, "F2 H4"),
        ("kk", 2, "J14 I17"),
        ("Ug", 2, "I23 G27"),
    ];
    assert_eq!(t.sheet().companies.len(), expected.len());
    for (id, size, homes) in expected {
        let company = t.company(id);
        let def = t.sheet().company(company);
        assert_eq!(def.size, size, "{id}");
        let names: Vec<String> = def.homes.iter().map(|&h| t.sheet().map.name(h)).collect();
        assert_eq!(names.join(" "), homes, "{id}");
        // Percent of a share and of the director's certificate, number of shares, markers.
        let (percent, director, shares, markers) =
            [(25, 50, 4, 3), (20, 40, 5, 3), (10, 20, 10, 2)][size as usize];
        assert_eq!(def.unit_percent, percent, "{id}");
        assert_eq!(def.director_units * def.unit_percent, director, "{id}");
        assert_eq!(t.at.state.core.stock[company.at()].total(), shares, "{id}");
        assert_eq!(t.markers(id).iter().sum::<u8>(), markers, "{id}");
    }
}

#[test]
fn markers_cost_nothing_then_40_then_100() {
    // CZ-COMPANY-11
    let t = table(3);
    for company in t.sheet().company_ids() {
        let def = t.sheet().company(company);
        let costs: Vec<u16> = t
            .markers(&def.id)
            .iter()
            .zip(&def.station_costs)
            .filter(|m| *m.0 > 0)
            .map(|m| *m.1)
            .collect();
        let expected: &[u16] = if def.size == 2 {
            &[0, 40]
        } else {
            &[0, 40, 100]
        };
        assert_eq!(costs, expected, "{}", def.id);
    }
}

#[test]
fn a_directors_certificate_is_two_shares_and_one_certificate() {
    // CZ-COMPANY-5, CZ-SR-7
    let mut t = table(3);
    t.play(t.start_at("EKJ", 70));
    assert_eq!(t.cash_of(0), 380 - 140, "two shares are paid");
    assert_eq!(t.units("EKJ", 0), 2);
    assert_eq!(t.at.certificates(Player(0)).0, 1);
    assert_eq!(t.at.values()[0], 380);
}

#[test]
fn companies_own_no_shares() {
    // CZ-COMPANY-13
    let t = table(3)
        .float("BN", 0, 60)
        .float("EKJ", 1, 50)
        .treasury("BN", 900)
        .operating("BN", titles::g18cz::Step::Track);
    assert_eq!(t.refused(t.share("EKJ")), "CZ-OR-5");
    for step in [
        titles::g18cz::Step::Track,
        titles::g18cz::Step::Station,
        titles::g18cz::Step::Acquire,
        titles::g18cz::Step::Trains,
    ] {
        let t = t.clone().operating("BN", step);
        assert!(
            !t.at
                .choices()
                .iter()
                .any(|c| matches!(c.mv, Move::BuyShare { .. } | Move::Start { .. }))
        );
    }
}

#[test]
fn trains_and_treasury_of_a_company_are_worth_nothing_to_its_director() {
    // CZ-COMPANY-14, CZ-END-3
    let t = table(3).float("BN", 0, 60);
    let before = t.at.values();
    let t = t.treasury("BN", 5000).train("BN", "2+2");
    assert_eq!(t.at.values(), before);
    assert_eq!(before[0], 380 + 3 * 60);
}

#[test]
fn praha_holds_the_homes_of_two_companies_in_their_own_cities() {
    // CZ-COMPANY-10, CZ-UPGRADE-19
    for (company, exit) in [("BN", 3), ("NWB", 5)] {
        let t = table(3)
            .phase("b")
            .float(company, 0, 60)
            .in_box(45)
            .then(&[company]);
        let mut t = t
            .float("EKJ", 1, 50)
            .treasury("EKJ", 100)
            .train("EKJ", "2")
            .operating("EKJ", titles::g18cz::Step::Papers);
        t = t.then(&[company]).local_of("S1", "EKJ");
        t.pass();
        let [(id, stop)] = t.stations_on("E11").try_into().expect("one station");
        assert_eq!(id, company);
        let printed = t.sheet().tiles.get(t.sheet().map.def(t.hex("E11")).printed);
        assert_eq!(printed.exits_of(stop), 1 << exit, "{company}");
    }
}

#[test]
fn the_draft_snakes_from_card_one_to_card_n_and_back() {
    // CZ-PRE-1, CZ-PRE-2
    let mut t = start(&setup(3, "rulebook", 5));
    let order: Vec<u8> = t.at.state.core.players().map(|p| p.0).collect();
    let mut actors = Vec::new();
    for paper in ["S1", "S2", "S3", "S4", "S5", "S6", "M1"] {
        let actor = t.waits_for().0;
        let (cash, price) = (
            t.cash_of(actor),
            t.sheet().papers[t.paper(paper).at()].price,
        );
        t.play(t.take(paper));
        assert_eq!(t.cash_of(actor), cash - price);
        assert_eq!(t.paper_place(paper), Place::Player(Player(actor)));
        actors.push(actor);
    }
    let snake = [0, 1, 2, 2, 1, 0, 0].map(|i| order[i]);
    assert_eq!(actors, snake);
    assert_eq!(t.refused(t.take("S1")), "CZ-PRE-2");
    assert_eq!(t.refused(t.start_at("EKJ", 50)), "CZ-PRE-2");
}

#[test]
fn who_passes_in_the_draft_may_buy_later() {
    // CZ-PRE-3
    let mut t = start(&setup(3, "rulebook", 5));
    let first = t.waits_for().0;
    t.pass();
    t.play(t.take("S1"));
    t.play(t.take("S2"));
    t.play(t.take("S3"));
    t.play(t.take("S4"));
    assert_eq!(t.waits_for(), (first, String::new(), "draft"));
    t.play(t.take("L1"));
    assert_eq!(t.paper_place("L1"), Place::Player(Player(first)));
}

#[test]
fn the_draft_ends_when_everybody_has_passed_since_the_last_purchase() {
    // CZ-PRE-4, CZ-PRE-7, CZ-LOCAL-21
    let mut t = start(&setup(3, "rulebook", 5));
    t.pass();
    t.pass();
    t.play(t.take("S1"));
    assert_eq!(t.step(), "draft");
    t.pass();
    assert_eq!(
        t.step(),
        "draft",
        "the last card acts twice in a row; that is one player"
    );
    t.pass();
    assert_eq!(t.step(), "draft");
    t.pass();
    assert_eq!(t.step(), "stock");
    assert_eq!(t.at.process(), 1);
    assert_eq!(
        t.paper_place("S2"),
        Place::Aside,
        "unsold papers leave the game"
    );
    assert!(t.at.state.core.papers_at(Place::Bank).next().is_none());
}

#[test]
fn the_draft_ends_when_all_papers_are_sold() {
    // CZ-PRE-4
    let mut t = start(&setup(6, "rulebook", 5));
    for seat in 0..6 {
        t = t.cash(seat, 1000);
    }
    let names: Vec<String> = t.sheet().papers.iter().map(|p| p.id.clone()).collect();
    for (i, name) in names.iter().enumerate() {
        assert_eq!(t.step(), "draft", "after {i} papers");
        t.play(t.take(name));
    }
    assert_eq!(t.step(), "stock");
}

#[test]
fn a_player_who_can_afford_nothing_passes_by_himself_and_the_draft_goes_on() {
    // CZ-PRE-5, HARD-CZ-17
    let mut t = start(&setup(3, "rulebook", 5));
    let order: Vec<u8> = t.at.state.core.players().map(|p| p.0).collect();
    t = t.cash(order[1], 24);
    t.play(t.take("M1"));
    assert_eq!(
        t.waits_for(),
        (order[2], String::new(), "draft"),
        "the second player is passed over"
    );
    t.play(t.take("M2"));
    t.play(t.take("M3"));
    assert_eq!(t.waits_for(), (order[0], String::new(), "draft"));
    assert_eq!(t.refused(t.take("M1")), "CZ-PRE-2");
}

#[test]
fn a_paper_dearer_than_the_players_cash_is_not_for_sale_to_him() {
    // CZ-PRE-2
    let mut t = start(&setup(3, "rulebook", 5));
    let first = t.waits_for().0;
    t = t.cash(first, 44);
    assert_eq!(t.refused(t.take("M2")), "CZ-PRE-2");
    assert!(t.offers(&t.take("M1")));
}

#[test]
fn after_the_draft_least_cash_takes_card_one_and_ties_keep_their_order() {
    // CZ-PRE-6
    let mut t = start(&setup(4, "rulebook", 5));
    let order: Vec<u8> = t.at.state.core.players().map(|p| p.0).collect();
    t.pass();
    t.play(t.take("L6"));
    t.pass();
    t.play(t.take("S1"));
    for _ in 0..6 {
        if t.step() == "draft" {
            t.pass();
        }
    }
    assert_eq!(t.step(), "stock");
    let now: Vec<u8> = t.at.state.core.players().map(|p| p.0).collect();
    assert_eq!(now, [order[1], order[3], order[0], order[2]]);
    assert_eq!(t.waits_for().0, order[1]);
}

#[test]
fn a_large_company_holds_only_cities_and_red_tiles_that_exist_once() {
    // CZ-SETUP-11, CZ-COMPANY-1
    let t = table(3);
    let mut red: Vec<String> = ["Sx", "Pr", "By", "kk", "Ug"]
        .map(|c| t.red_tile(c))
        .to_vec();
    red.sort();
    red.dedup();
    assert_eq!(red.len(), 5, "one red tile each");
    assert!(
        t.sheet()
            .tiles
            .tiles
            .iter()
            .filter(|t| t.colour == Colour::Red)
            .all(|t| t.has(Kind::Red))
    );
    assert!(
        t.is("EKJ", Flag::Available)
            && !t.is("BN", Flag::Available)
            && !t.is("Sx", Flag::Available)
    );
}
