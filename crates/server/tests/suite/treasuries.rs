//! Closed accounts.

use crate::on_both;
use crate::support::*;
use serde_json::{Value, json};

fn treasury(state: &Value, company: &str) -> Value {
    let companies = state["view"]["companies"].as_array().expect("companies");
    let found = companies.iter().find(|c| c["id"] == company);
    found.expect("a company")["treasury"].clone()
}

on_both! {
async fn closed_treasuries_are_sent_to_shareholders_only(database: String) {
    // IOW-TABLE-1, IOW-TABLE-2, IOW-TABLE-4, IOW-OPTION-17
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let file = kept_game("1860-standard-rulebook-2-open_accounts-false", 3).to_string();
    let here = anna.raw("POST", "/api/import?play=true&listed=true", Some(file.as_bytes())).await.unwrap();
    assert_eq!(here.status, 201, "{}", here.text());
    let game = format!("/api/games/{}", here.json()["id"].as_str().unwrap());
    let state = anna.fetch(&format!("{game}/state?choices=true")).await;
    let company = state["view"]["decision"]["company"].as_str().unwrap().to_owned();
    assert!(treasury(&state, &company).is_i64(), "her seats hold its shares");
    assert!(state["choices"]["count"].as_i64().unwrap() > 0);
    let run = json!({"after": state["length"], "moves": [{"move": "pass"}]});
    assert_eq!(anna.post(&format!("{game}/preview"), &run).await.status, 200);
    assert_eq!(anna.get(&format!("{game}/file")).await.status, 200);

    let mut bert = guest(&server).await;
    let seen = bert.fetch(&format!("{game}/state?choices=true")).await;
    assert_eq!(treasury(&seen, &company), Value::Null, "he holds none");
    assert_eq!(seen["view"]["players"], state["view"]["players"], "cash is open");
    assert_eq!(seen["choices"]["count"], 0, "what can be paid for would tell it");
    assert_eq!(bert.fetch(&format!("{game}/choices")).await["count"], 0);
    for (path, body) in [("preview", &run), ("copy", &json!({}))] {
        let answer = bert.post(&format!("{game}/{path}"), body).await;
        assert_eq!(answer.status, 403, "{path}: {}", answer.text());
    }
    for path in ["file", "why?cell=I3"] {
        assert_eq!(bert.get(&format!("{game}/{path}")).await.status, 403, "{path}");
    }
    let waiting = seen["view"]["companies"].as_array().unwrap().iter().find(|c| c["price"].is_null()).unwrap();
    assert_eq!(waiting["treasury"], 0, "a company without price has no accounts");
    let log = bert.fetch(&format!("{game}/log")).await;
    assert!(log.to_string().contains("\"floated\""), "payments stay in the log");

    let mut open: Value = serde_json::from_str(&file).unwrap();
    open["setup"]["options"] = json!({});
    let text = open.to_string();
    let here = anna.raw("POST", "/api/import?play=true&listed=true", Some(text.as_bytes())).await.unwrap();
    let game = format!("/api/games/{}", here.json()["id"].as_str().unwrap());
    let seen = bert.fetch(&format!("{game}/state?choices=true")).await;
    assert!(treasury(&seen, &company).is_i64(), "open accounts");
    assert!(seen["choices"]["count"].as_i64().unwrap() > 0);
    assert_eq!(bert.get(&format!("{game}/file")).await.status, 200);
    server.stop().await.unwrap();
}
}
