//! Phases, scrapping, limits, and the train that leaves at the end of a set.

use super::table::{Table, table};
use engine::{Card, Event, Flag, Move, Player, Position, Whereabouts};
use titles::g18cz::Step;

const LETTERS: [&str; 10] = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];

/// A train of every kind that can be scrapped, each with a company of its class.
const OWNERS: [(&str, i32, &str); 6] = [
    ("OFE", 50, "2"),
    ("MW", 50, "3"),
    ("KFN", 60, "2+2"),
    ("BTE", 60, "3+3"),
    ("By", 90, "3E"),
    ("Pr", 90, "4E"),
];

/// All those trains are about and a large company buys the first card of a letter.
fn with_all_trains(letter: &str) -> Table {
    let mut t = table(3).next_card(letter).float("Sx", 0, 90).treasury("Sx", 5000);
    for (company, price, face) in OWNERS {
        t = t.float(company, 1, price).train(company, face);
    }
    t.at.state.core.phase = t.at.state.core.phase.max(3); // There are no large companies before.
    t.operating("Sx", Step::Trains)
}

fn left(t: &Table) -> Vec<String> {
    let mut all: Vec<String> = OWNERS.iter().flat_map(|o| t.trains_of(o.0)).collect();
    all.sort();
    all
}

fn all_but(gone: &[&str]) -> Vec<String> {
    let mut all: Vec<String> = ["2", "2+2", "3", "3+3", "3E", "4E"]
        .iter()
        .filter(|f| !gone.contains(f))
        .map(|f| (*f).to_owned())
        .collect();
    all.sort();
    all
}

/// An operating round of a box is over after one more pass of a company with nothing left to do.
fn end_of_box(t: Table, value: i32) -> Table {
    let t = t.float("VBW", 0, 50).train("VBW", "5").local_of("S6", "VBW").in_box(value);
    let mut t = t.operating("VBW", Step::Papers);
    t.pass();
    t
}

#[test]
fn a_phase_begins_with_the_first_card_of_its_letter_sold_as_whichever_face() {
    // CZ-PHASE-1, CZ-PHASE-4
    for (i, letter) in LETTERS.into_iter().enumerate().skip(3) {
        let faces = table(3).sheet().trains[i].faces.len();
        for face in 0..faces {
            let mut t = with_all_trains(letter);
            let name = t.sheet().trains[i].faces[face].name.clone();
            t.play(t.buy_top("Sx", &name));
            assert_eq!(t.phase_name(), letter, "sold as {name}");
            assert!(letter == "d" || t.events.contains(&Event::PhaseBegan { phase: i as u8 }));
        }
    }
    let mut t = table(3)
        .next_card("c")
        .float("EKJ", 0, 50)
        .treasury("EKJ", 300)
        .operating("EKJ", Step::Trains);
    let open: Vec<bool> = t.sheet().company_ids().map(|c| t.at.is(c, Flag::Available)).collect();
    t.play(t.buy_top("EKJ", "3"));
    assert_eq!(t.phase_name(), "c");
    let now: Vec<bool> = t.sheet().company_ids().map(|c| t.at.is(c, Flag::Available)).collect();
    assert_eq!(open, now, "phase c changes nothing");
    assert_eq!(t.at.train_limit(t.company("EKJ")), 3);
    let mut t =
        table(3).phase("b").float("EKJ", 0, 50).treasury("EKJ", 300).operating("EKJ", Step::Trains);
    t.play(t.buy_top("EKJ", "2"));
    assert!(
        !t.events.iter().any(|e| matches!(e, Event::PhaseBegan { .. })),
        "the second card starts nothing"
    );
}

#[test]
fn limits_by_phase_and_size() {
    // CZ-PHASE-2, CZ-PHASE-6, CZ-PHASE-7, CZ-PHASE-9, CZ-PHASE-10, CZ-PHASE-11, CZ-PHASE-14
    let limits = [
        ("a", [3, 0, 0]),
        ("b", [3, 3, 0]),
        ("c", [3, 3, 0]),
        ("d", [3, 3, 3]),
        ("e", [2, 3, 3]),
        ("f", [2, 2, 3]),
        ("g", [2, 2, 3]),
        ("h", [1, 2, 3]),
        ("i", [1, 1, 3]),
        ("j", [1, 1, 2]),
    ];
    for (letter, expected) in limits {
        let t = table(3).phase(letter);
        assert_eq!(
            ["EKJ", "BN", "Sx"].map(|c| t.at.train_limit(t.company(c))),
            expected,
            "phase {letter}"
        );
    }
}

#[test]
fn sales_scrap_older_trains_of_the_same_class_only() {
    // CZ-PHASE-6, CZ-PHASE-7, CZ-PHASE-8, CZ-PHASE-9, CZ-PHASE-10, CZ-PHASE-11, CZ-PHASE-12
    let cases: [(&str, &str, &[&str]); 18] = [
        ("e", "4", &["2"]),
        ("e", "3+3", &[]),
        ("e", "3E", &[]),
        ("f", "4", &["2"]),
        ("f", "4+4", &["2+2"]),
        ("f", "4E", &[]),
        ("g", "5", &["2", "3"]),
        ("g", "4+4", &["2+2"]),
        ("g", "4E", &[]),
        ("h", "5", &["2", "3"]),
        ("h", "5+5", &["2+2", "3+3"]),
        ("h", "5E", &[]),
        ("i", "5", &["2", "3"]),
        ("i", "5+5", &["2+2", "3+3"]),
        ("i", "6E", &["3E"]),
        ("j", "5", &["2", "3"]),
        ("j", "5+5", &["2+2", "3+3"]),
        ("j", "8E", &["3E", "4E"]),
    ];
    for (letter, face, gone) in cases {
        let mut t = with_all_trains(letter);
        t.play(t.buy_top("Sx", face));
        assert_eq!(left(&t), all_but(gone), "{letter} as {face}");
    }
}

#[test]
fn the_newest_kinds_are_never_scrapped() {
    // CZ-PHASE-12
    let t = table(3);
    let scrapped: Vec<&String> =
        t.sheet().trains.iter().flat_map(|k| &k.faces).flat_map(|f| &f.scraps).collect();
    for face in ["4", "5", "4+4", "5+5", "5E", "6E", "8E"] {
        assert!(!scrapped.iter().any(|s| *s == face), "{face}");
    }
    for size in 0..3 {
        for face in t.sheet().trains.iter().flat_map(|k| &k.faces).filter(|f| f.size == size) {
            for gone in &face.scraps {
                let other = t
                    .sheet()
                    .trains
                    .iter()
                    .flat_map(|k| &k.faces)
                    .find(|f| f.name == *gone)
                    .unwrap();
                assert_eq!(other.size, size, "{} scraps {gone}", face.name);
            }
        }
    }
}

#[test]
fn scrapped_trains_leave_the_game_also_from_the_pool() {
    // CZ-PHASE-13
    let mut t = with_all_trains("e").pool("b", "2");
    let treasury = t.treasury_of("OFE");
    t.play(t.buy_top("Sx", "4"));
    assert!(t.trains_at(Whereabouts::Pool).is_empty());
    assert_eq!(t.treasury_of("OFE"), treasury, "without compensation");
    assert!(t.at.state.core.trains.at(Whereabouts::Gone).count() >= 2);
}

#[test]
fn a_company_above_a_reduced_limit_returns_trains_of_its_choice_at_once() {
    // CZ-PHASE-15, CZ-PHASE-16
    // Phase e: small companies may own two.
    let t = table(3)
        .next_card("e")
        .float("OFE", 1, 50)
        .train("OFE", "3")
        .train("OFE", "3")
        .train("OFE", "2");
    let t = t.float("BN", 0, 60).treasury("BN", 500).train("BN", "2+2").treasury("OFE", 9);
    let mut t = t.operating("BN", Step::Trains);
    t.play(t.buy_top("BN", "3+3"));
    assert_eq!(
        t.waits_for(),
        (1, "OFE".to_owned(), "excess"),
        "its director, before the turn goes on"
    );
    assert_eq!(t.refused(&Move::Pass), "CZ-PHASE-15");
    assert_eq!(t.refused(t.return_train("BN", "2+2")), "CZ-PHASE-15");
    for face in ["3", "2"] {
        let mut t = t.clone();
        t.play(t.return_train("OFE", face));
        assert_eq!(t.trains_at(Whereabouts::Pool), [face]);
        assert_eq!((t.trains_of("OFE").len(), t.treasury_of("OFE")), (2, 9));
    }
}

#[test]
fn scrapping_comes_before_excess_trains_are_returned() {
    // CZ-PHASE-16
    // An e-card sold as a 4 scraps the 2-train, so OFE fits the new limit of two.
    let t = table(3)
        .next_card("e")
        .float("OFE", 1, 50)
        .train("OFE", "3")
        .train("OFE", "3")
        .train("OFE", "2");
    let mut t = t.float("EKJ", 0, 50).treasury("EKJ", 500).operating("EKJ", Step::Trains);
    t.play(t.buy_top("EKJ", "4"));
    assert_ne!(t.step(), "excess");
    assert_eq!(t.trains_of("OFE"), ["3", "3"]);
    let phase = t.events.iter().position(|e| matches!(e, Event::PhaseBegan { .. })).unwrap();
    let scrap = t.events.iter().position(|e| matches!(e, Event::TrainScrapped { .. })).unwrap();
    assert!(phase < scrap);
}

#[test]
fn a_buyer_that_has_other_runnable_trains_may_return_the_new_one() {
    // CZ-PHASE-15
    let t = table(3)
        .next_card("e")
        .float("EKJ", 0, 50)
        .treasury("EKJ", 500)
        .train("EKJ", "3")
        .train("EKJ", "3");
    let mut t = t.operating("EKJ", Step::Trains);
    t.play(t.buy_top("EKJ", "4"));
    assert_eq!(t.waits_for(), (0, "EKJ".to_owned(), "excess"));
    t.play(t.return_train("EKJ", "4"));
    assert_eq!(t.trains_of("EKJ"), ["3", "3"], "trains of its director's choice");
}

#[test]
fn cards_per_letter_and_an_endless_last_one() {
    // CZ-PHASE-17, HARD-CZ-25
    let t = table(3);
    for (i, count) in [5, 4, 4, 4, 4, 4, 4, 2, 2].into_iter().enumerate() {
        assert_eq!(t.sheet().trains[i].count, count, "{}", LETTERS[i]);
        assert!(!t.sheet().trains[i].unlimited);
    }
    assert!(t.sheet().trains[9].unlimited);
    let mut t = table(3).phase("j").float("EKJ", 0, 50).treasury("EKJ", 500);
    // Far more j-cards than were printed, one after the other.
    for n in 0..20 {
        t = t.treasury("EKJ", 500).local_of("S1", "EKJ").operating("EKJ", Step::Trains);
        t.play(t.buy_top("EKJ", "5"));
        assert_eq!(t.top(), "j", "after {n}");
        let card = t.card("EKJ", "5");
        t.at.state.core.trains.get_mut(card).place = Whereabouts::Gone;
    }
}

#[test]
fn a_train_is_exported_after_the_last_round_of_each_set_but_the_last() {
    // CZ-EXPORT-1, CZ-EXPORT-2
    for value in [40, 45, 50, 55, 60, 65, 70, 75, 80, 90, 100, 110, 120] {
        let export = [40, 45, 50, 55, 65, 75, 90].contains(&value);
        let t = table(3).phase("c").pool("b", "2");
        let top = t.at.state.core.trains.top().unwrap();
        let t = end_of_box(t, value);
        let exported: Vec<&Event> =
            t.events.iter().filter(|e| matches!(e, Event::TrainExported { .. })).collect();
        if export {
            assert_eq!(exported, [&Event::TrainExported { card: top }], "after {value}");
            assert_eq!(t.at.state.core.trains.get(top).place, Whereabouts::Gone);
        } else {
            assert!(exported.is_empty(), "after {value}");
        }
        assert_eq!(t.trains_at(Whereabouts::Pool), ["2"], "the pool is not touched");
    }
}

#[test]
fn an_export_starts_a_phase_like_a_sale() {
    // CZ-EXPORT-3, CZ-PHASE-1, CZ-PHASE-3, CZ-PHASE-5
    for (letter, company) in [("b", "BN"), ("d", "Sx")] {
        let t = end_of_box(table(3).next_card(letter), 50);
        assert_eq!(t.phase_name(), letter);
        assert!(t.is(company, Flag::Available));
        assert_eq!(t.step(), "stock");
    }
    let t = end_of_box(table(3).phase("b"), 50);
    assert!(!t.events.iter().any(|e| matches!(e, Event::PhaseBegan { .. })));
}

#[test]
fn an_export_scraps_what_each_face_would_scrap() {
    // CZ-EXPORT-4, HARD-CZ-22
    let cases: [(&str, &[&str]); 7] = [
        ("d", &[]),
        ("e", &["2"]),
        ("f", &["2", "2+2"]),
        ("g", &["2", "3", "2+2"]),
        ("h", &["2", "3", "2+2", "3+3"]),
        ("i", &["2", "3", "2+2", "3+3", "3E"]),
        ("j", &["2", "3", "2+2", "3+3", "3E", "4E"]),
    ];
    for (letter, gone) in cases {
        let t = end_of_box(with_all_trains(letter), 75);
        assert_eq!(left(&t), all_but(gone), "export of {letter}");
    }
}

#[test]
fn a_later_card_scraps_every_older_kind_it_names_even_if_a_letter_was_skipped() {
    // HARD-CZ-22
    // No 4 was ever sold: the 2-trains are still there when the first 5 comes.
    let mut t = with_all_trains("g");
    assert!(left(&t).contains(&"2".to_owned()));
    t.play(t.buy_top("Sx", "5"));
    assert_eq!(left(&t), all_but(&["2", "3"]));
}

#[test]
fn limits_reduced_by_an_export_are_met_before_the_stock_round() {
    // CZ-EXPORT-5, CZ-PHASE-15
    let t = table(3)
        .next_card("f")
        .float("KFN", 1, 60)
        .train("KFN", "3+3")
        .train("KFN", "3+3")
        .train("KFN", "3");
    let mut t = end_of_box(t, 65);
    assert_eq!(t.phase_name(), "f");
    assert_eq!(t.waits_for(), (1, "KFN".to_owned(), "excess"));
    assert_eq!(t.refused(&Move::Pass), "CZ-PHASE-15");
    t.play(t.return_train("KFN", "3"));
    assert_eq!(t.step(), "stock");
    assert_eq!(t.at.certificates(Player(1)).0, 2);
    assert_eq!(t.at.state.core.trains.get(Card(0)).place, Whereabouts::Gone);
}

#[test]
fn a_kind_once_scrapped_is_never_sold_again() {
    // CZ-PHASE-13, CZ-TRAIN-14, CZ-ACQUIRE-14
    let t = table(3)
        .next_card("g")
        .pool("d", "3+3")
        .float("EKJ", 0, 50)
        .treasury("EKJ", 900)
        .local_of("S1", "EKJ");
    let mut t = t.operating("EKJ", Step::Trains);
    assert!(t.offers(&t.buy_pooled("EKJ", "3")));
    t.play(t.buy_top("EKJ", "5"));
    assert_eq!(t.trains_at(Whereabouts::Pool), ["3+3"], "the card stays, its small face is gone");
    let t = t.operating("EKJ", Step::Trains);
    assert_eq!(t.refused(t.buy_pooled("EKJ", "3")), "CZ-TRAIN-3");
    // A company that takes the card over cannot turn it to a scrapped face either.
    let t = table(3)
        .next_card("f")
        .float("OFE", 0, 65)
        .train_of("OFE", "c", "3")
        .float("BN", 0, 60)
        .treasury("BN", 900);
    let mut t = t.float("KFN", 0, 60).treasury("KFN", 900).operating("KFN", Step::Trains);
    t.play(t.buy_top("KFN", "4+4"));
    let mut t = t.operating("BN", Step::Acquire);
    t.play(t.acquire("OFE", 65));
    assert_eq!(t.refused(t.turn("BN", "3", "2+2")), "CZ-ACQUIRE-14");
}
