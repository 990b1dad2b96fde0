use crate::tiny::{A, P, Table};
use engine::arrange::{Arrangement, arrange};
use engine::{Flag, RoundKind, Whereabouts};
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
    let core = arrange(&t.sheet, t.core, &wanted)?;
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
        "B are held, but it has not been started",
        "X is in two places",
        "2-0 is in two places",
        "4-0 begins a later phase",
        "may own 2 trains",
        "tile 8 cannot come to lie on A7",
        "no place for a station of A on A5",
        "no company is called Q",
    ] {
        assert!(faults.iter().any(|f| f.contains(part)), "{part}: {faults:?}");
    }
}

#[test]
fn what_could_not_exist_is_refused() {
    let cases: [(&str, Json, &str); 7] = [
        ("/phase", json!("9"), "no phase"),
        ("/turn", json!({"player": 7}), "nobody sits"),
        ("/companies/A/floated", json!(false), "takes no turn"),
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
        bad["companies"]["A"] = json!({"par": 1, "cell": 2});
        assert!(put(bad.clone()).is_ok());
        bad["companies"]["A"][key] = value;
        let faults = put(bad).err().unwrap_or_default();
        assert!(faults.iter().any(|f| f.contains("has not floated")), "{key}: {faults:?}");
    }
}
