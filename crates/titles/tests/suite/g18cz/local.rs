//! Local railways in operating rounds.

use super::table::{Table, public_table, table};
use engine::{Event, LayBy, Move, Place, Player, Position, Why};
use titles::g18cz::Step;

/// EKJ at home in a yellow city, its treasury full, in its track step of the box 50.
fn karlovy_vary(letter: &str) -> Table {
    let t = table(3).phase(letter).float("EKJ", 0, 50).treasury("EKJ", 200);
    t.tile("D4", "57", 1).station("EKJ", "D4", 0).in_box(50).operating("EKJ", Step::Track)
}

fn purple(t: &Table, paper: &str) -> Vec<(String, String, u8)> {
    let mut all: Vec<_> = t
        .at
        .choices()
        .iter()
        .filter_map(|c| match c.mv {
            Move::LayTile { cell, tile, rotation, by: LayBy::Power { paper: p }, .. }
                if p == t.paper(paper) =>
            {
                Some((t.sheet().map.name(cell), t.sheet().tiles.get(tile).name.clone(), rotation))
            }
            _ => None,
        })
        .collect();
    all.sort();
    all
}

#[test]
fn income_is_paid_before_any_company_acts_to_players_and_companies() {
    // CZ-LOCAL-2, CZ-OR-1
    let t = table(3)
        .phase("b")
        .float("EKJ", 0, 50)
        .treasury("EKJ", 100)
        .float("BN", 1, 60)
        .treasury("BN", 100);
    let mut t = t
        .local("S1", 0)
        .local("L1", 0)
        .local("M1", 1)
        .local_of("S2", "EKJ")
        .local_of("M2", "BN")
        .stock(3);
    let used = t.paper("S2");
    t.at.state.core.papers[used.at()].used = true;
    for _ in 0..3 {
        t.pass();
    }
    assert_eq!([0, 1, 2].map(|p| t.cash_of(p)), [380 + 25, 380 + 10, 380]);
    assert_eq!(t.treasury_of("EKJ"), 105, "a used power does not stop the income");
    assert_eq!(t.treasury_of("BN"), 110);
    let paid = t
        .events
        .iter()
        .rposition(|e| matches!(e, Event::Paid { why: Why::PaperIncome, .. }))
        .unwrap();
    let box_began = t.events.iter().position(|e| matches!(e, Event::RoundBegan { .. })).unwrap();
    let turn = t.events.iter().position(|e| matches!(e, Event::TurnBegan { .. })).unwrap();
    assert!(box_began < paid && paid < turn, "marker, income, companies");
}

#[test]
fn a_local_railway_neither_builds_nor_runs() {
    // CZ-LOCAL-3
    let t = table(3).local("S1", 0).local("L1", 1).stock(2);
    let mut t = t;
    for _ in 0..3 {
        if t.step() == "stock" {
            t.pass();
        }
    }
    assert_eq!(t.step(), "stock", "an operating round without companies passes by");
    assert_eq!(t.at.process(), 5);
    assert!(t.events.iter().any(|e| matches!(e, Event::Paid { why: Why::PaperIncome, .. })));
    assert!(!t.events.iter().any(|e| matches!(e, Event::TileLaid { .. } | Event::Ran { .. })));
}

#[test]
fn the_current_value_is_the_number_of_the_box() {
    // CZ-LOCAL-4, CZ-LOCAL-17
    for value in [40, 45, 50, 55, 60, 65, 70, 75, 80, 90, 100, 110, 120] {
        let t = table(3)
            .phase("b")
            .float("EKJ", 0, 50)
            .treasury("EKJ", 300)
            .local_of("S1", "EKJ")
            .local("S2", 1);
        let mut t = t.station("EKJ", "D4", 0).in_box(value).operating("EKJ", Step::Track);
        assert_eq!(t.at.state.local_value(&t.at.printed), Some(value));
        assert_eq!(t.range(&t.buy_local("S2", 1)), Some((1, value)));
        t.play(t.sell_local("S1"));
        assert_eq!(t.treasury_of("EKJ"), 300 + value);
    }
}

#[test]
fn from_phase_b_a_company_buys_local_railways_if_the_seller_agrees() {
    // CZ-LOCAL-5, CZ-LOCAL-6, CZ-PHASE-3
    let t = karlovy_vary("a").local("S1", 1);
    assert_eq!(t.refused(t.buy_local("S1", 10)), "CZ-LOCAL-5");
    let t = karlovy_vary("b").local("S1", 1);
    assert_eq!(t.range(&t.buy_local("S1", 1)), Some((1, 50)));
    assert_eq!(t.refused(t.buy_local("S1", 0)), "CZ-LOCAL-5");
    assert_eq!(t.refused(t.buy_local("S1", 51)), "CZ-LOCAL-5");
    let mut sold = t.clone();
    sold.play(sold.buy_local("S1", 30));
    assert_eq!(sold.waits_for(), (1, "EKJ".to_owned(), "offer"), "the owner answers");
    assert_eq!(sold.refused(&Move::Pass), "CZ-LOCAL-5");
    sold.play(Move::Answer { accept: true });
    assert_eq!((sold.treasury_of("EKJ"), sold.cash_of(1)), (170, 410));
    assert_eq!(sold.paper_place("S1"), Place::Company(sold.company("EKJ")));
    assert_eq!(sold.waits_for(), (0, "EKJ".to_owned(), "track"), "then the turn goes on");
    let mut refused = t;
    refused.play(refused.buy_local("S1", 30));
    refused.play(Move::Answer { accept: false });
    assert_eq!(
        (refused.treasury_of("EKJ"), refused.paper_place("S1")),
        (200, Place::Player(Player(1)))
    );
    assert_eq!(
        refused.range(&refused.buy_local("S1", 31)),
        Some((31, 50)),
        "only a better offer is heard"
    );
}

#[test]
fn a_director_sells_to_his_own_company_without_asking_and_the_platform_never_asks() {
    // CZ-LOCAL-5
    let mut t = karlovy_vary("b").local("S1", 0);
    t.play(t.buy_local("S1", 50));
    assert_eq!((t.treasury_of("EKJ"), t.cash_of(0)), (150, 430));
    let t = public_table(3).phase("b").float("EKJ", 0, 50).treasury("EKJ", 200).local("S1", 1);
    let mut t = t.station("EKJ", "D4", 0).in_box(50).operating("EKJ", Step::Track);
    t.play(t.buy_local("S1", 50));
    assert_eq!((t.treasury_of("EKJ"), t.cash_of(1)), (150, 430));
}

#[test]
fn the_treasury_limits_the_price_of_a_local_railway() {
    // CZ-LOCAL-5, CZ-LOCAL-6, CZ-EMERGENCY-12
    let t = karlovy_vary("b").local("S1", 1).treasury("EKJ", 20);
    assert_eq!(t.range(&t.buy_local("S1", 1)), Some((1, 20)));
    assert_eq!(t.refused(t.buy_local("S1", 21)), "CZ-LOCAL-5");
    let t = t.treasury("EKJ", 0);
    assert_eq!(t.refused(t.buy_local("S1", 1)), "CZ-LOCAL-5");
}

#[test]
fn a_company_owns_local_railways_up_to_its_own_size() {
    // CZ-LOCAL-7
    let papers = ["S1", "M1", "L1"];
    for (size, (company, price)) in [("EKJ", 50), ("BN", 60), ("Sx", 90)].into_iter().enumerate() {
        let mut t = table(3).phase("d").float(company, 0, price).treasury(company, 300);
        for paper in papers {
            t = t.local(paper, 1);
        }
        let t = t.operating(company, Step::Acquire);
        for (i, paper) in papers.into_iter().enumerate() {
            let mv = t.buy_local(paper, 5);
            assert_eq!(t.offers(&mv), i <= size, "{company} and {paper}");
            if i > size {
                assert_eq!(t.refused(&mv), "CZ-LOCAL-7");
            }
        }
    }
}

#[test]
fn a_players_local_railway_goes_to_companies_and_nowhere_else() {
    // CZ-LOCAL-8, CZ-SR-20
    let t = karlovy_vary("b").local("S1", 0);
    assert_eq!(
        t.refused(t.sell_local("S1")),
        "CZ-LOCAL-17",
        "the bank takes it from companies only"
    );
    let t = t.stock(3);
    assert_eq!(t.refused(t.sell_local("S1")), "CZ-SR-2");
    assert!(
        !t.at
            .choices()
            .iter()
            .any(|c| matches!(c.mv, Move::SellPaper { .. } | Move::BuyPaper { .. }))
    );
}

#[test]
fn a_players_local_railway_is_a_certificate_and_worth_120_at_the_end() {
    // CZ-LOCAL-9, CZ-LOCAL-10, CZ-END-3
    let t = table(3).local("S1", 0).local("L1", 0).local("M1", 1).in_box(120);
    assert_eq!([0, 1, 2].map(|p| t.at.certificates(Player(p)).0), [2, 1, 0]);
    assert_eq!(t.at.values(), [380 + 240, 380 + 120, 380]);
    let mut t = t.float("EKJ", 0, 50);
    for i in 1..=6 {
        t = t.local_of(&format!("S{i}"), "EKJ");
    }
    assert_eq!(t.at.certificates(Player(0)).0, 2, "a company may own any number");
}

#[test]
fn one_power_once_in_the_game_and_the_income_goes_on() {
    // CZ-LOCAL-11, CZ-LOCAL-2
    let mut t = karlovy_vary("d").local_of("S1", "EKJ").tile("D6", "9", 1).tile("D8", "9", 1);
    assert!(t.offers(&t.lay_waived("S1", "EKJ", "D10", "9", 1)));
    let lay = purple(&t, "S1").into_iter().next().expect("a purple tile");
    t.play(t.lay_power("S1", "EKJ", &lay.0, &lay.1, lay.2));
    assert!(t.at.state.core.papers[t.paper("S1").at()].used);
    assert!(purple(&t, "S1").is_empty());
    assert_eq!(t.refused(t.lay_waived("S1", "EKJ", "D10", "9", 1)), "CZ-LOCAL-11");
    assert_eq!(t.paper_place("S1"), Place::Company(t.company("EKJ")), "the paper stays");
    let t = karlovy_vary("d").local_of("S1", "EKJ").tile("D6", "9", 1).tile("D8", "9", 1);
    let mut t = t;
    t.play(t.lay_waived("S1", "EKJ", "D10", "9", 1));
    assert_eq!(
        t.refused(t.lay_power("S1", "EKJ", &lay.0, &lay.1, lay.2)),
        "CZ-LOCAL-11",
        "one of the two"
    );
    let t = karlovy_vary("d").local("S1", 0);
    assert_eq!(
        t.refused(t.lay_power("S1", "EKJ", &lay.0, &lay.1, lay.2)),
        "CZ-LOCAL-11",
        "not for a player"
    );
}

#[test]
fn the_first_power_comes_on_top_of_the_build_at_any_point_of_the_turn() {
    // CZ-LOCAL-12, CZ-OR-6, HARD-CZ-18
    let base = karlovy_vary("d")
        .local_of("S1", "EKJ")
        .train("EKJ", "3")
        .tile("D6", "9", 1)
        .tile("D2", "57", 1);
    let mut t = base.clone();
    t.play(t.lay("EKJ", "D6", "24", 1));
    assert!(t.lays().is_empty(), "the build is used up");
    assert!(!purple(&t, "S1").is_empty());
    for step in [
        Step::Track,
        Step::Station,
        Step::Run,
        Step::Dividend,
        Step::Acquire,
        Step::Trains,
        Step::Papers,
    ] {
        let mut t = base.clone().operating("EKJ", step);
        if step == Step::Dividend {
            t.at.state.turn.revenue = 40;
        }
        let lay = purple(&t, "S1").into_iter().find(|l| l.0 == "D4").expect("a purple city");
        let treasury = t.treasury_of("EKJ");
        t.play(t.lay_power("S1", "EKJ", &lay.0, &lay.1, lay.2));
        assert_eq!(t.treasury_of("EKJ"), treasury);
        assert_eq!(t.at.state.turn.lays, 0, "not part of the regular build");
    }
    // In its own turn only.
    let t = table(3)
        .phase("d")
        .float("EKJ", 0, 50)
        .station("EKJ", "D4", 0)
        .local_of("S1", "EKJ")
        .float("OFE", 1, 50);
    let t = t.tile("D4", "57", 1).treasury("OFE", 100).operating("OFE", Step::Track);
    assert_eq!(t.refused(t.lay_power("S1", "EKJ", "D4", "14p", 0)), "CZ-OR-5");
    assert_eq!(t.refused(t.lay_power("S1", "OFE", "D4", "14p", 0)), "CZ-LOCAL-11");
}

#[test]
fn the_colours_of_the_first_power_grow_with_the_size_of_the_paper() {
    // CZ-LOCAL-13
    for (tile, next, needs) in [("57", "14p", 0), ("14", "611p", 1), ("611", "595p", 2)] {
        for (size, paper) in ["S1", "M1", "L1"].into_iter().enumerate() {
            let t =
                table(3).phase("i").float("Sx", 0, 90).tile("D4", tile, 1).station("Sx", "D4", 0);
            let t = t.local_of(paper, "Sx").operating("Sx", Step::Track);
            let found = purple(&t, paper).into_iter().find(|l| l.0 == "D4" && l.1 == next);
            assert_eq!(found.is_some(), size >= needs, "{paper} lays {next}");
            if size < needs {
                let r = (0..6)
                    .map(|r| t.refused(t.lay_power(paper, "Sx", "D4", next, r)))
                    .collect::<Vec<_>>();
                assert!(r.iter().all(|&r| r == "CZ-LOCAL-13"), "{r:?}");
            }
        }
    }
    // The colour has to be available.
    let t = table(3)
        .phase("f")
        .float("Sx", 0, 90)
        .tile("D4", "14", 1)
        .station("Sx", "D4", 0)
        .local_of("L1", "Sx");
    let t = t.operating("Sx", Step::Track);
    assert_eq!(t.refused(t.lay_power("L1", "Sx", "D4", "611p", 1)), "CZ-UPGRADE-2");
}

#[test]
fn a_purple_lay_obeys_all_other_rules_of_tiles() {
    // CZ-LOCAL-14, HARD-CZ-18
    let t = karlovy_vary("d").local_of("S1", "EKJ").tile("E21", "57", 0).tile("D2", "57", 1);
    for r in 0..6 {
        let fits = t.sheet().tiles.exits(t.tile_id("14p"), r) & 0b1001 == 0b1001;
        let rule = if fits { "CZ-TRACK-5" } else { "CZ-UPGRADE-3" };
        assert_eq!(t.refused(t.lay_power("S1", "EKJ", "E21", "14p", r)), rule, "not connected");
        let kept = t.sheet().tiles.exits(t.tile_id("14p"), r) & 0b1_0010 == 0b1_0010;
        assert_eq!(
            t.offers(&t.lay_power("S1", "EKJ", "D4", "14p", r)),
            kept,
            "track is kept at {r}"
        );
    }
    // D2 has a map edge to the north-west.
    for (_, tile, r) in purple(&t, "S1").into_iter().filter(|l| l.0 == "D2") {
        assert_eq!(t.sheet().tiles.exits(t.tile_id(&tile), r) & 0b100, 0);
    }
    assert_eq!(
        t.refused(t.lay_power("S1", "EKJ", "D4", "888p", 0)),
        "CZ-UPGRADE-18",
        "a town is no city"
    );
    assert_eq!(
        t.refused(t.lay_power("S1", "EKJ", "D6", "14p", 0)),
        "CZ-UPGRADE-1",
        "upgrades only"
    );
    let none = t.clone().supply("14p", 0).supply("15p", 0);
    assert!(!purple(&none, "S1").iter().any(|l| l.0 == "D4"));
    assert!(
        purple(&t, "S1")
            .iter()
            .all(|l| t.cost(&t.lay_power("S1", "EKJ", &l.0, &l.1, l.2)) == Some(0))
    );
}

#[test]
fn the_second_power_waives_terrain_by_the_size_of_the_paper() {
    // CZ-LOCAL-15
    // Where Sx comes from and the hex it builds: river, hill, mountain.
    for (needs, hex, cost) in [(0, "D10", 10), (1, "E5", 20), (2, "C5", 40)] {
        for (size, paper) in ["S1", "M1", "L1"].into_iter().enumerate() {
            let t =
                table(3).phase("d").float("Sx", 0, 90).treasury("Sx", 100).local_of(paper, "Sx");
            let t = match hex {
                "D10" => t.tile("D4", "57", 1).tile("D6", "9", 1).tile("D8", "9", 1),
                "E5" => t.tile("D4", "57", 2),
                _ => t.tile("D4", "57", 0),
            };
            let mut t = t.station("Sx", "D4", 0).operating("Sx", Step::Track);
            let (_, tile, r) = t.lays().into_iter().find(|l| l.0 == hex).expect("a lay");
            assert_eq!(t.cost(&t.lay("Sx", hex, &tile, r)), Some(cost));
            let waived = t.lay_waived(paper, "Sx", hex, &tile, r);
            if size < needs {
                assert_eq!(t.refused(&waived), "CZ-LOCAL-15", "{paper} on {hex}");
            } else {
                t.play(waived);
                assert_eq!(t.treasury_of("Sx"), 100);
                assert!(t.at.state.core.papers[t.paper(paper).at()].used);
            }
        }
    }
    let t = karlovy_vary("d").local_of("L1", "EKJ");
    assert_eq!(
        t.refused(t.lay_waived("L1", "EKJ", "D6", "9", 1)),
        "CZ-LOCAL-15",
        "nothing to waive in the plain"
    );
}

#[test]
fn a_waived_lay_is_the_regular_build() {
    // CZ-LOCAL-16, HARD-CZ-19
    let base = karlovy_vary("d")
        .local_of("S1", "EKJ")
        .local_of("S2", "EKJ")
        .tile("D6", "9", 1)
        .tile("D8", "9", 1);
    let mut t = base.clone();
    t.play(t.lay_waived("S1", "EKJ", "D10", "9", 1));
    assert_eq!(t.at.state.turn.lays, 1);
    assert!(t.lays().is_empty());
    // In a first turn it may be the second of the two yellow tiles as well.
    let mut t =
        karlovy_vary("d").local_of("S1", "EKJ").tile("D6", "9", 1).fresh("EKJ").treasury("EKJ", 0);
    t.play(t.lay("EKJ", "D8", "9", 1));
    t.play(t.lay_waived("S1", "EKJ", "D10", "9", 1));
    assert_eq!((t.at.state.turn.lays, t.treasury_of("EKJ")), (2, 0));
    assert_eq!(t.refused(t.lay("EKJ", "D2", "57", 1)), "CZ-TRACK-2");
}

#[test]
fn a_company_sells_its_local_railways_at_any_point_used_or_not() {
    // CZ-LOCAL-17, CZ-OR-6, CZ-LOCAL-19
    for step in [
        Step::Track,
        Step::Station,
        Step::Run,
        Step::Dividend,
        Step::Acquire,
        Step::Trains,
        Step::Papers,
    ] {
        for used in [false, true] {
            let mut t =
                karlovy_vary("b").local_of("S1", "EKJ").train("EKJ", "2").operating("EKJ", step);
            let s1 = t.paper("S1");
            t.at.state.core.papers[s1.at()].used = used;
            t.at.state.turn.revenue = 50;
            t.play(t.sell_local("S1"));
            assert_eq!((t.treasury_of("EKJ"), t.paper_place("S1")), (250, Place::Gone));
        }
    }
    let t = karlovy_vary("b").float("OFE", 1, 50).local_of("S1", "OFE");
    assert_eq!(t.refused(t.sell_local("S1")), "CZ-LOCAL-17", "not those of another company");
    assert_eq!(t.refused(t.buy_local("S1", 5)), "CZ-LOCAL-19", "companies do not trade them");
}

#[test]
fn several_local_railways_in_one_turn_each_with_its_power() {
    // CZ-LOCAL-18
    let t = karlovy_vary("d")
        .local("S1", 0)
        .local("S2", 0)
        .local("S3", 0)
        .tile("D6", "9", 1)
        .tile("D8", "9", 1);
    let mut t = t.tile("D2", "57", 1);
    for paper in ["S1", "S2", "S3"] {
        t.play(t.buy_local(paper, 10));
    }
    let at = |t: &Table, paper: &str, hex: &str| {
        purple(t, paper).into_iter().find(|l| l.0 == hex).expect("a lay")
    };
    let lay = at(&t, "S1", "D4");
    t.play(t.lay_power("S1", "EKJ", &lay.0, &lay.1, lay.2));
    let lay = at(&t, "S2", "D2");
    t.play(t.lay_power("S2", "EKJ", &lay.0, &lay.1, lay.2));
    t.play(t.lay_waived("S3", "EKJ", "D10", "9", 1));
    for paper in ["S1", "S2", "S3"] {
        t.play(t.sell_local(paper));
    }
    assert_eq!(t.treasury_of("EKJ"), 200 - 30 + 150);
}

#[test]
fn no_phase_closes_local_railways() {
    // CZ-LOCAL-20
    for letter in ["b", "c", "d", "e", "f", "g", "h", "i", "j"] {
        let t = table(3)
            .next_card(letter)
            .float("EKJ", 0, 50)
            .treasury("EKJ", 500)
            .local("S1", 1)
            .local_of("S2", "EKJ");
        let mut t = t.operating("EKJ", Step::Trains);
        let face = t.sheet().trains.iter().find(|k| k.name.ends_with(letter)).unwrap().faces[0]
            .name
            .clone();
        t.play(t.buy_top("EKJ", &face));
        assert_eq!(t.phase_name(), letter);
        assert_eq!(t.paper_place("S1"), Place::Player(Player(1)));
        assert_eq!(t.paper_place("S2"), Place::Company(t.company("EKJ")));
    }
}

#[test]
fn a_company_that_only_lacks_money_may_sell_a_local_railway_for_a_train_or_a_take_over() {
    // CZ-OR-6, CZ-LOCAL-17
    let t = table(3)
        .phase("a")
        .float("EKJ", 0, 50)
        .treasury("EKJ", 30)
        .train("EKJ", "2")
        .local_of("S1", "EKJ");
    let mut t = t.station("EKJ", "D4", 0).in_box(45).operating("EKJ", Step::Station);
    t.pass();
    assert_eq!(t.step(), "trains", "30 and 45 would buy a train");
    t.play(t.sell_local("S1"));
    t.play(t.buy_top("EKJ", "2"));
    assert_eq!((t.treasury_of("EKJ"), t.trains_of("EKJ").len()), (5, 2));
    let t = table(3)
        .phase("b")
        .float("BN", 0, 60)
        .treasury("BN", 20)
        .train("BN", "2+2")
        .float("EKJ", 1, 50);
    let mut t =
        t.local_of("S1", "BN").station("BN", "E11", 1).in_box(45).operating("BN", Step::Station);
    t.pass();
    assert_eq!(t.step(), "acquire");
    t.play(t.sell_local("S1"));
    t.play(t.acquire("EKJ", 25));
}
