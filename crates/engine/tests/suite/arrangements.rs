use crate::tiny::{A, P, Table};
use engine::arrange::{Arrangement, Fault, SENTENCES, arrange};
use engine::{Flag, Place, RoundKind, Whereabouts};
use serde_json::{Value as Json, json};

fn good() -> Json {
    json!({
        "phase": "2", "set": 2, "turn": {"company": "A"},
        "players": [
            {"cash": 120, "shares": {"A": 3}, "papers": ["X"]},
            {"cash": 30, "shares": {"A": 3}},
            {"cash": 0},
        ],
        "companies": {"A": {
            "par": 1, "cell": 2, "cash": 260, "pool": 1, "floated": true, "operated": true,
            "trains": ["2-1", "3-0"],
        }},
        "tiles": {"A3": {"tile": "14"}, "A5": {"tile": "9"}},
        "stations": [{"company": "A", "cell": "A3"}],
    })
}

fn put(json: Json) -> Result<Table, Vec<String>> {
    let wanted: Arrangement = serde_json::from_value(json).map_err(|e| vec![e.to_string()])?;
    let t = Table::plain();
    let said = |faults: Vec<Fault>| faults.iter().map(Fault::to_string).collect::<Vec<_>>();
    let core = arrange(&t.sheet, t.core, &wanted).map_err(said)?;
    Ok(Table { core, ..Table::plain() })
}

#[test]
fn what_is_written_down_lies_on_the_table() {
    let t = put(good()).unwrap();
    t.sound();
    assert_eq!((t.cash(P[0]), t.treasury(A), t.price(A)), (120, 260, 80));
    let stock = &t.core.stock[A.at()];
    assert_eq!((stock.ipo, stock.pool, stock.director()), (3, 1, Some(P[1])), "the last tie");
    assert_eq!(t.core.board().at(t.cell("A3")).unwrap().tile, t.tile("14"));
    assert_eq!(t.core.board().left(t.tile("57")), 2, "what lay there before went back");
    assert!(t.core.board().has_station_on(t.cell("A3"), A.0) && t.core.is(A, Flag::Home));
    assert_eq!(t.core.round.kind, RoundKind::Operating);
    let first = t.core.trains.cards[0].place;
    assert_eq!(first, Whereabouts::Gone, "sold before the trains that are there");
    assert_eq!(t.core.trains.top().map(|c| c.0), Some(3));
}

#[test]
fn all_faults_are_told_at_once() {
    let mut bad = good();
    bad["players"][0]["cash"] = json!(-5);
    bad["players"][1]["shares"]["B"] = json!(2);
    bad["players"][2]["papers"] = json!(["X"]);
    bad["companies"]["A"]["trains"] = json!(["2-0", "2-0", "4-0"]);
    bad["tiles"]["A7"] = json!({"tile": "8"});
    bad["stations"] = json!([{"company": "A", "cell": "A5"}, {"company": "Q", "cell": "A3"}]);
    let faults = put(bad).err().unwrap();
    for part in [
        "-5 is no amount",
        "B has not been started, but something of it is told",
        "X is in two places",
        "2-0 is in two places",
        "4-0 begins a later phase",
        "tile 8 cannot come to lie on A7",
        "no place for a station of A on A5",
        "no company is called Q",
    ] {
        assert!(faults.iter().any(|f| f.contains(part)), "{part}: {faults:?}");
    }
}

#[test]
fn what_could_not_exist_is_refused() {
    let cases: [(&str, Json, &str); 8] = [
        ("/phase", json!("9"), "no phase"),
        ("/turn", json!({"player": 7}), "nobody sits"),
        ("/turn", json!({"company": "B"}), "takes no turn"),
        ("/companies/A/floated", json!(false), "must have floated"),
        ("/companies/A/pool", json!(9), "not so many shares"),
        ("/companies/A/cell", json!(99), "the chart has no cell"),
        ("/players", json!([{}]), "are described"),
        ("/players/0/shares/A", json!(1), "nobody holds enough"),
    ];
    for (at, value, fault) in cases {
        let mut bad = good();
        *bad.pointer_mut(at).unwrap() = value;
        if at == "/players/0/shares/A" {
            bad["players"][1]["shares"]["A"] = json!(1);
        }
        let faults = put(bad).err().unwrap_or_default();
        assert!(faults.iter().any(|f| f.contains(fault)), "{at}: {faults:?}");
    }
    let mut late = good();
    late["phase"] = json!("3");
    let faults = put(late).err().unwrap();
    assert!(faults.iter().any(|f| f.contains("2-1 has left the game")), "{faults:?}");
}

#[test]
fn a_company_that_has_not_floated_owns_nothing_and_has_not_operated() {
    for (key, value) in [("cash", json!(10)), ("operated", json!(true)), ("trains", json!(["2-1"]))]
    {
        let mut bad = good();
        bad["turn"] = json!({"player": 0});
        bad["stations"] = json!([]);
        // With one share more it would have floated.
        bad["players"][1]["shares"]["A"] = json!(1);
        bad["companies"]["A"] = json!({"par": 1, "cell": 2, "floated": false});
        assert!(put(bad.clone()).is_ok());
        bad["companies"]["A"][key] = value;
        let faults = put(bad).err().unwrap_or_default();
        assert!(faults.iter().any(|f| f.contains("has not floated")), "{key}: {faults:?}");
    }
}

#[test]
fn what_is_not_told_follows() {
    let mut few = good();
    few["players"] = json!([{"shares": {"A": 5}}, {}, {}]);
    few["companies"]["A"] = json!({"price": 70});
    few["stations"] = json!([]);
    let t = put(few).unwrap();
    t.sound();
    assert_eq!((t.cash(P[0]), t.treasury(A), t.price(A)), (500, 0, 70), "the money of the start");
    assert!(t.core.is(A, Flag::Floated) && !t.core.is(A, Flag::Operated));
    assert_eq!(t.core.stock[A.at()].director(), Some(P[0]));
    assert_eq!(t.core.company(A).par, 1, "the cell where companies start");
}

#[test]
fn more_than_a_game_could_hold_is_not_looked_at() {
    let mut bad = good();
    let names: Vec<String> = (0..1001).map(|n| format!("2-{n}")).collect();
    bad["pool"] = json!(names);
    let faults = put(bad).err().unwrap();
    assert_eq!(faults, ["trains: 1003 are told, 1000 are possible"]);
}

#[test]
fn more_is_told_of_trains_papers_and_markers() {
    let mut more = good();
    more["order"] = json!([2, 0, 1]);
    more["companies"]["A"]["director"] = json!(0);
    more["companies"]["A"]["markers"] = json!([0, 1]);
    more["companies"]["A"]["trains"] = json!([{"train": "2-1", "runs": 3}, "3-0"]);
    more["gone"] = json!([]);
    more["papers"] = json!({"Y": {"lies": "bank"}, "X": {"used": true}});
    let t = put(more.clone()).unwrap();
    t.sound();
    assert_eq!(t.core.players().map(|p| p.0).collect::<Vec<_>>(), [2, 0, 1]);
    assert_eq!(t.core.stock[A.at()].director(), Some(P[0]), "named among equals");
    assert_eq!(t.core.trains.cards[1].runs, 3);
    assert_eq!(t.core.trains.cards[0].place, Whereabouts::Deck, "nothing has left the game");
    assert!(t.core.papers[0].used && t.core.papers[1].place == Place::Bank);
    assert_eq!(t.core.papers[2].place, Place::Aside);

    more["order"] = json!([0, 0, 1]);
    more["companies"]["A"]["director"] = json!(2);
    more["companies"]["A"]["markers"] = json!([1, 1]);
    more["companies"]["A"]["trains"] = json!([{"train": "2-1", "face": "9"}]);
    more["papers"] = json!({"X": {"lies": "gone"}, "W": {}});
    let faults = put(more).err().unwrap();
    for part in [
        "does not name every seat once",
        "seat 2 cannot direct A",
        "5 together, the game has 4",
        "2-1 has no side 9",
        "X is owned and lies elsewhere",
        "no paper is called W",
    ] {
        assert!(faults.iter().any(|f| f.contains(part)), "{part}: {faults:?}");
    }
}

#[test]
fn every_fault_has_a_sentence() {
    let source = ["fault", "mod", "table"].map(|file| {
        let path = format!("{}/src/arrange/{file}.rs", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).unwrap()
    });
    let known = |key: &str| SENTENCES.iter().any(|s| s.0 == key);
    let named = |text: &str, before: &str| -> Vec<String> {
        let parts = text.split(before).skip(1);
        parts.filter_map(|p| p.split('"').next()).map(str::to_owned).collect()
    };
    let mut keys = Vec::new();
    for text in &source {
        keys.extend(named(text, "Fault::new(\""));
        keys.extend(named(text, ".fault(\""));
    }
    assert!(keys.len() > 30, "{keys:?}");
    for key in keys {
        assert!(known(&key), "{key}");
    }
}
