//! Time zones, nights, weekends and days off.

use crate::on_both;
use crate::support::*;
use serde_json::json;

const DAY: i64 = 86_400_000;

fn day(ms: i64) -> String {
    let stamp = server::stamp(ms);
    format!("{}-{}-{}", &stamp[..4], &stamp[4..6], &stamp[6..8])
}

on_both! {
async fn somebody_says_when_he_does_not_play(database: String) {
    let server = start(&database).await;
    let (mut anna, mut ben) = (guest(&server).await, guest(&server).await);
    let time = anna.fetch("/api/account/time").await;
    assert!(time["hours"].is_null());
    assert_eq!((&time["days_left"], &time["days"]), (&json!(42), &json!(42)));
    let hours = json!({"zone": "europe/prague", "night": {"from": 1320, "to": 420}, "weekends": true});
    let time = anna.send("/api/account/time", hours).await;
    assert_eq!(time["hours"], json!({"zone": "Europe/Prague", "night": {"from": 1320, "to": 420}, "weekends": true}));
    for wrong in [
        json!({"zone": "Mars/Olympus"}),
        json!({"zone": "UTC", "night": {"from": 0, "to": 780}}),
        json!({"zone": "UTC", "night": {"from": -5, "to": 60}}),
        json!({"zone": "UTC", "night": {"from": 60, "to": 60}}),
        json!({"zone": "UTC", "more": 1}),
    ] {
        assert_eq!(anna.post("/api/account/time", &wrong).await.status, 400, "{wrong}");
    }
    assert_eq!(anna.fetch("/api/account/time").await["hours"]["zone"], "Europe/Prague");
    assert!(ben.fetch("/api/account/time").await["hours"].is_null(), "everybody has his own");
    server.stop().await.unwrap();
}
}

on_both! {
async fn days_off_are_counted_and_never_lie_in_the_past(database: String) {
    let server = start(&database).await;
    let (mut anna, mut ben) = (guest(&server).await, guest(&server).await);
    anna.send("/api/account/time", json!({"zone": "UTC"})).await;
    let now = server.app().now();
    let off = |from: i64, to: i64| json!({"from": day(now + from * DAY), "to": day(now + to * DAY)});
    let time = anna.send("/api/account/vacation", off(-9, 1)).await;
    assert_eq!(time["days_left"], 40, "they begin now, and a part of a day is a day");
    assert!(time["vacations"][0]["from"].as_i64().unwrap() >= now);
    for (wrong, status) in [
        (off(-3, -2), 400),
        (off(5, 4), 400),
        (off(400, 401), 400),
        (off(1, 3), 409),
        (off(10, 60), 409),
        (json!({"from": "today", "to": "tomorrow"}), 400),
        (json!({"from": "2026-13-01", "to": "2026-13-02"}), 400),
    ] {
        assert_eq!(anna.post("/api/account/vacation", &wrong).await.status, status, "{wrong}");
    }
    let time = anna.send("/api/account/vacation", off(10, 19)).await;
    assert_eq!(time["days_left"], 30);
    let path = |i: usize| format!("/api/account/vacation/{}", time["vacations"][i]["id"].as_str().unwrap());
    assert_eq!(ben.raw("DELETE", &path(0), None).await.unwrap().status, 404, "not his");
    let left = anna.raw("DELETE", &path(1), None).await.unwrap().json();
    assert_eq!((&left["days_left"], left["vacations"].as_array().unwrap().len()), (&json!(40), 1));
    // What has begun stays as long as it lasted.
    let left = anna.raw("DELETE", &path(0), None).await.unwrap().json();
    assert_eq!((&left["days_left"], left["vacations"].as_array().unwrap().len()), (&json!(41), 1));
    assert_eq!(anna.raw("DELETE", &path(0), None).await.unwrap().status, 404, "it is over");
    anna.send("/api/account/delete", json!({})).await;
    for question in ["SELECT COUNT(*) FROM hours", "SELECT COUNT(*) FROM vacations"] {
        assert_eq!(number(&database, question).await, 0, "{question}");
    }
    server.stop().await.unwrap();
}
}
