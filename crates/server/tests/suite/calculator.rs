//! Best routes on a table that somebody laid out, without a game.

use crate::support::*;
use serde_json::{Value, json};

const ROUTES: &str = "/api/titles/1889/routes?variant=standard";

// Two towns of Shikoku joined, a station, a train.
fn question() -> Value {
    json!({
        "phase": "3", "company": "AR", "trains": ["2"],
        "tiles": {"K8": {"tile": "5", "rotation": 3}},
        "stations": [{"company": "AR", "cell": "K8", "stop": 0}],
    })
}

async fn fresh() -> (server::Running, Client) {
    let database = database(On::Sqlite).await.expect("SQLite");
    let server = start(&database).await;
    let nobody = Client::new(server.address);
    (server, nobody)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_asked_about_without_a_game_or_an_account() {
    let (server, mut nobody) = fresh().await;
    let answer = nobody.send(ROUTES, json!({})).await;
    assert!(answer["best"].is_null(), "nobody runs yet");
    assert!(answer["map"].as_str().is_some_and(|map| map.contains("map-hits")), "{answer}");
    // What can lie beside the home, laid so that it meets the track.
    let cell = json!({"cell": "K8", "question": {}});
    let at = nobody.send("/api/titles/1889/cell", cell).await;
    let all = at["tiles"].as_array().expect("tiles");
    assert!(all.iter().any(|t| t["tile"] == "5" && t["left"].is_number()), "{at}");
    let asked = nobody.send(ROUTES, question()).await;
    assert_eq!(asked["notes"], json!([]), "{asked}");
    assert_eq!((&asked["best"]["proved"], &asked["best"]["company"]), (&json!(true), &json!("AR")));
    assert_eq!(asked["drawings"].as_array().map(Vec::len), Some(1));
    let at =
        nobody.send("/api/titles/1889/cell", json!({"cell": "K8", "question": question()})).await;
    assert_eq!((&at["tile"], &at["rotation"]), (&json!("5"), &json!(3)));
    assert_eq!(at["places"], json!([{"stop": 0, "name": null, "stations": ["AR"]}]));
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_brings_what_the_same_board_brings_in_a_game() {
    let (server, mut nobody) = fresh().await;
    let mut anna = guest(&server).await;
    let file = kept_game("1860-standard-rulebook-3", 30).to_string();
    let here = anna.raw("POST", "/api/import?play=true", Some(file.as_bytes())).await.unwrap();
    let game = format!("/api/games/{}", here.json()["id"].as_str().unwrap());
    let log = anna.fetch(&format!("{game}/log?from=0&to=2000")).await;
    let mut runs = log["lines"].as_array().unwrap().iter().filter(|l| l["move"]["move"] == "run");
    let run = runs.next_back().expect("a run");
    let at = run["number"].as_i64().unwrap() - 1;
    let company = run["move"]["company"].as_str().unwrap();
    let view = anna.fetch(&format!("{game}/state?at={at}")).await["view"].clone();
    let (mut tiles, mut stations) = (serde_json::Map::new(), Vec::new());
    for cell in view["board"].as_array().unwrap() {
        let name = cell["cell"].as_str().unwrap();
        tiles.insert(name.to_owned(), json!({"tile": cell["tile"], "rotation": cell["rotation"]}));
        for (stop, slots) in cell["stations"].as_array().unwrap().iter().enumerate() {
            let held = slots.as_array().unwrap().iter().filter(|s| s.is_string());
            stations.extend(held.map(|c| json!({"company": c, "cell": name, "stop": stop})));
        }
    }
    let companies = view["companies"].as_array().unwrap();
    let charter = companies.iter().find(|c| c["id"] == company).unwrap();
    let trains = charter["trains"].as_array().unwrap().iter().map(|t| t["name"].clone());
    let body = json!({
        "phase": view["phase"], "company": company, "tiles": tiles, "stations": stations,
        "trains": trains.collect::<Vec<_>>(),
    });
    let asked = nobody.send("/api/titles/1860/routes", body).await;
    let known = anna.fetch(&format!("{game}/routes/{company}?at={at}")).await;
    assert!(known["total"]["revenue"].as_i64() > Some(0), "{known}");
    assert_eq!(asked["best"]["total"], known["total"]);
    let paths = |of: &Value| {
        let routes = of["routes"].as_array().unwrap().iter();
        routes.map(|r| r["path"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(paths(&asked["best"]), paths(&known));
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_question_is_refused_with_all_its_faults() {
    let (server, mut nobody) = fresh().await;
    let wrong = json!({
        "company": "nobody", "phase": "noon", "tiles": {"Z99": {"tile": "57", "rotation": 0}},
    });
    let answer = nobody.post(ROUTES, &wrong).await;
    assert_eq!(answer.status, 400);
    assert_eq!(
        answer.json()["detail"]["faults"].as_array().map(Vec::len),
        Some(3),
        "{}",
        answer.text()
    );
    for (wrong, status) in [
        (json!({"trains": vec!["2"; 17], "company": "AR"}), 400),
        (json!({"weather": "rain"}), 400),
        (json!({"tiles": {"K8": {"tile": "5", "rotation": 250}}}), 400),
        (json!({"bankrupt": vec!["AR"; 1000]}), 400),
    ] {
        assert_eq!(nobody.post(ROUTES, &wrong).await.status, status, "{wrong}");
    }
    assert_eq!(nobody.post("/api/titles/1829/routes", &json!({})).await.status, 404);
    assert_eq!(nobody.post("/api/titles/1889/routes?variant=no", &json!({})).await.status, 400);
    let nowhere = json!({"cell": "Z99", "question": {}});
    assert_eq!(nobody.post("/api/titles/1889/cell", &nowhere).await.status, 400);
    server.stop().await.unwrap();
}
