//! The worked examples of the catalogue, as whole positions.

use super::table::{Table, at};
use engine::{Event, Move, Pay, Position, Whereabouts};
use serde_json::Value as Json;

const COLOURS: [(&str, &str); 4] = [
    ("red", "MR"),
    ("blue", "SR"),
    ("green", "GVR"),
    ("yellow", "LNR"),
];

// The two printed income examples.
fn examples() -> Json {
    serde_json::from_str(include_str!("examples.json")).expect("JSON")
}

// The board of a printed income example: tiles, stations, and the trains named in its routes.
fn printed(name: &str, phase: u8, trains: &[(&str, &[&str])]) -> Table {
    let example = &examples()[name];
    let mut t = Table::new(4);
    for p in example["board"]["placements"].as_array().unwrap() {
        let number = |key: &str| p[key].as_i64().unwrap() as i16;
        t = t.tile(
            (number("x"), number("y")),
            p["tile"].as_str().unwrap(),
            number("rotation") as u8,
        );
    }
    for (seat, (colour, id)) in COLOURS.iter().enumerate() {
        t = t.founded(seat as u8, id, 55);
        for (label, stations) in example["board"]["stations"].as_object().unwrap() {
            if stations.as_array().unwrap().iter().any(|s| s == colour) {
                let place = &example["board"]["labels"][label];
                t = t.extra_station(
                    id,
                    (
                        place[0].as_i64().unwrap() as i16,
                        place[1].as_i64().unwrap() as i16,
                    ),
                    0,
                );
            }
        }
    }
    t = t.phase(phase);
    for (id, kinds) in trains {
        for kind in *kinds {
            let (kind, obsolete) = match kind.strip_suffix('*') {
                Some(kind) => (kind, true),
                None => (*kind, false),
            };
            let card = t.hand(id, kind);
            if obsolete {
                t = t.obsolete(card);
            }
        }
    }
    t
}

// The amounts that the example states for a colour, summed.
fn stated(name: &str, colour: &str) -> i64 {
    let example = &examples()[name];
    let routes = example["routes"].as_array().unwrap();
    routes
        .iter()
        .filter(|r| r[0] == colour)
        .map(|r| r[3].as_i64().unwrap())
        .sum()
}

fn run(mut t: Table, name: &str) -> Table {
    for (colour, id) in COLOURS {
        assert_eq!(
            i64::from(t.at.income_of(t.company(id)).0),
            stated(name, colour),
            "{colour}"
        );
    }
    let mut events = t.end_turns().events.clone();
    while t.step() == "dividend" {
        events.extend(t.play(Move::Dividend { pay: Pay::Out }).events.clone());
    }
    for (colour, id) in COLOURS {
        let revenue = stated(name, colour) as i32;
        assert!(
            events.contains(&Event::Ran {
                company: t.company(id),
                revenue,
                subsidy: 0
            }),
            "{colour}"
        );
    }
    t
}

#[test]
fn the_first_income_example() {
    // LIL-EXAMPLE-1
    let trains: [(&str, &[&str]); 4] = [
        ("MR", &["3", "2"]),
        ("SR", &["3", "3"]),
        ("GVR", &["2", "2"]),
        ("LNR", &["2", "2"]),
    ];
    let t = printed("income1", 3, &trains);
    assert_eq!(
        COLOURS.map(|(c, _)| stated("income1", c)),
        [170, 160, 140, 110]
    );
    run(t, "income1");
}

#[test]
fn the_second_income_example() {
    // LIL-EXAMPLE-2
    let trains: [(&str, &[&str]); 4] = [
        ("MR", &["3D", "3*"]),
        ("SR", &["3*"]),
        ("GVR", &["4", "4"]),
        ("LNR", &["4"]),
    ];
    let t = printed("income2", 6, &trains);
    assert_eq!(
        COLOURS.map(|(c, _)| stated("income2", c)),
        [240, 60, 230, 190]
    );
    run(t, "income2");
}

#[test]
fn the_dividend_example() {
    // LIL-EXAMPLE-3
    let mut t = printed("income1", 3, &[("MR", &["3", "2"])])
        .shares("MR", 1, 1)
        .shares("MR", 2, 1);
    let before: Vec<i32> = (0..3).map(|s| t.cash_of(s)).collect();
    let treasury = t.treasury_of("MR");
    t.end_turns();
    t.play(Move::Dividend { pay: Pay::Out });
    let paid: Vec<i32> = (0..3).map(|s| t.cash_of(s) - before[s as usize]).collect();
    assert_eq!(paid, [85, 17, 17]);
    assert_eq!((t.treasury_of("MR"), t.price_of("MR")), (treasury, 65));
}

#[test]
fn the_withholding_example() {
    // LIL-EXAMPLE-4
    let mut t = Table::drafted(4);
    for (y, tile) in [(-2, "P-Y-S"), (-3, "C-Y-S"), (-4, "P-Y-S"), (-5, "C-Y-S")] {
        t = t.tile((0, y), tile, 0);
    }
    t = t.no_trains("MR").train("MR", "4").price("MR", 50);
    let three = t.depot("3");
    let before = t.treasury_of("MR");
    t.end_turns();
    // MR lies below the others on 50 and runs last.
    for _ in 0..3 {
        t.play(Move::Dividend { pay: Pay::Out });
    }
    t.play(Move::Dividend { pay: Pay::Withhold });
    assert_eq!((t.treasury_of("MR"), t.price_of("MR")), (before + 90, 45));
    t.play(t.buy_depot("MR", three, 150));
    t.end_turns();
    while t.at.decision().unwrap().company != Some(t.company("MR")) {
        t.play(Move::Dividend { pay: Pay::Out });
    }
    t.play(Move::Dividend { pay: Pay::Withhold });
    assert_eq!(t.price_of("MR"), 45, "the token stays");
}

#[test]
fn the_sale_example() {
    // LIL-EXAMPLE-5
    let mut t = Table::drafted(4)
        .price("SR", 70)
        .shares("SR", 0, 3)
        .cash(0, 0);
    t.play_card("A5", 0);
    t.play(t.sell("SR", 3));
    assert_eq!((t.cash_of(0), t.price_of("SR")), (210, 55));
    t.play(t.share("SR"));
    assert_eq!(t.cash_of(0), 155);
}

#[test]
fn the_founding_example() {
    // LIL-EXAMPLE-6
    let mut t = Table::drafted(4).phase(3);
    let three = t.depot("3");
    t = t.tile((0, -3), "C-Y-S", 0).cash(0, 325);
    t.play_card("A5", 0);
    t.play(t.start_at("BCR", 65));
    assert_eq!((t.cash_of(0), t.treasury_of("BCR")), (0, 650));
    let cell = &t.at.printed.sheet.market.cells
        [t.at.state.core.market.cell(t.company("BCR")).unwrap() as usize];
    assert_eq!(
        (cell.row, cell.column / 2 + 1),
        (1, 3),
        "the lower cell of column 3"
    );
    t.play(t.place("BCR", (0, -3), 0));
    t.play(t.buy_depot("BCR", three, 150));
    assert_eq!(t.treasury_of("BCR"), 500);
}

#[test]
fn the_example_of_the_directors_help() {
    // LIL-EXAMPLE-7
    for (admiral, price, help) in [(false, 300, 80), (true, 270, 50)] {
        let mut t = Table::drafted(4)
            .phase(4)
            .no_trains("MR")
            .treasury("MR", 220)
            .cash(0, 100);
        if admiral {
            t = t.character(0, "BOLGOLAM");
        }
        t.play_card("A7", 0);
        t.play(t.buy_top_for("MR", price));
        assert_eq!((t.treasury_of("MR"), t.cash_of(0)), (0, 100 - help));
    }
}

#[test]
fn the_limit_example() {
    // LIL-EXAMPLE-8
    let mut t = Table::drafted(4).phase(4);
    let first = t.at.state.core.trains.of(t.company("MR")).next().unwrap();
    let second = t.hand("MR", "2");
    t = t.train("MR", "3").obsolete(first).obsolete(second);
    while t
        .at
        .state
        .core
        .trains
        .get(t.at.state.core.trains.top().unwrap())
        .kind
        < t.kind("5")
    {
        let top = t.at.state.core.trains.top().unwrap();
        t.at.state.core.trains.get_mut(top).place = Whereabouts::Gone;
    }
    t.play_card("A7", 0);
    assert_eq!(t.decider(), 0, "returning a train is possible");
    assert_eq!(t.refused(t.buy_top_for("MR", 400)), "LIL-LIMIT-2");
    t.play(t.give_back("MR", second));
    assert_eq!(t.trains_at(Whereabouts::Pool), ["2"]);
    t.play(t.buy_top_for("MR", 400));
    assert_eq!(t.trains_of("MR"), ["3", "5"]);
    assert!(
        t.trains_at(Whereabouts::Pool).is_empty(),
        "the one in the depot has rusted too"
    );
    assert_eq!((t.at.limit(), t.decider()), (2, 1));
}

#[test]
fn the_example_of_the_last_round() {
    // LIL-EXAMPLE-9
    let mut t = printed("income2", 6, &[("MR", &["3D", "3*"])])
        .shares("MR", 1, 1)
        .price("MR", 110)
        .round(8);
    let before = (t.cash_of(0), t.cash_of(1));
    t.end_turns();
    assert_eq!(
        (
            t.cash_of(0) - before.0,
            t.cash_of(1) - before.1,
            t.price_of("MR")
        ),
        (240, 48, 130)
    );
    let mut t = printed("income2", 6, &[("MR", &["3D", "3*"])])
        .price("MR", 145)
        .round(8);
    t.end_turns();
    assert_eq!(t.price_of("MR"), 150, "and no further");
}

#[test]
fn the_example_of_the_final_result() {
    // LIL-EXAMPLE-10
    let t = Table::drafted(4)
        .cash(0, 412)
        .price("MR", 120)
        .price("SR", 95)
        .shares("SR", 0, 2);
    assert_eq!(t.at.values()[0], 1222);
}

#[test]
fn the_brobdingnag_example() {
    // LIL-EXAMPLE-11
    let mut t = Table::drafted_with(4, &[("brobdingnag", "on")])
        .shares("MR", 1, 1)
        .tile((0, -2), "P-Y-S", 0)
        .tile((0, -3), "BR-C-G-T", 0)
        .no_trains("MR")
        .train("MR", "3");
    let before = (
        t.cash_of(0),
        t.cash_of(1),
        t.treasury_of("MR"),
        t.price_of("MR"),
    );
    t.end_turns();
    assert_eq!(t.at.state.income, 130);
    t.play(Move::Dividend { pay: Pay::Out });
    assert_eq!(
        (
            t.cash_of(0) - before.0,
            t.cash_of(1) - before.1,
            t.treasury_of("MR") - before.2
        ),
        (35, 7, 60)
    );
    assert_eq!((before.3, t.price_of("MR")), (55, 65));
}

#[test]
fn the_allenbeck_example() {
    // LIL-EXAMPLE-12
    let t = Table::drafted_with(4, &[("allenbeck", "on")])
        .tile((0, -1), "A-ALLENBECK", 0)
        .tile((0, -2), "P-Y-S", 0)
        .tile((0, -3), "C-G-T", 0)
        .tile((0, -4), "P-Y-S", 0)
        .tile((0, -5), "A-TOTTENHAM", 0)
        .no_trains("MR")
        .train("MR", "4D");
    assert_eq!(t.at.income_of(t.company("MR")).0, 300);
}

#[test]
fn the_example_of_gullivers_train() {
    // LIL-EXAMPLE-13
    let mut t = Table::solo(&[], "GVR").phase(5).founded(1, "BCR", 60);
    t.at.state.gulliver[1] = t.company("BCR").0;
    t = t.no_trains("GVR");
    for (id, kind) in [("GVR", "3"), ("GVR", "4"), ("BCR", "5"), ("BCR", "3D")] {
        t = t.train(id, kind);
    }
    while t
        .at
        .state
        .core
        .trains
        .get(t.at.state.core.trains.top().unwrap())
        .kind
        < t.kind("3D")
    {
        let top = t.at.state.core.trains.top().unwrap();
        t.at.state.core.trains.get_mut(top).place = Whereabouts::Gone;
    }
    t = t.phase(6);
    t.at.gulliver_train(&mut Vec::new());
    assert_eq!(
        t.trains_of("GVR"),
        ["4", "3D"],
        "the 3 has left the game first"
    );
    assert_eq!(t.trains_of("BCR"), ["5", "3D"]);
    assert!(t.trains_at(Whereabouts::Pool).is_empty());
}

#[test]
fn the_judges_example() {
    // LIL-EXAMPLE-14
    let mut t = Table::drafted(2)
        .character(0, "BALMUFF")
        .founded(0, "BCR", 60)
        .treasury("BCR", 0);
    t.at.state.stage = titles::g18lilliput::Stage::RoundStart;
    t.go_on();
    let mut u = t.clone();
    t.play(t.allot("MR", 13));
    assert_eq!(
        (t.treasury_of("MR"), t.treasury_of("BCR"), t.cash_of(0)),
        (563, 7, 30)
    );
    u.play(u.employ("BALMUFF"));
    assert_eq!(
        (u.treasury_of("MR"), u.treasury_of("BCR"), u.cash_of(0)),
        (550, 0, 35)
    );
}

#[test]
fn the_treasurers_example() {
    // LIL-EXAMPLE-15
    let mut t = Table::drafted(4).character(0, "FLIMNAP").round(6);
    t.play(t.employ("FLIMNAP"));
    assert_eq!(t.cash_of(0), 90);
    assert_eq!(t.at.home(t.company("MR")), Some(at(0, -1)));
}
