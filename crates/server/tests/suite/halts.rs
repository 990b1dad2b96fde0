//! How many halts a train serves is its director's choice.

use crate::on_both;
use crate::support::*;
use serde_json::{Value, json};

on_both! {
async fn routes_are_offered_for_most_income_and_for_most_subsidy(database: String) {
    // IOW-HALT-5, IOW-HALT-9
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let file = kept_game("1860-standard-rulebook-3", 30).to_string();
    let here = anna.raw("POST", "/api/import?play=true", Some(file.as_bytes())).await.unwrap();
    assert_eq!(here.status, 201, "{}", here.text());
    let game = format!("/api/games/{}", here.json()["id"].as_str().unwrap());
    let log = anna.fetch(&format!("{game}/log?from=0&to=2000")).await;
    let mut found = None;
    for line in log["lines"].as_array().unwrap().iter().filter(|l| l["move"]["move"] == "run") {
        let at = line["number"].as_i64().unwrap() - 1;
        let company = line["move"]["company"].as_str().unwrap().to_owned();
        let best = anna.fetch(&format!("{game}/routes/{company}?at={at}")).await;
        if best["alternatives"].as_array().is_some_and(|a| !a.is_empty()) {
            found = Some((at, company, best));
            break;
        }
    }
    let (at, company, best) = found.expect("a run with halts to choose");
    let other = &best["alternatives"][0];
    let number = |v: &Value| v.as_i64().unwrap();
    assert_eq!(other["most"], "subsidy");
    assert!(number(&other["total"]["subsidy"]) > number(&best["total"]["subsidy"]), "{other}");
    assert!(number(&other["total"]["revenue"]) <= number(&best["total"]["revenue"]), "{other}");
    let body = json!({"at": at, "routes": other["move"]["routes"]});
    let worth = anna.send(&format!("{game}/routes/{company}/evaluate"), body).await;
    assert_eq!((&worth["ok"], &worth["total"]), (&json!(true), &other["total"]), "{worth}");
    // The same line clicked, with each number of halts that is offered.
    let halting = |routes: &Value| {
        let mut routes = routes.as_array().unwrap().iter();
        routes.find(|r| number(&r["most_halts"]) > 0).cloned()
    };
    let route = halting(&other["routes"]).expect("a route with halts");
    let stops: Vec<Value> = route["calls"].as_array().unwrap().iter().map(|c| json!({"cell": c["cell"], "stop": c["stop"]})).collect();
    for halts in 0..=number(&route["most_halts"]) {
        let body = json!({"at": at, "card": route["card"], "stops": stops, "halts": halts});
        let line = anna.send(&format!("{game}/routes/{company}/complete"), body).await;
        assert_eq!((&line["ok"], &line["route"]["halts"]), (&json!(true), &json!(halts)), "{line}");
        assert_eq!(line["claim"]["halts"], halts, "{line}");
    }
    let body = json!({"at": at, "card": route["card"], "stops": stops, "halts": number(&route["most_halts"]) + 1});
    let line = anna.send(&format!("{game}/routes/{company}/complete"), body).await;
    assert_eq!(line["ok"], false, "{line}");
    server.stop().await.unwrap();
}
}
